"""Arcs and sides: what a box faces, and on which side of it another stands."""

from __future__ import annotations

from enum import IntEnum

from ..values import Box
from .boxes import ahead_and_right
from .vectors import EPS, dot, length


class Side(IntEnum):
    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


def in_arc(fx: float, fy: float, dx: float, dy: float, cosine: float) -> bool:
    """Whether a direction is within the arc about the facing whose half angle has this cosine."""
    return dot(fx, fy, dx, dy) >= cosine * length(dx, dy) - EPS


def quarter(ahead: float, right: float) -> int:
    """The quarter a place lies in; on a diagonal it is the front or the rear."""
    if abs(ahead) >= abs(right) - EPS:
        return Side.FRONT if ahead >= 0.0 else Side.REAR
    return Side.RIGHT if right > 0.0 else Side.LEFT


def side_of(box: Box, x: float, y: float) -> int:
    """The quarter a point lies in, cut by lines through the centre at 45 degrees to the facing."""
    ahead, right = ahead_and_right(box, x, y)
    return quarter(ahead, right)


def edge_of(box: Box, x: float, y: float) -> int:
    """The edge of the box that a point is opposite to, cut by the diagonals of the box."""
    ahead, right = ahead_and_right(box, x, y)
    return quarter(ahead * box.width, right * box.depth)


def side_vector(box: Box, side: int) -> tuple[float, float]:
    """The direction that a side of the box looks in."""
    if side == Side.FRONT:
        return box.fx, box.fy
    if side == Side.RIGHT:
        return box.fy, -box.fx
    if side == Side.REAR:
        return -box.fx, -box.fy
    return -box.fy, box.fx


def behind_front(box: Box, x: float, y: float) -> bool:
    """Whether a point is on or behind the line of the front edge, drawn out to both sides."""
    ahead, _ = ahead_and_right(box, x, y)
    return ahead <= box.depth / 2 + EPS
