"""Officers who go with their men [MI-R12]."""

from __future__ import annotations

from ...battle import emit
from ...table.vectors import length, rotated
from .decide import decide
from .forced import break_up, broken_by_ground, push_unit, unit_way
from .manoeuvres import enters_breaking
from .men import NEAR, alive, attached_to, members
from .places import RING, RINGS, free_place, officers_step_aside
from .state import NOBODY, OFFICER, Act, AskKind, Battle, Ev, On, R


def who_leads(b: Battle, f: int) -> int:
    """The commanders attached to a formation who choose to go with it, a set [MI-R12]."""
    if b.options.officers_lead == On.OFF:
        return 0
    led = 0
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if alive(c) and c.side == b.formations[f].side and attached_to(b, k) == f:
            if decide(b, AskKind.LEAD, c.side, k, f).kind == Act.YES:
                led |= 1 << k
                emit(b.log, Ev.LED, R + 12, k, f, 0, 0, 0.0)
    return led


def bring_along(b: Battle, led: int, dx: float, dy: float) -> None:
    """They keep station, as near as there is room [MI-R12]."""
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if (led >> k) % 2 == 1 and alive(c):
            bring_to(b, k, c.x + dx, c.y + dy)


def bring_round(b: Battle, led: int, px: float, py: float, c: float, s: float, dx: float, dy: float) -> None:
    """They keep station in a wheel about (px, py), and then straight on [MI-R12, MI-R22]."""
    for k in range(b.n_commanders):
        o = b.commanders[k]
        if (led >> k) % 2 == 1 and alive(o):
            x, y = rotated(o.x - px, o.y - py, c, s)
            bring_to(b, k, px + x + dx, py + y + dy)


def bring_to(b: Battle, k: int, x: float, y: float) -> None:
    """To a place, or the nearest with room."""
    px, py, found = free_place(b, OFFICER + k, x, y, 0.0, RING * RINGS)
    if found:
        b.commanders[k].x = px
        b.commanders[k].y = py


def retreat(b: Battle, f: int, x: float, y: float, far: float, rule: int) -> None:
    """A unit withdraws as a block, its officers with it if they like; woods break it up [MI-R42, MI-R26]."""
    if b.formations[f].size == 0:
        return
    side = b.formations[f].side
    led = who_leads(b, f)
    dx, dy = unit_way(b, f, x, y, far)
    emit(b.log, Ev.WITHDRAWS, rule, f, NOBODY, 0, 0, length(dx, dy))
    breaks = length(dx, dy) > NEAR and enters_breaking(b, side, members(b, f), dx, dy)
    push_unit(b, f, dx, dy)
    bring_along(b, led, dx, dy)
    if b.formations[f].size > 0 and (breaks or broken_by_ground(b, f) >= 0):
        break_up(b, f, members(b, f), R + 26, broken_by_ground(b, f))
    officers_step_aside(b, side)
