"""What people are asked and offered: the ask in plain words, the orders that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot
from typing import NamedTuple

from ...battle import plain, with_how
from ...bearings import short_inches
from ...book import Choice
from ...chronicle import WINDS, count, inches
from ...table.arcs import in_arc
from ...table.vectors import unit as direction
from ...values import Ask, Order
from .asking import (
    commander_words,
    describe,
    describe_ask,
    describe_move,
    describe_order,
    describe_scurry,
    describe_step,
    own_formations,
)
from .barred import barred
from .brief import brief, capital, is_place, passes
from .checking import check
from .firing import armed_among, effective_range, volley_range
from .legality import (
    commander_allowance,
    formed_firers,
    fresh_men,
    is_in_hand,
    may_command,
    may_rally,
    may_succeed,
    officer_may_move,
    officers_of,
    targets_of,
)
from .manoeuvres import move_allowance, movers
from .men import (
    actors_of,
    bit,
    centre_of,
    figure_radius,
    figure_xy,
    figures_gap,
    gap_to_formation,
    is_straggler,
    members,
    present,
    radius_of,
    set_size,
    wounded_among,
)
from .nearest import (
    around,
    callable_among,
    end_man,
    farthest,
    formations_near,
    front_for,
    legal_volley,
    lone_enemies,
    near_stragglers,
    of_set,
    sweeps,
    turned,
)
from .refusals import explain
from .setup import Names
from .shooting import sniper_at
from .state import NOBODY, OFFICER, Act, AskKind, Battle, Grade, On, StragglerVolleys
from .straggling import ready_stragglers, scurry_allowance, slow_of_foot
from .whim import certain
from .words import GRADES, commander, figure, formation, objective, the, wind

__all__ = ["barred", "choices", "describe_ask", "describe_order", "explain"]

STEPS_OF_A_MENU = 8  # halvings: a move on offer is within a twentieth of an inch of the farthest
STRIDES = 16  # places on the way that a commander tries
LEAST = 0.25  # inches: a shorter move is not worth offering
MOST_AIMS = 4  # enemy formations to go for or to fire at
MOST_ATTACKS = 8
MOST_SUCCESSORS = 6
BESIDE = 1.5  # inches behind the middle of a formation, where a commander likes to stand
SPREADS = ((0.5, "s", "spread out"), (-0.5, "c", "close in"))  # of a group that scurries, keys, words
SHORTS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")  # keys of the eight winds
CLOSE = (0.02, 0.25, 0.45)  # inches from a friend whom a formation joins


# The orders that answer an ask


Text = str | Callable[[], str]


class Offer(NamedTuple):
    """An order on offer; without words it is described, without a key it gets the next that is free."""

    order: Order
    text: Text = ""
    key: str = ""
    title: str = ""  # where the button says more than the order does
    more: str = ""


def choices(b: Battle, names: Names, ask: Ask) -> list[Choice]:
    """Sensible legal orders, each with words and a key of its own."""
    offered = OFFERS[AskKind(ask.kind)](b, names, ask)
    return told_choices(b, names, ask, offered) or [last_resort(b, names, ask)]


def told_choices(b: Battle, names: Names, ask: Ask, offers: Iterator[Offer]) -> list[Choice]:
    """Those of some offers that are legal, each once."""
    found: dict[Order, Choice] = {}
    keys: set[str] = set()
    spare = (k for k in spare_keys() if k not in keys)
    for o in offers:
        if o.order not in found and check(b, ask, o.order) == 0:
            free = o.key if o.key and o.key not in keys else next(spare)
            keys.add(free)
            found[o.order] = choice(b, names, ask, o._replace(key=free))
    return list(found.values())


def choice(b: Battle, n: Names, ask: Ask, offered: Offer) -> Choice:
    """An offer with all its words; right after its check, whose plan is still on paper."""
    o = offered.order
    text = worded(b, n, ask, o, offered.text)
    said = brief(b, n, ask, o, text)
    title, more = capital(offered.title or said.title), offered.more or said.more
    return Choice(o, text, offered.key, title, more, said.group, is_place(ask, o), passes(ask, o))


def worded(b: Battle, n: Names, ask: Ask, o: Order, text: Text) -> str:
    """Words of its own, worked out after the check, or the order as it is described."""
    said = text if isinstance(text, str) else text()
    return said or describe(b, n, o, ask.side, ask.kind in (AskKind.STEP, AskKind.OFFICER))


def last_resort(b: Battle, n: Names, ask: Ask) -> Choice:
    """Where nothing sensible is left, what the ask always allows: nobody is left without an answer."""
    order = certain(b, ask)
    check(b, ask, order)
    return choice(b, n, ask, Offer(order, key="1"))


def spare_keys() -> Iterator[str]:
    n = 1
    while True:
        yield str(n)
        n += 1


def offer(order: Order, text: Text = "", key: str = "", title: str = "", more: str = "") -> Offer:
    return Offer(order, text, key, title, more)


def done(text: str) -> Offer:
    return offer(plain(Act.DONE, NOBODY, NOBODY), text, "0")


def yes_no(yes: str, no: str) -> Callable[[Battle, Names, Ask], Iterator[Offer]]:
    """A question of yes or no, answered in its own words."""

    def offers(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
        yield offer(plain(Act.YES, ask.actor, ask.other), yes, "y")
        yield offer(plain(Act.NO, ask.actor, ask.other), no, "n")

    return offers


def nearest_foe(b: Battle, own: int, x: float, y: float) -> tuple[float, float] | None:
    """Where the enemy figure nearest to a place stands."""
    foes = [(m.x, m.y) for m in b.men[: b.n_men] if m.side != own and present(m)]
    return min(foes, key=lambda at: hypot(at[0] - x, at[1] - y), default=None)


# Commanders


def offer_commanders(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for k in range(b.n_commanders):
        if may_command(b, k, ask.side):
            yield offer(plain(Act.COMMAND, k, NOBODY), f"{commander_words(b, n, k)} acts")


def offer_steps(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Stay; or go to those who have yet to act, to an objective, or away from the enemy."""
    yield offer(plain(Act.STAY, ask.actor, NOBODY), f"{commander(n, ask.actor)} stays", "0")
    yield from steps_of(b, n, ask, ask.actor)


def offer_officers(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    yield done("no officer moves")
    for k in range(b.n_commanders):
        if officer_may_move(b, ask.actor, k):
            yield from steps_of(b, n, ask, k)


def steps_of(b: Battle, n: Names, ask: Ask, k: int) -> Iterator[Offer]:
    """To each place of interest by a move, and by a dash where a move does not get there."""
    for name, x, y in places_for(b, n, ask, k):
        left = hypot(x - b.commanders[k].x, y - b.commanders[k].y)
        for kind in (Act.MOVE, Act.DASH):
            order = step_towards(b, ask, k, kind, x, y)
            if order is not None and hypot(order.x - x, order.y - y) <= left - LEAST:
                left = hypot(order.x - x, order.y - y)
                title = f"{order_verb(kind)} {f'to {name}' if name else 'away from the enemy'}"
                yield offer(order, step_words(b, n, order, name), "", title, step_more(b, order))


def places_for(b: Battle, n: Names, ask: Ask, k: int) -> Iterator[tuple[str, float, float]]:
    """Behind each formation and among the stragglers of each body that have yet to act; objectives; away."""
    own = ask.side
    for f in own_formations(b, own):
        if fresh_men(b, f) > 0:
            x, y = centre_of(b, own, members(b, f))
            u = b.formations[f]
            yield formation(n, f), x - u.fx * BESIDE, y - u.fy * BESIDE
    for body, men in by_body(b, own, fresh_stragglers(b, own)):
        yield f"the stragglers of {the(n.bodies[body])}", *centre_of(b, own, men)
    c = b.commanders[k]
    foe = nearest_foe(b, own, c.x, c.y)
    if foe is not None:
        ux, uy = direction(c.x - foe[0], c.y - foe[1])
        yield "", c.x + ux * b.ground.width, c.y + uy * b.ground.width
    for m in range(b.aims.n_objectives):
        yield objective(n, m), b.aims.objectives[m].x, b.aims.objectives[m].y


def fresh_stragglers(b: Battle, own: int) -> int:
    men = of_set(b, own, (1 << b.men_of[own]) - 1)
    return sum(bit(b, i) for i in men if is_straggler(b.men[i]) and b.men[i].acted == 0)


def by_body(b: Battle, own: int, men: int) -> list[tuple[int, int]]:
    """Some men, sorted into the bodies they are from."""
    sets: dict[int, int] = {}
    for i in of_set(b, own, men):
        sets[b.men[i].body] = sets.get(b.men[i].body, 0) | bit(b, i)
    return sorted(sets.items())


def step_towards(b: Battle, ask: Ask, k: int, kind: Act, x: float, y: float) -> Order | None:
    """As far as he can go towards a place, or to room beside it."""
    c = b.commanders[k]
    far, most = hypot(x - c.x, y - c.y), commander_allowance(b, k, kind == Act.DASH)
    share = min(1.0, most / max(far, LEAST))
    x, y = inside(b, c.x + (x - c.x) * share, c.y + (y - c.y) * share, figure_radius(b, OFFICER + k))
    order = Order(kind, k, NOBODY, 0, x, y, 0.0, 0.0)
    if check(b, ask, order) == 0:
        return order
    no_room = b.refusal.allowed == 0.0
    return (around(b, ask, order, BESIDE) if no_room else None) or along(b, ask, order, c.x, c.y)


def along(b: Battle, ask: Ask, o: Order, x: float, y: float) -> Order | None:
    """The farthest place on the way that is free: others may stand on it."""
    for step in range(STRIDES - 1, 0, -1):
        tried = o._replace(x=x + (o.x - x) * step / STRIDES, y=y + (o.y - y) * step / STRIDES)
        if check(b, ask, tried) == 0:
            return tried
    return None


def inside(b: Battle, x: float, y: float, r: float) -> tuple[float, float]:
    """A place on the table."""
    return min(max(x, r), b.ground.width - r), min(max(y, r), b.ground.depth - r)


def step_words(b: Battle, n: Names, o: Order, name: str) -> str:
    where = f" towards {name}" if name else " away from the enemy"
    risk = ", at risk of a shot" if o.kind == Act.DASH and dash_is_risky(b, o) else ""
    return f"{describe_step(b, n, o)}{where}{risk}"


def order_verb(kind: int) -> str:
    return "dash" if kind == Act.DASH else "move"


def step_more(b: Battle, o: Order) -> str:
    """The way, and whether it may draw a shot."""
    c = b.commanders[o.actor]
    risk = ", a shot may be drawn" if o.kind == Act.DASH and dash_is_risky(b, o) else ""
    return f"{short_inches(hypot(o.x - c.x, o.y - c.y))} {wind(o.x - c.x, o.y - c.y)}{risk}"


def dash_is_risky(b: Battle, o: Order) -> bool:
    """Would an enemy be in range and in sight of him where he ends [MI-R13]?"""
    c = b.commanders[o.actor]
    at = c.x, c.y
    c.x, c.y = o.x, o.y
    risky = b.options.dash_risk == On.ON and sniper_at(b, o.actor) >= 0
    c.x, c.y = at
    return risky


# What a commander does with his men


def offer_activations(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Units, groups of stragglers, a call."""
    for f in own_formations(b, ask.side):
        gap = inches(max(0.0, gap_to_formation(b, b.commanders[ask.actor], f)))
        acts = f"activate {formation(n, f)}, {count(b.formations[f].size, 'man', 'men')}, {gap} away"
        yield offer(plain(Act.UNIT, f, NOBODY), acts, n.formation_ids[f].lower())
    for key, men in groups(b, n, ask):
        for o in group_actions(b, n, ask, men):
            yield o._replace(key=key + o.key)
    yield from offer_attacks(b, n, ask)
    called = callable_among(b, ask, -1)
    if called:
        yield offer(with_how(Act.RALLY, NOBODY, NOBODY, called), key="c")
    yield done("no more activations")


def groups(b: Battle, n: Names, ask: Ask) -> Iterator[tuple[str, int]]:
    """All stragglers in reach, and those of each body, with keys."""
    ready = ready_stragglers(b, ask.actor)
    bodies = by_body(b, ask.side, ready)
    if len(bodies) > 1:
        yield "a", ready
    for body, men in bodies:
        yield (n.body_ids[body].lower() if body < len(n.body_ids) else f"b{body}") + "-", men


def group_actions(b: Battle, n: Names, ask: Ask, men: int) -> Iterator[Offer]:
    yield from scurries(b, n, ask, men)
    yield from volleys(b, n, ask, men)
    if set_size(men) > 1:
        yield from ranks(b, n, ask, men)
    for k, f in enumerate(own_formations(b, ask.side)):
        order = with_how(Act.JOIN, NOBODY, f, men)
        yield offer(order, counted(b, n, ask, order, "get there"), f"j{k + 1}")
    yield from gathers(b, n, ask, men)
    bail = bail_order(b, ask, men)
    if bail is not None:
        yield offer(bail, bail_words(b, n, ask, bail), "b")


def bail_order(b: Battle, ask: Ask, men: int) -> Order | None:
    """Straight home: all of them, else those whose way is clear."""
    far, own = b.rules.bail, ask.side
    home = Order(Act.BAIL, NOBODY, NOBODY, men, b.home_x[own] * far, b.home_y[own] * far, 0.0, 0.0)
    if check(b, ask, home) == 0:
        return home
    clear = [i for i in of_set(b, own, men) if check(b, ask, home._replace(how=bit(b, i))) == 0]
    return home._replace(how=sum(bit(b, i) for i in clear)) if clear else None


def counted(b: Battle, n: Names, ask: Ask, o: Order, verb: str) -> Callable[[], str]:
    """The order in words, and how many of the men the plan brings into ranks, if not all."""

    def words() -> str:
        there, all_ = set_size(b.paper.formed), set_size(o.how)
        rest = "" if there == all_ else f" ({there} of {all_} {verb})"
        return describe(b, n, o, ask.side, False) + rest

    return words


def bail_words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """The way, the dice of the sound and what becomes of the wounded."""
    hurt = set_size(wounded_among(b, ask.side, o.how))
    sound = set_size(o.how) - hurt
    lost = [f"{count(hurt, 'wounded man is', 'wounded men are')} lost"] if hurt else []
    risk = ["lost on a 1" if sound == 1 and not hurt else "losing a man for each 1"] if sound else []
    return f"{describe(b, n, o, ask.side, False)}, {'; '.join(risk + lost)}"


def scurries(b: Battle, n: Names, ask: Ask, men: int) -> Iterator[Offer]:
    """Towards the nearest enemy and away from him, to the objectives, home."""
    own = ask.side
    x, y = centre_of(b, own, men)
    foe = nearest_foe(b, own, x, y)
    ways: list[tuple[str, str, float, float]] = []
    if foe is not None:
        ways.append(("t", "towards the nearest enemy", foe[0] - x, foe[1] - y))
        ux, uy = direction(x - foe[0], y - foe[1])
        ways.append(("f", "away from the nearest enemy", ux * b.ground.width, uy * b.ground.width))
    for k in range(b.aims.n_objectives):
        goal = b.aims.objectives[k]
        ways.append((f"o{k + 1}", f"towards {objective(n, k)}", goal.x - x, goal.y - y))
    far = b.ground.width + b.ground.depth
    ways.append(("h", "towards the own table edge", b.home_x[own] * far, b.home_y[own] * far))
    for key, where, dx, dy in ways:
        order = scurry_order(b, ask, men, dx, dy)
        if order is not None:
            yield offer(order, f"{describe_scurry(b, n, order, own)}, {where}", key, f"scurry {where}")
            if key in "tf" and set_size(men) > 1:
                for spread, code, how in SPREADS:
                    apart = order._replace(fx=spread)
                    words = f"{describe_scurry(b, n, apart, own)}, {where}"
                    yield offer(apart, words, key + code, f"{how}, {where}")


def scurry_order(b: Battle, ask: Ask, men: int, dx: float, dy: float) -> Order | None:
    """A scurry that way at full reach, or as far as it may go; None if hardly so."""
    far = hypot(dx, dy)
    if far < LEAST:
        return None
    slowest = of_set(b, ask.side, slow_of_foot(b, ask.side, men))[0]
    share = min(1.0, scurry_allowance(b, slowest) / far)
    order = Order(Act.SCURRY, NOBODY, NOBODY, men, dx * share, dy * share, 0.0, 0.0)
    found = farthest(b, ask, order, 0.0, 0.0, STEPS_OF_A_MENU)
    return found if found is not None and hypot(found.x, found.y) >= LEAST else None


def ranks(b: Battle, n: Names, ask: Ask, men: int) -> Iterator[Offer]:
    """In one rank, two, or three, at their middle, facing the nearest enemy."""
    x, y = centre_of(b, ask.side, men)
    foe = nearest_foe(b, ask.side, x, y)
    fx, fy = direction(foe[0] - x, foe[1] - y) if foe else (-b.home_x[ask.side], -b.home_y[ask.side])
    for deep in (1, 2, 3):
        files = -(-set_size(men) // deep)
        order = Order(Act.FORM_RANKS, NOBODY, files, men, x, y, fx, fy)
        yield offer(order, counted(b, n, ask, order, "get there"), f"r{deep}")


def volleys(b: Battle, n: Names, ask: Ask, men: int) -> Iterator[Offer]:
    """At each enemy formation near and at stragglers, with as many men as may: for effect, else harassing."""
    armed = armed_among(b, ask.side, men)
    if armed == 0 or (b.volleys > 0 and b.options.straggler_volleys == StragglerVolleys.ONE):
        return
    x, y = centre_of(b, ask.side, armed)
    aims = [plain(Act.SKIRMISH, NOBODY, f) for f in formations_near(b, 1 - ask.side, x, y)[:MOST_AIMS]]
    reach = effective_range(b, ask.side, armed)
    aims += [
        Order(Act.SKIRMISH, NOBODY, NOBODY, 0, 0.0, 0.0, fx, fy)
        for fx, fy in sweeps(b, ask.side, x, y, reach)[:2]
    ]
    for k, aim in enumerate(aims):
        order = legal_volley(b, ask, aim._replace(how=armed))
        if order is not None:
            yield offer(order, volley_words(b, n, ask, order, order.how), f"v{k + 1}")
        if order is None or order.how != armed:
            harass = legal_volley(b, ask, aim._replace(kind=int(Act.HARASS), how=armed))
            if harass is not None and (order is None or harass.how != order.how):
                yield offer(harass, volley_words(b, n, ask, harass, harass.how), f"x{k + 1}")


def volley_words(b: Battle, n: Names, ask: Ask, o: Order, men: int) -> str:
    """The volley with its range, and whether it is effective."""
    far = volley_range(b, ask.side, men, targets_of(b, ask.side, men, o), officers_of(b, ask.side, men, o))
    reach = effective_range(b, ask.side, men)
    effective = far <= reach + 1e-9 and o.kind != Act.HARASS
    kind = f", effective up to {inches(reach)}" if effective else ", harassing" * (o.kind != Act.HARASS)
    firing = f", {count(set_size(men), 'man fires', 'men fire')}" if ask.kind == AskKind.ACTION else ""
    return f"{describe(b, n, o, ask.side, False)}{firing}, {inches(max(0.0, far))} away{kind}"


def gathers(b: Battle, n: Names, ask: Ask, men: int) -> Iterator[Offer]:
    """The wounded roll; those who can go to cover."""
    rolls = 1 if wounded_among(b, ask.side, men) else 0
    if rolls:
        yield offer(with_how(Act.GATHER, NOBODY, 1, men), key="g")
    order = with_how(Act.COVER, NOBODY, rolls, men)
    if check(b, ask, order) == 0 and (going := into_cover(b, ask.side, men)):
        who = f" ({going} of {set_size(men)} can)" if going < set_size(men) else ""
        yield offer(order, f"{describe(b, n, order, ask.side, False)}{who}", "k")


def into_cover(b: Battle, own: int, men: int) -> int:
    """How many of some men the plan on paper moves."""
    first = b.first_man[own]
    plans = [(b.men[i], b.paper.x[i - first], b.paper.y[i - first]) for i in of_set(b, own, men)]
    return sum((m.x, m.y) != (x, y) for m, x, y in plans)


def offer_attacks(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Each man in reach at the enemy straggler nearest to him, the shortest ways first."""
    foes = lone_enemies(b, ask.side)
    pairs = [
        (figures_gap(b, i, h), i, h)
        for i in of_set(b, ask.side, ready_stragglers(b, ask.actor))
        for h in foes
    ]
    nearest: dict[int, tuple[float, int, int]] = {}
    for pair in sorted(pairs):
        if pair[0] <= b.rules.skirmish + b.rules.cavalry_bonus * b.men[pair[1]].horse:
            nearest.setdefault(pair[1], pair)
    for gap, i, h in sorted(nearest.values())[:MOST_ATTACKS]:
        words = f"{figure(n, i)} attacks {figure(n, h)} hand to hand, {inches(max(0.0, gap))} away"
        yield offer(plain(Act.ATTACK, i, h), words)


# What a formed unit does


def offer_actions(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """For the unit in hand, and for each part of it."""
    units = [f for f in own_formations(b, ask.side) if is_in_hand(b, f)]
    for f in sorted(units, key=lambda f: f != ask.actor):
        key = "" if f == ask.actor or len(units) == 1 else n.formation_ids[f].lower() + "-"
        for o in unit_actions(b, n, ask, f):
            yield o._replace(key=key + o.key)
    yield done("no more actions")


def unit_actions(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    yield from moves(b, n, ask, f)
    yield from fire_actions(b, n, ask, f)
    yield from assaults(b, n, ask, f)
    yield from regroups(b, n, ask, f)
    yield from turns(b, ask, f)
    yield from shapes(b, ask, f)
    yield from parts(b, n, ask, f)
    yield from merges(b, ask, f)
    for gap in (1.0, 2.0, 3.0):
        yield offer(Order(Act.DISPERSE, f, NOBODY, 0, gap, 0.0, 0.0, 0.0), key=f"d{gap:.0f}")


def longest(
    b: Battle, ask: Ask, f: int, men: int, dx: float, dy: float, fx: float, fy: float
) -> Order | None:
    """A move that way, full reach at the most, as far as it may go; None if hardly so."""
    own = ask.side
    x, y = centre_of(b, own, movers(b, f, men))
    most = move_allowance(b, own, movers(b, f, men))
    far = hypot(dx, dy)
    share = min(1.0, most / far) if far > 0 else 0.0
    order = Order(Act.MOVE, f, NOBODY, men, x + dx * share, y + dy * share, fx, fy)
    found = farthest(b, ask, order, x, y, STEPS_OF_A_MENU)
    return found if found is not None and hypot(found.x - x, found.y - y) >= LEAST else None


def moves(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """As it faces: ahead, half of that, back and aside; then to the objectives and the enemy."""
    u = b.formations[f]
    x, y = centre_of(b, ask.side, actors_of(b, f))
    for degrees, key in ((0, "f"), (180, "s"), (-90, "z"), (90, "c")):
        dx, dy = turned(u.fx, u.fy, degrees)
        far = b.ground.width
        order = longest(b, ask, f, 0, dx * far, dy * far, u.fx, u.fy)
        if order is not None:
            yield offer(order, key=key)
            if degrees == 0:
                yield offer(order._replace(x=(x + order.x) / 2, y=(y + order.y) / 2), key="h")
    for name, key, dx, dy in goals(b, n, ask.side, x, y):
        fx, fy = direction(dx, dy)
        order = longest(b, ask, f, 0, dx, dy, fx, fy)
        if order is not None:
            words = f"{describe_move(b, n, order, ask.side)}, towards {name}"
            yield offer(order, words, key, f"move to {name}")


def goals(b: Battle, n: Names, own: int, x: float, y: float) -> Iterator[tuple[str, str, float, float]]:
    """Where a unit may want to go: names, keys, and the way."""
    for k in range(b.aims.n_objectives):
        goal = b.aims.objectives[k]
        yield objective(n, k), f"o{k + 1}", goal.x - x, goal.y - y
    for k, f in enumerate(formations_near(b, 1 - own, x, y)[:MOST_AIMS]):
        cx, cy = centre_of(b, 1 - own, members(b, f))
        yield formation(n, f), f"m{k + 1}", cx - x, cy - y


def turns(b: Battle, ask: Ask, f: int) -> Iterator[Offer]:
    """Turned on the spot to the eight winds; wheeled left and right by half and whole quarters."""
    u = b.formations[f]
    x, y = centre_of(b, ask.side, actors_of(b, f))
    for k in range(len(WINDS)):
        fx, fy = turned(0.0, 1.0, 45 * k)
        if u.fx * fx + u.fy * fy < 1 - 1e-9:
            yield offer(Order(Act.MOVE, f, NOBODY, 0, x, y, fx, fy), key=f"t{SHORTS[k]}")
    for degrees, key in ((-45, "wl"), (45, "wr"), (-90, "wL"), (90, "wR")):
        fx, fy = turned(u.fx, u.fy, degrees)
        pivot = end_man(b, f, 0, degrees < 0)
        yield offer(Order(Act.WHEEL, f, pivot, 0, 0.0, 0.0, fx, fy), key=key)


def shapes(b: Battle, ask: Ask, f: int) -> Iterator[Offer]:
    """In one rank, in two, in columns of two and three files, about the middle of its circle."""
    u = b.formations[f]
    men = set_size(actors_of(b, f))
    for files, key in ((men, "r1"), (-(-men // 2), "r2"), (2, "c2"), (3, "c3")):
        if 1 <= files <= men:
            x, y = front_for(b, f, files, u.fx, u.fy)
            yield offer(Order(Act.REPOSITION, f, files, 0, x, y, u.fx, u.fy), key=key)


def fire_actions(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """At each enemy formation in sight and at stragglers; rapid with both actions."""
    x, y = centre_of(b, ask.side, members(b, f))
    aims = [plain(Act.FIRE, f, g) for g in formations_near(b, 1 - ask.side, x, y)[:MOST_AIMS]]
    reach = effective_range(b, ask.side, members(b, f))
    aims += [
        Order(Act.FIRE, f, NOBODY, 0, 0.0, 0.0, fx, fy) for fx, fy in sweeps(b, ask.side, x, y, reach)[:2]
    ]
    for k, aim in enumerate(aims):
        if check(b, ask, aim) == 0:
            men = formed_firers(b, f, aim)
            for kind, key in ((Act.FIRE, "v"), (Act.RAPID, "x")):
                order = aim._replace(kind=int(kind))
                yield offer(order, volley_words(b, n, ask, order, men), f"{key}{k + 1}")


def assaults(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """The formations and the nearest stragglers in the cone ahead, near enough to think of it."""
    men = of_set(b, ask.side, members(b, f))
    most = move_allowance(b, ask.side, members(b, f))
    foes: list[tuple[int, list[int]]] = [
        (g, of_set(b, 1 - ask.side, members(b, g))) for g in own_formations(b, 1 - ask.side)
    ]
    foes.append((NOBODY, lone_enemies(b, ask.side)))
    for k, (g, targets) in enumerate(foes):
        pairs = sorted((figures_gap(b, i, h), i, h) for i in men for h in targets)
        ahead = next((p for p in pairs if p[0] <= 2 * most and in_cone(b, f, p[1], p[2])), None)
        if ahead is not None:
            fx, fy = way_between(b, ahead[1], ahead[2])
            order = Order(Act.ASSAULT, f, g, 0, 0.0, 0.0, fx, fy)
            short = f", out of reach of {inches(most)}" if ahead[0] > most else ""
            gap = max(0.0, ahead[0])
            words = f"{describe(b, n, order, ask.side, False)}, {inches(gap)} away{short}"
            key, more = f"a{k + 1}" if g >= 0 else "as", f"{short_inches(gap)} away{short}"
            yield offer(order, words, key, more=more)


def way_between(b: Battle, i: int, h: int) -> tuple[float, float]:
    (x0, y0), (x1, y1) = figure_xy(b, i), figure_xy(b, h)
    return direction(x1 - x0, y1 - y0)


def in_cone(b: Battle, f: int, i: int, h: int) -> bool:
    u = b.formations[f]
    return in_arc(u.fx, u.fy, *way_between(b, i, h), b.rules.assault_cosine)


def regroups(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """The wounded roll, stragglers are taken in, or both."""
    hurt = wounded_among(b, ask.side, members(b, f)) != 0
    near = near_stragglers(b, f)
    for rolls, taken, key in ((1, near, "g"), (1, 0, "gw"), (0, near, "gs")):
        if (not rolls or hurt) and (taken or rolls):
            yield offer(with_how(Act.REGROUP, f, rolls, taken), key=key)


def parts(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """The left half, the right half, the front rank or the rear rank goes ahead; the rest stands."""
    u = b.formations[f]
    men = of_set(b, ask.side, actors_of(b, f))
    if len(men) < 4:
        return
    right = sorted(men, key=lambda i: b.men[i].x * u.fy - b.men[i].y * u.fx)
    deep = {i: b.men[i].x * u.fx + b.men[i].y * u.fy for i in men}
    slack = radius_of(b, b.men[men[0]])
    sets = (
        ("left half", "pl", right[: len(men) // 2]),
        ("right half", "pr", right[-(len(men) // 2) :]),
        ("front rank", "pf", [i for i in men if deep[i] >= max(deep.values()) - slack]),
        ("rear rank", "pb", [i for i in men if deep[i] <= min(deep.values()) + slack]),
    )
    for name, key, some in sets:
        if 1 < len(some) < len(men):
            far = b.ground.width
            those = sum(bit(b, i) for i in some)
            order = longest(b, ask, f, those, u.fx * far, u.fy * far, u.fx, u.fy)
            if order is not None:
                words = f"{describe_move(b, n, order, ask.side)} (the {name})"
                yield offer(order, words, key, f"{name} forward")


def merges(b: Battle, ask: Ask, f: int) -> Iterator[Offer]:
    """Up to a friendly formation that is near enough to join."""
    u = b.formations[f]
    x, y = centre_of(b, ask.side, actors_of(b, f))
    men = of_set(b, ask.side, actors_of(b, f))
    for k, g in enumerate(own_formations(b, ask.side)):
        friends = of_set(b, ask.side, members(b, g)) if g != f else []
        pairs = sorted((figures_gap(b, i, j), i, j) for i in men for j in friends)
        if pairs and pairs[0][0] <= b.rules.move + b.rules.formation_gap:
            gap, i, j = pairs[0]
            ux, uy = way_between(b, i, j)
            for close in CLOSE:
                far = max(0.0, gap - close)
                order = Order(Act.MOVE, f, g, 0, x + ux * far, y + uy * far, u.fx, u.fy)
                if check(b, ask, order) == 0:
                    yield offer(order, key=f"j{k + 1}")
                    break


# Tests and choices


def offer_rerolls(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Each officer near enough, and what he risks."""
    for k in range(b.n_commanders):
        if may_rally(b, k, ask.actor):
            sniper = sniper_at(b, k)
            risk = "no enemy can shoot at him"
            if sniper >= 0:
                gap = inches(max(0.0, figures_gap(b, sniper, OFFICER + k)))
                risk = f"{figure(n, sniper)}, {gap} away, may shoot him dead on a {b.rules.snipe_kills}"
            words = f"{commander(n, k)} has the test rolled again; {risk}"
            yield offer(plain(Act.YES, ask.actor, k), words, "", f"roll again by {commander(n, k)}", risk)
    yield offer(plain(Act.NO, ask.actor, NOBODY), "let it stand", "0")


def offer_men(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """The usual pick first: those far from the enemy run, those near him fall; then others."""
    act = Act.RUN if ask.kind == AskKind.RUN else Act.FALL
    men = of_set(b, ask.side, b.sought)

    def gap(i: int) -> float:
        m = b.men[i]
        at = nearest_foe(b, ask.side, m.x, m.y)
        return hypot(at[0] - m.x, at[1] - m.y) if at else 0.0

    gaps = {i: gap(i) for i in men}
    far = sorted(men, key=lambda i: (-gaps[i], i))
    near = sorted(men, key=lambda i: (gaps[i], i))
    usual, others = (far, near) if act == Act.RUN else (near, far)
    words = ("farthest from the enemy", "nearest to the enemy")
    said = words if act == Act.RUN else words[::-1]
    wounded = sorted(usual, key=lambda i: not b.men[i].wounded)
    sound = sorted(usual, key=lambda i: b.men[i].wounded)
    picks = ((usual, said[0]), (wounded, "the wounded first"), (sound, "the sound first"), (others, said[1]))
    for pick, why in picks:
        how = sum(bit(b, i) for i in pick[: ask.other])
        order = with_how(act, ask.actor, NOBODY, how)
        who = describe(b, n, order, ask.side, False)
        yield offer(order, f"{who}: {why}", "", why, who)


def offer_successors(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """The best men first, of equals the one in the middle."""
    men = [i for i in range(b.n_men) if may_succeed(b, ask.side, i)]
    x, y = centre_of(b, ask.side, sum(bit(b, i) for i in men))

    def worth(i: int) -> tuple[int, float]:
        return -b.men[i].grade, hypot(b.men[i].x - x, b.men[i].y - y)

    for i in sorted(men, key=worth)[:MOST_SUCCESSORS]:
        words = f"{figure(n, i)} ({GRADES[Grade(b.men[i].grade)]}) takes command"
        yield offer(plain(Act.SUCCEED, i, NOBODY), words)


OFFERS: dict[AskKind, Callable[[Battle, Names, Ask], Iterator[Offer]]] = {
    AskKind.COMMANDER: offer_commanders,
    AskKind.STEP: offer_steps,
    AskKind.OFFICER: offer_officers,
    AskKind.ACTIVATE: offer_activations,
    AskKind.ACTION: offer_actions,
    AskKind.LEAD: yes_no("go along with them", "stay"),
    AskKind.REROLL: offer_rerolls,
    AskKind.RUN: offer_men,
    AskKind.REACT: yes_no("fire as they come in", "hold fire"),
    AskKind.EVADE: yes_no("withdraw", "stay"),
    AskKind.FALL: offer_men,
    AskKind.SUCCESSOR: offer_successors,
}
