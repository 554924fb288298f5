"""Lines of sight: who sees whom, what is in between, and what is hidden."""

from __future__ import annotations

from ...battle import emit
from ...table.boxes import boxes_overlap, corner
from ...table.pieces import point_in_piece
from ...table.sight import depth_in_piece, line_blocked_by_box
from ...table.terrain import Piece
from ...table.vectors import point_segment_gap
from ...values import Box
from .charms import in_fog
from .houses import building_box
from .places import rectangle_of
from .state import NOBODY, Battle, Ev, Formation, R, Terrain
from .strips import base_pace, box_of, is_lone_character, is_wood
from .touching import span_of, surely_apart

GRAZE = 1e-6
FROM_FRONT = 3  # the left end, the middle and the right end of a front edge
ALL_ROUND = 5  # the four corners of a base and its centre
HAIR = 1e-3  # inches
FOG = 40  # beyond the numbers of all pieces of terrain


def level_at(b: Battle, x: float, y: float) -> int:
    """How high the ground is: hills are levels [FW-R26]."""
    top = 0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.height > top and point_in_piece(p, x, y):
            top = p.height
    return top


def point_of(box: Box, k: int) -> tuple[float, float]:
    """The points of a base that lines are drawn from and to: its centre, then its corners."""
    if k == 0:
        return box.x, box.y
    return corner(box, k - 1)


def front_point(box: Box, k: int) -> tuple[float, float]:
    """The middle of a front edge, then its ends."""
    x0, y0 = corner(box, 0)
    x1, y1 = corner(box, 1)
    if k == 0:
        return (x0 + x1) / 2.0, (y0 + y1) / 2.0
    return (x0, y0) if k == 1 else (x1, y1)


# Lines from base to base


def strip_sees(b: Battle, i: int, j: int, all_round: bool) -> bool:
    """From any point of the front edge, or of the base, to any point of the target [FW-R52]."""
    mine = box_of(b.strips[i])
    its = box_of(b.strips[j])
    f = b.strips[i].formation
    g = b.strips[j].formation
    between, pieces = in_the_way(b, f, g, mine, its)
    if between == 0 and pieces == 0:
        return True
    for k in range(ALL_ROUND if all_round else FROM_FRONT):
        x0, y0 = point_of(mine, k) if all_round else front_point(mine, k)
        for m in range(ALL_ROUND):
            x1, y1 = point_of(its, m)
            if line_is_clear(b, between, pieces, x0, y0, x1, y1):
                return True
    return False


def formation_sees(b: Battle, f: int, g: int) -> bool:
    """Any point of one sees any point of the other, all round: for morale and magic [FW-R52]."""
    mine = whole_box(b, f)
    its = whole_box(b, g)
    if boxes_overlap(mine, its, -b.rules.contact):
        return True
    between, pieces = in_the_way(b, f, g, mine, its)
    if between == 0 and pieces == 0:
        return True
    for k in range(ALL_ROUND):
        x0, y0 = point_of(mine, k)
        for m in range(ALL_ROUND):
            x1, y1 = point_of(its, m)
            if line_is_clear(b, between, pieces, x0, y0, x1, y1):
                return True
    return False


def whole_box(b: Battle, f: int) -> Box:
    """What stands for a formation when one looks for it: its rectangle, or the building it is in."""
    k = b.formations[f].building
    return building_box(b, k) if k >= 0 else rectangle_of(b, f)


def strip_sees_formation(b: Battle, i: int, g: int) -> bool:
    """A character sees any base of a formation, all round [FW-R52, FW-R89]."""
    v = b.formations[g]
    for m in range(v.n):
        if strip_sees(b, i, v.members[m], True):
            return True
    return False


def sees_place(b: Battle, i: int, x: float, y: float) -> bool:
    """Does a character see a spot [FW-R89]?"""
    box = box_of(b.strips[i])
    spot = Box(x, y, 0.0, 1.0, 0.0, 0.0)
    between, pieces = in_the_way(b, b.strips[i].formation, NOBODY, box, spot)
    for k in range(ALL_ROUND):
        x0, y0 = point_of(box, k)
        if line_is_clear(b, between, pieces, x0, y0, x, y):
            return True
    return False


# What is in between


def in_the_way(b: Battle, f: int, g: int, mine: Box, its: Box) -> tuple[int, int]:
    """The formations and the pieces of terrain that may block a line from one box to the other: two sets.

    Fog is none of them: bit FOG of the second says that there is some."""
    pad = (mine.width + mine.depth + its.width + its.depth) / 2.0
    between = 0
    for h in range(b.n_formations):
        v = b.formations[h]
        if h != f and h != g and v.n > 0 and v.building < 0:
            if point_segment_gap(v.x, v.y, mine.x, mine.y, its.x, its.y) <= span_of(v) + pad:
                if not is_lone_character(b, v):
                    between |= 1 << h
    return between, pieces_in_the_way(b, f, g, mine, its, pad)


def pieces_in_the_way(b: Battle, f: int, g: int, mine: Box, its: Box, pad: float) -> int:
    """Buildings but one's own, woods and hills about the line; and fog [FW-R52, FW-R97]."""
    pieces = 1 << FOG if b.n_charms > 0 else 0
    x0, x1 = min(mine.x, its.x) - pad, max(mine.x, its.x) + pad
    y0, y1 = min(mine.y, its.y) - pad, max(mine.y, its.y) + pad
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.blocks_sight or p.height > 0:
            if not (x1 < p.x0 or x0 > p.x1 or y1 < p.y0 or y0 > p.y1):
                if k != home_of(b, f) and k != home_of(b, g):
                    pieces |= 1 << k
    return pieces


def home_of(b: Battle, f: int) -> int:
    """The building a formation is in, or nobody."""
    return b.formations[f].building if f >= 0 else NOBODY


def line_is_clear(b: Battle, between: int, pieces: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """No building, higher hill, deep wood, fog or other formation on the line [FW-R52]."""
    if pieces != 0 and not ground_is_clear(b, pieces, x0, y0, x1, y1):
        return False
    return between == 0 or formation_between(b, between, x0, y0, x1, y1) < 0


def ground_is_clear(b: Battle, pieces: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """No building, no hill higher than both ends, no fog, no more than an inch of wood in all [FW-R52]."""
    if pieces >> FOG != 0 and in_fog(b, x0, y0, x1, y1):
        return False
    wood = 0.0
    for k in range(b.ground.n):
        if (pieces >> k) % 2 == 1:
            p = b.ground.pieces[k]
            if is_wood(p.kind):
                wood += depth_in_piece(p, x0, y0, x1, y1)
            elif depth_in_piece(p, x0, y0, x1, y1) > GRAZE and is_higher(b, p, x0, y0, x1, y1):
                return False
    return wood <= b.rules.wood_sight + GRAZE


def is_higher(b: Battle, p: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """A building always is; a hill, than both ends of a line [FW-R52]."""
    if p.kind == Terrain.BUILDING:
        return True
    return level_at(b, x0, y0) < p.height and level_at(b, x1, y1) < p.height


def formation_between(b: Battle, between: int, x0: float, y0: float, x1: float, y1: float) -> int:
    """A third formation on the line, unless either end is on higher ground [FW-R52]."""
    for h in range(b.n_formations):
        if (between >> h) % 2 == 1:
            v = b.formations[h]
            if stands_on_line(b, v, h, x0, y0, x1, y1):
                high = level_at(b, v.x, v.y)
                if level_at(b, x0, y0) <= high and level_at(b, x1, y1) <= high:
                    return h
    return NOBODY


def elbow_to_elbow(box: Box) -> Box:
    """A base a hair larger: nobody looks through the joint of two."""
    return Box(box.x, box.y, box.fx, box.fy, box.width + HAIR, box.depth + HAIR)


def stands_on_line(b: Battle, v: Formation, h: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Any of its bases is on the line."""
    if point_segment_gap(v.x, v.y, x0, y0, x1, y1) > span_of(v):
        return False
    if v.n > 1 and not line_blocked_by_box(rectangle_of(b, h), x0, y0, x1, y1):
        return False
    for k in range(v.n):
        if line_blocked_by_box(elbow_to_elbow(box_of(b.strips[v.members[k]])), x0, y0, x1, y1):
            return True
    return False


# Hidden troops and surprise


def reveal(b: Battle, g: int, by: int) -> None:
    """A hidden formation is hidden no more [FW-R114]."""
    v = b.formations[g]
    if v.hidden:
        v.hidden = False
        v.found = b.turn
        emit(b.log, Ev.REVEALED, R + 114, g, by, 0, 0, 0.0)


def reveal_seen(b: Battle) -> None:
    """Hidden formations that an enemy sees are revealed; so are those in contact [FW-R114]."""
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.hidden:
            for f in range(b.n_formations):
                if v.hidden and b.formations[f].n > 0 and b.formations[f].side != v.side:
                    if formation_sees(b, f, g):
                        reveal(b, g, f)


def note_sights(b: Battle) -> None:
    """What each formation sees of the enemy as the turn begins: a set [FW-124, FW-R65]."""
    for f in range(b.n_formations):
        b.formations[f].seen = 0
    for f in range(b.n_formations):
        u = b.formations[f]
        for g in range(f + 1, b.n_formations):
            v = b.formations[g]
            if u.n > 0 and v.n > 0 and v.side != u.side and could_surprise(b, u, v):
                if formation_sees(b, f, g):
                    u.seen |= 1 << g
                    v.seen |= 1 << f


def could_surprise(b: Battle, u: Formation, v: Formation) -> bool:
    """Could one of them come within a move of the other this turn?  Only of those it matters who saw whom."""
    most = b.rules.flash_factor * (3.0 * max(base_pace(b, u), base_pace(b, v)))
    return not surely_apart(u, v, most)
