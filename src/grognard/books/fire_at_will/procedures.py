"""What can be adjudicated on its own: the procedures of the book, run by the very functions the battle runs."""

from __future__ import annotations

from ...book import Procedure
from . import ruling_melee  # each enters its own
from .situations import ENTRIES

RULINGS = (ruling_melee,)
PROCEDURES: dict[str, Procedure] = ENTRIES
