"""The eyes of a seat: all that a page is told of a battle is seen through them.

They look at a copy of the battle from which everything is taken that the seat may not know, so that scene,
words, choices, refusals and odds can be made of nothing else.  They have scratch paper of their own: while
somebody looks, the game can go on."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from ..book import Book, Choice, Line, Picks, Refusal
from ..checking import with_twin
from ..engines import Plain
from ..game import Given, as_plain_order
from ..notation import read_order, word
from ..problems import Problem
from ..scenario import SIDES
from ..scene import Card, Hand, Preview, Scene, Spot, Tape
from ..values import Ask, Order
from .reading import Told, mark_of, news
from .shown import Shown
from .table import SEATS, Table

UNSEEN = Refusal("", "something that you do not see forbids that")
Where = tuple[float, float, float, float]


class Desk:
    """A copy of a battle to look at and measure on; seats that may see the same share one."""

    def __init__(self, of: Book, battle: Any, names: Any, sides: tuple[int, ...]) -> None:
        """The battle is ours, to take from it what those sides may not know."""
        self.book = of
        self.battle = with_twin(of, battle)
        self.hides = of.hides_in(battle)
        self.names = of.conceal(self.battle, names, sides) if self.hides else names
        self.lock = threading.RLock()  # one measures at a time
        self._scene: Scene | None = None
        self._news: tuple[Scene, Scene] | None = None

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each piece in the scene, by its handle."""
        return {handle: self.own_number(k) for k, handle in enumerate(self.names.pieces)}

    def own_number(self, piece: int) -> int:
        """The number by which a piece is in the scene, if it goes by several."""
        return self.other_numbers.get(piece, piece)

    @cached_property
    def other_numbers(self) -> dict[int, int]:
        return {number: p.number for p in self.scene.pieces for number in p.also}

    @property
    def scene(self) -> Scene:
        """The table, drawn once."""
        if self._scene is None:
            with self.lock:
                self._scene = self._scene or self.book.scene(self.battle, self.names)
        return self._scene

    def news(self, had: Scene) -> Scene:
        """What of the scene is new to a page that has another; most pages have the same."""
        known = self._news
        if known is None or known[0] is not had:
            known = self._news = had, news(self.scene, had)
        return known[1]


class Eyes:
    """A battle as those who play some sides may see it."""

    def __init__(
        self,
        of: Book,
        battle: Any,
        names: Any,
        ask: Ask | None,
        sides: tuple[int, ...],
        desk: Desk | None = None,
    ) -> None:
        self.book, self.ask, self.sides = of, ask, sides
        self.desk = desk or Desk(of, Plain(of).desk(battle), names, sides)
        self.battle, self.names, self.lock = self.desk.battle, self.desk.names, self.desk.lock
        self.hides = self.desk.hides
        self.hands: dict[int, Hand] = {}
        self._choices: list[Choice] | None = None
        self._barred: list[Choice] | None = None

    @property
    def yours(self) -> bool:
        """Is this seat asked?"""
        return self.ask is not None and self.ask.side in self.sides

    def asked(self) -> Ask:
        """The ask, if this seat is to answer it."""
        if self.ask is None:
            raise Problem("nothing is asked now")
        if not self.yours:
            raise Problem(f"{SIDES[self.ask.side].title()} is asked, not you")
        return self.ask

    @property
    def question(self) -> str:
        """The ask in words; where things are hidden, others hear only that somebody is asked."""
        if self.ask is None:
            return ""
        if self.hides and not self.yours:
            return f"{SIDES[self.ask.side].title()} is asked"
        return self.book.describe_ask(self.battle, self.names, self.ask)

    @property
    def scene(self) -> Scene:
        """The table, drawn once."""
        return self.desk.scene

    @property
    def choices(self) -> list[Choice]:
        """What may be answered, made once."""
        with self.lock:
            if self._choices is None:
                made = self.book.choices(self.battle, self.names, self.asked()) if self.yours else []
                self._choices = made
            return self._choices

    @property
    def barred(self) -> list[Choice]:
        """What one would look for, and why it is refused now; made once."""
        with self.lock:
            if self._barred is None:
                made = self.book.barred(self.battle, self.names, self.asked()) if self.yours else []
                self._barred = made
            return self._barred

    @property
    def picks(self) -> Picks | None:
        """The list of which several things are to be picked, if that is asked of this seat."""
        with self.lock:
            return self.book.picks(self.battle, self.names, self.asked()) if self.yours else None

    @property
    def on_table(self) -> frozenset[int]:
        return frozenset(p.number for p in self.scene.pieces)

    def known(self, *pieces: int) -> None:
        """Nobody learns of a piece by its number."""
        waiting = {p.number for p in self.scene.waiting}
        for piece in pieces:
            if piece not in self.on_table and piece not in waiting:
                raise Problem(f"there is no piece {piece}")

    def knows(self, pieces: Iterable[int]) -> bool:
        """Are these, by their places in Names.pieces, all there to see?"""
        seen = self.on_table | {p.number for p in self.scene.waiting}
        return all(self.desk.own_number(piece) in seen for piece in pieces)

    def placed(self, *spots: Spot) -> None:
        for spot in spots:
            if isinstance(spot, int) and spot not in self.on_table:
                raise Problem(f"there is no piece {spot} on the table")

    # --- what a page asks -----------------------------------------------------------------------------------

    def hand(self, piece: int) -> Hand:
        """A piece picked up; measured once."""
        self.known(piece)
        with self.lock:
            if piece not in self.hands:
                ask = self.ask if self.yours else None
                self.hands[piece] = self.book.hand(self.battle, self.names, ask, piece)
            return self.hands[piece]

    def card(self, piece: int) -> Card:
        """What there is to know of a piece."""
        self.known(piece)
        with self.lock:
            return self.book.hand(self.battle, self.names, None, piece).card

    def drag(self, pieces: Sequence[int], pose: Where, like: Order | None) -> Order | None:
        ask = self.asked()
        self.known(*pieces)
        with self.lock:
            return self.book.drag(self.battle, self.names, ask, pieces, pose, like)

    def click(self, pieces: Sequence[int], target: int) -> list[Order]:
        ask = self.asked()
        self.known(*pieces, target)
        with self.lock:
            return self.book.click(self.battle, self.names, ask, pieces, target)

    def offers(self, pieces: Sequence[int]) -> list[Choice]:
        ask = self.asked()
        self.known(*pieces)
        with self.lock:
            return self.book.offers(self.battle, self.names, ask, pieces)

    def preview(self, order: Order) -> Preview:
        ask = self.asked()
        with self.lock:
            return self.book.preview(self.battle, self.names, ask, order)

    def describe(self, order: Order) -> str:
        with self.lock:
            return self.book.describe_order(self.battle, self.names, order)

    def why_not(self, order: Order) -> Refusal | None:
        """Why an order would be refused, as far as this seat can know."""
        ask = self.asked()
        with self.lock:
            rule = int(Plain(self.book).check(self.battle, ask, order))
            return self.book.explain(self.battle, self.names, ask, order, rule) if rule else None

    def sight(self, a: int, b: int) -> Tape:
        self.placed(a, b)
        with self.lock:
            return self.book.sight(self.battle, self.names, a, b)

    def measure(self, a: Spot, b: Spot) -> Tape:
        self.placed(a, b)
        with self.lock:
            return self.book.measure(self.battle, self.names, a, b)

    def read(self, given: Given) -> Order:
        """An order in words or numbers; words are read by the names this seat knows."""
        if isinstance(given, Choice):
            return given.order
        if not isinstance(given, str):
            return as_plain_order(given)
        ask = self.asked()
        first = word(self.book.asks, ask.kind)
        text = given if given.split()[:1] == [first] else f"{first} {given}"
        return read_order(self.book, self.names, f"{SIDES[ask.side]} {text}")[2]

    # --- the chronicle --------------------------------------------------------------------------------------

    def tell(self, events: Iterable[Any]) -> list[Line]:
        """What this seat hears of some events, in the names it knows."""
        heard = self.book.heard(self.names, events, self.sides) if self.hides else events
        return self.book.tell(self.names, heard)


class TableEyes(Eyes):
    """The table as it stands after a change; made once for each seat."""

    def __init__(self, game: Shown, seat: str, like: TableEyes | None = None) -> None:
        """like: the eyes of another seat that sees the same table."""
        desk = None if like is None else like.desk
        if desk is None and not game.hides:
            desk = Desk(game.book, game.battle, game.names, ())
        super().__init__(game.book, game.battle, game.names, game.ask, sides_of(game, seat), desk)
        self.shown, self.changes = game, game.changes
        self.turns: list[list[Line]] = self.all_lines(game) if like is None else like.turns
        self.chronicle: list[Told] = [(line, n) for n, lines in enumerate(self.turns, 1) for line in lines]
        self.mark: str = mark_of(self.chronicle) if like is None else like.mark
        self.roll = game.roll_wanted
        self.length = len(game.entries)

    def all_lines(self, game: Shown) -> list[list[Line]]:
        """All turns, as this seat hears of them."""
        turns = range(1, game.turns + 2)
        if not self.hides:
            return [game.lines_of_turn(n) for n in turns]
        return [self.tell(game.events_of_turn(n)) for n in turns]


def sides_of(game: Shown, seat: str) -> tuple[int, ...]:
    """Whose secrets a seat sees.  On one screen those of who is asked, and none while nobody is; if sides have any."""
    sides = SEATS[seat]
    if not (game.hides and game.book.own_secrets) or len(sides) < 2 or game.outcome is not None:
        return sides
    return () if game.ask is None else (game.ask.side,)


def eyes_of(table: Table, seat: str) -> TableEyes:
    """The eyes of a seat, opened again after every change."""
    with table.looking:
        shown = table.shown  # another may be put there while we look
        fresh: dict[str, TableEyes] = {s: e for s, e in table.eyes.items() if e.shown is shown}
        if seat not in fresh:
            like = None if shown.hides else next(iter(fresh.values()), None)
            fresh[seat] = TableEyes(shown, seat, like)
            table.eyes = fresh
        return fresh[seat]
