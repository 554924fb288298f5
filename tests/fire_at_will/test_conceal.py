"""Neither side can tell where the other hides, nor which spells its mages keep; its own it knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.battle import emit
from grognard.books.fire_at_will import cards, charms, conceal, scene, sequence, setup, sketch, telling
from grognard.books.fire_at_will.forces import Names
from grognard.books.fire_at_will.newcomers import found
from grognard.books.fire_at_will.places import empty_formation
from grognard.books.fire_at_will.sight import reveal
from grognard.books.fire_at_will.state import NOBODY, Battle, Ev, Lost, Spell
from grognard.records import clone
from grognard.table.terrain import Scratch

from .test_scene import ALL, CHAPEL, SIEGE, WORM, battle, number

BLUE, RED = (0,), (1,)
THERE = 'id = "O6", at = [38.5, 21.5], files = 3'


def elsewhere(folder: Path, place: str) -> tuple[Battle, Names]:
    """The Chapel with its wolves in another part of the wood."""
    text = CHAPEL.read_text()
    assert THERE in text
    path = folder / "chapel.toml"
    path.write_text(text.replace(THERE, place).replace('id = "the-chapel', 'id = "other-chapel'))
    return battle(path)


def seen_by(b: Battle, n: Names, sides: tuple[int, ...]) -> tuple[Battle, Names]:
    """A copy as those see it who play these sides, on paper of its own."""
    b = clone(b)
    b.scratch = Scratch()
    return b, conceal.conceal(b, n, sides)


def told(b: Battle, n: Names, sides: tuple[int, ...]) -> str:
    """All that is made of a battle for somebody to look at."""
    b, n = seen_by(b, n, sides)
    table = scene.scene(b, n)
    shown = [cards.card(b, n, p.number).model_dump_json() for p in table.pieces]
    return json.dumps(
        [table.model_dump_json(), sketch.draw(b, n, 100), shown, n.pieces, n.formations, n.strips]
    )


def events(b: Battle) -> list[Any]:
    return [clone(e) for e in b.log.events[: b.log.n]]


def say(b: Battle, ev: Ev, actor: int = NOBODY, other: int = NOBODY, a: int = 0) -> None:
    b.log.room = len(b.log.events)
    emit(b.log, ev, 17, actor, other, a, 0, 0.0)


# Hidden formations


@pytest.mark.rule("FW-R114")
def test_the_enemy_sees_nothing_of_a_hidden_formation_and_its_own_side_all() -> None:
    b, n = battle(CHAPEL)
    for sides, there in ((BLUE, False), (RED, True), ((), False), ((0, 1), True)):
        seen = told(b, n, sides)
        assert ("Crow Wood Wolves" in seen) == there and ("O6" in seen) == there, sides


@pytest.mark.rule("FW-R114")
def test_wherever_it_hides_the_battle_is_the_same_to_the_enemy(tmp_path: Path) -> None:
    b, n = battle(CHAPEL)
    c, m = elsewhere(tmp_path, 'id = "O6", at = [38.0, 23.5], facing = "east", files = 1')
    assert told(b, n, RED) != told(c, m, RED)
    assert told(b, n, BLUE) == told(c, m, BLUE)
    assert seen_by(b, n, BLUE)[0] == seen_by(c, m, BLUE)[0]  # to the last number of the record


@pytest.mark.rule("FW-R114")
def test_nobody_can_count_the_hidden_by_the_numbers_of_the_others(tmp_path: Path) -> None:
    """The enemy sees the very battle in which there is nobody hidden."""
    b, n = battle(CHAPEL)
    text = CHAPEL.read_text()
    path = tmp_path / "chapel.toml"
    wolves = next(line for line in text.splitlines() if THERE in line)
    path.write_text(text.replace(wolves, "").replace('id = "the-chapel', 'id = "other-chapel'))
    c, m = battle(path)
    assert told(b, n, BLUE) == told(c, m, BLUE)
    assert seen_by(b, n, BLUE)[0] == seen_by(c, m, BLUE)[0]


@pytest.mark.rule("FW-R114", "FW-R107")
def test_who_changes_sides_gets_no_number_behind_the_hidden() -> None:
    b, n = battle(CHAPEL)
    f = empty_formation(b)
    assert f < number(n, "O6") and n.ids[f] == "new-1" and b.formations[f].n == 0
    found(b, f, 0)
    assert empty_formation(b) == f + 1


@pytest.mark.rule("FW-R114")
def test_what_lies_on_the_hidden_what_they_lost_and_what_they_cast_is_hidden_too() -> None:
    b, n = battle(CHAPEL)
    before = seen_by(b, n, BLUE)[0]
    f, mine = number(n, "O6"), number(n, "M1")
    wolf = b.formations[f].members[0]
    charms.add_charm(b, int(Spell.FLASH), NOBODY, f, NOBODY, 1)
    b.strips[wolf].lost, b.mover = int(Lost.MAGIC), f
    seen = seen_by(b, n, BLUE)[0]
    assert seen.n_charms == 0 and seen.mover == NOBODY
    assert telling.losses(seen) == telling.losses(before) == (0, 0)
    assert seen.original[1] == b.original[1] - 3
    charms.add_charm(b, int(Spell.FREEZE), wolf, mine, NOBODY, 1)
    (charm,) = seen_by(b, n, BLUE)[0].charms[:1]
    assert (charm.formation, charm.caster) == (mine, NOBODY)


@pytest.mark.rule("FW-R114")
def test_of_the_hidden_one_hears_nothing_until_they_are_revealed() -> None:
    b, n = battle(CHAPEL)
    f, mine = number(n, "O6"), number(n, "M1")
    b.turn = 1
    say(b, Ev.TURN, a=1)
    say(b, Ev.ADVANCED, f)
    say(b, Ev.ADVANCED, mine)
    first = events(b)

    def lines(turn: list[Any], sides: tuple[int, ...]) -> str:
        _, names = seen_by(b, n, sides)
        return " ".join(line.text for line in telling.tell(names, conceal.heard(names, turn, sides)))

    assert "Axemen" in lines(first, BLUE) and "Wolves" not in lines(first, BLUE)
    assert "Wolves" in lines(first, RED)
    b.turn, b.log.n = 2, 0
    say(b, Ev.TURN, a=2)
    say(b, Ev.TESTS, f)
    reveal(b, f, mine)
    say(b, Ev.CHARGES, f, mine)
    second = events(b)
    heard = lines(second, BLUE)
    assert "The Crow Wood Wolves are revealed, seen by the Axemen" in heard and "charge" in heard
    assert "test" not in heard and "test" in lines(second, RED)
    assert "Wolves" not in lines(first, BLUE)  # what was hidden then stays untold
    assert "Crow Wood Wolves" in told(b, n, BLUE)


def test_who_listens_while_they_come_out_learns_their_names() -> None:
    b, n = battle(CHAPEL)
    f = number(n, "O6")
    _, names = seen_by(b, n, BLUE)
    assert names.formations[f] == "New formation 9" and n.ids[f] not in names.pieces
    assert len(names.strips) == len(n.strips) - 3
    b.turn = 1
    say(b, Ev.TURN, a=1)
    reveal(b, f, number(n, "M1"))
    heard = conceal.heard(names, events(b), BLUE)
    assert len(heard) == 2 and names.formations[f] == "The Crow Wood Wolves" and names.ids[f] == "O6"


# Spells


@pytest.mark.rule("FW-R87")
def test_the_spells_of_a_mage_are_his_sides_secret_until_he_casts_them() -> None:
    b, n = battle(WORM)
    setup.seed(b, 1)
    b.aims.choose_spells = False
    sequence.choose_spells(b)
    i = b.formations[number(n, "D0")].members[0]
    m = b.mages[b.strips[i].mage]
    own, theirs = (seen_by(b, n, sides)[0].mages[b.strips[i].mage] for sides in (RED, BLUE))
    assert own.spells == m.spells and own.preset == m.preset
    assert theirs.spells == theirs.preset == 0 and theirs.points == 20
    assert "6 spells that nobody has seen" in told(b, n, BLUE)
    m.shown = 1 << Spell.FOG_BANK
    seen = told(b, n, BLUE)
    assert "FOG BANK" in seen and "5 spells that nobody has seen" in seen
    assert "PHEONIX DOWN" not in seen and "PHEONIX DOWN" in told(b, n, RED)


@pytest.mark.rule("FW-R87")
def test_whichever_spells_are_chosen_the_battle_is_the_same_to_the_enemy() -> None:
    b, n = battle(WORM)
    i = b.formations[number(n, "D0")].members[0]
    c = clone(b)
    b.mages[b.strips[i].mage].spells, c.mages[b.strips[i].mage].spells = 0b111111, 0b111111000000
    assert told(b, n, BLUE) == told(c, n, BLUE) and seen_by(b, n, BLUE)[0] == seen_by(c, n, BLUE)[0]
    assert told(b, n, RED) != told(c, n, RED)


# When there is something to hide


def test_a_battle_hides_something_from_its_first_turn_to_its_last() -> None:
    chapel, names, _ = setup.new_battle(CHAPEL, {})
    assert chapel.n_mages == 0 and conceal.hides_in(chapel)
    reveal(chapel, number(names, "O6"), NOBODY)
    assert conceal.hides_in(chapel)
    siege, names, _ = setup.new_battle(SIEGE, {})
    assert not conceal.hides_in(siege) and conceal.conceal(clone(siege), names, ()) is names
    assert conceal.hides_in(battle(WORM)[0])


def test_when_the_battle_is_over_nothing_is_secret() -> None:
    b, n = battle(CHAPEL)
    b.winner = 1
    assert told(b, n, BLUE) == told(b, n, RED) and "Crow Wood Wolves" in told(b, n, BLUE)


def test_in_a_whole_battle_nobody_is_named_before_he_is_revealed() -> None:
    b, n, _ = setup.new_battle(CHAPEL, ALL)
    setup.seed(b, 11)
    b.generals[0] = b.generals[1] = 2
    f = number(n, "O6")
    while b.winner < 0:
        b.log.room, b.log.n = len(b.log.events), 0
        sequence.play_turn(b)
        seen, names = seen_by(b, n, BLUE)
        lines = telling.tell(names, conceal.heard(names, events(b), BLUE))
        if b.formations[f].hidden and b.winner < 0:
            assert "Crow Wood" not in " ".join(line.text for line in lines) and conceal.UNSEEN not in told(
                b, n, RED
            )
            assert not any(p.number == f for p in scene.scene(seen, names).pieces)
            assert conceal.UNSEEN not in scene.scene(seen, names).model_dump_json()
