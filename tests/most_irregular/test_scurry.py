"""Scurry: single men and groups on the run (chapter V)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.books.most_irregular.legality import check_straggler_action
from grognard.books.most_irregular.loose import straggle
from grognard.values import Ask

from .field import NOBODY, Act, AskKind, Ev, Field, order
from .invariants import faults
from .scatter import Place, few, places, scatter

FORTY_FIVE = 0.7071067811865476


def lone(x: float = 24, y: float = 20, **state: Any) -> tuple[Field, int, Ask]:
    """A blue straggler with his commander beside him."""
    house = {k: state.pop(k) for k in list(state) if k == "cavalry"}
    f = Field(**house)
    man = f.man("blue", x, y, **state)
    return f, man, beside(f, x, y - 3)


def beside(f: Field, x: float, y: float) -> Ask:
    f.b.commander = f.commander("blue", x, y)
    return Ask(AskKind.ACTIVATE, 0, f.b.commander, NOBODY)


def refusal(f: Field, ask: Ask, men: int, x: float, y: float, spread: float = 0.0) -> str:
    return f.refused(ask, Act.SCURRY, how=men, x=x, y=y, fx=spread, fy=0.0)


def scurry(f: Field, ask: Ask, men: int, x: float, y: float, spread: float = 0.0) -> None:
    assert refusal(f, ask, men, x, y, spread) == ""
    straggle(f.b, order(Act.SCURRY, how=men, x=x, y=y, fx=spread), 0)
    f.used_up()


@pytest.mark.rule("MI-121", "MI-R64")
def test_up_to_8_inches() -> None:
    f, man, ask = lone()
    assert refusal(f, ask, f.set(man), 0.0, 8.01) == "MI-121"
    scurry(f, ask, f.set(man), 4.8, 6.4)
    assert (f.m(man).x, f.m(man).y) == (pytest.approx(28.8), pytest.approx(26.4))
    assert f.one(Ev.SCURRIES).d == pytest.approx(8.0)
    assert f.m(man).acted == 1


@pytest.mark.rule("MI-122", "MI-R64")
@pytest.mark.parametrize("kind", ["fence", "hedge", "wall", "earthwork"])
def test_an_obstacle_costs_1_inch(kind: str) -> None:
    f, man, ask = lone()
    f.terrain(kind, line=[(10, 23), (40, 23)])
    assert refusal(f, ask, f.set(man), 0.0, 7.1) == "MI-R64"
    assert refusal(f, ask, f.set(man), 0.0, 7.0) == ""
    f.terrain(kind, line=[(10, 24.5), (40, 24.5)])
    assert refusal(f, ask, f.set(man), 0.0, 6.1) == "MI-R64"
    assert refusal(f, ask, f.set(man), 0.0, 6.0) == ""


@pytest.mark.rule("MI-121", "MI-R64", "MI-R24")
@pytest.mark.parametrize(
    "kind", ["stream", "marsh", "ploughed", "broken", "crops", "scrub", "woods", "rubble"]
)
def test_no_passable_ground_slows_him(kind: str) -> None:
    f, man, ask = lone()
    f.terrain(kind, rectangle=(20, 21, 28, 40))
    assert refusal(f, ask, f.set(man), 0.0, 8.0) == ""


@pytest.mark.rule("MI-121", "MI-R24")
@pytest.mark.parametrize("kind", ["building", "pond"])
def test_nobody_enters_closed_ground_but_he_goes_round_a_corner(kind: str) -> None:
    f, man, ask = lone()
    f.terrain(kind, rectangle=(22, 22, 24.2, 24))
    assert refusal(f, ask, f.set(man), 0.0, 2.5) != ""  # into it
    assert refusal(f, ask, f.set(man), 0.0, 5.0) == ""  # round it
    assert refusal(f, ask, f.set(man), -0.9, 7.9) != ""  # too far that way


@pytest.mark.rule("MI-125", "MI-R64")
@pytest.mark.parametrize(
    ("x", "y", "against"),
    [
        (0.0, 2.24, ""),  # 4.01 inches away, edge to edge
        (0.0, 2.26, "MI-125"),
        (7.9, 0.0, ""),
        (0.0, 8.0, "MI-125"),  # past him
    ],
)
def test_not_within_4_inches_of_an_enemy_on_any_part_of_the_way(x: float, y: float, against: str) -> None:
    f, man, ask = lone()
    f.man("red", 24, 27)
    assert refusal(f, ask, f.set(man), x, y) == against


@pytest.mark.rule("MI-125", "MI-R64")
def test_enemy_commanders_count() -> None:
    f, man, ask = lone()
    f.commander("red", 24, 27)
    assert refusal(f, ask, f.set(man), 0.0, 2.26) == "MI-125"
    assert refusal(f, ask, f.set(man), 0.0, 2.24) == ""


@pytest.mark.rule("MI-R64")
def test_who_starts_within_4_inches_may_only_go_away() -> None:
    f, man, ask = lone()
    f.man("red", 24, 22)
    assert refusal(f, ask, f.set(man), 0.0, 0.1) == "MI-125"
    assert refusal(f, ask, f.set(man), 4.0, 0.1) == "MI-125"  # nearer at first
    assert refusal(f, ask, f.set(man), 4.0, 0.0) == ""
    assert refusal(f, ask, f.set(man), 2.0, -1.0) == ""


@pytest.mark.rule("MI-124", "MI-R64", "MI-R06")
@pytest.mark.parametrize(("gap", "against"), [(0.5, "MI-124"), (0.51, "")])
def test_he_ends_more_than_half_an_inch_from_any_friend(gap: float, against: str) -> None:
    f = Field()
    man = f.man("blue", 24, 20)
    f.formation("blue", 2, 24, 26)
    friend = f.man("blue", 10, 26)
    ask = beside(f, 24, 17)
    assert refusal(f, ask, f.set(man), 0.375, 6 - 0.75 - gap) == against
    f.m(friend).x = 28
    assert refusal(f, ask, f.set(man), 4, 6 - 0.75 - gap) == against


@pytest.mark.rule("MI-123", "MI-R64")
def test_a_group_goes_one_way_and_may_spread_or_close_in() -> None:
    f = Field()
    men = f.men("blue", (20, 20), (22, 20), (24, 20))
    ask = beside(f, 22, 18)
    assert refusal(f, ask, f.set(*men), 0.0, 0.0) == "MI-123"
    assert refusal(f, ask, f.set(*men), 0.0, 8.1) == "MI-121"
    assert refusal(f, ask, f.set(*men), 0.0, 6.0, -1.0) == "MI-123"
    assert refusal(f, ask, f.set(*men), 0.0, 6.0, 3.0) == "MI-123"
    scurry(f, ask, f.set(*men), 0.0, 6.0, 0.5)
    assert [round(f.m(i).x, 3) for i in men] == [19.0, 22.0, 25.0]
    assert all(f.m(i).y == pytest.approx(26.0) for i in men)
    assert all(f.m(i).formation == NOBODY for i in men)


@pytest.mark.rule("MI-123", "MI-R64")
def test_each_man_keeps_within_45_degrees_of_the_groups_direction_or_stays() -> None:
    f = Field()
    men = f.men("blue", (20, 20), (22, 20), (24, 20))
    ask = beside(f, 22, 18)
    scurry(f, ask, f.set(*men), 0.0, 1.0, 0.55)  # the outer men would go 1.1 aside and 1 on
    assert [round(f.m(i).y, 3) for i in men] == [20.0, 21.0, 20.0]
    f = Field()
    men = f.men("blue", (20, 20), (22, 20), (24, 20))
    ask = beside(f, 22, 18)
    scurry(f, ask, f.set(*men), 0.0, 1.0, 0.5)
    assert [round(f.m(i).y, 3) for i in men] == [21.0, 21.0, 21.0]


@pytest.mark.rule("MI-125", "MI-R64", "MI-123")
def test_who_of_a_group_cannot_go_all_the_way_goes_as_far_as_he_may() -> None:
    f = Field()
    men = f.men("blue", (20, 20), (30, 20))
    f.man("red", 20, 28)
    ask = beside(f, 22, 20)
    f.b.commanders[0].charismatic = True
    scurry(f, ask, f.set(*men), 0.0, 8.0)
    assert f.m(men[0]).y == pytest.approx(28 - 4.75, abs=0.001)
    assert f.m(men[0]).y < 28 - 4.75
    assert f.m(men[1]).y == pytest.approx(28.0)


@pytest.mark.rule("MI-R64")
def test_a_group_of_which_nobody_can_move_is_refused() -> None:
    f = Field()
    men = f.men("blue", (20, 20), (22, 20))
    f.man("red", 21, 22)
    ask = beside(f, 21, 18)
    assert refusal(f, ask, f.set(*men), 0.0, 4.0) == "MI-R64"


@pytest.mark.rule("MI-124", "MI-R29")
def test_men_of_a_group_do_not_end_on_one_another() -> None:
    f = Field()
    men = f.men("blue", (20, 20), (22, 20), (24, 20), (22, 22))
    ask = beside(f, 22, 18)
    scurry(f, ask, f.set(*men), 0.0, 6.0, -0.9)
    for n, i in enumerate(men):
        for j in men[:n]:
            assert math.hypot(f.m(i).x - f.m(j).x, f.m(i).y - f.m(j).y) > 1.25


@pytest.mark.rule("MI-R69")
def test_a_horseman_goes_12_inches_but_never_into_woods_or_rubble() -> None:
    f, man, ask = lone(cavalry="on", horse=True)
    assert refusal(f, ask, f.set(man), 0.0, 12.01) == "MI-121"
    assert refusal(f, ask, f.set(man), 0.0, 12.0) == ""
    for kind in ("woods", "rubble"):
        f, man, ask = lone(cavalry="on", horse=True)
        f.terrain(kind, rectangle=(20, 24, 28, 28))
        assert refusal(f, ask, f.set(man), 0.0, 5.0) == "MI-R64"
        assert refusal(f, ask, f.set(man), 0.0, 3.4) == ""


@pytest.mark.rule("MI-R69", "MI-123")
def test_a_group_goes_at_the_pace_of_those_on_foot() -> None:
    f = Field(cavalry="on")
    foot, rider = f.men("blue", (20, 20), (22, 20))
    f.m(rider).horse = True
    ask = beside(f, 21, 18)
    assert refusal(f, ask, f.set(foot, rider), 0.0, 8.5) == "MI-121"
    f.terrain("woods", rectangle=(21, 24, 28, 28))
    scurry(f, ask, f.set(foot, rider), 0.0, 8.0)
    assert f.m(foot).y == pytest.approx(28.0)
    assert f.m(rider).y == pytest.approx(24 - 0.5, abs=0.001)


@pytest.mark.rule("MI-031", "MI-016", "MI-024")
def test_only_stragglers_in_reach_who_have_not_acted() -> None:
    f = Field()
    men = f.men("blue", (20, 20), (22, 20), (30, 20))
    f.formation("blue", 2, 20, 16)
    f.m(men[1]).acted = 1
    ask = beside(f, 20, 18)
    assert refusal(f, ask, f.set(men[0]), 0.0, 4.0) == ""
    assert refusal(f, ask, f.set(men[1]), 0.0, 4.0) == "MI-016"
    assert refusal(f, ask, f.set(men[2]), 0.0, 4.0) == "MI-024"
    assert refusal(f, ask, f.set(3), 0.0, 4.0) == "MI-031"
    assert refusal(f, ask, 0, 0.0, 4.0) == "MI-029"


@pytest.mark.rule("MI-121", "MI-124", "MI-125", "MI-R64")
@settings(max_examples=60, deadline=None)
@given(blue=few, red=few, x=st.floats(-8, 8), y=st.floats(-8, 8), spread=st.floats(-0.9, 2.0))
def test_whatever_is_ordered_a_scurry_keeps_the_rules(
    blue: list[Place], red: list[Place], x: float, y: float, spread: float
) -> None:
    f, own, foes = scatter(blue, red)
    before, o = places(f), order(Act.SCURRY, how=f.set(*own), x=x, y=y, fx=spread)
    if not own or check_straggler_action(f.b, 0, o) != 0:
        return
    straggle(f.b, o, 0)
    assert list(faults(f.b)) == []
    after = places(f)
    for i in own:
        gone = math.dist(before[i], after[i])
        along = (after[i][0] - before[i][0]) * x + (after[i][1] - before[i][1]) * y
        assert gone <= 8 + 1e-6
        assert along >= FORTY_FIVE * gone * math.hypot(x, y) - 1e-6
        for j in foes:
            assert (
                math.dist(after[i], after[j]) - 0.75 > min(4.0, math.dist(before[i], after[j]) - 0.75) - 1e-6
            )
        if gone > 0.0:
            assert all(math.dist(after[i], after[j]) > 1.25 for j in own if j != i)
