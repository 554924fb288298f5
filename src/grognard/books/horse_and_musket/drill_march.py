"""How the drill-book general gets somewhere: round buildings, past friends, wheeling, out of a jam."""

from __future__ import annotations

from ...battle import plain
from ...table.boxes import pivoted
from ...table.going import march_reach
from ...table.terrain import Piece
from ...table.vectors import distance, length, unit
from ...values import Ask, Order
from .legality import check
from .movement import allowance, new_box, rate_in
from .state import NOBODY, Act, Arm, Battle, Formation, Leave, Unit
from .units import box_of, is_skirmishing, on_table, stands_of

HALF_TURN = 0.7071067811865476
EDGE = 0.3  # how near to the corner of a building one passes


def if_legal(b: Battle, ask: Ask, order: Order) -> Order:
    """The order, unless check refuses it."""
    return order if check(b, ask, order) == 0 else hold()


def hold() -> Order:
    return plain(Act.DONE, NOBODY, NOBODY)


def waypoint(b: Battle, i: int, x: float, y: float) -> tuple[float, float]:
    """The place itself, or the corner of a building that stands in the way."""
    u = b.units[i]
    half = max(u.width, u.depth) / 2.0 + EDGE
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.closed and is_between(p, u.x, u.y, x, y):
            best = 1e18
            wx = x
            wy = y
            for c in range(4):
                cx = p.x0 - half if c % 2 == 0 else p.x1 + half
                cy = p.y0 - half if c < 2 else p.y1 + half
                d = distance(u.x, u.y, cx, cy) + distance(cx, cy, x, y)
                if d < best and not is_between(p, u.x, u.y, cx, cy):
                    best = d
                    wx = cx
                    wy = cy
            return wx, wy
    return x, y


def is_between(p: Piece, ax: float, ay: float, bx: float, by: float) -> bool:
    """Does a line cross the upright rectangle around a piece, and not end in it?"""
    if max(ax, bx) <= p.x0 or min(ax, bx) >= p.x1 or max(ay, by) <= p.y0 or min(ay, by) >= p.y1:
        return False
    if p.x0 <= bx <= p.x1 and p.y0 <= by <= p.y1:
        return False
    dx = bx - ax
    dy = by - ay
    left = dx * (p.y0 - ay) > dy * (p.x0 - ax)
    one = (dx * (p.y0 - ay) > dy * (p.x1 - ax)) == left
    two = (dx * (p.y1 - ay) > dy * (p.x0 - ax)) == left
    three = (dx * (p.y1 - ay) > dy * (p.x1 - ax)) == left
    return not (one and two and three)


def march(b: Battle, ask: Ask, i: int, x: float, y: float, keep: float) -> Order:
    """Toward a place, round buildings, stopping short of it; wheel first if it is not in front."""
    u = b.units[i]
    if distance(u.x, u.y, x, y) <= keep + 0.1:
        return hold()
    wx, wy = waypoint(b, i, x, y)
    far = distance(u.x, u.y, wx, wy)
    if wx == x and wy == y:
        far -= keep
    ux, uy = unit(wx - u.x, wy - u.y)
    if u.fx * ux + u.fy * uy < b.rules.forward_cosine:
        return change_front(b, ask, i, ux, uy, far)
    return advance(b, ask, i, ux, uy, far)


def change_front(b: Battle, ask: Ask, i: int, ux: float, uy: float, far: float) -> Order:
    """A line breaks into column toward its way if it has far to go; others wheel."""
    u = b.units[i]
    if u.arm == Arm.INFANTRY and u.formation == Formation.LINE and far > 4.0 and stands_of(b, u) >= 6:
        order = form_and_go(b, ask, i, Formation.COLUMN, ux, uy, min(far, 4.4))
        if order.kind != Act.DONE:
            return order
    return turn_toward(b, ask, i, ux, uy, far)


def advance(b: Battle, ask: Ask, i: int, ux: float, uy: float, most: float) -> Order:
    """Straight on if the way is clear, else in the direction that gains most."""
    u = b.units[i]
    best = 0.25
    order = hold()
    for attempt in range(5):
        vx, vy = swerved(ux, uy, attempt)
        if u.fx * vx + u.fy * vy >= b.rules.forward_cosine:
            far = reach_along(b, i, vx, vy, most)
            gain = far * (ux * vx + uy * vy)
            if gain > best:
                best = gain
                order = Order(Act.MOVE, i, NOBODY, 0, u.x + vx * far, u.y + vy * far, vx, vy)
            if attempt == 0 and 3.0 * far >= 2.0 * min(most, allowance(b, u, False)):
                break
    if order.kind != Act.DONE and check(b, ask, order) == 0:
        return order
    return straight_on(b, ask, i, ux, uy, most)


def reach_along(b: Battle, i: int, ux: float, uy: float, most: float) -> float:
    """How far a forward move in a direction can go: what the pivot leaves, the neighbours and the ground."""
    u = b.units[i]
    left = allowance(b, u, False) - chord(u, ux, uy)
    far = clear_way(b, i, ux, uy, min(most, left))
    if far < 0.25:
        return 0.0
    return march_reach(b.ground, b.scratch, pivoted(box_of(u), ux, uy), ux, uy, left, far) - 1e-6


def straight_on(b: Battle, ask: Ask, i: int, ux: float, uy: float, most: float) -> Order:
    """Blocked: to its front as far as that leads on, else a step to the side."""
    u = b.units[i]
    along = u.fx * ux + u.fy * uy
    far = reach_along(b, i, u.fx, u.fy, most * along)
    if far > 0.5:
        order = Order(Act.MOVE, i, NOBODY, 0, u.x + u.fx * far, u.y + u.fy * far, u.fx, u.fy)
        if check(b, ask, order) == 0:
            return order
    return shuffle(b, ask, i, ux, uy)


def swerved(ux: float, uy: float, attempt: int) -> tuple[float, float]:
    """Straight, then a little to either side, then more."""
    if attempt == 0:
        return ux, uy
    s = 0.3826834323650898 if attempt <= 2 else 0.7071067811865475
    c = 0.9238795325112867 if attempt <= 2 else 0.7071067811865476
    if attempt % 2 == 0:
        s = -s
    return ux * c - uy * s, ux * s + uy * c


def chord(u: Unit, ux: float, uy: float) -> float:
    """What a pivot costs: the way of a front corner."""
    return length(ux - u.fx, uy - u.fy) * length(u.width, u.depth) / 2.0


def clear_way(b: Battle, i: int, ux: float, uy: float, far: float) -> float:
    """Short of whoever is in front, roughly: an inch from enemies, a hair from friends."""
    u = b.units[i]
    for j in range(b.n_units):
        m = b.units[j]
        if j == i or not on_table(m):
            continue
        ahead = (m.x - u.x) * ux + (m.y - u.y) * uy
        if ahead <= 0.0 or ahead > far + 12.0 or (m.side == u.side and is_skirmishing(u)):
            continue
        along = abs(m.fx * ux + m.fy * uy)
        across = abs(m.fx * uy - m.fy * ux)
        keep = 0.05 if m.side == u.side else 1.45 * b.rules.keep_off
        aside = abs((m.x - u.x) * uy - (m.y - u.y) * ux)
        if aside < (u.width + across * m.depth + along * m.width) / 2.0 + keep:
            far = min(far, ahead - (u.depth + along * m.depth + across * m.width) / 2.0 - keep)
    return far


def shuffle(b: Battle, ask: Ask, i: int, ux: float, uy: float) -> Order:
    """Hemmed in: half a move or less to the side that leads on, to the other, or to the rear."""
    u = b.units[i]
    go = 0.98 * allowance(b, u, False) * b.rules.half_move
    side = 1.0 if u.fy * ux - u.fx * uy >= 0.0 else -1.0
    for attempt in range(6):
        far = go if attempt < 3 else 0.45 * go
        right = 0.0
        back = 0.0
        if attempt % 3 == 2:
            back = far
        else:
            right = far * side if attempt % 3 == 0 else -far * side
        x = u.x + u.fy * right - u.fx * back
        y = u.y - u.fx * right - u.fy * back
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, x, y, u.fx, u.fy)
        if check(b, ask, order) == 0:
            return order
    return hold()


def turn_toward(b: Battle, ask: Ask, i: int, ux: float, uy: float, most: float) -> Order:
    """Face a direction, and on with what is left of half a move; else an eighth nearer, or about."""
    u = b.units[i]
    left = allowance(b, u, False) * b.rules.half_move - chord(u, ux, uy)
    if left >= 0.0:
        go = max(0.0, min(clear_way(b, i, ux, uy, left), most) - 1e-6)
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x + ux * go, u.y + uy * go, ux, uy)
        if check(b, ask, order) == 0:
            return order
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, ux, uy)
        if go > 0.0 and check(b, ask, order) == 0:
            return order
        order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x - u.fx * left, u.y - u.fy * left, ux, uy)
        if check(b, ask, order) == 0:
            return order
    if u.fx * ux + u.fy * uy < -HALF_TURN:
        return if_legal(b, ask, Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, -u.fx, -u.fy))
    s = HALF_TURN if u.fx * uy - u.fy * ux > 0.0 else -HALF_TURN
    fx = u.fx * HALF_TURN - u.fy * s
    fy = u.fx * s + u.fy * HALF_TURN
    order = Order(Act.HALF_MOVE, i, NOBODY, 0, u.x, u.y, fx, fy)
    if check(b, ask, order) == 0:
        return order
    return hold() if most == 0.0 else shuffle(b, ask, i, ux, uy)


def form(b: Battle, i: int, formation: int, ux: float, uy: float, go: float) -> Order:
    """A change of formation toward a direction, and on if there is room."""
    u = b.units[i]
    return Order(Act.FORM, i, 0, formation, u.x + ux * go, u.y + uy * go, ux, uy)


def form_and_go(b: Battle, ask: Ask, i: int, formation: int, ux: float, uy: float, go: float) -> Order:
    """With as much of the advance as the ground and the neighbours let it."""
    u = b.units[i]
    box = new_box(b, u, formation, 0, u.x, u.y, ux, uy)
    half = rate_in(b, u, formation) * b.rules.half_move
    far = march_reach(b.ground, b.scratch, box, ux, uy, half, min(go, half)) - 1e-6
    far = clear_way(b, i, ux, uy, far)
    if far > 0.25 and u.leave == Leave.FULL:
        order = form(b, i, formation, ux, uy, far)
        if check(b, ask, order) == 0:
            return order
    return if_legal(b, ask, form(b, i, formation, ux, uy, 0.0))


def centre_keep(u: Unit, e: Unit, gap: float) -> float:
    """Centre to centre for a gap between fronts."""
    return gap + (u.depth + e.depth) / 2.0
