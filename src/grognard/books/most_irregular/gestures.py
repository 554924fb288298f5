"""What people mean with a drag and a click in Most Irregular; ghosts of orders; the tape and the line of sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from ...battle import plain, with_how
from ...bearings import short_inches
from ...chronicle import does, inches
from ...scene import Base, Blocker, Fact, Pose, Preview, Spot, Tape
from ...table.sight import depth_in_piece
from ...table.vectors import unit as direction
from ...values import Ask, Order
from .checking import check
from .footing import way_cost
from .formed import act
from .legality import commander_allowance
from .loose import straggle
from .manoeuvres import move_allowance, movers
from .men import (
    NEAR,
    alive,
    attached_to,
    bit,
    centre_of,
    commander_radius,
    figure_present,
    figure_radius,
    figure_xy,
    figures_gap,
    is_straggler,
    members,
    present,
    radius_of,
    set_size,
    stands,
)
from .nearest import end_man, legal_volley, lone_enemies, of_set
from .sequence import rally, step
from .setup import PIECE_COMMANDER, PIECE_FORMATION, Names
from .sight import figures_block, ground_blocks, in_line, in_ranks_before, own_ranks, sees
from .state import FORMATIONS, NOBODY, OFFICER, Act, AskKind, Battle, Gait, Terrain
from .straggling import scurry_allowance
from .ways import way_to
from .words import commander, formation, man, terrain

Where = tuple[float, float, float, float]  # x, y, and a facing

HARDLY = 0.25  # inches: who is put down so near has not been moved
WHEELED = 0.6  # inches: so near to where a wheel would bring it, a wheel is meant
TURNED = 0.995  # the cosine of a turn too small to mean one
NEAREST = 6  # lone enemies who are looked at as targets


def figure_of(piece: int) -> int:
    """A man or a commander, as the rules number them."""
    return piece if piece < PIECE_COMMANDER else OFFICER + piece - PIECE_COMMANDER


def piece_of(g: int) -> int:
    return g if g < OFFICER else PIECE_COMMANDER + g - OFFICER


def is_piece(b: Battle, piece: int) -> bool:
    """Is there such a piece on the table?"""
    if piece >= PIECE_FORMATION:
        return stands(b, piece - PIECE_FORMATION)
    if piece >= PIECE_COMMANDER:
        k = piece - PIECE_COMMANDER
        return k < b.n_commanders and alive(b.commanders[k])
    return 0 <= piece < b.n_men and present(b.men[piece])


def place_of(b: Battle, piece: int) -> tuple[float, float]:
    if piece >= PIECE_FORMATION:
        f = piece - PIECE_FORMATION
        return centre_of(b, b.formations[f].side, members(b, f))
    return figure_xy(b, figure_of(piece))


def men_among(b: Battle, own: int, pieces: Sequence[int]) -> int:
    """The men of a side among some pieces; a formation is all its men."""
    men = 0
    for piece in pieces:
        if piece >= PIECE_FORMATION and stands(b, piece - PIECE_FORMATION):
            f = piece - PIECE_FORMATION
            men |= members(b, f) if b.formations[f].side == own else 0
        elif 0 <= piece < b.n_men and b.men[piece].side == own:
            men |= bit(b, piece)
    return men


# Drags


def drag(
    b: Battle, n: Names, ask: Ask, pieces: Sequence[int], pose: Where, like: Order | None
) -> Order | None:
    """The order that putting these pieces down so that the first stands there means in this ask."""
    if not pieces or not is_piece(b, pieces[0]):
        return None
    turn = direction(pose[2], pose[3])
    where = (pose[0], pose[1], *turn)
    if like is not None:
        return drawn_up(b, ask, like, pieces[0], where)
    means = DRAGS.get(AskKind(ask.kind))
    return means(b, ask, pieces, where) if means is not None else None


def drawn_up(b: Battle, ask: Ask, like: Order, first: int, pose: Where) -> Order:
    """An order that is being drawn up, put where the first piece was carried; one without a place stays."""
    x, y, fx, fy = pose
    x0, y0 = place_of(b, first)
    if like.kind == Act.WHEEL and stands(b, like.actor) and 0 <= like.other < b.n_men:
        return wheeled_on(b, like, pose)
    if like.kind in (Act.SCURRY, Act.BAIL):
        return like._replace(x=x - x0, y=y - y0)
    if like.kind == Act.DISPERSE:
        return like._replace(x=hypot(x - x0, y - y0))
    if like.kind == Act.MOVE and ask.kind == AskKind.ACTION and stands(b, like.actor):
        cx, cy = centre_of(b, ask.side, movers(b, like.actor, like.how))
        return like._replace(x=cx + x - x0, y=cy + y - y0, fx=fx, fy=fy)
    if like.kind in (Act.MOVE, Act.DASH, Act.GATHER):
        return like._replace(x=x, y=y)
    if like.kind in (Act.REPOSITION, Act.FORM_RANKS):
        return like._replace(x=x, y=y, fx=fx, fy=fy)
    return like


def wheeled_on(b: Battle, like: Order, pose: Where) -> Order:
    """The wheel turns as the unit was turned, and goes straight on as far as it was carried beyond."""
    x, y, fx, fy = pose
    wx, wy = wheeled_centre(b, like.actor, like.how, like.other, fx, fy)
    on = (x - wx) * fx + (y - wy) * fy
    return like._replace(x=on if on > HARDLY else 0.0, fx=fx, fy=fy)


def wheeled_centre(b: Battle, f: int, how: int, pivot: int, fx: float, fy: float) -> tuple[float, float]:
    """Where a wheel about a man brings the middle of those who move."""
    u = b.formations[f]
    c, s = u.fx * fx + u.fy * fy, u.fx * fy - u.fy * fx
    cx, cy = centre_of(b, u.side, movers(b, f, how))
    m = b.men[pivot]
    return m.x + (cx - m.x) * c - (cy - m.y) * s, m.y + (cx - m.x) * s + (cy - m.y) * c


def drag_step(b: Battle, ask: Ask, pieces: Sequence[int], pose: Where) -> Order | None:
    """A commander's move; a dash where a move does not get there."""
    k = pieces[0] - PIECE_COMMANDER
    if not 0 <= k < b.n_commanders:
        return None
    x, y = pose[:2]
    near = way_to(b, OFFICER + k, x, y, NOBODY, 0.0) <= commander_allowance(b, k, False) + NEAR
    return Order(Act.MOVE if near else Act.DASH, k, NOBODY, 0, x, y, 0.0, 0.0)


def drag_commander(b: Battle, ask: Ask, pieces: Sequence[int], pose: Where) -> Order | None:
    """Who is picked up to act acts; where he goes is asked next."""
    k = pieces[0] - PIECE_COMMANDER
    return plain(Act.COMMAND, k, NOBODY) if 0 <= k < b.n_commanders else None


def drag_loose(b: Battle, ask: Ask, pieces: Sequence[int], pose: Where) -> Order | None:
    """Stragglers scurry as the first of them is carried; a formation is activated."""
    first = pieces[0]
    if first >= PIECE_FORMATION:
        return plain(Act.UNIT, first - PIECE_FORMATION, NOBODY)
    if first >= PIECE_COMMANDER:
        return None
    if b.men[first].formation >= 0:
        return plain(Act.UNIT, b.men[first].formation, NOBODY)
    men = [i for i in of_set(b, ask.side, men_among(b, ask.side, pieces)) if is_straggler(b.men[i])]
    how = sum(bit(b, i) for i in men)
    dx, dy = pose[0] - b.men[first].x, pose[1] - b.men[first].y
    return Order(Act.SCURRY, NOBODY, NOBODY, how, dx, dy, 0.0, 0.0)


def drag_unit(b: Battle, ask: Ask, pieces: Sequence[int], pose: Where) -> Order | None:
    """A unit in hand, or a part of it, moves, turns or wheels."""
    first = pieces[0]
    f = first - PIECE_FORMATION if first >= PIECE_FORMATION else NOBODY
    if first < PIECE_COMMANDER:
        f = b.men[first].formation
    if not stands(b, f):
        return None
    how = part_of(b, f, men_among(b, ask.side, pieces)) if len(pieces) > 1 else 0
    wheel = meant_wheel(b, f, how, pose) if how == 0 else None
    if wheel is not None:
        return wheel
    x0, y0 = place_of(b, first)
    cx, cy = centre_of(b, ask.side, movers(b, f, how))
    dx, dy = pose[0] - x0, pose[1] - y0
    if hypot(dx, dy) < HARDLY:
        dx = dy = 0.0
    return Order(Act.MOVE, f, NOBODY, how, cx + dx, cy + dy, pose[2], pose[3])


def part_of(b: Battle, f: int, men: int) -> int:
    """Some men of a unit, or 0 for all who act."""
    named = men & members(b, f)
    return 0 if named in (0, movers(b, f, 0), members(b, f)) else named


def meant_wheel(b: Battle, f: int, how: int, pose: Where) -> Order | None:
    """Turned, and put down about where a wheel on either end would bring its middle."""
    u = b.formations[f]
    x, y, fx, fy = pose
    if u.fx * fx + u.fy * fy > TURNED:
        return None
    cx, cy = centre_of(b, u.side, movers(b, f, how))
    pivot = end_man(b, f, how, u.fx * fy - u.fy * fx > 0)
    if pivot < 0:
        return None
    wx, wy = wheeled_centre(b, f, how, pivot, fx, fy)
    near = hypot(x - wx, y - wy) <= WHEELED and hypot(x - cx, y - cy) > hypot(x - wx, y - wy)
    return Order(Act.WHEEL, f, pivot, how, 0.0, 0.0, fx, fy) if near else None


DRAGS: dict[AskKind, Callable[[Battle, Ask, Sequence[int], Where], Order | None]] = {
    AskKind.COMMANDER: drag_commander,
    AskKind.STEP: drag_step,
    AskKind.OFFICER: drag_step,
    AskKind.ACTIVATE: drag_loose,
    AskKind.ACTION: drag_unit,
}


# Clicks


def click(b: Battle, n: Names, ask: Ask, pieces: Sequence[int], target: int) -> list[Order]:
    """What picking pieces and then a target may mean."""
    means = CLICKS.get(AskKind(ask.kind))
    return list(means(b, ask, pieces, target)) if means is not None and is_piece(b, target) else []


def side_of(b: Battle, piece: int) -> int:
    if piece >= PIECE_FORMATION:
        return int(b.formations[piece - PIECE_FORMATION].side)
    if piece >= PIECE_COMMANDER:
        return int(b.commanders[piece - PIECE_COMMANDER].side)
    return int(b.men[piece].side)


def formation_of(b: Battle, piece: int) -> int:
    """The formation that a piece is, or is in, or nobody."""
    if piece >= PIECE_FORMATION:
        return piece - PIECE_FORMATION
    if piece >= PIECE_COMMANDER:
        return attached_to(b, piece - PIECE_COMMANDER)
    return int(b.men[piece].formation)


def targets_for(b: Battle, ask: Ask, piece: int) -> Iterator[int]:
    """Pieces that are worth a look as targets: formations of both sides, the nearest lone enemies."""
    yield from (PIECE_FORMATION + f for f in range(FORMATIONS) if stands(b, f))
    x, y = place_of(b, piece)

    def gap(g: int) -> float:
        gx, gy = figure_xy(b, g)
        return hypot(gx - x, gy - y)

    yield from (piece_of(g) for g in sorted(lone_enemies(b, ask.side), key=gap)[:NEAREST])


def click_commander(b: Battle, ask: Ask, pieces: Sequence[int], target: int) -> Iterator[Order]:
    if PIECE_COMMANDER <= target < PIECE_FORMATION:
        yield plain(Act.COMMAND, target - PIECE_COMMANDER, NOBODY)


def click_action(b: Battle, ask: Ask, pieces: Sequence[int], target: int) -> Iterator[Order]:
    """Fire, rapid fire or an assault at an enemy."""
    f = formation_of(b, pieces[0]) if pieces and is_piece(b, pieces[0]) else ask.actor
    if not stands(b, f) or side_of(b, target) == ask.side:
        return
    foe = formation_of(b, target)
    x, y = centre_of(b, ask.side, members(b, f))
    tx, ty = place_of(b, target)
    fx, fy = direction(tx - x, ty - y)
    for kind in (Act.FIRE, Act.RAPID):
        yield (
            Order(kind, f, foe, 0, 0.0, 0.0, 0.0, 0.0)
            if foe >= 0
            else Order(kind, f, NOBODY, 0, 0.0, 0.0, fx, fy)
        )
    yield Order(Act.ASSAULT, f, foe, 0, 0.0, 0.0, *charge_line(b, f, target, (fx, fy)))


def charge_line(b: Battle, f: int, target: int, straight: tuple[float, float]) -> tuple[float, float]:
    """From the man nearest to the target to the nearest figure of it."""
    own = of_set(b, b.formations[f].side, members(b, f))
    theirs = figures_in(b, target)
    pairs = [(figures_gap(b, i, h), i, h) for i in own for h in theirs]
    if not pairs:
        return straight
    _, i, h = min(pairs)
    (x0, y0), (x1, y1) = figure_xy(b, i), figure_xy(b, h)
    return direction(x1 - x0, y1 - y0)


def figures_in(b: Battle, piece: int) -> list[int]:
    """The figures of a piece: the men of a formation, or one figure."""
    if piece >= PIECE_FORMATION:
        f = piece - PIECE_FORMATION
        return of_set(b, b.formations[f].side, members(b, f))
    return [figure_of(piece)]


def click_activate(b: Battle, ask: Ask, pieces: Sequence[int], target: int) -> Iterator[Order]:
    """Stragglers attack, fire or join ranks; a formation of one's own is activated."""
    men = [i for i in of_set(b, ask.side, men_among(b, ask.side, pieces)) if is_straggler(b.men[i])]
    how = sum(bit(b, i) for i in men)
    foe = formation_of(b, target)
    if side_of(b, target) == ask.side:
        if foe >= 0:
            yield with_how(Act.JOIN, NOBODY, foe, how) if how else plain(Act.UNIT, foe, NOBODY)
        return
    if not how:
        return
    yield from volleys(b, ask, how, foe, target)
    if foe < 0 and target < PIECE_FORMATION:
        h = figure_of(target)
        for i in sorted(men, key=lambda i: figures_gap(b, i, h))[:1]:
            yield plain(Act.ATTACK, i, h)


def volleys(b: Battle, ask: Ask, how: int, foe: int, target: int) -> Iterator[Order]:
    """For effect with those of the men who can, else harassing; as picked if nobody can."""
    x, y = centre_of(b, ask.side, how)
    tx, ty = place_of(b, target)
    fx, fy = (0.0, 0.0) if foe >= 0 else direction(tx - x, ty - y)
    aim = Order(Act.SKIRMISH, NOBODY, foe, how, 0.0, 0.0, fx, fy)
    fired = legal_volley(b, ask, aim)
    yield fired if fired is not None else aim
    harass = legal_volley(b, ask, aim._replace(kind=int(Act.HARASS)))
    if harass is not None and (fired is None or harass.how != fired.how):
        yield harass


def click_reroll(b: Battle, ask: Ask, pieces: Sequence[int], target: int) -> Iterator[Order]:
    if PIECE_COMMANDER <= target < PIECE_FORMATION:
        yield plain(Act.YES, ask.actor, target - PIECE_COMMANDER)


def click_men(b: Battle, ask: Ask, pieces: Sequence[int], target: int) -> Iterator[Order]:
    """Those who were picked, the last with the click."""
    act = Act.RUN if ask.kind == AskKind.RUN else Act.FALL
    yield with_how(act, ask.actor, NOBODY, men_among(b, ask.side, [*pieces, target]))


def click_successor(b: Battle, ask: Ask, pieces: Sequence[int], target: int) -> Iterator[Order]:
    if target < PIECE_COMMANDER:
        yield plain(Act.SUCCEED, target, NOBODY)


CLICKS: dict[AskKind, Callable[[Battle, Ask, Sequence[int], int], Iterator[Order]]] = {
    AskKind.COMMANDER: click_commander,
    AskKind.ACTIVATE: click_activate,
    AskKind.ACTION: click_action,
    AskKind.REROLL: click_reroll,
    AskKind.RUN: click_men,
    AskKind.FALL: click_men,
    AskKind.SUCCESSOR: click_successor,
}


# Ghosts


def preview(b: Battle, n: Names, ask: Ask, o: Order) -> Preview:
    """Where those who are ordered would stand, as the rules plan it, and what they pay."""
    if ask.kind in (AskKind.STEP, AskKind.OFFICER) and o.kind in (Act.MOVE, Act.DASH):
        return step_ghost(b, o) if 0 <= o.actor < b.n_commanders else Preview()
    if ask.kind == AskKind.ACTION and o.kind in PLANNED and stands(b, o.actor):
        return unit_ghost(b, ask, o)
    if ask.kind == AskKind.ACTIVATE and o.kind in LOOSE and 0 < o.how < 1 << b.men_of[ask.side]:
        return loose_ghost(b, ask, o)
    return Preview()


PLANNED = (Act.MOVE, Act.WHEEL, Act.REPOSITION, Act.DISPERSE)
LOOSE = (Act.SCURRY, Act.FORM_RANKS, Act.BAIL, Act.GATHER, Act.COVER)


def step_ghost(b: Battle, o: Order) -> Preview:
    c = b.commanders[o.actor]
    far = hypot(o.x - c.x, o.y - c.y)
    cost = way_to(b, OFFICER + o.actor, o.x, o.y, NOBODY, 0.0)
    base = Base(x=o.x, y=o.y, fx=0.0, fy=1.0, radius=commander_radius(b, c))
    pose = Pose(number=PIECE_COMMANDER + o.actor, x=o.x, y=o.y, fx=0.0, fy=1.0, bases=[base])
    allowed = commander_allowance(b, o.actor, o.kind == Act.DASH)
    return paid([pose], far, cost, allowed)


def paid(poses: list[Pose], far: float, cost: float, allowed: float) -> Preview:
    """The cost, if there is a way at all, and what the ground adds to it."""
    if cost >= 1e17:
        return Preview(poses=poses, distance=far, allowed=allowed)
    more = cost - far
    parts = [Fact(label="way", value=inches(far))]
    if more > 0.005:
        parts.append(Fact(label="ground", value=inches(more), rules=["MI-040", "MI-041"]))
    return Preview(poses=poses, distance=far, cost=cost, allowed=allowed, parts=parts)


def man_pose(b: Battle, i: int, x: float, y: float, fx: float, fy: float) -> Pose:
    base = Base(x=x, y=y, fx=fx, fy=fy, radius=radius_of(b, b.men[i]))
    return Pose(number=i, x=x, y=y, fx=fx, fy=fy, bases=[base])


def planned(b: Battle, ask: Ask, o: Order, men: int, fx: float, fy: float) -> list[Pose]:
    """The plan on paper if the order is legal; else, for a straight way, the men as they were put."""
    legal = check(b, ask, o) == 0
    first = b.first_man[ask.side]
    some = of_set(b, ask.side, men)
    if legal:
        return [man_pose(b, i, b.paper.x[i - first], b.paper.y[i - first], fx, fy) for i in some]
    if o.kind not in (Act.MOVE, Act.SCURRY):
        return []
    dx, dy = o.x, o.y
    if o.kind == Act.MOVE:
        cx, cy = centre_of(b, ask.side, men)
        dx, dy = o.x - cx, o.y - cy
    return [man_pose(b, i, b.men[i].x + dx, b.men[i].y + dy, fx, fy) for i in some]


def unit_ghost(b: Battle, ask: Ask, o: Order) -> Preview:
    """Every man where the plan puts him; a straight move says what it costs."""
    u = b.formations[o.actor]
    men = movers(b, o.actor, o.how)
    fx, fy = (u.fx, u.fy) if o.kind == Act.DISPERSE else (o.fx, o.fy)
    allowed = move_allowance(b, ask.side, men)
    cx, cy = centre_of(b, ask.side, men)
    poses = planned(b, ask, o, men, fx, fy)
    if o.kind != Act.MOVE:
        return Preview(poses=poses, allowed=allowed)
    dx, dy = o.x - cx, o.y - cy
    ways = [b.men[i] for i in of_set(b, ask.side, men)]
    cost = max((way_cost(b, Gait.FORMED, m.x, m.y, m.x + dx, m.y + dy) for m in ways), default=0.0)
    whole = Pose(number=PIECE_FORMATION + o.actor, x=o.x, y=o.y, fx=fx, fy=fy)
    far = hypot(dx, dy)
    return paid([whole, *poses], far, cost, allowed)


def loose_ghost(b: Battle, ask: Ask, o: Order) -> Preview:
    """Stragglers where the plan puts them; one alone says what his way costs."""
    poses = planned(b, ask, o, o.how, 0.0, 1.0)
    if o.kind != Act.SCURRY:
        return Preview(poses=poses)
    far = hypot(o.x, o.y)
    i = of_set(b, ask.side, o.how)[0]
    allowed = scurry_allowance(b, i)
    if set_size(o.how) > 1:
        return Preview(poses=poses, distance=far, allowed=allowed)
    cost = way_to(b, i, b.men[i].x + o.x, b.men[i].y + o.y, NOBODY, 0.0)
    return paid(poses, far, cost, allowed)


# The tape


def nearest_pair(b: Battle, a: int, c: int) -> tuple[float, int, int]:
    """The figures of two pieces that are nearest to one another."""
    return min((figures_gap(b, g, h), g, h) for g in figures_in(b, a) for h in figures_in(b, c))


def measure(b: Battle, n: Names, a: Spot, c: Spot) -> Tape:
    """From base edge to base edge, of formations between the nearest men."""
    if isinstance(a, int) and isinstance(c, int):
        gap, g, h = nearest_pair(b, a, c)
        start, end = figure_xy(b, g), figure_xy(b, h)
    else:
        start, end, gap = to_place(b, a, c)
    gap = max(0.0, gap)
    return Tape(start=start, end=end, distance=gap, text=inches(gap), rules=["MI-R02"])


Ends = tuple[tuple[float, float], tuple[float, float], float]


def to_place(b: Battle, a: Spot, c: Spot) -> Ends:
    """Between places, or from the nearest figure of a piece to a place."""
    if isinstance(a, tuple) and isinstance(c, tuple):
        return a, c, hypot(c[0] - a[0], c[1] - a[1])
    if isinstance(a, tuple):
        end, start, gap = to_place(b, c, a)
        return start, end, gap
    assert isinstance(c, tuple)

    def gap_of(g: int) -> float:
        x, y = figure_xy(b, g)
        return hypot(c[0] - x, c[1] - y) - figure_radius(b, g)

    g = min(figures_in(b, a), key=gap_of)
    return figure_xy(b, g), c, gap_of(g)


def name_of(n: Names, piece: int) -> str:
    if piece >= PIECE_FORMATION:
        return formation(n, piece - PIECE_FORMATION)
    return commander(n, piece - PIECE_COMMANDER) if piece >= PIECE_COMMANDER else man(n, piece)


def sight(b: Battle, n: Names, a: int, c: int) -> Tape:
    """Does any figure of a see one of c?  The line shown is the clear one, else between the nearest."""
    gap, g, h = nearest_pair(b, a, c)
    body = formation_of(b, c) if c >= PIECE_FORMATION else -2
    clear = seeing_pair(b, a, c, body)
    by: list[Blocker] = []
    if clear is not None:
        g, h = clear
    else:
        by = list(blockers(b, n, g, h, body))
    start, end = figure_xy(b, g), figure_xy(b, h)
    said = "clear" if clear else "; ".join(f"{does(k.name, 'is')} in the way" for k in by) or "blocked"
    text = f"{name_of(n, a)} to {name_of(n, c)}: {inches(max(0.0, gap))}, {said}"
    return Tape(
        start=start,
        end=end,
        distance=max(0.0, gap),
        text=text,
        spoken=f"{short_inches(max(0.0, gap))} from {name_of(n, a)}, {said}",
        clear=clear is not None,
        blockers=by,
        rules=["MI-051", "MI-052", "MI-R30"],
    )


def seeing_pair(b: Battle, a: int, c: int, body: int) -> tuple[int, int] | None:
    """A figure of a and one of c whom it sees, the nearest such pair."""
    pairs = sorted((figures_gap(b, g, h), g, h) for g in figures_in(b, a) for h in figures_in(b, c))
    for _, g, h in pairs:
        if figure_present(b, g) and figure_present(b, h) and sees(b, g, h, body, side_of(b, c)):
            return g, h
    return None


def blockers(b: Battle, n: Names, g: int, h: int, body: int) -> Iterator[Blocker]:
    """What is in the line that the rules call blocked."""
    (x0, y0), (x1, y1) = figure_xy(b, g), figure_xy(b, h)
    if ground_blocks(b, x0, y0, x1, y1):
        names = [
            terrain(n, k)
            for k in range(b.ground.n)
            if b.ground.pieces[k].kind in (Terrain.BUILDING, Terrain.WOODS)
            and depth_in_piece(b.ground.pieces[k], x0, y0, x1, y1) > 0.0
        ]
        yield from (Blocker(name=name) for name in dict.fromkeys(names))
    if not figures_block(b, g, h, body, side_of(b, piece_of(h))):
        return
    ranks = own_ranks(b, g)
    for i in range(b.n_men):
        m = b.men[i]
        other = body < 0 or m.formation != body
        mate = ranks >= 0 and m.formation == ranks and in_ranks_before(b, m, x0, y0, x1, y1)
        if i not in (g, h) and other and present(m) and (mate or in_line(b, m.x, m.y, x0, y0, x1, y1)):
            yield Blocker(name=man(n, i), piece=i)
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if OFFICER + k not in (g, h) and alive(c) and in_line(b, c.x, c.y, x0, y0, x1, y1):
            yield Blocker(name=commander(n, k), piece=PIECE_COMMANDER + k)


def alone(ask: Ask, o: Order) -> Callable[[Battle], None] | None:
    """What a unit or stragglers do is carried out at once."""
    if ask.kind == AskKind.ACTION and o.kind != Act.DONE:
        return lambda b: act(b, o)
    if ask.kind == AskKind.ACTIVATE and Act.SCURRY <= o.kind <= Act.COVER:
        return lambda b: straggle(b, o, ask.side)
    if ask.kind == AskKind.ACTIVATE and o.kind == Act.RALLY:
        return lambda b: rally(b, ask.actor, o)
    if ask.kind in (AskKind.STEP, AskKind.OFFICER) and o.kind in (Act.MOVE, Act.DASH):
        return lambda b: step(b, o.actor, o)
    return None


def broken(b: Battle) -> frozenset[int]:
    """Formations that are none any more, and commanders who are lost."""
    units = [PIECE_FORMATION + f for f in range(FORMATIONS) if not stands(b, f)]
    officers = [PIECE_COMMANDER + k for k in range(b.n_commanders) if not alive(b.commanders[k])]
    return frozenset(units + officers)
