"""What a fight goes by: factors and margins, and the choices that fights ask for.  Nothing here asks."""

from __future__ import annotations

from ...battle import refuse
from ...values import Ask, Order
from .state import Battle, HorsemanFactor, R, Troop


def type_factor(b: Battle, fights: int) -> int:
    """What a type adds; horsemen, giants and dragons by option [FW-146, FW-147, FW-148, FW-149, FW-150, FW-151, FW-R71]."""
    if fights == Troop.HORSEMAN or fights == Troop.WOLF_RIDER or fights == Troop.MOUNTED_CROSSBOW:
        return HorsemanFactor.NONE - b.options.horseman_factor
    if fights == Troop.GIANT:
        return b.rules.giant_factor
    if fights == Troop.DRAGON:
        return b.rules.dragon_factor
    return b.rules.melee[fights]


def margin_needed(b: Battle, j: int) -> int:
    """The winning margin that kills or hits it [FW-162, FW-163, FW-164, FW-165, FW-166, FW-167, FW-168, FW-R72]."""
    return b.rules.margin[b.strips[j].fights]


def outnumbered_factor(b: Battle, against: int) -> int:
    """For the single strip, by how many strips it fights [FW-152, FW-153, FW-154, FW-R78]."""
    return b.rules.outnumbered[min(against, 4)]


def factors(b: Battle, i: int, j: int, against: int) -> int:
    """All that strip i, which leads its side, adds against j, fighting so many [FW-155, FW-156, FW-158, FW-160, FW-R70]."""
    return type_factor(b, b.strips[i].fights) + outnumbered_factor(b, against)  # to be written: the rest


def check_join_fight(b: Battle, ask: Ask, o: Order) -> int:
    """A strip that touches two single strips as long joins either [FW-R69]."""
    return refuse(b.refusal, R + 69, 0.0, 0.0, o.other)  # to be written


def check_lead(b: Battle, ask: Ask, o: Order) -> int:
    """One of the strips of that side of the fight [FW-R70]."""
    return refuse(b.refusal, R + 70, 0.0, 0.0, o.other)  # to be written


def check_victim(b: Battle, ask: Ask, o: Order) -> int:
    """An enemy of the fight that is adjacent to the winner [FW-170, FW-171]."""
    return refuse(b.refusal, 171, 0.0, 0.0, o.other)  # to be written


def check_duel(b: Battle, ask: Ask, o: Order) -> int:
    """Who touches several fights one of them; the others watch [FW-175, FW-176, FW-R83]."""
    return refuse(b.refusal, 176, 0.0, 0.0, o.other)  # to be written


def check_flee(b: Battle, side: int, o: Order) -> int:
    """Out of a heroic combat, up to his full move, for one more hit [FW-178, FW-R84]."""
    return refuse(b.refusal, 178, 0.0, 0.0, o.actor)  # to be written
