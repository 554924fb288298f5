"""Sweeps: during which part of a straight move a box, or a point, is in touch with what lies there.

A move runs from t = 0 to t = 1.  Each answer is the stretch (t0, t1) of it; t0 > t1 means never.  Two convex
shapes touch for as long as they overlap along every axis that could part them, so each axis clips the
stretch and nothing is sampled."""

from __future__ import annotations

from math import sqrt

from ..values import Box
from .boxes import half_extent
from .terrain import Piece, Shape
from .vectors import EPS, cross, dot, unit

GRAZE = 4 * EPS  # overlaps no deeper than this are mere grazing
STILL = 1e-12  # a move no longer than this along an axis is none
DEEP = 1e-4  # what overlaps so far plainly does
SURE = 1e-6  # who is farther than this from a line is plainly on one side of it


def clip(t0: float, t1: float, room: float, speed: float) -> tuple[float, float]:
    """The part of a stretch during which t * speed is within the room."""
    if speed > STILL:
        return t0, min(t1, room / speed)
    if speed < -STILL:
        return max(t0, room / speed), t1
    if room >= -EPS:
        return t0, t1
    return 1.0, 0.0


def clip_between(t0: float, t1: float, low: float, high: float, speed: float) -> tuple[float, float]:
    """The part of a stretch during which t * speed is between two limits."""
    t0, t1 = clip(t0, t1, high, speed)
    return clip(t0, t1, -low, -speed)


def join(a0: float, a1: float, b0: float, b1: float) -> tuple[float, float]:
    """The stretch that spans two; one that is never adds nothing."""
    if b0 > b1:
        return a0, a1
    if a0 > a1:
        return b0, b1
    return min(a0, b0), max(a1, b1)


def clip_axis(
    t0: float, t1: float, a: Box, dx: float, dy: float, b: Box, ux: float, uy: float
) -> tuple[float, float]:
    """The part of a stretch during which the moving box a overlaps b along an axis."""
    reach = half_extent(a, ux, uy) + half_extent(b, ux, uy)
    start = dot(b.x - a.x, b.y - a.y, ux, uy)
    return clip_between(t0, t1, start - reach, start + reach, dot(dx, dy, ux, uy))


def sweep_box(a: Box, dx: float, dy: float, b: Box) -> tuple[float, float]:
    """While box a makes its move: when it touches or overlaps b."""
    girth = (a.width + a.depth + b.width + b.depth) / 2 + EPS  # no box reaches farther from its centre
    if abs(b.x - a.x) > abs(dx) + girth or abs(b.y - a.y) > abs(dy) + girth:
        return 1.0, 0.0
    c, s = abs(dot(a.fx, a.fy, b.fx, b.fy)), abs(cross(a.fx, a.fy, b.fx, b.fy))
    x, y = b.x - a.x, b.y - a.y
    t0, t1 = clip_apart(0.0, 1.0, x, y, dx, dy, b.fx, b.fy, b.depth + c * a.depth + s * a.width)
    if t0 <= t1:
        t0, t1 = clip_apart(t0, t1, x, y, dx, dy, b.fy, -b.fx, b.width + c * a.width + s * a.depth)
    if t0 <= t1:
        t0, t1 = clip_apart(t0, t1, x, y, dx, dy, a.fx, a.fy, a.depth + c * b.depth + s * b.width)
    if t0 <= t1:
        t0, t1 = clip_apart(t0, t1, x, y, dx, dy, a.fy, -a.fx, a.width + c * b.width + s * b.depth)
    return t0, t1


def clip_apart(
    t0: float,
    t1: float,
    x: float,
    y: float,
    dx: float,
    dy: float,
    ux: float,
    uy: float,
    both: float,
) -> tuple[float, float]:
    """The part of a stretch during which two bodies overlap along an axis, one x, y from the other, which moves.

    both: how wide the two are along it, together."""
    start = dot(x, y, ux, uy)
    return clip_between(t0, t1, start - both / 2, start + both / 2, dot(dx, dy, ux, uy))


def swept_bounds(a: Box, dx: float, dy: float) -> tuple[float, float, float, float]:
    """The upright box around all the ground a move covers: from x and y, to x and y."""
    hx = (abs(a.fx) * a.depth + abs(a.fy) * a.width) / 2 + EPS
    hy = (abs(a.fy) * a.depth + abs(a.fx) * a.width) / 2 + EPS
    return min(a.x, a.x + dx) - hx, min(a.y, a.y + dy) - hy, max(a.x, a.x + dx) + hx, max(a.y, a.y + dy) + hy


def beyond(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a piece plainly lies outside some bounds."""
    return (x1 < piece.x0) | (x0 > piece.x1) | (y1 < piece.y0) | (y0 > piece.y1)


def passes_by(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a segment plainly passes a piece by: it ends short of the box around it, or runs past beside it."""
    if beyond(piece, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)):
        return True
    return runs_beside(piece, x0, y0, x1, y1)


def runs_beside(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether the line of a segment plainly runs past beside the box around a piece."""
    dx, dy = x1 - x0, y1 - y0
    aside = dx * (piece.y0 + piece.y1 - 2 * y0) - dy * (piece.x0 + piece.x1 - 2 * x0)  # twice, as is the rest
    wide = (piece.x1 - piece.x0) * abs(dy) + (piece.y1 - piece.y0) * abs(dx)
    return abs(aside) > wide + 2 * SURE * (abs(dx) + abs(dy))


def runs_through(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a segment plainly runs through a piece that fills the box around it, and not merely along its edge."""
    if not piece.upright or max(x0, x1) < piece.x0 + DEEP or min(x0, x1) > piece.x1 - DEEP:
        return False
    if max(y0, y1) < piece.y0 + DEEP or min(y0, y1) > piece.y1 - DEEP:
        return False
    dx, dy = x1 - x0, y1 - y0
    aside = dx * (piece.y0 + piece.y1 - 2 * y0) - dy * (piece.x0 + piece.x1 - 2 * x0)  # twice, as is the rest
    wide = (piece.x1 - piece.x0) * abs(dy) + (piece.y1 - piece.y0) * abs(dx)
    return abs(aside) < wide - 2 * DEEP * (abs(dx) + abs(dy))


def out_of_reach(a: Box, dx: float, dy: float, piece: Piece) -> bool:
    """Whether the move plainly passes the piece by: their bounding boxes are apart."""
    x0, y0, x1, y1 = swept_bounds(a, dx, dy)
    return beyond(piece, x0, y0, x1, y1)


def span(piece: Piece, first: int, end: int, x: float, y: float, ux: float, uy: float) -> tuple[float, float]:
    """How far some points of a piece reach along an axis, seen from a place."""
    low = dot(piece.x[first] - x, piece.y[first] - y, ux, uy)
    high = low
    for k in range(first + 1, end):
        at = dot(piece.x[k] - x, piece.y[k] - y, ux, uy)
        low = min(low, at)
        high = max(high, at)
    return low, high


def sweep_points(
    a: Box, dx: float, dy: float, piece: Piece, first: int, end: int, slack: float
) -> tuple[float, float]:
    """When the moving box overlaps some points of a piece both across its front and along its depth."""
    low, high = span(piece, first, end, a.x, a.y, a.fx, a.fy)
    reach = a.depth / 2 - slack
    t0, t1 = clip_between(0.0, 1.0, low - reach, high + reach, dot(dx, dy, a.fx, a.fy))
    if t0 > t1:
        return t0, t1
    low, high = span(piece, first, end, a.x, a.y, a.fy, -a.fx)
    reach = a.width / 2 - slack
    return clip_between(t0, t1, low - reach, high + reach, dot(dx, dy, a.fy, -a.fx))


def sweep_polygon(a: Box, dx: float, dy: float, piece: Piece, slack: float) -> tuple[float, float]:
    """Only the sides are measured that may cut its way."""
    t0, t1 = sweep_points(a, dx, dy, piece, 0, piece.n, slack)
    x, y = piece.x[piece.n - 1], piece.y[piece.n - 1]
    for k in range(piece.n):
        if t0 > t1:
            return t0, t1
        nx, ny = piece.y[k] - y, x - piece.x[k]  # outwards: the points run counter-clockwise
        room = dot(x - a.x, y - a.y, nx, ny) + half_extent(a, nx, ny)  # times the length of the side
        speed = dot(dx, dy, nx, ny)  # likewise
        sure = (max(slack, 0.0) + SURE) * (abs(nx) + abs(ny))
        if room - max(t0 * speed, t1 * speed) <= sure:  # else inside of it all the way
            ux, uy = unit(nx, ny)
            room = dot(x - a.x, y - a.y, ux, uy) + half_extent(a, ux, uy) - slack
            t0, t1 = clip(t0, t1, room, dot(dx, dy, ux, uy))
        x, y = piece.x[k], piece.y[k]
    return t0, t1


def sweep_line(a: Box, dx: float, dy: float, piece: Piece, k: int, slack: float) -> tuple[float, float]:
    """When the moving box is on the segment that begins at point k; lines that meet leave no hole."""
    t0, t1 = sweep_points(a, dx, dy, piece, k, k + 2, slack - EPS)
    if t0 > t1:
        return t0, t1
    x, y = piece.x[k], piece.y[k]
    ux, uy = unit(piece.y[k + 1] - y, x - piece.x[k + 1])
    start = dot(x - a.x, y - a.y, ux, uy)
    reach = half_extent(a, ux, uy) - slack
    return clip_between(t0, t1, start - reach, start + reach, dot(dx, dy, ux, uy))


def sweep_lines(a: Box, dx: float, dy: float, piece: Piece, slack: float) -> tuple[float, float]:
    """From the first of its lines that the moving box comes upon to the last that it leaves."""
    first, last = 1.0, 0.0
    for i in range(piece.n // 2):
        t0, t1 = sweep_line(a, dx, dy, piece, 2 * i, slack)
        first, last = join(first, last, t0, t1)
    return first, last


def sweep_disc(x: float, y: float, dx: float, dy: float, radius: float) -> tuple[float, float]:
    """When a point that moves from (x, y) is within a disc about the origin."""
    speed = dot(dx, dy, dx, dy)
    if speed <= STILL * STILL:
        if dot(x, y, x, y) <= (radius + EPS) * (radius + EPS):
            return 0.0, 1.0
        return 1.0, 0.0
    aside = cross(x, y, dx, dy)
    inside = radius * radius - aside * aside / speed
    if inside < 0.0:
        return 1.0, 0.0
    half = sqrt(inside / speed)
    nearest = -dot(x, y, dx, dy) / speed
    return max(nearest - half, 0.0), min(nearest + half, 1.0)


def sweep_circle(a: Box, dx: float, dy: float, piece: Piece, slack: float) -> tuple[float, float]:
    """The box grown by the radius, through which the centre seems to move, is two boxes and four discs."""
    radius = piece.radius - slack
    if radius < 0.0:
        return 1.0, 0.0
    ox, oy = piece.x[0] - a.x, piece.y[0] - a.y
    x, y = dot(ox, oy, a.fy, -a.fx), dot(ox, oy, a.fx, a.fy)
    vx, vy = -dot(dx, dy, a.fy, -a.fx), -dot(dx, dy, a.fx, a.fy)
    w, d = a.width / 2, a.depth / 2
    t0, t1 = clip_between(0.0, 1.0, -w - radius - x, w + radius - x, vx)
    t0, t1 = clip_between(t0, t1, -d - y, d - y, vy)
    s0, s1 = clip_between(0.0, 1.0, -w - x, w - x, vx)
    s0, s1 = clip_between(s0, s1, -d - radius - y, d + radius - y, vy)
    t0, t1 = join(t0, t1, s0, s1)
    for k in range(4):
        cx = w if k % 2 == 0 else -w
        cy = d if k < 2 else -d
        s0, s1 = sweep_disc(x - cx, y - cy, vx, vy, radius)
        t0, t1 = join(t0, t1, s0, s1)
    return t0, t1


def sweep_deeper(a: Box, dx: float, dy: float, piece: Piece, slack: float) -> tuple[float, float]:
    """While box a makes its move: when it overlaps the piece by more than the slack."""
    if out_of_reach(a, dx, dy, piece):
        return 1.0, 0.0
    if piece.shape == Shape.POLYGON:
        return sweep_polygon(a, dx, dy, piece, slack)
    if piece.shape == Shape.CIRCLE:
        return sweep_circle(a, dx, dy, piece, slack)
    return sweep_lines(a, dx, dy, piece, slack)


def sweep_piece(a: Box, dx: float, dy: float, piece: Piece) -> tuple[float, float]:
    """While box a makes its move: when it touches or overlaps the piece."""
    return sweep_deeper(a, dx, dy, piece, 0.0)


def sweep_inside(a: Box, dx: float, dy: float, piece: Piece) -> tuple[float, float]:
    """While box a makes its move: when it is in or on the piece, and does not merely graze it."""
    if piece.shape == Shape.LINES and (a.width == 0.0 or a.depth == 0.0):
        return sweep_deeper(a, dx, dy, piece, 0.0)  # what has no body can only touch a line
    return sweep_deeper(a, dx, dy, piece, GRAZE)


def point_box(x: float, y: float) -> Box:
    """A point as a box without a body."""
    return Box(x, y, 0.0, 1.0, 0.0, 0.0)


def segment_in_piece(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float]:
    """The part of a segment within a piece, edges included; of lines, from first crossing to last."""
    if piece.shape == Shape.POLYGON:
        return segment_in_polygon(piece, x0, y0, x1 - x0, y1 - y0, 0.0)
    if piece.shape == Shape.LINES:
        return segment_in_lines(piece, x0, y0, x1 - x0, y1 - y0)
    return sweep_piece(point_box(x0, y0), x1 - x0, y1 - y0, piece)


def segment_in_lines(piece: Piece, x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
    """What sweep_lines says of a point that moves, but only the lines are measured that may cut its way."""
    first, last = 1.0, 0.0
    if beyond(piece, min(x, x + dx) - EPS, min(y, y + dy) - EPS, max(x, x + dx) + EPS, max(y, y + dy) + EPS):
        return first, last
    for i in range(piece.n // 2):
        if may_cross(piece, 2 * i, x, y, dx, dy):
            t0, t1 = sweep_line(point_box(x, y), dx, dy, piece, 2 * i, 0.0)
            first, last = join(first, last, t0, t1)
    return first, last


def may_cross(piece: Piece, k: int, x: float, y: float, dx: float, dy: float) -> bool:
    """Whether a segment is not plainly on one side of the line that begins at point k, nor that of the segment."""
    px, py = piece.x[k] - x, piece.y[k] - y
    nx, ny = piece.y[k + 1] - piece.y[k], piece.x[k] - piece.x[k + 1]
    here = px * nx + py * ny
    there = here - dx * nx - dy * ny
    sure = SURE * (abs(nx) + abs(ny))
    if (here > sure and there > sure) or (here < -sure and there < -sure):
        return False
    here = dx * py - dy * px
    there = here + dx * nx + dy * ny
    sure = SURE * (abs(dx) + abs(dy))
    return not ((here > sure and there > sure) or (here < -sure and there < -sure))


def segment_in_polygon(
    piece: Piece, x: float, y: float, dx: float, dy: float, slack: float
) -> tuple[float, float]:
    """What sweep_deeper says of a point that moves, but only the sides are measured that may cut its way."""
    if beyond(piece, min(x, x + dx) - EPS, min(y, y + dy) - EPS, max(x, x + dx) + EPS, max(y, y + dy) + EPS):
        return 1.0, 0.0
    t0, t1 = clip_between(0.0, 1.0, piece.y0 - y + slack, piece.y1 - y - slack, dy)
    if t0 <= t1:
        t0, t1 = clip_between(t0, t1, piece.x0 - x + slack, piece.x1 - x - slack, dx)
    if piece.upright:
        return t0, t1
    px, py = piece.x[piece.n - 1], piece.y[piece.n - 1]
    for k in range(piece.n):
        if t0 > t1:
            return t0, t1
        nx, ny = piece.y[k] - py, px - piece.x[k]  # outwards: the points run counter-clockwise
        room = (px - x) * nx + (py - y) * ny  # times the length of the side, as is what is left at the end
        left = room - dx * nx - dy * ny
        sure = SURE * (abs(nx) + abs(ny))
        if room < -sure and left < -sure:
            return 1.0, 0.0  # outside of this side all the way
        if room <= sure or left <= sure:  # else inside of it all the way
            ux, uy = unit(nx, ny)
            t0, t1 = clip(t0, t1, dot(px - x, py - y, ux, uy) - slack, dot(dx, dy, ux, uy))
        px, py = piece.x[k], piece.y[k]
    return t0, t1


def segment_in_box(box: Box, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float]:
    """The part of a segment within a box, edges included."""
    t0, t1 = clip_axis(0.0, 1.0, point_box(x0, y0), x1 - x0, y1 - y0, box, box.fx, box.fy)
    return clip_axis(t0, t1, point_box(x0, y0), x1 - x0, y1 - y0, box, box.fy, -box.fx)
