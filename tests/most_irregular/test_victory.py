"""Victory: losses by their cause, the break point, places held, points."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import forced, setup, victory
from grognard.books.most_irregular.state import Lost

from .field import FOLDER, NOBODY, OFFICER, Ev, Field


def armies(blue: int, red: int, **house: Any) -> Field:
    f = Field(**house)
    for n in range(blue):
        f.man("blue", 1 + 1.5 * (n % 30), 2 + 2 * (n // 30))
    for n in range(red):
        f.man("red", 1 + 1.5 * (n % 30), 40 + 2 * (n // 30))
    f.b.turn = 1
    return f


def lose(f: Field, side: int, n: int, how: Lost = Lost.KILLED) -> None:
    first = f.b.first_man[side]
    for i in range(first, first + n):
        f.m(i).lost = int(how)


def place(f: Field, x: float, y: float, radius: float, points: int) -> None:
    o = f.b.aims.objectives[f.b.aims.n_objectives]
    o.x, o.y, o.radius, o.points = float(x), float(y), float(radius), points
    f.b.aims.n_objectives += 1


@pytest.mark.rule("MI-R73", "MI-R72")
def test_forces_places_objectives_and_length_come_from_the_scenario_file() -> None:
    b, _, _ = setup.new_battle(FOLDER / "scenarios" / "the-mill-bridge.toml")
    assert (list(b.men_of), b.n_commanders, b.rules.turns) == ([33, 34], 6, 10)
    aims = [(o.x, o.y, o.radius, o.points) for o in b.aims.objectives[: b.aims.n_objectives]]
    assert aims == [(24.0, 24.0, 4.0, 3), (31.5, 28.5, 4.0, 2)]
    assert (b.men[0].x, b.men[0].y, b.men[0].formation) == (24 - 2.5 * 0.75, 10.0, 0)


# Losses


@pytest.mark.rule("MI-R71")
@pytest.mark.parametrize(
    "how",
    [Lost.KILLED, Lost.SECOND_WOUND, Lost.CAPTURED, Lost.REAR, Lost.BAILED, Lost.OFF_TABLE],
)
def test_every_removal_is_logged_with_its_cause_and_counts_as_lost(how: Lost) -> None:
    f = armies(3, 3)
    forced.lose_figure(f.b, 1, int(how), 81)
    assert f.m(1).lost == how
    assert (f.one(Ev.LOST).actor, f.one(Ev.LOST).a) == (1, how)
    assert (victory.men_lost(f.b, 0), victory.men_left(f.b, 0)) == (1, 2)
    assert victory.men_lost(f.b, 1) == 0


@pytest.mark.rule("MI-R71", "MI-R18")
def test_a_man_who_took_command_is_not_lost_but_no_longer_counted_as_a_man() -> None:
    f = armies(3, 3)
    lose(f, 0, 1, Lost.PROMOTED)
    assert (victory.men_lost(f.b, 0), victory.men_left(f.b, 0)) == (0, 2)


@pytest.mark.rule("MI-R71")
def test_commanders_who_fall_are_counted_apart() -> None:
    f = armies(3, 3)
    for _ in range(2):
        f.commander("red", 20, 44)
    forced.lose_figure(f.b, OFFICER, int(Lost.SNIPED), 90)
    assert (victory.commanders_lost(f.b, 1), victory.commanders_lost(f.b, 0)) == (1, 0)
    assert victory.men_lost(f.b, 1) == 0


# The break point


@pytest.mark.rule("MI-R72")
@pytest.mark.parametrize(
    ("men", "left", "broken"),
    [(33, 11, False), (33, 10, True), (34, 12, False), (34, 11, True), (3, 1, False), (3, 0, True)],
)
def test_a_side_with_fewer_than_a_third_of_its_men_loses_at_once(men: int, left: int, broken: bool) -> None:
    f = armies(men, 12)
    f.commander("blue", 20, 10)  # commanders are not counted
    lose(f, 0, men - left)
    victory.judge(f.b)
    assert f.b.winner == (1 if broken else NOBODY)
    assert f.b.broken == (0 if broken else NOBODY)
    if broken:
        assert (f.one(Ev.BROKEN).actor, f.one(Ev.BROKEN).a, f.one(Ev.BROKEN).b) == (0, left, men)


@pytest.mark.rule("MI-R72")
def test_both_broken_is_a_draw_whatever_the_points() -> None:
    f = armies(12, 12)
    lose(f, 0, 12)
    lose(f, 1, 9)
    victory.judge(f.b)
    assert f.b.winner == 2
    assert sorted(e.actor for e in f.events(Ev.BROKEN)) == [0, 1]
    assert f.one(Ev.OVER).actor == 2


@pytest.mark.rule("MI-R72")
def test_the_other_side_broken() -> None:
    f = armies(12, 12)
    lose(f, 1, 9)
    victory.judge(f.b)
    assert (f.b.winner, f.b.broken) == (0, 1)


@pytest.mark.rule("MI-R72")
def test_by_option_there_is_no_break_point() -> None:
    f = armies(12, 12, break_point="off")
    lose(f, 0, 12)
    victory.judge(f.b)
    assert f.b.winner == NOBODY
    assert not f.events(Ev.BROKEN, Ev.OVER)


# Places


@pytest.mark.rule("MI-R72", "MI-R73")
@pytest.mark.parametrize(
    ("blue", "red", "holds"), [(0, 0, NOBODY), (1, 0, 0), (2, 2, NOBODY), (1, 2, 1), (3, 2, 0)]
)
def test_a_place_is_held_by_more_men(blue: int, red: int, holds: int) -> None:
    f = armies(4, 4)
    place(f, 24, 24, 4, 3)
    for n in range(blue):
        f.m(n).x, f.m(n).y = 22 + n, 23
    for n in range(red):
        f.m(4 + n).x, f.m(4 + n).y = 22 + n, 25
    f.commander("red", 24, 24)  # commanders count for nothing
    assert victory.holder(f.b, f.b.aims.objectives[0]) == holds


@pytest.mark.rule("MI-R72", "MI-R73")
def test_the_wounded_count_half_and_the_lost_nothing() -> None:
    f = armies(2, 2)
    place(f, 24, 24, 4, 3)
    for i, x in enumerate((22, 23, 25, 26)):
        f.m(i).x, f.m(i).y = float(x), 24.0
    f.m(0).wounded = True
    assert victory.holder(f.b, f.b.aims.objectives[0]) == 1
    f.m(2).wounded = True
    assert victory.holder(f.b, f.b.aims.objectives[0]) == NOBODY
    f.m(2).lost = int(Lost.KILLED)
    assert victory.holder(f.b, f.b.aims.objectives[0]) == 0


@pytest.mark.rule("MI-R72", "MI-R73")
@pytest.mark.parametrize(("away", "inside"), [(4.0, True), (4.375, True), (4.38, False)])
def test_a_base_partly_inside_is_inside(away: float, inside: bool) -> None:
    f = armies(1, 1)
    place(f, 24, 24, 4, 3)
    f.m(0).x, f.m(0).y = 24 + away, 24.0
    assert (victory.holder(f.b, f.b.aims.objectives[0]) == 0) == inside


# Points


@pytest.mark.rule("MI-R72", "MI-R73", "MI-R71")
def test_points_for_places_commanders_dead_and_each_full_five_men() -> None:
    f = armies(20, 20)
    place(f, 24, 24, 4, 3)
    place(f, 10, 24, 4, 2)
    f.m(19).x, f.m(19).y = 24.0, 24.0
    f.m(39).x, f.m(39).y = 10.0, 24.0
    f.commander("blue", 20, 10, lost=int(Lost.SNIPED))
    f.commander("blue", 22, 10, lost=int(Lost.CAPTURED))
    f.commander("red", 20, 44)
    lose(f, 0, 9)
    lose(f, 1, 10, Lost.BAILED)
    victory.count_points(f.b)
    assert f.b.points == [3 + 0 + 2, 2 + 2 + 1]


@pytest.mark.rule("MI-R72", "MI-R73")
@pytest.mark.parametrize(
    ("points", "winner", "decisive"),
    [((3, 0), 0, True), ((2, 0), 0, False), ((1, 4), 1, True), ((2, 2), 2, False), ((0, 2), 1, False)],
)
def test_when_the_time_is_up_more_points_win_and_a_lead_of_three_is_decisive(
    points: tuple[int, int], winner: int, decisive: bool
) -> None:
    f = armies(2, 2)
    for side in range(2):
        if points[side]:
            place(f, 10 + 20 * side, 24, 2, points[side])
            f.m(2 * side).x, f.m(2 * side).y = 10.0 + 20 * side, 24.0
    f.b.turn = 9
    victory.judge(f.b)
    assert f.b.winner == NOBODY
    f.b.turn = 10
    victory.judge(f.b)
    assert f.b.winner == winner
    assert victory.is_decisive(f.b) == decisive
    over = f.one(Ev.OVER)
    assert (over.actor, over.a, over.b) == (winner, *points)
    assert [e.a for e in f.events(Ev.SCORE)] == list(points)
    assert len(f.events(Ev.OBJECTIVE)) == sum(p > 0 for p in points)


@pytest.mark.rule("MI-R72")
def test_the_length_of_the_battle_is_the_scenarios() -> None:
    f = armies(2, 2)
    f.b.rules.turns = 1
    victory.judge(f.b)
    assert f.b.winner == 2
