"""The drill-book general: a sensible player of this book, by the book's own maxims.

Here it answers the short questions, shoots, rides with the generals and deploys; drill_plan says which places
are worth having, drill_charge reckons what a charge should bring, drill_moves moves the units and drill_march
knows the way.  Guns pick the target that pays most and keep their last rounds for canister; the generals ride
to where nerve is wanted."""

from __future__ import annotations

from ...battle import plain, with_how
from ...table.vectors import distance, unit
from ...values import Ask, Order
from .charging import is_threatened
from .drill_charge import best_charge, is_spent, nerve, unsaved
from .drill_march import hold
from .drill_moves import next_move
from .firing import (
    check_clear_shot,
    check_target,
    damage_added,
    dice_for_figures,
    figures_firing,
    gun_band,
    is_out_of_range,
    longest_range,
    musket_target,
)
from .legality import check, influence_limit
from .sight import fire_range, in_arc_of_fire, in_difficult_ground
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Formation,
    GeneralQuality,
    GunBand,
    Step,
    Unit,
)
from .units import (
    apart_at_least,
    gap_between,
    is_skirmishing,
    leader_with,
    likely_nearest,
    nearest_enemy,
    nearest_enemy_gap,
    on_table,
    rate,
)
from .whim import certain


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
        return plain(Act.YES if should_evade(b, u, b.units[ask.other]) else Act.NO, ask.actor, ask.other)
    if kind == AskKind.RECALL:
        return plain(Act.YES if is_spent(u) else Act.NO, ask.actor, NOBODY)
    if kind == AskKind.FIRST_FIRE:
        fires = b.units[ask.other].arm == Arm.INFANTRY
        return plain(Act.YES if fires else Act.NO, ask.actor, ask.other)
    if kind == AskKind.GIVE_GROUND:
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


def should_evade(b: Battle, u: Unit, e: Unit) -> bool:
    """Skirmishers run, unless they are in cover against foot or would be caught anyway."""
    if e.arm == Arm.INFANTRY and in_difficult_ground(b, u, e.x, e.y):
        return False
    return rate(b, e) - gap_between(u, e) <= rate(b, u)


def worth_pursuing(b: Battle, i: int, j: int) -> bool:
    """Infantry follows up the weak, horse does not waste itself on skirmishers."""
    return b.units[i].arm == Arm.INFANTRY and 2 * b.units[j].figures < b.units[j].original


def find_shelter(b: Battle, ask: Ask) -> Order:
    """A crew stays by its gun, which would be lost; a general goes to friends, to a square for choice."""
    best = NOBODY
    if ask.actor >= 0:
        return plain(Act.NO, ask.actor, NOBODY)
    for j in range(b.n_units):
        better = best < 0 or b.units[j].formation == Formation.SQUARE
        if better and check(b, ask, plain(Act.SHELTER, ask.actor, j)) == 0:
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
        better = best < 0 or b.units[j].figures < b.units[best].figures
        if better and check(b, ask, plain(Act.STRIKE, ask.actor, j)) == 0:
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
    """All he has, attached or out of harm's way; under fire, only for those about to go to pieces."""
    most = influence_limit(b, ask.actor)
    if b.options.general_quality == GeneralQuality.RATED:
        most = max(0, min(most, b.leaders[ask.other].rating))
    if leader_with(b, ask.actor) < 0 and b.check_base >= -1 and is_under_fire(b, ask.actor):
        most = 0
    return with_how(Act.INFLUENCE, ask.actor, ask.other, most)


def is_under_fire(b: Battle, i: int) -> bool:
    """Would a general who helps this unit risk a stray round?"""
    return nearest_enemy_gap(b, i) <= b.rules.safe_distance or is_threatened(b, i)


def need_of(b: Battle, i: int) -> float:
    """How much a unit wants a general with it, less what he risks there."""
    u = b.units[i]
    need = 0.5
    if u.marker:
        need += 4.0 - nerve(b, i)
    if u.routing:
        need += 1.0
    j = likely_nearest(b, i)
    if j >= 0:
        d = apart_at_least(u, b.units[j])
        if d <= 4.0:
            need -= 4.0
        elif d <= 8.0:
            need -= 1.0
        elif d <= 16.0:
            need += 0.5
    return need


def ride(b: Battle, ask: Ask) -> Order:
    """Each general in turn joins the unit that wants him most, out of a hot place the sooner."""
    for k in range(ask.actor + 1, b.n_leaders):
        g = b.leaders[k]
        if g.side == ask.side and g.alive and not g.moved:
            best = best_unit_for(b, k)
            order = plain(Act.ATTACH, k, best)
            if best >= 0 and best != g.attached and check(b, ask, order) == 0:
                return order
    return plain(Act.DONE, NOBODY, NOBODY)


def best_unit_for(b: Battle, k: int) -> int:
    """The unit within reach that wants a general most; he does not leave his own for a little."""
    g = b.leaders[k]
    best = g.attached
    best_need = -10.0
    if best >= 0:
        best_need = need_of(b, best) + 1.0
    content = best_need >= 1.0
    for i in range(b.n_units):
        u = b.units[i]
        way = distance(u.x, u.y, g.x, g.y)
        if u.side != g.side or way > 16.0 or (content and not u.marker):
            continue
        if on_table(u) and leader_with(b, i) < 0:
            need = need_of(b, i) - way / 8.0
            if need > best_need:
                best = i
                best_need = need
    return best


# shooting


def best_shot(b: Battle, ask: Ask) -> Order:
    """The target that pays most, if it pays."""
    u = b.units[ask.actor]
    limit = longest_range(b, u)
    best = NOBODY
    best_worth = 0.0
    for j in range(b.n_units):
        e = b.units[j]
        if e.side == u.side or not on_table(e) or not in_arc_of_fire(b, u, e, ask.other):
            continue
        if not is_out_of_range(b, u, e, ask.other, limit):
            worth = worth_of_shot(b, ask.actor, j, ask.other, best_worth)
            if worth > best_worth and has_shot(b, ask, j):
                best = j
                best_worth = worth
    if best < 0 or is_saving_rounds(b, ask.actor, best):
        return plain(Act.HOLD, ask.actor, NOBODY)
    return plain(Act.FIRE, ask.actor, best)


def has_shot(b: Battle, ask: Ask, j: int) -> bool:
    """A clear shot at an enemy in arc and range; those whose charge was halted have but one target."""
    if b.units[ask.actor].halted:
        return check_target(b, ask.actor, j, ask.other) == 0
    return check_clear_shot(b, ask.actor, j) == 0


def is_saving_rounds(b: Battle, i: int, j: int) -> bool:
    """The last rounds are kept for canister while there are turns to come."""
    u = b.units[i]
    if u.arm != Arm.ARTILLERY:
        return False
    left = b.rules.turns - b.turn
    if u.shots > 2 or u.shots > left:
        return False
    return gun_band(b, u, fire_range(b, u, b.units[j], 0)) > GunBand.SHORT


def worth_of_shot(b: Battle, i: int, j: int, side: int, enough: float) -> float:
    """Figures it should cost the enemy, more for the shaken and the charging; if that can be enough."""
    u = b.units[i]
    e = b.units[j]
    d = apart_at_least(u, e)
    if d <= 12.0:
        d = fire_range(b, u, e, side)
    if u.arm == Arm.ARTILLERY:
        worth = worth_of_gun(b, u, e, d)
    else:
        n = musket_target(b, u, e, d, False)
        worth = dice_for_figures(b, figures_firing(b, u)) * n * (n + 1) / 12.0
    if e.charging:
        worth *= 1.3
    if 2 * e.figures < e.original:
        worth *= 1.2
    return worth * unsaved(b, i, j, False) if worth > enough else 0.0


def worth_of_gun(b: Battle, u: Unit, e: Unit, d: float) -> float:
    band = gun_band(b, u, d)
    if e.arm == Arm.ARTILLERY:
        return (7 - b.rules.gun_to_hit[band]) / 6.0 * 1.6
    if band == GunBand.CANISTER:
        return 7.0 if d <= b.rules.close_canister else 3.5
    worth = (7 - b.rules.gun_to_hit[band]) / 6.0 * (3.5 + damage_added(b, u, e))
    return worth / 2.0 if is_skirmishing(e) else worth


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
