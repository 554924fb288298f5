"""Adjudicating one procedure of a book: inputs, dice in the book's order, what came of it, and the odds."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType
from typing import Any

from ..book import Book, Input, Line, Procedure, Situation
from ..dice import Dice, Source
from ..problems import Problem, choices, unknown
from ..purpose import in_own_words
from ..records import Exhausted
from ..tables import Override
from .odds import LIMIT, THROWS, Odds, odds, spare

TRUE, FALSE = ("true", "yes", "1"), ("false", "no", "0")

Throw = Callable[[Dice, TracebackType | None], list[int]]


@dataclass(frozen=True)
class Ruling:
    """One run of a procedure: the dice in the order they were wanted, the steps in words, what came of it."""

    dice: tuple[int, ...]
    steps: list[Line]
    result: dict[str, Any]


def procedure_of(book: Book, name: str) -> Procedure:
    if name not in book.procedures:
        raise unknown("procedure", name, book.procedures)
    return book.procedures[name]


# Inputs


def parse_inputs(procedure: Procedure, given: Iterable[str]) -> dict[str, Any]:
    """name=value pairs, checked against the procedure's inputs; the others have their defaults."""
    known = {i.name: i for i in procedure.inputs}
    out: dict[str, Any] = {}
    for text in given:
        name, eq, value = (part.strip() for part in text.partition("="))
        if not eq or not name:
            raise Problem(f"{text!r}: write an input as name=value, such as {example(procedure)}")
        if name not in known:
            raise unknown(f"input of {procedure.name}", name, known)
        if name in out:
            raise Problem(f"{name}: given twice")
        out[name] = parse_input(known[name], value)
    return {name: out.get(name, i.default) for name, i in known.items()}


def example(procedure: Procedure) -> str:
    first = next(iter(procedure.inputs), None)
    return f"{first.name}={first.default}" if first else "none: this procedure has no inputs"


def parse_input(i: Input, text: str) -> Any:
    """A value of the input's type, within its limits."""
    if i.type == "choice":
        if text not in i.choices:
            raise unknown(f"value for {i.name}:", text, i.choices)
        return text
    if i.type == "bool":
        if text.lower() not in TRUE + FALSE:
            raise Problem(f"{i.name}: {text!r} given, yes or no wanted")
        return text.lower() in TRUE
    return within(i, parse_number(i, text))


def parse_number(i: Input, text: str) -> int | float:
    try:
        return int(text) if i.type == "int" else float(text)
    except ValueError:
        wanted = "a whole number" if i.type == "int" else "a number"
        raise Problem(f"{i.name}: {text!r} given, {wanted} of {i.unit or 'its kind'} wanted") from None


def within(i: Input, value: int | float) -> int | float:
    low = -math.inf if i.least is None else i.least
    high = math.inf if i.most is None else i.most
    if not low <= value <= high:
        raise Problem(f"{i.name}: {value:g} given, {low:g} to {high:g} {i.unit} allowed".rstrip())
    return value


# Dice


def parse_dice(text: str) -> list[int]:
    """1,4,5 as three dice."""
    out = []
    for part in filter(None, re.split(r"[,\s]+", text.strip())):
        if not part.isdigit():
            raise Problem(f"--dice: {part!r} is no die; write them as 1,4,5")
        out.append(int(part))
    return out


def by_hand(given: Sequence[int]) -> Throw:
    """Dice from a list, in order."""
    used = 0

    def throw(d: Dice, tb: TracebackType | None) -> list[int]:
        nonlocal used
        n, sides = int(d.want_n), int(d.want_sides)
        faces = list(given[used : used + n])
        for k, face in enumerate(faces, used + 1):
            if not 1 <= face <= sides:
                raise Problem(f"--dice: die {k} is {face}, but a D{sides} shows 1 to {sides}")
        if len(faces) < n:
            short, have = n - len(faces), f"{len(given)} given" if given else "none given"
            raise Problem(f"too few dice ({have}): {short} more D{sides} wanted {in_own_words(tb)}")
        used += n
        return faces

    return throw


def by_chance(seed: int | None) -> Throw:
    """Dice rolled here; the same for the same seed."""
    source = random.Random(seed)
    return lambda d, tb: [source.randint(1, int(d.want_sides)) for _ in range(int(d.want_n))]


def run_with(situation: Situation, throw: Throw) -> tuple[Any, list[int]]:
    """Run the rules, giving them each roll when they want it; the battle afterwards, and the dice."""
    faces: list[int] = []
    while True:
        b = spare(situation.battle)
        d: Dice = b.dice
        d.source, d.n_given, d.used = int(Source.GIVEN), len(faces), 0
        d.given[: len(faces)] = faces
        try:
            situation.run(b)
        except Exhausted as stop:
            faces += throw(d, stop.__traceback__)
        else:
            return b, faces


def adjudicate(
    book: Book, situation: Situation, dice: Sequence[int] | None, seed: int | None = None
) -> Ruling:
    """Once through the procedure, with the dice given or with dice rolled here."""
    b, used = run_with(situation, by_chance(seed) if dice is None else by_hand(dice))
    left = [] if dice is None else list(dice[len(used) :])
    if left:
        over = "1 die" if len(left) == 1 else f"{len(left)} dice"
        raise Problem(f"{over} left over ({choices(map(str, left))}): {len(used)} were wanted")
    steps = book.tell(situation.names, b.log.events[: b.log.n])
    return Ruling(tuple(used), steps, situation.result(b))


# Odds


def prepare(procedure: Procedure, inputs: Mapping[str, Any], house: Override) -> Situation:
    return procedure.prepare(inputs, house)


def odds_of(situation: Situation, limit: int = LIMIT, throws: int = THROWS, seed: int = 1) -> Odds:
    """The odds of every result of a procedure; each result is a tuple of (name, value)."""
    return odds(
        lambda: spare(situation.battle),
        situation.run,
        lambda b: tuple(situation.result(b).items()),
        limit if situation.runs is None else min(limit, situation.runs),
        throws if situation.throws is None else min(throws, situation.throws),
        seed,
        situation.alike,
    )


def by_name(found: Odds) -> dict[str, dict[Any, Fraction]]:
    """For each result by itself, the chance of each value, in order."""
    out: dict[str, dict[Any, Fraction]] = {}
    for items, chance in found.chances.items():
        for name, value in items:
            values = out.setdefault(name, {})
            values[value] = values.get(value, Fraction(0)) + chance
    return {name: in_order(values) for name, values in out.items()}


def in_order(values: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """Numbers by size, words by how likely they are."""
    if all(isinstance(v, int | float) for v in values):
        return dict(sorted(values.items()))
    return dict(sorted(values.items(), key=lambda item: (-item[1], str(item[0]))))


def mean(values: Mapping[Any, Fraction]) -> float | None:
    """The expected value, of numbers."""
    if any(isinstance(v, str | bool) for v in values):
        return None
    return float(sum(Fraction(v) * p for v, p in values.items()))
