"""Charging: who can be reached, who takes whom, over what, and what a second turn of it is."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.tyneside import actions, charge, matches, melee, volleys
from grognard.books.tyneside.figures import gap, in_contact
from grognard.books.tyneside.hits import suffer_all
from grognard.books.tyneside.state import Activity, Code, Gait, Lost, Quality, Weapon
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field

MOVE = Ask(int(AskKind.MOVE), 0, -1, -1)


def lines(book: str, own: int, foes: int, apart: float, **more: Any) -> tuple[Field, int, int]:
    foe = more.pop("foe", {})
    f = Field(book)
    g = f.group("blue", own, 60, 40, arms=("sword",), **more)
    h = f.group("red", foes, 60, 42 + apart, "south", **{"arms": ("sword",), **foe})
    f.ready()
    return f, g, h


def opponents(f: Field, h: int) -> list[int]:
    return sorted(charge.opponents(f.b, j) for j in f.of(h))


@pytest.mark.rule("TY-085", "TY-086", "TY-R20")
@pytest.mark.parametrize(
    ("own", "foes", "found"), [(3, 3, [1, 1, 1]), (2, 4, [0, 0, 1, 1]), (4, 2, [2, 2]), (3, 2, [1, 2])]
)
def test_each_charger_takes_an_enemy_who_has_nobody_yet(own: int, foes: int, found: list[int]) -> None:
    f, g, h = lines("ec", own, foes, 15)
    for j in f.of(h):  # far enough apart that nobody touches two
        f.f(j).x = 60 + (f.f(j).x - 60) * 2
    assert charge.charge(f.b, g, h, Gait.WALK)
    assert opponents(f, h) == found and f.one(Ev.CHARGES).b == own
    assert all(in_contact(f.b, i) for i in f.of(g)) and f.g(g).activity == Activity.ENGAGED


@pytest.mark.rule("TY-R20")
def test_a_neighbouring_group_within_two_may_be_taken_too() -> None:
    for apart, taken in ((1.9, 1), (2.1, 0)):
        f = Field("ec")
        g = f.group("blue", 2, 60, 40, arms=("sword",))
        h = f.group("red", 1, 60, 55, "south")
        beside = f.group("red", 1, 62 + apart, 55, "south")
        f.ready()
        charge.charge(f.b, g, h, Gait.WALK)
        assert charge.opponents(f.b, f.of(beside)[0]) == taken


@pytest.mark.rule("TY-R20")
def test_chargers_do_not_pass_through_friends_of_other_groups() -> None:
    f, g, h = lines("ec", 1, 1, 15)
    assert charge.can_reach(f.b, g, h, Gait.WALK)
    f.group("blue", 3, 60, 50)
    assert not charge.can_reach(f.b, g, h, Gait.WALK)


@pytest.mark.rule("TY-R19")
@pytest.mark.parametrize(
    ("apart", "kind", "state", "reached"),
    [
        (25, "", {}, True),
        (25.1, "", {}, False),
        (20, "", {"wounded": True}, True),
        (20.1, "", {"wounded": True}, False),
        (18.7, "hedge", {}, True),
        (18.8, "hedge", {}, False),
    ],
)
def test_one_full_legal_move_to_base_contact(
    apart: float, kind: str, state: dict[str, Any], reached: bool
) -> None:
    f, g, h = lines("ec", 1, 1, apart, **state)
    if kind:
        f.terrain(kind, line=[(40, 46), (80, 46)])
    assert charge.can_reach(f.b, g, h, Gait.WALK) == reached
    f.g(g).commander = g
    refused = f.refused(MOVE, Act.CHARGE, actor=g, other=h, how=Gait.WALK)
    assert refused == ("" if reached else "TY-R19")


@pytest.mark.rule("TY-R19", "TY-085")
def test_at_least_one_arrives_and_the_others_come_near() -> None:
    f = Field("ec")
    g = f.group("blue", 2, 0, 0, places=[(60, 40), (64, 20)], arms=("sword",))
    h = f.group("red", 2, 60, 60, "south")
    f.ready()
    assert charge.charge(f.b, g, h, Gait.WALK)
    near, far = f.of(g)
    assert in_contact(f.b, near) and not in_contact(f.b, far) and f.f(far).y == pytest.approx(45, abs=1.0)


@pytest.mark.rule("TY-R94", "TY-R59")
def test_men_fight_over_a_low_barrier_and_the_ground_gives_nothing() -> None:
    f = Field("ec")
    f.terrain("wall", line=[(40, 50), (80, 50)])
    g = f.group("blue", 1, 60, 40, arms=("sword",))
    h = f.group("red", 1, 60, 51.2, "south", arms=("sword",))
    f.ready()
    charge.charge(f.b, g, h, Gait.WALK)
    i, j = f.of(g)[0], f.of(h)[0]
    assert f.f(i).y < 50 < f.f(j).y and matches.fights(f.b, i, j)
    assert f.f(i).spent == pytest.approx(9.2 / 25)  # he has not climbed it
    matches.make_matches(f.b)
    f.b.log.n = 0
    assert melee.modifiers(f.b, i) == melee.modifiers(f.b, j) == 0 and not f.events(Ev.FIGHT_SUM)
    f.terrain("wood", rectangle=(50, 50, 70, 60))
    assert melee.modifiers(f.b, j) == 0


@pytest.mark.rule("PS-101", "PS-100", "PS-R32")
def test_others_close_with_pikes_in_their_own_move_and_can_hit_them_then() -> None:
    f = Field("ps")
    pikes = f.group("blue", 1, 60, 40, arms=("pike",))
    swords = f.group("red", 1, 60, 46.5, "south", arms=("sword",))
    f.g(pikes).at_pikes_length = True
    f.ready()
    matches.make_matches(f.b)
    i, j = f.of(pikes)[0], f.of(swords)[0]
    assert f.f(i).match == f.f(j).match == 0 and not melee.can_hit(f.b, j)
    f.g(swords).code = int(Code.ADC)
    actions.act_out(f.b, swords)
    assert f.one(Ev.CHARGES).actor == swords and gap(f.b, i, j) == pytest.approx(0, abs=1e-9)
    matches.make_matches(f.b)
    assert f.f(i).match == f.f(j).match == 0 and melee.can_hit(f.b, j)


@pytest.mark.rule("PS-099")
def test_pikes_stop_five_short_if_told_so() -> None:
    f, g, h = lines("ps", 2, 2, 20)
    for i in f.of(g):
        f.f(i).arms = [22, 0, 0]
    f.g(g).commander = g
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=h, how=Gait.WALK + 8) == ""
    assert charge.charge_at_pikes_length(f.b, g, h)
    assert min(gap(f.b, i, j) for i in f.of(g) for j in f.of(h)) == pytest.approx(5.0, abs=0.02)
    f.f(f.of(g)[0]).arms = [3, 0, 0]
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=h, how=Gait.WALK + 8) == "PS-099"


# Later turns


@pytest.mark.rule("TY-R76", "EC-R27")
def test_the_bonus_of_a_charge_and_first_turns_belong_to_its_own_turn() -> None:
    f, g, h = lines("ec", 1, 1, 20, kind="cuirassiers", mounted=True)
    charge.charge(f.b, g, h, Gait.TROT)
    assert f.g(g).charge_from == pytest.approx(19.5)
    i = f.of(g)[0]
    assert melee.charge_bonus(f.b, i) == 2
    matches.make_matches(f.b)
    assert matches.first_turn(f.b, i) and matches.first_turn(f.b, f.of(h)[0])
    f.b.turn = 2
    assert melee.charge_bonus(f.b, i) == 0 and not matches.first_turn(f.b, i)


@pytest.mark.rule("TY-R76")
def test_a_melee_goes_on_only_in_contact() -> None:
    f, g, h = lines("ec", 1, 1, 0)
    f.dice(3, 3)
    melee.fight_all(f.b)  # a draw: both go back
    f.used_up()
    f.b.turn = 2
    melee.fight_all(f.b)
    assert f.b.matches == 0 and len(f.events(Ev.MATCH)) == 1
    f.f(f.of(g)[0]).y = f.f(f.of(h)[0]).y - 2
    f.dice(3, 3)
    melee.fight_all(f.b)
    f.used_up()
    assert f.b.matches == 1


@pytest.mark.rule("TY-064", "TY-R62", "EC-R01")
def test_wounded_men_fight_as_well_as_others() -> None:
    f, g, h = lines("ec", 1, 1, 0)
    i = f.of(g)[0]
    f.f(i).wounded = True
    f.dice(6, 1)
    melee.fight_all(f.b)
    f.used_up()
    assert not f.events(Ev.FIGHT_SUM) and f.g(h).dead == 1  # no modifier, and he kills


@pytest.mark.rule("EC-068", "TY-066", "EC-R01")
def test_rider_and_mount_are_hit_as_one() -> None:
    f = Field("ec")
    g = f.group("red", 1, 60, 50, kind="shock", mounted=True)
    j = f.of(g)[0]
    for roll, wounded, lost in ((2, False, Lost.NO), (3, True, Lost.NO), (4, False, Lost.SECOND_WOUND)):
        volleys.damage(f.b, roll, int(Weapon.MUSKET), int(Quality.MID), j)
        suffer_all(f.b)
        assert (f.f(j).wounded, f.f(j).lost) == (wounded, lost) and f.f(j).mounted


@pytest.mark.rule("TY-087", "TY-R18")
def test_commanded_troops_charge_only_when_they_are_told() -> None:
    f, g, h = lines("ec", 2, 2, 10)
    f.g(g).commander = g
    f.set(f.g(g), code=int(Code.ADC), roman=False, row=2)
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=h, how=Gait.WALK) == ""
    f.g(g).roman = True
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=h, how=Gait.WALK) == "TY-078"
