"""A table as it stands after a change, for all who look at it.

Nobody writes on it, so whoever looks waits for nobody: not for a general that thinks about the next change."""

from __future__ import annotations

from typing import Any

from ..battle import Event
from ..book import Line
from ..engines import Plain
from ..game import Game
from ..notation import Entry, Move, Reseed

PERSON = "person"


class Shown:
    """The same to look at as its game, and it stays as it is."""

    def __init__(self, game: Game, changes: int) -> None:
        self.changes, self.engine = changes, game.engine
        self.book, self.names, self.setup, self.players = game.book, game.names, game.setup, game.players
        self.battle: Any = Plain(game.book).desk(game.battle)
        self.hides = game.hides
        self.ask, self.roll_wanted, self.outcome = game.ask, game.roll_wanted, game.outcome
        self.entries: tuple[Entry, ...] = tuple(game.entries)
        self.snapshots = tuple(game.snapshots)
        self.log: list[Event] = game.events_of_turn(game.turns + 1)
        self.lines: list[Line] | None = None  # of the turn in progress, once somebody has asked
        self.last = last_order(game)  # the side whose order would be taken back
        asked = [player for side, player in enumerate(game.players) if side != self.last]
        self.revealed = self.last is not None and game.revealed
        self.undo_is_free = self.last is not None and (PERSON not in asked or game.undo_is_free)

    @property
    def turns(self) -> int:
        """How many turns are over."""
        return len(self.snapshots) - 1

    def turn_of(self, k: int) -> int:
        """The turn that the entry at a place of the list is of."""
        return next((n for n, s in enumerate(self.snapshots) if k < s.mark), self.turns + 1)

    def events_of_turn(self, n: int) -> list[Event]:
        return self.log if n > self.turns else self.snapshots[n].events

    def lines_of_turn(self, n: int) -> list[Line]:
        """What the chronicle says of a turn; the last may be in progress."""
        if n > self.turns:
            if self.lines is None:
                self.lines = self.book.tell(self.names, self.log)
            return self.lines
        snapshot = self.snapshots[n]
        if snapshot.lines is None:
            snapshot.lines = self.book.tell(self.names, snapshot.events)
        return snapshot.lines

    def entries_of_turn(self, n: int) -> list[Entry]:
        end = self.snapshots[n].mark if n <= self.turns else len(self.entries)
        return list(self.entries[self.snapshots[n - 1].mark : end])

    def after_turn(self, n: int) -> Any:
        """The battle after turn n, 0 being before the first."""
        return self.engine.plain(self.engine.copy(self.snapshots[n].battle))

    def reseeds(self) -> list[int]:
        """The seeds that forks have brought in."""
        return [e.seed for e in self.entries if isinstance(e, Reseed)]


def last_order(game: Game) -> int | None:
    """The side whose order would be taken back, if one can be."""
    if game.outcome is not None:
        return None  # the dice are open
    for entry, ask in zip(reversed(game.entries), reversed(game.asks), strict=True):
        if isinstance(entry, Reseed):
            return None  # nothing before a fork is taken back
        if isinstance(entry, Move) and entry.by_person and ask is not None:
            return ask.side
    return None
