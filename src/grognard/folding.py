"""The past of a game as a few bytes: the state after a turn, and what happened in it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .battle import Event
from .engines import Engine
from .values import Ask

EVENT = struct.Struct("<6qdq")
ASK = struct.Struct("<?4q")
QUICK = 1  # of zlib's levels: a state is mostly noughts


@dataclass(frozen=True, slots=True)
class Spread:
    """A snapshot as it is played from."""

    battle: Any
    events: list[Event]


@dataclass(frozen=True, slots=True)
class Folded:
    """A snapshot as bytes, and what it takes to unfold it."""

    engine: Engine
    sheet: Any  # a battle whose paper the unfolded one is on
    packed: bytes
    told: bytes

    @property
    def battle(self) -> Any:
        return self.engine.restore(unfold_state(self.packed), self.sheet)

    @property
    def events(self) -> list[Event]:
        return unfold_events(self.told)


def fold_state(state: bytes) -> bytes:
    return zlib.compress(state, QUICK)


def unfold_state(packed: bytes) -> bytes:
    return zlib.decompress(packed)


def rows_of(events: Sequence[Event]) -> bytes:
    """Every number of some events."""
    return b"".join(EVENT.pack(e.kind, e.rule, e.actor, e.other, e.a, e.b, e.d, e.faces) for e in events)


def fold_events(events: Sequence[Event]) -> bytes:
    return zlib.compress(rows_of(events), QUICK)


def unfold_events(told: bytes) -> list[Event]:
    return [Event(*row) for row in EVENT.iter_unpack(zlib.decompress(told))]


def fold_asks(asks: Sequence[Ask | None]) -> bytes:
    """What each entry of a turn answered; nothing for dice."""
    rows = (ASK.pack(ask is not None, *(ask or (0, 0, 0, 0))) for ask in asks)
    return zlib.compress(b"".join(rows), QUICK)


def unfold_asks(packed: bytes) -> list[Ask | None]:
    rows = ASK.iter_unpack(zlib.decompress(packed))
    return [Ask(*rest) if there else None for there, *rest in rows]
