"""The chronicle, as far as all books share it: events into lines of English that cite their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .battle import Event
from .book import Line
from .catalogue import Catalogue, load
from .dice import MOST_SIDES

FACE_BITS = 6  # of a packed face: see dice.packed_faces
DIE = 6  # sides of a common die


@dataclass(frozen=True)
class Said:
    """What a teller makes of an event; the event's own rule and faces are added for it."""

    text: str
    level: int = 1
    rules: tuple[int, ...] = ()  # besides the event's own
    units: tuple[int, ...] = ()
    dice: tuple[int, ...] | None = None  # where they are not in the event's faces
    count: tuple[int, int] = (0, 0)  # the faces that count, if not all do
    saves: bool = False
    sides: int = DIE  # of each die


Teller = Callable[[Any, Event], Said]


def faces(word: int) -> list[int]:
    """The dice in a packed word, lowest first."""
    mask = (1 << FACE_BITS) - 1
    return [p for p in range(1, MOST_SIDES + 1) for _ in range(word >> FACE_BITS * (p - 1) & mask)]


@cache
def catalogue(path: Path) -> Catalogue:
    """A book's catalogue, read once."""
    return load(path)


def line(said: Said, kind: str, event: Event, rules: Catalogue) -> Line:
    """One entry of the chronicle."""
    numbers = dict.fromkeys((int(event.rule), *said.rules))
    dice = tuple(faces(int(event.faces))) if said.dice is None else said.dice
    ids = tuple(rules.rule_id(n) for n in numbers if n)
    return Line(said.text, ids, dice, kind, said.units, said.level, said.count, said.saves, said.sides)


def tell(
    tellers: Mapping[int, tuple[str, Teller]], rules: Catalogue, names: Any, events: Iterable[Event]
) -> list[Line]:
    """Each event in words, by the teller of its kind."""
    lines = []
    for event in events:
        kind, teller = tellers[int(event.kind)]
        lines.append(line(teller(names, event), kind, event, rules))
    return lines


def cited(entry: Line) -> str:
    """The sentence with its rules behind it."""
    return f"{entry.text} [{', '.join(entry.rules)}]" if entry.rules else entry.text


# English


WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
ARMIES = ("Blue", "Red")


def side(s: int) -> str:
    """A side at the beginning of a sentence, or nobody."""
    return ARMIES[s] if 0 <= s < len(ARMIES) else "neither side"


def inches(d: float) -> str:
    """1.0 inch, 6.5 inches."""
    shown = f"{d:.1f}"
    return f"{shown} inch" if shown == "1.0" else f"{shown} inches"


def its(name: str) -> str:
    return "their" if is_plural(name) else "its"


def agree(name: str, verb: str) -> str:
    """The verb for a name: 1st Line fires, Lancers fire.  Only the first word of a verb changes."""
    if not is_plural(name):
        return verb
    first, space, rest = verb.partition(" ")
    return plural(first) + space + rest


def plural(verb: str) -> str:
    """fires, fire; reaches, reach; rallies, rally; is, are; may, may."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if not verb.endswith("s"):
        return verb  # may, cannot, must
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses")) else verb[:-1]


IRREGULAR = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}


def is_plural(name: str) -> bool:
    """Lancers, Axemen, Bog Men, Hunters of the wood; not Corps, not Hussars' second party, not Hunters of the wood 3."""
    head = name.partition(" of ")[0]
    if name[-1:].isdigit():
        return False
    return head.endswith(("s", "men", "Men")) and not head.endswith(("ss", "orps"))


def does(name: str, verb: str) -> str:
    """A subject and its verb: does("Lancers", "fires") is "Lancers fire"."""
    return f"{name} {agree(name, verb)}"


def count(n: int, one: str, many: str = "") -> str:
    """1 figure, 2 figures."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def within(name: str) -> str:
    """A name in the middle of a sentence: "The farm" becomes "the farm"."""
    return "the" + name[3:] if name.startswith("The ") else name


def listed(words: Iterable[str], joint: str = "and") -> str:
    """a, b and c; or a, b or c."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def shape_words(men: int, files: int) -> str:
    """one rank; 2 ranks of 6; single file; a column of 2 files."""
    if not 0 < files < max(men, 1):
        return "one rank"
    ranks = -(-men // files)
    if files < ranks:
        return "single file" if files == 1 else f"a column of {files} files"
    return f"{ranks} ranks of {files}"
