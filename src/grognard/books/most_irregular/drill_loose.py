"""What the drill-book general does with the men near a commander: skirmishers first, then his unit.

Skirmishers fire in one volley for each commander; the ones it can spare go hand to hand with weaker men, form
the unit a commander lacks, or go where they will be of use."""

from __future__ import annotations

from ...battle import plain, with_how
from ...table.sweeps import beyond
from ...table.vectors import distance, length, unit
from ...values import Ask, Order
from .drill_cover import LEASH, seek_shelter
from .drill_fire import best_shot, is_sure, mean_points, nearest_pair, with_those_who_see
from .drill_plan import enemy_near, near_breaking, turns_left, way_to_go
from .firing import armed_among
from .footing import breaking_under, shelter_of
from .legality import check, check_unit, commander_allowance, fresh_men, gap_of_man
from .manoeuvres import nearest_in_set
from .men import (
    alive,
    attached_to,
    centre_of,
    commander_gap,
    gap_to_formation,
    is_straggler,
    members,
    men_gap,
    radius_of,
    set_size,
    stands,
    straggler_reach,
    wounded_among,
)
from .state import FORMATIONS, NOBODY, OFFICER, Act, Battle, Shelter
from .straggling import ready_stragglers
from .whim import callable_men, certain

A_SHOT = 1.0  # a unit with a target has more to do
A_MARCH = 0.9  # than one that has far to go, at most
NO_USE = 0.001  # and than one that is where it should be
ODDS = 0.15  # the chance to kill less that to die, before a man goes hand to hand
OFFICERS_WORTH = 3.0  # men: an enemy commander
ONE_UNIT = 6  # men who form ranks for a commander without a unit
A_VOLLEY = 1  # men left over for a volley when others form ranks
TOO_NEAR = 4.5  # inches from an enemy formation as strong as they, at which skirmishers in the open fall back
FULL = 8  # men: a weaker unit is filled up by those the volley can spare
AWAY = 6.0  # inches
ROUND_ABOUT = 0.5  # inches: a place in the ranks may be a little farther than the nearest man
A_FEW = 2  # men called or forming are not worth it below this
IN_VOLLEY = 2  # men who stay in the open for a volley while the others take shelter
MANY = 4  # men called for each about him, before a commander without a unit calls


def next_activation(b: Battle, ask: Ask) -> Order:
    """Skirmishers, then the best unit, then a call to the broken, each if there is any good in it."""
    k = ask.actor
    men = ready_stragglers(b, k)
    if not b.stirred and is_time_to_call(b, k, men):
        order = call(b, ask)
        if order.kind != Act.DONE:
            return order
    if men != 0:
        order = skirmish(b, ask, men)
        if order.kind != Act.DONE:
            return order
    f = best_unit(b, k)
    if f >= 0:
        return plain(Act.UNIT, f, NOBODY)
    if not b.stirred:
        return call(b, ask)
    return certain(b, ask)


def skirmish(b: Battle, ask: Ask, men: int) -> Order:
    """What the stragglers in hand do next."""
    gx, gy, away, hurry = way_to_go(b, ask.side, men)
    order = fall_back(b, ask, men, gx, gy)
    if order.kind == Act.DONE and hurry and away:
        order = scurry(b, ask, men, gx, gy)
    if order.kind == Act.DONE:
        order = hand_to_hand(b, ask, men)
    if order.kind == Act.DONE and not has_unit(b, ask.actor):
        order = form_up(b, ask, men)
    elif order.kind == Act.DONE:
        order = fill_ranks(b, ask, men)
    if order.kind == Act.DONE:
        order = seek_shelter(b, ask, men, gx, gy, IN_VOLLEY if b.volleys == 0 else 0)
    if order.kind == Act.DONE:
        order = volley(b, ask, men)
    if order.kind == Act.DONE:
        order = leave_over(b, ask, men, gx, gy, away)
    return order


# The unit


def unit_worth(b: Battle, f: int) -> float:
    """What a unit is good for: its rapid volley."""
    return mean_points(b, b.formations[f].side, members(b, f), False, True)


def best_unit(b: Battle, k: int) -> int:
    """Of the units a commander may activate the one with most to do now, or nobody."""
    best = NOBODY
    best_use = 0.0
    if b.unit_used:
        return best
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == b.commanders[k].side and check_unit(b, k, f) == 0:
            if best < 0:
                best = f
            else:
                if best_use == 0.0:
                    best_use = use_of(b, best)
                use = use_of(b, f)
                if use > best_use:
                    best = f
                    best_use = use
    return best


def use_of(b: Battle, f: int) -> float:
    """What a unit can do now: a shot before a march, and of those who march the first before the next."""
    side = b.formations[f].side
    men = members(b, f)
    worth, _ = best_shot(b, Act.RAPID, f, side, armed_among(b, side, men))
    if worth > 0.0:
        return A_SHOT + worth * fresh_men(b, f) / b.formations[f].size
    gx, gy, away, _ = way_to_go(b, side, men)
    x, y = centre_of(b, side, men)
    return A_MARCH / (1.0 + distance(x, y, gx, gy)) if away else NO_USE


def has_unit(b: Battle, k: int) -> bool:
    """Is there a formation within a commander's reach, whether it has acted or not?"""
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == b.commanders[k].side:
            if gap_to_formation(b, b.commanders[k], f) <= b.rules.unit_radius:
                return True
    return False


# Hand to hand


def hand_to_hand(b: Battle, ask: Ask, men: int) -> Order:
    """The first man who has good odds against an enemy near him."""
    if set_size(men) <= 1 and b.volleys == 0:
        return certain(b, ask)
    for k in range(b.men_of[ask.side]):
        if (men >> k) % 2 == 1:
            i = b.first_man[ask.side] + k
            h = best_victim(b, i)
            if h >= 0:
                order = plain(Act.ATTACK, i, h)
                if check(b, ask, order) == 0:
                    return order
    return certain(b, ask)


def chance(b: Battle, grade: int) -> float:
    return (7 - b.rules.target[grade]) / 6.0


def odds(b: Battle, own: int, foe: int, worth: float) -> float:
    """What a fight hand to hand should bring: the other is lost if only one passes."""
    p, q = chance(b, own), chance(b, foe)
    return worth * p * (1.0 - q) - q * (1.0 - p)


def best_victim(b: Battle, i: int) -> int:
    """The enemy straggler or lone commander within a man's reach against whom his odds are best."""
    m = b.men[i]
    best = NOBODY
    best_odds = ODDS
    foe = 1 - m.side
    for j in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        e = b.men[j]
        if is_straggler(e) and men_gap(b, m, e) <= b.rules.skirmish:
            o = odds(b, m.grade, e.grade, 1.0)
            if o > best_odds:
                best = j
                best_odds = o
    for j in range(b.n_commanders):
        c = b.commanders[j]
        if c.side == foe and alive(c) and commander_gap(b, c, m) <= b.rules.skirmish:
            o = odds(b, m.grade, c.grade, OFFICERS_WORTH)
            if o > best_odds and attached_to(b, j) < 0:
                best = OFFICER + j
                best_odds = o
    return best


# Falling back


def fall_back(b: Battle, ask: Ask, men: int, gx: float, gy: float) -> Order:
    """In the open, with the bayonets of a formation near: into the ranks of friends, to shelter, or away."""
    h = bayonet_near(b, ask.side, men)
    if h < 0:
        return certain(b, ask)
    f = friends_near(b, ask.side, men)
    if f >= 0:
        order = with_how(Act.JOIN, NOBODY, f, men)
        if check(b, ask, order) == 0:
            return order
    order = seek_shelter(b, ask, men, gx, gy, 0)
    if order.kind != Act.DONE:
        return order
    x, y = centre_of(b, ask.side, men)
    ux, uy = unit(x - b.men[h].x, y - b.men[h].y)
    order = Order(Act.SCURRY, NOBODY, NOBODY, men, ux * AWAY, uy * AWAY, 0.0, 0.0)
    return order if check(b, ask, order) == 0 else certain(b, ask)


def bayonet_near(b: Battle, side: int, men: int) -> int:
    """An enemy of a formation as strong as they, that could assault them where they stand; or nobody."""
    n = set_size(men)
    for t in range(FORMATIONS):
        if stands(b, t) and b.formations[t].side != side and b.formations[t].size >= n:
            i, h = nearest_pair(b, side, men, members(b, t))
            m = b.men[i]
            if men_gap(b, m, b.men[h]) <= TOO_NEAR and breaking_under(b, m.x, m.y, 0.0) < 0:
                return h
    return NOBODY


def friends_near(b: Battle, side: int, men: int) -> int:
    """A friendly formation of some strength whose ranks they can reach, or nobody."""
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == side and b.formations[f].size >= ONE_UNIT:
            x, y = centre_of(b, side, men)
            m = b.men[b.first_man[side] + nearest_in_set(b, side, members(b, f), x, y)]
            if distance(x, y, m.x, m.y) <= b.rules.form_ranks:
                return f
    return NOBODY


# Volley, ranks, running


def volley(b: Battle, ask: Ask, men: int) -> Order:
    """The best volley of those who see its target; if it cannot be for effect, harassing."""
    side = ask.side
    armed = armed_among(b, side, men)
    worth, order = best_shot(b, Act.SKIRMISH, NOBODY, side, armed)
    if worth <= 0.0:
        return certain(b, ask)
    order = with_those_who_see(b, side, order)
    if order.kind == Act.DONE or is_sure(b, side, order) or check(b, ask, order) == 0:
        return order
    order = Order(Act.HARASS, NOBODY, order.other, order.how, 0.0, 0.0, order.fx, order.fy)
    return order if check(b, ask, order) == 0 else certain(b, ask)


def form_up(b: Battle, ask: Ask, men: int) -> Order:
    """A commander without a unit makes one of his stragglers, and keeps a man or two for a volley."""
    n = min(ONE_UNIT, set_size(men) - A_VOLLEY)
    if n < A_FEW or turns_left(b) <= 1:
        return certain(b, ask)
    c = b.commanders[ask.actor]
    x, y = centre_of(b, ask.side, men)
    k = nearest_in_set(b, ask.side, men, x, y)
    m = b.men[b.first_man[ask.side] + k]
    who = nearest_few(b, ask.side, men, m.x, m.y, n)
    fx, fy = -b.home_x[ask.side], -b.home_y[ask.side]
    h = enemy_near(b, ask.side, c.x, c.y)
    if h >= 0:
        fx, fy = unit(b.men[h].x - c.x, b.men[h].y - c.y)
    order = Order(Act.FORM_RANKS, NOBODY, (n + 1) // 2, who, m.x, m.y, fx, fy)
    if breaking_under(b, m.x, m.y, 2.0 * radius_of(b, m)) < 0 and check(b, ask, order) == 0:
        return order
    return certain(b, ask)


def fill_ranks(b: Battle, ask: Ask, men: int) -> Order:
    """Those the volley can spare go back into the ranks of a weak unit."""
    side = ask.side
    if set_size(men) <= A_VOLLEY or turns_left(b) <= 1:
        return certain(b, ask)
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == side and b.formations[f].size < FULL:
            if gap_to_formation(b, b.commanders[ask.actor], f) <= b.rules.unit_radius:
                who = by_the_ranks(b, side, men, f)
                while set_size(men & ~who) < A_VOLLEY:
                    who &= who - 1
                order = with_how(Act.JOIN, NOBODY, f, who)
                if who != 0 and check(b, ask, order) == 0:
                    return order
    return certain(b, ask)


def by_the_ranks(b: Battle, side: int, men: int, f: int) -> int:
    """Of some men those who can reach the ranks of a unit."""
    reach = b.rules.form_ranks - ROUND_ABOUT
    out = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and gap_of_man(b, b.first_man[side] + k, f) <= reach:
            out |= 1 << k
    return out


def nearest_few(b: Battle, side: int, men: int, x: float, y: float, n: int) -> int:
    """Of some men the n nearest to a place."""
    out = 0
    for _ in range(n):
        k = nearest_in_set(b, side, men & ~out, x, y)
        out |= 1 << k
    return out


def leave_over(b: Battle, ask: Ask, men: int, gx: float, gy: float, away: bool) -> Order:
    """Those the volley cannot use: into shelter, to their wounds, or to where they are wanted."""
    order = seek_shelter(b, ask, men, gx, gy, 0)
    if order.kind != Act.DONE:
        return order
    hurt = wounded_among(b, ask.side, men)
    if hurt != 0 and not near_breaking(b, ask.side):
        order = with_how(Act.COVER if any_near_cover(b, ask.side, hurt) else Act.GATHER, NOBODY, 1, hurt)
        if check(b, ask, order) == 0:
            return order
    if away and set_size(men) >= A_FEW:
        return scurry(b, ask, men, gx, gy)
    return certain(b, ask)


def any_near_cover(b: Battle, side: int, men: int) -> bool:
    """Is there cover within two inches or so of any of some men?"""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            far = b.rules.gather + b.rules.behind + radius_of(b, m)
            for n in range(b.ground.n):
                p = b.ground.pieces[n]
                if not beyond(p, m.x - far, m.y - far, m.x + far, m.y + far):
                    if shelter_of(b, p.kind) == Shelter.COVER:
                        return True
    return False


def scurry(b: Battle, ask: Ask, men: int, gx: float, gy: float) -> Order:
    """Towards a place, but not out of the commander's reach in the turn to come."""
    c = b.commanders[ask.actor]
    x, y = centre_of(b, ask.side, men)
    ux, uy = unit(gx - x, gy - y)
    far = min(b.rules.scurry, distance(x, y, gx, gy))
    most = straggler_reach(b, c) + commander_allowance(b, ask.actor, False) - LEASH
    while far > 1.0 and length(x + ux * far - c.x, y + uy * far - c.y) > most:
        far -= 1.0
    order = Order(Act.SCURRY, NOBODY, NOBODY, men, ux * far, uy * far, 0.0, 0.0)
    return order if far > 1.0 and check(b, ask, order) == 0 else certain(b, ask)


def is_time_to_call(b: Battle, k: int, men: int) -> bool:
    """Has a commander no unit, and far more loose men within call than about him?"""
    n = set_size(callable_men(b, k))
    return n > MANY * max(1, set_size(men)) and best_unit(b, k) < 0


def call(b: Battle, ask: Ask) -> Order:
    """The broken are called, if they are more than a few."""
    men = callable_men(b, ask.actor)
    order = with_how(Act.RALLY, ask.actor, NOBODY, men)
    if set_size(men) >= A_FEW and check(b, ask, order) == 0:
        return order
    return certain(b, ask)
