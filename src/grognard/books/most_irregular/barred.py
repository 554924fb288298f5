"""Orders of Most Irregular that one would look for and may not give now, each with the rule against it."""

from __future__ import annotations

from collections.abc import Iterator

from ...battle import plain
from ...book import Choice
from ...values import Ask, Order
from ...wishes import Wish, Wishes, choice, refused
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


def barred(b: Battle, n: Names, ask: Ask) -> list[Choice]:
    """Each wish that a rule stands against."""
    wishes = WISHES[AskKind(ask.kind)](b, n, ask) if ask.kind in WISHES else ()
    found = refused(FOLDER / "rules.md", check, reason, b, n, ask, wishes)
    return [choice(w, capital(w.title), rule, why) for w, rule, why in found]


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


WISHES: dict[AskKind, Wishes] = {
    AskKind.COMMANDER: commanders,
    AskKind.ACTIVATE: units,
    AskKind.ACTION: actions,
}
