"""Deployment, where the scenario does not give the places."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from .decide import decide
from .state import NOBODY, Act, AskKind, Battle, Ev, Lost, Phase, R
from .units import follow_unit, take_formation


def deploy(b: Battle) -> None:
    """Units alternately, the lower roller first, within 12 inches of the own edge [FH-R90]."""
    b.phase = Phase.DEPLOYMENT
    side = lower_roller(b)
    goes_on = True  # the side in turn
    other_goes_on = True
    while goes_on or other_goes_on:
        if goes_on:
            goes_on = reserves(b, side) > 0 and place(b, side)
        side = 1 - side
        goes_on, other_goes_on = other_goes_on, goes_on


def lower_roller(b: Battle) -> int:
    """Ties are rolled again."""
    while True:
        zero = die(b.dice)
        one = die(b.dice)
        if zero != one:
            emit(b.log, Ev.DEPLOY_ROLL, R + 90, 0 if zero < one else 1, NOBODY, zero, one, 0.0)
            return 0 if zero < one else 1


def reserves(b: Battle, side: int) -> int:
    n = 0
    for i in range(b.n_units):
        if b.units[i].side == side and b.units[i].lost == Lost.RESERVE:
            n += 1
    return n


def place(b: Battle, side: int) -> bool:
    """One unit on the table, in a formation and facing of its player's choice; False: no room [FH-R90]."""
    b.phase_side = side
    o = decide(b, AskKind.DEPLOY, side, NOBODY, NOBODY)
    if o.kind == Act.DONE:
        leave_off(b, side)
        return False
    u = b.units[o.actor]
    u.lost = Lost.NO
    take_formation(b, u, o.how, 0)
    u.x = o.x
    u.y = o.y
    u.fx = o.fx
    u.fy = o.fy
    follow_unit(b, o.actor)
    emit(b.log, Ev.DEPLOYED, R + 90, o.actor, NOBODY, o.how, 0, 0.0)
    return True


def leave_off(b: Battle, side: int) -> None:
    """Units for which there is no room stay off the table [FH-R90]."""
    for i in range(b.n_units):
        if b.units[i].side == side and b.units[i].lost == Lost.RESERVE:
            emit(b.log, Ev.NO_ROOM, R + 90, i, NOBODY, 0, 0, 0.0)
