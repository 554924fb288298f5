"""Charges: who may charge whom, what meets a charge, and who is caught up in it."""

from __future__ import annotations

from math import cos, hypot, radians, sin, sqrt
from typing import Any

import pytest

from grognard.books.horse_and_musket import charges, charging, fire, melee, sequence, shelter, units
from grognard.books.horse_and_musket.state import Column, Formation, GunBand, Leave, Lost, Result
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, rule

CHARGE = Ask(AskKind.CHARGE, 0, -1, -1)
MOVE = Ask(AskKind.MOVE, 0, -1, -1)


def charging_at(f: Field, i: int, j: int) -> str:
    """The rule against that charge, or nothing."""
    return rule(f.check(CHARGE, Act.CHARGE, i, j))


def foot(f: Field, gap: float, troop: str = "line", **more: Any) -> tuple[int, int]:
    """A blue line facing a red unit of so many inches' gap, front to front."""
    i = f.unit("blue", "line", 30, 10)
    return i, facing(f, i, gap, troop, **more)


def horse(
    f: Field, gap: float, troop: str = "line", blue: str = "light_horse", **more: Any
) -> tuple[int, int]:
    i = f.unit("blue", blue, 30, 10)
    return i, facing(f, i, gap, troop, **more)


def facing(f: Field, i: int, gap: float, troop: str, **more: Any) -> int:
    """A red unit opposite, militia unless told otherwise, so that a die is a row of the table."""
    j = f.unit("red", troop, f.u(i).x, 0, "south", **{"grade": "militia", **more})
    f.u(j).y = f.u(i).y + (f.u(i).depth + f.u(j).depth) / 2 + gap
    return j


def gap(f: Field, i: int, j: int) -> float:
    return units.gap_between(f.u(i), f.u(j))


# Who may charge


@pytest.mark.rule("FH-040", "FH-R19")
@pytest.mark.parametrize(
    ("troop", "formation", "against"),
    [
        ("line", "line", ""),
        ("line", "column", ""),
        ("light", "extended", ""),
        ("line", "march", "FH-R19"),
        ("line", "square", "FH-R19"),
        ("heavy_horse", "line", ""),
        ("heavy_horse", "squadrons", ""),
        ("heavy_horse", "march", "FH-R19"),
        ("field_guns", "battery", "FH-040"),
    ],
)
def test_which_formations_charge(troop: str, formation: str, against: str) -> None:
    f = Field()
    i = f.unit("blue", troop, 30, 10, formation=formation)
    assert charging_at(f, i, facing(f, i, 3, "line")) == against


@pytest.mark.rule("FH-R19")
def test_a_garrison_does_not_charge() -> None:
    f = Field()
    i = f.garrison("blue", f.terrain("building", rectangle=(28, 8, 32, 12)))
    assert charging_at(f, i, f.unit("red", "line", 30, 15, "south")) == "FH-R19"


@pytest.mark.rule("FH-R12")
def test_a_square_does_not_charge() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation="square")
    assert not units.may_charge_formation(f.u(i))
    assert charging_at(f, i, facing(f, i, 1, "line")) != ""


@pytest.mark.rule("FH-042", "FH-R19")
@pytest.mark.parametrize(
    ("troop", "target", "against"),
    [
        ("line", "line", ""),
        ("line", "field_guns", ""),
        ("line", "light_horse", "FH-042"),
        ("guard", "heavy_horse", "FH-042"),
        ("light_horse", "heavy_horse", ""),
        ("light_horse", "line", ""),
    ],
)
def test_infantry_may_not_charge_cavalry(troop: str, target: str, against: str) -> None:
    f = Field()
    i = f.unit("blue", troop, 30, 10)
    assert charging_at(f, i, facing(f, i, 3, target)) == against


@pytest.mark.rule("FH-R19", "FH-R71")
@pytest.mark.parametrize(
    ("state", "against"),
    [({"disordered": True}, "FH-R19"), ({"routing": True}, "FH-R19"), ({"marker": True}, "")],
)
def test_the_disordered_and_the_routing_do_not_charge(state: dict[str, Any], against: str) -> None:
    f = Field()
    i, j = foot(f, 3)
    for name, value in state.items():
        setattr(f.u(i), name, value)
    assert charging_at(f, i, j) == against


@pytest.mark.rule("FH-R19")
def test_the_disordered_charge_by_a_rally_of_seven() -> None:
    f = Field()
    i, j = foot(f, 3)
    f.u(i).disordered = True
    assert charging.check_charge(f.b, i, j, True) == 0
    f.u(i).routing = True
    assert rule(charging.check_charge(f.b, i, j, True)) == "FH-R19"


@pytest.mark.rule("FH-R74")
def test_a_unit_that_may_not_move_may_not_charge() -> None:
    f = Field()
    i, j = foot(f, 3)
    f.u(i).leave = int(Leave.NONE)
    assert charging_at(f, i, j) == "FH-R74"
    f.u(i).leave = int(Leave.HALF)
    assert charging_at(f, i, j) == ""
    f.u(j).y += 0.01
    assert charging_at(f, i, j) == "FH-R18"


@pytest.mark.rule("FH-041")
@pytest.mark.parametrize("state", [{"moved": True}, {"in_contact": True}, {"locked": 0}])
def test_a_charge_is_the_move_of_the_turn(state: dict[str, Any]) -> None:
    f = Field()
    i, j = foot(f, 3)
    for name, value in state.items():
        setattr(f.u(i), name, value)
    assert charging_at(f, i, j) == "FH-041"


@pytest.mark.rule("FH-012", "FH-040")
def test_orders_that_are_no_charges() -> None:
    f = Field()
    i, j = foot(f, 3)
    friend = f.unit("blue", "line", 40, 15)
    gone = f.unit("red", "line", 30, 13, "south", lost=int(Lost.DISPERSED))
    assert charging_at(f, j, i) == "FH-012"  # not his to order
    assert charging_at(f, i, i) == charging_at(f, i, friend) == charging_at(f, i, gone) == "FH-040"
    for nobody in (-1, 4, 31, 10**9):
        assert charging_at(f, i, nobody) == "FH-040"
        assert charging_at(f, nobody, j) == "FH-040"
    assert rule(f.check(CHARGE, Act.MOVE, i, j, x=30, y=12)) == "FH-040"
    f.u(i).lost = int(Lost.DESTROYED)
    assert charging_at(f, i, j) == "FH-012"


# How far


@pytest.mark.rule("FH-041", "FH-R18")
@pytest.mark.parametrize(
    ("troop", "formation", "inches"),
    [
        ("line", "line", 6.0),
        ("line", "column", 9.0),
        ("heavy_horse", "line", 12.0),
        ("light_horse", "line", 15.0),
    ],
)
def test_a_charge_reaches_as_far_as_a_move_and_no_farther(troop: str, formation: str, inches: float) -> None:
    f = Field()
    i = f.unit("blue", troop, 30, 10, formation=formation)
    j = facing(f, i, inches, "line")
    assert charging_at(f, i, j) == ""
    f.u(j).y += 0.01
    assert charging_at(f, i, j) == "FH-R18"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == pytest.approx((inches + 0.01, inches))


@pytest.mark.rule("FH-R18")
@pytest.mark.parametrize(
    ("degrees", "against"), [(0, ""), (45, ""), (-45, ""), (45.2, "FH-R18"), (90, "FH-R18"), (180, "FH-R18")]
)
def test_the_target_is_in_the_forward_arc(degrees: float, against: str) -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 20, formation="squadrons")
    j = f.unit("red", "field_guns", 30 + 8 * sin(radians(degrees)), 20 + 8 * cos(radians(degrees)), "south")
    assert charging_at(f, i, j) == against


@pytest.mark.rule("FH-R09", "FH-R18")
def test_the_pivot_counts() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 30, 20, formation="squadrons")  # 4.5 by 2
    j = f.unit("red", "field_guns", 30 + 9, 20 + 9, (-(0.5**0.5), -(0.5**0.5)))
    chord = 2 * hypot(2.25, 1) * sin(radians(22.5))
    straight = 9 * 2**0.5 - 2  # less half of either depth
    assert charging.charge_cost(f.b, f.u(i), f.u(j)) == pytest.approx(chord + straight)
    assert charging_at(f, i, j) == "FH-R18"
    assert straight < 12 < chord + straight


@pytest.mark.rule("FH-R14", "FH-R18")
def test_ground_and_obstacles_count() -> None:
    f = Field()
    i, j = horse(f, 12, blue="light_horse")
    wall = f.terrain("wall", line=[(20, 15), (40, 15)])
    assert charging_at(f, i, j) == ""  # 12 and 3 for the wall
    f.u(j).y += 0.01
    assert charging_at(f, i, j) == "FH-R18"
    g = Field()
    i, j = horse(g, 7.5)
    g.terrain("rough", rectangle=(20, 5, 40, 40))
    assert charging_at(g, i, j) == ""
    g.u(j).y += 0.01
    assert charging_at(g, i, j) == "FH-R18"
    assert wall == 0


@pytest.mark.rule("FH-R18")
def test_the_target_must_be_visible() -> None:
    f = Field()
    i, j = horse(f, 8)
    assert charging_at(f, i, j) == ""
    f.terrain("wood", rectangle=(28, 13, 32, 14))
    assert charging_at(f, i, j) == "FH-R18"


@pytest.mark.rule("FH-R17")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_nobody_charges_through_another(side: str) -> None:
    f = Field()
    i, j = horse(f, 8)
    other = f.unit(side, "field_guns", 33.5, 14)  # beside the line of sight, in the way of the right wing
    assert charging_at(f, i, j) == "FH-R17"
    assert f.b.refusal.other == other
    f.u(other).x = 35.51
    assert charging_at(f, i, j) == ""


@pytest.mark.rule("FH-R17")
def test_skirmishers_charge_through_friends() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 10, formation="extended")
    j = facing(f, i, 6, "line")
    friend = f.unit("blue", "field_guns", 34, 13)
    assert charging_at(f, i, j) == ""
    f.u(friend).side = 1
    assert charging_at(f, i, j) == "FH-R17"


@pytest.mark.rule("FH-R17")
def test_but_do_not_end_their_charge_on_them() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 10, formation="extended")
    j = facing(f, i, 6, "line")
    friend = f.unit("blue", "field_guns", 34.5, f.u(j).y - 1)  # beside the foe's flank
    assert charging_at(f, i, j) == "FH-R17"
    assert f.b.refusal.other == friend


@pytest.mark.rule("FH-R21")
def test_nobody_charges_over_the_edge_of_the_table() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 4.5, 20)  # its left wing is at the edge
    j = f.unit("red", "field_guns", 9, 30, "south")
    assert charging_at(f, i, j) == ""
    f.u(j).x = 2
    assert charging_at(f, i, j) == "FH-R21"


@pytest.mark.rule("FH-R14")
def test_nor_through_a_building() -> None:
    f = Field()
    i, j = horse(f, 8)
    f.terrain("building", rectangle=(33, 14, 34, 15))
    assert charging_at(f, i, j) == "FH-R14"


@pytest.mark.rule("FH-R18", "FH-R14")
def test_a_garrison_is_charged_at_the_wall_of_its_building() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10)
    j = f.garrison("red", f.terrain("building", rectangle=(27, 15, 33, 19)), grade="militia")
    assert charging_at(f, i, j) == ""
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(i).y + 0.75 == pytest.approx(15)
    assert f.u(j).in_contact and f.u(j).building == 0
    f.used_up()


@pytest.mark.rule("FH-R18", "FH-R13")
@pytest.mark.parametrize("side", [1, -1])
def test_a_charge_goes_straight_home_and_lines_up_edge_to_edge(side: int) -> None:
    f = Field()
    i = f.unit("blue", "line", 30 - 3 * side, 10, formation="column")
    k = f.general("blue", attached=i)
    j = f.unit("red", "line", 30, 15, "south", grade="militia")
    f.dice(5)
    charges.charge(f.b, i, j, False)
    u = f.u(i)
    assert (u.fx, u.fy) == pytest.approx((0, 1))
    assert u.y == pytest.approx(15 - 0.75 - 1.5, abs=1e-4)
    assert 0 < (30 - u.x) * side < 3  # on the side it came from
    assert u.charging and u.moved and u.in_contact and f.u(j).in_contact and f.u(j).charged
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == (u.x, u.y)
    assert f.one(Ev.CONTACT).rule == 1018
    f.used_up()


@pytest.mark.rule("FH-R18")
def test_on_a_flank_it_lines_up_with_the_flank() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 20, 20, "east", formation="squadrons")
    j = f.unit("red", "line", 30, 20.2, "south", grade="militia", figures=9)  # too few for a square
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert (f.u(i).fx, f.u(i).fy) == pytest.approx((1, 0))
    assert f.u(i).x + 1 == pytest.approx(30 - f.u(j).width / 2, abs=1e-4)
    f.used_up()


@pytest.mark.rule("FH-R18")
@pytest.mark.parametrize(("apart", "touches"), [(0.0099, True), (0.0101, False)])
def test_what_counts_as_contact(apart: float, touches: bool) -> None:
    f = Field()
    i, _ = foot(f, apart)
    assert units.touches_enemy(f.b, i) == touches


# Unmeasured charges


@pytest.mark.rule("FH-R18")
def test_by_option_charges_are_declared_unmeasured_and_may_fall_short() -> None:
    f = Field(premeasure="false")
    i, j = foot(f, 6.01)
    assert charging_at(f, i, j) == ""
    charges.charge(f.b, i, j, False)
    assert f.u(i).y == pytest.approx(16)  # its full distance
    assert not f.u(i).in_contact and not f.u(j).in_contact
    assert not f.events(Ev.CHECKS)
    assert f.one(Ev.FALLS_SHORT).d == pytest.approx(6)
    f.used_up()


@pytest.mark.rule("FH-R18")
def test_unmeasured_charges_still_need_sight_and_a_free_way() -> None:
    f = Field(premeasure="false")
    i, j = foot(f, 20)
    f.unit("blue", "field_guns", 30, 14)
    assert charging_at(f, i, j) == "FH-R18"
    f.u(2).x = 33
    assert charging_at(f, i, j) == "FH-R17"
    f.u(2).y = 19  # beyond where the charge can come
    assert charging_at(f, i, j) == ""


@pytest.mark.rule("FH-R18")
def test_within_reach_an_unmeasured_charge_is_like_any_other() -> None:
    f = Field(premeasure="false")
    i, j = foot(f, 6)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(i).in_contact
    f.used_up()


# The charged unit checks


@pytest.mark.rule("FH-043")
def test_a_charged_unit_checks_on_the_charged_column() -> None:
    f = Field()
    i, j = foot(f, 3)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    check = f.one(Ev.CHECKS)
    assert (check.actor, check.other, check.a, check.rule) == (j, i, Column.CHARGED, 43)
    f.used_up()


@pytest.mark.rule("FH-043", "FH-R18")
@pytest.mark.parametrize(("apart", "reached"), [(6.0, True), (6.01, False)])
def test_one_that_falls_back_is_followed_as_far_as_the_charge_goes(apart: float, reached: bool) -> None:
    f = Field()
    i, j = horse(f, apart, blue="heavy_horse")
    f.dice(1)
    charges.charge(f.b, i, j, False)  # it falls back 6 inches; the charge has 12
    assert f.u(j).y == pytest.approx(10 + 1.25 + apart + 6)
    assert f.u(j).disordered and f.u(j).marker and not f.u(j).routing
    assert (f.u(i).in_contact, f.u(j).in_contact) == (reached, reached)
    assert f.u(i).y == pytest.approx(22, abs=1e-4)
    assert len(f.events(Ev.FALLS_SHORT)) == (0 if reached else 1)
    f.used_up()


@pytest.mark.rule("FH-R18", "FH-114")
@pytest.mark.parametrize(("apart", "reached"), [(3.0, True), (3.01, False)])
def test_a_broken_unit_that_is_reached_loses_a_die_of_figures(apart: float, reached: bool) -> None:
    f = Field()
    i, j = horse(f, apart, original=32)  # a quarter lost: a 1 is a 0
    f.dice(1, *([4] if reached else []))
    charges.charge(f.b, i, j, False)  # it breaks 12 inches; the charge has 15
    assert f.u(j).routing and f.u(j).disordered
    assert f.u(j).figures == (20 if reached else 24)
    assert not f.u(i).in_contact and not f.u(j).in_contact
    assert f.u(i).y == pytest.approx(25, abs=1e-4)
    assert [e.rule for e in f.events(Ev.RIDDEN_DOWN)] == ([1079] if reached else [])
    f.used_up()


@pytest.mark.rule("FH-R17", "FH-R18")
def test_a_charge_that_runs_on_slides_past_a_friend_at_its_side() -> None:
    f = Field()
    i, j = horse(f, 6.01, blue="heavy_horse")
    f.unit("blue", "line", 30 + 4.5 + 3, 10)  # touching its right wing
    f.dice(1)
    charges.charge(f.b, i, j, False)
    assert f.u(i).y == pytest.approx(22, abs=1e-4)
    f.used_up()


@pytest.mark.rule("FH-R17", "FH-R18")
@pytest.mark.parametrize(("side", "short"), [("blue", 0.0), ("red", 1.0)])
def test_a_charge_that_runs_on_stops_short_of_others(side: str, short: float) -> None:
    f = Field()
    i, j = horse(f, 6.01, blue="heavy_horse")
    f.unit(side, "field_guns", 34.2, 20)  # beyond the foe's flank, in the way of the right wing
    f.dice(1)
    charges.charge(f.b, i, j, False)
    assert f.u(i).y + 0.5 == pytest.approx(19 - short, abs=1e-4)
    f.used_up()


@pytest.mark.rule("FH-R09", "FH-R18")
@pytest.mark.parametrize("side", [1, -1])
def test_a_charge_at_an_angle_runs_on_along_its_line_less_its_pivot(side: int) -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 36, 10, formation="squadrons")  # 4.5 by 2
    j = f.unit("red", "light", 36 + 6 * side, 18, (-0.6 * side, -0.8), formation="extended", figures=6)
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    half_angle = sqrt((1 - 0.8) / 2)
    go = 12 - 2 * hypot(2.25, 1) * half_angle
    u, e = f.u(i), f.u(j)
    assert (u.x, u.y) == pytest.approx((36 + 0.6 * side * go, 10 + 0.8 * go), abs=1e-5)
    assert (u.fx, u.fy) == pytest.approx((0.6 * side, 0.8))
    assert (e.x, e.y) == pytest.approx((36 + 11.4 * side, 25.2))
    f.used_up()


@pytest.mark.rule("FH-R18", "FH-R21")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_charge_that_runs_on_stops_at_the_edge_of_the_table(dx: int, dy: int) -> None:
    f = Field(48, 48)
    j = f.unit("red", "light", 24 + 20 * dx, 24 + 20 * dy, (-dx, -dy), formation="extended", figures=6)
    i = f.unit("blue", "light_horse", 24 + 12 * dx, 24 + 12 * dy, (dx, dy))
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)  # they are driven off the table
    assert f.u(j).lost == Lost.OFF_TABLE
    assert (f.u(i).x, f.u(i).y) == pytest.approx((24 + 23.5 * dx, 24 + 23.5 * dy))
    f.used_up()


@pytest.mark.rule("FH-R17", "FH-R18")
def test_skirmishers_that_run_on_do_not_stop_on_a_friend() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 10, formation="extended")
    j = facing(f, i, 2, "line")
    friend = f.unit("blue", "field_guns", 34.5, 18.9)  # beside where the foe will fall back to
    f.dice(1)
    charges.charge(f.b, i, j, False)  # it falls back 6, and 9 would reach it
    assert not f.u(i).in_contact
    assert gap(f, i, j) == pytest.approx(1, abs=1e-4)  # and not in contact, it keeps an inch off
    assert gap(f, i, friend) > 0.5
    f.used_up()


@pytest.mark.rule("FH-R17", "FH-R69")
def test_skirmishers_met_halfway_among_friends_stop_short_of_them() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 10, formation="extended")
    j = facing(f, i, 8, "line", grade="regular")
    friend = f.unit("blue", "field_guns", 35, 14.5)
    f.dice(6)
    f.order(Act.COUNTER, j, i)
    charges.charge(f.b, i, j, False)
    assert 0 <= gap(f, i, friend) < 0.2
    assert f.u(i).y + 0.375 <= 13.5  # the guns begin there
    assert not f.u(i).in_contact and not f.u(j).in_contact  # so nobody fights
    assert f.one(Ev.FALLS_SHORT).rule == 1017
    f.used_up()


# Squares and counter-charges


@pytest.mark.rule("FH-044", "FH-R69", "FH-098")
@pytest.mark.parametrize(("face", "grade"), [(5, "militia"), (6, "militia"), (6, "regular")])
def test_infantry_charged_by_cavalry_must_form_square(face: int, grade: str) -> None:
    f = Field()
    i, j = horse(f, 5, grade=grade)
    f.dice(face)
    charges.charge(f.b, i, j, False)  # nobody is asked
    u = f.u(j)
    assert u.formation == Formation.SQUARE
    assert (u.x, u.y, u.width, u.depth) == (30, 16.25, 3, 3)  # on its centre
    assert f.one(Ev.SQUARE).rule == 44
    assert f.u(i).y + 0.5 == pytest.approx(16.25 - 1.5, abs=1e-4)
    f.used_up()


@pytest.mark.rule("FH-044")
def test_a_wavering_unit_does_not() -> None:
    f = Field()
    i, j = horse(f, 5)
    f.dice(4)
    charges.charge(f.b, i, j, False)
    assert f.u(j).formation == Formation.LINE
    assert f.u(j).disordered and f.u(j).in_contact
    f.used_up()


@pytest.mark.rule("FH-044")
def test_nor_does_infantry_charged_by_infantry() -> None:
    f = Field()
    i, j = foot(f, 5)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(j).formation == Formation.LINE
    f.used_up()


@pytest.mark.rule("FH-R70")
@pytest.mark.parametrize(
    ("more", "forms"),
    [
        ({}, True),
        ({"figures": 12}, True),
        ({"figures": 9}, False),
        ({"formation": "column"}, True),
        ({"formation": "march"}, True),
    ],
)
def test_a_square_needs_four_stands(more: dict[str, Any], forms: bool) -> None:
    f = Field()
    i, j = horse(f, 5, **more)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert (f.u(j).formation == Formation.SQUARE) == forms
    assert f.u(j).in_contact  # it stands either way
    f.used_up()


@pytest.mark.rule("FH-R70")
def test_no_square_in_a_wood_in_works_or_in_a_building() -> None:
    for kind in ("wood", "works", "building"):
        f = Field()
        i = f.unit("blue", "light_horse", 30, 10)
        j = facing(f, i, 5, "line")
        if kind == "wood":
            f.terrain("wood", rectangle=(24, 15, 36, 18))
        elif kind == "works":
            f.terrain("earthworks", line=[(24, 15), (36, 15)])
        else:
            f.u(j).lost = int(Lost.DESTROYED)
            j = f.garrison("red", f.terrain("building", rectangle=(27, 15, 33, 18)), grade="militia")
        was = f.u(j).formation
        f.dice(5)
        charges.charge(f.b, i, j, False)
        assert f.u(j).formation == was, kind
        assert f.u(j).in_contact
        f.used_up()


@pytest.mark.rule("FH-R70")
def test_behind_a_wall_it_forms_square() -> None:
    f = Field()
    f.terrain("wall", line=[(24, 15), (36, 15)])
    i, j = horse(f, 5)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(j).formation == Formation.SQUARE
    f.used_up()


@pytest.mark.rule("FH-R70")
def test_works_that_are_not_in_between_do_not_count() -> None:
    f = Field()
    i, j = horse(f, 5)
    f.terrain("earthworks", line=[(24, 17.9), (36, 17.9)])  # behind the unit
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(j).formation == Formation.SQUARE
    f.used_up()


@pytest.mark.rule("FH-R70", "FH-050")
def test_no_square_in_extended_order() -> None:
    f = Field()
    i, j = horse(f, 5, "light", formation="extended")
    f.order(Act.NO)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(j).formation == Formation.EXTENDED and f.u(j).in_contact
    f.used_up()


@pytest.mark.rule("FH-R70", "FH-R17")
def test_a_square_makes_room_among_friends_and_stays_on_the_table() -> None:
    f = Field()
    i, j = horse(f, 5)
    friend = f.unit("red", "line", 30, f.u(j).y + 1.6, "south")
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(j).formation == Formation.SQUARE
    assert gap(f, j, friend) < 1e-5
    assert f.u(friend).y == pytest.approx(f.u(j).y + 1.5 + 0.75, abs=1e-4)
    g = Field()
    i = g.unit("blue", "light_horse", 30, 38)
    j = g.unit("red", "line", 30, 47.25, "south", grade="militia")
    g.dice(5)
    charges.charge(g.b, i, j, False)
    assert (g.u(j).formation, g.u(j).y) == (Formation.SQUARE, 46.5)


@pytest.mark.rule("FH-R70", "FH-R13")
def test_its_general_stands_in_the_middle_of_it() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 38)
    j = f.unit("red", "line", 30, 47.25, "south", grade="militia")
    k = f.general("red", attached=j)
    f.order(Act.INFLUENCE, how=0)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == (f.u(j).x, f.u(j).y) == (30, 46.5)
    f.used_up()


@pytest.mark.rule("FH-R70")
def test_at_the_edge_of_the_table_with_no_room_it_stays_where_it_was() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 36)
    j = f.unit("red", "line", 30, 47.25, "south", grade="militia")
    f.unit("red", "field_guns", 32.4, 45.4, "south", in_contact=True)  # it cannot be pushed
    charges.form_square(f.b, i, j)
    assert (f.u(j).formation, f.u(j).x, f.u(j).y) == (Formation.LINE, 30, 47.25)


@pytest.mark.rule("FH-R70")
def test_hemmed_in_it_stands_as_it_is() -> None:
    f = Field()
    i, j = horse(f, 5)
    f.terrain("building", rectangle=(26, f.u(j).y + 0.8, 34, f.u(j).y + 3))
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert (f.u(j).formation, f.u(j).files, f.u(j).y) == (Formation.LINE, 4, 16.25)
    f.used_up()


@pytest.mark.rule("FH-045", "FH-R69")
def test_cavalry_charged_by_cavalry_must_counter_charge_on_a_seven() -> None:
    f = Field()
    i, j = horse(f, 8, "heavy_horse", grade="regular")
    f.dice(6)
    charges.charge(f.b, i, j, False)
    assert f.one(Ev.COUNTERS).rule == 45
    assert f.u(j).charging and f.u(j).counter and f.u(j).target == i and f.u(j).moved
    assert f.u(i).charging and not f.u(i).counter
    assert f.u(i).y == pytest.approx(14, abs=1e-4)  # both have come 4 inches
    assert f.u(j).y == pytest.approx(15, abs=1e-4)
    assert f.u(i).in_contact and f.u(j).in_contact
    f.used_up()


@pytest.mark.rule("FH-R69")
@pytest.mark.parametrize("side", [1, -1])
def test_a_counter_charge_comes_to_meet_the_charge_from_whichever_way(side: int) -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 36, 10, formation="squadrons", figures=8)
    j = f.unit("red", "heavy_horse", 36 + 6 * side, 18, "south", formation="squadrons")
    k = f.general("red", attached=j)
    f.order(Act.INFLUENCE, how=0)
    f.dice(6)
    charges.charge(f.b, i, j, False)
    u, e = f.u(i), f.u(j)
    assert (e.fx, e.fy) == pytest.approx((-0.6 * side, -0.8))  # straight at its charger
    assert (e.line_x, e.line_y) == pytest.approx((-0.6 * side, -0.8))
    assert (e.x, e.y) == pytest.approx(
        (36 + 6 * side - 2.4 * side, 18 - 3.2), abs=1e-4
    )  # half of eight inches
    assert (u.x, u.y) == pytest.approx((36 + 2.4 * side, 13.2), abs=1e-4)
    assert e.charge_figures == 12
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == (e.x, e.y)
    f.used_up()


@pytest.mark.rule("FH-045")
@pytest.mark.parametrize("face", [5, 6])
def test_on_less_it_stands(face: int) -> None:
    f = Field()
    i, j = horse(f, 8, "heavy_horse")
    f.dice(face)
    charges.charge(f.b, i, j, False)
    assert not f.u(j).charging and f.u(j).y == 19
    assert not f.u(j).first_fire  # cavalry has no firearms
    f.used_up()


@pytest.mark.rule("FH-R69")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"formation": "march"}, "it cannot charge"),
        ({"locked": 0}, "it is held"),
        ({"routing": True}, "it runs"),
    ],
)
def test_cavalry_that_cannot_charge_stands(state: dict[str, Any], why: str) -> None:
    f = Field()
    i, j = horse(f, 5, "heavy_horse", grade="regular", **state)
    f.dice(6)
    charges.charge(f.b, i, j, False)
    assert not f.u(j).charging, why
    f.used_up()


@pytest.mark.rule("FH-R69")
def test_a_counter_charge_without_room_is_met_where_it_stands() -> None:
    f = Field()
    i, j = horse(f, 8, "heavy_horse", grade="regular", formation="squadrons")
    f.unit(
        "red", "field_guns", 30 + 3.0, f.u(j).y - 3.5, "south"
    )  # its own guns, beside the line it would take
    f.u(i).width, f.u(i).files = 1.5, 1
    f.dice(6)
    charges.charge(f.b, i, j, False)
    assert f.u(j).charging and f.u(j).counter
    assert f.u(j).y == pytest.approx(10 + 0.5 + 8 + 1)
    assert f.u(i).in_contact and gap(f, i, j) < 1e-5
    f.used_up()


@pytest.mark.rule("FH-R69")
def test_infantry_charged_by_infantry_chooses_on_a_seven() -> None:
    f = Field()
    i, j = foot(f, 4, grade="regular")
    f.dice(6)
    ask = f.asks(charges.charge, f.b, i, j, False)
    assert (ask.kind, ask.side, ask.actor, ask.other) == (AskKind.ANSWER, 1, j, i)
    for act in Act:
        assert rule(f.check(ask, act, j, i)) == ("" if act in (Act.COUNTER, Act.STAND) else "FH-R69")


@pytest.mark.rule("FH-R69")
def test_it_may_counter_charge_and_then_has_no_first_fire() -> None:
    f = Field()
    i, j = foot(f, 4, grade="regular")
    f.dice(6)
    f.order(Act.COUNTER, j, i)
    charges.charge(f.b, i, j, False)
    assert f.u(j).charging and f.u(j).counter and not f.u(j).first_fire
    assert f.u(j).y == pytest.approx(10 + 1.5 + 4 - 2, abs=1e-4)
    f.used_up()


@pytest.mark.rule("FH-R69", "FH-R76")
@pytest.mark.parametrize("moved", [False, True])
def test_or_stand_and_fire_first_even_if_it_has_moved(moved: bool) -> None:
    f = Field()
    i, j = foot(f, 4, grade="regular", moved=moved)
    f.dice(6)
    f.order(Act.STAND, j, i)
    charges.charge(f.b, i, j, False)
    assert not f.u(j).charging and f.u(j).first_fire
    f.used_up()


@pytest.mark.rule("FH-R76")
@pytest.mark.parametrize("moved", [False, True])
def test_on_a_six_it_fires_first_only_if_it_has_not_moved(moved: bool) -> None:
    f = Field()
    i, j = foot(f, 4, moved=moved)
    f.dice(6)
    charges.charge(f.b, i, j, False)
    assert f.u(j).first_fire == (not moved)
    f.used_up()


@pytest.mark.rule("FH-R76")
def test_forming_square_in_answer_is_no_move() -> None:
    f = Field()
    i, j = horse(f, 4)
    f.dice(6)
    charges.charge(f.b, i, j, False)
    assert f.u(j).formation == Formation.SQUARE
    assert f.u(j).first_fire and not f.u(j).moved
    f.used_up()


@pytest.mark.rule("FH-R76", "FH-R69")
@pytest.mark.parametrize("face", [5, 6])
def test_infantry_without_firearms_has_no_first_fire(face: int) -> None:
    f = Field()
    i, j = foot(f, 4, grade="regular", weapon="none")
    f.dice(face)
    if face == 6:
        f.order(Act.STAND, j, i)
    charges.charge(f.b, i, j, False)
    assert f.u(j).in_contact and not f.u(j).first_fire
    f.used_up()


@pytest.mark.rule("FH-043")
@pytest.mark.parametrize(("face", "first"), [(5, False), (6, True)])
def test_a_five_stands_without_first_fire(face: int, first: bool) -> None:
    f = Field()
    i, j = foot(f, 4)
    f.dice(face)
    charges.charge(f.b, i, j, False)
    assert f.u(j).first_fire == first
    assert f.u(j).in_contact and not f.u(j).disordered
    f.used_up()


# Charged while due a rally


@pytest.mark.rule("FH-046")
def test_a_unit_already_due_rallies_at_once_and_reads_the_same_roll_on() -> None:
    f = Field()
    i, j = foot(f, 4, grade="regular", marker=True)
    f.dice(4)  # Rally: 4 + 1 - 1 for contact = 4, rallies; Charged: 4 + 1 = 5, stands
    charges.charge(f.b, i, j, False)
    assert [(e.rule, e.a) for e in f.events(Ev.CHECKS)] == [(46, Column.RALLY), (43, Column.CHARGED)]
    assert [e.a for e in f.events(Ev.RESULT)] == [Result.RALLIES, Result.STANDS]
    assert f.u(j).in_contact and not f.u(j).marker and f.u(j).checked
    f.used_up()


@pytest.mark.rule("FH-046")
@pytest.mark.parametrize(("face", "stands"), [(3, False), (4, True)])
def test_it_reads_on_only_if_it_stands(face: int, stands: bool) -> None:
    f = Field()
    i, j = foot(f, 4, marker=True)  # militia: a 3 less 1 is a 2 and falls back, a 4 is a 3 and stays
    f.dice(face)
    charges.charge(f.b, i, j, False)
    assert len(f.events(Ev.CHECKS)) == (2 if stands else 1)
    assert (f.u(j).y == 15.5) == stands
    assert f.u(j).disordered
    f.used_up()


@pytest.mark.rule("FH-046", "FH-R18")
def test_if_it_disperses_the_charge_runs_on() -> None:
    f = Field()
    i, j = foot(f, 4, marker=True)  # militia: a 1 less 1 is a 0
    f.dice(1)
    charges.charge(f.b, i, j, False)
    assert f.u(j).lost == Lost.DISPERSED
    assert f.u(i).y == pytest.approx(16)
    assert not f.u(i).in_contact
    f.used_up()


@pytest.mark.rule("FH-046")
@pytest.mark.parametrize("state", [{"marker": False}, {"marker": True, "checked": True}])
def test_not_if_it_owes_nothing_or_has_checked(state: dict[str, Any]) -> None:
    f = Field()
    i, j = foot(f, 4, **state)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert [e.rule for e in f.events(Ev.CHECKS)] == [43]
    f.used_up()


# Skirmishers


def skirmish(f: Field, apart: float, blue: str = "light_horse", **more: Any) -> tuple[int, int]:
    return horse(f, apart, "light", blue, formation="extended", **more)


@pytest.mark.rule("FH-047", "FH-R20")
def test_skirmishers_flee_straight_back_a_full_move_and_are_disordered() -> None:
    f = Field()
    i, j = skirmish(f, 5, "heavy_horse")
    ask = f.asks(charges.charge, f.b, i, j, False)
    assert (ask.kind, ask.side, ask.actor, ask.other) == (AskKind.EVADE, 1, j, i)
    f = Field()
    i, j = skirmish(f, 5, "heavy_horse")
    was = f.u(j).y
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    u = f.u(j)
    assert (u.x, u.y) == pytest.approx((30, was + 9))
    assert (u.fx, u.fy) == (0, -1)  # turned to face
    assert u.disordered and u.marker and u.moved and u.evaded
    assert not f.events(Ev.CHECKS)
    assert (f.one(Ev.EVADES).rule, f.one(Ev.EVADES).d) == (47, pytest.approx(9))
    f.used_up()


@pytest.mark.rule("FH-047")
def test_it_is_their_move_for_the_turn() -> None:
    f = Field()
    i, j = skirmish(f, 5, "heavy_horse")
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    assert (
        rule(f.check(Ask(AskKind.MOVE, 1, -1, -1), Act.HALF_MOVE, j, x=30, y=f.u(j).y, fy=-1.0)) == "FH-019"
    )


@pytest.mark.rule("FH-047", "FH-R20")
@pytest.mark.parametrize("state", [{"moved": True}, {"leave": int(Leave.NONE)}, {"locked": 0}])
def test_those_without_a_move_left_cannot_evade(state: dict[str, Any]) -> None:
    f = Field()
    i, j = skirmish(f, 5, **state)
    f.dice(5)
    charges.charge(f.b, i, j, False)  # nobody is asked: they check
    assert f.u(j).in_contact and not f.u(j).evaded
    f.used_up()


@pytest.mark.rule("FH-047", "FH-R74")
def test_with_half_a_move_left_they_evade_half_as_far() -> None:
    f = Field()
    i, j = skirmish(f, 5, leave=int(Leave.HALF))
    was = f.u(j).y
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    assert f.u(j).y == pytest.approx(was + 4.5)


@pytest.mark.rule("FH-R20", "FH-027")
def test_the_ground_costs_evaders() -> None:
    f = Field()
    i, j = skirmish(f, 5, "heavy_horse")
    f.terrain("rough", rectangle=(10, 15, 50, 40))
    was = f.u(j).y
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    assert f.u(j).y == pytest.approx(was + 4.5)


@pytest.mark.rule("FH-049", "FH-R20")
@pytest.mark.parametrize(("apart", "caught"), [(6.0, True), (6.01, False)])
def test_evaders_are_caught_if_the_charge_still_reaches_them(apart: float, caught: bool) -> None:
    f = Field()
    i, j = skirmish(f, apart)  # 15 inches against 9
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    assert (f.u(j).caught, f.u(i).in_contact, f.u(j).in_contact) == (caught, caught, caught)
    assert f.u(i).gone_home == (not caught)
    assert f.u(i).y == pytest.approx(25, abs=1e-4)
    f.used_up()


@pytest.mark.rule("FH-049")
def test_those_caught_do_not_strike_back() -> None:
    f = Field()
    i, j = skirmish(f, 4)
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    melee.form_melees(f.b)
    melee.choose_foes(f.b)
    assert melee.may_strike(f.u(i)) and not melee.may_strike(f.u(j))


@pytest.mark.rule("FH-049", "FH-R20")
def test_if_they_got_away_both_may_shoot_the_evaders_at_half_effect() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation="column")
    j = facing(f, i, 3, "light", formation="extended")
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)  # 9 against 9: three inches apart
    fire.count_figures(f.b)
    sequence_shots = [f.asks(fire.choose_targets, f.b, side, True).actor for side in (0, 1)]
    assert sequence_shots == [i, j]
    f.dice(3, 3, 6, 6, 6, 6, 6, 6)
    f.u(j).then = 24
    assert fire.fire_muskets(f.b, j, i, 0) == 3  # six at medium range, halved
    assert f.one(Ev.HALVED).rule == 60


@pytest.mark.rule("FH-050", "FH-R20")
def test_skirmishers_may_choose_to_stand_and_then_check() -> None:
    f = Field()
    i, j = skirmish(f, 5)
    f.order(Act.NO)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.u(j).in_contact and not f.u(j).caught and not f.u(j).disordered
    assert f.one(Ev.CHECKS).rule == 43
    melee.form_melees(f.b)
    melee.choose_foes(f.b)
    assert melee.may_strike(f.u(j))
    f.used_up()


@pytest.mark.rule("FH-050")
def test_only_yes_or_no() -> None:
    f = Field()
    i, j = skirmish(f, 5)
    ask = f.asks(charges.charge, f.b, i, j, False)
    for act in Act:
        assert rule(f.check(ask, act, j)) == ("" if act in (Act.YES, Act.NO) else "FH-R20")


@pytest.mark.rule("FH-R20", "FH-R21")
def test_evaders_driven_off_the_table_are_gone() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 32)
    j = facing(f, i, 7, "light", formation="extended")
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    assert f.u(j).lost == Lost.OFF_TABLE
    assert not f.u(i).in_contact and not f.u(i).gone_home
    assert f.u(i).y == pytest.approx(47)  # its full distance
    f.used_up()


@pytest.mark.rule("FH-R20", "FH-R17")
def test_evaders_pass_through_friends() -> None:
    f = Field()
    i, j = skirmish(f, 5, "heavy_horse")
    friend = f.unit("red", "line", 30, 20, "south")
    was = f.u(j).y
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    assert f.u(j).y == pytest.approx(was + 9)
    assert f.u(friend).y == 20
    assert f.u(i).y + 0.5 == pytest.approx(
        20 - 0.75 - 1, abs=1e-4
    )  # the charge stops an inch short of the line


# Giving ground


def approached(f: Field, apart: float, **more: Any) -> tuple[int, int]:
    i = f.unit("blue", "line", 30, 10)
    return i, facing(f, i, apart, "light", formation="extended", **more)


@pytest.mark.rule("FH-048", "FH-R20")
@pytest.mark.parametrize(("apart", "asked"), [(1.0, True), (2.0, True), (2.01, False)])
def test_skirmishers_may_give_ground_to_formed_enemies_within_two_inches(apart: float, asked: bool) -> None:
    f = Field()
    i, j = approached(f, apart)
    if asked:
        ask = f.asks(charges.give_ground, f.b, i)
        assert (ask.kind, ask.side, ask.actor, ask.other) == (AskKind.GIVE_GROUND, 1, j, i)
        assert [rule(f.check(ask, act)) for act in (Act.YES, Act.NO, Act.DONE)] == ["", "", "FH-048"]
    else:
        charges.give_ground(f.b, i)


@pytest.mark.rule("FH-048", "FH-R20")
@pytest.mark.parametrize("apart", [0.5, 1.0, 2.0])
def test_they_step_back_until_more_than_two_inches_away(apart: float) -> None:
    f = Field()
    i, j = approached(f, apart)
    f.order(Act.YES)
    charges.give_ground(f.b, i)
    assert 2.0 < gap(f, i, j) <= 2.1 + 1e-6
    assert not f.u(j).disordered and not f.u(j).marker
    assert f.u(j).moved  # it was their move
    assert (f.u(j).fx, f.u(j).fy) == (0, -1)
    assert f.one(Ev.GIVES_GROUND).d == pytest.approx(gap(f, i, j) - apart)
    f.used_up()


@pytest.mark.rule("FH-048", "FH-R20")
@pytest.mark.parametrize(("dx", "dy"), [(0, -1), (1, 0), (-1, 0)])
def test_straight_away_whichever_way_that_is(dx: int, dy: int) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 24, (dx, dy))
    j = f.unit("red", "light", 30 + 2 * dx, 24 + 2 * dy, (-dx, -dy), formation="extended")
    f.order(Act.YES)
    charges.give_ground(f.b, i)
    far = 2 + 1.175  # from 0.875 off to 2.05, in tenths
    assert (f.u(j).x, f.u(j).y) == pytest.approx((30 + far * dx, 24 + far * dy), abs=0.1)
    assert 2 < gap(f, i, j) <= 2.1
    f.used_up()


@pytest.mark.rule("FH-048")
def test_or_they_stay() -> None:
    f = Field()
    i, j = approached(f, 1)
    f.order(Act.NO)
    charges.give_ground(f.b, i)
    assert gap(f, i, j) == pytest.approx(1)
    assert not f.u(j).moved
    f.used_up()


@pytest.mark.rule("FH-048", "FH-R20")
@pytest.mark.parametrize(
    "state", [{"moved": True}, {"leave": int(Leave.NONE)}, {"routing": True}, {"in_contact": True}]
)
def test_only_those_with_a_move_left(state: dict[str, Any]) -> None:
    f = Field()
    i, _ = approached(f, 1, **state)
    charges.give_ground(f.b, i)
    assert not f.events(Ev.GIVES_GROUND)


@pytest.mark.rule("FH-048")
def test_nor_those_in_close_order() -> None:
    f = Field()
    i, _ = foot(f, 1)
    charges.give_ground(f.b, i)
    assert not f.events()


@pytest.mark.rule("FH-048", "FH-R20")
def test_the_ground_behind_them_counts() -> None:
    f = Field()
    i, j = approached(f, 1)
    f.terrain("marsh", rectangle=(10, 5, 50, 40))
    f.terrain("wall", line=[(10, f.u(j).y + 0.5), (50, f.u(j).y + 0.5)])
    f.order(Act.YES)
    charges.give_ground(f.b, i)
    assert gap(f, i, j) > 2  # 3 for the wall and 2 for an inch of marsh


@pytest.mark.rule("FH-048", "FH-R20")
def test_they_do_not_step_off_the_table() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 45.5)
    j = facing(f, i, 1, "light", formation="extended")  # an edge at 48
    f.u(j).y = 47.4
    f.order(Act.YES)
    charges.give_ground(f.b, i)
    assert f.u(j).lost == Lost.NO
    assert f.u(j).y == pytest.approx(48 - 0.375)


@pytest.mark.rule("FH-048")
@pytest.mark.parametrize(("formation", "asked"), [("line", True), ("extended", False)])
def test_a_formed_enemy_that_ends_its_move_there(formation: str, asked: bool) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation=formation)
    j = facing(f, i, 5, "light", formation="extended")
    f.order(Act.FIRST)
    f.order(Act.MOVE, i, x=30, y=13.5, fy=1.0)
    if asked:
        f.order(Act.YES, j)  # it is red's move, so that nothing else is asked
    else:
        f.order(Act.DONE)  # red's move
    sequence.move_others(f.b)
    assert (gap(f, i, j) > 2) == asked
    f.used_up()


@pytest.mark.rule("FH-048", "FH-R20")
def test_also_at_the_end_of_a_charge_upon_others() -> None:
    f = Field()
    i, j = horse(f, 5)
    beside = f.unit("red", "light", 30 + 4.5 + 1.5 + 1.5, f.u(j).y, "south", formation="extended", figures=6)
    f.dice(5)
    f.order(Act.YES)
    charges.charge(f.b, i, j, False)
    assert gap(f, i, beside) > 2
    assert not f.u(beside).disordered
    f.used_up()


# Batteries


@pytest.mark.rule("FH-052")
@pytest.mark.parametrize(("troop", "dice"), [("light_horse", 1), ("line", 2)])
def test_a_charged_battery_fires_canister_at_horse_and_close_canister_at_foot(troop: str, dice: int) -> None:
    f = Field()
    i = f.unit("blue", troop, 30, 10)
    j = facing(f, i, 4, "field_guns")
    charges.charge(f.b, i, j, False)  # no check, no choice
    fire.count_figures(f.b)
    f.dice(*[2] * dice, *[6] * 2 * dice)  # 2 hits a die, all saved
    fire.fire_first(f.b, 1)
    shot = f.one(Ev.GUN_FIRES)
    assert (shot.rule, shot.a) == (52, GunBand.CANISTER)
    assert (f.one(Ev.DAMAGE).a, f.one(Ev.DAMAGE).rule) == (2 * dice, 52)
    assert f.u(j).shots == 9
    f.used_up()


@pytest.mark.rule("FH-052")
@pytest.mark.parametrize(
    "state", [{"shots": 0}, {"sheltering": 2}, {"figures": 1, "fired_before": True}, {"fired": True}]
)
def test_one_shot_and_only_if_it_can(state: dict[str, Any]) -> None:
    f = Field()
    i, j = foot(f, 4, "field_guns")
    charges.charge(f.b, i, j, False)
    for name, value in state.items():
        setattr(f.u(j), name, value)
    fire.count_figures(f.b)
    fire.fire_first(f.b, 1)
    assert not f.events(Ev.GUN_FIRES)


def battery_charged(f: Field, friend_gap: float = 2.0, **more: Any) -> tuple[int, int, int]:
    """A red battery in contact with its charger, and a friend so far to its right."""
    i, j = foot(f, 4, "field_guns")
    friend = f.unit("red", "line", 30 + 1 + friend_gap + 3, f.u(j).y, "south", **more)
    charges.charge(f.b, i, j, False)
    return i, j, friend


@pytest.mark.rule("FH-051", "FH-R86")
@pytest.mark.parametrize(("apart", "asked"), [(0.0, True), (2.0, True), (2.01, False)])
def test_its_crew_may_shelter_with_friends_at_most_two_inches_away(apart: float, asked: bool) -> None:
    f = Field()
    _, j, friend = battery_charged(f, apart)
    if not asked:
        shelter.shelter_crews(f.b)
        return
    ask = f.asks(shelter.shelter_crews, f.b)
    assert (ask.kind, ask.side, ask.actor) == (AskKind.SHELTER, 1, j)
    assert rule(f.check(ask, Act.SHELTER, j, friend)) == rule(f.check(ask, Act.NO)) == ""


@pytest.mark.rule("FH-051", "FH-R86")
def test_with_whom_it_may_not_shelter() -> None:
    f = Field()
    i, j, friend = battery_charged(f, 1)
    far = f.unit("red", "line", 60, 20, "south")
    gone = f.unit("red", "line", 27, 15, "south", lost=int(Lost.DISPERSED))
    ask = f.asks(shelter.shelter_crews, f.b)
    for other in (i, j, far, gone, -1, 5, 10**9):
        assert rule(f.check(ask, Act.SHELTER, j, other)) == "FH-051"
    assert rule(f.check(ask, Act.YES, j, friend)) == "FH-051"
    assert (f.check(ask, Act.SHELTER, j, far), f.b.refusal.allowed) == (51, 2.0)


@pytest.mark.rule("FH-R86")
def test_a_sheltered_crew_leaves_gun_and_charger_alone() -> None:
    f = Field()
    i, j, friend = battery_charged(f)
    f.order(Act.SHELTER, j, friend)
    shelter.shelter_crews(f.b)
    assert f.u(j).sheltering == friend
    assert not f.u(j).in_contact and not f.u(i).in_contact
    melee.form_melees(f.b)
    assert f.b.n_melees == 0
    assert f.one(Ev.SHELTERS).rule == 51
    f.used_up()


@pytest.mark.rule("FH-R86", "FH-051")
@pytest.mark.parametrize("stays", [True, False])
def test_any_friend_will_do_and_the_gun_is_lost_or_found_again(stays: bool) -> None:
    f = Field()
    friend = f.unit("red", "line", 35.5, 15.75, "south")  # the first in the list
    i = f.unit("blue", "line", 30, 10)
    j = facing(f, i, 4, "field_guns")
    charges.charge(f.b, i, j, False)
    f.order(Act.SHELTER, j, friend)
    shelter.shelter_crews(f.b)
    shelter.shelter_crews(f.b)  # nobody is asked again
    assert f.u(j).sheltering == friend == 0
    red = Ask(AskKind.MOVE, 1, -1, -1)
    assert rule(f.check(red, Act.MOVE, j, x=30, y=f.u(j).y + 1, fy=-1.0)) == "FH-R86"
    if not stays:
        f.u(i).y -= 3
    shelter.take_guns(f.b)
    assert (f.u(j).lost == Lost.CAPTURED) == stays
    shelter.crews_return(f.b)
    assert (f.u(j).sheltering < 0) == (not stays)
    f.used_up()


@pytest.mark.rule("FH-R86")
def test_an_enemy_who_ends_on_the_gun_captures_it() -> None:
    f = Field()
    i, j, friend = battery_charged(f)
    f.u(j).sheltering = friend
    shelter.take_guns(f.b)
    assert f.u(j).lost == Lost.CAPTURED
    assert f.one(Ev.CAPTURED).other == i


@pytest.mark.rule("FH-R86")
@pytest.mark.parametrize("state", [{"y": 13.4}, {"routing": True}])
def test_not_one_who_is_off_it_or_runs(state: dict[str, Any]) -> None:
    f = Field()
    i, j, friend = battery_charged(f)
    f.u(j).sheltering = friend
    for name, value in state.items():
        setattr(f.u(i), name, value)
    shelter.take_guns(f.b)
    assert f.u(j).lost == Lost.NO


@pytest.mark.rule("FH-R86")
@pytest.mark.parametrize(("apart", "back"), [(2.0, False), (2.01, True)])
def test_the_crew_returns_next_turn_if_no_enemy_is_within_two_inches(apart: float, back: bool) -> None:
    f = Field()
    _, j = foot(f, apart, "field_guns", sheltering=2)
    f.unit("red", "line", 36, f.u(j).y, "south")
    sequence.begin_turn(f.b)
    assert (f.u(j).sheltering < 0) == back
    assert len(f.events(Ev.RETURNS)) == int(back)


@pytest.mark.rule("FH-R86")
def test_an_abandoned_gun_neither_moves_nor_fights() -> None:
    f = Field()
    i, j = foot(f, 4, "field_guns", sheltering=2)
    f.unit("red", "line", 40, f.u(j).y, "south")
    red = Ask(AskKind.MOVE, 1, -1, -1)
    assert rule(f.check(red, Act.MOVE, j, x=30, y=f.u(j).y + 1, fy=-1.0)) == "FH-R86"
    charges.charge(f.b, i, j, False)
    assert gap(f, i, j) < 1e-5
    melee.form_melees(f.b)
    assert f.b.n_melees == 0  # there is nobody to fight
    shelter.take_guns(f.b)
    assert f.u(j).lost == Lost.CAPTURED


# Generals in the way


@pytest.mark.rule("FH-051", "FH-R86", "FH-R83")
@pytest.mark.parametrize(("apart", "asked"), [(2.0, True), (2.01, False)])
def test_an_unattached_general_in_the_path_may_shelter(apart: float, asked: bool) -> None:
    f = Field()
    i, j = horse(f, 8)
    k = f.general("red", 33, 15)
    friend = f.unit("red", "heavy_horse", 33.5 + apart + 4.5, 15, "south")
    if not asked:
        f.dice(1, 5)
        charges.charge(f.b, i, j, False)
        assert not f.b.leaders[k].alive and f.one(Ev.OVERRUN).a == 1
        f.used_up()
        return
    ask = f.asks(charges.charge, f.b, i, j, False)
    assert (ask.kind, ask.side, ask.other) == (AskKind.SHELTER, 1, k)
    assert rule(f.check(ask, Act.SHELTER, -1, friend)) == ""
    assert rule(f.check(ask, Act.SHELTER, -1, j)) == "FH-051"
    assert rule(f.check(ask, Act.SHELTER, -1, i)) == "FH-051"


@pytest.mark.rule("FH-051", "FH-R86")
def test_he_goes_to_his_friends() -> None:
    f = Field()
    i, j = horse(f, 8)
    k = f.general("red", 33, 15)
    friend = f.unit("red", "heavy_horse", 39, 15, "south")
    f.order(Act.SHELTER, -1, friend)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    g = f.b.leaders[k]
    assert g.alive and g.attached == friend and (g.x, g.y) == (39, 15)
    assert f.one(Ev.GENERAL_SHELTERS).rule == 51
    f.used_up()


@pytest.mark.rule("FH-R83")
@pytest.mark.parametrize(("face", "lives"), [(3, False), (4, True)])
def test_or_is_overrun(face: int, lives: bool) -> None:
    f = Field()
    i, j = horse(f, 8)
    k = f.general("red", 33, 13)
    friend = f.unit("red", "heavy_horse", 39, 13, "south")
    f.order(Act.NO)
    f.dice(face, 5)
    charges.charge(f.b, i, j, False)
    g = f.b.leaders[k]
    assert g.alive == lives
    assert (g.attached, g.spent) == ((friend, True) if lives else (-1, False))
    f.used_up()


@pytest.mark.rule("FH-R83")
@pytest.mark.parametrize(("x", "y"), [(35.01, 12), (33, 8.9), (33, 30)])
def test_not_beside_behind_or_beyond_the_path(x: float, y: float) -> None:
    f = Field()
    i, j = horse(f, 8)
    k, own = f.general("red", x, y), f.general("blue", 33, 15)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.b.leaders[k].alive and f.b.leaders[own].alive
    assert not f.events(Ev.OVERRUN)
    f.used_up()


@pytest.mark.rule("FH-R83")
def test_a_charge_that_runs_on_overruns_him_too() -> None:
    f = Field()
    i, j = horse(f, 6.01, blue="heavy_horse")
    k = f.general("red", 26.5, 20)  # behind the line that falls back
    f.order(Act.INFLUENCE, how=0)
    f.dice(1, 2)
    charges.charge(f.b, i, j, False)
    assert not f.b.leaders[k].alive
    f.used_up()


@pytest.mark.rule("FH-R83", "FH-049")
def test_so_does_one_that_catches_its_quarry() -> None:
    f = Field()
    j = f.unit("red", "light", 30, 16, "south", formation="extended")
    i = f.unit("blue", "light_horse", 30, 10)
    k = f.general("red", 30, 20)
    f.order(Act.YES)
    f.dice(2)
    charges.charge(f.b, i, j, False)
    assert f.u(j).caught and f.u(i).in_contact
    assert not f.b.leaders[k].alive
    f.used_up()


@pytest.mark.rule("FH-R83", "FH-051")
def test_an_attached_general_neither_shelters_nor_is_overrun() -> None:
    f = Field()
    j = f.unit("red", "line", 30, 20, "south", grade="militia")
    i = f.unit("blue", "light_horse", 30, 10)
    k = f.general("red", attached=j)
    f.b.leaders[k].x, f.b.leaders[k].y = 32.0, 14.0
    f.order(Act.INFLUENCE, how=0)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.b.leaders[k].alive and f.b.leaders[k].attached == j
    f.used_up()


@pytest.mark.rule("FH-051")
def test_he_may_shelter_with_the_very_unit_that_is_charged() -> None:
    f = Field()
    j = f.unit("red", "line", 30, 20, "south", grade="militia")  # the first in the list
    i = f.unit("blue", "light_horse", 30, 10)
    k = f.general("red", 30, 17)
    f.order(Act.SHELTER, -1, j)
    f.order(Act.INFLUENCE, how=0)
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.b.leaders[k].attached == j == 0
    f.used_up()


@pytest.mark.rule("FH-R83")
def test_a_counter_charge_overruns_him_too() -> None:
    f = Field()
    i, j = horse(f, 8, "heavy_horse", grade="regular")
    k = f.general("blue", 33, 16)
    f.dice(6, 1)
    charges.charge(f.b, i, j, False)
    assert not f.b.leaders[k].alive
    f.used_up()


# A rally of seven


def eager(f: Field, troop: str = "line", **more: Any) -> int:
    """A blue unit that will rally with a seven."""
    f.dice(6)
    return f.unit("blue", troop, 30, 10, marker=True, disordered=True, **more)


@pytest.mark.rule("FH-053", "FH-R75")
def test_a_rally_of_seven_charges_at_once() -> None:
    f = Field()
    i = eager(f)
    j = facing(f, i, 6, "line")
    f.dice(5)
    sequence.rally_side(f.b, 0)  # nobody is asked
    assert f.u(i).in_contact and f.u(i).charging and f.u(i).target == j and f.u(i).impetuous
    assert (f.one(Ev.IMPETUOUS).rule, f.one(Ev.IMPETUOUS).other) == (53, j)
    f.used_up()


@pytest.mark.rule("FH-053", "FH-R75")
@pytest.mark.parametrize("premeasure", ["true", "false"])
def test_only_if_an_enemy_is_within_one_charge_move(premeasure: str) -> None:
    f = Field(premeasure=premeasure)
    i = eager(f)
    facing(f, i, 6.01, "line")
    sequence.rally_side(f.b, 0)
    assert not f.u(i).charging and not f.u(i).moved and not f.u(i).impetuous
    assert f.u(i).leave == Leave.FULL  # a full move instead
    assert rule(f.check(MOVE, Act.MOVE, i, x=30, y=14)) == ""
    f.used_up()


@pytest.mark.rule("FH-R75")
@pytest.mark.parametrize("nearer", [0, 1])
def test_at_the_nearest(nearer: int) -> None:
    f = Field()
    i = eager(f, formation="column")
    foes = [
        f.unit("red", "line", 26, 17, "south", grade="militia", figures=9),
        f.unit("red", "line", 34, 17, "south", grade="militia", figures=9),
    ]
    f.u(foes[nearer]).y = 16
    f.dice(5)
    sequence.rally_side(f.b, 0)
    assert f.u(i).target == foes[nearer]
    f.used_up()


@pytest.mark.rule("FH-R75")
def test_infantry_never_at_cavalry_and_nobody_behind_it() -> None:
    f = Field()
    i = eager(f)
    facing(f, i, 3, "light_horse")
    f.unit("red", "line", 30, 6)
    sequence.rally_side(f.b, 0)
    assert not f.u(i).charging
    f.used_up()


@pytest.mark.rule("FH-R75", "FH-R19")
def test_a_formation_that_cannot_charge_does_not() -> None:
    f = Field()
    i = eager(f, formation="march")
    facing(f, i, 3, "line")
    sequence.rally_side(f.b, 0)
    assert not f.u(i).charging and f.u(i).leave == Leave.FULL
    f.used_up()


@pytest.mark.rule("FH-R75")
def test_a_plain_charge_is_not_impetuous_unless_the_option_says_so() -> None:
    for option, impetuous in (("rally7", False), ("any_charge", True)):
        f = Field(impetuous=option)
        i, j = foot(f, 3)
        f.dice(5)
        charges.charge(f.b, i, j, False)
        assert f.u(i).impetuous == impetuous
