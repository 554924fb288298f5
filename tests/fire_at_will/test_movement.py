"""Allowances, manoeuvres, slow ground, friends and the table's edge, halts and orders."""

from __future__ import annotations

from math import pi, sqrt

import pytest

from grognard.books.fire_at_will import acting, charms, movement
from grognard.books.fire_at_will.state import Deed, Edge, Nerve, Orders, Posted, Spell

from .doing import go, next_turn, no
from .field import NOBODY, Act, AskKind, Ev, Field, order, rule

HALF = sqrt(0.5)


def at(f: Field, n: int) -> tuple[float, float]:
    return f.u(n).x, f.u(n).y


def near(*wanted: float) -> object:
    return pytest.approx(wanted, abs=1e-5)


# Allowances


@pytest.mark.rule("FW-023", "FW-024", "FW-025", "FW-026", "FW-027", "FW-028", "FW-029", "FW-001")
@pytest.mark.parametrize(
    ("figure", "inches"),
    [
        ("axemen", 4),
        ("skirmishers", 4),
        ("crossbowmen", 4),
        ("goblins", 4),
        ("orc_infantry", 4),
        ("ogres", 4),
        ("behemoth", 4),
        ("men_at_arms", 3),
        ("undead", 3),
        ("trolls", 3),
        ("outriders", 7),
        ("wolf_riders", 7),
        ("orc_chariot", 7),
        ("dragon", 7),
        ("knights", 5),
        ("giant", 5),
        ("bombard", 2),
        ("cart", 2),
        ("leader", 4),
        ("orc_leader_on_wolf", 7),
        ("champion", 5),
        ("wizard", 4),
        ("pikemen", 3),
    ],
)
def test_each_sort_moves_up_to_its_allowance_and_no_farther(figure: str, inches: float) -> None:
    f = Field()
    n = f.formation("blue", figure, 24, 10)
    f.ready()
    assert movement.allowance(f.b, n) == inches
    assert no(f, Act.ADVANCE, actor=n, x=inches + 0.02) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=inches)
    assert at(f, n) == near(24, 10 + inches)
    assert f.one(Ev.ADVANCED).d == pytest.approx(inches)
    assert no(f, Act.ADVANCE, actor=n, x=0.1) == "FW-023"


@pytest.mark.rule("FW-023", "FW-R19")
def test_a_move_may_be_made_in_parts_and_equality_is_within() -> None:
    f = Field()
    n = f.formation("blue", "outriders", 24, 10)
    f.ready()
    go(f, Act.ADVANCE, actor=n, x=3.5)
    assert movement.left_to_move(f.b, n) == 3.5  # half of seven is not rounded
    assert no(f, Act.ADVANCE, actor=n, x=3.52) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=3.505)  # the tolerance


@pytest.mark.rule("FW-017", "FW-018", "FW-023")
def test_any_order_of_formations_but_one_at_a_time() -> None:
    f = Field()
    one, two = f.formation("blue", "axemen", 10, 10), f.formation("blue", "axemen", 20, 10)
    enemy = f.formation("red", "axemen", 24, 40, "south")
    f.ready()
    go(f, Act.ADVANCE, actor=two, x=1)
    go(f, Act.ADVANCE, actor=one, x=1)
    assert no(f, Act.ADVANCE, actor=two, x=1) == "FW-023"  # its move was over when the other was taken up
    assert f.refused(f.action("blue"), Act.ADVANCE, actor=enemy, x=1) == "FW-017"
    assert f.u(one).moved and f.u(two).moved and f.u(two).done


@pytest.mark.rule("FW-R05", "FW-R06", "FW-005")
def test_a_mixed_formation_moves_as_its_slowest_base() -> None:
    f = Field()
    orcs = f.formation("blue", ["orc_infantry", "command_element", "orc_infantry"], 24, 10)
    riders = f.formation("blue", "outriders", 10, 10, strips=3)
    assert movement.allowance(f.b, orcs) == 3
    assert movement.allowance(f.b, riders) == 7
    f.character("blue", "champion", attached=riders)
    assert movement.allowance(f.b, riders) == 5


@pytest.mark.rule("FW-R20")
@pytest.mark.parametrize(
    ("spells", "inches"), [((Spell.FLASH,), 8), ((Spell.GO_SLOW,), 2), ((Spell.FLASH, Spell.GO_SLOW), 4)]
)
def test_spells_change_the_allowance_first_and_cancel(spells: tuple[Spell, ...], inches: float) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10)
    for spell in spells:
        charms.add_charm(f.b, spell, NOBODY, n, NOBODY, 1)
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=inches + 0.1) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=inches)


# Manoeuvres


@pytest.mark.rule("FW-R17")
def test_a_wheel_is_measured_at_the_outer_front_corner() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    f.ready()
    go(f, Act.WHEEL, actor=n, fx=1.0, fy=0.0)  # to the right, about (25, 10): two inches of radius
    assert at(f, n) == near(25, 11)
    assert (f.u(n).fx, f.u(n).fy) == (1.0, 0.0)
    assert f.one(Ev.WHEELED).d == pytest.approx(pi)
    assert f.u(n).spent == pytest.approx(pi)
    assert no(f, Act.WHEEL, actor=n, fx=0.0, fy=1.0) == "FW-023"  # another would be too much


@pytest.mark.rule("FW-R17")
def test_a_wheel_to_the_left_is_about_the_left_corner_and_the_character_counts_in_the_width() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    f.character("blue", "leader", attached=n, post="left")
    f.ready()
    go(f, Act.WHEEL, actor=n, fx=-HALF, fy=HALF)
    assert f.one(Ev.WHEELED).d == pytest.approx(2.5 * pi / 4)
    left = f.c(f.u(n).character)
    corner = left.x - left.fx * 0 - 0.25 * left.fy + 0.25 * left.fx, left.y + 0.25 * left.fx + 0.25 * left.fy
    assert corner == near(22.5, 10)


@pytest.mark.rule("FW-R17")
@pytest.mark.parametrize(
    ("edge", "facing", "place"),
    [(Edge.RIGHT, (1, 0), (24.5, 9.5)), (Edge.REAR, (0, -1), (24, 9)), (Edge.LEFT, (-1, 0), (23.5, 9.5))],
)
def test_a_turn_in_place_costs_half(
    edge: Edge, facing: tuple[float, float], place: tuple[float, float]
) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=6, files=3)
    leading = f.members(n)[:3]
    f.ready()
    go(f, Act.TURN, actor=n, how=edge)
    assert (f.u(n).fx, f.u(n).fy) == facing
    assert at(f, n) == near(*place)
    assert f.u(n).spent == 2 and f.members(n)[:3] == leading
    assert f.u(n).moved  # a change of facing is a move
    go(f, Act.ADVANCE, actor=n, x=2)
    assert no(f, Act.TURN, actor=n, how=edge) == "FW-R17"


@pytest.mark.rule("FW-R17")
def test_changing_files_costs_half_and_keeps_the_middle_of_the_front() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=6, files=3)
    f.ready()
    assert no(f, Act.RESHAPE, actor=n, other=7) == "FW-R17"
    assert no(f, Act.RESHAPE, actor=n, other=3) == "FW-R17"
    go(f, Act.RESHAPE, actor=n, other=2)
    assert (f.u(n).files, f.u(n).ranks, f.u(n).spent) == (2, 3, 2)
    assert [f.s(n, k).y for k in (0, 2, 4)] == [9.75, 9.25, 8.75]
    event = f.one(Ev.RESHAPED)
    assert (event.a, event.b) == (2, 3)


@pytest.mark.rule("FW-R17")
def test_by_option_turning_and_changing_shape_cost_nothing() -> None:
    f = Field(manoeuvre="free")
    n = f.formation("blue", "axemen", 24, 20, strips=6, files=3)
    f.ready()
    for edge in (Edge.RIGHT, Edge.REAR):
        go(f, Act.TURN, actor=n, how=edge)
    go(f, Act.RESHAPE, actor=n, other=6)
    assert f.u(n).spent == 0
    go(f, Act.ADVANCE, actor=n, x=4)


@pytest.mark.rule("FW-R17")
@pytest.mark.parametrize(
    ("act", "x", "place"),
    [
        (Act.BACK, 2.0, (24, 8)),
        (Act.SIDESTEP, 2.0, (26, 10)),
        (Act.SIDESTEP, -2.0, (22, 10)),
    ],
)
def test_steps_back_and_to_the_side_are_at_half_speed(act: Act, x: float, place: tuple[float, float]) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    f.ready()
    assert no(f, act, actor=n, x=x * 1.02) == "FW-023"
    go(f, act, actor=n, x=x)
    assert at(f, n) == near(*place) and (f.u(n).fx, f.u(n).fy) == (0, 1)
    assert f.u(n).spent == pytest.approx(4)


@pytest.mark.rule("FW-R17")
@pytest.mark.parametrize("figure", ["hero", "giant", "trolls"])
def test_single_models_turn_free_and_march_anywhere(figure: str) -> None:
    f = Field()
    n = f.formation("blue", figure, 24, 10)
    f.ready()
    s = f.s(n, 0)
    reach = movement.allowance(f.b, n)
    x, y = s.x + reach * 0.6, s.y - reach * 0.8  # back and to the right
    assert no(f, Act.MARCH, actor=n, x=x + 0.1, y=y, fx=1.0, fy=0.0) == ""  # the place is the front edge's
    go(f, Act.MARCH, actor=n, x=x + s.depth / 2, y=y, fx=1.0, fy=0.0)
    assert (s.x, s.y, s.fx, s.fy) == near(x, y, 1, 0)
    assert f.u(n).spent == pytest.approx(reach)
    go(f, Act.TURN, actor=n, how=Edge.REAR)
    assert no(f, Act.ADVANCE, actor=n, x=0.1) == "FW-023"


@pytest.mark.rule("FW-R17")
def test_a_formation_does_not_march_anywhere() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    f.ready()
    assert no(f, Act.MARCH, actor=n, x=24, y=11, fx=0.0, fy=1.0) == "FW-R17"


@pytest.mark.rule("FW-R10")
def test_formations_neither_split_nor_merge() -> None:
    f = Field()
    one = f.formation("blue", "axemen", 24, 10, strips=2)
    two = f.formation("blue", "axemen", 27, 10, strips=2)
    f.ready()
    joins = f.refused(f.action("blue"), Act.JOIN, actor=f.strip(one, 0), other=two, how=Posted.LEFT)
    leaves = f.refused(f.action("blue"), Act.DETACH, actor=f.strip(one, 0), x=24, y=12)
    assert (joins, leaves) == ("FW-R10", "FW-R10")


# Slow ground


@pytest.mark.rule("FW-035", "FW-R20")
@pytest.mark.parametrize(("wood_from", "reach"), [(10, 2.0), (12, 3.0), (13.5, 3.75), (20, 4.0)])
def test_each_inch_in_a_wood_costs_two(wood_from: float, reach: float) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    f.terrain("wood", rectangle=(20, wood_from, 28, 30))
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=reach + 0.02) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=reach)
    assert f.u(n).spent == pytest.approx(4)
    assert movement.straight_reach(f.b, n, 0.0, 1.0, 0.0) == 0


@pytest.mark.rule("FW-R20")
def test_any_part_of_any_strip_in_the_wood_slows_all() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=6, files=1)  # three inches deep
    f.terrain("wood", rectangle=(24.4, 7.5, 28, 8))  # only the right ends of the rear ranks are in it
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=3.5) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=3)  # one inch until the last strip is out of it, then two


@pytest.mark.rule("FW-038", "FW-039", "FW-036", "FW-R23", "FW-R24", "FW-R25", "FW-035")
@pytest.mark.parametrize(
    ("figure", "share"),
    [
        ("elf_infantry", 1.0),
        ("elf_archers", 1.0),
        ("trolls", 1.0),
        ("dragon", 1.0),
        ("giant", 0.5),
        ("ogres", 0.5),
    ],
)
def test_who_is_slowed_by_woods(figure: str, share: float) -> None:
    f = Field()
    n = f.formation("blue", figure, 24, 10)
    f.terrain("wood", rectangle=(20, 5, 28, 30))
    f.ready()
    reach = movement.allowance(f.b, n) * share
    assert no(f, Act.ADVANCE, actor=n, x=reach + 0.02) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=reach)


@pytest.mark.rule("FW-R30")
@pytest.mark.parametrize("kind", ["scree", "undergrowth"])
def test_scree_and_undergrowth_slow_even_elves(kind: str) -> None:
    f = Field()
    n = f.formation("blue", "elf_infantry", 24, 10)
    f.terrain(kind, rectangle=(20, 5, 28, 30))
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=2.02) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=2)


@pytest.mark.rule("FW-R30")
def test_a_road_changes_nothing() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10)
    f.terrain("wood", rectangle=(20, 5, 28, 30))
    f.terrain("road", line=[(24, 5), (24, 30)], width=3)
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=2.02) == "FW-023"


@pytest.mark.rule("FW-R25")
@pytest.mark.parametrize(
    ("figure", "kind", "refused"),
    [
        ("axemen", "dense_forest", "FW-R25"),
        ("giant", "dense_forest", "FW-R25"),
        ("elf_infantry", "dense_forest", ""),
        ("trolls", "dense_forest", ""),
        ("orc_chariot", "wood", "FW-R25"),
        ("bombard", "wood", "FW-R25"),
        ("cart", "wood", "FW-R25"),
        ("orc_war_wagon", "wood", "FW-R25"),
        ("axemen", "wood", ""),
    ],
)
def test_dense_forest_and_wheels_in_woods(figure: str, kind: str, refused: str) -> None:
    f = Field()
    n = f.formation("blue", figure, 24, 10)
    f.terrain(kind, rectangle=(20, 11, 28, 20))
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=1.5) == refused
    assert no(f, Act.ADVANCE, actor=n, x=0.9) == ""


@pytest.mark.rule("FW-036", "FW-R23", "FW-R25")
def test_dragons_fly_over_forest_buildings_and_troops_but_land_clear() -> None:
    f = Field()
    dragon = f.formation("blue", "dragon", 24, 10)
    f.terrain("dense_forest", rectangle=(20, 10.5, 28, 11.5))
    f.terrain("building", rectangle=(22, 12, 26, 13))
    foot = f.formation("red", "axemen", 24, 14, "south", strips=3)
    f.ready()
    assert no(f, Act.ADVANCE, actor=dragon, x=2.5) == "FW-R29"  # on the building
    assert no(f, Act.ADVANCE, actor=dragon, x=5) == "FW-R29"  # on the enemy
    assert no(f, Act.ADVANCE, actor=dragon, x=6.0) == "FW-R18"  # its rear would touch them: that is a charge
    go(f, Act.ADVANCE, actor=dragon, x=6.5)
    assert f.u(dragon).y == 16.5 and f.u(foot).y == 14


@pytest.mark.rule("FW-R23")
def test_by_option_dragons_only_fly_over_walls_and_streams() -> None:
    f = Field(dragon_flies_over_all="false")
    dragon = f.formation("blue", "dragon", 24, 10)
    f.terrain("wall", line=[(20, 10.5), (28, 10.5)])
    f.terrain("stream", line=[(20, 11), (28, 11)], width=0.5)
    f.terrain("wood", rectangle=(20, 12, 28, 13))
    f.formation("blue", "axemen", 24, 14.9)  # its rear is 4.4 inches off
    f.ready()
    assert no(f, Act.ADVANCE, actor=dragon, x=4.6) == "FW-023"  # 2.5 inches of it are in the wood
    assert no(f, Act.ADVANCE, actor=dragon, x=4.45) == "FW-R28"
    go(f, Act.ADVANCE, actor=dragon, x=4.35)


@pytest.mark.rule("FW-034", "FW-R26")
def test_uphill_is_half_speed_downhill_is_not() -> None:
    f = Field()
    up = f.formation("blue", "axemen", 24, 18, strips=1)
    f.terrain("hill", rectangle=(20, 20, 28, 26), crest=(24, 23))
    f.ready()
    assert no(f, Act.ADVANCE, actor=up, x=3.02) == "FW-023"  # two on the flat, one up the slope
    go(f, Act.ADVANCE, actor=up, x=3)
    next_turn(f)
    go(f, Act.ADVANCE, actor=up, x=2)
    next_turn(f)  # its middle is at y = 22.75: a quarter of an inch more, then down
    assert no(f, Act.ADVANCE, actor=up, x=3.78) == "FW-023"
    go(f, Act.ADVANCE, actor=up, x=3.74)


@pytest.mark.rule("FW-R26")
def test_along_a_slope_is_full_speed() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 20.5, "east")
    f.terrain("hill", rectangle=(10, 18, 38, 30), crest=(20, 24))  # the crest is behind it
    f.ready()
    go(f, Act.ADVANCE, actor=n, x=4)


@pytest.mark.rule("FW-R20")
@pytest.mark.parametrize(("stack", "reach"), [("false", 2.0), ("true", 1.0)])
def test_two_reasons_on_one_inch(stack: str, reach: float) -> None:
    f = Field(stack_slow_terrain=stack)
    n = f.formation("blue", "axemen", 24, 18)
    f.terrain("hill", rectangle=(20, 15, 28, 30), crest=(24, 25))
    f.terrain("wood", rectangle=(20, 15, 28, 30))
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=reach + 0.02) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=reach)


@pytest.mark.rule("FW-R20", "FW-R17")
def test_a_wheel_in_a_wood_costs_double_and_a_step_back_no_more_than_double() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 18, strips=1)
    f.terrain("wood", rectangle=(20, 10, 28, 30))
    f.ready()
    go(f, Act.WHEEL, actor=n, fx=HALF, fy=HALF)
    assert f.u(n).spent == pytest.approx(2 * pi / 4)
    left = movement.left_to_move(f.b, n)
    go(f, Act.BACK, actor=n, x=left / 2)
    assert f.u(n).spent == pytest.approx(4)


# Friends, enemies, the edge of the table


@pytest.mark.rule("FW-R28")
def test_characters_pass_through_friends_and_formations_do_not() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    hero = f.home(f.character("blue", "hero", 24, 9))
    f.formation("blue", "axemen", 24, 11.5, strips=3)
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=2) == "FW-R28"
    assert no(f, Act.ADVANCE, actor=hero, x=2.2) == "FW-R29"  # he may not stop on them
    go(f, Act.ADVANCE, actor=hero, x=3.1)


@pytest.mark.rule("FW-R18", "FW-R28")
def test_a_move_that_ends_in_contact_is_a_charge_and_no_mere_advance() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    f.formation("red", "axemen", 24, 13, "south", strips=2)
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=3) == "FW-R18"
    assert no(f, Act.ADVANCE, actor=n, x=4) == "FW-R18"
    go(f, Act.ADVANCE, actor=n, x=2.95)


@pytest.mark.rule("FW-R29")
@pytest.mark.parametrize(("act", "x"), [(Act.ADVANCE, 2.1), (Act.SIDESTEP, 0.6)])
def test_only_routers_leave_the_table(act: Act, x: float) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 47, 46, strips=1)
    f.ready()
    assert no(f, act, actor=n, x=x) == "FW-R29"


@pytest.mark.rule("FW-R28", "FW-R17")
def test_a_wheel_needs_room_all_the_way() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    f.formation("blue", "axemen", 24, 11.6, strips=1)  # in the way of the outer corner, not at the end of it
    f.ready()
    assert no(f, Act.WHEEL, actor=n, fx=1.0, fy=0.0) == "FW-R28"
    assert no(f, Act.WHEEL, actor=n, fx=0.0, fy=1.0) == "FW-R17"  # no turn at all
    assert no(f, Act.WHEEL, actor=n, fx=3.0, fy=0.0) == "FW-R17"


# Bound by nerve, orders, words and spells


@pytest.mark.rule("FW-140", "FW-R31")
def test_a_halted_formation_goes_no_nearer_to_any_enemy() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2, nerve=int(Nerve.HALTED))
    enemy = f.formation("red", "axemen", 24, 30, "south", strips=2)
    f.formation("red", "axemen", 24, 2, strips=2)
    f.ready()
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-140"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == pytest.approx((19, 20))
    assert no(f, Act.BACK, actor=n, x=1) == "FW-140"  # the other enemy is behind it
    go(f, Act.SIDESTEP, actor=n, x=1)
    assert no(f, Act.CHARGE, actor=n, other=enemy) == "FW-140"


@pytest.mark.rule("FW-140", "FW-R31")
def test_it_may_go_back_turn_and_near_what_it_does_not_see() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2, nerve=int(Nerve.HALTED))
    f.formation("red", "axemen", 24, 30, "south", strips=2)
    f.ready()
    assert no(f, Act.BACK, actor=n, x=2) == ""
    assert no(f, Act.TURN, actor=n, how=Edge.REAR) == ""
    f.terrain("building", rectangle=(10, 18, 38, 22))
    assert no(f, Act.ADVANCE, actor=n, x=1) == ""


@pytest.mark.rule("FW-021", "FW-R14")
def test_what_orders_bind() -> None:
    f = Field(orders="on")
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    enemy = f.formation("red", "axemen", 24, 13, "south", strips=2)
    f.ready()
    f.u(n).orders = int(Orders.HOLD)
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-R14"
    f.u(n).orders = int(Orders.ADVANCE)
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R14"
    assert no(f, Act.ADVANCE, actor=n, x=1) == ""
    assert no(f, Act.DONE, actor=n) == ""
    f.u(n).orders = int(Orders.CHARGE)
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-R14"
    assert no(f, Act.DONE, actor=n) == "FW-R14"
    go(f, Act.CHARGE, actor=n, other=enemy, fy=1.0)
    assert no(f, Act.DONE, actor=n) == ""


@pytest.mark.rule("FW-R14")
def test_ordered_to_charge_and_too_far_off_it_goes_no_farther_from_the_enemy() -> None:
    f = Field(orders="on")
    n = f.formation("blue", "axemen", 24, 10, strips=2, orders=int(Orders.CHARGE))
    f.formation("red", "axemen", 24, 23, "south", strips=2)
    f.ready()
    assert no(f, Act.BACK, actor=n, x=1) == "FW-R14"
    assert no(f, Act.DONE, actor=n) == ""
    go(f, Act.ADVANCE, actor=n, x=4)


@pytest.mark.rule("FW-061", "FW-067", "FW-070", "FW-087", "FW-R40", "FW-R88", "FW-R98")
@pytest.mark.parametrize(
    ("deed", "refused"),
    [(Deed.SPEECH, "FW-061"), (Deed.INSULT, "FW-061"), (Deed.CAST, "FW-067"), (Deed.MEDITATE, "FW-070")],
)
def test_who_speaks_or_casts_keeps_his_formation_where_it_is(deed: Deed, refused: str) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    hero = f.character("blue", "hero", attached=n)
    f.ready()
    f.c(hero).deed = int(deed)
    assert no(f, Act.ADVANCE, actor=n, x=1) == refused
    f.c(hero).deed = int(Deed.NONE)
    charms.add_charm(f.b, Spell.FREEZE, NOBODY, n, NOBODY, 3)
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-087"


# Moved by magic


def begone(f: Field, n: int, act: Act, **given: object) -> str:
    ask = f.ask(AskKind.FORCED, "blue", n, 0)
    return rule(type(f).legal(f.b, ask, order(act, n, **given)))  # type: ignore[arg-type]


@pytest.mark.rule("FW-080", "FW-R93")
def test_a_forced_move_obeys_the_rules_of_movement() -> None:
    f = Field()
    mage = f.home(f.character("blue", "wizard", 24, 10))
    n = f.formation("red", "axemen", 24, 14, "south", strips=2)
    far = f.formation("red", "axemen", 40, 47.5, "south", strips=2)
    f.ready()
    assert begone(f, n, Act.DONE) == ""
    assert begone(f, n, Act.ADVANCE, x=4.0) == "FW-R18"  # into contact with nobody
    assert begone(f, n, Act.BACK, x=2.1) == "FW-023"
    assert begone(f, far, Act.BACK, x=0.5) == "FW-R29"
    assert begone(f, n, Act.CHARGE, other=mage) == "FW-R93"
    assert begone(f, n, Act.ADVANCE, x=3.9) == ""
    assert rule(type(f).legal(f.b, f.ask(AskKind.FORCED, "blue", n, 0), order(Act.ADVANCE, far, x=1.0))) == (
        "FW-R93"
    )


@pytest.mark.rule("FW-R93")
def test_a_forced_move_is_an_extra_move_for_one_that_has_moved_and_takes_nobody_out_of_hand() -> None:
    f = Field()
    mine = f.formation("blue", "axemen", 10, 10, strips=2)
    n = f.formation("red", "axemen", 24, 24, "south", strips=2)
    f.ready()
    f.action("blue", mine)
    assert begone(f, n, Act.ADVANCE, x=4.0) == ""
    acting.act(f.b, order(Act.ADVANCE, n, x=4.0))
    assert f.u(n).y == 20 and f.u(n).moved
    assert f.b.mover == mine and not f.u(mine).done
    f.u(n).done = True  # an obstacle would have stopped it
    assert begone(f, n, Act.ADVANCE, x=1.0) == "FW-023"


@pytest.mark.rule("FW-R114")
def test_a_march_that_comes_upon_hidden_troops_is_over() -> None:
    """As a charge that falls short is: it cannot be ordered on again, inch by inch, on the spot."""
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=3, files=3)
    f.formation("red", "goblins", 20, 21, "south", strips=3, files=3, hidden=True)
    f.ready()
    go(f, Act.ADVANCE, actor=men, x=4.0)
    assert f.u(men).done and 20.5 < f.u(men).y < 21.0
