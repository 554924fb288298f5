"""What can be adjudicated on its own: the procedures of a book, run by the very functions the battle runs."""

from __future__ import annotations

from ...book import Procedure
from . import ruling_command, ruling_fire, ruling_melee, ruling_points, ruling_risk  # each enters its own
from .names import Member
from .situations import ENTRIES, kit_of

RULINGS = (ruling_command, ruling_risk, ruling_fire, ruling_melee, ruling_points)


def procedures(m: Member) -> dict[str, Procedure]:
    """The procedures of a book of the family, by name."""
    kit = kit_of(m)
    of_chapter = {chapter.__name__: n for n, chapter in enumerate(RULINGS)}
    entries = sorted(ENTRIES, key=lambda e: of_chapter[e.prepare.__module__])
    return {e.name: e.of(kit) for e in entries if e.only in (None, m.book)}
