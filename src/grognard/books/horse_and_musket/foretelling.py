"""What a single order may lead to, for its odds: a shot, a charge carried home, a rally, a melee settled.

All of it is done by the rules' own functions; what others do in the same step is left out."""

from __future__ import annotations

from collections.abc import Callable

from ...values import Ask, Order
from .charges import charge
from .fire import claim_first_fire, count_figures, fire_first, first_fire, halt_charges, shoot
from .melee import choose_foes, fight, form_melees, settle
from .morale import rally
from .state import Act, AskKind, Battle
from .units import on_table


def charge_home(b: Battle, i: int, j: int) -> None:
    """A charge to its end: the answer of whom it is for, his fire, the melee and its aftermath [FH-040]."""
    charge(b, i, j, False)
    if on_table(b.units[i]) and b.units[i].in_contact:
        fire_at_charge(b, i, b.units[i].target)
        melee_of(b, i)


def fire_at_charge(b: Battle, i: int, j: int) -> None:
    """Only the one who is charged fires; nobody supports him [FH-017, FH-052]."""
    count_figures(b)
    for k in range(b.n_units):
        if k not in (i, j):
            b.units[k].then = 0
    claim_first_fire(b, b.units[j].side)
    fire_first(b, b.units[j].side)
    halt_charges(b)


def melee_of(b: Battle, i: int) -> None:
    """The melee that a unit is in, if it got there, and what becomes of who loses it."""
    count_figures(b)
    form_melees(b)
    choose_foes(b)
    m = b.units[i].melee
    if m >= 0:
        fight(b, m)
        settle(b, m)


def defend(b: Battle, j: int, i: int) -> None:
    """The fire of who is charged, in place of his blows, and whether the charge goes in [FH-017, FH-088]."""
    count_figures(b)
    b.units[j].fired_first = b.units[j].fired = True
    first_fire(b, j, i)
    halt_charges(b)


def check_rally(b: Battle, i: int) -> None:
    rally(b, i)


def alone(ask: Ask, o: Order) -> Callable[[Battle], None] | None:
    """The rules that carry out just this order; none if it is bound up with the turn."""
    if ask.kind == AskKind.TARGET and o.kind == Act.FIRE:
        return lambda b: shoot(b, ask.actor, o.other, ask.other)
    if ask.kind == AskKind.CHARGE and o.kind == Act.CHARGE:
        return lambda b: charge_home(b, o.actor, o.other)
    if ask.kind == AskKind.RALLY and o.kind == Act.RALLY:
        return lambda b: check_rally(b, o.actor)
    if ask.kind == AskKind.FIRST_FIRE and o.kind == Act.YES:
        return lambda b: defend(b, ask.actor, ask.other)
    if ask.kind == AskKind.MELEE_ORDER and o.kind == Act.MELEE:
        return lambda b: settle(b, o.how)
    return None
