"""Outside the rules: an army list by itself, read as a battle would read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ... import tables
from ...armies import Muster, Priced, check_book, plain_muster
from ...problems import Problem
from ...scenario import entry_at, read
from ...setting import once_each
from .setup import FOLDER, Force, muster
from .state import LEADERS, UNITS, Battle, Grade, Troop, Unit, Weapon


def check_force(path: Path, house: tables.Override) -> Muster:
    """Units and generals, if a battle could have them; the book has no points and no restrictions."""
    b = Battle()
    tables.apply(b.rules, b.options, FOLDER, "fh", house)
    force = read(path, Force)
    check_book(force.book, "horse-and-musket", path)
    once_each(path, "units", [unit.id for unit in force.units])
    once_each(path, "generals", [general.id for general in force.generals])
    if len(force.units) > UNITS or len(force.generals) > LEADERS:
        raise Problem(f"{path}: at most {UNITS} units and {LEADERS} generals are in one battle")
    return plain_muster(force.name, lines(b, force, path))


def lines(b: Battle, force: Force, path: Path) -> Iterator[Priced]:
    for n, entry in enumerate(force.units):
        u = muster(b, 0, entry, f"{path}: {entry_at('units', n, entry.name)}")
        yield Priced(entry.id, entry.name, u.figures, 0, kind_of(u))
    for general in force.generals:
        yield Priced(general.id, general.name, 1, 0, f"general, rating {general.rating}", figures=False)


def kind_of(u: Unit) -> str:
    """line, regular, musket."""
    weapon = [Weapon(u.weapon).name] if u.weapon != Weapon.NONE else []
    return ", ".join([Troop(u.troop).name, Grade(u.grade).name, *weapon]).lower().replace("_", " ")
