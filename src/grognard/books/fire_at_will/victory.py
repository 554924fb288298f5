"""Victory: broken armies, the objective, and the last turn."""

from __future__ import annotations

from ...battle import emit
from .houses import garrison_of
from .state import NOBODY, Battle, Ev, R, Strip
from .strips import is_running, on_table

DRAW = 2


def is_out(b: Battle, s: Strip) -> bool:
    """Dead, off the table, on the other side, or running [FW-R113]."""
    if not on_table(s) or s.side != s.army:
        return True
    return is_running(b.formations[s.formation])


def strips_out(b: Battle, side: int) -> int:
    """How many of the strips that a side began with are out of it [FW-R113]."""
    n = 0
    for i in range(b.n_strips):
        if b.strips[i].army == side and is_out(b, b.strips[i]):
            n += 1
    return n


def is_broken(b: Battle, side: int) -> bool:
    """Half or more of its strips are out of it [FW-R113]."""
    return strips_out(b, side) >= b.rules.break_share * b.original[side]


def lost_less(b: Battle) -> int:
    """The side that has lost the smaller share; 2 if neither has [FW-R113]."""
    zero = strips_out(b, 0) * b.original[1]
    one = strips_out(b, 1) * b.original[0]
    if zero == one:
        return DRAW
    return 0 if zero < one else 1


def holder(b: Battle, n: int) -> int:
    """The side with an unrouted strip in the building, or nobody: two sides are never in one [FW-R27]."""
    f = garrison_of(b, b.aims.objectives[n].piece)
    if f < 0 or is_running(b.formations[f]):
        return NOBODY
    return b.formations[f].side


def judge(b: Battle) -> None:
    """The end of a turn: a broken army loses; on the last turn the objective decides, or the losses [FW-R113]."""
    broken_0 = is_broken(b, 0)
    broken_1 = is_broken(b, 1)
    tell_broken(b, 0, broken_0)
    tell_broken(b, 1, broken_1)
    if broken_0 and broken_1:
        end(b, lost_less(b))
    elif broken_0 or broken_1:
        b.broken = 0 if broken_0 else 1
        end(b, 1 - b.broken)
    elif b.turn >= b.rules.turns:
        end(b, last_turn(b))


def tell_broken(b: Battle, side: int, broken: bool) -> None:
    if broken:
        emit(b.log, Ev.BROKEN, R + 113, side, NOBODY, strips_out(b, side), b.original[side], 0.0)


def last_turn(b: Battle) -> int:
    """Who holds the objectives, more of them than the other; without any, who has lost less [FW-R113]."""
    if b.aims.n_objectives == 0:
        return lost_less(b)
    held = 0
    for n in range(b.aims.n_objectives):
        side = holder(b, n)
        emit(b.log, Ev.OBJECTIVE, R + 113, side, n, 0, 0, 0.0)
        if side >= 0:
            held += 1 - 2 * side
    if held == 0:
        return DRAW
    return 0 if held > 0 else 1


def end(b: Battle, winner: int) -> None:
    b.winner = winner
    emit(b.log, Ev.OVER, R + 113, winner, NOBODY, strips_out(b, 0), strips_out(b, 1), 0.0)
