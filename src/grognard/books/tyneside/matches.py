"""Who fights whom: figures in contact are matched as evenly as possible [TY-086, TY-R69, TY-R78]."""

from __future__ import annotations

from .figures import (
    FAR,
    NEAR,
    SLACK,
    TOUCH,
    box_gap,
    first,
    gap,
    in_contact,
    is_about,
    next_of,
    present,
    radius,
    stands,
)
from .state import NOBODY, Armour, Battle, Weapon
from .status import carries, has_missiles

ALIGNED = 1.2  # a supporter's base is this little off the line behind the man before him


# Arms and armour


def best_factor(b: Battle, i: int) -> int:
    """The best melee factor a figure carries; a fixed bayonet counts [TY-R72].

    [TY-006, EC-006, EC-007, EC-008, EC-009, EC-010, EC-011, EC-012, EC-R02]
    [PS-009, PS-010, PS-011, PS-012, PS-R04]"""
    f = b.figures[i]
    best = 0
    for k in range(3):
        w = f.arms[k]
        best = max(best, b.rules.weapon_factor[w])
        if f.bayonet:
            best = max(best, b.rules.bayonet_factor[w])
    return best


def armour_of(b: Battle, j: int) -> int:
    """What the armour of an enemy takes from the die [PS-102, PS-103, PS-R33]."""
    h = b.figures[j]
    worn = b.rules.armour_melee[h.armour]
    if not h.targe:
        return worn
    if h.armour >= Armour.HALF:
        return b.rules.metal_and_targe
    return min(worn, b.rules.targe_melee)


# Contact


def fights(b: Battle, i: int, j: int) -> bool:
    """Are two enemies in contact, over a low barrier too, or a front pike and his man at pike's length?

    [TY-R94, PS-099, PS-R32]"""
    f, h = b.figures[i], b.figures[j]
    most = f.radius + h.radius + max(b.rules.pike_reach, TOUCH) + SLACK
    if f.side == h.side or abs(f.x - h.x) > most or abs(f.y - h.y) > most:
        return False
    if not present(f) or not present(h):
        return False
    d = gap(b, i, j)
    if d <= TOUCH:
        return True
    if d > b.rules.pike_reach + NEAR:
        return False
    return at_length(b, i, j) or at_length(b, j, i)


def may_fight(b: Battle, i: int, g: int) -> bool:
    """Is a group of enemies so near to a figure that one of it could be in contact or at pike's length?"""
    f, u = b.figures[i], b.groups[g]
    return u.side != f.side and is_about(u, f.x, f.y, arms_length(b, f.group, g) + f.radius + u.widest)


def arms_length(b: Battle, g: int, h: int) -> float:
    """Men of two groups who are farther apart than this do not fight one another [PS-099]."""
    far = b.groups[g].at_pikes_length or b.groups[h].at_pikes_length
    return (b.rules.pike_reach if far else TOUCH) + SLACK


def enemies_about(b: Battle, g: int) -> int:
    """The set of groups of enemies so near to a group."""
    who = 0
    for h in range(b.n_groups):
        if b.groups[h].side != b.groups[g].side and stands(b, h) and stands(b, g):
            if box_gap(b, g, h) < arms_length(b, g, h):
                who |= 1 << h
    return who


def is_among(b: Battle, i: int, g: int) -> bool:
    """The same as may_fight, while the enemies about each group are on the paper: nobody else could fight him."""
    return b.paper.enemies[b.figures[i].group] >> g & 1 != 0 and may_fight(b, i, g)


def at_length(b: Battle, i: int, j: int) -> bool:
    """Does a pikeman of a front rank fight j from 5 away [PS-099, PS-R32]?"""
    u = b.groups[b.figures[i].group]
    if not u.at_pikes_length or not carries(b, i, Weapon.PIKE):
        return False
    return is_front(b, i, j)


def is_front(b: Battle, i: int, j: int) -> bool:
    """Nobody of his own group stands between them."""
    f, h = b.figures[i], b.figures[j]
    k = first(b, f.group)
    while k >= 0:
        o = b.figures[k]
        if k != i:
            ahead = (o.x - f.x) * (h.x - f.x) + (o.y - f.y) * (h.y - f.y)
            aside = abs((o.x - f.x) * (h.y - f.y) - (o.y - f.y) * (h.x - f.x))
            size = ((h.x - f.x) ** 2 + (h.y - f.y) ** 2) ** 0.5
            if ahead > NEAR and ahead < size * size and aside < size * radius(b, k):
                return False
        k = next_of(b, k)
    return True


# Matching one to one


def clear_matches(b: Battle) -> None:
    b.matches = 0
    for i in range(b.n_figures):
        b.figures[i].match, b.figures[i].supports = NOBODY, False
    for g in range(b.n_groups):
        b.groups[g].melee, b.groups[g].suffered = NOBODY, 0


def partner(b: Battle, i: int) -> int:
    """Whom a figure is matched with, one to one, or nobody (while matches are made)."""
    return b.paper.listed[i]


def augment(b: Battle, i: int) -> bool:
    """Find a partner for figure i, if need be by giving others new ones."""
    for j in range(b.n_figures):
        b.paper.label[j] = NOBODY  # who looked at j
    head, tail = 0, 1
    b.paper.shooters[0] = i
    while head < tail:
        a = b.paper.shooters[head]
        head += 1
        for g in range(b.n_groups):
            j = first(b, g) if is_among(b, a, g) else NOBODY
            while j >= 0:
                if b.paper.label[j] < 0 and fights(b, a, j):
                    b.paper.label[j] = a
                    if partner(b, j) < 0:
                        rematch(b, j)
                        return True
                    b.paper.shooters[tail] = partner(b, j)
                    tail += 1
                j = next_of(b, j)
    return False


def rematch(b: Battle, j: int) -> None:
    """Along the way by which j was found, everybody takes the enemy he looked at."""
    while j >= 0:
        a = b.paper.label[j]
        before = partner(b, a)
        b.paper.listed[a], b.paper.listed[j] = j, a
        j = before


def pair_off(b: Battle) -> None:
    """As many one-to-one matches as contacts allow, in roster order [TY-R69]."""
    for i in range(b.n_figures):
        b.paper.listed[i] = NOBODY
    for g in range(b.n_groups):
        b.paper.enemies[g] = enemies_about(b, g)
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.side == b.side_a and b.paper.enemies[f.group] != 0 and present(f):
            if partner(b, i) < 0 and has_enemy(b, i):
                augment(b, i)
    for i in range(b.n_figures):
        j = partner(b, i)
        if b.figures[i].side == b.side_a and j >= 0:
            b.figures[i].match = b.figures[j].match = b.matches
            b.matches += 1


def has_enemy(b: Battle, i: int) -> bool:
    for g in range(b.n_groups):
        j = first(b, g) if is_among(b, i, g) else NOBODY
        while j >= 0:
            if fights(b, i, j):
                return True
            j = next_of(b, j)
    return False


# The others


def count_matches(b: Battle) -> None:
    """Count on the paper how many of each side fight in each match."""
    for k in range(2 * b.matches):
        b.paper.label[k] = 0
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.match >= 0:
            b.paper.label[2 * f.match + f.side] += 1


def spread_surplus(b: Battle) -> None:
    """Who has no man of his own joins the match of an enemy he touches that has the fewest [TY-R69]."""
    count_matches(b)
    for i in range(b.n_figures):
        f = b.figures[i]
        if b.paper.enemies[f.group] == 0 or not present(f) or f.match >= 0:
            continue
        fewest, found = 99, NOBODY
        for g in range(b.n_groups):
            j = first(b, g) if is_among(b, i, g) else NOBODY
            while j >= 0:
                if b.figures[j].match >= 0 and fights(b, i, j):
                    n = b.paper.label[2 * b.figures[j].match + f.side]
                    if n < fewest:
                        fewest, found = n, b.figures[j].match
                j = next_of(b, j)
        f.match = found
        if found >= 0:
            b.paper.label[2 * found + f.side] += 1


# Support


def behind(b: Battle, i: int, j: int) -> bool:
    """Does figure j stand in contact and in line behind figure i, facing as he does [PS-098]?"""
    f, h = b.figures[i], b.figures[j]
    if f.side != h.side or not present(h) or gap(b, i, j) > b.rules.shoot_over / 2:
        return False
    back = (f.x - h.x) * f.fx + (f.y - h.y) * f.fy
    aside = abs((f.x - h.x) * f.fy - (f.y - h.y) * f.fx)
    return back > NEAR and aside <= ALIGNED


def rank_behind(b: Battle, i: int, match: int) -> int:
    """A pikeman right behind another figure who is not in the match yet, or nobody."""
    best, found = FAR, NOBODY
    f = b.figures[i]
    for g in range(b.n_groups):
        u = b.groups[g]
        near = u.side == f.side and is_about(
            u, f.x, f.y, b.rules.shoot_over / 2 + f.radius + u.widest + SLACK
        )
        j = first(b, g) if near else NOBODY
        while j >= 0:
            if b.figures[j].match < 0 and behind(b, i, j) and carries(b, j, Weapon.PIKE):
                d = gap(b, i, j)
                if d < best or (d == best and j < found):
                    best, found = d, j
            j = next_of(b, j)
    return found


def add_pike_ranks(b: Battle, i: int) -> None:
    """Up to three ranks of pikes behind one who touches the enemy, in the first turn of combat [PS-098, PS-R30]."""
    f = b.figures[i]
    if not carries(b, i, Weapon.PIKE) or not first_turn(b, i):
        return
    at = i
    for _ in range(b.rules.pike_ranks):
        j = rank_behind(b, at, f.match)
        if j < 0:
            return
        b.figures[j].match, b.figures[j].supports = f.match, True
        at = j


def first_turn(b: Battle, i: int) -> bool:
    """Did either side of his fight charge in this turn [PS-098, TY-R76]?"""
    f = b.figures[i]
    if b.groups[f.group].charged == b.turn:
        return True
    for g in range(b.n_groups):
        j = first(b, g) if b.groups[g].charged == b.turn and may_fight(b, i, g) else NOBODY
        while j >= 0:
            if fights(b, i, j):
                return True
            j = next_of(b, j)
    return False


def shot_behind(b: Battle, i: int) -> int:
    """The musketeer right behind another, or nobody."""
    j = first(b, b.figures[i].group)
    while j >= 0 and not (behind(b, i, j) and has_missiles(b, j)):
        j = next_of(b, j)
    return j


def add_pike_behind_shot(b: Battle, i: int) -> None:
    """A single pikeman behind at most two ranks of musketeers supports them [PS-097, PS-R31]."""
    f = b.figures[i]
    if not has_missiles(b, i):
        return
    at = i
    for _ in range(b.rules.pike_behind_shot):
        j = rank_behind(b, at, f.match)
        if j >= 0:
            b.figures[j].match, b.figures[j].supports = f.match, True
            return
        at = shot_behind(b, at)
        if at < 0:
            return


def add_support(b: Battle) -> None:
    """Pikes behind; none at pike's length [PS-097, PS-098, PS-R32]."""
    if b.rules.pike_ranks <= 0:
        return
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.match >= 0 and not f.supports and in_contact(b, i):
            add_pike_ranks(b, i)
            add_pike_behind_shot(b, i)


# Melees


def link_groups(b: Battle) -> None:
    """Groups linked by contact form one melee [TY-R78]."""
    for g in range(b.n_groups):
        b.groups[g].melee = g if stands(b, g) and has_match(b, g) else NOBODY
    changed = True
    while changed:
        changed = False
        for k in range(b.paper.n_matched):
            f = b.figures[b.paper.matched[k]]
            for m in range(k):
                h = b.figures[b.paper.matched[m]]
                if f.match == h.match:
                    u, o = b.groups[f.group], b.groups[h.group]
                    low = min(u.melee, o.melee)
                    if low >= 0 and (u.melee != low or o.melee != low):
                        u.melee = o.melee = low
                        changed = True


def has_match(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        if b.figures[i].match >= 0:
            return True
        i = next_of(b, i)
    return False


def list_matched(b: Battle) -> None:
    """Note on the paper all who fight in a match, in roster order."""
    b.paper.n_matched = 0
    for i in range(b.n_figures):
        if b.figures[i].match >= 0:
            b.paper.matched[b.paper.n_matched] = i
            b.paper.n_matched += 1


def make_matches(b: Battle) -> None:
    """All matches and melees on the table [TY-013, TY-086]."""
    clear_matches(b)
    pair_off(b)
    if b.matches > 0:
        spread_surplus(b)
        add_support(b)
    list_matched(b)
    if b.matches > 0:
        link_groups(b)
