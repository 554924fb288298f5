"""Splitting combats into fights: who is in, who faces whom."""

from __future__ import annotations

from .state import Battle


def split_fights(b: Battle) -> None:
    """Heroic combats are paired first, then each linked group is split [FW-143, FW-144, FW-R69, FW-R80].

    Fills b.fights and b.n_fights, strip.fight and strip.attacked; asks FIGHT (a tie) and DUEL."""
    b.n_fights = 0
    for i in range(b.n_strips):
        b.strips[i].fight = -1
    # to be written
