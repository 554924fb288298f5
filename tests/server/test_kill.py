"""The server is killed under play: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.server.host import Host, Wanted
from grognard.server.store import Store

from .playing import ROAD, seat_asked

TOOL = Path(__file__).parents[2] / "tools" / "kill.py"


@pytest.fixture(scope="module")
def kill() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("grognard_kill", TOOL)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found  # its records look themselves up there
    spec.loader.exec_module(found)
    yield found
    del sys.modules[spec.name]


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(kill: ModuleType) -> None:
    world = kill.run(kills=6, games=4, seed=1815, most=12)
    assert world.faults == []
    assert world.counts["kills"] == 6 and world.counts["order"] > 0
    assert all(game.acknowledged for game in world.games), "every battle has gone on"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield found
    found.close()


def played(kill: ModuleType, store: Store) -> tuple[Any, Any]:
    """A game of a few orders and an undo, and what its pages have said and heard."""
    host = Host(store)
    made = host.create(Wanted(ROAD, red="person"))
    table, game = host.table(made.game), kill.Game(made.game, dict(made.tokens))
    world = kill.World(kill.Server("", 1, Path()), random.Random(1), [game])
    for k in range(6):
        seat = seat_asked(table)
        order = table.game.choices()[0].order
        game.said[f"{seat}.r{k}"] = {"type": "order", "order": order._asdict()}
        game.acknowledged[f"{seat}.r{k}"] = table.order(seat, f"{seat}.r{k}", order, table.changes)
        if k == 3 and table.game.undo_is_free:
            game.said[f"{seat}.u"] = {"type": "undo"}
            game.acknowledged[f"{seat}.u"] = table.undo(seat, f"{seat}.u", table.changes)
    return world, game


def test_the_tool_finds_nothing_where_nothing_is_wrong(kill: ModuleType, store: Store) -> None:
    world, game = played(kill, store)
    kill.check(world, store, game)
    kill.check_again(world, store, game)
    assert world.faults == []


LAST = "(SELECT max(place) FROM entries WHERE text LIKE 'p %')"


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (f"DELETE FROM entries WHERE place = {LAST}", "orders and dice, expected"),
        ("UPDATE games SET changes = changes + 1", "changes are counted"),
        (
            "INSERT INTO entries SELECT game, place + 1, turn, text FROM entries "
            "WHERE place = (SELECT max(place) FROM entries)",
            "the list has",
        ),
        ("DELETE FROM requests WHERE request LIKE '%.r2'", "was acknowledged with"),
        (
            "UPDATE requests SET answer = '{\"changes\": 99}' WHERE request LIKE '%.r2'",
            "was acknowledged with",
        ),
        ("UPDATE requests SET request = 'blue.other' WHERE request LIKE '%.r2'", "which nobody asked for"),
    ],
)
def test_the_tool_finds_what_is_lost_or_doubled(kill: ModuleType, store: Store, harm: str, said: str) -> None:
    world, game = played(kill, store)
    with store.engine.begin() as c:
        assert c.execute(sa.text(harm)).rowcount > 0
    kill.check(world, store, game)
    assert any(said in fault for fault in world.faults), world.faults
