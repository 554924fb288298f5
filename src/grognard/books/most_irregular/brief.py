"""Orders of Most Irregular on a button: a title, a second line, and which sort of order it is."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import NamedTuple

from ...bearings import bearing, short_inches, turn, way
from ...chronicle import count, shape_words
from ...values import Ask, Order
from .asking import aim_words
from .firing import effective_range, volley_range
from .legality import formed_firers, officers_of, targets_of
from .manoeuvres import movers
from .men import (
    actors_of,
    centre_of,
    figures_gap,
    gap_to_formation,
    members,
    set_size,
    stands,
    wounded_among,
)
from .refusals import men_words
from .setup import Names
from .state import Act, AskKind, Battle, Grade
from .words import GRADES, commander, figure, figures, formation, wind

HARDLY = 0.05  # inches: as good as on the spot
STEPS = (AskKind.STEP, AskKind.OFFICER)


class Brief(NamedTuple):
    title: str
    more: str = ""
    group: str = "answer"


def brief(b: Battle, n: Names, ask: Ask, o: Order, text: str) -> Brief:
    """What stands on the button; right after the check of the order, whose plan is still on paper."""
    if ask.kind in STEPS and o.kind in (Act.MOVE, Act.DASH):
        return step(b, n, o)
    words = BRIEFS.get(Act(o.kind))
    return words(b, n, ask, o) if words is not None else Brief(text)


def is_place(ask: Ask, o: Order) -> bool:
    """Are its x and y a place on the table?"""
    return o.kind in (Act.MOVE, Act.DASH, Act.REPOSITION, Act.FORM_RANKS)


def passes(ask: Ask, o: Order) -> bool:
    """Does it let the question pass?"""
    return o.kind in (Act.DONE, Act.STAY) or (o.kind == Act.NO and ask.kind == AskKind.REROLL)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Commanders


def step(b: Battle, n: Names, o: Order) -> Brief:
    c = b.commanders[o.actor]
    dx, dy = o.x - c.x, o.y - c.y
    verb = "dash" if o.kind == Act.DASH else "move"
    return Brief(f"{verb} {wind(dx, dy)}", f"{short_inches(hypot(dx, dy))} {wind(dx, dy)}", verb)


def command(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    c = b.commanders[o.actor]
    traits = (GRADES[Grade(c.grade)], "mounted" * c.mounted, "charismatic" * c.charismatic)
    return Brief(commander(n, o.actor), ", ".join(t for t in traits if t), "commander")


def activate(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    men = count(b.formations[o.actor].size, "man", "men")
    gap = max(0.0, gap_to_formation(b, b.commanders[ask.actor], o.actor))
    return Brief(formation(n, o.actor), f"{men}, {short_inches(gap)} away", "unit")


# Formed units


def move(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """Forward, left, back, as the men would say it; on the spot it is a turn."""
    u = b.formations[o.actor]
    x, y = centre_of(b, ask.side, movers(b, o.actor, o.how))
    dx, dy = o.x - x, o.y - y
    far = hypot(dx, dy)
    some = part(b, o)
    if o.other >= 0:
        return Brief(f"join {formation(n, o.other)}", f"{some}{short_inches(far)} {wind(dx, dy)}", "join")
    turned = abs(bearing(u.fx, u.fy, o.fx, o.fy)) >= 1.0
    if far <= HARDLY:
        return Brief(f"face {wind(o.fx, o.fy)}", f"{some}turn {turn(u.fx, u.fy, o.fx, o.fy)}", "turn")
    then = f", facing {wind(o.fx, o.fy)}" if turned else ""
    return Brief(f"move {way(u.fx, u.fy, dx, dy)}", f"{some}{short_inches(far)} {wind(dx, dy)}{then}", "move")


def part(b: Battle, o: Order) -> str:
    """How many of a unit it is for, if not all: "5 men, "."""
    whole = o.how <= 0 or not stands(b, o.actor) or o.how == members(b, o.actor)
    return "" if whole else f"{count(set_size(o.how), 'man', 'men')}, "


def wheel(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    u = b.formations[o.actor]
    on = f", then {short_inches(o.x)} on" if o.x > HARDLY else ""
    more = f"{part(b, o)}on {figure(n, o.other)}, to face {wind(o.fx, o.fy)}{on}"
    return Brief(f"wheel {turn(u.fx, u.fy, o.fx, o.fy)}", more, "turn")


def reposition(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    shape = shape_words(set_size(actors_of(b, o.actor)), o.other)
    return Brief(f"take {shape}", f"facing {wind(o.fx, o.fy)}", "shape")


def fire(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    men = formed_firers(b, o.actor, o._replace(kind=int(Act.FIRE)))
    title = "rapid fire at" if o.kind == Act.RAPID else "fire at"
    return Brief(f"{title} {aim_words(n, o)}", volley(b, ask, o, men), "fire")


def volley(b: Battle, ask: Ask, o: Order, men: int) -> str:
    """How many fire, how far, and whether that is effective."""
    far = volley_range(b, ask.side, men, targets_of(b, ask.side, men, o), officers_of(b, ask.side, men, o))
    near = far <= effective_range(b, ask.side, men) + 1e-9 and o.kind != Act.HARASS
    who = count(set_size(men), "man", "men")
    return f"{who}, {short_inches(max(0.0, far))}, {'effective' if near else 'harassing'}"


def assault(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"assault {aim_words(n, o)}", f"{wind(o.fx, o.fy)}ward", "assault")


def regroup(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    hurt = set_size(wounded_among(b, ask.side, members(b, o.actor)))
    parts = [f"{count(hurt, 'wounded man rolls', 'wounded men roll')}"] if o.other == 1 else []
    parts += [f"{count(set_size(o.how), 'straggler')} taken in"] if o.how else []
    return Brief("regroup", ", ".join(parts), "regroup")


# Stragglers


def who(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return men_words(b, n, ask.side, o.how)


def scurry(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    spread = ", spreading out" if o.fx > 0 else ", closing in" if o.fx < 0 else ""
    far = f"up to {short_inches(hypot(o.x, o.y))}"
    return Brief(f"scurry {wind(o.x, o.y)}", f"{who(b, n, ask, o)}, {far}{spread}", "scurry")


def there(b: Battle, o: Order) -> str:
    """How many of them get there, if not all."""
    some, all_ = set_size(b.paper.formed), set_size(o.how)
    return "" if some == all_ else f", {some} of {all_} get there"


def ranks(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    shape = shape_words(set_size(o.how), o.other)
    more = f"{who(b, n, ask, o)}, facing {wind(o.fx, o.fy)}{there(b, o)}"
    return Brief(f"form {shape}", more, "form ranks")


def join(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(f"join {formation(n, o.other)}", who(b, n, ask, o) + there(b, o), "join")


def loose_fire(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    verb = "harass" if o.kind == Act.HARASS else "fire at"
    return Brief(f"{verb} {aim_words(n, o)}", volley(b, ask, o, o.how), "fire")


def attack(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    gap = short_inches(max(0.0, figures_gap(b, o.actor, o.other)))
    return Brief(f"attack {figure(n, o.other)}", f"{figure(n, o.actor)}, {gap} away", "attack")


def bail(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    hurt = set_size(wounded_among(b, ask.side, o.how))
    risk = "a man lost for each 1" if hurt < set_size(o.how) else ""
    lost = f"{count(hurt, 'wounded man', 'wounded men')} lost" if hurt else ""
    far = f"{short_inches(hypot(o.x, o.y))} {wind(o.x, o.y)}"
    return Brief("bail", ", ".join(w for w in (who(b, n, ask, o), far, risk, lost) if w), "bail")


def gather(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    rolls = ", the wounded roll" if o.other == 1 else ""
    title = "take cover" if o.kind == Act.COVER or (o.x, o.y) != (0.0, 0.0) else "gather"
    return Brief(title, who(b, n, ask, o) + rolls, "gather")


def call(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief("call stragglers", who(b, n, ask, o), "call")


def named(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    """Men who run or fall."""
    men = [b.first_man[ask.side] + k for k in range(b.men_of[ask.side]) if o.how >> k & 1]
    return Brief(figures(n, men) if men else "nobody", "", "men")


def succeed(b: Battle, n: Names, ask: Ask, o: Order) -> Brief:
    return Brief(figure(n, o.actor), f"{GRADES[Grade(b.men[o.actor].grade)]}, takes command", "commander")


BRIEFS: dict[Act, Callable[[Battle, Names, Ask, Order], Brief]] = {
    Act.STAY: lambda b, n, ask, o: Brief("stay", f"{commander(n, o.actor)} does not move", "move"),
    Act.COMMAND: command,
    Act.UNIT: activate,
    Act.MOVE: move,
    Act.WHEEL: wheel,
    Act.REPOSITION: reposition,
    Act.DISPERSE: lambda b, n, ask, o: Brief("disperse", f"{short_inches(o.x)} apart", "shape"),
    Act.FIRE: fire,
    Act.RAPID: fire,
    Act.ASSAULT: assault,
    Act.REGROUP: regroup,
    Act.SCURRY: scurry,
    Act.FORM_RANKS: ranks,
    Act.JOIN: join,
    Act.SKIRMISH: loose_fire,
    Act.HARASS: loose_fire,
    Act.ATTACK: attack,
    Act.BAIL: bail,
    Act.GATHER: gather,
    Act.COVER: gather,
    Act.RALLY: call,
    Act.RUN: named,
    Act.FALL: named,
    Act.SUCCEED: succeed,
}
