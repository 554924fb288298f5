"""Fire: the volley, its hits, and being shot at [MI-049, MI-085]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import KEPT, die, highest, in_bands
from ...values import Order
from .decide import decide
from .firing import (
    all_breech,
    effective_range,
    farthest_shot,
    fire_points,
    formation_shelter,
    hits_on_formation,
    hits_on_stragglers,
    list_targets,
    majority_price,
    nearest_firer,
    officers_within,
    threes,
    volley_range,
    within_range,
)
from .forced import close_up, flee, lose_figure, wounded_dice
from .leading import retreat
from .legality import formed_firers, may_rally, officers_of, targets_of
from .men import (
    NEAR,
    alive,
    centre_of,
    commander_gap,
    fall_out,
    figure_xy,
    first_of,
    formation_grade,
    gap_to_formation,
    grade_of,
    half_men,
    is_straggler,
    members,
    present,
    set_size,
)
from .sight import sees, shelter_from
from .state import (
    NOBODY,
    OFFICER,
    Act,
    AskKind,
    Battle,
    Effect,
    Ev,
    GivesGround,
    Lost,
    MixedCover,
    Off,
    On,
    Part,
    R,
    SecondWound,
    Shelter,
    Table,
)

ALONE = -2  # a target that is a body by himself


# The volley


def fire_unit(b: Battle, o: Order) -> None:
    """A formed unit fires, or spends both actions on rapid fire [MI-049, MI-050, MI-R19]."""
    f = o.actor
    side = b.formations[f].side
    men = formed_firers(b, f, o)
    rapid = o.kind == Act.RAPID
    b.has_fired = True
    b.actions -= b.rules.actions if rapid else 1
    aim(b, side, f, men, o, rapid, False, Table.STANDARD)


def aim(b: Battle, side: int, f: int, men: int, o: Order, rapid: bool, harass: bool, table: int) -> None:
    """Some men who see the target fire at it [MI-051, MI-054, MI-055]."""
    targets, officers, shelter, effective, far = lay(b, side, men, o, harass)
    tell_aim(b, side, f, men, o.other, rapid, effective, far)
    volley(b, side, f, men, o.other, targets, officers, effective, rapid, table, shelter, True)


def lay(b: Battle, side: int, men: int, o: Order, harass: bool) -> tuple[int, int, int, bool, float]:
    """Who may be hit, men and officers, their shelter, and whether the fire is effective at its range.

    Both are sets; of stragglers those in range only [MI-059, MI-R31, MI-R32, MI-R33]."""
    targets = targets_of(b, side, men, o)
    officers = officers_of(b, side, men, o)
    reach = effective_range(b, side, men)
    far = volley_range(b, side, men, targets, officers)
    effective = far <= reach + NEAR and not harass
    if o.other < 0:
        most = reach if effective else farthest_shot(b, reach)
        targets = within_range(b, side, men, targets, most)
        officers = officers_within(b, side, men, officers, most)
    shelter = formation_shelter(b, side, men, o.other) if o.other >= 0 else int(Shelter.NONE)
    return targets, officers, shelter, effective, far


def tell_aim(
    b: Battle, side: int, f: int, men: int, target: int, rapid: bool, effective: bool, far: float
) -> None:
    how = first_of(b, side, men) if f < 0 else (1 if rapid else 0)
    emit(b.log, Ev.FIRES, 49, f, target, set_size(men), how, far)
    emit(b.log, Ev.RANGE, 59, f, target, 1 if effective else 0, 0, effective_range(b, side, men))


def volley(
    b: Battle,
    side: int,
    f: int,
    men: int,
    target: int,
    targets: int,
    officers: int,
    effective: bool,
    rapid: bool,
    table: int,
    shelter: int,
    tests: bool,
) -> None:
    """Dice, points, hits, their effect; then the test of a formation, never of stragglers, once a volley.

    The order of the dice is the book's [MI-060, MI-061, MI-085, MI-087, MI-R44, MI-R75]."""
    n = list_targets(b, side, men, targets, officers)
    cause = members(b, f) if f >= 0 else men
    suffer(b, side, cause, n, hits_by_volley(b, side, f, men, target, n, effective, rapid, shelter), table)
    if target >= 0:
        close_up(b, target)
        if tests:
            being_shot_at(b, target, side, cause)


def fire_effect(b: Battle, side: int, f: int, men: int, target: int, effective: bool, rapid: bool) -> int:
    """Two dice, the higher kept, or harassing one; the points they make [MI-060, MI-061, MI-067]."""
    n_dice = b.rules.effective_dice if effective else b.rules.harassing_dice
    kept = highest(b.dice, n_dice)
    emit_roll(b.log, b.dice, Ev.SHOT, 60 if effective else 61, f, target, kept, n_dice)
    tell_points(b, side, men, kept, rapid)
    return fire_points(b, side, men, kept, rapid)


def hits_by_volley(
    b: Battle,
    side: int,
    f: int,
    men: int,
    target: int,
    n: int,
    effective: bool,
    rapid: bool,
    shelter: int,
) -> int:
    """Points into hits, on a formation or on the stragglers listed [MI-068, MI-069, MI-070, MI-R36]."""
    points = fire_effect(b, side, f, men, target, effective, rapid)
    if target >= 0:
        price = b.rules.formation_price[shelter]
        rule = 68 if shelter == Shelter.NONE else 69
        emit(b.log, Ev.PRICE, rule, f, target, price, shelter, 0.0)
        hits = hits_on_formation(b, points, price, n)
    else:
        hits = hits_on_stragglers(b, side, men, points, n)
        tell_prices(b, side, men, n, hits)
    emit(b.log, Ev.POINTS, 67, f, target, points, hits, 0.0)
    return hits


def tell_points(b: Battle, side: int, men: int, kept: int, rapid: bool) -> None:
    """The sum behind the points [MI-062, MI-063, MI-064, MI-065]."""
    if b.log.n >= b.log.room:
        return
    if rapid:
        emit(b.log, Ev.FIRE_SUM, 62, NOBODY, NOBODY, kept * b.rules.rapid_factor, Part.DOUBLED, 0.0)
        if all_breech(b, side, men):
            emit(b.log, Ev.FIRE_SUM, 63, NOBODY, NOBODY, b.rules.breech_bonus, Part.BREECH, 0.0)
    bonus = b.rules.grade_bonus[grade_of(b, side, men)]
    if bonus != 0:
        emit(b.log, Ev.FIRE_SUM, 64, NOBODY, NOBODY, bonus, Part.QUALITY, 0.0)
    if threes(b, side, men) != 0:
        counted = half_men(b, side, men) / 2
        emit(b.log, Ev.FIRE_SUM, 65, NOBODY, NOBODY, threes(b, side, men), Part.THREES, counted)


def tell_prices(b: Battle, side: int, men: int, n: int, hits: int) -> None:
    """What each straggler who is hit costs; by option all cost the same [MI-070, MI-071, MI-072, MI-R37]."""
    if b.log.n >= b.log.room or n == 0:
        return
    if b.options.mixed_cover == MixedCover.MAJORITY:
        emit(b.log, Ev.PRICE, R + 37, NOBODY, NOBODY, majority_price(b, side, men, n), Shelter.NONE, 0.0)
        return
    for k in range(hits):
        h = b.paper.listed[k % n]
        shelter = shelter_from(b, h, nearest_firer(b, side, men, h))
        emit(b.log, Ev.PRICE, 70 + shelter, h, NOBODY, b.rules.straggler_price[shelter], shelter, 0.0)


def suffer(b: Battle, side: int, men: int, n: int, hits: int, table: int) -> None:
    """One die a hit, in order; men who are wounded already are rolled for apart [MI-077, MI-R39]."""
    done = 0
    while done < hits and n > 0:
        run = alike(b, n, done, hits)
        in_bands(b.dice, run, b.rules.shock_up_to[table], b.rules.wound_up_to[table])
        for k in range(run):
            take_hit(b, side, men, b.paper.listed[(done + k) % n], b.dice.rolled[k], table)
        done += run


def alike(b: Battle, n: int, done: int, hits: int) -> int:
    """How many of the next hits fall on figures who are all wounded, or all not; never on one twice."""
    run = 1
    hurt = is_wounded(b, b.paper.listed[done % n])
    while done + run < hits and run < n and run < KEPT:
        if is_wounded(b, b.paper.listed[(done + run) % n]) != hurt:
            break
        run += 1
    return run


def is_wounded(b: Battle, g: int) -> bool:
    return b.commanders[g - OFFICER].wounded if g >= OFFICER else b.men[g].wounded


def effect_of(b: Battle, roll: int, table: int) -> int:
    """Shock, wound or fatal; straggler fire alone has the softer column [MI-077, MI-131, MI-R41]."""
    if roll <= b.rules.shock_up_to[table]:
        return Effect.SHOCK
    return Effect.WOUND if roll <= b.rules.wound_up_to[table] else Effect.FATAL


def take_hit(b: Battle, side: int, men: int, g: int, roll: int, table: int) -> None:
    """What a hit by some of the enemy's men does to a figure [MI-078, MI-080, MI-081]."""
    gone = b.commanders[g - OFFICER].lost if g >= OFFICER else b.men[g].lost
    if gone != Lost.NO:
        return
    effect = effect_of(b, roll, table)
    emit(b.log, Ev.HIT, 131 if table == Table.SKIRMISH else 77, g, NOBODY, roll, effect, 0.0)
    if effect == Effect.SHOCK:
        shock(b, side, men, g)
    elif effect == Effect.WOUND:
        wound(b, g)
    else:
        lose_figure(b, g, Lost.KILLED, 81)


def shock(b: Battle, side: int, men: int, g: int) -> None:
    """He recoils 4 inches from the nearest of the body that did it, a straggler [MI-078, MI-079, MI-R42]."""
    left = NOBODY
    if g < OFFICER:
        left = b.men[g].formation
        fall_out(b, g)
    x, y = figure_xy(b, nearest_firer(b, side, men, g))
    far = flee(b, g, x, y, b.rules.recoil)
    emit(b.log, Ev.RECOILS, 78, g, left, 0, 0, far)


def wound(b: Battle, g: int) -> None:
    """He stays, and is marked; a second wound removes him [MI-080, MI-R40]."""
    if is_wounded(b, g):
        if b.options.second_wound == SecondWound.REMOVED:
            lose_figure(b, g, Lost.SECOND_WOUND, R + 40)
        return
    if g >= OFFICER:
        b.commanders[g - OFFICER].wounded = True
    else:
        b.men[g].wounded = True
    emit(b.log, Ev.WOUNDED, 80, g, NOBODY, 0, 0, 0.0)


# Being shot at


def being_shot_at(b: Battle, f: int, side: int, men: int) -> None:
    """A formed unit of two men or more tests on one die, hits or none [MI-085, MI-R03, MI-R44]."""
    if b.formations[f].size < 2:
        return
    target = b.rules.target[formation_grade(b, f)]
    test_unit(b, f, target, 85)
    if b.test_die < target:
        rally_under_fire(b, f, target)
    if b.test_die >= target:
        emit(b.log, Ev.HOLDS, 85, f, NOBODY, 0, 0, 0.0)
    else:
        give_ground(b, f, side, men, target - b.test_die)


def test_unit(b: Battle, f: int, target: int, rule: int) -> None:
    """One die, the test in hand; an earlier one is forgotten [MI-085, MI-089]."""
    b.test_die = 0
    b.test_die = die(b.dice)
    emit(b.log, Ev.TESTS, rule, f, NOBODY, b.test_die, target, 0.0)


def rally_under_fire(b: Battle, f: int, target: int) -> None:
    """The second roll stands, even if it is worse; the officer is at risk [MI-088, MI-089, MI-090, MI-R48]."""
    if not any_officer_near(b, f):
        return
    order = decide(b, AskKind.REROLL, b.formations[f].side, f, b.test_die)
    if order.kind != Act.YES:
        return
    k = order.other
    emit(b.log, Ev.RALLIES, 88, k, f, 0, 0, 0.0)
    if b.options.snipe_before_reroll == Off.ON:
        snipe(b, k, 90)
        if not alive(b.commanders[k]):
            return
    test_unit(b, f, target, 89)
    if b.options.snipe_before_reroll == Off.OFF:
        snipe(b, k, 90)


def any_officer_near(b: Battle, f: int) -> bool:
    for k in range(b.n_commanders):
        if may_rally(b, k, f):
            return True
    return False


def in_snipe_range(b: Battle, k: int, i: int) -> bool:
    """Is an officer within 10 inches of a man's formation, or within 16 of the straggler [MI-090]?"""
    c = b.commanders[k]
    m = b.men[i]
    if is_straggler(m):
        return commander_gap(b, c, m) <= b.rules.snipe_straggler + NEAR
    return gap_to_formation(b, c, m.formation) <= b.rules.snipe_formation + NEAR


def sniper_at(b: Battle, k: int) -> int:
    """An enemy who endangers an officer: in range, alone or with his formation, and in sight [MI-R48]."""
    c = b.commanders[k]
    foe = 1 - c.side
    for i in range(b.first_man[foe], b.first_man[foe] + b.men_of[foe]):
        if present(b.men[i]) and in_snipe_range(b, k, i):
            if b.options.snipe_needs_los == On.OFF or sees(b, i, OFFICER + k, ALONE, c.side):
                return i
    return NOBODY


def snipe(b: Battle, k: int, rule: int) -> None:
    """One die in all; a 6 kills the officer [MI-090, MI-R13, MI-R48]."""
    sniper = sniper_at(b, k)
    if sniper < 0:
        return
    roll = die(b.dice)
    dead = roll >= b.rules.snipe_kills
    emit(b.log, Ev.SNIPED_AT, rule, k, sniper, roll, 1 if dead else 0, 0.0)
    if dead:
        lose_figure(b, OFFICER + k, Lost.SNIPED, rule)


def give_ground(b: Battle, f: int, side: int, men: int, short: int) -> None:
    """One man a point withdraws 4 inches and is a straggler; by option the unit too [MI-086, MI-R45, MI-R46]."""
    n = min(short, b.formations[f].size)
    emit(b.log, Ev.GIVES_GROUND, 86, f, NOBODY, n, 0, 0.0)
    runners = who_runs(b, f, n)
    run_away(b, f, runners, side, men, b.rules.withdraw, 86)
    if b.options.gives_ground == GivesGround.UNIT_4IN and b.formations[f].size > 1:
        wounded_dice(b, f, members(b, f))
        x, y = centre_of(b, side, men)
        retreat(b, f, x, y, b.rules.withdraw, R + 45)
    close_up(b, f)


def who_runs(b: Battle, f: int, n: int) -> int:
    """The owner chooses among the unit's men, a set [MI-R46]."""
    men = members(b, f)
    if n >= b.formations[f].size or n == 0:
        return men if n > 0 else 0
    b.sought = men
    return decide(b, AskKind.RUN, b.formations[f].side, f, n).how


def run_away(b: Battle, f: int, runners: int, side: int, men: int, far: float, rule: int) -> None:
    """Men who run are stragglers, away from the nearest of those who caused it [MI-086, MI-101, MI-R42]."""
    own = b.formations[f].side
    for k in range(b.men_of[own]):
        if (runners >> k) % 2 == 1:
            i = b.first_man[own] + k
            fall_out(b, i)
            x, y = figure_xy(b, nearest_firer(b, side, men, i))
            gone = flee(b, i, x, y, far)
            emit(b.log, Ev.RECOILS, rule, i, f, 0, 0, gone)
