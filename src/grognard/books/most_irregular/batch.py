"""Compiled only: many battles from one starting record and what is wanted to know of each; many orders tried on one."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...battle import begin_again
from ...values import Ask, Order
from .legality import check
from .men import is_straggler, present
from .sequence import play
from .state import Battle
from .victory import commanders_lost, holder, men_lost


class Tally(IntEnum):
    """The columns of the report.  Of a pair, the second is Red's."""

    WINNER = 0  # 0 blue, 1 red, 2 a draw
    TURNS = 1
    DECISIONS = 2
    DICE = 3
    BROKEN = 4  # the side that broke, or -1
    POINTS_BLUE = 5
    POINTS_RED = 6
    MEN_LOST_BLUE = 7
    MEN_LOST_RED = 8
    WOUNDED_BLUE = 9  # on the table at the end
    WOUNDED_RED = 10
    STRAGGLERS_BLUE = 11
    STRAGGLERS_RED = 12
    COMMANDERS_LOST_BLUE = 13
    COMMANDERS_LOST_RED = 14
    OBJECTIVE_1 = 15  # who holds it at the end, or -1
    OBJECTIVE_2 = 16
    OBJECTIVE_3 = 17
    OBJECTIVE_4 = 18
    OBJECTIVE_5 = 19
    OBJECTIVE_6 = 20
    OBJECTIVE_7 = 21
    OBJECTIVE_8 = 22


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
        out[k, Tally.POINTS_BLUE + side] = b.points[side]
        out[k, Tally.MEN_LOST_BLUE + side] = men_lost(b, side)
        out[k, Tally.COMMANDERS_LOST_BLUE + side] = commanders_lost(b, side)
        report_men(b, out, k, side)
    for n in range(b.aims.n_objectives):
        out[k, Tally.OBJECTIVE_1 + n] = holder(b, b.aims.objectives[n])


def report_men(b: Battle, out: Any, k: int, side: int) -> None:
    wounded = 0
    loose = 0
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        m = b.men[i]
        if present(m) and m.wounded:
            wounded += 1
        if is_straggler(m):
            loose += 1
    out[k, Tally.WOUNDED_BLUE + side] = wounded
    out[k, Tally.STRAGGLERS_BLUE + side] = loose
