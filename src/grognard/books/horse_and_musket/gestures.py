"""What people mean with a drag and a click in Horse and Musket; ghosts of orders; the tape and the line of sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, radians

from ...battle import plain, with_how
from ...bearings import short_inches
from ...chronicle import does, inches
from ...records import clone
from ...scene import Blocker, Fact, Pose, Preview, Spot, Tape
from ...table.arcs import in_arc
from ...table.boxes import ahead_and_right, box_gap, farthest_front_corner, pivoted
from ...table.pieces import point_in_piece
from ...table.vectors import unit as direction
from ...values import Ask, Box, Order
from . import scene
from .checking import check
from .legality import may_deploy
from .movement import (
    allowance,
    building_box,
    forward_cost,
    half_move_cost,
    is_building,
    keeps_to_road,
    rate_in,
    straight_cost,
)
from .setup import Names
from .sight import ground_blocker, line_blocker
from .state import NOBODY, Act, Arm, AskKind, Battle, Formation, Lost, Pace, Unit
from .units import box_of, box_of_leader, may_take, on_table, take_formation
from .words import leader, place, unit

Where = tuple[float, float, float, float]  # x, y, and a facing

HARDLY = 0.25  # inches: who is put down so near has not been moved
ALONG = cos(radians(5))  # a facing so near to the way is that of the way


# Drags


def drag(
    b: Battle, n: Names, ask: Ask, pieces: Sequence[int], pose: Where, like: Order | None
) -> Order | None:
    """The order that putting the first piece down there means in this ask."""
    if not pieces or not 0 <= pieces[0] < b.n_units + b.n_leaders:
        return None
    x, y, fx, fy = pose[0], pose[1], *direction(pose[2], pose[3])
    if like is not None and like.kind not in (Act.FACE, Act.RETREAT):
        return drawn_up(b, like, (x, y, fx, fy))
    means = DRAGS.get(AskKind(ask.kind))
    return means(b, ask, pieces[0], (x, y, fx, fy)) if means is not None else None


def drawn_up(b: Battle, like: Order, pose: Where) -> Order:
    """An order that is being drawn up, put there; who forms anew goes straight ahead after it [FH-R11]."""
    x, y, fx, fy = pose
    if like.kind == Act.FORM and 0 <= like.actor < b.n_units:
        u = b.units[like.actor]
        far = hypot(x - u.x, y - u.y)
        if far < HARDLY:
            return like._replace(x=u.x, y=u.y, fx=fx, fy=fy)
        return like._replace(x=x, y=y, fx=(x - u.x) / far, fy=(y - u.y) / far)
    if like.kind in (Act.MOVE, Act.HALF_MOVE, Act.LEAVE, Act.DEPLOY):
        return like._replace(x=x, y=y, fx=fx, fy=fy)
    return like  # it has no place


def drag_general(b: Battle, ask: Ask, piece: int, pose: Where) -> Order | None:
    """A ride; onto a unit of his own: he joins it."""
    if piece < b.n_units:
        return None
    k, (x, y, fx, fy) = piece - b.n_units, pose
    for i in range(b.n_units):
        u = b.units[i]
        if u.side == ask.side and on_table(u) and is_within(box_of(u), x, y):
            return plain(Act.ATTACH, k, i)
    return Order(Act.MOVE, k, NOBODY, 0, x, y, fx, fy)


def is_within(box: Box, x: float, y: float) -> bool:
    ahead, right = ahead_and_right(box, x, y)
    return abs(ahead) <= box.depth / 2 and abs(right) <= box.width / 2


def drag_move(b: Battle, ask: Ask, i: int, pose: Where) -> Order | None:
    """A move, a half move, a turn on the spot; into a building or out of one."""
    if i >= b.n_units:
        return None
    u, (x, y, fx, fy) = b.units[i], pose
    if u.building >= 0:
        return Order(Act.LEAVE, i, 0, usual(b, u), x, y, fx, fy)
    if u.arm == Arm.ARTILLERY:
        return Order(Act.MOVE, i, NOBODY, 0, x, y, fx, fy)
    home = building_at(b, x, y)
    if home >= 0 and u.arm == Arm.INFANTRY:
        return plain(Act.ENTER, i, home)
    half = Order(Act.HALF_MOVE, i, NOBODY, 0, x, y, fx, fy)
    if hypot(x - u.x, y - u.y) < HARDLY:
        return half._replace(x=u.x, y=u.y)
    return forward_or_half(b, ask, half)


def forward_or_half(b: Battle, ask: Ask, half: Order) -> Order:
    """Ahead if that is the way it is to face; else as it was put, if half a move gets there; else ahead."""
    u = b.units[half.actor]
    dx, dy = direction(half.x - u.x, half.y - u.y)
    if u.formation == Formation.SQUARE or not in_arc(u.fx, u.fy, dx, dy, b.rules.forward_cosine):
        return half
    ahead = half._replace(kind=int(Act.MOVE), fx=dx, fy=dy)
    if half.fx * dx + half.fy * dy >= ALONG or check(b, ask, half) != 0:
        return ahead
    return half


def building_at(b: Battle, x: float, y: float) -> int:
    for k in range(b.ground.n):
        if is_building(b, k) and point_in_piece(b.ground.pieces[k], x, y):
            return k
    return NOBODY


def usual(b: Battle, u: Unit) -> int:
    """The formation a unit has or usually takes."""
    if u.arm == Arm.ARTILLERY:
        return int(Formation.BATTERY)
    return int(u.formation) if may_take(b, u, u.formation) else int(Formation.LINE)


def drag_deploy(b: Battle, ask: Ask, i: int, pose: Where) -> Order | None:
    """Onto the table, in the formation it has in reserve."""
    if i >= b.n_units or b.units[i].lost != Lost.RESERVE:
        return None
    u = b.units[i]
    how = usual(b, u)
    if not may_deploy(b, u, how):
        how = next((f for f in Formation if may_deploy(b, u, f)), Formation.LINE)
    return Order(Act.DEPLOY, i, NOBODY, int(how), *pose)


def drag_charge(b: Battle, ask: Ask, i: int, pose: Where) -> Order | None:
    """Onto an enemy: a charge."""
    for j in range(b.n_units):
        e = b.units[j]
        if i < b.n_units and e.side != ask.side and on_table(e) and is_within(box_of(e), pose[0], pose[1]):
            return plain(Act.CHARGE, i, j)
    return None


def drag_face(b: Battle, ask: Ask, i: int, pose: Where) -> Order | None:
    return Order(Act.FACE, i, NOBODY, 0, 0.0, 0.0, pose[2], pose[3]) if i == ask.actor else None


def drag_retreat(b: Battle, ask: Ask, i: int, pose: Where) -> Order | None:
    """So far back as it was carried."""
    if i != ask.actor:
        return None
    u = b.units[i]
    return Order(Act.RETREAT, i, NOBODY, 0, hypot(pose[0] - u.x, pose[1] - u.y), 0.0, 0.0, 0.0)


DRAGS: dict[AskKind, Callable[[Battle, Ask, int, Where], Order | None]] = {
    AskKind.GENERAL: drag_general,
    AskKind.MOVE: drag_move,
    AskKind.DEPLOY: drag_deploy,
    AskKind.CHARGE: drag_charge,
    AskKind.FACE: drag_face,
    AskKind.RETREAT: drag_retreat,
}


# Clicks


def click(b: Battle, n: Names, ask: Ask, pieces: Sequence[int], target: int) -> list[Order]:
    """What picking units and then a target may mean."""
    means = CLICKS.get(AskKind(ask.kind))
    return means(b, ask, pieces, target) if means is not None else []


def click_charge(b: Battle, ask: Ask, pieces: Sequence[int], j: int) -> list[Order]:
    enemy = 0 <= j < b.n_units and b.units[j].side != ask.side
    return [plain(Act.CHARGE, i, j) for i in pieces if enemy and i < b.n_units]


def click_general(b: Battle, ask: Ask, pieces: Sequence[int], j: int) -> list[Order]:
    own = 0 <= j < b.n_units and b.units[j].side == ask.side
    return [plain(Act.ATTACH, k - b.n_units, j) for k in pieces if own and k >= b.n_units]


def on_target(act: Act) -> Callable[[Battle, Ask, Sequence[int], int], list[Order]]:
    """The one who is asked about does something to a target."""

    def orders(b: Battle, ask: Ask, pieces: Sequence[int], j: int) -> list[Order]:
        return [plain(act, ask.actor, j)] if 0 <= j < b.n_units else []

    return orders


def click_rally(b: Battle, ask: Ask, pieces: Sequence[int], j: int) -> list[Order]:
    return [plain(Act.RALLY, j, NOBODY)] if 0 <= j < b.n_units and b.units[j].side == ask.side else []


def click_melee(b: Battle, ask: Ask, pieces: Sequence[int], j: int) -> list[Order]:
    """The melee that a unit is in."""
    if not 0 <= j < b.n_units or b.units[j].melee < 0:
        return []
    return [with_how(Act.MELEE, NOBODY, NOBODY, b.units[j].melee)]


CLICKS: dict[AskKind, Callable[[Battle, Ask, Sequence[int], int], list[Order]]] = {
    AskKind.CHARGE: click_charge,
    AskKind.GENERAL: click_general,
    AskKind.TARGET: on_target(Act.FIRE),
    AskKind.STRIKE: on_target(Act.STRIKE),
    AskKind.SHELTER: on_target(Act.SHELTER),
    AskKind.RALLY: click_rally,
    AskKind.MELEE_ORDER: click_melee,
}


# Ghosts


def preview(b: Battle, n: Names, ask: Ask, o: Order) -> Preview:
    """Where those who are ordered would stand, and what the rules have them pay."""
    if ask.kind == AskKind.GENERAL and o.kind == Act.MOVE and 0 <= o.actor < b.n_leaders:
        return ride(b, o)
    if o.kind not in GHOSTS or ask.kind == AskKind.GENERAL or not 0 <= o.actor < b.n_units:
        return Preview()
    return GHOSTS[Act(o.kind)](b, o)


def ride(b: Battle, o: Order) -> Preview:
    g = b.leaders[o.actor]
    far = hypot(o.x - g.x, o.y - g.y)
    pose = Pose(number=b.n_units + o.actor, x=o.x, y=o.y, fx=0.0, fy=1.0)
    return Preview(poses=[pose], distance=far, cost=far, allowed=b.rules.rate[Pace.GENERAL])


def posed(b: Battle, o: Order, how: int | None = None, asked: int = 0) -> Pose:
    """The unit as it would stand, its stands in their places."""
    u: Unit = clone(b.units[o.actor])
    u.building = NOBODY
    if how is not None:
        take_formation(b, u, how, max(0, asked))
    u.x, u.y, u.fx, u.fy = o.x, o.y, o.fx, o.fy
    return Pose(number=o.actor, x=u.x, y=u.y, fx=u.fx, fy=u.fy, bases=scene.bases(b, u))


def parts(*some: tuple[str, float, str]) -> list[Fact]:
    """What a cost is made of, without what costs nothing."""
    return [Fact(label=label, value=inches(d), rules=[rule]) for label, d, rule in some if d > 0.005]


def ghost_move(b: Battle, o: Order) -> Preview:
    """Ahead: the pivot, the way, and what the ground adds; guns go as they like."""
    u = b.units[o.actor]
    far = hypot(o.x - u.x, o.y - u.y)
    on_road = keeps_to_road(b, u, o.x, o.y)
    if u.arm == Arm.ARTILLERY:
        cost, pivot = straight_cost(b, pivoted(box_of(u), o.fx, o.fy), o.x - u.x, o.y - u.y, on_road), 0.0
    else:
        fx, fy = direction(o.x - u.x, o.y - u.y)
        o = o._replace(fx=fx, fy=fy)
        cost = forward_cost(b, u, o.x, o.y, on_road)
        pivot = farthest_front_corner(box_of(u), pivoted(box_of(u), fx, fy))
    paid = parts(("way", far, "FH-019"), ("turn", pivot, "FH-R09"), ("ground", cost - far - pivot, "FH-027"))
    return Preview(poses=[posed(b, o)], distance=far, cost=cost, allowed=allowance(b, u, on_road), parts=paid)


def ghost_half(b: Battle, o: Order) -> Preview:
    """Anywhere, any facing, at half the rate: the corner that travels farthest counts."""
    u = b.units[o.actor]
    far = hypot(o.x - u.x, o.y - u.y)
    cost = half_move_cost(b, u, Box(o.x, o.y, o.fx, o.fy, u.width, u.depth))
    allowed = allowance(b, u, False) * b.rules.half_move
    paid = parts(("way", far, "FH-022"), ("turn and ground", cost - far, "FH-R10"))
    return Preview(poses=[posed(b, o)], distance=far, cost=cost, allowed=allowed, parts=paid)


def ghost_form(b: Battle, o: Order) -> Preview:
    """Formed anew on its centre, and then perhaps ahead."""
    u = b.units[o.actor]
    if not may_take(b, u, o.how):
        return Preview()
    far = hypot(o.x - u.x, o.y - u.y)
    allowed = rate_in(b, u, o.how) * b.rules.half_move
    return Preview(poses=[posed(b, o, o.how, o.other)], distance=far, cost=far, allowed=allowed)


def ghost_place(b: Battle, o: Order) -> Preview:
    u = b.units[o.actor]
    return Preview(poses=[posed(b, o, o.how)]) if may_deploy(b, u, o.how) else Preview()


def ghost_enter(b: Battle, o: Order) -> Preview:
    """In the building."""
    if not is_building(b, o.other):
        return Preview()
    home = building_box(b, o.other)
    return Preview(poses=[Pose(number=o.actor, x=home.x, y=home.y, fx=home.fx, fy=home.fy)])


def ghost_face(b: Battle, o: Order) -> Preview:
    u = b.units[o.actor]
    return Preview(poses=[posed(b, o._replace(x=u.x, y=u.y))], distance=0.0)


GHOSTS: dict[Act, Callable[[Battle, Order], Preview]] = {
    Act.MOVE: ghost_move,
    Act.HALF_MOVE: ghost_half,
    Act.FORM: ghost_form,
    Act.LEAVE: ghost_place,
    Act.DEPLOY: ghost_place,
    Act.ENTER: ghost_enter,
    Act.FACE: ghost_face,
}


# The tape


def box_at(b: Battle, spot: Spot) -> Box:
    """The base of a piece, or a place without one."""
    if isinstance(spot, tuple):
        return Box(spot[0], spot[1], 0.0, 1.0, 0.0, 0.0)
    return box_of(b.units[spot]) if spot < b.n_units else box_of_leader(b, b.leaders[spot - b.n_units])


def name_of(b: Battle, n: Names, piece: int) -> str:
    return unit(n, piece) if piece < b.n_units else leader(n, piece - b.n_units)


def measure(b: Battle, n: Names, a: Spot, c: Spot) -> Tape:
    """From the edge of one to the edge of the other."""
    one, two = box_at(b, a), box_at(b, c)
    gap = box_gap(one, two)
    return Tape(start=(one.x, one.y), end=(two.x, two.y), distance=gap, text=inches(gap), rules=["FH-R23"])


def sight(b: Battle, n: Names, a: int, c: int) -> Tape:
    """From centre to centre; a third unit or the ground may be in between."""
    tape = measure(b, n, a, c)
    (x0, y0), (x1, y1) = tape.start, tape.end
    homes = [b.units[k].building if k < b.n_units else NOBODY for k in (a, c)]
    by: list[Blocker] = []
    other = line_blocker(b, a, c, x0, y0, x1, y1)
    if other >= 0:
        by.append(Blocker(name=unit(n, other), piece=other))
    ground = ground_blocker(b, homes[0], homes[1], x0, y0, x1, y1)
    if ground >= 0:
        by.append(Blocker(name=place(n, ground)))
    said = "clear" if not by else "; ".join(f"{does(k.name, 'is')} in the way" for k in by)
    text = f"{name_of(b, n, a)} to {name_of(b, n, c)}: {inches(tape.distance)}, {said}"
    spoken = f"{short_inches(tape.distance)} from {name_of(b, n, a)}, {said}"
    seen = {"clear": not by, "blockers": by, "text": text, "spoken": spoken, "rules": ["FH-055", "FH-R24"]}
    return tape.model_copy(update=seen)


def broken(b: Battle) -> frozenset[int]:
    """Units that rout, have dispersed, or are destroyed or taken."""
    gone = (Lost.DESTROYED, Lost.DISPERSED, Lost.OFF_TABLE, Lost.CAPTURED)
    return frozenset(i for i in range(b.n_units) if b.units[i].routing or b.units[i].lost in gone)
