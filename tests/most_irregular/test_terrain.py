"""The ground underfoot: classes of terrain, obstacles, half pace, bridges, boulders and trees, closed ground."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.books.most_irregular import formed, men
from grognard.books.most_irregular.footing import (
    farthest,
    footing_of,
    obstacles_crossed,
    shelter_of,
    short_of_obstacle,
    way_cost,
)
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.state import FORMATIONS, Footing, Gait, Shelter, Terrain
from grognard.values import Ask

from .field import Act, Ev, Field, order, rule
from .invariants import faults

HAIR = 1e-6

OBSTACLES = ["fence", "hedge", "wall", "earthwork"]
DIFFICULT = ["stream", "marsh", "ploughed", "broken", "crops", "scrub"]
CLASSES = {
    Footing.EASY: ["open", "road", "bridge"],
    Footing.OBSTACLE: OBSTACLES,
    Footing.DIFFICULT: DIFFICULT,
    Footing.BREAKING: ["woods", "rubble"],
    Footing.SMALL: ["boulder", "tree"],
    Footing.CLOSED: ["building", "pond"],
}
SHELTERS = {
    Shelter.NONE: ["open", "road", "bridge", "fence", *DIFFICULT[:4], "building", "pond"],
    Shelter.CONCEALMENT: ["hedge", "crops", "scrub", "woods"],
    Shelter.COVER: ["wall", "earthwork", "rubble", "boulder", "tree"],
}


def in_hand(f: Field, line: int) -> Ask:
    """Activated anew, as if on another turn."""
    for i in f.of(line):
        f.m(i).acted = 0
    return f.activate(line)


def going(f: Field, line: int, dx: float, dy: float) -> str:
    """The rule against a move of the unit by so much, or nothing."""
    x, y = men.centre_of(f.b, 0, f.members(line))
    return rule(check(f.b, in_hand(f, line), order(Act.MOVE, line, x=x + dx, y=y + dy, fy=1.0)))


def go(f: Field, line: int, dx: float, dy: float) -> None:
    x, y = men.centre_of(f.b, 0, f.members(line))
    in_hand(f, line)
    f.play(lambda b: formed.act(b, order(Act.MOVE, line, x=x + dx, y=y + dy, fy=1.0)))


def pair(**house: Any) -> tuple[Field, int]:
    """Two men abreast at (24, 10)."""
    f = Field(**house)
    return f, f.formation("blue", 2, 24, 10)


def move(f: Field, line: int, dx: float, dy: float, *some: int) -> Any:
    """The order that moves all, or some, by so much."""
    x, y = men.centre_of(f.b, 0, f.set(*some) if some else f.members(line))
    return order(Act.MOVE, line, how=f.set(*some), x=x + dx, y=y + dy, fy=1.0)


def block() -> tuple[Field, int]:
    """Six men in two ranks at (24, 10)."""
    f = Field()
    return f, f.formation("blue", 6, 24, 10, files=3)


def formations(f: Field) -> list[set[int]]:
    return [set(f.of(g)) for g in range(FORMATIONS) if f.b.formations[g].size > 0]


# Classes


@pytest.mark.rule("MI-R24")
def test_every_kind_of_terrain_has_its_class() -> None:
    assert sorted(n for names in CLASSES.values() for n in names) == sorted(t.name.lower() for t in Terrain)
    for footing, names in CLASSES.items():
        assert {footing_of(Terrain[n.upper()]) for n in names} == {footing}


@pytest.mark.rule("MI-R24")
def test_every_kind_of_terrain_gives_its_shelter_and_woods_by_option_cover() -> None:
    assert sorted(n for names in SHELTERS.values() for n in names) == sorted(t.name.lower() for t in Terrain)
    for shelter, names in SHELTERS.items():
        assert {shelter_of(Field().b, Terrain[n.upper()]) for n in names} == {shelter}
    assert shelter_of(Field(woods_protection="cover").b, Terrain.WOODS) == Shelter.COVER


# Obstacles


@pytest.mark.rule("MI-040", "MI-R25")
@pytest.mark.parametrize("kind", OBSTACLES)
def test_an_obstacle_costs_two_inches_on_top_of_the_way(kind: str) -> None:
    f, line = pair()
    f.terrain(kind, line=[(20, 11), (28, 11)])
    assert going(f, line, 0, 2) == ""
    assert going(f, line, 0, 2 + HAIR) == "MI-040"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == (pytest.approx(4 + HAIR), 4.0)


@pytest.mark.rule("MI-040")
def test_each_obstacle_costs_and_a_corner_of_one_only_once() -> None:
    f, line = pair()
    f.terrain("fence", line=[(20, 10.8), (28, 10.8)])
    f.terrain("wall", line=[(20, 11.2), (28, 11.2)])
    assert going(f, line, 0, 1.0) == "" == going(f, line, 0, -3)
    assert going(f, line, 0, 1.3) == "MI-040"
    assert obstacles_crossed(f.b, 24, 10, 24, 12) == 2
    g = Field()
    g.terrain("fence", line=[(20, 11), (24, 12), (28, 11)])
    assert obstacles_crossed(g.b, 24, 10, 24, 13) == 1  # through the very post
    assert obstacles_crossed(g.b, 22, 11.6, 26, 11.6) == 2


@pytest.mark.rule("MI-R25")
def test_the_unit_pays_the_worst_that_any_of_its_men_meets() -> None:
    f, line = pair()
    f.terrain("fence", line=[(24.1, 11), (28, 11)])  # in the way of one man of two
    assert going(f, line, 0, 3) == "MI-040"
    assert going(f, line, -3, 0) == ""


@pytest.mark.rule("MI-R25")
def test_who_cannot_pay_stops_in_front() -> None:
    f, line = pair()
    f.terrain("wall", line=[(20, 12.5), (28, 12.5)])
    assert going(f, line, 0, 2.5 + 0.1) == "MI-040"
    assert going(f, line, 0, 2.5 - 0.375) == ""
    m = f.m(0)
    far = farthest(f.b, Gait.FORMED, m.x, m.y, 0.0, 1.0, 4.0, 4.0)
    assert far == pytest.approx(2.5)
    assert short_of_obstacle(f.b, m.x, m.y, 0.375, 0.0, 1.0, far) == pytest.approx(2.5 - 0.375)
    assert f.of(line) == [0, 1]


@pytest.mark.rule("MI-040", "MI-122", "MI-R11", "MI-R25")
def test_what_a_way_costs_each_gait() -> None:
    f = Field()
    f.terrain("hedge", line=[(0, 12), (48, 12)])
    f.terrain("marsh", rectangle=(0, 13, 48, 15))
    assert way_cost(f.b, Gait.FORMED, 24, 10, 24, 16) == pytest.approx(6 + 2 + 2)
    assert way_cost(f.b, Gait.RIDER, 24, 10, 24, 16) == pytest.approx(6 + 2 + 2)
    assert way_cost(f.b, Gait.LOOSE, 24, 10, 24, 16) == pytest.approx(6 + 1)


# Difficult ground


@pytest.mark.rule("MI-041", "MI-R25")
@pytest.mark.parametrize("kind", DIFFICULT)
def test_difficult_ground_is_crossed_at_half_pace(kind: str) -> None:
    f, line = pair()
    f.terrain(kind, rectangle=(10, 9, 40, 20))
    assert going(f, line, 0, 2) == ""
    assert going(f, line, 0, 2 + HAIR) == "MI-041"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == (pytest.approx(4 + 2 * HAIR), 4.0)


@pytest.mark.rule("MI-R25", "MI-041")
def test_only_the_inches_in_difficult_ground_count_twice() -> None:
    f, line = pair()
    f.terrain("marsh", rectangle=(10, 12, 40, 20))
    assert going(f, line, 0, 3) == ""  # two in the open, one in the marsh
    assert going(f, line, 0, 3 + HAIR) == "MI-041"


@pytest.mark.rule("MI-R25")
def test_one_man_in_the_mud_slows_all() -> None:
    f, line = pair()
    f.terrain("ploughed", rectangle=(24.1, 0, 40, 20))
    assert going(f, line, 0, 2 + HAIR) == "MI-041"
    assert going(f, line, -4, 0) == "MI-041"
    assert going(f, line, -3.5, 0) == ""


@pytest.mark.rule("MI-R24", "MI-041")
def test_ground_that_overlaps_is_difficult_once_and_a_bridge_carries_over_it() -> None:
    f, line = pair()
    f.terrain("stream", rectangle=(0, 11, 48, 13))
    f.terrain("marsh", rectangle=(0, 11, 48, 13))
    assert going(f, line, 0, 2.5) == ""  # an inch, and 1.5 of mud
    assert going(f, line, 0, 2.5 + HAIR) == "MI-041"
    f.terrain("bridge", rectangle=(22, 10.5, 26, 13.5))
    assert going(f, line, 0, 4) == ""
    f.m(1).x = 26.3  # beside the bridge
    f.m(0).x = 25.55
    assert going(f, line, 0, 4) == "MI-041"


@pytest.mark.rule("MI-R26", "MI-041")
@pytest.mark.parametrize("kind", ["woods", "rubble"])
def test_inside_woods_and_rubble_it_is_half_pace(kind: str) -> None:
    f, line = pair()
    f.terrain(kind, rectangle=(10, 12, 40, 20))
    assert going(f, line, 0, 3) == ""
    assert going(f, line, 0, 3 + HAIR) == "MI-041"


@pytest.mark.rule("MI-R24")
@pytest.mark.parametrize("kind", ["open", "road"])
def test_open_ground_and_roads_cost_nothing_more(kind: str) -> None:
    f, line = pair()
    f.terrain(kind, rectangle=(10, 9, 40, 20))
    assert going(f, line, 0, 4) == ""


@pytest.mark.rule("MI-R24", "MI-041")
@pytest.mark.parametrize("kind", ["open", "road", "bridge"])
def test_on_a_road_or_bridge_through_difficult_ground_it_is_full_pace(kind: str) -> None:
    f, line = pair()
    f.terrain("marsh", rectangle=(10, 9, 40, 20))
    assert going(f, line, 0, 2 + HAIR) == "MI-041"
    f.terrain(kind, rectangle=(22, 9, 26, 13))
    assert going(f, line, 0, 3.5) == ""  # three inches on it, half an inch beyond it
    assert going(f, line, 0, 3.5 + HAIR) == "MI-041"
    assert going(f, line, 3, 0) == "MI-041"  # off it to the side


# Boulders and trees


@pytest.mark.rule("MI-R24")
@pytest.mark.parametrize("kind", ["boulder", "tree"])
def test_men_flow_round_small_things_at_no_cost(kind: str) -> None:
    f, line = pair()
    f.terrain(kind, circle=(24, 12, 0.6))
    assert going(f, line, 0, 4) == ""
    go(f, line, 0, 4)
    assert {m.y for m in f.b.men[:2]} == {14.0}


@pytest.mark.rule("MI-R24", "MI-R02")
@pytest.mark.parametrize("kind", ["boulder", "tree"])
@pytest.mark.parametrize("far", [2.0, 4.0])
def test_no_base_ends_on_them_and_the_unit_stays_one(kind: str, far: float) -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.terrain(kind, circle=(24, 10 + far, 0.6))
    before = [(f.m(i).x, f.m(i).y) for i in range(6)]
    go(f, line, 0, far)
    assert f.of(line) == [0, 1, 2, 3, 4, 5]
    assert list(faults(f.b)) == []
    assert all(hypot(f.m(i).x - 24, f.m(i).y - 10 - far) >= 0.6 + 0.375 - HAIR for i in range(6))
    assert all(hypot(f.m(i).x - x, f.m(i).y - y) <= 4 + HAIR for i, (x, y) in enumerate(before))


@pytest.mark.rule("MI-R24", "MI-R25")
def test_nobody_steps_over_a_wall_or_into_woods_to_get_round_a_tree() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    f.terrain("tree", circle=(24, 12, 0.5))
    f.terrain("wall", line=[(20, 12.45), (28, 12.45)])
    f.terrain("woods", rectangle=(20, 13.0, 28, 14.0))
    go(f, line, 0, 2)
    assert f.m(1).y < 12.0
    assert len(f.of(line)) == 3
    assert not f.events(Ev.BROKEN_UP)


# Closed ground


@pytest.mark.rule("MI-R24")
@pytest.mark.parametrize("kind", ["building", "pond"])
def test_nobody_goes_into_or_through_closed_ground(kind: str) -> None:
    f, line = pair()
    f.terrain(kind, rectangle=(23, 12, 25, 12.5))
    assert going(f, line, 0, 4) == "MI-R24"
    assert going(f, line, 0, 2 - 0.375) == ""
    assert going(f, line, 0, 2 - 0.375 + 1e-4) == "MI-R24"
    assert going(f, line, 2.3, 2.5) == "MI-R24"  # the corner is cut
    assert going(f, line, -3, 0) == ""


# Woods on the way


@pytest.mark.rule("MI-042", "MI-R20", "MI-R26")
def test_who_moves_into_woods_straggles_and_the_second_action_is_lost() -> None:
    f, line = block()
    f.terrain("woods", rectangle=(0, 12, 48, 20))
    asks = f.play(lambda b: formed.activate_unit(b, line), move(f, line, 0, 2))
    assert len(asks) == 1
    assert formations(f) == []
    told = f.one(Ev.BROKEN_UP)
    assert (told.actor, told.a, told.b, told.rule) == (line, 6, Terrain.WOODS, 42)
    assert min(men.men_gap(f.b, f.m(i), f.m(j)) for i in range(6) for j in range(i)) > 0.5
    assert {f.m(i).acted for i in range(6)} == {f.b.activation}


@pytest.mark.rule("MI-042", "MI-R26")
@pytest.mark.parametrize(("dy", "breaks"), [(1.0, False), (1.0 + 1e-4, True)])
def test_a_base_that_enters_rubble_by_a_hair_breaks_ranks(dy: float, breaks: bool) -> None:
    f, line = block()
    f.terrain("rubble", rectangle=(0, 11.375, 48, 20))
    go(f, line, 0, dy)
    assert (len(formations(f)) == 0) is breaks


@pytest.mark.rule("MI-R26", "MI-R23")
def test_men_who_stand_still_stay_formed_and_may_act_again() -> None:
    f, line = block()
    f.terrain("woods", rectangle=(0, 10.8, 48, 20))
    into = move(f, line, 0, 1, 0, 1, 2)
    asks = f.play(lambda b: formed.activate_unit(b, line), into, order(Act.DONE))
    assert [a.actor for a in asks] == [line, line]
    assert f.of(line) == [3, 4, 5]
    assert all(men.is_straggler(f.m(i)) for i in (0, 1, 2))


@pytest.mark.rule("MI-R26", "MI-042")
def test_a_wood_crossed_from_side_to_side_breaks_ranks_too() -> None:
    f, line = block()
    f.terrain("woods", rectangle=(0, 10.6, 48, 10.7))
    go(f, line, 0, 3.9)
    assert formations(f) == []
    assert f.one(Ev.BROKEN_UP).b == -1  # nobody stands in it


@given(
    st.floats(-2.5, 2.5),
    st.floats(0.2, 4),
    st.lists(st.tuples(st.sampled_from(OBSTACLES), st.floats(9, 15), st.floats(-3, 3)), max_size=3),
    st.lists(st.tuples(st.sampled_from(DIFFICULT), st.floats(8, 15), st.floats(0.1, 3)), max_size=2),
)
@pytest.mark.rule("MI-R25", "MI-040", "MI-041")
def test_a_move_is_allowed_just_when_its_worst_man_can_pay(
    dx: float, dy: float, walls: list[tuple[str, float, float]], mud: list[tuple[str, float, float]]
) -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    for kind, y, slope in walls:
        f.terrain(kind, line=[(14, y - slope), (34, y + slope)])
    for kind, y, deep in mud:
        f.terrain(kind, rectangle=(24.2, y, 40, y + deep))
    worst = 0.0
    for i in f.of(line):
        x0, y0 = f.m(i).x, f.m(i).y
        far = hypot(dx, dy)
        over = sum(crosses(x0, y0, dx, dy, y, slope) for _, y, slope in walls)
        steps = 4000
        wet = sum(
            any(x0 + dx * t >= 24.2 and y <= y0 + dy * t <= y + deep for _, y, deep in mud)
            for t in ((n + 0.5) / steps for n in range(steps if mud else 0))
        )
        worst = max(worst, far + 2 * over + far * wet / steps)
    if abs(worst - 4) > 0.02:
        assert (going(f, line, dx, dy) == "") is (worst < 4)
    assert all(f.b.formations[g].size in (0, 4) for g in range(FORMATIONS))


def crosses(x: float, y: float, dx: float, dy: float, wall: float, slope: float) -> bool:
    """Does a way cross the long sloping wall through (24, wall)?"""
    above = [py - (wall + slope * (px - 24) / 10) > 0 for px, py in ((x, y), (x + dx, y + dy))]
    return above[0] != above[1]
