"""Overlaps: from the second turn of a melee strips beyond the end of a line turn the enemy's flank."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.boxes import box_gap, boxes_overlap, wheeled
from ...table.vectors import angle, cross, distance, dot
from ...values import Box, Order
from .movement import allowance, begin_move, check_mover, is_halted
from .places import in_front_rank, measure
from .poses import base_fits
from .state import NOBODY, Battle, Edge, Ev, Overlap, Posted, R, Strip
from .strips import box_of, is_garrison, is_lone_character, on_table
from .touching import edge_hit, formations_touch, is_in_against, outward, touch

CLOSE = 1e-6


def is_fighting(b: Battle, i: int) -> bool:
    """Is a strip in a fight, or an enemy in against it [FW-144, FW-R69]?"""
    s = b.strips[i]
    for j in range(b.n_strips):
        t = b.strips[j]
        if t.formation >= 0 and t.side != s.side and near(s, t) and touch(b, i, j):
            if is_in_against(b, i, j) or is_in_against(b, j, i):
                return True
    return False


def near(s: Strip, t: Strip) -> bool:
    """Not plainly apart."""
    reach = s.width + s.depth + t.width + t.depth
    return abs(s.x - t.x) <= reach and abs(s.y - t.y) <= reach


def opponent(b: Battle, i: int, g: int) -> int:
    """The strip of g that strip i's front is in against, or nobody."""
    v = b.formations[g]
    for m in range(v.n):
        if near(b.strips[i], b.strips[v.members[m]]) and is_in_against(b, i, v.members[m]):
            return v.members[m]
    return NOBODY


def neighbour(b: Battle, i: int, g: int) -> int:
    """The strip of its formation that stands edge to edge with it in the front rank and fights g, or nobody [FW-R37]."""
    u = b.formations[b.strips[i].formation]
    for k in range(u.n):
        j = u.members[k]
        if j != i and in_front_rank(b, j) and b.strips[j].posted != Posted.FLANK and touch(b, i, j):
            side_by_side = abs(dot(b.strips[j].x - b.strips[i].x, b.strips[j].y - b.strips[i].y, u.fx, u.fy))
            if side_by_side < b.strips[i].depth / 2.0 and opponent(b, j, g) >= 0:
                return j
    return NOBODY


def overlap_rule(edge: int) -> int:
    """The rule that lets one overlap whom one fights on that edge [FW-055, FW-057, FW-058]."""
    if edge == Edge.FRONT:
        return 55
    return 58 if edge == Edge.REAR else 57


def check_overlap(b: Battle, side: int, o: Order) -> int:
    """From the second turn of a melee, strips beyond the end wheel round it [FW-055, FW-056, FW-057, FW-058, FW-R37]."""
    i, g = o.actor, o.other
    if b.options.overlap == Overlap.OFF or not 0 <= i < b.n_strips or not on_table(b.strips[i]):
        return refuse(b.refusal, R + 37, 0.0, 0.0, NOBODY)
    f = b.strips[i].formation
    bad = check_mover(b, side, f)
    if bad != 0:
        return bad
    if is_halted(b, f):
        return refuse(b.refusal, 140, 0.0, 0.0, f)
    if not 0 <= g < b.n_formations or b.formations[g].n == 0 or b.formations[g].side == side:
        return refuse(b.refusal, R + 37, 0.0, 0.0, NOBODY)
    if is_garrison(b.formations[g]) or is_garrison(b.formations[f]) or is_lone_character(b, b.formations[g]):
        return refuse(b.refusal, R + 37, 0.0, 0.0, g)
    if not formations_touch(b, f, g) or not 0 < b.formations[f].melee_since < b.turn:
        return refuse(b.refusal, 55, float(b.turn), float(b.formations[f].melee_since + 1), g)
    return check_lapping(b, i, g, o.how)


def check_lapping(b: Battle, i: int, g: int, edge: int) -> int:
    """A strip of the front rank in no fight, next to one that is; round the edge next to the one attacked [FW-R37]."""
    s = b.strips[i]
    if not in_front_rank(b, i) or s.posted == Posted.FLANK or is_fighting(b, i):
        return refuse(b.refusal, R + 37, 0.0, 0.0, i)
    j = neighbour(b, i, g)
    if j < 0:
        return refuse(b.refusal, R + 37, 0.0, 0.0, i)
    t = opponent(b, j, g)
    attacked = edge_hit(b, j, t)
    if edge != (attacked + 1) % 4 and edge != (attacked + 3) % 4:
        return refuse(b.refusal, overlap_rule(attacked), float(edge), 0.0, g)
    nx, ny = outward(box_of(b.strips[t]), edge)
    if dot(s.x - b.strips[j].x, s.y - b.strips[j].y, nx, ny) <= 0.0:
        return refuse(b.refusal, R + 37, 0.0, 0.0, g)
    return check_landing(b, i, g, landing(b, i, t, attacked, edge))


def landing(b: Battle, i: int, t: int, attacked: int, edge: int) -> Box:
    """Flush on that edge of strip t, from the line of the edge that is attacked already backwards [FW-R37]."""
    s = b.strips[i]
    its = box_of(b.strips[t])
    nx, ny = outward(its, edge)
    ax, ay = outward(its, attacked)
    ends = edge == Edge.FRONT or edge == Edge.REAR
    out = (its.depth if ends else its.width) / 2.0 + s.depth / 2.0
    back = (its.width if ends else its.depth) / 2.0 - s.width / 2.0
    return Box(its.x + nx * out + ax * back, its.y + ny * out + ay * back, -nx, -ny, s.width, s.depth)


def check_landing(b: Battle, i: int, g: int, box: Box) -> int:
    """Nobody there, no other enemy near, ground that bears it, and no farther than its allowance [FW-056, FW-R37]."""
    s = b.strips[i]
    if not base_fits(b, s.formation, i, box) or lies_on_own(b, i, box):
        return refuse(b.refusal, 56, 0.0, 0.0, g)
    if b.options.overlap == Overlap.STRICT and other_enemy_near(b, i, g, box):
        return refuse(b.refusal, R + 37, 0.0, b.rules.overlap_clear, g)
    path = wheel_path(s, box)
    if path > allowance(b, s.formation) + b.rules.tolerance:
        return refuse(b.refusal, R + 37, path, allowance(b, s.formation), i)
    return 0


def lies_on_own(b: Battle, i: int, box: Box) -> bool:
    """Would it stand on another strip of its formation?"""
    u = b.formations[b.strips[i].formation]
    for k in range(u.n):
        if u.members[k] != i and boxes_overlap(box, box_of(b.strips[u.members[k]]), CLOSE):
            return True
    return False


def other_enemy_near(b: Battle, i: int, g: int, box: Box) -> bool:
    """Another enemy formation so near to where it would land [FW-R37]."""
    for j in range(b.n_strips):
        t = b.strips[j]
        if t.formation >= 0 and t.formation != g and t.side != b.strips[i].side:
            if box_gap(box, box_of(t)) <= b.rules.overlap_clear + b.rules.tolerance:
                return True
    return False


def wheel_path(s: Strip, box: Box) -> float:
    """The way of the outer front corner in a wheel, and what is left to the place [FW-R37]."""
    start = box_of(s)
    right = cross(s.fx, s.fy, box.fx, box.fy) < 0.0
    there = wheeled(start, right, box.fx, box.fy)
    return angle(s.fx, s.fy, box.fx, box.fy) * s.width + distance(there.x, there.y, box.x, box.y)


def overlap(b: Battle, o: Order) -> None:
    """The strip is set flush on the enemy's flank, front or rear: Posted.FLANK [FW-R37]."""
    i = o.actor
    s = b.strips[i]
    t = opponent(b, neighbour(b, i, o.other), o.other)
    attacked = edge_hit(b, neighbour(b, i, o.other), t)
    box = landing(b, i, t, attacked, o.how)
    begin_move(b, s.formation)
    s.posted = Posted.FLANK
    s.x = box.x
    s.y = box.y
    s.fx = box.fx
    s.fy = box.fy
    measure(b, s.formation)
    emit(b.log, Ev.OVERLAPS, overlap_rule(attacked), i, o.other, o.how, 0, 0.0)
