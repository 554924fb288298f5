"""A piece of the Tyneside books picked up: where it can go, what it can reach; its card is in cards.py.

All of it is measured by the rules' own functions; areas are those in which the middle of a piece can end."""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, atan2, pi

from ...scene import Band, Hand, Outline, area, fan, polar, ring
from ...values import Ask, Order
from . import gestures
from .cards import card, missiles
from .checking import check
from .command import may_activate
from .early_19th.gatling import is_gatling
from .figures import centre, first, is_leader, is_mounted, radius, stands
from .foretelling import group_of, side_of
from .guns import is_gun
from .moves import left_of_move
from .names import PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER, Names
from .plans import check_place, facing_of, may_order
from .scene import members
from .sequence import has_target
from .shooting import forget_shots, how_things_stand, shoots_now
from .state import NOBODY, Act, AskKind, Battle, Book, Gait, Kind, Limber, Weapon
from .status import is_commanded
from .ways import EVERYBODY
from .words import BANDS, GAIT_NAMES, GUN_BANDS, WEAPONS

HALVINGS = 5  # of a way that is blocked: to a centimetre
GROUP_WAYS = 16  # directions in which a group is tried
LONE_WAYS = 40  # and a single figure
PAST = 0.5  # cm: surely more than the least of a gait
SHARP = 4.0  # cm: where neighbours differ by more, one looks in between
REACHES: tuple[tuple[Gait, str], ...] = ((Gait.GALLOP, "dash"), (Gait.TROT, "half"), (Gait.WALK, "move"))


def hand(b: Battle, n: Names, ask: Ask | None, piece: int) -> Hand:
    """The card; for a piece that can act in this ask also its reach, its ranges and its targets."""
    acts = ask is not None and can_act(b, ask, piece)
    own = ask is not None and ask.side == side_of(b, piece)
    return Hand(
        card=card(b, n, piece),
        can_act=acts,
        reach=list(reach(b, ask, piece)) if ask is not None and acts else [],
        ranges=list(ranges(b, piece)) if own else [],
        targets=targets(b, n, ask, piece) if ask is not None and acts else [],
    )


def can_act(b: Battle, ask: Ask, piece: int) -> bool:
    """Can this piece be ordered, in answer to this ask?"""
    g = group_of(b, piece)
    if side_of(b, piece) != ask.side or piece >= PIECE_MARKER or not stands(b, g):
        return False
    if ask.kind == AskKind.SPEND:
        return may_activate(b, ask.actor, g) == 0
    if ask.kind == AskKind.MOVE:
        return may_order(b, g, ask.side) == 0
    if ask.kind == AskKind.SHOOT:
        if not is_commanded(b, g) or not shoots_now(b, g) or b.groups[g].aimed == b.turn:
            return False
        forget_shots(b, g)  # the paper may be of another battle
        return has_target(b, g, how_things_stand(b))
    if ask.kind == AskKind.VICTIM:
        return piece == ask.actor or g == b.figures[ask.actor].group
    return g == ask.actor


def targets(b: Battle, n: Names, ask: Ask, piece: int) -> list[int]:
    """The pieces that may be clicked, with this one picked."""
    if ask.kind not in (AskKind.MOVE, AskKind.SHOOT):
        return []
    return [
        target
        for target in gestures.targets_for(b, ask, piece)
        if any(check(b, ask, o) == 0 for o in gestures.click(b, n, ask, [piece], target))
    ]


# Where it can go


def reach(b: Battle, ask: Ask, piece: int) -> Iterator[Band]:
    """The way of a group at each of its gaits, of one man by himself, of a gun."""
    if ask.kind != AskKind.MOVE:
        return
    g = group_of(b, piece)
    k = b.groups[g].engine
    if k >= 0 and drives(b, k):
        yield engine_reach(b, ask, g, k, Act.DRIVE)
    elif piece >= PIECE_ENGINE:
        yield engine_reach(b, ask, g, k, Act.MANHANDLE)
    elif piece < PIECE_GROUP:
        yield step_reach(b, piece)
    elif is_mounted(b, g):
        for gait, kind in REACHES:
            if gait_allowed(b, g, gait):
                yield march_reach(b, ask, g, gait, kind)
    else:
        yield march_reach(b, ask, g, Gait.WALK, "move")


def drives(b: Battle, k: int) -> bool:
    e = b.engines[k]
    return not is_gun(e) or e.limber == Limber.LIMBERED


def gait_allowed(b: Battle, g: int, gait: int) -> bool:
    """Blown horse walks, and Dutch-trained horse does not gallop [EC-060, PS-075]."""
    u = b.groups[g]
    return gait == Gait.WALK or (not u.must_walk and (gait != Gait.GALLOP or u.kind != Kind.DUTCH))


def march_reach(b: Battle, ask: Ask, g: int, gait: int, kind: str) -> Band:
    """In each direction as far as all of a group can go, facing as they do."""
    x, y = centre(b, g)
    most = min(left_of_move(b, i, gait) for i in members(b, g))
    facing = facing_of(b, g)

    def far(dx: float, dy: float) -> float:
        turned = (dx, dy) if is_mounted(b, g) else facing
        least = b.rules.gait_least[gait] + PAST if gait > Gait.WALK else 0.0
        return longest(b, ask, Order(Act.MARCH, g, NOBODY, gait, x, y, *turned), dx, dy, least, most)

    label = GAIT_NAMES[b.book][gait] if is_mounted(b, g) else "move"
    return shown(
        kind, label, most, polar(x, y, fan(0.0, 2 * pi, GROUP_WAYS), far, SHARP), move_rules(b, gait)
    )


def longest(b: Battle, ask: Ask, o: Order, dx: float, dy: float, least: float, most: float) -> float:
    """How far an order can be carried that way from where it begins: whole, or by halves; less than a gait's least is
    nothing."""
    x, y = o.x, o.y

    def legal(d: float) -> bool:
        return check(b, ask, o._replace(x=x + dx * d, y=y + dy * d)) == 0

    if legal(most):
        return most
    if least > 0.0 and not legal(least):
        return 0.0
    low, high = least, most
    for _ in range(HALVINGS):
        d = (low + high) / 2
        low, high = (d, high) if legal(d) else (low, d)
    return low


def step_reach(b: Battle, i: int) -> Band:
    """One man by himself, on foot or at a walk."""
    f, most = b.figures[i], left_of_move(b, i, Gait.WALK)

    def far(dx: float, dy: float) -> float:
        low, high = 0.0, most
        if check_place(b, EVERYBODY, i, f.x + dx * most, f.y + dy * most, Gait.WALK) == 0:
            return most
        for _ in range(HALVINGS):
            d = (low + high) / 2
            fits = check_place(b, EVERYBODY, i, f.x + dx * d, f.y + dy * d, Gait.WALK) == 0
            low, high = (d, high) if fits else (low, d)
        return low

    points = polar(f.x, f.y, fan(0.0, 2 * pi, LONE_WAYS), far, SHARP)
    return shown("move", "by himself", most, points, move_rules(b, Gait.WALK))


def engine_reach(b: Battle, ask: Ask, g: int, k: int, act: Act) -> Band:
    """A wagon, a limbered gun, or a small one that is manhandled."""
    e = b.engines[k]
    drive = act == Act.DRIVE
    most = b.rules.limbered_move if drive else b.rules.manhandle_move

    def far(dx: float, dy: float) -> float:
        return longest(b, ask, Order(act, g, NOBODY, 0, e.x, e.y, e.fx, e.fy), dx, dy, 0.0, most)

    rules = ["PS-089"] if b.book == Book.PIKE_AND_SHOT else ["EC-092" if drive else "EC-090"]
    points = polar(e.x, e.y, fan(0.0, 2 * pi, GROUP_WAYS), far, SHARP)
    return shown("move", "drive" if drive else "manhandle", most, points, rules)


def move_rules(b: Battle, gait: int) -> list[str]:
    horse = ["EC-057", "EC-058", "EC-059"] if b.book == Book.EARLY_19TH else ["PS-025", "PS-026", "PS-027"]
    return ["TY-039", "TY-042", "TY-043", "TY-R19"] + ([horse[gait - 1]] if gait > Gait.WALK else [])


def shown(kind: str, label: str, most: float, points: list[tuple[float, float]], rules: list[str]) -> Band:
    return Band.model_validate(
        {"kind": kind, "label": label, "distance": most, "outlines": [area(points[:-1])], "rules": rules}
    )


# What it can reach


def ranges(b: Battle, piece: int) -> Iterator[Band]:
    """How far a leader's word carries; the bands of a weapon; the lane of a gun."""
    g = group_of(b, piece)
    if piece >= PIECE_MARKER or not stands(b, g):
        return
    k = b.groups[g].engine
    if k >= 0 and is_gun(b.engines[k]) and b.engines[k].limber == Limber.UNLIMBERED:
        yield from gun_ranges(b, k)
        return
    if is_leader(b.groups[g]):
        yield from command_ranges(b, g)
    men = [piece] if piece < PIECE_GROUP else list(members(b, g))
    yield from fire_ranges(b, men)


def command_ranges(b: Battle, g: int) -> Iterator[Band]:
    """50 in the open, 25 where either end or the line is in enclosed ground [TY-025, TY-026]."""
    f = b.figures[first(b, g)]
    r = radius(b, first(b, g))
    for label, d, rule in (
        ("in the open", b.rules.command_open, "TY-025"),
        ("in enclosed ground", b.rules.command_enclosed, "TY-026"),
    ):
        yield Band(
            kind="command", label=label, distance=d, outlines=[ring(f.x, f.y, d + r)], rules=[rule, "TY-027"]
        )


def fire_ranges(b: Battle, men: list[int]) -> Iterator[Band]:
    """Short, medium and long about everybody who carries the weapon that most of them shoot with."""
    weapon, armed = missiles(b, men)
    if not armed:
        return
    limits = (b.rules.weapon_short[weapon], b.rules.weapon_medium[weapon], b.rules.weapon_long[weapon])
    for band, d in enumerate(limits):
        rings = [ring(b.figures[i].x, b.figures[i].y, d + radius(b, i)) for i in armed]
        label = f"{WEAPONS[weapon]}, {BANDS[band]}"
        yield Band(kind="fire", label=label, distance=d, outlines=rings, rules=["TY-005", "TY-052"])


def gun_ranges(b: Battle, k: int) -> Iterator[Band]:
    """The lane straight ahead of a gun, band by band; of a Gatling its arc."""
    e = b.engines[k]
    if is_gatling(b, k):
        d = b.rules.weapon_long[Weapon.BREECH_RIFLE]
        half, front = acos(b.rules.flank_cosine), atan2(e.fy, e.fx)
        points = polar(e.x, e.y, fan(front - half, front + half, 12), lambda _x, _y: d, SHARP)
        outline = area([(e.x, e.y), *points])
        yield Band(kind="fire", label="Gatling", distance=d, outlines=[outline], rules=["EC-103", "EC-106"])
        return
    rules = ["EC-102"] if b.book == Book.EARLY_19TH else ["PS-092"]
    most = b.ground.width + b.ground.depth
    for band, d in enumerate(b.rules.gun_reach):
        yield Band(
            kind="fire",
            label=GUN_BANDS[band],
            distance=d or most,
            outlines=[lane(b, k, d or most)],
            rules=["TY-081", "TY-R79", *rules],
        )


def lane(b: Battle, k: int, far: float) -> Outline:
    """As wide as the gun's base [TY-R79]."""
    e = b.engines[k]
    half, rx, ry = e.base / 2, e.fy, -e.fx
    corners = [(half, -half), (half + far, -half), (half + far, half), (half, half)]
    return area([(e.x + e.fx * a + rx * r, e.y + e.fy * a + ry * r) for a, r in corners])
