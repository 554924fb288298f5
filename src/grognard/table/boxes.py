"""Boxes: the rectangle a base or a formed unit covers, how it turns, and how near it is to others.

The front of a box looks along its facing (fx, fy); its right hand points along (fy, -fx)."""

from __future__ import annotations

from math import sqrt

from ..values import Box
from .vectors import EPS, distance, dot, length


def ahead_and_right(box: Box, x: float, y: float) -> tuple[float, float]:
    """A place as the box sees it: how far ahead of its centre, how far to its right."""
    dx, dy = x - box.x, y - box.y
    return dot(dx, dy, box.fx, box.fy), dot(dx, dy, box.fy, -box.fx)


def place(box: Box, ahead: float, right: float) -> tuple[float, float]:
    """The place on the table so far ahead of the centre of the box and so far to its right."""
    return box.x + box.fx * ahead + box.fy * right, box.y + box.fy * ahead - box.fx * right


def corner(box: Box, k: int) -> tuple[float, float]:
    """0 front left, 1 front right, 2 rear right, 3 rear left."""
    ahead = box.depth / 2 if k < 2 else -box.depth / 2
    right = box.width / 2 if k == 1 or k == 2 else -box.width / 2
    return place(box, ahead, right)


def front_centre(box: Box) -> tuple[float, float]:
    return place(box, box.depth / 2, 0.0)


def half_extent(box: Box, ux: float, uy: float) -> float:
    """How far the box reaches from its centre along an axis."""
    ahead = abs(dot(ux, uy, box.fx, box.fy))
    right = abs(dot(ux, uy, box.fy, -box.fx))
    return (ahead * box.depth + right * box.width) / 2


def shifted(box: Box, dx: float, dy: float) -> Box:
    return Box(box.x + dx, box.y + dy, box.fx, box.fy, box.width, box.depth)


def pivoted(box: Box, fx: float, fy: float) -> Box:
    """Turned on its centre to a new facing."""
    return Box(box.x, box.y, fx, fy, box.width, box.depth)


def wheeled(box: Box, pivot_right: bool, fx: float, fy: float) -> Box:
    """Turned to a new facing about its front right or front left corner, which stays where it is."""
    k = 1 if pivot_right else 0
    x0, y0 = corner(box, k)
    turned = pivoted(box, fx, fy)
    x1, y1 = corner(turned, k)
    return shifted(turned, x0 - x1, y0 - y1)


def farthest_front_corner(a: Box, b: Box) -> float:
    """How far the front corner that moved most has moved between two poses, in a straight line."""
    x0, y0 = corner(a, 0)
    x1, y1 = corner(b, 0)
    x2, y2 = corner(a, 1)
    x3, y3 = corner(b, 1)
    return max(distance(x0, y0, x1, y1), distance(x2, y2, x3, y3))


def overlap_along(a: Box, b: Box, ux: float, uy: float) -> float:
    """How deep two boxes overlap along an axis; negative when apart."""
    return half_extent(a, ux, uy) + half_extent(b, ux, uy) - abs(dot(b.x - a.x, b.y - a.y, ux, uy))


def boxes_overlap(a: Box, b: Box, slack: float) -> bool:
    """Whether two boxes penetrate one another deeper than the slack."""
    girth = (a.width + a.depth + b.width + b.depth) / 2 - slack  # no box reaches farther from its centre
    if abs(b.x - a.x) > girth or abs(b.y - a.y) > girth:
        return False
    return (
        overlap_along(a, b, a.fx, a.fy) > slack
        and overlap_along(a, b, a.fy, -a.fx) > slack
        and overlap_along(a, b, b.fx, b.fy) > slack
        and overlap_along(a, b, b.fy, -b.fx) > slack
    )


def penetration(a: Box, b: Box) -> tuple[float, float, float]:
    """The shortest push that frees b from a: its depth (none when apart) and direction."""
    depth = overlap_along(a, b, a.fx, a.fy)
    nx, ny = a.fx, a.fy
    for axis in range(1, 4):
        by = a if axis == 1 else b
        ux, uy = by.fx, by.fy
        if axis % 2 == 1:
            ux, uy = by.fy, -by.fx
        shallow = overlap_along(a, b, ux, uy)
        if shallow < depth:
            depth = shallow
            nx, ny = ux, uy
    if dot(b.x - a.x, b.y - a.y, nx, ny) < 0.0:
        nx, ny = -nx, -ny
    return depth, nx, ny


def point_box_gap(box: Box, x: float, y: float) -> float:
    """From a point to the nearest edge of the box; nothing from within."""
    ahead, right = ahead_and_right(box, x, y)
    return length(max(abs(ahead) - box.depth / 2, 0.0), max(abs(right) - box.width / 2, 0.0))


def corner_gap_squared(a: Box, b: Box) -> float:
    """The square of the way from a box to the nearest corner of another."""
    ahead, right = ahead_and_right(a, b.x, b.y)
    turn, tilt = dot(b.fx, b.fy, a.fx, a.fy), dot(b.fx, b.fy, a.fy, -a.fx)
    deep_ahead, deep_right = turn * b.depth / 2, tilt * b.depth / 2
    wide_ahead, wide_right = -tilt * b.width / 2, turn * b.width / 2
    least = 1e300
    for k in range(4):
        forth = 1.0 if k < 2 else -1.0
        side = 1.0 if k % 2 == 0 else -1.0
        out = max(abs(ahead + forth * deep_ahead + side * wide_ahead) - a.depth / 2, 0.0)
        off = max(abs(right + forth * deep_right + side * wide_right) - a.width / 2, 0.0)
        least = min(least, out * out + off * off)
    return least


def box_gap(a: Box, b: Box) -> float:
    """From edge to edge; nothing when they touch or overlap."""
    if boxes_overlap(a, b, -EPS):
        return 0.0
    return sqrt(min(corner_gap_squared(a, b), corner_gap_squared(b, a)))


def inside_table(box: Box, width: float, depth: float) -> bool:
    """Whether the whole box is on the table; a pose that is not a number is not."""
    hx, hy = half_extent(box, 1.0, 0.0), half_extent(box, 0.0, 1.0)
    return (
        box.x - hx >= -EPS and box.y - hy >= -EPS and box.x + hx <= width + EPS and box.y + hy <= depth + EPS
    )


def beyond_edge(box: Box, width: float, depth: float) -> float:
    """How far the farthest corner is off the table."""
    most = 0.0
    for k in range(4):
        x, y = corner(box, k)
        off_x = max(max(-x, x - width), 0.0)
        off_y = max(max(-y, y - depth), 0.0)
        most = max(most, length(off_x, off_y))
    return most
