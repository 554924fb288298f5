"""Paces: what a straight way costs in slow ground and uphill, and how far an allowance carries."""

from __future__ import annotations

from ...table.going import lay, lay_cuts
from ...table.pieces import box_in_touch
from ...table.sweeps import beyond, join, sweep_inside, swept_bounds
from ...table.terrain import Piece
from ...table.vectors import distance, dot, length
from ...values import Box
from .poses import member_box, rectangle_at
from .state import Battle, No, Strip, Terrain, Yes
from .strips import at_home_in_woods, flies
from .ways import off_the_way

WOODS = 1  # the reasons for half speed, a set of bits
ROUGH = 2
UPHILL = 4
STILL = 1e-9


def is_aloft(b: Battle, s: Strip) -> bool:
    """A flyer for whom nothing on the ground counts [FW-036, FW-R23]."""
    return flies(s) and b.options.dragon_flies_over_all == Yes.TRUE


def all_aloft(b: Battle, f: int) -> bool:
    """Does the whole formation fly over everything?"""
    u = b.formations[f]
    for k in range(u.n):
        if not is_aloft(b, b.strips[u.members[k]]):
            return False
    return True


def slows(kind: int) -> int:
    """The reason for which a kind of ground is slow, or 0 [FW-035, FW-R25, FW-R30]."""
    if kind == Terrain.WOOD or kind == Terrain.DENSE_FOREST:
        return WOODS
    if kind == Terrain.SCREE or kind == Terrain.UNDERGROWTH:
        return ROUGH
    return UPHILL if kind == Terrain.HILL else 0


def is_slowed(b: Battle, s: Strip, reason: int) -> bool:
    """Flyers are not; elves and trolls are not by woods [FW-036, FW-038, FW-039]."""
    return not is_aloft(b, s) and not (reason == WOODS and at_home_in_woods(s))


# Stretches of a way


def slow_stretch(b: Battle, f: int, at: Box, dx: float, dy: float, k: int) -> tuple[float, float]:
    """From when to when, 0 to 1, a piece slows any base of a formation on a straight way [FW-R20]."""
    u = b.formations[f]
    p = b.ground.pieces[k]
    first, last = 1.0, 0.0
    for m in range(u.n):
        s = b.strips[u.members[m]]
        if is_slowed(b, s, slows(p.kind)):
            box = member_box(b, u, u.members[m], at)
            t0, t1 = sweep_inside(box, dx, dy, p)
            if p.kind == Terrain.HILL:
                t1 = min(t1, abreast(b, k, box, dx, dy))
            first, last = join(first, last, t0, t1)
    return first, last


def abreast(b: Battle, k: int, box: Box, dx: float, dy: float) -> float:
    """When a base has come as near to the crest of a hill as its way takes it: from then on it goes down [FW-R26]."""
    whole = dot(dx, dy, dx, dy)
    if whole <= STILL * STILL:
        return 0.0
    return dot(b.crest_x[k] - box.x, b.crest_y[k] - box.y, dx, dy) / whole


def lay_slow(b: Battle, f: int, at: Box, dx: float, dy: float) -> int:
    """Note on scratch paper when the ground slows the formation, and why; how many stretches there are."""
    n = 0
    whole = rectangle_at(b, f, at)
    x0, y0, x1, y1 = swept_bounds(whole, dx, dy)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if slows(p.kind) != 0 and not beyond(p, x0, y0, x1, y1) and not off_the_way(p, whole, dx, dy):
            t0, t1 = slow_stretch(b, f, at, dx, dy, k)
            if t0 < t1:
                n = lay(b.scratch, n, t0, t1, float(slows(p.kind)))
    return n


def reasons_at(b: Battle, n: int, t: float) -> int:
    """Why it is slow at a moment of its way: a set."""
    out = 0
    for i in range(n):
        if b.scratch.from_[i] <= t <= b.scratch.until[i]:
            out |= int(b.scratch.rate[i])
    return out


def rate(b: Battle, reasons: int, base: float) -> float:
    """What an inch costs: two reasons are no worse than one, but by option [FW-R20]."""
    if reasons == 0:
        return base
    if b.options.stack_slow_terrain == No.FALSE:
        return max(base, b.rules.slow_factor)
    while reasons > 0:
        if reasons % 2 == 1:
            base *= b.rules.slow_factor
        reasons //= 2
    return base


# Ways


def way_cost(b: Battle, f: int, at: Box, dx: float, dy: float, base: float) -> float:
    """What a straight way costs from a pose; base: an inch of it on good ground [FW-034, FW-035, FW-R17, FW-R20]."""
    whole = length(dx, dy)
    n = lay_slow(b, f, at, dx, dy)
    if n == 0:
        return whole * base
    total = 0.0
    for k in range(lay_cuts(b.scratch, n) - 1):
        from_, until = b.scratch.cuts[k], b.scratch.cuts[k + 1]
        if from_ < until:
            total += (until - from_) * rate(b, reasons_at(b, n, (from_ + until) / 2.0), base)
    return total * whole


def way_reach(b: Battle, f: int, at: Box, ux: float, uy: float, inches: float) -> float:
    """How far so many inches of allowance carry it in a direction, slow ground counted [FW-R20]."""
    n = lay_slow(b, f, at, ux * inches, uy * inches)
    if n == 0 or inches <= 0.0:
        return max(inches, 0.0)
    spent = 0.0
    for k in range(lay_cuts(b.scratch, n) - 1):
        from_, until = b.scratch.cuts[k], b.scratch.cuts[k + 1]
        if from_ < until:
            pace = rate(b, reasons_at(b, n, (from_ + until) / 2.0), 1.0)
            if spent + (until - from_) * pace > 1.0:
                return (from_ + (1.0 - spent) / pace) * inches
            spent += (until - from_) * pace
    return inches


# Places


def slow_reasons(b: Battle, s: Strip, box: Box) -> int:
    """Why a base is slow where it stands, hills left out: a set."""
    out = 0
    x0, y0, x1, y1 = swept_bounds(box, 0.0, 0.0)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        reason = slows(p.kind)
        if reason != 0 and reason != UPHILL and not beyond(p, x0, y0, x1, y1):
            if is_slowed(b, s, reason) and box_in_touch(box, p):
                out |= reason
    return out


def is_plain(b: Battle, here: Box, there: Box) -> bool:
    """Is nothing that slows anybody about one rectangle or the other?"""
    x0, y0, x1, y1 = swept_bounds(here, 0.0, 0.0)
    x2, y2, x3, y3 = swept_bounds(there, 0.0, 0.0)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if slows(p.kind) != 0 and not (beyond(p, x0, y0, x1, y1) and beyond(p, x2, y2, x3, y3)):
            return False
    return True


def climbs(b: Battle, s: Strip, before: Box, after: Box) -> bool:
    """Is a base on a hill, and nearer to its crest than before [FW-R26]?"""
    if is_aloft(b, s):
        return False
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.kind == Terrain.HILL and nears_crest(b, k, p, before, after):
            return True
    return False


def nears_crest(b: Battle, k: int, p: Piece, before: Box, after: Box) -> bool:
    x, y = b.crest_x[k], b.crest_y[k]
    nearer = distance(after.x, after.y, x, y) < distance(before.x, before.y, x, y) - STILL
    return nearer and box_in_touch(after, p)


def wheel_rate(b: Battle, f: int, before: Box, after: Box) -> float:
    """What an inch of a wheel costs: slow if any base begins or ends it in slow ground, or higher up [FW-R20]."""
    u = b.formations[f]
    reasons = 0
    if is_plain(b, rectangle_at(b, f, before), rectangle_at(b, f, after)):
        return 1.0
    for k in range(u.n):
        s = b.strips[u.members[k]]
        old = member_box(b, u, u.members[k], before)
        new = member_box(b, u, u.members[k], after)
        reasons |= slow_reasons(b, s, old) | slow_reasons(b, s, new)
        if climbs(b, s, old, new):
            reasons |= UPHILL
        if reasons != 0 and b.options.stack_slow_terrain == No.FALSE:
            break  # two are no worse than one
    return rate(b, reasons, 1.0)


def pace_at(b: Battle, f: int, pace: float, end: Box) -> float:
    """A formation's pace as it would be in the ground of that rectangle [FW-051, FW-R35]."""
    u = b.formations[f]
    reasons = 0
    for k in range(u.n):
        reasons |= slow_reasons(b, b.strips[u.members[k]], end)
    return pace / rate(b, reasons, 1.0)
