"""Moving into contact and out of it: charges, lining up, breaking off, overlapping, turning to face."""

from __future__ import annotations

from ...battle import refuse
from ...values import Order
from .state import Battle, R
from .touching import in_contact


def check_charge(b: Battle, side: int, o: Order) -> int:
    """A move that ends in contact [FW-049, FW-R18, FW-R32, FW-048, FW-R77, FW-R99]."""
    return refuse(b.refusal, R + 18, 0.0, 0.0, o.other)  # to be written


def charge(b: Battle, o: Order) -> None:
    """One wheel, straight on, and squared up to the edge that is hit [FW-R18, FW-R33]."""
    # to be written


def line_up(b: Battle, f: int, g: int, edge: int) -> None:
    """Flush to that edge of g, slid so that most front strips reach half frontage [FW-R33]."""
    # to be written


def check_break_off(b: Battle, side: int, o: Order) -> int:
    """Faster than all it leaves, free in flank and rear, clear at the end [FW-050, FW-051, FW-052, FW-053, FW-R35]."""
    return refuse(b.refusal, 50, 0.0, 0.0, o.actor)  # to be written


def break_off(b: Battle, o: Order) -> None:
    """Straight back, all of its allowance, facing the enemy [FW-054, FW-R35]."""
    # to be written


def check_overlap(b: Battle, side: int, o: Order) -> int:
    """From the second turn of a melee, strips beyond the end wheel round it [FW-055, FW-056, FW-057, FW-058, FW-R37]."""
    return refuse(b.refusal, R + 37, 0.0, 0.0, o.actor)  # to be written


def overlap(b: Battle, o: Order) -> None:
    """The strip is set flush on the enemy's flank, front or rear: Posted.FLANK [FW-R37]."""
    # to be written


def check_face(b: Battle, side: int, o: Order) -> int:
    """Hit in flank or rear only, it turns to face one attacker in place of moving [FW-R34]."""
    return refuse(b.refusal, R + 34, 0.0, 0.0, o.actor)  # to be written


def face(b: Battle, o: Order) -> None:
    """The formation turns to the attacker; that is its move [FW-R34]."""
    # to be written


def note_melees(b: Battle) -> None:
    """Since when each formation has been in melee [FW-055, FW-R37]."""
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.n > 0:
            if not in_contact(b, f):
                u.melee_since = 0
            elif u.melee_since == 0:
                u.melee_since = b.turn
