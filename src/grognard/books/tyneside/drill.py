"""The drill-book general: what an officer of the period would do."""

from __future__ import annotations

from ...battle import plain, with_how
from ...values import Ask, Order
from .command import is_musician, may_activate
from .figures import group_gap, is_leader, stands, strength
from .legality import check
from .state import NOBODY, Act, AskKind, Battle
from .status import is_commanded
from .whim import certain


def drill(b: Battle, ask: Ask) -> Order:
    """His answer to any ask."""
    if ask.kind == AskKind.SPEND:
        return spend(b, ask)
    if ask.kind == AskKind.SHOOT:
        return shoot(b, ask)
    if ask.kind == AskKind.FOLLOW:
        return plain(Act.FOLLOW_UP, ask.actor, NOBODY)
    return certain(b, ask)


def spend(b: Battle, ask: Ask) -> Order:
    """Leaders first, who bring more dice than they cost; then the largest group that can be paid."""
    best, found = 0, NOBODY
    for g in range(b.n_groups):
        if b.groups[g].side == ask.side and may_activate(b, ask.actor, g) == 0:
            worth = 1000 if is_leader(b.groups[g]) else strength(b, g)
            worth += 500 if is_musician(b, g) else 0
            if worth > best:
                best, found = worth, g
    if found < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    return with_how(Act.ACTIVATE, ask.actor, found, 0)


def shoot(b: Battle, ask: Ask) -> Order:
    """Every group at the nearest enemy it can hit."""
    for g in range(b.n_groups):
        if b.groups[g].side == ask.side and is_commanded(b, g) and stands(b, g):
            order = best_shot(b, ask, g)
            if order.kind != Act.DONE:
                return order
    return plain(Act.DONE, NOBODY, NOBODY)


def best_shot(b: Battle, ask: Ask, g: int) -> Order:
    nearest, found = 1e18, NOBODY
    for h in range(b.n_groups):
        if b.groups[h].side != ask.side and stands(b, h):
            d = group_gap(b, g, h)
            if d < nearest and check(b, ask, plain(Act.FIRE, g, h)) == 0:
                nearest, found = d, h
    if found < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    return plain(Act.FIRE, g, found)
