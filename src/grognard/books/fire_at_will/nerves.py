"""What morale goes by: who is exempt, the factors, who may choose to test.  Nothing here asks."""

from __future__ import annotations

from ...battle import refuse
from ...values import Order
from .state import Battle
from .strips import all_cinc, is_garrison


def exempt(b: Battle, f: int) -> bool:
    """Garrisons and the commander in chief alone never test [FW-047, FW-142, FW-R66, FW-R67]."""
    u = b.formations[f]
    return is_garrison(u) or all_cinc(b, u)


def modifiers(b: Battle, f: int) -> int:
    """The sum of the factors, each told [FW-127, FW-130, FW-134, FW-R57, FW-R58, FW-R59, FW-R60, FW-R61]."""
    return 0  # to be written


def note_surprises(b: Battle) -> None:
    """Enemies who have come into view inside their charge range: Trigger.SURPRISE [FW-124, FW-R65, FW-R99]."""
    # to be written


def any_halted(b: Battle, side: int) -> bool:
    """Is there a halted formation that may test to go nearer again [FW-140, FW-R63]?"""
    return False  # to be written


def check_test(b: Battle, side: int, o: Order) -> int:
    """One that its player would have test, or a halted one: once a turn, before it moves [FW-125, FW-R63, FW-R64]."""
    return refuse(b.refusal, 125, 0.0, 0.0, o.actor)  # to be written
