"""Movement: allowances, slow ground, and the manoeuvres of formations and single models."""

from __future__ import annotations

from ...battle import refuse
from ...table.vectors import length
from ...values import Box, Order
from .charms import is_frozen, pace_factor
from .state import Act, Battle, Deed, Nerve, Orders, R
from .strips import base_pace, is_running
from .touching import in_contact

SLACK = 1e-6


# Allowances


def allowance(b: Battle, f: int) -> float:
    """The inches of its slowest base, as spells change them [FW-023, FW-R05, FW-R06, FW-R20]."""
    return base_pace(b, b.formations[f]) * pace_factor(b, f)


def left_to_move(b: Battle, f: int) -> float:
    """What is left of its allowance this turn: less what it has spent, or the share it has [FW-031, FW-042]."""
    u = b.formations[f]
    return allowance(b, f) * u.share - u.spent


def begin_move(b: Battle, f: int) -> None:
    """The formation is in hand; the move of the one before is over."""
    if b.mover >= 0 and b.mover != f:
        b.formations[b.mover].done = True
    b.mover = f
    b.formations[f].began = True
    b.formations[f].moved = True


# Who may move


def check_mover(b: Battle, side: int, f: int) -> int:
    """A formation of one's own that is free to move: not done, running, frozen or held [FW-017, FW-023]."""
    if not 0 <= f < b.n_formations or b.formations[f].n == 0 or b.formations[f].side != side:
        return refuse(b.refusal, 17, 0.0, 0.0, f)
    u = b.formations[f]
    if u.done or (u.began and b.mover != f):
        return refuse(b.refusal, 23, u.spent, allowance(b, f), f)
    if is_running(u):
        return refuse(b.refusal, 141, 0.0, 0.0, f)
    if is_frozen(b, f):
        return refuse(b.refusal, 87, 0.0, 0.0, f)
    if u.orders == Orders.HOLD:
        return refuse(b.refusal, R + 14, 0.0, 0.0, f)
    return check_character_lets_move(b, f)


def check_character_lets_move(b: Battle, f: int) -> int:
    """Who speaks, casts or meditates keeps his formation where it is [FW-061, FW-067, FW-070, FW-R40, FW-R88]."""
    u = b.formations[f]
    for k in range(u.n):
        deed = b.strips[u.members[k]].deed
        if deed == Deed.SPEECH or deed == Deed.INSULT:
            return refuse(b.refusal, 61, 0.0, 0.0, u.members[k])
        if deed == Deed.CAST:
            return refuse(b.refusal, 67, 0.0, 0.0, u.members[k])
        if deed == Deed.MEDITATE:
            return refuse(b.refusal, 70, 0.0, 0.0, u.members[k])
        if deed == Deed.RAISED:
            return refuse(b.refusal, R + 107, 0.0, 0.0, u.members[k])
    return 0


def check_free_of_contact(b: Battle, f: int) -> int:
    """In contact one does not simply walk away [FW-R36]."""
    if in_contact(b, f):
        return refuse(b.refusal, R + 36, 0.0, 0.0, f)
    return 0


def is_halted(b: Battle, f: int) -> bool:
    """May go no nearer to any enemy [FW-140]."""
    return b.formations[f].nerve == Nerve.HALTED


# What ways cost


def straight_cost(b: Battle, f: int, box: Box, dx: float, dy: float) -> float:
    """What a straight way costs a formation: an inch in slow ground, or uphill, costs two [FW-034, FW-035, FW-R20]."""
    return length(dx, dy)  # to be written: slow ground, hills


def straight_reach(b: Battle, f: int, ux: float, uy: float, inches: float) -> float:
    """How far along a direction so many inches of allowance carry it, slow ground and obstacles counted [FW-R20, FW-R108].

    Troops in the way do not count here: see ways.first_met."""
    return inches  # to be written


# Manoeuvres: each has a check, which says 0 or the rule against it, and the move itself


def check_move(b: Battle, side: int, o: Order) -> int:
    """ADVANCE, WHEEL, BACK, SIDESTEP, TURN, RESHAPE and MARCH [FW-R17]."""
    bad = check_mover(b, side, o.actor)
    if bad != 0:
        return bad
    return refuse(b.refusal, R + 17, 0.0, 0.0, o.actor)  # to be written


def move(b: Battle, o: Order) -> None:
    """Carry out one of them."""
    # to be written


def check_forced(b: Battle, f: int, o: Order) -> int:
    """A move that BEGONE! makes: by the same rules, into contact with nobody [FW-080, FW-R93]."""
    if o.kind == Act.DONE:
        return 0
    return refuse(b.refusal, R + 93, 0.0, 0.0, f)  # to be written


def check_no_nearer(b: Battle, f: int, end: Box) -> int:
    """A halted formation ends no nearer to any enemy it sees [FW-140, FW-R31]."""
    return 0  # to be written
