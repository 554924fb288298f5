"""Rout and pursuit."""

from __future__ import annotations

from .state import Battle


def rout(b: Battle, f: int, rule: int) -> None:
    """A formation begins to run, at once; pursuers may follow; asks STAY and PURSUE [FW-141, FW-179, FW-R68, FW-R98, FW-R108]."""
    # to be written


def face_about(b: Battle, f: int) -> None:
    """Routers turn free to face those who pursued them, before they test [FW-184, FW-R111]."""
    # to be written


def run_on(b: Battle, f: int) -> None:
    """A rout move of one that has not stopped: nobody may follow this turn [FW-185, FW-R111]."""
    # to be written
