"""The way of a single figure: straight, or round a piece of closed ground [MI-121, MI-R11, MI-R64].

Nobody goes round an enemy, or round ground that only slows: who wants that goes there in two orders."""

from __future__ import annotations

from ...table.discs import discs_meet
from ...table.sweeps import sweep_disc
from ...table.terrain import Piece, Shape
from ...table.vectors import distance, dot, length, unit
from .footing import NEVER, farthest, meets_breaking, meets_closed, short_of_obstacle, way_cost
from .men import NEAR, alive, commander_radius, figure_radius, figure_side, figure_xy, present, radius_of
from .places import OPEN, ROOT_HALF, room_for
from .state import NOBODY, OFFICER, Battle, Gait

NO_WAY = 1e6  # costs more than anybody has
OCTAGON = 1.0824  # from the middle of an eight-sided figure to a corner, as against to a side
CLEAR = 0.02  # inches by which one goes clear of a corner
SHARPEST = 0.2  # of very sharp corners one keeps no farther off than of these
BACK = 0.3  # inches by which one stops shorter until there is room


def gait_of(b: Battle, g: int) -> int:
    """Single men and foot commanders work through terrain; riders are slowed [MI-121, MI-R11]."""
    if g >= OFFICER and b.commanders[g - OFFICER].mounted:
        return Gait.RIDER
    return Gait.LOOSE


def approach(x: float, y: float, dx: float, dy: float, ox: float, oy: float, reach: float) -> float:
    """When a centre comes within reach of a point; from within, at once if it comes nearer, else never."""
    t0, t1 = sweep_disc(x - ox, y - oy, dx, dy, reach)
    if t0 > t1:
        return NEVER
    if t0 > 0.0:
        return t0
    return 0.0 if dot(dx, dy, ox - x, oy - y) > NEAR else NEVER


def meets_enemy(b: Battle, g: int, x: float, y: float, dx: float, dy: float, skip: int, keep: float) -> float:
    """When a figure comes upon an enemy other than skip, or within keep inches of one [MI-125, MI-R29]."""
    side = figure_side(b, g)
    r = figure_radius(b, g)
    first = NEVER
    for i in range(b.n_men):
        m = b.men[i]
        if m.side != side and i != skip and present(m):
            reach = r + radius_of(b, m)
            if keep > 0.0:
                first = min(first, approach(x, y, dx, dy, m.x, m.y, reach + keep))
            else:
                first = min(first, discs_meet(x, y, dx, dy, m.x, m.y, reach))
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if c.side != side and OFFICER + k != skip and alive(c):
            reach = r + commander_radius(b, c)
            if keep > 0.0:
                first = min(first, approach(x, y, dx, dy, c.x, c.y, reach + keep))
            else:
                first = min(first, discs_meet(x, y, dx, dy, c.x, c.y, reach))
    return first


def leg_cost(b: Battle, g: int, x0: float, y0: float, x1: float, y1: float, skip: int, keep: float) -> float:
    """What a straight way costs a single figure; no way if closed ground or an enemy is in it."""
    dx, dy = x1 - x0, y1 - y0
    r = figure_radius(b, g)
    if meets_closed(b, x0, y0, r, dx, dy) <= 1.0 or meets_no_horse(b, g, x0, y0, dx, dy) <= 1.0:
        return NO_WAY
    if meets_enemy(b, g, x0, y0, dx, dy, skip, keep) <= 1.0:
        return NO_WAY
    return way_cost(b, gait_of(b, g), x0, y0, x1, y1)


def meets_no_horse(b: Battle, g: int, x: float, y: float, dx: float, dy: float) -> float:
    """When a horseman comes upon woods or rubble, which he never enters [MI-R69]."""
    if g >= OFFICER or not b.men[g].horse:
        return NEVER
    return meets_breaking(b, x, y, radius_of(b, b.men[g]), dx, dy)


def way_to(b: Battle, g: int, x: float, y: float, skip: int, keep: float) -> float:
    """The cost of the cheapest way to a place: straight, or round closed ground [MI-R11, MI-R64]."""
    x0, y0 = figure_xy(b, g)
    straight = leg_cost(b, g, x0, y0, x, y, skip, keep)
    if straight < NO_WAY or meets_closed(b, x0, y0, figure_radius(b, g), x - x0, y - y0) > 1.0:
        return straight
    best = NO_WAY
    for i in range(b.ground.n):
        p = b.ground.pieces[i]
        if p.closed:
            for k in range(corners_of(p)):
                cx, cy = corner_of(p, k, figure_radius(b, g))
                first = leg_cost(b, g, x0, y0, cx, cy, skip, keep)
                if first < best:
                    best = min(best, first + way_on(b, g, p, k, x, y, skip, keep))
    return best


def way_on(b: Battle, g: int, p: Piece, k: int, x: float, y: float, skip: int, keep: float) -> float:
    """From a place off a corner of a piece: straight on, or from corner to corner to either hand."""
    r = figure_radius(b, g)
    cx, cy = corner_of(p, k, r)
    best = leg_cost(b, g, cx, cy, x, y, skip, keep)
    n = corners_of(p)
    for step in range(1, n, max(n - 2, 1)):  # 1, and n - 1 for the other hand
        at, walked = k, 0.0
        for _ in range(n // 2):
            x0, y0 = corner_of(p, at, r)
            at = (at + step) % n
            x1, y1 = corner_of(p, at, r)
            walked += leg_cost(b, g, x0, y0, x1, y1, skip, keep)
            if walked >= best:
                break
            best = min(best, walked + leg_cost(b, g, x1, y1, x, y, skip, keep))
    return best


def corners_of(p: Piece) -> int:
    return 8 if p.shape == Shape.CIRCLE else p.n


def corner_of(p: Piece, k: int, r: float) -> tuple[float, float]:
    """A place off a corner of a piece, just clear of it for a base."""
    if p.shape == Shape.CIRCLE:
        ux, uy = eighth(k)
        out = (p.radius + r) * OCTAGON + CLEAR
        return p.x[0] + ux * out, p.y[0] + uy * out
    before, after = (k + p.n - 1) % p.n, (k + 1) % p.n
    ax, ay = unit(p.y[k] - p.y[before], p.x[before] - p.x[k])  # outwards of the side before the corner
    bx, by = unit(p.y[after] - p.y[k], p.x[k] - p.x[after])
    out = (r + CLEAR) / max(1.0 + dot(ax, ay, bx, by), SHARPEST)
    return p.x[k] + (ax + bx) * out, p.y[k] + (ay + by) * out


def eighth(k: int) -> tuple[float, float]:
    """One of eight directions round about."""
    if k % 2 == 0:
        ux, uy = (1.0, 0.0) if k % 4 == 0 else (0.0, 1.0)
    else:
        ux, uy = (ROOT_HALF, ROOT_HALF) if k % 4 == 1 else (-ROOT_HALF, ROOT_HALF)
    return (ux, uy) if k < 4 else (-ux, -uy)


def straight_reach(
    b: Battle, g: int, ux: float, uy: float, most: float, pay: float, skip: int, keep: float
) -> float:
    """How far a single figure gets in a straight line, for all that stops it."""
    x, y = figure_xy(b, g)
    r = figure_radius(b, g)
    far = farthest(b, gait_of(b, g), x, y, ux, uy, most, pay)
    if far < most:
        far = short_of_obstacle(b, x, y, r, ux, uy, far)
    dx, dy = ux * far, uy * far
    stop = min(meets_closed(b, x, y, r, dx, dy), meets_enemy(b, g, x, y, dx, dy, skip, keep))
    stop = min(stop, meets_no_horse(b, g, x, y, dx, dy))
    if stop <= 1.0:
        far = max(0.0, far * stop - OPEN)
    return far


def plan_step(
    b: Battle, g: int, x: float, y: float, gap: float, keep: float, allowed: float
) -> tuple[float, float, bool]:
    """Towards a place as far as one may, to where there is room; and whether one moves at all."""
    x0, y0 = figure_xy(b, g)
    want = distance(x0, y0, x, y)
    if not want > NEAR:
        return x0, y0, False
    ux, uy = unit(x - x0, y - y0)
    far = straight_reach(b, g, ux, uy, want, allowed, NOBODY, keep)
    while far > OPEN:
        px, py = x0 + ux * far, y0 + uy * far
        if room_for(b, g, px, py, gap):
            return px, py, True
        far -= BACK
    return x0, y0, False


def within_angle(dx: float, dy: float, ux: float, uy: float, cosine: float) -> bool:
    """Is a move within the angle about a direction; no move is."""
    return dot(dx, dy, ux, uy) >= cosine * length(dx, dy) - NEAR
