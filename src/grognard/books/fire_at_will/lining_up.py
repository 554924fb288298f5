"""Lining up: how bases meet when one formation comes into contact with another."""

from __future__ import annotations

from ...table.boxes import corner, half_extent, point_box_gap
from ...table.vectors import cross, dot
from ...values import Box
from .places import in_front_rank
from .poses import enemy_at, fits_at, member_box, pose, rectangle_at
from .state import Battle, Edge, Posted, Strip
from .strips import box_of
from .touching import outward

STEPS = 8  # places to either side that are looked at when a charger slides into line
TINY = 1e-6


# What is hit


def base_hit(b: Battle, f: int, g: int, at: Box) -> tuple[int, int]:
    """The member of f and the member of g that are nearest to one another, f at a pose."""
    u = b.formations[f]
    v = b.formations[g]
    least = 1000.0
    mine = u.members[0]
    its = v.members[0]
    for k in range(u.n):
        box = member_box(b, u, u.members[k], at)
        for m in range(v.n):
            gap = signed_gap(box, box_of(b.strips[v.members[m]]))
            if gap < least - TINY:
                least = gap
                mine = u.members[k]
                its = v.members[m]
    return mine, its


def signed_gap(a: Box, c: Box) -> float:
    """How far two bases are parted along the axis that parts them most; below 0 they overlap."""
    most = -1000.0
    for k in range(4):
        by = a if k < 2 else c
        ux, uy = (by.fx, by.fy) if k % 2 == 0 else (by.fy, -by.fx)
        most = max(
            most, abs(dot(c.x - a.x, c.y - a.y, ux, uy)) - half_extent(a, ux, uy) - half_extent(c, ux, uy)
        )
    return most


def edge_met(b: Battle, t: Strip, box: Box) -> int:
    """Which edge of a base is met by another in this box: it lies before that edge and looks at it."""
    if t.posted == Posted.SIDE:
        return Edge.FRONT
    target = box_of(t)
    best = -1000.0
    found = 0
    for edge in range(4):
        nx, ny = outward(target, edge)
        parted = (
            dot(box.x - t.x, box.y - t.y, nx, ny) - half_extent(target, nx, ny) - half_extent(box, nx, ny)
        )
        score = -dot(box.fx, box.fy, nx, ny)
        if parted >= -b.rules.contact:
            score += 2.0
        if score > best + TINY:
            best = score
            found = edge
    return found


def contact_point(mine: Box, its: Box) -> tuple[float, float]:
    """Where two bases that touch touch: a corner of one on an edge of the other."""
    least = 1000.0
    px, py = mine.x, mine.y
    for k in range(8):
        x, y = corner(mine, k) if k < 4 else corner(its, k - 4)
        gap = point_box_gap(its, x, y) if k < 4 else point_box_gap(mine, x, y)
        if gap < least - TINY:
            least = gap
            px, py = x, y
    return px, py


# Squared up


def squared(b: Battle, f: int, at: Box, mine: Box, its: Box, nx: float, ny: float) -> Box:
    """A charger that has come to a pose squared up to an edge that looks along n: the point of contact stays."""
    if dot(at.fx, at.fy, nx, ny) <= TINY - 1.0:
        return pose(at.x, at.y, -nx, -ny)
    px, py = contact_point(mine, its)
    aside = -cross(at.fx, at.fy, px - at.x, py - at.y)
    fx, fy = -nx, -ny
    return pose(px - fy * aside, py + fx * aside, fx, fy)


def flush(b: Battle, f: int, g: int, at: Box) -> Box:
    """The pose moved along its facing until its front lies against the foremost base of g in its way."""
    v = b.formations[g]
    box = rectangle_at(b, f, at)
    least = 1000.0
    for m in range(v.n):
        its = box_of(b.strips[v.members[m]])
        aside = dot(its.x - box.x, its.y - box.y, at.fy, -at.fx)
        if abs(aside) < box.width / 2.0 + half_extent(its, at.fy, -at.fx) - b.rules.contact:
            ahead = dot(its.x - at.x, its.y - at.y, at.fx, at.fy) - half_extent(its, at.fx, at.fy)
            least = min(least, ahead)
    if least > 999.0:
        return at
    return pose(at.x + at.fx * least, at.y + at.fy * least, at.fx, at.fy)


def strips_in(b: Battle, f: int, g: int, at: Box) -> int:
    """How many of its front bases would have half their frontage against g [FW-144, FW-R33]."""
    u = b.formations[f]
    n = 0
    for k in range(u.n):
        if in_front_rank(b, u.members[k]):
            box = member_box(b, u, u.members[k], at)
            if front_against(b, box, g) >= b.rules.frontage_share * box.width - b.rules.contact:
                n += 1
    return n


def front_strips(b: Battle, f: int) -> int:
    """How many bases it has in front."""
    u = b.formations[f]
    n = 0
    for k in range(u.n):
        if in_front_rank(b, u.members[k]):
            n += 1
    return n


def front_against(b: Battle, box: Box, g: int) -> float:
    """How much of the front of a base in this box lies against bases of g."""
    v = b.formations[g]
    total = 0.0
    for m in range(v.n):
        its = box_of(b.strips[v.members[m]])
        ahead = dot(its.x - box.x, its.y - box.y, box.fx, box.fy) - half_extent(its, box.fx, box.fy)
        if abs(ahead - box.depth / 2.0) <= b.rules.contact:
            aside = abs(dot(its.x - box.x, its.y - box.y, box.fy, -box.fx))
            shared = box.width / 2.0 + half_extent(its, box.fy, -box.fx) - aside
            total += max(0.0, min(shared, min(box.width, 2.0 * half_extent(its, box.fy, -box.fx))))
    return total


def lined_up(b: Battle, f: int, g: int, at: Box) -> tuple[Box, float, int]:
    """Flush, and slid by up to half a strip so that most of its front gets in: the pose, the slide, how many [FW-R33].

    None at all means that there is no room."""
    u = b.formations[f]
    best = at
    most = 0
    slid = 0.0
    step = u.cell_width * b.rules.line_up_share / STEPS
    all_in = front_strips(b, f)
    for k in range(2 * STEPS + 1):
        if most == all_in:
            break
        by = step * ((k + 1) // 2) * (1.0 if k % 2 == 1 else -1.0)
        there = flush(b, f, g, pose(at.x + at.fy * by, at.y - at.fx * by, at.fx, at.fy))
        n = strips_in(b, f, g, there)
        if n > most and fits_at(b, f, there) and enemy_at(b, f, there) >= 0:
            best = there
            most = n
            slid = abs(by)
    return best, slid, most


def formation_edge(b: Battle, g: int, nx: float, ny: float) -> int:
    """Which edge of the whole formation looks along n."""
    v = b.formations[g]
    ahead, right = dot(nx, ny, v.fx, v.fy), dot(nx, ny, v.fy, -v.fx)
    if abs(ahead) >= abs(right):
        return Edge.FRONT if ahead >= 0.0 else Edge.REAR
    return Edge.RIGHT if right > 0.0 else Edge.LEFT
