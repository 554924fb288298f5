"""The Risk Factor: every line that applies, added up [TY-068]."""

from __future__ import annotations

from ...battle import emit
from ...table.sweeps import beyond
from .figures import (
    NEAR,
    SLACK,
    TOUCH,
    box_gap,
    figure_group_gap,
    first,
    has_cavalry_limits,
    is_about,
    is_within,
    next_of,
    quality_of,
    stands,
    wounded_in,
)
from .sight import clear_sight, in_cover, in_cover_at_all, line_open
from .state import (
    OWN,
    OWN_PS,
    Battle,
    Book,
    Ev,
    Figure,
    Gait,
    Kind,
    MovingShift,
    PctRounding,
    Quality,
    RegularBonus,
    Risk,
    Role,
    Shape,
    Table,
)
from .status import (
    has_pikes,
    is_horse,
    is_shock,
    nearest_seen,
    on_flank_or_rear,
    sees_now,
    table_of,
)
from .ways import allowance

# What is in sight


def sees_friends_retreat(b: Battle, g: int) -> bool:
    """Another friendly unit in sight that its last throw took from the enemy, or a melee pushed back [TY-R08]."""
    for h in range(b.n_groups):
        u = b.groups[h]
        if h != g and u.side == b.groups[g].side and (u.gave_way or u.pushed_back) and stands(b, h):
            if friends_in_sight(b, g, h):
                return True
    return False


def friends_in_sight(b: Battle, g: int, h: int) -> bool:
    i = first(b, g)
    while i >= 0:
        j = first(b, h)
        while j >= 0:
            if line_open(b, b.figures[i].x, b.figures[i].y, b.figures[j].x, b.figures[j].y):
                return True
            j = next_of(b, j)
        i = next_of(b, i)
    return False


def untroubled(b: Battle, g: int) -> bool:
    """Neither an enemy nor a retreating friend in sight [TY-069, TY-R07]."""
    return b.groups[g].sees == 0 and not sees_friends_retreat(b, g)


# Good company


def best_near(b: Battle, g: int) -> bool:
    """A Hero in the unit or within 5; or Good troops, or a Good officer within 5 [EC-039, EC-R10, PS-044, PS-R16]."""
    if b.book == Book.PIKE_AND_SHOT and quality_of(b, g) == Quality.TOP:
        return True
    for h in range(b.n_groups):
        if b.groups[h].side == b.groups[g].side and stands(b, h) and heartened_by(b, g, h):
            return True
    return False


def heartened_by(b: Battle, g: int, h: int) -> bool:
    """Does somebody of a group hearten another, or one of its own the group itself [EC-R10, PS-R16]?"""
    if h == g and b.book == Book.PIKE_AND_SHOT:
        return False
    if h != g and box_gap(b, g, h) > b.rules.near + SLACK:
        return False
    i = first(b, h)
    while i >= 0:
        if heartens(b, i) and (h == g or figure_group_gap(b, i, g) <= b.rules.near + NEAR):
            return True
        i = next_of(b, i)
    return False


def heartens(b: Battle, i: int) -> bool:
    """A Hero; in pike and shot a Good officer, or any officer if a game has it so [EC-R10, PS-R16]."""
    f = b.figures[i]
    if b.book == Book.EARLY_19TH:
        return f.quality == Quality.TOP
    officer = b.groups[f.group].role == Role.OFFICER
    return officer and (f.quality == Quality.TOP or b.options.rf_any_officer != 0)


def all_regulars(b: Battle, g: int) -> bool:
    """Formed of regulars [EC-040, EC-R09]."""
    u = b.groups[g]
    if b.options.regular_bonus == RegularBonus.FORMED_ONLY:
        return u.kind == Kind.FORMED
    return u.regular


def sheltered(b: Battle, g: int) -> bool:
    """Entirely in cover from the nearest enemy in sight; of horse also at a canter or gallop [TY-070, TY-R12, EC-R11]."""
    if table_of(b, g) == Table.CAVALRY and b.groups[g].gait >= Gait.TROT:
        return True
    return all_in_cover(b, g)


def all_in_cover(b: Battle, g: int) -> bool:
    if stands(b, g) and is_bare(b, first(b, g)):
        return False
    h, _, _, j = nearest_seen(b, g)
    if h < 0:
        return in_cover_at_all(b, g)
    return in_cover(b, g, b.figures[j].x, b.figures[j].y)


def is_bare(b: Battle, i: int) -> bool:
    """Is a figure plainly out of all cover, from wherever it be asked [TY-R12]?"""
    f = b.figures[i]
    far = f.radius + b.rules.shoot_over + SLACK
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if p.cover > 0 and not beyond(p, f.x - far, f.y - far, f.x + far, f.y + far):
            return False
    return True


# Threatened


def longest(b: Battle, i: int) -> float:
    """The long range of the best missile weapon of a figure."""
    far = 0.0
    for k in range(3):
        far = max(far, b.rules.weapon_long[b.figures[i].arms[k]])
    return far


def shorter(b: Battle, i: int) -> float:
    """The medium range of the weapon with the longest range: what reaches a target one band farther off."""
    far, out = 0.0, 0.0
    for k in range(3):
        w = b.figures[i].arms[k]
        if b.rules.weapon_long[w] > far:
            far, out = b.rules.weapon_long[w], b.rules.weapon_medium[w]
    return out


def shifted_target(b: Battle, g: int) -> bool:
    """A group of horse that moved counts one band farther [EC-077, EC-R08]."""
    if not has_cavalry_limits(b) or b.options.moving_cavalry_shift == MovingShift.OFF:
        return False
    return b.groups[g].moved and is_horse(b, g)


def threatens(b: Battle, h: int, g: int) -> bool:
    """Is group g within range of a weapon of group h; men without missiles reach by contact, pikes 5 [TY-R10]?"""
    shift = shifted_target(b, g)
    u = b.groups[g]
    j = first(b, h)
    while j >= 0:
        f = b.figures[j]
        reach = shorter(b, j) if shift else longest(b, j)
        if reach > 0.0 and is_about(u, f.x, f.y, reach + u.widest + f.radius + SLACK):
            if figure_group_gap(b, j, g) <= reach + NEAR:
                return True
        j = next_of(b, j)
    return threatens_by_hand(b, h, g)


def threatens_by_hand(b: Battle, h: int, g: int) -> bool:
    if b.options.melee_enemy_range != 0:
        j = first(b, h)
        return is_within(b, h, g, allowance(b, j, Gait.GALLOP) + NEAR)
    reach = b.rules.pike_reach if has_pikes(b, h) else 0.0
    return is_within(b, h, g, max(reach, TOUCH) + NEAR)


def clearly_seen(b: Battle, g: int, h: int) -> bool:
    """An unobstructed line from somebody of g to somebody of h [EC-042, EC-R31]."""
    i = first(b, g)
    while i >= 0:
        j = first(b, h)
        while j >= 0:
            if clear_sight(b, i, j):
                return True
            j = next_of(b, j)
        i = next_of(b, i)
    return False


def in_range(b: Battle, g: int, clear: bool) -> bool:
    """An enemy in sight, and the unit within his weapon range [TY-071, EC-042, EC-072, PS-046]."""
    for h in range(b.n_groups):
        if sees_now(b, g, h) and stands(b, h) and threatens(b, h, g):
            if not clear or clearly_seen(b, g, h):
                return True
    return False


def tenths(b: Battle, g: int) -> int:
    """Full tenths of the starting strength that are dead or wounded, leaders with it apart [TY-073, TY-R04, TY-R05, TY-R45]."""
    u = b.groups[g]
    lost = u.dead + wounded_in(b, g)
    of = b.rules.lone_nominal if u.began == 1 else u.began
    if of <= 0:
        return 0
    if b.options.pct_rounding == PctRounding.CEIL:
        return (10 * lost + of - 1) // of
    if b.options.pct_rounding == PctRounding.NEAREST:
        return (20 * lost + of) // (2 * of)
    return 10 * lost // of


def flanked(b: Battle, g: int) -> bool:
    """A visible enemy on flank or rear [TY-074, TY-R11]."""
    for h in range(b.n_groups):
        if sees_now(b, g, h) and stands(b, h) and not has_before_it(b, g, h):
            if on_flank_or_rear(b, g, h):
                return True
    return False


def has_before_it(b: Battle, g: int, h: int) -> bool:
    """Is the whole box about a group plainly before the front of every man of another?  Then nobody need be measured."""
    u = b.groups[h]
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        if not (
            is_before(b, f, u.left, u.low)
            and is_before(b, f, u.right, u.high)
            and is_before(b, f, u.left, u.high)
            and is_before(b, f, u.right, u.low)
        ):
            return False
        i = next_of(b, i)
    return True


def is_before(b: Battle, f: Figure, x: float, y: float) -> bool:
    """Is a place plainly neither on the flank of a figure nor in its rear?"""
    dx, dy = x - f.x, y - f.y
    ahead = f.fx * dx + f.fy * dy
    cosine = b.rules.flank_cosine + NEAR
    return ahead > 0.0 and ahead * ahead >= cosine * cosine * (dx * dx + dy * dy)


def faces_shock(b: Battle, g: int) -> bool:
    """Shock Cavalry in sight within 50; not of men in square or circle, or in cover [EC-046, EC-R12]."""
    if b.groups[g].shape != Shape.OPEN or all_in_cover(b, g):
        return False
    for h in range(b.n_groups):
        if sees_now(b, g, h) and is_shock(b.groups[h]) and stands(b, h):
            if is_horse(b, h) and is_within(b, g, h, b.rules.shock_range + NEAR):
                return True
    return False


def ran(b: Battle, g: int) -> bool:
    """Ran by its own last throw, or was moved back by a melee since [TY-075, TY-R13]."""
    return b.groups[g].ran or b.groups[g].pushed_back


# The sum


def applies(b: Battle, g: int, risk: int, table: int) -> int:
    """How often a line of the list counts; every line but the tenths counts once [TY-R09]."""
    if risk == Risk.TENTH:
        return tenths(b, g)
    if risk == Risk.THREAT:
        return b.groups[g].threat
    if risk == Risk.UNTROUBLED:
        return int(untroubled(b, g))
    if risk == Risk.BEST:
        return int(best_near(b, g))
    if risk == Risk.REGULARS:
        return int(all_regulars(b, g))
    if risk == Risk.COVER:
        return int(sheltered(b, g))
    if risk == Risk.IN_RANGE:
        return int(in_range(b, g, table == Table.INFANTRY))
    if risk == Risk.LOW:
        return int(quality_of(b, g) == Quality.LOW and in_range(b, g, False))
    if risk == Risk.FLANK:
        return int(flanked(b, g))
    if risk == Risk.SHOCK:
        return int(faces_shock(b, g))
    return int(ran(b, g))


FIRST_LINE_EC = (38, 39, 40, 41, 42, 43, 44, 45, 46, 47)  # of infantry, in the order of Risk
FIRST_LINE_EC_HORSE = (69, 70, 0, 71, 72, 73, 74, 75, 0, 76)
FIRST_LINE_PS = (43, 44, 0, 45, 46, 47, 48, 49, 0, 50)


def rule_of_line(b: Battle, risk: int, table: int) -> int:
    """The rule that a line of the list is.

    Infantry [EC-038, EC-039, EC-040, EC-041, EC-042, EC-043, EC-044, EC-045, EC-046, EC-047]; cavalry
    [EC-069, EC-070, EC-071, EC-072, EC-073, EC-074, EC-075, EC-076]; all of pike and shot
    [PS-043, PS-044, PS-045, PS-046, PS-047, PS-048, PS-049, PS-050]; common
    [TY-069, TY-070, TY-071, TY-072, TY-073, TY-074, TY-075]."""
    if risk == Risk.THREAT:
        return 83
    if table == Table.INFANTRY:
        return OWN + FIRST_LINE_EC[risk]
    if table == Table.CAVALRY:
        return OWN + FIRST_LINE_EC_HORSE[risk]
    return OWN_PS + FIRST_LINE_PS[risk]


def risk_factor(b: Battle, g: int) -> int:
    """The sum of every factor that applies to a unit, each told with its rule [TY-068]."""
    table = table_of(b, g)
    total = 0
    for risk in range(len(b.rules.risk[table])):
        worth = b.rules.risk[table][risk]
        if worth != 0:
            times = applies(b, g, risk, table)
            if times != 0:
                total += worth * times
                rule = rule_of_line(b, risk, table)
                emit(b.log, Ev.RISK, rule, g, -1, worth * times, risk, float(times))
    return total
