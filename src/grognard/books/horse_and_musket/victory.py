"""Victory: objectives, points, breaking."""

from __future__ import annotations

from ...battle import emit
from ...table.pieces import point_in_piece
from .state import NOBODY, Battle, Ev, Lost, Objective, R, Victory
from .units import is_formed, on_table


def holds(b: Battle, i: int, o: Objective) -> bool:
    """A formed unit in or on the place."""
    u = b.units[i]
    if not is_formed(u):
        return False
    if u.building >= 0:
        return u.building == o.piece
    for k in range(o.piece, b.ground.n):
        p = b.ground.pieces[k]
        if p.group == b.ground.pieces[o.piece].group and point_in_piece(p, u.x, u.y):
            return True
    return False


def sides_at(b: Battle, o: Objective) -> int:
    """Which sides have formed units there: 1 for the first, 2 for the second, 3 for both."""
    seen = 0
    for i in range(b.n_units):
        if holds(b, i, o):
            seen |= 1 << b.units[i].side
    return seen


def note_touched(b: Battle) -> None:
    """A place stays its owner's until somebody else has been there."""
    for k in range(b.aims.n_objectives):
        o = b.aims.objectives[k]
        seen = sides_at(b, o)
        if o.owner >= 0 and seen & (1 << (1 - o.owner)):
            o.touched = True


def holder(b: Battle, o: Objective) -> int:
    """The side with the only formed unit there; an untouched place is its owner's."""
    seen = sides_at(b, o)
    if seen == 1 or seen == 2:
        return seen - 1
    return o.owner if seen == 0 and not o.touched else NOBODY


def units_out(b: Battle, side: int) -> int:
    """Destroyed or routing; not those that never came on the table [FH-R88, FH-R90, FH-R91]."""
    n = 0
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == side and u.lost != Lost.RESERVE and (not on_table(u) or u.routing):
            n += 1
    return n


def units_of(b: Battle, side: int) -> int:
    n = 0
    for i in range(b.n_units):
        if b.units[i].side == side:
            n += 1
    return n


def is_broken(b: Battle, side: int) -> bool:
    """More than half of its units destroyed or routing at the end of a turn [FH-R88]."""
    return units_out(b, side) > b.rules.break_share * units_of(b, side)


def count_points(b: Battle) -> None:
    """Objectives held; enemy units destroyed, guns taken, generals removed [FH-R88, FH-R91]."""
    b.points[0] = 0
    b.points[1] = 0
    for k in range(b.aims.n_objectives):
        o = b.aims.objectives[k]
        side = holder(b, o)
        if side >= 0:
            b.points[side] += o.points
    for i in range(b.n_units):
        if not on_table(b.units[i]) and b.units[i].lost != Lost.RESERVE:
            b.points[1 - b.units[i].side] += b.aims.a_unit
    for k in range(b.n_leaders):
        if not b.leaders[k].alive:
            b.points[1 - b.leaders[k].side] += b.aims.a_unit


def winner_by_points(b: Battle) -> int:
    """The attacker needs his margin; level or behind, the defender has won; between, a draw [FH-R88]."""
    a = b.aims.attacker
    lead = b.points[a] - b.points[1 - a]
    if lead >= b.aims.margin:
        return a
    if lead < 0 or (lead == 0 and not b.aims.level_is_draw):
        return 1 - a
    return 2


def judge(b: Battle) -> None:
    """At the end of a turn: has a side broken, is the time up, who has won [FH-R88, FH-R89]?"""
    note_touched(b)
    count_points(b)
    zero = is_broken(b, 0)
    one = is_broken(b, 1)
    if zero != one:
        b.broken = 0 if zero else 1
        emit(b.log, Ev.BROKEN, R + 88, b.broken, NOBODY, units_out(b, b.broken), units_of(b, b.broken), 0.0)
    if not zero and not one and b.turn < b.rules.turns:
        return
    if b.options.victory == Victory.BREAK:
        b.winner = 1 - b.broken if b.broken >= 0 else 2
    else:
        b.winner = winner_by_points(b)
    tell_points(b)
    emit(b.log, Ev.OVER, R + 88, b.winner, NOBODY, b.points[0], b.points[1], 0.0)


def tell_points(b: Battle) -> None:
    """The reckoning, place by place."""
    for k in range(b.aims.n_objectives):
        o = b.aims.objectives[k]
        emit(b.log, Ev.OBJECTIVE, R + 88, holder(b, o), k, o.points, 0, 0.0)
    for side in range(2):
        emit(b.log, Ev.POINTS, R + 88, side, NOBODY, b.points[side], 0, 0.0)
