"""A piece of Horse and Musket picked up: its card, where it can go, what it can reach.

All of it is measured by the rules' own functions; areas are those in which the centre of a piece can end."""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, atan2, cos, pi, sin

from ...bearings import short_inches
from ...chronicle import count
from ...records import clone
from ...scene import Band, Card, Fact, Hand, Outline, Point, area, fan, polar, ring
from ...table.boxes import corner
from ...values import Ask, Box, Order
from . import gestures
from .checking import check
from .firing import dice_for_figures, figures_firing, gun_of, longest_range, may_shoot
from .legality import influence_limit
from .movement import allowance, check_mover
from .refusals import farthest
from .setup import Names
from .sight import all_round, save_number
from .state import (
    NOBODY,
    Act,
    Arm,
    AskKind,
    Battle,
    Formation,
    Grade,
    Leader,
    Leave,
    Lost,
    Pace,
    RangeFrom,
    Troop,
    Unit,
    Weapon,
)
from .units import box_of, in_melee, leader_near, leader_with, on_table, rate, road_rate, uses_roads
from .words import BANDS, FORMATIONS, GRADES, GUN_BANDS, TROOPS, WEAPONS, leader, unit

HALVINGS = 6  # of a move that is blocked: to a quarter of an inch
STEP = pi / 36  # between two directions of a sweep
SHARP = 1.0  # inches: where neighbours differ by more, one looks in between


def hand(b: Battle, n: Names, ask: Ask | None, piece: int) -> Hand:
    """The card; for a piece that can act in this ask also its reach and its ranges."""
    if piece >= b.n_units:
        return general_hand(b, n, ask, piece - b.n_units)
    u = b.units[piece]
    acts = ask is not None and can_act(b, ask, piece)
    return Hand(
        card=unit_card(b, n, piece),
        can_act=acts,
        reach=list(reach(b, ask, piece)) if ask is not None and acts else [],
        ranges=ranges(b, u) if ask is not None and ask.side == u.side and on_table(u) else [],
        targets=targets(b, n, ask, piece) if ask is not None and acts else [],
    )


def can_act(b: Battle, ask: Ask, i: int) -> bool:
    """Can this unit be ordered, in answer to this ask?"""
    u = b.units[i]
    if u.side != ask.side:
        return False
    if ask.kind == AskKind.MOVE:
        return check_mover(b, ask.side, i) == 0
    if ask.kind == AskKind.DEPLOY:
        return u.lost == Lost.RESERVE
    if ask.kind == AskKind.RALLY:
        return check(b, ask, Order(Act.RALLY, i, NOBODY, 0, 0.0, 0.0, 0.0, 0.0)) == 0
    if ask.kind == AskKind.CHARGE:
        return on_table(u) and any(
            check(b, ask, Order(Act.CHARGE, i, j, 0, 0.0, 0.0, 0.0, 0.0)) == 0 for j in range(b.n_units)
        )
    return ask.actor == i


def targets(b: Battle, n: Names, ask: Ask, piece: int) -> list[int]:
    """The pieces that may be clicked, with this one picked."""
    if ask.kind not in gestures.CLICKS:
        return []
    found = []
    for j in range(b.n_units):
        if on_table(b.units[j]) and any(check(b, ask, o) == 0 for o in gestures.click(b, n, ask, [piece], j)):
            found.append(j)
    return found


# Where it can go


def reach(b: Battle, ask: Ask, i: int) -> Iterator[Band]:
    """The area of a move, and of a half move."""
    u = b.units[i]
    if ask.kind == AskKind.DEPLOY:
        yield zone(b, ask.side)
    if ask.kind != AskKind.MOVE or u.building >= 0:
        return
    if u.arm == Arm.ARTILLERY:
        gun = Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, u.fx, u.fy)
        around = fan(0.0, 2 * pi, 72)
        yield band(b, ask, gun, around, "move", "move", allowance(b, u, False), ["FH-025", "FH-026"])
        return
    half = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, u.fx, u.fy)
    most = allowance(b, u, False) * b.rules.half_move
    yield band(b, ask, half, fan(0.0, 2 * pi, 48), "half", "half move", most, ["FH-022", "FH-R10"])
    if u.formation != Formation.SQUARE:
        ahead = Order(Act.MOVE, i, NOBODY, 0, u.x, u.y, u.fx, u.fy)
        yield band(b, ask, ahead, arc(b, u), "move", "move", allowance(b, u, False), ["FH-021", "FH-026"])


def zone(b: Battle, side: int) -> Band:
    """The strip in which a side deploys."""
    deep, wide = b.rules.deployment_depth, b.ground.width
    low, high = (0.0, deep) if side == 0 else (b.ground.depth - deep, b.ground.depth)
    strip = area([(0.0, low), (wide, low), (wide, high), (0.0, high)])
    return Band(kind="move", label="deployment", distance=deep, outlines=[strip], rules=["FH-R90"])


def arc(b: Battle, u: Unit) -> list[float]:
    """The directions of a forward move."""
    middle, off = atan2(u.fy, u.fx), acos(b.rules.forward_cosine) - 1e-4
    return fan(middle - off, middle + off, max(2, round(2 * off / STEP)))


def band(
    b: Battle, ask: Ask, o: Order, angles: list[float], kind: str, label: str, most: float, rules: list[str]
) -> Band:
    """As far as an order may be carried that way, in every direction."""
    u = b.units[o.actor]
    road = allowance(b, u, True) if uses_roads(u) and o.kind == Act.MOVE else most

    def far(dx: float, dy: float) -> float:
        for d in dict.fromkeys((road, most)):
            tried = o._replace(x=u.x + dx * d, y=u.y + dy * d)
            if check(b, ask, tried) == 0:
                return d
        found = farthest(b, ask, tried, u.x, u.y, HALVINGS)
        return 0.0 if found is None else ((found.x - u.x) ** 2 + (found.y - u.y) ** 2) ** 0.5

    points = polar(u.x, u.y, angles, far, SHARP)
    closed = angles[-1] - angles[0] > 2 * pi - 1e-6
    outline = area(points[:-1] if closed else [(u.x, u.y), *points])
    return Band.model_validate(
        {"kind": kind, "label": label, "distance": most, "outlines": [outline], "rules": rules}
    )


# What it can shoot at


def ranges(b: Battle, u: Unit) -> list[Band]:
    """The arc of fire at the end of each band, from where it stands."""
    if not may_shoot(b, u):
        return []
    if u.arm == Arm.ARTILLERY:
        limits = [float(d) for d in b.rules.gun_range[gun_of(u)]]
        names, rules = list(GUN_BANDS.values()), ["FH-063", "FH-R22"]
    else:
        limits = [float(d) for d in b.rules.musket_range[u.weapon]]
        names, rules = list(BANDS), ["FH-059", "FH-R22"]
    return [
        Band(kind="fire", label=name, distance=d, outlines=[in_range(b, u, d)], rules=rules)
        for name, d in zip(names, limits, strict=False)
    ]


def in_range(b: Battle, u: Unit, d: float) -> Outline:
    """All that lies within a distance of the edge that fires, in its arc."""
    off = acos(b.rules.arc_cosine)
    if b.options.range_from == RangeFrom.CENTRE:
        whole = all_round(u) or u.formation == Formation.SQUARE
        if whole:
            return ring(u.x, u.y, d)
        middle = atan2(u.fy, u.fx)
        return area([(u.x, u.y), *around(u.x, u.y, d, middle - off, middle + off)])
    box = box_of(u)
    if all_round(u) or u.formation == Formation.SQUARE:
        return area(rounded(box, d))
    middle = atan2(u.fy, u.fx)
    (lx, ly), (rx, ry) = corner(box, 0), corner(box, 1)
    edge = [(lx, ly), *around(lx, ly, d, middle + off, middle), *around(rx, ry, d, middle, middle - off)]
    return area([*edge, (rx, ry)])


def around(x: float, y: float, d: float, first: float, last: float) -> list[Point]:
    """Part of a circle."""
    return [(x + d * cos(a), y + d * sin(a)) for a in fan(first, last, 8)]


def rounded(box: Box, d: float) -> list[Point]:
    """A box and all that lies within a distance of it, clockwise from the front left."""
    out: list[Point] = []
    left = atan2(box.fy, box.fx) + pi / 2
    for k in range(4):
        x, y = corner(box, k)
        out += around(x, y, d, left - k * pi / 2, left - (k + 1) * pi / 2)
    return out


# The card of a unit


def unit_card(b: Battle, n: Names, i: int) -> Card:
    u = b.units[i]
    troop = f"{GRADES[Grade(u.grade)]} {TROOPS[Troop(u.troop)]}"
    return Card(
        title=unit(n, i),
        kind=f"{troop}, {FORMATIONS[Formation(u.formation)]}",
        facts=[strength(u), move(b, u), *fire(b, u), save(b, u), morale(b, i)],
        notes=list(notes(b, n, i)),
    )


def strength(u: Unit) -> Fact:
    men = {Arm.INFANTRY: "men", Arm.CAVALRY: "horsemen", Arm.ARTILLERY: "gunners"}[Arm(u.arm)]
    return Fact(label="Strength", value=f"{u.figures} of {u.original}", more=men, rules=["FH-R08"])


def move(b: Battle, u: Unit) -> Fact:
    """The rate, and what the rally check leaves of it."""
    if u.leave != Leave.FULL:
        left = "none" if u.leave == Leave.NONE else short_inches(allowance(b, u, False))
        full = f"this turn, after its rally check; else {short_inches(rate(b, u))}"
        return Fact(label="Move", value=left, more=full, rules=["FH-026", "FH-R74"])
    value = short_inches(rate(b, u))
    if not uses_roads(u):
        return Fact(label="Move", value=value, rules=["FH-026"])
    return Fact(
        label="Move", value=value, more=f"{short_inches(road_rate(b, u))} by road", rules=["FH-026", "FH-030"]
    )


def fire(b: Battle, u: Unit) -> Iterator[Fact]:
    """Dice and the longest range; for guns shots left."""
    if u.arm == Arm.ARTILLERY:
        far = f"left; to {short_inches(longest_range(b, u))}"
        yield Fact(label="Fire", value=count(u.shots, "shot"), more=far, rules=["FH-063", "FH-070"])
    elif u.arm == Arm.INFANTRY and u.weapon != Weapon.NONE:
        now: Unit = clone(u)
        now.then = now.figures
        figures = figures_firing(b, now)
        dice = count(dice_for_figures(b, figures), "die", "dice")
        side = " a side" if u.formation == Formation.SQUARE else ""
        reach = f"{WEAPONS[Weapon(u.weapon)]} to {short_inches(longest_range(b, u))}"
        more = f"{figures} figures{side}, {reach}"
        yield Fact(label="Fire", value=dice, more=more, rules=["FH-056", "FH-057", "FH-059"])


def save(b: Battle, u: Unit) -> Fact:
    """Against a shot from straight ahead, and in melee."""
    x, y = u.x + u.fx * 6.0, u.y + u.fy * 6.0
    shot, melee = save_number(b, u, x, y, False), save_number(b, u, x, y, True)
    more = "from ahead" if shot == melee else f"against shot from ahead, {melee}+ in melee"
    return Fact(label="Save", value=f"{shot}+", more=more, rules=["FH-106", "FH-107", "FH-108"])


def morale(b: Battle, i: int) -> Fact:
    """The grade's modifier, and what a general can add."""
    u = b.units[i]
    most = influence_limit(b, i)
    lends = f", a general in reach lends up to {most}" if most else ""
    value, more = f"{b.rules.grade[u.grade]:+d}", GRADES[Grade(u.grade)] + lends
    return Fact(label="Morale", value=value, more=more, rules=["FH-008", "FH-111", "FH-112"])


def notes(b: Battle, n: Names, i: int) -> Iterator[Fact]:
    """What has happened to it, each with its rule."""
    u = b.units[i]
    k = leader_with(b, i)
    near = leader_near(b, i) if k < 0 else NOBODY
    known = (
        (u.lost == Lost.RESERVE, "not yet on the table", "FH-R90"),
        (u.routing, "routing: it must rally before it can do anything", "FH-R73"),
        (u.disordered, "disordered: its hits are halved", "FH-060"),
        (u.marker, "owes a rally check", "FH-013"),
        (in_melee(u), "in melee", "FH-R79"),
        (u.charging and not in_melee(u), "charging", "FH-040"),
        (u.moved, "has moved", "FH-019"),
        (u.fired, "has fired", "FH-R25"),
        (u.gun_spoiled, "moved or turned too far to fire", "FH-R36"),
        (u.sheltering >= 0, f"its crew shelters with {unit(n, u.sheltering)}", "FH-R86"),
        (u.halted, "its charge was halted", "FH-088"),
        (k >= 0, f"{leader(n, k)} is with it", "FH-R13"),
        (near >= 0, f"{leader(n, near)} is near", "FH-112"),
    )
    for holds, text, rule in known:
        if holds:
            yield Fact(label="", value=text, rules=[rule])


# Generals


def general_hand(b: Battle, n: Names, ask: Ask | None, k: int) -> Hand:
    g: Leader = b.leaders[k]
    acts = ask is not None and ask.kind == AskKind.GENERAL and may_ride(b, ask, k)
    return Hand(
        card=general_card(b, n, k),
        can_act=acts,
        reach=[ride(b, ask, k)] if ask is not None and acts else [],
        ranges=[influence(b, g)],
        targets=targets(b, n, ask, b.n_units + k) if ask is not None and acts else [],
    )


def may_ride(b: Battle, ask: Ask, k: int) -> bool:
    """Would he be allowed to ride on the spot?"""
    g = b.leaders[k]
    on_the_spot = Order(Act.MOVE, k, NOBODY, 0, g.x, g.y, 0.0, 1.0)
    return g.alive and g.side == ask.side and not g.moved and check(b, ask, on_the_spot) == 0


def ride(b: Battle, ask: Ask, k: int) -> Band:
    g, most = b.leaders[k], b.rules.rate[Pace.GENERAL]
    o = Order(Act.MOVE, k, NOBODY, 0, g.x, g.y, 0.0, 1.0)

    def far(dx: float, dy: float) -> float:
        found = farthest(b, ask, o._replace(x=g.x + dx * most, y=g.y + dy * most), g.x, g.y, HALVINGS)
        return 0.0 if found is None else ((found.x - g.x) ** 2 + (found.y - g.y) ** 2) ** 0.5

    points = polar(g.x, g.y, fan(0.0, 2 * pi, 72), far, SHARP)
    return Band(kind="move", label="ride", distance=most, outlines=[area(points[:-1])], rules=["FH-R13"])


def influence(b: Battle, g: Leader) -> Band:
    far = b.rules.general_reach
    outlines = [ring(g.x, g.y, far + b.rules.general_base / 2)]
    return Band(kind="command", label="influence", distance=far, outlines=outlines, rules=["FH-112"])


def general_card(b: Battle, n: Names, k: int) -> Card:
    g = b.leaders[k]
    with_him, near = b.rules.general_attached, b.rules.general_near
    lends = f"to the unit he is with, {near} to units within {short_inches(b.rules.general_reach)}"
    facts = [
        Fact(label="Ride", value=short_inches(b.rules.rate[Pace.GENERAL]), rules=["FH-R13"]),
        Fact(label="Influence", value=str(with_him), more=lends, rules=["FH-112", "FH-R65"]),
    ]
    known = (
        (g.attached >= 0, f"with {unit(n, g.attached)}", "FH-R13"),
        (g.moved, "has ridden", "FH-R13"),
        (g.spent, "overrun: no influence until the turn ends", "FH-121"),
    )
    notes = [Fact(label="", value=text, rules=[rule]) for holds, text, rule in known if holds]
    return Card(title=leader(n, k), kind="general", facts=facts, notes=notes)
