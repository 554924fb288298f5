"""Units and formations: stands, footprints, rates; questions that every chapter asks."""

from __future__ import annotations

from math import sqrt

from ...table.boxes import box_gap, corner
from ...table.vectors import distance
from ...values import Box
from .state import NOBODY, Arm, Battle, Formation, Leader, Leave, Lost, Pace, Troop, Unit, Yes


def box_of(u: Unit) -> Box:
    return Box(u.x, u.y, u.fx, u.fy, u.width, u.depth)


def box_of_leader(b: Battle, g: Leader) -> Box:
    """A general stands on a square inch [FH-R07]."""
    return Box(g.x, g.y, 0.0, 1.0, b.rules.general_base, b.rules.general_base)


def on_table(u: Unit) -> bool:
    return u.lost == Lost.NO


def is_heavy(u: Unit) -> bool:
    return u.troop == Troop.HEAVY_HORSE or u.troop == Troop.ARMOURED_HORSE


def is_skirmishing(u: Unit) -> bool:
    """Skirmishers are infantry in extended order [FH-037]."""
    return u.formation == Formation.EXTENDED


def is_formed(u: Unit) -> bool:
    """Formed troops: infantry or cavalry that neither skirmish nor run."""
    return on_table(u) and u.arm != Arm.ARTILLERY and u.formation != Formation.EXTENDED and not u.routing


def in_melee(u: Unit) -> bool:
    """In contact with an enemy through a charge, or since a pursuit [FH-R79]."""
    return u.in_contact or u.locked != NOBODY


def has_rerolls(u: Unit) -> bool:
    """Grenadiers and guards are practised at close quarters [FH-084]."""
    return u.troop == Troop.GRENADIER or u.troop == Troop.GUARD


def ceil_div(n: int, k: int) -> int:
    return (n + k - 1) // k


def halved(n: int) -> int:
    """Half, rounded up [FH-060, FH-R28]."""
    return (n + 1) // 2


def stands_of(b: Battle, u: Unit) -> int:
    """A stand goes when its figures are gone [FH-R08]."""
    return ceil_div(u.figures, b.rules.stand_figures[u.arm])


def files_for(b: Battle, u: Unit, formation: int, stands: int, asked: int) -> int:
    """The width of a formation in stands [FH-033, FH-034, FH-035, FH-037, FH-038, FH-R08]."""
    r = b.rules
    if formation == Formation.LINE:
        return ceil_div(stands, r.line_ranks) if u.arm == Arm.INFANTRY else stands
    if formation == Formation.COLUMN:
        return max(asked, r.column_files)
    if formation == Formation.EXTENDED:
        return stands
    if formation == Formation.SQUADRONS:
        return ceil_div(stands, r.squadron_ranks)
    return 1


def shape_of(b: Battle, u: Unit, formation: int, files: int) -> tuple[float, float]:
    """Width and depth of the footprint [FH-R07, FH-R08]."""
    r = b.rules
    stands = max(1, stands_of(b, u))
    wide = r.stand_width[u.arm]
    deep = r.stand_depth[u.arm]
    if formation == Formation.BATTERY:
        return wide, deep
    if formation == Formation.SQUARE:
        side = sqrt(stands * wide * deep)
        return side, side
    return min(files, stands) * wide, ceil_div(stands, files) * deep


def take_formation(b: Battle, u: Unit, formation: int, asked: int) -> None:
    """Form up on the unit's centre [FH-R11]."""
    u.formation = formation
    u.files = files_for(b, u, formation, stands_of(b, u), asked)
    u.width, u.depth = shape_of(b, u, formation, u.files)


def close_ranks(b: Battle, u: Unit) -> None:
    """Casualties come from the rear: the front edge stays where it was [FH-R08]."""
    if u.formation == Formation.GARRISON or u.formation == Formation.BATTERY:
        return
    before = u.depth
    if u.formation != Formation.COLUMN:
        u.files = files_for(b, u, u.formation, stands_of(b, u), 0)
    u.width, u.depth = shape_of(b, u, u.formation, u.files)
    if u.formation != Formation.SQUARE:
        forward = (before - u.depth) / 2.0
        u.x += u.fx * forward
        u.y += u.fy * forward


def rate(b: Battle, u: Unit) -> float:
    """Movement rates by type and formation [FH-026, FH-031, FH-R12]."""
    r = b.rules
    if u.arm == Arm.CAVALRY:
        pace = r.rate[Pace.HEAVY_HORSE] if is_heavy(u) else r.rate[Pace.LIGHT_HORSE]
        if u.formation == Formation.MARCH:
            pace += r.cavalry_march_bonus
        return pace
    if u.arm == Arm.ARTILLERY:
        if u.troop == Troop.HEAVY_GUNS:
            return r.rate[Pace.HEAVY_GUNS]
        return r.rate[Pace.FIELD_GUNS] if u.troop == Troop.FIELD_GUNS else r.rate[Pace.HORSE_GUNS]
    return infantry_rate(b, u.formation)


def infantry_rate(b: Battle, formation: int) -> float:
    """Line, column, skirmish and march rates; a square goes by the line's [FH-026, FH-R12]."""
    r = b.rules
    if formation == Formation.COLUMN:
        return r.rate[Pace.INFANTRY_COLUMN]
    if formation == Formation.EXTENDED:
        return r.rate[Pace.INFANTRY_EXTENDED]
    if formation == Formation.MARCH:
        return r.rate[Pace.INFANTRY_MARCH]
    return r.rate[Pace.INFANTRY_LINE]


def uses_roads(u: Unit) -> bool:
    """Only march columns and batteries fit on a road [FH-R15]."""
    return u.formation == Formation.MARCH or u.formation == Formation.BATTERY


def road_rate(b: Battle, u: Unit) -> float:
    """The rate of a move that stays on the road [FH-030, FH-032, FH-R16]."""
    pace = rate(b, u)
    if u.arm == Arm.ARTILLERY:
        return pace * b.rules.artillery_road_factor
    if u.arm == Arm.CAVALRY and b.options.cav_march_stack == Yes.FALSE:
        return pace
    return pace + b.rules.road_bonus


def leave_to_move(b: Battle, u: Unit) -> float:
    """The share of its rate that a rally check leaves a unit [FH-R74]."""
    if u.leave == Leave.NONE:
        return 0.0
    return b.rules.half_move if u.leave == Leave.HALF else 1.0


def may_charge_formation(u: Unit) -> bool:
    """Squares, march columns, batteries and garrisons may not charge [FH-R19, FH-R12]."""
    f = u.formation
    return f <= Formation.COLUMN or f == Formation.EXTENDED or f == Formation.SQUADRONS


def may_take(b: Battle, u: Unit, formation: int) -> bool:
    """Which formations a unit may adopt [FH-033, FH-034, FH-036, FH-038, FH-039, FH-R08]."""
    if u.arm == Arm.CAVALRY:
        return formation == Formation.LINE or formation == Formation.SQUADRONS or formation == Formation.MARCH
    if u.arm == Arm.ARTILLERY:
        return False
    if formation == Formation.COLUMN:
        return stands_of(b, u) >= b.rules.column_files * b.rules.column_ranks
    if formation == Formation.SQUARE:
        return stands_of(b, u) >= b.rules.square_stands
    return 0 <= formation <= Formation.EXTENDED


def column_fits(b: Battle, u: Unit, files: int) -> bool:
    """An assault column may be wider while it is still three deep [FH-034, FH-R08]."""
    return files >= b.rules.column_files and ceil_div(stands_of(b, u), files) >= b.rules.column_ranks


def gap_between(a: Unit, c: Unit) -> float:
    """Edge to edge; a quick look first, for most pairs are far apart."""
    return box_gap(box_of(a), box_of(c))


def apart_at_least(a: Unit, c: Unit) -> float:
    """A quick lower bound of the gap: what lies between them along the line of their centres."""
    dx = c.x - a.x
    dy = c.y - a.y
    d = sqrt(dx * dx + dy * dy)
    if d == 0.0:
        return 0.0
    ahead = abs(dx * a.fx + dy * a.fy) * a.depth + abs(dx * c.fx + dy * c.fy) * c.depth
    aside = abs(dx * a.fy - dy * a.fx) * a.width + abs(dx * c.fy - dy * c.fx) * c.width
    return d - (ahead + aside) / (2.0 * d)


def surely_farther(a: Unit, c: Unit, d: float) -> bool:
    """Apart by more than d, without measuring closely."""
    return apart_at_least(a, c) > d


def likely_nearest(b: Battle, i: int) -> int:
    """The enemy that looks nearest, before anybody measures; or nobody."""
    u = b.units[i]
    best = NOBODY
    best_d = 1e18
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and on_table(e):
            d = apart_at_least(u, e)
            if d < best_d:
                best = j
                best_d = d
    return best


def nearest_enemy(b: Battle, i: int) -> int:
    """The enemy unit nearest edge to edge, or nobody; of equals the first in the list."""
    u = b.units[i]
    best = likely_nearest(b, i)
    if best < 0:
        return best
    best_d = gap_between(u, b.units[best])
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and on_table(e) and j != best and apart_at_least(u, e) <= best_d + 1e-9:
            d = gap_between(u, e)
            if d < best_d or (d == best_d and j < best):
                best = j
                best_d = d
    return best


def nearest_enemy_gap(b: Battle, i: int) -> float:
    j = nearest_enemy(b, i)
    return 1e18 if j < 0 else gap_between(b.units[i], b.units[j])


def touches_enemy(b: Battle, i: int) -> bool:
    """In contact with an enemy unit [FH-R67]."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and on_table(e) and not surely_farther(u, e, b.rules.contact):
            if gap_between(u, e) <= b.rules.contact:
                return True
    return False


def leader_gap(b: Battle, g: Leader, u: Unit) -> float:
    """From a general's base to a unit's edge."""
    return box_gap(box_of_leader(b, g), box_of(u))


def leader_with(b: Battle, i: int) -> int:
    """The general attached to a unit, or nobody."""
    for k in range(b.n_leaders):
        if b.leaders[k].alive and b.leaders[k].attached == i:
            return k
    return NOBODY


def leader_near(b: Battle, i: int) -> int:
    """The nearest unattached general within reach of a unit, or nobody [FH-112]."""
    u = b.units[i]
    best = NOBODY
    best_d = b.rules.general_reach + 1e-9
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.alive and g.side == u.side and g.attached < 0 and not g.spent:
            d = leader_gap(b, g, u)
            if d <= best_d:
                best = k
                best_d = d
    return best


def follow_unit(b: Battle, i: int) -> None:
    """An attached general goes with his unit [FH-R84, FH-R13]."""
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.alive and g.attached == i:
            g.x = b.units[i].x
            g.y = b.units[i].y


def centre_gap(a: Unit, c: Unit) -> float:
    return distance(a.x, a.y, c.x, c.y)


def corners_travel(a: Box, c: Box) -> float:
    """How far the corner that travels farthest goes; men may face about where they stand [FH-020]."""
    straight = 0.0
    about = 0.0
    for k in range(4):
        ax, ay = corner(a, k)
        cx, cy = corner(c, k)
        ox, oy = corner(c, (k + 2) % 4)
        straight = max(straight, distance(ax, ay, cx, cy))
        about = max(about, distance(ax, ay, ox, oy))
    return min(straight, about)
