"""Carrying out what commanded groups are ordered [TY-037]."""

from __future__ import annotations

from ...battle import emit
from ...table.vectors import distance, unit
from ...values import Order
from .actions import halt, mount, stand_as
from .charge import charge, charge_at_pikes_length
from .cover import best_cover, go_into_cover
from .driving import bring_engine
from .figures import (
    NEAR,
    centre,
    count_off,
    enlist,
    first,
    is_mounted,
    muster,
    next_of,
    present,
    set_down,
    stir,
)
from .guns import mark_serving
from .moves import bring_off, face_along, face_group, gait_on, is_off_table, note_move
from .plans import cost_of, farthest_in_plan, plan_form, plan_march
from .state import (
    OWN,
    OWN_PS,
    Act,
    Activity,
    Battle,
    Ev,
    Gait,
    Limber,
    R,
    Shape,
)
from .status import enemy_place
from .ways import allowance


def carry_out(b: Battle, o: Order) -> None:
    """An order to a commanded group; who is told anything is a router no more [TY-R23]."""
    if o.kind == Act.STEP:
        step(b, o)
        return
    g = o.actor
    b.groups[g].ordered = True
    if o.kind == Act.HOLD:
        hold(b, g)
    elif o.kind == Act.MARCH:
        march(b, g, o)
    elif o.kind == Act.FORM:
        form(b, g, o)
    elif o.kind == Act.CHARGE:
        order_charge(b, g, o)
    elif o.kind == Act.TAKE_COVER:
        order_cover(b, g)
    elif o.kind == Act.SQUARE or o.kind == Act.CIRCLE or o.kind == Act.REFORM:
        change_shape(b, g, o.kind)
    elif o.kind == Act.MOUNT or o.kind == Act.DISMOUNT:
        mount(b, g, o.kind == Act.MOUNT)
    elif o.kind == Act.JOIN:
        join(b, g, o.other)
    else:
        carry_out_engine(b, g, o)


def carry_out_engine(b: Battle, g: int, o: Order) -> None:
    if o.kind == Act.LIMBER or o.kind == Act.UNLIMBER:
        limber(b, g, o.kind)
    elif o.kind == Act.PIVOT:
        pivot(b, g, o.fx, o.fy)
    elif o.kind == Act.MANHANDLE or o.kind == Act.DRIVE:
        shift_engine(b, g, o)
    elif o.kind == Act.SERVE:
        b.groups[g].engine = o.other
        hold(b, g)
    elif o.kind == Act.HITCH_UP:
        hitch_up(b, g)


def hold(b: Battle, g: int) -> None:
    """Halted, and loading if there is anything to load [TY-050, EC-088]."""
    u = b.groups[g]
    if u.activity == Activity.ENGAGED:
        return
    kept = Activity.DEFENDING if u.activity == Activity.DEFENDING else Activity.HALTED
    stand_as(b, g, kept, False, False)
    note_move(b, g, Gait.HALT, 0.0)


def settle_plan(b: Battle, g: int, gait: int, fx: float, fy: float) -> float:
    """Everybody goes where the plan on the paper has him; how far the farthest went."""
    far = farthest_in_plan(b, g)
    i = first(b, g)
    while i >= 0:
        spend(b, i, b.paper.x[i], b.paper.y[i], gait)
        i = next_of(b, i)
    i = first(b, g)
    while i >= 0:
        put(b, i, b.paper.x[i], b.paper.y[i], fx, fy)
        i = next_of(b, i)
    count_off(b, g)
    note_move(b, g, real_gait(b, g, gait, far), far)
    return far


def real_gait(b: Battle, g: int, gait: int, far: float) -> int:
    return gait if is_mounted(b, g) else Gait.WALK


def spend(b: Battle, i: int, x: float, y: float, gait: int) -> None:
    f = b.figures[i]
    gait = gait_on(b, i, x, y, gait)
    most = allowance(b, i, gait)
    cost = cost_of(b, i, x, y, gait)
    f.spent = min(1.0, f.spent + cost / most) if most > 0.0 else 1.0


def put(b: Battle, i: int, x: float, y: float, fx: float, fy: float) -> None:
    """On his place, or off the table by the edge that is the way out."""
    f = b.figures[i]
    if is_off_table(b, x, y):
        bring_off(b, i)
        return
    set_down(b, i, x, y)
    f.fx, f.fy = fx, fy


def march(b: Battle, g: int, o: Order) -> None:
    plan_march(b, g, o.x, o.y, o.fx, o.fy)
    far = settle_plan(b, g, o.how, o.fx, o.fy)
    stand_as(b, g, Activity.HALTED if far <= NEAR else Activity.MOVING, False, False)
    b.groups[g].to_x, b.groups[g].to_y = o.x, o.y
    b.groups[g].at_pikes_length = False
    emit(b.log, Ev.MOVES, 37, g, -1, b.groups[g].gait, 0, far)


def form(b: Battle, g: int, o: Order) -> None:
    plan_form(b, g, o.other, o.x, o.y, o.fx, o.fy)
    far = settle_plan(b, g, o.how, o.fx, o.fy)
    stand_as(b, g, Activity.HALTED, False, False)
    emit(b.log, Ev.FORMS, 37, g, -1, o.other, 0, far)


def step(b: Battle, o: Order) -> None:
    """One man by himself."""
    i = o.actor
    f = b.figures[i]
    far = distance(f.x, f.y, o.x, o.y)
    f.stepped = b.turn
    spend(b, i, o.x, o.y, Gait.WALK)
    put(b, i, o.x, o.y, o.fx, o.fy)
    if far > NEAR:
        b.groups[f.group].moved = True
    emit(b.log, Ev.STEPS, 37, i, f.group, 0, 0, far)


def order_charge(b: Battle, g: int, o: Order) -> None:
    """A commanded charge; the gait it was declared at [TY-087, PS-R09]."""
    gait = o.how % 8
    if o.how >= 8:
        charge_at_pikes_length(b, g, o.other)
        note_move(b, g, Gait.WALK, 1.0)
    else:
        charge(b, g, o.other, gait)
        note_move(b, g, gait if is_mounted(b, g) else Gait.WALK, 1.0)
    b.groups[g].router, b.groups[g].falling_back = False, False


def order_cover(b: Battle, g: int) -> None:
    k = best_cover(b, g, Gait.WALK)
    if k < 0:
        halt(b, g)
        return
    far = go_into_cover(b, g, k, Gait.WALK)
    x, y, known = enemy_place(b, g)
    if known:
        face_group(b, g, x, y)
    stand_as(b, g, Activity.HALTED, False, False)
    note_move(b, g, Gait.WALK, far)
    emit(b.log, Ev.TO_COVER, R + 21, g, k, 0, 0, far)


def change_shape(b: Battle, g: int, act: int) -> None:
    """Half a move; in square or circle they face outward [EC-R13]."""
    u = b.groups[g]
    u.shape = Shape.OPEN if act == Act.REFORM else (Shape.SQUARE if act == Act.SQUARE else Shape.CIRCLE)
    x, y = centre(b, g)
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        f.spent = min(1.0, f.spent + b.rules.form_share)
        if u.shape != Shape.OPEN and distance(f.x, f.y, x, y) > NEAR:
            f.fx, f.fy = unit(f.x - x, f.y - y)
        i = next_of(b, i)
    if u.shape == Shape.OPEN:
        ex, ey, known = enemy_place(b, g)
        if known:
            face_group(b, g, ex, ey)
    stand_as(b, g, Activity.HALTED, False, False)
    emit(b.log, Ev.SHAPES, OWN + R + 13, g, -1, u.shape, 0, 0.0)


def join(b: Battle, g: int, h: int) -> None:
    """A remnant becomes part of another group; the host's strength grows by those who come [TY-016, TY-R67]."""
    i = first(b, g)
    while i >= 0:
        after = next_of(b, i)
        if present(b.figures[i]):
            unlink(b, g, i)
            enlist(b, i, h)
            b.groups[h].began += 1
        i = after
    stir(b.groups[g], g, h, 0)
    stir(b.groups[h], g, h, 0)
    muster(b, g)
    muster(b, h)
    emit(b.log, Ev.JOINS, 16, g, h, 0, 0, 0.0)


def unlink(b: Battle, g: int, i: int) -> None:
    """Take a figure out of its group's list."""
    u = b.groups[g]
    if u.head == i:
        u.head = b.figures[i].next
        return
    k = u.head
    while b.figures[k].next != i:
        k = b.figures[k].next
    b.figures[k].next = b.figures[i].next


# Guns and wagons


def limber(b: Battle, g: int, act: int) -> None:
    """Two turns of work by four men [EC-091, EC-R23]."""
    k = b.groups[g].engine
    e = b.engines[k]
    e.work += 1
    mark_serving(b, k)
    if e.work >= b.rules.limber_turns:
        e.work = 0
        e.limber = Limber.LIMBERED if act == Act.LIMBER else Limber.UNLIMBERED
        e.loaded, e.charge = False, 0.0
    emit(b.log, Ev.GUN_MOVES, OWN + 91, k, -1, act, e.work, 0.0)
    hold(b, g)


def pivot(b: Battle, g: int, fx: float, fy: float) -> None:
    """45 degrees, instead of any other work [PS-090, EC-R23]."""
    k = b.groups[g].engine
    e = b.engines[k]
    e.fx, e.fy = fx, fy
    mark_serving(b, k)
    emit(b.log, Ev.GUN_MOVES, OWN_PS + 90 if b.book == 1 else OWN + R + 23, k, -1, Act.PIVOT, 0, 0.0)
    hold(b, g)


def shift_engine(b: Battle, g: int, o: Order) -> None:
    """A gun or wagon goes, and its crew with it [EC-090, EC-092, PS-089, EC-R32]."""
    k = b.groups[g].engine
    e = b.engines[k]
    if o.kind == Act.DRIVE:
        e.fx, e.fy = o.fx, o.fy
    far = bring_engine(b, g, o.x, o.y)
    face_along(b, g, e.fx, e.fy)
    mark_serving(b, k)
    note_move(b, g, Gait.WALK, far)
    rule = OWN_PS + 89 if b.book == 1 else (OWN + 90 if o.kind == Act.MANHANDLE else OWN + 92)
    emit(b.log, Ev.GUN_MOVES, rule, k, -1, o.kind, 0, far)


def hitch_up(b: Battle, g: int) -> None:
    """Half a move, and from then on 20 [EC-022]."""
    i = first(b, g)
    while i >= 0:
        b.figures[i].hampered = False
        b.figures[i].spent = min(1.0, b.figures[i].spent + b.rules.form_share)
        i = next_of(b, i)
    emit(b.log, Ev.HITCHES, OWN + 22, g, -1, 0, 0, 0.0)
