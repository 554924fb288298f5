"""Discs: single round bases on the table, what they overlap as they move, and the circle around some points.

A disc among pieces is its centre among pieces grown by its radius; so most questions are about a point."""

from __future__ import annotations

from math import sqrt

from .pieces import point_piece_gap
from .sweeps import GRAZE, clip_between, join, point_box, sweep_disc, sweep_lines, sweep_polygon
from .terrain import Piece, Shape
from .vectors import EPS, cross, distance, dot, unit

OVERLAP = 1e-6  # bases that overlap no deeper than this are in contact


# Discs and pieces


def disc_near(x: float, y: float, r: float, dx: float, dy: float, piece: Piece) -> bool:
    """Whether the box around a moving disc meets that around a piece; what is not a number meets nothing."""
    mx, my = x + dx / 2, y + dy / 2
    hx, hy = abs(dx) / 2 + r + EPS, abs(dy) / 2 + r + EPS
    return mx + hx >= piece.x0 and mx - hx <= piece.x1 and my + hy >= piece.y0 and my - hy <= piece.y1


def sweep_strip(
    x: float, y: float, dx: float, dy: float, length: float, low: float, high: float, ux: float, uy: float
) -> tuple[float, float]:
    """When a moving point is beside a segment from the origin along u, between two limits to its left."""
    t0, t1 = clip_between(
        0.0, 1.0, low - cross(ux, uy, x, y), high - cross(ux, uy, x, y), cross(ux, uy, dx, dy)
    )
    if t0 > t1:
        return t0, t1
    along = dot(x, y, ux, uy)
    return clip_between(t0, t1, -along, length - along, dot(dx, dy, ux, uy))


def sweep_side(
    x: float, y: float, dx: float, dy: float, piece: Piece, k: int, after: int, reach: float, left: float
) -> tuple[float, float]:
    """When a moving point is within reach of the first of two points, or of the segment to the other.

    Of the left side of the segment only so much counts as is said."""
    px, py = piece.x[k], piece.y[k]
    sx, sy = piece.x[after] - px, piece.y[after] - py
    ux, uy = unit(sx, sy)
    t0, t1 = sweep_strip(x - px, y - py, dx, dy, dot(sx, sy, ux, uy), -reach, left, ux, uy)
    s0, s1 = sweep_disc(x - px, y - py, dx, dy, reach)
    return join(t0, t1, s0, s1)


def disc_sweep_polygon(
    x: float, y: float, dx: float, dy: float, piece: Piece, reach: float
) -> tuple[float, float]:
    """The polygon rounded: itself, a strip outside every edge, and a disc about every point."""
    t0, t1 = sweep_polygon(point_box(x, y), dx, dy, piece, 0.0)
    before = piece.n - 1
    for k in range(piece.n):
        s0, s1 = sweep_side(x, y, dx, dy, piece, before, k, reach, 0.0)
        t0, t1 = join(t0, t1, s0, s1)
        before = k
    return t0, t1


def disc_sweep_lines(
    x: float, y: float, dx: float, dy: float, piece: Piece, reach: float
) -> tuple[float, float]:
    """From the first of its lines that the moving disc comes upon to the last that it leaves."""
    t0, t1 = 1.0, 0.0
    for i in range(piece.n // 2):
        k = 2 * i
        s0, s1 = sweep_side(x, y, dx, dy, piece, k, k + 1, reach, reach)
        t0, t1 = join(t0, t1, s0, s1)
        s0, s1 = sweep_disc(x - piece.x[k + 1], y - piece.y[k + 1], dx, dy, reach)
        t0, t1 = join(t0, t1, s0, s1)
    return t0, t1


def point_sweep(x: float, y: float, dx: float, dy: float, piece: Piece) -> tuple[float, float]:
    """What has no body must be within a polygon, and can only touch a line."""
    if piece.shape == Shape.POLYGON:
        return sweep_polygon(point_box(x, y), dx, dy, piece, GRAZE)
    return sweep_lines(point_box(x, y), dx, dy, piece, 0.0)


def disc_sweep(x: float, y: float, r: float, dx: float, dy: float, piece: Piece) -> tuple[float, float]:
    """While a disc makes its move: when it overlaps the piece, and does not merely graze it."""
    if not disc_near(x, y, r, dx, dy, piece):
        return 1.0, 0.0
    reach = r - GRAZE
    if piece.shape == Shape.CIRCLE:
        reach += piece.radius
        if reach < 0.0:
            return 1.0, 0.0
        return sweep_disc(x - piece.x[0], y - piece.y[0], dx, dy, reach)
    if reach <= 0.0:
        return point_sweep(x, y, dx, dy, piece)
    if piece.shape == Shape.POLYGON:
        return disc_sweep_polygon(x, y, dx, dy, piece, reach)
    return disc_sweep_lines(x, y, dx, dy, piece, reach)


def disc_in_touch(x: float, y: float, r: float, piece: Piece) -> bool:
    """Whether a disc, or a point, overlaps the piece where it stands, and does not merely graze it."""
    t0, t1 = disc_sweep(x, y, r, 0.0, 0.0, piece)
    return t0 <= t1


def disc_piece_gap(x: float, y: float, r: float, piece: Piece) -> float:
    """From the rim of a disc to the piece; nothing when they touch or overlap."""
    gap = point_piece_gap(piece, x, y) - r
    if gap <= EPS:
        return 0.0
    return gap


# Discs and discs


def nearest_moment(x: float, y: float, dx: float, dy: float) -> float:
    """The moment of a move at which it is nearest to the origin."""
    speed = dot(dx, dy, dx, dy)
    nearing = -dot(x, y, dx, dy)
    if nearing <= 0.0 or speed == 0.0:
        return 0.0
    return min(nearing / speed, 1.0)


def contact_moment(x: float, y: float, dx: float, dy: float, reach: float) -> float:
    """The moment at which a move that is known to come within reach of the origin does so."""
    room = dot(x, y, x, y) - reach * reach
    nearing = -dot(x, y, dx, dy)
    if room <= 0.0 or nearing <= 0.0:
        return 0.0
    aside = cross(x, y, dx, dy)
    inside = dot(dx, dy, dx, dy) * reach * reach - aside * aside
    return min(room / (nearing + sqrt(max(inside, 0.0))), 1.0)


def discs_meet(x: float, y: float, dx: float, dy: float, ox: float, oy: float, reach: float) -> float:
    """The first moment of a move at which its centre comes within reach of another; 2 if it never does.

    What is in contact already, give or take rounding, meets only by coming nearer still."""
    x, y = x - ox, y - oy
    if abs(x) > abs(dx) + reach or abs(y) > abs(dy) + reach:
        return 2.0
    now = distance(x, y, 0.0, 0.0)
    if now < reach - OVERLAP:
        return 0.0
    t = nearest_moment(x, y, dx, dy)
    if distance(x + t * dx, y + t * dy, 0.0, 0.0) < min(now, reach) - EPS:
        return contact_moment(x, y, dx, dy, reach)
    return 2.0


# The circle around some points


def circle_about_two(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float]:
    return (x0 + x1) / 2, (y0 + y1) / 2, distance(x0, y0, x1, y1) / 2


def circle_through(
    x0: float, y0: float, x1: float, y1: float, x2: float, y2: float
) -> tuple[float, float, float]:
    """The circle through three points; of three in a line, that about the outermost two."""
    ax, ay, bx, by = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    a, b = dot(ax, ay, ax, ay), dot(bx, by, bx, by)
    twice = 2 * cross(ax, ay, bx, by)
    if abs(twice) <= EPS * EPS * (a + b):
        return circle_about_outermost(x0, y0, x1, y1, x2, y2)
    cx, cy = (by * a - ay * b) / twice, (ax * b - bx * a) / twice
    return x0 + cx, y0 + cy, distance(cx, cy, 0.0, 0.0)


def circle_about_outermost(
    x0: float, y0: float, x1: float, y1: float, x2: float, y2: float
) -> tuple[float, float, float]:
    first, second, third = distance(x0, y0, x1, y1), distance(x1, y1, x2, y2), distance(x2, y2, x0, y0)
    if first >= second and first >= third:
        return circle_about_two(x0, y0, x1, y1)
    if second >= third:
        return circle_about_two(x1, y1, x2, y2)
    return circle_about_two(x2, y2, x0, y0)


def circle_with_two(xs: list[float], ys: list[float], i: int, j: int) -> tuple[float, float, float]:
    """The smallest circle around the points before j that has i and j on its rim."""
    x, y, r = circle_about_two(xs[i], ys[i], xs[j], ys[j])
    for k in range(j):
        if distance(x, y, xs[k], ys[k]) > r + EPS:
            x, y, r = circle_through(xs[i], ys[i], xs[j], ys[j], xs[k], ys[k])
    return x, y, r


def circle_with_one(xs: list[float], ys: list[float], i: int) -> tuple[float, float, float]:
    """The smallest circle around the points before i that has i on its rim."""
    x, y, r = xs[i], ys[i], 0.0
    for j in range(i):
        if distance(x, y, xs[j], ys[j]) > r + EPS:
            x, y, r = circle_with_two(xs, ys, i, j)
    return x, y, r


def smallest_circle(xs: list[float], ys: list[float], n: int) -> tuple[float, float, float]:
    """The smallest circle around the first n points: its centre and its radius."""
    if n <= 0:
        return 0.0, 0.0, 0.0
    x, y, r = xs[0], ys[0], 0.0
    for i in range(1, n):
        if distance(x, y, xs[i], ys[i]) > r + EPS:
            x, y, r = circle_with_one(xs, ys, i)
    for i in range(n):
        r = max(r, distance(x, y, xs[i], ys[i]))
    return x, y, r
