"""Moving: one figure along its way, a group figure by figure, off the table if it must [TY-039, TY-R89]."""

from __future__ import annotations

from ...battle import emit
from ...table.discs import discs_meet
from ...table.vectors import distance, length, unit
from .figures import (
    FAR,
    NEAR,
    count_off,
    first,
    has_cavalry_limits,
    is_about,
    is_beside,
    lose,
    next_of,
    radius,
    set_down,
)
from .footing import is_hard_going
from .state import NOBODY, Battle, Ev, Gait, Lost, R
from .ways import allowance, along, find_way, free_place

KEEP_OFF = 0.1  # who does not charge stays this far from an enemy's base


# Facing


def face(b: Battle, i: int, x: float, y: float) -> None:
    """Turn a figure to a place [TY-R65]."""
    f = b.figures[i]
    if distance(f.x, f.y, x, y) > NEAR:
        f.fx, f.fy = unit(x - f.x, y - f.y)


def face_group(b: Battle, g: int, x: float, y: float) -> None:
    i = first(b, g)
    while i >= 0:
        face(b, i, x, y)
        i = next_of(b, i)


def face_along(b: Battle, g: int, fx: float, fy: float) -> None:
    """Turn a group to a direction."""
    i = first(b, g)
    while i >= 0:
        b.figures[i].fx, b.figures[i].fy = fx, fy
        i = next_of(b, i)


# What is left of a move


def left_of_move(b: Battle, i: int, gait: int) -> float:
    """What of a figure's move is left this turn, at a gait."""
    return allowance(b, i, gait) * (1.0 - b.figures[i].spent)


def gait_on(b: Battle, i: int, x: float, y: float, gait: int) -> int:
    """Horse goes through difficult ground only at a walk [TY-R64]."""
    f = b.figures[i]
    if f.mounted and gait > Gait.WALK and is_hard_going(b, f.x, f.y, x, y):
        return Gait.WALK
    return gait


# One figure


def stopped_by_enemy(b: Battle, i: int, x0: float, y0: float, x1: float, y1: float, keep: float) -> float:
    """What share of a straight way one can go and stay so far from every enemy's base."""
    best = 1.0
    f = b.figures[i]
    left, low, right, high = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side != f.side and is_beside(u, left, low, right, high, f.radius + keep):
            best = min(best, stopped_by_group(b, i, g, x0, y0, x1, y1, keep))
    return best


def stopped_by_group(
    b: Battle, i: int, g: int, x0: float, y0: float, x1: float, y1: float, keep: float
) -> float:
    """The same, for one group of enemies."""
    best = 1.0
    j = first(b, g)
    while j >= 0:
        h = b.figures[j]
        reach = radius(b, i) + radius(b, j) + keep
        if abs(h.x - x0) <= abs(x1 - x0) + reach and abs(h.y - y0) <= abs(y1 - y0) + reach:
            if distance(x0, y0, h.x, h.y) > reach:
                best = min(best, discs_meet(x0, y0, x1 - x0, y1 - y0, h.x, h.y, reach))
            elif (x1 - x0) * (h.x - x0) + (y1 - y0) * (h.y - y0) > 0.0:
                return 0.0  # too near already, and going nearer
        j = next_of(b, j)
    return best


def halt_before_enemies(
    b: Battle, i: int, spend: float, most: float, keep: float
) -> tuple[float, float, float]:
    """As far along the way in hand as what is left carries, and never too near an enemy."""
    f = b.figures[i]
    x, y = f.x, f.y
    tx, ty, spent = along(b, x, y, f.mounted, most, spend)
    legs = b.paper.legs
    for k in range(legs):
        lx, ly = b.paper.leg_x[k], b.paper.leg_y[k]
        last = between(x, y, lx, ly, tx, ty)
        if last:
            lx, ly = tx, ty
        share = stopped_by_enemy(b, i, x, y, lx, ly, keep)
        if share < 1.0:
            ex, ey = x + (lx - x) * share, y + (ly - y) * share
            return ex, ey, min(spent, spend)
        if last:
            break
        x, y = lx, ly
    return tx, ty, spent


def between(x0: float, y0: float, x1: float, y1: float, x: float, y: float) -> bool:
    """Is a place on the straight way from one point to another?"""
    whole = distance(x0, y0, x1, y1)
    return distance(x0, y0, x, y) + distance(x, y, x1, y1) <= whole + 1e-4


def move_figure(b: Battle, i: int, x: float, y: float, gait: int, keep: float) -> float:
    """A figure goes as far as it can toward a place; how far it went [TY-039, TY-R19]."""
    f = b.figures[i]
    gait = gait_on(b, i, x, y, gait)
    most = allowance(b, i, gait)
    spend = left_of_move(b, i, gait)
    if spend <= NEAR or distance(f.x, f.y, x, y) <= NEAR:
        return stay(b, i)
    find_way(b, f.x, f.y, x, y, f.mounted, most)
    tx, ty, spent = halt_before_enemies(b, i, spend, most, keep)
    b.paper.pending[i] = 0
    px, py, room = free_place(b, i, tx, ty)
    if not room or too_near(b, i, px, py, keep):
        return stay(b, i)
    went = distance(f.x, f.y, px, py)
    if went > NEAR:
        f.fx, f.fy = unit(px - f.x, py - f.y)
    set_down(b, i, px, py)
    f.spent = min(1.0, f.spent + spent / most) if most > 0.0 else 1.0
    return went


def stay(b: Battle, i: int) -> float:
    """Who does not go stays where he is, or beside the mate who has come to stand there; no move [TY-R03]."""
    f = b.figures[i]
    b.paper.pending[i] = 0
    x, y, _ = free_place(b, i, f.x, f.y)
    set_down(b, i, x, y)
    return 0.0


def too_near(b: Battle, i: int, x: float, y: float, keep: float) -> bool:
    """Would a place bring a figure nearer to an enemy's base than it may be?"""
    if keep <= 0.0:
        return False
    f = b.figures[i]
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side != f.side and is_about(u, x, y, radius(b, i) + u.widest + KEEP_OFF):
            j = first(b, g)
            while j >= 0:
                h = b.figures[j]
                reach = radius(b, i) + radius(b, j) + min(keep, KEEP_OFF) - NEAR
                if distance(x, y, h.x, h.y) < reach and distance(f.x, f.y, h.x, h.y) >= reach:
                    return True
                j = next_of(b, j)
    return False


# A group


def set_pending(b: Battle, g: int, value: int) -> None:
    i = first(b, g)
    while i >= 0:
        b.paper.pending[i] = value
        i = next_of(b, i)


def foremost(b: Battle, g: int, dx: float, dy: float) -> int:
    """Of those who have still to move the one farthest that way."""
    best, found = -FAR, NOBODY
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        ahead = f.x * dx + f.y * dy
        if b.paper.pending[i] != 0 and ahead > best + NEAR:
            best, found = ahead, i
        i = next_of(b, i)
    return found


def shift_group(b: Battle, g: int, dx: float, dy: float, gait: int, keep: float) -> float:
    """All of a group go the same way, the foremost first; how far the farthest went."""
    far = 0.0
    if length(dx, dy) <= NEAR:
        return far
    set_pending(b, g, 1)
    i = foremost(b, g, dx, dy)
    while i >= 0:
        f = b.figures[i]
        far = max(far, move_figure(b, i, f.x + dx, f.y + dy, gait, keep))
        b.paper.pending[i] = 0
        i = foremost(b, g, dx, dy)
    count_off(b, g)
    return far


def note_move(b: Battle, g: int, gait: int, far: float) -> None:
    """What a group has done in its move step; horse counts its turns at the gallop [EC-060, EC-R04]."""
    u = b.groups[g]
    u.moved = far > NEAR
    u.gait = gait if u.moved else Gait.HALT
    if u.gait == Gait.GALLOP:
        u.galloped += 1
    else:
        u.galloped = 0
        u.must_walk = False
    if has_cavalry_limits(b) and u.galloped >= b.rules.gallop_turns:
        u.must_walk = True
        emit(b.log, Ev.BLOWN, 10_060, g, -1, u.galloped, 0, 0.0)


def best_gait(b: Battle, g: int, wanted: int) -> int:
    """A blown unit may only walk [EC-060, EC-R04]."""
    return Gait.WALK if b.groups[g].must_walk and wanted > Gait.WALK else wanted


# Off the table


def is_off_table(b: Battle, x: float, y: float) -> bool:
    return x < 0.0 or y < 0.0 or x > b.ground.width or y > b.ground.depth


def leaves_by_exit(b: Battle, i: int, x: float, y: float) -> bool:
    """A civilian goes over the edge that the scenario wants him to leave by."""
    a = b.aims
    if not b.groups[b.figures[i].group].civilian or a.rescuer < 0:
        return False
    if a.exit_y != 0.0:
        return y < 0.0 if a.exit_y < 0.0 else y > b.ground.depth
    return x < 0.0 if a.exit_x < 0.0 else x > b.ground.width


def leave_table(b: Battle, i: int) -> None:
    """Gone for good; no casualty [TY-R89]."""
    f = b.figures[i]
    lose(b, i, Lost.OFF_TABLE)
    b.paper.pending[i] = 0
    emit(b.log, Ev.LEAVES, R + 89, i, f.group, 0, 0, 0.0)


def bring_off(b: Battle, i: int) -> None:
    """A civilian has left by the way out: saved, however he came there [TY-099, TY-R89]."""
    f = b.figures[i]
    lose(b, i, Lost.SAVED)
    b.paper.pending[i] = 0
    b.saved += 1
    emit(b.log, Ev.SAVED, R + 89, i, f.group, b.saved, 0, 0.0)


def runs_off(b: Battle, i: int, x: float, y: float, gait: int) -> bool:
    """Does a figure that goes straight to a place off the table get over the edge?"""
    f = b.figures[i]
    t = edge_share(b, f.x, f.y, x, y)
    if t > 1.0:
        return False
    ex, ey = f.x + (x - f.x) * t, f.y + (y - f.y) * t
    most = allowance(b, i, gait)
    cost = find_way(b, f.x, f.y, ex, ey, f.mounted, most)
    return cost <= left_of_move(b, i, gait) + NEAR


def edge_share(b: Battle, x0: float, y0: float, x1: float, y1: float) -> float:
    """What share of a way lies on the table; above 1: all of it."""
    t = 2.0
    if x1 < 0.0:
        t = min(t, x0 / (x0 - x1))
    if y1 < 0.0:
        t = min(t, y0 / (y0 - y1))
    if x1 > b.ground.width:
        t = min(t, (b.ground.width - x0) / (x1 - x0))
    if y1 > b.ground.depth:
        t = min(t, (b.ground.depth - y0) / (y1 - y0))
    return t


def flee_group(b: Battle, g: int, ux: float, uy: float, gait: int) -> float:
    """All of a group run that way a full move, over the edge if it comes to that; backs turned [TY-R23]."""
    far = 0.0
    set_pending(b, g, 1)
    i = foremost(b, g, ux, uy)
    while i >= 0:
        f = b.figures[i]
        reach = allowance(b, i, gait)
        x, y = f.x + ux * reach, f.y + uy * reach
        if runs_off(b, i, x, y, gait):
            far = max(far, reach)
            if leaves_by_exit(b, i, x, y):
                bring_off(b, i)
            else:
                leave_table(b, i)
        else:
            far = max(far, slide(b, i, ux, uy, reach, gait))
        b.paper.pending[i] = 0
        i = foremost(b, g, ux, uy)
    count_off(b, g)
    return far


def slide(b: Battle, i: int, ux: float, uy: float, reach: float, gait: int) -> float:
    """A figure goes that way, or if something is before it slantwise past it [TY-R23]."""
    f = b.figures[i]
    x0, y0 = f.x, f.y
    far = 0.0
    for k in range(5):
        c, s = SLANT_COS[k], SLANT_SIN[k]
        dx, dy = ux * c - uy * s, ux * s + uy * c
        x = min(max(x0 + dx * reach, radius(b, i)), b.ground.width - radius(b, i))
        y = min(max(y0 + dy * reach, radius(b, i)), b.ground.depth - radius(b, i))
        far = max(far, move_figure(b, i, x, y, gait, KEEP_OFF))
        if far > reach / 2:
            break
    return far


SLANT_COS = (1.0, 0.7071067811865476, 0.7071067811865476, 0.0, 0.0)
SLANT_SIN = (0.0, 0.7071067811865476, -0.7071067811865476, 1.0, -1.0)
