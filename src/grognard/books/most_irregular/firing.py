"""The sums of fire: who fires, at what range, for how many points, at what price."""

from __future__ import annotations

from ...table.arcs import in_arc
from ...table.vectors import distance, dot
from .men import (
    FAR,
    NEAR,
    actors_of,
    alive,
    attached_to,
    can_fire,
    centre_of,
    figure_radius,
    figure_xy,
    figures_gap,
    grade_of,
    half_men,
    is_straggler,
    members,
    officers_count_as_men,
    present,
    radius_of,
)
from .sight import sees, sees_body, shelter_from
from .state import (
    NOBODY,
    OFFICER,
    Battle,
    FireArc,
    HarassingMax,
    MixedCover,
    Shelter,
    SurplusHits,
    Weapon,
)

# Who fires


def armed_actors(b: Battle, f: int) -> int:
    """The men of a formation who act now and have a firearm [MI-R16, MI-R34]."""
    return armed_among(b, b.formations[f].side, actors_of(b, f))


def armed_among(b: Battle, side: int, men: int) -> int:
    out = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and can_fire(b.men[b.first_man[side] + k]):
            out |= 1 << k
    return out


def in_fire_arc(b: Battle, f: int, i: int, x: float, y: float) -> bool:
    """Facing does not limit fire; by option the front half does [MI-R21]."""
    if b.options.fire_arc == FireArc.ALL_ROUND:
        return True
    u = b.formations[f]
    return dot(u.fx, u.fy, x - b.men[i].x, y - b.men[i].y) >= -NEAR


def firers_at(b: Battle, f: int, men: int, target: int) -> int:
    """Of some men of formation f (or stragglers), those who see a man of the target [MI-051, MI-053]."""
    side = 1 - b.formations[target].side
    tx, ty = centre_of(b, 1 - side, members(b, target))
    out = 0
    for k in range(b.men_of[side]):
        i = b.first_man[side] + k
        if (men >> k) % 2 == 1 and (f < 0 or in_fire_arc(b, f, i, tx, ty)) and sees_body(b, i, target):
            out |= 1 << k
    return out


def in_sweep(b: Battle, x: float, y: float, fx: float, fy: float, h: int) -> bool:
    """Is a figure inside the 90 degrees about the direction [MI-055, MI-R32]?"""
    hx, hy = figure_xy(b, h)
    return in_arc(fx, fy, hx - x, hy - y, b.rules.sweep_cosine)


def has_before_him(b: Battle, i: int, h: int) -> bool:
    """Does a man see a straggler, or a lone officer, and by option before his front [MI-051, MI-R21]?"""
    f = b.men[i].formation
    x, y = figure_xy(b, h)
    return (f < 0 or in_fire_arc(b, f, i, x, y)) and sees(b, i, h, NOBODY, 1 - b.men[i].side)


def seen_by_any(b: Battle, side: int, men: int, h: int) -> bool:
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and has_before_him(b, b.first_man[side] + k, h):
            return True
    return False


def eligible_stragglers(b: Battle, side: int, men: int, fx: float, fy: float) -> int:
    """The enemy stragglers in the angle whom any of these men sees [MI-055, MI-R32]."""
    x, y = centre_of(b, side, men)
    foe = 1 - side
    out = 0
    for k in range(b.men_of[foe]):
        h = b.first_man[foe] + k
        if is_straggler(b.men[h]) and in_sweep(b, x, y, fx, fy, h) and seen_by_any(b, side, men, h):
            out |= 1 << k
    return out


def eligible_officers(b: Battle, side: int, men: int, fx: float, fy: float) -> int:
    """By option, enemy commanders who stand alone in the angle, in sight [MI-R10]."""
    if not officers_count_as_men(b):
        return 0
    x, y = centre_of(b, side, men)
    out = 0
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if c.side != side and alive(c) and attached_to(b, k) < 0 and in_sweep(b, x, y, fx, fy, OFFICER + k):
            if seen_by_any(b, side, men, OFFICER + k):
                out |= 1 << k
    return out


def sees_one_of(b: Battle, g: int, foe: int, targets: int, officers: int) -> bool:
    """Does man g see any of these stragglers, or of these officers?"""
    for k in range(b.men_of[foe]):
        if (targets >> k) % 2 == 1 and has_before_him(b, g, b.first_man[foe] + k):
            return True
    for k in range(b.n_commanders):
        if (officers >> k) % 2 == 1 and has_before_him(b, g, OFFICER + k):
            return True
    return False


def sweepers(b: Battle, side: int, men: int, fx: float, fy: float) -> int:
    """Of some men, those who fire into the angle, whose apex is amid them alone [MI-051, MI-055, MI-R32]."""
    out = sweeping_of(b, side, men, fx, fy)
    while out != men:
        men = out
        out = sweeping_of(b, side, men, fx, fy)
    return out


def sweeping_of(b: Battle, side: int, men: int, fx: float, fy: float) -> int:
    """Of some men, those who see an enemy straggler in the angle from amid them all [MI-051, MI-R32]."""
    targets = eligible_stragglers(b, side, men, fx, fy)
    officers = eligible_officers(b, side, men, fx, fy)
    out = 0
    for k in range(b.men_of[side]):
        i = b.first_man[side] + k
        if (men >> k) % 2 == 1 and sees_one_of(b, i, 1 - side, targets, officers):
            out |= 1 << k
    return out


def officers_with(b: Battle, f: int) -> int:
    """By option, the commanders with a formation, who can be hit like its men [MI-R10]."""
    if not officers_count_as_men(b):
        return 0
    out = 0
    for k in range(b.n_commanders):
        if alive(b.commanders[k]) and attached_to(b, k) == f:
            out |= 1 << k
    return out


# Range


def fire_weapon(b: Battle, side: int, men: int) -> int:
    """The weapon of most of those who fire; of a tie the shorter [MI-R05]."""
    best = int(Weapon.NONE)
    best_n = 0
    for weapon in range(1, Weapon.ADVANCED_RIFLE + 1):
        n = 0
        for k in range(b.men_of[side]):
            if (men >> k) % 2 == 1 and b.men[b.first_man[side] + k].weapon == weapon:
                n += 1
        shorter = b.rules.multiplier[weapon] < b.rules.multiplier[best]
        if n > best_n or (n > 0 and n == best_n and shorter):
            best = weapon
            best_n = n
    return best


def all_breech(b: Battle, side: int, men: int) -> bool:
    """The bonus needs breech loaders in every hand [MI-R05]."""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and not b.men[b.first_man[side] + k].breech:
            return False
    return True


def effective_range(b: Battle, side: int, men: int) -> float:
    """Weapon multiplier by the base range of the grade [MI-056, MI-057, MI-058, MI-R05]."""
    return b.rules.multiplier[fire_weapon(b, side, men)] * b.rules.base_range[grade_of(b, side, men)]


def nearest_gap(b: Battle, side: int, men: int, h: int) -> float:
    """From a figure to the nearest of those who fire [MI-R31, MI-R39]."""
    hx, hy = figure_xy(b, h)
    r = figure_radius(b, h)
    least = FAR
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            least = min(least, distance(hx, hy, m.x, m.y) - r - radius_of(b, m))
    return least


def nearest_firer(b: Battle, side: int, men: int, h: int) -> int:
    """Of some men the one nearest to a figure."""
    best = NOBODY
    least = FAR
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            gap = figures_gap(b, b.first_man[side] + k, h)
            if gap < least:
                best = b.first_man[side] + k
                least = gap
    return best


def volley_range(b: Battle, side: int, men: int, targets: int, officers: int) -> float:
    """From the nearest who fires to the nearest who may be hit [MI-R31, MI-R32]."""
    least = FAR
    foe = 1 - side
    for k in range(b.men_of[foe]):
        if (targets >> k) % 2 == 1:
            least = min(least, nearest_gap(b, side, men, b.first_man[foe] + k))
    for k in range(b.n_commanders):
        if (officers >> k) % 2 == 1:
            least = min(least, nearest_gap(b, side, men, OFFICER + k))
    return least


def farthest_shot(b: Battle, reach: float) -> float:
    """Harassing fire has no maximum; by option it is twice the effective range [MI-R33]."""
    return 2.0 * reach if b.options.harassing_max == HarassingMax.DOUBLE else FAR


def too_far(b: Battle, reach: float, far: float) -> bool:
    """Beyond all range: only by option is there an end to harassing fire [MI-059, MI-R33]."""
    return far > farthest_shot(b, reach) + NEAR


def within_range(b: Battle, side: int, men: int, targets: int, reach: float) -> int:
    """Of some enemy men those within effective range of the volley [MI-R32]."""
    foe = 1 - side
    out = 0
    for k in range(b.men_of[foe]):
        if (targets >> k) % 2 == 1 and nearest_gap(b, side, men, b.first_man[foe] + k) <= reach + NEAR:
            out |= 1 << k
    return out


def officers_within(b: Battle, side: int, men: int, officers: int, reach: float) -> int:
    out = 0
    for k in range(b.n_commanders):
        if (officers >> k) % 2 == 1 and nearest_gap(b, side, men, OFFICER + k) <= reach + NEAR:
            out |= 1 << k
    return out


def man_in_range(b: Battle, i: int, targets: int, officers: int, reach: float) -> bool:
    """Has one man a target within the volley's effective range [MI-R31]?"""
    m = b.men[i]
    return volley_range(b, m.side, 1 << (i - b.first_man[m.side]), targets, officers) <= reach + NEAR


# Points and hits


def threes(b: Battle, side: int, men: int) -> int:
    """Whole threes of those who fire; the wounded are half men [MI-065, MI-066, MI-R35]."""
    return half_men(b, side, men) // (2 * b.rules.men_a_point)


def fire_points(b: Battle, side: int, men: int, kept: int, rapid: bool) -> int:
    """The fire effect: die, doubled when rapid, breech loaders, Quality, threes [MI-062, MI-063, MI-064, MI-067]."""
    points = kept
    if rapid:
        points *= b.rules.rapid_factor
        if all_breech(b, side, men):
            points += b.rules.breech_bonus
    return points + b.rules.grade_bonus[grade_of(b, side, men)] + threes(b, side, men)


def formation_shelter(b: Battle, side: int, men: int, f: int) -> int:
    """Covered if at least half of its men are, from the nearest who fires at each [MI-069, MI-R37]."""
    u = b.formations[f]
    n = 0
    best = int(Shelter.NONE)
    for i in range(b.first_man[u.side], b.first_man[u.side] + b.men_of[u.side]):
        if b.men[i].formation == f and present(b.men[i]):
            shelter = shelter_from(b, i, nearest_firer(b, side, men, i))
            if shelter > Shelter.NONE:
                n += 1
                best = max(best, shelter)
    return best if n > 0 and n >= b.rules.covered_share * u.size - NEAR else int(Shelter.NONE)


def straggler_price(b: Battle, side: int, men: int, h: int) -> int:
    """Points for a hit on a straggler: 3 in the open, 4 concealed, 5 in cover [MI-070, MI-071, MI-072]."""
    return b.rules.straggler_price[shelter_from(b, h, nearest_firer(b, side, men, h))]


def list_figure(b: Battle, n: int, g: int, key: float) -> int:
    """Enter a figure in the list on paper, in the order of its key; how many there are then."""
    p = b.paper
    k = n
    while k > 0 and p.key[k - 1] > key + NEAR:
        p.key[k] = p.key[k - 1]
        p.listed[k] = p.listed[k - 1]
        k -= 1
    p.key[k] = key
    p.listed[k] = g
    return n + 1


def list_targets(b: Battle, side: int, men: int, targets: int, officers: int) -> int:
    """Who may be hit, nearest to the firing figures first; how many [MI-075, MI-076, MI-R39]."""
    foe = 1 - side
    n = 0
    for k in range(b.men_of[foe]):
        if (targets >> k) % 2 == 1:
            h = b.first_man[foe] + k
            n = list_figure(b, n, h, nearest_gap(b, side, men, h))
    for k in range(b.n_commanders):
        if (officers >> k) % 2 == 1:
            n = list_figure(b, n, OFFICER + k, nearest_gap(b, side, men, OFFICER + k))
    return n


def hits_on_formation(b: Battle, points: int, price: int, n: int) -> int:
    """One for each full price; one a man unless surplus goes round again [MI-068, MI-074, MI-R39]."""
    hits = points // price
    return hits if b.options.surplus_hits == SurplusHits.WRAP else min(hits, n)


def hits_on_stragglers(b: Battle, side: int, men: int, points: int, n: int) -> int:
    """Man by man, nearest first, each at his own price, no skipping [MI-070, MI-074, MI-R37, MI-R39]."""
    wraps = b.options.surplus_hits == SurplusHits.WRAP
    if b.options.mixed_cover == MixedCover.MAJORITY:
        hits = points // majority_price(b, side, men, n)
        return hits if wraps else min(hits, n)
    hits = 0
    while n > 0 and (wraps or hits < n):
        price = straggler_price(b, side, men, b.paper.listed[hits % n])
        if price > points:
            break
        points -= price
        hits += 1
    return hits


def majority_price(b: Battle, side: int, men: int, n: int) -> int:
    """By option one price for all: that of the shelter at least half of them have [MI-R37]."""
    covered = 0
    sheltered = 0
    for k in range(n):
        price = straggler_price(b, side, men, b.paper.listed[k])
        if price >= b.rules.straggler_price[Shelter.COVER]:
            covered += 1
        if price > b.rules.straggler_price[Shelter.NONE]:
            sheltered += 1
    if covered >= b.rules.covered_share * n - NEAR:
        return b.rules.straggler_price[Shelter.COVER]
    if sheltered >= b.rules.covered_share * n - NEAR:
        return b.rules.straggler_price[Shelter.CONCEALMENT]
    return b.rules.straggler_price[Shelter.NONE]
