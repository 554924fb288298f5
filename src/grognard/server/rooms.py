"""Who is at a table now, and who is being waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from .messages import Company

WATCH = "watch"


class Present(Protocol):
    """Somebody at a table."""

    name: str

    def stir(self) -> None:
        """Something around the table is new."""


@dataclass
class Room:
    """The pages at one table."""

    forget: Callable[[Room], None]  # called when the last has gone
    pages: set[Present] = field(default_factory=set)
    thinking: int = -1  # the side whose general is being waited for
    acting: asyncio.Lock = field(
        default_factory=asyncio.Lock
    )  # one acts at a time: others wait, in no thread

    def enter(self, page: Present) -> None:
        self.pages.add(page)
        self.stir()

    def leave(self, page: Present) -> None:
        self.pages.discard(page)
        self.stir()
        self.tidy()

    def tidy(self) -> None:
        if not self.pages and not self.acting.locked():
            self.forget(self)

    def think(self, side: int) -> None:
        self.thinking = side
        self.stir()

    def stir(self) -> None:
        for page in self.pages:
            page.stir()

    def company(self) -> Company:
        """Who sits here, each seat once, and how many watch."""
        names = [page.name for page in self.pages]
        seats = sorted({name for name in names if name != WATCH})
        return Company(seats=seats, watching=names.count(WATCH))
