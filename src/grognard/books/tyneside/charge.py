"""Charging: who can be reached, who takes whom, and where the chargers stand [TY-085, TY-R18, TY-R19, TY-R20]."""

from __future__ import annotations

from ...battle import emit
from ...table.discs import discs_meet
from ...table.vectors import distance, is_closer, unit
from .contact import (
    UNKNOWN,
    UNTRIED,
    box_of,
    contact_place,
    note_about,
    note_bases,
    places_about,
    places_beside,
    room_beside,
)
from .figures import (
    FAR,
    NEAR,
    SLACK,
    TOUCH,
    box_gap,
    count_off,
    figure_group_gap,
    first,
    gap,
    group_gap,
    group_in_contact,
    groups_about,
    is_about,
    is_beside,
    meets_box,
    nearest_pair,
    next_of,
    radius,
    set_down,
    stands,
    touch,
    widest_base,
)
from .moves import KEEP_OFF, face, gait_on, left_of_move, move_figure, set_pending, shift_group
from .parted import Box, is_cut_off
from .state import NOBODY, Activity, Battle, Ev, Gait, Role
from .status import defends_fort, nearest_seen
from .turning import way_to_charge
from .ways import (
    EVERYBODY,
    allowance,
    find_way,
    find_way_within,
)

NEIGHBOUR = 2.0  # figures of another enemy group this near to the target may be taken too [TY-R20]


# Targets


def is_target(b: Battle, j: int, h: int) -> bool:
    """A figure of the charged group, or of one within 2 of it [TY-R20]."""
    return b.figures[j].group == h or figure_group_gap(b, j, h) <= NEIGHBOUR + NEAR


def may_be_targets(b: Battle, g: int, h: int) -> bool:
    """Could anybody of a group be taken in a charge on another?"""
    return b.groups[g].side == b.groups[h].side and stands(b, g) and box_gap(b, g, h) <= NEIGHBOUR + NEAR


def way_barred(b: Battle, i: int, j: int) -> bool:
    """Does the way in hand run through an enemy, or a friend of another group, on its way to j [TY-R20]?"""
    f = b.figures[i]
    x0, y0 = f.x, f.y
    for k in range(b.paper.legs):
        x1, y1 = b.paper.leg_x[k], b.paper.leg_y[k]
        left, low, right, high = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        for g in range(b.n_groups):
            if g != f.group and is_beside(b.groups[g], left, low, right, high, radius(b, i)):
                if leg_barred(b, i, j, g, x0, y0, x1, y1):
                    return True
        x0, y0 = x1, y1
    return False


def leg_barred(b: Battle, i: int, j: int, g: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does one leg of it run through anybody of a group?"""
    m = first(b, g)
    while m >= 0:
        o = b.figures[m]
        if m != j and b.paper.pending[m] == 0:
            reach = radius(b, i) + radius(b, m) - TOUCH
            if discs_meet(x0, y0, x1 - x0, y1 - y0, o.x, o.y, reach) <= 1.0:
                if distance(x1, y1, o.x, o.y) >= reach + 2 * TOUCH:  # he does not end beside him
                    return True
        m = next_of(b, m)
    return False


def cost_beside(b: Battle, i: int, j: int, n: int, gait: int) -> float:
    """What a charger spends to come base to base with an enemy; FAR if he cannot.  Those who stand about the enemy are
    noted [TY-R19]."""
    f = b.figures[i]
    x, y, room = room_beside(b, i, j, n, left_of_move(b, i, gait) + TOUCH + NEAR)
    if not room:
        return FAR
    gait = gait_on(b, i, x, y, gait)
    left = left_of_move(b, i, gait)
    if distance(f.x, f.y, x, y) > left + 2 * NEAR:
        return FAR  # no way is shorter
    cost = find_way_within(b, f.x, f.y, x, y, f.mounted, allowance(b, i, gait), left + TOUCH)
    if cost > left + NEAR or way_barred(b, i, j):
        return FAR
    return cost


def can_reach(b: Battle, g: int, h: int, gait: int) -> bool:
    """Can at least one of a group come into contact with the other [TY-R19]?"""
    if may_reach(b, g, h, gait):
        who = groups_beside(b, g, h)
        if nearest_reaches(b, who, g, h, gait):
            return True
        list_crowd(b, who, box_of(b.groups[h]), b.groups[h].widest + 2 * b.groups[g].widest)
        return anybody_reaches(b, g, h, gait)
    return False


def can_plainly_reach(b: Battle, g: int, h: int, gait: int) -> bool:
    """Can at least one of a group come into contact with the man of the other who is nearest to him?  Whoever asks no
    further overlooks few charges [TY-R19]."""
    if may_reach(b, g, h, gait):
        who = groups_beside(b, g, h)
        if nearest_reaches(b, who, g, h, gait):
            return True
        list_crowd(b, who, box_of(b.groups[h]), b.groups[h].widest + 2 * b.groups[g].widest)
        i = first(b, g)
        while i >= 0:
            if reaches_nearest(b, i, h, gait):
                return True
            i = next_of(b, i)
    return False


def may_reach(b: Battle, g: int, h: int, gait: int) -> bool:
    """Are two groups near enough for a charge, with no closed ground that cuts one off from the other?"""
    u = b.groups[g]
    reach = longest_move(b, g, gait) + 2 * TOUCH
    if box_gap(b, g, h) > reach:
        return False
    return not is_cut_off(b, box_of(u), places_about(b, h, u.widest), reach + SLACK)


def groups_beside(b: Battle, g: int, h: int) -> int:
    """The set of groups who could be in the way of one who stands beside one of another."""
    note_bases(b, g)
    left, low, right, high = places_about(b, h, widest_base(b) + 2 * b.groups[g].widest)
    return groups_about(b, left, low, right, high)


def reaches_nearest(b: Battle, i: int, h: int, gait: int) -> bool:
    """Can a figure come into contact with the one of a group who is nearest to him, about whom the crowd is?"""
    j = nearest_of(b, i, h)
    if gap(b, i, j) > left_of_move(b, i, gait) + TOUCH:
        return False
    b.paper.room[j] = UNTRIED
    return cost_beside(b, i, j, those_about(b, j, radius(b, i)), gait) < FAR


def anybody_reaches(b: Battle, g: int, h: int, gait: int) -> bool:
    """Can anybody of a group come into contact with anybody of the other, about whom the crowd is?"""
    u = b.groups[g]
    reach = longest_move(b, g, gait) + 2 * TOUCH
    j = first(b, h)
    while j >= 0:
        f = b.figures[j]
        if is_about(u, f.x, f.y, reach + u.widest + f.radius):
            if not is_cut_off(b, box_of(u), places_beside(b, j, u.widest), reach + SLACK):
                if somebody_reaches(b, g, j, gait):
                    return True
        j = next_of(b, j)
    return False


def longest_move(b: Battle, g: int, gait: int) -> float:
    """What the fastest of a group has left of his move."""
    most = 0.0
    i = first(b, g)
    while i >= 0:
        most = max(most, left_of_move(b, i, gait))
        i = next_of(b, i)
    return most


def nearest_reaches(b: Battle, who: int, g: int, h: int, gait: int) -> bool:
    """Can the one of a group who is nearest to the other come into contact?  If anybody can, he mostly can."""
    d, i, j = nearest_pair(b, g, h)
    if d > left_of_move(b, i, gait) + TOUCH:
        return False
    return cost_beside(b, i, j, note_about(b, who, j, b.groups[g].widest), gait) < FAR


def somebody_reaches(b: Battle, g: int, j: int, gait: int) -> bool:
    """Can anybody of a group come into contact with a figure about whom the crowd is?"""
    n = those_about(b, j, b.groups[g].widest)
    b.paper.room[j] = UNTRIED
    i = first(b, g)
    while i >= 0:
        if gap(b, i, j) <= left_of_move(b, i, gait) + TOUCH and cost_beside(b, i, j, n, gait) < FAR:
            return True
        i = next_of(b, i)
    return False


def may_charge(b: Battle, g: int) -> bool:
    """Neither civilians nor men who only shoot; nor who holds a fortified position; nor crews [TY-R18, TY-R91]."""
    u = b.groups[g]
    if u.civilian or u.missile_only or u.role == Role.CREW or u.role == Role.DRIVER:
        return False
    return not defends_fort(b, g)


# Carrying it out


def nearest_pending(b: Battle, g: int) -> int:
    """Of the chargers who have still to move the one nearest to the enemy [TY-R20]."""
    best, found = FAR, NOBODY
    i = first(b, g)
    while i >= 0:
        if b.paper.pending[i] != 0 and b.paper.apart[i] < best - NEAR:
            best, found = b.paper.apart[i], i
        i = next_of(b, i)
    return found


def opponents(b: Battle, j: int) -> int:
    """How many enemies touch a figure."""
    return opponents_of(b, EVERYBODY, j)


def opponents_of(b: Battle, who: int, j: int) -> int:
    """The same, of a set of groups."""
    n = 0
    f = b.figures[j]
    for g in range(b.n_groups):
        u = b.groups[g]
        if (
            who >> g & 1 != 0
            and u.side != f.side
            and is_about(u, f.x, f.y, radius(b, j) + u.widest + 2 * TOUCH)
        ):
            i = first(b, g)
            while i >= 0:
                n += touch(b, i, j)
                i = next_of(b, i)
    return n


def choose_foe(b: Battle, i: int, gait: int) -> int:
    """The nearest enemy in reach who has no opponent yet; only if all have one, a second [TY-R20]."""
    best, fewest, found = FAR, 99, NOBODY
    n = list_foes(b, i, gait)
    k = next_foe(b, n)
    while k >= 0 and b.paper.label[k] <= fewest and (found < 0 or b.paper.key[k] < best):
        j = b.paper.listed[k]
        cost = cost_beside(b, i, j, those_about(b, j, radius(b, i)), gait)
        if cost < best - NEAR:
            best, fewest, found = cost, b.paper.label[k], j
        b.paper.key[k] = FAR
        k = next_foe(b, n)
    return found


def list_targets(b: Battle, h: int) -> None:
    """Note on the paper whom a charge on a group may take; where there is room about them, and how many opponents each
    has, is not known yet."""
    p = b.paper
    p.n_targets = 0
    for g in range(b.n_groups):
        j = first(b, g) if may_be_targets(b, g, h) else NOBODY
        while j >= 0:
            if is_target(b, j, h):
                p.targets[p.n_targets], p.room[j], p.against[j] = j, UNTRIED, UNKNOWN
                p.n_targets += 1
            j = next_of(b, j)


def list_crowd(b: Battle, who: int, a: Box, far: float) -> None:
    """Note on the paper who of a set of groups could be in the way so far about a box."""
    p = b.paper
    p.n_crowded = 0
    for g in range(b.n_groups):
        u = b.groups[g]
        left, low, right, high = a[0] - far - u.widest, a[1] - far - u.widest, a[2] + far, a[3] + far
        if who >> g & 1 == 0 or not meets_box(u, left, low, right + u.widest, high + u.widest):
            continue
        i = first(b, g)
        while i >= 0:
            f = b.figures[i]
            across = (left < f.x) & (f.x < right + u.widest)
            if across & (low < f.y) & (f.y < high + u.widest) & (p.pending[i] == 0):
                join_crowd(b, i)
            i = next_of(b, i)


def join_crowd(b: Battle, i: int) -> None:
    """One more could be in the way."""
    p = b.paper
    p.crowded[p.n_crowded] = i
    p.n_crowded += 1


def box_of_targets(b: Battle) -> Box:
    """The box about the bases of the targets of a charge."""
    p = b.paper
    left, low, right, high = FAR, FAR, -FAR, -FAR
    for k in range(p.n_targets):
        f = b.figures[p.targets[k]]
        left, low = min(left, f.x - f.radius), min(low, f.y - f.radius)
        right, high = max(right, f.x + f.radius), max(high, f.y + f.radius)
    return left, low, right, high


def those_about(b: Battle, j: int, room: float) -> int:
    """Of the crowd, note who stands so near to figure j that one of such a base could be in the way; how many."""
    p, f = b.paper, b.figures[j]
    n = 0
    for k in range(p.n_crowded):
        h = b.figures[p.crowded[k]]
        most = f.radius + 2 * room + h.radius
        p.near[n] = p.crowded[k]
        is_near = max(abs(h.x - f.x), abs(h.y - f.y)) < most
        n += int(is_near)  # if he is not, the next takes his line
    return n


def list_foes(b: Battle, i: int, gait: int) -> int:
    """The targets to whom the move of a charger could carry him, on the paper, with their gaps and opponents."""
    p = b.paper
    n = 0
    reach = left_of_move(b, i, gait) + TOUCH
    for k in range(p.n_targets):
        j = p.targets[k]
        d = gap(b, i, j)
        if d <= reach:
            if p.against[j] == UNKNOWN:
                p.against[j] = opponents_of(b, p.crowd, j)
            p.listed[n], p.key[n], p.label[n] = j, d, p.against[j]
            n += 1
    return n


def unsettle(b: Battle, x: float, y: float, room: float) -> None:
    """Somebody has left a place or come to it: of the targets near it, room and opponents are not known any more."""
    p = b.paper
    for k in range(p.n_targets):
        j = p.targets[k]
        f = b.figures[j]
        if is_closer(f.x - x, f.y - y, f.radius + 2 * p.room_radius + room + SLACK):
            p.room[j], p.against[j] = UNTRIED, UNKNOWN


def next_foe(b: Battle, n: int) -> int:
    """Of the listed who were not tried yet the one with the fewest opponents, of those the nearest; or none."""
    p = b.paper
    found = NOBODY
    for k in range(n):
        if p.key[k] < FAR:
            if (
                found < 0
                or p.label[k] < p.label[found]
                or (p.label[k] == p.label[found] and p.key[k] < p.key[found] - NEAR)
            ):
                found = k
    return found


def charge_home(b: Battle, i: int, j: int, gait: int) -> float:
    """One charger goes to his man; how far he went."""
    f = b.figures[i]
    x, y, _ = contact_place(b, i, j, FAR)
    gait = gait_on(b, i, x, y, gait)
    most = allowance(b, i, gait)
    cost = find_way(b, f.x, f.y, x, y, f.mounted, most)
    went = distance(f.x, f.y, x, y)
    set_down(b, i, x, y)
    f.spent = min(1.0, f.spent + cost / most)
    face(b, i, b.figures[j].x, b.figures[j].y)
    return went


def charge(b: Battle, g: int, h: int, gait: int) -> bool:
    """A group charges another, base to base; those who cannot reach come as near as they can.  Did anybody arrive?

    [TY-085, TY-R19, PS-101]"""
    u = b.groups[g]
    apart = group_gap(b, g, h)
    begin_charge(b, g, h)
    far, home = 0.0, 0
    i = nearest_pending(b, g)
    while i >= 0:
        j = choose_foe(b, i, gait)
        f = b.figures[i]
        unsettle(b, f.x, f.y, f.radius)
        b.paper.pending[i] = 0
        if j >= 0:
            far = max(far, charge_home(b, i, j, gait))
            home += 1
        else:
            far = max(far, come_near(b, i, h, gait))
        unsettle(b, f.x, f.y, f.radius)
        join_crowd(b, i)
        i = nearest_pending(b, g)
    count_off(b, g)
    if home > 0:
        u.activity, u.charged, u.charge_gait, u.charge_from = Activity.ENGAGED, b.turn, gait, apart
        emit(b.log, Ev.CHARGES, 85, g, h, gait, home, far)
    else:
        emit(b.log, Ev.OUT_OF_REACH, 1019, g, h, gait, 0, apart)
    return home > 0


def begin_charge(b: Battle, g: int, h: int) -> None:
    """All of a group have still to move; how far each is off, whom they may take and who is about them is noted."""
    set_pending(b, g, 1)
    note_bases(b, g)
    list_targets(b, h)
    # A target beside the group, his charger, and half of one who stands beside that one.
    widest = widest_base(b)
    room = 2 * widest + 2 * b.groups[g].widest + widest
    left, low, right, high = places_about(b, h, NEIGHBOUR + room + SLACK)
    b.paper.crowd = groups_about(b, left, low, right, high) | 1 << g
    list_crowd(b, b.paper.crowd, box_of_targets(b), 2 * b.groups[g].widest + SLACK)
    i = first(b, g)
    while i >= 0:
        b.paper.apart[i] = figure_group_gap(b, i, h)
        i = next_of(b, i)


def come_near(b: Battle, i: int, h: int, gait: int) -> float:
    """A charger who reaches nobody goes toward the nearest of them."""
    j = nearest_of(b, i, h)
    if j < 0:
        return 0.0
    return move_figure(b, i, b.figures[j].x, b.figures[j].y, gait, KEEP_OFF)


def nearest_of(b: Battle, i: int, h: int) -> int:
    best, found = FAR, NOBODY
    j = first(b, h)
    while j >= 0:
        d = distance(b.figures[i].x, b.figures[i].y, b.figures[j].x, b.figures[j].y)
        if d < best - NEAR:
            best, found = d, j
        j = next_of(b, j)
    return found


def charge_at_pikes_length(b: Battle, g: int, h: int) -> bool:
    """Pikes stop 5 short and fight from there [PS-099]."""
    u = b.groups[g]
    apart = group_gap(b, g, h)
    i, j = nearest_two(b, g, h)
    f, e = b.figures[i], b.figures[j]
    ux, uy = unit(e.x - f.x, e.y - f.y)
    step = max(0.0, apart - b.rules.pike_reach)
    far = shift_group(b, g, ux * step, uy * step, Gait.WALK, b.rules.pike_reach - TOUCH)
    within = group_gap(b, g, h) <= b.rules.pike_reach + TOUCH
    if within:
        u.activity, u.charged, u.charge_gait, u.charge_from = Activity.ENGAGED, b.turn, Gait.WALK, apart
        u.at_pikes_length = True
        emit(b.log, Ev.CHARGES, 20_099, g, h, Gait.WALK, 0, far)
    return within


def nearest_two(b: Battle, g: int, h: int) -> tuple[int, int]:
    best, at, to = FAR, NOBODY, NOBODY
    i = first(b, g)
    while i >= 0:
        j = nearest_of(b, i, h)
        d = distance(b.figures[i].x, b.figures[i].y, b.figures[j].x, b.figures[j].y) if j >= 0 else FAR
        if d < best - NEAR:
            best, at, to = d, i, j
        i = next_of(b, i)
    return at, to


def charge_reach(b: Battle, g: int, gait: int) -> int:
    """The nearest enemy in sight, if it can be charged at a gait; or nobody [TY-085, TY-R18, EC-R05]."""
    h, far, _, _ = nearest_seen(b, g)
    if h < 0 or not stands(b, h) or not may_charge(b, g):
        return NOBODY
    if way_to_charge(b, g, h, gait) > far + NEAR:
        return NOBODY
    return h if can_reach(b, g, h, gait) else NOBODY


def engaged(b: Battle, g: int) -> bool:
    """Is anybody of a group in contact with an enemy?"""
    return group_in_contact(b, g)
