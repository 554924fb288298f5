"""Why an order is refused, in words with the measurement, and the nearest order that is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import acos, atan2, ceil, cos, degrees, hypot, isfinite, sin

from ...battle import plain
from ...book import Refusal
from ...chronicle import catalogue, does, inches, is_plural, its, listed, side
from ...searching import BISECTIONS, RINGS, about, along
from ...table.sweeps import sweep_piece
from ...values import Ask, Order
from . import whim
from .checking import check
from .legality import influence_limit
from .setup import FOLDER, Names
from .state import NOBODY, Act, Arm, AskKind, Battle, Formation, Leave, Lost, R, Terrain
from .units import box_of, in_melee, on_table, rate, stands_of, touches_enemy
from .words import FORMATIONS, leader, place, unit

INWARD = 1e-4  # inside an arc or a limit, not on it


def explain(b: Battle, names: Names, ask: Ask, o: Order, rule: int) -> Refusal:
    """The rule, the measurement in words, and the nearest legal order."""
    check(b, ask, o)  # so that the measurement is this order's
    text = reason(b, names, ask, o, rule)
    return Refusal(catalogue(FOLDER / "rules.md").rule_id(rule), text, nearest(b, ask, o))


# Words


def reason(b: Battle, n: Names, ask: Ask, o: Order, rule: int) -> str:
    """The sentence for a rule, by the kind of ask first."""
    words = REASONS.get((ask.kind, rule)) or REASONS.get((ANY, rule))
    if words is None or not isfinite(o.x + o.y + o.fx + o.fy):
        return (
            "that is not a place on the table" if words is not None else "that is no answer to this question"
        )
    return words(b, n, ask, o)


def actor(n: Names, o: Order) -> str:
    return unit(n, o.actor) if o.actor >= 0 else "that unit"


def too_far(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """A move beyond the allowance, and what makes it so costly."""
    u, r = b.units[o.actor], b.refusal
    if u.moved:
        return f"{does(actor(n, o), 'has')} moved already this turn"
    if r.allowed == 0.0:
        return f"that is no move for {actor(n, o)}"
    through = passed(b, n, o)
    ground = f" through {listed(through)}" if through else ""
    name = actor(n, o)
    return f"{name} would move {exact(r.asked)}{ground}; {its(name)} allowance is {exact(r.allowed)}"


def exact(d: float) -> str:
    """Inches, rounded up enough that what is refused does not look allowed."""
    return f"{ceil(d * 10 - 1e-6) / 10:.1f} inches"


def passed(b: Battle, n: Names, o: Order) -> list[str]:
    """The ground on the way that costs extra."""
    u = b.units[o.actor]
    names: dict[str, None] = {}
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.going > 1.0 or p.toll > 0.0:
            t0, t1 = sweep_piece(box_of(u), o.x - u.x, o.y - u.y, p)
            if t0 <= t1:
                names[place(n, k)] = None
    return list(names)


def not_ours(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if not 0 <= o.actor < b.n_units:
        return f"there is no such unit; it is {side(ask.side)}'s turn"
    u = b.units[o.actor]
    if u.side != ask.side:
        return f"{does(actor(n, o), 'is')} {side(u.side)}'s; it is {side(ask.side)}'s turn"
    return f"{does(actor(n, o), 'is')} not on the table"


def off_the_front(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """A direction outside the forward arc."""
    r = b.refusal
    off = f"that way is {angle(r.asked)} off the front of {actor(n, o)}; {angle(r.allowed)} are allowed"
    return f"{off} (a half move may go any way)"


def angle(cosine: float) -> str:
    return f"{degrees(acos(min(1.0, max(-1.0, cosine)))):.0f} degrees"


def in_the_way(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    who = leader(n, o.actor) if ask.kind == AskKind.GENERAL else actor(n, o)
    if 0 <= r.other < b.n_units:
        if b.units[r.other].side == ask.side:
            return f"{does(unit(n, r.other), 'is')} in the way of {who}"
        if r.asked > 0.0:
            near = f"{inches(r.asked)} of {unit(n, r.other)}; {inches(r.allowed)} is the least"
            return f"{who} would come within {near}"
        return f"{does(unit(n, r.other), 'bars')} the way of {who}"
    return f"somebody is in the way of {who}"


def off_table(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if ask.kind == AskKind.GENERAL:
        return f"{leader(n, o.actor)} would leave the table"
    return f"{actor(n, o)} would be off the table by {exact(b.refusal.asked)}"


def closed(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Buildings, and woods for guns."""
    u = b.units[o.actor]
    if o.kind == Act.ENTER:
        return no_entry(b, n, o)
    if o.kind == Act.LEAVE:
        return no_exit(b, n, o)
    if u.building >= 0:
        return f"{does(actor(n, o), 'is')} in {place(n, u.building)} and leaves it by a change of formation"
    barring = [place(n, k) for k in range(b.ground.n) if b.ground.pieces[k].closed and on_way(b, o, k)]
    if barring:
        return f"{listed(dict.fromkeys(barring))} is in the way of {actor(n, o)}"
    if u.arm == Arm.ARTILLERY:
        return f"{actor(n, o)} cannot go into a wood but by road"
    return f"a building is in the way of {actor(n, o)}"


def on_way(b: Battle, o: Order, k: int) -> bool:
    u = b.units[o.actor]
    t0, t1 = sweep_piece(box_of(u), o.x - u.x, o.y - u.y, b.ground.pieces[k])
    return t0 <= t1


def no_entry(b: Battle, n: Names, o: Order) -> str:
    u, r = b.units[o.actor], b.refusal
    if u.arm != Arm.INFANTRY:
        return f"{actor(n, o)} cannot enter a building; only infantry can"
    if u.building >= 0:
        return f"{does(actor(n, o), 'is')} in {place(n, u.building)} already"
    if not 0 <= o.other < b.ground.n or b.ground.pieces[o.other].kind not in (
        Terrain.BUILDING,
        Terrain.STRONGHOLD,
    ):
        return "that is no building"
    if r.allowed > 0.0:
        near = f"{inches(r.asked)} from {place(n, o.other)}; {inches(r.allowed)} is the most"
        return f"{does(actor(n, o), 'is')} {near}"
    return f"{unit(n, r.other)} holds {place(n, o.other)}; a building has room for one unit"


def no_exit(b: Battle, n: Names, o: Order) -> str:
    u, r = b.units[o.actor], b.refusal
    if u.building < 0:
        return f"{does(actor(n, o), 'is')} in no building"
    if r.allowed > 0.0:
        return (
            f"{actor(n, o)} must form up outside {place(n, u.building)} and within {inches(r.allowed)} of it;"
            f" that place is {inches(r.asked)} off"
        )
    return f"{actor(n, o)} cannot leave {place(n, u.building)} in {formation_words(o.how)}"


def formation_words(how: int) -> str:
    return FORMATIONS[Formation(how)] if 0 <= how < len(Formation) else "that formation"


def no_formation(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    u, r = b.units[o.actor], b.refusal
    if r.allowed > 0.0:
        return f"so wide a column would be {r.asked:.0f} deep; {r.allowed:.0f} ranks are the least"
    return f"{actor(n, o)} cannot form {formation_words(o.how)} with {stands_of(b, u)} stands"


def after_forming(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    u, r = b.units[o.actor], b.refusal
    if touches_enemy(b, o.actor):
        return f"{does(actor(n, o), 'is')} in contact with the enemy and cannot change formation"
    if o.how == Formation.SQUARE or u.leave == Leave.HALF:
        return f"{does(actor(n, o), 'has')} no move left after forming {formation_words(o.how)}"
    if r.allowed == 1.0 and r.asked < 1.0:
        return f"once formed, {actor(n, o)} can only go straight ahead; that way is {angle(r.asked)} off"
    return f"{actor(n, o)} would advance {exact(r.asked)} after forming; half a move is {exact(r.allowed)}"


def nothing_new(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if o.how == b.units[o.actor].formation:
        return f"{does(actor(n, o), 'is')} in {formation_words(o.how)} already; turn by a half move"
    return "a facing is a direction of length 1"


def half_too_far(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.allowed == 0.0:
        return "a facing is a direction of length 1"
    far = f"would travel {exact(r.asked)}; half a move is {exact(r.allowed)}"
    return f"the farthest corner of {actor(n, o)} {far}"


def short_crew(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    u = b.units[o.actor]
    if u.sheltering >= 0:
        return f"the crew of {actor(n, o)} is away from the gun, sheltering with {unit(n, u.sheltering)}"
    return f"{actor(n, o)} has {u.figures} of the {b.refusal.allowed:.0f} gunners it takes to move it"


def out_of_range(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    reach = f"{does(unit(n, ask.actor), 'reaches')} {r.allowed:.0f}"
    return f"{does(unit(n, o.other), 'is')} {exact(r.asked)} away; {reach}"


def blocked(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    between = unit(n, b.refusal.other)
    return f"{does(between, 'is')} in the line of fire from {unit(n, ask.actor)} to {unit(n, o.other)}"


def no_target(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if 0 <= o.other < b.n_units and b.units[o.other].side == ask.side:
        return f"{does(unit(n, o.other), 'is')} on the same side"
    if 0 <= o.other < b.n_units and not on_table(b.units[o.other]):
        return f"{does(unit(n, o.other), 'is')} not on the table"
    return f"{unit(n, ask.actor)} may fire at an enemy or hold"


def charge_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Out of the arc, too far, or out of sight."""
    r, name, foe = b.refusal, actor(n, o), unit(n, o.other)
    if r.allowed == b.rules.forward_cosine:
        return f"{does(foe, 'is')} {angle(r.asked)} off the front of {name}; {angle(r.allowed)} are allowed"
    if r.allowed > 0.0:
        return (
            f"{name} would need {exact(r.asked)} to reach {foe}; {its(name)} allowance is {exact(r.allowed)}"
        )
    return f"{name} cannot see {foe}"


def cannot_charge(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    u = b.units[o.actor]
    if u.routing or u.disordered:
        return f"{does(actor(n, o), 'is')} {'routing' if u.routing else 'disordered'} and may not charge"
    return f"{actor(n, o)} cannot charge in {formation_words(u.formation)}"


def charge_spent(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    u = b.units[o.actor]
    what = "in melee" if in_melee(u) else "past its move"
    return f"{does(actor(n, o), 'is')} {what} and cannot charge"


def no_charge(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if 0 <= o.actor < b.n_units and b.units[o.actor].arm == Arm.ARTILLERY:
        return f"{actor(n, o)} is artillery, which does not charge"
    return "a charge is one of your units at an enemy on the table"


def general_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r, who = b.refusal, leader(n, o.actor)
    if not 0 <= o.actor < b.n_leaders or b.leaders[o.actor].side != ask.side or not b.leaders[o.actor].alive:
        return f"that is no general of {side(ask.side)}'s"
    if b.leaders[o.actor].moved:
        return f"{who} has ridden already this turn"
    if r.allowed > 0.0:
        to = f" to {unit(n, o.other)}" if o.kind == Act.ATTACH else ""
        return f"{who} would ride {exact(r.asked)}{to}; a general's move is {exact(r.allowed)}"
    if r.other >= 0:
        return f"{unit(n, r.other)} has a general with it already"
    return f"{who} may join a friendly unit on the table, or ride"


def too_much_influence(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    return f"{leader(n, ask.other)} can give {r.allowed:+.0f} here at the most, not {o.how:+d}"


def no_shelter(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if r.allowed > 0.0:
        return f"{does(unit(n, o.other), 'is')} {inches(r.asked)} away; shelter is within {inches(r.allowed)}"
    return "shelter is with a friendly unit of infantry or cavalry"


def not_there(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{leader(n, o.actor)} is with {unit(n, b.refusal.other)}, off the table"


def no_place(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    r = b.refusal
    if o.kind == Act.DONE:
        return f"there is room for {unit(n, r.other)}"
    if 0 <= o.actor < b.n_units and b.units[o.actor].lost != Lost.RESERVE:
        return f"{does(actor(n, o), 'is')} not in reserve"
    if r.allowed > 0.0:
        return f"{actor(n, o)} would stand {exact(r.asked)} from its own edge; {exact(r.allowed)} are allowed"
    return f"{actor(n, o)} cannot stand there in {formation_words(o.how)}"


def bad_retreat(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    full = b.refusal.allowed
    least = full * b.rules.half_move
    return f"{inches(o.x)} asked; from a square one goes back {inches(least)} to {inches(full)}"


def running(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = actor(n, o)
    them = "do not move until they rally" if is_plural(name) else "does not move until it rallies"
    return f"{does(name, 'is')} routing and {them}"


def says(text: str) -> Callable[[Battle, Names, Ask, Order], str]:
    """A sentence about the actor, which stands first."""

    def words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        verb, _, rest = text.partition(" ")
        return f"{does(actor(n, o), verb)} {rest}".rstrip()

    return words


def states(text: str) -> Callable[[Battle, Names, Ask, Order], str]:
    def words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        return text

    return words


ANY = -1
REASONS: dict[tuple[int, int], Callable[[Battle, Names, Ask, Order], str]] = {
    (ANY, 10): states("go first or second"),
    (ANY, 12): not_ours,
    (ANY, 13): states("choose a unit of yours that still owes its rally check"),
    (ANY, 19): too_far,
    (ANY, 21): states("a forward move goes somewhere"),
    (ANY, 22): half_too_far,
    (ANY, 24): nothing_new,
    (ANY, 25): states("a facing is a direction of length 1"),
    (ANY, 32): too_far,
    (ANY, 33): no_formation,
    (ANY, 34): no_formation,
    (ANY, 36): no_formation,
    (ANY, 37): no_formation,
    (ANY, 38): no_formation,
    (ANY, 39): says("is artillery, which has no formations"),
    (ANY, 40): no_charge,
    (ANY, 41): charge_spent,
    (ANY, 42): states("infantry may not charge cavalry"),
    (ANY, 48): states("give ground, or stay: yes or no"),
    (ANY, 51): no_shelter,
    (ANY, 54): no_target,
    (ANY, 55): blocked,
    (ANY, 59): out_of_range,
    (ANY, 63): out_of_range,
    (ANY, 74): short_crew,
    (ANY, 102): bad_retreat,
    (ANY, 115): states("pursue, or stay: yes or no"),
    (ANY, 124): states("recall them, or not: yes or no"),
    (ANY, R + 4): states("choose a melee that is not settled yet"),
    (ANY, R + 5): states("fire first, or not: yes or no"),
    (ANY, R + 9): off_the_front,
    (ANY, R + 11): after_forming,
    (ANY, R + 12): states("a square has no front: it shifts by half moves and does not charge"),
    (ANY, R + 13): general_reach,
    (ANY, R + 14): closed,
    (ANY, R + 17): in_the_way,
    (ANY, R + 18): charge_reach,
    (ANY, R + 19): cannot_charge,
    (ANY, R + 20): states("evade, or stand: yes or no"),
    (ANY, R + 21): off_table,
    (ANY, R + 22): lambda b, n, ask, o: (
        f"{does(unit(n, o.other), 'is')} outside the arc of fire of {unit(n, ask.actor)}"
    ),
    (ANY, R + 24): lambda b, n, ask, o: f"the ground hides {unit(n, o.other)} from {unit(n, ask.actor)}",
    (ANY, R + 25): lambda b, n, ask, o: f"{does(unit(n, o.other), 'is')} in melee",
    (ANY, R + 43): states("strike an enemy in touch with you"),
    (ANY, R + 47): lambda b, n, ask, o: f"halted, {unit(n, ask.actor)} can only fire at the unit it charged",
    (ANY, R + 56): states("choose a die that was rolled, or none"),
    (ANY, R + 65): too_much_influence,
    (ANY, R + 69): states("counter-charge, or stand"),
    (ANY, R + 73): running,
    (AskKind.FACE, R + 73): states("a facing is a direction of length 1"),
    (ANY, R + 74): says("may not move this turn, after the rally check"),
    (ANY, R + 86): short_crew,
    (ANY, R + 79): says("is in melee and cannot move"),
    (AskKind.GENERAL, R + 90): not_there,
    (ANY, R + 90): no_place,
}


# The nearest order that is legal


def nearest(b: Battle, ask: Ask, o: Order) -> Order | None:
    """By shortening, turning or shifting the order; else what the ask always allows."""
    if ask.kind == AskKind.MOVE:
        return nearest_move(b, ask, o)
    if ask.kind == AskKind.GENERAL:
        return nearest_ride(b, ask, o)
    if ask.kind == AskKind.DEPLOY:
        return nearest_place(b, ask, o) if o.kind != Act.DONE else whim.certain(b, ask)
    return best_of(b, ask, o, others(b, ask, o))


def nearest_move(b: Battle, ask: Ask, o: Order) -> Order | None:
    """Along the line, then along the nearest line allowed, then around the place."""
    if not 0 <= o.actor < b.n_units or not isfinite(o.x + o.y + o.fx + o.fy) or o.kind == Act.ENTER:
        return None
    u = b.units[o.actor]
    o = o._replace(fx=facing(o)[0], fy=facing(o)[1])
    tries = [farthest(b, ask, tried, u.x, u.y) for tried in variants(b, o)]
    tries.append(around(b, ask, o, min(distance(o, t) for t in tries if t) if any(tries) else RINGS[-1]))
    return closest(o, tries)


def variants(b: Battle, o: Order) -> Iterator[Order]:
    """The move itself, and moves of other kinds that go the same way."""
    u = b.units[o.actor]
    yield o
    if o.kind == Act.MOVE and u.arm != Arm.ARTILLERY:
        yield into_arc(b, o)
    if o.kind in (Act.MOVE, Act.HALF_MOVE) and u.arm != Arm.ARTILLERY:
        yield o._replace(kind=int(Act.HALF_MOVE), fx=u.fx, fy=u.fy)
    far = hypot(o.x - u.x, o.y - u.y)
    if o.kind == Act.FORM and far > INWARD:
        yield o._replace(fx=(o.x - u.x) / far, fy=(o.y - u.y) / far)


def facing(o: Order) -> tuple[float, float]:
    """The facing of an order as a unit vector."""
    size = hypot(o.fx, o.fy)
    return (o.fx / size, o.fy / size) if size > 1e-9 else (0.0, 1.0)


def into_arc(b: Battle, o: Order) -> Order:
    """The same distance, in the forward direction nearest to the one asked for."""
    u = b.units[o.actor]
    far = hypot(o.x - u.x, o.y - u.y)
    off = atan2(u.fx * (o.y - u.y) - u.fy * (o.x - u.x), u.fx * (o.x - u.x) + u.fy * (o.y - u.y))
    most = acos(b.rules.forward_cosine) - INWARD
    off = min(most, max(-most, off))
    fx, fy = u.fx * cos(off) - u.fy * sin(off), u.fy * cos(off) + u.fx * sin(off)
    return o._replace(x=u.x + fx * far, y=u.y + fy * far, fx=fx, fy=fy)


def farthest(b: Battle, ask: Ask, o: Order, x: float, y: float, steps: int = BISECTIONS) -> Order | None:
    """The order as far as it can be carried out along its line, or None if it cannot be at all."""
    best = along(lambda tried: check(b, ask, tried) == 0, o, x, y, steps)
    if best is None and o.kind != Act.MOVE and check(b, ask, o._replace(x=x, y=y)) == 0:
        return o._replace(x=x, y=y)
    return best


def around(b: Battle, ask: Ask, o: Order, nearer_than: float) -> Order | None:
    """The order at a place near the one asked for."""
    return about(lambda tried: check(b, ask, tried) == 0, o, nearer_than)


def distance(a: Order, c: Order) -> float:
    return hypot(a.x - c.x, a.y - c.y)


def closest(o: Order, tries: list[Order | None]) -> Order | None:
    found = [t for t in tries if t is not None]
    return min(found, key=lambda t: distance(o, t)) if found else None


def nearest_ride(b: Battle, ask: Ask, o: Order) -> Order | None:
    """A shorter ride; or to the nearest unit a general may join."""
    if not 0 <= o.actor < b.n_leaders or not isfinite(o.x + o.y):
        return None
    g = b.leaders[o.actor]
    if o.kind == Act.MOVE:
        line = farthest(b, ask, o, g.x, g.y)
        return closest(o, [line, around(b, ask, o, distance(o, line) if line else RINGS[-1])])
    joins = [o._replace(other=j) for j in range(b.n_units) if check(b, ask, o._replace(other=j)) == 0]
    wanted = b.units[o.other] if 0 <= o.other < b.n_units else g
    return min(
        joins, key=lambda j: hypot(b.units[j.other].x - wanted.x, b.units[j.other].y - wanted.y), default=None
    )


def nearest_place(b: Battle, ask: Ask, o: Order) -> Order | None:
    """A place to deploy: the one asked for, else one around it, else the next free one down the zone."""
    if check(b, ask, o) == 0:
        return o
    if not isfinite(o.x + o.y):
        return None
    depth = b.rules.deployment_depth
    y = min(max(o.y, 0.0), depth) if ask.side == 0 else max(min(o.y, b.ground.depth), b.ground.depth - depth)
    o = o._replace(x=min(max(o.x, 0.0), b.ground.width), y=y)
    return around(b, ask, o, RINGS[-1] + 1)


def others(b: Battle, ask: Ask, o: Order) -> Iterator[Order]:
    """What else could be meant: the same act on another, then what is always allowed."""
    if ask.kind in (AskKind.TARGET, AskKind.CHARGE, AskKind.STRIKE, AskKind.SHELTER):
        for j in by_nearness(b, o.other):
            yield o._replace(other=j)
    if ask.kind == AskKind.INITIATIVE:
        yield plain(Act.FIRST, NOBODY, NOBODY)
    if ask.kind == AskKind.INFLUENCE:
        most = influence_limit(b, ask.actor)
        yield o._replace(kind=int(Act.INFLUENCE), how=min(most, max(-most, o.how)))
    if ask.kind == AskKind.RETREAT and isfinite(o.x):
        full = rate(b, b.units[ask.actor])
        yield o._replace(kind=int(Act.RETREAT), x=min(full, max(full * b.rules.half_move, o.x)))
    yield whim.certain(b, ask)


def by_nearness(b: Battle, j: int) -> list[int]:
    """Units, those nearest to one of them first."""
    if not 0 <= j < b.n_units:
        return list(range(b.n_units))
    u = b.units[j]
    return sorted(range(b.n_units), key=lambda k: hypot(b.units[k].x - u.x, b.units[k].y - u.y))


def best_of(b: Battle, ask: Ask, o: Order, tries: Iterator[Order]) -> Order | None:
    return next((tried for tried in tries if check(b, ask, tried) == 0), None)
