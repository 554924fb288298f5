"""Movement, the part that is measuring: what a move costs, where a unit fits, what it may not do."""

from __future__ import annotations

from ...battle import refuse
from ...table.arcs import in_arc
from ...table.boxes import (
    beyond_edge,
    box_gap,
    boxes_overlap,
    farthest_front_corner,
    inside_table,
    pivoted,
)
from ...table.going import along_road, march_cost, point_march_cost, way_closed
from ...table.pieces import box_in_touch
from ...table.sweeps import sweep_box, sweep_inside
from ...table.vectors import distance, length, unit
from ...values import Box, Order
from .state import NOBODY, Arm, Battle, Formation, Leave, R, Terrain, Unit
from .units import (
    box_of,
    ceil_div,
    column_fits,
    corners_travel,
    files_for,
    in_melee,
    is_skirmishing,
    leave_to_move,
    may_take,
    on_table,
    rate,
    road_rate,
    shape_of,
    stands_of,
    touches_enemy,
    uses_roads,
)

SLACK = 1e-6  # measuring with a stick, not with a micrometer


def allowance(b: Battle, u: Unit, on_road: bool) -> float:
    """What a unit may move, as its rally check leaves it [FH-019, FH-030, FH-032]."""
    pace = road_rate(b, u) if on_road else rate(b, u)
    return pace * leave_to_move(b, u)


def keeps_to_road(b: Battle, u: Unit, x: float, y: float) -> bool:
    """The centre's whole path is on a road [FH-R15]."""
    return uses_roads(u) and along_road(b.ground, b.scratch, u.x, u.y, x, y)


def straight_cost(b: Battle, box: Box, dx: float, dy: float, on_road: bool) -> float:
    """Area terrain at double, 3 inches an obstacle; a road cancels area terrain [FH-027, FH-028, FH-029]."""
    if on_road:
        return point_march_cost(b.ground, b.scratch, box.x, box.y, box.x + dx, box.y + dy, True)
    return march_cost(b.ground, b.scratch, box, dx, dy)


def forward_cost(b: Battle, u: Unit, x: float, y: float, on_road: bool) -> float:
    """The pivot's chord at the front corner, then the advance [FH-020, FH-R09]."""
    fx, fy = unit(x - u.x, y - u.y)
    turned = pivoted(box_of(u), fx, fy)
    return farthest_front_corner(box_of(u), turned) + straight_cost(b, turned, x - u.x, y - u.y, on_road)


def half_move_cost(b: Battle, u: Unit, box: Box) -> float:
    """The farthest corner's way to the new pose, and what the ground adds [FH-022, FH-023, FH-R10]."""
    dx = box.x - u.x
    dy = box.y - u.y
    ground = march_cost(b.ground, b.scratch, box_of(u), dx, dy) - length(dx, dy)
    if u.formation == Formation.SQUARE:
        return length(dx, dy) + ground
    return corners_travel(box_of(u), box) + ground


def is_facing(fx: float, fy: float) -> bool:
    """A facing is a unit vector; so put, NaN is refused too."""
    return 0.999999 <= fx * fx + fy * fy <= 1.000001


def check_mover(b: Battle, side: int, i: int) -> int:
    """Whose move is it, and may it move at all [FH-012, FH-R74, FH-R79]?"""
    if not 0 <= i < b.n_units:
        return refuse(b.refusal, 12, 0.0, 0.0, NOBODY)
    u = b.units[i]
    if u.side != side or not on_table(u):
        return refuse(b.refusal, 12, 0.0, 0.0, i)
    if u.moved:
        return refuse(b.refusal, 19, 0.0, 0.0, i)
    if u.routing:
        return refuse(b.refusal, R + 73, 0.0, 0.0, i)
    if u.leave == Leave.NONE:
        return refuse(b.refusal, R + 74, 0.0, 0.0, i)
    if in_melee(u):
        return refuse(b.refusal, R + 79, 0.0, 0.0, i)
    return 0


def check_forward(b: Battle, i: int, x: float, y: float) -> int:
    """A forward move: straight, within 45 degrees of the front, up to the allowance [FH-021, FH-R09]."""
    u = b.units[i]
    if u.formation == Formation.SQUARE:
        return refuse(b.refusal, R + 12, 0.0, 0.0, i)
    if u.formation == Formation.GARRISON:
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    d = distance(u.x, u.y, x, y)
    if not d > SLACK:
        return refuse(b.refusal, 21, d, 0.0, i)
    fx, fy = unit(x - u.x, y - u.y)
    if not in_arc(u.fx, u.fy, fx, fy, b.rules.forward_cosine):
        return refuse(b.refusal, R + 9, u.fx * fx + u.fy * fy, b.rules.forward_cosine, i)
    on_road = keeps_to_road(b, u, x, y)
    cost = forward_cost(b, u, x, y, on_road)
    allowed = allowance(b, u, on_road)
    if cost > allowed + SLACK:
        return refuse(b.refusal, 19, cost, allowed, i)
    return check_way(b, i, pivoted(box_of(u), fx, fy), x, y, on_road)


def check_half_move(b: Battle, i: int, o: Order) -> int:
    """Any direction and facing, at half the rate [FH-022, FH-023, FH-R10]."""
    u = b.units[i]
    if u.formation == Formation.GARRISON:
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    if not is_facing(o.fx, o.fy):
        return refuse(b.refusal, 22, 0.0, 0.0, i)
    box = Box(o.x, o.y, o.fx, o.fy, u.width, u.depth)
    cost = half_move_cost(b, u, box)
    allowed = allowance(b, u, False) * b.rules.half_move
    if not cost <= allowed + SLACK:
        return refuse(b.refusal, 22, cost, allowed, i)
    bad = check_passage(b, i, box_of(u), o.x - u.x, o.y - u.y, False)
    return bad if bad != 0 else check_way(b, i, box, o.x, o.y, False)


def check_gun_move(b: Battle, i: int, o: Order) -> int:
    """Artillery goes whichever way it likes, if it has the crew to [FH-025, FH-074, FH-R86]."""
    u = b.units[i]
    if u.sheltering >= 0:
        return refuse(b.refusal, R + 86, 0.0, 0.0, u.sheltering)
    if u.figures <= b.rules.crew_slow:
        return refuse(b.refusal, 74, u.figures, b.rules.crew_slow + 1.0, i)
    if not is_facing(o.fx, o.fy):
        return refuse(b.refusal, 25, 0.0, 0.0, i)
    on_road = keeps_to_road(b, u, o.x, o.y)
    turned = pivoted(box_of(u), o.fx, o.fy)
    cost = straight_cost(b, turned, o.x - u.x, o.y - u.y, on_road)
    allowed = allowance(b, u, on_road)
    if not cost <= allowed + SLACK:
        return refuse(b.refusal, 32 if on_road else 19, cost, allowed, i)
    return check_way(b, i, turned, o.x, o.y, on_road)


def check_form(b: Battle, i: int, o: Order) -> int:
    """A change of formation on the centre costs half; the rest may go on a forward move [FH-024, FH-R11]."""
    u = b.units[i]
    if u.formation == Formation.GARRISON:
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    if touches_enemy(b, i):
        return refuse(b.refusal, R + 11, 0.0, 0.0, i)
    bad = check_formation(b, i, o)
    if bad != 0:
        return bad
    if o.how == u.formation and files_for(b, u, o.how, stands_of(b, u), o.other) == u.files:
        return refuse(b.refusal, 24, 0.0, 0.0, i)
    box = new_box(b, u, o.how, o.other, u.x, u.y, o.fx, o.fy)
    bad = check_way(b, i, box, u.x, u.y, False)
    if bad != 0:
        return bad
    return check_advance_after_forming(b, i, box, o)


def check_formation(b: Battle, i: int, o: Order) -> int:
    """A formation the unit may take, a width and a facing that exist [FH-024, FH-034, FH-039, FH-R08]."""
    u = b.units[i]
    if not may_take(b, u, o.how):
        return refuse(b.refusal, formation_rule(u, o.how), stands_of(b, u), 0.0, i)
    if o.how == Formation.COLUMN and o.other > 0 and not column_fits(b, u, o.other):
        return refuse(b.refusal, 34, ceil_div(stands_of(b, u), o.other), b.rules.column_ranks, i)
    if not is_facing(o.fx, o.fy):
        return refuse(b.refusal, 24, 0.0, 0.0, i)
    return 0


def formation_rule(u: Unit, formation: int) -> int:
    """The rule that describes it [FH-033, FH-034, FH-036, FH-037, FH-038, FH-039]."""
    if u.arm == Arm.ARTILLERY:
        return 39
    if u.arm == Arm.CAVALRY:
        return 38
    if formation == Formation.MARCH:
        return 33
    if formation == Formation.COLUMN:
        return 34
    if formation == Formation.SQUARE:
        return 36
    return 37


def new_box(b: Battle, u: Unit, formation: int, asked: int, x: float, y: float, fx: float, fy: float) -> Box:
    """The footprint a unit would have."""
    files = files_for(b, u, formation, stands_of(b, u), asked)
    width, depth = shape_of(b, u, formation, files)
    return Box(x, y, fx, fy, width, depth)


def rate_in(b: Battle, u: Unit, formation: int) -> float:
    """The rate a unit would have in another formation."""
    now = u.formation
    u.formation = formation
    pace = rate(b, u)
    u.formation = now
    return pace


def check_advance_after_forming(b: Battle, i: int, box: Box, o: Order) -> int:
    """Up to half the new formation's rate, straight ahead [FH-R11]; a square has no front [FH-R12]."""
    u = b.units[i]
    d = distance(u.x, u.y, o.x, o.y)
    if d <= SLACK:
        return 0
    if o.how == Formation.SQUARE or u.leave == Leave.HALF:
        return refuse(b.refusal, R + 11, d, 0.0, i)
    fx, fy = unit(o.x - u.x, o.y - u.y)
    if not fx * o.fx + fy * o.fy >= 1.0 - 1e-6:
        return refuse(b.refusal, R + 11, fx * o.fx + fy * o.fy, 1.0, i)
    on_road = o.how == Formation.MARCH and along_road(b.ground, b.scratch, u.x, u.y, o.x, o.y)
    cost = straight_cost(b, box, o.x - u.x, o.y - u.y, on_road)
    allowed = rate_in(b, u, o.how) * b.rules.half_move
    if not cost <= allowed + SLACK:
        return refuse(b.refusal, R + 11, cost, allowed, i)
    return check_way(b, i, box, o.x, o.y, False)


def check_way(b: Battle, i: int, box: Box, x: float, y: float, on_road: bool) -> int:
    """A box at its start goes straight to a place: nothing in the way, and it fits there [FH-R17, FH-R21]."""
    end = Box(x, y, box.fx, box.fy, box.width, box.depth)
    if not inside_table(end, b.ground.width, b.ground.depth):
        return refuse(b.refusal, R + 21, beyond_edge(end, b.ground.width, b.ground.depth), 0.0, i)
    bad = check_passage(b, i, box, x - box.x, y - box.y, on_road)
    return bad if bad != 0 else check_place(b, i, end)


def check_passage(b: Battle, i: int, box: Box, dx: float, dy: float, on_road: bool) -> int:
    """Through no building and nobody; guns through no wood but by road [FH-R14, FH-R17]."""
    if way_closed(b.ground, box, dx, dy):
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    if b.units[i].arm == Arm.ARTILLERY and not on_road and enters_wood(b, box, dx, dy) <= 1.0:
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    return check_path_of_units(b, i, box, dx, dy)


def enters_wood(b: Battle, box: Box, dx: float, dy: float) -> float:
    """When on its way a footprint comes into a wood (1 if it only never leaves one); 2 for never."""
    first = 2.0
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.kind == Terrain.WOOD:
            t0, t1 = sweep_inside(box, dx, dy, p)
            if t0 <= t1 and t0 > 0.0:
                first = min(first, t0)
            elif t0 <= t1 and t1 >= 1.0:
                first = min(first, 1.0)
    return first


def in_wood(b: Battle, box: Box) -> bool:
    """Is any part of a footprint in a wood?"""
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.kind == Terrain.WOOD and box_in_touch(box, p):
            return True
    return False


def check_path_of_units(b: Battle, i: int, box: Box, dx: float, dy: float) -> int:
    """Nobody moves through or within an inch of enemies; only skirmishers move through friends [FH-R17]."""
    u = b.units[i]
    reach = abs(dx) + abs(dy) + box.width + box.depth + b.rules.keep_off
    for j in range(b.n_units):
        m = b.units[j]
        if j == i or not on_table(m) or (m.side == u.side and is_skirmishing(u)):
            continue
        apart = reach + m.width + m.depth
        if abs(m.x - box.x) > apart or abs(m.y - box.y) > apart:
            continue
        near = m.side == u.side or box_gap(box_of(u), box_of(m)) < b.rules.keep_off
        keep = 0.0 if near else b.rules.keep_off
        if passes_through(box, dx, dy, box_of(m), keep):
            return refuse(b.refusal, R + 17, 0.0, keep, j)
    return 0


def passes_through(box: Box, dx: float, dy: float, other: Box, keep: float) -> bool:
    """Does the way lead into another footprint (or nearer than to keep off), more than along its edge?"""
    more = 2.0 * (keep - SLACK)
    around = Box(other.x, other.y, other.fx, other.fy, other.width + more, other.depth + more)
    t0, t1 = sweep_box(box, dx, dy, around)
    return t0 < t1


def body_of(u: Unit) -> Box:
    """A footprint less a hair: who only touches it is not stopped by it."""
    return Box(u.x, u.y, u.fx, u.fy, u.width - 2.0 * SLACK, u.depth - 2.0 * SLACK)


def check_place(b: Battle, i: int, end: Box) -> int:
    """No overlap, and an inch from every enemy [FH-R17]."""
    u = b.units[i]
    keep = b.rules.keep_off
    for j in range(b.n_units):
        m = b.units[j]
        if j == i or not on_table(m):
            continue
        apart = end.width + end.depth + m.width + m.depth + keep
        if abs(m.x - end.x) > apart or abs(m.y - end.y) > apart:
            continue
        if m.side == u.side:
            if boxes_overlap(end, box_of(m), SLACK):
                return refuse(b.refusal, R + 17, 0.0, 0.0, j)
        elif box_gap(end, box_of(m)) < keep - SLACK:
            return refuse(b.refusal, R + 17, box_gap(end, box_of(m)), keep, j)
    return 0


def building_box(b: Battle, k: int) -> Box:
    """A building as a footprint: its four corners are a rectangle."""
    p = b.ground.pieces[k]
    ex = p.x[1] - p.x[0]
    ey = p.y[1] - p.y[0]
    gx = p.x[2] - p.x[1]
    gy = p.y[2] - p.y[1]
    fx, fy = unit(gx, gy)
    return Box((p.x[0] + p.x[2]) / 2.0, (p.y[0] + p.y[2]) / 2.0, fx, fy, length(ex, ey), length(gx, gy))


def is_building(b: Battle, k: int) -> bool:
    if not 0 <= k < b.ground.n:
        return False
    kind = b.ground.pieces[k].kind
    return kind == Terrain.BUILDING or kind == Terrain.STRONGHOLD


def garrison_of(b: Battle, k: int) -> int:
    """The unit in a building, or nobody."""
    for j in range(b.n_units):
        if on_table(b.units[j]) and b.units[j].building == k:
            return j
    return NOBODY


def check_enter(b: Battle, i: int, k: int) -> int:
    """A building holds one infantry unit, entered by a formation change at its edge [FH-R14]."""
    u = b.units[i]
    if not is_building(b, k) or u.arm != Arm.INFANTRY or u.building >= 0:
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    if garrison_of(b, k) >= 0:
        return refuse(b.refusal, R + 14, 0.0, 0.0, garrison_of(b, k))
    home = building_box(b, k)
    if box_gap(box_of(u), home) > b.rules.building_edge + SLACK:
        return refuse(b.refusal, R + 14, box_gap(box_of(u), home), b.rules.building_edge, i)
    return check_place(b, i, home)


def check_leave(b: Battle, i: int, o: Order) -> int:
    """Left by a formation change at its edge [FH-R14]."""
    u = b.units[i]
    if u.building < 0 or o.how == Formation.SQUARE:
        return refuse(b.refusal, R + 14, 0.0, 0.0, i)
    bad = check_formation(b, i, o)
    if bad != 0:
        return bad
    end = new_box(b, u, o.how, o.other, o.x, o.y, o.fx, o.fy)
    gap = box_gap(end, building_box(b, u.building))
    if not gap <= b.rules.building_edge + SLACK or boxes_overlap(end, building_box(b, u.building), SLACK):
        return refuse(b.refusal, R + 14, gap, b.rules.building_edge, i)
    return check_way(b, i, end, o.x, o.y, False)
