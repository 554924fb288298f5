"""What a mage may be told: the six that he writes down, a spell at each of its targets, to meditate."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...battle import plain, with_how
from ...book import Item, Picks
from ...chronicle import catalogue
from ...values import Ask, Order
from .brief import spell_words
from .checking import check
from .forces import FOLDER, Names
from .offers import Offer
from .routes import MOST_TARGETS, casts, known_spells
from .spell_targets import names_strip, rule_of, target_strip
from .state import NOBODY, Act, Aim, AskKind, Battle, Spell
from .words import DOES, spell

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
KIND = (
    Spell.FLASH,
    Spell.BE_GONE,
    Spell.FAST_STRIKE,
    Spell.HARM_HIM_NOT,
    Spell.HEAL,
    Spell.MAGICAL_SHIELD,
)  # of those that may be cast at anybody: meant for one's own, the others for the enemy
ANYBODY = (Aim.FORMATION, Aim.CHARACTER, Aim.EITHER)
BOOKS = (("harm the enemy", WAR), ("shield your own", WARD), ("tricks", TRICKS))  # six of the eighteen each


def offer_spells(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """The six that the scenario gives him; or six of a kind.  Any others are picked freely, see picks()."""
    if not 0 <= ask.actor < b.n_mages:
        return
    yield Offer(with_how(Act.PICK, ask.actor, NOBODY, usual_spells(b, ask)), "", "u", "the usual spells")
    for key, (words, spells) in enumerate(BOOKS, 1):
        picked = sum(1 << spell for spell in spells)
        yield Offer(with_how(Act.PICK, ask.actor, NOBODY, picked), "", str(key), words)


def usual_spells(b: Battle, ask: Ask) -> int:
    """Those of the scenario, as a set; without any, the first of the list."""
    m = b.mages[ask.actor]
    return int(m.preset or m.spells) or sum(1 << k for k in range(b.rules.picks))


def picks(b: Battle, n: Names, ask: Ask) -> Picks | None:
    """Any six of the list, where a mage writes his spells down [FW-064, FW-R87]."""
    if ask.kind != AskKind.SPELLS or not 0 <= ask.actor < b.n_mages:
        return None
    known = catalogue(FOLDER / "rules.md")
    items = tuple(
        Item(spell(n, k), DOES[b.spells[k].effect], spell_words(b, k), known.rule_id(rule_of(b, k)))
        for k in range(b.n_spells)
    )
    order = with_how(Act.PICK, ask.actor, NOBODY, usual_spells(b, ask))
    return Picks(order, b.rules.picks, items, "Write these down")


def is_meant(b: Battle, side: int, o: Order) -> bool:
    """What helps is offered for one's own, what hinders for the enemy; either may be cast at anybody by a click."""
    row = b.spells[o.how]
    if row.aim not in ANYBODY:
        return True
    at_strip = names_strip(row.aim, o.other)
    aimed_at = b.strips[target_strip(b, o.how, o)] if at_strip else b.formations[o.other]
    return (aimed_at.side == side) == (row.effect in KIND)


def orders_to_mage(b: Battle, n: Names, ask: Ask, i: int) -> Iterator[Offer]:
    """Each of his spells at the nearest of its targets; or meditation."""
    if b.strips[i].mage < 0 or ask.kind != AskKind.ACTION:
        return
    for m, k in enumerate(known_spells(b, i)):
        legal = (o for o in casts(b, i, k) if is_meant(b, ask.side, o) and check(b, ask, o) == 0)
        most = None if b.spells[k].aim == Aim.NOTHING else MOST_TARGETS
        for t, order in enumerate(islice(legal, most)):
            yield Offer(order, key=f"c{m + 1}{'abcdefgh'[t]}")
    yield Offer(plain(Act.MEDITATE, i, NOBODY), key="z")
