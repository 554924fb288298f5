"""Strips that magic sets somewhere: those that rise again, and those that change sides."""

from __future__ import annotations

from ...values import Box
from .houses import EVEN, man_sides, room_on_side
from .places import dress, empty_formation, enrol, follow
from .state import NOBODY, Battle, BuildingCapacity, Formation, Nerve, Orders, Posted
from .strips import forget_turn, is_character, is_garrison, strips_of
from .touching import strip_formation_gap
from .ways import free_spot, ground_bears, keeps_off, stands_clear

SIDES = 4


# A formation of one


def new_number(b: Battle) -> int:
    """The number of a formation that has not been yet, or nobody."""
    return empty_formation(b)


def found(b: Battle, f: int, side: int) -> None:
    """A formation comes to be, with nobody in it yet; its move of this turn is over."""
    b.n_formations = max(b.n_formations, f + 1)
    u = b.formations[f]
    u.side = side
    u.n = 0
    u.original = 1
    u.character = NOBODY
    forget_past(u)
    u.orders = Orders.NONE
    u.moved = True
    u.done = True
    u.began = True
    u.spent = 0.0
    u.share = 1.0
    u.seen = (1 << f) - 1  # nothing that was there before surprises it


def forget_past(u: Formation) -> None:
    """Nothing of what a formation of that number once did binds it."""
    u.hidden = False
    u.nerve = Nerve.CALM
    u.routed_by = NOBODY
    u.pursued = False
    u.pursued_before = False
    u.pursuing = False
    u.building = NOBODY
    u.manned = 0
    u.wall = NOBODY
    u.wall_since = 0
    u.melee_since = 0
    forget_turn(u)


def stand_alone(b: Battle, i: int, f: int, x: float, y: float) -> None:
    """A strip by itself, there, facing as it does: the formation of one with that number."""
    s = b.strips[i]
    found(b, f, s.side)
    s.x = x
    s.y = y
    enrol(b, i, f)
    follow(b, f)


def apart_spot(b: Battle, i: int) -> tuple[float, float, bool]:
    """The nearest free spot to a strip that is clear of everybody, its old formation too [FW-R107]."""
    s = b.strips[i]
    return free_spot(b, i, s.x, s.y, b.rules.set_apart, max(b.ground.width, b.ground.depth))


# Coming back


def may_come_back(b: Battle, i: int, caster: int, reach: float) -> bool:
    """Is there room for a dead strip, with its formation or near the caster [FW-R106]?"""
    if rejoins(b, i, caster):
        return True
    _, _, found_one = raising_spot(b, i, caster, reach)
    return found_one and own_number(b, i) >= 0


def own_number(b: Battle, i: int) -> int:
    """The formation in which a risen strip is alone: that which it began in if nobody is left of it, or a new one."""
    home = b.strips[i].home
    return home if b.formations[home].n == 0 else new_number(b)


def raising_spot(b: Battle, i: int, caster: int, reach: float) -> tuple[float, float, bool]:
    """The nearest spot to the caster that touches nobody, within reach [FW-R106]."""
    c = b.strips[caster]
    most = reach if reach > 0.0 else b.rules.raise_reach
    return free_spot(b, i, c.x, c.y, 2.0 * b.rules.contact, most)


def rejoins(b: Battle, i: int, caster: int) -> bool:
    """Its formation is within reach, is not full, and has a place for it [FW-005, FW-R106]."""
    s = b.strips[i]
    f = s.home
    u = b.formations[f]
    if is_character(s) or u.n == 0 or u.side != s.side or strips_of(u) >= b.rules.most_strips:
        return False
    if strip_formation_gap(b, caster, f) > b.rules.raise_reach + b.rules.tolerance:
        return False
    if is_garrison(u):
        return side_with_room(b, f) >= 0
    file, _ = place_in_ranks(b, i, f)
    return file >= 0


def rejoin(b: Battle, i: int) -> None:
    """A risen strip takes its place, behind one of the files or along a side of the building [FW-R106]."""
    s = b.strips[i]
    f = s.home
    u = b.formations[f]
    if is_garrison(u):
        how = manned_with(b, u, side_with_room(b, f))
        enrol(b, i, f)
        man_sides(b, f, u.building, how)
        return
    file, rank = place_in_ranks(b, i, f)
    enrol(b, i, f)
    s.posted = Posted.RANKS
    s.file = file
    s.rank = rank
    dress(b, f)


def depth_of_file(b: Battle, u: Formation, file: int) -> int:
    """How many ranks stand in a file."""
    deepest = 0
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if s.posted == Posted.RANKS and s.file == file:
            deepest = max(deepest, s.rank + 1)
    return deepest


def place_in_ranks(b: Battle, i: int, f: int) -> tuple[int, int]:
    """The end of the shortest file where strip i has room and touches no enemy: file and rank; -1 if there is none."""
    u = b.formations[f]
    best = NOBODY
    least = u.ranks + 1
    behind = u.character >= 0 and b.strips[u.character].posted == Posted.BEHIND
    for file in range(u.files):
        rank = depth_of_file(b, u, file)
        if 0 < rank < least and not (behind and rank == u.ranks):
            box = box_in_ranks(b, i, u, file, rank)
            if ground_bears(b, i, box) and stands_clear(b, f, box):
                if keeps_off(b, i, box, 2.0 * b.rules.contact, True):
                    best = file
                    least = rank
    return best, least


def box_in_ranks(b: Battle, i: int, u: Formation, file: int, rank: int) -> Box:
    """Where strip i would stand in that file and rank: as places.stand puts it."""
    s = b.strips[i]
    back = rank * u.cell_depth + s.depth / 2.0
    right = (file - (u.files - 1) / 2.0) * u.cell_width
    return Box(
        u.x - u.fx * back + u.fy * right, u.y - u.fy * back - u.fx * right, u.fx, u.fy, s.width, s.depth
    )


def on_side(b: Battle, u: Formation, edge: int) -> int:
    """How many strips of a garrison line a side."""
    n = 0
    for k in range(u.n):
        s = b.strips[u.members[k]]
        if u.members[k] != u.character and s.posted == Posted.SIDE and s.edge == edge:
            n += 1
    return n


def side_with_room(b: Battle, f: int) -> int:
    """The first side of its building where one more strip fits, or nobody [FW-046, FW-R27]."""
    u = b.formations[f]
    for edge in range(SIDES):
        if b.options.building_capacity == BuildingCapacity.UNLIMITED:
            return edge
        if on_side(b, u, edge) < room_on_side(b, f, u.building, edge):
            return edge
    return NOBODY


def manned_with(b: Battle, u: Formation, edge: int) -> int:
    """The sides of its building as they are manned, with one more on one of them."""
    how = 0
    place = 1
    for each in range(SIDES):
        how += place * (on_side(b, u, each) + (1 if each == edge else 0))
        place *= EVEN
    return how
