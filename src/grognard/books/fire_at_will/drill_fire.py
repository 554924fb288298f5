"""The drill-book general's shooting: every volley where it is likely to do most."""

from __future__ import annotations

from ...battle import plain
from ...values import Ask, Order
from .drill_odds import worth_of_hit
from .shooting import column_of_shot, is_ready, may_be_shot_at, nearest_target, needed
from .state import NOBODY, Act, Battle, Formation
from .strips import is_garrison, is_running

SHAKEN = 1.25  # for those who have lost men already: they may run
RUNNING = 0.5  # for those who run already


def shoot(b: Battle, ask: Ask) -> Order:
    """The next formation that has a target, at the best of them."""
    for i in range(b.n_strips):
        if b.strips[i].side == ask.side and is_ready(b, i):
            g = best_target(b, i)
            if g >= 0:
                return plain(Act.VOLLEY, b.strips[i].formation, g)
    return plain(Act.DONE, NOBODY, NOBODY)


def best_target(b: Battle, i: int) -> int:
    """The formation at which a shot of strip i is worth most, or nobody."""
    best, found = 0.0, NOBODY
    for g in range(b.n_formations):
        j = NOBODY
        if may_be_shot_at(b, i, g) and most_worth(b, i, g) > best:
            j = nearest_target(b, i, g)
        if j >= 0:
            value = shot_worth(b, i, j)
            if value > best:
                best, found = value, g
    return found


def most_worth(b: Battle, i: int, g: int) -> float:
    """What a shot at a formation is worth at the most: at its dearest, from close by, in the open."""
    v = b.formations[g]
    most = 0.0
    for k in range(v.n):
        most = max(most, chance_of(b, i, v.members[k], 0) * worth_of_hit(b, v.members[k]))
    return most * shaken(v)


def chance_of(b: Battle, i: int, j: int, column: int) -> float:
    need = needed(b, i, j, column)
    return (7.0 - need) / 6.0 if need > 0 else 0.0


def shaken(v: Formation) -> float:
    """What those are worth shooting at who run, or have lost men already, to others."""
    if is_running(v):
        return RUNNING
    hurt = v.test_due != 0 or v.casualties > 0 or v.insulted or v.spelled
    return SHAKEN if hurt and not is_garrison(v) else 1.0


def shot_worth(b: Battle, i: int, j: int) -> float:
    """The chance of a hit times what it means."""
    chance = chance_of(b, i, j, column_of_shot(b, i, j))
    return chance * worth_of_hit(b, j) * shaken(b.formations[b.strips[j].formation])
