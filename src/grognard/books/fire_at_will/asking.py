"""What is asked, and what is ordered, in words."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from ...chronicle import agree, count, does, inches, listed, side
from ...table.vectors import compass
from ...values import Ask, Order
from .forces import Names
from .movement import left_to_move
from .nerves import exempt
from .shooting import has_target, is_ready
from .speeches import may_speak
from .spell_targets import names_strip
from .state import FIGURE, Act, Aim, AskKind, Battle, Edge, Nerve
from .strips import exists
from .words import COLOURS, EDGES, POSTS, manned, spell, strip, terrain, the_formation, the_strip, wind

HARDLY = 0.05  # inches: as good as on the spot
MOST_NAMED = 6  # formations that a question names
TURNS = {Edge.RIGHT: "to the right", Edge.REAR: "about", Edge.LEFT: "to the left"}


def own_formations(b: Battle, own: int) -> list[int]:
    """The formations of a side that are on the table."""
    return [f for f in range(b.n_formations) if exists(b.formations[f]) and b.formations[f].side == own]


def is_formation(b: Battle, f: int) -> bool:
    return 0 <= f < b.n_formations and exists(b.formations[f])


def is_strip(b: Battle, i: int) -> bool:
    return 0 <= i < b.n_strips and b.strips[i].formation >= 0


def named(names: list[str], joint: str = "and") -> str:
    """Some of them by name, the others counted."""
    if not names:
        return "anybody"
    more = len(names) - MOST_NAMED
    return listed([*names[:MOST_NAMED], f"{more} more"] if more > 0 else names, joint)


def facing(fx: float, fy: float) -> str:
    return wind(compass(fx, fy))


# The ask in words


def describe_ask(b: Battle, names: Names, ask: Ask) -> str:
    """The question in plain words, with the numbers that matter and the rule that puts it."""
    return f"{side(ask.side)}: {QUESTIONS[AskKind(ask.kind)](b, names, ask)}"


def ask_spells(b: Battle, n: Names, ask: Ask) -> str:
    who = the_strip(n, b.mages[ask.actor].strip) if 0 <= ask.actor < b.n_mages else "the mage"
    return f"which {b.rules.picks} of the {b.n_spells} spells does {who} write down? [FW-064, FW-R87]"


def ask_orders(b: Battle, n: Names, ask: Ask) -> str:
    name = the_formation(n, ask.actor)
    return f"{agree(name, 'is')} {name} to hold, advance or charge? [FW-021, FW-R14]"


def ask_speech(b: Battle, n: Names, ask: Ask) -> str:
    who = [the_strip(n, i) for i in range(b.n_strips) if may_speak(b, ask.side, i)]
    return f"will {named(who, 'or')} make a speech, or insult the enemy? [FW-059, FW-060, FW-061]"


def ask_test(b: Battle, n: Names, ask: Ask) -> str:
    who = [the_formation(n, f) for f in own_formations(b, ask.side) if may_test(b, f)]
    return f"halted: will {named(who, 'or')} test, to go nearer again? [FW-140, FW-R63]"


def may_test(b: Battle, f: int) -> bool:
    u = b.formations[f]
    return u.nerve == Nerve.HALTED and not u.tested and not exempt(b, f)


def ask_action(b: Battle, n: Names, ask: Ask) -> str:
    """Who is in hand has something left of its move, or everybody else is asked about."""
    f = ask.actor
    if is_formation(b, f) and not b.formations[f].done and left_to_move(b, f) > HARDLY:
        left = inches(left_to_move(b, f))
        return f"{does(the_formation(n, f), 'has')} {left} left: what next, or who else? [FW-018, FW-R17]"
    return "who moves, charges or casts next? [FW-018, FW-R13]"


def ask_forced(b: Battle, n: Names, ask: Ask) -> str:
    return f"where must {the_formation(n, ask.actor)} go? [FW-080, FW-R93]"


def ask_shoot(b: Battle, n: Names, ask: Ask) -> str:
    ready = [i for i in range(b.n_strips) if b.strips[i].side == ask.side and is_ready(b, i)]
    who = [
        the_formation(n, f) for f in dict.fromkeys(b.strips[i].formation for i in ready if has_target(b, i))
    ]
    if not who:
        return "nobody has a shot [FW-098, FW-R45]"
    return f"at whom will {named(who, 'or')} shoot? [FW-098, FW-102, FW-R45]"


def ask_fight(b: Battle, n: Names, ask: Ask) -> str:
    return f"{strip(n, ask.actor)} touches two enemies alike: which does it fight? [FW-R69]"


def ask_lead(b: Battle, n: Names, ask: Ask) -> str:
    return f"which strip leads against {the_strip(n, ask.other)}? [FW-R70]"


def ask_victim(b: Battle, n: Names, ask: Ask) -> str:
    return f"{strip(n, ask.actor)} has won against several: which of them falls? [FW-170, FW-171]"


def ask_pursue(b: Battle, n: Names, ask: Ask) -> str:
    name = the_formation(n, ask.other)
    who = [the_formation(n, f) for f in own_formations(b, ask.side) if b.pursuers >> f & 1]
    return f"{does(name, 'runs')}: will {named(who, 'or')} pursue? [FW-180, FW-R109]"


def ask_stay(b: Battle, n: Names, ask: Ask) -> str:
    name = the_formation(n, ask.other)
    return f"{does(name, 'runs')}: does {the_strip(n, ask.actor)} stay behind, alone? [FW-142, FW-R66]"


def ask_duel(b: Battle, n: Names, ask: Ask) -> str:
    return f"whom does {the_strip(n, ask.actor)} meet in heroic combat? [FW-176, FW-R83]"


QUESTIONS: dict[AskKind, Callable[[Battle, Names, Ask], str]] = {
    AskKind.SPELLS: ask_spells,
    AskKind.INITIATIVE: lambda b, n, ask: "go first or second this turn? [FW-R11]",
    AskKind.ORDERS: ask_orders,
    AskKind.SPEECH: ask_speech,
    AskKind.TEST: ask_test,
    AskKind.ACTION: ask_action,
    AskKind.FORCED: ask_forced,
    AskKind.SHOOT: ask_shoot,
    AskKind.FIGHT: ask_fight,
    AskKind.LEAD: ask_lead,
    AskKind.VICTIM: ask_victim,
    AskKind.PURSUE: ask_pursue,
    AskKind.STAY: ask_stay,
    AskKind.DUEL: ask_duel,
}


# An order in words


def describe_order(b: Battle, names: Names, o: Order) -> str:
    """An order in a few words."""
    words = WORDS.get(o.kind)
    return words(b, names, o) if words is not None else "no order of this game"


Words = Callable[[Battle, Names, Order], str]


def it_does(verb: str, rest: str = "") -> Words:
    """What a formation does, in a verb."""

    def words(b: Battle, n: Names, o: Order) -> str:
        return does(the_formation(n, o.actor), verb) + rest

    return words


def he_does(verb: str, rest: str = "") -> Words:
    """The same of a strip."""

    def words(b: Battle, n: Names, o: Order) -> str:
        return does(the_strip(n, o.actor), verb) + rest

    return words


def to_formation(verb: str) -> Words:
    """What a formation does to another."""

    def words(b: Battle, n: Names, o: Order) -> str:
        return f"{does(the_formation(n, o.actor), verb)} {the_formation(n, o.other)}"

    return words


def strip_to_formation(verb: str) -> Words:
    def words(b: Battle, n: Names, o: Order) -> str:
        return f"{does(the_strip(n, o.actor), verb)} {the_formation(n, o.other)}"

    return words


def strip_to_strip(verb: str) -> Words:
    def words(b: Battle, n: Names, o: Order) -> str:
        return f"{does(the_strip(n, o.actor), verb)} {the_strip(n, o.other)}"

    return words


def describe_pick(b: Battle, n: Names, o: Order) -> str:
    chosen = [spell(n, k) for k in range(b.n_spells) if o.how >> k & 1]
    return f"write down {listed(chosen) if chosen else 'nothing'}"


def describe_advance(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'advances')} {inches(o.x)}"


def describe_back(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'steps')} back {inches(o.x)}"


def describe_sidestep(b: Battle, n: Names, o: Order) -> str:
    hand = "right" if o.x > 0 else "left"
    return f"{does(the_formation(n, o.actor), 'steps')} {inches(abs(o.x))} to the {hand}"


def describe_wheel(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'wheels')} to face {facing(o.fx, o.fy)}"


def describe_turn(b: Battle, n: Names, o: Order) -> str:
    way = TURNS[Edge(o.how)] if o.how in tuple(TURNS) else "about"
    return f"{does(the_formation(n, o.actor), 'turns')} {way}"


def describe_reshape(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'forms')} {count(o.other, 'file')}"


def describe_march(b: Battle, n: Names, o: Order) -> str:
    """The Dragon moves 9.0 inches north, facing east; on the spot it turns."""
    name = the_formation(n, o.actor)
    if not is_formation(b, o.actor):
        return does(name, "moves")
    u = b.formations[o.actor]
    dx, dy = o.x - u.x, o.y - u.y
    if hypot(dx, dy) <= HARDLY:
        return f"{does(name, 'turns')} to face {facing(o.fx, o.fy)}"
    return f"{does(name, 'moves')} {inches(hypot(dx, dy))} {facing(dx, dy)}, facing {facing(o.fx, o.fy)}"


def describe_overlap(b: Battle, n: Names, o: Order) -> str:
    edge = EDGES.get(o.how, "flank")
    return f"{does(the_strip(n, o.actor), 'laps')} round the {edge} of {the_formation(n, o.other)}"


def describe_face(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'turns')} to face {the_formation(n, o.other)}"


def describe_flee(b: Battle, n: Names, o: Order) -> str:
    to = f", to {the_formation(n, o.other)}" if o.other >= 0 else ""
    return f"{does(the_strip(n, o.actor), 'breaks')} off the heroic combat{to}"


def describe_enter(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'enters')} {terrain(n, o.other)}: {manned(max(0, o.how))}"


def describe_garrison(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'mans')} the walls anew: {manned(max(0, o.how))}"


def describe_leave(b: Battle, n: Names, o: Order) -> str:
    k = b.formations[o.actor].building if is_formation(b, o.actor) else -1
    out = f"{terrain(n, k)} in {count(o.other, 'file')}, facing {facing(o.fx, o.fy)}"
    return f"{does(the_formation(n, o.actor), 'leaves')} {out}"


def describe_join(b: Battle, n: Names, o: Order) -> str:
    return (
        f"{does(the_strip(n, o.actor), 'joins')} {the_formation(n, o.other)}, {POSTS.get(o.how, 'with them')}"
    )


def describe_detach(b: Battle, n: Names, o: Order) -> str:
    who = the_strip(n, o.actor)
    if not is_strip(b, o.actor):
        return f"{does(who, 'goes')} alone"
    dx, dy = o.x - b.strips[o.actor].x, o.y - b.strips[o.actor].y
    return f"{does(who, 'goes')} {inches(hypot(dx, dy))} {facing(dx, dy)}, alone"


def describe_post(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_strip(n, o.actor), 'stands')} {POSTS.get(o.how, 'elsewhere')}"


def describe_cast(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_strip(n, o.actor), 'casts')} {spell(n, o.how)}{aimed(b, n, o)}"


def aimed(b: Battle, n: Names, o: Order) -> str:
    """At whom or what: at the Axemen; there; in red."""
    aim = b.spells[o.how].aim if 0 <= o.how < b.n_spells else Aim.NOTHING
    if aim == Aim.NOTHING:
        return f", {COLOURS[o.other]}" if o.other in COLOURS else ""
    if aim == Aim.PLACE:
        return f" at {o.x:.1f}, {o.y:.1f}"
    if names_strip(aim, o.other):
        return f" at {the_strip(n, o.other - FIGURE if aim == Aim.EITHER else o.other)}"
    return f" at {the_formation(n, o.other)}"


def describe_volley(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_formation(n, o.actor), 'shoots')} at {the_formation(n, o.other)}"


def describe_shot(b: Battle, n: Names, o: Order) -> str:
    return f"{does(the_strip(n, o.actor), 'shoots')} at {the_strip(n, o.other)}"


def describe_lead(b: Battle, n: Names, o: Order) -> str:
    return does(the_strip(n, o.other), "leads")


WORDS: dict[int, Words] = {
    Act.DONE: lambda b, n, o: "no more",
    Act.FIRST: lambda b, n, o: "go first",
    Act.SECOND: lambda b, n, o: "go second",
    Act.PICK: describe_pick,
    Act.HOLD: it_does("holds"),
    Act.ADVANCE_ORDER: it_does("advances"),
    Act.CHARGE_ORDER: it_does("charges"),
    Act.SPEECH: strip_to_formation("addresses"),
    Act.INSULT: strip_to_formation("insults"),
    Act.TEST: it_does("tests", " its nerve"),
    Act.ADVANCE: describe_advance,
    Act.WHEEL: describe_wheel,
    Act.BACK: describe_back,
    Act.SIDESTEP: describe_sidestep,
    Act.TURN: describe_turn,
    Act.RESHAPE: describe_reshape,
    Act.MARCH: describe_march,
    Act.CHARGE: to_formation("charges"),
    Act.BREAK_OFF: it_does("breaks", " off"),
    Act.OVERLAP: describe_overlap,
    Act.FACE: describe_face,
    Act.FLEE_DUEL: describe_flee,
    Act.ENTER: describe_enter,
    Act.GARRISON: describe_garrison,
    Act.LEAVE: describe_leave,
    Act.JOIN: describe_join,
    Act.DETACH: describe_detach,
    Act.POST: describe_post,
    Act.CAST: describe_cast,
    Act.MEDITATE: he_does("meditates"),
    Act.SHOOT: describe_shot,
    Act.VOLLEY: describe_volley,
    Act.JOIN_FIGHT: strip_to_strip("fights"),
    Act.LEAD: describe_lead,
    Act.STRIKE: strip_to_strip("strikes"),
    Act.PURSUE: to_formation("pursues"),
    Act.YES: lambda b, n, o: f"{the_strip(n, o.actor)} stays, alone",
    Act.NO: lambda b, n, o: "no",
}
