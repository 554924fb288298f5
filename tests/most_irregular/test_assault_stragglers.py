"""Assault: the advance, whom it meets on the way, and stragglers contacted (chapters Q and R)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular.assault import assault
from grognard.books.most_irregular.state import Effect, Lost

from .field import NOBODY, OFFICER, Act, AskKind, Ev, Field, order


def answer(word: Act, actor: int) -> Any:
    return order(word, actor)


def go(f: Field, line: int, *answers: Any, other: int = NOBODY, fx: float = 0.0, fy: float = 1.0) -> Any:
    """The formation assaults; the questions on the way.  All dice must be used."""
    ask = f.activate(line)
    o = order(Act.ASSAULT, line, other, fx=fx, fy=fy)
    assert f.refused(ask, Act.ASSAULT, actor=line, other=other, fx=fx, fy=fy) == ""
    asks = f.play(lambda b: assault(b, o), *answers)
    f.used_up()
    return asks


def three(**house: Any) -> tuple[Field, int]:
    """Three men abreast at 23.25, 24 and 24.75, facing north."""
    f = Field(**house)
    return f, f.formation("blue", 3, 24, 20)


def ys(f: Field, *men: int) -> list[float]:
    return [round(f.m(i).y, 2) for i in men]


@pytest.mark.rule("MI-091", "MI-R49")
def test_the_advance_is_4_inches_straight_on() -> None:
    f, line = three()
    go(f, line)
    assert ys(f, 0, 1, 2) == [24.0, 24.0, 24.0]
    assert f.one(Ev.ADVANCES).d == pytest.approx(4.0)
    assert f.b.actions == 1
    assert f.u(line).size == 3


@pytest.mark.rule("MI-091", "MI-R21")
@pytest.mark.parametrize(
    ("fx", "fy", "cone", "against"),
    [
        (0.6, 0.8, 45.0, ""),
        (0.7071067811865476, 0.7071067811865476, 45.0, ""),
        (0.72, 0.6939740629158989, 45.0, "MI-R21"),
        (0.0, -1.0, 45.0, "MI-R21"),
        (0.6, 0.8, 30.0, "MI-R21"),
        (0.5, 0.8660254037844386, 30.0, ""),
        (0.8, 0.6, 60.0, ""),
    ],
)
def test_it_goes_within_45_degrees_of_the_facing(fx: float, fy: float, cone: float, against: str) -> None:
    f, line = three()
    if cone != f.b.rules.assault_cone:
        f.b.rules.assault_cosine = {30.0: 0.8660254037844387, 60.0: 0.5}[cone]
    ask = f.activate(line)
    assert f.refused(ask, Act.ASSAULT, actor=line, fx=fx, fy=fy) == against


@pytest.mark.rule("MI-092", "MI-R49")
def test_the_target_is_one_enemy_formation_or_stragglers() -> None:
    f, line = three()
    other = f.formation("blue", 2, 30, 20)
    enemy = f.formation("red", 2, 24, 30, facing="south")
    ask = f.activate(line)
    assert f.refused(ask, Act.ASSAULT, actor=line, other=enemy) == ""
    assert f.refused(ask, Act.ASSAULT, actor=line, other=NOBODY) == ""
    assert f.refused(ask, Act.ASSAULT, actor=line, other=other) == "MI-092"
    assert f.refused(ask, Act.ASSAULT, actor=line, other=40) == "MI-092"
    assert f.refused(ask, Act.ASSAULT, actor=line, other=-2) == "MI-092"
    assert f.refused(ask, Act.ASSAULT, actor=line, fx=0.0, fy=0.0) == "MI-091"


@pytest.mark.rule("MI-093", "MI-094", "MI-097", "MI-R71", "MI-R03")
def test_a_straggler_who_fails_is_killed_or_captured() -> None:
    f, line = three()
    him = f.man("red", 24, 22)
    f.dice(2)
    go(f, line)
    assert f.m(him).lost == Lost.CAPTURED
    assert f.events(Ev.NERVE) == []  # the formation takes no test
    assert f.one(Ev.LOST).a == Lost.CAPTURED
    assert ys(f, 0, 1, 2) == [24.0] * 3  # nobody holds them up
    assert {"MI-094", "MI-097"} <= f.cited()


@pytest.mark.rule("MI-094", "MI-R03", "MI-R05")
@pytest.mark.parametrize(
    ("grade", "die", "stands"),
    [
        ("rabble", 4, 0),
        ("rabble", 5, 1),
        ("conscript", 3, 0),
        ("conscript", 4, 1),
        ("regular", 2, 0),
        ("regular", 3, 1),
        ("elite", 1, 0),
        ("elite", 2, 1),
    ],
)
def test_he_tests_on_one_die_against_his_own_number(grade: str, die: int, stands: int) -> None:
    f, line = three()
    him = f.man("red", 24, 22, grade=grade)
    f.dice(die, *[5] * stands)
    go(f, line, *[answer(Act.NO, him)] * stands)
    test = f.one(Ev.MAN_TESTS)
    assert (test.actor, test.a, test.b) == (him, die, stands)


@pytest.mark.rule("MI-095", "MI-R41")
@pytest.mark.parametrize(
    ("die", "effect"),
    [
        (1, Effect.SHOCK),
        (2, Effect.SHOCK),
        (3, Effect.WOUND),
        (4, Effect.WOUND),
        (5, Effect.FATAL),
        (6, Effect.FATAL),
    ],
)
def test_if_he_passes_the_man_who_met_him_takes_a_hit_on_the_standard_column(die: int, effect: int) -> None:
    f, line = three()
    him = f.man("red", 24, 22)
    f.dice(3, die)
    go(f, line, answer(Act.YES, him))
    hit = f.one(Ev.HIT)
    assert (hit.actor, hit.b) == (1, effect)
    if effect == Effect.SHOCK:
        assert f.m(1).formation == NOBODY
        assert f.m(1).y == pytest.approx(22 - 0.75 - 0.049 - 4.0, abs=0.01)
    assert f.m(1).wounded == (effect == Effect.WOUND)
    assert (f.m(1).lost == Lost.KILLED) == (effect == Effect.FATAL)


@pytest.mark.rule("MI-096", "MI-R42")
def test_he_may_then_withdraw_4_inches_and_they_go_on() -> None:
    f, line = three()
    him = f.man("red", 24, 22)
    f.dice(6, 3)
    asks = go(f, line, answer(Act.YES, him))
    assert [(a.kind, a.side, a.actor, a.other) for a in asks] == [(AskKind.EVADE, 1, him, line)]
    assert (f.m(him).x, f.m(him).y) == (24.0, pytest.approx(26.0))
    assert f.one(Ev.FALLS_BACK).d == pytest.approx(4.0)
    assert ys(f, 0, 1, 2) == [24.0] * 3
    assert "MI-096" in f.cited()


@pytest.mark.rule("MI-096", "MI-R42")
def test_he_withdraws_from_the_nearest_of_the_formation_that_is_left() -> None:
    f, line = three()
    him = f.man("red", 24.2, 22)
    f.dice(6, 6)  # the middle man dies: the right-hand one is nearest now
    go(f, line, answer(Act.YES, him))
    met_y = 22 - (0.799**2 - 0.2**2) ** 0.5
    dx, dy = 24.2 - 24.75, 22 - met_y
    far = (dx * dx + dy * dy) ** 0.5
    assert f.m(him).x == pytest.approx(24.2 + 4 * dx / far, abs=1e-6)
    assert f.m(him).y == pytest.approx(22 + 4 * dy / far, abs=1e-6)


@pytest.mark.rule("MI-R51")
def test_if_he_stays_the_figure_that_touches_him_stops_there() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 20, step=1.0)
    him = f.man("red", 24, 22)
    f.dice(6, 4)
    go(f, line, answer(Act.NO, him))
    assert f.m(1).y == pytest.approx(22 - 0.75 - 0.049)
    assert ys(f, 0, 2) == [24.0, 24.0]
    assert f.m(1).formation == NOBODY  # more than an inch behind: he cannot close up
    assert f.u(line).size == 2
    assert "MI-R51" in f.cited()


@pytest.mark.rule("MI-R51")
def test_each_straggler_tests_once_and_holds_up_all_who_touch_him() -> None:
    f, line = three()
    him = f.man("red", 23.625, 22)  # in the way of the first two
    f.dice(6, 4)
    go(f, line, answer(Act.NO, him))
    stop = 22 - (0.799**2 - 0.375**2) ** 0.5
    assert [f.m(i).y for i in (0, 1)] == [pytest.approx(stop)] * 2
    assert f.m(2).y == pytest.approx(24.0)
    assert len(f.events(Ev.MAN_TESTS)) == 1


@pytest.mark.rule("MI-R51", "MI-R42")
def test_he_who_cannot_go_holds_them_up_too() -> None:
    f, line = three()
    him = f.man("red", 24, 22)
    f.terrain("building", rectangle=(20, 22.4, 28, 26))
    f.terrain("building", rectangle=(20, 21.6, 23.6, 22.4))
    f.terrain("building", rectangle=(24.4, 21.6, 28, 22.4))
    f.dice(6, 4)
    go(f, line, answer(Act.YES, him))
    assert f.m(1).y == pytest.approx(22 - 0.75 - 0.049, abs=0.03)
    assert f.one(Ev.FALLS_BACK).d < 0.05
    assert len(f.events(Ev.MAN_TESTS)) == 1


@pytest.mark.rule("MI-R75", "MI-094")
def test_stragglers_test_in_the_order_of_contact() -> None:
    f, line = three()
    far = f.man("red", 23.25, 23)
    near = f.man("red", 24.75, 21.5)
    f.dice(1, 6, 3)  # the near one fails; the far one passes and wounds
    go(f, line, answer(Act.YES, far))
    assert [e.actor for e in f.events(Ev.MAN_TESTS)] == [near, far]
    assert f.m(near).lost == Lost.CAPTURED
    assert f.m(0).wounded


@pytest.mark.rule("MI-R75", "MI-R43", "MI-082")
def test_the_wounded_dice_first() -> None:
    f, line = three()
    f.m(0).wounded = f.m(2).wounded = True
    f.man("red", 24, 22)
    f.dice(1, 2, 1)  # man 0 is left, man 2 goes on, the straggler fails
    go(f, line)
    assert ys(f, 0, 1, 2) == [20.0, 24.0, 24.0]
    assert f.m(0).formation == NOBODY
    assert f.m(2).formation == line


@pytest.mark.rule("MI-R10", "MI-094", "MI-095", "MI-096", "MI-097")
def test_a_lone_officer_is_treated_as_a_straggler() -> None:
    f, line = three()
    f.man("red", 40, 40)
    doyle = f.commander("red", 24, 22, grade="conscript")
    f.dice(3)
    go(f, line)
    assert f.c(doyle).lost == Lost.CAPTURED
    f, line = three()
    f.man("red", 40, 40)
    doyle = f.commander("red", 24, 22, grade="conscript")
    f.dice(4, 2)  # he passes, and shocks the man who met him
    go(f, line, answer(Act.YES, OFFICER + doyle))
    assert f.m(1).formation == NOBODY
    assert f.m(1).y == pytest.approx(22 - 0.799 - 4)
    assert f.c(doyle).y == pytest.approx(22 + 4 * 0.799 / (0.75**2 + 0.799**2) ** 0.5)
    assert ys(f, 0, 2) == [24.0, 24.0]


@pytest.mark.rule("MI-R50", "MI-R49", "MI-R29")
def test_it_stops_short_of_a_formation_not_named() -> None:
    f, line = three()
    f.formation("red", 3, 24, 23, facing="south")
    go(f, line)
    assert f.m(1).y == pytest.approx(23 - 0.75 - 0.05, abs=0.001)
    assert f.m(1).y < 23 - 0.75 - 0.05  # just short of contact
    assert f.events(Ev.MELEE, Ev.NERVE) == []


@pytest.mark.rule("MI-R50", "MI-R49")
def test_it_stops_short_of_an_officer_who_is_with_a_formation_not_named() -> None:
    f, line = three()
    f.formation("red", 3, 24, 24, facing="south")
    rowe = f.commander("red", 24, 23.2)
    go(f, line)
    assert f.m(1).y == pytest.approx(23.2 - 0.75 - 0.05, abs=0.001)
    assert (f.c(rowe).x, f.c(rowe).y) == (24.0, 23.2)


@pytest.mark.rule("MI-R29")
def test_it_does_not_pass_through_friends_in_ranks_but_through_friends_who_straggle() -> None:
    f, line = three()
    f.formation("blue", 2, 24, 22.5)
    go(f, line)
    assert ys(f, 1) == [21.85]  # half beside the two before him
    f, line = three()
    friend = f.man("blue", 24, 22.5)
    go(f, line)
    assert ys(f, 0, 1, 2) == [24.0] * 3
    assert ys(f, friend) == [22.5]


@pytest.mark.rule("MI-R62", "MI-R25", "MI-040")
@pytest.mark.parametrize(
    ("fence", "end"), [(21.0, 22.0), (21.9, 22.0), (22.1, 22.1 - 0.375), (23.9, 23.525), (25, 24)]
)
def test_an_obstacle_costs_2_inches_of_the_advance(fence: float, end: float) -> None:
    f, line = three()
    f.terrain("fence", line=[(20, fence), (28, fence)])
    go(f, line)
    assert f.m(1).y == pytest.approx(end, abs=0.001)


@pytest.mark.rule("MI-R62", "MI-R25", "MI-041")
def test_difficult_ground_is_half_pace_and_the_worst_off_man_sets_it() -> None:
    f, line = three()
    f.terrain("ploughed", rectangle=(24.5, 21, 28, 30))
    go(f, line)
    assert [f.m(i).y for i in range(3)] == [pytest.approx(22.5)] * 3


@pytest.mark.rule("MI-R62", "MI-R26", "MI-R20", "MI-042")
@pytest.mark.parametrize("kind", ["woods", "rubble"])
def test_on_entering_woods_it_breaks_up_and_the_assault_is_over(kind: str) -> None:
    f, line = three()
    f.terrain(kind, rectangle=(20, 22, 28, 30))
    f.man("red", 24, 23)  # deeper in: out of reach
    go(f, line)
    assert f.u(line).size == 0
    assert all(f.m(i).formation == NOBODY for i in range(3))
    assert max(f.m(i).y for i in range(3)) < 22.1
    assert f.b.actions == 0
    assert f.one(Ev.BROKEN_UP).a == 3
    assert "MI-R62" in f.cited()


@pytest.mark.rule("MI-R62")
def test_stragglers_touched_at_the_edge_of_the_wood_are_resolved_first() -> None:
    f, line = three()
    f.terrain("woods", rectangle=(20, 22, 28, 30))
    him = f.man("red", 24, 22.3)
    f.dice(1)
    go(f, line)
    assert f.m(him).lost == Lost.CAPTURED
    assert f.u(line).size == 0


@pytest.mark.rule("MI-R29", "MI-R49")
def test_the_table_edge_and_closed_ground_end_the_advance() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 46)
    go(f, line)
    assert f.m(0).y == pytest.approx(48 - 0.375)
    f, line = three()
    f.terrain("pond", rectangle=(24.9, 22, 30, 30))
    go(f, line)
    assert f.m(0).y == pytest.approx(22 - 0.345, abs=0.05)
    assert f.m(0).y == f.m(2).y


@pytest.mark.rule("MI-R24", "MI-R29")
def test_nobody_ends_on_a_boulder_or_on_a_friend() -> None:
    f, line = three()
    f.terrain("boulder", circle=(24, 24, 0.5))
    f.man("blue", 23.25, 24.2)
    go(f, line)
    for i in range(4):
        for j in range(i):
            assert (f.m(i).x - f.m(j).x) ** 2 + (f.m(i).y - f.m(j).y) ** 2 >= 0.7499**2
    assert (f.m(1).x - 24) ** 2 + (f.m(1).y - 24) ** 2 >= 0.8749**2


@pytest.mark.rule("MI-R16", "MI-R07")
def test_men_who_had_acted_before_stay_and_are_left() -> None:
    f, line = three()
    f.b.activation = 1
    f.m(2).acted = 1
    go(f, line)
    assert ys(f, 0, 1, 2) == [24.0, 24.0, 20.0]
    assert f.m(2).formation == NOBODY
    assert f.u(line).size == 2


@pytest.mark.rule("MI-R16")
def test_by_option_they_are_carried_along() -> None:
    f, line = three(activated_men="carried")
    f.b.activation = 1
    f.m(2).acted = 1
    go(f, line)
    assert ys(f, 0, 1, 2) == [24.0, 24.0, 24.0]
    assert f.u(line).size == 3


@pytest.mark.rule("MI-R26", "MI-R24")
def test_who_steps_off_a_boulder_into_woods_has_left_his_unit() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 20, files=1, step=1.0)
    f.terrain("boulder", circle=(23.9, 24, 0.5))
    f.terrain("woods", rectangle=(24.9, 23.5, 28, 25))
    go(f, line)
    assert f.m(0).x > 24.525  # in the wood
    assert [f.m(i).formation for i in range(3)] == [NOBODY, line, line]


@pytest.mark.rule("MI-R06", "MI-091")
def test_a_man_left_alone_by_his_comrade_is_no_formation_and_assaults_no_more() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    him = f.man("red", 23.625, 22)
    f.man("red", 24.375, 23.5)  # not met any more
    f.dice(6, 5)
    go(f, line, answer(Act.YES, him))
    assert f.m(0).lost == Lost.KILLED
    assert f.m(1).y == pytest.approx(22 - 0.799)
    assert f.m(1).formation == NOBODY
