"""Where the drill-book general has his leaders: in reach of their men and of one another, behind the men, best close
behind a body of them (who is with a group does not lose heart by himself), out of harm's way, and never so near the
edge of the table that a bad throw takes them over it."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance, is_closer, length, unit
from ...values import Order
from .drill_march import face_them, go
from .drill_plan import (
    FILL_UP,
    has_plenty,
    is_foe,
    is_troops,
    known_to,
    legs,
    post_of,
    post_place,
    post_reach,
    turns_left,
)
from .drill_rescue import fetch, is_rescuer, nearness, wants_leader_at
from .figures import (
    FAR,
    NEAR,
    SLACK,
    centre,
    first,
    is_about,
    is_leader,
    is_mounted,
    next_of,
    present,
    radius,
    stands,
    strength,
)
from .plans import facing_of
from .state import NOBODY, Act, Battle, Book, Gait
from .ways import SPOKE_X, SPOKE_Y, SPOKES, allowance, free_place, is_free

IN_REACH = 43.0  # cm: so near a leader surely commands; what is farther counts less and less
OUT_OF_REACH = 55.0
HAZARD = 25.0  # cm: an enemy as near as this is too near for a leader
MATCHLOCKS = 8.0  # cm nearer, where fire is slow
CHIEF_HAZARD = 38.0  # cm: and as near as this for the one on whom all depends
A_CM = 1.2  # men: what each cm nearer than that costs
CHIEF = 1.6  # times as much for him
DEAR_HAZARD = 44.0  # cm: and for one without whom the battle is lost
EXPOSED = 14.0  # men: what it costs to stand before one's men
SEEN = 70.0  # cm: with an enemy as near as this
AMONG = 12.0  # men: what it costs to stand with men who are shot at, where fire is quick
HOT = 30.0  # cm: with an enemy as near as this they are
WITH = 8.0  # men: what it is worth to be with a group, and not to throw for oneself
WITH_HORSE = 16.0  # men: for a man on horseback, who bolts sooner and farther
OFF = 24.0  # men: what it costs to stand at the very edge, with an enemy in sight
LINK = 9.0  # men: what it is worth to be in reach of another leader
CLOSE = 1.0  # cm between him and the last rank
SHARED = 0.4  # of a group's worth, if another leader has it in reach
FETCH = 20.0  # men: what it is worth that he who fetches civilians is near them
WELL_IN = 1.0  # cm within a place: he surely stands on it
TRIES = 3  # places he thinks of, while his way does not take him to the one before
TIRED = 0.06  # men for each cm: nobody moves for nothing
REAR = 0.05  # men for each cm farther from an enemy who is near


def lead(b: Battle, g: int) -> Order:
    """A leader goes to the best of the places about him; one who fetches civilians goes to them."""
    if is_rescuer(b, g):
        x, y, wanted = wants_leader_at(b, g)
        if wanted:
            return fetch(b, g, x, y)
    if turns_left(b) <= FILL_UP:
        n = last_post(b, g)
        if n >= 0:
            order = last_step(b, g, n)
            if order.kind != Act.NO:
                return order
    note_bodies(b, g)
    note_others(b, g)
    note_best(b, g)
    order = to_best_place(b, g)
    return face_them(b, g) if order.kind == Act.HOLD else order


def to_best_place(b: Battle, g: int) -> Order:
    """Where he comes to on his way to the best of the places about him; if that is short of it, he thinks of the next
    best too, for a place half-way is often the worst of all."""
    f = b.figures[first(b, g)]
    here = worth_of_place(b, g, f.x, f.y, -FAR)
    best, found = here, plain(Act.HOLD, g, NOBODY)
    below = FAR
    for _ in range(TRIES):
        x, y, below = best_place(b, g, here, below)
        if below <= best:
            return found
        order = go(b, g, x, y, 1.0)
        if order.kind != Act.HOLD:
            worth = worth_for_him(b, g, order.x, order.y, best)
            if worth > best:
                best, found = worth, order
        if best >= below - NEAR:
            return found  # he gets there
    return found


def best_place(b: Battle, g: int, here: float, below: float) -> tuple[float, float, float]:
    """The best of the places about a leader that is worth less than so much, beside those who stand there, and what it
    is worth; if none is worth more than where he is, that."""
    i = first(b, g)
    best, bx, by = here, b.figures[i].x, b.figures[i].y
    gait = Gait.TROT if is_mounted(b, g) and not b.groups[g].must_walk else Gait.WALK
    reach = allowance(b, i, gait)
    for k in range(b.n_groups + SPOKES):
        x, y, there = place_to_try(b, g, k, reach)
        if there:
            worth = worth_for_him(b, g, x, y, best)
            if best < worth < below and not is_free(b, i, x, y):
                x, y, _ = free_place(b, i, x, y)
                worth = worth_for_him(b, g, x, y, best)
            if best < worth < below:
                best, bx, by = worth, x, y
    return bx, by, best


def worth_for_him(b: Battle, g: int, x: float, y: float, least: float) -> float:
    """What a place is worth to a leader, less his way to it; if it is plainly worth less than this, anything less."""
    f = b.figures[first(b, g)]
    tired = TIRED * distance(f.x, f.y, x, y)
    return worth_of_place(b, g, x, y, least + tired) - tired


def last_post(b: Battle, g: int) -> int:
    """As the battle ends a leader too fills a place that has not men enough, and in the last turn any; nobody if he
    can reach none: one man who has not lost heart holds a house, or keeps the enemy from holding it [TY-099]."""
    n = post_of(b, g)
    if n < 0:
        return NOBODY
    o = b.aims.objectives[n]
    x, y = post_place(b, o)
    f = b.figures[first(b, g)]
    if distance(f.x, f.y, x, y) > legs(b, g) + post_reach(b, o):
        return NOBODY
    spared = g == b.aims.must_live or has_plenty(b, o, b.groups[g].side, g)
    return NOBODY if spared and turns_left(b) > 1 else n


def last_step(b: Battle, g: int, n: int) -> Order:
    """He goes to a place, and stays if he stands on it; a plain no if he cannot go."""
    o = b.aims.objectives[n]
    x, y = post_place(b, o)
    f = b.figures[first(b, g)]
    if distance(f.x, f.y, x, y) <= post_reach(b, o) - WELL_IN:
        return face_them(b, g)
    order = go(b, g, x, y, 1.0)
    return plain(Act.NO, g, NOBODY) if order.kind == Act.HOLD else order


def place_to_try(b: Battle, g: int, k: int, reach: float) -> tuple[float, float, bool]:
    """The places a leader thinks of: behind each group in reach, for there it is mostly best, a whole move every way,
    and half a move every other way."""
    f = b.figures[first(b, g)]
    if k < b.n_groups:
        if b.groups[k].side != b.groups[g].side or not is_troops(b, k) or not stands(b, k):
            return f.x, f.y, False
        x, y = place_behind(b, k, radius(b, first(b, g)))
        far = distance(f.x, f.y, x, y) <= 2.0 * reach
        return x, y, far and is_inside(b, x, y)
    k -= b.n_groups
    step = reach if k % 2 == 0 else reach / 2
    x, y = f.x + SPOKE_X[k] * step, f.y + SPOKE_Y[k] * step
    return x, y, is_inside(b, x, y)


def is_inside(b: Battle, x: float, y: float) -> bool:
    return 1.5 <= x <= b.ground.width - 1.5 and 1.5 <= y <= b.ground.depth - 1.5


def place_behind(b: Battle, h: int, room: float) -> tuple[float, float]:
    """Close behind the last rank of a group, for a figure of so much room."""
    x, y = centre(b, h)
    fx, fy = facing_of(b, h)
    deep = 0.0
    i = first(b, h)
    while i >= 0:
        f = b.figures[i]
        deep = max(deep, (x - f.x) * fx + (y - f.y) * fy + radius(b, i))
        i = next_of(b, i)
    back = deep + room + CLOSE
    return x - fx * back, y - fy * back


def worth_of_place(b: Battle, g: int, x: float, y: float, least: float) -> float:
    """The men and leaders in reach from there, less the danger; the danger of a place that is worth less than this
    even with no enemy near is not looked at."""
    chief = CHIEF if b.groups[g].pc else 1.0
    safe = safest(b, g, x, y) * chief
    least_men = least - NEAR + safe - b.paper.beside_men
    if b.paper.all_men < least_men:
        return least - WITH_HORSE * chief
    worth = men_in_reach(b, x, y, least_men)
    if worth < least_men:
        return least - WITH_HORSE * chief
    worth += leaders_in_reach(b, g, x, y)
    worth += FETCH * nearness(b, g, x, y)
    if worth - safe < least - NEAR:
        return least - WITH_HORSE * chief
    d, foe = nearest_of_foes(b, x, y)
    if foe >= 0:
        worth -= danger(b, g, x, y, d, foe) * chief
    return worth


def note_best(b: Battle, g: int) -> None:
    """Note on the paper what a place is worth to a leader at the very most, danger apart: for the men, and beside."""
    p = b.paper
    p.beside_men = (LINK * p.n_leaders if b.groups[g].pc else 2.0 * LINK) + SLACK
    p.beside_men += FETCH if is_rescuer(b, g) else 0.0
    p.all_men = 0.0
    for k in range(p.n_bodies):
        p.all_men += p.worth[p.bodies[k]]


def safest(b: Battle, g: int, x: float, y: float) -> float:
    """What it costs to stand there at the very least: with his men, and with no enemy nearer than the one who was the
    nearest to the place before."""
    together = WITH_HORSE if is_mounted(b, g) else WITH
    foe = b.paper.dread
    if foe < 0:
        return -together
    return nearness_cost(b, g, distance(x, y, b.figures[foe].x, b.figures[foe].y) - radius(b, foe)) - together


def nearness_cost(b: Battle, g: int, d: float) -> float:
    """What it costs that an enemy is so near."""
    return A_CM * max(0.0, too_near(b, g) - d) + REAR * max(0.0, SEEN - d)


def nearest_of_foes(b: Battle, x: float, y: float) -> tuple[float, int]:
    """How near the nearest figure of the foes on the paper is to a place, and which; first the one who was it last."""
    p = b.paper
    best, found = FAR, p.dread
    if found >= 0:
        best = distance(x, y, b.figures[found].x, b.figures[found].y) - radius(b, found)
    for k in range(p.n_foes):
        u = b.groups[p.foes[k]]
        i = u.head if is_about(u, x, y, best + u.widest) else NOBODY
        while i >= 0:
            f = b.figures[i]
            if present(f) and is_closer(x - f.x, y - f.y, best + f.radius):
                best, found = distance(x, y, f.x, f.y) - f.radius, i
            i = f.next
    p.dread = found
    return best, found


def danger(b: Battle, g: int, x: float, y: float, d: float, foe: int) -> float:
    """What it costs to stand there with an enemy figure so near: to be close to him, before one's men or among men who
    are shot at, or at the edge of the table; to be with men whom he does not reach is worth something."""
    cost = nearness_cost(b, g, d)
    if d < SEEN and friend_near(b, foe) >= d:
        cost += EXPOSED
    if is_with_men(b, g, x, y):
        cost += (AMONG if d < HOT and b.book == Book.EARLY_19TH else 0.0) - (
            WITH_HORSE if is_mounted(b, g) else WITH
        )
        return cost + OFF * near_the_edge(b, x, y, foe, b.rules.foot_move)
    return cost + OFF * near_the_edge(b, x, y, foe, allowance(b, first(b, g), Gait.TROT))


def too_near(b: Battle, g: int) -> float:
    """How far from the enemy a leader should keep."""
    if g == b.aims.must_live:
        return DEAR_HAZARD
    if b.groups[g].pc:
        return CHIEF_HAZARD
    return HAZARD - (MATCHLOCKS if b.book == Book.PIKE_AND_SHOT else 0.0)


def near_the_edge(b: Battle, x: float, y: float, foe: int, flight: float) -> float:
    """1 at the edge of the table, 0 where a flight straight away from an enemy figure does not lead over it."""
    e = b.figures[foe]
    ux, uy = unit(x - e.x, y - e.y)
    room = min(to_edge(x, ux, b.ground.width), to_edge(y, uy, b.ground.depth))
    return max(0.0, 1.0 - room / flight)


def to_edge(x: float, ux: float, wide: float) -> float:
    """How far it is to the edge along one axis."""
    if ux > NEAR:
        return (wide - x) / ux
    return x / -ux if ux < -NEAR else FAR


def reached(dx: float, dy: float) -> float:
    """1 for who is in reach of command, so far off, 0 out of it, and something between."""
    if not is_closer(dx, dy, OUT_OF_REACH):
        return 0.0
    if is_closer(dx, dy, IN_REACH):
        return 1.0
    return min((OUT_OF_REACH - length(dx, dy)) / (OUT_OF_REACH - IN_REACH), 1.0)


def note_bodies(b: Battle, g: int) -> None:
    """Note on the paper the middle of each group of men of the side, and what it is worth to have it in reach: those
    whom another leader has in reach count less."""
    p = b.paper
    p.foe = p.reckoned = NOBODY
    p.n_bodies = 0
    for h in range(b.n_groups):
        if b.groups[h].side == b.groups[g].side and is_troops(b, h) and stands(b, h):
            p.mid_x[h], p.mid_y[h] = centre(b, h)
            p.worth[h] = strength(b, h) * (SHARED if is_led(b, g, p.mid_x[h], p.mid_y[h]) else 1.0)
            p.bodies[p.n_bodies] = h
            p.n_bodies += 1


def note_others(b: Battle, g: int) -> None:
    """Note on the paper the enemies whom a leader knows, and the other leaders of his side."""
    p = b.paper
    side = b.groups[g].side
    known = known_to(b, side)
    p.n_foes = p.n_leaders = 0
    p.dread = NOBODY
    for h in range(b.n_groups):
        u = b.groups[h]
        if is_foe(b, side, h, known):
            p.foes[p.n_foes] = h
            p.n_foes += 1
        elif h != g and is_leader(u) and u.side == side and stands(b, h):
            p.leaders[p.n_leaders] = h
            p.n_leaders += 1


def men_in_reach(b: Battle, x: float, y: float, least: float) -> float:
    """What the men are worth whom he could command from there; if that is plainly less than this, anything less."""
    p = b.paper
    worth, rest = 0.0, p.all_men + SLACK
    for k in range(p.n_bodies):
        h = p.bodies[k]
        worth += p.worth[h] * reached(p.mid_x[h] - x, p.mid_y[h] - y)
        rest -= p.worth[h]
        if worth + rest < least:
            return worth
    return worth


def is_led(b: Battle, g: int, x: float, y: float) -> bool:
    """Has another leader of the side a place in reach?"""
    for k in range(b.n_groups):
        if k != g and is_leader(b.groups[k]) and b.groups[k].side == b.groups[g].side and stands(b, k):
            f = b.figures[first(b, k)]
            if distance(f.x, f.y, x, y) <= IN_REACH:
                return True
    return False


def leaders_in_reach(b: Battle, g: int, x: float, y: float) -> float:
    """The chief wants all leaders in reach, the others at least one who is nearer to him [TY-034]."""
    worth = 0.0
    for m in range(b.paper.n_leaders):
        k = b.paper.leaders[m]
        f = b.figures[first(b, k)]
        link = LINK * reached(f.x - x, f.y - y)
        if b.groups[g].pc:
            worth += link
        else:
            worth = max(worth, link * (2.0 if b.groups[k].pc else 1.0))
    return worth


def friend_near(b: Battle, foe: int) -> float:
    """How near the nearest friend of the ranks is to an enemy figure; it is measured once for many places."""
    e = b.figures[foe]
    if b.paper.foe != foe:
        b.paper.foe, b.paper.foe_near = foe, FAR
        for k in range(b.paper.n_bodies):
            b.paper.foe_near = near_place(b, b.paper.bodies[k], e.x, e.y, b.paper.foe_near)
    return b.paper.foe_near


def is_with_men(b: Battle, g: int, x: float, y: float) -> bool:
    """Would a leader at a place be with a group of men [TY-055]?"""
    with_them = b.rules.near + radius(b, first(b, g))
    for k in range(b.paper.n_bodies):
        if near_place(b, b.paper.bodies[k], x, y, with_them + NEAR) <= with_them:
            return True
    return False


def near_place(b: Battle, h: int, x: float, y: float, best: float) -> float:
    """How near a group is to a place, if it is nearer than this."""
    i = first(b, h) if is_about(b.groups[h], x, y, best + b.groups[h].widest) else NOBODY
    while i >= 0:
        f = b.figures[i]
        if is_closer(f.x - x, f.y - y, best + f.radius):
            best = distance(f.x, f.y, x, y) - f.radius
        i = next_of(b, i)
    return best
