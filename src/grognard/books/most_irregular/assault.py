"""Assault: on stragglers, on a formation; nerve, reaction fire, hand to hand [MI-091, MI-115]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import at_least, die, highest, in_bands
from ...values import Order
from .assaulting import (
    advance_limit,
    combat_men,
    contact_with,
    levels_bonus,
    next_straggler,
    numbers_bonus,
    officers_bonus,
    way_open,
    woods_ahead,
)
from .decide import decide
from .firing import (
    armed_among,
    effective_range,
    firers_at,
    list_targets,
    nearest_firer,
    officers_with,
    volley_range,
)
from .footing import NEVER
from .forced import (
    break_up,
    broken_by_ground,
    clear_bases,
    close_up,
    flee,
    leave_the_idle,
    lose_figure,
    split_off,
    wounded_dice,
)
from .leading import bring_along, retreat, who_leads
from .men import (
    actors_of,
    alive,
    attached_to,
    centre_of,
    fall_out,
    figure_grade,
    figure_side,
    figure_xy,
    formation_grade,
    is_straggler,
    label_parts,
    members,
    part,
    present,
    set_size,
)
from .places import OPEN, room_within, settled
from .shooting import effect_of, run_away, suffer, take_hit, volley, who_runs
from .state import (
    NOBODY,
    OFFICER,
    Act,
    AskKind,
    Battle,
    Effect,
    Ev,
    Lost,
    Off,
    On,
    Part,
    Phase,
    R,
    Shelter,
    Table,
)

SHORT = 0.03  # just short of contact, where reaction fire finds the attackers


def assault(b: Battle, o: Order) -> None:
    """For one formation, after a test, or without one for stragglers [MI-091, MI-092, MI-093, MI-R49]."""
    f = o.actor
    b.assault += 1
    b.actions -= 1
    b.phase = Phase.ASSAULT
    emit(b.log, Ev.ASSAULTS, 91, f, o.other, 0, 0, 0.0)
    men = members(b, f)
    if o.other < 0 or attackers_nerve(b, f, o.other):
        go_in(b, f, o.other, o.fx, o.fy)
        clear_strays(b, b.formations[f].side, men)
    b.phase = Phase.FORMED


# Nerve


def nerve(b: Battle, f: int, attacker: bool) -> int:
    """Three dice against the Quality number: how many pass [MI-007, MI-008, MI-098, MI-102, MI-R53]."""
    needed = b.rules.target[formation_grade(b, f)]
    passes = at_least(b.dice, b.rules.nerve_dice, needed)
    rule = 98 if attacker else 102
    emit_roll(b.log, b.dice, Ev.NERVE, rule, f, needed, passes, 1 if attacker else 0)
    return passes


def attackers_nerve(b: Battle, f: int, target: int) -> bool:
    """Two passes or more: it goes; one: it stays; none: it withdraws [MI-099, MI-100, MI-101, MI-R52]."""
    passes = nerve(b, f, True)
    if passes >= b.rules.nerve_pass:
        return True
    if passes >= b.rules.nerve_stay:
        emit(b.log, Ev.STAYS, 100, f, target, 0, 0, 0.0)
    else:
        withdraw(b, f, target, 101)
        if b.options.withdraw_ends_activation == Off.ON:
            b.actions = 0
    return False


def withdraw(b: Battle, f: int, cause: int, rule: int) -> None:
    """4 inches back, and for every 1 a man goes 4 inches further as a straggler [MI-101, MI-105, MI-R46]."""
    side = b.formations[f].side
    foe = 1 - side
    against = members(b, cause)
    x, y = centre_of(b, foe, against)
    wounded_dice(b, f, members(b, f))
    n = b.formations[f].size
    runners = who_runs(b, f, min(roll_deserters(b, f, n), n))
    retreat(b, f, x, y, b.rules.withdraw, rule)
    run_away(b, f, still_here(b, side, runners), foe, against, b.rules.desert_more, rule)
    close_up(b, f)


def still_here(b: Battle, side: int, men: int) -> int:
    """Of some men those who have not been lost."""
    out = men
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and not present(b.men[b.first_man[side] + k]):
            out &= ~(1 << k)
    return out


def roll_deserters(b: Battle, f: int, n: int) -> int:
    """One die for every figure still in the unit; how many 1s [MI-101, MI-R57]."""
    if n == 0:
        return 0
    ones = n - at_least(b.dice, n, b.rules.deserts + 1)
    emit_roll(b.log, b.dice, Ev.DESERTERS, 101, f, NOBODY, n, ones)
    return ones


# Going in


def go_in(b: Battle, f: int, target: int, ux: float, uy: float) -> None:
    """The advance, in a straight line, with all it meets [MI-091, MI-106, MI-R07, MI-R49, MI-R50, MI-R54]."""
    side = b.formations[f].side
    led = who_leads(b, f)
    if wounded_dice(b, f, actors_of(b, f)) != 0:
        close_up(b, f)
    going = actors_of(b, f)
    left = advance_limit(b, f, going, target, ux, uy)
    gone = 0.0
    tested = False
    entered = False
    while going != 0 and b.formations[f].size > 1:
        dx, dy = ux * left, uy * left
        woods = woods_ahead(b, side, going, dx, dy)
        met, by, whom = next_straggler(b, side, going, dx, dy)
        home = contact_with(b, side, going, target, dx, dy) if target >= 0 else NEVER
        if met <= 1.0 and met <= home and met <= woods:
            step = met * left
            advance(b, side, going, led, ux * step, uy * step)
            gone += step
            left -= step
            if meet_straggler(b, f, by, whom):
                going &= ~(1 << (by - b.first_man[side]))
        elif home <= 1.0 and home <= woods:
            step = home * left
            if not tested:
                step = max(0.0, step - SHORT)
            advance(b, side, going, led, ux * step, uy * step)
            gone += step
            left -= step
            if tested:
                emit(b.log, Ev.ADVANCES, 91, f, target, 0, 0, gone)
                leave_behind(b, f, going)
                combat(b, f, target)
                return
            tested = True
            leave_behind(b, f, going)
            defenders_nerve(b, target, f)
            if b.formations[target].size == 0:
                target = NOBODY
            left = way_open(b, f, going & members(b, f), target, ux, uy, left)
        else:
            step = min(woods, 1.0) * left
            advance(b, side, going, led, ux * step, uy * step)
            gone += step
            entered = woods <= 1.0
            break
        going &= members(b, f)
    end_advance(b, f, target, gone, entered)


def advance(b: Battle, side: int, men: int, led: int, dx: float, dy: float) -> None:
    """Those who go on go on, officers with them [MI-R12]."""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            b.men[b.first_man[side] + k].x += dx
            b.men[b.first_man[side] + k].y += dy
    if dx != 0.0 or dy != 0.0:
        bring_along(b, led, dx, dy)


def leave_behind(b: Battle, f: int, going: int) -> None:
    """Who stands still or was held up, linked to none who charge, is no more of the unit [MI-R06, MI-R16, MI-R51]."""
    leave_the_idle(b, f)
    side = b.formations[f].side
    for number in range(label_parts(b, side, members(b, f))):
        some = part(b, side, number)
        if (some & going) == 0:
            held = split_off(b, f, some)
            if held >= 0:
                clear_bases(b, held)


def end_advance(b: Battle, f: int, target: int, gone: float, entered: bool) -> None:
    """No combat: they stand where they got to, broken up if that is woods [MI-R49, MI-R56, MI-R62]."""
    if target >= 0:
        emit(b.log, Ev.FALLS_SHORT, R + 49, f, target, 0, 0, gone)
    else:
        emit(b.log, Ev.ADVANCES, 91, f, NOBODY, 0, 0, gone)
    if b.formations[f].size == 0:
        return
    leave_the_idle(b, f)
    clear_bases(b, f)
    if entered:
        break_up(b, f, actors_of(b, f), R + 62, broken_by_ground(b, f))
        b.actions = 0
    close_up(b, f)


def clear_strays(b: Battle, side: int, men: int) -> None:
    """Men who left the ranks on the way in, where they were passing others, do not stand on them [MI-R29]."""
    for k in range(b.men_of[side]):
        i = b.first_man[side] + k
        m = b.men[i]
        if (men >> k) % 2 == 1 and is_straggler(m) and not room_within(b, i, m.x, m.y, 0.0, -OPEN):
            x, y = settled(b, i, m.x, m.y, b.rules.formation_gap)
            m.x = x
            m.y = y


# Stragglers in the way


def was_tested(b: Battle, g: int) -> bool:
    """Each straggler tests at most once in an assault [MI-R51]."""
    if g >= OFFICER:
        c = b.commanders[g - OFFICER]
        before = c.tested == b.assault
        c.tested = b.assault
        return before
    m = b.men[g]
    tested = m.tested == b.assault
    m.tested = b.assault
    return tested


def passes_test(b: Battle, g: int, f: int, rule: int) -> bool:
    """One die against the figure's own number [MI-008, MI-094, MI-R03, MI-R05]."""
    roll = die(b.dice)
    passed = roll >= b.rules.target[figure_grade(b, g)]
    emit(b.log, Ev.MAN_TESTS, rule, g, f, roll, 1 if passed else 0, 0.0)
    return passed


def meet_straggler(b: Battle, f: int, i: int, g: int) -> bool:
    """A straggler contacted tests; whether he holds up his man [MI-094, MI-095, MI-096, MI-097, MI-R51]."""
    if was_tested(b, g):
        return True
    if not passes_test(b, g, f, 94):
        lose_figure(b, g, Lost.CAPTURED, 97)
        return False
    in_bands(b.dice, 1, b.rules.shock_up_to[Table.STANDARD], b.rules.wound_up_to[Table.STANDARD])
    hit_by_figure(b, g, i, b.dice.rolled[0])
    if decide(b, AskKind.EVADE, figure_side(b, g), g, f).kind != Act.YES:
        emit(b.log, Ev.STANDS, R + 51, g, f, 0, 0, 0.0)
        return True
    nearest = nearest_firer(b, b.formations[f].side, members(b, f), g)
    x, y = figure_xy(b, nearest if nearest >= 0 else i)
    far = flee(b, g, x, y, b.rules.recoil)
    emit(b.log, Ev.FALLS_BACK, 96, g, f, 0, 0, far)
    return far < OPEN


def hit_by_figure(b: Battle, g: int, i: int, roll: int) -> None:
    """The assaulting formation takes one hit from him: the man who met him [MI-095, MI-R41]."""
    foe = figure_side(b, g)
    if g < OFFICER:
        take_hit(b, foe, 1 << (g - b.first_man[foe]), i, roll, Table.STANDARD)
        return
    effect_by_officer(b, g, i, roll)


def effect_by_officer(b: Battle, g: int, i: int, roll: int) -> None:
    """A lone officer's blow: who is shocked recoils from him [MI-095, MI-R10]."""
    if effect_of(b, roll, Table.STANDARD) != Effect.SHOCK:
        take_hit(b, 1 - b.men[i].side, 0, i, roll, Table.STANDARD)
        return
    emit(b.log, Ev.HIT, 77, i, NOBODY, roll, Effect.SHOCK, 0.0)
    left = b.men[i].formation
    fall_out(b, i)
    x, y = figure_xy(b, g)
    far = flee(b, i, x, y, b.rules.recoil)
    emit(b.log, Ev.RECOILS, 78, i, left, 0, 0, far)


# The defender


def defenders_nerve(b: Battle, target: int, f: int) -> None:
    """The formation contacted tests: it fires, receives the charge, or withdraws [MI-102, MI-103, MI-104]."""
    passes = nerve(b, target, False)
    if passes >= b.rules.nerve_pass:
        react(b, target, f)
    elif passes < b.rules.nerve_stay:
        withdraw(b, target, f, 105)


def react(b: Battle, target: int, f: int) -> None:
    """It may fire as they come in: one volley, always effective, at men in the open [MI-103, MI-R55]."""
    side = b.formations[target].side
    men = firers_at(b, target, armed_among(b, side, members(b, target)), f)
    if men == 0 or decide(b, AskKind.REACT, side, target, f).kind != Act.YES:
        return
    targets = members(b, f)
    far = volley_range(b, side, men, targets, 0)
    emit(b.log, Ev.FIRES, 103, target, f, set_size(men), 0, far)
    emit(b.log, Ev.RANGE, R + 55, target, f, 1, 0, effective_range(b, side, men))
    officers = officers_with(b, f)
    tests = b.options.reaction_fire_test == On.ON
    open_ground = int(Shelter.NONE)
    volley(b, side, target, men, f, targets, officers, True, False, Table.STANDARD, open_ground, tests)


# Combat


def combat(b: Battle, f: int, other: int) -> None:
    """Rounds until one side has lost; then both are dispersed [MI-107, MI-111, MI-115, MI-116, MI-R61]."""
    officers_f = officers_beside(b, f)
    officers_o = officers_beside(b, other)
    rounds = 0
    while True:
        rounds += 1
        emit(b.log, Ev.MELEE, 106, f, other, rounds, 0, 0.0)
        winner = fight_round(b, f, other)
        if b.formations[f].size == 0 or b.formations[other].size == 0:
            winner = who_is_left(b, f, other)
            break
        if winner >= 0:
            break
        emit(b.log, Ev.DRAW, 116, f, other, 0, 0, 0.0)
    wiped_out(b, f, officers_f)
    wiped_out(b, other, officers_o)
    if winner >= 0:
        after_combat(b, winner, other if winner == f else f)
    b.actions = 0


def who_is_left(b: Battle, f: int, other: int) -> int:
    """A side with no men left in the fight has lost; if neither has any, nobody has won [MI-R61]."""
    if b.formations[f].size > 0:
        return f
    return other if b.formations[other].size > 0 else NOBODY


def officers_beside(b: Battle, f: int) -> int:
    """The commanders attached to a formation, a set [MI-R10]."""
    out = 0
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if c.side == b.formations[f].side and alive(c) and attached_to(b, k) == f:
            out |= 1 << k
    return out


def total_of(b: Battle, f: int, other: int) -> int:
    """Two dice, the higher kept, and the modifiers [MI-107, MI-108, MI-109, MI-110]."""
    kept = highest(b.dice, b.rules.combat_dice)
    levels = levels_bonus(b, formation_grade(b, f), formation_grade(b, other))
    officers = officers_bonus(b, f)
    numbers = numbers_bonus(b, f, other)
    total = kept + levels + officers + numbers
    emit_roll(b.log, b.dice, Ev.COMBAT, 107, f, other, kept, total)
    tell_modifier(b, f, 108, levels, Part.LEVELS)
    tell_modifier(b, f, 109, officers, Part.OFFICERS)
    tell_modifier(b, f, 110, numbers, Part.NUMBERS)
    return total


def tell_modifier(b: Battle, f: int, rule: int, value: int, why: int) -> None:
    if value != 0:
        emit(b.log, Ev.COMBAT_SUM, rule, f, NOBODY, value, why, 0.0)


def fight_round(b: Battle, f: int, other: int) -> int:
    """One round: totals, blows, effects; the winner, or nobody on a draw [MI-111, MI-112, MI-R59]."""
    winner = higher_total(b, f, other)
    own_hits = strike(b, f, winner == f)
    foe_hits = strike(b, other, winner == other)
    own_men = members(b, f)
    foe_men = members(b, other)
    n = list_for_later(b, 1 - b.formations[f].side, foe_men, own_men)
    land_blows(b, f, own_men, foe_men, own_hits)
    bring_list(b, n)
    suffer(b, b.formations[other].side, foe_men, n, min(foe_hits, n), Table.STANDARD)
    return winner


def higher_total(b: Battle, f: int, other: int) -> int:
    """Who has the higher total, or nobody: the lower loses [MI-111, MI-116]."""
    own = total_of(b, f, other)
    foe = total_of(b, other, f)
    if own == foe:
        return NOBODY
    return f if own > foe else other


def strike(b: Battle, f: int, won: bool) -> int:
    """A die a man; the winner hits on 3 or more, the loser (and both on a draw) on 5 [MI-112, MI-116]."""
    needed = b.rules.winner_hits if won else b.rules.loser_hits
    hits = at_least(b.dice, combat_men(b, f), needed)
    emit_roll(b.log, b.dice, Ev.STRIKES, 112, f, NOBODY, hits, needed)
    return hits


def land_blows(b: Battle, f: int, men: int, foes: int, hits: int) -> None:
    """Hits on the other side: men in contact first, one hit a man, the rest lost [MI-113, MI-R59]."""
    side = b.formations[f].side
    n = list_targets(b, side, men, foes, 0)
    suffer(b, side, men, n, min(hits, n), Table.STANDARD)


def list_for_later(b: Battle, side: int, men: int, foes: int) -> int:
    """Who is to be hit, in order, as they stand now: both sides strike at once [MI-R59]."""
    n = list_targets(b, side, men, foes, 0)
    for k in range(n):
        b.paper.taken[k] = b.paper.listed[k]
    return n


def bring_list(b: Battle, n: int) -> None:
    for k in range(n):
        b.paper.listed[k] = b.paper.taken[k]


def wiped_out(b: Battle, f: int, officers: int) -> None:
    """The officers of a formation wiped out test like contacted stragglers [MI-R10]."""
    if b.formations[f].size > 0:
        return
    for k in range(b.n_commanders):
        if (officers >> k) % 2 == 1 and alive(b.commanders[k]):
            if not passes_test(b, OFFICER + k, NOBODY, R + 10):
                lose_figure(b, OFFICER + k, Lost.CAPTURED, R + 10)


def after_combat(b: Battle, winner: int, loser: int) -> None:
    """The loser withdraws 8 inches; both are dispersed [MI-114, MI-115, MI-R60]."""
    emit(b.log, Ev.WON, 111, winner, loser, 0, 0, 0.0)
    if b.formations[loser].size > 0:
        x, y = centre_of(b, b.formations[winner].side, members(b, winner))
        wounded_dice(b, loser, members(b, loser))
        retreat(b, loser, x, y, b.rules.beaten, 114)
        disband(b, loser)
    disband(b, winner)


def disband(b: Battle, f: int) -> None:
    """All the men of a unit become stragglers [MI-115]."""
    if b.formations[f].size > 0:
        break_up(b, f, members(b, f), 115, NOBODY)
