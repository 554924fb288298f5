"""The ground under foot: what a straight way costs, what it crosses, where nobody goes [TY-042, TY-R64].

A figure is on the ground that the middle of its base is on."""

from __future__ import annotations

from ...table.going import lay, lay_cuts
from ...table.pieces import point_in_piece
from ...table.sweeps import passes_by, segment_in_piece
from ...table.terrain import Piece, Shape
from ...table.vectors import distance
from .figures import NEAR
from .state import NOBODY, Battle, Terrain, Trait

SHUT = 0.0  # the rate of ground that nobody enters
DOOR = 1.5  # who passes within this of the middle of a door passes through it


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


def list_pieces(b: Battle, x0: float, y0: float, x1: float, y1: float) -> int:
    """Note on the paper what lies about a straight way; how many pieces."""
    n = 0
    for k in range(b.ground.n):
        if not passes_by(b.ground.pieces[k], x0, y0, x1, y1):
            b.paper.pieces[n] = k
            n += 1
    return n


def lay_grounds(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float, mounted: bool) -> int:
    """Of the pieces about a way: note its stretches that are not open ground; a crossing counts by a rate below 0."""
    n = 0
    for m in range(about):
        k = b.paper.pieces[m]
        p = b.ground.pieces[k]
        if p.shape == Shape.LINES:
            continue
        rate = rate_of(b, k, mounted)
        if rate != 1.0 or is_crossing(p):
            t0, t1 = segment_in_piece(p, x0, y0, x1, y1)
            if t0 < t1:
                n = lay(b.scratch, n, t0, t1, -p.going if is_crossing(p) else rate)
    return n


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


def going(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float, mounted: bool) -> float:
    """What the ground of a straight way costs in cm, barriers apart; below 0: it is shut [TY-042]."""
    far = distance(x0, y0, x1, y1)
    n = lay_grounds(b, about, x0, y0, x1, y1, mounted)
    if n == 0:
        return far
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


def through_wall(b: Battle, about: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Would a straight way pass the wall of a building elsewhere than by a door?"""
    for m in range(about):
        k = b.paper.pieces[m]
        if has_trait(b, k, Trait.DOORED):
            t0, t1 = segment_in_piece(b.ground.pieces[k], x0, y0, x1, y1)
            if t0 < t1:
                if t0 > 0.0 and not at_door(b, k, x0 + (x1 - x0) * t0, y0 + (y1 - y0) * t0):
                    return True
                if t1 < 1.0 and not at_door(b, k, x0 + (x1 - x0) * t1, y0 + (y1 - y0) * t1):
                    return True
    return False


def at_door(b: Battle, k: int, x: float, y: float) -> bool:
    for i in range(b.n_doors):
        d = b.doors[i]
        if d.piece == k and distance(d.x, d.y, x, y) <= DOOR:
            return True
    return False


def way_cost(b: Battle, x0: float, y0: float, x1: float, y1: float, mounted: bool, allowance: float) -> float:
    """What a straight way costs of an allowance, barriers and all; below 0: nobody goes there [TY-R64]."""
    about = list_pieces(b, x0, y0, x1, y1)
    if about == 0:
        return distance(x0, y0, x1, y1)
    if through_wall(b, about, x0, y0, x1, y1):
        return -1.0
    cost = going(b, about, x0, y0, x1, y1, mounted)
    if cost < 0.0:
        return cost
    return cost + barriers(b, about, x0, y0, x1, y1) * b.rules.barrier_share * allowance


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
