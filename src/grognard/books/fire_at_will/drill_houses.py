"""The drill-book general's houses: going in, and which sides are manned."""

from __future__ import annotations

from ...table.boxes import ahead_and_right, box_gap
from ...table.vectors import dot
from ...values import Order
from .buildings import check_enter, check_garrison
from .drill_charge import no_order
from .drill_march import go_to
from .drill_plan import front, nearest_foe
from .houses import EVEN, building_box, manned_on, room_on_side
from .places import then_box
from .shooting import has_target, is_ready
from .state import NOBODY, Act, Battle, BuildingCapacity
from .strips import is_garrison, strips_of
from .touching import in_contact, outward

NEAR = 8.0  # inches: an enemy so near is one to turn to
SIDES = 4
CORNER = 0.75  # inches: so far from a corner of a house he comes up to it


def take_house(b: Battle, f: int, k: int) -> Order:
    """Into it from its edge; else up to it."""
    u = b.formations[f]
    box = building_box(b, k)
    if box_gap(then_box(u), box) <= b.rules.contact and not u.began:
        order = Order(Act.ENTER, f, k, best_sides(b, f, k), 0.0, 0.0, 0.0, 0.0)
        return order if check_enter(b, f, order) == 0 else no_order()
    x, y = nearest_wall(b, f, k)
    return go_to(b, f, x, y, 0.0)


def nearest_wall(b: Battle, f: int, k: int) -> tuple[float, float]:
    """The place on a building's side that is nearest to a formation, an inch from its corners."""
    u = b.formations[f]
    box = building_box(b, k)
    ahead, right = ahead_and_right(box, u.x, u.y)
    deep, wide = max(0.0, box.depth / 2.0 - CORNER), max(0.0, box.width / 2.0 - CORNER)
    ahead = min(max(ahead, -deep), deep)
    right = min(max(right, -wide), wide)
    return box.x + box.fx * ahead + box.fy * right, box.y + box.fy * ahead - box.fx * right


def towards(b: Battle, f: int, k: int) -> tuple[float, float]:
    """Where the enemy is, seen from a house: the nearest of them if he is near, else all of them."""
    box = building_box(b, k)
    g, gap = nearest_foe(b, f)
    if g >= 0 and (gap <= NEAR or not is_garrison(b.formations[f])):
        return b.formations[g].x - box.x, b.formations[g].y - box.y
    return front(b, b.formations[f].side)


def best_sides(b: Battle, f: int, k: int) -> int:
    """Its strips along the sides that look to the enemy, as many as there is room for, then the others."""
    tx, ty = towards(b, f, k)
    box = building_box(b, k)
    rest = strips_of(b.formations[f])
    taken = 0
    how = 0
    for _ in range(SIDES):
        best, found = -1.0e9, NOBODY
        for edge in range(SIDES):
            ox, oy = outward(box, edge)
            if (taken >> edge) % 2 == 0 and dot(ox, oy, tx, ty) > best:
                best, found = dot(ox, oy, tx, ty), edge
        taken |= 1 << found
        n = min(rest, room(b, f, k, found))
        how += n * EVEN**found
        rest -= n
    return how


def room(b: Battle, f: int, k: int, edge: int) -> int:
    """How many he puts on a side at most."""
    if b.options.building_capacity == BuildingCapacity.UNLIMITED:
        return EVEN - 1
    return min(EVEN - 1, room_on_side(b, f, k, edge))


def man_again(b: Battle, f: int) -> Order:
    """Other sides, if the one that looks to a near enemy is empty and nobody has a target; or DONE."""
    u = b.formations[f]
    _, gap = nearest_foe(b, f)
    if gap > NEAR or u.began or in_contact(b, f) or shoots_from(b, f):
        return no_order()
    box = building_box(b, u.building)
    tx, ty = towards(b, f, u.building)
    for edge in range(SIDES):
        ox, oy = outward(box, edge)
        if dot(ox, oy, tx, ty) > 0.75 * (abs(tx) + abs(ty)) and manned_on(u.manned, edge) == 0:
            order = Order(Act.GARRISON, f, NOBODY, best_sides(b, f, u.building), 0.0, 0.0, 0.0, 0.0)
            return order if check_garrison(b, f, order) == 0 else no_order()
    return no_order()


def shoots_from(b: Battle, f: int) -> bool:
    """Has one of its strips a target from where it stands?"""
    u = b.formations[f]
    for k in range(u.n):
        if is_ready(b, u.members[k]) and has_target(b, u.members[k]):
            return True
    return False
