"""What a fight goes by: factors and margins, and the choices that fights ask for.  Nothing here asks."""

from __future__ import annotations

from ...battle import emit, refuse
from ...values import Ask, Order
from .fleeing import check_flee as check_flee  # a choice of those who fight, too
from .links import front_against, is_linked, may_duel, touching_length
from .obstacles import lines_wall_against
from .state import (
    Act,
    Battle,
    Edge,
    Ev,
    Factor,
    Fight,
    HorsemanFactor,
    PikeCap,
    PikeRanks,
    Posted,
    R,
    Troop,
)
from .strips import is_garrison, is_lone_character, is_mounted
from .touching import edge_allowed, edge_hit, touch

KINDS = Factor.PIKES_BEHIND + 1


# Factors


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


def odds(b: Battle, fight: Fight) -> int:
    """How many the single strip fights, rear ranks of those in front of it not counted [FW-R78]."""
    n = 0
    for k in range(fight.n):
        if not stands_behind_another(b, fight, fight.foes[k]):
            n += 1
    return n


def stands_behind_another(b: Battle, fight: Fight, j: int) -> bool:
    """Is a strip of its own file, in front of it, in the fight too?"""
    t = b.strips[j]
    for k in range(fight.n):
        s = b.strips[fight.foes[k]]
        if s.formation == t.formation and s.posted == Posted.RANKS and t.posted == Posted.RANKS:
            if s.file == t.file and s.rank < t.rank:
                return True
    return False


def charge_factor(b: Battle, i: int) -> int:
    """In the melee of the turn in which it charged into contact, and only then [FW-155, FW-R74]."""
    s = b.strips[i]
    if b.formations[s.formation].charging and s.posted != Posted.FLANK:
        return b.rules.charge_bonus
    return 0


def edge_attacked(b: Battle, i: int, j: int) -> int:
    """The edge of strip j's that strip i attacks: the front, unless it is rightly on a flank or the rear [FW-R75]."""
    g = b.strips[j].formation
    v = b.formations[g]
    if is_garrison(v) or is_lone_character(b, v) or not front_against(b, i, j):
        return Edge.FRONT
    edge = edge_hit(b, i, j)
    f = b.strips[i].formation
    u = b.formations[f]
    chosen = u.charge_target == g and u.charge_edge == edge
    if u.charging and not chosen and not edge_allowed(b, f, g, edge):
        return Edge.FRONT
    return edge


def defends_wall(b: Battle, j: int, i: int) -> bool:
    """Does strip j defend a wall or hedge against strip i: it lined it, and was there first [FW-158, FW-R73]?"""
    s = b.strips[i]
    t = b.strips[j]
    if lines_wall_against(b, j, s.x, s.y) < 0:
        return False
    if lines_wall_against(b, i, t.x, t.y) < 0:
        return True
    return b.formations[t.formation].wall_since < b.formations[s.formation].wall_since


def ground_factor(b: Battle, i: int, j: int, kind: int) -> int:
    """Against one who defends a building, or a wall or hedge [FW-158, FW-159, FW-R73]."""
    garrison = is_garrison(b.formations[b.strips[j].formation])
    if kind == Factor.BUILDING:
        return b.rules.building_malus if garrison else 0
    return b.rules.wall_malus if not garrison and defends_wall(b, j, i) else 0


# Pikes


def faces_pikes(b: Battle, i: int, j: int) -> bool:
    """Does strip i fight the front edge of a strip of pikemen, not in or at a building [FW-160, FW-R76]?"""
    s = b.strips[i]
    t = b.strips[j]
    if not t.pikes or is_garrison(b.formations[t.formation]) or is_garrison(b.formations[s.formation]):
        return False
    return front_against(b, j, i)


def pikes_behind(b: Battle, j: int) -> int:
    """Strips of pikemen behind strip j's front: in its file, or by option in the whole formation [FW-161, FW-R76]."""
    t = b.strips[j]
    v = b.formations[t.formation]
    n = 0
    for k in range(v.n):
        p = b.strips[v.members[k]]
        if p.pikes and p.posted == Posted.RANKS and t.posted == Posted.RANKS and p.rank > t.rank:
            if p.file == t.file or b.options.pike_ranks == PikeRanks.WHOLE_FORMATION:
                n += 1
    return n


def pike_depth_factor(b: Battle, i: int, j: int) -> int:
    """Horsemen and knights, for every strip of pikemen behind the first; at most so many [FW-161, FW-R76]."""
    if not is_mounted(b.strips[i]) or not faces_pikes(b, i, j):
        return 0
    most = b.rules.pike_most
    if b.options.pike_cap == PikeCap.TOTAL:
        most -= 1
    return b.rules.pike_rank_malus * min(pikes_behind(b, j), most)


# Their sum


def factor_of(b: Battle, kind: int, i: int, j: int, against: int) -> int:
    """One factor of strip i against strip j."""
    if kind == Factor.TYPE:
        return type_factor(b, b.strips[i].fights)
    if kind == Factor.OUTNUMBERED:
        return outnumbered_factor(b, against)
    if kind == Factor.CHARGE:
        return charge_factor(b, i)
    if kind == Factor.FLANK or kind == Factor.REAR:
        return place_factor(b, kind, edge_attacked(b, i, j))
    if kind == Factor.WALL or kind == Factor.BUILDING:
        return ground_factor(b, i, j, kind)
    if kind == Factor.PIKES:
        return b.rules.pike_malus if faces_pikes(b, i, j) else 0
    return pike_depth_factor(b, i, j)


def place_factor(b: Battle, kind: int, edge: int) -> int:
    """The flank or the rear, never both [FW-156, FW-157, FW-R75]."""
    if kind == Factor.REAR:
        return b.rules.rear_bonus if edge == Edge.REAR else 0
    return b.rules.flank_bonus if edge == Edge.RIGHT or edge == Edge.LEFT else 0


def sum_of_factors(b: Battle, i: int, j: int, against: int) -> int:
    """All that strip i, which leads its side, adds against j, fighting so many [FW-R70]."""
    total = 0
    for kind in range(KINDS):
        total += factor_of(b, kind, i, j, against)
    return total


def factors(b: Battle, i: int, j: int, against: int) -> int:
    """The same, each of them told [FW-155, FW-156, FW-158, FW-160, FW-R70]."""
    total = 0
    for kind in range(KINDS):
        value = factor_of(b, kind, i, j, against)
        if value != 0 or kind == Factor.TYPE:
            emit(b.log, Ev.FACTOR, rule_of_factor(b, kind, i, against), i, j, value, kind, 0.0)
        total += value
    return total


def rule_of_factor(b: Battle, kind: int, i: int, against: int) -> int:
    """Where the book has that factor."""
    if kind == Factor.TYPE:
        return rule_of_type(b.strips[i].fights)
    if kind == Factor.OUTNUMBERED:
        return 150 + min(against, 4)
    if kind <= Factor.CHARGE:
        return 155
    return 153 + kind  # from FW-156, the flank, to FW-161, the pikes behind


def rule_of_type(fights: int) -> int:
    """The line of the factor table, or the ruling for those it leaves out [FW-R71]."""
    if fights <= Troop.ARQUEBUS:
        return 146
    if fights <= Troop.UNDEAD:
        return 147
    if fights <= Troop.COMMAND or fights == Troop.OGRE or fights == Troop.CHARIOT:
        return 148
    if fights == Troop.KNIGHT or fights == Troop.TROLL or fights == Troop.BEHEMOTH:
        return 149
    if fights == Troop.HERO or fights == Troop.WIZARD or fights == Troop.WAR_WAGON:
        return 150
    return 151 if fights == Troop.LEADER else R + 71


# Choices


def is_foe(fight: Fight, i: int) -> bool:
    """Is strip i one of the many of a fight?"""
    for k in range(fight.n):
        if fight.foes[k] == i:
            return True
    return False


def may_join(b: Battle, i: int, k: int) -> bool:
    """May strip i join that fight?  No single strip does it touch longer, none as long has fewer against it [FW-R69]."""
    fight = b.fights[k]
    if fight.heroic or not is_linked(b, i, fight.single):
        return False
    long = touching_length(b, i, fight.single)
    for m in range(b.n_fights):
        other = b.fights[m]
        if m != k and not other.heroic and is_linked(b, i, other.single):
            more = touching_length(b, i, other.single) - long
            if more > b.rules.tolerance or (more >= -b.rules.tolerance and other.n < fight.n):
                return False
    return True


def check_join_fight(b: Battle, ask: Ask, o: Order) -> int:
    """A strip that touches two single strips as long joins either [FW-R69]."""
    if o.kind == Act.JOIN_FIGHT and o.actor == ask.actor:
        for k in range(b.n_fights):
            if b.fights[k].single == o.other and may_join(b, o.actor, k):
                return 0
    return refuse(b.refusal, R + 69, 0.0, 0.0, o.other)


def check_lead(b: Battle, ask: Ask, o: Order) -> int:
    """One of the strips of that side of the fight [FW-R70]."""
    if o.kind == Act.LEAD and o.actor == ask.actor and is_foe(b.fights[ask.actor], o.other):
        return 0
    return refuse(b.refusal, R + 70, 0.0, 0.0, o.other)


def may_strike(b: Battle, k: int, j: int, margin: int) -> bool:
    """A strip of the many that is adjacent to the single one and whose margin is met [FW-171, FW-R70]."""
    fight = b.fights[k]
    return is_foe(fight, j) and touch(b, fight.single, j) and margin >= margin_needed(b, j)


def check_victim(b: Battle, ask: Ask, o: Order) -> int:
    """An enemy of the fight that is adjacent to the winner, and beaten by enough [FW-170, FW-171, FW-R70]."""
    fight = b.fights[ask.other]
    if o.kind != Act.STRIKE or o.actor != ask.actor or not is_foe(fight, o.other):
        return refuse(b.refusal, 170, 0.0, 0.0, o.other)
    if not touch(b, fight.single, o.other):
        return refuse(b.refusal, 171, 0.0, 0.0, o.other)
    needed = margin_needed(b, o.other)
    if fight.margin < needed:
        return refuse(b.refusal, R + 70, float(fight.margin), float(needed), o.other)
    return 0


def check_duel(b: Battle, ask: Ask, o: Order) -> int:
    """Who touches several fights one of them; the others watch [FW-175, FW-176, FW-R83]."""
    if o.kind == Act.JOIN_FIGHT and o.actor == ask.actor and 0 <= o.other < b.n_strips:
        if may_duel(b, o.actor, o.other):
            return 0
    return refuse(b.refusal, 176, 0.0, 0.0, o.other)
