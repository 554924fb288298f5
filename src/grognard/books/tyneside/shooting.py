"""Shooting: who may, at whom, with what, how many of them, and what they need to hit [TY-048 to TY-061]."""

from __future__ import annotations

from ...battle import emit
from ...table.vectors import unit
from .figures import (
    FAR,
    NEAR,
    SLACK,
    TOUCH,
    box_gap,
    first,
    gap,
    has_cavalry_limits,
    in_contact,
    is_leader,
    is_near,
    is_within,
    nearest_among,
    next_of,
    present,
    radius,
    stands,
    where_all_are,
    widest_base,
)
from .lanes import clear_in_lane, is_barred, lay_lane
from .loading import ready
from .risk import shifted_target
from .sight import cover_from, in_plain_sight
from .state import (
    GROUPS,
    NOBODY,
    OWN,
    OWN_PS,
    Band,
    Battle,
    Book,
    Damage,
    Ev,
    Gait,
    Kind,
    Loading,
    MovingShift,
    RatioRounding,
    Role,
    Shape,
    Weapon,
)
from .status import is_commanded

IMPOSSIBLE = 9  # no D8 shows it
UNKNOWN = -1  # not asked yet


# Weapons


def band_of(b: Battle, weapon: int, d: float) -> int:
    """Short, medium or long by the limits of a weapon; beyond long there is no shot: 3 [TY-005, TY-R02].

    [TY-006, EC-006, EC-007, EC-008, EC-009, EC-011, EC-012, EC-R02]
    [PS-004, PS-005, PS-006, PS-007, PS-008, PS-009]"""
    if d <= b.rules.weapon_short[weapon] + NEAR:
        return Band.SHORT
    if d <= b.rules.weapon_medium[weapon] + NEAR:
        return Band.MEDIUM
    return Band.LONG if d <= b.rules.weapon_long[weapon] + NEAR else Band.LONG + 1


def missile_at(b: Battle, i: int, d: float) -> int:
    """The missile weapon of a figure that is best at a distance, or none."""
    best, found = Band.LONG + 1, NOBODY
    for k in range(3):
        w = b.figures[i].arms[k]
        if b.rules.weapon_long[w] > 0.0 and band_of(b, w, d) < best:
            best, found = band_of(b, w, d), w
    return found


def shift_of_shooter(b: Battle, i: int) -> int:
    """Horse of the early 19th century always shoots as one band farther [EC-064, EC-R07]."""
    return 1 if has_cavalry_limits(b) and b.figures[i].mounted else 0


def shift_of_target(b: Battle, h: int) -> int:
    """Horse that moved counts one band farther when it is shot at [EC-077, EC-R08]."""
    return 1 if b.options.moving_cavalry_shift == MovingShift.BOTH and shifted_target(b, h) else 0


def band_for(b: Battle, i: int, j: int, weapon: int) -> int:
    """The band of a shot with all that shifts it; above long: no shot."""
    h = b.figures[j].group
    return band_of(b, weapon, gap(b, i, j)) + shift_of_shooter(b, i) + shift_of_target(b, h)


# Who can shoot


def is_thrown(b: Battle, weapon: int) -> bool:
    """Thrown weapons need no halting [EC-R19]."""
    return b.book == Book.EARLY_19TH and b.rules.weapon_damage[weapon] == Damage.OTHER


def uses_ratio(b: Battle, g: int) -> bool:
    """Uncommanded troops, and commanded ones who cannot fire volleys [TY-038, EC-018, EC-020, PS-023, TY-R48]."""
    return not is_commanded(b, g) or (not b.groups[g].volley and not b.groups[g].pc)


def still_enough(b: Battle, i: int, weapon: int) -> bool:
    """Has a figure moved little enough to shoot?  Half speed is half of its own move [TY-R63].

    [EC-024, EC-025, EC-065, PS-028, PS-029, PS-R12, PS-R26]"""
    f, u = b.figures[i], b.groups[b.figures[i].group]
    if has_cavalry_limits(b) and u.gait == Gait.GALLOP and f.mounted:
        return False
    if b.book == Book.EARLY_19TH:
        if uses_ratio(b, f.group) or is_thrown(b, weapon):
            return True
        return f.spent <= b.rules.fire_move_share + NEAR
    if u.halted_to_shoot:
        return True
    if uses_ratio(b, f.group) or not is_firelock(b, i, weapon):
        return not u.moved and f.spent <= b.rules.form_share + NEAR
    return f.spent <= b.rules.fire_move_share + NEAR


def is_firelock(b: Battle, i: int, weapon: int) -> bool:
    """Firelocks, and the wheel-locks of mounted men [PS-029, PS-R13]."""
    wheel = weapon == Weapon.PISTOL or weapon == Weapon.CARABIN or weapon == Weapon.RIFLED_PISTOL
    return weapon == Weapon.FIRELOCK or (wheel and b.figures[i].mounted)


def may_shoot_at_all(b: Battle, i: int) -> bool:
    """Not in contact, and nothing else against it [TY-R60]."""
    return may_shoot_in_turn(b, i) and (not in_contact(b, i) or b.options.closing_fire != 0)


def may_shoot_in_turn(b: Battle, i: int) -> bool:
    """Not yet shot this turn, not serving a gun, not a mounted dragoon [TY-R53, TY-R84, PS-R19]."""
    f, u = b.figures[i], b.groups[b.figures[i].group]
    if not present(f) or f.shot == b.turn or f.serves == b.turn or u.router:
        return False
    if b.book == Book.PIKE_AND_SHOT and u.kind == Kind.DRAGOONS and f.mounted:
        return False
    return (
        not is_leader(u) or u.declared or not is_commanded(b, f.group)
    )  # a leader must have said so [TY-R35]


def in_arc(b: Battle, i: int, j: int) -> bool:
    """Moving horse shoots only to its front and left; halted horse all round [EC-063, EC-R06]."""
    f = b.figures[i]
    if not f.mounted or not has_cavalry_limits(b) or not b.groups[f.group].moved:
        return True
    ux, uy = unit(b.figures[j].x - f.x, b.figures[j].y - f.y)
    ahead = f.fx * ux + f.fy * uy
    left = f.fx * uy - f.fy * ux
    if b.options.cavalry_arc != 0:
        return (ahead >= b.rules.flank_cosine - NEAR) or (left >= 0.0 and ahead >= -NEAR)
    return left >= -NEAR and ahead >= b.rules.flank_cosine - NEAR


def can_be_shot(b: Battle, g: int, j: int) -> bool:
    """On the table, seen by the group, and not in base contact [TY-057, TY-R60]."""
    if not present(b.figures[j]) or not in_plain_sight(b, g, j):
        return False
    if not in_contact(b, j):
        return True
    return b.options.closing_fire != 0 and charged_us(b, b.figures[j].group, g)


def charged_us(b: Battle, h: int, g: int) -> bool:
    """Did group h charge in this turn, and does it touch g: then g may fire at it before the melee [TY-R60]."""
    return b.groups[h].charged == b.turn and b.groups[g].charged != b.turn and is_within(b, h, g, TOUCH)


def list_marks(b: Battle, g: int, h: int) -> int:
    """Those of a target group, and the leaders with it, whom a group could reach, on the paper; how many
    [TY-055, TY-R51]."""
    n = 0
    u = b.groups[g]
    reach = longest_range(b, g)
    lay_lane(b, g, h)
    if is_barred(b):
        return 0
    for k in range(b.n_groups):
        if (k == h or b.groups[k].attached == h) and stands(b, k) and box_gap(b, g, k) <= reach + NEAR:
            j = first(b, k)
            while j >= 0:
                f = b.figures[j]
                far = reach + u.widest + radius(b, j) + NEAR
                if is_near(u.left, u.low, u.right, u.high, f.x, f.y, far):
                    b.paper.marks[n], b.paper.checked[n] = j, UNKNOWN
                    n += 1
                j = next_of(b, j)
    return n


def is_mark(b: Battle, g: int, k: int) -> bool:
    """Can one of those who were listed be shot by a group?  It is found out once for all shooters."""
    if b.paper.checked[k] == UNKNOWN:
        b.paper.checked[k] = 1 if can_be_shot(b, g, b.paper.marks[k]) else 0
    return b.paper.checked[k] == 1


def longest_range(b: Battle, g: int) -> float:
    """How far the farthest weapon of a group carries; of none at all: -FAR."""
    best = -FAR
    i = first(b, g)
    while i >= 0:
        best = max(best, range_of(b, i))
        i = next_of(b, i)
    return best


def range_of(b: Battle, i: int) -> float:
    """How far the farthest weapon of a figure carries; of none at all: -FAR."""
    arms = b.figures[i].arms
    reach = max(b.rules.weapon_long[arms[0]], max(b.rules.weapon_long[arms[1]], b.rules.weapon_long[arms[2]]))
    return reach if reach > 0.0 else -FAR


def aim(b: Battle, i: int, h: int, n: int) -> int:
    """The nearest of the marks of the target group that a shooter reaches; never a gun, only its crew [TY-R51, TY-R85]."""
    g = b.figures[i].group
    reach = range_of(b, i) + NEAR
    for k in range(n):
        d = gap(b, i, b.paper.marks[k]) if b.paper.checked[k] != 0 else FAR
        b.paper.key[k] = d if d <= reach else FAR
    k = nearest_mark(b, n)
    while k >= 0 and not (shot_possible(b, i, b.paper.marks[k]) and is_mark(b, g, k)):
        b.paper.key[k] = FAR
        k = nearest_mark(b, n)
    if k < 0 or (in_contact(b, i) and not charged_us(b, h, g)):
        return NOBODY  # who is charged fires at his chargers, if at anybody
    return b.paper.marks[k]


def nearest_mark(b: Battle, n: int) -> int:
    """Of the marks that are left the nearest, or none."""
    best, found = FAR, NOBODY
    for k in range(n):
        if b.paper.key[k] < best - NEAR:
            best, found = b.paper.key[k], k
    return found


def is_armed_to_shoot(b: Battle, i: int) -> bool:
    """May a figure shoot in this turn, and with any weapon he has, contact and targets apart?"""
    if not may_shoot_in_turn(b, i):
        return False
    by_ratio = uses_ratio(b, b.figures[i].group)
    for k in range(3):
        w = b.figures[i].arms[k]
        if b.rules.weapon_long[w] > 0.0 and still_enough(b, i, w) and (by_ratio or ready(b, i, w)):
            return True
    return False


def anybody_armed(b: Battle, g: int) -> bool:
    """Is anybody of a group armed to shoot in this turn?"""
    i = first(b, g)
    while i >= 0:
        if is_armed_to_shoot(b, i):
            return True
        i = next_of(b, i)
    return False


def mark_of(b: Battle, i: int, h: int, n: int) -> int:
    """At whom of the marks a figure of the group can legally shoot, or nobody [TY-051]."""
    if not is_armed_to_shoot(b, i):
        return NOBODY
    j = aim(b, i, h, n)
    return j if j >= 0 and may_shoot_at_all(b, i) and to_hit(b, i, j) < IMPOSSIBLE else NOBODY


def shot_possible(b: Battle, i: int, j: int) -> bool:
    """In range of a weapon that is ready, in the arc, in clear sight; the wounded only at short range; the lane between
    their groups is on the paper [TY-063]."""
    weapon = missile_at(b, i, gap(b, i, j))
    if weapon < 0 or not still_enough(b, i, weapon) or not in_arc(b, i, j):
        return False
    if not uses_ratio(b, b.figures[i].group) and not ready(b, i, weapon):
        return False
    band = band_for(b, i, j, weapon)
    if band > Band.LONG or (b.figures[i].wounded and band > Band.SHORT):
        return False
    return clear_in_lane(b, i, j)


def to_hit(b: Battle, i: int, j: int) -> int:
    """The number a shooter needs on a D8; 9: none will do [TY-052, TY-R01].

    [EC-030, EC-031, EC-032, PS-034, PS-035, PS-036]"""
    weapon = missile_at(b, i, gap(b, i, j))
    band = band_for(b, i, j, weapon)
    if band > Band.LONG:
        return IMPOSSIBLE
    return b.rules.to_hit[band][cover_from(b, j, b.figures[i].x, b.figures[i].y)]


# The shooters of a group


def list_shooters(b: Battle, g: int, h: int) -> int:
    """All of a group who could legally shoot at another, in roster order, on the paper; how many [TY-051]."""
    n = 0
    marks = list_marks(b, g, h)
    i = first(b, g)
    while i >= 0:
        j = mark_of(b, i, h, marks)
        if j >= 0:
            b.paper.shooters[n], b.paper.label[n] = i, j
            n += 1
        i = next_of(b, i)
    return n


def can_shoot_at(b: Battle, g: int, h: int) -> bool:
    """Has at least one figure of g a legal shot at h [TY-R96]?"""
    marks = list_marks(b, g, h) if anybody_armed(b, g) else 0
    i = first(b, g) if marks > 0 else NOBODY
    while i >= 0:
        if mark_of(b, i, h, marks) >= 0:
            return True
        i = next_of(b, i)
    return False


def may_fire_at(b: Battle, g: int, h: int, now: int) -> bool:
    """The same; it is found out once, as long as things are as they are now."""
    at = g * GROUPS + h
    stamp = now * 2 + int(b.groups[g].aimed == b.turn)
    if b.paper.shot[at] >> 1 != stamp:
        b.paper.shot[at] = stamp << 1 | int(can_shoot_at(b, g, h))
    return b.paper.shot[at] & 1 != 0


def forget_shots(b: Battle, g: int) -> None:
    """At whom a group may fire is to be found out anew."""
    for h in range(b.n_groups):
        b.paper.shot[g * GROUPS + h] = NOBODY


def how_things_stand(b: Battle) -> int:
    """A number that changes with all that shots depend on while a side shoots: where everybody is, and when."""
    return where_all_are(b, 8 * b.turn + b.step)


def ratio_for(b: Battle, i: int, weapon: int) -> int:
    """One in how many shoots, by the weapon or the class; in pike and shot nobody who moves.

    [EC-027, EC-028, EC-029, EC-R16, PS-030, PS-031, PS-032, PS-033]"""
    f, u = b.figures[i], b.groups[b.figures[i].group]
    moving = u.moved and not u.halted_to_shoot
    if b.rules.weapon_loading[weapon] == Loading.SLOW and b.rules.ratio_slow_halted > 0:
        return b.rules.ratio_slow_moving if moving else b.rules.ratio_slow_halted
    return b.rules.ratio_moving[f.quality] if moving else b.rules.ratio_halted[f.quality]


def share_of(b: Battle, n: int, ratio: int) -> int:
    """So many of n, one in `ratio` [TY-R47]."""
    if ratio <= 0:
        return 0
    if b.options.ratio_rounding == RatioRounding.UP:
        return (n + ratio - 1) // ratio
    if b.options.ratio_rounding == RatioRounding.DOWN_MIN1 and n > 0:
        return max(1, n // ratio)
    return n // ratio


def thin_out(b: Battle, g: int, n: int) -> int:
    """Leave the book's proportion of the shooters, weapon by weapon, those nearest to the target [TY-R47, TY-R48]."""
    kept = 0
    note_weapons(b, n)
    for weapon in range(len(b.rules.weapon_long)):
        of, ratio = 0, 0
        for k in range(n):
            if b.paper.arm[k] == weapon:
                of += 1
                ratio = ratio_for(b, b.paper.shooters[k], weapon)
        if of > 0:
            shots = share_of(b, of, ratio)
            emit(b.log, Ev.RATIO, ratio_rule(b), g, ratio, shots, of, 0.0)
            drop_farthest(b, n, weapon, of - shots)
            kept += shots
    return close_ranks(b, n, kept)


def note_weapons(b: Battle, n: int) -> None:
    """Note on the paper how far each of so many shooters is from his mark, and what he shoots with."""
    p = b.paper
    for k in range(n):
        p.key[k] = gap(b, p.shooters[k], p.label[k])
        p.arm[k] = missile_at(b, p.shooters[k], p.key[k])


def ratio_rule(b: Battle) -> int:
    return OWN + 20 if b.book == Book.EARLY_19TH else OWN_PS + 30


def drop_farthest(b: Battle, n: int, weapon: int, surplus: int) -> None:
    for _ in range(surplus):
        worst, at = -1.0, NOBODY
        for k in range(n):
            if b.paper.shooters[k] >= 0 and b.paper.arm[k] == weapon and b.paper.key[k] >= worst - NEAR:
                worst, at = b.paper.key[k], k
        if at >= 0:
            b.paper.shooters[at] = NOBODY


def close_ranks(b: Battle, n: int, kept: int) -> int:
    m = 0
    for k in range(n):
        if b.paper.shooters[k] >= 0:
            b.paper.shooters[m], b.paper.label[m] = b.paper.shooters[k], b.paper.label[k]
            m += 1
    return min(m, kept)


def limit_square(b: Battle, g: int, n: int) -> int:
    """At most half of a square or circle shoots at one target [EC-R13]."""
    if b.groups[g].shape == Shape.OPEN:
        return n
    most = int(b.rules.square_shooters * count(b, g))
    return min(n, most)


def count(b: Battle, g: int) -> int:
    n = 0
    i = first(b, g)
    while i >= 0:
        n += 1
        i = next_of(b, i)
    return n


# At whom


def may_pick(b: Battle, g: int, j: int) -> bool:
    """Any figure in clear sight that his weapon reaches [TY-049, TY-R54]."""
    i = first(b, g)
    if i < 0 or not 0 <= j < b.n_figures or b.figures[j].side == b.figures[i].side:
        return False
    if not may_shoot_at_all(b, i) or not can_be_shot(b, g, j):
        return False
    lay_lane(b, g, b.figures[j].group)
    return shot_possible(b, i, j) and to_hit(b, i, j) < IMPOSSIBLE


def nearest_target(b: Battle, g: int) -> int:
    """The nearest enemy group at which at least one figure has a legal shot [TY-060, TY-061, TY-079, TY-R96]."""
    if not anybody_armed(b, g):
        return NOBODY
    foes = 0
    for h in range(b.n_groups):
        if b.groups[h].side != b.groups[g].side and stands(b, h) and not is_harmless(b, h):
            foes |= 1 << h
    farthest = beyond_all_shots(b, g)
    h, d, _, _ = nearest_among(b, g, foes)
    while h >= 0 and d <= farthest and not can_shoot_at(b, g, h):
        foes &= ~(1 << h)
        h, d, _, _ = nearest_among(b, g, foes)
    return h if d <= farthest else NOBODY


def beyond_all_shots(b: Battle, g: int) -> float:
    """No group farther off than this can be shot at, nor a leader who is with it [TY-055]."""
    return longest_range(b, g) + b.rules.near + 2 * widest_base(b) + SLACK


def is_harmless(b: Battle, g: int) -> bool:
    """Civilians without a weapon: troops left to themselves do not shoot at them [TY-R91]."""
    if not b.groups[g].civilian:
        return False
    i = first(b, g)
    while i >= 0:
        for k in range(3):
            if b.figures[i].arms[k] != Weapon.NONE:
                return False
        i = next_of(b, i)
    return True


def shoots_now(b: Battle, g: int) -> bool:
    """Does a group shoot small arms at all now?  Not who runs, nor who fights [TY-R60]."""
    u = b.groups[g]
    return stands(b, g) and not u.router and not u.civilian and u.role != Role.DRIVER and u.marker < 0
