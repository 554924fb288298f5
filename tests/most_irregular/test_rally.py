"""Rallying broken men: who is called, who comes, and who is in ranks then."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import sequence
from grognard.books.most_irregular.men import men_gap
from grognard.values import Ask

from .field import NOBODY, Act, AskKind, Ev, Field, order

BLUE = 0


def called(*places: tuple[float, float], **house: Any) -> tuple[Field, list[int]]:
    """Blue stragglers, conscripts, about a commander at (20, 20)."""
    charismatic = house.pop("charismatic", False)
    grade = house.pop("grade", "conscript")
    f = Field(**house)
    men = f.men("blue", *places, grade=grade)
    f.man("red", 2, 46)
    f.b.commander = f.commander("blue", 20, 20, charismatic=charismatic)
    return f, men


def ask() -> Ask:
    return Ask(int(AskKind.ACTIVATE), BLUE, 0, NOBODY)


def rally(f: Field, *men: int, fx: float = 0.0, fy: float = 0.0) -> None:
    assert f.refused(ask(), Act.RALLY, how=f.set(*men)) == ""
    sequence.rally(f.b, 0, order(Act.RALLY, how=f.set(*men), fx=fx, fy=fy))


def gap(f: Field, i: int, j: int) -> float:
    return men_gap(f.b, f.m(i), f.m(j))


# Who is called


@pytest.mark.rule("MI-R14", "MI-026", "MI-025")
@pytest.mark.parametrize(
    ("option", "charismatic", "reach"),
    [("2", False, 8.0), ("2", True, 16.0), ("1", False, 4.0), ("1", True, 8.0)],
)
def test_within_twice_his_straggler_radius_or_by_option_once(
    option: str, charismatic: bool, reach: float
) -> None:
    f, (i,) = called((20.75 + reach, 20), rally_reach_factor=option, charismatic=charismatic)
    assert f.refused(ask(), Act.RALLY, how=f.set(i)) == ""
    f.m(i).x += 0.01
    assert f.refused(ask(), Act.RALLY, how=f.set(i)) == "MI-R14"
    assert f.b.refusal.allowed == reach


@pytest.mark.rule("MI-R14", "MI-016")
def test_only_stragglers_of_his_who_have_not_acted() -> None:
    f, (fresh, acted, hurt) = called((18, 20), (22, 20), (20, 22))
    f.m(acted).acted = 1
    f.m(hurt).wounded = True
    assert f.refused(ask(), Act.RALLY, how=f.set(fresh, hurt)) == ""
    assert f.refused(ask(), Act.RALLY, how=f.set(fresh, acted)) == "MI-R14"
    assert f.b.refusal.other == acted
    assert f.refused(ask(), Act.RALLY, how=0) == "MI-026"
    f = Field()
    unit = f.formation("blue", 3, 20, 22)
    f.b.commander = f.commander("blue", 20, 20)
    assert f.refused(ask(), Act.RALLY, how=f.set(f.of(unit)[0])) == "MI-R14"


# The test


@pytest.mark.rule("MI-R14", "MI-R75", "MI-R05")
@pytest.mark.parametrize(("grade", "needs"), [("rabble", 5), ("conscript", 4), ("regular", 3), ("elite", 2)])
def test_each_tests_on_one_die_with_his_own_grade_in_order(grade: str, needs: int) -> None:
    f, (first, second, third) = called((12, 20), (28, 20), (20, 28))
    f.m(first).grade = f.m(second).grade = {"rabble": 0, "conscript": 1, "regular": 2, "elite": 3}[grade]
    f.dice(needs - 1, needs, 3)
    rally(f, third, second, first)
    f.used_up()
    assert [(e.actor, e.b) for e in f.events(Ev.MAN_TESTS)] == [(first, 0), (second, 1), (third, 0)]
    assert [e.actor for e in f.events(Ev.NOT_RALLIED)] == [first, third]
    assert (f.m(first).x, f.m(first).y) == (12.0, 20.0)  # he stays
    assert [e.actor for e in f.events(Ev.COMES)] == [second]


@pytest.mark.rule("MI-R14")
def test_with_the_option_off_nobody_tests_and_all_come() -> None:
    f, men = called((14, 20), (26, 20), rally_test="off")
    rally(f, *men)
    f.used_up()
    assert [e.actor for e in f.events(Ev.COMES)] == men


@pytest.mark.rule("MI-R14", "MI-016")
def test_all_who_were_called_count_as_activated_and_nobody_else() -> None:
    f, (comes, stays, other) = called((14, 20), (26, 20), (20, 26))
    f.dice(6, 1)
    rally(f, comes, stays)
    assert f.m(comes).acted == f.m(stays).acted == f.b.activation > 0
    assert f.m(other).acted == 0


# Who comes, and who is in ranks


@pytest.mark.rule("MI-R14")
@pytest.mark.parametrize(("away", "come"), [(6.0, 6.0 - 0.75), (12.0, 8.0)])
def test_a_man_comes_towards_the_commander_up_to_eight_inches(away: float, come: float) -> None:
    f, (i,) = called((20 + away, 20), rally_test="off", charismatic=True)
    rally(f, i)
    assert f.m(i).y == pytest.approx(20.0)
    assert 20 + away - f.m(i).x == pytest.approx(come, abs=0.3)
    assert f.one(Ev.COMES).d <= 8.0 + 1e-9
    assert f.m(i).formation == NOBODY  # one man is no formation


@pytest.mark.rule("MI-R14")
def test_an_obstacle_costs_him_an_inch() -> None:
    f, (i,) = called((32, 20), rally_test="off", charismatic=True)
    f.terrain("fence", line=[(28, 15), (28, 25)])
    rally(f, i)
    assert f.m(i).x == pytest.approx(25.0)


@pytest.mark.rule("MI-R14")
def test_men_who_end_together_are_a_formation() -> None:
    f, men = called((15, 20), (25, 20), (20, 26), (21.5, 26))
    f.dice(4, 6, 1, 5)
    rally(f, *men)
    f.used_up()
    unit = f.m(men[0]).formation
    assert unit >= 0
    assert [f.m(i).formation for i in men] == [unit, unit, NOBODY, unit]
    assert f.u(unit).size == 3
    assert (f.one(Ev.FORMED).actor, f.one(Ev.FORMED).a) == (unit, 3)
    assert min(gap(f, men[1], i) for i in (men[0], men[3])) <= 0.5


@pytest.mark.rule("MI-R14", "MI-R10")
def test_men_linked_only_through_the_commander_are_not_in_formation() -> None:
    f, men = called((19.25, 20), (20.75, 20), rally_test="off")
    sequence.form_rallied(f.b, 0, f.set(*men), 0.0, 1.0)
    assert [f.m(i).formation for i in men] == [NOBODY, NOBODY]
    f.m(men[1]).x, f.m(men[1]).y = 19.25, 20.75 + 0.5
    sequence.form_rallied(f.b, 0, f.set(*men), 0.0, 1.0)
    assert f.m(men[0]).formation == f.m(men[1]).formation >= 0


@pytest.mark.rule("MI-R14", "MI-010")
@pytest.mark.parametrize(("apart", "formed"), [(0.5, True), (0.51, False)])
def test_together_is_half_an_inch(apart: float, formed: bool) -> None:
    f, men = called((19, 22), (19 + 0.75 + apart, 22))
    sequence.form_rallied(f.b, 0, f.set(*men), 0.0, 1.0)
    assert (f.m(men[0]).formation >= 0) == formed


@pytest.mark.rule("MI-R14")
def test_those_not_rallied_now_are_in_no_formation_with_those_who_are() -> None:
    f, men = called((18, 22), (18.75, 22), (19.5, 22))
    sequence.form_rallied(f.b, 0, f.set(*men[:2]), 0.0, 1.0)
    assert [f.m(i).formation >= 0 for i in men] == [True, True, False]


@pytest.mark.rule("MI-R14", "MI-R26")
def test_no_formation_is_made_in_woods() -> None:
    f, men = called((18, 22), (18.75, 22), (19.5, 22))
    f.terrain("woods", rectangle=(15, 20, 18.5, 25))
    sequence.form_rallied(f.b, 0, f.set(*men), 0.0, 1.0)
    assert [f.m(i).formation >= 0 for i in men] == [False, False, False]
    f.m(men[1]).x, f.m(men[2]).x = 19.0, 19.75
    sequence.form_rallied(f.b, 0, f.set(*men), 0.0, 1.0)
    assert [f.m(i).formation >= 0 for i in men] == [False, True, True]


@pytest.mark.rule("MI-R14")
@pytest.mark.parametrize(("given", "faces"), [((1.0, 0.0), (1.0, 0.0)), ((0.0, 0.0), (0.0, 1.0))])
def test_the_new_formation_faces_as_ordered_or_else_away_from_its_own_edge(
    given: tuple[float, float], faces: tuple[float, float]
) -> None:
    f, men = called((17, 20), (23, 20), rally_test="off")
    rally(f, *men, fx=given[0], fy=given[1])
    u = f.u(f.m(men[0]).formation)
    assert (u.fx, u.fy) == faces


@pytest.mark.rule("MI-R14", "MI-026", "MI-017")
def test_a_rally_ends_the_commanders_turn() -> None:
    f, men = called((17, 20), (23, 20), (20, 23))
    f.dice(6, 6)
    answers = [order(Act.STAY), order(Act.RALLY, how=f.set(*men[:2]))]
    asks = f.play(lambda b: sequence.command(b, BLUE), *answers)
    f.used_up()
    assert [a.kind for a in asks] == [AskKind.STEP, AskKind.ACTIVATE]
    assert f.one(Ev.CALLED).a == 2
    assert f.m(men[2]).acted == 0  # in reach, and yet he does nothing


@pytest.mark.rule("MI-R14", "MI-027")
def test_a_commander_whose_only_men_are_too_far_to_activate_may_still_call_them() -> None:
    f, (i,) = called((26, 20))
    assert sequence.anything_to_do(f.b, 0)
    f.m(i).x = 29
    assert not sequence.anything_to_do(f.b, 0)
