"""Strips and formations: what they are; questions that every chapter asks."""

from __future__ import annotations

from ...values import Box
from .state import NOBODY, Battle, Formation, Lost, Nerve, No, Role, Strip, Terrain, Troop, Yes

# Strips


def on_table(s: Strip) -> bool:
    return s.lost == Lost.NO and s.formation >= 0


def box_of(s: Strip) -> Box:
    return Box(s.x, s.y, s.fx, s.fy, s.width, s.depth)


def is_character(s: Strip) -> bool:
    """Heroes, leaders and wizards [FW-006, FW-010]."""
    return s.role != Role.NONE


def is_mounted(s: Strip) -> bool:
    """Horsemen, wolf riders, mounted crossbows, knights, and characters who ride like them [FW-R76]."""
    return (
        s.moves == Troop.HORSEMAN
        or s.moves == Troop.WOLF_RIDER
        or s.moves == Troop.MOUNTED_CROSSBOW
        or s.moves == Troop.KNIGHT
    )


def is_chariot(s: Strip) -> bool:
    return s.moves == Troop.CHARIOT or s.moves == Troop.WAR_WAGON


def is_wheeled(s: Strip) -> bool:
    """Chariots, engines and carts: no woods, walls, hedges or streams for them [FW-R25, FW-R30]."""
    return is_chariot(s) or s.moves == Troop.ENGINE or s.moves == Troop.CART


def is_cavalry(s: Strip) -> bool:
    """Those who may not attack a building [FW-048, FW-R77]."""
    return is_mounted(s) or is_chariot(s)


def flies(s: Strip) -> bool:
    """Dragons, and what moves like them [FW-036]."""
    return s.moves == Troop.DRAGON


def strides(s: Strip) -> bool:
    """A giant steps over what is smaller than a house [FW-037]."""
    return s.moves == Troop.GIANT


def at_home_in_woods(s: Strip) -> bool:
    """Elves and trolls are not slowed by woods [FW-038, FW-039]."""
    return s.elf or s.moves == Troop.TROLL


def is_special(troop: int) -> bool:
    """The sorts that stand alone or among their own kind [FW-011, FW-R07]."""
    return (
        troop == Troop.TROLL
        or troop == Troop.OGRE
        or troop == Troop.GIANT
        or troop == Troop.CHARIOT
        or troop == Troop.BEHEMOTH
        or troop == Troop.ENGINE
        or troop == Troop.DRAGON
        or troop == Troop.BEAST
        or troop == Troop.CART
        or troop == Troop.WAR_WAGON
    )


def is_single(s: Strip) -> bool:
    """One model to a base: it turns free [FW-R03, FW-R17]."""
    return is_character(s) or is_special(s.troop)


def is_big(s: Strip) -> bool:
    """Dragons, giants, trolls and behemoths: no push back, no sudden death [FW-090, FW-094]."""
    return (
        s.fights == Troop.DRAGON
        or s.fights == Troop.GIANT
        or s.fights == Troop.TROLL
        or s.fights == Troop.BEHEMOTH
    )


def fights_like_hero(b: Battle, s: Strip) -> bool:
    """Who fights heroic combats: heroes, wizards and the war wagon; leaders by option [FW-174, FW-R81]."""
    if s.fights == Troop.HERO or s.fights == Troop.WIZARD or s.fights == Troop.WAR_WAGON:
        return True
    return s.fights == Troop.LEADER and b.options.leaders_heroic == No.TRUE


def may_garrison(s: Strip) -> bool:
    """Foot, ogres and trolls may go into a building [FW-R27]."""
    if is_cavalry(s) or is_wheeled(s) or flies(s) or strides(s):
        return False
    return s.fights != Troop.BEHEMOTH and s.moves != Troop.BEHEMOTH and s.troop != Troop.BEAST


def bears(b: Battle, s: Strip) -> int:
    """The hits that kill it [FW-113, FW-114, FW-115, FW-116]."""
    return b.rules.hits[s.fights]


def pace_of(b: Battle, s: Strip) -> float:
    """The allowance of its type [FW-023, FW-024, FW-025, FW-026, FW-027, FW-028, FW-029]."""
    return b.rules.move[s.moves]


# Formations


def exists(u: Formation) -> bool:
    return u.n > 0


def strips_of(u: Formation) -> int:
    """Its strips, the attached character left out [FW-R06]."""
    return u.n - 1 if u.character >= 0 else u.n


def is_lone_character(b: Battle, u: Formation) -> bool:
    return u.n == 1 and is_character(b.strips[u.members[0]])


def character_of(b: Battle, u: Formation) -> int:
    """The character attached, or the one who is the formation, or nobody [FW-009]."""
    if u.character >= 0:
        return u.character
    return u.members[0] if is_lone_character(b, u) else NOBODY


def turns_free(b: Battle, u: Formation) -> bool:
    """Single models alone and characters [FW-R17]."""
    return u.n == 1 and is_single(b.strips[u.members[0]])


def is_running(u: Formation) -> bool:
    return u.nerve == Nerve.RUNNING


def is_garrison(u: Formation) -> bool:
    return u.building >= 0


def all_cinc(b: Battle, u: Formation) -> bool:
    """The commander in chief alone: no morale for him [FW-142, FW-R66]."""
    return u.n == 1 and b.strips[u.members[0]].cinc


def base_pace(b: Battle, u: Formation) -> float:
    """As its slowest base, the character included [FW-R05, FW-R06]."""
    slowest = 1000.0
    for k in range(u.n):
        slowest = min(slowest, pace_of(b, b.strips[u.members[k]]))
    return slowest


def may_accompany(b: Battle, f: int, s: int) -> bool:
    """May a character join this formation, as far as their sorts go [FW-009, FW-011, FW-R07]?"""
    u = b.formations[f]
    c = b.strips[s]
    if not exists(u) or u.side != c.side or character_of(b, u) >= 0:
        return False
    first = b.strips[u.members[0]]
    if is_chariot(c) and c.troop == Troop.WAR_WAGON:
        return is_chariot(first)
    return b.options.characters_join_specials == Yes.TRUE or not is_special(first.troop)


def forget_turn(u: Formation) -> None:
    """What was done by a formation, and to it, in one turn counts no more in the next."""
    u.tested = False
    u.test_due = 0
    u.casualties = 0
    u.heroes_lost = 0
    u.speech = False
    u.insulted = False
    u.spelled = False
    u.charging = False
    u.charge_target = NOBODY
    u.charge_edge = 0


# Ground


def is_building(b: Battle, k: int) -> bool:
    return 0 <= k < b.ground.n and b.ground.pieces[k].kind == Terrain.BUILDING


def is_barrier(kind: int) -> bool:
    """Walls, hedges and their like: one stops at them, and defends them [FW-030, FW-R30]."""
    return (
        kind == Terrain.HEDGE or kind == Terrain.WALL or kind == Terrain.FALLEN_TREES or kind == Terrain.FENCE
    )


def is_water(kind: int) -> bool:
    """Shallow streams and fords [FW-032]."""
    return kind == Terrain.STREAM or kind == Terrain.FORD


def is_wood(kind: int) -> bool:
    return kind == Terrain.WOOD or kind == Terrain.DENSE_FOREST
