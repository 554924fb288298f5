"""What all books share: the event and the log, the script of orders."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from .dice import Dice, packed_faces, seed_dice
from .records import many
from .values import Ask, Order

RULINGS = 1000  # rule numbers in events: FH-057 is 57, FH-R36 is 1036


class General(IntEnum):
    """Who answers for a side."""

    PERSON = 0
    DRILL = 1
    RANDOM = 2


@dataclass(slots=True)
class OrderRecord:
    kind: int = 0
    actor: int = 0
    other: int = 0
    how: int = 0
    x: float = 0.0
    y: float = 0.0
    fx: float = 0.0
    fy: float = 0.0
    ask_kind: int = 0  # what it answered, once it has been reached
    ask_side: int = 0
    ask_actor: int = 0
    ask_other: int = 0


@dataclass(slots=True)
class Event:
    """Something that happened: its kind (a book's word), the rule it cites, who, and three numbers."""

    kind: int = 0
    rule: int = 0
    actor: int = 0
    other: int = 0
    a: int = 0
    b: int = 0
    d: float = 0.0
    faces: int = 0  # the dice behind it, six bits a face


@dataclass(slots=True)
class Log:
    n: int = 0
    room: int = 0  # 0: the log is off
    events: list[Event] = many(Event, 2048)


@dataclass(slots=True)
class NewDice:
    """From an order on the dice are others: a fork has brought in a seed."""

    at: int = 0
    seed: int = 0


@dataclass(slots=True)
class Script:
    """The orders since the snapshot: those given beforehand are replayed, those of generals appended."""

    n: int = 0
    cursor: int = 0
    room: int = 0  # 0: the orders of generals are not recorded
    n_reseeds: int = 0
    reseeded: int = 0  # how many of them are in force
    ask_kind: int = 0
    ask_side: int = 0
    ask_actor: int = 0
    ask_other: int = 0
    orders: list[OrderRecord] = many(OrderRecord, 512)
    reseeds: list[NewDice] = many(NewDice, 64)  # in the order of their places


@dataclass(slots=True)
class Refusal:
    """The measurement behind the last refusal: what was asked, what is allowed, who is in the way."""

    asked: float = 0.0
    allowed: float = 0.0
    other: int = -1


def plain(kind: int, actor: int, other: int) -> Order:
    """An order without a place."""
    return Order(kind, actor, other, 0, 0.0, 0.0, 0.0, 0.0)


def with_how(kind: int, actor: int, other: int, how: int) -> Order:
    """An order without a place, but with a word of the book's."""
    return Order(kind, actor, other, how, 0.0, 0.0, 0.0, 0.0)


def emit(log: Log, kind: int, rule: int, actor: int, other: int, a: int, b: int, d: float) -> None:
    """Note an event in the log, if it is on."""
    if log.n < log.room:
        e = log.events[log.n]
        e.kind = kind
        e.rule = rule
        e.actor = actor
        e.other = other
        e.a = a
        e.b = b
        e.d = d
        e.faces = 0
        log.n += 1


def emit_roll(log: Log, dice: Dice, kind: int, rule: int, actor: int, other: int, a: int, b: int) -> None:
    """Note an event together with the faces of the last roll."""
    if log.n < log.room:
        emit(log, kind, rule, actor, other, a, b, 0.0)
        log.events[log.n - 1].faces = packed_faces(dice)


def next_order(s: Script) -> Order:
    o = s.orders[s.cursor]
    mark_ask(s, o)
    s.cursor += 1
    return Order(o.kind, o.actor, o.other, o.how, o.x, o.y, o.fx, o.fy)


def mark_ask(s: Script, o: OrderRecord) -> None:
    """Note beside an order what it answers."""
    o.ask_kind = s.ask_kind
    o.ask_side = s.ask_side
    o.ask_actor = s.ask_actor
    o.ask_other = s.ask_other


def record(s: Script, order: Order) -> None:
    if s.n < s.room:
        o = s.orders[s.n]
        mark_ask(s, o)
        o.kind = order.kind
        o.actor = order.actor
        o.other = order.other
        o.how = order.how
        o.x = order.x
        o.y = order.y
        o.fx = order.fx
        o.fy = order.fy
        s.n += 1
        s.cursor = s.n


def note_ask(s: Script, ask: Ask) -> None:
    s.ask_kind = ask.kind
    s.ask_side = ask.side
    s.ask_actor = ask.actor
    s.ask_other = ask.other


def reseed_when_due(s: Script, dice: Dice) -> None:
    """A fork has other dice from the order on at which it was made."""
    if s.reseeded < s.n_reseeds and s.cursor == s.reseeds[s.reseeded].at:
        seed_dice(dice, s.reseeds[s.reseeded].seed)
        s.reseeded += 1


def begin_again(b: Any, work: Any, start: Any, head: int, key: int, whim: int) -> None:
    """Laboratory only: a battle as at the start, with dice and coins of its own.

    Only the state is copied (head bytes), not the script, the log and the paper."""
    for i in range(head):
        work[i] = start[i]
    b.dice.key = key
    b.whim.key = whim


def refuse(r: Refusal, rule: int, asked: float, allowed: float, other: int) -> int:
    """Refuse an order by a rule, and note the measurement."""
    r.asked = asked
    r.allowed = allowed
    r.other = other
    return rule
