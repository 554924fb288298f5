"""Turning of horse: each turn of up to 45 degrees comes after a part of the move [EC-061, EC-062, EC-R05, PS-R10]."""

from __future__ import annotations

from ...table.vectors import unit
from .figures import NEAR, first, has_cavalry_limits, is_mounted, nearest_pair, next_of, radius
from .state import Battle, Gait
from .ways import allowance

EIGHTH = 0.7071067811865476  # the cosine of 45 degrees


def has_turning_limits(b: Battle, g: int) -> bool:
    """Horse of the early 19th century; of pike and shot if a game has it so [EC-061, PS-R10]."""
    return is_mounted(b, g) and has_cavalry_limits(b)


def eighths(cosine: float) -> int:
    """How many turns of up to 45 degrees an angle takes."""
    if cosine >= 1.0 - 1e-9:
        return 0
    if cosine >= EIGHTH - 1e-9:
        return 1
    if cosine >= -1e-9:
        return 2
    return 3 if cosine >= -EIGHTH - 1e-9 else 4


def way_for_turns(b: Battle, turns: int, gait: int) -> float:
    """How far horse goes for so many turns: a quarter of the gait's move each, at the gallop a half [EC-061, EC-062]."""
    share = b.rules.gallop_turn_share if gait == Gait.GALLOP else b.rules.turn_share
    return turns * share * b.rules.gait_most[gait]


def way_to_face(b: Battle, g: int, dx: float, dy: float, gait: int) -> float:
    """How far a group goes before it has turned to a direction; 0 for who turns freely [TY-R65, EC-R05]."""
    if not has_turning_limits(b, g):
        return 0.0
    f = b.figures[first(b, g)]
    return way_for_turns(b, eighths(f.fx * dx + f.fy * dy), gait)


def is_ahead(b: Battle, g: int, h: int) -> bool:
    """Would somebody of a group who goes straight on run into somebody of the other?"""
    i = first(b, g)
    while i >= 0:
        f = b.figures[i]
        j = first(b, h)
        while j >= 0:
            dx, dy = b.figures[j].x - f.x, b.figures[j].y - f.y
            if f.fx * dx + f.fy * dy > 0.0 and abs(f.fx * dy - f.fy * dx) <= radius(b, i) + radius(b, j):
                return True
            j = next_of(b, j)
        i = next_of(b, i)
    return False


def way_to_charge(b: Battle, g: int, h: int, gait: int) -> float:
    """How far horse goes before it has turned to the nearest of a group; 0 if it is straight ahead [EC-R05, TY-R19]."""
    if not has_turning_limits(b, g) or is_ahead(b, g, h):
        return 0.0
    _, i, j = nearest_pair(b, g, h)
    ux, uy = unit(b.figures[j].x - b.figures[i].x, b.figures[j].y - b.figures[i].y)
    return way_to_face(b, g, ux, uy, gait)


def gait_to_turn(b: Battle, g: int, dx: float, dy: float, far: float, gait: int) -> int:
    """The fastest gait up to the wanted one at which a group turns that way within its move; HALT: it turns on the
    spot [EC-R05]."""
    while gait > Gait.HALT:
        if way_to_face(b, g, dx, dy, gait) <= min(far, allowance(b, first(b, g), gait)) + NEAR:
            return gait
        gait -= 1
    return gait
