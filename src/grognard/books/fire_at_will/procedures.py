"""What can be adjudicated on its own: the procedures of the book, run by the very functions the battle runs."""

from __future__ import annotations

from ...book import Procedure
from . import ruling_fire, ruling_magic, ruling_melee, ruling_morale  # each enters its own
from .situations import ENTRIES

RULINGS = (ruling_fire, ruling_morale, ruling_melee, ruling_magic)
PROCEDURES: dict[str, Procedure] = ENTRIES
