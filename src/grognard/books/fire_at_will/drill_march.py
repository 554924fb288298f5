"""The drill-book general's marches: towards a place by wheels and straight lines, round what is in the way.

Of all manoeuvres that come to mind he orders the one after which, gone straight on, least of the way is left."""

from __future__ import annotations

from math import sqrt

from ...table.boxes import box_gap
from ...table.sweeps import beyond, swept_bounds
from ...table.terrain import Piece
from ...table.vectors import angle, cross, distance, dot, rotated, unit
from ...values import Box, Order
from .charges import check_ordered_move
from .drill_charge import no_order, order_of
from .drill_ways import BANK, FAR_OFF, THERE, TURNING, Route, across, again, place, route, to_go, to_go_by
from .houses import building_box
from .marching import ambushed_at, first_met_from, straight_end
from .movement import allowance, left_to_move, manoeuvre_cost, wheel_cost
from .obstacles import SHORT, began_at, first_barred, obstacle_touched, way_end
from .paces import all_aloft, way_reach
from .places import rectangle_of, then_box
from .poses import along, pose, pose_of, turned, turned_pose, wheeled_pose
from .state import NOBODY, Act, Battle, Edge, Formation
from .strips import is_building, is_lone_character, is_water, turns_free
from .touching import grown

LEAST = 0.3  # inches: less is not worth an order
BETTER = 0.15  # inches by which a manoeuvre must be better
AIMED = 0.9986  # cosine: so nearly right it goes straight on
WAYS = 7  # headings that are looked at: at the place, and to either side of it
SPREAD = 0.42  # the sine of the angle between them
TURNS = 3  # to the right, about, to the left
STEPS = 5  # to the right, to the left, half of that, back
SLIGHT = 0.03  # radians: less is no wheel
NEVER = 1000.0  # inches: what it cannot pay for
TRIES = 3  # lengths that are tried: whole, half, a quarter
CLEAR = 0.05  # inches that are left before whoever is in the way
CROWD = 5.0  # inches before it in which a friend is in its way
DETOUR = 0.8  # inches that each of those costs
SLOW = 0.7  # of what the ground costs on its way from here it will cost on any other
OVER = 0.5  # cosine: what is no farther aside lies beyond a wall or water
STEP = 3.0  # inches: so near it stands at water
ASLANT = 5.0  # inches that it costs to stand aslant at water


def go_to(b: Battle, f: int, x: float, y: float, stop: float) -> Order:
    """An order that brings a formation nearer to a place, no nearer than stop, round the houses; or DONE."""
    u = b.formations[f]
    if distance(u.x, u.y, x, y) - stop < LEAST:
        return no_order()
    return reach(b, f, place(x, y, stop))


def reach(b: Battle, f: int, goal: Box) -> Order:
    """The same of a goal: a place, how near, and which way to look there."""
    if left_to_move(b, f) < LEAST:
        return no_order()
    if turns_free(b, b.formations[f]):
        return march_to(b, f, goal)
    return manoeuvre_to(b, f, goal)


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


def crowd(b: Battle, f: int, at: Box, goal: Box, way: Route) -> float:
    """What it costs that friends or a house are close before it on its way from a pose."""
    far = min(CROWD, distance(at.x, at.y, way.x, way.y) - goal.width)
    if far < LEAST or all_aloft(b, f):
        return 0.0
    tx, ty = unit(way.x - at.x, way.y - at.y)
    there = pose(at.x, at.y, tx, ty)
    t, k = first_barred(b, f, there, tx * far, ty * far, NOBODY)
    clear = t * far if k >= 0 else far
    if clear > 0.0:
        t, g = first_met_from(b, f, there, tx * clear, ty * clear, NOBODY)
        if (
            g >= 0
            and b.formations[g].side == b.formations[f].side
            and not is_lone_character(b, b.formations[g])
        ):
            clear *= t
    return (far - clear) * DETOUR


def aslant(b: Battle, f: int, at: Box) -> float:
    """What it costs to stand at water so much aslant that it cannot cross it from there [FW-033, FW-R22]."""
    if all_aloft(b, f):
        return 0.0
    k = water_at(b, f)
    if k < 0:
        return 0.0
    if is_clear_of(b.ground.pieces[k], at):
        return 0.0
    nx, ny = across(b.ground.pieces[k], at.fx, at.fy)
    straight = dot(at.fx, at.fy, nx, ny)
    aside = sqrt(max(0.0, 1.0 - straight * straight))
    return ASLANT if b.formations[f].width * aside + BANK > allowance(b, f) * straight else 0.0


def is_clear_of(p: Piece, at: Box) -> bool:
    """By a look: is a piece more than a step from a pose?"""
    return beyond(p, at.x - STEP, at.y - STEP, at.x + STEP, at.y + STEP)


def water_at(b: Battle, f: int) -> int:
    """The water that it touched as the phase began, so that it may cross it now, or nobody [FW-R22]."""
    x0, y0, x1, y1 = swept_bounds(grown(then_box(b.formations[f]), b.rules.contact), 0.0, 0.0)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_water(p.kind) and p.n >= 4 and not beyond(p, x0, y0, x1, y1) and began_at(b, f, k):
            return k
    return NOBODY


# Single models


def march_to(b: Battle, f: int, goal: Box) -> Order:
    """Straight there, or the best way round."""
    u = b.formations[f]
    way = route(b, f, u.x, u.y, goal.x, goal.y)
    best = no_order()
    least = to_go_by(b, f, pose_of(u), goal, way) - LEAST / 2.0
    last = way.x == goal.x and way.y == goal.y
    far = min(distance(u.x, u.y, way.x, way.y) - (goal.width if last else 0.0), left_to_move(b, f))
    tx, ty = unit(way.x - u.x, way.y - u.y)
    for k in range(WAYS):
        ux, uy = aside(tx, ty, k)
        there = turned_pose(u, ux, uy)
        clear = min(far, clear_way(b, f, there, ux, uy, left_to_move(b, f)))
        if clear >= LEAST and dot(ux, uy, tx, ty) > -0.3:
            value = to_go(b, f, along(there, ux * clear, uy * clear), goal)
            if value < least:
                order = march_order(b, f, there, clear)
                if order.kind != Act.DONE:
                    least, best = value, order
                    if k == 0 and clear >= far - CLEAR:
                        return best
    return best


def march_order(b: Battle, f: int, there: Box, clear: float) -> Order:
    """So far that way, or half of it, or a quarter, as is allowed."""
    for n in range(TRIES):
        d = clear / (1 << n)
        if d >= LEAST:
            x, y = there.x + there.fx * d, there.y + there.fy * d
            order = legal_or_none(b, Order(Act.MARCH, f, NOBODY, 0, x, y, there.fx, there.fy))
            if order.kind != Act.DONE:
                return order
    return no_order()


# Formations


def manoeuvre_to(b: Battle, f: int, goal: Box) -> Order:
    """Straight on, a wheel, a turn or a step, whichever leaves least of the way; else over or off an edge."""
    u = b.formations[f]
    way = route(b, f, u.x, u.y, goal.x, goal.y)
    tx, ty = heading_to(u, way.x, way.y, goal)
    least, best = straight_ahead(b, f, goal, way)
    if best.kind == Act.DONE or dot(u.fx, u.fy, tx, ty) < AIMED:
        best = better_manoeuvre(b, f, goal, way, tx, ty, least, best)
    return best if best.kind != Act.DONE else at_edge(b, f, goal, tx, ty)


def straight_ahead(b: Battle, f: int, goal: Box, way: Route) -> tuple[float, Order]:
    """Straight on, if that leaves less of the way; what a better one must leave, and the order, or DONE."""
    u = b.formations[f]
    here = pose_of(u)
    left = to_go_by(b, f, here, goal, way)
    ahead = straight_on(b, f, here, goal, way, left_to_move(b, f))
    there = along(here, u.fx * ahead, u.fy * ahead)
    least = left - BETTER  # at the least: who is in its way here counts only if that is not enough
    value = value_of(b, f, there, goal, way, least) if ahead >= LEAST else FAR_OFF
    if value >= least:
        least = hindered(b, f, here, goal, way, left, FAR_OFF) - BETTER
        if ahead >= LEAST and least > left - BETTER:
            value = value_of(b, f, there, goal, way, least)
        if value >= least:
            return least, no_order()
    order = so_far(b, f, ahead)
    if order.kind == Act.DONE:
        return hindered(b, f, here, goal, way, left, FAR_OFF) - BETTER, order
    return value, order


def better_manoeuvre(
    b: Battle, f: int, goal: Box, way: Route, tx: float, ty: float, least: float, best: Order
) -> Order:
    """The best of the other manoeuvres, if it leaves still less; straight at it, as far as it goes, is good enough."""
    u = b.formations[f]
    left = left_to_move(b, f)
    slow = SLOW * (way.far - way.rest - distance(u.x, u.y, way.x, way.y))
    right, leftward = -NEVER, -NEVER  # how far it cannot wheel to either side: the cosines
    for k in range(manoeuvres(b, f)):
        at, cost = candidate(b, f, tx, ty, k, left, False)
        if cost >= NEVER or is_farther(at, goal, left - cost, least - BETTER):
            continue
        if k < WAYS and ahead_of(u, at) <= (right if turns_right(u, at) else leftward):
            continue
        if hoped(b, f, at, goal, way) + slow >= least - BETTER + max(0.0, left - cost):
            continue
        if k < WAYS:
            at, cost = candidate(b, f, tx, ty, k, left, True)
        value, ahead = value_after(b, f, at, goal, way, left - cost, least - BETTER)
        if value < least - BETTER:
            order = candidate_order(b, f, k, at, left)
            if order.kind != Act.DONE:
                least, best = value, order
                if k == 0 and ahead >= left - cost - CLEAR:
                    return best
            elif k < WAYS and is_slight(u, at):
                continue  # none to speak of, but it might wheel farther
            elif k < WAYS and turns_right(u, at):
                right = max(right, ahead_of(u, at))
            elif k < WAYS:
                leftward = max(leftward, ahead_of(u, at))
    return best


def value_after(
    b: Battle, f: int, at: Box, goal: Box, way: Route, left: float, most: float
) -> tuple[float, float]:
    """What is left of the way from a pose, gone straight on with what is left of the move; and how far that is.

    What is plainly more than so much is not reckoned out."""
    here = again(b, f, at, goal, way)
    if to_go_by(b, f, at, goal, here) >= most + max(0.0, left):
        return FAR_OFF, 0.0
    ahead = straight_on(b, f, at, goal, here, left)
    if ahead == 0.0:
        return value_by(b, f, at, goal, here, most), ahead
    return value_of(b, f, along(at, at.fx * ahead, at.fy * ahead), goal, way, most), ahead


def at_edge(b: Battle, f: int, goal: Box, tx: float, ty: float) -> Order:
    """For want of a better way: up to an edge by however little, over it, or off it."""
    u = b.formations[f]
    best = no_order()
    aimed, beyond_it = dot(u.fx, u.fy, tx, ty) > 0.0, may_cross(u, goal)
    if aimed or beyond_it:
        end, piece, crosses = straight_end(b, f, pose_of(u), u.fx, u.fy, left_to_move(b, f))
        if aimed and piece >= 0:
            best = up_to_edge(b, f, end)
        if best.kind == Act.DONE and beyond_it and crosses:
            best = advance(b, f, left_to_move(b, f))
    return best if best.kind != Act.DONE else off_edge(b, f, tx, ty)


def heading_to(u: Formation, x: float, y: float, goal: Box) -> tuple[float, float]:
    """Which way it should look: to where it goes first, or, there, as the goal wants."""
    if distance(u.x, u.y, goal.x, goal.y) <= THERE and (goal.fx != 0.0 or goal.fy != 0.0):
        return goal.fx, goal.fy
    return unit(x - u.x, y - u.y)


def ahead_of(u: Formation, at: Box) -> float:
    """How nearly a pose faces as it does: the cosine."""
    return dot(u.fx, u.fy, at.fx, at.fy)


def is_slight(u: Formation, at: Box) -> bool:
    """Is the turn to a pose none to speak of?"""
    return angle(u.fx, u.fy, at.fx, at.fy) < SLIGHT


def turns_right(u: Formation, at: Box) -> bool:
    return cross(u.fx, u.fy, at.fx, at.fy) < 0.0


def is_farther(at: Box, goal: Box, left: float, most: float) -> bool:
    """Is a goal plainly farther than that wherever it stops on its way straight on from a pose, and nowhere so near
    that it is the front that matters?"""
    ahead = min(max(dot(goal.x - at.x, goal.y - at.y, at.fx, at.fy), 0.0), max(left, 0.0))
    d = distance(at.x + at.fx * ahead, at.y + at.fy * ahead, goal.x, goal.y)
    return d > THERE and d - goal.width >= most


def hoped(b: Battle, f: int, at: Box, goal: Box, way: Route) -> float:
    """What is left of the way from a pose at the least: were all the ground good, and the water crossed anyhow."""
    far = distance(at.x, at.y, way.x, way.y)
    if way.rest > 0.0 and far >= TURNING:
        return to_go_by(b, f, at, goal, Route(way.x, way.y, far + way.rest, way.rest))
    return to_go_by(b, f, at, goal, Route(goal.x, goal.y, distance(at.x, at.y, goal.x, goal.y), 0.0))


def value_of(b: Battle, f: int, at: Box, goal: Box, way: Route, most: float) -> float:
    """What is left of the way from a pose, friends in the way counted; what is more than that is not reckoned out."""
    return value_by(b, f, at, goal, again(b, f, at, goal, way), most)


def value_by(b: Battle, f: int, at: Box, goal: Box, way: Route, most: float) -> float:
    """The same by a route from there."""
    return hindered(b, f, at, goal, way, to_go_by(b, f, at, goal, way), most)


def hindered(b: Battle, f: int, at: Box, goal: Box, way: Route, value: float, most: float) -> float:
    """What is left of the way with what hinders it at a pose; not reckoned out once it is more than that."""
    slant = aslant(b, f, at) if value < most else 0.0
    if value + slant >= most:
        return value + slant
    return value + crowd(b, f, at, goal, way) + slant


def straight_on(b: Battle, f: int, at: Box, goal: Box, way: Route, left: float) -> float:
    """How far it goes straight on from a pose by a route: as far as it can, but not past the place."""
    if left <= 0.0:
        return 0.0
    ahead = dot(way.x - at.x, way.y - at.y, at.fx, at.fy)
    if way.x == goal.x and way.y == goal.y:
        ahead -= goal.width
    return min(clear_way(b, f, at, at.fx, at.fy, left), ahead) if ahead > 0.0 else 0.0


def manoeuvres(b: Battle, f: int) -> int:
    """How many he looks at: all at first, then no more than a wheel, or he would turn for ever."""
    return 1 if b.formations[f].began else WAYS + TURNS + STEPS


def candidate(b: Battle, f: int, tx: float, ty: float, k: int, left: float, exact: bool) -> tuple[Box, float]:
    """Where manoeuvre number k would bring it, and what that costs, or if not exact costs on good ground; NEVER: it is none."""
    u = b.formations[f]
    if k < WAYS:
        ux, uy = aside(tx, ty, k)
        if dot(u.fx, u.fy, ux, uy) < -0.2:
            return pose_of(u), NEVER
        cost = wheel_cost(b, f, ux, uy) if exact else angle(u.fx, u.fy, ux, uy) * u.width
        if cost > left:
            ux, uy = part_of_turn(u.fx, u.fy, ux, uy, 0.98 * left / cost)
        return wheeled_pose(b, f, ux, uy), min(cost, left)
    if k < WAYS + TURNS:
        cost = manoeuvre_cost(b, f)
        fx, fy = turned(u.fx, u.fy, k - WAYS + Edge.RIGHT)
        return turned_pose(u, fx, fy), cost if cost <= left else NEVER
    dx, dy = step_of(b, f, k, left)
    return along(pose_of(u), dx, dy), left


def step_of(b: Battle, f: int, k: int, left: float) -> tuple[float, float]:
    """To the right or left, as far as it can or half as far, or back."""
    u = b.formations[f]
    d = step_length(b, k, left)
    return (u.fy * d, -u.fx * d) if k < WAYS + TURNS + STEPS - 1 else (-u.fx * d, -u.fy * d)


def step_length(b: Battle, k: int, left: float) -> float:
    """How far to the right; less than 0: to the left."""
    n = k - WAYS - TURNS
    d = left / b.rules.step_factor
    if n == STEPS - 1:
        return d
    return (d if n % 2 == 0 else -d) / (1 + n // 2)


def candidate_order(b: Battle, f: int, k: int, at: Box, left: float) -> Order:
    """The order for it; DONE if it is not allowed."""
    u = b.formations[f]
    if k < WAYS:
        if is_slight(u, at):
            return no_order()
        return legal_or_none(b, order_of(Act.WHEEL, f, NOBODY, 0.0, at.fx, at.fy))
    if k < WAYS + TURNS:
        return legal_or_none(b, Order(Act.TURN, f, NOBODY, k - WAYS + Edge.RIGHT, 0.0, 0.0, 0.0, 0.0))
    d = step_length(b, k, left)
    act = Act.BACK if k == WAYS + TURNS + STEPS - 1 else Act.SIDESTEP
    return legal_or_none(b, order_of(act, f, NOBODY, d, u.fx, u.fy))


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


def up_to_edge(b: Battle, f: int, end: float) -> Order:
    """Straight on to a wall or to water that it all but touches, to cross it next turn [FW-030, FW-032]; or DONE."""
    if b.rules.contact < end < LEAST:
        return legal_or_none(b, order_of(Act.ADVANCE, f, NOBODY, left_to_move(b, f), 0.0, 0.0))
    return no_order()


def may_cross(u: Formation, goal: Box) -> bool:
    """Would it go straight over a wall or water at which it stands, its goal being beyond, for want of a better way?"""
    ahead = dot(u.fx, u.fy, goal.x - u.x, goal.y - u.y)
    return not u.began and ahead >= OVER * distance(u.x, u.y, goal.x, goal.y)


def off_edge(b: Battle, f: int, tx: float, ty: float) -> Order:
    """Back from a wall, water or a house at which it can neither wheel nor cross, to come on otherwise; or DONE."""
    u = b.formations[f]
    if u.began or dot(u.fx, u.fy, tx, ty) >= AIMED or not is_at_edge(b, rectangle_of(b, f)):
        return no_order()
    d = left_to_move(b, f) / b.rules.step_factor
    return legal_or_none(b, order_of(Act.BACK, f, NOBODY, d, 0.0, 0.0))


def is_at_edge(b: Battle, box: Box) -> bool:
    """Does it touch a wall, a hedge, water or a house?"""
    if obstacle_touched(b, box) >= 0:
        return True
    for k in range(b.ground.n):
        if is_building(b, k) and box_gap(box, building_box(b, k)) <= b.rules.contact:
            return True
    return False


def advance(b: Battle, f: int, far: float) -> Order:
    """Straight on, as far as it may; or DONE."""
    u = b.formations[f]
    return so_far(b, f, min(far, clear_way(b, f, pose_of(u), u.fx, u.fy, left_to_move(b, f))))


def so_far(b: Battle, f: int, clear: float) -> Order:
    """Straight on where the way is clear: so far, or half of it, or a quarter, as is allowed; or DONE."""
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
        if u.began:
            return no_order()  # a turn costs it nothing: once is enough
        there = turned_pose(u, tx, ty)
        return legal_or_none(b, Order(Act.MARCH, f, NOBODY, 0, there.x, there.y, tx, ty))
    left, cost = left_to_move(b, f), wheel_cost(b, f, tx, ty)
    ahead, right = dot(u.fx, u.fy, tx, ty), dot(u.fy, -u.fx, tx, ty)
    if ahead > 0.4 or manoeuvre_cost(b, f) > left:
        return wheel_to(b, f, tx, ty, left, cost)
    edge = Edge.REAR if ahead < -0.7 else (Edge.RIGHT if right > 0.0 else Edge.LEFT)
    return legal_or_none(b, Order(Act.TURN, f, NOBODY, edge, 0.0, 0.0, 0.0, 0.0))
