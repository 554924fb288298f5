"""Sweeps, pieces of terrain and sight lines against Shapely."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapely import affinity
from shapely.geometry import LineString, Point
from table_oracle import (
    FIELD,
    any_box,
    any_move,
    any_piece,
    as_geometry,
    as_polygon,
    assert_sweeps,
    offsets,
    segments,
)

from grognard import ground as lay
from grognard.table import pieces, sight, sweeps
from grognard.table.boxes import corner, point_box_gap
from grognard.table.terrain import Ground, Piece, Shape
from grognard.values import Box


def cases(seed: int, n: int) -> list[np.random.Generator]:
    return np.random.default_rng(seed).spawn(n)


def square(shape: Shape = Shape.POLYGON) -> Piece:
    """An upright square from (4, 4) to (8, 8), or its outline."""
    outline = lay.rectangle(4.0, 4.0, 8.0, 8.0)
    if shape == Shape.LINES:
        return lay.add_lines(Ground(), [[*outline, outline[0]]])[0]
    return lay.add_piece(Ground(), shape, outline)


def test_a_box_swept_against_a_box() -> None:
    hits = 0
    for rng in cases(1, 1500):
        a, b, (dx, dy) = any_box(rng), any_box(rng), any_move(rng)
        found = sweeps.sweep_box(a, dx, dy, b)
        assert_sweeps(found, [offsets(a, as_polygon(b))], dx, dy)
        hits += found[0] <= found[1]
    assert 300 < hits < 1200


@pytest.mark.parametrize("shape", [Shape.POLYGON, Shape.LINES])
def test_a_box_swept_against_a_piece(shape: Shape) -> None:
    hits = 0
    for rng in cases(2 + shape, 1000):
        box, piece, (dx, dy) = any_box(rng), any_piece(rng, shape), any_move(rng)
        found = sweeps.sweep_piece(box, dx, dy, piece)
        parts = segments(piece) if shape == Shape.LINES else [as_geometry(piece)]
        assert_sweeps(found, [offsets(box, part) for part in parts], dx, dy)
        hits += found[0] <= found[1]
    assert 300 < hits < 900


def test_a_box_swept_against_a_circle() -> None:
    rims = 0
    for rng in cases(5, 1000):
        box, piece, (dx, dy) = any_box(rng), any_piece(rng, Shape.CIRCLE), any_move(rng)
        found = sweeps.sweep_piece(box, dx, dy, piece)
        rounded = offsets(box, as_geometry(piece)).buffer(piece.radius, quad_segs=64)
        assert_sweeps(found, [rounded], dx, dy, by=1e-3)
        if found[0] <= found[1]:
            for t in found:
                moved = box._replace(x=box.x + t * dx, y=box.y + t * dy)
                gap = point_box_gap(moved, piece.x[0], piece.y[0])
                assert gap <= piece.radius + 1e-9
                if 0.0 < t < 1.0:
                    assert gap == pytest.approx(piece.radius, abs=1e-9)
                    rims += 1
    assert rims > 300


def test_special_sweeps() -> None:
    box, wall = Box(5.0, 5.0, 0.0, 1.0, 4.0, 2.0), Box(5.0, 10.0, 1.0, 0.0, 2.0, 20.0)
    assert sweeps.sweep_box(box, 0.0, 6.0, wall) == (0.5, 1.0)  # up to its edge, then into it
    assert sweeps.sweep_box(box, 0.0, 3.0, wall) == (1.0, 1.0)  # just as far as its edge
    assert sweeps.sweep_box(box._replace(y=8.0), 5.0, 0.0, wall) == (0.0, 1.0)  # along its edge
    assert sweeps.sweep_box(box._replace(y=8.0), 0.0, -5.0, wall) == (0.0, 0.0)  # away from its edge
    assert sweeps.sweep_box(box, 0.0, 0.0, box) == (0.0, 1.0)
    for t0, t1 in (
        sweeps.sweep_box(box, 0.0, 2.9, wall),
        sweeps.sweep_box(box, 0.0, -5.0, wall),
        sweeps.sweep_box(box, 0.0, 0.0, wall),
    ):
        assert t0 > t1


def test_lines_are_swept_from_the_first_met_to_the_last_left() -> None:
    fences = lay.add_lines(Ground(), [[(0, 10), (20, 10)], [(0, 20), (20, 20)]])[0]
    box = Box(10.0, 5.0, 0.0, 1.0, 4.0, 2.0)
    assert sweeps.sweep_piece(box, 0.0, 10.0, fences) == pytest.approx((0.4, 0.6))
    assert sweeps.sweep_piece(box, 0.0, 40.0, fences) == pytest.approx((0.1, 0.4))
    t0, t1 = sweeps.sweep_piece(box._replace(y=15.0), 0.0, 2.0, fences)
    assert t0 > t1


def test_grazing_is_not_being_inside() -> None:
    wood, fence = square(), square(Shape.LINES)
    pond = lay.add_circle(Ground(), 6.0, 6.0, 2.0)[0]
    beside = Box(6.0, 9.0, 0.6, 0.8, 2.0, 2.0)._replace(fx=0.0, fy=1.0)
    for piece in (wood, fence, pond):
        touched = sweeps.sweep_piece(beside, 3.0, 0.0, piece)
        assert touched[0] <= touched[1]
        inside = sweeps.sweep_inside(beside, 3.0, 0.0, piece)
        assert inside[0] > inside[1]
        deeper = sweeps.sweep_inside(beside._replace(y=8.999), 3.0, 0.0, piece)
        assert deeper[0] < deeper[1]


def test_a_segment_in_a_piece() -> None:
    for shape in (Shape.POLYGON, Shape.CIRCLE, Shape.LINES):
        hits = 0
        for rng in cases(6 + shape, 1000):
            piece = any_piece(rng, shape)
            x, y = (float(v) for v in np.round(rng.uniform(0, FIELD, 2), int(rng.integers(0, 2)) * 8))
            dx, dy = any_move(rng)
            found = sweeps.segment_in_piece(piece, x, y, x + dx, y + dy)
            parts = segments(piece) if shape == Shape.LINES else [as_geometry(piece)]
            areas = [affinity.translate(part, -x, -y) for part in parts]
            if shape == Shape.CIRCLE:
                areas = [areas[0].buffer(piece.radius, quad_segs=256)]
            assert_sweeps(found, areas, dx, dy, by=1e-4 if shape == Shape.CIRCLE else 1e-7)
            line = LineString([(x, y), (x + dx, y + dy)])
            if shape == Shape.LINES and any(line.crosses(part) for part in parts):
                crossed = [line.intersection(part) for part in parts if line.crosses(part)]
                ts = [line.project(p, normalized=True) for p in crossed if isinstance(p, Point)]
                assert found[0] <= min(ts) + 1e-9
                assert found[1] >= max(ts) - 1e-9
            hits += found[0] <= found[1]
        assert 100 < hits < 900


def test_a_line_through_the_joint_of_a_fence_crosses_it() -> None:
    for rng in cases(10, 500):
        before, joint, after = rng.uniform(0, 20, (3, 2)).tolist()
        fence = lay.add_lines(Ground(), [[before, joint, after]])[0]
        dx, dy = rng.uniform(-5, 5, 2)
        x0, y0 = joint[0] - dx, joint[1] - dy
        t0, t1 = sweeps.segment_in_piece(fence, x0, y0, joint[0] + dx, joint[1] + dy)
        assert t0 - 1e-6 <= 0.5 <= t1 + 1e-6


def test_a_segment_in_a_box() -> None:
    hits = 0
    for rng in cases(11, 1000):
        box, (dx, dy) = any_box(rng), any_move(rng)
        x, y = (float(v) for v in np.round(rng.uniform(0, FIELD, 2), int(rng.integers(0, 2)) * 8))
        found = sweeps.segment_in_box(box, x, y, x + dx, y + dy)
        assert_sweeps(found, [affinity.translate(as_polygon(box), -x, -y)], dx, dy)
        hits += found[0] <= found[1]
    assert 100 < hits < 800


@pytest.mark.parametrize("shape", list(Shape))
def test_gaps_to_pieces(shape: Shape) -> None:
    inside = 0
    for rng in cases(12 + shape, 1200):
        piece, box = any_piece(rng, shape), any_box(rng)
        drawn = as_geometry(piece)
        x, y = (float(v) for v in np.round(rng.uniform(0, FIELD, 2), int(rng.integers(0, 2)) * 8))
        raw, box_raw = drawn.distance(Point(x, y)), drawn.distance(as_polygon(box))
        gap, box_gap = max(raw - piece.radius, 0.0), max(box_raw - piece.radius, 0.0)
        assert pieces.point_piece_gap(piece, x, y) == pytest.approx(gap, abs=3e-9)
        assert pieces.point_in_piece(piece, x, y) == (gap < 1e-9)
        assert pieces.box_piece_gap(box, piece) == pytest.approx(box_gap, abs=3e-9)
        edge = abs(raw - piece.radius)
        if shape == Shape.POLYGON:
            edge = drawn.exterior.distance(Point(x, y))
        assert pieces.edge_gap(piece, x, y) == pytest.approx(edge, abs=1e-9)
        inside += gap == 0.0
    assert shape == Shape.LINES or 100 < inside < 1000


@pytest.mark.parametrize("shape", list(Shape))
def test_boxes_in_touch_with_pieces(shape: Shape) -> None:
    touching = 0
    for rng in cases(16 + shape, 1000):
        piece, box = any_piece(rng, shape), any_box(rng)
        drawn, there = as_geometry(piece), as_polygon(box)
        gap = there.distance(drawn) - piece.radius
        if shape == Shape.POLYGON and gap < 1e-9:
            gap = -1.0 if there.intersection(drawn).area > 1e-6 else 1.0
        if abs(gap) > 1e-6 or shape == Shape.LINES:
            assert pieces.box_in_touch(box, piece) == (gap < 1e-9)
            touching += gap < 1e-9
    assert 100 < touching < 900


def test_touching_a_fence_is_enough_but_not_a_wood() -> None:
    beside = Box(6.0, 9.0, 0.0, 1.0, 2.0, 2.0)
    assert pieces.box_in_touch(beside, square(Shape.LINES))
    assert not pieces.box_in_touch(beside, square())
    assert pieces.box_in_touch(beside._replace(y=8.9), square())
    assert pieces.box_piece_gap(beside, square()) == 0.0
    assert pieces.box_in_touch(Box(6.0, 6.0, 0.0, 1.0, 1.0, 1.0), square())  # within
    assert pieces.box_in_touch(Box(6.0, 6.0, 0.0, 1.0, 20.0, 20.0), square())  # around it
    assert not pieces.box_in_touch(Box(6.0, 6.0, 0.0, 1.0, 1.0, 1.0), square(Shape.LINES))


def test_sight_lines_through_boxes() -> None:
    blocked = 0
    for rng in cases(20, 1500):
        box = any_box(rng)
        x0, y0, x1, y1 = (float(v) for v in np.round(rng.uniform(0, FIELD, 4), int(rng.integers(0, 2)) * 8))
        through = LineString([(x0, y0), (x1, y1)]).intersection(
            as_polygon(box).buffer(-1e-6, join_style="mitre")
        )
        around = LineString([(x0, y0), (x1, y1)]).intersects(
            as_polygon(box).buffer(-1e-9, join_style="mitre")
        )
        found = sight.line_blocked_by_box(box, x0, y0, x1, y1)
        assert found or through.is_empty
        assert around or not found
        blocked += found
    assert 200 < blocked < 1300


def test_sight_lines_that_graze() -> None:
    box = Box(5.0, 5.0, 0.0, 1.0, 4.0, 2.0)
    assert not sight.line_blocked_by_box(box, 0.0, 6.0, 10.0, 6.0)  # along its front
    assert not sight.line_blocked_by_box(box, 1.0, 4.0, 5.0, 8.0)  # past a corner
    assert not sight.line_blocked_by_box(box, 5.0, 6.0, 5.0, 10.0)  # from its front
    assert not sight.line_blocked_by_box(box, 5.0, 10.0, 5.0, 6.0)  # to its front
    assert sight.line_blocked_by_box(box, 5.0, 10.0, 5.0, 5.9)
    assert sight.line_blocked_by_box(box, 0.0, 5.9, 10.0, 5.9)
    assert sight.line_blocked_by_box(box, 5.0, 5.0, 5.0, 5.0)  # within
    for rng in cases(21, 300):
        turned = any_box(rng)
        (x0, y0), (x1, y1) = corner(turned, 0), corner(turned, 1)
        dx, dy = x1 - x0, y1 - y0
        assert not sight.line_blocked_by_box(turned, x0 - dx, y0 - dy, x1 + dx, y1 + dy)
    assert not sight.line_blocked_by_box(box._replace(depth=0.0), 5.0, 0.0, 5.0, 10.0)


@pytest.mark.parametrize("shape", list(Shape))
def test_how_deep_a_line_runs_in_a_piece(shape: Shape) -> None:
    for rng in cases(22 + shape, 800):
        piece = any_piece(rng, shape)
        x0, y0, x1, y1 = (float(v) for v in rng.uniform(0, FIELD, 4))
        drawn = as_geometry(piece)
        if shape == Shape.CIRCLE:
            aside = drawn.distance(LineString([(x0 + 99 * (x0 - x1), y0 + 99 * (y0 - y1)), (x1, y1)]))
            drawn = drawn.buffer(piece.radius, quad_segs=512)
            if abs(aside - piece.radius) < 0.01:
                continue
        expected = LineString([(x0, y0), (x1, y1)]).intersection(drawn).length
        found = sight.depth_in_piece(piece, x0, y0, x1, y1)
        assert found == pytest.approx(expected, abs=1e-3 if shape == Shape.CIRCLE else 1e-6)
    assert sight.depth_in_piece(square(), 0.0, 8.0, 20.0, 8.0) == 0.0  # along its edge
    assert sight.depth_in_piece(square(), 6.0, 6.0, 6.0, 6.0) == 0.0
    assert sight.depth_in_piece(square(), 0.0, 6.0, 20.0, 6.0) == pytest.approx(4.0)


@pytest.mark.parametrize("shape", list(Shape))
def test_a_line_that_runs_inside_a_piece_is_so_deep_in_it(shape: Shape) -> None:
    inside = plain = 0
    for rng in cases(95 + shape, 800):
        piece = any_piece(rng, shape)
        k = int(rng.integers(piece.n))
        x, y = piece.x[k], piece.y[k]
        for x0, y0 in (rng.uniform(0, FIELD, 2).tolist(), (float(rng.integers(0, 14)), y), (x, y)):
            x1, y1 = rng.uniform(0, FIELD, 2).tolist()
            deep = sight.depth_in_piece(piece, x0, y0, x1, y1)
            if abs(deep - sight.LITTLE) > 1e-8:
                assert sight.runs_inside(piece, x0, y0, x1, y1) == (deep > sight.LITTLE)
            inside += deep > 0.0
            plain += piece.n >= 4 and sight.crosses_diagonal(piece, 0, piece.n // 2, x0, y0, x1, y1)
    assert (inside == 0) if shape == Shape.LINES else (300 < inside < 2000)
    assert plain > 50 or shape != Shape.POLYGON
    assert not sight.runs_inside(square(), 0.0, 8.0, 20.0, 8.0)  # along its edge
    assert sight.runs_inside(square(), 0.0, 7.99, 20.0, 7.99)


def test_what_is_not_a_number_touches_nothing() -> None:
    nan = math.nan
    box = Box(5.0, 5.0, 0.0, 1.0, 4.0, 2.0)
    for shape in (Shape.POLYGON, Shape.LINES):
        assert not pieces.box_in_touch(box._replace(x=nan), square(shape))
        assert not pieces.point_in_piece(square(shape), 5.0, nan)
    t0, t1 = sweeps.sweep_box(box, nan, 0.0, box._replace(x=50.0))
    assert t0 > t1


@pytest.mark.parametrize("shape", [Shape.POLYGON, Shape.LINES])
def test_a_segment_is_a_box_without_a_body(shape: Shape) -> None:
    """The short cuts for segments give the very bits that the sweep of a point gives."""
    hits = 0
    for rng in cases(31, 1500):
        piece, (dx, dy) = any_piece(rng, shape), any_move(rng)
        k = int(rng.integers(piece.n))
        starts = [
            (rng.uniform(0, FIELD), rng.uniform(0, FIELD)),
            (float(rng.integers(0, 14)), float(rng.integers(0, 14))),
            (piece.x[k], piece.y[k]),
        ]
        for x, y in starts:
            x1, y1 = x + dx, y + dy
            slow = sweeps.sweep_piece(sweeps.point_box(x, y), x1 - x, y1 - y, piece)
            quick = sweeps.segment_in_piece(piece, x, y, x1, y1)
            assert (quick[0] <= quick[1]) == (slow[0] <= slow[1])
            if slow[0] <= slow[1]:
                assert quick == slow
                hits += 1
    assert 900 < hits < 4200


@pytest.mark.parametrize("shape", [Shape.POLYGON, Shape.LINES])
def test_a_line_that_passes_a_piece_by_is_nowhere_in_it(shape: Shape) -> None:
    past = meets = 0
    for rng in cases(60 + shape, 1500):
        piece, (x, y), (dx, dy) = any_piece(rng, shape), rng.uniform(0, FIELD, 2), any_move(rng)
        t0, t1 = sweeps.segment_in_piece(piece, x, y, x + dx, y + dy)
        by = sweeps.passes_by(piece, x, y, x + dx, y + dy)
        assert not (by and t0 <= t1)
        past += by
        meets += t0 <= t1
    assert past > 300 and meets > 100


def test_a_line_that_runs_through_a_piece_is_deep_in_it() -> None:
    through = outside = 0
    piece = square()
    for rng in cases(63, 1500):
        (x, y), (x1, y1) = rng.uniform(0, 12, 2), rng.uniform(0, 12, 2)
        deep = sight.depth_in_piece(piece, x, y, x1, y1)
        runs = sweeps.runs_through(piece, x, y, x1, y1)
        assert not runs or deep > sweeps.DEEP / 2
        through += runs
        outside += deep == 0.0
    assert through > 200 and outside > 200
    assert not sweeps.runs_through(piece, 0.0, 8.0, 12.0, 8.0), "along its edge"


def test_a_point_is_in_a_polygon_where_a_segment_of_no_length_is() -> None:
    inside = 0
    for rng in cases(64, 1500):
        piece, (x, y) = any_piece(rng, Shape.POLYGON), rng.uniform(0, FIELD, 2)
        t0, t1 = sweeps.segment_in_piece(piece, x, y, x, y)
        assert pieces.point_in_piece(piece, x, y) == (t0 <= t1)
        inside += t0 <= t1
    assert inside > 50
