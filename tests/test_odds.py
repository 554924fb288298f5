"""Odds: equal to brute force over raw dice, whether ways are merged or not; simulated within its error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from grognard.book import Situation
from grognard.books.horse_and_musket.procedures import PROCEDURES
from grognard.dice import BAND, Dice, Source, Want, clear_rolled, die, each, highest, in_bands
from grognard.lab.adjudicate import by_name, mean, odds_of
from grognard.lab.odds import Odds, TooMany, branches, exact, odds, simulated, spare
from grognard.records import Exhausted, one

Chances = dict[Any, Fraction]
FACES = range(1, 7)


def situation(procedure: str, house: dict[str, Any] | None = None, **given: Any) -> Situation:
    p = PROCEDURES[procedure]
    known = {i.name: i.default for i in p.inputs}
    assert given.keys() <= known.keys()
    return p.prepare(known | given, house or {})


def results(s: Situation) -> Any:
    return lambda b: tuple(s.result(b).items())


def exactly(s: Situation, merge: bool = True) -> Odds:
    return exact(lambda: spare(s.battle), s.run, results(s), 200_000, merge)


# Brute force, the rules run on every sequence of raw faces


def every_face(s: Situation) -> Chances:
    """Give the rules each die by hand, every way: no summaries, nothing merged."""
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
            assert b.dice.want_sides == 6
            waiting += [given + faces for faces in product(FACES, repeat=b.dice.want_n)]
        else:
            assert b.dice.used == len(given)
            r = results(s)(b)
            out[r] = out.get(r, Fraction(0)) + Fraction(1, 6 ** len(given))
    return out


SMALL = [
    ("musketry", {"figures": 5, "range": 2.0}),
    ("musketry", {"figures": 8, "range": 8.0, "target_cover": "wall", "disordered": True}),
    ("artillery", {"range": 40.0, "target_troop": "light", "target_formation": "extended"}),
    ("counter-battery", {"range": 30.0, "target_cover": "earthworks"}),
    ("saves", {"hits": 4, "target_cover": "wood", "target_figures": 3}),
    ("rally", {"grade": "militia", "lost": 12, "figures": 12, "enemy": "line", "enemy_distance": 6.0}),
    ("rally", {"general": "near", "modifier": -1, "enemy": "line", "enemy_distance": 6.0}),
    (
        "rally",
        {"troop": "light_horse", "figures": 12, "enemy": "line", "enemy_distance": 7.0, "recall": True},
    ),
    ("charged", {"target_due": True, "target_grade": "militia", "target_general": "attached"}),
    ("charged", {"charger_troop": "lancers", "charger_figures": 12, "target_lost": 8}),
    ("lost-melee", {"grade": "militia", "lost": 6, "figures": 18, "general": "attached", "modifier": -2}),
    ("pursuit", {"troop": "heavy_horse", "figures": 12, "impetuous": True, "spent": 9.0, "routing": True}),
    ("charge", {"target_figures": 6, "charger_figures": 12, "general": "attached"}),
    ("melee", {"attacker_troop": "guard", "attacker_figures": 3, "defender_figures": 1}),
    ("leader-risk", {"commander": True}),
    ("general-overrun", {}),
]


@pytest.mark.parametrize(("procedure", "given"), SMALL)
def test_exact_odds_are_those_of_every_fall_of_the_dice(procedure: str, given: dict[str, Any]) -> None:
    s = situation(procedure, **given)
    found = exactly(s)
    assert found.chances == every_face(s)
    assert sum(found.chances.values()) == 1


LARGER = [
    ("musketry", {"figures": 12, "target_general": "attached", "range": 1.0}),
    ("melee", {"attacker_figures": 5, "defender_figures": 3, "defender_general": "near"}),
    ("melee", {"attacker_troop": "grenadier", "attacker_figures": 3, "defender_figures": 4}),
    (
        "melee",
        {
            "attacker_troop": "lancers",
            "attacker_figures": 6,
            "defender_troop": "heavy_horse",
            "defender_figures": 5,
        },
    ),
]


@pytest.mark.parametrize(("procedure", "given"), LARGER)
def test_merging_ways_that_meet_changes_nothing(procedure: str, given: dict[str, Any]) -> None:
    s = situation(procedure, **given)
    merged, apart = exactly(s), exactly(s, merge=False)
    assert merged.chances == apart.chances
    assert merged.runs < apart.runs


# Brute force, by the book's own sums


@cache
def sums(n: int, target: int) -> Chances:
    """The pips of n dice that show the target or less, over all 6^n."""
    out: Chances = {}
    for faces in product(FACES, repeat=n):
        hits = sum(f for f in faces if f <= target)
        out[hits] = out.get(hits, Fraction(0)) + Fraction(1, 6**n)
    return out


def after_saves(hits: Chances, number: int, most: int) -> Chances:
    """Figures removed: each hit is saved by a die of the number or more."""
    gone = Fraction(sum(f < number for f in FACES), 6)
    out: Chances = {}
    for h, p in hits.items():
        lost: Chances = {0: p}
        for _ in range(h):
            more: Chances = {}
            for k, q in lost.items():
                more[k] = more.get(k, Fraction(0)) + q * (1 - gone)
                more[k + 1] = more.get(k + 1, Fraction(0)) + q * gone
            lost = more
        for k, q in lost.items():
            out[min(k, most)] = out.get(min(k, most), Fraction(0)) + q
    return out


@pytest.mark.parametrize(
    ("given", "dice", "target", "save"),
    [
        ({}, 5, 4, 5),
        ({"range": 3.0}, 5, 3, 5),
        ({"weapon": "rifle", "range": 16.0}, 5, 2, 5),
        ({"flank": True, "range": 8.0}, 5, 3, 5),
        ({"formation": "column"}, 2, 4, 5),
        ({"formation": "square"}, 1, 4, 5),
        ({"target_formation": "extended"}, 5, 4, 4),
        ({"target_cover": "hedge"}, 5, 4, 4),
        ({"target_cover": "stronghold"}, 5, 4, 3),
        ({"target_cover": "wood"}, 5, 4, 4),
        ({"target_troop": "armoured_horse", "target_figures": 12}, 5, 4, 4),
        ({"figures": 13, "target_figures": 2}, 3, 4, 5),
    ],
)
def test_musketry_by_the_sums(given: dict[str, Any], dice: int, target: int, save: int) -> None:
    found = by_name(odds_of(situation("musketry", **given)))
    assert found["hits"] == sums(dice, target)
    assert found["casualties"] == after_saves(sums(dice, target), save, int(given.get("target_figures", 24)))


@pytest.mark.parametrize(
    ("given", "hit", "damage", "added", "save"),
    [
        ({"range": 40.0, "target_formation": "column"}, 3, 1, 1, 5),
        ({"range": 20.0, "target_formation": "square"}, 5, 1, 2, 5),
        ({"range": 2.0}, 6, 2, 0, 5),
        ({"range": 10.0, "target_cover": "earthworks"}, 6, 1, 0, 3),
    ],
)
def test_artillery_by_the_sums(given: dict[str, Any], hit: int, damage: int, added: int, save: int) -> None:
    """hit: in how many of six."""
    chance = Fraction(hit, 6)
    hits: Chances = {h + added: p * chance for h, p in sums(damage, 6).items()}
    hits[0] = hits.get(0, Fraction(0)) + 1 - chance
    found = by_name(odds_of(situation("artillery", **given)))
    assert found["hit"][True] == chance
    assert found["casualties"] == after_saves(hits, save, 24)


@pytest.mark.parametrize(
    ("given", "modifier"),
    [
        ({}, 1),
        ({"grade": "guard"}, 2),
        ({"grade": "militia", "figures": 17, "lost": 7}, -1),
        ({"enemy": "field_guns", "enemy_distance": 8.0}, 0),
        ({"enemy": "line", "enemy_distance": 0.0}, 0),
        ({"general": "attached", "modifier": 2}, 3),
        ({"commander_killed": True, "figures": 6, "lost": 18}, -3),
    ],
)
def test_morale_by_the_sums(given: dict[str, Any], modifier: int) -> None:
    rows: Chances = {}
    for face in FACES:
        row = min(7, max(0, face + modifier))
        rows[row] = rows.get(row, Fraction(0)) + Fraction(1, 6)
    assert by_name(odds_of(situation("rally", **given)))["row"] == rows


def rerolled(n: int, target: int = 4) -> Chances:
    """The worst die again: the highest that counts for nothing, else a one, else none."""
    out: Chances = {}
    for faces in product(FACES, repeat=n):
        hits = sum(f for f in faces if f <= target)
        worst = max(faces) if max(faces) > target else 1 if 1 in faces else None
        for new in FACES if worst else (0,):
            again = hits
            if worst:
                again += (new if new <= target else 0) - (worst if worst <= target else 0)
            p = Fraction(1, 6**n * (6 if worst else 1))
            out[again] = out.get(again, Fraction(0)) + p
    return out


@pytest.mark.parametrize("figures", [5, 9, 13])
def test_melee_with_a_reroll_by_the_sums(figures: int) -> None:
    s = situation(
        "melee", attacker_troop="guard", attacker_figures=figures, defender_figures=24, first_fire=True
    )
    found = by_name(odds_of(s))
    dice = (figures + 2) // 5
    assert found["attacker_inflicts"] == after_saves(rerolled(dice), 5, 24)


def test_a_die_rolled_again_until_it_differs_is_even() -> None:
    for name, key in (("initiative", "winner"), ("deployment", "first")):
        found = by_name(odds_of(situation(name)))
        assert found[key] == {"blue": Fraction(1, 2), "red": Fraction(1, 2)}


def test_every_procedure_has_odds_that_add_up() -> None:
    for name in PROCEDURES:
        if name != "melee":  # takes a few seconds
            found = odds_of(situation(name))
            assert found.exact, name
            assert sum(found.chances.values()) == 1, name
            assert set(PROCEDURES[name].headline) <= set(by_name(found)), name


def test_a_volley_of_24_is_a_few_hundred_runs_and_not_all_falls_of_its_dice() -> None:
    found = odds_of(situation("musketry"))
    assert found.exact and 0 < found.runs < 400


# Simulated


def test_too_many_ways_are_simulated_with_their_error() -> None:
    s = situation("musketry")
    with pytest.raises(TooMany):
        exact(lambda: spare(s.battle), s.run, results(s), 100)
    found = odds(lambda: spare(s.battle), s.run, results(s), 100, 2000, 7)
    assert (found.exact, found.runs) == (False, 2000)
    truth, guess = by_name(exactly(s)), by_name(found)
    p = truth["casualties"][5]
    assert abs(float(guess["casualties"][5] - p)) < 5 * found.error(p)
    assert found.error(Fraction(1, 2)) == pytest.approx(0.5 / 2000**0.5)
    assert mean(guess["hits"]) == pytest.approx(mean(truth["hits"]), abs=0.5)
    assert "simulated: 2,000 throws" in found.how


def test_simulation_depends_on_its_seed_only() -> None:
    s = situation("saves")
    one, same, other = (
        simulated(lambda: spare(s.battle), s.run, results(s), 200, seed) for seed in (1, 1, 2)
    )
    assert one.chances == same.chances != other.chances


@pytest.mark.parametrize("want", list(Want))
def test_the_ways_of_a_roll_are_all_counted(want: Want) -> None:
    for n in range(1, 5):
        n = 1 if want == Want.DIE else n
        whole, outcomes = branches((int(want), n, 6, 4))
        assert sum(w for _, w in outcomes) == whole == 6**n
        assert len({said for said, _ in outcomes}) == len(outcomes)


def test_a_target_beyond_the_die_has_one_outcome() -> None:
    assert branches((int(Want.AT_LEAST), 3, 6, 7)) == (216, [((0,), 216)])
    assert branches((int(Want.AT_LEAST), 2, 6, 1)) == (36, [((2,), 36)])


# Dice told apart, and the highest of some


@pytest.mark.parametrize("sides", [4, 6, 10])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_the_ways_of_the_highest(n: int, sides: int) -> None:
    raw = Counter(max(faces) for faces in product(range(1, sides + 1), repeat=n))
    whole, outcomes = branches((int(Want.HIGHEST), n, sides, 0))
    assert whole == sides**n
    assert outcomes == [((p,), raw[p]) for p in range(1, sides + 1)]


@pytest.mark.parametrize("n", [1, 2, 4])
@pytest.mark.parametrize(("first", "second"), [(2, 4), (0, 3), (3, 3), (4, 6), (0, 0), (6, 6), (0, 6)])
def test_the_ways_of_bands(first: int, second: int, n: int) -> None:
    raw: Counter[tuple[int, int]] = Counter()
    for faces in product(FACES, repeat=n):
        raw[sum(f <= first for f in faces), sum(first < f <= second for f in faces)] += 1
    whole, outcomes = branches((int(Want.BANDS), n, 6, first * BAND + second))
    assert whole == 6**n
    assert dict(outcomes) == raw
    assert len(outcomes) == len(raw)


@dataclass(slots=True)
class Table:
    """As little of a battle as odds need."""

    dice: Dice = one(Dice)
    total: int = 0


def shots_that_tell(t: Table) -> None:
    """Each die of the first band is rolled again and counts its pips; each of the second counts one."""
    in_bands(t.dice, 3, 2, 4)
    for k in range(3):
        if t.dice.rolled[k] <= 2:
            t.total += die(t.dice)
        elif t.dice.rolled[k] <= 4:
            t.total += 1


def turns_about(t: Table) -> None:
    """Dice told apart, looked at only after another roll."""
    each(t.dice, 2)
    best = highest(t.dice, 2)
    t.total = 10 * t.dice.rolled[0] - t.dice.rolled[1] + best


def three_rolls(t: Table) -> None:
    """Dice put away once they have been looked at."""
    each(t.dice, 2)
    t.total = max(t.dice.rolled[0], t.dice.rolled[1])
    clear_rolled(t.dice)
    t.total += die(t.dice)


def by_every_face(run: Callable[[Table], None]) -> Chances:
    out: Chances = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        given = waiting.pop()
        t = Table(Dice(source=int(Source.GIVEN), n_given=len(given)))
        t.dice.given[: len(given)] = given
        try:
            run(t)
        except Exhausted:
            waiting += [given + faces for faces in product(FACES, repeat=t.dice.want_n)]
        else:
            out[t.total] = out.get(t.total, Fraction(0)) + Fraction(1, 6 ** len(given))
    return out


@pytest.mark.parametrize("run", [shots_that_tell, turns_about, three_rolls])
def test_dice_told_apart_are_not_forgotten_between_rolls(run: Callable[[Table], None]) -> None:
    found = exact(Table, run, lambda t: t.total)
    assert found.chances == by_every_face(run)
    assert sum(found.chances.values()) == 1
    assert found.chances == exact(Table, run, lambda t: t.total, merge=False).chances


def test_dice_put_away_let_ways_meet() -> None:
    found = exact(Table, three_rolls, lambda t: t.total)
    assert (
        found.runs == 1 + 6 + 36 + 6 * 6
    )  # the third die is rolled for each of six totals, not for 36 pairs
