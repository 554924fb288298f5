"""Charges: whom, how far, from where, and what orders to charge bind to."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.boxes import box_gap
from ...table.vectors import angle, dot, length
from ...values import Box, Order
from .charms import is_invisible
from .lining_up import base_hit, edge_met, formation_edge, lined_up, squared
from .links import is_held
from .marching import (
    ambushed_at,
    barred_rule,
    first_met_from,
    in_the_way_rule,
    meets_from,
    share_after,
)
from .movement import (
    STRAIGHT,
    allowance,
    begin_move,
    check_move,
    check_mover,
    check_wheel_way,
    end_of,
    is_halted,
    is_unit,
    left_to_move,
    wheel_cost,
)
from .obstacles import first_barred, note_lining_of, way_end
from .paces import all_aloft, way_cost
from .places import put
from .poses import (
    along,
    member_box,
    pose_of,
    rectangle_at,
    turned_pose,
    wheeled_pose,
)
from .sight import whole_box
from .state import NOBODY, Act, Battle, Edge, Ev, Orders, R
from .strips import box_of, is_cavalry, is_garrison, is_water, turns_free
from .touching import edge_allowed, nearest_enemy, outward

FAR = 40.0  # inches: beyond any charge


# Charges


def check_charge(b: Battle, side: int, o: Order) -> int:
    """A move that ends in contact [FW-049, FW-R18, FW-R32, FW-048, FW-R77, FW-R99]."""
    bad = check_charger(b, side, o)
    return bad if bad != 0 else check_charge_so_far(b, o, charge_length(b, o))


def check_charger(b: Battle, side: int, o: Order) -> int:
    """Who charges whom, wherever they are [FW-048, FW-R18, FW-R77, FW-R99]."""
    bad = check_mover(b, side, o.actor)
    if bad == 0:
        bad = check_target(b, o.actor, o.other)
    return bad if bad != 0 else check_may_charge(b, o)


def check_charge_so_far(b: Battle, o: Order, far: float) -> int:
    """The way of so many inches, and the contact [FW-049, FW-R18, FW-R32]."""
    bad = check_charge_way(b, o, far)
    return bad if bad != 0 else check_contact(b, o, far)


def check_target(b: Battle, f: int, g: int) -> int:
    """An enemy that can be seen; horse not at a building [FW-048, FW-R18, FW-R77, FW-R99]."""
    u = b.formations[f]
    if not 0 <= g < b.n_formations or b.formations[g].n == 0 or b.formations[g].side == u.side:
        return refuse(b.refusal, R + 18, 0.0, 0.0, NOBODY)
    if b.formations[g].hidden:
        return refuse(b.refusal, R + 18, 0.0, 0.0, NOBODY)
    if is_invisible(b, g):
        return refuse(b.refusal, R + 99, 0.0, 0.0, g)
    if is_garrison(b.formations[g]):
        for k in range(u.n):
            if is_cavalry(b.strips[u.members[k]]):
                return refuse(b.refusal, 48, 0.0, 0.0, u.members[k])
    return 0


def check_may_charge(b: Battle, o: Order) -> int:
    """Neither halted nor ordered only to advance nor in contact; one wheel, and that at the start [FW-140, FW-R14, FW-R18]."""
    f = o.actor
    u = b.formations[f]
    if is_halted(b, f):
        return refuse(b.refusal, 140, 0.0, 0.0, f)
    if u.orders == Orders.ADVANCE:
        return refuse(b.refusal, R + 14, 0.0, 0.0, f)
    if is_garrison(u):
        return refuse(b.refusal, 42, 0.0, 0.0, f)
    if is_held(b, f):
        return refuse(b.refusal, R + 36, 0.0, 0.0, f)
    ahead = dot(u.fx, u.fy, o.fx, o.fy)
    if not is_unit(o.fx, o.fy):
        return refuse(b.refusal, R + 18, 0.0, 0.0, f)
    if u.began and (u.share == 1.0 or ahead < STRAIGHT):
        return refuse(b.refusal, R + 18, u.spent, 0.0, f)
    if not turns_free(b, u) and ahead < b.rules.charge_wheel_cosine - 1e-9:
        return refuse(b.refusal, R + 18, angle(u.fx, u.fy, o.fx, o.fy), 0.0, f)
    return 0


def charge_start(b: Battle, o: Order) -> Box:
    """Its pose after the wheel, or as it faces; single models turn on the spot [FW-R17, FW-R18]."""
    u = b.formations[o.actor]
    if dot(u.fx, u.fy, o.fx, o.fy) >= STRAIGHT:
        return pose_of(u)
    return turned_pose(u, o.fx, o.fy) if turns_free(b, u) else wheeled_pose(b, o.actor, o.fx, o.fy)


def wheel_of_charge(b: Battle, o: Order) -> float:
    """What the wheel costs."""
    u = b.formations[o.actor]
    if turns_free(b, u) or dot(u.fx, u.fy, o.fx, o.fy) >= STRAIGHT:
        return 0.0
    return wheel_cost(b, o.actor, o.fx, o.fy)


def charge_length(b: Battle, o: Order) -> float:
    """The inches from the wheel to contact; FAR if it would pass them by."""
    t = meets_from(b, o.actor, charge_start(b, o), o.fx * FAR, o.fy * FAR, o.other)
    return t * FAR if t <= 1.0 else FAR


def check_charge_way(b: Battle, o: Order, far: float) -> int:
    """Wheel and way are clear and within the allowance, and no obstacle stops it first [FW-R18, FW-R21, FW-R22]."""
    f = o.actor
    if far >= FAR:
        return refuse(b.refusal, R + 18, far, left_to_move(b, f), o.other)
    at, wheel, aloft = charge_start(b, o), wheel_of_charge(b, o), all_aloft(b, f)
    cost = wheel + way_cost(b, f, at, o.fx * far, o.fy * far, 1.0)
    end, piece, crosses = far, NOBODY, False
    if not aloft:
        end, piece, crosses = way_end(b, f, at, o.fx, o.fy, far)
    left = charge_left(b, f, piece, crosses)
    if cost > left + b.rules.tolerance:
        return refuse(b.refusal, R + 18, cost, left, o.other)
    bad = 0 if aloft else check_charge_ground(b, o, at, far, end, piece)
    if bad != 0 or wheel == 0.0:
        return bad
    return check_wheel_way(b, f, o.fx, o.fy)


def charge_cost(b: Battle, o: Order, far: float) -> float:
    at = charge_start(b, o)
    return wheel_of_charge(b, o) + way_cost(b, o.actor, at, o.fx * far, o.fy * far, 1.0)


def charge_left(b: Battle, f: int, piece: int, crosses: bool) -> float:
    """What it has for a charge: half of its allowance over a wall, as far as the far bank over water [FW-031, FW-033]."""
    u = b.formations[f]
    left = left_to_move(b, f)
    if crosses and not is_water(b.ground.pieces[piece].kind):
        left -= allowance(b, f) * (u.share - share_after(b, f, piece, True))
    return left


def check_charge_ground(b: Battle, o: Order, at: Box, far: float, end: float, piece: int) -> int:
    """Obstacles and closed ground, and others in the way: whoever is met first is who is charged [FW-R18, FW-R28].

    end, piece: how far obstacles let it go, and which."""
    f = o.actor
    if end < far - b.rules.contact:
        return refuse(b.refusal, 33 if is_water(b.ground.pieces[piece].kind) else 30, far, end, piece)
    t, k = first_barred(b, f, at, o.fx * far, o.fy * far, b.formations[o.other].building)
    if k >= 0 and t * far < far - b.rules.contact:
        return refuse(b.refusal, barred_rule(b, k), far, t * far, k)
    t, g = first_met_from(b, f, at, o.fx * far, o.fy * far, o.other)
    if g >= 0 and t * far < far - b.rules.contact:
        return refuse(b.refusal, in_the_way_rule(b, f, g), far, t * far, g)
    return 0


def charge_edge_of(b: Battle, o: Order, far: float) -> int:
    """The edge of the enemy formation that is hit: those in a building have only a front [FW-045]."""
    if is_garrison(b.formations[o.other]):
        return Edge.FRONT
    at = along(charge_start(b, o), o.fx * far, o.fy * far)
    mine, its = base_hit(b, o.actor, o.other, at)
    return edge_of_hit(b, o, at, mine, its)


def edge_of_hit(b: Battle, o: Order, at: Box, mine: int, its: int) -> int:
    """The same; at: where it comes into contact, and which base of its own with which of theirs."""
    if is_garrison(b.formations[o.other]):
        return Edge.FRONT
    nx, ny = hit_normal(b, o.actor, at, mine, its)
    return formation_edge(b, o.other, nx, ny)


def hit_normal(b: Battle, f: int, at: Box, mine: int, its: int) -> tuple[float, float]:
    """Which way the edge looks that is hit: the one the nearest base comes to."""
    t = b.strips[its]
    box = member_box(b, b.formations[f], mine, at)
    return outward(box_of(t), edge_met(b, t, box))


def charge_end(b: Battle, o: Order, at: Box, mine: int, its: int) -> tuple[Box, float, int]:
    """Where the charger ends, squared up and slid: the pose, the slide, and how many strips get in [FW-R33]."""
    f = o.actor
    nx, ny = hit_normal(b, f, at, mine, its)
    box = member_box(b, b.formations[f], mine, at)
    return lined_up(b, f, o.other, squared(b, f, at, box, box_of(b.strips[its]), nx, ny))


def check_contact(b: Battle, o: Order, far: float) -> int:
    """From the quarter of the edge that is hit, and with room to line up [FW-049, FW-R32, FW-R33]."""
    start = charge_start(b, o)
    at = along(start, o.fx * far, o.fy * far)
    mine, its = base_hit(b, o.actor, o.other, at)
    edge = edge_of_hit(b, o, at, mine, its)
    if not edge_allowed(b, o.actor, o.other, edge):
        return refuse(b.refusal, 49, float(edge), 0.0, o.other)
    if ambushed_at(b, o.actor, start, o.fx, o.fy, far) < far:
        return 0
    _, _, n = charge_end(b, o, at, mine, its)
    if n == 0:
        return refuse(b.refusal, R + 33, 0.0, 0.0, o.other)
    return 0


def charge(b: Battle, o: Order) -> None:
    """One wheel, straight on, and squared up to the edge that is hit [FW-R18, FW-R33]."""
    f = o.actor
    u = b.formations[f]
    begin_move(b, f)
    far = charge_length(b, o)
    edge = charge_edge_of(b, o, far)
    cost = charge_cost(b, o, far)
    piece, crosses = NOBODY, False
    if not all_aloft(b, f):
        _, piece, crosses = way_end(b, f, charge_start(b, o), o.fx, o.fy, far)
    if falls_short(b, o, far):
        return
    at = along(charge_start(b, o), o.fx * far, o.fy * far)
    mine, its = base_hit(b, f, o.other, at)
    there, slid, n = charge_end(b, o, at, mine, its)
    put(b, f, there.x, there.y, there.fx, there.fy)
    u.spent += cost
    u.done = True
    u.charging = True
    u.charge_target = o.other
    u.charge_edge = edge
    u.wall = NOBODY
    emit(b.log, Ev.CHARGES, R + 18, f, o.other, 0, 0, cost)
    if crosses:
        emit(b.log, Ev.CROSSED, 33 if is_water(b.ground.pieces[piece].kind) else 31, f, piece, 0, 0, 0.0)
    emit(b.log, Ev.CONTACT, R + 33, f, o.other, edge, n, slid)


def falls_short(b: Battle, o: Order, far: float) -> bool:
    """Somebody hidden is in the way: the charge ends before them, and is none [FW-R18, FW-R114]."""
    f = o.actor
    u = b.formations[f]
    at = charge_start(b, o)
    end = ambushed_at(b, f, at, o.fx, o.fy, far)
    if end >= far:
        return False
    u.spent += charge_cost(b, o, end)
    u.done = True
    put(b, f, at.x + o.fx * end, at.y + o.fy * end, o.fx, o.fy)
    note_lining_of(b, f)
    emit(b.log, Ev.FALLS_SHORT, R + 114, f, o.other, 0, 0, end)
    return True


# Charge orders


def forced_charge(b: Battle, f: int) -> Order:
    """A charge that a formation ordered to charge can make, or one with no target [FW-R14]."""
    u = b.formations[f]
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side:
            for k in range(2):
                fx, fy = u.fx, u.fy
                if k == 1:
                    box = rectangle_at(b, g, pose_of(v)) if v.building < 0 else pose_of(v)
                    far = length(box.x - u.x, box.y - u.y)
                    if far > 0.0:
                        fx, fy = (box.x - u.x) / far, (box.y - u.y) / far
                order = Order(Act.CHARGE, f, g, 0, 0.0, 0.0, fx, fy)
                if check_charge(b, u.side, order) == 0:
                    return order
    return Order(Act.CHARGE, f, NOBODY, 0, 0.0, 0.0, u.fx, u.fy)


def must_charge(b: Battle, side: int) -> Order:
    """The charge that a side still owes by its orders; actor nobody: none [FW-R14]."""
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.n > 0 and u.side == side and u.orders == Orders.CHARGE and not u.done:
            order = forced_charge(b, f)
            if order.other >= 0:
                return order
    return Order(Act.DONE, NOBODY, NOBODY, 0, 0.0, 0.0, 0.0, 0.0)


def check_ordered_move(b: Battle, side: int, o: Order) -> int:
    """A manoeuvre; who is ordered to charge charges if he can, and else goes no farther from the enemy [FW-R14]."""
    f = o.actor
    bad = check_move(b, side, o)
    if bad != 0 or b.formations[f].orders != Orders.CHARGE:
        return bad
    g = nearest_enemy(b, f)
    if g < 0:
        return 0
    if forced_charge(b, f).other >= 0:
        return refuse(b.refusal, R + 14, 0.0, 0.0, f)
    its = whole_box(b, g)
    before = box_gap(rectangle_at(b, f, pose_of(b.formations[f])), its)
    after = box_gap(rectangle_at(b, f, end_of(b, o)), its)
    if after > before + b.rules.tolerance:
        return refuse(b.refusal, R + 14, after, before, g)
    return 0


def check_orders_kept(b: Battle, side: int) -> int:
    """Who is ordered to charge, and can, does so before his side has done [FW-R14]."""
    owed = must_charge(b, side)
    if owed.actor >= 0:
        return refuse(b.refusal, R + 14, 0.0, 0.0, owed.actor)
    return 0
