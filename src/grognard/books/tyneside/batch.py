"""Laboratory only: many battles from one starting record, and what is wanted to know of each."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...battle import begin_again
from .figures import present
from .sequence import play
from .state import Battle
from .victory import figures_lost, holder


class Tally(IntEnum):
    """The columns of the report.  Of a pair, the second is Red's."""

    WINNER = 0  # 0 blue, 1 red, 2 a draw
    TURNS = 1
    DECISIONS = 2
    DICE = 3
    RETREAT = 4  # the side all of whose units were in retreat, or -1
    POINTS_BLUE = 5
    POINTS_RED = 6
    LOST_BLUE = 7
    LOST_RED = 8
    WOUNDED_BLUE = 9  # on the table at the end
    WOUNDED_RED = 10
    SAVED = 11
    OBJECTIVE_1 = 12  # who holds it at the end, or -1
    OBJECTIVE_2 = 13
    OBJECTIVE_3 = 14
    OBJECTIVE_4 = 15
    OBJECTIVE_5 = 16
    OBJECTIVE_6 = 17
    OBJECTIVE_7 = 18
    OBJECTIVE_8 = 19


def play_many(
    work: Any, work_bytes: Any, start_bytes: Any, head: int, keys: Any, whims: Any, out: Any
) -> None:
    """One battle a key."""
    b = work[0]
    for k in range(len(keys)):
        begin_again(b, work_bytes, start_bytes, head, keys[k], whims[k])
        play(b)
        report(b, out, k)


def report(b: Battle, out: Any, k: int) -> None:
    """One row of the report."""
    out[k, Tally.WINNER] = b.winner
    out[k, Tally.TURNS] = b.turn
    out[k, Tally.DECISIONS] = b.decisions
    out[k, Tally.DICE] = b.dice.counter
    out[k, Tally.RETREAT] = b.retreat
    out[k, Tally.SAVED] = b.saved
    for side in range(2):
        out[k, Tally.POINTS_BLUE + side] = b.points[side]
        out[k, Tally.LOST_BLUE + side] = figures_lost(b, side)
        out[k, Tally.WOUNDED_BLUE + side] = wounded(b, side)
    for n in range(b.aims.n_objectives):
        out[k, Tally.OBJECTIVE_1 + n] = holder(b, b.aims.objectives[n])


def wounded(b: Battle, side: int) -> int:
    n = 0
    for i in range(b.n_figures):
        f = b.figures[i]
        n += f.side == side and present(f) and f.wounded
    return n
