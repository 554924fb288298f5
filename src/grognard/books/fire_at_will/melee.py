"""Melee: the dice, and what the winner does."""

from __future__ import annotations

from .state import Battle


def fight_all(b: Battle) -> None:
    """Every ordinary fight is rolled once; asks LEAD and VICTIM [FW-145, FW-169, FW-170, FW-171, FW-172, FW-R12, FW-R16].

    Losses are taken with hits.take_hit; the sequence deals them when all have rolled."""
    # to be written
