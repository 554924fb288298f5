"""Heroes, leaders and wizards with formations: joining, leaving, and where they stand."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.boxes import box_gap, point_box_gap
from ...table.sweeps import sweep_box
from ...table.vectors import length
from ...values import Box, Order
from .charms import pace_factor
from .hits import take_over
from .houses import building_box, man_sides
from .marching import check_paid, first_met_from, in_the_way_rule, stop_rule, straight_end
from .movement import (
    allowance,
    begin_move,
    check_free_of_contact,
    check_mover,
    is_unit,
    left_to_move,
)
from .obstacles import bars, heeds, is_obstacle, parts_of, sweep_part
from .paces import all_aloft, rate, slow_reasons
from .places import dress, enrol, follow, is_attached, spot, strike_off, then_box
from .poses import enemy_touching, pose_of
from .state import NOBODY, Battle, Deed, Ev, Formation, Posted, R, Strip
from .strips import (
    box_of,
    character_of,
    is_character,
    is_garrison,
    is_lone_character,
    is_running,
    may_accompany,
    may_garrison,
    on_table,
    pace_of,
)
from .touching import touches_enemy
from .ways import body_of, ground_bears, stands_clear_but


def check_character(b: Battle, side: int, i: int) -> int:
    """A character of one's own who has neither joined nor left this turn; no other strip goes over [FW-007, FW-R06, FW-R10]."""
    if not 0 <= i < b.n_strips or not on_table(b.strips[i]) or b.strips[i].side != side:
        return refuse(b.refusal, R + 6, 0.0, 0.0, NOBODY)
    s = b.strips[i]
    if not is_character(s):
        return refuse(b.refusal, R + 10, 0.0, 0.0, i)
    if s.deed == Deed.JOINED or s.deed == Deed.LEFT:
        return refuse(b.refusal, R + 6, 0.0, 0.0, i)
    return check_mover(b, side, s.formation)


def is_post(how: int) -> bool:
    """At either end of the front rank, or behind [FW-R06]."""
    return how == Posted.LEFT or how == Posted.RIGHT or how == Posted.BEHIND


def post_box(b: Battle, u: Formation, s: Strip, how: int) -> Box:
    """Where a character so posted would stand with a formation."""
    return spot(u, s, how, 0, 0, u.files, u.ranks, pose_of(u))


# Joining


def check_join(b: Battle, side: int, o: Order) -> int:
    """Into contact with a formation that has none, one join or leave a turn [FW-008, FW-009, FW-011, FW-R06, FW-R07]."""
    bad = check_character(b, side, o.actor)
    if bad != 0:
        return bad
    if not is_lone_character(b, b.formations[b.strips[o.actor].formation]) or not is_post(o.how):
        return refuse(b.refusal, R + 6, 0.0, 0.0, o.actor)
    bad = check_company(b, side, o.actor, o.other)
    if bad == 0:
        bad = check_free_of_contact(b, b.strips[o.actor].formation)
    if bad != 0:
        return bad
    if is_garrison(b.formations[o.other]):
        return check_join_inside(b, o)
    bad = check_join_way(b, o)
    if bad != 0:
        return bad
    return check_post_room(b, o.actor, o.other, o.how)


def check_company(b: Battle, side: int, i: int, f: int) -> int:
    """A friendly formation that he may be with, and that is not running [FW-009, FW-R07, FW-R111]."""
    if not 0 <= f < b.n_formations or b.formations[f].n == 0 or b.formations[f].side != side:
        return refuse(b.refusal, R + 6, 0.0, 0.0, NOBODY)
    if f == b.strips[i].formation or character_of(b, b.formations[f]) >= 0:
        return refuse(b.refusal, 9, 0.0, 0.0, f)
    if not may_accompany(b, f, i):
        return refuse(b.refusal, R + 7, 0.0, 0.0, f)
    if is_running(b.formations[f]):
        return refuse(b.refusal, R + 111, 0.0, 0.0, f)
    return 0


def join_way(b: Battle, i: int, f: int) -> tuple[float, float, float]:
    """The way from a character straight to the nearest base of a formation: its direction, and its length."""
    s = b.strips[i]
    u = b.formations[f]
    least = 1000.0
    ux, uy, far = s.fx, s.fy, 0.0
    for k in range(u.n):
        t = b.strips[u.members[k]]
        gap = box_gap(box_of(s), box_of(t))
        if gap < least:
            least = gap
            whole = length(t.x - s.x, t.y - s.y)
            ux, uy = (t.x - s.x) / max(whole, 1e-9), (t.y - s.y) / max(whole, 1e-9)
            t0, t1 = sweep_box(body_of(box_of(s)), t.x - s.x, t.y - s.y, box_of(t))
            far = t0 * whole if t0 <= t1 else whole
    return ux, uy, far


def check_join_way(b: Battle, o: Order) -> int:
    """Within his move, through no enemy, and no obstacle before he is there [FW-023, FW-R06, FW-R28]."""
    f = b.strips[o.actor].formation
    ux, uy, far = join_way(b, o.actor, o.other)
    at = pose_of(b.formations[f])
    end, piece, crosses = straight_end(b, f, at, ux, uy, far)
    if piece < 0 and end < far - b.rules.contact:
        return refuse(b.refusal, R + 28, far, end, o.other)
    if end < far - b.rules.contact or crosses:
        return refuse(b.refusal, stop_rule(b, piece), far, end, piece)
    t, g = first_met_from(b, f, at, ux * far, uy * far, NOBODY)
    if g >= 0 and not all_aloft(b, f):
        return refuse(b.refusal, in_the_way_rule(b, f, g), far, t * far, g)
    return check_paid(b, f, at, ux * far, uy * far, 1.0, left_to_move(b, f))


def check_post_room(b: Battle, i: int, f: int, how: int) -> int:
    """Room where he would stand, and no enemy in touch: that would be a charge [FW-R06, FW-R18]."""
    box = post_box(b, b.formations[f], b.strips[i], how)
    if not fits_among(b, i, f, box):
        return refuse(b.refusal, R + 6, 0.0, 0.0, f)
    g = enemy_touching(b, b.strips[i].side, box)
    if g >= 0:
        return refuse(b.refusal, R + 18, 0.0, 0.0, g)
    return 0


def fits_among(b: Battle, i: int, f: int, box: Box) -> bool:
    """Room for his base in a formation: nobody else there but himself, where he stands now."""
    return ground_bears(b, i, box) and stands_clear_but(b, f, i, box)


def check_join_inside(b: Battle, o: Order) -> int:
    """A garrison is joined from the edge of its building, next turn, and on foot [FW-040, FW-041, FW-R27]."""
    s = b.strips[o.actor]
    k = b.formations[o.other].building
    if not may_garrison(s):
        return refuse(b.refusal, R + 27, 0.0, 0.0, o.actor)
    gap = box_gap(then_box(b.formations[s.formation]), building_box(b, k))
    if gap > b.rules.contact or b.formations[s.formation].began:
        return refuse(b.refusal, 41, gap, b.rules.contact, k)
    return 0


def join(b: Battle, o: Order) -> None:
    """He is attached at the end of his move; the formation has no more than he has left [FW-008, FW-R06]."""
    i, f = o.actor, o.other
    s = b.strips[i]
    u = b.formations[f]
    left = 0.0
    if not is_garrison(u):
        _, _, far = join_way(b, i, f)
        left = max(left_to_move(b, s.formation) - far, 0.0)
    begin_move(b, s.formation)
    b.formations[s.formation].done = True
    strike_off(b, i)
    enrol(b, i, f)
    u.character = i
    s.posted = o.how
    s.deed = Deed.JOINED
    b.mover = NOBODY
    if is_garrison(u):
        man_sides(b, f, u.building, u.manned)
    else:
        u.spent = max(u.spent, allowance(b, f) * u.share - left)
        dress(b, f)
    emit(b.log, Ev.JOINED, R + 6, i, f, o.how, 0, 0.0)


# Leaving


def check_detach(b: Battle, side: int, o: Order) -> int:
    """Before his formation moves, he leaves it and moves alone [FW-008, FW-R06, FW-R36]."""
    bad = check_character(b, side, o.actor)
    if bad != 0:
        return bad
    s = b.strips[o.actor]
    u = b.formations[s.formation]
    if u.character != o.actor or u.began or not is_unit(o.fx, o.fy):
        return refuse(b.refusal, R + 6, u.spent, 0.0, o.actor)
    if touches_enemy(b, o.actor):
        return refuse(b.refusal, R + 36, 0.0, 0.0, o.actor)
    box = place_alone(s, o)
    if not fits_among(b, o.actor, s.home, box):
        return refuse(b.refusal, R + 29, 0.0, 0.0, o.actor)
    g = enemy_touching(b, side, box)
    if g >= 0:
        return refuse(b.refusal, R + 18, 0.0, 0.0, g)
    return check_way_out(b, o.actor, box)


def place_alone(s: Strip, o: Order) -> Box:
    """His base where he is ordered to."""
    return Box(o.x - o.fx * s.depth / 2.0, o.y - o.fy * s.depth / 2.0, o.fx, o.fy, s.width, s.depth)


def check_way_out(b: Battle, i: int, box: Box) -> int:
    """Within his own move, half of it out of a building; through no enemy, no obstacle, no closed ground [FW-R06, FW-042]."""
    s = b.strips[i]
    u = b.formations[s.formation]
    share = b.rules.leave_share if is_garrison(u) else 1.0
    left = pace_of(b, s) * pace_factor(b, s.formation) * share
    cost = way_alone(b, i, box)
    if cost > left + b.rules.tolerance:
        return refuse(b.refusal, 42 if is_garrison(u) else 23, cost, left, i)
    k = piece_between(b, i, box)
    if k >= 0:
        return refuse(b.refusal, stop_rule(b, k), 0.0, 0.0, k)
    return check_nobody_between(b, i, box)


def way_alone(b: Battle, i: int, box: Box) -> float:
    """What his way out costs: slow if he begins or ends it in slow ground; from the edge of a building [FW-R20]."""
    s = b.strips[i]
    u = b.formations[s.formation]
    far = length(box.x - s.x, box.y - s.y)
    if is_garrison(u):
        far = point_box_gap(building_box(b, u.building), box.x, box.y)
    reasons = slow_reasons(b, s, box) | slow_reasons(b, s, box_of(s))
    return far * rate(b, reasons, 1.0)


def piece_between(b: Battle, i: int, box: Box) -> int:
    """An obstacle or closed ground on his straight way, his own building left out, or nobody."""
    s = b.strips[i]
    home = b.formations[s.formation].building
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if k != home and ((is_obstacle(p.kind) and heeds(s)) or bars(b, s, p.kind)):
            for part in range(parts_of(p)):
                t0, t1 = sweep_part(b, box_of(s), box.x - s.x, box.y - s.y, p, part)
                if t0 <= t1:
                    return k
    return NOBODY


def check_nobody_between(b: Battle, i: int, box: Box) -> int:
    """Characters pass through friends, not through enemies [FW-R28]."""
    s = b.strips[i]
    for j in range(b.n_strips):
        t = b.strips[j]
        if t.formation >= 0 and t.side != s.side and b.formations[t.formation].building < 0:
            t0, t1 = sweep_box(body_of(box_of(s)), box.x - s.x, box.y - s.y, box_of(t))
            if t0 <= t1:
                return refuse(b.refusal, R + 18, 0.0, 0.0, t.formation)
    return 0


def detach(b: Battle, o: Order) -> None:
    """Alone again, in the formation that is his own, with what is left of his move [FW-008, FW-R06]."""
    i = o.actor
    s = b.strips[i]
    f = s.formation
    box = place_alone(s, o)
    cost = way_alone(b, i, box)
    housed = is_garrison(b.formations[f])
    strike_off(b, i)
    take_over(b, f, s.home)
    s.x = box.x
    s.y = box.y
    s.fx = box.fx
    s.fy = box.fy
    enrol(b, i, s.home)
    follow(b, s.home)
    if not housed:
        dress(b, f)
    v = b.formations[s.home]
    v.spent = cost
    v.share = b.rules.leave_share if housed else 1.0
    s.deed = Deed.LEFT
    if cost > 0.0:
        begin_move(b, s.home)
    emit(b.log, Ev.DETACHED, R + 6, i, f, 0, 0, cost)


# Standing elsewhere


def check_post(b: Battle, side: int, o: Order) -> int:
    """At either end of the front rank, or behind it, when his formation moves [FW-R06]."""
    i = o.actor
    if not 0 <= i < b.n_strips or not on_table(b.strips[i]):
        return refuse(b.refusal, R + 6, 0.0, 0.0, NOBODY)
    s = b.strips[i]
    bad = check_mover(b, side, s.formation)
    if bad == 0:
        bad = check_free_of_contact(b, s.formation)
    if bad != 0:
        return bad
    u = b.formations[s.formation]
    if u.character != i or not is_attached(s) or not is_post(o.how) or o.how == s.posted:
        return refuse(b.refusal, R + 6, 0.0, 0.0, i)
    return check_post_room(b, i, s.formation, o.how)


def post(b: Battle, o: Order) -> None:
    """He stands elsewhere in his formation [FW-R06]."""
    s = b.strips[o.actor]
    s.posted = o.how
    dress(b, s.formation)
    emit(b.log, Ev.POSTED, R + 6, o.actor, s.formation, o.how, 0, 0.0)
