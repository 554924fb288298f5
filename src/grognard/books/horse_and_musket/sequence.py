"""The turn, as prose: initiative, move, combat."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from ...table.arcs import in_arc
from ...table.sweeps import sweep_box
from ...table.vectors import compass, distance, unit
from ...values import Order
from .casualties import end_step, join, overrun
from .charges import charge, give_ground
from .charging import charge_cost, charge_distance, check_charge, check_charger
from .decide import decide
from .deployment import deploy
from .fire import choose_targets, claim_first_fire, count_figures, fire_first, halt_charges, shoot_as_chosen
from .melee import choose_foes, fight, form_melees, settle
from .morale import rally
from .movement import SLACK, allowance, building_box, keeps_to_road
from .shelter import crews_return, shelter_crews, take_guns
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Ev,
    Formation,
    GunMoveFire,
    InitiativeChoice,
    Leave,
    Phase,
    R,
    RallyTiming,
    Result,
    Step,
    Yes,
)
from .units import (
    box_of,
    box_of_leader,
    follow_unit,
    in_melee,
    is_formed,
    on_table,
    rate,
    surely_farther,
    take_formation,
)
from .victory import judge


def play(b: Battle) -> int:
    """A whole battle: the winner, or 2 for a draw."""
    while b.winner < 0:
        play_turn(b)
    return b.winner


def play_turn(b: Battle) -> None:
    """Initiative, move, combat, in that order [FH-009]."""
    if b.turn == 0 and not b.aims.places_given:
        deploy(b)
    begin_turn(b)
    roll_initiative(b)
    if b.options.rally_timing == RallyTiming.TURN_START:
        rally_all(b)
    move_generals(b)
    move_charges(b)
    move_others(b)
    combat(b)
    take_guns(b)
    judge(b)


def begin_turn(b: Battle) -> None:
    """A new turn: what lasted only a turn is over."""
    b.turn += 1
    emit(b.log, Ev.TURN, 9, NOBODY, NOBODY, b.turn, 0, 0.0)
    for i in range(b.n_units):
        begin_turn_of_unit(b, i)
    for k in range(b.n_leaders):
        b.leaders[k].moved = False
        b.leaders[k].spent = False
    crews_return(b)


def begin_turn_of_unit(b: Battle, i: int) -> None:
    u = b.units[i]
    u.impetuous_before = u.impetuous
    u.fired_before = u.fired
    u.checked = False
    u.leave = Leave.FULL
    u.moved = False
    u.gun_spoiled = False
    u.spent = 0.0
    u.impetuous = False
    u.eager = False
    u.charging = False
    u.target = NOBODY
    u.in_contact = False
    u.charge_lost = 0
    u.gone_home = False
    u.halted = False
    u.charged = False
    u.first_fire = False
    u.fired_first = False
    u.counter = False
    u.evaded = False
    u.caught = False
    u.fired = False
    u.foe = NOBODY
    u.melee = NOBODY
    u.inflicted = 0
    u.auto_lost = False
    u.suffered = 0
    u.hits_taken = 0
    if u.locked < 0:
        u.pursuing = False
    for k in range(4):
        u.aims[k] = NOBODY


def roll_initiative(b: Battle) -> None:
    """Each side rolls a D6; ties are rolled again; the higher chooses [FH-004, FH-010, FH-R01]."""
    b.phase = Phase.INITIATIVE
    while True:
        zero = die(b.dice)
        one = die(b.dice)
        b.initiative = 0 if zero > one else 1
        emit(b.log, Ev.INITIATIVE, 10, b.initiative if zero != one else NOBODY, NOBODY, zero, one, 0.0)
        if zero != one:
            break
    b.first = b.initiative
    if b.options.initiative_choice == InitiativeChoice.ONCE_PER_TURN:
        ask_who_is_first(b, Step.GENERALS)


def ask_who_is_first(b: Battle, step: int) -> None:
    order = decide(b, AskKind.INITIATIVE, b.initiative, NOBODY, step)
    b.first = b.initiative if order.kind == Act.FIRST else 1 - b.initiative
    emit(b.log, Ev.GOES_FIRST, 10, b.first, NOBODY, step, 0, 0.0)


def begin_step(b: Battle, step: int) -> None:
    """First or second, chosen anew at every step [FH-010, FH-R01]."""
    if b.options.initiative_choice == InitiativeChoice.EACH_STEP:
        ask_who_is_first(b, step)


def in_order(b: Battle, k: int) -> int:
    """The first player does all his moves, then the second his [FH-012]."""
    return b.first if k == 0 else 1 - b.first


def move_generals(b: Battle) -> None:
    """Sub-phase (a): generals [FH-011, FH-R13]."""
    begin_step(b, Step.GENERALS)
    b.phase = Phase.GENERALS
    for k in range(2):
        side = in_order(b, k)
        b.phase_side = side
        last = NOBODY
        while any_general_to_move(b, side):
            order = decide(b, AskKind.GENERAL, side, last, NOBODY)
            if order.kind == Act.DONE:
                break
            last = order.actor
            move_general(b, order)


def any_general_to_move(b: Battle, side: int) -> bool:
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.alive and g.side == side and not g.moved:
            return True
    return False


def move_general(b: Battle, order: Order) -> None:
    """He rides, joins a unit, or leaves one [FH-R13]."""
    g = b.leaders[order.actor]
    g.moved = True
    if order.kind == Act.ATTACH:
        join(b, order.actor, order.other)
        emit(b.log, Ev.ATTACHED, R + 13, order.actor, order.other, 0, 0, 0.0)
        return
    gone = distance(g.x, g.y, order.x, order.y)
    if g.attached >= 0:
        emit(b.log, Ev.DETACHED, R + 13, order.actor, g.attached, 0, 0, 0.0)
    g.attached = NOBODY
    g.x = order.x
    g.y = order.y
    emit(b.log, Ev.GENERAL_MOVED, R + 13, order.actor, NOBODY, 0, 0, gone)


def move_charges(b: Battle) -> None:
    """Sub-phase (b): each player rallies his marked units, then charges [FH-011, FH-R02]."""
    begin_step(b, Step.CHARGES)
    for k in range(2):
        side = in_order(b, k)
        if b.options.rally_timing == RallyTiming.OWN_CHARGE_SUBPHASE:
            rally_side(b, side)
        b.phase = Phase.CHARGES
        b.phase_side = side
        while any_charge(b, side):
            order = decide(b, AskKind.CHARGE, side, NOBODY, NOBODY)
            if order.kind == Act.DONE:
                break
            charge(b, order.actor, order.other, False)


def any_charge(b: Battle, side: int) -> bool:
    """Has the side any legal charge at all?"""
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == side and on_table(u) and not u.moved and check_charger(b, i, False) == 0:
            for j in range(b.n_units):
                if within_a_charge(b, i, j) and check_charge(b, i, j, False) == 0:
                    return True
    return False


def within_a_charge(b: Battle, i: int, j: int) -> bool:
    """A first look: an enemy near enough that a charge could be thought of."""
    u = b.units[i]
    e = b.units[j]
    if e.side == u.side or not on_table(e):
        return False
    far = rate(b, u)
    if b.options.premeasure == Yes.FALSE:  # who may not measure may charge in vain
        far += u.width + u.depth + e.width + e.depth
    return not surely_farther(u, e, far + SLACK)


def rally_side(b: Battle, side: int) -> None:
    """All his marked units, in any order he likes [FH-013, FH-R02]."""
    b.phase = Phase.RALLY
    b.phase_side = side
    while True:
        due = count_due(b, side)
        if due == 0:
            return
        i = first_due(b, side)
        if due > 1:
            i = decide(b, AskKind.RALLY, side, NOBODY, NOBODY).actor
        if rally(b, i) == Result.RALLIES_CHARGES and on_table(b.units[i]):
            if b.options.rally_timing == RallyTiming.TURN_START:
                b.units[i].eager = True
            else:
                charge_impetuously(b, i)


def rally_all(b: Battle) -> None:
    """All checks of both sides before any move; then those who rallied with a 7 charge [FH-R02, FH-R75]."""
    for k in range(2):
        rally_side(b, in_order(b, k))
    for k in range(2):
        for i in range(b.n_units):
            u = b.units[i]
            if u.side == in_order(b, k) and u.eager and on_table(u):
                charge_impetuously(b, i)


def is_due(b: Battle, i: int, side: int) -> bool:
    u = b.units[i]
    return u.side == side and on_table(u) and u.marker and not u.checked


def count_due(b: Battle, side: int) -> int:
    n = 0
    for i in range(b.n_units):
        if is_due(b, i, side):
            n += 1
    return n


def first_due(b: Battle, side: int) -> int:
    for i in range(b.n_units):
        if is_due(b, i, side):
            return i
    return NOBODY


def charge_impetuously(b: Battle, i: int) -> None:
    """Rally 7 is an order: at the nearest legal enemy within reach; none, a full move [FH-053, FH-R75]."""
    best = NOBODY
    best_d = 1e18
    for j in range(b.n_units):
        if within_a_charge(b, i, j) and check_charge(b, i, j, True) == 0:
            d = charge_distance(b.units[i], b.units[j])
            if d < best_d and is_in_reach(b, i, j):
                best = j
                best_d = d
    if best >= 0:
        emit(b.log, Ev.IMPETUOUS, 53, i, best, 0, 0, 0.0)
        charge(b, i, best, True)


def is_in_reach(b: Battle, i: int, j: int) -> bool:
    """Within one charge move, measured even where charges are declared unmeasured [FH-053, FH-R75]."""
    return charge_cost(b, b.units[i], b.units[j]) <= allowance(b, b.units[i], False) + SLACK


def move_others(b: Battle) -> None:
    """Sub-phase (c): all other units [FH-011]."""
    begin_step(b, Step.MOVES)
    b.phase = Phase.MOVES
    for k in range(2):
        side = in_order(b, k)
        b.phase_side = side
        last = NOBODY  # who moved last, for a general who goes down his list
        while any_to_move(b, side):
            order = decide(b, AskKind.MOVE, side, last, NOBODY)
            if order.kind == Act.DONE:
                break
            last = order.actor
            move_unit(b, order)
            if on_table(b.units[order.actor]) and is_formed(b.units[order.actor]):
                give_ground(b, order.actor)


def any_to_move(b: Battle, side: int) -> bool:
    """Has the side a unit that has not moved and may?"""
    for i in range(b.n_units):
        u = b.units[i]
        ready = not u.moved and u.leave != Leave.NONE and not u.routing and not in_melee(u)
        if u.side == side and on_table(u) and ready:
            return True
    return False


def move_unit(b: Battle, o: Order) -> None:
    """One unit's move of the turn [FH-019, FH-021, FH-022, FH-024, FH-025]."""
    u = b.units[o.actor]
    gone = distance(u.x, u.y, o.x, o.y)
    if o.kind == Act.ENTER:
        enter(b, o.actor, o.other)
        return
    if o.kind == Act.MOVE and u.arm != Arm.ARTILLERY:
        fx, fy = unit(o.x - u.x, o.y - u.y)
    else:
        fx, fy = o.fx, o.fy
    if u.arm == Arm.ARTILLERY:
        spoil_aim(b, o)
    if o.kind == Act.MOVE and keeps_to_road(b, u, o.x, o.y):
        emit(b.log, Ev.ROAD, 32 if u.arm == Arm.ARTILLERY else 30, o.actor, NOBODY, 0, 0, gone)
    if o.kind == Act.FORM or o.kind == Act.LEAVE:
        if u.building >= 0:
            emit(b.log, Ev.LEFT, R + 14, o.actor, u.building, 0, 0, 0.0)
        u.building = NOBODY
        take_formation(b, u, o.how, o.other)
        emit(b.log, Ev.FORMED, 24, o.actor, NOBODY, o.how, u.files, 0.0)
    u.fx = fx
    u.fy = fy
    move_over_generals(b, o.actor, o.x - u.x, o.y - u.y)
    u.x = o.x
    u.y = o.y
    u.moved = True
    u.spent = rate(b, u)
    follow_unit(b, o.actor)
    emit(b.log, Ev.MOVED, rule_of_move(b, o), o.actor, NOBODY, o.kind, compass(fx, fy), gone)


def rule_of_move(b: Battle, o: Order) -> int:
    """The rule a move is made by [FH-021, FH-022, FH-024, FH-025]."""
    if o.kind == Act.HALF_MOVE:
        return 22
    if o.kind == Act.MOVE:
        return 25 if b.units[o.actor].arm == Arm.ARTILLERY else 21
    return 24


def move_over_generals(b: Battle, i: int, dx: float, dy: float) -> None:
    """A move whose path crosses an unattached enemy general overruns him [FH-R83]."""
    u = b.units[i]
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.alive and g.side != u.side and g.attached < 0:
            t0, t1 = sweep_box(box_of(u), dx, dy, box_of_leader(b, g))
            if t0 <= t1:
                overrun(b, k)


def spoil_aim(b: Battle, o: Order) -> None:
    """Moved or turned too far, or by a crew of two, it will not fire [FH-071, FH-072, FH-073, FH-R36]."""
    u = b.units[o.actor]
    far = distance(u.x, u.y, o.x, o.y) > rate(b, u) * b.rules.gun_move + 1e-9
    turned = not in_arc(u.fx, u.fy, o.fx, o.fy, b.rules.gun_turn_cosine)
    if b.options.gun_move_fire == GunMoveFire.EITHER:
        u.gun_spoiled = far and turned
    else:
        u.gun_spoiled = far or turned
    if u.figures <= b.rules.crew_move_or_fire:
        u.gun_spoiled = True


def enter(b: Battle, i: int, k: int) -> None:
    """Into a building, by a change of formation at its edge [FH-R14]."""
    u = b.units[i]
    home = building_box(b, k)
    u.building = k
    u.formation = Formation.GARRISON
    u.x = home.x
    u.y = home.y
    u.fx = home.fx
    u.fy = home.fy
    u.width = home.width
    u.depth = home.depth
    u.moved = True
    u.spent = rate(b, u)
    follow_unit(b, i)
    emit(b.log, Ev.ENTERED, R + 14, i, k, 0, 0, 0.0)


def combat(b: Battle) -> None:
    """C1 stationary fire, C2 halts, C3 moving fire and melee, C4 the aftermath [FH-014, FH-016, FH-R04]."""
    begin_step(b, Step.COMBAT)
    stationary_fire(b)
    halt_charges(b)
    shelter_crews(b)
    moving_fire_and_melee(b)
    aftermath(b)


def stationary_fire(b: Battle) -> None:
    """C1: those who stood, first fire and support included [FH-014, FH-015, FH-085, FH-R04]."""
    b.phase = Phase.FIRST_FIRE
    count_figures(b)
    for k in range(2):
        b.phase_side = in_order(b, k)
        claim_first_fire(b, in_order(b, k))
        choose_targets(b, in_order(b, k), False)
    for k in range(2):
        fire_first(b, in_order(b, k))
    for k in range(2):
        shoot_as_chosen(b, in_order(b, k))
    end_step(b)
    clear_aims(b)


def clear_aims(b: Battle) -> None:
    for i in range(b.n_units):
        for k in range(4):
            b.units[i].aims[k] = NOBODY


def moving_fire_and_melee(b: Battle) -> None:
    """C3: moving units shoot and all melees are fought, together [FH-016, FH-018, FH-R04, FH-R06]."""
    b.phase = Phase.MELEE
    count_figures(b)
    for k in range(2):
        b.phase_side = in_order(b, k)
        choose_targets(b, in_order(b, k), True)
    form_melees(b)
    choose_foes(b)
    for k in range(2):
        shoot_as_chosen(b, in_order(b, k))
    for m in range(b.n_melees):
        fight(b, m)
    end_step(b)


def aftermath(b: Battle) -> None:
    """C4: lost-melee checks, retreats and pursuits, in the order the first player picks [FH-096, FH-R04]."""
    b.phase = Phase.AFTERMATH
    b.phase_side = b.first
    for left in range(b.n_melees, 0, -1):
        m = next_melee(b)
        if left > 1:
            m = decide(b, AskKind.MELEE_ORDER, b.first, NOBODY, NOBODY).how
        settle(b, m)


def next_melee(b: Battle) -> int:
    for m in range(b.n_melees):
        if b.melee_done[m] == 0:
            return m
    return 0
