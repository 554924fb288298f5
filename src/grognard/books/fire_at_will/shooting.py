"""Shooting: who may, at whom, at which range, and the dice."""

from __future__ import annotations

from math import sqrt

from ...battle import General, emit, emit_roll, refuse
from ...dice import Dice, at_least
from ...table.vectors import distance, dot
from ...values import Order
from .charms import is_blinded, is_frozen, strip_is_invisible
from .cover import cover_of, cover_steps, steps_behind
from .hits import take_hit
from .places import ranks_ahead
from .sight import level_at, reveal, strip_sees
from .state import (
    FORMATIONS,
    NOBODY,
    STRIPS,
    Act,
    Battle,
    Deed,
    Edge,
    Ev,
    Formation,
    No,
    Posted,
    R,
    Strip,
    Weapon,
    Yes,
)
from .strips import is_garrison, is_lone_character, is_running, on_table
from .targets import COLUMNS, column_at, from_slope, in_arc_of, in_line_seen, shot_gap
from .touching import enemy_in_contact, in_contact, is_off, touches_enemy

FACES = 6
EVEN = 1e-6  # inches: ranges that differ by less are the same
AHEAD = 1e-3  # inches: who is more than this behind a front edge is not ahead of it


# Who shoots


def may_shoot(b: Battle, i: int) -> bool:
    """Armed, in a rank that shoots, has not moved, is free of enemies [FW-098, FW-099, FW-100, FW-R42, FW-R49]."""
    return check_shooter(b, i) == 0


def check_shooter(b: Battle, i: int) -> int:
    """0, or the rule that keeps this strip from shooting at all this turn."""
    s = b.strips[i]
    if not on_table(s) or s.weapon == Weapon.NONE:
        return refuse(b.refusal, 102, 0.0, 0.0, i)
    bad = check_free_to_shoot(b, s)
    if bad != 0:
        return refuse(b.refusal, bad, 0.0, 0.0, i)
    if b.formations[s.formation].moved and bound_to_stand(b, s):
        return refuse(b.refusal, 98, 0.0, 0.0, i)
    if not in_shooting_rank(b, i):
        return refuse(b.refusal, 99, float(ranks_ahead(b, i) + 1), float(b.rules.ranks_that_shoot), i)
    if is_engaged(b, s.formation) and not may_stand_and_shoot(b, i):
        return refuse(b.refusal, R + 49, 0.0, 0.0, i)
    return 0


def check_free_to_shoot(b: Battle, s: Strip) -> int:
    """Neither running, frozen nor blinded, and has not done something else [FW-061, FW-081, FW-087, FW-R111]."""
    if is_running(b.formations[s.formation]):
        return R + 111
    if is_frozen(b, s.formation):
        return 87
    if is_blinded(b, s.formation):
        return 81
    if s.deed == Deed.SPEECH or s.deed == Deed.INSULT:
        return 61
    if s.deed == Deed.CAST:
        return 67
    if s.deed == Deed.MEDITATE:
        return 70
    return R + 107 if s.deed == Deed.RAISED else 0


def bound_to_stand(b: Battle, s: Strip) -> bool:
    """Bows and crossbows may not move and shoot; engines neither; dragons may: by option [FW-098, FW-R42]."""
    if s.move_and_shoot:
        return False
    if s.weapon == Weapon.BREATH:
        return b.options.dragon_move_and_breathe == Yes.FALSE
    return s.weapon != Weapon.ENGINE or b.options.engine_move_and_shoot == No.FALSE


def in_shooting_rank(b: Battle, i: int) -> bool:
    """The front rank, and on a hill the second too, whom lower targets only will do for [FW-099, FW-100, FW-R44]."""
    s = b.strips[i]
    if s.posted == Posted.BEHIND:
        return False
    return ranks_to_front(b, i) < b.rules.ranks_that_shoot or on_hill_with_bow(b, i)


def ranks_to_front(b: Battle, i: int) -> int:
    """How many of its own are in front of it: along a building, nobody [FW-R09, FW-R27]."""
    return ranks_ahead(b, i) if b.strips[i].posted == Posted.RANKS else 0


def on_hill_with_bow(b: Battle, i: int) -> bool:
    """One of the first two ranks, on a hill, with anything but breath [FW-100, FW-R44]."""
    s = b.strips[i]
    if s.weapon == Weapon.BREATH or ranks_to_front(b, i) >= b.rules.ranks_on_slope:
        return False
    return level_at(b, s.x, s.y) > 0


# Shooting at those who charge


def may_stand_and_shoot(b: Battle, i: int) -> bool:
    """Bows and crossbows, in the turn of contact, with somebody who charged their front [FW-R49]."""
    s = b.strips[i]
    u = b.formations[s.formation]
    if b.options.stand_and_shoot == Yes.FALSE or u.moved:
        return False
    if s.weapon != Weapon.BOW and s.weapon != Weapon.CROSSBOW:
        return False
    some = False
    g = enemy_in_contact(b, s.formation, 0)
    while g >= 0:
        if not b.formations[g].charging:
            return False  # that melee is older
        some = some or has_charged_front(b, g, s.formation)
        g = enemy_in_contact(b, s.formation, g + 1)
    return some


def has_charged_front(b: Battle, g: int, f: int) -> bool:
    """Did g charge the front of f this turn?  A garrison and a lone character are all front [FW-045, FW-R32, FW-R49]."""
    v = b.formations[g]
    if v.n == 0 or not v.charging or v.charge_target != f or v.side == b.formations[f].side:
        return False
    u = b.formations[f]
    return v.charge_edge == Edge.FRONT or is_garrison(u) or is_lone_character(b, u)


# At whom


def check_shot(b: Battle, i: int, j: int) -> int:
    """May strip i shoot at strip j [FW-101, FW-102, FW-120, FW-121, FW-R41, FW-R43, FW-R45, FW-R47, FW-R52]?"""
    bad = check_shooter(b, i)
    return bad if bad != 0 else check_aim(b, i, j)


def check_aim(b: Battle, i: int, j: int) -> int:
    """The same, of a strip that may shoot."""
    if not is_enemy_there(b, i, j):
        return refuse(b.refusal, 102, 0.0, 0.0, NOBODY)
    return check_aim_at(b, i, j, shot_gap(b, i, j), in_contact(b, b.strips[i].formation))


def check_aim_at(b: Battle, i: int, j: int, gap: float, engaged: bool) -> int:
    """The same, of an enemy so far off, by one in contact or not."""
    if strip_is_invisible(b, j):
        return refuse(b.refusal, R + 99, 0.0, 0.0, j)
    bad = check_line(b, i, j, gap)
    if bad != 0:
        return bad
    if not melee_allows(b, i, j, engaged):
        return refuse(b.refusal, R + 49, 0.0, 0.0, j)
    if not strip_sees(b, i, j, False):
        return refuse(b.refusal, R + 52, 0.0, 0.0, j)
    return check_column(b, i, j, gap, engaged)


def is_enemy_there(b: Battle, i: int, j: int) -> bool:
    """A base of the enemy's that is no secret [FW-R114]."""
    if not 0 <= j < b.n_strips or not on_table(b.strips[j]) or b.strips[j].side == b.strips[i].side:
        return False
    return not b.formations[b.strips[j].formation].hidden


def melee_allows(b: Battle, i: int, j: int, engaged: bool) -> bool:
    """Strips in contact are no targets, save for those whose front they charged this turn [FW-R49]."""
    if engaged:
        return has_charged_front(b, b.strips[j].formation, b.strips[i].formation)
    return not is_engaged(b, b.strips[j].formation) or not touches_enemy(b, j)


def check_line(b: Battle, i: int, j: int, gap: float) -> int:
    """Range, arc and the enemy's front line [FW-101, FW-R41, FW-R43, FW-R45]."""
    weapon = b.strips[i].weapon
    if column_at(b, weapon, gap) == COLUMNS:
        return refuse(b.refusal, R + 41, gap, b.rules.shot_range[weapon][COLUMNS - 1], j)
    if not in_arc_of(b, i, j):
        return refuse(b.refusal, R + 43, 0.0, 0.0, j)
    if not may_pick(b, i, j):
        return refuse(b.refusal, 101, 0.0, 0.0, j)
    return 0


def may_pick(b: Battle, i: int, j: int) -> bool:
    """In the enemy's front line; from a slope anybody, and from its second rank none but those [FW-100, FW-101, FW-R44, FW-R45]."""
    slope = b.strips[i].weapon != Weapon.BREATH and from_slope(b, i, j)
    if not slope and ranks_to_front(b, i) >= b.rules.ranks_that_shoot:
        return False
    if slope and b.strips[j].posted != Posted.SIDE:
        return True
    return in_line_seen(b, j, i)


def check_column(b: Battle, i: int, j: int, gap: float, engaged: bool) -> int:
    """Cover first; past the last column, or at a dash, there is no shot [FW-120, FW-121, FW-R47]."""
    column = column_at_range(b, i, j, gap, engaged)
    if column >= COLUMNS:
        return refuse(b.refusal, 120, float(column + 1), float(COLUMNS), j)
    if needed(b, i, j, column) == 0:
        return refuse(b.refusal, 121, 0.0, 0.0, j)
    return 0


def column_at_range(b: Battle, i: int, j: int, gap: float, engaged: bool) -> int:
    """By range and cover; the first for those who charge the shooters [FW-118, FW-119, FW-R41, FW-R48, FW-R49]."""
    if engaged:
        return 0
    return column_at(b, b.strips[i].weapon, gap) + cover_steps(b, i, j)


def needed(b: Battle, i: int, j: int, column: int) -> int:
    """The lowest face that hits, or 0 if the shot may not be taken [FW-103, FW-107, FW-109, FW-111]."""
    weapon = b.strips[i].weapon
    row = b.rules.row[b.strips[j].fights]
    if weapon == Weapon.BOW:
        return b.rules.bow_hits[row][column]
    if weapon == Weapon.CROSSBOW:
        return b.rules.crossbow_hits[row][column]
    if weapon == Weapon.BREATH:
        return b.rules.breath_hits[row][column]
    return b.rules.engine_hits[row][column]


# Naming targets


def next_shooter(b: Battle, side: int, start: int) -> int:
    """The first strip from number start on that has a target and has not named one, or nobody."""
    for i in range(start, b.n_strips):
        if b.strips[i].side == side and is_ready(b, i) and has_target(b, i):
            return i
    return NOBODY


def is_ready(b: Battle, i: int) -> bool:
    """May shoot and has not named its target: one shot a turn, whatever it shoots with [FW-R53]."""
    s = b.strips[i]
    return s.weapon != Weapon.NONE and s.target < 0 and may_shoot(b, i)


def has_target(b: Battle, i: int) -> bool:
    """Whom it could last shoot at is asked first."""
    last = b.paper.last[i]
    if nearest_target(b, i, last) >= 0:
        return True
    for g in range(b.n_formations):
        if g != last and nearest_target(b, i, g) >= 0:
            b.paper.last[i] = g
            return True
    return False


def could_reach(b: Battle, s: Strip, t: Strip, far: float) -> bool:
    """Is a base not plainly farther than that from the front edge of another, nor plainly out of its arc [FW-R43]?"""
    girth = (t.width + t.depth) / 2.0
    dx, dy, reach = t.x - s.x, t.y - s.y, far + girth + (s.width + s.depth) / 2.0
    if dx * dx + dy * dy > reach * reach:
        return False
    ahead, aside = dx * s.fx + dy * s.fy - s.depth / 2.0, abs(dx * s.fy - dy * s.fx) - s.width / 2.0
    cosine = b.rules.arc_cosine
    return ahead + girth >= -AHEAD and ahead * sqrt(1.0 - cosine * cosine) + girth >= aside * cosine - AHEAD


def longest_shot(b: Battle, i: int) -> float:
    return b.rules.shot_range[b.strips[i].weapon][COLUMNS - 1] + b.rules.tolerance


def may_be_shot_at(b: Battle, i: int, g: int) -> bool:
    """An enemy that is no secret, and not plainly out of range or behind strip i [FW-R41, FW-R43, FW-R114]."""
    s = b.strips[i]
    v = b.formations[g]
    if v.n == 0 or v.side == s.side or v.hidden:
        return False
    if is_off(v, s.x, s.y, s.width + s.depth + longest_shot(b, i)):
        return False
    return dot(v.middle_x - s.x, v.middle_y - s.y, s.fx, s.fy) + v.girth >= s.depth / 2.0 - AHEAD


def begin_naming(b: Battle, side: int) -> None:
    """A general names his targets without a pause: what he has found out holds till he is done."""
    b.paper.naming = b.generals[side] != General.PERSON
    b.paper.round += 1


def end_naming(b: Battle) -> None:
    b.paper.naming = False


def is_engaged(b: Battle, f: int) -> bool:
    """Is an enemy in contact with a formation?"""
    if not b.paper.naming:
        return in_contact(b, f)
    if b.paper.engaged[f] // 2 != b.paper.round:
        b.paper.engaged[f] = b.paper.round * 2 + int(in_contact(b, f))
    return b.paper.engaged[f] % 2 == 1


def nearest_target(b: Battle, i: int, g: int) -> int:
    """The nearest strip of formation g that strip i, which may shoot, may shoot at; or nobody."""
    if not may_be_shot_at(b, i, g):
        return NOBODY
    if not b.paper.naming:
        return find_target(b, i, g)
    at = i * FORMATIONS + g
    if b.paper.nearest[at] // (STRIPS + 1) != b.paper.round:
        b.paper.nearest[at] = b.paper.round * (STRIPS + 1) + find_target(b, i, g) + 1
    return b.paper.nearest[at] % (STRIPS + 1) - 1


def find_target(b: Battle, i: int, g: int) -> int:
    """The same, of a formation that may be shot at, found out anew."""
    v = b.formations[g]
    far = longest_shot(b, i)
    engaged = is_engaged(b, b.strips[i].formation)
    if engaged and not has_charged_front(b, g, b.strips[i].formation):
        return NOBODY  # nobody of it is a target [FW-R49]
    tried = 0  # a set of those who were nearer, but may not be shot at
    for _ in range(v.n):
        k, gap = nearest_member(b, i, v, far, tried)
        if k < 0:
            return NOBODY
        if check_aim_at(b, i, v.members[k], gap, engaged) == 0:
            return v.members[k]
        tried |= 1 << k
    return NOBODY


def nearest_member(b: Battle, i: int, v: Formation, far: float, tried: int) -> tuple[int, float]:
    """The strip of a formation nearest to strip i, as a number in it, and how far off it is; or nobody."""
    best, least = NOBODY, far
    for k in range(v.n):
        if (tried >> k) % 2 == 0 and could_reach(b, b.strips[i], b.strips[v.members[k]], least + EVEN):
            gap = shot_gap(b, i, v.members[k])
            if gap <= far and (best < 0 or is_nearer(b, i, v.members[k], gap, v.members[best], least)):
                best, least = k, gap
    return best, least


def is_nearer(b: Battle, i: int, j: int, one: float, k: int, other: float) -> bool:
    """Is strip j nearer to strip i than k is, at these ranges: by them, or being more straight ahead?"""
    if abs(one - other) > EVEN:
        return one < other
    s = b.strips[i]
    near = distance(s.x, s.y, b.strips[j].x, b.strips[j].y)
    return near < distance(s.x, s.y, b.strips[k].x, b.strips[k].y) - EVEN


def check_shoot(b: Battle, side: int, o: Order) -> int:
    """SHOOT: one strip names its target; VOLLEY: a formation's strips each name the nearest [FW-R45]."""
    if o.kind == Act.VOLLEY:
        return check_volley(b, side, o.actor, o.other)
    if o.kind != Act.SHOOT or not 0 <= o.actor < b.n_strips or b.strips[o.actor].side != side:
        return refuse(b.refusal, 102, 0.0, 0.0, NOBODY)
    if b.strips[o.actor].target >= 0:
        return refuse(b.refusal, R + 45, 0.0, 0.0, o.actor)
    return check_shot(b, o.actor, o.other)


def check_volley(b: Battle, side: int, f: int, g: int) -> int:
    """At least one of its strips has a target there; else what keeps the last of them from it."""
    if not is_there(b, f) or b.formations[f].side != side:
        return refuse(b.refusal, 102, 0.0, 0.0, NOBODY)
    if not is_there(b, g) or b.formations[g].side == side or b.formations[g].hidden:
        return refuse(b.refusal, 102, 0.0, 0.0, NOBODY)
    u = b.formations[f]
    for k in range(u.n):
        if is_ready(b, u.members[k]) and nearest_target(b, u.members[k], g) >= 0:
            return 0
    return why_no_volley(b, u, b.formations[g])


def is_there(b: Battle, f: int) -> bool:
    return 0 <= f < b.n_formations and b.formations[f].n > 0


def why_no_volley(b: Battle, u: Formation, v: Formation) -> int:
    """What keeps its first armed strip from shooting at the first strip there."""
    for k in range(u.n):
        i = u.members[k]
        if b.strips[i].weapon != Weapon.NONE:
            if b.strips[i].target >= 0:
                return refuse(b.refusal, R + 45, 0.0, 0.0, i)
            return check_shot(b, i, v.members[0])
    return refuse(b.refusal, 102, 0.0, 0.0, u.members[0])


def take_aim(b: Battle, o: Order) -> None:
    """Targets are named before any dice [FW-R12, FW-R45]."""
    if o.kind == Act.SHOOT:
        aim(b, o.actor, o.other, in_contact(b, b.strips[o.actor].formation))
        return
    u = b.formations[o.actor]
    engaged = is_engaged(b, o.actor)
    for k in range(u.n):
        i = u.members[k]
        if is_ready(b, i):
            j = nearest_target(b, i, o.other)
            if j >= 0:
                aim(b, i, j, engaged)


def aim(b: Battle, i: int, j: int, engaged: bool) -> None:
    """One strip names its target, who is shot at, hit or miss [FW-R45, FW-R90]."""
    s = b.strips[i]
    gap = shot_gap(b, i, j)
    s.target = j
    piece = NOBODY if engaged else cover_of(b, i, j)
    s.column = 0 if engaged else column_at(b, s.weapon, gap) + steps_behind(b, j, piece)
    b.strips[j].shot_at = True
    emit(b.log, Ev.AIMS, 102, i, j, s.column, s.weapon, gap)
    if piece >= 0:
        steps = steps_behind(b, j, piece)
        emit(b.log, Ev.COVER, 119 if steps > b.rules.cover_steps else 118, j, piece, steps, 0, 0.0)


# Dice


def shoot_all(b: Battle) -> None:
    """A die for each shooting strip, in order; hits are dealt when all have rolled [FW-102, FW-R12, FW-R16]."""
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for f in range(b.n_formations):
            u = b.formations[f]
            if u.n > 0 and u.side == side:
                shoot_formation(b, f)


def shoot_formation(b: Battle, f: int) -> None:
    """Its strips from the left, the front rank first; who shoots is hidden no more [FW-R16, FW-R114]."""
    u = b.formations[f]
    for k in range(u.n):
        if b.strips[u.members[k]].target >= 0:
            reveal(b, f, NOBODY)
            shoot(b, u.members[k])


def shoot(b: Battle, i: int) -> None:
    """One die: the score of the table or more is a hit [FW-102]."""
    s = b.strips[i]
    need = needed(b, i, s.target, s.column)
    hits = at_least(b.dice, 1, need)
    emit_roll(b.log, b.dice, Ev.SHOT, table_rule(s.weapon), i, s.target, face_up(b.dice), need)
    if hits > 0:
        take_hit(b, s.target, 1)


def face_up(d: Dice) -> int:
    """What the one die that was rolled shows."""
    for p in range(1, FACES + 1):
        if d.faces[p] > 0:
            return p
    return 0


def table_rule(weapon: int) -> int:
    """The first line of the table that was read [FW-103, FW-107, FW-109, FW-111]."""
    if weapon == Weapon.BOW:
        return 103
    if weapon == Weapon.CROSSBOW:
        return 107
    return 109 if weapon == Weapon.BREATH else 111
