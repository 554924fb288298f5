"""One host behind all doors, and the threads its rules run in: never the event loop.

Generals think in threads of their own; who looks at a table is shown how it stands, and who acts after another
waits outside the threads: a slow general holds up nobody at another table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread

from .host import PERSON, Host, Table
from .rates import Visitors
from .rooms import Room
from .settings import Settings

LOOKERS = 2  # threads for who looks: more would only pass the lock of Python around among them
ACTORS = 8  # threads for who acts, and then waits for the disk
THINKERS = 2  # threads for odds, which take their time
READERS = 2  # threads for saved battles, which are gone through order by order
ELSEWHERE = 2.0  # seconds after which we look what other processes have done to games that are looked at here
GENERALS = 64  # that may think at once: no slow one keeps another from beginning

log = logging.getLogger("grognard.server")


class Pool:
    """Some threads; others wait until one is free."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.limiter: CapacityLimiter | None = None  # of the loop that runs, so not made before

    async def __call__(self, act: Callable[..., Any], *args: Any) -> Any:
        if self.limiter is None:
            self.limiter = CapacityLimiter(self.threads)
        return await to_thread.run_sync(partial(act, *args), limiter=self.limiter)


class Server:
    """One host behind the doors, and the threads its rules run in."""

    def __init__(self, host: Host, settings: Settings) -> None:
        self.host, self.settings, self.limits = host, settings, settings.limits
        self.visitors = Visitors(settings.limits)
        self.rooms: dict[str, Room] = {}
        self.run = Pool(LOOKERS)  # something that takes its time
        self.deeds = Pool(ACTORS)  # orders of people
        self.think = Pool(THINKERS)  # something that takes long, in nobody's way
        self.read = Pool(READERS)  # a saved battle, in nobody's way either
        self.command = Pool(GENERALS)  # orders that generals answer

    def room(self, game: str) -> Room:
        if game not in self.rooms:
            self.rooms[game] = Room(partial(self.forget, game))
        return self.rooms[game]

    def forget(self, game: str, room: Room) -> None:
        """The room is empty; if there is another by now, that one stays."""
        if self.rooms.get(game) is room:
            del self.rooms[game]

    async def table(self, game: str) -> Table:
        """A table; before it is open, generals may have to think, or a whole list to be gone through."""
        table: Table = await self.command(self.host.table, game)
        return table

    async def act(self, table: Table, act: Callable[..., Any], *args: Any) -> Any:
        """Something that changes a table: one after another."""
        room = self.room(table.heading.id)
        alone = (table.heading.blue, table.heading.red) == (PERSON, PERSON)
        try:
            async with room.acting:
                return await (self.deeds if alone else self.command)(act, *args)
        finally:
            room.tidy()

    async def still(self, game: str) -> None:
        """Until nobody acts at a table."""
        room = self.rooms.get(game)
        if room is not None:
            async with room.acting:
                pass

    async def keep_up(self) -> None:
        """Tell those who look at a game what other processes with the same store have done to it."""
        while True:
            await asyncio.sleep(ELSEWHERE)
            try:
                if self.rooms:
                    await self.run(self.host.catch_up)
            except Exception:
                log.exception("the store could not be looked at")
