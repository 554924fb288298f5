"""Laboratory only: many battles from one starting record."""

from __future__ import annotations

from typing import Any

from ...dice import seed_dice
from .sequence import play
from .state import NOBODY
from .units import on_table


def play_many(work: Any, start: Any, work_bytes: Any, start_bytes: Any, head: int, seeds: Any, whims: Any, out: Any) -> None:
    """One battle a seed.  Only the state is copied (head bytes), not the script, the log and the paper."""
    for k in range(len(seeds)):
        for i in range(head):
            work_bytes[i] = start_bytes[i]
        b = work[0]
        seed_dice(b.dice, seeds[k])
        seed_dice(b.whim, whims[k])
        play(b)
        report(b, out, k)


def report(b: Any, out: Any, k: int) -> None:
    """What the laboratory wants to know of a battle."""
    out[k, 0] = b.winner
    out[k, 1] = b.turn
    out[k, 2] = b.decisions
    out[k, 3] = b.dice.counter
    out[k, 4] = b.points[0]
    out[k, 5] = b.points[1]
    out[k, 6] = b.broken
    for side in range(2):
        lost = 0
        out_of_it = 0
        routing = 0
        generals = 0
        for i in range(b.n_units):
            u = b.units[i]
            if u.side == side:
                lost += u.original - u.figures
                if not on_table(u):
                    out_of_it += 1
                elif u.routing:
                    routing += 1
        for i in range(b.n_leaders):
            if b.leaders[i].side == side and not b.leaders[i].alive:
                generals += 1
        out[k, 7 + side] = lost
        out[k, 9 + side] = out_of_it
        out[k, 11 + side] = routing
        out[k, 13 + side] = generals
    if b.winner == NOBODY:
        out[k, 0] = 2
