"""Guns and wagons on the move, and who goes with them [EC-090, EC-092, EC-R32, PS-089]."""

from __future__ import annotations

from ...battle import emit
from ...table.vectors import distance, unit
from .figures import NEAR, count_off, first, lose, next_of, set_down
from .guns import mark_serving
from .moves import face_along, note_move
from .plans import check_engine_place, men_at
from .state import OWN, OWN_PS, Act, Activity, Battle, Book, EngineKind, Ev, Gait, Limber, Lost, R, Role
from .ways import free_place


def drives(b: Battle, g: int) -> bool:
    """Is a group with its wagon or its limbered gun, so that what it drives goes where it goes [EC-R32]?"""
    k = b.groups[g].engine
    if k < 0 or b.groups[g].role == Role.TROOPS or b.engines[k].gone or men_at(b, g, k, False) < 1:
        return False
    e = b.engines[k]
    return e.kind == EngineKind.WAGON or e.limber == Limber.LIMBERED


def bring_engine(b: Battle, g: int, x: float, y: float) -> float:
    """A gun or wagon goes somewhere, and its crew with it; how far."""
    e = b.engines[b.groups[g].engine]
    dx, dy = x - e.x, y - e.y
    e.x, e.y = x, y
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        x, y, _ = free_place(b, i, f.x + dx, f.y + dy)
        set_down(b, i, x, y)
        f.spent = 1.0
        i = next_of(b, i)
    count_off(b, g)
    return distance(0.0, 0.0, dx, dy)


def drive_on(b: Battle, g: int) -> None:
    """Who drives goes on to where he was going, over open ground only, and off the table if that is the way.

    [EC-092, EC-R32, PS-089, TY-R17]"""
    u = b.groups[g]
    k = u.engine
    e = b.engines[k]
    ux, uy = unit(u.to_x - e.x, u.to_y - e.y)
    left = distance(e.x, e.y, u.to_x, u.to_y)
    far = min(left, b.rules.limbered_move)
    if left <= b.rules.limbered_move + NEAR and is_on_edge(b, u.to_x, u.to_y):
        drive_off(b, g, left)
        return
    while far > NEAR and check_engine_place(b, k, e.x + ux * far, e.y + uy * far) != 0:
        far -= 1.0
    if far > NEAR:
        e.fx, e.fy = ux, uy
        far = bring_engine(b, g, e.x + ux * far, e.y + uy * far)
        face_along(b, g, ux, uy)
        mark_serving(b, k)
        rule = OWN_PS + 89 if b.book == Book.PIKE_AND_SHOT else OWN + 92
        emit(b.log, Ev.GUN_MOVES, rule, k, -1, Act.DRIVE, 0, far)
    note_move(b, g, Gait.WALK, max(0.0, far))
    if distance(e.x, e.y, u.to_x, u.to_y) <= 1.0:
        u.activity = Activity.HALTED


def is_on_edge(b: Battle, x: float, y: float) -> bool:
    """Is a place on the edge of the table, or over it?"""
    return x <= NEAR or y <= NEAR or x >= b.ground.width - NEAR or y >= b.ground.depth - NEAR


def drive_off(b: Battle, g: int, far: float) -> None:
    """Off the table, as the scenario has it [TY-099]."""
    k = b.groups[g].engine
    b.engines[k].gone = True
    i = first(b, g)
    while i >= 0:
        after = next_of(b, i)
        lose(b, i, Lost.SAVED)
        emit(b.log, Ev.LEAVES, R + 89, i, g, 0, 0, far)
        i = after
