"""Leaders: what they risk, what overruns them, what their death costs; crews and generals who shelter."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import casualties, charges, melee, morale, sequence, shelter
from grognard.books.horse_and_musket.fighting import leader_addition
from grognard.books.horse_and_musket.legality import influence_limit
from grognard.books.horse_and_musket.state import Column, Lost, Why
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, rule

GENERAL = Ask(int(AskKind.GENERAL), 0, -1, -1)


# hits on the unit


@pytest.mark.rule("FH-118", "FH-R80")
@pytest.mark.parametrize(("hits", "diced"), [(5, False), (6, True), (9, True)])
@pytest.mark.parametrize(("face", "falls"), [(2, True), (3, False)])
def test_six_hits_before_saves_put_an_attached_general_at_risk(
    hits: int, diced: bool, face: int, falls: bool
) -> None:
    f = Field()
    i = f.unit("red", "line", 36, 26, facing="south")
    j = f.unit("blue", "line", 36, 20)
    k = f.general("blue", attached=j)
    if diced:
        f.dice(face)  # the leader's die comes before the saves
    f.dice(*[6] * hits)
    assert casualties.suffer(f.b, i, j, hits, False) == 0
    assert len(f.events(Ev.LEADER_HIT)) == diced
    assert f.b.leaders[k].alive == (not (diced and falls))
    f.used_up()


@pytest.mark.rule("FH-R80")
def test_the_hits_are_counted_after_halvings_in_a_melee_too() -> None:
    f = Field()
    i = f.unit("red", "line", 36, 21.5, facing="south", disordered=True, melee=0)
    j = f.unit("blue", "line", 36, 20, melee=0)
    f.general("blue", attached=j)
    f.dice(4, 4, 3, 6, 6)  # 11 hits halved to 6: a leader's die
    f.dice(3)
    f.dice(*[6] * 6)
    melee.strike(f.b, i, j)
    f.used_up()
    f.dice(4, 4, 2, 6, 6)  # 10 halved to 5: none
    f.dice(*[6] * 5)
    melee.strike(f.b, i, j)
    f.used_up()


@pytest.mark.rule("FH-R80")
@pytest.mark.parametrize("option", ["per_attack", "per_turn"])
def test_hits_of_several_attacks_add_up_only_by_option(option: str) -> None:
    f = Field(leader_hits=option)
    j = f.unit("blue", "line", 36, 20)
    f.general("blue", attached=j)
    casualties.leaders_at_risk(f.b, j, 4)
    assert not f.events(Ev.LEADER_HIT)
    if option == "per_turn":
        f.dice(5)
    casualties.leaders_at_risk(f.b, j, 2)
    assert len(f.events(Ev.LEADER_HIT)) == (option == "per_turn")
    casualties.leaders_at_risk(f.b, j, 1)
    f.used_up()
    sequence.begin_turn(f.b)
    casualties.leaders_at_risk(f.b, j, 5)  # a new turn counts anew
    f.used_up()


@pytest.mark.rule("FH-R80")
def test_one_roll_for_every_attack() -> None:
    f = Field()
    j = f.unit("blue", "line", 36, 20)
    f.general("blue", attached=j)
    f.dice(5, 5)
    casualties.leaders_at_risk(f.b, j, 6)
    casualties.leaders_at_risk(f.b, j, 12)
    f.used_up()


@pytest.mark.rule("FH-118", "FH-R81", "FH-123")
def test_a_unit_commander_and_an_attached_general_roll_separately() -> None:
    f = Field(unit_commanders="on")
    j = f.unit("blue", "line", 36, 20, commander=True)
    k = f.general("blue", attached=j)
    f.dice(2, 2)
    casualties.leaders_at_risk(f.b, j, 6)
    assert [e.actor for e in f.events(Ev.LEADER_HIT)] == [-1, k]
    assert not f.b.leaders[k].alive
    assert f.u(j).commander_killed
    f.used_up()


@pytest.mark.rule("FH-118")
def test_a_general_nearby_is_not_at_risk_from_the_units_hits() -> None:
    f = Field()
    j = f.unit("blue", "line", 36, 20)
    f.general("blue", 36, 18)
    casualties.leaders_at_risk(f.b, j, 20)
    assert not f.events(Ev.LEADER_HIT)


# unit commanders


@pytest.mark.rule("FH-123", "FH-R85")
@pytest.mark.parametrize("column", list(Column))
@pytest.mark.parametrize(("face", "falls"), [(2, True), (3, False)])
def test_a_dead_commander_costs_his_unit_one_for_the_rest_of_the_game(
    face: int, falls: bool, column: Column
) -> None:
    f = Field(unit_commanders="on")
    j = f.unit("blue", "line", 36, 20, grade="militia", commander=True)
    f.dice(face)
    casualties.leaders_at_risk(f.b, j, 6)
    assert morale.modifiers(f.b, j, column, False) == (-1 if falls else 0)
    sequence.begin_turn(f.b)
    assert morale.modifiers(f.b, j, column, False) == (-1 if falls else 0)
    assert [e.a for e in f.events(Ev.MODIFIER) if e.b == Why.COMMANDER] == ([-1, -1] if falls else [])
    if falls:
        casualties.leaders_at_risk(f.b, j, 6)  # there is no second commander
    f.used_up()


@pytest.mark.rule("FH-R85")
def test_units_have_no_commanders_by_default() -> None:
    f = Field()
    j = f.unit("blue", "line", 36, 20, commander=True)
    casualties.leaders_at_risk(f.b, j, 12)
    f.used_up()
    assert not f.u(j).commander_killed


@pytest.mark.rule("FH-R85")
def test_a_commander_adds_nothing_to_scores_or_checks() -> None:
    f = Field(unit_commanders="on")
    j = f.unit("blue", "line", 36, 20, commander=True)
    assert leader_addition(f.b, j) == 0
    assert influence_limit(f.b, j) == 0


# a stray round


def influenced(f: Field, gap: float, how: int = 1, attached: bool = False, **foe: Any) -> tuple[int, int]:
    """A blue unit with a general, an enemy battery without shots so far off; he lends his influence."""
    i = f.unit("blue", "line", 36, 20, facing="south")
    f.unit("red", "heavy_guns", 36, 20 + 0.75 + gap + 1, **({"shots": 0} | foe))
    k = f.general("blue", 36, 18, attached=i if attached else None)
    f.order(Act.INFLUENCE, i, k, how)
    f.dice(5)
    return i, k


@pytest.mark.rule("FH-119", "FH-R82")
@pytest.mark.parametrize(("face", "falls"), [(1, True), (2, False)])
@pytest.mark.parametrize("how", [1, -1])
def test_a_general_who_lends_influence_under_fire_risks_a_stray_round(
    how: int, face: int, falls: bool
) -> None:
    f = Field()
    i, k = influenced(f, 5.0, how)
    f.dice(face)  # after the check's own die
    morale.check_morale(f.b, i, Column.LOST_MELEE, -1)
    assert f.one(Ev.MORALE).b == 6 + how, "his figure still counts"
    assert f.b.leaders[k].alive == (not falls)
    f.used_up()


@pytest.mark.rule("FH-119", "FH-R65", "FH-R82")
@pytest.mark.parametrize(("how", "attached"), [(0, False), (2, True)])
def test_no_stray_round_for_no_influence_or_for_an_attached_general(how: int, attached: bool) -> None:
    f = Field()
    i, _ = influenced(f, 5.0, how, attached)
    morale.check_morale(f.b, i, Column.LOST_MELEE, -1)
    assert not f.events(Ev.STRAY)
    f.used_up()


@pytest.mark.rule("FH-120", "FH-R82")
@pytest.mark.parametrize(("gap", "risk"), [(8.0, True), (8.05, False)])
def test_the_distance_is_from_the_unit_to_the_nearest_enemy(gap: float, risk: bool) -> None:
    f = Field()
    i, k = influenced(f, gap)
    f.u(1).x = 36.0
    f.b.leaders[k].y = 17.0  # farther off than the unit he helps
    if risk:
        f.dice(2)
    morale.check_morale(f.b, i, Column.LOST_MELEE, -1)
    assert len(f.events(Ev.STRAY)) == risk
    f.used_up()


@pytest.mark.rule("FH-120", "FH-R82")
@pytest.mark.parametrize(("shots", "risk"), [(10, True), (0, False)])
def test_beyond_8_inches_canister_is_a_threat(shots: int, risk: bool) -> None:
    f = Field()
    i, _ = influenced(f, 9.5, shots=shots, fy=-1)
    if risk:
        f.dice(2)
    morale.check_morale(f.b, i, Column.LOST_MELEE, -1)
    assert len(f.events(Ev.STRAY)) == risk
    f.used_up()


@pytest.mark.rule("FH-120", "FH-R82")
@pytest.mark.parametrize(("moved", "risk"), [(False, True), (True, False)])
def test_beyond_8_inches_a_charge_that_could_come_is_a_threat(moved: bool, risk: bool) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, facing="south")
    f.unit("red", "heavy_horse", 36, 31, facing="south", moved=moved)
    k = f.general("blue", 36, 18)
    f.order(Act.INFLUENCE, i, k, 1)
    f.dice(5)
    if risk:
        f.dice(2)
    morale.check_morale(f.b, i, Column.LOST_MELEE, -1)
    f.used_up()


# overrun


@pytest.mark.rule("FH-121", "FH-R83")
@pytest.mark.parametrize(("face", "falls"), [(3, True), (4, False)])
def test_an_overrun_general_falls_on_1_to_3_or_rides_to_the_nearest_formed_friends(
    face: int, falls: bool
) -> None:
    f = Field()
    f.unit("blue", "field_guns", 36, 18)  # not formed troops
    f.unit("blue", "light", 33, 18, formation="extended")
    f.unit("blue", "line", 30, 15, routing=True)
    near = f.unit("blue", "line", 36, 8)
    f.unit("blue", "line", 60, 8)
    k = f.general("blue", 36, 20)
    f.dice(face)
    casualties.overrun(f.b, k)
    g = f.b.leaders[k]
    assert (g.alive, g.attached, g.spent) == ((False, -1, False) if falls else (True, near, True))
    if not falls:
        assert (g.x, g.y) == (36, 8)
    f.used_up()


@pytest.mark.rule("FH-121")
def test_his_influence_is_gone_until_the_turn_ends() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 8)
    k = f.general("blue", 36, 20)
    f.dice(6)
    casualties.overrun(f.b, k)
    assert influence_limit(f.b, i) == 0
    assert leader_addition(f.b, i) == 0
    sequence.begin_turn(f.b)
    assert influence_limit(f.b, i) == 2
    assert leader_addition(f.b, i) == 2


@pytest.mark.rule("FH-R83")
@pytest.mark.parametrize(("x", "hit"), [(36.0, True), (41.0, False)])
def test_a_charge_overruns_a_general_in_its_path(x: float, hit: bool) -> None:
    f = Field()
    i = f.unit("red", "line", 36, 26, facing="south")
    j = f.unit("blue", "line", 36, 20)
    k = f.general("blue", x, 23)
    if hit:
        f.order(Act.NO)  # friends are within 2 inches, but he stays
        f.dice(1)
    else:
        f.order(Act.INFLUENCE, j, k, 0)
    f.dice(4)  # the Charged check
    charges.charge(f.b, i, j, False)
    assert len(f.events(Ev.OVERRUN)) == hit
    f.used_up()


@pytest.mark.rule("FH-R83")
def test_a_charge_that_runs_on_overruns_those_behind_the_target() -> None:
    f = Field()
    i = f.unit("red", "line", 36, 26, facing="south")
    j = f.unit("blue", "line", 36, 20, grade="militia")
    k = f.general("blue", 38.8, 18.9)
    f.b.leaders[k].spent = True  # so that nobody asks for his influence
    f.dice(1)  # the target falls back, and the charge comes on its 6 inches
    f.dice(5)
    charges.charge(f.b, i, j, False)
    assert f.one(Ev.OVERRUN).actor == k
    f.used_up()


@pytest.mark.rule("FH-R83")
@pytest.mark.parametrize(("x", "hit"), [(36.0, True), (41.0, False)])
def test_a_move_overruns_a_general_in_its_path(x: float, hit: bool) -> None:
    from grognard.values import Order

    f = Field()
    i = f.unit("red", "line", 36, 26, facing="south")
    f.unit("blue", "line", 36, 8)
    f.general("blue", x, 23)
    if hit:
        f.dice(4)
    sequence.move_unit(f.b, Order(int(Act.MOVE), i, -1, 0, 36.0, 20.0, 0.0, -1.0))
    assert len(f.events(Ev.OVERRUN)) == hit
    f.used_up()


@pytest.mark.rule("FH-R83")
def test_a_pursuit_overruns_a_general_in_its_path() -> None:
    f = Field()
    i = f.unit("red", "line", 36, 26, facing="south")
    j = f.unit("blue", "line", 36, 12, routing=True, marker=True)
    f.unit("blue", "line", 10, 8)
    f.general("blue", 36, 23)
    f.dice(5, 4)  # five inches; he gets away
    melee.pursue(f.b, i, j)
    assert f.b.leaders[0].attached == 2
    f.used_up()


@pytest.mark.rule("FH-R84")
@pytest.mark.parametrize("how", [Lost.DISPERSED, Lost.DESTROYED, Lost.OFF_TABLE])
def test_a_general_whose_unit_is_gone_rolls_as_if_overrun(how: Lost) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    friend = f.unit("blue", "line", 36, 8)
    k = f.general("blue", attached=i)
    f.dice(4)
    casualties.lose_unit(f.b, i, how)
    assert f.b.leaders[k].attached == friend
    f.dice(3)
    casualties.lose_unit(f.b, friend, how)
    assert not f.b.leaders[k].alive
    f.used_up()


@pytest.mark.rule("FH-R84", "FH-R13")
def test_an_attached_general_goes_with_his_unit() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, grade="militia", marker=True)
    f.unit("red", "heavy_guns", 36, 42, shots=0)
    k = f.general("blue", attached=i)
    f.order(Act.INFLUENCE, i, k, 0)
    f.dice(2)  # falls back
    morale.rally(f.b, i)
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == pytest.approx((36, 14))
    f.used_up()


# shelter


@pytest.mark.rule("FH-051", "FH-R86")
@pytest.mark.parametrize(("gap", "may"), [(2.0, True), (2.05, False)])
def test_a_general_in_the_path_of_a_charge_may_shelter_within_2_inches(gap: float, may: bool) -> None:
    f = Field()
    i = f.unit("red", "line", 36, 27, facing="south")
    j = f.unit("blue", "line", 36, 20)
    f.general("blue", 36, 20.75 + gap + 0.5)
    if may:
        f.order(Act.SHELTER, other=j)
        f.order(Act.INFLUENCE, j, 0, 0)
    else:
        f.dice(6)  # overrun, but he gets away
    f.dice(4)
    charges.charge(f.b, i, j, False)
    assert len(f.events(Ev.GENERAL_SHELTERS)) == may
    assert f.b.leaders[0].attached == j
    f.used_up()


def battery_charged(f: Field, friend_gap: float) -> tuple[int, int, int]:
    """A blue battery in contact with a red charger, and friends beside it."""
    gun = f.unit("blue", "field_guns", 36, 20, in_contact=True, fired=True)
    foe = f.unit("red", "line", 36, 21.75, facing="south", in_contact=True, charging=True)
    f.u(foe).target = gun
    friend = f.unit("blue", "line", 36, 20 - 1 - friend_gap - 0.75)
    return gun, foe, friend


@pytest.mark.rule("FH-051", "FH-R86")
@pytest.mark.parametrize(("gap", "may"), [(2.0, True), (2.05, False)])
def test_a_charged_crew_may_shelter_with_friends_within_2_inches(gap: float, may: bool) -> None:
    f = Field()
    gun, foe, friend = battery_charged(f, gap)
    if may:
        f.order(Act.SHELTER, gun, friend)
    shelter.shelter_crews(f.b)
    assert (f.u(gun).sheltering == friend) == may
    assert f.u(gun).in_contact == f.u(foe).in_contact == (not may)
    f.used_up()


@pytest.mark.rule("FH-R86", "FH-R91")
def test_an_enemy_who_ends_on_an_abandoned_gun_takes_it() -> None:
    for y, taken in ((21.75, True), (22.0, False)):
        f = Field()
        gun, foe, friend = battery_charged(f, 1.0)
        f.u(gun).sheltering, f.u(foe).y = friend, y
        shelter.take_guns(f.b)
        assert (f.u(gun).lost == Lost.CAPTURED) == taken


@pytest.mark.rule("FH-R86")
@pytest.mark.parametrize(("gap", "back"), [(2.0, False), (2.05, True)])
def test_the_crew_returns_next_turn_unless_an_enemy_is_within_2_inches(gap: float, back: bool) -> None:
    f = Field()
    gun, foe, friend = battery_charged(f, 1.0)
    f.u(gun).sheltering, f.u(foe).y = friend, 21 + gap + 0.75
    sequence.begin_turn(f.b)
    assert (f.u(gun).sheltering == -1) == back


@pytest.mark.rule("FH-051", "FH-R86")
def test_whom_a_crew_may_not_shelter_with() -> None:
    f = Field()
    gun, foe, friend = battery_charged(f, 1.0)
    other = f.unit("blue", "horse_guns", 39, 20)
    ask = f.asks(shelter.shelter_crews, f.b)
    assert f.check(ask, Act.SHELTER, gun, friend) == 0
    assert f.check(ask, Act.NO, gun) == 0
    for nobody in (gun, foe, other, -1, 99):
        assert rule(f.check(ask, Act.SHELTER, gun, nobody)) == "FH-051"


# generals on the move


@pytest.mark.rule("FH-R13")
def test_a_general_rides_15_inches_over_woods_but_pays_for_streams() -> None:
    f = Field()
    f.general("blue", 10, 10)
    assert f.check(GENERAL, Act.MOVE, 0, x=25, y=10) == 0
    assert rule(f.check(GENERAL, Act.MOVE, 0, x=25.1, y=10)) == "FH-R13"
    f.terrain("wood", rectangle=(12, 5, 22, 15))
    assert f.check(GENERAL, Act.MOVE, 0, x=25, y=10) == 0
    f.terrain("stream", line=[[11, 0], [11, 48]])
    assert f.check(GENERAL, Act.MOVE, 0, x=22, y=10) == 0
    assert rule(f.check(GENERAL, Act.MOVE, 0, x=22.1, y=10)) == "FH-R13"


@pytest.mark.rule("FH-R13", "FH-R17")
def test_a_general_keeps_an_inch_from_enemies_and_does_not_ride_through_them() -> None:
    f = Field()
    f.general("blue", 36, 10)
    f.unit("red", "line", 36, 16, facing="south")
    f.unit("blue", "line", 30, 10, facing="east")
    assert f.check(GENERAL, Act.MOVE, 0, x=36, y=13.75) == 0
    assert rule(f.check(GENERAL, Act.MOVE, 0, x=36, y=13.8)) == "FH-R17"
    assert rule(f.check(GENERAL, Act.MOVE, 0, x=36, y=22)) == "FH-R17"
    assert f.check(GENERAL, Act.MOVE, 0, x=25, y=10) == 0, "through friends he may"
    assert rule(f.check(GENERAL, Act.MOVE, 0, x=36, y=0.2)) == "FH-R21"


@pytest.mark.rule("FH-R13")
def test_a_general_joins_a_friendly_unit_within_his_move_that_has_none() -> None:
    f = Field()
    f.general("blue", 10, 10)
    near = f.unit("blue", "line", 10, 26.25)  # its edge is 15 inches from his base
    far = f.unit("blue", "line", 40, 26.3)
    foe = f.unit("red", "line", 20, 10)
    assert f.check(GENERAL, Act.ATTACH, 0, near) == 0
    for nobody in (far, foe, 99):
        assert rule(f.check(GENERAL, Act.ATTACH, 0, nobody)) == "FH-R13"
    f.general("blue", attached=near)
    assert rule(f.check(GENERAL, Act.ATTACH, 0, near)) == "FH-R13"
    assert rule(f.check(GENERAL, Act.ATTACH, 7, near)) == "FH-R13"


@pytest.mark.rule("FH-011", "FH-012", "FH-R13")
def test_generals_join_and_leave_in_their_own_subphase_first_player_first() -> None:
    f = Field()
    mine = f.unit("blue", "line", 10, 20)
    his = f.unit("red", "line", 60, 30, facing="south")
    f.general("blue", 10, 10)
    f.general("red", attached=his)
    f.order(Act.SECOND)
    f.order(Act.MOVE, 1, x=60.0, y=40.0)
    f.order(Act.ATTACH, 0, mine)
    sequence.move_generals(f.b)
    assert [e.kind for e in f.events(Ev.ATTACHED, Ev.GENERAL_MOVED)] == [Ev.GENERAL_MOVED, Ev.ATTACHED]
    assert (f.b.leaders[0].attached, f.b.leaders[1].attached) == (mine, -1)
    assert (f.b.leaders[0].x, f.b.leaders[0].y) == (10, 20)
    f.used_up()


@pytest.mark.rule("FH-R13")
def test_a_general_moves_once_and_only_his_own_side_moves_him() -> None:
    f = Field()
    f.general("blue", 10, 10)
    f.general("red", 20, 10)
    f.b.leaders[0].moved = True
    for k in (0, 1):
        assert rule(f.check(GENERAL, Act.MOVE, k, x=12, y=12)) == "FH-R13"
    f.b.leaders[0].moved = False
    assert f.check(GENERAL, Act.MOVE, 0, x=12, y=12) == 0
    f.b.leaders[0].alive = False
    assert rule(f.check(GENERAL, Act.MOVE, 0, x=12, y=12)) == "FH-R13"
