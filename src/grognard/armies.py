"""What a book says of an army list: every line with its price, the sum, and what is not allowed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .book import BOOKS, Book, book
from .problems import Problem, unknown
from .tables import read_toml


@dataclass(frozen=True)
class Priced:
    """Figures of a list that are alike, or a gun: what each costs and why."""

    group: str  # its id in the list
    name: str
    count: int
    each: int
    parts: str  # "4 Fair soldier + 3 musket"
    figures: bool = True  # False: a gun

    @property
    def total(self) -> int:
        return self.count * self.each


@dataclass(frozen=True)
class Breach:
    """Something that is not allowed: of whom (or of the whole list: ""), what, and by which rules."""

    group: str
    text: str
    rules: tuple[str, ...]

    @property
    def said(self) -> str:
        whom = f"{self.group}: " if self.group else ""
        return f"{whom}{self.text}" + (f" [{', '.join(self.rules)}]" if self.rules else "")


@dataclass(frozen=True)
class Muster:
    """An army list as its book sees it."""

    name: str
    priced: bool  # False: the book has no points
    lines: tuple[Priced, ...]
    breaches: tuple[Breach, ...]
    notes: tuple[Breach, ...]  # what is allowed, but is not as the book would have it
    noun: str = "figure"  # what is counted
    judged: bool = True  # False: the book has no rules for army lists

    @property
    def figures(self) -> int:
        return sum(line.count for line in self.lines if line.figures)

    @property
    def points(self) -> int:
        return sum(line.total for line in self.lines)


def plain_muster(name: str, lines: Iterable[Priced], noun: str = "figure") -> Muster:
    """A list of a book that has neither points nor rules for army lists."""
    return Muster(name, False, tuple(lines), (), (), noun, judged=False)


def check_book(said: str, of: str, path: Path) -> None:
    """A list that says of which book it is must be of this one."""
    if said and said != of:
        raise Problem(f"{path}: book: {said!r} given, {of!r} wanted")


# Which file, and of which book


def force_paths() -> dict[str, tuple[str, Path]]:
    """Every army list that comes with the books, by its name: its book, and the file."""
    folders = {name: book(name).folder / "forces" for name in BOOKS}
    return {p.stem: (name, p) for name, folder in folders.items() for p in sorted(folder.glob("*.toml"))}


def find_force(name: str, book_name: str | None) -> tuple[Book, Path]:
    """A list by its name, or a file of somebody's own; its book is told, or named in it, or the one it lies with."""
    listed = force_paths()
    if name in listed:
        of, path = listed[name]
        return book(book_name or of), path
    if not name.endswith(".toml") and "/" not in name:
        raise unknown("force", name, listed)
    path = Path(name)
    said = book_name or read_toml(path).get("book") or beside(path, listed)
    if not isinstance(said, str) or not said:
        raise Problem(f'{path}: of which book? Write book = "..." in it, or give --book: {", ".join(BOOKS)}')
    return book(said), path


def beside(path: Path, listed: dict[str, tuple[str, Path]]) -> str:
    """The book whose lists a file lies with, or nothing."""
    return next((of for of, known in listed.values() if known.parent == path.resolve().parent), "")
