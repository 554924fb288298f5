"""A piece of Most Irregular picked up: its card, where it can go, what it can reach.

All of it is measured by the rules' own functions; areas are those in which the centre of a piece can end."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

from ...bearings import short_inches
from ...chronicle import count
from ...scene import Band, Card, Fact, Hand, area, fan, polar, ring
from ...values import Ask, Order
from . import gestures
from .checking import check
from .firing import armed_among, effective_range, fire_weapon, threes
from .legality import (
    check_unit,
    commander_allowance,
    fresh_men,
    is_in_hand,
    may_command,
    may_succeed,
    officer_may_move,
)
from .manoeuvres import move_allowance, movers, plan_straight
from .men import (
    actors_of,
    attached_to,
    bit,
    centre_of,
    figure_radius,
    figure_xy,
    grade_of,
    is_straggler,
    members,
    present,
    radius_of,
    set_size,
    straggler_reach,
    wounded_among,
)
from .nearest import of_set
from .setup import PIECE_COMMANDER, PIECE_FORMATION, Names
from .state import NOBODY, OFFICER, Act, AskKind, Battle, Grade, Weapon
from .straggling import ready_stragglers, scurry_allowance
from .ways import straight_reach
from .words import GRADES, WEAPONS, commander, formation, man

HALVINGS = 5  # of a way that is blocked: to an eighth of an inch
BACK = (0.0, 0.5, 1.5)  # inches that a unit stays back where its men find no room at the end
UNIT_WAYS = 20  # directions in which a formation is tried
LONE_WAYS = 48  # and a single figure
SHARP = 1.0  # inches: where neighbours differ by more, one looks in between


def hand(b: Battle, n: Names, ask: Ask | None, piece: int) -> Hand:
    """The card; for a piece that can act in this ask also its reach, its ranges and its targets."""
    acts = ask is not None and can_act(b, ask, piece)
    own = ask is not None and ask.side == side_of_piece(b, piece)
    return Hand(
        card=card(b, n, piece),
        can_act=acts,
        reach=list(reach(b, ask, piece)) if ask is not None and acts else [],
        ranges=list(ranges(b, piece)) if own else [],
        targets=targets(b, n, ask, piece) if ask is not None and acts else [],
    )


def side_of_piece(b: Battle, piece: int) -> int:
    if piece >= PIECE_FORMATION:
        return int(b.formations[piece - PIECE_FORMATION].side)
    if piece >= PIECE_COMMANDER:
        return int(b.commanders[piece - PIECE_COMMANDER].side)
    return int(b.men[piece].side)


def can_act(b: Battle, ask: Ask, piece: int) -> bool:
    """Can this piece be ordered, in answer to this ask?"""
    if side_of_piece(b, piece) != ask.side:
        return False
    if piece >= PIECE_FORMATION:
        return unit_can_act(b, ask, piece - PIECE_FORMATION)
    if piece >= PIECE_COMMANDER:
        return commander_can_act(b, ask, piece - PIECE_COMMANDER)
    m = b.men[piece]
    if m.formation >= 0 and unit_can_act(b, ask, m.formation):
        return True
    if ask.kind == AskKind.ACTIVATE:
        return bool(ready_stragglers(b, ask.actor) & bit(b, piece))
    if ask.kind in (AskKind.RUN, AskKind.FALL):
        return bool(b.sought & bit(b, piece))
    return ask.kind == AskKind.SUCCESSOR and may_succeed(b, ask.side, piece)


def unit_can_act(b: Battle, ask: Ask, f: int) -> bool:
    if ask.kind == AskKind.ACTION:
        return is_in_hand(b, f)
    return ask.kind == AskKind.ACTIVATE and check_unit(b, ask.actor, f) == 0


def commander_can_act(b: Battle, ask: Ask, k: int) -> bool:
    if ask.kind == AskKind.COMMANDER:
        return may_command(b, k, ask.side)
    if ask.kind == AskKind.OFFICER:
        return officer_may_move(b, ask.actor, k)
    return ask.actor == k and ask.kind in (AskKind.STEP, AskKind.ACTIVATE)


def targets(b: Battle, n: Names, ask: Ask, piece: int) -> list[int]:
    """The pieces that may be clicked, with this one picked: formations, and lone figures near."""
    if ask.kind == AskKind.ACTION or (ask.kind == AskKind.ACTIVATE and piece < PIECE_COMMANDER):
        picked = [piece]
    else:
        return []
    found = []
    for target in gestures.targets_for(b, ask, piece):
        if any(check(b, ask, o) == 0 for o in gestures.click(b, n, ask, picked, target)):
            found.append(target)
    return found


# Where it can go


def reach(b: Battle, ask: Ask, piece: int) -> Iterator[Band]:
    """The way of a commander, of a formed unit, or of a straggler; who is in ranks goes with his unit."""
    if PIECE_COMMANDER <= piece < PIECE_FORMATION:
        if ask.kind in (AskKind.STEP, AskKind.OFFICER):
            yield steps(b, ask, piece - PIECE_COMMANDER, Act.DASH)
            yield steps(b, ask, piece - PIECE_COMMANDER, Act.MOVE)
        return
    if ask.kind == AskKind.ACTION and piece >= PIECE_FORMATION:
        yield unit_reach(b, ask, piece - PIECE_FORMATION)
    elif ask.kind == AskKind.ACTIVATE and piece < PIECE_COMMANDER and is_straggler(b.men[piece]):
        yield scurry(b, ask, piece)


def unit_reach(b: Battle, ask: Ask, f: int) -> Band:
    """In each direction as far as the worst ground under any man lets all go, and no farther than is free."""
    own, men = ask.side, movers(b, f, 0)
    x, y = centre_of(b, own, men)
    most = move_allowance(b, own, men)
    u = b.formations[f]

    def far(dx: float, dy: float) -> float:
        whole = Order(Act.MOVE, f, NOBODY, 0, x + dx * most, y + dy * most, u.fx, u.fy)
        d = free_way(b, f, men, dx, dy, most)
        for back in BACK:
            short = max(0.0, d - back)
            if check(b, ask, whole._replace(x=x + dx * short, y=y + dy * short)) == 0:
                return short
        return 0.0

    points = polar(x, y, fan(0.0, 2 * pi, UNIT_WAYS), far, SHARP)
    rules = ["MI-032", "MI-040", "MI-041", "MI-R25"]
    return Band(kind="move", label="move", distance=most, outlines=[area(points[:-1])], rules=rules)


def free_way(b: Battle, f: int, men: int, dx: float, dy: float, most: float) -> float:
    """How far all men of a unit can go that way for what it may pay, wherever they end."""
    if plan_straight(b, f, men, dx * most, dy * most, most) == 0:
        return most
    low, high = 0.0, most
    for _ in range(HALVINGS):
        d = (low + high) / 2
        if plan_straight(b, f, men, dx * d, dy * d, most) == 0:
            low = d
        else:
            high = d
    return low


def scurry(b: Battle, ask: Ask, i: int) -> Band:
    """One straggler by himself: straight ways, clear of the enemy."""
    m, most = b.men[i], scurry_allowance(b, i)
    far = LoneWay(b, i, most, b.rules.keep_off)
    points = polar(m.x, m.y, fan(0.0, 2 * pi, LONE_WAYS), far, SHARP)
    rules = ["MI-121", "MI-122", "MI-125"]
    return Band(kind="move", label="scurry", distance=most, outlines=[area(points[:-1])], rules=rules)


class LoneWay:
    """How far a single figure gets in a direction."""

    def __init__(self, b: Battle, g: int, most: float, keep: float) -> None:
        self.b, self.g, self.most, self.keep = b, g, most, keep
        r = figure_radius(b, g)
        self.left, self.low = r, r
        self.right, self.high = b.ground.width - r, b.ground.depth - r

    def __call__(self, dx: float, dy: float) -> float:
        b, g = self.b, self.g
        most = min(self.most, self.to_edge(dx, dy))
        return straight_reach(b, g, dx, dy, most, self.most, NOBODY, self.keep)

    def to_edge(self, dx: float, dy: float) -> float:
        """Nobody leaves the table."""
        x, y = figure_xy(self.b, self.g)
        far = self.most
        if dx:
            far = min(far, ((self.right if dx > 0 else self.left) - x) / dx)
        if dy:
            far = min(far, ((self.high if dy > 0 else self.low) - y) / dy)
        return max(0.0, far)


def steps(b: Battle, ask: Ask, k: int, kind: Act) -> Band:
    """A commander's move, or his dash."""
    dash = kind == Act.DASH
    c, most = b.commanders[k], commander_allowance(b, k, dash)
    points = polar(c.x, c.y, fan(0.0, 2 * pi, LONE_WAYS), LoneWay(b, OFFICER + k, most, 0.0), SHARP)
    rules = ["MI-020" if dash else "MI-019", *(["MI-022"] if c.mounted else []), "MI-R11"]
    return Band.model_validate(
        {
            "kind": "dash" if dash else "move",
            "label": "dash" if dash else "move",
            "distance": most,
            "outlines": [area(points[:-1])],
            "rules": rules,
        }
    )


# What it can reach


def ranges(b: Battle, piece: int) -> Iterator[Band]:
    """Effective range round those who can fire; how far a commander's word carries."""
    if PIECE_COMMANDER <= piece < PIECE_FORMATION:
        yield from command(b, piece - PIECE_COMMANDER)
        return
    own = side_of_piece(b, piece)
    men = members(b, piece - PIECE_FORMATION) if piece >= PIECE_FORMATION else bit(b, piece)
    armed = armed_among(b, own, men)
    if armed:
        d = effective_range(b, own, armed)
        rings = [ring(b.men[i].x, b.men[i].y, d + radius_of(b, b.men[i])) for i in of_set(b, own, armed)]
        rules = ["MI-056", "MI-057", "MI-058", "MI-R31"]
        yield Band(kind="fire", label="effective range", distance=d, outlines=rings, rules=rules)


def command(b: Battle, k: int) -> Iterator[Band]:
    c = b.commanders[k]
    r = figure_radius(b, OFFICER + k)
    for label, d, rule in (
        ("units", b.rules.unit_radius, "MI-023"),
        ("stragglers", straggler_reach(b, c), "MI-024"),
    ):
        yield Band(
            kind="command", label=label, distance=d, outlines=[ring(c.x, c.y, d + r)], rules=[rule, "MI-R15"]
        )


# Cards


def card(b: Battle, n: Names, piece: int) -> Card:
    if piece >= PIECE_FORMATION:
        return unit_card(b, n, piece - PIECE_FORMATION)
    if piece >= PIECE_COMMANDER:
        return commander_card(b, n, piece - PIECE_COMMANDER)
    return man_card(b, n, piece)


def quality(b: Battle, own: int, men: int) -> Fact:
    grade = grade_of(b, own, men)
    passes = f"tests pass on {b.rules.target[grade]} or more"
    return Fact(label="Quality", value=GRADES[Grade(grade)], more=passes, rules=["MI-005", "MI-006"])


def fire(b: Battle, own: int, men: int) -> Fact:
    """The weapon, its range, and what number and quality add to the die."""
    armed = armed_among(b, own, men)
    if not armed:
        return Fact(label="Fire", value="none", more="no firearms", rules=["MI-R34"])
    weapon = WEAPONS[Weapon(fire_weapon(b, own, armed))]
    adds = b.rules.grade_bonus[grade_of(b, own, armed)] + threes(b, own, armed)
    value = short_inches(effective_range(b, own, armed))
    more = f"effective range of {weapon}, {adds:+d} to the die"
    return Fact(label="Fire", value=value, more=more, rules=["MI-056", "MI-057", "MI-064", "MI-065"])


def unit_card(b: Battle, n: Names, f: int) -> Card:
    u, men = b.formations[f], members(b, f)
    hurt = set_size(wounded_among(b, u.side, men))
    strength, wounded = count(u.size, "man", "men"), f"{hurt} wounded" if hurt else ""
    most = short_inches(move_allowance(b, u.side, men))
    facts = [
        Fact(label="Strength", value=strength, more=wounded, rules=["MI-010"]),
        Fact(label="Move", value=most, more="an action", rules=["MI-032"]),
        fire(b, u.side, men),
        quality(b, u.side, men),
        actions(b, f),
    ]
    return Card(title=formation(n, f), kind="formed unit", facts=facts, notes=list(unit_notes(b, n, f)))


def actions(b: Battle, f: int) -> Fact:
    """How much it can do yet this turn."""
    left = 0 if fresh_men(b, f) == 0 else b.rules.actions
    if is_in_hand(b, f):
        left = b.actions
    more = "in hand" if is_in_hand(b, f) and left else "has acted" if not left else "if it is activated"
    return Fact(label="Actions", value=str(left), more=more, rules=["MI-016", "MI-028"])


def unit_notes(b: Battle, n: Names, f: int) -> Iterator[Fact]:
    u = b.formations[f]
    fresh = fresh_men(b, f)
    if 0 < fresh < u.size and not is_in_hand(b, f):
        yield Fact(label="", value=f"{u.size - fresh} of its men have been activated", rules=["MI-R16"])
    for k in range(b.n_commanders):
        if b.commanders[k].side == u.side and attached_to(b, k) == f:
            yield Fact(label="", value=f"{commander(n, k)} is with it", rules=["MI-R12"])
    if set_size(actors_of(b, f)) < u.size and is_in_hand(b, f):
        yield Fact(label="", value="not all of its men act with it now", rules=["MI-R16"])


def man_card(b: Battle, n: Names, i: int) -> Card:
    m, alone = b.men[i], bit(b, i)
    loose = is_straggler(m)
    most = scurry_allowance(b, i) if loose else move_allowance(b, m.side, alone)
    facts = [
        Fact(
            label="Move",
            value=short_inches(most),
            more="by scurry" if loose else "with his unit",
            rules=["MI-121"] if loose else ["MI-032"],
        ),
        fire(b, m.side, alone),
        quality(b, m.side, alone),
    ]
    known = (
        (not loose, f"in {formation(n, m.formation)}", "MI-010"),
        (loose, "a straggler", "MI-011"),
        (m.wounded, "wounded: he counts as half a man", "MI-066"),
        (m.acted > 0, "has been activated", "MI-016"),
        (not present(m), "not on the table", "MI-R71"),
    )
    notes = [Fact(label="", value=text, rules=[rule]) for holds, text, rule in known if holds]
    return Card(title=man(n, i), kind="straggler" if loose else "man in ranks", facts=facts, notes=notes)


def commander_card(b: Battle, n: Names, k: int) -> Card:
    c = b.commanders[k]
    move, dash = commander_allowance(b, k, False), commander_allowance(b, k, True)
    facts = [
        Fact(label="Move", value=short_inches(move), rules=["MI-019"]),
        Fact(label="Dash", value=short_inches(dash), rules=["MI-020", "MI-021"]),
        Fact(
            label="Command",
            value=short_inches(b.rules.unit_radius),
            more=f"for a formed unit, {short_inches(straggler_reach(b, c))} for stragglers",
            rules=["MI-023", "MI-024"],
        ),
        Fact(label="Quality", value=GRADES[Grade(c.grade)], rules=["MI-006"]),
    ]
    unit = attached_to(b, k)
    known = (
        (unit >= 0, f"with {formation(n, unit)}", "MI-R12"),
        (c.mounted, "mounted", "MI-022"),
        (c.charismatic, "charismatic", "MI-025"),
        (c.officer_only, "commands no troops of his own", "MI-R09"),
        (c.wounded, "wounded", "MI-R10"),
        (c.acted and k != b.commander, "has acted", "MI-015"),
    )
    notes = [Fact(label="", value=text, rules=[rule]) for holds, text, rule in known if holds]
    return Card(title=commander(n, k), kind="commander", facts=facts, notes=notes)
