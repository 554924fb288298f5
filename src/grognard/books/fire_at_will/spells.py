"""What each spell does: one function each, by its effect [FW-073]."""

from __future__ import annotations

from ...values import Order
from .state import Battle, Spell


def work(b: Battle, i: int, spell: int, o: Order) -> None:
    """Strip i's spell, which has not failed, works on what the order names."""
    effect = b.spells[spell].effect
    if effect == Spell.BEGONE:
        begone(b, i, spell, o)
    elif effect == Spell.BLINDED:
        blinded(b, i, spell, o)
    elif effect == Spell.TURN_UNDEAD:
        turn_undead(b, i, spell, o)
    elif effect == Spell.DEATH_AND_DECAY:
        death_and_decay(b, i, spell, o)
    elif effect == Spell.FIRE_IN_THE_SKY:
        fire_in_the_sky(b, i, spell, o)
    elif effect == Spell.FLASH:
        flash(b, i, spell, o)
    elif effect == Spell.FOG_BANK:
        fog_bank(b, i, spell, o)
    elif effect == Spell.FREEZE:
        freeze(b, i, spell, o)
    elif effect == Spell.GO_SLOW:
        go_slow(b, i, spell, o)
    else:
        work_others(b, i, spell, o, effect)


def work_others(b: Battle, i: int, spell: int, o: Order, effect: int) -> None:
    """The second half of the list."""
    if effect == Spell.BE_GONE:
        be_gone(b, i, spell, o)
    elif effect == Spell.FAST_STRIKE:
        fast_strike(b, i, spell, o)
    elif effect == Spell.GREAT_STORM:
        great_storm(b, i, spell, o)
    elif effect == Spell.HARM_HIM_NOT:
        harm_him_not(b, i, spell, o)
    elif effect == Spell.HEAL:
        heal(b, i, spell, o)
    elif effect == Spell.LIGHTNING_BOLT:
        lightning_bolt(b, i, spell, o)
    elif effect == Spell.MAGICAL_SHIELD:
        magical_shield(b, i, spell, o)
    elif effect == Spell.PHEONIX_DOWN:
        pheonix_down(b, i, spell, o)
    else:
        you_are_mine(b, i, spell, o)


def begone(b: Battle, i: int, spell: int, o: Order) -> None:
    """Moves one enemy formation as if it were the caster's [FW-080, FW-R92, FW-R93]."""
    # to be written


def blinded(b: Battle, i: int, spell: int, o: Order) -> None:
    """A formation of archers cannot shoot next turn [FW-081, FW-R94]."""
    # to be written


def turn_undead(b: Battle, i: int, spell: int, o: Order) -> None:
    """Undead run a full move from the caster [FW-082, FW-R95]."""
    # to be written


def death_and_decay(b: Battle, i: int, spell: int, o: Order) -> None:
    """A die for each strip of the target [FW-077, FW-083, FW-R96]."""
    # to be written


def fire_in_the_sky(b: Battle, i: int, spell: int, o: Order) -> None:
    """A harmless signal of the colour the caster says [FW-084]."""
    # to be written


def flash(b: Battle, i: int, spell: int, o: Order) -> None:
    """Doubles a formation's movement [FW-085]."""
    # to be written


def fog_bank(b: Battle, i: int, spell: int, o: Order) -> None:
    """Fog that one moves through, not sees through [FW-086, FW-R97]."""
    # to be written


def freeze(b: Battle, i: int, spell: int, o: Order) -> None:
    """An enemy formation cannot move, shoot or speak for a die of turns [FW-087, FW-R98]."""
    # to be written


def go_slow(b: Battle, i: int, spell: int, o: Order) -> None:
    """A formation moves at half speed [FW-088]."""
    # to be written


def be_gone(b: Battle, i: int, spell: int, o: Order) -> None:
    """A formation or a character is invisible [FW-089, FW-R92, FW-R99]."""
    # to be written


def fast_strike(b: Battle, i: int, spell: int, o: Order) -> None:
    """Pushes back all it touches this turn [FW-090, FW-R100]."""
    # to be written


def great_storm(b: Battle, i: int, spell: int, o: Order) -> None:
    """A storm over an enemy strip and all near it [FW-077, FW-091, FW-R101]."""
    # to be written


def harm_him_not(b: Battle, i: int, spell: int, o: Order) -> None:
    """A character cannot be harmed [FW-092, FW-R102]."""
    # to be written


def heal(b: Battle, i: int, spell: int, o: Order) -> None:
    """Takes one hit from a character [FW-093, FW-R103]."""
    # to be written


def lightning_bolt(b: Battle, i: int, spell: int, o: Order) -> None:
    """Kills a strip; the great take a hit [FW-094, FW-R104]."""
    # to be written


def magical_shield(b: Battle, i: int, spell: int, o: Order) -> None:
    """Protects a formation from enemy spells [FW-095, FW-R105]."""
    # to be written


def pheonix_down(b: Battle, i: int, spell: int, o: Order) -> None:
    """Raises a dead strip [FW-096, FW-R106]."""
    # to be written


def you_are_mine(b: Battle, i: int, spell: int, o: Order) -> None:
    """An enemy strip changes sides [FW-097, FW-R107]."""
    # to be written
