"""Why an order is refused, in words with the measurement, and the nearest order that is legal."""

from __future__ import annotations

from math import hypot

from ...book import Refusal
from ...chronicle import agree, catalogue, count, does, listed, side
from ...searching import is_place
from ...table.sweeps import segment_in_piece
from ...values import Ask, Order
from .asking import possessive, the_engine
from .charge import engaged
from .checking import check
from .command import command_reach, in_chain, price_of_figure
from .figures import first, gap, is_mounted, present, radius, stands, strength
from .footing import has_trait
from .names import FAMILY, Names
from .nearest import figures_of, nearest
from .plans import half_left, is_direction
from .refusals_fire import FIRE_REASONS, Words
from .refusals_guns import GUN_REASONS
from .state import OWN, OWN_PS, Act, AskKind, Battle, Book, Kind, R, Role, Shape, Trait
from .status import is_commanded
from .words import CODES, GAITS, SHAPES, cm, exact, figure, terrain, the_group

PLACED = (Act.MARCH, Act.FORM, Act.STEP, Act.PIVOT, Act.MANHANDLE, Act.DRIVE)


def explain(b: Battle, names: Names, ask: Ask, o: Order, rule: int) -> Refusal:
    """The rule, the measurement in words, and the nearest legal order."""
    o = o if o.kind in PLACED else o._replace(x=0.0, y=0.0, fx=0.0, fy=0.0)
    check(b, ask, o)  # so that the measurement is this order's
    text = reason(b, names, ask, o, rule)
    return Refusal(catalogue(FAMILY / "rules.md").rule_id(rule), text, nearest(b, ask, o))


def reason(b: Battle, n: Names, ask: Ask, o: Order, rule: int) -> str:
    """The sentence for a rule; right after the check, whose measurement is still there."""
    words = (ask.kind == AskKind.SHOOT and FIRE_REASONS.get(rule)) or REASONS.get(rule)
    if words is None:
        return "that is no answer to this question"
    return words(b, n, ask, o) if is_place(o) else "that is not a place on the table"


def states(text: str) -> Words:
    def words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        return text

    return words


# Command


def too_dear(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """The price and the purse; or that it is no answer."""
    if ask.kind == AskKind.DECLARE:
        return "say yes or no: does he mean to load or fire?"
    if o.kind != Act.ACTIVATE:
        return f"{the_group(n, ask.actor)} commands a leader or a group, or is done"
    price, have = int(b.refusal.asked), int(b.refusal.allowed)
    name = the_group(n, o.other)
    return f"{does(name, 'costs')} {count(price, 'command point')}; {the_group(n, ask.actor)} has {have}"


def no_such_group(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Not of the side, or a leader whom nobody of the chain reaches."""
    if not stands(b, o.other) or b.groups[o.other].side != ask.side:
        return f"choose a leader or a group of {side(ask.side)}'s that is on the table"
    return f"{the_group(n, o.other)} is out of reach: {reach_words(b, n, ask.actor, first(b, o.other))}"


def reach_words(b: Battle, n: Names, pc: int, j: int) -> str:
    """How far a man is from the nearest of a chain of command, and how far that reaches."""
    chain = [k for k in range(b.n_groups) if in_chain(b, pc, k) and stands(b, k)]
    k = min(chain, key=lambda k: gap(b, first(b, k), j) - command_reach(b, first(b, k), j))
    apart, reach = gap(b, first(b, k), j), command_reach(b, first(b, k), j)
    away = f"{exact(max(0.0, apart))} from {the_group(n, k)}"
    if apart <= reach:
        return f"{away}, who does not see him"
    ground = " in enclosed ground" if reach < b.rules.command_open else ""
    return f"{away}, who commands within {cm(reach)}{ground}"


def out_of_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """All of a group or none."""
    g, size = o.other, strength(b, o.other)
    lost = [j for j in figures_of(b, g) if price_of_figure(b, ask.actor, j) == 0]
    far = reach_words(b, n, ask.actor, lost[-1]) if lost else ""
    if size == 1:
        return f"{the_group(n, g)} is out of reach: {far}"
    some = f"{len(lost)} of the {size} figures" if len(lost) < size else f"all {size} figures"
    are = "is" if len(lost) == 1 else "are"
    return f"{some} of {the_group(n, g)} {are} out of reach, and all are commanded or none: {figure(n, lost[-1])} is {far}"


def taken(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    u, name = b.groups[o.other], the_group(n, o.other)
    if u.pc:
        return f"{name} is a Player Character: nobody commands him"
    return f"{does(name, 'is')} under the command of {the_group(n, u.commander)} already"


def crew_commanded(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Crews are commanded always; and can do only so much."""
    if ask.kind == AskKind.SPEND:
        return f"{does(the_group(n, o.other), 'is')} always under command, and costs nothing"
    return crew_only(b, n, ask, o)


def crew_only(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name, k = the_group(n, o.actor), b.groups[o.actor].engine
    gun = the_engine(n, k)
    return f"{does(name, 'serves')} {gun}, and can hold, see to the gun, or move back to it"


# Who can be ordered


def not_commanded(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    g = b.figures[o.actor].group if o.kind == Act.STEP and 0 <= o.actor < b.n_figures else o.actor
    if not stands(b, g) or b.groups[g].side != ask.side:
        return f"choose a group of {side(ask.side)}'s that is on the table"
    name = the_group(n, g)
    if not is_commanded(b, g):
        return f"{does(name, 'is')} not under command this turn, and {agree(name, 'does')} as the dice say"
    if o.kind in (Act.SQUARE, Act.CIRCLE, Act.REFORM):
        return "this book knows neither squares nor circles"
    return "that is no order of this book"


def bound(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """The result that a commanded group must obey."""
    g = b.figures[o.actor].group if o.kind == Act.STEP else o.actor
    u, name = b.groups[g], the_group(n, g)
    return f"{does(name, 'has')} thrown {u.die} at a Risk Factor of {u.risk} and must obey: {CODES.get(u.code, 'act')}"


def ordered_already(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    g = b.figures[o.actor].group if o.kind == Act.STEP else o.actor
    return f"{does(the_group(n, g), 'has')} had {possessive(b, n, g)} order this turn"


# Moving


def no_direction(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not is_direction(o.fx, o.fy):
        return "a facing is a direction of length 1"
    if o.kind == Act.FORM:
        return f"{the_group(n, o.actor)} can form in 1 to {strength(b, o.actor)} files"
    f = b.figures[o.actor]
    if b.groups[f.group].shape != Shape.OPEN:
        return f"{figure(n, o.actor)} stands {SHAPES[b.groups[f.group].shape]}, with the others"
    return f"{figure(n, o.actor)} has gone by himself already this turn"


def shaped(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """What squares and circles want, and that they do not move."""
    u, name = b.groups[o.actor], the_group(n, o.actor)
    if o.kind in (Act.MARCH, Act.FORM) or (u.shape != Shape.OPEN and o.kind != Act.REFORM):
        return f"{does(name, 'stands')} {SHAPES[u.shape]}, and {agree(name, 'does')} not move until told to open out"
    if is_mounted(b, o.actor) or engaged(b, o.actor):
        return f"{does(name, 'is')} {'mounted' if is_mounted(b, o.actor) else 'in contact with the enemy'}"
    if not half_left(b, o.actor):
        return f"that takes half a move, and {name} {agree(name, 'has')} less left"
    if o.kind == Act.REFORM:
        return f"{does(name, 'stands')} in open order already"
    least = b.rules.square_least if o.kind == Act.SQUARE else b.rules.circle_least
    what = (
        f"a square takes {least} Formed men"
        if o.kind == Act.SQUARE
        else f"a circle takes {least} men on foot"
    )
    kind = " who are not Formed" if o.kind == Act.SQUARE and u.kind != Kind.FORMED else ""
    return f"{what}; {name} {agree(name, 'has')} {strength(b, o.actor)}{kind}"


def gait_name(b: Battle, o: Order) -> str:
    return GAITS[b.book].get(o.how % 8, "at no gait")


def no_gait_or_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """A gait that there is not; or an enemy whom nobody can reach."""
    if o.how % 8 not in (1, 2, 3) or o.kind != Act.CHARGE:
        words = [GAITS[b.book][gait] for gait in (1, 2, 3)]
        return f"troops go {listed(words, 'or')}"
    r, foe = b.refusal, the_group(n, o.other)
    away = f"{does(foe, 'is')} {exact(max(0.0, r.asked))} from {the_group(n, o.actor)}"
    if r.asked > r.allowed:
        return f"{away}, who can charge {cm(r.allowed)}{ridden(b, o)}"
    return f"{away}, but no way of {cm(r.allowed)} leads into contact"


def ridden(b: Battle, o: Order) -> str:
    return f" {gait_name(b, o)}" if is_mounted(b, o.actor) else ""


def blown(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = the_group(n, o.actor)
    return f"{does(name, 'has')} galloped {count(b.rules.gallop_turns, 'turn')} in a row and may only walk"


def too_short(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, least = b.refusal, "more than " if b.book == Book.EARLY_19TH else "at least "
    return f"{gait_name(b, o)} {the_group(n, o.actor)} would go {least}{cm(r.allowed)}; this is {cm(r.asked)}"


def turns_too_much(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if b.groups[o.actor].must_walk and o.how > 1:
        return blown(b, n, ask, o)
    r = b.refusal
    return f"to turn so much {the_group(n, o.actor)} must go {exact(r.asked)} {gait_name(b, o)}; this is {cm(r.allowed)}"


def who_goes(b: Battle, n: Names, o: Order) -> str:
    """The man who cannot go there, or the gun."""
    if o.kind in (Act.MANHANDLE, Act.DRIVE):
        return the_engine(n, b.groups[o.actor].engine)
    i = b.refusal.other
    return figure(n, i) if 0 <= i < b.n_figures else the_group(n, o.actor)


def off_table(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return (
        f"that would take {who_goes(b, n, o) if o.kind == Act.STEP else the_group(n, o.actor)} off the table"
    )


def planned(b: Battle, o: Order) -> tuple[int, float, float]:
    """The man whom a move fails on, and where he would go."""
    i = b.refusal.other
    if o.kind == Act.STEP:
        return o.actor, o.x, o.y
    return i, float(b.paper.x[i]), float(b.paper.y[i])


def no_way(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    i, x, y = planned(b, o)
    f = b.figures[i]
    bars = [k for k in range(b.ground.n) if shuts(b, k, f.mounted, (f.x, f.y), (x, y))]
    names = listed(dict.fromkeys(terrain(n, k) for k in bars)) if bars else "closed ground"
    return f"{names} {'is' if len(bars) < 2 else 'are'} in the way of {figure(n, i)}"


def shuts(b: Battle, k: int, mounted: bool, at: tuple[float, float], to: tuple[float, float]) -> bool:
    """Does a piece of ground shut a straight way?"""
    p = b.ground.pieces[k]
    shut = p.closed or has_trait(b, k, Trait.DOORED) or (mounted and has_trait(b, k, Trait.NO_HORSE))
    t0, t1 = segment_in_piece(p, *at, *to)
    return bool(shut) and t0 <= t1


def too_far(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """What the way of one man costs, and what is left of his move."""
    r = b.refusal
    i, x, y = planned(b, o)
    f = b.figures[i]
    dear = r.asked > hypot(x - f.x, y - f.y) + 0.05
    cost = f"that way is {exact(r.asked)} for {figure(n, i)}, with its ground" if dear else ""
    goes = cost or f"{figure(n, i)} would go {exact(r.asked)}"
    left = "his move is" if f.spent <= 0.0 else "he has left"
    return f"{goes}; {left} {cm(r.allowed)}"


def no_room(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Who stands there already."""
    if o.kind in (Act.MANHANDLE, Act.DRIVE):
        return f"there is no room for {who_goes(b, n, o)}: somebody stands there"
    i = b.refusal.other
    if not 0 <= i < b.n_figures:
        return f"there is no room for all of {the_group(n, o.actor)} there"
    i, x, y = planned(b, o)
    own = b.figures[i].group if o.kind != Act.STEP else -1
    for j in range(b.n_figures):
        f = b.figures[j]
        if j != i and f.group != own and present(f) and hypot(f.x - x, f.y - y) < radius(b, i) + radius(b, j):
            return f"there is no room for {figure(n, i)}: {figure(n, j)} stands there"
    return f"there is no room for {figure(n, i)} there"


def contact(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if o.kind == Act.CHARGE:
        return "choose an enemy group that is on the table"
    return f"{who_goes(b, n, o)} would touch an enemy: that takes a charge"


def loses_mates(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = the_group(n, o.actor)
    return f"a man of {name} who is out of sight of all the others must come back into their sight"


# Other orders


def no_charge(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    role = b.groups[o.actor].role
    who = "gun crews" if role == Role.CREW else "drivers" if role == Role.DRIVER else "civilians"
    return f"{who} do not charge"


def no_cover(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"there is no cover that all of {the_group(n, o.actor)} can reach this turn"


def no_mounting(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name, up = the_group(n, o.actor), o.kind == Act.MOUNT
    kind = Kind.DRAGOONS if b.book == Book.PIKE_AND_SHOT else Kind.SKIRMISH_HORSE
    if b.groups[o.actor].kind != kind:
        who = (
            "dragoons mount and dismount"
            if kind == Kind.DRAGOONS
            else "Skirmishing Cavalry and officers dismount"
        )
        return f"only {who} in battle"
    if is_mounted(b, o.actor) == up:
        return f"{does(name, 'is')} {'mounted' if up else 'on foot'} already"
    if engaged(b, o.actor):
        return f"{does(name, 'is')} in contact with the enemy"
    return f"that takes half a move, and {name} {agree(name, 'has')} less left"


def no_join(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not stands(b, o.other) or b.groups[o.other].side != ask.side or o.other == o.actor:
        return "choose another group of the same side that is on the table"
    name, host = the_group(n, o.actor), the_group(n, o.other)
    if engaged(b, o.actor) or engaged(b, o.other):
        return f"{does(name if engaged(b, o.actor) else host, 'is')} in contact with the enemy"
    if b.refusal.asked > b.refusal.allowed + 1e-6:
        return f"{does(name, 'is')} {exact(b.refusal.asked)} from {host}; {cm(b.refusal.allowed)} is the most"
    return f"{name} and {host} are not similar troops, of one kind and class"


def too_many_to_join(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = the_group(n, o.actor)
    return (
        f"{does(name, 'is')} {strength(b, o.actor)} strong; groups of {b.rules.join_at} or fewer join others"
    )


def too_many_together(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    both = strength(b, o.actor) + strength(b, o.other)
    names = f"{the_group(n, o.actor)} and {the_group(n, o.other)}"
    return f"{names} would be {both} figures together; a group is {b.rules.group_most} at most"


def no_hitching(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = the_group(n, o.actor)
    if not b.groups[o.actor].civilian or not b.figures[first(b, o.actor)].hampered:
        return f"{does(name, 'has')} no petticoats to hitch up"
    if not half_left(b, o.actor):
        return f"{does(name, 'has')} less than half a move left, and it takes that to hitch up"
    return f"no leader of their side touches {name}"


def no_relay(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"only leaders say whether they mean to load or fire; {does(the_group(n, o.other), 'is')} commanded whole"


REASONS: dict[int, Words] = {
    **FIRE_REASONS,
    16: too_many_to_join,
    27: no_such_group,
    35: out_of_reach,
    37: not_commanded,
    39: too_far,
    42: no_way,
    78: bound,
    80: crew_commanded,
    87: contact,
    97: states("follow up, or stay"),
    R + 3: no_room,
    R + 15: ordered_already,
    R + 18: no_charge,
    R + 19: no_gait_or_reach,
    R + 21: no_cover,
    R + 31: too_dear,
    R + 35: no_relay,
    R + 42: taken,
    R + 65: no_direction,
    R + 66: loses_mates,
    R + 67: no_join,
    R + 70: states("he strikes one of those whom he fights"),
    R + 89: off_table,
    OWN + 22: no_hitching,
    OWN + 60: blown,
    OWN + 61: turns_too_much,
    OWN + 62: turns_too_much,
    OWN + 88: crew_only,
    OWN + R + 3: too_short,
    OWN + R + 13: shaped,
    OWN + R + 30: no_mounting,
    OWN_PS + 18: too_many_together,
    OWN_PS + 75: states("horse trained in the Dutch manner gallops only when it runs away"),
    OWN_PS + 99: states("only pikemen on foot fight at a pike's length"),
    OWN_PS + R + 8: too_short,
    OWN_PS + R + 10: turns_too_much,
    OWN_PS + R + 19: no_mounting,
    **GUN_REASONS,
}
