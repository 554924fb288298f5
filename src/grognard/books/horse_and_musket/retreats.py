"""Falling back, routing, giving way: moves that a unit does not choose."""

from __future__ import annotations

from ...battle import emit
from ...table.boxes import boxes_overlap, half_extent, inside_table, penetration, shifted
from ...table.going import march_reach, way_closed
from ...table.sweeps import sweep_box
from ...table.vectors import unit
from ...values import Box
from .casualties import lose_unit
from .movement import SLACK, building_box
from .state import NOBODY, Battle, Ev, Formation, Lost, R, Unit
from .units import box_of, follow_unit, nearest_enemy, on_table, rate, take_formation

STEP = 0.5  # how far one who finds no room goes on at a time


def away_from(b: Battle, i: int, foe: int) -> tuple[float, float]:
    """Straight away from the charger, or from the nearest enemy; else straight back [FH-R71]."""
    u = b.units[i]
    j = foe if foe >= 0 else nearest_enemy(b, i)
    if j < 0:
        return -u.fx, -u.fy
    e = b.units[j]
    dx = u.x - e.x
    dy = u.y - e.y
    if dx == 0.0 and dy == 0.0:
        return -u.fx, -u.fy
    return unit(dx, dy)


def one_move(b: Battle, u: Unit) -> float:
    """A move of those who give way: the full rate of the formation, though backward; a square's is its half [FH-R12, FH-R71]."""
    pace = rate(b, u)
    return pace * b.rules.half_move if u.formation == Formation.SQUARE else pace


def fall_back(b: Battle, i: int, foe: int, inches: float) -> None:
    """One move, front toward the enemy [FH-113, FH-R71]."""
    ux, uy = away_from(b, i, foe)
    at = b.log.n
    emit(b.log, Ev.FELL_BACK, 113, i, foe, 0, 0, 0.0)
    note_distance(b.log, at, retreat(b, i, ux, uy, -ux, -uy, inches))


def run_away(b: Battle, i: int, foe: int) -> None:
    """Two moves at once, facing away; routing until it rallies [FH-114, FH-R71]."""
    u = b.units[i]
    ux, uy = away_from(b, i, foe)
    u.routing = True
    gone = retreat(b, i, ux, uy, ux, uy, one_move(b, u) * b.rules.rout_moves)
    emit(b.log, Ev.ROUTED, 114, i, foe, 0, 0, gone)


def retreat(b: Battle, i: int, ux: float, uy: float, fx: float, fy: float, inches: float) -> float:
    """Straight along a line, at the ground's cost, through friends but not through enemies [FH-R17, FH-R71]."""
    u = b.units[i]
    break_contact(b, i)
    if u.building >= 0:
        leave_building(b, i, ux, uy)
    if u.formation != Formation.SQUARE:
        u.fx = fx
        u.fy = fy
    box = box_of(u)
    far = march_reach(b.ground, b.scratch, box, ux, uy, inches, inches)
    far = short_of_enemies(b, i, box, ux, uy, far)
    u.moved = True
    u.gun_spoiled = True
    come_to_rest(b, i, ux, uy, far)
    follow_unit(b, i)
    return far


def leave_building(b: Battle, i: int, ux: float, uy: float) -> None:
    """Driven out: a garrison forms line outside, on the far side [FH-R14]."""
    u = b.units[i]
    home = building_box(b, u.building)
    u.building = NOBODY
    take_formation(b, u, Formation.LINE, 0)
    u.fx = -ux
    u.fy = -uy
    out = half_extent(home, ux, uy) + half_extent(box_of(u), ux, uy) + SLACK
    u.x = home.x + ux * out
    u.y = home.y + uy * out


def short_of_enemies(b: Battle, i: int, box: Box, ux: float, uy: float, far: float) -> float:
    """How far one can go before an enemy is in the way, and no nearer than an inch [FH-R17]."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and on_table(e) and (e.x - u.x) * ux + (e.y - u.y) * uy > 0.0:
            t0, t1 = sweep_box(box, ux * far, uy * far, box_of(e))
            if t0 <= t1:
                far = max(0.0, t0 * far - b.rules.keep_off)
    return far


def come_to_rest(b: Battle, i: int, ux: float, uy: float, far: float) -> None:
    """Stop where there is room: friends give way by the least; without room, go on [FH-R17]; off the table, gone [FH-R21]."""
    u = b.units[i]
    x0 = u.x
    y0 = u.y
    while True:
        u.x = x0 + ux * far
        u.y = y0 + uy * far
        if not (0.0 <= u.x <= b.ground.width and 0.0 <= u.y <= b.ground.depth):
            emit(b.log, Ev.OFF_TABLE, R + 21, i, NOBODY, 0, 0, far)
            lose_unit(b, i, Lost.OFF_TABLE)
            return
        stay_on_table(b, i)
        if not way_closed(b.ground, box_of(u), 0.0, 0.0) and make_room(b, i):
            return
        far += STEP


def stay_on_table(b: Battle, i: int) -> None:
    """A unit whose centre is on the table has all its stands on it."""
    u = b.units[i]
    ex = half_extent(box_of(u), 1.0, 0.0)
    ey = half_extent(box_of(u), 0.0, 1.0)
    u.x = min(max(u.x, ex), b.ground.width - ex)
    u.y = min(max(u.y, ey), b.ground.depth - ey)


def make_room(b: Battle, i: int) -> bool:
    """Friends on whom a unit has come to stand give way by the minimum [FH-R17]; is there room at all?"""
    for j in range(b.n_units):
        if j != i and on_table(b.units[j]) and boxes_overlap(box_of(b.units[i]), box_of(b.units[j]), SLACK):
            if b.units[j].side != b.units[i].side or not displace(b, i, j):
                return False
    return True


def displace(b: Battle, i: int, j: int) -> bool:
    """Push unit j off unit i by the shortest way, if it has somewhere to go [FH-R17]."""
    f = b.units[j]
    if f.building >= 0 or f.in_contact or f.locked >= 0:
        return False
    depth, nx, ny = penetration(box_of(b.units[i]), box_of(f))
    depth += SLACK
    box = shifted(box_of(f), nx * depth, ny * depth)
    if not is_free(b, j, box):
        return False
    f.x = box.x
    f.y = box.y
    follow_unit(b, j)
    emit(b.log, Ev.DISPLACED, R + 17, i, j, 0, 0, depth)
    return True


def is_free(b: Battle, i: int, box: Box) -> bool:
    """Room for unit i there: on the table, in no building, on nobody."""
    if not inside_table(box, b.ground.width, b.ground.depth) or way_closed(b.ground, box, 0.0, 0.0):
        return False
    for j in range(b.n_units):
        if j != i and on_table(b.units[j]) and boxes_overlap(box, box_of(b.units[j]), SLACK):
            return False
    return True


def break_contact(b: Battle, i: int) -> None:
    """A unit that leaves its enemies ends what held them together."""
    u = b.units[i]
    u.in_contact = False
    u.locked = NOBODY
    for j in range(b.n_units):
        e = b.units[j]
        if e.locked == i:
            e.locked = NOBODY
        if e.side != u.side and e.in_contact and (e.target == i or u.target == j) and not held_by_another(b, j, i):
            e.in_contact = False


def held_by_another(b: Battle, j: int, i: int) -> bool:
    """Is unit j in contact with some enemy other than i?"""
    e = b.units[j]
    for k in range(b.n_units):
        m = b.units[k]
        if k != i and m.side != e.side and on_table(m) and m.in_contact:
            if (m.charging and m.target == j) or (e.charging and e.target == k):
                return True
    return False
