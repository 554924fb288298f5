"""The drill-book general: a sensible player of this book, by the book's own maxims.

Guns pick the target that pays most and keep their last rounds for canister; infantry closes to
a range that pays, forms square when horse is near and charges the shaken; cavalry looks for flanks, guns
and skirmishers; the generals ride to where nerve is wanted; the attacker goes for the objectives."""

from __future__ import annotations

from ...battle import plain, with_how
from ...table.boxes import box_gap, pivoted
from ...table.going import march_reach
from ...table.vectors import distance, length, unit
from ...values import Ask, Order
from .charging import check_charge
from .fighting import melee_dice
from .firing import (
    check_target,
    damage_added,
    dice_for_figures,
    figures_firing,
    gun_band,
    musket_target,
)
from .legality import check, influence_limit
from .movement import allowance, building_box, check_enter, garrison_of, is_building, keeps_to_road
from .sight import (
    fire_range,
    in_arc_of_fire,
    in_difficult_ground,
    save_number,
    takes_in_flank,
)
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Column,
    Formation,
    GeneralQuality,
    GunBand,
    Leave,
    Step,
    Unit,
    Weapon,
)
from .units import (
    box_of,
    gap_between,
    in_melee,
    is_formed,
    is_skirmishing,
    leader_with,
    nearest_enemy,
    on_table,
    rate,
    stands_of,
    surely_farther,
)
from .victory import holder
from .whim import certain

PIP = 10.0 / 6.0  # what a die at 4 or less brings
HALF_TURN = 0.7071067811865476


def drill(b: Battle, ask: Ask) -> Order:
    """An order by the book; whatever check would refuse is not given."""
    if ask.kind == AskKind.MOVE:
        return next_move(b, ask)  # these three have asked check already
    if ask.kind == AskKind.TARGET:
        return best_shot(b, ask)
    if ask.kind == AskKind.CHARGE:
        return best_charge(b, ask.side)
    order = by_the_book(b, ask)
    if check(b, ask, order) == 0:
        return order
    return certain(b, ask)


def by_the_book(b: Battle, ask: Ask) -> Order:
    kind = ask.kind
    if kind == AskKind.GENERAL:
        return ride(b, ask)
    if kind == AskKind.INFLUENCE:
        return lend_influence(b, ask)
    if kind == AskKind.INITIATIVE:
        second = ask.other == Step.MOVES or ask.other == Step.GENERALS
        return plain(Act.SECOND if second else Act.FIRST, NOBODY, NOBODY)
    if kind == AskKind.DEPLOY:
        return deploy_next(b, ask)
    return answer(b, ask)


def answer(b: Battle, ask: Ask) -> Order:
    """The short questions."""
    kind = ask.kind
    u = b.units[max(ask.actor, 0)]
    if kind == AskKind.EVADE:
        stand = b.units[ask.other].arm == Arm.INFANTRY and in_difficult_ground(b, u, b.units[ask.other].x, b.units[ask.other].y)
        return plain(Act.NO if stand else Act.YES, ask.actor, ask.other)
    if kind == AskKind.RECALL:
        return plain(Act.YES if is_spent(u) else Act.NO, ask.actor, NOBODY)
    if kind == AskKind.FIRST_FIRE or kind == AskKind.GIVE_GROUND:
        return plain(Act.YES, ask.actor, ask.other)
    if kind == AskKind.PURSUE:
        return plain(Act.YES if worth_pursuing(b, ask.actor, ask.other) else Act.NO, ask.actor, ask.other)
    if kind == AskKind.SHELTER:
        return find_shelter(b, ask)
    if kind == AskKind.REROLL:
        return worst_die(b, ask)
    if kind == AskKind.STRIKE:
        return weakest_foe(b, ask)
    if kind == AskKind.FACE:
        return face_enemy(b, ask)
    return certain(b, ask)


def is_spent(u: Unit) -> bool:
    """Cavalry that has lost a third, or its order, is spent."""
    return u.disordered or 3 * u.figures < 2 * u.original


def worth_pursuing(b: Battle, i: int, j: int) -> bool:
    """Infantry follows up the weak, horse does not waste itself on skirmishers."""
    return b.units[i].arm == Arm.INFANTRY and 2 * b.units[j].figures < b.units[j].original


def find_shelter(b: Battle, ask: Ask) -> Order:
    """The first friend that will do, a square for choice."""
    best = NOBODY
    for j in range(b.n_units):
        if check(b, ask, plain(Act.SHELTER, ask.actor, j)) == 0:
            if best < 0 or b.units[j].formation == Formation.SQUARE:
                best = j
    return plain(Act.NO, ask.actor, NOBODY) if best < 0 else plain(Act.SHELTER, ask.actor, best)


def worst_die(b: Battle, ask: Ask) -> Order:
    """A die that counts for nothing, else a one; a die is worth a pip and two thirds."""
    for face in range(6, b.rules.melee_target, -1):
        if b.dice.faces[face] > 0:
            return with_how(Act.REROLL, ask.actor, ask.other, face)
    if b.dice.faces[1] > 0:
        return with_how(Act.REROLL, ask.actor, ask.other, 1)
    return plain(Act.NO, ask.actor, ask.other)


def weakest_foe(b: Battle, ask: Ask) -> Order:
    best = NOBODY
    for j in range(b.n_units):
        if check(b, ask, plain(Act.STRIKE, ask.actor, j)) == 0:
            if best < 0 or b.units[j].figures < b.units[best].figures:
                best = j
    return plain(Act.STRIKE, ask.actor, best)


def face_enemy(b: Battle, ask: Ask) -> Order:
    """Toward the nearest enemy if there is room, else about."""
    u = b.units[ask.actor]
    j = nearest_enemy(b, ask.actor)
    if j < 0:
        return Order(Act.FACE, ask.actor, NOBODY, 0, 0.0, 0.0, u.fx, u.fy)
    fx, fy = unit(b.units[j].x - u.x, b.units[j].y - u.y)
    order = Order(Act.FACE, ask.actor, NOBODY, 0, 0.0, 0.0, fx, fy)
    if check(b, ask, order) == 0:
        return order
    if fx * u.fx + fy * u.fy < 0.0:
        return Order(Act.FACE, ask.actor, NOBODY, 0, 0.0, 0.0, -u.fx, -u.fy)
    return Order(Act.FACE, ask.actor, NOBODY, 0, 0.0, 0.0, u.fx, u.fy)


# generals


def lend_influence(b: Battle, ask: Ask) -> Order:
    """All he has, when attached; from nearby, only where the check hangs in the balance."""
    most = influence_limit(b, ask.actor)
    if b.options.general_quality == GeneralQuality.RATED:
        most = max(0, min(most, b.leaders[ask.other].rating))
    safe = leader_with(b, ask.actor) >= 0
    if not safe and b.check_column == Column.RALLY and b.check_base >= 2:
        most = 0
    return with_how(Act.INFLUENCE, ask.actor, ask.other, most)


def need_of(b: Battle, i: int) -> float:
    """How much a unit wants a general with it."""
    u = b.units[i]
    need = 0.0
    if u.routing:
        need += 1.0
    if u.marker:
        need += 3.0
    if u.disordered:
        need += 1.0
    j = nearest_enemy(b, i)
    if j >= 0:
        need += 10.0 / (5.0 + gap_between(u, b.units[j]))
    if is_formed(u):
        need += u.figures / 24.0
    return need


def ride(b: Battle, ask: Ask) -> Order:
    """Each general in turn rides to the unit that wants him most and joins it."""
    for k in range(ask.actor + 1, b.n_leaders):
        g = b.leaders[k]
        if g.side != ask.side or not g.alive or g.moved:
            continue
        best = NOBODY
        best_need = 0.0
        if g.attached >= 0:
            best_need = need_of(b, g.attached) + 1.5
        for i in range(b.n_units):
            u = b.units[i]
            if u.side == g.side and on_table(u) and u.arm != Arm.ARTILLERY and leader_with(b, i) < 0:
                if abs(u.x - g.x) < 18.0 and abs(u.y - g.y) < 18.0:
                    need = need_of(b, i)
                    if need > best_need and check(b, ask, plain(Act.ATTACH, k, i)) == 0:
                        best = i
                        best_need = need
        if best >= 0:
            return plain(Act.ATTACH, k, best)
    return plain(Act.DONE, NOBODY, NOBODY)


# shooting


def best_shot(b: Battle, ask: Ask) -> Order:
    """The target that pays most, if it pays."""
    u = b.units[ask.actor]
    best = NOBODY
    best_worth = 0.0
    for j in range(b.n_units):
        if b.units[j].side != u.side and on_table(b.units[j]) and check_target(b, ask.actor, j, ask.other) == 0:
            worth = worth_of_shot(b, ask.actor, j, ask.other)
            if worth > best_worth:
                best = j
                best_worth = worth
    if best < 0 or is_saving_rounds(b, ask.actor, best):
        return plain(Act.HOLD, ask.actor, NOBODY)
    return plain(Act.FIRE, ask.actor, best)


def is_saving_rounds(b: Battle, i: int, j: int) -> bool:
    """The last rounds are kept for canister while there are turns to come."""
    u = b.units[i]
    if u.arm != Arm.ARTILLERY:
        return False
    left = b.rules.turns - b.turn
    return u.shots <= 2 and u.shots <= left and gun_band(b, u, fire_range(b, u, b.units[j], 0)) > GunBand.SHORT


def saved_share(b: Battle, i: int, j: int, melee: bool) -> float:
    """The share of hits that go home."""
    number = save_number(b, b.units[j], b.units[i].x, b.units[i].y, melee)
    return min(1.0, max(0.0, (number - 1) / 6.0))


def worth_of_shot(b: Battle, i: int, j: int, side: int) -> float:
    """Figures it should cost the enemy, more for the near, the shaken and the charging."""
    u = b.units[i]
    e = b.units[j]
    d = fire_range(b, u, e, side)
    if u.arm == Arm.ARTILLERY:
        worth = worth_of_gun(b, u, e, d)
    else:
        n = musket_target(b, u, e, d, False)
        worth = dice_for_figures(b, figures_firing(b, u)) * n * (n + 1) / 12.0
    worth *= saved_share(b, i, j, False)
    if e.charging:
        worth *= 1.3
    if 2 * e.figures < e.original:
        worth *= 1.2
    return worth


def worth_of_gun(b: Battle, u: Unit, e: Unit, d: float) -> float:
    band = gun_band(b, u, d)
    if e.arm == Arm.ARTILLERY:
        return (7 - b.rules.gun_to_hit[band]) / 6.0 * 1.6
    if band == GunBand.CANISTER:
        return 7.0 if d <= b.rules.close_canister else 3.5
    worth = (7 - b.rules.gun_to_hit[band]) / 6.0 * (3.5 + damage_added(b, u, e))
    return worth / 2.0 if is_skirmishing(e) else worth


# charging


def best_charge(b: Battle, side: int) -> Order:
    """The charge that promises most; none that promises little."""
    best_i = NOBODY
    best_j = NOBODY
    best = 1.0
    for i in range(b.n_units):
        u = b.units[i]
        if u.side != side or not on_table(u) or u.arm == Arm.ARTILLERY or u.moved or u.disordered or u.routing:
            continue
        far = rate(b, u)
        for j in range(b.n_units):
            e = b.units[j]
            if e.side == side or not on_table(e) or surely_farther(u, e, far):
                continue
            worth = worth_of_charge(b, i, j)
            if worth > best and check_charge(b, i, j, False) == 0:
                best_i = i
                best_j = j
                best = worth
    if best_i < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    return plain(Act.CHARGE, best_i, best_j)


def blow(b: Battle, i: int, j: int, charging: bool) -> float:
    """Casualties one should inflict on the other in a melee."""
    u = b.units[i]
    e = b.units[j]
    was = u.charging
    then = u.then
    u.charging = charging
    u.then = u.figures
    hits = melee_dice(b, u, e) * PIP
    u.charging = was
    u.then = then
    if u.disordered:
        hits /= 2.0
    if u.arm == Arm.CAVALRY and e.formation == Formation.SQUARE:
        hits /= 2.0
    if is_skirmishing(u):
        hits /= 2.0
    return hits * saved_share(b, i, j, True)


def worth_of_charge(b: Battle, i: int, j: int) -> float:
    """What it should win, less what it should cost."""
    u = b.units[i]
    e = b.units[j]
    if u.arm == Arm.CAVALRY and e.formation == Formation.SQUARE:
        return -1.0
    worth = blow(b, i, j, True) + b.rules.grade[u.grade]
    cost = blow(b, j, i, False) + b.rules.grade[e.grade]
    if e.arm == Arm.INFANTRY and not e.disordered and not e.moved:
        cost += 1.5 if u.arm == Arm.CAVALRY else 2.5
    if e.arm == Arm.ARTILLERY:
        worth += 3.0
        cost += 3.5 if u.arm == Arm.CAVALRY else 6.0
    if e.disordered or e.routing:
        worth += 3.0
    elif e.marker and not e.checked:
        worth += 1.5
    if takes_in_flank(u, e):
        worth += 1.0
    if is_skirmishing(e):
        worth -= 1.0
    if e.building >= 0:
        cost += 2.0
    return worth - cost


# moving


def next_move(b: Battle, ask: Ask) -> Order:
    """Down the list, each unit by the maxims of its arm."""
    for i in range(ask.actor + 1, b.n_units):
        u = b.units[i]
        if u.side == ask.side and on_table(u) and not u.moved and not u.routing and u.leave != Leave.NONE and not in_melee(u):
            order = move_of(b, ask, i)
            if order.kind != Act.DONE and check(b, ask, order) == 0:
                return order
    return plain(Act.DONE, NOBODY, NOBODY)


def hold() -> Order:
    return plain(Act.DONE, NOBODY, NOBODY)


def move_of(b: Battle, ask: Ask, i: int) -> Order:
    u = b.units[i]
    j = nearest_enemy(b, i)
    if j < 0:
        return hold()
    if u.arm == Arm.ARTILLERY:
        return move_guns(b, ask, i, j)
    if u.arm == Arm.CAVALRY:
        return move_horse(b, ask, i, j)
    if u.building >= 0:
        return move_garrison(b, ask, i, j)
    return move_foot(b, ask, i, j)


def is_pressing(b: Battle, side: int) -> bool:
    """The attacker presses; so does whoever is behind as time runs out."""
    if side == b.aims.attacker:
        return True
    return 2 * b.turn > b.rules.turns and b.points[side] < b.points[1 - side]


def goal_of(b: Battle, i: int) -> int:
    """The objective a unit goes for: the nearest that its side does not hold, or none."""
    u = b.units[i]
    best = NOBODY
    best_d = 1e18
    for k in range(b.aims.n_objectives):
        o = b.aims.objectives[k]
        if holder(b, o) != u.side:
            p = b.ground.pieces[o.piece]
            d = distance(u.x, u.y, (p.x0 + p.x1) / 2.0, (p.y0 + p.y1) / 2.0)
            if d < best_d:
                best = k
                best_d = d
    return best


def march(b: Battle, ask: Ask, i: int, x: float, y: float, keep: float) -> Order:
    """Straight toward a place, stopping short of it; wheel first if it is not in front."""
    u = b.units[i]
    d = distance(u.x, u.y, x, y)
    if d <= keep + 0.1:
        return hold()
    ux, uy = unit(x - u.x, y - u.y)
    if u.fx * ux + u.fy * uy < b.rules.forward_cosine:
        return turn_toward(b, ask, i, ux, uy)
    for attempt in range(5):
        vx, vy = swerved(ux, uy, attempt)
        if u.fx * vx + u.fy * vy >= b.rules.forward_cosine:
            order = advance_along(b, i, vx, vy, d - keep)
            if order.kind != Act.DONE and check(b, ask, order) == 0:
                return order
    return hold()


def swerved(ux: float, uy: float, attempt: int) -> tuple[float, float]:
    """Straight, then a little to either side."""
    if attempt == 0:
        return ux, uy
    s = 0.3826834323650898 if attempt <= 2 else 0.5735764363510462
    c = 0.9238795325112867 if attempt <= 2 else 0.8191520442889918
    if attempt % 2 == 0:
        s = -s
    return ux * c - uy * s, ux * s + uy * c


def advance_along(b: Battle, i: int, ux: float, uy: float, most: float) -> Order:
    """As far as the allowance, the ground and the neighbours let it."""
    u = b.units[i]
    turned = pivoted(box_of(u), ux, uy)
    chord = distance_of_corners(b, i, ux, uy)
    left = allowance(b, u, False) - chord
    if left <= 0.1:
        return hold()
    far = march_reach(b.ground, b.scratch, turned, ux, uy, left, min(most, left)) - 1e-6
    far = clear_way(b, i, ux, uy, far)
    if far < 0.25:
        return hold()
    return Order(Act.MOVE, i, NOBODY, 0, u.x + ux * far, u.y + uy * far, ux, uy)


def distance_of_corners(b: Battle, i: int, ux: float, uy: float) -> float:
    u = b.units[i]
    return length(ux - u.fx, uy - u.fy) * length(u.width, u.depth) / 2.0


def clear_way(b: Battle, i: int, ux: float, uy: float, far: float) -> float:
    """Short of whoever is in front, roughly: an inch and a half from enemies, a hair from friends."""
    u = b.units[i]
    for j in range(b.n_units):
        m = b.units[j]
        if j != i and on_table(m) and not (m.side == u.side and is_skirmishing(u)):
            ahead = (m.x - u.x) * ux + (m.y - u.y) * uy
            aside = abs((m.x - u.x) * uy - (m.y - u.y) * ux)
            if ahead > 0.0 and ahead < far + 12.0:
                wide = (u.width + abs(m.fx * uy - m.fy * ux) * m.depth + abs(m.fx * ux + m.fy * uy) * m.width) / 2.0
                deep = (u.depth + abs(m.fx * ux + m.fy * uy) * m.depth + abs(m.fx * uy - m.fy * ux) * m.width) / 2.0
                keep = 0.05 if m.side == u.side else b.rules.keep_off + 0.05
                if aside < wide + keep:
                    far = min(far, ahead - deep - keep)
    return far


def turn_toward(b: Battle, ask: Ask, i: int, ux: float, uy: float) -> Order:
    """Face a direction: at once if it can, else an eighth of the compass nearer, or about."""
    u = b.units[i]
    order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, ux, uy)
    if check(b, ask, order) == 0:
        return order
    if u.fx * ux + u.fy * uy < -HALF_TURN:
        return Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, -u.fx, -u.fy)
    left = u.fx * uy - u.fy * ux
    s = HALF_TURN if left > 0.0 else -HALF_TURN
    return Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, u.fx * HALF_TURN - u.fy * s, u.fx * s + u.fy * HALF_TURN)


def form(b: Battle, i: int, formation: int, ux: float, uy: float, go: float) -> Order:
    """A change of formation toward a direction, and on if there is room."""
    u = b.units[i]
    return Order(Act.FORM, i, 0, formation, u.x + ux * go, u.y + uy * go, ux, uy)


def form_and_go(b: Battle, ask: Ask, i: int, formation: int, ux: float, uy: float, go: float) -> Order:
    """With the advance if it is legal, without if it is not."""
    order = form(b, i, formation, ux, uy, go)
    if check(b, ask, order) == 0:
        return order
    return form(b, i, formation, ux, uy, 0.0)


# foot


def horse_near(b: Battle, i: int) -> int:
    """Enemy cavalry in good order that could be upon us next turn, or nobody."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and e.arm == Arm.CAVALRY and on_table(e) and not e.routing and not e.disordered:
            far = rate(b, e)
            if not surely_farther(u, e, far) and gap_between(u, e) <= far:
                if (u.x - e.x) * e.fx + (u.y - e.y) * e.fy > 0.0:
                    return j
    return NOBODY


def wants_square(b: Battle, i: int, j: int) -> bool:
    """Horse near, no foot upon us, and in the open."""
    u = b.units[i]
    if is_skirmishing(u) or stands_of(b, u) < b.rules.square_stands or horse_near(b, i) < 0:
        return False
    e = b.units[j]
    return e.arm == Arm.CAVALRY or gap_between(u, e) > 8.0


def move_foot(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """Squares against horse, skirmishers at their range, the rest up to where fire pays."""
    u = b.units[i]
    e = b.units[j]
    if wants_square(b, i, j):
        if u.formation == Formation.SQUARE:
            return hold()
        return form(b, i, Formation.SQUARE, u.fx, u.fy, 0.0)
    if is_skirmishing(u):
        return move_skirmishers(b, ask, i, j)
    d = gap_between(u, e)
    if d <= engage_range(b, i):
        return engage(b, ask, i, j, d)
    if not is_pressing(b, u.side) and d > 16.0:
        return hold()
    return approach(b, ask, i, j, d)


def engage_range(b: Battle, i: int) -> float:
    """Inside this the fight is the goal, outside it the objective."""
    return 9.0 if b.units[i].weapon != Weapon.RIFLE else 12.0


def engage(b: Battle, ask: Ask, i: int, j: int, d: float) -> Order:
    """In line, facing the enemy, and near enough to hurt."""
    u = b.units[i]
    e = b.units[j]
    ux, uy = unit(e.x - u.x, e.y - u.y)
    if u.formation != Formation.LINE and d > 2.5:
        return form_and_go(b, ask, i, Formation.LINE, ux, uy, min(3.0, max(0.0, d - 2.0)))
    if not in_arc_of_fire(b, u, e, 0):
        return turn_toward(b, ask, i, ux, uy)
    if d <= 2.0 or (d <= 4.0 and not is_pressing(b, u.side)):
        return hold()
    if not is_pressing(b, u.side):
        return hold()
    if can_occupy(b, i) >= 0:
        return plain(Act.ENTER, i, can_occupy(b, i))
    return march(b, ask, i, e.x, e.y, centre_keep(u, e, 1.6))


def centre_keep(u: Unit, e: Unit, gap: float) -> float:
    """Centre to centre for a gap between fronts."""
    return gap + (u.depth + e.depth) / 2.0


def can_occupy(b: Battle, i: int) -> int:
    """A building at hand that is worth having, or none."""
    for k in range(b.ground.n):
        if is_building(b, k) and garrison_of(b, k) < 0 and check_enter(b, i, k) == 0:
            return k
    return NOBODY


def approach(b: Battle, ask: Ask, i: int, j: int, d: float) -> Order:
    """In column toward the objective, or the enemy; into a building that is to be had."""
    u = b.units[i]
    x = b.units[j].x
    y = b.units[j].y
    keep = 3.0
    k = goal_of(b, i)
    if k >= 0:
        o = b.aims.objectives[k]
        p = b.ground.pieces[o.piece]
        if is_building(b, o.piece):
            if garrison_of(b, o.piece) < 0:
                if check_enter(b, i, o.piece) == 0:
                    return plain(Act.ENTER, i, o.piece)
                if box_gap(box_of(u), building_box(b, o.piece)) < 10.0:
                    return march(b, ask, i, (p.x0 + p.x1) / 2.0, (p.y0 + p.y1) / 2.0, 0.0)
        x = (p.x0 + p.x1) / 2.0
        y = (p.y0 + p.y1) / 2.0
        keep = 1.0
    ux, uy = unit(x - u.x, y - u.y)
    if u.formation == Formation.MARCH:
        return march_on_road(b, ask, i, x, y, d)
    if u.formation != Formation.COLUMN and d > 14.0 and stands_of(b, u) >= 6:
        return form_and_go(b, ask, i, Formation.COLUMN, ux, uy, 4.4)
    if u.formation == Formation.COLUMN and d <= 12.0:
        return form_and_go(b, ask, i, Formation.LINE, ux, uy, 2.9)
    if u.formation == Formation.SQUARE:
        return form_and_go(b, ask, i, Formation.LINE, ux, uy, 2.9)
    return march(b, ask, i, x, y, keep)


def march_on_road(b: Battle, ask: Ask, i: int, x: float, y: float, d: float) -> Order:
    """Along the road while it leads on and no enemy is near; then into line."""
    u = b.units[i]
    if d > 18.0:
        far = allowance(b, u, True)
        for _ in range(4):
            order = Order(Act.MOVE, i, NOBODY, 0, u.x + u.fx * far, u.y + u.fy * far, u.fx, u.fy)
            if keeps_to_road(b, u, order.x, order.y) and check(b, ask, order) == 0:
                return order
            far *= 0.6
    ux, uy = unit(x - u.x, y - u.y)
    return form_and_go(b, ask, i, Formation.COLUMN if d > 14.0 else Formation.LINE, ux, uy, 2.9)


def move_skirmishers(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """To medium range and no nearer; in cover they stay."""
    u = b.units[i]
    e = b.units[j]
    d = gap_between(u, e)
    medium = b.rules.musket_range[u.weapon][1]
    if d <= medium:
        return hold()
    if d <= b.rules.musket_range[u.weapon][2] and (in_difficult_ground(b, u, e.x, e.y) or not is_pressing(b, u.side)):
        return hold()
    if not is_pressing(b, u.side) and d > 20.0:
        return hold()
    return march(b, ask, i, e.x, e.y, centre_keep(u, e, medium - 0.2))


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
    return Order(Act.LEAVE, i, 0, Formation.COLUMN, u.x + ux * out, u.y + uy * out, ux, uy)


# horse


def prey_worth(b: Battle, i: int, j: int) -> float:
    """Guns, skirmishers, the shaken and the open flank draw horse; squares and houses do not."""
    u = b.units[i]
    e = b.units[j]
    if e.formation == Formation.SQUARE or e.building >= 0:
        return 0.0
    worth = 2.0
    if e.arm == Arm.ARTILLERY:
        worth = 5.0
    elif is_skirmishing(e):
        worth = 3.0
    elif e.arm == Arm.CAVALRY:
        worth = 3.0
    if e.disordered or e.routing:
        worth += 3.0
    if takes_in_flank(u, e):
        worth += 1.5
    return worth / (8.0 + distance(u.x, u.y, e.x, e.y))


def move_horse(b: Battle, ask: Ask, i: int, j: int) -> Order:
    """Toward the best prey, to within a charge of it but out of musket shot; the spent stay back."""
    u = b.units[i]
    if is_spent(u) and gap_between(u, b.units[j]) > 10.0:
        return hold()
    best = j
    best_worth = 0.0
    for k in range(b.n_units):
        if b.units[k].side != u.side and on_table(b.units[k]):
            worth = prey_worth(b, i, k)
            if worth > best_worth:
                best = k
                best_worth = worth
    e = b.units[best]
    d = gap_between(u, e)
    if not is_pressing(b, u.side) and d > 26.0:
        return hold()
    ux, uy = unit(e.x - u.x, e.y - u.y)
    if u.fx * ux + u.fy * uy < 0.9:
        if d <= rate(b, u):
            return turn_toward(b, ask, i, ux, uy)
    return march(b, ask, i, e.x, e.y, centre_keep(u, e, rate(b, u) - 2.5))


# guns


def move_guns(b: Battle, ask: Ask, i: int, j: int) -> Order:
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
            if d < best:
                near = k
                best = d
    e = b.units[near]
    ux, uy = unit(e.x - u.x, e.y - u.y)
    if best <= b.rules.gun_range[1][GunBand.SHORT]:
        return turn_guns(b, i, ux, uy)
    if u.figures <= b.rules.crew_move_or_fire:
        return hold()
    return advance_guns(b, ask, i, ux, uy)


def turn_guns(b: Battle, i: int, ux: float, uy: float) -> Order:
    """On the spot; by at most an eighth of the compass if that keeps the gun in action."""
    u = b.units[i]
    return Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, ux, uy)


def advance_guns(b: Battle, ask: Ask, i: int, ux: float, uy: float) -> Order:
    """Half a move toward the enemy, so that it may still fire; the whole of it along a road."""
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


# deployment


def deploy_next(b: Battle, ask: Ask) -> Order:
    """Foot in the centre, guns between, horse on the wings, as far forward as allowed."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == ask.side and not on_table(u):
            order = place_of(b, ask, i)
            if order.kind == Act.DEPLOY:
                return order
    return certain(b, ask)


def place_of(b: Battle, ask: Ask, i: int) -> Order:
    """From the middle outward, or from the wings inward, the first place with room."""
    u = b.units[i]
    fy = 1.0 if ask.side == 0 else -1.0
    how = Formation.LINE
    if u.arm == Arm.ARTILLERY:
        how = Formation.BATTERY
    elif u.arm == Arm.CAVALRY:
        how = Formation.SQUADRONS
    for row in range(3):
        back = b.rules.deployment_depth - 1.0 - 3.5 * row
        y = back if ask.side == 0 else b.ground.depth - back
        for k in range(int(b.ground.width)):
            step = (k + 1) // 2 if k % 2 == 1 else -(k // 2)
            x = b.ground.width / 2.0 + step
            if u.arm == Arm.CAVALRY:
                x = float(k // 2) if k % 2 == 0 else b.ground.width - k // 2
            order = Order(Act.DEPLOY, i, NOBODY, how, x, y, 0.0, fy)
            if check(b, ask, order) == 0:
                return order
    return hold()
