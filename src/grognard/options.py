"""The options and numbers of a book in plain words, from its options.toml, its catalogue and its tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from .catalogue import Option, of_book, rules_path
from .problems import Problem
from .tables import Override, flatten, read_toml, readings, tables_of

RULE_ID = re.compile(r"\b[A-Z]+-R?\d+\b")
DERIVED = "follows from"  # so begins the comment of a number that no house rule can set
MOST = 1000  # of any number that a house rule sets
SECTION = re.compile(r"\[([\w.]+)\]")


@dataclass(frozen=True)
class Reading:
    """One value of an option, and what it means."""

    value: str
    means: str


@dataclass(frozen=True)
class About:
    """An option: what it decides, and what may be chosen; a number may have other values too."""

    option: Option
    label: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Amount:
    """A number of the tables, and the rules it comes from."""

    name: str
    label: str
    value: Any
    rules: tuple[str, ...]


@cache
def options_of(folder: Path, prefix: str) -> tuple[About, ...]:
    """Every option of the catalogue with its words."""
    words = read_toml(folder / "options.toml")
    options = of_book(folder, prefix).options
    bare = [o.name.removeprefix(prefix + ".") for o in options]
    for name in {*words} ^ {*bare}:
        raise Problem(f"{folder.name}: options.toml and rules.md differ in {name}")
    return tuple(
        about(o, words[name], f"{folder.name}/options.toml: {name}")
        for o, name in zip(options, bare, strict=True)
    )


def about(option: Option, words: dict[str, str], where: str) -> About:
    values = () if option.open else option.values
    for value in {*values, "label"} ^ {*words}:
        raise Problem(f"{where}: {value}: every value has its words, and nothing else has")
    return About(option, words["label"], tuple(Reading(v, words[v]) for v in values))


@cache
def amounts_of(folder: Path, prefix: str) -> tuple[Amount, ...]:
    """Every number of the tables that a house rule can set, in their order, with the book's own rules for it.

    What only a sister book has a rule for is left out: a family's tables have a place for it."""
    known, alone = of_book(folder, prefix), rules_path(folder).parent == folder
    found = [
        replace(amount, rules=tuple(id for id in amount.rules if id in known)) for amount in all_of(folder)
    ]
    return tuple(amount for amount in found if amount.rules or alone)


@cache
def all_of(folder: Path) -> tuple[Amount, ...]:
    """Every number that a house rule can set, with the rules that its line names."""
    rules = {k: v for f in (folder.parent, folder) for k, v in cited(f / "tables.toml").items()}
    found = [
        Amount(name, label_of(name), value, rules.get(name) or rules.get(name.partition(".")[0], ()))
        for name, value in flatten(tables_of(folder)).items()
    ]
    return tuple(amount for amount in found if DERIVED not in amount.rules)


def label_of(name: str) -> str:
    """rate.infantry_line: Rate: infantry line."""
    head, *rest = name.replace("_", " ").split(".")
    return ": ".join([head[:1].upper() + head[1:], *rest])


def cited(path: Path) -> dict[str, tuple[str, ...]]:
    """The rules that each line of a book's tables names; those of a section hold for its lines too."""
    out: dict[str, tuple[str, ...]] = {}
    section, of_section = "", tuple[str, ...]()
    if not path.is_file():
        return out  # a family has tables, a shelf of books has none
    for line in path.read_text(encoding="utf-8").splitlines():
        code, _, comment = line.partition("#")
        ids = (DERIVED,) if comment.strip().startswith(DERIVED) else tuple(RULE_ID.findall(comment))
        header = SECTION.fullmatch(code.strip())
        if header is not None:
            section, of_section = header.group(1) + ".", ids
        elif "=" in code:
            out[section + code.partition("=")[0].strip()] = ids or of_section
    return out


def readings_of(folder: Path, prefix: str, options: Any) -> dict[str, tuple[str, ...]]:
    """Every option of a book that is a choice of words, with them; a family's record may have more."""
    ours = {option.name.removeprefix(prefix + ".") for option in of_book(folder, prefix).options}
    return {name: words for name, words in readings(options).items() if name in ours}


# House rules that can be played


def check_house(folder: Path, prefix: str, house: Override) -> None:
    """Numbers stay within reason: no rule divides by nothing, rolls a million dice or lasts for ever."""
    known = {amount.name: amount.value for amount in all_of(folder)}
    for name, value in house.items():
        base, _, place = name.removeprefix(prefix + ".").partition("[")
        usual = known.get(base)
        if place and isinstance(usual, list):
            usual = usual[0]
        for given, default in pairs(value, usual):
            check_number(name, given, default)


def pairs(value: Any, usual: Any) -> list[tuple[Any, Any]]:
    """What is given beside what is usual, one by one."""
    if isinstance(value, list) and isinstance(usual, list) and len(value) == len(usual):
        return [pair for given, default in zip(value, usual, strict=True) for pair in pairs(given, default)]
    return [(value, usual)]


def check_number(name: str, given: Any, default: Any) -> None:
    if not is_number(given) or not is_number(default):
        return
    least = 1 if isinstance(default, int) and default > 1 else -MOST if default < 0 else 0
    if not least <= given <= MOST:
        raise Problem(f"{name}: {given} given, {least} to {MOST} is wanted")


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
