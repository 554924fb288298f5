"""Sight, arcs and cover: who sees whom, from which side, and what stands between."""

from __future__ import annotations

from ...table.arcs import behind_front, in_arc, side_of, side_vector
from ...table.boxes import box_gap, corner, point_box_gap
from ...table.pieces import point_in_piece
from ...table.sight import depth_in_piece, line_blocked_by_box
from ...table.sweeps import point_box, sweep_line
from ...table.terrain import Piece
from ...table.vectors import distance, point_segment_gap
from ...values import Box
from .state import NOBODY, Arm, Battle, Formation, LightSave, RangeFrom, Terrain, Troop, Unit, Yes
from .units import box_of, is_skirmishing, on_table


def height_at(b: Battle, x: float, y: float) -> int:
    """Hills are open ground that one sees from [FH-R14, FH-R24]."""
    top = 0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.height > top and point_in_piece(p, x, y):
            top = p.height
    return top


def sees(b: Battle, i: int, j: int) -> bool:
    """From centre to centre, with nothing in between [FH-055, FH-R24]."""
    u = b.units[i]
    e = b.units[j]
    return (
        line_blocker(b, i, j, u.x, u.y, e.x, e.y) < 0
        and ground_blocker(b, u.building, e.building, u.x, u.y, e.x, e.y) < 0
    )


def line_blocker(b: Battle, i: int, j: int, x0: float, y0: float, x1: float, y1: float) -> int:
    """A third unit's footprint on the line blocks it; from a hill one sees over the lower [FH-R24]."""
    high = -1
    for k in range(b.n_units):
        if k != i and k != j:
            m = b.units[k]
            if (
                on_table(m)
                and beside_line(m, x0, y0, x1, y1)
                and line_blocked_by_box(box_of(m), x0, y0, x1, y1)
            ):
                if high < 0:
                    high = height_at(b, x0, y0)
                if high == 0 or height_at(b, m.x, m.y) >= high:
                    return k
    return NOBODY


def beside_line(m: Unit, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Could the unit be on the line at all?  Within half its girth of it, and not beyond its ends."""
    reach = (m.width + m.depth) / 2.0
    if (
        m.x + reach < min(x0, x1)
        or m.x - reach > max(x0, x1)
        or m.y + reach < min(y0, y1)
        or m.y - reach > max(y0, y1)
    ):
        return False
    off = (m.x - x0) * (y1 - y0) - (m.y - y0) * (x1 - x0)
    far = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)
    return off * off <= reach * reach * far


def ground_blocker(b: Battle, home: int, away: int, x0: float, y0: float, x1: float, y1: float) -> int:
    """Woods, buildings and hills block, but not those an end is in or on [FH-R24]."""
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if (
            (p.blocks_sight or p.height > 0)
            and k != home
            and k != away
            and piece_blocks(b, p, x0, y0, x1, y1)
        ):
            return k
    return NOBODY


def piece_blocks(b: Battle, p: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """A wood is seen into and out of for two inches; a hill hides only what is beyond it [FH-R24]."""
    if max(x0, x1) < p.x0 or min(x0, x1) > p.x1 or max(y0, y1) < p.y0 or min(y0, y1) > p.y1:
        return False
    if depth_in_piece(p, x0, y0, x1, y1) <= 1e-9:
        return False
    ends = 0
    if in_feature(b, p.group, x0, y0):
        ends += 1
    if in_feature(b, p.group, x1, y1):
        ends += 1
    if p.height > 0:
        return ends == 0
    return depth_in_feature(b, p.group, x0, y0, x1, y1) > ends * b.rules.wood_sight + 1e-9


def in_feature(b: Battle, group: int, x: float, y: float) -> bool:
    """Is a place in a wood or on a hill, whichever of its parts it is in?"""
    for k in range(b.ground.n):
        if b.ground.pieces[k].group == group and point_in_piece(b.ground.pieces[k], x, y):
            return True
    return False


def depth_in_feature(b: Battle, group: int, x0: float, y0: float, x1: float, y1: float) -> float:
    """How much of a line runs through a wood, all its parts together."""
    total = 0.0
    for k in range(b.ground.n):
        if b.ground.pieces[k].group == group:
            total += depth_in_piece(b.ground.pieces[k], x0, y0, x1, y1)
    return total


def sides_of_fire(u: Unit) -> int:
    """A square fires from four sides, everybody else from one [FH-062, FH-R53]."""
    return 4 if u.formation == Formation.SQUARE else 1


def all_round(u: Unit) -> bool:
    """Extended order and garrisons fire all round [FH-R22]."""
    return u.formation == Formation.EXTENDED or u.formation == Formation.GARRISON


def in_arc_of_fire(b: Battle, u: Unit, e: Unit, side: int) -> bool:
    """45 degrees either side of straight ahead, centre to centre; squares by side [FH-R22]."""
    if all_round(u):
        return True
    if u.formation == Formation.SQUARE:
        return side_of(box_of(u), e.x, e.y) == side
    return in_arc(u.fx, u.fy, e.x - u.x, e.y - u.y, b.rules.arc_cosine)


def edge_box(u: Unit, side: int) -> Box:
    """The edge that fires, as a box without depth [FH-R23]."""
    box = box_of(u)
    nx, ny = side_vector(box, side)
    half = u.depth / 2.0 if side % 2 == 0 else u.width / 2.0
    along = u.width if side % 2 == 0 else u.depth
    return Box(u.x + nx * half, u.y + ny * half, nx, ny, along, 0.0)


def fire_range(b: Battle, u: Unit, e: Unit, side: int) -> float:
    """From the nearest point of the firing edge to the nearest of the target, or by centres [FH-R23]."""
    if b.options.range_from == RangeFrom.CENTRE:
        return distance(u.x, u.y, e.x, e.y)
    if all_round(u):
        return box_gap(box_of(u), box_of(e))
    return box_gap(edge_box(u, side), box_of(e))


def has_flank(u: Unit) -> bool:
    """Squares, extended order, garrisons and batteries have none [FH-R26]."""
    return (
        u.formation == Formation.LINE
        or u.formation == Formation.COLUMN
        or u.formation == Formation.MARCH
        or u.formation == Formation.SQUADRONS
    )


def takes_in_flank(u: Unit, e: Unit) -> bool:
    """Is u on or behind the line of e's front edge extended [FH-061, FH-R26]?"""
    return has_flank(e) and behind_front(box_of(e), u.x, u.y)


def wood_under(b: Battle, u: Unit) -> int:
    """The wood a unit's centre is in, or none."""
    return terrain_under(b, u.x, u.y, Terrain.WOOD, Terrain.WOOD)


def terrain_under(b: Battle, x: float, y: float, kind: int, last: int) -> int:
    """The first piece at a place whose kind lies between two words of the terrain list."""
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if kind <= p.kind <= last and p.x0 <= x <= p.x1 and p.y0 <= y <= p.y1 and point_in_piece(p, x, y):
            return k
    return NOBODY


def obstacle_between(b: Battle, u: Unit, x: float, y: float) -> int:
    """The best wall, hedge or works within an inch of a unit that the line from a place crosses [FH-R60].

    Cavalry gets no cover from them, nor does a charger from the wall it storms."""
    best = NOBODY
    if u.arm == Arm.CAVALRY or (u.charging and u.in_contact):
        return best
    box = box_of(u)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        better = p.kind == Terrain.EARTHWORKS or (best < 0 and is_wall(p))
        if better and near_piece(box, p, b.rules.cover_reach) and shields(p, box, b.rules.cover_reach, x, y):
            best = k
    return best


def is_wall(p: Piece) -> bool:
    """Walls and hedges shelter alike [FH-108]."""
    return p.kind == Terrain.WALL or p.kind == Terrain.HEDGE


def near_piece(box: Box, p: Piece, reach: float) -> bool:
    """A first look: could a unit be within reach of a piece at all?"""
    r = box.width + box.depth + reach
    return box.x + r >= p.x0 and box.x - r <= p.x1 and box.y + r >= p.y0 and box.y - r <= p.y1


def shields(p: Piece, box: Box, reach: float, x: float, y: float) -> bool:
    """Does the line from a place to the unit cross a stretch of wall it is close behind [FH-R60]?"""
    for k in range(p.n // 2):
        t0, t1 = sweep_line(point_box(x, y), box.x - x, box.y - y, p, 2 * k, 0.0)
        if t0 <= t1 and line_gap(box, p, 2 * k) <= reach + 1e-9:
            return True
    return False


def line_gap(box: Box, p: Piece, k: int) -> float:
    """From the edge of a unit to one stretch of a wall, the one that begins at point k."""
    t0, t1 = sweep_line(box, 0.0, 0.0, p, k, 0.0)
    if t0 <= t1:
        return 0.0
    least = min(point_box_gap(box, p.x[k], p.y[k]), point_box_gap(box, p.x[k + 1], p.y[k + 1]))
    for n in range(4):
        x, y = corner(box, n)
        least = min(least, point_segment_gap(x, y, p.x[k], p.y[k], p.x[k + 1], p.y[k + 1]))
    return least


def in_cover(b: Battle, u: Unit, x: float, y: float) -> bool:
    """Not in the open: in a wood or building, or behind works, wall or hedge [FH-R35]."""
    return u.building >= 0 or wood_under(b, u) >= 0 or obstacle_between(b, u, x, y) >= 0


def in_difficult_ground(b: Battle, u: Unit, x: float, y: float) -> bool:
    """Area terrain or defences: skirmishers fight in them at full effect [FH-105, FH-R57]."""
    if u.building >= 0 or obstacle_between(b, u, x, y) >= 0:
        return True
    return terrain_under(b, u.x, u.y, Terrain.WOOD, Terrain.MARSH) >= 0


def save_number(b: Battle, u: Unit, x: float, y: float, melee: bool) -> int:
    """The best save against an attack from a place; woods help [FH-106, FH-107, FH-108, FH-R60]."""
    r = b.rules
    save = r.save_formed
    if not melee:
        save = min(save, save_when_shot_at(b, u))
    if u.troop == Troop.ARMOURED_HORSE:
        save = min(save, r.save_armour)
    if melee and b.options.cover_in_melee == Yes.FALSE:
        return save
    save = min(save, save_of_cover(b, u, x, y))
    if u.arm == Arm.INFANTRY and wood_under(b, u) >= 0:
        save -= r.wood_bonus
    return save


def save_when_shot_at(b: Battle, u: Unit) -> int:
    """Skirmishers and gunners save better against shooting [FH-107, FH-R59, FH-R39]."""
    if u.arm == Arm.ARTILLERY:
        return b.rules.save_gunners
    light = u.troop == Troop.LIGHT if b.options.light_save == LightSave.TYPE else is_skirmishing(u)
    return b.rules.save_skirmish if light else b.rules.save_formed


def save_of_cover(b: Battle, u: Unit, x: float, y: float) -> int:
    """Buildings, walls and hedges 4+, works and strongholds 3+ [FH-108, FH-R60]."""
    r = b.rules
    if u.building >= 0:
        if b.ground.pieces[u.building].kind == Terrain.STRONGHOLD:
            return r.save_works
        return r.save_building
    k = obstacle_between(b, u, x, y)
    if k < 0:
        return r.save_formed
    return r.save_works if b.ground.pieces[k].kind == Terrain.EARTHWORKS else r.save_wall
