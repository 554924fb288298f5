"""The chronicle: every event is told, in English, with the rules and dice behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from grognard import chronicle
from grognard.battle import Event, General
from grognard.book import Line, book, scenario_paths
from grognard.books.horse_and_musket import fire, melee, morale, sequence, setup, sketch, telling
from grognard.books.horse_and_musket.state import Act, Battle, Column, Ev, Lost, Result
from grognard.catalogue import load
from grognard.dice import Dice, packed_faces, pool, seed_dice
from grognard.game import open_game
from grognard.records import clone

from .horse_and_musket.field import Field

CATALOGUE = load(setup.FOLDER / "rules.md")
BAD = re.compile(r"unknown|unit -|None|<|>|[A-Za-z]\.[A-Z]|_|\bnan\b|  |\bits their\b|[a-z] ,")


# What all books share


@pytest.mark.parametrize("n", [0, 1, 2, 5, 24, 60])
def test_packed_faces_unpack_to_the_dice_that_were_rolled(n: int) -> None:
    d = Dice()
    seed_dice(d, n)
    pool(d, n)
    rolled = [p for p in range(1, 7) for _ in range(d.faces[p])]
    assert chronicle.faces(packed_faces(d)) == rolled
    assert len(rolled) == n


@pytest.mark.parametrize(
    ("name", "verb", "said"),
    [
        ("1st Line", "fires", "1st Line fires"),
        ("Lancers", "fires", "Lancers fire"),
        ("Lancers", "reaches", "Lancers reach"),
        ("Lancers", "rallies", "Lancers rally"),
        ("Lancers", "is", "Lancers are"),
        ("Lancers", "makes straight for", "Lancers make straight for"),
        ("Lancers", "may not", "Lancers may not"),
        ("Lancers", "presses", "Lancers press"),
        ("Fortress", "is", "Fortress is"),
        ("The Barricade men", "fires", "The Barricade men fire"),
        ("Hunters of the wood", "fires", "Hunters of the wood fire"),
        ("Hunters of the wood 1", "fires", "Hunters of the wood 1 fires"),
    ],
)
def test_verbs_agree_with_names(name: str, verb: str, said: str) -> None:
    assert chronicle.does(name, verb) == said


def test_small_english() -> None:
    assert chronicle.count(1, "die", "dice") == "1 die"
    assert chronicle.count(0, "figure") == "0 figures"
    assert chronicle.within("The farm") == "the farm"
    assert chronicle.within("Theodor's mill") == "Theodor's mill"
    assert chronicle.listed(["a", "b", "c"]) == "a, b and c"
    assert chronicle.listed(["a"]) == "a"


# Nothing is untold


def test_every_kind_of_event_has_a_teller_of_its_own() -> None:
    assert set(telling.TELLERS) == set(Ev)
    assert len({name for name, _ in telling.KINDS.values()}) == len(Ev)


@cache
def told() -> list[tuple[str, Event, Line]]:
    """Over a hundred turns of real battles, with sensible and with wild generals, and all that was said of them."""
    commanders = {"unit_commanders": "on"}
    out: list[tuple[str, Event, Line]] = []
    for path in scenario_paths("horse-and-musket").values():
        for seed, general, house in (
            (1, General.DRILL, {}),
            (2, General.RANDOM, commanders),
            (3, General.RANDOM, {}),
        ):
            b, names, _ = setup.new_battle(path, house)
            b.generals[0] = b.generals[1] = int(general)
            b.log.room = len(b.log.events)
            setup.seed(b, seed)
            while b.winner < 0:
                b.log.n = 0
                sequence.play_turn(b)
                events = [clone(e) for e in b.log.events[: b.log.n]]
                lines = telling.tell(names, events)
                out += [(path.stem, e, line) for e, line in zip(events, lines, strict=True)]
    return out


def test_a_hundred_turns_are_told_without_a_blank_a_number_for_a_name_or_a_word_of_python() -> None:
    turns = sum(event.kind == Ev.TURN for _, event, _ in told())
    assert turns > 100
    wrong = [line for _, _, line in told() if not line.text.strip() or BAD.search(line.text)]
    assert wrong == []


def test_every_line_cites_rules_that_exist_and_has_a_level() -> None:
    for _, event, line in told():
        assert line.rules, line
        assert all(rule in CATALOGUE for rule in line.rules)
        assert line.rules[0] == CATALOGUE.rule_id(event.rule)
        assert line.level in (0, 1, 2)
        assert line.kind == Ev(event.kind).name.lower()


def test_the_dice_of_a_line_are_those_of_its_event() -> None:
    rolls = [
        (e, line) for _, e, line in told() if e.kind in (Ev.HITS, Ev.SAVES, Ev.MORALE, Ev.DAMAGE, Ev.GUN_ROLL)
    ]
    assert len(rolls) > 500
    for event, line in rolls:
        assert list(line.dice) == chronicle.faces(event.faces)
        assert all(str(face) in line.text for face in line.dice)
    for event, line in ((e, line) for _, e, line in told() if e.kind == Ev.SAVES):
        assert len(line.dice) == event.a
        assert sum(face >= event.other for face in line.dice) == event.b


def test_most_kinds_of_events_are_met_in_those_battles() -> None:
    """What is not met there is told in the tests below."""
    met = {Ev(event.kind) for _, event, _ in told()}
    assert set(Ev) - met <= {Ev(row[0]) for row in RARE}


NAMES = setup.Names(
    units=["1st Line", "Lancers", "Horse battery"],
    ids=["B1", "R1", "R2"],
    leaders=["General Alba", "Duke Bruno"],
    terrain=["The farm", "The wood"],
    objectives=["The farm"],
    armies=["Army Blue", "Army Red"],
)
RARE: list[tuple[int, int, int, int, int, int, float, str]] = [
    # kind, rule, actor, other, a, b, d, what is said
    (Ev.LEFT, 1014, 0, 0, 0, 0, 0.0, "1st Line leaves the farm [FH-R14]"),
    (Ev.ENTERED, 1014, 1, 0, 0, 0, 0.0, "Lancers enter the farm [FH-R14]"),
    (Ev.MOVED, 24, 0, -1, Act.LEAVE, 2, 3.0, "1st Line stands outside, facing east [FH-024]"),
    (Ev.MOVED, 22, 1, -1, Act.HALF_MOVE, 3, 0.0, "Lancers face south-east [FH-022]"),
    (Ev.MOVED, 21, 0, -1, Act.MOVE, 0, 1.0, "1st Line moves 1.0 inch, facing north [FH-021, FH-019]"),
    (Ev.DETACHED, 1013, 0, 1, 0, 0, 0.0, "General Alba leaves Lancers [FH-R13]"),
    (Ev.NO_ROOM, 1090, 1, -1, 0, 0, 0.0, "Lancers stay off the table: there is no room to deploy [FH-R90]"),
    (Ev.CAUGHT, 49, 0, 1, 0, 0, 0.0, "1st Line is caught by Lancers and cannot strike back [FH-049, FH-R20]"),
    (Ev.DISPERSED, 111, 1, 0, 0, 0, 0.0, "Lancers leave the battle in all directions [FH-111, FH-R63]"),
    (Ev.SHELTERS, 51, 2, 0, 0, 0, 0.0, "the crew of Horse battery shelters with 1st Line [FH-051, FH-R86]"),
    (Ev.GENERAL_SHELTERS, 51, 1, 0, 0, 0, 0.0, "Duke Bruno shelters with 1st Line [FH-051, FH-R86]"),
    (Ev.RETURNS, 1086, 2, -1, 0, 0, 0.0, "the crew of Horse battery is back at its gun [FH-R86]"),
    (Ev.OVERRUN, 121, 0, -1, 3, 1, 0.0, "General Alba is overrun, rolls 3: killed or taken [FH-121, FH-R83]"),
    (Ev.STRAY, 119, 0, 1, 1, 1, 0.0, "General Alba, under fire beside Lancers, rolls 1: killed by a stray round "
     "[FH-119, FH-120, FH-R82]"),
    (Ev.LEADER_HIT, 123, -1, 0, 2, 1, 0.0, "the commander of 1st Line rolls 2: hit and out of the battle "
     "[FH-123, FH-118, FH-R85]"),
    (Ev.GUN_DESTROYED, 69, 2, 0, 0, 0, 0.0, "the gun of Horse battery is destroyed [FH-069]"),
    (Ev.CAPTURED, 1091, 2, 1, 0, 0, 0.0, "Horse battery is captured by Lancers [FH-R91]"),
    (Ev.DESTROYED, 1091, 1, -1, Lost.DISPERSED, 0, 0.0, "Lancers are lost: dispersed [FH-R91]"),
    (Ev.AUTO_LOSS, 101, 1, 0, 2, 4, 0.0, "Lancers are beaten off by 1st Line in square: 2 casualties, fewer than 4 "
     "[FH-101, FH-R51]"),
    (Ev.RETREATS, 102, 1, 0, 0, 0, 7.5, "Lancers withdraw up to 7.5 inches [FH-102, FH-R52]"),
    (Ev.LOCKED, 1079, 1, 0, 0, 0, 0.0, "Lancers run into 1st Line: a melee next turn [FH-R79]"),
    (Ev.RIDDEN_DOWN, 1079, 0, 1, 0, 0, 0.0, "1st Line is run down by Lancers [FH-R79]"),
    (Ev.BROKEN, 1088, 0, -1, 6, 11, 0.0, "Blue breaks: 6 of 11 units lost or routing [FH-R88]"),
    (Ev.OVER, 1088, 2, -1, 4, 3, 0.0, "The battle is drawn: Blue 4, Red 3 [FH-R88, FH-R89]"),
    (Ev.OBJECTIVE, 1088, -1, 0, 2, 0, 0.0, "Nobody holds the farm (2 points) [FH-R88]"),
    (Ev.RECALLED, 124, 1, -1, 0, 0, 0.0, "Lancers are recalled [FH-124, FH-R87]"),
    (Ev.IMPETUOUS, 53, 1, 0, 0, 0, 0.0, "Lancers make straight for 1st Line [FH-053, FH-R75]"),
    (Ev.FACES, 1073, 1, -1, 0, 7, 0.0, "Lancers face north-west [FH-R73]"),
    (Ev.IN_COVER, 1035, 2, 0, 0, 0, 0.0, "Horse battery is in cover [FH-R35]"),
    (Ev.COUNTERS, 45, 1, 0, 0, 0, 0.0, "Lancers counter-charge 1st Line [FH-045, FH-R69]"),
    (Ev.HALTED, 88, 1, 0, 3, 12, 0.0, "Lancers are halted: 3 lost of the 12 who charged, a quarter or more "
     "[FH-088, FH-R46]"),
    (Ev.RESULT, 1048, 1, 0, Result.NO_RALLY, Column.RALLY, 0.0, "Lancers stop short of their target [FH-R48, FH-111]"),
    (Ev.RESULT, 1068, 0, 1, Result.RALLIES_FULL, Column.RALLY, 0.0, "1st Line rallies [FH-R68, FH-111]"),
    (Ev.RESULT, 111, 1, -1, Result.RALLIES_FULL, Column.RALLY, 0.0, "Lancers rally, with their full move [FH-111]"),
    (Ev.EVADES, 47, 1, 0, 0, 0, 9.0, "Lancers evade 1st Line, 9.0 inches [FH-047, FH-R20]"),
    (Ev.SQUARE, 44, 0, -1, 0, 0, 0.0, "1st Line forms square [FH-044, FH-R70]"),
    (Ev.GIVES_GROUND, 48, 0, 1, 0, 0, 1.2, "1st Line gives ground before Lancers, 1.2 inches [FH-048, FH-R20]"),
    (Ev.SUPPORTS, 85, 0, 1, 0, 0, 0.0, "1st Line supports the charged with fire at Lancers [FH-085, FH-R44]"),
    (Ev.HURRIED, 87, 0, 1, 0, 2, 0.0, "a hurried volley at charging horse: 2 or less [FH-087, FH-R45]"),
    (Ev.REROLL, 84, 0, -1, 6, 3, 0.0, "1st Line rolls a 6 again: 3 [FH-084, FH-R56]"),
    (Ev.IMPETUS, 79, 1, 0, 2, 3, 0.0, "light horse against infantry: 2 dice become 3 [FH-079, FH-R41]"),
    (Ev.FALLS_SHORT, 1018, 1, 0, 0, 0, 4.0, "Lancers go on 4.0 inches, without reaching 1st Line [FH-R18]"),
    (Ev.FALLS_SHORT, 1018, 0, -1, 0, 0, 4.0, "1st Line goes on 4.0 inches, and nobody is there [FH-R18]"),
    (Ev.CHARGE_GOES_IN, 1048, 1, 0, 0, 0, 0.0, "Lancers press their charge on 1st Line home [FH-R48, FH-091]"),
    (Ev.PURSUED, 1077, 1, 0, 0, 0, 5.0, "Lancers go 5.0 inches in pursuit [FH-R77]"),
    (Ev.DISPLACED, 1017, 0, 1, 0, 0, 0.5, "Lancers make room for 1st Line: 0.5 inches [FH-R17]"),
    (Ev.OFF_TABLE, 1021, 1, -1, 0, 0, 9.0, "Lancers leave the table [FH-R21]"),
    (Ev.LOST_FIGURES, 1072, 0, -1, 3, 5, 0.0, "rolls 5: 3 figures lost without saves [FH-R72]"),
    (Ev.FLANK, 61, 0, 1, 1, 0, 0.0, "into the flank of Lancers: +1 to the number [FH-061, FH-R26]"),
    (Ev.DAMAGE_ADDED, 67, 2, 0, 2, 4, 0.0, "a square: +2 damage [FH-067, FH-R33]"),
    (Ev.DAMAGE_ADDED, 67, 2, 0, 2, 0, 0.0, "into the flank: +2 damage [FH-067, FH-R33]"),
    (Ev.DAMAGE_ADDED, 66, 2, 0, 1, 1, 0.0, "an assault column: +1 damage [FH-066, FH-R33]"),
    (Ev.ROAD, 30, 0, -1, 0, 0, 15.0, "1st Line keeps to the road for 15.0 inches [FH-030, FH-029, FH-R15]"),
    (Ev.SAVE_NUMBER, 83, 1, -1, 4, 1, 0.0, "armour: saves on 4 or more [FH-083, FH-108]"),
    (Ev.SAVE_NUMBER, 107, 2, -1, 4, 2, 0.0, "gunners under fire: saves on 4 or more [FH-107, FH-108]"),
    (Ev.MELEE_LOST, 92, 1, 0, 1, 0, 0.0, "Red loses the melee of Lancers and 1st Line [FH-092, FH-095, FH-R50]"),
    (Ev.PURSUES, 116, 1, 0, 1, 4, 0.0, "Lancers pursue 1st Line: no dice, 4 inches and the rest of the move "
     "[FH-116, FH-R77]"),
    (Ev.ROUTED, 114, 1, 0, 0, 0, 24.0, "Lancers run 24.0 inches [FH-114, FH-R71]"),
    (Ev.ROUTED, 114, 0, 1, 0, 0, 0.0, "1st Line runs with no way to go [FH-114, FH-R71]"),
    (Ev.DEPLOYED, 1090, 0, -1, 0, 0, 0.0, "1st Line deploys in line [FH-R90]"),
    (Ev.DEPLOYED, 1090, 2, -1, 6, 0, 0.0, "Horse battery deploys [FH-R90]"),
    (Ev.DEPLOY_ROLL, 1090, 1, -1, 5, 2, 0.0, "Blue rolls 5, Red rolls 2: Red, the lower, deploys first [FH-R90]"),
    (Ev.GUN_FIRES, 52, 2, 0, 0, 1, 0.0, "Horse battery fires at 1st Line, charging, canister [FH-052, FH-R54]"),
]  # fmt: skip


@pytest.mark.parametrize("row", RARE, ids=[f"{Ev(row[0]).name}-{n}" for n, row in enumerate(RARE)])
def test_rare_events_in_words(row: tuple[int, int, int, int, int, int, float, str]) -> None:
    kind, rule, actor, other, a, b, d, said = row
    (line,) = telling.tell(NAMES, [Event(kind, rule, actor, other, a, b, d)])
    assert chronicle.cited(line) == said


# Whole stories, from the rules to the words


def story(f: Field, names: list[str]) -> list[str]:
    f.used_up()
    lines = telling.tell(
        setup.Names(units=names, leaders=["General Alba"], terrain=f.terrain_names), f.events()
    )
    return [chronicle.cited(line) for line in lines]


def test_a_volley_is_told_step_by_step() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 10)
    foe = f.unit("red", "line", 30, 14.7, facing="south")
    f.u(line).disordered = True
    f.dice(5, 5, 4, 2, 1, 5, 4)
    fire.shoot(f.b, line, foe, 0)
    assert story(f, ["1st Line", "Line regiment"])[:6] == [
        "1st Line fires at Line regiment, 3.2 inches: 5 dice at 3 or less [FH-059, FH-054]",
        "24 figures in the ranks that fire: 5 dice [FH-056, FH-057, FH-R29]",
        "medium range: 3 or less [FH-059, FH-R40]",
        "1 2 4 5 5 at 3 or less: 3 hits [FH-058]",
        "disordered: 3 halved to 2 [FH-060, FH-R28]",
        "Line regiment saves 1 of 2 hits at 5 or more (4 5) [FH-106, FH-R58]",
    ]


def test_a_charge_of_heavy_horse_is_told_with_its_impetus() -> None:
    f = Field()
    horse = f.unit("blue", "heavy_horse", 30, 10)
    foe = f.unit("red", "line", 30, 11.25, facing="south")
    for a, c in ((horse, foe), (foe, horse)):
        f.u(a).in_contact, f.u(a).melee, f.u(a).foe = True, 0, c
    f.u(horse).charging, f.u(horse).target = True, foe
    f.dice(1, 5, 5, 6, 6, 6)
    melee.strike(f.b, horse, foe)
    assert story(f, ["Heavy Dragoons", "Militia"])[:5] == [
        "Heavy Dragoons strike Militia: 5 dice [FH-076, FH-077]",
        "12 figures in the ranks that fight: 2 dice [FH-075, FH-076, FH-R42]",
        "the charge of heavy horse: 12 figures count as 24 [FH-078, FH-R41]",
        "1 5 5 6 6 at 4 or less: 1 hit [FH-077]",
        "Militia saves 1 of 1 hit at 5 or more (6) [FH-106, FH-R58]",
    ]


def test_a_morale_check_is_told_with_every_modifier() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 10, grade="regular", figures=18, original=24, marker=True)
    f.unit("red", "line", 30, 40, facing="south")
    f.general("blue", attached=line)
    f.order(Act.INFLUENCE, line, 0, 2)
    f.dice(2)
    morale.rally(f.b, line)
    assert story(f, ["1st Line", "Militia"])[:6] == [
        "1st Line checks morale to rally [FH-013, FH-109]",
        "regulars: +1 [FH-112, FH-R64]",
        "losses so far: -1 [FH-112, FH-R66]",
        "General Alba: +2 [FH-112, FH-R65]",
        "rolls 2: row 4 of the Rally column [FH-111, FH-110]",
        "1st Line rallies, but may not move [FH-111]",
    ]


def test_cover_is_named_where_it_saves() -> None:
    f = Field()
    farm = f.terrain("building", rectangle=(28, 14, 32, 17))
    line = f.unit("blue", "line", 30, 11)
    foe = f.garrison("red", farm)
    f.terrain_names = ["The farm"]
    f.dice(6, 6, 6, 6, 1, 4)
    fire.shoot(f.b, line, foe, 0)
    assert "in the cover of the farm: saves on 4 or more [FH-108, FH-R60]" in story(
        f, ["1st Line", "Militia"]
    )


# The outcome and the map


def finished() -> Iterator[tuple[str, Battle, setup.Names]]:
    for name, path in scenario_paths("horse-and-musket").items():
        b, names, _ = setup.new_battle(path)
        b.generals[0] = b.generals[1] = int(General.DRILL)
        setup.seed(b, 5)
        sequence.play(b)
        yield name, b, names


def test_the_outcome_says_who_won_and_why() -> None:
    for _, b, _ in finished():
        outcome = telling.outcome(b)
        assert outcome is not None
        assert outcome.winner == ("blue", "red", "draw")[b.winner]
        assert outcome.points == (b.points[0], b.points[1])
        assert (f"broke in turn {b.turn}" in outcome.reason) == (b.broken >= 0)
        assert f"Blue {b.points[0]} point" in outcome.reason
    b, _, _ = setup.new_battle(scenario_paths("horse-and-musket")["the-chateau-road"])
    assert telling.outcome(b) is None


@pytest.mark.parametrize("width", [40, 60, 72, 80, 200])
def test_the_map_fits_and_shows_every_unit(width: int) -> None:
    for path in scenario_paths("horse-and-musket").values():
        b, names, s = setup.new_battle(path)
        page = telling.draw(b, names, width)
        rows = page.splitlines()
        assert max(map(len, rows)) <= min(width, 80)
        body = "".join(row for row in rows if row.startswith("|"))
        for i in range(b.n_units):
            mark = sketch.letter(b, i)
            assert s.deployment == "free" or mark in body, names.units[i]
            assert any(row.startswith(f"{mark} ") or f"  {mark} {names.units[i][:8]}" in row for row in rows)


def test_the_map_has_north_up_and_tells_the_sides_apart_without_colour() -> None:
    b, names, _ = setup.new_battle(scenario_paths("horse-and-musket")["the-chateau-road"])
    rows = [row for row in telling.draw(b, names, 74).splitlines() if row.startswith("|")]
    assert 22 <= len(rows) <= 26
    top, bottom = "".join(rows[: len(rows) // 2]), "".join(rows[len(rows) // 2 :])
    assert "ggg" in top and "GGG" in bottom  # Hussars in the north, Lancers in the south
    assert "↓" in top and "↑" in bottom
    marks = [sketch.letter(b, i) for i in range(b.n_units)]
    assert len(set(marks)) == len(marks)
    assert all(mark.isupper() == (b.units[i].side == 0) for i, mark in enumerate(marks))


def test_the_book_speaks_through_these() -> None:
    hm = book("horse-and-musket")
    (line,) = hm.tell(NAMES, [Event(kind=int(Ev.TURN), rule=9, a=3)])
    assert (line.text, line.rules, line.level) == ("Turn 3", ("FH-009",), 0)


def dice_that_count(line: Line) -> list[int]:
    return [face for face in line.dice if line.count[0] <= face <= line.count[1]]


def test_dice_that_count_are_told_from_those_that_do_not() -> None:
    """What the sentence says of the dice is what comes of those that count."""
    lines = open_game("the-chateau-road", seed=1815, blue="drill", red="drill").chronicle
    hits = [line for line in lines if line.kind == "hits"]
    saves = [line for line in lines if line.kind == "saves" and line.dice]
    assert len(hits) > 5 and len(saves) > 5
    for line in hits:  # pips up to a number
        assert f": {chronicle.count(sum(dice_that_count(line)), 'hit')}" in line.text
    for line in saves:  # a number or more
        assert line.saves and re.search(rf" saves? {len(dice_that_count(line))} of ", line.text)
    tests = [line for line in open_game("the-mill-bridge", seed=1815, blue="drill", red="drill").chronicle
             if line.kind == "tests"]  # fmt: skip
    assert len(tests) > 5
    for line in tests:
        needed = re.search(r"(\d) where (\d) is needed", line.text)
        assert needed is not None
        assert bool(dice_that_count(line)) == (int(needed[1]) >= int(needed[2]))
