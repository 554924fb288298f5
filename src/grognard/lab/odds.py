"""Odds: the rules themselves, run over every way the dice can fall; where that is too much, over many throws.

The rules are run again for every branch, with the dice so far and one roll more.  Two branches that stand at
the same place of the rules with the same battle are one from there on, which keeps the runs few.  Rolls that
are made again until they differ lead back to where they began; the equations are then solved."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod, sqrt
from types import TracebackType
from typing import Any, cast

from ..battle import OrderRecord, Script
from ..dice import BAND, GOLDEN, M62, Dice, Source, Want, mix, seed_dice
from ..records import Exhausted, cloner

LIMIT = 30_000  # runs of the rules: a few seconds
THROWS = 10_000  # when simulating
CONSTANT = ("rules", "options", "ground")  # nothing of them changes in a battle, so copies share them
PAPER = "script"  # from this field of a battle on nothing is part of its state: copies share that too

Branch = tuple[tuple[int, ...], int]  # what the dice say, in how many ways
Roll = tuple[int, int, int, int]  # what is wanted: Want, dice, sides, target
Make = Callable[[], Any]
Run = Callable[[Any], None]
Result = Callable[[Any], Hashable]
Alike = Callable[[Any], Hashable]  # battles that are the same in this lead to the same results


class TooMany(Exception):
    """More ways than it is sensible to run through."""


@dataclass(frozen=True)
class Odds:
    """The chance of each result, and how it was found."""

    chances: dict[Any, Fraction]
    exact: bool
    runs: int  # of the rules, or throws when simulated

    @property
    def how(self) -> str:
        if self.exact:
            return f"exact: every fall of the dice, {self.runs:,} runs of the rules"
        return f"simulated: {self.runs:,} throws, standard error at most {50 / sqrt(self.runs):.1f} %"

    def error(self, chance: Fraction) -> float:
        """The standard error of a chance; none if it is exact."""
        p = float(chance)
        return 0.0 if self.exact else sqrt(p * (1 - p) / self.runs)


# The ways a roll can fall


def multisets(n: int, sides: int) -> Iterator[tuple[int, ...]]:
    """How many of n dice show each face."""
    if sides == 1:
        yield (n,)
        return
    for k in range(n + 1):
        for rest in multisets(n - k, sides - 1):
            yield (k, *rest)


def ways_of(faces: tuple[int, ...]) -> int:
    ways = factorial(sum(faces))
    for k in faces:
        ways //= factorial(k)
    return ways


def sums_up_to(n: int, sides: int, target: int) -> dict[int, int]:
    """The sums of n dice that count up to the target, each with its number of ways."""
    sums = {0: 1}
    for _ in range(n):
        more: dict[int, int] = {}
        for s, w in sums.items():
            for p in range(1, sides + 1):
                t = s + (p if p <= target else 0)
                more[t] = more.get(t, 0) + w
        sums = more
    return sums


def in_bands(n: int, sides: int, first: int, second: int) -> list[Branch]:
    """How many of n dice fall in the first and in the second of three bands, each with its number of ways."""
    widths = (first, second - first, sides - second)
    out = []
    for falls in multisets(n, 3):
        ways = ways_of(falls) * prod(w**k for w, k in zip(widths, falls, strict=True))
        if ways:
            out.append((falls[:2], ways))
    return out


@cache
def branches(roll: Roll) -> tuple[int, list[Branch]]:
    """The ways a roll can fall: how many in all, and each outcome with its own number."""
    want, n, sides, target = roll
    if want == Want.DIE:
        return sides, [((p,), 1) for p in range(1, sides + 1)]
    if want == Want.POOL:
        return sides**n, [(faces, ways_of(faces)) for faces in multisets(n, sides)]
    if want == Want.BANDS:
        return sides**n, in_bands(n, sides, *divmod(target, BAND))
    if want == Want.HIGHEST:
        made = {p: p**n - (p - 1) ** n for p in range(1, sides + 1)}
    elif want == Want.AT_LEAST:
        good = min(sides, max(0, sides + 1 - target))
        made = {k: comb(n, k) * good**k * (sides - good) ** (n - k) for k in range(n + 1)}
    else:
        made = sums_up_to(n, sides, target)
    return sides**n, [((k,), w) for k, w in sorted(made.items()) if w]


# Where the rules stand


@cache
def shared(cls: Any) -> frozenset[str]:
    """The fields of a battle that copies can share: paper, and what never changes."""
    names = [f.name for f in dataclasses.fields(cls)]
    paper = names[names.index(PAPER) + 1 :] if PAPER in names else []
    return frozenset([*paper, *(name for name in names if name in CONSTANT)])


@cache
def copier(cls: Any) -> Callable[[Any], Any]:
    """A generated copier of battles: what never changes, and what is only paper, is shared."""
    env: dict[str, Any] = {"cls": cls, "copy": copy.copy}
    parts = []
    for f in dataclasses.fields(cls):
        of, part = f.metadata.get("of"), f"s.{f.name}"
        if of is Script:
            part = f"copy({part})"
        elif dataclasses.is_dataclass(of) and f.name not in shared(cls):
            env[f.name] = cloner(cast(Hashable, of))
            part = f"[{f.name}(v) for v in {part}]" if f.metadata["shape"] else f"{f.name}({part})"
        elif f.metadata.get("shape"):
            part += "[:]"
        parts.append(part)
    return eval(f"lambda s: cls({', '.join(parts)})", env)  # type: ignore[no-any-return]


def spare(b: Any) -> Any:
    """A cheap copy of a battle, to run the rules on."""
    cls: Any = type(b)
    out = copier(cls)(b)
    out.log.n = 0
    return out


@cache
def reader(cls: Any) -> Callable[[Any], Hashable]:
    """A generated reader: everything a record holds, as one value to compare by."""
    env: dict[str, Any] = {"orders": orders_to_come}
    parts = []
    for f in dataclasses.fields(cls):
        of, shape, part = f.metadata.get("of"), f.metadata.get("shape", ()), f"s.{f.name}"
        if of is Script:
            part = f"orders({part})"
        elif f.name in shared(cls):
            continue
        elif of is Dice:
            part = f"tuple({part}.rolled)"  # others are history: rules look at them before they roll again
        elif dataclasses.is_dataclass(of):
            env[f.name] = reader(cast(Hashable, of))
            part = f"tuple([{f.name}(v) for v in {part}])" if shape else f"{f.name}({part})"
        elif shape:
            part = f"tuple({part})" if len(shape) == 1 else f"tuple([tuple(v) for v in {part}])"
        parts.append(part)
    return eval(f"lambda s: ({', '.join(parts)},)", env)  # type: ignore[no-any-return]


def orders_to_come(s: Script) -> Hashable:
    return tuple([reader(OrderRecord)(o) for o in s.orders[s.cursor : s.n]])


def state_of(b: Any) -> Hashable:
    """The battle as it stands."""
    cls: Any = type(b)
    return reader(cls)(b)


@cache
def records_of(cls: Any) -> tuple[list[str], list[str]]:
    """The fields of a battle that are records, and those that are lists of records."""
    of = {f.name: f for f in dataclasses.fields(cls) if dataclasses.is_dataclass(f.metadata.get("of"))}
    lists = [name for name, f in of.items() if f.metadata["shape"]]
    return [name for name in of if name not in lists], lists


class Place:
    """Tells places in the rules apart: the lines being executed, with what they have in hand."""

    def __init__(self) -> None:
        self.kept: list[Any] = []  # so that no other object gets the same id

    def of(self, tb: TracebackType | None, b: Any) -> Hashable:
        names = self.names(b)
        out: list[Hashable] = []
        tb = tb.tb_next if tb is not None else None  # from the rules on
        while tb is not None:
            frame = tb.tb_frame
            hand = [(name, self.value(v, names)) for name, v in frame.f_locals.items()]
            out.append((frame.f_code, tb.tb_lasti, tuple(hand)))
            tb = tb.tb_next
        return tuple(out)

    def names(self, b: Any) -> dict[int, Hashable]:
        """What each record of the battle is called, for copies differ in nothing else."""
        cls: Any = type(b)
        single, lists = records_of(cls)
        out: dict[int, Hashable] = {id(getattr(b, name)): name for name in single}
        for name in lists:
            out |= {id(r): (name, k) for k, r in enumerate(getattr(b, name))}
        out[id(b)] = "battle"
        return out

    def value(self, v: Any, names: dict[int, Hashable]) -> Hashable:
        if v is None or isinstance(v, int | float | str):
            return v
        if isinstance(v, tuple):
            return tuple([self.value(part, names) for part in v])
        if id(v) not in names:
            self.kept.append(v)
        return names.get(id(v), ("id", id(v)))


# Exact odds


class Walk:
    """Every way through the rules: at each roll, what each fall of the dice leads to."""

    def __init__(
        self, make: Make, run: Run, result: Result, limit: int, merge: bool, alike: Alike | None = None
    ) -> None:
        self.make, self.run, self.result, self.limit, self.merge = make, run, result, limit, merge
        self.alike = alike or state_of
        self.place = Place()
        self.runs = 0
        self.numbers: dict[Hashable, int] = {}  # of the rolls met so far
        self.waiting: list[tuple[int, tuple[int, ...], Roll]] = []
        self.leads: dict[int, dict[int, Fraction]] = {}  # from roll to roll
        self.ends: dict[int, dict[Hashable, Fraction]] = {}  # from roll to result

    def step(self, given: tuple[int, ...]) -> tuple[int, Hashable]:
        """Run the rules with these dice: the number of the roll they come to, or -1 and the result."""
        self.runs += 1
        if self.runs > self.limit:
            raise TooMany
        b = self.make()
        d: Dice = b.dice
        d.source, d.n_given, d.used = int(Source.ENUMERATED), len(given), 0
        d.given[: len(given)] = given
        try:
            self.run(b)
        except Exhausted as stop:
            here = (
                (self.alike(b), self.result(b), self.place.of(stop.__traceback__, b))
                if self.merge
                else self.runs
            )
            if here not in self.numbers:
                self.numbers[here] = len(self.numbers)
                roll = (int(d.want), int(d.want_n), int(d.want_sides), int(d.want_target))
                self.waiting.append((self.numbers[here], given, roll))
            return self.numbers[here], None
        if d.used != len(given):
            raise AssertionError("dice given but not used")
        return -1, self.result(b)

    def explore(self) -> tuple[int, Hashable]:
        """Follow every roll to its ends; where it all begins."""
        start = self.step(())
        while self.waiting:
            number, given, roll = self.waiting.pop()
            leads: dict[int, Fraction] = {}
            ends: dict[Hashable, Fraction] = {}
            whole, outcomes = branches(roll)
            for said, ways in outcomes:
                nxt, result = self.step(given + said)
                if nxt >= 0:
                    leads[nxt] = leads.get(nxt, Fraction(0)) + Fraction(ways, whole)
                else:
                    ends[result] = ends.get(result, Fraction(0)) + Fraction(ways, whole)
            self.leads[number], self.ends[number] = leads, ends
        return start


def visits(start: int, leads: dict[int, dict[int, Fraction]]) -> dict[int, Fraction]:
    """How often each roll is come to: one after another, or by equations where rolls lead back."""
    into = dict.fromkeys(leads, 0)
    for out in leads.values():
        for n in out:
            into[n] += 1
    flow = dict.fromkeys(leads, Fraction(0))
    flow[start] = Fraction(1)
    ready = [n for n, k in into.items() if k == 0]
    done = set()
    while ready:
        n = ready.pop()
        done.add(n)
        for m, p in leads[n].items():
            flow[m] += flow[n] * p
            into[m] -= 1
            if into[m] == 0:
                ready.append(m)
    round_about = [n for n in leads if n not in done]
    flow |= solved(round_about, leads, flow)
    return flow


def solved(
    rolls: list[int], leads: dict[int, dict[int, Fraction]], flow: dict[int, Fraction]
) -> dict[int, Fraction]:
    """Visits v with v[m] = flow[m] + the sum over n of v[n] * leads[n][m], by elimination."""
    rows: dict[int, dict[int, Fraction]] = {m: {m: Fraction(1)} for m in rolls}
    right = {m: flow[m] for m in rolls}
    for n in rolls:
        for m, p in leads[n].items():
            rows[m][n] = rows[m].get(n, Fraction(0)) - p
    for pivot in rolls:
        scale = rows[pivot][pivot]
        rows[pivot] = {k: v / scale for k, v in rows[pivot].items() if v}
        right[pivot] /= scale
        for m in rolls:
            factor = rows[m].get(pivot, Fraction(0))
            if m != pivot and factor:
                for k, v in rows[pivot].items():
                    rows[m][k] = rows[m].get(k, Fraction(0)) - factor * v
                right[m] -= factor * right[pivot]
    return right


def exact(
    make: Make,
    run: Run,
    result: Result,
    limit: int = LIMIT,
    merge: bool = True,
    alike: Alike | None = None,
) -> Odds:
    """The chance of each result, and how many times the rules were run.

    The result may look at the state and at the log, as something that adds up from event to event."""
    walk = Walk(make, run, result, limit, merge, alike)
    start, certain = walk.explore()
    if start < 0:
        return Odds({certain: Fraction(1)}, True, walk.runs)
    chances: dict[Any, Fraction] = {}
    flow = visits(start, walk.leads)
    for n, ends in walk.ends.items():
        for r, p in ends.items():
            chances[r] = chances.get(r, Fraction(0)) + flow[n] * p
    return Odds(chances, True, walk.runs)


# Simulated odds


def simulated(make: Make, run: Run, result: Result, n: int = THROWS, seed: int = 1) -> Odds:
    """Many throws; throw k depends on the seed and k only."""
    counts: dict[Any, int] = {}
    for k in range(n):
        b = make()
        b.dice.source = int(Source.SEEDED)
        seed_dice(b.dice, mix((seed * GOLDEN + k) & M62))
        run(b)
        r = result(b)
        counts[r] = counts.get(r, 0) + 1
    return Odds({r: Fraction(c, n) for r, c in counts.items()}, False, n)


def odds(
    make: Make,
    run: Run,
    result: Result,
    limit: int = LIMIT,
    throws: int = THROWS,
    seed: int = 1,
    alike: Alike | None = None,
) -> Odds:
    """Exact if the ways can be counted through, else simulated."""
    try:
        return exact(make, run, result, limit, True, alike)
    except TooMany:
        return simulated(make, run, result, throws, seed)
