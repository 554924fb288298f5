"""Magic users: casting, meditating, and the clocks of spells in force."""

from __future__ import annotations

from ...values import Order
from .state import Battle


def cast(b: Battle, o: Order) -> None:
    """Points are spent, shields tried, the die rolled; then spells.work [FW-066, FW-075, FW-076, FW-079, FW-R88, FW-R105]."""
    # to be written


def meditate(b: Battle, o: Order) -> None:
    """He does nothing else this turn [FW-070]."""
    # to be written


def pay_meditation(b: Battle) -> None:
    """A point, unless he was shot at or attacked; never above his stock [FW-070, FW-071, FW-072, FW-R86, FW-R90]."""
    # to be written


def wear_off(b: Battle) -> None:
    """The clocks of spells, in order of casting [FW-074, FW-R13, FW-R91]."""
    # to be written


def fast_strikes(b: Battle) -> None:
    """FAST STRIKE pushes back whom it may before the fights [FW-090, FW-R100]."""
    # to be written
