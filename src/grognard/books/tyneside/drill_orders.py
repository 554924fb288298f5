"""What the drill-book general tells his groups to do: charge, fire, load, or go where they are wanted."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import distance, unit
from ...values import Ask, Order
from .drill_cover import covered_place, front_depth
from .drill_fire import fire_worth, good_range, is_shot, may_go_and_fire, men_ready
from .drill_guns import serve
from .drill_horse import is_kept_back, wait_out_of_range
from .drill_lead import lead
from .drill_march import face_them, go
from .drill_melee import best_charge
from .drill_plan import (
    LAST_STEPS,
    foe_near,
    has_foe_within,
    is_foe,
    is_on_post,
    is_troops,
    known_to,
    nearest_foe,
    post_of,
    post_place,
    turns_left,
)
from .drill_rescue import civilians_of, lead_out, rally_place
from .figures import (
    FAR,
    NEAR,
    centre,
    first,
    group_in_contact,
    is_leader,
    is_mounted,
    is_within,
    nearest_pair_within,
    stands,
    strength,
)
from .legality import check_move
from .plans import may_order
from .state import NOBODY, Act, Battle, Book, Kind, Role, Shape
from .status import has_pikes, is_horse, is_shock

FIRE_PAYS = 0.14  # men for each man of the group: for so much it stands and fires
MATCHLOCK = 0.7  # of good range: matchlocks that fire one turn in two are held until the enemy is so near
PRESSED = 0.7  # and so are muskets where civilians wait
CLOSE_BY = 15.0  # cm beyond good range at which it stops to load
GET_DOWN = 40.0  # cm: dragoons dismount with an enemy as near as this
ASIDE = 0.5  # of the radius of a place: so far beside the way of the pikes shot stands
SHORT = 0.3  # and so far short of it
NEARBY = 1.0  # cm: who is so near to a place has no way to it
THERE = 3.0  # cm: who is so near to where he was sent is there
WARY = 80.0  # cm: with an enemy as near as this to a place, one looks for cover there
HORSE_NEAR = 70.0  # cm: pikes go before friends with enemy horse as near as this
SCREEN = 12.0  # cm before them
PACE = 15.0  # cm a turn one can count upon
IN_HAND = 3  # turns kept in hand for accidents


def next_order(b: Battle, ask: Ask) -> Order:
    """Troops first, those in front before those behind them, then their leaders, each once."""
    fx, fy = foes_at(b, ask.side)
    for leaders in range(2):
        passed = -1.0
        g, far = foremost(b, ask.side, leaders == 1, fx, fy, passed)
        while g >= 0:
            order = order_for(b, ask, g)
            if order.kind != Act.DONE:
                return order
            passed = far
            g, far = foremost(b, ask.side, leaders == 1, fx, fy, passed)
    return plain(Act.DONE, NOBODY, NOBODY)


def foes_at(b: Battle, side: int) -> tuple[float, float]:
    """The middle of the enemy's groups, as far as they are known; the middle of the table if none is."""
    known = known_to(b, side)
    x = y = 0.0
    n = 0
    for h in range(b.n_groups):
        if is_foe(b, side, h, known):
            i = first(b, h)
            x, y, n = x + b.figures[i].x, y + b.figures[i].y, n + 1
    return (x / n, y / n) if n > 0 else (b.ground.width / 2, b.ground.depth / 2)


def foremost(b: Battle, side: int, leaders: bool, x: float, y: float, passed: float) -> tuple[int, float]:
    """Of those who may still be told what to do the nearest to a place, but farther from it than so much."""
    best, found = FAR, NOBODY
    for g in range(b.n_groups):
        if b.groups[g].side == side and is_leader(b.groups[g]) == leaders and stands(b, g):
            i = first(b, g)
            far = distance(b.figures[i].x, b.figures[i].y, x, y)
            if passed < far < best and may_order(b, g, side) == 0:
                best, found = far, g
    return found, best


def order_for(b: Battle, ask: Ask, g: int) -> Order:
    u = b.groups[g]
    if u.role == Role.CREW:
        return serve(b, ask, g)
    if u.civilian:
        return lead_out(b, ask, g)
    if is_leader(u):
        return lead(b, g)
    if not is_troops(b, g):
        return plain(Act.HOLD, g, NOBODY)
    return order_troops(b, ask, g)


def order_troops(b: Battle, ask: Ask, g: int) -> Order:
    """Fight on; guard against horse; charge if it pays; else as men of the musket or of the sword do."""
    if group_in_contact(b, g):
        return plain(Act.HOLD, g, NOBODY)
    order = against_shock(b, ask, g)
    if order.kind != Act.NO:
        return order
    order = join_up(b, ask, g)
    if order.kind != Act.NO:
        return order
    shot = is_shot(b, g)
    order = best_charge(b, ask, g, not shot)
    if order.kind != Act.NO:
        return order
    if b.groups[g].kind == Kind.DRAGOONS and is_mounted(b, g) and has_foe_within(b, g, GET_DOWN):
        down = plain(Act.DISMOUNT, g, NOBODY)
        if check_move(b, ask, down) == 0:
            return down
    return order_shot(b, g) if shot else order_swords(b, g)


def against_shock(b: Battle, ask: Ask, g: int) -> Order:
    """A square while Shock Cavalry is near, and out of it when it is gone [EC-046, EC-R13]."""
    near = shock_near(b, ask.side, g)
    if b.groups[g].shape != Shape.OPEN:
        reform = plain(Act.REFORM, g, NOBODY)
        gone = not near and check_move(b, ask, reform) == 0
        return reform if gone else plain(Act.HOLD, g, NOBODY)
    if near:
        square = plain(Act.SQUARE, g, NOBODY)
        if check_move(b, ask, square) == 0:
            return square
    return plain(Act.NO, g, NOBODY)


def shock_near(b: Battle, side: int, g: int) -> bool:
    """Known Shock Cavalry within the distance at which men on foot fear it."""
    if b.book != Book.EARLY_19TH or is_mounted(b, g):
        return False
    known = known_to(b, side)
    for h in range(b.n_groups):
        if is_foe(b, side, h, known) and is_shock(b.groups[h]) and is_horse(b, h):
            if is_within(b, g, h, b.rules.shock_range):
                return True
    return False


def join_up(b: Battle, ask: Ask, g: int) -> Order:
    """What is left of a group joins another like it [TY-016]."""
    if strength(b, g) <= b.rules.join_at:
        for h in range(b.n_groups):
            if h != g and b.groups[h].side == ask.side and is_troops(b, h) and stands(b, h):
                order = plain(Act.JOIN, g, h)
                if check_move(b, ask, order) == 0:
                    return order
    return plain(Act.NO, g, NOBODY)


# Men of the musket


def best_fire(b: Battle, g: int, guns: int) -> float:
    """What so many men's fire at the best target in range should cost the enemy, in men."""
    side = b.groups[g].side
    known = known_to(b, side)
    best = 0.0
    for h in range(b.n_groups):
        if is_foe(b, side, h, known):
            best = max(best, fire_worth(b, g, h, guns))
    return best


def order_shot(b: Battle, g: int) -> Order:
    """Fire where it pays, load where the enemy is near, else go on, and stop in range [TY-050]."""
    h, d = nearest_foe(b, g)
    x, y, wanted, high_time = goal(b, g)
    if h < 0:
        return go(b, g, x, y, 1.0) if wanted else plain(Act.HOLD, g, NOBODY)
    if high_time:
        return go(b, g, x, y, 1.0)
    loaded = men_ready(b, g)
    reach = good_range(b, g) * near_share(b, b.groups[g].side)
    if loaded == 0:
        return plain(Act.HOLD, g, NOBODY) if d <= reach + CLOSE_BY else go_or_hold(b, g, x, y, wanted)
    if (d <= reach or not wanted) and best_fire(b, g, loaded) >= FIRE_PAYS * strength(b, g):
        return plain(Act.HOLD, g, NOBODY)
    ex, ey = centre(b, h)
    share = may_go_and_fire(b, g)
    if share > 0.0 and d <= reach + share * b.rules.foot_move:
        return go(b, g, ex, ey, share)
    return go_or_hold(b, g, x, y, wanted)


def near_share(b: Battle, side: int) -> float:
    """How much of good range men close to before they fire: of matchlocks and where time presses less than all."""
    if b.book == Book.PIKE_AND_SHOT:
        return MATCHLOCK
    return PRESSED if civilians_of(b, side) >= 0 else 1.0


def go_or_hold(b: Battle, g: int, x: float, y: float, wanted: bool) -> Order:
    return go(b, g, x, y, 1.0) if wanted else plain(Act.HOLD, g, NOBODY)


# Where a group is wanted


def goal(b: Battle, g: int) -> tuple[float, float, bool, bool]:
    """Where a group should go, whether it is not there yet, and whether it is high time."""
    x, y = centre(b, g)
    side = b.groups[g].side
    c = civilians_of(b, side)
    if c >= 0:
        px, py = rally_place(b, c)
        px, py = sheltered_at(b, g, px, py)
        return px, py, distance(x, y, px, py) > THERE, False
    n = post_of(b, g)
    if n >= 0:
        px, py = post_place(b, b.aims.objectives[n])
        px, py = beside_pikes(b, g, n, px, py)
        px, py = sheltered_at(b, g, px, py)
        there = is_on_post(b, g, n) or distance(x, y, px, py) <= THERE
        late = distance(x, y, px, py) > PACE * (turns_left(b) - IN_HAND) or turns_left(b) <= LAST_STEPS
        return px, py, not there, late and not there
    h, _ = nearest_foe(b, g)
    if h >= 0:
        ex, ey = centre(b, h)
        return ex, ey, True, False
    return x, y, False, False


def beside_pikes(b: Battle, g: int, n: int, x: float, y: float) -> tuple[float, float]:
    """Where shot stands at an open place that pikes go for too: aside of their way and a little short of it."""
    o = b.aims.objectives[n]
    k = pikes_near(b, b.groups[g].side, x, y) if o.piece < 0 and is_shot(b, g) else NOBODY
    if k < 0:
        return x, y
    kx, ky = centre(b, k)
    ux, uy = unit(x - kx, y - ky)
    gx, gy = centre(b, g)
    far = o.radius - THERE
    s = ASIDE * far if ux * (gy - y) - uy * (gx - x) > 0.0 else -ASIDE * far
    return x - ux * SHORT * far - uy * s, y - uy * SHORT * far + ux * s


def pikes_near(b: Battle, side: int, x: float, y: float) -> int:
    """The pikes of a side that are nearest to a place and not on its very middle, or nobody."""
    best, found = FAR, NOBODY
    for k in range(b.n_groups):
        if b.groups[k].side == side and is_troops(b, k) and stands(b, k) and has_pikes(b, k):
            kx, ky = centre(b, k)
            d = distance(kx, ky, x, y)
            if NEARBY < d < best and not is_shot(b, k):
                best, found = d, k
    return found


def sheltered_at(b: Battle, g: int, x: float, y: float) -> tuple[float, float]:
    """Near a place, where men who shoot have cover from the enemy nearest to it."""
    if not is_shot(b, g):
        return x, y
    d, foe = foe_near(b, b.groups[g].side, x, y)
    if foe < 0 or d > WARY:
        return x, y
    cx, cy = centre(b, g)
    deep = front_depth(b, g, cx, cy)
    px, py, _ = covered_place(b, g, x, y, b.figures[foe].x, b.figures[foe].y, deep)
    return px, py


# Men of the sword, and horse


def order_swords(b: Battle, g: int) -> Order:
    """Pikes go before the shot if horse is about; others where they are wanted."""
    if has_pikes(b, g):
        x, y, screen = before_horse(b, g)
        if screen:
            return go(b, g, x, y, 1.0)
    x, y, wanted, _ = goal(b, g)
    if is_kept_back(b, g):
        return wait_out_of_range(b, g, x, y, wanted)
    if wanted:
        order = go(b, g, x, y, 1.0)
        if order.kind != Act.HOLD:
            return order
    return face_them(b, g)


def before_horse(b: Battle, g: int) -> tuple[float, float, bool]:
    """The place between enemy horse and the shot it threatens, if it is not too far."""
    side = b.groups[g].side
    known = known_to(b, side)
    best, bx, by = FAR, 0.0, 0.0
    for h in range(b.n_groups):
        if is_foe(b, side, h, known) and is_horse(b, h) and not is_leader(b.groups[h]):
            for k in range(b.n_groups):
                if b.groups[k].side == side and is_troops(b, k) and stands(b, k) and is_shot(b, k):
                    d = nearest_pair_within(b, k, h, min(best, HORSE_NEAR + 2 * NEAR))[0]
                    if d < best and d <= HORSE_NEAR and d > SCREEN:
                        sx, sy = centre(b, k)
                        ex, ey = centre(b, h)
                        ux, uy = unit(ex - sx, ey - sy)
                        best, bx, by = d, sx + ux * SCREEN, sy + uy * SCREEN
    if best >= FAR:
        return 0.0, 0.0, False
    x, y = centre(b, g)
    near = distance(x, y, bx, by)
    return bx, by, near <= HORSE_NEAR and near > 3.0
