"""Where the drill-book general has his commanders: with a unit that has not acted, and near the skirmishers."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance, unit
from ...values import Ask, Order
from .drill_loose import unit_worth
from .drill_plan import enemy_gap_at
from .firing import armed_among
from .legality import check, commander_allowance, fresh_men, may_command, officer_may_move
from .manoeuvres import nearest_in_set
from .men import (
    alive,
    attached_to,
    centre_of,
    commander_gap,
    commander_radius,
    gap_to_formation,
    is_straggler,
    members,
    radius_of,
    stands,
    straggler_reach,
)
from .places import free_place
from .state import FORMATIONS, NOBODY, OFFICER, Act, Battle
from .whim import certain

VOLLEY = 5.0  # what a volley of skirmishers is worth, in points of a unit's volley
A_MAN = 0.3  # and each man in it
CLAIMED = 0.5  # of a unit's worth, if another commander is with it who has yet to act
AHEAD = 0.4  # of a unit's worth, if he can only go towards it in this turn
TOGETHER = 1.0  # points: what it is worth to be with a unit
ALONE = 1.5  # points: the price of standing alone near the enemy
HAZARD = 8.0  # inches from the enemy, a commander alone is in danger
REAR = 0.1  # points for each inch a commander is farther from the enemy: those in front go first
CONTENT = 0.3  # points: he does not move for less
SNUG = 0.05  # inches between a commander and the man he stands by
ASIDE = 1.5  # inches a commander looks round for a free place


def first_to_act(b: Battle, ask: Ask) -> Order:
    """The commander who has most to do with the men near him; of equals the one in front."""
    best = NOBODY
    best_worth = -1e18
    for k in range(b.n_commanders):
        if may_command(b, k, ask.side):
            c = b.commanders[k]
            worth = worth_of_place(b, k, c.x, c.y) - REAR * enemy_gap_at(b, ask.side, c.x, c.y)
            if worth > best_worth:
                best = k
                best_worth = worth
    return plain(Act.COMMAND, best, NOBODY)


def worth_of_place(b: Battle, k: int, x: float, y: float) -> float:
    """What a commander could do from a place: the best unit in reach, the skirmishers about him."""
    c = b.commanders[k]
    x0, y0 = c.x, c.y
    c.x, c.y = x, y
    worth = best_in_reach(b, k) + skirmishers_in_reach(b, k) + company(b, k)
    c.x, c.y = x0, y0
    return worth


def best_in_reach(b: Battle, k: int) -> float:
    best = 0.0
    c = b.commanders[k]
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == c.side and fresh_men(b, f) > 0:
            if gap_to_formation(b, c, f) <= b.rules.unit_radius:
                best = max(best, wanted(b, k, f))
    return best


def wanted(b: Battle, k: int, f: int) -> float:
    """How much a unit wants this commander."""
    worth = unit_worth(b, f) * fresh_men(b, f) / b.formations[f].size
    return worth * CLAIMED if is_claimed(b, k, f) else worth


def is_claimed(b: Battle, k: int, f: int) -> bool:
    """Is another commander with the unit, who has yet to act?"""
    for j in range(b.n_commanders):
        if j != k and may_command(b, j, b.formations[f].side):
            if attached_to(b, j) == f:
                return True
    return False


def is_led(b: Battle, k: int, f: int) -> bool:
    """Is another commander near enough to lead the unit?"""
    for j in range(b.n_commanders):
        c = b.commanders[j]
        if j != k and c.side == b.formations[f].side and alive(c) and not c.officer_only:
            if gap_to_formation(b, c, f) <= b.rules.unit_radius:
                return True
    return False


def skirmishers_in_reach(b: Battle, k: int) -> float:
    c = b.commanders[k]
    n = 0
    for i in range(b.first_man[c.side], b.first_man[c.side] + b.men_of[c.side]):
        m = b.men[i]
        if is_straggler(m) and m.acted == 0 and m.weapon > 0:
            if commander_gap(b, c, m) <= straggler_reach(b, c):
                n += 1
    return VOLLEY + A_MAN * n if n > 0 else 0.0


def company(b: Battle, k: int) -> float:
    """A commander with a unit is carried along and safe; alone near the enemy he can be set upon."""
    if attached_to(b, k) >= 0:
        return TOGETHER
    c = b.commanders[k]
    return -ALONE if enemy_gap_at(b, c.side, c.x, c.y) <= HAZARD else 0.0


# The step


def step(b: Battle, ask: Ask) -> Order:
    """To where he can do most; he does not leave a good place for a little more, and does not dash."""
    k = ask.actor
    c = b.commanders[k]
    best = worth_of_place(b, k, c.x, c.y) + CONTENT
    order = certain(b, ask)
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == c.side:
            if fresh_men(b, f) > 0 and attached_to(b, k) != f:
                x, y, near = place_by(b, k, f)
                worth = worth_of_place(b, k, x, y)
                if not near and not is_led(b, k, f):
                    worth += AHEAD * wanted(b, k, f)
                if worth > best:
                    go = go_to(b, ask, k, x, y)
                    if check(b, ask, go) == 0:
                        best = worth
                        order = go
    x, y, found = among_skirmishers(b, k)
    if found and worth_of_place(b, k, x, y) > best:
        go = go_to(b, ask, k, x, y)
        if check(b, ask, go) == 0:
            order = go
    return order


def go_to(b: Battle, ask: Ask, k: int, x: float, y: float) -> Order:
    """A move to the nearest free place."""
    x, y, _ = free_place(b, OFFICER + k, x, y, 0.0, ASIDE)
    return Order(Act.MOVE, k, NOBODY, 0, x, y, 0.0, 0.0)


def place_by(b: Battle, k: int, f: int) -> tuple[float, float, bool]:
    """By the nearest man of a unit, on the side away from the enemy; or as far that way as he can go."""
    c = b.commanders[k]
    men = members(b, f)
    ux, uy = -b.formations[f].fx, -b.formations[f].fy
    cx, cy = centre_of(b, c.side, men)
    i = b.first_man[c.side] + nearest_in_set(b, c.side, men, cx + ux * 4.0, cy + uy * 4.0)
    m = b.men[i]
    keep = radius_of(b, m) + commander_radius(b, c) + SNUG
    x, y = m.x + ux * keep, m.y + uy * keep
    far = distance(c.x, c.y, x, y)
    most = commander_allowance(b, k, False)
    if far <= most:
        return x, y, True
    ux, uy = unit(x - c.x, y - c.y)
    x, y = c.x + ux * (most - SNUG), c.y + uy * (most - SNUG)
    return x, y, False


def among_skirmishers(b: Battle, k: int) -> tuple[float, float, bool]:
    """The middle of the skirmishers he can reach in this turn."""
    c = b.commanders[k]
    reach = straggler_reach(b, c) + commander_allowance(b, k, False)
    men = 0
    for j in range(b.men_of[c.side]):
        m = b.men[b.first_man[c.side] + j]
        if is_straggler(m) and m.acted == 0 and commander_gap(b, c, m) <= reach:
            men |= 1 << j
    men = armed_among(b, c.side, men)
    if men == 0:
        return c.x, c.y, False
    x, y = centre_of(b, c.side, men)
    far = distance(c.x, c.y, x, y)
    most = commander_allowance(b, k, False) - SNUG
    if far > most:
        ux, uy = unit(x - c.x, y - c.y)
        return c.x + ux * most, c.y + uy * most, True
    return x, y, True


def officers_step(b: Battle, ask: Ask) -> Order:
    """Officers without troops keep to the units, one after another."""
    for j in range(b.n_commanders):
        if officer_may_move(b, ask.actor, j) and attached_to(b, j) < 0:
            for f in range(FORMATIONS):
                if stands(b, f) and b.formations[f].side == ask.side:
                    x, y, near = place_by(b, j, f)
                    order = go_to(b, ask, j, x, y)
                    if near and check(b, ask, order) == 0:
                        return order
    return certain(b, ask)
