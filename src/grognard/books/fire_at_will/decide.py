"""Who answers a choice: the orders already given, then the side's general, then the people."""

from __future__ import annotations

from ...battle import General, next_order, note_ask, record, reseed_when_due
from ...records import Pending
from ...values import Ask, Order
from .drill import drill
from .state import Battle
from .whim import at_random


def decide(b: Battle, kind: int, side: int, actor: int, other: int) -> Order:
    """Ask a side for a choice, exactly where the rulebook asks it."""
    b.decisions += 1
    reseed_when_due(b.script, b.dice)
    ask = Ask(kind, side, actor, other)
    note_ask(b.script, ask)
    if b.script.cursor < b.script.n:
        return next_order(b.script)
    if b.generals[side] == General.PERSON:
        raise Pending
    b.whim.counter = b.decisions << 16  # a general's fancy depends on the choice, not on who replayed
    if b.generals[side] == General.DRILL:
        order = drill(b, ask)
    else:
        order = at_random(b, ask)
    b.whim.counter = 0
    record(b.script, order)
    return order
