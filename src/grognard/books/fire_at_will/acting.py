"""Carrying out what a side orders in Phase 1."""

from __future__ import annotations

from ...values import Order
from .buildings import enter, garrison, leave
from .casting import cast, meditate
from .characters import detach, join, post
from .charges import charge
from .contact import break_off, face
from .heroic import flee
from .morale import chosen_test
from .movement import move
from .overlaps import overlap
from .sight import reveal_seen
from .state import Act, Battle, Check


def act(b: Battle, o: Order) -> None:
    """One order of Phase 1; whoever it brings into view is revealed [FW-018, FW-R114]."""
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
    reveal_seen(b)


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
