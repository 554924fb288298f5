"""What the Actions Tables make a unit do: each code is one function here [TY-R17, TY-R21, TY-R77]."""

from __future__ import annotations

from ...battle import emit
from ...table.vectors import distance, unit
from .charge import charge, charge_reach, engaged
from .cover import (
    away_from_all,
    away_from_nearest,
    best_cover,
    cover_behind,
    go_into_cover,
    is_covered,
    spot_for,
)
from .driving import drive_on, drives
from .figures import (
    NEAR,
    base_of,
    centre,
    count_off,
    first,
    group_gap,
    is_mounted,
    is_within,
    next_of,
    set_down,
    stands,
    stir,
)
from .moves import (
    KEEP_OFF,
    best_gait,
    face_along,
    face_group,
    flee_group,
    note_move,
    set_pending,
    shift_group,
)
from .state import (
    OWN_PS,
    Activity,
    Battle,
    Code,
    Ev,
    Gait,
    Kind,
    R,
    Shape,
    Table,
)
from .status import (
    defends_fort,
    enemy_bearing,
    enemy_place,
    has_pikes,
    is_commanded,
    is_horse,
    meets_frontally,
    nearest_seen,
    table_of,
)
from .throws import binds_leaders
from .turning import gait_to_turn, is_ahead
from .ways import allowance, free_place

NO_MISSILES = 8.0  # where horse without missiles halts [PS-R11]


# What goes with it


def gather_company(b: Battle, g: int) -> None:
    """Note the leaders who act on a group's throw: with it when it throws, and if commanded bound by it [TY-R44]."""
    binds = binds_leaders(b, g)
    for h in range(b.n_groups):
        with_it = h != g and b.groups[h].attached == g and (binds or not is_commanded(b, h))
        b.paper.company[h] = 1 if with_it else 0


def take_company(b: Battle, g: int, dx: float, dy: float, gait: int) -> None:
    """They go as the group went, and are what it is."""
    u = b.groups[g]
    for h in range(b.n_groups):
        if b.paper.company[h] != 0 and stands(b, h):
            o = b.groups[h]
            far = shift_group(b, h, dx, dy, gait, KEEP_OFF)
            note_move(b, h, gait, far)
            o.router, o.falling_back, o.activity = u.router, u.falling_back, u.activity
            ex, ey, known = enemy_place(b, g) if stands(b, g) else (0.0, 0.0, False)
            if known and not u.router:
                face_group(b, h, ex, ey)


def stand_as(b: Battle, g: int, activity: int, router: bool, falling_back: bool) -> None:
    """What a group is doing from now on; a router who does anything else has rallied [TY-R23, TY-R87]."""
    u = b.groups[g]
    if u.router and not router:
        emit(b.log, Ev.RALLIES, R + 87, g, -1, 0, 0, 0.0)
    u.activity, u.router, u.falling_back = activity, router, falling_back


def leave_shape(b: Battle, g: int) -> None:
    """Who moves is in square or circle no more [EC-R13]."""
    if b.groups[g].shape != Shape.OPEN:
        b.groups[g].shape = Shape.OPEN
        emit(b.log, Ev.SHAPES, 10_000 + R + 13, g, -1, Shape.OPEN, 0, 0.0)


# Standing


def face_enemy(b: Battle, g: int) -> None:
    """Toward the nearest enemy, or where he was last known to be [TY-R27]."""
    x, y, known = enemy_place(b, g)
    if known:
        face_group(b, g, x, y)


def halt(b: Battle, g: int) -> None:
    """HLT: where they stand, facing the nearest enemy."""
    face_enemy(b, g)
    kept = Activity.DEFENDING if defends_fort(b, g) else Activity.HALTED
    stand_as(b, g, kept, False, False)
    note_move(b, g, Gait.HALT, 0.0)
    emit(b.log, Ev.HALTS, R + 17, g, -1, 0, 0, 0.0)


def carry_on(b: Battle, g: int, facing: bool) -> None:
    """CALM, CTC, CTF: go on with what one was doing; who was falling back cannot face about, and halts [TY-R17]."""
    u = b.groups[g]
    fled = u.activity == Activity.WITHDRAWING or u.activity == Activity.RUNNING
    if facing and fled:
        halt(b, g)
        return
    emit(b.log, Ev.CARRIES_ON, R + 17, g, -1, u.activity, 0, 0.0)
    if u.activity == Activity.MOVING:
        go_on(b, g)
    elif u.activity == Activity.ADVANCING:
        advance(b, g, pace_of(b, g), 0.0)
    elif u.activity == Activity.WITHDRAWING:
        withdraw(b, g)
    elif u.activity == Activity.RUNNING:
        run_away(b, g, Gait.GALLOP)
    else:
        note_move(b, g, Gait.HALT, 0.0)
    if facing:
        face_enemy(b, g)


def pace_of(b: Battle, g: int) -> int:
    """The pace of the current action; a halted unit of horse takes a canter or trot [EC-R28]."""
    u = b.groups[g]
    if not is_mounted(b, g):
        return Gait.WALK
    return best_gait(b, g, u.gait if u.gait > Gait.HALT else Gait.TROT)


def go_on(b: Battle, g: int) -> None:
    """Movers go on at the same pace, with what they drive; who has arrived halts [TY-R17]."""
    u = b.groups[g]
    if u.sets_off > b.turn:
        note_move(b, g, Gait.HALT, 0.0)
        return
    if drives(b, g):
        drive_on(b, g)
        return
    x, y = centre(b, g)
    ux, uy = unit(u.to_x - x, u.to_y - y)
    gait = gait_to_turn(b, g, ux, uy, distance(x, y, u.to_x, u.to_y), pace_of(b, g))
    far = 0.0
    if gait > Gait.HALT:
        far = shift_group(b, g, u.to_x - x, u.to_y - y, gait, KEEP_OFF)
    else:
        face_along(b, g, ux, uy)
    note_move(b, g, gait, far)
    emit(b.log, Ev.MOVES, R + 17, g, -1, gait, 0, far)
    x, y = centre(b, g)
    if distance(x, y, u.to_x, u.to_y) <= 1.0:
        stand_as(b, g, Activity.HALTED, False, False)


# The calm row


def calm(b: Battle, g: int) -> None:
    """CALM: carry on; who falls back may halt; a six takes them toward the enemy.

    [EC-053, EC-054, EC-055, EC-083, EC-084, PS-056, PS-057, PS-058, PS-067, PS-068, PS-069, PS-076, PS-077, PS-083,
    PS-084, TY-R26]"""
    u = b.groups[g]
    table = table_of(b, g)
    retreats = u.falling_back or u.router
    if retreats and u.die >= 5:
        halt_falling_back(b, g, table)
    elif u.die == 6 and not retreats and advances_when_calm(b, g, table):
        calm_six(b, g, table)
    else:
        carry_on(b, g, False)


def halt_falling_back(b: Battle, g: int, table: int) -> None:
    """Who falls back halts; men with firearms and the infantry in the nearest cover [EC-055, PS-058, TY-R26]."""
    if table == Table.INFANTRY or table == Table.FIREARMS:
        k = best_cover(b, g, Gait.WALK)
        if k >= 0 and not is_covered(b, g):
            far = go_into_cover(b, g, k, Gait.WALK)
            emit(b.log, Ev.TO_COVER, R + 26, g, k, 0, 0, far)
    halt(b, g)


def advances_when_calm(b: Battle, g: int, table: int) -> bool:
    """Not out of a fortified position; horse of the early 19th century only from the halt [EC-054, EC-083, PS-057]."""
    if defends_fort(b, g) and table <= Table.MELEE and table != Table.CAVALRY:
        return False
    if table == Table.CAVALRY:
        return b.groups[g].gait == Gait.HALT
    return nearest_seen(b, g)[0] >= 0


def calm_six(b: Battle, g: int, table: int) -> None:
    """Toward the nearest visible enemy, 5 short of him; horse of pike and shot has its own way [TY-R25, PS-076, PS-083]."""
    if table == Table.DUTCH:
        dutch_six(b, g)
    elif table == Table.SWEDISH:
        trot_and_pistol_or_gallop(b, g)
    else:
        gait = best_gait(b, g, Gait.TROT) if is_horse(b, g) else Gait.WALK
        advance(b, g, gait, b.rules.near)


def dutch_six(b: Battle, g: int) -> None:
    """Before infantry that faces them they halt at medium range; others they charge at the trot [PS-076, PS-R21]."""
    h = nearest_seen(b, g)[0]
    if h < 0:
        carry_on(b, g, False)
        return
    if not is_horse(b, h) and b.groups[h].engine < 0 and meets_frontally(b, g, h):
        trot_to_medium(b, g)
    elif charge_reach(b, g, Gait.TROT) >= 0:
        charge(b, g, h, Gait.TROT)
        note_move(b, g, Gait.TROT, 1.0)
    else:
        advance(b, g, Gait.TROT, 0.0)


# Toward the enemy


def advance(b: Battle, g: int, gait: int, short: float) -> None:
    """A full move straight toward the nearest visible enemy figure, stopping at contact or so far short; horse that
    has to turn too far for its gait takes a slower one [TY-R25, EC-R05]."""
    x, y, known = enemy_place(b, g)
    if not known:
        note_move(b, g, Gait.HALT, 0.0)
        return
    leave_shape(b, g)
    ux, uy, _ = enemy_bearing(b, g)
    cx, cy = centre(b, g)
    h = nearest_seen(b, g)[0]
    apart = group_gap(b, g, h) if h >= 0 else distance(cx, cy, x, y)
    room = max(0.0, apart - max(short, KEEP_OFF))
    if h < 0 or not is_ahead(b, g, h):
        gait = gait_to_turn(b, g, ux, uy, room, gait)
    step = min(allowance(b, first(b, g), gait), room) if gait > Gait.HALT else 0.0
    far = shift_group(b, g, ux * step, uy * step, gait, max(short, KEEP_OFF))
    face_group(b, g, x, y)
    note_move(b, g, gait, far)
    stand_as(b, g, Activity.ADVANCING, False, False)
    emit(b.log, Ev.ADVANCES, R + 25, g, h, gait, 0, far)


def charge_or(b: Battle, g: int, gait: int) -> bool:
    """The "Charge?" of a result: who has an enemy in reach charges him [TY-085, TY-R18]."""
    if b.options.charge_compulsory != 0 and not is_commanded(b, g):
        return False
    h = charge_reach(b, g, gait)
    if h < 0:
        return False
    leave_shape(b, g)
    home = charge(b, g, h, gait)
    note_move(b, g, gait, 1.0)
    b.groups[g].router, b.groups[g].falling_back = False, False
    return home


def carry_on_or_charge(b: Battle, g: int) -> None:
    """CTC: facing the nearest enemy; "Charge?" applies."""
    if not charge_or(b, g, pace_of(b, g)):
        carry_on(b, g, True)


def advance_or_charge(b: Battle, g: int) -> None:
    """ADC: "Charge?", else an advance; mounted dragoons charge at the trot and advance at a walk [PS-R19, PS-R20]."""
    if not charge_or(b, g, Gait.TROT):
        advance(b, g, Gait.WALK, 0.0)


def gallop_or_charge(b: Battle, g: int) -> None:
    """AGC: at the gallop; blown horse at a walk [EC-R04, EC-R28]."""
    gait = best_gait(b, g, Gait.GALLOP)
    if not charge_or(b, g, gait):
        advance(b, g, gait, 0.0)


def remount_and_charge(b: Battle, g: int) -> None:
    """ADC!: dragoons get on their horses if they need to, and charge [PS-060, PS-R19]."""
    if b.groups[g].kind == Kind.DRAGOONS and not is_mounted(b, g):
        mount(b, g, True)
    advance_or_charge(b, g)


def halt_and_dismount(b: Battle, g: int) -> None:
    """HLT*: mounted dragoons get down; they count as stationary [PS-059, PS-R19]."""
    if b.groups[g].kind == Kind.DRAGOONS and is_mounted(b, g):
        mount(b, g, False)
    halt(b, g)


def mount(b: Battle, g: int, up: bool) -> None:
    """Half a turn each way; horses are led with the group, and want more room [PS-R19, EC-R30, TY-R03]."""
    set_pending(b, g, 1)
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        f.mounted = up
        f.radius = base_of(b, i) / 2
        b.groups[g].widest = max(b.groups[g].widest, f.radius)
        f.spent = min(1.0, f.spent + b.rules.form_share)
        b.paper.pending[i] = 0
        x, y, _ = free_place(b, i, f.x, f.y)
        set_down(b, i, x, y)
        i = next_of(b, i)
    stir(b.groups[g], g, int(up), 0)
    count_off(b, g)
    rule = OWN_PS + R + 19 if b.book == 1 else 10_000 + R + 30
    emit(b.log, Ev.MOUNTS, rule, g, -1, int(up), 0, 0.0)


# Horse of pike and shot


def medium_range(b: Battle, g: int) -> float:
    """The outer limit of the medium band of its commonest missile weapon; 8 without any [PS-R11]."""
    best, most = NO_MISSILES, 0
    for w in range(len(b.rules.weapon_medium)):
        if b.rules.weapon_medium[w] > 0.0:
            n = count_armed(b, g, w)
            if n > most:
                best, most = b.rules.weapon_medium[w], n
    return best


def count_armed(b: Battle, g: int, weapon: int) -> int:
    n = 0
    i = first(b, g)
    while i >= 0:
        for k in range(3):
            n += b.figures[i].arms[k] == weapon
        i = next_of(b, i)
    return n


def trot_to_medium(b: Battle, g: int) -> None:
    """TMS: at the trot to medium range of the enemy, halt there and shoot [PS-R11]."""
    h, apart, _, _ = nearest_seen(b, g)
    if h < 0:
        carry_on(b, g, False)
        return
    short = medium_range(b, g)
    if apart > short + NEAR:
        advance(b, g, Gait.TROT, short)
    else:
        halt(b, g)
    u = b.groups[g]
    if stands(b, h) and is_within(b, g, h, short + 0.5):
        u.halted_to_shoot = True
        u.activity = Activity.HALTED


def trot_and_pistol_or_gallop(b: Battle, g: int) -> None:
    """TPG: pikemen met frontally are shot at from medium range, anybody else is galloped into [PS-R22]."""
    h = nearest_seen(b, g)[0]
    if h >= 0 and has_pikes(b, h) and meets_frontally(b, g, h):
        trot_to_medium(b, g)
    elif not charge_or(b, g, Gait.GALLOP):
        advance(b, g, Gait.TROT, 0.0)


# From the enemy


def take_cover(b: Battle, g: int) -> None:
    """COV: the nearest cover that one move can reach; else away from all enemies [TY-R21]."""
    into_cover(b, g, Gait.WALK)


def walk_into_cover(b: Battle, g: int) -> None:
    """WCV: at a walk, cover that a horse can enter; else away at a walk [TY-R21, EC-R29]."""
    into_cover(b, g, Gait.WALK)


def into_cover(b: Battle, g: int, gait: int) -> None:
    """Into the nearest cover, or from all enemies; who never saw one carries on [TY-R21, TY-R27]."""
    if is_covered(b, g):
        halt(b, g)
        return
    k = best_cover(b, g, gait)
    leave_shape(b, g)
    if k >= 0:
        far = go_into_cover(b, g, k, gait)
        face_enemy(b, g)
        stand_as(b, g, Activity.HALTED, False, False)
        note_move(b, g, gait, far)
        emit(b.log, Ev.TO_COVER, R + 21, g, k, 0, 0, far)
        return
    if not enemy_place(b, g)[2]:
        carry_on(b, g, False)
        return
    ux, uy = away_from_all(b, g)
    far = flee_group(b, g, ux, uy, gait)
    fall_back(b, g, gait, far, R + 21)


def fall_back(b: Battle, g: int, gait: int, far: float, rule: int) -> None:
    """In order, and facing the enemy at the end [TY-R22, TY-R24]."""
    if stands(b, g):
        face_enemy(b, g)
    stand_as(b, g, Activity.WITHDRAWING, False, True)
    note_move(b, g, gait, far)
    emit(b.log, Ev.FROM_ENEMY, rule, g, -1, b.groups[g].code, 0, far)


def withdraw(b: Battle, g: int) -> None:
    """WDR: toward cover that lies farther from the enemy, or straight away from him [TY-R22]."""
    leave_shape(b, g)
    k = cover_behind(b, g)
    if k >= 0:
        ex, ey, _ = enemy_place(b, g)
        x, y = spot_for(b, first(b, g), k, ex, ey)
        cx, cy = centre(b, g)
        far = shift_group(b, g, x - cx, y - cy, Gait.WALK, KEEP_OFF)
    else:
        ux, uy = away_from_nearest(b, g)
        far = flee_group(b, g, ux, uy, Gait.WALK)
    fall_back(b, g, Gait.WALK, far, R + 22)


def run_away(b: Battle, g: int, gait: int) -> None:
    """RUN: from the nearest enemy, backs turned, no longer in order; mounted men gallop [TY-R23, PS-061]."""
    leave_shape(b, g)
    ux, uy = away_from_nearest(b, g)
    far = flee_group(b, g, ux, uy, gait)
    stand_as(b, g, Activity.RUNNING, True, False)
    note_move(b, g, gait, far)
    emit(b.log, Ev.FROM_ENEMY, R + 23, g, -1, b.groups[g].code, 0, far)


def run(b: Battle, g: int) -> None:
    """RUN."""
    run_away(b, g, best_gait(b, g, Gait.GALLOP))


def flee_at_gallop(b: Battle, g: int) -> None:
    """FLG: at the gallop; on a third turn of it, at a walk [TY-R23, EC-R04]."""
    run_away(b, g, best_gait(b, g, Gait.GALLOP))


def canter_away(b: Battle, g: int) -> None:
    """CAN: farther from the nearest enemy, in order [TY-R24]."""
    ux, uy = away_from_nearest(b, g)
    gait = best_gait(b, g, Gait.TROT)
    fall_back(b, g, gait, flee_group(b, g, ux, uy, gait), R + 24)


def trot_away(b: Battle, g: int) -> None:
    """TRT: turn about and trot from all enemies, in order [TY-R24]."""
    ux, uy = away_from_all(b, g)
    fall_back(b, g, Gait.TROT, flee_group(b, g, ux, uy, Gait.TROT), R + 24)


# One code after another


def breaks_contact(code: int) -> bool:
    """Results that move away break a contact; all others mean to fight on [TY-R77]."""
    return (
        code == Code.COV
        or code == Code.WDR
        or code == Code.RUN
        or code == Code.FLG
        or code == Code.CAN
        or code == Code.TRT
        or code == Code.WCV
    )


def refers_to_enemy(code: int) -> bool:
    """Results that say how to go as the nearest enemy stands: who never saw one carries on instead [TY-R27]."""
    return (
        code == Code.WDR
        or code == Code.RUN
        or code == Code.ADC
        or code == Code.ADC_REMOUNT
        or Code.CAN <= code <= Code.TPG
    )


def act_out(b: Battle, g: int) -> None:
    """A unit does what its result says, and its leaders with it [TY-077]."""
    u = b.groups[g]
    u.ordered = True
    gather_company(b, g)
    x, y = centre(b, g)
    if engaged(b, g) and not breaks_contact(u.code):
        stand_as(b, g, Activity.ENGAGED, False, False)
        note_move(b, g, Gait.HALT, 0.0)
        emit(b.log, Ev.CARRIES_ON, R + 77, g, -1, Activity.ENGAGED, 0, 0.0)
        return
    if engaged(b, g):
        emit(b.log, Ev.BREAKS_OFF, R + 77, g, -1, u.code, 0, 0.0)
    if refers_to_enemy(u.code) and not enemy_place(b, g)[2]:
        carry_on(b, g, False)
    else:
        obey(b, g, u.code)
    if stands(b, g):
        nx, ny = centre(b, g)
        take_company(b, g, nx - x, ny - y, max(u.gait, Gait.WALK))


def obey(b: Battle, g: int, code: int) -> None:
    """The code in hand."""
    if code == Code.CALM:
        calm(b, g)
    elif code == Code.COV:
        take_cover(b, g)
    elif code == Code.WDR:
        withdraw(b, g)
    elif code == Code.RUN:
        run(b, g)
    elif code == Code.HLT:
        halt(b, g)
    elif code == Code.CTF:
        carry_on(b, g, True)
    elif code == Code.CTC:
        carry_on_or_charge(b, g)
    elif code == Code.ADC:
        advance_or_charge(b, g)
    elif code == Code.WCV:
        walk_into_cover(b, g)
    elif code == Code.CAN:
        canter_away(b, g)
    else:
        obey_horse(b, g, code)


def obey_horse(b: Battle, g: int, code: int) -> None:
    """The codes of horse and dragoons."""
    if code == Code.AGC:
        gallop_or_charge(b, g)
    elif code == Code.FLG:
        flee_at_gallop(b, g)
    elif code == Code.TRT:
        trot_away(b, g)
    elif code == Code.TMS:
        trot_to_medium(b, g)
    elif code == Code.TPG:
        trot_and_pistol_or_gallop(b, g)
    elif code == Code.HLT_DISMOUNT:
        halt_and_dismount(b, g)
    elif code == Code.ADC_REMOUNT:
        remount_and_charge(b, g)
