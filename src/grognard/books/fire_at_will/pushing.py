"""FAST STRIKE: the enemies that it touches are pushed back before the fights."""

from __future__ import annotations

from ...battle import emit
from .places import put
from .state import Battle, Ev, Formation, R
from .strips import is_big, is_garrison, is_lone_character
from .touching import formations_touch, touches_formation
from .ways import first_met, has_room_at

STEP = 0.1  # inches: how finely the ground behind is tried


def strike_fast(b: Battle, f: int, i: int) -> None:
    """Every enemy formation that it touches, or that the character does, by their numbers [FW-090, FW-R100]."""
    mine = b.strips[i].formation if i >= 0 else f
    if mine < 0 or b.formations[mine].n == 0:
        return
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != b.formations[mine].side and may_be_pushed(b, v):
            touched = touches_formation(b, i, g) if i >= 0 else formations_touch(b, mine, g)
            if touched:
                push_back(b, g, mine)


def may_be_pushed(b: Battle, v: Formation) -> bool:
    """No hero or leader, dragon, giant, troll or behemoth; nobody in a building [FW-090, FW-R100]."""
    if is_garrison(v) or is_lone_character(b, v):
        return False
    for k in range(v.n):
        if is_big(b.strips[v.members[k]]):
            return False
    return True


def push_back(b: Battle, g: int, by: int) -> None:
    """Straight back, facing kept, until something is in the way [FW-R29, FW-R100]."""
    v = b.formations[g]
    far = room_behind(b, g)
    if far > 0.0:
        put(b, g, v.x - v.fx * far, v.y - v.fy * far, v.fx, v.fy)
    emit(b.log, Ev.PUSHED_BACK, R + 100, g, by, 0, 0, far)


def room_behind(b: Battle, g: int) -> float:
    """How far a formation can go straight back: troops, ground and the table edge stop it [FW-R100]."""
    v = b.formations[g]
    most = b.rules.push_back
    when, _ = first_met(b, g, -v.fx * most, -v.fy * most, True, True)
    most *= min(when, 1.0)
    far = 0.0
    while far < most:
        farther = min(far + STEP, most)
        if not has_room_at(b, g, -v.fx * farther, -v.fy * farther):
            return far
        far = farther
    return far
