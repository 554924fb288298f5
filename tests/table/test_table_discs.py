"""Round bases against Shapely; the circle around some points, and angles, against brute force."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point
from table_oracle import FIELD, any_move, any_piece, as_geometry, assert_sweeps, segments

from grognard import ground as lay
from grognard.table import discs, vectors
from grognard.table.sweeps import GRAZE
from grognard.table.terrain import Ground, Piece, Shape

NEVER = 2.0


def cases(seed: int, n: int) -> list[np.random.Generator]:
    return np.random.default_rng(seed).spawn(n)


def any_disc(rng: np.random.Generator) -> tuple[float, float, float]:
    """Half of them on a lattice, so that they often just touch."""
    if rng.random() < 0.5:
        return float(rng.integers(FIELD)), float(rng.integers(FIELD)), float(rng.integers(1, 5)) / 2
    return rng.uniform(0, FIELD), rng.uniform(0, FIELD), rng.uniform(0.1, 3)


def square(shape: Shape = Shape.POLYGON) -> Piece:
    """An upright square from (4, 4) to (8, 8), or its outline."""
    outline = lay.rectangle(4.0, 4.0, 8.0, 8.0)
    if shape == Shape.LINES:
        return lay.add_lines(Ground(), [[*outline, outline[0]]])[0]
    return lay.add_piece(Ground(), shape, outline)


def depth(piece: Piece, x: float, y: float, r: float) -> float:
    """How much nearer a disc is to a piece than touching it, by Shapely; at most its radius."""
    return r + piece.radius - float(as_geometry(piece).distance(Point(x, y)))


# Discs and pieces


@pytest.mark.parametrize("shape", list(Shape))
def test_a_disc_swept_against_a_piece(shape: Shape) -> None:
    hits = rims = 0
    for rng in cases(40 + shape, 1000):
        piece, (x, y, r), (dx, dy) = any_piece(rng, shape), any_disc(rng), any_move(rng)
        t0, t1 = discs.disc_sweep(x, y, r, dx, dy, piece)
        nearest = (
            r + piece.radius - float(as_geometry(piece).distance(LineString([(x, y), (x + dx, y + dy)])))
        )
        assert t0 <= t1 or nearest < 2 * GRAZE
        assert t0 > t1 or nearest > 0.0
        if t0 <= t1:
            hits += 1
            for t in (t0, t1):
                there = depth(piece, x + t * dx, y + t * dy, r)
                assert there > 0.0
                if 0.0 < t < 1.0:
                    assert there == pytest.approx(GRAZE, abs=1e-9)
                    rims += 1
        for t in np.linspace(0.0, 1.0, 9).tolist():
            if depth(piece, x + t * dx, y + t * dy, r) > 2 * GRAZE:
                assert t0 - 1e-9 <= t <= t1 + 1e-9
    assert 300 < hits < 950
    assert rims > 300


@pytest.mark.parametrize("shape", [Shape.POLYGON, Shape.LINES])
def test_a_disc_is_swept_no_farther_than_the_rounded_piece(shape: Shape) -> None:
    for rng in cases(44 + shape, 500):
        piece, (x, y, r), (dx, dy) = any_piece(rng, shape), any_disc(rng), any_move(rng)
        parts = segments(piece) if shape == Shape.LINES else [as_geometry(piece)]
        rounded = [shapely.affinity.translate(part, -x, -y).buffer(r, quad_segs=64) for part in parts]
        found = discs.disc_sweep(x, y, r, dx, dy, piece)
        assert_sweeps(found, rounded, dx, dy, by=1e-3)


@pytest.mark.parametrize("shape", list(Shape))
def test_discs_where_they_stand(shape: Shape) -> None:
    touching = 0
    for rng in cases(48 + shape, 1000):
        piece, (x, y, r) = any_piece(rng, shape), any_disc(rng)
        deep = depth(piece, x, y, r)
        assert discs.disc_piece_gap(x, y, r, piece) == pytest.approx(max(-deep, 0.0), abs=3e-9)
        if deep > 2 * GRAZE or deep < GRAZE / 2:
            assert discs.disc_in_touch(x, y, r, piece) == (deep > GRAZE)
            touching += deep > GRAZE
    assert 200 < touching < 950


@pytest.mark.parametrize("shape", [Shape.POLYGON, Shape.CIRCLE])
def test_a_point_is_a_disc_without_a_body(shape: Shape) -> None:
    inside = 0
    for rng in cases(52 + shape, 600):
        piece, (x, y, _) = any_piece(rng, shape), any_disc(rng)
        drawn = as_geometry(piece)
        within = piece.radius - drawn.distance(Point(x, y))
        if shape == Shape.POLYGON and within == 0.0:
            within = drawn.boundary.distance(Point(x, y))
        if abs(within) > 1e-7:
            assert discs.disc_in_touch(x, y, 0.0, piece) == (within > 0.0)
            inside += within > 0.0
    assert 50 < inside < 500


def test_a_point_on_an_edge_grazes_and_on_a_fence_touches() -> None:
    assert not discs.disc_in_touch(4.0, 6.0, 0.0, square())
    assert discs.disc_in_touch(4.1, 6.0, 0.0, square())
    assert discs.disc_in_touch(4.0, 6.0, 0.0, square(Shape.LINES))
    assert not discs.disc_in_touch(4.1, 6.0, 0.0, square(Shape.LINES))
    assert discs.disc_sweep(2.0, 6.0, 0.0, 4.0, 0.0, square(Shape.LINES)) == pytest.approx((0.5, 0.5))
    assert discs.disc_sweep(2.0, 6.0, 0.0, 4.0, 0.0, square()) == pytest.approx((0.5, 1.0))


def test_special_sweeps_of_a_disc() -> None:
    wood, fence = square(), square(Shape.LINES)
    pond = lay.add_circle(Ground(), 6.0, 6.0, 2.0)[0]
    for piece in (wood, fence, pond):
        assert discs.disc_sweep(6.0, 1.0, 1.0, 0.0, 4.0, piece) == pytest.approx((0.5, 1.0))
        assert discs.disc_sweep(6.0, 0.0, 1.0, 0.0, 12.0, piece) == pytest.approx((0.25, 0.75))
        for x, y, dx, dy in (
            (6.0, 1.0, 0.0, 2.0),  # just as far as its edge
            (0.0, 9.0, 12.0, 0.0),  # past it, along its edge
            (6.0, 3.0, 0.0, -2.0),  # away from its edge
            (6.0, 3.0, 0.0, 0.0),  # standing at its edge
            (6.0, 2.0, 0.0, 0.0),
        ):
            t0, t1 = discs.disc_sweep(x, y, 1.0, dx, dy, piece)
            assert t0 > t1
        assert discs.disc_sweep(6.0, 3.001, 1.0, 0.0, 0.0, piece) == (0.0, 1.0)
    assert discs.disc_sweep(6.0, 6.0, 0.5, 1.0, 0.0, wood) == (0.0, 1.0)  # all within
    t0, t1 = discs.disc_sweep(6.0, 6.0, 0.5, 1.0, 0.0, fence)  # in the yard, short of the fence
    assert t0 > t1


def test_a_disc_rounds_a_corner_that_a_square_base_would_catch() -> None:
    near = 1.0 / math.sqrt(2.0)
    for shape in (Shape.POLYGON, Shape.LINES):
        piece = square(shape)
        assert not discs.disc_in_touch(4.0 - near - 1e-6, 4.0 - near - 1e-6, 1.0, piece)
        assert discs.disc_in_touch(4.0 - near + 1e-6, 4.0 - near + 1e-6, 1.0, piece)
        assert discs.disc_piece_gap(1.0, 0.0, 1.0, piece) == pytest.approx(4.0)


@pytest.mark.parametrize("shape", list(Shape))
def test_what_is_not_a_number_overlaps_nothing(shape: Shape) -> None:
    piece = any_piece(np.random.default_rng(3), shape)
    x, y = piece.x[0], piece.y[0]
    assert discs.disc_in_touch(x, y, 1.0, piece)
    for k in range(5):
        numbers = [x, y, 1.0, 0.5, 0.5]
        numbers[k] = math.nan
        t0, t1 = discs.disc_sweep(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], piece)
        assert t0 > t1


# Discs and discs


def test_when_discs_meet() -> None:
    met = 0
    for rng in cases(56, 3000):
        (x, y, r), (ox, oy, s), (dx, dy) = any_disc(rng), any_disc(rng), any_move(rng)
        reach, other = r + s, Point(ox, oy)
        t = discs.discs_meet(x, y, dx, dy, ox, oy, reach)
        now = other.distance(Point(x, y))
        least = other.distance(LineString([(x, y), (x + dx, y + dy)]))
        if now < reach - 1e-5:
            assert t == 0.0
        elif least < min(now, reach) - 2e-9:
            assert 0.0 <= t <= 1.0
            there = Point(x + t * dx, y + t * dy)
            assert other.distance(there) == pytest.approx(reach, abs=1e-8)
            assert other.distance(LineString([(x, y), there])) > reach - 1e-8
            met += 1
        else:
            assert t == NEVER
    assert met > 300


@given(st.floats(0, 2 * math.pi), st.floats(0, 2 * math.pi), st.floats(0.5, 4), st.floats(0.1, 20))
def test_discs_in_contact_meet_only_inwards(at: float, way: float, reach: float, far: float) -> None:
    x, y = 5.0 + reach * math.cos(at), 7.0 + reach * math.sin(at)
    dx, dy = far * math.cos(way), far * math.sin(way)
    inwards = -math.cos(way - at)
    t = discs.discs_meet(x, y, dx, dy, 5.0, 7.0, reach)
    if inwards < 1e-6:
        assert t == NEVER
    elif inwards > 1e-3:
        assert t == pytest.approx(0.0, abs=1e-9)


def test_special_meetings() -> None:
    assert discs.discs_meet(0.0, 0.0, 10.0, 0.0, 6.0, 0.0, 1.0) == 0.5
    assert discs.discs_meet(0.0, 0.0, 5.0, 0.0, 6.0, 0.0, 1.0) == NEVER  # ends in contact
    assert discs.discs_meet(0.0, 1.0, 12.0, 0.0, 6.0, 0.0, 1.0) == NEVER  # brushes past
    assert discs.discs_meet(5.0, 0.0, -3.0, 0.0, 6.0, 0.0, 1.0) == NEVER  # apart
    assert discs.discs_meet(5.0, 0.0, 0.0, 3.0, 6.0, 0.0, 1.0) == NEVER  # along
    assert discs.discs_meet(5.0, 0.0, 0.0, 0.0, 6.0, 0.0, 1.0) == NEVER  # not at all
    assert discs.discs_meet(5.0, 0.0, 0.01, 0.0, 6.0, 0.0, 1.0) == 0.0  # inwards
    assert discs.discs_meet(5.0 + 5e-7, 0.0, -3.0, 0.0, 6.0, 0.0, 1.0) == NEVER  # rounded into contact
    assert discs.discs_meet(5.5, 0.0, -3.0, 0.0, 6.0, 0.0, 1.0) == 0.0  # on one another
    assert discs.discs_meet(0.0, 0.0, math.nan, 0.0, 6.0, 0.0, 1.0) == NEVER


# The circle around some points

PLACE = st.one_of(st.integers(-4, 4).map(float), st.floats(-50, 50, allow_subnormal=False))
POINTS = st.lists(st.tuples(PLACE, PLACE), min_size=1, max_size=9)


def through_three(p: complex, q: complex, s: complex) -> complex | None:
    """The centre of the circle through three points, by the usual formula."""
    a, b = q - p, s - p
    twice = 2 * (a.conjugate() * b).imag
    if abs(twice) < 1e-12:
        return None
    return p + 1j * (b * abs(a) ** 2 - a * abs(b) ** 2) / -twice


def least_radius(points: list[tuple[float, float]]) -> float:
    """Of all circles about two points or through three: the smallest that holds all."""
    places = [complex(*p) for p in points]
    centres = [places[0], *((p + q) / 2 for p, q in combinations(places, 2))]
    centres += [c for three in combinations(places, 3) if (c := through_three(*three)) is not None]
    return min(max(abs(p - c) for p in places) for c in centres)


def around(points: list[tuple[float, float]]) -> tuple[float, float, float]:
    spare = [(1e6, 1e6)]  # beyond the first n: not to be looked at
    xs, ys = zip(*[*points, *spare], strict=True)
    return discs.smallest_circle(list(xs), list(ys), len(points))


@given(POINTS)
def test_the_smallest_circle(points: list[tuple[float, float]]) -> None:
    x, y, r = around(points)
    assert max(math.dist((x, y), p) for p in points) <= r + 1e-12
    assert r == pytest.approx(least_radius(points), abs=1e-6)


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=12), st.floats(0, 7), st.floats(0, 1e-8))
def test_the_smallest_circle_around_a_row(along: list[float], way: float, bent: float) -> None:
    points = [
        (t * math.cos(way) + bent * (k % 3), t * math.sin(way) - bent * (k % 2)) for k, t in enumerate(along)
    ]
    x, y, r = around(points)
    assert r == pytest.approx((max(along) - min(along)) / 2, abs=1e-6)
    middle = (max(along) + min(along)) / 2
    assert (x, y) == pytest.approx((middle * math.cos(way), middle * math.sin(way)), abs=1e-4)


def test_circles_around_few_points() -> None:
    assert discs.smallest_circle([9.0], [9.0], 0) == (0.0, 0.0, 0.0)
    assert around([(3.0, 4.0)]) == (3.0, 4.0, 0.0)
    assert around([(3.0, 4.0)] * 5) == (3.0, 4.0, 0.0)
    assert around([(0.0, 0.0), (6.0, 8.0)]) == (3.0, 4.0, 5.0)
    assert around([(1.0, 0.0), (0.0, 0.0), (4.0, 0.0), (2.0, 0.0)]) == (2.0, 0.0, 2.0)
    assert around([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0), (4.0, 4.0)]) == pytest.approx((2.0, 2.0, math.sqrt(8)))


# Angles

TURN = st.floats(0, math.pi)
SIZE = st.floats(0.01, 100)


@given(TURN, st.floats(0, 7), SIZE, SIZE, st.booleans())
def test_the_angle_between_directions(turn: float, at: float, a: float, b: float, left: bool) -> None:
    to = at + turn if left else at - turn
    found = vectors.angle(a * math.cos(at), a * math.sin(at), b * math.cos(to), b * math.sin(to))
    assert found == pytest.approx(turn, abs=1e-12)


def test_special_angles() -> None:
    assert vectors.angle(0.0, 1.0, 0.0, 5.0) == 0.0
    assert vectors.angle(0.0, 1.0, 0.0, -5.0) == math.pi
    assert vectors.angle(0.0, 1.0, 3.0, 0.0) == pytest.approx(math.pi / 2, abs=1e-15)
    assert vectors.angle(0.0, 0.0, 3.0, 0.0) == 0.0


@given(st.floats(0, 7), st.floats(0, 7), SIZE)
def test_a_turn_takes_one_direction_to_another(at: float, to: float, size: float) -> None:
    c, s = vectors.turn_between(math.cos(at), math.sin(at), math.cos(to), math.sin(to))
    assert (c, s) == pytest.approx((math.cos(to - at), math.sin(to - at)), abs=1e-12)
    turned = vectors.rotated(size * math.cos(at), size * math.sin(at), c, s)
    assert turned == pytest.approx((size * math.cos(to), size * math.sin(to)), abs=1e-12 * max(size, 1.0))
