"""Heroes, leaders and wizards with formations: joining, leaving, and where they stand."""

from __future__ import annotations

from ...battle import refuse
from ...values import Order
from .state import Battle, R


def check_join(b: Battle, side: int, o: Order) -> int:
    """Into contact with a formation that has none, one join or leave a turn [FW-008, FW-009, FW-011, FW-R06, FW-R07]."""
    return refuse(b.refusal, R + 6, 0.0, 0.0, o.other)  # to be written


def join(b: Battle, o: Order) -> None:
    """He is attached at the end of his move [FW-R06]."""
    # to be written


def check_detach(b: Battle, side: int, o: Order) -> int:
    """Before his formation moves, he leaves it and moves alone [FW-008, FW-R06]."""
    return refuse(b.refusal, R + 6, 0.0, 0.0, o.actor)  # to be written


def detach(b: Battle, o: Order) -> None:
    """Alone again, in the formation that is his own [FW-R06]."""
    # to be written


def check_post(b: Battle, side: int, o: Order) -> int:
    """At either end of the front rank, or behind it [FW-R06]."""
    return refuse(b.refusal, R + 6, 0.0, 0.0, o.actor)  # to be written


def post(b: Battle, o: Order) -> None:
    """He stands elsewhere in his formation [FW-R06]."""
    # to be written
