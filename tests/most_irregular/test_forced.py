"""Movement nobody chose: recoil, withdrawal, turning aside, the table edge, woods, officers, dispersal."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.books.most_irregular import assault, forced, men, shooting
from grognard.books.most_irregular.forced import break_up, flee, push_unit, spread_out, unit_way, wounded_dice
from grognard.books.most_irregular.leading import retreat
from grognard.books.most_irregular.state import FORMATIONS, Lost, Terrain

from .field import OFFICER, Act, AskKind, Ev, Field, order
from .invariants import faults

HAIR = 1e-6


def formations(f: Field) -> list[set[int]]:
    return [set(f.of(g)) for g in range(FORMATIONS) if f.b.formations[g].size > 0]


def lone(f: Field, x: float = 24.0, y: float = 24.0, **state: Any) -> int:
    return f.man("blue", x, y, **state)


def bearing(f: Field, i: int, x: float = 24.0, y: float = 24.0) -> tuple[float, float]:
    """How far a man is from a place, and how many degrees right of north, to a tenth."""
    dx, dy = f.m(i).x - x, f.m(i).y - y
    return round(hypot(dx, dy), 4), round(degrees(atan2(dx, dy)), 1) % 360


# A single man


@pytest.mark.rule("MI-R42", "MI-078")
@pytest.mark.parametrize("way", [0, 45, 160, 290])
def test_a_man_goes_straight_away_by_the_full_distance_whatever_the_ground(way: float) -> None:
    f = Field()
    i = lone(f)
    f.terrain("marsh", rectangle=(0, 0, 48, 48))
    f.terrain("wall", line=[(20, 25), (28, 25)])
    x, y = 24 - 6 * sin(radians(way)), 24 - 6 * cos(radians(way))
    assert flee(f.b, i, x, y, f.b.rules.recoil) == 4.0
    assert bearing(f, i) == (4.0, way)


@pytest.mark.rule("MI-R42")
def test_a_man_flees_from_the_nearest_figure_of_those_who_did_it() -> None:
    f = Field()
    i = lone(f)
    f.men("red", (24, 30), (20, 24), (24, 40))
    shooting.shock(f.b, 1, f.set(1, 2, 3), i)
    assert (f.m(i).x, f.m(i).y) == (28.0, 24.0)  # away from the man four inches to the west
    assert (f.one(Ev.RECOILS).actor, f.one(Ev.RECOILS).d) == (i, 4.0)


@pytest.mark.rule("MI-R42")
@pytest.mark.parametrize(("width", "turned"), [(0.3, 15), (1.0, 30), (3.0, 60)])
def test_closed_ground_turns_him_by_the_least_angle(width: float, turned: int) -> None:
    f = Field()
    i = lone(f)
    f.terrain("pond", rectangle=(24 - width, 27, 24 + width, 29))
    assert flee(f.b, i, 24, 20, 4.0) == 4.0
    assert bearing(f, i) == (4.0, (360 - turned) % 360)  # the left hand is tried first


@pytest.mark.rule("MI-R42")
@pytest.mark.parametrize(("gap", "turned"), [(1.0 + 1e-4, 0), (1.0 - 1e-4, 15)])
def test_an_enemy_within_an_inch_of_the_way_turns_him(gap: float, turned: int) -> None:
    f = Field()
    i = lone(f)
    f.man("red", 24 + 0.75 + gap, 26)
    flee(f.b, i, 24, 20, 4.0)
    assert bearing(f, i) == (4.0, (360 - turned) % 360)


@pytest.mark.rule("MI-R42")
def test_the_other_hand_is_taken_when_it_is_the_lesser_turn() -> None:
    f = Field()
    i = lone(f)
    f.terrain("pond", rectangle=(20, 27, 24.2, 29))
    flee(f.b, i, 24, 20, 4.0)
    assert bearing(f, i) == (4.0, 15.0)


@pytest.mark.rule("MI-R42")
def test_who_starts_within_an_inch_of_an_enemy_may_go_but_not_nearer() -> None:
    f = Field()
    i = lone(f)
    f.man("red", 24, 23.2)  # in contact, south of him
    assert flee(f.b, i, 24, 23.2, 4.0) == 4.0
    assert bearing(f, i) == (4.0, 0.0)


@pytest.mark.rule("MI-R42")
def test_if_no_way_is_clear_he_stops_short() -> None:
    f = Field()
    i = lone(f)
    f.terrain("pond", rectangle=(20, 25, 28, 27))
    f.terrain("pond", rectangle=(20, 22, 22, 25))
    f.terrain("pond", rectangle=(26, 22, 28, 25))
    far = flee(f.b, i, 24, 23, 4.0)
    assert far == pytest.approx(25 - 0.375 - 24, abs=1e-3)
    assert f.m(i).y == pytest.approx(24 + far, abs=1e-6)


@pytest.mark.rule("MI-R42", "MI-R06", "MI-R29")
def test_men_pass_through_friends_and_end_apart_from_them() -> None:
    f = Field()
    i = lone(f)
    f.formation("blue", 5, 24, 26)
    f.formation("blue", 3, 24, 28.3)
    assert flee(f.b, i, 24, 20, 4.0) == 4.0
    assert f.m(i).y > 26
    assert min(men.men_gap(f.b, f.m(i), f.m(j)) for j in range(1, 9)) > 0.5


@pytest.mark.rule("MI-R06")
def test_where_there_is_no_room_apart_he_stands_close_but_is_a_straggler() -> None:
    f = Field(formation_gap=6.0)
    i = lone(f, 3, 3)
    f.men("blue", (9, 3), (3, 9), (9, 9))
    flee(f.b, i, 3, 1, 1.0)
    assert f.m(i).formation < 0
    assert list(faults(f.b)) == []


@pytest.mark.rule("MI-R29", "MI-R42")
@pytest.mark.parametrize(("y", "gone"), [(44.0, False), (44.0 + 1e-4, True)])
def test_who_is_driven_off_the_table_is_lost(y: float, gone: bool) -> None:
    f = Field()
    i = lone(f, 24, y)
    flee(f.b, i, 24, 20, 4.0)
    assert (f.m(i).lost == Lost.OFF_TABLE) is gone
    if gone:
        assert (f.one(Ev.LOST).actor, f.one(Ev.LOST).a) == (i, Lost.OFF_TABLE)
    else:
        assert f.m(i).y <= 48 - 0.375 + HAIR  # his base is on the table


@pytest.mark.rule("MI-R42")
def test_from_the_very_place_he_flees_homewards() -> None:
    f = Field()
    i = lone(f)
    flee(f.b, i, 24, 24, 4.0)
    assert (f.m(i).x, f.m(i).y) == (24, 20)


@pytest.mark.rule("MI-R42")
def test_a_commander_flees_like_a_man() -> None:
    f = Field()
    k = f.commander("blue", 24, 24)
    flee(f.b, OFFICER + k, 24, 20, 4.0)
    assert (f.c(k).x, f.c(k).y) == (24, 28)


# A unit


def unit(facing: str = "north", **house: Any) -> tuple[Field, int]:
    f = Field(**house)
    return f, f.formation("blue", 6, 24, 24, facing, files=3)


@pytest.mark.rule("MI-R42")
def test_a_unit_goes_from_the_mean_place_of_the_enemy_through_its_own() -> None:
    f, line = unit("east")
    cx, cy = men.centre_of(f.b, 0, f.members(line))
    before = [(f.m(i).x, f.m(i).y) for i in range(6)]
    retreat(f.b, line, cx + 3, cy + 4, 4.0, 101)
    for i, (x, y) in enumerate(before):
        assert (f.m(i).x - x, f.m(i).y - y) == pytest.approx((-2.4, -3.2))
    assert (f.u(line).fx, f.u(line).fy) == (1.0, 0.0)  # facing kept
    assert (f.one(Ev.WITHDRAWS).actor, f.one(Ev.WITHDRAWS).d) == (line, pytest.approx(4.0))


@pytest.mark.rule("MI-R42")
def test_what_is_in_the_way_of_one_man_turns_all_or_stops_all() -> None:
    f, line = unit()
    f.terrain("pond", circle=(22.6, 21, 0.5))
    dx, dy = unit_way(f.b, line, 24, 40, 4.0)
    assert hypot(dx, dy) == pytest.approx(4.0)
    assert abs(dx) > 0.1  # turned
    g, line = unit()
    g.terrain("pond", rectangle=(0, 20, 48, 21))
    g.terrain("pond", rectangle=(20, 21, 21, 26))
    g.terrain("pond", rectangle=(27, 21, 28, 26))
    dx, dy = unit_way(g.b, line, 24, 40, 4.0)
    assert (dx, dy) == pytest.approx((0.0, -(23.25 - 0.375 - 21)), abs=1e-3)


@pytest.mark.rule("MI-R29", "MI-R42")
def test_men_of_a_unit_who_are_driven_off_the_table_are_lost_and_the_rest_stand() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 4.5, files=3)  # the rear rank 3.75 from the edge
    retreat(f.b, line, 24, 30, 4.0, 101)
    assert [m.lost for m in f.b.men[:6]] == [Lost.NO] * 3 + [Lost.OFF_TABLE] * 3
    assert f.of(line) == [0, 1, 2]
    assert list(faults(f.b)) == []


@pytest.mark.rule("MI-R02", "MI-R24", "MI-R42")
def test_a_unit_ends_beside_friends_and_boulders_not_on_them() -> None:
    f, line = unit()
    f.man("blue", 24, 20.1)
    f.terrain("boulder", circle=(23, 19.4, 0.6))
    f.commander("blue", 25.0, 20.0)
    retreat(f.b, line, 24, 40, 4.0, 101)
    forced.close_up(f.b, line)
    assert list(faults(f.b)) == []


@pytest.mark.rule("MI-R26")
@pytest.mark.parametrize("kind", ["woods", "rubble"])
def test_a_unit_driven_into_woods_breaks_up(kind: str) -> None:
    f, line = unit()
    f.terrain(kind, rectangle=(0, 18, 48, 20))
    retreat(f.b, line, 24, 40, 4.0, 101)
    assert formations(f) == []
    told = f.one(Ev.BROKEN_UP)
    assert (told.actor, told.a, told.b) == (line, 6, Terrain[kind.upper()])
    assert min(men.men_gap(f.b, f.m(i), f.m(j)) for i in range(6) for j in range(i)) > 0.5


@pytest.mark.rule("MI-R26")
def test_or_through_a_wood_to_the_other_side() -> None:
    f, line = unit()
    f.terrain("woods", rectangle=(0, 21.0, 48, 21.2))
    retreat(f.b, line, 24, 40, 4.0, 101)
    assert formations(f) == []
    assert max(m.y for m in f.b.men[:6]) < 21


@pytest.mark.rule("MI-R12")
@pytest.mark.parametrize("goes", [True, False])
def test_an_officer_may_withdraw_with_his_men(goes: bool) -> None:
    f, line = unit()
    k = f.commander("blue", 22.2, 24)
    asks = f.play(lambda b: retreat(b, line, 24, 40, 4.0, 101), order(Act.YES if goes else Act.NO, k, line))
    assert [a.kind for a in asks] == [AskKind.LEAD]
    assert f.c(k).y == pytest.approx(20 if goes else 24, abs=0.1)
    assert (men.attached_to(f.b, k) == line) is goes


# The wounded of a unit that is moved


@pytest.mark.rule("MI-082", "MI-R43", "MI-101")
def test_the_wounded_dice_before_a_unit_withdraws() -> None:
    f, line = unit()
    f.m(2).wounded = f.m(5).wounded = True
    foe = f.formation("red", 4, 24, 30, "south")
    f.dice(1, 3, 2, 2, 2, 2, 2)  # two wounded, then one for each of the five still in the unit
    assault.withdraw(f.b, line, foe, 101)
    f.used_up()
    assert men.is_straggler(f.m(2))
    assert f.m(2).y == 24.0
    assert f.m(0).y == pytest.approx(20.0, abs=0.01)
    assert f.of(line) == [0, 1, 3, 4, 5]


@pytest.mark.rule("MI-082")
@pytest.mark.parametrize(("face", "left"), [(1, True), (2, False)])
def test_a_1_leaves_a_wounded_man_and_nothing_else_does(face: int, left: bool) -> None:
    f, line = unit()
    f.m(1).wounded = True
    f.dice(face)
    assert wounded_dice(f.b, line, f.members(line)) == (f.set(1) if left else 0)
    assert men.is_straggler(f.m(1)) is left
    f.used_up()


@pytest.mark.rule("MI-R43")
def test_a_man_who_recoils_does_not_dice_nor_do_those_who_close_up() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 24, wounded=True)
    f.men("red", (24, 30))
    shooting.shock(f.b, 1, f.set(3), 1)
    forced.close_up(f.b, line)
    f.used_up()
    assert f.of(line) == [0, 2]
    assert f.m(1).wounded


@pytest.mark.rule("MI-083", "MI-R57")
def test_a_wounded_man_counts_as_half_a_man() -> None:
    f, line = unit()
    assert men.half_men(f.b, 0, f.members(line)) == 12
    f.m(0).wounded = f.m(1).wounded = f.m(2).wounded = True
    assert men.half_men(f.b, 0, f.members(line)) == 9


# Forced dispersal


@pytest.mark.rule("MI-R27", "MI-R26")
def test_forced_dispersal_opens_the_gaps_and_no_more() -> None:
    f = Field()
    line = f.formation("blue", 5, 24, 24)
    before = [(f.m(i).x, f.m(i).y) for i in range(5)]
    break_up(f.b, line, f.members(line), 42, Terrain.WOODS)
    gaps = [men.men_gap(f.b, f.m(i), f.m(i + 1)) for i in range(4)]
    assert all(0.5 < g < 0.501 for g in gaps)
    assert (f.m(2).x, f.m(2).y) == pytest.approx(before[2])
    moved = [hypot(f.m(i).x - x, f.m(i).y - y) for i, (x, y) in enumerate(before)]
    assert moved == pytest.approx([1.0, 0.5, 0.0, 0.5, 1.0], abs=1e-3)


@pytest.mark.rule("MI-R27")
def test_those_who_are_far_enough_apart_stay_where_they_are() -> None:
    f = Field()
    some = f.men("blue", (20, 20), (21.3, 20), (20, 21.3))
    before = [(f.m(i).x, f.m(i).y) for i in some]
    spread_out(f.b, 0, f.set(*some))
    assert [(f.m(i).x, f.m(i).y) for i in some] == before


@pytest.mark.rule("MI-R27", "MI-R02")
def test_men_who_disperse_in_a_crowd_find_room() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 24, files=3)
    f.men("blue", (22.2, 24), (25.9, 24), (24, 22.2))
    f.commander("blue", 24, 25)
    f.men("red", (23.2, 25.5), (25.2, 25.5))
    f.terrain("boulder", circle=(22.3, 23.0, 0.5))
    break_up(f.b, line, f.members(line), 115, -1)
    assert list(faults(f.b)) == []
    assert formations(f) == []


# Properties

SPOT = st.tuples(st.floats(1, 29), st.floats(1, 29))


@given(
    enemy=SPOT,
    far=st.sampled_from([4.0, 8.0]),
    at=SPOT,
    friends=st.lists(SPOT, max_size=4),
    foes=st.lists(SPOT, max_size=3),
    pond=SPOT,
    wood=SPOT,
)
@pytest.mark.rule("MI-R02", "MI-R06", "MI-R26", "MI-R29", "MI-R42")
def test_a_withdrawal_leaves_bases_apart_on_free_ground(
    enemy: tuple[float, float],
    far: float,
    at: tuple[float, float],
    friends: list[tuple[float, float]],
    foes: list[tuple[float, float]],
    pond: tuple[float, float],
    wood: tuple[float, float],
) -> None:
    f = Field(30, 30)
    line = f.formation("blue", 6, *at, files=3)
    for spot in friends:
        f.man("blue", *spot)
    for spot in foes:
        f.man("red", *spot)
    f.commander("blue", at[0], at[1] + 1.0)
    f.terrain("pond", circle=(*pond, 1.0))
    f.terrain("woods", circle=(*wood, 1.5))
    if list(faults(f.b)):
        return  # a table that nobody would lay out
    before = [(m.x, m.y) for m in f.b.men[: f.b.n_men]]
    f.order(Act.YES, 0, line)
    retreat(f.b, line, *enemy, far, 101)
    forced.close_up(f.b, line)
    assert list(faults(f.b)) == []
    for i in range(6, f.b.n_men):
        assert (f.m(i).x, f.m(i).y) == before[i]
    assert all(m.lost in (Lost.NO, Lost.OFF_TABLE) for m in f.b.men[:6])


@given(SPOT, SPOT, st.lists(SPOT, max_size=6), st.lists(SPOT, max_size=4), SPOT)
@pytest.mark.rule("MI-R02", "MI-R42")
def test_a_recoil_leaves_bases_apart_on_free_ground(
    at: tuple[float, float],
    enemy: tuple[float, float],
    friends: list[tuple[float, float]],
    foes: list[tuple[float, float]],
    pond: tuple[float, float],
) -> None:
    f = Field(30, 30)
    i = f.man("blue", *at)
    for spot in friends:
        f.man("blue", *spot)
    for spot in foes:
        f.man("red", *spot)
    f.terrain("pond", circle=(*pond, 1.0))
    f.terrain("tree", circle=(*enemy, 0.5))
    if list(faults(f.b)):
        return
    far = flee(f.b, i, *enemy, 4.0)
    assert 0.0 <= far <= 4.0
    assert list(faults(f.b)) == []


@pytest.mark.rule("MI-R42")
def test_push_unit_moves_every_man_by_the_same_way() -> None:
    f, line = unit()
    before = [(f.m(i).x, f.m(i).y) for i in range(6)]
    push_unit(f.b, line, 1.5, -2.0)
    assert [(f.m(i).x - x, f.m(i).y - y) for i, (x, y) in enumerate(before)] == [(1.5, -2.0)] * 6
