"""What is asked, and what is ordered, in words."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from ...chronicle import agree, count, does, inches, listed, shape_words, side
from ...values import Ask, Order
from .legality import (
    check_unit,
    commander_allowance,
    may_command,
    officer_may_move,
)
from .manoeuvres import movers
from .men import (
    actors_of,
    centre_of,
    formation_grade,
    members,
    set_size,
    stands,
    straggler_reach,
    wounded_among,
)
from .nearest import (
    callable_among,
    of_set,
)
from .refusals import men_words
from .setup import Names
from .state import FORMATIONS, Act, AskKind, Battle, Grade, On, Phase
from .straggling import call_reach, ready_stragglers
from .words import GRADES, commander, figure, figures, formation, wind

# The ask in words


def own_formations(b: Battle, own: int) -> list[int]:
    return [f for f in range(FORMATIONS) if stands(b, f) and b.formations[f].side == own]


def describe_ask(b: Battle, names: Names, ask: Ask) -> str:
    """The question in plain words, with the numbers that matter and the rule that puts it."""
    return f"{side(ask.side)}: {QUESTIONS[AskKind(ask.kind)](b, names, ask)}"


def commander_words(b: Battle, n: Names, k: int) -> str:
    """Sergeant Hale (elite, charismatic)."""
    c = b.commanders[k]
    traits = (GRADES[Grade(c.grade)], "mounted" * c.mounted, "charismatic" * c.charismatic)
    return f"{commander(n, k)} ({', '.join(t for t in traits if t)})"


def ask_commander(b: Battle, n: Names, ask: Ask) -> str:
    who = [commander_words(b, n, k) for k in range(b.n_commanders) if may_command(b, k, ask.side)]
    return f"which commander acts next, {listed(who, 'or')}? [MI-014, MI-R08]"


def ask_step(b: Battle, n: Names, ask: Ask) -> str:
    k = ask.actor
    move, dash = (inches(commander_allowance(b, k, dash)) for dash in (False, True))
    risk = ", which may draw a shot" if b.options.dash_risk == On.ON else ""
    return (
        f"does {commander_words(b, n, k)} stay, move up to {move}, or dash up to {dash}{risk}? "
        "[MI-017, MI-019, MI-020, MI-021]"
    )


def ask_officer(b: Battle, n: Names, ask: Ask) -> str:
    who = [commander(n, j) for j in range(b.n_commanders) if officer_may_move(b, ask.actor, j)]
    near = f"within {inches(b.rules.unit_radius)} of {commander(n, ask.actor)}"
    return f"which officer without troops moves, {near}: {listed(who)}? [MI-R09]"


def ask_activate(b: Battle, n: Names, ask: Ask) -> str:
    k = ask.actor
    c = b.commanders[k]
    units = [formation(n, f) for f in own_formations(b, ask.side) if check_unit(b, k, f) == 0]
    unit = f"one formed unit within {inches(b.rules.unit_radius)} ({listed(units) if units else 'none'})"
    if b.unit_used:
        unit = "no other formed unit"
    near = f"stragglers within {inches(straggler_reach(b, c))} ({set_size(ready_stragglers(b, k))} ready)"
    rules = f"[MI-017, MI-023, {'MI-025' if c.charismatic else 'MI-024'}]"
    may = f"{commander_words(b, n, k)} may activate {unit} and {near}"
    if b.stirred:
        return f"{may}: what next? {rules}"
    n_called = set_size(callable_among(b, ask, -1))
    called = f", or call {count(n_called, 'straggler')} within {inches(call_reach(b, k))}" if n_called else ""
    return f"{may}{called}: what first? {rules}"


def ask_action(b: Battle, n: Names, ask: Ask) -> str:
    """The unit, its strength and front, and the actions left."""
    left = count(ask.other, "action")
    if not stands(b, ask.actor):
        return f"a part of the unit may act: {left} left? [MI-028, MI-R23]"
    u = b.formations[ask.actor]
    hurt = set_size(wounded_among(b, u.side, members(b, ask.actor)))
    parts = [count(u.size, "man", "men"), *([f"{hurt} wounded"] if hurt else [])]
    parts += [GRADES[Grade(formation_grade(b, ask.actor))], f"facing {wind(u.fx, u.fy)}"]
    name = formation(n, ask.actor)
    return f"what {agree(name, 'does')} {name} do ({', '.join(parts)}), with {left} left? [MI-028]"


def ask_lead(b: Battle, n: Names, ask: Ask) -> str:
    return f"does {commander(n, ask.actor)} go along with {formation(n, ask.other)}? [MI-R12]"


def ask_reroll(b: Battle, n: Names, ask: Ask) -> str:
    name, target = formation(n, ask.actor), b.rules.target[formation_grade(b, ask.actor)]
    short = min(target - ask.other, b.formations[ask.actor].size)
    runs = f"{count(short, 'man runs', 'men run')} if that stands"
    return (
        f"{does(name, 'has')} rolled {ask.other}, {target} is wanted, and {runs}: "
        "does an officer have it roll again? [MI-088, MI-089, MI-090]"
    )


def ask_run(b: Battle, n: Names, ask: Ask) -> str:
    who = count(ask.other, "man", "men")
    return f"{does(formation(n, ask.actor), 'loses')} {who} who {'run' if ask.other > 1 else 'runs'}: which? [MI-086, MI-R46]"


def ask_fall(b: Battle, n: Names, ask: Ask) -> str:
    who = f"{count(ask.other, 'man', 'men')} of the {set_size(b.sought)} who bail"
    return f"{who} {'are' if ask.other > 1 else 'is'} lost: which? [MI-137, MI-R46]"


def ask_react(b: Battle, n: Names, ask: Ask) -> str:
    name = formation(n, ask.actor)
    return (
        f"{does(name, 'is')} assaulted by {formation(n, ask.other)}: fire as they come in? [MI-103, MI-R55]"
    )


def ask_evade(b: Battle, n: Names, ask: Ask) -> str:
    far = inches(b.rules.recoil)
    met = f"{figure(n, ask.actor)} has stood up to {formation(n, ask.other)}"
    return f"{met}: does he withdraw {far}? [MI-096, MI-R51]"


QUESTIONS: dict[AskKind, Callable[[Battle, Names, Ask], str]] = {
    AskKind.COMMANDER: ask_commander,
    AskKind.STEP: ask_step,
    AskKind.OFFICER: ask_officer,
    AskKind.ACTIVATE: ask_activate,
    AskKind.ACTION: ask_action,
    AskKind.LEAD: ask_lead,
    AskKind.REROLL: ask_reroll,
    AskKind.RUN: ask_run,
    AskKind.REACT: ask_react,
    AskKind.EVADE: ask_evade,
    AskKind.FALL: ask_fall,
    AskKind.SUCCESSOR: lambda b, n, ask: "no commander is left: who takes command? [MI-R18]",
}


# An order in words


def describe_order(b: Battle, names: Names, o: Order) -> str:
    """An order in a few words."""
    return describe(b, names, o, side_of(b, o), b.phase == Phase.COMMANDER)


def side_of(b: Battle, o: Order) -> int:
    """Whose order it is: its set of men is of that side."""
    if o.kind in BY_FORMATION and stands(b, o.actor):
        return b.formations[o.actor].side
    return b.commanders[b.commander].side if b.commander >= 0 else b.phase_side


def describe(b: Battle, n: Names, o: Order, own: int, by_commander: bool) -> str:
    """A move may be a commander's or a unit's: that is not in the order."""
    if o.kind == Act.DASH or (o.kind == Act.MOVE and by_commander):
        return describe_step(b, n, o)
    words = WORDS.get(o.kind)
    return words(b, n, o, own) if words is not None else "no order of this game"


def describe_step(b: Battle, n: Names, o: Order) -> str:
    verb = "dashes" if o.kind == Act.DASH else "moves"
    if not 0 <= o.actor < b.n_commanders:
        return f"a commander {verb}"
    c = b.commanders[o.actor]
    dx, dy = o.x - c.x, o.y - c.y
    return f"{commander(n, o.actor)} {verb} {inches(hypot(dx, dy))} {wind(dx, dy)}"


def part_words(b: Battle, n: Names, o: Order) -> str:
    """The unit, or those of it who move."""
    if o.how > 0 and stands(b, o.actor) and o.how != members(b, o.actor):
        return f"{count(set_size(o.how), 'man', 'men')} of {formation(n, o.actor)}"
    return formation(n, o.actor)


def part_does(b: Battle, n: Names, o: Order, verb: str) -> str:
    """Several men of a unit move; the unit moves."""
    who = part_words(b, n, o)
    return does(who, verb) if who == formation(n, o.actor) else f"{who} {of_men(o.how, verb)}"


def of_men(men: int, verb: str) -> str:
    """One man moves, several move."""
    return agree("man" if set_size(men) == 1 else "figures", verb)


def describe_move(b: Battle, n: Names, o: Order, own: int) -> str:
    """the Line section moves 4.0 inches north-east, facing north."""
    if not stands(b, o.actor):
        return f"{formation(n, o.actor)} moves"
    cx, cy = centre_of(b, own, movers(b, o.actor, o.how))
    dx, dy = o.x - cx, o.y - cy
    joins = f", to join {formation(n, o.other)}" if o.other >= 0 else ""
    if hypot(dx, dy) <= 0.05:
        return f"{part_does(b, n, o, 'turns')} to face {wind(o.fx, o.fy)}{joins}"
    far = f"{inches(hypot(dx, dy))} {wind(dx, dy)}"
    return f"{part_does(b, n, o, 'moves')} {far}, facing {wind(o.fx, o.fy)}{joins}"


def describe_wheel(b: Battle, n: Names, o: Order, own: int) -> str:
    on = f", then {inches(o.x)} straight on" if o.x > 0.05 else ""
    return f"{part_does(b, n, o, 'wheels')} on {figure(n, o.other)} to face {wind(o.fx, o.fy)}{on}"


def describe_shape(b: Battle, n: Names, o: Order, own: int) -> str:
    ranks = shape_words(set_size(actors_of(b, o.actor)) if stands(b, o.actor) else 0, o.other)
    return f"{does(formation(n, o.actor), 'repositions')} in {ranks}, facing {wind(o.fx, o.fy)}"


def aim_words(n: Names, o: Order) -> str:
    return formation(n, o.other) if o.other >= 0 else f"the stragglers to the {wind(o.fx, o.fy)}"


def fires(verb: str, after: str = "") -> Callable[[Battle, Names, Order, int], str]:
    def words(b: Battle, n: Names, o: Order, own: int) -> str:
        return (
            f"{does(formation(n, o.actor), verb)} {after}{'at ' if verb == 'fires' else ''}{aim_words(n, o)}"
        )

    return words


def men_do(b: Battle, n: Names, own: int, men: int, verb: str) -> str:
    return f"{men_words(b, n, own, men)} {of_men(men, verb)}"


def describe_scurry(b: Battle, n: Names, o: Order, own: int) -> str:
    spread = ", spreading out" if o.fx > 0 else ", closing in" if o.fx < 0 else ""
    far = f"up to {inches(hypot(o.x, o.y))} {wind(o.x, o.y)}"
    return f"{men_do(b, n, own, o.how, 'scurries')} {far}{spread}"


def describe_ranks(b: Battle, n: Names, o: Order, own: int) -> str:
    shape = shape_words(set_size(o.how), o.other)
    return f"{men_do(b, n, own, o.how, 'forms')} ranks: {shape}, facing {wind(o.fx, o.fy)}"


def describe_volley(b: Battle, n: Names, o: Order, own: int) -> str:
    verb = "fires at" if o.kind == Act.SKIRMISH else "harasses"
    return f"{men_do(b, n, own, o.how, verb)} {aim_words(n, o)}"


def describe_gather(b: Battle, n: Names, o: Order, own: int) -> str:
    rolls = " and the wounded roll" if o.other == 1 else ""
    if o.kind == Act.COVER:
        return f"{men_do(b, n, own, o.how, 'takes')} the nearest cover{rolls}"
    goes = " in cover" if (o.x, o.y) != (0.0, 0.0) else ""
    return f"{men_do(b, n, own, o.how, 'gathers')}{goes}{rolls}"


def describe_regroup(b: Battle, n: Names, o: Order, own: int) -> str:
    parts = ["the wounded roll"] if o.other == 1 else []
    parts += (
        [f"{men_words(b, n, own, o.how)} {'is' if set_size(o.how) == 1 else 'are'} taken in"] if o.how else []
    )
    return f"{does(formation(n, o.actor), 'regroups')}{': ' + ', '.join(parts) if parts else ''}"


def chosen(one: str, more: str) -> Callable[[Battle, Names, Order, int], str]:
    def words(b: Battle, n: Names, o: Order, own: int) -> str:
        men = of_set(b, own, o.how)
        return f"{figures(n, men) if men else 'nobody'} {more if len(men) > 1 else one}"

    return words


WORDS: dict[int, Callable[[Battle, Names, Order, int], str]] = {
    Act.DONE: lambda b, n, o, own: "no more",
    Act.STAY: lambda b, n, o, own: "stay",
    Act.COMMAND: lambda b, n, o, own: f"{commander(n, o.actor)} acts",
    Act.MOVE: describe_move,
    Act.DASH: lambda b, n, o, own: describe_step(b, n, o),
    Act.UNIT: lambda b, n, o, own: f"activate {formation(n, o.actor)}",
    Act.WHEEL: describe_wheel,
    Act.DISPERSE: lambda b, n, o, own: f"{does(formation(n, o.actor), 'disperses')}, {inches(o.x)} apart",
    Act.REPOSITION: describe_shape,
    Act.FIRE: fires("fires"),
    Act.RAPID: fires("fires", "rapidly "),
    Act.ASSAULT: fires("assaults"),
    Act.REGROUP: describe_regroup,
    Act.SCURRY: describe_scurry,
    Act.FORM_RANKS: describe_ranks,
    Act.JOIN: lambda b, n, o, own: f"{men_do(b, n, own, o.how, 'joins')} {formation(n, o.other)}",
    Act.SKIRMISH: describe_volley,
    Act.HARASS: describe_volley,
    Act.ATTACK: lambda b, n, o, own: f"{figure(n, o.actor)} attacks {figure(n, o.other)} hand to hand",
    Act.BAIL: lambda b, n, o, own: (
        f"{men_do(b, n, own, o.how, 'bails')} {inches(hypot(o.x, o.y))} {wind(o.x, o.y)}"
    ),
    Act.GATHER: describe_gather,
    Act.COVER: describe_gather,
    Act.RALLY: lambda b, n, o, own: f"call {men_words(b, n, own, o.how)}",
    Act.YES: lambda b, n, o, own: "yes",
    Act.NO: lambda b, n, o, own: "no",
    Act.RUN: chosen("runs", "run"),
    Act.FALL: chosen("is lost", "are lost"),
    Act.SUCCEED: lambda b, n, o, own: f"{figure(n, o.actor)} takes command",
}
BY_FORMATION = (Act.MOVE, Act.WHEEL, Act.DISPERSE, Act.REPOSITION, Act.FIRE, Act.RAPID, Act.ASSAULT,
                Act.REGROUP, Act.RUN)  # fmt: skip
