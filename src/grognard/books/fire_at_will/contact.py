"""In contact: breaking off, turning to face, and since when a melee lasts."""

from __future__ import annotations

from ...battle import emit, refuse
from ...table.vectors import compass
from ...values import Box, Order
from .lining_up import lined_up
from .marching import (
    ambushed_at,
    check_no_nearer_at,
    first_met_from,
)
from .movement import (
    allowance,
    begin_move,
    check_mover,
    is_halted,
    straight_reach,
)
from .obstacles import first_barred, note_lining_of
from .paces import all_aloft, pace_at
from .places import put
from .poses import (
    along,
    enemy_at,
    fits_at,
    pose_of,
    rectangle_at,
    turned_pose,
)
from .state import NOBODY, Battle, Edge, Ev, R
from .strips import is_garrison
from .touching import edge_touched_by, enemy_in_contact, formations_touch, in_contact, outward

# Breaking off


def check_break_off(b: Battle, side: int, o: Order) -> int:
    """Faster than all it leaves, free in flank and rear, clear at the end [FW-050, FW-051, FW-052, FW-053, FW-R35]."""
    f = o.actor
    bad = check_mover(b, side, f)
    if bad != 0:
        return bad
    u = b.formations[f]
    if is_garrison(u) or u.began or not in_contact(b, f):
        return refuse(b.refusal, 50, 0.0, 0.0, f)
    bad = check_flanks_free(b, f)
    if bad == 0:
        bad = check_faster(b, f)
    if bad != 0:
        return bad
    return check_way_back(b, f)


def check_flanks_free(b: Battle, f: int) -> int:
    """No enemy front edge against its flank or rear [FW-052]."""
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != b.formations[f].side and formations_touch(b, f, g):
            for edge in range(Edge.RIGHT, Edge.LEFT + 1):
                if edge_touched_by(b, f, edge, g, True):
                    return refuse(b.refusal, 52, 0.0, 0.0, g)
    return 0


def break_off_end(b: Battle, f: int) -> tuple[Box, float]:
    """Straight back as far as its whole allowance carries it [FW-054, FW-R35]."""
    u = b.formations[f]
    far = straight_reach(b, f, -u.fx, -u.fy, allowance(b, f))
    return along(pose_of(u), -u.fx * far, -u.fy * far), far


def check_faster(b: Battle, f: int) -> int:
    """Than each on its front, both as they would be in the ground where it ends [FW-051, FW-R35]."""
    at, _ = break_off_end(b, f)
    end = rectangle_at(b, f, at)
    mine = pace_at(b, f, allowance(b, f), end)
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != b.formations[f].side and edge_touched_by(b, f, Edge.FRONT, g, False):
            its = pace_at(b, g, allowance(b, g), end)
            if mine <= its + b.rules.tolerance:
                return refuse(b.refusal, 51, mine, its, g)
    return 0


def check_way_back(b: Battle, f: int) -> int:
    """Blocked by nobody, on the table, and clear of all enemies when it ends [FW-053, FW-R35]."""
    u = b.formations[f]
    at, far = break_off_end(b, f)
    dx, dy = at.x - u.x, at.y - u.y
    if not all_aloft(b, f):
        t, g = first_met_from(b, f, pose_of(u), dx, dy, NOBODY)
        if g >= 0 or ambushed_at(b, f, pose_of(u), -u.fx, -u.fy, far) < far:
            return refuse(b.refusal, R + 35, far, t * far, g)
        t, k = first_barred(b, f, pose_of(u), -u.fx * (far + 0.1), -u.fy * (far + 0.1), NOBODY)
        if k >= 0:
            return refuse(b.refusal, R + 35, allowance(b, f), far, k)
    if not fits_at(b, f, at):
        return refuse(b.refusal, R + 35, far, 0.0, f)
    g = enemy_at(b, f, at)
    if g >= 0:
        return refuse(b.refusal, 53, far, 0.0, g)
    return check_no_nearer_at(b, f, at) if is_halted(b, f) else 0


def break_off(b: Battle, o: Order) -> None:
    """Straight back, all of its allowance, facing the enemy [FW-054, FW-R35]."""
    f = o.actor
    u = b.formations[f]
    begin_move(b, f)
    at, far = break_off_end(b, f)
    put(b, f, at.x, at.y, u.fx, u.fy)
    u.spent = allowance(b, f)
    u.done = True
    note_lining_of(b, f)
    emit(b.log, Ev.BROKE_OFF, 54, f, NOBODY, 0, 0, far)


# Turning to face


def check_face(b: Battle, side: int, o: Order) -> int:
    """Hit in flank or rear only, it turns to face one attacker in place of moving [FW-R34]."""
    f, g = o.actor, o.other
    bad = check_mover(b, side, f)
    if bad != 0:
        return bad
    u = b.formations[f]
    if not 0 <= g < b.n_formations or b.formations[g].n == 0 or b.formations[g].side == side:
        return refuse(b.refusal, R + 34, 0.0, 0.0, NOBODY)
    if is_garrison(u) or u.began or not formations_touch(b, f, g):
        return refuse(b.refusal, R + 34, 0.0, 0.0, g)
    for h in range(b.n_formations):
        v = b.formations[h]
        if v.n > 0 and v.side != side and edge_touched_by(b, f, Edge.FRONT, h, False):
            return refuse(b.refusal, R + 34, 0.0, 0.0, h)
    _, n = face_end(b, f, g)
    if n == 0:
        return refuse(b.refusal, R + 34, 0.0, 0.0, g)
    return 0


def face_end(b: Battle, f: int, g: int) -> tuple[Box, int]:
    """Where it stands when it has turned: its front against the attacker, about its middle; how many get in [FW-R34]."""
    edge = edge_attacked(b, f, g)
    if edge == Edge.FRONT:
        return pose_of(b.formations[f]), 0
    fx, fy = outward(rectangle_at(b, f, pose_of(b.formations[f])), edge)
    at, _, n = lined_up(b, f, g, turned_pose(b.formations[f], fx, fy))
    return at, n


def edge_attacked(b: Battle, f: int, g: int) -> int:
    """Which of its flanks or its rear the enemy's front is against; FRONT: none."""
    for edge in range(Edge.RIGHT, Edge.LEFT + 1):
        if edge_touched_by(b, f, edge, g, True):
            return edge
    return Edge.FRONT


def face(b: Battle, o: Order) -> None:
    """The formation turns to the attacker; that is its move [FW-R34]."""
    f = o.actor
    u = b.formations[f]
    at, _ = face_end(b, f, o.other)
    begin_move(b, f)
    put(b, f, at.x, at.y, at.fx, at.fy)
    u.spent = allowance(b, f)
    u.done = True
    note_lining_of(b, f)
    emit(b.log, Ev.FACED, R + 34, f, o.other, 0, compass(at.fx, at.fy), 0.0)


# Since when


def note_melees(b: Battle) -> None:
    """Since when each formation has been in melee [FW-055, FW-R37]."""
    touched = 0  # those in contact with an enemy, a set
    for f in range(b.n_formations):
        u = b.formations[f]
        g = enemy_in_contact(b, f, f + 1) if u.n > 0 else NOBODY
        while g >= 0:
            touched |= 1 << f | 1 << g
            g = enemy_in_contact(b, f, g + 1)
        if u.n > 0:
            if (touched >> f) % 2 == 0:
                u.melee_since = 0
            elif u.melee_since == 0:
                u.melee_since = b.turn
