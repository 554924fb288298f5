"""The drill-book general's Phase 1: one formation after another, the foremost first."""

from __future__ import annotations

from ...table.vectors import distance, dot, unit
from ...values import Ask, Order
from .characters import check_detach, check_join
from .charms import is_frozen
from .drill_charge import BOLD, best_charge, may_attack, no_order
from .drill_houses import man_again, shoots_from, take_house
from .drill_magic import cast_something
from .drill_march import LEAST, face_to, go_to, reach
from .drill_melee import in_melee
from .drill_odds import gain
from .drill_plan import (
    FAR,
    gap_between,
    has_cinc,
    holds_all,
    house_for,
    is_dragon,
    is_fighter,
    is_foe,
    is_in_front,
    is_mage,
    is_own,
    is_shooter,
    is_too_far_ahead,
    is_wanted,
    must_win_soon,
    nearest_foe,
    stays_back,
    threat_to,
    weapon_of,
    worth_of_aim,
)
from .drill_ways import is_cut_off, staging, way_to
from .houses import building_box
from .links import is_held
from .movement import allowance, check_mover, is_halted, left_to_move
from .sight import whole_box
from .state import NOBODY, Act, Battle, Edge, Formation, Posted, Weapon
from .strips import character_of, is_garrison, is_lone_character, is_running, may_accompany

LURK = 1.3  # moves: the hidden wait until an enemy is so near
COMES_OUT = 5  # the turn in which they come out anyway
GUARD = 7.0  # inches from an objective that is held: so near those stay who guard it
ALARM = 8.0  # inches: enemies nearer than this are worth leaving it for
PER_INCH = 0.3  # what an inch of the way to an enemy costs
ENOUGH = 1.5  # strips of one's own for each of an enemy's
STORM = 4.0  # for each of those in a house
RUNS = 1.0  # less for those who run already
CAUTION = 0.75  # inches beyond an enemy's move
IN_ARC = 0.9  # cosine: so nearly it looks at them
BREATH = 4.5  # inches from which a dragon breathes
CASTING = 5.5  # inches from which a mage casts
BEHIND = 5.0  # inches: so near to his men a commander stays
SAFE = 2.0  # inches beyond an enemy's move for those who stay back
HURT = 2  # wounds with which a commander leaves the fight


def next_order(b: Battle, ask: Ask) -> Order:
    """Spells first; then whoever is in hand, then the others, from the foremost to the last."""
    if b.mover < 0:
        order = cast_something(b, ask.side)
        if order.kind != Act.DONE:
            return order
    f = b.mover
    if f < 0 or not is_own(b, ask.side, f):
        f = next_foremost(b, ask.side, -1.0, NOBODY)
    while f >= 0:
        order = order_for(b, f)
        if order.kind != Act.DONE:
            return order
        f = next_foremost(b, ask.side, foremost_key(b, f, -1.0), f)
    return no_order()


def foremost_key(b: Battle, f: int, least: float) -> float:
    """How far it stood from the nearest enemy as the phase began: the square of it; what is less than that is not
    reckoned out."""
    u = b.formations[f]
    best = FAR * FAR
    for g in range(b.n_formations):
        d = apart(u, b.formations[g])
        if d < best and is_foe(b, u.side, g):
            best = d
            if best < least:
                break
    return best


def next_foremost(b: Battle, side: int, after: float, last: int) -> int:
    """The next in order: by that distance, then by number; or nobody."""
    best, found = FAR * FAR + 1.0, NOBODY
    for f in range(b.n_formations):
        u = b.formations[f]
        if is_own(b, side, f) and not u.done and not u.began:
            key = foremost_key(b, f, after)
            if key < best and (key > after or (key == after and f > last)):
                best, found = key, f
    return found


def order_for(b: Battle, f: int) -> Order:
    """What one formation does next; DONE for nothing."""
    u = b.formations[f]
    if u.done or check_mover(b, u.side, f) != 0:
        return no_order()
    if is_held(b, f):
        return in_melee(b, f)
    if is_garrison(u):
        return man_again(b, f)
    if u.hidden and lies_low(b, f):
        return no_order()
    if is_halted(b, f):
        return no_order()
    return free_order(b, f)


def free_order(b: Battle, f: int) -> Order:
    """One that is free to go where it likes."""
    u = b.formations[f]
    if u.began and left_to_move(b, f) < LEAST:
        return no_order()
    k = house_for(b, f)
    if k >= 0:
        order = take_house(b, f, k)
        if order.kind != Act.DONE or u.began:
            return order
    if not u.began:
        order = leave_hurt(b, f)
        if order.kind == Act.DONE:
            order = best_charge(b, f)
        if order.kind != Act.DONE:
            return order
    if stays_back(b, f):
        return keep_back(b, f)
    if is_lone_character(b, u):
        order = find_company(b, f)
        if order.kind != Act.DONE:
            return order
    if is_shooter(b, f):
        return find_range(b, f)
    return close_in(b, f)


def lies_low(b: Battle, f: int) -> bool:
    """The hidden wait for an enemy to come near, for a while."""
    _, gap = nearest_foe(b, f)
    return gap > LURK * allowance(b, f) and b.turn < COMES_OUT


# The line


def best_foe(b: Battle, f: int) -> int:
    """The enemy to go for: strong against weak, the near before the far, not all at one; or nobody."""
    found = nearest_to_attack(b, f)
    best = worth_of_foe(b, f, found, -FAR) if found >= 0 else -FAR
    first = found
    for g in range(b.n_formations):
        if g != first and is_foe(b, b.formations[f].side, g) and may_attack(b, f, g):
            value = worth_of_foe(b, f, g, best)
            if value > best:
                best, found = value, g
    return found


def nearest_to_attack(b: Battle, f: int) -> int:
    """The enemy from whom it stood least far as the phase began, of those it may attack; or nobody."""
    u = b.formations[f]
    best, found = FAR * FAR, NOBODY
    for g in range(b.n_formations):
        d = apart(u, b.formations[g])
        if d < best and is_foe(b, u.side, g) and may_attack(b, f, g):
            best, found = d, g
    return found


def apart(u: Formation, v: Formation) -> float:
    """How far they stood from one another as the phase began: the square of it."""
    dx, dy = v.then_x - u.then_x, v.then_y - u.then_y
    return dx * dx + dy * dy


def worth_of_foe(b: Battle, f: int, g: int, least: float) -> float:
    """What an enemy is worth going for, the way to him counted; what is plainly less than that is not reckoned out."""
    u = b.formations[f]
    v = b.formations[g]
    near = PER_INCH * distance(u.then_x, u.then_y, v.x, v.y)  # by no way is it nearer
    value = gain(b, f, g, Edge.FRONT, True)
    more = worth_of_aim(b) if is_wanted(b, u.side, g) else 0.0
    if is_running(v):
        more -= RUNS
    if value + more - near > least and value > 0.0:
        value *= share_left(b, f, g)
    if value + more - near <= least:
        return -FAR
    return value + more - PER_INCH * way_to(b, f, v.x, v.y)


def share_left(b: Battle, f: int, g: int) -> float:
    """How much of an enemy friends leave who are nearer to him, and nearer to no other: all of him, or less."""
    v = b.formations[g]
    mine = apart(b.formations[f], v)
    taken = 0
    for h in range(b.n_formations):
        if is_after(b, h, g, mine) and is_fighter(b, h):
            taken += b.formations[h].n
    return max(0.0, 1.0 - taken / ((STORM if is_garrison(v) else ENOUGH) * v.n))


def is_after(b: Battle, h: int, g: int, within: float) -> bool:
    """Is formation h an enemy of g, nearer to it than that, squared, and to no other enemy nearer still?"""
    u = b.formations[h]
    gap = apart(u, b.formations[g])
    if gap >= within or not is_own(b, 1 - b.formations[g].side, h):
        return False
    for k in range(b.n_formations):
        if k != g and apart(u, b.formations[k]) < gap and is_foe(b, u.side, k):
            return False
    return True


def close_in(b: Battle, f: int) -> Order:
    """Up to the enemy of its choice, in line with the others; the weaker stops out of his reach."""
    u = b.formations[f]
    if holds_all(b, u.side):
        order, guards = stand_guard(b, f)
        if guards:
            return order
    g = best_foe(b, f)
    if g < 0:
        return no_order()
    its = whole_box(b, g)
    if is_too_far_ahead(b, f) or is_cut_off(b, f, its.x, its.y):
        fx, fy = unit(its.x - u.x, its.y - u.y)
        return no_order() if u.began else face_to(b, f, fx, fy)
    if is_dragon(b, f):
        return go_to(b, f, its.x, its.y, BREATH)
    value = gain(b, f, g, Edge.FRONT, True)
    if is_wanted(b, u.side, g):
        value += worth_of_aim(b)
    if value < (BOLD if must_win_soon(b, u.side) else 0.0):
        return go_to(b, f, its.x, its.y, allowance(b, g) + CAUTION + its.depth / 2.0)
    return reach(b, f, staging(b, f, g))


def stand_guard(b: Battle, f: int) -> tuple[Order, bool]:
    """Near the objective that is held, its front to the enemy; whether that is what it does."""
    u = b.formations[f]
    g, gap = nearest_foe(b, f)
    if g < 0 or gap <= ALARM:
        return no_order(), False
    box = building_box(b, b.aims.objectives[0].piece)
    if distance(u.x, u.y, box.x, box.y) > GUARD + allowance(b, f):
        return go_to(b, f, box.x, box.y, GUARD), True
    fx, fy = unit(b.formations[g].x - u.x, b.formations[g].y - u.y)
    return (no_order() if u.began else face_to(b, f, fx, fy)), True


# Those who shoot


def find_range(b: Battle, f: int) -> Order:
    """Stand and shoot if there is a target; else to where there is one: nearer, out of the wood, past friends."""
    u = b.formations[f]
    if not u.began and shoots_from(b, f):
        return no_order()
    g, gap = nearest_foe(b, f)
    if g < 0:
        return no_order()
    weapon = weapon_of(b, f)
    its = whole_box(b, g)
    far = b.rules.shot_range[weapon][1]
    fx, fy = unit(its.x - u.x, its.y - u.y)
    if is_too_far_ahead(b, f) or (weapon == Weapon.ENGINE and gap <= engine_reach(b)):
        return no_order() if u.began else face_to(b, f, fx, fy)
    if gap > far:
        return go_to(b, f, its.x, its.y, far + its.depth / 2.0 - 0.5)
    order = no_order() if u.began else face_to(b, f, fx, fy)
    if order.kind != Act.DONE or dot(u.fx, u.fy, fx, fy) < IN_ARC:
        return order
    return go_to(b, f, its.x, its.y, b.rules.shot_range[weapon][0] + its.depth / 2.0)


def engine_reach(b: Battle) -> float:
    return b.rules.shot_range[Weapon.ENGINE][2]


# Characters


def leave_hurt(b: Battle, f: int) -> Order:
    """A commander in chief who is badly hurt leaves his men for the rear; or DONE."""
    u = b.formations[f]
    i = u.character
    if i < 0 or not b.strips[i].cinc or b.strips[i].wounds < HURT:
        return no_order()
    back = u.ranks * u.cell_depth + 1.0
    x, y = u.x - u.fx * back, u.y - u.fy * back
    order = Order(Act.DETACH, i, NOBODY, 0, x, y, u.fx, u.fy)
    return order if check_detach(b, u.side, order) == 0 else no_order()


def keep_back(b: Battle, f: int) -> Order:
    """The commander behind his men, the mage within reach of his spells; neither where a charge reaches him."""
    u = b.formations[f]
    g, short = threat_to(b, f)
    if g >= 0 and short < SAFE / 2.0:
        v = b.formations[g]
        fx, fy = unit(u.x - v.x, u.y - v.y)
        return go_to(b, f, u.x + fx * 8.0, u.y + fy * 8.0, 0.0)
    if is_mage(b, f):
        return come_to_cast(b, f, short)
    h = nearest_line(b, f)
    if h < 0 or gap_between(b, f, h) <= BEHIND or short < SAFE:
        return no_order()
    return go_to(b, f, b.formations[h].x, b.formations[h].y, BEHIND)


def come_to_cast(b: Battle, f: int, short: float) -> Order:
    """Nearer, until his spells reach; not before the line, nor into a charge."""
    g, gap = nearest_foe(b, f)
    if g < 0 or gap <= CASTING or short < SAFE or is_in_front(b, f):
        return no_order()
    its = whole_box(b, g)
    far = min(gap - CASTING, short - SAFE / 2.0)
    return go_to(b, f, its.x, its.y, distance(b.formations[f].x, b.formations[f].y, its.x, its.y) - far)


def nearest_line(b: Battle, f: int) -> int:
    """The nearest friends who fight in the line, or nobody."""
    best, found = FAR, NOBODY
    side = b.formations[f].side
    for h in range(b.n_formations):
        if h != f and is_own(b, side, h) and is_fighter(b, h) and not is_running(b.formations[h]):
            d = gap_between(b, f, h)
            if d < best:
                best, found = d, h
    return found


def find_company(b: Battle, f: int) -> Order:
    """A hero alone joins the nearest men of the line who have no leader; or DONE."""
    u = b.formations[f]
    i = u.members[0]
    best, found = FAR, NOBODY
    for h in range(b.n_formations):
        if h != f and is_own(b, u.side, h) and suits(b, i, h):
            d = gap_between(b, f, h)
            if d < best:
                best, found = d, h
    if found < 0:
        return no_order()
    for post in range(Posted.LEFT, Posted.BEHIND + 1):
        order = Order(Act.JOIN, i, found, post, 0.0, 0.0, 0.0, 0.0)
        if best <= allowance(b, f) and check_join(b, u.side, order) == 0:
            return order
    return go_to(b, f, b.formations[found].x, b.formations[found].y, 1.0)


def suits(b: Battle, i: int, h: int) -> bool:
    """Men of the line without a leader, whom he does not slow."""
    v = b.formations[h]
    if is_running(v) or is_garrison(v) or v.n < 2 or not is_fighter(b, h) or is_frozen(b, h):
        return False
    if character_of(b, v) >= 0 or not may_accompany(b, h, i) or has_cinc(b, h):
        return False
    return b.rules.move[b.strips[i].moves] >= allowance(b, h)
