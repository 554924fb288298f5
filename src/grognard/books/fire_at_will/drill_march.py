"""The drill-book general's marches: towards a place by wheels and straight lines, round what is in the way."""

from __future__ import annotations

from math import sqrt

from ...table.vectors import angle, cross, distance, dot, rotated, unit
from ...values import Box, Order
from .charges import check_ordered_move
from .drill_charge import no_order, order_of
from .marching import first_met_from, straight_end
from .movement import left_to_move, manoeuvre_cost, wheel_cost
from .obstacles import first_barred
from .paces import all_aloft, way_reach
from .poses import pose_of, turned_pose, wheeled_pose
from .state import NOBODY, Act, Battle, Edge
from .strips import turns_free

LEAST = 0.3  # inches: less is not worth an order
AIMED = 0.9986  # cosine: so nearly right it goes straight on
WAYS = 7  # headings that are looked at: at the place, and to either side of it
SPREAD = 0.42  # the sine of the angle between them
AFTER = 3.0  # inches of the next turn that count when ways are compared
TRIES = 3  # lengths that are tried: whole, half, a quarter
CLEAR = 0.05  # inches that are left before whoever is in the way


def go_to(b: Battle, f: int, x: float, y: float, stop: float) -> Order:
    """An order that brings a formation nearer to a place, no nearer than stop; or DONE."""
    u = b.formations[f]
    far = distance(u.x, u.y, x, y) - stop
    left = left_to_move(b, f)
    if far < LEAST or left < LEAST:
        return no_order()
    tx, ty = unit(x - u.x, y - u.y)
    if turns_free(b, u):
        return march_to(b, f, tx, ty, min(far, left))
    if dot(u.fx, u.fy, tx, ty) < -0.5:
        return about(b, f)
    return wheel_or_advance(b, f, x, y, far)


def about(b: Battle, f: int) -> Order:
    """Its rear becomes its front."""
    return legal_or_none(b, Order(Act.TURN, f, NOBODY, Edge.REAR, 0.0, 0.0, 0.0, 0.0))


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
    far = way_reach(b, f, at, ux, uy, left)
    if far <= 0.0 or all_aloft(b, f):
        return far
    far, _, _ = straight_end(b, f, at, ux, uy, far)
    if far <= 0.0:
        return 0.0
    t, k = first_barred(b, f, at, ux * far, uy * far, NOBODY)
    if k >= 0:
        far = max(0.0, t * far - CLEAR)
    t, g = first_met_from(b, f, at, ux * far, uy * far, NOBODY)
    return max(0.0, t * far - CLEAR) if g >= 0 else far


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


def wheel_or_advance(b: Battle, f: int, x: float, y: float, far: float) -> Order:
    """Along the heading that leads nearest: wheel to it first, then straight on; or sideways."""
    u = b.formations[f]
    tx, ty = unit(x - u.x, y - u.y)
    left = left_to_move(b, f)
    if dot(u.fx, u.fy, tx, ty) >= AIMED:
        order = advance(b, f, far)
        if order.kind != Act.DONE:
            return order
    most = progress(b, f, pose_of(u), x, y, min(far, left + AFTER))
    wx, wy = u.fx, u.fy
    for k in range(WAYS):
        ux, uy = aside(tx, ty, k)
        if dot(u.fx, u.fy, ux, uy) > -0.2:
            rest = left + AFTER - wheel_cost(b, f, ux, uy)
            value = progress(b, f, wheeled_pose(b, f, ux, uy), x, y, min(far, rest)) - LEAST
            if value > most:
                most, wx, wy = value, ux, uy
    order = wheel_to(b, f, wx, wy) if most > 0.0 else no_order()
    if order.kind == Act.DONE and most > 0.0 and dot(u.fx, u.fy, tx, ty) > 0.0:
        order = advance(b, f, far * dot(u.fx, u.fy, tx, ty))
    return order if order.kind != Act.DONE else step_aside(b, f, x, y)


def progress(b: Battle, f: int, at: Box, x: float, y: float, inches: float) -> float:
    """How much nearer to a place it would be if it went straight on from a pose."""
    u = b.formations[f]
    d = clear_way(b, f, at, at.fx, at.fy, inches) if inches > 0.0 else 0.0
    return distance(u.x, u.y, x, y) - distance(at.x + at.fx * d, at.y + at.fy * d, x, y)


def step_aside(b: Battle, f: int, x: float, y: float) -> Order:
    """To the right or the left, if the place is more to that side than ahead; or DONE."""
    u = b.formations[f]
    right = dot(x - u.x, y - u.y, u.fy, -u.fx)
    d = min(abs(right), left_to_move(b, f) / b.rules.step_factor)
    if abs(right) < abs(dot(x - u.x, y - u.y, u.fx, u.fy)):
        return no_order()
    for n in range(TRIES):
        if d / (1 << n) >= LEAST:
            inches = d / (1 << n) if right > 0.0 else -d / (1 << n)
            order = legal_or_none(b, order_of(Act.SIDESTEP, f, NOBODY, inches, 0.0, 0.0))
            if order.kind != Act.DONE:
                return order
    return no_order()


def wheel_to(b: Battle, f: int, ux: float, uy: float) -> Order:
    """As much of the wheel as it can pay for; at right angles or worse, a turn if that is cheaper."""
    u = b.formations[f]
    left = left_to_move(b, f)
    cost = wheel_cost(b, f, ux, uy)
    if dot(u.fx, u.fy, ux, uy) < 0.3 and manoeuvre_cost(b, f) < min(cost, left):
        edge = Edge.LEFT if cross(u.fx, u.fy, ux, uy) > 0.0 else Edge.RIGHT
        order = legal_or_none(b, Order(Act.TURN, f, NOBODY, edge, 0.0, 0.0, 0.0, 0.0))
        if order.kind != Act.DONE:
            return order
    if cost > left:
        ux, uy = part_of_turn(u.fx, u.fy, ux, uy, 0.98 * left / cost)
    if angle(u.fx, u.fy, ux, uy) < 0.03:
        return no_order()
    return legal_or_none(b, order_of(Act.WHEEL, f, NOBODY, 0.0, ux, uy))


def part_of_turn(fx: float, fy: float, ux: float, uy: float, share: float) -> tuple[float, float]:
    """A facing so far of the way from one to another: near enough for small turns, never more."""
    return unit(fx + (ux - fx) * share * 0.9, fy + (uy - fy) * share * 0.9)


def advance(b: Battle, f: int, far: float) -> Order:
    """Straight on, as far as it may; or DONE."""
    u = b.formations[f]
    clear = min(far, clear_way(b, f, pose_of(u), u.fx, u.fy, left_to_move(b, f)))
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
    if dot(u.fx, u.fy, tx, ty) < -0.5:
        return about(b, f)
    return wheel_to(b, f, tx, ty)


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
