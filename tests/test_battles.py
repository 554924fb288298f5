"""Whole battles: both engines alike, every invariant at every order, nothing that a refused order can change.

For every book; what must be true of its battles is in tests/<its package>/invariants.py.  GROGNARD_BATTLES
scales how many are fought (1: the default)."""

from __future__ import annotations

import importlib
import os
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard import compiled
from grognard.book import BOOKS, book, scenario_paths
from grognard.dice import seed_dice
from grognard.engines import Plain, digest, rules_module
from grognard.game import Game, as_plain_order, open_game
from grognard.options import readings_of
from grognard.problems import Problem
from grognard.records import clone
from grognard.values import Ask, Order

SCALE = float(os.environ.get("GROGNARD_BATTLES", "1"))
MATCHES = [("drill", "drill"), ("random", "random"), ("drill", "random"), ("random", "drill")]


def invariants(name: str) -> Any:
    """What must be true of the battles of a book: Watch and SHARE."""
    package = book(name).package.removeprefix("books.")
    return importlib.import_module(f"tests.{package}.invariants")


def some(name: str, n: int) -> range:
    """So many battles of a book, or its share of them."""
    return range(1, 1 + max(1, round(n * SCALE * invariants(name).SHARE)))


def each(n: int) -> list[tuple[str, int]]:
    """The battles of all books, by book and number."""
    return [(name, k) for name in BOOKS for k in some(name, n)]


def house_of(name: str, k: int) -> dict[str, str]:
    """Half of the options of the book read otherwise: other ones in every battle."""
    r = random.Random(k)
    of = book(name)
    options = readings_of(of.folder, of.prefix, of.battle().options)
    return {option: r.choice(words[1:]) for option, words in options.items() if r.random() < 0.5}


def fought(name: str, k: int, engine: str = "plain", **how: Any) -> Game:
    """Battle k: it goes round the scenarios, the generals and the options."""
    of = sorted(scenario_paths(name))
    blue, red = MATCHES[k // len(of) % len(MATCHES)]
    house = house_of(name, k) if (k + k // len(of)) % 2 else {}
    return open_game(
        of[k % len(of)], seed=k, **{"blue": blue, "red": red, "house": house, "engine": engine, **how}
    )


# --- the twin -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(bool(compiled.missing()), reason=compiled.missing())
@pytest.mark.parametrize("name", BOOKS)
def test_both_engines_fight_the_same_battles_to_the_byte(name: str) -> None:
    for k in some(name, 40):
        plain, twin = fought(name, k), fought(name, k, "compiled")
        assert twin.engine.name == "compiled"
        hashes = [[digest(g.state(s.battle)) for s in g.snapshots] for g in (plain, twin)]
        different = [n for n, (a, b) in enumerate(zip(*hashes, strict=True)) if a != b]
        assert not different, f"battle {k} ({plain.setup.id}, {plain.players}): turn {different[0]}"
        assert plain.entries == twin.entries
        assert plain.snapshots[-1].events == twin.snapshots[-1].events


@pytest.mark.skipif(bool(compiled.missing()), reason=compiled.missing())
@pytest.mark.parametrize("dice", ["seeded", "by hand"])
@pytest.mark.parametrize("name", BOOKS)
def test_a_person_can_play_on_either_engine(name: str, dice: str) -> None:
    games = [
        fought(name, 1, engine, blue="person", red="drill", dice=dice) for engine in ("plain", "compiled")
    ]
    r = random.Random(1)
    for _ in range(120 if invariants(name).SHARE == 1 else 60):  # orders and rolls
        if games[0].roll_wanted:
            faces = [r.randint(1, games[0].roll_wanted.sides) for _ in range(games[0].roll_wanted.n)]
            for game in games:
                game.give_dice(faces)
        elif games[0].ask:
            order = any_order(games[0], r)
            for game in games:
                game.give(order)
        assert games[0].hash == games[1].hash
        assert (games[0].ask, games[0].roll_wanted) == (games[1].ask, games[1].roll_wanted)
    for game in games:
        game.undo()
    assert games[0].hash == games[1].hash
    assert games[0].to_text() == games[1].to_text()


# --- what must always be true -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "k"), each(20))
def test_every_invariant_holds_after_every_order(name: str, k: int) -> None:
    assert invariants(name).Watch().look_at_game(fought(name, 1000 + k, blue="random", red="random")) > 50


@pytest.mark.parametrize(("name", "k"), each(8))
def test_and_when_the_generals_know_their_drill(name: str, k: int) -> None:
    assert invariants(name).Watch().look_at_game(fought(name, k, blue="drill", red="drill")) > 50


# --- the list is the battle ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "k"), each(6))
def test_replay_fork_and_save_give_every_byte_again(name: str, k: int, tmp_path: Any) -> None:
    game = fought(name, k)
    path = tmp_path / "a.battle"
    game.save(path)
    again = Game.load(path)
    cut = random.Random(k).randrange(len(game.entries) + 1)
    fork = game.fork(cut)  # generals go on as they did: their coins depend on the choice
    for other in (again, fork):
        assert other.entries == game.entries
        assert [other.state(s.battle) for s in other.snapshots] == [
            game.state(s.battle) for s in game.snapshots
        ]
        assert other.hash == game.hash
    assert again.to_text() == path.read_text()


# --- what orders may not do ---------------------------------------------------------------------------------


def any_order(game: Game, r: random.Random) -> Order:
    battle = clone(game.battle)
    seed_dice(battle.whim, r.getrandbits(60))
    order: Order = rules_module(game.book, "whim").at_random(battle, game.asked())
    return order


ENOUGH = 0.7  # of the kinds of ask


@cache
def asks_of_book(name: str) -> list[Game]:
    """Games that wait for a person, one for every kind of ask that some battles meet."""
    found: dict[int, Game] = {}
    for k in range(1, 17):
        if len(found) > ENOUGH * len(book(name).asks):
            break
        game = fought(name, k, blue="random" if k % 4 == 1 else "drill", red="drill" if k % 3 else "random")
        for n in range(1, game.turns + 1):
            index = [game.snapshots[n - 1].mark + i for i, _ in enumerate(game.entries_of_turn(n))]
            for i, ask in zip(index, asks_of_turn(game, n), strict=True):
                if ask.kind not in found:
                    found[ask.kind] = game.fork(i, blue="person", red="person")
                    assert found[ask.kind].ask == ask
    return list(found.values())


def asks() -> list[Game]:
    return [game for name in BOOKS for game in asks_of_book(name)]


def asks_of_turn(game: Game, n: int) -> list[Ask]:
    met: list[Ask] = []

    def visit(battle: Any, k: int, ask: Ask) -> None:
        met.append(ask)

    game.walk(n, visit)
    return met


@pytest.mark.parametrize("name", BOOKS)
def test_there_are_asks_of_most_kinds_to_try(name: str) -> None:
    assert len(asks_of_book(name)) > ENOUGH * len(book(name).asks)


WHOLE = st.integers(-2, 40) | st.integers(0, 2**62) | st.sampled_from([2**31, -(2**63), 2**63 - 1, 10**30])
FLOAT = st.floats(-5.0, 80.0) | st.floats(allow_nan=True, allow_infinity=True)
UNIT = st.sampled_from([(0.0, 1.0), (1.0, 0.0), (0.6, -0.8), (0.0, 0.0)])


@settings(max_examples=round(300 * max(1.0, SCALE)), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_order_changes_a_battle_unless_it_is_legal(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(asks()))
    fx, fy = data.draw(UNIT | st.tuples(FLOAT, FLOAT))
    kind, actor, other, how = (data.draw(WHOLE) for _ in range(4))
    order = Order(kind, actor, other, how, data.draw(FLOAT), data.draw(FLOAT), fx, fy)
    entries, state = list(game.entries), game.state(game.now)
    try:
        refusal = game.why_not(order)
    except Problem:  # a number beyond all bounds
        refusal = None
    else:
        assert refusal is None or (refusal.text and refusal.rule)
        if refusal is None:
            game.give(order)
            invariants(game.book.id).Watch().look(game.battle)
            game.undo()
    assert game.entries == entries
    assert game.state(game.now) == state


@settings(max_examples=round(100 * max(1.0, SCALE)), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_legal_order_nudged_is_refused_or_leaves_a_sound_battle(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(asks()))
    order = as_plain_order(any_order(game, random.Random(data.draw(st.integers(0, 10**6)))))
    nudge = data.draw(st.tuples(*[st.sampled_from([0.0, 0.3, -0.3, 2.0, -2.0])] * 2))
    order = order._replace(x=order.x + nudge[0], y=order.y + nudge[1])
    state = game.state(game.now)
    if game.why_not(order) is None:
        game.give(order)
        invariants(game.book.id).Watch().look(game.battle)
        game.undo()
    assert game.state(game.now) == state


def test_checking_leaves_the_state_alone_at_every_ask() -> None:
    for game in asks():
        plain = Plain(game.book)
        before = plain.state(game.battle)
        r = random.Random(9)
        for _ in range(30):
            assert game.ask is not None
            plain.check(
                game.battle, game.ask, any_order(game, r)._replace(x=r.uniform(-9, 90), y=r.uniform(-9, 60))
            )
        assert plain.state(game.battle) == before
