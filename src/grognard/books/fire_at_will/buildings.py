"""Buildings: coming, going, and placing the defenders.  Where they stand is in houses.py."""

from __future__ import annotations

from ...battle import refuse
from ...values import Order
from .state import Battle, R

# Coming and going


def check_enter(b: Battle, f: int, o: Order) -> int:
    """Only from its edge, only foot, only if nobody else is in it [FW-040, FW-041, FW-043, FW-R27, FW-R67]."""
    return refuse(b.refusal, 41, 0.0, 0.0, o.other)  # to be written


def enter(b: Battle, o: Order) -> None:
    """Inside, along the sides that its player likes; a halt is over [FW-041, FW-046, FW-R67]."""
    # to be written


def check_garrison(b: Battle, f: int, o: Order) -> int:
    """Placing the defenders again costs the turn's move [FW-R27]."""
    return refuse(b.refusal, R + 27, 0.0, 0.0, f)  # to be written


def garrison(b: Battle, o: Order) -> None:
    """The defenders along other sides [FW-046, FW-R27]."""
    # to be written


def check_leave(b: Battle, f: int, o: Order) -> int:
    """Out of a building with half the allowance [FW-042]."""
    return refuse(b.refusal, 42, 0.0, 0.0, f)  # to be written


def leave(b: Battle, o: Order) -> None:
    """Outside, formed up [FW-042]."""
    # to be written
