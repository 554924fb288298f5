"""The turn: who acts first, who shoots when, and what is simultaneous."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.tyneside import sequence
from grognard.books.tyneside.state import Activity, Lost, Phase
from grognard.books.tyneside.throws import Whose

from .field import Act, Ev, Field, order


def steps(f: Field) -> list[tuple[int, Phase, int]]:
    return [(int(e.b), Phase(int(e.a)), int(e.actor)) for e in f.events(Ev.STEP)]


# Side A


@pytest.mark.rule("TY-R30")
@pytest.mark.parametrize(
    ("initiative", "dice", "found"),
    [
        ("fixed", (), [1, 1, 1]),
        ("alternate", (), [1, 0, 1]),
        ("roll", (5, 2, 1, 4, 3, 3, 6, 1), [0, 1, 0]),
    ],
)
def test_who_goes_first(initiative: str, dice: tuple[int, ...], found: list[int]) -> None:
    f = Field("ec", initiative=initiative)
    f.b.first = f.b.side_a = 1
    f.dice(*dice)
    sides = []
    for turn in (1, 2, 3):
        f.b.turn = turn
        sequence.settle_initiative(f.b)
        sides.append(f.b.side_a)
    f.used_up()  # a tie is thrown again
    assert sides == found and len(f.events(Ev.INITIATIVE)) == (3 if dice else 0)


# Simultaneous


def face_to_face(book: str, apart: float, **house: Any) -> tuple[Field, int, int]:
    """Two men on either side, uncommanded, who shoot at one another."""
    f = Field(book, **house)
    g = f.group("blue", 3, 60, 40, quality="top")
    h = f.group("red", 3, 60, 42 + apart, "south", quality="top")
    f.ready()
    return f, g, h


@pytest.mark.rule("TY-R28", "PS-014", "PS-R07")
def test_in_pike_and_shot_the_uncommanded_of_both_sides_shoot_at_once() -> None:
    f, g, h = face_to_face("ps", 8)
    f.dice(8, 1, 6)  # one shot in three: hit, the first man, dead
    f.dice(8, 1, 6)  # and the dead man's side shoots with all three
    sequence.uncommanded_shoot(f.b)
    f.used_up()
    assert (f.g(g).dead, f.g(h).dead) == (1, 1)
    assert [int(e.b) for e in f.events(Ev.RATIO)] == [3, 3]


@pytest.mark.rule("EC-013", "EC-014", "TY-R28")
def test_in_the_early_19th_century_the_second_side_shoots_with_who_is_left() -> None:
    f, g, h = face_to_face("ec", 8)
    f.g(g).activity = f.g(h).activity = int(Activity.HALTED)
    f.dice(3, 8, 1, 6)  # blue carries on; one of three fires, and kills
    f.dice(3, 8, 1, 6)  # red: one of the two who are left
    sequence.turn_of_early_19th(f.b)
    shots = f.events(Ev.RATIO)
    assert [int(e.b) for e in shots] == [3, 2]
    assert [s for s in steps(f) if s[1] == Phase.SHOOTING] == [
        (3, Phase.SHOOTING, 0),
        (5, Phase.SHOOTING, 1),
    ]


# Commanded and uncommanded


def with_officers(**house: Any) -> tuple[Field, int, int, int, int]:
    """On either side a Player Character and a group; each can pay for his own."""
    f = Field("ps", **house)
    blue, red = f.leader("blue", 20, 20, pc=True), f.leader("red", 20, 100, pc=True)
    g, h = f.group("blue", 2, 30, 20), f.group("red", 2, 30, 100, "south")
    f.loyal(g, blue)
    f.loyal(h, red)
    return f, blue, red, g, h


@pytest.mark.rule("PS-015", "PS-R06", "PS-R07", "PS-013", "TY-R29")
def test_commanded_units_move_and_fire_before_the_other_side_dices() -> None:
    f, blue, red, g, h = with_officers()
    f.dice(2, 2, 2, 4, 4, 2, 2, 2, 4, 4)
    f.play(
        sequence.turn_of_pike_and_shot,
        order(Act.NO, blue),
        order(Act.ACTIVATE, blue, g),
        order(Act.HOLD, g),
        order(Act.HOLD, blue),
        order(Act.NO, red),
        order(Act.ACTIVATE, red, h),
        order(Act.HOLD, h),
        order(Act.HOLD, red),
    )
    f.used_up()
    assert steps(f) == [
        (1, Phase.COMMAND, 0),
        (2, Phase.MOVES, 0),
        (3, Phase.SHOOTING, 0),
        (4, Phase.COMMAND, 1),
        (4, Phase.MOVES, 1),
        (4, Phase.SHOOTING, 1),
        (5, Phase.SHOOTING, 0),
        (5, Phase.SHOOTING, 1),
    ]
    throws = [int(e.actor) for e in f.events(Ev.ACTION_DIE)]
    assert throws == [blue, g, red, h]  # commanded units dice too


@pytest.mark.rule("PS-R07", "PS-015")
def test_if_a_game_has_it_so_commanded_units_act_wholly_before_any_other_dices() -> None:
    f, blue, red, g, h = with_officers(ps_sequence="commanded_first")
    f.dice(2, 2, 2, 4, 4)  # blue pays for his group: both throw
    f.dice(1, 1, 1, 4)  # red keeps his points: only the officer throws
    f.dice(4)  # then red's group
    f.play(
        sequence.turn_commanded_first,
        order(Act.NO, blue),
        order(Act.ACTIVATE, blue, g),
        order(Act.HOLD, g),
        order(Act.HOLD, blue),
        order(Act.NO, red),
        order(Act.DONE),
        order(Act.HOLD, red),
    )
    f.used_up()
    assert [int(e.actor) for e in f.events(Ev.ACTION_DIE)] == [blue, g, red, h]
    dices = [s for s in steps(f) if s[1] == Phase.DICE]
    assert dices == [(4, Phase.DICE, 0), (4, Phase.DICE, 1)]


@pytest.mark.rule("TY-011", "TY-012", "TY-R28")
def test_the_uncommanded_move_by_their_dice_when_all_have_thrown() -> None:
    f = Field("ec")
    g = f.group("blue", 2, 60, 40, kind="irregulars", quality="top")
    f.group("red", 2, 60, 110, "south")
    f.dice(6)  # calm, and a six: toward the enemy
    f.play(lambda b: sequence.dice_and_moves(b, 0, 1, Whose.ALL))
    f.used_up()
    assert f.f(f.of(g)[0]).y > 60 and f.g(g).activity == Activity.ADVANCING


# Coming on


@pytest.mark.rule("TY-099")
def test_reserves_come_on_when_the_scenario_says() -> None:
    f = Field("ec")
    g = f.group("blue", 3, 60, 0, group={"enters": 3})
    for i in range(3):
        f.f(i).lost = int(Lost.AWAITED)
    for turn, there in ((2, 0), (3, 3)):
        f.b.turn = turn
        sequence.bring_on(f.b)
        assert len(f.of(g)) == there
    assert all(f.f(i).y >= 1.0 for i in f.of(g)) and f.one(Ev.ENTERS).actor == g
