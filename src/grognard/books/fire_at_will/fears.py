"""Whom a formation fights, whom it faces, and by how many it is outnumbered: what morale counts."""

from __future__ import annotations

from ...table.vectors import is_closer
from .charms import is_frozen, is_invisible
from .movement import allowance
from .sight import formation_sees
from .state import Battle, Fight, Formation, Nerve, OutnumberedScope
from .strips import is_character, is_running
from .touching import formations_touch, strips_gap, surely_apart

ANY_UNDEAD = -2  # in place of a type: whoever is undead


# What they are


def is_living(b: Battle, f: int) -> bool:
    """Any of its strips is not undead; an attached character does not count for those he leads [FW-128, FW-R08]."""
    u = b.formations[f]
    for k in range(u.n):
        if u.members[k] != u.character and not b.strips[u.members[k]].undead:
            return True
    return False


def is_one(b: Battle, i: int, kind: int) -> bool:
    """Does strip i fight like that type; or is it undead, if that is meant [FW-R08]?"""
    s = b.strips[i]
    return s.undead if kind == ANY_UNDEAD else s.fights == kind


def has_one(b: Battle, v: Formation, kind: int) -> bool:
    for k in range(v.n):
        if is_one(b, v.members[k], kind):
            return True
    return False


# Fighting and facing


def fights_undead(b: Battle, f: int) -> bool:
    """[FW-128, FW-R59]"""
    return fights_with(b, f, ANY_UNDEAD)


def fights_with(b: Battle, f: int, kind: int) -> bool:
    """Is it in contact with one of that type, or was it in a fight with one this turn [FW-R59]?"""
    u = b.formations[f]
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and has_one(b, v, kind) and formations_touch(b, f, g):
            return True
    return has_fought(b, f, kind)


def has_fought(b: Battle, f: int, kind: int) -> bool:
    """Was one of that type in a fight with a strip of this formation, dead or alive?"""
    for n in range(b.n_fights):
        fight = b.fights[n]
        if belongs(b, fight.single, f):
            for k in range(fight.n):
                if is_one(b, fight.foes[k], kind):
                    return True
        elif is_one(b, fight.single, kind) and any_belongs(b, fight, f):
            return True
    return False


def any_belongs(b: Battle, fight: Fight, f: int) -> bool:
    for k in range(fight.n):
        if belongs(b, fight.foes[k], f):
            return True
    return False


def belongs(b: Battle, i: int, f: int) -> bool:
    """Is a strip of this formation, or was it one until it fell?"""
    s = b.strips[i]
    if s.formation >= 0:
        return s.formation == f
    return s.home == f and not is_character(s)


def facing(b: Battle, f: int, kind: int) -> bool:
    """Fighting one of that type, or one in view could charge it this turn [FW-131, FW-133, FW-R59]."""
    u = b.formations[f]
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and has_one(b, v, kind) and threatens(b, g, f):
            return True
    return fights_with(b, f, kind)


def threatens(b: Battle, g: int, f: int) -> bool:
    """In view, free to charge, and within its own move [FW-R59]."""
    v = b.formations[g]
    if v.nerve != Nerve.CALM or v.hidden or is_frozen(b, g) or is_invisible(b, g):
        return False
    return in_its_move(b, g, f) and formation_sees(b, f, g)


def in_its_move(b: Battle, g: int, f: int) -> bool:
    """Is formation f within the full move of g, as spells change it [FW-R59, FW-R65]?"""
    v = b.formations[g]
    reach = allowance(b, g) + b.rules.tolerance
    if surely_apart(v, b.formations[f], reach):
        return False
    if surely_within(v, b.formations[f], reach):
        return True
    for k in range(v.n):
        if is_about(b, v.members[k], f, reach):
            return True
    return False


# Odds


def outnumbered_by(b: Battle, f: int) -> int:
    """How many to one: enemies in view against friends, whole numbers; 0 if it is plainly less than two [FW-130, FW-132, FW-R58]."""
    if b.options.outnumbered_scope == OutnumberedScope.OWN_MELEE:
        return enemies_in_melee(b, f) // friends_in_melee(b, f)
    friends = friends_about(b, f)
    if enemies_about(b, f, False) < b.rules.outnumbered_two * friends:
        return 0  # nor would it be, were all in view
    return enemies_about(b, f, True) // friends


def strips_about(b: Battle, f: int, g: int) -> int:
    """How many bases of formation g are within reach of formation f [FW-R58]."""
    v = b.formations[g]
    reach = b.rules.outnumbered_reach + b.rules.tolerance
    if surely_apart(b.formations[f], v, reach):
        return 0
    if surely_within(b.formations[f], v, reach):
        return v.n
    n = 0
    for k in range(v.n):
        if is_about(b, v.members[k], f, reach):
            n += 1
    return n


def surely_within(u: Formation, v: Formation, reach: float) -> bool:
    """Is all of a formation plainly so near to all of another?"""
    return is_closer(v.middle_x - u.middle_x, v.middle_y - u.middle_y, reach - u.girth - v.girth)


def is_about(b: Battle, i: int, f: int, reach: float) -> bool:
    """Is a base so near to any of formation f: middle to middle at once, edge to edge only in doubt."""
    s = b.strips[i]
    u = b.formations[f]
    for k in range(u.n):
        t = b.strips[u.members[k]]
        if is_closer(t.x - s.x, t.y - s.y, reach):
            return True
    for k in range(u.n):
        t = b.strips[u.members[k]]
        girth = (s.width + s.depth + t.width + t.depth) / 2.0
        if is_closer(t.x - s.x, t.y - s.y, reach + girth) and strips_gap(b, i, u.members[k]) <= reach:
            return True
    return False


def friends_about(b: Battle, f: int) -> int:
    """Its own, and friends within reach who do not run; not the hidden, of whom nobody may know [FW-R58, FW-R114]."""
    u = b.formations[f]
    n = u.n
    for g in range(b.n_formations):
        v = b.formations[g]
        if g != f and v.n > 0 and v.side == u.side and not is_running(v) and not v.hidden:
            n += strips_about(b, f, g)
    return n


def enemies_about(b: Battle, f: int, seen: bool) -> int:
    """Enemies within reach who do not run, in view or all of them [FW-R58]."""
    u = b.formations[f]
    n = 0
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and not is_running(v) and not v.hidden and not is_invisible(b, g):
            near = strips_about(b, f, g)
            if near > 0 and (not seen or formation_sees(b, f, g)):
                n += near
    return n


def enemies_in_melee(b: Battle, f: int) -> int:
    """Bases of the enemies in contact with it, by option [FW-R58]."""
    u = b.formations[f]
    n = 0
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and not is_running(v) and formations_touch(b, f, g):
            n += v.n
    return n


def friends_in_melee(b: Battle, f: int) -> int:
    """Its own bases, and those of friends in contact with the same enemies, by option [FW-R58]."""
    u = b.formations[f]
    n = u.n
    for h in range(b.n_formations):
        w = b.formations[h]
        if h != f and w.n > 0 and w.side == u.side and not is_running(w) and shares_enemy(b, f, h):
            n += w.n
    return n


def shares_enemy(b: Battle, f: int, h: int) -> bool:
    """Are both in contact with one enemy?"""
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != b.formations[f].side:
            if formations_touch(b, f, g) and formations_touch(b, h, g):
                return True
    return False
