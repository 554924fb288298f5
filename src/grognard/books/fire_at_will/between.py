"""Formations in between: whether one may stand on a line of sight, and which lines of a bundle its bases are on."""

from __future__ import annotations

from ...table.sight import line_blocked_by_box
from ...values import Box
from .lines import FAR, LINE, cut_lines
from .places import rectangle_of
from .state import Battle, Formation, Posted, Strip
from .strips import box_of, is_lone_character, strips_of

HAIR = 1e-3  # inches


def may_stand_between(b: Battle, v: Formation, mine: Box, ux: float, uy: float, pad: float) -> bool:
    """Is a formation no farther aside of the line than the boxes at its ends?  Not if it is a character alone."""
    if v.character >= 0:
        return True
    wide, deep = v.files * v.cell_width / 2.0, v.ranks * v.cell_depth / 2.0
    ex, ey = v.x - v.fx * deep - mine.x, v.y - v.fy * deep - mine.y
    across = abs(v.fx * uy - v.fy * ux) * deep + abs(v.fx * ux + v.fy * uy) * wide
    if abs(ex * uy - ey * ux) <= across + pad:
        return not is_lone_character(b, v)
    return laps_round(b, v)


def is_near_line(v: Formation, x: float, y: float, dx: float, dy: float) -> bool:
    """Is a formation, by its rectangle or by the circle around it, about the endless line through a place?"""
    across = v.girth * (abs(dx) + abs(dy))  # times the length of (dx, dy), as all here
    if v.loose == 0:
        across = (abs(v.fx * dy - v.fy * dx) * v.depth + abs(v.fx * dx + v.fy * dy) * v.width) / 2.0
        across += HAIR * (abs(dx) + abs(dy))
    return abs((v.middle_x - x) * dy - (v.middle_y - y) * dx) <= across


def laps_round(b: Battle, v: Formation) -> bool:
    """Has it strips round an enemy's flank?"""
    for k in range(v.n):
        if b.strips[v.members[k]].posted == Posted.FLANK:
            return True
    return False


def lines_on_formation(b: Battle, v: Formation, h: int, lines: int) -> int:
    """The lines that any of its bases is on, by where the points are looked at from its place."""
    if not is_solid(b, v):
        return lines_on_bases(b, v, h, lines)
    half = v.files * v.cell_width / 2.0
    out = cut_lines(b.scratch, lines, -v.ranks * v.cell_depth, 0.0, -half, half)
    if v.character >= 0:
        out |= lines_on_base(b, lines & ~out, v, b.strips[v.character])
    return out


def is_solid(b: Battle, v: Formation) -> bool:
    """Do its strips fill its ranks: full ranks of one size?"""
    if strips_of(v) != v.files * v.ranks:
        return False
    for k in range(v.n):
        s = b.strips[v.members[k]]
        if v.members[k] != v.character:
            if s.posted != Posted.RANKS or s.width != v.cell_width or s.depth != v.cell_depth:
                return False
    return True


def lines_on_bases(b: Battle, v: Formation, h: int, lines: int) -> int:
    """Base by base: of those in ranks, no line runs through a joint; strips round a flank are by themselves."""
    box = rectangle_of(b, h)
    ahead, aside = ahead_of_place(v, box.x, box.y)
    crossing = cut_lines(
        b.scratch,
        lines,
        ahead - box.depth / 2.0,
        ahead + box.depth / 2.0,
        aside - box.width / 2.0,
        aside + box.width / 2.0,
    )
    out = 0
    for k in range(v.n):
        s = b.strips[v.members[k]]
        if s.posted == Posted.FLANK:
            out |= lines_on_box(b, lines, box_of(s))
        elif crossing & ~out != 0:
            out |= lines_on_base(b, crossing & ~out, v, s)
    return out


def ahead_of_place(v: Formation, x: float, y: float) -> tuple[float, float]:
    """How far ahead of a formation's place a point is, and how far to its right."""
    dx, dy = x - v.x, y - v.y
    return dx * v.fx + dy * v.fy, dx * v.fy - dy * v.fx


def lines_on_base(b: Battle, lines: int, v: Formation, s: Strip) -> int:
    """The lines through a base in ranks, taken a hair larger: nobody looks through the joint of two."""
    ahead, aside = ahead_of_place(v, s.x, s.y)
    deep = (s.depth + HAIR) / 2.0
    wide = (s.width + HAIR) / 2.0
    return cut_lines(b.scratch, lines, ahead - deep, ahead + deep, aside - wide, aside + wide)


def lines_on_box(b: Battle, lines: int, box: Box) -> int:
    """The lines through a base that faces its own way."""
    out = 0
    for n in range(LINE * LINE):
        if (lines >> n) % 2 == 1:
            x0, y0 = b.scratch.from_[n // LINE], b.scratch.until[n // LINE]
            x1, y1 = b.scratch.from_[FAR + n % LINE], b.scratch.until[FAR + n % LINE]
            if line_blocked_by_box(box, x0, y0, x1, y1):
                out |= 1 << n
    return out
