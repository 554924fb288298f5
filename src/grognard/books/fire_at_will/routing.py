"""What routs and pursuits go by: ways, who may pursue, and the choices they ask for.  Nothing here asks."""

from __future__ import annotations

from ...battle import refuse
from ...values import Ask, Order
from .state import Battle, R


def may_pursue(b: Battle, g: int, f: int) -> bool:
    """As fast as the routers, in contact with them and nobody else, did not pursue last turn [FW-180, FW-186, FW-R109]."""
    return False  # to be written


def check_pursue(b: Battle, ask: Ask, o: Order) -> int:
    """PURSUE by one that may, or NO [FW-180, FW-181, FW-R109]."""
    return refuse(b.refusal, 180, 0.0, 0.0, o.actor)  # to be written


def check_stay(b: Battle, ask: Ask, o: Order) -> int:
    """The commander in chief runs with his formation or stays alone: YES he stays [FW-142, FW-R66]."""
    return refuse(b.refusal, R + 66, 0.0, 0.0, o.actor)  # to be written
