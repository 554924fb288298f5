"""MAGICAL SHIELD against enemy spells."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from .charms import lies_on, remove_charm
from .state import Battle, Ev, Spell


def shield_holds(b: Battle, i: int, f: int) -> bool:
    """A die for each enemy spell: on a 1 the shield ends, and the spell works [FW-095, FW-R105]."""
    if b.formations[f].side == b.strips[i].side:
        return False
    k = lies_on(b, Spell.MAGICAL_SHIELD, f)
    if k < 0:
        return False
    face = die(b.dice)
    broken = face <= b.rules.shield_breaks
    emit(b.log, Ev.SHIELDED, 95, f, i, face, 1 if broken else 0, 0.0)
    if broken:
        remove_charm(b, k)
    return not broken
