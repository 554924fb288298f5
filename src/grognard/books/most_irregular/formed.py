"""The actions of formed units: move, wheel, disperse, reposition, regroup [MI-028]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import in_bands
from ...table.vectors import compass, length, turn_between
from ...values import Order
from .assault import assault
from .decide import decide
from .forced import (
    break_up,
    broken_by_ground,
    close_ranks,
    close_up,
    leave_the_idle,
    lose_figure,
    review,
    wounded_dice,
)
from .leading import bring_along, bring_round, who_leads
from .legality import gap_of_man, is_in_hand
from .manoeuvres import (
    carry_out,
    check_ends,
    enters_breaking,
    movers,
    plan_arc,
    plan_disperse,
    plan_in_circle,
    plan_move,
    unit_circle,
    wheel_enters_breaking,
    wheel_length,
)
from .men import (
    NEAR,
    actors_of,
    centre_of,
    enrol,
    fall_out,
    first_of,
    members,
    present,
    set_size,
    stands,
    wounded_among,
)
from .places import officers_step_aside
from .shooting import fire_unit
from .state import FORMATIONS, NOBODY, Act, AskKind, Battle, Ev, Lost, Off, Phase, R
from .straggling import plan_join

ANY_WAY = 1e3  # what the way costs those who are taken in does not matter: it must only be free


def activate_unit(b: Battle, f: int) -> None:
    """A formed unit takes two actions, or one twice; who acts is marked [MI-016, MI-028, MI-030, MI-R16]."""
    b.phase = Phase.FORMED
    b.unit_used = True
    b.stirred = True
    emit(b.log, Ev.UNIT_ACTIVATED, 23, f, b.commander, 0, 0, 0.0)
    b.activation += 1
    mark_acting(b, f)
    b.actions = b.rules.actions
    b.has_fired = False
    while b.actions > 0 and any_in_hand(b, b.formations[f].side):
        f = part_in_hand(b, f)
        order = decide(b, AskKind.ACTION, b.formations[f].side, f, b.actions)
        if order.kind == Act.DONE:
            break
        f = order.actor
        act(b, order)
    b.actions = 0


def mark_acting(b: Battle, f: int) -> None:
    side = b.formations[f].side
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if b.men[i].formation == f and present(b.men[i]) and b.men[i].acted == 0:
            b.men[i].acted = b.activation


def any_in_hand(b: Battle, side: int) -> bool:
    """Is any man of the activated unit still in a formation [MI-R20]?"""
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        m = b.men[i]
        if present(m) and m.formation >= 0 and m.acted == b.activation:
            return True
    return False


def part_in_hand(b: Battle, f: int) -> int:
    """The unit that acted last, or the first part of it that still stands [MI-R23]."""
    if stands(b, f) and is_in_hand(b, f):
        return f
    for g in range(FORMATIONS):
        if stands(b, g) and b.formations[g].side == b.formations[f].side and is_in_hand(b, g):
            return g
    return f


def act(b: Battle, o: Order) -> None:
    """One action [MI-028]."""
    kind = o.kind
    if kind == Act.FIRE or kind == Act.RAPID:
        fire_unit(b, o)
    elif kind == Act.ASSAULT:
        assault(b, o)
        officers_step_aside(b, 0)
        officers_step_aside(b, 1)
    else:
        b.actions -= 1
        if kind == Act.MOVE:
            move(b, o)
        elif kind == Act.WHEEL:
            wheel(b, o)
        elif kind == Act.DISPERSE:
            disperse(b, o)
        elif kind == Act.REPOSITION:
            reposition(b, o)
        else:
            regroup(b, o)


# Move and wheel


def move(b: Battle, o: Order) -> None:
    """All or a part of the unit goes straight, turns, or both; to turn is also to change column into line.

    [MI-032, MI-035, MI-036, MI-037, MI-038, MI-039]"""
    f = o.actor
    side = b.formations[f].side
    men = movers(b, f, o.how)
    cx, cy = centre_of(b, side, men)
    dx, dy = o.x - cx, o.y - cy
    far = length(dx, dy)
    led = 0
    left = 0
    if far > NEAR:
        led = who_leads(b, f)
        left = wounded_dice(b, f, men)
        men &= ~left
    whole = men == actors_of(b, f)
    breaks = far > NEAR and enters_breaking(b, side, men, dx, dy)
    other = o.other
    if other >= 0 and left != 0 and plan_again(b, f, men, o, other, dx, dy) != 0:
        other = NOBODY  # he who was to touch them was left behind
    if men != 0 and plan_again(b, f, men, o, other, dx, dy) == 0:
        carry_out(b, side, men)
        bring_along(b, led, dx, dy)
        if far > NEAR:
            emit(b.log, Ev.MOVED, 32, f, NOBODY, set_size(men), compass(o.fx, o.fy), far)
        else:
            emit(b.log, Ev.TURNED, 36, f, NOBODY, 0, compass(o.fx, o.fy), 0.0)
        end_move(b, f, men, other, o.fx, o.fy, whole, breaks, left != 0)
    else:
        close_up(b, f)


def plan_again(b: Battle, f: int, men: int, o: Order, other: int, dx: float, dy: float) -> int:
    """The same move of those who do move, without the wounded left behind [MI-082]."""
    cx, cy = centre_of(b, b.formations[f].side, men)
    return plan_move(b, Order(Act.MOVE, f, other, men, cx + dx, cy + dy, o.fx, o.fy))


def end_move(
    b: Battle,
    f: int,
    men: int,
    other: int,
    fx: float,
    fy: float,
    whole: bool,
    breaks: bool,
    closes: bool,
) -> None:
    """Facing, woods, closing up, merging, and who is one unit now [MI-042, MI-R06, MI-R07, MI-R23, MI-R26]."""
    u = b.formations[f]
    side = u.side
    if breaks:
        break_up(b, f, men, 42, broken_by_ground(b, f))
    elif closes:
        close_ranks(b, f, men)
    if not breaks and whole and not stands(b, other):
        u.fx = fx
        u.fy = fy
    if not breaks and stands(b, other) and other != f:
        merge(b, f, men, other)
        review(b, other)
    officers_step_aside(b, side)
    leave_the_idle(b, f)
    review(b, f)
    if not whole and not breaks:
        face_parts(b, side, men, fx, fy)


def face_parts(b: Battle, side: int, men: int, fx: float, fy: float) -> None:
    """Parts that are units of their own now face their own way [MI-R23]."""
    for k in range(b.men_of[side]):
        g = b.men[b.first_man[side] + k].formation
        if (men >> k) % 2 == 1 and g >= 0 and (members(b, g) & ~men) == 0:
            b.formations[g].fx = fx
            b.formations[g].fy = fy


def merge(b: Battle, f: int, men: int, other: int) -> None:
    """The mover declares that his men join another formation [MI-R06]."""
    emit(b.log, Ev.MERGED, R + 6, f, other, set_size(men), 0, 0.0)
    side = b.formations[f].side
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            enrol(b, b.first_man[side] + k, other)


def wheel(b: Battle, o: Order) -> None:
    """The unit turns about an end figure; left behind wounded, he still marks the place [MI-034, MI-R22, MI-R43]."""
    f = o.actor
    u = b.formations[f]
    side = u.side
    men = movers(b, f, o.how)
    led = 0
    left = 0
    if wheel_length(b, f, men, o.other, o.fx, o.fy, o.x) > NEAR:
        led = who_leads(b, f)
        left = wounded_dice(b, f, men)
        men &= ~left
    whole = men == actors_of(b, f)
    breaks = wheel_enters_breaking(b, f, men, o.other, o.fx, o.fy, o.x)
    far = wheel_length(b, f, men, o.other, o.fx, o.fy, o.x)
    px, py = b.men[o.other].x, b.men[o.other].y
    c, s = turn_between(u.fx, u.fy, o.fx, o.fy)
    if men != 0 and plan_arc(b, f, men, o.other, o.fx, o.fy, o.x) == 0 and check_ends(b, side, men) == 0:
        carry_out(b, side, men)
        bring_round(b, led, px, py, c, s, o.fx * o.x, o.fy * o.x)
        emit(b.log, Ev.WHEELED, 34, f, NOBODY, set_size(men), compass(o.fx, o.fy), far)
        end_move(b, f, men, NOBODY, o.fx, o.fy, whole, breaks, left != 0)
    else:
        close_up(b, f)


# Disperse and reposition


def disperse(b: Battle, o: Order) -> None:
    """The men spread out and are stragglers; first or second action, it is the last [MI-043, MI-044, MI-045]."""
    f = o.actor
    side = b.formations[f].side
    men = actors_of(b, f)
    if plan_disperse(b, o) == 0:
        carry_out(b, side, men)
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            fall_out(b, b.first_man[side] + k)
    emit(b.log, Ev.DISPERSED, 43, f, NOBODY, set_size(men), 0, o.x)
    b.actions = 0
    officers_step_aside(b, side)
    leave_the_idle(b, f)
    review(b, f)


def reposition(b: Battle, o: Order) -> None:
    """Another shape inside the circle [MI-046, MI-048, MI-R28, MI-R43]."""
    f = o.actor
    u = b.formations[f]
    led = who_leads(b, f)
    x, y, r = unit_circle(b, f)
    if b.options.reposition_wounded_roll == Off.ON:
        wounded_dice(b, f, actors_of(b, f))
    men = actors_of(b, f)
    files = min(o.other, max(1, set_size(men)))
    again = Order(Act.REPOSITION, f, files, 0, o.x, o.y, o.fx, o.fy)
    if men != 0 and plan_in_circle(b, again, x, y, r) == 0:
        x0, y0 = centre_of(b, u.side, men)
        carry_out(b, u.side, men)
        x1, y1 = centre_of(b, u.side, men)
        bring_along(b, led, x1 - x0, y1 - y0)
        u.fx = o.fx
        u.fy = o.fy
        emit(b.log, Ev.REPOSITIONED, 46, f, NOBODY, files, compass(o.fx, o.fy), 0.0)
    officers_step_aside(b, u.side)
    close_up(b, f)


# Regroup


def regroup(b: Battle, o: Order) -> None:
    """The wounded roll, then stragglers are taken in [MI-117, MI-120, MI-R63]."""
    f = o.actor
    side = b.formations[f].side
    if o.other == 1:
        mend(b, side, wounded_among(b, side, members(b, f)), 117)
        close_up(b, f)
    if b.formations[f].size == 0:
        return
    taken = plan_join(b, near_enough(b, side, o.how, f), side, f, ANY_WAY)
    carry_out(b, side, taken)
    take_in(b, side, taken, f)
    emit(b.log, Ev.REGROUPS, 120, f, NOBODY, set_size(taken), 0, 0.0)


def near_enough(b: Battle, side: int, men: int, f: int) -> int:
    """Of some stragglers those within 4 inches of the unit as it stands now [MI-R63]."""
    out = 0
    for k in range(b.men_of[side]):
        i = b.first_man[side] + k
        if (men >> k) % 2 == 1 and present(b.men[i]) and gap_of_man(b, i, f) <= b.rules.regroup_reach + NEAR:
            out |= 1 << k
    return out


def take_in(b: Battle, side: int, men: int, f: int) -> None:
    """They are of the unit now, and activated [MI-120, MI-R16]."""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            i = b.first_man[side] + k
            enrol(b, i, f)
            if b.men[i].acted == 0:
                b.men[i].acted = b.activation
            emit(b.log, Ev.JOINS, 120, i, f, 0, 0, 0.0)


def mend(b: Battle, side: int, hurt: int, rule: int) -> None:
    """A die for each of the wounded: restored, still wounded, or sent to the rear.

    Nothing else restores a man [MI-084, MI-118, MI-119, MI-138]."""
    n = set_size(hurt)
    if n == 0:
        return
    in_bands(b.dice, n, b.rules.sent_back, b.rules.mends - 1)
    emit_roll(b.log, b.dice, Ev.MENDING, rule, first_of(b, side, hurt), NOBODY, n, 0)
    at = 0
    for k in range(b.men_of[side]):
        if (hurt >> k) % 2 == 1:
            mend_one(b, b.first_man[side] + k, b.dice.rolled[at])
            at += 1


def mend_one(b: Battle, i: int, roll: int) -> None:
    if roll >= b.rules.mends:
        b.men[i].wounded = False
        emit(b.log, Ev.MENDS, 118, i, NOBODY, roll, 0, 0.0)
    elif roll <= b.rules.sent_back:
        lose_figure(b, i, Lost.REAR, 119)
    else:
        emit(b.log, Ev.STAYS_WOUNDED, 119, i, NOBODY, roll, 0, 0.0)
