"""The procedures of the family: the worked examples, odds against plain sums, every branch, and bad inputs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from grognard.book import Situation, book
from grognard.catalogue import of_book
from grognard.dice import Source
from grognard.lab.adjudicate import Ruling, adjudicate, by_name, odds_of
from grognard.lab.odds import Odds, exact, spare
from grognard.problems import Problem
from grognard.records import Exhausted

BOOKS = {"ec": "early-19th-century", "ps": "pike-and-shot"}
BOTH = ["initiative", "command", "chain", "visibility", "marker", "risk", "actions", "together"]
FIRE = ["shooting", "pick", "damage", "gun"]
NAMES = {"ec": [*BOTH, *FIRE, "gatling", "match", "melee"], "ps": [*BOTH, *FIRE, "match", "melee", "points"]}
Chances = dict[Any, Fraction]


def prepared(b: str, procedure: str, house: dict[str, Any] | None = None, **given: Any) -> Situation:
    p = book(BOOKS[b]).procedures[procedure]
    known = {i.name: i.default for i in p.inputs}
    assert given.keys() <= known.keys(), given.keys() - known.keys()
    return p.prepare(known | given, house or {})


def ruled(
    b: str, procedure: str, *dice: int, house: dict[str, Any] | None = None, **given: Any
) -> tuple[dict[str, Any], Ruling]:
    """What comes of these dice, all of which must be wanted."""
    ruling = adjudicate(book(BOOKS[b]), prepared(b, procedure, house, **given), dice)
    return ruling.result, ruling


def agrees(found: tuple[dict[str, Any], Ruling], **wanted: Any) -> None:
    assert {name: found[0].get(name) for name in wanted} == wanted


def cited(found: tuple[dict[str, Any], Ruling]) -> set[str]:
    return {rule for line in found[1].steps for rule in line.rules}


def chances(b: str, procedure: str, house: dict[str, Any] | None = None, **given: Any) -> dict[str, Chances]:
    found = odds_of(prepared(b, procedure, house, **given))
    assert found.exact and sum(found.chances.values()) == 1
    return by_name(found)


def counted(n: int, value: Callable[[tuple[int, ...]], Any], sides: int = 6) -> Chances:
    """The chance of each value over every fall of n dice."""
    out: Chances = {}
    for faces in product(range(1, sides + 1), repeat=n):
        out[value(faces)] = out.get(value(faces), Fraction(0)) + Fraction(1, sides**n)
    return out


def every_face(s: Situation) -> Chances:
    """The rules run on every sequence of raw faces: no summaries, nothing merged."""
    out: Chances = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        given, chance = waiting.pop()
        b = spare(s.battle)
        b.dice.source, b.dice.n_given, b.dice.used = int(Source.GIVEN), len(given), 0
        b.dice.given[: len(given)] = given
        try:
            s.run(b)
        except Exhausted:
            sides, n = b.dice.want_sides, b.dice.want_n
            falls = product(range(1, sides + 1), repeat=n)
            waiting += [(given + faces, chance / sides**n) for faces in falls]
        else:
            assert b.dice.used == len(given)
            r = tuple(s.result(b).items())
            out[r] = out.get(r, Fraction(0)) + chance
    return out


@pytest.mark.parametrize("b", NAMES)
def test_each_book_offers_its_own(b: str) -> None:
    procedures = book(BOOKS[b]).procedures
    assert sorted(procedures) == sorted(NAMES[b])
    known = {rule.id for rule in of_book(book(BOOKS[b]).folder, b).rules}
    for p in procedures.values():
        assert p.rules and set(p.rules) <= known, p.name
        assert {i.name for i in p.inputs} or p.name == "initiative"
    pikes = {"pikes_behind", "at_length"}
    assert (pikes <= {i.name for i in procedures["match"].inputs}) == (b == "ps")


def test_what_somebody_fights_with_agrees_with_him() -> None:
    helps = {i.help for b in NAMES for p in book(BOOKS[b]).procedures.values() for i in p.inputs}
    weapons = {h for h in helps if "fight" in h and h.endswith("with [TY-005]")}
    assert "what he fights with [TY-005]" in weapons and "what they fight with [TY-005]" in weapons
    assert not {
        h for h in weapons if h.startswith(("what he fight ", "what they fights ", "what the enemy fight "))
    }


# The worked examples of the catalogue


@pytest.mark.rule("TY-021", "TY-022", "TY-026", "TY-028", "TY-031", "TY-032", "TY-033", "TY-034", "TY-035")
def test_we_1_the_chain_of_command() -> None:
    found = ruled("ec", "chain", 4, 4, 4, 1, 3, 3, 4, 6)
    agrees(found, points=29, commanded=3, all=True, left=0)
    assert {"TY-021", "TY-022", "TY-028", "TY-031"} <= cited(found)
    agrees(ruled("ec", "chain", 4, 4, 4, 1, 3, 3, 4, 5), points=28, commanded=2, all=False, left=8)
    far = ruled(
        "ec", "chain", 4, 4, 4, gap=28.0
    )  # the first NCO is out of reach in a wood, and with him the rest
    agrees(far, points=12, commanded=1, left=3)
    agrees(ruled("ec", "chain", 4, 4, 4, 1, 3, 3, 4, 6, gap=28.0, ground="open"), all=True)


@pytest.mark.rule("PS-021", "PS-R05")
def test_we_2_a_good_officer_throws_four_dice() -> None:
    good = {"quality": "good", "nco1_quality": "good", "nco2_quality": "poor"}
    agrees(ruled("ps", "chain", 3, 3, 3, 3, 1, 2, 2, 2, 4, 6, **good), points=29, all=True, left=0)


@pytest.mark.rule("EC-040", "EC-042", "EC-044", "EC-050", "TY-068", "TY-073", "TY-076", "TY-078")
def test_we_3_a_risk_factor() -> None:
    lost = {"figures": 12, "dead": 2, "wounded": 1, "distance": 60.0}
    found = ruled("ec", "risk", 1, **lost)
    agrees(found, risk=2, row="2-5", action="withdraw", binding=True, obeyed=True)
    assert {"EC-040", "EC-042", "EC-044", "EC-050"} <= cited(found)
    agrees(ruled("ec", "risk", 1, commanded=True, **lost), obeyed=True)
    agrees(ruled("ec", "risk", 2, **lost), action="into cover", binding=False, obeyed=True)
    agrees(ruled("ec", "risk", 2, commanded=True, **lost), action="into cover", obeyed=False)


@pytest.mark.rule("EC-031", "EC-033", "EC-036", "TY-052", "TY-053", "TY-054", "TY-066", "TY-R50", "TY-R61")
def test_we_4_four_raw_muskets() -> None:
    found = ruled(
        "ec",
        "shooting",
        *(4, 2, 8, 7),
        *(2, 5, 2),
        *(4, 1, 6),
        figures=4,
        quality="raw",
        range=30.0,
        target_figures=9,
    )
    agrees(found, shots=4, hits=3, grazes=1, wounds=1, kills=1, killed=1, wounded=0, left=8)
    assert {"EC-031", "EC-033"} <= cited(found)


@pytest.mark.rule("PS-093", "PS-094", "PS-R27", "TY-081", "TY-082", "TY-083")
def test_we_5_a_saker() -> None:
    found = ruled("ps", "gun", 3, 1, 1, 2, 3, 4, range=20.0, target_figures=24, target_ranks=4)
    agrees(found, band="near", dice=2, wounds=2, kills=2, killed=2, wounded=2, left=22, threat=9)


@pytest.mark.rule("PS-010", "PS-102", "PS-106", "TY-088", "TY-091", "TY-092", "TY-093", "TY-R73")
def test_we_6_a_halberdier() -> None:
    fight = {"quality": "good", "weapon": "halbert", "enemy_quality": "fair", "enemy_armour": "buff"}
    agrees(ruled("ps", "match", 4, 5, **fight), winner="nobody", casualty="none")
    agrees(ruled("ps", "match", 5, 5, **fight), winner="blue", casualty="red wounded", back="red")
    agrees(ruled("ps", "match", 6, 5, **fight), winner="blue", casualty="red killed")
    agrees(ruled("ps", "match", 4, 6, **fight), winner="red", casualty="blue killed")


# By hand

HAND: list[tuple[str, str, dict[str, Any], tuple[int, ...], dict[str, Any], set[str]]] = [
    ("ec", "initiative", {}, (3, 3, 2, 5), {"first": "red"}, {"TY-R30"}),
    ("ec", "initiative", {"initiative": "alternate", "turn": 2}, (), {"first": "red"}, set()),
    ("ps", "initiative", {"initiative": "fixed", "scenario": "red"}, (), {"first": "red"}, set()),
    ("ec", "command", {"busy": "shoots"}, (2, 3), {"dice": 2, "points": 5}, {"TY-023"}),
    ("ps", "command", {"busy": "fights", "quality": "good"}, (2, 3, 6), {"dice": 3}, {"TY-020", "TY-023"}),
    (
        "ec",
        "command",
        {"musician": "bugler", "musician_quality": "raw"},
        (1, 1, 1, 6, 2, 2),
        {"dice": 6, "points": 3 - 1 + 6 + 4},
        {"TY-021", "TY-024", "TY-028", "TY-022"},
    ),
    (
        "ps",
        "command",
        {"musician": "drummer", "loyal": False, "quality": "poor"},
        (1, 1, 6, 2, 2, 2),
        {"dice": 6, "points": 2 - 2 + 6 + 6},
        {"TY-024"},
    ),
    (
        "ps",
        "chain",
        {"ncos": 0, "groups": 1, "figures": 6, "routers": 1},
        (6, 5, 1),
        {"commanded": 1, "left": 0},
        {"TY-031"},
    ),
    ("ec", "visibility", {"distance": 35.0}, (3,), {"diced": True, "seen": False}, {"TY-044"}),
    ("ps", "visibility", {"distance": 35.0}, (4,), {"diced": True, "seen": True}, {"TY-044", "TY-R57"}),
    ("ec", "visibility", {"distance": 35.0, "fired": True}, (), {"diced": False, "seen": True}, set()),
    ("ec", "visibility", {"terrain": "open", "distance": 90.0}, (), {"diced": False, "seen": True}, set()),
    ("ec", "visibility", {"depth": 12.0}, (), {"diced": False, "seen": False}, set()),
    ("ps", "marker", {"edge": 101.0}, (40,), {"along": 40.0}, {"TY-101"}),
    ("ec", "risk", {"enemy": "none"}, (6,), {"risk": -5, "row": "up to 0", "action": "calm"}, {"EC-038"}),
    (
        "ec",
        "risk",
        {"enemy": "none", "friends_retreat": True, "troops": "irregulars"},
        (6,),
        {"risk": 0},
        set(),
    ),
    (
        "ec",
        "risk",
        {"enemy": "shock", "enemy_weapon": "sword", "distance": 45.0, "quality": "raw", "side": "flank"},
        (1,),
        {"risk": 3, "action": "withdraw"},
        {"EC-040", "EC-045", "EC-046"},
    ),
    (
        "ec",
        "risk",
        {"enemy": "shock", "enemy_weapon": "pistol", "distance": 10.0, "square": True, "side": "rear"},
        (1,),
        {"risk": 0},
        {"EC-042"},
    ),
    (
        "ec",
        "risk",
        {"troops": "shock", "weapon": "sword", "gait": "gallop", "best": True, "ran": True, "threat": 7},
        (4,),
        {"risk": 9, "row": "9+", "action": "walk into cover"},
        {"EC-070", "EC-071", "EC-072", "EC-076", "TY-083"},
    ),
    (
        "ps",
        "risk",
        {"quality": "poor", "cover": "hard", "distance": 70.0, "best": True},
        (1,),
        {"risk": 0, "action": "calm"},
        {"PS-044", "PS-045", "PS-046", "PS-047"},
    ),
    (
        "ps",
        "risk",
        {"weapon": "pike", "enemy_weapon": "pike", "distance": 5.0},
        (6,),
        {"risk": 1, "row": "up to 1", "action": "calm"},
        {"PS-046", "PS-062"},
    ),
    ("ps", "risk", {"troops": "swedish", "weapon": "pistol", "threat": 9}, (1,), {"row": "9+"}, {"PS-082"}),
    (
        "ps",
        "actions",
        {"table": "dutch", "risk": 9, "commanded": True},
        (6,),
        {"action": "trot away", "binding": False, "obeyed": False},
        {"PS-074"},
    ),
    ("ps", "actions", {"table": "melee", "risk": 2}, (6,), {"action": "advance, or charge"}, {"PS-063"}),
    ("ec", "actions", {"table": "cavalry", "risk": 1}, (1,), {"row": "1"}, {"EC-079"}),
    (
        "ps",
        "together",
        {"second_dead": 1},
        (2,),
        {"first_die": 2, "second_die": 2, "together": True},
        {"PS-052"},
    ),
    ("ps", "together", {"leader": False}, (2, 3), {"second_die": 3, "together": False}, set()),
    ("ps", "together", {"shelled": True}, (2, 3), {"second_die": 3, "together": False}, set()),
    ("ec", "together", {"gap": 5.5}, (2, 3), {"together": False}, set()),
    (
        "ec",
        "together",
        {"first_dead": 2},
        (4, 6),
        {"first_action": "carry on, or charge", "second_action": "carry on, or charge", "together": True},
        {"EC-049", "EC-050"},
    ),
    (
        "ps",
        "shooting",
        {"commanded": False, "figures": 9, "range": 10.0, "weapon": "firelock"},
        (3, 2, 7, 5),
        {"shots": 2, "hits": 1, "killed": 1},
        {"PS-030", "PS-034", "PS-037"},
    ),
    (
        "ps",
        "shooting",
        {"troops": "dutch", "weapon": "pistol", "range": 4.0, "target_armour": "cuirassier", "figures": 1},
        (3, 6, 6),
        {"hits": 1, "wounds": 1, "wounded": 1},
        {"PS-038"},
    ),
    (
        "ec",
        "shooting",
        {"commanded": False, "figures": 8, "weapon": "rifle", "moved": "moved"},
        (1, 2, 1, 5),
        {"shots": 2, "hits": 1, "killed": 1},
        {"EC-020", "EC-030"},
    ),
    ("ec", "shooting", {"commanded": False, "figures": 2, "moved": "moved"}, (), {"shots": 0}, {"EC-020"}),
    (
        "ec",
        "shooting",
        {"figures": 1, "range": 20.0, "target_mounted": True, "target_moves": True},
        (3,),
        {"shots": 1, "hits": 0},
        {"EC-031"},
    ),
    ("ec", "pick", {"range": 20.0}, (2, 4), {"effect": "kill", "killed": True}, {"TY-049", "EC-030"}),
    ("ec", "pick", {"range": 20.0}, (1,), {"effect": "miss"}, {"TY-049"}),
    ("ps", "pick", {"target_wounded": True}, (6, 4), {"effect": "wound", "killed": True}, {"TY-066"}),
    ("ps", "damage", {"hits": 2}, (3, 3, 4, 4), {"wounds": 2, "killed": 1}, {"TY-054", "TY-066"}),
    ("ec", "damage", {"hits": 1, "weapon": "bow"}, (3, 4), {"wounds": 1, "wounded": 1}, {"EC-034"}),
    (
        "ec",
        "gun",
        {"range": 50.0, "target_figures": 30},
        (6, 1, 2, 3, 4, 10),
        {"band": "near", "dice": 1, "kills": 5, "killed": 5, "threat": 9},
        {"TY-081", "TY-082", "TY-083"},
    ),
    ("ec", "gun", {"range": 50.5}, (1,), {"band": "middle", "kills": 0, "threat": 0}, {"TY-081"}),
    (
        "ec",
        "gatling",
        {},
        (1, 3, 5, 7, 7, 7, 1, 2, 3, 4, 5, 5, 5, 5),
        {"hits": 4, "killed": 4, "jams": True},
        {"EC-103", "EC-105", "EC-033"},
    ),
    ("ec", "gatling", {"crew": 1}, (1, 1, 2), {"hits": 0, "jams": False}, {"EC-103"}),
    (
        "ec",
        "match",
        {"troops": "cuirassiers", "charge": "gallop", "enemy_quality": "raw", "enemy_weapon": "musket"},
        (3, 6),
        {"winner": "nobody"},
        {"EC-066", "TY-089"},
    ),
    (
        "ps",
        "match",
        {"enemy_figures": 3},
        (6, 1, 4, 2),
        {"winner": "nobody"},
        {"TY-090"},
    ),
    (
        "ps",
        "match",
        {"weapon": "pike", "pikes_behind": 3, "charge": "walk"},
        (1, 1, 6, 2, 5),
        {"winner": "blue", "casualty": "red killed"},
        {"TY-088"},
    ),
    (
        "ps",
        "match",
        {"weapon": "pike", "at_length": True},
        (1, 6),
        {"winner": "red", "casualty": "none"},
        {"TY-093"},
    ),
    (
        "ps",
        "match",
        {"troops": "swedish", "charge": "trot", "enemy_targe": True, "enemy_armour": "half"},
        (5, 3),
        {"winner": "nobody"},
        {"PS-102", "PS-104"},
    ),
    (
        "ec",
        "melee",
        {"figures": 2, "enemy_figures": 2},
        (6, 1, 5, 5),
        {"back": "red", "red_killed": 1, "red_points": 2, "blue_points": 0},
        {"TY-R74", "TY-096"},
    ),
    (
        "ps",
        "melee",
        {"figures": 4, "ranks": 4, "weapon": "pike", "charge": "walk", "enemy_figures": 1},
        (1, 1, 1, 6, 5),
        {"red_killed": 1, "red_left": 0, "red_points": 2},
        {"TY-086"},
    ),
    ("ps", "points", {"figures": 20}, (), {"each": 8, "total": 160}, {"PS-118", "PS-128", "PS-115"}),
    (
        "ps",
        "points",
        {"role": "bugler", "quality": "good", "horse": "horse", "weapon1": "sword", "weapon2": "sword"},
        (),
        {"each": 21, "total": 21},
        {"PS-R35", "PS-122", "PS-115"},
    ),
]


@pytest.mark.parametrize(("b", "procedure", "given", "dice", "result", "rules"), HAND)
def test_by_hand(
    b: str,
    procedure: str,
    given: dict[str, Any],
    dice: tuple[int, ...],
    result: dict[str, Any],
    rules: set[str],
) -> None:
    found = ruled(b, procedure, *dice, **given)
    agrees(found, **result)
    assert rules <= cited(found)


def test_every_procedure_is_adjudicated_by_hand() -> None:
    by_hand = {(b, name) for b, name, *_ in HAND}
    for b, names in NAMES.items():
        sister = "ps" if b == "ec" else "ec"
        for name in names:
            assert (b, name) in by_hand or (sister, name) in by_hand


# Odds


def test_command_points_are_the_sum_of_the_dice() -> None:
    for quality, n in (("raw", 2), ("veteran", 3), ("hero", 4)):
        assert chances("ec", "command", quality=quality)["points"] == counted(n, sum)
    drummed = chances("ps", "command", quality="poor", musician="drummer", musician_quality="poor")["points"]
    assert drummed == counted(5, lambda d: sum(d) - 1)


def test_who_is_seen() -> None:
    for d, p in ((10.0, 6), (10.5, 5), (35.0, 3), (60.0, 1)):
        assert chances("ec", "visibility", distance=d)["seen"].get(True, 0) == Fraction(p, 6)
    assert chances("ec", "visibility", distance=60.5)["seen"] == {False: 1}
    assert chances("ps", "visibility", house={"spotting": "off"}, distance=60.5)["seen"] == {True: 1}


def test_hits_are_binomial_and_a_man_may_be_hit_twice() -> None:
    found = chances("ps", "shooting", figures=5, range=20.0, target_figures=3)
    p = Fraction(3, 8)
    assert found["hits"] == {k: comb(5, k) * p**k * (1 - p) ** (5 - k) for k in range(6)}
    one = chances("ec", "damage", hits=2, target_figures=1)
    # killed by a kill of either, or by two wounds
    assert one["killed"][1] == 1 - Fraction(4, 6) ** 2 + Fraction(2, 6) ** 2


@pytest.mark.parametrize(
    ("b", "given"),
    [
        ("ec", {"hits": 3, "target_figures": 3}),
        ("ec", {"hits": 2, "target_figures": 4, "target_wounded": 2}),
        ("ps", {"hits": 3, "target_figures": 2, "weapon": "pistol", "target_armour": "half"}),
    ],
)
def test_men_who_are_alike_are_counted_as_one(b: str, given: dict[str, Any]) -> None:
    """Exact odds, with men told apart and not, are those of every fall of the dice."""
    s = prepared(b, "damage", **given)
    plain = every_face(s)
    apart = exact(lambda: spare(s.battle), s.run, lambda b: tuple(s.result(b).items()))
    alike = odds_of(s)
    assert apart.chances == alike.chances == plain
    assert alike.runs < apart.runs


def test_hits_of_unlike_shots_are_told_apart() -> None:
    """Two weapons in one group: which of them hit is remembered until the damage dice."""
    s = prepared("ps", "shooting", figures=4, range=4.0, weapon="musket", target_figures=2)
    for k, i in enumerate(range(4)):
        s.battle.figures[i].arms = [1, 0, 0] if k % 2 else [2, 0, 0]
        s.battle.figures[i].quality = k // 2
    run = prepared_run(s)
    found = exact(lambda: spare(s.battle), run, lambda b: tuple(s.result(b).items()))
    alike = exact(lambda: spare(s.battle), run, lambda b: tuple(s.result(b).items()), alike=s.alike)
    whole = exact(lambda: spare(s.battle), run, lambda b: tuple(s.result(b).items()), 60_000, merge=False)
    assert found.chances == alike.chances == whole.chances


def prepared_run(s: Situation) -> Callable[[Any], None]:
    """Two of the four shooters fire, each with a weapon of his own."""
    from grognard.books.tyneside import volleys
    from grognard.books.tyneside.hits import suffer_all

    def run(b: Any) -> None:
        volleys.volley(b, 0, 1, 2, 2)
        suffer_all(b)

    return run


def test_the_gun_chart() -> None:
    rows = {25.0: ((1, 0), (1, 1), (1, 2), (2, 2), (2, 3), (0, 5)), 30.0: ((0, 0), (1, 0), (1, 1), (1, 2))}
    near = odds_of(prepared("ps", "gun", range=25.0, target_figures=9))
    assert near.exact
    seen: Chances = {}
    for items, p in near.chances.items():
        r = dict(items)
        seen[r["wounds"], r["kills"]] = seen.get((r["wounds"], r["kills"]), Fraction(0)) + p
    assert seen == dict.fromkeys(rows[25.0], Fraction(1, 6))
    middle = chances("ps", "gun", range=30.0, target_figures=9)
    assert middle["threat"] == {0: Fraction(1, 6), 7: Fraction(5, 6)}


def test_the_gatling_jams_when_all_its_dice_are_odd() -> None:
    assert chances("ec", "gatling", crew=1, target_figures=3)["jams"][True] == Fraction(1, 8)


def test_a_match_of_equals() -> None:
    found = chances("ec", "match")
    assert found["winner"] == {"blue": Fraction(15, 36), "red": Fraction(15, 36), "nobody": Fraction(6, 36)}
    assert found["casualty"]["red killed"] == Fraction(5, 36)
    assert found["casualty"]["red wounded"] == Fraction(4, 36)


def test_melees_are_counted_through_as_every_fall_of_the_dice_has_them() -> None:
    s = prepared("ps", "melee", figures=2, enemy_figures=2, enemy_armour="buff", charge="walk")
    found = odds_of(s)
    assert found.exact and found.chances == every_face(s)
    matches = prepared("ec", "melee", {"melee_score": "matches_won"}, figures=2, enemy_figures=2)
    assert matches.alike is None and odds_of(matches).chances == every_face(matches)


@pytest.mark.parametrize(
    ("b", "procedure"), [(b, n) for b, names in NAMES.items() for n in names if n != "gun"]
)
def test_odds_of_the_defaults_are_exact(b: str, procedure: str) -> None:
    found: Odds = odds_of(prepared(b, procedure))
    assert found.exact and sum(found.chances.values()) == 1


# House rules


def test_house_rules_pass_through() -> None:
    agrees(ruled("ec", "initiative", house={"ec.initiative": "alternate"}, turn=2), first="red")
    agrees(ruled("ps", "points", house={"nco_price": "soldier"}, role="nco"), each=8)
    agrees(ruled("ps", "points", house={"price_weapon.musket": 5}), each=10)
    loose = {"ratio_rounding": "up"}
    agrees(ruled("ec", "shooting", 1, house=loose, commanded=False, figures=2, moved="moved"), shots=1)


# What is wrong

BAD: list[tuple[str, str, dict[str, Any], str]] = [
    ("ec", "shooting", {"range": 121.0}, "range: 121 cm given; a musket reaches 120 [TY-R02]"),
    ("ec", "shooting", {"loaded": False}, "loaded: commanded men who are not loaded cannot fire [TY-050]"),
    ("ec", "shooting", {"moved": "moved"}, "moved: who has moved so far does not shoot"),
    ("ps", "shooting", {"moved": "half"}, "moved: who has moved so far does not shoot"),
    ("ps", "shooting", {"range": 60.0, "target_cover": "hard"}, "no such shot is possible [TY-052, PS-036"),
    ("ec", "shooting", {"wounded": 6, "range": 30.0}, "the wounded shoot at short range only [TY-063]"),
    ("ec", "shooting", {"wounded": 7}, "wounded: 7 given, but there are only 6 figures"),
    ("ec", "shooting", {"target_ranks": 6, "target_figures": 2}, "ranks: 6 given, but there are only 2"),
    ("ec", "shooting", {"target_moves": True}, "give target_mounted=yes"),
    ("ec", "pick", {"range": 130.0}, "no such shot [TY-049, TY-R54]"),
    ("ps", "gun", {"crew": 2}, "crew: no such shot [PS-087]"),
    ("ps", "gun", {"crew_wounded": 2}, "crew: no such shot [PS-087]"),
    ("ps", "gun", {"range": 201.0}, "range: no such shot [PS-096]"),
    ("ps", "gun", {"crew_wounded": 5}, "crew_wounded: 5 given, but the crew is 4"),
    ("ec", "risk", {"dead": 12}, "dead, wounded: 12 and 0 given, of 12 figures"),
    ("ec", "match", {"figures": 2, "enemy_figures": 2}, "one side of a match is a single man here"),
    ("ps", "match", {"pikes_behind": 1}, "for one man of Blue with a pike [PS-098, PS-099]"),
    ("ps", "match", {"weapon": "pike", "pikes_behind": 1, "at_length": True}, "[PS-R32]"),
    ("ps", "points", {"role": "crew", "horse": "horse"}, "a crewman is complete, and on foot [PS-129]"),
]


@pytest.mark.parametrize(("b", "procedure", "given", "said"), BAD)
def test_bad_inputs_are_refused_with_the_input_and_the_rule(
    b: str, procedure: str, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(Problem) as e:
        prepared(b, procedure, **given)
    assert said in str(e.value)
