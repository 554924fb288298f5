"""Saving rolls, figures removed, leaders hit, units lost."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import at_least, die
from .sight import obstacle_between, save_number, save_of_cover, wood_under
from .state import NOBODY, Arm, Battle, CasualtyDisorder, Ev, LeaderHits, Lost, R, Troop, UnitCommanders
from .units import close_ranks, follow_unit, halved, is_formed, leader_with, on_table


def mark(b: Battle, i: int) -> None:
    """The unit owes a rally check and carries a marker [FH-006, FH-117, FH-R03]."""
    u = b.units[i]
    if not u.marker:
        u.marker = True
        emit(b.log, Ev.MARKED, 117, i, NOBODY, 0, 0, 0.0)


def disorder(b: Battle, i: int, rule: int) -> None:
    """Disordered, and owing a check [FH-005, FH-R03]."""
    u = b.units[i]
    u.marker = True
    if not u.disordered:
        u.disordered = True
        emit(b.log, Ev.DISORDERED, rule, i, NOBODY, 0, 0, 0.0)


def halve_if(b: Battle, i: int, j: int, due: bool, hits: int, rule: int) -> int:
    """A halving of the final hits, rounded up [FH-060, FH-R28]."""
    if not due or hits == 0:
        return hits
    half = halved(hits)
    emit(b.log, Ev.HALVED, rule, i, j, hits, half, 0.0)
    return half


def suffer(b: Battle, i: int, j: int, hits: int, melee: bool) -> int:
    """Hits on unit j by unit i: leader test, saves, removal [FH-106, FH-R61].  The figures removed."""
    if hits <= 0:
        return 0
    leaders_at_risk(b, j, hits)
    saved = roll_saves(b, i, j, hits, melee)
    return remove_figures(b, j, hits - saved)


def roll_saves(b: Battle, i: int, j: int, hits: int, melee: bool) -> int:
    """One die a hit; the save number or more cancels it [FH-106, FH-R58]."""
    e = b.units[j]
    number = save_number(b, e, b.units[i].x, b.units[i].y, melee)
    if number != b.rules.save_formed and b.log.n < b.log.room:
        tell_save(b, i, j, number, melee)
    saved = at_least(b.dice, hits, number)
    emit_roll(b.log, b.dice, Ev.SAVES, 106, j, number, hits, saved)
    return saved


def tell_save(b: Battle, i: int, j: int, number: int, melee: bool) -> None:
    """Why the save is not the common one: cover, a wood, armour, open order [FH-083, FH-107, FH-108]."""
    e = b.units[j]
    x, y = b.units[i].x, b.units[i].y
    wood = wood_under(b, e) if e.arm == Arm.INFANTRY else NOBODY
    bare = number + b.rules.wood_bonus if wood >= 0 else number
    if e.troop == Troop.ARMOURED_HORSE and number == b.rules.save_armour:
        emit(b.log, Ev.SAVE_NUMBER, 83, j, NOBODY, number, 0, 0.0)
    elif bare < b.rules.save_formed and bare == save_of_cover(b, e, x, y):
        piece = e.building if e.building >= 0 else obstacle_between(b, e, x, y)
        emit(b.log, Ev.SAVE_NUMBER, 108, j, piece, bare, 0, 0.0)
    elif bare < b.rules.save_formed and not melee:
        emit(b.log, Ev.SAVE_NUMBER, 107, j, NOBODY, bare, e.arm, 0.0)
    if wood >= 0:
        emit(b.log, Ev.SAVE_NUMBER, 107, j, wood, number, 0, 0.0)


def remove_figures(b: Battle, j: int, lost: int) -> int:
    """Unsaved hits are figures removed; one brings a marker, or by option disorder [FH-006, FH-R03]."""
    e = b.units[j]
    lost = min(lost, e.figures)
    if lost <= 0:
        return 0
    e.figures -= lost
    e.suffered += lost
    if e.charging:
        e.charge_lost += lost
    emit(b.log, Ev.CASUALTIES, 6, j, NOBODY, lost, e.figures, 0.0)
    if e.figures == 0:
        lose_unit(b, j, Lost.DESTROYED)
        return lost
    mark(b, j)
    if b.options.casualty_disorder == CasualtyDisorder.IMMEDIATE:
        disorder(b, j, R + 3)
    return lost


def lose_by_dice(b: Battle, j: int, dice: int, rule: int) -> int:
    """Figures lost to a rout or to pursuers, without saves [FH-R72, FH-R79]."""
    total = 0
    for _ in range(dice):
        total += die(b.dice)
    lost = min(total, b.units[j].figures)
    emit(b.log, Ev.LOST_FIGURES, rule, j, NOBODY, lost, total, 0.0)
    lost = remove_figures(b, j, lost)
    close_up(b, j)
    return lost


def close_up(b: Battle, j: int) -> None:
    """A unit that has lost figures closes its ranks [FH-R08]."""
    if on_table(b.units[j]):
        close_ranks(b, b.units[j])
        follow_unit(b, j)


def end_step(b: Battle) -> None:
    """Attacks are made from where units stood when the step began; then ranks close [FH-R04, FH-R06]."""
    for j in range(b.n_units):
        if b.units[j].suffered > 0:
            close_up(b, j)


def leaders_at_risk(b: Battle, j: int, hits: int) -> None:
    """Six hits from one attack, or in a turn: each leader present is diced for [FH-118, FH-R80, FH-R81]."""
    e = b.units[j]
    due = hits >= b.rules.hits_at_leader
    if b.options.leader_hits == LeaderHits.PER_TURN:
        before = e.hits_taken
        e.hits_taken += hits
        due = before < b.rules.hits_at_leader <= e.hits_taken
    if not due:
        return
    if b.options.unit_commanders == UnitCommanders.ON and e.commander:
        commander_at_risk(b, j)
    k = leader_with(b, j)
    if k >= 0:
        roll = die(b.dice)
        fallen = roll <= b.rules.leader_dies
        emit(b.log, Ev.LEADER_HIT, 118, k, j, roll, 1 if fallen else 0, 0.0)
        if fallen:
            remove_leader(b, k)


def commander_at_risk(b: Battle, j: int) -> None:
    """Unit commanders fall like attached generals; their unit checks at -1 from then on [FH-123, FH-R85]."""
    roll = die(b.dice)
    fallen = roll <= b.rules.leader_dies
    emit(b.log, Ev.LEADER_HIT, 123, NOBODY, j, roll, 1 if fallen else 0, 0.0)
    if fallen:
        b.units[j].commander = False
        b.units[j].commander_killed = True


def remove_leader(b: Battle, k: int) -> None:
    g = b.leaders[k]
    g.alive = False
    g.attached = NOBODY


def overrun(b: Battle, k: int) -> None:
    """1-3 killed or taken; otherwise off to the nearest formed friends, silent this turn [FH-121, FH-R83]."""
    g = b.leaders[k]
    g.attached = NOBODY
    roll = die(b.dice)
    friend = nearest_formed_friend(b, k)
    fallen = roll <= b.rules.overrun_dies or friend < 0
    emit(b.log, Ev.OVERRUN, 121, k, friend, roll, 1 if fallen else 0, 0.0)
    if fallen:
        remove_leader(b, k)
        return
    join(b, k, friend)
    g.spent = True


def join(b: Battle, k: int, j: int) -> None:
    """A general goes to a unit and stays with it [FH-R13]."""
    g = b.leaders[k]
    g.attached = j
    g.x = b.units[j].x
    g.y = b.units[j].y


def nearest_formed_friend(b: Battle, k: int) -> int:
    """The nearest formed friendly unit that has no general, or nobody [FH-121]."""
    g = b.leaders[k]
    best = NOBODY
    best_d = 1e18
    for j in range(b.n_units):
        f = b.units[j]
        if f.side == g.side and is_formed(f) and leader_with(b, j) < 0:
            d = (f.x - g.x) * (f.x - g.x) + (f.y - g.y) * (f.y - g.y)
            if d < best_d:
                best = j
                best_d = d
    return best


def lose_unit(b: Battle, j: int, how: int) -> None:
    """Destroyed, dispersed, off the table or taken: gone; its general rides off [FH-R21, FH-R84, FH-R91]."""
    e = b.units[j]
    if not on_table(e):
        return
    e.lost = how
    e.building = NOBODY
    break_contact(b, j)
    emit(b.log, Ev.DESTROYED, R + 91, j, NOBODY, how, 0, 0.0)
    k = leader_with(b, j)
    if k >= 0:
        overrun(b, k)


def break_contact(b: Battle, i: int) -> None:
    """A unit that leaves its enemies, or the battle, ends what held them together."""
    u = b.units[i]
    u.in_contact = False
    u.locked = NOBODY
    for j in range(b.n_units):
        e = b.units[j]
        if e.locked == i:
            e.locked = NOBODY
        if (
            e.side != u.side
            and e.in_contact
            and (e.target == i or u.target == j)
            and not held_by_another(b, j, i)
        ):
            e.in_contact = False


def held_by_another(b: Battle, j: int, i: int) -> bool:
    """Is unit j in contact with some enemy other than i?"""
    e = b.units[j]
    for k in range(b.n_units):
        m = b.units[k]
        holds = (m.charging and m.target == j) or (e.charging and e.target == k)
        if k != i and m.side != e.side and on_table(m) and m.in_contact and holds:
            return True
    return False
