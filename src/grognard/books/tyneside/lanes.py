"""The lane between two groups: what may stand in the line of any shot from one to the other is found out once for all
their men [TY-057, TY-R55]."""

from __future__ import annotations

from ...table.sweeps import beyond
from .figures import WIDEST, meets_box, stands
from .sight import barrier_blocks, engine_blocks, group_blocks, line_open
from .state import Battle

SCREENS, BARRIERS, ENGINES = 1, 2, 4  # what a lane may hold


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
    if b.n_engines > 0:
        b.paper.between |= ENGINES
    list_men_between(b, left - WIDEST, low - WIDEST, right + WIDEST, high + WIDEST)


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


def list_men_between(b: Battle, left: float, low: float, right: float, high: float) -> None:
    p = b.paper
    p.n_lane = 0
    for k in range(b.n_groups):
        if meets_box(b.groups[k], left, low, right, high):
            p.lane[p.n_lane] = k
            p.n_lane += 1


def clear_in_lane(b: Battle, i: int, j: int) -> bool:
    """The same as a clear sight, for two figures of the groups whose lane is on the paper [TY-057, EC-R31]."""
    f, h = b.figures[i], b.figures[j]
    held = b.paper.between
    if held & SCREENS != 0 and not line_open(b, f.x, f.y, h.x, h.y):
        return False
    if held & BARRIERS != 0 and barrier_blocks(b, i, j) >= 0:
        return False
    if held & ENGINES != 0 and engine_blocks(b, i, j) >= 0:
        return False
    left, right = min(f.x, h.x) - WIDEST, max(f.x, h.x) + WIDEST
    low, high = min(f.y, h.y) - WIDEST, max(f.y, h.y) + WIDEST
    for k in range(b.paper.n_lane):
        g = b.paper.lane[k]
        if meets_box(b.groups[g], left, low, right, high) and group_blocks(b, g, i, j) >= 0:
            return False
    return True
