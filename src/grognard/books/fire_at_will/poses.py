"""Poses: where the bases of a formation would be if it stood elsewhere, and whether it may stand there.

A pose is a box without a body: the centre of a front edge, and a facing."""

from __future__ import annotations

from math import sqrt

from ...table.boxes import box_gap, shifted
from ...table.vectors import cross, turn_between
from ...values import Box
from .places import ranks_for, rectangle_from, spot
from .state import NOBODY, Battle, Edge, Formation, Posted
from .strips import strips_of
from .touching import is_off
from .ways import ground_bears, is_open, stands_clear

HALVINGS = 3  # of the angle of a wheel: it is looked at in eight steps
STEPS = 1 << HALVINGS


# Poses


def pose(x: float, y: float, fx: float, fy: float) -> Box:
    return Box(x, y, fx, fy, 0.0, 0.0)


def pose_of(u: Formation) -> Box:
    return pose(u.x, u.y, u.fx, u.fy)


def turned(fx: float, fy: float, edge: int) -> tuple[float, float]:
    """The facing of one whose right, rear or left edge becomes its front [FW-R17]."""
    if edge == Edge.RIGHT:
        return fy, -fx
    if edge == Edge.REAR:
        return -fx, -fy
    if edge == Edge.LEFT:
        return -fy, fx
    return fx, fy


def turned_pose(u: Formation, fx: float, fy: float) -> Box:
    """Turned on the middle of its ranks to another facing; the attached character left out."""
    half = u.ranks * u.cell_depth / 2.0
    return pose(u.x - u.fx * half + fx * half, u.y - u.fy * half + fy * half, fx, fy)


def rotated_about(at: Box, x: float, y: float, c: float, s: float) -> Box:
    """A pose turned to the left about a point by the angle with that cosine and sine."""
    dx, dy = at.x - x, at.y - y
    return pose(x + c * dx - s * dy, y + s * dx + c * dy, c * at.fx - s * at.fy, s * at.fx + c * at.fy)


def inner_corner(b: Battle, f: int, fx: float, fy: float) -> tuple[float, float]:
    """The front corner that a formation wheels about to come to a facing: on the side that it turns to [FW-R17]."""
    u = b.formations[f]
    box = rectangle_at(b, f, pose_of(u))
    right = box.width / 2.0 if cross(u.fx, u.fy, fx, fy) < 0.0 else -box.width / 2.0
    ahead = box.depth / 2.0
    return box.x + box.fx * ahead + box.fy * right, box.y + box.fy * ahead - box.fx * right


def wheel_step(u: Formation, fx: float, fy: float) -> tuple[float, float]:
    """The cosine and sine of an eighth of the turn to a facing."""
    c, s = turn_between(u.fx, u.fy, fx, fy)
    for _ in range(HALVINGS):
        half = sqrt(max((1.0 + c) / 2.0, 0.0))
        s = s / (2.0 * half) if half > 1e-9 else 1.0
        c = half
    return c, s


def wheeled_pose(b: Battle, f: int, fx: float, fy: float) -> Box:
    """Where a wheel to that facing ends, about the inner front corner [FW-R17]."""
    u = b.formations[f]
    x, y = inner_corner(b, f, fx, fy)
    c, s = turn_between(u.fx, u.fy, fx, fy)
    there = rotated_about(pose_of(u), x, y, c, s)
    return pose(there.x, there.y, fx, fy)


# Bases at a pose


def post_in_ranks(u: Formation, i: int, posted: int) -> int:
    """Where a member stands once those with poses of their own have fallen in."""
    if posted != Posted.FLANK and posted != Posted.SIDE:
        return posted
    return Posted.LEFT if u.character == i else Posted.RANKS


def member_box(b: Battle, u: Formation, i: int, at: Box) -> Box:
    """The base of a member, were its formation at that pose."""
    s = b.strips[i]
    return spot(u, s, post_in_ranks(u, i, s.posted), s.file, s.rank, u.files, u.ranks, at)


def reshaped_box(b: Battle, f: int, m: int, files: int, at: Box) -> Box:
    """The base of its member number m, were it in so many files [FW-R09, FW-R17]."""
    u = b.formations[f]
    i = u.members[m]
    total = strips_of(u)
    files = min(files, total)
    if i == u.character:
        posted = post_in_ranks(u, i, b.strips[i].posted)
        return spot(u, b.strips[i], posted, 0, 0, files, ranks_for(total, files), at)
    place = m
    for k in range(m):
        if u.members[k] == u.character:
            place -= 1
    rank = place // files
    here = min(files, total - rank * files)
    file = place - rank * files + (files - here) // 2
    return spot(u, b.strips[i], Posted.RANKS, file, rank, files, ranks_for(total, files), at)


def rectangle_at(b: Battle, f: int, at: Box) -> Box:
    """The rectangle around all its members, were they in ranks at that pose."""
    u = b.formations[f]
    if u.loose == 0:
        return rectangle_from(u, at.x, at.y, at.fx, at.fy)
    left, right, front, rear = 1000.0, -1000.0, -1000.0, 1000.0
    for k in range(u.n):
        box = member_box(b, u, u.members[k], at)
        ahead = (box.x - at.x) * at.fx + (box.y - at.y) * at.fy
        aside = (box.x - at.x) * at.fy - (box.y - at.y) * at.fx
        left = min(left, aside - box.width / 2.0)
        right = max(right, aside + box.width / 2.0)
        front = max(front, ahead + box.depth / 2.0)
        rear = min(rear, ahead - box.depth / 2.0)
    ahead = (front + rear) / 2.0
    aside = (left + right) / 2.0
    x = at.x + at.fx * ahead + at.fy * aside
    y = at.y + at.fy * ahead - at.fx * aside
    return Box(x, y, at.fx, at.fy, right - left, front - rear)


# Room at a pose


def fits_at(b: Battle, f: int, at: Box) -> bool:
    """May the formation stand at that pose: on the table, on nobody, on ground that bears it?"""
    return fits_among_them(b, f, at, True, True)


def fits_among_them(b: Battle, f: int, at: Box, crowded: bool, closed: bool) -> bool:
    """The same, where it is known whether there is anybody about, and any ground that may not bear it."""
    u = b.formations[f]
    whole = rectangle_at(b, f, at)
    if (not crowded or stands_clear(b, f, whole)) and (not closed or is_open(b, whole)):
        return True
    for k in range(u.n):
        if not base_fits(b, f, u.members[k], member_box(b, u, u.members[k], at)):
            return False
    return True


def base_fits(b: Battle, f: int, i: int, box: Box) -> bool:
    """The same of one base of formation f."""
    return ground_bears(b, i, box) and stands_clear(b, f, box)


def enemy_at(b: Battle, f: int, at: Box) -> int:
    """The enemy formation it would touch at that pose, or nobody."""
    u = b.formations[f]
    if enemy_near(b, u.side, rectangle_at(b, f, at)) < 0:
        return NOBODY
    for k in range(u.n):
        g = enemy_touching(b, u.side, member_box(b, u, u.members[k], at))
        if g >= 0:
            return g
    return NOBODY


def enemy_near(b: Battle, side: int, whole: Box) -> int:
    """An enemy formation that is not plainly apart from a rectangle, or nobody."""
    near = (whole.width + whole.depth) / 2.0 + b.rules.contact
    for g in range(b.n_formations):
        v = b.formations[g]
        if not is_off(v, whole.x, whole.y, near) and v.side != side and v.n > 0:
            return g
    return NOBODY


def enemy_touching(b: Battle, side: int, box: Box) -> int:
    """The enemy formation of a side that a base in this box would touch, or nobody."""
    near = (box.width + box.depth) / 2.0 + b.rules.contact
    for g in range(b.n_formations):
        v = b.formations[g]
        if not is_off(v, box.x, box.y, near) and v.side != side and v.n > 0:
            for m in range(v.n):
                t = b.strips[v.members[m]]
                if box_gap(box, Box(t.x, t.y, t.fx, t.fy, t.width, t.depth)) <= b.rules.contact:
                    return g
    return NOBODY


def along(at: Box, dx: float, dy: float) -> Box:
    return shifted(at, dx, dy)
