"""Victory: places held, losses, the break point [MI-R72]."""

from __future__ import annotations

from ...battle import emit
from ...table.vectors import distance
from .men import NEAR, alive, present, radius_of
from .state import NOBODY, Battle, BreakPoint, Ev, Lost, Objective, R


def men_at(b: Battle, o: Objective, side: int) -> int:
    """Men in half men with their bases at least partly in the place; commanders count nothing."""
    n = 0
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        m = b.men[i]
        if present(m) and distance(m.x, m.y, o.x, o.y) <= o.radius + radius_of(b, m) + NEAR:
            n += 1 if m.wounded else 2
    return n


def holder(b: Battle, o: Objective) -> int:
    """The side with more men there, or nobody."""
    blue = men_at(b, o, 0)
    red = men_at(b, o, 1)
    if blue == red:
        return NOBODY
    return 0 if blue > red else 1


def men_left(b: Battle, side: int) -> int:
    """Men of a side on the table, commanders not counted."""
    n = 0
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if present(b.men[i]):
            n += 1
    return n


def men_lost(b: Battle, side: int) -> int:
    """All removals count as lost; who was promoted was not lost [MI-R71]."""
    n = 0
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if b.men[i].lost != Lost.NO and b.men[i].lost != Lost.PROMOTED:
            n += 1
    return n


def commanders_lost(b: Battle, side: int) -> int:
    n = 0
    for k in range(b.n_commanders):
        if b.commanders[k].side == side and not alive(b.commanders[k]):
            n += 1
    return n


def is_broken(b: Battle, side: int) -> bool:
    """Fewer than a third of its men left at the end of a turn [MI-R72]."""
    if b.options.break_point == BreakPoint.OFF:
        return False
    return men_left(b, side) < b.rules.break_share * b.men_of[side] - NEAR


def count_points(b: Battle) -> None:
    """Places held, enemy commanders dead, each full five enemy men lost [MI-R72]."""
    b.points[0] = 0
    b.points[1] = 0
    for k in range(b.aims.n_objectives):
        side = holder(b, b.aims.objectives[k])
        if side >= 0:
            b.points[side] += b.aims.objectives[k].points
    for side in range(2):
        b.points[1 - side] += commanders_lost(b, side) * b.rules.commander_points
        b.points[1 - side] += men_lost(b, side) // b.rules.men_a_victory_point


def judge(b: Battle) -> None:
    """The end of a turn: break point, then objectives when the time is up [MI-R72, MI-R74]."""
    count_points(b)
    zero = is_broken(b, 0)
    one = is_broken(b, 1)
    if zero or one:
        b.winner = 2 if zero and one else (1 if zero else 0)
        for side in range(2):
            if is_broken(b, side):
                emit(b.log, Ev.BROKEN, R + 72, side, NOBODY, men_left(b, side), b.men_of[side], 0.0)
        if zero != one:
            b.broken = 0 if zero else 1
    elif b.turn >= b.rules.turns:
        b.winner = by_points(b)
    if b.winner >= 0:
        tell_points(b)
        emit(b.log, Ev.OVER, R + 72, b.winner, NOBODY, b.points[0], b.points[1], 0.0)


def is_decisive(b: Battle) -> bool:
    """A lead of 3 points or more [MI-R72]."""
    return abs(b.points[0] - b.points[1]) >= b.rules.decisive


def by_points(b: Battle) -> int:
    """More points wins; equal is a draw [MI-R72]."""
    if b.points[0] == b.points[1]:
        return 2
    return 0 if b.points[0] > b.points[1] else 1


def tell_points(b: Battle) -> None:
    for k in range(b.aims.n_objectives):
        o = b.aims.objectives[k]
        emit(b.log, Ev.OBJECTIVE, R + 72, holder(b, o), k, o.points, 0, 0.0)
    for side in range(2):
        emit(b.log, Ev.SCORE, R + 72, side, NOBODY, b.points[side], 0, 0.0)
