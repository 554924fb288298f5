"""Orders of Fire At Will, Men on a button: a title, a second line, and which sort of order it is."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import NamedTuple

from ...bearings import bearing, short_inches, turn, way
from ...chronicle import count
from ...table.vectors import compass
from ...values import Ask, Order
from .forces import Names
from .scene import hit_words, strength_of
from .spell_targets import names_strip
from .state import FIGURE, Act, Aim, AskKind, Battle, Edge, Lasts, Why
from .strips import bears
from .touching import formation_gap, strip_formation_gap, strips_gap
from .words import (
    AIMS,
    COLOURS,
    DURATIONS,
    EDGES,
    POSTS,
    manned,
    spell,
    strip,
    terrain,
    the_formation,
    the_strip,
    wind,
)

HARDLY = 0.05  # inches: as good as on the spot
PLACES = (Act.MARCH, Act.LEAVE, Act.DETACH, Act.FLEE_DUEL)
TURNS = {Edge.RIGHT: "right", Edge.REAR: "about", Edge.LEFT: "left"}


class Brief(NamedTuple):
    title: str
    more: str = ""
    group: str = "answer"


def brief(b: Battle, n: Names, ask: Ask, o: Order, text: str) -> Brief:
    """What stands on the button; orders that say enough already keep their words."""
    words = BRIEFS.get(o.kind)
    return words(b, n, ask, o) if words is not None else Brief(text)


def is_place(b: Battle, o: Order) -> bool:
    """Are its x and y a place on the table?"""
    if o.kind == Act.CAST:
        return 0 <= o.how < b.n_spells and b.spells[o.how].aim == Aim.PLACE
    return o.kind in PLACES


def passes(ask: Ask, o: Order) -> bool:
    """Does it let the question pass?"""
    return o.kind == Act.DONE or (o.kind == Act.NO and ask.kind != AskKind.STAY)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def facing(fx: float, fy: float) -> str:
    return wind(compass(fx, fy))


def strips_told(b: Battle, f: int) -> str:
    """6 strips; or of a model that bears several hits: 4 hits left."""
    left, full = strength_of(b, f)
    if b.formations[f].original == 1:
        return f"{count(left, 'hit')} left" if full > 1 else ""
    return count(left, "strip")


def joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def away(gap: float) -> str:
    return f"{short_inches(max(0.0, gap))} away"


# Before the moves


def pick(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """The six that a mage writes down."""
    chosen = [spell(n, k) for k in range(b.n_spells) if (o.how >> k) % 2]
    return Brief("write these down", joined(*chosen), "spells")


def speech(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(
        f"speak to {the_formation(n, o.other)}", joined(strip(n, o.actor), why(b, "SPEECH")), "speech"
    )


def insult(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    gap = away(strip_formation_gap(b, o.actor, o.other))
    return Brief(
        f"insult {the_formation(n, o.other)}", joined(strip(n, o.actor), gap, why(b, "INSULT")), "insult"
    )


def why(b: Battle, name: str) -> str:
    """What it does to a test of nerve: +2 to its nerve."""
    worth = b.rules.factor[Why[name]]
    return f"{worth:+d} to its nerve".replace("-", "−")


def test(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(
        f"test {the_formation(n, o.actor)}", joined(strips_told(b, o.actor), "a die for its nerve"), "test"
    )


# Moves


def straight(title: str) -> Callable[[Battle, Names, Ask, Order], Brief]:
    def words(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
        u = b.formations[o.actor]
        sign = 1.0 if o.kind == Act.ADVANCE else -1.0
        return Brief(title, f"{short_inches(o.x)} {facing(sign * u.fx, sign * u.fy)}", "move")

    return words


def sidestep(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    hand = "right" if o.x > 0 else "left"
    return Brief(f"step {hand}", f"{short_inches(abs(o.x))} to the {hand}", "move")


def wheel(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u = b.formations[o.actor]
    angle = abs(round(bearing(u.fx, u.fy, o.fx, o.fy)))
    return Brief(f"wheel {turn(u.fx, u.fy, o.fx, o.fy)}", f"{angle}°, to face {facing(o.fx, o.fy)}", "turn")


def turn_about(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    how = TURNS.get(Edge(o.how), "")
    return Brief(f"turn {how}", f"its {EDGES[o.how]} becomes its front", "turn")


def reshape(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    left, _ = strength_of(b, o.actor)
    ranks = (left + max(o.other, 1) - 1) // max(o.other, 1)
    return Brief(f"form {count(o.other, 'file')}", f"{count(ranks, 'rank')} deep", "shape")


def march(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """A single model goes as it likes; on the spot it is a turn."""
    u = b.formations[o.actor]
    dx, dy = o.x - u.x, o.y - u.y
    far = hypot(dx, dy)
    if far <= HARDLY:
        return Brief(f"face {facing(o.fx, o.fy)}", f"turn {turn(u.fx, u.fy, o.fx, o.fy)}", "turn")
    then = f", facing {facing(o.fx, o.fy)}" if compass(o.fx, o.fy) != compass(dx, dy) else ""
    return Brief(f"go {way(u.fx, u.fy, dx, dy)}", f"{short_inches(far)} {facing(dx, dy)}{then}", "move")


# Contact


def charge(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    more = joined(strips_told(b, o.other), away(formation_gap(b, o.actor, o.other)))
    return Brief(f"charge {the_formation(n, o.other)}", more, "charge")


def overlap(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(
        f"lap round {the_formation(n, o.other)}", f"{strip(n, o.actor)}, to its {EDGES[o.how]}", "charge"
    )


def face(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"turn to face {the_formation(n, o.other)}", strips_told(b, o.other), "turn")


def flee(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    s = b.strips[o.actor]
    far = short_inches(hypot(o.x - s.x, o.y - s.y))
    with_ = f", to {the_formation(n, o.other)}" if o.other >= 0 else ""
    return Brief(
        "break off the duel", f"{far}{with_}, and take {count(b.rules.break_off_hits, 'hit')}", "duel"
    )


# Buildings and characters


def enter(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"enter {terrain(n, o.other)}", manned(o.how), "building")


def garrison(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief("man the walls anew", manned(o.how), "building")


def leave(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    where = terrain(n, b.formations[o.actor].building)
    return Brief(f"leave {where}", f"{count(o.other, 'file')}, facing {facing(o.fx, o.fy)}", "building")


def join(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"join {the_formation(n, o.other)}", joined(strip(n, o.actor), POSTS[o.how]), "join")


def detach(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    s = b.strips[o.actor]
    dx, dy = o.x - s.x, o.y - s.y
    return Brief(f"{the_strip(n, o.actor)} alone", f"{short_inches(hypot(dx, dy))} {facing(dx, dy)}", "leave")


def post(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"{the_strip(n, o.actor)}: {POSTS[o.how]}", "", "join")


# Magic


def cast(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """The spell and its target; what it costs, what is left, what the die must show, and how long it lasts."""
    row = b.spells[o.how]
    left = b.mages[b.strips[o.actor].mage].points - row.cost
    cost = f"{count(row.cost, 'point')}, {left} left"
    at = aimed(b, n, o)
    return Brief(f"{spell(n, o.how)}{at}", joined(cost, needs(b, o.how), lasting(b, o.how)), "cast")


def aimed(b: Battle, n: Names, o: Order) -> str:
    """At whom or what; a signal has a colour."""
    aim = b.spells[o.how].aim
    if aim == Aim.NOTHING:
        return f", {COLOURS[o.other]}" if o.other in COLOURS else ""
    if aim == Aim.PLACE:
        return ", there"
    if names_strip(aim, o.other):
        return f": {the_strip(n, o.other - FIGURE if aim == Aim.EITHER else o.other)}"
    return f": {the_formation(n, o.other)}"


def needs(b: Battle, k: int) -> str:
    return f"works on {b.spells[k].needs} or more" if b.spells[k].needs > 1 else ""


def lasting(b: Battle, k: int) -> str:
    """How long a spell lasts; what works at once needs no word."""
    row = b.spells[k]
    if row.lasts == Lasts.INSTANT:
        return ""
    return count(row.turns, "turn") if row.lasts == Lasts.TURNS else DURATIONS[row.lasts]


def spell_words(b: Battle, k: int) -> str:
    """All that the list says of a spell, for who picks his six: 3 points, 12 inches, an enemy formation."""
    row = b.spells[k]
    reach = short_inches(row.reach) if row.reach > 0 else "as far as one sees"
    return joined(count(row.cost, "point"), reach, AIMS[row.aim], needs(b, k), lasting(b, k))


def meditate(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    m = b.mages[b.strips[o.actor].mage]
    gain = count(b.rules.meditation, "point")
    return Brief("meditate", f"{gain} if nothing disturbs him, {m.points} of {m.stock} now", "cast")


# Shooting and melee


def shoot(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    more = joined(strip(n, o.actor), away(strips_gap(b, o.actor, o.other)), hurt(b, o.other))
    return Brief(f"shoot at {the_strip(n, o.other)}", more, "shoot")


def volley(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    alone = b.formations[o.actor].n == 1
    aim = "at its nearest strip" if alone else "each strip at the nearest"
    more = joined(aim, away(formation_gap(b, o.actor, o.other)))
    return Brief(f"{'shoot' if alone else 'all'} at {the_formation(n, o.other)}", more, "shoot")


def hurt(b: Battle, i: int) -> str:
    s = b.strips[i]
    return hit_words(b, s) if bears(b, s) > 1 and s.wounds else ""


def other_strip(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(strip(n, o.other), hurt(b, o.other), "melee")


def pursue(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    who = the_formation(n, o.actor)
    return Brief(
        f"pursue with {who}", joined(strips_told(b, o.actor), f"after {the_formation(n, o.other)}"), "pursue"
    )


def says(title: str, more: str, group: str) -> Callable[[Battle, Names, Ask, Order], Brief]:
    def words(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
        return Brief(title, more, group)

    return words


BRIEFS: dict[int, Callable[[Battle, Names, Ask, Order], Brief]] = {
    Act.FIRST: says("go first", "you move first this turn", "answer"),
    Act.SECOND: says("go second", "the enemy moves first this turn", "answer"),
    Act.PICK: pick,
    Act.HOLD: says("hold", "it may not move", "orders"),
    Act.ADVANCE_ORDER: says("advance", "it may not come into contact", "orders"),
    Act.CHARGE_ORDER: says("charge", "it must make contact if it can", "orders"),
    Act.SPEECH: speech,
    Act.INSULT: insult,
    Act.TEST: test,
    Act.ADVANCE: straight("advance"),
    Act.WHEEL: wheel,
    Act.BACK: straight("step back"),
    Act.SIDESTEP: sidestep,
    Act.TURN: turn_about,
    Act.RESHAPE: reshape,
    Act.MARCH: march,
    Act.CHARGE: charge,
    Act.BREAK_OFF: says("break off", "out of contact, a full move back", "move"),
    Act.OVERLAP: overlap,
    Act.FACE: face,
    Act.FLEE_DUEL: flee,
    Act.ENTER: enter,
    Act.GARRISON: garrison,
    Act.LEAVE: leave,
    Act.JOIN: join,
    Act.DETACH: detach,
    Act.POST: post,
    Act.CAST: cast,
    Act.MEDITATE: meditate,
    Act.SHOOT: shoot,
    Act.VOLLEY: volley,
    Act.JOIN_FIGHT: other_strip,
    Act.LEAD: other_strip,
    Act.STRIKE: other_strip,
    Act.PURSUE: pursue,
}
