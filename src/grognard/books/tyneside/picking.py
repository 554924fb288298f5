"""What pieces that were picked may be ordered to do: their groups, and a man of them by himself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...book import Choice
from ...values import Ask, Order
from .checking import check
from .figures import strength
from .foretelling import group_of, is_piece
from .gestures import has_all
from .menu import choices, group_offers, shots_of_group, told_choices
from .moves import left_of_move
from .names import PIECE_GROUP, PIECE_MARKER, Names
from .offers import Offer
from .state import NOBODY, Act, AskKind, Battle, Gait

WAYS = (
    ("forward", "f", 1.0, 0.0),
    ("back", "s", -1.0, 0.0),
    ("to the left", "z", 0.0, -1.0),
    ("to the right", "c", 0.0, 1.0),
)
SHARES = (1.0, 0.5, 0.25)  # of a move that are tried


def offers(b: Battle, n: Names, ask: Ask, pieces: Sequence[int]) -> list[Choice]:
    """Sensible legal orders for just these pieces."""
    here = [p for p in pieces if is_piece(b, p) and p < PIECE_MARKER]
    groups = list(dict.fromkeys(group_of(b, p) for p in here))
    if ask.kind == AskKind.MOVE:
        return told_choices(b, n, ask, moves(b, n, ask, here, groups))
    if ask.kind == AskKind.SHOOT:
        own = [g for g in groups if g >= 0 and b.groups[g].side == ask.side]
        return told_choices(b, n, ask, (o for g in own for o in shots_of_group(b, n, ask, g)))
    return [c for c in choices(b, n, ask) if concerns(b, ask, c.order, groups)]


def concerns(b: Battle, ask: Ask, o: Order, groups: Sequence[int]) -> bool:
    """Does an answer have to do with these groups?"""
    if o.kind == Act.DONE:
        return False
    if ask.kind == AskKind.SPEND:
        return o.other in groups
    if ask.kind == AskKind.VICTIM:
        return b.figures[ask.actor].group in groups or b.figures[o.other].group in groups
    return o.actor in groups


def moves(b: Battle, n: Names, ask: Ask, pieces: Sequence[int], groups: Sequence[int]) -> Iterator[Offer]:
    """What men who were picked out of their group can do by themselves, then what each group can."""
    for piece in pieces:
        if is_lone_man(b, piece, pieces):
            yield from steps(b, ask, piece)
    for g in groups:
        if g >= 0:
            yield from group_offers(b, n, ask, g)


def is_lone_man(b: Battle, piece: int, pieces: Sequence[int]) -> bool:
    """Was one man picked out of his group?"""
    g = group_of(b, piece)
    return piece < PIECE_GROUP and strength(b, g) > 1 and not has_all(b, g, pieces)


def steps(b: Battle, ask: Ask, i: int) -> Iterator[Offer]:
    """One man by himself, as far as he gets each way."""
    f, most = b.figures[i], left_of_move(b, i, Gait.WALK)
    for word, key, ahead, right in WAYS:
        dx, dy = f.fx * ahead + f.fy * right, f.fy * ahead - f.fx * right
        for far in (most * share for share in SHARES):
            o = Order(Act.STEP, i, NOBODY, 0, f.x + dx * far, f.y + dy * far, f.fx, f.fy)
            if check(b, ask, o) == 0:
                yield Offer(o, key=key, title=f"One man {word}", more=f"{far:.0f} cm, by himself", legal=True)
                break
