"""Why an order is refused, in words with the measurement, and the nearest order that is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import acos, atan2, ceil, cos, degrees, hypot, isfinite, pi, sin

from ...book import Refusal
from ...chronicle import catalogue, count, does, inches, listed, side
from ...table.discs import disc_sweep
from ...table.sweeps import segment_in_piece
from ...values import Ask, Order
from . import whim
from .firing import armed_among, effective_range, man_in_range, volley_range
from .footing import crossings, footing_of, slows
from .legality import (
    check,
    commander_allowance,
    firers_of_volley,
    gap_of_man,
    is_in_hand,
    largest_formation,
    may_command,
    may_rally,
    may_succeed,
    officers_of,
    targets_of,
)
from .manoeuvres import is_direction, movers, unit_circle
from .men import (
    NEAR,
    actors_of,
    alive,
    attached_to,
    bit,
    centre_of,
    figure_present,
    figure_side,
    figure_xy,
    gap_to_formation,
    is_straggler,
    members,
    present,
    radius_of,
    set_size,
    stands,
)
from .places import block_step, ranks_of
from .setup import FOLDER, Names
from .state import FORMATIONS, NOBODY, OFFICER, Act, AskKind, Battle, Footing, R
from .straggling import may_be_called, ready_stragglers
from .ways import NO_WAY
from .words import commander, figure, formation, terrain, the, wind

BISECTIONS = 14
RINGS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)  # inches around the place that was asked for
SPOKES = 16
INWARD = 1e-4  # inside an arc or a limit, not on it
GAPS = 0.25  # inches between the gaps tried for men who disperse
BEYOND = 1e4  # inches: on no table
ROUNDS = 6  # of leaving men out of a volley, until all who are left may fire


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


def is_place(o: Order) -> bool:
    """Numbers that could be a place or a direction on some table."""
    return all(isfinite(v) and abs(v) < BEYOND for v in (o.x, o.y, o.fx, o.fy))


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
    return f"with the ground that way costs {who} {exact(r.asked)}; he has {inches(r.allowed)}"


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
    cost = f"that way costs {who} {exact(r.asked)}; a move is {inches(r.allowed)}"
    through = crossed(b, n, r.other, o) if o.kind == Act.MOVE and r.other >= 0 else []
    return f"over {listed(through)} {cost}" if through else f"with the ground {cost}"


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
        return f"with the ground that way costs {exact(r.asked)}; a scurry is {inches(r.allowed)}"
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


def of_set(b: Battle, own: int, men: int) -> list[int]:
    """The men of a set, by their numbers."""
    return [b.first_man[own] + k for k in range(b.men_of[own]) if men >> k & 1]


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


# The nearest order that is legal


def nearest(b: Battle, ask: Ask, o: Order) -> Order | None:
    """By shortening, turning or trimming the order; else what the ask always allows."""
    tries = OTHERS.get(AskKind(ask.kind))
    if tries is not None and is_place(o):
        for tried in tries(b, ask, with_facing(o)):
            if tried is not None and check(b, ask, tried) == 0:
                return tried
    last = whim.certain(b, ask)
    return last if check(b, ask, last) == 0 else None


def with_facing(o: Order) -> Order:
    """A direction is made one of length 1."""
    size = hypot(o.fx, o.fy)
    return o._replace(fx=o.fx / size, fy=o.fy / size) if size > 1e-9 and o.kind != Act.SCURRY else o


Tries = Iterator[Order | None]


def farthest(b: Battle, ask: Ask, o: Order, x: float, y: float, steps: int = BISECTIONS) -> Order | None:
    """The order as far as it can be carried out along its line, or None if it cannot be at all."""
    if check(b, ask, o) == 0:
        return o
    short, long = 0.0, 1.0
    best = None
    for _ in range(steps):
        middle = (short + long) / 2
        tried = o._replace(x=x + (o.x - x) * middle, y=y + (o.y - y) * middle)
        if check(b, ask, tried) == 0:
            short, best = middle, tried
        else:
            long = middle
    return best


def around(b: Battle, ask: Ask, o: Order, within_: float) -> Order | None:
    """A place near the one asked for, no farther off than something already found."""
    for ring in RINGS:
        if ring >= within_:
            return None
        for spoke in range(SPOKES):
            turn = 2 * pi * spoke / SPOKES
            tried = o._replace(x=o.x + ring * cos(turn), y=o.y + ring * sin(turn))
            if check(b, ask, tried) == 0:
                return tried
    return None


def nearer(b: Battle, ask: Ask, o: Order, x: float, y: float) -> Order | None:
    """As far as it goes along its line, or around the place asked for, whichever ends nearer to it."""
    line = farthest(b, ask, o, x, y)
    gap = hypot(line.x - o.x, line.y - o.y) if line is not None else RINGS[-1]
    return around(b, ask, o, gap) or line


def from_commander(b: Battle, ask: Ask, o: Order) -> Tries:
    """A shorter way; a move as a dash, or by the one who acts."""
    for k in dict.fromkeys((o.actor, ask.actor)):
        if 0 <= k < b.n_commanders and o.kind in (Act.MOVE, Act.DASH):
            c, most = b.commanders[k], commander_allowance(b, k, o.kind == Act.DASH)
            share = min(1.0, most / max(hypot(o.x - c.x, o.y - c.y), NEAR))
            x, y = c.x + (o.x - c.x) * share, c.y + (o.y - c.y) * share  # he gets no farther by any way
            yield nearer(b, ask, o._replace(actor=k, x=x, y=y), c.x, c.y)


def other_commander(b: Battle, ask: Ask, o: Order) -> Tries:
    """The commander nearest to the one asked for who may act."""
    at = OFFICER + o.actor if 0 <= o.actor < b.n_commanders else NOBODY
    may = [k for k in range(b.n_commanders) if may_command(b, k, ask.side)]
    for k in sorted(may, key=lambda k: figures_apart(b, at, OFFICER + k)):
        yield o._replace(kind=int(Act.COMMAND), actor=k)


def figures_apart(b: Battle, g: int, h: int) -> float:
    """From one figure to another; none to one that is none."""
    if g < 0:
        return 0.0
    (x0, y0), (x1, y1) = figure_xy(b, g), figure_xy(b, h)
    return hypot(x1 - x0, y1 - y0)


def formations_near(b: Battle, own: int, x: float, y: float) -> list[int]:
    """The formations of a side, nearest to a place first."""

    def gap(f: int) -> float:
        cx, cy = centre_of(b, own, members(b, f))
        return hypot(cx - x, cy - y)

    found = [f for f in range(FORMATIONS) if stands(b, f) and b.formations[f].side == own]
    return sorted(found, key=gap)


def place_of(b: Battle, f: int, x: float, y: float) -> tuple[float, float]:
    """Where a formation stands, if it does."""
    return centre_of(b, b.formations[f].side, members(b, f)) if stands(b, f) else (x, y)


# Stragglers


def from_activation(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same without those who may not; nearer; at another target."""
    c = b.commanders[ask.actor]
    if o.kind == Act.UNIT:
        for f in formations_near(b, ask.side, *place_of(b, o.actor, c.x, c.y)):
            yield o._replace(actor=f)
    elif o.kind == Act.RALLY:
        yield o._replace(how=callable_among(b, ask, o.how) or callable_among(b, ask, -1))
    elif o.kind == Act.ATTACK:
        yield from attacks_near(b, ask, o)
    elif o.kind in GROUPS:
        o = o._replace(how=o.how & ready_stragglers(b, ask.actor) or ready_stragglers(b, ask.actor))
        if o.how:
            yield o
            yield from GROUPS[Act(o.kind)](b, ask, o)


def callable_among(b: Battle, ask: Ask, men: int) -> int:
    """Of some men those whom the commander can call."""
    out = 0
    for k in range(b.men_of[ask.side]):
        if men >> k & 1 and may_be_called(b, ask.actor, b.first_man[ask.side] + k):
            out |= 1 << k
    return out


def attacks_near(b: Battle, ask: Ask, o: Order) -> Tries:
    """The nearest enemy whom the man can attack."""
    if not 0 <= o.actor < b.n_men:
        return
    at = o.other if figure_present(b, o.other) else o.actor
    for h in sorted(lone_enemies(b, ask.side), key=lambda h: figures_apart(b, at, h)):
        yield o._replace(other=h)


def lone_enemies(b: Battle, own: int) -> list[int]:
    """Enemy stragglers, and enemy officers who stand alone."""
    men = [i for i in range(b.n_men) if b.men[i].side != own and is_straggler(b.men[i])]
    officers = [
        OFFICER + k
        for k in range(b.n_commanders)
        if b.commanders[k].side != own and alive(b.commanders[k]) and attached_to(b, k) < 0
    ]
    return men + officers


def shorter_scurry(b: Battle, ask: Ask, o: Order) -> Tries:
    for spread in dict.fromkeys((o.fx, min(2.9, max(-0.9, o.fx)), 0.0)):
        yield farthest(b, ask, o._replace(fx=spread), 0.0, 0.0)
    if set_size(o.how) == 1:
        yield around(b, ask, o, RINGS[-1])


def ranks_near(b: Battle, ask: Ask, o: Order) -> Tries:
    """As many files as there are men at most, and nearer to the middle of them."""
    x, y = centre_of(b, ask.side, o.how)
    o = o._replace(other=min(set_size(o.how), max(1, o.other)))
    if not is_direction(o.fx, o.fy):
        o = o._replace(fx=-b.home_x[ask.side], fy=-b.home_y[ask.side])
    yield farthest(b, ask, o, x, y)
    yield o._replace(x=x, y=y)
    yield around(b, ask, o._replace(x=x, y=y), RINGS[-1])


def other_ranks(b: Battle, ask: Ask, o: Order) -> Tries:
    for f in formations_near(b, ask.side, *place_of(b, o.other, *centre_of(b, ask.side, o.how))):
        yield o._replace(other=f)


def other_volley(b: Battle, ask: Ask, o: Order) -> Tries:
    """With those who may; as harassing fire; at somebody else."""
    kinds = dict.fromkeys((int(o.kind), int(Act.HARASS)))
    x, y = centre_of(b, ask.side, o.how)
    aims = [o] if o.other >= 0 or is_direction(o.fx, o.fy) else []
    aims += [o._replace(other=f) for f in formations_near(b, 1 - ask.side, *place_of(b, o.other, x, y))[:3]]
    aims += [o._replace(other=NOBODY, fx=fx, fy=fy) for fx, fy in sweeps(b, ask.side, x, y, 0.0)[:2]]
    for aim in aims:
        for kind in kinds:
            yield legal_volley(b, ask, aim._replace(kind=kind))


def legal_volley(b: Battle, ask: Ask, o: Order) -> Order | None:
    """The volley with as many of its men as may fire it."""
    own = ask.side
    o = o._replace(how=armed_among(b, own, o.how))
    if o.other >= 0 and (not stands(b, o.other) or b.formations[o.other].side == own):
        return None
    for _ in range(ROUNDS):
        seeing = firers_of_volley(b, own, o) if o.how else 0
        if seeing == o.how:
            seeing = near_enough(b, own, o) if o.how and o.kind == Act.SKIRMISH else o.how
        if seeing == o.how:
            break
        o = o._replace(how=seeing)
    return o if o.how and check(b, ask, o) == 0 else None


def near_enough(b: Battle, own: int, o: Order) -> int:
    """Of an effective volley those who have a target in its range; of another all."""
    targets, officers = targets_of(b, own, o.how, o), officers_of(b, own, o.how, o)
    reach = effective_range(b, own, o.how)
    if volley_range(b, own, o.how, targets, officers) > reach + NEAR:
        return o.how
    near = [i for i in of_set(b, own, o.how) if man_in_range(b, i, targets, officers, reach)]
    return sum(bit(b, i) for i in near)


def sweeps(b: Battle, own: int, x: float, y: float, reach: float) -> list[tuple[float, float]]:
    """Directions to enemy stragglers: first where most are in range, then where most are, then the nearest."""
    foes = [(m.x - x, m.y - y) for m in b.men[: b.n_men] if m.side != own and is_straggler(m)]
    foes = [(dx, dy) for dx, dy in foes if hypot(dx, dy) > INWARD]
    ways = [(dx / hypot(dx, dy), dy / hypot(dx, dy), hypot(dx, dy)) for dx, dy in foes]

    def worth(way: tuple[float, float, float]) -> tuple[int, int, float]:
        inside = [w for w in ways if w[0] * way[0] + w[1] * way[1] >= b.rules.sweep_cosine]
        return -sum(w[2] <= reach for w in inside), -len(inside), way[2]

    ranked = sorted(ways, key=worth)
    first = ranked[:1] + sorted(ways, key=lambda w: w[2])[:1] + ranked[1:]
    out: list[tuple[float, float]] = []
    for fx, fy, _ in first:
        if all(fx * gx + fy * gy < b.rules.sweep_cosine for gx, gy in out):
            out.append((fx, fy))
    return out


def shorter_bail(b: Battle, ask: Ask, o: Order) -> Tries:
    """Straight home if need be, as far as it goes; then without those whose way is not clear."""
    far = min(hypot(o.x, o.y) or b.rules.bail, b.rules.bail)
    size = hypot(o.x, o.y) or 1.0
    asked = o._replace(x=o.x / size * far, y=o.y / size * far)
    home = o._replace(x=b.home_x[ask.side] * far, y=b.home_y[ask.side] * far)
    for tried in (asked, home):
        clear = sum(bit(b, i) for i in of_set(b, ask.side, o.how) if bails(b, ask, tried, bit(b, i)))
        yield farthest(b, ask, tried, 0.0, 0.0)
        if clear:
            yield tried._replace(how=clear)


def bails(b: Battle, ask: Ask, o: Order, alone: int) -> bool:
    return check(b, ask, o._replace(how=alone)) == 0


def plain_gather(b: Battle, ask: Ask, o: Order) -> Tries:
    """A place nearer at hand for one man; else they stay."""
    o = o._replace(other=min(1, max(0, o.other)))
    yield o
    if set_size(o.how) == 1 and (o.x, o.y) != (0.0, 0.0):
        yield around(b, ask, o, RINGS[-1])
    yield o._replace(x=0.0, y=0.0)


GROUPS: dict[Act, Callable[[Battle, Ask, Order], Tries]] = {
    Act.SCURRY: shorter_scurry,
    Act.FORM_RANKS: ranks_near,
    Act.JOIN: other_ranks,
    Act.SKIRMISH: other_volley,
    Act.HARASS: other_volley,
    Act.BAIL: shorter_bail,
    Act.GATHER: plain_gather,
    Act.COVER: plain_gather,
}


# Formed men


def from_action(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same by the unit in hand: shorter, turned less, nearer to where it stands."""
    ours = stands(b, o.actor) and b.formations[o.actor].side == ask.side and is_in_hand(b, o.actor)
    f = o.actor if ours else whim.unit_in_hand(b, ask)
    if o.kind in FORMED and stands(b, f):
        yield o._replace(actor=f)
        yield from FORMED[Act(o.kind)](b, ask, o._replace(actor=f))


def shorter_move(b: Battle, ask: Ask, o: Order) -> Tries:
    """With those who act, along the line, as it faces; then without joining anybody."""
    u = b.formations[o.actor]
    o = o._replace(how=o.how & actors_of(b, o.actor) if o.how > 0 else 0)
    if not is_direction(o.fx, o.fy):
        o = o._replace(fx=u.fx, fy=u.fy)
    x, y = centre_of(b, u.side, movers(b, o.actor, o.how))
    for other in dict.fromkeys((o.other, NOBODY)):
        yield nearer(b, ask, o._replace(other=other), x, y)
    yield o._replace(other=NOBODY, x=x, y=y)


def less_of_a_wheel(b: Battle, ask: Ask, o: Order) -> Tries:
    """About the nearest end, less far on, or round by less."""
    u = b.formations[o.actor]
    o = o._replace(how=o.how & actors_of(b, o.actor) if o.how > 0 else 0, x=max(0.0, o.x))
    if not is_direction(o.fx, o.fy):
        return
    turn = atan2(u.fx * o.fy - u.fy * o.fx, u.fx * o.fx + u.fy * o.fy)
    for pivot in dict.fromkeys((o.other, end_man(b, o.actor, o.how, turn > 0))):
        tried = o._replace(other=pivot)
        yield farthest(b, ask, tried, 0.0, o.y)
        yield tried._replace(x=0.0)
        for share in range(15, 0, -1):
            fx, fy = turned(u.fx, u.fy, -degrees(turn) * share / 16)
            yield tried._replace(x=0.0, fx=fx, fy=fy)


def turned(fx: float, fy: float, right: float) -> tuple[float, float]:
    """A facing so many degrees to the right of another."""
    c, s = cos(right * pi / 180), sin(right * pi / 180)
    return fx * c + fy * s, fy * c - fx * s


def end_man(b: Battle, f: int, how: int, left: bool) -> int:
    """The man at the left or the right end of those who move, the foremost of them."""
    u = b.formations[f]

    def place(i: int) -> tuple[float, float]:
        m = b.men[i]
        right = m.x * u.fy - m.y * u.fx
        return round(right if left else -right, 6), -(m.x * u.fx + m.y * u.fy)

    return min(of_set(b, u.side, movers(b, f, how)), key=place, default=NOBODY)


def front_for(b: Battle, f: int, files: int, fx: float, fy: float) -> tuple[float, float]:
    """The front centre of a block of the unit about the middle of its circle."""
    x, y, _ = unit_circle(b, f)
    men = actors_of(b, f)
    step = block_step(b, b.formations[f].side, men)
    back = (ranks_of(set_size(men), max(1, files)) - 1) * step / 2
    return x + fx * back, y + fy * back


def other_shape(b: Battle, ask: Ask, o: Order) -> Tries:
    """As many files as may be, nearer to the middle of the circle; then other numbers of files."""
    u = b.formations[o.actor]
    n = set_size(actors_of(b, o.actor))
    if not is_direction(o.fx, o.fy):
        o = o._replace(fx=u.fx, fy=u.fy)
    wanted = min(n, max(1, o.other))
    x, y = front_for(b, o.actor, wanted, o.fx, o.fy)
    yield farthest(b, ask, o._replace(other=wanted), x, y)
    for files in sorted(range(1, n + 1), key=lambda k: abs(k - wanted)):
        x, y = front_for(b, o.actor, files, o.fx, o.fy)
        yield o._replace(other=files, x=x, y=y)


def other_gap(b: Battle, ask: Ask, o: Order) -> Tries:
    """The gap nearest to the one asked for."""
    least, most = b.rules.formation_gap, b.rules.disperse_most
    gaps = [least + GAPS * k for k in range(1, int((most - least) / GAPS) + 1)]
    for gap in sorted({*gaps, most}, key=lambda gap: abs(gap - o.x)):
        yield o._replace(x=gap)


def other_fire(b: Battle, ask: Ask, o: Order) -> Tries:
    """Not so rapid; at the target nearest to the one asked for."""
    x, y = centre_of(b, ask.side, members(b, o.actor))
    aims = [o]
    aims += [o._replace(other=f) for f in formations_near(b, 1 - ask.side, *place_of(b, o.other, x, y))[:4]]
    aims += [o._replace(other=NOBODY, fx=fx, fy=fy) for fx, fy in sweeps(b, ask.side, x, y, 0.0)[:2]]
    for aim in aims:
        yield aim
        yield aim._replace(kind=int(Act.FIRE))


def other_assault(b: Battle, ask: Ask, o: Order) -> Tries:
    """As near to the direction as the front allows; against a formation that stands."""
    u = b.formations[o.actor]
    if is_direction(o.fx, o.fy):
        off = atan2(u.fx * o.fy - u.fy * o.fx, u.fx * o.fx + u.fy * o.fy)
        most = acos(b.rules.assault_cosine) - INWARD
        fx, fy = turned(u.fx, u.fy, -degrees(min(most, max(-most, off))))
    else:
        fx, fy = u.fx, u.fy
    yield o._replace(fx=fx, fy=fy)
    for f in formations_near(b, 1 - ask.side, *place_of(b, o.actor, 0.0, 0.0))[:1]:
        yield o._replace(other=f, fx=fx, fy=fy)
    yield o._replace(other=NOBODY, fx=fx, fy=fy)


def less_taken_in(b: Battle, ask: Ask, o: Order) -> Tries:
    yield o._replace(other=min(1, max(0, o.other)), how=o.how & near_stragglers(b, o.actor))


def near_stragglers(b: Battle, f: int) -> int:
    """The stragglers whom a formation can take in [MI-120]."""
    own = b.formations[f].side
    near = [
        i
        for i in of_set(b, own, (1 << b.men_of[own]) - 1)
        if is_straggler(b.men[i]) and gap_of_man(b, i, f) <= b.rules.regroup_reach + NEAR
    ]
    return sum(bit(b, i) for i in near)


FORMED: dict[Act, Callable[[Battle, Ask, Order], Tries]] = {
    Act.MOVE: shorter_move,
    Act.WHEEL: less_of_a_wheel,
    Act.REPOSITION: other_shape,
    Act.DISPERSE: other_gap,
    Act.FIRE: other_fire,
    Act.RAPID: other_fire,
    Act.ASSAULT: other_assault,
    Act.REGROUP: less_taken_in,
}


# Choices of men and officers


def other_officer(b: Battle, ask: Ask, o: Order) -> Tries:
    """The nearest officer who may."""
    if o.kind != Act.YES:
        return
    may = [k for k in range(b.n_commanders) if may_rally(b, k, ask.actor)]
    for k in sorted(may, key=lambda k: gap_to_formation(b, b.commanders[k], ask.actor)):
        yield o._replace(other=k)


def other_men(b: Battle, ask: Ask, o: Order) -> Tries:
    """Those named who are concerned, and as many others as are wanted."""
    act = Act.RUN if ask.kind == AskKind.RUN else Act.FALL
    named = of_set(b, ask.side, o.how & b.sought)
    rest = of_set(b, ask.side, b.sought & ~o.how)
    yield o._replace(kind=int(act), how=sum(bit(b, i) for i in (named + rest)[: ask.other]))


def other_successor(b: Battle, ask: Ask, o: Order) -> Tries:
    """The man nearest to the one named."""
    at = o.actor if 0 <= o.actor < b.n_men else NOBODY
    may = [i for i in range(b.n_men) if may_succeed(b, ask.side, i)]
    for i in sorted(may, key=lambda i: figures_apart(b, at, i)):
        yield o._replace(kind=int(Act.SUCCEED), actor=i)


OTHERS: dict[AskKind, Callable[[Battle, Ask, Order], Tries]] = {
    AskKind.COMMANDER: other_commander,
    AskKind.STEP: from_commander,
    AskKind.OFFICER: from_commander,
    AskKind.ACTIVATE: from_activation,
    AskKind.ACTION: from_action,
    AskKind.REROLL: other_officer,
    AskKind.RUN: other_men,
    AskKind.FALL: other_men,
    AskKind.SUCCESSOR: other_successor,
}
