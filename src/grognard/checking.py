"""Is an order legal?  Asked of a book's compiled twin where there is one, else of the rules as they are.

Menus, hands and refusals try hundreds of orders on one battle that stands still.  So a battle on a desk may have a
twin: its record, packed once, that the compiled rules look at.  What they write down, the measurement behind a
refusal and the plans on paper, is there to be read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any

from .book import Book
from .engines import PAPER, Check, head_packer
from .records import dtype_of, pack
from .values import Ask, Order

UNREAD = ("script", "log", "scratch")  # paper that nobody outside the rules reads

ready: dict[str, Check] = {}  # the compiled checks that have been made, by the id of the book


def make_ready(of: Book) -> None:
    """Compile the check of a book, or load it: from here on its desks have twins."""
    from . import compiled  # loads Numba, which takes its time: only where it is wanted

    check: Check = compiled.entry(f"{of.package}.batch", "check_one")
    check(record_of(of.battle(), of.battle), Ask(0, 0, 0, 0), Order(0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0))
    ready[of.id] = check


def with_twin(of: Book, battle: Any) -> Any:
    """The same battle, on a desk with a twin, if the book has a compiled check."""
    if of.id not in ready:
        return battle
    cls = twinned(of.battle)
    desk = cls(*(getattr(battle, f.name) for f in dataclasses.fields(cls)))
    desk.twin = Twin(ready[of.id], of.battle)
    return desk


@cache
def twinned(cls: type) -> Any:
    """A battle with room for a twin; copies of it have none."""
    return type(cls.__name__, (cls,), {"twin": None})


class Paper:
    """What the compiled rules have written on a sheet, read when somebody looks; a sheet to write on for others."""

    def __init__(self, room: Any) -> None:
        self.__dict__["_room"] = room

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = self.__dict__[name] = self._room[name].tolist()
        return found

    def look_again(self) -> None:
        room = self._room
        self.__dict__.clear()
        self.__dict__["_room"] = room


class Twin:
    """The record of a battle that stands still."""

    def __init__(self, check: Check, cls: type) -> None:
        self.compiled, self.cls = check, cls
        self.record: Any = None  # in an array of its own
        self.papers: list[Paper] = []

    def check(self, battle: Any, ask: Ask, order: Order) -> int:
        if self.record is None:
            self.lay_out(battle)
        rule = int(self.compiled(self.record, ask, plainly(order)))
        for paper in self.papers:
            paper.look_again()
        return rule

    def lay_out(self, battle: Any) -> None:
        self.record = record_of(battle, self.cls)
        for name in read_papers(self.cls):
            paper = Paper(self.record[name][0])
            self.papers.append(paper)
            setattr(battle, name, paper)


@cache
def read_papers(cls: type) -> list[str]:
    names = [f.name for f in dataclasses.fields(cls)]
    return [name for name in names[names.index(PAPER) :] if name not in UNREAD]


@cache
def blank(cls: Any) -> bytes:
    """The record of a battle with nothing on its paper, and room on it: somebody will read the measurements."""
    battle = cls()
    battle.log.room = len(battle.log.events)
    return bytes(pack(battle).tobytes())


def record_of(battle: Any, cls: type) -> Any:
    """A battle as the compiled rules see it: an array of one record."""
    import numpy as np

    state = head_packer(cls)(battle)
    return np.frombuffer(bytearray(state + blank(cls)[len(state) :]), dtype_of(cls))


def plainly(o: Order) -> Order:
    """An order without members of enums, which would be compiled for anew."""
    x, y, fx, fy = map(float, o[4:])
    return Order(int(o.kind), int(o.actor), int(o.other), int(o.how), x, y, fx, fy)


def quick(check: Check) -> Callable[[Any, Ask, Order], int]:
    """A book's check: by the battle's twin, if it has one."""

    def checked(b: Any, ask: Ask, order: Order) -> int:
        twin = getattr(b, "twin", None)
        return check(b, ask, order) if twin is None else int(twin.check(b, ask, order))

    return checked
