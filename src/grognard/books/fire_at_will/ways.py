"""Ways and room: whom a formation meets on a straight way, and where it, or one base, may stand."""

from __future__ import annotations

from math import sqrt

from ...table.boxes import boxes_overlap, corner, half_extent, inside_table, shifted
from ...table.pieces import box_in_touch, point_in_piece
from ...table.sweeps import beyond, sweep_box, swept_bounds
from ...table.terrain import Piece
from ...values import Box
from .places import rectangle_of
from .state import NOBODY, Battle, Formation, Strip, Terrain
from .strips import at_home_in_woods, box_of, flies, is_wheeled, is_wood
from .touching import is_off

OVERLAP = 1e-6  # bases that touch do not overlap
NEVER = 2.0
HANG = 0.1  # inches that a base may hang over the water beside a bridge
RING = 0.25  # inches between the rings of a search
SPOKES = 16
ROOT_HALF = sqrt(0.5)
SPOKE_C = sqrt((1.0 + ROOT_HALF) / 2.0)  # of 22.5 degrees
SPOKE_S = sqrt((1.0 - ROOT_HALF) / 2.0)


# Whom one meets


def body_of(box: Box) -> Box:
    """A base a hair smaller all round: what it merely touches is not in its way."""
    return Box(box.x, box.y, box.fx, box.fy, box.width - 2.0 * OVERLAP, box.depth - 2.0 * OVERLAP)


def passes_by(v: Formation, whole: Box, dx: float, dy: float) -> bool:
    """Does the way of a rectangle plainly lead past a formation?"""
    reach = v.girth + (whole.width + whole.depth) / 2.0
    ex, ey = v.middle_x - whole.x, v.middle_y - whole.y
    if abs(ex) > reach + abs(dx) or abs(ey) > reach + abs(dy):
        return True
    far = sqrt(dx * dx + dy * dy)
    along, across = ex * dx + ey * dy, ex * dy - ey * dx
    return abs(across) > reach * far or along < -reach * far or along > (far + reach) * far


def lies_outside(v: Formation, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Is all of a formation plainly outside of some bounds?"""
    return max(x0 - v.middle_x, v.middle_x - x1, y0 - v.middle_y, v.middle_y - y1) > v.girth


def off_the_way(p: Piece, whole: Box, dx: float, dy: float) -> bool:
    """Does the way of a rectangle plainly lead past a piece on one side, by the box around the piece?"""
    ex, ey = (p.x0 + p.x1) / 2.0 - whole.x, (p.y0 + p.y1) / 2.0 - whole.y
    wide = (p.x1 - p.x0) * abs(dy) / 2.0 + (p.y1 - p.y0) * abs(dx) / 2.0
    return abs(ex * dy - ey * dx) > wide + half_extent(whole, dy, -dx) + OVERLAP


def circled(u: Formation) -> Box:
    """A square around all the bases of a formation."""
    return Box(u.middle_x, u.middle_y, u.fx, u.fy, 2.0 * u.girth, 2.0 * u.girth)


def meets(b: Battle, f: int, dx: float, dy: float, g: int) -> float:
    """When, of a straight way of all its bases, formation f runs into formation g, 0 to 1; 2 if it does not."""
    u = b.formations[f]
    v = b.formations[g]
    first = NEVER
    if passes_by(v, circled(u), dx, dy):
        return first
    for k in range(u.n):
        body = body_of(box_of(b.strips[u.members[k]]))
        for m in range(v.n):
            t0, t1 = sweep_box(body, dx, dy, box_of(b.strips[v.members[m]]))
            if t0 <= t1 and t0 < first:
                first = t0
    return first


def first_met(b: Battle, f: int, dx: float, dy: float, enemies: bool, friends: bool) -> tuple[float, int]:
    """The first formation that f runs into on a straight way, and when (0 to 1); 2 and nobody if there is none."""
    u = b.formations[f]
    first = NEVER
    who = NOBODY
    for g in range(b.n_formations):
        v = b.formations[g]
        if g != f and v.n > 0 and ((v.side == u.side and friends) or (v.side != u.side and enemies)):
            t = meets(b, f, dx, dy, g)
            if t < first:
                first = t
                who = g
    return first, who


# Room


def stands_clear(b: Battle, f: int, box: Box) -> bool:
    """No base of another formation lies on this box."""
    return stands_clear_but(b, f, NOBODY, box)


def is_clear_of_all(b: Battle, f: int, box: Box) -> bool:
    """Is everybody else plainly outside of an upright box?"""
    for g in range(b.n_formations):
        v = b.formations[g]
        if g != f and v.n > 0 and v.building < 0:
            if abs(v.middle_x - box.x) < v.girth + box.width / 2.0:
                if abs(v.middle_y - box.y) < v.girth + box.depth / 2.0:
                    return False
    return True


def stands_clear_but(b: Battle, f: int, i: int, box: Box) -> bool:
    """The same, strip i left out."""
    near = (box.width + box.depth) / 2.0
    for g in range(b.n_formations):
        v = b.formations[g]
        if not is_off(v, box.x, box.y, near) and g != f and v.n > 0 and v.building < 0:
            if v.loose == 0 and not boxes_overlap(box, rectangle_of(b, g), OVERLAP):
                continue
            for m in range(v.n):
                if v.members[m] != i and boxes_overlap(box, box_of(b.strips[v.members[m]]), OVERLAP):
                    return False
    return True


def ground_bears(b: Battle, i: int, box: Box) -> bool:
    """May strip i stand in this box as far as the ground goes [FW-R22, FW-R23, FW-R25, FW-R27, FW-R29]?"""
    if not inside_table(box, b.ground.width, b.ground.depth):
        return False
    x0, y0, x1, y1 = swept_bounds(box, 0.0, 0.0)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if not beyond(p, x0, y0, x1, y1) and is_closed(b.strips[i], p.kind) and box_in_touch(box, p):
            if p.kind != Terrain.RIVER or not on_bridge(b, box):
                return False
    return True


def is_open(b: Battle, box: Box) -> bool:
    """Is all of a box plainly on ground where anybody may stand?"""
    if not inside_table(box, b.ground.width, b.ground.depth):
        return False
    x0, y0, x1, y1 = swept_bounds(box, 0.0, 0.0)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if not beyond(p, x0, y0, x1, y1) and may_be_closed(p.kind) and box_in_touch(box, p):
            return False
    return True


def may_be_closed(kind: int) -> bool:
    return kind == Terrain.BUILDING or kind == Terrain.RIVER or is_wood(kind)


def is_closed(s: Strip, kind: int) -> bool:
    """May a base not stand in that kind of ground, bridges left out [FW-R22, FW-R25, FW-R27]?"""
    if kind == Terrain.BUILDING or kind == Terrain.RIVER:
        return True
    if not is_wood(kind):
        return False
    return is_wheeled(s) or (kind == Terrain.DENSE_FOREST and not at_home_in_woods(s) and not flies(s))


def narrowed(box: Box) -> Box:
    """A base at the water: its ends may hang over by a little."""
    return Box(box.x, box.y, box.fx, box.fy, max(box.width - 2.0 * HANG, 0.0), box.depth)


def on_bridge(b: Battle, box: Box) -> bool:
    """Is all of a base that is over water on a bridge, or in a ford [FW-R22]?"""
    if in_water(b, box.x, box.y) and not is_bridged(b, box.x, box.y):
        return False
    body = narrowed(box)
    for k in range(4):
        x, y = corner(body, k)
        if in_water(b, x, y) and not is_bridged(b, x, y):
            return False
    return True


def in_water(b: Battle, x: float, y: float) -> bool:
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if (p.kind == Terrain.RIVER or p.kind == Terrain.STREAM) and point_in_piece(p, x, y):
            return True
    return False


def is_bridged(b: Battle, x: float, y: float) -> bool:
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if (p.kind == Terrain.BRIDGE or p.kind == Terrain.FORD) and point_in_piece(p, x, y):
            return True
    return False


def has_room_at(b: Battle, f: int, dx: float, dy: float) -> bool:
    """May its bases stand so much farther on: on the table, on nobody, on ground that bears them?"""
    u = b.formations[f]
    for k in range(u.n):
        box = shifted(box_of(b.strips[u.members[k]]), dx, dy)
        if not ground_bears(b, u.members[k], box) or not stands_clear(b, f, box):
            return False
    return True


def keeps_off(b: Battle, i: int, box: Box, off: float, enemies_only: bool) -> bool:
    """Is a base in this box so far from all others, or from all enemies?"""
    wide = Box(box.x, box.y, box.fx, box.fy, box.width + 2.0 * off, box.depth + 2.0 * off)
    side = b.strips[i].side
    for j in range(b.n_strips):
        s = b.strips[j]
        if j != i and s.formation >= 0 and (s.side != side or not enemies_only):
            if boxes_overlap(wide, box_of(s), OVERLAP):
                return False
    return True


def free_spot(b: Battle, i: int, x: float, y: float, off: float, most: float) -> tuple[float, float, bool]:
    """The nearest place to (x, y) for the centre of strip i's base, so far off everybody; and whether there is one.

    Ring after ring; strip i faces as it does."""
    s = b.strips[i]
    far = 0.0
    while far <= most + OVERLAP:
        ux, uy = 0.0, 1.0
        for _ in range(SPOKES if far > 0.0 else 1):
            box = Box(x + ux * far, y + uy * far, s.fx, s.fy, s.width, s.depth)
            if ground_bears(b, i, box) and keeps_off(b, i, box, off, False):
                return box.x, box.y, True
            ux, uy = ux * SPOKE_C + uy * SPOKE_S, uy * SPOKE_C - ux * SPOKE_S
        far += RING
    return x, y, False


def leaves_table(b: Battle, f: int) -> bool:
    """Is any base of the formation over the edge of the table?"""
    u = b.formations[f]
    for k in range(u.n):
        if not inside_table(box_of(b.strips[u.members[k]]), b.ground.width, b.ground.depth):
            return True
    return False
