"""Winning and losing [TY-098, TY-099, TY-R88]."""

from __future__ import annotations

from ...battle import emit
from ...table.pieces import point_in_piece
from ...table.vectors import distance
from .figures import NEAR, SLACK, first, is_about, is_clear_of, is_leader, next_of, radius, stands
from .state import NOBODY, Battle, Ev, Group, Lost, Objective, R, Role
from .status import in_retreat


def holds(b: Battle, o: Objective, side: int) -> bool:
    """Has a side unbroken figures there: neither Routers nor falling back?"""
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side == side and not in_retreat(u) and not u.civilian and may_be_at(b, u, o):
            i = first(b, g)
            while i >= 0:
                if is_at(b, i, o):
                    return True
                i = next_of(b, i)
    return False


def may_be_at(b: Battle, u: Group, o: Objective) -> bool:
    """Could anybody of a group be there, by the box about it?"""
    if o.piece < 0:
        return is_about(u, o.x, o.y, o.radius + u.widest + SLACK)
    return u.strength > 0 and not is_clear_of(u, b.ground.pieces[o.piece])


def is_at(b: Battle, i: int, o: Objective) -> bool:
    """Is a figure there?"""
    f = b.figures[i]
    if o.piece >= 0:
        return point_in_piece(b.ground.pieces[o.piece], f.x, f.y)
    return distance(f.x, f.y, o.x, o.y) <= o.radius + radius(b, i) + NEAR


def holder(b: Battle, o: Objective) -> int:
    """The side that is there alone, or nobody."""
    blue, red = holds(b, o, 0), holds(b, o, 1)
    if blue == red:
        return NOBODY
    return 0 if blue else 1


def figures_lost(b: Battle, side: int) -> int:
    """Dead, or off the table for good [TY-R89]."""
    n = 0
    for i in range(b.n_figures):
        f = b.figures[i]
        n += f.side == side and Lost.KILLED <= f.lost <= Lost.OFF_TABLE
    return n


def worth_lost(b: Battle, side: int) -> int:
    """The points value of the figures that a side has lost."""
    n = 0
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.side == side and Lost.KILLED <= f.lost <= Lost.OFF_TABLE:
            n += f.points
    return n


def score(b: Battle, side: int) -> int:
    """Places held, and the enemy's losses where they count."""
    total = 0
    for n in range(b.aims.n_objectives):
        if holder(b, b.aims.objectives[n]) == side:
            total += b.aims.objectives[n].points
    if b.aims.casualties and b.rules.points_share > 0:
        total += worth_lost(b, 1 - side) // b.rules.points_share
    if b.aims.rescuer == side:
        total += b.saved
    return total


def still_to_come(b: Battle, side: int) -> bool:
    """Unrevealed real markers, and reserves, count as units that are not in retreat; who does not know what is under a
    marker takes it for one [TY-R88]."""
    for m in range(b.n_markers):
        if b.markers[m].side == side and b.markers[m].veiled:
            return True
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.side == side and (f.lost == Lost.HIDDEN or f.lost == Lost.AWAITED):
            return True
    return False


def is_beaten(b: Battle, side: int) -> bool:
    """Is every unit of a side in retreat, or none left?  Guns and lone leaders count only if nothing else does, and
    civilians never [TY-098, TY-R88, TY-R91]."""
    if still_to_come(b, side):
        return False
    units, small = False, False
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side != side or u.civilian or not stands(b, g):
            continue
        lesser = is_leader(u) or u.role == Role.CREW or u.role == Role.DRIVER
        if not lesser:
            units = True
            if not in_retreat(u):
                return False
        elif not in_retreat(u):
            small = True
    return units or not small


def rescued(b: Battle) -> bool:
    """Enough civilians are off, and the man lives who must."""
    a = b.aims
    lives = a.must_live < 0 or first(b, a.must_live) >= 0
    return a.rescuer >= 0 and b.saved >= a.rescue_win and lives


def judge(b: Battle) -> None:
    """At the end of each turn [TY-098, TY-099, TY-R88, TY-R97]."""
    for side in range(2):
        b.points[side] = score(b, side)
    blue, red = is_beaten(b, 0), is_beaten(b, 1)
    if blue or red:
        b.retreat = 2 if blue and red else (0 if blue else 1)
        emit(b.log, Ev.IN_RETREAT, 98, b.retreat, -1, 0, 0, 0.0)
        end(b, 2 if blue and red else (1 if blue else 0))
    elif rescued(b):
        end(b, b.aims.rescuer)
    elif b.turn >= b.rules.turns:
        end(b, winner_at_end(b))


def winner_at_end(b: Battle) -> int:
    """By what the scenario wants; else by points, and a small difference is a draw."""
    a = b.aims
    if a.rescuer >= 0:
        lives = a.must_live < 0 or first(b, a.must_live) >= 0
        return 2 if lives and b.saved >= a.rescue_draw and a.rescue_draw > 0 else 1 - a.rescuer
    gap = b.points[0] - b.points[1]
    if abs(gap) < max(1, b.rules.draw_margin):
        return 2
    return 0 if gap > 0 else 1


def end(b: Battle, winner: int) -> None:
    b.winner = winner
    for n in range(b.aims.n_objectives):
        o = b.aims.objectives[n]
        emit(b.log, Ev.OBJECTIVE, 99, holder(b, o), n, o.points, 0, 0.0)
    emit(b.log, Ev.OVER, R + 97 if b.retreat < 0 else 98, winner, -1, b.points[0], b.points[1], 0.0)
