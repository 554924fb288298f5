"""Why a spell is refused, in words with the measurement."""

from __future__ import annotations

from collections.abc import Callable

from ...chronicle import count, does, inches, side
from ...values import Ask, Order
from .forces import Names
from .spell_targets import FIRST_SPELL
from .state import BOOK_SPELLS, Act, Battle, Deed, R
from .words import AIMS, DEEDS, spell, the_formation, the_strip

Words = Callable[[Battle, Names, Ask, Order], str]


def no_mage(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"choose a magic user of {side(ask.side)}'s that is on the table"


def wrong_six(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return f"{count(int(r.asked), 'spell')} chosen; {int(r.allowed)} of the {b.n_spells} are written down"


def not_his(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    k = b.strips[o.actor].mage
    six = [spell(n, m) for m in range(b.n_spells) if b.mages[k].spells >> m & 1]
    return f"{the_strip(n, o.actor)} has not written that spell down; he has {', '.join(six) or 'none'}"


def too_dear(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    cost = count(int(r.asked), "point")
    return f"{spell(n, o.how)} costs {cost}; {the_strip(n, o.actor)} has {int(r.allowed)}"


def busy(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{the_strip(n, o.actor)} {DEEDS[b.strips[o.actor].deed]}: that is all he does this turn"


def not_still(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Casting and meditating want one who stands still, free of enemies."""
    u = b.formations[b.strips[o.actor].formation]
    if u.moved or u.began:
        return f"{the_strip(n, o.actor)} has moved, or those with him have: mages stand still"
    return f"{the_strip(n, o.actor)} is in contact with the enemy"


def out_of_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Too far; or what some spells ask of their targets besides."""
    r = b.refusal
    if r.asked > r.allowed:
        reach = inches(r.allowed)
        return (
            f"the target is {inches(r.asked)} from {the_strip(n, o.actor)}; {spell(n, o.how)} reaches {reach}"
        )
    return f"{spell(n, o.how)} does not work there: a colour from 0 to 4 is wanted, or a target not in melee"


def wrong_target(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{spell(n, o.how)} is cast at {AIMS[b.spells[o.how].aim]} on the table"


def target_is(words: str) -> Words:
    def said(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        f = b.refusal.other
        return f"{does(the_formation(n, f), 'is')} {words}" if f >= 0 else f"the target is {words}"

    return said


def strip_is(words: str) -> Words:
    def said(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        return f"{the_strip(n, b.refusal.other)} {words}"

    return said


def raised(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """He who came back this turn; or one who cannot be won over."""
    if o.kind == Act.MEDITATE or b.strips[o.actor].deed == Deed.RAISED:
        return f"{the_strip(n, o.actor)} does nothing this turn"
    return f"{the_strip(n, b.refusal.other)} cannot be won over, or there is no room for it"


MAGIC_REASONS: dict[int, Words] = {
    **{FIRST_SPELL + k: out_of_reach for k in range(BOOK_SPELLS)},
    63: no_mage,
    64: wrong_six,
    65: not_his,
    66: too_dear,
    67: busy,
    68: wrong_target,
    69: target_is("out of his sight"),
    70: busy,
    R + 67: target_is("in a building, and never runs"),
    R + 88: not_still,
    R + 93: target_is("in a building, and nobody calls a garrison out"),
    R + 94: target_is("without bows and crossbows"),
    R + 95: target_is("not undead"),
    R + 97: lambda b, n, ask, o: "that is not a place on the table",
    R + 98: target_is("frozen by a spell"),
    R + 99: target_is("invisible"),
    R + 103: strip_is("has no wounds to heal"),
    R + 106: strip_is("cannot come back: it never fell, left the table, or has no room"),
    R + 107: raised,
    R + 111: target_is("running"),
}
