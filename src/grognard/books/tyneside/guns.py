"""Guns: crews, loading, the lane, the chart and what it leaves behind [TY-080 to TY-084]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import die, pool
from ...table.boxes import ahead_and_right
from ...table.vectors import distance
from ...values import Box
from .figures import FAR, NEAR, TOUCH, first, next_of, present, radius, strength
from .hits import strike
from .sight import in_plain_sight, line_open
from .state import (
    OWN,
    OWN_PS,
    Band,
    Battle,
    Book,
    Engine,
    EngineKind,
    Ev,
    GunTens,
    Hit,
    Limber,
    R,
    Role,
    TlStacking,
)
from .ways import is_out


def is_gun(e: Engine) -> bool:
    return e.kind != EngineKind.WAGON


def box_of(e: Engine) -> Box:
    return Box(e.x, e.y, e.fx, e.fy, e.base, e.base)


# Crews


def at_gun(b: Battle, i: int, k: int) -> bool:
    """Within 5 of the gun, so that he can serve it [TY-R84]."""
    e, f = b.engines[k], b.figures[i]
    return distance(e.x, e.y, f.x, f.y) - e.base / 2 - radius(b, i) <= b.rules.near + NEAR


def touches_gun(b: Battle, i: int, k: int) -> bool:
    e, f = b.engines[k], b.figures[i]
    return distance(e.x, e.y, f.x, f.y) - e.base * 0.7072 - radius(b, i) <= TOUCH + NEAR


def fit_crew(b: Battle, k: int) -> float:
    """Men who serve a gun: the crew, wounded at a game's worth, and others who stand in at half [TY-R82, TY-R83]."""
    e = b.engines[k]
    total = 0.0
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side != e.side or not (g == e.crew or (u.engine == k and u.role == Role.TROOPS)):
            continue
        i = first(b, g)
        while i >= 0:
            if at_gun(b, i, k):
                total += worth_at_gun(b, i, g == e.crew)
            i = next_of(b, i)
    return total


def worth_at_gun(b: Battle, i: int, own: bool) -> float:
    """What one man at a gun counts for: of its own crew, or one who stands in [TY-R82, TY-R83]."""
    f = b.figures[i]
    if not own:
        return 0.0 if f.wounded else b.rules.replacement_crew
    if b.groups[f.group].router:
        return 0.0
    return b.rules.wounded_crew if f.wounded else 1.0


def is_served(b: Battle, k: int) -> bool:
    """Has a gun crew enough to be used [PS-087, EC-104, TY-R84]?"""
    e = b.engines[k]
    crew = fit_crew(b, k)
    return e.taken < 0 and crew > 0.0 and crew >= float(b.rules.gun_crew_least)


def mark_serving(b: Battle, k: int) -> None:
    """Who serves the gun does not use small arms this turn [TY-R84]."""
    e = b.engines[k]
    for i in range(b.n_figures):
        f = b.figures[i]
        if present(f) and f.side == e.side and b.groups[f.group].engine == k and at_gun(b, i, k):
            f.serves = b.turn


def has_worked(b: Battle, k: int) -> bool:
    """Has the crew loaded, pivoted, limbered or moved the gun this turn?"""
    i = first(b, b.engines[k].crew)
    while i >= 0:
        if b.figures[i].serves == b.turn:
            return True
        i = next_of(b, i)
    return False


# Loading


def work_on(b: Battle, k: int) -> None:
    """A turn of loading: man-turns in the early 19th century, turns in pike and shot.

    [EC-093, EC-094, EC-095, EC-096, EC-097, PS-086, PS-091, PS-R29]"""
    e = b.engines[k]
    need = float(b.rules.gun_load[e.kind])
    if e.loaded or e.limber == Limber.LIMBERED or need <= 0.0 or not is_served(b, k):
        return
    if b.book == Book.EARLY_19TH:
        men = min(fit_crew(b, k), float(b.rules.gun_crew_most[e.kind]))
        e.charge = min(need, e.charge + men)
        rule = OWN + 93 if e.kind == EngineKind.MUZZLE_LOADER else OWN + 94
    else:
        men = fit_crew(b, k)
        e.charge = min(need, e.charge + 1.0)
        rule = OWN_PS + 91
    e.loaded, e.charged = e.charge >= need - NEAR, b.turn
    mark_serving(b, k)
    emit(b.log, Ev.GUN_LOADS, rule, k, -1, int(e.charge), int(need), men)


# The lane


def in_lane(b: Battle, k: int, j: int) -> bool:
    """Does a figure's base touch the lane straight ahead of a gun, as wide as its base [EC-102, PS-092, TY-R79]?"""
    e, f = b.engines[k], b.figures[j]
    ahead, right = ahead_and_right(box_of(e), f.x, f.y)
    r = radius(b, j)
    return ahead > e.base / 2 - r and abs(right) <= e.base / 2 + r + NEAR


def gun_gap(b: Battle, k: int, j: int) -> float:
    """From the front of the gun to a figure's base."""
    e, f = b.engines[k], b.figures[j]
    return max(0.0, distance(e.x, e.y, f.x, f.y) - e.base / 2 - radius(b, j))


def gun_sees(b: Battle, k: int, j: int) -> bool:
    """Not out of sight [PS-092, TY-R81]."""
    e, f = b.engines[k], b.figures[j]
    return in_plain_sight(b, e.crew, j) and line_open(b, e.x, e.y, f.x, f.y)


def lane_range(b: Battle, k: int, h: int) -> float:
    """To the nearest figure of a group in the lane that is in sight; FAR if there is none [TY-R79]."""
    best = FAR
    j = first(b, h)
    while j >= 0:
        if in_lane(b, k, j) and gun_sees(b, k, j):
            best = min(best, gun_gap(b, k, j))
        j = next_of(b, j)
    return best


def friend_in_lane(b: Battle, k: int, d: float) -> bool:
    """Is a friend in the lane nearer than the target [TY-R80]?"""
    e = b.engines[k]
    for i in range(b.n_figures):
        f = b.figures[i]
        if present(f) and f.side == e.side and in_lane(b, k, i) and gun_gap(b, k, i) < d:
            return True
    return False


def gun_band(b: Battle, d: float) -> int:
    """Near, middle or far; 3 is out of reach [EC-099, EC-100, EC-101, PS-094, PS-095, PS-096, TY-R02]."""
    for band in range(3):
        reach = b.rules.gun_reach[band]
        if reach <= 0.0 or d <= reach + NEAR:
            return band
    return Band.LONG + 1


def may_fire_gun(b: Battle, k: int, h: int) -> int:
    """0, or the rule that forbids a gun to fire at a group; in pike and shot a turn of other work is no turn of fire.

    [PS-087, PS-088, PS-090, PS-091, PS-092]"""
    e = b.engines[k]
    early = b.book == Book.EARLY_19TH
    if e.kind == EngineKind.WAGON or e.limber == Limber.LIMBERED:
        return OWN + 91 if early else OWN_PS + 89
    if not is_served(b, k):
        return OWN + 93 if early else OWN_PS + 87
    if not e.loaded or e.fired == b.turn:
        return OWN + 93 if early else OWN_PS + 91
    if not early and has_worked(b, k):
        return OWN_PS + (91 if e.charged == b.turn else 90)
    d = lane_range(b, k, h)
    if d >= FAR:
        return OWN + 102 if early else OWN_PS + 92
    if gun_band(b, d) > Band.LONG:
        return OWN + 101 if early else OWN_PS + 96
    return R + 80 if friend_in_lane(b, k, d) else 0


# The shot


def dice_of_shot(b: Battle, h: int) -> int:
    """One; in pike and shot one for each full ten of the target [EC-R24, PS-093, PS-R27]."""
    per = b.rules.figures_a_die
    if per <= 0:
        return 1
    n = strength(b, h)
    tens = (n + per - 1) // per if b.options.gun_tens == GunTens.PART else n // per
    return max(1, tens)


def fire_gun(b: Battle, k: int, h: int) -> None:
    """A shot at one group in the lane, or at all of them if a game has it so; it takes all loading with it.

    [TY-081, TY-R79, EC-098]"""
    e = b.engines[k]
    if b.options.gun_hits_all_in_lane != 0:
        for g in range(b.n_groups):
            if b.groups[g].side != e.side and lane_range(b, k, g) < FAR:
                shot_at(b, k, g)
    else:
        shot_at(b, k, h)
    e.loaded, e.charge, e.fired = False, 0.0, b.turn
    b.groups[e.crew].shot = b.turn
    mark_serving(b, k)


def shot_at(b: Battle, k: int, h: int) -> None:
    """The chart: wounds and kills that are final, drawn among the group, and a threat [TY-081, TY-082, TY-083]."""
    d = lane_range(b, k, h)
    band = gun_band(b, d)
    if band > Band.LONG:
        return
    n = dice_of_shot(b, h)
    pool(b.dice, n)
    emit_roll(b.log, b.dice, Ev.GUN_FIRES, 81, k, h, n, band)
    wounds = kills = 0
    for face in range(1, 7):
        wounds += b.dice.faces[face] * b.rules.gun_wounds[band][face - 1]
        kills += b.dice.faces[face] * b.rules.gun_kills[band][face - 1]
    emit(b.log, Ev.GUN_EFFECT, 81, k, h, wounds, kills, d)
    m = list_hit(b, k, h)
    for _ in range(wounds):
        draw(b, m, Hit.WOUND)
    for _ in range(kills):
        draw(b, m, Hit.KILL)
    b.groups[h].shelled = True
    if wounds + kills > 0:
        threaten(b, h, b.rules.gun_threat[band])


def threaten(b: Battle, h: int, level: int) -> None:
    """The TL of the band is added to the next throw of a hit unit [TY-083, TY-R14]."""
    u = b.groups[h]
    u.threat = u.threat + level if b.options.tl_stacking == TlStacking.SUM else max(u.threat, level)
    emit(b.log, Ev.THREAT, 83, h, -1, level, u.threat, 0.0)


def list_hit(b: Battle, k: int, h: int) -> int:
    """The members of the hit group, the nearest first, with leaders who are with it; ten at most in the early 19th
    century [TY-082, TY-055, EC-037, EC-R24]."""
    m = 0
    for j in range(b.n_figures):
        f = b.figures[j]
        if present(f) and (f.group == h or b.groups[f.group].attached == h):
            at = m
            d = gun_gap(b, k, j)
            while at > 0 and b.paper.key[at - 1] > d + NEAR:
                b.paper.key[at], b.paper.eligible[at] = b.paper.key[at - 1], b.paper.eligible[at - 1]
                at -= 1
            b.paper.key[at], b.paper.eligible[at] = d, j
            m += 1
    among = b.rules.hits_among
    return min(m, among) if among > 0 else m


def draw(b: Battle, m: int, hit: int) -> None:
    """One of the group is struck; the same man can be struck again [TY-082]."""
    if m <= 0:
        return
    at = die(b.dice, m) if m > 1 else 1
    j = b.paper.eligible[at - 1]
    emit(b.log, Ev.DRAWN, 82, j, -1, at, m, 0.0)
    strike(b, j, hit)


# Losing a gun


def capture_guns(b: Battle) -> None:
    """A gun with no fit crew within 5 and an enemy in contact is taken; captors cannot fire it [TY-R86]."""
    for k in range(b.n_engines):
        e = b.engines[k]
        if e.taken < 0 and is_gun(e) and is_out(b, k) and fit_crew(b, k) <= 0.0:
            for i in range(b.n_figures):
                f = b.figures[i]
                if present(f) and f.side != e.side and touches_gun(b, i, k):
                    e.taken = f.side
                    emit(b.log, Ev.GUN_TAKEN, R + 86, k, f.side, 0, 0, 0.0)
                    break
