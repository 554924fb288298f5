"""Boxes and vectors against Shapely."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from shapely import affinity
from shapely.geometry import LineString, Point
from table_oracle import any_box, as_polygon, facing

from grognard.table import boxes, vectors
from grognard.values import Box

NAN = float("nan")


def cases(seed: int, n: int) -> list[np.random.Generator]:
    return np.random.default_rng(seed).spawn(n)


def test_vectors() -> None:
    assert vectors.length(3.0, -4.0) == 5.0
    assert vectors.distance(1.0, 1.0, 4.0, 5.0) == 5.0
    assert vectors.unit(0.0, 0.0) == (0.0, 1.0)
    assert vectors.unit(0.0, -7.0) == (0.0, -1.0)
    assert vectors.dot(1.0, 2.0, 3.0, 4.0) == 11.0
    assert vectors.cross(1.0, 0.0, 0.0, 1.0) == 1.0


def test_a_point_and_a_segment() -> None:
    for rng in cases(1, 1000):
        x, y, x0, y0, x1, y1 = (float(v) for v in rng.integers(0, 5, 6) * rng.choice([1.0, 0.7]))
        gap = vectors.point_segment_gap(x, y, x0, y0, x1, y1)
        assert gap == pytest.approx(Point(x, y).distance(LineString([(x0, y0), (x1, y1)])), abs=1e-12)


def test_corners_run_clockwise_from_the_front_left() -> None:
    box = Box(10.0, 10.0, 1.0, 0.0, 6.0, 2.0)
    assert [boxes.corner(box, k) for k in range(4)] == [(11.0, 13.0), (11.0, 7.0), (9.0, 7.0), (9.0, 13.0)]
    assert boxes.front_centre(box) == (11.0, 10.0)


def test_corners_are_those_of_the_turned_rectangle() -> None:
    for rng in cases(2, 500):
        box = any_box(rng)
        drawn = shapely.get_coordinates(as_polygon(box))
        rear_right, front_right, front_left, rear_left = drawn[:4]
        for k, there in enumerate((front_left, front_right, rear_right, rear_left)):
            assert boxes.corner(box, k) == pytest.approx(there, abs=1e-9)


def test_half_extent_is_half_the_shadow_on_an_axis() -> None:
    for rng in cases(3, 500):
        box, (ux, uy) = any_box(rng), facing(rng)
        shadow = shapely.get_coordinates(as_polygon(box)) @ (ux, uy)
        assert boxes.half_extent(box, ux, uy) == pytest.approx((shadow.max() - shadow.min()) / 2, abs=1e-9)


def test_a_wheel_leaves_its_pivot_where_it_is() -> None:
    for rng in cases(4, 500):
        box, (fx, fy) = any_box(rng), facing(rng)
        for pivot_right in (False, True):
            there = boxes.wheeled(box, pivot_right, fx, fy)
            k = int(pivot_right)
            pivot = boxes.corner(box, k)
            assert boxes.corner(there, k) == pytest.approx(pivot, abs=1e-9)
            assert (there.fx, there.fy, there.width, there.depth) == (fx, fy, box.width, box.depth)
            angle = math.atan2(fy, fx) - math.atan2(box.fy, box.fx)
            turned = affinity.rotate(as_polygon(box), angle, origin=pivot, use_radians=True)
            assert turned.symmetric_difference(as_polygon(there)).area < 1e-6


def test_shifts_and_pivots() -> None:
    box = Box(1.0, 2.0, 0.0, 1.0, 4.0, 3.0)
    assert boxes.shifted(box, 2.0, -1.0) == Box(3.0, 1.0, 0.0, 1.0, 4.0, 3.0)
    assert boxes.pivoted(box, 1.0, 0.0) == Box(1.0, 2.0, 1.0, 0.0, 4.0, 3.0)


def test_the_front_corner_that_moves_most() -> None:
    box = Box(0.0, 0.0, 0.0, 1.0, 4.0, 2.0)
    assert boxes.farthest_front_corner(box, boxes.shifted(box, 3.0, 4.0)) == 5.0
    assert boxes.farthest_front_corner(box, boxes.wheeled(box, True, -1.0, 0.0)) == pytest.approx(4 * 2**0.5)
    assert boxes.farthest_front_corner(box, boxes.wheeled(box, False, 1.0, 0.0)) == pytest.approx(4 * 2**0.5)


def test_the_eight_winds() -> None:
    for rng in cases(8, 1000):
        turned = rng.uniform(0, 360)
        if abs(turned % 45 - 22.5) > 1e-6:
            x, y = math.sin(math.radians(turned)), math.cos(math.radians(turned))
            assert vectors.compass(x, y) == round(turned / 45) % 8


def test_gaps_between_boxes() -> None:
    touching = 0
    for rng in cases(5, 3000):
        a, b = any_box(rng), any_box(rng)
        expected = as_polygon(a).distance(as_polygon(b))
        assert boxes.box_gap(a, b) == pytest.approx(expected, abs=2e-9)
        assert boxes.box_gap(b, a) == pytest.approx(expected, abs=2e-9)
        touching += boxes.box_gap(a, b) == 0.0
    assert 500 < touching < 2500


def test_gaps_of_special_neighbours() -> None:
    a = Box(5.0, 5.0, 0.0, 1.0, 4.0, 2.0)
    assert boxes.box_gap(a, a) == 0.0
    assert boxes.box_gap(a, boxes.shifted(a, 4.0, 0.0)) == 0.0  # side by side
    assert boxes.box_gap(a, boxes.shifted(a, 4.0, 2.0)) == 0.0  # corner to corner
    assert boxes.box_gap(a, boxes.shifted(a, 7.0, 6.0)) == 5.0
    assert boxes.box_gap(a, Box(5.0, 5.0, 0.0, 1.0, 1.0, 1.0)) == 0.0  # within
    half = 0.5**0.5
    assert boxes.box_gap(a, Box(5.0, 9.0, half, half, 2.0, 2.0)) == pytest.approx(3 - 2**0.5)


def test_overlap_means_deeper_than_the_slack() -> None:
    a = Box(5.0, 5.0, 0.0, 1.0, 4.0, 2.0)
    b = boxes.shifted(a, 3.5, 0.0)
    assert boxes.boxes_overlap(a, b, 0.0)
    assert boxes.boxes_overlap(a, b, 0.49)
    assert not boxes.boxes_overlap(a, b, 0.5)
    assert not boxes.boxes_overlap(a, boxes.shifted(a, 4.0, 0.0), 0.0)


def test_the_shortest_push() -> None:
    overlaps = 0
    for rng in cases(6, 1000):
        a, b = any_box(rng, 8), any_box(rng, 8)
        depth, nx, ny = boxes.penetration(a, b)
        here, there = as_polygon(a), as_polygon(b)
        assert math.hypot(nx, ny) == pytest.approx(1.0)
        assert boxes.boxes_overlap(a, b, depth - 1e-6)
        assert not boxes.boxes_overlap(a, b, depth + 1e-6)
        if depth <= 1e-9:
            assert here.intersection(there).area < 1e-6
            assert -depth <= here.distance(there) + 1e-9
            continue
        overlaps += 1
        freed = affinity.translate(there, nx * (depth + 1e-7), ny * (depth + 1e-7))
        assert here.distance(freed) > 0.0
        for k in range(12):
            ux, uy = math.cos(k * math.pi / 6), math.sin(k * math.pi / 6)
            less = affinity.translate(there, ux * depth * 0.999, uy * depth * 0.999)
            assert here.intersects(less)
    assert overlaps > 300


def test_points_about_a_box() -> None:
    for rng in cases(7, 3000):
        box = any_box(rng, 10)
        x, y = (float(v) for v in (rng.uniform(-5, 15, 2) if rng.random() < 0.5 else rng.integers(-5, 15, 2)))
        gap = as_polygon(box).distance(Point(x, y))
        assert boxes.point_box_gap(box, x, y) == pytest.approx(gap, abs=1e-9)


def test_the_edge_of_the_table() -> None:
    table = shapely.box(0, 0, 18, 14)
    inside = 0
    for rng in cases(8, 2000):
        box = any_box(rng)
        drawn = as_polygon(box)
        off = max(Point(p).distance(table) for p in shapely.get_coordinates(drawn))
        assert boxes.beyond_edge(box, 18.0, 14.0) == pytest.approx(off, abs=1e-9)
        assert boxes.inside_table(box, 18.0, 14.0) == (off < 1e-9)
        inside += off < 1e-9
    assert 200 < inside < 1800


def test_what_is_not_a_number_is_not_on_the_table() -> None:
    good = Box(5.0, 5.0, 0.0, 1.0, 2.0, 2.0)
    assert boxes.inside_table(good, 10.0, 10.0)
    assert not boxes.inside_table(good, NAN, 10.0)
    assert not boxes.inside_table(good, 10.0, NAN)
    for field in Box._fields:
        assert not boxes.inside_table(good._replace(**{field: NAN}), 10.0, 10.0), field
        assert not boxes.boxes_overlap(good._replace(**{field: NAN}), good, 0.0), field


def test_a_box_may_stand_on_the_very_edge() -> None:
    for rng in cases(9, 300):
        box = any_box(rng)
        hx, hy = boxes.half_extent(box, 1.0, 0.0), boxes.half_extent(box, 0.0, 1.0)
        on_edge = box._replace(x=hx, y=hy)
        assert boxes.inside_table(on_edge, 2 * hx, 2 * hy)
        assert not boxes.inside_table(boxes.shifted(on_edge, -1e-6, 0.0), 20.0, 20.0)
        assert not boxes.inside_table(boxes.shifted(on_edge, 0.0, -1e-6), 20.0, 20.0)
        assert not boxes.inside_table(on_edge, 2 * hx - 1e-6, 20.0)
        assert not boxes.inside_table(on_edge, 20.0, 2 * hy - 1e-6)


def test_corners_follow_one_another() -> None:
    box = Box(3.0, 4.0, 0.6, 0.8, 6.0, 2.0)
    ring = [boxes.corner(box, k % 4) for k in range(5)]
    assert [math.dist(a, b) for a, b in pairwise(ring)] == pytest.approx([6.0, 2.0, 6.0, 2.0])
