"""Places for bases: where one may stand, the nearest free one, and the places of a block in ranks."""

from __future__ import annotations

from math import sqrt

from ...table.vectors import distance
from .footing import breaking_under, no_ground_for
from .men import FAR, NEAR, alive, commander_radius, figure_radius, figure_side, figure_xy, present, radius_of
from .state import OFFICER, Battle, Man

OVERLAP = 1e-6  # bases that touch do not overlap
OPEN = 1e-4  # more than a gap, by as much as a ruler can tell
RING = 0.2  # inches between the rings of a search
RINGS = 30
ROOT_HALF = sqrt(0.5)
SPOKE_C = sqrt((1.0 + ROOT_HALF) / 2.0)  # of 22.5 degrees
SPOKE_S = sqrt((1.0 - ROOT_HALF) / 2.0)
SPOKES = 16


def room_for(b: Battle, g: int, x: float, y: float, gap: float) -> bool:
    """May figure g stand here: free ground, no base on it, no enemy in contact, friends a gap away?"""
    return room_within(b, g, x, y, gap, b.rules.contact + NEAR)


def room_within(b: Battle, g: int, x: float, y: float, gap: float, shy: float) -> bool:
    """Free ground, no base on it, friends a gap away, and enemies so far as one is shy of them."""
    r = figure_radius(b, g)
    if no_ground_for(b, x, y, r) or (g < OFFICER and no_ground_for_horse(b, b.men[g], x, y)):
        return False
    side = figure_side(b, g)
    far = r + max(b.rules.base_diameter, b.rules.mounted_base_diameter) / 2 + max(gap, shy, 0.0) + OPEN
    for i in range(b.n_men):
        m = b.men[i]
        if -far < m.x - x < far and -far < m.y - y < far and i != g and present(m):
            if too_near(m.side == side, x - m.x, y - m.y, r + radius_of(b, m), gap, shy):
                return False
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if OFFICER + k != g and alive(c):
            reach = r + commander_radius(b, c)
            if too_near(c.side == side, x - c.x, y - c.y, reach, min(gap, 0.0), shy):
                return False
    return True


def no_ground_for_horse(b: Battle, m: Man, x: float, y: float) -> bool:
    """By option there are horsemen, who never enter woods or rubble [MI-R69]."""
    return m.horse and breaking_under(b, x, y, radius_of(b, m)) >= 0


def too_near(friend: bool, dx: float, dy: float, reach: float, gap: float, shy: float) -> bool:
    """On another base, in contact with an enemy, or not the gap away from a friend [MI-R02, MI-R29]."""
    keep = reach - OVERLAP
    if not friend:
        keep = reach + shy
    elif gap > 0.0:
        keep = reach + gap + OPEN / 2
    return dx * dx + dy * dy < keep * keep


def free_place(b: Battle, g: int, x: float, y: float, gap: float, most: float) -> tuple[float, float, bool]:
    """The nearest place to (x, y) where figure g may stand, and whether there is one: ring after ring."""
    if room_for(b, g, x, y, gap):
        return x, y, True
    far = 0.0
    for _ in range(RINGS):
        far += RING
        if far > most + NEAR:
            break
        ux, uy = 0.0, 1.0
        for _ in range(SPOKES):
            if room_for(b, g, x + ux * far, y + uy * far, gap):
                return x + ux * far, y + uy * far, True
            ux, uy = ux * SPOKE_C + uy * SPOKE_S, uy * SPOKE_C - ux * SPOKE_S
    return x, y, False


def settled(b: Battle, g: int, x: float, y: float, gap: float) -> tuple[float, float]:
    """The nearest place with a gap to friends, else without, else where figure g stands [MI-R06]."""
    px, py, found = free_place(b, g, x, y, gap, RING * RINGS)
    if not found:
        px, py, found = free_place(b, g, x, y, 0.0, RING * RINGS)
    if not found:
        return figure_xy(b, g)
    return px, py


# A block in ranks


def ranks_of(n: int, files: int) -> int:
    return (n + files - 1) // files


def slot_place(
    n: int, files: int, k: int, step: float, x: float, y: float, fx: float, fy: float
) -> tuple[float, float]:
    """Where man k of a block stands: rank by rank, the last rank in the middle; (x, y) is the front centre."""
    rank = k // files
    here = files if (rank + 1) * files <= n else n - rank * files
    right = (k - rank * files - (here - 1) / 2.0) * step
    back = rank * step
    return x - fx * back + fy * right, y - fy * back - fx * right


def block_step(b: Battle, side: int, men: int) -> float:
    """The distance from man to man in base contact: the widest base counts [MI-R02]."""
    widest = 0.0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            widest = max(widest, 2.0 * radius_of(b, b.men[b.first_man[side] + k]))
    return widest


def spot_free_of_others(b: Battle, side: int, men: int, x: float, y: float, r: float) -> bool:
    """May a base stand here, whatever these men do, who are about to move: no ranks in woods [MI-R26]?

    Friendly officers make way."""
    if no_ground_for(b, x, y, r) or breaking_under(b, x, y, r) >= 0:
        return False
    for i in range(b.n_men):
        m = b.men[i]
        moving = m.side == side and (men >> (i - b.first_man[side])) % 2 == 1
        if present(m) and not moving:
            if too_near(m.side == side, x - m.x, y - m.y, r + radius_of(b, m), 0.0, b.rules.contact + NEAR):
                return False
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if alive(c) and c.side != side:
            reach = r + commander_radius(b, c)
            if too_near(False, x - c.x, y - c.y, reach, 0.0, b.rules.contact + NEAR):
                return False
    return True


def officers_step_aside(b: Battle, side: int) -> None:
    """Officers on whom men have come to stand step aside [MI-R02, MI-R29]."""
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if c.side == side and alive(c) and not room_within(b, OFFICER + k, c.x, c.y, 0.0, 0.0):
            x, y, found = free_place(b, OFFICER + k, c.x, c.y, 0.0, RING * RINGS)
            if found:
                c.x = x
                c.y = y


def nearest_enemy_gap(b: Battle, side: int, x: float, y: float, r: float) -> float:
    """From a base to the nearest enemy figure, commanders too."""
    least = FAR
    for i in range(b.n_men):
        m = b.men[i]
        if m.side != side and present(m):
            least = min(least, distance(x, y, m.x, m.y) - r - radius_of(b, m))
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if c.side != side and alive(c):
            least = min(least, distance(x, y, c.x, c.y) - r - commander_radius(b, c))
    return least
