"""Contact: which bases touch, along which edge and how far; and the quarters around a formation."""

from __future__ import annotations

from ...table.arcs import quarter, side_vector
from ...table.boxes import ahead_and_right, box_gap, boxes_overlap, corner
from ...table.sweeps import segment_in_box
from ...table.vectors import dot
from ...values import Box
from .state import NOBODY, Battle, Edge, Formation, Strip
from .strips import box_of, is_lone_character

GRAZE = 1e-6


# Bases


def strips_gap(b: Battle, i: int, j: int) -> float:
    """From edge to edge of two bases [FW-R19]."""
    return box_gap(box_of(b.strips[i]), box_of(b.strips[j]))


def touch(b: Battle, i: int, j: int) -> bool:
    s = b.strips[i]
    t = b.strips[j]
    reach = (
        s.width + s.depth + t.width + t.depth
    ) / 2.0 + b.rules.contact  # no two bases touch farther apart
    if abs(s.x - t.x) > reach or abs(s.y - t.y) > reach:
        return False
    if not boxes_overlap(box_of(s), box_of(t), -b.rules.contact - GRAZE):
        return False
    return strips_gap(b, i, j) <= b.rules.contact


def grown(box: Box, by: float) -> Box:
    return Box(box.x, box.y, box.fx, box.fy, box.width + 2.0 * by, box.depth + 2.0 * by)


def edge_length_touching(b: Battle, s: Strip, edge: int, t: Strip) -> float:
    """How much of an edge of strip s lies against the base of t."""
    box = box_of(s)
    x0, y0 = corner(box, edge)
    x1, y1 = corner(box, (edge + 1) % 4)
    t0, t1 = segment_in_box(grown(box_of(t), b.rules.contact), x0, y0, x1, y1)
    if t0 >= t1:
        return 0.0
    whole = s.width if edge == Edge.FRONT or edge == Edge.REAR else s.depth
    return (t1 - t0) * whole


def frontage_touching(b: Battle, i: int, j: int) -> float:
    """How much of strip i's front lies against the base of strip j."""
    return edge_length_touching(b, b.strips[i], Edge.FRONT, b.strips[j])


def is_in_against(b: Battle, i: int, j: int) -> bool:
    """At least half of strip i's frontage is adjacent to strip j [FW-144, FW-R69]."""
    s = b.strips[i]
    return frontage_touching(b, i, j) >= b.rules.frontage_share * s.width - GRAZE


def edge_hit(b: Battle, i: int, j: int) -> int:
    """Which edge of strip j the front of strip i lies against: that which looks the other way [FW-R75]."""
    s = b.strips[i]
    t = b.strips[j]
    return quarter(-dot(s.fx, s.fy, t.fx, t.fy), -dot(s.fx, s.fy, t.fy, -t.fx))


# Strips and formations


def surely_apart(u: Formation, v: Formation, d: float) -> bool:
    """Are two formations plainly farther apart than d?"""
    return is_off(v, u.middle_x, u.middle_y, u.girth + d)


def is_off(v: Formation, x: float, y: float, d: float) -> bool:
    """Is a formation plainly farther than d from a place?"""
    dx, dy, reach = v.middle_x - x, v.middle_y - y, v.girth + d + GRAZE
    return dx * dx + dy * dy > reach * reach


def touches_formation(b: Battle, i: int, g: int) -> bool:
    """Does strip i touch any base of formation g?"""
    v = b.formations[g]
    for k in range(v.n):
        if touch(b, i, v.members[k]):
            return True
    return False


def touches_enemy(b: Battle, i: int) -> bool:
    """Does strip i touch any enemy base?"""
    s = b.strips[i]
    if s.formation < 0:
        return False
    near = (s.width + s.depth) / 2.0 + b.rules.contact
    for g in range(b.n_formations):
        v = b.formations[g]
        if not is_off(v, s.x, s.y, near) and v.side != s.side and v.n > 0:
            if touches_formation(b, i, g):
                return True
    return False


def formations_touch(b: Battle, f: int, g: int) -> bool:
    u = b.formations[f]
    v = b.formations[g]
    if surely_apart(u, v, b.rules.contact):
        return False
    if (
        u.loose == 0
        and v.loose == 0
        and not boxes_overlap(body_of_all(u), body_of_all(v), -b.rules.contact - GRAZE)
    ):
        return False
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if not is_off(v, s.x, s.y, (s.width + s.depth) / 2.0 + b.rules.contact):
            if touches_formation(b, u.members[k], g):
                return True
    return False


def body_of_all(u: Formation) -> Box:
    """The rectangle of a formation whose members are all in ranks."""
    return Box(u.middle_x, u.middle_y, u.fx, u.fy, u.width, u.depth)


def in_contact(b: Battle, f: int) -> bool:
    """Is an enemy in contact with it?"""
    return enemy_in_contact(b, f, 0) >= 0


def enemy_in_contact(b: Battle, f: int, start: int) -> int:
    """The first enemy formation from number start on that touches it, or nobody."""
    u = b.formations[f]
    for g in range(start, b.n_formations):
        v = b.formations[g]
        if not surely_apart(u, v, b.rules.contact) and v.side != u.side and v.n > 0:
            if formations_touch(b, f, g):
                return g
    return NOBODY


def edge_touched_by(b: Battle, f: int, edge: int, g: int, front_only: bool) -> bool:
    """Is a base of formation g against that edge of one of f's bases; with its front, if it must be?"""
    u = b.formations[f]
    v = b.formations[g]
    for k in range(u.n):
        s = b.strips[u.members[k]]
        for m in range(v.n):
            t = b.strips[v.members[m]]
            if edge_length_touching(b, s, edge, t) > 2.0 * b.rules.contact + GRAZE:
                if (
                    not front_only
                    or edge_length_touching(b, t, Edge.FRONT, s) > 2.0 * b.rules.contact + GRAZE
                ):
                    return True
    return False


def formation_gap(b: Battle, f: int, g: int) -> float:
    """From the nearest base of one to the nearest base of the other [FW-R19]."""
    return gap_under(b, f, g, 1000.0)


def gap_under(b: Battle, f: int, g: int, least: float) -> float:
    """The same if it is less than that: two rectangles are never nearer than the bases in them."""
    u = b.formations[f]
    v = b.formations[g]
    if u.n * v.n > 1 and u.loose == 0 and v.loose == 0 and box_gap(body_of_all(u), body_of_all(v)) >= least:
        return least
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if not is_off(v, s.x, s.y, least + (s.width + s.depth) / 2.0):
            least = nearer_gap(b, u.members[k], g, least)
    return least


def strip_formation_gap(b: Battle, i: int, g: int) -> float:
    """From a base to the nearest base of a formation."""
    return nearer_gap(b, i, g, 1000.0)


def nearer_gap(b: Battle, i: int, g: int, least: float) -> float:
    """The same if it is less than that; bases that are plainly farther are not measured."""
    s = b.strips[i]
    v = b.formations[g]
    for m in range(v.n):
        t = b.strips[v.members[m]]
        dx, dy, reach = t.x - s.x, t.y - s.y, least + (s.width + s.depth + t.width + t.depth) / 2.0
        if dx * dx + dy * dy <= reach * reach:
            least = min(least, strips_gap(b, i, v.members[m]))
    return least


def nearest_enemy(b: Battle, f: int) -> int:
    """The nearest enemy formation that is no secret, or nobody."""
    u = b.formations[f]
    best = NOBODY
    least = 1000.0
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and not v.hidden and not surely_apart(u, v, least):
            gap = gap_under(b, f, g, least)
            if gap < least:
                least = gap
                best = g
    return best


# Quarters


def quarters_touched(target: Box, mover: Box) -> int:
    """The quarters of a formation that another is in, a set of bits by Edge [FW-049, FW-R32].

    Lines at 45 degrees go out from the four corners of the target; mover lies outside of it."""
    out = 0
    for edge in range(4):
        if reaches_quarter(target, mover, edge):
            out |= 1 << edge
    return out


def reaches_quarter(target: Box, mover: Box, edge: int) -> bool:
    """Is any part of the mover within the quarter before that edge?  Beyond it, and less far to the side."""
    ahead = edge == Edge.FRONT or edge == Edge.REAR
    out = target.depth / 2.0 if ahead else target.width / 2.0
    across = target.width / 2.0 if ahead else target.depth / 2.0
    return most_outward(target, mover, edge) > out - across + GRAZE


def most_outward(target: Box, mover: Box, edge: int) -> float:
    """The most, over the mover, of how far out a point is less how far aside: at a corner or on the middle line."""
    best = -1000.0
    for k in range(4):
        out0, aside0 = out_and_aside(target, mover, edge, k)
        out1, aside1 = out_and_aside(target, mover, edge, (k + 1) % 4)
        best = max(best, out0 - abs(aside0))
        if aside0 * aside1 < 0.0:
            best = max(best, out0 + (out1 - out0) * aside0 / (aside0 - aside1))
    return best


def out_and_aside(target: Box, mover: Box, edge: int, k: int) -> tuple[float, float]:
    """A corner of the mover as that edge of the target sees it."""
    x, y = corner(mover, k)
    ahead, right = ahead_and_right(target, x, y)
    if edge == Edge.FRONT:
        return ahead, right
    if edge == Edge.REAR:
        return -ahead, right
    return (right, ahead) if edge == Edge.RIGHT else (-right, ahead)


def edge_allowed(b: Battle, f: int, g: int, edge: int) -> bool:
    """May formation f come into contact with that edge of g, from where both stood [FW-049, FW-R32]?"""
    v = b.formations[g]
    if is_lone_character(b, v) or v.building >= 0:
        return True
    u = b.formations[f]
    target = Box(v.then_x, v.then_y, v.then_fx, v.then_fy, v.then_width, v.then_depth)
    mover = Box(u.then_x, u.then_y, u.then_fx, u.then_fy, u.then_width, u.then_depth)
    quarters = quarters_touched(target, mover)
    return edge == Edge.FRONT or quarters == 1 << edge


def outward(box: Box, edge: int) -> tuple[float, float]:
    """The direction that an edge of a box looks in."""
    return side_vector(box, edge)
