"""The ground underfoot: what a way costs, what closes it, what breaks ranks [MI-R24, MI-R25]."""

from __future__ import annotations

from ...table.discs import disc_in_touch, disc_sweep
from ...table.going import insert_cut, lay
from ...table.pieces import point_in_piece
from ...table.sweeps import beyond, segment_in_piece
from ...table.terrain import Piece, Shape
from ...table.vectors import cross, distance
from .men import NEAR
from .state import Battle, Footing, Gait, Shelter, Terrain, WoodsProtection

NEVER = 2.0  # a moment after the end of a move
HALVINGS = 40  # a distance is found to a millionth of a millionth
HAIR = 1e-6  # inches, to either side of a line


def footing_of(kind: int) -> int:
    """What a kind of terrain is to those who move [MI-R24]."""
    if kind == Terrain.BUILDING or kind == Terrain.POND:
        return Footing.CLOSED
    if kind == Terrain.BOULDER or kind == Terrain.TREE:
        return Footing.SMALL
    if kind == Terrain.WOODS or kind == Terrain.RUBBLE:
        return Footing.BREAKING
    if Terrain.STREAM <= kind <= Terrain.SCRUB:
        return Footing.DIFFICULT
    if Terrain.FENCE <= kind <= Terrain.EARTHWORK:
        return Footing.OBSTACLE
    return Footing.EASY


def shelter_of(b: Battle, kind: int) -> int:
    """What a kind of terrain gives to those in it or behind it [MI-R24]."""
    if kind == Terrain.WOODS:
        return Shelter.COVER if b.options.woods_protection == WoodsProtection.COVER else Shelter.CONCEALMENT
    if kind == Terrain.HEDGE or kind == Terrain.CROPS or kind == Terrain.SCRUB:
        return Shelter.CONCEALMENT
    if kind == Terrain.WALL or kind == Terrain.EARTHWORK or kind == Terrain.RUBBLE:
        return Shelter.COVER
    if kind == Terrain.BOULDER or kind == Terrain.TREE:
        return Shelter.COVER
    return Shelter.NONE


def crossings(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> int:
    """How often a straight way crosses the lines of a piece."""
    n = 0
    dx, dy = x1 - x0, y1 - y0
    for k in range(piece.n // 2):
        ax, ay = piece.x[2 * k], piece.y[2 * k]
        ex, ey = piece.x[2 * k + 1] - ax, piece.y[2 * k + 1] - ay
        start = cross(ex, ey, x0 - ax, y0 - ay) > 0.0
        end = cross(ex, ey, x1 - ax, y1 - ay) > 0.0
        if start != end:
            near = cross(dx, dy, ax - x0, ay - y0) > 0.0
            far = cross(dx, dy, ax + ex - x0, ay + ey - y0) > 0.0
            if near != far:
                n += 1
    return n


def obstacles_crossed(b: Battle, x0: float, y0: float, x1: float, y1: float) -> int:
    """How many obstacles a figure's centre crosses on a straight way [MI-040, MI-122]."""
    n = 0
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    for i in range(b.ground.n):
        p = b.ground.pieces[i]
        if p.shape == Shape.LINES and not beyond(p, left, low, right, high):
            if footing_of(p.kind) == Footing.OBSTACLE:
                n += crossings(p, x0, y0, x1, y1)
    return n


def slows(kind: int) -> bool:
    """Difficult ground, and inside woods and rubble [MI-041, MI-R26]."""
    footing = footing_of(kind)
    return footing == Footing.DIFFICULT or footing == Footing.BREAKING


def slow_share(b: Battle, x0: float, y0: float, x1: float, y1: float) -> float:
    """Which part of a straight way is slow: in difficult ground, and not on a road or bridge there [MI-R24]."""
    s = b.scratch
    n = 0
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    for i in range(b.ground.n):
        p = b.ground.pieces[i]
        if p.shape != Shape.LINES and not beyond(p, left, low, right, high):
            easy = footing_of(p.kind) == Footing.EASY
            if slows(p.kind) or easy:
                t0, t1 = segment_in_piece(p, x0, y0, x1, y1)
                if t0 < t1:
                    n = lay(s, n, t0, t1, 0.0 if easy else 1.0)
    if n == 0:
        return 0.0
    m = insert_cut(s, 0, 0.0)
    for k in range(n):
        m = insert_cut(s, m, s.from_[k])
        m = insert_cut(s, m, s.until[k])
    m = insert_cut(s, m, 1.0)
    total = 0.0
    for k in range(m - 1):
        if s.cuts[k] < s.cuts[k + 1] and is_slow_at(b, n, (s.cuts[k] + s.cuts[k + 1]) / 2):
            total += s.cuts[k + 1] - s.cuts[k]
    return total


def is_slow_at(b: Battle, n: int, t: float) -> bool:
    s = b.scratch
    slow = False
    for k in range(n):
        if s.from_[k] <= t <= s.until[k]:
            if s.rate[k] == 0.0:
                return False
            slow = True
    return slow


def way_cost(b: Battle, gait: int, x0: float, y0: float, x1: float, y1: float) -> float:
    """What a straight way costs: its length, obstacles, half pace [MI-040, MI-041, MI-122, MI-R11, MI-R25]."""
    far = distance(x0, y0, x1, y1)
    cost = far + b.rules.toll[gait] * obstacles_crossed(b, x0, y0, x1, y1)
    if gait != Gait.LOOSE:
        cost += far * (b.rules.half_pace - 1.0) * slow_share(b, x0, y0, x1, y1)
    return cost


def meets_closed(b: Battle, x: float, y: float, r: float, dx: float, dy: float) -> float:
    """When a base first comes upon ground that nobody enters [MI-R24]."""
    return meets(b, Footing.CLOSED, x, y, r, dx, dy)


def meets_breaking(b: Battle, x: float, y: float, r: float, dx: float, dy: float) -> float:
    """When a base first enters woods or rubble [MI-042, MI-R26]."""
    return meets(b, Footing.BREAKING, x, y, r, dx, dy)


def meets(b: Battle, footing: int, x: float, y: float, r: float, dx: float, dy: float) -> float:
    """When a base first comes upon ground of such footing; a moment after the end if never."""
    first = NEVER
    for i in range(b.ground.n):
        p = b.ground.pieces[i]
        if footing_of(p.kind) == footing:
            t0, t1 = disc_sweep(x, y, r, dx, dy, p)
            if t0 <= t1:
                first = min(first, t0)
    return first


def breaking_under(b: Battle, x: float, y: float, r: float) -> int:
    """The piece of woods or rubble that a base is in, or -1."""
    for i in range(b.ground.n):
        p = b.ground.pieces[i]
        if footing_of(p.kind) == Footing.BREAKING and disc_in_touch(x, y, r, p):
            return i
    return -1


def on_table(b: Battle, x: float, y: float, r: float) -> bool:
    """Is a base wholly on the table; what is not a number is nowhere [MI-R29]."""
    g = b.ground
    return x - r >= -NEAR and y - r >= -NEAR and x + r <= g.width + NEAR and y + r <= g.depth + NEAR


def no_ground_for(b: Battle, x: float, y: float, r: float) -> bool:
    """Is a base off the table, in closed ground, or on a boulder or a tree [MI-R24, MI-R29]?"""
    g = b.ground
    if not on_table(b, x, y, r):
        return True
    for i in range(g.n):
        p = g.pieces[i]
        if not beyond(p, x - r, y - r, x + r, y + r):
            footing = footing_of(p.kind)
            if (footing == Footing.CLOSED or footing == Footing.SMALL) and disc_in_touch(x, y, r, p):
                return True
    return False


def off_table(b: Battle, x: float, y: float) -> bool:
    """Has a figure's centre left the table?"""
    return x < -NEAR or y < -NEAR or x > b.ground.width + NEAR or y > b.ground.depth + NEAR


def is_in(p: Piece, x: float, y: float) -> bool:
    """At least half inside: the centre of a base is in the area [MI-R38]."""
    return p.shape != Shape.LINES and point_in_piece(p, x, y)


def farthest(
    b: Battle, gait: int, x: float, y: float, ux: float, uy: float, most: float, pay: float
) -> float:
    """How far a figure gets in a direction for what it may pay, obstacles not begun [MI-R25]."""
    if way_cost(b, gait, x, y, x + ux * most, y + uy * most) <= pay + NEAR:
        return most
    low = 0.0
    high = most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if way_cost(b, gait, x, y, x + ux * middle, y + uy * middle) <= pay:
            low = middle
        else:
            high = middle
    return low


def short_of_obstacle(b: Battle, x: float, y: float, r: float, ux: float, uy: float, far: float) -> float:
    """Who cannot pay for an obstacle stops with his base in front of it [MI-R25]."""
    stop = far
    from_ = max(0.0, far - 3.0 * r)
    for i in range(b.ground.n):
        p = b.ground.pieces[i]
        if p.shape == Shape.LINES and footing_of(p.kind) == Footing.OBSTACLE:
            x0, y0 = x + ux * (far - HAIR), y + uy * (far - HAIR)
            if crossings(p, x0, y0, x + ux * (far + HAIR), y + uy * (far + HAIR)) > 0:
                back = far - from_
                t0, t1 = disc_sweep(x + ux * from_, y + uy * from_, r, ux * back, uy * back, p)
                if t0 <= t1:
                    stop = min(stop, from_ + t0 * back)
    return stop
