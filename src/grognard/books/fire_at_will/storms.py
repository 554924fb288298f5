"""Storms: who is under one, and the dice for each [FW-077]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import at_least, die
from ...table.vectors import distance
from .hits import doom, take_hit
from .shields import shield_holds
from .state import NOBODY, Battle, Ev, Lost, Role, StormDice, Strip, Troop, Yes
from .strips import is_character


def is_tough(s: Strip) -> bool:
    """Knights, heroes, leaders and wizards [FW-010, FW-077]."""
    return is_character(s) or s.fights == Troop.KNIGHT


def hit_up_to(b: Battle, s: Strip) -> int:
    """A storm hits the tough on a 1, others on 1 or 2; leaders count with heroes, or by option do not [FW-091, FW-R101]."""
    leader = s.role == Role.LEADER and b.options.storm_leader_as_hero == Yes.FALSE
    return b.rules.tough_hit if is_tough(s) and not leader else b.rules.soft_hit


def is_under(s: Strip, x: float, y: float, radius: float) -> bool:
    """The centre of its base is under the storm [FW-R101]."""
    return distance(s.x, s.y, x, y) <= radius


def storm_over(b: Battle, i: int, x: float, y: float, radius: float) -> None:
    """Everyone under it, friend or foe, Side 1 first, formations by their numbers [FW-091, FW-R16, FW-R101]."""
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for f in range(b.n_formations):
            if b.formations[f].n > 0 and b.formations[f].side == side:
                storm_on_formation(b, i, f, x, y, radius)


def storm_on_formation(b: Battle, i: int, f: int, x: float, y: float, radius: float) -> None:
    """Its members under the storm, unless a shield keeps all of them [FW-091, FW-R105]."""
    u = b.formations[f]
    under = 0
    for k in range(u.n):
        if is_under(b.strips[u.members[k]], x, y, radius):
            under |= 1 << k
    if under == 0 or shield_holds(b, i, f):
        return
    for k in range(u.n):
        if (under >> k) % 2 == 1:
            if u.side != b.strips[i].side:
                b.strips[u.members[k]].attacked = True
            storm_on_strip(b, u.members[k])


def storm_on_strip(b: Battle, j: int) -> None:
    """A die, a 1 or 2 is a hit; by option a die for each figure [FW-078, FW-091, FW-R101]."""
    s = b.strips[j]
    upto = hit_up_to(b, s)
    if b.options.storm_dice == StormDice.PER_FIGURE and s.figures > 1:
        hits = s.figures - at_least(b.dice, s.figures, upto + 1)
        emit_roll(b.log, b.dice, Ev.STORM, 91, j, NOBODY, hits, upto)
        if hits >= b.rules.storm_figures:
            doom(b, j, Lost.MAGIC)
        return
    face = die(b.dice)
    emit(b.log, Ev.STORM, 91, j, NOBODY, face, upto, 0.0)
    if face <= upto:
        take_hit(b, j, 1)
