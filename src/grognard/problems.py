"""What people got wrong, said so that they can put it right.  Commands end with exit code 2 on these."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class Problem(Exception):
    """Bad input: one helpful line that says what, where and what would be right."""


ROOT = Path(__file__).parents[2]  # of a clone
NEAR = 5  # names that are nearest to one that is unknown
TELLING = 3  # letters by which a name may be known


def how_to_install(extra: str) -> str:
    """The command that gets what is optional: into a clone, if the program runs from one, else from where it came."""
    clone = (ROOT / "pyproject.toml").is_file()
    return f".venv/bin/pip install -e '.[{extra}]'" if clone else f"pip install 'grognard[{extra}]'"


def choices(values: Iterable[str]) -> str:
    return ", ".join(values)


def unknown(what: str, given: str, allowed: Iterable[str], where: str = "") -> Problem:
    """unknown("book", "hrse", [...]): where it stands, the nearest, and all that is allowed."""
    known = list(allowed)
    near = difflib.get_close_matches(given, known, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    place = f"{where}: " if where else ""
    return Problem(f"{place}unknown {what} {given!r}.{hint} Allowed: {choices(known)}")


def unknown_of_many(what: str, given: str, allowed: Iterable[str], lister: str) -> Problem:
    """The same where there are hundreds: only the nearest, and the command that lists them all."""
    near = [repr(name) for name in nearest(given, list(dict.fromkeys(allowed)))]
    meant = " or ".join(filter(None, (", ".join(near[:-1]), *near[-1:])))
    hint = f" Did you mean {meant}?" if near else ""
    return Problem(f"unknown {what} {given!r}.{hint} {lister} lists them all")


def nearest(given: str, known: list[str]) -> list[str]:
    """Those that are written much like it, and those that it is a part of."""
    near = difflib.get_close_matches(given, known, NEAR)
    parts = [name for name in known if len(given) >= TELLING and given.lower() in name]
    return list(dict.fromkeys([*near, *parts]))[:NEAR]
