"""The general who plays at random: any order that check lets pass."""

from __future__ import annotations

from ...battle import plain, with_how
from ...dice import Dice, die
from ...table.vectors import length
from ...values import Ask, Order
from .legality import check, first_place, influence_limit
from .state import NOBODY, Act, Arm, AskKind, Battle, Formation, GeneralQuality, Pace
from .units import on_table, rate

TRIES = 12


def at_random(b: Battle, ask: Ask) -> Order:
    """After enough tries, the order that is always allowed."""
    for _ in range(TRIES):
        order = fancy(b, ask)
        if check(b, ask, order) == 0:
            return order
    return certain(b, ask)


def coin(d: Dice, one: int, other: int) -> int:
    return one if die(d, 2) == 1 else other


def fancy(b: Battle, ask: Ask) -> Order:
    """Something that comes to mind."""
    w = b.whim
    kind = ask.kind
    if kind == AskKind.MOVE:
        return fancy_move(b, ask.side)
    if kind == AskKind.TARGET:
        return plain(Act.FIRE, ask.actor, die(w, b.n_units) - 1)
    if kind == AskKind.CHARGE:
        return plain(Act.CHARGE, die(w, b.n_units) - 1, die(w, b.n_units) - 1)
    if kind == AskKind.GENERAL:
        return fancy_general(b)
    if kind == AskKind.INITIATIVE:
        return plain(coin(w, Act.FIRST, Act.SECOND), NOBODY, NOBODY)
    if kind == AskKind.RALLY:
        return plain(Act.RALLY, die(w, b.n_units) - 1, NOBODY)
    if kind == AskKind.INFLUENCE:
        return fancy_influence(b, ask)
    if kind == AskKind.DEPLOY:
        return fancy_deployment(b, ask.side)
    return fancy_word(b, ask)


def fancy_word(b: Battle, ask: Ask) -> Order:
    """The asks that want a word or a number."""
    w = b.whim
    kind = ask.kind
    if kind == AskKind.ANSWER:
        return plain(coin(w, Act.COUNTER, Act.STAND), ask.actor, ask.other)
    if kind == AskKind.SHELTER:
        if die(w, 2) == 1:
            return plain(Act.NO, ask.actor, NOBODY)
        return plain(Act.SHELTER, ask.actor, die(w, b.n_units) - 1)
    if kind == AskKind.STRIKE:
        return plain(Act.STRIKE, ask.actor, die(w, b.n_units) - 1)
    if kind == AskKind.REROLL:
        return with_how(Act.REROLL, ask.actor, NOBODY, die(w, 6))
    if kind == AskKind.MELEE_ORDER:
        return with_how(Act.MELEE, NOBODY, NOBODY, die(w, b.n_melees) - 1)
    if kind == AskKind.RETREAT:
        full = rate(b, b.units[ask.actor])
        return Order(
            Act.RETREAT, ask.actor, NOBODY, 0, full * (0.5 + die(w, 101) / 202.0 - 0.0049), 0.0, 0.0, 0.0
        )
    if kind == AskKind.FACE:
        fx, fy = fancy_direction(w)
        return Order(Act.FACE, ask.actor, NOBODY, 0, 0.0, 0.0, fx, fy)
    return plain(coin(w, Act.YES, Act.NO), ask.actor, ask.other)


def fancy_direction(w: Dice) -> tuple[float, float]:
    dx = die(w, 201) - 101.0
    dy = die(w, 201) - 101.0
    d = length(dx, dy)
    if d == 0.0:
        return 0.0, 1.0
    return dx / d, dy / d


def fancy_move(b: Battle, side: int) -> Order:
    """Some unit, some kind of move, some way."""
    w = b.whim
    if die(w, 24) == 1:
        return plain(Act.DONE, NOBODY, NOBODY)
    i = die(w, b.n_units) - 1
    u = b.units[i]
    if u.side != side or not on_table(u):
        return plain(Act.MOVE, NOBODY, NOBODY)
    fx, fy = fancy_direction(w)
    step = rate(b, u) * die(w, 20) / 20.0
    what = die(w, 10)
    if u.building >= 0:
        return fancy_exit(b, i, fx, fy)
    if what <= 5:
        return Order(Act.MOVE, i, NOBODY, 0, u.x + fx * step, u.y + fy * step, fx, fy)
    if what <= 7:
        gx, gy = fancy_direction(w)
        return Order(Act.HALF_MOVE, i, NOBODY, 0, u.x + gx * step * 0.4, u.y + gy * step * 0.4, fx, fy)
    if what <= 9:
        half = step * coin(w, 0, 1) * 0.5
        return Order(Act.FORM, i, 0, die(w, 6) - 1, u.x + fx * half, u.y + fy * half, fx, fy)
    return plain(Act.ENTER, i, die(w, max(1, b.ground.n)) - 1)


def fancy_exit(b: Battle, i: int, fx: float, fy: float) -> Order:
    u = b.units[i]
    out = (u.width + u.depth) / 2.0 + 0.1
    return Order(Act.LEAVE, i, 0, die(b.whim, 4) - 1, u.x + fx * out, u.y + fy * out, fx, fy)


def fancy_general(b: Battle) -> Order:
    w = b.whim
    k = die(w, max(1, b.n_leaders)) - 1
    g = b.leaders[k]
    what = die(w, 6)
    if what == 1:
        return plain(Act.DONE, NOBODY, NOBODY)
    if what <= 3:
        return plain(Act.ATTACH, k, die(w, b.n_units) - 1)
    fx, fy = fancy_direction(w)
    step = b.rules.rate[Pace.GENERAL] * die(w, 20) / 20.0
    return Order(Act.MOVE, k, NOBODY, 0, g.x + fx * step, g.y + fy * step, fx, fy)


def fancy_influence(b: Battle, ask: Ask) -> Order:
    most = influence_limit(b, ask.actor)
    how = die(b.whim, 2 * most + 1) - 1 - most
    if b.options.general_quality == GeneralQuality.RATED:
        how = coin(b.whim, 0, min(most, max(-most, b.leaders[ask.other].rating)))
    return with_how(Act.INFLUENCE, ask.actor, ask.other, how)


def fancy_deployment(b: Battle, side: int) -> Order:
    w = b.whim
    i = die(w, b.n_units) - 1
    u = b.units[i]
    x = b.ground.width * die(w, 1000) / 1000.0
    depth = b.rules.deployment_depth * die(w, 100) / 100.0
    y = depth if side == 0 else b.ground.depth - depth
    how = Formation.BATTERY if u.arm == Arm.ARTILLERY else die(w, 6) - 1
    return Order(Act.DEPLOY, i, NOBODY, how, x, y, 0.0, 1.0 if side == 0 else -1.0)


def certain(b: Battle, ask: Ask) -> Order:
    """The order that is always allowed."""
    kind = ask.kind
    if kind == AskKind.MOVE or kind == AskKind.CHARGE or kind == AskKind.GENERAL:
        return plain(Act.DONE, NOBODY, NOBODY)
    if kind == AskKind.TARGET:
        return plain(Act.HOLD, ask.actor, NOBODY)
    if kind == AskKind.INFLUENCE:
        return with_how(Act.INFLUENCE, ask.actor, ask.other, 0)
    if kind == AskKind.FACE:
        u = b.units[ask.actor]
        return Order(Act.FACE, ask.actor, NOBODY, 0, 0.0, 0.0, u.fx, u.fy)
    if kind == AskKind.RETREAT:
        return Order(Act.RETREAT, ask.actor, NOBODY, 0, rate(b, b.units[ask.actor]), 0.0, 0.0, 0.0)
    if kind == AskKind.RALLY or kind == AskKind.STRIKE or kind == AskKind.MELEE_ORDER:
        return first_allowed(b, ask)
    if kind == AskKind.DEPLOY:
        return first_place(b, ask.side)
    return plain(Act.STAND if kind == AskKind.ANSWER else Act.NO, ask.actor, ask.other)


def first_allowed(b: Battle, ask: Ask) -> Order:
    """Down the list: the first unit, foe or melee that check lets pass."""
    for n in range(b.n_units):
        order = plain(Act.RALLY, n, NOBODY)
        if ask.kind == AskKind.STRIKE:
            order = plain(Act.STRIKE, ask.actor, n)
        elif ask.kind == AskKind.MELEE_ORDER:
            order = with_how(Act.MELEE, NOBODY, NOBODY, n)
        if check(b, ask, order) == 0:
            return order
    return plain(Act.DONE, NOBODY, NOBODY)
