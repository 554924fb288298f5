"""The general who plays at random: any order that check lets pass."""

from __future__ import annotations

from ...battle import plain, with_how
from ...dice import Dice, die
from ...table.vectors import length, unit
from ...values import Ask, Order
from .charges import must_charge
from .hiding import put_back, take_away
from .houses import building_box
from .legality import check
from .links import next_rival
from .movement import left_to_move
from .places import ranks_for
from .shooting import has_target, is_ready, nearest_target
from .state import FIGURE, NOBODY, Act, Aim, AskKind, Battle, Colour, Nerve, Posted
from .strips import is_building, strips_of
from .touching import formation_gap, nearest_enemy, outward

TRIES = 12
SHORT_OF = 0.5  # inches: whoever has no more left has moved


def at_random(b: Battle, ask: Ask) -> Order:
    """By what his side knows [FW-R114]."""
    away = take_away(b, ask.side)
    order = any_order(b, ask)
    put_back(b, away)
    return order


def any_order(b: Battle, ask: Ask) -> Order:
    """After enough tries, the order that is always allowed."""
    for _ in range(TRIES):
        order = fancy(b, ask)
        if check(b, ask, order) == 0:
            return order
    if ask.kind == AskKind.ACTION and b.phase_side == ask.side:
        order = plain_march(b, ask.side)
        if order.kind != Act.DONE and check(b, ask, order) == 0:
            return order
    return certain(b, ask)


def plain_march(b: Battle, side: int) -> Order:
    """Somebody who has not moved yet, straight on; DONE if all have."""
    f = some_mover(b, side)
    if f < 0 or b.formations[f].began or b.formations[f].done:
        return plain(Act.DONE, NOBODY, NOBODY)
    return Order(Act.ADVANCE, f, NOBODY, 0, left_to_move(b, f) * die(b.whim, 4) / 4.0, 0.0, 0.0, 0.0)


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


def some_mover(b: Battle, side: int) -> int:
    """A formation of a side whose move is not over, by lot; else any."""
    start = die(b.whim, b.n_formations) - 1
    for n in range(b.n_formations):
        f = (start + n) % b.n_formations
        u = b.formations[f]
        if u.n > 0 and u.side == side and not u.done and (not u.began or can_go_on(b, f)):
            return f
    return some_formation(b, side)


def can_go_on(b: Battle, f: int) -> bool:
    """Is it in hand, with inches left that are worth an order?"""
    return b.mover == f and left_to_move(b, f) > SHORT_OF


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
        return plain(Act.DONE, NOBODY, NOBODY) if die(b.whim, 4) == 1 else fancy_move(b, ask.actor)
    if kind == AskKind.TEST:
        return plain(coin(b.whim, Act.TEST, Act.DONE), some_halted(b, ask.side), NOBODY)
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
    """A speech to those he is with or to others, an insult, or nothing more."""
    what = die(b.whim, 4)
    i = some_character(b, side)
    if what == 1 and i >= 0:
        return plain(Act.SPEECH, i, coin(b.whim, b.strips[i].formation, some_formation(b, side)))
    if what == 2:
        return plain(Act.INSULT, i, some_formation(b, 1 - side))
    return plain(Act.DONE, NOBODY, NOBODY)


def some_halted(b: Battle, side: int) -> int:
    """A halted formation of a side, by lot, or nobody."""
    start = die(b.whim, b.n_formations) - 1
    for n in range(b.n_formations):
        f = (start + n) % b.n_formations
        u = b.formations[f]
        if u.n > 0 and u.side == side and u.nerve == Nerve.HALTED and not u.tested:
            return f
    return NOBODY


def some_shooter(b: Battle, side: int) -> int:
    """A strip of a side that has a target and has not named one, by lot, or nobody."""
    start = die(b.whim, b.n_strips) - 1
    for n in range(b.n_strips):
        i = (start + n) % b.n_strips
        if b.strips[i].side == side and is_ready(b, i) and has_target(b, i):
            return i
    return NOBODY


def fancy_shot(b: Battle, side: int) -> Order:
    """A volley at some formation in range, a shot at one of its strips, or no more of it."""
    what = die(b.whim, 10)
    i = some_shooter(b, side)
    if what == 1 or i < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    start = die(b.whim, b.n_formations) - 1
    for n in range(b.n_formations):
        g = (start + n) % b.n_formations
        j = nearest_target(b, i, g)
        if j >= 0 and what <= 5:
            return plain(Act.VOLLEY, b.strips[i].formation, g)
        if j >= 0:
            v = b.formations[g]
            return plain(Act.SHOOT, i, coin(b.whim, j, v.members[die(b.whim, v.n) - 1]))
    return plain(Act.DONE, NOBODY, NOBODY)


def fancy_action(b: Battle, ask: Ask) -> Order:
    """Some action of somebody, or enough."""
    w = b.whim
    side = ask.side
    what = die(w, 24)
    f = some_mover(b, side)
    if ask.actor >= 0 and b.formations[ask.actor].n > 0 and die(w, 2) == 1 and can_go_on(b, ask.actor):
        f = ask.actor
    if f < 0 or (what == 1 and die(w, 4) == 1):
        return plain(Act.DONE, NOBODY, NOBODY)
    if b.formations[f].building >= 0 and die(w, 2) == 1:
        return fancy_house(b, f)
    if what <= 10 and die(w, 3) > 1 and may_reach(b, f):
        return fancy_charge(b, f)
    if what <= 10:
        return fancy_move(b, f)
    if what <= 14 or (what <= 18 and b.n_mages == 0):
        return fancy_charge(b, f)
    if what <= 18:
        return fancy_spell(b, side)
    return fancy_other(b, side, f, what)


def may_reach(b: Battle, f: int) -> bool:
    """Has it not moved yet, and is an enemy no farther off than it moves?"""
    u = b.formations[f]
    g = NOBODY if u.began else nearest_enemy(b, f)
    return g >= 0 and formation_gap(b, f, g) <= left_to_move(b, f)


def fancy_move(b: Battle, f: int) -> Order:
    """A manoeuvre of a formation, some of its allowance or all of it; forward more often than not."""
    w = b.whim
    u = b.formations[f]
    far = left_to_move(b, f) * die(w, 20) / 20.0
    fx, fy = fancy_facing(b, f)
    what = die(w, 20)
    if what <= 5:
        return Order(Act.ADVANCE, f, NOBODY, 0, left_to_move(b, f), 0.0, 0.0, 0.0)
    if what <= 10:
        return Order(Act.ADVANCE, f, NOBODY, 0, far, 0.0, 0.0, 0.0)
    if what <= 15:
        return Order(Act.WHEEL, f, NOBODY, 0, 0.0, 0.0, fx, fy)
    if what == 16:
        return Order(Act.BACK, f, NOBODY, 0, far / 2.0, 0.0, 0.0, 0.0)
    if what == 17:
        return Order(Act.SIDESTEP, f, NOBODY, 0, far * coin(w, 1, -1) / 2.0, 0.0, 0.0, 0.0)
    if what == 18:
        return with_how(Act.TURN, f, NOBODY, die(w, 3))
    if what == 19:
        return plain(Act.RESHAPE, f, die(w, max(1, strips_of(u))))
    return Order(Act.MARCH, f, NOBODY, 0, u.x + fx * far, u.y + fy * far, fx, fy)


def fancy_facing(b: Battle, f: int) -> tuple[float, float]:
    """Any direction, or that of the nearest enemy."""
    g = nearest_enemy(b, f)
    if g < 0 or die(b.whim, 5) == 1:
        return fancy_direction(b.whim)
    return unit(b.formations[g].x - b.formations[f].x, b.formations[g].y - b.formations[f].y)


def fancy_charge(b: Battle, f: int) -> Order:
    """At some enemy, straight at its middle or as it faces."""
    w = b.whim
    u = b.formations[f]
    g = nearest_enemy(b, f) if die(w, 4) > 1 else some_formation(b, 1 - u.side)
    fx, fy = u.fx, u.fy
    if g >= 0 and die(w, 3) > 1:
        v = b.formations[g]
        d = length(v.x - u.x, v.y - u.y)
        if d > 0.0:
            fx, fy = (v.x - u.x) / d, (v.y - u.y) / d
    return Order(Act.CHARGE, f, g, 0, 0.0, 0.0, fx, fy)


def some_mage(b: Battle, side: int) -> int:
    """A magic user of a side, by lot, or nobody."""
    start = die(b.whim, max(1, b.n_mages)) - 1
    for n in range(b.n_mages):
        k = (start + n) % b.n_mages
        if b.strips[b.mages[k].strip].side == side and b.strips[b.mages[k].strip].formation >= 0:
            return k
    return NOBODY


def fancy_spell(b: Battle, side: int) -> Order:
    """A spell of some mage at something, or meditation; without magic, a move."""
    w = b.whim
    k = some_mage(b, side)
    if k < 0:
        return fancy_move(b, max(0, some_formation(b, side)))
    m = b.mages[k]
    if die(w, 8) == 1:
        return plain(Act.MEDITATE, m.strip, NOBODY)
    spell = some_known(b, m.spells)
    s = b.strips[m.strip]
    fx, fy = fancy_direction(w)
    far = 12.0 * die(w, 20) / 20.0
    return Order(
        Act.CAST, m.strip, some_target(b, side, spell), spell, s.x + fx * far, s.y + fy * far, fx, fy
    )


def some_known(b: Battle, spells: int) -> int:
    """One of a set of spells, by lot."""
    start = die(b.whim, b.n_spells) - 1
    for n in range(b.n_spells):
        spell = (start + n) % b.n_spells
        if (spells >> spell) % 2 == 1:
            return spell
    return start


def some_target(b: Battle, side: int, spell: int) -> int:
    """Something for a spell to be cast at."""
    w = b.whim
    aim = b.spells[spell].aim
    whose = coin(w, side, 1 - side)
    if aim == Aim.NOTHING:
        return die(w, Colour.WHITE + 1) - 1
    if aim == Aim.ENEMY:
        return some_formation(b, 1 - side)
    if aim == Aim.STRIP:
        return some_strip(b, 1 - side)
    if aim == Aim.CHARACTER:
        return some_character(b, whose)
    if aim == Aim.DEAD:
        return some_dead(b, side)
    if aim == Aim.EITHER and die(w, 3) == 1:
        return FIGURE + max(0, some_character(b, whose))
    return some_formation(b, whose)


def some_dead(b: Battle, side: int) -> int:
    """A strip that a side has lost, by lot, or nobody."""
    start = die(b.whim, b.n_strips) - 1
    for n in range(b.n_strips):
        i = (start + n) % b.n_strips
        if b.strips[i].side == side and b.strips[i].formation < 0:
            return i
    return NOBODY


def fancy_other(b: Battle, side: int, f: int, what: int) -> Order:
    """What is done more seldom."""
    w = b.whim
    u = b.formations[f]
    fx, fy = fancy_direction(w)
    far = left_to_move(b, f) * die(w, 20) / 20.0
    if what == 19:
        return plain(coin(w, Act.BREAK_OFF, Act.TEST), f, NOBODY)
    if what == 20:
        return with_how(Act.OVERLAP, u.members[die(w, u.n) - 1], nearest_enemy(b, f), die(w, 4) - 1)
    if what == 21:
        return plain(Act.FACE, f, nearest_enemy(b, f))
    if what == 22 or (what == 23 and u.building >= 0):
        if u.building >= 0:
            return fancy_house(b, f)
        return with_how(Act.ENTER, f, some_building(b), some_sides(b, f))
    return fancy_character(b, side, fx, fy, far)


def fancy_house(b: Battle, f: int) -> Order:
    """A garrison lines other sides, or forms up outside one of them."""
    w = b.whim
    u = b.formations[f]
    if die(w, 2) == 1:
        return with_how(Act.GARRISON, f, u.building, some_sides(b, f))
    box = building_box(b, u.building)
    edge = die(w, 4) - 1
    ox, oy = outward(box, edge)
    files = die(w, max(1, strips_of(u)))
    out = (box.depth if edge % 2 == 0 else box.width) / 2.0 + ranks_for(strips_of(u), files) * u.cell_depth
    out += die(w, 10) / 10.0
    return Order(Act.LEAVE, f, files, 0, box.x + ox * out, box.y + oy * out, ox, oy)


def some_building(b: Battle) -> int:
    """A building, by lot, or nobody."""
    start = die(b.whim, max(1, b.ground.n)) - 1
    for n in range(b.ground.n):
        k = (start + n) % b.ground.n
        if is_building(b, k):
            return k
    return NOBODY


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
    if kind == AskKind.ACTION:
        return must_charge(b, ask.side)
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
