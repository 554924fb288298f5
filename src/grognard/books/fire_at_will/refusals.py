"""Why an order is refused, in words with the measurement, and the nearest order that is legal."""

from __future__ import annotations

from collections.abc import Callable

from ...book import Refusal
from ...chronicle import agree, catalogue, count, does, inches, side
from ...searching import is_place
from ...values import Ask, Order
from .asking import is_formation
from .checking import check
from .forces import FOLDER, Names
from .movement import allowance
from .nearest import nearest
from .refusals_fire import FIRE_REASONS
from .refusals_magic import MAGIC_REASONS
from .routes import OF_STRIPS, formation_named
from .state import Act, AskKind, Battle, Deed, Edge, Orders, R
from .strips import is_garrison, strips_of, turns_free
from .words import DEEDS, EDGES, ORDERS, ROLES, strip, terrain, the_formation, the_strip

RULES = FOLDER / "rules.md"
MAGIC = (Act.CAST, Act.MEDITATE)
Words = Callable[[Battle, Names, Ask, Order], str]


def explain(b: Battle, names: Names, ask: Ask, o: Order, rule: int) -> Refusal:
    """The rule, the measurement in words, and the nearest legal order."""
    check(b, ask, o)  # so that the measurement is this order's
    text = reason(b, names, ask, o, rule)
    return Refusal(catalogue(RULES).rule_id(rule), text, nearest(b, ask, o))


def reason(b: Battle, n: Names, ask: Ask, o: Order, rule: int) -> str:
    """The sentence for a rule; right after the check, whose measurement is still there."""
    if not is_place(o):
        return "that is not a place on the table"
    own = FIRE_REASONS if ask.kind == AskKind.SHOOT else MAGIC_REASONS if o.kind in MAGIC else {}
    words = own.get(rule) or REASONS.get(rule)
    return words(b, n, ask, o) if words is not None else "that is no answer to this question"


def states(text: str) -> Words:
    def words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        return text

    return words


# Who is spoken of


def who(b: Battle, n: Names, o: Order) -> str:
    """Who is ordered: a strip, or a formation."""
    return the_strip(n, o.actor) if o.kind in OF_STRIPS else the_formation(n, o.actor)


def other_formation(b: Battle, n: Names) -> str:
    """The formation that the measurement is about."""
    return the_formation(n, b.refusal.other)


def other_piece(b: Battle, n: Names) -> str:
    return terrain(n, b.refusal.other)


# Who may move


def not_there(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"choose a formation of {side(ask.side)}'s that is on the table"


def moved_already(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Its move is over; or this is more than it has left."""
    r, f = b.refusal, formation_named(b, o)
    name = who(b, n, o)
    if ask.kind == AskKind.FORCED and r.allowed == 0.0:
        return f"an obstacle has ended the way of {the_formation(n, ask.actor)}"
    if is_formation(b, f) and (b.formations[f].done or (b.formations[f].began and b.mover != f)):
        return f"{does(name, 'has')} ended {'their' if agree(name, 'is') == 'are' else 'its'} move this turn"
    if r.asked <= 0.0:
        return f"a distance of more than 0 inches is wanted; {name} {agree(name, 'has')} {inches(r.allowed)} left"
    return f"that costs {inches(r.asked)}; {name} {agree(name, 'has')} {inches(max(0.0, r.allowed))} left"


def running(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = the_formation(n, formation_named(b, o))
    return f"{does(name, 'is')} running, and can be told nothing"


def frozen(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{does(other_formation(b, n), 'is')} frozen by a spell"


def by_orders(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Held, or not to make contact, or bound to charge."""
    r = b.refusal
    if ask.kind == AskKind.ORDERS:
        return "an order is to hold, to advance or to charge"
    f = r.other if o.kind == Act.DONE else formation_named(b, o)
    if not is_formation(b, f):
        return "that is against the orders of this turn"
    name, orders = the_formation(n, f), b.formations[f].orders
    if orders == Orders.HOLD:
        return f"{does(name, 'is')} ordered to hold"
    if orders == Orders.ADVANCE:
        return f"{does(name, 'is')} ordered to advance, and not into contact"
    if r.asked > r.allowed:
        return (
            f"{does(name, 'is')} ordered to charge, and would be {inches(r.asked)} from the enemy, "
            f"not {inches(r.allowed)}"
        )
    return f"{does(name, 'is')} ordered to {ORDERS[orders]}, and can: that comes first"


def deed_done(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """A character who has done something else keeps his formation where it is."""
    i = b.refusal.other
    if ask.kind == AskKind.SPEECH:
        return no_speaker(b, n, ask, o)
    if not 0 <= i < b.n_strips:
        return "that is no answer to this question"
    return f"{the_strip(n, i)} {DEEDS[b.strips[i].deed]}: neither he nor those with him move"


def no_speaker(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not 0 <= o.actor < b.n_strips or b.strips[o.actor].side != ask.side or b.strips[o.actor].role == 0:
        return f"choose a hero, leader or wizard of {side(ask.side)}'s"
    s = b.strips[o.actor]
    if s.formation < 0:
        return f"{the_strip(n, o.actor)} is not on the table"
    if s.deed != Deed.NONE:
        return f"{the_strip(n, o.actor)} {DEEDS[s.deed]} already"
    return f"{the_strip(n, o.actor)} is running, frozen or has moved"


def in_melee(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = who(b, n, o)
    return f"{does(name, 'is')} in contact with the enemy: break off, turn to face, or stay"


def halted(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """No nearer to any enemy."""
    r = b.refusal
    name = the_formation(n, formation_named(b, o))
    if ask.kind == AskKind.TEST:
        return "only a halted formation tests to go nearer; or there are no more tests"
    if r.asked < r.allowed:
        enemy = other_formation(b, n)
        return (
            f"{does(name, 'is')} halted, and would be {inches(r.asked)} from {enemy}, now {inches(r.allowed)}"
        )
    return f"{does(name, 'is')} halted, and {agree(name, 'goes')} no nearer to any enemy"


# Where to


def no_manoeuvre(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """What a turn, a wheel, a change of shape and a free march want."""
    r, name = b.refusal, who(b, n, o)
    if o.kind in (Act.TURN, Act.RESHAPE) and r.asked > 0.0 and not bad_shape(b, o):
        left = inches(max(0.0, r.allowed))
        return f"that takes half a move, {inches(r.asked)}; {name} {agree(name, 'has')} {left} left"
    if o.kind == Act.TURN:
        return "turn to the right, about or to the left"
    if o.kind == Act.RESHAPE:
        u = b.formations[o.actor]
        most = count(strips_of(u), "file")
        return f"{name} can form 1 to {most}, and {agree(name, 'is')} in {u.files} now"
    if o.kind == Act.MARCH and is_formation(b, o.actor) and not turns_free(b, b.formations[o.actor]):
        return f"{does(name, 'moves')} in ranks: advance, wheel, turn, or step back and aside"
    return "a new facing is a direction of length 1, and not the old one"


def bad_shape(b: Battle, o: Order) -> bool:
    u = b.formations[o.actor]
    return o.kind == Act.RESHAPE and (not 1 <= o.other <= strips_of(u) or o.other == u.files)


def into_contact(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """A charge that does not reach, or a move that would touch an enemy."""
    name = who(b, n, o)
    if o.kind != Act.CHARGE:
        return f"{name} would touch {other_formation(b, n)}: contact takes a charge"
    if not is_formation(b, o.other) or b.formations[o.other].side == ask.side or b.formations[o.other].hidden:
        return "choose an enemy formation that can be seen"
    return charge_fails(b, n, o, name)


def charge_fails(b: Battle, n: Names, o: Order, name: str) -> str:
    r, enemy = b.refusal, the_formation(n, o.other)
    u = b.formations[o.actor]
    if r.other == o.other and r.asked > 90.0:
        return f"straight on that way {name} would pass {enemy} by"
    if r.other == o.other:
        left = inches(max(0.0, r.allowed))
        return f"to charge {enemy} costs {inches(r.asked)}; {name} {agree(name, 'has')} {left} left"
    if is_formation(b, r.other) and r.other != o.actor:
        return f"{does(other_formation(b, n), 'is')} in the way"
    if u.began:
        return f"{does(name, 'has')} begun to move: a charge begins with at most one wheel, and nothing before it"
    return "a charge begins with one wheel of 45 degrees at most, to a direction of length 1"


def friends_in_the_way(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, f = b.refusal, formation_named(b, o)
    if is_formation(b, r.other) and r.other != f:
        return f"{does(other_formation(b, n), 'is')} in the way, and nobody passes through friends"
    return f"there is no room for {who(b, n, o)} on that way"


def no_room(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"there is no room for {who(b, n, o)} there: off the table, on others, or on closed ground"


def obstacle(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, name = b.refusal, who(b, n, o)
    what = other_piece(b, n)
    if r.asked > r.allowed > 0.0:
        return f"{does(what, 'stops')} {name} after {inches(r.allowed)} of {inches(r.asked)}"
    return f"{does(what, 'is')} in the way: {name} {agree(name, 'stops')} there"


def crossing(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """A wall begun at is crossed with half a move."""
    r, name = b.refusal, who(b, n, o)
    most = inches(max(0.0, r.allowed))
    return f"over {other_piece(b, n)} {name} would go {inches(r.asked)}; {most} is the most this turn"


def closed(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """A building from which one is too far off to enter, or ground that shuts one out."""
    r, name = b.refusal, who(b, n, o)
    if o.kind in (Act.ENTER, Act.JOIN) and r.asked > r.allowed:
        what = other_piece(b, n)
        return f"{name} began {inches(r.asked)} from {what}; one enters from its edge, at the start of a move"
    if o.kind == Act.ENTER and r.other < 0:
        return "choose a building"
    if o.kind == Act.ENTER:
        return f"{does(name, 'has')} begun to move: one enters at the start of a move"
    return f"{does(other_piece(b, n), 'is')} closed to {name}"


def leaving(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Out of a building there is half a move; inside one does not move otherwise."""
    r, name = b.refusal, who(b, n, o)
    f = formation_named(b, o)
    inside = is_formation(b, f) and is_garrison(b.formations[f])
    if not inside:
        return f"{does(name, 'is')} in no building"
    if r.asked > r.allowed:
        return f"that is {inches(r.asked)} from the wall; out of a building {name} may go {inches(r.allowed)}"
    if o.kind != Act.LEAVE:
        return f"{does(name, 'is')} in {terrain(n, b.formations[f].building)}: leave it first"
    most = strips_of(b.formations[f])
    return f"one leaves a building at the start of a move, in 1 to {count(most, 'file')}, so facing"


def taken(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, name = b.refusal, who(b, n, o)
    if o.kind == Act.GARRISON:
        return f"{name} can man the walls of its building anew at the start of a move, otherwise than now"
    if o.kind == Act.ENTER and is_formation(b, r.other) and r.other != o.actor:
        return f"{does(other_formation(b, n), 'is')} in {terrain(n, o.other)} already"
    return f"only foot, ogres and trolls go into a building, and {name} {agree(name, 'is')} none, or inside already"


def too_many(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return f"{other_piece(b, n)} holds {count(int(r.allowed), 'strip')}; {who(b, n, o)} has {int(r.asked)}"


def manning(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return (
        f"{count(int(r.asked), 'strip')} along those walls of {other_piece(b, n)}; {int(r.allowed)} is right"
    )


# Contact


def wrong_quarter(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    enemy, edge = the_formation(n, o.other), EDGES[Edge(int(b.refusal.asked))]
    return f"{who(b, n, o)} would hit the {edge} of {enemy}, and did not begin the turn in that quarter"


def no_break_off(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = who(b, n, o)
    return f"{name} can break off only from contact, in the open, and before it has moved"


def slower(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, name = b.refusal, who(b, n, o)
    enemy = other_formation(b, n)
    return f"{does(name, 'moves')} {inches(r.asked)} there, {enemy} {inches(r.allowed)}: one must be faster"


def no_way_back(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"the way straight back of {who(b, n, o)} is not clear for {inches(allowance(b, o.actor))}"


def flank_held(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{does(other_formation(b, n), 'is')} on the flank or rear of {who(b, n, o)}"


def still_close(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{who(b, n, o)} would still be in contact with an enemy"


def no_facing(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = who(b, n, o)
    return (
        f"{does(name, 'turns')} to an enemy in contact only if no enemy is on its front, and before it moves"
    )


def no_lapping(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.asked > r.allowed > 0.0:
        return f"the way round is {inches(r.asked)}; {the_strip(n, o.actor)} has {inches(r.allowed)}"
    return (
        "a strip of the front rank in no fight, at the end of those who fight, laps round a flank beside it"
    )


def too_soon(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if b.refusal.asked < b.refusal.allowed or b.refusal.allowed <= 1.0:
        return "strips lap round from the second turn of a melee on"
    return no_lapping(b, n, ask, o)


# Characters


def no_joining(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """One join or one leave a turn; from a formation before it moves; and room where he stands."""
    i = o.actor
    if not 0 <= i < b.n_strips or b.strips[i].formation < 0 or b.strips[i].side != ask.side:
        return f"choose a hero, leader or wizard of {side(ask.side)}'s that is on the table"
    if b.strips[i].deed in (Deed.JOINED, Deed.LEFT):
        return f"{the_strip(n, i)} {DEEDS[b.strips[i].deed]} already this turn"
    if o.kind == Act.JOIN:
        return f"{the_strip(n, i)} joins friends when he is alone, at either end of their front or behind it"
    if o.kind == Act.DETACH:
        return f"{the_strip(n, i)} leaves those he is with before they move, so facing"
    return f"{the_strip(n, i)} stands at either end of the front rank or behind it, where there is room"


def no_character(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{strip(n, o.actor)} is no {ROLES[1]}, {ROLES[2]} or {ROLES[3]}: strips stay with their formation"


def has_one(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{does(other_formation(b, n), 'has')} a hero, leader or wizard already"


def no_company(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{the_strip(n, o.actor)} may not join {other_formation(b, n)}: they are of another sort"


def no_flight(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.asked > r.allowed > 0.0:
        return f"that is {inches(r.asked)}; {the_strip(n, o.actor)} can run {inches(r.allowed)}"
    return (
        "who fights a heroic combat runs to a free place or to friends, through no enemy, in place of moving"
    )


# Words and tests


def unheard(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Too far off, or out of sight."""
    r = b.refusal
    if r.other < 0:
        whose = "one's own" if o.kind == Act.SPEECH else "the enemy's"
        return f"choose a formation of {whose} that can be seen"
    away = f"{does(other_formation(b, n), 'is')} {inches(r.asked)} from {the_strip(n, o.actor)}"
    if r.asked > r.allowed:
        return f"{away}; {inches(r.allowed)} is the most"
    return f"{away}, who does not see {'them' if agree(other_formation(b, n), 'is') == 'are' else 'it'}"


def no_test(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{does(who(b, n, o), 'tests')} by choice once a turn, before it moves"


def exempt(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{does(who(b, n, o), 'needs')} no test of nerve"


def no_pursuit(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    able = [the_formation(n, f) for f in range(b.n_formations) if b.pursuers >> f & 1]
    return f"of those who may pursue, choose {' or '.join(able)}" if able else "nobody can pursue"


def unbeaten(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if ask.kind == AskKind.VICTIM and r.allowed > r.asked:
        return f"{strip(n, o.other)} falls when beaten by {int(r.allowed)}, and was beaten by {int(r.asked)}"
    return "choose one of the strips of this fight"


REASONS: dict[int, Words] = {
    9: has_one,
    17: not_there,
    18: states("that is no order of the moves"),
    23: moved_already,
    30: obstacle,
    31: crossing,
    32: obstacle,
    33: crossing,
    41: closed,
    42: leaving,
    43: too_many,
    46: manning,
    47: exempt,
    48: states("horse and chariots do not charge those in a building"),
    49: wrong_quarter,
    50: no_break_off,
    51: slower,
    52: flank_held,
    53: still_close,
    55: too_soon,
    56: states("there is no room for the strip on that flank"),
    57: no_lapping,
    58: no_lapping,
    59: unheard,
    60: unheard,
    61: deed_done,
    62: states("there is no magic in this battle"),
    64: MAGIC_REASONS[64],
    67: deed_done,
    70: deed_done,
    87: frozen,
    125: not_there,
    140: halted,
    141: running,
    142: exempt,
    170: unbeaten,
    171: states("who has won strikes a strip that he touches"),
    176: states("choose an enemy hero or wizard whom he touches"),
    178: no_flight,
    180: no_pursuit,
    R + 6: no_joining,
    R + 7: no_company,
    R + 10: no_character,
    R + 11: states("go first or second"),
    R + 14: by_orders,
    R + 17: no_manoeuvre,
    R + 18: into_contact,
    R + 22: closed,
    R + 25: closed,
    R + 27: taken,
    R + 28: friends_in_the_way,
    R + 29: no_room,
    R + 30: closed,
    R + 33: states("there is no room to line up against them"),
    R + 34: no_facing,
    R + 35: no_way_back,
    R + 36: in_melee,
    R + 37: no_lapping,
    R + 38: unheard,
    R + 39: states("those in a building hear no insults"),
    R + 64: no_test,
    R + 66: states("he stays or he runs"),
    R + 69: states("choose one of the enemies whom the strip touches as long"),
    R + 70: unbeaten,
    R + 84: no_flight,
    R + 93: states("those that magic moves manoeuvre, or stay"),
    R + 99: states("nobody charges what cannot be seen"),
    R + 107: deed_done,
    R + 111: running,
}
