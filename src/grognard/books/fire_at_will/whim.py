"""The general who plays at random: any order that check lets pass."""

from __future__ import annotations

from ...battle import plain, with_how
from ...dice import Dice, die
from ...table.vectors import length
from ...values import Ask, Order
from .legality import check
from .links import next_rival
from .movement import left_to_move
from .state import FIGURE, NOBODY, Act, Aim, AskKind, Battle, Posted
from .strips import strips_of

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


def fancy_direction(w: Dice) -> tuple[float, float]:
    dx = die(w, 201) - 101.0
    dy = die(w, 201) - 101.0
    d = length(dx, dy)
    if d == 0.0:
        return 0.0, 1.0
    return dx / d, dy / d


def some_formation(b: Battle, side: int) -> int:
    """A formation of a side, by lot, or nobody."""
    start = die(b.whim, b.n_formations) - 1
    for n in range(b.n_formations):
        f = (start + n) % b.n_formations
        if b.formations[f].n > 0 and b.formations[f].side == side:
            return f
    return NOBODY


def some_strip(b: Battle, side: int) -> int:
    """A member of some formation of a side, by lot, or nobody."""
    f = some_formation(b, side)
    if f < 0:
        return NOBODY
    u = b.formations[f]
    return u.members[die(b.whim, u.n) - 1]


def some_character(b: Battle, side: int) -> int:
    """A character of a side who may be anywhere, by lot, or nobody."""
    start = die(b.whim, b.n_strips) - 1
    for n in range(b.n_strips):
        i = (start + n) % b.n_strips
        if b.strips[i].side == side and b.strips[i].role != 0 and b.strips[i].formation >= 0:
            return i
    return NOBODY


def fancy(b: Battle, ask: Ask) -> Order:
    """Something that comes to mind."""
    kind = ask.kind
    if kind == AskKind.ACTION:
        return fancy_action(b, ask)
    if kind == AskKind.SHOOT:
        return fancy_shot(b, ask.side)
    if kind == AskKind.SPEECH:
        return fancy_words(b, ask.side)
    if kind == AskKind.FORCED:
        return fancy_move(b, ask.actor)
    if kind == AskKind.TEST:
        return plain(coin(b.whim, Act.TEST, Act.DONE), some_formation(b, ask.side), NOBODY)
    return fancy_choice(b, ask)


def fancy_choice(b: Battle, ask: Ask) -> Order:
    """The questions with few answers."""
    kind = ask.kind
    w = b.whim
    if kind == AskKind.INITIATIVE:
        return plain(coin(w, Act.FIRST, Act.SECOND), NOBODY, NOBODY)
    if kind == AskKind.ORDERS:
        return plain(Act.HOLD + die(w, 3) - 1, ask.actor, NOBODY)
    if kind == AskKind.SPELLS:
        return with_how(Act.PICK, ask.actor, NOBODY, some_spells(b))
    if kind == AskKind.LEAD or kind == AskKind.VICTIM:
        fight = b.fights[ask.actor if kind == AskKind.LEAD else ask.other]
        act = Act.LEAD if kind == AskKind.LEAD else Act.STRIKE
        return plain(act, ask.actor, fight.foes[die(w, max(1, fight.n)) - 1])
    if kind == AskKind.FIGHT:
        return plain(Act.JOIN_FIGHT, ask.actor, b.fights[die(w, max(1, b.n_fights)) - 1].single)
    if kind == AskKind.DUEL:
        return plain(Act.JOIN_FIGHT, ask.actor, some_rival(b, ask.actor))
    if kind == AskKind.PURSUE:
        return plain(coin(w, Act.PURSUE, Act.NO), coin(w, ask.actor, some_formation(b, ask.side)), ask.other)
    return plain(coin(w, Act.YES, Act.NO), ask.actor, ask.other)


def some_rival(b: Battle, i: int) -> int:
    """Somebody whom strip i could fight a heroic combat with, by lot, or nobody."""
    j = next_rival(b, i, die(b.whim, b.n_strips) - 1)
    return j if j >= 0 else next_rival(b, i, 0)


def some_spells(b: Battle) -> int:
    """As many different spells as a mage picks, by lot: a set."""
    out = 0
    n = 0
    while n < b.rules.picks and n < b.n_spells:
        spell = die(b.whim, b.n_spells) - 1
        if (out >> spell) % 2 == 0:
            out |= 1 << spell
            n += 1
    return out


def fancy_words(b: Battle, side: int) -> Order:
    what = die(b.whim, 4)
    if what == 1:
        return plain(Act.SPEECH, some_character(b, side), some_formation(b, side))
    if what == 2:
        return plain(Act.INSULT, some_character(b, side), some_formation(b, 1 - side))
    return plain(Act.DONE, NOBODY, NOBODY)


def fancy_shot(b: Battle, side: int) -> Order:
    what = die(b.whim, 8)
    if what == 1:
        return plain(Act.DONE, NOBODY, NOBODY)
    if what <= 5:
        return plain(Act.VOLLEY, some_formation(b, side), some_formation(b, 1 - side))
    return plain(Act.SHOOT, some_strip(b, side), some_strip(b, 1 - side))


def fancy_action(b: Battle, ask: Ask) -> Order:
    """Some action of somebody, or enough."""
    w = b.whim
    side = ask.side
    what = die(w, 24)
    f = some_formation(b, side)
    if ask.actor >= 0 and b.formations[ask.actor].n > 0 and die(w, 2) == 1:
        f = ask.actor
    if what == 1 or f < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    if what <= 10:
        return fancy_move(b, f)
    if what <= 14:
        return fancy_charge(b, f)
    if what <= 18:
        return fancy_spell(b, side)
    return fancy_other(b, side, f, what)


def fancy_move(b: Battle, f: int) -> Order:
    """A manoeuvre of a formation, some of its allowance."""
    w = b.whim
    u = b.formations[f]
    far = left_to_move(b, f) * die(w, 20) / 20.0
    fx, fy = fancy_direction(w)
    what = die(w, 10)
    if what <= 4:
        return Order(Act.ADVANCE, f, NOBODY, 0, far, 0.0, 0.0, 0.0)
    if what == 5:
        return Order(Act.WHEEL, f, NOBODY, 0, 0.0, 0.0, fx, fy)
    if what == 6:
        return Order(Act.BACK, f, NOBODY, 0, far / 2.0, 0.0, 0.0, 0.0)
    if what == 7:
        return Order(Act.SIDESTEP, f, NOBODY, 0, far * coin(w, 1, -1) / 2.0, 0.0, 0.0, 0.0)
    if what == 8:
        return with_how(Act.TURN, f, NOBODY, die(w, 3))
    if what == 9:
        return plain(Act.RESHAPE, f, die(w, max(1, strips_of(u))))
    return Order(Act.MARCH, f, NOBODY, 0, u.x + fx * far, u.y + fy * far, fx, fy)


def fancy_charge(b: Battle, f: int) -> Order:
    """At some enemy, straight at its middle or as it faces."""
    w = b.whim
    u = b.formations[f]
    g = some_formation(b, 1 - u.side)
    fx, fy = u.fx, u.fy
    if g >= 0 and die(w, 3) > 1:
        v = b.formations[g]
        d = length(v.x - u.x, v.y - u.y)
        if d > 0.0:
            fx, fy = (v.x - u.x) / d, (v.y - u.y) / d
    return Order(Act.CHARGE, f, g, 0, 0.0, 0.0, fx, fy)


def fancy_spell(b: Battle, side: int) -> Order:
    """A spell of some mage at something, or meditation."""
    w = b.whim
    if b.n_mages == 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    m = b.mages[die(w, b.n_mages) - 1]
    if die(w, 4) == 1:
        return plain(Act.MEDITATE, m.strip, NOBODY)
    spell = die(w, b.n_spells) - 1
    s = b.strips[m.strip]
    fx, fy = fancy_direction(w)
    far = 12.0 * die(w, 20) / 20.0
    return Order(
        Act.CAST, m.strip, some_target(b, side, spell), spell, s.x + fx * far, s.y + fy * far, fx, fy
    )


def some_target(b: Battle, side: int, spell: int) -> int:
    """Something for a spell to be cast at."""
    w = b.whim
    aim = b.spells[spell].aim
    whose = coin(w, side, 1 - side)
    if aim == Aim.ENEMY:
        return some_formation(b, 1 - side)
    if aim == Aim.STRIP:
        return some_strip(b, 1 - side)
    if aim == Aim.CHARACTER:
        return some_character(b, whose)
    if aim == Aim.DEAD:
        return die(w, b.n_strips) - 1
    if aim == Aim.EITHER and die(w, 3) == 1:
        return FIGURE + max(0, some_character(b, whose))
    return some_formation(b, whose)


def fancy_other(b: Battle, side: int, f: int, what: int) -> Order:
    """What is done more seldom."""
    w = b.whim
    u = b.formations[f]
    fx, fy = fancy_direction(w)
    far = left_to_move(b, f) * die(w, 20) / 20.0
    if what == 19:
        return plain(coin(w, Act.BREAK_OFF, Act.TEST), f, NOBODY)
    if what == 20:
        return with_how(Act.OVERLAP, u.members[die(w, u.n) - 1], some_formation(b, 1 - side), die(w, 4) - 1)
    if what == 21:
        return plain(Act.FACE, f, some_formation(b, 1 - side))
    if what == 22:
        building = die(w, max(1, b.ground.n)) - 1
        return with_how(coin(w, Act.ENTER, Act.GARRISON), f, building, some_sides(b, f))
    if what == 23 and u.building >= 0:
        return Order(Act.LEAVE, f, die(w, max(1, strips_of(u))), 0, u.x + fx * 4.0, u.y + fy * 4.0, fx, fy)
    return fancy_character(b, side, fx, fy, far)


def some_sides(b: Battle, f: int) -> int:
    """Its strips along the sides of a building, by lot."""
    how = 0
    for _ in range(strips_of(b.formations[f])):
        place = 1
        for _ in range(die(b.whim, 4) - 1):
            place *= 8
        how += place
    return how


def fancy_character(b: Battle, side: int, fx: float, fy: float, far: float) -> Order:
    """A character joins, leaves, or stands elsewhere."""
    w = b.whim
    i = some_character(b, side)
    if i < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    s = b.strips[i]
    what = die(w, 4)
    if what == 1:
        return with_how(Act.JOIN, i, some_formation(b, side), Posted.LEFT + die(w, 3) - 1)
    if what == 2:
        return with_how(Act.POST, i, NOBODY, Posted.LEFT + die(w, 3) - 1)
    kind = Act.DETACH if what == 3 else Act.FLEE_DUEL
    return Order(kind, i, NOBODY, 0, s.x + fx * far, s.y + fy * far, fx, fy)


def certain(b: Battle, ask: Ask) -> Order:
    """The order that is always allowed."""
    kind = ask.kind
    if kind == AskKind.INITIATIVE:
        return plain(Act.FIRST, NOBODY, NOBODY)
    if kind == AskKind.ORDERS:
        return plain(Act.HOLD, ask.actor, NOBODY)
    if kind == AskKind.SPELLS:
        return with_how(Act.PICK, ask.actor, NOBODY, (1 << b.rules.picks) - 1)
    if kind == AskKind.FIGHT or kind == AskKind.DUEL:
        return plain(Act.JOIN_FIGHT, ask.actor, ask.other)
    if kind == AskKind.LEAD:
        return plain(Act.LEAD, ask.actor, b.fights[ask.actor].foes[0])
    if kind == AskKind.VICTIM:
        return first_victim(b, ask)
    if kind == AskKind.PURSUE or kind == AskKind.STAY:
        return plain(Act.NO, ask.actor, ask.other)
    return plain(Act.DONE, NOBODY, NOBODY)


def first_victim(b: Battle, ask: Ask) -> Order:
    """The first foe of the fight that the winner may strike."""
    fight = b.fights[ask.other]
    for k in range(fight.n):
        order = plain(Act.STRIKE, ask.actor, fight.foes[k])
        if check(b, ask, order) == 0:
            return order
    return plain(Act.STRIKE, ask.actor, fight.foes[0])
