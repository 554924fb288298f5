"""The drill-book general's plan: whom he knows of, who is what, who takes which house, where his line is.

He knows only what his side may know: neither hidden troops, nor the invisible, nor spells that nobody has cast."""

from __future__ import annotations

from ...table.boxes import box_gap
from ...table.vectors import distance, dot, unit
from .charms import is_frozen, is_invisible
from .houses import building_box, capacity, check_garrison_kind, garrison_of
from .links import is_held
from .movement import allowance
from .places import then_box
from .sight import whole_box
from .state import NOBODY, Battle, Nerve, Weapon
from .strips import is_garrison, is_lone_character, is_running, strips_of
from .touching import is_off
from .victory import holder, lost_less

FAR = 1000.0
AHEAD = 4.0  # inches: so far before the rest of the line nobody goes without a charge in sight
BEHIND = 1.5  # inches: so far behind the line those stay who are not for it
ABOUT = 10.0  # inches: those so near count as with it, or against it
AIM = 5.0  # what an objective is worth about the middle of a battle
AS_GOOD = 0.7  # turns: who is later by no more goes for a house too


# The enemy, as far as he is known


def is_foe(b: Battle, side: int, g: int) -> bool:
    """An enemy formation on the table that is no secret [FW-R99, FW-R114]."""
    v = b.formations[g]
    return v.n > 0 and v.side != side and not v.hidden and not is_invisible(b, g)


def is_own(b: Battle, side: int, f: int) -> bool:
    return b.formations[f].n > 0 and b.formations[f].side == side


def gap_between(b: Battle, f: int, g: int) -> float:
    """From rectangle to rectangle, or to the house that one is in."""
    return box_gap(whole_box(b, f), whole_box(b, g))


def nearest_foe(b: Battle, f: int) -> tuple[int, float]:
    """The nearest enemy that is known and does not run, or any; and how far off it is."""
    mine = whole_box(b, f)
    best, found, running = FAR, NOBODY, True
    for g in range(b.n_formations):
        if is_foe(b, b.formations[f].side, g):
            v = b.formations[g]
            runs = is_running(v)
            if not runs and running:
                best = FAR  # who runs counts no more
            elif runs and not running:
                continue
            if v.building >= 0 or not is_off(v, mine.x, mine.y, best + (mine.width + mine.depth) / 2.0):
                d = box_gap(mine, whole_box(b, g))
                if d < best:
                    best, found, running = d, g, runs
    return found, best


def threat_to(b: Battle, f: int) -> tuple[int, float]:
    """The enemy who could be upon it soonest, and the inches that he is short of it."""
    mine = whole_box(b, f)
    best, found = FAR, NOBODY
    for g in range(b.n_formations):
        if is_foe(b, b.formations[f].side, g) and may_come(b, g):
            v, far = b.formations[g], allowance(b, g)
            if not is_off(v, mine.x, mine.y, best + far + (mine.width + mine.depth) / 2.0):
                d = box_gap(mine, whole_box(b, g)) - far
                if d < best:
                    best, found = d, g
    return found, best


def may_come(b: Battle, g: int) -> bool:
    """Could it charge this turn or the next, as far as one sees?"""
    return b.formations[g].nerve == Nerve.CALM and not is_garrison(b.formations[g]) and not is_frozen(b, g)


# What they are


def armed(b: Battle, f: int) -> int:
    """How many of its strips shoot."""
    u = b.formations[f]
    n = 0
    for k in range(u.n):
        if b.strips[u.members[k]].weapon != Weapon.NONE:
            n += 1
    return n


def is_shooter(b: Battle, f: int) -> bool:
    """Half of it or more shoots, standing: bows, crossbows, engines; no dragon."""
    u = b.formations[f]
    return 2 * armed(b, f) >= u.n and b.strips[u.members[0]].weapon != Weapon.BREATH


def is_dragon(b: Battle, f: int) -> bool:
    return b.strips[b.formations[f].members[0]].weapon == Weapon.BREATH


def weapon_of(b: Battle, f: int) -> int:
    """What the first of its strips that shoots does it with."""
    u = b.formations[f]
    for k in range(u.n):
        if b.strips[u.members[k]].weapon != Weapon.NONE:
            return b.strips[u.members[k]].weapon
    return Weapon.NONE


def has_cinc(b: Battle, f: int) -> bool:
    u = b.formations[f]
    for k in range(u.n):
        if b.strips[u.members[k]].cinc:
            return True
    return False


def is_mage(b: Battle, f: int) -> bool:
    """A magic user alone who has magic to spend."""
    u = b.formations[f]
    return u.n == 1 and b.strips[u.members[0]].mage >= 0 and b.options.magic == 1


def stays_back(b: Battle, f: int) -> bool:
    """The commander in chief alone, and magic users: not for the line."""
    u = b.formations[f]
    return is_lone_character(b, u) and (b.strips[u.members[0]].cinc or is_mage(b, f))


def is_fighter(b: Battle, f: int) -> bool:
    """One whose work is in the melee."""
    return not is_shooter(b, f) and not stays_back(b, f)


# Houses


def may_hold(b: Battle, f: int, k: int) -> bool:
    """Is it free to go into that building, and may it, as far as its kind and number go [FW-R27]?"""
    u = b.formations[f]
    if is_garrison(u) or is_lone_character(b, u) or u.nerve != Nerve.CALM or check_garrison_kind(b, f) != 0:
        return False
    return strips_of(u) <= capacity(b, f, k) and not is_held(b, f)


def house_gap(b: Battle, f: int, k: int) -> float:
    """From where it stood as the phase began to a building."""
    u = b.formations[f]
    return box_gap(then_box(u), building_box(b, k))


def turns_to_house(b: Battle, f: int, k: int) -> float:
    """How many turns it is from a building; fewer for many men, more for those who had better shoot."""
    turns = house_gap(b, f, k) / allowance(b, f) - strips_of(b.formations[f]) / 6.0
    return turns + 1.0 if is_shooter(b, f) else turns


def is_sent(b: Battle, f: int, k: int) -> bool:
    """Is it one of those who go into an empty building: the first to be there, and who is hardly later?"""
    if not may_hold(b, f, k):
        return False
    mine = turns_to_house(b, f, k)
    for g in range(b.n_formations):
        if g != f and is_own(b, b.formations[f].side, g) and may_hold(b, g, k):
            if turns_to_house(b, g, k) < mine - AS_GOOD:
                return False
    return True


def house_for(b: Battle, f: int) -> int:
    """The objective that this formation is to take, or nobody."""
    for n in range(b.aims.n_objectives):
        k = b.aims.objectives[n].piece
        if garrison_of(b, k) < 0 and is_sent(b, f, k):
            return k
    return NOBODY


def keeps_house(b: Battle, f: int) -> bool:
    """Is it inside an objective?"""
    u = b.formations[f]
    for n in range(b.aims.n_objectives):
        if is_garrison(u) and b.aims.objectives[n].piece == u.building:
            return True
    return False


def is_wanted(b: Battle, side: int, g: int) -> bool:
    """Does this enemy hold an objective?"""
    return b.formations[g].side != side and keeps_house(b, g)


def worth_of_aim(b: Battle) -> float:
    """What it is worth to drive an enemy out of an objective: more, the less time there is."""
    return AIM * (0.5 + b.turn / b.rules.turns)


def holds_all(b: Battle, side: int) -> bool:
    """Is every objective in its hands?"""
    for n in range(b.aims.n_objectives):
        if holder(b, n) != side:
            return False
    return b.aims.n_objectives > 0


def must_win_soon(b: Battle, side: int) -> bool:
    """The enemy holds an objective; or it is the second half of a battle that would not be won if it ended now.

    [FW-R113]"""
    for n in range(b.aims.n_objectives):
        if holder(b, n) == 1 - side:
            return True
    if 2 * b.turn <= b.rules.turns:
        return False
    if b.aims.n_objectives > 0:
        return not holds_all(b, side)
    return lost_less(b) != side


# The line


def front(b: Battle, side: int) -> tuple[float, float]:
    """Which way the enemy is: from the middle of one's own to the middle of theirs."""
    ox, oy, own = 0.0, 0.0, 0
    ex, ey, foes = 0.0, 0.0, 0
    for f in range(b.n_formations):
        u = b.formations[f]
        if is_own(b, side, f):
            ox += u.then_x * u.n
            oy += u.then_y * u.n
            own += u.n
        elif is_foe(b, side, f):
            ex += u.then_x * u.n
            ey += u.then_y * u.n
            foes += u.n
    if own == 0 or foes == 0:
        return -b.home_x[side], -b.home_y[side]
    return unit(ex / foes - ox / own, ey / foes - oy / own)


def line_at(b: Battle, side: int, fx: float, fy: float) -> float:
    """How far forward the fighters are on the whole, garrisons and the hidden left out."""
    total, n = 0.0, 0
    for f in range(b.n_formations):
        u = b.formations[f]
        if is_own(b, side, f) and not is_running(u) and not is_garrison(u) and not u.hidden:
            if is_fighter(b, f):
                total += dot(u.then_x, u.then_y, fx, fy) * u.n
                n += u.n
    return total / n if n > 0 else FAR


def is_too_far_ahead(b: Battle, f: int) -> bool:
    """Would it leave the line behind, with its flanks open, and enemies about who are too many for it?"""
    u = b.formations[f]
    fx, fy = front(b, u.side)
    if dot(u.x, u.y, fx, fy) <= line_at(b, u.side, fx, fy) + AHEAD:
        return False
    return strength_about(b, f, 1 - u.side) > strength_about(b, f, u.side)


def is_in_front(b: Battle, f: int) -> bool:
    """Is it where the line of the fighters is, or before it?"""
    fx, fy = front(b, b.formations[f].side)
    return (
        dot(b.formations[f].x, b.formations[f].y, fx, fy) > line_at(b, b.formations[f].side, fx, fy) - BEHIND
    )


def strength_about(b: Battle, f: int, side: int) -> int:
    """The strips of a side's fighters about a formation who do not run, as far as one knows of them."""
    u = b.formations[f]
    total = 0
    for g in range(b.n_formations):
        v = b.formations[g]
        known = is_own(b, u.side, g) or is_foe(b, u.side, g)
        if known and v.side == side and not is_running(v) and is_fighter(b, g):
            if distance(u.x, u.y, v.x, v.y) <= ABOUT:
                total += v.n
    return total
