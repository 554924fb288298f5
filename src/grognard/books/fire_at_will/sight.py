"""Lines of sight: who sees whom, what is in between, and what is hidden."""

from __future__ import annotations

from ...battle import emit
from ...table.boxes import boxes_overlap, corner, half_extent
from ...table.pieces import edge_gap, point_in_piece
from ...table.sight import depth_in_piece, runs_inside
from ...table.sweeps import beyond
from ...table.terrain import Piece
from ...table.vectors import distance, length
from ...values import Box
from .between import is_near_line, lines_on_formation, may_stand_between
from .charms import in_fog, is_invisible, pace_factor
from .houses import building_box
from .lines import FAR, LINE, all_lines, cut_lines, look_from, put_box, put_front, put_point
from .places import note_places, rectangle_of, then_box
from .state import NOBODY, Battle, Ev, Formation, R, Spell, Terrain
from .strips import base_pace, box_of, is_wood
from .touching import formations_touch, surely_apart

GRAZE = 1e-6
FROM_FRONT = 3  # the left end, the middle and the right end of a front edge
ALL_ROUND = 5  # the four corners of a base and its centre
STRIDES = 80  # where on the paper for cuts it is noted how far each may come
EVERYWHERE = 1000.0  # inches
TURNING = 2.0  # inches that turning and changing shape may bring a base nearer
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


# Lines from base to base


def strip_sees(b: Battle, i: int, j: int, all_round: bool) -> bool:
    """From any point of the front edge, or of the base, to any point of the target [FW-R52]."""
    mine = box_of(b.strips[i])
    its = box_of(b.strips[j])
    if boxes_overlap(mine, its, -b.rules.contact):
        return True  # no fog is so thick that those who touch do not see one another [FW-R97]
    near = ALL_ROUND if all_round else FROM_FRONT
    return box_sees(b, b.strips[i].formation, b.strips[j].formation, mine, its, near)


def formation_sees(b: Battle, f: int, g: int) -> bool:
    """Any point of one sees any point of the other, all round: for morale and magic [FW-R52]."""
    return formation_sees_at(b, f, g, whole_box(b, f), whole_box(b, g))


def formation_sees_at(b: Battle, f: int, g: int, mine: Box, its: Box) -> bool:
    """The same, where it is known what stands for them."""
    return boxes_overlap(mine, its, -b.rules.contact) or box_sees(b, f, g, mine, its, ALL_ROUND)


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
    spot = Box(x, y, 0.0, 1.0, 0.0, 0.0)
    return box_sees(b, b.strips[i].formation, NOBODY, box_of(b.strips[i]), spot, ALL_ROUND)


def box_sees(b: Battle, f: int, g: int, mine: Box, its: Box, near: int) -> bool:
    """Is any line clear from the front of one box, or from all round, to the other: f looks, g is looked at [FW-R52]?"""
    between = formations_in_the_way(b, f, g, mine, its)
    pieces = pieces_in_the_way(b, f, g, mine, its)
    if between == 0 and pieces == 0:
        return True
    top = max(lay_middle(b, mine, 0, near), lay_middle(b, its, FAR, ALL_ROUND))
    if middle_line_clear(b, between, pieces, top):
        return True
    top = max(lay_points(b, mine, 0, near), lay_points(b, its, FAR, ALL_ROUND))
    return any_line_clear(b, all_lines(near, ALL_ROUND) - 1, between, pieces, near, ALL_ROUND, top)


def middle_line_clear(b: Battle, between: int, pieces: int, top: int) -> bool:
    """The line from middle to middle, by which one mostly sees, is tried alone first."""
    x0, y0 = b.scratch.from_[0], b.scratch.until[0]
    dx, dy = b.scratch.from_[FAR] - x0, b.scratch.until[FAR] - y0
    for h in range(b.n_formations):
        if (between >> h) % 2 == 1 and is_near_line(b.formations[h], x0, y0, dx, dy):
            if past_formation(b, 1, h, 1, 1, top) == 0:
                return False
    return pieces == 0 or any_line_clear(b, 1, 0, pieces, 1, 1, top)


def any_line_clear(b: Battle, lines: int, between: int, pieces: int, near: int, far: int, top: int) -> bool:
    """Is there one of the lines that neither formations nor ground stop?"""
    lines, doubtful = past_buildings(b, lines, pieces, near, far)
    for h in range(b.n_formations if between != 0 else 0):
        if (between >> h) % 2 == 1 and lines != 0:
            lines = past_formation(b, lines, h, near, far, top)
    return lines != 0 and (lines & ~doubtful != 0 or any_past_ground(b, lines, pieces))


def lay_points(b: Battle, box: Box, first: int, n: int) -> int:
    """The points of a box on paper, of its front edge if they are only so many; the highest level of any."""
    if n == ALL_ROUND:
        put_box(b.scratch, first, box)
    else:
        put_front(b.scratch, first, box)
    return lay_heights(b, box, first, n)


def lay_middle(b: Battle, box: Box, first: int, n: int) -> int:
    """The same, of the first of so many points alone."""
    ahead = 0.0 if n == ALL_ROUND else box.depth / 2.0
    put_point(b.scratch, first, box.x + box.fx * ahead, box.y + box.fy * ahead)
    return lay_heights(b, box, first, 1)


def lay_heights(b: Battle, box: Box, first: int, n: int) -> int:
    """How high each of the points of a box is, if it is about a hill; the highest."""
    girth = (box.width + box.depth) / 2.0
    for h in range(b.ground.n):
        p = b.ground.pieces[h]
        if p.height > 0 and not beyond(p, box.x - girth, box.y - girth, box.x + girth, box.y + girth):
            return lay_levels(b, first, n)
    return 0


def lay_levels(b: Battle, first: int, n: int) -> int:
    """The same, where there are hills."""
    top = 0
    for k in range(first, first + n):
        level = level_at(b, b.scratch.from_[k], b.scratch.until[k])
        b.scratch.rate[k] = float(level)
        top = max(top, level)
    return top


# What is in between


def formations_in_the_way(b: Battle, f: int, g: int, mine: Box, its: Box) -> int:
    """The formations that may stand on a line from one box to the other: a set.

    Lone characters never do, nor do the hidden: nobody may know of them [FW-R114]."""
    dx, dy = its.x - mine.x, its.y - mine.y
    far = length(dx, dy)
    if far == 0.0:
        return 0
    ux, uy = dx / far, dy / far
    pad = max(half_extent(mine, uy, -ux), half_extent(its, uy, -ux))
    since, until = -half_extent(mine, ux, uy), far + half_extent(its, ux, uy)
    between = 0
    for h in range(b.n_formations):
        v = b.formations[h]
        ex, ey = v.middle_x - mine.x, v.middle_y - mine.y
        along = ex * ux + ey * uy
        if max(abs(ex * uy - ey * ux) - pad, since - along, along - until) > v.girth:
            continue
        if h != f and h != g and v.n > 0 and v.building < 0 and not v.hidden:
            if may_stand_between(b, v, mine, ux, uy, pad):
                between |= 1 << h
    return between


def pieces_in_the_way(b: Battle, f: int, g: int, mine: Box, its: Box) -> int:
    """Buildings but one's own, woods and hills about the line, a set; and fog, bit FOG [FW-R52, FW-R97]."""
    pad = (mine.width + mine.depth + its.width + its.depth) / 2.0
    pieces = 1 << FOG if any_fog(b) else 0
    x0, x1 = min(mine.x, its.x) - pad, max(mine.x, its.x) + pad
    y0, y1 = min(mine.y, its.y) - pad, max(mine.y, its.y) + pad
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.blocks_sight or p.height > 0:
            if not (x1 < p.x0 or x0 > p.x1 or y1 < p.y0 or y0 > p.y1) and beside_line(p, mine, its, pad):
                if k != home_of(b, f) and k != home_of(b, g):
                    pieces |= 1 << k
    return pieces


def beside_line(p: Piece, mine: Box, its: Box, pad: float) -> bool:
    """Is a piece, by the box around it, so near to the line from middle to middle?"""
    dx, dy = its.x - mine.x, its.y - mine.y
    across = abs((p.x0 + p.x1 - 2.0 * mine.x) * dy - (p.y0 + p.y1 - 2.0 * mine.y) * dx)
    return across <= (p.x1 - p.x0) * abs(dy) + (p.y1 - p.y0) * abs(dx) + 2.0 * pad * length(dx, dy)


def any_fog(b: Battle) -> bool:
    for k in range(b.n_charms):
        if b.charms[k].effect == Spell.FOG_BANK:
            return True
    return False


def home_of(b: Battle, f: int) -> int:
    """The building a formation is in, or nobody."""
    return b.formations[f].building if f >= 0 else NOBODY


# Ground


def past_buildings(b: Battle, lines: int, pieces: int, near: int, far: int) -> tuple[int, int]:
    """The lines that no upright building stops; and those that other ground is about, or fog [FW-R52, FW-R97]."""
    look_from(b.scratch, near, far, 0.0, 0.0, 0.0, 1.0)  # ahead is north, aside is east
    doubtful = lines if pieces >> FOG != 0 else 0
    for k in range(b.ground.n):
        if (pieces >> k) % 2 == 1:
            p = b.ground.pieces[k]
            cut = cut_lines(b.scratch, lines, p.y0, p.y1, p.x0, p.x1)
            if is_upright_building(p):
                lines &= ~cut
            else:
                doubtful |= cut
    return lines, doubtful


def is_upright_building(p: Piece) -> bool:
    """Is it all of the box around it?"""
    return p.kind == Terrain.BUILDING and (p.x[0] == p.x[1] or p.y[0] == p.y[1])


def any_past_ground(b: Battle, lines: int, pieces: int) -> bool:
    """Is there one of the lines that no building, higher hill, fog or deep wood stops, tried one by one?"""
    for n in range(LINE * LINE):
        if (lines >> n) % 2 == 1:
            x0, y0 = b.scratch.from_[n // LINE], b.scratch.until[n // LINE]
            x1, y1 = b.scratch.from_[FAR + n % LINE], b.scratch.until[FAR + n % LINE]
            high = max(b.scratch.rate[n // LINE], b.scratch.rate[FAR + n % LINE])
            if ground_is_clear(b, pieces, high, x0, y0, x1, y1):
                return True
    return False


def ground_is_clear(b: Battle, pieces: int, high: float, x0: float, y0: float, x1: float, y1: float) -> bool:
    """No building, no hill higher than both ends, no fog, no more than an inch of wood in all [FW-R52].

    high: how high the higher end is.  Upright buildings have been asked already."""
    if pieces >> FOG != 0 and in_fog(b, x0, y0, x1, y1):
        return False
    wood = 0.0
    for k in range(b.ground.n):
        if (pieces >> k) % 2 == 1:
            p = b.ground.pieces[k]
            if is_wood(p.kind):
                wood += depth_in_piece(p, x0, y0, x1, y1)
                if wood > b.rules.wood_sight + GRAZE:
                    return False
            elif is_higher(p, high) and not is_upright_building(p) and runs_inside(p, x0, y0, x1, y1):
                return False
    return True


def is_higher(p: Piece, high: float) -> bool:
    """A building always is; a hill, than both ends of a line [FW-R52]."""
    return p.kind == Terrain.BUILDING or high < p.height


# Formations


def past_formation(b: Battle, lines: int, h: int, near: int, far: int, top: int) -> int:
    """The lines that a third formation does not stand on; from higher ground one sees over it [FW-R52]."""
    v = b.formations[h]
    look_from(b.scratch, near, far, v.x, v.y, v.fx, v.fy)
    cut = lines_on_formation(b, v, h, lines)
    if cut != 0 and top > 0:
        cut = not_over_it(b, cut, level_at(b, v.x, v.y))
    return lines & ~cut


def not_over_it(b: Battle, lines: int, high: int) -> int:
    """The lines with both ends no higher than the troops between them."""
    out = 0
    for n in range(LINE * LINE):
        if (lines >> n) % 2 == 1:
            if b.scratch.rate[n // LINE] <= high and b.scratch.rate[FAR + n % LINE] <= high:
                out |= 1 << n
    return out


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
            wood = wood_around(b, g)
            for f in range(b.n_formations):
                if v.hidden and b.formations[f].n > 0 and b.formations[f].side != v.side:
                    if (wood < 0 or is_near_piece(b, f, wood)) and formation_sees(b, f, g):
                        reveal(b, g, f)


def wood_around(b: Battle, g: int) -> int:
    """A wood so deep in which a formation stands that nobody sees it from outside, or nobody [FW-R48, FW-R52]."""
    box = whole_box(b, g)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if is_wood(p.kind) and point_in_piece(p, box.x, box.y):
            deep = True
            for m in range(1, ALL_ROUND):
                x, y = point_of(box, m)
                deep = deep and point_in_piece(p, x, y) and edge_gap(p, x, y) > b.rules.wood_sight + GRAZE
            if deep:
                return k
    return NOBODY


def is_near_piece(b: Battle, f: int, k: int) -> bool:
    """Is a formation not plainly outside of a piece?"""
    u = b.formations[f]
    x, y, far = u.middle_x, u.middle_y, u.girth
    return not beyond(b.ground.pieces[k], x - far, y - far, x + far, y + far)


def note_sights(b: Battle) -> None:
    """What each formation sees of the enemy as the turn begins: a set [FW-124, FW-R65].

    Who is seen has just been revealed: who is hidden still sees nobody, and nobody sees him."""
    note_places(b)
    for f in range(b.n_formations):
        b.formations[f].seen = 0
        b.scratch.cuts[STRIDES + f] = stride(b, f)
    for f in range(b.n_formations):
        u = b.formations[f]
        for g in range(f + 1, b.n_formations):
            v = b.formations[g]
            if can_be_seen(u) and can_be_seen(v) and v.side != u.side and could_surprise(b, f, g):
                if formation_sees_at(b, f, g, noted_box(b, u), noted_box(b, v)):
                    note_seen(b, f, g)
                    note_seen(b, g, f)


def can_be_seen(u: Formation) -> bool:
    return u.n > 0 and not u.hidden


def noted_box(b: Battle, u: Formation) -> Box:
    """What stands for a formation when one looks for it, where places have just been noted."""
    return building_box(b, u.building) if u.building >= 0 else then_box(u)


def note_seen(b: Battle, f: int, g: int) -> None:
    """Formation f has seen g, and the character in it; who is invisible is not seen till one touches him [FW-R99]."""
    u = b.formations[f]
    v = b.formations[g]
    if is_invisible(b, g) and not formations_touch(b, f, g):
        return
    u.seen |= 1 << g
    if v.character >= 0:
        u.seen |= 1 << b.strips[v.character].home


def could_surprise(b: Battle, f: int, g: int) -> bool:
    """Could one of them come within a move of the other this turn?  Only of those it matters who saw whom."""
    u = b.formations[f]
    v = b.formations[g]
    one, other = b.scratch.cuts[STRIDES + f], b.scratch.cuts[STRIDES + g]
    most = one + other + max(one, other) + TURNING
    if u.building >= 0 or v.building >= 0:
        return not surely_apart(u, v, most)
    dx, dy = v.then_x - u.then_x, v.then_y - u.then_y
    far = length(dx, dy)
    if far <= most:
        return True
    ux, uy = dx / far, dy / far
    return far <= most + half_extent(then_box(u), ux, uy) + half_extent(then_box(v), ux, uy)


def stride(b: Battle, f: int) -> float:
    """How far a formation may come this turn at most: each mage about may hasten it or move it once more."""
    u = b.formations[f]
    if u.n == 0:
        return 0.0
    far = base_pace(b, u) * max(1.0, pace_factor(b, f))
    for k in range(b.n_mages):
        s = b.strips[b.mages[k].strip]
        if s.formation >= 0:
            gap = distance(s.x, s.y, u.then_x, u.then_y) - u.then_width - u.then_depth - s.width
            if gap - far <= reach_of_haste(b, k):
                far *= b.rules.flash_factor
    return far


def reach_of_haste(b: Battle, k: int) -> float:
    """How far off a mage may make a formation move more than its own, or less than 0 [FW-080, FW-085]."""
    reach = -EVERYWHERE
    for spell in range(b.n_spells):
        row = b.spells[spell]
        if row.effect == Spell.FLASH or row.effect == Spell.BEGONE:
            if (b.mages[k].spells >> spell) % 2 == 1 and b.mages[k].points >= row.cost:
                reach = max(reach, row.reach if row.reach > 0.0 else EVERYWHERE)
    return reach
