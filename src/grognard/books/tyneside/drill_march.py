"""How the drill-book general gets a group somewhere: as far along the best way as all of it can go, or in column."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance, unit
from ...values import Ask, Order
from .drill_front import front_at
from .figures import FAR, centre, first, is_mounted, next_of, strength
from .legality import check_move
from .moves import left_of_move
from .plans import facing_of
from .prospects import can_form, can_march
from .state import NOBODY, Act, Battle, Book, Gait, Kind, Shape
from .turning import has_turning_limits
from .ways import allowance, along, find_way, free_place

SHARES = (1.0, 0.8, 0.55, 0.3, 0.15)  # of a move that are tried
COLUMN = 3  # files that pass a bridge
ARRIVED = 1.0  # cm: for less nobody moves
NEARLY = 0.97  # the cosine to the front wanted: for less nobody turns


def slowest(b: Battle, g: int, gait: int) -> float:
    """What the slowest of a group has left of his move."""
    least = FAR
    i = first(b, g)
    while i >= 0:
        least = min(least, left_of_move(b, i, gait))
        i = next_of(b, i)
    return least


def pace_for(b: Battle, g: int, far: float) -> int:
    """The gait that covers a distance: no faster than it takes, and no faster than they may go."""
    if not is_mounted(b, g) or b.groups[g].must_walk or far <= b.rules.gait_most[Gait.WALK]:
        return Gait.WALK
    if far <= b.rules.gait_most[Gait.TROT] or b.groups[g].kind == Kind.DUTCH:
        return Gait.TROT
    return Gait.TROT if b.book == Book.EARLY_19TH else Gait.GALLOP


def enemy_front(b: Battle, g: int, x: float, y: float) -> tuple[float, float, bool]:
    """The front against those in sight, for who may front as they like; False if none is."""
    if has_turning_limits(b, g):
        return 0.0, 1.0, False
    return front_at(b, g, x, y)


def go(b: Battle, g: int, x: float, y: float, most_share: float) -> Order:
    """As far toward a place as the group can go in order, up to a share of its move; it holds if it cannot."""
    cx, cy = centre(b, g)
    far = distance(cx, cy, x, y)
    if far <= ARRIVED or b.groups[g].shape != Shape.OPEN:
        return plain(Act.HOLD, g, NOBODY)
    gait = pace_for(b, g, far)
    order = go_at(b, g, x, y, most_share, gait)
    if order.kind == Act.HOLD and gait > Gait.WALK:
        order = go_at(b, g, x, y, most_share, Gait.WALK)
    if order.kind == Act.HOLD and strength(b, g) > COLUMN and not is_mounted(b, g):
        return in_column(b, g, x, y, most_share)
    return order


def keep_way(b: Battle) -> None:
    """Keep the way in hand on another part of the paper, for checks of orders find ways of their own."""
    p = b.paper
    p.kept = p.legs
    for k in range(p.legs):
        p.kept_x[k], p.kept_y[k] = p.leg_x[k], p.leg_y[k]


def take_way(b: Battle) -> None:
    """Take the way that was kept in hand again."""
    p = b.paper
    p.legs = p.kept
    for k in range(p.kept):
        p.leg_x[k], p.leg_y[k] = p.kept_x[k], p.kept_y[k]


def go_at(b: Battle, g: int, x: float, y: float, most_share: float, gait: int) -> Order:
    """At one gait: the farthest of a few places along the way that is allowed."""
    cx, cy = centre(b, g)
    mounted = is_mounted(b, g)
    most = allowance(b, first(b, g), gait)
    left = slowest(b, g, gait) * most_share
    find_way(b, cx, cy, x, y, mounted, most)
    keep_way(b)
    for share in SHARES:
        take_way(b)
        tx, ty, _ = along(b, cx, cy, mounted, most, left * share)
        if distance(cx, cy, tx, ty) > ARRIVED:
            order = march_to(b, g, tx, ty, gait)
            if order.kind != Act.HOLD:
                return order
    return plain(Act.HOLD, g, NOBODY)


def march_to(b: Battle, g: int, x: float, y: float, gait: int) -> Order:
    """To a place, with the front to have there, or else with the front as it is; they hold if neither is allowed."""
    ux, uy = facing_of(b, g)
    alone = strength(b, g) == 1 and not has_turning_limits(b, g)  # who stands the same whatever his front
    if alone and not can_march(b, g, x, y, ux, uy, gait):
        return plain(Act.HOLD, g, NOBODY)
    fx, fy, near = enemy_front(b, g, x, y)
    if not near:
        cx, cy = centre(b, g)
        fx, fy = unit(x - cx, y - cy)
    if alone or can_march(b, g, x, y, fx, fy, gait):
        return Order(Act.MARCH, g, NOBODY, gait, x, y, fx, fy)
    if can_march(b, g, x, y, ux, uy, gait):
        return Order(Act.MARCH, g, NOBODY, gait, x, y, ux, uy)
    return plain(Act.HOLD, g, NOBODY)


def in_column(b: Battle, g: int, x: float, y: float, most_share: float) -> Order:
    """A few files abreast, where the whole front finds no room."""
    cx, cy = centre(b, g)
    most = allowance(b, first(b, g), Gait.WALK)
    left = slowest(b, g, Gait.WALK) * most_share
    find_way(b, cx, cy, x, y, False, most)
    keep_way(b)
    for share in SHARES:
        take_way(b)
        tx, ty, _ = along(b, cx, cy, False, most, left * share)
        if distance(cx, cy, tx, ty) > ARRIVED:
            fx, fy = unit(tx - cx, ty - cy)
            if can_form(b, g, COLUMN, tx, ty, fx, fy, Gait.WALK):
                return Order(Act.FORM, g, COLUMN, Gait.WALK, tx, ty, fx, fy)
    return plain(Act.HOLD, g, NOBODY)


def step_to(b: Battle, ask: Ask, i: int, x: float, y: float) -> Order:
    """One man by himself, his front to the enemy, as far along his way as he can go; DONE if he cannot."""
    f = b.figures[i]
    most = allowance(b, i, Gait.WALK)
    left = left_of_move(b, i, Gait.WALK)
    find_way(b, f.x, f.y, x, y, f.mounted, most)
    keep_way(b)
    for share in SHARES:
        take_way(b)
        tx, ty, _ = along(b, f.x, f.y, f.mounted, most, left * share)
        tx, ty, _ = free_place(b, i, tx, ty)  # beside those who stand there
        if distance(tx, ty, x, y) < distance(f.x, f.y, x, y) - ARRIVED:
            ux, uy, _ = front_at(b, f.group, tx, ty)
            order = Order(Act.STEP, i, NOBODY, 0, tx, ty, ux, uy)
            if check_move(b, ask, order) == 0:
                return order
    return plain(Act.DONE, NOBODY, NOBODY)


def face_them(b: Battle, g: int) -> Order:
    """The group fronts where it stands, if it should and has room; else it holds."""
    cx, cy = centre(b, g)
    fx, fy, seen = enemy_front(b, g, cx, cy)
    ux, uy = facing_of(b, g)
    if not seen or b.groups[g].shape != Shape.OPEN or ux * fx + uy * fy >= NEARLY:
        return plain(Act.HOLD, g, NOBODY)
    if can_march(b, g, cx, cy, fx, fy, Gait.WALK):
        return Order(Act.MARCH, g, NOBODY, Gait.WALK, cx, cy, fx, fy)
    return plain(Act.HOLD, g, NOBODY)
