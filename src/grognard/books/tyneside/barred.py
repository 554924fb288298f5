"""Orders that one would look for and may not give now, each with the rule against it."""

from __future__ import annotations

from collections.abc import Iterator

from ...battle import plain, with_how
from ...book import Choice
from ...values import Ask
from ...wishes import Wish, Wishes, choice, refused
from .asking import own_groups
from .brief import title_of
from .checking import check
from .figures import centre, first, is_mounted
from .names import FAMILY, Names
from .nearest import seen_enemies
from .plans import may_order
from .refusals import reason
from .state import NOBODY, Act, AskKind, Battle, Gait, Kind, Role
from .status import is_commanded
from .words import the_group

MOST_AIMS = 2  # enemies that one looks at


def barred(b: Battle, n: Names, ask: Ask) -> list[Choice]:
    """Each wish that a rule stands against."""
    wishes = WISHES[AskKind(ask.kind)](b, n, ask) if ask.kind in WISHES else ()
    found = refused(FAMILY / "rules.md", check, reason, b, n, ask, wishes)
    return [choice(w, title_of(w.title), rule, why) for w, rule, why in found]


def commands(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """Everybody who is not the officer himself."""
    for g in own_groups(b, ask.side):
        if g != ask.actor:
            sort = "leader" if Role.OFFICER <= b.groups[g].role <= Role.BUGLER else "troops"
            yield Wish(with_how(Act.ACTIVATE, ask.actor, g, 0), the_group(n, g), sort)


def orders(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """Groups that can be told nothing; charges that do not reach."""
    for g in own_groups(b, ask.side):
        if may_order(b, g, ask.side) != 0:
            yield Wish(plain(Act.HOLD, g, NOBODY), f"order {the_group(n, g)}", "order")
        elif b.groups[g].role == Role.TROOPS:
            yield from charges(b, n, ask, g)


def charges(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Wish]:
    """By the fastest gait that the group has."""
    gait = fastest(b, g)
    for h in seen_enemies(b, ask.side, *centre(b, g))[:MOST_AIMS]:
        order = with_how(Act.CHARGE, g, h, gait)
        yield Wish(order, f"{the_group(n, g)} to charge {the_group(n, h)}", "charge")


def fastest(b: Battle, g: int) -> int:
    """Foot and blown horse walk; Dutch-trained horse does not gallop."""
    if not is_mounted(b, g) or b.groups[g].must_walk:
        return Gait.WALK
    return Gait.TROT if b.groups[g].kind == Kind.DUTCH else Gait.GALLOP


def shots(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """Commanded groups at the nearest enemies."""
    for g in own_groups(b, ask.side):
        if not is_commanded(b, g) or not has_range(b, g):
            continue
        for h in seen_enemies(b, ask.side, *centre(b, g))[:MOST_AIMS]:
            yield Wish(plain(Act.FIRE, g, h), f"{the_group(n, g)} to fire at {the_group(n, h)}", "fire")


def has_range(b: Battle, g: int) -> bool:
    """Does a group carry anything that shoots?"""
    arms = b.figures[first(b, g)].arms
    return b.groups[g].engine >= 0 or any(b.rules.weapon_long[w] > 0.0 for w in arms)


WISHES: dict[AskKind, Wishes] = {
    AskKind.SPEND: commands,
    AskKind.MOVE: orders,
    AskKind.SHOOT: shots,
}
