"""The going: what a straight march costs over the ground, and how far an allowance carries.

A march runs from t = 0 to t = 1.  Each area that the box enters is laid out on scratch paper as a stretch of
it with a rate; each obstacle as the moment of crossing.  All pieces of one group ask the same toll."""

from __future__ import annotations

from ..values import Box
from .sweeps import beyond, point_box, segment_in_piece, sweep_inside, swept_bounds
from .terrain import Ground, Scratch, Shape
from .vectors import EPS, distance, length

SHORT = 1e-6  # who cannot pass stops this far short
NEVER = 2.0  # a moment after the end of the march


def lay(scratch: Scratch, n: int, from_: float, until: float, rate: float) -> int:
    """Note a stretch; how many there are then."""
    scratch.from_[n] = from_
    scratch.until[n] = until
    scratch.rate[n] = rate
    return n + 1


def lay_areas(ground: Ground, scratch: Scratch, box: Box, dx: float, dy: float) -> int:
    """Note when the box is in each area that is hard going; how many there are."""
    n = 0
    x0, y0, x1, y1 = swept_bounds(box, dx, dy)
    for i in range(ground.n):
        piece = ground.pieces[i]
        if piece.going > 1.0 and piece.shape != Shape.LINES and not beyond(piece, x0, y0, x1, y1):
            t0, t1 = sweep_inside(box, dx, dy, piece)
            if t0 < t1:
                n = lay(scratch, n, t0, t1, piece.going)
    return n


def leads_group(ground: Ground, i: int) -> bool:
    """Whether a piece is the first of its group that asks a toll."""
    for j in range(i):
        if ground.pieces[j].toll > 0.0 and ground.pieces[j].group == ground.pieces[i].group:
            return False
    return True


def meets_group(ground: Ground, i: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether any piece of the group that piece i leads lies within some bounds."""
    for j in range(i, ground.n):
        piece = ground.pieces[j]
        if piece.toll > 0.0 and piece.group == ground.pieces[i].group and not beyond(piece, x0, y0, x1, y1):
            return True
    return False


def crossing(ground: Ground, box: Box, dx: float, dy: float, i: int) -> float:
    """When the box first comes upon the obstacle that piece i leads: 0 if it is there from the start."""
    first = NEVER
    for j in range(i, ground.n):
        piece = ground.pieces[j]
        if piece.toll > 0.0 and piece.group == ground.pieces[i].group:
            t0, t1 = sweep_inside(box, dx, dy, piece)
            if t0 <= t1:
                first = min(first, t0)
    return first


def lay_tolls(ground: Ground, scratch: Scratch, n: int, box: Box, dx: float, dy: float) -> int:
    """Note each obstacle that the box comes upon as a stretch without length; how many stretches then."""
    x0, y0, x1, y1 = swept_bounds(box, dx, dy)
    for i in range(ground.n):
        if ground.pieces[i].toll > 0.0 and leads_group(ground, i) and meets_group(ground, i, x0, y0, x1, y1):
            at = crossing(ground, box, dx, dy, i)
            if 0.0 < at <= 1.0:
                n = lay(scratch, n, at, at, ground.pieces[i].toll)
    return n


def insert_cut(scratch: Scratch, m: int, at: float) -> int:
    """Note a moment in its order among the cuts; how many there are then."""
    k = m
    while k > 0 and scratch.cuts[k - 1] > at:
        scratch.cuts[k] = scratch.cuts[k - 1]
        k -= 1
    scratch.cuts[k] = at
    return m + 1


def lay_cuts(scratch: Scratch, n: int) -> int:
    """Cut the march wherever a stretch begins or ends; how many cuts there are."""
    m = insert_cut(scratch, 0, 0.0)
    for i in range(n):
        m = insert_cut(scratch, m, scratch.from_[i])
        m = insert_cut(scratch, m, scratch.until[i])
    return insert_cut(scratch, m, 1.0)


def rate_at(scratch: Scratch, areas: int, t: float) -> float:
    """The going at a moment: the worst of the areas the box is in."""
    worst = 1.0
    for i in range(areas):
        if scratch.from_[i] <= t <= scratch.until[i]:
            worst = max(worst, scratch.rate[i])
    return worst


def tolls_at(scratch: Scratch, areas: int, n: int, t: float) -> float:
    """What is asked at a moment."""
    due = 0.0
    for i in range(areas, n):
        if scratch.from_[i] == t:
            due += scratch.rate[i]
    return due


def mean_going(scratch: Scratch, areas: int) -> float:
    """The going over the whole march."""
    if areas == 0:
        return 1.0
    total = 0.0
    for k in range(lay_cuts(scratch, areas) - 1):
        from_, until = scratch.cuts[k], scratch.cuts[k + 1]
        if from_ < until:
            total += (until - from_) * rate_at(scratch, areas, (from_ + until) / 2)
    return total


def march_tolls(ground: Ground, scratch: Scratch, box: Box, dx: float, dy: float) -> float:
    """What the obstacles that the box comes upon ask together, each group once."""
    total = 0.0
    for i in range(lay_tolls(ground, scratch, 0, box, dx, dy)):
        total += scratch.rate[i]
    return total


def march_cost(ground: Ground, scratch: Scratch, box: Box, dx: float, dy: float) -> float:
    """What a straight march costs: the worst going that any part of the box is in, and the tolls."""
    areas = lay_areas(ground, scratch, box, dx, dy)
    cost = length(dx, dy) * mean_going(scratch, areas)
    return cost + march_tolls(ground, scratch, box, dx, dy)


def point_march_cost(
    ground: Ground, scratch: Scratch, x0: float, y0: float, x1: float, y1: float, ignore_area: bool
) -> float:
    """What a straight march costs a single rider, for whom the going may not count."""
    rider = point_box(x0, y0)
    if ignore_area:
        return distance(x0, y0, x1, y1) + march_tolls(ground, scratch, rider, x1 - x0, y1 - y0)
    return march_cost(ground, scratch, rider, x1 - x0, y1 - y0)


def meets_closed(ground: Ground, box: Box, dx: float, dy: float) -> float:
    """When the box first comes upon a piece that nobody marches through."""
    first = NEVER
    x0, y0, x1, y1 = swept_bounds(box, dx, dy)
    for i in range(ground.n):
        if ground.pieces[i].closed and not beyond(ground.pieces[i], x0, y0, x1, y1):
            t0, t1 = sweep_inside(box, dx, dy, ground.pieces[i])
            if t0 <= t1:
                first = min(first, t0)
    return first


def way_closed(ground: Ground, box: Box, dx: float, dy: float) -> bool:
    """Whether the march leads through a piece that nobody marches through."""
    return meets_closed(ground, box, dx, dy) <= 1.0


def spend(scratch: Scratch, areas: int, n: int, allowance: float, most: float) -> float:
    """How far the allowance carries over the stretches laid out."""
    spent = 0.0
    last = lay_cuts(scratch, n) - 1
    for k in range(last + 1):
        at = scratch.cuts[k]
        if k < last and scratch.cuts[k + 1] == at:
            continue
        toll = tolls_at(scratch, areas, n, at)
        spent += toll
        if toll > 0.0 and spent + SHORT > allowance:  # who pays must be able to step onto it
            return at * most - SHORT
        if k == last:
            return most
        until = scratch.cuts[k + 1]
        rate = rate_at(scratch, areas, (at + until) / 2)
        cost = (until - at) * most * rate
        if spent + cost > allowance:
            reach = at * most + (allowance - spent) / rate
            if tolls_at(scratch, areas, n, until) > 0.0:
                reach = min(reach, until * most - SHORT)
            return reach
        spent += cost
    return most


def march_reach(
    ground: Ground, scratch: Scratch, box: Box, ux: float, uy: float, allowance: float, most: float
) -> float:
    """How far the box can march in a direction: as its allowance pays for, short of what it cannot cross."""
    if not (most > 0.0 and allowance >= 0.0):
        return 0.0
    dx, dy = ux * most, uy * most
    areas = lay_areas(ground, scratch, box, dx, dy)
    n = lay_tolls(ground, scratch, areas, box, dx, dy)
    reach = spend(scratch, areas, n, allowance, most)
    wall = meets_closed(ground, box, dx, dy)
    if wall <= 1.0:
        reach = min(reach, wall * most - SHORT)
    return max(reach, 0.0)


def lay_roads(ground: Ground, scratch: Scratch, x0: float, y0: float, x1: float, y1: float) -> int:
    """Note which parts of a segment lie on each road piece; how many there are."""
    n = 0
    for i in range(ground.n):
        piece = ground.pieces[i]
        if piece.road and piece.shape != Shape.LINES:
            t0, t1 = segment_in_piece(piece, x0, y0, x1, y1)
            if t0 <= t1:
                n = lay(scratch, n, t0, t1, 1.0)
    return n


def along_road(ground: Ground, scratch: Scratch, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a whole segment lies on road."""
    n = lay_roads(ground, scratch, x0, y0, x1, y1)
    size = distance(x0, y0, x1, y1)
    if size <= EPS:
        return n > 0
    slack = EPS / size
    covered = 0.0
    for _ in range(n):
        for i in range(n):
            if scratch.from_[i] <= covered + slack:
                covered = max(covered, scratch.until[i])
    return n > 0 and covered >= 1.0 - slack
