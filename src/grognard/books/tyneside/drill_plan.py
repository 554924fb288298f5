"""The drill-book general's plan: what he knows of the enemy, which places are worth having, and who goes for them.

He knows only what his own men have seen: neither what a marker hides, nor men in terrain whom nobody has spotted."""

from __future__ import annotations

from ...table.vectors import distance
from .figures import (
    FAR,
    NEAR,
    centre,
    first,
    is_about,
    is_leader,
    is_within,
    nearest_among,
    next_of,
    radius,
    stands,
)
from .state import NOBODY, Battle, Gait, Objective, Role
from .status import in_retreat, is_horse
from .ways import allowance

ENOUGH = 3  # men more than the enemy has there: as many are sent to a place
SPOKEN_FOR = 60.0  # cm one goes farther to a place that friends have not taken
A_POINT = 1.5  # cm one goes farther for a point more
LAST_TURNS = 3  # with so many turns left nobody leaves a place that he holds
LAST_STEPS = 2  # and with so many all go for one whom their legs carry there
FILL_UP = 4  # with so many they go for one that has not enough men yet
PLENTY = 6  # men who hold a place as the battle ends: there nobody else is wanted
NOT_WANTED = 200.0  # cm one goes farther then to any other
ON_POST = 3.0  # cm: who is so near to where he was sent is there


# The enemy, as far as he is known


def known_to(b: Battle, side: int) -> int:
    """The set of enemy groups that somebody of the side saw when he last looked about."""
    out = 0
    for g in range(b.n_groups):
        if b.groups[g].side == side and stands(b, g):
            out |= b.groups[g].sees
    return out


def is_foe(b: Battle, side: int, h: int, known: int) -> bool:
    """An enemy group that is known, is on the table and bears arms."""
    u = b.groups[h]
    return (
        known >> h & 1 != 0 and u.side != side and not u.civilian and u.role != Role.DRIVER and stands(b, h)
    )


def nearest_foe(b: Battle, g: int) -> tuple[int, float]:
    """The known enemy group nearest to a group, and how far off it is."""
    side = b.groups[g].side
    known = known_to(b, side)
    foes = 0
    for h in range(b.n_groups):
        if is_foe(b, side, h, known):
            foes |= 1 << h
    found, best, _, _ = nearest_among(b, g, foes)
    return found, best


def has_foe_within(b: Battle, g: int, far: float) -> bool:
    """Is a known enemy group no farther from a group than this?"""
    side = b.groups[g].side
    known = known_to(b, side)
    for h in range(b.n_groups):
        if is_foe(b, side, h, known) and is_within(b, g, h, far):
            return True
    return False


def foe_near(b: Battle, side: int, x: float, y: float) -> tuple[float, int]:
    """How near the nearest known enemy figure is to a place, and which."""
    known = known_to(b, side)
    best, found = FAR, NOBODY
    for h in range(b.n_groups):
        if is_foe(b, side, h, known) and is_about(b.groups[h], x, y, best + b.groups[h].widest):
            i = first(b, h)
            while i >= 0:
                d = distance(x, y, b.figures[i].x, b.figures[i].y) - radius(b, i)
                if d < best:
                    best, found = d, i
                i = next_of(b, i)
    return best, found


# What it is worth to charge them, or to fire at them


def best_offer(b: Battle, least: float) -> int:
    """Of the groups whose worth is noted the one that is worth most, and more than so much; or none."""
    best, found = least, NOBODY
    for h in range(b.n_groups):
        if b.paper.offer[h] > best:
            best, found = b.paper.offer[h], h
    return found


# Places worth having


def post_place(b: Battle, o: Objective) -> tuple[float, float]:
    """The middle of an objective."""
    if o.piece < 0:
        return o.x, o.y
    p = b.ground.pieces[o.piece]
    return (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2


def post_reach(b: Battle, o: Objective) -> float:
    """How far from its middle one still holds it."""
    if o.piece < 0:
        return o.radius
    p = b.ground.pieces[o.piece]
    return min(p.x1 - p.x0, p.y1 - p.y0) / 2


def men_near(b: Battle, side: int, x: float, y: float, within: float, but: int) -> int:
    """Men of a side within so much of a place who have not lost heart, one group left out."""
    n = 0
    for g in range(b.n_groups):
        if b.groups[g].side == side and g != but and not in_retreat(b.groups[g]):
            n += men_within(b, g, x, y, within)
    return n


def men_within(b: Battle, g: int, x: float, y: float, within: float) -> int:
    """How many of a group are within so much of a place."""
    n = 0
    i = first(b, g) if is_about(b.groups[g], x, y, within + NEAR) else NOBODY
    while i >= 0:
        n += distance(b.figures[i].x, b.figures[i].y, x, y) <= within
        i = next_of(b, i)
    return n


def known_men_near(b: Battle, side: int, x: float, y: float, within: float) -> int:
    """Enemies within so much of a place, as far as the side knows."""
    known = known_to(b, side)
    n = 0
    for h in range(b.n_groups):
        if is_foe(b, side, h, known):
            n += men_within(b, h, x, y, within)
    return n


def post_of(b: Battle, g: int) -> int:
    """The objective that a group should go for or stay at: worth most for its distance, less where enough friends
    are nearer to it, or stand there as the battle ends; nobody if the scenario has none."""
    x, y = centre(b, g)
    side = b.groups[g].side
    best, found = -FAR, NOBODY
    for n in range(b.aims.n_objectives):
        o = b.aims.objectives[n]
        if o.piece >= 0 and is_horse(b, g):
            continue
        px, py = post_place(b, o)
        d = distance(x, y, px, py)
        worth = A_POINT * o.points - d
        if worth <= best:
            continue
        if turns_left(b) <= FILL_UP:
            worth -= 0.0 if d <= legs(b, g) + post_reach(b, o) else SPOKEN_FOR
            worth -= NOT_WANTED if has_plenty(b, o, side, g) else 0.0
        elif is_spoken_for(b, o, g, d):
            worth -= SPOKEN_FOR
        if worth > best:
            best, found = worth, n
    return found


def is_spoken_for(b: Battle, o: Objective, g: int, far: float) -> bool:
    """Are enough friends nearer to a place than a group that is so far from it?"""
    side = b.groups[g].side
    x, y = post_place(b, o)
    wanted = ENOUGH + known_men_near(b, side, x, y, post_reach(b, o) + 10.0)
    return men_near(b, side, x, y, max(far - 1.0, post_reach(b, o)), g) >= wanted


def has_plenty(b: Battle, o: Objective, side: int, but: int) -> bool:
    """Does a side stand on a place with men enough without one group, who counts for more elsewhere [TY-099]?"""
    x, y = post_place(b, o)
    return men_near(b, side, x, y, post_reach(b, o), but) >= PLENTY


def legs(b: Battle, g: int) -> float:
    """How far a group comes in the turns that are left."""
    return allowance(b, first(b, g), Gait.TROT) * turns_left(b)


def keeps_place(b: Battle, g: int) -> bool:
    """Does a group hold a place that counts, with the end so near that it should not leave it?"""
    if turns_left(b) <= LAST_TURNS:
        for n in range(b.aims.n_objectives):
            if is_on_post(b, g, n):
                return True
    return False


def is_on_post(b: Battle, g: int, n: int) -> bool:
    """Is most of a group where it holds the objective?"""
    o = b.aims.objectives[n]
    x, y = centre(b, g)
    px, py = post_place(b, o)
    return distance(x, y, px, py) <= max(post_reach(b, o) - ON_POST, ON_POST)


def contests(b: Battle, h: int, side: int) -> bool:
    """Does an enemy group stand on a place that the side wants?"""
    for n in range(b.aims.n_objectives):
        o = b.aims.objectives[n]
        px, py = post_place(b, o)
        reach = post_reach(b, o)
        j = first(b, h)
        while j >= 0:
            if distance(b.figures[j].x, b.figures[j].y, px, py) <= reach + 2.0:
                return True
            j = next_of(b, j)
    return False


def turns_left(b: Battle) -> int:
    """This turn and those to come."""
    return b.rules.turns - b.turn + 1


def is_troops(b: Battle, g: int) -> bool:
    """A body of fighting men, not a leader, a crew, a driver or civilians."""
    u = b.groups[g]
    return u.role == Role.TROOPS and not u.civilian and not is_leader(u)
