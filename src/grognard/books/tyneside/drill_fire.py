"""What fire should bring, and at whom it pays most."""

from __future__ import annotations

from ...battle import plain
from ...values import Ask, Order
from .drill_plan import LAST_STEPS, best_offer, contests, is_foe, known_to, turns_left
from .figures import (
    FAR,
    NEAR,
    first,
    is_leader,
    nearest_pair_within,
    next_of,
    strength,
)
from .guns import dice_of_shot, gun_band, lane_range
from .legality import check_gun, serves_gun
from .loading import ready
from .shooting import (
    band_for,
    how_things_stand,
    may_fire_at,
    may_shoot_at_all,
    missile_at,
    ratio_for,
    share_of,
    uses_ratio,
)
from .sight import cover_from
from .state import NOBODY, Act, Band, Battle, Book, Role, Weapon
from .status import has_missiles, in_retreat

LEADER = 5.0  # men: what an enemy leader is worth
CHIEF = 8.0  # men: and the one who throws the dice
ON_PLACE = 2.5  # times as much, who stands where the side wants to be
BEATEN = 0.4  # of it, who runs already
HURT = 0.6  # of the hits that do harm
POINTS_A_MAN = 9.0  # of a man as most are, where losses count by points
GUN_MEN = 1.3  # men whom a die of a gun should cost at the longest range; twice, three times nearer
LEAST = 0.02  # men: for less nobody fires


def man_worth(b: Battle, h: int) -> float:
    """What a man of an enemy group is worth, in men."""
    u = b.groups[h]
    worth = 1.0
    if is_leader(u):
        worth = CHIEF if u.pc else LEADER
    elif b.aims.casualties:
        worth = max(0.5, b.figures[first(b, h)].points / POINTS_A_MAN)
    if is_in_the_way(b, h):
        worth *= ON_PLACE
    elif in_retreat(u):
        worth *= BEATEN
    return worth


def is_in_the_way(b: Battle, h: int) -> bool:
    """Does an enemy group stand where the side wants to be?  One that runs will go by itself, if there is time."""
    u = b.groups[h]
    return (not in_retreat(u) or turns_left(b) <= LAST_STEPS) and contests(b, h, 1 - u.side)


def chance(b: Battle, i: int, j: int, weapon: int) -> float:
    """How likely a shot hits."""
    band = band_for(b, i, j, weapon)
    if band > Band.LONG or (b.figures[i].wounded and band > Band.SHORT):
        return 0.0
    need = b.rules.to_hit[band][cover_from(b, j, b.figures[i].x, b.figures[i].y)]
    return max(0.0, (9.0 - need) / 8.0)


def men_ready(b: Battle, g: int) -> int:
    """How many of a group could fire now, as far as loading goes; of those who do not load, their share."""
    n, at = 0, NOBODY
    by_ratio = uses_ratio(b, g)
    i = first(b, g)
    while i >= 0:
        w = long_arm(b, i)
        if w != Weapon.NONE and may_shoot_at_all(b, i) and (by_ratio or ready(b, i, w)):
            n, at = n + 1, i
        i = next_of(b, i)
    return share_of(b, n, ratio_for(b, at, long_arm(b, at))) if by_ratio and n > 0 else n


def long_arm(b: Battle, i: int) -> int:
    """The weapon of a man that carries farthest, or none."""
    best, found = 0.0, int(Weapon.NONE)
    for k in range(3):
        w = b.figures[i].arms[k]
        if b.rules.weapon_long[w] > best:
            best, found = b.rules.weapon_long[w], w
    return found


def good_range(b: Battle, g: int) -> float:
    """How near a group should be to fire: medium range of what most of it carries; 0 if it has no missiles."""
    i = first(b, g)
    return b.rules.weapon_medium[long_arm(b, i)] if i >= 0 else 0.0


def long_range(b: Battle, g: int) -> float:
    i = first(b, g)
    return b.rules.weapon_long[long_arm(b, i)] if i >= 0 else 0.0


def is_shot(b: Battle, g: int) -> bool:
    """Men who live by their muskets: on foot, most with more than a pistol."""
    n = shot = 0
    i = first(b, g)
    while i >= 0:
        n += 1
        reach = b.rules.weapon_long[long_arm(b, i)]
        shot += has_missiles(b, i) and not b.figures[i].mounted and reach > b.rules.weapon_long[Weapon.PISTOL]
        i = next_of(b, i)
    return 2 * shot > n


def fire_worth(b: Battle, g: int, h: int, guns: int) -> float:
    """What the fire of so many of a group at another should be worth, in men; legality apart."""
    d, i, j = nearest_pair_within(b, g, h, long_range(b, g) + 2 * NEAR)
    if i < 0 or j < 0 or d > long_range(b, g) + NEAR:
        return 0.0
    weapon = missile_at(b, i, d)
    if weapon < 0:
        return 0.0
    struck = guns * chance(b, i, j, weapon) * HURT
    if is_leader(b.groups[h]):
        return min(struck, 1.0) * man_worth(b, h)
    return min(struck, 1.0 * strength(b, h)) * man_worth(b, h)


def gun_worth(b: Battle, k: int, h: int) -> float:
    """A gun shakes whom it hits: the nearer and the more they are, the better."""
    d = lane_range(b, k, h)
    if d >= FAR:
        return 0.0
    band = gun_band(b, d)
    if band > Band.LONG:
        return 0.0
    return GUN_MEN * (3 - band) * dice_of_shot(b, h) * min(man_worth(b, h), 2.0)


def shoot(b: Battle, ask: Ask) -> Order:
    """Each group that was found able to shoot in this step, in turn, at the enemy on whom its fire pays most."""
    known = known_to(b, ask.side)
    now = how_things_stand(b)
    for g in range(b.n_groups):
        if b.groups[g].side == ask.side and b.paper.able[g] != 0:
            order = best_shot(b, ask, g, known, now)
            if order.kind != Act.DONE:
                return order
    return plain(Act.DONE, NOBODY, NOBODY)


def best_shot(b: Battle, ask: Ask, g: int, known: int, now: int) -> Order:
    """The target that is worth most to a group, if it may shoot at any."""
    gun = b.groups[g].role == Role.CREW and serves_gun(b, g)
    guns = 0 if gun else men_ready(b, g)
    if not gun and guns == 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    for h in range(b.n_groups):
        b.paper.offer[h] = -FAR
        if is_foe(b, ask.side, h, known):
            k = b.groups[g].engine
            b.paper.offer[h] = gun_worth(b, k, h) if gun else fire_worth(b, g, h, guns)
    h = best_offer(b, LEAST)
    while h >= 0:
        if may_fire_at(b, g, h, now) or (gun and check_gun(b, b.groups[g].engine, h) == 0):
            return plain(Act.FIRE, g, h)
        b.paper.offer[h] = -FAR
        h = best_offer(b, LEAST)
    return plain(Act.DONE, NOBODY, NOBODY)


def may_go_and_fire(b: Battle, g: int) -> float:
    """What share of a move a group may make and still fire in the turn."""
    if b.book == Book.EARLY_19TH:
        return b.rules.fire_move_share
    i = first(b, g)
    return b.rules.fire_move_share if long_arm(b, i) == Weapon.FIRELOCK else 0.0
