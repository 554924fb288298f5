"""Why a shot is refused, in words with the measurement."""

from __future__ import annotations

from collections.abc import Callable

from ...chronicle import does, inches
from ...values import Ask, Order
from .forces import Names
from .state import Act, Battle, R
from .words import DEEDS, the_formation, the_strip

Words = Callable[[Battle, Names, Ask, Order], str]


def shooter(b: Battle, n: Names, o: Order) -> str:
    return the_formation(n, o.actor) if o.kind == Act.VOLLEY else the_strip(n, o.actor)


def no_shot(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Nobody there, or nothing to shoot with."""
    if b.refusal.other < 0:
        return "choose one's own strip or formation that shoots, and an enemy that can be seen"
    return f"{does(shooter(b, n, o), 'has')} nothing to shoot with"


def out_of_range(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return f"{does(the_strip(n, r.other), 'is')} {inches(r.asked)} away; the range is {inches(r.allowed)}"


def rank(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return f"{the_strip(n, r.other)} is in rank {int(r.asked)}; {int(r.allowed)} is the last that shoots"


def deed(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    i = b.refusal.other
    return f"{the_strip(n, i)} {DEEDS[b.strips[i].deed]}, and does not shoot"


def cannot(words: str) -> Words:
    """What keeps a strip from shooting."""

    def said(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        return f"{the_strip(n, b.refusal.other)} {words}"

    return said


FIRE_REASONS: dict[int, Words] = {
    61: deed,
    67: deed,
    70: deed,
    81: cannot("is blinded by a spell"),
    87: cannot("is frozen by a spell"),
    98: cannot("has moved this turn, and does not shoot"),
    99: rank,
    101: cannot("is not in the line that faces the shooters"),
    102: no_shot,
    120: cannot("is too far off for its cover"),
    121: cannot("cannot be hit at that range"),
    R + 41: out_of_range,
    R + 43: cannot("is not ahead: one shoots within 45 degrees of the front"),
    R + 45: cannot("has named its target already"),
    R + 49: cannot("is in contact with the enemy"),
    R + 52: cannot("is out of sight"),
    R + 99: cannot("is invisible"),
    R + 107: cannot("does nothing this turn"),
    R + 111: cannot("is running"),
}
