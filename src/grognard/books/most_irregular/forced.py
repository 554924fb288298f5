"""What happens to men whether they like it or not: recoil, withdrawal, dispersal, closing up [MI-R42]."""

from __future__ import annotations

from math import sqrt

from ...battle import emit, emit_roll
from ...dice import in_bands
from ...table.vectors import distance, length, rotated, unit
from .footing import breaking_under, meets_closed, off_table
from .manoeuvres import carry_out, free_end, least_step, plan_place
from .men import (
    NEAR,
    centre_of,
    fall_out,
    figure_radius,
    figure_side,
    figure_xy,
    first_of,
    has_acted_before,
    label_parts,
    largest_part,
    lose_man,
    members,
    men_gap,
    move_figure,
    new_formation,
    part,
    radius_of,
    set_size,
    wounded_among,
)
from .places import OPEN, block_step, officers_step_aside, room_for, room_within, settled
from .state import NOBODY, OFFICER, ActivatedMen, Battle, Ev, Lost, On, R
from .ways import meets_enemy, meets_no_horse

TURN_C = (sqrt(6.0) + sqrt(2.0)) / 4.0  # of 15 degrees
TURN_S = (sqrt(6.0) - sqrt(2.0)) / 4.0
TURNS = 6  # up to 90 degrees
NO_LIMIT = 1e9


# Leaving the battle


def lose_figure(b: Battle, g: int, how: int, rule: int) -> None:
    """A figure is removed, and the cause is noted [MI-081, MI-R71]."""
    emit(b.log, Ev.LOST, rule, g, NOBODY, how, 0, 0.0)
    if g >= OFFICER:
        b.commanders[g - OFFICER].lost = how
    else:
        lose_man(b, g, how)


# Single figures


def way_stops(b: Battle, g: int, x: float, y: float, dx: float, dy: float) -> float:
    """When closed ground, or an enemy within an inch, stops a figure [MI-R42]."""
    stop = min(meets_closed(b, x, y, figure_radius(b, g), dx, dy), meets_no_horse(b, g, x, y, dx, dy))
    return min(stop, meets_enemy(b, g, x, y, dx, dy, NOBODY, b.rules.keep_clear))


def away(b: Battle, g: int, x: float, y: float) -> tuple[float, float]:
    """Straight away from a place; from the very place, homewards [MI-R42]."""
    gx, gy = figure_xy(b, g)
    if distance(x, y, gx, gy) <= NEAR:
        side = figure_side(b, g)
        return b.home_x[side], b.home_y[side]
    return unit(gx - x, gy - y)


def turned(ux: float, uy: float, step: int) -> tuple[float, float]:
    """A direction turned by so many times 15 degrees, to either hand by turns: 0, 1, -1, 2, -2, ..."""
    s = TURN_S if step % 2 == 1 else -TURN_S
    for _ in range((step + 1) // 2):
        ux, uy = rotated(ux, uy, TURN_C, s)
    return ux, uy


def flee(b: Battle, g: int, x: float, y: float, far: float) -> float:
    """Away from a place by the full distance, or the least turn that is clear; how far [MI-078, MI-R42]."""
    gx, gy = figure_xy(b, g)
    ux, uy = away(b, g, x, y)
    for step in range(2 * TURNS + 1):
        vx, vy = turned(ux, uy, step)
        if way_stops(b, g, gx, gy, vx * far, vy * far) > 1.0:
            land(b, g, gx + vx * far, gy + vy * far)
            return far
    short = max(0.0, far * way_stops(b, g, gx, gy, ux * far, uy * far) - OPEN)
    land(b, g, gx + ux * short, gy + uy * short)
    return short


def land(b: Battle, g: int, x: float, y: float) -> None:
    """Where a fleeing figure comes to a stand: off the table he is lost, else apart from friends [MI-R06]."""
    if off_table(b, x, y):
        lose_figure(b, g, Lost.OFF_TABLE, R + 29)
        return
    px, py = settled(b, g, x, y, b.rules.formation_gap)
    move_figure(b, g, px, py)


# Formations that lose men


def review(b: Battle, f: int) -> None:
    """Who is linked to nobody of the unit has left it; parts are units of their own [MI-R06, MI-R07]."""
    u = b.formations[f]
    if u.size == 0:
        return
    men = members(b, f)
    parts = label_parts(b, u.side, men)
    main = largest_part(b, u.side, parts)
    for number in range(parts):
        some = part(b, u.side, number)
        if number != main and set_size(some) > 1:
            g = new_formation(b, u.side, some, u.fx, u.fy)
            emit(b.log, Ev.SPLIT, R + 6, f, g, set_size(some), 0, 0.0)
        elif number != main:
            leave(b, first_of(b, u.side, some), R + 6)
    if u.size == 1:
        leave(b, first_of(b, u.side, members(b, f)), R + 6)


def leave(b: Battle, i: int, rule: int) -> None:
    """A man is a straggler now [MI-011, MI-R06, MI-R16]."""
    f = b.men[i].formation
    if f >= 0:
        fall_out(b, i)
        emit(b.log, Ev.STRAGGLES, rule, i, f, 0, 0, 0.0)


def leave_the_idle(b: Battle, f: int) -> None:
    """The rest has moved off: men who had acted before and are left by themselves are stragglers [MI-R16]."""
    if b.options.activated_men == ActivatedMen.CARRIED:
        return
    side = b.formations[f].side
    men = members(b, f)
    idle = acted_before(b, side, men)
    parts = label_parts(b, side, men)
    for number in range(parts):
        some = part(b, side, number)
        if (some & ~idle) == 0:
            for k in range(b.men_of[side]):
                if (some >> k) % 2 == 1:
                    leave(b, b.first_man[side] + k, R + 16)


def acted_before(b: Battle, side: int, men: int) -> int:
    """Of some men those activated this turn before the activation in hand, a set [MI-R16]."""
    out = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and has_acted_before(b, b.men[b.first_man[side] + k]):
            out |= 1 << k
    return out


def close_up(b: Battle, f: int) -> None:
    """The survivors close up for free, at most an inch; who cannot be linked has left [MI-R07]."""
    close_ranks(b, f, members(b, f))
    review(b, f)


def close_ranks(b: Battle, f: int, men: int) -> None:
    """Some men of a unit, after losses, close up to one another [MI-R07]."""
    side = b.formations[f].side
    if set_size(men) > 1 and b.options.close_ranks == On.ON:
        for k in range(b.men_of[side]):
            b.paper.moved[k] = 0.0
        while draw_in(b, f, men):
            pass
        tell_closing(b, f)
        officers_step_aside(b, side)


def tell_closing(b: Battle, f: int) -> None:
    n = 0
    far = 0.0
    for k in range(b.men_of[b.formations[f].side]):
        if b.paper.moved[k] > 0.0:
            n += 1
            far = max(far, b.paper.moved[k])
    if n > 0:
        emit(b.log, Ev.CLOSED_UP, R + 7, f, NOBODY, n, 0, far)


def draw_in(b: Battle, f: int, men: int) -> bool:
    """One part that stands apart steps up to the rest; False if there is none, or none that can."""
    u = b.formations[f]
    parts = label_parts(b, u.side, men)
    if parts < 2:
        return False
    main = largest_part(b, u.side, parts)
    for number in range(parts):
        if number != main:
            some = part(b, u.side, number)
            if step_up(b, f, some, men & ~some):
                return True
    return False


def step_up(b: Battle, f: int, some: int, rest: int) -> bool:
    """By the least movement that links a part to the rest, if there is room for it [MI-R07].

    What is more than its inch, or all of it if the part is held fast, the others come to meet it."""
    side = b.formations[f].side
    i, j = nearest_pair(b, side, some, rest)
    others = part(b, side, b.paper.label[j - b.first_man[side]])
    step = men_gap(b, b.men[i], b.men[j]) - b.rules.formation_gap
    own = max(0.0, b.rules.close_up - most_moved(b, side, some))
    theirs = max(0.0, b.rules.close_up - most_moved(b, side, others))
    if step <= 0.0 or step > own + theirs + NEAR:
        return False
    if meet_half_way(b, side, some, others, i, j, min(step, own), step):
        return True
    return meet_half_way(b, side, some, others, i, j, max(0.0, step - theirs), step)


def meet_half_way(
    b: Battle, side: int, some: int, others: int, i: int, j: int, own: float, step: float
) -> bool:
    """One part goes so far towards the other along the line from man i to man j, the other the rest of it."""
    ux, uy = unit(b.men[j].x - b.men[i].x, b.men[j].y - b.men[i].y)
    moving = 0
    if own > NEAR:
        plan_shift(b, side, some, ux * own, uy * own)
        moving |= some
    if step - own > NEAR:
        plan_shift(b, side, others, ux * (own - step), uy * (own - step))
        moving |= others
    if moving == 0 or not shift_is_free(b, side, moving):
        return False
    note_shift(b, side, moving & some, own)
    note_shift(b, side, moving & others, step - own)
    carry_out(b, side, moving)
    return True


def plan_shift(b: Battle, side: int, men: int, dx: float, dy: float) -> None:
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            b.paper.x[k] = b.men[b.first_man[side] + k].x + dx
            b.paper.y[k] = b.men[b.first_man[side] + k].y + dy


def shift_is_free(b: Battle, side: int, men: int) -> bool:
    """Room for all, no enemy contact, no closed ground between, no woods [MI-R07, MI-R26]."""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            r = radius_of(b, m)
            x, y = b.paper.x[k], b.paper.y[k]
            if not free_end(b, side, men, k, x, y, r) or breaking_under(b, x, y, r) >= 0:
                return False
            if meets_closed(b, m.x, m.y, r, x - m.x, y - m.y) <= 1.0:
                return False
    return True


def note_shift(b: Battle, side: int, men: int, step: float) -> None:
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            b.paper.moved[k] += step


def most_moved(b: Battle, side: int, men: int) -> float:
    most = 0.0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            most = max(most, b.paper.moved[k])
    return most


def nearest_pair(b: Battle, side: int, some: int, rest: int) -> tuple[int, int]:
    """The two men, one of each set, who are nearest to one another."""
    best_i, best_j = NOBODY, NOBODY
    least = 1e18
    first = b.first_man[side]
    for k in range(b.men_of[side]):
        if (some >> k) % 2 == 1:
            for j in range(b.men_of[side]):
                if (rest >> j) % 2 == 1:
                    gap = men_gap(b, b.men[first + k], b.men[first + j])
                    if gap < least:
                        best_i, best_j = first + k, first + j
                        least = gap
    return best_i, best_j


# Dispersal


def spread_out(b: Battle, side: int, men: int) -> None:
    """Men who have become stragglers open gaps of over half an inch by the least shift [MI-R26, MI-R27]."""
    if set_size(men) > 1:
        cx, cy = centre_of(b, side, men)
        step = block_step(b, side, men) + b.rules.formation_gap + OPEN
        factor = max(step / max(least_step(b, side, men), OPEN), 1.0)
        placed = 0
        for k in range(b.men_of[side]):
            if (men >> k) % 2 == 1:
                m = b.men[b.first_man[side] + k]
                x, y = cx + (m.x - cx) * factor, cy + (m.y - cy) * factor
                if not plan_place(b, side, men, placed, k, x, y, b.rules.formation_gap, NO_LIMIT):
                    b.paper.x[k] = m.x
                    b.paper.y[k] = m.y
                placed |= 1 << k
        carry_out(b, side, men)
        for k in range(b.men_of[side]):
            if (men >> k) % 2 == 1:
                make_room(b, b.first_man[side] + k)


def make_room(b: Battle, i: int) -> None:
    """A man who found no place of his own goes to the nearest that is free."""
    m = b.men[i]
    if not room_for(b, i, m.x, m.y, 0.0):
        x, y = settled(b, i, m.x, m.y, b.rules.formation_gap)
        m.x = x
        m.y = y


def break_up(b: Battle, f: int, men: int, rule: int, why: int) -> None:
    """Some men of a unit become stragglers where they are [MI-042, MI-115, MI-R26, MI-R60]."""
    side = b.formations[f].side
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            fall_out(b, b.first_man[side] + k)
    emit(b.log, Ev.BROKEN_UP, rule, f, NOBODY, set_size(men), why, 0.0)
    spread_out(b, side, men)
    if b.formations[f].size == 1:
        leave(b, first_of(b, side, members(b, f)), R + 6)


def broken_by_ground(b: Battle, f: int) -> int:
    """The kind of woods or rubble that a man of a unit is in, or -1 [MI-042, MI-R26]."""
    side = b.formations[f].side
    for k in range(b.men_of[side]):
        m = b.men[b.first_man[side] + k]
        if m.formation == f and m.lost == Lost.NO:
            piece = breaking_under(b, m.x, m.y, radius_of(b, m))
            if piece >= 0:
                return b.ground.pieces[piece].kind
    return NOBODY


# Withdrawals of units


def wounded_dice(b: Battle, f: int, men: int) -> int:
    """A die for each of the wounded who are to move, in order; a 1 leaves him.  Who is left, a set [MI-082]."""
    side = b.formations[f].side
    hurt = wounded_among(b, side, men)
    n = set_size(hurt)
    if n == 0:
        return 0
    in_bands(b.dice, n, b.rules.left_behind, b.rules.left_behind)
    left = 0
    at = 0
    for k in range(b.men_of[side]):
        if (hurt >> k) % 2 == 1:
            if b.dice.rolled[at] <= b.rules.left_behind:
                left |= 1 << k
            at += 1
    emit_roll(b.log, b.dice, Ev.WOUNDED_ROLL, 82, f, NOBODY, n, set_size(left))
    for k in range(b.men_of[side]):
        if (left >> k) % 2 == 1:
            fall_out(b, b.first_man[side] + k)
            emit(b.log, Ev.LEFT_BEHIND, 82, b.first_man[side] + k, f, 0, 0, 0.0)
    return left


def unit_way_stops(b: Battle, side: int, men: int, dx: float, dy: float) -> float:
    """When the first of some men is stopped on a way that all take."""
    stop = 2.0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            stop = min(stop, way_stops(b, b.first_man[side] + k, m.x, m.y, dx, dy))
    return stop


def unit_way(b: Battle, f: int, x: float, y: float, far: float) -> tuple[float, float]:
    """The way a unit withdraws: from that body's mean position through its own [MI-R42]."""
    side = b.formations[f].side
    men = members(b, f)
    cx, cy = centre_of(b, side, men)
    ux, uy = b.home_x[side], b.home_y[side]
    if length(cx - x, cy - y) > NEAR:
        ux, uy = unit(cx - x, cy - y)
    for step in range(2 * TURNS + 1):
        vx, vy = turned(ux, uy, step)
        if unit_way_stops(b, side, men, vx * far, vy * far) > 1.0:
            return vx * far, vy * far
    short = max(0.0, far * unit_way_stops(b, side, men, ux * far, uy * far) - OPEN)
    return ux * short, uy * short


def push_unit(b: Battle, f: int, dx: float, dy: float) -> None:
    """All men by the same vector, facing kept; who leaves the table is lost [MI-R29, MI-R42]."""
    side = b.formations[f].side
    men = members(b, f)
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            b.men[b.first_man[side] + k].x += dx
            b.men[b.first_man[side] + k].y += dy
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            i = b.first_man[side] + k
            if off_table(b, b.men[i].x, b.men[i].y):
                lose_figure(b, i, Lost.OFF_TABLE, R + 29)
            elif not room_for(b, i, b.men[i].x, b.men[i].y, 0.0):
                x, y = settled(b, i, b.men[i].x, b.men[i].y, 0.0)
                b.men[i].x = x
                b.men[i].y = y


def clear_bases(b: Battle, f: int) -> None:
    """Men flow round boulders and friends: nobody ends on them; contact is no matter [MI-R24, MI-R29].

    Who has to step aside into woods or rubble has left his unit [MI-R26]."""
    side = b.formations[f].side
    men = members(b, f)
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            i = b.first_man[side] + k
            if not room_within(b, i, b.men[i].x, b.men[i].y, 0.0, -OPEN):
                x, y = settled(b, i, b.men[i].x, b.men[i].y, 0.0)
                b.men[i].x = x
                b.men[i].y = y
                if breaking_under(b, x, y, radius_of(b, b.men[i])) >= 0:
                    leave(b, i, R + 26)
