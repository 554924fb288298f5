"""Turns gone through again, to be looked at; the last few are kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from ..engines import Plain, events_from
from ..notation import Entry, Move
from ..problems import Problem
from ..running import run_turn
from ..values import Ask, Order
from .shown import Shown

MOST_PASTS = 6  # turns of the past kept open, of all games


@dataclass(frozen=True)
class Then:
    """The battle when an order was asked for."""

    at: int
    ask: Ask
    order: Order
    told: int  # events of the turn so far
    battle: Any


@dataclass(frozen=True)
class Past:
    """One turn gone through again."""

    turn: int
    events: list[Any]
    moments: list[Then]


class Pasts:
    """The turns that were looked at last."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kept: OrderedDict[tuple[str, int, int], Past] = OrderedDict()

    def of(self, name: str, game: Shown, turn: int) -> Past:
        """A turn of a game; one that is over stays as it was while the list before it does."""
        if not 1 <= turn <= game.turns + 1:
            raise Problem(f"there is no turn {turn}; turns 1 to {game.turns + 1} are known")
        entries, mark = game.entries_of_turn(turn), game.snapshots[turn - 1].mark
        key = (name, turn, hash(game.entries[: mark + len(entries)]))
        with self.lock:
            if key in self.kept:
                self.kept.move_to_end(key)
                return self.kept[key]
        plain = Plain(game.book)
        start = plain.start(game.after_turn(turn - 1))
        past = gone_through(plain, start, turn, mark, entries)
        with self.lock:
            self.kept[key] = past
            while len(self.kept) > MOST_PASTS:
                self.kept.popitem(last=False)
        return past


def gone_through(plain: Plain, battle: Any, turn: int, mark: int, entries: list[Entry]) -> Past:
    places = [mark + k for k, e in enumerate(entries) if isinstance(e, Move)]
    orders = [e.order for e in entries if isinstance(e, Move)]
    seen: list[Then] = []

    def visit(b: Any, k: int, ask: Ask) -> None:
        seen.append(Then(places[k], ask, orders[k], int(b.log.n), plain.copy(b)))

    run_turn(plain, battle, entries, visit)
    return Past(turn, events_from(battle), seen)
