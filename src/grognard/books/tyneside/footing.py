"""The ground under foot: what a straight way costs, what it crosses, where nobody goes [TY-042, TY-R64].

A figure is on the ground that the middle of its base is on."""

from __future__ import annotations

from ...table.going import NEVER, lay, lay_cuts, tolls_at
from ...table.pieces import edge_gap, point_in_piece
from ...table.sweeps import beyond, passes_by, runs_beside, segment_in_piece
from ...table.terrain import Piece, Shape
from ...table.vectors import distance
from .figures import NEAR
from .state import NOBODY, Battle, Terrain, Trait

SHUT = 0.0  # the rate of ground that nobody enters
PLAINLY = 1e-3  # the share of a way by which it is certainly shut
DOOR = 1.5  # who passes within this of the middle of a door passes through it
SHORT = 0.01  # cm: who cannot go on stops this far short


def is_crossing(p: Piece) -> bool:
    """A bridge, a ford or a road: its own going, whatever lies under it."""
    return p.kind == Terrain.BRIDGE or p.kind == Terrain.FORD or p.kind == Terrain.ROAD


def has_trait(b: Battle, k: int, trait: int) -> bool:
    return b.traits[k] & trait != 0


def rate_of(b: Battle, k: int, mounted: bool) -> float:
    """What a cm in a piece costs: 1, 2, or nobody goes there [TY-042, TY-R64]."""
    p = b.ground.pieces[k]
    if p.closed or (mounted and has_trait(b, k, Trait.NO_HORSE)):
        return SHUT
    return p.going


def rate_at(b: Battle, x: float, y: float, mounted: bool) -> float:
    """The going at a place."""
    worst = 1.0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.shape != Shape.LINES and point_in_piece(p, x, y):
            if is_crossing(p):
                return p.going
            rate = rate_of(b, k, mounted)
            if rate == SHUT or (worst != SHUT and rate > worst):
                worst = rate
    return worst


def is_shut(b: Battle, x: float, y: float, mounted: bool) -> bool:
    """Is a place on ground that nobody enters, with no crossing there?"""
    for m in range(b.n_shuts):
        k = b.shuts[m]
        if rate_of(b, k, mounted) == SHUT and point_in_piece(b.ground.pieces[k], x, y):
            return rate_at(b, x, y, mounted) == SHUT
    return False


def is_well_in_shut(b: Battle, x: float, y: float, mounted: bool) -> bool:
    """Is a place so far within ground that nobody enters that no way ends there?"""
    for m in range(b.n_shuts):
        k = b.shuts[m]
        p = b.ground.pieces[k]
        if rate_of(b, k, mounted) == SHUT and point_in_piece(p, x, y) and edge_gap(p, x, y) > SHORT:
            return rate_at(b, x, y, mounted) == SHUT
    return False


def list_pieces(b: Battle, x0: float, y0: float, x1: float, y1: float) -> int:
    """Note on the paper what lies about a straight way; how many pieces."""
    n = 0
    left, low, right, high = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if not beyond(p, left, low, right, high) and not runs_beside(p, x0, y0, x1, y1):
            b.paper.pieces[n] = k
            n += 1
    return n


def lay_grounds(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float, mounted: bool) -> int:
    """Of the pieces about a way: note its stretches that are not open ground; a crossing counts by a rate below 0, and
    only where there is something to cross or it is hard going itself."""
    n = 0
    for m in range(about):
        k = b.paper.pieces[m]
        p = b.ground.pieces[k]
        if p.shape != Shape.LINES and not is_crossing(p):
            rate = rate_of(b, k, mounted)
            if rate != 1.0:
                n = lay_stretch(b, n, p, x0, y0, x1, y1, rate)
    if n == 0 and not has_hard_crossing(b, about):
        return 0
    for m in range(about):
        p = b.ground.pieces[b.paper.pieces[m]]
        if p.shape != Shape.LINES and is_crossing(p):
            n = lay_stretch(b, n, p, x0, y0, x1, y1, -p.going)
    return n


def lay_stretch(b: Battle, n: int, p: Piece, x0: float, y0: float, x1: float, y1: float, rate: float) -> int:
    """Note the stretch of a way that is on a piece, if any is."""
    t0, t1 = segment_in_piece(p, x0, y0, x1, y1)
    return lay(b.scratch, n, t0, t1, rate) if t0 < t1 else n


def has_hard_crossing(b: Battle, about: int) -> bool:
    """Is a ford, a bridge or a road about that is difficult itself?"""
    for m in range(about):
        p = b.ground.pieces[b.paper.pieces[m]]
        if is_crossing(p) and p.going != 1.0:
            return True
    return False


def rate_within(b: Battle, n: int, t: float) -> float:
    """The going at a moment of a way whose stretches are noted."""
    worst = 1.0
    for k in range(n):
        if b.scratch.from_[k] <= t <= b.scratch.until[k]:
            rate = b.scratch.rate[k]
            if rate < 0.0:
                return -rate
            if rate == SHUT or (worst != SHUT and rate > worst):
                worst = rate
    return worst


def is_plainly_shut(b: Battle, n: int) -> bool:
    """Is a stretch of a way shut that is longer than all crossings on it together?"""
    shut, crossed = 0.0, PLAINLY
    for k in range(n):
        share = b.scratch.until[k] - b.scratch.from_[k]
        if b.scratch.rate[k] == SHUT:
            shut = max(shut, share)
        elif b.scratch.rate[k] < 0.0:
            crossed += share
    return shut > crossed


def going(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float, mounted: bool) -> float:
    """What the ground of a straight way costs in cm, barriers apart; below 0: it is shut [TY-042]."""
    far = distance(x0, y0, x1, y1)
    n = lay_grounds(b, about, x0, y0, x1, y1, mounted)
    if n == 0:
        return far
    if is_plainly_shut(b, n):
        return -1.0
    m = lay_cuts(b.scratch, n)
    cost = 0.0
    for k in range(m - 1):
        t0, t1 = b.scratch.cuts[k], b.scratch.cuts[k + 1]
        if t1 > t0 + NEAR:
            rate = rate_within(b, n, (t0 + t1) / 2)
            if rate == SHUT:
                return -1.0
            cost += (t1 - t0) * far * rate
    return cost


def barriers(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float) -> int:
    """How many low barriers and fences a straight way clears [TY-043]."""
    n = 0
    for m in range(about):
        k = b.paper.pieces[m]
        if has_trait(b, k, Trait.BARRIER):
            t0, t1 = segment_in_piece(b.ground.pieces[k], x0, y0, x1, y1)
            n += t0 <= t1 and t1 > 0.0
    return n


def wall_before(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float) -> float:
    """When a straight way would pass the wall of a building elsewhere than by a door; never: after its end."""
    first = NEVER
    for m in range(about):
        k = b.paper.pieces[m]
        if has_trait(b, k, Trait.DOORED):
            t0, t1 = segment_in_piece(b.ground.pieces[k], x0, y0, x1, y1)
            if t0 < t1:
                if t0 > 0.0 and not at_door(b, k, x0 + (x1 - x0) * t0, y0 + (y1 - y0) * t0):
                    first = min(first, t0)
                elif t1 < 1.0 and not at_door(b, k, x0 + (x1 - x0) * t1, y0 + (y1 - y0) * t1):
                    first = min(first, t1)
    return first


def through_wall(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Would a straight way pass the wall of a building elsewhere than by a door?"""
    return wall_before(b, about, x0, y0, x1, y1) < NEVER


def at_door(b: Battle, k: int, x: float, y: float) -> bool:
    for i in range(b.n_doors):
        d = b.doors[i]
        if d.piece == k and distance(d.x, d.y, x, y) <= DOOR:
            return True
    return False


def way_cost(b: Battle, x0: float, y0: float, x1: float, y1: float, mounted: bool, allowance: float) -> float:
    """What a straight way costs of an allowance, barriers and all; below 0: nobody goes there [TY-R64]."""
    return cost_among(b, list_pieces(b, x0, y0, x1, y1), x0, y0, x1, y1, mounted, allowance)


def cost_among(
    b: Battle, about: int, x0: float, y0: float, x1: float, y1: float, mounted: bool, allowance: float
) -> float:
    """The same, with what lies about it, and maybe more, noted."""
    if about == 0:
        return distance(x0, y0, x1, y1)
    if b.n_doors > 0 and through_wall(b, about, x0, y0, x1, y1):
        return -1.0
    cost = going(b, about, x0, y0, x1, y1, mounted)
    if cost < 0.0:
        return cost
    return cost + barriers(b, about, x0, y0, x1, y1) * b.rules.barrier_share * allowance


# How far so much carries


def carry(
    b: Battle,
    about: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    mounted: bool,
    allowance: float,
    left: float,
) -> tuple[float, float]:
    """How much of a straight way what is left of an allowance pays for, and what that costs, with what lies about it
    noted [TY-039, TY-042, TY-043]."""
    far = distance(x0, y0, x1, y1)
    if far <= NEAR:
        return 0.0, 0.0
    areas = lay_grounds(b, about, x0, y0, x1, y1, mounted)
    n = lay_barriers(b, areas, about, x0, y0, x1, y1, b.rules.barrier_share * allowance)
    share = spend(b, areas, n, far, left)
    if b.n_doors > 0:
        share = min(share, short_of(wall_before(b, about, x0, y0, x1, y1), far))
    x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
    return share, min(left, max(0.0, cost_among(b, about, x0, y0, x, y, mounted, allowance)))


def lay_barriers(
    b: Battle, n: int, about: int, x0: float, y0: float, x1: float, y1: float, toll: float
) -> int:
    """Note the moment at which each barrier is cleared, and what that costs [TY-043]."""
    for m in range(about):
        k = b.paper.pieces[m]
        if has_trait(b, k, Trait.BARRIER):
            t0, t1 = segment_in_piece(b.ground.pieces[k], x0, y0, x1, y1)
            if t0 <= t1 and t1 > 0.0:
                n = lay(b.scratch, n, t0, t0, toll)
    return n


def spend(b: Battle, areas: int, n: int, far: float, left: float) -> float:
    """The share of a way, whose stretches and barriers are noted, that is left to one who has so much left: short of
    ground that is shut and of a barrier that he cannot pay for."""
    spent = 0.0
    last = lay_cuts(b.scratch, n) - 1
    for k in range(last + 1):
        at = b.scratch.cuts[k]
        if k < last and b.scratch.cuts[k + 1] == at:
            continue
        spent += tolls_at(b.scratch, areas, n, at)
        if spent > left + NEAR:
            return short_of(at, far)
        if k < last and b.scratch.cuts[k + 1] > at + NEAR:
            until = b.scratch.cuts[k + 1]
            rate = rate_within(b, areas, (at + until) / 2)
            if rate == SHUT:
                return short_of(at, far)
            cost = (until - at) * far * rate
            if spent + cost > left + NEAR:
                return at + max(0.0, left - spent) / (far * rate)
            spent += cost
    return 1.0


def short_of(at: float, far: float) -> float:
    """A little before a moment of a way that is so far, and no farther than its end."""
    return min(1.0, max(0.0, at - SHORT / far))


def is_hard_going(b: Battle, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Is any of a straight way difficult going, where horse only walks [TY-R64]?"""
    about = list_pieces(b, x0, y0, x1, y1)
    if about == 0:
        return False
    cost = going(b, about, x0, y0, x1, y1, False)
    return cost < 0.0 or cost > distance(x0, y0, x1, y1) + NEAR


# Where a figure is


def area_at(b: Battle, x: float, y: float, trait: int) -> int:
    """The piece with a trait that a place is in, or nobody's."""
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if has_trait(b, k, trait) and p.shape != Shape.LINES and point_in_piece(p, x, y):
            return k
    return NOBODY


def covert_at(b: Battle, x: float, y: float) -> int:
    """The piece that a place is in and in which men must be spotted, or nobody's [TY-R57]."""
    for m in range(b.n_coverts):
        if point_in_piece(b.ground.pieces[b.coverts[m]], x, y):
            return b.coverts[m]
    return NOBODY


def crosses_enclosed(b: Battle, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a straight line run through enclosed terrain, or begin or end in it [TY-R39]?"""
    for m in range(b.n_closes):
        p = b.ground.pieces[b.closes[m]]
        if not passes_by(p, x0, y0, x1, y1):
            t0, t1 = segment_in_piece(p, x0, y0, x1, y1)
            if t0 <= t1:
                return True
    return False
