"""One book, run by CPython or by its compiled twin: the same verbs, the same bytes.

The state of a battle is its record up to the script; from there on is paper (script, log, sums, refusals)
that says how a battle is being played, not how it stands."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np

from .battle import Event
from .book import Book
from .records import clone, cloner, dtype_of, is_scalar, pack, unpack
from .values import Ask, Order

PAPER = "script"  # the first field of a battle that is no part of its state
WORDS = {"f8": "d", "i8": "q", "?": "?"}

Play = Callable[[Any], None]
Check = Callable[[Any, Ask, Order], int]


class Engine(Protocol):
    """Whoever runs the rules of a book."""

    name: str
    play_turn: Play
    check: Check

    def start(self, battle: Any) -> Any: ...

    def copy(self, battle: Any) -> Any: ...

    def state(self, battle: Any) -> bytes: ...

    def restore(self, state: bytes, like: Any) -> Any: ...

    def plain(self, battle: Any) -> Any: ...


class Plain:
    """The rules as CPython runs them."""

    name = "plain"

    def __init__(self, book: Book) -> None:
        self.battle = book.battle
        self.play_turn: Play = rules_module(book, "sequence").play_turn
        self.check: Check = rules_module(book, "legality").check

    def start(self, battle: Any) -> Any:
        return clone(battle)

    def copy(self, battle: Any) -> Any:
        """The state copied, the paper shared: a game writes on one sheet."""
        return head_cloner(self.battle)(battle)

    def desk(self, battle: Any) -> Any:
        """A copy to look at and measure on, with scratch paper of its own: others may go on meanwhile."""
        copy = self.copy(battle)
        fields = dataclasses.fields(self.battle)
        for f in fields[len(head_fields(self.battle)) :]:
            if f.name not in ("script", "log"):  # nobody who looks writes on these
                setattr(copy, f.name, clone(getattr(copy, f.name)))
        return copy

    def state(self, battle: Any) -> bytes:
        return head_packer(self.battle)(battle)

    def restore(self, state: bytes, like: Any) -> Any:
        """The battle of a state, on the paper of another."""
        return head_unpacker(self.battle)(state, like)

    def plain(self, battle: Any) -> Any:
        return battle


class Compiled:
    """The rules as their compiled twin runs them."""

    name = "compiled"

    def __init__(self, book: Book) -> None:
        from . import compiled  # loads Numba, which takes its time: only where it is wanted

        self.battle = book.battle
        self.play_turn: Play = compiled.entry(f"{book.package}.sequence", "play_turn")
        self.check: Check = compiled.entry(f"{book.package}.legality", "check")

    def start(self, battle: Any) -> Any:
        room = np.zeros(1, dtype_of(self.battle))
        pack(battle, room[0])
        return room.view(np.recarray)[0]

    def copy(self, battle: Any) -> Any:
        """By bytes: numpy's assignment copies the fields and leaves the padding as it found it."""
        return np.frombuffer(bytearray(battle.tobytes()), battle.dtype).view(np.recarray)[0]

    def state(self, battle: Any) -> bytes:
        return bytes(battle.tobytes()[: head_size(self.battle)])

    def restore(self, state: bytes, like: Any) -> Any:
        """The battle of a state, with a copy of the paper of another."""
        record = bytearray(state + like.tobytes()[len(state) :])
        return np.frombuffer(record, like.dtype).view(np.recarray)[0]

    def plain(self, battle: Any) -> Any:
        return unpack(battle, self.battle)


def rules_module(book: Book, chapter: str) -> Any:
    return importlib.import_module(f"grognard.{book.package}.{chapter}")


def engine_for(book: Book, name: str = "plain") -> tuple[Engine, str]:
    """The engine asked for; where there is none, CPython and the reason."""
    if name == "compiled":
        from . import compiled

        reason = compiled.missing()
        return (Plain(book), reason) if reason else (Compiled(book), "")
    if name == "swift":
        from .swift import Swift

        return Swift(book), ""
    return Plain(book), ""


def digest(state: bytes) -> str:
    """The state of a battle in sixteen letters."""
    return hashlib.blake2b(state, digest_size=8).hexdigest()


def head_size(cls: type) -> int:
    """How many bytes of a battle's record are its state."""
    return int(dtype_of(cls).fields[PAPER][1])


def head_fields(cls: type) -> list[dataclasses.Field[Any]]:
    fields = dataclasses.fields(cls)
    return list(fields[: [f.name for f in fields].index(PAPER)])


@cache
def head_cloner(cls: type) -> Callable[[Any], Any]:
    """A generated copier of the state that passes the paper on."""
    state = {f.name for f in head_fields(cls)}
    env: dict[str, Any] = {"cls": cls}
    parts = []
    for f in dataclasses.fields(cls):
        of, shape, part = f.metadata.get("of"), f.metadata.get("shape", ()), f"s.{f.name}"
        if f.name in state and of is not None:
            if not is_scalar(of):
                env["c_" + f.name] = cloner(of)
                part = f"[c_{f.name}(v) for v in {part}]" if shape else f"c_{f.name}({part})"
            else:
                part = f"[v[:] for v in {part}]" if len(shape) > 1 else part + "[:]"
        parts.append(part)
    return eval(f"lambda s: cls({', '.join(parts)})", env)  # type: ignore[no-any-return]


@cache
def head_packer(cls: type) -> Callable[[Any], bytes]:
    """A generated packer: the very bytes of records.pack, up to the paper, forty times as fast."""
    layout, values = head_layout(cls), flattener(cls, tuple(f.name for f in head_fields(cls)))
    return lambda s: layout.pack(*values(s))


@cache
def head_layout(cls: type) -> struct.Struct:
    """The bytes of a state, field by field."""
    names = tuple(f.name for f in head_fields(cls))
    return struct.Struct("=" + layout_of(dtype_of(cls), names, head_size(cls)))


@cache
def head_unpacker(cls: type) -> Callable[[bytes, Any], Any]:
    """The packer undone: the battle of these bytes, on the paper of another."""
    layout, names = head_layout(cls), {f.name for f in head_fields(cls)}
    paper = ", ".join(f"like.{f.name}" for f in dataclasses.fields(cls) if f.name not in names)
    values, _ = builder(cls, frozenset(names))
    env: dict[str, Any] = {"build": values, "cls": cls}
    make = eval(f"lambda v, like: cls(*build(v, 0), {paper})", env)
    return lambda state, like: make(layout.unpack(state), like)


@cache
def builder(cls: type, names: frozenset[str]) -> tuple[Callable[[Any, int], tuple[Any, ...]], int]:
    """A generated function that takes the fields of a record out of a row of scalars; how many it takes."""
    env: dict[str, Any] = {}
    parts, at = [], 0
    for f in dataclasses.fields(cls):
        if f.name not in names:
            continue
        part, at = field_of(f, at, env)
        parts.append(part)
    return eval(f"lambda v, o: ({', '.join(parts)},)", env), at


def field_of(f: dataclasses.Field[Any], at: int, env: dict[str, Any]) -> tuple[str, int]:
    """How a field is taken out of the row, and where the next one begins."""
    of, shape = f.metadata.get("of"), f.metadata.get("shape", ())
    count = int(np.prod(shape)) if shape else 1
    if is_scalar(of):
        if not shape:
            return f"v[o + {at}]", at + 1
        if len(shape) == 1:
            return f"list(v[o + {at} : o + {at + count}])", at + count
        wide = count // shape[0]
        rows = f"for k in range(o + {at}, o + {at + count}, {wide})"
        return f"[list(v[k : k + {wide}]) {rows}]", at + count
    kind: Any = of
    inner, size = builder(kind, frozenset(g.name for g in dataclasses.fields(kind)))
    env["b_" + f.name], env["r_" + f.name] = inner, of
    if not shape:
        return f"r_{f.name}(*b_{f.name}(v, o + {at}))", at + size
    each = f"for k in range(o + {at}, o + {at + size * count}, {size})"
    return f"[r_{f.name}(*b_{f.name}(v, k)) {each}]", at + size * count


def layout_of(dtype: Any, names: Sequence[str], size: int) -> str:
    """The letters of the struct module for a record, its padding included."""
    out, at = "", 0
    for name in names:
        kind, start = dtype.fields[name][0], dtype.fields[name][1]
        base, shape = kind.subdtype or (kind, ())
        count = int(np.prod(shape)) if shape else 1
        one = WORDS[base.str.lstrip("<|")[-2:].replace("b1", "?")] if base.names is None else ""
        each = f"{count}{one}" if one else layout_of(base, base.names, base.itemsize) * count
        out += "x" * (start - at) + each
        at = start + kind.itemsize
    return out + "x" * (size - at)


@cache
def flattener(cls: type, names: tuple[str, ...]) -> Callable[[Any], Iterator[Any]]:
    """A generated function that gives all scalars of a record in order."""
    env: dict[str, Any] = {}
    parts = []
    for f in dataclasses.fields(cls):
        of, shape, part = f.metadata.get("of"), f.metadata.get("shape", ()), f"s.{f.name}"
        if f.name not in names:
            continue
        if of is None:
            parts.append(part)
        elif is_scalar(of):
            parts.append(f"*{part}" if len(shape) == 1 else f"*[v for row in {part} for v in row]")
        else:
            env["f_" + f.name] = flattener(of, tuple(g.name for g in dataclasses.fields(of)))
            parts.append(f"*[v for r in {part} for v in f_{f.name}(r)]" if shape else f"*f_{f.name}({part})")
    return eval(f"lambda s: ({', '.join(parts)},)", env)  # type: ignore[no-any-return]


ORDER = Order._fields


def give_orders(battle: Any, orders: Sequence[Order]) -> None:
    """Write the orders of the turn so far into the script."""
    s = battle.script
    s.n, s.cursor, s.room, s.n_reseeds, s.reseeded = len(orders), 0, len(s.orders), 0, 0
    for k, order in enumerate(orders):
        slot = s.orders[k]
        for name, value in zip(ORDER, order, strict=True):
            setattr(slot, name, value)


def orders_from(battle: Any, first: int) -> list[Order]:
    """What generals have ordered: plain values, no members of enums, no scalars of numpy."""
    script = battle.script
    return [as_order(script.orders[k]) for k in range(first, int(script.cursor))]


def as_order(slot: Any) -> Order:
    o = slot
    return Order(
        int(o.kind), int(o.actor), int(o.other), int(o.how), float(o.x), float(o.y), float(o.fx), float(o.fy)
    )


def asks_from(battle: Any) -> list[Ask]:
    """What each order of the turn so far answered."""
    orders, n = battle.script.orders, int(battle.script.cursor)
    return [
        Ask(int(o.ask_kind), int(o.ask_side), int(o.ask_actor), int(o.ask_other))
        for o in (orders[k] for k in range(n))
    ]


def asked(battle: Any) -> Ask:
    s = battle.script
    return Ask(int(s.ask_kind), int(s.ask_side), int(s.ask_actor), int(s.ask_other))


def events_from(battle: Any, first: int = 0) -> list[Event]:
    """What the log says, as records of its own."""
    log = battle.log
    return [as_event(log.events[k]) for k in range(first, int(log.n))]


def as_event(e: Any) -> Event:
    return Event(
        int(e.kind), int(e.rule), int(e.actor), int(e.other), int(e.a), int(e.b), float(e.d), int(e.faces)
    )
