"""The host: opens games and gives out seats.  There is never more than one table of a game in a process."""

from __future__ import annotations

import dataclasses
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ..book import book_of, find_scenario, scenario_paths
from ..game import Game
from ..loading import again
from ..problems import Problem, unknown
from ..promise import commitment
from ..saved import read_saved
from ..scenario import SIDES
from .opening import opened, set_up
from .pasts import Pasts
from .shown import PERSON
from .store import Heading, Stale, Store, new_token, token_hash
from .table import SEATS, NotYours, Table

__all__ = [
    "PERSON",
    "SEATS",
    "Full",
    "Host",
    "Made",
    "NotYours",
    "Table",
    "Wanted",
    "commitment",
    "seats_of",
]

OPEN_GAMES = 64  # kept in memory though nobody is at them; others are opened again when they are wanted
MOST_GAMES = 100_000
THIS_FILE = "this file"  # what a saved battle is called that came without a name


class Full(Problem):
    """There is no room."""


@dataclass(frozen=True)
class Wanted:
    """A game somebody wants to play."""

    scenario: str
    blue: str = PERSON
    red: str = "drill"
    dice: str = "seeded"
    house: Mapping[str, Any] = field(default_factory=dict)
    one_screen: bool = False


@dataclass(frozen=True)
class Made:
    """A new game: its number, a secret for each seat, and the promise of fair dice."""

    game: str
    tokens: Mapping[str, str] = field(repr=False)
    commitment: str


class Door:
    """Where those wait who want a game that somebody is opening."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class Host:
    """All games of a store."""

    def __init__(self, store: Store, engine: str = "plain", most: int = MOST_GAMES) -> None:
        self.store, self.engine, self.most = store, engine, most
        self.lock = threading.Lock()
        self.pasts = Pasts()
        self.tables: WeakValueDictionary[str, Table] = WeakValueDictionary()  # while anybody uses them
        self.recent: OrderedDict[str, Table] = OrderedDict()
        self.doors: WeakValueDictionary[str, Door] = WeakValueDictionary()

    def must_have_room(self) -> None:
        if self.store.count() >= self.most:
            raise Full(f"there are {self.most} games already: no room for another")

    def create(self, wanted: Wanted) -> Made:
        """A new game, with a secret for every seat."""
        self.must_have_room()
        if wanted.scenario not in scenario_paths():
            raise unknown("scenario", wanted.scenario, scenario_paths())
        seed, salt = secrets.randbelow(2**61), secrets.token_bytes(32)
        of = book_of(find_scenario(wanted.scenario))
        game = Game(
            of,
            set_up(wanted.scenario, of, wanted.house),
            seed=seed,
            blue=wanted.blue,
            red=wanted.red,
            dice=wanted.dice,
            house=wanted.house,
            engine=self.engine,
        )
        heading = Heading(
            secrets.token_hex(8),
            game.book.id,
            game.book.version,
            wanted.scenario,
            game.house,
            seed,
            salt,
            wanted.dice,
            wanted.blue,
            wanted.red,
        )
        return self.open(heading, game, wanted)

    def open(self, heading: Heading, game: Game, wanted: Wanted) -> Made:
        """Put a new game on disk and give out its seats."""
        tokens = {seat: new_token() for seat in seats_of(wanted)}
        self.store.create(heading, {seat: token_hash(token) for seat, token in tokens.items()})
        table = Table(self.store, self.store.read(heading.id), game, pasts=self.pasts)
        table.save("", {})
        self.remember(table)
        return Made(heading.id, tokens, table.commitment)

    def table(self, game: str) -> Table:
        """A game in memory, or opened again from the store.  There is one table of a game, whoever asks."""
        with self.lock:
            found = self.tables.get(game)
        if found is None:
            found = self.opened(game)
        else:
            found.catch_up()
        return self.remember(found)

    def opened(self, game: str) -> Table:
        """One opens a game; others who want it meanwhile wait for that."""
        with self.lock:
            door = self.doors.setdefault(game, Door())
        with door.lock:
            with self.lock:
                found = self.tables.get(game)
            if found is None:
                found = self.remember(self.from_store(game))
        return found

    def from_store(self, game: str) -> Table:
        whole = self.store.whole(game)
        found, kept = opened(whole, self.engine)
        table = Table(self.store, whole.record, found, kept, self.pasts)
        try:
            table.settle()
        except Stale:  # another process has opened it too, and was first
            table.read_anew()
        return table

    def remember(self, table: Table) -> Table:
        """Those used last stay in memory for a while."""
        with self.lock:
            self.tables[table.heading.id] = table
            self.recent[table.heading.id] = table
            self.recent.move_to_end(table.heading.id)
            while len(self.recent) > OPEN_GAMES:
                self.recent.popitem(last=False)
        return table

    def catch_up(self) -> None:
        """Take in what other processes have done to the games that somebody looks at here."""
        with self.lock:
            watched = {game: table for game, table in self.tables.items() if table.told}
        for game, changes in self.store.changes(list(watched)).items():
            if changes != watched[game].changes:
                watched[game].catch_up()

    def fork(self, game: str, at: int | None, wanted: Mapping[str, Any]) -> Made:
        """Another game that goes on from a moment of this one, with dice of its own.

        While dice are still hidden in this one, nobody may learn them from a fork."""
        self.must_have_room()
        table = self.table(game)
        with table.lock:
            if table.game.hides and table.game.outcome is None:
                raise NotYours("a battle in which things are hidden is forked when it is over")
            place = len(table.game.entries) if at is None else at
            seeded = table.heading.dice == "seeded"
            seed = secrets.randbelow(2**61) if seeded else None
            players = {side: wanted.get(side) or getattr(table.heading, side) for side in SIDES}
            branch = table.game.fork(place, seed=seed, **players)
        heading = dataclasses.replace(
            table.heading,
            id=secrets.token_hex(8),
            salt=secrets.token_bytes(32),
            forked=f"{game}@{place}",
            **players,
        )
        wish = Wanted(heading.scenario, one_screen=bool(wanted.get("one_screen")), **players)
        return self.open(heading, branch, wish)

    def watch_saved(self, text: str) -> Made:
        """A saved battle, confirmed order by order, to look at and to fork; nobody has a seat in it."""
        self.must_have_room()
        saved = read_saved(text, THIS_FILE)
        if saved.scenario not in scenario_paths():
            raise Problem(f"{THIS_FILE}: {unknown('scenario', saved.scenario, scenario_paths())}")
        game = again(saved, Path(THIS_FILE), self.engine)
        blue, red = saved.players
        heading = Heading(
            secrets.token_hex(8),
            game.book.id,
            game.book.version,
            saved.scenario,
            game.house,
            saved.seed,
            saved.salt or secrets.token_bytes(32),
            saved.dice,
            blue,
            red,
        )
        return self.open(heading, game, Wanted(saved.scenario, blue="drill", red="drill"))

    def seat(self, game: str, token: str) -> str:
        """Whose link it is."""
        found = self.store.seat_of(game, token)
        if found is None:
            raise NotYours("this link opens no seat of this game")
        return found


def seats_of(wanted: Wanted) -> list[str]:
    """A seat for each side that a person plays, one for both on one screen, and one to watch."""
    sides = [side for side, player in zip(SIDES, (wanted.blue, wanted.red), strict=True) if player == PERSON]
    if wanted.one_screen and len(sides) == 2:
        return ["both", "watch"]
    return [*sides, "watch"]
