"""The host: opens games, gives out seats, and lets nobody act but who is asked.

Everything here is plain and synchronous; a table is used by one caller at a time (its lock), and nothing is
told to anybody before it is in the store."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..book import book, find_scenario, scenario_paths
from ..game import Game, Given, open_game
from ..notation import Entry, Move, Reseed, read_entry, write_entry
from ..problems import Problem, unknown
from ..scenario import SIDES
from ..values import Ask
from .store import Heading, Listed, Record, Store, new_token, token_hash

SEATS = {"blue": (0,), "red": (1,), "both": (0, 1), "watch": ()}  # whom each may act for
OPEN_GAMES = 256  # kept in memory; others are opened again from the store when they are wanted
MOST_GAMES = 100_000
PERSON = "person"

Answer = dict[str, Any]


class NotYours(Problem):
    """Somebody acts who is not asked."""


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
    tokens: Mapping[str, str]
    commitment: str


def commitment(seed: int, salt: bytes, more: Sequence[int] = ()) -> str:
    """What is shown before the first die, and proved when the seed is opened; more: seeds that forks added."""
    return hashlib.sha256(salt + " ".join(str(s) for s in (seed, *more)).encode()).hexdigest()


class Table:
    """One game, as the host plays it."""

    def __init__(self, store: Store, record: Record, game: Game) -> None:
        self.store, self.heading, self.game = store, record.heading, game
        self.lock = threading.RLock()
        self.changes = record.changes
        self.stored = record.length
        self.undo_asked_by: str | None = None
        self.told: list[Callable[[], None]] = []
        self.eyes: dict[str, Any] = {}  # of each seat, as of the last change it looked at

    # --- who may do what ------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        return commitment(self.heading.seed, self.heading.salt, self.reseeds())

    def reseeds(self) -> list[int]:
        """The seeds that forks have brought in."""
        return [e.seed for e in self.game.entries if isinstance(e, Reseed)]

    def is_open(self) -> bool:
        """May the seed be shown?  Not while the battle goes on, here or in one this was forked from."""
        heading = self.heading
        while heading.forked:
            above = self.store.read(heading.forked.partition("@")[0])
            if not above.result:
                return False
            heading = above.heading
        return self.game.outcome is not None

    def persons(self) -> list[int]:
        """The sides that people play."""
        return [side for side, player in enumerate(self.game.players) if player == PERSON]

    def asked(self, seat: str) -> Ask | None:
        """What this seat is asked now, or nothing."""
        ask = self.game.ask
        return ask if ask is not None and ask.side in SEATS[seat] else None

    def must_be_asked(self, seat: str) -> None:
        ask = self.game.ask
        if ask is None:
            raise NotYours("dice are wanted" if self.game.roll_wanted else "the battle is over")
        if ask.side not in SEATS[seat]:
            raise NotYours(f"{SIDES[ask.side].title()} is asked, not {seat}")

    # --- acting ---------------------------------------------------------------------------------------------

    def once(self, request: str, act: Callable[[], Answer]) -> Answer:
        """A request that was answered before is answered the same way and changes nothing."""
        if not 0 < len(request) <= 64:
            raise Problem("a request has a name of its own, of 1 to 64 letters")
        with self.lock:
            before = self.answered(request)
            return act() if before is None else before

    def answered(self, request: str) -> Answer | None:
        """What was answered to a request before."""
        found: Answer | None = self.store.answer(self.heading.id, request)
        return found

    def order(self, seat: str, request: str, given: Given) -> Answer:
        """An order of whoever is asked."""

        def act() -> Answer:
            self.must_be_asked(seat)
            return self.changed(request, lambda: self.game.give(given))

        return self.once(request, act)

    def throw(self, seat: str, request: str, faces: Sequence[int]) -> Answer:
        """Dice that people rolled on their own table."""

        def act() -> Answer:
            if not SEATS[seat]:
                raise NotYours("who watches rolls no dice")
            return self.changed(request, lambda: self.game.give_dice(faces))

        return self.once(request, act)

    def changed(self, request: str, act: Callable[[], None]) -> Answer:
        """Do something to the list, and have it on disk before anybody hears of it."""
        before = len(self.game.entries)
        act()
        answer = {"changes": self.changes + 1}
        try:
            self.save(request, answer)
        except BaseException:
            self.game.cut(before)
            raise
        self.undo_asked_by = None
        self.tell()
        return answer

    def save(self, request: str, answer: Mapping[str, Any]) -> None:
        """What is new in the list goes to the store."""
        more = self.listed(self.stored)
        result = self.result()
        self.changes = self.store.append(self.heading.id, self.stored, more, request, answer, result)
        self.stored = len(self.game.entries)

    def result(self) -> str:
        outcome = self.game.outcome
        return "" if outcome is None else f"{outcome.winner} {outcome.points[0]}:{outcome.points[1]}"

    def listed(self, first: int) -> list[Listed]:
        """The entries from `first` on, in words."""
        return [
            Listed(self.turn_of(k), write_with_ask(self.game, k))
            for k in range(first, len(self.game.entries))
        ]

    def turn_of(self, k: int) -> int:
        return next((n for n, s in enumerate(self.game.snapshots) if k < s.mark), self.game.turns + 1)

    # --- taking back ----------------------------------------------------------------------------------------

    def undo(self, seat: str, request: str) -> Answer:
        """Take the last order back: at once while no die was rolled, else if the other player agrees."""

        def act() -> Answer:
            side = self.must_own_last_order(seat)
            others = [s for s in self.persons() if s != side and s not in SEATS[seat]]
            if not others or self.game.undo_is_free:
                return self.take_back(request)
            self.undo_asked_by = seat
            self.tell()
            return {"changes": self.changes, "asked": SIDES[others[0]]}

        return self.once(request, act)

    def must_own_last_order(self, seat: str) -> int:
        """The side whose order would be taken back."""
        k = self.game.last_order_of_a_person()
        if any(isinstance(e, Reseed) for e in self.game.entries[k:]):
            raise NotYours("this game was forked after that order: nothing before is taken back")
        side = ask_of(self.game, k).side
        if side not in SEATS[seat]:
            raise NotYours(f"the last order was {SIDES[side].title()}'s")
        return side

    def answer_undo(self, seat: str, request: str, agreed: bool) -> Answer:
        """The other player says yes or no."""

        def act() -> Answer:
            if self.undo_asked_by is None or seat == self.undo_asked_by or not SEATS[seat]:
                raise NotYours("nobody asks you to take an order back")
            self.undo_asked_by = None
            if agreed:
                return self.take_back(request)
            self.tell()
            return {"changes": self.changes, "agreed": False}

        return self.once(request, act)

    def take_back(self, request: str) -> Answer:
        to = self.game.last_order_of_a_person()
        kept = list(self.game.entries)
        self.game.undo()
        answered = len(self.game.entries) > to  # a general has had another thought
        answer = {"changes": self.changes + (2 if answered else 1)}
        try:
            self.changes = self.store.cut(self.heading.id, self.stored, to, request, answer)
        except BaseException:
            self.game.entries = kept
            self.game.run()
            raise
        self.stored = to
        self.undo_asked_by = None
        if answered:
            self.save("", {})
        self.tell()
        return answer

    def tell(self) -> None:
        """Everybody who looks at the table hears that it has changed."""
        for hear in list(self.told):
            hear()


def write_with_ask(game: Game, k: int) -> str:
    """An entry in words; an order says which ask it answers."""
    entry = game.entries[k]
    return write_entry(game.book, game.names, ask_of(game, k) if isinstance(entry, Move) else None, entry)


def ask_of(game: Game, k: int) -> Ask:
    """What the order at place k of the list answered."""
    ask = game.asks[k]
    assert ask is not None, f"entry {k} is no order"
    return ask


class Host:
    """All games of a store."""

    def __init__(self, store: Store, engine: str = "plain", most: int = MOST_GAMES) -> None:
        self.store, self.engine, self.most = store, engine, most
        self.lock = threading.Lock()
        self.tables: OrderedDict[str, Table] = OrderedDict()

    def create(self, wanted: Wanted) -> Made:
        """A new game, with a secret for every seat."""
        if self.store.count() >= self.most:
            raise Problem(f"there are {self.most} games already: no room for another")
        if wanted.scenario not in scenario_paths():
            raise unknown("scenario", wanted.scenario, scenario_paths())
        seed, salt = secrets.randbelow(2**61), secrets.token_bytes(32)
        game = open_game(
            find_scenario(wanted.scenario),
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
        table = Table(self.store, self.store.read(heading.id), game)
        table.save("", {})
        self.remember(table)
        return Made(heading.id, tokens, table.commitment)

    def table(self, game: str) -> Table:
        """A game in memory, or opened again from its list."""
        with self.lock:
            if game in self.tables:
                self.tables.move_to_end(game)
                return self.tables[game]
        record = self.store.read(game)
        opened = Table(self.store, record, reopened(record, self.store.entries(game), self.engine))
        table = self.remember(opened)
        with table.lock:
            if len(table.game.entries) > table.stored:
                table.save("", {})
        return table

    def remember(self, table: Table) -> Table:
        """The first to open a game is the one whose table it is."""
        with self.lock:
            table = self.tables.setdefault(table.heading.id, table)
            self.tables.move_to_end(table.heading.id)
            idle = [g for g, t in self.tables.items() if not t.told]
            for g in idle[: max(0, len(self.tables) - OPEN_GAMES)]:
                del self.tables[g]
        return table

    def fork(self, game: str, at: int | None, wanted: Mapping[str, Any]) -> Made:
        """Another game that goes on from a moment of this one, with dice of its own.

        While dice are still hidden in this one, nobody may learn them from a fork."""
        if self.store.count() >= self.most:
            raise Problem(f"there are {self.most} games already: no room for another")
        table = self.table(game)
        with table.lock:
            if table.game.book.hides and table.game.outcome is None:
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


def reopened(record: Record, listed: Sequence[Listed], engine: str) -> Game:
    """A game again, from its heading and its list; or a problem that says why not."""
    h = record.heading
    of = book(h.book)
    if of.version != h.version:
        raise Problem(f"game {h.id} was begun with {h.book} {h.version}, and this is {of.version}")
    path = find_scenario(h.scenario)
    setup = of.set_up(path, h.house)
    game = Game(
        of,
        setup,
        seed=h.seed,
        blue=h.blue,
        red=h.red,
        dice=h.dice,
        house=dict(h.house),
        engine=engine,
        begin=False,
    )
    turns: dict[int, list[Entry]] = {}
    for n, (turn, text) in enumerate(listed):
        try:
            turns.setdefault(turn, []).append(read_entry(of, game.names, text))
        except Problem as e:
            raise Problem(f"game {h.id}, entry {n} ({text!r}): {e}") from None
    game.resume([turns.get(n, []) for n in range(1, max(turns, default=0) + 1)])
    return game
