"""Where a group that makes a stand finds cover: behind a wall or hedge, or in the edge of a wood, near where it is
wanted."""

from __future__ import annotations

from ...table.terrain import Shape
from ...table.vectors import distance, unit
from .cover import is_accessible, nearest_on_outline, spot_in_area
from .figures import NEAR, first, is_mounted, next_of, radius
from .plans import facing_of
from .state import Battle

ASIDE = 14.0  # cm a group goes out of its way for cover
HARD = 4.0  # cm farther for the better kind
SNUG = 0.4  # cm between a front rank and its wall


def front_depth(b: Battle, g: int, cx: float, cy: float) -> float:
    """From the middle of a group to the front of its first rank."""
    fx, fy = facing_of(b, g)
    far = 0.0
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        far = max(far, (f.x - cx) * fx + (f.y - cy) * fy + radius(b, i))
        i = next_of(b, i)
    return far


def covered_place(
    b: Battle, g: int, x: float, y: float, ex: float, ey: float, deep: float
) -> tuple[float, float, bool]:
    """The place near (x, y) with cover from an enemy at (ex, ey), for a body whose front is so far before its middle;
    False if there is none near enough."""
    best, bx, by = ASIDE, x, y
    mounted = is_mounted(b, g)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.cover == 0 or not is_accessible(b, k, mounted):
            continue
        if p.shape == Shape.LINES:
            ox, oy = nearest_on_outline(p, x, y)
            if distance(ox, oy, ex, ey) <= NEAR:
                continue
            ux, uy = unit(ox - ex, oy - ey)
            tx, ty = ox + ux * (deep + SNUG), oy + uy * (deep + SNUG)
        else:
            tx, ty = spot_in_area(p, x, y)
        d = distance(x, y, tx, ty) - HARD * p.cover
        if d < best:
            best, bx, by = d, tx, ty
    return bx, by, best < ASIDE
