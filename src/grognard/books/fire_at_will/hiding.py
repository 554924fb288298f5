"""The table as a side knows it: the enemy's hidden troops are taken off it for a moment, and put back [FW-R114].

An order is checked, and a general thinks, on such a table: nobody can learn from a refusal or from a march of the
enemy's who hides where.  What an order runs into is found out when it is carried out."""

from __future__ import annotations

from .state import NOBODY, Battle

AWAY = -2  # minus an army: a strip that is away for a moment counts for neither


def is_hidden_from(b: Battle, side: int, g: int) -> bool:
    v = b.formations[g]
    return v.hidden and v.n > 0 and v.side != side


def knows_not_all(b: Battle, side: int) -> bool:
    """Does somebody hide from a side?"""
    for g in range(b.n_formations):
        if is_hidden_from(b, side, g):
            return True
    return False


def take_away(b: Battle, side: int) -> int:
    """Takes off the table whom a side may not know of: a set, for put_back."""
    away = 0
    for g in range(b.n_formations):
        if is_hidden_from(b, side, g):
            away |= 1 << g
            take_formation(b, g)
    return away


def take_formation(b: Battle, g: int) -> None:
    v = b.formations[g]
    for k in range(v.n):
        s = b.strips[v.members[k]]
        s.formation = NOBODY
        if s.army >= 0:
            b.original[s.army] -= 1
        s.army = AWAY - s.army
    v.away = v.n
    v.n = 0


def put_back(b: Battle, away: int) -> None:
    """Back to where they were."""
    g = 0
    while away > 0:
        if away % 2 == 1:
            put_formation(b, g)
        away //= 2
        g += 1


def put_formation(b: Battle, g: int) -> None:
    v = b.formations[g]
    v.n = v.away
    v.away = 0
    for k in range(v.n):
        s = b.strips[v.members[k]]
        s.formation = g
        s.army = AWAY - s.army
        if s.army >= 0:
            b.original[s.army] += 1
