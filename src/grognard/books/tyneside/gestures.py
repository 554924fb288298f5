"""What people mean with a drag and a click at the table of the Tyneside books; what an order does by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from ...battle import plain, with_how
from ...table.vectors import unit as direction
from ...values import Ask, Order
from .checking import check
from .commanding import activate
from .figures import centre, first, gap, is_leader, is_mounted, present, stands, strength
from .foretelling import figures_in, group_of, is_piece, measure, place_of, preview, side_of, sight
from .hits import is_doomed, suffer_all
from .melee import fight_all
from .names import PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER, Names
from .orders import carry_out
from .plans import all_pikes
from .sequence import shoot_as_ordered
from .state import NOBODY, Act, AskKind, Battle, EngineKind, Gait, Limber, Lost
from .victory import figures_lost

__all__ = ["alone", "broken", "click", "drag", "losses", "measure", "preview", "sight"]

Where = tuple[float, float, float, float]  # x, y, and a facing

HARDLY = 1.0  # cm: who is put down so near has not been moved
AT_LENGTH = 8  # added to the gait: pikes fight at their length
NEAREST = 6  # single enemies who are looked at as targets of a Player Character


# Drags


def drag(
    b: Battle, n: Names, ask: Ask, pieces: Sequence[int], pose: Where, like: Order | None
) -> Order | None:
    """The order that putting these pieces down so that the first stands there means in this ask."""
    if not pieces or not is_piece(b, pieces[0]):
        return None
    where = (pose[0], pose[1], *direction(pose[2], pose[3]))
    if like is not None:
        return drawn_up(b, like, pieces[0], where)
    if ask.kind == AskKind.SPEND and group_of(b, pieces[0]) >= 0:
        return with_how(Act.ACTIVATE, ask.actor, group_of(b, pieces[0]), 0)
    return drag_move(b, ask, pieces, where) if ask.kind == AskKind.MOVE else None


def drawn_up(b: Battle, like: Order, piece: int, pose: Where) -> Order:
    """An order that is being drawn up, put where the first piece was carried; one without a place stays."""
    x, y, fx, fy = pose
    x0, y0 = place_of(b, piece)
    if like.kind == Act.MARCH and stands(b, like.actor):
        cx, cy = centre(b, like.actor)
        return like._replace(x=cx + x - x0, y=cy + y - y0, fx=fx, fy=fy)
    if like.kind in (Act.FORM, Act.STEP, Act.DRIVE, Act.MANHANDLE):
        return like._replace(x=x, y=y, fx=fx, fy=fy)
    return like._replace(fx=fx, fy=fy) if like.kind == Act.PIVOT else like


def drag_move(b: Battle, ask: Ask, pieces: Sequence[int], pose: Where) -> Order | None:
    """A gun is moved or turned, one man of several steps, everybody else marches."""
    piece = pieces[0]
    if piece >= PIECE_MARKER:
        return None
    if piece >= PIECE_ENGINE:
        return drag_engine(b, piece - PIECE_ENGINE, pose)
    g = group_of(b, piece)
    alone = piece < PIECE_GROUP and strength(b, g) > 1 and not has_all(b, g, pieces)
    if alone:
        return Order(Act.STEP, piece, NOBODY, 0, *pose)
    k = b.groups[g].engine
    if k >= 0 and b.engines[k].kind == EngineKind.WAGON:
        return drag_engine(b, k, moved_by(b, piece, (b.engines[k].x, b.engines[k].y), pose))
    return march(b, ask, g, moved_by(b, piece, centre(b, g), pose))


def has_all(b: Battle, g: int, pieces: Sequence[int]) -> bool:
    """Were all men of a group picked, one by one?"""
    return set(figures_in(b, PIECE_GROUP + g)) <= set(pieces)


def moved_by(b: Battle, piece: int, of: tuple[float, float], pose: Where) -> Where:
    """Something that goes as far as a piece is carried; one that was hardly carried stays, and turns."""
    x0, y0 = place_of(b, piece)
    dx, dy = pose[0] - x0, pose[1] - y0
    if hypot(dx, dy) < HARDLY:
        dx = dy = 0.0
    return of[0] + dx, of[1] + dy, pose[2], pose[3]


def march(b: Battle, ask: Ask, g: int, pose: Where) -> Order:
    """On foot at a walk; horse at the slowest gait that gets there, or at the fastest."""
    walk = Order(Act.MARCH, g, NOBODY, int(Gait.WALK), *pose)
    if not is_mounted(b, g):
        return walk
    for gait in (Gait.WALK, Gait.TROT, Gait.GALLOP):
        order = walk._replace(how=int(gait))
        if check(b, ask, order) == 0:
            return order
    x, y = centre(b, g)
    return walk._replace(how=gait_for(b, hypot(pose[0] - x, pose[1] - y)))


def gait_for(b: Battle, far: float) -> int:
    """The gait that a distance would take in the open."""
    fits = [gait for gait in (Gait.WALK, Gait.TROT, Gait.GALLOP) if far <= b.rules.gait_most[gait]]
    return int(fits[0] if fits else Gait.GALLOP)


def drag_engine(b: Battle, k: int, pose: Where) -> Order | None:
    """A wagon or a limbered gun is driven; an unlimbered one is manhandled, or pivoted where it stands."""
    e = b.engines[k]
    if e.crew < 0 or not stands(b, e.crew):
        return None
    if e.kind == EngineKind.WAGON or e.limber == Limber.LIMBERED:
        return Order(Act.DRIVE, e.crew, NOBODY, 0, *pose)
    if hypot(pose[0] - e.x, pose[1] - e.y) < HARDLY:
        return Order(Act.PIVOT, e.crew, NOBODY, 0, e.x, e.y, pose[2], pose[3])
    return Order(Act.MANHANDLE, e.crew, NOBODY, 0, pose[0], pose[1], e.fx, e.fy)


# Clicks


def click(b: Battle, n: Names, ask: Ask, pieces: Sequence[int], target: int) -> list[Order]:
    """What picking pieces and then a target may mean, the likeliest first."""
    means = CLICKS.get(AskKind(ask.kind))
    if means is None or not is_piece(b, target) or target >= PIECE_MARKER:
        return []
    own = [p for p in pieces if is_piece(b, p) and p < PIECE_MARKER and side_of(b, p) == ask.side]
    return list(means(b, ask, own, target))


def click_spend(b: Battle, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    """A group of one's own is activated; a leader perhaps to load or fire himself [TY-023, TY-028]."""
    g = group_of(b, target)
    if side_of(b, target) == ask.side and g >= 0:
        yield with_how(Act.ACTIVATE, ask.actor, g, 0)
        if is_leader(b.groups[g]):
            yield with_how(Act.ACTIVATE, ask.actor, g, 1)


def click_move(b: Battle, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    """An enemy is charged; a small group joins friends, or serves a gun."""
    if not own:
        return
    g, h = group_of(b, own[0]), group_of(b, target)
    if g < 0 or g == h:
        return
    if side_of(b, target) != ask.side:
        yield from charges(b, g, h)
    elif target >= PIECE_ENGINE:
        yield plain(Act.SERVE, g, target - PIECE_ENGINE)
    elif h >= 0:
        yield plain(Act.JOIN, g, h)


def charges(b: Battle, g: int, h: int) -> Iterator[Order]:
    """At every gait that a group has; pikes at their length too."""
    if h < 0 or not stands(b, g):
        return
    gaits = (Gait.GALLOP, Gait.TROT, Gait.WALK) if is_mounted(b, g) else (Gait.WALK,)
    for gait in gaits:
        yield with_how(Act.CHARGE, g, h, int(gait))
    if b.rules.pike_reach > 0.0 and all_pikes(b, g):
        yield with_how(Act.CHARGE, g, h, int(Gait.WALK) + AT_LENGTH)


def click_shoot(b: Battle, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    """Fire at the group of whom was clicked; a Player Character picks a man off [TY-048, TY-049]."""
    if not own or side_of(b, target) == ask.side:
        return
    g, h = group_of(b, own[0]), group_of(b, target)
    if g < 0 or h < 0 or not stands(b, g):
        return
    if b.groups[g].pc:
        yield plain(Act.PICK, g, nearest_of(b, g, target))
    yield plain(Act.FIRE, g, h)


def nearest_of(b: Battle, g: int, target: int) -> int:
    """The man who was clicked; of a group the nearest."""
    men = figures_in(b, target) or figures_in(b, PIECE_GROUP + group_of(b, target))
    return min(men, key=lambda j: gap(b, first(b, g), j), default=NOBODY)


def click_follow(b: Battle, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    """After an enemy, or not."""
    kind = Act.FOLLOW_UP if side_of(b, target) != ask.side else Act.STAY
    yield plain(kind, ask.actor, NOBODY)


def click_victim(b: Battle, ask: Ask, own: Sequence[int], target: int) -> Iterator[Order]:
    for j in figures_in(b, target):
        if b.figures[j].side != ask.side:
            yield plain(Act.STRIKE, ask.actor, j)


CLICKS: dict[AskKind, Callable[[Battle, Ask, Sequence[int], int], Iterator[Order]]] = {
    AskKind.SPEND: click_spend,
    AskKind.MOVE: click_move,
    AskKind.SHOOT: click_shoot,
    AskKind.FOLLOW: click_follow,
    AskKind.VICTIM: click_victim,
}


def targets_for(b: Battle, ask: Ask, piece: int) -> Iterator[int]:
    """Pieces that are worth a look as targets: groups, guns; for a Player Character the nearest single men."""
    g = group_of(b, piece)
    for h in range(b.n_groups):
        if h != g and stands(b, h):
            yield PIECE_GROUP + h
    if ask.kind == AskKind.MOVE:
        yield from (PIECE_ENGINE + k for k in range(b.n_engines) if is_piece(b, PIECE_ENGINE + k))
    if ask.kind == AskKind.SHOOT and g >= 0 and b.groups[g].pc and stands(b, g):
        yield from nearest_enemies(b, g)


def nearest_enemies(b: Battle, g: int) -> list[int]:
    """Single men of the enemy, from the nearest on; leaders are pieces as groups."""
    foes = [
        j
        for h in range(b.n_groups)
        if b.groups[h].side != b.groups[g].side and not is_leader(b.groups[h])
        for j in figures_in(b, PIECE_GROUP + h)
    ]
    return sorted(foes, key=lambda j: gap(b, first(b, g), j))[:NEAREST]


# An order by itself


def alone(ask: Ask, o: Order) -> Callable[[Battle], None] | None:
    """What a group is told to do is done at once; what a shot does is suffered when the step is over; a charge is
    fought out, with whatever melees there are besides."""
    if o.kind == Act.DONE:
        return None
    if o.kind == Act.CHARGE:
        return lambda b: charge_home(b, o)
    if ask.kind == AskKind.MOVE:
        return lambda b: carry_out(b, o)
    if ask.kind == AskKind.SHOOT:
        return lambda b: shoot(b, o)
    if ask.kind == AskKind.SPEND:
        return lambda b: activate(b, ask.actor, o.other, o.how != 0)
    return None


def shoot(b: Battle, o: Order) -> None:
    shoot_as_ordered(b, o.actor, o.other, o.kind)
    suffer_all(b)


def charge_home(b: Battle, o: Order) -> None:
    carry_out(b, o)
    fight_all(b)


def losses(b: Battle) -> tuple[int, int]:
    """Figures that Blue and Red have lost, those among them who fall when this step is over."""
    blue, red = figures_lost(b, 0), figures_lost(b, 1)
    doomed = [f.side for f in b.figures[: b.n_figures] if present(f) and is_doomed(f)]
    return blue + doomed.count(0), red + doomed.count(1)


def broken(b: Battle) -> frozenset[int]:
    """Groups that run, or of which nobody is left when this step is over; those who have still to come are not
    among them."""
    return frozenset(PIECE_GROUP + g for g in range(b.n_groups) if is_broken(b, g))


def is_broken(b: Battle, g: int) -> bool:
    u = b.groups[g]
    if stands(b, g):
        return bool(u.router) or all(is_doomed(b.figures[i]) for i in figures_in(b, PIECE_GROUP + g))
    return u.head >= 0 and b.figures[u.head].lost not in (Lost.AWAITED, Lost.HIDDEN)
