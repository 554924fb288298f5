"""Sight, arcs, ranges and flanks: who may be shot at, from where."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from grognard.books.horse_and_musket import firing, sight

from .field import Field, rule


def refused(f: Field, i: int, j: int, side: int = 0) -> str:
    """The rule against a shot, or nothing."""
    return rule(firing.check_target(f.b, i, j, side))


def at_angle(f: Field, degrees: float, inches: float = 7.0) -> int:
    """A small enemy whose centre lies so many degrees to the right of north of (30, 20)."""
    x, y = 30 + inches * sin(radians(degrees)), 20 + inches * cos(radians(degrees))
    return f.unit("red", "field_guns", x, y, "south")


def hill_field() -> Field:
    f = Field()
    f.terrain("hill", circle=(30, 20, 4))
    return f


# The line of sight


@pytest.mark.rule("FH-055")
def test_a_clear_line_is_a_valid_target() -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 16, "south")
    assert sight.sees(f.b, shooter, target)
    assert refused(f, shooter, target) == ""


@pytest.mark.rule("FH-055", "FH-R24")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_third_unit_on_the_centre_line_blocks_whosever_it_is(side: str) -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    between = f.unit(side, "line", 30, 14)
    assert not sight.sees(f.b, shooter, target)
    assert refused(f, shooter, target) == "FH-055"
    assert f.b.refusal.other == between


@pytest.mark.rule("FH-055", "FH-R24")
def test_only_the_line_of_centres_counts_not_what_covers_a_wing() -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    friend = f.unit("blue", "line", 33.1, 14)  # its left end is a tenth of an inch off the line
    assert refused(f, shooter, target) == ""
    f.u(friend).x = 32.9
    assert refused(f, shooter, target) == "FH-055"


@pytest.mark.rule("FH-055", "FH-R24")
@pytest.mark.parametrize(
    ("x", "y", "seen"),
    [(35, 15, False), (34, 15.5, False), (33, 17, True), (38.5, 11.5, True), (45, 25, True)],
)
def test_a_slanting_line_is_blocked_only_by_what_lies_on_it(x: float, y: float, seen: bool) -> None:
    f = Field()
    f.unit("blue", "field_guns", x, y)  # unit 0: a blocker's number may be nought
    shooter = f.unit("blue", "field_guns", 30, 10, (0.6, 0.8))
    target = f.unit("red", "line", 40, 20, "south")
    assert sight.sees(f.b, shooter, target) is seen
    assert refused(f, shooter, target) == ("" if seen else "FH-055")


@pytest.mark.rule("FH-R24")
def test_who_charges_too_must_see_past_woods() -> None:
    f = Field()
    f.terrain("wood", rectangle=(29, 13, 31, 13.5))  # piece 0
    i, j = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 15, "south")
    assert not sight.sees(f.b, i, j)


@pytest.mark.rule("FH-R24")
def test_a_unit_that_is_gone_blocks_no_more() -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    f.unit("blue", "line", 30, 14, lost=1)
    assert refused(f, shooter, target) == ""


@pytest.mark.rule("FH-R24")
def test_generals_do_not_block() -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    f.general("blue", 30, 14)
    assert refused(f, shooter, target) == ""


@pytest.mark.rule("FH-R24")
@pytest.mark.parametrize("kind", ["wood", "building", "stronghold"])
def test_woods_and_buildings_block(kind: str) -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    f.terrain(kind, rectangle=(29, 13, 31, 13.5))
    assert refused(f, shooter, target) == "FH-R24"


@pytest.mark.rule("FH-R24")
@pytest.mark.parametrize("kind", ["rough", "marsh"])
def test_other_area_terrain_does_not_block(kind: str) -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    f.terrain(kind, rectangle=(20, 12, 40, 16))
    assert refused(f, shooter, target) == ""


@pytest.mark.rule("FH-R24")
@pytest.mark.parametrize("kind", ["wall", "hedge", "stream", "fence", "earthworks"])
def test_linear_obstacles_do_not_block(kind: str) -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    f.terrain(kind, line=[(20, 14), (40, 14)])
    assert refused(f, shooter, target) == ""


@pytest.mark.rule("FH-R24")
def test_a_line_along_the_edge_of_a_wood_is_clear() -> None:
    f = Field()
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 18, "south")
    f.terrain("wood", rectangle=(30, 8, 40, 20))
    assert refused(f, shooter, target) == ""


@pytest.mark.rule("FH-R24")
@pytest.mark.parametrize(("deep", "seen"), [(2.0, True), (2.01, False)])
def test_two_inches_into_a_wood_one_sees_and_is_seen(deep: float, seen: bool) -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 20, 40, 30))
    inside = f.unit("blue", "light", 30, 20 + deep, "south", formation="extended")
    outside = f.unit("red", "line", 30, 15)
    assert (refused(f, inside, outside) == "") is seen
    assert (refused(f, outside, inside) == "") is seen


@pytest.mark.rule("FH-R24")
def test_a_wood_is_not_seen_through_from_one_edge_to_another() -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 20, 40, 26))
    south = f.unit("blue", "light", 30, 21, formation="extended")
    north = f.unit("red", "light", 30, 25.5, "south", formation="extended")
    assert refused(f, south, north) == "FH-R24"


@pytest.mark.rule("FH-R24")
@pytest.mark.parametrize(("y", "seen"), [(21.9, True), (22.1, False)])
def test_a_wood_in_several_parts_is_one_wood(y: float, seen: bool) -> None:
    """An L of two convex parts: the two inches run from the edge of the whole wood, not of a part."""
    f = Field()
    f.terrain("wood", polygon=[(20, 20), (40, 20), (40, 30), (38, 30), (38, 21), (20, 21)])
    assert f.b.ground.n > 1
    inside = f.unit("blue", "light", 39, y, "south", formation="extended", figures=3)
    outside = f.unit("red", "line", 39, 15)
    assert (refused(f, inside, outside) == "") is seen


@pytest.mark.rule("FH-R24")
def test_who_is_in_one_wood_does_not_see_through_another() -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 20, 40, 30))
    f.terrain("wood", rectangle=(20, 17, 40, 18))
    inside = f.unit("blue", "light", 30, 20.5, "south", formation="extended")
    outside = f.unit("red", "line", 30, 15)
    assert refused(f, inside, outside) == "FH-R24"


@pytest.mark.rule("FH-R24")
def test_a_garrison_sees_out_and_is_seen() -> None:
    f = Field()
    house = f.terrain("building", rectangle=(27, 20, 33, 26))
    garrison = f.garrison("blue", house)
    foe = f.unit("red", "line", 30, 15)
    assert refused(f, garrison, foe) == ""
    assert refused(f, foe, garrison) == ""


@pytest.mark.rule("FH-R24")
def test_a_hill_hides_what_is_beyond_it() -> None:
    f = hill_field()
    low = f.unit("blue", "field_guns", 30, 12)
    beyond = f.unit("red", "line", 30, 28, "south")
    assert refused(f, low, beyond) == "FH-R24"


@pytest.mark.rule("FH-R24")
def test_a_hill_does_not_block_when_one_end_is_on_it() -> None:
    f = hill_field()
    low, on_hill = f.unit("blue", "field_guns", 30, 12), f.unit("red", "field_guns", 30, 22, "south")
    assert refused(f, low, on_hill) == ""
    assert refused(f, on_hill, low) == ""


@pytest.mark.rule("FH-R24")
def test_a_hill_in_several_parts_is_one_hill() -> None:
    f = Field()
    f.terrain("hill", polygon=[(20, 20), (40, 20), (40, 30), (38, 30), (38, 21), (20, 21)])
    assert f.b.ground.n > 1
    on_hill = f.unit("blue", "field_guns", 39, 28, "south")
    low = f.unit("red", "line", 39, 15)
    assert refused(f, on_hill, low) == ""


@pytest.mark.rule("FH-R24")
def test_from_a_hill_one_fires_over_those_who_are_lower() -> None:
    f = hill_field()
    guns = f.unit("blue", "field_guns", 30, 20)
    f.unit("blue", "line", 30, 27)
    target = f.unit("red", "line", 30, 34, "south")
    assert refused(f, guns, target) == ""


@pytest.mark.rule("FH-R24")
def test_a_friend_as_high_on_the_hill_is_in_the_way() -> None:
    f = hill_field()
    guns = f.unit("blue", "field_guns", 30, 18)
    f.unit("blue", "line", 30, 22)
    target = f.unit("red", "line", 30, 34, "south")
    assert refused(f, guns, target) == "FH-055"


@pytest.mark.rule("FH-R24")
def test_batteries_do_not_fire_over_friends_unless_on_a_hill_themselves() -> None:
    f = hill_field()
    guns = f.unit("blue", "field_guns", 30, 6)
    f.unit("blue", "line", 30, 12)
    on_hill = f.unit("red", "line", 30, 21, "south")
    assert refused(f, guns, on_hill) == "FH-055"


# Arcs


@pytest.mark.rule("FH-R22")
@pytest.mark.parametrize("angle", [0.0, 45.0, -45.0])
def test_the_arc_is_45_degrees_either_side(angle: float) -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 20)
    assert refused(f, line, at_angle(f, angle)) == ""


@pytest.mark.rule("FH-R22")
@pytest.mark.parametrize("angle", [45.1, -45.1, 180.0])
def test_outside_the_arc_there_is_no_shot(angle: float) -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 20)
    assert refused(f, line, at_angle(f, angle)) == "FH-R22"


@pytest.mark.rule("FH-R22")
@pytest.mark.parametrize("angle", [45.1, 90.0, 180.0])
def test_extended_order_fires_all_round(angle: float) -> None:
    f = Field()
    skirmishers = f.unit("blue", "light", 30, 20, formation="extended", figures=6)
    assert refused(f, skirmishers, at_angle(f, angle)) == ""


@pytest.mark.rule("FH-R22")
def test_garrisons_fire_all_round() -> None:
    f = Field()
    garrison = f.garrison("blue", f.terrain("building", rectangle=(28, 18, 32, 22)))
    assert refused(f, garrison, at_angle(f, 200.0)) == ""


@pytest.mark.rule("FH-R22", "FH-062", "FH-R53")
@pytest.mark.parametrize(
    ("angle", "side"), [(0.0, 0), (44.9, 0), (45.1, 1), (90.0, 1), (180.0, 2), (270.0, 3)]
)
def test_each_side_of_a_square_has_its_own_quarter(angle: float, side: int) -> None:
    f = Field()
    square = f.unit("blue", "line", 30, 20, formation="square")
    target = at_angle(f, angle)
    assert [k for k in range(4) if refused(f, square, target, k) == ""] == [side]


@pytest.mark.rule("FH-R22", "FH-054")
@pytest.mark.parametrize(
    "state",
    [
        {"routing": True},
        {"charging": True},
        {"caught": True, "evaded": True},
        {"fired": True},
        {"in_contact": True},
        {"weapon": "none"},
        {"lost": 1},
    ],
    ids=lambda state: next(iter(state)),
)
def test_who_may_not_shoot(state: dict[str, Any]) -> None:
    f = Field()
    assert not firing.may_shoot(f.b, f.u(f.unit("blue", "line", 30, 10, **state)))


@pytest.mark.rule("FH-R22", "FH-054")
@pytest.mark.parametrize(
    "state",
    [{}, {"disordered": True}, {"moved": True}, {"evaded": True, "moved": True}],
    ids=lambda state: next(iter(state), "standing"),
)
def test_who_may_shoot(state: dict[str, Any]) -> None:
    f = Field()
    assert firing.may_shoot(f.b, f.u(f.unit("blue", "line", 30, 10, **state)))


@pytest.mark.rule("FH-R22")
@pytest.mark.parametrize("exception", ["gone_home", "halted"])
def test_a_charger_shoots_if_its_skirmishers_got_away_or_it_was_halted(exception: str) -> None:
    f = Field()
    charger = f.unit("blue", "line", 30, 10, charging=True, moved=True)
    setattr(f.u(charger), exception, True)
    assert firing.may_shoot(f.b, f.u(charger))


@pytest.mark.rule("FH-R22")
def test_cavalry_has_no_firearms_and_who_has_none_has_no_range() -> None:
    f = Field()
    horse = f.unit("blue", "light_horse", 30, 10)
    assert not firing.may_shoot(f.b, f.u(horse))
    assert f.b.rules.musket_range[0] == [0.0, 0.0, 0.0]


# Targets


@pytest.mark.rule("FH-054")
def test_friends_the_fallen_and_nobody_are_no_targets() -> None:
    f = Field()
    shooter, friend = f.unit("blue", "line", 30, 10), f.unit("blue", "line", 30, 14)
    gone = f.unit("red", "line", 30, 16, "south", lost=1)
    for j in (friend, gone, -1, f.b.n_units):
        assert refused(f, shooter, j) == "FH-054"


@pytest.mark.rule("FH-054", "FH-062")
@pytest.mark.parametrize(("formation", "sides"), [("line", 1), ("extended", 1), ("square", 4)])
def test_only_a_square_has_four_sides_to_shoot_from(formation: str, sides: int) -> None:
    f = Field()
    shooter = f.unit("blue", "line", 30, 10, formation=formation)
    target = f.unit("red", "field_guns", 30, 16, "south")
    tried = [refused(f, shooter, target, side) for side in range(-1, 5)]
    assert [k - 1 for k, why in enumerate(tried) if why != "FH-054"] == list(range(sides))


@pytest.mark.rule("FH-R25")
def test_no_shot_into_a_melee() -> None:
    f = Field()
    shooter = f.unit("blue", "line", 30, 10)
    foe = f.unit("red", "line", 30, 15, "south")
    friend = f.unit("blue", "line", 30, 17, "south")
    f.home(friend, foe)
    assert refused(f, shooter, foe) == "FH-R25"


@pytest.mark.rule("FH-R25", "FH-R44")
def test_fire_on_chargers_is_for_those_who_stood_still() -> None:
    f = Field()
    shooter = f.unit("blue", "line", 30, 10)
    charged = f.unit("blue", "line", 36, 12)
    charger = f.unit("red", "line", 34, 15, "south")
    f.home(charger, charged)
    assert refused(f, shooter, charger) == ""
    f.u(shooter).moved = True
    assert refused(f, shooter, charger) == "FH-R25"


@pytest.mark.rule("FH-R25")
def test_those_locked_by_a_pursuit_are_in_melee_too() -> None:
    f = Field()
    shooter = f.unit("blue", "line", 30, 10)
    pursuer = f.unit("red", "line", 30, 15, "south", pursuing=True)
    f.u(pursuer).locked = f.unit("blue", "line", 30, 17, "south")
    assert refused(f, shooter, pursuer) == "FH-R25"


# Ranges


@pytest.mark.rule("FH-R23")
def test_range_is_from_the_front_edge_to_the_nearest_point() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 10)  # its front edge lies at y = 10.75
    target = f.unit("red", "line", 30, 16, "south")  # its front edge at y = 15.25
    assert sight.fire_range(f.b, f.u(line), f.u(target), 0) == pytest.approx(4.5)


@pytest.mark.rule("FH-R23")
def test_range_is_not_from_the_flank_of_a_deep_column() -> None:
    f = Field()
    column = f.unit("blue", "line", 30, 20, formation="march")  # 1.5 wide, 6 deep: its front at y = 23
    target = f.unit("red", "field_guns", 33, 20, "south")  # 1.25 from its side
    assert sight.fire_range(f.b, f.u(column), f.u(target), 0) == pytest.approx((1.25**2 + 2.0**2) ** 0.5)


@pytest.mark.rule("FH-R23")
def test_range_from_each_edge_of_a_square_and_from_anywhere_in_open_order() -> None:
    f = Field()
    square = f.unit("blue", "line", 30, 20, formation="square")  # 3 by 3
    east = f.unit("red", "field_guns", 36, 20, "west")
    assert sight.fire_range(f.b, f.u(square), f.u(east), 1) == pytest.approx(3.5)
    assert sight.fire_range(f.b, f.u(square), f.u(east), 3) == pytest.approx(6.5)
    skirmishers = f.unit("blue", "light", 30, 30, formation="extended", figures=3)  # 1.5 by 0.75
    behind = f.unit("red", "field_guns", 30, 27)
    assert sight.fire_range(f.b, f.u(skirmishers), f.u(behind), 0) == pytest.approx(1.625)


@pytest.mark.rule("FH-R23")
def test_range_by_option_from_centre_to_centre() -> None:
    f = Field(range_from="centre")
    line, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 16, "south")
    assert sight.fire_range(f.b, f.u(line), f.u(target), 0) == pytest.approx(6.0)
    far = f.unit("red", "line", 32, 18, "south")  # 7.25 between the lines, 8.2 between the centres
    assert refused(f, line, far) == "FH-059"


# Flanks


@pytest.mark.rule("FH-R26")
@pytest.mark.parametrize(("y", "flank"), [(19.24, False), (19.25, True), (20.0, True)])
def test_flank_is_on_or_behind_the_line_of_the_front_edge(y: float, flank: bool) -> None:
    """The target faces south, its front edge on y = 19.25."""
    f = Field()
    target, shooter = f.unit("red", "line", 30, 20, "south"), f.unit("blue", "line", 38, y, "west")
    assert sight.takes_in_flank(f.u(shooter), f.u(target)) is flank


@pytest.mark.rule("FH-R26")
def test_the_rear_counts_as_flank() -> None:
    f = Field()
    target, shooter = f.unit("red", "line", 30, 20, "south"), f.unit("blue", "line", 30, 26, "south")
    assert sight.takes_in_flank(f.u(shooter), f.u(target))


@pytest.mark.rule("FH-R26")
@pytest.mark.parametrize("formation", ["square", "extended"])
def test_squares_and_extended_order_have_no_flank(formation: str) -> None:
    f = Field()
    target = f.unit("red", "line", 30, 20, "south", formation=formation)
    assert not sight.takes_in_flank(f.u(f.unit("blue", "line", 30, 26, "south")), f.u(target))


@pytest.mark.rule("FH-R26")
def test_garrisons_and_batteries_have_no_flank() -> None:
    f = Field()
    garrison = f.garrison("red", f.terrain("building", rectangle=(28, 18, 32, 22)))
    guns = f.unit("red", "field_guns", 50, 20, "south")
    for target in (garrison, guns):
        for y in (14, 26):
            assert not sight.takes_in_flank(f.u(f.unit("blue", "line", f.u(target).x, y)), f.u(target))


@pytest.mark.rule("FH-R26")
@pytest.mark.parametrize(
    ("troop", "formation"),
    [
        ("line", "column"),
        ("line", "march"),
        ("heavy_horse", "line"),
        ("heavy_horse", "squadrons"),
        ("heavy_horse", "march"),
    ],
)
def test_columns_and_cavalry_have_flanks(troop: str, formation: str) -> None:
    f = Field()
    target = f.unit("red", troop, 30, 20, "south", formation=formation)
    assert sight.takes_in_flank(f.u(f.unit("blue", "line", 40, 20, "west")), f.u(target))
