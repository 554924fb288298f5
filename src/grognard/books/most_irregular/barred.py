"""Orders of Most Irregular that one would look for and may not give now, each with the rule against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...battle import plain
from ...book import Choice
from ...chronicle import catalogue
from ...values import Ask, Order
from .asking import own_formations
from .brief import capital
from .checking import check
from .legality import is_in_hand
from .men import alive, centre_of, members
from .nearest import formations_near
from .refusals import reason
from .setup import FOLDER, Names
from .state import NOBODY, Act, AskKind, Battle
from .words import commander, formation

MOST_AIMS = 3  # enemy formations that one looks at


class Wish(NamedTuple):
    order: Order
    title: str
    group: str


def barred(b: Battle, n: Names, ask: Ask) -> list[Choice]:
    """Each wish that a rule stands against."""
    wishes = WISHES.get(AskKind(ask.kind))
    found = [] if wishes is None else [refused(b, n, ask, w) for w in wishes(b, n, ask)]
    return [c for c in found if c is not None]


def refused(b: Battle, n: Names, ask: Ask, w: Wish) -> Choice | None:
    """The wish with its rule and the reason; nothing if it is allowed."""
    rule = check(b, ask, w.order)
    if rule == 0:
        return None
    why = reason(b, n, ask, w.order, rule)
    id = catalogue(FOLDER / "rules.md").rule_id(rule)
    return Choice(w.order, f"{w.title}: {why}", "", capital(w.title), why, w.group, rule=id, reason=why)


def commanders(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    for k in range(b.n_commanders):
        if b.commanders[k].side == ask.side and alive(b.commanders[k]):
            yield Wish(plain(Act.COMMAND, k, NOBODY), commander(n, k), "commander")


def units(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    for f in own_formations(b, ask.side):
        yield Wish(plain(Act.UNIT, f, NOBODY), formation(n, f), "unit")


def actions(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """Fire and assault, for the units in hand."""
    for f in own_formations(b, ask.side):
        if not is_in_hand(b, f):
            continue
        x, y = centre_of(b, ask.side, members(b, f))
        for g in formations_near(b, 1 - ask.side, x, y)[:MOST_AIMS]:
            yield Wish(plain(Act.FIRE, f, g), f"fire at {formation(n, g)}", "fire")
            yield assault(b, n, f, g, x, y)


def assault(b: Battle, n: Names, f: int, g: int, x: float, y: float) -> Wish:
    """Straight at the middle of a formation."""
    cx, cy = centre_of(b, b.formations[g].side, members(b, g))
    far = max(1e-9, ((cx - x) ** 2 + (cy - y) ** 2) ** 0.5)
    order = Order(Act.ASSAULT, f, g, 0, 0.0, 0.0, (cx - x) / far, (cy - y) / far)
    return Wish(order, f"assault {formation(n, g)}", "assault")


WISHES: dict[AskKind, Callable[[Battle, Names, Ask], Iterator[Wish]]] = {
    AskKind.COMMANDER: commanders,
    AskKind.ACTIVATE: units,
    AskKind.ACTION: actions,
}
