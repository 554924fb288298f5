"""What the invariants of all books share: looking at a battle again and again, whoever gives the orders.

Every book has a module invariants beside its tests.  tests/test_battles.py and tools/fuzz.py want of it Watch,
its own Watching, and SHARE, how many battles the tests fight of those they would fight of a fast book.

watch = Watch()
watch.look(battle)    # after every order; raises Broken with everything that is not so"""

from __future__ import annotations

import dataclasses
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any


class Broken(AssertionError):
    """Something is true of a battle that must not be."""


class Watching(ABC):
    """Looks at a battle again and again, and remembers what may only fall, or rise."""

    phases: type[IntEnum]

    def __init__(self) -> None:
        self.turn = 0
        self.looks = 0

    @abstractmethod
    def wrong(self, b: Any) -> Iterator[str]:
        """Everything that is not as it must be, now or after what is remembered."""

    @abstractmethod
    def remember(self, b: Any) -> None:
        """What the next look is compared with."""

    def look(self, b: Any) -> None:
        wrong = list(self.wrong(b))
        if b.turn < self.turn:
            wrong.append(f"turn {b.turn} after turn {self.turn}")
        self.looks += 1
        self.turn = b.turn
        self.remember(b)
        if wrong:
            where = f"turn {b.turn}, {self.phases(b.phase).name}, decision {b.decisions}"
            raise Broken(f"{where}: {'; '.join(wrong)}")

    def look_at_game(self, game: Any) -> int:
        """Go through a game order by order and look each time; how often."""
        for n in range(1, game.turns + 2):
            if n <= game.turns or game.entries_of_turn(n):
                self.look(game.walk(n, lambda b, k, ask: self.look(b)))
        return self.looks


def no_numbers(name: str, records: Iterable[Any]) -> Iterator[str]:
    """Numbers of records that are none: infinite, or the result of something impossible."""
    for i, record in enumerate(records):
        for field in dataclasses.fields(record):
            value = getattr(record, field.name)
            if isinstance(value, float) and not math.isfinite(value):
                yield f"{name} {i}: {field.name} is {value}"
