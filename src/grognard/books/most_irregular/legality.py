"""Whether an order answers an ask by the rules: 0, or the number of the rule that forbids it."""

from __future__ import annotations

from ...battle import refuse
from ...table.arcs import in_arc
from ...values import Ask, Order
from .firing import (
    armed_actors,
    armed_among,
    effective_range,
    eligible_officers,
    eligible_stragglers,
    firers_at,
    man_in_range,
    officers_with,
    sweepers,
    too_far,
    volley_range,
)
from .manoeuvres import is_direction, plan_disperse, plan_move, plan_reposition, plan_wheel
from .men import (
    FAR,
    NEAR,
    alive,
    figures_gap,
    gap_to_formation,
    is_straggler,
    members,
    men_gap,
    present,
    set_size,
    stands,
)
from .places import room_for
from .state import NOBODY, OFFICER, Act, AskKind, Battle, R, StragglerVolleys
from .straggling import (
    check_call,
    check_group,
    check_join,
    plan_attack,
    plan_bail,
    plan_cover,
    plan_gather,
    plan_ranks,
    plan_scurry,
)
from .ways import way_to


def check(b: Battle, ask: Ask, o: Order) -> int:
    """0 if the order is legal, else the rule that forbids it; the measurement is in b.refusal."""
    refuse(b.refusal, 0, 0.0, 0.0, NOBODY)
    kind = ask.kind
    if kind == AskKind.ACTION:
        return check_action(b, ask, o)
    if kind == AskKind.ACTIVATE:
        return check_activate(b, ask, o)
    if kind == AskKind.COMMANDER:
        return check_commander(b, ask, o)
    if kind == AskKind.STEP or kind == AskKind.OFFICER:
        return check_commander_move(b, ask, o)
    if kind == AskKind.REROLL:
        return check_reroll(b, ask, o)
    if kind == AskKind.RUN or kind == AskKind.FALL:
        return check_chosen_men(b, ask, o)
    if kind == AskKind.SUCCESSOR:
        return check_successor(b, ask, o)
    if kind == AskKind.LEAD:
        return yes_or_no(b, ask, o, R + 12)
    if kind == AskKind.REACT:
        return yes_or_no(b, ask, o, 103)
    return yes_or_no(b, ask, o, 96)


def yes_or_no(b: Battle, ask: Ask, o: Order, rule: int) -> int:
    fits = (o.kind == Act.YES or o.kind == Act.NO) and o.actor == ask.actor
    return 0 if fits else refuse(b.refusal, rule, 0.0, 0.0, NOBODY)


# Commanders


def may_command(b: Battle, k: int, side: int) -> bool:
    """A commander who has yet to act [MI-015, MI-R09]."""
    if not 0 <= k < b.n_commanders:
        return False
    c = b.commanders[k]
    return c.side == side and alive(c) and not c.officer_only and not c.acted


def check_commander(b: Battle, ask: Ask, o: Order) -> int:
    """One each time; nobody may pass [MI-014, MI-015, MI-R08]."""
    if o.kind != Act.COMMAND:
        return refuse(b.refusal, R + 8, 0.0, 0.0, NOBODY)
    return 0 if may_command(b, o.actor, ask.side) else refuse(b.refusal, 15, 0.0, 0.0, NOBODY)


def commander_allowance(b: Battle, k: int, dash: bool) -> float:
    """4 inches or a dash of 8, and 4 more on horseback [MI-019, MI-020, MI-022]."""
    far = b.rules.commander_dash if dash else b.rules.commander_move
    return far + (b.rules.mounted_bonus if b.commanders[k].mounted else 0.0)


def check_commander_move(b: Battle, ask: Ask, o: Order) -> int:
    """He stays, moves or dashes; an officer without troops near the one who acts too [MI-017, MI-R09]."""
    idle = Act.STAY if ask.kind == AskKind.STEP else Act.DONE
    if o.kind == idle:
        return 0
    if o.kind != Act.MOVE and o.kind != Act.DASH:
        return refuse(b.refusal, 17, 0.0, 0.0, NOBODY)
    if ask.kind == AskKind.STEP:
        if o.actor != ask.actor:
            return refuse(b.refusal, 17, 0.0, 0.0, NOBODY)
    elif not officer_may_move(b, ask.actor, o.actor):
        return refuse(b.refusal, R + 9, 0.0, b.rules.unit_radius, NOBODY)
    return check_commander_way(b, o.actor, o.x, o.y, o.kind == Act.DASH)


def officer_may_move(b: Battle, k: int, j: int) -> bool:
    """An officer who does not activate troops, within 6 inches of the commander who acts [MI-R09]."""
    if not 0 <= j < b.n_commanders:
        return False
    o = b.commanders[j]
    c = b.commanders[k]
    if o.side != c.side or not alive(o) or not o.officer_only or o.moved:
        return False
    return figures_gap(b, OFFICER + k, OFFICER + j) <= b.rules.unit_radius + NEAR


def check_commander_way(b: Battle, k: int, x: float, y: float, dash: bool) -> int:
    """Any way within his allowance, not into contact with the enemy [MI-019, MI-020, MI-022, MI-R11]."""
    allowed = commander_allowance(b, k, dash)
    cost = way_to(b, OFFICER + k, x, y, NOBODY, 0.0)
    if not cost <= allowed + NEAR:
        dx, dy = x - b.commanders[k].x, y - b.commanders[k].y
        far = dx * dx + dy * dy > allowed * allowed
        rule = 20 if dash else 19
        if b.commanders[k].mounted:
            rule = 22
        return refuse(b.refusal, rule if far else R + 11, cost, allowed, NOBODY)
    if not room_for(b, OFFICER + k, x, y, 0.0):
        return refuse(b.refusal, R + 11, 0.0, 0.0, NOBODY)
    return 0


def check_successor(b: Battle, ask: Ask, o: Order) -> int:
    """An unwounded man of the largest formation, else any straggler [MI-R18]."""
    if o.kind != Act.SUCCEED or not may_succeed(b, ask.side, o.actor):
        return refuse(b.refusal, R + 18, 0.0, 0.0, NOBODY)
    return 0


def largest_formation(b: Battle, side: int) -> int:
    """The formation with most men of those with an unwounded one, or nobody; of equals the first [MI-R18]."""
    best = NOBODY
    for f in range(len(b.formations)):
        u = b.formations[f]
        if u.size > 0 and u.side == side and has_unwounded(b, f):
            if best < 0 or u.size > b.formations[best].size:
                best = f
    return best


def has_unwounded(b: Battle, f: int) -> bool:
    side = b.formations[f].side
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if b.men[i].formation == f and present(b.men[i]) and not b.men[i].wounded:
            return True
    return False


def may_succeed(b: Battle, side: int, i: int) -> bool:
    """An unwounded man of the largest formation, or of one of equals; if none, any straggler [MI-R18]."""
    if not b.first_man[side] <= i < b.first_man[side] + b.men_of[side]:
        return False
    m = b.men[i]
    if not present(m):
        return False
    f = largest_formation(b, side)
    if f >= 0 and m.formation >= 0:
        return b.formations[m.formation].size == b.formations[f].size and not m.wounded
    return f < 0 and is_straggler(m)


# Activating


def check_activate(b: Battle, ask: Ask, o: Order) -> int:
    """What a commander does with his men: a unit, stragglers, or a rally [MI-017, MI-023, MI-024, MI-029]."""
    kind = o.kind
    k = ask.actor
    if kind == Act.DONE:
        return 0
    if kind == Act.UNIT:
        return check_unit(b, k, o.actor)
    if kind == Act.RALLY:
        if b.stirred:
            return refuse(b.refusal, 17, 0.0, 0.0, NOBODY)
        return check_call(b, k, o.how)
    if kind == Act.ATTACK:
        return check_attack(b, ask, o)
    if not Act.SCURRY <= kind <= Act.COVER:
        return refuse(b.refusal, 31, 0.0, 0.0, NOBODY)
    rule = check_group(b, k, o.how)
    if rule != 0:
        return rule
    return check_straggler_action(b, ask.side, o)


def check_straggler_action(b: Battle, side: int, o: Order) -> int:
    """The five actions of stragglers [MI-029]."""
    kind = o.kind
    if kind == Act.SCURRY:
        return plan_scurry(b, o, side)
    if kind == Act.FORM_RANKS:
        return plan_ranks(b, o, side)
    if kind == Act.JOIN:
        return check_join(b, o, side)
    if kind == Act.BAIL:
        return plan_bail(b, o, side)
    if kind == Act.GATHER:
        return plan_gather(b, o, side)
    if kind == Act.COVER:
        return plan_cover(b, o, side)
    return check_volley(b, side, o)


def check_unit(b: Battle, k: int, f: int) -> int:
    """One formed unit within 6 inches, of men not all of whom have acted [MI-016, MI-023, MI-R15]."""
    c = b.commanders[k]
    if not stands(b, f) or b.formations[f].side != c.side:
        return refuse(b.refusal, 31, 0.0, 0.0, NOBODY)
    if b.unit_used:
        return refuse(b.refusal, 23, 0.0, 1.0, NOBODY)
    if fresh_men(b, f) == 0:
        return refuse(b.refusal, 16, 0.0, 0.0, NOBODY)
    gap = gap_to_formation(b, c, f)
    if gap > b.rules.unit_radius + NEAR:
        return refuse(b.refusal, 23, gap, b.rules.unit_radius, NOBODY)
    return 0


def fresh_men(b: Battle, f: int) -> int:
    """How many men of a formation have not been activated this turn [MI-016]."""
    side = b.formations[f].side
    n = 0
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if b.men[i].formation == f and present(b.men[i]) and b.men[i].acted == 0:
            n += 1
    return n


def check_attack(b: Battle, ask: Ask, o: Order) -> int:
    """One straggler against one [MI-128, MI-R66]."""
    first = b.first_man[ask.side]
    if not first <= o.actor < first + b.men_of[ask.side]:
        return refuse(b.refusal, 128, 0.0, 0.0, NOBODY)
    rule = check_group(b, ask.actor, 1 << (o.actor - first))
    return rule if rule != 0 else plan_attack(b, o.actor, o.other)


# Fire


def check_target(b: Battle, side: int, o: Order) -> int:
    """One enemy formation, or stragglers in a direction [MI-049, MI-054, MI-055]."""
    if o.other >= 0:
        if not stands(b, o.other) or b.formations[o.other].side == side:
            return refuse(b.refusal, 54, 0.0, 0.0, NOBODY)
        return 0
    if o.other < NOBODY:
        return refuse(b.refusal, 54, 0.0, 0.0, NOBODY)
    return 0 if is_direction(o.fx, o.fy) else refuse(b.refusal, 55, 0.0, 0.0, NOBODY)


def check_volley(b: Battle, side: int, o: Order) -> int:
    """Stragglers fire as one volley; each must see the target, and for effect be near [MI-129, MI-R17]."""
    if b.volleys > 0 and (b.options.straggler_volleys == StragglerVolleys.ONE or shot_at(b, o.other)):
        return refuse(b.refusal, R + 17, 0.0, 1.0, NOBODY)
    if b.volleys >= len(b.volley_targets):
        return refuse(b.refusal, R + 17, 0.0, 1.0, NOBODY)
    rule = check_target(b, side, o)
    if rule != 0:
        return rule
    if armed_among(b, side, o.how) != o.how:
        return refuse(b.refusal, R + 34, 0.0, 0.0, NOBODY)
    blind = o.how & ~firers_of_volley(b, side, o)
    if blind != 0:
        return refuse(b.refusal, 51, 0.0, 0.0, b.first_man[side] + lowest(blind))
    return check_volley_range(b, side, o)


def lowest(men: int) -> int:
    """The lowest bit of a set."""
    k = 0
    while (men >> k) % 2 == 0:
        k += 1
    return k


def shot_at(b: Battle, target: int) -> bool:
    """Has this commander's volley gone to that target already [MI-R17]?"""
    for n in range(b.volleys):
        if b.volley_targets[n] == target:
            return True
    return False


def firers_of_volley(b: Battle, side: int, o: Order) -> int:
    if o.other >= 0:
        return firers_at(b, NOBODY, o.how, o.other)
    return sweepers(b, side, o.how, o.fx, o.fy)


def targets_of(b: Battle, side: int, men: int, o: Order) -> int:
    """The men who may be hit: all of a formation, or the stragglers in the angle [MI-054, MI-055, MI-R39]."""
    if o.other >= 0:
        return members(b, o.other)
    return eligible_stragglers(b, side, men, o.fx, o.fy)


def officers_of(b: Battle, side: int, men: int, o: Order) -> int:
    """The officers who may be hit, by option [MI-R10]."""
    if o.other >= 0:
        return officers_with(b, o.other)
    return eligible_officers(b, side, men, o.fx, o.fy)


def check_volley_range(b: Battle, side: int, o: Order) -> int:
    """In an effective volley each man has a target within its range [MI-R31, MI-R33]."""
    targets = targets_of(b, side, o.how, o)
    officers = officers_of(b, side, o.how, o)
    reach = effective_range(b, side, o.how)
    far = volley_range(b, side, o.how, targets, officers)
    if too_far(b, reach, far):
        return refuse(b.refusal, R + 33, far, 2.0 * reach, NOBODY)
    if o.kind == Act.HARASS or far > reach + NEAR:
        return 0
    for k in range(b.men_of[side]):
        if (o.how >> k) % 2 == 1 and not man_in_range(b, b.first_man[side] + k, targets, officers, reach):
            return refuse(b.refusal, R + 31, 0.0, reach, b.first_man[side] + k)
    return 0


def formed_firers(b: Battle, f: int, o: Order) -> int:
    """Who fires of a formed unit [MI-051, MI-052, MI-053]."""
    men = armed_actors(b, f)
    if o.other >= 0:
        return firers_at(b, f, men, o.other)
    return sweepers(b, b.formations[f].side, men, o.fx, o.fy)


def check_fire(b: Battle, f: int, o: Order) -> int:
    """A target, somebody who sees it, and in range; no second volley [MI-049, MI-050, MI-051, MI-R19]."""
    side = b.formations[f].side
    rule = check_target(b, side, o)
    if rule != 0:
        return rule
    if b.has_fired:
        return refuse(b.refusal, R + 19, 0.0, 0.0, NOBODY)
    if o.kind == Act.RAPID and b.actions < b.rules.actions:
        return refuse(b.refusal, 50, float(b.actions), float(b.rules.actions), NOBODY)
    if armed_actors(b, f) == 0:
        return refuse(b.refusal, R + 34, 0.0, 0.0, NOBODY)
    men = formed_firers(b, f, o)
    if men == 0:
        return refuse(b.refusal, 51, 0.0, 0.0, NOBODY)
    reach = effective_range(b, side, men)
    far = volley_range(b, side, men, targets_of(b, side, men, o), officers_of(b, side, men, o))
    if far >= FAR:
        return refuse(b.refusal, 55, 0.0, 0.0, NOBODY)
    return refuse(b.refusal, R + 33, far, 2.0 * reach, NOBODY) if too_far(b, reach, far) else 0


# Formed actions


def is_in_hand(b: Battle, f: int) -> bool:
    """Is it the unit that was activated, or a part of it [MI-R23]?"""
    side = b.formations[f].side
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if b.men[i].formation == f and present(b.men[i]) and b.men[i].acted == b.activation:
            return True
    return False


def check_action(b: Battle, ask: Ask, o: Order) -> int:
    """The six actions of a formed unit [MI-028, MI-031]."""
    kind = o.kind
    if kind == Act.DONE:
        return 0
    if not stands(b, o.actor) or b.formations[o.actor].side != ask.side or not is_in_hand(b, o.actor):
        return refuse(b.refusal, R + 23, 0.0, 0.0, NOBODY)
    if kind == Act.MOVE:
        return plan_move(b, o)
    if kind == Act.WHEEL:
        return plan_wheel(b, o)
    if kind == Act.REPOSITION:
        return plan_reposition(b, o)
    if kind == Act.DISPERSE:
        return plan_disperse(b, o)
    if kind == Act.FIRE or kind == Act.RAPID:
        return check_fire(b, o.actor, o)
    if kind == Act.ASSAULT:
        return check_assault(b, o)
    if kind == Act.REGROUP:
        return check_regroup(b, o)
    return refuse(b.refusal, 31, 0.0, 0.0, NOBODY)


def check_assault(b: Battle, o: Order) -> int:
    """A target, and a line within 45 degrees of the facing [MI-091, MI-R21, MI-R49]."""
    u = b.formations[o.actor]
    if not is_direction(o.fx, o.fy):
        return refuse(b.refusal, 91, 0.0, 0.0, NOBODY)
    if o.other >= 0 and (not stands(b, o.other) or b.formations[o.other].side == u.side):
        return refuse(b.refusal, 92, 0.0, 0.0, NOBODY)
    if o.other < NOBODY:
        return refuse(b.refusal, 92, 0.0, 0.0, NOBODY)
    if not in_arc(u.fx, u.fy, o.fx, o.fy, b.rules.assault_cosine):
        return refuse(b.refusal, R + 21, 0.0, b.rules.assault_cone, NOBODY)
    return 0


def check_regroup(b: Battle, o: Order) -> int:
    """The wounded roll or not; stragglers within 4 inches are taken in [MI-117, MI-120, MI-R63]."""
    side = b.formations[o.actor].side
    if not 0 <= o.other <= 1 or not 0 <= o.how < (1 << b.men_of[side]):
        return refuse(b.refusal, 117, 0.0, 0.0, NOBODY)
    for k in range(b.men_of[side]):
        if (o.how >> k) % 2 == 1:
            i = b.first_man[side] + k
            if not is_straggler(b.men[i]):
                return refuse(b.refusal, 120, 0.0, 0.0, i)
            gap = gap_of_man(b, i, o.actor)
            if gap > b.rules.regroup_reach + NEAR:
                return refuse(b.refusal, 120, gap, b.rules.regroup_reach, i)
    return 0


def gap_of_man(b: Battle, i: int, f: int) -> float:
    """From a man to the nearest of a formation."""
    m = b.men[i]
    least = FAR
    for j in range(b.first_man[m.side], b.first_man[m.side] + b.men_of[m.side]):
        if b.men[j].formation == f and present(b.men[j]):
            least = min(least, men_gap(b, m, b.men[j]))
    return least


# Tests and choices


def may_rally(b: Battle, k: int, f: int) -> bool:
    """Any friendly officer within 4 inches of a man of the unit [MI-088, MI-R47]."""
    if not 0 <= k < b.n_commanders:
        return False
    c = b.commanders[k]
    if c.side != b.formations[f].side or not alive(c):
        return False
    return gap_to_formation(b, c, f) <= b.rules.rally_reach + NEAR


def check_reroll(b: Battle, ask: Ask, o: Order) -> int:
    """No, or yes by an officer near enough [MI-088, MI-R47]."""
    if o.kind == Act.NO:
        return 0
    if o.kind == Act.YES and may_rally(b, o.other, ask.actor):
        return 0
    return refuse(b.refusal, 88, 0.0, b.rules.rally_reach, NOBODY)


def check_chosen_men(b: Battle, ask: Ask, o: Order) -> int:
    """Just so many, of those concerned [MI-R46]."""
    wanted = Act.RUN if ask.kind == AskKind.RUN else Act.FALL
    if o.kind != wanted or (o.how & ~b.sought) != 0 or o.how < 0 or set_size(o.how) != ask.other:
        return refuse(b.refusal, R + 46, float(set_size(max(o.how, 0))), float(ask.other), NOBODY)
    return 0
