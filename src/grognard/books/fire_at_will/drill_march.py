"""The drill-book general's marches: towards a place by wheels and straight lines, round what is in the way."""

from __future__ import annotations

from math import sqrt

from ...table.boxes import corner, point_box_gap
from ...table.sweeps import segment_in_box, segment_in_piece
from ...table.vectors import angle, cross, distance, dot, rotated, unit
from ...values import Box, Order
from .charges import check_ordered_move
from .drill_charge import no_order, order_of
from .houses import building_box
from .marching import ambushed_at, first_met_from, straight_end
from .movement import left_to_move, manoeuvre_cost, wheel_cost
from .obstacles import SHORT, first_barred, is_obstacle, way_end
from .paces import all_aloft, way_reach
from .places import rectangle_of
from .poses import along, pose_of, rectangle_at, turned, turned_pose, wheeled_pose
from .state import NOBODY, Act, Battle, Edge, Formation
from .strips import is_building, turns_free
from .touching import grown

LEAST = 0.3  # inches: less is not worth an order
AIMED = 0.9986  # cosine: so nearly right it goes straight on
WAYS = 7  # headings that are looked at: at the place, and to either side of it
SPREAD = 0.42  # the sine of the angle between them
TURNS = 3  # to the right, about, to the left
STEPS = 4  # to either side, and half as far
BEHIND = -0.2  # cosine: headings farther off are no wheels
ALL_ROUND = 7.0  # radians: more than any turn
SLIGHT = 0.03  # radians: less is no wheel
OVER = 0.6  # of the way beyond a wall or water counts
BESIDE = 0.25  # inches between it and a house it goes round
HINDRANCE = 3.0  # inches more for a house, a wall or water on the way
ROUND = 4.0  # inches more for a way round two corners
FAR_OFF = 100.0  # inches: more than any way
AFTER = 6.0  # inches of the next turn that count when ways are compared
TRIES = 3  # lengths that are tried: whole, half, a quarter
CLEAR = 0.05  # inches that are left before whoever is in the way


def go_to(b: Battle, f: int, x: float, y: float, stop: float) -> Order:
    """An order that brings a formation nearer to a place, no nearer than stop, round the houses; or DONE."""
    u = b.formations[f]
    far = distance(u.x, u.y, x, y) - stop
    if far < LEAST or left_to_move(b, f) < LEAST:
        return no_order()
    k = NOBODY if all_aloft(b, f) else house_between(b, f, x, y)
    if k >= 0:
        x, y = round_house(b, f, k, x, y)
        far = distance(u.x, u.y, x, y)
    if turns_free(b, u):
        tx, ty = unit(x - u.x, y - u.y)
        return march_to(b, f, tx, ty, min(far, left_to_move(b, f)))
    return manoeuvre_to(b, f, x, y, far)


# Round houses


def half_front(b: Battle, f: int) -> float:
    """Half of its frontage, and a little."""
    return rectangle_of(b, f).width / 2.0 + BESIDE


def house_between(b: Battle, f: int, x: float, y: float) -> int:
    """A house that stands between it and a place, that the place is not in; or nobody."""
    u = b.formations[f]
    for k in range(b.ground.n):
        if is_building(b, k) and point_box_gap(building_box(b, k), x, y) > 0.0:
            box = grown(building_box(b, k), half_front(b, f) - 2.0 * BESIDE)
            t0, t1 = segment_in_box(box, u.x, u.y, x, y)
            if t0 < t1 and t0 < 1.0 and t1 > 0.0 and not is_past(b, k, u.x, u.y, x, y):
                return k
    return NOBODY


def way_to(b: Battle, f: int, x: float, y: float) -> float:
    """About how many inches it is to a place, houses, walls and water on the way counted."""
    u = b.formations[f]
    far = distance(u.then_x, u.then_y, x, y)
    if all_aloft(b, f):
        return far
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_building(b, k) or is_obstacle(p.kind):
            t0, t1 = segment_in_piece(p, u.then_x, u.then_y, x, y)
            if t0 <= t1 and t1 < 1.0:
                far += HINDRANCE
    return far


def is_past(b: Battle, k: int, x0: float, y0: float, x: float, y: float) -> bool:
    """Does the way lead away from a house?"""
    box = building_box(b, k)
    return dot(x - x0, y - y0, x0 - box.x, y0 - box.y) > 0.0


def round_house(b: Battle, f: int, k: int, x: float, y: float) -> tuple[float, float]:
    """The corner of a house, with room beside it, by which the way to a place is shortest."""
    u = b.formations[f]
    house = building_box(b, k)
    box = grown(house, half_front(b, f))
    best, wx, wy = 2.0 * FAR_OFF, x, y
    for n in range(4):
        cx, cy = corner(box, n)
        t0, t1 = segment_in_box(house, u.x, u.y, cx, cy)
        if t0 >= t1 and 0.0 < cx < b.ground.width and 0.0 < cy < b.ground.depth:
            way = distance(u.x, u.y, cx, cy) + distance(cx, cy, x, y)
            t0, t1 = segment_in_box(house, cx, cy, x, y)
            if t0 < t1:
                way += ROUND
            if distance(u.x, u.y, cx, cy) > LEAST and way < best:
                best, wx, wy = way, cx, cy
    return wx, wy


def legal_or_none(b: Battle, o: Order) -> Order:
    if check_ordered_move(b, b.formations[o.actor].side, o) == 0:
        return o
    return no_order()


# Headings


def aside(tx: float, ty: float, k: int) -> tuple[float, float]:
    """The headings, the best first: 0 straight at it, then left and right, farther and farther off."""
    s = SPREAD
    c = sqrt(1.0 - s * s)
    for _ in range((k + 1) // 2):
        tx, ty = rotated(tx, ty, c, s if k % 2 == 1 else -s)
    return tx, ty


def clear_way(b: Battle, f: int, at: Box, ux: float, uy: float, left: float) -> float:
    """How far it would come along a straight way from a pose."""
    far = unhindered(b, f, at, ux, uy, left)
    if far <= 0.0:
        return far
    open_, short = open_way(b, f, at, ux, uy, far)
    return max(0.0, open_ - short) if open_ < far else far


def open_way(b: Battle, f: int, at: Box, ux: float, uy: float, inches: float) -> tuple[float, float]:
    """How far a straight way leads if walls and water are no hindrance, and how far short of that one stops."""
    far, short = inches, 0.0
    if all_aloft(b, f):
        return far, short
    t, k = first_barred(b, f, at, ux * far, uy * far, NOBODY)
    if k >= 0:
        far, short = t * far, SHORT if is_building(b, k) else CLEAR
    t, g = first_met_from(b, f, at, ux * far, uy * far, NOBODY)
    return (t * far, CLEAR) if g >= 0 else (far, short)


def unhindered(b: Battle, f: int, at: Box, ux: float, uy: float, inches: float) -> float:
    """How far it would come with nobody in the way: slow ground, walls and water counted."""
    far = way_reach(b, f, at, ux, uy, inches)
    if far <= 0.0 or all_aloft(b, f):
        return far
    far, _, _ = way_end(b, f, at, ux, uy, ambushed_at(b, f, at, ux, uy, far))
    return far


# Single models


def march_to(b: Battle, f: int, tx: float, ty: float, far: float) -> Order:
    """Straight there, or the best way round."""
    u = b.formations[f]
    for k in range(WAYS):
        ux, uy = aside(tx, ty, k)
        there = turned_pose(u, ux, uy)
        clear = min(far, clear_way(b, f, there, ux, uy, left_to_move(b, f)))
        if clear >= LEAST and dot(ux, uy, tx, ty) > -0.3:
            for n in range(TRIES):
                d = clear / (1 << n)
                order = Order(Act.MARCH, f, NOBODY, 0, there.x + ux * d, there.y + uy * d, ux, uy)
                if d >= LEAST and check_ordered_move(b, u.side, order) == 0:
                    return order
    return no_order()


# Formations


def manoeuvre_to(b: Battle, f: int, x: float, y: float, far: float) -> Order:
    """The manoeuvre that leads nearest, looked at some inches beyond this turn: straight on, a wheel, a turn, a step."""
    u = b.formations[f]
    tx, ty = unit(x - u.x, y - u.y)
    best = advance(b, f, far) if dot(u.fx, u.fy, tx, ty) > 0.0 else no_order()
    if best.kind != Act.DONE and dot(u.fx, u.fy, tx, ty) >= AIMED:
        return best
    left = left_to_move(b, f)
    most = LEAST
    if best.kind != Act.DONE:
        most = max(most, progress(b, f, pose_of(u), x, y, min(far, left + AFTER), 0.0))
    leftmost, rightmost = ALL_ROUND, -ALL_ROUND  # wheels to either side as far as this are in somebody's way
    for k in range(manoeuvres(b, f)):
        turn = turn_to(u, tx, ty, k) if k < WAYS else 0.0
        if turn >= leftmost or turn <= rightmost:
            continue
        if k < WAYS and not is_worth_a_wheel(b, f, x, y, tx, ty, k, far, left + AFTER, most + LEAST):
            continue
        at, cost = candidate(b, f, tx, ty, k, left)
        inches = min(far, left + AFTER - cost)
        if inches > 0.0 and at_best(u, at, x, y, inches) - LEAST > most:
            order = candidate_order(b, f, k, at, left, cost)
            if order.kind != Act.DONE:
                value = progress(b, f, at, x, y, inches, most + LEAST) - LEAST
                if value > most:
                    most, best = value, order
            elif turn >= SLIGHT:
                leftmost = turn
            elif turn <= -SLIGHT:
                rightmost = turn
    return best


def turn_to(u: Formation, tx: float, ty: float, k: int) -> float:
    """By how much it would turn to heading k, in radians: to the right is less than nothing."""
    ux, uy = aside(tx, ty, k)
    turn = angle(u.fx, u.fy, ux, uy)
    return -turn if cross(u.fx, u.fy, ux, uy) < 0.0 else turn


def is_worth_a_wheel(
    b: Battle, f: int, x: float, y: float, tx: float, ty: float, k: int, far: float, left: float, most: float
) -> bool:
    """Could the wheel to heading k bring it nearer than that, on good ground with nothing in the way?"""
    u = b.formations[f]
    ux, uy = aside(tx, ty, k)
    if dot(u.fx, u.fy, ux, uy) < BEHIND:
        return False
    inches = min(far, left - angle(u.fx, u.fy, ux, uy) * rectangle_at(b, f, pose_of(u)).width)
    return inches > 0.0 and at_best(u, wheeled_pose(b, f, ux, uy), x, y, inches) > most


def manoeuvres(b: Battle, f: int) -> int:
    """How many he looks at: steps to the side only at first, and so turns that cost nothing, or he would turn for ever."""
    if not b.formations[f].began:
        return WAYS + TURNS + STEPS
    return WAYS + TURNS if manoeuvre_cost(b, f) > 0.0 else WAYS


def candidate(b: Battle, f: int, tx: float, ty: float, k: int, left: float) -> tuple[Box, float]:
    """Where manoeuvre number k would bring it, and what that costs; more than it has: it is none."""
    u = b.formations[f]
    if k < WAYS:
        ux, uy = aside(tx, ty, k)
        return wheeled_pose(b, f, ux, uy), wheel_cost(b, f, ux, uy)
    cost = manoeuvre_cost(b, f)
    if k < WAYS + TURNS:
        fx, fy = turned(u.fx, u.fy, k - WAYS + Edge.RIGHT)
        return turned_pose(u, fx, fy), cost if cost <= left else 2.0 * FAR_OFF
    d = step_length(b, f, k, left)
    return along(pose_of(u), u.fy * d, -u.fx * d), left


def step_length(b: Battle, f: int, k: int, left: float) -> float:
    """All that it has to the right, half of that, or the same to the left."""
    n = k - WAYS - TURNS
    d = left / b.rules.step_factor / (1 + n // 2)
    return d if n % 2 == 0 else -d


def candidate_order(b: Battle, f: int, k: int, at: Box, left: float, cost: float) -> Order:
    """The order for it, as much as it can pay for; DONE if it is not allowed."""
    u = b.formations[f]
    if k < WAYS:
        return wheel_to(b, f, at.fx, at.fy, left, cost)
    if k < WAYS + TURNS:
        return legal_or_none(b, Order(Act.TURN, f, NOBODY, k - WAYS + Edge.RIGHT, 0.0, 0.0, 0.0, 0.0))
    d = step_length(b, f, k, left)
    return legal_or_none(b, order_of(Act.SIDESTEP, f, NOBODY, d, u.fx, u.fy))


def progress(b: Battle, f: int, at: Box, x: float, y: float, inches: float, least: float) -> float:
    """How much nearer to a place it would be if it went straight on from a pose: what one must climb over counts less.

    Nothing, if it is plainly no more than least."""
    u = b.formations[f]
    open_, short = open_way(b, f, at, at.fx, at.fy, inches)
    if at_best(u, at, x, y, open_) <= least:
        return 0.0
    clear = unhindered(b, f, at, at.fx, at.fy, inches)
    if clear > inches:  # over water one goes to the far bank
        open_, short = open_way(b, f, at, at.fx, at.fy, clear)
    if open_ < clear:
        clear = max(0.0, open_ - short)
    d = clear + OVER * max(0.0, min(open_, inches) - clear)
    return distance(u.x, u.y, x, y) - distance(at.x + at.fx * d, at.y + at.fy * d, x, y)


def at_best(u: Formation, at: Box, x: float, y: float, inches: float) -> float:
    """The same if nothing were in the way, and it stopped where it is nearest: it cannot be more."""
    ahead = dot(x - at.x, y - at.y, at.fx, at.fy)
    d = min(max(ahead, 0.0), max(inches, 0.0))
    return distance(u.x, u.y, x, y) - distance(at.x + at.fx * d, at.y + at.fy * d, x, y)


def wheel_to(b: Battle, f: int, ux: float, uy: float, left: float, cost: float) -> Order:
    """As much of a wheel as it can pay for; DONE if that is nothing to speak of."""
    u = b.formations[f]
    if cost > left:
        ux, uy = part_of_turn(u.fx, u.fy, ux, uy, 0.98 * left / cost)
    if angle(u.fx, u.fy, ux, uy) < SLIGHT:
        return no_order()
    return legal_or_none(b, order_of(Act.WHEEL, f, NOBODY, 0.0, ux, uy))


def part_of_turn(fx: float, fy: float, ux: float, uy: float, share: float) -> tuple[float, float]:
    """A facing so far of the way from one to another: near enough for small turns, never more."""
    return unit(fx + (ux - fx) * share * 0.9, fy + (uy - fy) * share * 0.9)


def advance(b: Battle, f: int, far: float) -> Order:
    """Straight on, as far as it may; up to a wall or to water by however little; or DONE."""
    u = b.formations[f]
    left = left_to_move(b, f)
    clear = min(far, clear_way(b, f, pose_of(u), u.fx, u.fy, left))
    if clear < LEAST:
        end, piece, _ = straight_end(b, f, pose_of(u), u.fx, u.fy, min(far, left))
        if piece >= 0 and b.rules.contact < end < LEAST:
            return legal_or_none(b, order_of(Act.ADVANCE, f, NOBODY, min(far, left), 0.0, 0.0))
    for n in range(TRIES):
        d = clear / (1 << n)
        if d >= LEAST:
            order = legal_or_none(b, order_of(Act.ADVANCE, f, NOBODY, d, 0.0, 0.0))
            if order.kind != Act.DONE:
                return order
    return no_order()


def face_to(b: Battle, f: int, tx: float, ty: float) -> Order:
    """Turn its front that way, on the spot or by a wheel; DONE if it looks there already."""
    u = b.formations[f]
    if dot(u.fx, u.fy, tx, ty) > 0.9 or left_to_move(b, f) < LEAST:
        return no_order()
    if turns_free(b, u):
        there = turned_pose(u, tx, ty)
        return legal_or_none(b, Order(Act.MARCH, f, NOBODY, 0, there.x, there.y, tx, ty))
    left, cost = left_to_move(b, f), wheel_cost(b, f, tx, ty)
    ahead, right = dot(u.fx, u.fy, tx, ty), dot(u.fy, -u.fx, tx, ty)
    if ahead > 0.4 or manoeuvre_cost(b, f) > left:
        return wheel_to(b, f, tx, ty, left, cost)
    edge = Edge.REAR if ahead < -0.7 else (Edge.RIGHT if right > 0.0 else Edge.LEFT)
    return legal_or_none(b, Order(Act.TURN, f, NOBODY, edge, 0.0, 0.0, 0.0, 0.0))


def step_back(b: Battle, f: int, inches: float) -> Order:
    """Back, facing the enemy, at half speed; a single model walks."""
    u = b.formations[f]
    d = min(inches, left_to_move(b, f) / b.rules.step_factor)
    if d < LEAST:
        return no_order()
    if turns_free(b, u):
        x, y = u.x - u.fx * d, u.y - u.fy * d
        return legal_or_none(b, Order(Act.MARCH, f, NOBODY, 0, x, y, u.fx, u.fy))
    return legal_or_none(b, order_of(Act.BACK, f, NOBODY, d, 0.0, 0.0))
