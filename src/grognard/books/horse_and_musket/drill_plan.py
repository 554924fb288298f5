"""The drill-book general's plan: which places are worth having, who goes for which, when to press."""

from __future__ import annotations

from ...table.vectors import distance
from .state import NOBODY, Arm, Battle, Unit
from .units import is_skirmishing, on_table

NEAR_A_PLACE = 7.0  # enemies this near to its middle dispute it
THREAT_TO_A_PLACE = 16.0  # and this near they threaten it


def is_pressing(b: Battle, side: int) -> bool:
    """The attacker presses until he has more than he needs; so does a defender who has not won."""
    lead = b.points[side] - b.points[1 - side]
    if side == b.aims.attacker:
        return lead <= b.aims.margin + 2 or b.turn < 3
    return b.turn > 1 and (lead < 0 or (lead == 0 and b.aims.level_is_draw))


def middle_of(b: Battle, k: int) -> tuple[float, float]:
    """The middle of an objective."""
    p = b.ground.pieces[b.aims.objectives[k].piece]
    return (p.x0 + p.x1) / 2.0, (p.y0 + p.y1) / 2.0


def is_at(b: Battle, u: Unit, k: int) -> bool:
    """Is the unit in or on an objective?"""
    piece = b.aims.objectives[k].piece
    if u.building >= 0:
        return u.building == piece
    p = b.ground.pieces[piece]
    return not p.closed and p.x0 <= u.x <= p.x1 and p.y0 <= u.y <= p.y1


def can_hold(u: Unit) -> bool:
    """Could the unit take and keep a place: foot or horse that has not run?"""
    return on_table(u) and u.arm != Arm.ARTILLERY and not u.routing


def foes_near(b: Battle, side: int, x: float, y: float, reach: float) -> int:
    """Enemy units about a place; a garrison counts twice."""
    n = 0
    for j in range(b.n_units):
        e = b.units[j]
        near = abs(e.x - x) <= reach and abs(e.y - y) <= reach
        if near and e.side != side and on_table(e) and not e.routing:
            n += 2 if e.building >= 0 else 1
    return n


def friends_nearer(b: Battle, i: int, x: float, y: float, d: float, house: bool) -> int:
    """How many friends could be there sooner; horse does not count where there is a house to take."""
    n = 0
    for j in range(b.n_units):
        f = b.units[j]
        if j == i or f.side != b.units[i].side or not can_hold(f) or is_skirmishing(f):
            continue
        if not (house and f.arm == Arm.CAVALRY) and distance(f.x, f.y, x, y) < d - 1e-9:
            n += 1
    return n


def worth_of_place(b: Battle, i: int, k: int, pressing: bool) -> float:
    """More for points, less for enemies about it, for the way, and for friends who are seeing to it."""
    u = b.units[i]
    o = b.aims.objectives[k]
    house = b.ground.pieces[o.piece].closed
    if u.arm == Arm.CAVALRY and house:
        return 0.0
    x, y = middle_of(b, k)
    if not pressing and (o.owner != u.side or foes_near(b, u.side, x, y, THREAT_TO_A_PLACE) == 0):
        return 0.0
    foes = foes_near(b, u.side, x, y, NEAR_A_PLACE)
    d = distance(u.x, u.y, x, y)
    spare = friends_nearer(b, i, x, y, d, house) - foes
    gain = 2.0 * o.points if o.owner == 1 - u.side else 1.0 * o.points
    worth = gain / ((1.0 + foes) * (10.0 + d) * (1.0 + max(0, spare)))
    return worth / 4.0 if foes == 0 and spare > 0 else worth


def goal_of(b: Battle, i: int, pressing: bool) -> int:
    """The objective a unit goes for, or none."""
    best = NOBODY
    best_worth = 0.0
    for k in range(b.aims.n_objectives):
        worth = worth_of_place(b, i, k, pressing)
        if worth > best_worth:
            best = k
            best_worth = worth
    return best


def place_held(b: Battle, i: int) -> int:
    """The objective a unit is keeping, the first of its side that is there, or none."""
    u = b.units[i]
    for k in range(b.aims.n_objectives):
        if is_at(b, u, k):
            return NOBODY if is_kept_by_another(b, i, k) else k
    return NOBODY


def is_kept_by_another(b: Battle, i: int, k: int) -> bool:
    """Is a formed friend, earlier in the list, at the objective too?"""
    for j in range(i):
        f = b.units[j]
        if f.side == b.units[i].side and can_hold(f) and not is_skirmishing(f) and is_at(b, f, k):
            return True
    return False
