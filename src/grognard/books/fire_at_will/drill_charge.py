"""The drill-book general's charges: at whom, with which wheel, and whether it pays."""

from __future__ import annotations

from ...table.boxes import box_gap
from ...table.vectors import angle, dot, unit
from ...values import Box, Order
from .charges import charge_edge_of, charge_length, check_charge_so_far, check_charger
from .drill_odds import champion_of, gain
from .drill_plan import (
    has_cinc,
    is_foe,
    is_shooter,
    is_wanted,
    keeps_house,
    must_win_soon,
    stays_back,
    worth_of_aim,
)
from .movement import left_to_move
from .sight import whole_box
from .state import NOBODY, Act, Battle, Edge
from .strips import is_cavalry, is_garrison, is_running, turns_free
from .touching import enemy_in_contact, is_off

SHARE = 0.8  # of a strip's worth that two rounds must bring before a charge is good
BOLD = -1.5  # when the battle must be won before long
SHY = 3.0  # what it must bring a commander in chief, or men who had better shoot
HELP = 1.0  # for a friend who is in against them already
RUNNERS = 2.0  # for those who run: they are destroyed or driven off


def no_order() -> Order:
    """Nothing that he would do."""
    return Order(Act.DONE, NOBODY, NOBODY, 0, 0.0, 0.0, 0.0, 0.0)


def order_of(act: int, actor: int, other: int, x: float, fx: float, fy: float) -> Order:
    return Order(act, actor, other, 0, x, 0.0, fx, fy)


def best_charge(b: Battle, f: int) -> Order:
    """The charge that brings most to one who is free to go where he likes, if it brings enough; or DONE."""
    u = b.formations[f]
    best = no_order()
    most = least_gain(b, f)
    left = left_to_move(b, f)
    mine = whole_box(b, f)
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.building < 0 and is_off(
            v, mine.x, mine.y, left + (mine.width + mine.depth) / 2.0 + b.rules.tolerance
        ):
            continue
        if is_foe(b, u.side, g) and may_attack(b, f, g):
            its = whole_box(b, g)
            if box_gap(mine, its) <= left + b.rules.tolerance:
                most, best = better_charge(b, f, g, its, most, best)
    return best


def may_attack(b: Battle, f: int, g: int) -> bool:
    """Horse leaves buildings alone [FW-048]."""
    return not is_garrison(b.formations[g]) or not is_cavalry(b.strips[champion_of(b, b.formations[f])])


def better_charge(b: Battle, f: int, g: int, its: Box, most: float, best: Order) -> tuple[float, Order]:
    """The best of the charges at g, straight on or wheeled at its middle, if it is better than what he has."""
    u = b.formations[f]
    front = charge_gain(b, f, g, Edge.REAR)
    if front <= most:
        return most, best
    tx, ty = unit(its.x - u.x, its.y - u.y)
    for way in range(3):
        fx, fy = heading(u.fx, u.fy, tx, ty, way)
        if way == 0 or turns_free(b, u) or dot(u.fx, u.fy, fx, fy) >= b.rules.charge_wheel_cosine:
            order = order_of(Act.CHARGE, f, g, 0.0, fx, fy)
            far = charge_length(b, order)
            if is_near_enough(b, order, far):
                bad = check_charger(b, u.side, order)
                if bad == 0:
                    bad = check_charge_so_far(b, order, far)
                if bad == 0:
                    value = charge_gain(b, f, g, charge_edge_of(b, order, far))
                    if value > most:
                        return value, order
                elif is_of_ground(bad):
                    return most, best
    return most, best


def is_near_enough(b: Battle, o: Order, far: float) -> bool:
    """Can it pay for a charge of so many inches after its wheel, were all the ground good?"""
    u = b.formations[o.actor]
    wheel = 0.0 if turns_free(b, u) else angle(u.fx, u.fy, o.fx, o.fy) * u.width
    return far + wheel <= left_to_move(b, o.actor) + b.rules.tolerance


def is_of_ground(rule: int) -> bool:
    """Does a wall, a hedge or water keep it from them?  Then mostly whichever way it comes [FW-030, FW-032, FW-033]."""
    return rule == 30 or rule == 32 or rule == 33


def heading(fx: float, fy: float, tx: float, ty: float, way: int) -> tuple[float, float]:
    """At the enemy's middle, as it faces, or half way between."""
    if way == 0:
        return tx, ty
    if way == 1:
        return fx, fy
    return unit(fx + tx, fy + ty)


def charge_gain(b: Battle, f: int, g: int, edge: int) -> float:
    """What a charge on that edge brings, all counted."""
    u = b.formations[f]
    v = b.formations[g]
    value = gain(b, f, g, edge, True)
    if is_running(v):
        value += RUNNERS
    if is_wanted(b, u.side, g):
        value += worth_of_aim(b)
    h = enemy_in_contact(b, g, 0)
    return value + HELP if h >= 0 and h != f else value


def least_gain(b: Battle, f: int) -> float:
    """What a charge must bring before it is made."""
    if stays_back(b, f) or is_shooter(b, f) or keeps_house(b, f):
        return SHY
    if has_cinc(b, f) and b.strips[b.formations[f].character].wounds > 0:
        return SHY
    return BOLD if must_win_soon(b, b.formations[f].side) else SHARE
