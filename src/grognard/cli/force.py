"""grognard force: army lists, their points, and what is not allowed."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from ..armies import Breach, Muster, find_force
from ..book import BOOKS, Book
from ..chronicle import count
from ..problems import Problem
from .play import house_rules
from .read import print_json, say, show_table

Force = Annotated[
    str, typer.Argument(metavar="FILE", help="an army list: a file, or the name of one of a book's")
]
OfBook = Annotated[
    str | None, typer.Option("--book", metavar="BOOK", help=f"of which book it is: {', '.join(BOOKS)}")
]
Limit = Annotated[int | None, typer.Option(min=0, metavar="POINTS", help="at most so many points")]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a house rule; may be repeated")
]
House = Annotated[Path | None, typer.Option(metavar="FILE.toml", help="house rules from a file")]
Json = Annotated[bool, typer.Option("--json", help="as JSON")]

NOT_ALLOWED = 1  # the exit code


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Army lists: their points, and what is not allowed.", no_args_is_help=True)
    group.callback()(lambda: None)  # a command of its own, though it is the only one
    group.command()(check)
    app.add_typer(group, name="force")


def check(
    file: Force,
    book_name: OfBook = None,
    limit: Limit = None,
    set_: Set = None,
    house: House = None,
    as_json: Json = False,
) -> None:
    """Add up the points of an army list line by line and name what is not allowed; exit code 1 if anything is not."""
    of, path = find_force(file, book_name)
    muster = of.check_force(path, house_rules(house, set_ or []))
    if limit is not None and not muster.priced:
        raise Problem(f"--limit: {of.title} has no points")
    breaches = [*muster.breaches, *over(muster, limit)]
    if as_json:
        print_json(as_data(of, path, muster, breaches))
    else:
        show(of, muster, breaches)
    if breaches:
        raise typer.Exit(NOT_ALLOWED)


def over(muster: Muster, limit: int | None) -> list[Breach]:
    """More points than the game allows."""
    if limit is None or muster.points <= limit:
        return []
    return [Breach("", f"{muster.points} points; at most {limit} are allowed (--limit)", ())]


def show(of: Book, muster: Muster, breaches: list[Breach]) -> None:
    say(f"{muster.name}, {of.title}", "bold")
    if muster.priced:
        rows = [[s.group, s.name, str(s.count), str(s.each), str(s.total), s.parts] for s in muster.lines]
        show_table(("Group", "", "Count", "Each", "Points", "Sum"), rows, right=(2, 3, 4))
        say(f"{count(muster.figures, 'figure')}, {count(muster.points, 'point')}")
    else:
        show_table(
            ("Group", "", "Count", "What"),
            [[s.group, s.name, str(s.count), s.parts] for s in muster.lines],
            (2,),
        )
        none = "no points" if muster.judged else "no points and no rules for army lists"
        say(f"{count(muster.figures, muster.noun)}; {of.title} has {none}")
    for note in muster.notes:
        say(f"Note: {note.said}", "yellow")
    for breach in breaches:
        say(f"Not allowed: {breach.said}", "red")
    say("Not allowed." if breaches else "Allowed.", "bold")


def as_data(of: Book, path: Path, muster: Muster, breaches: list[Breach]) -> dict[str, Any]:
    return {
        "book": of.id,
        "file": str(path),
        "name": muster.name,
        "points": muster.points if muster.priced else None,
        "figures": muster.figures,
        "lines": [{**dataclasses.asdict(line), "points": line.total} for line in muster.lines],
        "allowed": not breaches,
        "breaches": [dataclasses.asdict(breach) for breach in breaches],
        "notes": [dataclasses.asdict(note) for note in muster.notes],
    }
