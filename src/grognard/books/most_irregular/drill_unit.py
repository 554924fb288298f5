"""What the drill-book general does with a formed unit: volleys first, then the bayonet, then the march."""

from __future__ import annotations

from ...battle import with_how
from ...table.arcs import in_arc
from ...table.vectors import distance, rotated, unit
from ...values import Ask, Order
from .assaulting import combat_men, levels_bonus, numbers_bonus, officers_bonus
from .drill_fire import best_shot, loose_men, nearest_pair
from .drill_plan import enemy_near, way_to_go
from .firing import armed_actors
from .footing import breaking_under
from .legality import check, gap_of_man
from .manoeuvres import enters_breaking
from .men import (
    actors_of,
    centre_of,
    formation_grade,
    is_straggler,
    members,
    men_gap,
    set_size,
    stands,
    wounded_among,
)
from .state import FORMATIONS, NOBODY, Act, Battle, FireArc
from .whim import certain, unit_in_hand

POOR = 1.0  # a shot worth less than this waits while there is marching to do
BEST_FORM = 4  # a unit of fewer men takes in stragglers
SHARE_WOUNDED = 0.5  # with more wounded than this a unit looks after them when it has nothing better
EDGE = 2  # what the combat sums must promise before the general assaults
A_PIP = 0.11  # what a pip of advantage adds to the chance of winning
COST = 1.2  # what a loss of ours counts against one of theirs
SHORT = 0.25  # inches: less is no march
INTO_WOODS = 6.0  # inches from the middle of a place in woods or rubble, ranks may be broken for it
COURSES = 6  # tried one after another
SLANT_C = 0.8660254037844386  # 30 degrees
SLANT_S = 0.5
WIDE_C = 0.3420201433256687  # 70 degrees
WIDE_S = 0.9396926207859084


def next_action(b: Battle, ask: Ask) -> Order:
    """A rapid volley if there is a target; on the march when it is high time."""
    f = unit_in_hand(b, ask)
    if not stands(b, f):
        return certain(b, ask)
    side = ask.side
    gx, gy, away, hurry = way_to_go(b, side, members(b, f))
    if not hurry:
        order = fight(b, ask, f)
        if order.kind != Act.DONE:
            return order
    if away:
        order = march(b, ask, f, gx, gy, hurry)
        if order.kind != Act.DONE:
            return order
    if hurry:
        order = fight(b, ask, f)
        if order.kind != Act.DONE:
            return order
    return look_after(b, ask, f)


def fight(b: Battle, ask: Ask, f: int) -> Order:
    """The better of a volley and an assault, if either is any good."""
    worth, order = 0.0, certain(b, ask)
    if not b.has_fired:
        kind = Act.RAPID if b.actions >= b.rules.actions else Act.FIRE
        worth, order = best_shot(b, kind, f, ask.side, armed_actors(b, f))
    gain, storm = best_assault(b, ask, f)
    if gain > worth and check(b, ask, storm) == 0:
        return storm
    if worth < POOR and b.actions >= b.rules.actions:
        return certain(b, ask)
    sure = order.other >= 0 and b.options.fire_arc == FireArc.ALL_ROUND  # who sees it may fire at it
    if sure or check(b, ask, order) == 0:
        return order
    return certain(b, ask)


# Assault


def nerve(b: Battle, f: int) -> float:
    """The chance of two passes on three dice."""
    p = (7 - b.rules.target[formation_grade(b, f)]) / 6.0
    return p * p * (3.0 - 2.0 * p)


def edge_over(b: Battle, f: int, t: int) -> int:
    """Our modifiers in a combat less theirs."""
    own, foe = formation_grade(b, f), formation_grade(b, t)
    edge = levels_bonus(b, own, foe) - levels_bonus(b, foe, own)
    edge += numbers_bonus(b, f, t) - numbers_bonus(b, t, f)
    return edge + officers_bonus(b, f) - officers_bonus(b, t)


def gain_of_assault(b: Battle, f: int, t: int) -> float:
    """What an assault should cost the enemy, less what it should cost us."""
    edge = edge_over(b, f, t)
    if edge < EDGE:
        return 0.0
    win = min(0.95, 0.5 + A_PIP * edge)
    ours, theirs = combat_men(b, f), combat_men(b, t)
    hits = min(float(theirs), ours * (win * 2.0 + 1.0 - win) / 3.0)
    losses = theirs * (win + (1.0 - win) * 2.0) / 3.0 + nerve(b, t) * theirs / 6.0
    return nerve(b, f) * (hits - COST * losses)


def best_assault(b: Battle, ask: Ask, f: int) -> tuple[float, Order]:
    """The enemy formation in reach against which the odds are best; men without muskets go for anyone."""
    best = 0.0
    order = certain(b, ask)
    side = ask.side
    men = members(b, f)
    for t in range(FORMATIONS):
        if stands(b, t) and b.formations[t].side != side:
            i, h = nearest_pair(b, side, men, members(b, t))
            if can_reach(b, f, i, h):
                gain = gain_of_assault(b, f, t)
                if gain > best:
                    best = gain
                    fx, fy = unit(b.men[h].x - b.men[i].x, b.men[h].y - b.men[i].y)
                    order = Order(Act.ASSAULT, f, t, 0, 0.0, 0.0, fx, fy)
    foes = loose_men(b, 1 - side)
    if foes != 0 and best == 0.0:
        i, h = nearest_pair(b, side, men, foes)
        if can_reach(b, f, i, h):
            best = (b.rules.target[b.men[h].grade] - 1) / 6.0
            fx, fy = unit(b.men[h].x - b.men[i].x, b.men[h].y - b.men[i].y)
            order = Order(Act.ASSAULT, f, NOBODY, 0, 0.0, 0.0, fx, fy)
    return best, order


def can_reach(b: Battle, f: int, i: int, h: int) -> bool:
    """Is man h near enough to man i of the unit, before its front, and not in woods?"""
    m, e, u = b.men[i], b.men[h], b.formations[f]
    if men_gap(b, m, e) > b.rules.move:
        return False
    if not in_arc(u.fx, u.fy, e.x - m.x, e.y - m.y, b.rules.assault_cosine):
        return False
    return breaking_under(b, e.x, e.y, 0.0) < 0


# March


def march(b: Battle, ask: Ask, f: int, gx: float, gy: float, hurry: bool) -> Order:
    """Straight on, or as far as the ground lets them, or to one side of what is in the way."""
    x, y = centre_of(b, ask.side, actors_of(b, f))
    far = min(b.rules.move, distance(x, y, gx, gy))
    if far < SHORT:
        return certain(b, ask)
    ux, uy = unit(gx - x, gy - y)
    woods = hurry and breaking_under(b, gx, gy, 0.0) >= 0 and distance(x, y, gx, gy) <= INTO_WOODS
    for k in range(COURSES):
        vx, vy, share = course(ux, uy, k)
        order = step_out(b, ask, f, vx, vy, far * share, woods)
        if order.kind != Act.DONE:
            return order
    return certain(b, ask)


def course(ux: float, uy: float, k: int) -> tuple[float, float, float]:
    """The courses to try one after another, and how much of the way to go on each."""
    if k == 0:
        return ux, uy, 1.0
    if k == 3:
        return ux, uy, 0.5
    c, s = (SLANT_C, SLANT_S) if k < 3 else (WIDE_C, WIDE_S)
    vx, vy = rotated(ux, uy, c, s if k % 2 == 0 else -s)
    return vx, vy, 1.0


def step_out(b: Battle, ask: Ask, f: int, ux: float, uy: float, far: float, woods: bool) -> Order:
    """A move in one direction, facing the enemy; into woods and rubble only if that is the place to be."""
    men = actors_of(b, f)
    if not woods and enters_breaking(b, ask.side, men, ux * far, uy * far):
        return certain(b, ask)
    x, y = centre_of(b, ask.side, men)
    fx, fy = towards_enemy(b, ask.side, x, y, ux, uy)
    order = Order(Act.MOVE, f, NOBODY, 0, x + ux * far, y + uy * far, fx, fy)
    return order if check(b, ask, order) == 0 else certain(b, ask)


def towards_enemy(b: Battle, side: int, x: float, y: float, ux: float, uy: float) -> tuple[float, float]:
    h = enemy_near(b, side, x, y)
    if h < 0:
        return ux, uy
    return unit(b.men[h].x - x, b.men[h].y - y)


# Regroup


def look_after(b: Battle, ask: Ask, f: int) -> Order:
    """With nothing better to do: stragglers are taken in, and many wounded are seen to."""
    men = members(b, f)
    n = set_size(men)
    hurt = set_size(wounded_among(b, ask.side, men))
    near = 0
    if n < BEST_FORM:
        near = stragglers_by(b, ask.side, f)
    if near == 0 and hurt <= SHARE_WOUNDED * n:
        return certain(b, ask)
    order = with_how(Act.REGROUP, f, 1 if hurt > SHARE_WOUNDED * n else 0, near)
    return order if check(b, ask, order) == 0 else certain(b, ask)


def stragglers_by(b: Battle, side: int, f: int) -> int:
    """Stragglers near enough to be taken in."""
    out = 0
    for k in range(b.men_of[side]):
        i = b.first_man[side] + k
        if is_straggler(b.men[i]) and gap_of_man(b, i, f) <= b.rules.regroup_reach:
            out |= 1 << k
    return out
