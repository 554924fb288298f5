"""Men picked up, put down, and clicked: areas lie where the rules allow, gestures mean what people mean."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Any

import pytest
from shapely.geometry import Point, Polygon

from grognard.books.most_irregular import gestures, hand
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.men import centre_of
from grognard.books.most_irregular.setup import PIECE_COMMANDER, PIECE_FORMATION, Names
from grognard.scene import Band
from grognard.values import Ask, Order

from .field import CATALOGUE, NOBODY, Act, AskKind, Field, order


def named(f: Field) -> Names:
    b = f.b
    return Names(
        bodies=[f"Body {k}" for k in range(16)],
        body_ids=[f"A{k}" for k in range(16)],
        men=[f"Man {i}" for i in range(b.n_men)],
        man_ids=[f"M{i}" for i in range(b.n_men)],
        terrain=[f"the house {k}" for k in range(b.ground.n)],
        armies=["Blue", "Red"],
    )


def polygon(band: Band) -> Any:
    return Polygon(band.outlines[0].points).buffer(0)


def reach(f: Field, ask: Ask, piece: int) -> dict[str, Band]:
    return {b.kind: b for b in hand.hand(f.b, named(f), ask, piece).reach}


def drag(f: Field, ask: Ask, pieces: list[int], *pose: float) -> Order | None:
    x, y, fx, fy = pose
    return gestures.drag(f.b, named(f), ask, pieces, (x, y, fx, fy), None)


def step_ask(k: int = 0) -> Ask:
    return Ask(int(AskKind.STEP), 0, k, -1)


def activate_ask(k: int = 0) -> Ask:
    return Ask(int(AskKind.ACTIVATE), 0, k, -1)


# Where they can go


def test_in_the_open_a_unit_reaches_its_move_all_round() -> None:
    f = Field()
    unit = f.formation("blue", 6, 24, 20, files=3)
    area = polygon(reach(f, f.activate(unit), PIECE_FORMATION + unit)["move"])
    x, y = centre_of(f.b, 0, f.members(unit))
    far = [hypot(px - x, py - y) for px, py in area.exterior.coords]
    assert min(far) == pytest.approx(4.0, abs=0.02) and max(far) == pytest.approx(4.0, abs=0.02)


@pytest.mark.parametrize("kind", ["building", "ploughed", "wall"])
def test_the_reach_of_a_unit_is_where_the_rules_let_it_go(kind: str) -> None:
    f = Field()
    shape = {"line": [(10, 22.5), (40, 22.5)]} if kind == "wall" else {"rectangle": (22, 22.2, 27, 26)}
    f.terrain(kind, **shape)
    unit = f.formation("blue", 6, 24, 20, files=3)
    f.formation("red", 4, 20.5, 22, facing="south")
    ask = f.activate(unit)
    area = polygon(reach(f, ask, PIECE_FORMATION + unit)["move"])
    x, y = centre_of(f.b, 0, f.members(unit))
    seen = {True: 0, False: 0}
    for k in range(36):
        dx, dy = cos(k * pi / 18), sin(k * pi / 18)
        for far in (0.5, 1.2, 2.0, 2.8, 3.5, 4.6):
            p = Point(x + dx * far, y + dy * far)
            if area.exterior.distance(p) > 0.5:
                o = order(Act.MOVE, unit, x=p.x, y=p.y, fx=0.0, fy=1.0)
                legal = check(f.b, ask, o) == 0
                assert legal or not area.contains(p), (p.x, p.y)
                seen[legal] += 1
    assert seen[True] > 10 and seen[False] > 20


def test_a_commander_moves_or_dashes() -> None:
    f = Field()
    f.man("blue", 5, 5)
    f.commander("blue", 24, 20)
    f.terrain("building", rectangle=(20, 22, 28, 24))
    found = reach(f, step_ask(), PIECE_COMMANDER)
    assert found["move"].distance == 4.0 and found["dash"].distance == 8.0
    move, dash = polygon(found["move"]), polygon(found["dash"])
    assert dash.buffer(0.05).contains(move)
    assert not dash.contains(Point(24, 23)), "not into the house"
    for spot, kind in (((24.0, 17.0), Act.MOVE), ((24.0, 13.5), Act.DASH)):
        o = drag(f, step_ask(), [PIECE_COMMANDER], *spot, 0.0, 1.0)
        assert o is not None and o.kind == kind and check(f.b, step_ask(), o) == 0


def test_a_straggler_scurries_clear_of_the_enemy() -> None:
    f = Field()
    i = f.man("blue", 24, 20)
    f.man("red", 24, 30)
    f.commander("blue", 24, 19)
    area = polygon(reach(f, activate_ask(), i)["move"])
    assert area.contains(Point(24, 13)) and not area.contains(Point(24, 27.5))
    o = drag(f, activate_ask(), [i], 24.0, 14.0, 0.0, 1.0)
    assert o == order(Act.SCURRY, how=f.set(i), x=0.0, y=-6.0) and check(f.b, activate_ask(), o) == 0


def test_who_cannot_act_has_a_card_only() -> None:
    f = Field()
    i = f.man("blue", 24, 20, acted=1, wounded=True)
    foe = f.man("red", 24, 30)
    f.commander("blue", 24, 19)
    for piece in (i, foe):
        found = hand.hand(f.b, named(f), activate_ask(), piece)
        assert not found.can_act and not found.reach and not found.targets
    notes = [n.value for n in hand.hand(f.b, named(f), activate_ask(), i).card.notes]
    assert "has been activated" in notes and any("wounded" in n for n in notes)


def test_every_rule_on_a_card_is_in_the_catalogue() -> None:
    f = Field()
    unit = f.formation("blue", 6, 24, 20, files=3)
    loose = f.man("blue", 10, 10, wounded=True)
    f.commander("blue", 24, 19, mounted=True, charismatic=True, acted=True)
    ask = f.activate(unit)
    for piece in (loose, 0, PIECE_FORMATION + unit, PIECE_COMMANDER):
        found = hand.hand(f.b, named(f), ask, piece)
        facts = [*found.card.facts, *found.card.notes]
        assert facts and all(rule in CATALOGUE for fact in facts for rule in fact.rules)
        assert all(rule in CATALOGUE for band in (*found.reach, *found.ranges) for rule in band.rules)


# Drags and clicks


def test_a_unit_is_moved_by_any_of_its_men() -> None:
    f = Field()
    unit = f.formation("blue", 6, 24, 20, files=3)
    ask = f.activate(unit)
    x, y = centre_of(f.b, 0, f.members(unit))
    whole = drag(f, ask, [PIECE_FORMATION + unit], x + 1.0, y + 2.0, 0.0, 1.0)
    m = f.m(0)
    by_man = drag(f, ask, [0], m.x + 1.0, m.y + 2.0, 0.0, 1.0)
    assert whole is not None and by_man is not None and whole[:4] == by_man[:4] == (Act.MOVE, unit, NOBODY, 0)
    assert (by_man.x, by_man.y) == pytest.approx((whole.x, whole.y)) and check(f.b, ask, whole) == 0


def test_a_part_of_a_unit_is_moved_by_a_set_of_its_men() -> None:
    f = Field()
    unit = f.formation("blue", 6, 24, 20, files=3)
    ask = f.activate(unit)
    o = drag(f, ask, [0, 1], f.m(0).x, f.m(0).y + 2.0, 0.0, 1.0)
    assert o is not None and o.how == f.set(0, 1) and check(f.b, ask, o) == 0


def test_put_down_where_a_wheel_would_bring_it_a_unit_wheels() -> None:
    f = Field()
    unit = f.formation("blue", 4, 24, 20)
    ask = f.activate(unit)
    left = min((f.m(i).x, i) for i in f.of(unit))[1]
    x, y = centre_of(f.b, 0, f.members(unit))
    c, s = cos(0.9), sin(0.9)
    dx = x - f.m(left).x
    o = drag(f, ask, [PIECE_FORMATION + unit], f.m(left).x + dx * c, y + dx * s, -s, c)
    assert o is not None and (o.kind, o.other) == (Act.WHEEL, left) and check(f.b, ask, o) == 0
    turn = drag(f, ask, [PIECE_FORMATION + unit], x, y, -s, c)
    assert turn is not None and turn.kind == Act.MOVE and (turn.x, turn.y) == pytest.approx((x, y))


def test_a_formation_that_is_not_in_hand_is_activated() -> None:
    f = Field()
    unit = f.formation("blue", 4, 24, 20)
    f.commander("blue", 24, 18)
    o = drag(f, activate_ask(), [PIECE_FORMATION + unit], 24.0, 24.0, 0.0, 1.0)
    assert o is not None and (o.kind, o.actor) == (Act.UNIT, unit) and check(f.b, activate_ask(), o) == 0


def test_a_click_on_a_formation_is_fire_or_assault() -> None:
    f = Field()
    unit = f.formation("blue", 6, 24, 20, files=3)
    foe = f.formation("red", 6, 24, 23.5, facing="south", files=3)
    ask = f.activate(unit)
    found = gestures.click(f.b, named(f), ask, [PIECE_FORMATION + unit], PIECE_FORMATION + foe)
    assert [o.kind for o in found] == [Act.FIRE, Act.RAPID, Act.ASSAULT]
    assert all(o.other == foe and check(f.b, ask, o) == 0 for o in found)
    assert PIECE_FORMATION + foe in hand.hand(f.b, named(f), ask, PIECE_FORMATION + unit).targets


def test_of_the_men_who_are_picked_those_fire_who_can() -> None:
    f = Field()
    near, far = f.men("blue", (24, 20), (40, 2))
    foe = f.formation("red", 4, 24, 26, facing="south")
    f.commander("blue", 24, 19)
    f.c(0).charismatic = True
    found = gestures.click(f.b, named(f), activate_ask(), [near, far], PIECE_FORMATION + foe)
    assert found[0].kind == Act.SKIRMISH and found[0].how == f.set(near)


def test_a_click_on_a_straggler_is_a_shot_or_an_attack_and_on_friends_joins_them() -> None:
    f = Field()
    i = f.man("blue", 24, 20)
    own = f.formation("blue", 4, 21.5, 20)
    foe = f.man("red", 24, 24)
    f.commander("blue", 24, 19)
    found = gestures.click(f.b, named(f), activate_ask(), [i], foe)
    assert Act.ATTACK in [o.kind for o in found] and Act.SKIRMISH in [o.kind for o in found]
    assert all(check(f.b, activate_ask(), o) == 0 for o in found)
    [join] = gestures.click(f.b, named(f), activate_ask(), [i], PIECE_FORMATION + own)
    assert (join.kind, join.other, join.how) == (Act.JOIN, own, f.set(i))


# Ghosts and the tape


def test_a_ghost_is_where_the_plan_puts_the_men() -> None:
    f = Field()
    unit = f.formation("blue", 6, 24, 20, files=3)
    f.terrain("ploughed", rectangle=(10, 20.5, 40, 30))
    ask = f.activate(unit)
    o = drag(f, ask, [0], f.m(0).x, f.m(0).y + 1.0, 0.0, 1.0)
    assert o is not None
    ghost = gestures.preview(f.b, named(f), ask, o)
    assert len(ghost.poses) == 7 and ghost.distance == pytest.approx(1.0) and ghost.allowed == 4.0
    assert ghost.cost is not None and ghost.cost > 1.0 and [p.label for p in ghost.parts] == ["way", "ground"]
    first = next(p for p in ghost.poses if p.number == 0)
    assert (first.x, first.y) == pytest.approx((f.m(0).x, f.m(0).y + 1.0))


def test_the_line_of_sight_names_what_is_in_it() -> None:
    f = Field()
    a = f.man("blue", 24, 10)
    b = f.man("blue", 24, 14)
    foe = f.man("red", 24, 20)
    line = gestures.sight(f.b, named(f), a, foe)
    assert line.clear is False and [k.piece for k in line.blockers] == [b]
    f.m(b).x = 30.0
    assert gestures.sight(f.b, named(f), a, foe).clear is True
    f.terrain("building", rectangle=(20, 14, 28, 17))
    line = gestures.sight(f.b, named(f), a, foe)
    assert line.clear is False and [k.name for k in line.blockers] == ["the house 0"]


def test_the_tape_runs_between_the_nearest_bases() -> None:
    f = Field()
    unit = f.formation("blue", 3, 24, 10)
    foe = f.man("red", 24, 20)
    tape = gestures.measure(f.b, named(f), PIECE_FORMATION + unit, foe)
    assert tape.distance == pytest.approx(10 - f.b.rules.base_diameter)
    assert gestures.measure(f.b, named(f), (24.0, 25.0), foe).distance == pytest.approx(5 - 0.375)
