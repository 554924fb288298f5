"""The drill-book general: how he keeps his horse and his leaders from harm, and how leaders call civilians out of a
house."""

from __future__ import annotations

import pytest

from grognard.books.tyneside.drill_horse import room
from grognard.books.tyneside.drill_lead import is_with_men, place_behind
from grognard.books.tyneside.drill_rescue import fetch, has_all_in_reach, rally_place
from grognard.books.tyneside.figures import first

from .field import NOBODY, Act, AskKind, Field
from .test_drill import commanded, objective, says


def horse_before_muskets(enemy_at: float, left: int, casualties: bool) -> tuple[Field, int]:
    """A troop of horse on its way to a place beside which musketeers stand, with a hedge between them."""
    f = Field("ps")
    f.terrain("hedge", line=[[40, 60], [140, 60]])
    horse = f.group("blue", 6, 90, 30, ranks=2, kind="dutch", arms=("pistol", "sword"), mounted=True)
    f.group("red", 16, 90, enemy_at, "south", ranks=2)
    objective(f, 90, 58)
    f.b.aims.casualties = casualties
    f.b.rules.turns, f.b.turn = 14, 15 - left
    commanded(f, horse)
    f.ready()
    return f, horse


@pytest.mark.rule("PS-046")
@pytest.mark.parametrize(
    ("left", "casualties", "goes_in"), [(9, True, False), (9, False, True), (2, True, True)]
)
def test_horse_keeps_out_of_range_where_losses_count_until_the_last_turns(
    left: int, casualties: bool, goes_in: bool
) -> None:
    f, horse = horse_before_muskets(112, left, casualties)
    given = says(f, AskKind.MOVE)
    assert (given.kind == Act.MARCH and given.y > 45) == goes_in
    if given.kind == Act.MARCH:
        assert (room(f.b, horse, given.x, given.y) < 0) == goes_in


@pytest.mark.rule("PS-046")
def test_horse_that_is_in_range_rides_out_of_it() -> None:
    f, horse = horse_before_muskets(92, 9, True)
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, horse)
    assert room(f.b, horse, given.x, given.y) > room(f.b, horse, 90, 30) + 5


@pytest.mark.rule("PS-046")
def test_horse_whose_way_out_of_range_is_barred_by_friends_finds_another() -> None:
    f = Field("ps")
    arms = ("pistol", "sword")
    horse = f.group("blue", 8, 40, 14, ranks=2, kind="dutch", arms=arms, mounted=True)
    f.group("blue", 4, 22, 12, kind="dutch", arms=arms, mounted=True)
    f.group("red", 10, 80, 72, "south", ranks=2)
    f.b.aims.casualties = True
    f.b.rules.turns, f.b.turn = 14, 1
    commanded(f, horse)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, horse)
    assert room(f.b, horse, 40, 14) < 0.0 < room(f.b, horse, given.x, given.y)


@pytest.mark.rule("TY-055")
@pytest.mark.parametrize("taken", [False, True])
def test_a_leader_whose_place_is_taken_goes_beside_it_and_is_still_with_the_men(taken: bool) -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 96, 34, ranks=2)
    captain = f.leader("blue", 96, 10, mounted=True, kind="dutch", pc=True)
    if taken:
        x, y = place_behind(f.b, shot, 1.5)
        f.leader("blue", x, y, mounted=True, kind="dutch")
    f.group("red", 10, 90, 80, "south", ranks=2)
    commanded(f, captain)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, captain)
    assert not is_with_men(f.b, captain, 96, 10) and is_with_men(f.b, captain, given.x, given.y)


def woman_in_a_house() -> tuple[Field, int, int]:
    f = Field("ec")
    f.terrain("building", rectangle=(82, 70, 98, 80))
    women = f.group("blue", 1, 90, 74, arms=(), group={"civilian": True})
    sergeant = f.leader("blue", 90, 46, role="nco")
    f.b.aims.rescuer, f.b.aims.exit_y = 0, -1.0
    f.b.rules.turns, f.b.turn = 16, 8
    commanded(f, sergeant)
    return f, women, sergeant


@pytest.mark.rule("TY-026")
def test_who_finds_friends_where_he_would_stand_goes_beside_them() -> None:
    f, women, sergeant = woman_in_a_house()
    f.group("blue", 8, 90, 52, ranks=2)
    f.ready()
    assert not has_all_in_reach(f.b, first(f.b, sergeant), women)
    x, y = rally_place(f.b, women)
    given = fetch(f.b, sergeant, x, y)
    assert given[:2] == (Act.MARCH, sergeant) and given.y > 49 and abs(given.x - 90) > 3


@pytest.mark.rule("TY-026")
@pytest.mark.parametrize(("must_live", "stays"), [(False, True), (True, False)])
def test_who_calls_civilians_out_of_a_house_stays_till_they_are_out(must_live: bool, stays: bool) -> None:
    f, women, sergeant = woman_in_a_house()
    f.f(first(f.b, sergeant)).y = 52.0
    f.group("red", 6, 90, 86, "south")
    f.group("blue", 8, 60, 20, ranks=2)  # his men, to whom he would go back
    f.b.aims.must_live = sergeant if must_live else NOBODY
    f.ready()
    assert has_all_in_reach(f.b, first(f.b, sergeant), women)
    f.g(women).ordered = True
    given = says(f, AskKind.MOVE)
    assert (given.kind == Act.HOLD or given.y >= 48) == stays
