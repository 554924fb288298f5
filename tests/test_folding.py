"""The past of a game as a few bytes: unfolded, it is what it was."""

from __future__ import annotations

import dataclasses
import random

import pytest

from grognard.battle import Event
from grognard.book import BOOKS, book, scenario_paths
from grognard.engines import Plain, head_fields
from grognard.folding import Folded, fold_asks, fold_events, unfold_asks, unfold_events
from grognard.game import Game, open_game
from grognard.values import Ask


def fought(name: str) -> Game:
    return open_game(next(iter(scenario_paths(name))), seed=4, blue="drill", red="random")


@pytest.mark.parametrize("name", list(BOOKS))
def test_a_battle_comes_back_from_its_bytes(name: str) -> None:
    game = fought(name)
    plain, fields = Plain(book(name)), head_fields(book(name).battle)
    for n in range(game.turns + 1):
        battle = game.after_turn(n)
        again = plain.restore(plain.state(battle), game.now)
        assert plain.state(again) == plain.state(battle)
        for f in fields:
            assert getattr(again, f.name) == getattr(battle, f.name), f.name
        assert again.script is game.now.script, "on the paper of the other"


@pytest.mark.parametrize("name", list(BOOKS))
def test_all_turns_but_the_last_are_folded_and_nothing_is_lost(name: str) -> None:
    game = fought(name)
    assert all(isinstance(s._held, Folded) for s in game.snapshots[:-1])
    states = [game.state(s.battle) for s in game.snapshots]
    events, chronicle = [s.events for s in game.snapshots], game.chronicle
    assert events[1], "something has happened in the first turn"
    game.cut(game.snapshots[1].mark)  # both generals fight it again, from a turn that was folded
    assert [game.state(s.battle) for s in game.snapshots] == states
    assert [s.events for s in game.snapshots] == events
    assert game.chronicle == chronicle


def test_events_and_asks_come_back_to_the_last_bit() -> None:
    r = random.Random(1)
    whole = [r.randint(-(2**63), 2**63 - 1) for _ in range(7)]
    events = [Event(*whole[:6], d, whole[6]) for d in (0.1, -1e300, float("inf"))]
    assert unfold_events(fold_events(events)) == events
    assert unfold_events(fold_events([])) == []
    asks = [Ask(*whole[:4]), None, Ask(0, 1, -1, -1)]
    assert unfold_asks(fold_asks(asks)) == asks
    assert [type(a) for a in unfold_asks(fold_asks(asks))] == [Ask, type(None), Ask]
    assert len(dataclasses.fields(Event)) == 8, "every number of an event is folded"
