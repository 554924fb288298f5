"""What stragglers may do: scurry, form ranks, join, attack, bail, gather; and being called and taken in.

Each is planned on paper, man by man; those of a group who cannot do as the others stay where they are, and
have acted all the same.  Only to bail each man must be able: who has no clear way may not [MI-R67]."""

from __future__ import annotations

from ...battle import refuse
from ...table.discs import discs_meet
from ...table.vectors import distance, length, unit
from ...values import Order
from .footing import breaking_under, meets_closed
from .manoeuvres import is_direction, nearest_in_set, swap_with_plan
from .men import (
    NEAR,
    alive,
    attached_to,
    centre_of,
    commander_gap,
    figure_present,
    figure_radius,
    figure_side,
    figure_xy,
    first_of,
    is_straggler,
    label_parts,
    largest_part,
    men_gap,
    part,
    present,
    radius_of,
    set_size,
    stands,
    straggler_reach,
)
from .places import SPOKE_C, SPOKE_S, SPOKES, block_step, room_for, slot_place, spot_free_of_others
from .sight import in_cover
from .state import NOBODY, OFFICER, BailDice, Battle, Off, R, ReachFactor
from .ways import NO_WAY, leg_cost, meets_enemy, meets_no_horse, plan_step, way_to, within_angle


def check_group(b: Battle, k: int, men: int) -> int:
    """Stragglers of his, in reach of the commander, who have not acted [MI-016, MI-024, MI-031, MI-R15]."""
    c = b.commanders[k]
    if not 0 < men < (1 << b.men_of[c.side]):
        return refuse(b.refusal, 29, 0.0, 0.0, NOBODY)
    for j in range(b.men_of[c.side]):
        if (men >> j) % 2 == 1:
            i = b.first_man[c.side] + j
            m = b.men[i]
            if not is_straggler(m):
                return refuse(b.refusal, 31, 0.0, 0.0, i)
            if m.acted != 0:
                return refuse(b.refusal, 16, 0.0, 0.0, i)
            gap = commander_gap(b, c, m)
            if gap > straggler_reach(b, c) + NEAR:
                return refuse(b.refusal, 25 if c.charismatic else 24, gap, straggler_reach(b, c), i)
    return 0


def ready_stragglers(b: Battle, k: int) -> int:
    """All stragglers whom a commander can activate now [MI-024, MI-025]."""
    c = b.commanders[k]
    out = 0
    for j in range(b.men_of[c.side]):
        m = b.men[b.first_man[c.side] + j]
        if is_straggler(m) and m.acted == 0 and commander_gap(b, c, m) <= straggler_reach(b, c) + NEAR:
            out |= 1 << j
    return out


# Scurry


def scurry_allowance(b: Battle, i: int) -> float:
    """8 inches; by option 4 more on a horse [MI-121, MI-R69]."""
    return b.rules.scurry + (b.rules.cavalry_bonus if b.men[i].horse else 0.0)


def plan_scurry(b: Battle, o: Order, side: int) -> int:
    """In roughly one direction, spreading or closing in; not near the enemy [MI-121, MI-123, MI-R64]."""
    far = length(o.x, o.y)
    if not far > NEAR or not -1.0 < o.fx < 3.0:
        return refuse(b.refusal, 123, 0.0, 0.0, NOBODY)
    if set_size(o.how) == 1:
        return plan_lone_scurry(b, o, side)
    slowest = first_of(b, side, slow_of_foot(b, side, o.how))
    if not far <= scurry_allowance(b, slowest) + NEAR:
        return refuse(b.refusal, 121, far, scurry_allowance(b, slowest), slowest)
    cx, cy = centre_of(b, side, o.how)
    moved = 0
    for k in range(b.men_of[side]):
        if (o.how >> k) % 2 == 1:
            i = b.first_man[side] + k
            m = b.men[i]
            x, y = m.x + o.x + (m.x - cx) * o.fx, m.y + o.y + (m.y - cy) * o.fx
            moved += plan_scurry_of(b, i, k, x, y, o.x / far, o.y / far)
            swap_one(b, i, k)  # the next looks where this one will stand
    swap_with_plan(b, side, o.how)
    return 0 if moved > 0 else refuse(b.refusal, R + 64, 0.0, b.rules.keep_off, NOBODY)


def slow_of_foot(b: Battle, side: int, men: int) -> int:
    """Of some men those on foot; of horsemen all."""
    out = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and not b.men[b.first_man[side] + k].horse:
            out |= 1 << k
    return out if out > 0 else men


def swap_one(b: Battle, i: int, k: int) -> None:
    m = b.men[i]
    x, y = m.x, m.y
    m.x = b.paper.x[k]
    m.y = b.paper.y[k]
    b.paper.x[k] = x
    b.paper.y[k] = y


def plan_scurry_of(b: Battle, i: int, k: int, x: float, y: float, ux: float, uy: float) -> int:
    """One man of a group: as far as he may towards his place; 1 if he moves [MI-124, MI-125, MI-R64]."""
    m = b.men[i]
    px, py, moves = plan_step(b, i, x, y, b.rules.formation_gap, b.rules.keep_off, scurry_allowance(b, i))
    if not within_angle(px - m.x, py - m.y, ux, uy, b.rules.scurry_cosine):
        px, py, moves = m.x, m.y, False
    b.paper.x[k] = px
    b.paper.y[k] = py
    return 1 if moves else 0


def plan_lone_scurry(b: Battle, o: Order, side: int) -> int:
    """One man to one place, by a way of his own [MI-121, MI-122, MI-124, MI-125, MI-R64]."""
    k = 0
    while (o.how >> k) % 2 == 0:
        k += 1
    i = b.first_man[side] + k
    m = b.men[i]
    x, y = m.x + o.x, m.y + o.y
    allowed = scurry_allowance(b, i)
    cost = way_to(b, i, x, y, NOBODY, 0.0)
    if not length(o.x, o.y) <= allowed + NEAR:
        return refuse(b.refusal, 121, length(o.x, o.y), allowed, NOBODY)
    if not way_to(b, i, x, y, NOBODY, b.rules.keep_off) <= allowed + NEAR:
        near = meets_enemy(b, i, m.x, m.y, o.x, o.y, NOBODY, b.rules.keep_off) <= 1.0
        if near or cost <= allowed + NEAR:
            return refuse(b.refusal, 125, 0.0, b.rules.keep_off, NOBODY)
        return refuse(b.refusal, R + 64, cost, allowed, NOBODY)
    if not room_for(b, i, x, y, b.rules.formation_gap):
        return refuse(b.refusal, 124, 0.0, b.rules.formation_gap, NOBODY)
    b.paper.x[k] = x
    b.paper.y[k] = y
    return 0


# Form ranks


def plan_ranks(b: Battle, o: Order, side: int) -> int:
    """A new formation: places in ranks, each to the nearest man who reaches it [MI-126, MI-R26, MI-R65]."""
    n = set_size(o.how)
    if n < 2 or not 1 <= o.other <= n:
        return refuse(b.refusal, 126, float(n), 2.0, NOBODY)
    if not is_direction(o.fx, o.fy):
        return refuse(b.refusal, R + 65, 0.0, 0.0, NOBODY)
    going = o.how
    together = plan_ranks_of(b, o, side, going)
    while together != going:  # those who stay may stand where others were to go
        going = together
        together = plan_ranks_of(b, o, side, going)
    b.paper.formed = together
    if set_size(together) < 2:
        return refuse(b.refusal, R + 65, 0.0, b.rules.form_ranks, NOBODY)
    return 0


def plan_ranks_of(b: Battle, o: Order, side: int, men: int) -> int:
    """If only these of the group go: the largest part of them that ends linked [MI-R65]."""
    formed = plan_ranks_places(b, o, side, men)
    swap_with_plan(b, side, formed)
    parts = label_parts(b, side, formed)
    together = part(b, side, largest_part(b, side, parts))
    swap_with_plan(b, side, formed)
    return together if formed > 0 else 0


def plan_ranks_places(b: Battle, o: Order, side: int, men: int) -> int:
    """Who of some men gets a place; the plan of all others of the group is to stay."""
    n = set_size(o.how)
    step = block_step(b, side, o.how)
    for k in range(b.men_of[side]):
        if (o.how >> k) % 2 == 1:
            b.paper.x[k] = b.men[b.first_man[side] + k].x
            b.paper.y[k] = b.men[b.first_man[side] + k].y
    left = men
    for slot in range(n):
        x, y = slot_place(n, o.other, slot, step, o.x, o.y, o.fx, o.fy)
        k = nearest_in_reach(b, side, left, men, x, y)
        b.paper.taken[slot] = k
        if k >= 0:
            b.paper.x[k] = x
            b.paper.y[k] = y
            left &= ~(1 << k)
    for slot in range(n):
        if b.paper.taken[slot] < 0 and left > 0:
            k = shift_files(b, o, side, men, left, slot, step)
            if k >= 0:
                left &= ~(1 << k)
    return men & ~left


def shift_files(b: Battle, o: Order, side: int, men: int, left: int, slot: int, step: float) -> int:
    """A place nobody left reaches goes to one who has another, if one left reaches that; who, or nobody."""
    n = set_size(o.how)
    x, y = slot_place(n, o.other, slot, step, o.x, o.y, o.fx, o.fy)
    for other in range(n):
        holder = b.paper.taken[other]
        if holder >= 0 and nearest_in_reach(b, side, 1 << holder, men, x, y) >= 0:
            px, py = b.paper.x[holder], b.paper.y[holder]
            k = nearest_in_reach(b, side, left, men, px, py)
            if k >= 0:
                b.paper.x[k] = px
                b.paper.y[k] = py
                b.paper.x[holder] = x
                b.paper.y[holder] = y
                b.paper.taken[slot] = holder
                b.paper.taken[other] = k
                return k
    return NOBODY


def nearest_in_reach(b: Battle, side: int, left: int, men: int, x: float, y: float) -> int:
    """The nearest man who can get to a place in the ranks, or nobody [MI-127, MI-R65]."""
    while left > 0:
        k = nearest_in_set(b, side, left, x, y)
        i = b.first_man[side] + k
        if not distance(b.men[i].x, b.men[i].y, x, y) <= b.rules.form_ranks + NEAR:
            return NOBODY
        r = radius_of(b, b.men[i])
        cost = leg_cost(b, i, b.men[i].x, b.men[i].y, x, y, NOBODY, 0.0)
        if cost <= b.rules.form_ranks + NEAR and spot_free_of_others(b, side, men, x, y, r):
            return k
        left &= ~(1 << k)
    return NOBODY


# Joining a formation


def contact_spot(b: Battle, i: int, f: int, keep: int, reach: float) -> tuple[float, float, bool]:
    """The place in contact with a man of formation f that man i reaches most cheaply [MI-127, MI-R63].

    Formation -1 stands for the men in the set keep."""
    m = b.men[i]
    best = reach + NEAR
    bx, by, found = m.x, m.y, False
    for j in range(b.first_man[m.side], b.first_man[m.side] + b.men_of[m.side]):
        o = b.men[j]
        mate = o.formation == f if f >= 0 else (keep >> (j - b.first_man[m.side])) % 2 == 1
        if j != i and mate and present(o) and men_gap(b, m, o) <= reach:
            out = radius_of(b, m) + radius_of(b, o)
            ux, uy = unit(m.x - o.x, m.y - o.y)
            for _ in range(SPOKES):
                x, y = o.x + ux * out, o.y + uy * out
                if distance(m.x, m.y, x, y) < best and rank_room(b, i, x, y):
                    cost = leg_cost(b, i, m.x, m.y, x, y, NOBODY, 0.0)
                    if cost < best:
                        best = cost
                        bx, by, found = x, y, True
                ux, uy = ux * SPOKE_C + uy * SPOKE_S, uy * SPOKE_C - ux * SPOKE_S
    return bx, by, found


def rank_room(b: Battle, i: int, x: float, y: float) -> bool:
    """Room in the ranks: not in woods or rubble [MI-R26]."""
    return room_for(b, i, x, y, 0.0) and breaking_under(b, x, y, radius_of(b, b.men[i])) < 0


def plan_join(b: Battle, men: int, side: int, f: int, reach: float) -> int:
    """Who of some men gets into the ranks of formation f, one after another; a set [MI-120, MI-127]."""
    joined = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            i = b.first_man[side] + k
            x, y, found = contact_spot(b, i, f, 0, reach)
            b.paper.x[k] = x
            b.paper.y[k] = y
            if found:
                joined |= 1 << k
                swap_one(b, i, k)
    swap_with_plan(b, side, joined)
    return joined


def check_join(b: Battle, o: Order, side: int) -> int:
    """A friendly formation that stands, within 4 inches [MI-127, MI-R65]."""
    if not stands(b, o.other) or b.formations[o.other].side != side:
        return refuse(b.refusal, 127, 0.0, 0.0, NOBODY)
    b.paper.formed = plan_join(b, o.how, side, o.other, b.rules.form_ranks)
    return 0 if b.paper.formed > 0 else refuse(b.refusal, 127, 0.0, b.rules.form_ranks, NOBODY)


# Attack hand to hand


def is_fair_game(b: Battle, h: int) -> bool:
    """Stragglers, and officers who stand alone [MI-128, MI-R10, MI-R66]."""
    if not figure_present(b, h):
        return False
    if h >= OFFICER:
        return attached_to(b, h - OFFICER) < 0
    return is_straggler(b.men[h])


def plan_attack(b: Battle, i: int, h: int) -> int:
    """To contact with the enemy straggler, by at most 6 inches [MI-128, MI-R66]."""
    if not is_fair_game(b, h) or figure_side(b, h) == b.men[i].side:
        return refuse(b.refusal, R + 66 if figure_present(b, h) else 128, 0.0, 0.0, NOBODY)
    allowed = b.rules.skirmish + (b.rules.cavalry_bonus if b.men[i].horse else 0.0)
    m = b.men[i]
    hx, hy = figure_xy(b, h)
    out = radius_of(b, m) + figure_radius(b, h)
    gap = distance(m.x, m.y, hx, hy) - out
    k = i - b.first_man[m.side]
    best = NO_WAY
    if gap <= allowed + NEAR:
        ux, uy = unit(m.x - hx, m.y - hy)
        for _ in range(SPOKES):
            x, y = hx + ux * out, hy + uy * out
            if distance(m.x, m.y, x, y) < best and room_beside(b, i, h, x, y):
                cost = leg_cost(b, i, m.x, m.y, x, y, h, 0.0)
                if cost < best:
                    best = cost
                    b.paper.x[k] = x
                    b.paper.y[k] = y
            ux, uy = ux * SPOKE_C + uy * SPOKE_S, uy * SPOKE_C - ux * SPOKE_S
    return 0 if best <= allowed + NEAR else refuse(b.refusal, 128, max(gap, 0.0), allowed, NOBODY)


def room_beside(b: Battle, i: int, h: int, x: float, y: float) -> bool:
    """Room for man i, his enemy h apart."""
    if h >= OFFICER:
        c = b.commanders[h - OFFICER]
        lost = c.lost
        c.lost = 1
        room = room_for(b, i, x, y, 0.0)
        c.lost = lost
        return room
    o = b.men[h]
    gone = o.lost
    o.lost = 1
    free = room_for(b, i, x, y, 0.0)
    o.lost = gone
    return free


# Bail


def bails_alive(b: Battle, i: int) -> bool:
    """Wounded men who bail are removed [MI-136]."""
    return not b.men[i].wounded


def plan_bail(b: Battle, o: Order, side: int) -> int:
    """Each a straight way to the rear, at most 18 inches, clear of enemies [MI-135, MI-R67]."""
    far = length(o.x, o.y)
    if not (NEAR < far <= b.rules.bail + NEAR):
        return refuse(b.refusal, 135, far, b.rules.bail, NOBODY)
    if not within_angle(o.x, o.y, b.home_x[side], b.home_y[side], b.rules.bail_cosine):
        return refuse(b.refusal, R + 67, 0.0, 0.0, NOBODY)
    for k in range(b.men_of[side]):
        if (o.how >> k) % 2 == 1:
            i = b.first_man[side] + k
            m = b.men[i]
            x, y = on_table_end(b, m.x, m.y, o.x, o.y, radius_of(b, m))
            b.paper.x[k] = x
            b.paper.y[k] = y
            if not is_clear_retreat(b, i, x - m.x, y - m.y):
                return refuse(b.refusal, 135, 0.0, b.rules.keep_off, i)
    return 0


def is_clear_retreat(b: Battle, i: int, dx: float, dy: float) -> bool:
    """No closed ground, nor 4 inches of an enemy; only of those he starts near he keeps no distance [MI-R67]."""
    m = b.men[i]
    if meets_closed(b, m.x, m.y, radius_of(b, m), dx, dy) <= 1.0:
        return False
    if meets_no_horse(b, i, m.x, m.y, dx, dy) <= 1.0:
        return False
    foe = 1 - m.side
    for j in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        if present(b.men[j]) and bars_retreat(b, i, j, dx, dy):
            return False
    for k in range(b.n_commanders):
        if b.commanders[k].side == foe and alive(b.commanders[k]) and bars_retreat(b, i, OFFICER + k, dx, dy):
            return False
    return True


def bars_retreat(b: Battle, i: int, h: int, dx: float, dy: float) -> bool:
    """Would man i come within 4 inches of enemy h, or go through him if he starts nearer [MI-R29, MI-R67]?"""
    m = b.men[i]
    x, y = figure_xy(b, h)
    reach = radius_of(b, m) + figure_radius(b, h)
    if distance(m.x, m.y, x, y) - reach > b.rules.keep_off + NEAR:
        reach += b.rules.keep_off
    return discs_meet(m.x, m.y, dx, dy, x, y, reach) <= 1.0


def on_table_end(b: Battle, x: float, y: float, dx: float, dy: float, r: float) -> tuple[float, float]:
    """The end of a straight way, which stops at the table edge [MI-R67]."""
    t = 1.0
    if x + dx < r and dx < 0.0:
        t = min(t, (r - x) / dx)
    if x + dx > b.ground.width - r and dx > 0.0:
        t = min(t, (b.ground.width - r - x) / dx)
    if y + dy < r and dy < 0.0:
        t = min(t, (r - y) / dy)
    if y + dy > b.ground.depth - r and dy > 0.0:
        t = min(t, (b.ground.depth - r - y) / dy)
    return x + dx * max(t, 0.0), y + dy * max(t, 0.0)


def who_dice(b: Battle, side: int, men: int) -> int:
    """Those who roll when bailing: the unwounded; by option all who bail [MI-137, MI-R67]."""
    n = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            if b.options.bail_dice == BailDice.ALL or bails_alive(b, b.first_man[side] + k):
                n += 1
    return n


# Gather


def plan_gather(b: Battle, o: Order, side: int) -> int:
    """They stay; one man alone may go 2 inches, if that brings him into cover [MI-138, MI-139, MI-R68]."""
    if not 0 <= o.other <= 1:
        return refuse(b.refusal, 138, 0.0, 0.0, NOBODY)
    k = 0
    while (o.how >> k) % 2 == 0:
        k += 1
    m = b.men[b.first_man[side] + k]
    stays = o.x == 0.0 and o.y == 0.0
    if set_size(o.how) > 1:
        if not stays:
            return refuse(b.refusal, 139, 0.0, 0.0, NOBODY)
        plan_stay(b, side, o.how)
        return 0
    b.paper.x[k] = m.x if stays else o.x
    b.paper.y[k] = m.y if stays else o.y
    if stays:
        return 0
    return check_gather_move(b, b.first_man[side] + k, o.x, o.y)


def plan_stay(b: Battle, side: int, men: int) -> None:
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            b.paper.x[k] = b.men[b.first_man[side] + k].x
            b.paper.y[k] = b.men[b.first_man[side] + k].y


def check_gather_move(b: Battle, i: int, x: float, y: float) -> int:
    """Within 2 inches, with room, and in or directly behind cover there [MI-139, MI-R68]."""
    cost = way_to(b, i, x, y, NOBODY, 0.0)
    if not cost <= b.rules.gather + NEAR:
        return refuse(b.refusal, 139, cost, b.rules.gather, NOBODY)
    if not room_for(b, i, x, y, b.rules.formation_gap):
        return refuse(b.refusal, R + 68, 0.0, 0.0, NOBODY)
    if not covered_at(b, i, x, y):
        return refuse(b.refusal, 139, 0.0, 0.0, NOBODY)
    return 0


def covered_at(b: Battle, i: int, x: float, y: float) -> bool:
    """Would man i be in cover at a place [MI-R68]?"""
    m = b.men[i]
    x0, y0 = m.x, m.y
    m.x = x
    m.y = y
    covered = in_cover(b, i, b.options.gather_concealment == Off.ON)
    m.x = x0
    m.y = y0
    return covered


def plan_cover(b: Battle, o: Order, side: int) -> int:
    """Every man who can goes to the nearest cover within 2 inches [MI-139, MI-R68]."""
    if not 0 <= o.other <= 1:
        return refuse(b.refusal, 138, 0.0, 0.0, NOBODY)
    for k in range(b.men_of[side]):
        if (o.how >> k) % 2 == 1:
            plan_cover_of(b, b.first_man[side] + k, k)
            swap_one(b, b.first_man[side] + k, k)
    swap_with_plan(b, side, o.how)
    return 0


def plan_cover_of(b: Battle, i: int, k: int) -> None:
    """The nearest place in cover for one man; where he stands, if he is in cover or there is none."""
    m = b.men[i]
    b.paper.x[k] = m.x
    b.paper.y[k] = m.y
    if covered_at(b, i, m.x, m.y):
        return
    far = 0.0
    while far < b.rules.gather - NEAR:
        far = min(far + 0.5, b.rules.gather)
        ux, uy = 0.0, 1.0
        for _ in range(SPOKES):
            x, y = m.x + ux * far, m.y + uy * far
            if covered_at(b, i, x, y) and check_gather_move(b, i, x, y) == 0:
                b.paper.x[k] = x
                b.paper.y[k] = y
                return
            ux, uy = ux * SPOKE_C + uy * SPOKE_S, uy * SPOKE_C - ux * SPOKE_S


# Called by a commander


def call_reach(b: Battle, k: int) -> float:
    """Twice his straggler radius, by option once [MI-026, MI-R14]."""
    factor = 2.0 if b.options.rally_reach_factor == ReachFactor.TWICE else 1.0
    return factor * straggler_reach(b, b.commanders[k])


def may_be_called(b: Battle, k: int, i: int) -> bool:
    """A friendly straggler not yet activated, near enough [MI-R14]."""
    m = b.men[i]
    c = b.commanders[k]
    if m.side != c.side or not is_straggler(m) or m.acted != 0:
        return False
    return commander_gap(b, c, m) <= call_reach(b, k) + NEAR


def check_call(b: Battle, k: int, men: int) -> int:
    c = b.commanders[k]
    if not 0 < men < (1 << b.men_of[c.side]):
        return refuse(b.refusal, 26, 0.0, 0.0, NOBODY)
    for j in range(b.men_of[c.side]):
        i = b.first_man[c.side] + j
        if (men >> j) % 2 == 1 and not may_be_called(b, k, i):
            gap = commander_gap(b, c, b.men[i]) if present(b.men[i]) else 0.0
            return refuse(b.refusal, R + 14, gap, call_reach(b, k), i)
    return 0


def plan_come(b: Battle, i: int, k: int, come: int) -> tuple[float, float]:
    """Where a man who is rallied goes: to those who came before him, else to the commander [MI-R14]."""
    m = b.men[i]
    c = b.commanders[k]
    x, y, found = contact_spot(b, i, NOBODY, come, b.rules.rally_move)
    if found and distance(x, y, c.x, c.y) <= distance(m.x, m.y, c.x, c.y) + b.rules.formation_gap:
        return x, y
    px, py, _ = plan_step(b, i, c.x, c.y, 0.0, 0.0, b.rules.rally_move)
    return px, py
