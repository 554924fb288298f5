"""Fire: targets, range, dice and points; the sweep of 90 degrees; volleys of stragglers."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import firing, loose, shooting
from grognard.books.most_irregular.state import Part, Weapon
from grognard.values import Ask

from .field import NOBODY, OFFICER, Act, AskKind, Ev, Field, order

GRADES = ["rabble", "conscript", "regular", "elite"]
BASE = 0.75


def duel(apart: float, **more: Any) -> tuple[Field, int, int]:
    """Three blue men in a rank, and three red ones so many inches north of them."""
    house = more.pop("house", {})
    f = Field(**house)
    line = f.formation("blue", 3, 20, 8, **more)
    target = f.formation("red", 3, 20, 8 + BASE + apart, "south", grade="elite")
    return f, line, target


def fire(f: Field, line: int, target: int = NOBODY, act: Act = Act.FIRE, **way: float) -> None:
    """A legal order to fire, carried out, in a new turn."""
    for i in f.of(line):
        f.m(i).acted = 0
    ask = f.activate(line)
    o = order(act, line, target, fx=way.get("fx", 0.0), fy=way.get("fy", 1.0))
    assert f.refused(ask, act, actor=line, other=target, fx=o.fx, fy=o.fy) == ""
    shooting.fire_unit(f.b, o)


def points(f: Field) -> int:
    return int(f.one(Ev.POINTS).a)


# Range


@pytest.mark.rule("MI-056", "MI-057", "MI-058")
@pytest.mark.parametrize(
    ("weapon", "ranges"),
    [
        ("musket", [6, 9, 12, 15]),
        ("early_rifle", [8, 12, 16, 20]),
        ("advanced_rifle", [12, 18, 24, 30]),
        ("none", [0, 0, 0, 0]),
    ],
)
def test_effective_range_is_multiplier_by_base_range(weapon: str, ranges: list[float]) -> None:
    for grade, reach in zip(GRADES, ranges, strict=True):
        f = Field()
        i = f.man("blue", 10, 10, grade=grade, weapon=weapon)
        assert firing.effective_range(f.b, 0, f.set(i)) == reach


@pytest.mark.rule("MI-059", "MI-060", "MI-061", "MI-R31", "MI-R33")
@pytest.mark.parametrize(
    ("apart", "dice"),
    [(4.0, (1, 5)), (12.0, (1, 5)), (12.01, (5,)), (24.01, (5,)), (38.0, (5,))],
)
def test_out_to_effective_range_two_dice_and_the_higher_counts_beyond_it_one(
    apart: float, dice: tuple[int, ...]
) -> None:
    f, line, target = duel(apart)
    f.dice(*dice)
    f.dice(1, 1, 1)  # 7 points, 3 hits: all recoil, and nobody is left to test
    fire(f, line, target)
    f.used_up()
    assert (f.one(Ev.SHOT).a, f.one(Ev.SHOT).b) == (5, len(dice))
    assert f.one(Ev.RANGE).a == (len(dice) == 2)
    assert f.one(Ev.FIRES).d == pytest.approx(apart)
    assert points(f) == 7


@pytest.mark.rule("MI-R33")
@pytest.mark.parametrize(("apart", "refused"), [(24.0, ""), (24.01, "MI-R33")])
def test_by_option_harassing_fire_ends_at_twice_the_effective_range(apart: float, refused: str) -> None:
    f, line, target = duel(apart, house={"harassing_max": "double"})
    ask = f.activate(line)
    assert f.refused(ask, Act.FIRE, actor=line, other=target) == refused


@pytest.mark.rule("MI-R31", "MI-R02")
def test_range_is_from_the_nearest_who_fires_to_the_nearest_of_the_target() -> None:
    f = Field()
    line = f.formation("blue", 4, 10, 10, files=2, grade="conscript")  # 9 inches
    target = f.formation("red", 4, 10, 19.75, "south", files=2)
    f.dice(1, 1)
    f.dice(1, 6)  # 2 points: one hit, and the test
    fire(f, line, target)
    assert f.one(Ev.RANGE).a == 1
    f.used_up()


# The sum


@pytest.mark.rule("MI-064", "MI-067")
@pytest.mark.parametrize(("grade", "bonus"), list(zip(GRADES, [0, 0, 1, 2], strict=True)))
def test_regulars_add_one_and_elite_two(grade: str, bonus: int) -> None:
    f = Field()
    i = f.man("blue", 10, 10, grade=grade)
    assert firing.fire_points(f.b, 0, f.set(i), 4, False) == 4 + bonus


@pytest.mark.rule("MI-065", "MI-R35")
@pytest.mark.parametrize(("men", "threes"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (12, 4), (20, 6)])
def test_one_more_for_every_whole_three(men: int, threes: int) -> None:
    f = Field()
    line = f.formation("blue", men, 20, 10, grade="rabble")
    assert firing.fire_points(f.b, 0, f.members(line), 4, False) == 4 + threes


@pytest.mark.rule("MI-066", "MI-R35")
@pytest.mark.parametrize(
    ("sound", "hurt", "threes"),
    [(0, 1, 0), (2, 1, 0), (2, 2, 1), (1, 3, 0), (1, 4, 1), (0, 6, 1), (5, 1, 1), (5, 2, 2)],
)
def test_wounded_firers_are_half_men_and_fractions_are_dropped_once(
    sound: int, hurt: int, threes: int
) -> None:
    f = Field()
    men = [f.man("blue", 2 + n, 10, grade="rabble", wounded=n >= sound) for n in range(sound + hurt)]
    assert firing.fire_points(f.b, 0, f.set(*men), 4, False) == 4 + threes


@pytest.mark.rule("MI-062", "MI-067", "MI-050", "MI-R19")
def test_rapid_fire_doubles_the_kept_die_before_modifiers_and_takes_both_actions() -> None:
    f, line, target = duel(4.0)
    f.dice(5, 2)
    f.dice(1, 1, 1)
    fire(f, line, target, Act.RAPID)
    f.used_up()
    assert points(f) == 2 * 5 + 1 + 1
    sums = {e.b: e.a for e in f.events(Ev.FIRE_SUM)}
    assert sums == {Part.DOUBLED: 10, Part.QUALITY: 1, Part.THREES: 1}
    assert f.b.actions == 0
    assert f.one(Ev.FIRES).b == 1
    assert not f.events(Ev.TESTS)


@pytest.mark.rule("MI-062", "MI-061")
def test_rapid_harassing_fire_doubles_its_single_die() -> None:
    f, line, target = duel(13.0)
    f.dice(1, 6, 6, 6)  # 2 + 1 + 1: two of three are hit
    fire(f, line, target, Act.RAPID)
    assert (points(f), f.one(Ev.POINTS).b) == (4, 2)


@pytest.mark.rule("MI-063", "MI-067", "MI-R34")
@pytest.mark.parametrize(
    ("act", "breech", "total"),
    [(Act.RAPID, True, 15), (Act.RAPID, False, 12), (Act.FIRE, True, 7)],
)
def test_breech_loaders_add_three_to_rapid_fire_only(act: Act, breech: bool, total: int) -> None:
    f, line, target = duel(4.0, weapon="advanced_rifle", breech=breech)
    f.dice(5, 5)
    f.dice(1, 1, 1)
    fire(f, line, target, act)
    assert points(f) == total
    assert (Part.BREECH in {e.b for e in f.events(Ev.FIRE_SUM)}) == (total == 15)


@pytest.mark.rule("MI-R05", "MI-R34")
def test_the_breech_bonus_needs_breech_loaders_in_every_hand() -> None:
    f, line, target = duel(4.0, weapon="early_rifle", breech=True)
    f.m(f.of(line)[2]).breech = False
    f.dice(5, 5)
    f.dice(1, 1, 1)
    fire(f, line, target, Act.RAPID)
    assert points(f) == 12


@pytest.mark.rule("MI-R05", "MI-064")
@pytest.mark.parametrize(
    ("grades", "majority", "worst"),
    [
        (["elite", "elite", "rabble"], 2, 0),
        (["elite", "regular"], 1, 1),  # a tie: the lower
        (["regular", "regular", "elite", "elite", "conscript"], 1, 0),
        (["elite", "elite", "regular"], 2, 1),
    ],
)
def test_a_volley_has_the_grade_of_most_who_fire_or_by_option_the_worst(
    grades: list[str], majority: int, worst: int
) -> None:
    for option, bonus in (("majority", majority), ("worst", worst)):
        f = Field(mixed_quality=option)
        men = [f.man("blue", 2 + 2 * n, 10, grade=g) for n, g in enumerate(grades)]
        threes = len(men) // 3
        assert firing.fire_points(f.b, 0, f.set(*men), 1, False) == 1 + bonus + threes


@pytest.mark.rule("MI-R05", "MI-056")
@pytest.mark.parametrize(
    ("weapons", "fires_as"),
    [
        (["musket", "early_rifle", "early_rifle"], Weapon.EARLY_RIFLE),
        (["musket", "advanced_rifle"], Weapon.MUSKET),
        (["advanced_rifle", "early_rifle"], Weapon.EARLY_RIFLE),
        (["musket", "early_rifle", "advanced_rifle", "advanced_rifle"], Weapon.ADVANCED_RIFLE),
    ],
)
def test_the_weapon_of_most_who_fire_and_of_a_tie_the_shorter(weapons: list[str], fires_as: Weapon) -> None:
    f = Field()
    men = [f.man("blue", 2 + 2 * n, 10, weapon=w) for n, w in enumerate(weapons)]
    assert firing.fire_weapon(f.b, 0, f.set(*men)) == fires_as
    f = Field(multiplier__musket=9)  # a house rule: the musket is the longer now
    men = [f.man("blue", 2 + 2 * n, 10, weapon=w) for n, w in enumerate(["musket", "early_rifle"])]
    assert firing.effective_range(f.b, 0, f.set(*men)) == 16


@pytest.mark.rule("MI-R05", "MI-051")
def test_grade_and_weapon_are_those_of_the_men_who_fire_not_of_the_unit() -> None:
    f = Field()
    line = f.formation("blue", 9, 20, 10, files=3, grade="rabble")
    for i in f.of(line)[:5]:
        f.m(i).grade = 3  # five of six who fire are elite, and four of nine are not
    target = f.formation("red", 3, 20, 20, "south")
    f.dice(1, 1, 1, 1, 6)
    fire(f, line, target)
    assert f.one(Ev.FIRES).a == 6
    assert points(f) == 1 + 2 + 2


# Orders


@pytest.mark.rule("MI-R34", "MI-051")
def test_men_without_firearms_do_not_fire() -> None:
    f, line, target = duel(4.0, weapon="none")
    ask = f.activate(line)
    assert f.refused(ask, Act.FIRE, actor=line, other=target) == "MI-R34"
    f.m(f.of(line)[1]).weapon = int(Weapon.MUSKET)
    f.dice(1, 1, 1, 6)
    fire(f, line, target)
    assert f.one(Ev.FIRES).a == 1


@pytest.mark.rule("MI-049", "MI-054")
def test_the_target_is_one_enemy_formation() -> None:
    f, line, target = duel(4.0)
    ask = f.activate(line)
    assert f.refused(ask, Act.FIRE, actor=line, other=target) == ""
    assert f.refused(ask, Act.FIRE, actor=line, other=line) == "MI-054"
    assert f.refused(ask, Act.FIRE, actor=line, other=target + 7) == "MI-054"
    assert f.refused(ask, Act.FIRE, actor=line, fx=3.0, fy=0.0) == "MI-055"
    assert f.refused(ask, Act.FIRE, actor=line) == "MI-051"  # there is no straggler to be seen


@pytest.mark.rule("MI-050", "MI-R19")
def test_rapid_fire_needs_both_actions_and_a_unit_fires_once() -> None:
    f, line, target = duel(4.0)
    ask = f.activate(line, actions=1)
    assert f.refused(ask, Act.RAPID, actor=line, other=target) == "MI-050"
    assert f.refused(ask, Act.FIRE, actor=line, other=target) == ""
    f.dice(1, 1, 1, 6)
    fire(f, line, target)
    assert f.b.actions == 1
    assert f.refused(ask, Act.FIRE, actor=line, other=target) == "MI-R19"
    f.b.actions = 2
    assert f.refused(ask, Act.RAPID, actor=line, other=target) == "MI-R19"


@pytest.mark.rule("MI-051")
def test_men_who_see_nothing_of_the_target_do_not_fire() -> None:
    f, line, target = duel(4.0)
    f.terrain("building", rectangle=(10, 9, 19.8, 9.2))
    f.dice(1, 1, 1, 6)
    fire(f, line, target)
    assert f.one(Ev.FIRES).a == 2
    f.terrain("building", rectangle=(19.8, 9, 30, 9.2))
    f.m(f.of(line)[0]).acted = f.b.activation
    assert f.refused(Ask(int(AskKind.ACTION), 0, line, 2), Act.FIRE, actor=line, other=target) == "MI-R19"
    f.b.has_fired = False
    assert f.refused(Ask(int(AskKind.ACTION), 0, line, 2), Act.FIRE, actor=line, other=target) == "MI-051"


# Stragglers as the target: the sweep


def sweep(*places: tuple[float, float], **house: Any) -> tuple[Field, int, list[int]]:
    f = Field(**house)
    line = f.formation("blue", 3, 20, 10, grade="conscript")  # 9 inches
    return f, line, f.men("red", *places)


@pytest.mark.rule("MI-055", "MI-R32")
@pytest.mark.parametrize(
    ("place", "inside"),
    [((20, 15), True), ((25, 15), True), ((15, 15), True), ((25.05, 15), False), ((20, 5), False)],
)
def test_the_angle_is_45_degrees_to_each_side_edges_included(
    place: tuple[float, float], inside: bool
) -> None:
    f, line, (man,) = sweep(place)
    found = firing.eligible_stragglers(f.b, 0, f.members(line), 0.0, 1.0)
    assert found == (f.set(man) if inside else 0)
    assert f.refused(f.activate(line), Act.FIRE, actor=line) == ("" if inside else "MI-051")


@pytest.mark.rule("MI-R32", "MI-055")
def test_the_apex_is_amid_those_who_fire_and_the_firer_picks_the_direction() -> None:
    f, line, (man,) = sweep((24, 14.5))
    assert firing.eligible_stragglers(f.b, 0, f.members(line), 0.0, 1.0) == f.set(man)
    west = f.of(line)[0]
    f.m(west).x = 11.0  # the mean goes west
    assert firing.eligible_stragglers(f.b, 0, f.members(line), 0.0, 1.0) == 0
    assert firing.eligible_stragglers(f.b, 0, f.members(line), 0.8, 0.6) == f.set(man)


@pytest.mark.rule("MI-R32", "MI-051")
def test_those_who_see_nobody_do_not_pull_the_apex_their_way() -> None:
    f = Field()
    line = f.formation("blue", 4, 20, 10)
    man = f.man("red", 16, 14.05)
    f.terrain("building", rectangle=(18, 10.5, 19.3, 10.8))  # it hides him from the two in the west
    assert firing.eligible_stragglers(f.b, 0, f.members(line), 0.0, 1.0) == f.set(man)
    assert firing.sweepers(f.b, 0, f.members(line), 0.0, 1.0) == 0
    assert f.refused(f.activate(line), Act.FIRE, actor=line) == "MI-051"
    assert firing.sweepers(f.b, 0, f.members(line), -0.6, 0.8) == f.set(*f.of(line)[2:])


@pytest.mark.rule("MI-R32", "MI-059", "MI-060")
def test_with_one_man_in_effective_range_only_those_in_it_can_be_hit() -> None:
    f, line, men = sweep((20, 19.75), (20, 19.8), (21.5, 25))
    f.dice(6, 6)
    f.dice(6)  # 7 points: two hits' worth, but only one man within 9 inches
    fire(f, line)
    f.used_up()
    assert [f.m(i).lost > 0 for i in men] == [True, False, False]


@pytest.mark.rule("MI-R32", "MI-061", "MI-R33")
def test_with_none_in_effective_range_all_can_be_hit_by_harassing_fire() -> None:
    f, line, men = sweep((20, 20), (21.5, 35))
    f.dice(6)
    f.dice(6, 6)
    fire(f, line)
    f.used_up()
    assert f.one(Ev.SHOT).b == 1
    assert all(f.m(i).lost > 0 for i in men)


@pytest.mark.rule("MI-R33", "MI-R32")
def test_by_option_nobody_beyond_twice_the_range_is_hit_in_a_sweep() -> None:
    f, line, men = sweep((20, 20), (21.5, 35), harassing_max="double")
    f.dice(6, 6)
    fire(f, line)
    f.used_up()
    assert [f.m(i).lost > 0 for i in men] == [True, False]


@pytest.mark.rule("MI-R32", "MI-055", "MI-R39")
def test_stragglers_out_of_sight_or_in_formation_are_not_in_the_sweep() -> None:
    f, line, men = sweep((20, 15), (22, 16))
    f.terrain("building", rectangle=(20.8, 12, 30, 14))
    f.formation("red", 2, 18, 16, "south")
    assert firing.eligible_stragglers(f.b, 0, f.members(line), 0.0, 1.0) == f.set(men[0])


# Volleys of stragglers


def skirmishers(*places: tuple[float, float], **more: Any) -> tuple[Field, list[int], Ask]:
    """Blue stragglers under a charismatic commander, who has yet to use his men."""
    house = more.pop("house", {})
    f = Field(**house)
    men = f.men("blue", *places, **more)
    k = f.commander("blue", 20, 8, charismatic=True)
    f.b.commander = k
    return f, men, Ask(int(AskKind.ACTIVATE), 0, k, NOBODY)


def shoot(f: Field, ask: Ask, men: int, target: int = NOBODY, act: Act = Act.SKIRMISH) -> None:
    assert f.refused(ask, act, other=target, how=men, fx=0.0, fy=1.0) == ""
    loose.straggle(f.b, order(act, NOBODY, target, men, fx=0.0, fy=1.0), 0)


@pytest.mark.rule("MI-129", "MI-130", "MI-R17", "MI-131", "MI-R41")
def test_stragglers_fire_one_volley_as_a_unit_does_with_the_softer_table() -> None:
    f, men, ask = skirmishers((18, 10), (20, 10), (22, 10))
    target = f.formation("red", 6, 20, 16, "south")
    f.dice(2, 5)  # 5 + 1 + 1
    f.dice(3, 4, 5)  # shock, wound, wound: as formed fire it would be wound, wound, fatal
    f.dice(6)
    shoot(f, ask, f.set(*men), target)
    f.used_up()
    assert points(f) == 7
    assert [e.b for e in f.events(Ev.HIT)] == [0, 1, 1]
    assert f.refused(ask, Act.RAPID, actor=target, other=target) == "MI-031"


@pytest.mark.rule("MI-R17")
@pytest.mark.parametrize(
    ("option", "same", "other"), [("one", "MI-R17", "MI-R17"), ("per_target", "MI-R17", "")]
)
def test_one_volley_a_commander_or_by_option_one_a_target(option: str, same: str, other: str) -> None:
    f, men, ask = skirmishers((18, 10), (20, 10), (22, 10), house={"straggler_volleys": option})
    target = f.formation("red", 6, 20, 16, "south")
    f.man("red", 26, 14)
    f.dice(1, 1, 1, 6)
    shoot(f, ask, f.set(men[0]), target)
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(men[1])) == same
    assert f.refused(ask, Act.SKIRMISH, how=f.set(men[1]), fx=1.0, fy=0.0) == other
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(men[0])) == "MI-016"


@pytest.mark.rule("MI-R31", "MI-051", "MI-R17")
def test_in_an_effective_volley_each_man_has_a_target_in_range() -> None:
    f, men, ask = skirmishers((20, 10), (20.5, 6))
    target = f.formation("red", 6, 20, 22.7, "south")  # 12 inches, from the first man
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(*men)) == "MI-R31"
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(men[0])) == ""
    assert f.refused(ask, Act.HARASS, other=target, how=f.set(*men)) == ""
    f.dice(4)  # one die, though the first is near
    f.dice(1, 1, 6)
    shoot(f, ask, f.set(*men), target, Act.HARASS)
    f.used_up()
    assert (f.one(Ev.RANGE).a, points(f)) == (0, 5)


@pytest.mark.rule("MI-R31", "MI-R05")
def test_the_range_is_that_of_the_volley_not_of_the_man() -> None:
    f, men, ask = skirmishers((20, 10), (22, 10))
    target = f.formation("red", 6, 20, 20, "south")
    for i in men:
        f.m(i).grade = 0  # 6 inches
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(*men)) == ""
    f.dice(2, 1, 6)
    shoot(f, ask, f.set(*men), target)
    f.used_up()
    assert f.one(Ev.RANGE).a == 0  # so all of it is harassing


@pytest.mark.rule("MI-R17", "MI-051", "MI-R34", "MI-024")
def test_who_may_be_in_a_volley() -> None:
    f, men, ask = skirmishers((20, 10), (20, 9.1), (17, 10))
    target = f.formation("red", 2, 20, 16, "south")
    f.m(f.of(target)[0]).x, f.m(f.of(target)[1]).x = 20.0, 20.1
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(*men[:2])) == "MI-051"
    assert f.b.refusal.other == men[1]
    f.m(men[2]).weapon = 0
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(men[2])) == "MI-R34"
    assert f.refused(ask, Act.SKIRMISH, other=target, how=0) == "MI-029"
    assert f.refused(ask, Act.SKIRMISH, other=9, how=f.set(men[0])) == "MI-054"


@pytest.mark.rule("MI-R33", "MI-R17")
def test_by_option_a_volley_of_stragglers_has_a_maximum_too() -> None:
    f, men, ask = skirmishers((20, 10), house={"harassing_max": "double"})
    target = f.formation("red", 2, 20.375, 34.75, "south")
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(*men)) == ""
    f.m(men[0]).y = 9.9
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(*men)) == "MI-R33"


@pytest.mark.rule("MI-R10", "MI-049")
@pytest.mark.parametrize(("option", "listed"), [("off", 0), ("on", 1)])
def test_officers_are_targets_only_by_option(option: str, listed: int) -> None:
    f = Field(officers_targetable=option)
    line = f.formation("blue", 3, 20, 10)
    k = f.commander("red", 20, 15)
    ask = f.activate(line)
    assert (f.check(ask, Act.FIRE, actor=line) == 0) == bool(listed)
    assert firing.eligible_officers(f.b, 0, f.members(line), 0.0, 1.0) == listed << k
    target = f.formation("red", 2, 20, 16, "south")  # now he is with them
    assert firing.eligible_officers(f.b, 0, f.members(line), 0.0, 1.0) == 0
    assert firing.officers_with(f.b, target) == listed << k


@pytest.mark.rule("MI-R10")
def test_by_option_an_officer_is_hit_wounded_and_killed_like_a_straggler() -> None:
    f = Field(officers_targetable="on")
    line = f.formation("blue", 3, 20, 10)
    k = f.commander("red", 20, 15)
    f.dice(1, 1, 3)  # 3 points, one hit: a wound
    fire(f, line)
    assert f.c(k).wounded and f.c(k).lost == 0
    f.dice(1, 1, 1)  # shock: he recoils
    fire(f, line)
    assert f.c(k).y == pytest.approx(19.0)
    f.dice(1, 1, 4)
    fire(f, line)
    assert f.c(k).lost > 0
    assert f.events(Ev.LOST)[-1].actor == OFFICER + k
    f.used_up()
