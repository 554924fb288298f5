"""The procedures of Most Irregular: worked examples, odds against plain sums, every branch, and bad inputs."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from grognard.book import Situation
from grognard.books.most_irregular.procedures import PROCEDURES
from grognard.dice import Source
from grognard.lab.adjudicate import by_hand, by_name, odds_of, run_with
from grognard.lab.odds import Odds, spare, state_of
from grognard.problems import Problem
from grognard.records import Exhausted

FACES = range(1, 7)
TARGETS = {"rabble": 5, "conscript": 4, "regular": 3, "elite": 2}
Chances = dict[Any, Fraction]


def prepared(procedure: str, house: dict[str, Any] | None = None, **given: Any) -> Situation:
    p = PROCEDURES[procedure]
    known = {i.name: i.default for i in p.inputs}
    assert given.keys() <= known.keys()
    return p.prepare(known | given, house or {})


def ruled(
    procedure: str, dice: list[int], house: dict[str, Any] | None = None, **given: Any
) -> dict[str, Any]:
    """What comes of these dice, all of which must be wanted."""
    s = prepared(procedure, house, **given)
    b, used = run_with(s, by_hand(dice))
    assert used == dice, "dice given but not used"
    return s.result(b)


def agrees(found: dict[str, Any], **wanted: Any) -> None:
    assert {name: found.get(name) for name in wanted} == wanted


def chances(procedure: str, house: dict[str, Any] | None = None, **given: Any) -> dict[str, Chances]:
    found = odds_of(prepared(procedure, house, **given))
    assert found.exact
    assert sum(found.chances.values()) == 1
    return by_name(found)


def counted(n: int, value: Callable[[tuple[int, ...]], Any]) -> Chances:
    """The chance of each value over every fall of n dice."""
    out: Chances = {}
    for faces in product(FACES, repeat=n):
        out[value(faces)] = out.get(value(faces), Fraction(0)) + Fraction(1, 6**n)
    return out


def binomial(n: int, p: Fraction) -> Chances:
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def every_face(s: Situation) -> Chances:
    """The rules run on every sequence of raw faces: no summaries, nothing merged."""
    out: Chances = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        given = waiting.pop()
        b = spare(s.battle)
        b.dice.source, b.dice.n_given, b.dice.used = int(Source.GIVEN), len(given), 0
        b.dice.given[: len(given)] = given
        try:
            s.run(b)
        except Exhausted:
            waiting += [given + faces for faces in product(FACES, repeat=b.dice.want_n)]
        else:
            assert b.dice.used == len(given)
            r = tuple(s.result(b).items())
            out[r] = out.get(r, Fraction(0)) + Fraction(1, 6 ** len(given))
    return out


# Worked examples


@pytest.mark.rule("MI-056", "MI-057", "MI-058", "MI-059")
@pytest.mark.parametrize(
    ("weapon", "reach"),
    [
        ("musket", {"rabble": 6, "conscript": 9, "regular": 12, "elite": 15}),
        ("early_rifle", {"rabble": 8, "conscript": 12, "regular": 16, "elite": 20}),
        ("advanced_rifle", {"rabble": 12, "conscript": 18, "regular": 24, "elite": 30}),
    ],
)
def test_w1_effective_range(weapon: str, reach: dict[str, int]) -> None:
    for quality, inches in reach.items():
        given: dict[str, Any] = {"quality": quality, "weapon": weapon}
        near = ruled("fire-effect", [4, 2], range=float(inches), **given)
        agrees(near, effective_range=inches, effective=True)
        agrees(ruled("fire-effect", [4], range=inches + 0.1, **given), effective=False)
        assert ruled("volley", [1, 1, *[6] * near_hits(near), 6], range=float(inches), **given)["effective"]


def near_hits(found: dict[str, Any]) -> int:
    """Hits of two ones: the kept die is 1 where it was 4."""
    return (int(found["points"]) - 3) // 2


@pytest.mark.rule("MI-060", "MI-062", "MI-064", "MI-065", "MI-067", "MI-074", "MI-R35", "MI-R36")
@pytest.mark.parametrize(
    ("quality", "points", "by_target"),
    [
        ("rabble", 14, (7, 4, 4, 3, 2)),
        ("conscript", 14, (7, 4, 4, 3, 2)),
        ("regular", 15, (7, 5, 5, 3, 3)),
        ("elite", 16, (8, 5, 5, 4, 3)),
    ],
)
def test_w2_a_rapid_volley(quality: str, points: int, by_target: tuple[int, ...]) -> None:
    near: dict[str, Any] = {"quality": quality, "rapid": True, "range": 2.0}
    found = ruled("fire-effect", [3, 5], **near)
    names = ("formation", "formation_covered", "stragglers", "stragglers_concealed", "stragglers_covered")
    assert (found["points"], *(found[n] for n in names)) == (points, *by_target)
    kinds = (
        ("formation", "open"),
        ("formation", "hedge"),
        *(("stragglers", c) for c in ("open", "hedge", "wall")),
    )
    for (target, cover), hits in zip(kinds, by_target, strict=True):
        test = [6] if target == "formation" else []
        dice = [3, 5, *[6] * hits, *test]
        agrees(ruled("volley", dice, target=target, target_cover=cover, **near), hits=hits, killed=hits)


@pytest.mark.rule("MI-061", "MI-063", "MI-066")
def test_the_sum_of_a_volley() -> None:
    assert ruled("fire-effect", [4], range=13.0)["points"] == 4 + 1 + 4
    assert ruled("fire-effect", [4, 1], wounded=1)["points"] == 4 + 1 + 3
    breech: dict[str, Any] = {"weapon": "early_rifle", "breech_loader": True}
    assert ruled("fire-effect", [4, 1], rapid=True, **breech)["points"] == 8 + 3 + 1 + 4
    assert ruled("fire-effect", [4, 1], **breech)["points"] == 4 + 1 + 4


@pytest.mark.rule("MI-086")
@pytest.mark.parametrize("quality", list(TARGETS))
def test_table_p_by_odds(quality: str) -> None:
    target = TARGETS[quality]
    wanted = counted(1, lambda faces: max(0, target - faces[0]))
    found = chances("shot-at", quality=quality)
    assert found["run"] == wanted
    assert found["holds"][True] == wanted[0]
    assert found["in_ranks"] == {12 - n: p for n, p in wanted.items()}


# Odds against plain sums


@pytest.mark.rule("MI-060", "MI-061", "MI-062")
@pytest.mark.parametrize(("far", "dice"), [(8.0, 2), (20.0, 1)])
@pytest.mark.parametrize(("rapid", "factor"), [(False, 1), (True, 2)])
def test_the_points_of_a_volley_by_the_sums(far: float, dice: int, rapid: bool, factor: int) -> None:
    found = chances("fire-effect", range=far, rapid=rapid, men=7, quality="elite")
    assert found["points"] == counted(dice, lambda faces: max(faces) * factor + 2 + 2)
    assert found["formation"] == counted(dice, lambda faces: (max(faces) * factor + 4) // 2)
    assert found["stragglers_covered"] == counted(dice, lambda faces: (max(faces) * factor + 4) // 5)


@pytest.mark.rule("MI-077", "MI-131", "MI-R40")
@pytest.mark.parametrize(("table", "shock", "wound"), [("standard", 2, 4), ("skirmish", 3, 5)])
@pytest.mark.parametrize("hurt", [0, 2])
def test_the_hit_table_by_the_sums(table: str, shock: int, wound: int, hurt: int) -> None:
    """The first two of four men hit may be wounded already: a second wound kills."""

    def fate(faces: tuple[int, ...]) -> tuple[int, int, int]:
        shocked = sum(f <= shock for f in faces)
        fatal = sum(f > wound or (shock < f and k < hurt) for k, f in enumerate(faces))
        return fatal, len(faces) - shocked - fatal, shocked

    found = odds_of(prepared("hits", hits=4, table=table, wounded=hurt))
    got: Chances = {}
    for items, p in found.chances.items():
        r = dict(items)
        key = (r["killed"], r["wounded"], r["shocked"])
        got[key] = got.get(key, Fraction(0)) + p
    assert got == counted(4, fate)


@pytest.mark.rule("MI-098", "MI-099", "MI-100", "MI-101", "MI-102")
@pytest.mark.parametrize("quality", list(TARGETS))
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_nerve_by_the_sums(quality: str, role: str) -> None:
    passes = counted(3, lambda faces: sum(f >= TARGETS[quality] for f in faces))
    found = chances("nerve", quality=quality, role=role)
    assert found["passes"] == passes
    words = {"attacker": ("withdraws", "stays", "assaults", "assaults")}.get(
        role, ("withdraws", "receives the charge", "may fire", "may fire")
    )
    for word in set(words):
        assert found["verdict"][word] == sum(p for n, p in passes.items() if words[n] == word)
    ones = {k: p * passes[0] for k, p in binomial(12, Fraction(1, 6)).items()}
    ones[0] += 1 - passes[0]
    assert found["deserters"] == ones


@pytest.mark.rule("MI-132", "MI-133", "MI-134")
@pytest.mark.parametrize("quality", list(TARGETS))
@pytest.mark.parametrize("target", ["straggler", "officer"])
def test_a_straggler_attacks_by_the_sums(quality: str, target: str) -> None:
    def end(faces: tuple[int, ...]) -> str:
        own, foe = faces[0] >= TARGETS[quality], faces[1] >= TARGETS["conscript"]
        return "both fall back" if own == foe else "defender killed" if own else "attacker killed"

    found = chances("attack", quality=quality, target=target, target_quality="conscript")
    assert found["result"] == counted(2, end)


@pytest.mark.rule("MI-118", "MI-119", "MI-138")
@pytest.mark.parametrize("procedure", ["regroup", "gather"])
def test_dice_for_the_wounded_by_the_sums(procedure: str) -> None:
    found = chances(procedure, wounded=4)
    assert found["restored"] == counted(4, lambda faces: sum(f >= 5 for f in faces))
    assert found["sent_back"] == counted(4, lambda faces: faces.count(1))
    assert found["still_wounded"] == counted(4, lambda faces: sum(1 < f < 5 for f in faces))


@pytest.mark.rule("MI-082", "MI-137", "MI-R14")
def test_a_die_for_each_man_by_the_sums() -> None:
    sixth = Fraction(1, 6)
    assert chances("wounded", wounded=7)["left_behind"] == binomial(7, sixth)
    assert chances("bail", men=9)["lost"] == binomial(9, sixth)
    hurt = chances("bail", men=9, wounded=4)
    assert hurt["lost"] == {k + 4: p for k, p in binomial(5, sixth).items()}
    assert hurt["lost_unwounded"] == binomial(5, sixth)
    for quality, target in TARGETS.items():
        assert chances("rally", men=5, quality=quality)["come"] == binomial(5, Fraction(7 - target, 6))


@pytest.mark.rule("MI-013")
def test_initiative_is_even() -> None:
    assert chances("initiative")["winner"] == {"blue": Fraction(1, 2), "red": Fraction(1, 2)}
    assert ruled("initiative", [3, 3, 2, 5])["winner"] == "red"


@pytest.mark.rule("MI-088", "MI-089", "MI-090", "MI-R48")
@pytest.mark.parametrize(
    ("given", "risk"),
    [
        ({"range": 7.0}, 1),
        ({"range": 7.0, "officer": "near"}, 1),
        ({"range": 11.0}, 0),
        ({"range": 15.0, "enemy": "straggler"}, 1),
        ({"range": 17.0, "enemy": "straggler"}, 0),
        ({"range": 7.0, "exposed": False}, 0),
    ],
)
def test_a_test_rolled_again_by_the_sums(given: dict[str, Any], risk: int) -> None:
    """A conscript unit: the second die stands; a third kills the officer on a 6 if he is at risk."""
    found = chances("shot-at", quality="conscript", **{"officer": "attached"} | given)
    run = counted(2, lambda f: max(0, 4 - f[1]) if f[0] < 4 else 0)
    assert found["run"] == run
    assert found["officer_killed"].get(True, 0) == Fraction(risk, 12)


@pytest.mark.rule("MI-090", "MI-R13")
def test_an_officer_at_risk_by_the_sums() -> None:
    for enemy, reach in (("formation", 10.0), ("straggler", 16.0)):
        assert chances("sniped", enemy=enemy, range=reach)["officer_killed"][True] == Fraction(1, 6)
        assert chances("sniped", enemy=enemy, range=reach + 0.1)["at_risk"] == {False: Fraction(1)}
        assert chances("sniped", enemy=enemy, range=reach, mounted=True)["at_risk"] == {True: Fraction(1)}


@pytest.mark.rule("MI-094", "MI-095", "MI-097")
def test_stragglers_under_assault_by_the_sums() -> None:
    found = chances("assault-stragglers", target_men=3, target_quality="conscript")
    assert found["met"] == {3: Fraction(1)}
    assert found["taken"] == binomial(3, Fraction(1, 2))
    for effect in ("killed", "wounded", "shocked"):
        assert found[effect] == binomial(3, Fraction(1, 6))


SMALL = [
    ("volley", {"men": 2, "quality": "rabble", "range": 7.0, "target_men": 6, "target_wounded": 1}),
    ("skirmish", {"men": 1, "quality": "rabble", "range": 7.0, "target_men": 4}),
    (
        "skirmish",
        {"men": 2, "range": 20.0, "target": "stragglers", "target_cover": "wall", "target_covered": 1},
    ),
    ("shot-at", {"quality": "rabble", "officer": "near"}),
    ("assault-stragglers", {"men": 4, "target_men": 2}),
    ("rally", {"men": 3, "distance": 6.0}),
    ("nerve", {"men": 3, "wounded": 1, "quality": "elite", "ranks": 1}),
    ("regroup", {"men": 4, "wounded": 3}),
]


@pytest.mark.parametrize(("procedure", "given"), SMALL)
def test_exact_odds_are_those_of_every_fall_of_the_dice(procedure: str, given: dict[str, Any]) -> None:
    s = prepared(procedure, **given)
    found = odds_of(s)
    assert found.exact
    assert found.chances == every_face(s)


def test_every_procedure_has_odds_that_add_up() -> None:
    for name, p in PROCEDURES.items():
        found = odds_of(prepared(name), throws=50)
        assert found.exact == (name not in ("assault", "combat")), name
        assert sum(found.chances.values()) == 1, name
        assert set(p.headline) <= set(by_name(found)), name


def test_paper_is_no_part_of_the_state() -> None:
    b = prepared("volley").battle
    before, copy = state_of(b), spare(b)
    copy.paper.x[3], copy.refusal.asked = 5.0, 2.0
    assert state_of(copy) == before
    assert copy.paper is b.paper
    copy.men[3].x += 1.0
    assert state_of(copy) != before == state_of(b)


def test_a_volley_with_hits_and_morale_is_answered_at_once() -> None:
    s = prepared("volley")
    assert min(timed(s) for _ in range(3)) < 0.5


def timed(s: Situation) -> float:
    began = time.process_time()
    found: Odds = odds_of(s)
    assert found.exact
    return time.process_time() - began


# Assaults, every branch

FOUR: dict[str, Any] = {"attacker_men": 4, "defender_men": 4, "attacker_ranks": 1, "defender_ranks": 1}
GOES = [3, 3, 1]


@pytest.mark.rule("MI-099", "MI-100", "MI-101", "MI-102", "MI-103", "MI-104", "MI-105", "MI-116", "MI-R75")
@pytest.mark.parametrize(
    ("given", "dice", "wanted"),
    [
        ({}, [1, 2, 3], {"result": "attacker stays", "rounds": 0, "attacker_left": 4}),
        ({}, [1, 2, 2, 1, 6, 6, 1], {"result": "attacker withdraws", "rounds": 0, "defender_left": 4}),
        ({"distance": 6.0}, GOES, {"result": "falls short", "rounds": 0}),
        ({}, [*GOES, 2, 2, 2, 6, 1, 6, 6], {"result": "defender withdraws", "rounds": 0}),
        (  # one pass: no fire; attackers' dice first, then hits on the defender, then on the attacker
            {},
            [*GOES, 3, 2, 2, 6, 1, 2, 1, 3, 2, 2, 3, 5, 1, 1, 1, 6, 3, 5, 6],
            {"result": "attacker wins", "defender_killed": 1, "defender_wounded": 1, "attacker_killed": 1},
        ),
        (  # two passes: fire at the chargers (4 + 1 + 1 points, 3 hits), who test, then combat
            {},
            [*GOES, 3, 3, 2, 4, 1, 1, 3, 5, 3, 1, 1, 6, 6, 2, 3, 1, 1, 1, 6],
            {"result": "defender wins", "attacker_killed": 2, "attacker_wounded": 1, "attacker_shocked": 1},
        ),
        (
            {"react": False},
            [*GOES, 3, 3, 2, 6, 6, 1, 1, *[1] * 8],
            {"result": "attacker wins", "attacker_left": 4, "defender_left": 4},
        ),
        (  # all are hit by the reaction fire: nobody comes
            {"attacker_men": 2, "attacker_quality": "elite"},
            [2, 2, 1, 3, 3, 3, 6, 1, 6, 6],
            {"result": "falls short", "attacker_left": 0, "rounds": 0},
        ),
        (
            {"defender_weapon": "none"},
            [*GOES, 3, 3, 3, 6, 6, 1, 1, *[1] * 8],
            {"result": "attacker wins", "rounds": 1},
        ),
        (  # a draw: both hit on 5, and it is fought again
            {"react": False},
            [*GOES, 3, 3, 2, 4, 4, 4, 1, 5, 4, 1, 1, 4, 4, 4, 4, 6, 6, 6, 5, 1, *[1] * 7],
            {"result": "attacker wins", "rounds": 2, "defender_killed": 1, "defender_left": 3},
        ),
        (  # an officer with each: no difference; the loser's wounded roll before he runs
            {"attacker_officers": 1, "defender_officers": 1, "react": False},
            [*GOES, 3, 3, 2, 6, 6, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 3, 1],
            {"result": "attacker wins", "defender_wounded": 1, "defender_officers_lost": 0},
        ),
    ],
)
def test_assaults_by_hand(given: dict[str, Any], dice: list[int], wanted: dict[str, Any]) -> None:
    agrees(ruled("assault", dice, **FOUR | given), **wanted)


@pytest.mark.rule("MI-107", "MI-108", "MI-109", "MI-110", "MI-111", "MI-112", "MI-R59", "MI-R61")
def test_combat_by_hand() -> None:
    misses = [1] * 8
    assert ruled("combat", [3, 1, 4, 1, *misses], **FOUR)["winner"] == "defender"
    up: dict[str, Any] = {"attacker_quality": "elite"}
    assert ruled("combat", [3, 1, 4, 1, *misses], **FOUR, **up)["winner"] == "attacker"
    officers: dict[str, Any] = {"attacker_officers": 2}
    assert ruled("combat", [3, 1, 4, 1, *misses], **FOUR, **officers)["winner"] == "attacker"
    more: dict[str, Any] = FOUR | {"attacker_men": 10}
    assert ruled("combat", [3, 1, 4, 1, *[1] * 14], **more)["winner"] == "attacker"
    wiped = ruled("combat", [6, 6, 1, 1, *[3] * 4, *[5] * 4, *[6] * 8], **FOUR)
    agrees(
        ruled("assault", [*GOES, 3, 2, 2, 6, 6, 1, 1, *[3] * 4, *[5] * 4, *[6] * 8], **FOUR),
        result="nobody wins",
    )
    agrees(wiped, winner="nobody", attacker_left=0, defender_left=0, rounds=1)


@pytest.mark.rule("MI-R10")
def test_officers_of_a_unit_wiped_out_test() -> None:
    given: dict[str, Any] = FOUR | {"defender_men": 2, "defender_officers": 1}
    blows = [6, 6, 1, 1, 3, 3, 1, 1, 1, 1, 6, 6]
    agrees(ruled("combat", [*blows, 2], **given), winner="attacker", defender_officers_lost=1)
    agrees(ruled("combat", [*blows, 3], **given), winner="attacker", defender_officers_lost=0)


@pytest.mark.rule("MI-095", "MI-096", "MI-097", "MI-R51")
def test_assaults_on_stragglers_by_hand() -> None:
    one: dict[str, Any] = {"men": 4, "target_men": 1}
    agrees(ruled("assault-stragglers", [2], **one), met=1, taken=1, in_ranks=4)
    agrees(ruled("assault-stragglers", [3, 6], **one), taken=0, killed=1, in_ranks=3)
    agrees(ruled("assault-stragglers", [3, 3], **one, withdraw=False), wounded=1, in_ranks=4)
    agrees(ruled("assault-stragglers", [], **one, distance=5.0), met=0, in_ranks=4)
    agrees(ruled("assault-stragglers", [6, 2], men=4, wounded=1, target_men=1), taken=1, in_ranks=4)


@pytest.mark.rule("MI-088", "MI-089", "MI-090")
def test_a_volley_with_an_officer_by_hand() -> None:
    near: dict[str, Any] = {"officer": "near", "men": 2, "quality": "rabble", "range": 5.0}
    failed = [1, 1, 2, 3, 6]  # no hits; a two, rolled again: a three holds; a six kills him
    agrees(ruled("volley", failed, **near), hits=0, holds=True, officer_killed=True)
    agrees(ruled("volley", [1, 1, 2, 1, 5], **near), run=2, in_ranks=10, officer_killed=False)
    agrees(ruled("volley", [1, 1, 2], **near, reroll=False), run=1, officer_killed=False)
    agrees(ruled("volley", [1, 1, 2, 3], **near | {"exposed": False}), holds=True, officer_killed=False)
    before = ruled("volley", [1, 1, 2, 6], {"snipe_before_reroll": "on"}, **near)
    agrees(before, run=1, officer_killed=True)


@pytest.mark.rule("MI-120", "MI-R63")
def test_stragglers_are_taken_in() -> None:
    agrees(ruled("regroup", [1, 5, 3, 6], stragglers=6), restored=2, sent_back=1, still_wounded=1, taken_in=6)
    agrees(ruled("regroup", [], wounded=0, stragglers=0), restored=0, taken_in=0, left=12)


@pytest.mark.rule("MI-R14")
def test_who_comes_together_is_in_ranks() -> None:
    agrees(ruled("rally", [3, 2, 2, 2, 2, 2]), come=1, in_ranks=0)
    agrees(ruled("rally", [3, 2, 3, 2, 2, 6]), come=3, in_ranks=3)


# House rules


def test_options_and_house_rules_pass_through() -> None:
    agrees(ruled("hits", [3], wounded=1, hits=1), killed=1)
    agrees(ruled("hits", [3], {"mi.second_wound": "no_effect"}, wounded=1, hits=1), killed=0, wounded=0)
    agrees(ruled("hits", [1, 1, 6], {"surplus_hits": "wrap"}, men=2, hits=3), killed=1, shocked=2)
    agrees(ruled("bail", [1, 6, 6], {"bail_dice": "all"}, men=3, wounded=1), lost=2)
    agrees(ruled("rally", [], {"rally_test": "off"}), come=6)
    agrees(ruled("attack", [2, 2], {"target.regular": 2}), result="both fall back")
    agrees(ruled("fire-effect", [4, 4], {"men_a_point": 2}), points=4 + 1 + 6)
    with pytest.raises(Problem, match="second_wounds"):
        prepared("hits", {"second_wounds": "removed"})


# Bad inputs

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("volley", {"wounded": 13}, "wounded: 13 given, but there are only 12 men"),
    ("volley", {"ranks": 5, "men": 4}, "ranks: 5 given, but there are only 4 men"),
    ("volley", {"breech_loader": True}, r"breech_loader: rifles only \[MI-R34\]; weapon is musket"),
    ("volley", {"weapon": "none"}, r"weapon: men with no firearms cannot fire \[MI-R34\]"),
    ("volley", {"target_men": 1}, "target_men: a formation has two men or more"),
    ("volley", {"target_cover": "woods"}, "target_cover: woods: .*allowed: open, hedge, scrub, crops, wall"),
    (
        "volley",
        {"target": "stragglers", "target_cover": "crops"},
        "target_cover: crops: .*allowed: open, hedge",
    ),
    ("volley", {"target": "stragglers", "officer": "near"}, "officer: stragglers fired on do not test"),
    ("volley", {"target": "stragglers", "target_men": 25}, "target_men: 25 given, at most 24 stragglers"),
    ("skirmish", {"men": 24, "range": 11.0}, r"range: not by the rules \[MI-R31\]: 12 inches allowed"),
    ("fire-effect", {"weapon": "none"}, "weapon: without a firearm nobody fires"),
    ("hits", {"hits": 13}, "hits: 13 given, 12 men: at most one a man"),
    ("attack", {"distance": 6.1}, r"distance: not by the rules \[MI-128\]: 6.1 inches, 6 allowed"),
    ("bail", {"distance": 18.5}, r"distance: not by the rules \[MI-135\]: 18.5 inches, 18 allowed"),
    ("regroup", {"distance": 5.0}, r"distance: not by the rules \[MI-120\]: 5 inches, 4 allowed"),
    ("rally", {"distance": 9.0}, r"distance: not by the rules \[MI-R14\]: .* inches, 8 allowed"),
    ("combat", {"attacker_men": 2, "attacker_officers": 3}, "officers: 3 given, but the rear rank has room"),
]


@pytest.mark.parametrize(("procedure", "given", "said"), BAD)
def test_bad_inputs_are_refused_with_what_is_allowed(
    procedure: str, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(Problem, match=said):
        prepared(procedure, **given)


def test_by_option_harassing_fire_has_an_end() -> None:
    with pytest.raises(Problem, match=r"range: not by the rules \[MI-R33\]: 25 inches, 24 allowed"):
        prepared("volley", {"harassing_max": "double"}, range=25.0)


# Every procedure


def test_the_inputs_are_declared_well() -> None:
    for p in PROCEDURES.values():
        assert p.title and p.rules and p.headline
        assert len({i.name for i in p.inputs}) == len(p.inputs), p.name
        for i in p.inputs:
            assert i.help
            assert i.default in i.choices if i.type == "choice" else True
            if i.type in ("int", "float"):
                assert i.unit and i.least is not None and i.most is not None
                assert i.least <= i.default <= i.most
