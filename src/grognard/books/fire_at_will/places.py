"""Where strips stand: files and ranks, the poses of bases, and closing up after losses.

A formation's (x, y) is the centre of its front edge, the attached character left out; its facing (fx, fy) is a
unit vector and its right hand (fy, -fx).  A strip's (x, y) is the centre of its base.  dress() puts every strip
where its formation says; strips that lap round an enemy or line a building have poses of their own."""

from __future__ import annotations

from ...battle import emit
from ...table.boxes import boxes_overlap
from ...table.vectors import distance, length
from ...values import Box
from .state import FORMATIONS, NOBODY, Battle, Ev, Formation, Posted, R, Strip
from .strips import box_of, strips_of
from .touching import surely_apart, touches_enemy

OVERLAP = 1e-6  # bases that touch do not overlap


def in_ranks(s: Strip) -> bool:
    """Where its formation says, and not round an enemy's flank or along a wall of a building."""
    return s.posted != Posted.FLANK and s.posted != Posted.SIDE


def is_attached(s: Strip) -> bool:
    """A character who stands with a formation [FW-007]."""
    return s.posted == Posted.LEFT or s.posted == Posted.RIGHT or s.posted == Posted.BEHIND


# Membership


def enrol(b: Battle, i: int, f: int) -> None:
    """A strip becomes a member, in no place yet: arrange or post it, then dress."""
    u = b.formations[f]
    b.strips[i].formation = f
    u.members[u.n] = i
    u.n += 1


def strike_off(b: Battle, i: int) -> None:
    """A strip is a member no more; those behind it in its file step up at once, its wall has one fewer [FW-046, FW-R09]."""
    s = b.strips[i]
    f = s.formation
    if f < 0:
        return
    u = b.formations[f]
    at = 0
    for k in range(u.n):
        if u.members[k] != i:
            u.members[at] = u.members[k]
            at += 1
    u.n = at
    s.formation = NOBODY
    if u.character == i:
        u.character = NOBODY
    elif s.posted == Posted.RANKS:
        step_up(b, u, s.file, s.rank)
    elif s.posted == Posted.SIDE:
        u.manned -= 1 << (3 * s.edge)
    measure(b, f)


def step_up(b: Battle, u: Formation, file: int, rank: int) -> None:
    """The strips behind a gap come forward by a rank [FW-R09]."""
    for k in range(u.n):
        t = b.strips[u.members[k]]
        if t.posted == Posted.RANKS and t.file == file and t.rank > rank:
            t.rank -= 1


def empty_formation(b: Battle) -> int:
    """A number that no formation has had yet, or nobody."""
    for f in range(b.n_formations):
        if b.formations[f].original == 0 and b.formations[f].n == 0 and b.formations[f].away == 0:
            return f
    return b.n_formations if b.n_formations < FORMATIONS else NOBODY


# Files and ranks


def ranks_for(strips: int, files: int) -> int:
    return (strips + files - 1) // files


def arrange(b: Battle, f: int, files: int) -> None:
    """Its strips, in their order, in so many files; a short last rank stands in the middle [FW-R09]."""
    u = b.formations[f]
    total = strips_of(u)
    u.files = min(files, total)
    at = 0
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if u.members[k] != u.character:
            rank = at // u.files
            here = min(u.files, total - rank * u.files)
            s.rank = rank
            s.file = at - rank * u.files + (u.files - here) // 2
            s.posted = Posted.RANKS
            at += 1
    dress(b, f)


def count_ranks(b: Battle, u: Formation) -> int:
    deepest = 0
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if s.posted == Posted.RANKS:
            deepest = max(deepest, s.rank + 1)
    return deepest


def measure_cell(b: Battle, u: Formation) -> None:
    """What a strip takes in a rank: as the widest and the deepest of them."""
    u.cell_width = 0.0
    u.cell_depth = 0.0
    for k in range(u.n):
        if u.members[k] != u.character:
            s = b.strips[u.members[k]]
            u.cell_width = max(u.cell_width, s.width)
            u.cell_depth = max(u.cell_depth, s.depth)


def dress(b: Battle, f: int) -> None:
    """Every member on its place [FW-R06, FW-R09]."""
    u = b.formations[f]
    measure_cell(b, u)
    u.ranks = count_ranks(b, u)
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if in_ranks(s):
            stand(u, s)
    sort_members(b, u)
    measure(b, f)


def stand(u: Formation, s: Strip) -> None:
    """A strip in its file and rank, or a character at the end of the front rank or behind [FW-R06]."""
    if s.posted == Posted.LEFT or s.posted == Posted.RIGHT:
        s.rank = 0
        s.file = -1 if s.posted == Posted.LEFT else u.files
    elif s.posted == Posted.BEHIND:
        s.rank = u.ranks
        s.file = 0
    box = spot(u, s, s.posted, s.file, s.rank, u.files, u.ranks, Box(u.x, u.y, u.fx, u.fy, 0.0, 0.0))
    s.fx = box.fx
    s.fy = box.fy
    s.x = box.x
    s.y = box.y


def spot(u: Formation, s: Strip, posted: int, file: int, rank: int, files: int, ranks: int, at: Box) -> Box:
    """Where a member stands, so posted, if its formation has that shape and its front edge is there."""
    back = rank * u.cell_depth
    right = (file - (files - 1) / 2.0) * u.cell_width
    if posted == Posted.LEFT or posted == Posted.RIGHT:
        right = (files * u.cell_width + s.width) / 2.0
        if posted == Posted.LEFT:
            right = -right
        back = 0.0
    elif posted == Posted.BEHIND:
        right = 0.0
        back = ranks * u.cell_depth
    back += s.depth / 2.0
    x = at.x - at.fx * back + at.fy * right
    y = at.y - at.fy * back - at.fx * right
    return Box(x, y, at.fx, at.fy, s.width, s.depth)


def comes_before(a: Strip, c: Strip) -> bool:
    """Front rank first, each from the left [FW-R16]."""
    return a.rank < c.rank or (a.rank == c.rank and a.file < c.file)


def sort_members(b: Battle, u: Formation) -> None:
    """Members in the order in which they roll dice [FW-R16]."""
    for k in range(1, u.n):
        i = u.members[k]
        at = k
        while at > 0 and comes_before(b.strips[i], b.strips[u.members[at - 1]]):
            u.members[at] = u.members[at - 1]
            at -= 1
        u.members[at] = i


def put(b: Battle, f: int, x: float, y: float, fx: float, fy: float) -> None:
    """The formation on a place, so facing; strips that lapped round an enemy fall in again."""
    u = b.formations[f]
    u.x = x
    u.y = y
    u.fx = fx
    u.fy = fy
    fall_in(b, u)
    dress(b, f)


def fall_in(b: Battle, u: Formation) -> None:
    """Strips with poses of their own are in ranks again."""
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if not in_ranks(s):
            s.posted = Posted.LEFT if u.members[k] == u.character else Posted.RANKS


def follow(b: Battle, f: int) -> None:
    """A formation of one strip stands where the strip stands: for a strip that came away from another."""
    u = b.formations[f]
    s = b.strips[u.members[0]]
    s.posted = Posted.RANKS
    s.file = 0
    s.rank = 0
    u.files = 1
    u.fx = s.fx
    u.fy = s.fy
    u.x = s.x + s.fx * s.depth / 2.0
    u.y = s.y + s.fy * s.depth / 2.0
    dress(b, f)
    note_place(b, f)


# Front ranks


def in_front_rank(b: Battle, i: int) -> bool:
    """Nobody of its formation is in front of it [FW-R09]; along a building all are [FW-R27]."""
    s = b.strips[i]
    if s.posted == Posted.BEHIND:
        return False
    if s.posted != Posted.RANKS or s.rank == 0:
        return True
    return ranks_ahead(b, i) == 0


def ranks_ahead(b: Battle, i: int) -> int:
    """How many strips of its formation stand in front of it in its file."""
    s = b.strips[i]
    u = b.formations[s.formation]
    n = 0
    for k in range(u.n):
        t = b.strips[u.members[k]]
        if t.posted == Posted.RANKS and t.file == s.file and t.rank < s.rank:
            n += 1
    return n


# The whole formation


def measure(b: Battle, f: int) -> None:
    """Note the rectangle around those in ranks and the circle around all: whenever its bases are put somewhere."""
    u = b.formations[f]
    u.loose = 0
    left, right, front, rear = 1000.0, -1000.0, -1000.0, 1000.0
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if in_ranks(s):
            ahead = (s.x - u.x) * u.fx + (s.y - u.y) * u.fy
            aside = (s.x - u.x) * u.fy - (s.y - u.y) * u.fx
            left = min(left, aside - s.width / 2.0)
            right = max(right, aside + s.width / 2.0)
            front = max(front, ahead + s.depth / 2.0)
            rear = min(rear, ahead - s.depth / 2.0)
        else:
            u.loose += 1
    if left > right:
        left, right, front, rear = 0.0, 0.0, 0.0, 0.0
    u.ahead = (front + rear) / 2.0
    u.aside = (left + right) / 2.0
    u.width = right - left
    u.depth = front - rear
    draw_circle(b, f)


def draw_circle(b: Battle, f: int) -> None:
    """About the middle of its rectangle, so wide that it takes in every base, those round a flank too."""
    u = b.formations[f]
    box = rectangle_of(b, f)
    u.middle_x = box.x
    u.middle_y = box.y
    u.girth = length(box.width, box.depth) / 2.0
    if u.loose > 0:
        for k in range(u.n):
            s = b.strips[u.members[k]]
            u.girth = max(u.girth, distance(s.x, s.y, box.x, box.y) + length(s.width, s.depth) / 2.0)


def rectangle_of(b: Battle, f: int) -> Box:
    """The rectangle around all its members in ranks, attached character and all [FW-R32]."""
    u = b.formations[f]
    return rectangle_from(u, u.x, u.y, u.fx, u.fy)


def rectangle_from(u: Formation, x: float, y: float, fx: float, fy: float) -> Box:
    """The same, were its place there, so facing, with everybody in ranks."""
    cx = x + fx * u.ahead + fy * u.aside
    cy = y + fy * u.ahead - fx * u.aside
    return Box(cx, cy, fx, fy, u.width, u.depth)


def then_box(u: Formation) -> Box:
    """Where it stood when the charging side's Phase 1 began [FW-R32]."""
    return Box(u.then_x, u.then_y, u.then_fx, u.then_fy, u.then_width, u.then_depth)


def note_places(b: Battle) -> None:
    """Where everybody stands as a side's Phase 1 begins: charges are judged by it [FW-049, FW-R32]."""
    for f in range(b.n_formations):
        if b.formations[f].n > 0:
            note_place(b, f)


def note_place(b: Battle, f: int) -> None:
    """Where one formation stands now."""
    u = b.formations[f]
    box = rectangle_of(b, f)
    u.then_x = box.x
    u.then_y = box.y
    u.then_fx = box.fx
    u.then_fy = box.fy
    u.then_width = box.width
    u.then_depth = box.depth


# Closing up


def file_is_empty(b: Battle, u: Formation, file: int) -> bool:
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if s.file == file and u.members[k] != u.character:
            return False
    return True


def first_empty_file(b: Battle, u: Formation) -> int:
    for file in range(u.files):
        if file_is_empty(b, u, file):
            return file
    return NOBODY


def shut_file(b: Battle, u: Formation, file: int, by: int) -> None:
    """The files to the right of an empty one close up by one, or open again."""
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if u.members[k] != u.character and s.file >= file + (1 if by < 0 else 0):
            s.file += by
    u.files += by


def close_up(b: Battle, f: int) -> None:
    """At the end of a step the ranks close on their centre, unless that would break a contact [FW-R09]."""
    dress(b, f)
    close_files(b, f)


def close_files(b: Battle, f: int) -> None:
    """The same of a formation of which everybody is in his place."""
    u = b.formations[f]
    if u.building >= 0 or strips_of(u) == 0:
        return
    before = u.files
    while True:
        file = first_empty_file(b, u)
        if file < 0 or not close_file(b, f, file):
            break
    if u.files != before:
        emit(b.log, Ev.CLOSED_UP, R + 9, f, NOBODY, u.files, u.ranks, 0.0)


def close_file(b: Battle, f: int, file: int) -> bool:
    """Close one empty file; or leave it, if somebody would lose touch with the enemy, or stand on others [FW-R09]."""
    u = b.formations[f]
    touching = contacts(b, u)
    shut_file(b, u, file, -1)
    dress(b, f)
    if contacts(b, u) & touching == touching and not lies_on_others(b, f):
        return True
    shut_file(b, u, file, 1)
    dress(b, f)
    return False


def lies_on_others(b: Battle, f: int) -> bool:
    """Does a base of this formation lie on one of another?"""
    u = b.formations[f]
    for g in range(b.n_formations):
        v = b.formations[g]
        if g != f and v.n > 0 and v.building < 0 and not surely_apart(u, v, 0.0):
            for k in range(u.n):
                for m in range(v.n):
                    if boxes_overlap(box_of(b.strips[u.members[k]]), box_of(b.strips[v.members[m]]), OVERLAP):
                        return True
    return False


def contacts(b: Battle, u: Formation) -> int:
    """Which of its members touch an enemy, a set by their order (which closing up does not change)."""
    out = 0
    for k in range(u.n):
        if touches_enemy(b, u.members[k]):
            out |= 1 << k
    return out
