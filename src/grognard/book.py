"""The contract: what a rulebook must offer so that everything else can play, explain and measure it.

A book is a folder under books/ whose module `book` holds one object, BOOK, of this protocol.  One shared
test, tests/test_contract.py, runs on every book."""

from __future__ import annotations

import enum
import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from .problems import Problem, unknown
from .scenario import header
from .tables import Override
from .values import Ask, Order

BOOKS = {"horse-and-musket": "horse_and_musket"}
HOME = Path(__file__).parent / "books"


@dataclass(frozen=True)
class Setup:
    """A battle before its first die, what its numbers are called, and where it came from."""

    battle: Any
    names: Any
    id: str
    title: str
    path: Path
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An order somebody may give, in words, with a short key for the keyboard."""

    order: Order
    text: str
    key: str = ""


@dataclass(frozen=True)
class Nouns:
    """What the numbers of an order stand for, so that a saved battle says B4 and not 3."""

    actor: str = "unit"  # "unit", "leader" or "number"
    other: str = "unit"
    how: type[enum.IntEnum] | None = None  # the vocabulary, or a number


@dataclass(frozen=True)
class Refusal:
    """Why an order was refused: the rule, the measurement in words, and the nearest order that is legal."""

    rule: str
    text: str
    nearest: Order | None = None


@dataclass(frozen=True)
class Line:
    """One entry of the chronicle: a sentence, the rules it cites, the dice behind it, and who is in it."""

    text: str
    rules: tuple[str, ...]
    dice: tuple[int, ...] = ()
    kind: str = ""
    units: tuple[int, ...] = ()
    level: int = 0  # 0: a turn or phase; 1: something that happens; 2: a step of the sum behind it


@dataclass(frozen=True)
class Outcome:
    """How a battle ended."""

    winner: str  # "blue", "red" or "draw"
    reason: str
    points: tuple[int, int]


@dataclass(frozen=True)
class Input:
    """One input of a procedure."""

    name: str
    type: str  # "int", "float", "bool" or "choice"
    help: str
    default: Any
    choices: tuple[str, ...] = ()
    unit: str = ""  # "inches", "figures", ...
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Situation:
    """A battle set up for one procedure, and the rule functions to run on it."""

    battle: Any
    names: Any
    run: Callable[[Any], None]  # runs the very functions the battle runs
    result: Callable[[Any], dict[str, Any]]  # what came of it


@dataclass(frozen=True)
class Procedure:
    """Something of the book that can be adjudicated on its own."""

    name: str
    title: str
    rules: tuple[str, ...]
    inputs: tuple[Input, ...]
    prepare: Callable[[Mapping[str, Any], Override], Situation]
    headline: tuple[str, ...] = field(default=())  # the results people ask the odds of


class Book(Protocol):
    """Set up, play a turn, check an order, describe, judge, and adjudicate on its own."""

    id: str
    title: str
    version: str
    prefix: str  # of its options: "fh"
    credit: str
    unit: str  # "inch" or "cm"
    folder: Path
    package: str  # "books.horse_and_musket"
    battle: type
    acts: type[enum.IntEnum]
    asks: type[enum.IntEnum]
    procedures: Mapping[str, Procedure]

    def set_up(self, path: Path, house: Override) -> Setup: ...

    def seed(self, battle: Any, number: int) -> None: ...

    def nouns(self, ask: int, act: int) -> Nouns: ...

    def choices(self, battle: Any, names: Any, ask: Ask) -> list[Choice]: ...

    def describe_ask(self, battle: Any, names: Any, ask: Ask) -> str: ...

    def describe_order(self, battle: Any, names: Any, order: Order) -> str: ...

    def explain(self, battle: Any, names: Any, ask: Ask, order: Order, rule: int) -> Refusal: ...

    def tell(self, names: Any, events: Iterable[Any]) -> list[Line]: ...

    def draw(self, battle: Any, names: Any, width: int) -> str: ...

    def outcome(self, battle: Any) -> Outcome | None: ...


@cache
def book(name: str) -> Book:
    """The book of that name."""
    if name not in BOOKS:
        raise unknown("book", name, BOOKS)
    found: Book = importlib.import_module(f"grognard.books.{BOOKS[name]}.book").BOOK
    return found


def scenario_paths() -> dict[str, Path]:
    """Every scenario that comes with the books, by its id."""
    return {
        p.stem: p for package in BOOKS.values() for p in sorted((HOME / package / "scenarios").glob("*.toml"))
    }


def find_scenario(name: str) -> Path:
    """A scenario by its id, or a file of somebody's own."""
    paths = scenario_paths()
    if name in paths:
        return paths[name]
    if name.endswith(".toml") or "/" in name:
        if Path(name).is_file():
            return Path(name)
        raise Problem(f"{name}: there is no such scenario file")
    raise unknown("scenario", name, paths)


def book_of(path: Path) -> Book:
    """The book a scenario file is for."""
    name = header(path)["book"]
    if name not in BOOKS:
        raise unknown(f"{path}: book", name, BOOKS)
    return book(name)
