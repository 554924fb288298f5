"""Walls, hedges, streams and fords: where one stops, how one crosses, and who defends them."""

from __future__ import annotations

from ...table.boxes import front_centre
from ...table.going import lay
from ...table.pieces import box_piece_gap
from ...table.sweeps import (
    GRAZE,
    beyond,
    join,
    passes_by,
    segment_in_piece,
    sweep_deeper,
    sweep_line,
    swept_bounds,
)
from ...table.terrain import Piece, Scratch, Shape
from ...table.vectors import unit
from ...values import Box
from .paces import is_aloft
from .places import in_front_rank, then_box
from .poses import member_box, rectangle_at
from .state import NOBODY, Battle, Formation, Strip, Terrain
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
from .ways import narrowed, off_the_way, on_bridge

NEVER = 2.0
STREAMS = 4  # pieces of water one behind the other, at most
SHORT = 1e-6  # who is stopped stands this far short
AT_ONCE = 1e-9  # of a way: moments nearer than this are one
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


def may_bar(kind: int, wheels: bool) -> bool:
    """Ground that is closed to some, of whom wheels are known to be there or not."""
    if kind == Terrain.BUILDING or kind == Terrain.RIVER or kind == Terrain.DENSE_FOREST:
        return True
    return wheels and (is_wood(kind) or is_barrier(kind) or kind == Terrain.STREAM)


def has_wheels(b: Battle, u: Formation) -> bool:
    """Does anybody of a formation go on wheels [FW-R25, FW-R30]?"""
    for m in range(u.n):
        if is_wheeled(b.strips[u.members[m]]):
            return True
    return False


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


def sweep_whole(whole: Box, dx: float, dy: float, p: Piece, part: int) -> tuple[float, float]:
    """When on its way a whole rectangle is in one part of a piece, bridges or not: no base in it is there otherwise."""
    if p.shape == Shape.LINES:
        return sweep_line(whole, dx, dy, p, 2 * part, GRAZE)
    if p.kind == Terrain.STREAM or p.kind == Terrain.RIVER:
        return sweep_deeper(narrowed(whole), dx, dy, p, GRAZE)
    return sweep_deeper(whole, dx, dy, p, GRAZE)


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


def next_obstacle(
    b: Battle, f: int, at: Box, dx: float, dy: float, after: float, until: float
) -> tuple[float, int]:
    """The first obstacle that it comes to on a straight way between two moments, and when; until and nobody."""
    first = until
    which = NOBODY
    whole = rectangle_at(b, f, at)
    x0, y0, x1, y1 = swept_bounds(whole, dx, dy)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if not beyond(p, x0, y0, x1, y1) and is_obstacle(p.kind) and not off_the_way(p, whole, dx, dy):
            for part in range(parts_of(p)):
                t0, t1 = sweep_whole(whole, dx, dy, p, part)
                if t0 <= t1 and t0 < first:
                    t = part_begins(b, f, at, dx, dy, k, part, t0 + AT_ONCE)
                    if after < t < first:
                        first = t
                        which = k
    return first, which


def part_begins(b: Battle, f: int, at: Box, dx: float, dy: float, k: int, part: int, soonest: float) -> float:
    """When the first base that heeds obstacles comes to one part of a piece, never before soonest; 2 if none does."""
    u = b.formations[f]
    first = NEVER
    for m in range(u.n):
        if heeds(b.strips[u.members[m]]):
            box = member_box(b, u, u.members[m], at)
            t0, t1 = sweep_part(b, box, dx, dy, b.ground.pieces[k], part)
            if t0 <= t1 and t0 < first:
                first = t0
                if first <= soonest:
                    return first
    return first


def lay_stretches(b: Battle, f: int, at: Box, dx: float, dy: float, water: bool) -> int:
    """Note on scratch paper from when to when its bases are in water, or in walls and hedges; how many times."""
    n = 0
    whole = rectangle_at(b, f, at)
    x0, y0, x1, y1 = swept_bounds(whole, dx, dy)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if not (is_water(p.kind) if water else is_barrier(p.kind)) or off_the_way(p, whole, dx, dy):
            continue
        if not beyond(p, x0, y0, x1, y1):
            for part in range(parts_of(p)):
                t0, t1 = sweep_whole(whole, dx, dy, p, part)
                if t0 <= t1:
                    t0, t1 = part_stretch(b, f, at, dx, dy, k, part)
                    if t0 <= t1 and n < len(b.scratch.from_):
                        n = lay(b.scratch, n, t0, t1, 0.0)
    return n


def last_in(paper: Scratch, n: int, until: float) -> float:
    """When the last base leaves those of so many stretches that begin no later than a moment."""
    last = 0.0
    for i in range(n):
        if paper.from_[i] <= until:
            last = max(last, paper.until[i])
    return last


def crossing_ends(b: Battle, f: int, at: Box, dx: float, dy: float, touch: float, water: bool) -> float:
    """When a formation that crosses what it touches is clear of it; water may be of several pieces."""
    n = lay_stretches(b, f, at, dx, dy, water)
    end = last_in(b.scratch, n, touch)
    if water:
        for _ in range(STREAMS):
            end = last_in(b.scratch, n, max(end, touch))
    return end


def way_end(b: Battle, f: int, at: Box, ux: float, uy: float, want: float) -> tuple[float, int, bool]:
    """How far of so many inches obstacles let it go; the one it stops at or crosses, or nobody; whether it crosses.

    It stops at the near edge; from there, next turn, it crosses: over a wall it ends no nearer than just clear of
    it, over water with its rear on the far bank [FW-030, FW-031, FW-032, FW-033, FW-R21, FW-R22]."""
    if want <= 0.0:
        return want, NOBODY, False
    t, k = next_obstacle(b, f, at, ux * want, uy * want, -1.0, 1.0)
    if k < 0:
        return want, NOBODY, False
    if t * want > b.rules.contact or not began_at(b, f, k):
        return max(t * want - SHORT, 0.0), k, False
    whole = want + OVER
    dx, dy = ux * whole, uy * whole
    touch = b.rules.contact / whole
    water = is_water(b.ground.pieces[k].kind)
    clear = crossing_ends(b, f, at, dx, dy, touch, water)
    end = clear * whole + SHORT if water else max(want, clear * whole + SHORT)
    t, stop = next_obstacle(b, f, at, dx, dy, max(clear, touch) if water else touch, min(end / whole, 1.0))
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
    wheels = has_wheels(b, u)
    whole = rectangle_at(b, f, at)
    x0, y0, x1, y1 = swept_bounds(whole, dx, dy)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if beyond(p, x0, y0, x1, y1) or not may_bar(p.kind, wheels) or k == but:
            continue
        if not off_the_way(p, whole, dx, dy):
            t = barred_from(b, u, at, whole, dx, dy, p)
            if t < first:
                first = t
                which = k
    return first, which


def barred_from(b: Battle, u: Formation, at: Box, whole: Box, dx: float, dy: float, p: Piece) -> float:
    """When a base comes to a piece that it cannot enter, on a straight way from a pose; 2 if none does."""
    first = NEVER
    if not bars_any(b, u, p.kind):
        return first
    for part in range(parts_of(p)):
        t0, t1 = sweep_whole(whole, dx, dy, p, part)
        if t0 <= t1 and t0 < first:
            soonest = t0 + AT_ONCE
            for m in range(u.n):
                if first > soonest and bars(b, b.strips[u.members[m]], p.kind):
                    t0, t1 = sweep_part(b, member_box(b, u, u.members[m], at), dx, dy, p, part)
                    if t0 <= t1 and t0 < first:
                        first = t0
    return first


def bars_any(b: Battle, u: Formation, kind: int) -> bool:
    for m in range(u.n):
        if bars(b, b.strips[u.members[m]], kind):
            return True
    return False


def obstacle_on(b: Battle, i: int, box: Box) -> int:
    """The obstacle that a base in this box would stand on, if it heeds any, or nobody."""
    if not heeds(b.strips[i]):
        return NOBODY
    x0, y0, x1, y1 = swept_bounds(box, 0.0, 0.0)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind) and not beyond(p, x0, y0, x1, y1):
            for part in range(parts_of(p)):
                t0, t1 = sweep_part(b, box, 0.0, 0.0, p, part)
                if t0 <= t1:
                    return k
    return NOBODY


def obstacle_under(b: Battle, f: int, before: Box, after: Box) -> int:
    """An obstacle that a base would stand on after a turn or wheel, or beyond, and did not before; or nobody.

    [FW-030, FW-032]"""
    u = b.formations[f]
    if not any_obstacle_about(b, rectangle_at(b, f, before), rectangle_at(b, f, after)):
        return NOBODY
    for m in range(u.n):
        i = u.members[m]
        start, end = member_box(b, u, i, before), member_box(b, u, i, after)
        k = obstacle_on(b, i, end)
        if k < 0:
            k = obstacle_crossed(b, i, start, end)
        if k >= 0 and obstacle_on(b, i, start) != k:
            return k
    return NOBODY


def any_obstacle_about(b: Battle, before: Box, after: Box) -> bool:
    """By a look: is there an obstacle about two rectangles?"""
    x0, y0, x1, y1 = swept_bounds(before, 0.0, 0.0)
    left, low, right, high = swept_bounds(after, 0.0, 0.0)
    x0, y0, x1, y1 = min(x0, left), min(y0, low), max(x1, right), max(y1, high)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind) and not beyond(p, x0, y0, x1, y1):
            return True
    return False


def obstacle_crossed(b: Battle, i: int, start: Box, end: Box) -> int:
    """An obstacle between the middles of two boxes, if the base heeds any, or nobody."""
    if not heeds(b.strips[i]):
        return NOBODY
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind) and not passes_by(p, start.x, start.y, end.x, end.y):
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
    reach = b.rules.lining + b.rules.tolerance
    if not is_barrier(p.kind) or is_off_piece(
        p, b.strips[i].x, b.strips[i].y, base_girth(b.strips[i]) + reach
    ):
        return False
    return in_front_rank(b, i) and box_piece_gap(front_line(b.strips[i]), p) <= reach


def base_girth(s: Strip) -> float:
    """No part of a base is farther from its middle."""
    return (s.width + s.depth) / 2.0


def is_off_piece(p: Piece, x: float, y: float, d: float) -> bool:
    """Is a piece plainly farther than d from a place?"""
    return beyond(p, x - d, y - d, x + d, y + d)


def wall_lined_by(b: Battle, f: int) -> int:
    """The wall or hedge that a formation lines, the one it lines already before others; or nobody."""
    u = b.formations[f]
    found = NOBODY
    near = u.girth + b.rules.lining + b.rules.tolerance
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if not is_barrier(p.kind) or is_off_piece(p, u.middle_x, u.middle_y, near):
            continue
        if found < 0 or k == u.wall:
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
