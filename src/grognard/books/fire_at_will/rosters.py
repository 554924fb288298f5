"""Outside the rules: an army list by itself, read as a battle would read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...armies import Breach, Muster, Priced, check_book, plain_muster
from ...scenario import entry_at, read
from ...setting import once_each
from ...tables import Override
from .forces import Figure, Force, Names, figure_named, raise_character, raise_formation
from .setup import lay_rules
from .state import Battle


def check_force(path: Path, house: Override) -> Muster:
    """Formations and characters, if a battle could have them; the book has no points and no restrictions."""
    b, names = Battle(), Names()
    lay_rules(b, house)
    force = read(path, Force)
    check_book(force.book, "fire-at-will-men", path)
    once_each(path, "formations", [each.id for each in force.formations])
    once_each(path, "characters", [each.id for each in force.characters])
    found = plain_muster(force.name, list(lines(b, force, names, path)), "strip")
    return replace(found, notes=tuple(Breach("", note, ()) for note in names.notes))


def lines(b: Battle, force: Force, names: Names, path: Path) -> Iterator[Priced]:
    own: dict[str, Figure] = {each.id: each for each in force.figures}
    for n, entry in enumerate(force.formations):
        where = f"{path}: {entry_at('formations', n, entry.name)}"
        f = raise_formation(b, 0, entry, own, names, where)
        told = [f"{each.count} {figure_named(each.figure, own, where).name}" for each in entry.strips]
        yield Priced(entry.id, entry.name, b.formations[f].n, 0, ", ".join(told))
    for n, hero in enumerate(force.characters):
        where = f"{path}: {entry_at('characters', n, hero.name)}"
        raise_character(b, 0, hero, own, names, where)
        told = [figure_named(hero.figure, own, where).name, *["commander in chief"] * hero.cinc]
        yield Priced(hero.id, hero.name, 1, 0, ", ".join(told), figures=False)
