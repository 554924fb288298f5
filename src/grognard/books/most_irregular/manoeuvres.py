"""What formed men may do with their feet: move, wheel, reposition, disperse.

Each is planned on paper first, man by man, and refused or carried out as planned."""

from __future__ import annotations

from ...battle import refuse
from ...table.discs import discs_meet, smallest_circle
from ...table.vectors import angle, distance, dot, length, rotated, turn_between, unit
from ...values import Order
from .footing import (
    NEVER,
    breaking_under,
    meets_breaking,
    meets_closed,
    no_ground_for,
    obstacles_crossed,
    on_table,
    way_cost,
)
from .men import (
    NEAR,
    actors_of,
    alive,
    centre_of,
    commander_radius,
    is_one,
    label_parts,
    members,
    present,
    radius_of,
    set_size,
    stands,
)
from .places import (
    OPEN,
    OVERLAP,
    RING,
    RINGS,
    SPOKE_C,
    SPOKE_S,
    SPOKES,
    block_step,
    nearest_enemy_gap,
    no_ground_for_horse,
    slot_place,
    spot_free_of_others,
    too_near,
)
from .state import NOBODY, Battle, Gait, Man, R

CHORDS = 6  # an arc is walked in so many straight steps
ASIDE_RINGS = 10  # how far, in rings of a search, a man goes round a boulder
SHARP = 1e-6  # how exact a facing must be


def is_direction(fx: float, fy: float) -> bool:
    """A unit vector; what is not a number is none."""
    size = length(fx, fy)
    return 1.0 - SHARP < size < 1.0 + SHARP


def all_on_horse(b: Battle, side: int, men: int) -> bool:
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and not b.men[b.first_man[side] + k].horse:
            return False
    return True


def move_allowance(b: Battle, side: int, men: int) -> float:
    """4 inches an action; by option 4 more for horsemen [MI-032, MI-R69]."""
    return b.rules.move + (b.rules.cavalry_bonus if all_on_horse(b, side, men) else 0.0)


def movers(b: Battle, f: int, how: int) -> int:
    """Who moves: the part that is named, or all who act [MI-038, MI-R16]."""
    return how if how > 0 else actors_of(b, f)


# Ways of formed men


def enemy_in_way(b: Battle, side: int, x: float, y: float, r: float, dx: float, dy: float) -> int:
    """An enemy man whom a base would pass through, or nobody [MI-R29]."""
    foe = 1 - side
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        m = b.men[i]
        if present(m) and discs_meet(x, y, dx, dy, m.x, m.y, r + radius_of(b, m)) <= 1.0:
            return i
    return NOBODY


def enemy_officer_in_way(b: Battle, side: int, x: float, y: float, r: float, dx: float, dy: float) -> bool:
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if c.side != side and alive(c):
            if discs_meet(x, y, dx, dy, c.x, c.y, r + commander_radius(b, c)) <= 1.0:
                return True
    return False


def formation_in_way(b: Battle, f: int, x: float, y: float, r: float, dx: float, dy: float) -> bool:
    """A formation may not pass through another formation [MI-R29]."""
    side = b.formations[f].side
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        m = b.men[i]
        if m.formation >= 0 and m.formation != f and present(m):
            if discs_meet(x, y, dx, dy, m.x, m.y, r + radius_of(b, m) - OVERLAP) <= 1.0:
                return True
    return False


def check_leg(b: Battle, f: int, x: float, y: float, r: float, dx: float, dy: float) -> int:
    """Is one straight step of a formed man free: no closed ground, enemy or formation in it [MI-R29]?"""
    side = b.formations[f].side
    if meets_closed(b, x, y, r, dx, dy) <= 1.0:
        return refuse(b.refusal, R + 24, 0.0, 0.0, NOBODY)
    foe = enemy_in_way(b, side, x, y, r, dx, dy)
    if foe >= 0 or enemy_officer_in_way(b, side, x, y, r, dx, dy):
        return refuse(b.refusal, R + 29, 0.0, 0.0, foe)
    if formation_in_way(b, f, x, y, r, dx, dy):
        return refuse(b.refusal, R + 29, 0.0, 0.0, NOBODY)
    return 0


def check_step(b: Battle, f: int, m: Man, x: float, y: float, dx: float, dy: float) -> int:
    """The same for a man of the unit; horsemen never enter woods or rubble [MI-R29, MI-R69]."""
    r = radius_of(b, m)
    if m.horse and meets_breaking(b, x, y, r, dx, dy) <= 1.0:
        return refuse(b.refusal, R + 69, 0.0, 0.0, NOBODY)
    return check_leg(b, f, x, y, r, dx, dy)


def rule_of_cost(b: Battle, far: float, allowed: float, x: float, y: float, dx: float, dy: float) -> int:
    """Too far, an obstacle too many, or ground too difficult [MI-032, MI-040, MI-041]."""
    if not far <= allowed + NEAR:
        return 32
    return 40 if obstacles_crossed(b, x, y, x + dx, y + dy) > 0 else 41


def check_ends(b: Battle, side: int, men: int) -> int:
    """Free ground and no contact for all, as planned; those on boulders step off them [MI-R24, MI-R29].

    Who turns on the spot may stay in a contact that an assault has brought about."""
    p = b.paper
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            r = radius_of(b, m)
            stays = distance(m.x, m.y, p.x[k], p.y[k]) <= NEAR
            if not stays and not free_end(b, side, men, k, p.x[k], p.y[k], r):
                if is_barred(b, side, p.x[k], p.y[k], r) or not step_aside(b, side, men, k, r):
                    return refuse(b.refusal, R + 29, 0.0, 0.0, b.first_man[side] + k)
    return 0


def is_barred(b: Battle, side: int, x: float, y: float, r: float) -> bool:
    """Off the table, or in contact with the enemy: no stepping aside helps [MI-R29]."""
    if not on_table(b, x, y, r):
        return True
    return nearest_enemy_gap(b, side, x, y, r) <= b.rules.contact + NEAR


def free_end(b: Battle, side: int, men: int, k: int, x: float, y: float, r: float) -> bool:
    """May man k of the side end here, the others as planned?"""
    if no_ground_for(b, x, y, r) or no_ground_for_horse(b, b.men[b.first_man[side] + k], x, y):
        return False
    for i in range(b.n_men):
        m = b.men[i]
        if present(m) and i != b.first_man[side] + k:
            mx, my = m.x, m.y
            j = i - b.first_man[side]
            if m.side == side and (men >> j) % 2 == 1:
                mx, my = b.paper.x[j], b.paper.y[j]
            if too_near(m.side == side, x - mx, y - my, r + radius_of(b, m), 0.0, b.rules.contact + NEAR):
                return False
    for i in range(b.n_commanders):
        c = b.commanders[i]
        if alive(c) and c.side != side:
            if too_near(False, x - c.x, y - c.y, r + commander_radius(b, c), 0.0, b.rules.contact + NEAR):
                return False
    return True


def step_aside(b: Battle, side: int, men: int, k: int, r: float) -> bool:
    """Men flow round boulders, trees and stray friends: the nearest free place with the others [MI-R24]."""
    p = b.paper
    parts = planned_parts(b, side, men, k, p.x[k], p.y[k])
    far = 0.0
    for _ in range(ASIDE_RINGS):
        far += RING
        ux, uy = 0.0, 1.0
        for _ in range(SPOKES):
            x, y = p.x[k] + ux * far, p.y[k] + uy * far
            if fits_aside(b, side, men, k, x, y, r) and free_end(b, side, men, k, x, y, r):
                if planned_parts(b, side, men, k, x, y) <= parts:
                    p.x[k] = x
                    p.y[k] = y
                    return True
            ux, uy = ux * SPOKE_C + uy * SPOKE_S, uy * SPOKE_C - ux * SPOKE_S
    return False


def fits_aside(b: Battle, side: int, men: int, k: int, x: float, y: float, r: float) -> bool:
    """No farther than a move goes, and over nothing that costs or breaks ranks."""
    m = b.men[b.first_man[side] + k]
    if distance(m.x, m.y, x, y) > move_allowance(b, side, men) + NEAR:
        return False
    px, py = b.paper.x[k], b.paper.y[k]
    if obstacles_crossed(b, px, py, x, y) > 0 or meets_closed(b, px, py, r, x - px, y - py) <= 1.0:
        return False
    return breaking_under(b, x, y, r) < 0 or breaking_under(b, px, py, r) >= 0


def planned_parts(b: Battle, side: int, men: int, k: int, x: float, y: float) -> int:
    """Into how many linked parts some men fall, as planned, with man k at a place [MI-R06]."""
    p = b.paper
    px, py = p.x[k], p.y[k]
    p.x[k] = x
    p.y[k] = y
    swap_with_plan(b, side, men)
    parts = label_parts(b, side, men)
    swap_with_plan(b, side, men)
    p.x[k] = px
    p.y[k] = py
    return parts


# Move


def check_movers(b: Battle, f: int, how: int) -> int:
    """The part that is to move must be of the unit, and of those who act [MI-038, MI-R16]."""
    acting = actors_of(b, f)
    if how < 0 or (how & ~acting) != 0 or acting == 0:
        return refuse(b.refusal, R + 16, 0.0, 0.0, NOBODY)
    return 0


def check_merge(b: Battle, f: int, other: int) -> int:
    """Only a friendly formation can be joined [MI-R06]."""
    if other >= 0 and not (
        stands(b, other) and other != f and b.formations[other].side == b.formations[f].side
    ):
        return refuse(b.refusal, R + 6, 0.0, 0.0, NOBODY)
    return 0


def plan_move(b: Battle, o: Order) -> int:
    """One straight segment in any direction, and a facing [MI-032, MI-033, MI-035, MI-038, MI-R21]."""
    f = o.actor
    rule = check_movers(b, f, o.how)
    if rule == 0:
        rule = check_merge(b, f, o.other)
    if rule != 0:
        return rule
    if not is_direction(o.fx, o.fy):
        return refuse(b.refusal, 35, 0.0, 0.0, NOBODY)
    side = b.formations[f].side
    men = movers(b, f, o.how)
    cx, cy = centre_of(b, side, men)
    dx, dy = o.x - cx, o.y - cy
    allowed = move_allowance(b, side, men)
    if not length(dx, dy) <= allowed + NEAR:
        return refuse(b.refusal, 32, length(dx, dy), allowed, NOBODY)
    rule = plan_straight(b, f, men, dx, dy, allowed)
    if rule != 0:
        return rule
    rule = check_ends(b, side, men)
    if rule == 0 and o.other >= 0 and not plan_reaches(b, side, men, o.other):
        return refuse(b.refusal, R + 6, 0.0, b.rules.formation_gap, NOBODY)
    return rule


def plan_straight(b: Battle, f: int, men: int, dx: float, dy: float, allowed: float) -> int:
    """All by the same way; the unit pays the worst that any of its men meets [MI-R25]."""
    side = b.formations[f].side
    far = length(dx, dy)
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            b.paper.x[k] = m.x + dx
            b.paper.y[k] = m.y + dy
            if far > NEAR:
                cost = way_cost(b, Gait.FORMED, m.x, m.y, m.x + dx, m.y + dy)
                if not cost <= allowed + NEAR:
                    rule = rule_of_cost(b, far, allowed, m.x, m.y, dx, dy)
                    return refuse(b.refusal, rule, cost, allowed, b.first_man[side] + k)
                rule = check_step(b, f, m, m.x, m.y, dx, dy)
                if rule != 0:
                    return rule
    return 0


def plan_reaches(b: Battle, side: int, men: int, other: int) -> bool:
    """Do the men end linked to the formation they are to merge with [MI-R06]?"""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            r = radius_of(b, b.men[b.first_man[side] + k])
            for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
                m = b.men[i]
                if m.formation == other and present(m):
                    gap = distance(b.paper.x[k], b.paper.y[k], m.x, m.y) - r - radius_of(b, m)
                    if gap <= b.rules.formation_gap + NEAR:
                        return True
    return False


# Wheel


def is_end_figure(b: Battle, f: int, men: int, pivot: int) -> bool:
    """Does a man stand at one end of those who wheel; of a single file, first or last in it [MI-R22]?"""
    u = b.formations[f]
    slack = radius_of(b, b.men[pivot])
    low, high = extent(b, u.side, men, u.fy, -u.fx)
    if high - low > slack:
        return at_end(b, pivot, u.fy, -u.fx, low, high, slack)
    low, high = extent(b, u.side, men, u.fx, u.fy)
    return at_end(b, pivot, u.fx, u.fy, low, high, slack)


def extent(b: Battle, side: int, men: int, ux: float, uy: float) -> tuple[float, float]:
    """From where to where some men stand along an axis."""
    low = 1e18
    high = -1e18
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            at = dot(m.x, m.y, ux, uy)
            low = min(low, at)
            high = max(high, at)
    return low, high


def at_end(b: Battle, i: int, ux: float, uy: float, low: float, high: float, slack: float) -> bool:
    at = dot(b.men[i].x, b.men[i].y, ux, uy)
    return at <= low + slack or at >= high - slack


def plan_wheel(b: Battle, o: Order) -> int:
    """Rigidly about an end figure, then perhaps straight on, within one allowance [MI-034, MI-R22]."""
    f = o.actor
    rule = check_movers(b, f, o.how)
    if rule != 0:
        return rule
    u = b.formations[f]
    men = movers(b, f, o.how)
    first = b.first_man[u.side]
    in_unit = first <= o.other < first + b.men_of[u.side] and (men >> (o.other - first)) % 2 == 1
    if not in_unit or not is_end_figure(b, f, men, o.other):
        return refuse(b.refusal, R + 22, 0.0, 0.0, NOBODY)
    if not is_direction(o.fx, o.fy) or not o.x >= 0.0:
        return refuse(b.refusal, 34, 0.0, 0.0, NOBODY)
    allowed = move_allowance(b, u.side, men)
    if not o.x <= allowed + NEAR:
        return refuse(b.refusal, R + 22, o.x, allowed, NOBODY)
    rule = plan_arc(b, f, men, o.other, o.fx, o.fy, o.x)
    return rule if rule != 0 else check_ends(b, u.side, men)


def plan_arc(b: Battle, f: int, men: int, pivot: int, fx: float, fy: float, on: float) -> int:
    """Every man along his arc, in chords, and then straight on; the worst ground counts [MI-R22, MI-R25]."""
    u = b.formations[f]
    c = b.men[pivot]
    turn = angle(u.fx, u.fy, fx, fy)
    sx, sy = chord_facing(u.fx, u.fy, fx, fy)
    allowed = move_allowance(b, u.side, men)
    far = 0.0
    extra = 0.0
    for k in range(b.men_of[u.side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[u.side] + k]
            x, y = m.x, m.y
            far = max(far, distance(x, y, c.x, c.y) * turn + on)
            if not far <= allowed + NEAR:
                return refuse(b.refusal, R + 22, far, allowed, b.first_man[u.side] + k)
            cost = 0.0
            for step in range(CHORDS + 1):
                nx, ny = next_chord(step, x, y, c.x, c.y, sx, sy, fx * on, fy * on)
                cost += way_cost(b, Gait.FORMED, x, y, nx, ny) - distance(x, y, nx, ny)
                rule = check_step(b, f, m, x, y, nx - x, ny - y)
                if rule != 0:
                    return rule
                x, y = nx, ny
            extra = max(extra, cost)
            b.paper.x[k] = x
            b.paper.y[k] = y
    if not far + extra <= allowed + NEAR:
        return refuse(b.refusal, R + 25, far + extra, allowed, NOBODY)
    return 0


def next_chord(
    step: int, x: float, y: float, px: float, py: float, c: float, s: float, dx: float, dy: float
) -> tuple[float, float]:
    """Where a man is after one more step of a wheel about (px, py): the last step goes straight on."""
    if step == CHORDS:
        return x + dx, y + dy
    ex, ey = rotated(x - px, y - py, c, s)
    return px + ex, py + ey


def wheel_length(b: Battle, f: int, men: int, pivot: int, fx: float, fy: float, on: float) -> float:
    """How far the man goes who goes farthest in a wheel [MI-R22]."""
    u = b.formations[f]
    turn = angle(u.fx, u.fy, fx, fy)
    far = 0.0
    for k in range(b.men_of[u.side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[u.side] + k]
            far = max(far, distance(m.x, m.y, b.men[pivot].x, b.men[pivot].y) * turn + on)
    return far


def wheel_enters_breaking(b: Battle, f: int, men: int, pivot: int, fx: float, fy: float, on: float) -> bool:
    """Does any man enter woods or rubble along his arc, or then straight on [MI-042, MI-R26]?"""
    u = b.formations[f]
    c = b.men[pivot]
    sx, sy = chord_facing(u.fx, u.fy, fx, fy)
    for k in range(b.men_of[u.side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[u.side] + k]
            x, y = m.x, m.y
            for step in range(CHORDS + 1):
                nx, ny = next_chord(step, x, y, c.x, c.y, sx, sy, fx * on, fy * on)
                if meets_breaking(b, x, y, radius_of(b, m), nx - x, ny - y) < NEVER:
                    return True
                x, y = nx, ny
    return False


def chord_facing(ux: float, uy: float, vx: float, vy: float) -> tuple[float, float]:
    """Cosine and sine of one of the equal steps of a turn."""
    _, s = turn_between(ux, uy, vx, vy)
    step = angle(ux, uy, vx, vy) / CHORDS
    sine = series_sine(step)
    return series_cosine(step), sine if s >= 0.0 else -sine


def series_sine(a: float) -> float:
    """The sine of a small angle."""
    square = a * a
    total = a
    term = a
    for n in range(1, 10):
        term = -term * square / ((2 * n) * (2 * n + 1))
        total += term
    return total


def series_cosine(a: float) -> float:
    square = a * a
    total = 1.0
    term = 1.0
    for n in range(1, 10):
        term = -term * square / ((2 * n - 1) * (2 * n))
        total += term
    return total


# Reposition


def unit_circle(b: Battle, f: int) -> tuple[float, float, float]:
    """The smallest circle round all bases of the unit [MI-047, MI-R28]."""
    u = b.formations[f]
    men = members(b, f)
    n = 0
    widest = 0.0
    for k in range(b.men_of[u.side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[u.side] + k]
            b.paper.key[n] = m.x
            b.paper.moved[n] = m.y
            widest = max(widest, radius_of(b, m))
            n += 1
    x, y, r = smallest_circle(b.paper.key, b.paper.moved, n)
    return x, y, r + widest


def plan_reposition(b: Battle, o: Order) -> int:
    """Another shape in the same general place [MI-046, MI-047, MI-048, MI-R28]."""
    x, y, r = unit_circle(b, o.actor)
    return plan_in_circle(b, o, x, y, r)


def plan_in_circle(b: Battle, o: Order, x: float, y: float, r: float) -> int:
    """Everybody a place in a block, wholly inside a circle [MI-047, MI-R28]."""
    f = o.actor
    u = b.formations[f]
    men = actors_of(b, f)
    n = set_size(men)
    if not 1 <= o.other <= n:
        return refuse(b.refusal, 46, float(o.other), float(n), NOBODY)
    if not is_direction(o.fx, o.fy):
        return refuse(b.refusal, 46, 0.0, 0.0, NOBODY)
    rule = plan_block(b, u.side, men, o)
    if rule != 0:
        return rule
    for k in range(b.men_of[u.side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[u.side] + k]
            out = distance(x, y, b.paper.x[k], b.paper.y[k]) + radius_of(b, m)
            if not out <= r + 1e-6:
                return refuse(b.refusal, 47, out, r, b.first_man[u.side] + k)
            rule = check_reposition_way(b, f, k)
            if rule != 0:
                return rule
    return check_whole(b, f, men)


def plan_block(b: Battle, side: int, men: int, o: Order) -> int:
    """Give each of some men a place in a block: rank by rank, each place to the nearest man left."""
    n = set_size(men)
    step = block_step(b, side, men)
    left = men
    for slot in range(n):
        x, y = slot_place(n, o.other, slot, step, o.x, o.y, o.fx, o.fy)
        k = nearest_in_set(b, side, left, x, y)
        r = radius_of(b, b.men[b.first_man[side] + k])
        if not spot_free_of_others(b, side, men, x, y, r):
            return refuse(b.refusal, R + 28, 0.0, 0.0, b.first_man[side] + k)
        b.paper.x[k] = x
        b.paper.y[k] = y
        left &= ~(1 << k)
    return 0


def nearest_in_set(b: Battle, side: int, men: int, x: float, y: float) -> int:
    """Of some men the one nearest to a place (his number within the side)."""
    best = NOBODY
    least = 1e300
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            d = (m.x - x) * (m.x - x) + (m.y - y) * (m.y - y)
            if d < least:
                best = k
                least = d
    return best


def check_reposition_way(b: Battle, f: int, k: int) -> int:
    """No man crosses an obstacle, closed ground or an enemy, or enters woods or rubble [MI-R28]."""
    side = b.formations[f].side
    m = b.men[b.first_man[side] + k]
    r = radius_of(b, m)
    dx, dy = b.paper.x[k] - m.x, b.paper.y[k] - m.y
    crossed = obstacles_crossed(b, m.x, m.y, m.x + dx, m.y + dy)
    if crossed > 0 or meets_closed(b, m.x, m.y, r, dx, dy) <= 1.0:
        return refuse(b.refusal, R + 28, float(crossed), 0.0, b.first_man[side] + k)
    if meets_breaking(b, m.x, m.y, r, dx, dy) <= 1.0:
        return refuse(b.refusal, R + 28, 0.0, 0.0, b.first_man[side] + k)
    foe = enemy_in_way(b, side, m.x, m.y, r, dx, dy)
    if foe >= 0 or enemy_officer_in_way(b, side, m.x, m.y, r, dx, dy):
        return refuse(b.refusal, R + 28, 0.0, 0.0, b.first_man[side] + k)
    if formation_in_way(b, f, m.x, m.y, r, dx, dy):
        return refuse(b.refusal, R + 29, 0.0, 0.0, b.first_man[side] + k)
    return 0


def check_whole(b: Battle, f: int, men: int) -> int:
    """It must finish in a formation, those who stand still too [MI-048]."""
    side = b.formations[f].side
    swap_with_plan(b, side, men)
    whole = is_one(b, side, members(b, f))
    swap_with_plan(b, side, men)
    return 0 if whole else refuse(b.refusal, 48, 0.0, b.rules.formation_gap, NOBODY)


def swap_with_plan(b: Battle, side: int, men: int) -> None:
    """Put men where they are planned to be, and the plan where they were."""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            x, y = m.x, m.y
            m.x = b.paper.x[k]
            m.y = b.paper.y[k]
            b.paper.x[k] = x
            b.paper.y[k] = y


def carry_out(b: Battle, side: int, men: int) -> None:
    """Do as planned."""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            b.men[b.first_man[side] + k].x = b.paper.x[k]
            b.men[b.first_man[side] + k].y = b.paper.y[k]


# Disperse


def least_step(b: Battle, side: int, men: int) -> float:
    """The least distance between two of some men, from centre to centre."""
    least = 1e18
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            for j in range(k):
                if (men >> j) % 2 == 1:
                    o = b.men[b.first_man[side] + j]
                    least = min(least, distance(m.x, m.y, o.x, o.y))
    return least


def plan_spread(b: Battle, side: int, men: int, gap: float, most: float) -> int:
    """Open out from the middle until the nearest are a gap apart; the man without a place, or nobody."""
    cx, cy = centre_of(b, side, men)
    step = block_step(b, side, men)
    factor = max((step + gap + OPEN) / max(least_step(b, side, men), OPEN), 1.0)
    placed = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            x, y = cx + (m.x - cx) * factor, cy + (m.y - cy) * factor
            if not plan_place(b, side, men, placed, k, x, y, gap, most):
                return b.first_man[side] + k
            placed |= 1 << k
    return NOBODY


def plan_place(
    b: Battle, side: int, men: int, placed: int, k: int, x: float, y: float, gap: float, most: float
) -> bool:
    """A place for man k near (x, y), a gap from those already placed and from other friends."""
    m = b.men[b.first_man[side] + k]
    far = 0.0
    for ring in range(RINGS):
        ux, uy = 0.0, 1.0
        for _ in range(1 if ring == 0 else SPOKES):
            px, py = x + ux * far, y + uy * far
            near = distance(px, py, m.x, m.y) <= most + NEAR
            if near and apart(b, side, men, placed, k, px, py, gap):
                b.paper.x[k] = px
                b.paper.y[k] = py
                return True
            ux, uy = ux * SPOKE_C + uy * SPOKE_S, uy * SPOKE_C - ux * SPOKE_S
        far += RING
    return False


def apart(b: Battle, side: int, men: int, placed: int, k: int, x: float, y: float, gap: float) -> bool:
    """Free ground, no enemy contact, a gap from every friend; those not yet placed do not count."""
    man = b.men[b.first_man[side] + k]
    r = radius_of(b, man)
    if no_ground_for(b, x, y, r) or no_ground_for_horse(b, man, x, y):
        return False
    for i in range(b.n_men):
        m = b.men[i]
        j = i - b.first_man[side]
        if present(m) and not (m.side == side and j == k):
            mx, my = m.x, m.y
            if m.side == side and (men >> j) % 2 == 1:
                if (placed >> j) % 2 == 0:
                    continue
                mx, my = b.paper.x[j], b.paper.y[j]
            if too_near(m.side == side, x - mx, y - my, r + radius_of(b, m), gap, b.rules.contact + NEAR):
                return False
    for i in range(b.n_commanders):
        c = b.commanders[i]
        if alive(c) and too_near(
            c.side == side, x - c.x, y - c.y, r + commander_radius(b, c), 0.0, b.rules.contact + NEAR
        ):
            return False
    return True


def plan_disperse(b: Battle, o: Order) -> int:
    """Spread out, more than half an inch and at most 3 apart, each at most 4 inches [MI-043, MI-R27]."""
    f = o.actor
    u = b.formations[f]
    men = actors_of(b, f)
    if not (b.rules.formation_gap < o.x <= b.rules.disperse_most + NEAR):
        return refuse(b.refusal, 43, o.x, b.rules.disperse_most, NOBODY)
    if set_size(men) < 2:
        return refuse(b.refusal, R + 16, 0.0, 0.0, NOBODY)
    gap = min(o.x, b.rules.disperse_most - OPEN)
    lost = plan_spread(b, u.side, men, gap, b.rules.disperse_max_move)
    if lost >= 0:
        return refuse(b.refusal, R + 27, 0.0, b.rules.disperse_max_move, lost)
    for k in range(b.men_of[u.side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[u.side] + k]
            rule = check_step(b, f, m, m.x, m.y, b.paper.x[k] - m.x, b.paper.y[k] - m.y)
            if rule != 0:
                return rule
            apart_by = planned_gap(b, u.side, men, k)
            if apart_by > b.rules.disperse_most + NEAR:
                return refuse(b.refusal, R + 27, apart_by, b.rules.disperse_most, b.first_man[u.side] + k)
    return 0


def planned_gap(b: Battle, side: int, men: int, k: int) -> float:
    """From man k to his nearest comrade, as planned."""
    least = 1e18
    r = radius_of(b, b.men[b.first_man[side] + k])
    for j in range(b.men_of[side]):
        if j != k and (men >> j) % 2 == 1:
            reach = r + radius_of(b, b.men[b.first_man[side] + j])
            least = min(least, distance(b.paper.x[k], b.paper.y[k], b.paper.x[j], b.paper.y[j]) - reach)
    return least


def enters_breaking(b: Battle, side: int, men: int, dx: float, dy: float) -> bool:
    """Does any of some men enter woods or rubble on a straight way [MI-042, MI-R26]?"""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            if meets_breaking(b, m.x, m.y, radius_of(b, m), dx, dy) < NEVER:
                return True
    return False


def ends_in_breaking(b: Battle, side: int, men: int) -> bool:
    """Is any of some men in woods or rubble?"""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            if breaking_under(b, m.x, m.y, radius_of(b, m)) >= 0:
                return True
    return False


def direction_of(dx: float, dy: float, fx: float, fy: float) -> tuple[float, float]:
    """The way a vector goes; one of no length goes where the unit faces."""
    if length(dx, dy) <= NEAR:
        return fx, fy
    return unit(dx, dy)
