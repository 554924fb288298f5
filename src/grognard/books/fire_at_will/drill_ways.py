"""The drill-book general reckons ways: how many inches of its allowance a formation needs to come to a place.

Round houses, slow ground twice, some more for walls and water, and what it costs to turn its front that way."""

from __future__ import annotations

from math import pi
from typing import NamedTuple

from ...table.boxes import corner, point_box_gap
from ...table.sweeps import passes_by, segment_in_box, segment_in_piece
from ...table.terrain import Piece
from ...table.vectors import about_angle, distance, dot, unit
from ...values import Box
from .houses import building_box, manned_on
from .movement import manoeuvre_cost
from .obstacles import bars, heeds, is_obstacle
from .paces import all_aloft, is_slowed, slows
from .places import then_box
from .poses import fits_at
from .sight import whole_box
from .state import NOBODY, Battle, Edge, Formation, Terrain
from .strips import is_building, is_garrison, is_lone_character, is_water, is_wheeled, turns_free
from .touching import grown, outward, reaches_quarter

BESIDE = 0.25  # inches between it and a house it goes round
HINDRANCE = 3.0  # inches more for a wall or water on the way
CLOSED = 30.0  # inches more for ground that is closed to it
UPHILL = 0.5  # of the way over a hill leads up
ROUND = 4.0  # inches more for a way round three corners
FAR_OFF = 1000.0  # inches: more than any way
LAST_TURN = 0.7  # of the turn at the end counts
OPEN_FIELD = 12.0  # inches: from farther off it is all one at which edge
IN_REAR = 1.0  # inches that one goes out of one's way for the rear rather than a flank
STRAIGHT_OVER = 0.95  # cosine: water is crossed no more aslant than this
BANK = 1.0  # inches: the water, and a little beyond
CLOSE = 0.05  # inches from those it is about to touch
ROOM = 0.5  # inches more than half its front, between it and those it is to charge
THERE = 1.5  # inches: so near to where it charges from, it is the front that matters
NEARER = 0.4  # what each of those inches counts
TOO_NEAR = 3.0  # what each inch counts that it is too near to charge from there
TURNING = 3.0  # inches from a corner: so near it may turn already
AT_IT = 0.5  # inches: so near to a place it does not matter which way one looks


class Route(NamedTuple):
    """Where one goes first on the way to a place, what all of the way costs, and what of it from there on.

    A rest of nothing: there is no corner, one goes to the place itself, or straight over water first."""

    x: float
    y: float
    far: float
    rest: float


# Straight


def leg(b: Battle, f: int, x0: float, y0: float, x: float, y: float) -> float:
    """What a straight way costs it, houses left out."""
    total, _, _ = leg_and_water(b, f, x0, y0, x, y)
    return total


def leg_and_water(b: Battle, f: int, x0: float, y0: float, x: float, y: float) -> tuple[float, int, float]:
    """The same; and the first water on it, or nobody, and when."""
    total = distance(x0, y0, x, y)
    first, found = 1.0, NOBODY
    if all_aloft(b, f):
        return total, found, first
    far = total
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if not passes_by(p, x0, y0, x, y) and (is_obstacle(p.kind) or slows(p.kind) != 0):
            t0, t1 = segment_in_piece(p, x0, y0, x, y)
            if t0 <= t1 and t1 > 0.0 and t0 < 1.0:
                total += hindrance(b, f, k, far * (min(t1, 1.0) - max(t0, 0.0)))
                if t0 < first and is_water(p.kind) and p.n >= 4:
                    first, found = max(t0, 0.0), k
    return total, found, first


def is_cut_off(b: Battle, f: int, x: float, y: float) -> bool:
    """Is there ground that is closed to chariots and engines on the straight way to a place?  They wait, out of the way."""
    u = b.formations[f]
    if not is_wheeled(b.strips[u.members[0]]):
        return False
    return leg(b, f, u.x, u.y, x, y) >= distance(u.x, u.y, x, y) + CLOSED


def hindrance(b: Battle, f: int, k: int, inches: float) -> float:
    """How many inches more so much of a piece on the way costs."""
    s = b.strips[b.formations[f].members[0]]
    kind = b.ground.pieces[k].kind
    if bars(b, s, kind):
        return CLOSED
    if is_obstacle(kind):
        return HINDRANCE if heeds(s) else 0.0
    if not is_slowed(b, s, slows(kind)):
        return 0.0
    more = inches * (b.rules.slow_factor - 1.0)
    return more * UPHILL if kind == Terrain.HILL else more


# Round houses


def half_front(b: Battle, f: int) -> float:
    """Half of its frontage, with who is attached beside it, and a little."""
    u = b.formations[f]
    return u.width / 2.0 + abs(u.aside) + BESIDE


def house_between(b: Battle, f: int, x0: float, y0: float, x: float, y: float) -> int:
    """A house that stands between two places, that the second is not in; or nobody."""
    for k in range(b.ground.n):
        if is_building(b, k) and not is_past(b, k, x0, y0, x, y):
            gap = point_box_gap(building_box(b, k), x, y)
            if gap > 0.0 and cuts(room_beside(b, f, k, gap), x0, y0, x, y):
                return k
    return NOBODY


def room_beside(b: Battle, f: int, k: int, gap: float) -> Box:
    """A house with as much room around it as a formation needs, or as there is between it and a place."""
    return grown(building_box(b, k), min(half_front(b, f) - 2.0 * BESIDE, gap) - BESIDE / 2.0)


def cuts(box: Box, x0: float, y0: float, x: float, y: float) -> bool:
    """Does a straight way lead through a box?"""
    t0, t1 = segment_in_box(box, x0, y0, x, y)
    return t0 < t1 and t0 < 1.0 and t1 > 0.0


def is_past(b: Battle, k: int, x0: float, y0: float, x: float, y: float) -> bool:
    """Does the way lead away from a house?"""
    box = building_box(b, k)
    return dot(x - x0, y - y0, x0 - box.x, y0 - box.y) > 0.0


def route(b: Battle, f: int, x0: float, y0: float, x: float, y: float) -> Route:
    """The way to a place: straight there, or by the corner of a house."""
    k = NOBODY if all_aloft(b, f) else house_between(b, f, x0, y0, x, y)
    if k < 0:
        return over_water(b, f, x0, y0, x, y)
    return round_house(b, f, k, x0, y0, x, y)


def round_house(b: Battle, f: int, k: int, x0: float, y0: float, x: float, y: float) -> Route:
    """The shortest way round a house, by one corner of it or two."""
    house = building_box(b, k)
    box = grown(house, half_front(b, f))
    near = room_beside(b, f, k, point_box_gap(house, x0, y0))
    best, wx, wy, rest = FAR_OFF, x, y, 0.0
    likely = likeliest_corner(box, x0, y0, x, y)
    for m in range(4):
        n = (likely + m) % 4
        cx, cy = corner(box, n)
        on_table = 0.0 < cx < b.ground.width and 0.0 < cy < b.ground.depth
        there = distance(x0, y0, cx, cy)
        if not on_table or there <= AT_IT or there + distance(cx, cy, x, y) >= best:
            continue  # by no way is it nearer
        if not cuts(near, x0, y0, cx, cy):
            dx, dy = unit(cx - x0, cy - y0)
            far = leg(b, f, x0, y0, cx, cy)
            then = from_corner(b, f, k, n, dx, dy, x, y, best - far)
            if far + then < best:
                best, wx, wy, rest = far + then, cx, cy, then
    return Route(wx, wy, best, rest)


def likeliest_corner(box: Box, x0: float, y0: float, x: float, y: float) -> int:
    """The corner of a box by which it is shortest from one place to another, whatever lies between."""
    best, found = FAR_OFF, 0
    for n in range(4):
        cx, cy = corner(box, n)
        far = distance(x0, y0, cx, cy) + distance(cx, cy, x, y)
        if far < best:
            best, found = far, n
    return found


def from_corner(
    b: Battle, f: int, k: int, n: int, dx: float, dy: float, x: float, y: float, most: float
) -> float:
    """What the way costs from a corner of a house, come to so heading, to a place: straight, or by the next corner;
    what is plainly more than so much is not reckoned out."""
    house = building_box(b, k)
    box = grown(house, half_front(b, f))
    room = room_beside(b, f, k, point_box_gap(house, x, y))
    cx, cy = corner(box, n)
    if not cuts(room, cx, cy, x, y):
        return turned_leg(b, f, dx, dy, cx, cy, x, y)
    best = FAR_OFF
    for side in range(2):
        nx, ny = corner(box, (n + 1 + 2 * side) % 4)
        if distance(cx, cy, nx, ny) + distance(nx, ny, x, y) >= min(best, most):
            continue
        ex, ey = unit(nx - cx, ny - cy)
        far = turned_leg(b, f, dx, dy, cx, cy, nx, ny) + turned_leg(b, f, ex, ey, nx, ny, x, y)
        if cuts(room, nx, ny, x, y):
            far += ROUND
        best = min(best, far)
    return best


def turned_leg(b: Battle, f: int, dx: float, dy: float, x0: float, y0: float, x: float, y: float) -> float:
    """What it costs to turn from one heading to a place, and to go there."""
    tx, ty = unit(x - x0, y - y0)
    return turn_inches(b, f, dx, dy, tx, ty) + leg(b, f, x0, y0, x, y)


# Over water


def over_water(b: Battle, f: int, x0: float, y0: float, x: float, y: float) -> Route:
    """The same where no house is in the way: water is crossed straight, not aslant [FW-033]."""
    far, k, t = leg_and_water(b, f, x0, y0, x, y)
    u = b.formations[f]
    if k < 0 or turns_free(b, u):
        return Route(x, y, far, 0.0)
    tx, ty = unit(x - x0, y - y0)
    nx, ny = across(b.ground.pieces[k], tx, ty)
    if dot(tx, ty, nx, ny) >= STRAIGHT_OVER:
        return Route(x, y, far, 0.0)
    near = dot(x - x0, y - y0, nx, ny) * t
    on = near + BANK + u.ranks * u.cell_depth
    wx, wy = x0 + nx * on, y0 + ny * on
    far = leg(b, f, x0, y0, wx, wy) + turned_leg(b, f, nx, ny, wx, wy, x, y)
    return Route(wx, wy, far, 0.0)


def across(p: Piece, tx: float, ty: float) -> tuple[float, float]:
    """The direction straight over a stretch of water, on the side that one goes to: along its shorter edge."""
    ax, ay = p.x[1] - p.x[0], p.y[1] - p.y[0]
    bx, by = p.x[2] - p.x[1], p.y[2] - p.y[1]
    if ax * ax + ay * ay > bx * bx + by * by:
        ax, ay = bx, by
    nx, ny = unit(ax, ay)
    return (nx, ny) if dot(nx, ny, tx, ty) >= 0.0 else (-nx, -ny)


# With the turn


def turn_inches(b: Battle, f: int, fx: float, fy: float, tx: float, ty: float) -> float:
    """What it costs to turn its front: a wheel, or a turn in place and a wheel [FW-R17]."""
    u = b.formations[f]
    if turns_free(b, u):
        return 0.0
    width = u.files * u.cell_width
    by = about_angle(dot(fx, fy, tx, ty))
    if by <= pi / 4.0:
        return by * width
    return min(by * width, manoeuvre_cost(b, f) + min(abs(by - pi / 2.0), pi - by) * width)


def again(b: Battle, f: int, at: Box, goal: Box, way: Route) -> Route:
    """A route from another pose close by: by the same corner, until it is about to turn there."""
    if way.rest == 0.0:
        return over_water(b, f, at.x, at.y, goal.x, goal.y)
    if distance(at.x, at.y, way.x, way.y) < TURNING:
        return route(b, f, at.x, at.y, goal.x, goal.y)
    return Route(way.x, way.y, leg(b, f, at.x, at.y, way.x, way.y) + way.rest, way.rest)


def to_go(b: Battle, f: int, at: Box, goal: Box) -> float:
    """What is left of the way from a pose to a goal, its turns counted; goal.width: so near is near enough.

    A goal with a facing is to be reached looking that way."""
    return to_go_by(b, f, at, goal, route(b, f, at.x, at.y, goal.x, goal.y))


def to_go_by(b: Battle, f: int, at: Box, goal: Box, way: Route) -> float:
    """The same by a route."""
    faces = goal.fx != 0.0 or goal.fy != 0.0
    d = distance(at.x, at.y, goal.x, goal.y)
    if d <= (THERE if faces else AT_IT):
        beyond_it = max(0.0, dot(at.x - goal.x, at.y - goal.y, goal.fx, goal.fy) - AT_IT)
        near = NEARER * max(0.0, d - goal.width) + TOO_NEAR * beyond_it
        return near + last_turn(b, f, at.fx, at.fy, goal)
    tx, ty = unit(way.x - at.x, way.y - at.y)
    far = max(0.0, way.far - goal.width) + turn_inches(b, f, at.fx, at.fy, tx, ty)
    if way.x != goal.x or way.y != goal.y:
        tx, ty = unit(goal.x - way.x, goal.y - way.y)
    return far + LAST_TURN * last_turn(b, f, tx, ty, goal)


def last_turn(b: Battle, f: int, fx: float, fy: float, goal: Box) -> float:
    """What it costs to look the way that a goal wants."""
    if goal.fx == 0.0 and goal.fy == 0.0:
        return 0.0
    return turn_inches(b, f, fx, fy, goal.fx, goal.fy)


def staging(b: Battle, f: int, g: int) -> Box:
    """Where to charge an enemy from: before the edge of his that is best to come to, wholly in its quarter [FW-R32]."""
    u = b.formations[f]
    v = b.formations[g]
    its = whole_box(b, g)
    found = place(its.x, its.y, its.depth / 2.0 + 1.0)
    if is_lone_character(b, v) or distance(u.then_x, u.then_y, its.x, its.y) > OPEN_FIELD:
        return found
    best = FAR_OFF
    before_it = reaches_quarter(its, then_box(u), Edge.FRONT)
    for edge in range(4):
        if is_open(v, edge, before_it):
            goal = before_edge(b, f, its, edge)
            far = about_to_go(b, f, goal) - (IN_REAR if edge == Edge.REAR else 0.0)
            if far < best and fits_at(b, f, goal) and is_free(b, f, its, goal):
                best, found = far, goal
    return found


def is_open(v: Formation, edge: int, before_it: bool) -> bool:
    """May an edge be come to: the front from before it, the others from elsewhere; of a house, where it is manned?"""
    if is_garrison(v):
        return manned_on(v.manned, edge) > 0
    return before_it == (edge == Edge.FRONT)


def is_free(b: Battle, f: int, its: Box, goal: Box) -> bool:
    """Is there room for it against an edge, or have friends taken that?"""
    off = point_box_gap(its, goal.x, goal.y) - CLOSE
    return fits_at(b, f, Box(goal.x + goal.fx * off, goal.y + goal.fy * off, goal.fx, goal.fy, 0.0, 0.0))


def before_edge(b: Battle, f: int, its: Box, edge: int) -> Box:
    """Before an edge of a box, the front to it, with room to come there from the side, and wholly in its quarter."""
    u = b.formations[f]
    out = its.depth / 2.0 if edge == Edge.FRONT or edge == Edge.REAR else its.width / 2.0
    off = out + u.files * u.cell_width / 2.0 + ROOM
    nx, ny = outward(its, edge)
    return Box(its.x + nx * off, its.y + ny * off, -nx, -ny, 0.0, 0.0)


def place(x: float, y: float, stop: float) -> Box:
    """A place as a goal, to come so near to, whichever way one looks."""
    return Box(x, y, 0.0, 0.0, stop, 0.0)


def way_to(b: Battle, f: int, x: float, y: float) -> float:
    """About what the way to a place costs from where it stood as the phase began."""
    return about_to_go(b, f, place(x, y, 0.0))


def about_to_go(b: Battle, f: int, goal: Box) -> float:
    """The same of a goal: houses counted, other ground not."""
    u = b.formations[f]
    far = distance(u.then_x, u.then_y, goal.x, goal.y)
    if not all_aloft(b, f) and house_between(b, f, u.then_x, u.then_y, goal.x, goal.y) >= 0:
        far += ROUND
    return to_go_by(b, f, then_box(u), goal, Route(goal.x, goal.y, far, 0.0))
