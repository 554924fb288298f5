"""What a page may ask without changing anything: hands, drafts of orders, the tape, a rule."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ..values import Order
from .chances import Cancelled, odds_told
from .eyes import Eyes, eyes_of
from .messages import (
    AskClick,
    AskCourse,
    AskDraft,
    AskDrag,
    AskHand,
    AskLook,
    AskMeasure,
    AskOdds,
    AskOffers,
    AskRule,
    AskSight,
    AskTimeline,
    Draft,
    DraftsTold,
    HandTold,
    Message,
    OffersTold,
    OrderGiven,
    TapeTold,
)
from .past import course, look, timeline
from .rulebook import rule_now
from .table import Table
from .views import line_told, offered, order_from, order_given

__all__ = ["Cancelled", "answer", "odds_told"]


def answer(table: Table, seat: str, query: Message, stop: threading.Event) -> tuple[int, Message]:
    """The answer to a query, and the change of the table that it is about."""
    eyes = eyes_of(table, seat)
    if isinstance(query, AskOdds):
        return eyes.changes, odds_told(table, seat, order_of(eyes, query.order), stop)
    if isinstance(query, AskTimeline):
        return eyes.changes, timeline(table, eyes, query.turn)
    if isinstance(query, AskLook):
        return eyes.changes, look(table, eyes, query.at)
    if isinstance(query, AskRule):
        return eyes.changes, rule_now(eyes, query.rule, table.heading.house)
    if isinstance(query, AskCourse):
        return eyes.changes, course(table, eyes)
    return eyes.changes, KINDS[type(query)](eyes, query)


def order_of(eyes: Eyes, given: OrderGiven | str) -> Order:
    return eyes.read(given if isinstance(given, str) else order_from(given))


# Hands, drafts, the tape


def hand(eyes: Any, query: Any) -> HandTold:
    """A piece picked up, and what has happened to it this turn."""
    piece: int = query.piece
    lines = [line for line in eyes.turns[-1] if line.level == 1 and piece in line.units]
    told = [line_told(eyes, line, len(eyes.turns)) for line in lines]
    return HandTold(piece=piece, hand=eyes.hand(piece), lines=told)


def drag(eyes: Eyes, query: Any) -> DraftsTold:
    like = None if query.like is None else order_of(eyes, query.like)
    order = eyes.drag(query.pieces, (query.x, query.y, query.fx, query.fy), like)
    return DraftsTold(drafts=[] if order is None else [draft(eyes, order)])


def click(eyes: Eyes, query: Any) -> DraftsTold:
    """The orders that are legal first."""
    drafts = [draft(eyes, o) for o in eyes.click(query.pieces, query.target)]
    return DraftsTold(drafts=sorted(drafts, key=lambda d: not d.legal))


def offers(eyes: Eyes, query: Any) -> OffersTold:
    ask = eyes.asked()
    return OffersTold(choices=[offered(eyes, ask, c) for c in eyes.offers(query.pieces)])


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
    AskOffers: offers,
    AskSight: sight,
    AskMeasure: measure,
}
