"""Before a die is rolled: ghosts of orders, the tape, and the line of sight; measured by the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from math import hypot

from ...battle import Log
from ...battle import Refusal as Measured
from ...chronicle import does
from ...records import clone
from ...scene import Base, Blocker, Fact, Pose, Preview, Spot, Tape
from ...table.sight import depth_in_piece
from ...values import Ask, Order
from .checking import check
from .figures import FAR, NEAR, centre, first, gap, is_leader, present, radius, stands
from .footing import area_at
from .moves import left_of_move
from .names import PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER, Names
from .orders import carry_out
from .plans import cost_of, farthest_in_plan, plan_form, plan_march
from .scene import engine_base, members, token
from .sight import barrier_blocks, clear_sight, engine_blocks, in_plain_sight, line_open, men_block
from .state import GROUPS, Act, AskKind, Battle, Gait, Paper, Terrain, Trait
from .ways import is_out
from .words import cm, engine, figure, marker, terrain, the_group

Where = tuple[float, float]


# Pieces


def is_piece(b: Battle, piece: int) -> bool:
    """Is there such a piece on the table?"""
    if piece >= PIECE_MARKER:
        m = piece - PIECE_MARKER
        return m < b.n_markers and not b.markers[m].up and b.markers[m].edge >= 0
    if piece >= PIECE_ENGINE:
        return piece - PIECE_ENGINE < b.n_engines and is_out(b, piece - PIECE_ENGINE)
    if piece >= PIECE_GROUP:
        return stands(b, piece - PIECE_GROUP)
    return 0 <= piece < b.n_figures and present(b.figures[piece])


def place_of(b: Battle, piece: int) -> Where:
    if piece >= PIECE_MARKER:
        m = b.markers[piece - PIECE_MARKER]
        return m.x, m.y
    if piece >= PIECE_ENGINE:
        e = b.engines[piece - PIECE_ENGINE]
        return e.x, e.y
    if piece >= PIECE_GROUP:
        return centre(b, piece - PIECE_GROUP)
    return b.figures[piece].x, b.figures[piece].y


def side_of(b: Battle, piece: int) -> int:
    if piece >= PIECE_MARKER:
        return int(b.markers[piece - PIECE_MARKER].side)
    if piece >= PIECE_ENGINE:
        return int(b.engines[piece - PIECE_ENGINE].side)
    if piece >= PIECE_GROUP:
        return int(b.groups[piece - PIECE_GROUP].side)
    return int(b.figures[piece].side)


def group_of(b: Battle, piece: int) -> int:
    """The group that a piece is, is in, or is served by; or nobody."""
    if piece >= PIECE_MARKER:
        return -1
    if piece >= PIECE_ENGINE:
        return int(b.engines[piece - PIECE_ENGINE].crew)
    return piece - PIECE_GROUP if piece >= PIECE_GROUP else int(b.figures[piece].group)


def name_of(b: Battle, n: Names, piece: int) -> str:
    if piece >= PIECE_MARKER:
        return marker(piece - PIECE_MARKER)
    if piece >= PIECE_ENGINE:
        return engine(n, piece - PIECE_ENGINE)
    return the_group(n, piece - PIECE_GROUP) if piece >= PIECE_GROUP else figure(n, piece)


def figures_in(b: Battle, piece: int) -> list[int]:
    """The figures of a piece; of a gun and of a marker none."""
    if piece >= PIECE_ENGINE:
        return []
    return list(members(b, piece - PIECE_GROUP)) if piece >= PIECE_GROUP else [piece]


# Ghosts


def preview(b: Battle, n: Names, ask: Ask, o: Order) -> Preview:
    """Where those who are ordered would stand, as the rules have it, and what they pay."""
    if ask.kind != AskKind.MOVE:
        return Preview()
    if o.kind == Act.STEP:
        return step_ghost(b, o) if 0 <= o.actor < b.n_figures and present(b.figures[o.actor]) else Preview()
    if not 0 <= o.actor < min(GROUPS, b.n_groups) or not stands(b, o.actor):
        return Preview()
    if o.kind in (Act.MARCH, Act.FORM) and gait_known(o):
        return march_ghost(b, o)
    if o.kind in DONE_ON_PAPER and check(b, ask, o) == 0:
        return done_ghost(b, o)
    return Preview()


DONE_ON_PAPER = (
    Act.CHARGE,
    Act.TAKE_COVER,
    Act.SQUARE,
    Act.CIRCLE,
    Act.REFORM,
    Act.PIVOT,
    Act.MANHANDLE,
    Act.DRIVE,
)


def gait_known(o: Order) -> bool:
    return Gait.WALK <= o.how <= Gait.GALLOP


def man_pose(b: Battle, i: int, x: float, y: float, fx: float, fy: float) -> Pose:
    """A figure, or a leader, who is a piece by himself."""
    g = b.figures[i].group
    base = Base(x=x, y=y, fx=fx, fy=fy, radius=radius(b, i), mark=token(b, i))
    number = PIECE_GROUP + g if is_leader(b.groups[g]) else i
    return Pose(number=number, x=x, y=y, fx=fx, fy=fy, bases=[base])


def step_ghost(b: Battle, o: Order) -> Preview:
    """One man by himself, at a walk."""
    i = o.actor
    f = b.figures[i]
    far = hypot(o.x - f.x, o.y - f.y)
    cost = cost_of(b, i, o.x, o.y, Gait.WALK)
    return paid([man_pose(b, i, o.x, o.y, o.fx, o.fy)], far, cost, left_of_move(b, i, Gait.WALK))


def march_ghost(b: Battle, o: Order) -> Preview:
    """Everybody where the plan puts him; the cost is that of whoever it costs most of what he has left."""
    g = o.actor
    if o.kind == Act.MARCH:
        plan_march(b, g, o.x, o.y, o.fx, o.fy)
    elif o.other >= 1:
        plan_form(b, g, o.other, o.x, o.y, o.fx, o.fy)
    else:
        return Preview()
    far = farthest_in_plan(b, g)
    spots = {i: (b.paper.x[i], b.paper.y[i]) for i in members(b, g)}
    costs = [(cost_of(b, i, *at, o.how), left_of_move(b, i, o.how)) for i, at in spots.items()]
    cost, allowed = max(costs, key=lambda pair: pair[0] - pair[1])
    return paid(poses_of(b, g, spots, (o.fx, o.fy)), far, cost, allowed)


def poses_of(b: Battle, g: int, spots: dict[int, Where], facing: Where) -> list[Pose]:
    """A group and its men where they would stand."""
    men = [man_pose(b, i, *at, *facing) for i, at in spots.items()]
    if is_leader(b.groups[g]):
        return men
    x, y = (sum(p[k] for p in spots.values()) / len(spots) for k in (0, 1))
    return [Pose(number=PIECE_GROUP + g, x=x, y=y, fx=facing[0], fy=facing[1]), *men]


def paid(poses: list[Pose], far: float, cost: float, allowed: float) -> Preview:
    """The cost, if there is a way at all, what the ground adds to it, and what is left."""
    if cost >= FAR:
        return Preview(poses=poses, distance=far, allowed=allowed)
    parts = [Fact(label="way", value=cm(far), rules=["TY-039"])]
    if cost - far > 0.05:
        parts.append(Fact(label="ground", value=cm(cost - far), rules=["TY-042", "TY-043"]))
    if allowed - cost > 0.05:
        parts.append(Fact(label="left", value=cm(allowed - cost), rules=["TY-R19"]))
    return Preview(poses=poses, distance=far, cost=cost, allowed=allowed, parts=parts)


def done_ghost(b: Battle, o: Order) -> Preview:
    """An order that throws no die, carried out on a copy."""
    after = on_paper(b)
    carry_out(after, o)
    g = o.actor
    moved = list(members(after, g))
    spots = {i: (after.figures[i].x, after.figures[i].y) for i in moved}
    if not spots:
        return Preview()
    poses = [man_pose(after, i, *spots[i], after.figures[i].fx, after.figures[i].fy) for i in moved]
    far = max(hypot(x - b.figures[i].x, y - b.figures[i].y) for i, (x, y) in spots.items())
    k = b.groups[g].engine
    if k >= 0 and o.kind in (Act.PIVOT, Act.MANHANDLE, Act.DRIVE):
        e = after.engines[k]
        poses.append(
            Pose(number=PIECE_ENGINE + k, x=e.x, y=e.y, fx=e.fx, fy=e.fy, bases=[engine_base(after, k)])
        )
        far = hypot(e.x - b.engines[k].x, e.y - b.engines[k].y)
    if not is_leader(b.groups[g]):
        f = after.figures[first(after, g)]
        x, y = centre(after, g)
        poses.insert(0, Pose(number=PIECE_GROUP + g, x=x, y=y, fx=f.fx, fy=f.fy))
    return Preview(poses=poses, distance=far)


def on_paper(b: Battle) -> Battle:
    """A copy in which an order can be tried: its men, groups and guns are its own, and nobody keeps a log."""
    c = copy(b)
    c.figures = [clone(f) for f in b.figures]
    c.groups = [clone(u) for u in b.groups]
    c.engines = [clone(e) for e in b.engines]
    c.paper, c.refusal, c.log = Paper(), Measured(), Log(events=[])
    return c


# The tape


def edge_of(b: Battle, piece: int) -> float:
    """Half the base of a gun; a marker is a point."""
    return float(b.engines[piece - PIECE_ENGINE].base) / 2 if PIECE_ENGINE <= piece < PIECE_MARKER else 0.0


def ends(b: Battle, at: Spot) -> list[tuple[float, float, float]]:
    """What a tape can be held at: the bases of a piece, or a place."""
    if isinstance(at, tuple):
        return [(at[0], at[1], 0.0)]
    men = figures_in(b, at)
    if men:
        return [(b.figures[i].x, b.figures[i].y, radius(b, i)) for i in men]
    return [(*place_of(b, at), edge_of(b, at))]


def measure(b: Battle, n: Names, a: Spot, c: Spot) -> Tape:
    """From base edge to base edge, of groups between the nearest men [TY-R03]."""
    gaps = (
        (hypot(x1 - x0, y1 - y0) - r0 - r1, (x0, y0), (x1, y1))
        for x0, y0, r0 in ends(b, a)
        for x1, y1, r1 in ends(b, c)
    )
    d, start, end = min(gaps)
    d = max(0.0, d)
    return Tape(start=start, end=end, distance=d, text=cm(d), rules=["TY-R03"])


# The line of sight


def sight(b: Battle, n: Names, a: int, c: int) -> Tape:
    """Does any figure of a see one of c clearly?  The line shown is the clear one, else between the nearest."""
    men, foes = figures_in(b, a), figures_in(b, c)
    if men and foes:
        return sight_of_men(b, n, a, c)
    tape = measure(b, n, a, c)
    by = ground_between(b, n, tape.start, tape.end)
    return told(b, n, a, c, tape, by)


def sight_of_men(b: Battle, n: Names, a: int, c: int) -> Tape:
    pairs = sorted((gap(b, i, j), i, j) for i in figures_in(b, a) for j in figures_in(b, c))
    clear = next(((d, i, j) for d, i, j in pairs if i == j or is_seen(b, i, j)), None)
    d, i, j = clear or pairs[0]
    f, h = b.figures[i], b.figures[j]
    tape = Tape(start=(f.x, f.y), end=(h.x, h.y), distance=max(0.0, d), text=cm(d))
    by = [] if clear else list(blockers(b, n, i, j))
    return told(b, n, a, c, tape, by)


def is_seen(b: Battle, i: int, j: int) -> bool:
    """Can figure i shoot at figure j, as far as sight goes: spotted, and in a clear line [TY-046, TY-057]?"""
    return not is_unspotted(b, i, j) and clear_sight(b, i, j)


def is_unspotted(b: Battle, i: int, j: int) -> bool:
    """Is figure j hidden from the group of figure i [TY-044, TY-R57]?"""
    f, h = b.figures[i], b.figures[j]
    return f.side != h.side and not in_plain_sight(b, f.group, j)


def blockers(b: Battle, n: Names, i: int, j: int) -> Iterator[Blocker]:
    """What is in the line that the rules call blocked."""
    f, h = b.figures[i], b.figures[j]
    yield from ground_between(b, n, (f.x, f.y), (h.x, h.y))
    k = barrier_blocks(b, i, j)
    if k >= 0:
        yield Blocker(name=terrain(n, k))
    k = engine_blocks(b, i, j)
    if k >= 0:
        yield Blocker(name=engine(n, k), piece=PIECE_ENGINE + k)
    k = men_block(b, i, j)
    if k >= 0:
        own = b.figures[k].group
        yield Blocker(name=figure(n, k), piece=PIECE_GROUP + own if is_leader(b.groups[own]) else k)
    k = area_at(b, h.x, h.y, Trait.HIDES)
    if k >= 0 and is_unspotted(b, i, j):
        yield Blocker(name=f"{terrain(n, k)}, in which it has not been spotted")


def ground_between(b: Battle, n: Names, start: Where, end: Where) -> list[Blocker]:
    """The woods and buildings that stop a line, if any do."""
    if line_open(b, *start, *end):
        return []
    names = [
        terrain(n, k)
        for k in range(b.ground.n)
        if b.ground.pieces[k].kind in (Terrain.WOOD, Terrain.BUILDING)
        and depth_in_piece(b.ground.pieces[k], *start, *end) > NEAR
    ]
    return [Blocker(name=name) for name in dict.fromkeys(names)]


def told(b: Battle, n: Names, a: int, c: int, tape: Tape, by: list[Blocker]) -> Tape:
    """The tape with its sentence."""
    said = "; ".join(f"{does(k.name, 'is')} in the way" for k in by) or "clear"
    far = cm(tape.distance)
    return tape.model_copy(
        update={
            "text": f"{name_of(b, n, a)} to {name_of(b, n, c)}: {far}, {said}",
            "spoken": f"{far} from {name_of(b, n, a)}, {said}",
            "clear": not by,
            "blockers": by,
            "rules": ["TY-046", "TY-057", "TY-058", "TY-R55"],
        }
    )
