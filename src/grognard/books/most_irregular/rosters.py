"""Outside the rules: an army list by itself, read as a battle would read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...armies import Muster, Priced, check_book, plain_muster
from ...problems import Problem
from ...scenario import entry_at, read
from ...setting import once_each
from ...tables import Override
from .setup import Force, ForceBody, ForceCommander, Names, appoint, check_room, lay_rules, muster
from .state import COMMANDERS, Battle


def check_force(path: Path, house: Override) -> Muster:
    """Bodies and commanders, if a battle could have them; the book has no points and no restrictions."""
    b = Battle()
    lay_rules(b, house)
    force = read(path, Force)
    check_book(force.book, "most-irregular", path)
    once_each(path, "bodies", [body.id for body in force.bodies])
    once_each(path, "commanders", [commander.id for commander in force.commanders])
    if len(force.commanders) > COMMANDERS:
        raise Problem(f"{path}: at most {COMMANDERS} commanders are in one battle")
    return plain_muster(force.name, lines(b, force, path))


def lines(b: Battle, force: Force, path: Path) -> Iterator[Priced]:
    names = Names()
    for n, body in enumerate(force.bodies):
        where = f"{path}: {entry_at('bodies', n, body.name)}"
        check_room(b, 0, body, where)
        muster(b, 0, body, names, where)
        yield Priced(body.id, body.name, body.men, 0, body_words(body))
    for n, commander in enumerate(force.commanders):
        where = f"{path}: {entry_at('commanders', n, commander.name)}"
        appoint(b, 0, commander, (0.0, 0.0), names, where)
        yield Priced(commander.id, commander.name, 1, 0, commander_words(commander), figures=False)


def body_words(body: ForceBody) -> str:
    """regular, early rifle, mounted."""
    weapon = [body.weapon] if body.weapon != "none" else []
    more = ["breech loader"] * body.breech_loader + ["mounted"] * body.mounted
    return ", ".join([body.quality, *weapon, *more, *body.traits]).replace("_", " ")


def commander_words(c: ForceCommander) -> str:
    more = ["mounted"] * c.mounted + ["charismatic"] * c.charismatic + ["officer only"] * c.officer_only
    return ", ".join([f"commander, {c.quality}", *more, *c.traits])
