"""The rules as CPython runs them, but a turn goes through the compiled twin as soon as that is ready.

A battle stays what it is on CPython, so a game begun before the twin was ready goes on with it, and whoever looks
at one finds nothing strange.  The twin is made beside everything else: the first time by a process of its own, with
the least of claims on the processor, which leaves it on disk."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from .battle import Event, General, OrderRecord, Script
from .book import BOOKS, Book, book, scenario_paths
from .checking import make_ready, record_of
from .engines import Plain, Play, flattener, head_fields, head_size, head_unpacker
from .records import Exhausted, Pending

ORDER = tuple(f.name for f in dataclasses.fields(OrderRecord))

turns: dict[str, Play] = {}  # the compiled turns that are ready, by the id of the book

log = logging.getLogger("grognard.swift")


class Swift(Plain):
    """CPython, and the twin for whole turns."""

    name = "swift"

    def __init__(self, of: Book) -> None:
        super().__init__(of)
        self.id, self.slowly = of.id, self.play_turn
        self.play_turn = self.play

    def play(self, battle: Any) -> None:
        turn = turns.get(self.id)
        if turn is None:
            self.slowly(battle)
            return
        room = record_of(battle, self.battle)
        put_paper(battle, room)
        try:
            turn(room.view(np.recarray)[0])
        finally:
            take_state(battle, self.battle, room)
            take_paper(battle, room)


def put_paper(battle: Any, room: Any) -> None:
    """The orders given, and room for what happens."""
    script, to = battle.script, room["script"][0]
    for name in script_words():
        to[name] = getattr(script, name)
    values = flattener(OrderRecord, ORDER)
    to["orders"][: script.n] = [tuple(values(script.orders[k])) for k in range(script.n)]
    to["reseeds"][: script.n_reseeds] = [(r.at, r.seed) for r in script.reseeds[: script.n_reseeds]]
    room["log"]["room"][0] = battle.log.room


def take_state(battle: Any, cls: type, room: Any) -> None:
    """How the battle stands now."""
    now = head_unpacker(cls)(room.tobytes()[: head_size(cls)], battle)
    for f in head_fields(cls):
        setattr(battle, f.name, getattr(now, f.name))


def take_paper(battle: Any, room: Any) -> None:
    """The orders with what they answered, those of generals too, and what happened."""
    script, done = battle.script, room["script"][0]
    for name in script_words():
        setattr(script, name, done[name].item())
    orders = done["orders"][: max(script.n, script.cursor)].tolist()
    script.orders[: len(orders)] = [OrderRecord(*o) for o in orders]
    events = room["log"]["events"][0][: int(room["log"]["n"][0])].tolist()
    battle.log.n = len(events)
    battle.log.events[: len(events)] = [Event(*e) for e in events]


@cache
def script_words() -> list[str]:
    return [f.name for f in dataclasses.fields(Script) if f.metadata.get("of") is None]


# --- making it ready --------------------------------------------------------------------------------------------


def get_ready(of: Book) -> None:
    """Compile a book's turn and check, or load them."""
    from . import compiled  # loads Numba, which takes its time: only where it is wanted

    make_ready(of)
    turn: Play = compiled.entry(f"{of.package}.sequence", "play_turn")
    first = of.set_up(next(iter(scenario_paths(of.id).values())), {}).battle
    first.generals = [int(General.PERSON)] * 2
    with contextlib.suppress(Pending, Exhausted):  # somebody is asked, and nobody is there
        turn(record_of(first, of.battle).view(np.recarray)[0])
    turns[of.id] = turn


def warm(books: Iterable[str] = BOOKS) -> threading.Thread | None:
    """Get books ready in the background; nothing where there is no compiler."""
    from . import compiled

    if compiled.missing():
        return None
    thread = threading.Thread(target=warm_all, args=(list(books),), name="warm", daemon=True)
    thread.start()
    return thread


def warm_all(books: list[str]) -> None:
    for name in books:
        try:
            subprocess.run([sys.executable, "-m", __name__, name], check=True, stdin=subprocess.DEVNULL)
            get_ready(book(name))
            gc.freeze()  # what was loaded stays
            log.info("the rules of %s are compiled", name)
        except Exception:  # slower without it, no worse: said in the log
            log.exception("the rules of %s could not be compiled", name)


def main() -> None:
    """In a process of its own, one at a time: what is compiled stays on disk."""
    from . import compiled

    root = compiled.cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with (root / "compiling").open("w") as turn:
        if sys.platform != "win32":
            import fcntl

            os.nice(19)
            fcntl.flock(turn, fcntl.LOCK_EX)
        for name in sys.argv[1:]:
            get_ready(book(name))


if __name__ == "__main__":
    main()
