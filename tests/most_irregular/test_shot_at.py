"""Being shot at: the test, who gives ground, the officer who rallies them, and the shot at him."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import assault, shooting
from grognard.books.most_irregular.state import Lost
from grognard.values import Ask, Order

from .field import NOBODY, OFFICER, Act, AskKind, Ev, Field, order

GRADES = ["rabble", "conscript", "regular", "elite"]
NO_HIT = (1, 1)  # one point, of two rabble


def under_fire(grade: str = "regular", men: int = 8, **house: Any) -> tuple[Field, int, int]:
    """Two of the rabble fire at a red unit, five inches off: too few points for a hit."""
    f = Field(**house)
    line = f.formation("blue", 2, 20, 10, grade="rabble")
    target = f.formation("red", men, 20, 15.75, "south", files=min(men, 4), grade=grade)
    return f, line, target


def fire(f: Field, line: int, target: int, *answers: Order, act: Act = Act.FIRE) -> list[Ask]:
    for i in f.of(line):
        f.m(i).acted = 0
    ask = f.activate(line)
    assert f.refused(ask, act, actor=line, other=target) == ""
    return f.play(lambda b: shooting.fire_unit(b, order(act, line, target, fy=1.0)), *answers)


def run(f: Field, *men: int) -> Order:
    return order(Act.RUN, how=f.set(*men))


# The test


@pytest.mark.rule("MI-085", "MI-086", "MI-R44", "MI-006", "MI-R03")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    ("grade", "target_number"), [("rabble", 5), ("conscript", 4), ("regular", 3), ("elite", 2)]
)
def test_one_man_runs_for_every_point_under_the_target_number(
    grade: str, target_number: int, die: int
) -> None:
    f, line, target = under_fire(grade)
    f.dice(*NO_HIT, die)
    short = max(target_number - die, 0)
    runners = f.of(target)[:short]
    asks = fire(f, line, target, *([run(f, *runners)] if short else []))
    f.used_up()
    assert (f.one(Ev.TESTS).a, f.one(Ev.TESTS).b) == (die, target_number)
    assert [(a.kind, a.actor, a.other) for a in asks] == ([(AskKind.RUN, target, short)] if short else [])
    assert [i for i in range(2, 10) if f.m(i).formation == NOBODY] == runners
    assert bool(f.events(Ev.HOLDS)) == (short == 0)
    if short:
        assert f.one(Ev.GIVES_GROUND).a == short


@pytest.mark.rule("MI-085")
def test_a_unit_that_is_hit_tests_after_its_hits() -> None:
    f, line, target = under_fire(men=4)
    for i in f.of(line):
        f.m(i).grade = 2
    f.dice(1, 1, 6, 2)  # 2 points, one killed; then a 2 against 3
    (ask,) = fire(f, line, target, run(f, 2))
    f.used_up()
    assert ask.other == 1
    kinds = [e.kind for e in f.events(Ev.HIT, Ev.TESTS)]
    assert kinds == [Ev.HIT, Ev.TESTS]


@pytest.mark.rule("MI-R44")
@pytest.mark.parametrize(("killed", "tests"), [(1, True), (2, False), (3, False)])
def test_no_test_with_fewer_than_two_men_left(killed: int, tests: bool) -> None:
    f, line, target = under_fire(men=3)
    for i in f.of(line):
        f.m(i).grade = 2
    f.dice(2 * killed - 1, 1)
    f.dice(*[6] * killed)
    if tests:
        f.dice(6)
    fire(f, line, target)
    f.used_up()
    assert bool(f.events(Ev.TESTS)) == tests
    if killed == 2:
        assert f.u(target).size == 0 and f.m(4).formation == NOBODY


@pytest.mark.rule("MI-R44", "MI-062")
def test_rapid_fire_is_one_volley_and_one_test() -> None:
    f, line, target = under_fire()
    f.dice(*NO_HIT, 6, 6)  # 2 points, a man killed, one test
    fire(f, line, target, act=Act.RAPID)
    f.used_up()
    assert len(f.events(Ev.TESTS)) == 1


@pytest.mark.rule("MI-087")
def test_stragglers_fired_on_do_not_test() -> None:
    f = Field()
    line = f.formation("blue", 2, 20, 10)
    f.men("red", (20, 15), (22, 15))
    f.dice(3, 3, 3)  # a wound, and no test
    fire(f, line, NOBODY)
    f.used_up()
    assert not f.events(Ev.TESTS)


@pytest.mark.rule("MI-085", "MI-R05")
def test_the_unit_tests_with_the_grade_of_most_of_its_men() -> None:
    for option, number in (("majority", 4), ("worst", 5)):
        f, line, target = under_fire("conscript", 3, mixed_quality=option)
        f.m(f.of(target)[0]).grade = 0
        f.dice(*NO_HIT, 6)
        fire(f, line, target)
        assert f.one(Ev.TESTS).b == number


@pytest.mark.rule("MI-R44", "MI-103")
@pytest.mark.parametrize(("option", "tests"), [("on", True), ("off", False)])
def test_chargers_under_reaction_fire_test_too_unless_the_option_is_off(option: str, tests: bool) -> None:
    f = Field(reaction_fire_test=option)
    charging = f.formation("blue", 6, 20, 14)
    standing = f.formation("red", 2, 20, 16, "south", grade="rabble")
    f.dice(*NO_HIT)
    if tests:
        f.dice(6)
    f.play(lambda b: assault.react(b, standing, charging), order(Act.YES, standing))
    f.used_up()
    assert bool(f.events(Ev.TESTS)) == tests


# Giving ground


@pytest.mark.rule("MI-086", "MI-R42", "MI-R45")
def test_who_runs_goes_four_inches_from_the_nearest_enemy_and_is_a_straggler_and_the_unit_stays() -> None:
    f, line, target = under_fire()
    f.dice(*NO_HIT, 2)
    before = {i: (f.m(i).x, f.m(i).y) for i in f.of(target)}
    runner = f.of(target)[7]
    fire(f, line, target, run(f, runner))
    assert f.m(runner).formation == NOBODY
    dx, dy = f.m(runner).x - before[runner][0], f.m(runner).y - before[runner][1]
    assert (dx * dx + dy * dy) ** 0.5 == pytest.approx(4.0)
    assert dy > 3.5
    assert all((f.m(i).x, f.m(i).y) == before[i] for i in f.of(target))
    assert f.u(target).size == 7


@pytest.mark.rule("MI-R46")
def test_the_owner_chooses_just_so_many_of_the_units_men() -> None:
    f, _, target = under_fire()
    stray = f.man("red", 30, 20)
    f.b.sought = f.members(target)
    ask = Ask(int(AskKind.RUN), 1, target, 2)
    men = f.of(target)
    assert f.refused(ask, Act.RUN, how=f.set(*men[2:4])) == ""
    assert f.refused(ask, Act.RUN, how=f.set(*men[2:5])) == "MI-R46"
    assert f.refused(ask, Act.RUN, how=f.set(men[0])) == "MI-R46"
    assert f.refused(ask, Act.RUN, how=f.set(men[0], stray)) == "MI-R46"
    assert f.refused(ask, Act.DONE) == "MI-R46"


@pytest.mark.rule("MI-R46", "MI-086")
@pytest.mark.parametrize(("men", "left"), [(2, 0), (4, 0), (5, 0)])
def test_never_more_run_than_there_are_and_one_left_alone_is_a_straggler(men: int, left: int) -> None:
    f, line, target = under_fire("rabble", men)
    f.dice(*NO_HIT, 1)  # four men are to run
    chosen = [run(f, *f.of(target)[:4])] if men == 5 else []
    fire(f, line, target, *chosen)
    assert f.u(target).size == left
    assert f.one(Ev.GIVES_GROUND).a == min(men, 4)
    assert all(f.m(i).formation == NOBODY for i in range(2, 2 + men))


@pytest.mark.rule("MI-R45")
@pytest.mark.parametrize(("option", "back"), [("men_only", 0.0), ("unit_4in", 4.0)])
def test_by_option_the_whole_unit_gives_four_inches(option: str, back: float) -> None:
    f, line, target = under_fire(gives_ground=option)
    f.dice(*NO_HIT, 2)
    before = {i: f.m(i).y for i in f.of(target)}
    runner = f.of(target)[0]
    fire(f, line, target, run(f, runner))
    f.used_up()
    gone = max(f.m(i).y - before[i] for i in f.of(target))
    assert gone == pytest.approx(back, abs=0.1)
    assert f.m(runner).formation == NOBODY
    assert len(f.events(Ev.WITHDRAWS)) == (option == "unit_4in")


@pytest.mark.rule("MI-R45", "MI-R43", "MI-082", "MI-R12")
def test_a_unit_that_withdraws_dices_for_its_wounded_and_takes_its_officer_along() -> None:
    f, line, target = under_fire(gives_ground="unit_4in")
    men = f.of(target)
    f.m(men[2]).wounded = True
    k = f.commander("red", 23, 15.75)
    f.c(k).x = 21.125 + 0.75 + 0.3
    f.dice(*NO_HIT, 2)
    f.dice(1)  # he is left behind
    answers = [order(Act.NO, target), run(f, men[7]), order(Act.YES, k)]
    asks = fire(f, line, target, *answers)
    f.used_up()
    assert [a.kind for a in asks] == [AskKind.REROLL, AskKind.RUN, AskKind.LEAD]
    assert f.m(men[2]).formation == NOBODY
    assert f.m(men[2]).y == 15.75
    assert f.c(k).y == pytest.approx(19.75, abs=0.3)


# The officer


@pytest.mark.rule("MI-088", "MI-R47", "MI-R02")
@pytest.mark.parametrize(("gap", "asked"), [(0.5, True), (4.0, True), (4.01, False)])
def test_an_officer_within_four_inches_may_have_a_failed_test_rolled_again(gap: float, asked: bool) -> None:
    f, line, target = under_fire()
    f.commander("red", 21.125 + 0.75 + gap, 15.75)
    f.dice(*NO_HIT, 2)
    if asked:
        f.dice(5, 1)  # the second roll, and a die at the officer
        (ask,) = fire(f, line, target, order(Act.YES, target, 0))
        assert (ask.kind, ask.actor, ask.other) == (AskKind.REROLL, target, 2)
        assert f.u(target).size == 8
        assert f.one(Ev.RALLIES).actor == 0
    else:
        fire(f, line, target, run(f, f.of(target)[0]))
    f.used_up()


@pytest.mark.rule("MI-089", "MI-088", "MI-R47")
def test_the_second_roll_stands_even_if_it_is_worse_and_there_is_no_third() -> None:
    f, line, target = under_fire()
    for x in (23, 24.5):
        f.commander("red", x, 15.75)
    f.dice(*NO_HIT, 2, 1, 1)
    asks = fire(f, line, target, order(Act.YES, target, 1), run(f, *f.of(target)[:2]))
    f.used_up()
    assert [a.kind for a in asks] == [AskKind.REROLL, AskKind.RUN]
    assert f.one(Ev.GIVES_GROUND).a == 2


@pytest.mark.rule("MI-R47", "MI-088")
def test_the_owner_may_let_the_failed_roll_stand_and_no_officer_is_at_risk_then() -> None:
    f, line, target = under_fire()
    f.commander("red", 23, 15.75)
    f.dice(*NO_HIT, 2)
    fire(f, line, target, order(Act.NO, target), run(f, f.of(target)[0]))
    f.used_up()
    assert not f.events(Ev.SNIPED_AT)


@pytest.mark.rule("MI-R47")
def test_nobody_is_asked_after_a_test_that_is_passed() -> None:
    f, line, target = under_fire()
    f.commander("red", 23, 15.75)
    f.dice(*NO_HIT, 3)
    assert fire(f, line, target) == []


@pytest.mark.rule("MI-R47", "MI-R09")
def test_which_officers_may_rally() -> None:
    f, line, target = under_fire()
    far = f.commander("red", 30, 15.75)
    acted = f.commander("red", 23, 15.75, acted=True, officer_only=True)
    foe = f.commander("blue", 23, 17.5)
    dead = f.commander("red", 22.5, 18, lost=int(Lost.KILLED))
    ask = Ask(int(AskKind.REROLL), 1, target, 2)
    assert f.refused(ask, Act.YES, actor=target, other=acted) == ""
    assert f.refused(ask, Act.NO, actor=target) == ""
    for k in (far, foe, dead, 9, NOBODY):
        assert f.refused(ask, Act.YES, actor=target, other=k) == "MI-088"
    for _ in range(2):  # any number of tests in a turn
        f.dice(*NO_HIT, 2, 6, 1)
        fire(f, line, target, order(Act.YES, target, acted))
    f.used_up()
    assert f.u(target).size == 8


# Shots at him


@pytest.mark.rule("MI-090", "MI-R48", "MI-R02")
@pytest.mark.parametrize(
    ("formed", "gap", "risk"),
    [(True, 10.0, True), (True, 10.01, False), (False, 16.0, True), (False, 16.01, False)],
)
def test_a_formation_within_ten_inches_or_a_straggler_within_sixteen(
    formed: bool, gap: float, risk: bool
) -> None:
    f = Field()
    if formed:
        f.formation("blue", 2, 20.375, 10)
    else:
        f.man("blue", 20, 10)
    k = f.commander("red", 20, 10.75 + gap)
    if risk:
        f.dice(6)
    shooting.snipe(f.b, k, 90)
    f.used_up()
    assert (f.c(k).lost == Lost.SNIPED) == risk


@pytest.mark.rule("MI-090", "MI-R71")
@pytest.mark.parametrize("die", [1, 5, 6])
def test_a_six_kills_the_officer(die: int) -> None:
    f = Field()
    i = f.man("blue", 20, 10)
    k = f.commander("red", 20, 20)
    f.dice(die)
    shooting.snipe(f.b, k, 90)
    event = f.one(Ev.SNIPED_AT)
    assert (event.actor, event.other, event.a, event.b) == (k, i, die, die == 6)
    assert (f.c(k).lost == Lost.SNIPED) == (die == 6)
    assert [e.actor for e in f.events(Ev.LOST)] == ([OFFICER + k] if die == 6 else [])


@pytest.mark.rule("MI-R48", "MI-090")
def test_one_die_in_all_however_many_enemies() -> None:
    f = Field()
    f.formation("blue", 6, 20, 10)
    f.men("blue", (25, 10), (27, 10))
    k = f.commander("red", 20, 16)
    f.dice(5)
    shooting.snipe(f.b, k, 90)
    f.used_up()
    assert len(f.events(Ev.SNIPED_AT)) == 1


@pytest.mark.rule("MI-R48")
@pytest.mark.parametrize(("option", "risk"), [("on", False), ("off", True)])
def test_who_cannot_see_the_officer_is_no_risk_except_by_option(option: str, risk: bool) -> None:
    f = Field(snipe_needs_los=option)
    f.man("blue", 20, 10)
    k = f.commander("red", 20, 20)
    f.terrain("building", rectangle=(18, 14, 22, 16))
    if risk:
        f.dice(6)
    shooting.snipe(f.b, k, 90)
    f.used_up()
    assert (f.c(k).lost == Lost.SNIPED) == risk


@pytest.mark.rule("MI-R48")
def test_a_formation_in_range_sees_with_all_its_men() -> None:
    f = Field()
    line = f.formation("blue", 4, 20, 10)
    k = f.commander("red", 18.875, 20.7)  # within ten inches of the first man alone
    f.terrain("building", rectangle=(18.5, 14, 19.3, 15))
    assert f.m(f.of(line)[0]).x == 18.875
    f.dice(1)
    shooting.snipe(f.b, k, 90)
    f.used_up()
    assert f.one(Ev.SNIPED_AT).other == f.of(line)[2]


@pytest.mark.rule("MI-R48", "MI-R75")
def test_the_re_roll_stands_even_if_the_officer_dies_of_it() -> None:
    f, line, target = under_fire()
    k = f.commander("red", 23, 15.75)
    f.dice(*NO_HIT, 2, 5, 6)  # test, re-roll, sniper
    fire(f, line, target, order(Act.YES, target, k))
    f.used_up()
    assert f.c(k).lost == Lost.SNIPED
    assert f.u(target).size == 8
    kinds = [e.kind for e in f.events(Ev.TESTS, Ev.SNIPED_AT)]
    assert kinds == [Ev.TESTS, Ev.TESTS, Ev.SNIPED_AT]


@pytest.mark.rule("MI-R48")
@pytest.mark.parametrize("sniper", [5, 6])
def test_by_option_the_shot_comes_before_the_re_roll(sniper: int) -> None:
    f, line, target = under_fire(snipe_before_reroll="on")
    k = f.commander("red", 23, 15.75)
    f.dice(*NO_HIT, 2, sniper)
    if sniper == 6:  # he is dead, and the failed roll stands
        fire(f, line, target, order(Act.YES, target, k), run(f, f.of(target)[0]))
        assert f.u(target).size == 7
    else:
        f.dice(6)
        fire(f, line, target, order(Act.YES, target, k))
        assert f.u(target).size == 8
    f.used_up()
    assert (f.c(k).lost == Lost.SNIPED) == (sniper == 6)
