"""Orders of Horse and Musket on a button: a title, a second line, and which sort of order it is."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import NamedTuple

from ...bearings import bearing, short_inches, turn, way
from ...book import Choice
from ...chronicle import count, listed
from ...values import Ask, Order
from .charging import charge_cost
from .firing import gun_band, musket_band
from .setup import Names
from .sight import fire_range
from .state import Act, Arm, AskKind, Battle, Formation, Unit
from .units import gap_between, leader_gap
from .words import BANDS, FORMATIONS, GUN_BANDS, leader, place, unit, wind

PLACES = (Act.MOVE, Act.HALF_MOVE, Act.FORM, Act.LEAVE, Act.DEPLOY)  # orders that say where
PASSES = (Act.DONE, Act.HOLD)  # orders that let a question pass
DECLINES = (AskKind.SHELTER, AskKind.REROLL)  # asks in which a no does
HARDLY = 0.05  # inches: as good as on the spot
BEARS = 12.0  # degrees off the front from which a move is not straight ahead


class Brief(NamedTuple):
    title: str
    more: str = ""
    group: str = "answer"


def choice(b: Battle, n: Names, ask: Ask, o: Order, text: str, key: str) -> Choice:
    """An order with all its words."""
    said = brief(b, n, ask, o, text)
    where = o.kind in PLACES
    return Choice(o, text, key, capital(said.title), said.more, said.group, where, passes(b, ask, o))


def passes(b: Battle, ask: Ask, o: Order) -> bool:
    """Does it let the question pass: no more, hold fire, stay as you are?"""
    if o.kind == Act.FACE:
        u = b.units[o.actor]
        return bool(o.fx == u.fx and o.fy == u.fy)
    if o.kind == Act.INFLUENCE:
        return o.how == 0
    return o.kind in PASSES or (o.kind == Act.NO and ask.kind in DECLINES)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def brief(b: Battle, n: Names, ask: Ask, o: Order, text: str) -> Brief:
    """What stands on the button; orders that say enough already keep their words."""
    if ask.kind == AskKind.GENERAL and o.kind in (Act.MOVE, Act.ATTACH):
        return ride(b, n, o, text)
    words = BRIEFS.get(Act(o.kind))
    return words(b, n, ask, o) if words is not None else Brief(text)


def ride(b: Battle, n: Names, o: Order, text: str) -> Brief:
    g = b.leaders[o.actor]
    if o.kind == Act.ATTACH:
        gap = max(0.0, leader_gap(b, g, b.units[o.other]))
        return Brief(f"join {unit(n, o.other)}", f"{short_inches(gap)} away", "join")
    behind = text.partition("behind ")[2]
    far = f"{short_inches(hypot(o.x - g.x, o.y - g.y))} {wind(o.x - g.x, o.y - g.y)}"
    return Brief(f"behind {behind}" if behind else "ride", far, "ride")


def move(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """Forward, half right, back: as the men would say it."""
    u = b.units[o.actor]
    dx, dy = o.x - u.x, o.y - u.y
    far = hypot(dx, dy)
    if far <= HARDLY:
        return turning(u, o)
    if u.arm == Arm.ARTILLERY:
        return Brief(f"move {way(u.fx, u.fy, dx, dy)}", f"{short_inches(far)}, {faces(u, o)}", "move")
    off = bearing(u.fx, u.fy, dx, dy)
    if abs(off) < BEARS:
        return Brief("move forward", f"{short_inches(far)}, straight ahead", "move")
    side = "right" if off > 0 else "left"
    title = f"half {side}" if abs(off) > 3 * BEARS else f"bear {side}"
    return Brief(title, f"{short_inches(far)}, facing {wind(dx, dy)}", "move")


def faces(u: Unit, o: Order) -> str:
    same = abs(bearing(u.fx, u.fy, o.fx, o.fy)) < 1.0
    return "facing as now" if same else f"facing {wind(o.fx, o.fy)}"


def turning(u: Unit, o: Order) -> Brief:
    cost = "" if u.arm == Arm.ARTILLERY else ", half a move"
    return Brief(f"turn {turn(u.fx, u.fy, o.fx, o.fy)}", f"to face {wind(o.fx, o.fy)}{cost}", "turn")


def half_move(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u = b.units[o.actor]
    dx, dy = o.x - u.x, o.y - u.y
    far = hypot(dx, dy)
    if far <= HARDLY:
        return turning(u, o)
    return Brief(f"shift {way(u.fx, u.fy, dx, dy)}", f"{short_inches(far)}, {faces(u, o)}", "half move")


def form(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u = b.units[o.actor]
    far = hypot(o.x - u.x, o.y - u.y)
    turns = "" if abs(bearing(u.fx, u.fy, o.fx, o.fy)) < 1.0 else f", facing {wind(o.fx, o.fy)}"
    where = f"and advance {short_inches(far)}" if far > HARDLY else "where it stands"
    wide = f"{count(o.other, 'stand')} wide, " if o.other > 0 else ""
    return Brief(f"form {FORMATIONS[Formation(o.how)]}", wide + where + turns, "formation")


def leave(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"leave in {FORMATIONS[Formation(o.how)]}", f"facing {wind(o.fx, o.fy)}", "building")


def deploy(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    across = f"{short_inches(o.x)} from the west, {short_inches(o.y)} from the south"
    return Brief(f"deploy in {FORMATIONS[Formation(o.how)]}", across, "deploy")


def charge(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u, e = b.units[o.actor], b.units[o.other]
    gap, cost = gap_between(u, e), charge_cost(b, u, e)
    costs = "" if cost - gap < HARDLY else f", costs {short_inches(cost)}"
    return Brief(f"charge {unit(n, o.other)}", f"{short_inches(gap)} away{costs}", "charge")


def fire(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u, e = b.units[o.actor], b.units[o.other]
    d = fire_range(b, u, e, ask.other)
    if u.arm == Arm.ARTILLERY:
        band = list(GUN_BANDS.values())[gun_band(b, u, d)]
    else:
        band = f"{(*BANDS, 'out of')[musket_band(b, u.weapon, d)]} range"
    return Brief(f"fire at {unit(n, o.other)}", f"{short_inches(d)}, {band}", "fire")


def strike(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    e = b.units[o.other]
    return Brief(f"strike {unit(n, o.other)}", count(e.figures, "figure"), "fight")


def rally(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u = b.units[o.actor]
    how = "routing" if u.routing else "disordered" if u.disordered else "owes a check"
    return Brief(f"rally {unit(n, o.actor)}", f"{u.figures} of {u.original}, {how}", "rally")


def influence(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    if o.how == 0:
        return Brief("stay out of it", leader(n, o.other))
    return Brief(f"{o.how:+d}", f"from {leader(n, o.other)}")


def melee(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    inside = [unit(n, i) for i in range(b.n_units) if b.units[i].melee == o.how]
    return Brief(f"melee {o.how + 1}", listed(inside) if inside else "", "fight")


def retreat(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"go back {short_inches(o.x)}", "", "retreat")


def face(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u = b.units[o.actor]
    if passes(b, ask, o):
        return Brief("stay as it is", f"facing {wind(u.fx, u.fy)}", "turn")
    return Brief(f"face {wind(o.fx, o.fy)}", f"turn {turn(u.fx, u.fy, o.fx, o.fy)}", "turn")


def shelter(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"shelter with {unit(n, o.other)}", "", "shelter")


BRIEFS: dict[Act, Callable[[Battle, Names, Ask, Order], Brief]] = {
    Act.MOVE: move,
    Act.HALF_MOVE: half_move,
    Act.FORM: form,
    Act.LEAVE: leave,
    Act.DEPLOY: deploy,
    Act.ENTER: lambda b, n, ask, o: Brief(f"enter {place(n, o.other)}", "", "building"),
    Act.CHARGE: charge,
    Act.FIRE: fire,
    Act.STRIKE: strike,
    Act.RALLY: rally,
    Act.INFLUENCE: influence,
    Act.MELEE: melee,
    Act.RETREAT: retreat,
    Act.FACE: face,
    Act.SHELTER: shelter,
    Act.REROLL: lambda b, n, ask, o: Brief(f"roll a {o.how} again", "", "dice"),
}
