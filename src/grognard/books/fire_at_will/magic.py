"""What casting goes by: who may, which spells, at what, and in reach.  Nothing here asks."""

from __future__ import annotations

from ...battle import refuse
from ...values import Order
from .state import Battle, No


def has_magic(b: Battle) -> bool:
    """Magic is in the game; if not, a wizard is simply a hero [FW-062]."""
    return b.options.magic == No.TRUE


def check_pick(b: Battle, k: int, o: Order) -> int:
    """Six different spells of the list [FW-064, FW-R87]."""
    chosen = 0
    for spell in range(b.n_spells):
        chosen += (o.how >> spell) % 2
    if o.how < 0 or o.how >> b.n_spells != 0 or chosen != b.rules.picks:
        return refuse(b.refusal, 64, float(chosen), float(b.rules.picks), k)
    return 0


def check_cast(b: Battle, side: int, o: Order) -> int:
    """Stationary, points enough, one of his six, a target seen and in range [FW-066, FW-067, FW-068, FW-069, FW-R88, FW-R89]."""
    return refuse(b.refusal, 62, 0.0, 0.0, o.actor)  # to be written


def check_meditate(b: Battle, side: int, o: Order) -> int:
    """Stationary, and nothing else this turn [FW-070, FW-R90]."""
    return refuse(b.refusal, 70, 0.0, 0.0, o.actor)  # to be written
