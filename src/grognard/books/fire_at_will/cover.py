"""Cover: how many range columns further out a target is."""

from __future__ import annotations

from .state import Battle


def cover_steps(b: Battle, i: int, j: int) -> int:
    """The columns that cover adds to a shot of strip i at strip j: the best of its covers [FW-118, FW-119, FW-R48]."""
    return 0  # to be written
