"""Orders of Phase 1 in tests: go() gives one that must be legal, no() says which rule forbids one."""

from __future__ import annotations

from typing import Any

from grognard.books.fire_at_will import acting, sequence
from grognard.books.fire_at_will.contact import note_melees
from grognard.books.fire_at_will.obstacles import note_lining
from grognard.scenario import SIDES
from grognard.values import Order

from .field import NOBODY, Act, Field, order


def make(act: Act, given: dict[str, Any]) -> Order:
    return order(act, **given)


def side_of(f: Field, o: Order) -> str:
    strip = o.kind in (Act.OVERLAP, Act.JOIN, Act.DETACH, Act.POST)
    return SIDES[f.b.strips[o.actor].side if strip else f.b.formations[o.actor].side]


def no(f: Field, act: Act, **given: Any) -> str:
    """The rule that forbids an order of the actor's side; empty if none does."""
    o = make(act, given)
    return f.refused(f.action(side_of(f, o), f.b.mover), act, **given)


def go(f: Field, act: Act, **given: Any) -> None:
    """The order is legal, and is carried out."""
    o = make(act, given)
    bad = f.refused(f.action(side_of(f, o), f.b.mover), act, **{"fx": 0.0, "fy": 0.0, **given})
    assert bad == "", (bad, f.b.refusal)
    acting.act(f.b, o)


def next_turn(f: Field) -> None:
    """A new turn: what lasted a turn is over, and everybody's place is noted."""
    f.b.turn += 1
    for n in range(f.b.n_formations):
        sequence.begin_turn_of_formation(f.b, n)
    for i in range(f.b.n_strips):
        sequence.begin_turn_of_strip(f.b, i)
    f.b.mover = NOBODY
    note_lining(f.b)
    note_melees(f.b)
    f.ready(f.b.turn)
