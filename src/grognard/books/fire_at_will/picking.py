"""What pieces that were picked may be ordered to do: their formations, and a character for himself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...book import Choice
from ...values import Ask, Order
from .forces import Names
from .foretelling import formation_of, is_piece, side_of, strip_of
from .menu import choices, formation_offers, shots_of, told_choices
from .offers import Offer, orders_to_character
from .offers_magic import orders_to_mage
from .routes import formation_named
from .state import Act, AskKind, Battle
from .strips import is_character, is_lone_character


def offers(b: Battle, n: Names, ask: Ask, pieces: Sequence[int]) -> list[Choice]:
    """Sensible legal orders for just these pieces."""
    here = [p for p in pieces if is_piece(b, n, p)]
    own = [p for p in here if side_of(b, n, p) == ask.side]
    formations = list(dict.fromkeys(formation_of(b, n, p) for p in own))
    if ask.kind == AskKind.ACTION:
        return told_choices(b, n, ask, actions(b, n, ask, own))
    if ask.kind == AskKind.SHOOT:
        return told_choices(b, n, ask, (o for f in formations for o in shots_of(b, n, ask, f)))
    named = {formation_of(b, n, p) for p in here}
    strips = {strip_of(n, p) for p in here}
    return [c for c in choices(b, n, ask) if concerns(b, c.order, named, strips)]


def actions(b: Battle, n: Names, ask: Ask, pieces: Sequence[int]) -> Iterator[Offer]:
    """What a character who is with others can do by himself; else what each formation can."""
    for p in pieces:
        i, f = strip_of(n, p), formation_of(b, n, p)
        if i >= 0 and is_character(b.strips[i]) and not is_lone_character(b, b.formations[f]):
            key = n.strip_ids[i].lower()
            for o in (*orders_to_character(b, n, ask, i), *orders_to_mage(b, n, ask, i)):
                yield o._replace(key=f"{key}-{o.key}")
        else:
            yield from formation_offers(b, n, ask, f)


def concerns(b: Battle, o: Order, formations: set[int], strips: set[int]) -> bool:
    """Does an answer have to do with these pieces?"""
    if o.kind in (Act.STRIKE, Act.LEAD, Act.JOIN_FIGHT):
        return o.other in strips or b.strips[o.other].formation in formations
    return formation_named(b, o) in formations
