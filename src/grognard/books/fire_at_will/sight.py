"""Lines of sight: who sees whom, what is in between, and what is hidden."""

from __future__ import annotations

from ...battle import emit
from ...table.boxes import corner
from ...table.pieces import point_in_piece
from ...table.sight import depth_in_piece, line_blocked_by_box
from ...table.terrain import Piece
from ...table.vectors import point_segment_gap
from ...values import Box
from .charms import in_fog
from .state import NOBODY, Battle, Ev, Formation, R, Terrain
from .strips import box_of, is_lone_character, is_wood
from .touching import formations_touch, span_of

GRAZE = 1e-6
FROM_FRONT = 3  # the left end, the middle and the right end of a front edge
ALL_ROUND = 5  # the four corners of a base and its centre


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


def strip_sees(b: Battle, i: int, j: int, all_round: bool) -> bool:
    """From any point of the front edge, or of the base, to any point of the target [FW-R52]."""
    mine = box_of(b.strips[i])
    its = box_of(b.strips[j])
    for k in range(ALL_ROUND if all_round else FROM_FRONT):
        x0, y0 = point_of(mine, k) if all_round else front_point(mine, k)
        for m in range(ALL_ROUND):
            x1, y1 = point_of(its, m)
            if line_is_clear(b, b.strips[i].formation, b.strips[j].formation, x0, y0, x1, y1):
                return True
    return False


def formation_sees(b: Battle, f: int, g: int) -> bool:
    """Any base of one sees any base of the other, all round: for morale and magic [FW-R52]."""
    if formations_touch(b, f, g):
        return True
    u = b.formations[f]
    v = b.formations[g]
    for k in range(u.n):
        for m in range(v.n):
            if strip_sees(b, u.members[k], v.members[m], True):
                return True
    return False


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
    for k in range(ALL_ROUND):
        x0, y0 = point_of(box, k)
        if line_is_clear(b, b.strips[i].formation, NOBODY, x0, y0, x, y):
            return True
    return False


def line_is_clear(b: Battle, f: int, g: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """No building, higher hill, deep wood, fog or other formation on the line [FW-R52]."""
    if b.n_charms > 0 and in_fog(b, x0, y0, x1, y1):
        return False
    return ground_is_clear(b, f, g, x0, y0, x1, y1) and formation_between(b, f, g, x0, y0, x1, y1) < 0


def ground_is_clear(b: Battle, f: int, g: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Buildings but one's own, hills higher than both ends, more than an inch of wood in all [FW-R52]."""
    wood = 0.0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if (p.blocks_sight or p.height > 0) and not beside(p, x0, y0, x1, y1):
            if p.kind == Terrain.BUILDING:
                if k != home_of(b, f) and k != home_of(b, g) and crosses(p, x0, y0, x1, y1):
                    return False
            elif is_wood(p.kind):
                wood += depth_in_piece(p, x0, y0, x1, y1)
            elif p.height > 0 and crosses(p, x0, y0, x1, y1):
                if level_at(b, x0, y0) < p.height and level_at(b, x1, y1) < p.height:
                    return False
    return wood <= b.rules.wood_sight + GRAZE


def beside(p: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does the line plainly pass the piece by?"""
    return max(x0, x1) < p.x0 or min(x0, x1) > p.x1 or max(y0, y1) < p.y0 or min(y0, y1) > p.y1


def crosses(p: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    return depth_in_piece(p, x0, y0, x1, y1) > GRAZE


def home_of(b: Battle, f: int) -> int:
    """The building a formation is in, or nobody."""
    return b.formations[f].building if f >= 0 else NOBODY


def formation_between(b: Battle, f: int, g: int, x0: float, y0: float, x1: float, y1: float) -> int:
    """A third formation on the line, unless it is a lone character or either end is higher [FW-R52]."""
    for h in range(b.n_formations):
        v = b.formations[h]
        if h != f and h != g and v.n > 0 and v.building < 0 and near_line(v, x0, y0, x1, y1):
            if not is_lone_character(b, v) and stands_on_line(b, v, x0, y0, x1, y1):
                high = level_at(b, v.x, v.y)
                if level_at(b, x0, y0) <= high and level_at(b, x1, y1) <= high:
                    return h
    return NOBODY


def near_line(v: Formation, x0: float, y0: float, x1: float, y1: float) -> bool:
    return point_segment_gap(v.x, v.y, x0, y0, x1, y1) <= span_of(v)


def stands_on_line(b: Battle, v: Formation, x0: float, y0: float, x1: float, y1: float) -> bool:
    for k in range(v.n):
        if line_blocked_by_box(box_of(b.strips[v.members[k]]), x0, y0, x1, y1):
            return True
    return False


# Hidden troops and surprise


def reveal(b: Battle, g: int, by: int) -> None:
    """A hidden formation is hidden no more [FW-R114]."""
    v = b.formations[g]
    if v.hidden:
        v.hidden = False
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
        u = b.formations[f]
        u.seen = 0
        if u.n > 0:
            for g in range(b.n_formations):
                v = b.formations[g]
                if v.n > 0 and v.side != u.side and not v.hidden and formation_sees(b, f, g):
                    u.seen |= 1 << g
