"""Odds: the rules themselves, run over every way the dice can fall; where that is too much, over many throws.

The rules are run again for every branch, dice given so far and one roll more.  Two branches that stand at the
same place of the rules with the same battle are one from there on: that is what keeps the number of runs small.
Rolls that are made again until they differ lead back to where they began; the equations are then solved."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial, sqrt
from types import TracebackType
from typing import Any

from ..battle import Log, Refusal, Script
from ..dice import GOLDEN, M62, Dice, Source, Want, mix, seed_dice
from ..records import Exhausted, clone
from ..table.terrain import Ground, Scratch

LIMIT = 30_000  # runs of the rules: a few seconds
THROWS = 10_000  # when simulating
SHARED = (Log, Scratch, Refusal, Ground)  # no part of what changes in a battle, so copies share them
CONSTANT = ("rules", "options")

Branch = tuple[tuple[int, ...], int]  # what the dice say, in how many ways
Roll = tuple[int, int, int, int]  # what is wanted: Want, dice, sides, target
Make = Callable[[], Any]
Run = Callable[[Any], None]
Result = Callable[[Any], Hashable]


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


@cache
def branches(roll: Roll) -> tuple[int, list[Branch]]:
    """The ways a roll can fall: how many in all, and each outcome with its own number."""
    want, n, sides, target = roll
    if want == Want.DIE:
        return sides, [((p,), 1) for p in range(1, sides + 1)]
    if want == Want.POOL:
        return sides**n, [(faces, ways_of(faces)) for faces in multisets(n, sides)]
    if want == Want.AT_LEAST:
        good = min(sides, max(0, sides + 1 - target))
        made = {k: comb(n, k) * good**k * (sides - good) ** (n - k) for k in range(n + 1)}
    else:
        made = sums_up_to(n, sides, target)
    return sides**n, [((k,), w) for k, w in sorted(made.items()) if w]


# Where the rules stand


def spare(b: Any) -> Any:
    """A cheap copy of a battle: what never changes, and what is only paper, is shared."""
    parts = []
    for f in dataclasses.fields(b):
        v = getattr(b, f.name)
        if isinstance(v, SHARED) or f.name in CONSTANT or isinstance(v, int | float):
            parts.append(v)
        elif isinstance(v, list):
            parts.append([clone(r) for r in v] if v and dataclasses.is_dataclass(v[0]) else v[:])
        else:
            parts.append(clone(v))
    copy = type(b)(*parts)
    copy.log.n = 0
    return copy


@cache
def reader(cls: Any) -> Callable[[Any], Hashable]:
    """A generated reader: everything a record holds, as one value to compare by."""
    parts = []
    for f in dataclasses.fields(cls):
        of, shape = f.metadata.get("of"), f.metadata.get("shape", ())
        if of is None:
            parts.append(f"s.{f.name}")
        elif not shape:
            parts.append(f"read(s.{f.name})")
        elif dataclasses.is_dataclass(of):
            parts.append(f"tuple([read(v) for v in s.{f.name}])")
        else:
            parts.append(f"tuple(s.{f.name})" if len(shape) == 1 else f"tuple([tuple(v) for v in s.{f.name}])")
    return eval(f"lambda s: ({', '.join(parts)},)", {"read": read})  # type: ignore[no-any-return]


def read(s: Any) -> Hashable:
    return reader(type(s))(s)


def state_of(b: Any) -> Hashable:
    """The battle as it stands.  Dice already rolled are history: rules look at them before they roll again."""
    out: list[Hashable] = []
    for f in dataclasses.fields(b):
        v = getattr(b, f.name)
        if isinstance(v, Script):
            out.append(tuple(read(o) for o in v.orders[v.cursor : v.n]))  # orders still to come
        elif isinstance(v, list):
            out.append(tuple([read(r) if dataclasses.is_dataclass(r) else r for r in v]))
        elif isinstance(v, int | float):
            out.append(v)
        elif not isinstance(v, (*SHARED, Dice)) and f.name not in CONSTANT:
            out.append(read(v))
    return tuple(out)


class Place:
    """Tells places in the rules apart: the lines being executed, with what they have in hand."""

    def __init__(self) -> None:
        self.kept: list[Any] = []  # so that no other object gets the same id

    def of(self, tb: TracebackType | None, b: Any) -> Hashable:
        names = self.names(b)
        out: list[Hashable] = []
        while tb is not None:
            frame = tb.tb_frame
            hand = tuple([self.value(v, names) for v in frame.f_locals.values()])
            out.append((frame.f_code, tb.tb_lasti, tuple(frame.f_locals), hand))
            tb = tb.tb_next
        return tuple(out)

    def names(self, b: Any) -> dict[int, Hashable]:
        """What each record of the battle is called, for copies differ in nothing else."""
        out: dict[int, Hashable] = {id(b): "battle"}
        for f in dataclasses.fields(b):
            v = getattr(b, f.name)
            out[id(v)] = f.name
            if isinstance(v, list):
                out |= {id(r): (f.name, k) for k, r in enumerate(v) if dataclasses.is_dataclass(r)}
        return out

    def value(self, v: Any, names: dict[int, Hashable]) -> Hashable:
        if v is None or isinstance(v, bool | int | float | str):
            return (type(v), v)
        if isinstance(v, tuple):
            return (type(v), tuple([self.value(part, names) for part in v]))
        if id(v) not in names:
            self.kept.append(v)
        return names.get(id(v), ("id", id(v)))


# Exact odds


class Walk:
    """Every way through the rules: at each roll, what each fall of the dice leads to."""

    def __init__(self, make: Make, run: Run, result: Result, limit: int, merge: bool) -> None:
        self.make, self.run, self.result, self.limit, self.merge = make, run, result, limit, merge
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
            here = (state_of(b), self.result(b), self.place.of(stop.__traceback__, b)) if self.merge else self.runs
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


def exact(make: Make, run: Run, result: Result, limit: int = LIMIT, merge: bool = True) -> Odds:
    """The chance of each result, and how many times the rules were run.

    The result may look at the state and at the log, as something that adds up from event to event."""
    walk = Walk(make, run, result, limit, merge)
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
    make: Make, run: Run, result: Result, limit: int = LIMIT, throws: int = THROWS, seed: int = 1
) -> Odds:
    """Exact if the ways can be counted through, else simulated."""
    try:
        return exact(make, run, result, limit)
    except TooMany:
        return simulated(make, run, result, throws, seed)
