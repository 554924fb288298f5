"""Laying out the table: outlines, roads and lines become pieces."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString, Polygon

from grognard import ground as lay
from grognard.table.terrain import PIECES, POINTS, Ground, Shape


def any_star(rng: np.random.Generator, n: int) -> list[tuple[float, float]]:
    """An outline about a centre, mostly concave, of either sense."""
    angles = (np.arange(n) + rng.uniform(0, 0.8, n)) * 2 * math.pi / n
    radii = rng.uniform(2, 10, n)
    points = [(20 + r * math.cos(a), 20 + r * math.sin(a)) for a, r in zip(angles, radii, strict=True)]
    return points if rng.random() < 0.5 else points[::-1]


def test_any_outline_is_cut_into_convex_parts() -> None:
    cut = 0
    for rng in np.random.default_rng(1).spawn(250):
        points = any_star(rng, int(rng.integers(3, 20)))
        whole = Polygon(points)
        parts = lay.polygon(points)
        drawn = [Polygon(part) for part in parts]
        assert shapely.union_all(drawn).symmetric_difference(whole).area < 1e-6
        assert sum(p.area for p in drawn) == pytest.approx(whole.area)  # none overlap
        for part, shape in zip(parts, drawn, strict=True):
            assert len(part) <= POINTS
            assert shape.exterior.is_ccw
            assert shape.convex_hull.area == pytest.approx(shape.area)
        cut += len(parts) > 1
        assert len(parts) <= len(points) - 2
    assert 150 < cut < 250


def test_a_convex_outline_stays_whole_unless_it_has_too_many_corners() -> None:
    ring = [(math.cos(k * math.pi / 6), math.sin(k * math.pi / 6)) for k in range(12)]
    assert lay.polygon(ring) == [ring]
    assert [sorted(part) for part in lay.polygon(ring[::-1])] == [sorted(ring)]
    finer = [(math.cos(k * math.pi / 10), math.sin(k * math.pi / 10)) for k in range(20)]
    assert len(lay.polygon(finer)) == 2


def test_an_l_is_two_parts_and_points_that_add_nothing_go() -> None:
    corner = [(0, 0), (10, 0), (10, 5), (5, 5), (5, 10), (0, 10)]
    assert len(lay.polygon(corner)) == 2
    padded = [(0, 0), (5, 0), (5, 0), (10, 0), (10, 10), (0, 10), (0, 0)]
    assert lay.polygon(padded) == [[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]]


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ([], "at least 3 points, not 0"),
        ([(0, 0), (5, 5)], "at least 3 points, not 2"),
        ([(0, 0), (0, 0), (5, 5), (0, 0)], "at least 3 points, not 2"),
        ([(0, 0), (5, 5), (9, 9)], "in one line"),
        ([(0, 0), (5, 5), (2, 2), (9, 9)], "in one line"),
        ([(0, 0), (10, 10), (10, 0), (0, 10)], "crosses or touches itself"),
        ([(0, 0), (10, 0), (10, 10), (5, 0), (0, 10)], "crosses or touches itself"),
        ([(0, 0), (10, 0), (20, 0), (10, 0), (5, 5)], "crosses or touches itself"),
        ([(0, 0), (10, 0), (5, 0), (5, 5)], "crosses or touches itself"),
        ([(0, 0), (1, math.nan), (5, 5)], "two numbers"),
        ([(0, 0), (1, 2, 3), (5, 5)], "two numbers"),
    ],
)
def test_outlines_that_are_refused(points: list[tuple[float, ...]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        lay.polygon(points)


def test_roads_are_covered_by_convex_strips() -> None:
    filled = 0
    for rng in np.random.default_rng(2).spawn(400):
        way = rng.uniform(0, 30, (int(rng.integers(2, 6)), 2)).tolist()
        width = rng.uniform(0.5, 4)
        strips = [Polygon(strip) for strip in lay.road_strips(way, width)]
        for strip in strips:
            assert strip.exterior.is_ccw
            assert strip.convex_hull.area == pytest.approx(strip.area)
        road = shapely.union_all([strip.buffer(1e-9) for strip in strips])
        wanted = LineString(way).buffer(width / 2, cap_style="flat", join_style="bevel")
        assert wanted.difference(road).area < 1e-6
        assert LineString(way).buffer(width, cap_style="square").covers(road)
        filled += len(strips) > len(way) - 1
    assert 30 < filled < 350


def test_a_gentle_bend_takes_no_piece_of_its_own() -> None:
    assert len(lay.road_strips([(0, 0), (10, 0), (20, 5), (30, 5)], 2.0)) == 3
    assert len(lay.road_strips([(0, 0), (10, 0), (1, 1)], 2.0)) == 3
    assert len(lay.road_strips([(0, 0), (10, 0), (5, 0)], 2.0)) == 2


@pytest.mark.parametrize(
    ("points", "width", "why"),
    [
        ([(0, 0)], 2.0, "at least 2 points, not 1"),
        ([(0, 0), (5, 5)], 0.0, "width"),
        ([(0, 0), (5, 5)], math.nan, "width"),
    ],
)
def test_roads_that_are_refused(points: list[tuple[float, float]], width: float, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        lay.road_strips(points, width)


def test_polylines_become_pairs_of_points_in_lots() -> None:
    ways = [[(0, 0), (1, 0), (2, 0)], [(5, 5), (6, 6)]]
    assert lay.lines(ways) == [[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (5.0, 5.0), (6.0, 6.0)]]
    long = lay.lines([[(float(k), float(k % 2)) for k in range(9)]])
    assert [len(lot) for lot in long] == [12, 4]
    for bad in ([], [[(0, 0)]], [[(1, 1), (1, 1)]]):
        with pytest.raises(ValueError, match="a line needs at least 2 points"):
            lay.lines(bad)


def test_a_feature_in_parts_is_one_group_and_carries_its_properties() -> None:
    ground = Ground()
    wood = lay.add_polygon(
        ground,
        [(0, 0), (10, 0), (10, 5), (5, 5), (5, 10), (0, 10)],
        kind=3,
        going=2.0,
        cover=1,
        blocks_sight=True,
    )
    hill = lay.add_circle(ground, 20.0, 30.0, 5.0, height=2)
    assert ground.n == 3
    assert ground.pieces[:2] == wood
    assert wood[0].group == wood[1].group != hill[0].group
    assert all(p.kind == 3 and p.going == 2.0 and p.cover == 1 and p.blocks_sight for p in wood)
    assert (hill[0].shape, hill[0].radius, hill[0].height, hill[0].going) == (Shape.CIRCLE, 5.0, 2, 1.0)
    assert (hill[0].x0, hill[0].y0, hill[0].x1, hill[0].y1) == (15.0, 25.0, 25.0, 35.0)
    road = lay.add_road(ground, [(0, 0), (10, 0)], 2.0, group=9)
    assert road[0].road
    assert road[0].group == 9
    assert (road[0].x0, road[0].y0, road[0].x1, road[0].y1) == (0.0, -1.0, 10.0, 1.0)
    hedge = lay.add_lines(ground, [[(1, 2), (3, 9)]], toll=3.0)
    assert hedge[0].group == 10
    assert (hedge[0].n, hedge[0].toll, hedge[0].x1, hedge[0].y1) == (2, 3.0, 3.0, 9.0)


def test_a_full_table_is_refused_more_and_left_as_it_was() -> None:
    ground = Ground()
    for k in range(PIECES - 1):
        lay.add_circle(ground, float(k), 0.0, 1.0)
    with pytest.raises(ValueError, match=f"too many pieces of terrain: {PIECES + 1}, room for {PIECES}"):
        lay.add_road(ground, [(0, 0), (10, 0), (20, 5)], 2.0)
    assert ground.n == PIECES - 1
    lay.add_circle(ground, 0.0, 0.0, 1.0)
    with pytest.raises(ValueError, match=f"too many pieces of terrain: {PIECES + 1}, room for {PIECES}"):
        lay.add_circle(ground, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("shape", "points", "why"),
    [
        (Shape.POLYGON, [(0, 0), (0, 5), (5, 0)], "counter-clockwise"),
        (Shape.POLYGON, [(0, 0), (5, 0)], "convex"),
        (Shape.CIRCLE, [(0, 0)], "radius"),
        (Shape.LINES, [(0, 0), (5, 0), (5, 5)], "pairs of points"),
        (Shape.LINES, [(0.0, float(k)) for k in range(14)], "1 to 12 points"),
        (Shape.CIRCLE, [], "1 to 12 points"),
    ],
)
def test_pieces_that_are_refused(shape: Shape, points: list[tuple[float, float]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        lay.add_piece(Ground(), shape, points)


def test_a_rectangle_may_be_given_by_any_two_opposite_corners() -> None:
    assert lay.rectangle(5, 7, 1, 2) == [(1.0, 2.0), (5.0, 2.0), (5.0, 7.0), (1.0, 7.0)]
