"""Plans of orders: where each figure of a group would go, and what it would cost; nothing is done yet."""

from __future__ import annotations

from ...table.vectors import distance, is_closer, rotated, turn_between, unit
from .charge import can_reach
from .cover import best_cover
from .figures import (
    FAR,
    NEAR,
    SLACK,
    TOUCH,
    centre,
    first,
    gap,
    group_in_contact,
    groups_about,
    is_about,
    is_mounted,
    next_of,
    present,
    quality_of,
    radius,
    strength,
    widest_base,
)
from .guns import at_gun, fit_crew, is_gun, touches_gun
from .moves import edge_share, gait_on, is_off_table, leaves_by_exit, left_of_move, set_pending
from .sight import line_open
from .state import (
    OWN,
    OWN_PS,
    Act,
    Battle,
    Book,
    EngineKind,
    Gait,
    Kind,
    Limber,
    R,
    Role,
    Shape,
)
from .status import is_commanded, table_of
from .throws import is_bound
from .turning import eighths, has_turning_limits, way_for_turns, way_to_charge
from .ways import EVERYBODY, allowance, find_way, is_free_of, list_near_of

MOST_TURN = 0.7071067811865476  # of a gun in a turn: 45 degrees


# The body of a group


def facing_of(b: Battle, g: int) -> tuple[float, float]:
    """How a group faces: as its first figure does."""
    f = b.figures[first(b, g)]
    return f.fx, f.fy


def plan_march(b: Battle, g: int, x: float, y: float, fx: float, fy: float) -> None:
    """Everybody keeps his place about the middle of the group, turned to the new front; on the paper."""
    cx, cy = centre(b, g)
    ux, uy = facing_of(b, g)
    c, s = turn_between(ux, uy, fx, fy)
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        dx, dy = rotated(f.x - cx, f.y - cy, c, s)
        b.paper.x[i], b.paper.y[i] = x + dx, y + dy
        i = next_of(b, i)


def plan_form(b: Battle, g: int, files: int, x: float, y: float, fx: float, fy: float) -> None:
    """In so many files, half a cm apart, the front rank's middle there; on the paper."""
    n = strength(b, g)
    files = min(max(1, files), n)
    i = first(b, g)
    step = 2 * radius(b, i) + 0.5
    k = 0
    while i >= 0:
        rank, file = k // files, k % files
        across = min(files, n - rank * files)
        right = (file - (across - 1) / 2) * step
        b.paper.x[i] = x - fx * rank * step + fy * right
        b.paper.y[i] = y - fy * rank * step - fx * right
        k += 1
        i = next_of(b, i)


def cost_of(b: Battle, i: int, x: float, y: float, gait: int) -> float:
    """What a figure would spend to go there; over the edge, what it takes to get to the edge."""
    f = b.figures[i]
    if is_off_table(b, x, y):
        t = edge_share(b, f.x, f.y, x, y)
        x, y = f.x + (x - f.x) * t, f.y + (y - f.y) * t
    gait = gait_on(b, i, x, y, gait)
    return find_way(b, f.x, f.y, x, y, f.mounted, allowance(b, i, gait))


def check_place(b: Battle, who: int, i: int, x: float, y: float, gait: int) -> int:
    """0, or the rule against a figure going there: too far, no room, or onto an enemy; only those groups are near."""
    if is_off_table(b, x, y) and not leaves_by_exit(b, i, x, y):
        return R + 89
    gait = gait_on(b, i, x, y, gait)
    cost = cost_of(b, i, x, y, gait)
    b.refusal.asked, b.refusal.allowed, b.refusal.other = cost, left_of_move(b, i, gait), i
    if cost >= FAR:
        return 42
    if cost > left_of_move(b, i, gait) + NEAR:
        return 39
    if is_off_table(b, x, y):
        return 0
    if not is_free_of(b, i, x, y, list_near_of(b, who, x, y, radius(b, i))):
        return R + 3
    return 87 if comes_to_blows(b, who, i, x, y) else 0


def comes_to_blows(b: Battle, who: int, i: int, x: float, y: float) -> bool:
    """Who moves into contact charges, and says so [TY-087]."""
    for g in range(b.n_groups):
        u = b.groups[g]
        if (
            who >> g & 1 != 0
            and u.side != b.figures[i].side
            and is_about(u, x, y, radius(b, i) + u.widest + 2 * TOUCH)
        ):
            j = first(b, g)
            while j >= 0:
                h = b.figures[j]
                if distance(x, y, h.x, h.y) <= radius(b, i) + radius(b, j) + TOUCH:
                    return True
                j = next_of(b, j)
    return False


def groups_about_plan(b: Battle, g: int) -> int:
    """The set of groups who might be in the way of a plan, or touched by those who carry it out."""
    left, low, right, high = FAR, FAR, -FAR, -FAR
    i = first(b, g)
    while i >= 0:
        left, right = min(left, b.paper.x[i]), max(right, b.paper.x[i])
        low, high = min(low, b.paper.y[i]), max(high, b.paper.y[i])
        i = next_of(b, i)
    far = b.groups[g].widest + widest_base(b) + SLACK
    return groups_about(b, left - far, low - far, right + far, high + far)


def check_plan(b: Battle, g: int, gait: int) -> int:
    """0, or the rule against the plan on the paper: each figure within his own move [TY-039, TY-R19].

    They go together, so that nobody is in the way where he stands now, but only where he will."""
    set_pending(b, g, 1)
    rule = 0
    who = groups_about_plan(b, g)
    i = first(b, g)
    while i >= 0 and rule == 0:
        rule = check_place(b, who, i, b.paper.x[i], b.paper.y[i], gait)
        i = next_of(b, i)
    set_pending(b, g, 0)
    if rule == 0 and overlaps_itself(b, g):
        return R + 3
    if rule == 0 and loses_sight(b, g):
        return R + 66
    return rule


def overlaps_itself(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        j = next_of(b, i)
        while j >= 0:
            apart = distance(b.paper.x[i], b.paper.y[i], b.paper.x[j], b.paper.y[j])
            if apart < radius(b, i) + radius(b, j) - TOUCH:
                return True
            j = next_of(b, j)
        i = next_of(b, i)
    return False


def has_mate_in_sight(b: Battle, i: int, planned: bool) -> bool:
    """Does a figure see another of his group, where they stand or as they are planned [TY-015]?"""
    f = b.figures[i]
    x, y = (b.paper.x[i], b.paper.y[i]) if planned else (f.x, f.y)
    j = first(b, f.group)
    alone = True
    while j >= 0:
        if j != i:
            alone = False
            h = b.figures[j]
            hx, hy = (b.paper.x[j], b.paper.y[j]) if planned else (h.x, h.y)
            if line_open(b, x, y, hx, hy):
                return True
        j = next_of(b, j)
    return alone


def loses_sight(b: Battle, g: int) -> bool:
    """A figure out of sight of all its mates must use its move to regain it [TY-015, TY-R66]."""
    i = first(b, g)
    while i >= 0:
        if not has_mate_in_sight(b, i, False) and not has_mate_in_sight(b, i, True):
            return True
        i = next_of(b, i)
    return False


# Horse


def check_turning(b: Battle, g: int, x: float, y: float, fx: float, fy: float, gait: int) -> int:
    """Each turn of up to 45 degrees comes after a quarter of the move, at the gallop a half [EC-061, EC-062, EC-R05].

    A unit that stays where it is may spend its whole move on turning."""
    if not has_turning_limits(b, g):
        return 0
    cx, cy = centre(b, g)
    far = distance(cx, cy, x, y)
    if far <= NEAR:
        return 0
    ux, uy = facing_of(b, g)
    dx, dy = unit(x - cx, y - cy)
    turns = eighths(ux * dx + uy * dy) + eighths(dx * fx + dy * fy)
    return refuse_turns(b, g, way_for_turns(b, turns, gait), far, gait)


def refuse_turns(b: Battle, g: int, need: float, far: float, gait: int) -> int:
    """0, or the rule against so much turning on so short a way [EC-061, EC-062]."""
    if far + NEAR >= need:
        return 0
    b.refusal.asked, b.refusal.allowed, b.refusal.other = need, far, g
    if b.book == Book.PIKE_AND_SHOT:
        return OWN_PS + R + 10
    return OWN + (62 if gait == Gait.GALLOP else 61)


def check_gait(b: Battle, g: int, gait: int, far: float) -> int:
    """Blown horse walks; Dutch-trained horse does not gallop; a gait has its least [EC-060, PS-075, PS-R08, EC-R03]."""
    if gait < Gait.WALK or gait > Gait.GALLOP:
        return R + 19
    if not is_mounted(b, g):
        return 0
    if b.groups[g].must_walk and gait > Gait.WALK:
        return OWN + 60 if b.book == Book.EARLY_19TH else OWN_PS + R + 10
    if b.groups[g].kind == Kind.DUTCH and gait == Gait.GALLOP:
        return OWN_PS + 75
    b.refusal.asked, b.refusal.allowed, b.refusal.other = far, b.rules.gait_least[gait], g
    if b.book == Book.PIKE_AND_SHOT and NEAR < far < b.rules.gait_least[gait] - NEAR:
        return OWN_PS + R + 8
    if b.book == Book.EARLY_19TH and gait > Gait.WALK and NEAR < far <= b.rules.gait_least[gait] + NEAR:
        return OWN + R + 3
    return 0


def farthest_in_plan(b: Battle, g: int) -> float:
    far = 0.0
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        far = max(far, distance(f.x, f.y, b.paper.x[i], b.paper.y[i]))
        i = next_of(b, i)
    return far


# Who may be given an order


def may_order(b: Battle, g: int, side: int) -> int:
    """0, or the rule against giving a group an order now [TY-037, TY-078, TY-R15]."""
    if not 0 <= g < b.n_groups or b.groups[g].side != side or first(b, g) < 0:
        return 37
    if not is_commanded(b, g):
        return 37
    if is_bound(b, g):
        return 78
    return R + 15 if b.groups[g].ordered else 0


def is_direction(fx: float, fy: float) -> bool:
    return abs(fx * fx + fy * fy - 1.0) < 1e-6


# One kind of order after another


def check_march(b: Battle, g: int, x: float, y: float, fx: float, fy: float, gait: int) -> int:
    if not is_direction(fx, fy):
        return R + 65
    if b.groups[g].shape != Shape.OPEN:
        return OWN + R + 13
    plan_march(b, g, x, y, fx, fy)
    rule = check_gait(b, g, gait, farthest_in_plan(b, g))
    if rule == 0:
        rule = check_turning(b, g, x, y, fx, fy, gait)
    return rule if rule != 0 else check_plan(b, g, gait)


def check_form(b: Battle, g: int, files: int, x: float, y: float, fx: float, fy: float, gait: int) -> int:
    if not is_direction(fx, fy) or files < 1 or files > strength(b, g):
        return R + 65
    if b.groups[g].shape != Shape.OPEN:
        return OWN + R + 13
    plan_form(b, g, files, x, y, fx, fy)
    rule = check_gait(b, g, gait, farthest_in_plan(b, g))
    return rule if rule != 0 else check_plan(b, g, gait)


def check_step(b: Battle, i: int, side: int, x: float, y: float, fx: float, fy: float) -> int:
    """One figure of a commanded group by himself, on foot or at a walk."""
    if not 0 <= i < b.n_figures or not present(b.figures[i]) or b.figures[i].side != side:
        return 37
    g = b.figures[i].group
    rule = may_order(b, g, side)
    if rule != 0:
        return rule
    if not is_direction(fx, fy) or b.groups[g].shape != Shape.OPEN or b.figures[i].stepped == b.turn:
        return R + 65
    return check_place(b, EVERYBODY, i, x, y, Gait.WALK)


def check_charge(b: Battle, g: int, h: int, how: int) -> int:
    """Commanded troops charge whom they can reach [TY-087, TY-R18, TY-R19]."""
    gait, at_length = how % 8, how >= 8
    if not 0 <= h < b.n_groups or b.groups[h].side == b.groups[g].side or first(b, h) < 0:
        return 87
    if not may_charge_ordered(b, g):
        return R + 18
    if b.groups[g].shape != Shape.OPEN:
        return OWN + R + 13
    rule = check_gait(b, g, gait, 0.0)
    if rule == 0:
        rule = check_turn_to(b, g, h, gait)
    if rule != 0:
        return rule
    if at_length:
        return check_at_length(b, g, h)
    if can_reach(b, g, h, gait):
        return 0
    b.refusal.asked, b.refusal.allowed, b.refusal.other = (
        least_gap(b, g, h),
        left_of_move(b, first(b, g), gait),
        h,
    )
    return R + 19


def check_turn_to(b: Battle, g: int, h: int, gait: int) -> int:
    """Horse that charges turns to its enemy on its way [EC-061, EC-062, TY-R19]."""
    need = way_to_charge(b, g, h, gait)
    return refuse_turns(b, g, need, least_gap(b, g, h), gait) if need > 0.0 else 0


def may_charge_ordered(b: Battle, g: int) -> bool:
    """Civilians, crews and drivers never charge; who defends may be ordered out [TY-R91]."""
    u = b.groups[g]
    return not u.civilian and u.role != Role.CREW and u.role != Role.DRIVER


def least_gap(b: Battle, g: int, h: int) -> float:
    """How near two groups are; who is plainly farther off is not measured."""
    best = FAR
    u = b.groups[h]
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        j = first(b, h) if is_about(u, f.x, f.y, best + f.radius + u.widest + SLACK) else -1
        while j >= 0:
            if is_closer(b.figures[j].x - f.x, b.figures[j].y - f.y, best + f.radius + u.widest + SLACK):
                best = min(best, gap(b, i, j))
            j = next_of(b, j)
        i = next_of(b, i)
    return best


def check_at_length(b: Battle, g: int, h: int) -> int:
    """Pikes on foot that can come within 5 [PS-099, PS-R32]."""
    if b.rules.pike_reach <= 0.0 or not all_pikes(b, g):
        return OWN_PS + 99
    d = least_gap(b, g, h) - b.rules.pike_reach
    b.refusal.asked, b.refusal.allowed, b.refusal.other = d, left_of_move(b, first(b, g), Gait.WALK), h
    return 0 if d <= left_of_move(b, first(b, g), Gait.WALK) + NEAR else R + 19


def all_pikes(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        armed = False
        for k in range(3):
            armed = armed or b.figures[i].arms[k] == 22
        if not armed or b.figures[i].mounted:
            return False
        i = next_of(b, i)
    return True


def check_shape(b: Battle, g: int, act: int) -> int:
    """A square of 8 Formed regulars, a circle of 6 men on foot, or out of either: half a move [EC-R13]."""
    u = b.groups[g]
    if b.book == Book.PIKE_AND_SHOT:
        return 37  # it has neither
    if b.rules.square_least <= 0 or is_mounted(b, g) or group_in_contact(b, g) or not half_left(b, g):
        return OWN + R + 13
    if act == Act.REFORM:
        return 0 if u.shape != Shape.OPEN else OWN + R + 13
    if u.shape != Shape.OPEN:
        return OWN + R + 13
    if act == Act.SQUARE:
        return 0 if u.kind == Kind.FORMED and strength(b, g) >= b.rules.square_least else OWN + R + 13
    return 0 if strength(b, g) >= b.rules.circle_least else OWN + R + 13


def half_left(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        if b.figures[i].spent > 1.0 - b.rules.form_share + NEAR:
            return False
        i = next_of(b, i)
    return True


def check_mounting(b: Battle, g: int, up: bool) -> int:
    """Dragoons; Skirmishing Cavalry and mounted officers [PS-R19, EC-R30]."""
    u = b.groups[g]
    rule = OWN_PS + R + 19 if b.book == Book.PIKE_AND_SHOT else OWN + R + 30
    can = u.kind == Kind.DRAGOONS if b.book == Book.PIKE_AND_SHOT else u.kind == Kind.SKIRMISH_HORSE
    if not can or is_mounted(b, g) == up or group_in_contact(b, g) or not half_left(b, g):
        return rule
    return 0


def check_join(b: Battle, g: int, h: int) -> int:
    """Three or fewer join similar troops within 5, neither in contact [TY-016, TY-R67, PS-018]."""
    if not 0 <= h < b.n_groups or g == h or b.groups[h].side != b.groups[g].side or first(b, h) < 0:
        return R + 67
    u, o = b.groups[g], b.groups[h]
    if strength(b, g) > b.rules.join_at:
        return 16
    similar = u.role == Role.TROOPS and o.role == Role.TROOPS and table_of(b, g) == table_of(b, h)
    same = quality_of(b, g) == quality_of(b, h) and u.regular == o.regular
    if b.rules.group_most > 0 and strength(b, g) + strength(b, h) > b.rules.group_most:
        return OWN_PS + 18
    b.refusal.asked, b.refusal.allowed, b.refusal.other = least_gap(b, g, h), b.rules.near, h
    if not similar or not same or group_in_contact(b, g) or group_in_contact(b, h):
        return R + 67
    return R + 67 if least_gap(b, g, h) > b.rules.near + NEAR else 0


# Guns and wagons


def men_at(b: Battle, g: int, k: int, touching: bool) -> int:
    """Unwounded men of a group at a gun."""
    n = 0
    i = first(b, g)
    while i >= 0:
        near = touches_gun(b, i, k) if touching else at_gun(b, i, k)
        n += near and not b.figures[i].wounded
        i = next_of(b, i)
    return n


def walkers(b: Battle, g: int) -> int:
    """How many of a group have moved this turn."""
    n = 0
    i = first(b, g)
    while i >= 0:
        n += b.figures[i].spent > NEAR
        i = next_of(b, i)
    return n


def check_limber(b: Battle, g: int, to: int) -> int:
    """Four stationary men, two turns; in pike and shot it is not done in play [EC-091, EC-R23, PS-089]."""
    k = b.groups[g].engine
    if b.book == Book.PIKE_AND_SHOT:
        return OWN_PS + 89
    if k < 0 or not is_gun(b.engines[k]) or b.engines[k].limber == to:
        return OWN + 91
    return 0 if men_at(b, g, k, False) - walkers(b, g) >= b.rules.limber_crew else OWN + 91


def check_pivot(b: Battle, g: int, fx: float, fy: float) -> int:
    """45 degrees by three or more, instead of all else [PS-090, EC-R23]."""
    k = b.groups[g].engine
    rule = OWN_PS + 90 if b.book == Book.PIKE_AND_SHOT else OWN + R + 23
    if (
        k < 0
        or not is_gun(b.engines[k])
        or b.engines[k].limber == Limber.LIMBERED
        or not is_direction(fx, fy)
    ):
        return rule
    e = b.engines[k]
    if e.fx * fx + e.fy * fy < MOST_TURN - NEAR:
        return rule
    return 0 if fit_crew(b, k) >= float(b.rules.gun_pivot_crew) else rule


def check_manhandle(b: Battle, g: int, x: float, y: float) -> int:
    """A small gun 10 a turn by four unwounded men; in pike and shot none is [EC-089, EC-090, EC-R33, PS-088]."""
    k = b.groups[g].engine
    if b.book == Book.PIKE_AND_SHOT:
        return OWN_PS + 88
    if k < 0 or not is_gun(b.engines[k]) or b.engines[k].limber == Limber.LIMBERED:
        return OWN + 90
    e = b.engines[k]
    if e.pounds > b.rules.manhandle_pounds or men_at(b, g, k, False) < b.rules.manhandle_crew:
        return OWN + 90
    b.refusal.asked, b.refusal.allowed, b.refusal.other = distance(e.x, e.y, x, y), b.rules.manhandle_move, k
    if distance(e.x, e.y, x, y) > b.rules.manhandle_move + NEAR:
        return OWN + 90
    return check_engine_place(b, k, x, y)


def check_drive(b: Battle, g: int, x: float, y: float, fx: float, fy: float) -> int:
    """Limbered guns and wagons, in open ground only [EC-092, EC-R32, PS-089]."""
    k = b.groups[g].engine
    rule = OWN_PS + 89 if b.book == Book.PIKE_AND_SHOT else OWN + 92
    if k < 0 or not is_direction(fx, fy):
        return rule
    e = b.engines[k]
    if e.kind != EngineKind.WAGON and e.limber != Limber.LIMBERED:
        return rule
    if men_at(b, g, k, False) < 1:
        return OWN + R + 32 if b.book == Book.EARLY_19TH else rule
    b.refusal.asked, b.refusal.allowed, b.refusal.other = distance(e.x, e.y, x, y), b.rules.limbered_move, k
    if distance(e.x, e.y, x, y) > b.rules.limbered_move + NEAR:
        return rule
    return check_engine_place(b, k, x, y)


def check_engine_place(b: Battle, k: int, x: float, y: float) -> int:
    """On the table, over open ground, where nothing stands."""
    e = b.engines[k]
    half = e.base / 2
    rule = OWN_PS + 89 if b.book == Book.PIKE_AND_SHOT else OWN + 92
    if x < half or y < half or x > b.ground.width - half or y > b.ground.depth - half:
        return R + 89
    cost = find_way(b, e.x, e.y, x, y, True, b.rules.limbered_move)
    if b.paper.legs > 1 or cost > distance(e.x, e.y, x, y) + NEAR:
        return rule
    for i in range(b.n_figures):
        f = b.figures[i]
        if present(f) and f.group != e.crew and distance(x, y, f.x, f.y) < half + radius(b, i) - TOUCH:
            return R + 3
    return 0


def check_serve(b: Battle, g: int, k: int) -> int:
    """Commanded infantry in contact stand in for a crew [TY-R83]."""
    if not 0 <= k < b.n_engines or b.engines[k].side != b.groups[g].side or not is_gun(b.engines[k]):
        return R + 83
    if b.groups[g].role != Role.TROOPS or is_mounted(b, g) or b.engines[k].taken >= 0:
        return R + 83
    return 0 if men_at(b, g, k, True) > 0 else R + 83


def check_hitch(b: Battle, g: int) -> int:
    """A friendly leader in contact lets civilians hitch up their petticoats, for half a move [EC-022]."""
    u = b.groups[g]
    if b.book == Book.PIKE_AND_SHOT:
        return 37  # it knows no petticoats
    if not u.civilian or not b.figures[first(b, g)].hampered or not half_left(b, g):
        return OWN + 22
    for i in range(b.n_figures):
        f = b.figures[i]
        if (
            present(f)
            and f.side == u.side
            and b.groups[f.group].role >= Role.OFFICER
            and not b.groups[f.group].civilian
        ):
            j = first(b, g)
            while j >= 0:
                if gap(b, i, j) <= TOUCH:
                    return 0
                j = next_of(b, j)
    return OWN + 22


def check_cover(b: Battle, g: int) -> int:
    """Is there cover that the whole group can reach [TY-R21]?"""
    if b.groups[g].shape != Shape.OPEN:
        return OWN + R + 13
    return 0 if best_cover(b, g, Gait.WALK) >= 0 else R + 21
