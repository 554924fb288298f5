"""One turn run from its list of orders, as often as need be, until it is over or something is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from types import TracebackType
from typing import Any

from .engines import Engine, Plain, asked, give_orders
from .notation import Entry, Move, Reseed, Throw
from .problems import Problem
from .records import Exhausted, Pending
from .values import Ask

FEWER = "; end the turn with fewer orders"
Visit = Callable[[Any, int, Ask], None]  # the battle, the number of the order in its turn, what is asked
Stopped = Callable[[TracebackType | None], None]  # where the rules stood when they wanted dice


class Overflow(Problem):
    """More happens in one turn than a book has paper for: what would make it so is not taken."""


class Stop(Enum):
    TURN = 0  # the turn is over
    ASK = 1  # a person is asked
    ROLL = 2  # dice are wanted
    THERE = 3  # the order that was looked for


class There(Exception):
    """The walk has come where it was going."""


class Tape(list[Any]):
    """The orders of a script, on a tape that tells when one is read."""

    def __init__(self, slots: list[Any], read: Callable[[int], None]) -> None:
        super().__init__(slots)
        self.read = read

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, int):
            self.read(k)
        return super().__getitem__(k)


def lay_out(battle: Any, entries: Sequence[Entry]) -> None:
    """Write the list of a turn into the battle's script and dice, and clear its log."""
    orders = [e.order for e in entries if isinstance(e, Move)]
    faces = [f for e in entries if isinstance(e, Throw) for f in e.faces]
    if len(orders) > len(battle.script.orders) or len(faces) > len(battle.dice.given):
        raise Overflow(
            f"more than {len(battle.script.orders)} orders or {len(battle.dice.given)} dice in one turn"
        )
    give_orders(battle, orders)
    give_seeds(battle, entries)
    for k, face in enumerate(faces):
        battle.dice.given[k] = face
    battle.dice.n_given, battle.dice.used = len(faces), 0
    battle.log.n, battle.log.room = 0, len(battle.log.events)


def give_seeds(battle: Any, entries: Sequence[Entry]) -> None:
    """Write the seeds that forks have brought in into the script; of two at one place the later one holds."""
    due: dict[int, int] = {}
    orders = 0
    for e in entries:
        if isinstance(e, Reseed):
            due[orders] = e.seed
        orders += isinstance(e, Move)
    s = battle.script
    if len(due) > len(s.reseeds):
        raise Overflow(f"more than {len(s.reseeds)} forks in one turn: fork from another turn")
    s.n_reseeds = len(due)
    for k, (at, seed) in enumerate(due.items()):
        s.reseeds[k].at, s.reseeds[k].seed = at, seed


def run_turn(
    engine: Engine,
    battle: Any,
    entries: Sequence[Entry],
    visit: Visit | None = None,
    rolls: Stopped | None = None,
) -> Stop:
    """Play a turn with the list so far, until it is over or something is wanted.

    A visitor is told of every order of the list when it is reached, and somebody where dice are wanted (on CPython only)."""
    lay_out(battle, entries)
    slots = battle.script.orders
    if visit is not None:
        battle.script.orders = Tape(slots, watcher(battle, int(battle.script.n), visit))
    try:
        stop = play_on(engine, battle, rolls)
    finally:
        if visit is not None:
            battle.script.orders = slots
    if battle.log.n >= battle.log.room:
        raise Overflow(f"more than {battle.log.room} events in turn {battle.turn}: the log is full{FEWER}")
    if battle.script.n >= battle.script.room:
        raise Overflow(
            f"more than {battle.script.room} orders in turn {battle.turn}: the script is full{FEWER}"
        )
    return stop


def play_on(engine: Engine, battle: Any, rolls: Stopped | None) -> Stop:
    try:
        engine.play_turn(battle)
    except Pending:
        return Stop.ASK
    except Exhausted as stop:
        if rolls is not None:
            rolls(stop.__traceback__)
        return Stop.ROLL
    except There:
        return Stop.THERE
    return Stop.TURN


def watcher(battle: Any, given: int, visit: Visit) -> Callable[[int], None]:
    """Tell of the orders that were given beforehand, not of those that generals add."""

    def read(k: int) -> None:
        if k < given:
            visit(battle, k, asked(battle))

    return read


def put_dice_away(battle: Any) -> None:
    """Dice given by hand are history once they are used."""
    d = battle.dice
    for k in range(d.n_given):
        d.given[k] = 0
    d.n_given = d.used = d.want = d.want_n = d.want_sides = d.want_target = 0


def state_when_asked(plain: Plain, battle: Any) -> bytes:
    """The state for a tag: without the dice that lie on the table."""
    copy = plain.copy(battle)
    put_dice_away(copy)
    return plain.state(copy)
