"""Buildings: coming in, going out, and placing the defenders."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fire_at_will import houses, movement, nerves, touching
from grognard.books.fire_at_will.places import strike_off
from grognard.books.fire_at_will.state import Edge, Nerve

from .doing import go, next_turn, no
from .field import NOBODY, Act, Ev, Field


def near(*wanted: float) -> object:
    return pytest.approx(wanted, abs=1e-4)


def sides(north: int = 0, east: int = 0, south: int = 0, west: int = 0) -> int:
    return north + 8 * east + 64 * south + 512 * west


def house(figure: str = "axemen", y: float = 14, strips: int = 3, **house: Any) -> tuple[Field, int, int]:
    """A formation that looks north at a house of four inches by three, y from 14 to 17."""
    f = Field(**house)
    n = f.formation("blue", figure, 24, y, strips=strips)
    k = f.terrain("building", rectangle=(22, 14, 26, 17))
    f.ready()
    return f, n, k


@pytest.mark.rule("FW-040", "FW-041")
def test_one_stops_at_the_edge_and_enters_next_turn() -> None:
    f, n, k = house(y=12)
    go(f, Act.ADVANCE, actor=n, x=4)
    assert f.u(n).y == pytest.approx(14, abs=1e-4)
    assert f.one(Ev.STOPPED).other == k and f.one(Ev.STOPPED).rule == 40
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=3)) == "FW-023"  # its move is over
    next_turn(f)
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-041"  # nobody walks in without going in
    go(f, Act.ENTER, actor=n, other=k, how=sides(south=3))
    u = f.u(n)
    assert u.building == k and u.done and u.moved and f.one(Ev.ENTERED).other == k
    assert [f.s(n, m).edge for m in range(3)] == [Edge.REAR] * 3
    assert {f.s(n, m).y for m in range(3)} == {14.25}  # inside, flush with the wall


@pytest.mark.rule("FW-041")
def test_only_from_its_edge_and_not_after_a_move() -> None:
    f, n, k = house(y=13.9)
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=3)) == "FW-041"
    f, n, k = house()
    go(f, Act.BACK, actor=n, x=0.5)
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=3)) == "FW-041"
    assert no(f, Act.ENTER, actor=n, other=5, how=sides(south=3)) == "FW-041"


@pytest.mark.rule("FW-R27")
@pytest.mark.parametrize(
    ("figure", "refused"),
    [
        ("axemen", ""),
        ("hero", ""),
        ("ogres", ""),
        ("trolls", ""),
        ("outriders", "FW-R27"),
        ("orc_chariot", "FW-R27"),
        ("bombard", "FW-R27"),
        ("cart", "FW-R27"),
        ("giant", "FW-R27"),
        ("behemoth", "FW-R27"),
        ("dragon", "FW-R27"),
        ("champion", "FW-R27"),
    ],
)
def test_who_may_enter(figure: str, refused: str) -> None:
    f, n, k = house(figure, strips=1)
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=1)) == refused


@pytest.mark.rule("FW-R27", "FW-043")
def test_one_formation_with_its_character_to_a_building() -> None:
    f, n, k = house()
    leader = f.character("blue", "leader", attached=n)
    inside = f.formation("blue", "axemen", 24, 30, strips=2)
    f.garrison(inside, k, north=2)
    f.ready()
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=3)) == "FW-R27"
    f.u(inside).building = NOBODY
    go(f, Act.ENTER, actor=n, other=k, how=sides(south=3))
    assert f.u(f.home(leader)).building == k


@pytest.mark.rule("FW-R27")
def test_a_living_enemy_garrison_keeps_one_out() -> None:
    f, n, k = house()
    enemy = f.formation("red", "axemen", 24, 30, strips=2)
    f.garrison(enemy, k, north=2)
    f.ready()
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=3)) == "FW-R27"
    assert f.b.refusal.other == enemy


@pytest.mark.rule("FW-043", "FW-046", "FW-R27")
def test_as_many_as_fit_along_the_sides() -> None:
    f, n, k = house("axemen", strips=6)
    assert (
        houses.capacity(f.b, n, k) == 14
    )  # four and four along the long sides, three and three along the short
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=5, north=1)) == "FW-046"
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=4, north=1)) == "FW-046"  # one has no place
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=4, north=2)) == ""
    small = f.terrain("building", rectangle=(23.5, 10.5, 24.5, 13.5))
    assert houses.capacity(f.b, n, small) == 8


@pytest.mark.rule("FW-043", "FW-R27")
@pytest.mark.parametrize(("option", "refused"), [("perimeter", "FW-043"), ("unlimited", "")])
def test_a_small_building_holds_few_but_by_option(option: str, refused: str) -> None:
    f = Field(building_capacity=option)
    n = f.formation("blue", "axemen", 24, 14, strips=6, files=3)
    k = f.terrain("building", rectangle=(23.4, 14, 24.6, 15.2))
    f.ready()
    assert (
        no(f, Act.ENTER, actor=n, other=k, how=sides(2, 2, 1, 1) if option == "unlimited" else sides(2, 2, 2))
        == refused
    )


@pytest.mark.rule("FW-R67", "FW-047")
def test_a_halt_is_over_inside_and_routers_do_not_enter() -> None:
    f, n, k = house()
    f.u(n).nerve = int(Nerve.RUNNING)
    assert no(f, Act.ENTER, actor=n, other=k, how=sides(south=3)) == "FW-141"
    f.u(n).nerve = int(Nerve.HALTED)
    go(f, Act.ENTER, actor=n, other=k, how=sides(south=3))
    assert f.u(n).nerve == Nerve.CALM and nerves.exempt(f.b, n)


@pytest.mark.rule("FW-044", "FW-045", "FW-046")
def test_the_whole_base_of_the_building_is_defended_and_has_no_flank() -> None:
    f, n, k = house()
    f.garrison(n, k, north=1, east=1, west=1)
    enemy = f.formation("red", "axemen", 30, 15.5, "west")
    f.ready()
    assert all(touching.edge_allowed(f.b, enemy, n, edge) for edge in Edge)
    assert [(f.s(n, m).fx, f.s(n, m).fy) for m in range(3)] == [(0, 1), (1, 0), (-1, 0)]
    box = houses.building_box(f.b, k)
    assert (box.width, box.depth) == (4, 3)


@pytest.mark.rule("FW-046", "FW-R27")
def test_placing_them_again_costs_the_turns_move() -> None:
    f, n, k = house()
    f.garrison(n, k, south=3)
    f.ready()
    assert no(f, Act.GARRISON, actor=n, how=sides(south=3)) == "FW-R27"  # they stand so
    assert no(f, Act.GARRISON, actor=n, how=sides(north=2)) == "FW-046"
    go(f, Act.GARRISON, actor=n, how=sides(north=2, west=1))
    assert [f.s(n, m).edge for m in range(3)] == [Edge.FRONT, Edge.FRONT, Edge.LEFT]
    assert f.u(n).done and f.u(n).moved and f.one(Ev.MANNED).a == sides(north=2, west=1)
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=18, fx=0.0, fy=1.0) == "FW-023"


@pytest.mark.rule("FW-R27", "FW-R36")
def test_a_side_under_attack_keeps_its_defenders() -> None:
    f, n, k = house()
    f.garrison(n, k, south=2, north=1)
    f.formation("red", "axemen", 24, 14, strips=2)
    f.ready()
    assert no(f, Act.GARRISON, actor=n, how=sides(south=1, north=2)) == "FW-R36"
    assert no(f, Act.GARRISON, actor=n, how=sides(south=3)) == ""
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=18, fx=0.0, fy=1.0) == "FW-R36"


@pytest.mark.rule("FW-042")
def test_one_leaves_with_half_the_allowance() -> None:
    f, n, k = house()
    f.garrison(n, k, south=3)
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-042"
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=19.1, fx=0.0, fy=1.0) == "FW-042"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == pytest.approx((2.1, 2))
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=17.2, fx=0.0, fy=1.0) == "FW-R29"  # still in the house
    go(f, Act.LEAVE, actor=n, other=3, x=24, y=18.5, fx=0.0, fy=1.0)
    u = f.u(n)
    assert u.building == NOBODY and (u.files, u.ranks) == (3, 1) and (u.x, u.y, u.fy) == near(24, 18.5, 1)
    assert f.one(Ev.LEFT).other == k
    assert movement.left_to_move(f.b, n) == pytest.approx(0.5)
    assert no(f, Act.ADVANCE, actor=n, x=0.6) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=0.5)


@pytest.mark.rule("FW-042", "FW-030", "FW-R18")
def test_not_over_a_wall_and_not_into_contact() -> None:
    f, n, k = house()
    f.garrison(n, k, south=3)
    f.terrain("wall", line=[(20, 17.6), (28, 17.6)])
    f.formation("red", "axemen", 24, 12.4, strips=1)
    f.ready()
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=18.5, fx=0.0, fy=1.0) == "FW-030"
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=17.7, fx=0.0, fy=1.0) == "FW-030"
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=12.4, fx=0.0, fy=-1.0) == "FW-R18"
    assert no(f, Act.LEAVE, actor=n, other=3, x=24, y=12.9, fx=0.0, fy=-1.0) == ""


@pytest.mark.rule("FW-042", "FW-R18")
def test_a_sally_charges_straight_out() -> None:
    f, n, k = house()
    f.garrison(n, k, south=3)
    enemy = f.formation("red", "axemen", 24, 12.2, strips=3)
    f.ready()
    go(f, Act.LEAVE, actor=n, other=3, x=24, y=13.4, fx=0.0, fy=-1.0)
    go(f, Act.CHARGE, actor=n, other=enemy, fx=0.0, fy=-1.0)
    assert f.u(n).charging and f.u(n).y == pytest.approx(12.2, abs=1e-4)


@pytest.mark.rule("FW-046", "FW-R27")
def test_who_has_fallen_mans_no_wall_any_more() -> None:
    """What is noted of the walls is who stands there: those who are left may keep the wall that is attacked."""
    f, n, k = house(strips=4)
    f.garrison(n, k, north=2, south=2)
    f.formation("red", "axemen", 24, 17, "south", strips=1)
    strike_off(f.b, f.strip(n, 0))
    assert f.u(n).manned == sides(north=1, south=2)
    f.ready(2)
    assert no(f, Act.GARRISON, actor=n, how=sides(north=1, south=1, west=1)) == ""
    assert no(f, Act.GARRISON, actor=n, how=sides(south=2, west=1)) == "FW-R36"
