"""What dice are wanted for: said by every book of every roll, and to nobody who may not know it."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grognard.book import BOOKS, HOME, book, find_scenario, scenario_paths
from grognard.catalogue import of_book
from grognard.game import Game, open_game
from grognard.purpose import Frame, Purpose, Roller, purpose_of
from grognard.server.eyes import TableEyes
from grognard.server.shown import Shown
from grognard.server.views import roll_wanted

from .server.hidden import Ambush, game_of

ROLLING = {"die", "pool", "at_least", "pips_up_to", "highest", "each", "in_bands", "one_in_bands"}
BY_HAND = {"dice": "by hand", "blue": "drill", "red": "random"}


def chapters(package: str) -> Iterator[Path]:
    """The modules of a package whose functions may roll the dice of the battle."""
    for path in HOME.joinpath(*package.split(".")[1:]).rglob("*.py"):
        if path.stem != "whim":
            yield path


def rollers(path: Path) -> Iterator[str]:
    """The functions of a module that roll."""
    for f in ast.parse(path.read_text()).body:
        calls = [n for n in ast.walk(f) if isinstance(n, ast.Call) and n.args]
        names = {c.func.id for c in calls if isinstance(c.func, ast.Name) and is_dice(c.args[0])}
        if isinstance(f, ast.FunctionDef) and names & ROLLING:
            yield f"{path.stem}.{f.name}"


def is_dice(given: ast.expr) -> bool:
    return ast.unparse(given) == "b.dice"


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_has_a_phrase_for_every_function_that_rolls(name: str) -> None:
    found = {roller for path in chapters(book(name).package) for roller in rollers(path)}
    assert len(found) > 10 and found == set(book(name).rolls)


def thrown(game: Game, most: int, seed: int = 1) -> Iterator[Purpose]:
    """What the dice of a battle are for, one roll after another."""
    r = random.Random(seed)
    while game.roll_wanted and most:
        yield game.roll_wanted.purpose
        game.give_dice([r.randint(1, game.roll_wanted.sides) for _ in range(game.roll_wanted.n)])
        most -= 1


@pytest.mark.parametrize("scenario", sorted(scenario_paths()))
def test_every_roll_says_what_it_is_for_and_by_which_rules(scenario: str) -> None:
    game = open_game(scenario, seed=2, **BY_HAND)
    known = {rule.id for rule in of_book(game.book.folder, game.book.prefix).rules}
    told = list(thrown(game, 60))
    assert len({p.text for p in told}) > 5
    for p in told:
        assert p.text[:1].isupper() or p.text[:1].isdigit(), p
        assert p.rules and p.pieces is not None, p
        assert all(rule in known or "-R" in rule for rule in p.rules), p
        assert all(0 <= piece < len(game.names.pieces) for piece in p.pieces), p
        assert not any(word in p.text for word in ("nobody", "unknown", "{")), p


def test_the_unit_its_table_and_the_cell_are_told_not_the_ruling_before() -> None:
    told = {str(p.text): p.rules for p in thrown(open_game("the-mill-at-valdespino", seed=2, **BY_HAND), 120)}
    assert told["Where marker 2 is laid"] == ("TY-101",)
    assert told["Captain Harrow, command dice"] == ("TY-008", "TY-033")
    assert told["First line section, Actions Table of infantry at risk −1"] == ("EC-048",)
    assert any(text.startswith("Riflemen, to hit ") for text in told)


def test_a_rule_without_a_phrase_speaks_for_itself_and_of_nobody() -> None:
    roller = Roller((Frame("fire.burst", "A gun bursts [FH-064, FH-R32].\n\nMore.", {}),))
    assert purpose_of({}, None, None, roller) == Purpose("A gun bursts", ("FH-064",), None)
    assert purpose_of({}, None, None, Roller((Frame("fire.burst", "", {}),))).text == "burst"
    long = Roller(
        (Frame("fire.burst", "A gun bursts, and\n    is gone [FH-064,\n    FH-R32].\n\n    More.", {}),)
    )
    assert (long.words, long.cited) == ("A gun bursts, and is gone", ("FH-064", "FH-R32"))


# --- secrets ------------------------------------------------------------------------------------------------


def eyes(game: Game, seat: str) -> TableEyes:
    return TableEyes(Shown(game, 1), seat)


def test_what_the_dice_of_the_hidden_are_for_is_told_to_their_side_only() -> None:
    game = game_of(Ambush(), find_scenario("the-chateau-road"), dice="by hand")
    assert game.roll_wanted is not None
    hidden, seen = game.book.hidden[0], 0  # type: ignore[attr-defined]
    for pieces, blue in (
        ((hidden,), False),
        ((seen, hidden), False),
        ((seen,), True),
        ((), True),
        (None, False),
    ):
        purpose = Purpose("Zouave 3, morale", ("FH-110",), pieces)
        game.roll_wanted = replace(game.roll_wanted, purpose=purpose)
        told = {seat: roll_wanted(eyes(game, seat)) for seat in ("blue", "red", "watch")}
        for seat, knows in {"blue": blue, "watch": blue, "red": pieces is not None}.items():
            one = told[seat]
            assert one is not None and one.purpose == (purpose.text if knows else ""), (seat, pieces)
            assert one.rules == (["FH-110"] if knows else [])


def test_nobody_hears_of_men_under_markers_by_their_dice() -> None:
    """The Mill: rolls about groups that are not on the table; all others are told to everybody."""
    game = open_game("the-mill-at-valdespino", seed=2, **BY_HAND)
    told = 0
    for p in thrown(game, 40):
        shown = roll_wanted(eyes(game, "blue"))
        assert shown is not None and shown.purpose == p.text
        told += 1
    assert told == 40
