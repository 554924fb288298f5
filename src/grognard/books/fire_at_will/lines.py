"""Bundles of lines from a few points to a few others, and which of them a rectangle cuts.

A bundle goes from five points at most to five at most: the points are on scratch paper, the lines a set of bits, line
LINE * k + m from point k to point FAR + m.  Sight is asked of many bundles a turn, so a rectangle is tried on a whole
bundle at once."""

from __future__ import annotations

from ...table.sweeps import GRAZE
from ...table.terrain import Scratch
from ...values import Box

LINE = 5  # points at either end, at most
FAR = 5  # the first point of the other end
AHEAD = 40  # on the paper for cuts: how far ahead of a rectangle's place each point is
ASIDE = 60  # and how far to its right


def all_lines(near: int, far: int) -> int:
    """The whole bundle from so many points to so many."""
    row = (1 << far) - 1
    lines = 0
    for k in range(near):
        lines |= row << (LINE * k)
    return lines


def put_point(paper: Scratch, k: int, x: float, y: float) -> None:
    paper.from_[k] = x
    paper.until[k] = y
    paper.rate[k] = 0.0  # its level


def put_box(paper: Scratch, first: int, box: Box) -> None:
    """The centre of a box, then its corners."""
    ax, ay = box.fx * box.depth / 2.0, box.fy * box.depth / 2.0
    rx, ry = box.fy * box.width / 2.0, -box.fx * box.width / 2.0
    put_point(paper, first, box.x, box.y)
    put_point(paper, first + 1, box.x + ax - rx, box.y + ay - ry)
    put_point(paper, first + 2, box.x + ax + rx, box.y + ay + ry)
    put_point(paper, first + 3, box.x - ax + rx, box.y - ay + ry)
    put_point(paper, first + 4, box.x - ax - rx, box.y - ay - ry)


def put_front(paper: Scratch, first: int, box: Box) -> None:
    """The middle of the front edge of a box, then its ends."""
    x, y = box.x + box.fx * box.depth / 2.0, box.y + box.fy * box.depth / 2.0
    rx, ry = box.fy * box.width / 2.0, -box.fx * box.width / 2.0
    put_point(paper, first, x, y)
    put_point(paper, first + 1, x - rx, y - ry)
    put_point(paper, first + 2, x + rx, y + ry)


def look_from(paper: Scratch, near: int, far: int, x: float, y: float, fx: float, fy: float) -> None:
    """All points as somebody at (x, y) who faces (fx, fy) sees them."""
    for k in range(near):
        look_at(paper, k, x, y, fx, fy)
    for k in range(FAR, FAR + far):
        look_at(paper, k, x, y, fx, fy)


def look_at(paper: Scratch, k: int, x: float, y: float, fx: float, fy: float) -> None:
    """A point as he sees it: how far ahead, and how far to his right."""
    dx, dy = paper.from_[k] - x, paper.until[k] - y
    paper.cuts[AHEAD + k] = dx * fx + dy * fy
    paper.cuts[ASIDE + k] = dx * fy - dy * fx


def cut_lines(paper: Scratch, lines: int, rear: float, front: float, left: float, right: float) -> int:
    """Those of the lines that run through a rectangle, by where the points were last looked from."""
    rear, front, left, right = rear + GRAZE, front - GRAZE, left + GRAZE, right - GRAZE
    if lines == 1:
        return int(runs_through(paper, 0, 0, rear, front, left, right))
    out = 0
    for k in range(LINE):
        row = (lines >> (LINE * k)) % (1 << LINE)
        if row != 0:
            out |= (cut_row(paper, k, rear, front, left, right) & row) << (LINE * k)
    return out


def cut_row(paper: Scratch, k: int, rear: float, front: float, left: float, right: float) -> int:
    """The same, of all lines from point k: they are tried alike, without a look at which are wanted."""
    out = 0
    for m in range(LINE):
        out |= int(runs_through(paper, k, m, rear, front, left, right)) << m
    return out


def runs_through(
    paper: Scratch, k: int, m: int, rear: float, front: float, left: float, right: float
) -> bool:
    """Does a line run through the rectangle: is it not past either of its sides, nor beside it?"""
    a0, r0 = paper.cuts[AHEAD + k], paper.cuts[ASIDE + k]
    a1, r1 = paper.cuts[AHEAD + FAR + m], paper.cuts[ASIDE + FAR + m]
    da, dr = a1 - a0, r1 - r0
    across = da * (left + right - 2.0 * r0) - dr * (rear + front - 2.0 * a0)
    return (
        ((a0 >= rear) | (a1 >= rear))
        & ((a0 <= front) | (a1 <= front))
        & ((r0 >= left) | (r1 >= left))
        & ((r0 <= right) | (r1 <= right))
        & (abs(across) <= abs(da) * (right - left) + abs(dr) * (front - rear))
    )
