"""Orders to one formation that one would give in the moves: where to, at whom, in which shape; and to its character."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from ...battle import plain, with_how
from ...chronicle import within
from ...table.vectors import unit
from ...values import Ask, Order
from .asking import describe_order
from .forces import Names
from .houses import is_free_building
from .links import is_held
from .movement import check_mover, left_to_move
from .places import in_front_rank
from .routes import (
    EDGES,
    POSTS,
    enemies_near,
    first_charge,
    formations_near,
    mannings,
    middle,
    shortened,
    straight,
    ways_out,
    wheeled,
)
from .state import NOBODY, Act, Battle, Edge
from .strips import character_of, is_character, is_garrison, is_lone_character, pace_of, strips_of, turns_free
from .touching import formation_gap, formations_touch

LEAST = 0.5  # inches: a shorter move is not worth offering
TURNED = 5.0  # degrees: nor so small a wheel
MOST_AIMS = 4  # enemies to charge
MOST_GOALS = 3  # friends to join, objectives to go to
WHEELS = (("wl", -45.0), ("wr", 45.0), ("wL", -90.0), ("wR", 90.0))


class Offer(NamedTuple):
    """An order on offer; without words it is described, without a key it gets the next that is free."""

    order: Order
    text: str = ""
    key: str = ""
    title: str = ""  # where the button says more than the order does
    more: str = ""


def orders_to(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """All that a formation might be told; who asks leaves out what is not legal."""
    if check_mover(b, ask.side, f) == 0:
        if is_held(b, f):
            yield from in_melee(b, f)
        elif is_garrison(b.formations[f]):
            yield from out_of_building(b, f)
        else:
            yield from moves(b, n, ask, f)
        if is_garrison(b.formations[f]):
            yield from posts_of_garrison(b, f)
    yield Offer(plain(Act.TEST, f, NOBODY), key="n")
    i = character_of(b, b.formations[f])
    if i >= 0:
        yield from orders_to_character(b, n, ask, i)


def moves(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """In the open and free."""
    yield from charges(b, ask, f)
    yield from manoeuvres(b, n, ask, f)
    for m, k in enumerate(k for k in range(b.ground.n) if is_free_building(b, k)):
        for way, how in enumerate(mannings(b, f, k)):
            yield Offer(with_how(Act.ENTER, f, k, how), key=f"e{m + 1}{'abcde'[way]}")


def manoeuvres(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """Of one's own troops, or of those that magic moves."""
    if turns_free(b, b.formations[f]):
        yield from marches(b, n, ask, f)
    yield from straights(b, ask, f)
    if not turns_free(b, b.formations[f]):
        yield from wheels(b, ask, f)
        yield from shapes(b, f)


# Straight on and round


def charges(b: Battle, ask: Ask, f: int) -> Iterator[Offer]:
    """At each of the enemies near, the first way that is legal."""
    for m, g in enumerate(enemies_near(b, f)[:MOST_AIMS]):
        order = first_charge(b, ask, f, g)
        if order is not None:
            yield Offer(order, key=f"a{m + 1}")


def straights(b: Battle, ask: Ask, f: int) -> Iterator[Offer]:
    """Forward all the way and half of it; back, and to either side."""
    left = left_to_move(b, f)
    step = left / b.rules.step_factor
    ways = (
        (Act.ADVANCE, left, "f"),
        (Act.ADVANCE, left / 2, "h"),
        (Act.BACK, step, "b"),
        (Act.SIDESTEP, step, "r"),
        (Act.SIDESTEP, -step, "l"),
    )
    for act, inches, key in ways:
        order = straight(b, ask, act, f, inches, LEAST)
        if order is not None:
            yield Offer(order, key=key)


def wheels(b: Battle, ask: Ask, f: int) -> Iterator[Offer]:
    """Half and whole to either side, or as far as it can pay for."""
    for key, degrees in WHEELS:
        order = wheeled(b, ask, f, degrees, TURNED)
        if order is not None:
            yield Offer(order, key=key)
    foes = enemies_near(b, f)
    if foes:
        u = b.formations[f]
        x, y = middle(b, foes[0])
        order = Order(Act.WHEEL, f, NOBODY, 0, 0.0, 0.0, *unit(x - u.x, y - u.y))
        yield Offer(order, key="we", title="wheel to face the enemy")


def shapes(b: Battle, f: int) -> Iterator[Offer]:
    """To the right, about, to the left; in other files."""
    for edge, key in ((Edge.RIGHT, "tr"), (Edge.REAR, "ta"), (Edge.LEFT, "tl")):
        yield Offer(with_how(Act.TURN, f, NOBODY, edge), key=key)
    for files in range(1, strips_of(b.formations[f]) + 1):
        yield Offer(plain(Act.RESHAPE, f, files), key=f"k{files}")


def marches(b: Battle, n: Names, ask: Ask, f: int) -> Iterator[Offer]:
    """A single model each way as far as it goes; on the spot, to the enemy."""
    u = b.formations[f]
    far = left_to_move(b, f)
    for key, words, dx, dy in goals(b, n, f):
        off = hypot(dx, dy)
        if off < LEAST:
            continue
        ux, uy, go = dx / off, dy / off, min(far, off)
        order = Order(Act.MARCH, f, NOBODY, 0, u.x + ux * go, u.y + uy * go, ux, uy)
        found = shortened(b, ask, order, u.x, u.y, LEAST)
        if found is not None:
            yield Offer(found, f"{describe_order(b, n, found)}, {words}", f"m{key}", f"go {words}")
    foes = enemies_near(b, f)
    if foes:
        x, y = middle(b, foes[0])
        order = Order(Act.MARCH, f, NOBODY, 0, u.x, u.y, *unit(x - u.x, y - u.y))
        yield Offer(order, "", "me", "face the enemy")


def goals(b: Battle, n: Names, f: int) -> Iterator[tuple[str, str, float, float]]:
    """To the nearest enemy and from him, to objectives, and for a character to friends."""
    u = b.formations[f]
    far = b.ground.width + b.ground.depth
    foes = enemies_near(b, f)
    if foes:
        x, y = middle(b, foes[0])
        ux, uy = unit(x - u.x, y - u.y)
        yield "t", "towards the enemy", x - u.x, y - u.y
        yield "b", "away from the enemy", -ux * far, -uy * far
    for k in range(min(b.aims.n_objectives, MOST_GOALS)):
        p = b.ground.pieces[b.aims.objectives[k].piece]
        x, y = (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2
        yield f"o{k + 1}", f"towards {within(n.objectives[k])}", x - u.x, y - u.y
    if is_lone_character(b, u):
        for m, g in enumerate(formations_near(b, u.side, f)[:MOST_GOALS]):
            x, y = middle(b, g)
            yield f"g{m + 1}", f"towards {within(n.formations[g])}", x - u.x, y - u.y


# In contact


def in_melee(b: Battle, f: int) -> Iterator[Offer]:
    """Break off, turn to an attacker, lap round his flank."""
    yield Offer(plain(Act.BREAK_OFF, f, NOBODY), key="b")
    touched = [g for g in enemies_near(b, f) if formations_touch(b, f, g)]
    for m, g in enumerate(touched):
        yield Offer(plain(Act.FACE, f, g), key=f"t{m + 1}")
        if 0 < b.formations[f].melee_since < b.turn:
            yield from overlaps(b, f, g, m)


def overlaps(b: Battle, f: int, g: int, m: int) -> Iterator[Offer]:
    u = b.formations[f]
    for k, i in enumerate(u.members[: u.n]):
        if in_front_rank(b, i):
            for edge in EDGES:
                yield Offer(with_how(Act.OVERLAP, i, g, edge), key=f"o{m + 1}{k + 1}{'frbl'[edge]}")


# Buildings


def out_of_building(b: Battle, f: int) -> Iterator[Offer]:
    for m, order in enumerate(ways_out(b, f)):
        yield Offer(order, key=f"x{m + 1}")


def posts_of_garrison(b: Battle, f: int) -> Iterator[Offer]:
    """Its strips along other sides."""
    for m, how in enumerate(mannings(b, f, b.formations[f].building)):
        yield Offer(with_how(Act.GARRISON, f, NOBODY, how), key=f"w{m + 1}")


# Characters


def orders_to_character(b: Battle, n: Names, ask: Ask, i: int) -> Iterator[Offer]:
    """He joins, leaves, stands elsewhere, or gets out of a heroic combat."""
    s = b.strips[i]
    if is_lone_character(b, b.formations[s.formation]):
        yield from joins(b, i)
    else:
        yield from leavings(b, n, ask, i)
        for post in POSTS:
            yield Offer(with_how(Act.POST, i, NOBODY, post), key=f"p{int(post)}")
    if s.duel >= 0:
        yield from flights(b, ask, i)


def joins(b: Battle, i: int) -> Iterator[Offer]:
    """The friends near, at either end or behind."""
    s = b.strips[i]
    near = [g for g in formations_near(b, s.side, s.formation) if character_of(b, b.formations[g]) < 0]
    for m, g in enumerate(near[:MOST_GOALS]):
        if formation_gap(b, s.formation, g) <= pace_of(b, s) * b.rules.flash_factor:
            for post in POSTS:
                yield Offer(with_how(Act.JOIN, i, g, post), key=f"j{m + 1}{int(post)}")


def leavings(b: Battle, n: Names, ask: Ask, i: int) -> Iterator[Offer]:
    """Forward, back, and to either side of his formation, as far as he goes."""
    s = b.strips[i]
    if not is_character(s):
        return
    far = pace_of(b, s)
    for key, dx, dy in (("f", s.fx, s.fy), ("b", -s.fx, -s.fy), ("r", s.fy, -s.fx), ("l", -s.fy, s.fx)):
        x, y = s.x + s.fx * s.depth / 2, s.y + s.fy * s.depth / 2
        order = Order(Act.DETACH, i, NOBODY, 0, x + dx * far, y + dy * far, s.fx, s.fy)
        found = shortened(b, ask, order, x, y, LEAST)
        if found is not None:
            yield Offer(found, key=f"d{key}")


def flights(b: Battle, ask: Ask, i: int) -> Iterator[Offer]:
    """Behind those he is with, to friends, or away from his opponent."""
    s, foe = b.strips[i], b.strips[b.strips[i].duel]
    yield Offer(plain(Act.FLEE_DUEL, i, s.formation), key="q")
    for m, g in enumerate(formations_near(b, s.side, s.formation)[:MOST_GOALS]):
        yield Offer(plain(Act.FLEE_DUEL, i, g), key=f"q{m + 1}")
    ux, uy = unit(s.x - foe.x, s.y - foe.y)
    far = pace_of(b, s)
    for key, dx, dy in (("b", ux, uy), ("r", uy, -ux), ("l", -uy, ux)):
        x, y = s.x - ux * s.depth / 2, s.y - uy * s.depth / 2
        order = Order(Act.FLEE_DUEL, i, NOBODY, 0, x + dx * far, y + dy * far, -ux, -uy)
        found = shortened(b, ask, order, x, y, LEAST)
        if found is not None:
            yield Offer(found, key=f"q{key}")
