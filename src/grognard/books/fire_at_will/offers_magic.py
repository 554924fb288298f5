"""What a mage may be told: the six that he writes down, a spell at each of its targets, to meditate."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...battle import plain, with_how
from ...values import Ask
from .brief import spell_words
from .checking import check
from .forces import Names
from .offers import Offer
from .routes import MOST_TARGETS, casts, known_spells
from .state import NOBODY, Act, Aim, AskKind, Battle, Spell
from .words import spell

WAR = (
    Spell.LIGHTNING_BOLT,
    Spell.DEATH_AND_DECAY,
    Spell.GREAT_STORM,
    Spell.FREEZE,
    Spell.FAST_STRIKE,
    Spell.YOU_ARE_MINE,
)
WARD = (
    Spell.MAGICAL_SHIELD,
    Spell.HARM_HIM_NOT,
    Spell.HEAL,
    Spell.PHEONIX_DOWN,
    Spell.FOG_BANK,
    Spell.GO_SLOW,
)
TRICKS = (
    Spell.BEGONE,
    Spell.BLINDED,
    Spell.TURN_UNDEAD,
    Spell.FLASH,
    Spell.BE_GONE,
    Spell.FIRE_IN_THE_SKY,
)
BOOKS = (("harm the enemy", WAR), ("shield your own", WARD), ("tricks", TRICKS))  # six of the eighteen each


def offer_spells(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """The six that the scenario gives him; six of a kind; or the first with one spell changed for another."""
    if not 0 <= ask.actor < b.n_mages:
        return
    m = b.mages[ask.actor]
    usual = m.preset or m.spells or sum(1 << k for k in range(b.rules.picks))
    yield Offer(with_how(Act.PICK, ask.actor, NOBODY, usual), "", "u", "the usual spells")
    for key, (words, spells) in enumerate(BOOKS, 1):
        picked = sum(1 << spell for spell in spells)
        yield Offer(with_how(Act.PICK, ask.actor, NOBODY, picked), "", str(key), words)
    for new in range(b.n_spells):
        for old in range(b.n_spells):
            if usual >> old & 1 and not usual >> new & 1:
                how = usual & ~(1 << old) | 1 << new
                title = f"{spell(n, new)} for {spell(n, old)}"
                order = with_how(Act.PICK, ask.actor, NOBODY, how)
                yield Offer(order, "", f"s{old + 1}-{new + 1}", title, spell_words(b, new))


def orders_to_mage(b: Battle, n: Names, ask: Ask, i: int) -> Iterator[Offer]:
    """Each of his spells at the nearest of its targets; or meditation."""
    if b.strips[i].mage < 0 or ask.kind != AskKind.ACTION:
        return
    for m, k in enumerate(known_spells(b, i)):
        legal = (o for o in casts(b, i, k) if check(b, ask, o) == 0)
        most = None if b.spells[k].aim == Aim.NOTHING else MOST_TARGETS
        for t, order in enumerate(islice(legal, most)):
            yield Offer(order, key=f"c{m + 1}{'abcdefgh'[t]}")
    yield Offer(plain(Act.MEDITATE, i, NOBODY), key="z")
