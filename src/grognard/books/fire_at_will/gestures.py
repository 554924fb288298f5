"""What people mean with a drag and a click at the table; what an order does by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from ...battle import plain, with_how
from ...table.boxes import point_box_gap
from ...table.vectors import unit as direction
from ...values import Ask, Order
from .acting import act
from .asking import is_formation, own_formations
from .checking import check
from .forces import Names
from .foretelling import (
    formation_of,
    is_piece,
    measure,
    place_of,
    preview,
    side_of,
    sight,
    strip_of,
    strips_in,
)
from .hits import deal
from .houses import building_box
from .morale import chosen_test
from .routes import EDGES, POSTS, casts, charges, known_spells, mannings, ways_out
from .scene import front_at
from .sequence import melee
from .shooting import shoot_all, take_aim
from .sight import whole_box
from .state import FIGURE, FORMATIONS, NOBODY, Act, Aim, AskKind, Battle, Check, Lost, Nerve
from .strips import character_of, is_building, is_character, is_garrison, is_lone_character, turns_free
from .touching import formations_touch

__all__ = ["alone", "broken", "click", "drag", "measure", "preview", "sight"]

Where = tuple[float, float, float, float]  # x, y, and a facing

HARDLY = 0.4  # inches: who is put down so near has not been moved
SAME = 0.996  # the cosine of 5 degrees: as good as the same front
AHEAD = 0.27  # the tangent of 15 degrees: a drop so far aside of the front is a wheel


# Drags


def drag(
    b: Battle, n: Names, ask: Ask, pieces: Sequence[int], pose: Where, like: Order | None
) -> Order | None:
    """The order that putting these pieces down so that the first stands there means in this ask."""
    if not pieces or not is_piece(b, n, pieces[0]):
        return None
    where = (pose[0], pose[1], *direction(pose[2], pose[3]))
    if like is not None:
        return drawn_up(b, n, like, pieces[0], where)
    f = formation_of(b, n, pieces[0])
    if ask.kind == AskKind.FORCED and f == ask.actor:
        return manoeuvre(b, f, where)
    if ask.kind == AskKind.SHOOT:
        g = dropped_on(b, 1 - ask.side, where)
        return plain(Act.VOLLEY, f, g) if g >= 0 else None
    return drag_action(b, n, ask, pieces[0], where) if ask.kind == AskKind.ACTION else None


def drawn_up(b: Battle, n: Names, like: Order, piece: int, where: Where) -> Order:
    """An order that is being drawn up, put where the first piece was carried; one without a place stays."""
    x, y, fx, fy = where
    if like.kind == Act.MARCH and is_formation(b, like.actor):
        at = front_at(b.formations[like.actor], *where)
        return like._replace(x=at[0], y=at[1], fx=fx, fy=fy)
    if like.kind in (Act.DETACH, Act.FLEE_DUEL) and 0 <= like.actor < b.n_strips:
        return alone_at(b, like, where)
    if like.kind == Act.LEAVE:
        return like._replace(x=x, y=y, fx=fx, fy=fy)
    if like.kind == Act.CAST and 0 <= like.how < b.n_spells and b.spells[like.how].aim == Aim.PLACE:
        return like._replace(x=x, y=y)
    if like.kind in (Act.ADVANCE, Act.BACK, Act.SIDESTEP) and is_formation(b, like.actor):
        ahead, right = carried(b, n, piece, like.actor, where)
        far = {Act.ADVANCE: ahead, Act.BACK: -ahead}.get(Act(like.kind), right)
        return like._replace(x=far if like.kind == Act.SIDESTEP else abs(far))
    return like._replace(fx=fx, fy=fy) if like.kind in (Act.WHEEL, Act.CHARGE) else like


def alone_at(b: Battle, o: Order, where: Where) -> Order:
    """A character by himself: orders go by the middle of his front, drops by his own."""
    half = b.strips[o.actor].depth / 2
    x, y, fx, fy = where
    return o._replace(x=x + fx * half, y=y + fy * half, fx=fx, fy=fy)


def carried(b: Battle, n: Names, piece: int, f: int, where: Where) -> tuple[float, float]:
    """How far ahead and to the right of a formation's front a piece was carried."""
    x, y = place_of(b, n, piece)
    u = b.formations[f]
    dx, dy = where[0] - x, where[1] - y
    return dx * u.fx + dy * u.fy, dx * u.fy - dy * u.fx


def drag_action(b: Battle, n: Names, ask: Ask, piece: int, where: Where) -> Order | None:
    """On an enemy it is a charge, on a building one goes in, a character joins friends; else it is a move."""
    f, i = formation_of(b, n, piece), strip_of(n, piece)
    if b.formations[f].side != ask.side:
        return None
    enemy = dropped_on(b, 1 - ask.side, where)
    if enemy >= 0:
        return first_of(b, ask, list(charges(b, f, enemy)))
    if i >= 0 and is_character(b.strips[i]):
        return drag_character(b, ask, i, where)
    if is_garrison(b.formations[f]):
        return first_of(b, ask, sorted(ways_out(b, f), key=lambda o: hypot(o.x - where[0], o.y - where[1])))
    k = building_at(b, where)
    if k >= 0:
        return first_of(b, ask, [with_how(Act.ENTER, f, k, how) for how in mannings(b, f, k)])
    return manoeuvre(b, f, where)


def drag_character(b: Battle, ask: Ask, i: int, where: Where) -> Order | None:
    """Alone he goes to a place or to friends; attached he leaves those he is with."""
    s = b.strips[i]
    if not is_lone_character(b, b.formations[s.formation]):
        return alone_at(b, plain(Act.DETACH, i, NOBODY), where)
    g = dropped_on(b, ask.side, where, s.formation)
    if g >= 0:
        return first_of(b, ask, [with_how(Act.JOIN, i, g, int(post)) for post in POSTS])
    return manoeuvre(b, s.formation, where)


def first_of(b: Battle, ask: Ask, tries: Sequence[Order]) -> Order | None:
    """The first that is legal, else the first."""
    return next((o for o in tries if check(b, ask, o) == 0), tries[0] if tries else None)


def manoeuvre(b: Battle, f: int, where: Where) -> Order | None:
    """A single model goes there; others advance, wheel, step back or aside, as it was carried."""
    u = b.formations[f]
    x, y = front_at(u, *where)
    if turns_free(b, u):
        return Order(Act.MARCH, f, NOBODY, 0, x, y, where[2], where[3])
    if u.fx * where[2] + u.fy * where[3] < SAME:
        return Order(Act.WHEEL, f, NOBODY, 0, 0.0, 0.0, where[2], where[3])
    ahead = (x - u.x) * u.fx + (y - u.y) * u.fy
    right = (x - u.x) * u.fy - (y - u.y) * u.fx
    if max(abs(ahead), abs(right)) < HARDLY:
        return None
    if abs(right) > abs(ahead):
        return Order(Act.SIDESTEP, f, NOBODY, 0, right, 0.0, 0.0, 0.0)
    if ahead < 0.0:
        return Order(Act.BACK, f, NOBODY, 0, -ahead, 0.0, 0.0, 0.0)
    if abs(right) > AHEAD * ahead:
        return Order(Act.WHEEL, f, NOBODY, 0, 0.0, 0.0, *direction(x - u.x, y - u.y))
    return Order(Act.ADVANCE, f, NOBODY, 0, ahead, 0.0, 0.0, 0.0)


def dropped_on(b: Battle, own: int, where: Where, but: int = NOBODY) -> int:
    """The formation of a side that lies there, or nobody."""
    for g in own_formations(b, own):
        if g != but and point_box_gap(whole_box(b, g), where[0], where[1]) <= 0.0:
            return g
    return NOBODY


def building_at(b: Battle, where: Where) -> int:
    for k in range(b.ground.n):
        if is_building(b, k) and point_box_gap(building_box(b, k), where[0], where[1]) <= 0.0:
            return k
    return NOBODY


# Clicks


def click(b: Battle, n: Names, ask: Ask, pieces: Sequence[int], target: int) -> list[Order]:
    """What picking pieces and then a target may mean, the likeliest first."""
    means = CLICKS.get(AskKind(ask.kind))
    if means is None or not is_piece(b, n, target):
        return []
    own = [p for p in pieces if is_piece(b, n, p) and side_of(b, n, p) == ask.side]
    return list(means(b, n, ask, own, target))


def click_action(b: Battle, n: Names, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    """An enemy is charged, faced, lapped round; friends are joined; either may be under a spell."""
    if not own:
        return
    f, g = formation_of(b, n, own[0]), formation_of(b, n, target)
    i = mage_or_character(b, n, own[0])
    if side_of(b, n, target) != ask.side:
        yield from attacks(b, ask, f, g)
    elif i >= 0 and f != g:
        yield from (with_how(Act.JOIN, i, g, int(post)) for post in POSTS)
    if i >= 0:
        yield from spells_at(b, n, i, target)


def mage_or_character(b: Battle, n: Names, piece: int) -> int:
    """The character that a piece is or has, or nobody."""
    i = strip_of(n, piece)
    if i >= 0 and is_character(b.strips[i]):
        return i
    return int(character_of(b, b.formations[formation_of(b, n, piece)]))


def attacks(b: Battle, ask: Ask, f: int, g: int) -> Iterator[Order]:
    order = first_of(b, ask, list(charges(b, f, g)))
    if order is not None:
        yield order
    if formations_touch(b, f, g):
        yield plain(Act.FACE, f, g)
        u = b.formations[f]
        for i in u.members[: u.n]:
            yield from (with_how(Act.OVERLAP, i, g, int(edge)) for edge in EDGES)


def spells_at(b: Battle, n: Names, i: int, target: int) -> Iterator[Order]:
    """Each spell that could be meant for that piece."""
    g, j = formation_of(b, n, target), strip_of(n, target)
    meant = {*strips_in(b, n, target)} if j < 0 else {j}
    for k in known_spells(b, i):
        for o in casts(b, i, k):
            aim = b.spells[k].aim
            at_strip = aim in (Aim.STRIP, Aim.CHARACTER) and o.other in meant
            at_formation = aim in (Aim.ENEMY, Aim.FRIEND, Aim.FORMATION) and o.other == g
            at_either = aim == Aim.EITHER and (o.other == g or o.other - FIGURE in meant)
            if at_strip or at_formation or at_either:
                yield o


def click_shoot(b: Battle, n: Names, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    """All of a formation; or one strip at the strip that was picked."""
    if not own or side_of(b, n, target) == ask.side:
        return
    i, j = strip_of(n, own[0]), strip_of(n, target)
    if i >= 0 and j >= 0:
        yield plain(Act.SHOOT, i, j)
    yield plain(Act.VOLLEY, formation_of(b, n, own[0]), formation_of(b, n, target))


def click_words(b: Battle, n: Names, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    i = mage_or_character(b, n, own[0]) if own else NOBODY
    if i >= 0:
        friend = side_of(b, n, target) == ask.side
        yield plain(Act.SPEECH if friend else Act.INSULT, i, formation_of(b, n, target))


def click_test(b: Battle, n: Names, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    if side_of(b, n, target) == ask.side:
        yield plain(Act.TEST, formation_of(b, n, target), NOBODY)


def click_pursue(b: Battle, n: Names, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    """The pursuers, or those who run."""
    f = formation_of(b, n, target)
    if side_of(b, n, target) != ask.side:
        f = formation_of(b, n, own[0]) if own else ask.actor
    yield plain(Act.PURSUE, f, ask.other)


def click_strip(kind: int) -> Callable[[Battle, Names, Ask, Sequence[int], int], Iterator[Order]]:
    def means(b: Battle, n: Names, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
        for j in strips_in(b, n, target):
            yield plain(kind, ask.actor, j)

    return means


CLICKS: dict[AskKind, Callable[[Battle, Names, Ask, Sequence[int], int], Iterator[Order]]] = {
    AskKind.SPEECH: click_words,
    AskKind.TEST: click_test,
    AskKind.ACTION: click_action,
    AskKind.SHOOT: click_shoot,
    AskKind.FIGHT: click_strip(Act.JOIN_FIGHT),
    AskKind.LEAD: click_strip(Act.LEAD),
    AskKind.VICTIM: click_strip(Act.STRIKE),
    AskKind.PURSUE: click_pursue,
    AskKind.DUEL: click_strip(Act.JOIN_FIGHT),
}


# An order by itself


def alone(ask: Ask, o: Order) -> Callable[[Battle], None] | None:
    """What is ordered in the moves is done at once; a charge is fought out; a shot is shot and suffered."""
    if o.kind == Act.DONE:
        return None
    if ask.kind == AskKind.TEST:
        return lambda b: chosen_test(b, o.actor, Check.TO_ADVANCE)
    if o.kind == Act.CHARGE:
        return lambda b: charge_home(b, o)
    if ask.kind == AskKind.ACTION:
        return lambda b: act(b, o)
    return (lambda b: shoot(b, o)) if ask.kind == AskKind.SHOOT else None


def charge_home(b: Battle, o: Order) -> None:
    act(b, o)
    melee(b)


def shoot(b: Battle, o: Order) -> None:
    """Just this shot: what others have aimed at is not shot yet."""
    for s in b.strips[: b.n_strips]:
        s.target = NOBODY
    take_aim(b, o)
    shoot_all(b)
    deal(b, Lost.SHOT, 113)


def broken(b: Battle) -> frozenset[int]:
    """Formations that run, or of which nobody is left; and characters who have fallen."""
    run = {
        f for f in range(b.n_formations) if b.formations[f].n > 0 and b.formations[f].nerve == Nerve.RUNNING
    }
    left = {b.strips[i].formation for i in range(b.n_strips)}
    gone: set[int] = set()
    for i in range(b.n_strips):
        s = b.strips[i]
        if s.lost != Lost.NO:
            gone.add(FORMATIONS + i if is_character(s) else int(s.home))
    return frozenset(run | {p for p in gone if p >= FORMATIONS or p not in left})
