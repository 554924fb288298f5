"""What routs and pursuits go by: ways, who may pursue, and the choices they ask for.  Nothing here asks."""

from __future__ import annotations

from ...battle import refuse
from ...table.boxes import boxes_overlap, half_extent
from ...table.sweeps import sweep_box, sweep_inside
from ...table.vectors import dot, rotated, unit
from ...values import Ask, Box, Order
from .charms import is_frozen
from .movement import allowance, straight_reach
from .places import rectangle_of
from .state import NOBODY, Act, Battle, Formation, Nerve, Orders, Posted, R, Terrain
from .strips import at_home_in_woods, box_of, flies, is_garrison, is_running, is_wheeled, is_wood, on_table
from .touching import enemy_in_contact, formations_touch, nearest_enemy
from .ways import NEVER, OVERLAP, SPOKE_C, SPOKE_S, body_of, circled, ground_bears, passes_by, stands_clear

TURNS = 5  # of a sixteenth of a circle, to either side, that routers try to slip round what they cannot cross
SIDLE = 0.25  # inches between the places that pursuers try


# Which way


def flight(b: Battle, f: int) -> tuple[float, float]:
    """Away from the mage who turned it, else to its own edge, else away from the nearest enemy [FW-179, FW-R95, FW-R108]."""
    u = b.formations[f]
    box = rectangle_of(b, f)
    if u.routed_by >= 0 and on_table(b.strips[u.routed_by]):
        s = b.strips[u.routed_by]
        return unit(box.x - s.x, box.y - s.y)
    if b.home_x[u.side] != 0.0 or b.home_y[u.side] != 0.0:
        return b.home_x[u.side], b.home_y[u.side]
    g = nearest_enemy(b, f)
    if g < 0:
        return -u.fx, -u.fy
    other = rectangle_of(b, g)
    return unit(box.x - other.x, box.y - other.y)


def is_impassable(b: Battle, i: int, k: int) -> bool:
    """May strip i not cross that piece of ground at all [FW-R22, FW-R25, FW-R27]?"""
    s = b.strips[i]
    kind = b.ground.pieces[k].kind
    if flies(s):
        return False
    if kind == Terrain.BUILDING or kind == Terrain.RIVER:
        return True
    if kind == Terrain.DENSE_FOREST and not at_home_in_woods(s):
        return True
    return is_wood(kind) and is_wheeled(s)


def ground_is_open(b: Battle, f: int, ux: float, uy: float, far: float) -> bool:
    """Is there no impassable ground on a straight way of all its bases, nor right at its end?"""
    reach = far + 2.0 * b.rules.contact
    for k in range(b.ground.n):
        t = comes_to(b, f, ux * reach, uy * reach, k)
        if t <= 1.0 and (b.ground.pieces[k].kind != Terrain.RIVER or t * reach >= far - b.rules.contact):
            return False
    return True  # a river that the way leads over has a bridge there


def comes_to(b: Battle, f: int, dx: float, dy: float, k: int) -> float:
    """When, of a straight way, a base of the formation comes to a piece that it may not cross; 2 if none does."""
    u = b.formations[f]
    first = NEVER
    for m in range(u.n):
        if is_impassable(b, u.members[m], k):
            t0, t1 = sweep_inside(box_of(b.strips[u.members[m]]), dx, dy, b.ground.pieces[k])
            if t0 <= t1:
                first = min(first, t0)
    return first


def slip_round(b: Battle, f: int, ux: float, uy: float) -> tuple[float, float, float]:
    """The way that its full allowance carries it: straight, or turned by as little as takes it past impassable ground.

    Its direction and its length [FW-R108]."""
    inches = allowance(b, f)
    for n in range(TURNS):
        for hand in range(2):
            vx, vy = ux, uy
            for _ in range(n):
                vx, vy = rotated(vx, vy, SPOKE_C, SPOKE_S if hand == 0 else -SPOKE_S)
            far = straight_reach(b, f, vx, vy, inches)
            if ground_is_open(b, f, vx, vy, far):
                return vx, vy, far
    return ux, uy, 0.0


def may_stop(b: Battle, f: int) -> bool:
    """May routers stop where they are: on nobody, and on no ground that is closed to them [FW-R28, FW-R108]?"""
    u = b.formations[f]
    for m in range(u.n):
        box = box_of(b.strips[u.members[m]])
        if not stands_clear(b, f, box):
            return False
        for k in range(b.ground.n):
            if is_impassable(b, u.members[m], k) or b.ground.pieces[k].kind == Terrain.BUILDING:
                t0, t1 = sweep_inside(box, 0.0, 0.0, b.ground.pieces[k])
                if t0 <= t1:
                    return False
    return True


# What is in the way


def enemy_ahead(b: Battle, f: int, ux: float, uy: float, far: float) -> int:
    """The first enemy that it runs into, touching the side that it leaves by included; or nobody [FW-188, FW-189, FW-R112]."""
    u = b.formations[f]
    reach = far + 2.0 * b.rules.contact
    first = NEVER
    who = NOBODY
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and not passes_by(v, circled(u), ux * reach, uy * reach):
            t = runs_into(b, u, v, ux, uy, reach)
            if t < first:
                first = t
                who = g
    return who


def runs_into(b: Battle, u: Formation, v: Formation, ux: float, uy: float, reach: float) -> float:
    """When, of a straight way, one formation runs into another that is not beside or behind it; 2 if it does not."""
    first = NEVER
    for k in range(u.n):
        body = body_of(box_of(b.strips[u.members[k]]))
        for m in range(v.n):
            other = box_of(b.strips[v.members[m]])
            t0, t1 = sweep_box(body, ux * reach, uy * reach, other)
            if t0 <= t1 and t0 < first and (t0 > 0.0 or lies_ahead(b, body, other, ux, uy)):
                first = t0
    return first


def lies_ahead(b: Battle, body: Box, other: Box, ux: float, uy: float) -> bool:
    """Does the other base begin where this one ends, in that direction?"""
    gap = dot(other.x - body.x, other.y - body.y, ux, uy)
    return gap >= half_extent(body, ux, uy) + half_extent(other, ux, uy) - 2.0 * b.rules.contact


# Pursuit


def fought(b: Battle, g: int) -> bool:
    """Has it been in a fight this turn: a fresh melee [FW-187]?"""
    v = b.formations[g]
    for m in range(v.n):
        if b.strips[v.members[m]].fight >= 0:
            return True
    return False


def is_free_to_follow(b: Battle, g: int) -> bool:
    """Not running, halted, frozen, told to hold or in a building; has not pursued already [FW-140, FW-186, FW-187]."""
    v = b.formations[g]
    if v.nerve != Nerve.CALM or is_garrison(v) or v.pursuing or v.orders == Orders.HOLD or is_frozen(b, g):
        return False
    return not v.pursued_before or fought(b, g)


def may_pursue(b: Battle, g: int, f: int) -> bool:
    """As fast as the routers, in contact with them and nobody else, did not pursue last turn [FW-180, FW-186, FW-R109]."""
    if b.formations[g].n == 0 or b.formations[g].side == b.formations[f].side:
        return False
    if not is_free_to_follow(b, g) or not formations_touch(b, g, f):
        return False
    if allowance(b, g) < allowance(b, f) - b.rules.tolerance:
        return False
    h = enemy_in_contact(b, g, 0)
    while h >= 0:
        if h != f and not is_running(b.formations[h]):
            return False
        h = enemy_in_contact(b, g, h + 1)
    return True


def width_in_ranks(b: Battle, v: Formation) -> tuple[float, float]:
    """How far a formation reaches to the left and to the right of its place when all have fallen in."""
    half = v.files * v.cell_width / 2.0
    left, right = half, half
    if v.character >= 0:
        s = b.strips[v.character]
        if s.posted == Posted.LEFT or s.posted == Posted.FLANK:
            left += s.width
        elif s.posted == Posted.RIGHT:
            right += s.width
    return left, right


def depth_in_ranks(b: Battle, v: Formation) -> float:
    """How deep a formation is when all have fallen in, a character behind it counted."""
    ranks = 1
    behind = 0.0
    for m in range(v.n):
        s = b.strips[v.members[m]]
        if s.posted == Posted.BEHIND:
            behind = s.depth
        elif s.posted == Posted.RANKS or s.posted == Posted.FLANK:
            ranks = max(ranks, s.rank + 1)
    return ranks * v.cell_depth + behind


def box_behind(b: Battle, g: int, rear: Box, aside: float) -> Box:
    """Formation g flush to the rear of a box, so far aside of its middle: the rectangle it would take."""
    v = b.formations[g]
    left, right = width_in_ranks(b, v)
    deep = depth_in_ranks(b, v)
    middle = aside + (right - left) / 2.0
    back = rear.depth / 2.0 + deep / 2.0
    x = rear.x - rear.fx * back + rear.fy * middle
    y = rear.y - rear.fy * back - rear.fx * middle
    return Box(x, y, rear.fx, rear.fy, left + right, deep)


def has_room_behind(b: Battle, g: int, f: int, box: Box) -> bool:
    """Is the place free of all but the two of them, and ground that bears the pursuers?"""
    v = b.formations[g]
    for m in range(v.n):
        if not ground_bears(b, v.members[m], box):
            return False
    for i in range(b.n_strips):
        s = b.strips[i]
        if s.formation >= 0 and s.formation != g and s.formation != f:
            if boxes_overlap(box, box_of(s), OVERLAP):
                return False
    return True


def rear_covered(b: Battle, f: int, rear: Box, box: Box) -> float:
    """How much of the rear of the routers a box behind them lies against."""
    u = b.formations[f]
    middle = dot(box.x - rear.x, box.y - rear.y, rear.fy, -rear.fx)
    total = 0.0
    for m in range(u.n):
        s = b.strips[u.members[m]]
        behind = rear.depth / 2.0 - s.depth / 2.0 + dot(s.x - rear.x, s.y - rear.y, rear.fx, rear.fy)
        aside = dot(s.x - rear.x, s.y - rear.y, rear.fy, -rear.fx)
        if behind <= b.rules.contact:
            total += max((s.width + box.width) / 2.0 - abs(aside - middle), 0.0)
    return total


def place_behind(b: Battle, g: int, f: int) -> tuple[float, bool]:
    """How far aside of the routers' middle the pursuers come up: where they touch most of their rear.

    And whether there is room for them anywhere [FW-181]."""
    rear = rectangle_of(b, f)
    v = b.formations[g]
    far = (rear.width + v.files * v.cell_width) / 2.0
    best = 0.0
    least = 2.0 * b.rules.contact
    aside = 0.0
    while aside < far:
        for hand in range(2):
            here = aside if hand == 0 else -aside
            box = box_behind(b, g, rear, here)
            covered = rear_covered(b, f, rear, box)
            if covered > least and has_room_behind(b, g, f, box) and way_is_clear(b, g, f, box):
                least = covered + OVERLAP
                best = here
        aside += SIDLE
    return best, least > 2.0 * b.rules.contact


def way_is_clear(b: Battle, g: int, f: int, box: Box) -> bool:
    """Is no other enemy between the pursuers and that place?"""
    v = b.formations[g]
    now = rectangle_of(b, g)
    for i in range(b.n_strips):
        s = b.strips[i]
        if s.formation >= 0 and s.formation != f and s.side != v.side:
            t0, t1 = sweep_box(body_of(box), now.x - box.x, now.y - box.y, box_of(s))
            if t0 <= t1:
                return False
    return True


def check_pursue(b: Battle, ask: Ask, o: Order) -> int:
    """PURSUE by one that may, or NO [FW-180, FW-181, FW-R109]."""
    if o.kind == Act.NO:
        return 0
    if o.kind == Act.PURSUE and o.other == ask.other and 0 <= o.actor < b.n_formations:
        if (b.pursuers >> o.actor) % 2 == 1:
            return 0
    return refuse(b.refusal, 180, 0.0, 0.0, o.actor)


def check_stay(b: Battle, ask: Ask, o: Order) -> int:
    """The commander in chief runs with his formation or stays alone: YES he stays [FW-142, FW-R66]."""
    if o.kind == Act.YES or o.kind == Act.NO:
        return 0
    return refuse(b.refusal, R + 66, 0.0, 0.0, o.actor)
