"""Where the drill-book general spends his command points: first on those who bring more, then where they change most."""

from __future__ import annotations

from ...battle import plain, with_how
from ...values import Ask, Order
from .command import can_activate, is_musician, least_price, list_chain
from .drill_fire import good_range, is_shot
from .drill_orders import goal
from .drill_plan import LAST_STEPS, has_foe_within, is_troops, keeps_place, turns_left
from .figures import (
    STAMP_BITS,
    STAMPS,
    centre,
    first,
    group_in_contact,
    is_leader,
    is_mounted,
    stands,
    strength,
)
from .state import NOBODY, Act, Battle, Gait, Role
from .status import in_retreat
from .ways import allowance

RELAY = 1000.0  # a leader brings more dice than he costs
MUSIC = 500.0  # and a drummer or bugler one die more
CIVILIANS = 900.0  # whom the scenario is about
RALLY = 1.2  # a man who gives way
BRINK = 3.0  # a man who gives way and is a move or less from the edge of the table
CHARGE = 1.5  # a man of the sword, on horseback or on foot, with an enemy in reach
FIRE = 1.1  # a man who fires or loads
MARCH = 0.9  # a man who has somewhere to go
LATE = 2.0  # and must go now
STAND = 0.4  # a man who has nothing to do
FIGHT = 0.6  # a man in a melee
MOST = 3.0  # the most of all these
UNKNOWN = -1.0  # not reckoned yet
HORSE_REACH = 60.0
FOOT_REACH = 30.0


def spend(b: Battle, ask: Ask) -> Order:
    """The one whom command changes most for its price, until the points are gone."""
    begin_worths(b, ask.side)
    found, best = best_bargain(b, ask, False, NOBODY, 0.0)
    found, best = best_bargain(b, ask, True, found, best)
    if found < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    return with_how(Act.ACTIVATE, ask.actor, found, 0)


def best_bargain(b: Battle, ask: Ask, troops: bool, found: int, best: float) -> tuple[int, float]:
    """Of the troops, or of the others, the one whom command changes more for its price than the best so far; that if
    there is none.  Whom his price rules out is not reckoned."""
    n = list_chain(b, ask.actor)
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side != ask.side or u.commander >= 0 or is_troops(b, g) != troops or not stands(b, g):
            continue
        if most_worth(b, g) > best * least_price(b, g) and can_activate(b, ask.actor, n, g):
            price = b.paper.price
            worth = worth_noted(b, g) / price
            if worth > best:
                found, best = g, worth
    return found, best


def begin_worths(b: Battle, side: int) -> None:
    """What command is worth to each group of a side is to be reckoned, unless nothing has changed since it was."""
    stamp = how_things_are(b, side)
    if b.paper.reckoned != stamp:
        b.paper.reckoned = stamp
        for g in range(b.n_groups):
            b.paper.worth[g] = UNKNOWN


def most_worth(b: Battle, g: int) -> float:
    """Command is worth no more than this to a group: what was reckoned, or for troops the most that it can be."""
    if b.paper.worth[g] == UNKNOWN and is_troops(b, g):
        return MOST * strength(b, g)
    return worth_noted(b, g)


def worth_noted(b: Battle, g: int) -> float:
    """What command is worth to a group, noted on the paper."""
    if b.paper.worth[g] == UNKNOWN:
        b.paper.worth[g] = worth_of_command(b, g)
    return b.paper.worth[g]


def how_things_are(b: Battle, side: int) -> int:
    """A number that changes with all that makes command worth more or less."""
    out = 2 * b.turn + side
    for g in range(b.n_groups):
        u = b.groups[g]
        sees = (u.sees ^ u.sees >> STAMP_BITS) & STAMPS
        out = (out * 1_000_003 + u.stirs + sees + 2 * u.router + u.falling_back) & STAMPS
    return out


def worth_of_command(b: Battle, g: int) -> float:
    """How much it changes that a group is commanded."""
    u = b.groups[g]
    if is_leader(u):
        return RELAY + (MUSIC if is_musician(b, g) else 0.0)
    if u.civilian:
        return CIVILIANS * strength(b, g)
    if u.role == Role.DRIVER or not is_troops(b, g):
        return 0.01
    return need(b, g) * strength(b, g)


def need(b: Battle, g: int) -> float:
    """What command is worth to each man of a group."""
    u = b.groups[g]
    if in_retreat(u):
        return BRINK if is_on_brink(b, g) else RALLY
    if group_in_contact(b, g):
        return FIGHT
    shot = is_shot(b, g)
    if not shot and has_foe_within(b, g, HORSE_REACH if is_mounted(b, g) else FOOT_REACH):
        return CHARGE
    _, _, wanted, late = goal(b, g)
    if late or keeps_place(b, g) or (wanted and turns_left(b) <= LAST_STEPS):
        return LATE
    if shot and has_foe_within(b, g, 2.0 * good_range(b, g)):
        return FIRE
    return MARCH if wanted else STAND


def is_on_brink(b: Battle, g: int) -> bool:
    """Would one move more take a group over the edge?"""
    x, y = centre(b, g)
    move = allowance(b, first(b, g), Gait.TROT)
    return min(x, y, b.ground.width - x, b.ground.depth - y) <= move
