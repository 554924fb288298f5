"""The contract: what a rulebook must offer so that everything else can play, explain and measure it.

A book is a folder under books/ whose module `book` holds one object, BOOK, of this protocol.  Of its rules
others call sequence.play_turn and legality.check (engines.py), drill.drill and whim.at_random, and what
lab/simulate.py says of `batch`.  One shared test, tests/test_contract.py, runs on every book; tests/<package>
holds its own tests and its invariants.  Books of a family have one package of rules, and each a folder in it."""

from __future__ import annotations

import enum
import importlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .problems import Problem, unknown
from .purpose import Phrase
from .scenario import header
from .scene import Hand, Preview, Scene, Spot, Tape
from .tables import Override
from .values import Ask, Order

if TYPE_CHECKING:
    from .armies import Muster

BOOKS = {
    "horse-and-musket": "horse_and_musket",
    "most-irregular": "most_irregular",
    "early-19th-century": "tyneside.early_19th",
    "pike-and-shot": "tyneside.pike_and_shot",
    "fire-at-will-men": "fire_at_will",
}  # the folder of each; books of a family lie in its folder, which holds their rules
HOME = Path(__file__).parent / "books"


class Names(Protocol):
    """What the numbers of a battle are called: all that anybody but the book itself may ask of them."""

    objectives: list[str]
    armies: list[str]

    @property
    def pieces(self) -> list[str]:
        """The handles of everything that lines of the chronicle point at: Line.units are places in it."""

    def handles(self, kind: str) -> list[str]:
        """The handles of all pieces of a kind, one of those that Nouns speaks of."""

    def group(self, kind: str, side: int) -> list[str]:
        """The handles of a side's pieces of which sets are chosen: piece k is bit k; at most 62."""


@dataclass(frozen=True)
class Setup:
    """A battle before its first die, what its numbers are called, and where it came from."""

    battle: Any
    names: Names
    id: str
    title: str
    path: Path
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An order somebody may give, in words, with a short key for the keyboard."""

    order: Order
    text: str  # all of it in one sentence
    key: str = ""
    title: str = ""  # the same for a button: "Move forward"
    more: str = ""  # and its second line: "6 inches, straight ahead"
    group: str = ""  # orders of a sort, in a word: "move", "fire"
    place: bool = False  # its x and y are a place on the table
    ends: bool = False  # it lets the question pass: no more, hold, stay
    rule: str = ""  # if it is refused now: by which rule, and why
    reason: str = ""
    at: tuple[
        int, ...
    ] = ()  # pieces it is aimed at, by their places in Names.pieces, where its nouns do not say


@dataclass(frozen=True)
class Item:
    """One thing of a list of which several are picked, in words."""

    name: str
    text: str = ""  # what it does
    more: str = ""  # its numbers
    rule: str = ""


@dataclass(frozen=True)
class Picks:
    """A question that is answered with several things of a list that are no pieces: spells, for one."""

    order: Order  # item k is bit k of its `how`, which is what is picked at first
    number: int  # how many are wanted
    items: tuple[Item, ...]
    verb: str  # on the button: "Write these down"


@dataclass(frozen=True)
class Switch:
    """A choice of a scenario's own, yes or no, which is set as a house rule is; or an option that belongs beside them."""

    name: str
    label: str
    default: bool


@dataclass(frozen=True)
class Nouns:
    """What the numbers of an order stand for, so that a saved battle says B4 and not 3."""

    actor: str = "number"  # a kind that Names.handles knows, or "number"
    other: str = "number"
    how: type[enum.IntEnum] | str | None = None  # a vocabulary, a kind of Names.group (a set), or a number


@dataclass(frozen=True)
class Refusal:
    """Why an order was refused: the rule, the measurement in words, and the nearest order that is legal."""

    rule: str
    text: str
    nearest: Order | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the chronicle: a sentence, the rules it cites, the dice behind it, and who is in it."""

    text: str
    rules: tuple[str, ...]
    dice: tuple[int, ...] = ()
    kind: str = ""
    units: tuple[int, ...] = ()
    level: int = 0  # 0: a turn or phase; 1: something that happens; 2: a step of the sum behind it
    count: tuple[int, int] = (0, 0)  # the lowest and highest face that counts; none: they all count alike
    saves: bool = False  # those that count cancel something
    sides: int = 6  # of each die


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
    names: Names
    run: Callable[[Any], None]  # runs the very functions the battle runs
    result: Callable[[Any], dict[str, Any]]  # what came of it
    runs: int | None = None  # at most, of the rules, for exact odds; None: as many as is usual
    throws: int | None = None  # where odds are simulated; None: as many as is usual
    alike: Callable[[Any], Hashable] | None = (
        None  # what odds compare battles by, where men are as good as others
    )


@dataclass(frozen=True)
class Procedure:
    """Something of the book that can be adjudicated on its own."""

    name: str
    title: str
    rules: tuple[str, ...]
    inputs: tuple[Input, ...]
    prepare: Callable[[Mapping[str, Any], Override], Situation]
    headline: tuple[str, ...] = field(default=())  # the results people ask the odds of


class Open:
    """For books of which nothing is hidden from anybody."""

    hides = False
    own_secrets = True

    def hides_in(self, battle: Any) -> bool:
        return self.hides

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        return names

    def heard(self, names: Any, events: Iterable[Any], sides: tuple[int, ...]) -> list[Any]:
        return list(events)


class Usual:
    """For books in which nothing but pieces is picked, and whose scenarios have no choices of their own."""

    def picks(self, battle: Any, names: Any, ask: Ask) -> Picks | None:
        return None

    def switches(self, path: Path) -> tuple[Switch, ...]:
        return ()


class Book(Protocol):
    """Set up, play a turn, check an order, describe, judge, and adjudicate on its own.

    What is a function of one of a book's modules already is simply that: choices = staticmethod(menu.choices)."""

    id: str
    title: str
    version: str
    prefix: str  # of its options: "fh"
    credit: str
    unit: str  # "inch" or "cm"
    folder: Path  # its own; what it shares with a family lies in the folder around it
    package: str  # of its rules: "books.horse_and_musket", or a family's
    battle: type  # the record; everybody reads dice, whim, rules, options, turn, phase, winner, generals
    acts: type[enum.IntEnum]
    asks: type[enum.IntEnum]
    procedures: Mapping[str, Procedure]
    rolls: Mapping[
        str, Phrase
    ]  # what dice are for: a phrase for each rule function that rolls, chapter.function
    weights: Mapping[str, int]  # how much a kind of line matters on a timeline: 1 a little, 3 a rout

    def set_up(self, path: Path, house: Override) -> Setup: ...

    def check_force(self, path: Path, house: Override) -> Muster:
        """An army list by itself: its points if the book has any, and what of it is not allowed."""
        ...

    def switches(self, path: Path) -> tuple[Switch, ...]:
        """What a scenario leaves to those who play it."""
        ...

    def seed(self, battle: Any, number: int) -> None: ...

    def nouns(self, ask: int, act: int) -> Nouns: ...

    def choices(self, battle: Any, names: Any, ask: Ask) -> list[Choice]:
        """Sensible orders, all of them legal."""
        ...

    def offers(self, battle: Any, names: Any, ask: Ask, pieces: Sequence[int]) -> list[Choice]:
        """The same for just these pieces, as many as were picked: what they may do together."""
        ...

    def barred(self, battle: Any, names: Any, ask: Ask) -> list[Choice]:
        """Orders that one would look for and that are refused now, each with its rule and the reason."""
        ...

    def picks(self, battle: Any, names: Any, ask: Ask) -> Picks | None:
        """What may be picked freely where an ask is answered with several things of a list; else nothing."""
        ...

    def describe_ask(self, battle: Any, names: Any, ask: Ask) -> str: ...

    def describe_order(self, battle: Any, names: Any, order: Order) -> str: ...

    def explain(self, battle: Any, names: Any, ask: Ask, order: Order, rule: int) -> Refusal: ...

    def tell(self, names: Any, events: Iterable[Any]) -> list[Line]: ...

    def draw(self, battle: Any, names: Any, width: int) -> str: ...

    # What pages ask.  `battle` and `names` are what the viewer may know (see conceal), never more; nothing here
    # changes them, and nothing here is a rule: it is all measured by the rules' own functions.

    hides: bool  # may anything of a battle of this book be hidden from anybody?
    own_secrets: bool  # may a side know what is hidden from the other; or is it hidden from both?

    def hides_in(self, battle: Any) -> bool:
        """Is, or was, anything of this battle hidden from anybody?  The same from its first turn to its last."""
        ...

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        """Take from a copy of a battle all that those who play these sides may not know; the names for them.

        What is taken away must stay away from scene, words, choices and refusals made of the copy."""
        ...

    def heard(self, names: Any, events: Iterable[Any], sides: tuple[int, ...]) -> list[Any]:
        """The events of which those who play these sides hear."""
        ...

    def scene(self, battle: Any, names: Any) -> Scene:
        """The table."""
        ...

    def hand(self, battle: Any, names: Any, ask: Ask | None, piece: int) -> Hand:
        """A piece picked up: its card; if it can act in this ask, where it can go and what it can reach."""
        ...

    def drag(
        self,
        battle: Any,
        names: Any,
        ask: Ask,
        pieces: Sequence[int],
        pose: tuple[float, float, float, float],
        like: Order | None,
    ) -> Order | None:
        """What is meant by dropping pieces so that the first stands there, so facing; or nothing.

        like: an order that is being drawn up (a change of formation, a wheel): the drop is its place."""
        ...

    def click(self, battle: Any, names: Any, ask: Ask, pieces: Sequence[int], target: int) -> list[Order]:
        """What may be meant by picking pieces and then a target, the likeliest first, legal or not."""
        ...

    def preview(self, battle: Any, names: Any, ask: Ask, order: Order) -> Preview:
        """Where the pieces of an order end before a die is rolled, and what that costs them."""
        ...

    def sight(self, battle: Any, names: Any, one: int, other: int) -> Tape:
        """Does one piece see another, and if not, what is in between?"""
        ...

    def measure(self, battle: Any, names: Any, one: Spot, other: Spot) -> Tape:
        """From base to base."""
        ...

    def alone(self, ask: Ask, order: Order) -> Callable[[Any], None] | None:
        """The rules that carry out just this order, for the odds of it; none if it is bound up with the turn."""
        ...

    def broken(self, battle: Any) -> frozenset[int]:
        """The pieces that run, or have been broken or destroyed so far."""
        ...

    def outcome(self, battle: Any) -> Outcome | None: ...

    def losses(self, battle: Any) -> tuple[int, int]:
        """Figures that Blue and Red have lost so far, and those who are sure to fall when the step is over."""
        ...


@cache
def book(name: str) -> Book:
    """The book of that name."""
    if name not in BOOKS:
        raise unknown("book", name, BOOKS)
    found: Book = importlib.import_module(f"grognard.books.{BOOKS[name]}.book").BOOK
    return found


def scenario_paths(name: str = "") -> dict[str, Path]:
    """Every scenario that comes with the books, or with one of them, by its id."""
    packages = [BOOKS[name]] if name else BOOKS.values()
    folders = [HOME.joinpath(*package.split(".")) / "scenarios" for package in packages]
    return {p.stem: p for folder in folders for p in sorted(folder.glob("*.toml"))}


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
