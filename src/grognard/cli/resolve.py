"""grognard resolve: one procedure of a book, adjudicated with dice by hand or rolled, or its odds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from ..book import BOOKS, Book, Input, Procedure, book
from ..chronicle import cited
from ..lab.adjudicate import (
    Ruling,
    adjudicate,
    by_name,
    mean,
    odds_of,
    parse_dice,
    parse_inputs,
    prepare,
    procedure_of,
)
from ..lab.odds import Odds
from ..problems import Problem, choices
from .play import house_rules

BAR = 40  # the length of a certainty
LEAST = Fraction(1, 20_000)  # shown as less than 0.01 %

BookName = Annotated[str, typer.Argument(metavar="BOOK", help=f"a rulebook: {', '.join(BOOKS)}")]
ProcedureName = Annotated[
    str | None, typer.Argument(metavar="PROCEDURE", help="what to adjudicate; see --list")
]
Inputs = Annotated[
    list[str] | None,
    typer.Argument(metavar="INPUT=VALUE", help="what is the case; the others have their defaults"),
]
ListThem = Annotated[bool, typer.Option("--list", help="the procedures of the book, with their inputs")]
DiceByHand = Annotated[
    str | None, typer.Option("--dice", metavar="1,4,5", help="dice rolled by hand, in the book's order")
]
WithOdds = Annotated[bool, typer.Option("--odds", help="the chance of every result")]
AsJson = Annotated[bool, typer.Option("--json", help="as JSON")]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a house rule; may be repeated")
]
House = Annotated[Path | None, typer.Option(metavar="FILE.toml", help="house rules from a file")]
Seed = Annotated[int | None, typer.Option(help="seed of the dice rolled here")]


def register(app: typer.Typer) -> None:
    app.command()(resolve)


def resolve(
    book_name: BookName,
    procedure: ProcedureName = None,
    inputs: Inputs = None,
    list_them: ListThem = False,
    dice: DiceByHand = None,
    with_odds: WithOdds = False,
    as_json: AsJson = False,
    set_: Set = None,
    house: House = None,
    seed: Seed = None,
) -> None:
    """Adjudicate one procedure of a book: each step with its rule; or the odds of it."""
    b = book(book_name)
    if list_them:
        if procedure is not None:
            raise Problem(f"--list shows all procedures; leave out {procedure!r}")
        list_json(b) if as_json else list_text(b)
        return
    if procedure is None:
        raise Problem(f"which procedure of {book_name}? {choices(b.procedures)}; --list shows their inputs")
    p = procedure_of(b, procedure)
    given = parse_inputs(p, inputs or [])
    by_hand = None if dice is None else parse_dice(dice)
    situation = prepare(p, given, house_rules(house, set_ or []))
    ruling = adjudicate(b, situation, by_hand, seed)
    odds = odds_of(situation) if with_odds else None
    if as_json:
        print(json.dumps(as_data(b, p, given, ruling, odds), ensure_ascii=False, indent=2))
        return
    if by_hand is not None or odds is None:
        show_ruling(p, ruling)
    if odds is not None:
        show_odds(p, odds)


# The list


def list_text(b: Book) -> None:
    for p in b.procedures.values():
        print(f"{p.name}: {p.title} [{', '.join(p.rules)}]")
        for i in p.inputs:
            print(f"    {i.name}={shown(i.default)}  {i.help}; {limits(i)}")


def limits(i: Input) -> str:
    """What is allowed, in a few words."""
    if i.type == "choice":
        return choices(i.choices)
    if i.type == "bool":
        return "yes or no"
    return f"{'a whole number' if i.type == 'int' else 'a number'} of {i.unit}, {i.least:g} to {i.most:g}"


def list_json(b: Book) -> None:
    out = [
        {
            "name": p.name,
            "title": p.title,
            "rules": list(p.rules),
            "inputs": [input_data(i) for i in p.inputs],
            "headline": list(p.headline),
        }
        for p in b.procedures.values()
    ]
    print(json.dumps(out, ensure_ascii=False, indent=2))


def input_data(i: Input) -> dict[str, Any]:
    return {
        "name": i.name,
        "type": i.type,
        "choices": list(i.choices),
        "unit": i.unit,
        "default": i.default,
        "least": i.least,
        "most": i.most,
        "help": i.help,
    }


# A ruling


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value) or "none"


def named(name: str) -> str:
    return name.replace("_", " ")


def show_ruling(p: Procedure, ruling: Ruling) -> None:
    print(f"{p.title}. Dice: {' '.join(map(str, ruling.dice)) or 'none'}")
    for line in ruling.steps:
        print("  " * line.level + cited(line))
    print("Result: " + "; ".join(f"{named(k)} {shown(v)}" for k, v in ruling.result.items()))


def as_data(
    b: Book, p: Procedure, given: Mapping[str, Any], ruling: Ruling, odds: Odds | None
) -> dict[str, Any]:
    steps = [
        {
            "rule": line.rules[0] if line.rules else "",
            "text": line.text,
            "rules": list(line.rules),
            "dice": list(line.dice),
            "kind": line.kind,
            "level": line.level,
        }
        for line in ruling.steps
    ]
    out = {
        "book": b.id,
        "procedure": p.name,
        "inputs": dict(given),
        "dice": list(ruling.dice),
        "steps": steps,
        "result": ruling.result,
    }
    return out | ({"odds": odds_data(odds)} if odds is not None else {})


# Odds


def odds_data(odds: Odds) -> dict[str, Any]:
    return {
        "how": odds.how,
        "exact": odds.exact,
        "runs": odds.runs,
        "results": {
            name: {"mean": mean(values), "values": [value_data(odds, v, p) for v, p in values.items()]}
            for name, values in by_name(odds).items()
        },
    }


def value_data(odds: Odds, value: Any, chance: Fraction) -> dict[str, Any]:
    """One value and its chance: as a number, as a fraction if it is exact, with its error if it is not."""
    out = {"value": value, "chance": float(chance)}
    return out | ({"fraction": str(chance)} if odds.exact else {"error": odds.error(chance)})


def show_odds(p: Procedure, odds: Odds) -> None:
    results = by_name(odds)
    print(f"{p.title}. Odds {odds.how}.")
    for name in [*(n for n in p.headline if n in results), *(n for n in results if n not in p.headline)]:
        show_result(name, results[name], odds)


def show_result(name: str, values: Mapping[Any, Fraction], odds: Odds) -> None:
    expected = mean(values)
    heading = named(name) if expected is None else f"{named(name)}: {expected:.2f} on average"
    print(heading)
    at_least = Fraction(1)
    width = max(len(shown(v)) for v in values)
    for value, chance in values.items():
        more = f"  {percent(at_least)} or more" if expected is not None else ""
        error = "" if odds.exact else f" ± {100 * odds.error(chance):.2f}"
        bar = "█" * round(BAR * chance)
        print(f"  {shown(value):>{width}}  {percent(chance)}{error}{more}  {bar}".rstrip())
        at_least -= chance


def percent(chance: Fraction) -> str:
    """Four figures are enough; nothing possible is shown as nothing."""
    if 0 < chance < LEAST:
        return " <0.01 %"
    return f"{float(100 * chance):6.2f} %"
