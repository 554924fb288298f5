"""Buildings and those inside: sides, room, and where the defenders stand."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.arcs import side_vector
from ...table.vectors import length, unit
from ...values import Box, Order
from .places import arrange, fall_in, measure
from .state import NOBODY, Battle, BuildingCapacity, Edge, Ev, Formation, Posted, R
from .strips import is_building, may_garrison, strips_of

EVEN = 8  # strips on each side: n0 + 8 n1 + 64 n2 + 512 n3
FITS = 1e-6


def building_box(b: Battle, k: int) -> Box:
    """A building is a rectangle; its sides are numbered as the edges of this box [FW-044]."""
    p = b.ground.pieces[k]
    ex, ey = p.x[1] - p.x[0], p.y[1] - p.y[0]
    gx, gy = p.x[2] - p.x[1], p.y[2] - p.y[1]
    fx, fy = unit(gx, gy)
    return Box((p.x[0] + p.x[2]) / 2.0, (p.y[0] + p.y[2]) / 2.0, fx, fy, length(ex, ey), length(gx, gy))


def side_length(box: Box, edge: int) -> float:
    return box.width if edge == Edge.FRONT or edge == Edge.REAR else box.depth


def room_on_side(b: Battle, f: int, k: int, edge: int) -> int:
    """How many of the formation's strips fit along a side [FW-046, FW-R27]."""
    u = b.formations[f]
    return int((side_length(building_box(b, k), edge) + FITS) / u.cell_width)


def capacity(b: Battle, f: int, k: int) -> int:
    """As many strips as fit along the sides, or by option any number [FW-043, FW-R27]."""
    if b.options.building_capacity == BuildingCapacity.UNLIMITED:
        return strips_of(b.formations[f])
    total = 0
    for edge in range(4):
        total += room_on_side(b, f, k, edge)
    return total


def garrison_of(b: Battle, k: int) -> int:
    """The formation in a building, or nobody."""
    for f in range(b.n_formations):
        if b.formations[f].n > 0 and b.formations[f].building == k:
            return f
    return NOBODY


def manned_on(how: int, edge: int) -> int:
    """How many strips an order puts along a side."""
    for _ in range(edge):
        how //= EVEN
    return how % EVEN


def check_manned(b: Battle, f: int, k: int, how: int) -> int:
    """Do the strips of a formation fit as the order puts them [FW-046, FW-R27]?"""
    total = 0
    for edge in range(4):
        n = manned_on(how, edge)
        if b.options.building_capacity == BuildingCapacity.PERIMETER and n > room_on_side(b, f, k, edge):
            return refuse(b.refusal, 46, float(n), float(room_on_side(b, f, k, edge)), k)
        total += n
    strips = strips_of(b.formations[f])
    if how < 0 or total != strips:
        return refuse(b.refusal, 46, float(total), float(strips), k)
    return 0


def check_garrison_kind(b: Battle, f: int) -> int:
    """Foot, ogres and trolls only [FW-R27]."""
    u = b.formations[f]
    for m in range(u.n):
        if not may_garrison(b.strips[u.members[m]]):
            return refuse(b.refusal, R + 27, 0.0, 0.0, u.members[m])
    return 0


def man_sides(b: Battle, f: int, k: int, how: int) -> None:
    """The strips along the sides of the building, facing out, in their order; the character with the first [FW-046]."""
    u = b.formations[f]
    u.building = k
    u.manned = how
    box = building_box(b, k)
    u.x = box.x
    u.y = box.y
    edge = 0
    at = 0
    for m in range(u.n):
        if u.members[m] != u.character:
            while edge < 3 and at >= manned_on(how, edge):
                edge += 1
                at = 0
            line_side(b, u, u.members[m], box, edge, at, manned_on(how, edge))
            at += 1
    if u.character >= 0:
        seat_character(b, u, box)
    measure(b, f)


def line_side(b: Battle, u: Formation, i: int, box: Box, edge: int, at: int, n: int) -> None:
    """One strip on its side: the row is centred, its front edge flush with the wall."""
    s = b.strips[i]
    s.posted = Posted.SIDE
    s.edge = edge
    fx, fy = side_vector(box, edge)
    s.fx = fx
    s.fy = fy
    s.rank = edge
    s.file = at
    deep = box.depth if edge == Edge.FRONT or edge == Edge.REAR else box.width
    step = min(u.cell_width, side_length(box, edge) / max(n, 1))
    out = deep / 2.0 - s.depth / 2.0
    along = (at - (n - 1) / 2.0) * step
    s.x = box.x + s.fx * out + s.fy * along
    s.y = box.y + s.fy * out - s.fx * along


def seat_character(b: Battle, u: Formation, box: Box) -> None:
    """A character inside stands in the middle, in nobody's way [FW-R27]."""
    s = b.strips[u.character]
    s.posted = Posted.SIDE
    s.edge = Edge.FRONT
    s.rank = 4
    s.file = 0
    s.fx = box.fx
    s.fy = box.fy
    s.x = box.x
    s.y = box.y


def come_out(b: Battle, f: int, files: int, o: Order) -> None:
    """A garrison forms up outside, facing as ordered [FW-042]."""
    u = b.formations[f]
    k = u.building
    u.building = NOBODY
    u.manned = 0
    u.x = o.x
    u.y = o.y
    u.fx = o.fx
    u.fy = o.fy
    fall_in(b, u)
    arrange(b, f, files)
    emit(b.log, Ev.LEFT, 42, f, k, 0, 0, 0.0)


def is_free_building(b: Battle, k: int) -> bool:
    return is_building(b, k) and garrison_of(b, k) < 0
