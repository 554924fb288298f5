"""Compiled only: many battles from one starting record and what is wanted to know of each; many orders tried on one."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...battle import begin_again
from ...values import Ask, Order
from .legality import check
from .sequence import play
from .state import Battle, Lost
from .units import on_table
from .victory import holder


class Tally(IntEnum):
    """The columns of the report: those that all books have, and what this book counts, in pairs."""

    WINNER = 0  # 0 blue, 1 red, 2 a draw
    TURNS = 1
    DECISIONS = 2
    DICE = 3
    BROKEN = 4  # the side that broke, or -1
    POINTS_BLUE = 5
    POINTS_RED = 6
    FIGURES_LOST_BLUE = 7
    FIGURES_LOST_RED = 8
    UNITS_LOST_BLUE = 9
    UNITS_LOST_RED = 10
    ROUTS_BLUE = 11  # units dispersed, run off the table, or running at the end
    ROUTS_RED = 12
    GENERALS_LOST_BLUE = 13
    GENERALS_LOST_RED = 14
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
        report_units(b, out, k, side)
        report_generals(b, out, k, side)
    for n in range(b.aims.n_objectives):
        out[k, Tally.OBJECTIVE_1 + n] = holder(b, b.aims.objectives[n])


def report_units(b: Battle, out: Any, k: int, side: int) -> None:
    figures = 0
    units = 0
    routs = 0
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == side:
            figures += u.original - u.figures
            if not on_table(u):
                units += 1
            if u.lost == Lost.DISPERSED or u.lost == Lost.OFF_TABLE or (on_table(u) and u.routing):
                routs += 1
    out[k, Tally.FIGURES_LOST_BLUE + side] = figures
    out[k, Tally.UNITS_LOST_BLUE + side] = units
    out[k, Tally.ROUTS_BLUE + side] = routs


def report_generals(b: Battle, out: Any, k: int, side: int) -> None:
    n = 0
    for i in range(b.n_leaders):
        if b.leaders[i].side == side and not b.leaders[i].alive:
            n += 1
    out[k, Tally.GENERALS_LOST_BLUE + side] = n
