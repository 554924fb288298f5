"""Fights, heroic combats and routs adjudicated on their own: the odds against plain sums, and bad inputs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.books.fire_at_will.procedures import PROCEDURES
from grognard.problems import Problem

from .field import CATALOGUE
from .ruling import chances, prepared, ruled


def sums(mine: int, theirs: int, ours: int, needed: int) -> dict[str, Fraction]:
    """The effects of a fight of two sums of factors: Blue kills at one margin, Red at the other."""
    out: Counter[str] = Counter()
    for x, y in product(range(1, 7), repeat=2):
        margin = x + mine - y - theirs
        won = "red killed" if margin >= needed else "blue killed" if -margin >= ours else "none"
        out[won] += 1
    return {name: Fraction(n, 36) for name, n in out.items()}


def test_every_procedure_cites_rules_that_there_are() -> None:
    wanted = "initiative bows crossbows breath engines morale fight heroic rout blinded freeze turn-undead "
    wanted += "lightning-bolt you-are-mine death-and-decay great-storm lasting magical-shield"
    assert set(PROCEDURES) == set(wanted.split())
    known = {rule.id for rule in CATALOGUE.rules}
    for p in PROCEDURES.values():
        assert p.title and p.headline and set(p.rules) <= known


@pytest.mark.rule("FW-145", "FW-152", "FW-163", "FW-167", "FW-170")
def test_the_printed_example_fight_by_fight() -> None:
    orcs = {"figure": "orc_infantry", "strips": 2, "enemy_figure": "knights"}
    assert ruled("fight", 6, 2, **orcs) == {"winner": "blue", "margin": 2, "effect": "none"}
    assert ruled("fight", 5, 1, **orcs) == {"winner": "blue", "margin": 2, "effect": "none"}
    assert ruled("fight", 5, 5, **orcs) == {"winner": "red", "margin": 2, "effect": "blue killed"}
    assert ruled("fight", 1, 6, **orcs) == {"winner": "red", "margin": 7, "effect": "blue killed"}
    assert ruled("fight", 1, 6, **orcs | {"strips": 1})["margin"] == 9
    assert ruled("fight", 6, 5, **orcs | {"strips": 1})["margin"] == 3


@pytest.mark.rule("FW-145", "FW-155", "FW-156", "FW-157", "FW-158", "FW-159", "FW-161", "FW-R78")
@pytest.mark.parametrize(
    ("given", "mine", "theirs", "ours", "needed"),
    [
        ({}, 0, 4, 2, 4),
        ({"strips": 3}, 0, 4 - 3, 2, 4),
        ({"strips": 5}, 0, 4 - 4, 2, 4),
        ({"charge": "blue"}, 1, 4, 2, 4),
        ({"charge": "red"}, 0, 5, 2, 4),
        ({"place": "flank"}, 1, 4, 2, 4),
        ({"place": "rear", "charge": "blue"}, 3, 4, 2, 4),
        ({"figure": "knights", "enemy_figure": "pikemen", "pikes_behind": 2}, 4 - 3, 2, 4, 3),
        ({"figure": "knights", "enemy_figure": "pikemen", "pikes_behind": 5}, 4 - 4, 2, 4, 3),
        ({"figure": "axemen", "enemy_figure": "axemen", "enemy_cover": "building"}, -2, 0, 2, 2),
        ({"figure": "axemen", "enemy_figure": "axemen", "enemy_cover": "wall"}, -1, 0, 2, 2),
        ({"figure": "goblins", "strips": 1, "enemy_figure": "axemen", "enemy_strips": 2}, -3, 0, 1, 2),
    ],
)
def test_the_odds_of_a_fight(given: dict[str, Any], mine: int, theirs: int, ours: int, needed: int) -> None:
    assert chances("fight", **given)["effect"] == sums(mine, theirs, ours, needed)


@pytest.mark.rule("FW-173", "FW-166")
def test_a_hit_on_one_that_is_wounded_kills() -> None:
    troll = {"figure": "knights", "enemy_figure": "trolls"}
    assert ruled("fight", 6, 3, **troll)["effect"] == "red hit"
    assert ruled("fight", 6, 3, enemy_wounds=1, **troll)["effect"] == "red killed"


@pytest.mark.rule("FW-177", "FW-R82")
def test_the_odds_of_a_heroic_combat() -> None:
    half = Fraction(1, 2)
    assert chances("heroic")["hit"] == {"blue": half, "red": half}
    # a hero bears three hits, a giant two: who first has two of the next four, or three
    giant = chances("heroic", enemy_figure="giant", to_the_end=True)["dead"]
    assert giant == {"red": Fraction(11, 16), "blue": Fraction(5, 16)}
    kept = chances("heroic", {"heroic_tosses": "one_toss_per_turn"}, enemy_figure="giant", to_the_end=True)
    assert kept["dead"] == giant
    one = chances("heroic", {"heroic_tosses": "one_toss_per_turn"})
    assert one["hit"] == {"nobody": 1}


@pytest.mark.rule("FW-180", "FW-182", "FW-188", "FW-189", "FW-R109", "FW-R110")
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, {"fate": "pursued", "killed": 3, "left": 3, "inches": 4.0}),
        ({"with_hero": True}, {"fate": "pursued", "killed": 3, "left": 4}),
        ({"pursue": False}, {"fate": "got away", "killed": 0}),
        ({"enemy_figure": "men_at_arms"}, {"fate": "got away", "left": 6}),
        ({"strips": 2, "files": 2}, {"fate": "pursued", "killed": 2, "left": 0}),
        ({"behind": "in contact"}, {"fate": "destroyed", "killed": 6, "inches": 0.0}),
        ({"behind": "farther off"}, {"fate": "destroyed", "killed": 6}),
        ({"behind": "farther off", "behind_gap": 4.5, "pursue": False}, {"fate": "got away", "killed": 0}),
    ],
)
def test_routs(given: dict[str, Any], wanted: dict[str, Any]) -> None:
    found = ruled("rout", **given)
    assert {name: found[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("procedure", "given", "words"),
    [
        ("fight", {"strips": 2, "enemy_strips": 2}, "single strip"),
        ("fight", {"pikes_behind": 2}, "pikemen"),
        ("fight", {"figure": "hero", "enemy_figure": "giant"}, "resolve heroic"),
        ("fight", {"figure": "knights", "enemy_figure": "axemen", "enemy_cover": "building"}, "FW-048"),
        ("fight", {"enemy_cover": "wall", "place": "rear"}, "attacked in front"),
        ("fight", {"place": "rear", "charge": "red"}, "front is wanted"),
        ("fight", {"place": "flank", "enemy_strips": 2}, "single strip of Red"),
        ("heroic", {"figure": "leader"}, "leaders"),
        ("heroic", {"figure": "dragon", "enemy_figure": "giant"}, "one of them is a hero"),
        ("heroic", {"wounds": 3}, "dead by then"),
        ("rout", {"files": 6, "strips": 3}, "only 3 strips"),
        ("rout", {"figure": "hero", "strips": 2}, "by himself"),
        ("rout", {"figure": "hero", "strips": 1, "files": 1, "with_hero": True}, "character himself"),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_line(
    procedure: str, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(Problem) as e:
        prepared(procedure, **given)
    assert words in str(e.value) and "\n" not in str(e.value)
