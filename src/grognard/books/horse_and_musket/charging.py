"""Charges, the part that is measuring: who may charge whom, along which line, how far."""

from __future__ import annotations

from ...battle import refuse
from ...table.arcs import in_arc
from ...table.boxes import beyond_edge, boxes_overlap, farthest_front_corner, pivoted, shifted
from ...table.going import march_cost, way_closed
from ...table.sweeps import sweep_box
from ...table.vectors import distance, unit
from ...values import Box
from .firing import gun_band, gun_of
from .movement import SLACK, allowance, passes_through
from .sight import fire_range, sees
from .state import NOBODY, Arm, Battle, GunBand, Leave, R, RallyCanister, Unit, Yes
from .units import apart_at_least, box_of, in_melee, is_skirmishing, may_charge_formation, on_table


def line_of_charge(u: Unit, e: Unit) -> tuple[float, float]:
    """Straight at the target [FH-041, FH-R18]."""
    return unit(e.x - u.x, e.y - u.y)


def way_to_contact(box: Box, ux: float, uy: float, most: float, target: Box) -> float:
    """How far along a line a footprint first touches another; -1 if not within the most."""
    t0, t1 = sweep_box(box, ux * most, uy * most, target)
    return t0 * most if t0 <= t1 else -1.0


def turned_to_charge(u: Unit, e: Unit) -> Box:
    """Pivoted to the line of charge; too close to turn without touching, as it stands [FH-R09, FH-R18]."""
    ux, uy = line_of_charge(u, e)
    turned = pivoted(box_of(u), ux, uy)
    return box_of(u) if boxes_overlap(turned, box_of(e), SLACK) else turned


def pivot_cost(u: Unit, e: Unit) -> float:
    """The chord of a front corner when the unit pivots to its line [FH-R09]."""
    return farthest_front_corner(box_of(u), turned_to_charge(u, e))


def charge_distance(u: Unit, e: Unit) -> float:
    """From where it stands to contact, along the line of charge."""
    ux, uy = line_of_charge(u, e)
    return way_to_contact(turned_to_charge(u, e), ux, uy, distance(u.x, u.y, e.x, e.y), box_of(e))


def charge_cost(b: Battle, u: Unit, e: Unit) -> float:
    """Pivot, advance and ground up to contact [FH-R18, FH-R14]."""
    ux, uy = line_of_charge(u, e)
    go = max(0.0, charge_distance(u, e) - SLACK)
    turned = turned_to_charge(u, e)
    pivot = farthest_front_corner(box_of(u), turned)
    return pivot + march_cost(b.ground, b.scratch, turned, ux * go, uy * go)


def check_charger(b: Battle, i: int, impetuous: bool) -> int:
    """Infantry and cavalry in order, in a formation that can [FH-040, FH-R19, FH-R12]."""
    u = b.units[i]
    if u.arm == Arm.ARTILLERY:
        return refuse(b.refusal, 40, 0.0, 0.0, i)
    if not may_charge_formation(u):
        return refuse(b.refusal, R + 19, 0.0, 0.0, i)
    if u.moved or in_melee(u):
        return refuse(b.refusal, 41, 0.0, 0.0, i)
    if u.routing or (u.disordered and not impetuous):
        return refuse(b.refusal, R + 19, 0.0, 0.0, i)
    if u.leave == Leave.NONE:
        return refuse(b.refusal, R + 74, 0.0, 0.0, i)
    return 0


def check_charge(b: Battle, i: int, j: int, impetuous: bool) -> int:
    """May unit i charge unit j?  0, or the rule against it [FH-040, FH-041, FH-042, FH-R18]."""
    bad = check_charger(b, i, impetuous)
    if bad != 0:
        return bad
    if not 0 <= j < b.n_units:
        return refuse(b.refusal, 40, 0.0, 0.0, NOBODY)
    u = b.units[i]
    e = b.units[j]
    if e.side == u.side or not on_table(e):
        return refuse(b.refusal, 40, 0.0, 0.0, j)
    if u.arm == Arm.INFANTRY and e.arm == Arm.CAVALRY:
        return refuse(b.refusal, 42, 0.0, 0.0, j)
    ux, uy = line_of_charge(u, e)
    if not in_arc(u.fx, u.fy, ux, uy, b.rules.forward_cosine):
        return refuse(b.refusal, R + 18, u.fx * ux + u.fy * uy, b.rules.forward_cosine, j)
    return check_charge_reach(b, i, j)


def check_charge_reach(b: Battle, i: int, j: int) -> int:
    """Contact within the allowance, in sight, with a free way; unmeasured charges may fall short [FH-R18]."""
    u = b.units[i]
    e = b.units[j]
    allowed = allowance(b, u, False)
    go = charge_distance(u, e)
    if b.options.premeasure == Yes.TRUE:
        if go > allowed + SLACK:
            return refuse(b.refusal, R + 18, go, allowed, j)
        cost = charge_cost(b, u, e)
        if cost > allowed + SLACK:
            return refuse(b.refusal, R + 18, cost, allowed, j)
    elif go > allowed:
        go = allowed
    if not sees(b, i, j):
        return refuse(b.refusal, R + 18, 0.0, 0.0, j)
    return check_charge_way(b, i, j, go)


def check_charge_way(b: Battle, i: int, j: int, go: float) -> int:
    """Through nobody and no building, and on the table from turn to contact [FH-R14, FH-R17, FH-R21]."""
    u = b.units[i]
    ux, uy = line_of_charge(u, b.units[j])
    turned = turned_to_charge(u, b.units[j])
    go = max(0.0, go - SLACK)
    there = shifted(turned, ux * go, uy * go)
    off = beyond_edge(turned, b.ground.width, b.ground.depth)
    off = max(off, beyond_edge(there, b.ground.width, b.ground.depth))
    if off > SLACK:
        return refuse(b.refusal, R + 21, off, 0.0, i)
    if way_closed(b.ground, turned, ux * go, uy * go):
        return refuse(b.refusal, R + 14, 0.0, 0.0, j)
    k = first_in_the_way(b, i, j, turned, ux * go, uy * go)
    if k < 0 and is_skirmishing(u):
        k = friend_under(b, i, turned, there)
    return 0 if k < 0 else refuse(b.refusal, R + 17, 0.0, 0.0, k)


def friend_under(b: Battle, i: int, turned: Box, there: Box) -> int:
    """A friend on whom skirmishers would turn, or end their charge: they may only pass through [FH-R17]."""
    for k in range(b.n_units):
        m = b.units[k]
        if k != i and m.side == b.units[i].side and on_table(m):
            if boxes_overlap(turned, box_of(m), SLACK) or boxes_overlap(there, box_of(m), SLACK):
                return k
    return NOBODY


def first_in_the_way(b: Battle, i: int, j: int, box: Box, dx: float, dy: float) -> int:
    """Some unit other than j on the way, or nobody; skirmishers pass friends [FH-R17]."""
    u = b.units[i]
    reach = abs(dx) + abs(dy) + box.width + box.depth
    for k in range(b.n_units):
        m = b.units[k]
        if k == i or k == j or not on_table(m) or (m.side == u.side and is_skirmishing(u)):
            continue
        apart = reach + m.width + m.depth
        if abs(m.x - box.x) <= apart and abs(m.y - box.y) <= apart:
            if passes_through(box, dx, dy, box_of(m), 0.0):
                return k
    return NOBODY


def could_charge(b: Battle, j: int, i: int) -> bool:
    """Could enemy j charge unit i this turn [FH-R82]?"""
    e = b.units[j]
    if e.arm == Arm.ARTILLERY or (e.arm == Arm.INFANTRY and b.units[i].arm == Arm.CAVALRY):
        return False
    return check_charge(b, j, i, False) == 0


def in_canister_of(b: Battle, j: int, i: int) -> bool:
    """Does battery j have unit i in canister range, in sight, with shots and crew [FH-R67]?"""
    g = b.units[j]
    if g.arm != Arm.ARTILLERY or not on_table(g) or g.shots <= 0 or g.figures <= 0 or g.sheltering >= 0:
        return False
    reach = b.rules.gun_range[gun_of(g)][GunBand.CANISTER]
    if apart_at_least(g, b.units[i]) > reach:
        return False
    d = fire_range(b, g, b.units[i], 0)
    if b.options.rally_canister == RallyCanister.CLOSE:
        if d > b.rules.close_canister + 1e-9:
            return False
    elif d > reach or gun_band(b, g, d) != GunBand.CANISTER:
        return False
    return sees(b, j, i)


def under_canister(b: Battle, i: int) -> bool:
    """In canister range of an enemy battery [FH-112, FH-R67]."""
    for j in range(b.n_units):
        if b.units[j].side != b.units[i].side and in_canister_of(b, j, i):
            return True
    return False


def is_threatened(b: Battle, i: int) -> bool:
    """An enemy could charge it this turn, or has it in canister [FH-R82]."""
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != b.units[i].side and on_table(e):
            if could_charge(b, j, i) or in_canister_of(b, j, i):
                return True
    return False
