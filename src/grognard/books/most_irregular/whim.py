"""The general who plays at random: any order that check lets pass."""

from __future__ import annotations

from ...battle import plain, with_how
from ...dice import Dice, die
from ...table.vectors import length
from ...values import Ask, Order
from .firing import armed_among
from .legality import check, commander_allowance, is_in_hand, may_command, may_succeed
from .manoeuvres import movers, unit_circle
from .men import actors_of, centre_of, first_of, is_straggler, members, set_size, stands
from .state import FORMATIONS, NOBODY, OFFICER, Act, AskKind, Battle
from .straggling import may_be_called, ready_stragglers

TRIES = 8


def at_random(b: Battle, ask: Ask) -> Order:
    """After enough tries, the order that is always allowed."""
    for _ in range(TRIES):
        order = fancy(b, ask)
        if check(b, ask, order) == 0:
            return order
    return certain(b, ask)


def coin(d: Dice, one: int, other: int) -> int:
    return one if die(d, 2) == 1 else other


def fancy_direction(w: Dice) -> tuple[float, float]:
    dx = die(w, 201) - 101.0
    dy = die(w, 201) - 101.0
    d = length(dx, dy)
    if d == 0.0:
        return 0.0, 1.0
    return dx / d, dy / d


def some_of(b: Battle, side: int, men: int) -> int:
    """A handful of some men, at least one of them; more often than not all."""
    if die(b.whim, 2) == 1:
        return men
    out = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and die(b.whim, 2) == 1:
            out |= 1 << k
    return out if out != 0 else men


def fancy(b: Battle, ask: Ask) -> Order:
    """Something that comes to mind."""
    kind = ask.kind
    if kind == AskKind.ACTION:
        return fancy_action(b, ask)
    if kind == AskKind.ACTIVATE:
        return fancy_activation(b, ask)
    if kind == AskKind.COMMANDER:
        return plain(Act.COMMAND, die(b.whim, b.n_commanders) - 1, NOBODY)
    if kind == AskKind.STEP or kind == AskKind.OFFICER:
        return fancy_step(b, ask)
    if kind == AskKind.REROLL:
        if die(b.whim, 3) == 1:
            return plain(Act.NO, ask.actor, NOBODY)
        return plain(Act.YES, ask.actor, die(b.whim, b.n_commanders) - 1)
    if kind == AskKind.RUN or kind == AskKind.FALL:
        return with_how(Act.RUN if kind == AskKind.RUN else Act.FALL, ask.actor, NOBODY, any_men(b, ask))
    if kind == AskKind.SUCCESSOR:
        return plain(Act.SUCCEED, b.first_man[ask.side] + die(b.whim, b.men_of[ask.side]) - 1, NOBODY)
    return plain(coin(b.whim, Act.YES, Act.NO), ask.actor, ask.other)


def any_men(b: Battle, ask: Ask) -> int:
    """As many as are asked for, of those concerned, drawn by lot."""
    left = b.sought
    out = 0
    for _ in range(ask.other):
        n = die(b.whim, max(1, set_size(left)))
        for k in range(b.men_of[ask.side]):
            if (left >> k) % 2 == 1:
                n -= 1
                if n == 0:
                    out |= 1 << k
        left &= ~out
    return out


def fancy_step(b: Battle, ask: Ask) -> Order:
    """A commander rides or runs somewhere, or stays."""
    w = b.whim
    k = ask.actor
    idle = Act.STAY
    if ask.kind == AskKind.OFFICER:
        k = die(w, b.n_commanders) - 1
        idle = Act.DONE
    what = die(w, 6)
    if what == 1:
        return plain(idle, k, NOBODY)
    kind = Act.DASH if what == 2 else Act.MOVE
    fx, fy = fancy_direction(w)
    far = commander_allowance(b, k, kind == Act.DASH) * die(w, 20) / 20.0
    c = b.commanders[k]
    return Order(kind, k, NOBODY, 0, c.x + fx * far, c.y + fy * far, 0.0, 0.0)


def some_formation(b: Battle, side: int) -> int:
    """A formation of a side, by lot, or nobody."""
    n = 0
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == side:
            n += 1
    if n == 0:
        return NOBODY
    n = die(b.whim, n)
    for f in range(FORMATIONS):
        if stands(b, f) and b.formations[f].side == side:
            n -= 1
            if n == 0:
                return f
    return NOBODY


def some_enemy(b: Battle, side: int) -> int:
    """An enemy straggler or officer, by lot, or nobody."""
    foe = 1 - side
    if die(b.whim, 8) == 1:
        return OFFICER + die(b.whim, b.n_commanders) - 1
    start = die(b.whim, b.men_of[foe]) - 1
    for n in range(b.men_of[foe]):
        i = b.first_man[foe] + (start + n) % b.men_of[foe]
        if is_straggler(b.men[i]):
            return i
    return NOBODY


def towards(b: Battle, x: float, y: float, g: int) -> tuple[float, float]:
    """The direction of a man, from a place; anywhere if there is none."""
    if g < 0 or g >= OFFICER:
        return fancy_direction(b.whim)
    d = length(b.men[g].x - x, b.men[g].y - y)
    if d == 0.0:
        return 0.0, 1.0
    return (b.men[g].x - x) / d, (b.men[g].y - y) / d


def fancy_action(b: Battle, ask: Ask) -> Order:
    """Some action of the unit in hand, or of a part of it."""
    w = b.whim
    f = unit_in_hand(b, ask)
    u = b.formations[f]
    what = die(w, 20)
    if what <= 6:
        return fancy_move(b, f)
    if what <= 11:
        return fancy_fire(b, f, ask.side)
    if what <= 14:
        return fancy_assault(b, f, ask.side)
    fx, fy = fancy_direction(w)
    if what == 15:
        cx, cy, _ = unit_circle(b, f)
        return Order(Act.REPOSITION, f, die(w, u.size), 0, cx + u.fx * 0.3, cy + u.fy * 0.3, u.fx, u.fy)
    if what == 16:
        return Order(Act.DISPERSE, f, NOBODY, 0, 0.5 + die(w, 20) / 10.0, 0.0, 0.0, 0.0)
    if what == 17:
        pivot = first_of(b, ask.side, actors_of(b, f))
        return Order(Act.WHEEL, f, pivot, 0, 0.0, 0.0, fx, fy)
    if what <= 19:
        return with_how(Act.REGROUP, f, coin(w, 0, 1), stragglers_near(b, f))
    return plain(Act.DONE, f, NOBODY)


def unit_in_hand(b: Battle, ask: Ask) -> int:
    """The unit that acts, or a part of it."""
    f = ask.actor
    if stands(b, f) and is_in_hand(b, f):
        return f
    for g in range(FORMATIONS):
        if stands(b, g) and b.formations[g].side == ask.side and is_in_hand(b, g):
            return g
    return f


def stragglers_near(b: Battle, f: int) -> int:
    """Some of the stragglers by the unit: those within a few inches of its centre."""
    u = b.formations[f]
    x, y = centre_of(b, u.side, members(b, f))
    out = 0
    for k in range(b.men_of[u.side]):
        m = b.men[b.first_man[u.side] + k]
        if is_straggler(m) and length(m.x - x, m.y - y) <= b.rules.regroup_reach:
            out |= 1 << k
    return out


def fancy_move(b: Battle, f: int) -> Order:
    w = b.whim
    u = b.formations[f]
    how = 0
    if die(w, 6) == 1:
        how = some_of(b, u.side, actors_of(b, f))
    cx, cy = centre_of(b, u.side, movers(b, f, how))
    fx, fy = fancy_direction(w)
    far = b.rules.move * (die(w, 21) - 1) / 20.0
    other = NOBODY
    if die(w, 8) == 1:
        other = some_formation(b, u.side)
    return Order(Act.MOVE, f, other, how, cx + fx * far, cy + fy * far, fx, fy)


def fancy_fire(b: Battle, f: int, side: int) -> Order:
    kind = Act.RAPID if b.actions > 1 and die(b.whim, 2) == 1 else Act.FIRE
    if die(b.whim, 3) > 1:
        target = some_formation(b, 1 - side)
        if target >= 0:
            return plain(kind, f, target)
    x, y = centre_of(b, side, members(b, f))
    fx, fy = towards(b, x, y, some_enemy(b, side))
    return Order(kind, f, NOBODY, 0, 0.0, 0.0, fx, fy)


def fancy_assault(b: Battle, f: int, side: int) -> Order:
    u = b.formations[f]
    if die(b.whim, 2) == 1:
        target = some_formation(b, 1 - side)
        if target >= 0:
            x, y = centre_of(b, side, members(b, f))
            fx, fy = towards(b, x, y, first_of(b, 1 - side, members(b, target)))
            return Order(Act.ASSAULT, f, target, 0, 0.0, 0.0, fx, fy)
    return Order(Act.ASSAULT, f, NOBODY, 0, 0.0, 0.0, u.fx, u.fy)


def fancy_activation(b: Battle, ask: Ask) -> Order:
    """A unit, a group of stragglers, a call, or enough."""
    w = b.whim
    side = ask.side
    ready = ready_stragglers(b, ask.actor)
    what = die(w, 20)
    if what <= 7 and not b.unit_used:
        return plain(Act.UNIT, some_formation(b, side), NOBODY)
    if what == 8 and not b.stirred:
        return with_how(Act.RALLY, ask.actor, NOBODY, callable_men(b, ask.actor))
    if what == 9 or ready == 0:
        return plain(Act.DONE, ask.actor, NOBODY)
    return fancy_group(b, side, some_of(b, side, ready))


def callable_men(b: Battle, k: int) -> int:
    side = b.commanders[k].side
    out = 0
    for n in range(b.men_of[side]):
        if may_be_called(b, k, b.first_man[side] + n):
            out |= 1 << n
    return out


def fancy_group(b: Battle, side: int, men: int) -> Order:
    """Some action of some stragglers."""
    w = b.whim
    cx, cy = centre_of(b, side, men)
    fx, fy = fancy_direction(w)
    what = die(w, 12)
    if what <= 3:
        far = b.rules.scurry * die(w, 20) / 20.0
        spread = (die(w, 5) - 3) * 0.2
        return Order(Act.SCURRY, NOBODY, NOBODY, men, fx * far, fy * far, spread, 0.0)
    if what == 4:
        return Order(Act.FORM_RANKS, NOBODY, die(w, max(1, set_size(men))), men, cx, cy, fx, fy)
    if what == 5:
        return with_how(Act.JOIN, NOBODY, some_formation(b, side), men)
    if what <= 8:
        return fancy_volley(b, side, armed_among(b, side, men))
    if what == 9:
        return plain(Act.ATTACK, first_of(b, side, men), some_enemy(b, side))
    if what == 10:
        far = b.rules.bail * die(w, 20) / 20.0
        return Order(Act.BAIL, NOBODY, NOBODY, men, b.home_x[side] * far, b.home_y[side] * far, 0.0, 0.0)
    return with_how(Act.GATHER if what == 11 else Act.COVER, NOBODY, coin(w, 0, 1), men)


def fancy_volley(b: Battle, side: int, men: int) -> Order:
    """One man's shot, or all of them."""
    if men != 0 and die(b.whim, 2) == 1:
        men = 1 << (first_of(b, side, men) - b.first_man[side])
    kind = coin(b.whim, Act.SKIRMISH, Act.HARASS)
    if die(b.whim, 2) == 1:
        target = some_formation(b, 1 - side)
        if target >= 0:
            return with_how(kind, NOBODY, target, men)
    x, y = centre_of(b, side, men)
    fx, fy = towards(b, x, y, some_enemy(b, side))
    return Order(kind, NOBODY, NOBODY, men, 0.0, 0.0, fx, fy)


def certain(b: Battle, ask: Ask) -> Order:
    """The order that is always allowed."""
    kind = ask.kind
    if kind == AskKind.COMMANDER:
        for k in range(b.n_commanders):
            if may_command(b, k, ask.side):
                return plain(Act.COMMAND, k, NOBODY)
    if kind == AskKind.STEP:
        return plain(Act.STAY, ask.actor, NOBODY)
    if kind == AskKind.OFFICER or kind == AskKind.ACTIVATE or kind == AskKind.ACTION:
        return plain(Act.DONE, ask.actor, NOBODY)
    if kind == AskKind.RUN or kind == AskKind.FALL:
        return with_how(Act.RUN if kind == AskKind.RUN else Act.FALL, ask.actor, NOBODY, first_men(b, ask))
    if kind == AskKind.SUCCESSOR:
        for i in range(b.first_man[ask.side], b.first_man[ask.side] + b.men_of[ask.side]):
            if may_succeed(b, ask.side, i):
                return plain(Act.SUCCEED, i, NOBODY)
    return plain(Act.NO, ask.actor, ask.other)


def first_men(b: Battle, ask: Ask) -> int:
    """As many as are asked for, from the first on."""
    out = 0
    n = 0
    for k in range(b.men_of[ask.side]):
        if (b.sought >> k) % 2 == 1 and n < ask.other:
            out |= 1 << k
            n += 1
    return out
