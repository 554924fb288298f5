"""Orders that come to mind: how far a way goes, which way to charge, how to man a building, whom a spell is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, hypot, radians, sin

from ...battle import plain, with_how
from ...table.vectors import unit
from ...values import Ask, Order
from .asking import is_formation, own_formations
from .checking import check
from .houses import building_box, room_on_side
from .magic import knows
from .movement import left_to_move
from .places import rectangle_of
from .state import FIGURE, NOBODY, Act, Aim, Battle, Colour, Edge, Lost, Posted
from .strips import is_character, is_garrison, is_lone_character, on_table, strips_of
from .touching import formation_gap, strip_formation_gap, strips_gap

TRIES = 7  # shortenings of a way that is looked for
LITTLE = 0.995  # a shortened way stays so much within what is allowed
SHORTER = 0.75  # and one that is barred is tried so much shorter
FAN = (0, 15, -15, 30, -30, 44, -44)  # degrees that a charge may wheel
POSTS = (Posted.RIGHT, Posted.LEFT, Posted.BEHIND)
EDGES = (Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT)
SIDE = 8  # strips along each side of a building are digits of this base
OUTSIDE = 0.1  # inches from the wall to those who come out
MOST_TARGETS = 6  # of a spell
ACROSS = 0.5  # of the way to the enemy, where fog is called up


# Places


def middle(b: Battle, f: int) -> tuple[float, float]:
    """Of a formation, or of the building that it holds."""
    box = building_box(b, b.formations[f].building) if is_garrison(b.formations[f]) else rectangle_of(b, f)
    return box.x, box.y


def formations_near(b: Battle, own: int, f: int) -> list[int]:
    """The formations of a side that are no secret, the nearest to one first."""
    known = [
        g for g in own_formations(b, own) if g != f and not (b.formations[g].hidden and own != side(b, f))
    ]
    return sorted(known, key=lambda g: formation_gap(b, f, g))


def side(b: Battle, f: int) -> int:
    return int(b.formations[f].side)


def enemies_near(b: Battle, f: int) -> list[int]:
    return formations_near(b, 1 - side(b, f), f)


def rotated(fx: float, fy: float, degrees: float) -> tuple[float, float]:
    """To the right by so many degrees."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return fx * c + fy * s, fy * c - fx * s


# As far as it goes


def shortened(b: Battle, ask: Ask, o: Order, x: float, y: float, least: float) -> Order | None:
    """The order about as far as it goes along its line from (x, y), in a few tries; none if that is hardly so."""
    far, share = hypot(o.x - x, o.y - y), 1.0
    for _ in range(TRIES):
        if far * share < least:
            return None
        tried = o._replace(x=x + (o.x - x) * share, y=y + (o.y - y) * share)
        if check(b, ask, tried) == 0:
            return tried
        r = b.refusal
        share *= LITTLE * r.allowed / r.asked if 0.0 < r.allowed < r.asked else SHORTER
    return None


def straight(b: Battle, ask: Ask, kind: int, f: int, inches: float, least: float) -> Order | None:
    """On, back or to the side, as far as it goes."""
    return shortened(b, ask, Order(kind, f, NOBODY, 0, inches, 0.0, 0.0, 0.0), 0.0, 0.0, least)


def wheeled(b: Battle, ask: Ask, f: int, degrees: float, least: float) -> Order | None:
    """A wheel by so many degrees to the right, or as many of them as it can pay for."""
    u = b.formations[f]
    for _ in range(TRIES):
        if abs(degrees) < least:
            return None
        order = Order(Act.WHEEL, f, NOBODY, 0, 0.0, 0.0, *rotated(u.fx, u.fy, degrees))
        if check(b, ask, order) == 0:
            return order
        r = b.refusal
        degrees *= LITTLE * r.allowed / r.asked if 0.0 < r.allowed < r.asked else SHORTER
    return None


# Charges


def charges(b: Battle, f: int, g: int) -> Iterator[Order]:
    """Ways to charge one enemy: straight at its middle, as it faces, or wheeling more or less."""
    u = b.formations[f]
    x, y = middle(b, g)
    at = unit(x - u.x, y - u.y)
    facings = [at, *(rotated(u.fx, u.fy, degrees) for degrees in FAN)]
    for fx, fy in dict.fromkeys(facings):
        if hypot(fx, fy) > 0.5:
            yield Order(Act.CHARGE, f, g, 0, 0.0, 0.0, fx, fy)


def first_charge(b: Battle, ask: Ask, f: int, g: int) -> Order | None:
    """The first of them that is legal."""
    if formation_gap(b, f, g) > left_to_move(b, f) + 1.0:
        return None
    return next((o for o in charges(b, f, g) if check(b, ask, o) == 0), None)


# Buildings


def mannings(b: Battle, f: int, k: int) -> list[int]:
    """Ways to line the sides of a building: all round, or one side before the others."""
    rooms = [room_on_side(b, f, k, edge) for edge in EDGES]
    wanted = [(edge, *(e for e in EDGES if e != edge)) for edge in EDGES]
    found = [all_round(b, f, rooms), *(lined(b, f, rooms, edges) for edges in wanted)]
    return list(dict.fromkeys(how for how in found if how > 0))


def all_round(b: Battle, f: int, rooms: list[int]) -> int:
    """One on each side in turn, as long as there is room."""
    left, how, on = strips_of(b.formations[f]), 0, [0] * len(rooms)
    while left > 0 and any(n < room for n, room in zip(on, rooms, strict=True)):
        for edge in EDGES:
            if left > 0 and on[edge] < rooms[edge]:
                on[edge], left, how = on[edge] + 1, left - 1, how + SIDE ** int(edge)
    return how if left == 0 else 0


def lined(b: Battle, f: int, rooms: list[int], edges: tuple[Edge, ...]) -> int:
    """As many on the first side as there is room for, then on the next."""
    left, how = strips_of(b.formations[f]), 0
    for edge in edges:
        n = min(left, rooms[edge], SIDE - 1)
        left, how = left - n, how + n * SIDE ** int(edge)
    return how if left == 0 else 0


def ways_out(b: Battle, f: int) -> Iterator[Order]:
    """Out of a building by each of its sides, formed up before the wall."""
    u = b.formations[f]
    box = building_box(b, u.building)
    n = strips_of(u)
    shapes = dict.fromkeys((n, -(-n // 2), 1))
    for nx, ny, deep in ((0, 1, box.depth), (1, 0, box.width), (0, -1, box.depth), (-1, 0, box.width)):
        for files in shapes:
            out = deep / 2 + -(-n // files) * u.cell_depth + OUTSIDE
            yield Order(Act.LEAVE, f, files, 0, box.x + nx * out, box.y + ny * out, float(nx), float(ny))


# Characters


def characters_of(b: Battle, own: int) -> list[int]:
    return [i for i in range(b.n_strips) if b.strips[i].side == own and is_hero(b, i)]


def is_hero(b: Battle, i: int) -> bool:
    return on_table(b.strips[i]) and is_character(b.strips[i])


# Spells


def known_spells(b: Battle, i: int) -> list[int]:
    """Those of a mage."""
    k = b.strips[i].mage
    return [spell for spell in range(b.n_spells) if knows(b, k, spell)] if k >= 0 else []


def casts(b: Battle, i: int, spell: int) -> Iterator[Order]:
    """One spell at all that it could be meant for, the nearest first."""
    for other in TARGETS[Aim(b.spells[spell].aim)](b, i):
        yield with_how(Act.CAST, i, other, spell)
    if b.spells[spell].aim == Aim.PLACE:
        yield from fogs(b, i, spell)


def fogs(b: Battle, i: int, spell: int) -> Iterator[Order]:
    """Half way to the enemies that are near, on them, and about oneself."""
    s = b.strips[i]
    for g in enemies_near(b, s.formation)[:MOST_TARGETS]:
        x, y = middle(b, g)
        for share in (ACROSS, 1.0):
            at = s.x + (x - s.x) * share, s.y + (y - s.y) * share
            yield Order(Act.CAST, i, NOBODY, spell, *at, 0.0, 0.0)
    yield Order(Act.CAST, i, NOBODY, spell, s.x, s.y, 0.0, 0.0)


def near_formations(b: Battle, i: int, sides: tuple[int, ...]) -> list[int]:
    own = b.strips[i].side
    some = [g for s in sides for g in own_formations(b, s) if s == own or not b.formations[g].hidden]
    return sorted(some, key=lambda g: strip_formation_gap(b, i, g))


def enemy_formations(b: Battle, i: int) -> list[int]:
    return near_formations(b, i, (1 - b.strips[i].side,))


def friendly_formations(b: Battle, i: int) -> list[int]:
    return near_formations(b, i, (b.strips[i].side,))


def all_formations(b: Battle, i: int) -> list[int]:
    return near_formations(b, i, (0, 1))


def enemy_strips(b: Battle, i: int) -> list[int]:
    foes = [j for g in enemy_formations(b, i) for j in b.formations[g].members[: b.formations[g].n]]
    return sorted(foes, key=lambda j: strips_gap(b, i, j))


def all_characters(b: Battle, i: int) -> list[int]:
    known = [j for own in (0, 1) for j in characters_of(b, own) if not is_secret(b, i, j)]
    return sorted(known, key=lambda j: strips_gap(b, i, j))


def is_secret(b: Battle, i: int, j: int) -> bool:
    return b.formations[b.strips[j].formation].hidden and b.strips[j].side != b.strips[i].side


def dead(b: Battle, i: int) -> list[int]:
    own = b.strips[i].side
    gone = (j for j in range(b.n_strips) if b.strips[j].side == own)
    return [j for j in gone if b.strips[j].lost not in (Lost.NO, Lost.OFF_TABLE)]


def either(b: Battle, i: int) -> list[int]:
    """Formations; and characters who are with one."""
    attached = [
        j for j in all_characters(b, i) if not is_lone_character(b, b.formations[b.strips[j].formation])
    ]
    return [*all_formations(b, i), *(FIGURE + j for j in attached)]


TARGETS: dict[Aim, Callable[[Battle, int], list[int]]] = {
    Aim.NOTHING: lambda b, i: [int(colour) for colour in Colour],
    Aim.ENEMY: enemy_formations,
    Aim.FRIEND: friendly_formations,
    Aim.FORMATION: all_formations,
    Aim.STRIP: enemy_strips,
    Aim.CHARACTER: all_characters,
    Aim.PLACE: lambda b, i: [],
    Aim.DEAD: dead,
    Aim.EITHER: either,
}


# Whom orders name


def formation_named(b: Battle, o: Order) -> int:
    """The formation that an order is for, or nobody."""
    if o.kind in OF_STRIPS:
        return int(b.strips[o.actor].formation) if 0 <= o.actor < b.n_strips else NOBODY
    return o.actor if o.kind in OF_FORMATIONS and is_formation(b, o.actor) else NOBODY


OF_STRIPS = (
    Act.SPEECH,
    Act.INSULT,
    Act.OVERLAP,
    Act.FLEE_DUEL,
    Act.JOIN,
    Act.DETACH,
    Act.POST,
    Act.CAST,
    Act.MEDITATE,
    Act.SHOOT,
    Act.JOIN_FIGHT,
    Act.STRIKE,
)
OF_FORMATIONS = (
    Act.HOLD,
    Act.ADVANCE_ORDER,
    Act.CHARGE_ORDER,
    Act.TEST,
    Act.ADVANCE,
    Act.WHEEL,
    Act.BACK,
    Act.SIDESTEP,
    Act.TURN,
    Act.RESHAPE,
    Act.MARCH,
    Act.CHARGE,
    Act.BREAK_OFF,
    Act.FACE,
    Act.ENTER,
    Act.GARRISON,
    Act.LEAVE,
    Act.VOLLEY,
    Act.PURSUE,
)


def done() -> Order:
    return plain(Act.DONE, NOBODY, NOBODY)
