"""A turn by the compiled twin, and orders tried on the twin of a battle: all is as CPython has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard import checking, compiled, swift
from grognard.book import BOOKS, book, scenario_paths
from grognard.engines import Plain, rules_module
from grognard.game import Game, open_game
from grognard.scenario import header
from grognard.server.eyes import Eyes

pytestmark = pytest.mark.skipif(bool(compiled.missing()), reason=compiled.missing())
ORDERS = 40


@pytest.fixture(params=BOOKS)
def name(request: pytest.FixtureRequest) -> Iterator[str]:
    """A book whose twin is ready, for this test only."""
    swift.get_ready(book(request.param))
    yield request.param
    swift.turns.clear()
    checking.ready.clear()


def sample(name: str, engine: str, red: str) -> Game:
    id = next(id for id, path in scenario_paths(name).items() if header(path).get("sample"))
    return open_game(id, seed=7, blue="person", red=red, engine=engine)


@pytest.mark.parametrize("red", ["person", "drill"])
def test_a_game_goes_the_same_way(name: str, red: str) -> None:
    plain, quick = sample(name, "plain", red), sample(name, "swift", red)
    drill = rules_module(plain.book, "drill").drill
    for _ in range(ORDERS):
        if plain.outcome is not None:
            break
        order = drill(plain.battle, plain.asked())
        plain.give(order)
        quick.give(order)
        assert (quick.hash, quick.ask, quick.asks) == (plain.hash, plain.ask, plain.asks)
        assert quick.entries == plain.entries and quick.chronicle == plain.chronicle


def test_it_goes_on_with_a_game_that_was_begun_without_it(name: str) -> None:
    ready = swift.turns.pop(name)
    plain, quick = sample(name, "plain", "person"), sample(name, "swift", "person")
    for k in range(8):
        if k == 4:
            swift.turns[name] = ready
        order = plain.choices()[-1]
        plain.give(order)
        quick.give(order)
        assert quick.hash == plain.hash


def test_menus_and_reasons_are_the_same(name: str) -> None:
    game = sample(name, "plain", "person")
    drill, made = rules_module(game.book, "drill").drill, dict(checking.ready)
    for _ in range(ORDERS // 2):
        found = []
        for ready in ({}, made):
            checking.ready.clear()
            checking.ready.update(ready)
            eyes = Eyes(game.book, game.battle, game.names, game.ask, (0, 1))
            assert hasattr(eyes.battle, "twin") == bool(ready)
            astray = eyes.choices[-1].order._replace(x=-3.0, y=-3.0)
            hands = [eyes.hand(p.number) for p in eyes.scene.pieces[:4]]
            found.append((eyes.choices, eyes.barred, eyes.why_not(astray), hands))
        assert found[0] == found[1]
        game.give(drill(game.battle, game.asked()))


def test_a_copy_has_no_twin(name: str) -> None:
    """What is done to a copy would not be seen by the twin of the battle it was made from."""
    game = sample(name, "plain", "person")
    desk = checking.with_twin(game.book, Plain(game.book).desk(game.battle))
    assert desk.twin is not None
    assert getattr(Plain(game.book).start(desk), "twin", None) is None
