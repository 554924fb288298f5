"""How the drill-book general moves: foot, horse and guns, each by the maxims of its arm.

Infantry goes for its place or to where fire pays, and forms square when horse is near; cavalry waits out of
reach for what it can ride down, and takes open ground; guns stay while there is something to shoot at."""

from __future__ import annotations

from ...battle import plain
from ...table.arcs import in_arc
from ...table.boxes import box_gap
from ...table.vectors import distance, unit
from ...values import Ask, Order
from .drill_charge import is_spent, nerve
from .drill_march import centre_keep, form, form_and_go, hold, if_legal, march, swerved, turn_toward, waypoint
from .drill_plan import goal_of, is_at, is_pressing, middle_of, place_held
from .firing import check_target, gun_band
from .legality import check
from .movement import allowance, building_box, check_enter, garrison_of, is_building, keeps_to_road
from .sight import fire_range, in_arc_of_fire, in_difficult_ground, sees, takes_in_flank, terrain_under
from .state import NOBODY, Act, Arm, Battle, Formation, GunBand, Leave, Terrain, Unit, Weapon
from .units import (
    apart_at_least,
    box_of,
    gap_between,
    in_melee,
    is_skirmishing,
    likely_nearest,
    on_table,
    rate,
    stands_of,
    surely_farther,
)

NEAR = 10.0  # a march column comes no nearer to the enemy than this
CAUGHT = 8.0  # horse nearer than this would catch those who fall back before it


def next_move(b: Battle, ask: Ask) -> Order:
    """Round the list from the last who moved; who has friends still to move in front waits a round."""
    for n in range(ask.actor + 1, 2 * b.n_units):
        again = n >= b.n_units
        i = n - b.n_units if again else n
        u = b.units[i]
        if u.side == ask.side and may_move(u) and is_behind(b, i, again) == again:
            order = move_of(b, ask, i)
            if order.kind != Act.DONE:
                return order
    return hold()


def may_move(u: Unit) -> bool:
    return on_table(u) and not u.moved and not u.routing and u.leave != Leave.NONE and not in_melee(u)


def is_behind(b: Battle, i: int, moved: bool) -> bool:
    """Is there a friend in front who may yet move; or, on the second round, one who was and has moved?"""
    u = b.units[i]
    if u.building >= 0:
        return False
    far = 24.0 if moved else 8.0
    for j in range(b.n_units):
        f = b.units[j]
        if f.side == u.side and f.moved == moved and j != i and (moved or (f.building < 0 and may_move(f))):
            ahead = (f.x - u.x) * u.fx + (f.y - u.y) * u.fy
            aside = abs((f.x - u.x) * u.fy - (f.y - u.y) * u.fx)
            if 0.0 < ahead < far and aside < (u.width + f.width) / 2.0 and f.arm != Arm.ARTILLERY:
                return True
    return False


def move_of(b: Battle, ask: Ask, i: int) -> Order:
    u = b.units[i]
    if u.arm == Arm.ARTILLERY:
        return move_guns(b, ask, i)
    j = likely_nearest(b, i)
    if j < 0:
        return hold()
    if u.arm == Arm.CAVALRY:
        return move_horse(b, ask, i, j)
    if u.building >= 0:
        return move_garrison(b, ask, i, j)
    return move_foot(b, ask, i, j)


# foot


def horse_near(b: Battle, i: int) -> int:
    """Enemy cavalry in good order that could be upon us next turn, or nobody."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and e.arm == Arm.CAVALRY and on_table(e) and not e.routing and not e.disordered:
            far = rate(b, e)
            facing = in_arc(e.fx, e.fy, u.x - e.x, u.y - e.y, b.rules.forward_cosine)
            if facing and not surely_farther(u, e, far) and gap_between(u, e) <= far and sees(b, j, i):
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
        if u.formation == Formation.SQUARE:
            return hold()
        return if_legal(b, ask, form(b, i, Formation.SQUARE, u.fx, u.fy, 0.0))
    if is_skirmishing(u):
        return move_skirmishers(b, ask, i, j)
    pressing = is_pressing(b, u.side)
    if place_held(b, i) >= 0:
        return keep_place(b, ask, i, j)
    d = rough_gap(u, e)
    k = goal_of(b, i, pressing)
    if d <= engage_range(u) and (k < 0 or (is_in_the_way(b, u, e, k, d) and not is_free_place(b, i, k))):
        if sees(b, i, j):
            order = engage(b, ask, i, j, d, pressing)
            if order.kind != Act.DONE or in_arc_of_fire(b, u, e, 0):
                return order
    if k >= 0:
        return go_to_place(b, ask, i, k, d)
    if not pressing:
        return hold()
    return approach(b, ask, i, e.x, e.y, 3.0, d)


def rough_gap(u: Unit, e: Unit) -> float:
    """Measured where it matters; from afar a glance will do."""
    d = apart_at_least(u, e)
    return d if d > 16.0 else gap_between(u, e)


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
    if rough_gap(u, e) > 14.0:
        return hold()
    ux, uy = unit(e.x - u.x, e.y - u.y)
    if u.formation != Formation.LINE:
        return if_legal(b, ask, form(b, i, Formation.LINE, ux, uy, 0.0))
    return hold() if in_arc_of_fire(b, u, e, 0) else turn_toward(b, ask, i, ux, uy, 0.0)


def go_to_place(b: Battle, ask: Ask, i: int, k: int, d: float) -> Order:
    """Into the building, or to the middle of the ground."""
    piece = b.aims.objectives[k].piece
    x, y = middle_of(b, k)
    if is_building(b, piece) and garrison_of(b, piece) < 0:
        if check_enter(b, i, piece) == 0:
            return plain(Act.ENTER, i, piece)
        if box_gap(box_of(b.units[i]), building_box(b, piece)) < 10.0:
            return march(b, ask, i, x, y, 0.0)
    return approach(b, ask, i, x, y, 1.0, d)


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
    if d > NEAR + 2.0 and on > 4.0:
        far = min(allowance(b, u, True), on, d - NEAR)
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


def move_skirmishers(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """To medium range and no nearer; in cover they stay."""
    u = b.units[i]
    e = b.units[j]
    d = rough_gap(u, e)
    pressing = is_pressing(b, u.side)
    medium = b.rules.musket_range[u.weapon][1]
    near = d <= medium or in_difficult_ground(b, u, e.x, e.y) or not pressing
    if near and d <= b.rules.musket_range[u.weapon][2] and check_target(b, i, j, 0) == 0:
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


def move_garrison(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """A garrison stays where it is wanted; out of a house nobody wants, with the enemy far, it marches."""
    u = b.units[i]
    for k in range(b.aims.n_objectives):
        if b.aims.objectives[k].piece == u.building:
            return hold()
    if gap_between(u, b.units[j]) < 16.0 or not is_pressing(b, u.side):
        return hold()
    ux, uy = unit(b.units[j].x - u.x, b.units[j].y - u.y)
    out = (abs(ux) * u.width + abs(uy) * u.depth) / 2.0 + 2.0
    order = Order(Act.LEAVE, i, 0, Formation.COLUMN, u.x + ux * out, u.y + uy * out, ux, uy)
    return if_legal(b, ask, order)


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
    if prey < 0 or (b.turn < 5 and gap_between(u, b.units[prey]) > 1.5 * rate(b, u)):
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
    """Stay while there is something to shoot at, as last turn; else turn to it, or come nearer."""
    u = b.units[i]
    if u.fired_before or u.shots <= 0 or u.figures <= b.rules.crew_slow:
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
        return turn_guns(b, ask, i, ux, uy)
    k = goal_of(b, i, is_pressing(b, u.side))
    if u.figures <= b.rules.crew_move_or_fire or k < 0 or not is_pressing(b, u.side):
        return hold()
    x, y = middle_of(b, k)
    ux, uy = unit(x - u.x, y - u.y)
    return advance_guns(b, ask, i, ux, uy)


def turn_guns(b: Battle, ask: Ask, i: int, ux: float, uy: float) -> Order:
    """On the spot."""
    u = b.units[i]
    return if_legal(b, ask, Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, ux, uy))


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
    return turn_guns(b, ask, i, ux, uy)
