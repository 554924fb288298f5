"""Bringing civilians off: who goes to fetch them, when they set out, and their way."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance, unit
from ...values import Ask, Order
from .command import command_reach
from .drill_cover import covered_place
from .drill_march import go, step_to
from .drill_plan import foe_near, men_near, turns_left
from .figures import FAR, first, gap, is_leader, next_of, stands
from .legality import check_move
from .state import NOBODY, Act, Battle
from .ways import foot_allowance

IN_HAND = 6  # turns kept in hand for accidents
NEARER = 1.0  # cm inside the reach of command, to be sure
STAND = 24.0  # cm from them: within the shortest reach of command
ESCORTED = 25.0  # cm: men as near to that place have gone before
FAR_OFF = 60.0  # cm from it
GUARD = 3  # of them are wanted
ASIDE = (0.0, 5.0, -5.0, 10.0, -10.0)  # cm to the side of it, that are tried if it is taken
CLOSER = 4.0  # cm nearer to them


def civilians_of(b: Battle, side: int) -> int:
    """The civilians whom the side is to bring off, or nobody."""
    if b.aims.rescuer != side:
        return NOBODY
    for g in range(b.n_groups):
        if b.groups[g].civilian and b.groups[g].side == side and stands(b, g):
            return g
    return NOBODY


def way_out(b: Battle, x: float, y: float) -> tuple[float, float]:
    """The nearest place over the edge by which they leave."""
    a = b.aims
    if a.exit_y != 0.0:
        return x, (-2.0 if a.exit_y < 0.0 else b.ground.depth + 2.0)
    return (-2.0 if a.exit_x < 0.0 else b.ground.width + 2.0), y


def last_of(b: Battle, c: int) -> int:
    """The one of the civilians who has farthest to go."""
    best, found = -1.0, NOBODY
    i = first(b, c)
    while i >= 0:
        f = b.figures[i]
        ex, ey = way_out(b, f.x, f.y)
        if distance(f.x, f.y, ex, ey) > best:
            best, found = distance(f.x, f.y, ex, ey), i
        i = next_of(b, i)
    return found


def has_all_in_reach(b: Battle, i: int, c: int) -> bool:
    """Has a leader every one of the civilians in reach of command, for all obey or none [TY-031]?"""
    j = first(b, c)
    while j >= 0:
        if gap(b, i, j) > command_reach(b, i, j) - NEARER:
            return False
        j = next_of(b, j)
    return True


def turns_to_go(b: Battle, c: int) -> int:
    """How many turns the way out takes civilians at their pace."""
    last = b.figures[last_of(b, c)]
    x, y = last.x, last.y
    ex, ey = way_out(b, x, y)
    return int(distance(x, y, ex, ey) / foot_allowance(b, first(b, c))) + 1


def is_time(b: Battle, c: int) -> bool:
    """Must they set out now?"""
    return turns_left(b) <= turns_to_go(b, c) + IN_HAND


def rally_place(b: Battle, c: int) -> tuple[float, float]:
    """Where those who fetch them make their stand: on the way out, in reach of command of the last of them."""
    last = b.figures[last_of(b, c)]
    x, y = last.x, last.y
    ex, ey = way_out(b, x, y)
    ux, uy = unit(ex - x, ey - y)
    return x + ux * STAND, y + uy * STAND


def is_rescuer(b: Battle, g: int) -> bool:
    """Does his side have civilians to bring off?"""
    return civilians_of(b, b.groups[g].side) >= 0


def wants_leader_at(b: Battle, g: int) -> tuple[float, float, bool]:
    """Where the leader who fetches the civilians should be, and stay while they come, for they may turn back into a
    house, where command does not carry far [TY-026]; False if it is not he, if he must live and has them in reach, or
    if no troops have gone before him and there is time."""
    side = b.groups[g].side
    c = civilians_of(b, side)
    if fetcher(b, c) != g:
        return 0.0, 0.0, False
    x, y = rally_place(b, c)
    if has_all_in_reach(b, first(b, g), c) and g == b.aims.must_live:
        return 0.0, 0.0, False
    if not is_time(b, c) and men_near(b, side, x, y, ESCORTED, c) < GUARD:
        return 0.0, 0.0, False
    d, foe = foe_near(b, side, x, y)
    if foe >= 0 and d < ESCORTED * 2:
        x, y = under_cover(b, g, c, x, y, foe)
    return x, y, True


def fetch(b: Battle, g: int, x: float, y: float) -> Order:
    """A leader goes where he can call the civilians; if friends stand in his way, to a place beside it."""
    order = go(b, g, x, y, 1.0)
    c = civilians_of(b, b.groups[g].side)
    k = 0
    while order.kind == Act.HOLD and k < len(ASIDE) and not has_all_in_reach(b, first(b, g), c):
        last = b.figures[last_of(b, c)]
        rx, ry = rally_place(b, c)
        fx, fy = unit(rx - last.x, ry - last.y)
        order = go(b, g, rx - fx * CLOSER - fy * ASIDE[k], ry - fy * CLOSER + fx * ASIDE[k], 1.0)
        k += 1
    return order


def under_cover(b: Battle, g: int, c: int, x: float, y: float, foe: int) -> tuple[float, float]:
    """Cover from an enemy near where a leader is wanted, if he can command the last of the civilians from there."""
    px, py, _ = covered_place(b, g, x, y, b.figures[foe].x, b.figures[foe].y, 1.0)
    last = b.figures[last_of(b, c)]
    return (px, py) if distance(px, py, last.x, last.y) <= STAND else (x, y)


def nearness(b: Battle, g: int, x: float, y: float) -> float:
    """How near a place is to where the civilians are fetched, for the leader who is to do it: 1 there, 0 far off."""
    c = civilians_of(b, b.groups[g].side)
    if c < 0 or fetcher(b, c) != g:
        return 0.0
    px, py = rally_place(b, c)
    return max(0.0, 1.0 - distance(x, y, px, py) / FAR_OFF)


def fetcher(b: Battle, c: int) -> int:
    """Of the leaders the nearest to them; one who must live only if there is no other."""
    best, found = FAR, NOBODY
    for g in range(b.n_groups):
        if b.groups[g].side == b.groups[c].side and is_leader(b.groups[g]) and stands(b, g):
            d = gap(b, first(b, g), first(b, c)) + (60.0 if g == b.aims.must_live else 0.0)
            if d < best:
                best, found = d, g
    return found


def lead_out(b: Battle, ask: Ask, c: int) -> Order:
    """Each of them by himself, the one nearest to the way out first; nobody if none can go."""
    i = first(b, c)
    while i >= 0:
        f = b.figures[i]
        if f.stepped != b.turn:
            x, y = way_out(b, f.x, f.y)
            order = step_off(b, ask, i, x, y)
            if order.kind != Act.DONE:
                return order
        i = next_of(b, i)
    return plain(Act.DONE, NOBODY, NOBODY)


def step_off(b: Battle, ask: Ask, i: int, x: float, y: float) -> Order:
    """Over the edge if he can, else along the way to it."""
    f = b.figures[i]
    if distance(f.x, f.y, x, y) <= foot_allowance(b, i) + 2.0:
        ux, uy = unit(x - f.x, y - f.y)
        from_edge = Order(Act.STEP, i, NOBODY, 0, x, y, ux, uy)
        if check_move(b, ask, from_edge) == 0:
            return from_edge
    inside_y = min(max(y, 1.0), b.ground.depth - 1.0)
    inside_x = min(max(x, 1.0), b.ground.width - 1.0)
    return step_to(b, ask, i, inside_x, inside_y)
