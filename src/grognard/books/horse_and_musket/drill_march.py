"""How the drill-book general moves: foot, horse and guns, each by the maxims of its arm."""

from __future__ import annotations

from ...battle import plain
from ...table.arcs import in_arc
from ...table.boxes import box_gap, pivoted
from ...table.going import march_reach
from ...table.vectors import distance, length, unit
from ...values import Ask, Order
from .drill_charge import is_spent, nerve
from .drill_plan import ASSEMBLY, goal_of, is_assembled, is_at, is_pressing, middle_of, place_held
from .firing import check_target, gun_band
from .legality import check
from .movement import allowance, building_box, check_enter, garrison_of, is_building, keeps_to_road, new_box, rate_in
from .sight import fire_range, in_arc_of_fire, in_difficult_ground, sees, takes_in_flank, terrain_under
from .state import NOBODY, Act, Arm, Battle, Formation, GunBand, Leave, Terrain, Unit, Weapon
from .units import (
    box_of,
    gap_between,
    in_melee,
    is_skirmishing,
    nearest_enemy,
    on_table,
    rate,
    stands_of,
    surely_farther,
)

HALF_TURN = 0.7071067811865476
WAITING = 10.0  # how near to the enemy those wait who are not to attack yet
CAUGHT = 8.0  # horse nearer than this would catch those who fall back before it
EDGE = 0.3  # how near to the corner of a building one passes


def next_move(b: Battle, ask: Ask) -> Order:
    """Round the list from the last who moved; who has friends still to move before him waits for the second round."""
    for n in range(ask.actor + 1, 2 * b.n_units):
        again = n >= b.n_units
        i = n - b.n_units if again else n
        u = b.units[i]
        if u.side != ask.side or not may_move(u):
            continue
        if not (u.arm == Arm.ARTILLERY if again else is_behind(b, i)):
            order = move_of(b, ask, i)
            if order.kind != Act.DONE and check(b, ask, order) == 0:
                return order
    return hold()


def may_move(u: Unit) -> bool:
    return on_table(u) and not u.moved and not u.routing and u.leave != Leave.NONE and not in_melee(u)


def is_behind(b: Battle, i: int) -> bool:
    """Is there a friend in front, within a move, who has not yet moved?"""
    u = b.units[i]
    for j in range(b.n_units):
        f = b.units[j]
        if f.side == u.side and j != i and f.arm != Arm.ARTILLERY and f.building < 0 and may_move(f):
            ahead = (f.x - u.x) * u.fx + (f.y - u.y) * u.fy
            if 0.0 < ahead < 8.0 and abs((f.x - u.x) * u.fy - (f.y - u.y) * u.fx) < (u.width + f.width) / 2.0:
                return True
    return False


def hold() -> Order:
    return plain(Act.DONE, NOBODY, NOBODY)


def move_of(b: Battle, ask: Ask, i: int) -> Order:
    u = b.units[i]
    j = nearest_enemy(b, i)
    if j < 0:
        return hold()
    if u.arm == Arm.ARTILLERY:
        return move_guns(b, ask, i)
    if u.arm == Arm.CAVALRY:
        return move_horse(b, ask, i, j)
    if u.building >= 0:
        return move_garrison(b, i, j)
    return move_foot(b, ask, i, j)


# marching


def waypoint(b: Battle, i: int, x: float, y: float) -> tuple[float, float]:
    """The place itself, or the corner of a building that stands in the way."""
    u = b.units[i]
    half = max(u.width, u.depth) / 2.0 + EDGE
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.closed and is_between(p.x0, p.y0, p.x1, p.y1, u.x, u.y, x, y):
            best = 1e18
            wx = x
            wy = y
            for c in range(4):
                cx = p.x0 - half if c % 2 == 0 else p.x1 + half
                cy = p.y0 - half if c < 2 else p.y1 + half
                d = distance(u.x, u.y, cx, cy) + distance(cx, cy, x, y)
                if d < best and not is_between(p.x0, p.y0, p.x1, p.y1, u.x, u.y, cx, cy):
                    best = d
                    wx = cx
                    wy = cy
            return wx, wy
    return x, y


def is_between(x0: float, y0: float, x1: float, y1: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """Does a line cross an upright rectangle, and not end in it?"""
    if max(ax, bx) <= x0 or min(ax, bx) >= x1 or max(ay, by) <= y0 or min(ay, by) >= y1:
        return False
    if x0 <= bx <= x1 and y0 <= by <= y1:
        return False
    left = (bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax) > 0.0
    one = ((bx - ax) * (y0 - ay) - (by - ay) * (x1 - ax) > 0.0) == left
    two = ((bx - ax) * (y1 - ay) - (by - ay) * (x0 - ax) > 0.0) == left
    three = ((bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax) > 0.0) == left
    return not (one and two and three)


def march(b: Battle, ask: Ask, i: int, x: float, y: float, keep: float) -> Order:
    """Toward a place, round buildings, stopping short of it; wheel first if it is not in front."""
    u = b.units[i]
    if distance(u.x, u.y, x, y) <= keep + 0.1:
        return hold()
    wx, wy = waypoint(b, i, x, y)
    far = distance(u.x, u.y, wx, wy)
    if wx == x and wy == y:
        far -= keep
    ux, uy = unit(wx - u.x, wy - u.y)
    if u.fx * ux + u.fy * uy < b.rules.forward_cosine:
        return change_front(b, ask, i, ux, uy, far)
    return advance(b, ask, i, ux, uy, far)


def change_front(b: Battle, ask: Ask, i: int, ux: float, uy: float, far: float) -> Order:
    """A line breaks into column toward its way if it has far to go; others wheel."""
    u = b.units[i]
    if u.arm == Arm.INFANTRY and u.formation == Formation.LINE and far > 4.0 and stands_of(b, u) >= 6:
        order = form_and_go(b, ask, i, Formation.COLUMN, ux, uy, min(far, 4.4))
        if order.kind != Act.DONE:
            return order
    return turn_toward(b, ask, i, ux, uy, far)


def advance(b: Battle, ask: Ask, i: int, ux: float, uy: float, most: float) -> Order:
    """Straight on if the way is clear, else in the direction that gains most."""
    u = b.units[i]
    best = 0.25
    order = hold()
    for attempt in range(5):
        vx, vy = swerved(ux, uy, attempt)
        if u.fx * vx + u.fy * vy >= b.rules.forward_cosine:
            far = reach_along(b, i, vx, vy, most)
            gain = far * (ux * vx + uy * vy)
            if gain > best:
                best = gain
                order = Order(Act.MOVE, i, NOBODY, 0, u.x + vx * far, u.y + vy * far, vx, vy)
            if attempt == 0 and 3.0 * far >= 2.0 * min(most, allowance(b, u, False)):
                break
    if order.kind != Act.DONE and check(b, ask, order) == 0:
        return order
    return straight_on(b, ask, i, ux, uy, most)


def reach_along(b: Battle, i: int, ux: float, uy: float, most: float) -> float:
    """How far a forward move in a direction can go: what the pivot leaves, the neighbours and the ground."""
    u = b.units[i]
    left = allowance(b, u, False) - chord(u, ux, uy)
    far = clear_way(b, i, ux, uy, min(most, left))
    if far < 0.25:
        return 0.0
    return march_reach(b.ground, b.scratch, pivoted(box_of(u), ux, uy), ux, uy, left, far) - 1e-6


def straight_on(b: Battle, ask: Ask, i: int, ux: float, uy: float, most: float) -> Order:
    """Blocked: to its front as far as that leads on, else a step to the side."""
    u = b.units[i]
    along = u.fx * ux + u.fy * uy
    far = reach_along(b, i, u.fx, u.fy, most * along)
    if far > 0.5:
        order = Order(Act.MOVE, i, NOBODY, 0, u.x + u.fx * far, u.y + u.fy * far, u.fx, u.fy)
        if check(b, ask, order) == 0:
            return order
    return shuffle(b, ask, i, ux, uy)


def swerved(ux: float, uy: float, attempt: int) -> tuple[float, float]:
    """Straight, then a little to either side, then more."""
    if attempt == 0:
        return ux, uy
    s = 0.3826834323650898 if attempt <= 2 else 0.7071067811865475
    c = 0.9238795325112867 if attempt <= 2 else 0.7071067811865476
    if attempt % 2 == 0:
        s = -s
    return ux * c - uy * s, ux * s + uy * c


def chord(u: Unit, ux: float, uy: float) -> float:
    """What a pivot costs: the way of a front corner."""
    return length(ux - u.fx, uy - u.fy) * length(u.width, u.depth) / 2.0


def clear_way(b: Battle, i: int, ux: float, uy: float, far: float) -> float:
    """Short of whoever is in front, roughly: an inch from enemies, a hair from friends."""
    u = b.units[i]
    for j in range(b.n_units):
        m = b.units[j]
        if j == i or not on_table(m):
            continue
        ahead = (m.x - u.x) * ux + (m.y - u.y) * uy
        if ahead <= 0.0 or ahead > far + 12.0 or (m.side == u.side and is_skirmishing(u)):
            continue
        along = abs(m.fx * ux + m.fy * uy)
        across = abs(m.fx * uy - m.fy * ux)
        keep = 0.05 if m.side == u.side else 1.45 * b.rules.keep_off
        if abs((m.x - u.x) * uy - (m.y - u.y) * ux) < (u.width + across * m.depth + along * m.width) / 2.0 + keep:
            far = min(far, ahead - (u.depth + along * m.depth + across * m.width) / 2.0 - keep)
    return far


def shuffle(b: Battle, ask: Ask, i: int, ux: float, uy: float) -> Order:
    """Hemmed in: half a move or less to the side that leads on, to the other, or to the rear, keeping its front."""
    u = b.units[i]
    go = 0.98 * allowance(b, u, False) * b.rules.half_move
    side = 1.0 if u.fy * ux - u.fx * uy >= 0.0 else -1.0
    for attempt in range(6):
        far = go if attempt < 3 else 0.45 * go
        right = 0.0
        back = 0.0
        if attempt % 3 == 2:
            back = far
        else:
            right = far * side if attempt % 3 == 0 else -far * side
        x = u.x + u.fy * right - u.fx * back
        y = u.y - u.fx * right - u.fy * back
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, x, y, u.fx, u.fy)
        if check(b, ask, order) == 0:
            return order
    return hold()


def turn_toward(b: Battle, ask: Ask, i: int, ux: float, uy: float, most: float) -> Order:
    """Face a direction, and on with what is left of half a move; else an eighth of the compass nearer, or about."""
    u = b.units[i]
    left = allowance(b, u, False) * b.rules.half_move - chord(u, ux, uy)
    if left >= 0.0:
        go = max(0.0, min(clear_way(b, i, ux, uy, left), most) - 1e-6)
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x + ux * go, u.y + uy * go, ux, uy)
        if check(b, ask, order) == 0:
            return order
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, ux, uy)
        if go > 0.0 and check(b, ask, order) == 0:
            return order
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x - u.fx * left, u.y - u.fy * left, ux, uy)
        if check(b, ask, order) == 0:
            return order
    if u.fx * ux + u.fy * uy < -HALF_TURN:
        return Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, -u.fx, -u.fy)
    s = HALF_TURN if u.fx * uy - u.fy * ux > 0.0 else -HALF_TURN
    order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, u.fx * HALF_TURN - u.fy * s, u.fx * s + u.fy * HALF_TURN)
    if check(b, ask, order) == 0:
        return order
    return hold() if most == 0.0 else shuffle(b, ask, i, ux, uy)


def form(b: Battle, i: int, formation: int, ux: float, uy: float, go: float) -> Order:
    """A change of formation toward a direction, and on if there is room."""
    u = b.units[i]
    return Order(Act.FORM, i, 0, formation, u.x + ux * go, u.y + uy * go, ux, uy)


def form_and_go(b: Battle, ask: Ask, i: int, formation: int, ux: float, uy: float, go: float) -> Order:
    """With as much of the advance as the ground and the neighbours let it."""
    u = b.units[i]
    box = new_box(b, u, formation, 0, u.x, u.y, ux, uy)
    half = rate_in(b, u, formation) * b.rules.half_move
    far = march_reach(b.ground, b.scratch, box, ux, uy, half, min(go, half)) - 1e-6
    far = clear_way(b, i, ux, uy, far)
    if far > 0.25 and u.leave == Leave.FULL:
        order = form(b, i, formation, ux, uy, far)
        if check(b, ask, order) == 0:
            return order
    order = form(b, i, formation, ux, uy, 0.0)
    return order if check(b, ask, order) == 0 else hold()


def centre_keep(u: Unit, e: Unit, gap: float) -> float:
    """Centre to centre for a gap between fronts."""
    return gap + (u.depth + e.depth) / 2.0


# foot


def horse_near(b: Battle, i: int) -> int:
    """Enemy cavalry in good order that could be upon us next turn, or nobody."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and e.arm == Arm.CAVALRY and on_table(e) and not e.routing and not e.disordered:
            far = rate(b, e)
            if not surely_farther(u, e, far) and gap_between(u, e) <= far:
                if in_arc(e.fx, e.fy, u.x - e.x, u.y - e.y, b.rules.forward_cosine) and sees(b, j, i):
                    return j
    return NOBODY


def wants_square(b: Battle, i: int, j: int) -> bool:
    """Horse near, no foot upon us, and in the open; who is steady lets it come nearer first."""
    u = b.units[i]
    if is_skirmishing(u) or stands_of(b, u) < b.rules.square_stands:
        return False
    k = horse_near(b, i)
    if k < 0 or (nerve(b, i) > 0 and gap_between(u, b.units[k]) > CAUGHT):
        return False
    e = b.units[j]
    return e.arm == Arm.CAVALRY or gap_between(u, e) > 8.0


def move_foot(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """Squares against horse, skirmishers at their range, the rest to their places or to where fire pays."""
    u = b.units[i]
    e = b.units[j]
    if wants_square(b, i, j):
        return hold() if u.formation == Formation.SQUARE else form(b, i, Formation.SQUARE, u.fx, u.fy, 0.0)
    if is_skirmishing(u):
        return move_skirmishers(b, ask, i, j)
    pressing = is_pressing(b, u.side)
    if place_held(b, i) >= 0:
        return keep_place(b, ask, i, j)
    d = gap_between(u, e)
    k = goal_of(b, i, pressing)
    if d <= engage_range(u) and (k < 0 or (is_in_the_way(b, u, e, k, d) and not is_free_place(b, i, k))):
        order = engage(b, ask, i, j, d, pressing)
        if order.kind != Act.DONE or check_target(b, i, j, 0) == 0:
            return order
    if k >= 0:
        return go_to_place(b, ask, i, k, d)
    if not pressing:
        return hold()
    return approach(b, ask, i, e.x, e.y, 3.0, d)


def is_in_the_way(b: Battle, u: Unit, e: Unit, k: int, d: float) -> bool:
    """An enemy at hand, or near and on the way to a place: he is to be fought first."""
    if d <= 4.5 or d > engage_range(u):
        return d <= 4.5
    x, y = middle_of(b, k)
    ux, uy = unit(x - u.x, y - u.y)
    vx, vy = unit(e.x - u.x, e.y - u.y)
    return ux * vx + uy * vy > 0.5


def engage_range(u: Unit) -> float:
    """Inside this the fight is the goal, outside it the objective."""
    return 9.0 if u.weapon != Weapon.RIFLE else 12.0


def is_free_place(b: Battle, i: int, k: int) -> bool:
    """A place near at hand with no enemy in it, or so near that nobody can enter."""
    u = b.units[i]
    x, y = middle_of(b, k)
    if distance(u.x, u.y, x, y) > 12.0:
        return False
    piece = b.aims.objectives[k].piece
    house = is_building(b, piece)
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and on_table(e) and (is_at(b, e, k) or (house and keeps_out(b, e, piece))):
            return False
    return True


def keeps_out(b: Battle, e: Unit, piece: int) -> bool:
    """Does a unit stand so near to a building that no enemy can enter?"""
    p = b.ground.pieces[piece]
    near = b.rules.keep_off + (e.width + e.depth) / 2.0
    if e.x < p.x0 - near or e.x > p.x1 + near or e.y < p.y0 - near or e.y > p.y1 + near:
        return False
    return box_gap(box_of(e), building_box(b, piece)) < b.rules.keep_off


def keep_place(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """On the ground that is to be held: in line, toward the enemy."""
    u = b.units[i]
    e = b.units[j]
    if gap_between(u, e) > 14.0:
        return hold()
    ux, uy = unit(e.x - u.x, e.y - u.y)
    if u.formation != Formation.LINE:
        return form(b, i, Formation.LINE, ux, uy, 0.0)
    return hold() if in_arc_of_fire(b, u, e, 0) else turn_toward(b, ask, i, ux, uy, 0.0)


def go_to_place(b: Battle, ask: Ask, i: int, k: int, d: float) -> Order:
    """Into the building, or to the middle of the ground."""
    piece = b.aims.objectives[k].piece
    x, y = middle_of(b, k)
    if is_building(b, piece):
        if garrison_of(b, piece) < 0:
            if check_enter(b, i, piece) == 0:
                return plain(Act.ENTER, i, piece)
            if box_gap(box_of(b.units[i]), building_box(b, piece)) < 10.0:
                return march(b, ask, i, x, y, 0.0)
    return approach(b, ask, i, x, y, 1.0, d)


def gather(b: Battle, ask: Ask, i: int, x: float, y: float, d: float) -> Order:
    """Toward a place, but out of musket shot until there are enough to attack it."""
    u = b.units[i]
    if d <= WAITING:
        return hold()
    way = distance(u.x, u.y, x, y)
    return approach(b, ask, i, x, y, max(ASSEMBLY - 4.0, way - (d - WAITING)), d)


def approach(b: Battle, ask: Ask, i: int, x: float, y: float, keep: float, d: float) -> Order:
    """By road or in column while the enemy is far, in line when he is near."""
    u = b.units[i]
    wx, wy = waypoint(b, i, x, y)
    ux, uy = unit(wx - u.x, wy - u.y)
    order = hold()
    if u.formation == Formation.MARCH:
        order = march_on_road(b, ask, i, ux, uy, distance(u.x, u.y, wx, wy), d)
    elif u.formation != Formation.COLUMN and d > 14.0 and stands_of(b, u) >= 6:
        order = form_and_go(b, ask, i, Formation.COLUMN, ux, uy, 4.4)
    elif (u.formation == Formation.COLUMN and d <= 11.0) or u.formation == Formation.SQUARE:
        order = form_and_go(b, ask, i, Formation.LINE, ux, uy, 2.9)
    return order if order.kind != Act.DONE else march(b, ask, i, x, y, keep)


def march_on_road(b: Battle, ask: Ask, i: int, ux: float, uy: float, way: float, d: float) -> Order:
    """Along the road while it leads on and no enemy is near; then into column or line."""
    u = b.units[i]
    on = way * (ux * u.fx + uy * u.fy)
    if d > WAITING + 2.0 and on > 4.0:
        far = min(allowance(b, u, True), on, d - WAITING)
        for _ in range(4):
            order = Order(Act.MOVE, i, NOBODY, 0, u.x + u.fx * far, u.y + u.fy * far, u.fx, u.fy)
            if keeps_to_road(b, u, order.x, order.y) and check(b, ask, order) == 0:
                return order
            far *= 0.6
    return form_and_go(b, ask, i, Formation.COLUMN if d > 14.0 else Formation.LINE, ux, uy, 2.9)


def engage(b: Battle, ask: Ask, i: int, j: int, d: float, pressing: bool) -> Order:
    """In line, facing the enemy, and near enough to hurt."""
    u = b.units[i]
    e = b.units[j]
    ux, uy = unit(e.x - u.x, e.y - u.y)
    if u.formation != Formation.LINE and d > 2.5:
        return form_and_go(b, ask, i, Formation.LINE, ux, uy, min(3.0, max(0.0, d - 2.0)))
    if not in_arc_of_fire(b, u, e, 0):
        return turn_toward(b, ask, i, ux, uy, 0.0)
    if d <= 2.0 or not pressing:
        return hold()
    return march(b, ask, i, e.x, e.y, centre_keep(u, e, 1.6))


def is_outnumbered(b: Battle, side: int, e: Unit) -> bool:
    """Are there more enemies than friends about an enemy unit?"""
    n = 0
    for j in range(b.n_units):
        m = b.units[j]
        if on_table(m) and not m.routing and abs(m.x - e.x) <= 10.0 and abs(m.y - e.y) <= 10.0:
            n += 1 if m.side == side else -1
    return n < 0


def move_skirmishers(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """To medium range and no nearer; in cover they stay."""
    u = b.units[i]
    e = b.units[j]
    d = gap_between(u, e)
    pressing = is_pressing(b, u.side)
    medium = b.rules.musket_range[u.weapon][1]
    if d <= b.rules.musket_range[u.weapon][2] and check_target(b, i, j, 0) == 0:
        if d <= medium or in_difficult_ground(b, u, e.x, e.y) or not pressing:
            return hold()
    if not pressing and d > 20.0:
        return hold()
    if d <= 2.5:
        k = goal_of(b, i, pressing)
        if k < 0:
            return hold()
        x, y = middle_of(b, k)
        return march(b, ask, i, x, y, 8.0)
    return march(b, ask, i, e.x, e.y, centre_keep(u, e, min(medium - 0.2, max(2.1, d - 3.0))))


def move_garrison(b: Battle, i: int, j: int) -> Order:
    """A garrison stays where it is wanted; out of a house nobody wants, with the enemy far, it marches."""
    u = b.units[i]
    for k in range(b.aims.n_objectives):
        if b.aims.objectives[k].piece == u.building:
            return hold()
    if gap_between(u, b.units[j]) < 16.0 or not is_pressing(b, u.side):
        return hold()
    ux, uy = unit(b.units[j].x - u.x, b.units[j].y - u.y)
    out = (abs(ux) * u.width + abs(uy) * u.depth) / 2.0 + 2.0
    return Order(Act.LEAVE, i, 0, Formation.COLUMN, u.x + ux * out, u.y + uy * out, ux, uy)


# horse


def prey_worth(b: Battle, i: int, j: int) -> float:
    """Guns, skirmishers, the shaken and the open flank draw horse; squares and houses do not."""
    u = b.units[i]
    e = b.units[j]
    if e.formation == Formation.SQUARE or e.building >= 0:
        return 0.0
    worth = max(0.5, 3.0 - nerve(b, j))
    if terrain_under(b, e.x, e.y, Terrain.WOOD, Terrain.MARSH) >= 0:
        worth = 0.3
    elif e.arm == Arm.ARTILLERY:
        worth = 5.0 if e.shots <= 0 else 4.5 - e.figures
    elif is_skirmishing(e):
        worth = 3.0
    if e.disordered or e.routing:
        worth += 2.0
    if takes_in_flank(u, e):
        worth += 1.0
    return worth / (8.0 + distance(u.x, u.y, e.x, e.y))


def best_prey(b: Battle, i: int) -> int:
    best = NOBODY
    best_worth = 0.0
    for j in range(b.n_units):
        if b.units[j].side != b.units[i].side and on_table(b.units[j]):
            worth = prey_worth(b, i, j)
            if worth > best_worth:
                best = j
                best_worth = worth
    return best


def move_horse(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """To an open place that wants taking, or within a charge of the best prey; the spent stay back."""
    u = b.units[i]
    if place_held(b, i) >= 0:
        return hold()
    pressing = is_pressing(b, u.side)
    k = goal_of(b, i, pressing)
    if k >= 0 and (is_free_place(b, i, k) or (pressing and b.turn > 3)):
        x, y = middle_of(b, k)
        return march(b, ask, i, x, y, 1.0)
    if is_spent(u) and gap_between(u, b.units[j]) > 10.0:
        return hold()
    prey = best_prey(b, i)
    if prey < 0 or (b.turn < 2 and gap_between(u, b.units[prey]) > 1.5 * rate(b, u)):
        return hold()
    e = b.units[prey]
    d = gap_between(u, e)
    if not pressing and d > 26.0:
        return hold()
    ux, uy = unit(e.x - u.x, e.y - u.y)
    if u.formation != Formation.SQUADRONS and d > rate(b, u):
        return form_and_go(b, ask, i, Formation.SQUADRONS, ux, uy, 7.5)
    if u.fx * ux + u.fy * uy < 0.9 and d <= rate(b, u):
        return turn_toward(b, ask, i, ux, uy, 0.0)
    return march(b, ask, i, e.x, e.y, centre_keep(u, e, rate(b, u) - 5.0))


# guns


def move_guns(b: Battle, ask: Ask, i: int) -> Order:
    """Stay while there is something to shoot at; else turn to it, or come nearer."""
    u = b.units[i]
    if u.shots <= 0 or u.figures <= b.rules.crew_slow:
        return hold()
    near = NOBODY
    best = 1e18
    for k in range(b.n_units):
        e = b.units[k]
        if e.side != u.side and on_table(e):
            if check_target(b, i, k, 0) == 0 and gun_band(b, u, fire_range(b, u, e, 0)) <= GunBand.MEDIUM:
                return hold()
            d = distance(u.x, u.y, e.x, e.y)
            if d < best and d <= b.rules.gun_range[1][GunBand.MEDIUM] and sees(b, i, k):
                near = k
                best = d
    if near >= 0:
        ux, uy = unit(b.units[near].x - u.x, b.units[near].y - u.y)
        return turn_guns(b, i, ux, uy)
    k = goal_of(b, i, is_pressing(b, u.side))
    if u.figures <= b.rules.crew_move_or_fire or k < 0 or not is_pressing(b, u.side):
        return hold()
    x, y = middle_of(b, k)
    ux, uy = unit(x - u.x, y - u.y)
    return advance_guns(b, ask, i, ux, uy)


def turn_guns(b: Battle, i: int, ux: float, uy: float) -> Order:
    """On the spot."""
    u = b.units[i]
    return Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, ux, uy)


def advance_guns(b: Battle, ask: Ask, i: int, ux: float, uy: float) -> Order:
    """Half a move toward the enemy, so that it may still fire."""
    u = b.units[i]
    far = rate(b, u) * b.rules.gun_move
    for attempt in range(5):
        vx, vy = swerved(ux, uy, attempt)
        for k in range(2):
            go = far / (1.0 + k)
            order = Order(Act.MOVE, i, NOBODY, 0, u.x + vx * go, u.y + vy * go, ux, uy)
            if check(b, ask, order) == 0:
                return order
    return turn_guns(b, i, ux, uy)
