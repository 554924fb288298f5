"""The lane between two groups: what may stand in the line of any shot from one to the other is found out once for all
their men [TY-057, TY-R55]."""

from __future__ import annotations

from ...table.sweeps import beyond
from ...table.terrain import Piece
from ...table.vectors import cross, dot
from .figures import SLACK, meets_box, stands, widest_base
from .sight import barrier_blocks, engine_blocks, group_blocks, line_open, man_blocks
from .state import NOBODY, Battle, Figure, Group

SCREENS, BARRIERS, ENGINES, SHUT_OFF = (
    1,
    2,
    4,
    8,
)  # what a lane may hold; shut off: a barrier bars every line of it
SURE = 1e-6  # what is this little within a barrier is plainly within it


def lay_lane(b: Battle, g: int, h: int) -> None:
    """Note on the paper what lies, and who stands, in the upright box about two groups and the leaders with the other."""
    u = b.groups[g]
    left, low, right, high = u.left, u.low, u.right, u.high
    for k in range(b.n_groups):
        v = b.groups[k]
        if (k == h or v.attached == h) and stands(b, k):
            left, low, right, high = (
                min(left, v.left),
                min(low, v.low),
                max(right, v.right),
                max(high, v.high),
            )
    b.paper.between = ground_between(b, left, low, right, high)
    if b.paper.between & BARRIERS != 0 and is_shut_off(b, g, h):
        b.paper.between |= SHUT_OFF
        return
    if b.n_engines > 0:
        b.paper.between |= ENGINES
    wide = 2 * widest_base(b) + SLACK
    list_men_between(b, left - wide, low - wide, right + wide, high + wide)


def ground_between(b: Battle, left: float, low: float, right: float, high: float) -> int:
    """Are there woods and buildings in an upright box, and barriers?"""
    out = 0
    for m in range(b.n_screens):
        if not beyond(b.ground.pieces[b.screens[m]], left, low, right, high):
            out |= SCREENS
    for m in range(b.n_fences):
        if not beyond(b.ground.pieces[b.fences[m]], left, low, right, high):
            out |= BARRIERS
    return out


def is_shut_off(b: Battle, g: int, h: int) -> bool:
    """Is there a barrier that every line between two groups crosses, with nobody of them, nor of the leaders with the
    other, near enough to shoot over it [TY-R55]?"""
    for m in range(b.n_fences):
        p = b.ground.pieces[b.fences[m]]
        if p.n == 2 and shuts_off(b, p, b.groups[g], b.groups[h]) and leaders_too(b, p, g, h):
            return True
    return False


def leaders_too(b: Battle, p: Piece, g: int, h: int) -> bool:
    for k in range(b.n_groups):
        if b.groups[k].attached == h and stands(b, k) and not shuts_off(b, p, b.groups[g], b.groups[k]):
            return False
    return True


def shuts_off(b: Battle, p: Piece, u: Group, v: Group) -> bool:
    """Does a straight barrier part the boxes about two groups, far enough from both?"""
    over = b.rules.shoot_over + SURE
    if apart(p, u) <= over + u.widest or apart(p, v) <= over + v.widest:
        return False
    for k in range(4):
        x, y = corner(u, k)
        for m in range(4):
            tx, ty = corner(v, m)
            if not cuts(p, x, y, tx, ty):
                return False
    return True


def apart(p: Piece, u: Group) -> float:
    """No man of a group has his middle nearer to a piece than this."""
    return max(max(p.x0 - u.right, u.left - p.x1), max(p.y0 - u.high, u.low - p.y1))


def corner(u: Group, k: int) -> tuple[float, float]:
    """One of the four corners of the box about a group."""
    return u.left if k % 2 == 0 else u.right, u.low if k < 2 else u.high


def cuts(p: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a straight barrier plainly cut a line, from one side of it to the other and within its ends?"""
    bx, by = p.x[1] - p.x[0], p.y[1] - p.y[0]
    here, there = cross(bx, by, x0 - p.x[0], y0 - p.y[0]), cross(bx, by, x1 - p.x[0], y1 - p.y[0])
    if not (here > SURE and there < -SURE) and not (here < -SURE and there > SURE):
        return False
    t = here / (here - there)
    along = dot(x0 + (x1 - x0) * t - p.x[0], y0 + (y1 - y0) * t - p.y[0], bx, by) / (bx * bx + by * by)
    return SURE < along < 1.0 - SURE


def list_men_between(b: Battle, left: float, low: float, right: float, high: float) -> None:
    p = b.paper
    p.n_lane = 0
    p.in_the_way = NOBODY
    for k in range(b.n_groups):
        if meets_box(b.groups[k], left, low, right, high):
            p.lane[p.n_lane] = k
            p.n_lane += 1


def is_barred(b: Battle) -> bool:
    """Is every line of the lane on the paper barred?"""
    return b.paper.between & SHUT_OFF != 0


def clear_in_lane(b: Battle, i: int, j: int) -> bool:
    """The same as a clear sight, for two figures of the groups whose lane is on the paper [TY-057, EC-R31]."""
    f, h = b.figures[i], b.figures[j]
    held = b.paper.between
    if held & SHUT_OFF != 0 or men_in_lane(b, i, j):
        return False
    if held & ENGINES != 0 and engine_blocks(b, i, j) >= 0:
        return False
    if held & BARRIERS != 0 and barrier_blocks(b, i, j) >= 0:
        return False
    return held & SCREENS == 0 or line_open(b, f.x, f.y, h.x, h.y)


def men_in_lane(b: Battle, i: int, j: int) -> bool:
    """Does anybody stand in the line of a shot?  Who stood in the last such line is asked first [TY-057, TY-R55]."""
    f, h, p = b.figures[i], b.figures[j], b.paper
    if p.in_the_way >= 0 and man_blocks(b, p.in_the_way, i, j):
        return True
    for k in range(p.n_lane):
        g = p.lane[k]
        if may_be_in_line(b.groups[g], f, h):
            p.in_the_way = group_blocks(b, g, i, j)
            if p.in_the_way >= 0:
                p.lane[k], p.lane[0] = p.lane[0], g  # those are asked first for the next line
                return True
    return False


def may_be_in_line(u: Group, f: Figure, h: Figure) -> bool:
    """Could anybody of a group stand in the line from one figure to another, by the box about the group?"""
    wide = u.widest + h.radius + SLACK
    if not meets_box(
        u, min(f.x, h.x) - wide, min(f.y, h.y) - wide, max(f.x, h.x) + wide, max(f.y, h.y) + wide
    ):
        return False
    dx, dy = h.x - f.x, h.y - f.y
    aside = abs(((u.left + u.right) / 2 - f.x) * dy - ((u.low + u.high) / 2 - f.y) * dx)
    aside -= (u.right - u.left) / 2 * abs(dy) + (u.high - u.low) / 2 * abs(dx)  # of the nearest corner
    return aside <= 0.0 or aside * aside < (dx * dx + dy * dy) * wide * wide
