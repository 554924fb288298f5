"""Formed action Move: how far, which way, a part, over what; the wounded on the march; the second action."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.books.most_irregular import formed, men
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.state import FORMATIONS, Lost
from grognard.values import Ask

from .field import OFFICER, Act, AskKind, Ev, Field, order, rule
from .invariants import faults

HAIR = 1e-6
NAN, INF = float("nan"), float("inf")


def centre(f: Field, line: int, *some: int) -> tuple[float, float]:
    return men.centre_of(f.b, f.u(line).side, f.set(*some) if some else men.actors_of(f.b, line))


def step(f: Field, line: int, dx: float, dy: float, *some: int, **more: Any) -> Any:
    """The order that moves all, or some, by so much; facing north."""
    x, y = centre(f, line, *some)
    facing = {"fx": 0.0, "fy": 1.0} | more
    return order(Act.MOVE, line, how=f.set(*some), x=x + dx, y=y + dy, **facing)


def against(f: Field, ask: Ask, o: Any) -> str:
    return rule(check(f.b, ask, o))


def places(f: Field, *some: int) -> list[tuple[float, float]]:
    return [(f.m(i).x, f.m(i).y) for i in some]


def formations(f: Field) -> list[set[int]]:
    return [set(f.of(g)) for g in range(FORMATIONS) if f.b.formations[g].size > 0]


def fresh(**house: Any) -> tuple[Field, int]:
    """Six men in two ranks at (24, 10), facing north."""
    f = Field(**house)
    return f, f.formation("blue", 6, 24, 10, files=3)


def ready(**house: Any) -> tuple[Field, int, Ask]:
    """The same, in hand with two actions."""
    f, line = fresh(**house)
    return f, line, f.activate(line)


# How far, and which way


@pytest.mark.rule("MI-032", "MI-R21")
@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 255])
def test_four_inches_in_any_direction_and_not_a_hair_more(degrees: float) -> None:
    f, line, ask = ready()
    ux, uy = sin(radians(degrees)), cos(radians(degrees))
    assert against(f, ask, step(f, line, 4 * ux, 4 * uy)) == ""
    assert against(f, ask, step(f, line, (4 + HAIR) * ux, (4 + HAIR) * uy)) == "MI-032"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == (pytest.approx(4 + HAIR), 4.0)


@pytest.mark.rule("MI-028", "MI-030", "MI-032", "MI-R19")
def test_two_moves_go_eight_inches_and_the_same_action_may_be_taken_twice() -> None:
    f, line = fresh()
    first = step(f, line, 0, 4)
    second = first._replace(y=first.y + 4)
    asks = f.play(lambda b: formed.activate_unit(b, line), first, second)
    assert [(a.kind, a.actor, a.other) for a in asks] == [
        (AskKind.ACTION, line, 2),
        (AskKind.ACTION, line, 1),
    ]
    assert f.m(0).y == pytest.approx(18.0)
    assert [e.d for e in f.events(Ev.MOVED)] == pytest.approx([4.0, 4.0])


@pytest.mark.rule("MI-033", "MI-R21")
def test_a_move_is_one_straight_line_for_all() -> None:
    f, line, _ = ready()
    before = places(f, *range(6))
    f.play(lambda b: formed.act(b, step(f, line, 2.4, 1.8, fx=1.0, fy=0.0)))
    after = places(f, *range(6))
    assert [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(before, after, strict=True)] == [
        pytest.approx((2.4, 1.8))
    ] * 6
    told = f.one(Ev.MOVED)
    assert (told.actor, told.a, told.b, told.d) == (line, 6, 2, pytest.approx(3.0))


@pytest.mark.rule("MI-035", "MI-036", "MI-R21")
def test_the_turn_is_free_within_a_move_and_needs_one() -> None:
    f, line, ask = ready()
    assert against(f, ask, step(f, line, 0, 4, fx=-1.0, fy=0.0)) == ""
    before = places(f, *range(6))
    f.play(lambda b: formed.act(b, step(f, line, 0, 0, fx=0.6, fy=-0.8)))
    assert places(f, *range(6)) == before
    assert (f.u(line).fx, f.u(line).fy) == (0.6, -0.8)
    assert f.b.actions == 1
    assert f.one(Ev.TURNED).actor == line


@pytest.mark.rule("MI-037")
def test_a_column_becomes_a_line_by_turning_on_the_spot() -> None:
    f = Field()
    column = f.formation("blue", 5, 24, 10, files=1)
    f.activate(column)
    across = {round(x * f.u(column).fy - y * f.u(column).fx, 6) for x, y in places(f, *range(5))}
    assert len(across) == 1  # one file, five ranks
    f.play(lambda b: formed.act(b, step(f, column, 0, 0, fx=1.0, fy=0.0)))
    across = {round(x * f.u(column).fy - y * f.u(column).fx, 6) for x, y in places(f, *range(5))}
    assert len(across) == 5  # five files, one rank


@pytest.mark.rule("MI-R21")
@pytest.mark.parametrize(
    "bad", [{"fx": 0.0, "fy": 0.0}, {"fx": 1.0, "fy": 1.0}, {"fx": NAN, "fy": 1.0}, {"fx": INF, "fy": 0.0}]
)
def test_a_facing_is_a_direction(bad: dict[str, float]) -> None:
    f, line, ask = ready()
    assert against(f, ask, step(f, line, 0, 1, **bad)) == "MI-035"


@pytest.mark.rule("MI-032")
@pytest.mark.parametrize(("x", "y"), [(NAN, 10.0), (24.0, NAN), (INF, 10.0), (24.0, -INF)])
def test_a_place_that_is_no_number_is_refused(x: float, y: float) -> None:
    f, line, ask = ready()
    assert f.refused(ask, Act.MOVE, actor=line, x=x, y=y) == "MI-032"


@pytest.mark.rule("MI-028", "MI-031")
def test_only_formed_actions_of_the_unit_in_hand() -> None:
    f, line, ask = ready()
    f.formation("blue", 3, 40, 10)
    foe = f.formation("red", 3, 24, 40)
    lone = f.set(0)
    for act in (
        Act.SCURRY,
        Act.FORM_RANKS,
        Act.SKIRMISH,
        Act.BAIL,
        Act.GATHER,
        Act.COVER,
        Act.RALLY,
        Act.UNIT,
    ):
        assert f.refused(ask, act, actor=line, how=lone, x=1.0) == "MI-031", act
    for who in (1, foe, 30, -1, FORMATIONS):
        assert f.refused(ask, Act.MOVE, actor=who, x=24, y=10) == "MI-R23", who
    assert f.refused(ask, Act.DONE) == ""


@pytest.mark.rule("MI-016", "MI-028")
def test_a_unit_may_take_fewer_actions_and_its_men_are_activated_all_the_same() -> None:
    f, line = fresh()
    f.play(lambda b: formed.activate_unit(b, line), order(Act.DONE, line))
    assert {f.m(i).acted for i in range(6)} == {f.b.activation}
    assert f.b.actions == 0
    assert (f.one(Ev.UNIT_ACTIVATED).actor, f.one(Ev.UNIT_ACTIVATED).rule) == (line, 23)


@pytest.mark.rule("MI-029", "MI-031")
def test_straggler_actions_are_only_for_stragglers_and_only_a_formation_is_a_unit() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 10)
    lone = f.man("blue", 24, 13)
    k = f.commander("blue", 26, 11)
    ask = Ask(AskKind.ACTIVATE, 0, k, -1)
    assert f.refused(ask, Act.SCURRY, how=f.set(lone), x=0.0, y=2.0) == ""
    assert f.refused(ask, Act.GATHER, how=f.set(lone), other=0) == ""
    for act in (Act.SCURRY, Act.FORM_RANKS, Act.JOIN, Act.SKIRMISH, Act.BAIL, Act.GATHER, Act.COVER):
        assert f.refused(ask, act, how=f.set(0), x=0.0, y=2.0) == "MI-031", act
    for act in (Act.MOVE, Act.DISPERSE, Act.REPOSITION, Act.FIRE, Act.ASSAULT, Act.REGROUP, Act.WHEEL):
        assert f.refused(ask, act, actor=line, how=f.set(lone)) == "MI-031", act
    assert f.refused(ask, Act.UNIT, actor=line) == ""
    assert f.refused(ask, Act.UNIT, actor=lone) == "MI-031"


@pytest.mark.rule("MI-R21", "MI-091")
@pytest.mark.parametrize(
    ("degrees", "legal"), [(0, True), (44.99, True), (-44.99, True), (45.01, False), (180, False)]
)
def test_an_assault_goes_within_45_degrees_of_the_facing_which_a_move_can_set(
    degrees: float, legal: bool
) -> None:
    f, line, ask = ready()
    f.u(line).fx, f.u(line).fy = 0.0, -1.0
    f.play(lambda b: formed.act(b, step(f, line, 0, 0)))  # a turn to the north
    go = order(Act.ASSAULT, line, fx=sin(radians(degrees)), fy=cos(radians(degrees)))
    assert against(f, ask, go) == ("" if legal else "MI-R21")
    assert legal or f.b.refusal.allowed == 45.0


@pytest.mark.rule("MI-R69")
def test_horsemen_ride_four_inches_farther_but_not_with_men_on_foot_nor_into_woods() -> None:
    f = Field(cavalry="on")
    line = f.formation("blue", 3, 24, 10, step=1.0, horse=True)
    f.terrain("woods", rectangle=(0, 20, 48, 24))
    ask = f.activate(line)
    assert against(f, ask, step(f, line, 0, 8)) == ""
    assert against(f, ask, step(f, line, 0, 8 + HAIR)) == "MI-032"
    for i in range(3):
        f.m(i).y = 13.0
    assert against(f, ask, step(f, line, 0, 7)) == "MI-R69"
    f.m(1).horse = False
    assert against(f, ask, step(f, line, 4 + HAIR, 0)) == "MI-032"


# A part of the unit


@pytest.mark.rule("MI-038", "MI-R23")
def test_a_part_moves_while_the_rest_stands_and_is_a_unit_of_its_own() -> None:
    f, line, _ = ready()
    f.play(lambda b: formed.act(b, step(f, line, 0, 3, 0, 1, fx=-1.0, fy=0.0)))
    assert formations(f) == [{2, 3, 4, 5}, {0, 1}]
    assert f.of(line) == [2, 3, 4, 5]  # the larger part keeps the number
    new = f.one(Ev.SPLIT).other
    assert (f.u(line).fx, f.u(line).fy, f.u(new).fx, f.u(new).fy) == (0.0, 1.0, -1.0, 0.0)
    assert {f.m(i).acted for i in range(6)} == {f.b.activation}


@pytest.mark.rule("MI-R23")
def test_the_larger_part_keeps_number_and_new_facing_when_it_is_the_one_that_moves() -> None:
    f, line, _ = ready()
    f.play(lambda b: formed.act(b, step(f, line, 0, -3, 2, 3, 4, 5, fx=-1.0, fy=0.0)))
    assert f.of(line) == [2, 3, 4, 5]
    new = f.one(Ev.SPLIT).other
    assert (f.u(line).fx, f.u(line).fy, f.u(new).fx, f.u(new).fy) == (-1.0, 0.0, 0.0, 1.0)


@pytest.mark.rule("MI-R23")
def test_two_wings_that_move_the_same_way_are_two_units_with_one_facing() -> None:
    f = Field()
    line = f.formation("blue", 7, 24, 10)
    f.activate(line)
    f.play(lambda b: formed.act(b, step(f, line, 0, 3, 0, 1, 5, 6, fx=0.6, fy=0.8)))
    assert formations(f) == [{2, 3, 4}, {0, 1}, {5, 6}]
    assert [(f.u(e.other).fx, f.u(e.other).fy) for e in f.events(Ev.SPLIT)] == [(0.6, 0.8)] * 2


@pytest.mark.rule("MI-R23", "MI-R06")
@pytest.mark.parametrize(("gap", "one"), [(0.5, True), (0.5 + HAIR, False)])
def test_parts_more_than_half_an_inch_apart_are_two(gap: float, one: bool) -> None:
    f, line, _ = ready()
    f.play(lambda b: formed.act(b, step(f, line, 0, gap, 0, 1, 2, fx=1.0, fy=0.0)))
    assert len(formations(f)) == (1 if one else 2)
    assert (f.u(line).fx, f.u(line).fy) == ((0.0, 1.0) if one else (1.0, 0.0))  # one unit, one facing


@pytest.mark.rule("MI-R23")
def test_a_lone_man_who_moves_off_is_a_straggler() -> None:
    f, line, _ = ready()
    f.play(lambda b: formed.act(b, step(f, line, -2, 0, 0)))
    assert men.is_straggler(f.m(0))
    assert f.of(line) == [1, 2, 3, 4, 5]


@pytest.mark.rule("MI-039", "MI-R23")
def test_two_parts_in_different_directions_take_two_actions_and_the_second_is_one_parts() -> None:
    f, line, _ = ready()
    first = step(f, line, -3, 0, 0, 3)
    f.play(lambda b: formed.act(b, first))
    new = f.one(Ev.SPLIT).other
    ask = Ask(AskKind.ACTION, 0, line, 1)
    assert against(f, ask, step(f, line, 3, 0)) == ""  # the rest
    assert against(f, ask, step(f, new, 0, 3)) == ""  # or the part
    f.play(lambda b: formed.act(b, step(f, line, 3, 0)))
    assert f.b.actions == 0


@pytest.mark.rule("MI-R23")
def test_the_second_action_is_asked_of_a_unit_that_stands() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    other = f.formation("blue", 3, 24, 13)
    into = order(Act.MOVE, line, other=other, x=24, y=12.2, fy=1.0)
    asks = f.play(lambda b: formed.activate_unit(b, line), into, order(Act.DONE))
    assert [a.actor for a in asks] == [line, other]


@pytest.mark.rule("MI-R16", "MI-038")
def test_a_part_is_of_the_unit() -> None:
    f, line, ask = ready()
    f.formation("blue", 2, 30, 10)
    assert f.refused(ask, Act.MOVE, actor=line, how=f.set(0, 6), x=24, y=10) == "MI-R16"


# What is in the way


@pytest.mark.rule("MI-R29")
@pytest.mark.parametrize("who", ["man", "officer"])
def test_nobody_passes_through_enemies_or_ends_in_contact_with_them(who: str) -> None:
    f, line, ask = ready()
    if who == "man":
        f.man("red", 24.3, 12)
    else:
        f.commander("red", 24.3, 12)
    assert against(f, ask, step(f, line, 0, 4)) == "MI-R29"
    y = 12 - (0.75**2 - 0.3**2) ** 0.5 - 10  # where the middle man would touch
    assert against(f, ask, step(f, line, 0, y - 0.01)) == "MI-R29"
    near = 12 - (0.8**2 - 0.3**2) ** 0.5 - 10
    assert against(f, ask, step(f, line, 0, near + HAIR)) == "MI-R29"
    assert against(f, ask, step(f, line, 0, near - HAIR)) == ""


@pytest.mark.rule("MI-035", "MI-R29")
def test_who_is_in_contact_may_turn_on_the_spot_or_move_away() -> None:
    f, line, ask = ready()
    f.man("red", 24, 10.75)
    assert against(f, ask, step(f, line, 0, 0, fx=1.0, fy=0.0)) == ""
    assert against(f, ask, step(f, line, 0, -0.04)) == "MI-R29"
    assert against(f, ask, step(f, line, 0, -0.06)) == ""


@pytest.mark.rule("MI-R29")
def test_a_formation_passes_through_stragglers_and_officers_but_not_through_a_formation() -> None:
    f, line, ask = ready()
    f.men("blue", (24, 12), (25, 12))
    k = f.commander("blue", 23, 12)
    assert against(f, ask, step(f, line, 0, 4)) == ""
    other = f.formation("blue", 2, 24, 11.6)
    assert against(f, ask, step(f, line, 0, 4)) == "MI-R29"
    assert f.u(other).size == 2
    assert men.alive(f.c(k))


@pytest.mark.rule("MI-R02", "MI-R29")
def test_men_end_beside_a_stray_friend_and_an_officer_makes_way_for_them() -> None:
    f, line, _ = ready()
    stray = f.man("blue", 24, 13)
    k = f.commander("blue", 23.25, 13)
    f.play(lambda b: formed.act(b, step(f, line, 0, 3)))
    assert (f.m(stray).x, f.m(stray).y) == (24, 13)
    assert (f.c(k).x, f.c(k).y) != (23.25, 13)
    assert list(faults(f.b)) == []
    assert f.of(line) == [0, 1, 2, 3, 4, 5]  # nobody lost touch
    assert all(hypot(f.m(i).x - 24, f.m(i).y - 13) < 3 for i in range(6))


@pytest.mark.rule("MI-R29")
def test_nobody_leaves_the_table() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 2)
    ask = f.activate(line)
    assert against(f, ask, step(f, line, 0, -1.625)) == ""
    assert against(f, ask, step(f, line, 0, -1.625 - HAIR)) == "MI-R29"


# The wounded on the march


def march(f: Field, line: int, **more: Any) -> None:
    f.play(lambda b: formed.act(b, step(f, line, 0, 3, **more)))
    f.used_up()


@pytest.mark.rule("MI-082", "MI-R43", "MI-R75")
def test_each_wounded_man_dices_before_the_move_and_a_1_leaves_him() -> None:
    f, line, _ = ready()
    for i in (1, 3, 5):
        f.m(i).wounded = True
    before = places(f, *range(6))
    f.dice(2, 1, 6)
    march(f, line)
    roll = f.one(Ev.WOUNDED_ROLL)
    assert (roll.actor, roll.a, roll.b) == (line, 3, 1)
    assert f.one(Ev.LEFT_BEHIND).actor == 3
    assert men.is_straggler(f.m(3))
    assert places(f, 3) == before[3:4]
    assert f.of(line) == [0, 1, 2, 4, 5]
    assert {f.m(i).y for i in (0, 1, 2)} == {13.0}
    assert f.m(3).acted == f.b.activation


@pytest.mark.rule("MI-R07", "MI-082")
def test_those_who_go_on_close_up_where_a_man_was_left() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    f.m(1).wounded = True
    f.activate(line)
    f.dice(1)
    march(f, line)
    assert f.of(line) == [0, 2]
    assert men.men_gap(f.b, f.m(0), f.m(2)) == pytest.approx(0.5)


@pytest.mark.rule("MI-082", "MI-R06")
def test_if_he_who_was_to_touch_another_unit_is_left_behind_the_rest_go_and_do_not_merge() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    other = f.formation("blue", 2, 26.2, 12.2, files=1)
    f.m(3).wounded = True
    f.activate(line)
    f.dice(1)
    into = order(Act.MOVE, line, other=other, x=24, y=12, fy=1.0)
    assert against(f, Ask(AskKind.ACTION, 0, line, 2), into) == ""
    f.play(lambda b: formed.act(b, into))
    f.used_up()
    assert formations(f) == [{0, 1, 2}, {4, 5}]
    assert {f.m(i).y for i in range(3)} == {12.0}


@pytest.mark.rule("MI-R43")
def test_only_the_wounded_of_the_part_that_moves_dice() -> None:
    f, line, _ = ready()
    f.m(0).wounded = f.m(5).wounded = True
    f.dice(3)
    f.play(lambda b: formed.act(b, step(f, line, 0, 3, 0, 1)))
    f.used_up()
    assert f.one(Ev.WOUNDED_ROLL).a == 1


@pytest.mark.rule("MI-R43")
def test_nobody_dices_for_turning_on_the_spot() -> None:
    f, line, _ = ready()
    f.m(0).wounded = True
    f.play(lambda b: formed.act(b, step(f, line, 0, 0, fx=1.0, fy=0.0)))
    assert not f.events(Ev.WOUNDED_ROLL)
    assert f.u(line).fx == 1.0


@pytest.mark.rule("MI-082", "MI-R06")
def test_of_two_men_the_one_who_goes_on_is_a_straggler_too() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 10, wounded=True)
    f.activate(line)
    f.dice(1, 4)
    march(f, line)
    assert f.m(1).y == 13.0
    assert formations(f) == []


@pytest.mark.rule("MI-082", "MI-R20")
def test_when_all_are_left_behind_the_rest_of_the_activation_is_lost() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 10, wounded=True)
    f.dice(1, 1)
    f.play(lambda b: formed.activate_unit(b, line), step(f, line, 0, 3))
    f.used_up()
    assert [m.y for m in f.b.men[:2]] == [10.0, 10.0]
    assert formations(f) == []


# Officers who go with their men


@pytest.mark.rule("MI-R12")
@pytest.mark.parametrize("goes", [True, False])
def test_an_officer_with_the_unit_may_be_carried_along(goes: bool) -> None:
    f, line, _ = ready()
    k = f.commander("blue", 24, 10 - 0.75 - 0.75 - 0.3)
    move = step(f, line, 0, 3)
    asks = f.play(lambda b: formed.act(b, move), order(Act.YES if goes else Act.NO, k, line))
    assert [(a.kind, a.actor, a.other) for a in asks] == [(AskKind.LEAD, k, line)]
    assert f.c(k).y == pytest.approx(8.2 + (3 if goes else 0))
    assert len(f.events(Ev.LED)) == goes
    assert not f.c(k).moved


@pytest.mark.rule("MI-R12")
def test_only_an_attached_officer_is_asked_and_by_option_none() -> None:
    f, line, _ = ready()
    f.commander("blue", 24, 10 - 1.5 - 0.5 - HAIR)
    f.play(lambda b: formed.act(b, step(f, line, 0, 3)))
    g, line, _ = ready(officers_lead="off")
    g.commander("blue", 24, 8.3)
    g.play(lambda b: formed.act(b, step(g, line, 0, 3)))
    assert g.c(0).y == 8.3


# Properties

SPOTS = st.tuples(st.floats(1, 29), st.floats(1, 29))


@given(
    move=st.tuples(st.floats(-4, 4), st.floats(-4, 4)),
    part=st.integers(0, 63),
    trees=st.lists(SPOTS, max_size=3),
    friends=st.lists(SPOTS, max_size=3),
    foes=st.lists(SPOTS, max_size=2),
    building=SPOTS,
    hurt=st.integers(0, 63),
    faces=st.lists(st.integers(1, 6), min_size=6, max_size=6),
)
@pytest.mark.rule("MI-R02", "MI-R24", "MI-R29", "MI-032", "MI-R06")
def test_a_legal_move_keeps_bases_apart_and_on_free_ground(
    move: tuple[float, float],
    part: int,
    trees: list[tuple[float, float]],
    friends: list[tuple[float, float]],
    foes: list[tuple[float, float]],
    building: tuple[float, float],
    hurt: int,
    faces: list[int],
) -> None:
    f = Field(30, 30)
    line = f.formation("blue", 6, 15, 15, files=3)
    for spot in friends:
        f.man("blue", *spot)
    for spot in foes:
        f.man("red", *spot)
    f.commander("blue", 15, 13.4)
    for spot in trees:
        f.terrain("tree", circle=(*spot, 0.5))
    f.terrain("building", rectangle=(*building, building[0] + 2, building[1] + 1))
    if list(faults(f.b)):
        return  # a table that nobody would lay out
    for i in range(6):
        f.m(i).wounded = hurt >> i & 1 == 1
    f.dice(*faces)
    ask = f.activate(line)
    o = step(f, line, *move, *(i for i in range(6) if part >> i & 1))
    if check(f.b, ask, o) != 0:
        return
    before = places(f, *range(6))
    f.order(Act.YES, 0, line)
    formed.act(f.b, o)
    assert list(faults(f.b)) == []
    inch = 1.0 + HAIR if f.events(Ev.CLOSED_UP) else HAIR
    assert all(hypot(f.m(i).x - x, f.m(i).y - y) <= 4.0 + inch for i, (x, y) in enumerate(before))
    assert all(m.lost == Lost.NO for m in f.b.men[: f.b.n_men])
    assert men.figure_present(f.b, OFFICER)
