"""The sums of an assault: how far it goes, whom it meets, and the combat modifiers [MI-091, MI-107]."""

from __future__ import annotations

from ...table.discs import disc_piece_gap, disc_sweep, discs_meet
from ...table.terrain import Piece, Shape
from ...table.vectors import distance
from .footing import NEVER, farthest, footing_of, meets_breaking, meets_closed, short_of_obstacle
from .manoeuvres import move_allowance
from .men import (
    NEAR,
    alive,
    attached_to,
    commander_radius,
    gap_to_formation,
    half_men,
    is_straggler,
    members,
    men_gap,
    present,
    radius_of,
)
from .places import OPEN, OVERLAP
from .sight import crosses
from .state import NOBODY, OFFICER, Battle, Footing, Gait, Man

TOUCH = 0.98  # of the contact gap: where a base that comes up to another stops
FAR = 1e18


def reach_of(b: Battle, r: float, m: Man) -> float:
    """From centre to centre when two bases are in contact."""
    return r + radius_of(b, m) + b.rules.contact * TOUCH


def advance_limit(b: Battle, f: int, men: int, target: int, ux: float, uy: float) -> float:
    """How far the advance can go, whoever is met: pace, ground, formations not named [MI-R25, MI-R49]."""
    side = b.formations[f].side
    most = move_allowance(b, side, men)
    limit = most
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            r = radius_of(b, m)
            far = farthest(b, Gait.FORMED, m.x, m.y, ux, uy, most, most)
            if far < most:
                far = short_of_obstacle(b, m.x, m.y, r, ux, uy, far)
            limit = min(limit, far)
    return way_open(b, f, men, target, ux, uy, max(limit, 0.0))


def way_open(b: Battle, f: int, men: int, target: int, ux: float, uy: float, most: float) -> float:
    """How much of a way is free for all of some men: closed ground, formations not named [MI-R29, MI-R50]."""
    side = b.formations[f].side
    limit = most
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            limit = min(limit, stop_short(b, f, target, b.men[b.first_man[side] + k], ux, uy, most))
    return max(limit, 0.0)


def stop_short(b: Battle, f: int, target: int, m: Man, ux: float, uy: float, most: float) -> float:
    """Where closed ground, the table edge, other formations or friends in ranks stop one man."""
    r = radius_of(b, m)
    dx, dy = ux * most, uy * most
    far = most
    t = meets_closed(b, m.x, m.y, r, dx, dy)
    if m.horse:
        t = min(t, meets_breaking(b, m.x, m.y, r, dx, dy))  # [MI-R69]
    if t <= 1.0:
        far = min(far, t * most - OPEN)
    for i in range(b.n_men):
        o = b.men[i]
        if present(o) and o.formation >= 0 and o.formation != f and o.formation != target:
            keep = r + radius_of(b, o)
            if o.side != m.side:
                keep += b.rules.contact + OPEN
            else:
                keep -= OVERLAP
            t = discs_meet(m.x, m.y, dx, dy, o.x, o.y, keep)
            if t <= 1.0:
                far = min(far, t * most)
    far = min(far, short_of_officers(b, target, m, dx, dy) * most)
    return min(far, to_edge(b, m, r, ux, uy))


def short_of_officers(b: Battle, target: int, m: Man, dx: float, dy: float) -> float:
    """When one man comes upon an enemy officer who is with a formation not named [MI-R49, MI-R50]."""
    first = NEVER
    for j in range(b.n_commanders):
        c = b.commanders[j]
        if c.side != m.side and alive(c):
            with_ = attached_to(b, j)
            if with_ >= 0 and with_ != target:
                keep = radius_of(b, m) + commander_radius(b, c) + b.rules.contact + OPEN
                first = min(first, discs_meet(m.x, m.y, dx, dy, c.x, c.y, keep))
    return first


def to_edge(b: Battle, m: Man, r: float, ux: float, uy: float) -> float:
    """How far a base can go in a direction before it leaves the table [MI-R29]."""
    far = FAR
    if ux > NEAR:
        far = min(far, (b.ground.width - r - m.x) / ux)
    if ux < -NEAR:
        far = min(far, (r - m.x) / ux)
    if uy > NEAR:
        far = min(far, (b.ground.depth - r - m.y) / uy)
    if uy < -NEAR:
        far = min(far, (r - m.y) / uy)
    return max(far, 0.0)


def woods_ahead(b: Battle, side: int, men: int, dx: float, dy: float) -> float:
    """When the first man enters woods or rubble, where the assault ends [MI-R62]."""
    first = NEVER
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            first = min(first, meets_breaking(b, m.x, m.y, radius_of(b, m), dx, dy))
    return first


# Whom it meets


def next_straggler(b: Battle, side: int, men: int, dx: float, dy: float) -> tuple[float, int, int]:
    """The first enemy straggler or lone officer met: when, by whom, which figure [MI-092, MI-R10, MI-R50]."""
    first = NEVER
    by = NOBODY
    whom = NOBODY
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            t, h = first_loose_enemy(b, m, dx, dy)
            if t < first:
                first = t
                by = b.first_man[side] + k
                whom = h
    return first, by, whom


def first_loose_enemy(b: Battle, m: Man, dx: float, dy: float) -> tuple[float, int]:
    """The first enemy straggler or lone officer that one man comes upon."""
    r = radius_of(b, m)
    foe = 1 - m.side
    first = NEVER
    whom = NOBODY
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        o = b.men[i]
        if is_straggler(o):
            t = discs_meet(m.x, m.y, dx, dy, o.x, o.y, reach_of(b, r, o))
            if t < first:
                first = t
                whom = i
    for j in range(b.n_commanders):
        c = b.commanders[j]
        if c.side == foe and alive(c) and attached_to(b, j) < 0:
            keep = r + commander_radius(b, c) + b.rules.contact * TOUCH
            t = discs_meet(m.x, m.y, dx, dy, c.x, c.y, keep)
            if t < first:
                first = t
                whom = OFFICER + j
    return first, whom


def contact_with(b: Battle, side: int, men: int, target: int, dx: float, dy: float) -> float:
    """When the first of some men touches the formation, or the obstacle it stands behind [MI-106, MI-R54]."""
    first = NEVER
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            first = min(first, man_meets(b, m, target, dx, dy))
            first = min(first, wall_meets(b, m, target, dx, dy))
    return first


def man_meets(b: Battle, m: Man, target: int, dx: float, dy: float) -> float:
    """When one man touches a man of the formation, or an officer with it."""
    r = radius_of(b, m)
    foe = 1 - m.side
    first = NEVER
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        o = b.men[i]
        if o.formation == target and present(o):
            if men_gap(b, m, o) <= b.rules.contact + NEAR:
                return 0.0
            first = min(first, discs_meet(m.x, m.y, dx, dy, o.x, o.y, reach_of(b, r, o)))
    for j in range(b.n_commanders):
        c = b.commanders[j]
        if c.side == foe and alive(c) and attached_to(b, j) == target:
            keep = r + commander_radius(b, c) + b.rules.contact * TOUCH
            first = min(first, discs_meet(m.x, m.y, dx, dy, c.x, c.y, keep))
    return first


def wall_meets(b: Battle, m: Man, target: int, dx: float, dy: float) -> float:
    """When one man touches an obstacle that a man of the formation stands directly behind [MI-R54]."""
    first = NEVER
    r = radius_of(b, m) + b.rules.contact * TOUCH
    for n in range(b.ground.n):
        p = b.ground.pieces[n]
        if p.shape == Shape.LINES and footing_of(p.kind) == Footing.OBSTACLE:
            t0, t1 = disc_sweep(m.x, m.y, r, dx, dy, p)
            if t0 <= t1 and is_lined(b, p, target, m.x + dx * t0, m.y + dy * t0, r):
                first = min(first, t0)
    return first


def is_lined(b: Battle, p: Piece, target: int, x: float, y: float, r: float) -> bool:
    """Does a man of the formation stand directly behind the obstacle, over against a base at (x, y) [MI-R38]?

    Over against: from base to base at most twice as far as "directly behind" is from the obstacle."""
    foe = b.formations[target].side
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        o = b.men[i]
        if o.formation == target and present(o):
            near = distance(x, y, o.x, o.y) - r - radius_of(b, o) <= 2.0 * b.rules.behind + NEAR
            if near and disc_piece_gap(o.x, o.y, radius_of(b, o), p) <= b.rules.behind + NEAR:
                if crosses(p, x, y, o.x, o.y):
                    return True
    return False


# Combat


def combat_men(b: Battle, f: int) -> int:
    """Unwounded and half the wounded, the fraction dropped, at least 1 [MI-112, MI-R57]."""
    return max(1, half_men(b, b.formations[f].side, members(b, f)) // 2)


def numbers_bonus(b: Battle, f: int, other: int) -> int:
    """+1 for every 3 men more than the enemy [MI-110, MI-R57]."""
    own = half_men(b, b.formations[f].side, members(b, f))
    foe = half_men(b, b.formations[other].side, members(b, other))
    return max(0, own - foe) // (2 * b.rules.men_a_bonus)


def officers_bonus(b: Battle, f: int) -> int:
    """+1 for each officer with the formation [MI-109, MI-R58]."""
    reach = b.rules.officer_near[b.options.officer_assault_radius]
    n = 0
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if c.side == b.formations[f].side and alive(c) and gap_to_formation(b, c, f) <= reach + NEAR:
            n += 1
    return n * b.rules.officer_bonus


def levels_bonus(b: Battle, own: int, foe: int) -> int:
    """+2 for each level of Quality above the enemy's [MI-108]."""
    return max(0, own - foe) * b.rules.level_bonus
