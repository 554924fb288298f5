"""Orders that one would look for and may not give now, as far as all books share them: each with the rule against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .book import Choice
from .chronicle import catalogue
from .values import Ask, Order


class Wish(NamedTuple):
    order: Order
    title: str = ""
    group: str = ""
    rule: str = ""  # else as the check says
    reason: str = ""


Wishes = Callable[[Any, Any, Ask], Iterator[Wish]]
Check = Callable[[Any, Ask, Order], int]
Reason = Callable[[Any, Any, Ask, Order, int], str]


def refused(
    rules: Path, check: Check, reason: Reason, b: Any, n: Any, ask: Ask, wishes: Iterable[Wish]
) -> Iterator[tuple[Wish, str, str]]:
    """Each wish that a rule stands against, with the rule and why."""
    for w in wishes:
        rule = check(b, ask, w.order)
        if rule != 0:
            yield w, w.rule or catalogue(rules).rule_id(rule), w.reason or reason(b, n, ask, w.order, rule)


def choice(w: Wish, title: str, rule: str, why: str) -> Choice:
    """On a button that cannot be pressed."""
    return Choice(w.order, f"{w.title}: {why}", "", title, why, w.group, rule=rule, reason=why)
