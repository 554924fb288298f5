"""Charges and what meets them: evading, standing, squares, counter-charges, guns and generals in the way."""

from __future__ import annotations

from ...battle import emit
from ...table.arcs import edge_of, side_vector
from ...table.boxes import box_gap, half_extent, pivoted, shifted
from ...table.going import march_cost, march_reach, way_closed
from ...table.sweeps import sweep_box
from ...table.vectors import unit
from ...values import Box
from .casualties import break_contact, disorder, join, lose_by_dice, overrun
from .charging import (
    charge_cost,
    charge_distance,
    first_in_the_way,
    line_of_charge,
    pivot_cost,
    turned_to_charge,
    way_to_contact,
)
from .decide import decide
from .morale import check_charged, give_way, gives_way
from .movement import SLACK, allowance, body_of
from .retreats import is_free, make_room, note_distance, retreat, stay_on_table
from .sight import obstacle_between, wood_under
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Ev,
    Formation,
    Impetuous,
    Leave,
    R,
    Result,
    Terrain,
    Unit,
    Weapon,
    Yes,
)
from .units import (
    box_of,
    box_of_leader,
    follow_unit,
    gap_between,
    in_melee,
    is_formed,
    is_skirmishing,
    leader_gap,
    may_charge_formation,
    may_take,
    on_table,
    take_formation,
)

STEP_BACK = 0.1  # ground is given in tenths of an inch


def charge(b: Battle, i: int, j: int, impetuous: bool) -> None:
    """A declared charge, answered and moved [FH-040, FH-041, FH-043, FH-050, FH-R02, FH-R18]."""
    u = b.units[i]
    e = b.units[j]
    falls_short = b.options.premeasure == Yes.FALSE and charge_cost(b, u, e) > allowance(b, u, False) + SLACK
    begin_charge(b, i, j, impetuous)
    shelter_generals(b, i, min(allowance(b, u, False), charge_distance(u, e)))
    if falls_short:
        run_on(b, i, j, e.routing)
    elif e.arm == Arm.ARTILLERY:
        make_contact(b, i, j)
        if e.sheltering >= 0:  # nobody at the gun to fight
            break_contact(b, j)
    elif may_evade(e) and decide(b, AskKind.EVADE, e.side, j, i).kind == Act.YES:
        evade(b, i, j)
    else:
        receive(b, i, j)
    if is_formed(u):
        give_ground(b, i)


def begin_charge(b: Battle, i: int, j: int, impetuous: bool) -> None:
    """Note who charges whom, with how many, along which line [FH-041, FH-R46, FH-R78]."""
    u = b.units[i]
    ux, uy = line_of_charge(u, b.units[j])
    turned = turned_to_charge(u, b.units[j])
    u.spent = pivot_cost(u, b.units[j])
    u.charging = True
    u.moved = True
    u.target = j
    u.charge_figures = u.figures
    u.charge_lost = 0
    u.impetuous = impetuous or b.options.impetuous == Impetuous.ANY_CHARGE
    u.line_x = ux
    u.line_y = uy
    emit(b.log, Ev.CHARGES, 41, i, j, 0, 0, charge_distance(u, b.units[j]))
    u.fx = turned.fx
    u.fy = turned.fy


def shelter_generals(b: Battle, i: int, go: float) -> None:
    """Unattached generals in the path shelter with friends or are overrun [FH-051, FH-121, FH-R83]."""
    u = b.units[i]
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.alive and g.side != u.side and g.attached < 0:
            t0, t1 = sweep_box(box_of(u), u.line_x * go, u.line_y * go, box_of_leader(b, g))
            if t0 <= t1:
                shelter_general(b, k)


def shelter_general(b: Battle, k: int) -> None:
    """With a friendly unit at most 2 inches away, if his player wishes [FH-051, FH-R86]."""
    g = b.leaders[k]
    if friend_near_general(b, k) >= 0:
        order = decide(b, AskKind.SHELTER, g.side, NOBODY, k)
        if order.kind == Act.SHELTER:
            emit(b.log, Ev.GENERAL_SHELTERS, 51, k, order.other, 0, 0, 0.0)
            join(b, k, order.other)
            return
    overrun(b, k)


def friend_near_general(b: Battle, k: int) -> int:
    """Some friendly unit a general can shelter with, or nobody [FH-051]."""
    g = b.leaders[k]
    for j in range(b.n_units):
        f = b.units[j]
        if f.side == g.side and on_table(f) and f.arm != Arm.ARTILLERY:
            if leader_gap(b, g, f) <= b.rules.shelter_reach + 1e-9:
                return j
    return NOBODY


def may_evade(e: Unit) -> bool:
    """Skirmishers with their move for the turn still to make, and not held [FH-047, FH-R20, FH-R74]."""
    return is_skirmishing(e) and not in_melee(e) and not e.moved and e.leave != Leave.NONE


def evade(b: Battle, i: int, j: int) -> None:
    """Skirmishers flee straight away, a full move, and end it disordered [FH-047, FH-049, FH-R20]."""
    e = b.units[j]
    ux, uy = b.units[i].line_x, b.units[i].line_y
    at = b.log.n
    emit(b.log, Ev.EVADES, 47, j, i, 0, 0, 0.0)
    inches = allowance(b, e, False)
    note_distance(b.log, at, retreat(b, j, ux, uy, -ux, -uy, inches, inches))
    if not on_table(e):
        run_on(b, i, NOBODY, False)
        return
    e.evaded = True
    disorder(b, j, 47)
    if run_on(b, i, j, False):
        e.caught = True
        emit(b.log, Ev.CAUGHT, 49, j, i, 0, 0, 0.0)
    else:
        b.units[i].gone_home = True


def run_on(b: Battle, i: int, j: int, fled: bool) -> bool:
    """The target gave way: the charger goes its full distance; does it still reach it [FH-R18]?"""
    u = b.units[i]
    left = max(0.0, allowance(b, u, False) - u.spent)
    far = march_reach(b.ground, b.scratch, box_of(u), u.line_x, u.line_y, left, left)
    if j >= 0 and on_table(b.units[j]):
        go = way_to_contact(box_of(u), u.line_x, u.line_y, far, box_of(b.units[j])) if far > 0.0 else -1.0
        if go >= 0.0 and is_clear(b, i, j, go):
            shelter_generals(b, i, go)
            if fled:
                ride_down(b, i, j, go)
                return True
            return make_contact(b, i, j)
    far = room_ahead(b, i, far)
    shelter_generals(b, i, far)
    advance(b, i, far)
    emit(b.log, Ev.FALLS_SHORT, R + 18, i, j, 0, 0, far)
    return False


def is_clear(b: Battle, i: int, j: int, go: float) -> bool:
    """Nobody on the way to the target, and where skirmishers come to stand no friend [FH-R17]."""
    u = b.units[i]
    if first_in_the_way(b, i, j, box_of(u), u.line_x * go, u.line_y * go) >= 0:
        return False
    go = max(0.0, go - SLACK)
    return is_free(b, i, shifted(box_of(u), u.line_x * go, u.line_y * go))


def room_ahead(b: Battle, i: int, far: float) -> float:
    """Stop short of whoever is in the way, an inch from enemies, and on the table [FH-R17]."""
    u = b.units[i]
    box = box_of(u)
    for j in range(b.n_units):
        m = b.units[j]
        if j != i and on_table(m) and far > 0.0:
            keep = 0.0 if m.side == u.side else b.rules.keep_off
            t0, t1 = sweep_box(box, u.line_x * far, u.line_y * far, body_of(m))
            if t0 <= t1:
                far = max(0.0, t0 * far - keep - SLACK)
    return min(far, way_to_edge(b, box, u.line_x, u.line_y))


def way_to_edge(b: Battle, box: Box, ux: float, uy: float) -> float:
    """How far a footprint can go along a line and stay on the table."""
    ex = half_extent(box, 1.0, 0.0)
    ey = half_extent(box, 0.0, 1.0)
    far = 1e18
    if ux > 0.0:
        far = min(far, (b.ground.width - ex - box.x) / ux)
    elif ux < 0.0:
        far = min(far, (ex - box.x) / ux)
    if uy > 0.0:
        far = min(far, (b.ground.depth - ey - box.y) / uy)
    elif uy < 0.0:
        far = min(far, (ey - box.y) / uy)
    return max(0.0, far)


def advance(b: Battle, i: int, go: float) -> None:
    """Straight along the line of the charge, at the ground's cost."""
    u = b.units[i]
    u.spent += march_cost(b.ground, b.scratch, box_of(u), u.line_x * go, u.line_y * go)
    u.x += u.line_x * go
    u.y += u.line_y * go
    follow_unit(b, i)


def ride_down(b: Battle, i: int, j: int, go: float) -> None:
    """Reaching a broken unit: it loses a die of figures, without saves [FH-R79]."""
    advance(b, i, max(0.0, go - SLACK))
    emit(b.log, Ev.RIDDEN_DOWN, R + 79, j, i, 0, 0, go)
    lose_by_dice(b, j, b.rules.ridden_down_dice, R + 79)


def receive(b: Battle, i: int, j: int) -> None:
    """The Charged check and its results [FH-043, FH-044, FH-111, FH-R69]."""
    e = b.units[j]
    result = check_charged(b, j, i)
    if gives_way(result):
        give_way(b, j, result, i)
        if on_table(e):
            run_on(b, i, j, e.routing)
        else:
            run_on(b, i, NOBODY, False)
        return
    if result == Result.WAVERS:
        disorder(b, j, 111)
    else:
        stand(b, i, j, result)
    if not e.counter or e.target != i:
        make_contact(b, i, j)


def stand(b: Battle, i: int, j: int, result: int) -> None:
    """In square against horse, with first fire or a counter-charge [FH-044, FH-045, FH-R69, FH-R76]."""
    u = b.units[i]
    e = b.units[j]
    shoots = e.arm == Arm.INFANTRY and e.weapon != Weapon.NONE and not e.routing
    still = not e.moved
    if e.arm == Arm.INFANTRY and u.arm == Arm.CAVALRY:
        form_square(b, i, j)
    if result == Result.STANDS_FIRES:
        e.first_fire = shoots and still
    elif result == Result.COUNTERS:
        if may_counter(b, i, j) and wants_counter(b, i, j):
            counter_charge(b, i, j)
        else:
            e.first_fire = shoots


def form_square(b: Battle, i: int, j: int) -> None:
    """Compulsory and free, on the unit's centre, where it can [FH-044, FH-098, FH-R70]."""
    e = b.units[j]
    if e.formation == Formation.SQUARE or not may_form_square(b, i, j):
        return
    was = box_of(e)
    formation = e.formation
    files = e.files
    take_formation(b, e, Formation.SQUARE, 0)
    stay_on_table(b, j)
    if way_closed(b.ground, box_of(e), 0.0, 0.0) or not make_room(b, j):
        take_formation(b, e, formation, files)
        e.x = was.x
        e.y = was.y
        return
    follow_unit(b, j)
    emit(b.log, Ev.SQUARE, 44, j, NOBODY, 0, 0, 0.0)


def may_form_square(b: Battle, i: int, j: int) -> bool:
    """Not in a building, a wood or works, not in extended order, not with fewer than four stands [FH-R70]."""
    u = b.units[i]
    e = b.units[j]
    if e.building >= 0 or is_skirmishing(e) or wood_under(b, e) >= 0:
        return False
    k = obstacle_between(b, e, u.x, u.y)
    if k >= 0 and b.ground.pieces[k].kind == Terrain.EARTHWORKS:
        return False
    return may_take(b, e, Formation.SQUARE)


def may_counter(b: Battle, i: int, j: int) -> bool:
    """Like meets like, in a formation that charges, not routing, not held [FH-045, FH-R69, FH-R71]."""
    e = b.units[j]
    return e.arm == b.units[i].arm and may_charge_formation(e) and not e.routing and not in_melee(e)


def wants_counter(b: Battle, i: int, j: int) -> bool:
    """Compulsory for cavalry, the owner's choice for infantry [FH-045, FH-R69]."""
    e = b.units[j]
    if e.arm == Arm.CAVALRY:
        return True
    return decide(b, AskKind.ANSWER, e.side, j, i).kind == Act.COUNTER


def counter_charge(b: Battle, i: int, j: int) -> None:
    """Both meet halfway and both count as charging [FH-R69]."""
    u = b.units[i]
    e = b.units[j]
    emit(b.log, Ev.COUNTERS, 45, j, i, 0, 0, 0.0)
    e.charging = True
    e.counter = True
    e.target = i
    e.moved = True
    e.charge_figures = e.figures
    e.charge_lost = 0
    e.line_x = -u.line_x
    e.line_y = -u.line_y
    turned = pivoted(box_of(e), e.line_x, e.line_y)
    half = max(0.0, way_to_contact(box_of(u), u.line_x, u.line_y, 100.0, turned)) / 2.0
    there = shifted(turned, e.line_x * half, e.line_y * half)
    if is_free(b, j, there):
        shelter_generals(b, j, half)
        e.x = there.x
        e.y = there.y
        e.fx = there.fx
        e.fy = there.fy
        e.spent = half
        follow_unit(b, j)
    make_contact(b, i, j)


def make_contact(b: Battle, i: int, j: int) -> bool:
    """Into contact, edge to edge [FH-R18]; the charged unit belongs with those who stood [FH-015].

    Skirmishers who find no room among the friends they passed through fall short: False [FH-R17]."""
    u = b.units[i]
    e = b.units[j]
    go = max(0.0, way_to_contact(box_of(u), u.line_x, u.line_y, 200.0, box_of(e)))
    advance(b, i, room_to_stand(b, i, max(0.0, go - SLACK)))
    line_up(b, i, j)
    if gap_between(u, e) > b.rules.contact:
        emit(b.log, Ev.FALLS_SHORT, R + 17, i, j, 0, 0, go)
        return False
    if not e.in_contact and e.target != i:  # a charge of its own, if it made one, fell short and is over
        e.charging = False
        e.target = NOBODY
    u.in_contact = True
    e.in_contact = True
    e.charged = True
    emit(b.log, Ev.CONTACT, R + 18, i, j, 0, 0, go)
    return True


def room_to_stand(b: Battle, i: int, go: float) -> float:
    """As near as it can stand: skirmishers met among friends they were passing stop short [FH-R17]."""
    u = b.units[i]
    while go > 0.0 and not is_free(b, i, shifted(box_of(u), u.line_x * go, u.line_y * go)):
        go = max(0.0, go - STEP_BACK)
    return go


def line_up(b: Battle, i: int, j: int) -> None:
    """Edge to edge with the edge it has reached, if there is room to [FH-R18]."""
    u = b.units[i]
    e = b.units[j]
    target = box_of(e)
    edge = edge_of(target, u.x - u.line_x * u.depth, u.y - u.line_y * u.depth)
    nx, ny = side_vector(target, edge)
    out = half_extent(target, nx, ny) + u.depth / 2.0 + SLACK
    along_x, along_y = -ny, nx
    slide = (u.x - e.x) * along_x + (u.y - e.y) * along_y
    most = half_extent(target, along_x, along_y) + u.width / 2.0 - min(u.width, 1.0) / 2.0
    slide = min(max(slide, -most), most)
    x = e.x + nx * out + along_x * slide
    y = e.y + ny * out + along_y * slide
    there = Box(x, y, -nx, -ny, u.width, u.depth)
    if is_free(b, i, there):
        u.x = there.x
        u.y = there.y
        u.fx = there.fx
        u.fy = there.fy
        follow_unit(b, i)


def lift_off(b: Battle, i: int, inches: float) -> None:
    """A halted charger stands short of its target [FH-R47]."""
    u = b.units[i]
    break_contact(b, i)
    there = shifted(box_of(u), -u.fx * inches, -u.fy * inches)
    if is_free(b, i, there):
        u.x = there.x
        u.y = there.y
        follow_unit(b, i)


def give_ground(b: Battle, i: int) -> None:
    """Skirmishers may step back from formed enemies who end a move within 2 inches [FH-048, FH-R20]."""
    u = b.units[i]
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != u.side and can_give_ground(b, e) and is_near(b, box_of(u), box_of(e)):
            if decide(b, AskKind.GIVE_GROUND, e.side, j, i).kind == Act.YES:
                step_back(b, j, i)


def can_give_ground(b: Battle, e: Unit) -> bool:
    """Skirmishers with their move left, free to use it [FH-048, FH-R20]."""
    return on_table(e) and may_evade(e) and not e.routing


def is_near(b: Battle, one: Box, other: Box) -> bool:
    """Within 2 inches [FH-048, FH-R20]."""
    return box_gap(one, other) <= b.rules.skirmish_distance + 1e-9


def step_back(b: Battle, j: int, i: int) -> None:
    """Straight away until more than 2 inches off, within a move, on the table [FH-048, FH-R20]."""
    e = b.units[j]
    u = b.units[i]
    ux, uy = unit(e.x - u.x, e.y - u.y)
    inches = allowance(b, e, False)
    most = 0.0
    while most < inches and is_near(b, box_of(u), shifted(box_of(e), ux * most, uy * most)):
        most += STEP_BACK
    most = min(most, way_to_edge(b, box_of(e), ux, uy))
    at = b.log.n
    emit(b.log, Ev.GIVES_GROUND, 48, j, i, 0, 0, 0.0)
    note_distance(b.log, at, retreat(b, j, ux, uy, e.fx, e.fy, inches, most))
