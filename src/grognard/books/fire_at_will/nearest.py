"""The nearest order that is legal, to one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import atan2, degrees, hypot

from ...battle import plain
from ...searching import about, along, first_legal, is_place, with_facing
from ...values import Ask, Order
from . import whim
from .asking import is_formation, is_strip, own_formations
from .checking import check
from .places import in_front_rank
from .routes import (
    EDGES,
    POSTS,
    casts,
    charges,
    enemies_near,
    formations_near,
    known_spells,
    mannings,
    ways_out,
    wheeled,
)
from .state import NOBODY, Act, AskKind, Battle
from .strips import is_building, is_garrison, strips_of

STEPS = 12  # halvings of a way
TURNED = 0.5  # degrees: a smaller wheel is none
NEAR = 4.0  # inches about a place in which another is looked for

Tries = Iterator[Order | None]


def nearest(b: Battle, ask: Ask, o: Order) -> Order | None:
    """By shortening, turning or aiming the order elsewhere; else what the ask always allows."""
    tries = OTHERS.get(AskKind(ask.kind))
    others = tries(b, ask, with_facing(o)) if tries is not None and is_place(o) else ()
    return first_legal(lambda tried: check(b, ask, tried) == 0, chain(others, [whim.certain(b, ask)]))


# Moves


def from_action(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same order, trimmed, turned or aimed elsewhere."""
    if o.kind in STRIPS:
        if is_strip(b, o.actor):
            yield from STRIPS[o.kind](b, ask, o)
    elif o.kind in FORMATIONS and is_formation(b, o.actor):
        yield from FORMATIONS[o.kind](b, ask, o)


def straights(b: Battle, ask: Ask, o: Order) -> Tries:
    """Less far."""
    yield along(lambda tried: check(b, ask, tried) == 0, o._replace(y=0.0), 0.0, 0.0, STEPS)


def wheels(b: Battle, ask: Ask, o: Order) -> Tries:
    """Less far round."""
    u = b.formations[o.actor]
    yield o
    right = degrees(atan2(o.fx * u.fy - o.fy * u.fx, o.fx * u.fx + o.fy * u.fy))
    yield wheeled(b, ask, o.actor, right, TURNED)


def turns(b: Battle, ask: Ask, o: Order) -> Tries:
    for edge in EDGES[1:]:
        yield o._replace(how=int(edge))


def reshapes(b: Battle, ask: Ask, o: Order) -> Tries:
    """The nearest number of files."""
    files = range(1, strips_of(b.formations[o.actor]) + 1)
    for n in sorted(files, key=lambda n: abs(n - o.other)):
        yield o._replace(other=n)


def marches(b: Battle, ask: Ask, o: Order) -> Tries:
    u = b.formations[o.actor]
    yield from placed(b, ask, o, u.x, u.y, u.fx, u.fy)


def departures(b: Battle, ask: Ask, o: Order) -> Tries:
    """A character on his own."""
    s = b.strips[o.actor]
    x, y = s.x + s.fx * s.depth / 2, s.y + s.fy * s.depth / 2
    yield from placed(b, ask, o, x, y, s.fx, s.fy)


def placed(b: Battle, ask: Ask, o: Order, x: float, y: float, fx: float, fy: float) -> Tries:
    """So facing or as now; as far as it goes, or about the place."""
    for facing in dict.fromkeys([(o.fx, o.fy), (fx, fy)]):
        if hypot(*facing) > 0.5:
            tried = o._replace(fx=facing[0], fy=facing[1])
            yield along(lambda t: check(b, ask, t) == 0, tried, x, y, STEPS)
            yield about(lambda t: check(b, ask, t) == 0, tried, NEAR)


def all_charges(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same enemy otherwise; else the others, the nearest first."""
    foes = enemies_near(b, o.actor)
    for g in sorted(foes, key=lambda g: g != o.other):
        yield from charges(b, o.actor, g)


def to_enemies(b: Battle, ask: Ask, o: Order) -> Tries:
    for g in enemies_near(b, o.actor):
        yield o._replace(other=g)


def enterings(b: Battle, ask: Ask, o: Order) -> Tries:
    """Otherwise manned; else another building."""
    for k in sorted((k for k in range(b.ground.n) if is_building(b, k)), key=lambda k: k != o.other):
        for how in mannings(b, o.actor, k):
            yield o._replace(other=k, how=how)


def garrisons(b: Battle, ask: Ask, o: Order) -> Tries:
    k = b.formations[o.actor].building
    for how in mannings(b, o.actor, k) if k >= 0 else ():
        yield o._replace(how=how)


def leavings(b: Battle, ask: Ask, o: Order) -> Tries:
    """About the place asked for; else the nearest of the ways out."""
    if is_garrison(b.formations[o.actor]):
        yield about(lambda t: check(b, ask, t) == 0, o, NEAR)
        yield from sorted(ways_out(b, o.actor), key=lambda way: hypot(way.x - o.x, way.y - o.y))


def laps(b: Battle, ask: Ask, o: Order) -> Tries:
    """Round another edge, another enemy, or by another strip."""
    f = b.strips[o.actor].formation
    u = b.formations[f]
    for i in [o.actor, *(i for i in u.members[: u.n] if in_front_rank(b, i))]:
        for g in sorted(enemies_near(b, f)[:3], key=lambda g: g != o.other):
            for edge in EDGES:
                yield Order(Act.OVERLAP, i, g, int(edge), 0.0, 0.0, 0.0, 0.0)


def joins(b: Battle, ask: Ask, o: Order) -> Tries:
    """At another end; else other friends."""
    s = b.strips[o.actor]
    for g in sorted(formations_near(b, s.side, s.formation), key=lambda g: g != o.other):
        for post in POSTS:
            yield o._replace(other=g, how=int(post))


def posts(b: Battle, ask: Ask, o: Order) -> Tries:
    for post in POSTS:
        yield o._replace(how=int(post))


def spells(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same at another target, nearer to the mage; else another of his spells."""
    s = b.strips[o.actor]
    if 0 <= o.how < b.n_spells:
        yield along(lambda t: check(b, ask, t) == 0, o, s.x, s.y, STEPS)
    known = known_spells(b, o.actor)
    for k in sorted(known, key=lambda k: k != o.how):
        yield from casts(b, o.actor, k)


FORMATIONS: dict[int, Callable[[Battle, Ask, Order], Tries]] = {
    Act.ADVANCE: straights,
    Act.BACK: straights,
    Act.SIDESTEP: straights,
    Act.WHEEL: wheels,
    Act.TURN: turns,
    Act.RESHAPE: reshapes,
    Act.MARCH: marches,
    Act.CHARGE: all_charges,
    Act.FACE: to_enemies,
    Act.ENTER: enterings,
    Act.GARRISON: garrisons,
    Act.LEAVE: leavings,
}
STRIPS: dict[int, Callable[[Battle, Ask, Order], Tries]] = {
    Act.OVERLAP: laps,
    Act.FLEE_DUEL: departures,
    Act.JOIN: joins,
    Act.DETACH: departures,
    Act.POST: posts,
    Act.CAST: spells,
}


# The other asks


def from_forced(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same of the one that magic moves."""
    if o.kind in FORMATIONS and is_formation(b, ask.actor):
        yield from FORMATIONS[o.kind](b, ask, o._replace(actor=ask.actor))


def from_speech(b: Battle, ask: Ask, o: Order) -> Tries:
    """To others, the nearest first."""
    if o.kind in (Act.SPEECH, Act.INSULT) and is_strip(b, o.actor):
        f = b.strips[o.actor].formation
        yield o._replace(other=f)
        some = formations_near(b, ask.side, f) if o.kind == Act.SPEECH else enemies_near(b, f)
        for g in some:
            yield o._replace(other=g)


def from_shoot(b: Battle, ask: Ask, o: Order) -> Tries:
    """At others, the nearest first."""
    if o.kind == Act.VOLLEY and is_formation(b, o.actor):
        yield from to_enemies(b, ask, o)
    elif o.kind == Act.SHOOT and is_strip(b, o.actor):
        for g in enemies_near(b, b.strips[o.actor].formation):
            for j in b.formations[g].members[: b.formations[g].n]:
                yield o._replace(other=j)


def any_strip(act: int) -> Callable[[Battle, Ask, Order], Tries]:
    def tries(b: Battle, ask: Ask, o: Order) -> Tries:
        for j in range(b.n_strips):
            yield plain(act, ask.actor, j)

    return tries


def from_pursue(b: Battle, ask: Ask, o: Order) -> Tries:
    if o.kind == Act.PURSUE:
        for f in own_formations(b, ask.side):
            yield plain(Act.PURSUE, f, ask.other)


def from_spells(b: Battle, ask: Ask, o: Order) -> Tries:
    """As many as he may have: those chosen, filled up or cut short from the list."""
    chosen = [k for k in range(b.n_spells) if o.how > 0 and o.how >> k & 1]
    some = [*chosen, *(k for k in range(b.n_spells) if k not in chosen)][: b.rules.picks]
    yield Order(Act.PICK, ask.actor, NOBODY, sum(1 << k for k in some), 0.0, 0.0, 0.0, 0.0)


OTHERS: dict[AskKind, Callable[[Battle, Ask, Order], Tries]] = {
    AskKind.SPELLS: from_spells,
    AskKind.SPEECH: from_speech,
    AskKind.ACTION: from_action,
    AskKind.FORCED: from_forced,
    AskKind.SHOOT: from_shoot,
    AskKind.FIGHT: any_strip(Act.JOIN_FIGHT),
    AskKind.LEAD: any_strip(Act.LEAD),
    AskKind.VICTIM: any_strip(Act.STRIKE),
    AskKind.PURSUE: from_pursue,
    AskKind.DUEL: any_strip(Act.JOIN_FIGHT),
}
