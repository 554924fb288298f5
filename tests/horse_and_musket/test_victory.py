"""Victory: objectives, points, breaking, the last turn; what counts as lost; deployment."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import casualties, deployment, melee, victory
from grognard.books.horse_and_musket.state import Battle, Formation, Lost
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, rule

BLUE, RED, NOBODY, DRAW = 0, 1, -1, 2


def objective(f: Field, piece: int, points: int, owner: int = NOBODY) -> None:
    o = f.b.aims.objectives[f.b.aims.n_objectives]
    o.piece, o.points, o.owner = piece, points, owner
    f.b.aims.n_objectives += 1


def hill_and_farm(f: Field) -> tuple[int, int]:
    """A hill that is red's at the start (2 points) and a farm that is nobody's (3)."""
    hill = f.terrain("hill", circle=(36, 24, 5))
    farm = f.terrain("building", rectangle=(50, 20, 54, 23))
    objective(f, hill, 2, RED)
    objective(f, farm, 3)
    return hill, farm


def points(f: Field) -> tuple[int, int]:
    victory.note_touched(f.b)
    victory.count_points(f.b)
    return f.b.points[0], f.b.points[1]


# objectives and points (section 5.3)


@pytest.mark.rule("FH-R88")
def test_an_untouched_place_is_its_owners_and_no_ones_is_no_ones() -> None:
    f = Field()
    hill_and_farm(f)
    assert points(f) == (0, 2)


@pytest.mark.rule("FH-R88")
@pytest.mark.parametrize(
    ("kind", "more", "counts"),
    [
        ("line", {}, True),
        ("heavy_horse", {"formation": "squadrons"}, True),
        ("line", {"disordered": True}, True),
        ("line", {"routing": True}, False),
        ("light", {"formation": "extended"}, False),
        ("field_guns", {}, False),
        ("line", {"lost": Lost.DESTROYED}, False),
    ],
)
def test_only_formed_units_take_a_place(kind: str, more: dict[str, Any], counts: bool) -> None:
    f = Field()
    hill_and_farm(f)
    f.unit("blue", kind, 36, 24, **more)
    assert victory.holder(f.b, f.b.aims.objectives[0]) == (BLUE if counts else RED)


@pytest.mark.rule("FH-R88")
def test_a_place_wants_the_only_formed_units_there() -> None:
    f = Field()
    hill_and_farm(f)
    mine = f.unit("blue", "line", 36, 23)
    assert points(f) == (2, 0)
    his = f.unit("red", "line", 36, 27, facing="south")
    assert points(f) == (0, 0)
    f.u(mine).x = 10.0
    assert points(f) == (0, 2)
    f.u(his).x = 10.0
    assert points(f) == (0, 0), "once the enemy has been there it is nobody's"


@pytest.mark.rule("FH-R88")
def test_its_owner_going_away_does_not_touch_a_place() -> None:
    f = Field()
    hill_and_farm(f)
    his = f.unit("red", "line", 36, 24, facing="south")
    assert points(f) == (0, 2)
    f.u(his).x = 10.0
    assert points(f) == (0, 2)


@pytest.mark.rule("FH-R88")
def test_a_building_is_held_by_its_garrison_not_by_those_beside_it() -> None:
    f = Field()
    _, farm = hill_and_farm(f)
    f.unit("red", "line", 52, 18.5)
    f.unit("red", "line", 52, 25)
    assert points(f) == (0, 2)
    f.garrison("blue", farm)
    assert points(f) == (3, 2)


@pytest.mark.rule("FH-R88", "FH-R91")
def test_a_point_for_each_unit_destroyed_gun_taken_and_general_removed() -> None:
    f = Field()
    for how in (Lost.DESTROYED, Lost.DISPERSED, Lost.OFF_TABLE, Lost.CAPTURED):
        f.unit("red", "line", 20, 20, lost=int(how))
    f.unit("red", "line", 20, 20, lost=int(Lost.RESERVE))
    f.unit("red", "line", 20, 20, routing=True)
    f.unit("blue", "line", 60, 20, lost=int(Lost.DESTROYED))
    k = f.general("blue", 5, 5)
    f.general("red", 5, 40)
    f.b.leaders[k].alive = False
    assert points(f) == (4, 2)


@pytest.mark.rule("FH-R88")
@pytest.mark.parametrize(
    ("lead", "level_is_draw", "winner"),
    [
        (2, False, BLUE),
        (3, False, BLUE),
        (1, False, DRAW),
        (0, False, RED),
        (-1, False, RED),
        (0, True, DRAW),
        (-1, True, RED),
    ],
)
def test_the_attacker_needs_his_margin(lead: int, level_is_draw: bool, winner: int) -> None:
    b = Battle()
    b.aims.attacker, b.aims.margin, b.aims.level_is_draw = BLUE, 2, level_is_draw
    b.points[0], b.points[1] = 5 + lead, 5
    assert victory.winner_by_points(b) == winner


# the end


def army(f: Field, side: str, units: int, lost: int, routing: int) -> None:
    for n in range(units):
        f.unit(side, "line", 5 + 7 * n, 10 if side == "blue" else 38, routing=lost <= n < lost + routing)
        if n < lost:
            f.u(f.b.n_units - 1).lost = int(Lost.DESTROYED)


@pytest.mark.rule("FH-R89")
@pytest.mark.parametrize(("turn", "over"), [(11, False), (12, True)])
def test_the_battle_ends_with_turn_12(turn: int, over: bool) -> None:
    f = Field()
    army(f, "blue", 2, 0, 0)
    army(f, "red", 2, 0, 0)
    f.b.turn = turn
    victory.judge(f.b)
    assert (f.b.winner >= 0) == over


@pytest.mark.rule("FH-R88")
@pytest.mark.parametrize(
    ("lost", "routing", "broken"), [(1, 1, False), (1, 2, True), (3, 0, True), (0, 2, False)]
)
def test_a_side_breaks_with_more_than_half_destroyed_or_routing(
    lost: int, routing: int, broken: bool
) -> None:
    f = Field()
    army(f, "blue", 4, 0, 0)
    army(f, "red", 4, lost, routing)
    f.b.turn = 3
    victory.judge(f.b)
    assert (f.b.broken == RED) == broken
    assert (f.b.winner >= 0) == broken
    if broken:
        assert (f.one(Ev.BROKEN).actor, f.one(Ev.BROKEN).a, f.one(Ev.BROKEN).b) == (RED, 3, 4)


@pytest.mark.rule("FH-R88")
@pytest.mark.parametrize(
    ("units", "lost", "broken"), [(5, 3, True), (5, 2, False), (9, 5, True), (9, 4, False)]
)
def test_half_is_not_more_than_half(units: int, lost: int, broken: bool) -> None:
    f = Field()
    army(f, "red", units, lost, 0)
    assert victory.is_broken(f.b, RED) == broken


@pytest.mark.rule("FH-R88")
@pytest.mark.parametrize(("option", "winner"), [("scenario", RED), ("break", BLUE)])
def test_the_broken_side_loses_by_option_else_points_decide(option: str, winner: int) -> None:
    f = Field(victory=option)
    hill = f.terrain("hill", circle=(36, 24, 5))
    objective(f, hill, 9, RED)
    army(f, "blue", 4, 0, 0)
    army(f, "red", 4, 2, 1)
    f.b.turn = 3
    victory.judge(f.b)
    assert f.b.winner == winner
    assert f.one(Ev.OVER).actor == winner
    assert [(e.actor, e.a) for e in f.events(Ev.POINTS)] == [(BLUE, 2), (RED, 9)]


@pytest.mark.rule("FH-R88", "FH-R89")
@pytest.mark.parametrize("broken", [0, 2])
def test_by_breaking_alone_time_up_or_both_broken_is_a_draw(broken: int) -> None:
    f = Field(victory="break")
    army(f, "blue", 3, broken, 0)
    army(f, "red", 3, broken, 0)
    f.b.turn = 5 if broken else 12
    victory.judge(f.b)
    assert f.b.winner == DRAW


# what is lost


@pytest.mark.rule("FH-R91")
def test_a_unit_without_figures_is_destroyed() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, figures=3)
    assert casualties.remove_figures(f.b, i, 5) == 3
    assert f.u(i).lost == Lost.DESTROYED


@pytest.mark.rule("FH-R91", "FH-R21")
def test_a_unit_forced_off_the_table_counts_as_destroyed() -> None:
    from grognard.books.horse_and_musket.retreats import run_away

    f = Field()
    i = f.unit("blue", "line", 36, 8)
    foe = f.unit("red", "line", 36, 12, facing="south")
    run_away(f.b, i, foe)
    assert f.u(i).lost == Lost.OFF_TABLE
    assert victory.units_out(f.b, BLUE) == 1


@pytest.mark.rule("FH-R91")
def test_a_beaten_crew_is_gone_and_its_gun_taken_for_good() -> None:
    f = Field()
    i = f.unit("blue", "field_guns", 36, 20)
    f.u(i).foe = f.unit("red", "line", 36, 21.75, facing="south")
    melee.lose_melee(f.b, i)
    assert f.u(i).lost == Lost.CAPTURED
    assert f.one(Ev.CAPTURED).other == f.u(i).foe
    assert victory.units_out(f.b, BLUE) == 1


# deployment


def reserve(f: Field, side: str, troop: str = "line") -> int:
    return f.unit(side, troop, 0, 0, lost=int(Lost.RESERVE))


def placed(f: Field, i: int, x: float, y: float, fy: float) -> None:
    f.order(Act.DEPLOY, i, how=int(Formation.LINE), x=x, y=y, fx=0.0, fy=fy)


@pytest.mark.rule("FH-R90")
def test_units_are_deployed_alternately_the_lower_roller_first() -> None:
    f = Field()
    blue = [reserve(f, "blue") for _ in range(3)]
    red = [reserve(f, "red")]
    f.dice(4, 4, 5, 2)  # a tie is rolled again; red is lower
    placed(f, red[0], 30, 40, -1.0)
    for n, i in enumerate(blue):
        placed(f, i, 10 + 10 * n, 6, 1.0)
    deployment.deploy(f.b)
    assert [e.actor for e in f.events(Ev.DEPLOYED)] == [*red, *blue]
    assert (f.u(blue[1]).x, f.u(blue[1]).y, f.u(blue[1]).fy) == (20, 6, 1)
    assert all(f.u(i).lost == Lost.NO for i in (*red, *blue))
    f.used_up()


@pytest.mark.rule("FH-R90")
@pytest.mark.parametrize(("side", "own", "fy"), [(0, 0.0, 1.0), (1, 48.0, -1.0)])
def test_all_of_a_unit_stands_within_12_inches_of_its_own_edge(side: int, own: float, fy: float) -> None:
    f = Field()
    i = reserve(f, "blue" if side == 0 else "red")
    ask = Ask(int(AskKind.DEPLOY), side, -1, -1)

    def refused(depth: float) -> str:
        return rule(
            f.check(ask, Act.DEPLOY, i, how=int(Formation.LINE), x=36, y=own + fy * depth, fx=0.0, fy=fy)
        )

    assert refused(12 - 0.75) == ""
    assert refused(12 - 0.74) == "FH-R90"
    assert refused(0.7) == "FH-R90", "off the table"


@pytest.mark.rule("FH-R90")
def test_what_else_deployment_refuses() -> None:
    f = Field()
    f.terrain("building", rectangle=(50, 5, 54, 8))
    f.terrain("wood", rectangle=(60, 2, 70, 10))
    mine, his, guns = reserve(f, "blue"), reserve(f, "red"), reserve(f, "blue", "field_guns")
    f.unit("blue", "line", 20, 6)
    ask = Ask(int(AskKind.DEPLOY), 0, -1, -1)

    def refused(i: int, x: float, how: Formation = Formation.LINE) -> str:
        return rule(f.check(ask, Act.DEPLOY, i, how=int(how), x=x, y=6, fx=0.0, fy=1.0))

    assert refused(mine, 36) == refused(guns, 36, Formation.BATTERY) == ""
    assert refused(mine, 36, Formation.SQUADRONS) == "FH-R90"
    assert refused(his, 36) == refused(3, 36) == refused(99, 36) == "FH-R90"
    assert refused(mine, 22) == "FH-R17"
    assert refused(mine, 52) == refused(guns, 65, Formation.BATTERY) == "FH-R14"
    assert refused(mine, 65) == ""
