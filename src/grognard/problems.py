"""What people got wrong, said so that they can put it right.  Commands end with exit code 2 on these."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class Problem(Exception):
    """Bad input: one helpful line that says what, where and what would be right."""


def choices(values: Iterable[str]) -> str:
    return ", ".join(values)


def unknown(what: str, given: str, allowed: Iterable[str], where: str = "") -> Problem:
    """unknown("book", "hrse", [...]): where it stands, the nearest, and all that is allowed."""
    known = list(allowed)
    near = difflib.get_close_matches(given, known, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    place = f"{where}: " if where else ""
    return Problem(f"{place}unknown {what} {given!r}.{hint} Allowed: {choices(known)}")
