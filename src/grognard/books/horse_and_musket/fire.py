"""Shooting, the part with dice: who fires at whom in each step, hits, and how the charge bears it."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import at_least, pips_up_to, pool
from .casualties import disorder, halve_if, lose_unit, mark, suffer
from .charges import lift_off
from .decide import decide
from .firing import (
    any_target,
    can_support_halve,
    canister_dice,
    damage_added,
    dice_for_figures,
    figures_firing,
    gun_band,
    gun_is_served,
    halved_on_skirmishers,
    hurried,
    is_supporting,
    may_shoot,
    musket_band,
    musket_target,
)
from .melee import strike
from .morale import check_morale_charging, give_way, gives_way
from .retreats import fall_back
from .sight import fire_range, in_cover, sides_of_fire, takes_in_flank
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Band,
    Battle,
    CounterBattery,
    Ev,
    FirstFire,
    Formation,
    GunBand,
    Lost,
    R,
    Result,
    SupportHalf,
    Unit,
    Weapon,
)
from .units import ceil_div, on_table, rate


def count_figures(b: Battle) -> None:
    """Dice are counted from the figures present at the start of the step [FH-R06]."""
    for i in range(b.n_units):
        b.units[i].then = b.units[i].figures if on_table(b.units[i]) else 0


def choose_targets(b: Battle, side: int, moved: bool) -> None:
    """Each unit that may shoot in this step names its target, a square four [FH-014, FH-054, FH-R25]."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == side and u.moved == moved and may_shoot(b, u):
            for k in range(sides_of_fire(u)):
                if any_target(b, i, k):
                    order = decide(b, AskKind.TARGET, side, i, k)
                    if order.kind == Act.FIRE:
                        u.aims[k] = order.other


def shoot_as_chosen(b: Battle, side: int) -> None:
    """The shots of one side, in the order of its units [FH-R61]."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == side and u.then > 0:
            for k in range(sides_of_fire(u)):
                if u.aims[k] >= 0:
                    shoot(b, i, u.aims[k], k)


def shoot(b: Battle, i: int, j: int, side: int) -> None:
    """One shot, rolled to its end [FH-R61]; it is the unit's shot for the turn [FH-R25]."""
    u = b.units[i]
    u.fired = True
    if u.arm == Arm.ARTILLERY:
        fire_gun(b, i, j, fire_range(b, u, b.units[j], 0), is_supporting(b.units[j]))
    else:
        suffer(b, i, j, fire_muskets(b, i, j, side), False)


def fire_muskets(b: Battle, i: int, j: int, side: int) -> int:
    """Infantry shooting: figures, dice, number, pips, halvings [FH-056, FH-057, FH-058, FH-060].  The hits.

    At those already gone nobody rolls [FH-R61]."""
    u = b.units[i]
    e = b.units[j]
    d = fire_range(b, u, e, side)
    support = is_supporting(e)
    figures = figures_firing(b, u)
    if support and b.options.support_half == SupportHalf.FIGURES:
        figures = ceil_div(figures, 2)
    dice = dice_for_figures(b, figures)
    number = musket_target(b, u, e, d, False)
    if support:
        emit(b.log, Ev.SUPPORTS, 85, i, j, 0, 0, 0.0)
    emit(b.log, Ev.FIRES, 59, i, j, dice, number, d)
    emit(b.log, Ev.FIGURES, 62 if u.formation == Formation.SQUARE else 56, i, NOBODY, figures, dice, 0.0)
    if b.log.n < b.log.room:
        tell_number(b, i, j, Band.SHORT if u.halted else musket_band(b, u.weapon, d), False)
    if not on_table(e):
        return 0
    hits = roll_hits(b, i, j, dice, number, 58)
    hits = halve_if(b, i, j, u.disordered, hits, 60)
    return halve_if(b, i, j, support and can_support_halve(b), hits, 86)


def tell_number(b: Battle, i: int, j: int, band: int, first: bool) -> None:
    """What makes the target number: range, a hurried volley, a flank [FH-059, FH-061, FH-087]."""
    u = b.units[i]
    e = b.units[j]
    emit(
        b.log,
        Ev.RANGE,
        R + 47 if u.halted else 59,
        i,
        j,
        band,
        b.rules.musket_target[min(band, Band.LONG)],
        0.0,
    )
    if hurried(b, e, first):
        emit(b.log, Ev.HURRIED, 87, i, j, 0, b.rules.charging_horse_target, 0.0)
    if takes_in_flank(u, e):
        emit(b.log, Ev.FLANK, 61, i, j, b.rules.flank_target, 0, 0.0)


def roll_hits(b: Battle, i: int, j: int, dice: int, number: int, rule: int) -> int:
    """Dice above the number are thrown away, the pips of the rest are hits [FH-058, FH-R27]."""
    hits = pips_up_to(b.dice, dice, number)
    emit_roll(b.log, b.dice, Ev.HITS, rule, i, j, hits, number)
    return hits


def fire_gun(b: Battle, i: int, j: int, d: float, support: bool) -> None:
    """A battery's shot: to hit, then damage or counter-battery [FH-063, FH-070, FH-R38, FH-R61]."""
    u = b.units[i]
    u.shots -= 1
    band = gun_band(b, u, d)
    if support:
        emit(b.log, Ev.SUPPORTS, 85, i, j, 0, 0, 0.0)
    emit(b.log, Ev.GUN_FIRES, 63, i, j, band, b.rules.gun_to_hit[band], d)
    emit(b.log, Ev.SHOT_SPENT, 70, i, j, u.shots, 0, 0.0)
    if not on_table(b.units[j]):
        return
    if band != GunBand.CANISTER:
        made = at_least(b.dice, 1, b.rules.gun_to_hit[band])
        emit_roll(b.log, b.dice, Ev.GUN_ROLL, 63, i, j, made, b.rules.gun_to_hit[band])
        if made == 0:
            return
    if b.units[j].arm == Arm.ARTILLERY:
        counter_battery(b, i, j)
    elif band == GunBand.CANISTER:
        gun_hits(b, i, j, d, roll_damage(b, i, j, canister_dice(b, b.units[j], d), 0, 65), support)
    else:
        added = damage_added(b, u, b.units[j])
        if added != 0:
            massed = b.units[j].formation != Formation.COLUMN or takes_in_flank(u, b.units[j])
            emit(b.log, Ev.DAMAGE_ADDED, 67 if massed else 66, i, j, added, b.units[j].formation, 0.0)
        gun_hits(b, i, j, d, roll_damage(b, i, j, 1, added, 64), support)


def roll_damage(b: Battle, i: int, j: int, dice: int, added: int, rule: int) -> int:
    """The pips are the hits [FH-064, FH-065, FH-066, FH-067, FH-R32]."""
    hits = pips_up_to(b.dice, dice, 6) + added
    emit_roll(b.log, b.dice, Ev.DAMAGE, rule, i, j, hits, added)
    return hits


def gun_hits(b: Battle, i: int, j: int, d: float, hits: int, support: bool) -> None:
    """Halved on skirmishers and in support, then saved [FH-068, FH-086, FH-R28]."""
    u = b.units[i]
    hits = halve_if(b, i, j, u.disordered, hits, 60)
    hits = halve_if(b, i, j, halved_on_skirmishers(b, u, b.units[j], d), hits, 68)
    hits = halve_if(b, i, j, support, hits, 86)
    suffer(b, i, j, hits, False)


def counter_battery(b: Battle, i: int, j: int) -> None:
    """2D6 on the counter-battery table [FH-004, FH-069, FH-R35]."""
    e = b.units[j]
    pool(b.dice, 2)
    total = 0
    for p in range(1, 7):
        total += p * b.dice.faces[p]
    cover = in_cover(b, e, b.units[i].x, b.units[i].y)
    result = b.rules.counter_battery_cover[total] if cover else b.rules.counter_battery_open[total]
    if cover:
        emit(b.log, Ev.IN_COVER, R + 35, j, i, 0, 0, 0.0)
    emit_roll(b.log, b.dice, Ev.COUNTER_BATTERY, 69, i, j, total, result)
    if result == CounterBattery.GUN:
        emit(b.log, Ev.GUN_DESTROYED, 69, j, i, 0, 0, 0.0)
        lose_unit(b, j, Lost.DESTROYED)
    elif result > 0:
        suffer(b, i, j, halve_if(b, i, j, b.units[i].disordered, result, 60), False)


def charger_of(b: Battle, j: int) -> int:
    """The enemy in contact that charged unit j, or nobody."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.charging and u.in_contact and u.target == j and on_table(u) and u.side != b.units[j].side:
            return i
    return NOBODY


def claim_first_fire(b: Battle, side: int) -> None:
    """A defender entitled to it may fire first, in place of its melee attack [FH-017, FH-R04, FH-R05]."""
    for j in range(b.n_units):
        e = b.units[j]
        if e.side == side and e.first_fire and e.in_contact and on_table(e) and has_first_fire(b, e):
            i = charger_of(b, j)
            if i >= 0 and decide(b, AskKind.FIRST_FIRE, side, j, i).kind == Act.YES:
                e.fired_first = True
                e.fired = True


def has_first_fire(b: Battle, e: Unit) -> bool:
    """A shot wants a firearm; melee dice do not [FH-R05]."""
    return e.weapon != Weapon.NONE or b.options.first_fire == FirstFire.MELEE_DICE


def fire_first(b: Battle, side: int) -> None:
    """First fire, and the shot of charged batteries, before other shots [FH-052, FH-R54, FH-R61]."""
    for j in range(b.n_units):
        e = b.units[j]
        if e.side != side or e.then == 0:
            continue
        i = charger_of(b, j)
        if i < 0:
            continue
        if e.fired_first:
            first_fire(b, j, i)
        elif e.arm == Arm.ARTILLERY and gun_is_served(b, e) and not e.fired and not e.routing:
            fire_in_defence(b, j, i)


def first_fire(b: Battle, j: int, i: int) -> None:
    """Two ranks, or a square's charged side; or by option the melee attack made first [FH-R05]."""
    e = b.units[j]
    if b.options.first_fire == FirstFire.MELEE_DICE:
        strike(b, j, i)
        return
    figures = figures_firing(b, e)
    dice = dice_for_figures(b, figures)
    number = musket_target(b, e, b.units[i], 0.0, True)
    emit(b.log, Ev.FIRES, 17, j, i, dice, number, 0.0)
    emit(b.log, Ev.FIGURES, 62 if e.formation == Formation.SQUARE else 56, j, NOBODY, figures, dice, 0.0)
    if b.log.n < b.log.room:
        tell_number(b, j, i, Band.SHORT, True)
    hits = roll_hits(b, j, i, dice, number, 58)
    hits = halve_if(b, j, i, e.disordered, hits, 60)
    e.inflicted += suffer(b, j, i, hits, False)


def fire_in_defence(b: Battle, j: int, i: int) -> None:
    """A charged battery's one shot: canister at horse, close canister at foot [FH-052, FH-R54]."""
    e = b.units[j]
    e.fired = True
    e.shots -= 1
    horse = b.units[i].arm == Arm.CAVALRY
    emit(b.log, Ev.GUN_FIRES, 52, j, i, GunBand.CANISTER, 1, 0.0)
    emit(b.log, Ev.SHOT_SPENT, 70, j, i, e.shots, 0, 0.0)
    dice = b.rules.canister_dice if horse else b.rules.close_canister_dice
    hits = roll_damage(b, j, i, dice, 0, 52)
    e.inflicted += suffer(b, j, i, halve_if(b, j, i, e.disordered, hits, 60), False)


def halt_charges(b: Battle) -> None:
    """Charges that lost a quarter halt; others that were hurt check [FH-088, FH-091, FH-R46, FH-R48]."""
    hurt = hurt_chargers(b)
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for i in range(b.n_units):
            u = b.units[i]
            if u.side == side and (hurt >> i) % 2 == 1 and on_table(u):
                if is_halted(b, u):
                    emit(b.log, Ev.HALTED, 88, i, u.target, u.charge_lost, u.charge_figures, 0.0)
                    halt(b, i)
                else:
                    check_charging(b, i)


def hurt_chargers(b: Battle) -> int:
    """Who took casualties while charging home, a bit a unit, whatever his enemy does [FH-R46, FH-R48]."""
    hurt = 0
    for i in range(b.n_units):
        u = b.units[i]
        if u.charging and u.in_contact and u.charge_lost > 0 and on_table(u):
            hurt |= 1 << i
    return hurt


def is_halted(b: Battle, u: Unit) -> bool:
    """25% or more of the figures it began the charge with [FH-088, FH-R46]."""
    return u.charge_lost >= b.rules.halt_share * u.charge_figures - 1e-9


def halt(b: Battle, i: int) -> None:
    """Infantry stops short and will fire, disordered; cavalry withdraws a move [FH-089, FH-090, FH-R47]."""
    u = b.units[i]
    j = u.target
    lift_off(b, i, b.rules.halt_short)
    if u.arm == Arm.INFANTRY:
        u.halted = True
        disorder(b, i, 89)
    else:
        fall_back(b, i, j, rate(b, u))
        mark(b, i)


def check_charging(b: Battle, i: int) -> None:
    """Hurt while charging: the Rally column without its -1; on 4 or more it goes in [FH-091, FH-R48]."""
    u = b.units[i]
    result = check_morale_charging(b, i)
    if gives_way(result):
        give_way(b, i, result, u.target)
    elif result == Result.NO_RALLY:
        lift_off(b, i, b.rules.halt_short)
        if u.arm == Arm.INFANTRY:
            u.halted = True
        disorder(b, i, R + 48)
    else:
        emit(b.log, Ev.CHARGE_GOES_IN, R + 48, i, u.target, 0, 0, 0.0)
