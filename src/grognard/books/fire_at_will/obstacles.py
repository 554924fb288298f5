"""Walls, hedges, streams and fords: where one stops, how one crosses, and who defends them."""

from __future__ import annotations

from ...table.boxes import front_centre
from ...table.pieces import box_piece_gap
from ...table.sweeps import GRAZE, beyond, join, segment_in_piece, sweep_deeper, sweep_line, swept_bounds
from ...table.terrain import Piece, Shape
from ...table.vectors import unit
from ...values import Box
from .paces import is_aloft
from .places import in_front_rank, then_box
from .poses import member_box, rectangle_at
from .state import NOBODY, Battle, Strip, Terrain
from .strips import (
    at_home_in_woods,
    box_of,
    flies,
    is_barrier,
    is_garrison,
    is_water,
    is_wheeled,
    is_wood,
    strides,
)
from .touching import formations_touch, in_contact
from .ways import narrowed, on_bridge

NEVER = 2.0
SHORT = 1e-6  # who is stopped stands this far short
OVER = 8.0  # inches beyond a way that a crossing is looked at


def is_obstacle(kind: int) -> bool:
    """What one stops at before crossing it [FW-030, FW-032]."""
    return is_barrier(kind) or is_water(kind)


def heeds(s: Strip) -> bool:
    """Dragons fly over obstacles and giants step over them; all others stop [FW-036, FW-037, FW-R23, FW-R24]."""
    return not flies(s) and not strides(s)


def bars(b: Battle, s: Strip, kind: int) -> bool:
    """Ground that a base cannot go into at all, whatever the turn [FW-R22, FW-R23, FW-R24, FW-R25, FW-R27, FW-R30]."""
    if is_aloft(b, s):
        return False
    if kind == Terrain.BUILDING or kind == Terrain.RIVER:
        return True
    if kind == Terrain.DENSE_FOREST and not at_home_in_woods(s):
        return True
    return is_wheeled(s) and (is_wood(kind) or is_barrier(kind) or kind == Terrain.STREAM)


def parts_of(p: Piece) -> int:
    """The lines of walls and hedges are looked at one by one."""
    return p.n // 2 if p.shape == Shape.LINES else 1


def sweep_part(b: Battle, box: Box, dx: float, dy: float, p: Piece, part: int) -> tuple[float, float]:
    """When on a straight way a base is in one part of a piece, and does not merely touch it."""
    if p.shape == Shape.LINES:
        return sweep_line(box, dx, dy, p, 2 * part, GRAZE)
    if p.kind == Terrain.STREAM or p.kind == Terrain.RIVER:
        return sweep_water(b, box, dx, dy, p)
    return sweep_deeper(box, dx, dy, p, GRAZE)


def sweep_water(b: Battle, box: Box, dx: float, dy: float, p: Piece) -> tuple[float, float]:
    """When a base is in the water: never where a bridge or a ford bears it [FW-R22]."""
    t0, t1 = sweep_deeper(narrowed(box), dx, dy, p, GRAZE)
    if t0 <= t1:
        t = (t0 + min(t1, 1.0)) / 2.0
        if on_bridge(b, Box(box.x + t * dx, box.y + t * dy, box.fx, box.fy, box.width, box.depth)):
            return 1.0, 0.0
    return t0, t1


# Ways of formations


def part_stretch(b: Battle, f: int, at: Box, dx: float, dy: float, k: int, part: int) -> tuple[float, float]:
    """From when to when any base that heeds obstacles is in one part of a piece, on a straight way from a pose."""
    u = b.formations[f]
    first, last = 1.0, 0.0
    for m in range(u.n):
        if heeds(b.strips[u.members[m]]):
            box = member_box(b, u, u.members[m], at)
            t0, t1 = sweep_part(b, box, dx, dy, b.ground.pieces[k], part)
            first, last = join(first, last, t0, t1)
    return first, last


def next_obstacle(b: Battle, f: int, at: Box, dx: float, dy: float, after: float) -> tuple[float, int]:
    """The first obstacle that it comes to on a straight way later than a moment, and when; 2 and nobody."""
    first = NEVER
    which = NOBODY
    x0, y0, x1, y1 = swept_bounds(rectangle_at(b, f, at), dx, dy)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind) and not beyond(p, x0, y0, x1, y1):
            for part in range(parts_of(p)):
                t0, t1 = part_stretch(b, f, at, dx, dy, k, part)
                if t0 <= t1 and after < t0 < first:
                    first = t0
                    which = k
    return first, which


def last_in(b: Battle, f: int, at: Box, dx: float, dy: float, until: float, water: bool) -> float:
    """When the last base leaves the obstacles that it came to no later than a moment: water, or walls and hedges."""
    last = 0.0
    x0, y0, x1, y1 = swept_bounds(rectangle_at(b, f, at), dx, dy)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if (is_water(p.kind) if water else is_barrier(p.kind)) and not beyond(p, x0, y0, x1, y1):
            for part in range(parts_of(p)):
                t0, t1 = part_stretch(b, f, at, dx, dy, k, part)
                if t0 <= t1 and t0 <= until and t1 > last:
                    last = t1
    return last


def crossing_ends(b: Battle, f: int, at: Box, dx: float, dy: float, touch: float, water: bool) -> float:
    """When a formation that crosses what it touches is clear of it; water may be of several pieces."""
    end = last_in(b, f, at, dx, dy, touch, water)
    if water:
        for _ in range(4):
            end = last_in(b, f, at, dx, dy, max(end, touch), True)
    return end


def way_end(b: Battle, f: int, at: Box, ux: float, uy: float, want: float) -> tuple[float, int, bool]:
    """How far of so many inches obstacles let it go; the one it stops at or crosses, or nobody; whether it crosses.

    It stops at the near edge; from there, next turn, it crosses: over a wall it ends no nearer than just clear of
    it, over water with its rear on the far bank [FW-030, FW-031, FW-032, FW-033, FW-R21, FW-R22]."""
    whole = want + OVER
    dx, dy = ux * whole, uy * whole
    touch = b.rules.contact / whole
    t, k = next_obstacle(b, f, at, dx, dy, -1.0)
    if k < 0 or t * whole >= want:
        return want, NOBODY, False
    if t > touch or not began_at(b, f, k):
        return max(t * whole - SHORT, 0.0), k, False
    water = is_water(b.ground.pieces[k].kind)
    clear = crossing_ends(b, f, at, dx, dy, touch, water)
    end = clear * whole + SHORT if water else max(want, clear * whole + SHORT)
    t, stop = next_obstacle(b, f, at, dx, dy, max(clear, touch) if water else touch)
    if stop >= 0 and t * whole < end:
        end = max(t * whole - SHORT, 0.0)
    return end, k, True


def began_at(b: Battle, f: int, k: int) -> bool:
    """Did the formation touch the obstacle when the side's Phase 1 began [FW-R21, FW-R22]?"""
    return box_piece_gap(then_box(b.formations[f]), b.ground.pieces[k]) <= b.rules.contact


def first_barred(b: Battle, f: int, at: Box, dx: float, dy: float, but: int) -> tuple[float, int]:
    """The first ground but one piece that a base cannot enter on a straight way, and when; 2 and nobody."""
    u = b.formations[f]
    first = NEVER
    which = NOBODY
    x0, y0, x1, y1 = swept_bounds(rectangle_at(b, f, at), dx, dy)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if k != but and not beyond(p, x0, y0, x1, y1):
            for m in range(u.n):
                if bars(b, b.strips[u.members[m]], p.kind):
                    box = member_box(b, u, u.members[m], at)
                    for part in range(parts_of(p)):
                        t0, t1 = sweep_part(b, box, dx, dy, p, part)
                        if t0 <= t1 and t0 < first:
                            first = t0
                            which = k
    return first, which


def obstacle_on(b: Battle, i: int, box: Box) -> int:
    """The obstacle that a base in this box would stand on, if it heeds any, or nobody."""
    if not heeds(b.strips[i]):
        return NOBODY
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind):
            for part in range(parts_of(p)):
                t0, t1 = sweep_part(b, box, 0.0, 0.0, p, part)
                if t0 <= t1:
                    return k
    return NOBODY


def obstacle_under(b: Battle, f: int, before: Box, after: Box) -> int:
    """An obstacle that a base would stand on after a turn or wheel, or beyond, and did not before; or nobody.

    [FW-030, FW-032]"""
    u = b.formations[f]
    for m in range(u.n):
        i = u.members[m]
        start, end = member_box(b, u, i, before), member_box(b, u, i, after)
        k = obstacle_on(b, i, end)
        if k < 0:
            k = obstacle_crossed(b, i, start, end)
        if k >= 0 and obstacle_on(b, i, start) != k:
            return k
    return NOBODY


def obstacle_crossed(b: Battle, i: int, start: Box, end: Box) -> int:
    """An obstacle between the middles of two boxes, if the base heeds any, or nobody."""
    if not heeds(b.strips[i]):
        return NOBODY
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind):
            t0, t1 = segment_in_piece(p, start.x, start.y, end.x, end.y)
            if t0 <= t1 and t1 > 0.0 and t0 < 1.0:
                return k
    return NOBODY


def obstacle_touched(b: Battle, box: Box) -> int:
    """The wall, hedge, stream or ford whose edge a formation touches, or nobody [FW-R21, FW-R22]."""
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind) and box_piece_gap(box, p) <= b.rules.contact:
            return k
    return NOBODY


# Lining a wall or hedge


def front_line(s: Strip) -> Box:
    """The front edge of a base, as a box without depth."""
    x, y = front_centre(box_of(s))
    return Box(x, y, s.fx, s.fy, s.width, 0.0)


def lines(b: Battle, i: int, k: int) -> bool:
    """Is the front edge of a strip near enough to a wall or hedge to defend it [FW-R48]?"""
    p = b.ground.pieces[k]
    if not is_barrier(p.kind) or not in_front_rank(b, i):
        return False
    return box_piece_gap(front_line(b.strips[i]), p) <= b.rules.lining + b.rules.tolerance


def wall_lined_by(b: Battle, f: int) -> int:
    """The wall or hedge that a formation lines, the one it lines already before others; or nobody."""
    u = b.formations[f]
    found = NOBODY
    for k in range(b.ground.n):
        if is_barrier(b.ground.pieces[k].kind) and (found < 0 or k == u.wall):
            for m in range(u.n):
                if lines(b, u.members[m], k):
                    found = k
    return found


def note_lining(b: Battle) -> None:
    """Who lines a wall or hedge, and since when: the one there first defends it [FW-R48, FW-R73]."""
    for f in range(b.n_formations):
        if b.formations[f].n > 0:
            note_lining_of(b, f)


def note_lining_of(b: Battle, f: int) -> None:
    """One formation comes to a wall, stays there, or is gone; who is in contact has come too late to line one."""
    u = b.formations[f]
    k = NOBODY
    if not is_garrison(u):
        k = wall_lined_by(b, f)
    if k != u.wall and k >= 0 and in_contact(b, f):
        k = NOBODY
    if k != u.wall:
        u.wall = k
        u.wall_since = b.turn


def lines_wall_against(b: Battle, i: int, x: float, y: float) -> int:
    """The wall or hedge that strip i defends against somebody there, or nobody [FW-118, FW-158, FW-R48, FW-R73].

    It lies before the strip's front, between the two; in contact, one must have lined it before."""
    s = b.strips[i]
    ux, uy = unit(x - s.x, y - s.y)
    x += ux * b.rules.lining
    y += uy * b.rules.lining
    for k in range(b.ground.n):
        if is_barrier(b.ground.pieces[k].kind) and lines(b, i, k):
            t0, t1 = segment_in_piece(b.ground.pieces[k], s.x, s.y, x, y)
            if t0 <= t1 and was_there_first(b, s.formation, k):
                return k
    return NOBODY


def was_there_first(b: Battle, f: int, k: int) -> bool:
    """In contact both cannot defend a wall: only who lined it before, and before the enemy [FW-R73]."""
    u = b.formations[f]
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and formations_touch(b, f, g):
            if u.wall != k or (v.wall == k and v.wall_since < u.wall_since):
                return False
    return True
