"""Before a die is rolled: ghosts of orders, the tape, and the line of sight; measured by the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from math import hypot

from ...battle import Log
from ...battle import Refusal as Measured
from ...chronicle import does, inches
from ...records import clone
from ...scene import Blocker, Fact, Pose, Preview, Spot, Tape
from ...table.boxes import box_gap
from ...table.terrain import Scratch
from ...values import Ask, Box, Order
from .acting import act
from .asking import is_formation
from .checking import check
from .forces import Names
from .movement import direction_of, end_of, is_unit, left_to_move
from .places import put
from .poses import along, pose_of
from .routes import OF_FORMATIONS, OF_STRIPS
from .scene import base_of, members, middle_of
from .sight import FOG, formation_sees, formations_in_the_way, pieces_in_the_way, strip_sees, whole_box
from .state import NOBODY, Act, AskKind, Battle, Charm
from .strips import box_of, is_lone_character, on_table, turns_free
from .words import formation, formation_piece, strip, strip_piece, terrain

STRAIGHT = (Act.ADVANCE, Act.BACK, Act.SIDESTEP)
ON_PAPER = (
    Act.ADVANCE,
    Act.WHEEL,
    Act.BACK,
    Act.SIDESTEP,
    Act.TURN,
    Act.RESHAPE,
    Act.MARCH,
    Act.CHARGE,
    Act.BREAK_OFF,
    Act.OVERLAP,
    Act.FACE,
    Act.ENTER,
    Act.GARRISON,
    Act.LEAVE,
    Act.JOIN,
    Act.DETACH,
    Act.POST,
)  # orders that roll no dice
HARDLY = 0.05  # inches


# Pieces: formations, then strips


def strip_of(n: Names, piece: int) -> int:
    """The strip that a piece is, or nobody for a formation."""
    return piece - strip_piece(n, 0) if piece >= strip_piece(n, 0) else NOBODY


def is_piece(b: Battle, n: Names, piece: int) -> bool:
    """Is there such a piece on the table?"""
    i = strip_of(n, piece)
    if i >= 0:
        return i < b.n_strips and on_table(b.strips[i])
    return is_formation(b, piece)


def formation_of(b: Battle, n: Names, piece: int) -> int:
    """The formation that a piece is, or is in."""
    i = strip_of(n, piece)
    return piece if i < 0 else int(b.strips[i].formation)


def side_of(b: Battle, n: Names, piece: int) -> int:
    return int(b.formations[formation_of(b, n, piece)].side)


def strips_in(b: Battle, n: Names, piece: int) -> list[int]:
    """The strips of a piece, an attached character among them."""
    i = strip_of(n, piece)
    u = b.formations[piece] if i < 0 else None
    return [i] if u is None else list(u.members[: u.n])


def name_of(n: Names, piece: int) -> str:
    i = strip_of(n, piece)
    return formation(n, piece) if i < 0 else strip(n, i)


def place_of(b: Battle, n: Names, piece: int) -> tuple[float, float]:
    """The middle of a piece, as it is drawn."""
    i = strip_of(n, piece)
    return middle_of(b, piece) if i < 0 else (b.strips[i].x, b.strips[i].y)


# Ghosts


def preview(b: Battle, n: Names, ask: Ask, o: Order) -> Preview:
    """Where those who are ordered would stand, as the rules have it, and what they pay."""
    if ask.kind not in (AskKind.ACTION, AskKind.FORCED) or o.kind not in ON_PAPER:
        return Preview()
    f = mover_of(b, o)
    if not is_formation(b, f):
        return Preview()
    rule = check(b, ask, o)
    r = b.refusal
    if rule == 0:
        return done_ghost(b, n, o, f)
    end = wanted_end(b, o)
    if end is None:
        return Preview()
    cost, allowed = (r.asked, r.allowed) if rule == 23 else (None, None)
    after = on_paper(b)
    put(after, f, end.x, end.y, end.fx, end.fy)
    far = hypot(end.x - b.formations[f].x, end.y - b.formations[f].y)
    return Preview(poses=list(poses(after, n, [f])), distance=far, cost=cost, allowed=allowed)


def mover_of(b: Battle, o: Order) -> int:
    """The formation whose move it is."""
    if o.kind in OF_STRIPS:
        return int(b.strips[o.actor].formation) if 0 <= o.actor < b.n_strips else NOBODY
    return o.actor if o.kind in OF_FORMATIONS else NOBODY


def wanted_end(b: Battle, o: Order) -> Box | None:
    """Where a manoeuvre that is refused would have led, if it can be drawn at all."""
    if o.kind not in (*STRAIGHT, Act.MARCH, Act.WHEEL):
        return None
    u = b.formations[o.actor]
    if o.kind in STRAIGHT and abs(o.x) < 100.0:
        ux, uy = direction_of(b, o)
        return along(pose_of(u), ux * abs(o.x), uy * abs(o.x))
    if o.kind == Act.MARCH and turns_free(b, u) and is_unit(o.fx, o.fy) and max(abs(o.x), abs(o.y)) < 1000.0:
        return Box(o.x, o.y, o.fx, o.fy, 0.0, 0.0)
    return end_of(b, o) if o.kind == Act.WHEEL and is_unit(o.fx, o.fy) else None


def done_ghost(b: Battle, n: Names, o: Order, f: int) -> Preview:
    """An order that throws no die, carried out on a copy."""
    after = on_paper(b)
    before = left_to_move(b, f)
    act(after, o)
    ends = (
        [f, o.other] if o.kind == Act.JOIN else [f, b.strips[o.actor].home] if o.kind == Act.DETACH else [f]
    )
    ghosts = list(poses(after, n, [g for g in ends if is_formation(after, g)]))
    u, v = b.formations[f], after.formations[f]
    far = hypot(v.x - u.x, v.y - u.y)
    cost = max(0.0, v.spent - u.spent)
    parts = [Fact(label="way", value=inches(far), rules=["FW-023"])]
    if before - cost > HARDLY and not v.done:
        parts.append(Fact(label="left", value=inches(before - cost), rules=["FW-R17"]))
    return Preview(poses=ghosts, distance=far, cost=cost, allowed=max(0.0, before), parts=parts)


def poses(b: Battle, n: Names, formations: list[int]) -> Iterator[Pose]:
    """Formations with their strips, and each character for himself."""
    for f in formations:
        u = b.formations[f]
        if not is_lone_character(b, u):
            x, y = middle_of(b, f)
            bases = [base_of(b, i) for i in members(b, f)]
            yield Pose(number=formation_piece(f), x=x, y=y, fx=u.fx, fy=u.fy, bases=bases)
        i = u.members[0] if is_lone_character(b, u) else u.character
        if i >= 0:
            s = b.strips[i]
            yield Pose(number=strip_piece(n, i), x=s.x, y=s.y, fx=s.fx, fy=s.fy, bases=[base_of(b, i)])


def on_paper(b: Battle) -> Battle:
    """A copy in which an order can be tried: what it changes is its own, and nobody keeps a log."""
    c = copy(b)
    c.strips = [clone(s) for s in b.strips]
    c.formations = [clone(u) for u in b.formations]
    c.charms = [clone(charm) if k < b.n_charms else Charm() for k, charm in enumerate(b.charms)]
    c.scratch, c.refusal, c.log = Scratch(), Measured(), Log(events=[])
    return c


# The tape


def boxes(b: Battle, n: Names, at: Spot) -> list[Box]:
    """What a tape can be held at: the bases of a piece, or a place."""
    if isinstance(at, tuple):
        return [Box(at[0], at[1], 0.0, 1.0, 0.0, 0.0)]
    return [box_of(b.strips[i]) for i in strips_in(b, n, at)]


def measure(b: Battle, n: Names, a: Spot, c: Spot) -> Tape:
    """From base to base, of formations between the nearest strips [FW-R43]."""
    pairs = [(box_gap(p, q), p, q) for p in boxes(b, n, a) for q in boxes(b, n, c)]
    d, p, q = min(pairs, key=lambda pair: (pair[0], hypot(pair[1].x - pair[2].x, pair[1].y - pair[2].y)))
    d = max(0.0, d)
    return Tape(start=(p.x, p.y), end=(q.x, q.y), distance=d, text=inches(d), rules=["FW-R41"])


# The line of sight


def sight(b: Battle, n: Names, a: int, c: int) -> Tape:
    """Does any strip of one see one of the other, all round [FW-R52]?"""
    tape = measure(b, n, a, c)
    by = [] if sees(b, n, a, c) else list(blockers(b, n, a, c))
    said = "; ".join(f"{does(k.name, 'is')} in the way" for k in by) or "clear"
    far = inches(tape.distance)
    return tape.model_copy(
        update={
            "text": f"{name_of(n, a)} to {name_of(n, c)}: {far}, {said}",
            "spoken": f"{far} from {name_of(n, a)}, {said}",
            "clear": not by,
            "blockers": by,
            "rules": ["FW-R52"],
        }
    )


def sees(b: Battle, n: Names, a: int, c: int) -> bool:
    f, g = formation_of(b, n, a), formation_of(b, n, c)
    if f == g:
        return True
    if strip_of(n, a) < 0 and strip_of(n, c) < 0:
        return bool(formation_sees(b, f, g))
    return any(strip_sees(b, i, j, True) for i in strips_in(b, n, a) for j in strips_in(b, n, c))


def blockers(b: Battle, n: Names, a: int, c: int) -> Iterator[Blocker]:
    """What stands about the line that the rules call blocked."""
    f, g = formation_of(b, n, a), formation_of(b, n, c)
    mine, its = whole_box(b, f), whole_box(b, g)
    between = formations_in_the_way(b, f, g, mine, its)
    pieces = pieces_in_the_way(b, f, g, mine, its)
    yield from (Blocker(name=formation(n, h), piece=h) for h in range(b.n_formations) if between >> h & 1)
    yield from (Blocker(name=terrain(n, k)) for k in range(b.ground.n) if pieces >> k & 1)
    if pieces >> FOG & 1:
        yield Blocker(name="a fog bank")
    if between == 0 and pieces == 0:
        yield Blocker(name="the ground")
