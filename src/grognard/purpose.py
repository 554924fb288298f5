"""What dice are wanted for: the rule function that wants them, in the words of its book, and whom it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from .values import Order

RULES = f"{__package__}.books."  # where the rules are
RULING = re.compile(r"-R\d")


class Frame(NamedTuple):
    """A rule function that stood open when dice were wanted."""

    name: str  # with its module: volleys.roll_to_hit
    doc: str
    numbers: Mapping[str, int]  # what it called by which name


@dataclass(frozen=True)
class Roller:
    """The rule functions that stood open when dice were wanted, the one that rolls first."""

    frames: tuple[Frame, ...]

    @property
    def name(self) -> str:
        return self.frames[0].name

    @property
    def said(self) -> str:
        """The first paragraph of its docstring."""
        return " ".join(self.frames[0].doc.partition("\n\n")[0].split())

    @property
    def words(self) -> str:
        """The rule in its own words."""
        said = self.said.partition("[")[0].strip().rstrip(".:")
        return said or self.name.rpartition(".")[2].replace("_", " ")

    @property
    def cited(self) -> tuple[str, ...]:
        """All ids that it cites there."""
        ids = self.said.partition("[")[2].partition("]")[0]
        return tuple(filter(None, ids.split(", ")))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it cites; rulings where there are no others."""
        cited = tuple(re.findall(r"[A-Z]{2}-R?\d+", self.frames[0].doc))
        return tuple(rule for rule in cited if not RULING.search(rule)) or cited

    def within(self, name: str) -> bool:
        """Does that function stand open too?"""
        return any(f.name == name for f in self.frames)

    def __getitem__(self, word: str) -> int:
        """What the innermost function that knows the word calls by it; nobody if none does."""
        return next((f.numbers[word] for f in self.frames if word in f.numbers), -1)


@dataclass(frozen=True)
class Purpose:
    """What dice are for, in words; the rules; and of whom that speaks, by their places in Names.pieces."""

    text: str
    rules: tuple[str, ...] = ()
    pieces: tuple[int, ...] | None = ()  # none: who knows


NOBODY_KNOWS = Purpose("", (), None)


class Noun(NamedTuple):
    """How a number of the rules is spoken of, and which piece it is."""

    name: Callable[[Any, int], str]
    piece: Callable[[Any, int], int]


Phrase = Callable[[Any, Any, Roller], Purpose]  # of the names, the battle and who rolls


def roller_of(tb: TracebackType | None) -> Roller | None:
    """Who wanted dice, by where the rules were stopped; nobody if it was not CPython that ran them."""
    frames = []
    while tb is not None:
        if tb.tb_frame.f_globals.get("__name__", "").startswith(RULES):
            frames.append(frame_of(tb.tb_frame))
        tb = tb.tb_next
    return Roller(tuple(reversed(frames))) if frames else None


def frame_of(frame: FrameType) -> Frame:
    module, name = frame.f_globals["__name__"].rpartition(".")[2], frame.f_code.co_name
    doc = getattr(frame.f_globals.get(name), "__doc__", None) or ""
    numbers = {word: int(v) for word, v in frame.f_locals.items() if isinstance(v, int)}
    orders = {f"{word}.how": int(v.how) for word, v in frame.f_locals.items() if isinstance(v, Order)}
    return Frame(f"{module}.{name}", doc, numbers | orders)


def phrase(template: str, *rules: str, **nouns: Noun) -> Phrase:
    """A phrase about the pieces that the rules call so; with rules of its own where the function cites others or none."""

    def said(names: Any, battle: Any, roller: Roller) -> Purpose:
        found = about(template, names, roller, **{word: (noun, roller[word]) for word, noun in nouns.items()})
        return replace(found, rules=rules or found.rules)

    return said


def about(template: str, names: Any, roller: Roller, **nouns: tuple[Noun, int]) -> Purpose:
    """A phrase about some pieces, as many as there are."""
    words = {word: noun.name(names, k) for word, (noun, k) in nouns.items()}
    pieces = tuple(noun.piece(names, k) for noun, k in nouns.values() if k >= 0)
    return Purpose(capital(template.format(**words)), roller.rules, pieces)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def purpose_of(phrases: Mapping[str, Phrase], names: Any, battle: Any, roller: Roller) -> Purpose:
    """What dice are for; in the words of the rule itself where a book has no others."""
    said = phrases.get(roller.name)
    return said(names, battle, roller) if said else Purpose(roller.words, roller.rules, None)


def in_own_words(tb: TracebackType | None) -> str:
    """What a roll is for: the rule that asked for it, in its own words and with the ids it cites."""
    roller = roller_of(tb)
    if roller is None:
        return ""
    return f'for "{roller.words}"' + (f" [{', '.join(roller.cited)}]" if roller.cited else "")
