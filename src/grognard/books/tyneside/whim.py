"""The general who plays at random: any order that check lets pass."""

from __future__ import annotations

from ...battle import plain, with_how
from ...dice import Dice, die
from ...table.vectors import length
from ...values import Ask, Order
from .figures import centre, first, is_mounted, stands, strength
from .legality import check
from .plans import facing_of
from .state import NOBODY, Act, AskKind, Battle, Gait
from .status import is_commanded
from .ways import allowance

TRIES = 8


def at_random(b: Battle, ask: Ask) -> Order:
    """After enough tries, the order that is always allowed."""
    for _ in range(TRIES):
        order = fancy(b, ask)
        if check(b, ask, order) == 0:
            return order
    return certain(b, ask)


def certain(b: Battle, ask: Ask) -> Order:
    """What every ask of its kind allows."""
    if ask.kind == AskKind.DECLARE:
        return plain(Act.NO, ask.actor, NOBODY)
    if ask.kind == AskKind.FOLLOW:
        return plain(Act.STAY, ask.actor, NOBODY)
    if ask.kind == AskKind.VICTIM:
        return plain(Act.STRIKE, ask.actor, usual_victim(b, ask.actor, ask.other))
    return plain(Act.DONE, NOBODY, NOBODY)


def usual_victim(b: Battle, i: int, kill: int) -> int:
    """For a wound one who is wounded already, for a kill one who is not; else the first [TY-R70]."""
    found = NOBODY
    for j in range(b.n_figures):
        h = b.figures[j]
        if h.match == b.figures[i].match and h.side != b.figures[i].side and h.lost == 0 and not h.supports:
            if found < 0 or (h.wounded != b.figures[found].wounded and h.wounded == (kill == 0)):
                found = j
    return found


def coin(d: Dice, one: int, other: int) -> int:
    return one if die(d, 2) == 1 else other


def fancy_direction(w: Dice) -> tuple[float, float]:
    dx = die(w, 201) - 101.0
    dy = die(w, 201) - 101.0
    d = length(dx, dy)
    return (dx / d, dy / d) if d > 0.0 else (0.0, 1.0)


def any_group(b: Battle, side: int, commanded: bool) -> int:
    """A group of a side that is on the table, by lot; nobody if there is none."""
    n = 0
    for g in range(b.n_groups):
        n += counts(b, g, side, commanded)
    if n == 0:
        return NOBODY
    left = die(b.whim, n)
    for g in range(b.n_groups):
        left -= counts(b, g, side, commanded)
        if left == 0:
            return g
    return NOBODY


def counts(b: Battle, g: int, side: int, commanded: bool) -> int:
    return int(b.groups[g].side == side and stands(b, g) and (not commanded or is_commanded(b, g)))


def fancy(b: Battle, ask: Ask) -> Order:
    """Something that comes to mind."""
    w = b.whim
    if ask.kind == AskKind.DECLARE:
        return plain(coin(w, Act.YES, Act.NO), ask.actor, NOBODY)
    if ask.kind == AskKind.SPEND:
        return with_how(Act.ACTIVATE, ask.actor, any_group(b, ask.side, False), 0)
    if ask.kind == AskKind.MOVE:
        return fancy_move(b, ask.side)
    if ask.kind == AskKind.SHOOT:
        return plain(Act.FIRE, any_group(b, ask.side, True), any_group(b, 1 - ask.side, False))
    if ask.kind == AskKind.FOLLOW:
        return plain(coin(w, Act.FOLLOW_UP, Act.STAY), ask.actor, NOBODY)
    return plain(Act.STRIKE, ask.actor, usual_victim(b, ask.actor, die(w, 2) - 1))


def fancy_move(b: Battle, side: int) -> Order:
    """A move, a charge, a change of shape, something with a gun."""
    w = b.whim
    g = any_group(b, side, True)
    if g < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    kind = die(w, 12)
    if kind <= 5:
        return fancy_march(b, g)
    if kind == 6:
        return with_how(Act.CHARGE, g, any_group(b, 1 - side, False), die(w, 3))
    if kind == 7:
        return fancy_form(b, g)
    if kind == 8:
        return plain(coin(w, Act.HOLD, Act.TAKE_COVER), g, NOBODY)
    if kind == 9:
        return plain(Act.SQUARE + die(w, 5) - 1, g, NOBODY)
    if kind == 10:
        return plain(Act.JOIN, g, any_group(b, side, False))
    return fancy_engine(b, g, kind)


def fancy_march(b: Battle, g: int) -> Order:
    w = b.whim
    x, y = centre(b, g)
    dx, dy = fancy_direction(w)
    gait = die(w, 3) if is_mounted(b, g) else Gait.WALK
    far = allowance(b, first(b, g), gait) * die(w, 20) / 20
    fx, fy = (dx, dy) if die(w, 3) > 1 else facing_of(b, g)
    return Order(Act.MARCH, g, NOBODY, gait, x + dx * far, y + dy * far, fx, fy)


def fancy_form(b: Battle, g: int) -> Order:
    w = b.whim
    x, y = centre(b, g)
    fx, fy = facing_of(b, g)
    return Order(
        Act.FORM, g, die(w, strength(b, g)), Gait.WALK, x + die(w, 7) - 4.0, y + die(w, 7) - 4.0, fx, fy
    )


def fancy_engine(b: Battle, g: int, kind: int) -> Order:
    """Something with a gun or a wagon, or a man by himself."""
    w = b.whim
    dx, dy = fancy_direction(w)
    if kind == 11:
        f = b.figures[first(b, g)]
        return Order(Act.STEP, first(b, g), NOBODY, 0, f.x + dx * die(w, 10), f.y + dy * die(w, 10), dx, dy)
    k = b.groups[g].engine
    if k < 0:
        return plain(coin(w, Act.HITCH_UP, Act.SERVE), g, die(w, max(1, b.n_engines)) - 1)
    e = b.engines[k]
    act = Act.LIMBER + die(w, 4) - 1
    if act == Act.PIVOT:
        c, s = 0.9396926207859084, 0.3420201433256687 * (die(w, 2) * 2 - 3)
        return Order(act, g, NOBODY, 0, e.x, e.y, e.fx * c - e.fy * s, e.fx * s + e.fy * c)
    if die(w, 2) == 1:
        return Order(Act.DRIVE, g, NOBODY, 0, e.x + dx * die(w, 15), e.y + dy * die(w, 15), dx, dy)
    return Order(act, g, NOBODY, 0, e.x + dx * die(w, 10), e.y + dy * die(w, 10), e.fx, e.fy)
