"""Base to base: where a charger finds room beside an enemy [TY-R20]."""

from __future__ import annotations

from ...table.vectors import distance, is_closer, unit
from .figures import NEAR, SLACK, TOUCH, first, radius
from .state import Battle, Group
from .ways import EVERYBODY, SPOKE_X, SPOKE_Y, SPOKES, is_free_of, list_near_of

UNKNOWN = -1  # not found out yet
QUARTER = SPOKES // 4
# The room about a figure: the set of the spokes that were tried, and above it of those on which there is room.
UNTRIED = 0
HEMMED_IN = (1 << SPOKES) - 1  # all tried, and none has room
FULL = 1 << SPOKES | 1  # of one spoke: where it says that it was tried and has room


def contact_place(b: Battle, i: int, j: int, within: float) -> tuple[float, float, bool]:
    """Where figure i would stand base to base with figure j: straight before him, or the nearest way round, if there
    is room no farther off than this."""
    return room_beside(b, i, j, note_about(b, EVERYBODY, j, radius(b, i)), within)


def room_beside(b: Battle, i: int, j: int, n: int, within: float) -> tuple[float, float, bool]:
    """The same, with those who stand about figure j noted."""
    f, h = b.figures[i], b.figures[j]
    reach = f.radius + h.radius
    ux, uy = unit(f.x - h.x, f.y - h.y)
    if is_free_of(b, i, h.x + ux * reach, h.y + uy * reach, n):
        return h.x + ux * reach, h.y + uy * reach, True
    alike = is_noted_for(b, i, j)
    if alike and b.paper.room[j] == HEMMED_IN:
        return f.x, f.y, False
    at = toward(ux, uy)
    step = 1 if is_nearer(ux, uy, at + 1, at - 1) else -1
    for m in range(SPOKES):  # the spoke that points at him, then those to either side of it, the nearer first
        aside = (m + 1) // 2
        k = (at + (step * aside if m % 2 == 1 else -step * aside)) % SPOKES
        if alike and b.paper.room[j] >> k & FULL == 1:
            continue
        x, y = h.x + SPOKE_X[k] * reach, h.y + SPOKE_Y[k] * reach
        if distance(x, y, f.x, f.y) >= within:
            break
        if has_room(b, i, j, k, n, alike):
            return x, y, True
    return f.x, f.y, False


def is_noted_for(b: Battle, i: int, j: int) -> bool:
    """Is the room about figure j noted for such as figure i: on bases like his, and not standing there themselves?"""
    f, h, p = b.figures[i], b.figures[j], b.paper
    if p.room_radius != f.radius or p.room_mounted != f.mounted:
        return False
    return not is_closer(f.x - h.x, f.y - h.y, h.radius + 3 * f.radius + SLACK)


def has_room(b: Battle, i: int, j: int, k: int, n: int, alike: bool) -> bool:
    """Has figure i room on a spoke about figure j?  For all who are alike it is noted, as long as those who stand about
    figure j are as they were."""
    p, h = b.paper, b.figures[j]
    if alike and p.room[j] >> k & 1 != 0:
        return p.room[j] >> k + SPOKES & 1 != 0
    reach = b.figures[i].radius + h.radius
    free = is_free_of(b, i, h.x + SPOKE_X[k] * reach, h.y + SPOKE_Y[k] * reach, n)
    if alike:
        p.room[j] |= 1 << k | int(free) << k + SPOKES
    return free


def note_bases(b: Battle, g: int) -> None:
    """Room is noted for those on bases like that of the first of a group."""
    f = b.figures[first(b, g)]
    b.paper.room_radius, b.paper.room_mounted = f.radius, f.mounted


def note_about(b: Battle, who: int, j: int, room: float) -> int:
    """Note on the paper who of a set of groups stands about figure j, so near that one of such a base could be in the
    way; how many."""
    b.paper.room[j] = UNTRIED
    return list_near_of(b, who, b.figures[j].x, b.figures[j].y, b.figures[j].radius + 2 * room)


def toward(ux: float, uy: float) -> int:
    """The spoke that comes nearest to a direction, of two as near the first; it is one of the four of its quarter."""
    if ux >= 0.0:
        quarter = 0 if uy >= 0.0 else SPOKES - QUARTER
    else:
        quarter = QUARTER if uy >= 0.0 else 2 * QUARTER
    found = min(quarter, (quarter + QUARTER) % SPOKES)  # the first of all closes the last quarter
    most = ux * SPOKE_X[found] + uy * SPOKE_Y[found]
    for m in range(quarter, quarter + QUARTER + 1):
        k = m % SPOKES
        along = ux * SPOKE_X[k] + uy * SPOKE_Y[k]
        if along > most + NEAR:
            found, most = k, along
    return found


def is_nearer(ux: float, uy: float, k: int, m: int) -> bool:
    """Does one spoke come nearer to a direction than another?"""
    k, m = k % SPOKES, m % SPOKES
    return ux * SPOKE_X[k] + uy * SPOKE_Y[k] > ux * SPOKE_X[m] + uy * SPOKE_Y[m] + NEAR


# Boxes


def box_of(u: Group) -> tuple[float, float, float, float]:
    return u.left, u.low, u.right, u.high


def places_about(b: Battle, h: int, room: float) -> tuple[float, float, float, float]:
    """The box on the table in which those stand who touch a group, on bases up to so wide."""
    u, far = b.groups[h], b.groups[h].widest + room + TOUCH
    return on_table(b, u.left - far, u.low - far, u.right + far, u.high + far)


def places_beside(b: Battle, j: int, room: float) -> tuple[float, float, float, float]:
    """The same, of one figure."""
    f, far = b.figures[j], b.figures[j].radius + room + TOUCH
    return on_table(b, f.x - far, f.y - far, f.x + far, f.y + far)


def on_table(
    b: Battle, left: float, low: float, right: float, high: float
) -> tuple[float, float, float, float]:
    return max(left, 0.0), max(low, 0.0), min(right, b.ground.width), min(high, b.ground.depth)
