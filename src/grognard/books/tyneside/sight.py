"""Who sees whom: lines through the ground, men in the way, cover, and what has been spotted [TY-044 to TY-061]."""

from __future__ import annotations

from ...table.pieces import edge_gap, point_in_piece
from ...table.sight import depth_in_piece
from ...table.sweeps import SURE, beyond, passes_by, runs_beside, runs_through, segment_in_piece
from ...table.terrain import Piece, Shape
from ...table.vectors import distance
from .figures import NEAR, first, is_clear_of, is_of_group, meets_box, next_of, radius, stamp_of, widest_base
from .footing import covert_at
from .state import GROUPS, NOBODY, Battle, Cover, Group, Terrain

# Lines through the ground


def depth_inside(b: Battle, x: float, y: float, k: int) -> float:
    """How far inside the edge of a piece a place is; 0 outside."""
    p = b.ground.pieces[k]
    if p.shape == Shape.LINES or not point_in_piece(p, x, y):
        return 0.0
    return edge_gap(p, x, y)


def wood_lets(b: Battle, k: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Within one wood 20; across its edge neither end deeper than 10, nor more than 10 of it between.

    [TY-047, TY-059, TY-R56]"""
    p = b.ground.pieces[k]
    here, there = point_in_piece(p, x0, y0), point_in_piece(p, x1, y1)
    if here and there:
        near = distance(x0, y0, x1, y1) <= b.rules.wood_sight + NEAR
        return near or depth_in_piece(p, x0, y0, x1, y1) <= NEAR
    if here or there:
        return (edge_gap(p, x0, y0) if here else edge_gap(p, x1, y1)) <= b.rules.in_cover_depth + NEAR
    return depth_in_piece(p, x0, y0, x1, y1) <= b.rules.in_cover_depth + NEAR


def building_lets(b: Battle, k: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """One sees out of a building and into it, up to 10 from its walls, and never through it."""
    p = b.ground.pieces[k]
    here, there = point_in_piece(p, x0, y0), point_in_piece(p, x1, y1)
    if here and there:
        return True
    if here or there:
        return (edge_gap(p, x0, y0) if here else edge_gap(p, x1, y1)) <= b.rules.in_cover_depth + NEAR
    return not runs_through(p, x0, y0, x1, y1) and depth_in_piece(p, x0, y0, x1, y1) <= NEAR


def is_screen(p: Piece) -> bool:
    """Woods and buildings hide what is in them and behind them."""
    return p.kind == Terrain.WOOD or p.kind == Terrain.BUILDING


def line_open(b: Battle, x0: float, y0: float, x1: float, y1: float) -> bool:
    """No wood and no building stops the line; barriers and men do not hide anybody [TY-R31, TY-R57, EC-R31]."""
    left, low, right, high = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    for m in range(b.n_screens):
        k = b.screens[m]
        p = b.ground.pieces[k]
        if beyond(p, left, low, right, high) or runs_beside(p, x0, y0, x1, y1):
            continue
        if p.kind == Terrain.WOOD and not wood_lets(b, k, x0, y0, x1, y1):
            return False
        if p.kind == Terrain.BUILDING and not building_lets(b, k, x0, y0, x1, y1):
            return False
    return True


# Cover


def cover_from(b: Battle, j: int, x: float, y: float) -> int:
    """The best single cover a figure has from a place [TY-R59]."""
    f = b.figures[j]
    best = 0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.cover > best and not passes_by(p, x, y, f.x, f.y):
            if p.shape == Shape.LINES:
                if covers_behind(b, j, k, x, y):
                    best = p.cover
            elif point_in_piece(p, f.x, f.y):
                best = p.cover
    return best


def covers_behind(b: Battle, j: int, k: int, x: float, y: float) -> bool:
    """Does a figure stand within 2 behind a wall or hedge that the line crosses [TY-R59]?"""
    f = b.figures[j]
    p = b.ground.pieces[k]
    if edge_gap(p, f.x, f.y) - radius(b, j) > b.rules.shoot_over + NEAR:
        return False
    t0, t1 = segment_in_piece(p, x, y, f.x, f.y)
    return t0 <= t1


def cover_at_all(b: Battle, j: int) -> int:
    """The cover a figure has from any direction: the ground it is in, or an obstacle within 2 [TY-R12]."""
    f = b.figures[j]
    best = 0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.cover > best:
            if p.shape == Shape.LINES:
                if edge_gap(p, f.x, f.y) - radius(b, j) <= b.rules.shoot_over + NEAR:
                    best = p.cover
            elif point_in_piece(p, f.x, f.y):
                best = p.cover
    return best


# The line of a shot


def in_swath(b: Battle, x: float, y: float, r: float, i: int, j: int) -> bool:
    """Does a disc cut the lines from figure i to any part of the base of figure j [TY-057]?"""
    f, h = b.figures[i], b.figures[j]
    dx, dy = h.x - f.x, h.y - f.y
    size = dx * dx + dy * dy
    ahead, aside = (
        (x - f.x) * dx + (y - f.y) * dy,
        (x - f.x) * dy - (y - f.y) * dx,
    )  # times the length of the line
    widest = r + h.radius
    if size <= NEAR or ahead <= 0.0 or ahead >= size or aside * aside >= size * widest * widest:
        return False
    wide = r + h.radius * (ahead / size) - NEAR
    return aside * aside < size * wide * wide


def may_shoot_over(b: Battle, i: int, j: int, k: int) -> bool:
    """A person within 2 of the shooter, or of the target and of its own group, is shot over [TY-058, TY-R55]."""
    over = b.rules.shoot_over + NEAR
    f, h, m = b.figures[i], b.figures[j], b.figures[k]
    if distance(f.x, f.y, m.x, m.y) - radius(b, i) - radius(b, k) <= over:
        return True
    near = distance(h.x, h.y, m.x, m.y) - radius(b, j) - radius(b, k) <= over
    return near and party_of(b, m.group) == party_of(b, h.group)


def party_of(b: Battle, g: int) -> int:
    """The group itself, or the one that a leader is with [TY-055]."""
    return b.groups[g].attached if b.groups[g].attached >= 0 else g


def men_block(b: Battle, i: int, j: int) -> int:
    """Who stands in the line of a shot, or nobody [TY-057, TY-R55]."""
    f, h = b.figures[i], b.figures[j]
    far = h.radius + widest_base(b)
    left, right = min(f.x, h.x) - far, max(f.x, h.x) + far
    low, high = min(f.y, h.y) - far, max(f.y, h.y) + far
    for g in range(b.n_groups):
        k = group_blocks(b, g, i, j) if meets_box(b.groups[g], left, low, right, high) else NOBODY
        if k >= 0:
            return k
    return NOBODY


def group_blocks(b: Battle, g: int, i: int, j: int) -> int:
    """Who of a group stands in the line of a shot, or nobody [TY-057, TY-R55]."""
    f, h = b.figures[i], b.figures[j]
    dx, dy = h.x - f.x, h.y - f.y
    size = dx * dx + dy * dy
    k = first(b, g)
    while k >= 0:
        m = b.figures[k]
        px, py = m.x - f.x, m.y - f.y
        ahead, aside, wide = px * dx + py * dy, px * dy - py * dx, m.radius + h.radius
        beside = (ahead > 0.0) & (ahead < size)  # the line, and not before or behind it
        if beside & (aside * aside < size * wide * wide) and man_blocks(b, k, i, j):
            return k
        k = next_of(b, k)
    return NOBODY


def man_blocks(b: Battle, k: int, i: int, j: int) -> bool:
    """Does one man stand in the line of a shot, and is not shot over [TY-057, TY-R55]?"""
    m = b.figures[k]
    return k != i and k != j and in_swath(b, m.x, m.y, m.radius, i, j) and not may_shoot_over(b, i, j, k)


def barrier_blocks(b: Battle, i: int, j: int) -> int:
    """Which wall or hedge is in the line and too far from both to be shot over, or none [TY-R55]."""
    f, h = b.figures[i], b.figures[j]
    over = b.rules.shoot_over + NEAR
    for m in range(b.n_fences):
        k = b.fences[m]
        p = b.ground.pieces[k]
        if passes_by(p, f.x, f.y, h.x, h.y):
            continue
        t0, t1 = segment_in_piece(p, f.x, f.y, h.x, h.y)
        if t0 > t1 or edge_gap(p, f.x, f.y) - radius(b, i) <= over:
            continue
        if edge_gap(p, h.x, h.y) - radius(b, j) > over:
            return k
    return NOBODY


def engine_blocks(b: Battle, i: int, j: int) -> int:
    """Which gun or wagon is in the line, or none; what is within 2 is shot over [TY-R55]."""
    f, h = b.figures[i], b.figures[j]
    over = b.rules.shoot_over + NEAR
    for k in range(b.n_engines):
        e = b.engines[k]
        r = e.base / 2
        if e.gone or (e.crew >= 0 and (b.groups[e.crew].marker >= 0 or b.groups[e.crew].enters > b.turn)):
            continue  # driven off, still under its marker, or not there yet
        if in_swath(b, e.x, e.y, r, i, j):
            near = distance(e.x, e.y, f.x, f.y) - r - radius(b, i) <= over
            if not near and distance(e.x, e.y, h.x, h.y) - r - radius(b, j) > over:
                return k
    return NOBODY


def clear_sight(b: Battle, i: int, j: int) -> bool:
    """An unobstructed line from figure i to the whole base of figure j [TY-057, EC-R31]."""
    f, h = b.figures[i], b.figures[j]
    if not line_open(b, f.x, f.y, h.x, h.y):
        return False
    return barrier_blocks(b, i, j) < 0 and engine_blocks(b, i, j) < 0 and men_block(b, i, j) < 0


# What is seen


def hides(b: Battle, j: int) -> bool:
    """Is a figure in terrain in which it must be spotted [TY-R57]?"""
    f = b.figures[j]
    return covert_at(b, f.x, f.y) >= 0


def has_fired(b: Battle, g: int) -> bool:
    """Who fired this turn or last is seen at any range [TY-045, TY-R57]."""
    u = b.groups[g]
    return u.shot > 0 and b.turn - u.shot <= 1


def in_plain_sight(b: Battle, g: int, j: int) -> bool:
    """A figure that needs no spotting by group g: out of terrain, fired, or spotted already [TY-046]."""
    return is_plain(b, g, b.figures[j].group) or not hides(b, j)


def is_plain(b: Battle, g: int, h: int) -> bool:
    """Does nobody of group h need spotting by group g [TY-046]?"""
    if b.groups[h].spotted >> g & 1 != 0 or has_fired(b, h) or b.options.spotting != 0:
        return True
    return stands_open(b, h)


def stands_open(b: Battle, h: int) -> bool:
    """Is there no terrain in which men must be spotted about a group?  It is looked for anew only when it has stirred."""
    p, u = b.paper, b.groups[h]
    if p.looked_at[h] != u.stirs + 1:
        p.looked_at[h], p.in_open[h] = u.stirs + 1, 1
        for m in range(b.n_coverts):
            if not is_clear_of(u, b.ground.pieces[b.coverts[m]]):
                p.in_open[h] = 0
    return p.in_open[h] != 0


def who_sees(b: Battle, g: int, j: int) -> int:
    """The first of group g who has an open line to figure j, or nobody [TY-046, TY-R58]."""
    i = first(b, g)
    while i >= 0 and not has_open_line(b, i, j):
        i = next_of(b, i)
    return i


def has_open_line(b: Battle, i: int, j: int) -> bool:
    """Does no wood and no building stop the line from one figure to another?"""
    f, h = b.figures[i], b.figures[j]
    return line_open(b, f.x, f.y, h.x, h.y)


def sees(b: Battle, g: int, h: int) -> bool:
    """Does group g see anybody of group h?  It looks anew only when one of them has stirred, or h is known better."""
    at = g * GROUPS + h
    plain = b.groups[h].spotted >> g & 1 != 0 or has_fired(b, h)
    stamp = b.groups[g].stirs * 1_000_003 + b.groups[h].stirs * 2 + int(plain)
    if b.paper.sight[at] >> 1 != stamp:
        b.paper.sight[at] = stamp << 1 | int(looks_and_sees(b, g, h))
    return b.paper.sight[at] & 1 != 0


def looks_and_sees(b: Battle, g: int, h: int) -> bool:
    """Is there anybody of group h whom somebody of group g sees?  If they are all in plain sight any open line will do."""
    if not is_line_open(b, min(g, h), max(g, h)):
        return False
    return is_plain(b, g, h) or finds_line(b, g, h, True)


def is_line_open(b: Battle, g: int, h: int) -> bool:
    """Is any line between two groups open?  It is looked for anew only when one of them has stirred, once for both."""
    p, at = b.paper, g * GROUPS + h
    stamp = stamp_of(b, g, h)
    if p.line[at] >> 1 != stamp:
        p.line[at] = stamp << 1 | int(nothing_between(b, g, h) or finds_line(b, g, h, False))
    return p.line[at] & 1 != 0


def nothing_between(b: Battle, g: int, h: int) -> bool:
    """Is there neither wood nor building about the lines between two groups?"""
    u, v = b.groups[g], b.groups[h]
    left, low, right, high = (
        min(u.left, v.left),
        min(u.low, v.low),
        max(u.right, v.right),
        max(u.high, v.high),
    )
    for m in range(b.n_screens):
        p = b.ground.pieces[b.screens[m]]
        if not beyond(p, left, low, right, high) and not is_aside(p, u, v):
            return False
    return True


def is_aside(p: Piece, u: Group, v: Group) -> bool:
    """Does every line from the box about one group to that about another plainly run past beside a piece?"""
    dx, dy = v.left + v.right - u.left - u.right, v.low + v.high - u.low - u.high
    aside = dx * (p.y0 + p.y1 - u.low - u.high) - dy * (p.x0 + p.x1 - u.left - u.right)
    wide = (p.x1 - p.x0) * abs(dy) + (p.y1 - p.y0) * abs(dx)
    here = (u.right - u.left) * abs(dy) + (u.high - u.low) * abs(dx)
    there = (v.right - v.left) * abs(dy) + (v.high - v.low) * abs(dx)
    return abs(aside) > wide + max(here, there) + 2 * SURE * (abs(dx) + abs(dy))


def finds_line(b: Battle, g: int, h: int, spying: bool) -> bool:
    """Is a line open from somebody of group g to somebody of group h, if he spies, to one who needs no spotting?  The
    last two who had one are tried first."""
    p, at = b.paper, g * GROUPS + h
    if is_of_group(b, p.seer[at], g) and is_of_group(b, p.seen[at], h):
        if (not spying or in_plain_sight(b, g, p.seen[at])) and has_open_line(b, p.seer[at], p.seen[at]):
            return True
    j = first(b, h)
    while j >= 0:
        i = who_sees(b, g, j) if not spying or in_plain_sight(b, g, j) else NOBODY
        if i >= 0:
            p.seer[at], p.seen[at] = i, j
            return True
        j = next_of(b, j)
    return False


def in_cover(b: Battle, g: int, x: float, y: float) -> bool:
    """Is every living figure of a group in cover from a place [TY-R12]?"""
    i = first(b, g)
    while i >= 0:
        if cover_from(b, i, x, y) == Cover.NONE:
            return False
        i = next_of(b, i)
    return True


def in_cover_at_all(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        if cover_at_all(b, i) == Cover.NONE:
            return False
        i = next_of(b, i)
    return True
