"""The nerve of those who are to assault a formation, and withdrawals (chapter S, first half)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular.assault import assault
from grognard.books.most_irregular.formed import activate_unit
from grognard.books.most_irregular.state import Lost
from grognard.values import Ask

from .field import NOBODY, Act, AskKind, Ev, Field, order


def go(f: Field, line: int, target: int, *answers: Any, fx: float = 0.0, fy: float = 1.0) -> Any:
    ask = f.activate(line)
    o = order(Act.ASSAULT, line, target, fx=fx, fy=fy)
    assert f.refused(ask, Act.ASSAULT, actor=line, other=target, fx=fx, fy=fy) == ""
    asks = f.play(lambda b: assault(b, o), *answers)
    f.used_up()
    return asks


def run(f: Field, line: int, *men: int) -> Any:
    return order(Act.RUN, line, how=f.set(*men))


def facing(**house: Any) -> tuple[Field, int, int]:
    """Four blue Regulars at y = 20, six red ones 20 inches to the north of them: nobody can reach them."""
    f = Field(**house)
    line = f.formation("blue", 4, 24, 20)
    return f, line, f.formation("red", 6, 24, 40, facing="south", files=3)


def ys(f: Field, *men: int) -> list[float]:
    return [round(f.m(i).y, 2) for i in men]


@pytest.mark.rule("MI-098", "MI-099", "MI-008", "MI-R49")
@pytest.mark.parametrize(("dice", "passes"), [((3, 3, 2), 2), ((6, 3, 4), 3), ((1, 3, 6), 2)])
def test_2_or_3_passes_and_they_go(dice: tuple[int, ...], passes: int) -> None:
    f, line, target = facing()
    f.dice(*dice)
    go(f, line, target)
    nerve = f.one(Ev.NERVE)
    assert (nerve.actor, nerve.a, nerve.b) == (line, passes, 1)
    assert ys(f, 0, 3) == [24.0, 24.0]


@pytest.mark.rule("MI-R49", "MI-R54", "MI-102")
def test_a_target_out_of_reach_is_tested_for_but_does_not_test() -> None:
    f, line, target = facing()
    f.dice(3, 3, 3)
    go(f, line, target)
    assert len(f.events(Ev.NERVE)) == 1
    assert f.one(Ev.FALLS_SHORT).d == pytest.approx(4.0)
    assert f.u(line).size == 4  # still formed
    assert f.b.actions == 1


@pytest.mark.rule("MI-100", "MI-R52")
def test_1_pass_and_they_stay_and_the_action_is_wasted() -> None:
    f, line, target = facing()
    f.dice(2, 2, 3)
    go(f, line, target)
    assert ys(f, 0, 1, 2, 3) == [20.0] * 4
    assert f.one(Ev.STAYS).actor == line
    assert f.b.actions == 1


@pytest.mark.rule("MI-101", "MI-R42", "MI-R57")
def test_0_passes_and_they_withdraw_4_inches_facing_as_they_did() -> None:
    f, line, target = facing()
    f.m(2).wounded = True
    f.dice(1, 2, 2)
    f.dice(2)  # the wounded man keeps up
    f.dice(2, 3, 4, 5)  # a die for every figure, wounded too
    go(f, line, target)
    assert ys(f, 0, 1, 2, 3) == [16.0] * 4
    assert (f.u(line).fx, f.u(line).fy) == (0.0, 1.0)
    assert f.u(line).size == 4
    assert f.one(Ev.WITHDRAWS).d == pytest.approx(4.0)
    assert f.one(Ev.DESERTERS).a == 4


@pytest.mark.rule("MI-101", "MI-R42")
def test_they_withdraw_from_the_mean_position_of_the_enemy_through_their_own() -> None:
    f = Field()
    line = f.formation("blue", 2, 20, 20)
    target = f.formation("red", 2, 23, 24, facing="south")
    f.dice(1, 1, 1, 2, 2)
    go(f, line, target)
    assert f.m(0).x == pytest.approx(19.625 - 4 * 0.6)
    assert f.m(0).y == pytest.approx(20 - 4 * 0.8)


@pytest.mark.rule("MI-101", "MI-R46")
def test_each_1_sends_a_man_of_the_owners_choice_4_inches_further() -> None:
    f, line, target = facing()
    f.dice(1, 1, 1, 1, 6, 1, 2)
    asks = go(f, line, target, run(f, line, 0, 3))
    assert [(a.kind, a.actor, a.other) for a in asks] == [(AskKind.RUN, line, 2)]
    assert ys(f, 1, 2) == [16.0, 16.0]
    assert [f.m(i).formation for i in range(4)] == [NOBODY, line, line, NOBODY]
    for i in (0, 3):
        assert 11.9 < f.m(i).y < 12.2  # 8 inches in all, away from the nearest enemy
    assert f.one(Ev.DESERTERS).b == 2


@pytest.mark.rule("MI-R46")
def test_the_owner_names_just_so_many_and_of_his_unit() -> None:
    f, line, _ = facing()
    ask = Ask(AskKind.RUN, 0, line, 2)
    f.b.sought = f.members(line)
    assert f.refused(ask, Act.RUN, how=f.set(0, 1)) == ""
    assert f.refused(ask, Act.RUN, how=f.set(0)) == "MI-R46"
    assert f.refused(ask, Act.RUN, how=f.set(0, 1, 2)) == "MI-R46"
    assert f.refused(ask, Act.RUN, how=1 << 40 | 1) == "MI-R46"
    assert f.refused(ask, Act.RUN, how=-1) == "MI-R46"
    assert f.refused(ask, Act.FALL, how=f.set(0, 1)) == "MI-R46"


@pytest.mark.rule("MI-R46", "MI-R06")
def test_never_more_than_there_are_and_one_who_is_left_is_a_straggler() -> None:
    f, line, target = facing()
    f.dice(1, 1, 1, 1, 1, 1, 1)
    go(f, line, target)
    assert f.u(line).size == 0
    f, line, target = facing()
    f.dice(1, 1, 1, 1, 1, 1, 2)
    go(f, line, target, run(f, line, 0, 1, 2))
    assert f.u(line).size == 0
    assert f.m(3).formation == NOBODY
    assert ys(f, 3) == [16.0]


@pytest.mark.rule("MI-R75", "MI-R43", "MI-101")
def test_the_wounded_dice_come_before_the_dice_for_every_figure_still_in_the_unit() -> None:
    f, line, target = facing()
    f.m(1).wounded = f.m(3).wounded = True
    f.dice(2, 2, 2)
    f.dice(5, 1)  # man 3 stays behind
    f.dice(4, 4, 4)  # three figures
    go(f, line, target)
    assert ys(f, 0, 1, 2, 3) == [16.0, 16.0, 16.0, 20.0]
    assert f.m(3).formation == NOBODY
    assert f.one(Ev.DESERTERS).a == 3


@pytest.mark.rule("MI-R52", "MI-100", "MI-101")
@pytest.mark.parametrize(
    ("word", "dice", "left"),
    [("off", (1, 1, 1, 2, 2, 2, 2), 1), ("on", (1, 1, 1, 2, 2, 2, 2), 0), ("on", (1, 1, 3), 1)],
)
def test_a_failed_test_uses_up_one_action_and_by_option_a_withdrawal_both(
    word: str, dice: tuple[int, ...], left: int
) -> None:
    f, line, target = facing(withdraw_ends_activation=word)
    f.dice(*dice)
    go(f, line, target)
    assert f.b.actions == left


@pytest.mark.rule("MI-R52")
def test_they_may_try_again_with_their_second_action() -> None:
    f, line, target = facing()
    f.dice(1, 1, 3, 3, 3, 3)
    f.b.commander = f.commander("blue", 24, 18)
    again = order(Act.ASSAULT, line, target, fx=0.0, fy=1.0)
    f.play(lambda b: activate_unit(b, line), again, again)
    f.used_up()
    assert ys(f, 0) == [24.0]


@pytest.mark.rule("MI-098", "MI-007", "MI-006")
@pytest.mark.parametrize(("grade", "number"), [("rabble", 5), ("conscript", 4), ("regular", 3), ("elite", 2)])
def test_the_dice_are_read_against_the_grade(grade: str, number: int) -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 20, grade=grade)
    target = f.formation("red", 4, 24, 40, facing="south")
    f.dice(number, number - 1, number - 1)
    go(f, line, target)
    assert f.one(Ev.NERVE).a == 1
    assert f.events(Ev.STAYS)


@pytest.mark.rule("MI-R26", "MI-101", "MI-R42")
def test_a_unit_that_withdraws_into_woods_is_broken_up_and_who_runs_runs_on() -> None:
    f, line, target = facing()
    f.terrain("woods", rectangle=(10, 14, 38, 17))
    f.dice(1, 1, 1, 1, 2, 2, 2)
    go(f, line, target, run(f, line, 1))
    assert f.u(line).size == 0
    assert all(f.m(i).formation == NOBODY for i in range(4))
    assert f.m(1).y < 12.8
    assert all(15.0 < f.m(i).y < 17.0 for i in (0, 2, 3))


@pytest.mark.rule("MI-R26", "MI-R42")
def test_a_unit_that_withdraws_through_woods_is_broken_up_beyond_them() -> None:
    f, line, target = facing()
    f.terrain("woods", rectangle=(10, 18, 38, 18.5))
    f.dice(1, 1, 1, 2, 2, 2, 2)
    go(f, line, target)
    assert f.u(line).size == 0
    assert "MI-R26" in f.cited()


@pytest.mark.rule("MI-R42")
def test_closed_ground_turns_the_way_by_the_least_steps_of_15_degrees() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    target = f.formation("red", 2, 24, 40, facing="south")
    f.terrain("pond", rectangle=(24.6, 10, 40, 19))  # in the way of the right-hand man only
    f.dice(1, 1, 1, 2, 2)
    go(f, line, target)
    assert f.m(0).x - 23.625 == pytest.approx(-4 * 0.25881904510252074)
    assert f.m(0).y - 20 == pytest.approx(-4 * 0.9659258262890683)
    assert f.m(1).y == pytest.approx(f.m(0).y)


@pytest.mark.rule("MI-R42")
def test_where_no_way_is_clear_they_stop_short() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    target = f.formation("red", 2, 24, 40, facing="south")
    f.terrain("pond", rectangle=(10, 10, 40, 18.625))
    f.terrain("pond", rectangle=(10, 18.625, 22.5, 21))
    f.terrain("pond", rectangle=(25.5, 18.625, 40, 21))
    f.dice(1, 1, 1, 2, 2)
    go(f, line, target)
    assert ys(f, 0, 1) == [19.0, 19.0]


@pytest.mark.rule("MI-R42")
def test_an_enemy_within_an_inch_of_the_way_turns_it_too() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    target = f.formation("red", 2, 24, 40, facing="south")
    f.man("red", 25.6, 17)  # 0.475 inches from the way of the right-hand man
    f.dice(1, 1, 1, 2, 2)
    go(f, line, target)
    assert f.m(0).x < 22.7
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    target = f.formation("red", 2, 24, 40, facing="south")
    f.man("red", 24.375 + 0.75 + 1.01, 17)
    f.dice(1, 1, 1, 2, 2)
    go(f, line, target)
    assert f.m(0).x == pytest.approx(23.625)


@pytest.mark.rule("MI-R29", "MI-R42", "MI-R71")
def test_men_forced_off_the_table_are_removed() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 4.5, files=2)  # the rear rank at 3.75
    target = f.formation("red", 2, 24, 20, facing="south")
    f.dice(1, 1, 1, 2, 2, 2, 2)
    go(f, line, target)
    assert [f.m(i).lost for i in range(4)] == [Lost.NO, Lost.NO, Lost.OFF_TABLE, Lost.OFF_TABLE]
    assert f.m(0).y >= 0.375 - 1e-9


@pytest.mark.rule("MI-R12", "MI-101")
@pytest.mark.parametrize(
    ("lead", "word", "y"), [("on", Act.YES, 15.0), ("on", Act.NO, 19.0), ("off", None, 19.0)]
)
def test_officers_may_be_carried_along(lead: str, word: Act | None, y: float) -> None:
    f, line, target = facing(officers_lead=lead)
    ashby = f.commander("blue", 24, 19)
    f.dice(1, 1, 1, 2, 2, 2, 2)
    go(f, line, target, *([order(word, ashby)] if word is not None else []))
    assert f.c(ashby).y == pytest.approx(y, abs=0.01)


@pytest.mark.rule("MI-R05", "MI-098")
@pytest.mark.parametrize(("word", "passes"), [("majority", 1), ("worst", 0)])
def test_a_mixed_unit_tests_with_the_grade_of_most_or_by_option_the_worst(word: str, passes: int) -> None:
    f = Field(mixed_quality=word)
    line = f.formation("blue", 3, 24, 20, grade="elite")
    f.m(0).grade = 0
    target = f.formation("red", 2, 24, 40, facing="south")
    f.dice(4, 1, 1, *([] if passes else [2, 2, 2]))
    go(f, line, target)
    assert f.one(Ev.NERVE).a == passes
