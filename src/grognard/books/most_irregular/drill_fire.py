"""What a shot should bring: the sums of the drill-book general.

The kept die is worth more than the number of muskets, and a formation in the open is the cheapest target: so
every commander wants a rapid volley of a formed unit and a volley of skirmishers in every turn."""

from __future__ import annotations

from ...table.arcs import in_arc
from ...table.vectors import unit
from ...values import Order
from .firing import (
    all_breech,
    effective_range,
    firers_at,
    man_in_range,
    sweepers,
    threes,
    too_far,
)
from .legality import fresh_men, shot_at
from .manoeuvres import nearest_in_set
from .men import NEAR, centre_of, grade_of, is_straggler, members, men_gap, stands
from .sight import sees, sees_body, shelter_from
from .state import FORMATIONS, NOBODY, Act, Battle, HarassingMax, Shelter, StragglerVolleys

HARASSING = 3.5  # the mean of a die
EFFECTIVE = 161.0 / 36.0  # the mean of the better of two
LEFT_OVER = 0.4  # of a hit: what points left over cost in the mean
LOSS = 0.67  # what a hit is worth: two in three kill or wound
THREAT = 0.3  # what it is worth to silence a unit, for each point of its own volley
SPENT = 0.8  # of that if the unit has acted in this turn
LOOSE = 1.0  # what a hit on a straggler is worth
FAR_OFF = 1000.0  # inches: beyond any table
NOTHING = Order(Act.DONE, NOBODY, NOBODY, 0, 0.0, 0.0, 0.0, 0.0)


def mean_points(b: Battle, side: int, men: int, effective: bool, rapid: bool) -> float:
    """The fire effect to be expected of some men."""
    points = EFFECTIVE if effective else HARASSING
    if rapid:
        points *= b.rules.rapid_factor
        if all_breech(b, side, men):
            points += b.rules.breech_bonus
    return points + b.rules.grade_bonus[grade_of(b, side, men)] + threes(b, side, men)


def mean_hits(points: float, price: int, n: int) -> float:
    return max(0.0, min(float(n), points / price - LEFT_OVER))


def loose_men(b: Battle, side: int) -> int:
    """The set of all stragglers of a side."""
    out = 0
    for k in range(b.men_of[side]):
        if is_straggler(b.men[b.first_man[side] + k]):
            out |= 1 << k
    return out


def nearest_pair(b: Battle, side: int, men: int, foes: int) -> tuple[int, int]:
    """One of our men and one of the enemy's who are near to one another."""
    cx, cy = centre_of(b, 1 - side, foes)
    i = b.first_man[side] + nearest_in_set(b, side, men, cx, cy)
    h = b.first_man[1 - side] + nearest_in_set(b, 1 - side, foes, b.men[i].x, b.men[i].y)
    i = b.first_man[side] + nearest_in_set(b, side, men, b.men[h].x, b.men[h].y)
    return i, h


def threat_of(b: Battle, t: int, foes: int) -> float:
    """What a formation can do to us in its next volley."""
    threat = mean_points(b, b.formations[t].side, foes, False, True)
    return threat if fresh_men(b, t) > 0 else threat * SPENT


def points_at(b: Battle, i: int, h: int, reach: float, near: float, far: float) -> float:
    """The points to be expected within effective range or beyond; by option there is an end to that too."""
    gap = men_gap(b, b.men[i], b.men[h])
    if too_far(b, reach, gap):
        return 0.0
    return near if gap <= reach + NEAR else far


def worth_at_unit(b: Battle, t: int, i: int, h: int, foes: int, points: float, best: float) -> float:
    """What a volley at formation t should bring, if it is more than the best so far.

    i and h are the men nearest to one another; shelter is looked at only if it could matter."""
    n = b.formations[t].size
    hits = mean_hits(points, b.rules.formation_price[Shelter.NONE], n)
    if hits <= 0.0:
        return 0.0
    a_hit = LOSS + threat_of(b, t, foes) * THREAT / n
    if hits * a_hit <= best:
        return 0.0
    return mean_hits(points, b.rules.formation_price[shelter_from(b, h, i)], n) * a_hit


def worth_at_loose(b: Battle, i: int, h: int, n: int, points: float) -> float:
    """What a volley at n stragglers should bring, the nearest of them h."""
    return mean_hits(points, b.rules.straggler_price[shelter_from(b, h, i)], n) * LOSS * LOOSE


def count_in_angle(b: Battle, side: int, men: int, foes: int, fx: float, fy: float) -> int:
    """How many of some enemies are in the angle of some men who fire in a direction."""
    x, y = centre_of(b, side, men)
    n = 0
    for k in range(b.men_of[1 - side]):
        m = b.men[b.first_man[1 - side] + k]
        if (foes >> k) % 2 == 1 and in_arc(fx, fy, m.x - x, m.y - y, b.rules.sweep_cosine):
            n += 1
    return n


def any_sees(b: Battle, side: int, men: int, i: int, h: int, t: int) -> bool:
    """Does the man nearest to a formation see it, or the first or last of his comrades its nearest man?"""
    if sees_body(b, i, t):
        return True
    left = b.first_man[side] + nearest_in_set(b, side, men, -FAR_OFF, b.men[i].y)
    if left != i and sees(b, left, h, t, 1 - side):
        return True
    right = b.first_man[side] + nearest_in_set(b, side, men, FAR_OFF, b.men[i].y)
    return right != i and right != left and sees(b, right, h, t, 1 - side)


def best_shot(b: Battle, kind: int, f: int, side: int, men: int) -> tuple[float, Order]:
    """The target that pays most of those some men see, and what it pays."""
    best = 0.0
    order = NOTHING
    if men == 0:
        return best, order
    reach = effective_range(b, side, men)
    near = mean_points(b, side, men, True, kind == Act.RAPID)
    far = mean_points(b, side, men, False, kind == Act.RAPID)
    for t in range(FORMATIONS):
        if stands(b, t) and b.formations[t].side != side and may_fire_at(b, f, t):
            foes = members(b, t)
            i, h = nearest_pair(b, side, men, foes)
            worth = worth_at_unit(b, t, i, h, foes, points_at(b, i, h, reach, near, far), best)
            if worth > best and any_sees(b, side, men, i, h, t):
                best = worth
                order = Order(kind, f, t, men if f < 0 else 0, 0.0, 0.0, 0.0, 0.0)
    foes = loose_men(b, 1 - side)
    if foes != 0 and may_fire_at(b, f, NOBODY):
        fx, fy, i, h = loose_aim(b, side, men, foes)
        n = count_in_angle(b, side, men, foes, fx, fy)
        worth = worth_at_loose(b, i, h, n, points_at(b, i, h, reach, near, far))
        if worth > best and sees(b, i, h, NOBODY, 1 - side):
            best = worth
            order = Order(kind, f, NOBODY, men if f < 0 else 0, 0.0, 0.0, fx, fy)
    return best, order


def loose_aim(b: Battle, side: int, men: int, foes: int) -> tuple[float, float, int, int]:
    """The direction of the nearest straggler, and who is nearest to whom."""
    x, y = centre_of(b, side, men)
    h = b.first_man[1 - side] + nearest_in_set(b, 1 - side, foes, x, y)
    i = b.first_man[side] + nearest_in_set(b, side, men, b.men[h].x, b.men[h].y)
    fx, fy = unit(b.men[h].x - x, b.men[h].y - y)
    return fx, fy, i, h


# Skirmishers


def may_fire_at(b: Battle, f: int, target: int) -> bool:
    """A unit may fire at anyone; stragglers only if their commander has a volley left for that target."""
    if f >= 0 or b.volleys == 0:
        return True
    if b.volleys >= len(b.volley_targets) or b.options.straggler_volleys == StragglerVolleys.ONE:
        return False
    return not shot_at(b, target)


def with_those_who_see(b: Battle, side: int, o: Order) -> Order:
    """The volley of those who see the target: for effect if enough of them are near, else harassing."""
    if o.other >= 0:
        men = firers_at(b, NOBODY, o.how, o.other)
        foes = members(b, o.other)
    else:
        men = sweepers(b, side, o.how, o.fx, o.fy)
        foes = loose_men(b, 1 - side)
    if men == 0:
        return NOTHING
    i, h = nearest_pair(b, side, men, foes)
    near = 0
    if men_gap(b, b.men[i], b.men[h]) <= effective_range(b, side, men):
        near = men_in_range(b, side, men, foes)
    if near == 0 or mean_points(b, side, men, False, False) > mean_points(b, side, near, True, False):
        return Order(Act.HARASS, NOBODY, o.other, men, 0.0, 0.0, o.fx, o.fy)
    return Order(Act.SKIRMISH, NOBODY, o.other, near, 0.0, 0.0, o.fx, o.fy)


def is_sure(b: Battle, side: int, o: Order) -> bool:
    """Must check let the volley pass?  All see the target, and are in range of it or need not be."""
    if o.kind == Act.HARASS:
        return b.options.harassing_max == HarassingMax.UNLIMITED
    return o.other >= 0 and men_in_range(b, side, o.how, members(b, o.other)) == o.how


def men_in_range(b: Battle, side: int, men: int, targets: int) -> int:
    """Of some men those who have a target within the effective range of their volley."""
    reach = effective_range(b, side, men)
    out = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and man_in_range(b, b.first_man[side] + k, targets, 0, reach):
            out |= 1 << k
    return out
