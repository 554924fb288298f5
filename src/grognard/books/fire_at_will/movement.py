"""Movement: allowances, who may move, and the manoeuvres of formations and single models."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.vectors import angle, compass, dot, length
from ...values import Box, Order
from .charms import is_frozen, pace_factor
from .links import is_held
from .marching import (
    SLACK,
    check_end,
    check_no_nearer_at,
    check_way,
    stop_rule,
    straight_end,
    tell_obstacle,
    walk,
)
from .obstacles import any_obstacle_about, first_barred, note_lining_of, obstacle_on, obstacle_under, way_end
from .paces import all_aloft, way_reach, wheel_rate
from .places import arrange, put, ranks_for
from .poses import (
    STEPS,
    along,
    base_fits,
    enemy_touching,
    fits_among_them,
    inner_corner,
    member_box,
    pose,
    pose_of,
    rectangle_at,
    reshaped_box,
    rotated_about,
    turned,
    turned_pose,
    wheel_step,
    wheeled_pose,
)
from .state import NOBODY, Act, Battle, Deed, Edge, Ev, Manoeuvre, Nerve, Orders, R
from .strips import (
    base_pace,
    is_garrison,
    is_lone_character,
    is_running,
    is_water,
    strips_of,
    turns_free,
)
from .ways import is_clear_of_all, is_open

UNIT = 1e-3  # how far a facing may be from a unit vector
STRAIGHT = 1.0 - 1e-12


# Allowances


def allowance(b: Battle, f: int) -> float:
    """The inches of its slowest base, as spells change them [FW-023, FW-R05, FW-R06, FW-R20]."""
    return base_pace(b, b.formations[f]) * pace_factor(b, f)


def left_to_move(b: Battle, f: int) -> float:
    """What is left of its allowance this turn: less what it has spent, or the share it has [FW-031, FW-042]."""
    u = b.formations[f]
    return allowance(b, f) * u.share - u.spent


def begin_move(b: Battle, f: int) -> None:
    """The formation is in hand; the move of the one before is over."""
    if b.mover >= 0 and b.mover != f:
        b.formations[b.mover].done = True
    b.mover = f
    b.formations[f].began = True
    b.formations[f].moved = True


# Who may move


def check_mover(b: Battle, side: int, f: int) -> int:
    """A formation of one's own that is free to move: not done, running, frozen or held [FW-017, FW-023, FW-R14]."""
    if not 0 <= f < b.n_formations or b.formations[f].n == 0 or b.formations[f].side != side:
        return refuse(b.refusal, 17, 0.0, 0.0, f)
    u = b.formations[f]
    if u.done or (u.began and b.mover != f):
        return refuse(b.refusal, 23, u.spent, allowance(b, f), f)
    if is_running(u):
        return refuse(b.refusal, 141, 0.0, 0.0, f)
    if is_frozen(b, f):
        return refuse(b.refusal, 87, 0.0, 0.0, f)
    if u.orders == Orders.HOLD:
        return refuse(b.refusal, R + 14, 0.0, 0.0, f)
    return check_character_lets_move(b, f)


def check_character_lets_move(b: Battle, f: int) -> int:
    """Who speaks, casts or meditates keeps his formation where it is [FW-061, FW-067, FW-070, FW-R40, FW-R88]."""
    u = b.formations[f]
    for k in range(u.n):
        deed = b.strips[u.members[k]].deed
        if deed == Deed.SPEECH or deed == Deed.INSULT:
            return refuse(b.refusal, 61, 0.0, 0.0, u.members[k])
        if deed == Deed.CAST:
            return refuse(b.refusal, 67, 0.0, 0.0, u.members[k])
        if deed == Deed.MEDITATE:
            return refuse(b.refusal, 70, 0.0, 0.0, u.members[k])
        if deed == Deed.RAISED:
            return refuse(b.refusal, R + 107, 0.0, 0.0, u.members[k])
    return 0


def check_free_of_contact(b: Battle, f: int) -> int:
    """Out of a melee one does not simply walk away [FW-R36]."""
    if is_held(b, f):
        return refuse(b.refusal, R + 36, 0.0, 0.0, f)
    return 0


def is_halted(b: Battle, f: int) -> bool:
    """May go no nearer to any enemy [FW-140]."""
    return b.formations[f].nerve == Nerve.HALTED


# How far a direction leads


def straight_reach(b: Battle, f: int, ux: float, uy: float, inches: float) -> float:
    """How far along a direction so many inches of allowance carry it: slow ground, obstacles and closed ground counted.

    Troops in the way do not count here: see ways.first_met [FW-R20, FW-R108]."""
    at = pose_of(b.formations[f])
    reach = way_reach(b, f, at, ux, uy, inches)
    if all_aloft(b, f) or reach <= 0.0:
        return reach
    end, piece, crosses = way_end(b, f, at, ux, uy, reach)
    if crosses and not is_water(b.ground.pieces[piece].kind):
        clear, _, _ = way_end(b, f, at, ux, uy, 2.0 * b.rules.contact)
        end = max(min(end, way_reach(b, f, at, ux, uy, inches * b.rules.obstacle_share)), clear)
    t, k = first_barred(b, f, at, ux * end, uy * end, NOBODY)
    return max(t * end - SLACK, 0.0) if k >= 0 else end


# Manoeuvres: each has a check, which says 0 or the rule against it, and the move itself


def check_move(b: Battle, side: int, o: Order) -> int:
    """ADVANCE, WHEEL, BACK, SIDESTEP, TURN, RESHAPE and MARCH [FW-018, FW-R17, FW-R42]."""
    bad = check_mover(b, side, o.actor)
    if bad == 0:
        bad = check_manoeuvre(b, o, left_to_move(b, o.actor))
    if bad == 0:
        bad = check_where(b, o)
    return bad


def check_manoeuvre(b: Battle, o: Order, left: float) -> int:
    """The same, of one who may move, with so many inches left."""
    f = o.actor
    if is_garrison(b.formations[f]):
        return refuse(b.refusal, 42, 0.0, 0.0, f)
    bad = check_free_of_contact(b, f)
    if bad != 0:
        return bad
    if o.kind == Act.ADVANCE or o.kind == Act.BACK or o.kind == Act.SIDESTEP:
        return check_straight(b, o, left)
    if o.kind == Act.WHEEL:
        return check_wheel(b, f, o.fx, o.fy, left)
    if o.kind == Act.TURN:
        return check_turn(b, f, o.how, left)
    if o.kind == Act.RESHAPE:
        return check_reshape(b, f, o.other, left)
    return check_march(b, o, left)


def check_where(b: Battle, o: Order) -> int:
    """What its nerve and its orders say of the place it would come to [FW-140, FW-R14, FW-R31]."""
    f = o.actor
    if is_halted(b, f) and o.kind != Act.RESHAPE:
        return check_no_nearer_at(b, f, end_of(b, o))
    return 0


def end_of(b: Battle, o: Order) -> Box:
    """The pose that a legal order ends in."""
    u = b.formations[o.actor]
    if o.kind == Act.WHEEL:
        return wheeled_pose(b, o.actor, o.fx, o.fy)
    if o.kind == Act.TURN:
        fx, fy = turned(u.fx, u.fy, o.how)
        return turned_pose(u, fx, fy)
    if o.kind == Act.MARCH:
        return march_end(b, o)
    if o.kind == Act.RESHAPE:
        return pose_of(u)
    ux, uy = direction_of(b, o)
    end, _, _ = straight_end(b, o.actor, pose_of(u), ux, uy, abs(o.x))
    return along(pose_of(u), ux * end, uy * end)


# Straight on, back, to the side


def direction_of(b: Battle, o: Order) -> tuple[float, float]:
    """Which way an ADVANCE, BACK or SIDESTEP goes."""
    u = b.formations[o.actor]
    if o.kind == Act.ADVANCE:
        return u.fx, u.fy
    if o.kind == Act.BACK:
        return -u.fx, -u.fy
    return (u.fy, -u.fx) if o.x > 0.0 else (-u.fy, u.fx)


def base_cost(b: Battle, kind: int) -> float:
    """What an inch costs on good ground: back and to the side at half speed [FW-R17]."""
    return b.rules.step_factor if kind == Act.BACK or kind == Act.SIDESTEP else 1.0


def check_straight(b: Battle, o: Order, left: float) -> int:
    """Some way, not more than is left, through nobody and nothing closed [FW-023, FW-R17, FW-R19, FW-R28]."""
    if not (0.0 < abs(o.x) < 100.0) or (o.x < 0.0 and o.kind != Act.SIDESTEP):
        return refuse(b.refusal, 23, o.x, left, o.actor)
    ux, uy = direction_of(b, o)
    at = pose_of(b.formations[o.actor])
    return check_way(b, o.actor, at, ux, uy, abs(o.x), base_cost(b, o.kind), left, allowance(b, o.actor))


def go_straight(b: Battle, o: Order) -> None:
    """Straight on, back or to the side, as far as obstacles let it [FW-R17]."""
    ux, uy = direction_of(b, o)
    u = b.formations[o.actor]
    end, spent = walk(b, o.actor, ux, uy, abs(o.x), base_cost(b, o.kind), u.fx, u.fy)
    if o.kind == Act.ADVANCE:
        emit(b.log, Ev.ADVANCED, 23, o.actor, NOBODY, 0, compass(ux, uy), end)
    elif o.kind == Act.BACK:
        emit(b.log, Ev.STEPPED_BACK, R + 17, o.actor, NOBODY, 0, 0, end)
    else:
        emit(b.log, Ev.SIDESTEPPED, R + 17, o.actor, NOBODY, 0, 0, end if o.x > 0.0 else -end)
    tell_obstacle(b, o.actor, spent)


# Wheels


def is_unit(fx: float, fy: float) -> bool:
    return abs(length(fx, fy) - 1.0) <= UNIT


def wheel_cost(b: Battle, f: int, fx: float, fy: float) -> float:
    """The way of the outer front corner, slow ground counted [FW-R17, FW-R20]."""
    u = b.formations[f]
    at = pose_of(u)
    width = rectangle_at(b, f, at).width
    return angle(u.fx, u.fy, fx, fy) * width * wheel_rate(b, f, at, wheeled_pose(b, f, fx, fy))


def check_wheel(b: Battle, f: int, fx: float, fy: float, left: float) -> int:
    """To a new facing, over ground that is clear all the way [FW-R17]."""
    u = b.formations[f]
    if not is_unit(fx, fy) or dot(u.fx, u.fy, fx, fy) >= STRAIGHT:
        return refuse(b.refusal, R + 17, 0.0, 0.0, f)
    cost = wheel_cost(b, f, fx, fy)
    if cost > left + b.rules.tolerance:
        return refuse(b.refusal, 23, cost, left, f)
    bad = check_wheel_way(b, f, fx, fy)
    if bad != 0:
        return bad
    return check_end(b, f, wheeled_pose(b, f, fx, fy))


def check_wheel_way(b: Battle, f: int, fx: float, fy: float) -> int:
    """Eight steps of a wheel: on nobody, on no closed ground, over no obstacle [FW-030, FW-032, FW-R28]."""
    u = b.formations[f]
    if all_aloft(b, f):
        return 0
    x, y = inner_corner(b, f, fx, fy)
    c, s = wheel_step(u, fx, fy)
    around = about(rectangle_at(b, f, pose_of(u)), x, y)
    lone = is_lone_character(b, u)
    crowded, closed = not lone and not is_clear_of_all(b, f, around), not lone and not is_open(b, around)
    hindered = any_obstacle_about(b, around, around)
    at = wheeled_pose(b, f, fx, fy)
    for _ in range(STEPS if crowded or closed or hindered else 0):  # from its end, where most is in the way
        if (crowded or closed) and not fits_among_them(b, f, at, crowded, closed):
            return refuse(b.refusal, R + 28, 0.0, 0.0, f)
        k = obstacle_under(b, f, pose_of(u), at) if hindered else NOBODY
        if k >= 0:
            return refuse(b.refusal, stop_rule(b, k), 0.0, 0.0, k)
        at = rotated_about(at, x, y, c, -s)
    return 0


def about(whole: Box, x: float, y: float) -> Box:
    """A square around all that a rectangle covers when it turns about one of its corners."""
    wide = 2.0 * length(whole.width, whole.depth)
    return Box(x, y, 0.0, 1.0, wide, wide)


def wheel(b: Battle, f: int, fx: float, fy: float) -> None:
    """About the inner front corner [FW-R17]."""
    cost = wheel_cost(b, f, fx, fy)
    at = wheeled_pose(b, f, fx, fy)
    b.formations[f].spent += cost
    put(b, f, at.x, at.y, fx, fy)
    emit(b.log, Ev.WHEELED, R + 17, f, NOBODY, 0, compass(fx, fy), cost)


# Turning in place, changing shape


def manoeuvre_cost(b: Battle, f: int) -> float:
    """Half the allowance; nothing for single models, or by option [FW-R17]."""
    if b.options.manoeuvre == Manoeuvre.FREE or turns_free(b, b.formations[f]):
        return 0.0
    return allowance(b, f) * b.rules.manoeuvre_share


def check_turn(b: Battle, f: int, edge: int, left: float) -> int:
    """By 90 or 180 degrees, on its middle [FW-R17]."""
    if edge != Edge.RIGHT and edge != Edge.REAR and edge != Edge.LEFT:
        return refuse(b.refusal, R + 17, 0.0, 0.0, f)
    if manoeuvre_cost(b, f) > left + b.rules.tolerance:
        return refuse(b.refusal, R + 17, manoeuvre_cost(b, f), left, f)
    u = b.formations[f]
    fx, fy = turned(u.fx, u.fy, edge)
    at = turned_pose(u, fx, fy)
    k = obstacle_under(b, f, pose_of(u), at)
    if k >= 0:
        return refuse(b.refusal, stop_rule(b, k), 0.0, 0.0, k)
    return check_end(b, f, at)


def turn(b: Battle, f: int, edge: int) -> None:
    """Its right, rear or left becomes its front; the same strips lead [FW-R17]."""
    u = b.formations[f]
    fx, fy = turned(u.fx, u.fy, edge)
    at = turned_pose(u, fx, fy)
    u.spent += manoeuvre_cost(b, f)
    put(b, f, at.x, at.y, fx, fy)
    emit(b.log, Ev.TURNED, R + 17, f, NOBODY, 0, compass(fx, fy), 0.0)


def check_reshape(b: Battle, f: int, files: int, left: float) -> int:
    """Into so many files, the middle of the front where it was [FW-R17]."""
    u = b.formations[f]
    if not 1 <= files <= strips_of(u) or files == u.files:
        return refuse(b.refusal, R + 17, float(files), float(strips_of(u)), f)
    if manoeuvre_cost(b, f) > left + b.rules.tolerance:
        return refuse(b.refusal, R + 17, manoeuvre_cost(b, f), left, f)
    for m in range(u.n):
        box = reshaped_box(b, f, m, files, pose_of(u))
        if not base_fits(b, f, u.members[m], box):
            return refuse(b.refusal, R + 29, 0.0, 0.0, f)
        k = obstacle_on(b, u.members[m], box)
        if k >= 0 and k != obstacle_on(b, u.members[m], member_box(b, u, u.members[m], pose_of(u))):
            return refuse(b.refusal, stop_rule(b, k), 0.0, 0.0, k)
        g = enemy_touching(b, u.side, box)
        if g >= 0:
            return refuse(b.refusal, R + 18, 0.0, 0.0, g)
    return 0


def reshape(b: Battle, f: int, files: int) -> None:
    """Other files and ranks [FW-R17]."""
    u = b.formations[f]
    u.spent += manoeuvre_cost(b, f)
    put(b, f, u.x, u.y, u.fx, u.fy)
    arrange(b, f, files)
    emit(b.log, Ev.RESHAPED, R + 17, f, NOBODY, u.files, ranks_for(strips_of(u), u.files), 0.0)


# Single models, who turn free


def march_way(b: Battle, o: Order) -> tuple[float, float, float]:
    """The direction and length of a single model's way, from middle to middle of its base."""
    u = b.formations[o.actor]
    s = b.strips[u.members[0]]
    dx = o.x - o.fx * s.depth / 2.0 - (u.x - u.fx * s.depth / 2.0)
    dy = o.y - o.fy * s.depth / 2.0 - (u.y - u.fy * s.depth / 2.0)
    far = length(dx, dy)
    if far <= SLACK:
        return o.fx, o.fy, 0.0
    return dx / far, dy / far, far


def march_end(b: Battle, o: Order) -> Box:
    """Where it comes to: as ordered, or where an obstacle or somebody hidden ends its way [FW-R17, FW-R114]."""
    ux, uy, far = march_way(b, o)
    if far == 0.0:
        return turned_pose(b.formations[o.actor], o.fx, o.fy)
    at = turned_pose(b.formations[o.actor], ux, uy)
    end, piece, _ = straight_end(b, o.actor, at, ux, uy, far)
    if piece < 0 and end >= far - SLACK:
        return pose(o.x, o.y, o.fx, o.fy)
    return along(at, ux * end, uy * end)


def check_march(b: Battle, o: Order, left: float) -> int:
    """A single model turns, goes straight on and turns again [FW-R17]."""
    f = o.actor
    u = b.formations[f]
    if not turns_free(b, u) or not is_unit(o.fx, o.fy):
        return refuse(b.refusal, R + 17, 0.0, 0.0, f)
    ux, uy, far = march_way(b, o)
    if not far < 100.0:
        return refuse(b.refusal, 23, far, left, f)
    if far > 0.0:
        bad = check_way(b, f, turned_pose(u, ux, uy), ux, uy, far, 1.0, left, allowance(b, f))
        if bad != 0:
            return bad
    return check_end(b, f, march_end(b, o))


def march(b: Battle, o: Order) -> None:
    """There, and facing so, unless an obstacle stops it [FW-R17]."""
    f = o.actor
    u = b.formations[f]
    ux, uy, far = march_way(b, o)
    there = march_end(b, o)
    met = NOBODY
    if far > 0.0:
        at = turned_pose(u, ux, uy)
        put(b, f, at.x, at.y, ux, uy)
        far, met = walk(b, f, ux, uy, far, 1.0, ux, uy)
    put(b, f, there.x, there.y, there.fx, there.fy)
    emit(b.log, Ev.MARCHED, 23, f, NOBODY, 0, compass(ux, uy), far)
    tell_obstacle(b, f, met)


# Carrying out


def move(b: Battle, o: Order) -> None:
    """Carry out one of them."""
    take_up(b, o.actor)
    if o.kind == Act.WHEEL:
        wheel(b, o.actor, o.fx, o.fy)
    elif o.kind == Act.TURN:
        turn(b, o.actor, o.how)
    elif o.kind == Act.RESHAPE:
        reshape(b, o.actor, o.other)
    elif o.kind == Act.MARCH:
        march(b, o)
    else:
        go_straight(b, o)
    note_lining_of(b, o.actor)


def take_up(b: Battle, f: int) -> None:
    """The formation is in hand; one that the other side's magic moves is in nobody's [FW-R93]."""
    if b.formations[f].side == b.phase_side:
        begin_move(b, f)
    else:
        b.formations[f].moved = True


def check_forced(b: Battle, f: int, o: Order) -> int:
    """A manoeuvre that BEGONE! makes: by the same rules, into contact with nobody [FW-080, FW-R93]."""
    if o.kind == Act.DONE:
        return 0
    if o.actor != f or not Act.ADVANCE <= o.kind <= Act.MARCH:
        return refuse(b.refusal, R + 93, 0.0, 0.0, f)
    if b.formations[f].done:  # an obstacle has ended it
        return refuse(b.refusal, 23, 0.0, 0.0, f)
    return check_manoeuvre(b, o, allowance(b, f) * b.formations[f].share)
