"""Movement: how far, over what, at which gait, and how horse turns."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.tyneside import actions, moves, ways
from grognard.books.tyneside.figures import centre
from grognard.books.tyneside.footing import barriers, list_pieces, way_cost
from grognard.books.tyneside.state import Armour, Code, Gait, Kind
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field

MOVE = Ask(int(AskKind.MOVE), 0, -1, -1)


def one(book: str = "ec", x: float = 60, y: float = 20, **more: Any) -> tuple[Field, int, int]:
    """A commanded group, and the first of its men."""
    house = more.pop("house", {})
    men = more.pop("men", 1)
    f = Field(book, **house)
    g = f.group("blue", men, x, y, **more)
    f.g(g).commander = g
    f.ready()
    return f, g, f.of(g)[0]


def riders(book: str = "ec", **more: Any) -> tuple[Field, int, int]:
    return one(book, mounted=True, kind="skirmish_horse" if book == "ec" else "swedish", **more)


# How far


@pytest.mark.rule("TY-039", "TY-040", "TY-041", "TY-065", "TY-R62", "TY-R91")
@pytest.mark.parametrize("book", ["ec", "ps"])
@pytest.mark.parametrize(
    ("role", "state", "far"),
    [
        ("troops", {}, 25),
        ("troops", {"wounded": True}, 20),
        ("civilians", {}, 20),
        ("civilians", {"hampered": True}, 15),
        ("troops", {"wounded": True, "hampered": True}, 15),
        ("troops", {"hampered": True}, 25),
    ],
)
def test_moves_on_foot(book: str, role: str, state: dict[str, Any], far: float) -> None:
    f, g, i = one(book, role=role, **state)
    assert ways.allowance(f.b, i, Gait.WALK) == far
    moved = moves.move_figure(f.b, i, 60, 110, Gait.WALK, 0.0)
    assert moved == pytest.approx(far, abs=0.01) and f.f(i).spent == pytest.approx(1.0)
    assert moves.move_figure(f.b, i, 60, 110, Gait.WALK, 0.0) == 0.0  # a move is spent but once
    assert g == 0


@pytest.mark.rule("PS-024", "PS-R23", "TY-041")
@pytest.mark.parametrize(
    ("armour", "plain", "all_slowed"),
    [
        ("none", (25, 20), (25, 20)),
        ("buff", (25, 20), (25, 20)),
        ("half", (25, 15), (15, 15)),
        ("cuirassier", (25, 15), (15, 15)),
    ],
)
def test_heavy_armour_slows_the_wounded_or_all(
    armour: str, plain: tuple[int, int], all_slowed: tuple[int, int]
) -> None:
    for option, far in ((False, plain), (True, all_slowed)):
        f, _, i = one("ps", armour=armour, house={"armour_slows_all": option})
        fit = ways.allowance(f.b, i, Gait.WALK)
        f.f(i).wounded = True
        assert (fit, ways.allowance(f.b, i, Gait.WALK)) == far, Armour(f.f(i).armour)


@pytest.mark.rule("EC-057", "EC-058", "EC-059", "PS-025", "PS-026", "PS-027", "TY-R62")
@pytest.mark.parametrize(("book", "most"), [("ec", (30, 40, 50)), ("ps", (30, 45, 60))])
def test_gaits_of_horse(book: str, most: tuple[float, float, float]) -> None:
    f, _, i = riders(book)
    assert tuple(ways.allowance(f.b, i, gait) for gait in (Gait.WALK, Gait.TROT, Gait.GALLOP)) == most
    f.f(i).wounded = True  # he may not gallop
    assert ways.allowance(f.b, i, Gait.GALLOP) == most[1]


@pytest.mark.rule("EC-057", "EC-058", "EC-059", "EC-R03")
@pytest.mark.parametrize(
    ("gait", "far", "refused"),
    [
        (Gait.WALK, 1, ""),
        (Gait.WALK, 30, ""),
        (Gait.WALK, 30.1, "TY-039"),
        (Gait.TROT, 30, "EC-R03"),
        (Gait.TROT, 30.1, ""),
        (Gait.TROT, 40.1, "TY-039"),
        (Gait.GALLOP, 40, "EC-R03"),
        (Gait.GALLOP, 50, ""),
        (Gait.GALLOP, 50.1, "TY-039"),
    ],
)
def test_where_one_gait_ends_another_begins(gait: Gait, far: float, refused: str) -> None:
    f, g, _ = riders("ec")
    assert f.refused(MOVE, Act.MARCH, actor=g, how=gait, x=60, y=20 + far) == refused


@pytest.mark.rule("PS-025", "PS-026", "PS-027", "PS-R08")
@pytest.mark.parametrize(
    ("gait", "far", "refused"),
    [
        (Gait.WALK, 4.9, "PS-R08"),
        (Gait.WALK, 5, ""),
        (Gait.TROT, 30.9, "PS-R08"),
        (Gait.TROT, 31, ""),
        (Gait.TROT, 45, ""),
        (Gait.GALLOP, 49, "PS-R08"),
        (Gait.GALLOP, 60, ""),
        (Gait.GALLOP, 60.1, "TY-039"),
    ],
)
def test_a_declared_gait_has_its_least(gait: Gait, far: float, refused: str) -> None:
    f, g, _ = riders("ps")
    assert f.refused(MOVE, Act.MARCH, actor=g, how=gait, x=60, y=20 + far) == refused


@pytest.mark.rule("PS-075")
def test_dutch_trained_horse_gallops_only_when_it_runs() -> None:
    f, g, _ = riders("ps")
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.GALLOP, x=60, y=75) == ""
    f.g(g).kind = int(Kind.DUTCH)
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.GALLOP, x=60, y=75) == "PS-075"
    foe = f.group("red", 2, 60, 60, "south")
    f.ready()
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=foe, how=Gait.GALLOP) == "PS-075"
    f.f(0).y = 50.0
    f.g(g).code = int(Code.FLG)
    f.ready()
    actions.act_out(f.b, g)
    assert f.g(g).gait == Gait.GALLOP and f.g(g).router


# Over what


@pytest.mark.rule("TY-042", "TY-R64")
@pytest.mark.parametrize(("kind", "cost"), [("marsh", 30), ("wood", 30), ("rocks", 30), ("crops", 20)])
def test_every_cm_of_difficult_going_counts_as_two(kind: str, cost: float) -> None:
    f, g, i = one("ec")
    f.terrain(kind, rectangle=(40, 25, 80, 35))
    assert way_cost(f.b, 60, 20, 60, 40, False, 25.0) == pytest.approx(cost)
    refused = f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=40)
    assert refused == ("TY-039" if cost > 25 else "")
    if cost > 25:
        assert (f.b.refusal.asked, f.b.refusal.allowed) == (pytest.approx(cost), 25.0)
        assert moves.move_figure(f.b, i, 60, 90, Gait.WALK, 0.0) == pytest.approx(15.0, abs=0.02)


@pytest.mark.rule("TY-R64")
def test_horse_goes_through_difficult_ground_at_a_walk() -> None:
    f, _, i = riders("ec")
    f.terrain("marsh", rectangle=(40, 70, 80, 75))
    assert moves.gait_on(f.b, i, 60, 69, Gait.GALLOP) == Gait.GALLOP
    assert moves.gait_on(f.b, i, 60, 72, Gait.GALLOP) == Gait.WALK
    g = f.f(i).group
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.GALLOP, x=60, y=65) == ""
    f.f(i).y = 40.0
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.TROT, x=60, y=72) == "TY-039"  # 34 of 30


@pytest.mark.rule("TY-043", "TY-R64")
@pytest.mark.parametrize("kind", ["fence", "hedge", "wall", "felled_tree", "earthwork"])
def test_a_barrier_takes_a_quarter_of_a_move(kind: str) -> None:
    f, g, i = one("ec")
    f.terrain(kind, line=[(40, 25), (80, 25)])
    assert barriers(f.b, list_pieces(f.b, 60, 20, 60, 30), 60, 20, 60, 30) == 1
    assert way_cost(f.b, 60, 20, 60, 30, False, 25.0) == pytest.approx(10 + 6.25)
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=38.7) == ""
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=38.8) == "TY-039"
    f.f(i).wounded = True  # a quarter of his own 20
    assert way_cost(f.b, 60, 20, 60, 30, False, ways.allowance(f.b, i, Gait.WALK)) == pytest.approx(15)
    f.terrain(kind, line=[(40, 28), (80, 28)])
    assert way_cost(f.b, 60, 20, 60, 30, False, 20.0) == pytest.approx(20)


@pytest.mark.rule("TY-042", "TY-R64")
def test_nobody_enters_a_river_and_no_horse_a_house() -> None:
    f, g, _ = one("ps")
    f.terrain("river", rectangle=(40, 25, 80, 33))
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=29) == "TY-042"
    f.terrain("bridge", rectangle=(57, 24, 63, 34))
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=29) == ""
    f, g, _ = riders("ps")
    f.terrain("building", rectangle=(50, 30, 70, 45))
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=38) == "TY-042"


# Turning


@pytest.mark.rule("TY-R65")
def test_men_on_foot_turn_for_nothing() -> None:
    f, g, i = one("ec")
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=20, fx=0, fy=-1) == ""
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=45, fx=1, fy=0) == ""
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=20, fx=0.5, fy=0) == "TY-R65"
    moves.face(f.b, i, 10, 20)
    assert (f.f(i).fx, f.f(i).spent) == (-1.0, 0.0)


@pytest.mark.rule("EC-061", "EC-062", "EC-R05")
@pytest.mark.parametrize(
    ("gait", "far", "facing", "refused"),
    [
        (Gait.WALK, 7.5, (0.8, 0.6), "EC-061"),  # 53 degrees are two turns
        (Gait.WALK, 7.4, (0.7071067811865476, 0.7071067811865476), "EC-061"),
        (Gait.WALK, 7.5, (0.7071067811865476, 0.7071067811865476), ""),  # 45 after a quarter of 30
        (Gait.WALK, 15, (1.0, 0.0), ""),
        (Gait.WALK, 14.9, (1.0, 0.0), "EC-061"),
        (Gait.WALK, 30, (0.0, -1.0), ""),
        (Gait.TROT, 35, (0.0, -1.0), "EC-061"),
        (Gait.GALLOP, 49, (1.0, 0.0), "EC-062"),
        (Gait.GALLOP, 50, (1.0, 0.0), ""),
        (Gait.GALLOP, 50, (0.0, 1.0), ""),
    ],
)
def test_horse_turns_by_45_degrees_after_a_part_of_its_move(
    gait: Gait, far: float, facing: tuple[float, float], refused: str
) -> None:
    f, g, _ = riders("ec")
    fx, fy = facing
    assert f.refused(MOVE, Act.MARCH, actor=g, how=gait, x=60, y=20 + far, fx=fx, fy=fy) == refused


@pytest.mark.rule("EC-R05")
def test_halted_horse_turns_on_the_spot() -> None:
    f, g, _ = riders("ec")
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=20, fx=0, fy=-1) == ""


@pytest.mark.rule("PS-R10")
@pytest.mark.parametrize("limits", [False, True])
def test_horse_of_pike_and_shot_turns_freely_unless_a_game_has_it_otherwise(limits: bool) -> None:
    f, g, _ = riders("ps", house={"ps_use_ec_cavalry_limits": limits})
    refused = f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=26, fx=0, fy=-1)
    assert refused == ("PS-R10" if limits else "")
    for _ in range(2):
        moves.note_move(f.b, g, Gait.GALLOP, 60.0)
    assert f.g(g).must_walk == limits


@pytest.mark.rule("EC-R05", "EC-061", "EC-062", "TY-R19")
def test_horse_cannot_charge_what_is_behind_it() -> None:
    f, g, _ = riders("ec", y=60, arms=("sword",))
    ahead, behind = f.group("red", 2, 60, 85, "south"), f.group("red", 2, 60, 35)
    f.ready()
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=ahead, how=Gait.GALLOP) == ""
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=behind, how=Gait.GALLOP) == "EC-062"
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=behind, how=Gait.TROT) == "EC-061"


@pytest.mark.rule("EC-R05", "TY-R25")
@pytest.mark.parametrize(
    ("facing", "gait", "far"),
    [
        ("north", Gait.GALLOP, 50),
        ("east", Gait.GALLOP, 50),
        ((0.6, -0.8), Gait.TROT, 40),
        ("south", Gait.TROT, 40),
    ],
)
def test_horse_told_to_gallop_turns_first(facing: str | tuple[float, float], gait: Gait, far: float) -> None:
    f = Field("ec", depth=200)
    g = f.group("blue", 1, 60, 20, facing, kind="shock", mounted=True, arms=("sword",))
    f.group("red", 1, 60, 150, "south")
    f.ready()
    f.g(g).code = int(Code.AGC)
    actions.act_out(f.b, g)
    assert centre(f.b, g)[1] - 20 == pytest.approx(far, abs=0.1) and f.g(g).gait == gait


@pytest.mark.rule("EC-R05")
def test_horse_that_cannot_turn_on_its_way_turns_where_it_stands() -> None:
    f = Field("ec")
    g = f.group("blue", 1, 60, 20, "south", kind="shock", mounted=True, arms=("sword",))
    f.group("red", 1, 60, 40, "south")
    f.ready()
    f.g(g).code = int(Code.AGC)
    actions.act_out(f.b, g)
    assert centre(f.b, g) == (60, 20) and f.f(0).fy > 0.99 and not f.events(Ev.CHARGES)


@pytest.mark.rule("EC-R05")
def test_flight_begins_with_a_free_about_turn() -> None:
    f = Field("ec")
    g = f.group("blue", 1, 60, 70, kind="shock", mounted=True)
    f.group("red", 1, 60, 90, "south")
    f.ready()
    f.g(g).code = int(Code.FLG)
    actions.act_out(f.b, g)
    assert centre(f.b, g)[1] == pytest.approx(20, abs=0.1) and f.f(0).fy < -0.99


# In sight of one's mates


@pytest.mark.rule("TY-015", "TY-R66")
def test_who_has_lost_sight_of_his_mates_must_regain_it() -> None:
    f = Field("ec")
    g = f.group("blue", 2, 0, 0, places=[(60, 20), (80, 20)])
    f.g(g).commander = g
    f.terrain("building", rectangle=(68, 10, 72, 30))
    f.ready()
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=70, y=28) == "TY-R66"
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=70, y=35) == ""
