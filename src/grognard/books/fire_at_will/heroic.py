"""Heroic combat: heroes against heroes, dragons and giants, by coins."""

from __future__ import annotations

from ...values import Order
from .state import Battle


def duel_all(b: Battle) -> None:
    """Every heroic combat, before the other fights [FW-174, FW-177, FW-R16, FW-R82, FW-R83]."""
    # to be written


def flee(b: Battle, o: Order) -> None:
    """He takes the hit, then runs if he lives [FW-178, FW-R84]."""
    # to be written
