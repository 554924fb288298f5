"""The chronicle and the map of Most Irregular: every event is told, and together what belongs together."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard import chronicle
from grognard.battle import Event, General
from grognard.book import HOME, Line, Outcome
from grognard.books.most_irregular import (
    assault,
    forced,
    formed,
    grouping,
    loose,
    sequence,
    setup,
    shooting,
    sketch,
    telling,
    victory,
    words,
)
from grognard.books.most_irregular.state import (
    FORMATIONS,
    OFFICER,
    Act,
    Effect,
    Ev,
    Lost,
    Part,
    R,
    Shelter,
    Terrain,
)
from grognard.drawing import Frame
from grognard.records import clone

from .field import CATALOGUE, Field, order

SCENARIOS = sorted((HOME / "most_irregular" / "scenarios").glob("*.toml"))
MILL = next(path for path in SCENARIOS if path.stem == "the-mill-bridge")
BAD = re.compile(
    r"unknown|None|<|_|\bnan\b|  |[a-z] ,|\bEv\b|(^|[;:,] |the |of )(party|man|commander) \d|\b1 men\b"
)

BODIES = ("Line section", "Pioneers", "Hunters", "The mob")
NAMES = setup.Names(
    bodies=list(BODIES),
    body_ids=["A1", "A2", "B1", "B2"],
    men=[f"{words.the(body)[4:]} {k}" for body in BODIES for k in (1, 2, 3, 4)],
    man_ids=[f"{body}-{k}" for body in ("A1", "A2", "B1", "B2") for k in (1, 2, 3, 4)],
    man_sides=[0] * 8 + [1] * 8,
    leaders=["Captain Wren", "Colonel Marsh"],
    leader_ids=["A-C1", "B-C1"],
    objectives=["The bridge"],
    armies=["The column", "The league"],
)


def packed(*faces: int) -> int:
    return sum(1 << chronicle.FACE_BITS * (face - 1) for face in faces)


def event(
    kind: int,
    rule: int,
    actor: int = -1,
    other: int = -1,
    a: int = 0,
    b: int = 0,
    d: float = 0.0,
    faces: tuple[int, ...] = (),
) -> Event:
    return Event(int(kind), rule, actor, other, int(a), int(b), d, packed(*faces))


def said(*events: Event) -> list[str]:
    return [chronicle.cited(line) for line in telling.tell(NAMES, events)]


# Every kind of event by itself

Row = tuple[int, int, int, int, int, int, float, tuple[int, ...], str]
ALONE: list[Row] = [
    # kind, rule, actor, other, a, b, d, faces, what is said
    (Ev.TURN, 1074, -1, -1, 3, 0, 0.0, (),
     "Turn 3 [MI-R74]"),
    (Ev.INITIATIVE, 13, 0, -1, 5, 2, 0.0, (),
     "Blue rolls 5, Red rolls 2: Blue goes first [MI-013]"),
    (Ev.INITIATIVE, 13, -1, -1, 4, 4, 0.0, (),
     "Blue rolls 4, Red rolls 4: a tie, rolled again [MI-013, MI-R08]"),
    (Ev.COMMANDS, 14, 0, -1, 0, 0, 0.0, (),
     "Captain Wren's turn [MI-014, MI-015]"),
    (Ev.COMMANDER_MOVED, 19, 0, -1, 0, 0, 3.5, (),
     "Captain Wren moves 3.5 inches [MI-019, MI-R11]"),
    (Ev.DASHED, 20, 1, -1, 0, 0, 8.0, (),
     "Colonel Marsh dashes 8.0 inches [MI-020, MI-021, MI-R11]"),
    (Ev.SNIPED_AT, 1013, 1, 0, 4, 0, 0.0, (),
     "Line section 1 takes a shot at Colonel Marsh: 4, a miss [MI-R13, MI-090]"),
    (Ev.SNIPED_AT, 90, 0, -1, 6, 1, 0.0, (),
     "An enemy takes a shot at Captain Wren: 6, and Captain Wren is shot dead [MI-090, MI-R48]"),
    (Ev.UNIT_ACTIVATED, 23, 0, 0, 0, 0, 0.0, (),
     "Captain Wren activates the Line section [MI-023, MI-028]"),
    (Ev.MOVED, 32, 0, -1, 4, 0, 4.0, (),
     "The Line section moves 4.0 inches with 4 men, facing north [MI-032]"),
    (Ev.MOVED, 32, 1, -1, 1, 3, 1.0, (),
     "The Pioneers move 1.0 inch with 1 man, facing south-east [MI-032]"),
    (Ev.WHEELED, 34, 1, -1, 4, 2, 2.5, (),
     "The Pioneers wheel with 4 men until facing east; the outermost man goes 2.5 inches [MI-034, MI-R22]"),
    (Ev.TURNED, 36, 0, -1, 0, 6, 0.0, (),
     "The Line section turns on the spot, facing west [MI-036, MI-035]"),
    (Ev.MERGED, 1006, 1, 0, 3, 0, 0.0, (),
     "3 men of the Pioneers join the Line section [MI-R06]"),
    (Ev.FORMED, 126, 2, -1, 3, 4, 0.0, (),
     "3 men form ranks as the Hunters, facing south [MI-126, MI-R65]"),
    (Ev.FORMED, 1014, 18, -1, 2, 4, 0.0, (),
     "2 men form ranks as the Hunters' second party, facing south [MI-R14]"),
    (Ev.SPLIT, 1006, 1, 17, 2, 0, 0.0, (),
     "2 men are parted from the Pioneers, a unit now: the Pioneers' second party [MI-R06, MI-010]"),
    (Ev.STRAGGLES, 1006, 1, 0, 0, 0, 0.0, (),
     "Line section 2 is parted from the Line section: a straggler [MI-R06, MI-011]"),
    (Ev.STRAGGLES, 1016, 1, 0, 0, 0, 0.0, (),
     "Line section 2, who acted before, is left behind: a straggler [MI-R16, MI-011]"),
    (Ev.BROKEN_UP, 42, 1, -1, 4, Terrain.WOODS, 0.0, (),
     "The Pioneers come apart in the woods: 4 men are stragglers [MI-042, MI-R26]"),
    (Ev.BROKEN_UP, 1062, 3, -1, 1, -1, 0.0, (),
     "The mob comes apart in woods or rubble: 1 man is a straggler [MI-R62, MI-042, MI-R26]"),
    (Ev.BROKEN_UP, 115, 3, -1, 4, -1, 0.0, (),
     "The mob is dispersed by the combat: 4 men are stragglers [MI-115, MI-R60]"),
    (Ev.DISPERSED, 43, 1, -1, 4, 0, 2.0, (),
     "The Pioneers disperse: 4 men, up to 2.0 inches apart, stragglers now [MI-043, MI-R27]"),
    (Ev.REPOSITIONED, 46, 0, -1, 2, 1, 0.0, (),
     "The Line section re-forms in 2 files, facing north-east [MI-046, MI-047, MI-048]"),
    (Ev.CLOSED_UP, 1007, 1, -1, 2, 0, 0.5, (),
     "The Pioneers close up: 2 men step 0.5 inches at most [MI-R07]"),
    (Ev.WOUNDED_ROLL, 82, 0, -1, 2, 0, 0.0, (3, 6),
     "2 wounded men of the Line section, on the move: 3 6, none is left behind [MI-082, MI-R43]"),
    (Ev.LEFT_BEHIND, 82, 2, 0, 0, 0, 0.0, (),
     "Line section 3 is left behind by the Line section [MI-082]"),
    (Ev.FIRES, 49, 0, 2, 4, 0, 9.5, (),
     "The Line section fires with 4 men at the Hunters, 9.5 inches off [MI-049]"),
    (Ev.FIRES, 49, 0, -1, 4, 1, 9.5, (),
     "The Line section rapid-fires with 4 men at stragglers, 9.5 inches off [MI-049, MI-050, MI-R19]"),
    (Ev.FIRES, 103, 2, 1, 4, 0, 0.1, (),
     "The Hunters fire with 4 men at the Pioneers as they come in, 0.1 inches off [MI-103]"),
    (Ev.FIRES, 49, -1, 0, 3, 8, 14.0, (),
     "Hunters 1 and 2 others fire at the Line section, 14.0 inches off [MI-049, MI-129]"),
    (Ev.SHOT, 60, 0, 2, 5, 2, 0.0, (3, 5),
     "3 5, best die 5 [MI-060]"),
    (Ev.SHOT, 61, 0, 2, 3, 1, 0.0, (3,),
     "Die 3 [MI-061]"),
    (Ev.FIRE_SUM, 62, -1, -1, 10, Part.DOUBLED, 0.0, (),
     "Doubled 10 [MI-062]"),
    (Ev.FIRE_SUM, 63, -1, -1, 3, Part.BREECH, 0.0, (),
     "Breech loaders +3 [MI-063]"),
    (Ev.FIRE_SUM, 64, -1, -1, 1, Part.QUALITY, 0.0, (),
     "Quality +1 [MI-064]"),
    (Ev.FIRE_SUM, 65, -1, -1, 2, Part.THREES, 7.5, (),
     "7.5 men +2 [MI-065]"),
    (Ev.POINTS, 67, 0, -1, 2, 0, 0.0, (),
     "2 points; too few for a hit [MI-067, MI-R37]"),
    (Ev.PRICE, 69, 0, 2, 3, Shelter.COVER, 0.0, (),
     "A formation in cover, 3 points a hit [MI-069]"),
    (Ev.PRICE, 1037, -1, -1, 4, 0, 0.0, (),
     "Stragglers, all alike, 4 points a hit [MI-R37]"),
    (Ev.PRICE, 71, 8, -1, 4, Shelter.CONCEALMENT, 0.0, (),
     "Hunters 1 concealed at 4 [MI-071, MI-R37]"),
    (Ev.HIT, 77, 3, -1, 6, Effect.FATAL, 0.0, (),
     "Hit: Line section 4 killed (6) [MI-077]"),
    (Ev.HIT, 131, 501, -1, 2, Effect.SHOCK, 0.0, (),
     "Hit: Colonel Marsh shocked (2) [MI-131]"),
    (Ev.RECOILS, 78, 3, -1, 0, 0, 4.0, (),
     "Line section 4 recoils 4.0 inches [MI-078, MI-R42]"),
    (Ev.RECOILS, 86, 3, 0, 0, 0, 4.0, (),
     "Line section 4 runs 4.0 inches, a straggler now [MI-086, MI-R42]"),
    (Ev.RECOILS, 105, 3, 0, 0, 0, 3.2, (),
     "Line section 4 runs 3.2 inches further, a straggler now [MI-105, MI-R42]"),
    (Ev.WOUNDED, 80, 3, -1, 0, 0, 0.0, (),
     "Line section 4 is wounded [MI-080]"),
    (Ev.LOST, 81, 3, -1, Lost.KILLED, 0, 0.0, (),
     "Line section 4 is killed [MI-081, MI-R71]"),
    (Ev.LOST, 1040, 3, -1, Lost.SECOND_WOUND, 0, 0.0, (),
     "Line section 4 is out of the battle with a second wound [MI-R40, MI-R71]"),
    (Ev.LOST, 97, 501, -1, Lost.CAPTURED, 0, 0.0, (),
     "Colonel Marsh is killed or captured [MI-097, MI-R71]"),
    (Ev.LOST, 119, 3, -1, Lost.REAR, 0, 0.0, (),
     "Line section 4 is sent to the rear [MI-119, MI-R71]"),
    (Ev.LOST, 136, 3, -1, Lost.BAILED, 0, 0.0, (),
     "Line section 4 is lost: the wounded cannot bail [MI-136, MI-R71]"),
    (Ev.LOST, 137, 3, -1, Lost.BAILED, 0, 0.0, (),
     "Line section 4 is lost in bailing out [MI-137, MI-R71]"),
    (Ev.LOST, 1029, 3, -1, Lost.OFF_TABLE, 0, 0.0, (),
     "Line section 4 is driven off the table [MI-R29, MI-R71]"),
    (Ev.LOST, 90, 500, -1, Lost.SNIPED, 0, 0.0, (),
     "Captain Wren is shot dead [MI-090, MI-R71]"),
    (Ev.TESTS, 85, 1, -1, 2, 4, 0.0, (),
     "The Pioneers test under fire, 2 where 4 is needed [MI-085, MI-R44]"),
    (Ev.TESTS, 89, 1, -1, 5, 4, 0.0, (),
     "The Pioneers roll again, 5 where 4 is needed [MI-089]"),
    (Ev.GIVES_GROUND, 86, 1, -1, 2, 0, 0.0, (),
     "The Pioneers give ground: 2 men run [MI-086, MI-R45]"),
    (Ev.HOLDS, 85, 0, -1, 0, 0, 0.0, (),
     "The Line section holds [MI-085]"),
    (Ev.RALLIES, 88, 0, 1, 0, 0, 0.0, (),
     "Captain Wren rallies the Pioneers: the test is rolled again [MI-088, MI-R47]"),
    (Ev.ASSAULTS, 91, 1, 2, 0, 0, 0.0, (),
     "The Pioneers assault the Hunters [MI-091, MI-092]"),
    (Ev.ASSAULTS, 91, 0, -1, 0, 0, 0.0, (),
     "The Line section assaults stragglers [MI-091, MI-092, MI-093]"),
    (Ev.NERVE, 98, 1, 4, 2, 1, 0.0, (1, 4, 6),
     "The Pioneers test their nerve to go in: 1 4 6 where 4 is needed, 2 pass: they go in [MI-098, MI-008, MI-099]"),
    (Ev.NERVE, 102, 3, 5, 0, 0, 0.0, (1, 3, 4),
     "The mob tests its nerve to meet the charge: 1 3 4 where 5 is needed, none passes [MI-102, MI-008]"),
    (Ev.STAYS, 100, 1, 2, 0, 0, 0.0, (),
     "The Pioneers stay where they are, the action wasted [MI-100, MI-R52]"),
    (Ev.WITHDRAWS, 101, 1, -1, 0, 0, 4.0, (),
     "The Pioneers withdraw 4.0 inches [MI-101, MI-R42]"),
    (Ev.WITHDRAWS, 114, 3, -1, 0, 0, 8.0, (),
     "The mob withdraws 8.0 inches, beaten [MI-114, MI-R42]"),
    (Ev.DESERTERS, 101, 1, -1, 4, 1, 0.0, (1, 2, 5, 6),
     "A die for each of 4 men of the Pioneers: 1 2 5 6, 1 man is to run further [MI-101, MI-R57]"),
    (Ev.ADVANCES, 91, 1, 2, 0, 0, 3.0, (),
     "The Pioneers reach the Hunters after 3.0 inches [MI-091, MI-106]"),
    (Ev.ADVANCES, 91, 1, -1, 0, 0, 4.0, (),
     "The assault of the Pioneers ends after 4.0 inches [MI-091, MI-R49]"),
    (Ev.FALLS_SHORT, 1049, 1, 2, 0, 0, 4.0, (),
     "The assault of the Pioneers ends after 4.0 inches, short of the Hunters [MI-R49, MI-091]"),
    (Ev.MAN_TESTS, 94, 8, 0, 4, 1, 0.0, (),
     "Hunters 1, met by the Line section, rolls 4 and passes [MI-094, MI-095]"),
    (Ev.MAN_TESTS, 1010, 501, -1, 2, 0, 0.0, (),
     "Colonel Marsh, his men gone, rolls 2 and fails [MI-R10]"),
    (Ev.MAN_TESTS, 132, 8, -1, 2, 0, 0.0, (),
     "Hunters 1 rolls 2 and fails [MI-132, MI-R03]"),
    (Ev.MAN_TESTS, 1014, 8, -1, 5, 1, 0.0, (),
     "Hunters 1 passes (5) [MI-R14]"),
    (Ev.STANDS, 1051, 8, 0, 0, 0, 0.0, (),
     "Hunters 1 stands his ground [MI-R51]"),
    (Ev.MELEE, 106, 0, 2, 1, 0, 0.0, (),
     "Round 1: the Line section and the Hunters fight hand to hand [MI-106]"),
    (Ev.MELEE, 106, 0, 3, 2, 0, 0.0, (),
     "Round 2: the Line section and the mob fight hand to hand [MI-106, MI-R61]"),
    (Ev.COMBAT, 107, 0, 2, 5, 8, 0.0, (3, 5),
     "The Line section: 3 5, best die 5 = 8 [MI-107]"),
    (Ev.COMBAT_SUM, 108, 0, -1, 2, Part.LEVELS, 0.0, (),
     "The Line section: better Quality +2 [MI-108]"),
    (Ev.COMBAT_SUM, 109, 1, -1, 1, Part.OFFICERS, 0.0, (),
     "The Pioneers: officers +1 [MI-109]"),
    (Ev.STRIKES, 112, 1, -1, 3, 3, 0.0, (2, 3, 5, 6),
     "The Pioneers strike, 2 3 5 6 where 3 is needed: 3 hits [MI-112, MI-R57]"),
    (Ev.WON, 111, 1, 3, 0, 0, 0.0, (),
     "The Pioneers beat the mob [MI-111, MI-115]"),
    (Ev.DRAW, 116, 0, 2, 0, 0, 0.0, (),
     "The Line section and the Hunters draw: another round at once [MI-116, MI-R61]"),
    (Ev.REGROUPS, 120, 1, -1, 0, 0, 0.0, (),
     "The Pioneers regroup [MI-120, MI-R63]"),
    (Ev.REGROUPS, 120, 0, -1, 2, 0, 0.0, (),
     "The Line section regroups and takes in 2 men [MI-120, MI-R63]"),
    (Ev.MENDS, 118, 3, -1, 5, 0, 0.0, (),
     "Rolls 5: Line section 4 is restored [MI-118]"),
    (Ev.STAYS_WOUNDED, 119, 3, -1, 3, 0, 0.0, (),
     "Rolls 3: Line section 4 stays wounded [MI-119]"),
    (Ev.JOINS, 127, 3, 1, 0, 0, 0.0, (),
     "Line section 4 joins the Pioneers [MI-127, MI-R65]"),
    (Ev.JOINS, 120, 3, 1, 0, 0, 0.0, (),
     "Line section 4 joins the Pioneers [MI-120, MI-R63]"),
    (Ev.SCURRIES, 121, 8, -1, 3, 5, 7.5, (),
     "Hunters 1 and 2 others scurry south-west, up to 7.5 inches [MI-121, MI-R64]"),
    (Ev.SCURRIES, 121, 8, -1, 1, 0, 8.0, (),
     "Hunters 1 scurries north, 8.0 inches [MI-121, MI-R64]"),
    (Ev.ATTACKS, 128, 0, 501, 0, 0, 0.0, (),
     "Line section 1 attacks Colonel Marsh hand to hand [MI-128, MI-R66]"),
    (Ev.FALLS_BACK, 96, 8, 0, 0, 0, 4.0, (),
     "Hunters 1 withdraws 4.0 inches [MI-096, MI-R42]"),
    (Ev.FALLS_BACK, 133, 8, 1, 0, 0, 4.0, (),
     "Hunters 1 falls back 4.0 inches [MI-133, MI-R42]"),
    (Ev.BAILS, 137, 8, -1, 3, 1, 0.0, (1, 4, 6),
     "Hunters 1 and 2 others bail to the rear, 1 4 6: 1 man is lost [MI-137, MI-135, MI-R67]"),
    (Ev.BAILS, 137, 8, -1, 2, 0, 0.0, (4, 6),
     "Hunters 1 and 1 other bail to the rear, 4 6: nobody is lost [MI-137, MI-135, MI-R67]"),
    (Ev.GATHERS, 138, 8, -1, 2, 0, 0.0, (),
     "Hunters 1 and 1 other gather [MI-138, MI-R68]"),
    (Ev.TAKES_COVER, 139, 8, -1, 0, 0, 1.2, (),
     "Hunters 1 slips 1.2 inches into cover [MI-139, MI-R68]"),
    (Ev.CALLED, 26, 1, -1, 4, 0, 0.0, (),
     "Colonel Marsh calls 4 stragglers to him [MI-026, MI-R14]"),
    (Ev.COMES, 1014, 8, 1, 0, 0, 6.0, (),
     "Hunters 1 comes 6.0 inches to Colonel Marsh [MI-R14, MI-026]"),
    (Ev.NOT_RALLIED, 1014, 8, -1, 0, 0, 0.0, (),
     "Hunters 1 does not come [MI-R14]"),
    (Ev.SUCCEEDS, 1018, 1, 2, 0, 0, 0.0, (),
     "Line section 2 takes command: Acting commander 1 [MI-R18]"),
    (Ev.OBJECTIVE, 1072, 1, 0, 3, 0, 0.0, (),
     "Red holds the bridge (3 points) [MI-R72]"),
    (Ev.OBJECTIVE, 1072, -1, 0, 1, 0, 0.0, (),
     "Nobody holds the bridge (1 point) [MI-R72]"),
    (Ev.SCORE, 1072, 0, -1, 1, 0, 0.0, (),
     "Blue has 1 point [MI-R72]"),
    (Ev.BROKEN, 1072, 0, -1, 3, 12, 0.0, (),
     "Blue breaks: 3 of 12 men left [MI-R72]"),
    (Ev.OVER, 1072, 1, -1, 2, 5, 0.0, (),
     "The battle is Red's: Blue 2, Red 5 [MI-R72]"),
    (Ev.OVER, 1072, 2, -1, 2, 2, 0.0, (),
     "The battle is drawn: Blue 2, Red 2 [MI-R72]"),
    (Ev.LED, 1012, 0, 0, 0, 0, 0.0, (),
     "Captain Wren goes with the Line section [MI-R12]"),
    (Ev.RANGE, 59, 0, 2, 1, 0, 12.0, (),
     "Effective fire up to 12.0 inches [MI-059, MI-056]"),
    (Ev.RANGE, 59, 0, 2, 0, 0, 12.0, (),
     "Harassing fire [MI-059, MI-056]"),
    (Ev.SKIRMISHES, 133, 0, 8, 1, 0, 0.0, (),
     "Line section 1 and Hunters 1 have fought: both fall back [MI-133]"),
    (Ev.MENDING, 117, 3, -1, 2, 0, 0.0, (2, 5),
     "2 wounded men roll 2 5 [MI-117, MI-R63]"),]  # fmt: skip


@pytest.mark.parametrize("row", ALONE, ids=[f"{Ev(row[0]).name}-{n}" for n, row in enumerate(ALONE)])
def test_an_event_in_words(row: Row) -> None:
    kind, rule, actor, other, a, b, d, faces, text = row
    assert said(event(kind, rule, actor, other, a, b, d, faces)) == [text]


def test_no_kind_of_event_is_forgotten() -> None:
    assert set(telling.TELLERS) == set(Ev)
    assert {Ev(row[0]) for row in ALONE} == set(Ev)


def test_lines_point_at_men_commanders_and_formations() -> None:
    pieces = NAMES.pieces
    (shot,) = telling.tell(NAMES, [event(Ev.SNIPED_AT, 90, 1, 3, 2)])
    assert [pieces[u] for u in shot.units] == ["B-C1", "A1-4"]
    (led,) = telling.tell(NAMES, [event(Ev.LED, R + 12, 0, 17)])
    assert [pieces[u] for u in led.units] == ["A-C1", "A2.2"]
    (dead,) = telling.tell(NAMES, [event(Ev.LOST, 97, OFFICER + 1, -1, Lost.CAPTURED)])
    assert [pieces[u] for u in dead.units] == ["B-C1"]


# What belongs together, event by event


def test_men_of_one_body_are_counted_up() -> None:
    assert words.figures(NAMES, [0]) == "Line section 1"
    assert words.figures(NAMES, [0, 1, 3]) == "Line section 1, 2 and 4"
    assert words.figures(NAMES, [1, 2, 3, 4]) == "Line section 2 to 4 and Pioneers 1"
    assert words.figures(NAMES, [0, OFFICER, 4, 8]) == "Line section 1; Captain Wren; Pioneers 1; Hunters 1"


def test_a_name_may_have_its_own_article_or_owner() -> None:
    assert [words.the(name) for name in ("Hart's company", "The mob", "Marines")] == [
        "Hart's company",
        "the mob",
        "the Marines",
    ]
    assert words.formation(NAMES, 2 + 32) == "the Hunters' third party"
    assert words.formation(NAMES, 0 + 16) == "the Line section's second party"
    assert all(words.formation(NAMES, f) for f in range(FORMATIONS))


def test_men_who_run_together_are_told_together_and_those_who_leave_the_table_by_name() -> None:
    run = [
        event(Ev.RECOILS, 86, 0, 0, d=4.0),
        event(Ev.LOST, R + 29, 1, a=Lost.OFF_TABLE),
        event(Ev.RECOILS, 86, 1, 0, d=4.0),
        event(Ev.RECOILS, 86, 2, 0, d=2.5),
    ]
    assert said(*run) == [
        "Line section 1 to 3 run up to 4.0 inches, stragglers now; Line section 2 is off the table "
        "[MI-086, MI-R29, MI-R42]"
    ]
    assert said(*run[1:3]) == [
        "Line section 2 runs 4.0 inches, a straggler now, off the table [MI-086, MI-R29, MI-R42]"
    ]


def test_men_of_different_formations_do_not_run_together() -> None:
    lines = said(event(Ev.RECOILS, 86, 0, 0, d=4.0), event(Ev.RECOILS, 86, 4, 1, d=4.0))
    assert len(lines) == 2


def test_hits_on_both_sides_are_two_lines() -> None:
    blows = [
        event(Ev.HIT, 77, 8, a=5, b=Effect.FATAL),
        event(Ev.LOST, 81, 8, a=Lost.KILLED),
        event(Ev.HIT, 77, 0, a=3, b=Effect.WOUND),
        event(Ev.WOUNDED, 80, 0),
    ]
    assert said(*blows) == [
        "Hit: Hunters 1 killed (5) [MI-077, MI-081]",
        "Hit: Line section 1 wounded (3) [MI-077, MI-080]",
    ]


def test_a_man_shocked_off_the_table_does_not_recoil_too() -> None:
    shocks = [
        event(Ev.HIT, 77, 0, a=1, b=Effect.SHOCK),
        event(Ev.LOST, R + 29, 0, a=Lost.OFF_TABLE),
        event(Ev.RECOILS, 78, 0, 0, d=4.0),
        event(Ev.HIT, 77, 1, a=2, b=Effect.SHOCK),
        event(Ev.RECOILS, 78, 1, 0, d=4.0),
    ]
    assert said(*shocks) == [
        "Hits: Line section 1 shocked and driven off the table (1), Line section 2 shocked (2); "
        "Line section 2 recoils 4.0 inches [MI-077, MI-078, MI-R29, MI-079]"
    ]


def test_an_officer_shot_is_told_once() -> None:
    lines = said(
        event(Ev.SNIPED_AT, 90, 0, 8, 6, 1),
        event(Ev.LOST, 90, OFFICER, a=Lost.SNIPED),
        event(Ev.LOST, 90, OFFICER + 1, a=Lost.SNIPED),
    )
    assert lines == [
        "Hunters 1 takes a shot at Captain Wren: 6, and Captain Wren is shot dead [MI-090, MI-R48]",
        "Colonel Marsh is shot dead [MI-090, MI-R71]",
    ]


def test_the_wounded_are_told_by_what_became_of_them() -> None:
    mending = [
        event(Ev.MENDING, 138, 0, a=4, faces=(1, 2, 5, 6)),
        event(Ev.LOST, 119, 0, a=Lost.REAR),
        event(Ev.MENDS, 118, 1, a=5),
        event(Ev.STAYS_WOUNDED, 119, 2, a=2),
        event(Ev.MENDS, 118, 3, a=6),
    ]
    assert said(*mending) == [
        "4 wounded men roll 1 2 5 6: Line section 2 and 4 are restored; Line section 3 stays wounded; "
        "Line section 1 is sent to the rear [MI-138, MI-119, MI-118, MI-R68]"
    ]


def test_those_who_are_taken_in_are_named_when_the_unit_regroups() -> None:
    joined = [event(Ev.JOINS, 120, 4, 0), event(Ev.JOINS, 120, 6, 0), event(Ev.REGROUPS, 120, 0, a=2)]
    assert said(*joined) == [
        "The Line section regroups and takes in Pioneers 1 and 3 [MI-120, MI-R63]",
    ]
    (line,) = telling.tell(NAMES, joined)
    assert line.kind == "regroups"
    assert said(event(Ev.JOINS, 127, 4, 0), event(Ev.JOINS, 127, 6, 0)) == [
        "Pioneers 1 and 3 join the Line section [MI-127, MI-R65]"
    ]


# Whole stories, from the rules to the words


def names_of(f: Field, *bodies: str) -> setup.Names:
    """Names for the bodies that a bare table has, and generals after the letters."""
    n = setup.Names(bodies=list(bodies), body_ids=[f"T{k}" for k in range(len(bodies))])
    counted = dict.fromkeys(range(len(bodies)), 0)
    for m in f.b.men[: f.b.n_men]:
        counted[m.body] += 1
        n.men.append(f"{bodies[m.body]} {counted[m.body]}")
        n.man_ids.append(f"T{m.body}-{counted[m.body]}")
        n.man_sides.append(m.side)
    n.leaders = ["Captain Wren", "Colonel Marsh", "Ensign Pike"][: f.b.n_commanders]
    n.leader_ids = ["K1", "K2", "K3"][: f.b.n_commanders]
    return n


def story(f: Field, *bodies: str) -> list[str]:
    f.used_up()
    return [chronicle.cited(line) for line in telling.tell(names_of(f, *bodies), f.events())]


def test_the_rapid_volley_of_the_book() -> None:
    f = Field()
    line = f.formation("blue", 12, 24, 10, files=6, grade="conscript")
    foe = f.formation("red", 12, 24, 18, facing="south", files=6)
    f.activate(line)
    f.dice(3, 5, 1, 3, 6, 2, 4, 5, 6, 3)
    shooting.fire_unit(f.b, order(Act.RAPID, line, foe))
    assert story(f, "Line section", "Militia") == [
        "The Line section rapid-fires with 12 men at the Militia, 7.2 inches off, effective fire up to 9.0 "
        "inches [MI-049, MI-059, MI-050, MI-R19]",
        "3 5, best die 5, doubled 10, 12 men +4 = 14 points; a formation in the open, 2 points a hit: 7 hits "
        "[MI-060, MI-062, MI-065, MI-068, MI-067]",
        "Hits: Militia 1 shocked (1), Militia 2 wounded (3), Militia 3 killed (6), Militia 4 shocked (2), "
        "Militia 5 wounded (4), Militia 6 killed (5), Militia 7 killed (6); shocked men recoil 4.0 inches "
        "[MI-077, MI-078, MI-080, MI-081, MI-079]",
        "The Militia tests under fire, 3 where 3 is needed: it holds [MI-085, MI-R44]",
    ]
    fires, sums, hits, test = telling.tell(names_of(f, "Line section", "Militia"), f.events())
    assert [line.level for line in (fires, sums, hits, test)] == [1, 2, 1, 1]
    assert (sums.dice, hits.dice, test.dice) == ((3, 5), (1, 3, 6, 2, 4, 5, 6), (3,))
    assert hits.units == tuple(range(12, 19))


def test_more_hits_than_men_and_a_second_wound() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, grade="elite")
    foe = f.formation("red", 3, 24, 18, facing="south")
    f.m(f.of(foe)[0]).wounded = True
    f.activate(line)
    f.dice(6, 6, 3, 6, 1)
    shooting.fire_unit(f.b, order(Act.FIRE, line, foe))
    assert story(f, "Line section", "Militia")[1:] == [
        "6 6, best die 6, Quality +2, 6 men +2 = 10 points; a formation in the open, 2 points a hit: 3 hits, "
        "one for every man [MI-060, MI-064, MI-065, MI-068, MI-067, MI-R39]",
        "Hits: Militia 1 wounded again and out of the battle (3), Militia 2 killed (6), Militia 3 shocked (1); "
        "Militia 3 recoils 4.0 inches [MI-077, MI-R40, MI-081, MI-078, MI-079]",
    ]


def test_a_second_wound_that_does_nothing() -> None:
    f = Field(second_wound="no_effect")
    f.man("blue", 10, 10)
    i = f.man("red", 12, 12, wounded=True)
    shooting.take_hit(f.b, 0, 1, i, 3, 0)
    assert story(f, "Hunters", "Mob") == ["Hit: Mob 1 wounded again, to no effect (3) [MI-077, MI-R40]"]


def test_each_straggler_is_hit_at_his_own_price() -> None:
    f = Field()
    f.terrain("scrub", rectangle=(22, 17, 24.4, 19))
    blue = f.men("blue", (20, 10), (22, 10), (24, 10), (26, 10))
    f.men("red", (25, 18), (23, 18), (20.5, 19))
    f.dice(4, 6, 2, 6)
    loose.straggle(f.b, order(Act.SKIRMISH, how=f.set(*blue), fx=0.0, fy=1.0), 0)
    assert story(f, "Hunters", "Mob") == [
        "Hunters 1 and 3 others fire at stragglers, 7.3 inches off, effective fire up to 12.0 inches "
        "[MI-049, MI-059, MI-129]",
        "4 6, best die 6, Quality +1, 4 men +1 = 8 points; Mob 1 in the open at 3, Mob 2 concealed at 4: "
        "2 hits, 1 point lost [MI-060, MI-064, MI-065, MI-070, MI-071, MI-067, MI-R37, MI-074]",
        "Hits: Mob 1 shocked (2), Mob 2 killed (6); Mob 1 recoils 4.0 inches [MI-131, MI-078, MI-081]",
    ]


def test_one_price_for_all_by_option() -> None:
    f = Field(mixed_cover="majority")
    blue = f.men("blue", (20, 10), (22, 10), (24, 10), (26, 10))
    f.men("red", (25, 18), (23, 18))
    f.dice(1, 2, 4)
    loose.straggle(f.b, order(Act.SKIRMISH, how=f.set(*blue), fx=0.0, fy=1.0), 0)
    assert story(f, "Hunters", "Mob")[1] == (
        "1 2, best die 2, Quality +1, 4 men +1 = 4 points; stragglers, all alike, 3 points a hit: 1 hit, "
        "1 point lost [MI-060, MI-064, MI-065, MI-R37, MI-067, MI-074]"
    )


def test_points_that_buy_nothing() -> None:
    f = Field()
    (lone,) = f.men("blue", (24, 10), grade="rabble")
    f.man("red", 24, 40)
    f.dice(2)
    loose.straggle(f.b, order(Act.SKIRMISH, how=f.set(lone), fx=0.0, fy=1.0), 0)
    assert story(f, "Hunters", "Mob") == [
        "Hunters 1 fires at stragglers, 29.2 inches off, harassing fire beyond 6.0 inches "
        "[MI-049, MI-059, MI-129]",
        "Die 2: 2 points; too few for a hit [MI-061, MI-067, MI-R37]",
    ]


def test_an_officer_rallies_under_fire_and_dies_of_it() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10, grade="rabble")
    foe = f.formation("red", 4, 24, 14, facing="south", grade="conscript")
    k = f.commander("red", 24, 16)
    f.activate(line)
    f.dice(1, 1, 3, 1, 2, 6)
    run = f.of(foe)[2:]
    f.play(
        lambda b: shooting.fire_unit(b, order(Act.FIRE, line, foe)),
        order(Act.YES, other=k),
        order(Act.RUN, how=f.set(*run)),
    )
    assert story(f, "Line section", "Militia")[3:] == [
        "The Militia tests under fire, 1 where 4 is needed [MI-085, MI-R44]",
        "Captain Wren rallies the Militia: the test is rolled again [MI-088, MI-R47]",
        "The Militia rolls again, 2 where 4 is needed [MI-089]",
        "Line section 2 takes a shot at Captain Wren: 6, and Captain Wren is shot dead [MI-090, MI-R48]",
        "The Militia gives ground: 2 men run [MI-086, MI-R45]",
        "Militia 3 and 4 run 4.0 inches, stragglers now [MI-086, MI-R42]",
    ]


def test_a_draw_and_a_fight_to_the_end() -> None:
    f = Field()
    a = f.formation("blue", 6, 24, 10, grade="elite")
    d = f.formation("red", 3, 24, 10.75, facing="south")
    f.commander("blue", 24, 9.0)
    f.dice(1, 2, 5, 6, *(1, 1, 1, 5, 1, 1), *(5, 1, 1), 2, 4)
    f.dice(6, 6, 1, 2, *(3, 3, 1, 1, 1), *(1, 1), 5, 6)
    assault.combat(f.b, a, d)
    assert story(f, "Line section", "Militia") == [
        "Round 1: the Line section and the Militia fight hand to hand [MI-106]",
        "The Line section: 1 2, best die 2, better Quality +2, officers +1, numbers +1 = 6; the Militia: 5 6, "
        "best die 6 = 6 [MI-107, MI-108, MI-109, MI-110, MI-R57]",
        "The Line section strikes, 1 1 1 1 1 5 where 5 is needed: 1 hit [MI-112, MI-R57]",
        "The Militia strikes, 1 1 5 where 5 is needed: 1 hit [MI-112, MI-R57]",
        "Hit: Militia 1 shocked (2); he recoils 4.0 inches [MI-077, MI-078, MI-079]",
        "Hit: Line section 2 wounded (4) [MI-077, MI-080]",
        "The Line section and the Militia draw: another round at once [MI-116, MI-R61]",
        "Round 2: the Line section and the Militia fight hand to hand [MI-106, MI-R61]",
        "The Line section: 6 6, best die 6, better Quality +2, officers +1, numbers +1 = 10; the Militia: 1 2, "
        "best die 2 = 2 [MI-107, MI-108, MI-109, MI-110, MI-R57]",
        "The Line section strikes, 1 1 1 3 3 where 3 is needed: 2 hits [MI-112, MI-R57]",
        "The Militia strikes, 1 1 where 5 is needed: 0 hits [MI-112, MI-R57]",
        "Hits: Militia 2 killed (5), Militia 3 killed (6) [MI-077, MI-081]",
        "The Line section beats the Militia [MI-111, MI-115]",
        "The Line section is dispersed by the combat: 6 men are stragglers [MI-115, MI-R60]",
    ]


def test_nerve_in_words_when_the_defender_gives_way() -> None:
    f = Field()
    a = f.formation("blue", 3, 24, 10, grade="elite")
    d = f.formation("red", 3, 24, 13, facing="south", grade="rabble")
    f.activate(a)
    f.dice(1, 2, 3, 1, 2, 3, 1, 4, 5)
    go = order(Act.ASSAULT, a, d, fx=0.0, fy=1.0)
    f.play(lambda b: assault.assault(b, go), order(Act.RUN, d, how=f.set(f.of(d)[1])))
    assert story(f, "Line section", "Militia") == [
        "The Line section assaults the Militia [MI-091, MI-092]",
        "The Line section tests its nerve to go in: 1 2 3 where 2 is needed, 2 pass: it goes in "
        "[MI-098, MI-008, MI-099]",
        "The Militia tests its nerve to meet the charge: 1 2 3 where 5 is needed, none passes: it gives way "
        "[MI-102, MI-008, MI-105]",
        "A die for each of 3 men of the Militia: 1 4 5, 1 man is to run further [MI-101, MI-R57]",
        "The Militia withdraws 4.0 inches [MI-105, MI-R42]",
        "Militia 2 runs 4.0 inches further, a straggler now [MI-105, MI-R42]",
        "The Militia closes up: 1 man steps 0.2 inches at most [MI-R07]",
        "The assault of the Line section ends after 4.0 inches, short of the Militia [MI-R49, MI-091]",
    ]


def test_nerve_in_words_when_the_attacker_gives_way_or_hangs_back() -> None:
    f = Field()
    a = f.formation("blue", 3, 24, 10)
    d = f.formation("red", 3, 24, 13, facing="south")
    f.m(0).wounded = True
    f.activate(a)
    f.dice(1, 2, 2, 1, 1, 4)
    go = order(Act.ASSAULT, a, d, fx=0.0, fy=1.0)
    again = clone(f.b)
    f.play(lambda b: assault.assault(b, go), order(Act.RUN, a, how=f.set(2)))
    assert story(f, "Line section", "Militia")[1:4] == [
        "The Line section tests its nerve to go in: 1 2 2 where 3 is needed, none passes: it gives way "
        "[MI-098, MI-008, MI-101]",
        "1 wounded man of the Line section, on the move: 1, Line section 1 is left behind [MI-082, MI-R43]",
        "A die for each of 2 men of the Line section: 1 4, 1 man is to run further [MI-101, MI-R57]",
    ]
    f.b = again
    f.b.dice.n_given = 0
    f.dice(1, 2, 3)
    assault.assault(f.b, go)
    assert story(f, "Line section", "Militia")[1:] == [
        "The Line section tests its nerve to go in: 1 2 3 where 3 is needed, 1 passes: it hangs back, the "
        "action wasted [MI-098, MI-100, MI-008, MI-R52]",
    ]


def test_a_defender_fires_as_they_come_in() -> None:
    f = Field()
    a = f.formation("blue", 6, 24, 10)
    d = f.formation("red", 2, 24, 13, facing="south")
    f.activate(a)
    f.dice(3, 3, 1, 3, 3, 1, 1, 1, 6, 3, 6, 6, 1, 1, *(3, 3, 3, 1, 1), 1, 1, 1, 6)
    go = order(Act.ASSAULT, a, d, fx=0.0, fy=1.0)
    f.play(lambda b: assault.assault(b, go), order(Act.YES, d))
    assert story(f, "Line section", "Militia")[2:9] == [
        "The Militia tests its nerve to meet the charge: 1 3 3 where 3 is needed, 2 pass: it stands and fires "
        "[MI-102, MI-008, MI-103]",
        "The Militia fires with 2 men at the Line section as it comes in, 0.1 inches off, effective fire up to "
        "12.0 inches [MI-103, MI-R55]",
        "1 1, best die 1, Quality +1 = 2 points; a formation in the open, 2 points a hit: 1 hit "
        "[MI-060, MI-064, MI-068, MI-067]",
        "Hit: Line section 3 killed (6) [MI-077, MI-081]",
        "The Line section closes up: 2 men step 0.2 inches at most [MI-R07]",
        "The Line section tests under fire, 3 where 3 is needed: it holds [MI-085, MI-R44]",
        "The Line section reaches the Militia after 2.2 inches [MI-091, MI-106]",
    ]


def test_stragglers_overrun_one_by_one() -> None:
    f = Field()
    a = f.formation("blue", 6, 24, 10)
    foes = f.men("red", (24.375, 12), (22.1, 12.5), (26, 13.2))
    f.activate(a)
    f.dice(1, 4, 4, 5, 6)
    go = order(Act.ASSAULT, a, fx=0.0, fy=1.0)
    f.play(lambda b: assault.assault(b, go), order(Act.YES, foes[1]), order(Act.NO, foes[2]))
    assert story(f, "Line section", "Hunters")[1:] == [
        "Hunters 1, met by the Line section, rolls 1 and fails: he is killed or captured [MI-094, MI-097]",
        "Hunters 2, met by the Line section, rolls 4 and passes [MI-094, MI-095]",
        "Hit: Line section 1 wounded (4) [MI-077, MI-080]",
        "Hunters 2 withdraws 4.0 inches [MI-096, MI-R42]",
        "Hunters 3, met by the Line section, rolls 5 and passes [MI-094, MI-095]",
        "Hit: Line section 6 killed (6) [MI-077, MI-081]",
        "Hunters 3 stands his ground [MI-R51]",
        "The assault of the Line section ends after 4.0 inches [MI-091, MI-R49]",
    ]


@pytest.mark.parametrize(
    ("dice", "end"),
    [
        ((4, 1), ["Hunters 1 rolls 4 and passes, Mob 1 rolls 1 and fails; Mob 1 is killed"]),
        ((2, 5), ["Hunters 1 rolls 2 and fails, Mob 1 rolls 5 and passes; Hunters 1 is killed"]),
        (
            (1, 2),
            [
                "Hunters 1 rolls 1 and fails, Mob 1 rolls 2 and fails",
                "Hunters 1 and Mob 1 fall back 4.0 inches",
            ],
        ),
    ],
)
def test_hand_to_hand_between_stragglers(dice: tuple[int, int], end: list[str]) -> None:
    f = Field()
    i, g = f.man("blue", 10, 10), f.man("red", 12, 10)
    f.dice(*dice)
    loose.straggle(f.b, order(Act.ATTACK, i, g), 0)
    f.used_up()
    lines = telling.tell(names_of(f, "Hunters", "Mob"), f.events())
    assert [line.text for line in lines] == [f"Hunters 1 attacks Mob 1 hand to hand: {end[0]}", *end[1:]]
    assert lines[0].dice == dice


def test_men_who_are_called() -> None:
    f = Field()
    some = f.men("blue", (20, 10), (22, 14), (25, 12), (24, 16))
    f.man("red", 40, 40)
    k = f.commander("blue", 24, 10)
    f.dice(3, 1, 6, 5)
    sequence.rally(f.b, k, order(Act.RALLY, k, how=f.set(*some), fx=1.0))
    assert story(f, "Hunters", "Mob") == [
        "Captain Wren calls 4 stragglers to him [MI-026, MI-R14]",
        "Hunters 1, 3 and 4 pass (3 6 5); Hunters 2 fails (1) [MI-R14]",
        "Hunters 1, 3 and 4 come up to 4.6 inches to Captain Wren [MI-R14, MI-026]",
        "3 men form ranks as the Hunters, facing east [MI-R14]",
    ]


def test_stragglers_bail() -> None:
    f = Field()
    some = f.men("blue", (20, 20), (22, 20), (25, 20), (27, 20))
    f.m(some[0]).wounded = True
    f.man("red", 40, 40)
    f.b.commander = f.commander("blue", 24, 20)
    f.dice(1, 4, 5)
    f.play(
        lambda b: loose.straggle(b, order(Act.BAIL, how=f.set(*some), y=-10.0), 0),
        order(Act.FALL, how=f.set(some[2])),
    )
    assert story(f, "Hunters", "Mob") == [
        "Hunters 1 is lost: the wounded cannot bail [MI-136, MI-R71]",
        "Hunters 2 and 2 others bail to the rear, 1 4 5: Hunters 3 is lost [MI-137, MI-135, MI-R67]",
    ]


def test_stragglers_gather_behind_a_wall() -> None:
    f = Field()
    f.terrain("wall", line=[(18, 22), (30, 22)])
    some = f.men("blue", (20, 20.5), (22, 20.5), wounded=True)
    f.man("red", 24, 40)
    f.dice(5, 1)
    loose.straggle(f.b, order(Act.COVER, other=1, how=f.set(*some)), 0)
    assert story(f, "Hunters", "Mob") == [
        "Hunters 1 and 1 other gather [MI-138, MI-R68]",
        "2 wounded men roll 1 5: Hunters 1 is restored; Hunters 2 is sent to the rear "
        "[MI-138, MI-118, MI-119, MI-R68]",
        "Hunters 1 slips 1.0 inch into cover [MI-139, MI-R68]",
    ]


def test_into_the_woods_with_their_officer() -> None:
    f = Field()
    f.terrain("woods", rectangle=(20, 12, 30, 20))
    a = f.formation("blue", 3, 24, 10)
    f.man("red", 24, 40)
    f.m(1).wounded = True
    f.commander("blue", 24, 9)
    f.activate(a)
    f.dice(4)
    f.play(
        lambda b: formed.act(b, order(Act.MOVE, a, x=24.0, y=12.5, fx=0.0, fy=1.0)),
        order(Act.YES, 0),
    )
    assert story(f, "Line section", "Mob") == [
        "Captain Wren goes with the Line section [MI-R12]",
        "1 wounded man of the Line section, on the move: 4, he keeps up [MI-082, MI-R43]",
        "The Line section moves 2.5 inches with 3 men, facing north [MI-032]",
        "The Line section comes apart in the woods: 3 men are stragglers [MI-042, MI-R26]",
    ]


# Whole battles


@cache
def logs() -> list[tuple[setup.Names, list[Event]]]:
    """The events of every turn of some battles by wild generals."""
    out = []
    for path in SCENARIOS:
        for seed in range(4):
            b, names, _ = setup.new_battle(path)
            b.generals[0] = b.generals[1] = int(General.RANDOM)
            b.log.room = len(b.log.events)
            setup.seed(b, seed)
            while b.winner < 0:
                b.log.n = 0
                sequence.play_turn(b)
                assert b.log.n < b.log.room
                out.append((names, [clone(e) for e in b.log.events[: b.log.n]]))
    return out


@cache
def told() -> list[Line]:
    return [line for names, events in logs() for line in telling.tell(names, events)]


def test_whole_battles_are_told_in_english() -> None:
    assert sum(line.kind == "turn" for line in told()) >= 20
    assert [line for line in told() if line.text != line.text.strip() or BAD.search(line.text)] == []
    assert all(line.text[0].isupper() or line.text[0].isdigit() for line in told())


def test_every_line_cites_rules_that_exist_and_points_at_pieces() -> None:
    for names, events in logs():
        for line in telling.tell(names, events):
            assert line.rules and all(rule in CATALOGUE for rule in line.rules), line
            assert len(set(line.rules)) == len(line.rules)
            assert all(0 <= u < len(names.pieces) for u in line.units), line
            assert all(1 <= face <= 6 for face in line.dice), line
            assert line.level in (0, 1, 2) and line.kind.upper() in Ev.__members__


def test_no_event_is_told_twice_or_left_out() -> None:
    for names, events in logs():
        groups = grouping.groups(names, events)
        assert [e for g in groups for e in g.events] == grouping.in_order(events)
        assert sorted(map(id, grouping.in_order(events))) == sorted(map(id, events))


def test_all_dice_of_a_battle_are_in_its_chronicle() -> None:
    """Of rolls that stand in faces; single dice are told with what they were rolled for."""
    for names, events in logs():
        rolled = [p for e in events for p in chronicle.faces(int(e.faces))]
        single = [int(e.a) for e in events if e.kind in (Ev.HIT, Ev.TESTS, Ev.MAN_TESTS, Ev.SNIPED_AT)]
        single += [int(die) for e in events if e.kind == Ev.INITIATIVE for die in (e.a, e.b)]
        dice = [face for line in telling.tell(names, events) for face in line.dice]
        assert sorted(dice) == sorted(rolled + single)


def test_a_log_may_be_told_from_any_event_to_any_other() -> None:
    names, events = max(logs(), key=lambda log: len(log[1]))
    assert len(events) > 30
    for k in range(len(events)):
        assert all(line.rules for line in telling.tell(names, events[:k]))
        assert all(line.rules for line in telling.tell(names, events[k:]))


# The outcome


def finished(blue: int, red: int, turn: int = 10, **house: Any) -> Field:
    """Six men a side of whom so many are left, after some turn."""
    f = Field(**house)
    f.formation("blue", 6, 24, 10)
    f.formation("red", 6, 24, 40, facing="south")
    for first, left in ((0, blue), (6, red)):
        for i in range(first + left, first + 6):
            f.m(i).lost = int(Lost.KILLED)
    f.b.turn = turn
    victory.judge(f.b)
    return f


def test_there_is_no_outcome_before_the_end() -> None:
    assert telling.outcome(finished(6, 5, turn=3).b) is None


@pytest.mark.parametrize(
    ("blue", "red", "turn", "outcome"),
    [
        (1, 6, 4, ("red", "Blue broke: 1 of 6 men left; Blue 0 points, Red 1", (0, 1))),
        (1, 0, 4, ("draw", "Blue broke: 1 of 6 men left and Red broke: 0 of 6 men left; Blue 1 point, Red 1", (1, 1))),
        (6, 6, 10, ("draw", "after 10 turns: Blue 0 points, Red 0, a draw", (0, 0))),
    ],
)  # fmt: skip
def test_the_outcome_says_who_won_and_why(
    blue: int, red: int, turn: int, outcome: tuple[str, str, tuple[int, int]]
) -> None:
    assert telling.outcome(finished(blue, red, turn).b) == Outcome(*outcome)


@pytest.mark.parametrize(("decisive", "end"), [(3, "a narrow win"), (2, "decisive"), (1, "decisive")])
def test_a_lead_by_points_is_decisive_or_narrow(decisive: int, end: str) -> None:
    f = finished(6, 2, 10, men_a_victory_point=2, decisive=decisive, break_point="off")
    assert telling.outcome(f.b) == Outcome("blue", f"after 10 turns: Blue 2 points, Red 0, {end}", (2, 0))


def test_losses_are_figures_without_those_who_were_promoted() -> None:
    f = finished(4, 6)
    f.m(0).lost = int(Lost.PROMOTED)
    f.commander("red", 24, 42, lost=int(Lost.SNIPED))
    assert telling.losses(f.b) == (2, 1)


# The map


def rows_of(page: str) -> list[str]:
    return [row[1 : row.index("|", 1)] for row in page.splitlines() if row.startswith("|")]


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (25, "Hunters of the north wood"),
        (24, "Hunters, north wood"),
        (17, "Hunte. north wood"),
        (13, "H. north wood"),
        (12, "Hunters of ."),
    ],
)
def test_a_name_that_is_cut_can_still_be_told_from_its_like(room: int, shown: str) -> None:
    assert sketch.short("Hunters of the north wood", room) == shown
    assert sketch.short("Conscript company", 12) == "Conscript c."


@pytest.mark.parametrize("width", [60, 72, 79, 80, 100, 120, 160])
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_the_map_fits_and_shows_everybody(path: Path, width: int) -> None:
    b, names, _ = setup.new_battle(path)
    page = telling.draw(b, names, width)
    assert max(map(len, page.splitlines())) <= width
    assert all(row == row.rstrip() for row in page.splitlines())
    picture = "".join(rows_of(page))
    for body in range(b.n_bodies):
        formed = b.formations[body].size > 0
        assert sketch.mark_of(b, body, formed) in picture
        assert sketch.mark_of(b, body, not formed) not in picture.replace(sketch.MARKS[Terrain.BOULDER], "")
        assert re.search(rf"{sketch.letter(b, body)} {re.escape(names.bodies[body][:2])}", page)
    for k in range(b.n_commanders):
        assert picture.count(sketch.DIGITS[k]) == 1
        assert f"{sketch.DIGITS[k]} {names.commanders[k][:10]}" in page


def test_the_keys_stand_beside_the_map_where_there_is_room() -> None:
    b, names, _ = setup.new_battle(MILL)
    wide, narrow = (telling.draw(b, names, width).splitlines() for width in (120, 79))
    assert any(row.startswith("|") and "ranks loose hurt lost" in row for row in wide)
    assert not any(row.startswith("|") and "ranks loose hurt lost" in row for row in narrow)
    assert len(wide) < len(narrow)
    (both,) = (row for row in narrow if row.count("ranks loose hurt lost") == 2)
    assert len(both) <= 79


def test_sides_and_letters_are_told_apart() -> None:
    b, _, _ = setup.new_battle(MILL)
    letters = [sketch.letter(b, body) for body in range(b.n_bodies)]
    assert len(set(letters)) == len(letters)
    assert all((x < "M") == (b.formations[body].side == 0) for body, x in enumerate(letters))
    signs = [*sketch.LETTERS, *sketch.LETTERS.lower(), *sketch.DIGITS, sketch.OBJECTIVE]
    assert len(set(signs)) == len(signs)
    assert not set(signs) & set(sketch.MARKS.values())
    assert set(sketch.MARKS) == set(Terrain) - {Terrain.OPEN}
    assert len(sketch.DIGITS) == len(b.commanders)


def small() -> Field:
    f = Field(24, 24)
    f.formation("blue", 4, 12, 6)
    f.men("blue", (4, 6), (20, 6))
    f.formation("red", 4, 12, 18, facing="west", files=2)
    f.terrain("pond", rectangle=(1, 20, 4, 23))
    f.terrain("tree", circle=(20, 20, 0.1))
    return f


def test_the_map_has_north_up_and_shows_where_units_face() -> None:
    f = small()
    rows = rows_of(telling.draw(f.b, names_of(f, "Line section", "Hunters", "Mob"), 60))
    top, bottom = "".join(rows[: len(rows) // 2]), "".join(rows[len(rows) // 2 :])
    assert "Z" in top and "←" in top and "A" in bottom and "↑" in bottom
    assert bottom.count("b") == 2 and top.count("&") == 1 and "(" in rows[2]
    (row,) = (row for row in rows if "↑" in row)
    assert abs(row.index("↑") + 0.5 - len(row) / 2) <= 1  # before the middle of the line


def test_a_commander_is_drawn_beside_another_not_over_him() -> None:
    f = small()
    for x in (12.0, 12.1, 12.2):
        f.commander("blue", x, 12.0)
    assert "".join(rows_of(telling.draw(f.b, names_of(f, "A", "B", "C"), 60))).count("312") == 1


def test_the_roll_counts_ranks_stragglers_wounded_and_lost() -> None:
    f = small()
    f.m(0).wounded = f.m(4).wounded = True
    forced.lose_figure(f.b, 1, Lost.KILLED, 81)
    f.m(5).lost = int(Lost.PROMOTED)
    f.commander("blue", 12, 5.0, acted=True)
    f.commander("blue", 20, 12.0)
    f.commander("red", 20, 14.0, lost=int(Lost.SNIPED))
    names = names_of(f, "Line section", "Hunters", "Mob")
    lines = sketch.roll_of(f.b, names, 0, 60)
    assert [line.split() for line in lines[2:4]] == [
        ["A", "Line", "section", "3", "0", "1", "1"],
        ["B", "Hunters", "0", "1", "1", "0"],
    ]
    assert [" ".join(line.split()) for line in lines[4:]] == [
        "1 Captain Wren has acted, with A",
        "2 Colonel Marsh to act",
    ]
    assert sketch.roll_of(f.b, names, 1, 60)[-1].endswith("shot dead")


def test_objectives_are_marked_and_their_holders_named() -> None:
    b, names, _ = setup.new_battle(MILL)
    o = b.aims.objectives[0]
    page = telling.draw(b, names, 80)
    frame = Frame(b.ground, len(rows_of(page)[0]))
    row, column = frame.cell(o.x, o.y)
    assert rows_of(page)[row][column] == "*"
    assert f"{words.objective(names, 0)} ({o.points} points, held by nobody)" in " ".join(page.split())
    b.men[0].x, b.men[0].y = o.x, o.y
    assert "held by Blue" in telling.draw(b, names, 80)
