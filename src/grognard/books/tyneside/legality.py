"""What may be answered to an ask: 0, or the rule that an order breaks."""

from __future__ import annotations

from math import isfinite

from ...battle import refuse
from ...values import Ask, Order
from .command import may_activate, price_of_group, purse_of
from .early_19th.gatling import is_gatling, may_fire_gatling
from .figures import figure_group_gap, first, group_gap, is_leader, present
from .guns import is_gun, is_served, may_fire_gun
from .lacking import lack
from .plans import (
    check_charge,
    check_cover,
    check_drive,
    check_form,
    check_hitch,
    check_join,
    check_limber,
    check_manhandle,
    check_march,
    check_mounting,
    check_pivot,
    check_serve,
    check_shape,
    check_step,
    may_order,
)
from .shooting import can_shoot_at, may_pick, uses_ratio
from .state import Act, AskKind, Battle, Limber, R, Role, Shape
from .status import is_commanded


def check(b: Battle, ask: Ask, o: Order) -> int:
    """0, or the number of the rule against an order; the measurement is in b.refusal."""
    refuse(b.refusal, 0, 0.0, 0.0, -1)
    if not (isfinite(o.x) and isfinite(o.y) and isfinite(o.fx) and isfinite(o.fy)):
        return R + 65
    if ask.kind == AskKind.SPEND:
        return check_spend(b, ask, o)
    if ask.kind == AskKind.MOVE:
        return check_move(b, ask, o)
    if ask.kind == AskKind.SHOOT:
        return check_shoot(b, ask, o)
    if ask.kind == AskKind.VICTIM:
        return check_victim(b, ask, o)
    if ask.kind == AskKind.FOLLOW:
        return 0 if o.kind == Act.FOLLOW_UP or o.kind == Act.STAY else 97
    return 0 if o.kind == Act.YES or o.kind == Act.NO else R + 31


def check_spend(b: Battle, ask: Ask, o: Order) -> int:
    """Points buy leaders one by one and groups whole, within reach [TY-028, TY-031, TY-R31]."""
    if o.kind == Act.DONE:
        return 0
    if o.kind != Act.ACTIVATE:
        return R + 31
    rule = may_activate(b, ask.actor, o.other)
    if rule == R + 31:
        price = price_of_group(b, ask.actor, o.other)
        return refuse(b.refusal, rule, float(price), float(purse_of(b, ask.actor, o.other)), o.other)
    if rule == 0 and o.how != 0 and not is_leader(b.groups[o.other]):
        return R + 35
    return rule


def check_move(b: Battle, ask: Ask, o: Order) -> int:
    """A commanded group that its result does not bind acts as its player wishes [TY-037, TY-R15]."""
    if o.kind == Act.DONE:
        return 0
    if o.kind == Act.STEP:
        return check_step(b, o.actor, ask.side, o.x, o.y, o.fx, o.fy)
    rule = may_order(b, o.actor, ask.side)
    if rule != 0:
        return rule
    g = o.actor
    if b.groups[g].role == Role.CREW and not is_crew_order(o.kind):
        return 88 + 10_000 if b.book == 0 else 80
    return check_kind(b, g, o)


def is_crew_order(act: int) -> bool:
    """Crews hold their place, and see to their gun; they may come back to it [EC-088, TY-R84]."""
    return (
        act == Act.HOLD
        or act == Act.MARCH
        or act == Act.LIMBER
        or act == Act.UNLIMBER
        or act == Act.PIVOT
        or act == Act.MANHANDLE
        or act == Act.DRIVE
    )


def check_kind(b: Battle, g: int, o: Order) -> int:
    """One kind of order after another."""
    if o.kind == Act.HOLD:
        return 0
    if o.kind == Act.MARCH:
        return check_march(b, g, o.x, o.y, o.fx, o.fy, o.how)
    if o.kind == Act.FORM:
        return check_form(b, g, o.other, o.x, o.y, o.fx, o.fy, o.how)
    if o.kind == Act.CHARGE:
        return check_charge(b, g, o.other, o.how)
    if o.kind == Act.TAKE_COVER:
        return check_cover(b, g)
    if o.kind == Act.SQUARE or o.kind == Act.CIRCLE or o.kind == Act.REFORM:
        return check_shape(b, g, o.kind)
    if o.kind == Act.MOUNT or o.kind == Act.DISMOUNT:
        return check_mounting(b, g, o.kind == Act.MOUNT)
    if o.kind == Act.JOIN:
        return check_join(b, g, o.other)
    return check_engine_order(b, g, o)


def check_engine_order(b: Battle, g: int, o: Order) -> int:
    """Orders to those who serve guns and drive wagons, and to civilians."""
    if o.kind == Act.LIMBER or o.kind == Act.UNLIMBER:
        return check_limber(b, g, Limber.LIMBERED if o.kind == Act.LIMBER else Limber.UNLIMBERED)
    if o.kind == Act.PIVOT:
        return check_pivot(b, g, o.fx, o.fy)
    if o.kind == Act.MANHANDLE:
        return check_manhandle(b, g, o.x, o.y)
    if o.kind == Act.DRIVE:
        return check_drive(b, g, o.x, o.y, o.fx, o.fy)
    if o.kind == Act.SERVE:
        return check_serve(b, g, o.other)
    if o.kind == Act.HITCH_UP:
        return check_hitch(b, g)
    return 37


def check_shoot(b: Battle, ask: Ask, o: Order) -> int:
    """A commanded group at a group, a gun at one before it, a Player Character at a man [TY-048, TY-049, TY-R52]."""
    if o.kind == Act.DONE:
        return 0
    g = o.actor
    if not 0 <= g < b.n_groups or b.groups[g].side != ask.side or not is_commanded(b, g) or first(b, g) < 0:
        return 48
    if o.kind == Act.PICK:
        return check_pick(b, g, o.other)
    if o.kind != Act.FIRE or not 0 <= o.other < b.n_groups or b.groups[o.other].side == ask.side:
        return 48
    if has_fired_already(b, g):
        return R + 52
    if can_shoot_at(b, g, o.other) or fires_gun(b, g, o.other):
        return 0
    if serves_gun(b, g):
        return check_gun(b, b.groups[g].engine, o.other)
    return lack(b, g, group_gap(b, g, o.other)) if first(b, o.other) >= 0 else 48


def check_pick(b: Battle, g: int, j: int) -> int:
    """A Player Character picks out an enemy on the table, if he can shoot at him [TY-049]."""
    if not b.groups[g].pc or not 0 <= j < b.n_figures:
        return 49
    if b.figures[j].side == b.groups[g].side or not present(b.figures[j]):
        return 49
    return 0 if may_pick(b, g, j) else lack(b, g, figure_group_gap(b, j, g))


def has_fired_already(b: Battle, g: int) -> bool:
    """One target group a turn, unless fire may be split; a share of a group is taken once, and so is half of a square
    [TY-R52]."""
    u = b.groups[g]
    whole = uses_ratio(b, g) or u.shape != Shape.OPEN or u.role == Role.CREW
    return u.aimed == b.turn and (b.options.split_fire == 0 or whole)


def serves_gun(b: Battle, g: int) -> bool:
    """Is the group the crew of a gun that has men enough to be used [TY-R84]?"""
    k = b.groups[g].engine
    if k < 0 or b.groups[g].role != Role.CREW or not is_gun(b.engines[k]):
        return False
    return is_served(b, k)


def fires_gun(b: Battle, g: int, h: int) -> bool:
    """Does a crew fire its gun at a group?  If it cannot, it acts as troops with firearms [EC-087, TY-R84]."""
    return serves_gun(b, g) and check_gun(b, b.groups[g].engine, h) == 0


def check_gun(b: Battle, k: int, h: int) -> int:
    return may_fire_gatling(b, k, h) if is_gatling(b, k) else may_fire_gun(b, k, h)


def check_victim(b: Battle, ask: Ask, o: Order) -> int:
    """One of those he fights [TY-R70]."""
    if o.kind != Act.STRIKE or not 0 <= o.other < b.n_figures:
        return R + 70
    f, h = b.figures[ask.actor], b.figures[o.other]
    same = f.match >= 0 and f.match == h.match and f.side != h.side
    return 0 if same and present(h) and not h.supports else R + 70
