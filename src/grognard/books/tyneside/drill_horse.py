"""Where the drill-book general keeps his horse while it has nothing to charge: out of range of the muskets, for horse
under fire bolts [PS-046, PS-071], and who bolts over the edge is lost."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance
from ...values import Order
from .drill_front import near_figure
from .drill_march import face_them, go, in_column
from .drill_plan import is_foe, is_troops, known_to, turns_left
from .figures import FAR, NEAR, centre, first, is_mounted, next_of, radius
from .risk import longest
from .state import NOBODY, Act, Battle, Gait, Kind
from .ways import SPOKE_X, SPOKE_Y, SPOKES, allowance

LAST_RIDE = 3  # with so many turns left the horse goes in
MARGIN = 24.0  # cm beyond the range of the enemy: he comes on before one can ride off
BRIM = 5.0  # cm from the edge of the table: nearer one does not like to stand
SHARES = (0.5, 1.0)  # of a move, every way
TRIES = 2  # places that are tried
WORTH_IT = 1.0  # cm: for less nobody moves


def is_kept_back(b: Battle, g: int) -> bool:
    """Horse that fire unnerves, where losses count and there is still time."""
    if not b.aims.casualties or turns_left(b) <= LAST_RIDE or not is_troops(b, g) or not is_mounted(b, g):
        return False
    return b.groups[g].kind != Kind.DRAGOONS


def spread(b: Battle, g: int) -> float:
    """From the middle of a group to the rim of its outermost figure."""
    x, y = centre(b, g)
    far = 0.0
    i = first(b, g)
    while i >= 0:
        far = max(far, distance(x, y, b.figures[i].x, b.figures[i].y) + radius(b, i))
        i = next_of(b, i)
    return far


def room(b: Battle, g: int, x: float, y: float) -> float:
    """How far beyond the range of every known enemy a group would be at a place; less than nothing in range."""
    side = b.groups[g].side
    known = known_to(b, side)
    least = FAR
    for h in range(b.n_groups):
        if is_foe(b, side, h, known):
            i, d = near_figure(b, h, x, y)
            least = min(least, d - radius(b, i) - longest(b, i))
    return least - spread(b, g)


def ease(b: Battle, g: int, x: float, y: float) -> float:
    """How good a place is to wait: out of range as far as it matters, and not at the edge of the table."""
    edge = min(min(x, b.ground.width - x), min(y, b.ground.depth - y))
    return min(room(b, g, x, y), MARGIN) - max(0.0, BRIM - edge)


def wait_out_of_range(b: Battle, g: int, x: float, y: float, wanted: bool) -> Order:
    """Toward the place where it is wanted as long as that is out of range; else to the best place about."""
    if wanted:
        order = go(b, g, x, y, 1.0)
        if order.kind == Act.MARCH and room(b, g, order.x, order.y) >= MARGIN:
            return order
    order = retire(b, g)
    return face_them(b, g) if order.kind == Act.HOLD else order


def retire(b: Battle, g: int) -> Order:
    """To the best place about that all of them find room at; where their front finds none, in a few files."""
    cx, cy = centre(b, g)
    best, found = ease(b, g, cx, cy) + WORTH_IT, plain(Act.HOLD, g, NOBODY)
    below = MARGIN + WORTH_IT
    note_ease(b, g)
    for _ in range(TRIES):
        x, y, below = easiest(b, g, best, below)
        if below <= best:
            return found
        order = go(b, g, x, y, 1.0)
        if order.kind == Act.HOLD:
            order = in_column(b, g, x, y, 1.0)
        if order.kind != Act.HOLD:
            worth = ease(b, g, order.x, order.y)
            if worth > best:
                best, found = worth, order
        if best >= below - NEAR:
            return found  # they get there
    return found


def note_ease(b: Battle, g: int) -> None:
    """Note on the paper how good each of the places about a group is to wait."""
    for k in range(len(SHARES) * SPOKES):
        x, y = place_about(b, g, k)
        b.paper.ease[k] = ease(b, g, x, y)


def place_about(b: Battle, g: int, k: int) -> tuple[float, float]:
    """Half a move and a whole one every way, and not over the edge."""
    cx, cy = centre(b, g)
    step = allowance(b, first(b, g), Gait.TROT) * SHARES[k // SPOKES]
    brim = max(BRIM, spread(b, g))
    x = min(max(cx + SPOKE_X[k % SPOKES] * step, brim), b.ground.width - brim)
    y = min(max(cy + SPOKE_Y[k % SPOKES] * step, brim), b.ground.depth - brim)
    return x, y


def easiest(b: Battle, g: int, least: float, below: float) -> tuple[float, float, float]:
    """The place about with most ease, though less than so much, and its ease; the least if none has more."""
    x, y = centre(b, g)
    best = least
    for k in range(len(SHARES) * SPOKES):
        if best < b.paper.ease[k] < below:
            best = b.paper.ease[k]
            x, y = place_about(b, g, k)
    return x, y, best
