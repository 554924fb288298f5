"""The way of a single figure: what it costs, what stops it, and round what he goes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.books.most_irregular import ways
from grognard.books.most_irregular.footing import meets_closed
from grognard.books.most_irregular.state import Gait
from grognard.books.most_irregular.ways import NO_WAY, way_to

from .field import NOBODY, OFFICER, Field


def walker() -> tuple[Field, int]:
    f = Field()
    return f, f.man("blue", 24, 20)


@pytest.mark.rule("MI-121", "MI-R11")
def test_single_men_and_foot_commanders_work_through_ground_and_riders_are_slowed() -> None:
    f, man = walker()
    foot = f.commander("blue", 20, 20)
    rider = f.commander("blue", 28, 20, mounted=True)
    assert ways.gait_of(f.b, man) == ways.gait_of(f.b, OFFICER + foot) == Gait.LOOSE
    assert ways.gait_of(f.b, OFFICER + rider) == Gait.RIDER
    f.terrain("woods", rectangle=(10, 22, 40, 24))
    f.terrain("wall", line=[(10, 25), (40, 25)])
    for g, x, cost in ((man, 24, 7.0), (OFFICER + foot, 20, 7.0), (OFFICER + rider, 28, 10.0)):
        assert way_to(f.b, g, x, 26, NOBODY, 0.0) == pytest.approx(cost)


@pytest.mark.rule("MI-121", "MI-R24")
def test_closed_ground_is_gone_round_by_the_cheapest_corners() -> None:
    f, man = walker()
    f.terrain("building", rectangle=(20, 22, 25, 24))
    near = way_to(f.b, man, 24, 26, NOBODY, 0.0)
    assert 6.0 < near < 7.1  # by the east, round two corners
    assert way_to(f.b, man, 24, 23, NOBODY, 0.0) >= NO_WAY  # not into it
    f.terrain("pond", rectangle=(25, 21, 40, 25))
    assert way_to(f.b, man, 24, 26, NOBODY, 0.0) > 9.0  # now by the west


@pytest.mark.rule("MI-121", "MI-R24")
def test_round_ponds_too() -> None:
    f, man = walker()
    f.terrain("pond", circle=(24, 23, 1.0))
    assert 6.0 < way_to(f.b, man, 24, 26, NOBODY, 0.0) < 7.2
    f.m(man).y = 21.6  # close by: half the way round
    assert 4.4 < way_to(f.b, man, 24, 24.4, NOBODY, 0.0) < 5.4


@pytest.mark.rule("MI-R29")
def test_nobody_passes_through_enemies_and_enemies_are_not_gone_round() -> None:
    f, man = walker()
    foe = f.man("red", 24, 23)
    assert way_to(f.b, man, 24, 26, NOBODY, 0.0) >= NO_WAY
    assert way_to(f.b, man, 24, 26, foe, 0.0) == pytest.approx(6.0)  # unless he is the one sought
    assert way_to(f.b, man, 28, 26, NOBODY, 0.0) == pytest.approx(math.hypot(4, 6))
    friend = Field()
    first, _ = friend.men("blue", (24, 20), (24, 23))
    assert way_to(friend.b, first, 24, 26, NOBODY, 0.0) == pytest.approx(6.0)


@pytest.mark.rule("MI-125", "MI-R64")
@pytest.mark.parametrize(
    ("dx", "dy", "when"),
    [(0.0, 8.0, 0.25), (0.0, -8.0, 2.0), (8.0, 0.0, 2.0), (0.0, 1.9, 2.0)],
)
def test_when_he_comes_within_4_inches_of_an_enemy(dx: float, dy: float, when: float) -> None:
    f, man = walker()
    f.man("red", 24, 26.75)
    assert ways.meets_enemy(f.b, man, 24, 20, dx, dy, NOBODY, 4.0) == pytest.approx(when)


@pytest.mark.rule("MI-R64")
@pytest.mark.parametrize(
    ("dx", "dy", "when"), [(0.0, 0.5, 0.0), (0.0, -0.5, 2.0), (1.0, 0.0, 2.0), (1.0, 0.1, 0.0)]
)
def test_from_within_he_is_stopped_at_once_if_he_comes_nearer(dx: float, dy: float, when: float) -> None:
    f, man = walker()
    f.man("red", 24, 22)
    assert ways.meets_enemy(f.b, man, 24, 20, dx, dy, NOBODY, 4.0) == when


@pytest.mark.rule("MI-122", "MI-R25")
def test_who_cannot_pay_for_an_obstacle_stops_before_it() -> None:
    f, man = walker()
    f.terrain("fence", line=[(10, 23), (40, 23)])
    assert ways.straight_reach(f.b, man, 0.0, 1.0, 8.0, 8.0, NOBODY, 0.0) == pytest.approx(7.0)
    assert ways.straight_reach(f.b, man, 0.0, 1.0, 8.0, 3.5, NOBODY, 0.0) == pytest.approx(
        3 - 0.375, abs=1e-6
    )
    assert ways.straight_reach(f.b, man, 0.0, 1.0, 2.0, 3.5, NOBODY, 0.0) == pytest.approx(2.0)


@pytest.mark.rule("MI-124", "MI-R64")
def test_a_step_ends_where_there_is_room() -> None:
    f = Field()
    man, _ = f.men("blue", (24, 20), (24, 26))
    x, y, moves = ways.plan_step(f.b, man, 24, 26, 0.5, 4.0, 8.0)
    assert moves
    assert x == pytest.approx(24)
    assert 24.0 < y < 26 - 1.25
    assert ways.plan_step(f.b, man, 24, 20, 0.5, 4.0, 8.0) == (24, 20, False)
    x, y, moves = ways.plan_step(f.b, man, 24, 20.2, 0.5, 4.0, 8.0)  # a short step is a step
    assert (y, moves) == (pytest.approx(20.2), True)


@pytest.mark.rule("MI-R69")
def test_woods_and_rubble_are_closed_to_horsemen_and_to_nobody_else() -> None:
    f, man = walker()
    f.terrain("rubble", rectangle=(20, 22, 28, 24))
    assert ways.meets_no_horse(f.b, man, 24, 20, 0.0, 8.0) == 2.0
    assert way_to(f.b, man, 24, 26, NOBODY, 0.0) == pytest.approx(6.0)
    f.m(man).horse = True
    assert ways.meets_no_horse(f.b, man, 24, 20, 0.0, 8.0) == pytest.approx(1.5 / 8)
    assert way_to(f.b, man, 24, 26, NOBODY, 0.0) >= NO_WAY


@pytest.mark.rule("MI-R64", "MI-R67")
@pytest.mark.parametrize(
    ("dx", "dy", "fits"),
    [(1.0, 1.0, True), (-1.0, 1.0, True), (1.01, 1.0, False), (0.0, -1.0, False), (0, 0, True)],
)
def test_45_degrees_about_a_direction(dx: float, dy: float, fits: bool) -> None:
    f = Field()
    assert ways.within_angle(dx, dy, 0.0, 1.0, f.b.rules.scurry_cosine) is fits
    assert ways.within_angle(dx, dy, 0.0, 1.0, f.b.rules.bail_cosine) is fits


@pytest.mark.rule("MI-121", "MI-R24")
@settings(max_examples=60, deadline=None)
@given(
    at=st.tuples(st.floats(12, 36), st.floats(12, 36)),
    low=st.tuples(st.floats(16, 30), st.floats(16, 30)),
    size=st.tuples(st.floats(0.5, 6), st.floats(0.5, 6)),
)
def test_every_corner_place_is_clear_of_the_building(
    at: tuple[float, float], low: tuple[float, float], size: tuple[float, float]
) -> None:
    f = Field()
    man = f.man("blue", *at)
    f.terrain("building", rectangle=(*low, low[0] + size[0], low[1] + size[1]))
    p = f.b.ground.pieces[0]
    corners = [ways.corner_of(p, k, 0.375) for k in range(ways.corners_of(p))]
    assert len(corners) == 4
    for (x, y), (nx, ny) in zip(corners, corners[1:] + corners[:1], strict=True):
        assert meets_closed(f.b, x, y, 0.375, nx - x, ny - y) > 1.0  # all the way round
    if meets_closed(f.b, *at, 0.375, 0.0, 0.0) > 1.0:
        assert way_to(f.b, man, *corners[0], NOBODY, 0.0) < 40  # from anywhere
