"""A piece picked up: where it can go, what it can reach; its card is in cards.py.

All of it is measured by the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, atan2, cos, pi, sin

from ...scene import Band, Hand, Point, area, fan, polar, ring
from ...values import Ask, Order
from . import gestures
from .asking import may_test
from .cards import card
from .checking import check
from .forces import Names
from .foretelling import formation_of, is_piece, side_of, strip_of, strips_in
from .links import is_held
from .movement import check_mover, left_to_move
from .poses import pose_of, rectangle_at
from .routes import known_spells, straight
from .shooting import has_target, is_ready
from .speeches import may_speak
from .state import NOBODY, Act, AskKind, Battle, Troop, Weapon
from .strips import character_of, is_garrison, turns_free
from .words import arms, formation_piece, spell, strip_piece

HALVINGS = 5  # of a way that is blocked
WAYS = 24  # directions in which a single model is tried
SHARP = 1.5  # inches: where neighbours differ by more, one looks in between
ARC = 6  # steps on either side of a field of fire
LEAST = 0.1  # inches: less is no way at all
MOVES = ["FW-023", "FW-R17", "FW-R20"]


def hand(b: Battle, n: Names, ask: Ask | None, piece: int) -> Hand:
    """The card; for a piece that can act in this ask also its reach, its ranges and its targets."""
    here = is_piece(b, n, piece)
    acts = here and ask is not None and can_act(b, n, ask, piece)
    own = here and ask is not None and ask.side == side_of(b, n, piece)
    return Hand(
        card=card(b, n, piece),
        can_act=acts,
        reach=list(reach(b, n, ask, piece)) if ask is not None and acts else [],
        ranges=list(ranges(b, n, ask, piece)) if ask is not None and own else [],
        targets=targets(b, n, ask, piece) if ask is not None and acts else [],
    )


def can_act(b: Battle, n: Names, ask: Ask, piece: int) -> bool:
    """Can this piece be ordered, in answer to this ask?"""
    if side_of(b, n, piece) != ask.side:
        return False
    f, i = formation_of(b, n, piece), strip_of(n, piece)
    if ask.kind == AskKind.ACTION:
        return check_mover(b, ask.side, f) == 0
    if ask.kind == AskKind.SHOOT:
        return any(is_ready(b, j) and has_target(b, j) for j in strips_in(b, n, piece))
    if ask.kind == AskKind.SPEECH:
        return may_speak(b, ask.side, i if i >= 0 else character_of(b, b.formations[f]))
    if ask.kind == AskKind.TEST:
        return may_test(b, f)
    if ask.kind == AskKind.PURSUE:
        return bool(b.pursuers >> f & 1)
    if ask.kind in (AskKind.FIGHT, AskKind.VICTIM, AskKind.DUEL, AskKind.STAY):
        return ask.actor in strips_in(b, n, piece)
    return ask.kind == AskKind.ORDERS and f == ask.actor


def targets(b: Battle, n: Names, ask: Ask, piece: int) -> list[int]:
    """The pieces that may be clicked, with this one picked: formations, and characters for themselves."""
    pieces = [formation_piece(f) for f in range(b.n_formations) if b.formations[f].n > 0]
    pieces += [
        strip_piece(n, i) for i in range(b.n_strips) if b.strips[i].role and b.strips[i].formation >= 0
    ]
    return [
        target
        for target in pieces
        if target != piece and any(check(b, ask, o) == 0 for o in gestures.click(b, n, ask, [piece], target))
    ]


# Where it can go


def reach(b: Battle, n: Names, ask: Ask, piece: int) -> Iterator[Band]:
    """All round for a single model; ahead, back and aside for those in ranks."""
    f = formation_of(b, n, piece)
    if ask.kind != AskKind.ACTION or is_garrison(b.formations[f]) or is_held(b, f):
        return
    if turns_free(b, b.formations[f]):
        yield march_reach(b, ask, f)
        return
    yield from straight_reaches(b, ask, f)


def march_reach(b: Battle, ask: Ask, f: int) -> Band:
    """In each direction as far as it goes, facing that way."""
    u = b.formations[f]
    half = u.cell_depth / 2
    x, y = u.x - u.fx * half, u.y - u.fy * half
    most = max(0.0, left_to_move(b, f))

    def far(dx: float, dy: float) -> float:
        return longest(b, ask, Order(Act.MARCH, f, NOBODY, 0, x + dx * half, y + dy * half, dx, dy), most)

    points = polar(x, y, fan(0.0, 2 * pi, WAYS), far, SHARP)
    return Band(kind="move", label="move", distance=most, outlines=[area(points[:-1])], rules=MOVES)


def longest(b: Battle, ask: Ask, o: Order, most: float) -> float:
    """How far it can be carried out the way it faces: whole, or by halves."""

    def legal(d: float) -> bool:
        return check(b, ask, o._replace(x=o.x + o.fx * d, y=o.y + o.fy * d)) == 0

    if legal(most):
        return most
    low, high = 0.0, most
    for _ in range(HALVINGS):
        d = (low + high) / 2
        low, high = (d, high) if legal(d) else (low, d)
    return low


def straight_reaches(b: Battle, ask: Ask, f: int) -> Iterator[Band]:
    """The ground that a body in ranks can cover straight on; at half speed back and to the sides."""
    left = max(0.0, left_to_move(b, f))
    step = left / b.rules.step_factor
    ahead = straight(b, ask, Act.ADVANCE, f, left, LEAST)
    if ahead is not None:
        outline = area(swept(b, f, ahead.x, 0.0))
        yield Band(kind="move", label="advance", distance=ahead.x, outlines=[outline], rules=MOVES)
    ways = ((Act.BACK, step, -1.0, 0.0), (Act.SIDESTEP, step, 0.0, 1.0), (Act.SIDESTEP, -step, 0.0, 1.0))
    tried = [(straight(b, ask, act, f, d, LEAST), along, aside) for act, d, along, aside in ways]
    found = [area(swept(b, f, o.x * along, o.x * aside)) for o, along, aside in tried if o is not None]
    if found:
        yield Band(kind="half", label="back and aside", distance=step, outlines=found, rules=["FW-R17"])


def swept(b: Battle, f: int, ahead: float, right: float) -> list[Point]:
    """The corners of its rectangle where it would end, and of the way there."""
    u = b.formations[f]
    box = rectangle_at(b, f, pose_of(u))
    w, d = box.width / 2, box.depth / 2
    lengths = sorted((-d, d, -d + ahead, d + ahead))
    widths = sorted((-w, w, -w + right, w + right))
    corners = [
        (lengths[0], widths[0]),
        (lengths[0], widths[-1]),
        (lengths[-1], widths[-1]),
        (lengths[-1], widths[0]),
    ]
    return [(box.x + box.fx * a + box.fy * r, box.y + box.fy * a - box.fx * r) for a, r in corners]


# What it can reach


def ranges(b: Battle, n: Names, ask: Ask, piece: int) -> Iterator[Band]:
    """The fields of fire of a formation; how far words and spells of a character carry."""
    f, i = formation_of(b, n, piece), strip_of(n, piece)
    c = i if i >= 0 and b.strips[i].role else character_of(b, b.formations[f])
    if c >= 0 and ask.kind == AskKind.SPEECH:
        yield from words_reach(b, c)
    if c >= 0 and ask.kind == AskKind.ACTION:
        yield from spell_reaches(b, n, c)
    yield from fire_ranges(b, f)


def words_reach(b: Battle, i: int) -> Iterator[Band]:
    s = b.strips[i]
    for label, d, rule in (
        ("speech", b.rules.speech_reach, "FW-R38"),
        ("insult", b.rules.insult_reach, "FW-060"),
    ):
        outline = ring(s.x, s.y, d + s.width / 2)
        yield Band(kind="command", label=label, distance=d, outlines=[outline], rules=[rule])


def spell_reaches(b: Battle, n: Names, i: int) -> Iterator[Band]:
    """Each distance once, with the spells that carry so far."""
    s = b.strips[i]
    known: dict[float, list[str]] = {}
    for k in known_spells(b, i):
        if b.spells[k].reach > 0.0:
            known.setdefault(b.spells[k].reach, []).append(spell(n, k))
    for d, names in sorted(known.items()):
        outline = ring(s.x, s.y, d + s.width / 2)
        yield Band(kind="command", label=", ".join(names), distance=d, outlines=[outline], rules=["FW-R89"])


def fire_ranges(b: Battle, f: int) -> Iterator[Band]:
    """Column by column, in the arc of the front."""
    u = b.formations[f]
    armed = next((b.strips[i] for i in u.members[: u.n] if b.strips[i].weapon != Weapon.NONE), None)
    if armed is None or is_garrison(u):
        return
    weapon = armed.weapon
    for d in dict.fromkeys(b.rules.shot_range[weapon]):
        if d > 0.0:
            yield Band(
                kind="fire",
                label=arms(weapon, armed.troop == Troop.ARQUEBUS),
                distance=d,
                outlines=[area(field_of_fire(b, f, d))],
                rules=["FW-102", "FW-R41", "FW-R43"],
            )


def field_of_fire(b: Battle, f: int, d: float) -> list[Point]:
    """From the ends of the front, within the arc."""
    u = b.formations[f]
    w = u.files * u.cell_width / 2
    front, half = atan2(u.fy, u.fx), acos(b.rules.arc_cosine)
    left, right = (u.x - u.fy * w, u.y + u.fx * w), (u.x + u.fy * w, u.y - u.fx * w)
    ends = [(left, front + half, front), (right, front, front - half)]
    arcs = [(x + d * cos(a), y + d * sin(a)) for (x, y), first, last in ends for a in fan(first, last, ARC)]
    return [left, *arcs, right]
