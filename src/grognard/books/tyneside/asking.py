"""What is asked, and what is ordered, in words."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from ...chronicle import agree, count, does, is_plural, its, listed, shape_words, side
from ...values import Ask, Order
from .command import can_activate_any, dice_of, in_chain, may_activate
from .cover import best_cover
from .figures import centre, first, is_mounted, next_of, stands, strength
from .legality import fires_gun, has_fired_already, serves_gun
from .names import Names
from .plans import may_order
from .sequence import has_target
from .shooting import forget_shots, how_things_stand, shoots_now
from .state import Act, AskKind, Battle, Gait
from .status import in_retreat, is_commanded
from .words import GAITS, cm, engine, figure, terrain, the_group, wind

HARDLY = 0.05  # cm: as good as on the spot
MOST_NAMED = 6  # groups that a question names
AT_LENGTH = 8  # added to the gait of a charge by pikes who stop a pike's length short


# People


def pronoun(b: Battle, n: Names, g: int) -> str:
    """he, it or they."""
    if is_plural(the_group(n, g)):
        return "they"
    return "he" if b.groups[g].began == 1 else "it"


def possessive(b: Battle, n: Names, g: int) -> str:
    """his, its or their."""
    return "his" if pronoun(b, n, g) == "he" else its(the_group(n, g))


def named(names: list[str], joint: str = "and") -> str:
    """Some of them by name, the others counted."""
    more = len(names) - MOST_NAMED
    return listed([*names[:MOST_NAMED], f"{more} more"] if more > 0 else names, joint)


def own_groups(b: Battle, own: int) -> list[int]:
    """The groups of a side that are on the table."""
    return [g for g in range(b.n_groups) if b.groups[g].side == own and stands(b, g)]


def the_engine(n: Names, k: int) -> str:
    name = engine(n, k)
    return "the" + name[3:] if name.startswith("The ") else name


def the_gun_of(b: Battle, n: Names, g: int) -> str:
    return the_engine(n, b.groups[g].engine)


# The ask in words


def describe_ask(b: Battle, names: Names, ask: Ask) -> str:
    """The question in plain words, with the numbers that matter and the rule that puts it."""
    return f"{side(ask.side)}: {QUESTIONS[AskKind(ask.kind)](b, names, ask)}"


def ask_declare(b: Battle, n: Names, ask: Ask) -> str:
    """What he throws, and what it costs him to load or fire."""
    who = the_group(n, ask.actor)
    rules = "[TY-019, TY-023, TY-R35]"
    usual, busy = dice_if(b, ask.actor, False), dice_if(b, ask.actor, True)
    dice = count(usual, "command die", "command dice")
    if busy == usual:
        return f"{who} throws {dice} either way: will he load or fire this turn? {rules}"
    return f"{who} throws {dice}, or {busy} if he means to load or fire this turn: does he? {rules}"


def dice_if(b: Battle, g: int, declared: bool) -> int:
    """The command dice of a leader if he said so; nothing is changed."""
    u = b.groups[g]
    said, u.declared = u.declared, declared
    dice = dice_of(b, g)
    u.declared = said
    return int(dice)


def ask_spend(b: Battle, n: Names, ask: Ask) -> str:
    """How much he has, and who passes his commands on."""
    pc = ask.actor
    relays = [the_group(n, g) for g in range(b.n_groups) if g != pc and in_chain(b, pc, g)]
    through = f", with {named(relays)} to pass his commands on" if relays else ""
    have = f"{the_group(n, pc)} has {count(purse(b, pc), 'command point')}{through}"
    if not can_activate_any(b, pc):
        return f"{have}, and nobody whom he could command with them [TY-009, TY-R31]"
    back = retreating(b, ask.side, pc)
    away = f" (in retreat: {named([the_group(n, g) for g in back])})" if back else ""
    return f"{have}: whom shall he command{away}? [TY-009, TY-028, TY-031]"


def retreating(b: Battle, own: int, pc: int) -> list[int]:
    """Groups that run or fall back and that a Player Character could command: who stays without may leave the table."""
    return [g for g in own_groups(b, own) if in_retreat(b.groups[g]) and may_activate(b, pc, g) == 0]


def purse(b: Battle, pc: int) -> int:
    """All points of a chain; usually they are in one pool."""
    return int(sum(b.groups[g].points for g in range(b.n_groups) if in_chain(b, pc, g)))


def ask_move(b: Battle, n: Names, ask: Ask) -> str:
    who = [the_group(n, g) for g in own_groups(b, ask.side) if may_order(b, g, ask.side) == 0]
    if not who:
        return "nobody can be given an order now [TY-037]"
    if len(who) == 1:
        return f"what {agree(who[0], 'does')} {who[0]} do? [TY-037]"
    return f"which of those under command does what: {named(who, 'or')}? [TY-037]"


def ask_shoot(b: Battle, n: Names, ask: Ask) -> str:
    who = [the_group(n, g) for g in own_groups(b, ask.side) if can_shoot_now(b, g)]
    if not who:
        return "nobody under command has a shot [TY-048]"
    if len(who) == 1:
        return f"at whom {agree(who[0], 'does')} {who[0]} shoot? [TY-048, TY-R52]"
    return f"who shoots, and at whom: {named(who, 'or')}? [TY-048, TY-R52]"


def can_shoot_now(b: Battle, g: int) -> bool:
    """Is a group one that the question is about?"""
    if not is_commanded(b, g) or not shoots_now(b, g) or has_fired_already(b, g):
        return False
    forget_shots(b, g)  # the paper may be of another battle
    return has_target(b, g, how_things_stand(b))


def ask_follow(b: Battle, n: Names, ask: Ask) -> str:
    name = the_group(n, ask.actor)
    it = pronoun(b, n, ask.actor)
    follows = f"{'do' if it == 'they' else 'does'} {it} follow up, {cm(b.rules.push_back)} straight ahead"
    return (
        f"{does(name, 'has')} pushed back {possessive(b, n, ask.actor)} enemies: {follows}? [TY-097, TY-R75]"
    )


def ask_victim(b: Battle, n: Names, ask: Ask) -> str:
    deed = "kill" if ask.other == 1 else "wound"
    return f"{figure(n, ask.actor)} has won alone against several: whom does he {deed}? [TY-R70]"


QUESTIONS: dict[AskKind, Callable[[Battle, Names, Ask], str]] = {
    AskKind.DECLARE: ask_declare,
    AskKind.SPEND: ask_spend,
    AskKind.MOVE: ask_move,
    AskKind.SHOOT: ask_shoot,
    AskKind.FOLLOW: ask_follow,
    AskKind.VICTIM: ask_victim,
}


# An order in words


def describe_order(b: Battle, names: Names, o: Order) -> str:
    """An order in a few words."""
    words = WORDS.get(o.kind)
    return words(b, names, o) if words is not None else "no order of this game"


def is_group(b: Battle, g: int) -> bool:
    """Does somebody of that group stand on the table?"""
    return stands(b, g)


def gait_words(b: Battle, g: int, gait: int) -> str:
    """How riders go, " at a walk"; nothing for men on foot."""
    if not is_group(b, g) or not is_mounted(b, g) or gait not in (Gait.WALK, Gait.TROT, Gait.GALLOP):
        return ""
    return f" {GAITS[b.book][gait]}"


def describe_march(b: Battle, n: Names, o: Order) -> str:
    """First line section moves 12.0 cm north, facing north-east."""
    name = the_group(n, o.actor)
    if not is_group(b, o.actor):
        return does(name, "moves")
    x, y = centre(b, o.actor)
    dx, dy = o.x - x, o.y - y
    if hypot(dx, dy) <= HARDLY:
        return f"{does(name, 'turns')} to face {wind(o.fx, o.fy)}"
    far = f"{cm(hypot(dx, dy))} {wind(dx, dy)}{gait_words(b, o.actor, o.how)}"
    return f"{does(name, 'moves')} {far}, facing {wind(o.fx, o.fy)}"


def describe_form(b: Battle, n: Names, o: Order) -> str:
    shape = shape_words(strength(b, o.actor) if is_group(b, o.actor) else 0, o.other)
    return f"{does(the_group(n, o.actor), 'forms')} {shape}, facing {wind(o.fx, o.fy)}"


def describe_step(b: Battle, n: Names, o: Order) -> str:
    if not 0 <= o.actor < b.n_figures:
        return "a man goes by himself"
    f = b.figures[o.actor]
    dx, dy = o.x - f.x, o.y - f.y
    far = f"{cm(hypot(dx, dy))} {wind(dx, dy)}"
    return f"{figure(n, o.actor)} goes {far} by himself"


def describe_charge(b: Battle, n: Names, o: Order) -> str:
    charges = f"{does(the_group(n, o.actor), 'charges')} {the_group(n, o.other)}"
    if o.how >= AT_LENGTH:
        return f"{charges}, to fight at a pike's length"
    return charges + gait_words(b, o.actor, o.how)


def describe_cover(b: Battle, n: Names, o: Order) -> str:
    k = best_cover(b, o.actor, Gait.WALK) if is_group(b, o.actor) else -1
    where = terrain(n, k) if k >= 0 else "the nearest cover"
    return f"{does(the_group(n, o.actor), 'takes')} cover at {where}"


def describe_activate(b: Battle, n: Names, o: Order) -> str:
    means = ", who means to load or fire" if o.how != 0 else ""
    return f"{the_group(n, o.actor)} commands {the_group(n, o.other)}{means}"


def describe_hold(b: Battle, n: Names, o: Order) -> str:
    name = the_group(n, o.actor)
    loads = is_group(b, o.actor) and has_to_load(b, o.actor)
    return does(name, "holds") + (f" and {agree(name, 'loads')}" if loads else "")


def has_to_load(b: Battle, g: int) -> bool:
    """Has anybody of a group a weapon that is not loaded, or the group a gun?"""
    k = b.groups[g].engine
    if serves_gun(b, g):
        return not b.engines[k].loaded
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        if not f.loaded and any(b.rules.weapon_loading[w] > 0 for w in f.arms):
            return True
        i = next_of(b, i)
    return False


def describe_engine_move(b: Battle, n: Names, o: Order) -> str:
    """The crew manhandles the 3 pounder 8.0 cm north."""
    verb = "manhandles" if o.kind == Act.MANHANDLE else "drives"
    name = the_group(n, o.actor)
    k = b.groups[o.actor].engine if is_group(b, o.actor) else -1
    if k < 0:
        return f"{does(name, verb)} a gun or a wagon"
    e = b.engines[k]
    dx, dy = o.x - e.x, o.y - e.y
    faces = f", facing {wind(o.fx, o.fy)}" if o.kind == Act.DRIVE else ""
    return f"{does(name, verb)} {the_engine(n, k)} {cm(hypot(dx, dy))} {wind(dx, dy)}{faces}"


def describe_pivot(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_group(n, o.actor), 'turns')} {gun_words(b, n, o.actor)} to face {wind(o.fx, o.fy)}"


def gun_words(b: Battle, n: Names, g: int) -> str:
    return the_gun_of(b, n, g) if is_group(b, g) else "a gun"


def describe_fire(b: Battle, n: Names, o: Order) -> str:
    if is_group(b, o.actor) and is_group(b, o.other) and fires_gun(b, o.actor, o.other):
        return f"{the_gun_of(b, n, o.actor)} fires at {the_group(n, o.other)}"
    return f"{does(the_group(n, o.actor), 'fires')} at {the_group(n, o.other)}"


def describe_stay(b: Battle, n: Names, o: Order) -> str:
    it = pronoun(b, n, o.actor) if 0 <= o.actor < b.n_groups else "it"
    stands_so = "stand" if it == "they" else "stands"
    return f"{does(the_group(n, o.actor), 'stays')} where {it} {stands_so}"


def describe_hitch(b: Battle, n: Names, o: Order) -> str:
    name = the_group(n, o.actor)
    return f"{does(name, 'hitches')} up {its(name)} petticoats"


def it_does(verb: str, rest: str = "") -> Callable[[Battle, Names, Order], str]:
    """What a group does, in a verb."""

    def words(b: Battle, n: Names, o: Order) -> str:
        return does(the_group(n, o.actor), verb) + rest

    return words


WORDS: dict[int, Callable[[Battle, Names, Order], str]] = {
    Act.DONE: lambda b, n, o: "no more",
    Act.YES: lambda b, n, o: f"{the_group(n, o.actor)} means to load or fire",
    Act.NO: lambda b, n, o: f"{the_group(n, o.actor)} will neither load nor fire",
    Act.ACTIVATE: describe_activate,
    Act.HOLD: describe_hold,
    Act.MARCH: describe_march,
    Act.FORM: describe_form,
    Act.STEP: describe_step,
    Act.CHARGE: describe_charge,
    Act.TAKE_COVER: describe_cover,
    Act.SQUARE: it_does("forms", " square"),
    Act.CIRCLE: it_does("forms", " a circle"),
    Act.REFORM: it_does("opens", " out again"),
    Act.MOUNT: it_does("mounts"),
    Act.DISMOUNT: it_does("dismounts"),
    Act.JOIN: lambda b, n, o: f"{does(the_group(n, o.actor), 'joins')} {the_group(n, o.other)}",
    Act.LIMBER: lambda b, n, o: (
        f"{does(the_group(n, o.actor), 'works')} to limber {gun_words(b, n, o.actor)}"
    ),
    Act.UNLIMBER: lambda b, n, o: (
        f"{does(the_group(n, o.actor), 'works')} to unlimber {gun_words(b, n, o.actor)}"
    ),
    Act.PIVOT: describe_pivot,
    Act.MANHANDLE: describe_engine_move,
    Act.SERVE: lambda b, n, o: f"{does(the_group(n, o.actor), 'serves')} {the_engine(n, o.other)}",
    Act.DRIVE: describe_engine_move,
    Act.HITCH_UP: describe_hitch,
    Act.FIRE: describe_fire,
    Act.PICK: lambda b, n, o: f"{the_group(n, o.actor)} shoots at {figure(n, o.other)}",
    Act.FOLLOW_UP: it_does("follows", " up"),
    Act.STAY: describe_stay,
    Act.STRIKE: lambda b, n, o: f"{figure(n, o.actor)} strikes {figure(n, o.other)}",
}
