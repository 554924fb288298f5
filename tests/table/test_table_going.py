"""Marches against Shapely: the going, tolls, closed ground and roads."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Point
from table_oracle import FIELD, any_box, any_move, any_piece, as_geometry, facing, offsets, segments

from grognard import ground as lay
from grognard.table import going
from grognard.table.sweeps import point_box
from grognard.table.terrain import Ground, Scratch, Shape
from grognard.values import Box

PAPER = Scratch()
BOX = Box(20.0, 5.0, 0.0, 1.0, 8.0, 2.0)


def cases(seed: int, n: int) -> list[np.random.Generator]:
    return np.random.default_rng(seed).spawn(n)


def any_ground(rng: np.random.Generator, shapes: list[Shape], n: int = 6) -> Ground:
    """Woods, hedges and closed ground strewn about, in four groups."""
    ground = Ground(width=FIELD, depth=FIELD)
    for _ in range(n):
        piece = any_piece(rng, shapes[rng.integers(len(shapes))])
        piece.group = int(rng.integers(4))
        piece.going = float(rng.choice([1.0, 1.5, 2.0, 3.0]))
        piece.toll = float(rng.choice([0.0, 1.0 + piece.group]))
        piece.closed = bool(rng.random() < 0.1)
        ground.pieces[ground.n] = piece
        ground.n += 1
    return ground


def areas_cost(ground: Ground, box: Box, dx: float, dy: float) -> float:
    """Layer by layer: what lies in going this bad or worse costs so much more than the layer before."""
    way = LineString([(0, 0), (dx, dy)])
    cost, before = way.length, 1.0
    hard = [p for p in ground.pieces[: ground.n] if p.going > 1 and p.shape != Shape.LINES]
    for rate in sorted({p.going for p in hard}):
        layer = [offsets(box, as_geometry(p)).buffer(p.radius, quad_segs=64) for p in hard if p.going >= rate]
        cost += (rate - before) * way.intersection(shapely.union_all(layer)).length
        before = rate
    return cost


def tolls_cost(ground: Ground, box: Box, dx: float, dy: float) -> float:
    """Once for each group that the way meets and its start does not."""
    way, cost = LineString([(0, 0), (dx, dy)]), 0.0
    for group in range(4):
        asking = [p for p in ground.pieces[: ground.n] if p.toll > 0 and p.group == group]
        parts = [
            offsets(box, part)
            for p in asking
            for part in (segments(p) if p.shape == Shape.LINES else [as_geometry(p)])
        ]
        if way.intersects(shapely.union_all(parts)) and not Point(0, 0).intersects(shapely.union_all(parts)):
            cost += asking[0].toll
    return cost


def test_the_cost_of_a_march() -> None:
    dearer = tolls = 0
    for rng in cases(1, 600):
        ground, box = (
            any_ground(rng, [Shape.POLYGON, Shape.LINES]),
            any_box(rng)._replace(x=rng.uniform(0, FIELD)),
        )
        dx, dy = rng.uniform(-FIELD, FIELD, 2)
        areas, toll = areas_cost(ground, box, dx, dy), tolls_cost(ground, box, dx, dy)
        assert going.march_cost(ground, PAPER, box, dx, dy) == pytest.approx(areas + toll, abs=1e-5)
        dearer += areas > math.hypot(dx, dy) + 1e-6
        tolls += toll > 0
    assert dearer > 200
    assert tolls > 100


def test_the_cost_of_a_march_past_circles() -> None:
    for rng in cases(2, 300):
        ground, box = any_ground(rng, [Shape.POLYGON, Shape.CIRCLE]), any_box(rng)
        for piece in ground.pieces:
            piece.toll = 0.0
        dx, dy = any_move(rng)
        expected = areas_cost(ground, box, dx, dy)
        assert going.march_cost(ground, PAPER, box, dx, dy) == pytest.approx(expected, abs=0.1)


def test_the_cost_to_a_rider() -> None:
    for rng in cases(3, 400):
        ground = any_ground(rng, [Shape.POLYGON, Shape.LINES])
        x0, y0, x1, y1 = rng.uniform(0, FIELD, 4)
        rider = Box(x0, y0, 0.0, 1.0, 0.0, 0.0)
        areas, toll = areas_cost(ground, rider, x1 - x0, y1 - y0), tolls_cost(ground, rider, x1 - x0, y1 - y0)
        found = going.point_march_cost(ground, PAPER, x0, y0, x1, y1, False)
        assert found == pytest.approx(areas + toll, abs=1e-5)
        found = going.point_march_cost(ground, PAPER, x0, y0, x1, y1, True)
        assert found == pytest.approx(math.dist((x0, y0), (x1, y1)) + toll, abs=1e-9)


def test_how_far_an_allowance_carries_is_the_inverse_of_the_cost() -> None:
    stopped = walled = 0
    for rng in cases(4, 1500):
        ground, box, (ux, uy) = any_ground(rng, list(Shape)), any_box(rng), facing(rng)
        allowance, most = rng.uniform(0, 25), rng.uniform(0, 25)
        reach = going.march_reach(ground, PAPER, box, ux, uy, allowance, most)
        assert 0.0 <= reach <= most
        assert going.march_cost(ground, PAPER, box, ux * reach, uy * reach) <= allowance + 1e-8
        assert reach == 0.0 or not going.way_closed(ground, box, ux * reach, uy * reach)
        if reach < most:
            on = reach + 2.1e-6
            stopped += 1
            closed = going.way_closed(ground, box, ux * on, uy * on)
            walled += closed
            assert closed or going.march_cost(ground, PAPER, box, ux * on, uy * on) > allowance
    assert stopped > 600
    assert walled > 100


def test_more_allowance_never_carries_less_far() -> None:
    for rng in cases(5, 100):
        ground, box, (ux, uy) = any_ground(rng, list(Shape)), any_box(rng), facing(rng)
        reaches = [
            going.march_reach(ground, PAPER, box, ux, uy, float(a), 20.0) for a in np.arange(0, 40, 0.5)
        ]
        assert reaches == sorted(reaches)


def hedge_and_wood() -> Ground:
    """A wood from y = 10 to 20, and a hedge along y = 30, right across the table."""
    ground = Ground(width=40.0, depth=60.0)
    lay.add_polygon(ground, lay.rectangle(0, 10, 40, 20), going=2.0)
    lay.add_lines(ground, [[(0, 30), (20, 30), (40, 30)]], toll=4.0)
    return ground


def test_a_march_through_a_wood_and_over_a_hedge() -> None:
    ground = hedge_and_wood()
    cost = [going.march_cost(ground, PAPER, BOX, 0.0, d) for d in (4.0, 5.0, 16.0, 24.0, 25.0, 40.0)]
    assert cost == pytest.approx([4.0, 6.0, 28.0, 36.0, 41.0, 56.0])
    reach = [
        going.march_reach(ground, PAPER, BOX, 0.0, 1.0, a, 40.0) for a in (4.0, 6.0, 28.0, 36.0, 41.0, 99.0)
    ]
    assert reach == pytest.approx([4.0, 5.0, 16.0, 24.0, 25.0, 40.0], abs=2e-6)
    short = [going.march_reach(ground, PAPER, BOX, 0.0, 1.0, a, 40.0) for a in (36.0, 37.0, 40.0)]
    assert short == pytest.approx([24.0 - 1e-6] * 3, abs=1e-8)  # the hedge is more than it can pay
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 40.001, 40.0) == pytest.approx(24.001, abs=1e-8)
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 99.0, 10.0) == 10.0


def test_an_obstacle_is_paid_for_once_wherever_the_march_is_broken_off() -> None:
    ground = hedge_and_wood()
    for allowance in np.arange(38.0, 42.0, 0.125):
        first = going.march_reach(ground, PAPER, BOX, 0.0, 1.0, float(allowance), 40.0)
        there = BOX._replace(y=BOX.y + first)
        parts = going.march_cost(ground, PAPER, BOX, 0.0, first) + going.march_cost(
            ground, PAPER, there, 0.0, 40 - first
        )
        assert parts == pytest.approx(going.march_cost(ground, PAPER, BOX, 0.0, 40.0), abs=1e-6)


def test_no_allowance_or_no_way_to_go() -> None:
    ground = hedge_and_wood()
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 0.0, 40.0) == 0.0
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 5.0, 0.0) == 0.0
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, -1.0, 5.0) == 0.0
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, math.nan, 5.0) == 0.0
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 5.0, math.nan) == 0.0
    assert going.march_cost(ground, PAPER, BOX, 0.0, 0.0) == 0.0
    assert math.isnan(going.march_cost(ground, PAPER, BOX, math.nan, 0.0))


def test_overlapping_woods_cost_no_more_than_the_worse() -> None:
    ground = Ground()
    lay.add_polygon(ground, lay.rectangle(0, 10, 40, 20), going=2.0)
    lay.add_polygon(ground, lay.rectangle(0, 15, 40, 20), going=3.0)
    lay.add_polygon(ground, lay.rectangle(0, 12, 40, 18), going=2.0)
    assert going.march_cost(ground, PAPER, BOX, 0.0, 40.0) == pytest.approx(40 + 5 + 7 * 2)


def test_grazing_costs_nothing() -> None:
    ground = hedge_and_wood()
    beside_wood, beside_hedge = BOX._replace(y=9.0), BOX._replace(y=31.0)
    assert going.march_cost(ground, PAPER, beside_wood, 9.0, 0.0) == 9.0
    assert going.march_cost(ground, PAPER, beside_hedge, 9.0, 0.0) == 9.0
    assert going.march_cost(ground, PAPER, BOX, 0.0, 4.0) == 4.0  # up to the wood
    assert going.march_cost(ground, PAPER, beside_hedge._replace(y=25.0), 0.0, 4.0) == 4.0  # up to the hedge
    assert going.march_cost(ground, PAPER, beside_wood._replace(y=9.1), 9.0, 0.0) == 18.0
    assert (
        going.march_cost(ground, PAPER, beside_hedge, 0.0, -4.0) == 8.0
    )  # who lines a hedge has it to cross


def test_who_is_on_an_obstacle_has_paid_for_it() -> None:
    ground = hedge_and_wood()
    astride = BOX._replace(y=30.0)
    assert going.march_cost(ground, PAPER, astride, 0.0, 5.0) == 5.0
    assert going.march_cost(ground, PAPER, astride, 0.0, -5.0) == 5.0
    assert going.point_march_cost(ground, PAPER, 5.0, 29.0, 5.0, 30.0, True) == 5.0
    assert going.point_march_cost(ground, PAPER, 5.0, 30.0, 5.0, 31.0, True) == 1.0


def test_the_parts_of_one_feature_ask_one_toll() -> None:
    ground = Ground()
    lay.add_lines(ground, [[(0, 20), (40, 20)], [(0, 30), (40, 30)]], toll=4.0, group=7)
    lay.add_polygon(ground, lay.rectangle(0, 35, 40, 36), toll=4.0, group=7)
    assert going.march_cost(ground, PAPER, BOX, 0.0, 40.0) == 44.0
    assert going.march_cost(ground, PAPER, BOX._replace(y=20.0), 0.0, 20.0) == 20.0
    ground.pieces[1].group = 8
    assert going.march_cost(ground, PAPER, BOX, 0.0, 40.0) == 48.0
    assert going.march_cost(ground, PAPER, BOX._replace(y=20.0), 0.0, 20.0) == 24.0
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 47.9, 40.0) == pytest.approx(39.9)
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 33.0, 40.0) == pytest.approx(29.0 - 1e-6, abs=1e-8)


@pytest.mark.parametrize("shape", list(Shape))
def test_closed_ground_stops_a_march(shape: Shape) -> None:
    ground = Ground()
    if shape == Shape.POLYGON:
        lay.add_polygon(ground, lay.rectangle(10, 16, 30, 40), closed=True)
    elif shape == Shape.CIRCLE:
        lay.add_circle(ground, 20.0, 26.0, 10.0, closed=True)
    else:
        lay.add_lines(ground, [[(10, 16), (30, 16)]], closed=True)
    assert not going.way_closed(ground, BOX, 0.0, 10.0)  # up to it
    assert going.way_closed(ground, BOX, 0.0, 10.001)
    assert not going.way_closed(ground, BOX._replace(x=6.0, y=26.0), 0.0, 30.0)  # along its edge
    assert not going.way_closed(ground, BOX, 0.0, -4.0)
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 99.0, 30.0) == pytest.approx(10.0 - 1e-6, abs=1e-8)
    assert going.march_reach(ground, PAPER, BOX, 0.0, 1.0, 5.0, 30.0) == 5.0


def test_along_a_road() -> None:
    on = 0
    for rng in cases(6, 400):
        ground = Ground()
        way = np.cumsum(rng.uniform(-1, 5, (4, 2)), axis=0)
        lay.add_road(ground, way.tolist(), 1.5)
        lay.add_polygon(ground, lay.rectangle(0, 0, 50, 50))
        road = shapely.union_all([as_geometry(p).buffer(1e-6) for p in ground.pieces[: ground.n] if p.road])
        a, b = rng.uniform(0, 0.7, 2)
        k = int(rng.integers(3))
        ends = [way[k] + (way[k + 1] - way[k]) * a, way[k] + (way[k + 1] - way[k]) * b]
        ends[1] += rng.choice([0.0, 1.0]) * rng.uniform(-1, 1, 2)
        (x0, y0), (x1, y1) = ends
        segment = LineString(ends)
        found = going.along_road(ground, PAPER, x0, y0, x1, y1)
        assert found or not road.buffer(-2e-6).covers(segment)
        assert road.covers(segment) or not found
        on += found
    assert 150 < on < 390


def test_along_a_road_made_of_pieces() -> None:
    ground = Ground()
    for x in (10, 0, 20):
        lay.add_polygon(ground, lay.rectangle(x, 0, x + 10, 2), road=True)
    assert going.along_road(ground, PAPER, 0.0, 1.0, 30.0, 1.0)
    assert going.along_road(ground, PAPER, 30.0, 2.0, 0.0, 0.0)
    assert going.along_road(ground, PAPER, 5.0, 0.0, 25.0, 0.0)  # along its edge
    assert going.along_road(ground, PAPER, 5.0, 1.0, 5.0, 1.0)
    assert not going.along_road(ground, PAPER, 5.0, 3.0, 5.0, 3.0)
    assert not going.along_road(ground, PAPER, 5.0, 1.0, 31.0, 1.0)
    assert not going.along_road(ground, PAPER, -1.0, 1.0, 5.0, 1.0)
    ground.pieces[0].road = False
    assert not going.along_road(ground, PAPER, 0.0, 1.0, 30.0, 1.0)
    assert going.along_road(ground, PAPER, 0.0, 1.0, 10.0, 1.0)


def test_a_rider_reaches_as_far_as_a_box_without_a_body() -> None:
    ground = hedge_and_wood()
    assert going.march_reach(ground, PAPER, point_box(5.0, 5.0), 0.0, 1.0, 7.0, 40.0) == pytest.approx(6.0)
    assert going.march_reach(ground, PAPER, point_box(5.0, 25.0), 0.0, 1.0, 7.0, 40.0) == pytest.approx(
        5.0, abs=2e-6
    )
    assert going.march_reach(ground, PAPER, point_box(5.0, 25.0), 0.0, 1.0, 10.0, 40.0) == pytest.approx(6.0)


def test_a_full_table_fits_the_paper() -> None:
    ground = Ground()
    for k in range(32):
        lay.add_polygon(ground, lay.rectangle(0, 10 + k, 40, 10.5 + k), going=2.0, toll=1.0)
    thin = BOX._replace(depth=0.01)
    assert going.march_cost(ground, PAPER, thin, 0.0, 60.0) == pytest.approx(60 + 32 + 32 * 0.51)
    assert going.march_reach(ground, PAPER, thin, 0.0, 1.0, 60 + 32 + 32 * 0.51, 80.0) == pytest.approx(60.0)
