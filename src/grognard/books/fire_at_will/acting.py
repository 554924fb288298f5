"""Carrying out what a side orders in Phase 1."""

from __future__ import annotations

from ...battle import emit
from ...values import Order
from .buildings import enter, garrison, leave
from .casting import cast, meditate
from .characters import detach, join, post
from .charges import charge
from .contact import break_off, face
from .heroic import flee
from .hiding import knows_not_all
from .legality import check_action
from .morale import chosen_test
from .movement import begin_move, move
from .overlaps import overlap
from .sight import reveal_seen
from .state import NOBODY, Act, Battle, Check, Ev, R


def act(b: Battle, o: Order) -> None:
    """One order of Phase 1; whoever it brings into view is revealed [FW-018, FW-R114]."""
    if is_way(o.kind) and knows_not_all(b, b.phase_side) and check_action(b, b.phase_side, o) != 0:
        come_upon(b, o)
    else:
        carry_out(b, o)
    reveal_seen(b)


def is_way(kind: int) -> bool:
    """Does it bring anybody to another place?"""
    return kind != Act.TEST and kind != Act.CAST and kind != Act.MEDITATE


def is_of_strip(kind: int) -> bool:
    """Is it a strip, or a character, that the order is for?"""
    return kind == Act.OVERLAP or kind == Act.FLEE_DUEL or Act.JOIN <= kind <= Act.POST


def come_upon(b: Battle, o: Order) -> None:
    """Hidden enemies, of whom nobody knew, are where they would go: they stay, and their move is over [FW-R114]."""
    f = b.strips[o.actor].formation if is_of_strip(o.kind) else o.actor
    begin_move(b, f)
    b.formations[f].done = True
    emit(b.log, Ev.FALLS_SHORT, R + 114, f, NOBODY, 0, 0, 0.0)


def carry_out(b: Battle, o: Order) -> None:
    kind = o.kind
    if Act.ADVANCE <= kind <= Act.MARCH:
        move(b, o)
    elif kind == Act.CHARGE:
        charge(b, o)
    elif kind == Act.BREAK_OFF:
        break_off(b, o)
    elif kind == Act.OVERLAP:
        overlap(b, o)
    elif kind == Act.FACE:
        face(b, o)
    elif kind == Act.FLEE_DUEL:
        flee(b, o)
    elif kind == Act.TEST:
        chosen_test(b, o.actor, Check.CHOSEN)
    elif kind == Act.CAST:
        cast(b, o)
    elif kind == Act.MEDITATE:
        meditate(b, o)
    else:
        come_or_go(b, o)


def come_or_go(b: Battle, o: Order) -> None:
    """Into and out of buildings and formations."""
    kind = o.kind
    if kind == Act.ENTER:
        enter(b, o)
    elif kind == Act.GARRISON:
        garrison(b, o)
    elif kind == Act.LEAVE:
        leave(b, o)
    elif kind == Act.JOIN:
        join(b, o)
    elif kind == Act.DETACH:
        detach(b, o)
    else:
        post(b, o)
