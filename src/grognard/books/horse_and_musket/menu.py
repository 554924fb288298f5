"""What people are asked and offered: the ask in plain words, the orders that answer it, units described."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import cos, radians, sin

from ...battle import plain, with_how
from ...book import Choice
from ...chronicle import WINDS, agree, does, inches, its, listed, side
from ...table.vectors import unit as direction
from ...values import Ask, Order
from .barred import barred
from .brief import choice
from .checking import check
from .legality import influence_limit
from .movement import garrison_of, is_building, rate_in
from .refusals import explain, farthest, nearest_place
from .setup import Names
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Column,
    Formation,
    Lost,
    Phase,
    Step,
    Unit,
)
from .units import (
    files_for,
    gap_between,
    in_melee,
    may_take,
    nearest_enemy,
    on_table,
    rate,
    road_rate,
    shape_of,
    stands_of,
    uses_roads,
)
from .whim import certain
from .words import COLUMNS, FORMATIONS, STEPS, leader, place, unit, wind

__all__ = ["barred", "choices", "describe_ask", "describe_order", "explain"]

STEPS_OF_A_MENU = 8  # halvings: a move on offer is within a twentieth of an inch of the farthest
LEAST = 0.25  # inches: a shorter move is not worth offering
WAYS = ((0, "f"), (-22.5, "q"), (22.5, "e"), (-45, "a"), (45, "d"))  # degrees to the right of the front, keys
WIDER = 2  # assault columns wider than the usual that are offered
FORMED = ((Formation.LINE, "1"), (Formation.COLUMN, "2"), (Formation.MARCH, "3"), (Formation.EXTENDED, "4"),
          (Formation.SQUARE, "5"), (Formation.SQUADRONS, "6"))  # fmt: skip


# The ask in words


def describe_ask(b: Battle, names: Names, ask: Ask) -> str:
    """The question in plain words, with the rule that puts it."""
    return f"{side(ask.side)}: {QUESTIONS[AskKind(ask.kind)](b, names, ask)}"


def ask_influence(b: Battle, n: Names, ask: Ask) -> str:
    rolled = f", {b.check_die} rolled" if b.check_die else ""
    sum_ = (
        f"{COLUMNS[Column(b.check_column)]} check of {unit(n, ask.actor)} ({b.check_base:+d} so far{rolled})"
    )
    return f"what does {leader(n, ask.other)} add to the {sum_}? [FH-112, FH-R65]"


def ask_shelter(b: Battle, n: Names, ask: Ask) -> str:
    who = f"the crew of {unit(n, ask.actor)}" if ask.actor >= 0 else leader(n, ask.other)
    return f"{who} is in the way of a charge: shelter with friends? [FH-051, FH-R86]"


def ask_target(b: Battle, n: Names, ask: Ask) -> str:
    u = b.units[ask.actor]
    face = (
        f" from its {('front', 'right', 'rear', 'left')[ask.other]}"
        if u.formation == Formation.SQUARE
        else ""
    )
    name = unit(n, ask.actor)
    return f"at whom {agree(name, 'does')} {name} fire{face}? [FH-054]"


def ask_reroll(b: Battle, n: Names, ask: Ask) -> str:
    rolled = " ".join(str(face) for face in range(1, 7) for _ in range(b.dice.faces[face]))
    return f"{does(unit(n, ask.actor), 'has')} rolled {rolled}: roll one die again? [FH-084, FH-R56]"


def charged_by(n: Names, ask: Ask) -> str:
    return f"{does(unit(n, ask.actor), 'is')} charged by {unit(n, ask.other)}"


QUESTIONS: dict[AskKind, Callable[[Battle, Names, Ask], str]] = {
    AskKind.INITIATIVE: lambda b, n, ask: (
        f"go first or second in what comes next, {STEPS[Step(ask.other)].lower()}? [FH-010, FH-R01]"
    ),
    AskKind.GENERAL: lambda b, n, ask: "which general rides or joins a unit? [FH-011, FH-R13]",
    AskKind.RALLY: lambda b, n, ask: "which unit checks next to rally? [FH-013, FH-R02]",
    AskKind.INFLUENCE: ask_influence,
    AskKind.RECALL: lambda b, n, ask: (
        f"recall {unit(n, ask.actor)}, who may not move with the enemy near? [FH-124]"
    ),
    AskKind.CHARGE: lambda b, n, ask: "which unit charges? [FH-040]",
    AskKind.EVADE: lambda b, n, ask: f"{charged_by(n, ask)}: evade or stand? [FH-047, FH-050]",
    AskKind.ANSWER: lambda b, n, ask: f"{charged_by(n, ask)}: counter-charge or stand? [FH-R69]",
    AskKind.MOVE: lambda b, n, ask: "which unit moves? [FH-011, FH-019]",
    AskKind.GIVE_GROUND: lambda b, n, ask: (
        f"{does(unit(n, ask.other), 'has')} come close to {unit(n, ask.actor)}: give ground? [FH-048]"
    ),
    AskKind.SHELTER: ask_shelter,
    AskKind.FIRST_FIRE: lambda b, n, ask: (
        f"{charged_by(n, ask)}: fire first, in place of {its(unit(n, ask.actor))} blows? [FH-017, FH-R05]"
    ),
    AskKind.TARGET: ask_target,
    AskKind.STRIKE: lambda b, n, ask: (
        f"whom {agree(unit(n, ask.actor), 'does')} {unit(n, ask.actor)} strike? [FH-R43]"
    ),
    AskKind.REROLL: ask_reroll,
    AskKind.MELEE_ORDER: lambda b, n, ask: "which melee is settled next? [FH-R04]",
    AskKind.RETREAT: lambda b, n, ask: f"how far back from the square with {unit(n, ask.actor)}? [FH-102]",
    AskKind.PURSUE: lambda b, n, ask: (
        f"{does(unit(n, ask.actor), 'has')} won: pursue {unit(n, ask.other)}? [FH-115]"
    ),
    AskKind.DEPLOY: lambda b, n, ask: "which unit is placed, and where? [FH-R90]",
    AskKind.FACE: lambda b, n, ask: (
        f"{does(unit(n, ask.actor), 'has')} stopped running: face which way? [FH-R73]"
    ),
}


# An order in words


def describe_order(b: Battle, names: Names, o: Order) -> str:
    """An order in a few words."""
    return describe(b, names, o, b.phase == Phase.GENERALS)


def describe(b: Battle, n: Names, o: Order, by_general: bool) -> str:
    """A move may be a general's or a unit's: that is not in the order."""
    if by_general and o.kind in (Act.MOVE, Act.ATTACH):
        return describe_ride(b, n, o)
    if o.kind in MOVES:
        return describe_move(b, n, o)
    return PLAIN[Act(o.kind)](n, o)


def describe_ride(b: Battle, n: Names, o: Order) -> str:
    if o.kind == Act.ATTACH:
        return f"{leader(n, o.actor)} joins {unit(n, o.other)}"
    g = b.leaders[o.actor]
    far = ((o.x - g.x) ** 2 + (o.y - g.y) ** 2) ** 0.5
    return f"{leader(n, o.actor)} rides {inches(far)} {wind(o.x - g.x, o.y - g.y)}"


MOVES = (Act.MOVE, Act.HALF_MOVE, Act.FORM, Act.LEAVE, Act.DEPLOY)


def describe_move(b: Battle, n: Names, o: Order) -> str:
    """1st Line moves forward 6.0 inches, facing north-east."""
    u, name = b.units[o.actor], unit(n, o.actor)
    dx, dy = o.x - u.x, o.y - u.y
    far = (dx * dx + dy * dy) ** 0.5
    if o.kind == Act.DEPLOY:
        shape = FORMATIONS[Formation(o.how)]
        return f"{does(name, 'deploys')} in {shape} at {o.x:.1f}, {o.y:.1f}, facing {wind(o.fx, o.fy)}"
    if o.kind == Act.LEAVE:
        return f"{does(name, 'leaves')} in {FORMATIONS[Formation(o.how)]}, facing {wind(o.fx, o.fy)}"
    if o.kind == Act.FORM:
        after = f" and {agree(name, 'advances')} {inches(far)}" if far > 0.05 else ""
        return f"{does(name, 'forms')} {FORMATIONS[Formation(o.how)]}{after}, facing {wind(o.fx, o.fy)}"
    if far <= 0.05:
        return f"{does(name, 'turns')} to face {wind(o.fx, o.fy)}"
    if o.kind == Act.MOVE and u.arm != Arm.ARTILLERY:
        return f"{does(name, 'moves')} forward {inches(far)}, facing {wind(dx, dy)}"
    verb = "moves" if o.kind == Act.MOVE else "shifts"
    return f"{does(name, verb)} {inches(far)} {wind(dx, dy)}, facing {wind(o.fx, o.fy)}"


PLAIN: dict[Act, Callable[[Names, Order], str]] = {
    Act.DONE: lambda n, o: "no more",
    Act.FIRST: lambda n, o: "go first",
    Act.SECOND: lambda n, o: "go second",
    Act.ENTER: lambda n, o: f"{does(unit(n, o.actor), 'enters')} {place(n, o.other)}",
    Act.CHARGE: lambda n, o: f"{does(unit(n, o.actor), 'charges')} {unit(n, o.other)}",
    Act.ATTACH: lambda n, o: f"{leader(n, o.actor)} joins {unit(n, o.other)}",
    Act.RALLY: lambda n, o: f"{does(unit(n, o.actor), 'checks')} to rally",
    Act.INFLUENCE: lambda n, o: f"{o.how:+d}" if o.how else "nothing",
    Act.YES: lambda n, o: "yes",
    Act.NO: lambda n, o: "no",
    Act.COUNTER: lambda n, o: "counter-charge",
    Act.STAND: lambda n, o: "stand",
    Act.SHELTER: lambda n, o: f"shelter with {unit(n, o.other)}",
    Act.FIRE: lambda n, o: f"fire at {unit(n, o.other)}",
    Act.HOLD: lambda n, o: "hold fire",
    Act.STRIKE: lambda n, o: f"strike {unit(n, o.other)}",
    Act.REROLL: lambda n, o: f"roll a {o.how} again",
    Act.MELEE: lambda n, o: f"melee {o.how + 1}",
    Act.RETREAT: lambda n, o: f"go back {inches(o.x)}",
    Act.FACE: lambda n, o: f"face {wind(o.fx, o.fy)}",
}


# The orders that answer an ask


def choices(b: Battle, names: Names, ask: Ask) -> list[Choice]:
    """Sensible legal orders, each with words and a key of its own."""
    offered = OFFERS[AskKind(ask.kind)](b, names, ask)
    return told_choices(b, names, ask, offered) or last_resort(b, names, ask)


def offers(b: Battle, names: Names, ask: Ask, pieces: Sequence[int]) -> list[Choice]:
    """Sensible legal orders for just these pieces."""
    if ask.kind == AskKind.MOVE:
        own = [i for i in own_units(b, ask.side) if i in pieces and may_move(b, ask, i)]
        some = (o for i in own for o in unit_moves(b, names, ask, i))
        return told_choices(b, names, ask, some)
    actors = {p - b.n_units for p in pieces} if ask.kind == AskKind.GENERAL else {*pieces}
    return [c for c in choices(b, names, ask) if c.order.actor in actors]


def told_choices(b: Battle, names: Names, ask: Ask, offered: Iterable[Offer]) -> list[Choice]:
    """Those of some offers that are legal, each once."""
    found: list[Choice] = []
    keys: set[str] = set()
    spare = (k for k in spare_keys() if k not in keys)
    had: set[Order] = set()
    for order, text, key in offered:
        if order not in had and check(b, ask, order) == 0:
            had.add(order)
            key = key if key and key not in keys else next(spare)
            keys.add(key)
            words = text or describe(b, names, order, ask.kind == AskKind.GENERAL)
            found.append(choice(b, names, ask, order, words, key))
    return found


def last_resort(b: Battle, names: Names, ask: Ask) -> list[Choice]:
    """Where nothing sensible is left, what the ask always allows: nobody is left without an answer."""
    order = certain(b, ask)
    return [choice(b, names, ask, order, describe(b, names, order, ask.kind == AskKind.GENERAL), "1")]


Offer = tuple[Order, str, str]  # order, words (or as it is described), key (or the next free)


def spare_keys() -> Iterator[str]:
    n = 1
    while True:
        yield str(n)
        n += 1


def offer(order: Order, text: str = "", key: str = "") -> Offer:
    return order, text, key


def done(text: str) -> Offer:
    return offer(plain(Act.DONE, NOBODY, NOBODY), text, "0")


def yes_no(yes: str, no: str) -> Callable[[Battle, Names, Ask], Iterator[Offer]]:
    """A question of yes or no, answered in its own words."""

    def offers(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
        yield offer(plain(Act.YES, ask.actor, ask.other), yes, "y")
        yield offer(plain(Act.NO, ask.actor, ask.other), no, "n")

    return offers


def offer_initiative(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    yield offer(plain(Act.FIRST, NOBODY, NOBODY), "go first", "1")
    yield offer(plain(Act.SECOND, NOBODY, NOBODY), "go second", "2")


def offer_answer(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    yield offer(plain(Act.COUNTER, ask.actor, ask.other), "counter-charge", "c")
    yield offer(plain(Act.STAND, ask.actor, ask.other), "stand", "s")


def offer_generals(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Join a unit, or ride to stand behind one."""
    for k in range(b.n_leaders):
        if b.leaders[k].side != ask.side or b.leaders[k].moved or not b.leaders[k].alive:
            continue
        for i in own_units(b, ask.side):
            if b.leaders[k].attached != i:
                yield offer(plain(Act.ATTACH, k, i))
        for i in own_units(b, ask.side):
            u = b.units[i]
            back = u.depth / 2 + b.rules.general_base
            behind = Order(Act.MOVE, k, NOBODY, 0, u.x - u.fx * back, u.y - u.fy * back, u.fx, u.fy)
            yield offer(behind, f"{leader(n, k)} rides to stand behind {unit(n, i)}")
    yield done("no more generals")


def own_units(b: Battle, own: int) -> Iterator[int]:
    for i in range(b.n_units):
        if b.units[i].side == own and on_table(b.units[i]):
            yield i


def enemy_units(b: Battle, own: int) -> Iterator[int]:
    return own_units(b, 1 - own)


def offer_rallies(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for i in own_units(b, ask.side):
        yield offer(plain(Act.RALLY, i, NOBODY))


def offer_influence(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    most = influence_limit(b, ask.actor)
    for how in (0, *range(most, 0, -1), *range(-1, -most - 1, -1)):
        text = f"{leader(n, ask.other)} adds {how:+d}" if how else f"{leader(n, ask.other)} stays out of it"
        yield offer(with_how(Act.INFLUENCE, ask.actor, ask.other, how), text, f"{how:+d}" if how else "0")


def offer_charges(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for i in own_units(b, ask.side):
        for j in enemy_units(b, ask.side):
            gap = inches(gap_between(b.units[i], b.units[j]))
            text = f"{does(unit(n, i), 'charges')} {unit(n, j)}, {gap} away"
            yield offer(plain(Act.CHARGE, i, j), text)
    yield done("no more charges")


def offer_targets(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for j in enemy_units(b, ask.side):
        gap = inches(gap_between(b.units[ask.actor], b.units[j]))
        yield offer(plain(Act.FIRE, ask.actor, j), f"fire at {unit(n, j)}, {gap} away")
    yield offer(plain(Act.HOLD, ask.actor, NOBODY), "hold fire", "0")


def offer_strikes(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for j in range(b.n_units):
        yield offer(plain(Act.STRIKE, ask.actor, j))


def offer_shelter(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for j in own_units(b, ask.side):
        yield offer(plain(Act.SHELTER, ask.actor, j))
    yield offer(plain(Act.NO, ask.actor, NOBODY), "stay", "0")


def offer_rerolls(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for face in range(6, 0, -1):
        yield offer(with_how(Act.REROLL, ask.actor, ask.other, face), key=str(face))
    yield offer(plain(Act.NO, ask.actor, ask.other), "keep them all", "0")


def offer_melees(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    for m in range(b.n_melees):
        inside = [unit(n, i) for i in range(b.n_units) if b.units[i].melee == m]
        if inside:
            yield offer(with_how(Act.MELEE, NOBODY, NOBODY, m), f"the melee of {listed(inside)}", str(m + 1))


def offer_retreats(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    full = rate(b, b.units[ask.actor])
    for share, words in ((b.rules.half_move, "half a move"), (0.75, "three quarters"), (1.0, "a whole move")):
        order = Order(Act.RETREAT, ask.actor, NOBODY, 0, full * share, 0.0, 0.0, 0.0)
        yield offer(order, f"go back {words}, {inches(full * share)}")


def offer_faces(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """As it stands, about, toward the nearest enemy, and the eight winds."""
    u = b.units[ask.actor]
    j = nearest_enemy(b, ask.actor)
    if j >= 0:
        fx, fy = direction(b.units[j].x - u.x, b.units[j].y - u.y)
        yield offer(face_order(ask.actor, fx, fy), f"face {unit(n, j)}")
    yield offer(face_order(ask.actor, -u.fx, -u.fy), "face about")
    for k in range(8):
        yield offer(face_order(ask.actor, sin(radians(45 * k)), cos(radians(45 * k))), f"face {WINDS[k]}")
    yield offer(face_order(ask.actor, u.fx, u.fy), "stay as it is", "0")


def face_order(i: int, fx: float, fy: float) -> Order:
    return Order(Act.FACE, i, NOBODY, 0, 0.0, 0.0, fx, fy)


# Moves


def offer_moves(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """For every unit that can move: ahead, aside, about, formations, buildings."""
    for i in own_units(b, ask.side):
        if may_move(b, ask, i):
            key = n.ids[i].lower() if i < len(n.ids) else str(i)
            for order, text, code in unit_moves(b, n, ask, i):
                yield order, text, key + code
    yield done("no more moves")


def may_move(b: Battle, ask: Ask, i: int) -> bool:
    u = b.units[i]
    return not (u.moved or u.routing or in_melee(u) or u.lost != Lost.NO)


def unit_moves(b: Battle, n: Names, ask: Ask, i: int) -> Iterator[Offer]:
    u = b.units[i]
    if u.building >= 0:
        yield from exits(b, ask, i)
        return
    if u.arm == Arm.ARTILLERY:
        yield from gun_moves(b, ask, i)
        return
    yield from advances(b, ask, i)
    yield from half_moves(b, ask, i)
    yield from formations(b, ask, i)
    for k in range(b.ground.n):
        if is_building(b, k) and garrison_of(b, k) < 0:
            yield offer(plain(Act.ENTER, i, k), key="i")


def turned(u: Unit, degrees: float) -> tuple[float, float]:
    """A facing so many degrees to the right of a unit's."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return u.fx * c + u.fy * s, u.fy * c - u.fx * s


def advances(b: Battle, ask: Ask, i: int) -> Iterator[Offer]:
    """As far as it can go straight ahead and to either side; and half of that straight ahead."""
    u = b.units[i]
    for degrees, key in WAYS:
        fx, fy = turned(u, degrees)
        order = longest(b, ask, Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, fx, fy), fx, fy)
        if order is not None:
            yield offer(order, key=key)
            if degrees == 0:
                yield offer(order._replace(x=(u.x + order.x) / 2, y=(u.y + order.y) / 2), key="h")


def longest(b: Battle, ask: Ask, o: Order, dx: float, dy: float, share: float = 1.0) -> Order | None:
    """The order carried as far as it may go that way, by road, at full rate or less; None if hardly so."""
    u = b.units[o.actor]
    for most in dict.fromkeys((road_rate(b, u), rate(b, u))) if uses_roads(u) else (rate(b, u),):
        tried = o._replace(x=u.x + dx * most * share, y=u.y + dy * most * share)
        if check(b, ask, tried) == 0:
            return tried
    found = farthest(b, ask, tried, u.x, u.y, STEPS_OF_A_MENU)
    return found if found is not None and far(u, found) >= LEAST else None


def far(u: Unit, o: Order) -> float:
    return float(((o.x - u.x) ** 2 + (o.y - u.y) ** 2) ** 0.5)


def half_moves(b: Battle, ask: Ask, i: int) -> Iterator[Offer]:
    """Wheel left, right or about; back and aside, front as it is."""
    u = b.units[i]
    for degrees, key in ((-45, "l"), (45, "r"), (180, "b"), (-90, "L"), (90, "R")):
        fx, fy = turned(u, degrees)
        yield offer(Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, fx, fy), key=key)
    for degrees, key in ((180, "s"), (-90, "z"), (90, "c")):
        dx, dy = turned(u, degrees)
        aside = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, u.fx, u.fy)
        order = longest(b, ask, aside, dx, dy, b.rules.half_move)
        if order is not None:
            yield offer(order, key=key)


def formations(b: Battle, ask: Ask, i: int) -> Iterator[Offer]:
    """Every other formation it can take, where it stands and with an advance."""
    u = b.units[i]
    for formation, key in FORMED:
        if formation == u.formation or not may_take(b, u, formation):
            continue
        on_the_spot = Order(Act.FORM, i, 0, formation, u.x, u.y, u.fx, u.fy)
        yield offer(on_the_spot, key=key)
        most = rate_in(b, u, formation) * b.rules.half_move
        ahead = on_the_spot._replace(x=u.x + u.fx * most, y=u.y + u.fy * most)
        order = farthest(b, ask, ahead, u.x, u.y, STEPS_OF_A_MENU)
        if order is not None and far(u, order) >= LEAST:
            yield offer(order, key=key + "f")
        if formation == Formation.COLUMN:
            for files in range(b.rules.column_files + 1, b.rules.column_files + 1 + WIDER):
                yield offer(on_the_spot._replace(other=files), key=f"{key}w{files}")


def exits(b: Battle, ask: Ask, i: int) -> Iterator[Offer]:
    """Out of a building, by each of its sides, in each formation."""
    u = b.units[i]
    for degrees, side_key in ((0, "f"), (90, "r"), (180, "b"), (-90, "l")):
        fx, fy = turned(u, degrees)
        half = (u.depth if degrees in (0, 180) else u.width) / 2
        for formation, key in FORMED:
            if may_take(b, u, formation):
                _, depth = shape_of(b, u, formation, files_for(b, u, formation, stands_of(b, u), 0))
                out = half + depth / 2 + b.rules.building_edge / 2
                order = Order(Act.LEAVE, i, 0, formation, u.x + fx * out, u.y + fy * out, fx, fy)
                yield offer(order, key=side_key + key)


def gun_moves(b: Battle, ask: Ask, i: int) -> Iterator[Offer]:
    """Guns go where they like: turned on the spot, half or all the way in eight directions, as they face."""
    u = b.units[i]
    for degrees, key in ((-45, "l"), (45, "r"), (180, "b"), (-90, "L"), (90, "R")):
        fx, fy = turned(u, degrees)
        yield offer(Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, fx, fy), key=key)
    for degrees, key in zip(range(0, 360, 45), "fedcszaq", strict=True):
        dx, dy = turned(u, degrees)
        order = longest(b, ask, Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, u.fx, u.fy), dx, dy)
        if order is not None:
            yield offer(order, key=key)
            half = min(1.0, rate(b, u) * b.rules.gun_move / far(u, order))
            yield offer(
                order._replace(x=u.x + (order.x - u.x) * half, y=u.y + (order.y - u.y) * half), key=key + "h"
            )


def offer_places(b: Battle, n: Names, ask: Ask) -> Iterator[Offer]:
    """Each unit in reserve: along the front of its zone, in its usual formation, then in the others."""
    fy = 1.0 if ask.side == 0 else -1.0
    for i in range(b.n_units):
        u = b.units[i]
        if u.side != ask.side or u.lost != Lost.RESERVE:
            continue
        shapes = (
            [Formation.BATTERY] if u.arm == Arm.ARTILLERY else [f for f, _ in FORMED if may_take(b, u, f)]
        )
        for shape in shapes:
            _, depth = shape_of(b, u, shape, files_for(b, u, shape, stands_of(b, u), 0))
            for share in (0.5, 0.3, 0.7, 0.1, 0.9) if shape == shapes[0] else (0.5,):
                y = b.rules.deployment_depth - depth / 2 - 0.01
                wanted = Order(Act.DEPLOY, i, NOBODY, shape, b.ground.width * share,
                               y if ask.side == 0 else b.ground.depth - y, 0.0, fy)  # fmt: skip
                order = nearest_place(b, ask, wanted)
                if order is not None:
                    yield offer(order)
    yield done("there is no room: the others stay off the table")


OFFERS: dict[AskKind, Callable[[Battle, Names, Ask], Iterator[Offer]]] = {
    AskKind.INITIATIVE: offer_initiative,
    AskKind.GENERAL: offer_generals,
    AskKind.RALLY: offer_rallies,
    AskKind.INFLUENCE: offer_influence,
    AskKind.RECALL: yes_no("recall them", "leave them where they are"),
    AskKind.CHARGE: offer_charges,
    AskKind.EVADE: yes_no("evade", "stand"),
    AskKind.ANSWER: offer_answer,
    AskKind.MOVE: offer_moves,
    AskKind.GIVE_GROUND: yes_no("give ground", "stay"),
    AskKind.SHELTER: offer_shelter,
    AskKind.FIRST_FIRE: yes_no("fire first", "keep the fire and fight"),
    AskKind.TARGET: offer_targets,
    AskKind.STRIKE: offer_strikes,
    AskKind.REROLL: offer_rerolls,
    AskKind.MELEE_ORDER: offer_melees,
    AskKind.RETREAT: offer_retreats,
    AskKind.PURSUE: yes_no("pursue", "stay"),
    AskKind.DEPLOY: offer_places,
    AskKind.FACE: offer_faces,
}
