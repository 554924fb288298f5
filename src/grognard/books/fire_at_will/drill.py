"""The drill-book general."""

from __future__ import annotations

from ...values import Ask, Order
from .state import Battle
from .whim import at_random


def drill(b: Battle, ask: Ask) -> Order:
    """What a drill book would do."""
    return at_random(b, ask)  # to be written
