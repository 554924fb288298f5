"""Why an order is refused, in words with the measurement, and the nearest order that is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import acos, ceil, degrees, hypot

from ...book import Refusal
from ...chronicle import catalogue, count, does, inches, listed, side
from ...searching import is_place
from ...table.discs import disc_sweep
from ...table.sweeps import segment_in_piece
from ...values import Ask, Order
from .checking import check
from .footing import crossings, footing_of, slows
from .legality import (
    largest_formation,
)
from .manoeuvres import is_direction, movers
from .men import (
    alive,
    centre_of,
    figure_side,
    gap_to_formation,
    is_straggler,
    present,
    radius_of,
    set_size,
    stands,
)
from .nearest import nearest, of_set
from .setup import FOLDER, Names
from .state import OFFICER, Act, AskKind, Battle, Footing, R
from .ways import NO_WAY
from .words import commander, figure, formation, terrain, the, wind

PLACED = (
    Act.MOVE, Act.DASH, Act.WHEEL, Act.DISPERSE, Act.REPOSITION, Act.FIRE, Act.RAPID, Act.ASSAULT,
    Act.SCURRY, Act.FORM_RANKS, Act.SKIRMISH, Act.HARASS, Act.BAIL, Act.GATHER,
)  # fmt: skip


def explain(b: Battle, names: Names, ask: Ask, o: Order, rule: int) -> Refusal:
    """The rule, the measurement in words, and the nearest legal order."""
    o = o if o.kind in PLACED else o._replace(x=0.0, y=0.0, fx=0.0, fy=0.0)
    check(b, ask, o)  # so that the measurement is this order's
    text = reason(b, names, ask, o, rule)
    return Refusal(catalogue(FOLDER / "rules.md").rule_id(rule), text, nearest(b, ask, o))


# Words


def reason(b: Battle, n: Names, ask: Ask, o: Order, rule: int) -> str:
    """The sentence for a rule."""
    words = REASONS.get(rule)
    if words is None:
        return "that is no answer to this question"
    return words(b, n, ask, o) if is_place(o) else "that is not a place on the table"


def exact(d: float) -> str:
    """Inches, rounded up enough that what is refused does not look allowed."""
    return f"{ceil(d * 10 - 1e-6) / 10:.1f} inches"


def states(text: str) -> Callable[[Battle, Names, Ask, Order], str]:
    def words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        return text

    return words


def says(text: str) -> Callable[[Battle, Names, Ask, Order], str]:
    """A sentence about the formation that acts, which stands first."""

    def words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        verb, _, rest = text.partition(" ")
        return f"{does(formation(n, o.actor), verb)} {rest}"

    return words


FACING = "a facing is a direction of length 1"


def wrong_commander(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not 0 <= o.actor < b.n_commanders or b.commanders[o.actor].side != ask.side:
        return f"that is no commander of {side(ask.side)}'s"
    c, who = b.commanders[o.actor], commander(n, o.actor)
    if not alive(c):
        return f"{who} is lost"
    if c.officer_only:
        return f"{who} is an officer without troops: he moves with a commander near him"
    return f"{who} has acted already this turn"


def one_of_two(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Stay, move or dash; then troops or a rally."""
    who = commander(n, ask.actor)
    if ask.kind == AskKind.ACTIVATE:
        return f"{who} has activated men already and cannot call others now"
    if o.kind in (Act.MOVE, Act.DASH):
        return f"it is {who} who acts"
    choice = "stay, move or dash" if ask.kind == AskKind.STEP else "move, dash or be done"
    return f"{who if ask.kind == AskKind.STEP else 'an officer'} can {choice} now"


def wrong_officer(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    near = f"within {inches(b.refusal.allowed)} of {commander(n, ask.actor)}"
    if not 0 <= o.actor < b.n_commanders or not b.commanders[o.actor].officer_only:
        return f"only officers without troops of their own move now, {near}"
    if b.commanders[o.actor].moved:
        return f"{commander(n, o.actor)} has moved already this turn"
    return f"{commander(n, o.actor)} is not an officer {near}"


def commander_too_far(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, c = b.refusal, b.commanders[o.actor]
    far = r.asked if r.asked < NO_WAY else hypot(o.x - c.x, o.y - c.y)
    what = "dash" if o.kind == Act.DASH else "move"
    return f"{commander(n, o.actor)} would go {exact(far)}; his {what} is {inches(r.allowed)}"


def commander_way(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, who = b.refusal, commander(n, o.actor)
    if r.allowed == 0.0:
        return f"there is no room for {who} at that place, clear of other bases and of the enemy"
    if r.asked >= NO_WAY:
        return f"there is no way for {who} to that place: closed ground or the enemy is in it"
    return f"that way, with its ground, costs {who} {exact(r.asked)}; he has {inches(r.allowed)}"


def no_successor(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    f = largest_formation(b, ask.side)
    who = f"an unwounded man of {formation(n, f)}, the largest formation" if f >= 0 else "any straggler"
    return f"command goes to {who}"


def wrong_troops(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Formed actions for units, straggler actions for stragglers."""
    r = b.refusal
    if ask.kind == AskKind.ACTION:
        return (
            "that is no action of a formed unit: move, wheel, reposition, disperse, fire, assault or regroup"
        )
    if o.kind == Act.UNIT:
        return f"choose a formation of {side(ask.side)}'s that stands"
    if r.other >= 0:
        state = "in ranks" if present(b.men[r.other]) else "not on the table"
        return f"{figure(n, r.other)} is {state}; that is for stragglers"
    return "activate a unit, give stragglers an action, call men, or be done"


def acted_already(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if o.kind == Act.UNIT:
        return f"all men of {formation(n, o.actor)} have acted already this turn"
    return f"{figure(n, b.refusal.other)} has acted already this turn"


def unit_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, who = b.refusal, commander(n, ask.actor)
    if b.unit_used:
        return f"{who} has activated his one formed unit already"
    return f"{does(formation(n, o.actor), 'is')} {exact(r.asked)} from {who}; {inches(r.allowed)} is the most"


def man_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    far = f"{figure(n, r.other)} is {exact(r.asked)} from {commander(n, ask.actor)}"
    return f"{far}, who reaches stragglers within {inches(r.allowed)}"


def not_called(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    who, m = figure(n, r.other), b.men[r.other]
    if not present(m) or not is_straggler(m):
        return f"{who} is {'in ranks' if present(m) else 'not on the table'}; only stragglers are called"
    if m.acted != 0:
        return f"{who} has acted already this turn"
    far = f"{who} is {exact(r.asked)} from {commander(n, ask.actor)}"
    return f"{far}, who can call men within {inches(r.allowed)}"


# Words about fire


def target_name(n: Names, o: Order) -> str:
    return formation(n, o.other) if o.other >= 0 else f"the stragglers to the {wind(o.fx, o.fy)}"


def no_formation(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if stands(b, o.other):
        return f"{does(formation(n, o.other), 'is')} on the same side"
    return "choose an enemy formation that stands, or a direction in which there are stragglers"


def no_direction(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not is_direction(o.fx, o.fy):
        return "at stragglers one fires in a direction, which has a length of 1"
    return f"no enemy straggler is in sight in the 90 degrees about {wind(o.fx, o.fy)}"


def no_firearm(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if ask.kind == AskKind.ACTION:
        return f"nobody of {formation(n, o.actor)} who acts now has a firearm"
    bare = [i for i in of_set(b, ask.side, o.how) if b.men[i].weapon == 0]
    return f"{listed(figure(n, i) for i in bare[:3])} {'has' if len(bare) == 1 else 'have'} no firearm"


def unseen(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if b.refusal.other >= 0:
        return f"{figure(n, b.refusal.other)} has no clear line to {target_name(n, o)}"
    return f"nobody of {formation(n, o.actor)} has a clear line to {target_name(n, o)}"


def beyond_range(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return f"{does(target_name(n, o), 'is')} {exact(r.asked)} away; twice the effective range is {inches(r.allowed)}"


def man_beyond_range(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    who = f"{figure(n, r.other)} has no target within the effective range of {inches(r.allowed)}"
    return f"{who}: leave him out, or let all harass"


def volley_gone(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"the stragglers under {commander(n, ask.actor)} have fired their volley this turn"


# Words about formed men


def not_in_hand(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not stands(b, o.actor):
        return "that formation does not stand"
    return f"{does(formation(n, o.actor), 'is')} not the unit that was activated, nor a part of it"


def too_far(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return f"{formation(n, o.actor)} would move {exact(r.asked)}; a move is {inches(r.allowed)}"


def ground_costs(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """An obstacle or difficult ground on the way, for the man who meets the worst of it."""
    r = b.refusal
    who = figure(n, r.other) if r.other >= 0 else formation(n, o.actor)
    through = crossed(b, n, r.other, o) if o.kind == Act.MOVE and r.other >= 0 else []
    ground = f"over {listed(through)}" if through else "with its ground"
    return f"that way, {ground}, costs {who} {exact(r.asked)}; a move is {inches(r.allowed)}"


def crossed(b: Battle, n: Names, i: int, o: Order) -> list[str]:
    """The obstacles and the slow ground on the way of one man."""
    x, y = b.men[i].x, b.men[i].y
    dx, dy = way_of(b, o)
    return pieces(n, [k for k in range(b.ground.n) if costs_extra(b, k, x, y, x + dx, y + dy)])


def way_of(b: Battle, o: Order) -> tuple[float, float]:
    """The straight way of a move."""
    cx, cy = centre_of(b, b.formations[o.actor].side, movers(b, o.actor, o.how))
    return o.x - cx, o.y - cy


def pieces(n: Names, found: Iterable[int]) -> list[str]:
    """The names of pieces of ground, each once."""
    return list(dict.fromkeys(terrain(n, k) for k in found))


def costs_extra(b: Battle, k: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a piece of ground make a straight way dearer?"""
    p = b.ground.pieces[k]
    if footing_of(p.kind) == Footing.OBSTACLE:
        return crossings(p, x0, y0, x1, y1) > 0
    if not slows(p.kind):
        return False
    t0, t1 = segment_in_piece(p, x0, y0, x1, y1)
    return t0 < t1


def closed(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    found = barring(b, n, o) if o.kind == Act.MOVE else []
    what = listed(found) if found else "a building or a pond"
    return f"{what} is in the way of {formation(n, o.actor)}"


def barring(b: Battle, n: Names, o: Order) -> list[str]:
    """The closed ground that a move would meet."""
    dx, dy = way_of(b, o)
    own = b.formations[o.actor].side
    men = [b.men[i] for i in of_set(b, own, movers(b, o.actor, o.how))]

    def bars(k: int) -> bool:
        sweeps_ = (disc_sweep(m.x, m.y, radius_of(b, m), dx, dy, b.ground.pieces[k]) for m in men)
        return b.ground.pieces[k].closed and any(t0 <= t1 for t0, t1 in sweeps_)

    return pieces(n, [k for k in range(b.ground.n) if bars(k)])


def in_the_way(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, who = b.refusal, formation(n, o.actor)
    if 0 <= r.other < b.n_men and b.men[r.other].side != ask.side:
        return f"{figure(n, r.other)} is in the way of {who}; contact with the enemy comes by assault"
    if r.other >= 0:
        return (
            f"there is no room for {figure(n, r.other)} where he would end, clear of others and of the enemy"
        )
    return f"another formation or an enemy officer is in the way of {who}"


def not_acting(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if o.kind == Act.DISPERSE:
        return f"it takes two men to disperse, and {formation(n, o.actor)} has no two who act now"
    return f"only men of {formation(n, o.actor)} who act in this activation can move"


def no_merge(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if b.refusal.allowed == 0.0:
        return "only another friendly formation that stands can be joined"
    near = f"within {inches(b.refusal.allowed)} of {formation(n, o.other)}"
    return f"{formation(n, o.actor)} would not end {near}"


def bad_wheel(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.allowed == 0.0:
        return f"{does(formation(n, o.actor), 'wheels')} about a man at one end of those who move"
    who = figure(n, r.other) if r.other >= 0 else "everybody"
    return f"{who} would cover {exact(r.asked)}; a move is {inches(r.allowed)}"


def bad_files(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    most = b.refusal.allowed
    if most == 0.0:
        return FACING if o.other > 0 else "nobody can be repositioned"
    return f"{o.other} files asked; with {most:.0f} men there are 1 to {most:.0f}"


def out_of_circle(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    would = f"{figure(n, r.other)} would reach {exact(r.asked)} from the middle of {formation(n, o.actor)}"
    return f"{would}; the circle round it has a radius of {inches(r.allowed)}"


def no_new_place(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.asked > 0.0:
        return f"{figure(n, r.other)} would have to cross an obstacle, and nobody does so to reposition"
    free = "clear of others, of the enemy and of woods and rubble"
    who = figure(n, r.other) if r.other >= 0 else formation(n, o.actor)
    return f"{who} has no place or no way there {free}"


def bad_gap(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    limits = f"more than {inches(b.rules.formation_gap)} and at most {inches(b.refusal.allowed)}"
    return f"a gap of {inches(o.x)} asked; men disperse {limits} apart"


def cannot_spread(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.asked > 0.0:
        return f"{figure(n, r.other)} would end {exact(r.asked)} from his comrades; {inches(r.allowed)} is the most"
    return f"{figure(n, r.other)} finds no place with such a gap within {inches(r.allowed)}"


def off_the_front(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    u = b.formations[o.actor]
    off = degrees(acos(min(1.0, max(-1.0, u.fx * o.fx + u.fy * o.fy))))
    front = f"{ceil(off - 1e-6):d} degrees off the front of {formation(n, o.actor)}"
    return f"that way is {front}; {b.refusal.allowed:.0f} are allowed"


def bad_regroup(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.allowed > 0.0:
        far = f"{figure(n, r.other)} is {exact(r.asked)} from {formation(n, o.actor)}"
        return f"{far}; stragglers within {inches(r.allowed)} are taken in"
    return f"{figure(n, r.other)} is no straggler on the table"


# Words about stragglers


def no_scurry(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not -1.0 < o.fx < 3.0:
        return f"they spread by more than -1 and less than 3, not by {o.fx:g}"
    return "a scurry goes somewhere"


def scurry_too_far(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    far = r.asked if r.asked < NO_WAY else hypot(o.x, o.y)
    return f"that is {exact(far)}; {who_of(b, n, ask, o)} can scurry {inches(r.allowed)}"


def who_of(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return men_words(b, n, ask.side, o.how)


def no_scurry_way(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.asked >= NO_WAY:
        return f"there is no way for {who_of(b, n, ask, o)} to that place"
    if r.asked > 0.0:
        return f"that way, with its ground, costs {exact(r.asked)}; a scurry is {inches(r.allowed)}"
    keep = f"more than {inches(r.allowed)} from the enemy and clear of friends"
    return f"{none_can(b, n, ask, o)} go that way and stay {keep}"


def none_can(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Hunters 3 cannot; none of 4 men of the Hunters can."""
    who = who_of(b, n, ask, o)
    return f"{who} cannot" if set_size(o.how) == 1 else f"none of {who} can"


def bad_ranks(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    men = set_size(o.how)
    if men < 2:
        return "it takes two men to form ranks"
    return f"{o.other} files asked; with {men} men there are 1 to {men}"


def no_ranks(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if b.refusal.allowed == 0.0:
        return FACING
    reach = f"get to neighbouring places in ranks there within {inches(b.refusal.allowed)}"
    return f"fewer than two of {who_of(b, n, ask, o)} can {reach}"


def no_join(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if b.refusal.allowed == 0.0:
        return "choose a friendly formation that stands"
    reach = f"get into the ranks of {formation(n, o.other)} within {inches(b.refusal.allowed)}"
    return f"{none_can(b, n, ask, o)} {reach}"


def no_attack(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if not 0 <= o.actor < b.n_men or b.men[o.actor].side != ask.side:
        return f"choose a straggler of {side(ask.side)}'s to attack with"
    if r.allowed == 0.0:
        return "choose an enemy straggler on the table"
    foe = figure(n, o.other)
    if r.asked <= r.allowed:
        return f"{figure(n, o.actor)} has no way to {foe}, or no room beside him"
    return f"{figure(n, o.actor)} would go {exact(r.asked)} to reach {foe}; {inches(r.allowed)} is the most"


def not_fair_game(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if figure_side(b, o.other) == ask.side:
        return f"{figure(n, o.other)} is on the same side"
    where = "with his men" if o.other >= OFFICER else "in ranks"
    return f"{figure(n, o.other)} is {where}; hand to hand is for stragglers"


def no_bail(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.other >= 0:
        clear = f"clear of closed ground and {inches(r.allowed)} from the enemy"
        return f"{figure(n, r.other)} has no straight way to the rear, {clear}"
    return f"{exact(r.asked)} asked; men bail up to {inches(r.allowed)}"


def not_the_rear(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    home = wind(b.home_x[ask.side], b.home_y[ask.side])
    return f"that is {wind(o.x, o.y)}; the rear is within 45 degrees of {home}"


def no_gather(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if set_size(o.how) > 1:
        return "a place is for one man alone; a group stays, or goes to the nearest cover"
    if r.asked >= NO_WAY:
        return f"there is no way for {who_of(b, n, ask, o)} to that place"
    if r.asked > 0.0:
        return f"that place is {exact(r.asked)} away; {inches(r.allowed)} is the most"
    return "that place is not in cover, nor directly behind it"


# Words about tests and choices


def no_reroll(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    unit, reach = formation(n, ask.actor), inches(b.refusal.allowed)
    if o.kind == Act.YES and 0 <= o.other < b.n_commanders and b.commanders[o.other].side == ask.side:
        c, who = b.commanders[o.other], commander(n, o.other)
        if not alive(c):
            return f"{who} is lost"
        return f"{who} is {exact(gap_to_formation(b, c, ask.actor))} from {unit}; {reach} is the most"
    return f"an officer within {reach} of {unit} has it roll again, or nobody"


def wrong_number(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    act = ("runs", "run") if ask.kind == AskKind.RUN else ("is lost", "are lost")
    among = formation(n, ask.actor) if ask.kind == AskKind.RUN else "those who bail"
    wanted = f"choose {count(ask.other, 'man who ' + act[0], 'men who ' + act[1])}, of {among}"
    if o.kind not in (Act.RUN, Act.FALL):
        return wanted
    strange = ", not all of them" if o.how < 0 or o.how & ~b.sought != 0 else ""
    return f"{wanted}; {b.refusal.asked:.0f} named{strange}"


def men_words(b: Battle, n: Names, own: int, men: int) -> str:
    """Line section 3; 5 men of the Light company; 9 men of the Pioneers and the Marines."""
    found = of_set(b, own, men)
    if len(found) == 1:
        return figure(n, found[0])
    bodies = dict.fromkeys(the(n.bodies[b.men[i].body]) for i in found if b.men[i].body < len(n.bodies))
    of = f" of {listed(bodies)}" if 0 < len(bodies) < 4 else ""
    return f"{count(len(found), 'man', 'men')}{of}"


ROLL = "the wounded roll, all of them or none: 1 or 0"
REASONS: dict[int, Callable[[Battle, Names, Ask, Order], str]] = {
    15: wrong_commander,
    16: acted_already,
    17: one_of_two,
    19: commander_too_far,
    20: commander_too_far,
    22: commander_too_far,
    23: unit_reach,
    24: man_reach,
    25: man_reach,
    26: lambda b, n, ask, o: f"choose stragglers of {side(ask.side)}'s to call",
    29: lambda b, n, ask, o: f"choose one or more stragglers of {side(ask.side)}'s",
    31: wrong_troops,
    32: too_far,
    34: states(f"{FACING}, and a wheel goes on straight for 0 inches or more"),
    35: states(FACING),
    40: ground_costs,
    41: ground_costs,
    43: bad_gap,
    46: bad_files,
    47: out_of_circle,
    48: says("would not end in one formation"),
    50: lambda b, n, ask, o: (
        f"rapid fire takes {b.refusal.allowed:.0f} actions; {formation(n, o.actor)} has {b.refusal.asked:.0f} left"
    ),
    51: unseen,
    54: no_formation,
    55: no_direction,
    88: no_reroll,
    91: states("an assault goes straight on: its direction has a length of 1"),
    92: states("choose an enemy formation that stands, or nobody and so stragglers"),
    96: states("withdraw, or stay: yes or no"),
    103: states("fire as they come in, or not: yes or no"),
    117: states(f"{ROLL}; the stragglers taken in are men of the side"),
    120: bad_regroup,
    121: scurry_too_far,
    123: no_scurry,
    124: lambda b, n, ask, o: (
        f"{who_of(b, n, ask, o)} has no room there, more than {inches(b.refusal.allowed)} from friends"
    ),
    125: lambda b, n, ask, o: (
        f"{who_of(b, n, ask, o)} would come within {inches(b.refusal.allowed)} of an enemy"
    ),
    126: bad_ranks,
    127: no_join,
    128: no_attack,
    135: no_bail,
    138: states(ROLL),
    139: no_gather,
    R + 6: no_merge,
    R + 8: states("choose a commander: nobody may pass"),
    R + 9: wrong_officer,
    R + 11: commander_way,
    R + 12: states("go with the men, or stay: yes or no"),
    R + 14: not_called,
    R + 16: not_acting,
    R + 17: volley_gone,
    R + 18: no_successor,
    R + 19: says("has fired already in this activation"),
    R + 21: off_the_front,
    R + 22: bad_wheel,
    R + 23: not_in_hand,
    R + 24: closed,
    R + 25: ground_costs,
    R + 27: cannot_spread,
    R + 28: no_new_place,
    R + 29: in_the_way,
    R + 31: man_beyond_range,
    R + 33: beyond_range,
    R + 34: no_firearm,
    R + 46: wrong_number,
    R + 64: no_scurry_way,
    R + 65: no_ranks,
    R + 66: not_fair_game,
    R + 67: not_the_rear,
    R + 68: lambda b, n, ask, o: f"there is no room for {who_of(b, n, ask, o)} at that place",
    R + 69: says("would enter woods or rubble, which horsemen never do"),
}
