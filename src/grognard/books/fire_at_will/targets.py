"""Targets: how far off, within the arc, in the enemy's front line, from a slope or not.  Nothing here asks."""

from __future__ import annotations

from math import sqrt

from ...table.boxes import ahead_and_right, box_gap, corner, front_centre
from ...table.vectors import dot
from ...values import Box
from .places import rectangle_of
from .sight import level_at
from .state import Battle, Edge, Posted, Strip
from .strips import box_of

GRAZE = 1e-6
COLUMNS = 3


def front_line(s: Strip) -> Box:
    """The front edge of a base, as a box without depth."""
    x, y = front_centre(box_of(s))
    return Box(x, y, s.fx, s.fy, s.width, 0.0)


# Range


def shot_gap(b: Battle, i: int, j: int) -> float:
    """From the front edge of strip i to the nearest point of strip j [FW-R41]."""
    return box_gap(front_line(b.strips[i]), box_of(b.strips[j]))


def column_at(b: Battle, weapon: int, gap: float) -> int:
    """The range column, each up to its heading and that included; COLUMNS if out of range [FW-R19, FW-R41]."""
    for column in range(COLUMNS):
        if gap <= b.rules.shot_range[weapon][column] + b.rules.tolerance:
            return column
    return COLUMNS


# The arc


def in_arc_of(b: Battle, i: int, j: int) -> bool:
    """Is any part of strip j ahead of strip i's front, no more aside of its corners than the arc allows [FW-R43]?"""
    front = front_line(b.strips[i])
    its = box_of(b.strips[j])
    for k in range(4):
        x0, y0 = corner(its, k)
        x1, y1 = corner(its, (k + 1) % 4)
        if edge_in_arc(b, front, x0, y0, x1, y1):
            return True
    return False


def edge_in_arc(b: Battle, front: Box, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does any part of a segment lie in the arc before a front edge?"""
    ahead0, right0 = ahead_and_right(front, x0, y0)
    ahead1, right1 = ahead_and_right(front, x1, y1)
    if ahead0 < 0.0 and ahead1 < 0.0:
        return False
    if ahead0 < 0.0:  # only what is ahead of the front edge
        right0 += (right1 - right0) * ahead0 / (ahead0 - ahead1)
        ahead0 = 0.0
    if ahead1 < 0.0:
        right1 += (right0 - right1) * ahead1 / (ahead1 - ahead0)
        ahead1 = 0.0
    if right0 * right1 < 0.0:
        return True  # it crosses the line straight ahead
    half = front.width / 2.0
    return leans_in(b, ahead0, abs(right0) - half) or leans_in(b, ahead1, abs(right1) - half)


def leans_in(b: Battle, ahead: float, aside: float) -> bool:
    """So far ahead and so far aside of a front corner: within the arc?"""
    cosine = b.rules.arc_cosine
    return ahead * sqrt(1.0 - cosine * cosine) >= aside * cosine - GRAZE


# The enemy's front line


def from_slope(b: Battle, i: int, j: int) -> bool:
    """Is strip i on a hill and strip j on lower ground [FW-R44]?"""
    s = b.strips[i]
    t = b.strips[j]
    high = level_at(b, s.x, s.y)
    return high > 0 and level_at(b, t.x, t.y) < high


def in_line_seen(b: Battle, j: int, i: int) -> bool:
    """Is strip j in the front rank of its formation as strip i sees it, by the nearest edge [FW-101, FW-R45]?"""
    t = b.strips[j]
    x, y = front_centre(box_of(b.strips[i]))
    if t.posted == Posted.SIDE:
        return lines_side_towards(b, j, x, y)
    if t.posted == Posted.FLANK:
        return True
    edge = nearest_edge(rectangle_of(b, t.formation), x, y)
    if t.posted == Posted.BEHIND:
        return edge == Edge.REAR
    return not covered_by_own(b, j, edge)


def lines_side_towards(b: Battle, j: int, x: float, y: float) -> bool:
    """Along the side of a building that looks there; a character within is behind the walls [FW-R27, FW-R45]."""
    t = b.strips[j]
    if b.formations[t.formation].character == j:
        return False
    x0, y0 = front_centre(box_of(t))
    return dot(x - x0, y - y0, t.fx, t.fy) > 0.0


def nearest_edge(box: Box, x: float, y: float) -> int:
    """The edge of a formation that somebody there sees, by lines at 45 degrees from its corners [FW-R45]."""
    ahead, right = ahead_and_right(box, x, y)
    if abs(ahead) - box.depth / 2.0 >= abs(right) - box.width / 2.0 - GRAZE:
        return Edge.FRONT if ahead >= 0.0 else Edge.REAR
    return Edge.RIGHT if right > 0.0 else Edge.LEFT


def covered_by_own(b: Battle, j: int, edge: int) -> bool:
    """Does one of its own formation stand between it and that edge, in its file or its rank?"""
    t = b.strips[j]
    u = b.formations[t.formation]
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if s.posted == Posted.RANKS and stands_before(s, t, edge):
            return True
    return False


def stands_before(s: Strip, t: Strip, edge: int) -> bool:
    """Is s nearer to that edge than t, in the same file or rank?"""
    if edge == Edge.FRONT:
        return s.file == t.file and s.rank < t.rank
    if edge == Edge.REAR:
        return s.file == t.file and s.rank > t.rank
    if edge == Edge.RIGHT:
        return s.rank == t.rank and s.file > t.file
    return s.rank == t.rank and s.file < t.file
