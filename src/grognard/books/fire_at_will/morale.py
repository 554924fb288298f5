"""Morale: the tests, when they are taken, and what comes of them."""

from __future__ import annotations

from .nerves import note_surprises
from .sight import reveal_seen
from .state import Battle, Check, MoraleTests


def checkpoint(b: Battle, check: int) -> None:
    """Those who have cause test, Side 1 first, by their numbers; who fails runs [FW-122, FW-123, FW-R16, FW-R54]."""
    reveal_seen(b)
    if check == Check.AFTER_MOVES:
        note_surprises(b)
    if b.options.morale_tests == MoraleTests.ONCE_PER_TURN and check != Check.AFTER_MELEE:
        return
    # to be written


def take_test(b: Battle, f: int, check: int) -> int:
    """Roll, add the factors; the score [FW-126, FW-138]."""
    return b.rules.calm_at  # to be written


def stop_runners(b: Battle, side: int) -> None:
    """At the start of Phase 1 routers must test: they stop, or run on [FW-141, FW-184, FW-185, FW-R63, FW-R111]."""
    # to be written


def chosen_test(b: Battle, f: int, check: int) -> None:
    """A test by choice, or of a halted formation: the result binds [FW-125, FW-140, FW-R63, FW-R64]."""
    # to be written
