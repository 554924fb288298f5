"""Procedures in tests: prepared, ruled with dice by hand, and their exact odds."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from grognard.book import Situation
from grognard.books.fire_at_will.procedures import PROCEDURES
from grognard.dice import Source
from grognard.lab.adjudicate import by_name, odds_of
from grognard.records import clone


def prepared(procedure: str, house: Any = None, **given: Any) -> Situation:
    p = PROCEDURES[procedure]
    known = {i.name: i.default for i in p.inputs}
    assert given.keys() <= known.keys(), given.keys() - known.keys()
    return p.prepare(known | given, house or {})


def ruled(procedure: str, *dice: int, house: Any = None, **given: Any) -> dict[str, Any]:
    """What comes of these dice, all of which must be wanted."""
    s = prepared(procedure, house, **given)
    b = clone(s.battle)
    b.dice.source = int(Source.GIVEN)
    for face in dice:
        b.dice.given[b.dice.n_given] = face
        b.dice.n_given += 1
    s.run(b)
    assert b.dice.used == len(dice)
    return s.result(b)


def chances(procedure: str, house: Any = None, **given: Any) -> dict[str, Any]:
    found = odds_of(prepared(procedure, house, **given))
    assert found.exact and sum(found.chances.values()) == 1
    return by_name(found)


def binomial(n: int, p: Fraction) -> dict[int, Fraction]:
    """How many of n happen, each with that chance."""
    out = {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}
    return {k: chance for k, chance in out.items() if chance}


def convolved(one: dict[int, Fraction], other: dict[int, Fraction]) -> dict[int, Fraction]:
    """The sum of two."""
    out: dict[int, Fraction] = {}
    for (x, p), (y, q) in ((a, c) for a in one.items() for c in other.items()):
        out[x + y] = out.get(x + y, Fraction(0)) + p * q
    return out
