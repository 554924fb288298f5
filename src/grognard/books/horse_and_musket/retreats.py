"""Falling back, routing, giving way: moves that a unit does not choose."""

from __future__ import annotations

from ...battle import Log, emit
from ...table.boxes import boxes_overlap, half_extent, inside_table, penetration, shifted
from ...table.going import march_reach, meets_closed, way_closed
from ...table.sweeps import sweep_box
from ...table.vectors import distance, unit
from ...values import Box
from .casualties import break_contact, lose_unit
from .movement import SLACK, body_of, building_box, enters_wood
from .state import NOBODY, Arm, Battle, Ev, Formation, Lost, R, Unit
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
    """A move of those who give way: the formation's full rate; a square's is its half [FH-R12, FH-R71]."""
    pace = rate(b, u)
    return pace * b.rules.half_move if u.formation == Formation.SQUARE else pace


def fall_back(b: Battle, i: int, foe: int, inches: float) -> None:
    """One move, front toward the enemy [FH-113, FH-R71]."""
    ux, uy = away_from(b, i, foe)
    at = b.log.n
    emit(b.log, Ev.FELL_BACK, 113, i, foe, 0, 0, 0.0)
    note_distance(b.log, at, retreat(b, i, ux, uy, -ux, -uy, inches, inches))


def run_away(b: Battle, i: int, foe: int) -> None:
    """Two moves at once, facing away; routing until it rallies [FH-114, FH-R71]."""
    u = b.units[i]
    ux, uy = away_from(b, i, foe)
    u.routing = True
    at = b.log.n
    emit(b.log, Ev.ROUTED, 114, i, foe, 0, 0, 0.0)
    inches = one_move(b, u) * b.rules.rout_moves
    note_distance(b.log, at, retreat(b, i, ux, uy, ux, uy, inches, inches))


def note_distance(log: Log, at: int, inches: float) -> None:
    """How far it went in the end, for an event noted before it set out."""
    if at < log.n:
        log.events[at].d = inches


def retreat(
    b: Battle, i: int, ux: float, uy: float, fx: float, fy: float, inches: float, most: float
) -> float:
    """Straight along a line, at the ground's cost, through friends but not enemies [FH-R17, FH-R71]."""
    u = b.units[i]
    break_contact(b, i)
    if u.building >= 0:
        leave_building(b, i, ux, uy)
    was = box_of(u)
    if u.formation != Formation.SQUARE:
        u.fx = fx
        u.fy = fy
    far = march_reach(b.ground, b.scratch, box_of(u), ux, uy, inches, most)
    far = short_of_woods(b, i, ux, uy, short_of_enemies(b, i, ux, uy, far))
    u.moved = True
    u.gun_spoiled = True
    if not come_to_rest(b, i, ux, uy, far):
        stay(b, i, was)
    follow_unit(b, i)
    return distance(was.x, was.y, u.x, u.y)


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


def short_of_enemies(b: Battle, i: int, ux: float, uy: float, far: float) -> float:
    """How far one can go before an enemy is in the way, and no nearer than an inch [FH-R17]."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and on_table(e):
            t0, t1 = sweep_box(box_of(u), ux * far, uy * far, body_of(e))
            if t0 <= t1:
                far = max(0.0, t0 * far - b.rules.keep_off)
    return far


def clear_way(b: Battle, i: int, ux: float, uy: float, far: float) -> float:
    """How far one could go on at all: through no enemy and no building [FH-R14, FH-R17]."""
    far = short_of_enemies(b, i, ux, uy, far)
    wall = meets_closed(b.ground, box_of(b.units[i]), ux * far, uy * far)
    return far if wall > 1.0 else wall * far


def short_of_woods(b: Battle, i: int, ux: float, uy: float, far: float) -> float:
    """Guns come into no wood [FH-R14]."""
    u = b.units[i]
    if u.arm != Arm.ARTILLERY:
        return far
    at = enters_wood(b, box_of(u), ux * far, uy * far)
    return far if at > 1.0 else max(0.0, at * far - SLACK)


def come_to_rest(b: Battle, i: int, ux: float, uy: float, far: float) -> bool:
    """Where there is room, or farther on, or short of it, but beyond no enemy [FH-R17, FH-R21]."""
    u = b.units[i]
    x0 = u.x
    y0 = u.y
    most = clear_way(b, i, ux, uy, far + b.ground.width + b.ground.depth)
    go = far
    while go <= max(far, most):
        if off_table(b, x0 + ux * go, y0 + uy * go):
            u.x = x0 + ux * go
            u.y = y0 + uy * go
            emit(b.log, Ev.OFF_TABLE, R + 21, i, NOBODY, 0, 0, go)
            lose_unit(b, i, Lost.OFF_TABLE)
            return True
        if finds_room(b, i, x0 + ux * go, y0 + uy * go):
            return True
        go += STEP
    go = far
    while go > 0.0:
        go = max(0.0, go - STEP)
        if finds_room(b, i, x0 + ux * go, y0 + uy * go):
            return True
    return False


def off_table(b: Battle, x: float, y: float) -> bool:
    """A unit is off the table when its centre is [FH-R21]."""
    return not (0.0 <= x <= b.ground.width and 0.0 <= y <= b.ground.depth)


def finds_room(b: Battle, i: int, x: float, y: float) -> bool:
    """Put it there; is it on the table, in no building, and do friends make room [FH-R17]?"""
    u = b.units[i]
    u.x = x
    u.y = y
    stay_on_table(b, i)
    return not way_closed(b.ground, box_of(u), 0.0, 0.0) and make_room(b, i)


def stay(b: Battle, i: int, was: Box) -> None:
    """Hemmed in: it stays as it stood; without even that, it disperses."""
    u = b.units[i]
    u.x = was.x
    u.y = was.y
    u.fx = was.fx
    u.fy = was.fy
    if not is_free(b, i, was):
        emit(b.log, Ev.DISPERSED, R + 17, i, NOBODY, 0, 0, 0.0)
        lose_unit(b, i, Lost.DISPERSED)


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
