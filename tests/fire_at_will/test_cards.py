"""What the card of a piece says."""

from __future__ import annotations

import pytest

from grognard.battle import Event
from grognard.books.fire_at_will import cards, scene, telling
from grognard.books.fire_at_will.charms import add_charm
from grognard.books.fire_at_will.forces import Names
from grognard.books.fire_at_will.state import NOBODY, Battle, Deed, Ev, Lost, Nerve, Spell, Weapon
from grognard.catalogue import load
from grognard.scene import Card

from .field import FOLDER
from .test_scene import CHAPEL, SCENARIOS, SIEGE, WORM, battle, number


def of(b: Battle, n: Names, id: str) -> Card:
    return cards.card(b, n, number(n, id))


def facts(card: Card) -> dict[str, str]:
    return {f.label: f"{f.value}, {f.more}" if f.more else f.value for f in card.facts}


def notes(card: Card) -> list[str]:
    return [f"{f.label}: {f.value}" if f.label else f.value for f in card.notes]


def test_a_formation() -> None:
    b, n = battle(CHAPEL)
    card = of(b, n, "M3")
    assert (card.title, card.kind) == ("The Crossbowmen", "crossbow")
    assert facts(card) == {
        "Strips": "3 of 3, of 5 figures",
        "Move": "4 inches",
        "Shoots": "15 inches, crossbows: 5, 10 and 15 inches",
        "Melee": "−1, killed when beaten by 1",
        "Nerve": "steady",
    }
    assert notes(card) == ["3 files by 1 rank", "shoots only if it does not move"]


def test_a_strip_has_the_card_of_its_formation_and_a_character_his_own() -> None:
    b, n = battle(CHAPEL)
    f = number(n, "M2")
    i = b.formations[f].members[0]
    assert cards.card(b, n, len(n.ids) + i).title == "The Pikemen"
    captain = cards.card(b, n, len(n.ids) + b.formations[f].character)
    assert (captain.title, captain.kind) == ("The Captain of Pikes", "leader")
    assert notes(captain) == ["with the Pikemen", "at the right end of the front rank"]
    assert "with the Captain of Pikes" in notes(of(b, n, "M2"))


def test_what_has_befallen_it() -> None:
    b, n = battle(CHAPEL)
    u = b.formations[number(n, "M1")]
    u.nerve, u.moved, u.casualties, u.insulted, u.spent = Nerve.HALTED, True, 2, True, 1.5
    card = of(b, n, "M1")
    assert facts(card)["Nerve"] == "halted, no nearer to any enemy"
    assert facts(card)["Move"] == "2.5 inches, left of 4 inches"
    assert notes(card)[1:] == [
        "has moved",
        "has lost 2 strips this turn",
        "has been insulted",
    ]


def test_who_shoots_only_where_he_stands_is_told_so() -> None:
    b, n = battle(CHAPEL)
    b.formations[number(n, "M3")].moved = True
    assert "has moved: it does not shoot" in notes(of(b, n, "M3"))
    dragon = b.formations[number(n, "MA1")]
    assert not [told for told in notes(of(b, n, "MA1")) if "shoot" in told]
    dragon.moved = True
    assert "has moved" in notes(of(b, n, "MA1"))


def test_a_monster_shows_its_hits_and_a_lost_strip_has_a_card_too() -> None:
    b, n = battle(CHAPEL)
    i = b.formations[number(n, "MA1")].members[0]
    b.strips[i].wounds = 1
    assert facts(of(b, n, "MA1"))["Hits"] == "3 of 4, left"
    b.strips[i].lost, b.strips[i].formation = Lost.SHOT, NOBODY
    assert cards.card(b, n, len(n.ids) + i).title == "The Dragon"


def test_a_wizard_and_his_spells() -> None:
    b, n = battle(WORM)
    i = b.formations[number(n, "K8")].members[0]
    m = b.mages[b.strips[i].mage]
    m.spells, m.points, b.strips[i].deed = m.preset, 9, Deed.CAST
    card = of(b, n, "K8")
    assert facts(card)["Power"] == "9 of 20, points"
    assert notes(card)[0] == "has cast a spell"
    assert {"FREEZE!: 1 point", "HEAL: 2 points", "TURN UNDEAD: 3 points"} <= set(notes(card))
    assert not any("nobody has seen" in note for note in notes(card))


def test_spells_in_force_with_their_caster_and_their_time() -> None:
    b, n = battle(WORM)
    f, mage = number(n, "D3"), b.formations[number(n, "K8")].members[0]
    add_charm(b, int(Spell.FREEZE), mage, f, NOBODY, 2)
    (told,) = [note for note in notes(of(b, n, "D3")) if note.startswith("Spell")]
    assert told == f"Spell: FREEZE! by the Court Wizard, {cards.lasting(b, b.charms[0])}"
    assert "undead" in notes(of(b, n, "D3"))


def test_a_garrison_and_the_commander_in_chief_do_not_test() -> None:
    b, n = battle(SIEGE)
    assert facts(of(b, n, "W1"))["Nerve"] == "no tests"
    assert "holds the Ford House: 4 north, 1 east and 1 west" in notes(of(b, n, "W1"))
    i = b.formations[number(n, "W1")].character
    assert "commander in chief of Blue" in notes(cards.card(b, n, len(n.ids) + i))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_every_piece_has_a_card_whose_rules_exist(path: object) -> None:
    b, n = battle(path)
    known = {rule.id for rule in load(FOLDER / "rules.md").rules}
    for p in scene.scene(b, n).pieces:
        card = cards.card(b, n, p.number)
        assert card.title == p.name and card.facts
        lines = [f.label + f.value for f in card.notes]
        assert len(lines) == len(set(lines))  # the page tells them apart by that
        assert {rule for f in (*card.facts, *card.notes) for rule in f.rules} <= known


@pytest.mark.rule("FW-014")
def test_who_has_an_arquebus_is_not_said_to_have_a_crossbow() -> None:
    b, n = battle(CHAPEL)
    assert facts(of(b, n, "M5"))["Shoots"] == "15 inches, arquebuses: 5, 10 and 15 inches"
    shooter, other, mark = (n.strip_ids.index(id) for id in ("M5-1", "M3-1", "O1-1"))
    tell = telling.TELLERS[int(Ev.AIMS)][1]
    said = [
        tell(n, Event(int(Ev.AIMS), 107, i, mark, 0, int(Weapon.CROSSBOW), 4.0, 0)).text
        for i in (shooter, other)
    ]
    assert "with arquebuses at" in said[0] and "with crossbows at" in said[1]
