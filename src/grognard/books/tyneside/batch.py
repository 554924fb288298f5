"""Laboratory only: many battles from one starting record, and what is wanted to know of each."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...battle import begin_again
from ...values import Ask, Order
from .figures import present
from .legality import check
from .sequence import play
from .state import Battle
from .victory import figures_lost, holder


class Tally(IntEnum):
    """The columns of the report.  Of a pair, the second is Red's."""

    WINNER = 0  # 0 blue, 1 red, 2 a draw
    TURNS = 1
    DECISIONS = 2
    DICE = 3
    BROKEN = 4  # the side all of whose units were in retreat, or -1
    POINTS_BLUE = 5
    POINTS_RED = 6
    LOST_BLUE = 7
    LOST_RED = 8
    WOUNDED_BLUE = 9  # on the table at the end
    WOUNDED_RED = 10
    SAVED_BLUE = 11  # civilians brought off
    SAVED_RED = 12
    OBJECTIVE_1 = 13  # who holds it at the end, or -1
    OBJECTIVE_2 = 14
    OBJECTIVE_3 = 15
    OBJECTIVE_4 = 16
    OBJECTIVE_5 = 17
    OBJECTIVE_6 = 18
    OBJECTIVE_7 = 19
    OBJECTIVE_8 = 20


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
    out[k, Tally.BROKEN] = b.retreat if b.retreat < 2 else -1
    for side in range(2):
        out[k, Tally.POINTS_BLUE + side] = b.points[side]
        out[k, Tally.LOST_BLUE + side] = figures_lost(b, side)
        out[k, Tally.WOUNDED_BLUE + side] = wounded(b, side)
        out[k, Tally.SAVED_BLUE + side] = b.saved if b.aims.rescuer == side else 0
    for n in range(b.aims.n_objectives):
        out[k, Tally.OBJECTIVE_1 + n] = holder(b, b.aims.objectives[n])


def wounded(b: Battle, side: int) -> int:
    n = 0
    for i in range(b.n_figures):
        f = b.figures[i]
        n += f.side == side and present(f) and f.wounded
    return n
