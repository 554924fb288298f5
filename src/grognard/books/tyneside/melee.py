"""Melee: the dice of each match, who is struck, who gives way and who follows [TY-088 to TY-097]."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from ...table.vectors import length, unit
from .charge import opponents
from .decide import decide
from .figures import (
    NEAR,
    SLACK,
    TOUCH,
    centre,
    first,
    gap,
    groups_about,
    present,
    radius,
    set_down,
    stands,
    widest_base,
)
from .hits import strike, suffer_all
from .matches import armour_of, at_length, best_factor, fights, make_matches
from .moves import foremost, leave_table, set_pending, stay, stopped_by_enemy
from .state import (
    NOBODY,
    OWN,
    OWN_PS,
    Act,
    Activity,
    AskKind,
    Battle,
    Book,
    ChargeGait,
    Code,
    Ev,
    Gait,
    Hit,
    Kind,
    MeleeScore,
    MultiMatch,
    Part,
    Quality,
    R,
    Weapon,
)
from .status import carries, is_commanded
from .ways import is_free_of, list_near_of

STEPS = 20  # in which a short way is tried


# The die of a figure


def enemies_touching(b: Battle, i: int) -> int:
    return opponents(b, i)


def outclasses(b: Battle, i: int) -> bool:
    """Has he a better weapon than all his opponents [TY-092, TY-R72]?"""
    mine = best_factor(b, i)
    for k in range(b.paper.n_matched):
        j = b.paper.matched[k]
        if opposes(b, i, j) and best_factor(b, j) >= mine:
            return False
    return True


def opposes(b: Battle, i: int, j: int) -> bool:
    """Is j an enemy in the match of i who can be struck?"""
    f, h = b.figures[i], b.figures[j]
    return h.match == f.match and h.side != f.side and present(h) and not h.supports


def charge_bonus(b: Battle, i: int) -> int:
    """Charging Shock Cavalry +1, cuirassiers +2; in pike and shot a trot +1, a gallop +2.

    [EC-066, EC-067, EC-R27, PS-104, PS-105, PS-R09]"""
    f, u = b.figures[i], b.groups[b.figures[i].group]
    if u.charged != b.turn or not f.mounted or u.charge_from <= b.rules.near + NEAR:
        return 0
    if b.book == Book.EARLY_19TH:
        if u.kind == Kind.CUIRASSIERS:
            return b.rules.cuirassier_bonus
        return b.rules.shock_bonus if u.kind == Kind.SHOCK else 0
    return b.rules.charge_bonus[gait_of_charge(b, u.charge_gait, u.charge_from)]


def gait_of_charge(b: Battle, declared: int, far: float) -> int:
    """The declared gait, or the one that the distance makes it [PS-R09]."""
    if b.options.charge_gait == ChargeGait.DECLARED:
        return declared
    if far <= b.rules.gait_most[Gait.WALK]:
        return Gait.WALK
    return Gait.TROT if far <= b.rules.gait_most[Gait.TROT] else Gait.GALLOP


def armour_against(b: Battle, i: int) -> int:
    """The best protected of those he fights [PS-R33]."""
    worst = 0
    for k in range(b.paper.n_matched):
        j = b.paper.matched[k]
        if opposes(b, i, j):
            worst = min(worst, armour_of(b, j))
    return worst


def add(b: Battle, i: int, part: int, value: int, rule: int) -> int:
    if value != 0:
        emit(b.log, Ev.FIGHT_SUM, rule, i, -1, value, part, 0.0)
    return value


def modifiers(b: Battle, i: int) -> int:
    """All that is added to a figure's die [TY-089, TY-090, TY-091, TY-092, TY-R71, PS-106]."""
    f = b.figures[i]
    total = 0
    if f.quality == Quality.LOW:
        total += add(b, i, Part.LOW, b.rules.melee_low, 89)
    if f.quality == Quality.TOP:
        total += add(b, i, Part.TOP, b.rules.melee_top, 91)
    if not f.supports:
        beyond = max(0, enemies_touching(b, i) - 1)
        total += add(b, i, Part.OUTNUMBERED, beyond * b.rules.melee_outnumbered, 90)
    if outclasses(b, i):
        total += add(b, i, Part.WEAPON, b.rules.melee_weapon, 92)
    own = OWN + 66 if b.book == Book.EARLY_19TH else OWN_PS + 104
    total += add(b, i, Part.CHARGE, charge_bonus(b, i), own)
    return total + add(b, i, Part.ARMOUR, armour_against(b, i), OWN_PS + 102)


def throw(b: Battle, i: int) -> None:
    """Each matched figure throws a D6, wounded or not, whatever ground it is on [TY-088, TY-064, TY-R62, TY-R94]."""
    f = b.figures[i]
    f.natural = die(b.dice)
    f.total = f.natural + modifiers(b, i)
    emit(b.log, Ev.FIGHTS, 88, i, f.group, f.natural, f.total, 0.0)


# A match


def throw_match(b: Battle, match: int) -> None:
    """The figures of the side that acts first throw first [TY-R49]."""
    for turn in range(2):
        side = b.side_a if turn == 0 else 1 - b.side_a
        for k in range(b.paper.n_matched):
            i = b.paper.matched[k]
            if b.figures[i].match == match and b.figures[i].side == side:
                throw(b, i)


def best_of(b: Battle, match: int, side: int) -> int:
    """The figure with the best modified die; ties to the higher natural die [TY-R70]."""
    found = NOBODY
    for k in range(b.paper.n_matched):
        i = b.paper.matched[k]
        f = b.figures[i]
        if f.match == match and f.side == side:
            if found < 0 or beats_mate(b, i, found):
                found = i
    return found


def beats_mate(b: Battle, i: int, j: int) -> bool:
    f, h = b.figures[i], b.figures[j]
    return f.total > h.total or (f.total == h.total and f.natural > h.natural)


def resolve_match(b: Battle, match: int) -> None:
    """The better score wins, and only a winner can hit [TY-093, TY-R73]."""
    throw_match(b, match)
    a, c = best_of(b, match, b.side_a), best_of(b, match, 1 - b.side_a)
    if a < 0 or c < 0:
        return
    if b.options.multi_match == MultiMatch.PAIRWISE:
        resolve_pairwise(b, match)
        return
    settle_pair(b, a, c, NOBODY)


def settle_pair(b: Battle, a: int, c: int, victim: int) -> None:
    f, h = b.figures[a], b.figures[c]
    if f.total == h.total:
        emit(b.log, Ev.MATCH_TIED, R + 73, a, c, f.total, 0, 0.0)
        return
    won = a if f.total > h.total else c
    hit_by(b, won, victim)


def resolve_pairwise(b: Battle, match: int) -> None:
    """Each against each of the other side, if a game has it so [TY-R70]."""
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.match == match and f.side == b.side_a and present(f):
            for j in range(b.n_figures):
                if b.figures[j].match == match and b.figures[j].side != f.side:
                    f_won = f.total > b.figures[j].total
                    settle_pair(b, i, j, j if f_won else i)


def hit_by(b: Battle, i: int, victim: int) -> None:
    """The winner wounds on a natural 5 and kills on a natural 6 [TY-094, TY-095]."""
    f = b.figures[i]
    kill = f.natural >= b.rules.kills_on
    if f.natural < b.rules.wounds_on or not can_hit(b, i):
        emit(b.log, Ev.MATCH_WON, 93, i, -1, f.natural, 0, 0.0)
        return
    j = victim if victim >= 0 and not b.figures[victim].supports else choose_victim(b, i, kill)
    if j < 0:
        return
    emit(b.log, Ev.MATCH_WON, 95 if kill else 94, i, j, f.natural, 0, 0.0)
    count_point(b, j, kill)
    strike(b, j, Hit.KILL if kill else Hit.WOUND)


def can_hit(b: Battle, i: int) -> bool:
    """At pike's length only pikes hit [PS-100, PS-R32]."""
    if carries(b, i, Weapon.PIKE) or b.figures[i].supports:
        return True
    for k in range(b.paper.n_matched):
        j = b.paper.matched[k]
        if b.figures[j].match == b.figures[i].match and fights(b, i, j) and gap(b, i, j) <= TOUCH:
            return True
    return not kept_at_length(b, i)


def kept_at_length(b: Battle, i: int) -> bool:
    for k in range(b.paper.n_matched):
        j = b.paper.matched[k]
        if b.figures[j].match == b.figures[i].match and b.figures[j].side != b.figures[i].side:
            if at_length(b, j, i):
                return True
    return False


def choose_victim(b: Battle, i: int, kill: bool) -> int:
    """The only opponent, or the one that the winner chooses [TY-R70]."""
    n, only = 0, NOBODY
    for k in range(b.paper.n_matched):
        j = b.paper.matched[k]
        if opposes(b, i, j):
            n += 1
            only = j
    if n <= 1:
        return only
    return decide(b, AskKind.VICTIM, b.figures[i].side, i, int(kill)).other


def count_point(b: Battle, j: int, kill: bool) -> None:
    """What a group has suffered: a kill 2, a wound 1 [TY-R74]."""
    u = b.groups[b.figures[j].group]
    if b.options.melee_score == MeleeScore.KILLS2_WOUNDS1:
        dies = kill or b.figures[j].wounded or b.figures[j].struck > 0
        u.suffered += b.rules.kill_points if dies else b.rules.wound_points
    elif b.options.melee_score == MeleeScore.CASUALTIES:
        u.suffered += 1


def count_lost_matches(b: Battle) -> None:
    """If a game counts matches, each that was lost [TY-R74]."""
    if b.options.melee_score != MeleeScore.MATCHES_WON:
        return
    for match in range(b.matches):
        a, c = best_of(b, match, b.side_a), best_of(b, match, 1 - b.side_a)
        if a >= 0 and c >= 0 and b.figures[a].total != b.figures[c].total:
            lost = c if b.figures[a].total > b.figures[c].total else a
            b.groups[b.figures[lost].group].suffered += 1


# The end of a melee


def suffered_by(b: Battle, melee: int, side: int) -> int:
    total = 0
    for g in range(b.n_groups):
        if b.groups[g].melee == melee and b.groups[g].side == side:
            total += b.groups[g].suffered
    return total


def end_melee(b: Battle, melee: int) -> None:
    """The side that suffered more moves back 5, in a draw both; winners may follow [TY-096, TY-097, TY-R74, TY-R78]."""
    blue, red = suffered_by(b, melee, 0), suffered_by(b, melee, 1)
    emit(b.log, Ev.MELEE_SCORE, R + 74, melee, NOBODY, blue, red, 0.0)
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.melee == melee and stands(b, g):
            mine, theirs = (blue, red) if u.side == 0 else (red, blue)
            if mine >= theirs:
                push_back(b, g, mine == theirs)
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.melee == melee and stands(b, g):
            mine, theirs = (blue, red) if u.side == 0 else (red, blue)
            if mine < theirs:
                after_victory(b, g, melee)


def opponents_place(b: Battle, g: int) -> tuple[float, float]:
    """The middle of those whom a group fights."""
    x = y = 0.0
    n = 0
    for h in range(b.n_groups):
        o = b.groups[h]
        if o.melee == b.groups[g].melee and o.side != b.groups[g].side and stands(b, h):
            cx, cy = centre(b, h)
            x, y, n = x + cx, y + cy, n + 1
    return (x / n, y / n) if n > 0 else centre(b, g)


def push_back(b: Battle, g: int, drawn: bool) -> None:
    """The whole group 5 straight back, still facing its opponents; who is blocked stops short [TY-096, TY-R75]."""
    u = b.groups[g]
    ex, ey = opponents_place(b, g)
    cx, cy = centre(b, g)
    ux, uy = (
        unit(cx - ex, cy - ey) if length(cx - ex, cy - ey) > NEAR else (b.home_x[u.side], b.home_y[u.side])
    )
    set_pending(b, g, 1)
    who = in_step_of(b, g, b.rules.push_back)
    i = foremost(b, g, ux, uy)
    while i >= 0:
        b.paper.pending[i] = 0
        step_back(b, who, i, ux, uy, b.rules.push_back)
        i = foremost(b, g, ux, uy)
    if not drawn or b.options.drawn_counts_as_retreat == 0:
        u.pushed_back = True
    u.at_pikes_length = False
    u.activity = Activity.HALTED
    emit(b.log, Ev.PUSHED_BACK, 96, g, -1, int(drawn), 0, b.rules.push_back)


def in_step_of(b: Battle, g: int, far: float) -> int:
    """The set of groups who may be in the way of those of a group who go so far: where they come to, somebody has his
    middle no farther off than their base and his."""
    u = b.groups[g]
    most = far + u.widest + widest_base(b) + SLACK
    return groups_about(b, u.left - most, u.low - most, u.right + most, u.high + most)


def step_back(b: Battle, who: int, i: int, ux: float, uy: float, far: float) -> None:
    """One figure as far back as there is room; over the edge it is gone [TY-R75, TY-R89]."""
    f = b.figures[i]
    x, y = f.x + ux * far, f.y + uy * far
    r = radius(b, i)
    if x < 0.0 or y < 0.0 or x > b.ground.width or y > b.ground.depth:
        leave_table(b, i)
        return
    x, y = min(max(x, r), b.ground.width - r), min(max(y, r), b.ground.depth - r)
    go_straight(b, who, i, x, y)


def go_straight(b: Battle, who: int, i: int, x: float, y: float) -> None:
    """As far on the straight way to a place as there is room, for that set of groups, and ground to stand on."""
    f = b.figures[i]
    about = list_near_of(
        b, who, (f.x + x) / 2, (f.y + y) / 2, f.radius + max(abs(x - f.x), abs(y - f.y)) / 2 + NEAR
    )  # all of the way
    for n in range(STEPS, 0, -1):
        tx, ty = f.x + (x - f.x) * n / STEPS, f.y + (y - f.y) * n / STEPS
        if is_free_of(b, i, tx, ty, about):
            set_down(b, i, tx, ty)
            return
    stay(b, i)


def after_victory(b: Battle, g: int, melee: int) -> None:
    """Winners follow up as they please; horse that galloped must [TY-097, TY-R75, PS-107, PS-R34]."""
    u = b.groups[g]
    if follows(b, g):
        follow_up(b, g, melee)
    else:
        u.activity = Activity.HALTED
        emit(b.log, Ev.STANDS, 97, g, -1, 0, 0, 0.0)


def follows(b: Battle, g: int) -> bool:
    u = b.groups[g]
    gallop = u.charged == b.turn and u.charge_gait == Gait.GALLOP and b.figures[first(b, g)].mounted
    if b.book == Book.PIKE_AND_SHOT and gallop:
        return True
    if is_commanded(b, g):
        return decide(b, AskKind.FOLLOW, u.side, g, NOBODY).kind == Act.FOLLOW_UP
    return u.code == Code.CTC or u.code == Code.ADC or u.code == Code.AGC or u.code == Code.TPG


def follow_up(b: Battle, g: int, melee: int) -> None:
    """Straight ahead into contact, up to 5 [TY-097, TY-R75]."""
    u = b.groups[g]
    ex, ey = opponents_place(b, g)
    cx, cy = centre(b, g)
    ux, uy = unit(ex - cx, ey - cy)
    set_pending(b, g, 1)
    who = in_step_of(b, g, b.rules.push_back)
    i = foremost(b, g, ux, uy)
    while i >= 0:
        b.paper.pending[i] = 0
        advance_into(b, who, i, ux, uy, b.rules.push_back)
        i = foremost(b, g, ux, uy)
    u.activity = Activity.ENGAGED
    emit(b.log, Ev.FOLLOWS_UP, 97, g, -1, 0, 0, b.rules.push_back)


def advance_into(b: Battle, who: int, i: int, ux: float, uy: float, far: float) -> None:
    """One figure straight ahead, until it touches somebody."""
    f = b.figures[i]
    t = far * stopped_by_enemy(b, i, f.x, f.y, f.x + ux * far, f.y + uy * far, 0.0)
    go_straight(b, who, i, f.x + ux * t, f.y + uy * t)
    f.fx, f.fy = ux, uy


# All of them


def fight_all(b: Battle) -> None:
    """All melees on the table at once [TY-013, TY-R28, TY-R76]."""
    make_matches(b)
    for match in range(b.matches):
        tell_match(b, match)
        resolve_match(b, match)
    count_lost_matches(b)
    suffer_all(b)
    for melee in range(b.n_groups):
        if b.groups[melee].melee == melee:
            end_melee(b, melee)


def tell_match(b: Battle, match: int) -> None:
    a, c, n, m = NOBODY, NOBODY, 0, 0
    for k in range(b.paper.n_matched):
        i = b.paper.matched[k]
        f = b.figures[i]
        if f.match == match:
            if f.side == b.side_a:
                a = i if a < 0 else a
                n += 1
            else:
                c = i if c < 0 else c
                m += 1
    emit(b.log, Ev.MATCH, 86, a, c, n, m, 0.0)
