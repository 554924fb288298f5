"""What some men who were picked may be ordered to do together: a group of stragglers, a part of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...battle import plain, with_how
from ...book import Choice
from ...values import Ask, Order
from .gestures import formation_of, is_piece, men_among
from .legality import is_in_hand
from .men import actors_of, bit, centre_of, is_straggler, members, set_size, stands, wounded_among
from .menu import (
    Offer,
    choices,
    goals,
    group_actions,
    longest,
    offer,
    offer_attacks,
    told_choices,
    unit_actions,
)
from .nearest import callable_among, end_man, of_set, turned
from .setup import PIECE_COMMANDER, PIECE_FORMATION, Names
from .state import NOBODY, Act, AskKind, Battle
from .straggling import ready_stragglers

WAYS = ((0, "f"), (180, "s"), (-90, "z"), (90, "c"))  # degrees to the right of the front, keys
WHEELS = ((-45, "wl"), (45, "wr"), (-90, "wL"), (90, "wR"))


def offers(b: Battle, n: Names, ask: Ask, pieces: Sequence[int]) -> list[Choice]:
    """Sensible legal orders for just these pieces."""
    here = [p for p in pieces if is_piece(b, p)]
    means = PICKED.get(AskKind(ask.kind))
    if means is not None:
        return told_choices(b, n, ask, means(b, n, ask, here))
    figures = {p - PIECE_COMMANDER for p in here if PIECE_COMMANDER <= p < PIECE_FORMATION}
    own = {formation_of(b, p) for p in here} if ask.kind == AskKind.REROLL else figures | {*here}
    return [c for c in choices(b, n, ask) if c.order.actor in own]


def loose(b: Battle, own: int, pieces: Sequence[int]) -> int:
    """The stragglers among some pieces, a set."""
    men = of_set(b, own, men_among(b, own, pieces))
    return sum(bit(b, i) for i in men if is_straggler(b.men[i]))


def activations(b: Battle, n: Names, ask: Ask, pieces: Sequence[int]) -> Iterator[Offer]:
    """Units to activate, what the stragglers can do together, and to call them."""
    men = loose(b, ask.side, pieces)
    for f in dict.fromkeys(formation_of(b, p) for p in pieces):
        if f >= 0:
            yield offer(plain(Act.UNIT, f, NOBODY), key=n.formation_ids[f].lower())
    ready = men & ready_stragglers(b, ask.actor)
    if ready:
        yield from group_actions(b, n, ask, ready)
        picked = of_set(b, ask.side, ready)
        yield from (o for o in offer_attacks(b, n, ask) if o.order.actor in picked)
    called = callable_among(b, ask, men) if men else 0
    if called:
        yield offer(with_how(Act.RALLY, NOBODY, NOBODY, called), key="c")


def actions(b: Battle, n: Names, ask: Ask, pieces: Sequence[int]) -> Iterator[Offer]:
    """Each unit in hand, or the part of it that was picked; stragglers who were picked too are taken in."""
    near = loose(b, ask.side, pieces)
    for f in dict.fromkeys(formation_of(b, p) for p in pieces):
        if not stands(b, f) or not is_in_hand(b, f):
            continue
        men = men_among(b, ask.side, pieces) & members(b, f)
        whole = PIECE_FORMATION + f in pieces or men & actors_of(b, f) == actors_of(b, f)
        if near:
            rolls = int(wounded_among(b, ask.side, members(b, f)) != 0)
            yield offer(with_how(Act.REGROUP, f, rolls, near), key="g")
        yield from unit_actions(b, n, ask, f) if whole else part_actions(b, n, ask, f, men)


def part_actions(b: Battle, n: Names, ask: Ask, f: int, men: int) -> Iterator[Offer]:
    """A part of a unit moves off or wheels; the rest stands."""
    u, far = b.formations[f], b.ground.width
    for degrees, key in WAYS:
        dx, dy = turned(u.fx, u.fy, degrees)
        order = longest(b, ask, f, men, dx * far, dy * far, u.fx, u.fy)
        if order is not None:
            yield offer(order, key=key)
    x, y = centre_of(b, ask.side, men)
    for name, key, dx, dy in goals(b, n, ask.side, x, y):
        size = max(1e-9, (dx * dx + dy * dy) ** 0.5)
        order = longest(b, ask, f, men, dx, dy, dx / size, dy / size)
        if order is not None:
            yield offer(order, key=key, title=f"move to {name}")
    if set_size(men) > 1:
        for degrees, key in WHEELS:
            fx, fy = turned(u.fx, u.fy, degrees)
            pivot = end_man(b, f, men, degrees < 0)
            yield offer(Order(Act.WHEEL, f, pivot, men, 0.0, 0.0, fx, fy), key=key)


def those(act: Act) -> Callable[[Battle, Names, Ask, Sequence[int]], Iterator[Offer]]:
    """Just the men who were picked run, or fall."""

    def offered(b: Battle, n: Names, ask: Ask, pieces: Sequence[int]) -> Iterator[Offer]:
        yield offer(with_how(act, ask.actor, NOBODY, men_among(b, ask.side, pieces) & b.sought))

    return offered


PICKED: dict[AskKind, Callable[[Battle, Names, Ask, Sequence[int]], Iterator[Offer]]] = {
    AskKind.ACTIVATE: activations,
    AskKind.ACTION: actions,
    AskKind.RUN: those(Act.RUN),
    AskKind.FALL: those(Act.FALL),
}
