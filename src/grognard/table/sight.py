"""Lines of sight: what a straight line passes through."""

from __future__ import annotations

from ..values import Box
from .sweeps import DEEP, GRAZE, point_box, segment_in_box, segment_in_polygon, sweep_inside
from .terrain import Piece, Shape
from .vectors import cross, distance

LITTLE = 1e-6  # so much of a line inside a piece is as good as none


def line_blocked_by_box(box: Box, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a line passes through the box; one that grazes an edge or ends on it does not."""
    body = Box(box.x, box.y, box.fx, box.fy, box.width - 2 * GRAZE, box.depth - 2 * GRAZE)
    if body.width <= 0.0 or body.depth <= 0.0:
        return False
    t0, t1 = segment_in_box(body, x0, y0, x1, y1)
    return t0 <= t1


def depth_in_piece(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> float:
    """How much of a line runs inside the piece; along its edge is not inside, and lines have no inside."""
    if piece.shape == Shape.LINES:
        return 0.0
    if piece.shape == Shape.POLYGON:
        t0, t1 = segment_in_polygon(piece, x0, y0, x1 - x0, y1 - y0, GRAZE)
    else:
        t0, t1 = sweep_inside(point_box(x0, y0), x1 - x0, y1 - y0, piece)
    if t0 >= t1:
        return 0.0
    return (t1 - t0) * distance(x0, y0, x1, y1)


def runs_inside(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a line runs inside the piece, be it for a little: mostly it plainly crosses it."""
    if piece.shape == Shape.POLYGON and piece.n >= 4:
        half, quarter = piece.n // 2, piece.n // 4
        if crosses_diagonal(piece, 0, half, x0, y0, x1, y1):
            return True
        if crosses_diagonal(piece, quarter, quarter + half, x0, y0, x1, y1):
            return True
    return depth_in_piece(piece, x0, y0, x1, y1) > LITTLE


def crosses_diagonal(piece: Piece, i: int, j: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a line plainly crosses the one between two corners of a polygon that are no neighbours."""
    dx, dy = x1 - x0, y1 - y0
    px, py = piece.x[i] - x0, piece.y[i] - y0
    ex, ey = piece.x[j] - piece.x[i], piece.y[j] - piece.y[i]
    one = cross(dx, dy, px, py)
    if not parted(one, one + cross(dx, dy, ex, ey), DEEP * (abs(dx) + abs(dy))):
        return False
    here = cross(px, py, ex, ey)
    return parted(here, here + cross(ex, ey, dx, dy), DEEP * (abs(ex) + abs(ey)))


def parted(one: float, other: float, sure: float) -> bool:
    """Whether two are plainly on either side of naught."""
    return (one > sure and other < -sure) or (one < -sure and other > sure)
