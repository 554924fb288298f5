"""Morale: one die against the three-column table, and the generals who lean on it."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import die, pool
from ...table.vectors import compass
from .casualties import disorder, lose_by_dice, lose_unit, mark, remove_leader
from .charging import is_threatened, under_canister
from .decide import decide
from .legality import influence_limit
from .retreats import fall_back, one_move, run_away
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Column,
    Ev,
    GeneralTiming,
    Leave,
    Lost,
    R,
    RallyTiming,
    Result,
    Unit,
    Why,
)
from .units import leader_near, leader_with, nearest_enemy_gap, on_table, touches_enemy


def quarters_lost(b: Battle, i: int) -> int:
    """Each full 25% of the original figures lost [FH-112, FH-R66]."""
    u = b.units[i]
    return int((u.original - u.figures) / (u.original * b.rules.lost_step) + 1e-9)


def modifiers(b: Battle, i: int, column: int, touched: bool) -> int:
    """Grade, losses, a fallen commander; for Rally also canister or contact, once [FH-112, FH-R64, FH-R67]."""
    u = b.units[i]
    r = b.rules
    total = note_modifier(b, i, r.grade[u.grade], Why.GRADE)
    total += note_modifier(b, i, -r.lost_penalty * quarters_lost(b, i), Why.LOSSES)
    if u.commander_killed:
        total += note_modifier(b, i, -r.commander_penalty, Why.COMMANDER)
    if column == Column.RALLY:
        if touched or touches_enemy(b, i):
            total += note_modifier(b, i, -r.contact_penalty, Why.CONTACT)
        elif under_canister(b, i):
            total += note_modifier(b, i, -r.contact_penalty, Why.CANISTER)
    return total


def note_modifier(b: Battle, i: int, value: int, why: int) -> int:
    if value != 0:
        emit(b.log, Ev.MODIFIER, 123 if why == Why.COMMANDER else 112, i, NOBODY, value, why, 0.0)
    return value


def influence(b: Battle, i: int) -> int:
    """A general attached or near lends his weight, as his player wishes [FH-112, FH-122, FH-R65]."""
    if influence_limit(b, i) == 0:
        return 0
    k = leader_with(b, i)
    if k < 0:
        k = leader_near(b, i)
    order = decide(b, AskKind.INFLUENCE, b.units[i].side, i, k)
    if order.how != 0:
        emit(b.log, Ev.MODIFIER, 112, i, k, order.how, Why.GENERAL, 0.0)
    return order.how


def stray_round(b: Battle, i: int, used: int) -> None:
    """An unattached general who used his influence under fire may be hit [FH-119, FH-120, FH-R82]."""
    if used == 0 or leader_with(b, i) >= 0:
        return
    k = leader_near(b, i)
    if k < 0:
        return
    if nearest_enemy_gap(b, i) > b.rules.safe_distance + 1e-9 and not is_threatened(b, i):
        return
    roll = die(b.dice)
    fallen = roll <= b.rules.stray_dies
    emit(b.log, Ev.STRAY, 119, k, i, roll, 1 if fallen else 0, 0.0)
    if fallen:
        remove_leader(b, k)


def clamp_row(b: Battle, total: int) -> int:
    """Below 0 is 0, above 7 is 7 [FH-110, FH-R62]."""
    return min(max(total, 0), 7)


def roll_check(b: Battle, i: int, column: int, base: int) -> tuple[int, int]:
    """The die and the general's figure, in the order the game has chosen [FH-110, FH-R61, FH-R65]."""
    b.check_column = column
    b.check_base = base
    b.check_die = 0
    lent = 0
    if b.options.general_timing == GeneralTiming.BEFORE:
        lent = influence(b, i)
    pool(b.dice, 1)
    for p in range(1, 7):
        if b.dice.faces[p] > 0:
            b.check_die = p
    if b.options.general_timing == GeneralTiming.AFTER:
        lent = influence(b, i)
    return b.check_die, lent


def look_up(b: Battle, i: int, column: int, total: int, foe: int, rule: int) -> int:
    """The row, and what the table says there, by the rule that sent us to it [FH-111, FH-R63]."""
    row = clamp_row(b, total)
    emit_roll(b.log, b.dice, Ev.MORALE, 111, i, foe, column, row)
    result = b.rules.morale[column][row]
    emit(b.log, Ev.RESULT, rule, i, foe, result, column, 0.0)
    return result


def occasion(column: int) -> int:
    """The rule that calls for a check [FH-013, FH-043, FH-096, FH-109]."""
    if column == Column.RALLY:
        return 13
    return 43 if column == Column.CHARGED else 96


def check_morale(b: Battle, i: int, column: int, foe: int) -> int:
    """One check on one column: the result [FH-109, FH-110]."""
    emit(b.log, Ev.CHECKS, occasion(column), i, foe, column, 0, 0.0)
    base = modifiers(b, i, column, False)
    natural, lent = roll_check(b, i, column, base)
    result = look_up(b, i, column, natural + base + lent, foe, 111)
    stray_round(b, i, lent)
    return result


def check_morale_charging(b: Battle, i: int) -> int:
    """Casualties while charging: the Rally column, without its own -1 [FH-091, FH-R48]."""
    emit(b.log, Ev.CHECKS, 91, i, b.units[i].target, Column.RALLY, 0, 0.0)
    base = modifiers(b, i, Column.CHARGED, False)
    natural, lent = roll_check(b, i, Column.RALLY, base)
    result = look_up(b, i, Column.RALLY, natural + base + lent, b.units[i].target, R + 48)
    stray_round(b, i, lent)
    return result


def check_charged(b: Battle, i: int, foe: int) -> int:
    """Being charged; a unit already due a rally makes that check first, with one roll for both [FH-043, FH-046, FH-R68]."""
    u = b.units[i]
    if not is_due_on_charge(b, u):
        return check_morale(b, i, Column.CHARGED, foe)
    ran = u.routing
    u.checked = True
    emit(b.log, Ev.CHECKS, 46, i, foe, Column.RALLY, 0, 0.0)
    base = modifiers(b, i, Column.RALLY, True)
    natural, lent = roll_check(b, i, Column.RALLY, base)
    row = clamp_row(b, natural + base + lent)
    rally = look_up(b, i, Column.RALLY, natural + base + lent, foe, R + 68)
    stray_round(b, i, lent)
    if row < b.rules.stands_row:
        return rally
    if rally == Result.NO_RALLY:
        disorder(b, i, R + 68)
    else:
        recover(b, i)
        if ran:
            face_about(b, i)
    emit(b.log, Ev.CHECKS, 43, i, foe, Column.CHARGED, 0, 0.0)
    base = modifiers(b, i, Column.CHARGED, False)
    return look_up(b, i, Column.CHARGED, natural + base + lent, foe, 111)


def is_due_on_charge(b: Battle, u: Unit) -> bool:
    """Still owing its rally check; never where all checks are made at the start of the turn [FH-046, FH-R02]."""
    return u.marker and not u.checked and b.options.rally_timing == RallyTiming.OWN_CHARGE_SUBPHASE


def recover(b: Battle, i: int) -> None:
    """Rallied: marker and disorder go, and a rout ends [FH-R03, FH-R73]."""
    u = b.units[i]
    u.marker = False
    u.disordered = False
    u.routing = False
    emit(b.log, Ev.RALLIED, R + 3, i, NOBODY, 0, 0, 0.0)


def give_way(b: Battle, i: int, result: int, foe: int) -> None:
    """The results that move a unit back or off, in any column [FH-111, FH-113, FH-114, FH-R71, FH-R72]."""
    if result == Result.DISPERSES:
        emit(b.log, Ev.DISPERSED, 111, i, foe, 0, 0, 0.0)
        lose_unit(b, i, Lost.DISPERSED)
        return
    disorder(b, i, R + 3)
    if result == Result.ROUTS:
        run_away(b, i, foe)
        if on_table(b.units[i]):
            lose_by_dice(b, i, b.rules.rout_dice, R + 72)
    elif result == Result.BREAKS:
        run_away(b, i, foe)
    else:
        fall_back(b, i, foe, one_move(b, b.units[i]))


def gives_way(result: int) -> bool:
    """Does a result drive the unit from its place?"""
    return result <= Result.FALLS_BACK or result == Result.BREAKS or result == Result.FALLS_BACK_DISORDERED


def rally(b: Battle, i: int) -> int:
    """The mandatory check of a marked unit [FH-013, FH-111, FH-R03, FH-R73, FH-R74].  The result."""
    u = b.units[i]
    u.checked = True
    ran = u.routing
    result = check_morale(b, i, Column.RALLY, NOBODY)
    if gives_way(result):
        give_way(b, i, result, NOBODY)
        return result
    if result == Result.NO_RALLY:
        disorder(b, i, R + 3)
        u.leave = Leave.NONE
    else:
        recover(b, i)
        if ran:
            face_about(b, i)
        if result == Result.RALLIES:
            u.leave = Leave.NONE
        elif result == Result.RALLIES_HALF:
            u.leave = Leave.HALF
    if u.leave == Leave.NONE:
        recall(b, i)
    return result


def face_about(b: Battle, i: int) -> None:
    """A unit that has stopped running may face as it likes [FH-R73]."""
    u = b.units[i]
    order = decide(b, AskKind.FACE, u.side, i, NOBODY)
    u.fx = order.fx
    u.fy = order.fy
    emit(b.log, Ev.FACES, R + 73, i, NOBODY, 0, compass(u.fx, u.fy), 0.0)


def recall(b: Battle, i: int) -> None:
    """Cavalry that is not to move, with an enemy within 8 inches, may be recalled [FH-124, FH-R87]."""
    u = b.units[i]
    if u.arm != Arm.CAVALRY or u.impetuous_before:
        return
    if nearest_enemy_gap(b, i) > b.rules.recall_distance + 1e-9:
        return
    if decide(b, AskKind.RECALL, u.side, i, NOBODY).kind == Act.YES:
        emit(b.log, Ev.RECALLED, 124, i, NOBODY, 0, 0, 0.0)
        fall_back(b, i, NOBODY, one_move(b, u))
        if on_table(u):
            disorder(b, i, 124)


def mark_if_hurt(b: Battle, i: int) -> None:
    """A marker only for those who took casualties [FH-R52]."""
    if b.units[i].suffered > 0:
        mark(b, i)
