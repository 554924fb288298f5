"""Falling back, routing, breaking: moves that a unit does not choose."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from grognard.books.horse_and_musket import casualties, firing, morale, retreats, sequence, units
from grognard.books.horse_and_musket.state import Formation, Leave, Lost, Result
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, rule

RATES = [
    ("line", "line", 6.0),
    ("line", "column", 9.0),
    ("light", "extended", 9.0),
    ("line", "march", 12.0),
    ("line", "square", 3.0),
    ("heavy_horse", "line", 12.0),
    ("light_horse", "squadrons", 15.0),
]


def pressed(f: Field, troop: str = "line", x: float = 36, y: float = 20, **more: Any) -> tuple[int, int]:
    """A red unit with a harmless blue enemy to its south; both face each other."""
    j = f.unit("red", troop, x, y, "south", grade="militia", **more)
    return j, f.unit("blue", "field_guns", x, y - 6, shots=0)


# How far, which way, facing whom


@pytest.mark.rule("FH-113", "FH-R71")
@pytest.mark.parametrize(("troop", "formation", "inches"), RATES)
def test_falling_back_is_one_move_with_the_front_to_the_enemy(
    troop: str, formation: str, inches: float
) -> None:
    f = Field()
    j, foe = pressed(f, troop, formation=formation)
    morale.give_way(f.b, j, Result.FALLS_BACK_DISORDERED, foe)
    u = f.u(j)
    assert (u.x, u.y) == pytest.approx((36, 20 + inches))
    assert (u.fx, u.fy) == (0, -1)
    assert u.moved and not u.routing and u.disordered and u.marker
    assert (f.one(Ev.FELL_BACK).rule, f.one(Ev.FELL_BACK).d) == (113, pytest.approx(inches))


@pytest.mark.rule("FH-114", "FH-R71")
@pytest.mark.parametrize(("troop", "formation", "inches"), RATES)
def test_a_broken_unit_runs_two_moves_and_faces_away(troop: str, formation: str, inches: float) -> None:
    f = Field(depth=80)
    j, foe = pressed(f, troop, formation=formation)
    morale.give_way(f.b, j, Result.BREAKS, foe)
    u = f.u(j)
    assert (u.x, u.y) == pytest.approx((36, 20 + 2 * inches))
    assert (u.fx, u.fy) == ((0, -1) if formation == "square" else (0, 1))  # a square has no front
    assert u.routing and u.disordered and u.marker
    assert (f.one(Ev.ROUTED).rule, f.one(Ev.ROUTED).d) == (114, pytest.approx(2 * inches))


@pytest.mark.rule("FH-114")
def test_so_does_one_that_routs_and_it_loses_figures() -> None:
    f = Field()
    j, foe = pressed(f)
    f.dice(4)
    morale.give_way(f.b, j, Result.ROUTS, foe)
    u = f.u(j)
    assert u.y + u.depth / 2 == pytest.approx(20 + 12 + 0.75)  # the front, now to the rear, where it ran to
    assert (u.fx, u.fy, u.figures) == (0, 1, 20)
    f.used_up()


@pytest.mark.rule("FH-R71")
def test_straight_away_from_the_charger() -> None:
    f = Field()
    j = f.unit("red", "line", 36, 20, "south", grade="militia", formation="march")
    near = f.unit("blue", "field_guns", 36, 14, shots=0)
    charger = f.unit("blue", "light_horse", 24, 11)
    morale.give_way(f.b, j, Result.FALLS_BACK, charger)
    assert (f.u(j).x, f.u(j).y) == pytest.approx((36 + 12 * 0.8, 20 + 12 * 0.6))
    assert (f.u(j).fx, f.u(j).fy) == pytest.approx((-0.8, -0.6))
    assert near == 1


@pytest.mark.rule("FH-R71")
@pytest.mark.parametrize(("x", "y", "dx", "dy"), [(30, 20, 1, 0), (42, 20, -1, 0), (36, 14, 0, 1)])
def test_from_whoever_he_is(x: float, y: float, dx: float, dy: float) -> None:
    f = Field()
    charger = f.unit("blue", "field_guns", x, y, shots=0)
    j = f.unit("red", "line", 36, 20, "south", grade="militia", formation="march")
    morale.give_way(f.b, j, Result.FALLS_BACK, charger)
    assert (f.u(j).x, f.u(j).y) == pytest.approx((36 + 12 * dx, 20 + 12 * dy))
    assert (f.u(j).fx, f.u(j).fy) == pytest.approx((-dx, -dy))


@pytest.mark.rule("FH-R71")
def test_or_from_the_nearest_enemy() -> None:
    f = Field()
    j = f.unit("red", "line", 36, 20, "south", grade="militia", formation="march")
    f.unit("blue", "light_horse", 10, 20)
    f.unit("blue", "field_guns", 36, 30, shots=0)
    morale.give_way(f.b, j, Result.FALLS_BACK, -1)
    assert (f.u(j).x, f.u(j).y) == pytest.approx((36, 8))


@pytest.mark.rule("FH-R71")
def test_with_no_enemy_in_sight_straight_back() -> None:
    f = Field()
    j = f.unit("red", "line", 36, 20, "east")
    retreats.fall_back(f.b, j, -1, 6.0)
    assert (f.u(j).x, f.u(j).y) == (30, 20)


@pytest.mark.rule("FH-R71", "FH-027", "FH-028")
@pytest.mark.parametrize(("kind", "gone"), [("rough", 3.0), ("wall", 3.0)])
def test_terrain_costs_apply(kind: str, gone: float) -> None:
    f = Field()
    j, foe = pressed(f)
    if kind == "wall":
        f.terrain("wall", line=[(20, 21), (50, 21)])
    else:
        f.terrain("rough", rectangle=(20, 10, 50, 40))
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).y == pytest.approx(20 + gone)


@pytest.mark.rule("FH-R71")
def test_two_moves_are_one_run() -> None:
    f = Field()
    j, foe = pressed(f)
    f.terrain(
        "wall", line=[(20, 25.75), (50, 25.75)]
    )  # 5 inches behind: after a first move it would have stuck
    morale.give_way(f.b, j, Result.BREAKS, foe)
    assert f.u(j).y == pytest.approx(20 + 12 - 3)


@pytest.mark.rule("FH-R71")
def test_a_routing_unit_neither_shoots_nor_charges_nor_moves() -> None:
    f = Field()
    j, foe = pressed(f, routing=True)
    assert not firing.may_shoot(f.b, f.u(j))
    assert rule(f.check(Ask(AskKind.CHARGE, 1, -1, -1), Act.CHARGE, j, foe)) == "FH-R19"
    assert rule(f.check(Ask(AskKind.MOVE, 1, -1, -1), Act.MOVE, j, x=36, y=18)) == "FH-R73"


@pytest.mark.rule("FH-R13")
def test_an_attached_general_goes_along() -> None:
    f = Field()
    j, foe = pressed(f)
    k = f.general("red", attached=j)
    morale.give_way(f.b, j, Result.BREAKS, foe)
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == pytest.approx((36, 32))


@pytest.mark.rule("FH-R14", "FH-R71")
@pytest.mark.parametrize(("dx", "dy", "half"), [(0, 1, 2), (0, -1, 2), (1, 0, 3), (-1, 0, 3)])
def test_a_garrison_is_driven_out_of_its_building(dx: int, dy: int, half: int) -> None:
    f = Field()
    k = f.terrain("building", rectangle=(33, 18, 39, 22))
    j = f.garrison("red", k, grade="militia")
    foe = f.unit("blue", "field_guns", 36 - 5 * dx, 20 - 5 * dy)
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    u = f.u(j)
    out = half + 0.75 + 6  # through the wall, its own half depth, and a move
    assert (u.x, u.y) == pytest.approx((36 + dx * out, 20 + dy * out))
    assert (u.building, u.formation, u.width, u.depth) == (-1, Formation.LINE, 6, 1.5)
    assert (u.fx, u.fy) == pytest.approx((-dx, -dy))


@pytest.mark.rule("FH-R14")
def test_nobody_retreats_through_a_building() -> None:
    f = Field()
    j, foe = pressed(f)
    f.terrain("building", rectangle=(38, 23, 42, 26))
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).y + 0.75 == pytest.approx(23, abs=1e-4)


@pytest.mark.rule("FH-R14")
def test_guns_do_not_fall_back_into_a_wood() -> None:
    f = Field()
    j, foe = pressed(f, "field_guns")
    f.terrain("wood", rectangle=(30, 23, 42, 40))
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).y + 1 == pytest.approx(23, abs=1e-4)
    g = Field()
    j, foe = pressed(g)
    g.terrain("wood", rectangle=(30, 23, 42, 40))
    morale.give_way(g.b, j, Result.FALLS_BACK, foe)
    assert g.u(j).y == pytest.approx(20 + 2.25 + (6 - 2.25) / 2)  # infantry does


@pytest.mark.rule("FH-039")
def test_a_gun_that_has_fallen_back_does_not_shoot() -> None:
    f = Field()
    j, foe = pressed(f, "field_guns")
    assert firing.may_shoot(f.b, f.u(j))
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert not firing.may_shoot(f.b, f.u(j))


# Friends and enemies in the way


@pytest.mark.rule("FH-R17")
def test_a_retreat_passes_through_friends() -> None:
    f = Field()
    j, foe = pressed(f)
    friend = f.unit("red", "line", 36, 22.5, "south")
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert (f.u(j).y, f.u(friend).y) == pytest.approx((26, 22.5))


@pytest.mark.rule("FH-R17")
def test_friends_it_would_end_on_give_way_by_the_least() -> None:
    f = Field()
    j, foe = pressed(f)
    friend = f.unit("red", "line", 36, 27, "south")
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).y == pytest.approx(26)
    assert f.u(friend).y == pytest.approx(27.5, abs=1e-4)  # half an inch
    assert not f.u(friend).moved and not f.u(friend).disordered
    assert (f.one(Ev.DISPLACED).other, f.one(Ev.DISPLACED).rule) == (friend, 1017)


@pytest.mark.rule("FH-R17")
@pytest.mark.parametrize("state", [{"in_contact": True}, {"locked": 1}, {"building": 0}])
def test_those_who_cannot_give_way_are_passed(state: dict[str, Any]) -> None:
    f = Field()
    j, foe = pressed(f)
    friend = f.unit("red", "line", 36, 26.5, "south", **state)
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(friend).y == 26.5
    assert f.u(j).y >= 26.5 + 1.5 - 1e-5


@pytest.mark.rule("FH-R17")
def test_nobody_retreats_through_enemies_or_within_an_inch_of_them() -> None:
    f = Field()
    j, foe = pressed(f)
    f.unit("blue", "line", 36, 25, "south")
    morale.give_way(f.b, j, Result.BREAKS, foe)
    assert f.u(j).y == pytest.approx(25 - 1.5 - 1)


@pytest.mark.rule("FH-R17")
def test_nor_through_one_whose_wing_is_in_the_way() -> None:
    f = Field()
    j = f.unit("red", "line", 36, 20, "south", grade="militia", formation="column")
    foe = f.unit("blue", "field_guns", 30, 14, shots=0)  # it goes off to the north-east
    f.unit("blue", "line", 40, 19.5, formation="march")  # six deep: its van is where it would go
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).x < 37
    assert units.gap_between(f.u(j), f.u(2)) > 0.5


@pytest.mark.rule("FH-R17")
def test_not_even_for_want_of_room() -> None:
    f = Field()
    j, foe = pressed(f)
    friend = f.unit("red", "line", 36, 24, "south", in_contact=True)  # held, where the retreat would end
    beyond = f.unit("blue", "line", 36, 26.5, "south")
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert 21.5 < f.u(j).y <= 22.5  # short of its friend, not beyond the enemy
    assert units.gap_between(f.u(j), f.u(beyond)) >= 1
    assert (f.u(friend).y, f.u(j).lost) == (24, Lost.NO)


@pytest.mark.rule("FH-R17")
def test_an_enemy_at_its_flank_does_not_hold_a_retreating_unit() -> None:
    f = Field()
    j, foe = pressed(f)
    f.unit("blue", "line", 36 + 3 + 0.75, 20.5, "west")  # touching its flank, a little to the rear
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).y == pytest.approx(26)


@pytest.mark.rule("FH-R17")
def test_hemmed_in_it_stays() -> None:
    f = Field()
    j, foe = pressed(f)
    f.unit("blue", "line", 36, 21.5, "south")  # at its back
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert (f.u(j).x, f.u(j).y) == pytest.approx((36, 20))
    assert f.u(j).lost == Lost.NO and f.u(j).disordered


@pytest.mark.rule("FH-R17")
def test_without_the_room_to_turn_it_stays_as_it_stood() -> None:
    f = Field()
    j = f.unit("red", "line", 36, 20, "south", grade="militia")
    foe = f.unit("blue", "field_guns", 30, 14, shots=0)  # it would turn to face the south-west
    f.unit("blue", "line", 36, 21.5, "south")
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert (f.u(j).x, f.u(j).y, f.u(j).fx, f.u(j).fy) == (36, 20, 0, -1)
    assert f.u(j).lost == Lost.NO


@pytest.mark.rule("FH-R17")
def test_friends_are_pushed_whichever_way_is_shortest_and_their_general_with_them() -> None:
    f = Field()
    j, foe = pressed(f, formation="column")  # 3 by 3
    friend = f.unit("red", "line", 36 + 1.5 + 2.8, 29, "south")
    k = f.general("red", attached=friend)
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert (f.u(friend).x, f.u(friend).y) == pytest.approx((36 + 1.5 + 3, 29), abs=1e-4)
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == (f.u(friend).x, f.u(friend).y)


@pytest.mark.rule("FH-R14", "FH-R17")
def test_nobody_is_pushed_into_a_building_nor_goes_on_through_one() -> None:
    f = Field()
    j, foe = pressed(f, y=23.7)
    friend = f.unit("red", "line", 36, 30, "south")
    f.terrain("building", rectangle=(30, 30.8, 42, 33))
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(friend).y == 30
    assert 27.9 < f.u(j).y <= 28.5  # there is no room before the building but short of its friend


@pytest.mark.rule("FH-R17")
def test_a_garrison_with_no_way_out_is_lost() -> None:
    f = Field()
    k = f.terrain("building", rectangle=(34, 18, 38, 22))
    j = f.garrison("red", k, grade="militia")
    foe = f.unit("blue", "line", 36, 17.25)
    f.unit("blue", "line", 36, 22.9, "south")
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).lost == Lost.DISPERSED


# Off the table


@pytest.mark.rule("FH-R21")
def test_a_unit_forced_off_the_table_is_gone() -> None:
    f = Field()
    j, foe = pressed(f, y=42.5)
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert f.u(j).lost == Lost.OFF_TABLE
    assert f.one(Ev.OFF_TABLE).rule == 1021


@pytest.mark.rule("FH-R21")
@pytest.mark.parametrize("start", [0.0, 0.1, -0.01])
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_one_whose_centre_is_still_on_it_is_not(dx: int, dy: int, start: float) -> None:
    f = Field(48, 48)
    far = 24 - 6 - start  # so far from the middle that a move ends at the edge
    j = f.unit("red", "line", 24 + dx * far, 24 + dy * far, (-dx, -dy), grade="militia")
    foe = f.unit("blue", "field_guns", 24 + dx * (far - 6), 24 + dy * (far - 6), shots=0)
    morale.give_way(f.b, j, Result.FALLS_BACK, foe)
    assert (f.u(j).lost == Lost.NO) == (start >= 0)
    if start >= 0:
        assert (f.u(j).x, f.u(j).y) == pytest.approx((24 + dx * 23.25, 24 + dy * 23.25))


@pytest.mark.rule("FH-R21")
def test_a_unit_that_runs_off_the_table_loses_no_more() -> None:
    f = Field()
    j, foe = pressed(f, y=40)
    morale.give_way(f.b, j, Result.ROUTS, foe)  # no die for figures lost
    assert (f.u(j).lost, f.u(j).figures) == (Lost.OFF_TABLE, 24)
    assert f.one(Ev.DESTROYED).a == Lost.OFF_TABLE


# The rout goes on, or ends


def routing(f: Field, **more: Any) -> tuple[int, int]:
    return pressed(f, routing=True, marker=True, disordered=True, **more)


@pytest.mark.rule("FH-R73")
def test_a_routing_unit_rallies_like_any_marked_unit() -> None:
    f = Field()
    j, _ = routing(f)
    f.dice(3)
    sequence.rally_side(f.b, 1)
    assert f.u(j).routing and f.u(j).y == 20  # where it was
    assert f.u(j).leave == Leave.NONE
    f.used_up()


@pytest.mark.rule("FH-R73")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_four_or_more_ends_the_rout_and_it_faces_as_it_likes(face: int) -> None:
    f = Field()
    j, _ = routing(f)
    f.u(j).fy = 1.0
    f.dice(face)
    f.order(Act.FACE, j, fx=0.0, fy=-1.0)
    sequence.rally_side(f.b, 1)
    assert not f.u(j).routing and not f.u(j).marker
    assert (f.u(j).fx, f.u(j).fy) == (0, -1)
    f.used_up()


@pytest.mark.rule("FH-R73")
def test_two_or_less_and_it_runs_on() -> None:
    f = Field()
    j, _ = routing(f)
    f.dice(2)
    sequence.rally_side(f.b, 1)
    assert f.u(j).routing and f.u(j).y == pytest.approx(26)
    f.used_up()


@pytest.mark.rule("FH-R73")
def test_a_unit_that_did_not_run_is_not_asked_to_face() -> None:
    f = Field()
    pressed(f, marker=True)
    f.dice(4)
    sequence.rally_side(f.b, 1)
    f.used_up()


def facing(f: Field, j: int, fx: float, fy: float, act: Act = Act.FACE) -> str:
    return rule(f.check(Ask(AskKind.FACE, 1, j, -1), act, j, fx=fx, fy=fy))


@pytest.mark.rule("FH-R73")
@pytest.mark.parametrize(("fx", "fy"), [(1.0, 0.0), (0.0, -1.0), (0.6, 0.8), (-sqrt(0.5), sqrt(0.5))])
def test_any_facing_will_do(fx: float, fy: float) -> None:
    f = Field()
    j, _ = routing(f)
    assert facing(f, j, fx, fy) == ""


@pytest.mark.rule("FH-R73")
def test_but_it_must_be_one_and_there_must_be_room() -> None:
    f = Field()
    j, _ = routing(f)
    for fx, fy in ((0.0, 0.0), (float("nan"), 0.0), (2.0, 0.0)):
        assert facing(f, j, fx, fy) == "FH-R73"
    assert facing(f, j, 1.0, 0.0, Act.YES) == "FH-R73"
    friend = f.unit("red", "line", 36, 22.5, "south")
    assert facing(f, j, 1.0, 0.0) == "FH-R17"
    assert facing(f, j, 0.0, 1.0) == ""  # about: the same footprint
    f.u(friend).lost = int(Lost.DESTROYED)
    f.u(j).y = 47
    assert facing(f, j, 1.0, 0.0) == "FH-R14"


# Ties that a retreat cuts


@pytest.mark.rule("FH-R71")
def test_whoever_it_leaves_is_free() -> None:
    f = Field()
    j, _ = pressed(f)
    i = f.unit("blue", "line", 36, 18.5, charging=True, target=j, in_contact=True)
    f.u(j).in_contact = True
    morale.give_way(f.b, j, Result.FALLS_BACK, i)
    assert not f.u(i).in_contact and not f.u(j).in_contact


@pytest.mark.rule("FH-R71")
def test_but_not_from_another() -> None:
    f = Field()
    j, _ = pressed(f)
    other = f.unit("red", "line", 42.5, 20, "south", in_contact=True, charging=True)
    i = f.unit("blue", "line", 39, 18.5, charging=True, target=j, in_contact=True)
    f.u(other).target = i
    f.u(j).in_contact = True
    casualties.break_contact(f.b, j)
    assert f.u(i).in_contact and not f.u(j).in_contact
