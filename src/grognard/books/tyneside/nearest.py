"""The nearest order that is legal, to one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import hypot

from ...battle import plain
from ...searching import BISECTIONS, RINGS, about, along, first_legal, is_place, with_facing
from ...table.vectors import unit
from ...values import Ask, Order
from . import whim
from .checking import check
from .figures import centre, first, is_mounted, next_of, present, stands, strength
from .moves import left_of_move
from .plans import MOST_TURN, facing_of, may_order
from .state import NOBODY, Act, AskKind, Battle, Gait, R

TRIES = 7  # shortenings of a march that is looked for
LITTLE = 0.995  # a shortened march stays so much within what is allowed
SHORTER = 0.75  # and one that is barred is tried so much shorter
TOO_FAR = 39  # the rule against going farther than a move
NO_ROOM = (R + 3, 87)  # the rules against standing where others stand, and before an enemy
FINE = 1.0  # cm: a march on offer is within that of the farthest
GAITS = (Gait.WALK, Gait.TROT, Gait.GALLOP)
INWARD = 1e-6  # inside an angle, not on its edge


def nearest(b: Battle, ask: Ask, o: Order) -> Order | None:
    """By shortening, turning or aiming the order elsewhere; else what the ask always allows."""
    tries = OTHERS.get(AskKind(ask.kind))
    others = tries(b, ask, with_facing(o)) if tries is not None and is_place(o) else ()
    return first_legal(lambda tried: check(b, ask, tried) == 0, chain(others, [whim.certain(b, ask)]))


Tries = Iterator[Order | None]


# Groups and enemies


def groups_near(b: Battle, own: int, x: float, y: float) -> list[int]:
    """The groups of a side on the table, the nearest to a place first."""

    def away(g: int) -> float:
        gx, gy = centre(b, g)
        return hypot(gx - x, gy - y)

    return sorted((g for g in range(b.n_groups) if b.groups[g].side == own and stands(b, g)), key=away)


def seen_enemies(b: Battle, own: int, x: float, y: float) -> list[int]:
    """The enemy groups that somebody of a side saw when he last looked about, the nearest to a place first."""
    seen = 0
    for g in range(b.n_groups):
        if b.groups[g].side == own and stands(b, g):
            seen |= b.groups[g].sees
    return [h for h in groups_near(b, 1 - own, x, y) if seen >> h & 1]


def place_of(b: Battle, g: int) -> tuple[float, float]:
    """The middle of a group, or of the table if there is no such group."""
    return centre(b, g) if stands(b, g) else (b.ground.width / 2, b.ground.depth / 2)


def figures_of(b: Battle, g: int) -> Iterator[int]:
    """The figures of a group that are on the table."""
    i = first(b, g)
    while i >= 0:
        yield i
        i = next_of(b, i)


# Shorter


def shortened(b: Battle, ask: Ask, o: Order, x: float, y: float, least: float) -> Order | None:
    """The order about as far as it goes along its line from (x, y), in a few tries; none if that is hardly so."""
    far, share, barred = hypot(o.x - x, o.y - y), 1.0, 1.0
    for _ in range(TRIES):
        if far * share < least:
            return None
        tried = o._replace(x=x + (o.x - x) * share, y=y + (o.y - y) * share)
        rule = check(b, ask, tried)
        if rule == 0:
            return lengthened(b, ask, o, (x, y), share, barred)
        r, barred = b.refusal, share
        fits = rule == TOO_FAR and 0.0 < r.allowed < r.asked
        share *= LITTLE * r.allowed / r.asked if fits else SHORTER
    return None


def lengthened(
    b: Battle, ask: Ask, o: Order, at: tuple[float, float], share: float, barred: float
) -> Order | None:
    """Somewhat farther than a share of a way that is legal, if more of it is."""
    (x, y), far = at, hypot(o.x - at[0], o.y - at[1])
    while (barred - share) * far > FINE:
        middle = (share + barred) / 2
        tried = o._replace(x=x + (o.x - x) * middle, y=y + (o.y - y) * middle)
        share, barred = (middle, barred) if check(b, ask, tried) == 0 else (share, middle)
    return o._replace(x=x + (o.x - x) * share, y=y + (o.y - y) * share)


def farthest(b: Battle, ask: Ask, o: Order, x: float, y: float) -> Order | None:
    """The order as far as it can be carried out along its line."""
    return along(lambda tried: check(b, ask, tried) == 0, o, x, y, BISECTIONS)


def around(b: Battle, ask: Ask, o: Order, nearer_than: float) -> Order | None:
    """The order at a place near the one asked for."""
    return about(lambda tried: check(b, ask, tried) == 0, o, nearer_than)


def nearer(b: Battle, ask: Ask, o: Order, x: float, y: float) -> Order | None:
    """As far as it goes along its line; around the place asked for if it is only that others stand there."""
    rule = check(b, ask, o)
    line = farthest(b, ask, o, x, y)
    gap = hypot(line.x - o.x, line.y - o.y) if line is not None else RINGS[-1]
    return (around(b, ask, o, gap) if rule in NO_ROOM else None) or line


# Moves


def from_move(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same order, trimmed; else that the group holds."""
    if o.kind == Act.STEP:
        yield from steps(b, ask, o)
        return
    if may_order(b, o.actor, ask.side) != 0:
        return
    tries = MOVES.get(o.kind)
    if tries is not None:
        yield from tries(b, ask, o)
    yield plain(Act.HOLD, o.actor, NOBODY)


def steps(b: Battle, ask: Ask, o: Order) -> Tries:
    """A man goes less far, or beside the place."""
    if not 0 <= o.actor < b.n_figures or not present(b.figures[o.actor]):
        return
    f = b.figures[o.actor]
    if hypot(o.fx, o.fy) < 0.5:
        o = o._replace(fx=f.fx, fy=f.fy)
    yield nearer(b, ask, o, f.x, f.y)


def gaits_for(b: Battle, g: int, first_of_all: int) -> list[int]:
    """The gaits that a group may go at, one before the others."""
    if not is_mounted(b, g):
        return [int(Gait.WALK)]
    return [int(gait) for gait in sorted(GAITS, key=lambda gait: (gait != first_of_all, gait))]


def marches(b: Battle, ask: Ask, o: Order) -> Tries:
    """At another gait, with another front, or less far; of all that the one that ends nearest."""
    g = o.actor
    x, y = centre(b, g)
    fx, fy = facing_of(b, g)
    if hypot(o.fx, o.fy) < 0.5:
        o = o._replace(fx=fx, fy=fy)
    wx, wy = unit(o.x - x, o.y - y)
    fronts = [(o.fx, o.fy), *([(wx, wy)] if hypot(wx, wy) > 0.5 else []), (fx, fy)]
    tried = [
        o._replace(how=gait, fx=ux, fy=uy)
        for gait in gaits_for(b, g, o.how)
        for ux, uy in dict.fromkeys(fronts)
    ]
    yield from tried
    lines = [farthest(b, ask, within_move(b, t, x, y), x, y) for t in tried]
    best = min((t for t in lines if t is not None), key=lambda t: hypot(t.x - o.x, t.y - o.y), default=None)
    room = check(b, ask, o) in NO_ROOM
    gap = hypot(best.x - o.x, best.y - o.y) if best is not None else RINGS[-1]
    yield around(b, ask, o, gap) if room else None
    yield best


def within_move(b: Battle, o: Order, x: float, y: float) -> Order:
    """No farther than the slowest of a group could go at best: below the least of a gait nothing is legal."""
    most = min(left_of_move(b, i, o.how) for i in figures_of(b, o.actor))
    share = min(1.0, most / max(hypot(o.x - x, o.y - y), 1e-9))
    return o._replace(x=x + (o.x - x) * share, y=y + (o.y - y) * share)


def forms(b: Battle, ask: Ask, o: Order) -> Tries:
    """As many files as there are men at most, and nearer to where the group stands."""
    fx, fy = facing_of(b, o.actor)
    o = o._replace(other=min(strength(b, o.actor), max(1, o.other)))
    if hypot(o.fx, o.fy) < 0.5:
        o = o._replace(fx=fx, fy=fy)
    for gait in gaits_for(b, o.actor, o.how):
        yield o._replace(how=gait)
        yield nearer(b, ask, o._replace(how=gait), *centre(b, o.actor))


def charges(b: Battle, ask: Ask, o: Order) -> Tries:
    """At another gait; at another enemy; else as near to him as may be."""
    x, y = place_of(b, o.other)
    foes = groups_near(b, 1 - ask.side, x, y)
    for h in dict.fromkeys((o.other, *foes)):
        for gait in gaits_for(b, o.actor, o.how % 8):
            yield o._replace(other=h, how=gait)
    if o.other in foes:
        cx, cy = centre(b, o.actor)
        ux, uy = unit(x - cx, y - cy)
        for gait in gaits_for(b, o.actor, Gait.WALK):
            yield shortened(b, ask, Order(Act.MARCH, o.actor, NOBODY, gait, x, y, ux, uy), cx, cy, 1.0)


def joins(b: Battle, ask: Ask, o: Order) -> Tries:
    for h in groups_near(b, ask.side, *centre(b, o.actor)):
        yield o._replace(other=h)


def pivots(b: Battle, ask: Ask, o: Order) -> Tries:
    """As far round as a turn allows, to that hand."""
    k = b.groups[o.actor].engine
    if k < 0 or hypot(o.fx, o.fy) < 0.5:
        return
    e = b.engines[k]
    s = MOST_TURN - INWARD
    left = e.fx * o.fy - e.fy * o.fx >= 0.0
    s = s if left else -s
    fx, fy = unit(e.fx * (MOST_TURN + INWARD) - e.fy * s, e.fx * s + e.fy * (MOST_TURN + INWARD))
    yield o._replace(fx=fx, fy=fy)


def engine_moves(b: Battle, ask: Ask, o: Order) -> Tries:
    k = b.groups[o.actor].engine
    if k < 0:
        return
    e = b.engines[k]
    if hypot(o.fx, o.fy) < 0.5:
        o = o._replace(fx=e.fx, fy=e.fy)
    yield nearer(b, ask, o, e.x, e.y)


def serves(b: Battle, ask: Ask, o: Order) -> Tries:
    for k in range(b.n_engines):
        yield o._replace(other=k)


MOVES: dict[int, Callable[[Battle, Ask, Order], Tries]] = {
    Act.MARCH: marches,
    Act.FORM: forms,
    Act.CHARGE: charges,
    Act.JOIN: joins,
    Act.PIVOT: pivots,
    Act.MANHANDLE: engine_moves,
    Act.DRIVE: engine_moves,
    Act.SERVE: serves,
}


# The other asks


def from_spend(b: Battle, ask: Ask, o: Order) -> Tries:
    """The group nearest to the one asked for that can be commanded."""
    if o.kind != Act.ACTIVATE:
        return
    at = o.other if stands(b, o.other) else ask.actor
    yield o._replace(actor=ask.actor, how=0)
    for g in groups_near(b, ask.side, *place_of(b, at)):
        yield Order(Act.ACTIVATE, ask.actor, g, 0, 0.0, 0.0, 0.0, 0.0)


def from_shoot(b: Battle, ask: Ask, o: Order) -> Tries:
    """The enemy nearest to the one asked for who can be shot at."""
    if o.kind == Act.PICK and 0 <= o.other < b.n_figures:
        f = b.figures[o.other]
        foes = [j for j in range(b.n_figures) if b.figures[j].side != ask.side and present(b.figures[j])]
        for j in sorted(foes, key=lambda j: hypot(b.figures[j].x - f.x, b.figures[j].y - f.y)):
            yield o._replace(other=j)
    elif o.kind == Act.FIRE:
        for h in groups_near(b, 1 - ask.side, *place_of(b, o.other)):
            yield o._replace(other=h)


def from_victim(b: Battle, ask: Ask, o: Order) -> Tries:
    for j in range(b.n_figures):
        yield plain(Act.STRIKE, ask.actor, j)


OTHERS: dict[AskKind, Callable[[Battle, Ask, Order], Tries]] = {
    AskKind.SPEND: from_spend,
    AskKind.MOVE: from_move,
    AskKind.SHOOT: from_shoot,
    AskKind.VICTIM: from_victim,
}
