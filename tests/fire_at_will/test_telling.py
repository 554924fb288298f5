"""The chronicle: every event is told, in English, with the rules and dice behind it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from grognard import chronicle
from grognard.battle import Event
from grognard.book import Line
from grognard.books.fire_at_will import sequence, setup, state, telling, words
from grognard.books.fire_at_will.forces import Names
from grognard.books.fire_at_will.state import (
    FIGURE,
    Check,
    Colour,
    Edge,
    Ev,
    Factor,
    Lost,
    Nerve,
    Orders,
    Posted,
    Spell,
    Weapon,
    Why,
)
from grognard.records import clone

from .field import CATALOGUE, FOLDER, Field
from .test_turn import armies

BAD = re.compile(r"nobody|None|<|>|[A-Za-z]\.[A-Z]|_|\bnan\b|  |[a-z] ,|-\d")
NAMES = Names(
    formations=["The Axemen", "The Elf Infantry", "The Trolls"],
    ids=["B1", "R1", "R2"],
    strips=[
        "The Axemen 1",
        "The Axemen 2",
        "The Elf Infantry 1",
        "The Champion",
        "The Wizard",
        "The Trolls 1",
    ],
    strip_ids=["B1-1", "B1-2", "R1-1", "B2", "B3", "R2-1"],
    spells=[setup.SPELL_NAMES[spell] for spell in Spell],
    terrain=["The Chapel", "The hedge", "Crow Wood"],
    objectives=["The Chapel"],
    armies=["The Men of the West", "The Orc Warband"],
)
HERO, MAGE = 3, 4
ROWS: list[tuple[Ev, int, int, int, int, int, float, str]] = [
    # kind, rule, actor, other, a, b, d, what is said
    (Ev.TURN, 17, -1, -1, 3, 0, 0.0, "Turn 3 [FW-017]"),
    (Ev.INITIATIVE, 1011, 1, -1, 2, 5, 0.0, "Blue rolls 2, Red rolls 5: Red chooses [FW-R11]"),
    (Ev.INITIATIVE, 1011, -1, -1, 4, 4, 0.0, "Blue rolls 4, Red rolls 4: a tie, again [FW-R11]"),
    (Ev.GOES_FIRST, 1011, 0, -1, 0, 0, 0.0, "Blue goes first [FW-R11]"),
    (Ev.ORDERED, 1014, 0, -1, Orders.HOLD, 0, 0.0, "The Axemen are told to hold [FW-R14]"),
    (Ev.PICKED, 64, MAGE, -1, 0b111111, 0, 0.0, "The Wizard writes down 6 spells [FW-064]"),
    (Ev.SPEECH, 59, HERO, 1, 0, 0, 0.0, "The Champion makes a stirring speech to the Elf Infantry [FW-059]"),
    (Ev.INSULT, 60, HERO, 2, 0, 0, 7.25, "The Champion insults the Trolls, 7.2 inches off [FW-060]"),
    (Ev.TESTS, 123, 0, -1, Check.AFTER_SHOOTING, 0, 0.0, "The Axemen test their nerve, after the shooting [FW-123]"),
    (Ev.TESTS, 141, 1, -1, Check.TO_STOP, 0, 0.0, "The Elf Infantry tests its nerve to stop running [FW-141]"),
    (Ev.MODIFIER, 129, 0, -1, -2, Why.CASUALTIES, 0.0, "−2 strips lost this turn [FW-129]"),
    (Ev.MODIFIER, 135, 0, -1, 2, Why.SPEECH, 0.0, "+2 a stirring speech [FW-135]"),
    (Ev.MORALE, 126, 0, -1, 1, -2, 0.0, "The Axemen roll 1: −2 in all [FW-126]"),
    (Ev.CALM, 139, 0, -1, 0, 0, 0.0, "The Axemen are steady [FW-139]"),
    (Ev.HALTED, 140, 1, -1, 0, 0, 0.0, "The Elf Infantry wavers: no nearer to any enemy [FW-140]"),
    (Ev.ROUTS, 141, 0, -1, 0, 0, 0.0, "The Axemen break and run [FW-141]"),
    (Ev.ROUTS, 141, 1, -1, 0, 0, 0.0, "The Elf Infantry breaks and runs [FW-141]"),
    (Ev.ROUTED, 179, 0, -1, 0, 4, 4.0, "The Axemen run 4.0 inches south [FW-179]"),
    (Ev.RALLIES, 141, 0, -1, 0, 0, 0.0, "The Axemen stop running [FW-141]"),
    (Ev.OFF_TABLE, 1029, 0, -1, 1, 0, 0.0, "The Axemen run off the table, 1 strip [FW-R29]"),
    (Ev.ADVANCED, 23, 1, -1, 0, 0, 1.0, "The Elf Infantry advances 1.0 inch north [FW-023]"),
    (Ev.WHEELED, 1017, 0, -1, 0, 7, 2.5, "The Axemen wheel to face north-west, 2.5 inches at the outer corner [FW-R17]"),
    (Ev.STEPPED_BACK, 1017, 0, -1, 0, 0, 2.0, "The Axemen step back 2.0 inches [FW-R17]"),
    (Ev.SIDESTEPPED, 1017, 0, -1, 0, 0, -1.5, "The Axemen step 1.5 inches to the left [FW-R17]"),
    (Ev.SIDESTEPPED, 1017, 0, -1, 0, 0, 1.5, "The Axemen step 1.5 inches to the right [FW-R17]"),
    (Ev.TURNED, 1017, 0, -1, 0, 2, 0.0, "The Axemen turn to face east [FW-R17]"),
    (Ev.RESHAPED, 1017, 0, -1, 3, 2, 0.0, "The Axemen form 3 files, 2 ranks deep [FW-R17]"),
    (Ev.MARCHED, 23, 2, -1, 0, 5, 3.0, "The Trolls go 3.0 inches south-west [FW-023]"),
    (Ev.STOPPED, 30, 0, 1, 0, 0, 0.0, "The Axemen stop at the edge of the hedge [FW-030]"),
    (Ev.CROSSED, 31, 0, 1, 0, 0, 0.0, "The Axemen cross the hedge [FW-031]"),
    (Ev.CHARGES, 1018, 0, 2, 0, 0, 3.5, "The Axemen charge the Trolls, 3.5 inches [FW-R18]"),
    (Ev.CONTACT, 1033, 0, 2, Edge.REAR, 0, 0.0, "The Axemen meet the rear of the Trolls [FW-R33]"),
    (Ev.CONTACT, 1033, 0, 2, Edge.LEFT, 0, 0.5,
     "The Axemen meet the left flank of the Trolls, sliding 0.5 inches to line up [FW-R33]"),
    (Ev.FALLS_SHORT, 1018, 0, 2, 0, 0, 4.0, "The Axemen do not reach the Trolls: 4.0 inches [FW-R18]"),
    (Ev.BROKE_OFF, 54, 1, -1, 0, 0, 4.0, "The Elf Infantry breaks off, 4.0 inches straight back [FW-054]"),
    (Ev.OVERLAPS, 55, 1, 2, Edge.RIGHT, 0, 0.0, "The Axemen 2 wheels round to the right flank of the Trolls [FW-055]"),
    (Ev.FACED, 1034, 0, 2, 0, 6, 0.0, "The Axemen turn to face the Trolls, west [FW-R34]"),
    (Ev.FLED_DUEL, 178, HERO, 5, 0, 0, 5.0, "The Champion breaks off the combat and runs 5.0 inches [FW-178]"),
    (Ev.ENTERED, 41, 0, 0, 0, 0, 0.0, "The Axemen enter the Chapel [FW-041]"),
    (Ev.MANNED, 1027, 0, 0, 2 + 64, 0, 0.0, "The Axemen man the Chapel: 2 north and 1 south [FW-R27]"),
    (Ev.LEFT, 42, 0, 0, 0, 0, 0.0, "The Axemen leave the Chapel [FW-042]"),
    (Ev.JOINED, 1006, HERO, 0, 0, 0, 0.0, "The Champion joins the Axemen [FW-R06]"),
    (Ev.DETACHED, 1006, HERO, 0, 0, 0, 0.0, "The Champion leaves the Axemen [FW-R06]"),
    (Ev.POSTED, 1006, HERO, 0, Posted.BEHIND, 0, 0.0, "The Champion stands behind the ranks [FW-R06]"),
    (Ev.REVEALED, 1114, 0, 2, 0, 0, 0.0, "The Axemen are revealed, seen by the Trolls [FW-R114]"),
    (Ev.REVEALED, 1114, 1, -1, 0, 0, 0.0, "The Elf Infantry is revealed [FW-R114]"),
    (Ev.SURPRISED, 124, 0, 2, 0, 0, 0.0, "The Axemen are surprised by the Trolls [FW-124]"),
    (Ev.CASTS, 66, MAGE, 2, Spell.FREEZE, 11, 0.0, "The Wizard casts FREEZE! at the Trolls, 11 points left [FW-066]"),
    (Ev.CASTS, 66, MAGE, FIGURE + 5, Spell.LIGHTNING_BOLT, 1, 0.0,
     "The Wizard casts LIGHTNING BOLT at the Trolls 1, 1 point left [FW-066]"),
    (Ev.CASTS, 66, MAGE, -1, Spell.FOG_BANK, 10, 0.0, "The Wizard casts FOG BANK, 10 points left [FW-066]"),
    (Ev.SPELL_DIE, 75, MAGE, 2, 1, 2, 0.0, "A die of 1, 2 or more needed [FW-075]"),
    (Ev.SPELL_DIE, 87, MAGE, 2, 4, 0, 0.0, "A die of 4: 4 turns [FW-087]"),
    (Ev.SPELL_WORKS, 87, MAGE, 2, Spell.FREEZE, 0, 0.0, "FREEZE! works on the Trolls [FW-087]"),
    (Ev.SPELL_WORKS, 84, MAGE, -1, Spell.FIRE_IN_THE_SKY, 0, 0.0, "FIRE IN THE SKY works [FW-084]"),
    (Ev.SPELL_FAILS, 75, MAGE, 2, Spell.FREEZE, 0, 0.0, "FREEZE! fails [FW-075]"),
    (Ev.SHIELDED, 95, 0, MAGE, 3, 0, 0.0, "The magical shield of the Axemen: a die of 3, it holds [FW-095]"),
    (Ev.SHIELDED, 95, 0, MAGE, 1, 1, 0.0, "The magical shield of the Axemen: a die of 1, it breaks [FW-095]"),
    (Ev.WEARS_OFF, 74, 0, Spell.FLASH, 1, 1, 0.0, "FLASH! on the Axemen ends: a die of 1 [FW-074]"),
    (Ev.WEARS_OFF, 74, FIGURE + HERO, Spell.HARM_HIM_NOT, 5, 0, 0.0,
     "HARM HIM NOT on the Champion lasts: a die of 5 [FW-074]"),
    (Ev.WEARS_OFF, 1091, 2, Spell.FREEZE, 0, 1, 0.0, "FREEZE! on the Trolls ends [FW-R91]"),
    (Ev.MEDITATES, 70, MAGE, -1, 0, 0, 0.0, "The Wizard meditates [FW-070]"),
    (Ev.REGAINS, 70, MAGE, -1, 1, 8, 0.0, "The Wizard regains 1 point: 8 now [FW-070]"),
    (Ev.DISTURBED, 71, MAGE, -1, 0, 0, 0.0, "The Wizard is disturbed and regains nothing [FW-071]"),
    (Ev.FORCED, 80, 2, MAGE, 0, 0, 3.0, "The Trolls are moved 3.0 inches by the Wizard [FW-080]"),
    (Ev.PUSHED_BACK, 1100, 0, 1, 0, 0, 2.0, "The Axemen are pushed back 2.0 inches by the Elf Infantry [FW-R100]"),
    (Ev.PUSHED_BACK, 1100, 0, 1, 0, 0, 0.0,
     "The Axemen have no room to be pushed back by the Elf Infantry [FW-R100]"),
    (Ev.RAISED, 96, HERO, 0, 0, 0, 0.0, "The Champion rises from the dead [FW-096]"),
    (Ev.CONVERTED, 97, 1, 2, 0, 0, 0.0, "The Axemen 2 changes sides, and stands apart from the Axemen [FW-097]"),
    (Ev.HEALED, 93, HERO, MAGE, 1, 0, 0.0, "The Champion is healed: 1 wound left [FW-093]"),
    (Ev.STORM, 91, 0, -1, 2, 2, 0.0, "The Axemen 1: a die of 2, 2 or less needed, hit [FW-091]"),
    (Ev.STORM, 83, HERO, -1, 2, 1, 0.0, "The Champion: a die of 2, 1 or less needed, not hit [FW-083]"),
    (Ev.SIGNAL, 84, MAGE, -1, Colour.GOLD, 0, 0.0, "The Wizard sends a gold fire into the sky [FW-084]"),
    (Ev.FOG, 86, 0, MAGE, 1, 0, 0.0, "A fog bank rises [FW-086]"),
    (Ev.FOG, 86, 0, MAGE, 0, 0, 0.0, "A fog bank lifts [FW-086]"),
    (Ev.AIMS, 102, 0, 5, 1, Weapon.BOW, 6.0,
     "The Axemen 1 aims at the Trolls 1 with bows at 6.0 inches, second column [FW-102]"),
    (Ev.SHOT, 103, 0, 5, 6, 6, 0.0, "The Axemen 1 shoots at the Trolls 1: 6, 6 or more needed, a hit [FW-103]"),
    (Ev.SHOT, 103, 0, 5, 3, 5, 0.0, "The Axemen 1 shoots at the Trolls 1: 3, 5 or more needed, a miss [FW-103]"),
    (Ev.COVER, 118, 0, 2, 1, 0, 0.0, "The Axemen 1 is in the cover of Crow Wood: 1 column farther [FW-118]"),
    (Ev.WOUNDED, 117, 5, 2, 1, 2, 0.0, "The Trolls 1 is hit: 1 of the 2 that kill [FW-117]"),
    (Ev.KILLED, 113, 0, 0, Lost.SHOT, 0, 0.0, "The Axemen 1 is shot down [FW-113]"),
    (Ev.KILLED, 182, 0, 0, Lost.PURSUED, 0, 0.0, "The Axemen 1 is cut down in pursuit [FW-182]"),
    (Ev.UNHARMED, 92, HERO, 0, 0, 0, 0.0, "The Champion cannot be harmed [FW-092]"),
    (Ev.CLOSED_UP, 1009, 0, -1, 2, 1, 0.0, "The Axemen close up: 2 files, 1 rank [FW-R09]"),
    (Ev.ALONE, 1085, HERO, 0, 0, 0, 0.0, "The Champion carries on alone [FW-R85]"),
    (Ev.FIGHT, 143, 5, 0, 1, 0, 0.0, "The Trolls 1 fights the Axemen 1 [FW-143]"),
    (Ev.FIGHT, 143, 5, 0, 3, 0, 0.0, "The Trolls 1 fights the Axemen 1 and 2 others [FW-143]"),
    (Ev.FACTOR, 152, 5, 0, -2, Factor.OUTNUMBERED, 0.0, "−2 outnumbered: the Trolls 1 [FW-152]"),
    (Ev.ROLL, 145, 5, 0, 4, 6, 0.0, "The Trolls 1 rolls 4: 6 in all [FW-145]"),
    (Ev.WON, 163, 5, 0, 3, 2, 0.0, "The Trolls 1 beats the Axemen 1 by 3, 2 needed [FW-163]"),
    (Ev.DRAWN, 1079, 5, 0, 0, 0, 0.0, "Equal: the Trolls 1 and the Axemen 1 fight on [FW-R79]"),
    (Ev.NO_EFFECT, 169, 0, 5, 2, 3, 0.0,
     "The Axemen 1 wins by 2 against the Trolls 1, 3 needed: no effect [FW-169]"),
    (Ev.DUEL, 174, HERO, 5, 0, 0, 0.0, "The Champion meets the Trolls 1 in heroic combat [FW-174]"),
    (Ev.TOSS, 177, HERO, 5, 1, 0, 0.0, "The Champion wins a toss: 1 to 0 [FW-177]"),
    (Ev.DUEL_HIT, 177, HERO, 5, 0, 0, 0.0, "The Champion hits the Trolls 1 [FW-177]"),
    (Ev.PURSUES, 181, 2, 0, 0, 0, 4.0, "The Trolls pursue the Axemen, 4.0 inches [FW-181]"),
    (Ev.CUT_DOWN, 182, 2, 0, 2, 0, 0.0, "The Trolls cut down 2 strips of the Axemen [FW-182]"),
    (Ev.DESTROYED, 189, 0, 1, 2, 0, 0.0, "The Axemen are destroyed: the Elf Infantry is in the way [FW-189]"),
    (Ev.DESTROYED, 188, 0, -1, 2, 0, 0.0, "The Axemen are destroyed [FW-188]"),
    (Ev.STAYS, 1066, HERO, 0, 0, 0, 0.0, "The Champion does not run with them [FW-R66]"),
    (Ev.OBJECTIVE, 1113, 1, 0, 0, 0, 0.0, "Red holds the Chapel [FW-R113]"),
    (Ev.OBJECTIVE, 1113, -1, 0, 0, 0, 0.0, "Nobody holds the Chapel [FW-R113]"),
    (Ev.BROKEN, 1113, 0, -1, 6, 11, 0.0, "Blue breaks: 6 of 11 strips lost or running [FW-R113]"),
    (Ev.OVER, 1113, 1, -1, 6, 2, 0.0, "Red wins: Blue lost 6, Red 2 [FW-R113]"),
    (Ev.OVER, 1113, 2, -1, 3, 3, 0.0, "The battle is drawn: Blue lost 3, Red 3 [FW-R113]"),
]  # fmt: skip


def test_every_kind_of_event_has_a_teller_and_a_row_here() -> None:
    assert set(telling.TELLERS) == set(Ev) == {row[0] for row in ROWS}
    assert len({teller for _, teller in telling.TELLERS.values()}) == len(Ev)


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0].name}-{n}" for n, row in enumerate(ROWS)])
def test_events_in_words(row: tuple[Ev, int, int, int, int, int, float, str]) -> None:
    kind, rule, actor, other, a, b, d, said = row
    (line,) = telling.tell(NAMES, [Event(int(kind), rule, actor, other, int(a), b, d)])
    assert chronicle.cited(line) == said
    assert line.kind == kind.name.lower()


def one(*event: Any, faces: int = 0) -> Line:
    told = Event(*event)
    told.faces = faces
    (line,) = telling.tell(NAMES, [told])
    return line


@pytest.mark.parametrize(
    ("kind", "dice"),
    [
        (Ev.MORALE, (4,)),
        (Ev.SPELL_DIE, (4,)),
        (Ev.SHIELDED, (4,)),
        (Ev.WEARS_OFF, (4,)),
        (Ev.STORM, (4,)),
        (Ev.SHOT, (4,)),
        (Ev.ROLL, (4,)),
        (Ev.INITIATIVE, (4, 2)),
        (Ev.KILLED, ()),
    ],
)
def test_the_dice_of_a_line_are_those_of_its_event(kind: Ev, dice: tuple[int, ...]) -> None:
    assert one(int(kind), 126, 0, 1, 4, 2, 0.0).dice == dice


def test_a_storm_by_figures_shows_all_its_dice() -> None:
    faces = 2 + (1 << 6) + (2 << 30)  # two 1s, a 2, two 6s
    line = one(int(Ev.STORM), 91, 0, -1, 3, 2, 0.0, faces=faces)
    assert line.text == "The Axemen 1: 3 figures hit, 2 or less needed"
    assert (line.dice, line.count) == ((1, 1, 2, 6, 6), (1, 2))


def test_who_is_in_a_line() -> None:
    """Formations come first among the pieces, then strips."""
    assert one(int(Ev.SPEECH), 59, HERO, 1, 0, 0, 0.0).units == (3 + HERO, 1)
    assert one(int(Ev.CASTS), 66, MAGE, FIGURE + 5, 7, 3, 0.0).units == (3 + MAGE, 3 + 5)
    assert one(int(Ev.CHARGES), 1018, 0, 2, 0, 0, 3.0).units == (0, 2)
    assert one(int(Ev.REVEALED), 1114, 1, -1, 0, 0, 0.0).units == (1,)


def test_secret_spells_are_not_told() -> None:
    picked = one(int(Ev.PICKED), 64, MAGE, -1, (1 << Spell.FREEZE) | (1 << Spell.HEAL), 0, 0.0)
    assert not any(name in picked.text for name in NAMES.spells)


# Real battles


@cache
def told() -> list[tuple[Event, Line]]:
    out: list[tuple[Event, Line]] = []
    for path in sorted((FOLDER / "scenarios").glob("*.toml")):
        b, names, _ = setup.new_battle(path, {"scenario.allies": True, "fw.magic": "true"})
        b.generals[0] = b.generals[1] = 2
        b.log.room = len(b.log.events)
        setup.seed(b, 7)
        while b.winner < 0:
            b.log.n = 0
            sequence.play_turn(b)
            events = [clone(e) for e in b.log.events[: b.log.n]]
            out += list(zip(events, telling.tell(names, events), strict=True))
    return out


def test_battles_are_told_without_a_blank_a_number_for_a_name_or_a_word_of_python() -> None:
    assert len(told()) > 100
    assert [
        line for _, line in told() if not line.text.strip() or BAD.search(line.text.replace("Nobody", ""))
    ] == []


def test_every_line_cites_rules_that_exist_and_has_a_level() -> None:
    for event, line in told():
        assert line.rules[0] == CATALOGUE.rule_id(event.rule)
        assert line.level in (0, 1, 2)


def test_strips_are_told_apart_and_the_only_one_of_a_formation_has_no_number() -> None:
    for path in sorted((FOLDER / "scenarios").glob("*.toml")):
        b, names, _ = setup.new_battle(path, {"scenario.allies": True})
        assert len(set(names.strips)) == b.n_strips
        for f in range(b.n_formations):
            if b.formations[f].n == 1:
                assert names.strips[b.formations[f].members[0]] == names.formations[f]


# The words


def test_no_word_is_missing_from_the_vocabularies() -> None:
    for vocabulary, known in (
        (words.PHASES, members_of("Phase")),
        (words.TROOPS, members_of("Troop")),
        (words.ROLES, members_of("Role")),
        (words.WEAPONS, members_of("Weapon")),
        (words.TERRAIN, members_of("Terrain")),
        (words.EDGES, members_of("Edge")),
        (words.WALLS, members_of("Edge")),
        (words.POSTS, members_of("Posted")),
        (words.LOSSES, members_of("Lost")),
        (words.NERVES, members_of("Nerve")),
        (words.ORDERS, members_of("Orders")),
        (words.DEEDS, members_of("Deed")),
        (words.CHECKS, members_of("Check")),
        (words.WHYS, members_of("Why")),
        (words.FACTORS, members_of("Factor")),
        (words.COLOURS, members_of("Colour")),
        (words.AIMS, members_of("Aim")),
        (words.DURATIONS, members_of("Lasts")),
    ):
        assert set(vocabulary) == known
        assert not any("_" in word or not word for word in vocabulary.values())


def members_of(name: str) -> set[int]:
    return set(getattr(state, name))


# How it ended


@pytest.mark.parametrize(
    ("winner", "broken", "objective", "said"),
    [
        (-1, -1, False, None),
        (1, 0, False, ("red", "the army of Blue is broken")),
        (0, -1, True, ("blue", "Blue holds the objective")),
        (2, -1, True, ("draw", "nobody holds the objective")),
        (2, -1, False, ("draw", "strips lost: Blue 0 of 10, Red 4 of 10")),
    ],
)
def test_the_outcome(winner: int, broken: int, objective: bool, said: tuple[str, str] | None) -> None:
    f = armies()
    f.u(3).nerve = int(Nerve.RUNNING)  # four of Red's ten
    f.b.winner, f.b.broken, f.b.aims.n_objectives = winner, broken, int(objective)
    end = telling.outcome(f.b)
    assert (end and (end.winner, end.reason)) == said
    assert end is None or end.points == (4, 0)
    assert telling.losses(f.b) == (0, 4)


def test_both_armies_may_be_broken() -> None:
    f: Field = armies()
    f.u(0).nerve = f.u(2).nerve = int(Nerve.RUNNING)
    f.b.winner = 2
    end = telling.outcome(f.b)
    assert end is not None and end.reason == "both armies are broken"
