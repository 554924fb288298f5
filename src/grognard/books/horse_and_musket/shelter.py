"""Crews who shelter with friends, come back to their guns, or lose them."""

from __future__ import annotations

from ...battle import emit
from .casualties import break_contact
from .decide import decide
from .fire import charger_of
from .melee import capture
from .state import NOBODY, Act, Arm, AskKind, Battle, Ev, R
from .units import gap_between, on_table, surely_farther


def friend_near_battery(b: Battle, i: int) -> int:
    """Some friendly unit at most 2 inches off, or nobody [FH-051, FH-R86]."""
    u = b.units[i]
    for j in range(b.n_units):
        f = b.units[j]
        if j != i and f.side == u.side and on_table(f) and f.arm != Arm.ARTILLERY:
            if gap_between(u, f) <= b.rules.shelter_reach + 1e-9:
                return j
    return NOBODY


def shelter_crews(b: Battle) -> None:
    """After its shot, the crew of a charged battery may leave it and shelter [FH-051, FH-R54, FH-R86]."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.arm == Arm.ARTILLERY and on_table(u) and u.in_contact and u.sheltering < 0:
            if charger_of(b, i) >= 0 and friend_near_battery(b, i) >= 0:
                order = decide(b, AskKind.SHELTER, u.side, i, NOBODY)
                if order.kind == Act.SHELTER:
                    u.sheltering = order.other
                    emit(b.log, Ev.SHELTERS, 51, i, order.other, 0, 0, 0.0)
                    break_contact(b, i)


def enemy_within(b: Battle, i: int, d: float, formed_only: bool) -> int:
    """An enemy unit within so many inches, or nobody."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        counts = e.side != u.side and on_table(e) and not (formed_only and e.routing)
        if counts and not surely_farther(u, e, d):
            if gap_between(u, e) <= d + 1e-9:
                return j
    return NOBODY


def crews_return(b: Battle) -> None:
    """Back to the gun next turn, if no enemy is within 2 inches [FH-R86]."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.sheltering >= 0 and on_table(u) and enemy_within(b, i, b.rules.shelter_reach, False) < 0:
            u.sheltering = NOBODY
            emit(b.log, Ev.RETURNS, R + 86, i, NOBODY, 0, 0, 0.0)


def take_guns(b: Battle) -> None:
    """An enemy who ends the turn on an abandoned gun captures it [FH-R86, FH-R91]."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.sheltering >= 0 and on_table(u):
            j = enemy_within(b, i, b.rules.contact, True)
            if j >= 0:
                capture(b, i, j)
