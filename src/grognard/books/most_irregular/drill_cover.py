"""Where the drill-book general's skirmishers find shelter: near by, within call, and out of reach of the bayonet.

A man in the open is worth little to a volley and much to the enemy's: so all but a few go to the nearest wall,
wood or boulder first and fire from there."""

from __future__ import annotations

from ...table.sweeps import beyond
from ...table.terrain import Piece, Shape
from ...table.vectors import distance, dot, length, unit
from ...values import Ask, Order
from .drill_plan import enemy_near
from .footing import breaking_under, shelter_of
from .legality import check, commander_allowance
from .men import men_gap, present, radius_of, set_size, straggler_reach
from .places import room_for
from .sight import sees, shelter_from
from .state import NOBODY, Act, Battle, Shelter
from .whim import certain

BAYONETS = 8.0  # inches: a formation so near can assault, if it moves first
CLEAR = 0.5  # inches more than the book's distance that skirmishers keep from a formation
LEASH = 1.0  # inches within his reach that a commander keeps his skirmishers
INSIDE = 0.8  # inches within the edge of a wood
BEHIND = 0.1  # inches behind a wall
ELBOW = 1.4  # inches from one man's place behind a wall to the next's
FROM_END = 0.5  # inches from the end of a wall
SAFETY = 3.0  # inches a man goes farther for cover than for concealment
NO_PLACE = -1e18


def seek_shelter(b: Battle, ask: Ask, men: int, gx: float, gy: float, spare: int) -> Order:
    """The first of some men who stands in the open under fire goes to shelter; a few are spared for a volley."""
    n = set_size(men)
    for k in range(b.men_of[ask.side]):
        if (men >> k) % 2 == 1:
            i = b.first_man[ask.side] + k
            pressed = is_pressed(b, i, n)
            if (pressed or n > spare) and is_exposed(b, i, pressed):
                order = to_shelter(b, ask, i, gx, gy, pressed)
                if order.kind != Act.DONE:
                    return order
    return certain(b, ask)


def formed_near(b: Battle, side: int, x: float, y: float) -> int:
    """The enemy in ranks who is nearest to a place, or nobody."""
    best = NOBODY
    least = 1e18
    foe = 1 - side
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        m = b.men[i]
        if m.formation >= 0 and present(m):
            d = (m.x - x) * (m.x - x) + (m.y - y) * (m.y - y)
            if d < least:
                best = i
                least = d
    return best


def is_pressed(b: Battle, i: int, n: int) -> bool:
    """Could a formation as strong as n men assault this one where he stands?"""
    m = b.men[i]
    h = formed_near(b, m.side, m.x, m.y)
    if h < 0 or men_gap(b, m, b.men[h]) > BAYONETS or b.formations[b.men[h].formation].size < n:
        return False
    return breaking_under(b, m.x, m.y, 0.0) < 0


def is_exposed(b: Battle, i: int, pressed: bool) -> bool:
    """Is he in the open, and the enemy near enough to hit him, or to come at him?"""
    m = b.men[i]
    h = enemy_near(b, m.side, m.x, m.y)
    if h < 0 or not (pressed or men_gap(b, m, b.men[h]) <= reach_of(b, h)):
        return False
    return shelter_from(b, i, h) == Shelter.NONE


def reach_of(b: Battle, i: int) -> float:
    """The effective range of one man."""
    return b.rules.multiplier[b.men[i].weapon] * b.rules.base_range[b.men[i].grade]


def to_shelter(b: Battle, ask: Ask, i: int, gx: float, gy: float, pressed: bool) -> Order:
    """To the best place behind or in what is near, if it is of use there; pressed, any shelter is."""
    m = b.men[i]
    x, y, found = best_shelter(b, ask.actor, i, gx, gy, pressed)
    order = Order(Act.SCURRY, NOBODY, NOBODY, 1 << (i - b.first_man[m.side]), x - m.x, y - m.y, 0.0, 0.0)
    return order if found and check(b, ask, order) == 0 else certain(b, ask)


def best_shelter(b: Battle, k: int, i: int, gx: float, gy: float, pressed: bool) -> tuple[float, float, bool]:
    """Of the places that the ground near a man offers the best; and whether there is one."""
    m = b.men[i]
    h = enemy_near(b, m.side, m.x, m.y)
    far = b.rules.scurry
    bx, by, best = m.x, m.y, NO_PLACE
    for n in range(b.ground.n):
        p = b.ground.pieces[n]
        if beyond(p, m.x - far, m.y - far, m.x + far, m.y + far) or shelter_of(b, p.kind) == Shelter.NONE:
            continue
        for side_step in range(-1, 2):
            x, y = place_at(b, p, i, h, side_step * ELBOW)
            worth = SAFETY * shelter_of(b, p.kind) - distance(m.x, m.y, x, y)
            if worth > best and may_shelter(b, k, i, x, y) and is_good(b, i, h, x, y, gx, gy, pressed):
                bx, by, best = x, y, worth
    return bx, by, best > NO_PLACE


def place_at(b: Battle, p: Piece, i: int, h: int, aside: float) -> tuple[float, float]:
    """In a wood near its edge, or behind a wall or a boulder as the enemy sees it; or so far to one side."""
    m, e = b.men[i], b.men[h]
    if p.shape == Shape.CIRCLE and p.radius < INSIDE:
        ux, uy = unit(p.x[0] - e.x, p.y[0] - e.y)
        out = p.radius + radius_of(b, m) + BEHIND
        return p.x[0] + ux * out + uy * aside, p.y[0] + uy * out - ux * aside
    x, y = nearest_on(p, m.x, m.y)
    if p.shape == Shape.LINES:
        ux, uy = unit(x - e.x, y - e.y)
        out = radius_of(b, m) + BEHIND
    else:
        ux, uy = unit((p.x0 + p.x1) / 2 - x, (p.y0 + p.y1) / 2 - y)
        out = INSIDE
    return x + ux * out + uy * aside, y + uy * out - ux * aside


def nearest_on(p: Piece, x: float, y: float) -> tuple[float, float]:
    """The point of a piece's outline nearest to a place; not at the very end of a wall."""
    if p.shape == Shape.CIRCLE:
        ux, uy = unit(x - p.x[0], y - p.y[0])
        return p.x[0] + ux * p.radius, p.y[0] + uy * p.radius
    lines = p.shape == Shape.LINES
    bx, by, least = x, y, 1e18
    for n in range(p.n // 2 if lines else p.n):
        k = 2 * n if lines else n
        j = k + 1 if lines else (k + 1) % p.n
        qx, qy = nearest_of_segment(x, y, p.x[k], p.y[k], p.x[j], p.y[j], FROM_END if lines else 0.0)
        d = distance(x, y, qx, qy)
        if d < least:
            bx, by, least = qx, qy, d
    return bx, by


def nearest_of_segment(
    x: float, y: float, x0: float, y0: float, x1: float, y1: float, inset: float
) -> tuple[float, float]:
    """The point of a segment nearest to a place, but so far from its ends."""
    ux, uy = unit(x1 - x0, y1 - y0)
    long = length(x1 - x0, y1 - y0)
    t = max(min(dot(x - x0, y - y0, ux, uy), long - inset), min(inset, long / 2))
    return x0 + ux * t, y0 + uy * t


def may_shelter(b: Battle, k: int, i: int, x: float, y: float) -> bool:
    """Can he get there, is there room, is it within call next turn, and out of reach of the bayonet?"""
    m = b.men[i]
    c = b.commanders[k]
    if distance(m.x, m.y, x, y) > b.rules.scurry:
        return False
    if distance(c.x, c.y, x, y) > straggler_reach(b, c) + commander_allowance(b, k, False) - LEASH:
        return False
    h = formed_near(b, m.side, x, y)
    if h >= 0:
        gap = distance(x, y, b.men[h].x, b.men[h].y) - radius_of(b, m) - radius_of(b, b.men[h])
        if gap <= b.rules.keep_off + CLEAR and breaking_under(b, x, y, 0.0) < 0:
            return False
    return room_for(b, i, x, y, b.rules.formation_gap)


def is_good(b: Battle, i: int, h: int, x: float, y: float, gx: float, gy: float, pressed: bool) -> bool:
    """Would he be sheltered there, and if not pressed be of use: with a mark in range, or on his way?"""
    m = b.men[i]
    x0, y0 = m.x, m.y
    useful = pressed or dot(x - x0, y - y0, gx - x0, gy - y0) > 0.0
    m.x, m.y = x, y
    good = shelter_from(b, i, h) > Shelter.NONE
    if good and not useful:
        near = enemy_near(b, m.side, x, y)
        good = men_gap(b, m, b.men[near]) <= reach_of(b, i)
        good = good and sees(b, i, near, b.men[near].formation, 1 - m.side)
    m.x, m.y = x0, y0
    return good
