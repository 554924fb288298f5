"""Where the drill-book general has his leaders: in reach of their men and of one another, behind the men, and out of
harm's way."""

from __future__ import annotations

from ...table.vectors import distance
from ...values import Ask, Order
from .drill_march import go
from .drill_plan import foe_near, is_troops
from .drill_rescue import is_rescuer, nearness, wants_leader_at
from .figures import FAR, centre, first, is_leader, is_mounted, radius, stands, strength
from .state import Battle, Gait
from .ways import SPOKE_X, SPOKE_Y, SPOKES, allowance

IN_REACH = 43.0  # cm: so near a leader surely commands; what is farther counts less and less
OUT_OF_REACH = 55.0
HAZARD = 25.0  # cm: an enemy as near as this is too near for a leader
CHIEF_HAZARD = 38.0  # cm: and as near as this for the one on whom all depends
A_CM = 1.2  # men: what each cm nearer than that costs
CHIEF = 1.6  # times as much for him
EXPOSED = 14.0  # men: what it costs to stand before one's men
SEEN = 70.0  # cm: with an enemy as near as this
AMONG = 4.0  # men: what it costs to stand with men who are shot at
LINK = 9.0  # men: what it is worth to be in reach of another leader
SHARED = 0.4  # of a group's worth, if another leader has it in reach
FETCH = 20.0  # men: what it is worth that he who fetches civilians is near them
TIRED = 0.06  # men for each cm: nobody moves for nothing
REAR = 0.05  # men for each cm farther from an enemy who is near


def lead(b: Battle, ask: Ask, g: int) -> Order:
    """A leader goes to the best of the places about him; one who fetches civilians goes to them."""
    if is_rescuer(b, g):
        x, y, wanted = wants_leader_at(b, g)
        if wanted:
            return go(b, ask, g, x, y, 1.0)
    f = b.figures[first(b, g)]
    best, bx, by = worth_of_place(b, g, f.x, f.y), f.x, f.y
    gait = Gait.TROT if is_mounted(b, g) and not b.groups[g].must_walk else Gait.WALK
    reach = allowance(b, first(b, g), gait)
    for ring in range(1, 3):
        for k in range(SPOKES):
            x, y = f.x + SPOKE_X[k] * reach * ring / 2, f.y + SPOKE_Y[k] * reach * ring / 2
            if 1.5 <= x <= b.ground.width - 1.5 and 1.5 <= y <= b.ground.depth - 1.5:
                worth = worth_of_place(b, g, x, y) - TIRED * reach * ring / 2
                if worth > best:
                    best, bx, by = worth, x, y
    return go(b, ask, g, bx, by, 1.0)


def worth_of_place(b: Battle, g: int, x: float, y: float) -> float:
    """The men and leaders in reach from there, less the danger."""
    side = b.groups[g].side
    worth = men_in_reach(b, g, x, y) + leaders_in_reach(b, g, x, y)
    worth += FETCH * nearness(b, g, x, y)
    d, foe = foe_near(b, side, x, y)
    share = CHIEF if b.groups[g].pc else 1.0
    hazard = CHIEF_HAZARD if b.groups[g].pc else HAZARD
    if d < hazard:
        worth -= A_CM * share * (hazard - d)
    if d < SEEN:
        worth -= REAR * (SEEN - d)
        near, gap = friend_near(b, g, x, y, foe)
        if near >= d:
            worth -= EXPOSED * share
        elif gap <= b.rules.near + b.rules.mounted_base:
            worth -= AMONG * share
    return worth


def reached(far: float) -> float:
    """1 in reach of command, 0 out of it, and something between."""
    return min(max((OUT_OF_REACH - far) / (OUT_OF_REACH - IN_REACH), 0.0), 1.0)


def men_in_reach(b: Battle, g: int, x: float, y: float) -> float:
    """Men whom he could command from there; those whom another leader has in reach count less."""
    worth = 0.0
    for h in range(b.n_groups):
        if b.groups[h].side == b.groups[g].side and is_troops(b, h) and stands(b, h):
            cx, cy = centre(b, h)
            share = reached(distance(x, y, cx, cy))
            if share > 0.0:
                worth += strength(b, h) * share * (SHARED if is_led(b, g, cx, cy) else 1.0)
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
    for k in range(b.n_groups):
        if k != g and is_leader(b.groups[k]) and b.groups[k].side == b.groups[g].side and stands(b, k):
            f = b.figures[first(b, k)]
            link = LINK * reached(distance(f.x, f.y, x, y))
            if b.groups[g].pc:
                worth += link
            else:
                worth = max(worth, link * (2.0 if b.groups[k].pc else 1.0))
    return worth


def friend_near(b: Battle, g: int, x: float, y: float, foe: int) -> tuple[float, float]:
    """How near the nearest friend of the ranks is to an enemy figure, and how near to the place."""
    e = b.figures[foe]
    near, gap = FAR, FAR
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.side != e.side and f.lost == 0 and is_troops(b, f.group):
            near = min(near, distance(f.x, f.y, e.x, e.y) - radius(b, i))
            gap = min(gap, distance(f.x, f.y, x, y) - radius(b, i))
    return near, gap
