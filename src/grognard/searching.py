"""The nearest order that is legal: back along its line, in rings about the place asked for, or the first of several."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, hypot, isfinite, pi, sin

from .values import Order

BISECTIONS = 14
RINGS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)  # inches around the place that was asked for
SPOKES = 16
BEYOND = 1e4  # inches or centimetres: on no table

Legal = Callable[[Order], bool]


def is_place(o: Order) -> bool:
    """Numbers that could be a place or a direction on some table."""
    return all(isfinite(v) and abs(v) < BEYOND for v in (o.x, o.y, o.fx, o.fy))


def with_facing(o: Order) -> Order:
    """A direction is made one of length 1."""
    size = hypot(o.fx, o.fy)
    return o._replace(fx=o.fx / size, fy=o.fy / size) if size > 1e-9 else o


def first_legal(legal: Legal, tries: Iterable[Order | None]) -> Order | None:
    """The first of several orders that is legal, or None."""
    return next((o for o in tries if o is not None and legal(o)), None)


def along(legal: Legal, o: Order, x: float, y: float, steps: int = BISECTIONS) -> Order | None:
    """The order as far as it can be carried out along its line from (x, y), or None if it cannot be at all."""
    if legal(o):
        return o
    short, long = 0.0, 1.0
    best = None
    for _ in range(steps):
        middle = (short + long) / 2
        tried = o._replace(x=x + (o.x - x) * middle, y=y + (o.y - y) * middle)
        if legal(tried):
            short, best = middle, tried
        else:
            long = middle
    return best


def about(legal: Legal, o: Order, nearer_than: float) -> Order | None:
    """A place near the one asked for, no farther off than something already found."""
    for ring in RINGS:
        if ring >= nearer_than:
            return None
        for spoke in range(SPOKES):
            turn = 2 * pi * spoke / SPOKES
            tried = o._replace(x=o.x + ring * cos(turn), y=o.y + ring * sin(turn))
            if legal(tried):
                return tried
    return None
