"""Leaving a formation on the spot, and running from a heroic combat: what may be done.  Nothing here asks."""

from __future__ import annotations

from ...battle import refuse
from ...table.sweeps import sweep_box
from ...table.vectors import length, unit
from ...values import Box, Order
from .charms import is_frozen, pace_factor
from .hits import take_over
from .movement import straight_reach
from .places import enrol, follow, strike_off
from .state import NOBODY, Act, Battle, Deed, Posted, R
from .strips import box_of, fights_like_hero, is_garrison, is_running, may_accompany, on_table, pace_of
from .touching import strip_formation_gap
from .ways import body_of, ground_bears, keeps_off

UNIT = 1e-6  # how far from 1 a facing may be long


def set_free(b: Battle, i: int) -> int:
    """An attached character stands alone where he is, in the formation that is his own; its number [FW-R06]."""
    s = b.strips[i]
    f = s.formation
    strike_off(b, i)
    take_over(b, f, s.home)
    enrol(b, i, s.home)
    follow(b, s.home)
    b.formations[s.home].pursued = False
    return s.home


def posted_there(how: int) -> int:
    """Where he stands with those he joins: as ordered, or behind them."""
    return how if how == Posted.LEFT or how == Posted.RIGHT else int(Posted.BEHIND)


def own_pace(b: Battle, i: int) -> float:
    """His own full move, as the spells on his formation change it [FW-R84]."""
    s = b.strips[i]
    return pace_of(b, s) * pace_factor(b, s.formation)


def place_of(b: Battle, o: Order) -> Box:
    """His base where the order puts it: the place is that of his front edge."""
    s = b.strips[o.actor]
    return Box(o.x - o.fx * s.depth / 2.0, o.y - o.fy * s.depth / 2.0, o.fx, o.fy, s.width, s.depth)


def way_long(b: Battle, o: Order) -> float:
    """The inches that he runs."""
    s = b.strips[o.actor]
    if o.other >= 0:
        return strip_formation_gap(b, o.actor, o.other) if o.other != s.formation else 0.0
    end = place_of(b, o)
    return length(end.x - s.x, end.y - s.y)


def check_flee(b: Battle, side: int, o: Order) -> int:
    """Out of a heroic combat, up to his full move, for one more hit [FW-178, FW-R84]."""
    if o.kind != Act.FLEE_DUEL or not 0 <= o.actor < b.n_strips:
        return refuse(b.refusal, 178, 0.0, 0.0, o.actor)
    s = b.strips[o.actor]
    if not on_table(s) or s.side != side or s.duel < 0 or not fights_like_hero(b, s):
        return refuse(b.refusal, 178, 0.0, 0.0, o.actor)
    u = b.formations[s.formation]
    if u.done or u.began or s.deed != Deed.NONE:
        return refuse(b.refusal, R + 84, 0.0, 0.0, o.actor)
    if is_running(u):
        return refuse(b.refusal, 141, 0.0, 0.0, s.formation)
    if is_frozen(b, s.formation):
        return refuse(b.refusal, 87, 0.0, 0.0, s.formation)
    if o.other == s.formation:
        return check_behind(b, o)
    return check_mingle(b, o) if o.other >= 0 else check_run(b, o)


def check_behind(b: Battle, o: Order) -> int:
    """Behind the formation that he is with [FW-178, FW-R06]."""
    u = b.formations[o.other]
    if u.character != o.actor or is_garrison(u) or b.strips[o.actor].posted == Posted.BEHIND:
        return refuse(b.refusal, R + 6, 0.0, 0.0, o.other)
    return 0


def check_mingle(b: Battle, o: Order) -> int:
    """To friends within his full move who have no character and do not run [FW-009, FW-178, FW-R84, FW-R111]."""
    if not 0 <= o.other < b.n_formations or not may_accompany(b, o.other, o.actor):
        return refuse(b.refusal, R + 84, 0.0, 0.0, o.other)
    u = b.formations[o.other]
    if is_running(u) or is_garrison(u):
        return refuse(b.refusal, R + 111, 0.0, 0.0, o.other)
    s = b.strips[o.actor]
    gap = strip_formation_gap(b, o.actor, o.other)
    most = own_pace(b, o.actor)
    if gap > most + b.rules.tolerance:
        return refuse(b.refusal, R + 84, gap, most, o.other)
    if gap > 0.0:
        part = gap / max(length(u.x - s.x, u.y - s.y), gap)
        met = first_enemy(b, o.actor, (u.x - s.x) * part, (u.y - s.y) * part)
        if met >= 0:
            return refuse(b.refusal, 178, 0.0, 0.0, met)
    return 0


def check_run(b: Battle, o: Order) -> int:
    """To a free place, clear of the enemy, the way there no longer than his move and through no enemy [FW-178, FW-R84]."""
    s = b.strips[o.actor]
    if abs(length(o.fx, o.fy) - 1.0) > UNIT:
        return refuse(b.refusal, R + 84, length(o.fx, o.fy), 1.0, o.actor)
    end = place_of(b, o)
    dx, dy = end.x - s.x, end.y - s.y
    far = length(dx, dy)
    ux, uy = unit(dx, dy)
    most = straight_reach(b, s.formation, ux, uy, own_pace(b, o.actor))
    if far > most + b.rules.tolerance:
        return refuse(b.refusal, R + 84, far, most, o.actor)
    if not ground_bears(b, o.actor, end) or not keeps_off(b, o.actor, end, 0.0, False):
        return refuse(b.refusal, R + 28, 0.0, 0.0, o.actor)
    if not keeps_off(b, o.actor, end, b.rules.contact, True):
        return refuse(b.refusal, 53, 0.0, 0.0, o.actor)
    met = first_enemy(b, o.actor, dx, dy)
    return refuse(b.refusal, 178, 0.0, 0.0, met) if met >= 0 else 0


def first_enemy(b: Battle, i: int, dx: float, dy: float) -> int:
    """An enemy strip that lies across his straight way, or nobody."""
    s = b.strips[i]
    body = body_of(box_of(s))
    for j in range(b.n_strips):
        t = b.strips[j]
        if t.formation >= 0 and t.side != s.side:
            t0, t1 = sweep_box(body, dx, dy, box_of(t))
            if t0 <= t1:
                return j
    return NOBODY
