"""Melee: who fights whom, with how many dice, who loses, who pursues."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import die, pips_up_to, pool
from ...table.boxes import shifted
from ...table.going import march_reach
from ...table.sweeps import sweep_box
from ...table.vectors import unit
from .casualties import (
    halve_if,
    leaders_at_risk,
    lose_by_dice,
    lose_unit,
    overrun,
    remove_figures,
    roll_saves,
)
from .decide import decide
from .fighting import figures_fighting, has_impetus, leader_addition, melee_dice, square_halves, strikes_first
from .firing import dice_for_figures
from .legality import in_touch
from .morale import check_morale, give_way, mark_if_hurt
from .movement import SLACK, allowance
from .retreats import fall_back, is_free
from .sight import in_difficult_ground
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Column,
    Ev,
    Formation,
    LeaderMelee,
    Lost,
    R,
    SquareHalving,
    Unit,
    Why,
)
from .units import (
    box_of,
    box_of_leader,
    follow_unit,
    has_rerolls,
    in_melee,
    is_heavy,
    is_skirmishing,
    on_table,
)


def engaged(b: Battle, i: int) -> bool:
    return on_table(b.units[i]) and in_melee(b.units[i])


def form_melees(b: Battle) -> None:
    """Units in contact with one another, directly or through others, fight one melee [FH-R43]."""
    b.n_melees = 0
    for i in range(b.n_units):
        b.units[i].melee = NOBODY
        b.units[i].foe = NOBODY
    for i in range(b.n_units):
        if engaged(b, i) and b.units[i].melee < 0 and has_opponent(b, i):
            b.units[i].melee = b.n_melees
            gather(b, b.n_melees)
            b.melee_attacker[b.n_melees] = attacking_side(b, b.n_melees)
            b.melee_done[b.n_melees] = 0
            b.n_melees += 1


def has_opponent(b: Battle, i: int) -> bool:
    for j in range(b.n_units):
        if b.units[j].side != b.units[i].side and engaged(b, j) and in_touch(b, i, j):
            return True
    return False


def gather(b: Battle, m: int) -> None:
    """Everybody in contact with somebody of a melee belongs to it."""
    grew = True
    while grew:
        grew = False
        for i in range(b.n_units):
            if b.units[i].melee == m:
                for j in range(b.n_units):
                    e = b.units[j]
                    if e.melee < 0 and e.side != b.units[i].side and engaged(b, j) and in_touch(b, i, j):
                        e.melee = m
                        grew = True


def attacking_side(b: Battle, m: int) -> int:
    """The side that charged, or pursued, first; a counter-charge does not change it [FH-R50]."""
    side = NOBODY
    for i in range(b.n_units):
        u = b.units[i]
        attacks = (u.charging and not u.counter) or (u.pursuing and u.locked >= 0)
        if u.melee == m and attacks and (side < 0 or u.side == b.first):
            side = u.side
    return max(side, 0)


def choose_foes(b: Battle) -> None:
    """Each unit attacks one enemy it touches; its player chooses among several, if it attacks [FH-R43]."""
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for i in range(b.n_units):
            u = b.units[i]
            if u.side == side and u.melee >= 0:
                n = opponents(b, i)
                if n == 1 or u.caught or u.fired_first:
                    u.foe = first_opponent(b, i)
                elif n > 1:
                    u.foe = decide(b, AskKind.STRIKE, side, i, NOBODY).other


def opponents(b: Battle, i: int) -> int:
    n = 0
    for j in range(b.n_units):
        if opposes(b, i, j):
            n += 1
    return n


def first_opponent(b: Battle, i: int) -> int:
    for j in range(b.n_units):
        if opposes(b, i, j):
            return j
    return NOBODY


def opposes(b: Battle, i: int, j: int) -> bool:
    e = b.units[j]
    return e.side != b.units[i].side and e.melee >= 0 and e.melee == b.units[i].melee and in_touch(b, i, j)


def may_strike(u: Unit) -> bool:
    """Not those caught in retreat, nor those whose first fire was their attack [FH-017, FH-049]."""
    return u.melee >= 0 and u.foe >= 0 and not u.caught and not u.fired_first


def fight(b: Battle, m: int) -> None:
    """First strikes, then the charging side, then the other; as counted before [FH-018, FH-R06, FH-R61]."""
    for i in range(b.n_units):
        u = b.units[i]
        if u.melee == m and may_strike(u) and strikes_first(u, b.units[u.foe]):
            strike(b, i, u.foe)
            b.units[u.foe].then = b.units[u.foe].figures
    for k in range(2):
        side = b.melee_attacker[m] if k == 0 else 1 - b.melee_attacker[m]
        for i in range(b.n_units):
            u = b.units[i]
            if u.melee == m and u.side == side and may_strike(u) and not strikes_first(u, b.units[u.foe]):
                strike(b, i, u.foe)


def halvings(b: Battle, i: int, j: int, hits: int) -> int:
    """Disorder, light on heavy horse, skirmishers, squares [FH-060, FH-080, FH-100, FH-104, FH-R28]."""
    u = b.units[i]
    e = b.units[j]
    hits = halve_if(b, i, j, u.disordered, hits, 60)
    light = u.arm == Arm.CAVALRY and not is_heavy(u) and e.arm == Arm.CAVALRY and is_heavy(e)
    hits = halve_if(b, i, j, light, hits, 80)
    open_order = is_skirmishing(u) and not in_difficult_ground(b, u, e.x, e.y)
    hits = halve_if(b, i, j, open_order, hits, 104)
    before_saves = b.options.square_halving == SquareHalving.HITS_BEFORE_SAVES
    return halve_if(b, i, j, before_saves and square_halves(u, e), hits, 100)


def strike(b: Battle, i: int, j: int) -> None:
    """One melee attack, rolled to its end [FH-077, FH-R61]."""
    u = b.units[i]
    e = b.units[j]
    dice = melee_dice(b, u, e)
    emit(b.log, Ev.STRIKES, 76, i, j, dice, u.then, 0.0)
    if b.log.n < b.log.room:
        tell_dice(b, u, i, j, dice)
    if e.figures == 0:
        return
    hits = halvings(b, i, j, melee_hits(b, i, j, dice))
    if hits <= 0:
        return
    leaders_at_risk(b, j, hits)
    lost = hits - roll_saves(b, i, j, hits, True)
    if square_halves(u, e) and b.options.square_halving == SquareHalving.CASUALTIES_AFTER_SAVES:
        lost = halve_if(b, i, j, True, lost, 100)
    u.inflicted += remove_figures(b, j, lost)


def tell_dice(b: Battle, u: Unit, i: int, j: int, dice: int) -> None:
    """The figures that fight, and what a charge makes of them [FH-075, FH-078, FH-079, FH-097]."""
    figures = figures_fighting(b, u)
    plain_dice = dice_for_figures(b, figures)
    emit(
        b.log, Ev.FIGURES, 97 if u.formation == Formation.SQUARE else 75, i, NOBODY, figures, plain_dice, 0.0
    )
    if is_heavy(u) and has_impetus(u, b.units[j]):
        emit(b.log, Ev.IMPETUS, 78, i, j, figures, figures * b.rules.heavy_impetus, 0.0)
    elif dice != plain_dice:
        emit(b.log, Ev.IMPETUS, 79, i, j, plain_dice, dice, 0.0)


def melee_hits(b: Battle, i: int, j: int, dice: int) -> int:
    """Four or less, pips added; grenadiers and guards may roll one die again [FH-077, FH-084]."""
    number = b.rules.melee_target
    if not has_rerolls(b.units[i]) or dice == 0:
        hits = pips_up_to(b.dice, dice, number)
        emit_roll(b.log, b.dice, Ev.HITS, 77, i, j, hits, number)
        return hits
    pool(b.dice, dice)
    hits = 0
    for p in range(1, number + 1):
        hits += p * b.dice.faces[p]
    emit_roll(b.log, b.dice, Ev.HITS, 77, i, j, hits, number)
    order = decide(b, AskKind.REROLL, b.units[i].side, i, j)
    if order.kind != Act.REROLL:
        return hits
    return reroll(b, i, hits, order.how)


def reroll(b: Battle, i: int, hits: int, face: int) -> int:
    """The new die stands [FH-R56]."""
    number = b.rules.melee_target
    new = die(b.dice)
    emit(b.log, Ev.REROLL, 84, i, NOBODY, face, new, 0.0)
    if face <= number:
        hits -= face
    if new <= number:
        hits += new
    return hits


def best_leader(b: Battle, m: int, side: int) -> int:
    """The best single leader of a side in a melee [FH-R43]."""
    best = 0
    for i in range(b.n_units):
        if b.units[i].melee == m and b.units[i].side == side and b.units[i].then > 0:
            best = max(best, leader_addition(b, i))
    return best


def leader_counts(b: Battle, m: int, side: int) -> int:
    """What he adds; by option one attached to the side ahead was merely involved [FH-093, FH-R49]."""
    best = best_leader(b, m, side)
    if b.options.leader_melee == LeaderMelee.LOSING_UNIT_ONLY and side != behind(b, m):
        best = min(best, b.rules.leader_near)
    return best


def grade_of_side(b: Battle, m: int, side: int) -> int:
    """The grade of its largest unit; of equals, the higher [FH-094, FH-R43]."""
    most = -1
    grade = 0
    for i in range(b.n_units):
        u = b.units[i]
        if u.melee == m and u.side == side:
            g = b.rules.grade[u.grade]
            if u.then > most or (u.then == most and g > grade):
                most = u.then
                grade = g
    return grade


def inflicted_by(b: Battle, m: int, side: int) -> int:
    total = 0
    for i in range(b.n_units):
        if b.units[i].melee == m and b.units[i].side == side:
            total += b.units[i].inflicted
    return total


def bare_score(b: Battle, m: int, side: int) -> int:
    """Casualties inflicted and grade [FH-092, FH-094]."""
    return inflicted_by(b, m, side) + grade_of_side(b, m, side)


def score(b: Battle, m: int, side: int) -> int:
    """Casualties inflicted, leader, grade [FH-092, FH-R43, FH-R49]."""
    return bare_score(b, m, side) + leader_counts(b, m, side)


def behind(b: Battle, m: int) -> int:
    """The side that would lose without leaders; a tie goes to the defender [FH-095, FH-R50]."""
    attacker = b.melee_attacker[m]
    return 1 - attacker if bare_score(b, m, attacker) > bare_score(b, m, 1 - attacker) else attacker


def loser_of(b: Battle, m: int) -> int:
    """The lower score loses; a tie goes to the defender [FH-092, FH-095, FH-R49, FH-R50]."""
    attacker = b.melee_attacker[m]
    defender = 1 - attacker
    tell_score(b, m, attacker)
    tell_score(b, m, defender)
    return defender if score(b, m, attacker) > score(b, m, defender) else attacker


def tell_score(b: Battle, m: int, side: int) -> None:
    """The sum behind a melee's result, addition by addition [FH-092, FH-093, FH-094]."""
    emit(b.log, Ev.MODIFIER, 92, NOBODY, side, inflicted_by(b, m, side), Why.INFLICTED, 0.0)
    if leader_counts(b, m, side) > 0:
        emit(b.log, Ev.MODIFIER, 93, NOBODY, side, leader_counts(b, m, side), Why.LEADER, 0.0)
    if grade_of_side(b, m, side) != 0:
        emit(b.log, Ev.MODIFIER, 94, NOBODY, side, grade_of_side(b, m, side), Why.GRADE, 0.0)
    emit(b.log, Ev.SCORE, 92, side, m, score(b, m, side), first_in_melee(b, m, side), 0.0)


def first_in_melee(b: Battle, m: int, side: int) -> int:
    """A side's first unit in a melee, or nobody."""
    for i in range(b.n_units):
        if b.units[i].melee == m and b.units[i].side == side and not b.units[i].auto_lost:
            return i
    return NOBODY


def both_sides_in(b: Battle, m: int) -> bool:
    """Has the melee anybody left to lose it on both sides?"""
    seen = 0
    for i in range(b.n_units):
        if b.units[i].melee == m and not b.units[i].auto_lost:
            seen |= 1 << b.units[i].side
    return seen == 3


def beaten_off_by_square(b: Battle, i: int) -> bool:
    """Horse that does fewer than four casualties to a square has lost [FH-101, FH-103, FH-R51]."""
    u = b.units[i]
    if u.arm != Arm.CAVALRY or u.foe < 0 or not on_table(u) or b.units[u.foe].formation != Formation.SQUARE:
        return False
    return u.inflicted < b.rules.square_casualties


def settle(b: Battle, m: int) -> None:
    """The aftermath of a melee: those beaten off, the loser's checks, the pursuit [FH-096, FH-R04]."""
    b.melee_done[m] = 1
    for i in range(b.n_units):
        if b.units[i].melee == m and beaten_off_by_square(b, i):
            retire_from_square(b, i)
    if not both_sides_in(b, m):
        return
    loser = loser_of(b, m)
    emit(
        b.log, Ev.MELEE_LOST, 92, loser, m, first_in_melee(b, m, loser), first_in_melee(b, m, 1 - loser), 0.0
    )
    for i in range(b.n_units):
        u = b.units[i]
        if u.melee == m and u.side == loser and is_left(u):
            lose_melee(b, i)
    for i in range(b.n_units):
        u = b.units[i]
        if u.melee == m and u.side != loser and is_left(u):
            win_melee(b, i)


def retire_from_square(b: Battle, i: int) -> None:
    """Half a move to a whole one, facing the enemy, in order [FH-102, FH-R52]."""
    u = b.units[i]
    u.auto_lost = True
    emit(b.log, Ev.AUTO_LOSS, 101, i, u.foe, u.inflicted, b.rules.square_casualties, 0.0)
    order = decide(b, AskKind.RETREAT, u.side, i, u.foe)
    emit(b.log, Ev.RETREATS, 102, i, u.foe, 0, 0, order.x)
    fall_back(b, i, u.foe, order.x)
    if on_table(u):
        mark_if_hurt(b, i)


def lose_melee(b: Battle, i: int) -> None:
    """A check on the Lost Melee column; a beaten crew is gone and its gun taken [FH-096, FH-R54]."""
    u = b.units[i]
    if u.arm == Arm.ARTILLERY:
        capture(b, i, u.foe)
        return
    foe = opponent_left(b, i)
    give_way(b, i, check_morale(b, i, Column.LOST_MELEE, foe), foe)


def capture(b: Battle, i: int, by: int) -> None:
    """Captured guns count as destroyed and cannot be used [FH-R91]."""
    emit(b.log, Ev.CAPTURED, R + 91, i, by, 0, 0, 0.0)
    lose_unit(b, i, Lost.CAPTURED)


def win_melee(b: Battle, i: int) -> None:
    """The victor is free, and may go after his foe unless a fresh enemy holds him [FH-115, FH-116]."""
    u = b.units[i]
    u.in_contact = False
    j = opponent_left(b, i)
    if j >= 0 and may_pursue(u) and not is_held(b, i) and wants_pursuit(b, i, j):
        pursue(b, i, j)


def opponent_left(b: Battle, i: int) -> int:
    """Whom a victor goes after, or the beaten from: its foe, else another who is left [FH-R71, FH-R77]."""
    u = b.units[i]
    if u.foe >= 0 and is_left(b.units[u.foe]):
        return u.foe
    for j in range(b.n_units):
        e = b.units[j]
        if u.melee >= 0 and e.melee == u.melee and e.side != u.side and is_left(e):
            return j
    return NOBODY


def is_left(e: Unit) -> bool:
    """Neither gone nor beaten off by a square."""
    return on_table(e) and not e.auto_lost


def is_held(b: Battle, i: int) -> bool:
    """Has a pursuit from elsewhere come upon it?  Those it has beaten have left it [FH-R79]."""
    for j in range(b.n_units):
        if b.units[j].locked == i or b.units[i].locked == j:
            return True
    return False


def may_pursue(u: Unit) -> bool:
    """Not squares, garrisons, batteries or caught skirmishers [FH-R52, FH-R77]."""
    if u.arm == Arm.ARTILLERY or u.formation == Formation.SQUARE or u.formation == Formation.GARRISON:
        return False
    return not u.caught


def wants_pursuit(b: Battle, i: int, j: int) -> bool:
    """Infantry may, cavalry must unless it only beat caught evaders [FH-115, FH-116, FH-R77]."""
    u = b.units[i]
    if u.arm == Arm.CAVALRY and not b.units[j].caught:
        return True
    return decide(b, AskKind.PURSUE, u.side, i, j).kind == Act.YES


def pursuit_distance(b: Battle, i: int, j: int) -> float:
    """A die; for cavalry and the rest of its move, two if impetuous [FH-115, FH-116, FH-R77, FH-R78]."""
    u = b.units[i]
    dice = b.rules.impetuous_dice if u.impetuous and u.arm == Arm.CAVALRY else b.rules.pursuit_dice
    pips = pips_up_to(b.dice, dice, 6)
    emit_roll(b.log, b.dice, Ev.PURSUES, 116 if u.arm == Arm.CAVALRY else 115, i, j, dice, pips)
    if u.arm == Arm.CAVALRY:
        return pips + max(0.0, allowance(b, u, False) - u.spent)
    return float(pips)


def pursue(b: Battle, i: int, j: int) -> None:
    """Straight after the loser, as far as the dice and the ground allow [FH-R77, FH-R79]."""
    u = b.units[i]
    far = pursuit_distance(b, i, j)
    ux, uy = unit(b.units[j].x - u.x, b.units[j].y - u.y)
    was_x, was_y = u.fx, u.fy
    u.line_x = ux
    u.line_y = uy
    u.fx = ux
    u.fy = uy
    u.moved = True
    far = march_reach(b.ground, b.scratch, box_of(u), ux, uy, far, far)
    met, far = first_met(b, i, ux, uy, far)
    far = room_to_stop(b, i, ux, uy, far)
    emit(b.log, Ev.PURSUED, R + 77, i, j, 0, 0, max(0.0, far))
    if far < 0.0:
        u.fx = was_x
        u.fy = was_y
        return
    run_over_generals(b, i, far)
    u.x += ux * far
    u.y += uy * far
    follow_unit(b, i)
    reach(b, i, met, j)


def first_met(b: Battle, i: int, ux: float, uy: float, far: float) -> tuple[int, float]:
    """The first unit on the way and how far off it is."""
    u = b.units[i]
    met = NOBODY
    for k in range(b.n_units):
        m = b.units[k]
        if k != i and on_table(m) and far > 0.0 and (m.x - u.x) * ux + (m.y - u.y) * uy > 0.0:
            t0, t1 = sweep_box(box_of(u), ux * far, uy * far, box_of(m))
            if t0 <= t1:
                far = max(0.0, t0 * far - SLACK)
                met = k
    return met, far


def room_to_stop(b: Battle, i: int, ux: float, uy: float, far: float) -> float:
    """The farthest place on the way with room to stand, or -1."""
    while far >= 0.0:
        if is_free(b, i, shifted(box_of(b.units[i]), ux * far, uy * far)):
            return far
        far -= 0.5
    return -1.0


def run_over_generals(b: Battle, i: int, far: float) -> None:
    """A pursuit that crosses an unattached general overruns him [FH-R83]."""
    u = b.units[i]
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.alive and g.side != u.side and g.attached < 0:
            t0, t1 = sweep_box(box_of(u), u.line_x * far, u.line_y * far, box_of_leader(b, g))
            if t0 <= t1:
                overrun(b, k)


def reach(b: Battle, i: int, met: int, quarry: int) -> None:
    """The fleeing lose a die of figures; a fresh enemy is fought next turn [FH-R79]."""
    u = b.units[i]
    if met < 0 or b.units[met].side == u.side or not touching(b, i, met):
        return
    e = b.units[met]
    if met == quarry or e.routing:
        emit(b.log, Ev.RIDDEN_DOWN, R + 79, met, i, 0, 0, 0.0)
        lose_by_dice(b, met, b.rules.ridden_down_dice, R + 79)
    else:
        u.locked = met
        u.pursuing = True
        if e.locked < 0:
            e.locked = i
        emit(b.log, Ev.LOCKED, R + 79, i, met, 0, 0, 0.0)


def touching(b: Battle, i: int, j: int) -> bool:
    t0, t1 = sweep_box(
        box_of(b.units[i]), b.units[i].line_x * 0.01, b.units[i].line_y * 0.01, box_of(b.units[j])
    )
    return t0 <= t1
