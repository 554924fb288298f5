"""The turn: initiative, commanders by turns, once for every man, and the end of it."""

from __future__ import annotations

import pytest

from grognard.books.most_irregular import sequence
from grognard.books.most_irregular.state import Lost
from grognard.values import Ask, Order

from .field import NOBODY, Act, AskKind, Ev, Field, order

STAY = order(Act.STAY)
DONE = order(Act.DONE)


def command(k: int) -> Order:
    return order(Act.COMMAND, k)


def field(blue: int, red: int) -> Field:
    """A table with so many commanders a side, and nobody for them to command."""
    f = Field()
    f.man("blue", 2, 2)
    f.man("red", 2, 46)
    for n in range(blue):
        f.commander("blue", 20 + 4 * n, 5)
    for n in range(red):
        f.commander("red", 20 + 4 * n, 43)
    return f


def who_acted(f: Field) -> list[int]:
    return [e.actor for e in f.events(Ev.COMMANDS)]


# Initiative


@pytest.mark.rule("MI-013", "MI-R75", "MI-R08")
@pytest.mark.parametrize(
    ("dice", "first"), [((5, 3), 0), ((3, 5), 1), ((2, 2, 6, 1), 0), ((4, 4, 1, 1, 2, 3), 1)]
)
def test_the_higher_roller_is_first_and_ties_are_rolled_again(dice: tuple[int, ...], first: int) -> None:
    f = Field()
    f.dice(*dice)
    assert sequence.roll_initiative(f.b) == first
    f.used_up()
    rolls = f.events(Ev.INITIATIVE)
    assert [(e.a, e.b) for e in rolls] == [(dice[n], dice[n + 1]) for n in range(0, len(dice), 2)]
    assert [e.actor for e in rolls] == [NOBODY] * (len(rolls) - 1) + [first]


@pytest.mark.rule("MI-013", "MI-R08")
@pytest.mark.parametrize(("dice", "order_of"), [((6, 1), [0, 1]), ((1, 6), [1, 0])])
def test_the_winner_goes_first_and_is_not_asked_whether_he_likes_to(
    dice: tuple[int, int], order_of: list[int]
) -> None:
    f = field(1, 1)
    f.dice(*dice)
    asks = f.play(sequence.play_turn, STAY, STAY)
    assert [(a.kind, a.actor) for a in asks] == [(AskKind.STEP, k) for k in order_of]
    assert who_acted(f) == order_of


# By turns


@pytest.mark.rule("MI-014", "MI-015")
def test_the_players_alternate_until_every_commander_has_acted() -> None:
    f = field(2, 2)
    f.dice(1, 6)
    answers = [command(3), STAY, command(0), STAY, STAY, STAY]
    asks = f.play(sequence.play_turn, *answers)
    assert [a.kind for a in asks] == [
        AskKind.COMMANDER,
        AskKind.STEP,
        AskKind.COMMANDER,
        AskKind.STEP,
        AskKind.STEP,  # of the only one left nobody is asked who he is
        AskKind.STEP,
    ]
    assert who_acted(f) == [3, 0, 2, 1]


@pytest.mark.rule("MI-R08", "MI-014")
@pytest.mark.parametrize(("dice", "acted"), [((6, 1), [0, 1, 2, 3]), ((1, 6), [1, 0, 2, 3])])
def test_when_one_side_has_run_out_the_other_plays_its_remaining_in_a_row(
    dice: tuple[int, int], acted: list[int]
) -> None:
    f = field(1, 3)
    f.dice(*dice)
    answers = [STAY, command(1), STAY, command(2), STAY, STAY]
    if acted[0] == 1:
        answers = [command(1), STAY, STAY, command(2), STAY, STAY]
    f.play(sequence.play_turn, *answers)
    assert who_acted(f) == acted


@pytest.mark.rule("MI-015", "MI-R08", "MI-R09")
def test_whom_a_player_may_pick_and_that_he_may_not_pass() -> None:
    f = field(4, 1)
    f.c(1).acted = True
    f.c(2).lost = int(Lost.SNIPED)
    f.c(3).officer_only = True
    ask = Ask(int(AskKind.COMMANDER), 0, NOBODY, NOBODY)
    assert f.refused(ask, Act.COMMAND, actor=0) == ""
    for k in (1, 2, 3, 4, 7, NOBODY):
        assert f.refused(ask, Act.COMMAND, actor=k) == "MI-015"
    assert f.refused(ask, Act.DONE) == "MI-R08"


@pytest.mark.rule("MI-R08", "MI-017")
def test_a_commander_may_act_by_doing_nothing() -> None:
    f = Field(succession="never")
    line = f.formation("blue", 3, 20, 10)
    f.man("red", 2, 46)
    f.commander("blue", 20, 8)
    f.dice(6, 1)
    asks = f.play(sequence.play_turn, STAY, DONE)
    assert [a.kind for a in asks] == [AskKind.STEP, AskKind.ACTIVATE]
    assert all(f.m(i).acted == 0 for i in f.of(line))


@pytest.mark.rule("MI-R08", "MI-R48")
def test_a_commander_killed_before_he_has_acted_is_lost_to_the_turn() -> None:
    f = Field()
    line = f.formation("blue", 2, 20, 10, grade="rabble")
    target = f.formation("red", 4, 20, 16, "south")
    f.commander("blue", 20, 8)
    doyle = f.commander("red", 23.5, 16)
    f.dice(6, 1)
    f.dice(1, 1, 6)  # 2 points kill a man
    f.dice(2, 5, 6)  # a failed test, rolled again; and the officer is shot
    answers = [
        STAY,
        order(Act.UNIT, line),
        order(Act.RAPID, line, target, fy=1.0),
        order(Act.YES, target, doyle),
    ]
    asks = f.play(sequence.play_turn, *answers)
    f.used_up()
    assert [a.kind for a in asks] == [AskKind.STEP, AskKind.ACTIVATE, AskKind.ACTION, AskKind.REROLL]
    assert f.c(doyle).lost == Lost.SNIPED
    assert who_acted(f) == [0]


# Once for every man


@pytest.mark.rule("MI-016")
def test_no_man_is_activated_twice_by_whatever_commander() -> None:
    f = Field(succession="never")
    line = f.formation("blue", 3, 20, 10)
    loose = f.men("blue", (17, 8), (23.5, 8))
    f.man("red", 2, 46)
    for x in (19.5, 21.0):
        f.commander("blue", x, 8)
    ask = Ask(int(AskKind.ACTIVATE), 0, 1, NOBODY)
    assert f.refused(ask, Act.UNIT, actor=line) == ""
    assert f.refused(ask, Act.SCURRY, how=f.set(loose[1]), x=0.0, y=2.0, fx=0.0) == ""
    f.dice(6, 1)
    answers = [
        command(0),
        STAY,
        order(Act.UNIT, line),
        DONE,
        order(Act.SCURRY, how=f.set(loose[0]), x=-1, y=-2),
        DONE,  # the rest of his men
        STAY,
        DONE,
    ]
    f.play(sequence.play_turn, *answers)
    assert f.refused(ask, Act.UNIT, actor=line) == "MI-016"
    assert f.refused(ask, Act.SCURRY, how=f.set(loose[0]), x=0.0, y=2.0, fx=0.0) == "MI-016"
    assert f.m(loose[1]).acted == 0


@pytest.mark.rule("MI-016", "MI-R16")
def test_a_unit_with_any_fresh_man_may_be_activated() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    f.commander("blue", 20, 8)
    ask = Ask(int(AskKind.ACTIVATE), 0, 0, NOBODY)
    for i in f.of(line)[:2]:
        f.m(i).acted = 1
    assert f.refused(ask, Act.UNIT, actor=line) == ""
    f.m(f.of(line)[2]).acted = 1
    assert f.refused(ask, Act.UNIT, actor=line) == "MI-016"


@pytest.mark.rule("MI-027", "MI-R18")
def test_troops_whom_no_commander_reaches_do_nothing() -> None:
    f = Field(succession="never")
    line = f.formation("blue", 3, 20, 20)
    f.man("blue", 40, 20)
    f.man("red", 2, 46)
    f.commander("blue", 20, 8)
    f.dice(6, 1)
    asks = f.play(sequence.play_turn, STAY)
    assert [a.kind for a in asks] == [AskKind.STEP]
    assert f.u(line).size == 3


# The end of a turn


@pytest.mark.rule("MI-R74", "MI-016", "MI-015")
def test_a_new_turn_clears_the_marks() -> None:
    f = field(1, 1)
    i = 0
    f.m(i).acted, f.m(i).tested = 3, 2
    f.c(0).acted, f.c(0).moved, f.c(0).tested = True, True, 2
    f.b.activation, f.b.assault = 5, 4
    f.dice(6, 1)
    f.play(sequence.play_turn, STAY, STAY)
    assert f.b.turn == 1
    assert (f.m(i).acted, f.m(i).tested) == (0, 0)
    assert (f.c(0).moved, f.c(0).tested, f.c(0).acted) == (False, 0, True)
    assert (f.b.activation, f.b.assault) == (0, 0)
    f.dice(1, 6)
    f.play(sequence.play_turn, STAY, STAY)
    assert who_acted(f)[-2:] == [1, 0]
    assert [e.a for e in f.events(Ev.TURN)] == [1, 2]


@pytest.mark.rule("MI-R74", "MI-R72")
def test_the_break_point_is_looked_at_when_all_commanders_have_acted() -> None:
    f = field(1, 1)
    f.men("red", *[(10 + 2 * n, 40) for n in range(9)])
    for i in range(2, 11):
        f.m(i).lost = int(Lost.KILLED)
    f.dice(6, 1)
    f.play(sequence.play_turn, STAY, STAY)
    kinds = [e.kind for e in f.events(Ev.COMMANDS, Ev.BROKEN, Ev.OVER)]
    assert kinds == [Ev.COMMANDS, Ev.COMMANDS, Ev.BROKEN, Ev.OVER]
    assert f.b.winner == 0


@pytest.mark.rule("MI-R74", "MI-013")
def test_a_battle_goes_on_turn_by_turn_until_it_is_decided() -> None:
    f = field(1, 1)
    f.b.rules.turns = 3
    f.dice(6, 1, 1, 6, 5, 2)
    f.play(sequence.play, *[STAY] * 6)
    f.used_up()
    assert who_acted(f) == [0, 1, 1, 0, 0, 1]
    assert (f.b.turn, f.b.winner) == (3, 2)
