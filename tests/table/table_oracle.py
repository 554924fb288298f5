"""Random tables, and Shapely as the second opinion on them."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import LineString, MultiLineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from grognard import ground as lay
from grognard.table.terrain import Ground, Piece, Shape
from grognard.values import Box

TRUE_FACINGS = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.6, 0.8), (-0.8, 0.6)]
GROWN = 1e-7
FIELD = 14.0  # small, so that things often meet

Stretch = tuple[float, float]
NEVER: Stretch = (math.inf, -math.inf)


def facing(rng: np.random.Generator) -> tuple[float, float]:
    angle = rng.uniform(0, 2 * math.pi)
    return math.cos(angle), math.sin(angle)


def any_box(rng: np.random.Generator, size: float = FIELD) -> Box:
    """Half of them on a lattice, so that touching, parallel and equal boxes come up all the time."""
    if rng.random() < 0.5:
        fx, fy = TRUE_FACINGS[rng.integers(len(TRUE_FACINGS))]
        x, y, w, d = (float(rng.integers(low, high)) for low, high in ((0, size), (0, size), (1, 7), (1, 5)))
        return Box(x, y, fx, fy, w, d)
    fx, fy = facing(rng)
    return Box(rng.uniform(0, size), rng.uniform(0, size), fx, fy, rng.uniform(0.5, 8), rng.uniform(0.5, 5))


def any_move(rng: np.random.Generator, size: float = FIELD) -> tuple[float, float]:
    """Long, short, along an axis, or none at all."""
    kind = rng.random()
    if kind < 0.1:
        return 0.0, 0.0
    if kind < 0.4:
        fx, fy = TRUE_FACINGS[rng.integers(len(TRUE_FACINGS))]
        far = float(rng.integers(1, int(size)))
        return fx * far, fy * far
    return rng.uniform(-size, size), rng.uniform(-size, size)


def any_outline(rng: np.random.Generator, size: float = FIELD) -> list[tuple[float, float]]:
    """A convex outline: the hull of some points, half of them on a lattice."""
    while True:
        points = rng.uniform(0, 9, (int(rng.integers(3, 9)), 2)) + rng.uniform(0, size - 8, 2)
        if rng.random() < 0.5:
            points = np.round(points)
        hull = MultiPoint(points).convex_hull
        if isinstance(hull, Polygon) and hull.area > 0.5:
            (part,) = lay.polygon(hull.exterior.coords)
            return part


def any_piece(rng: np.random.Generator, shape: Shape, **properties: float) -> Piece:
    ground = Ground()
    if shape == Shape.POLYGON:
        return lay.add_piece(ground, shape, any_outline(rng), **properties)  # type: ignore[arg-type]
    if shape == Shape.CIRCLE:
        x, y, r = rng.uniform(0, FIELD), rng.uniform(0, FIELD), rng.uniform(0.5, 6)
        if rng.random() < 0.5:
            x, y, r = float(round(x)), float(round(y)), float(round(r + 1))
        return lay.add_circle(ground, x, y, r, **properties)[0]  # type: ignore[arg-type]
    way = rng.uniform(0, FIELD, (int(rng.integers(2, 5)), 2))
    if rng.random() < 0.5:
        way = np.round(way) + np.arange(len(way))[:, None] * 0.5
    return lay.add_lines(ground, [way.tolist()], **properties)[0]  # type: ignore[arg-type]


def as_polygon(box: Box) -> Polygon:
    """The box drawn, turned and moved by Shapely."""
    drawn = shapely.box(-box.width / 2, -box.depth / 2, box.width / 2, box.depth / 2)
    turned = affinity.rotate(drawn, math.atan2(box.fy, box.fx) - math.pi / 2, origin=(0, 0), use_radians=True)
    return affinity.translate(turned, box.x, box.y)


def segments(piece: Piece) -> list[LineString]:
    points = list(zip(piece.x[: piece.n], piece.y[: piece.n], strict=True))
    return [LineString(points[k : k + 2]) for k in range(0, piece.n, 2)]


def as_geometry(piece: Piece) -> BaseGeometry:
    """The piece as Shapely sees it; a circle is its centre (take its radius off distances)."""
    points = list(zip(piece.x[: piece.n], piece.y[: piece.n], strict=True))
    if piece.shape == Shape.POLYGON:
        return Polygon(points)
    if piece.shape == Shape.CIRCLE:
        return Point(points[0])
    return MultiLineString(segments(piece))


def offsets(box: Box, geometry: BaseGeometry) -> BaseGeometry:
    """The shifts that bring the box onto something convex: the hull of all differences of corners."""
    there = shapely.get_coordinates(geometry)
    here = shapely.get_coordinates(as_polygon(box))
    return MultiPoint((there[:, None, :] - here[None, :, :]).reshape(-1, 2)).convex_hull


def stretch_in(area: BaseGeometry, dx: float, dy: float) -> Stretch:
    """The part of a move from the origin that lies in a convex area."""
    if area.is_empty:
        return NEVER
    whole = math.hypot(dx, dy)
    if whole == 0:
        return (0.0, 1.0) if area.intersects(Point(0, 0)) else NEVER
    inside = LineString([(0, 0), (dx, dy)]).intersection(area)
    if inside.is_empty:
        return NEVER
    ts = [(x * dx + y * dy) / whole**2 for x, y in shapely.get_coordinates(inside)]
    return max(min(ts), 0.0), min(max(ts), 1.0)


def grown(area: BaseGeometry, by: float) -> BaseGeometry:
    return area.buffer(by, join_style="mitre")


def assert_between(found: Stretch, inner: Stretch, outer: Stretch) -> None:
    """The stretch found is no smaller than that of the area shrunken, no larger than that of it grown."""
    if found[0] <= found[1]:
        assert outer[0] - 1e-9 <= found[0] <= found[1] <= outer[1] + 1e-9
        assert 0.0 <= found[0] <= found[1] <= 1.0
    if inner[0] <= inner[1]:
        assert found[0] <= inner[0] + 1e-9
        assert found[1] >= inner[1] - 1e-9


def assert_sweeps(found: Stretch, areas: list[BaseGeometry], dx: float, dy: float, by: float = GROWN) -> None:
    inner = [stretch_in(grown(area, -by), dx, dy) for area in areas]
    outer = [stretch_in(grown(area, by), dx, dy) for area in areas]
    hull = [(min(t[0] for t in ts), max(t[1] for t in ts)) for ts in (inner, outer)]
    assert_between(found, hull[0], hull[1])
