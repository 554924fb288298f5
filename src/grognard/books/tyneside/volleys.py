"""A group fires: who can be hit, all dice to hit, the man who is hit, and what it does [TY-049 to TY-060]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import at_least, die, one_in_bands
from .figures import (
    FAR,
    NEAR,
    first,
    gap,
    next_of,
)
from .hits import strike
from .shooting import (
    band_for,
    can_be_shot,
    limit_square,
    list_shooters,
    missile_at,
    nearest_target,
    shoots_now,
    shot_possible,
    thin_out,
    to_hit,
    uses_ratio,
)
from .sight import cover_from
from .state import (
    NOBODY,
    OWN,
    OWN_PS,
    Battle,
    Book,
    Damage,
    Ev,
    Hit,
    Weapon,
)
from .status import is_commanded

# Those who can be hit


def list_targets(b: Battle, g: int, h: int, n: int) -> int:
    """Figures of the target whom a shooter sees and reaches, from the nearest on; how many [TY-R50, TY-R51, TY-055]."""
    m = 0
    for k in range(b.n_groups):
        j = first(b, k) if k == h or b.groups[k].attached == h else NOBODY
        while j >= 0:
            if can_be_shot(b, g, j) and anybody_reaches(b, n, j):
                b.paper.eligible[m], b.paper.key[m] = j, nearness(b, n, j)
                m += 1
            j = next_of(b, j)
    sort_eligible(b, m)
    among = nearest_only(b)
    return min(m, among) if among > 0 else m


def nearest_only(b: Battle) -> int:
    """Hits fall among the nearest ten of a larger group; in pike and shot anywhere [EC-037, PS-R28]."""
    if b.book == Book.PIKE_AND_SHOT and b.options.ps_nearest10 != 0:
        return 10
    return b.rules.hits_among


def anybody_reaches(b: Battle, n: int, j: int) -> bool:
    for k in range(n):
        if shot_possible(b, b.paper.shooters[k], j):
            return True
    return False


def nearness(b: Battle, n: int, j: int) -> float:
    best = FAR
    for k in range(n):
        best = min(best, gap(b, b.paper.shooters[k], j))
    return best


def sort_eligible(b: Battle, m: int) -> None:
    for k in range(1, m):
        j, key = b.paper.eligible[k], b.paper.key[k]
        at = k
        while at > 0 and b.paper.key[at - 1] > key + NEAR:
            b.paper.eligible[at], b.paper.key[at] = b.paper.eligible[at - 1], b.paper.key[at - 1]
            at -= 1
        b.paper.eligible[at], b.paper.key[at] = j, key


# Damage


def damage_row(b: Battle, weapon: int) -> int:
    """Which row of the damage chart a weapon uses [EC-033, EC-034, EC-R18, PS-037, PS-038, PS-R15]."""
    row = b.rules.weapon_damage[weapon]
    if row == Damage.PISTOL_SHOT and b.options.pistol_row != 0 and weapon != Weapon.DRAGOON_MUSKET:
        return Damage.MUSKETS
    return row


def damage_modifier(b: Battle, quality: int, weapon: int, j: int) -> int:
    """The shooter's class; armour against pistol shot [EC-035, EC-036, EC-R17, PS-039, PS-040, PS-041]."""
    out = b.rules.damage_class[quality]
    if b.rules.weapon_damage[weapon] == Damage.PISTOL_SHOT:
        out += b.rules.damage_armour[b.figures[j].armour]
    return out


def damage_at(b: Battle, row: int, score: int) -> int:
    """A cell of the damage charts; below and above them it is as at their ends [TY-R61]."""
    return b.rules.damage[row][min(6, max(1, score)) - 1]


def damage(b: Battle, roll: int, weapon: int, quality: int, j: int) -> None:
    """What a D6 makes of a hit: graze, wound or kill [TY-053, TY-R61, PS-042]."""
    mod = damage_modifier(b, quality, weapon, j)
    row = damage_row(b, weapon)
    hit = damage_at(b, row, roll + mod)
    rule = OWN + 33 + row if row <= Damage.OTHER else OWN_PS + 37 + row - Damage.MUSKETS
    emit(b.log, Ev.DAMAGE, rule, j, mod, roll, hit, 0.0)
    strike(b, j, hit)


# A group fires


def fire(b: Battle, g: int, h: int) -> int:
    """A group fires at another: all dice to hit, then who is hit, then what it does; how many hits [TY-R49]."""
    n = line_up(b, g, h)
    return volley(b, g, h, n, list_targets(b, g, h, n)) if n > 0 else 0


def line_up(b: Battle, g: int, h: int) -> int:
    """Those of a group who shoot at another now, on the paper; how many [TY-051, TY-R47, EC-R13]."""
    n = list_shooters(b, g, h)
    if uses_ratio(b, g):
        n = thin_out(b, g, n)
    n = limit_square(b, g, n)
    note_shots(b, n)
    return n


def volley(b: Battle, g: int, h: int, n: int, m: int) -> int:
    """The first n shooters on the paper fire, and the first m targets may be hit; how many hits [TY-R49]."""
    emit(b.log, Ev.SHOOTS, 48 if is_commanded(b, g) else 60, g, h, n, 0, b.paper.shortest)
    hits = roll_to_hit(b, g, n)
    b.groups[g].shot = b.turn
    for k in range(n):
        empty(b, b.paper.shooters[k])
    draw_and_damage(b, hits, m, NOBODY)
    return hits


def note_shots(b: Battle, n: int) -> None:
    """Note on the paper what each of so many shooters needs, with what he shoots, and how far the nearest of them is
    from his mark."""
    p = b.paper
    p.shortest = FAR
    for k in range(n):
        i, j = p.shooters[k], p.label[k]
        d = gap(b, i, j)
        p.need[k], p.arm[k], p.shortest = to_hit(b, i, j), missile_at(b, i, d), min(p.shortest, d)


def empty(b: Battle, i: int) -> None:
    """Who has fired must load again [TY-R46]."""
    f = b.figures[i]
    f.shot, f.loaded, f.half_loaded = b.turn, False, 0


def roll_to_hit(b: Battle, g: int, n: int) -> int:
    """The D8 of like shooters together; for each hit its weapon and class are noted [TY-052]."""
    hits = 0
    for k in range(n):
        b.paper.pending[k] = 1
    for k in range(n):
        if b.paper.pending[k] != 0:
            need, weapon, quality = b.paper.need[k], b.paper.arm[k], b.figures[b.paper.shooters[k]].quality
            like = 0
            for m in range(k, n):
                if b.paper.pending[m] != 0 and same_shot(b, m, need, weapon, quality):
                    b.paper.pending[m] = 0
                    like += 1
            emit(b.log, Ev.TO_HIT, hit_rule(b, k), g, like, need, cover_of_shot(b, k), 0.0)
            made = at_least(b.dice, like, need, 8)
            emit_roll(b.log, b.dice, Ev.SHOTS, 52, g, -1, made, like)
            for _ in range(made):
                b.volley.weapon[hits], b.volley.quality[hits] = weapon, quality
                hits += 1
    return hits


def same_shot(b: Battle, k: int, need: int, weapon: int, quality: int) -> bool:
    return (
        b.paper.need[k] == need
        and b.paper.arm[k] == weapon
        and b.figures[b.paper.shooters[k]].quality == quality
    )


def cover_of_shot(b: Battle, k: int) -> int:
    i, j = b.paper.shooters[k], b.paper.label[k]
    return cover_from(b, j, b.figures[i].x, b.figures[i].y)


def hit_rule(b: Battle, k: int) -> int:
    """The row of the chart a shot is read from."""
    i, j = b.paper.shooters[k], b.paper.label[k]
    band = band_for(b, i, j, missile_at(b, i, gap(b, i, j)))
    return (OWN + 30 if b.book == Book.EARLY_19TH else OWN_PS + 34) + band


def draw_and_damage(b: Battle, hits: int, m: int, picked: int) -> None:
    """For each hit a man is drawn, unless an officer picked one; then the damage of each [TY-054, TY-R49, TY-R50]."""
    for k in range(hits):
        b.volley.target[k] = picked
    if picked < 0 and m > 0:
        for k in range(hits):
            draw(b, k, m)
    for k in range(hits):
        if b.volley.target[k] >= 0:
            damage_of(b, k)
        b.volley.weapon[k], b.volley.quality[k], b.volley.target[k] = 0, 0, 0


def draw(b: Battle, k: int, m: int) -> None:
    """Who is hit, one of so many [TY-R50]."""
    at = die(b.dice, m) if m > 1 else 1
    j = b.paper.eligible[at - 1]
    emit(b.log, Ev.DRAWN, 54, j, -1, at, m, 0.0)
    b.volley.target[k] = j


def damage_of(b: Battle, k: int) -> None:
    """A D6 for a hit of the volley in hand [TY-053, PS-042]."""
    weapon, quality, j = b.volley.weapon[k], b.volley.quality[k], b.volley.target[k]
    damage(
        b, roll_damage(b, damage_row(b, weapon), damage_modifier(b, quality, weapon, j)), weapon, quality, j
    )


def roll_damage(b: Battle, row: int, mod: int) -> int:
    """The D6 of a hit, of which only matters whether it grazes, wounds or kills; where a house rule has a chart that
    does not rise with the die, each face."""
    grazes = wounds = last = 0
    for roll in range(1, 7):
        hit = damage_at(b, row, roll + mod)
        if hit < last:
            return die(b.dice)
        last = hit
        grazes += hit == Hit.GRAZE
        wounds += hit == Hit.WOUND
    return one_in_bands(b.dice, grazes, grazes + wounds)


# A Player Character shoots


def pick_off(b: Battle, g: int, j: int) -> int:
    """His shot at one chosen figure [TY-049, TY-054, TY-R54]."""
    i = first(b, g)
    b.paper.shooters[0], b.paper.label[0] = i, j
    note_shots(b, 1)
    emit(b.log, Ev.LONE_SHOT, 49, g, j, 1, 0, b.paper.shortest)
    hits = roll_to_hit(b, g, 1)
    b.groups[g].shot = b.turn
    empty(b, i)
    draw_and_damage(b, hits, 0, j)
    return hits


# Uncommanded


def fire_uncommanded(b: Battle, g: int) -> None:
    """At the nearest enemy they can hit [TY-060]."""
    if shoots_now(b, g):
        h = nearest_target(b, g)
        if h >= 0:
            fire(b, g, h)
