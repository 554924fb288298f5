"""Orders to one group that one would give in the moves: where to, at whom, in which shape."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import hypot
from typing import NamedTuple

from ...battle import plain, with_how
from ...chronicle import does
from ...table.vectors import unit
from ...values import Ask, Order
from .asking import AT_LENGTH, describe_order, the_engine
from .cover import best_cover
from .figures import centre, first, is_leader, is_mounted, radius, strength
from .guns import at_gun
from .moves import left_of_move
from .names import Names
from .nearest import figures_of, gaits_for, groups_near, seen_enemies, shortened
from .plans import MOST_TURN, all_pikes, facing_of
from .shooting import is_firelock
from .state import NOBODY, Act, Battle, Book, Gait, Limber, Role
from .status import attached_to, enemy_place
from .words import COVERS, short_cm, terrain, the_group, wind

LEAST = 1.0  # cm: a shorter move is not worth offering
MOST_AIMS = 4  # enemies to charge
MOST_GOALS = 3  # own groups that a leader goes to, and objectives
MOST_STEPS = 2  # men of a group who go by themselves
BESIDE = 3.0  # cm behind a group, where a leader likes to stand
BACK = 12.0  # cm that a wounded man goes back
SAME = 0.9659  # the cosine of 15 degrees: as good as the same front
FILES = (1, 2, 3)  # ranks on offer
COLUMN = 2  # files of a column


class Offer(NamedTuple):
    """An order on offer; without words it is described, without a key it gets the next that is free."""

    order: Order
    text: str = ""
    key: str = ""
    title: str = ""  # where the button says more than the order does
    more: str = ""
    legal: bool = False  # it was tried already


class Way(NamedTuple):
    """Somewhere to go: its key, its words, and how far off it is; the front there, or along the way."""

    key: str
    words: str
    dx: float
    dy: float
    front: tuple[float, float] | None = None


def orders_to(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Offer]:
    """All that a group might be told; who asks leaves out what is not legal."""
    yield Offer(plain(Act.HOLD, g, NOBODY), key="h")
    u = b.groups[g]
    if u.role in (Role.CREW, Role.DRIVER):
        yield from engine_orders(b, n, ask, g)
    if u.role == Role.CREW:
        yield from to_the_gun(b, n, ask, g)
        return
    yield from charges(b, ask, g)
    yield from marches(b, n, ask, g)
    yield from cover(b, n, g)
    yield from shapes(b, ask, g)
    yield from joins(b, ask, g)
    yield from steps(b, n, ask, g)
    for k in range(b.n_engines):
        yield Offer(plain(Act.SERVE, g, k), key=f"s{k + 1}")
    yield Offer(plain(Act.HITCH_UP, g, NOBODY), key="p")


# Going somewhere


def left_of(b: Battle, g: int, gait: int) -> float:
    """How far the slowest of a group can still go."""
    return min((left_of_move(b, i, gait) for i in figures_of(b, g)), default=0.0)


def foe_of(b: Battle, g: int) -> tuple[float, float] | None:
    """Where the nearest enemy of a group is, or was last known to be."""
    x, y, known = enemy_place(b, g)
    return (x, y) if known else None


def ways_of(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Way]:
    """Forward; to the enemy and from him; to the objectives, to friends, off the table."""
    x, y = centre(b, g)
    fx, fy = facing_of(b, g)
    far = b.ground.width + b.ground.depth
    yield Way("f", "forward", fx * far, fy * far, (fx, fy))
    foe = foe_of(b, g)
    if foe is not None:
        ux, uy = unit(foe[0] - x, foe[1] - y)
        yield Way("t", "towards the enemy", foe[0] - x, foe[1] - y)
        yield Way("b", "away from the enemy", -ux * far, -uy * far, None if is_mounted(b, g) else (ux, uy))
    for k in range(min(b.aims.n_objectives, MOST_GOALS)):
        o = b.aims.objectives[k]
        yield Way(f"o{k + 1}", f"towards {objective(n, k)}", o.x - x, o.y - y)
    if is_leader(b.groups[g]):
        yield from to_friends(b, n, ask, g)
    if b.groups[g].civilian and b.aims.rescuer >= 0:
        yield Way("x", "to the way out", b.aims.exit_x * far, b.aims.exit_y * far)


def objective(n: Names, k: int) -> str:
    name = n.objectives[k] if k < len(n.objectives) else "an objective"
    return "the" + name[3:] if name.startswith("The ") else name


def to_friends(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Way]:
    """A leader goes to stand behind one of the groups near him."""
    x, y = centre(b, g)
    here = attached_to(b, g)
    near = [h for h in groups_near(b, ask.side, x, y) if h != here and b.groups[h].role == Role.TROOPS]
    for m, h in enumerate(near[:MOST_GOALS]):
        hx, hy = centre(b, h)
        fx, fy = facing_of(b, h)
        deep = max((hx - b.figures[i].x) * fx + (hy - b.figures[i].y) * fy for i in figures_of(b, h))
        back = deep + BESIDE
        yield Way(f"g{m + 1}", f"to {the_group(n, h)}", hx - fx * back - x, hy - fy * back - y, (fx, fy))


def marches(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Offer]:
    """Each way as far as it goes, at each gait; half of it forward for those who then can still fire."""
    for way in ways_of(b, n, ask, g):
        yield from marches_on(b, n, ask, g, way)
        if way.key in "ft" and can_still_fire(b, g):
            yield from half_marches(b, n, ask, g, way)
    yield from turns(b, g)


def marches_on(b: Battle, n: Names, ask: Ask, g: int, way: Way) -> Iterator[Offer]:
    """At each gait; to a place that is far off only at the fastest that goes."""
    gaits = gaits_for(b, g, Gait.WALK)
    near = way.key in "ftb"
    tried = ((gait, march(b, ask, g, way, gait, 1.0)) for gait in (gaits if near else reversed(gaits)))
    able = ((gait, order) for gait, order in tried if order is not None)
    for gait, order in islice(able, len(gaits) if near else 1):
        pace = "" if gait == Gait.WALK else str(int(gait))
        text = describe_order(b, n, order) + ("" if way.key == "f" else f", {way.words}")
        yield Offer(order, text, way.key + pace, go_title(b, g, way, gait), legal=True)


def half_marches(b: Battle, n: Names, ask: Ask, g: int, way: Way) -> Iterator[Offer]:
    """Not so far that one could not fire afterwards [EC-024, PS-029]."""
    order = march(b, ask, g, way, Gait.WALK, b.rules.fire_move_share)
    if order is not None:
        where = "" if way.key == "f" else f", {way.words}"
        text = f"{describe_order(b, n, order)}{where}, and can still fire"
        yield Offer(order, text, way.key + "h", f"half a move {way.words}", half_words(b, order), True)


def half_words(b: Battle, o: Order) -> str:
    x, y = centre(b, o.actor)
    return f"{short_cm(hypot(o.x - x, o.y - y))} {wind(o.x - x, o.y - y)}, and can still fire"


def go_title(b: Battle, g: int, way: Way, gait: int) -> str:
    if not is_mounted(b, g):
        return f"move {way.words}"
    verb = {
        Gait.WALK: "walk",
        Gait.TROT: "canter" if b.book == Book.EARLY_19TH else "trot",
        Gait.GALLOP: "gallop",
    }
    return f"{verb[Gait(gait)]} {way.words}"


def march(b: Battle, ask: Ask, g: int, way: Way, gait: int, share: float) -> Order | None:
    """As far that way as a share of the move carries; none if that is hardly at all."""
    x, y = centre(b, g)
    off = hypot(way.dx, way.dy)
    far = min(left_of(b, g, gait) * share, off)
    if far < LEAST:
        return None
    ux, uy = way.dx / off, way.dy / off
    front = way.front or (ux, uy)
    order = Order(Act.MARCH, g, NOBODY, gait, x + ux * far, y + uy * far, *front)
    return shortened(b, ask, order, x, y, LEAST)


def can_still_fire(b: Battle, g: int) -> bool:
    """May men who have gone a part of their move fire?  In pike and shot only firelocks [EC-024, PS-029]."""
    i = first(b, g)
    arms = [w for w in b.figures[i].arms if b.rules.weapon_long[w] > 0.0]
    if not arms or not 0.0 < b.rules.fire_move_share < 1.0 or b.groups[g].role == Role.CREW:
        return False
    return b.book == Book.EARLY_19TH or any(is_firelock(b, i, w) for w in arms)


def turns(b: Battle, g: int) -> Iterator[Offer]:
    """On the spot, to the nearest enemy."""
    foe = foe_of(b, g)
    if foe is None:
        return
    x, y = centre(b, g)
    fx, fy = facing_of(b, g)
    ux, uy = unit(foe[0] - x, foe[1] - y)
    if hypot(ux, uy) > 0.5 and fx * ux + fy * uy < SAME:
        order = Order(Act.MARCH, g, NOBODY, Gait.WALK, x, y, ux, uy)
        yield Offer(order, "", "e", "face the enemy")


def charges(b: Battle, ask: Ask, g: int) -> Iterator[Offer]:
    """At whom somebody sees, at each gait; pikes also at their length."""
    x, y = centre(b, g)
    for m, h in enumerate(seen_enemies(b, ask.side, x, y)[:MOST_AIMS]):
        for gait in gaits_for(b, g, Gait.WALK):
            pace = "" if gait == Gait.WALK else str(int(gait))
            yield Offer(with_how(Act.CHARGE, g, h, gait), key=f"a{m + 1}{pace}")
        if b.rules.pike_reach > 0.0 and all_pikes(b, g):
            yield Offer(with_how(Act.CHARGE, g, h, AT_LENGTH + Gait.WALK), key=f"a{m + 1}l")


def cover(b: Battle, n: Names, g: int) -> Iterator[Offer]:
    """Into the cover that is nearest, if all of the group reach it."""
    k = best_cover(b, g, Gait.WALK)
    if k >= 0:
        text = f"{does(the_group(n, g), 'takes')} cover at {terrain(n, k)}"
        more = f"at {terrain(n, k)}, {COVERS[b.ground.pieces[k].cover]}"
        yield Offer(plain(Act.TAKE_COVER, g, NOBODY), text, "c", more=more)


# Shapes


def shapes(b: Battle, ask: Ask, g: int) -> Iterator[Offer]:
    """Ranks and columns; square and circle; up and down."""
    if strength(b, g) > 1 and b.groups[g].role == Role.TROOPS:
        yield from ranks(b, g)
    for act, key in (
        (Act.SQUARE, "q"),
        (Act.CIRCLE, "r"),
        (Act.REFORM, "u"),
        (Act.MOUNT, "m"),
        (Act.DISMOUNT, "d"),
    ):
        yield Offer(plain(act, g, NOBODY), key=key)


def ranks(b: Battle, g: int) -> Iterator[Offer]:
    """In one rank, two or three, or in column, about where it stands, to the enemy or as it faces."""
    n = strength(b, g)
    wide = [-(-n // deep) for deep in FILES if deep <= n] + ([COLUMN] if n > 2 * COLUMN else [])
    x, y = centre(b, g)
    foe = foe_of(b, g)
    fx, fy = unit(foe[0] - x, foe[1] - y) if foe is not None else facing_of(b, g)
    step = 2 * radius(b, first(b, g)) + 0.5
    for m, files in enumerate(dict.fromkeys(wide)):
        ahead = (-(-n // files) - 1) / 2 * step
        order = Order(Act.FORM, g, files, Gait.WALK, x + fx * ahead, y + fy * ahead, fx, fy)
        yield Offer(order, key=f"k{m + 1}")


def joins(b: Battle, ask: Ask, g: int) -> Iterator[Offer]:
    """A remnant to each group beside it."""
    if strength(b, g) > b.rules.join_at or b.groups[g].role != Role.TROOPS:
        return
    for m, h in enumerate(groups_near(b, ask.side, *centre(b, g))):
        yield Offer(plain(Act.JOIN, g, h), key=f"j{m + 1}")


def steps(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Offer]:
    """Wounded men go back from the enemy: a second wound kills."""
    foe = foe_of(b, g)
    hurt = [i for i in figures_of(b, g) if b.figures[i].wounded]
    if foe is None or strength(b, g) < 2:
        return
    for m, i in enumerate(hurt[:MOST_STEPS]):
        f = b.figures[i]
        ux, uy = unit(f.x - foe[0], f.y - foe[1])
        far = min(BACK, left_of_move(b, i, Gait.WALK))
        order = Order(Act.STEP, i, NOBODY, 0, f.x + ux * far, f.y + uy * far, -ux, -uy)
        found = shortened(b, ask, order, f.x, f.y, LEAST)
        if found is not None:
            yield Offer(found, "", f"w{m + 1}", f"{n.figures[i]} goes back, wounded", legal=True)


# Guns and wagons


def to_the_gun(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Offer]:
    """A crew that has left its gun comes back to it."""
    k = b.groups[g].engine
    if k < 0 or any(at_gun(b, i, k) for i in figures_of(b, g)):
        return
    (x, y), e = centre(b, g), b.engines[k]
    order = march(b, ask, g, Way("g", "", e.x - x, e.y - y), Gait.WALK, 1.0)
    if order is not None:
        yield Offer(order, "", "g", "back to the gun", legal=True)


def engine_orders(b: Battle, n: Names, ask: Ask, g: int) -> Iterator[Offer]:
    """Turn it to the enemy, pull it about, limber it, drive it."""
    k = b.groups[g].engine
    if k < 0:
        return
    yield from pivots(b, n, ask, g, k)
    for act, key in ((Act.LIMBER, "l"), (Act.UNLIMBER, "n")):
        yield Offer(plain(act, g, NOBODY), key=key)
    e = b.engines[k]
    driven = e.limber == Limber.LIMBERED or b.groups[g].role == Role.DRIVER
    act = Act.DRIVE if driven else Act.MANHANDLE
    far = b.rules.limbered_move if driven else b.rules.manhandle_move
    for key, words, ux, uy in engine_ways(b, g, k):
        front = (ux, uy) if driven else (e.fx, e.fy)
        order = Order(act, g, NOBODY, 0, e.x + ux * far, e.y + uy * far, *front)
        found = shortened(b, ask, order, e.x, e.y, LEAST)
        if found is not None:
            text = f"{describe_order(b, n, found)}, {words}"
            title = f"{'drive' if driven else 'manhandle'} it {words}"
            yield Offer(found, text, f"v{key}", title, legal=True)


def engine_ways(b: Battle, g: int, k: int) -> Iterator[tuple[str, str, float, float]]:
    e, u = b.engines[k], b.groups[g]
    yield "f", "forward", e.fx, e.fy
    yield "b", "back", -e.fx, -e.fy
    yield "l", "to the left", -e.fy, e.fx
    yield "r", "to the right", e.fy, -e.fx
    ux, uy = unit(u.to_x - e.x, u.to_y - e.y)
    if (u.to_x, u.to_y) != (0.0, 0.0) and hypot(ux, uy) > 0.5:
        yield "o", "on its way", ux, uy


def pivots(b: Battle, n: Names, ask: Ask, g: int, k: int) -> Iterator[Offer]:
    """At each of the enemies near, if they are not too far round; else as far round as it goes."""
    e = b.engines[k]
    for m, h in enumerate(seen_enemies(b, ask.side, e.x, e.y)[:MOST_AIMS]):
        hx, hy = centre(b, h)
        ux, uy = unit(hx - e.x, hy - e.y)
        if e.fx * ux + e.fy * uy < MOST_TURN:
            s = MOST_TURN if e.fx * uy - e.fy * ux >= 0.0 else -MOST_TURN
            ux, uy = e.fx * MOST_TURN - e.fy * s, e.fx * s + e.fy * MOST_TURN
        order = Order(Act.PIVOT, g, NOBODY, 0, 0.0, 0.0, ux, uy)
        gun, foe = the_engine(n, k), the_group(n, h)
        text = f"{does(the_group(n, g), 'turns')} {gun} towards {foe}, to face {wind(ux, uy)}"
        yield Offer(order, text, f"t{m + 1}", f"turn {gun} towards {foe}")
