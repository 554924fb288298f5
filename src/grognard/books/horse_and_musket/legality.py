"""Is an order legal?  0, or the number of the rule it breaks (its measurement is in b.refusal)."""

from __future__ import annotations

from ...battle import plain, refuse
from ...table.boxes import box_gap, half_extent, inside_table, pivoted
from ...table.going import point_march_cost, way_closed
from ...table.sight import line_blocked_by_box
from ...table.vectors import distance
from ...values import Ask, Box, Order
from .charging import check_charge
from .firing import check_target
from .movement import (
    SLACK,
    check_enter,
    check_form,
    check_forward,
    check_gun_move,
    check_half_move,
    check_leave,
    check_mover,
    check_place,
    in_wood,
    is_facing,
    new_box,
    passes_through,
)
from .state import NOBODY, Act, Arm, AskKind, Battle, Formation, GeneralQuality, Lost, Pace, R, Unit
from .units import (
    box_of,
    box_of_leader,
    gap_between,
    leader_gap,
    leader_near,
    leader_with,
    may_take,
    on_table,
    rate,
)


def check(b: Battle, ask: Ask, o: Order) -> int:
    """The one door for orders of people and of generals."""
    kind = ask.kind
    if kind == AskKind.MOVE:
        return check_move(b, ask.side, o)
    if kind == AskKind.TARGET:
        return check_fire(b, ask, o)
    if kind == AskKind.CHARGE:
        return check_charge_order(b, ask.side, o)
    if kind == AskKind.GENERAL:
        return check_general(b, ask.side, o)
    if kind == AskKind.INFLUENCE:
        return check_influence(b, ask, o)
    if kind == AskKind.DEPLOY:
        return check_deploy(b, ask.side, o)
    if kind == AskKind.RETREAT:
        return check_retreat(b, ask.actor, o)
    if kind == AskKind.SHELTER:
        return check_shelter(b, ask, o)
    return check_choice(b, ask, o)


def check_choice(b: Battle, ask: Ask, o: Order) -> int:
    """The choices that are a word or a number."""
    kind = ask.kind
    if kind == AskKind.INITIATIVE:
        return one_of(b, o, Act.FIRST, Act.SECOND, 10)
    if kind == AskKind.RALLY:
        return check_rally(b, ask.side, o)
    if kind == AskKind.ANSWER:
        return one_of(b, o, Act.COUNTER, Act.STAND, R + 69)
    if kind == AskKind.STRIKE:
        return check_strike(b, ask.actor, o)
    if kind == AskKind.REROLL:
        return check_reroll(b, o)
    if kind == AskKind.FACE:
        return check_face(b, ask.actor, o)
    if kind == AskKind.MELEE_ORDER:
        good = o.kind == Act.MELEE and 0 <= o.how < b.n_melees and b.melee_done[o.how] == 0
        return 0 if good else refuse(b.refusal, R + 4, o.how, b.n_melees, NOBODY)
    return one_of(b, o, Act.YES, Act.NO, yes_no_rule(kind))


def yes_no_rule(kind: int) -> int:
    """The rule behind a question of yes or no."""
    if kind == AskKind.RECALL:
        return 124
    if kind == AskKind.EVADE:
        return R + 20
    if kind == AskKind.GIVE_GROUND:
        return 48
    if kind == AskKind.FIRST_FIRE:
        return R + 5
    return 115


def one_of(b: Battle, o: Order, one: int, two: int, rule: int) -> int:
    return 0 if o.kind == one or o.kind == two else refuse(b.refusal, rule, 0.0, 0.0, NOBODY)


def check_move(b: Battle, side: int, o: Order) -> int:
    """Other units move, in any order, each once [FH-011, FH-019]."""
    if o.kind == Act.DONE:
        return 0
    bad = check_mover(b, side, o.actor)
    if bad != 0:
        return bad
    if o.kind == Act.MOVE:
        if b.units[o.actor].arm == Arm.ARTILLERY:
            return check_gun_move(b, o.actor, o)
        return check_forward(b, o.actor, o.x, o.y)
    if o.kind == Act.HALF_MOVE and b.units[o.actor].arm != Arm.ARTILLERY:
        return check_half_move(b, o.actor, o)
    if o.kind == Act.FORM:
        return check_form(b, o.actor, o)
    if o.kind == Act.ENTER:
        return check_enter(b, o.actor, o.other)
    if o.kind == Act.LEAVE:
        return check_leave(b, o.actor, o)
    return refuse(b.refusal, 19, 0.0, 0.0, o.actor)


def check_fire(b: Battle, ask: Ask, o: Order) -> int:
    """Shoot at a target, or hold fire [FH-054]."""
    if o.kind == Act.HOLD:
        return 0
    if o.kind != Act.FIRE:
        return refuse(b.refusal, 54, 0.0, 0.0, NOBODY)
    return check_target(b, ask.actor, o.other, ask.other)


def check_charge_order(b: Battle, side: int, o: Order) -> int:
    """Charges are declared one by one until done [FH-011, FH-040]."""
    if o.kind == Act.DONE:
        return 0
    if o.kind != Act.CHARGE or not 0 <= o.actor < b.n_units:
        return refuse(b.refusal, 40, 0.0, 0.0, NOBODY)
    u = b.units[o.actor]
    if u.side != side or not on_table(u):
        return refuse(b.refusal, 12, 0.0, 0.0, o.actor)
    return check_charge(b, o.actor, o.other, False)


def check_general(b: Battle, side: int, o: Order) -> int:
    """Generals move, join and leave units in their own sub-phase; off the table they wait [FH-011, FH-R13, FH-R90]."""
    if o.kind == Act.DONE:
        return 0
    if not 0 <= o.actor < b.n_leaders:
        return refuse(b.refusal, R + 13, 0.0, 0.0, NOBODY)
    g = b.leaders[o.actor]
    if g.side != side or not g.alive or g.moved:
        return refuse(b.refusal, R + 13, 0.0, 0.0, NOBODY)
    if g.attached >= 0 and not on_table(b.units[g.attached]):
        return refuse(b.refusal, R + 90, 0.0, 0.0, g.attached)
    if o.kind == Act.ATTACH:
        return check_attach(b, o.actor, o.other)
    if o.kind != Act.MOVE:
        return refuse(b.refusal, R + 13, 0.0, 0.0, NOBODY)
    return check_general_move(b, o.actor, o.x, o.y)


def check_general_move(b: Battle, k: int, x: float, y: float) -> int:
    """15 inches, area terrain at no cost, through friends but not through enemies [FH-R13, FH-R17]."""
    g = b.leaders[k]
    allowed = b.rules.rate[Pace.GENERAL]
    end = Box(x, y, 0.0, 1.0, b.rules.general_base, b.rules.general_base)
    if not inside_table(end, b.ground.width, b.ground.depth):
        return refuse(b.refusal, R + 21, 0.0, 0.0, NOBODY)
    cost = point_march_cost(b.ground, b.scratch, g.x, g.y, x, y, b.rules.general_ignores_area)
    if not cost <= allowed + SLACK:
        return refuse(b.refusal, R + 13, cost, allowed, NOBODY)
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != g.side and on_table(e):
            if box_gap(end, box_of(e)) < b.rules.keep_off - SLACK:
                return refuse(b.refusal, R + 17, box_gap(end, box_of(e)), b.rules.keep_off, j)
            if passes_through(box_of_leader(b, g), x - g.x, y - g.y, box_of(e), 0.0):
                return refuse(b.refusal, R + 17, 0.0, 0.0, j)
    return 0


def check_attach(b: Battle, k: int, j: int) -> int:
    """Join a friendly unit within a general's move, through no enemy [FH-R13, FH-R17]."""
    g = b.leaders[k]
    if not 0 <= j < b.n_units or b.units[j].side != g.side or not on_table(b.units[j]):
        return refuse(b.refusal, R + 13, 0.0, 0.0, NOBODY)
    if leader_with(b, j) >= 0:
        return refuse(b.refusal, R + 13, 0.0, 0.0, j)
    u = b.units[j]
    ground = point_march_cost(b.ground, b.scratch, g.x, g.y, u.x, u.y, b.rules.general_ignores_area)
    cost = leader_gap(b, g, u) + ground - distance(g.x, g.y, u.x, u.y)
    allowed = b.rules.rate[Pace.GENERAL]
    if cost > allowed + SLACK:
        return refuse(b.refusal, R + 13, cost, allowed, j)
    for n in range(b.n_units):
        e = b.units[n]
        if e.side != g.side and on_table(e) and line_blocked_by_box(box_of(e), g.x, g.y, u.x, u.y):
            return refuse(b.refusal, R + 17, 0.0, 0.0, n)
    return 0


def check_rally(b: Battle, side: int, o: Order) -> int:
    """The owner picks the order of his checks [FH-013, FH-R02]."""
    if o.kind == Act.RALLY and 0 <= o.actor < b.n_units:
        u = b.units[o.actor]
        if u.side == side and on_table(u) and u.marker and not u.checked:
            return 0
    return refuse(b.refusal, 13, 0.0, 0.0, NOBODY)


def influence_limit(b: Battle, i: int) -> int:
    """How much a general may add or take: 2 attached, 1 near, else nothing [FH-112, FH-R65]."""
    k = leader_with(b, i)
    if k >= 0:
        return 0 if b.leaders[k].spent else b.rules.general_attached
    return b.rules.general_near if leader_near(b, i) >= 0 else 0


def check_influence(b: Battle, ask: Ask, o: Order) -> int:
    """As the player wishes within the limit; a rated general has one figure to give [FH-122, FH-R65]."""
    if o.kind != Act.INFLUENCE:
        return refuse(b.refusal, R + 65, 0.0, 0.0, NOBODY)
    most = influence_limit(b, ask.actor)
    if not -most <= o.how <= most:
        return refuse(b.refusal, R + 65, o.how, most, NOBODY)
    if b.options.general_quality == GeneralQuality.RATED and o.how != 0:
        rating = min(most, max(-most, b.leaders[ask.other].rating))
        if o.how != rating:
            return refuse(b.refusal, R + 65, o.how, rating, NOBODY)
    return 0


def check_strike(b: Battle, i: int, o: Order) -> int:
    """Each unit attacks one enemy it is in melee with [FH-R43]."""
    if o.kind == Act.STRIKE and 0 <= o.other < b.n_units:
        e = b.units[o.other]
        if e.side != b.units[i].side and e.melee == b.units[i].melee and in_touch(b, i, o.other):
            return 0
    return refuse(b.refusal, R + 43, 0.0, 0.0, o.other)


def in_touch(b: Battle, i: int, j: int) -> bool:
    """Does i fight j directly: its charger, its target, or one it is locked with?"""
    u = b.units[i]
    e = b.units[j]
    if u.locked == j or e.locked == i:
        return True
    return (u.charging and u.target == j and u.in_contact) or (e.charging and e.target == i and e.in_contact)


def check_reroll(b: Battle, o: Order) -> int:
    """One die of those rolled, or none [FH-084, FH-R56]."""
    if o.kind == Act.NO:
        return 0
    if o.kind == Act.REROLL and 1 <= o.how <= 6 and b.dice.faces[o.how] > 0:
        return 0
    return refuse(b.refusal, R + 56, o.how, 0.0, NOBODY)


def check_face(b: Battle, i: int, o: Order) -> int:
    """A unit whose rout has ended faces as it likes, if it has the room [FH-R73]."""
    u = b.units[i]
    if o.kind != Act.FACE or not is_facing(o.fx, o.fy):
        return refuse(b.refusal, R + 73, 0.0, 0.0, i)
    if abs(o.fx * u.fx + o.fy * u.fy) > 1.0 - 1e-9:  # as it stands, or about: the same footprint
        return 0
    box = pivoted(box_of(u), o.fx, o.fy)
    if way_closed(b.ground, box, 0.0, 0.0) or not inside_table(box, b.ground.width, b.ground.depth):
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    return check_place(b, i, box)


def check_retreat(b: Battle, i: int, o: Order) -> int:
    """Beaten off by a square: at least half a move and up to a whole one [FH-102, FH-R52]."""
    full = rate(b, b.units[i])
    if o.kind == Act.RETREAT and full * b.rules.half_move - SLACK <= o.x <= full + SLACK:
        return 0
    return refuse(b.refusal, 102, o.x, full, NOBODY)


def check_shelter(b: Battle, ask: Ask, o: Order) -> int:
    """With friends at most 2 inches away [FH-051, FH-R86].  ask.actor: a battery; or ask.other: a general."""
    if o.kind == Act.NO:
        return 0
    if o.kind != Act.SHELTER or not 0 <= o.other < b.n_units or o.other == ask.actor:
        return refuse(b.refusal, 51, 0.0, 0.0, NOBODY)
    f = b.units[o.other]
    if f.side != ask.side or not on_table(f) or f.arm == Arm.ARTILLERY:
        return refuse(b.refusal, 51, 0.0, 0.0, o.other)
    if ask.actor >= 0:
        d = gap_between(b.units[ask.actor], f)
    else:
        d = box_gap(box_of_leader(b, b.leaders[ask.other]), box_of(f))
    if d > b.rules.shelter_reach + 1e-9:
        return refuse(b.refusal, 51, d, b.rules.shelter_reach, o.other)
    return 0


def check_deploy(b: Battle, side: int, o: Order) -> int:
    """Units alternately, until all are placed or there is no room for the others [FH-R90]."""
    if o.kind != Act.DONE:
        return check_deployed(b, side, o)
    room = first_place(b, side)
    return refuse(b.refusal, R + 90, 0.0, 0.0, room.actor) if room.kind == Act.DEPLOY else 0


def first_place(b: Battle, side: int) -> Order:
    """Row by row, file by file: the first place with room for a unit in reserve, or done [FH-R90]."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == side and u.lost == Lost.RESERVE:
            for k in range(Formation.BATTERY + 1):
                how = (Formation.MARCH + k) % (Formation.BATTERY + 1)  # narrow formations first
                if may_deploy(b, u, how):
                    order = first_place_of(b, side, i, how)
                    if order.kind == Act.DEPLOY:
                        return order
    return plain(Act.DONE, NOBODY, NOBODY)


def first_place_of(b: Battle, side: int, i: int, how: int) -> Order:
    """Every inch of the own zone, front to the enemy."""
    fy = 1.0 if side == 0 else -1.0
    for row in range(int(b.rules.deployment_depth) - 1, 0, -1):
        y = float(row) if side == 0 else b.ground.depth - row
        for file in range(1, int(b.ground.width)):
            order = Order(Act.DEPLOY, i, NOBODY, how, float(file), y, 0.0, fy)
            if check_deployed(b, side, order) == 0:
                return order
    return plain(Act.DONE, NOBODY, NOBODY)


def may_deploy(b: Battle, u: Unit, how: int) -> bool:
    return may_take(b, u, how) or (u.arm == Arm.ARTILLERY and how == Formation.BATTERY)


def check_deployed(b: Battle, side: int, o: Order) -> int:
    """All of it within 12 inches of the own edge [FH-R90]."""
    if o.kind != Act.DEPLOY or not 0 <= o.actor < b.n_units:
        return refuse(b.refusal, R + 90, 0.0, 0.0, NOBODY)
    u = b.units[o.actor]
    if u.side != side or u.lost != Lost.RESERVE or not is_facing(o.fx, o.fy):
        return refuse(b.refusal, R + 90, 0.0, 0.0, o.actor)
    if not may_deploy(b, u, o.how):
        return refuse(b.refusal, R + 90, 0.0, 0.0, o.actor)
    end = new_box(b, u, o.how, 0, o.x, o.y, o.fx, o.fy)
    depth = (o.y if side == 0 else b.ground.depth - o.y) + half_extent(end, 0.0, 1.0)
    if not depth <= b.rules.deployment_depth + SLACK:
        return refuse(b.refusal, R + 90, depth, b.rules.deployment_depth, o.actor)
    if not inside_table(end, b.ground.width, b.ground.depth):
        return refuse(b.refusal, R + 90, 0.0, 0.0, o.actor)
    return check_deploy_place(b, o.actor, end)


def check_deploy_place(b: Battle, i: int, end: Box) -> int:
    """Not in a building, not on another unit, guns not in woods [FH-R14, FH-R17, FH-R90]."""
    if way_closed(b.ground, end, 0.0, 0.0) or (b.units[i].arm == Arm.ARTILLERY and in_wood(b, end)):
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    return check_place(b, i, end)
