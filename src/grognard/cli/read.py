"""Reading: the rules of a book, the ledger of what proves them, the scenarios that come with the books."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from .. import ledger as ledgers
from ..book import BOOKS, Book, book, scenario_paths
from ..catalogue import Catalogue, Option, Rule, of_book
from ..finding import by_id, id_in, search, snippet
from ..ledger import Entry, LedgerError, find_tests
from ..options import amounts_of
from ..options import options_of as about_options
from ..problems import Problem
from ..saved import write_value
from ..scenario import header

WIDEST = 60  # letters to which the cells of a column are filled up

BookName = Annotated[str, typer.Argument(metavar="BOOK", help=f"one of {', '.join(BOOKS)}")]
AnyBook = Annotated[
    str | None, typer.Argument(metavar="[BOOK]", help=f"one of {', '.join(BOOKS)}; all if left out")
]
Wanted = Annotated[
    list[str] | None, typer.Argument(metavar="[ID or words]", help="a rule (FH-057, 57, R36), or words in it")
]
Options = Annotated[
    bool, typer.Option("--options", help="what --set may change: options, numbers, choices of scenarios")
]
Json = Annotated[bool, typer.Option("--json", help="as JSON")]
Summary = Annotated[bool, typer.Option("--summary", help="only how many of each")]
Missing = Annotated[bool, typer.Option("--missing", help="only rules that no function cites")]


def register(app: typer.Typer) -> None:
    app.command()(rules)
    app.command()(ledger)
    app.command()(scenarios)


def rules(
    book_name: BookName, wanted: Wanted = None, options: Options = False, as_json: Json = False
) -> None:
    """Look up a rule with its rulings and options, search the rules, or list the chapters."""
    found = book(book_name)
    if options:
        show_house_rules(found, wanted or [], as_json)
        return
    catalogue = of_book(found.folder, found.prefix)
    if not wanted:
        chapters(catalogue, as_json)
        return
    wanted_words = " ".join(wanted)
    matches = find(found, wanted_words)
    if as_json:
        entries = {entry.id: entry for entry in entries_of(found)}
        print_json([as_data(catalogue, rule, entries[rule.id]) for rule in matches])
    elif len(matches) == 1:
        show_rule(catalogue, matches[0], found)
    else:
        show_matches(matches, wanted_words)


def ledger(
    book_name: AnyBook = None, summary: Summary = False, as_json: Json = False, missing: Missing = False
) -> None:
    """For every rule: which functions enforce it and which tests prove it."""
    books = [book(name) for name in ([book_name] if book_name else BOOKS)]
    entries = {b.id: entries_of(b) for b in books}
    if missing:
        entries = {name: ledgers.missing(found) for name, found in entries.items()}
    if summary:
        show_summary(entries, as_json)
    elif as_json:
        print_json([entry for found in entries.values() for entry in ledgers.to_json(found)])
    elif missing and not any(entries.values()):
        print("none missing")
    else:
        show_ledger(entries)


def scenarios(book_name: AnyBook = None, as_json: Json = False) -> None:
    """The scenarios that come with the books; one of each book is its sample."""
    if book_name is not None:
        book(book_name)
    found = [head for head in map(header, scenario_paths().values()) if book_name in (None, head["book"])]
    listed = [
        {**{k: head[k] for k in ("id", "book", "title")}, "sample": bool(head.get("sample"))}
        for head in found
    ]
    one_sample_each(listed)
    if as_json:
        print_json(listed)
        return
    rows = [[row["id"], row["book"], row["title"], "sample" if row["sample"] else ""] for row in listed]
    show_table(("Scenario", "Book", "Title", ""), rows)


def one_sample_each(listed: list[dict[str, Any]]) -> None:
    """Every book has one scenario to show it with, and only one."""
    for name in dict.fromkeys(row["book"] for row in listed):
        samples = [row["id"] for row in listed if row["book"] == name and row["sample"]]
        if len(samples) != 1:
            raise Problem(f"{name}: one scenario is the sample; these are: {', '.join(samples) or 'none'}")


# Rules


def chapters(catalogue: Catalogue, as_json: bool) -> None:
    """The sections of the catalogue, with how many rules and rulings each has."""
    counts: dict[str, Counter[str]] = {}
    for rule in catalogue.rules:
        counts.setdefault(rule.section, Counter())[rule.kind] += 1
    if as_json:
        print_json([{"section": s, "rules": c["rule"], "rulings": c["ruling"]} for s, c in counts.items()])
        return
    rows = [[section, str(c["rule"] or ""), str(c["ruling"] or "")] for section, c in counts.items()]
    total = Counter(rule.kind for rule in catalogue.rules)
    rows.append([f"{len(catalogue.options)} options", str(total["rule"]), str(total["ruling"])])
    say(catalogue.title, "bold")
    show_table(("Chapter", "Rules", "Rulings"), rows, right=(1, 2))


def find(of: Book, wanted: str) -> list[Rule]:
    """What is looked for, by its id or else by words; or a problem that says what there is."""
    catalogue = of_book(of.folder, of.prefix)
    exact = id_in(catalogue, wanted) is not None
    found = by_id(catalogue, wanted) if exact else search(of.folder, of.prefix, wanted)
    if found:
        return found
    if exact:
        spans = (span(catalogue, kind) for kind in ("rule", "ruling"))
        raise Problem(f"unknown rule {wanted!r}. Allowed: {', '.join(spans)}")
    raise Problem(f"no rule of {of.id} speaks of {wanted!r}; grognard rules {of.id} lists its chapters")


def span(catalogue: Catalogue, kind: str) -> str:
    ids = [rule.id for rule in catalogue.rules if rule.kind == kind]
    return f"{ids[0]} to {ids[-1]}"


def show_rule(catalogue: Catalogue, rule: Rule, found: Book) -> None:
    """A rule in full: text, rulings, options, and where it is enforced and tested."""
    for each in (rule, *catalogue.rulings_of(rule)):
        say(f"{each.id}  {each.section}", "bold")
        say_markdown(each.text)
        say("")
    for option in options_of(catalogue, rule):
        others = ", ".join([*option.values[1:], *(["any other value"] if option.open else [])])
        say(f"Option {option.name}: {option.default} by default; or {others} [{option.ruling}]")
    say(proof(next(entry for entry in entries_of(found) if entry.id == rule.id)), "dim")


def proof(entry: Entry) -> str:
    """Where a rule is enforced and tested, in words."""
    enforced = [f"Enforced by {name}" for name in entry.functions]
    proved = [f"Proved by {name}" for name in entry.tests]
    return "\n".join([f"Status: {entry.status}", *enforced, *proved])


def show_matches(matches: Iterable[Rule], wanted: str) -> None:
    show_table(("Rule", "Says"), [[rule.id, snippet(rule, wanted)] for rule in matches])


def options_of(catalogue: Catalogue, rule: Rule) -> list[Option]:
    """The options a rule and its rulings offer."""
    names = dict.fromkeys(name for r in (rule, *catalogue.rulings_of(rule)) for name in r.options)
    return [catalogue.option(name) for name in names]


def as_data(catalogue: Catalogue, rule: Rule, entry: Entry) -> dict[str, Any]:
    return {
        "id": rule.id,
        "kind": rule.kind,
        "chapter": rule.chapter,
        "section": rule.section,
        "text": rule.text,
        "rulings": [{"id": r.id, "text": r.text} for r in catalogue.rulings_of(rule)],
        "options": [
            {
                "name": o.name,
                "default": o.default,
                "values": list(o.values),
                "open": o.open,
                "ruling": o.ruling,
            }
            for o in options_of(catalogue, rule)
        ],
        "status": entry.status,
        "functions": list(entry.functions),
        "tests": list(entry.tests),
    }


# What a house rule may change


def show_house_rules(of: Book, wanted: Sequence[str], as_json: bool) -> None:
    """All of them, or those in which the words are."""
    found = [row for row in house_rules(of) if all(w.lower() in " ".join(row).lower() for w in wanted)]
    if not found:
        raise Problem(f"no option or number of {of.id} speaks of {' '.join(wanted)!r}")
    names = ("name", "usual", "others", "what", "rules")
    if as_json:
        print_json([dict(zip(names, row, strict=True)) for row in found])
    else:
        show_table([name.capitalize() for name in names], found)


def house_rules(of: Book) -> Iterator[tuple[str, ...]]:
    """Options with what else they may be, numbers, and what the scenarios leave to those who play them."""
    for about in about_options(of.folder, of.prefix):
        o = about.option
        others = ", ".join([*o.values[1:], *["any other value"] * o.open])
        yield o.name, o.default, others, about.label, o.ruling
    for amount in amounts_of(of.folder, of.prefix):
        yield amount.name, write_value(amount.value), "", amount.label, ", ".join(amount.rules)
    for id, path in scenario_paths(of.id).items():
        for switch in of.switches(path):
            usual, other = write_value(switch.default), write_value(not switch.default)
            yield switch.name, usual, other, f"{id}: {switch.label}", ""


# The ledger


def entries_of(found: Book) -> list[Entry]:
    """The ledger of a book, with the tests of this checkout if there are any."""
    try:
        return ledgers.ledger(found.folder, find_tests(), found.prefix)
    except LedgerError as e:
        raise Problem(f"the ledger of {found.id} does not add up: {e.problems[0]}") from None


def show_ledger(entries: dict[str, list[Entry]]) -> None:
    rows = [
        [entry.id, entry.status, ", ".join(entry.functions), ", ".join(entry.tests)]
        for found in entries.values()
        for entry in found
    ]
    show_table(("Rule", "Status", "Functions", "Tests"), rows)


def show_summary(entries: dict[str, list[Entry]], as_json: bool) -> None:
    """How many rules and rulings of each book have each status."""
    sums = {name: ledgers.summary(found) for name, found in entries.items()}
    if as_json:
        print_json(sums)
        return
    rows = [
        [name, f"{kind}s", *map(str, counts.values()), str(sum(counts.values()))]
        for name, by_kind in sums.items()
        for kind, counts in by_kind.items()
    ]
    show_table(("Book", "", *ledgers.STATUSES, "all"), rows, right=range(2, 3 + len(ledgers.STATUSES)))


# Paper: with colours and folds on a terminal, plain and a line a row when piped into something else


def on_terminal() -> bool:
    return sys.stdout.isatty()


def say(text: str, style: str = "") -> None:
    if on_terminal():
        Console(highlight=False).print(text, style=style, markup=False)
    else:
        print(text)


def say_markdown(text: str) -> None:
    if on_terminal():
        Console(highlight=False).print(Markdown(text))
    else:
        print(text)


def show_table(names: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> None:
    """Columns under their names; some of them are numbers and stand to the right."""
    if not on_terminal():
        plain_table(names, rows, set(right))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for n, name in enumerate(names):
        table.add_column(name, justify="right" if n in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    Console(highlight=False).print(table)


def plain_table(names: Sequence[str], rows: Sequence[Sequence[str]], right: set[int]) -> None:
    """Columns as wide as what is in them; a cell that is longer than most puts only its own line out."""
    columns = zip(names, *rows, strict=True)
    widths = [
        max(len(cell) for cell in column if len(cell) <= max(WIDEST, len(column[0]))) for column in columns
    ]
    for row in (names, *rows):
        cells = (
            cell.rjust(w) if n in right else cell.ljust(w)
            for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))
