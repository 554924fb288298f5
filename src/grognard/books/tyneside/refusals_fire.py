"""Why nobody shoots: what a shot lacks, in words with the measurement."""

from __future__ import annotations

from collections.abc import Callable

from ...chronicle import agree, does, side
from ...values import Ask, Order
from .figures import figure_group_gap, first, group_gap, next_of, stands
from .lacking import any_free, reach_of
from .names import Names
from .state import OWN, OWN_PS, Act, Battle, R
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


def no_reach(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Nothing to shoot with, or the target is too far away."""
    name, reach = the_group(n, o.actor), reach_of(b, o.actor)
    if reach <= 0.0:
        return f"{does(name, 'has')} nothing to shoot with"
    picks = o.kind == Act.PICK
    away = figure_group_gap(b, o.other, o.actor) if picks else group_gap(b, o.actor, o.other)
    return f"{does(target(n, o), 'is')} {exact(away)} away; the farthest that {name} {agree(name, 'shoots')} is {cm(reach)}"


def target(n: Names, o: Order) -> str:
    return figure(n, o.other) if o.kind == Act.PICK else the_group(n, o.other)


def no_view(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Nobody is free, or nobody has a clear shot."""
    name, one = the_group(n, o.actor), len(men_of(b, o.actor)) == 1
    if not any_free(b, o.actor):
        return f"{does(name, 'is')} not free to shoot" if one else f"nobody of {name} is free to shoot"
    return f"{name if one else f'nobody of {name}'} has {'no' if one else 'a'} clear shot at {target(n, o)}"


def no_pick(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Who picks out nobody, or whom."""
    if not b.groups[o.actor].pc:
        return "only a Player Character picks out a man"
    return "choose an enemy who is on the table"


def of_group(verb: str, rest: str) -> Words:
    """What is said of the group that would shoot."""

    def words(b: Battle, n: Names, ask: Ask, o: Order) -> str:
        return f"{does(the_group(n, o.actor), verb)} {rest}"

    return words


FIRE_REASONS: dict[int, Words] = {
    5: no_reach,
    48: no_aim,
    49: no_pick,
    50: of_group("is", "not loaded"),
    57: no_view,
    R + 35: of_group("did", "not say that he would load or fire this turn"),
    R + 52: of_group("has", "shot at one group this turn already"),
    R + 53: of_group("has", "shot this turn"),
    R + 60: of_group("is", "in contact with the enemy"),
    OWN + 24: of_group("has", "moved too far this turn to shoot"),
    OWN_PS + 28: of_group("has", "moved too far this turn to shoot"),
    OWN_PS + R + 19: of_group("is", "mounted, and mounted dragoons do not shoot"),
}  # to an order to shoot; some of these rules stand against other orders too
