"""Men, commanders and formations: who is where, how near, and who belongs together."""

from __future__ import annotations

from ...table.vectors import distance
from .state import (
    BODIES,
    FORMATIONS,
    NOBODY,
    OFFICER,
    ActivatedMen,
    Battle,
    Commander,
    Grade,
    Lost,
    Man,
    MixedQuality,
    Off,
    OfficerRadius,
)

NEAR = 1e-9  # within N is inclusive, and sums of floats are not exact
FAR = 1e18  # farther than anything


def present(m: Man) -> bool:
    """Is he on the table?"""
    return m.lost == Lost.NO


def alive(c: Commander) -> bool:
    return c.lost == Lost.NO


def is_straggler(m: Man) -> bool:
    """On the table, and in no formation [MI-011]."""
    return m.lost == Lost.NO and m.formation < 0


def radius_of(b: Battle, m: Man) -> float:
    """Half the base of a man: on foot, or with the option a horseman [MI-R02, MI-R69]."""
    return b.rules.mounted_base_diameter / 2 if m.horse else b.rules.base_diameter / 2


def commander_radius(b: Battle, c: Commander) -> float:
    return b.rules.mounted_base_diameter / 2 if c.mounted else b.rules.base_diameter / 2


# Figures: men and commanders by one number


def figure_xy(b: Battle, g: int) -> tuple[float, float]:
    if g >= OFFICER:
        return b.commanders[g - OFFICER].x, b.commanders[g - OFFICER].y
    return b.men[g].x, b.men[g].y


def figure_radius(b: Battle, g: int) -> float:
    if g >= OFFICER:
        return commander_radius(b, b.commanders[g - OFFICER])
    return radius_of(b, b.men[g])


def figure_side(b: Battle, g: int) -> int:
    if g >= OFFICER:
        return b.commanders[g - OFFICER].side
    return b.men[g].side


def figure_grade(b: Battle, g: int) -> int:
    """A figure's own Quality [MI-R05, MI-R10]."""
    if g >= OFFICER:
        return b.commanders[g - OFFICER].grade
    return b.men[g].grade


def figure_present(b: Battle, g: int) -> bool:
    """A number that stands for a figure on the table."""
    if g >= OFFICER:
        return g - OFFICER < b.n_commanders and alive(b.commanders[g - OFFICER])
    return 0 <= g < b.n_men and present(b.men[g])


def move_figure(b: Battle, g: int, x: float, y: float) -> None:
    if g >= OFFICER:
        b.commanders[g - OFFICER].x = x
        b.commanders[g - OFFICER].y = y
    else:
        b.men[g].x = x
        b.men[g].y = y


def men_gap(b: Battle, m: Man, o: Man) -> float:
    """From base edge to base edge [MI-R02]."""
    return distance(m.x, m.y, o.x, o.y) - radius_of(b, m) - radius_of(b, o)


def commander_gap(b: Battle, c: Commander, m: Man) -> float:
    return distance(c.x, c.y, m.x, m.y) - commander_radius(b, c) - radius_of(b, m)


def figures_gap(b: Battle, g: int, h: int) -> float:
    x0, y0 = figure_xy(b, g)
    x1, y1 = figure_xy(b, h)
    return distance(x0, y0, x1, y1) - figure_radius(b, g) - figure_radius(b, h)


# Sets of men: a bit for each man of a side


def bit(b: Battle, i: int) -> int:
    """The set of one man."""
    return 1 << (i - b.first_man[b.men[i].side])


def set_size(men: int) -> int:
    n = 0
    while men > 0:
        men &= men - 1
        n += 1
    return n


def is_set(b: Battle, side: int, men: int) -> bool:
    """Is a number a set of men of the side, and not an empty one?"""
    return 0 < men < (1 << b.men_of[side])


def members(b: Battle, f: int) -> int:
    """The set of the men of a formation."""
    out = 0
    first = b.first_man[b.formations[f].side]
    for i in range(first, first + b.men_of[b.formations[f].side]):
        if b.men[i].formation == f and present(b.men[i]):
            out |= 1 << (i - first)
    return out


def first_of(b: Battle, side: int, men: int) -> int:
    """The man of the lowest number in a set."""
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            return b.first_man[side] + k
    return NOBODY


def centre_of(b: Battle, side: int, men: int) -> tuple[float, float]:
    """The mean position of some men."""
    x = 0.0
    y = 0.0
    n = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            x += b.men[b.first_man[side] + k].x
            y += b.men[b.first_man[side] + k].y
            n += 1
    if n == 0:
        return 0.0, 0.0
    return x / n, y / n


# Formations


def stands(b: Battle, f: int) -> bool:
    """A number that stands for a formation on the table [MI-010]."""
    return 0 <= f < FORMATIONS and b.formations[f].size > 0


def enrol(b: Battle, i: int, f: int) -> None:
    """A man takes his place in a formation."""
    fall_out(b, i)
    b.men[i].formation = f
    b.formations[f].size += 1


def fall_out(b: Battle, i: int) -> None:
    """A man is in no formation any more [MI-011, MI-R06]."""
    f = b.men[i].formation
    if f < 0:
        return
    b.men[i].formation = NOBODY
    b.formations[f].size -= 1


def lose_man(b: Battle, i: int, how: int) -> None:
    """A man leaves the battle, with the cause [MI-R71]."""
    fall_out(b, i)
    b.men[i].lost = how


def free_slot(b: Battle, body: int) -> int:
    """A number for a new formation: of the body most of its men are from, if there is one."""
    for party in range(FORMATIONS // BODIES):
        f = body + party * BODIES
        if b.formations[f].size == 0:
            return f
    for f in range(FORMATIONS):  # a number of no body's; there are more than half as many as men
        if b.formations[f].size == 0 and f % BODIES >= b.n_bodies:
            return f
    for f in range(FORMATIONS):
        if b.formations[f].size == 0:
            return f
    return NOBODY


def body_of(b: Battle, side: int, men: int) -> int:
    """The body that most of some men are from; of equals the first."""
    best = 0
    best_n = 0
    for body in range(b.n_bodies):
        n = 0
        for k in range(b.men_of[side]):
            if (men >> k) % 2 == 1 and b.men[b.first_man[side] + k].body == body:
                n += 1
        if n > best_n:
            best = body
            best_n = n
    return best


def new_formation(b: Battle, side: int, men: int, fx: float, fy: float) -> int:
    """A new formation of these men [MI-010, MI-012]."""
    f = free_slot(b, body_of(b, side, men))
    b.formations[f].side = side
    b.formations[f].fx = fx
    b.formations[f].fy = fy
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            enrol(b, b.first_man[side] + k, f)
    return f


def linked(b: Battle, m: Man, o: Man) -> bool:
    """In contact, or with a gap of half an inch at most [MI-010, MI-R06]."""
    return men_gap(b, m, o) <= b.rules.formation_gap + NEAR


def touching(b: Battle, m: Man, o: Man) -> bool:
    """In base contact [MI-R02]."""
    return men_gap(b, m, o) <= b.rules.contact + NEAR


def label_parts(b: Battle, side: int, men: int) -> int:
    """Number the linked parts of some men on paper; how many parts there are [MI-R06]."""
    p = b.paper
    first = b.first_man[side]
    for k in range(b.men_of[side]):
        p.label[k] = NOBODY
    parts = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and p.label[k] < 0:
            p.label[k] = parts
            p.queue[0] = k
            n = 1
            at = 0
            while at < n:
                m = b.men[first + p.queue[at]]
                at += 1
                for j in range(b.men_of[side]):
                    if (men >> j) % 2 == 1 and p.label[j] < 0 and linked(b, m, b.men[first + j]):
                        p.label[j] = parts
                        p.queue[n] = j
                        n += 1
            parts += 1
    return parts


def part(b: Battle, side: int, number: int) -> int:
    """The set of the men in one linked part, as labelled last."""
    out = 0
    for k in range(b.men_of[side]):
        if b.paper.label[k] == number:
            out |= 1 << k
    return out


def largest_part(b: Battle, side: int, parts: int) -> int:
    """The number of the part with most men; of equals the first."""
    best = 0
    best_n = 0
    for number in range(parts):
        n = set_size(part(b, side, number))
        if n > best_n:
            best = number
            best_n = n
    return best


def is_one(b: Battle, side: int, men: int) -> bool:
    """Are these men linked to one another?"""
    return label_parts(b, side, men) == 1


# Quality


def grade_of(b: Battle, side: int, men: int) -> int:
    """The grade of most of some men, of a tie the lower; by option the worst [MI-005, MI-R05]."""
    if b.options.mixed_quality == MixedQuality.WORST:
        return worst_grade(b, side, men)
    best = 0
    best_n = 0
    for grade in range(Grade.ELITE + 1):
        n = 0
        for k in range(b.men_of[side]):
            if (men >> k) % 2 == 1 and b.men[b.first_man[side] + k].grade == grade:
                n += 1
        if n > best_n:
            best = grade
            best_n = n
    return best


def worst_grade(b: Battle, side: int, men: int) -> int:
    worst = int(Grade.ELITE)
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            worst = min(worst, b.men[b.first_man[side] + k].grade)
    return worst


def formation_grade(b: Battle, f: int) -> int:
    return grade_of(b, b.formations[f].side, members(b, f))


def half_men(b: Battle, side: int, men: int) -> int:
    """Men counted in halves: two for the sound, one for the wounded [MI-066, MI-083, MI-R35, MI-R57]."""
    n = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            n += 1 if b.men[b.first_man[side] + k].wounded else 2
    return n


def wounded_among(b: Battle, side: int, men: int) -> int:
    """The set of the wounded among some men."""
    out = 0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1 and b.men[b.first_man[side] + k].wounded:
            out |= 1 << k
    return out


# Commanders


def gap_to_formation(b: Battle, c: Commander, f: int) -> float:
    """From a commander to the nearest man of a formation [MI-R15]."""
    first = b.first_man[b.formations[f].side]
    least = FAR
    for i in range(first, first + b.men_of[b.formations[f].side]):
        if b.men[i].formation == f and present(b.men[i]):
            least = min(least, commander_gap(b, c, b.men[i]))
    return least


def attached_to(b: Battle, k: int) -> int:
    """The friendly formation a commander is with: the nearest within half an inch, or nobody [MI-R12, MI-R58]."""
    c = b.commanders[k]
    best = NOBODY
    best_gap = b.rules.officer_near[OfficerRadius.ATTACHED] + NEAR
    first = b.first_man[c.side]
    for i in range(first, first + b.men_of[c.side]):
        m = b.men[i]
        if m.formation >= 0 and present(m):
            gap = commander_gap(b, c, m)
            if gap < best_gap:
                best = m.formation
                best_gap = gap
    return best


def straggler_reach(b: Battle, c: Commander) -> float:
    """4 inches, or 8 for the charismatic [MI-024, MI-025]."""
    return b.rules.charismatic_radius if c.charismatic else b.rules.straggler_radius


def has_acted_before(b: Battle, m: Man) -> bool:
    """Was he activated this turn, and not in the activation in hand [MI-016]?"""
    return m.acted != 0 and m.acted != b.activation


def may_join_in(b: Battle, m: Man) -> bool:
    """May a man do what his unit does in this activation [MI-016, MI-R16]?"""
    return not has_acted_before(b, m) or b.options.activated_men == ActivatedMen.CARRIED


def actors_of(b: Battle, f: int) -> int:
    """The set of those men of a formation who act with it now [MI-R16].

    Men not activated do not act with a unit in hand that has merged with theirs [MI-016, MI-023]."""
    side = b.formations[f].side
    out = 0
    fresh = 0
    in_hand = False
    for k in range(b.men_of[side]):
        m = b.men[b.first_man[side] + k]
        if m.formation == f and present(m) and may_join_in(b, m):
            out |= 1 << k
            if m.acted == 0:
                fresh |= 1 << k
            elif m.acted == b.activation:
                in_hand = True
    return out & ~fresh if in_hand else out


def can_fire(m: Man) -> bool:
    """Has he a firearm [MI-R34]?"""
    return m.weapon > 0


def officers_count_as_men(b: Battle) -> bool:
    """May officers be shot at and hit like stragglers [MI-R10]?"""
    return b.options.officers_targetable == Off.ON
