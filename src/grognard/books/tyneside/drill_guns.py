"""What the drill-book general has his gunners do: serve the gun, turn it to the enemy, and come back to it."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance, rotated, unit
from ...values import Ask, Order
from .drill_march import go
from .drill_plan import is_foe, known_to
from .figures import centre, group_in_contact, is_leader, radius, strength
from .guns import fit_crew, is_gun
from .legality import check_gun, check_move
from .plans import MOST_TURN
from .sight import line_open
from .state import NOBODY, Act, Battle

RANGE = 20.0  # cm: how much nearer counts for how much
AT_GUN = 1.5  # cm behind the gun
AJAR = 0.5  # cm left between friends and the shot


def serve(b: Battle, ask: Ask, g: int) -> Order:
    """Load; if loaded and nobody is before the gun, turn it to whom it should hit."""
    k = b.groups[g].engine
    if k < 0 or not is_gun(b.engines[k]) or group_in_contact(b, g):
        return plain(Act.HOLD, g, NOBODY)
    e = b.engines[k]
    if fit_crew(b, k) < 1.0:
        back = e.base / 2 + AT_GUN
        return go(b, g, e.x - e.fx * back, e.y - e.fy * back, 1.0)
    if not e.loaded or has_target(b, k, ask.side):
        return plain(Act.HOLD, g, NOBODY)
    return turn_gun(b, ask, g, k)


def has_target(b: Battle, k: int, side: int) -> bool:
    """Is a known enemy before the gun who may be fired at?"""
    known = known_to(b, side)
    for h in range(b.n_groups):
        if is_foe(b, side, h, known) and check_gun(b, k, h) == 0:
            return True
    return False


def turn_gun(b: Battle, ask: Ask, g: int, k: int) -> Order:
    """Toward the largest body in sight for its distance, as far round as it may be turned."""
    h = best_lane(b, k, ask.side)
    if h < 0:
        return plain(Act.HOLD, g, NOBODY)
    e = b.engines[k]
    x, y = centre(b, h)
    ux, uy = unit(x - e.x, y - e.y)
    ahead, left = e.fx * ux + e.fy * uy, e.fx * uy - e.fy * ux
    if ahead < MOST_TURN:
        s = 0.7071 if left > 0.0 else -0.7071
        ux, uy = rotated(e.fx, e.fy, 0.7071, s)
        ux, uy = unit(ux, uy)
    order = Order(Act.PIVOT, g, NOBODY, 0, e.x, e.y, ux, uy)
    return order if check_move(b, ask, order) == 0 else plain(Act.HOLD, g, NOBODY)


def best_lane(b: Battle, k: int, side: int) -> int:
    """Whom the gun should look at: over no friend's head."""
    known = known_to(b, side)
    e = b.engines[k]
    best, found = 0.0, NOBODY
    for h in range(b.n_groups):
        if is_foe(b, side, h, known) and not is_leader(b.groups[h]):
            x, y = centre(b, h)
            worth = strength(b, h) / (RANGE + distance(e.x, e.y, x, y))
            if worth > best and line_open(b, e.x, e.y, x, y) and is_lane_clear(b, k, x, y):
                best, found = worth, h
    return found


def is_lane_clear(b: Battle, k: int, x: float, y: float) -> bool:
    """Would no friend stand between the gun and a place, if it were turned there [TY-R80]?"""
    e = b.engines[k]
    ux, uy = unit(x - e.x, y - e.y)
    far = distance(e.x, e.y, x, y)
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.side == e.side and f.lost == 0:
            ahead = (f.x - e.x) * ux + (f.y - e.y) * uy
            aside = abs((f.x - e.x) * uy - (f.y - e.y) * ux)
            if e.base / 2 - radius(b, i) < ahead < far and aside <= e.base / 2 + radius(b, i) + AJAR:
                return False
    return True
