"""Who is where: figures and their groups, gaps from base to base, nearest and in contact [TY-R03]."""

from __future__ import annotations

from ...table.sweeps import beyond
from ...table.terrain import Piece
from ...table.vectors import length
from .state import GROUPS, NOBODY, PLACES, WAYS, Battle, Book, Figure, Group, Lost, Quality, Role

NEAR = 1e-6  # what is this little more is no more
TOUCH = 0.01  # bases this near touch
SLACK = 0.1  # by so much more than enough is looked at, so that ties are settled as if all were
FAR = 1e18
PRESENT = int(Lost.NO)
FINE = 16_777_216.0  # parts of a cm that are told apart in what a group has done
STIRS = 2_147_483_629  # so many numbers there are for it
STAMP_BITS = 40  # of a number that tells how things are; of a larger set the rest is folded in
STAMPS = (1 << STAMP_BITS) - 1


def present(f: Figure) -> bool:
    """On the table and alive."""
    return f.lost == PRESENT


def radius(b: Battle, i: int) -> float:
    """Half the base of a figure [TY-R03]."""
    return b.figures[i].radius


def base_of(b: Battle, i: int) -> float:
    """How wide the base of a figure is: as the scenario has it, or as the tables have it for foot and horse [TY-R03]."""
    f = b.figures[i]
    if f.base > 0.0:
        return f.base
    return b.rules.mounted_base if f.mounted else b.rules.foot_base


def gap(b: Battle, i: int, j: int) -> float:
    """From base edge to base edge [TY-R03]."""
    f, h = b.figures[i], b.figures[j]
    return length(f.x - h.x, f.y - h.y) - radius(b, i) - radius(b, j)


def touch(b: Battle, i: int, j: int) -> bool:
    return gap(b, i, j) <= TOUCH


# Groups


def enlist(b: Battle, i: int, g: int) -> None:
    """A figure becomes the last of a group."""
    f, u = b.figures[i], b.groups[g]
    f.group, f.side, f.next = g, u.side, NOBODY
    if u.head < 0:
        u.head = i
        return
    k = u.head
    while b.figures[k].next >= 0:
        k = b.figures[k].next
    b.figures[k].next = i


def first(b: Battle, g: int) -> int:
    """The first figure of a group that is present, or nobody; after it come next_of, in roster order."""
    return b.groups[g].first


def next_of(b: Battle, i: int) -> int:
    """The next figure of the same group that is present, or nobody."""
    return b.figures[i].after


def fall_in(b: Battle, g: int) -> None:
    """Note of everybody in a group, on the table or not, who is the next that is."""
    u = b.groups[g]
    u.first = NOBODY
    before = i = u.head
    while i >= 0:
        if b.figures[i].lost == PRESENT:
            u.first = i if u.first < 0 else u.first
            before = set_after(b, before, i)
        i = b.figures[i].next
    set_after(b, before, NOBODY)


def set_after(b: Battle, k: int, i: int) -> int:
    """Figure i, or nobody, is the next on the table after figure k and all who are listed from there to him."""
    while k != i:
        b.figures[k].after = i
        k = b.figures[k].next
    return i


def stands(b: Battle, g: int) -> bool:
    """Is anybody of the group on the table?"""
    return 0 <= g < b.n_groups and b.groups[g].strength > 0


def strength(b: Battle, g: int) -> int:
    """How many of a group are on the table."""
    return b.groups[g].strength


# What is noted of a group, so that it need not be found out man by man


def muster(b: Battle, g: int) -> None:
    """Who of a group is on the table, how many, and where: whenever somebody joins it, comes or is lost."""
    fall_in(b, g)
    count_off(b, g)


def count_off(b: Battle, g: int) -> None:
    """Count a group and draw the box about it anew: whenever somebody has moved, mounts or gets down."""
    u = b.groups[g]
    u.strength = u.riders = 0
    u.left, u.low, u.right, u.high, u.widest = FAR, FAR, -FAR, -FAR, 0.0
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        u.strength += 1
        u.riders += f.mounted
        u.widest = max(u.widest, f.radius)
        take_in(u, f.x, f.y)
        i = next_of(b, i)
    u.counted = u.stirs


def count_off_all(b: Battle) -> None:
    """Count every group off that has stirred since it was."""
    for g in range(b.n_groups):
        if b.groups[g].counted != b.groups[g].stirs:
            count_off(b, g)


def survey(b: Battle) -> None:
    """Count everybody off, and take it that everybody has moved: after men were set down otherwise than by the rules."""
    for g in range(b.n_groups):
        stir(b.groups[g], g, 0, 0)
        muster(b, g)
        i = first(b, g)
        while i >= 0:
            stir_to(b.groups[g], i, b.figures[i].x, b.figures[i].y)
            i = next_of(b, i)


def take_in(u: Group, x: float, y: float) -> None:
    """Stretch the box about a group to a place."""
    u.left, u.right = min(u.left, x), max(u.right, x)
    u.low, u.high = min(u.low, y), max(u.high, y)


def stir(u: Group, who: int, one: int, other: int) -> None:
    """A group is not as it was: what was measured of it holds no longer.  The number comes of all that it has done, so
    that two battles that went differently do not have the same."""
    n = (u.stirs * 1_000_003 + who + 1) % STIRS
    n = (n * 1_000_003 + one) % STIRS
    u.stirs = (n * 1_000_003 + other) % STIRS


def stir_to(u: Group, i: int, x: float, y: float) -> None:
    """One of a group stands somewhere else."""
    stir(u, i, int(x * FINE), int(y * FINE))


def where_all_are(b: Battle, seed: int) -> int:
    """Another number whenever anybody has stirred, or the seed is another."""
    out = seed
    for g in range(b.n_groups):
        out = (out * 1_000_003 + b.groups[g].stirs) & STAMPS
    return out


def forget(b: Battle) -> None:
    """Nothing on the paper was measured on this ground."""
    for n in range(PLACES):
        b.paper.place_most[n] = -1.0
    for n in range(WAYS):
        b.paper.way_most[n] = -1.0
    forget_groups(b)


def forget_groups(b: Battle) -> None:
    """Nothing on the paper was measured of these groups: the turn before it may have gone otherwise."""
    b.paper.reckoned = b.paper.attached = NOBODY
    for g in range(b.n_groups):
        b.paper.centred[g] = b.paper.looked_at[g] = b.paper.met[g] = NOBODY
        for h in range(b.n_groups):
            b.paper.pair[g * GROUPS + h] = NOBODY
            b.paper.sight[g * GROUPS + h] = b.paper.line[g * GROUPS + h] = NOBODY
            b.paper.shot[g * GROUPS + h] = NOBODY


def set_down(b: Battle, i: int, x: float, y: float) -> None:
    """A figure stands somewhere else; the box about its group is stretched, and drawn anew when all have moved."""
    u = b.groups[b.figures[i].group]
    if b.figures[i].x == x and b.figures[i].y == y:
        return
    b.figures[i].x, b.figures[i].y = x, y
    stir_to(u, i, x, y)
    take_in(u, x, y)


def appear(b: Battle, i: int, x: float, y: float) -> None:
    """A figure comes on to the table."""
    b.figures[i].x, b.figures[i].y, b.figures[i].lost = x, y, PRESENT
    stir_to(b.groups[b.figures[i].group], i, x, y)
    muster(b, b.figures[i].group)


def lose(b: Battle, i: int, how: int) -> None:
    """A figure is no longer on the table."""
    b.figures[i].lost = how
    stir(b.groups[b.figures[i].group], i, how, 0)
    muster(b, b.figures[i].group)


def is_about(u: Group, x: float, y: float, reach: float) -> bool:
    """Could anybody of a group have his middle nearer to a place than this?"""
    return (u.strength > 0) & is_near(u.left, u.low, u.right, u.high, x, y, reach)


def meets_box(u: Group, left: float, low: float, right: float, high: float) -> bool:
    """Could anybody of a group be in an upright box?"""
    across = (u.left <= right) & (left <= u.right)
    return (u.strength > 0) & across & (u.low <= high) & (low <= u.high)


def is_beside(u: Group, left: float, low: float, right: float, high: float, far: float) -> bool:
    """Could anybody of a group have the edge of his base so near to an upright box?"""
    far += u.widest + SLACK
    return meets_box(u, left - far, low - far, right + far, high + far)


def is_clear_of(u: Group, p: Piece) -> bool:
    """Does the box about a group plainly lie beside a piece, so that nobody of it is inside?"""
    return beyond(p, u.left - SLACK, u.low - SLACK, u.right + SLACK, u.high + SLACK)


def widest_base(b: Battle) -> float:
    """Half the widest base of anybody on the table."""
    most = 0.0
    for g in range(b.n_groups):
        most = max(most, b.groups[g].widest)
    return most


def groups_about(b: Battle, left: float, low: float, right: float, high: float) -> int:
    """The set of groups of whom anybody could be in an upright box."""
    who = 0
    for g in range(b.n_groups):
        if meets_box(b.groups[g], left, low, right, high):
            who |= 1 << g
    return who


def box_gap(b: Battle, g: int, h: int) -> float:
    """Two groups are no nearer to one another than this, by their boxes."""
    u, v = b.groups[g], b.groups[h]
    across = max(u.left - v.right, v.left - u.right)
    along = max(u.low - v.high, v.low - u.high)
    return max(across, along) - u.widest - v.widest


def wounded_in(b: Battle, g: int) -> int:
    n = 0
    i = first(b, g)
    while i >= 0:
        n += b.figures[i].wounded
        i = next_of(b, i)
    return n


def centre(b: Battle, g: int) -> tuple[float, float]:
    """The middle of those who are on the table; it is found anew only when somebody of the group has stirred."""
    p = b.paper
    if p.centred[g] != b.groups[g].stirs + 1:
        p.centre_x[g], p.centre_y[g] = find_centre(b, g)
        p.centred[g] = b.groups[g].stirs + 1
    return p.centre_x[g], p.centre_y[g]


def find_centre(b: Battle, g: int) -> tuple[float, float]:
    """The mean of where they stand; of nobody, the corner of the table."""
    x = y = 0.0
    n = 0
    i = first(b, g)
    while i >= 0:
        x += b.figures[i].x
        y += b.figures[i].y
        n += 1
        i = next_of(b, i)
    return (x / n, y / n) if n > 0 else (0.0, 0.0)


def quality_of(b: Battle, g: int) -> int:
    """The class of a group: that of most of it, ties to the lower [TY-R68]."""
    low = mid = top = 0
    i = first(b, g)
    while i >= 0:
        q = b.figures[i].quality
        low += q == Quality.LOW
        mid += q == Quality.MID
        top += q == Quality.TOP
        i = next_of(b, i)
    if low >= mid and low >= top:
        return Quality.LOW
    return Quality.MID if mid >= top else Quality.TOP


def is_mounted(b: Battle, g: int) -> bool:
    """Most of the group ride."""
    return 2 * b.groups[g].riders > b.groups[g].strength


def has_cavalry_limits(b: Battle) -> bool:
    """Turning, arcs, range shift and gallop of the early 19th century; of pike and shot if a game has it so [PS-R10]."""
    return b.book == Book.EARLY_19TH or b.options.ps_use_ec_cavalry_limits != 0


def is_leader(u: Group) -> bool:
    """Officers, NCOs, drummers and buglers [TY-032, TY-R41]."""
    return Role.OFFICER <= u.role <= Role.BUGLER


# Gaps


def is_near(left: float, low: float, right: float, high: float, x: float, y: float, reach: float) -> bool:
    """Could anything in a box be nearer to a place than this?"""
    return max(max(left - x, x - right), max(low - y, y - high)) < reach


def nearest_pair(b: Battle, g: int, h: int) -> tuple[float, int, int]:
    """The gap between two groups, and the figures that it is between; ties to the lower of the lower group [TY-R95]."""
    return nearest_pair_within(b, g, h, FAR)


def nearest_pair_within(b: Battle, g: int, h: int, most: float) -> tuple[float, int, int]:
    """The same, if they are nearer than this; it is measured anew only when one of them has stirred, once for both."""
    if not stands(b, g) or not stands(b, h) or box_gap(b, g, h) >= most:
        return FAR, NOBODY, NOBODY
    if g < h:
        d, i, j = pair_noted(b, g, h)
    else:
        d, j, i = pair_noted(b, h, g)
    return (d, i, j) if d < most - NEAR else (FAR, NOBODY, NOBODY)


def pair_noted(b: Battle, g: int, h: int) -> tuple[float, int, int]:
    """The gap between two groups and whom it is between, noted on the paper, for either of them."""
    p, at = b.paper, g * GROUPS + h
    stamp = stamp_of(b, g, h)
    if p.pair[at] != stamp:
        p.pair[at] = stamp
        p.pair_gap[at], p.pair_from[at], p.pair_to[at] = measure_pair(b, g, h)
    return p.pair_gap[at], p.pair_from[at], p.pair_to[at]


def stamp_of(b: Battle, g: int, h: int) -> int:
    """Another number whenever one of two groups has stirred."""
    return b.groups[g].stirs << 31 | b.groups[h].stirs


def nearest_among(b: Battle, g: int, who: int) -> tuple[int, float, int, int]:
    """Of a set of groups the nearest to a group, how far, and the figures it is between; ties to the lower [TY-R95].

    The one whose box is nearest is measured first, so that few others need be."""
    found = nearest_box(b, g, who)
    if found < 0:
        return NOBODY, FAR, NOBODY, NOBODY
    best, at, to = nearest_pair(b, g, found)
    for h in range(b.n_groups):
        if who >> h & 1 != 0 and h != found and b.paper.box_gap[h] < best + 3 * NEAR:
            d, i, j = nearest_pair_within(b, g, h, best + 3 * NEAR)
            if d < best - NEAR or (d <= best + NEAR and h < found):
                found, best, at, to = h, d, i, j
    return found, best, at, to


def nearest_box(b: Battle, g: int, who: int) -> int:
    """Of a set of groups the one with the box nearest to that of a group, or nobody; how near each is, is noted."""
    best, found = FAR, NOBODY
    for h in range(b.n_groups):
        if who >> h & 1 != 0:
            d = box_gap(b, g, h) if stands(b, h) else FAR
            b.paper.box_gap[h] = d
            if d < best:
                best, found = d, h
    return found


def measure_pair(b: Battle, g: int, h: int) -> tuple[float, int, int]:
    """Who cannot be nearer than one who is near is not measured."""
    u = b.groups[h]
    at, to = NOBODY, NOBODY
    best = no_farther(b, g, h) + SLACK
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        if is_near(u.left, u.low, u.right, u.high, f.x, f.y, best + f.radius + u.widest):
            d, j = nearest_in(b, i, h, best, u.widest)
            if j >= 0:
                best, at, to = d, i, j
        i = next_of(b, i)
    return best, at, to


def no_farther(b: Battle, g: int, h: int) -> float:
    """A gap that the least between two groups does not exceed: between those who were the nearest to one another when
    last they were measured, or from one who is near."""
    at = g * GROUPS + h
    best = gap_if_of(b, b.paper.pair_from[at], g, b.paper.pair_to[at], h)
    if best < FAR:
        return best
    return nearest_in(b, foremost_to(b, g, b.groups[h]), h, FAR, b.groups[h].widest)[0]


def gap_if_of(b: Battle, i: int, g: int, j: int, h: int) -> float:
    """The gap between two figures, if one is still of one group and the other of the other."""
    return gap(b, i, j) if is_of_group(b, i, g) and is_of_group(b, j, h) else FAR


def is_of_group(b: Battle, i: int, g: int) -> bool:
    """Is there such a figure, of this group and on the table?"""
    return 0 <= i < b.n_figures and b.figures[i].group == g and b.figures[i].lost == PRESENT


def foremost_to(b: Battle, g: int, u: Group) -> int:
    """The figure of a group that is nearest to the box about another, the longer way along its sides."""
    best, found = FAR, NOBODY
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        d = max(max(u.left - f.x, f.x - u.right), max(u.low - f.y, f.y - u.high))
        if d < best:
            best, found = d, i
        i = next_of(b, i)
    return found


def nearest_in(b: Battle, i: int, h: int, best: float, widest: float) -> tuple[float, int]:
    """The figure of a group that is nearer to figure i than the best so far, or nobody."""
    f = b.figures[i]
    found = NOBODY
    reach = best + radius(b, i) + widest  # middles farther apart than this are no nearer than the best
    j = first(b, h)
    while j >= 0:
        e = b.figures[j]
        dx, dy = e.x - f.x, e.y - f.y
        if dx * dx + dy * dy < reach * reach:
            d = gap(b, i, j)
            if d < best - NEAR:
                best, found = d, j
                reach = best + radius(b, i) + widest
        j = next_of(b, j)
    return best, found


def group_gap(b: Battle, g: int, h: int) -> float:
    return nearest_pair(b, g, h)[0]


def is_within(b: Battle, g: int, h: int, d: float) -> bool:
    """Are two groups no farther apart than this?"""
    return nearest_pair_within(b, g, h, d + SLACK)[0] <= d


def figure_group_gap(b: Battle, i: int, g: int) -> float:
    """From a figure to the nearest of a group."""
    f = b.figures[i]
    best = FAR
    reach = FAR  # middles farther apart than this are no nearer than the best
    j = first(b, g)
    while j >= 0:
        e = b.figures[j]
        dx, dy = e.x - f.x, e.y - f.y
        if j != i and dx * dx + dy * dy < reach * reach:
            best = min(best, gap(b, i, j))
            reach = best + radius(b, i) + b.groups[g].widest
        j = next_of(b, j)
    return best


def in_contact(b: Battle, i: int) -> bool:
    """Does an enemy touch this figure?"""
    f = b.figures[i]
    for g in range(b.n_groups):
        if b.groups[g].side != f.side and touches_group(b, i, g):
            return True
    return False


def touches_group(b: Battle, i: int, g: int) -> bool:
    """Does a figure touch anybody of a group?"""
    f = b.figures[i]
    reach = radius(b, i) + b.groups[g].widest + 2 * TOUCH
    if not is_about(b.groups[g], f.x, f.y, reach):
        return False
    j = first(b, g)
    while j >= 0:
        h = b.figures[j]
        if max(abs(h.x - f.x), abs(h.y - f.y)) <= reach and touch(b, i, j):
            return True
        j = next_of(b, j)
    return False


def group_in_contact(b: Battle, g: int) -> bool:
    """Does an enemy touch anybody of a group?"""
    for h in range(b.n_groups):
        if b.groups[h].side != b.groups[g].side and touching(b, g, h):
            return True
    return False


def touching(b: Battle, g: int, h: int) -> bool:
    """Are two groups in base contact?"""
    return is_within(b, g, h, TOUCH)
