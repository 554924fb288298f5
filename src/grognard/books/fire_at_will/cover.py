"""Cover: how many range columns further out a target is."""

from __future__ import annotations

from ...table.boxes import front_centre
from ...table.pieces import box_in_touch, point_in_piece
from ...table.sight import depth_in_piece
from ...table.vectors import distance
from ...values import Box
from .obstacles import lines_wall_against
from .sight import ALL_ROUND, point_of
from .state import NOBODY, Battle, Weapon, Yes
from .strips import box_of, is_wood

GRAZE = 1e-6


def cover_steps(b: Battle, i: int, j: int) -> int:
    """The columns that cover adds to a shot of strip i at strip j: the best of its covers [FW-118, FW-119, FW-R48]."""
    return steps_behind(b, j, cover_of(b, i, j))


def steps_behind(b: Battle, j: int, piece: int) -> int:
    """The columns that a piece adds to a shot at strip j, whom it covers; none, if nothing does [FW-118, FW-119]."""
    if piece < 0:
        return 0
    if piece == b.formations[b.strips[j].formation].building:
        return b.rules.building_steps
    return b.rules.cover_steps


def cover_of(b: Battle, i: int, j: int) -> int:
    """The piece that covers strip j against strip i: its building, a wall or hedge, a wood; or nobody [FW-R48]."""
    if b.strips[i].weapon == Weapon.BREATH and b.options.cover_vs_breath == Yes.FALSE:
        return NOBODY
    building = b.formations[b.strips[j].formation].building
    if building >= 0:
        return building
    x, y = front_centre(box_of(b.strips[i]))
    wall = lines_wall_against(b, j, x, y)
    return wall if wall >= 0 else wood_about(b, j, x, y)


def wood_about(b: Battle, j: int, x: float, y: float) -> int:
    """The wood at whose edge strip j stands, seen from there, or nobody [FW-118, FW-R48]."""
    its = box_of(b.strips[j])
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_wood(p.kind) and box_in_touch(its, p) and stands_at_edge(b, k, its, x, y):
            return k
    return NOBODY


def stands_at_edge(b: Battle, k: int, its: Box, x: float, y: float) -> bool:
    """Is a part of the base inside, no deeper than an inch behind the boundary that the shot crosses [FW-R48]?"""
    some = False
    for m in range(ALL_ROUND):
        x1, y1 = point_of(its, m)
        if point_in_piece(b.ground.pieces[k], x1, y1):
            some = True
            if crosses_edge(b, k, x, y, x1, y1):
                return True
    return not some and not point_in_piece(b.ground.pieces[k], x, y)


def crosses_edge(b: Battle, k: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a shot cross the boundary of a wood, and run through no more than an inch of it [FW-R48]?"""
    inside = 0.0
    for n in range(b.ground.n):
        if b.ground.pieces[n].group == b.ground.pieces[k].group:
            inside += depth_in_piece(b.ground.pieces[n], x0, y0, x1, y1)
    if inside > b.rules.wood_edge + b.rules.tolerance:
        return False
    return inside < distance(x0, y0, x1, y1) - GRAZE
