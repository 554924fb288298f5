"""Spotting men in terrain, and hidden markers [TY-044, TY-R57, TY-100, TY-101, TY-102, TY-R90]."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from ...table.vectors import distance, unit
from .figures import FAR, NEAR, appear, box_gap, first, gap, next_of, present, radius, stands
from .footing import area_at, covert_at
from .sight import depth_inside, has_fired, hides, line_open
from .state import NOBODY, Activity, Battle, Ev, Lost, R, Trait
from .ways import SPOKE_X, SPOKE_Y, SPOKES, free_place

BEHIND_EDGE = 1.5  # where the first rank of who is revealed stands

# Spotting


def wholly_hidden(b: Battle, h: int) -> bool:
    """Is every figure of a group in terrain in which it must be spotted?"""
    j = first(b, h)
    while j >= 0:
        if not hides(b, j):
            return False
        j = next_of(b, j)
    return True


def spot_gap(b: Battle, g: int, h: int, most: float) -> float:
    """From a group to the nearest figure of another that is near enough to the edge to be spotted, if it is nearer than
    this [TY-044]."""
    best = FAR
    if box_gap(b, g, h) >= most:
        return best
    j = first(b, h)
    while j >= 0:
        if is_near_edge(b, j):
            d = open_gap(b, g, j, min(best, most))
            best = min(best, d)
        j = next_of(b, j)
    return best


def is_near_edge(b: Battle, j: int) -> bool:
    """Is a figure not too deep in terrain to be spotted?"""
    f = b.figures[j]
    k = covert_at(b, f.x, f.y)
    return k < 0 or depth_inside(b, f.x, f.y, k) <= b.rules.in_cover_depth + NEAR


def open_gap(b: Battle, g: int, j: int, most: float) -> float:
    """From the nearest of a group that has an open line to a figure, if he is nearer than this; else FAR."""
    f = b.figures[j]
    best = FAR
    i = first(b, g)
    while i >= 0:
        e = b.figures[i]
        d = gap(b, i, j)
        if d < min(best, most) and line_open(b, e.x, e.y, f.x, f.y):
            best = d
        i = next_of(b, i)
    return best


def has_line(b: Battle, g: int, h: int) -> bool:
    """Has anybody of a group a line to a figure of another that is near enough to the edge [TY-R57]?"""
    j = first(b, h)
    while j >= 0:
        f = b.figures[j]
        i = first(b, g) if is_near_edge(b, j) else NOBODY
        while i >= 0:
            if line_open(b, b.figures[i].x, b.figures[i].y, f.x, f.y):
                return True
            i = next_of(b, i)
        j = next_of(b, j)
    return False


def spot(b: Battle, side: int) -> None:
    """Each group of a side throws for each hidden group it has a line to [TY-044, TY-R57]."""
    if b.options.spotting != 0:
        return
    hidden = 0
    for h in range(b.n_groups):
        if b.groups[h].side != side and stands(b, h) and wholly_hidden(b, h):
            hidden |= 1 << h
    if hidden == 0:
        return
    for g in range(b.n_groups):
        if b.groups[g].side == side and stands(b, g):
            for h in range(b.n_groups):
                if hidden >> h & 1 != 0:
                    look_for(b, g, h)


def look_for(b: Battle, g: int, h: int) -> None:
    """A D6 times 10 cm; once spotted, so while the line lasts [TY-044, TY-R57]."""
    u = b.groups[h]
    if u.spotted >> g & 1 != 0:
        if not has_line(b, g, h):
            u.spotted &= ~(1 << g)
            emit(b.log, Ev.HIDDEN_AGAIN, R + 57, h, g, 0, 0, 0.0)
        return
    if has_fired(b, h):
        return  # seen already
    d = spot_gap(b, g, h, 6 * b.rules.spot_step + 2 * NEAR)
    if d > 6 * b.rules.spot_step + NEAR:
        return  # no line, or too far for any die
    roll = die(b.dice)
    seen = d <= roll * b.rules.spot_step + NEAR
    emit(b.log, Ev.SPOTTING, 44, g, h, roll, int(seen), d)
    if seen:
        u.spotted |= 1 << g
        emit(b.log, Ev.SPOTTED, R + 57, h, g, 0, 0, 0.0)


# Markers


def lay_markers(b: Battle) -> None:
    """Shuffled face down, on random points of front edges, the pieces filled evenly [TY-101, TY-R90]."""
    shuffle_markers(b)
    for m in range(b.n_markers):
        mark = b.markers[m]
        mark.edge = m % b.n_edges
        e = b.edges[mark.edge]
        roll = die(b.dice, 100)
        t = roll / 101.0
        mark.x, mark.y = e.x0 + (e.x1 - e.x0) * t, e.y0 + (e.y1 - e.y0) * t
        emit(b.log, Ev.LAID, 101, m, NOBODY, roll, 0, 0.0)


def shuffle_markers(b: Battle) -> None:
    """Which number hides what is settled by lot, so that a number tells nothing [TY-101, TY-R90].

    The lots are not drawn with the dice of the battle: people may roll those themselves, and would know."""
    for m in range(b.n_markers - 1, 0, -1):
        k = die(b.whim, m + 1) - 1
        if k != m:
            b.markers[m].real, b.markers[k].real = b.markers[k].real, b.markers[m].real
            swap_groups(b, m, k)
    b.whim.counter = 0


def swap_groups(b: Battle, m: int, k: int) -> None:
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.marker == m:
            u.marker = k
        elif u.marker == k:
            u.marker = m


def is_found(b: Battle, m: int) -> bool:
    """A player figure within 10, or one in plain sight within its sight [TY-R90]."""
    mark = b.markers[m]
    reach = marker_reach(b, m)
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.side != mark.side and present(f):
            d = distance(f.x, f.y, mark.x, mark.y) - radius(b, i)
            if d <= b.rules.marker_sight + NEAR:
                return True
            if d <= reach and not hides(b, i) and line_open(b, mark.x, mark.y, f.x, f.y):
                return True
    return False


def marker_reach(b: Battle, m: int) -> float:
    """How far one sees from a marker: 20 in woods; in other cover 60, the most that a die can spot."""
    mark = b.markers[m]
    if area_at(b, mark.x, mark.y, Trait.WOODED) >= 0:
        return b.rules.wood_sight
    return 6.0 * b.rules.spot_step


def reveal_markers(b: Battle) -> None:
    """Every marker that is found is turned over [TY-102, TY-R90]."""
    for m in range(b.n_markers):
        if not b.markers[m].up and not b.markers[m].veiled and is_found(b, m):
            reveal(b, m)


def reveal(b: Battle, m: int) -> None:
    """The figures of a real one are placed within 20 of it; a dummy goes [TY-102, TY-R90]."""
    mark = b.markers[m]
    mark.up = True
    emit(b.log, Ev.MARKER, R + 90, m, NOBODY, int(mark.real), 0, 0.0)
    for g in range(b.n_groups):
        if b.groups[g].marker == m:
            b.groups[g].marker = NOBODY
            place_revealed(b, g, m)
            emit(b.log, Ev.ENTERS, 102, g, m, 0, 0, 0.0)


def place_revealed(b: Battle, g: int, m: int) -> None:
    """In the terrain of the marker where possible, in ranks of five that face the nearest enemy."""
    mark = b.markers[m]
    e = b.edges[mark.edge]
    u = b.groups[g]
    fx, fy = toward_enemy(b, m)
    bx, by = inward(b, mark.edge)
    mx, my = mark.x, mark.y
    if u.engine >= 0:
        gun = b.engines[u.engine]
        gun.x, gun.y = room_for_engine(b, u.engine, mx, my)
        gun.fx, gun.fy = fx, fy
        mx, my = gun.x, gun.y
    k = 0
    i = u.head
    while i >= 0:
        f = b.figures[i]
        if f.lost == Lost.HIDDEN:
            step = 2 * radius(b, i) + 0.5
            rank, file = k // 5, k % 5
            right = (file - 2.0) * step
            deep = BEHIND_EDGE + rank * step
            if u.engine >= 0:  # the gun stands before them
                deep += b.engines[u.engine].base / 2
            x = mx + bx * deep + by * right
            y = my + by * deep - bx * right
            x = min(max(x, radius(b, i)), b.ground.width - radius(b, i))
            y = min(max(y, radius(b, i)), b.ground.depth - radius(b, i))
            x, y, _ = free_place(b, i, x, y)
            appear(b, i, x, y)
            f.fx, f.fy = fx, fy
            k += 1
        i = f.next
    u.activity = Activity.DEFENDING if e.defends else Activity.HALTED


def room_for_engine(b: Battle, k: int, x: float, y: float) -> tuple[float, float]:
    """The place nearest to a marker where nobody stands and a gun can [TY-R03, TY-R90]."""
    for ring in range(int(b.rules.marker_place)):
        for n in range(SPOKES):
            px, py = x + ring * SPOKE_X[n], y + ring * SPOKE_Y[n]
            if is_clear_for(b, k, px, py):
                return px, py
    return x, y


def is_clear_for(b: Battle, k: int, x: float, y: float) -> bool:
    """Could a gun or wagon stand there: on the table, and on nobody's base?"""
    half = b.engines[k].base / 2
    if x < half or y < half or x > b.ground.width - half or y > b.ground.depth - half:
        return False
    for i in range(b.n_figures):
        f = b.figures[i]
        if present(f) and distance(x, y, f.x, f.y) < half + radius(b, i):
            return False
    return True


def toward_enemy(b: Battle, m: int) -> tuple[float, float]:
    mark = b.markers[m]
    best, fx, fy = FAR, 0.0, -1.0
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.side != mark.side and present(f):
            d = distance(f.x, f.y, mark.x, mark.y)
            if d < best - NEAR and d > NEAR:
                best = d
                fx, fy = unit(f.x - mark.x, f.y - mark.y)
    return fx, fy


def inward(b: Battle, edge: int) -> tuple[float, float]:
    """From a front edge into its terrain, or behind its wall."""
    e = b.edges[edge]
    dx, dy = unit(e.x1 - e.x0, e.y1 - e.y0)
    nx, ny = -dy, dx
    p = b.ground.pieces[e.piece]
    mx, my = (e.x0 + e.x1) / 2, (e.y0 + e.y1) / 2
    cx, cy = (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2
    if nx * (cx - mx) + ny * (cy - my) < 0.0:
        return -nx, -ny
    return nx, ny
