"""Compiled only: many battles from one starting record and what is wanted to know of each; many orders tried on one."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...battle import begin_again
from ...values import Ask, Order
from .legality import check
from .sequence import play
from .state import Battle, Lost
from .strips import is_character, is_running, on_table
from .victory import holder, strips_out


class Tally(IntEnum):
    """The columns of the report: those that all books have, and what this book counts, in pairs."""

    WINNER = 0  # 0 blue, 1 red, 2 a draw
    TURNS = 1
    DECISIONS = 2
    DICE = 3
    BROKEN = 4  # the side that broke, or -1
    POINTS_BLUE = 5  # enemy strips out of the battle
    POINTS_RED = 6
    STRIPS_LOST_BLUE = 7  # dead, destroyed or off the table
    STRIPS_LOST_RED = 8
    RUNNING_BLUE = 9  # strips that run at the end
    RUNNING_RED = 10
    CHARACTERS_LOST_BLUE = 11
    CHARACTERS_LOST_RED = 12
    TAKEN_OVER_BLUE = 13  # strips that fight for the other side at the end
    TAKEN_OVER_RED = 14
    OBJECTIVE_1 = 15  # who holds it at the end, or -1
    OBJECTIVE_2 = 16
    OBJECTIVE_3 = 17
    OBJECTIVE_4 = 18


def play_many(
    work: Any, work_bytes: Any, start_bytes: Any, head: int, keys: Any, whims: Any, out: Any
) -> None:
    """One battle a key."""
    b = work[0]
    for k in range(len(keys)):
        begin_again(b, work_bytes, start_bytes, head, keys[k], whims[k])
        play(b)
        report(b, out, k)


def check_one(work: Any, ask: Ask, order: Order) -> int:
    """The check, of a battle in an array: that is much quicker handed over than a record by itself."""
    return check(work[0], ask, order)


def report(b: Battle, out: Any, k: int) -> None:
    """One row of the report."""
    out[k, Tally.WINNER] = b.winner
    out[k, Tally.TURNS] = b.turn
    out[k, Tally.DECISIONS] = b.decisions
    out[k, Tally.DICE] = b.dice.counter
    out[k, Tally.BROKEN] = b.broken
    for side in range(2):
        out[k, Tally.POINTS_BLUE + side] = strips_out(b, 1 - side)
        report_strips(b, out, k, side)
    for n in range(b.aims.n_objectives):
        out[k, Tally.OBJECTIVE_1 + n] = holder(b, n)


def report_strips(b: Battle, out: Any, k: int, side: int) -> None:
    lost = 0
    running = 0
    characters = 0
    taken = 0
    for i in range(b.n_strips):
        s = b.strips[i]
        if s.army == side:
            if s.lost != Lost.NO:
                lost += 1
                if is_character(s):
                    characters += 1
            elif s.side != side:
                taken += 1
            elif on_table(s) and is_running(b.formations[s.formation]):
                running += 1
    out[k, Tally.STRIPS_LOST_BLUE + side] = lost
    out[k, Tally.RUNNING_BLUE + side] = running
    out[k, Tally.CHARACTERS_LOST_BLUE + side] = characters
    out[k, Tally.TAKEN_OVER_BLUE + side] = taken
