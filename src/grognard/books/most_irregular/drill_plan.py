"""The drill-book general's plan: which places are worth having, who goes for them, and when it is time."""

from __future__ import annotations

from ...table.vectors import distance
from .men import centre_of, present
from .state import NOBODY, Battle
from .victory import men_at, men_left

ENOUGH = 12  # half men more than the enemy has there: as many are sent to a place
SPOKEN_FOR = 100.0  # inches one goes farther to a place that friends have not taken
A_PLACE = 1.0  # inches: who is so much nearer to a place has it
A_TURN = 8.0  # inches: two moves, or a scurry
PACE = 6.5  # inches a turn that one can count upon
IN_HAND = 2  # turns kept in hand for accidents
NEAR_ENOUGH = 1.0  # inches inside the edge of a place
A_POINT = 8.0  # inches one goes farther for a point more
LAST_STAND = 0.12  # above the break point by this share of its men, a side saves its men


def turns_left(b: Battle) -> int:
    """This turn and those to come."""
    return b.rules.turns - b.turn + 1


def nearest_post(b: Battle, x: float, y: float) -> int:
    """The objective nearest to a place."""
    best = NOBODY
    least = 1e18
    for n in range(b.aims.n_objectives):
        o = b.aims.objectives[n]
        d = (o.x - x) * (o.x - x) + (o.y - y) * (o.y - y)
        if d < least:
            best = n
            least = d
    return best


def friends_before(b: Battle, side: int, men: int, n: int, d: float) -> int:
    """Half men of the side, other than these, who are nearer to an objective, and to no other."""
    o = b.aims.objectives[n]
    half_men = 0
    for k in range(b.men_of[side]):
        m = b.men[b.first_man[side] + k]
        if (men >> k) % 2 == 0 and present(m):
            dx, dy = m.x - o.x, m.y - o.y
            if dx * dx + dy * dy < d * d and nearest_post(b, m.x, m.y) == n:
                half_men += 1 if m.wounded else 2
    return half_men


def post_of(b: Battle, side: int, men: int, x: float, y: float) -> int:
    """The objective that some men who stand here should go for or stay at, or nobody.

    The one that is worth most for its distance; less where enough friends are before them."""
    best = NOBODY
    best_worth = -1e18
    for n in range(b.aims.n_objectives):
        o = b.aims.objectives[n]
        d = distance(x, y, o.x, o.y)
        worth = A_POINT * o.points - d
        if worth > best_worth:
            wanted = ENOUGH + men_at(b, o, 1 - side)
            if friends_before(b, side, men, n, max(d - A_PLACE, 0.0)) >= wanted:
                worth -= SPOKEN_FOR
        if worth > best_worth:
            best = n
            best_worth = worth
    return best


def is_time(b: Battle, n: int, x: float, y: float) -> bool:
    """Must men leave now to be at an objective at the end?"""
    o = b.aims.objectives[n]
    way = distance(x, y, o.x, o.y) - o.radius + NEAR_ENOUGH
    return way > 0.0 and PACE * (turns_left(b) - IN_HAND) < way <= A_TURN * turns_left(b)


def way_to_go(b: Battle, side: int, men: int) -> tuple[float, float, bool, bool]:
    """Where some men should go, whether they are not there yet, and whether it is high time.

    Towards the objective they are to have, or else towards the enemy."""
    x, y = centre_of(b, side, men)
    n = post_of(b, side, men, x, y)
    if n >= 0:
        o = b.aims.objectives[n]
        there = distance(x, y, o.x, o.y) <= max(o.radius - NEAR_ENOUGH, NEAR_ENOUGH)
        return o.x, o.y, not there, is_time(b, n, x, y)
    h = enemy_near(b, side, x, y)
    if h < 0:
        return x, y, False, False
    return b.men[h].x, b.men[h].y, True, False


def enemy_near(b: Battle, side: int, x: float, y: float) -> int:
    """The enemy man nearest to a place, or nobody."""
    best = NOBODY
    least = 1e18
    foe = 1 - side
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        m = b.men[i]
        if present(m):
            d = (m.x - x) * (m.x - x) + (m.y - y) * (m.y - y)
            if d < least:
                best = i
                least = d
    return best


def near_breaking(b: Battle, side: int) -> bool:
    """Few more losses and the side is broken."""
    return men_left(b, side) < (b.rules.break_share + LAST_STAND) * b.men_of[side]


def enemy_gap_at(b: Battle, side: int, x: float, y: float) -> float:
    """How near the nearest enemy man is to a place, from centre to centre."""
    h = enemy_near(b, side, x, y)
    return 1e18 if h < 0 else distance(x, y, b.men[h].x, b.men[h].y)
