"""Buildings: coming, going, and placing the defenders.  Where they stand is in houses.py."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.boxes import box_gap, point_box_gap
from ...table.sweeps import segment_in_piece
from ...values import Box, Order
from .houses import (
    building_box,
    capacity,
    check_garrison_kind,
    check_manned,
    come_out,
    garrison_of,
    man_sides,
    manned_on,
)
from .marching import stop_rule
from .movement import allowance, begin_move, check_free_of_contact, is_unit
from .obstacles import heeds, is_obstacle, note_lining_of, obstacle_on
from .paces import rate, slow_reasons
from .places import then_box
from .poses import base_fits, enemy_touching, pose, reshaped_box
from .state import NOBODY, Battle, Ev, Nerve, R
from .strips import is_building, is_garrison, strips_of
from .touching import touches_enemy

# Coming and going


def check_enter(b: Battle, f: int, o: Order) -> int:
    """Only from its edge, only foot, only if nobody else is in it [FW-040, FW-041, FW-043, FW-R27, FW-R67]."""
    u = b.formations[f]
    k = o.other
    if not is_building(b, k):
        return refuse(b.refusal, 41, 0.0, 0.0, NOBODY)
    if is_garrison(u) or garrison_of(b, k) >= 0:
        return refuse(b.refusal, R + 27, 0.0, 0.0, garrison_of(b, k))
    bad = check_free_of_contact(b, f)
    if bad == 0:
        bad = check_garrison_kind(b, f)
    if bad != 0:
        return bad
    gap = box_gap(then_box(u), building_box(b, k))
    if gap > b.rules.contact or u.began:
        return refuse(b.refusal, 41, gap, b.rules.contact, k)
    if strips_of(u) > capacity(b, f, k):
        return refuse(b.refusal, 43, float(strips_of(u)), float(capacity(b, f, k)), k)
    return check_manned(b, f, k, o.how)


def enter(b: Battle, o: Order) -> None:
    """Inside, along the sides that its player likes; a halt is over [FW-041, FW-046, FW-R67]."""
    f = o.actor
    u = b.formations[f]
    begin_move(b, f)
    u.spent = allowance(b, f)
    u.done = True
    u.wall = NOBODY
    if u.nerve == Nerve.HALTED:
        u.nerve = Nerve.CALM
    man_sides(b, f, o.other, o.how)
    emit(b.log, Ev.ENTERED, 41, f, o.other, 0, 0, 0.0)


def check_garrison(b: Battle, f: int, o: Order) -> int:
    """Placing the defenders again costs the turn's move; sides under attack keep theirs [FW-046, FW-R27, FW-R36]."""
    u = b.formations[f]
    if not is_garrison(u) or u.began or o.how == u.manned:
        return refuse(b.refusal, R + 27, 0.0, 0.0, f)
    bad = check_manned(b, f, u.building, o.how)
    if bad != 0:
        return bad
    for m in range(u.n):
        edge = b.strips[u.members[m]].edge
        fewer = manned_on(o.how, edge) < manned_on(u.manned, edge)
        if u.members[m] != u.character and fewer and touches_enemy(b, u.members[m]):
            return refuse(b.refusal, R + 36, 0.0, 0.0, u.members[m])
    return 0


def garrison(b: Battle, o: Order) -> None:
    """The defenders along other sides [FW-046, FW-R27]."""
    f = o.actor
    u = b.formations[f]
    begin_move(b, f)
    u.spent = allowance(b, f)
    u.done = True
    man_sides(b, f, u.building, o.how)
    emit(b.log, Ev.MANNED, R + 27, f, u.building, o.how, 0, 0.0)


def check_leave(b: Battle, f: int, o: Order) -> int:
    """Out of a building with half the allowance, measured from its edge [FW-042]."""
    u = b.formations[f]
    if not is_garrison(u) or u.began or not is_unit(o.fx, o.fy) or not 1 <= o.other <= strips_of(u):
        return refuse(b.refusal, 42, 0.0, 0.0, f)
    bad = check_free_of_contact(b, f)
    if bad != 0:
        return bad
    half = allowance(b, f) * b.rules.leave_share
    cost = leave_cost(b, f, o)
    if not cost <= half + b.rules.tolerance:
        return refuse(b.refusal, 42, cost, half, u.building)
    bad = check_forms_up(b, f, o)
    if bad != 0:
        return bad
    return check_no_obstacle_between(b, f, o)


def leave_cost(b: Battle, f: int, o: Order) -> float:
    """From the building's edge to the middle of its front, slow ground counted [FW-042, FW-R20]."""
    u = b.formations[f]
    far = point_box_gap(building_box(b, u.building), o.x, o.y)
    reasons = 0
    for m in range(u.n):
        reasons |= slow_reasons(b, b.strips[u.members[m]], outside_box(b, f, m, o))
    return far * rate(b, reasons, 1.0)


def outside_box(b: Battle, f: int, m: int, o: Order) -> Box:
    """The base of its member number m once it has come out and formed up."""
    return reshaped_box(b, f, m, o.other, pose(o.x, o.y, o.fx, o.fy))


def check_forms_up(b: Battle, f: int, o: Order) -> int:
    """Room for all of them outside, in contact with nobody [FW-042, FW-R18, FW-R29]."""
    u = b.formations[f]
    for m in range(u.n):
        box = outside_box(b, f, m, o)
        if not base_fits(b, f, u.members[m], box):
            return refuse(b.refusal, R + 29, 0.0, 0.0, f)
        k = obstacle_on(b, u.members[m], box)
        if k >= 0:
            return refuse(b.refusal, stop_rule(b, k), 0.0, 0.0, k)
        g = enemy_touching(b, u.side, box)
        if g >= 0:
            return refuse(b.refusal, R + 18, 0.0, 0.0, g)
    return 0


def check_no_obstacle_between(b: Battle, f: int, o: Order) -> int:
    """No wall, hedge or water between the building and where it forms up [FW-030, FW-032]."""
    u = b.formations[f]
    if not heeds(b.strips[u.members[0]]):
        return 0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_obstacle(p.kind):
            t0, t1 = segment_in_piece(p, u.x, u.y, o.x, o.y)
            if t0 <= t1:
                return refuse(b.refusal, stop_rule(b, k), 0.0, 0.0, k)
    return 0


def leave(b: Battle, o: Order) -> None:
    """Outside, formed up; half of its allowance is all it has this turn [FW-042]."""
    f = o.actor
    u = b.formations[f]
    cost = leave_cost(b, f, o)
    begin_move(b, f)
    u.share = b.rules.leave_share
    u.spent = cost
    come_out(b, f, o.other, o)
    note_lining_of(b, f)
