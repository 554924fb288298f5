"""Thinking ahead: an order tried on copies, with other dice from that very order on.  No one may peek."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .battle import Event, General
from .dice import Dice, Source, seed_dice
from .engines import Plain, events_from
from .notation import Move
from .records import clone
from .running import Tape, lay_out
from .values import Order

if TYPE_CHECKING:
    from .game import Game


Rules = Callable[[Any], None]


class Over(Exception):
    """The step of the turn that was asked about is over."""


class Tried(ABC):
    """An order tried on copies of a battle."""

    plain: Plain
    start: Any
    room = 0  # nobody reads the log
    first = 0  # of the events that come of the order

    def make(self) -> Any:
        return self.plain.copy(self.start)

    @abstractmethod
    def run(self, battle: Any) -> None:
        """What comes of the order, in a copy."""

    @abstractmethod
    def fate(self, battle: Any) -> tuple[int, int, frozenset[int]]:
        """The figures that blue and red lose, and the pieces that break."""

    def listen(self, seed: int) -> list[Event]:
        """What would be told if the dice fell as some seed has it."""
        battle = self.make()
        battle.dice.source = int(Source.SEEDED)
        seed_dice(battle.dice, seed)
        self.room = len(battle.log.events)
        try:
            self.run(battle)
        finally:
            self.room = 0
        return events_from(battle, self.first)


class Trial(Tried):
    """One order, tried until the step of the turn is over; drill-book generals answer what is asked then."""

    def __init__(self, game: Game, order: Order, sides: tuple[int, ...] | None = None) -> None:
        """sides: whose odds these are; what they may not know plays no part in them.  None: all is known."""
        self.plain, self.book, self.names = Plain(game.book), game.book, game.names
        self.sides = sides if game.hides else None
        last = game.snapshots[-1]
        self.entries = [*game.entries[last.mark :], Move(order, True)]
        self.nth = sum(isinstance(e, Move) for e in self.entries) - 1
        self.start = self.plain.start(game.engine.plain(last.battle))
        self.slots = self.start.script.orders
        self.losses = game.book.losses
        now = self.known(self.plain.desk(game.battle))
        self.before, self.broken = self.losses(now), game.book.broken(now)
        self.phase, self.turn = game.battle.phase, game.battle.turn

    def known(self, battle: Any) -> Any:
        """The battle without what those who ask may not know."""
        if self.sides is not None:
            self.book.conceal(battle, self.names, self.sides)
        return battle

    def run(self, battle: Any) -> None:
        """History with the dice it had, then the order with the dice that are being tried."""
        battle.dice, dice = clone(self.start.dice), battle.dice
        battle.script.orders = self.slots
        lay_out(battle, self.entries)
        battle.log.room = self.room
        battle.script.orders = Tape(self.slots, Switch(self, battle, dice).read)
        with contextlib.suppress(Over):
            self.plain.play_turn(battle)

    def result(self, battle: Any) -> tuple[int, int]:
        """The figures that blue and red lose."""
        now = self.losses(battle)
        return now[0] - self.before[0], now[1] - self.before[1]

    def fate(self, battle: Any) -> tuple[int, int, frozenset[int]]:
        return *self.result(battle), self.book.broken(battle) - self.broken


class Alone(Tried):
    """One order carried out by itself, on copies of the battle as it stands: nothing else of the turn.

    Of what those who ask may not know nothing is left in them."""

    def __init__(self, game: Game, order: Order, rules: Rules, sides: tuple[int, ...]) -> None:
        self.plain, self.book, self.rules = Plain(game.book), game.book, rules
        self.start = self.plain.start(game.battle)
        if game.hides:
            game.book.conceal(self.start, game.names, sides)
        self.start.generals = [int(General.DRILL)] * 2
        self.start.script.n = self.start.script.cursor = self.start.log.n = 0
        self.start.script.n_reseeds = self.start.script.reseeded = 0
        self.losses = game.book.losses(self.start)
        self.broken = game.book.broken(self.start)

    def run(self, battle: Any) -> None:
        battle.script.n = battle.script.cursor = battle.log.n = 0
        battle.log.room = self.room
        self.rules(battle)

    def fate(self, battle: Any) -> tuple[int, int, frozenset[int]]:
        now = self.book.losses(battle)
        lost = now[0] - self.losses[0], now[1] - self.losses[1]
        return *lost, self.book.broken(battle) - self.broken


class Switch:
    """Changes the dice when the order is reached, and ends the trial when the step is over."""

    def __init__(self, trial: Trial, battle: Any, dice: Dice) -> None:
        self.trial, self.battle, self.dice = trial, battle, dice

    def read(self, k: int) -> None:
        b, t = self.battle, self.trial
        if k == t.nth:
            self.dice.faces, self.dice.rolled = b.dice.faces, b.dice.rolled  # the order may be about them
            b.dice = self.dice
            b.generals = [int(General.DRILL)] * 2
            t.first = b.log.n
            t.known(b)
        elif k > t.nth and (b.phase, b.turn) != (t.phase, t.turn):
            raise Over
