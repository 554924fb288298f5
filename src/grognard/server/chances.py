"""The odds of an order: counted through if that is quick, else thrown; given up as soon as nobody waits."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from ..book import Choice, Line
from ..game import Refused
from ..lab.odds import Odds, TooMany, exact, simulated
from ..trial import Alone, Trial, Tried
from ..values import Order
from .eyes import Eyes, TableEyes, eyes_of
from .messages import (
    Break,
    Chance,
    OddsTold,
)
from .table import Table
from .views import line_told, offered, order_given

EXACT_RUNS, EXACT_SECONDS = 4000, 0.7  # after which odds are no longer counted through
THROWS, CHUNK, THROW_SECONDS = 400, 20, 1.0  # of the dice, where they are not
BRIEFLY = 0.1  # seconds: another may be making his copies; a general thinks longer
SEEDS = 6  # throws that are listened to for the sums behind an order


class Cancelled(Exception):
    """Nobody waits for the answer any more."""


def odds_told(table: Table, seat: str, order: Order, stop: threading.Event) -> OddsTold:
    """The chances of an order, counted through or thrown; given up as soon as nobody waits for them.

    As far as this seat can know: whoever asks about every place of the table finds nobody who hides there."""
    eyes = eyes_of(table, seat)
    refusal = eyes.why_not(order)
    if refusal is not None:
        raise Refused(refusal)
    trial = tried(table, eyes, order)
    found = chances(trial, stop)
    sums = constants(eyes, trial, stop)
    if isinstance(trial, Trial):  # what others do in this step is nobody's business yet
        concerned = concerned_by(eyes, order)
        sums = [line for line in sums if concerned & set(line.units)]
    return told(eyes, order, found, sums, isinstance(trial, Alone))


def tried(table: Table, eyes: TableEyes, order: Order) -> Tried:
    """Copies to try an order on; while somebody acts at the table there are none, and nobody waits for him."""
    if not table.lock.acquire(timeout=BRIEFLY):
        raise Cancelled
    try:
        if table.changes != eyes.changes:
            raise Cancelled
        rules = eyes.book.alone(eyes.asked(), order)
        if rules is None:
            return Trial(table.game, order, eyes.sides)
        return Alone(table.game, order, rules, eyes.sides)
    finally:
        table.lock.release()


def concerned_by(eyes: Eyes, order: Order) -> set[int]:
    """The pieces that an order names."""
    named = offered(eyes, eyes.asked(), Choice(order, ""))
    return {*named.pieces, *named.targets}


def chances(trial: Tried, stop: threading.Event) -> Odds:
    """Exact if that is quick; else as many throws as there is time for."""
    try:
        return exact(trial.make, watched(trial, stop, EXACT_SECONDS), trial.fate, EXACT_RUNS)
    except TooMany:
        return thrown(trial, stop)


def watched(trial: Tried, stop: threading.Event, seconds: float) -> Callable[[Any], None]:
    """The trial, until somebody says stop or the time is over."""
    end = time.monotonic() + seconds

    def run(battle: Any) -> None:
        if stop.is_set():
            raise Cancelled
        if time.monotonic() > end:
            raise TooMany
        trial.run(battle)

    return run


def thrown(trial: Tried, stop: threading.Event) -> Odds:
    end, n = time.monotonic() + THROW_SECONDS, 0
    counts: dict[Any, Fraction] = {}
    run = watched(trial, stop, 1e9)
    while n < THROWS and (n < CHUNK or time.monotonic() < end):
        some = simulated(trial.make, run, trial.fate, CHUNK, n + 1)
        for result, chance in some.chances.items():
            counts[result] = counts.get(result, Fraction(0)) + chance * CHUNK
        n += CHUNK
    return Odds({result: count / n for result, count in counts.items()}, False, n)


def constants(eyes: Eyes, trial: Tried, stop: threading.Event) -> list[Line]:
    """The steps of the sum that say the same however the dice fall: dice, numbers, modifiers."""
    said: dict[tuple[str, tuple[int, ...], int], Line] = {}
    varied: set[tuple[str, tuple[int, ...], int]] = set()
    for seed in range(1, SEEDS + 1):
        if stop.is_set():
            raise Cancelled
        met: Counter[tuple[str, tuple[int, ...]]] = Counter()
        for line in step_by_step(eyes, trial.listen(seed)):
            what = line.kind, line.units
            met[what] += 1
            key = *what, met[what]
            if said.setdefault(key, line).text != line.text:
                varied.add(key)
    return [line for key, line in said.items() if key not in varied]


def step_by_step(eyes: Eyes, events: Iterable[Any]) -> Iterator[Line]:
    """Each step of a sum by itself, and what is known before the first die."""
    rolled = False
    for event in events:
        for line in eyes.tell([event]):
            rolled = rolled or bool(line.dice)
            if not line.dice and (line.level == 2 or not rolled):
                yield line


def told(eyes: Eyes, order: Order, found: Odds, sums: list[Line], alone: bool) -> OddsTold:
    losses: dict[tuple[int, int], Fraction] = {}
    breaks: dict[int, Fraction] = {}
    for (blue, red, broken), chance in found.chances.items():
        losses[blue, red] = losses.get((blue, red), Fraction(0)) + chance
        for piece in broken:
            breaks[piece] = breaks.get(piece, Fraction(0)) + chance
    if alone:  # who goes to pieces by his own order, whatever the dice say, is not broken by it
        own = concerned_by(eyes, order)
        breaks = {k: p for k, p in breaks.items() if k not in own or p < 1}
    names = {p.number: p.name for p in eyes.scene.pieces}
    ranked = sorted(losses.items(), key=lambda item: (-item[1], item[0]))
    return OddsTold(
        order=order_given(order),
        chances=[Chance(blue=b, red=r, chance=float(p)) for (b, r), p in ranked],
        expected=(
            float(sum(b * p for (b, _), p in ranked)),
            float(sum(r * p for (_, r), p in ranked)),
        ),
        breaks=[
            Break(piece=k, name=names[k], chance=float(p))
            for k, p in sorted(breaks.items(), key=lambda item: -item[1])
            if k in names
        ],
        alone=alone,
        exact=found.exact,
        error=max((found.error(p) for p in losses.values()), default=0.0),
        how=found.how,
        sums=[line_told(eyes, line, eyes.scene.turn) for line in sums],
    )
