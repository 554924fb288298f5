"""Rout and pursuit."""

from __future__ import annotations

from ...battle import emit
from ...table.vectors import compass, dot
from ...values import Box
from .charms import forget_formation, is_frozen, is_unharmable
from .decide import decide
from .fleeing import set_free
from .hits import deal_to, doom, remove_strip, settle_formation, take_hit
from .places import dress, put, rectangle_of, strike_off
from .routing import box_behind, enemy_ahead, flight, may_pursue, may_stop, place_behind, slip_round
from .state import NOBODY, Act, AskKind, Battle, Ev, Formation, Lost, Nerve, Posted, PursuitVsBig, R
from .strips import is_big, is_garrison
from .touching import enemy_in_contact, strip_formation_gap
from .ways import leaves_table

MORALE = 141  # the rule by which a formation runs of its own accord
STRIDE = 0.25  # inches between the places that routers try beyond their friends
REVERSED = -0.5  # who turns by more than this cosine says has his front where his rear was
NEAR = 1e-6


def rout(b: Battle, f: int, rule: int) -> None:
    """A formation begins to run, at once; pursuers may follow; asks STAY and PURSUE [FW-141, FW-179, FW-R68, FW-R98, FW-R108]."""
    u = b.formations[f]
    if u.n == 0 or is_garrison(u):
        return
    emit(b.log, Ev.ROUTS, rule, f, NOBODY, 0, 0, 0.0)
    if rule == MORALE:
        u.routed_by = NOBODY
    offer_to_stay(b, f)
    u.nerve = Nerve.RUNNING
    chasers = chasers_of(b, f)
    if rout_move(b, f):
        pursue(b, f, chasers)


def run_on(b: Battle, f: int) -> None:
    """A rout move of one that has not stopped: nobody may follow this turn [FW-185, FW-R111]."""
    u = b.formations[f]
    if u.n > 0 and not is_garrison(u):
        u.nerve = Nerve.RUNNING
        rout_move(b, f)


# Who stays


def offer_to_stay(b: Battle, f: int) -> None:
    """The commander in chief goes with his formation or stays, as his player likes [FW-142, FW-R66]."""
    u = b.formations[f]
    i = u.character
    if i < 0 or not b.strips[i].cinc:
        return
    if decide(b, AskKind.STAY, u.side, i, f).kind == Act.YES:
        g = set_free(b, i)
        b.formations[g].nerve = Nerve.CALM
        b.formations[g].routed_by = NOBODY
        emit(b.log, Ev.STAYS, R + 66, i, f, 0, 0, 0.0)


# The rout move


def rout_move(b: Battle, f: int) -> bool:
    """One full allowance, at once [FW-179, FW-R108].  Is it still on the table, and has it got away?"""
    u = b.formations[f]
    u.pursued = False
    u.done = True
    u.charging = False
    if is_frozen(b, f):
        g = enemy_in_contact(b, f, 0)
        if g >= 0:
            destroy(b, f, g, 188)
        return False
    ux, uy = flight(b, f)
    g = enemy_ahead(b, f, ux, uy, 0.0)
    if g >= 0:
        destroy(b, f, g, 188)
        return False
    ux, uy, far = slip_round(b, f, ux, uy)
    g = enemy_ahead(b, f, ux, uy, far)
    if g >= 0:
        destroy(b, f, g, 189)
        return False
    return run(b, f, ux, uy, far)


def run(b: Battle, f: int, ux: float, uy: float, far: float) -> bool:
    """Off it goes, through friends and clear beyond them; over the edge it is lost [FW-R28, FW-R29, FW-R108]."""
    u = b.formations[f]
    box = rectangle_of(b, f)
    turn_to(b, f, ux, uy)
    u.moved = True
    u.melee_since = 0
    stop = far
    while True:
        centre_on(b, f, box.x + ux * stop, box.y + uy * stop)
        if leaves_table(b, f):
            leave_table(b, f)
            return False
        if far == 0.0 or may_stop(b, f):
            break
        stop += STRIDE
    emit(b.log, Ev.ROUTED, 179, f, NOBODY, 0, compass(ux, uy), stop)
    return True


def turn_to(b: Battle, f: int, fx: float, fy: float) -> None:
    """Routers turn free; when they turn about, the front rank is the rear [FW-R108]."""
    u = b.formations[f]
    behind = dot(u.fx, u.fy, fx, fy) < REVERSED
    put(b, f, u.x, u.y, fx, fy)
    if behind:
        reverse(b, u)
    dress(b, f)


def reverse(b: Battle, u: Formation) -> None:
    """Every strip stays where it is as the formation turns about, a character at an end too; then gaps fill [FW-R09]."""
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if s.posted == Posted.RANKS:
            s.rank = u.ranks - 1 - s.rank
            s.file = u.files - 1 - s.file
        elif s.posted == Posted.LEFT:
            s.posted = Posted.RIGHT
        elif s.posted == Posted.RIGHT:
            s.posted = Posted.LEFT
    for file in range(u.files):
        fill_file(b, u, file)


def fill_file(b: Battle, u: Formation, file: int) -> None:
    """The strips of a file step up to the front: it was the last rank that was short [FW-R09]."""
    at = 0
    for rank in range(u.ranks):
        for k in range(u.n):
            s = b.strips[u.members[k]]
            if s.posted == Posted.RANKS and s.file == file and s.rank == rank and at <= rank:
                s.rank = at
                at += 1


def centre_on(b: Battle, f: int, x: float, y: float) -> None:
    """The whole formation with the middle of its rectangle there, facing as it does."""
    u = b.formations[f]
    box = rectangle_of(b, f)
    put(b, f, u.x + x - box.x, u.y + y - box.y, u.fx, u.fy)


def leave_table(b: Battle, f: int) -> None:
    """Routers who leave the table are lost and do not come back [FW-R29]."""
    u = b.formations[f]
    emit(b.log, Ev.OFF_TABLE, R + 29, f, NOBODY, u.n, 0, 0.0)
    while u.n > 0:
        i = u.members[u.n - 1]
        b.strips[i].lost = Lost.OFF_TABLE
        strike_off(b, i)
    forget_formation(b, f)


def destroy(b: Battle, f: int, g: int, rule: int) -> None:
    """Those who cannot get away are destroyed, all but whom nothing harms [FW-188, FW-189, FW-R102, FW-R112]."""
    u = b.formations[f]
    emit(b.log, Ev.DESTROYED, rule, f, g, u.n, 0, 0.0)
    k = u.n - 1
    while k >= 0:
        i = u.members[k]
        if is_unharmable(b, i):
            emit(b.log, Ev.UNHARMED, 92, i, f, 0, 0, 0.0)
        else:
            remove_strip(b, i, Lost.DESTROYED, rule)
        k -= 1
    if u.n > 0:
        settle_formation(b, f)


# Pursuit


def chasers_of(b: Battle, f: int) -> int:
    """Who may pursue a formation that is about to run, a set [FW-180, FW-R109]."""
    out = 0
    for g in range(b.n_formations):
        if may_pursue(b, g, f):
            out |= 1 << g
    return out


def pursue(b: Battle, f: int, chasers: int) -> None:
    """One of those who were in contact may follow to where the routers stop [FW-180, FW-181, FW-R109]."""
    b.pursuers = 0
    first = NOBODY
    for g in range(b.n_formations):
        if (chasers >> g) % 2 == 1:
            _, found = place_behind(b, g, f)
            if found:
                b.pursuers |= 1 << g
                if first < 0:
                    first = g
    if first >= 0:
        order = decide(b, AskKind.PURSUE, b.formations[first].side, first, f)
        if order.kind == Act.PURSUE:
            follow_up(b, order.actor, f)
    b.pursuers = 0


def follow_up(b: Battle, g: int, f: int) -> None:
    """The pursuers come up to the routers' rear and cut down as many as they are [FW-181, FW-182, FW-183]."""
    v = b.formations[g]
    u = b.formations[f]
    aside, _ = place_behind(b, g, f)
    rear = rectangle_of(b, f)
    now = rectangle_of(b, g)
    box = box_behind(b, g, rear, aside)
    emit(b.log, Ev.PURSUES, 181, g, f, 0, 0, dot(box.x - now.x, box.y - now.y, u.fx, u.fy))
    come_up(b, g, rear, aside)
    v.moved = True
    v.done = True
    v.pursuing = True
    v.charging = False
    v.melee_since = 0
    left = cut_down(b, g, f)
    if left >= 0:
        close_in(b, g, left)
        b.formations[left].pursued = True


def come_up(b: Battle, g: int, rear: Box, aside: float) -> None:
    """Formation g flush to the rear of a box, so far aside of its middle."""
    back = rear.depth / 2.0
    x = rear.x - rear.fx * back + rear.fy * aside
    y = rear.y - rear.fy * back - rear.fx * aside
    put(b, g, x, y, rear.fx, rear.fy)


def close_in(b: Battle, g: int, f: int) -> None:
    """After the killing the pursuers close up to those who are left [FW-181, FW-R111]."""
    aside, found = place_behind(b, g, f)
    if found:
        come_up(b, g, rectangle_of(b, f), aside)


def cut_down(b: Battle, g: int, f: int) -> int:
    """As many routers as there are pursuing strips, those nearest to them first; no test for it.

    The formation of those who are left, or nobody [FW-182, FW-183, FW-R56, FW-R110]."""
    u = b.formations[f]
    character = u.character
    due = u.test_due
    n = 0
    while n < b.formations[g].n:
        i = nearest_router(b, g, f)
        if i < 0:
            break
        mark_down(b, i)
        n += 1
    emit(b.log, Ev.CUT_DOWN, 182, g, f, n, 0, 0.0)
    k = u.n - 1
    while k >= 0:
        i = u.members[k]
        if b.strips[i].hits > 0 or b.strips[i].doomed != Lost.NO:
            deal_to(b, i, Lost.PURSUED, 182)
        k -= 1
    u.test_due = due
    if u.n == 0:
        return NOBODY
    settle_formation(b, f)
    return f if u.n > 0 else b.strips[character].formation


def nearest_router(b: Battle, g: int, f: int) -> int:
    """The nearest that is not cut down yet, or nobody; whom nothing harms is passed over [FW-183, FW-R102, FW-R110]."""
    u = b.formations[f]
    least = 1000.0
    who = NOBODY
    for k in range(u.n - 1, -1, -1):
        i = u.members[k]
        s = b.strips[i]
        if s.doomed == Lost.NO and s.hits == 0 and not is_unharmable(b, i):
            gap = strip_formation_gap(b, i, g)
            if gap < least - NEAR:
                least = gap
                who = i
    return who


def mark_down(b: Battle, i: int) -> None:
    """He dies outright, however many hits he bears; by option the great take one hit [FW-R110]."""
    if b.options.pursuit_vs_big == PursuitVsBig.ONE_HIT and is_big(b.strips[i]):
        take_hit(b, i, 1)
    else:
        doom(b, i, Lost.PURSUED)


# The turn after


def face_about(b: Battle, f: int) -> None:
    """Routers turn free to face those who pursued them, before they test [FW-184, FW-R111]."""
    u = b.formations[f]
    if not u.pursued or u.n == 0:
        return
    u.pursued = False
    deep = rectangle_of(b, f).depth
    x = u.x - u.fx * deep
    y = u.y - u.fy * deep
    turn_to(b, f, -u.fx, -u.fy)
    put(b, f, x, y, u.fx, u.fy)
    u.moved = True
    emit(b.log, Ev.TURNED, 184, f, NOBODY, 0, compass(u.fx, u.fy), 0.0)
