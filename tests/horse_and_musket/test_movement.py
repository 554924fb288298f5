"""Movement: rates, forward and half moves, guns, ground, roads, buildings, generals, who is in the way."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin
from typing import Any

import pytest

from grognard.books.horse_and_musket import firing, sequence, units
from grognard.books.horse_and_musket.movement import allowance
from grognard.books.horse_and_musket.state import Formation, Leave, Lost
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, place, rule

MOVE = Ask(AskKind.MOVE, 0, -1, -1)
GENERAL = Ask(AskKind.GENERAL, 0, -1, -1)
NAN, INF = float("nan"), float("inf")


def ahead(f: Field, i: int, inches: float, degrees: float = 0.0) -> str:
    """The rule against a forward move so far, so many degrees to the right of the front; or nothing."""
    u = f.u(i)
    dx = u.fx * cos(radians(degrees)) + u.fy * sin(radians(degrees))
    dy = u.fy * cos(radians(degrees)) - u.fx * sin(radians(degrees))
    return rule(f.check(MOVE, Act.MOVE, i, x=u.x + dx * inches, y=u.y + dy * inches))


def half(f: Field, i: int, dx: float, dy: float, fx: float = 0.0, fy: float = 1.0) -> str:
    """The rule against a half move by so much, to that facing; or nothing."""
    u = f.u(i)
    return rule(f.check(MOVE, Act.HALF_MOVE, i, x=u.x + dx, y=u.y + dy, fx=fx, fy=fy))


def gun(f: Field, i: int, dx: float, dy: float, fx: float = 0.0, fy: float = 1.0) -> str:
    u = f.u(i)
    return rule(f.check(MOVE, Act.MOVE, i, x=u.x + dx, y=u.y + dy, fx=fx, fy=fy))


def just(f: Field, i: int, inches: float, against: str = "FH-019") -> None:
    """That far and not a hundredth farther."""
    assert ahead(f, i, inches) == ""
    assert ahead(f, i, inches + 0.01) == against
    assert f.b.refusal.asked > f.b.refusal.allowed


# Rates

RATES = [
    ("line", "line", 6.0),
    ("line", "column", 9.0),
    ("light", "extended", 9.0),
    ("line", "march", 12.0),
    ("heavy_horse", "line", 12.0),
    ("armoured_horse", "squadrons", 12.0),
    ("light_horse", "line", 15.0),
    ("lancers", "squadrons", 15.0),
    ("heavy_horse", "march", 15.0),
    ("light_horse", "march", 18.0),
    ("heavy_guns", "battery", 6.0),
    ("field_guns", "battery", 9.0),
    ("horse_guns", "battery", 12.0),
]


@pytest.mark.rule("FH-019", "FH-026")
@pytest.mark.parametrize(("troop", "formation", "inches"), RATES)
def test_a_unit_moves_up_to_its_rate(troop: str, formation: str, inches: float) -> None:
    f = Field()
    just(f, f.unit("blue", troop, 30, 10, formation=formation), inches)
    assert f.b.refusal.allowed == inches


@pytest.mark.rule("FH-031")
@pytest.mark.parametrize(
    ("troop", "plain"), [("heavy_horse", 12.0), ("light_horse", 15.0), ("lancers", 15.0)]
)
def test_cavalry_in_march_column_gains_three_inches_off_the_road_too(troop: str, plain: float) -> None:
    f = Field()
    just(f, f.unit("blue", troop, 30, 10, formation="march"), plain + 3)


@pytest.mark.rule("FH-021")
def test_a_forward_move_ends_facing_along_it() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation="march")
    assert ahead(f, i, 5, 30) == ""
    sequence.move_unit(f.b, place(Act.MOVE, i, 30 + 2.5, 10 + 5 * cos(pi / 6)))
    u = f.u(i)
    assert (u.fx, u.fy) == pytest.approx((0.5, cos(pi / 6)))
    assert (u.x, u.y) == (32.5, 10 + 5 * cos(pi / 6))
    assert f.one(Ev.MOVED).rule == 21


@pytest.mark.rule("FH-021", "FH-R09")
@pytest.mark.parametrize(
    ("degrees", "against"),
    [(0, ""), (44.9, ""), (45, ""), (-45, ""), (45.1, "FH-R09"), (-46, "FH-R09"), (180, "FH-R09")],
)
def test_forward_is_within_45_degrees_of_the_front(degrees: float, against: str) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, "west", formation="column")
    assert ahead(f, i, 2, degrees) == against


@pytest.mark.rule("FH-020", "FH-R09")
@pytest.mark.parametrize("degrees", [10, 30, -45])
def test_the_outer_front_corner_limits_a_wheel(degrees: float) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)  # 6 by 1.5
    chord = 2 * hypot(3, 0.75) * sin(radians(abs(degrees)) / 2)
    assert ahead(f, i, 6 - chord, degrees) == ""
    assert ahead(f, i, 6 - chord + 0.01, degrees) == "FH-019"
    assert f.b.refusal.asked == pytest.approx(6.01)


@pytest.mark.rule("FH-021")
def test_a_forward_move_goes_somewhere() -> None:
    f = Field()
    assert ahead(f, f.unit("blue", "line", 30, 20), 0) == "FH-021"


# Half moves


@pytest.mark.rule("FH-022", "FH-R10")
@pytest.mark.parametrize(
    ("troop", "formation", "inches"),
    [
        ("line", "line", 3.0),
        ("line", "column", 4.5),
        ("line", "march", 6.0),
        ("heavy_horse", "line", 6.0),
        ("light_horse", "line", 7.5),
    ],
)
@pytest.mark.parametrize(("dx", "dy"), [(1.0, 0.0), (-0.6, -0.8), (0.0, -1.0)])
def test_any_direction_at_half_the_rate(
    troop: str, formation: str, inches: float, dx: float, dy: float
) -> None:
    f = Field()
    i = f.unit("blue", troop, 30, 24, formation=formation)
    assert half(f, i, dx * inches, dy * inches) == ""
    assert half(f, i, dx * (inches + 0.01), dy * (inches + 0.01)) == "FH-022"


@pytest.mark.rule("FH-023")
def test_outside_its_front_a_unit_keeps_its_facing_at_half_rate() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 24)
    assert half(f, i, 3, 0) == ""
    sequence.move_unit(f.b, place(Act.HALF_MOVE, i, 33, 24))
    assert (f.u(i).x, f.u(i).fx, f.u(i).fy) == (33, 0, 1)
    assert f.one(Ev.MOVED).rule == 22


@pytest.mark.rule("FH-022", "FH-R10")
def test_a_half_move_may_end_with_any_facing() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 24, formation="march")
    assert half(f, i, -1, -1, 1.0, 0.0) == ""
    sequence.move_unit(f.b, place(Act.HALF_MOVE, i, 29, 23, 1.0, 0.0))
    assert (f.u(i).fx, f.u(i).fy) == (1, 0)


@pytest.mark.rule("FH-020", "FH-022")
def test_no_corner_goes_farther_than_half_the_rate() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 24)
    reach = 2 * hypot(3, 0.75)  # the circle its corners turn on
    for inches, against in ((2.99, ""), (3.01, "FH-022")):
        turn = 2 * inches / reach  # the sine of half the angle is half of this
        c, s = 1 - turn * turn / 2, turn * (1 - turn * turn / 4) ** 0.5
        assert half(f, i, 0, 0, s, c) == against
    assert half(f, i, 0, 0, 1, 0) == "FH-022"


@pytest.mark.rule("FH-020", "FH-022")
def test_men_may_face_about_where_they_stand() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 24)
    assert half(f, i, 0, 0, 0, -1) == ""
    assert half(f, i, 0, -3, 0, -1) == ""
    assert half(f, i, 0, -3.01, 0, -1) == "FH-022"


@pytest.mark.rule("FH-R10", "FH-012")
@pytest.mark.parametrize("first", [Act.MOVE, Act.HALF_MOVE])
def test_one_move_a_turn(first: Act) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    sequence.move_unit(f.b, place(first, i, 30, 21))
    assert ahead(f, i, 1) == "FH-019"
    assert half(f, i, 0, 1) == "FH-019"
    assert rule(f.check(MOVE, Act.FORM, i, 0, int(Formation.COLUMN), 30, 21)) == "FH-019"


# Guns


@pytest.mark.rule("FH-025")
@pytest.mark.parametrize(("dx", "dy"), [(0.0, -1.0), (1.0, 0.0), (-0.6, 0.8)])
@pytest.mark.parametrize(("fx", "fy"), [(0.0, 1.0), (0.0, -1.0), (0.8, 0.6)])
def test_artillery_goes_any_way_at_full_rate_to_any_facing(
    dx: float, dy: float, fx: float, fy: float
) -> None:
    f = Field()
    i = f.unit("blue", "field_guns", 30, 24)
    assert gun(f, i, 9 * dx, 9 * dy, fx, fy) == ""
    assert gun(f, i, 9.01 * dx, 9.01 * dy, fx, fy) == "FH-019"
    sequence.move_unit(f.b, place(Act.MOVE, i, 30 + 9 * dx, 24 + 9 * dy, fx, fy))
    assert (f.u(i).fx, f.u(i).fy) == (fx, fy)
    assert f.one(Ev.MOVED).rule == 25


@pytest.mark.rule("FH-025")
def test_artillery_needs_no_half_moves() -> None:
    f = Field()
    assert half(f, f.unit("blue", "field_guns", 30, 24), 1, 0) == "FH-019"


# Ground


@pytest.mark.rule("FH-027", "FH-R14")
@pytest.mark.parametrize("kind", ["wood", "rough", "marsh"])
def test_area_terrain_halves_speed(kind: str) -> None:
    f = Field()
    f.terrain(kind, rectangle=(20, 5, 40, 40))
    just(f, f.unit("blue", "line", 30, 10), 3.0)


@pytest.mark.rule("FH-027", "FH-R14")
def test_only_the_inches_in_it_cost_double() -> None:
    f = Field()
    f.terrain("rough", rectangle=(20, 12.75, 40, 40))
    just(f, f.unit("blue", "line", 30, 10), 4.0)  # 2 in the open, then 2 at double


@pytest.mark.rule("FH-R14")
def test_any_part_of_the_unit_in_it_is_enough() -> None:
    f = Field()
    f.terrain("wood", rectangle=(32.9, 5, 40, 40))
    just(f, f.unit("blue", "line", 30, 10), 3.0)
    just(f, f.unit("blue", "line", 29.85, 25), 6.0)  # its right corner is at 32.85


@pytest.mark.rule("FH-R14")
def test_a_hill_is_open_ground() -> None:
    f = Field()
    f.terrain("hill", circle=(30, 15, 6))
    just(f, f.unit("blue", "line", 30, 10), 6.0)


@pytest.mark.rule("FH-028", "FH-R14")
@pytest.mark.parametrize("kind", ["wall", "hedge", "stream", "fence", "earthworks"])
def test_a_linear_obstacle_costs_three_inches(kind: str) -> None:
    f = Field()
    f.terrain(kind, line=[(20, 12), (40, 12)])
    just(f, f.unit("blue", "line", 30, 10), 3.0)


@pytest.mark.rule("FH-028")
def test_up_to_it_costs_nothing_and_each_crossing_is_paid() -> None:
    f = Field()
    f.terrain("hedge", line=[(20, 12), (40, 12)])
    f.terrain("stream", line=[(20, 13), (40, 13)])
    line = f.unit("blue", "line", 30, 10)
    assert ahead(f, line, 1.25) == ""  # its front is at the hedge
    just(f, line, 2.25)  # over the hedge, up to the stream, which it cannot pay for
    f.u(line).y = 12.2
    just(f, line, 3.0)  # astride the hedge: only the stream is ahead
    f.u(line).lost = int(Lost.DESTROYED)
    just(f, f.unit("blue", "heavy_horse", 30, 10, formation="squadrons"), 6.0)


@pytest.mark.rule("FH-027", "FH-022")
def test_ground_counts_in_half_moves() -> None:
    f = Field()
    f.terrain("rough", rectangle=(20, 5, 40, 40))
    i = f.unit("blue", "line", 30, 20)
    assert half(f, i, 0, -1.5) == ""
    assert half(f, i, 0, -1.51) == "FH-022"


@pytest.mark.rule("FH-028", "FH-022")
def test_an_obstacle_counts_in_half_moves() -> None:
    f = Field()
    f.terrain("wall", line=[(20, 18), (40, 18)])
    horse = f.unit("blue", "light_horse", 30, 20, formation="squadrons")
    assert half(f, horse, 0, -4.5) == ""
    assert half(f, horse, 0, -4.51) == "FH-022"


@pytest.mark.rule("FH-019")
def test_the_ground_counts_for_guns_too() -> None:
    f = Field()
    f.terrain("rough", rectangle=(20, 5, 40, 40))
    i = f.unit("blue", "field_guns", 30, 20)
    assert gun(f, i, 4.5, 0) == ""
    assert gun(f, i, 4.51, 0) == "FH-019"


# Roads


def roads(**house: Any) -> Field:
    f = Field(**house)
    f.terrain("wood", rectangle=(10, 2, 60, 46))
    f.terrain("road", line=[(30, 0), (30, 48)], width=2)
    return f


@pytest.mark.rule("FH-029", "FH-030")
def test_infantry_marches_fifteen_inches_by_road_whatever_lies_beside_it() -> None:
    f = roads()
    i = f.unit("blue", "line", 30, 10, formation="march")
    just(f, i, 15.0)
    sequence.move_unit(f.b, place(Act.MOVE, i, 30, 25))
    assert f.one(Ev.ROAD).rule == 30


@pytest.mark.rule("FH-030", "FH-R16")
@pytest.mark.parametrize(
    ("troop", "stacked", "plain"), [("heavy_horse", 18.0, 15.0), ("light_horse", 21.0, 18.0)]
)
def test_cavalry_adds_the_road_to_its_march_column(troop: str, stacked: float, plain: float) -> None:
    f = roads()
    just(f, f.unit("blue", troop, 30, 10, formation="march"), stacked)
    g = roads(cav_march_stack="false")
    just(g, g.unit("blue", troop, 30, 10, formation="march"), plain)


@pytest.mark.rule("FH-R16")
def test_the_option_is_for_cavalry_only() -> None:
    f = roads(cav_march_stack="false")
    just(f, f.unit("blue", "line", 30, 10, formation="march"), 15.0)


@pytest.mark.rule("FH-032")
@pytest.mark.parametrize(
    ("troop", "doubled"), [("heavy_guns", 12.0), ("field_guns", 18.0), ("horse_guns", 24.0)]
)
def test_artillery_doubles_its_rate_on_a_road(troop: str, doubled: float) -> None:
    f = roads()
    i = f.unit("blue", troop, 30, 10)
    just(f, i, doubled, "FH-032")
    sequence.move_unit(f.b, place(Act.MOVE, i, 30, 10 + doubled))
    assert f.one(Ev.ROAD).rule == 32


@pytest.mark.rule("FH-R15")
@pytest.mark.parametrize("formation", ["line", "column", "extended"])
def test_lines_and_columns_are_too_wide_for_a_road(formation: str) -> None:
    f = roads()
    i = f.unit("blue", "line", 30, 10, formation=formation)
    just(f, i, units.rate(f.b, f.u(i)) / 2)


@pytest.mark.rule("FH-R15")
@pytest.mark.parametrize(("x", "on"), [(31.0, True), (31.1, False), (28.9, False)])
def test_the_centre_must_stay_on_the_road(x: float, on: bool) -> None:
    f = Field()
    f.terrain("road", line=[(30, 0), (30, 48)], width=2)
    i = f.unit("blue", "line", x, 10, formation="march")
    assert ahead(f, i, 12.01) == ("" if on else "FH-019")


@pytest.mark.rule("FH-R15", "FH-029", "FH-030")
def test_the_bonus_is_void_if_any_part_of_the_move_leaves_the_road() -> None:
    f = Field()
    f.terrain("road", line=[(30, 0), (30, 20)], width=2)
    i = f.unit("blue", "line", 30, 10, formation="march")
    assert ahead(f, i, 10) == ""
    just(f, i, 12.0)
    g = f.unit("blue", "field_guns", 30, 4)
    f.u(i).x = 50
    just(f, g, 16.0, "FH-019")  # to the end of the road and no farther


@pytest.mark.rule("FH-029", "FH-030", "FH-028")
def test_roads_run_any_way() -> None:
    f = Field()
    f.terrain("marsh", rectangle=(2, 2, 70, 46))
    f.terrain("road", line=[(0, 30), (72, 30)], width=2)
    f.terrain("stream", line=[(35, 20), (35, 40)])
    just(f, f.unit("blue", "line", 20, 30, "west", formation="march"), 15.0)
    just(f, f.unit("blue", "line", 30, 30, "east", formation="march"), 12.0)  # over the stream
    just(f, f.unit("blue", "line", 50, 30, "east", formation="march"), 15.0)


@pytest.mark.rule("FH-028", "FH-029")
def test_a_road_does_not_cancel_an_obstacle_across_it() -> None:
    f = roads()
    f.terrain("wall", line=[(20, 20), (40, 20)])
    just(f, f.unit("blue", "line", 30, 10, formation="march"), 12.0)


# After a rally


@pytest.mark.rule("FH-R74")
@pytest.mark.parametrize(("leave", "inches"), [(Leave.FULL, 6.0), (Leave.HALF, 3.0)])
def test_a_rally_leaves_a_full_or_half_rate(leave: Leave, inches: float) -> None:
    f = Field()
    just(f, f.unit("blue", "line", 30, 10, leave=int(leave)), inches)


@pytest.mark.rule("FH-R74")
def test_no_move_includes_no_facing() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, leave=int(Leave.NONE))
    assert ahead(f, i, 1) == half(f, i, 0, 0, 0, -1) == "FH-R74"
    assert rule(f.check(MOVE, Act.FORM, i, 0, int(Formation.COLUMN), 30, 10)) == "FH-R74"


@pytest.mark.rule("FH-R74")
def test_it_may_shoot() -> None:
    f = Field()
    assert firing.may_shoot(f.b, f.u(f.unit("blue", "line", 30, 10, leave=int(Leave.NONE))))


# Whose move it is


@pytest.mark.rule("FH-012")
@pytest.mark.parametrize("actor", [-1, 1, 2, 99, 10**9])
def test_only_units_of_the_side_that_moves(actor: int) -> None:
    f = Field()
    f.unit("blue", "line", 30, 10)
    f.unit("red", "line", 30, 20)
    assert rule(f.check(MOVE, Act.MOVE, actor, x=30, y=22)) == "FH-012"


@pytest.mark.rule("FH-012")
def test_nobody_who_has_left_the_table() -> None:
    f = Field()
    assert ahead(f, f.unit("blue", "line", 30, 10, lost=int(Lost.DISPERSED)), 1) == "FH-012"


@pytest.mark.rule("FH-R73")
def test_a_routing_unit_does_not_move_at_will() -> None:
    f = Field()
    assert ahead(f, f.unit("blue", "line", 30, 10, routing=True), 1) == "FH-R73"


@pytest.mark.rule("FH-019")
@pytest.mark.parametrize("state", [{"in_contact": True}, {"locked": 0}])
def test_nor_one_that_is_in_melee(state: dict[str, Any]) -> None:
    f = Field()
    assert ahead(f, f.unit("blue", "line", 30, 10, **state), 1) == "FH-R79"


@pytest.mark.rule("FH-019")
@pytest.mark.parametrize(
    "act", [a for a in Act if a not in (Act.DONE, Act.MOVE, Act.HALF_MOVE, Act.FORM, Act.ENTER, Act.LEAVE)]
)
def test_other_orders_are_no_moves(act: Act) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10)
    assert rule(f.check(MOVE, act, i, x=30, y=11)) == "FH-019"


@pytest.mark.rule("FH-021", "FH-022", "FH-025")
@pytest.mark.parametrize(
    ("x", "y"), [(NAN, 12), (30, NAN), (INF, 12), (30, -INF), (1e308, 1e308), (-1e200, 3.0)]
)
def test_nobody_moves_to_nowhere(x: float, y: float) -> None:
    f = Field()
    line, guns = f.unit("blue", "line", 30, 10), f.unit("blue", "field_guns", 40, 10)
    for i, act in ((line, Act.MOVE), (line, Act.HALF_MOVE), (guns, Act.MOVE)):
        assert f.check(MOVE, act, i, x=x, y=y) != 0


@pytest.mark.rule("FH-022", "FH-025")
@pytest.mark.parametrize(("fx", "fy"), [(0.0, 0.0), (NAN, 1.0), (0.5, 0.5), (INF, 1.0)])
def test_a_facing_is_a_direction(fx: float, fy: float) -> None:
    f = Field()
    assert half(f, f.unit("blue", "line", 30, 10), 0, 1, fx, fy) == "FH-022"
    assert gun(f, f.unit("blue", "field_guns", 40, 10), 0, 1, fx, fy) == "FH-025"


# Who is in the way


@pytest.mark.rule("FH-R17")
def test_nobody_moves_within_an_inch_of_an_enemy() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10)
    foe = f.unit("red", "line", 30, 16.5, "south")  # 5 inches off
    assert ahead(f, i, 4) == ""
    assert ahead(f, i, 4.01) == "FH-R17"
    assert f.b.refusal.other == foe
    assert f.b.refusal.allowed == 1.0


@pytest.mark.rule("FH-R17")
def test_nor_past_one() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 10, formation="march")
    f.unit("red", "field_guns", 32.7, 20)  # 0.95 from the column's flank as it passes
    assert ahead(f, i, 18) == "FH-R17"
    f.u(1).x = 32.76
    assert ahead(f, i, 18) == ""


@pytest.mark.rule("FH-R17")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_half_move_leaps_over_nobody(side: str) -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 20, formation="squadrons")  # 4.5 by 2
    other = f.unit(side, "light", 30, 16.7, formation="extended", figures=3)  # 1.5 by 0.75, 1.9 behind
    assert half(f, i, 0, -7.4) == "FH-R17"
    assert f.b.refusal.other == other
    f.u(other).lost = int(Lost.DESTROYED)
    assert half(f, i, 0, -7.4) == ""


@pytest.mark.rule("FH-R17")
def test_formed_units_do_not_pass_through_friends() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation="march")
    friend = f.unit("blue", "light", 30, 15, formation="extended")
    assert ahead(f, i, 11) == "FH-R17"
    assert f.b.refusal.other == friend


@pytest.mark.rule("FH-R17")
def test_skirmishers_pass_through_friends_but_do_not_stop_on_them() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 10, formation="extended")
    f.unit("blue", "line", 30, 15)
    assert ahead(f, i, 9) == ""
    assert ahead(f, i, 5) == "FH-R17"


@pytest.mark.rule("FH-R17")
def test_nor_through_enemies() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 10, formation="extended", figures=6)
    f.unit("red", "light", 30, 13, formation="extended", figures=6)
    assert ahead(f, i, 9) == "FH-R17"


@pytest.mark.rule("FH-R17")
def test_one_may_slide_along_a_friend_and_draw_off_from_a_near_enemy() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10)
    f.unit("blue", "line", 36, 10)  # shoulder to shoulder
    f.unit("red", "line", 30, 8, "north")  # half an inch behind
    assert ahead(f, i, 6) == ""
    assert ahead(f, i, 0.4) == "FH-R17"


@pytest.mark.rule("FH-R21")
def test_nobody_marches_off_the_table() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 45)
    assert ahead(f, i, 2.25) == ""
    assert ahead(f, i, 2.26) == "FH-R21"
    assert f.b.refusal.asked == pytest.approx(0.01)


@pytest.mark.rule("FH-R14")
def test_guns_come_into_woods_only_by_road() -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 20, 40, 24))
    f.terrain("road", line=[(30, 0), (30, 48)], width=2)
    guns = f.unit("blue", "horse_guns", 25, 18)
    assert gun(f, guns, 0, 1) == ""
    assert gun(f, guns, 0, 1.5) == "FH-R14"  # into it
    f.u(guns).x = 30
    assert gun(f, guns, 0, 3) == ""  # by road


@pytest.mark.rule("FH-R14")
def test_nor_do_they_pass_through_one() -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 20, 40, 21))
    guns = f.unit("blue", "horse_guns", 30, 18)
    assert gun(f, guns, 0, 6) == "FH-R14"
    assert gun(f, guns, 0, -6) == ""


# Buildings


def farm() -> tuple[Field, int]:
    f = Field()
    return f, f.terrain("building", rectangle=(30, 20, 34, 23))


def enter(f: Field, i: int, k: int) -> str:
    return rule(f.check(MOVE, Act.ENTER, i, k))


@pytest.mark.rule("FH-R14")
@pytest.mark.parametrize(("gap", "against"), [(0.0, ""), (0.5, ""), (0.51, "FH-R14")])
def test_a_building_is_entered_at_its_edge(gap: float, against: str) -> None:
    f, k = farm()
    i = f.unit("blue", "line", 32, 20 - 0.75 - gap)
    assert enter(f, i, k) == against


@pytest.mark.rule("FH-R14")
def test_the_garrison_fills_the_building_and_has_moved() -> None:
    f, k = farm()
    i = f.unit("blue", "line", 32, 19)
    leader = f.general("blue", attached=i)
    sequence.move_unit(f.b, place(Act.ENTER, i, 0, 0, other=k))
    u = f.u(i)
    assert (u.x, u.y, u.building, u.formation, u.moved) == (32, 21.5, k, Formation.GARRISON, True)
    assert {u.width, u.depth} == {4.0, 3.0}
    assert (f.b.leaders[leader].x, f.b.leaders[leader].y) == (32, 21.5)
    assert f.one(Ev.ENTERED).rule == 1014


@pytest.mark.rule("FH-R14")
@pytest.mark.parametrize("troop", ["light_horse", "field_guns"])
def test_cavalry_and_artillery_enter_no_building(troop: str) -> None:
    f, k = farm()
    i = f.unit("blue", troop, 32, 18.9)
    assert enter(f, i, k) == "FH-R14"


@pytest.mark.rule("FH-R14")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_building_holds_one_unit(side: str) -> None:
    f, k = farm()
    i = f.unit("blue", "line", 32, 19)
    inside = f.garrison(side, k)
    assert enter(f, i, k) == "FH-R14"
    assert f.b.refusal.other == inside


@pytest.mark.rule("FH-R14")
@pytest.mark.parametrize("k", [-1, 1, 2, 31, 10**9])
def test_only_buildings_are_entered(k: int) -> None:
    f, _ = farm()
    f.terrain("wood", rectangle=(30, 10, 34, 19))
    assert enter(f, f.unit("blue", "line", 32, 19), k) == "FH-R14"


@pytest.mark.rule("FH-R14", "FH-R17")
def test_no_building_is_entered_with_an_enemy_within_an_inch_of_it() -> None:
    f, k = farm()
    i = f.unit("blue", "line", 32, 19)
    foe = f.unit("red", "line", 32, 24.74, "south")
    assert enter(f, i, k) == "FH-R17"
    f.u(foe).y = 24.76
    assert enter(f, i, k) == ""


@pytest.mark.rule("FH-R14")
def test_nobody_marches_through_a_building() -> None:
    f, _ = farm()
    assert ahead(f, f.unit("blue", "line", 32, 19), 3) == "FH-R14"
    assert half(f, f.unit("blue", "light_horse", 32, 25, formation="march"), 0, -3) == "FH-R14"


def leave(
    f: Field,
    i: int,
    x: float,
    y: float,
    how: Formation = Formation.LINE,
    files: int = 0,
    fx: float = 0.0,
    fy: float = 1.0,
) -> str:
    return rule(f.check(MOVE, Act.LEAVE, i, files, int(how), x, y, fx, fy))


@pytest.mark.rule("FH-R14")
def test_a_garrison_does_nothing_but_leave() -> None:
    f, k = farm()
    i = f.garrison("blue", k)
    assert ahead(f, i, 1) == half(f, i, 1, 0) == enter(f, i, k) == "FH-R14"
    assert rule(f.check(MOVE, Act.FORM, i, 0, int(Formation.COLUMN), 32, 21.5)) == "FH-R14"
    assert leave(f, f.unit("blue", "line", 50, 10), 50, 12) == "FH-R14"


@pytest.mark.rule("FH-R14")
@pytest.mark.parametrize(("gap", "against"), [(0.0, ""), (0.5, ""), (0.51, "FH-R14"), (-0.1, "FH-R14")])
def test_a_building_is_left_at_its_edge(gap: float, against: str) -> None:
    f, k = farm()
    i = f.garrison("blue", k)
    assert leave(f, i, 32, 23.75 + gap) == against


@pytest.mark.rule("FH-R14")
def test_it_is_left_by_a_formation_change() -> None:
    f, k = farm()
    i = f.garrison("blue", k)
    assert leave(f, i, 35.5, 21.5, Formation.COLUMN, fx=1.0, fy=0.0) == ""
    sequence.move_unit(f.b, place(Act.LEAVE, i, 35.5, 21.5, 1.0, 0.0, int(Formation.COLUMN), 0))
    u = f.u(i)
    assert (u.building, u.formation, u.files, u.x, u.width, u.moved) == (
        -1,
        Formation.COLUMN,
        2,
        35.5,
        3.0,
        True,
    )
    assert f.one(Ev.LEFT).other == k


@pytest.mark.rule("FH-R14", "FH-034")
def test_a_column_that_comes_out_is_as_wide_as_it_was_checked_for() -> None:
    f, k = farm()
    i = f.garrison("blue", k)
    assert leave(f, i, 36.1, 21.5, Formation.COLUMN, 8, 1.0, 0.0) == "FH-034"
    assert leave(f, i, 35.125, 21.5, Formation.COLUMN, 3, 1.0, 0.0) == ""
    sequence.move_unit(f.b, place(Act.LEAVE, i, 35.125, 21.5, 1.0, 0.0, int(Formation.COLUMN), 3))
    assert (f.u(i).files, f.u(i).width, f.u(i).depth) == (3, 4.5, 2.25)


@pytest.mark.rule("FH-R14", "FH-R17", "FH-R21")
def test_where_a_garrison_may_not_come_out() -> None:
    f, k = farm()
    i = f.garrison("blue", k)
    assert leave(f, i, 32, 23.75, Formation.SQUARE) == "FH-R14"
    assert leave(f, i, 32, 23.75, Formation.SQUADRONS) != ""
    assert leave(f, i, NAN, 23.75) == "FH-R14"
    assert leave(f, i, 32, 23.75, fx=NAN) == "FH-024"
    f.unit("red", "line", 32, 26, "south")
    assert leave(f, i, 32, 23.75) == "FH-R17"  # an enemy within an inch of the place
    f.unit("blue", "line", 32, 19)
    assert leave(f, i, 32, 19.25) == "FH-R17"  # a friend on it


# Generals


def ride(f: Field, k: int, x: float, y: float) -> str:
    return rule(f.check(GENERAL, Act.MOVE, k, x=x, y=y))


def attach(f: Field, k: int, i: int) -> str:
    return rule(f.check(GENERAL, Act.ATTACH, k, i))


@pytest.mark.rule("FH-R13")
def test_a_general_moves_fifteen_inches() -> None:
    f = Field()
    k = f.general("blue", 20, 20)
    assert ride(f, k, 29, 32) == ""
    assert ride(f, k, 29.01, 32.01) == "FH-R13"
    assert f.b.refusal.allowed == 15


@pytest.mark.rule("FH-R13")
def test_he_ignores_area_terrain_but_not_obstacles() -> None:
    f = Field()
    f.terrain("wood", rectangle=(10, 10, 40, 40))
    k = f.general("blue", 20, 20)
    assert ride(f, k, 20, 35) == ""
    f.terrain("hedge", line=[(10, 30), (40, 30)])
    assert ride(f, k, 20, 32) == ""
    assert ride(f, k, 20, 32.01) == "FH-R13"


@pytest.mark.rule("FH-R13", "FH-R17")
def test_he_rides_through_friends_and_not_through_enemies() -> None:
    f = Field()
    k = f.general("blue", 20, 20)
    f.unit("blue", "line", 20, 25)
    assert ride(f, k, 20, 30) == ""
    foe = f.unit("red", "line", 24, 28, "south")  # its edge is 1 inch to the right of his line
    assert ride(f, k, 20, 32) == ""
    f.u(foe).x = 23.4  # now his base would brush it
    assert ride(f, k, 20, 32) == "FH-R17"


@pytest.mark.rule("FH-R17")
def test_he_stays_an_inch_from_enemies() -> None:
    f = Field()
    k = f.general("blue", 20, 20)
    f.unit("red", "line", 20, 30, "south")
    assert ride(f, k, 20, 27.75) == ""
    assert ride(f, k, 20, 27.76) == "FH-R17"


@pytest.mark.rule("FH-R13")
@pytest.mark.parametrize(("x", "y"), [(NAN, 20), (20, NAN), (-1, 20), (0.4, 20), (71.6, 20), (INF, 20)])
def test_he_stays_on_the_table(x: float, y: float) -> None:
    f = Field()
    assert ride(f, f.general("blue", 20 if x < 30 else 65, 20), x, y) == "FH-R21"


@pytest.mark.rule("FH-R13")
def test_who_may_not_ride() -> None:
    f = Field()
    mine, theirs, dead = f.general("blue", 20, 20), f.general("red", 30, 20), f.general("blue", 40, 20)
    f.b.leaders[dead].alive = False
    for k in (theirs, dead, -1, 3, 10**9):
        assert ride(f, k, 21, 20) == "FH-R13"
    assert ride(f, mine, 21, 20) == ""
    f.b.leaders[mine].moved = True
    assert ride(f, mine, 21, 20) == "FH-R13"
    assert rule(f.check(GENERAL, Act.CHARGE, mine, 0)) == "FH-R13"


@pytest.mark.rule("FH-R13")
def test_he_joins_a_unit_within_his_move_and_leaves_it_by_riding() -> None:
    f = Field()
    i = f.unit("blue", "line", 20, 35.75 + 0.5)  # its edge is 15 inches from his base
    k = f.general("blue", 20, 20)
    assert attach(f, k, i) == ""
    sequence.move_general(f.b, place(Act.ATTACH, k, 0, 0, other=i))
    assert (f.b.leaders[k].attached, f.b.leaders[k].x, f.b.leaders[k].y, f.b.leaders[k].moved) == (
        i,
        20,
        36.25,
        True,
    )
    f.b.leaders[k].moved = False
    sequence.move_general(f.b, place(Act.MOVE, k, 22, 40))
    assert (f.b.leaders[k].attached, f.b.leaders[k].x) == (-1, 22)
    f.u(i).y = 36.26
    f.b.leaders[k].x, f.b.leaders[k].y, f.b.leaders[k].moved = 20, 20, False
    assert attach(f, k, i) == "FH-R13"


@pytest.mark.rule("FH-R13", "FH-R17")
def test_obstacles_and_enemies_keep_him_from_a_unit() -> None:
    f = Field()
    i = f.unit("blue", "line", 20, 33.26)  # 12.01 off
    k = f.general("blue", 20, 20)
    assert attach(f, k, i) == ""
    hedge = f.terrain("hedge", line=[(10, 30), (40, 30)])
    assert attach(f, k, i) == "FH-R13"
    f.u(i).y = 33.24
    assert attach(f, k, i) == ""
    f.unit("red", "line", 20, 25)
    assert attach(f, k, i) == "FH-R17"
    assert hedge == 0


@pytest.mark.rule("FH-R13")
def test_whom_he_may_not_join() -> None:
    f = Field()
    k, other = f.general("blue", 20, 20), f.general("blue", 22, 20)
    taken, foe = f.unit("blue", "line", 20, 25), f.unit("red", "line", 50, 25)
    gone = f.unit("blue", "line", 20, 15, lost=int(Lost.DESTROYED))
    f.b.leaders[other].attached = taken
    for i in (taken, foe, gone, -1, 3, 10**9):
        assert attach(f, k, i) == "FH-R13"


@pytest.mark.rule("FH-R13")
def test_an_attached_general_moves_with_his_unit() -> None:
    f = Field()
    i = f.unit("blue", "line", 20, 20)
    k = f.general("blue", attached=i)
    sequence.move_unit(f.b, place(Act.MOVE, i, 20, 25))
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == (20, 25)


# Overrun


@pytest.mark.rule("FH-R83")
@pytest.mark.parametrize("act", [Act.MOVE, Act.HALF_MOVE])
def test_a_move_across_an_enemy_general_overruns_him(act: Act) -> None:
    f = Field()
    i = f.unit("blue", "line", 20, 20, formation="march")
    k = f.general("red", 20, 25)
    f.dice(3)
    sequence.move_unit(f.b, place(act, i, 20, 23))
    assert not f.b.leaders[k].alive
    assert f.one(Ev.OVERRUN).a == 3
    f.used_up()


@pytest.mark.rule("FH-R83")
def test_a_move_beside_him_does_not() -> None:
    f = Field()
    i = f.unit("blue", "line", 20, 20, formation="march")
    k, own = f.general("red", 21.26, 25), f.general("blue", 20, 25)  # his base begins where the column ends
    sequence.move_unit(f.b, place(Act.MOVE, i, 20, 31))
    assert f.b.leaders[k].alive and f.b.leaders[own].alive
    assert not f.events(Ev.OVERRUN)


@pytest.mark.rule("FH-R83")
def test_an_attached_general_is_not_overrun() -> None:
    f = Field()
    i = f.unit("blue", "line", 20, 20, formation="march")
    friends = f.unit("red", "line", 40, 25)
    k = f.general("red", attached=friends)
    f.b.leaders[k].x, f.b.leaders[k].y = 20.0, 25.0
    sequence.move_unit(f.b, place(Act.MOVE, i, 20, 31))
    assert f.b.leaders[k].alive and not f.events(Ev.OVERRUN)


@pytest.mark.rule("FH-019")
def test_the_allowance_is_what_the_tables_say() -> None:
    f = Field(rate__infantry_line=7)
    i = f.unit("blue", "line", 20, 20)
    assert allowance(f.b, f.u(i), False) == 7
    just(f, i, 7)
