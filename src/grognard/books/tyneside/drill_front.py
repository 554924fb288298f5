"""Which way a group fronts: so that no enemy whom it sees is on its flank or rear, for that unnerves men [TY-074]."""

from __future__ import annotations

from ...table.vectors import distance, is_closer, unit
from .figures import FAR, NEAR, first, next_of, stands
from .state import NOBODY, Battle
from .status import sees_now


def near_figure(b: Battle, h: int, x: float, y: float) -> tuple[int, float]:
    """The figure of a group that is nearest to a place, and how near."""
    best, found = FAR, NOBODY
    i = first(b, h)
    while i >= 0:
        f = b.figures[i]
        if is_closer(f.x - x, f.y - y, best):
            best, found = distance(f.x, f.y, x, y), i
        i = next_of(b, i)
    return found, best


def way_to_nearest(b: Battle, g: int, x: float, y: float) -> tuple[float, float, bool]:
    """From a place toward the nearest enemy whom a group sees; False if it sees none.  The nearest of each group is
    noted on the paper."""
    best, found = FAR, NOBODY
    for h in range(b.n_groups):
        if sees_now(b, g, h) and stands(b, h):
            i, d = near_figure(b, h, x, y)
            b.paper.foremost[h] = i
            if d < best - NEAR:
                best, found = d, i
    if found < 0 or best <= NEAR:
        return 0.0, 1.0, False
    ux, uy = unit(b.figures[found].x - x, b.figures[found].y - y)
    return ux, uy, True


def front_at(b: Battle, g: int, x: float, y: float) -> tuple[float, float, bool]:
    """The front to have at a place: midway between the outermost enemies in sight if it takes them all in, else to the
    nearest; False if none is in sight."""
    ux, uy, seen = way_to_nearest(b, g, x, y)
    if not seen:
        return 0.0, 1.0, False
    left_x, left_y, right_x, right_y = ux, uy, ux, uy
    left = right = 1.0  # cosines of the outermost so far
    for h in range(b.n_groups):
        if sees_now(b, g, h) and stands(b, h):
            i = b.paper.foremost[h]
            ex, ey = unit(b.figures[i].x - x, b.figures[i].y - y)
            cosine = ux * ex + uy * ey
            if ux * ey - uy * ex >= 0.0:
                if cosine < left:
                    left, left_x, left_y = cosine, ex, ey
            elif cosine < right:
                right, right_x, right_y = cosine, ex, ey
    fx, fy = unit(left_x + right_x, left_y + right_y)
    takes_in = fx * ux + fy * uy >= b.rules.flank_cosine and fx * left_x + fy * left_y >= b.rules.flank_cosine
    return (fx, fy, True) if takes_in else (ux, uy, True)
