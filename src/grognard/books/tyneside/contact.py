"""Base to base: where a charger finds room beside an enemy [TY-R20]."""

from __future__ import annotations

from ...table.vectors import distance, is_closer, unit
from .figures import NEAR, SLACK, TOUCH, first, radius
from .state import Battle, Group
from .ways import EVERYBODY, SPOKE_X, SPOKE_Y, SPOKES, is_free_of, list_near_of

UNKNOWN = -1  # not found out yet


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
    room = spokes_with_room(b, i, j, n)
    if room == 0:
        return f.x, f.y, False
    at = toward(ux, uy)
    step = 1 if is_nearer(ux, uy, at + 1, at - 1) else -1
    for m in range(SPOKES):  # the spoke that points at him, then those to either side of it, the nearer first
        aside = (m + 1) // 2
        k = (at + (step * aside if m % 2 == 1 else -step * aside)) % SPOKES
        x, y = h.x + SPOKE_X[k] * reach, h.y + SPOKE_Y[k] * reach
        if distance(x, y, f.x, f.y) >= within:
            break
        if room >> k & 1 != 0:
            return x, y, True
    return f.x, f.y, False


def spokes_with_room(b: Battle, i: int, j: int, n: int) -> int:
    """The set of spokes about figure j on which figure i has room.  It is the same for all on bases like his who do not
    stand there themselves, as long as those who stand about figure j are as they were noted."""
    f, h, p = b.figures[i], b.figures[j], b.paper
    alike = p.room_radius == f.radius and p.room_mounted == f.mounted
    noted = alike and not is_closer(f.x - h.x, f.y - h.y, h.radius + 3 * f.radius + SLACK)
    if noted and p.room[j] != UNKNOWN:
        return p.room[j]
    room = 0
    reach = f.radius + h.radius
    for k in range(SPOKES):
        if is_free_of(b, i, h.x + SPOKE_X[k] * reach, h.y + SPOKE_Y[k] * reach, n):
            room |= 1 << k
    if noted:
        p.room[j] = room
    return room


def note_bases(b: Battle, g: int) -> None:
    """Room is noted for those on bases like that of the first of a group."""
    f = b.figures[first(b, g)]
    b.paper.room_radius, b.paper.room_mounted = f.radius, f.mounted


def note_about(b: Battle, who: int, j: int, room: float) -> int:
    """Note on the paper who of a set of groups stands about figure j, so near that one of such a base could be in the
    way; how many."""
    b.paper.room[j] = UNKNOWN
    return list_near_of(b, who, b.figures[j].x, b.figures[j].y, b.figures[j].radius + 2 * room)


def toward(ux: float, uy: float) -> int:
    """The spoke that comes nearest to a direction."""
    found, most = 0, ux * SPOKE_X[0] + uy * SPOKE_Y[0]
    for k in range(1, SPOKES):
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
