"""The way of a figure: straight, or from corner to corner, and how far a move carries along it [TY-R19, TY-R64]."""

from __future__ import annotations

from ...table.vectors import distance, is_closer
from .figures import FAR, NEAR, first, is_about, next_of, radius
from .footing import carry, is_shut, is_well_in_shut, list_pieces, way_cost
from .state import CORNERS, LEGS, NOBODY, PLACES, WAYS, Armour, Battle, Gait

RINGS = 8  # of places tried about one that is taken
EVERYBODY = -1  # the set of all groups
OVERLAP = 1e-4  # bases may lie this little over one another


# How far


def foot_allowance(b: Battle, i: int) -> float:
    """25; the wounded and civilians 20, hampered 15 [TY-039, TY-040, TY-041, TY-065, EC-022, PS-024, PS-R23]."""
    f = b.figures[i]
    slow = f.wounded or b.groups[f.group].civilian
    heavy = f.armour >= Armour.HALF
    if slow and (f.hampered or heavy):
        return b.rules.hampered_move
    if heavy and b.options.armour_slows_all != 0:
        return b.rules.hampered_move
    return b.rules.wounded_move if slow else b.rules.foot_move


def allowance(b: Battle, i: int, gait: int) -> float:
    """How far a figure goes in a turn; wounded riders do not gallop.

    [TY-065, TY-R62, EC-057, EC-058, EC-059, PS-025, PS-026, PS-027]"""
    f = b.figures[i]
    if not f.mounted:
        return foot_allowance(b, i)
    if f.wounded and gait == Gait.GALLOP:
        gait = Gait.TROT
    return b.rules.gait_most[gait]


# The way


def leg_cost(b: Battle, k: int, m: int, mounted: bool, most: float) -> float:
    """From corner to corner, barriers and all; FAR if it is shut."""
    c = b.corners[k]
    cost = c.horse[m] if mounted else c.foot[m]
    if cost < 0.0:
        return FAR
    return cost + c.barriers[m] * b.rules.barrier_share * most


def to_corner(b: Battle, x: float, y: float, k: int, mounted: bool, most: float) -> float:
    """From a place straight to a corner; it is measured once for as long as the place is on the paper."""
    at = place_noted(b, x, y, mounted, most) * CORNERS + k
    if b.paper.place_cost[at] < 0.0:
        c = b.corners[k]
        cost = way_cost(b, x, y, c.x, c.y, mounted, most)
        b.paper.place_cost[at] = FAR if cost < 0.0 else cost
    return b.paper.place_cost[at]


def place_noted(b: Battle, x: float, y: float, mounted: bool, most: float) -> int:
    """The line of the paper on which a place is noted, for those who ride or walk and have so much to spend."""
    p = b.paper
    n, rides = int(x * 37.0 + y * 5.0 + most) % PLACES, int(mounted)
    if p.place_x[n] != x or p.place_y[n] != y or p.place_mounted[n] != rides or p.place_most[n] != most:
        p.place_x[n], p.place_y[n], p.place_mounted[n], p.place_most[n] = x, y, rides, most
        for k in range(b.n_corners):
            p.place_cost[n * CORNERS + k] = -1.0
    return n


def straight_cost(b: Battle, x0: float, y0: float, x1: float, y1: float, mounted: bool, most: float) -> float:
    """What the straight way costs; that of the last few ways is still on the paper, for who finds a way soon goes it."""
    p = b.paper
    n, rides = int(x0 * 7.0 + y0 * 3.0 + x1 * 13.0) % WAYS, int(mounted)
    if (
        p.way_x0[n] != x0
        or p.way_y0[n] != y0
        or p.way_x1[n] != x1
        or p.way_y1[n] != y1
        or p.way_mounted[n] != rides
        or p.way_most[n] != most
    ):
        p.way_x0[n], p.way_y0[n], p.way_x1[n], p.way_y1[n] = x0, y0, x1, y1
        p.way_mounted[n], p.way_most[n] = rides, most
        p.way_cost[n] = way_cost(b, x0, y0, x1, y1, mounted, most)
    return p.way_cost[n]


def find_way(b: Battle, x0: float, y0: float, x1: float, y1: float, mounted: bool, most: float) -> float:
    """The cheapest way, noted leg by leg on the paper; FAR if there is none [TY-R19]."""
    return find_way_within(b, x0, y0, x1, y1, mounted, most, FAR)


def find_way_within(
    b: Battle, x0: float, y0: float, x1: float, y1: float, mounted: bool, most: float, limit: float
) -> float:
    """The same, but a way round that costs more than a limit is not looked for."""
    straight = straight_cost(b, x0, y0, x1, y1, mounted, most)
    b.paper.legs = 1
    b.paper.leg_x[0], b.paper.leg_y[0] = x1, y1
    if straight >= 0.0 and straight <= distance(x0, y0, x1, y1) + NEAR:
        return straight
    if straight < 0.0:
        straight = FAR
        if is_well_in_shut(b, x1, y1, mounted):
            return FAR
    best = min(straight, limit)
    last = NOBODY
    note_corners(b, x0, y0, x1, y1, best)
    k = cheapest(b, best)
    while k >= 0:
        if b.paper.done[k] == GUESSED:
            reckon(b, k, x0, y0, mounted, most)
        else:
            b.paper.done[k] = GONE_ON
            on = b.paper.cost[k] + to_corner(b, x1, y1, k, mounted, most)
            if on < best - NEAR:
                best, last = on, k
            relax(b, k, mounted, most)
        k = cheapest(b, best)
    if last < 0:
        return straight
    note_legs(b, last, x1, y1)
    return best


GUESSED, KNOWN, GONE_ON = 0, 1, 2  # what is known of the way to a corner


def note_corners(b: Battle, x0: float, y0: float, x1: float, y1: float, most: float) -> None:
    """List on the paper the corners by which a way may be short enough, and how far each is from both ends."""
    p = b.paper
    p.n_about = 0
    for k in range(b.n_corners):
        c = b.corners[k]
        if abs(c.x - x0) >= most or abs(c.y - y0) >= most or abs(c.x - x1) >= most or abs(c.y - y1) >= most:
            continue
        p.cost[k], p.ahead[k] = distance(x0, y0, c.x, c.y), distance(c.x, c.y, x1, y1)
        if p.cost[k] + p.ahead[k] < most:
            p.done[k], p.before[k] = GUESSED, NOBODY
            p.about[p.n_about] = k
            p.n_about += 1


def cheapest(b: Battle, most: float) -> int:
    """Of the listed corners the one by which the way may be shortest, of those that have not been gone on from; nobody
    if none is short enough."""
    p = b.paper
    best, found = most, NOBODY
    for m in range(p.n_about):
        k = p.about[m]
        if p.done[k] != GONE_ON and p.cost[k] + p.ahead[k] < best:
            best, found = p.cost[k] + p.ahead[k], k
    return found


def reckon(b: Battle, k: int, x: float, y: float, mounted: bool, most: float) -> None:
    """What the straight way to a corner really costs, if there is none cheaper by another corner."""
    p = b.paper
    straight = to_corner(b, x, y, k, mounted, most)
    if p.before[k] >= 0 and p.other[k] < straight - NEAR:
        p.cost[k] = p.other[k]
    else:
        p.cost[k], p.before[k] = straight, NOBODY
    p.done[k] = KNOWN


def relax(b: Battle, k: int, mounted: bool, most: float) -> None:
    """Go on from a corner to all the others that are listed."""
    p = b.paper
    for n in range(p.n_about):
        m = p.about[n]
        if p.done[m] == GONE_ON:
            continue
        on = p.cost[k] + leg_cost(b, k, m, mounted, most)
        if p.done[m] == KNOWN and on < p.cost[m] - NEAR:
            p.cost[m], p.before[m] = on, k
        elif p.done[m] == GUESSED and (p.before[m] < 0 or on < p.other[m] - NEAR):
            if on < FAR:
                p.other[m], p.before[m] = on, k


def note_legs(b: Battle, last: int, x: float, y: float) -> None:
    """Write the corners of the way on the paper, first to last; a way of too many legs keeps its first ones."""
    n = 0
    k = last
    while k >= 0:
        n += 1
        k = b.paper.before[k]
    b.paper.legs = min(n + 1, LEGS)
    if n < LEGS:
        b.paper.leg_x[n], b.paper.leg_y[n] = x, y
    k = last
    at = n - 1
    while k >= 0:
        if at < LEGS:
            b.paper.leg_x[at], b.paper.leg_y[at] = b.corners[k].x, b.corners[k].y
        at -= 1
        k = b.paper.before[k]


def along(
    b: Battle, x: float, y: float, mounted: bool, most: float, spend: float
) -> tuple[float, float, float]:
    """Where one is on the way in hand when so much is spent, and what was spent."""
    spent = 0.0
    for k in range(b.paper.legs):
        tx, ty = b.paper.leg_x[k], b.paper.leg_y[k]
        cost = straight_cost(b, x, y, tx, ty, mounted, most)
        if cost >= 0.0 and spent + cost <= spend + NEAR:
            x, y, spent = tx, ty, spent + cost
            continue
        return part_of_leg(b, x, y, tx, ty, mounted, most, spend - spent, spent, cost)
    return x, y, spent


def part_of_leg(
    b: Battle,
    x: float,
    y: float,
    tx: float,
    ty: float,
    mounted: bool,
    most: float,
    left: float,
    spent: float,
    whole: float,
) -> tuple[float, float, float]:
    """As far along one leg, of which the cost is known, as what is left carries."""
    if 0.0 < whole <= distance(x, y, tx, ty) + NEAR:  # plain ground all the way
        t = min(1.0, left / whole)
        return x + (tx - x) * t, y + (ty - y) * t, spent + whole * t
    t, got = carry(b, list_pieces(b, x, y, tx, ty), x, y, tx, ty, mounted, most, left)
    return x + (tx - x) * t, y + (ty - y) * t, spent + got


def reach_cost(b: Battle, i: int, x: float, y: float, gait: int) -> float:
    """What it costs a figure to go somewhere at a gait, of its allowance; FAR if it cannot at all."""
    f = b.figures[i]
    return find_way(b, f.x, f.y, x, y, f.mounted, allowance(b, i, gait))


# Room


def is_free(b: Battle, i: int, x: float, y: float) -> bool:
    """Can figure i stand there?  Those who have still to move are not in the way."""
    return is_free_of(b, i, x, y, list_near(b, x, y, radius(b, i)))


def list_near(b: Battle, x: float, y: float, within: float) -> int:
    """Note on the paper who could be in the way so near to a place; how many."""
    return list_near_of(b, EVERYBODY, x, y, within)


def list_near_of(b: Battle, who: int, x: float, y: float, within: float) -> int:
    """The same, of a set of groups; whoever is not in the way is written down too, and the next in his place."""
    n = 0
    for g in range(b.n_groups):
        most = within + b.groups[g].widest
        if who >> g & 1 == 0 or not is_about(b.groups[g], x, y, most):
            continue
        j = first(b, g)
        while j >= 0:
            h = b.figures[j]
            is_near = max(abs(x - h.x), abs(y - h.y)) < most
            b.paper.near[n] = j
            n += int(is_near & (b.paper.pending[j] == 0))
            j = next_of(b, j)
    return n


def is_free_of(b: Battle, i: int, x: float, y: float, n: int) -> bool:
    """Can figure i stand there, for all those noted near?"""
    r = radius(b, i)
    if x < r - NEAR or y < r - NEAR or x > b.ground.width - r + NEAR or y > b.ground.depth - r + NEAR:
        return False
    for k in range(n):
        j = b.paper.near[k]
        h = b.figures[j]
        if is_closer(x - h.x, y - h.y, r + h.radius - OVERLAP) and j != i:
            b.paper.near[k], b.paper.near[0] = b.paper.near[0], j  # he may be in the way beside it too
            return False
    for k in range(b.n_engines):
        e = b.engines[k]
        if is_closer(x - e.x, y - e.y, r + e.base / 2 - OVERLAP) and e.base > 0.0 and is_out(b, k):
            return False
    return not is_shut(b, x, y, b.figures[i].mounted)


def is_out(b: Battle, k: int) -> bool:
    """Is a gun or wagon on the table, and not under a marker, still awaited or driven off?"""
    crew = b.engines[k].crew
    if b.engines[k].gone:
        return False
    if crew < 0:
        return True
    return b.groups[crew].marker < 0 and b.groups[crew].enters <= b.turn


def free_place(b: Battle, i: int, x: float, y: float) -> tuple[float, float, bool]:
    """The place, or the nearest free one about it in rings; none within 8 base widths: False."""
    if is_free(b, i, x, y):
        return x, y, True
    step = radius(b, i)
    n = 0
    for ring in range(1, 2 * RINGS + 1):
        d = ring * step
        if ring % 4 == 1:
            n = list_near(b, x, y, d + 4 * step)  # of four rings
        best, bx, by = FAR, x, y
        for spoke in range(SPOKES):
            tx, ty = x + d * SPOKE_X[spoke], y + d * SPOKE_Y[spoke]
            f = b.figures[i]
            if is_closer(tx - f.x, ty - f.y, best - NEAR) and is_free_of(b, i, tx, ty, n):
                best, bx, by = distance(tx, ty, f.x, f.y), tx, ty
        if best < FAR:
            return bx, by, True
    return x, y, False


SPOKES = 12
SPOKE_X = (
    1.0,
    0.8660254037844387,
    0.5,
    0.0,
    -0.5,
    -0.8660254037844387,
    -1.0,
    -0.8660254037844387,
    -0.5,
    0.0,
    0.5,
    0.8660254037844387,
)
SPOKE_Y = (
    0.0,
    0.5,
    0.8660254037844387,
    1.0,
    0.8660254037844387,
    0.5,
    0.0,
    -0.5,
    -0.8660254037844387,
    -1.0,
    -0.8660254037844387,
    -0.5,
)
