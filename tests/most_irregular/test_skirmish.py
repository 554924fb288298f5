"""Skirmish: hand to hand between stragglers, and their one volley (chapter X)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from grognard.books.most_irregular.loose import straggle
from grognard.books.most_irregular.state import Effect, Lost
from grognard.values import Ask

from .field import NOBODY, OFFICER, Act, AskKind, Ev, Field, order


def ask_of(f: Field, x: float = 24, y: float = 17) -> Ask:
    f.b.commander = f.commander("blue", x, y)
    return Ask(AskKind.ACTIVATE, 0, f.b.commander, NOBODY)


def pair(gap: float = 4.0, **state: Any) -> tuple[Field, int, int, Ask]:
    """A blue straggler at (24, 20), a red one north of him, so far from edge to edge."""
    house = {k: state.pop(k) for k in list(state) if k == "cavalry"}
    f = Field(**house)
    man = f.man("blue", 24, 20, **state)
    foe = f.man("red", 24, 20.75 + gap)
    return f, man, foe, ask_of(f)


def attack(f: Field, ask: Ask, man: int, foe: int) -> str:
    """The rule against it; if there is none, he attacks."""
    against = f.refused(ask, Act.ATTACK, actor=man, other=foe)
    if not against:
        straggle(f.b, order(Act.ATTACK, man, foe), 0)
        f.used_up()
    return against


@pytest.mark.rule("MI-128", "MI-134", "MI-R66")
def test_the_attacker_moves_into_contact_and_if_he_alone_passes_the_other_is_removed() -> None:
    f, man, foe, ask = pair()
    f.dice(3, 2)
    assert attack(f, ask, man, foe) == ""
    assert f.m(foe).lost == Lost.KILLED
    assert f.m(man).y == pytest.approx(24.0)  # the winner stays where he is
    assert f.m(man).acted == 1
    assert {"MI-128", "MI-132", "MI-134"} <= f.cited()


@pytest.mark.rule("MI-134", "MI-R66")
def test_if_the_other_alone_passes_the_attacker_is_removed() -> None:
    f, man, foe, ask = pair()
    f.dice(2, 3)
    assert attack(f, ask, man, foe) == ""
    assert f.m(man).lost == Lost.KILLED
    assert f.m(foe).y == 24.75


@pytest.mark.rule("MI-133", "MI-R42")
@pytest.mark.parametrize("dice", [(3, 3), (2, 2)])
def test_both_pass_or_both_fail_and_each_falls_back_4_inches(dice: tuple[int, int]) -> None:
    f, man, foe, ask = pair()
    f.dice(*dice)
    assert attack(f, ask, man, foe) == ""
    assert f.m(man).y == pytest.approx(20.0)
    assert f.m(foe).y == pytest.approx(28.75)
    assert [e.d for e in f.events(Ev.FALLS_BACK)] == [pytest.approx(4.0)] * 2


@pytest.mark.rule("MI-132", "MI-R03", "MI-R05", "MI-R66", "MI-R75")
def test_each_tests_on_one_die_with_his_own_number_the_attacker_first_wounds_or_no() -> None:
    f, man, foe, ask = pair()
    f.m(man).grade, f.m(foe).grade = 0, 3
    f.m(man).wounded = True
    f.dice(5, 1)  # just enough for Rabble, too little for Elite
    assert attack(f, ask, man, foe) == ""
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.MAN_TESTS)] == [(man, 5, 1), (foe, 1, 0)]
    assert f.m(foe).lost == Lost.KILLED


@pytest.mark.rule("MI-128")
@pytest.mark.parametrize(("gap", "against"), [(6.0, ""), (6.01, "MI-128")])
def test_after_a_move_of_at_most_6_inches(gap: float, against: str) -> None:
    f, man, foe, ask = pair(gap)
    if not against:
        f.dice(6, 1)
    assert attack(f, ask, man, foe) == against


@pytest.mark.rule("MI-R66", "MI-122", "MI-R64")
@pytest.mark.parametrize(("gap", "against"), [(5.0, ""), (5.01, "MI-128")])
def test_the_move_costs_as_a_scurry(gap: float, against: str) -> None:
    f, man, foe, ask = pair(gap)
    f.terrain("wall", line=[(10, 22), (40, 22)])
    f.terrain("woods", rectangle=(20, 22.1, 28, 30))  # no slowing
    if not against:
        f.dice(6, 1)
    assert attack(f, ask, man, foe) == against


@pytest.mark.rule("MI-R66", "MI-125")
def test_the_4_inch_ban_does_not_hold_him_but_nobody_passes_through_enemies() -> None:
    f, man, foe, ask = pair()
    f.man("red", 25.7, 22)  # he passes within an inch of that one
    f.dice(6, 1)
    assert attack(f, ask, man, foe) == ""
    f, man, foe, ask = pair()
    f.man("red", 24, 22)
    assert attack(f, ask, man, foe) == "MI-128" or math.hypot(f.m(man).x - 24, f.m(man).y - 22) > 0.75


@pytest.mark.rule("MI-R66", "MI-128")
def test_formed_men_friends_and_the_lost_cannot_be_attacked() -> None:
    f = Field()
    man, friend = f.men("blue", (24, 20), (26, 20))
    f.formation("red", 2, 24, 23)
    gone = f.man("red", 22, 22)
    f.m(gone).lost = 1
    ask = ask_of(f)
    assert attack(f, ask, man, 2) == "MI-R66"
    assert attack(f, ask, man, friend) == "MI-R66"
    assert attack(f, ask, man, gone) == "MI-128"
    assert attack(f, ask, man, 99) == "MI-128"
    assert attack(f, ask, 2, man) == "MI-128"  # not his man


@pytest.mark.rule("MI-R66", "MI-R10")
def test_an_officer_alone_can_be_attacked_and_one_with_a_formation_cannot() -> None:
    f = Field()
    man = f.man("blue", 24, 20)
    f.formation("red", 2, 30, 23)
    ask = ask_of(f)
    alone = f.commander("red", 24, 23, grade="elite")
    beside = f.commander("red", 30, 22)
    assert attack(f, ask, man, OFFICER + beside) == "MI-R66"
    f.dice(3, 1)
    assert attack(f, ask, man, OFFICER + alone) == ""
    assert f.c(alone).lost == Lost.KILLED


@pytest.mark.rule("MI-R66", "MI-R10", "MI-133")
def test_a_mounted_officer_has_the_larger_base_and_falls_back_like_any_man() -> None:
    f = Field()
    man = f.man("blue", 24, 20)
    f.man("red", 40, 40)
    ask = ask_of(f)
    marsh = f.commander("red", 24, 23, mounted=True)
    f.dice(4, 4)
    assert attack(f, ask, man, OFFICER + marsh) == ""
    assert f.c(marsh).y == pytest.approx(27.0)
    assert f.m(man).y == pytest.approx(23 - 0.875 - 4)


@pytest.mark.rule("MI-R66")
def test_a_man_may_be_attacked_more_than_once_each_when_his_turn_comes() -> None:
    f = Field()
    first, second = f.men("blue", (23, 20), (26, 20))
    foe = f.man("red", 24, 23)
    ask = ask_of(f)
    f.dice(2, 6)
    assert attack(f, ask, first, foe) == ""
    assert attack(f, ask, first, foe) != ""
    f.dice(6, 2)
    assert attack(f, ask, second, foe) == ""
    assert f.m(first).lost == f.m(foe).lost == Lost.KILLED


@pytest.mark.rule("MI-128", "MI-016", "MI-024")
def test_he_must_be_a_straggler_in_reach_who_has_not_acted() -> None:
    f, man, foe, ask = pair()
    f.m(man).acted = 1
    assert attack(f, ask, man, foe) == "MI-016"
    f.m(man).acted = 0
    f.c(0).y = 10
    assert attack(f, ask, man, foe) == "MI-024"


@pytest.mark.rule("MI-R29", "MI-R02")
def test_he_finds_a_place_beside_his_enemy_where_there_is_room() -> None:
    f = Field()
    man, friend = f.men("blue", (24, 20), (24, 23.9))
    foe = f.man("red", 24, 24.75)
    ask = ask_of(f)
    f.dice(6, 1)
    assert attack(f, ask, man, foe) == ""
    assert math.hypot(f.m(man).x - f.m(friend).x, f.m(man).y - f.m(friend).y) >= 0.7499
    assert math.hypot(f.m(man).x - 24, f.m(man).y - 24.75) == pytest.approx(0.75)


@pytest.mark.rule("MI-R69", "MI-128")
@pytest.mark.parametrize(("gap", "against"), [(9.9, ""), (10.1, "MI-128")])
def test_a_horseman_attacks_from_10_inches_but_not_into_woods(gap: float, against: str) -> None:
    f, man, foe, ask = pair(gap, cavalry="on", horse=True)
    f.m(man).y -= 0.125  # his base is wider
    if not against:
        f.dice(6, 1)
    assert attack(f, ask, man, foe) == against
    f, man, foe, ask = pair(gap=4, cavalry="on", horse=True)
    f.terrain("woods", rectangle=(20, 23, 28, 30))
    assert attack(f, ask, man, foe) == "MI-128"


# The volley


def volley(
    f: Field, ask: Ask, men: list[int], target: int = NOBODY, fy: float = 1.0, act: Act = Act.SKIRMISH
) -> str:
    against = f.refused(ask, act, other=target, how=f.set(*men), fx=0.0, fy=fy)
    if not against:
        straggle(f.b, order(act, other=target, how=f.set(*men), fx=0.0, fy=fy), 0)
        f.used_up()
    return against


@pytest.mark.rule("MI-128", "MI-129", "MI-130", "MI-R17")
def test_stragglers_fire_as_one_volley_that_is_never_rapid() -> None:
    f = Field()
    men = f.men("blue", (22, 20), (24, 20), (26, 20))
    foes = f.men("red", (22, 26), (24, 26))
    ask = ask_of(f)
    f.dice(2, 5)  # 5 + 1 for Regulars + 1 for three men = 7 points: two hits at 3
    f.dice(6, 6)
    assert volley(f, ask, men) == ""
    fires = f.one(Ev.FIRES)
    assert (fires.a, fires.b) == (3, 0)
    assert f.one(Ev.POINTS).a == 7
    assert all(f.m(i).lost == Lost.KILLED for i in foes)
    assert all(f.m(i).acted == 1 for i in men)
    assert [f.m(i).y for i in men] == [20, 20, 20]


@pytest.mark.rule("MI-131", "MI-R41")
@pytest.mark.parametrize(
    ("die", "effect"),
    [(3, Effect.SHOCK), (4, Effect.WOUND), (5, Effect.WOUND), (6, Effect.FATAL), (1, Effect.SHOCK)],
)
def test_their_hits_use_the_skirmish_column(die: int, effect: int) -> None:
    f = Field()
    man = f.man("blue", 24, 20)
    f.man("red", 24, 26)
    ask = ask_of(f)
    f.dice(1, 2, die)
    assert volley(f, ask, [man]) == ""
    hit = f.one(Ev.HIT)
    assert (hit.b, f.catalogue.rule_id(int(hit.rule))) == (effect, "MI-131")


@pytest.mark.rule("MI-R17")
def test_one_volley_for_each_commander_in_a_turn() -> None:
    f = Field()
    men = f.men("blue", (22, 20), (24, 20))
    target = f.formation("red", 2, 24, 26)
    f.man("red", 22, 26)
    ask = ask_of(f)
    f.dice(1, 1, 6)  # 2 points: one hit of the formation, whose other man is a straggler then
    assert volley(f, ask, men[:1], target) == ""
    assert volley(f, ask, men[1:]) == "MI-R17"
    assert volley(f, ask, men[1:], act=Act.HARASS) == "MI-R17"
    assert (
        f.refused(ask, Act.SCURRY, how=f.set(men[1]), x=0.0, y=1.0, fx=0.0) == ""
    )  # other groups, other actions


@pytest.mark.rule("MI-R17")
def test_by_option_one_volley_for_each_target() -> None:
    f = Field(straggler_volleys="per_target")
    men = f.men("blue", (22, 20), (24, 20), (26, 20))
    first = f.formation("red", 3, 24, 26)
    second = f.formation("red", 3, 30, 26)
    ask = ask_of(f)
    f.dice(1, 1, 6, 6)
    assert volley(f, ask, men[:1], first) == ""
    assert volley(f, ask, men[1:2], first) == "MI-R17"
    f.dice(1, 1, 6, 6)
    assert volley(f, ask, men[1:2], second) == ""
    assert volley(f, ask, men[2:], NOBODY) != "MI-R17"


@pytest.mark.rule("MI-128", "MI-R17", "MI-R34")
def test_nobody_both_fires_and_attacks_and_the_unarmed_do_not_fire() -> None:
    f = Field()
    man, unarmed = f.men("blue", (24, 20), (26, 20))
    f.m(unarmed).weapon = 0
    foe = f.man("red", 24, 24)
    ask = ask_of(f)
    assert volley(f, ask, [man, unarmed]) == "MI-R34"
    f.dice(1, 1)  # 2 points: no hit
    assert volley(f, ask, [man]) == ""
    assert attack(f, ask, man, foe) == "MI-016"
