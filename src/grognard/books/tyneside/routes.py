"""Outside the rules: where ways may turn, worked out once when the table is laid.

A way goes straight, or from corner to corner: round closed ground, through doors, over bridges and fords, past
the ends of walls.  The rules measure what it costs (ways.py)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from ...scenario import Point
from ...table.pieces import point_in_piece
from ...table.terrain import Piece, Shape
from .figures import forget
from .footing import barriers, going, list_pieces, through_wall
from .state import CORNERS, Battle, Terrain, Trait

CLEAR = 1.6  # a rider's base, and a little more
CROSSINGS = (Terrain.BRIDGE, Terrain.FORD)


def lay_corners(b: Battle) -> None:
    """Every corner that is on the table; the most useful first, as many as there is room for."""
    for x, y in dict.fromkeys(corners(b)):
        if b.n_corners < CORNERS and 0 <= x <= b.ground.width and 0 <= y <= b.ground.depth:
            b.corners[b.n_corners].x, b.corners[b.n_corners].y = x, y
            b.n_corners += 1
    join_corners(b)
    forget(b)


def join_corners(b: Battle) -> None:
    """What it costs to go straight from each corner to each other."""
    for k in range(b.n_corners):
        a = b.corners[k]
        for m in range(b.n_corners):
            c = b.corners[m]
            about = list_pieces(b, a.x, a.y, c.x, c.y)
            shut = through_wall(b, about, a.x, a.y, c.x, c.y)
            a.foot[m] = -1.0 if shut else going(b, about, a.x, a.y, c.x, c.y, False)
            a.horse[m] = -1.0 if shut else going(b, about, a.x, a.y, c.x, c.y, True)
            a.barriers[m] = barriers(b, about, a.x, a.y, c.x, c.y)


def corners(b: Battle) -> Iterator[Point]:
    pieces = [(k, b.ground.pieces[k]) for k in range(b.ground.n)]
    for k in range(b.n_doors):
        yield from through_door(b, k)
    for _, p in pieces:
        if p.kind in CROSSINGS:
            yield from ends_of_crossing(b, p)
    for k, p in pieces:
        if p.closed or b.traits[k] & Trait.DOORED:
            yield from about(p)
    for k, p in pieces:
        if b.traits[k] & Trait.BARRIER:
            yield from ends_of_lines(p)


def through_door(b: Battle, k: int) -> Iterator[Point]:
    """A step outside the door and a step inside."""
    d = b.doors[k]
    p = b.ground.pieces[d.piece]
    mx, my = sum(p.x[: p.n]) / p.n, sum(p.y[: p.n]) / p.n
    nx, ny = outward(p, d.x, d.y, mx, my)
    yield d.x + nx * CLEAR, d.y + ny * CLEAR
    yield d.x - nx * CLEAR, d.y - ny * CLEAR


def outward(p: Piece, x: float, y: float, mx: float, my: float) -> Point:
    """The way out of a building through the side on which a door is."""
    best, way = 1e18, (0.0, 1.0)
    for k in range(p.n):
        (x0, y0), (x1, y1) = (p.x[k], p.y[k]), (p.x[(k + 1) % p.n], p.y[(k + 1) % p.n])
        size = hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = (y1 - y0) / size, -(x1 - x0) / size
        off = abs((x - x0) * nx + (y - y0) * ny)
        if off < best:
            best, way = off, (nx, ny)
    return way


def ends_of_crossing(b: Battle, p: Piece) -> Iterator[Point]:
    """The middles of the sides of a bridge or ford, a step out; those in the water are of no use."""
    n = p.n
    mx, my = sum(p.x[:n]) / n, sum(p.y[:n]) / n
    for k in range(n):
        x, y = (p.x[k] + p.x[(k + 1) % n]) / 2, (p.y[k] + p.y[(k + 1) % n]) / 2
        size = hypot(x - mx, y - my) or 1.0
        at = x + (x - mx) / size * CLEAR, y + (y - my) / size * CLEAR
        if not in_water(b, *at):
            yield at


def in_water(b: Battle, x: float, y: float) -> bool:

    wet = (Terrain.RIVER, Terrain.STREAM)
    return any(p.kind in wet and point_in_piece(p, x, y) for p in b.ground.pieces[: b.ground.n])


def about(p: Piece) -> Iterator[Point]:
    """The corners of a piece, a step outside it."""
    if p.shape == Shape.CIRCLE:
        r = p.radius + CLEAR
        for dx, dy in (
            (1, 0),
            (0.7071, 0.7071),
            (0, 1),
            (-0.7071, 0.7071),
            (-1, 0),
            (-0.7071, -0.7071),
            (0, -1),
            (0.7071, -0.7071),
        ):
            yield p.x[0] + dx * r * 1.08, p.y[0] + dy * r * 1.08
        return
    mx, my = sum(p.x[: p.n]) / p.n, sum(p.y[: p.n]) / p.n
    for k in range(p.n):
        size = hypot(p.x[k] - mx, p.y[k] - my) or 1.0
        out = CLEAR * 1.5
        yield p.x[k] + (p.x[k] - mx) / size * out, p.y[k] + (p.y[k] - my) / size * out


def ends_of_lines(p: Piece) -> Iterator[Point]:
    """Past the ends of a wall: both ends of each run of it, a step on."""
    runs = [(p.x[k], p.y[k], p.x[k + 1], p.y[k + 1]) for k in range(0, p.n, 2)]
    points = [(r[0], r[1]) for r in runs] + [(r[2], r[3]) for r in runs]
    for x0, y0, x1, y1 in runs:
        size = hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (x1 - x0) / size * CLEAR, (y1 - y0) / size * CLEAR
        if points.count((x0, y0)) == 1:
            yield x0 - dx, y0 - dy
        if points.count((x1, y1)) == 1:
            yield x1 + dx, y1 + dy
