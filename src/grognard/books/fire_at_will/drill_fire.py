"""The drill-book general's shooting: every volley where it is likely to do most."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance
from ...values import Ask, Order
from .drill_odds import worth_of_hit
from .shooting import column_at_range, is_engaged, is_ready, may_be_shot_at, nearest_target, needed
from .state import NOBODY, Act, Battle, Formation
from .strips import is_garrison, is_running
from .targets import COLUMNS, column_at, shot_gap

SHAKEN = 1.25  # for those who have lost men already: they may run
RUNNING = 0.5  # for those who run already


def shoot(b: Battle, ask: Ask) -> Order:
    """The next formation that has a target, at the best of them: nobody before the first who has one is asked again."""
    for i in range(max(ask.other, 0), b.n_strips):
        if b.strips[i].side == ask.side and is_ready(b, i):
            g = best_target(b, i)
            if g >= 0:
                return plain(Act.VOLLEY, b.strips[i].formation, g)
    return plain(Act.DONE, NOBODY, NOBODY)


def best_target(b: Battle, i: int) -> int:
    """The formation at which a shot of strip i is worth most, or nobody."""
    best, found = 0.0, NOBODY
    engaged = is_engaged(b, b.strips[i].formation)
    for g in range(b.n_formations):
        j = NOBODY
        if may_be_shot_at(b, i, g) and most_worth(b, i, g, engaged) > best:
            j = nearest_target(b, i, g)
        if j >= 0:
            value = shot_worth(b, i, j, engaged)
            if value > best:
                best, found = value, g
    return found


def most_worth(b: Battle, i: int, g: int, engaged: bool) -> float:
    """What a shot at a formation is worth at the most: at its dearest, at its nearest, in the open."""
    s = b.strips[i]
    v = b.formations[g]
    gap = distance(s.x, s.y, v.middle_x, v.middle_y) - v.girth - s.width - s.depth  # nobody of it is nearer
    column = 0 if engaged else column_at(b, s.weapon, gap)
    most = 0.0
    for k in range(v.n):
        most = max(most, best_chance(b, i, v.members[k], column) * worth_of_hit(b, v.members[k]))
    return most * shaken(v)


def best_chance(b: Battle, i: int, j: int, column: int) -> float:
    """The chance to hit in that column or in a farther one."""
    best = 0.0
    for c in range(column, COLUMNS):
        best = max(best, chance_of(b, i, j, c))
    return best


def chance_of(b: Battle, i: int, j: int, column: int) -> float:
    need = needed(b, i, j, column)
    return (7.0 - need) / 6.0 if need > 0 else 0.0


def shaken(v: Formation) -> float:
    """What those are worth shooting at who run, or have lost men already, to others."""
    if is_running(v):
        return RUNNING
    hurt = v.test_due != 0 or v.casualties > 0 or v.insulted or v.spelled
    return SHAKEN if hurt and not is_garrison(v) else 1.0


def shot_worth(b: Battle, i: int, j: int, engaged: bool) -> float:
    """The chance of a hit times what it means."""
    chance = chance_of(b, i, j, column_at_range(b, i, j, shot_gap(b, i, j), engaged))
    return chance * worth_of_hit(b, j) * shaken(b.formations[b.strips[j].formation])
