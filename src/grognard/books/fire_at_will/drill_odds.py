"""The drill-book general reckons a melee: what two rounds of it would cost either side."""

from __future__ import annotations

from .charms import is_unharmable
from .fighting import type_factor
from .links import would_duel
from .state import Battle, Edge, Formation, Posted
from .strips import bears, is_character, is_garrison, is_lone_character, is_mounted, strips_of

PAIRS = 36.0
CHARACTER = 2.0  # times as much a character is worth as a strip of his kind
CINC = 4.0
WRAPPED = 0.5  # share of the fights at the ends of a longer line that are two to one


def pairs(k: int) -> int:
    """Of the 36 ways two dice fall, those in which the first is at least k more than the second."""
    if k > 5:
        return 0
    if k > 0:
        return (6 - k) * (7 - k) // 2
    return 36 - (5 + k) * (6 + k) // 2 if k > -5 else 36


def worth(b: Battle, i: int) -> float:
    """What the loss of a strip means to its side, by the yardstick of the book [FW-R115]."""
    s = b.strips[i]
    value = 3.0 + type_factor(b, s.fights)
    if s.cinc:
        return value * CINC
    return value * CHARACTER if is_character(s) else value


def worth_of_hit(b: Battle, i: int) -> float:
    """What one more hit on a strip means."""
    s = b.strips[i]
    return worth(b, i) / max(1, bears(b, s) - s.wounds)


def champion_of(b: Battle, u: Formation) -> int:
    """The strip that stands for a formation: the first of its front rank who is no attached character."""
    for k in range(u.n):
        if u.members[k] != u.character:
            return u.members[k]
    return u.members[0]


def frontage(u: Formation, edge: int) -> int:
    """How many strips it has along an edge."""
    if is_garrison(u):
        return max(1, min(3, strips_of(u)))
    if edge == Edge.FRONT or edge == Edge.REAR:
        return max(1, min(u.files, strips_of(u)))
    return max(1, u.ranks)


def has_front_hero(b: Battle, u: Formation) -> bool:
    """Does an attached character fight in its front rank?"""
    if u.character < 0 or is_garrison(u):
        return False
    return b.strips[u.character].posted != Posted.BEHIND


def against_pikes(b: Battle, i: int, v: Formation, j: int) -> int:
    """What strip i loses before the front of strip j, if that bears pikes [FW-160, FW-161]."""
    if not b.strips[j].pikes or is_garrison(v):
        return 0
    malus = b.rules.pike_malus
    if is_mounted(b.strips[i]):
        malus += b.rules.pike_rank_malus * min(v.ranks - 1, b.rules.pike_most)
    return malus


def lead(b: Battle, u: Formation, v: Formation, i: int, j: int, edge: int) -> int:
    """By how much strip i of one is ahead of strip j of another before the dice, attacking that edge, its charge left out."""
    out = type_factor(b, b.strips[i].fights) - type_factor(b, b.strips[j].fights)
    if is_garrison(v):
        return out + b.rules.building_malus
    if edge == Edge.REAR:
        return out + b.rules.rear_bonus
    if edge != Edge.FRONT and not is_lone_character(b, v):
        return out + b.rules.flank_bonus
    out += against_pikes(b, i, v, j) - against_pikes(b, j, u, i)
    return out + b.rules.wall_malus if v.wall >= 0 else out


def blow(b: Battle, ahead: float, j: int) -> float:
    """What strip j is likely to suffer from one who is so much ahead."""
    return chance_of_hit(b, ahead, j) * harm(b, j)


def harm(b: Battle, j: int) -> float:
    """What a hit on a strip means, if it can be harmed."""
    return 0.0 if is_unharmable(b, j) else worth_of_hit(b, j)


def chance_of_hit(b: Battle, ahead: float, j: int) -> float:
    """How likely one who is so much ahead hits strip j: between whole numbers, in proportion."""
    low = int(ahead + 100.0) - 100
    part = ahead - low
    need = b.rules.margin[b.strips[j].fights]
    return (pairs(need - low) * (1.0 - part) + pairs(need - low - 1) * part) / PAIRS


def hero_blow(b: Battle, u: Formation, j: int) -> float:
    """What an attached character in the front rank adds."""
    if not has_front_hero(b, u):
        return 0.0
    ahead = type_factor(b, b.strips[u.character].fights) - type_factor(b, b.strips[j].fights)
    return blow(b, float(ahead), j) / 2.0


def gain(b: Battle, f: int, g: int, edge: int, charging: bool) -> float:
    """What f gains, less what it loses, in two rounds of melee with g: the charge counts in the first."""
    u = b.formations[f]
    v = b.formations[g]
    i, j = champion_of(b, u), champion_of(b, v)
    if would_duel(b, i, j):
        return worth_of_hit(b, j) - worth_of_hit(b, i)
    mine, its = frontage(u, Edge.FRONT), frontage(v, edge)
    ahead = lead(b, u, v, i, j, edge) + overlap(b, mine, its)
    hurt, hurts = harm(b, i), harm(b, j)
    total = exchange(b, ahead, i, j, hurt, hurts)
    total += exchange(b, ahead + b.rules.charge_bonus, i, j, hurt, hurts) if charging else total
    return min(mine, its) * total + 2.0 * (hero_blow(b, u, j) - hero_blow(b, v, i))


def overlap(b: Battle, mine: int, its: int) -> float:
    """What the longer line is ahead, or the shorter behind."""
    two = float(b.rules.outnumbered[2])
    if mine > its:
        return -two * WRAPPED * min(1.0, (mine - its) / its)
    return two * WRAPPED * min(1.0, (its - mine) / mine)


def exchange(b: Battle, ahead: float, i: int, j: int, mine: float, its: float) -> float:
    """What strip i, so much ahead, is likely to do to strip j, less what it suffers; and what a hit on either means."""
    return chance_of_hit(b, ahead, j) * its - chance_of_hit(b, -ahead, i) * mine
