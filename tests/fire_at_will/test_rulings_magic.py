"""Spells adjudicated on their own: the odds against plain sums, shields, clocks, and bad inputs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.problems import Problem

from .ruling import binomial, chances, convolved, prepared, ruled

SIXTH = Fraction(1, 6)
WORKS, FAILS = Fraction(5, 6), SIXTH


@pytest.mark.rule("FW-075", "FW-076", "FW-081", "FW-082", "FW-087", "FW-094", "FW-097")
@pytest.mark.parametrize(
    ("procedure", "works"),
    [
        ("blinded", WORKS),
        ("freeze", WORKS),
        ("lightning-bolt", WORKS),
        ("you-are-mine", WORKS),
        ("turn-undead", Fraction(2, 3)),
    ],
)
def test_spells_with_a_die_and_those_against_a_shield(procedure: str, works: Fraction) -> None:
    assert chances(procedure)["spell"] == {"works": works, "fails": 1 - works}
    shielded = chances(procedure, shielded=True)["spell"]
    assert shielded == {"shielded": WORKS, "works": FAILS * works, "fails": FAILS * (1 - works)}


@pytest.mark.rule("FW-087", "FW-R98")
def test_how_long_somebody_is_frozen() -> None:
    turns = chances("freeze")["turns"]
    assert turns == {0: FAILS} | dict.fromkeys(range(1, 7), WORKS * SIXTH)
    assert ruled("freeze", 2, 4) == {"spell": "works", "turns": 4}


@pytest.mark.rule("FW-094", "FW-078", "FW-116")
def test_a_bolt_kills_a_strip_and_hits_the_great() -> None:
    assert chances("lightning-bolt")["killed"] == {0: FAILS, 1: WORKS}
    troll = chances("lightning-bolt", figure="trolls")
    assert (troll["killed"], troll["wounds"]) == ({0: 1}, {0: FAILS, 1: WORKS})
    assert chances("lightning-bolt", figure="trolls", wounds=1)["killed"] == {0: FAILS, 1: WORKS}


@pytest.mark.rule("FW-082", "FW-R95", "FW-R108")
def test_the_undead_run_a_full_move() -> None:
    assert ruled("turn-undead", 3) == {"spell": "works", "inches": 3.0}
    with pytest.raises(Problem, match=r"not undead \[FW-R95\]"):
        prepared("turn-undead", figure="axemen")
    assert ruled("turn-undead", 6, house={"turn_undead_any": "true"}, figure="axemen")["inches"] == 4.0


@pytest.mark.rule("FW-097", "FW-R107")
def test_one_strip_changes_sides() -> None:
    assert ruled("you-are-mine", 2) == {"spell": "works", "killed": 0, "left": 5, "wounds": 0}
    with pytest.raises(Problem, match="cannot be won over"):
        prepared("you-are-mine", figure="hero", strips=1)


# Storms


@pytest.mark.rule("FW-077", "FW-083", "FW-R96")
def test_the_rain_of_death() -> None:
    assert chances("death-and-decay")["killed"] == binomial(6, Fraction(1, 3))
    assert chances("death-and-decay", figure="knights", strips=3)["killed"] == binomial(3, SIXTH)
    assert chances("death-and-decay", figure="undead", strips=4)["killed"] == {0: 1}
    led = chances("death-and-decay", character="leader", strips=2)
    assert led["wounds"] == {0: WORKS, 1: SIXTH}
    wet = chances("death-and-decay", shielded=True, strips=2)["killed"]
    assert wet == {0: WORKS + SIXTH * Fraction(4, 9), 1: SIXTH * Fraction(4, 9), 2: SIXTH * Fraction(1, 9)}


@pytest.mark.rule("FW-077", "FW-091", "FW-R101")
def test_a_storm_over_friend_and_foe() -> None:
    found = chances("great-storm", strips=3, own_strips=2)
    assert found["killed"] == binomial(3, Fraction(1, 3))
    assert found["own_killed"] == binomial(2, Fraction(1, 3))
    assert chances("great-storm", figure="undead", strips=2)["killed"] == binomial(2, Fraction(1, 3))
    leader = {"strips": 1, "character": "leader"}
    assert chances("great-storm", **leader)["wounds"][1] == SIXTH
    soft = chances("great-storm", {"storm_leader_as_hero": "false"}, **leader)
    assert soft["wounds"][1] == Fraction(1, 3)


@pytest.mark.rule("FW-R101")
def test_a_die_for_every_figure_by_option() -> None:
    five = binomial(5, Fraction(1, 3))
    falls = five[3] + five[4] + five[5]
    found = chances("great-storm", {"storm_dice": "per_figure"}, strips=2)["killed"]
    assert found == convolved({0: 1 - falls, 1: falls}, {0: 1 - falls, 1: falls})


# Clocks


@pytest.mark.rule("FW-074", "FW-R91")
@pytest.mark.parametrize("spell", ["flash", "go_slow", "be_gone", "harm_him_not"])
def test_how_long_a_lasting_spell_works(spell: str) -> None:
    found = chances("lasting", spell=spell, turns=3)
    ends = {n: SIXTH * WORKS ** (n - 1) for n in (1, 2, 3)}
    assert found["turns"] == ends | {4: WORKS**3}
    assert found["works_still"][True] == WORKS**3
    assert ruled("lasting", 6, 1, spell=spell, turns=4) == {"turns": 2, "works_still": False}


@pytest.mark.rule("FW-095", "FW-R105")
def test_how_many_spells_a_shield_stops() -> None:
    found = chances("magical-shield", spells=2)
    assert found["stopped"] == {0: SIXTH, 1: WORKS * SIXTH, 2: WORKS**2}
    assert found["broken"][False] == WORKS**2
    assert ruled("magical-shield", 4, 1, spells=3) == {"stopped": 1, "broken": True}


@pytest.mark.parametrize(
    ("procedure", "given", "words"),
    [
        ("lightning-bolt", {"range": 7.0}, "LIGHTNING BOLT reaches 6.0 inches [FW-094]"),
        ("blinded", {"range": 10.5}, "reaches 10.0 inches [FW-081]"),
        ("lightning-bolt", {"figure": "giant", "wounds": 2}, "dead by then"),
        ("death-and-decay", {"figure": "hero", "strips": 1, "character": "leader"}, "character himself"),
    ],
)
def test_what_may_not_be_cast_is_refused_in_a_line(procedure: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(Problem) as e:
        prepared(procedure, **given)
    assert words in str(e.value) and "\n" not in str(e.value)
