"""What a page may ask without changing anything: hands, drafts of orders, odds, the tape, the past."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..book import Choice, Line
from ..engines import Plain, events_from
from ..game import Refused
from ..lab.odds import Odds, TooMany, exact, simulated
from ..notation import Entry, Move
from ..problems import Problem
from ..running import run_turn
from ..trial import Alone, Trial
from ..values import Ask, Order
from .eyes import UNSEEN, Eyes, TableEyes, eyes_of
from .host import Table
from .messages import (
    AskClick,
    AskDraft,
    AskDrag,
    AskHand,
    AskLook,
    AskMeasure,
    AskOdds,
    AskSight,
    AskTimeline,
    Break,
    Chance,
    Draft,
    DraftsTold,
    HandTold,
    LookTold,
    Message,
    MomentTold,
    OddsTold,
    OrderGiven,
    TapeTold,
    TimelineTold,
)
from .views import line_told, offered, order_from, order_given

MOST_PASTS = 6  # turns of the past kept open, of all games
EXACT_RUNS, EXACT_SECONDS = 4000, 1.0  # after which odds are no longer counted through
THROWS, CHUNK, THROW_SECONDS = 400, 20, 1.5  # of the dice, where they are not
SEEDS = 6  # throws that are listened to for the sums behind an order


class Cancelled(Exception):
    """Nobody waits for the answer any more."""


def answer(table: Table, seat: str, query: Message, stop: threading.Event) -> tuple[int, Message]:
    """The answer to a query, and the change of the table that it is about."""
    eyes = eyes_of(table, seat)
    if isinstance(query, AskOdds):
        return eyes.changes, odds_told(table, seat, order_of(eyes, query.order), stop)
    if isinstance(query, AskTimeline):
        return eyes.changes, timeline(table, seat, query.turn)
    if isinstance(query, AskLook):
        return eyes.changes, look(table, seat, query.at)
    return eyes.changes, KINDS[type(query)](eyes, query)


def order_of(eyes: Eyes, given: OrderGiven | str) -> Order:
    return eyes.read(given if isinstance(given, str) else order_from(given))


# Hands, drafts, the tape


def hand(eyes: Eyes, query: Any) -> HandTold:
    return HandTold(piece=query.piece, hand=eyes.hand(query.piece))


def drag(eyes: Eyes, query: Any) -> DraftsTold:
    like = None if query.like is None else order_of(eyes, query.like)
    order = eyes.drag(query.pieces, (query.x, query.y, query.fx, query.fy), like)
    return DraftsTold(drafts=[] if order is None else [draft(eyes, order)])


def click(eyes: Eyes, query: Any) -> DraftsTold:
    """The orders that are legal first."""
    drafts = [draft(eyes, o) for o in eyes.click(query.pieces, query.target)]
    return DraftsTold(drafts=sorted(drafts, key=lambda d: not d.legal))


def drafted(eyes: Eyes, query: Any) -> DraftsTold:
    return DraftsTold(drafts=[draft(eyes, order_of(eyes, query.order))])


def draft(eyes: Eyes, order: Order) -> Draft:
    """An order in words with its ghost; if it is refused, why, and what would not be."""
    refusal = eyes.why_not(order)
    plain = order_given(order)
    seen = eyes.preview(order)
    if refusal is None:
        return Draft(order=plain, text=eyes.describe(order), legal=True, preview=seen)
    near = refusal.nearest
    return Draft(
        order=plain,
        text="",  # what breaks a rule may be past all words
        legal=False,
        preview=seen,
        rule=refusal.rule,
        reason=refusal.text,
        nearest=None if near is None else order_given(near),
        nearest_text="" if near is None else eyes.describe(near),
        nearest_preview=None if near is None else eyes.preview(near),
    )


def sight(eyes: Eyes, query: Any) -> TapeTold:
    return TapeTold(tape=eyes.sight(query.a, query.b))


def measure(eyes: Eyes, query: Any) -> TapeTold:
    return TapeTold(tape=eyes.measure(query.a, query.b))


KINDS: dict[type[Message], Callable[[Eyes, Any], Message]] = {
    AskHand: hand,
    AskDrag: drag,
    AskClick: click,
    AskDraft: drafted,
    AskSight: sight,
    AskMeasure: measure,
}


# Odds


def odds_told(table: Table, seat: str, order: Order, stop: threading.Event) -> OddsTold:
    """The chances of an order, counted through or thrown; given up as soon as nobody waits for them."""
    eyes = eyes_of(table, seat)
    refusal = eyes.why_not(order)
    if refusal is not None:
        raise Refused(refusal)
    with table.lock:
        if table.changes != eyes.changes:
            raise Cancelled
        if table.game.why_not(order) is not None:
            raise Refused(UNSEEN)
        rules = eyes.book.alone(eyes.asked(), order)
        if rules is None:
            trial: Trial | Alone = Trial(table.game, order, eyes.sides)
        else:
            trial = Alone(table.game, order, rules, eyes.sides)
    found = chances(trial, stop)
    sums = constants(eyes, trial, stop)
    if isinstance(trial, Trial):  # what others do in this step is nobody's business yet
        concerned = concerned_by(eyes, order)
        sums = [line for line in sums if concerned & set(line.units)]
    return told(eyes, order, found, sums, isinstance(trial, Alone))


def concerned_by(eyes: Eyes, order: Order) -> set[int]:
    """The pieces that an order names."""
    named = offered(eyes, eyes.asked(), Choice(order, ""))
    return {*named.pieces, *named.targets}


def chances(trial: Trial | Alone, stop: threading.Event) -> Odds:
    """Exact if that is quick; else as many throws as there is time for."""
    try:
        return exact(trial.make, watched(trial, stop, EXACT_SECONDS), trial.fate, EXACT_RUNS)
    except TooMany:
        return thrown(trial, stop)


def watched(trial: Trial | Alone, stop: threading.Event, seconds: float) -> Callable[[Any], None]:
    """The trial, until somebody says stop or the time is over."""
    end = time.monotonic() + seconds

    def run(battle: Any) -> None:
        if stop.is_set():
            raise Cancelled
        if time.monotonic() > end:
            raise TooMany
        trial.run(battle)

    return run


def thrown(trial: Trial | Alone, stop: threading.Event) -> Odds:
    end, n = time.monotonic() + THROW_SECONDS, 0
    counts: dict[Any, Fraction] = {}
    run = watched(trial, stop, 1e9)
    while n < THROWS and (n < CHUNK or time.monotonic() < end):
        some = simulated(trial.make, run, trial.fate, CHUNK, n + 1)
        for result, chance in some.chances.items():
            counts[result] = counts.get(result, Fraction(0)) + chance * CHUNK
        n += CHUNK
    return Odds({result: count / n for result, count in counts.items()}, False, n)


def constants(eyes: Eyes, trial: Trial | Alone, stop: threading.Event) -> list[Line]:
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
        sums=[line_told(line, eyes.scene.turn) for line in sums],
    )


# The past


@dataclass(frozen=True)
class Then:
    """The battle when an order was asked for."""

    at: int
    ask: Ask
    order: Order
    told: int  # events of the turn so far
    battle: Any


@dataclass(frozen=True)
class Past:
    """One turn gone through again."""

    turn: int
    events: list[Any]
    moments: list[Then]


class Pasts:
    """The turns that were looked at last."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kept: OrderedDict[tuple[str, int, int], Past] = OrderedDict()

    def of(self, table: Table, turn: int) -> Past:
        """A turn of a table; one that is over stays as it was while the list before it does."""
        with table.lock:
            game = table.game
            if not 1 <= turn <= game.turns + 1:
                raise Problem(f"there is no turn {turn}; turns 1 to {game.turns + 1} are known")
            entries = list(game.entries_of_turn(turn))
            mark = game.snapshots[turn - 1].mark
            key = (table.heading.id, turn, hash(tuple(game.entries[: mark + len(entries)])))
            with self.lock:
                if key in self.kept:
                    self.kept.move_to_end(key)
                    return self.kept[key]
            plain = Plain(game.book)
            start = plain.start(game.after_turn(turn - 1))
        past = gone_through(plain, start, turn, mark, entries)
        with self.lock:
            self.kept[key] = past
            while len(self.kept) > MOST_PASTS:
                self.kept.popitem(last=False)
        return past


def gone_through(plain: Plain, battle: Any, turn: int, mark: int, entries: list[Entry]) -> Past:
    places = [mark + k for k, e in enumerate(entries) if isinstance(e, Move)]
    orders = [e.order for e in entries if isinstance(e, Move)]
    seen: list[Then] = []

    def visit(b: Any, k: int, ask: Ask) -> None:
        seen.append(Then(places[k], ask, orders[k], int(b.log.n), plain.copy(b)))

    run_turn(plain, battle, entries, visit)
    return Past(turn, events_from(battle), seen)


PASTS = Pasts()


def timeline(table: Table, seat: str, turn: int) -> TimelineTold:
    """The moments of a turn that this seat knows of."""
    past, now = PASTS.of(table, turn), eyes_of(table, seat)
    cuts = [m.told for m in past.moments] + [len(past.events)]
    moments = []
    for k, m in enumerate(past.moments):
        eyes = Eyes(now.book, m.battle, table.game.names, m.ask, now.sides)
        lines = eyes.tell(past.events[cuts[k] : cuts[k + 1]])
        own = eyes.yours or not now.book.hides
        if own or lines:
            text = eyes.describe(m.order) if own else lines[0].text
            moments.append(moment_told(now, m, turn, text, lines))
    return TimelineTold(
        turn=turn,
        turns=len(now.turns),
        lines=[line_told(line, turn) for line in now.tell(past.events[: cuts[0]])],
        moments=moments,
    )


def moment_told(eyes: Eyes, m: Then, turn: int, text: str, lines: list[Line]) -> MomentTold:
    """With the weightiest thing that came of it."""
    weights = eyes.book.weights
    worst = max(lines, key=lambda line: weights.get(line.kind, 0), default=None)
    return MomentTold(
        at=m.at,
        side=m.ask.side,
        text=text,
        kind="" if worst is None else worst.kind,
        weight=0 if worst is None else weights.get(worst.kind, 0),
        lines=[line_told(line, turn) for line in lines],
    )


def look(table: Table, seat: str, at: int) -> LookTold:
    """The table when the order at this place of the list, or the next one, was asked for."""
    now = eyes_of(table, seat)
    if at > now.length:
        raise Problem(f"the list has {now.length} entries")
    with table.lock:
        turn = table.turn_of(at)
    past = PASTS.of(table, turn)
    m = next((m for m in past.moments if m.at >= at), None)
    before = sum(len(lines) for lines in now.turns[: turn - 1])
    if m is None:
        return present(now, at, turn)
    eyes = Eyes(now.book, m.battle, table.game.names, m.ask, now.sides)
    return LookTold(
        at=m.at,
        turn=turn,
        side=m.ask.side,
        text=eyes.question,
        scene=eyes.scene,
        lines=before + len(eyes.tell(past.events[: m.told])),
    )


def present(eyes: TableEyes, at: int, turn: int) -> LookTold:
    """Nothing has been ordered there yet: the table as it stands."""
    return LookTold(
        at=at,
        turn=turn,
        side=-1 if eyes.ask is None else eyes.ask.side,
        text=eyes.question,
        scene=eyes.scene,
        lines=sum(len(lines) for lines in eyes.turns),
    )
