"""Seeking cover, and the way from the enemy [TY-R21, TY-R22]."""

from __future__ import annotations

from ...table.pieces import point_in_piece
from ...table.terrain import Piece, Shape
from ...table.vectors import distance, length, unit
from .figures import FAR, NEAR, centre, first, is_beside, next_of, radius, stands
from .footing import has_trait
from .moves import left_of_move, move_figure, set_pending
from .sight import in_cover, in_cover_at_all
from .state import NOBODY, Battle, Terrain, Trait
from .status import enemy_bearing, enemy_place, nearest_seen, sees_now
from .ways import reach_cost

DEEP = 1.5  # just deep enough to be in cover
BEHIND = 0.3  # from the base to the wall


# Places in a piece


def nearest_on_segment(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float]:
    dx, dy = x1 - x0, y1 - y0
    size = dx * dx + dy * dy
    t = 0.0 if size <= NEAR else ((x - x0) * dx + (y - y0) * dy) / size
    t = min(max(t, 0.0), 1.0)
    return x0 + dx * t, y0 + dy * t


def nearest_on_outline(p: Piece, x: float, y: float) -> tuple[float, float]:
    """The point of a piece's outline, or of its lines, nearest to a place."""
    if p.shape == Shape.CIRCLE:
        ux, uy = unit(x - p.x[0], y - p.y[0])
        return p.x[0] + ux * p.radius, p.y[0] + uy * p.radius
    step = 2 if p.shape == Shape.LINES else 1
    best, bx, by = FAR, x, y
    for n in range(p.n // step):
        k = n * step
        after = k + 1 if k + 1 < p.n else 0
        tx, ty = nearest_on_segment(x, y, p.x[k], p.y[k], p.x[after], p.y[after])
        d = distance(x, y, tx, ty)
        if d < best - NEAR:
            best, bx, by = d, tx, ty
    return bx, by


def middle_of(p: Piece) -> tuple[float, float]:
    if p.shape == Shape.CIRCLE:
        return p.x[0], p.y[0]
    x = y = 0.0
    for k in range(p.n):
        x += p.x[k]
        y += p.y[k]
    return x / p.n, y / p.n


def spot_in_area(p: Piece, x: float, y: float) -> tuple[float, float]:
    """The nearest place just deep enough in an area [TY-R21]."""
    if point_in_piece(p, x, y):
        return x, y
    ox, oy = nearest_on_outline(p, x, y)
    mx, my = middle_of(p)
    deep = min(DEEP, distance(ox, oy, mx, my))
    ux, uy = unit(mx - ox, my - oy)
    return ox + ux * deep, oy + uy * deep


def spot_behind(b: Battle, i: int, p: Piece, ex: float, ey: float) -> tuple[float, float]:
    """The nearest place behind a wall or hedge, as the enemy sees it."""
    f = b.figures[i]
    ox, oy = nearest_on_outline(p, f.x, f.y)
    ux, uy = unit(ox - ex, oy - ey)
    back = radius(b, i) + BEHIND
    return ox + ux * back, oy + uy * back


def spot_for(b: Battle, i: int, k: int, ex: float, ey: float) -> tuple[float, float]:
    """Where a figure would go for the cover of a piece."""
    p = b.ground.pieces[k]
    if p.shape == Shape.LINES:
        return spot_behind(b, i, p, ex, ey)
    return spot_in_area(p, b.figures[i].x, b.figures[i].y)


# Which cover


def is_accessible(b: Battle, k: int, mounted: bool) -> bool:
    """Cover a horse can enter: not buildings, not walls [EC-R29]."""
    if not mounted:
        return True
    p = b.ground.pieces[k]
    return not has_trait(b, k, Trait.NO_HORSE) and p.kind != Terrain.WALL and p.kind != Terrain.BUILDING


def passes_enemy(b: Battle, i: int, x: float, y: float) -> bool:
    """Would the way in hand pass within 5 of an enemy, who is not so near already [TY-R21]?"""
    f = b.figures[i]
    x0, y0 = f.x, f.y
    for k in range(b.paper.legs):
        x1, y1 = b.paper.leg_x[k], b.paper.leg_y[k]
        left, low, right, high = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        for g in range(b.n_groups):
            u = b.groups[g]
            if u.side != f.side and is_beside(u, left, low, right, high, f.radius + b.rules.near):
                if passes_group(b, i, g, x0, y0, x1, y1):
                    return True
        x0, y0 = x1, y1
    return False


def passes_group(b: Battle, i: int, g: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """The same, for one leg of the way and one group of enemies."""
    f = b.figures[i]
    j = first(b, g)
    while j >= 0:
        h = b.figures[j]
        nx, ny = nearest_on_segment(h.x, h.y, x0, y0, x1, y1)
        near = distance(h.x, h.y, nx, ny) - radius(b, i) - radius(b, j)
        now = distance(h.x, h.y, f.x, f.y) - radius(b, i) - radius(b, j)
        if near < b.rules.near - NEAR and near < now - NEAR:
            return True
        j = next_of(b, j)
    return False


def cover_cost(b: Battle, g: int, k: int, gait: int, ex: float, ey: float) -> float:
    """What the farthest of a group would spend to get into the cover of a piece; FAR if one cannot [TY-R21]."""
    worst = 0.0
    i = first(b, g)
    while i >= 0:
        x, y = spot_for(b, i, k, ex, ey)
        if x < 0.0 or y < 0.0 or x > b.ground.width or y > b.ground.depth:
            return FAR
        if not is_accessible(b, k, b.figures[i].mounted):
            return FAR
        if distance(b.figures[i].x, b.figures[i].y, x, y) > left_of_move(b, i, gait) + 2 * NEAR:
            return FAR  # no way is shorter
        cost = reach_cost(b, i, x, y, gait)
        if cost > left_of_move(b, i, gait) + NEAR or passes_enemy(b, i, x, y):
            return FAR
        worst = max(worst, cost)
        i = next_of(b, i)
    return worst


def best_cover(b: Battle, g: int, gait: int) -> int:
    """The cover that the whole group can reach in one move, by the shortest way; hard before soft, then the one
    farther from the enemy [TY-R21]."""
    ex, ey, known = enemy_place(b, g)
    if not known:
        ex, ey = centre(b, g)
        ex, ey = ex - b.home_x[b.groups[g].side], ey - b.home_y[b.groups[g].side]
    best, found = FAR, NOBODY
    for k in range(b.ground.n):
        if b.ground.pieces[k].cover == 0:
            continue
        cost = cover_cost(b, g, k, gait, ex, ey)
        if cost >= FAR:
            continue
        if cost < best - NEAR or (cost <= best + NEAR and prefers(b, k, found, ex, ey)):
            best, found = cost, k
    return found


def prefers(b: Battle, k: int, m: int, ex: float, ey: float) -> bool:
    if m < 0:
        return True
    p, q = b.ground.pieces[k], b.ground.pieces[m]
    if p.cover != q.cover:
        return p.cover > q.cover
    px, py = middle_of(p)
    qx, qy = middle_of(q)
    return distance(px, py, ex, ey) > distance(qx, qy, ex, ey) + NEAR


def is_covered(b: Battle, g: int) -> bool:
    """Is all of a group in cover already [TY-R21]?"""
    h, _, _, j = nearest_seen(b, g)
    if h < 0:
        return in_cover_at_all(b, g)
    return in_cover(b, g, b.figures[j].x, b.figures[j].y)


def go_into_cover(b: Battle, g: int, k: int, gait: int) -> float:
    """Each figure into the cover of a piece, those nearest to it first; how far the farthest went."""
    ex, ey, _ = enemy_place(b, g)
    far = 0.0
    set_pending(b, g, 1)
    i = first(b, g)
    while i >= 0:
        x, y = spot_for(b, i, k, ex, ey)
        far = max(far, move_figure(b, i, x, y, gait, b.rules.near))
        b.paper.pending[i] = 0
        i = next_of(b, i)
    return far


# The way from the enemy


def away_from_all(b: Battle, g: int) -> tuple[float, float]:
    """The sum of the ways from each enemy group in sight, the nearer the weightier; home if there is none
    [TY-R21]."""
    x = y = 0.0
    cx, cy = centre(b, g)
    for h in range(b.n_groups):
        if sees_now(b, g, h) and stands(b, h):
            ex, ey = centre(b, h)
            d = max(distance(cx, cy, ex, ey), 1.0)
            x += (cx - ex) / (d * d)
            y += (cy - ey) / (d * d)
    if length(x, y) <= NEAR:
        return away_from_nearest(b, g)
    return unit(x, y)


def away_from_nearest(b: Battle, g: int) -> tuple[float, float]:
    """Straight away from the nearest enemy, or from where he was last known to be; else home [TY-R22, TY-R27]."""
    u = b.groups[g]
    ux, uy, known = enemy_bearing(b, g)
    if known and length(ux, uy) > NEAR:
        return -ux, -uy
    return b.home_x[u.side], b.home_y[u.side]


def cover_behind(b: Battle, g: int) -> int:
    """The nearest cover, at any distance, that is farther from the nearest enemy than the group now is [TY-R22]."""
    cx, cy = centre(b, g)
    ex, ey, known = enemy_place(b, g)
    if not known:
        return NOBODY
    now = distance(cx, cy, ex, ey)
    best, found = FAR, NOBODY
    mounted = b.figures[first(b, g)].mounted
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.cover == 0 or not is_accessible(b, k, mounted):
            continue
        x, y = spot_for(b, first(b, g), k, ex, ey)
        d = distance(cx, cy, x, y)
        if distance(x, y, ex, ey) > now + NEAR and d < best - NEAR and d > NEAR:
            best, found = d, k
    return found
