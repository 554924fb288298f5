"""Lines of sight: what a straight line passes through."""

from __future__ import annotations

from ..values import Box
from .sweeps import GRAZE, point_box, segment_in_box, segment_in_polygon, sweep_inside
from .terrain import Piece, Shape
from .vectors import distance


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
