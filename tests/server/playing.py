"""Tables at which orders are given by lot."""

from __future__ import annotations

import random
from collections.abc import Callable

from grognard.server.host import Host, Made, Table
from grognard.server.store import Store

ROAD = "the-chateau-road"
FARM = "low-meadow-farm"


def seat_asked(table: Table) -> str:
    assert table.game.ask is not None
    return ("blue", "red")[table.game.ask.side]


def play(table: Table, n: int, seed: int = 1, seat: Callable[[Table], str] = seat_asked) -> None:
    """Some orders by lot, until the battle is over."""
    r = random.Random(seed)
    for k in range(n):
        if table.game.ask is None:
            return
        table.order(seat(table), f"play-{seed}-{k}", r.choice(table.game.choices()))


def play_turns(table: Table, n: int, more: int = 4) -> None:
    """So many turns by lot, and a few orders of the next."""
    k = 0
    while table.game.turns < n and table.game.ask is not None:
        play(table, 1, seed=7000 + k)
        k += 1
    play(table, more, seed=6999)


def again(store: Store, made: Made) -> Table:
    """The game as a new process finds it."""
    return Host(store).table(made.game)
