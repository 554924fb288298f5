"""Closed ground that parts two groups: where every straight way is shut, and no way round is short enough, nobody needs
to try [TY-R19, TY-R64].

A box is left, low, right, high; turned, it is as one sees it who looks along the table."""

from __future__ import annotations

from ...table.terrain import Piece
from ...table.vectors import length
from .figures import SLACK
from .footing import is_crossing
from .state import Battle

Box = tuple[float, float, float, float]


def is_cut_off(b: Battle, a: Box, c: Box, reach: float) -> bool:
    """Can nobody come from anywhere in one box to anywhere in the other for so much?"""
    return is_parted(b, a, c) and not leads_round(b, a, c, reach)


def is_parted(b: Battle, a: Box, c: Box) -> bool:
    """Does every straight way between two boxes run through closed ground?"""
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.closed and p.upright and (bars(b, p, a, c, False) or bars(b, p, a, c, True)):
            return True
    return False


def bars(b: Battle, p: Piece, a: Box, c: Box, turned: bool) -> bool:
    """Does an upright piece reach past two boxes to both sides, with one wholly before it and one behind, and does no
    line between them come to a crossing where it enters or leaves it?"""
    q, a, c = seen(box_around(p), turned), seen(a, turned), seen(c, turned)
    if q[0] > min(a[0], c[0]) or q[2] < max(a[2], c[2]) or q[3] - q[1] < SLACK:
        return False
    if c[3] < q[1]:
        a, c = c, a
    if a[3] >= q[1] or c[1] <= q[3]:
        return False
    return not is_crossed_at(b, q, q[1], a, c, turned) or not is_crossed_at(b, q, q[3], a, c, turned)


def is_crossed_at(b: Battle, q: Box, y: float, a: Box, c: Box, turned: bool) -> bool:
    """Might a line between two boxes come to a crossing on one bank of a piece?"""
    early, late = (
        (y - a[3]) / (c[3] - a[3]),
        (y - a[1]) / (c[1] - a[1]),
    )  # what share of the line lies before it
    left = min(a[0] + (c[0] - a[0]) * early, a[0] + (c[0] - a[0]) * late) - SLACK
    right = max(a[2] + (c[2] - a[2]) * early, a[2] + (c[2] - a[2]) * late) + SLACK
    for k in range(b.ground.n):
        if is_crossing(b.ground.pieces[k]):
            r = seen(box_around(b.ground.pieces[k]), turned)
            if r[0] <= right and left <= r[2] and r[1] <= q[3] and q[1] <= r[3]:
                return True
    return False


def leads_round(b: Battle, a: Box, c: Box, reach: float) -> bool:
    """Might a way be so short that leaves one box straight for a corner and comes straight from one to the other?"""
    for k in range(b.n_corners):
        at = b.corners[k]
        far = to_box(at.x, at.y, a)
        if far + to_box(at.x, at.y, c) < reach and not is_parted(b, a, (at.x, at.y, at.x, at.y)):
            for m in range(b.n_corners):
                to = b.corners[m]
                way = far + length(to.x - at.x, to.y - at.y) + to_box(to.x, to.y, c)
                if way < reach and not is_parted(b, (to.x, to.y, to.x, to.y), c):
                    return True
    return False


def to_box(x: float, y: float, a: Box) -> float:
    """How far a place is at least from anywhere in a box."""
    return length(max(max(a[0] - x, x - a[2]), 0.0), max(max(a[1] - y, y - a[3]), 0.0))


def box_around(p: Piece) -> Box:
    return p.x0, p.y0, p.x1, p.y1


def seen(a: Box, turned: bool) -> Box:
    return (a[1], a[0], a[3], a[2]) if turned else a
