"""Vectors on the table: lengths, distances and products."""

from __future__ import annotations

from math import sqrt

EPS = 1e-9  # nearer than this is touching


def length(dx: float, dy: float) -> float:
    return sqrt(dx * dx + dy * dy)


def distance(x0: float, y0: float, x1: float, y1: float) -> float:
    return length(x1 - x0, y1 - y0)


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
