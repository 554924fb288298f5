"""Arcs and sides against angles."""

from __future__ import annotations

import math

import numpy as np
import pytest
from table_oracle import any_box, facing

from grognard.table.arcs import Side, behind_front, edge_of, in_arc, side_of, side_vector
from grognard.table.boxes import corner, front_centre
from grognard.values import Box

BOX = Box(10.0, 10.0, 0.0, 1.0, 8.0, 2.0)


def bearing(fx: float, fy: float, dx: float, dy: float) -> float:
    """Degrees clockwise from the facing, between -180 and 180."""
    turned = math.degrees(math.atan2(fy, fx) - math.atan2(dy, dx))
    return (turned + 180) % 360 - 180


def test_arcs_are_angles() -> None:
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(3000):
        fx, fy = facing(rng)
        dx, dy = rng.uniform(-10, 10, 2)
        half = rng.uniform(5, 175)
        angle = abs(bearing(fx, fy, dx, dy))
        if abs(angle - half) > 1e-3:
            assert in_arc(fx, fy, dx, dy, math.cos(math.radians(half))) == (angle < half)
            inside += angle < half
    assert 500 < inside < 2500


def test_the_boundary_of_an_arc_is_in_it() -> None:
    cosine = math.sqrt(0.5)
    assert in_arc(0.0, 1.0, 5.0, 5.0, cosine)
    assert in_arc(0.0, 1.0, -5.0, 5.0, cosine)
    assert not in_arc(0.0, 1.0, 5.001, 5.0, cosine)
    assert in_arc(0.6, 0.8, 0.8, -0.6, 0.0)
    assert not in_arc(0.0, 1.0, 0.0, -1.0, cosine)


def test_sides_are_quarters_of_the_compass() -> None:
    rng = np.random.default_rng(2)
    for _ in range(3000):
        box = any_box(rng)
        x, y = rng.uniform(0, 20, 2)
        turned = bearing(box.fx, box.fy, x - box.x, y - box.y)
        if abs(abs(turned) % 90 - 45) > 1e-3:
            assert side_of(box, x, y) == round(turned / 90) % 4


@pytest.mark.parametrize(
    ("x", "y", "side", "edge"),
    [
        (10.0, 15.0, Side.FRONT, Side.FRONT),
        (15.0, 10.0, Side.RIGHT, Side.RIGHT),
        (10.0, 5.0, Side.REAR, Side.REAR),
        (5.0, 10.0, Side.LEFT, Side.LEFT),
        (13.0, 13.0, Side.FRONT, Side.FRONT),  # on the diagonals: front or rear
        (7.0, 13.0, Side.FRONT, Side.FRONT),
        (13.0, 7.0, Side.REAR, Side.REAR),
        (7.0, 7.0, Side.REAR, Side.REAR),
        (14.0, 11.0, Side.RIGHT, Side.FRONT),  # the corner of the box itself
        (14.0, 10.9, Side.RIGHT, Side.RIGHT),
        (14.0, 11.1, Side.RIGHT, Side.FRONT),
        (6.0, 8.9, Side.LEFT, Side.REAR),
    ],
)
def test_sides_and_edges(x: float, y: float, side: Side, edge: Side) -> None:
    assert side_of(BOX, x, y) == side
    assert edge_of(BOX, x, y) == edge


def test_each_edge_is_opposite_to_what_stands_off_its_middle() -> None:
    rng = np.random.default_rng(3)
    for _ in range(500):
        box = any_box(rng)
        for side in Side:
            nx, ny = side_vector(box, side)
            half = box.depth / 2 if side in (Side.FRONT, Side.REAR) else box.width / 2
            along = half * rng.uniform(0.9, 1.1)
            assert edge_of(box, box.x + nx * along, box.y + ny * along) == side
            assert side_of(box, box.x + nx * along, box.y + ny * along) == side
            assert bearing(box.fx, box.fy, nx, ny) % 360 == pytest.approx(90 * side, abs=1e-6)


def test_corners_of_the_box_are_ties_of_its_edges() -> None:
    rng = np.random.default_rng(4)
    for _ in range(300):
        box = any_box(rng)
        assert [edge_of(box, *corner(box, k)) for k in range(4)] == [0, 0, 2, 2]


def test_behind_the_line_of_the_front() -> None:
    rng = np.random.default_rng(5)
    for _ in range(1000):
        box = any_box(rng)
        x, y = front_centre(box)
        aside, ahead = rng.uniform(-30, 30), rng.choice([-5.0, -1e-6, 0.0, 1e-6, 5.0])
        px, py = x + box.fy * aside + box.fx * ahead, y - box.fx * aside + box.fy * ahead
        assert behind_front(box, px, py) == (ahead <= 0.0)
