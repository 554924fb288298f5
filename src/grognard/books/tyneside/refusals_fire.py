"""Why nobody shoots: what a shot lacks, in words with the measurement."""

from __future__ import annotations

from collections.abc import Callable

from ...chronicle import agree, does, side
from ...values import Ask, Order
from .figures import figure_group_gap, first, group_gap, in_contact, is_leader, next_of, present, stands
from .setup import Names
from .shooting import may_shoot_at_all, missile_at, ready, still_enough, uses_ratio
from .state import Act, Battle, Book, Kind, R
from .status import is_commanded
from .words import cm, exact, figure, the_group

Words = Callable[[Battle, Names, Ask, Order], str]


def men_of(b: Battle, g: int) -> list[int]:
    """The figures of a group that are on the table."""
    out, i = [], first(b, g)
    while i >= 0:
        out.append(i)
        i = next_of(b, i)
    return out


def no_aim(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Who cannot be told to shoot, or at whom."""
    if not stands(b, o.actor) or b.groups[o.actor].side != ask.side:
        return f"choose a group of {side(ask.side)}'s that is on the table"
    name = the_group(n, o.actor)
    if not is_commanded(b, o.actor):
        return (
            f"{does(name, 'is')} not under command, and {agree(name, 'shoots')} at the nearest enemy unbidden"
        )
    if o.kind != Act.FIRE:
        return "say who shoots at whom, or that nobody else does"
    return "choose an enemy group that is on the table"


def fired_already(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{does(the_group(n, o.actor), 'has')} shot at one group this turn already"


def no_shot(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """The first thing that is wanting, for all of a group."""
    name, foe = the_group(n, o.actor), the_group(n, o.other)
    if not stands(b, o.other):
        return f"{does(foe, 'is')} not on the table"
    men = men_of(b, o.actor)
    cannot = nobody_at_all(b, n, o.actor, men)
    if cannot:
        return cannot
    reach = longest(b, men)
    away = group_gap(b, o.actor, o.other)
    if away > reach:
        return f"{does(foe, 'is')} {exact(away)} away; the farthest that {name} {agree(name, 'shoots')} is {cm(reach)}"
    clear = f"{name} has" if len(men) == 1 else f"nobody of {name} has"
    no = "no" if len(men) == 1 else "a"
    return wanting(b, n, o.actor, men, away) or f"{clear} {no} clear shot at {foe}"


def nobody_at_all(b: Battle, n: Names, g: int, men: list[int]) -> str:
    """Why a group does not shoot, whoever the target."""
    name, u = the_group(n, g), b.groups[g]
    if longest(b, men) <= 0.0:
        return f"{does(name, 'has')} nothing to shoot with"
    if any(may_shoot_at_all(b, i) for i in men):
        return ""
    if all(in_contact(b, i) for i in men):
        return f"{does(name, 'is')} in contact with the enemy"
    if is_leader(u) and not u.declared:
        return f"{name} did not say that he would load or fire this turn"
    if b.book == Book.PIKE_AND_SHOT and u.kind == Kind.DRAGOONS and b.figures[men[0]].mounted:
        return "mounted dragoons do not shoot"
    if all(b.figures[i].shot == b.turn for i in men):
        return f"{does(name, 'has')} shot this turn"
    return f"{does(name, 'is')} not free to shoot" if len(men) == 1 else f"nobody of {name} is free to shoot"


def longest(b: Battle, men: list[int]) -> float:
    """The longest range of the weapons of some men."""
    return float(max((b.rules.weapon_long[w] for i in men for w in b.figures[i].arms), default=0.0))


def wanting(b: Battle, n: Names, g: int, men: list[int], away: float) -> str:
    """Unloaded, or moved too far, all of them."""
    name = the_group(n, g)
    armed = [
        (i, missile_at(b, i, away)) for i in men if may_shoot_at_all(b, i) and missile_at(b, i, away) >= 0
    ]
    if armed and not any(still_enough(b, i, w) for i, w in armed):
        return f"{does(name, 'has')} moved too far this turn to shoot"
    if armed and not uses_ratio(b, g) and not any(ready(b, i, w) for i, w in armed):
        return f"{does(name, 'is')} not loaded"
    return ""


def no_pick(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Why an officer cannot pick out a man."""
    name = the_group(n, o.actor)
    if not b.groups[o.actor].pc:
        return "only a Player Character picks out a man"
    if (
        not 0 <= o.other < b.n_figures
        or not present(b.figures[o.other])
        or b.figures[o.other].side == ask.side
    ):
        return "choose an enemy who is on the table"
    men = men_of(b, o.actor)
    cannot = nobody_at_all(b, n, o.actor, men)
    if cannot:
        return cannot
    away = figure_group_gap(b, o.other, o.actor)
    if away > longest(b, men):
        return (
            f"{figure(n, o.other)} is {exact(away)} away; {name} shoots {cm(longest(b, men))} at the farthest"
        )
    return wanting(b, n, o.actor, men, away) or f"{name} has no clear shot at {figure(n, o.other)}"


FIRE_REASONS: dict[int, Words] = {48: no_aim, 49: no_pick, 57: no_shot, R + 52: fired_already}
