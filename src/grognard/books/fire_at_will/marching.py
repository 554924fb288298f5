"""Straight ways of formations: who and what is in the way, and where they end."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.boxes import box_gap
from ...table.sweeps import sweep_box, swept_bounds
from ...table.vectors import length
from ...values import Box
from .charms import is_invisible
from .obstacles import AT_ONCE, SHORT, first_barred, way_end
from .paces import all_aloft, way_cost
from .places import put, rectangle_of, then_box
from .poses import along, enemy_at, fits_at, member_box, pose_of, rectangle_at
from .sight import formation_sees, whole_box
from .state import NOBODY, Battle, Ev, Formation, R, Terrain
from .strips import box_of, is_building, is_lone_character, is_water, is_wood
from .ways import body_of, lies_outside, passes_by

NEVER = 2.0
SLACK = 1e-6


# Whom one meets


def meets_from(b: Battle, f: int, at: Box, dx: float, dy: float, g: int) -> float:
    """When, of a straight way from a pose, formation f runs into formation g, 0 to 1; 2 if it does not."""
    return met_by(b, f, at, rectangle_at(b, f, at), dx, dy, g)


def met_by(b: Battle, f: int, at: Box, whole: Box, dx: float, dy: float, g: int) -> float:
    """The same; whole: its rectangle there, which is tried first."""
    u = b.formations[f]
    v = b.formations[g]
    first = NEVER
    if passes_by(v, whole, dx, dy):
        return first
    body = body_of(whole)
    if v.loose == 0:
        t0, t1 = sweep_box(body, dx, dy, rectangle_of(b, g))
        if t0 > t1:
            return first
    for m in range(v.n):
        its = box_of(b.strips[v.members[m]])
        t0, t1 = sweep_box(body, dx, dy, its)
        if t0 <= t1 and t0 < first:
            first = min(first, base_met(b, u, at, dx, dy, its, t0 + AT_ONCE))
    return first


def base_met(b: Battle, u: Formation, at: Box, dx: float, dy: float, its: Box, soonest: float) -> float:
    """When any base of a formation on its way from a pose runs into another base, never before soonest; 2 if none does."""
    first = NEVER
    for k in range(u.n):
        t0, t1 = sweep_box(body_of(member_box(b, u, u.members[k], at)), dx, dy, its)
        if t0 <= t1 and t0 < first:
            first = t0
            if first <= soonest:
                return first
    return first


def first_met_from(b: Battle, f: int, at: Box, dx: float, dy: float, but: int) -> tuple[float, int]:
    """The first formation in the way, and when; 2 and nobody.  A lone character passes through friends [FW-R28]."""
    u = b.formations[f]
    lone = is_lone_character(b, u)
    whole = rectangle_at(b, f, at)
    x0, y0, x1, y1 = swept_bounds(whole, dx, dy)
    first = NEVER
    who = NOBODY
    for g in range(b.n_formations):
        v = b.formations[g]
        if lies_outside(v, x0, y0, x1, y1) or g == f or g == but or v.n == 0 or v.building >= 0:
            continue
        if not (lone if v.side == u.side else v.hidden):
            t = met_by(b, f, at, whole, dx, dy, g)
            if t < first:
                first = t
                who = g
    return first, who


def ambushed_at(b: Battle, f: int, at: Box, ux: float, uy: float, want: float) -> float:
    """How far of so many inches it goes before it comes upon hidden enemies, of whom nobody knows [FW-R114]."""
    u = b.formations[f]
    end = want
    if all_aloft(b, f):
        return end
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.hidden and v.n > 0 and v.side != u.side:
            t = meets_from(b, f, at, ux * want, uy * want, g)
            if t <= 1.0:
                end = min(end, max(t * want - 2.0 * b.rules.contact, 0.0))
    return end


def in_the_way_rule(b: Battle, f: int, g: int) -> int:
    """Friends are not passed through; contact with an enemy is a charge [FW-R28, FW-R18]."""
    return R + 28 if b.formations[g].side == b.formations[f].side else R + 18


# Ground one cannot enter


def barred_rule(b: Battle, k: int) -> int:
    """Why a piece of ground is closed [FW-041, FW-R22, FW-R25, FW-R30]."""
    kind = b.ground.pieces[k].kind
    if kind == Terrain.BUILDING:
        return 41
    if kind == Terrain.RIVER:
        return R + 22
    return R + 25 if is_wood(kind) else R + 30


# A straight way


def straight_end(b: Battle, f: int, at: Box, ux: float, uy: float, want: float) -> tuple[float, int, bool]:
    """How far of so many inches it goes: to the near edge of an obstacle or a building; which; whether it crosses.

    [FW-030, FW-031, FW-032, FW-033, FW-040]"""
    end, piece, crosses, _, _ = end_and_bar(b, f, at, ux, uy, want)
    return end, piece, crosses


def end_and_bar(
    b: Battle, f: int, at: Box, ux: float, uy: float, want: float
) -> tuple[float, int, bool, float, int]:
    """The same; and the first ground on the way there that is closed to it, or nobody, and when."""
    if all_aloft(b, f):
        return want, NOBODY, False, NEVER, NOBODY
    want = ambushed_at(b, f, at, ux, uy, want)
    end, piece, crosses = way_end(b, f, at, ux, uy, want)
    t, k = first_barred(b, f, at, ux * end, uy * end, NOBODY)
    if end > 0.0 and k >= 0 and is_building(b, k) and t * end < end - SLACK:
        end, piece, crosses = max(t * end - SHORT, 0.0), k, False
        t, k = first_barred(b, f, at, ux * end, uy * end, NOBODY)
    return end, piece, crosses, t, k


def share_after(b: Battle, f: int, piece: int, crosses: bool) -> float:
    """The share of its allowance that a formation has: half of it beyond a wall or hedge [FW-031, FW-R21]."""
    u = b.formations[f]
    if crosses and not is_water(b.ground.pieces[piece].kind):
        return min(u.share, b.rules.obstacle_share)
    return u.share


def check_ground(b: Battle, far: float, t: float, k: int) -> int:
    """Through no ground that is closed to it; k: the first that is, when of so far a way [FW-R22, FW-R25, FW-R30]."""
    if k >= 0 and t < 1.0 - SLACK:
        return refuse(b.refusal, barred_rule(b, k), far, t * far, k)
    return 0


def check_clear_way(b: Battle, f: int, at: Box, dx: float, dy: float) -> int:
    """Through nobody, and room at the end, in contact with no enemy [FW-R28]."""
    if not all_aloft(b, f):
        t, g = first_met_from(b, f, at, dx, dy, NOBODY)
        if g >= 0:
            return refuse(b.refusal, in_the_way_rule(b, f, g), length(dx, dy), t * length(dx, dy), g)
    return check_end(b, f, along(at, dx, dy))


def check_end(b: Battle, f: int, at: Box) -> int:
    """Room at a pose, and no enemy in touch: that would be a charge [FW-R18, FW-R23, FW-R29]."""
    if not fits_at(b, f, at):
        return refuse(b.refusal, R + 29, 0.0, 0.0, f)
    g = enemy_at(b, f, at)
    if g >= 0:
        return refuse(b.refusal, R + 18, 0.0, 0.0, g)
    return 0


def check_paid(b: Battle, f: int, at: Box, dx: float, dy: float, base: float, left: float) -> int:
    """Can it pay for a straight way [FW-023, FW-034, FW-035]?"""
    cost = way_cost(b, f, at, dx, dy, base)
    if cost > left + b.rules.tolerance:
        return refuse(b.refusal, 23, cost, left, f)
    return 0


# Walking it


def check_way(
    b: Battle, f: int, at: Box, ux: float, uy: float, want: float, base: float, left: float, pace: float
) -> int:
    """A straight way from a pose, to where obstacles let it end; pace: all of its allowance."""
    end, piece, crosses, t, k = end_and_bar(b, f, at, ux, uy, want)
    if end <= b.rules.contact and piece >= 0:
        return refuse(b.refusal, stop_rule(b, piece), want, 0.0, piece)
    bad = check_ground(b, length(ux * end, uy * end), t, k)
    if bad == 0 and crosses:
        bad = check_crossing(b, f, at, ux, uy, piece, want, end, base, left, pace)
    elif bad == 0:
        bad = check_paid(b, f, at, ux * end, uy * end, base, left)
    if bad != 0:
        return bad
    return check_clear_way(b, f, at, ux * end, uy * end)


def stop_rule(b: Battle, piece: int) -> int:
    """Why one stops there: a wall or hedge, water, a building [FW-030, FW-032, FW-040]."""
    if is_water(b.ground.pieces[piece].kind):
        return 32
    return 41 if b.ground.pieces[piece].closed else 30


def check_crossing(
    b: Battle,
    f: int,
    at: Box,
    ux: float,
    uy: float,
    piece: int,
    want: float,
    end: float,
    base: float,
    left: float,
    pace: float,
) -> int:
    """Over water to the far bank, if its breadth is within the allowance; over a wall half the allowance, or just clear.

    [FW-031, FW-033, FW-R21, FW-R22]"""
    breadth = end - b.formations[f].ranks * b.formations[f].cell_depth
    if is_water(b.ground.pieces[piece].kind):
        return refuse(b.refusal, 33, breadth, pace, piece) if breadth > pace else 0
    clear, _, _ = way_end(b, f, at, ux, uy, 2.0 * b.rules.contact)
    if end <= clear + b.rules.tolerance:
        return refuse(b.refusal, 31, breadth, pace, piece) if breadth > pace else 0
    half = left - pace * (b.formations[f].share - share_after(b, f, piece, True))
    if want > 0.0 and way_cost(b, f, at, ux * end, uy * end, base) > half + b.rules.tolerance:
        return refuse(b.refusal, 31, want, half, piece)
    return 0


def walk(
    b: Battle, f: int, ux: float, uy: float, want: float, base: float, fx: float, fy: float
) -> tuple[float, int]:
    """Move a formation straight; the inches, and the obstacle it met: piece, or -2 - piece if it crosses it."""
    u = b.formations[f]
    at = pose_of(u)
    end, piece, crosses = straight_end(b, f, at, ux, uy, want)
    u.spent += way_cost(b, f, at, ux * end, uy * end, base)
    if ambushed_at(b, f, at, ux, uy, want) < want:
        u.done = True  # somebody hidden is in the way [FW-R114]
    if piece >= 0 and not (crosses and not is_water(b.ground.pieces[piece].kind)):
        u.done = True
    if crosses:
        u.share = share_after(b, f, piece, True)
    put(b, f, u.x + ux * end, u.y + uy * end, fx, fy)
    return end, -2 - piece if crosses else piece


def tell_obstacle(b: Battle, f: int, met: int) -> None:
    """It stops at an obstacle, or has crossed it."""
    if met >= 0:
        emit(b.log, Ev.STOPPED, stop_rule(b, met) if stop_rule(b, met) != 41 else 40, f, met, 0, 0, 0.0)
    elif met < NOBODY:
        rule = 33 if is_water(b.ground.pieces[-2 - met].kind) else 31
        emit(b.log, Ev.CROSSED, rule, f, -2 - met, 0, 0, 0.0)


# No nearer


def check_no_nearer(b: Battle, f: int, end: Box) -> int:
    """A halted formation ends no nearer to any enemy it sees than it began [FW-140, FW-R31].

    end: its rectangle there."""
    u = b.formations[f]
    start = then_box(u)
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and not v.hidden and not is_invisible(b, g):
            its = whole_box(b, g)
            before, after = box_gap(start, its), box_gap(end, its)
            if after < before - b.rules.tolerance and formation_sees(b, f, g):
                return refuse(b.refusal, 140, after, before, g)
    return 0


def check_no_nearer_at(b: Battle, f: int, at: Box) -> int:
    return check_no_nearer(b, f, rectangle_at(b, f, at))
