"""Laying out the table: pieces of terrain from the points of a scenario.

The rules know convex pieces only; a wood of any outline is cut into convex parts of one group, a road into
strips, a hedge into lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot, isfinite
from typing import TypedDict, Unpack

from .table.terrain import PIECES, POINTS, Ground, Piece, Shape

Point = tuple[float, float]
Points = Sequence[Point]

TINY = 1e-9
SHARPEST_MITRE = 1.5  # of half the road's width: a sharper bend is filled with a triangle


class Properties(TypedDict, total=False):
    """What a piece of terrain is to the rules; all pieces of one feature share a group."""

    kind: int
    group: int
    going: float
    toll: float
    cover: int
    height: int
    road: bool
    closed: bool
    blocks_sight: bool


# Outlines


def rectangle(x0: float, y0: float, x1: float, y1: float) -> list[Point]:
    """The outline of an upright rectangle between two opposite corners."""
    left, right = sorted((float(x0), float(x1)))
    low, high = sorted((float(y0), float(y1)))
    return [(left, low), (right, low), (right, high), (left, high)]


def turn(a: Point, b: Point, c: Point) -> float:
    """Positive when the way from a over b to c bends left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def straight(a: Point, b: Point, c: Point) -> bool:
    """Whether b adds nothing to the way from a to c."""
    return abs(turn(a, b, c)) <= TINY * (hypot(b[0] - a[0], b[1] - a[1]) + hypot(c[0] - b[0], c[1] - b[1]))


def area(points: Points) -> float:
    """Positive when the points run counter-clockwise."""
    doubled = sum(a[0] * b[1] - a[1] * b[0] for a, b in sides(points))
    return doubled / 2


def sides(points: Points) -> list[tuple[Point, Point]]:
    return [(p, points[(k + 1) % len(points)]) for k, p in enumerate(points)]


def as_points(points: Iterable[Sequence[float]]) -> list[Point]:
    """The points as pairs of floats, none twice in a row."""
    out: list[Point] = []
    for p in points:
        if len(p) != 2 or not (isfinite(p[0]) and isfinite(p[1])):
            raise ValueError(f"a point is two numbers, not {list(p)!r}")
        here = (float(p[0]), float(p[1]))
        if not out or hypot(here[0] - out[-1][0], here[1] - out[-1][1]) > TINY:
            out.append(here)
    return out


def between(a: Point, b: Point, p: Point) -> bool:
    """Whether p, in line with a and b, is between them."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross or touch."""
    c_side, d_side, a_side, b_side = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if c_side * d_side < 0 and a_side * b_side < 0:
        return True
    return (
        (c_side == 0 and between(a, b, c))
        or (d_side == 0 and between(a, b, d))
        or (a_side == 0 and between(c, d, a))
        or (b_side == 0 and between(c, d, b))
    )


def crosses_itself(points: Points) -> bool:
    edges = sides(points)
    for i, (a, b) in enumerate(edges):
        for j in range(i + 2, len(edges)):
            neighbours = i == 0 and j == len(edges) - 1
            if not neighbours and segments_meet(a, b, *edges[j]):
                return True
    return any(  # an edge that runs back over the one before it
        straight(a, b, c) and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0
        for (a, b), (_, c) in zip(edges, edges[1:] + edges[:1], strict=True)
    )


def outline(points: Iterable[Sequence[float]]) -> list[Point]:
    """The corners of an area, counter-clockwise; refused if it has no inside or crosses itself."""
    out = as_points(points)
    if len(out) > 1 and hypot(out[0][0] - out[-1][0], out[0][1] - out[-1][1]) <= TINY:
        out.pop()
    if len(out) < 3:
        raise ValueError(f"an area needs at least 3 points, not {len(out)}")
    if all(straight(out[0], out[1], p) for p in out[2:]):
        raise ValueError("an area whose points are all in one line has no inside")
    if crosses_itself(out):
        raise ValueError("the outline of an area crosses or touches itself")
    if area(out) < 0:
        out.reverse()
    return corners(out)


def corners(points: Points) -> list[Point]:
    """The points of an outline at which it bends."""
    n = len(points)
    return [p for k, p in enumerate(points) if not straight(points[k - 1], p, points[(k + 1) % n])]


# Convex parts


def is_convex(points: Points) -> bool:
    n = len(points)
    return all(turn(points[k - 2], points[k - 1], points[k]) > 0 for k in range(n))


def in_triangle(a: Point, b: Point, c: Point, p: Point) -> bool:
    return turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0


def is_ear(points: Points, k: int) -> bool:
    """Whether the corner at k can be cut off without cutting into the rest."""
    a, b, c = points[k - 1], points[k], points[(k + 1) % len(points)]
    if straight(a, b, c) or turn(a, b, c) < 0:
        return False
    return not any(in_triangle(a, b, c, p) for p in points if p not in (a, b, c))


def triangles(points: Points) -> list[list[Point]]:
    """An outline in triangles: ear after ear is cut off."""
    rest = list(points)
    out = []
    while len(rest) > 3:
        ears = [k for k in range(len(rest)) if is_ear(rest, k)]
        if not ears:
            raise ValueError("the outline of an area is too narrow to be cut into convex parts")
        k = ears[0]
        out.append([rest[k - 1], rest[k], rest[(k + 1) % len(rest)]])
        del rest[k]
        rest = corners(rest)
    return [*out, rest] if len(rest) == 3 else out


def joined(a: list[Point], b: list[Point]) -> list[Point] | None:
    """Two parts as one, if they share a side and are convex together and not too many-sided."""
    for i, (p, q) in enumerate(sides(a)):
        for j, (r, s) in enumerate(sides(b)):
            if p == s and q == r:
                both = corners(a[i + 1 :] + a[: i + 1] + (b[j + 1 :] + b[: j + 1])[1:-1])
                return both if len(both) <= POINTS and is_convex(both) else None
    return None


def merge_once(parts: list[list[Point]]) -> bool:
    """Join the first two parts that can be joined."""
    for i in range(len(parts)):
        for j in range(i + 1, len(parts)):
            both = joined(parts[i], parts[j])
            if both is not None:
                parts[i] = both
                del parts[j]
                return True
    return False


def polygon(points: Iterable[Sequence[float]]) -> list[list[Point]]:
    """An area of any outline in convex parts, each counter-clockwise and of no more than POINTS corners."""
    whole = outline(points)
    if len(whole) <= POINTS and is_convex(whole):
        return [whole]
    parts = triangles(whole)
    while merge_once(parts):
        pass
    return parts


# Roads and lines


def heading(a: Point, b: Point) -> Point:
    size = hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / size, (b[1] - a[1]) / size


def mitre(a: Point, b: Point, c: Point, half: float) -> float | None:
    """How far a bend's mitre sets the road's left edge back at b; None if the bend is too sharp for one."""
    u, v = heading(a, b), heading(b, c)
    forward = 1 + u[0] * v[0] + u[1] * v[1]
    if forward < TINY:
        return None
    back = half * (u[0] * v[1] - u[1] * v[0]) / forward
    nearest = min(hypot(b[0] - a[0], b[1] - a[1]), hypot(c[0] - b[0], c[1] - b[1])) / 2
    return back if abs(back) <= min(nearest, SHARPEST_MITRE * half) else None


def strip(a: Point, b: Point, half: float, back_a: float, back_b: float) -> list[Point]:
    """A stretch of road whose left corners are set back at its ends, and its right corners put forward."""
    ux, uy = heading(a, b)
    wx, wy = uy * half, -ux * half
    return [
        (a[0] + wx - ux * back_a, a[1] + wy - uy * back_a),
        (b[0] + wx + ux * back_b, b[1] + wy + uy * back_b),
        (b[0] - wx - ux * back_b, b[1] - wy - uy * back_b),
        (a[0] - wx + ux * back_a, a[1] - wy + uy * back_a),
    ]


def bend(a: Point, b: Point, c: Point, half: float) -> list[Point]:
    """The triangle that fills the outer side of a sharp bend."""
    u, v = heading(a, b), heading(b, c)
    side = -1.0 if turn(a, b, c) > 0 else 1.0
    before = (b[0] - side * u[1] * half, b[1] + side * u[0] * half)
    after = (b[0] - side * v[1] * half, b[1] + side * v[0] * half)
    return [b, before, after] if side < 0 else [b, after, before]


def road_strips(points: Iterable[Sequence[float]], width: float) -> list[list[Point]]:
    """A road in convex strips: mitred where it bends, and where it bends sharply filled with a triangle."""
    way = as_points(points)
    if len(way) < 2:
        raise ValueError(f"a road needs at least 2 points, not {len(way)}")
    if not (isfinite(width) and width > 0):
        raise ValueError(f"a road must have a width, not {width}")
    half = width / 2
    backs = [mitre(a, b, c, half) for a, b, c in zip(way, way[1:], way[2:], strict=False)]
    ends = [0.0, *(back or 0.0 for back in backs), 0.0]
    out = [strip(way[k], way[k + 1], half, ends[k], ends[k + 1]) for k in range(len(way) - 1)]
    for k, back in enumerate(backs):
        corner = way[k], way[k + 1], way[k + 2]
        if back is None and not straight(*corner):
            out.append(bend(*corner, half))
    return out


def lines(polylines: Iterable[Iterable[Sequence[float]]]) -> list[list[Point]]:
    """Polylines as segments, point pair by point pair, in lots that fit a piece."""
    ends: list[Point] = []
    for polyline in polylines:
        way = as_points(polyline)
        if len(way) < 2:
            raise ValueError(f"a line needs at least 2 points, not {len(way)}")
        for a, b in pairwise(way):
            ends += [a, b]
    if not ends:
        raise ValueError("a line needs at least 2 points, not 0")
    lot = POINTS - POINTS % 2
    return [ends[k : k + lot] for k in range(0, len(ends), lot)]


# Pieces


def fresh_group(ground: Ground) -> int:
    """A number that no feature on the table has yet."""
    return 1 + max((p.group for p in ground.pieces[: ground.n]), default=0)


def add_piece(
    ground: Ground, shape: Shape, points: Points, radius: float = 0.0, **properties: Unpack[Properties]
) -> Piece:
    """Lay one piece on the table: a convex polygon, a circle about its only point, or pairs of points."""
    if ground.n >= PIECES:
        raise ValueError(f"too many pieces of terrain: {ground.n + 1}, room for {PIECES}")
    if not 1 <= len(points) <= POINTS:
        raise ValueError(f"a piece of terrain has 1 to {POINTS} points, not {len(points)}")
    if shape == Shape.POLYGON and not (len(points) >= 3 and is_convex(points)):
        raise ValueError("a polygon must be convex and its points counter-clockwise")
    if shape == Shape.CIRCLE and not (isfinite(radius) and radius > 0):
        raise ValueError(f"a circle must have a radius, not {radius}")
    if shape == Shape.LINES and len(points) % 2:
        raise ValueError(f"lines are pairs of points, not {len(points)} points")
    piece = Piece(shape=int(shape), n=len(points), radius=float(radius))
    piece.group = properties["group"] if "group" in properties else fresh_group(ground)
    for name, value in properties.items():
        setattr(piece, name, value)
    for k, (x, y) in enumerate(points):
        piece.x[k], piece.y[k] = float(x), float(y)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    piece.x0, piece.x1 = min(xs) - piece.radius, max(xs) + piece.radius
    piece.y0, piece.y1 = min(ys) - piece.radius, max(ys) + piece.radius
    piece.upright = shape == Shape.POLYGON and is_upright(piece)
    ground.pieces[ground.n] = piece
    ground.n += 1
    return piece


def is_upright(piece: Piece) -> bool:
    """Whether a polygon is the box around it."""
    corners = {(piece.x[k], piece.y[k]) for k in range(piece.n)}
    return piece.n == 4 and corners == {(x, y) for x in (piece.x0, piece.x1) for y in (piece.y0, piece.y1)}


def add_parts(
    ground: Ground, shape: Shape, parts: Sequence[Points], **properties: Unpack[Properties]
) -> list[Piece]:
    """Lay the parts of one feature on the table; they share a group."""
    if ground.n + len(parts) > PIECES:
        raise ValueError(f"too many pieces of terrain: {ground.n + len(parts)}, room for {PIECES}")
    properties.setdefault("group", fresh_group(ground))
    return [add_piece(ground, shape, part, **properties) for part in parts]


def add_polygon(
    ground: Ground, points: Iterable[Sequence[float]], **properties: Unpack[Properties]
) -> list[Piece]:
    """Lay an area of any outline on the table."""
    return add_parts(ground, Shape.POLYGON, polygon(points), **properties)


def add_circle(
    ground: Ground, x: float, y: float, radius: float, **properties: Unpack[Properties]
) -> list[Piece]:
    """Lay a round area on the table."""
    return [add_piece(ground, Shape.CIRCLE, as_points([(x, y)]), radius, **properties)]


def add_lines(
    ground: Ground, polylines: Iterable[Iterable[Sequence[float]]], **properties: Unpack[Properties]
) -> list[Piece]:
    """Lay a hedge, a wall or a stream on the table: one or more polylines."""
    return add_parts(ground, Shape.LINES, lines(polylines), **properties)


def add_road(
    ground: Ground, points: Iterable[Sequence[float]], width: float, **properties: Unpack[Properties]
) -> list[Piece]:
    """Lay a road on the table."""
    properties.setdefault("road", True)
    return add_parts(ground, Shape.POLYGON, road_strips(points, width), **properties)
