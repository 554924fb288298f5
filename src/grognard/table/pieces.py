"""Pieces of terrain: what is in them, what touches them, and how far away they are."""

from __future__ import annotations

from ..values import Box
from .boxes import corner, point_box_gap
from .sweeps import beyond, segment_in_piece, sweep_inside, sweep_piece
from .terrain import Piece, Shape
from .vectors import EPS, distance, point_segment_gap


def point_in_piece(piece: Piece, x: float, y: float) -> bool:
    """Whether a point is in the piece or on its edge; of lines, whether it is on one."""
    if piece.upright:
        across = (piece.x0 - EPS <= x) & (x <= piece.x1 + EPS)
        return across & (piece.y0 - EPS <= y) & (y <= piece.y1 + EPS)
    if beyond(piece, x - EPS, y - EPS, x + EPS, y + EPS):
        return False
    if piece.shape == Shape.POLYGON:
        return point_in_polygon(piece, x, y)
    t0, t1 = segment_in_piece(piece, x, y, x, y)
    return t0 <= t1


def point_in_polygon(piece: Piece, x: float, y: float) -> bool:
    """The same, of a polygon whose bounds the point is in."""
    px, py = piece.x[piece.n - 1], piece.y[piece.n - 1]
    for k in range(piece.n):
        nx, ny = piece.y[k] - py, px - piece.x[k]  # outwards: the points run counter-clockwise
        room = (px - x) * nx + (py - y) * ny  # times the length of the side
        if room < 0.0 and room * room > EPS * EPS * (nx * nx + ny * ny):
            return False
        px, py = piece.x[k], piece.y[k]
    return True


def box_in_touch(box: Box, piece: Piece) -> bool:
    """Whether any part of the box is in the piece; lines need only be touched."""
    if piece.shape == Shape.LINES:
        t0, t1 = sweep_piece(box, 0.0, 0.0, piece)
    else:
        t0, t1 = sweep_inside(box, 0.0, 0.0, piece)
    return t0 <= t1


def outline_gap(piece: Piece, x: float, y: float) -> float:
    """From a point to the nearest side of a polygon, or the nearest of some lines."""
    step = 2 if piece.shape == Shape.LINES else 1
    least = distance(x, y, piece.x[0], piece.y[0])
    for i in range(piece.n // step):
        k = i * step
        after = k + 1 if k + 1 < piece.n else 0
        gap = point_segment_gap(x, y, piece.x[k], piece.y[k], piece.x[after], piece.y[after])
        least = min(least, gap)
    return least


def edge_gap(piece: Piece, x: float, y: float) -> float:
    """From a point, within or without, to the outline of the piece."""
    if piece.shape == Shape.CIRCLE:
        return abs(distance(x, y, piece.x[0], piece.y[0]) - piece.radius)
    return outline_gap(piece, x, y)


def point_piece_gap(piece: Piece, x: float, y: float) -> float:
    """From a point to the piece; nothing from within."""
    if point_in_piece(piece, x, y):
        return 0.0
    return edge_gap(piece, x, y)


def box_piece_gap(box: Box, piece: Piece) -> float:
    """From the edge of the box to the piece; nothing when they touch or overlap."""
    if piece.shape == Shape.CIRCLE:
        return max(point_box_gap(box, piece.x[0], piece.y[0]) - piece.radius, 0.0)
    t0, t1 = sweep_piece(box, 0.0, 0.0, piece)
    if t0 <= t1:
        return 0.0
    least = point_box_gap(box, piece.x[0], piece.y[0])
    for k in range(1, piece.n):
        least = min(least, point_box_gap(box, piece.x[k], piece.y[k]))
    for k in range(4):
        x, y = corner(box, k)
        least = min(least, outline_gap(piece, x, y))
    return least
