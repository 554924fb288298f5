"""A unit picked up, put down, and clicked: areas lie where the rules allow, gestures mean what people mean."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from shapely.geometry import Point, Polygon

from grognard.books.horse_and_musket import gestures, hand, scene
from grognard.books.horse_and_musket.legality import check
from grognard.books.horse_and_musket.setup import Names
from grognard.books.horse_and_musket.state import Formation, Lost
from grognard.scene import Band
from grognard.values import Ask, Order

from .field import CATALOGUE, Act, AskKind, Field

MOVE = Ask(int(AskKind.MOVE), 0, -1, -1)
CHARGE = Ask(int(AskKind.CHARGE), 0, -1, -1)
GENERAL = Ask(int(AskKind.GENERAL), 0, -1, -1)
NORTH = (0.0, 1.0)


def named(f: Field) -> Names:
    b = f.b
    return Names(
        units=[f"Unit {i}" for i in range(b.n_units)],
        ids=[f"U{i}" for i in range(b.n_units)],
        leaders=[f"General {k}" for k in range(b.n_leaders)],
        leader_ids=[f"G{k}" for k in range(b.n_leaders)],
        terrain=[f"the wood {k}" for k in range(b.ground.n)],
        armies=["Blue", "Red"],
    )


def bands(f: Field, ask: Ask, i: int) -> dict[str, Band]:
    return {b.kind: b for b in hand.hand(f.b, named(f), ask, i).reach}


def polygon(band: Band) -> Any:
    return Polygon(band.outlines[0].points).buffer(0)


def drag(f: Field, ask: Ask, i: int, x: float, y: float, facing: tuple[float, float] = NORTH) -> Order | None:
    return gestures.drag(f.b, named(f), ask, [i], (x, y, *facing), None)


def test_in_the_open_a_line_reaches_its_rate_ahead_and_half_of_it_about() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    found = bands(f, MOVE, i)
    rate = f.b.rules.rate[0]
    half = polygon(found["half"])
    assert max(hypot(x - 36, y - 20) for x, y in half.exterior.coords) == pytest.approx(rate / 2, abs=0.02)
    ahead = polygon(found["move"])
    assert max(y for _, y in ahead.exterior.coords) == pytest.approx(20 + rate, abs=0.02)
    assert min(y for _, y in ahead.exterior.coords) >= 20 - 0.01, "not backwards"


@pytest.mark.parametrize("kind", ["wood", "rough", "building", "stream"])
def test_the_reach_is_where_the_rules_let_it_go(kind: str) -> None:
    """Places well inside are legal, places well outside are not, whatever the ground."""
    f = Field()
    shape = {"line": [(20, 24), (60, 24)]} if kind == "stream" else {"rectangle": (33, 23, 45, 29)}
    f.terrain(kind, **shape)
    i = f.unit("blue", "line", 34, 18, formation="column")
    f.unit("red", "line", 30, 26, facing="south")
    area = polygon(bands(f, MOVE, i)["move"])
    inside = outside = 0
    for x10 in range(240, 460, 4):
        for y10 in range(180, 300, 4):
            x, y = x10 / 10, y10 / 10
            p = Point(x, y)
            if hypot(x - 34, y - 18) < 1 or area.exterior.distance(p) < 0.7:
                continue
            legal = check(f.b, MOVE, Order(Act.MOVE, i, -1, 0, x, y, 0.0, 1.0)) == 0
            assert legal == area.contains(p), (x, y)
            inside, outside = inside + legal, outside + (not legal)
    assert inside > 9 and outside > 50


def test_a_unit_that_has_moved_has_a_card_but_no_reach() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, moved=True, disordered=True)
    found = hand.hand(f.b, named(f), MOVE, i)
    assert not found.can_act and not found.reach
    assert {n.value.partition(":")[0] for n in found.card.notes} >= {"has moved", "disordered"}


def test_every_rule_on_a_card_is_in_the_catalogue() -> None:
    f = Field()
    for k, troop in enumerate(("line", "guard", "lancers", "heavy_guns")):
        f.unit("blue", troop, 10 + 12 * k, 20, marker=True, routing=k == 0, fired=True, halted=True)
    f.general("blue", attached=1)
    f.b.leaders[0].spent = f.b.leaders[0].moved = True
    for piece in range(f.b.n_units + 1):
        found = hand.hand(f.b, named(f), MOVE, piece)
        facts = [*found.card.facts, *found.card.notes]
        assert facts and all(rule in CATALOGUE for fact in facts for rule in fact.rules)
        assert all(rule in CATALOGUE for band in (*found.reach, *found.ranges) for rule in band.rules)


def test_the_bands_of_fire_are_measured_from_the_front_edge() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    u = f.u(i)
    found = hand.hand(f.b, named(f), MOVE, i).ranges
    assert [b.distance for b in found] == f.b.rules.musket_range[u.weapon]
    top = max(y for _, y in found[-1].outlines[0].points)
    assert top == pytest.approx(20 + u.depth / 2 + found[-1].distance, abs=0.02)


def test_the_dice_on_the_card_are_those_it_fires_with() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, then=0)
    fact = next(x for x in hand.hand(f.b, named(f), None, i).card.facts if x.label == "Fire")
    assert fact.value == "5 dice" and fact.more.startswith("24 figures")
    assert f.u(i).then == 0, "looking changes nothing"


# Drags


def test_put_down_ahead_it_moves_as_it_faces_there() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    o = drag(f, MOVE, i, 36, 25)
    assert o is not None and o.kind == Act.MOVE and check(f.b, MOVE, o) == 0


def test_put_down_aside_it_goes_by_half_a_move_and_keeps_its_front() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    o = drag(f, MOVE, i, 34, 20)
    assert o is not None and (o.kind, o.fx, o.fy) == (Act.HALF_MOVE, 0.0, 1.0) and check(f.b, MOVE, o) == 0


def test_put_down_obliquely_with_its_front_kept_it_goes_by_half_a_move_if_that_gets_there() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    near, far = drag(f, MOVE, i, 37, 22), drag(f, MOVE, i, 37.5, 24)
    assert near is not None and near.kind == Act.HALF_MOVE and near.fy == 1.0
    assert far is not None and far.kind == Act.MOVE and far.fx > 0.1


def test_put_down_where_it_stood_it_turns() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, formation="column")
    o = drag(f, MOVE, i, 36.1, 20.1, (0.6, 0.8))
    assert o is not None and (o.kind, o.x, o.y) == (Act.HALF_MOVE, 36.0, 20.0) and o.fx == pytest.approx(0.6)


def test_put_down_in_a_building_it_enters_and_out_of_one_it_leaves() -> None:
    f = Field()
    house = f.terrain("building", rectangle=(30, 24, 36, 28))
    i = f.unit("blue", "line", 33, 22)
    o = drag(f, MOVE, i, 33, 26)
    assert o is not None and (o.kind, o.other) == (Act.ENTER, house)
    other = f.garrison("blue", house)
    o = drag(f, MOVE, other, 33, 30)
    assert o is not None and (o.kind, o.how) == (Act.LEAVE, Formation.LINE)


def test_an_order_that_is_drawn_up_is_put_there() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    form = Order(Act.FORM, i, 0, Formation.COLUMN, 36, 20, 0.0, 1.0)
    o = gestures.drag(f.b, named(f), MOVE, [i], (36, 22, 0.0, 2.0), form)
    assert o == form._replace(y=22, fy=1.0) and check(f.b, MOVE, o) == 0


def test_a_general_rides_or_joins_whom_he_is_put_on() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    f.general("blue", 36, 15)
    general = f.b.n_units
    ride, join = drag(f, GENERAL, general, 30, 15), drag(f, GENERAL, general, 36, 20)
    assert ride is not None and ride.kind == Act.MOVE and (ride.x, ride.y) == (30, 15)
    assert join is not None and (join.kind, join.other) == (Act.ATTACH, i)
    assert [o.kind for o in gestures.click(f.b, named(f), GENERAL, [general], i)] == [Act.ATTACH]


def test_from_the_reserve_it_is_deployed() -> None:
    f = Field()
    ask = Ask(int(AskKind.DEPLOY), 0, -1, -1)
    guns = f.unit("blue", "field_guns", 0, 0, lost=int(Lost.RESERVE))
    o = drag(f, ask, guns, 30, 6)
    assert o is not None and (o.kind, o.how) == (Act.DEPLOY, Formation.BATTERY) and check(f.b, ask, o) == 0
    assert [s.number for s in scene.scene(f.b, named(f)).waiting] == [guns]
    assert bands(f, ask, guns)["move"].distance == f.b.rules.deployment_depth


def test_horse_put_on_an_enemy_charges_it() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 36, 20)
    foe = f.unit("red", "line", 36, 28, facing="south")
    o = drag(f, CHARGE, i, 36, 28)
    assert o is not None and (o.kind, o.actor, o.other) == (Act.CHARGE, i, foe)
    assert gestures.click(f.b, named(f), CHARGE, [i], foe) == [o]
    assert hand.hand(f.b, named(f), CHARGE, i).targets == [foe]


# Ghosts and the tape


def test_a_ghost_says_what_it_pays_and_for_what() -> None:
    f = Field()
    f.terrain("wood", rectangle=(30, 22, 42, 40))
    i = f.unit("blue", "line", 36, 20, formation="column")
    o = Order(Act.MOVE, i, -1, 0, 36.0, 24.0, 0.0, 1.0)
    ghost = gestures.preview(f.b, named(f), MOVE, o)
    assert ghost.distance == 4.0 and ghost.cost is not None and ghost.cost > 4.0
    assert {p.label for p in ghost.parts} == {"way", "ground"}
    assert len(ghost.poses[0].bases) == 8 and ghost.allowed == f.b.rules.rate[1]


def test_the_line_of_sight_names_what_is_in_it() -> None:
    f = Field()
    f.terrain("wood", rectangle=(30, 24, 42, 30))
    a = f.unit("blue", "line", 36, 10)
    between = f.unit("blue", "line", 36, 16)
    foe = f.unit("red", "line", 36, 40, facing="south")
    line = gestures.sight(f.b, named(f), a, foe)
    assert line.clear is False and [(k.name, k.piece) for k in line.blockers] == [
        (f"Unit {between}", between),
        ("the wood 0", -1),
    ]
    f.u(between).x = 60
    f.u(foe).x, f.u(foe).y = 36, 20
    assert gestures.sight(f.b, named(f), a, foe).clear is True


def test_the_tape_runs_from_edge_to_edge() -> None:
    f = Field()
    a, c = f.unit("blue", "line", 36, 10), f.unit("red", "line", 36, 20)
    tape = gestures.measure(f.b, named(f), a, c)
    assert tape.distance == pytest.approx(10 - f.u(a).depth)
    assert gestures.measure(f.b, named(f), (0.0, 0.0), (3.0, 4.0)).distance == pytest.approx(5.0)
