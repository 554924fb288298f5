"""Who is in a melee, and against whom: fronts against bases, and links between strips.  Nothing here asks."""

from __future__ import annotations

from .state import NOBODY, Battle, Edge, Formation, Strip, Troop
from .strips import fights_like_hero, is_running
from .touching import GRAZE, edge_length_touching, enemy_in_contact, surely_apart

SPAN = 3.0  # inches: bases whose centres are farther apart do not touch


def along_front(b: Battle, i: int, j: int) -> float:
    """How much of strip i's front lies against strip j; corners that meet are nothing."""
    s = b.strips[i]
    t = b.strips[j]
    if abs(s.x - t.x) > SPAN or abs(s.y - t.y) > SPAN:
        return 0.0
    long = edge_length_touching(b, s, Edge.FRONT, t)
    return long if long > 2.0 * b.rules.contact + GRAZE else 0.0


def front_against(b: Battle, i: int, j: int) -> bool:
    """Does strip i's front lie against strip j?"""
    return along_front(b, i, j) > 0.0


def touching_length(b: Battle, i: int, j: int) -> float:
    """How long two strips touch, front of the one or front of the other against a base [FW-R69]."""
    return max(along_front(b, i, j), along_front(b, j, i))


# Who is in


def in_chase(u: Formation, v: Formation) -> bool:
    """Those who run and those who have just cut them down do not fight besides this turn [FW-182, FW-184]."""
    return (u.pursuing and v.pursued and is_running(v)) or (v.pursuing and u.pursued and is_running(u))


def could_fight(b: Battle, f: int, g: int) -> bool:
    """Two formations, enemies, near enough to touch."""
    u = b.formations[f]
    v = b.formations[g]
    if surely_apart(u, v, b.rules.contact) or u.side == v.side:
        return False
    return u.n > 0 and v.n > 0 and not in_chase(u, v)


def could_fight_any(b: Battle, f: int) -> bool:
    """Is any enemy near enough to touch it?"""
    for g in range(b.n_formations):
        if could_fight(b, f, g):
            return True
    return False


def frontage_against_enemies(b: Battle, i: int) -> float:
    """How much of strip i's front lies against enemy bases."""
    f = b.strips[i].formation
    total = 0.0
    for g in range(b.n_formations):
        if could_fight(b, f, g):
            v = b.formations[g]
            for m in range(v.n):
                total += along_front(b, i, v.members[m])
    return total


def note_engaged(b: Battle) -> bool:
    """Who is in: half its front against enemies, or such an enemy against it; is anybody [FW-144, FW-R69]?"""
    some = False
    for i in range(b.n_strips):
        b.strips[i].engaged = False
    for f in range(b.n_formations):
        u = b.formations[f]
        for k in range(u.n if could_fight_any(b, f) else 0):
            if has_its_front_in(b, u.members[k]):
                engage(b, u.members[k])
                some = True
    return some


def engage(b: Battle, i: int) -> None:
    """Strip i is in by its own front; so are those it lies against."""
    f = b.strips[i].formation
    b.strips[i].engaged = True
    for g in range(b.n_formations):
        if could_fight(b, f, g):
            v = b.formations[g]
            for m in range(v.n):
                if front_against(b, i, v.members[m]):
                    b.strips[v.members[m]].engaged = True


# Who is held


def has_its_front_in(b: Battle, i: int) -> bool:
    """Half of its front, or more, lies against enemies [FW-144]."""
    return frontage_against_enemies(b, i) >= b.rules.frontage_share * b.strips[i].width - GRAZE


def is_held_by(b: Battle, f: int, g: int) -> bool:
    """Is a strip of one in against the other?  Those who merely touch, corner to corner or flank to flank, are not."""
    u = b.formations[f]
    v = b.formations[g]
    if in_chase(u, v):
        return True
    for k in range(u.n):
        for m in range(v.n):
            i, j = u.members[k], v.members[m]
            if front_against(b, i, j) and has_its_front_in(b, i):
                return True
            if front_against(b, j, i) and has_its_front_in(b, j):
                return True
    return False


def is_held(b: Battle, f: int) -> bool:
    """Is it in a melee, out of which one does not simply walk [FW-144, FW-R36, FW-R69]?"""
    g = enemy_in_contact(b, f, 0)
    while g >= 0:
        if is_held_by(b, f, g):
            return True
        g = enemy_in_contact(b, f, g + 1)
    return False


def is_linked(b: Battle, i: int, j: int) -> bool:
    """Two enemies who touch and are in, and neither in a heroic combat [FW-R69, FW-R80]."""
    s = b.strips[i]
    t = b.strips[j]
    if not s.engaged or not t.engaged or s.side == t.side or s.duel >= 0 or t.duel >= 0:
        return False
    if in_chase(b.formations[s.formation], b.formations[t.formation]):
        return False
    return touching_length(b, i, j) > 0.0


# Heroic combat


def is_monster(s: Strip) -> bool:
    """Dragons and giants: heroes fight them in heroic combat [FW-174]."""
    return s.fights == Troop.DRAGON or s.fights == Troop.GIANT


def would_duel(b: Battle, i: int, j: int) -> bool:
    """A hero and a hero, or a hero and a dragon or a giant [FW-174, FW-R81, FW-R83]."""
    s = b.strips[i]
    t = b.strips[j]
    if fights_like_hero(b, s):
        return fights_like_hero(b, t) or is_monster(t)
    return is_monster(s) and fights_like_hero(b, t)


def may_duel(b: Battle, i: int, j: int) -> bool:
    """Two who touch, would fight a heroic combat, and are in none [FW-174, FW-R80]."""
    return would_duel(b, i, j) and is_linked(b, i, j)


def next_rival(b: Battle, i: int, start: int) -> int:
    """The first strip from number start on that strip i could fight a heroic combat with, or nobody."""
    if b.strips[i].engaged and b.strips[i].duel < 0:
        for j in range(start, b.n_strips):
            if b.strips[j].engaged and would_duel(b, i, j) and is_linked(b, i, j):
                return j
    return NOBODY


# The order of dice


def comes_first(b: Battle, i: int, j: int) -> bool:
    """Formations by their numbers, strips in their order [FW-R16]."""
    f = b.strips[i].formation
    g = b.strips[j].formation
    if f != g:
        return f < g
    u = b.formations[f]
    for k in range(u.n):
        if u.members[k] == i or u.members[k] == j:
            return u.members[k] == i
    return False


def is_fighting_side(b: Battle, i: int, side: int) -> bool:
    """A strip of that side that is in the melee and in no heroic combat."""
    s = b.strips[i]
    return s.engaged and s.side == side and s.duel < 0
