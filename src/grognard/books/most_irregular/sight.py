"""Who sees whom, and what shelter a figure has from a shot [MI-051, MI-052, MI-073]."""

from __future__ import annotations

from ...table.arcs import Side, quarter
from ...table.discs import disc_piece_gap
from ...table.sight import depth_in_piece
from ...table.sweeps import beyond, segment_in_piece
from ...table.terrain import Piece, Shape
from ...table.vectors import cross, dot, length, point_segment_gap, unit
from .footing import is_in, shelter_of
from .men import (
    FAR,
    NEAR,
    alive,
    figure_radius,
    figure_side,
    figure_xy,
    figures_gap,
    present,
    radius_of,
    touching,
)
from .state import NOBODY, OFFICER, Battle, Man, Shelter, Terrain


def ground_blocks(b: Battle, x0: float, y0: float, x1: float, y1: float) -> bool:
    """A building in the line, or more than 3 inches of woods along it [MI-R30]."""
    woods = 0.0
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    for i in range(b.ground.n):
        p = b.ground.pieces[i]
        if not beyond(p, left, low, right, high):
            if p.kind == Terrain.BUILDING and depth_in_piece(p, x0, y0, x1, y1) > 0.0:
                return True
            if p.kind == Terrain.WOODS:
                woods += depth_in_piece(p, x0, y0, x1, y1)
    return woods > b.rules.woods_sight + NEAR


def in_line(b: Battle, x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Is a figure's centre within a quarter inch of the line [MI-R30]?"""
    r = b.rules.figure_block_radius
    if x < min(x0, x1) - r or x > max(x0, x1) + r or y < min(y0, y1) - r or y > max(y0, y1) + r:
        return False
    return point_segment_gap(x, y, x0, y0, x1, y1) <= r + NEAR


def in_body(b: Battle, i: int, f: int, side: int) -> bool:
    """Is man i of the target: of formation f, or if there is none a straggler of the side [MI-R30]?"""
    m = b.men[i]
    if f >= 0:
        return m.formation == f
    return m.formation < 0 and m.side == side


def figures_block(b: Battle, g: int, h: int, f: int, side: int) -> bool:
    """Does a figure stand in the line from g to h, who is of body f of the side [MI-052, MI-R30]?

    A formed shooter looks past one friend in base contact with him; body -2 is h alone."""
    x0, y0 = figure_xy(b, g)
    x1, y1 = figure_xy(b, h)
    own, ranks = figure_side(b, g), own_ranks(b, g)
    spare = 1 if ranks >= 0 else 0
    mates = 0
    dx, dy = x1 - x0, y1 - y0
    span = widest_block(b) * length(dx, dy) + NEAR
    for i in range(b.n_men):
        m = b.men[i]
        across = (m.x - x0) * dy - (m.y - y0) * dx
        if across > span or across < -span or i == g or i == h or not present(m):
            continue
        if f >= NOBODY and in_body(b, i, f, side):
            continue
        if ranks >= 0 and m.formation == ranks and in_ranks_before(b, m, x0, y0, x1, y1):
            mates += 1
            if mates > 1:
                return True
        if in_line(b, m.x, m.y, x0, y0, x1, y1):
            if spare == 0 or m.side != own or not touching(b, m, b.men[g]):
                return True
            spare -= 1
    return officers_block(b, g, h, spare)


def own_ranks(b: Battle, g: int) -> int:
    """The formation in whose ranks a figure stands; a commander stands in none."""
    return b.men[g].formation if g < OFFICER else NOBODY


def widest_block(b: Battle) -> float:
    """No figure whose centre is farther from a line can block it."""
    return max(b.rules.figure_block_radius, b.rules.base_diameter / 2, b.rules.mounted_base_diameter / 2)


def in_ranks_before(b: Battle, m: Man, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does the line cross the base of a man of the shooter's own ranks [MI-052, MI-R30]?"""
    return point_segment_gap(m.x, m.y, x0, y0, x1, y1) < radius_of(b, m) - NEAR


def officers_block(b: Battle, g: int, h: int, spare: int) -> bool:
    """A commander blocks sight like any man [MI-R10, MI-R30]."""
    x0, y0 = figure_xy(b, g)
    x1, y1 = figure_xy(b, h)
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if OFFICER + k != g and OFFICER + k != h and alive(c) and in_line(b, c.x, c.y, x0, y0, x1, y1):
            near = figures_gap(b, g, OFFICER + k) <= b.rules.contact + NEAR
            if spare == 0 or c.side != figure_side(b, g) or not near:
                return True
            spare -= 1
    return False


def sees(b: Battle, g: int, h: int, f: int, side: int) -> bool:
    """A clear line from the centre of figure g to that of figure h of body f [MI-051, MI-R30]."""
    x0, y0 = figure_xy(b, g)
    x1, y1 = figure_xy(b, h)
    return not ground_blocks(b, x0, y0, x1, y1) and not figures_block(b, g, h, f, side)


def sees_body(b: Battle, g: int, f: int) -> bool:
    """Does figure g see any man of formation f [MI-051, MI-R30]?"""
    side = b.formations[f].side
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if b.men[i].formation == f and present(b.men[i]) and sees(b, g, i, f, side):
            return True
    return False


# Shelter


def piece_shelters(b: Battle, p: Piece, h: int, x: float, y: float, shooter_radius: float) -> int:
    """What one feature gives figure h against a shot from (x, y) [MI-073, MI-R38]."""
    shelter = shelter_of(b, p.kind)
    if shelter == Shelter.NONE:
        return Shelter.NONE
    if p.kind == Terrain.EARTHWORK and h < OFFICER and b.men[h].horse:
        return Shelter.NONE  # horsemen cannot be entrenched [MI-R69]
    hx, hy = figure_xy(b, h)
    r = figure_radius(b, h)
    near = r + b.rules.behind + NEAR
    if beyond(p, hx - near, hy - near, hx + near, hy + near):
        return Shelter.NONE
    if not is_in(p, hx, hy):
        if disc_piece_gap(hx, hy, r, p) > b.rules.behind + NEAR or not in_line_of_fire(b, p, x, y, hx, hy):
            return Shelter.NONE
    return int(Shelter.NONE) if looks_over(b, p, x, y, shooter_radius) else shelter


def looks_over(b: Battle, p: Piece, x: float, y: float, r: float) -> bool:
    """A shooter within half an inch of any part of a feature ignores it [MI-R38]."""
    for i in range(b.ground.n):
        q = b.ground.pieces[i]
        if q.group == p.group and disc_piece_gap(x, y, r, q) <= b.rules.behind + NEAR:
            return True
    return False


def in_line_of_fire(b: Battle, p: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a line of fire cross a feature, of which this is a piece [MI-R38]?"""
    for i in range(b.ground.n):
        q = b.ground.pieces[i]
        if q.group == p.group and crosses(q, x0, y0, x1, y1):
            return True
    return False


def crosses(p: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a line cross a piece of terrain?"""
    if p.shape != Shape.LINES:
        return depth_in_piece(p, x0, y0, x1, y1) > 0.0
    t0, t1 = segment_in_piece(p, x0, y0, x1, y1)
    return t0 <= t1


def own_shelter(b: Battle, h: int, x: float, y: float, shooter_radius: float) -> int:
    """The best that the ground gives figure h against a shot; cover counts before concealment [MI-R37]."""
    best = int(Shelter.NONE)
    for i in range(b.ground.n):
        best = max(best, piece_shelters(b, b.ground.pieces[i], h, x, y, shooter_radius))
        if best == Shelter.COVER:
            break
    return best


def mate_before(b: Battle, h: int, x: float, y: float) -> int:
    """The man of his formation in base contact who stands most between man h and a place, or nobody."""
    m = b.men[h]
    ux, uy = unit(x - m.x, y - m.y)
    best = NOBODY
    most = 0.0
    for i in range(b.first_man[m.side], b.first_man[m.side] + b.men_of[m.side]):
        o = b.men[i]
        if i != h and o.formation == m.formation and present(o) and touching(b, m, o):
            ahead = dot(o.x - m.x, o.y - m.y, ux, uy)
            aside = cross(o.x - m.x, o.y - m.y, ux, uy)
            if ahead > most and quarter(ahead, aside) == Side.FRONT:
                best = i
                most = ahead
    return best


def shelter_behind_mate(b: Battle, h: int, x: float, y: float, shooter_radius: float) -> int:
    """In base contact behind a covered man of the same formation, he is covered too [MI-R38]."""
    mate = mate_before(b, h, x, y)
    while mate >= 0:
        shelter = own_shelter(b, mate, x, y, shooter_radius)
        if shelter != Shelter.NONE:
            return shelter
        mate = mate_before(b, mate, x, y)
    return int(Shelter.NONE)


def shelter_from(b: Battle, h: int, g: int) -> int:
    """What figure h has between himself and shooter g [MI-073, MI-R38]."""
    x, y = figure_xy(b, g)
    r = figure_radius(b, g)
    best = own_shelter(b, h, x, y, r)
    if best == Shelter.NONE and h < OFFICER and b.men[h].formation >= 0:
        best = shelter_behind_mate(b, h, x, y, r)
    return best


def in_cover(b: Battle, h: int, concealment: bool) -> bool:
    """Is figure h in cover, or directly behind it as seen from the nearest enemy [MI-139, MI-R68]?"""
    foe = nearest_enemy(b, h)
    x, y = figure_xy(b, h)
    enough = int(Shelter.CONCEALMENT) if concealment else int(Shelter.COVER)
    if foe < 0:
        return area_shelter(b, x, y) >= enough
    return shelter_from(b, h, foe) >= enough


def area_shelter(b: Battle, x: float, y: float) -> int:
    """The best shelter of the areas that a place is in."""
    best = int(Shelter.NONE)
    for i in range(b.ground.n):
        if is_in(b.ground.pieces[i], x, y):
            best = max(best, shelter_of(b, b.ground.pieces[i].kind))
    return best


def nearest_enemy(b: Battle, g: int) -> int:
    """The enemy man nearest to figure g, or nobody."""
    x, y = figure_xy(b, g)
    best = NOBODY
    least = FAR
    foe = 1 - figure_side(b, g)
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        m = b.men[i]
        if present(m):
            d = (m.x - x) * (m.x - x) + (m.y - y) * (m.y - y)
            if d < least:
                best = i
                least = d
    return best
