"""Formed actions Move by wheeling, Disperse and Reposition; and what is true of all manoeuvres."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.books.most_irregular import formed, men
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.state import FORMATIONS, NOBODY
from grognard.values import Ask

from .field import Act, Ev, Field, order, rule
from .invariants import faults

HAIR = 1e-6
NAN, INF = float("nan"), float("inf")


def against(f: Field, ask: Ask, o: Any) -> str:
    return rule(check(f.b, ask, o))


def places(f: Field, *some: int) -> list[tuple[float, float]]:
    return [(f.m(i).x, f.m(i).y) for i in some]


def formations(f: Field) -> list[set[int]]:
    return [set(f.of(g)) for g in range(FORMATIONS) if f.b.formations[g].size > 0]


def rank(n: int = 5, **house: Any) -> tuple[Field, int, Ask]:
    """Men in one rank, front centre at (24, 10), facing north, in hand."""
    f = Field(**house)
    line = f.formation("blue", n, 24, 10)
    return f, line, f.activate(line)


def play(f: Field, o: Any, *answers: Any) -> list[Ask]:
    asks = f.play(lambda b: formed.act(b, o), *answers)
    f.used_up()
    return asks


# Wheel


def wheel(line: int, pivot: int, degrees: float, on: float = 0.0, how: int = 0) -> Any:
    """To the right by so many degrees, from facing north."""
    turn = radians(degrees)
    return order(Act.WHEEL, line, other=pivot, how=how, x=on, fx=sin(turn), fy=cos(turn))


FULL = 4 / 3 * 180 / pi  # degrees at which the end man of five in a rank covers 4 inches


@pytest.mark.rule("MI-034", "MI-R22")
@pytest.mark.parametrize("hand", [1, -1])
def test_the_man_who_travels_farthest_may_cover_four_inches_along_his_arc(hand: int) -> None:
    f, line, ask = rank()
    pivot = 4 if hand > 0 else 0
    assert against(f, ask, wheel(line, pivot, hand * FULL)) == ""
    assert against(f, ask, wheel(line, pivot, hand * (FULL + 0.001))) == "MI-R22"
    assert f.b.refusal.asked > f.b.refusal.allowed == 4.0
    play(f, wheel(line, pivot, hand * 60))
    assert places(f, pivot) == [(22.5 if pivot == 0 else 25.5, 10.0)]
    for k in range(5):
        out = 0.75 * (4 - k if hand > 0 else k)
        x, y = f.m(pivot).x - hand * out * cos(radians(60)), 10 + out * sin(radians(60))
        assert places(f, k) == [pytest.approx((x, y))]
    assert (f.u(line).fx, f.u(line).fy) == pytest.approx((hand * sin(radians(60)), 0.5))
    told = f.one(Ev.WHEELED)
    assert (told.actor, told.a, told.d) == (line, 5, pytest.approx(pi))


@pytest.mark.rule("MI-R22")
def test_a_wheel_and_a_straight_way_share_the_allowance() -> None:
    f, line, ask = rank()
    left = 4 - 3 * radians(30)
    assert against(f, ask, wheel(line, 4, 30, left)) == ""
    assert against(f, ask, wheel(line, 4, 30, left + HAIR)) == "MI-R22"
    play(f, wheel(line, 4, 30, 2.0))
    assert places(f, 4) == [pytest.approx((25.5 + 2 * sin(radians(30)), 10 + 2 * cos(radians(30))))]


@pytest.mark.rule("MI-R22")
@pytest.mark.parametrize(
    "bad",
    [
        order(Act.WHEEL, 0, other=2, fx=0.6, fy=0.8),
        order(Act.WHEEL, 0, other=7, fx=0.6, fy=0.8),
        order(Act.WHEEL, 0, other=NOBODY, fx=0.6, fy=0.8),
        order(Act.WHEEL, 0, other=0, how=0b11110, fx=0.6, fy=0.8),
        order(Act.WHEEL, 0, other=0, x=INF, fx=0.6, fy=0.8),
    ],
)
def test_a_wheel_is_about_an_end_figure_of_those_who_wheel(bad: Any) -> None:
    f, _, ask = rank()
    f.man("blue", 40, 10)
    assert against(f, ask, bad) == "MI-R22"


@pytest.mark.rule("MI-034")
@pytest.mark.parametrize(
    ("x", "fx", "fy"), [(-0.1, 0.6, 0.8), (NAN, 0.6, 0.8), (0.0, NAN, 1.0), (0.0, 2.0, 0.0)]
)
def test_a_wheel_has_a_direction_and_goes_on_forwards(x: float, fx: float, fy: float) -> None:
    f, line, ask = rank()
    assert against(f, ask, order(Act.WHEEL, line, other=0, x=x, fx=fx, fy=fy)) == "MI-034"


@pytest.mark.rule("MI-R22")
def test_of_a_single_file_the_first_and_the_last_are_its_ends_and_of_ranks_the_flank_files() -> None:
    f = Field()
    column = f.formation("blue", 4, 24, 10, files=1)
    ask = f.activate(column)
    assert [against(f, ask, wheel(column, i, 20)) for i in range(4)] == ["", "MI-R22", "MI-R22", ""]
    g = Field()
    block = g.formation("blue", 6, 24, 10, files=3)
    ask = g.activate(block)
    assert [against(g, ask, wheel(block, i, 20)) for i in range(6)] == ["", "MI-R22", "", "", "MI-R22", ""]


@pytest.mark.rule("MI-R22", "MI-R25")
def test_ground_along_the_arc_is_paid_for_by_all() -> None:
    f, line, ask = rank()
    f.terrain("fence", line=[(22.0, 10.5), (23.2, 10.5)])  # in the way of the outer man only
    assert against(f, ask, wheel(line, 4, 36)) == ""  # 1.88 and 2
    assert against(f, ask, wheel(line, 4, 39)) == "MI-R25"  # 2.04 and 2
    g, line, ask = rank()
    g.terrain("fence", line=[(24.5, 10.2), (25.2, 10.2)])  # only the man next to the pivot steps over it
    assert against(g, ask, wheel(line, 4, 36)) == ""
    assert against(g, ask, wheel(line, 4, 39)) == "MI-R25"
    h, line, ask = rank()
    h.terrain("marsh", rectangle=(10, 5, 40, 20))
    assert against(h, ask, wheel(line, 4, FULL / 2 - 0.01)) == ""
    assert against(h, ask, wheel(line, 4, FULL / 2 + 0.3)) == "MI-R25"


@pytest.mark.rule("MI-R22", "MI-R24", "MI-R29")
def test_what_bars_a_move_bars_a_wheel() -> None:
    for kind, expected in (("pond", "MI-R24"), ("foe", "MI-R29"), ("friends", "MI-R29")):
        f, line, ask = rank()
        x, y = 25.5 - 3 * cos(radians(35)), 10 + 3 * sin(radians(35))
        if kind == "pond":
            f.terrain("pond", circle=(x, y, 0.3))
        elif kind == "foe":
            f.man("red", x, y)
        else:
            f.formation("blue", 2, x, y)
        assert against(f, ask, wheel(line, 4, 70)) == expected
        assert against(f, ask, wheel(line, 0, 10)) == "", kind


@pytest.mark.rule("MI-042", "MI-R26")
def test_a_wheel_whose_arc_bulges_into_woods_breaks_ranks() -> None:
    f, line, _ = rank()
    x, y = 25.5 - 3 * cos(radians(35)), 10 + 3 * sin(radians(35))
    out = 0.55  # off the chord between start and end, but on the arc
    f.terrain("woods", circle=(x - out * cos(radians(35)), y + out * sin(radians(35)), 0.3))
    play(f, wheel(line, 4, 70))
    assert formations(f) == []
    assert f.one(Ev.BROKEN_UP).a == 5


@pytest.mark.rule("MI-R43", "MI-R22", "MI-082")
def test_a_pivot_left_behind_still_marks_the_place() -> None:
    f, line, _ = rank()
    f.m(4).wounded = True
    f.dice(1)
    play(f, wheel(line, 4, 60))
    assert men.is_straggler(f.m(4))
    assert places(f, 0) == [pytest.approx((25.5 - 1.5, 10 + 3 * sin(radians(60))))]
    assert f.of(line) == [0, 1, 2, 3]


@pytest.mark.rule("MI-R43")
def test_nobody_dices_for_a_wheel_that_goes_nowhere() -> None:
    f, line, _ = rank()
    f.m(1).wounded = True
    play(f, wheel(line, 4, 0))
    assert not f.events(Ev.WOUNDED_ROLL)


@pytest.mark.rule("MI-R12", "MI-R22")
def test_an_officer_keeps_station_in_a_wheel() -> None:
    f, line, _ = rank()
    k = f.commander("blue", 22.5, 9.0)  # behind the outer man
    play(f, wheel(line, 4, 60), order(Act.YES, k, line))
    gap = hypot(f.c(k).x - f.m(0).x, f.c(k).y - f.m(0).y)
    assert gap == pytest.approx(1.0)
    assert men.attached_to(f.b, k) == line


@pytest.mark.rule("MI-R22", "MI-R23")
def test_a_part_wheels_by_itself() -> None:
    f, line, _ = rank()
    play(f, wheel(line, 1, -90, 1.0, how=f.set(0, 1)))
    assert formations(f) == [{2, 3, 4}, {0, 1}]
    new = f.one(Ev.SPLIT).other
    assert (f.u(new).fx, f.u(new).fy) == pytest.approx((-1.0, 0.0))
    assert (f.u(line).fx, f.u(line).fy) == (0.0, 1.0)


# Disperse


def apart(f: Field, *some: int) -> list[float]:
    """From each man to the nearest of the others."""
    return [min(men.men_gap(f.b, f.m(i), f.m(j)) for j in some if j != i) for i in some]


@pytest.mark.rule("MI-043", "MI-R27")
@pytest.mark.parametrize("gap", [0.5 + HAIR, 1.0, 3.0])
def test_men_spread_out_and_are_stragglers(gap: float) -> None:
    f, line, _ = rank(3)
    before = places(f, 0, 1, 2)
    play(f, order(Act.DISPERSE, line, x=gap))
    assert formations(f) == []
    assert all(0.5 < g <= 3.0 + 1e-9 for g in apart(f, 0, 1, 2))
    assert apart(f, 0, 1, 2) == pytest.approx([gap] * 3, abs=2e-4)
    assert all(hypot(f.m(i).x - x, f.m(i).y - y) <= 4 for i, (x, y) in enumerate(before))
    assert (f.one(Ev.DISPERSED).actor, f.one(Ev.DISPERSED).a) == (line, 3)


@pytest.mark.rule("MI-043", "MI-R27")
@pytest.mark.parametrize("gap", [0.5, 3.0 + HAIR, 0.0, -1.0, NAN, INF])
def test_not_less_than_half_an_inch_nor_more_than_three(gap: float) -> None:
    f, line, ask = rank(3)
    assert against(f, ask, order(Act.DISPERSE, line, x=gap)) == "MI-043"


@pytest.mark.rule("MI-R27")
def test_nobody_moves_more_than_four_inches_to_disperse_and_that_is_an_option() -> None:
    # five in contact: the end man goes twice the gap
    f, line, ask = rank(5)
    assert against(f, ask, order(Act.DISPERSE, line, x=1.99)) == ""
    assert against(f, ask, order(Act.DISPERSE, line, x=2.9)) == "MI-R27"
    g, line, ask = rank(5, disperse_max_move=6)
    assert against(g, ask, order(Act.DISPERSE, line, x=2.9)) == ""


@pytest.mark.rule("MI-R27", "MI-R29")
def test_who_disperses_ends_clear_of_the_enemy_and_does_not_pass_through_him() -> None:
    f, line, ask = rank(3)
    foe = f.man("red", 22.2, 10)  # between the left man and his place
    o = order(Act.DISPERSE, line, x=1.5)
    assert against(f, ask, o) == "MI-R29"
    f.m(foe).x, f.m(foe).y = 21.75, 10.7  # too near to his place
    assert against(f, ask, o) == ""
    play(f, o)
    assert men.men_gap(f.b, f.m(0), f.m(foe)) > 0.05


@pytest.mark.rule("MI-044")
def test_disperse_as_a_first_action_ends_the_activation() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    asks = f.play(lambda b: formed.activate_unit(b, line), order(Act.DISPERSE, line, x=1.0))
    assert len(asks) == 1
    assert {f.m(i).acted for i in range(3)} == {f.b.activation}


@pytest.mark.rule("MI-045")
def test_disperse_may_be_the_second_action() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    move = order(Act.MOVE, line, x=24, y=13, fy=1.0)
    asks = f.play(lambda b: formed.activate_unit(b, line), move, order(Act.DISPERSE, line, x=1.0))
    assert [a.other for a in asks] == [2, 1]
    assert formations(f) == []


@pytest.mark.rule("MI-R16")
def test_men_who_acted_before_do_not_disperse_but_are_left() -> None:
    f = Field()
    line = f.formation("blue", 5, 24, 10)
    f.b.activation = 1
    f.m(0).acted = f.m(1).acted = 1
    before = places(f, 0, 1)
    f.activate(line)
    play(f, order(Act.DISPERSE, line, x=0.6))
    assert places(f, 0, 1) == before
    assert formations(f) == []


# Reposition


def reposition(
    line: int, files: int, x: float = 24.0, y: float = 10.0, fx: float = 0.0, fy: float = 1.0
) -> Any:
    return order(Act.REPOSITION, line, other=files, x=x, y=y, fx=fx, fy=fy)


@pytest.mark.rule("MI-046", "MI-047", "MI-R28")
def test_a_line_becomes_a_column_inside_its_circle() -> None:
    f, line, _ = rank(4)
    play(f, reposition(line, 2, fx=1.0, fy=0.0))
    xs, ys = {round(x, 6) for x, _ in places(f, *range(4))}, {round(y, 6) for _, y in places(f, *range(4))}
    assert (xs, ys) == ({24.0, 23.25}, {10.375, 9.625})
    assert (f.u(line).fx, f.u(line).fy) == (1.0, 0.0)
    assert f.b.actions == 1
    told = f.one(Ev.REPOSITIONED)
    assert (told.actor, told.a, told.b) == (line, 2, 2)


@pytest.mark.rule("MI-047", "MI-R28")
def test_every_base_ends_wholly_inside_the_smallest_circle_round_all_bases() -> None:
    f, line, ask = rank(4)  # the circle: centre (24, 10), radius 1.5
    edge = (1.125**2 - 0.375**2) ** 0.5  # how far a column of two files reaches forward
    assert against(f, ask, reposition(line, 2, y=10 + edge)) == ""
    assert against(f, ask, reposition(line, 2, y=10 + edge + 1e-5)) == "MI-047"
    assert f.b.refusal.asked > f.b.refusal.allowed == pytest.approx(1.5)
    assert against(f, ask, reposition(line, 4, x=24 + 1e-5)) == "MI-047"


@pytest.mark.rule("MI-046", "MI-048")
@pytest.mark.parametrize(
    "bad", [{"files": 0}, {"files": 5}, {"files": -1}, {"files": 2, "fx": NAN}, {"files": 2, "fx": 1.0}]
)
def test_a_reposition_needs_files_and_a_facing(bad: dict[str, Any]) -> None:
    f, line, ask = rank(4)
    assert against(f, ask, reposition(line, **bad)) == "MI-046"
    assert against(f, ask, reposition(line, 2, x=NAN)) == "MI-R28"


@pytest.mark.rule("MI-R28")
@pytest.mark.parametrize("kind", ["fence", "woods", "rubble", "pond", "tree", "foe", "officer", "friend"])
def test_no_man_crosses_or_enters_what_he_may_not(kind: str) -> None:
    f, line, ask = rank(4)
    o = reposition(line, 2, y=10.9)
    assert against(f, ask, o) == ""
    if kind == "fence":
        f.terrain("fence", line=[(20, 10.45), (28, 10.45)])
    elif kind == "tree":
        f.terrain("tree", circle=(24, 11.3, 0.2))
    elif kind == "foe":
        f.man("red", 24, 11.6)
    elif kind == "officer":
        f.commander("red", 24, 11.6)
    elif kind == "friend":
        f.man("blue", 24, 11.5)
    else:
        f.terrain(kind, circle=(24, 11.3, 0.2))
    assert against(f, ask, o) == "MI-R28"


@pytest.mark.rule("MI-R28", "MI-R29")
def test_nor_through_another_formation_though_a_friendly_officer_makes_way() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    k = f.commander("blue", 23.6, 10.9)
    ask = f.activate(line)
    o = reposition(line, 2, y=10.9)
    assert against(f, ask, o) == ""
    play(f, o, order(Act.NO, k, line))
    assert list(faults(f.b)) == []
    g, line, ask = rank(4)
    g.formation("blue", 2, 22.875, 10.8, files=1)
    assert against(g, ask, reposition(line, 2, y=10.9)) == "MI-R29"


@pytest.mark.rule("MI-048", "MI-R16")
def test_it_must_finish_in_a_formation_with_those_who_stand_still() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    f.b.activation = 1
    f.m(0).acted = 1  # he stays at the left end
    ask = f.activate(line)
    assert against(f, ask, reposition(line, 1, x=24.2, y=10.75)) == "MI-048"
    assert against(f, ask, reposition(line, 1, x=24.0, y=10.75)) == ""


@pytest.mark.rule("MI-R43")
@pytest.mark.parametrize("dices", ["off", "on"])
def test_by_option_the_wounded_dice_when_the_unit_repositions(dices: str) -> None:
    f, line, _ = rank(4, reposition_wounded_roll=dices)
    f.m(0).wounded = True
    if dices == "on":
        f.dice(1)
    play(f, reposition(line, 2, x=24.3, y=10.3))
    assert f.of(line) == ([1, 2, 3] if dices == "on" else [0, 1, 2, 3])
    assert len(f.events(Ev.REPOSITIONED)) == 1
    assert men.is_straggler(f.m(0)) is (dices == "on")


@pytest.mark.rule("MI-R12")
def test_an_officer_goes_with_a_unit_that_repositions() -> None:
    f, line, _ = rank(4)
    k = f.commander("blue", 24, 8.9)
    play(f, reposition(line, 2, y=10.9), order(Act.YES, k, line))
    assert f.c(k).y == pytest.approx(8.9 + 10.525 - 10)
    assert men.attached_to(f.b, k) == line


# Properties

SPOT = st.tuples(st.floats(8, 22), st.floats(8, 22))


@given(
    kind=st.sampled_from([Act.WHEEL, Act.REPOSITION, Act.DISPERSE, Act.REGROUP]),
    other=st.integers(0, 6),
    degrees=st.floats(-120, 120),
    x=st.floats(0, 3),
    at=st.tuples(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5)),
    friends=st.lists(SPOT, max_size=3),
    foes=st.lists(SPOT, max_size=2),
    trees=st.lists(SPOT, max_size=2),
    wood=SPOT,
)
@pytest.mark.rule("MI-R02", "MI-R22", "MI-R26", "MI-R27", "MI-R28", "MI-R29", "MI-R63")
def test_whatever_a_unit_may_do_leaves_bases_apart_on_free_ground(
    kind: Act,
    other: int,
    degrees: float,
    x: float,
    at: tuple[float, float],
    friends: list[tuple[float, float]],
    foes: list[tuple[float, float]],
    trees: list[tuple[float, float]],
    wood: tuple[float, float],
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
    f.terrain("woods", circle=(*wood, 1.0))
    if list(faults(f.b)):
        return  # a table that nobody would lay out
    ask = f.activate(line)
    near = [i for i in range(6, f.b.n_men) if f.m(i).side == 0]
    if kind == Act.REGROUP:
        o = order(Act.REGROUP, line, other=0, how=f.set(*near[:other]))
    elif kind == Act.REPOSITION:
        o = reposition(
            line, other, 15 + at[0], 15 + at[1], fx=sin(radians(degrees)), fy=cos(radians(degrees))
        )
    elif kind == Act.WHEEL:
        o = wheel(line, other, degrees, x)
    else:
        o = order(kind, line, x=x)
    if check(f.b, ask, o) != 0:
        return
    before = places(f, *range(6))
    f.order(Act.YES, 0, line)
    formed.act(f.b, o)
    assert list(faults(f.b)) == []
    if not f.events(Ev.BROKEN_UP):
        assert all(hypot(f.m(i).x - px, f.m(i).y - py) <= 4 + HAIR for i, (px, py) in enumerate(before))
