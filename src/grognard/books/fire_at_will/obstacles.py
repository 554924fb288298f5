"""Walls, hedges, streams and fords: where one stops, and how one crosses."""

from __future__ import annotations

from ...values import Box
from .state import NOBODY, Battle


def stop_at(b: Battle, f: int, box: Box, dx: float, dy: float) -> float:
    """The part of a straight way, from 0 to 1, after which an obstacle stops it [FW-030, FW-032, FW-036, FW-037]."""
    return 1.0  # to be written


def obstacle_touched(b: Battle, box: Box) -> int:
    """The wall, hedge, stream or ford whose edge a formation touches, or nobody [FW-R21, FW-R22]."""
    return NOBODY  # to be written


def note_lining(b: Battle) -> None:
    """Who lines a wall or hedge, and since when: the one there first defends it [FW-R48, FW-R73]."""
    # to be written


def lines_wall_against(b: Battle, i: int, x: float, y: float) -> int:
    """The wall or hedge that strip i defends against somebody there, or nobody [FW-118, FW-R48, FW-R73]."""
    return NOBODY  # to be written
