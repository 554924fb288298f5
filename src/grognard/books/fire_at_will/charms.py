"""Spells in force: what lies on whom.  The list is in order of casting [FW-R13]."""

from __future__ import annotations

from ...table.vectors import point_segment_gap
from .state import CHARMS, FIGURE, NOBODY, Battle, Charm, Lasts, Nerve, Spell


def lies_on(b: Battle, effect: int, f: int) -> int:
    """The first charm of that effect on formation f that works this turn, or nobody."""
    for k in range(b.n_charms):
        c = b.charms[k]
        if c.effect == effect and c.formation == f and works_now(b, c):
            return k
    return NOBODY


def lies_on_strip(b: Battle, effect: int, i: int) -> int:
    """The first charm of that effect on strip i itself, or nobody."""
    for k in range(b.n_charms):
        c = b.charms[k]
        if c.effect == effect and c.strip == i and works_now(b, c):
            return k
    return NOBODY


def works_now(b: Battle, c: Charm) -> bool:
    """A spell for the next turn does nothing in the turn it is cast [FW-R94]."""
    return b.spells[c.spell].lasts != Lasts.NEXT_TURN or b.turn > c.since


def is_frozen(b: Battle, f: int) -> bool:
    """Neither moves nor shoots nor speaks [FW-087, FW-R98]."""
    return b.n_charms > 0 and lies_on(b, Spell.FREEZE, f) >= 0


def is_blinded(b: Battle, f: int) -> bool:
    """Does not shoot this turn [FW-081, FW-R94]."""
    return b.n_charms > 0 and lies_on(b, Spell.BLINDED, f) >= 0


def is_invisible(b: Battle, f: int) -> bool:
    """No target for shots, spells and charges: the formation, or a character alone [FW-089, FW-R99]."""
    return b.n_charms > 0 and lies_on_all(b, Spell.BE_GONE, f)


def lies_on_all(b: Battle, effect: int, f: int) -> bool:
    """It lies on the formation, or on him who is all of it."""
    u = b.formations[f]
    return lies_on(b, effect, f) >= 0 or (u.n == 1 and lies_on_strip(b, effect, u.members[0]) >= 0)


def strip_is_invisible(b: Battle, i: int) -> bool:
    """Its formation is, or it is a character who is himself [FW-089]."""
    if b.n_charms == 0:
        return False
    return lies_on_strip(b, Spell.BE_GONE, i) >= 0 or lies_on(b, Spell.BE_GONE, b.strips[i].formation) >= 0


def is_unharmable(b: Battle, i: int) -> bool:
    """HARM HIM NOT is on him [FW-092, FW-R102]."""
    return b.n_charms > 0 and lies_on_strip(b, Spell.HARM_HIM_NOT, i) >= 0


def pace_factor(b: Battle, f: int) -> float:
    """FLASH! doubles, GO SLOW halves, both cancel; a character is slow still when he leaves [FW-085, FW-088, FW-R20]."""
    factor = 1.0
    if b.n_charms > 0:
        if lies_on(b, Spell.FLASH, f) >= 0:
            factor *= b.rules.flash_factor
        if lies_on_all(b, Spell.GO_SLOW, f):
            factor *= b.rules.slow_spell_factor
    return factor


def in_fog(b: Battle, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a line of sight run into, out of or through a fog bank [FW-086, FW-R97]?"""
    for k in range(b.n_charms):
        c = b.charms[k]
        if c.effect == Spell.FOG_BANK:
            if point_segment_gap(c.x, c.y, x0, y0, x1, y1) < b.spells[c.spell].radius:
                return True
    return False


def add_charm(b: Battle, spell: int, caster: int, f: int, i: int, left: int) -> int:
    """A spell begins to work on formation f or strip i; its number in the list.  The oldest goes if it is full."""
    if b.n_charms == CHARMS:
        remove_charm(b, 0)
    c = b.charms[b.n_charms]
    c.spell = spell
    c.effect = b.spells[spell].effect
    c.caster = caster
    c.formation = f
    c.strip = i
    c.x = 0.0
    c.y = 0.0
    c.since = b.turn
    c.left = left
    c.ran = f >= 0 and b.formations[f].nerve == Nerve.RUNNING
    b.n_charms += 1
    return b.n_charms - 1


def remove_charm(b: Battle, k: int) -> None:
    """A spell ends; the others keep their order."""
    for at in range(k, b.n_charms - 1):
        copy_charm(b.charms[at], b.charms[at + 1])
    b.n_charms -= 1


def copy_charm(to: Charm, of: Charm) -> None:
    to.spell = of.spell
    to.effect = of.effect
    to.caster = of.caster
    to.formation = of.formation
    to.strip = of.strip
    to.x = of.x
    to.y = of.y
    to.since = of.since
    to.left = of.left
    to.ran = of.ran


def forget_formation(b: Battle, f: int) -> None:
    """The spells on a formation that is no more end with it."""
    k = 0
    while k < b.n_charms:
        if b.charms[k].formation == f:
            remove_charm(b, k)
        else:
            k += 1


def forget_strip(b: Battle, i: int) -> None:
    """The spells on a strip that died do not come back with it."""
    k = 0
    while k < b.n_charms:
        if b.charms[k].strip == i and b.charms[k].formation < 0:
            remove_charm(b, k)
        else:
            k += 1


def target_of(c: Charm) -> int:
    """Whom a spell lies on, as events say it: a formation, FIGURE + s, or nobody for a place."""
    return FIGURE + c.strip if c.formation < 0 and c.strip >= 0 else c.formation
