"""Values that both twins share: the ask, the order, the box.  Never lifted, never changed once made."""

from __future__ import annotations

from typing import NamedTuple


class Ask(NamedTuple):
    """A choice the rules ask of a side, about an actor and perhaps another (-1: none)."""

    kind: int
    side: int
    actor: int
    other: int


class Order(NamedTuple):
    """An answer to an ask.  `how` is a book's own word (a formation, a modifier); the rest is a place."""

    kind: int
    actor: int
    other: int
    how: int
    x: float
    y: float
    fx: float
    fy: float


class Box(NamedTuple):
    """A rectangle on the table: centre, facing (a unit vector), width across the front, depth."""

    x: float
    y: float
    fx: float
    fy: float
    width: float
    depth: float
