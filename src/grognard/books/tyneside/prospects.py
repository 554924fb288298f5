"""Whether a group that may be told what to do can go as it would be told: the same as no rule against the order, but
the quick questions first, for the drill-book general asks about many orders before he gives one.  Of charges he sees
those that are plain, and overlooks a few."""

from __future__ import annotations

from ...table.vectors import is_closer
from .charge import can_plainly_reach
from .figures import NEAR, SLACK, TOUCH, first, next_of, radius, strength
from .moves import gait_on, is_off_table, leaves_by_exit, left_of_move, set_pending
from .plans import (
    check_gait,
    check_turn_to,
    check_turning,
    comes_to_blows,
    cost_of,
    farthest_in_plan,
    groups_about_plan,
    loses_sight,
    may_charge_ordered,
    overlaps_itself,
    plan_form,
    plan_march,
)
from .state import Battle, Role, Shape
from .ways import allowance, find_way_within, is_free_of, list_near_of


def can_charge(b: Battle, g: int, h: int, gait: int) -> bool:
    """Is there plainly nothing against a charge on a group of enemies [TY-087, TY-R18, TY-R19]?"""
    if b.groups[g].shape != Shape.OPEN or not may_charge_ordered(b, g):
        return False
    if check_gait(b, g, gait, 0.0) != 0 or check_turn_to(b, g, h, gait) != 0:
        return False
    return can_plainly_reach(b, g, h, gait)


def can_march(b: Battle, g: int, x: float, y: float, fx: float, fy: float, gait: int) -> bool:
    """Is there nothing against a march, the front that way [TY-037, TY-039]?"""
    if b.groups[g].shape != Shape.OPEN:
        return False
    plan_march(b, g, x, y, fx, fy)
    if check_gait(b, g, gait, farthest_in_plan(b, g)) != 0 or check_turning(b, g, x, y, fx, fy, gait) != 0:
        return False
    return can_go_as_planned(b, g, gait)


def can_form(b: Battle, g: int, files: int, x: float, y: float, fx: float, fy: float, gait: int) -> bool:
    """Is there nothing against forming so many files there?  Crews do not [EC-088]."""
    if b.groups[g].shape != Shape.OPEN or b.groups[g].role == Role.CREW or files > strength(b, g):
        return False
    plan_form(b, g, files, x, y, fx, fy)
    return check_gait(b, g, gait, farthest_in_plan(b, g)) == 0 and can_go_as_planned(b, g, gait)


def can_go_as_planned(b: Battle, g: int, gait: int) -> bool:
    """Can all of a group go where the plan on the paper has them [TY-039, TY-R19]?"""
    if not is_in_reach(b, g, gait):
        return False
    set_pending(b, g, 1)
    can = has_room(b, g)
    set_pending(b, g, 0)
    return can and has_ways(b, g, gait) and not overlaps_itself(b, g) and not loses_sight(b, g)


def is_in_reach(b: Battle, g: int, gait: int) -> bool:
    """Is nobody's place plainly farther than his move carries him, or off the table where he may not leave it?"""
    i = first(b, g)
    while i >= 0:
        f, x, y = b.figures[i], b.paper.x[i], b.paper.y[i]
        if is_off_table(b, x, y):
            if not leaves_by_exit(b, i, x, y):
                return False
        elif not is_closer(x - f.x, y - f.y, left_of_move(b, i, gait) + SLACK):
            return False
        i = next_of(b, i)
    return True


def has_room(b: Battle, g: int) -> bool:
    """Is there room for all of a group on their places, and would none of them come to blows there [TY-R03, TY-087]?"""
    others = groups_about_plan(b, g) & ~(1 << g)
    i = first(b, g)
    while i >= 0:
        x, y = b.paper.x[i], b.paper.y[i]
        if not is_off_table(b, x, y):
            n = list_near_of(b, others, x, y, radius(b, i) + 2 * TOUCH) if others != 0 else 0
            if not is_free_of(b, i, x, y, n) or (n > 0 and comes_to_blows(b, others, i, x, y)):
                return False
        i = next_of(b, i)
    return True


def has_ways(b: Battle, g: int, gait: int) -> bool:
    """Has everybody of a group a way to his place within his own move [TY-039, TY-R19]?"""
    i = first(b, g)
    while i >= 0:
        f, x, y = b.figures[i], b.paper.x[i], b.paper.y[i]
        pace = gait_on(b, i, x, y, gait)
        left = left_of_move(b, i, pace)
        if is_off_table(b, x, y):
            cost = cost_of(b, i, x, y, pace)
        else:
            cost = find_way_within(b, f.x, f.y, x, y, f.mounted, allowance(b, i, pace), left + TOUCH)
        if cost > left + NEAR:
            return False
        i = next_of(b, i)
    return True
