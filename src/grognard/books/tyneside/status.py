"""How groups stand: who is with whom, who sees whom, who is nearest, on which side an enemy is."""

from __future__ import annotations

from ...table.pieces import edge_gap, point_in_piece
from ...table.terrain import Shape as Outline
from ...table.vectors import unit
from .figures import (
    NEAR,
    STAMPS,
    centre,
    figure_group_gap,
    first,
    is_about,
    is_leader,
    is_mounted,
    nearest_among,
    nearest_pair,
    next_of,
    radius,
    stands,
    where_all_are,
)
from .footing import has_trait
from .sight import sees
from .state import NOBODY, Activity, Armour, Battle, Book, Group, Kind, Role, Shape, Table, Trait, Weapon

# Leaders and groups


def attached_to(b: Battle, g: int) -> int:
    """The group that a leader within 5 of it counts as part of: the nearest, or none [TY-055, TY-R44]."""
    u = b.groups[g]
    if not is_leader(u) or first(b, g) < 0:
        return NOBODY
    f = b.figures[first(b, g)]
    best, found = b.rules.near + 2 * NEAR, NOBODY
    for h in range(b.n_groups):
        other = b.groups[h]
        if h != g and other.side == u.side and not is_leader(other) and not other.civilian and stands(b, h):
            if not is_about(other, f.x, f.y, best + f.radius + other.widest):
                continue
            d = figure_group_gap(b, first(b, g), h)
            if d < best - NEAR:
                best, found = d, h
    return found


def attach_all(b: Battle) -> None:
    """Note which group each leader is with, as a step begins, if anybody has stirred [TY-R44]."""
    stamp = where_all_are(b, b.turn)
    if b.paper.attached != stamp:
        b.paper.attached = stamp
        for g in range(b.n_groups):
            b.groups[g].attached = attached_to(b, g)


def is_unit(b: Battle, g: int) -> bool:
    """Does a group dice for itself?  A leader with a group does not [TY-056, TY-R44]."""
    return stands(b, g) and b.groups[g].attached < 0


def leader_near(b: Battle, g: int, within: float) -> bool:
    """Is an officer or NCO of the side within so much of a group [EC-021, PS-020]?"""
    for h in range(b.n_groups):
        u = b.groups[h]
        chief = u.role == Role.OFFICER or u.role == Role.NCO
        if chief and u.side == b.groups[g].side and stands(b, h):
            if figure_group_gap(b, first(b, h), g) <= within + NEAR:
                return True
    return False


def is_commanded(b: Battle, g: int) -> bool:
    """Under command this turn: paid for, a Player Character, or serving a gun [TY-080, TY-009]."""
    u = b.groups[g]
    return u.commander >= 0 or u.pc or u.role == Role.CREW


def in_retreat(u: Group) -> bool:
    """Falling back or running [TY-R88]."""
    return u.router or u.falling_back


# Looking about


def look(b: Battle, g: int) -> None:
    """Note whom a group sees; the nearest of them is where the enemy was last known to be, and is looked for anew only
    when one of them has stirred [TY-R27]."""
    u = b.groups[g]
    u.sees, stamp = 0, u.stirs
    for h in range(b.n_groups):
        if b.groups[h].side != u.side and stands(b, h) and sees(b, g, h):
            u.sees |= 1 << h
            stamp = (stamp * 1_000_003 + b.groups[h].stirs + h) & STAMPS
    if u.sees != 0 and b.paper.met[g] != stamp:
        b.paper.met[g] = stamp
        _, _, _, j = nearest_among(b, g, u.sees)
        u.seen, u.seen_x, u.seen_y = True, b.figures[j].x, b.figures[j].y


def look_about(b: Battle, side: int) -> None:
    """Everybody of a side looks about."""
    for g in range(b.n_groups):
        if b.groups[g].side == side and stands(b, g):
            look(b, g)


def sees_now(b: Battle, g: int, h: int) -> bool:
    """Did group g see group h when it last looked about?"""
    return b.groups[g].sees >> h & 1 != 0


def nearest_seen(b: Battle, g: int) -> tuple[int, float, int, int]:
    """The nearest enemy group in sight: which, how far, and the figures it is between; ties to the lower
    [TY-061, TY-R95]."""
    armed = 0
    for h in range(b.n_groups):
        if sees_now(b, g, h) and not b.groups[h].civilian:
            armed |= 1 << h
    return nearest_among(b, g, armed)


def enemy_place(b: Battle, g: int) -> tuple[float, float, bool]:
    """Where the nearest enemy is, or was last known to be; False if none was ever seen [TY-R27]."""
    h, _, _, j = nearest_seen(b, g)
    if h >= 0:
        return b.figures[j].x, b.figures[j].y, True
    u = b.groups[g]
    return u.seen_x, u.seen_y, u.seen


def enemy_bearing(b: Battle, g: int) -> tuple[float, float, bool]:
    """The way to the nearest enemy: from the figure nearest to him, or from the middle to where he was last known to
    be; False if none was ever seen [TY-R25, TY-R27]."""
    h, _, i, j = nearest_seen(b, g)
    if h >= 0:
        ux, uy = unit(b.figures[j].x - b.figures[i].x, b.figures[j].y - b.figures[i].y)
        return ux, uy, True
    u = b.groups[g]
    x, y = centre(b, g)
    ux, uy = unit(u.seen_x - x, u.seen_y - y)
    return ux, uy, u.seen


# Sides of a group


def off_front(b: Battle, g: int, h: int) -> float:
    """The cosine between the facing of the nearest figure of g and the way to the nearest of h [TY-R11]."""
    _, i, j = nearest_pair(b, g, h)
    f, e = b.figures[i], b.figures[j]
    ux, uy = unit(e.x - f.x, e.y - f.y)
    return f.fx * ux + f.fy * uy


def on_flank_or_rear(b: Battle, g: int, h: int) -> bool:
    """Is an enemy group more than 45 degrees off; a square or circle has neither flank nor rear [TY-R11]."""
    if b.groups[g].shape != Shape.OPEN:
        return False
    return off_front(b, g, h) < b.rules.flank_cosine - NEAR


def meets_frontally(b: Battle, g: int, h: int) -> bool:
    """Is group g inside the front 45 either side of group h [PS-R21, PS-R22]?"""
    return not on_flank_or_rear(b, h, g)


# Kinds


def is_horse(b: Battle, g: int) -> bool:
    return is_mounted(b, g)


def is_shock(u: Group) -> bool:
    """Shock Cavalry, cuirassiers among them [EC-056, EC-067]."""
    return u.kind == Kind.SHOCK or u.kind == Kind.CUIRASSIERS


def has_missiles(b: Battle, i: int) -> bool:
    for k in range(3):
        if b.rules.weapon_long[b.figures[i].arms[k]] > 0.0:
            return True
    return False


def carries(b: Battle, i: int, weapon: int) -> bool:
    for k in range(3):
        if b.figures[i].arms[k] == weapon:
            return True
    return False


def has_pikes(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        if carries(b, i, Weapon.PIKE):
            return True
        i = next_of(b, i)
    return False


def mostly_missiles(b: Battle, g: int) -> bool:
    n = shot = 0
    i = first(b, g)
    while i >= 0:
        n += 1
        shot += has_missiles(b, i)
        i = next_of(b, i)
    return 2 * shot > n


def table_of(b: Battle, g: int) -> int:
    """The Actions Table of a group [EC-R26, PS-R17, TY-R84]."""
    u = b.groups[g]
    if b.book == Book.EARLY_19TH:
        return Table.CAVALRY if is_horse(b, g) else Table.INFANTRY
    if u.role == Role.CREW:
        return Table.MELEE
    if u.kind == Kind.DRAGOONS:
        return Table.FIREARMS
    if is_horse(b, g):
        return Table.DUTCH if trained_dutch(b, g) else Table.SWEDISH
    return Table.FIREARMS if mostly_missiles(b, g) else Table.MELEE


def trained_dutch(b: Battle, g: int) -> bool:
    """Horse of the Dutch manner, or of no manner said if it wears the armour of cuirassiers [PS-R17]."""
    kind = b.groups[g].kind
    if kind == Kind.DUTCH or kind == Kind.SWEDISH:
        return kind == Kind.DUTCH
    return b.figures[first(b, g)].armour == Armour.CUIRASSIER


def defends_fort(b: Battle, g: int) -> bool:
    """Defending a place that is fortified: in it, or within 2 behind it [TY-R93]."""
    if b.groups[g].activity != Activity.DEFENDING:
        return False
    i = first(b, g)
    while i >= 0:
        if is_in_fort(b, i):
            return True
        i = next_of(b, i)
    return False


def is_in_fort(b: Battle, i: int) -> bool:
    f = b.figures[i]
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if has_trait(b, k, Trait.FORTIFIED):
            if p.shape == Outline.LINES:
                if edge_gap(p, f.x, f.y) - radius(b, i) <= b.rules.shoot_over + NEAR:
                    return True
            elif point_in_piece(p, f.x, f.y):
                return True
    return False
