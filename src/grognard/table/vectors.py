"""Vectors on the table: lengths, distances and products."""

from __future__ import annotations

from math import pi, sqrt

EPS = 1e-9  # nearer than this is touching
HALVINGS = 3  # of the tangent, until a short series gives its angle
TERMS = 8  # of that series


def length(dx: float, dy: float) -> float:
    return sqrt(dx * dx + dy * dy)


def distance(x0: float, y0: float, x1: float, y1: float) -> float:
    return length(x1 - x0, y1 - y0)


def is_closer(dx: float, dy: float, d: float) -> bool:
    """Is a vector shorter than this?  No root is drawn."""
    return (d > 0.0) & (dx * dx + dy * dy < d * d)


def unit(dx: float, dy: float) -> tuple[float, float]:
    """The direction of a vector; up the table for one of no length."""
    size = length(dx, dy)
    if size == 0.0:
        return 0.0, 1.0
    return dx / size, dy / size


def dot(ax: float, ay: float, bx: float, by: float) -> float:
    return ax * bx + ay * by


def cross(ax: float, ay: float, bx: float, by: float) -> float:
    """Positive when b lies to the left of a."""
    return ax * by - ay * bx


def rotated(dx: float, dy: float, c: float, s: float) -> tuple[float, float]:
    """A vector turned to the left by the angle with this cosine and sine."""
    return c * dx - s * dy, s * dx + c * dy


def turn_between(ux: float, uy: float, vx: float, vy: float) -> tuple[float, float]:
    """The cosine and sine of the turn that takes unit vector u to unit vector v."""
    return dot(ux, uy, vx, vy), cross(ux, uy, vx, vy)


def arc_of_tangent(t: float) -> float:
    """The angle, an eighth of a turn at most, with this tangent: halved until the series is short."""
    for _ in range(HALVINGS):
        t = t / (1.0 + sqrt(1.0 + t * t))
    total, power = 0.0, t
    for k in range(TERMS):
        total += power / (2 * k + 1)
        power *= -t * t
    return total * (1 << HALVINGS)


def angle(ux: float, uy: float, vx: float, vy: float) -> float:
    """The angle between two directions, from 0 to pi; none to one of no length."""
    aside, ahead = abs(cross(ux, uy, vx, vy)), dot(ux, uy, vx, vy)
    whole = length(aside, ahead)
    if whole == 0.0:
        return 0.0
    acute = 2 * arc_of_tangent(aside / (whole + abs(ahead)))
    return pi - acute if ahead < 0.0 else acute


def about_angle(cosine: float) -> float:
    """The angle, from 0 to pi, with a cosine: to a ten-thousandth, for those who reckon ahead."""
    c = min(abs(cosine), 1.0)
    acute = sqrt(1.0 - c) * (1.5707288 + c * (c * (0.0742610 - 0.0187293 * c) - 0.2121144))
    return pi - acute if cosine < 0.0 else acute


def point_segment_gap(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """From a point to the nearest place of a segment."""
    dx, dy = x1 - x0, y1 - y0
    along = dot(x - x0, y - y0, dx, dy)
    whole = dot(dx, dy, dx, dy)
    if along <= 0.0 or whole == 0.0:
        return distance(x, y, x0, y0)
    if along >= whole:
        return distance(x, y, x1, y1)
    t = along / whole
    return distance(x, y, x0 + t * dx, y0 + t * dy)


def compass(fx: float, fy: float) -> int:
    """The nearest of eight winds, clockwise from 0 for north: how people say where one faces."""
    slim = 0.41421356237309503  # the tangent of half an eighth of a turn
    if abs(fx) <= slim * abs(fy):
        return 0 if fy >= 0.0 else 4
    if abs(fy) <= slim * abs(fx):
        return 2 if fx > 0.0 else 6
    if fx > 0.0:
        return 1 if fy > 0.0 else 3
    return 7 if fy > 0.0 else 5
