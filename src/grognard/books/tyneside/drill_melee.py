"""When to charge: what a melee should bring, and whom it pays to charge."""

from __future__ import annotations

from ...battle import with_how
from ...values import Ask, Order
from .drill_plan import best_offer, contests, is_foe, keeps_place, known_to, turns_left
from .figures import FAR, first, is_leader, is_mounted, is_within, quality_of, strength
from .matches import armour_of, best_factor
from .prospects import can_charge
from .state import NOBODY, Act, Battle, Book, Gait, Kind, Quality, Role, Shape, Weapon
from .status import carries, in_retreat, is_shock, meets_frontally
from .ways import allowance

BOLD = 0.8  # points on the die: men of the sword charge for so much
STEADY = 1.6  # and men of the musket for so much
RANKS = 1.5  # points: what ranks of pikes behind one another are worth
PIKES = 2.0  # points: what a horse fears pikes more than others
NUMBERS = 1.0  # points for each time one is as many again, up to twice
IN_THE_WAY = 1.0  # points for one who stands where the side wants to be
MATCHLOCKS = 1.5  # more where fire is too slow to drive him off
LAST_CHANCE = 3.0  # and in the last turns
VERY_LAST = 6.0  # and in the last of all, when there is nothing left to save men for
LAST_TURNS = 5


def class_worth(b: Battle, g: int) -> float:
    q = quality_of(b, g)
    if q == Quality.TOP:
        return 1.0 * b.rules.melee_top
    return 1.0 * b.rules.melee_low if q == Quality.LOW else 0.0


def charge_worth(b: Battle, g: int, gait: int) -> float:
    """What a charge at a gait adds to the dice of horse."""
    if not is_mounted(b, g):
        return 0.0
    if b.book == Book.EARLY_19TH:
        u = b.groups[g]
        if u.kind == Kind.CUIRASSIERS:
            return 1.0 * b.rules.cuirassier_bonus
        return 1.0 * b.rules.shock_bonus if is_shock(u) else 0.0
    return 1.0 * b.rules.charge_bonus[gait]


def pike_worth(b: Battle, g: int) -> float:
    """Ranks of pikes fight together in the first turn."""
    if b.rules.pike_ranks <= 0 or is_mounted(b, g) or not carries(b, first(b, g), Weapon.PIKE):
        return 0.0
    return RANKS if strength(b, g) >= 6 else 0.5


def edge(b: Battle, g: int, h: int, gait: int) -> float:
    """How much better the dice of a group that charges should be than those of the other."""
    mine = class_worth(b, g) + charge_worth(b, g, gait) + pike_worth(b, g) + armour_of(b, first(b, h))
    theirs = class_worth(b, h) + armour_of(b, first(b, g))
    pikes = pike_worth(b, h)
    if pikes > 0.0 and meets_frontally(b, g, h):
        theirs += pikes + (PIKES if is_mounted(b, g) else 0.0)
    factor, other = best_factor(b, first(b, g)), best_factor(b, first(b, h))
    mine += b.rules.melee_weapon if factor > other else 0
    theirs += b.rules.melee_weapon if other > factor else 0
    return mine - theirs + odds_of_numbers(b, g, h)


def odds_of_numbers(b: Battle, g: int, h: int) -> float:
    n, m = 1.0 * strength(b, g), 1.0 * strength(b, h)
    if n >= m:
        return min(n / m - 1.0, 2.0) * NUMBERS
    return -min(m / n - 1.0, 2.0) * NUMBERS


def charge_gait(b: Battle, g: int) -> int:
    """The best gait of a charge: the gallop, for who may."""
    if not is_mounted(b, g):
        return Gait.WALK
    if b.groups[g].must_walk:
        return Gait.WALK
    return Gait.TROT if b.groups[g].kind == Kind.DUTCH else Gait.GALLOP


def may_think_of_it(b: Battle, g: int) -> bool:
    """Leaders keep out of it; so do squares, dragoons in the saddle, and civilians."""
    u = b.groups[g]
    if is_leader(u) or u.civilian or u.role != Role.TROOPS or u.shape != Shape.OPEN:
        return False
    return not (u.kind == Kind.DRAGOONS and is_mounted(b, g))


def best_charge(b: Battle, ask: Ask, g: int, bold: bool) -> Order:
    """The charge that should pay best; a plain no if none does."""
    if not may_think_of_it(b, g):
        return with_how(Act.NO, g, NOBODY, 0)
    gait = charge_gait(b, g)
    reach = allowance(b, first(b, g), gait)
    note_offers(b, ask.side, g, gait, reach)
    h = best_offer(b, BOLD if bold else STEADY)
    while h >= 0:
        if can_charge(b, g, h, gait):
            return with_how(Act.CHARGE, g, h, gait)
        b.paper.offer[h] = -FAR
        h = best_offer(b, BOLD if bold else STEADY)
    return with_how(Act.NO, g, NOBODY, 0)


def note_offers(b: Battle, side: int, g: int, gait: int, reach: float) -> None:
    """Note on the paper what it is worth to charge each enemy in reach; the best that can be done is the order."""
    known = known_to(b, side)
    stays = keeps_place(b, g)
    for h in range(b.n_groups):
        b.paper.offer[h] = -FAR
        if (
            is_foe(b, side, h, known)
            and is_within(b, g, h, reach)
            and not (stays and not contests(b, h, side))
        ):
            b.paper.offer[h] = edge(b, g, h, gait) + reasons(b, h, side)


def reasons(b: Battle, h: int, side: int) -> float:
    """Guns, men where the side wants to be, and men who give way are charged the sooner."""
    u = b.groups[h]
    worth = 0.0
    if contests(b, h, side):
        worth += in_the_way(b)
    if u.role == Role.CREW:
        worth += 0.7
    if in_retreat(u):
        worth += 0.3
    return worth


def in_the_way(b: Battle) -> float:
    """What it is worth to charge one who stands where the side wants to be: the more, the less time is left."""
    if turns_left(b) <= 1:
        return VERY_LAST
    if turns_left(b) <= LAST_TURNS:
        return LAST_CHANCE
    return IN_THE_WAY + (MATCHLOCKS if b.book == Book.PIKE_AND_SHOT else 0.0)
