"""The numbers of a book, from its tables.toml, and the options of a game; house rules override either.

A field of the Rules record is a number, a list or a table of them; tables name their places in the words
of the book's vocabularies: rate.infantry_line, musket_range.rifle."""

from __future__ import annotations

import dataclasses
import enum
import os
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .problems import Problem, choices, unknown, unknown_of_many

Override = Mapping[str, Any]  # a dotted name and its value
TRUTHS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file, or a problem that names it and the place."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Problem(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as e:
        raise Problem(f"{path}: cannot be read: {e}") from None
    except tomllib.TOMLDecodeError as e:
        raise Problem(f"{path}: not a TOML file: {e}") from None


def tables_of(book: Path) -> dict[str, Any]:
    """The book's own tables, after those of its family if it has one."""
    family = own_tables(book.parent) if (book.parent / "tables.toml").is_file() else {}
    own = own_tables(book)
    for name in own:
        if name in family:
            raise Problem(f"{book / 'tables.toml'}: {name} is the family's already")
    return {**family, **own}


def own_tables(book: Path) -> dict[str, Any]:
    """What a folder has; a test of the tests may put others in its place, in a folder with its name."""
    others = Path(os.environ.get("GROGNARD_TABLES", "")) / book.name / "tables.toml"
    return read_toml(others if "GROGNARD_TABLES" in os.environ and others.is_file() else book / "tables.toml")


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """{"rate": {"general": 15}} as {"rate.general": 15}."""
    out: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            out |= flatten(value, f"{prefix}{key}.")
        else:
            out[prefix + key] = value
    return out


def words_of(vocabulary: type[enum.IntEnum]) -> list[str]:
    return list(lowered(vocabulary))


@cache
def lowered(vocabulary: type[enum.IntEnum]) -> tuple[str, ...]:
    return tuple(m.name.lower() for m in vocabulary)


def load_record(record: Any, table: Mapping[str, Any], where: str) -> Any:
    """Fill a record of numbers from a table; every field must be there and nothing else."""
    fields = {f.name: f for f in dataclasses.fields(record)}
    for name in table:
        if name not in fields:
            raise unknown(f"number in {where}:", name, fields)
    for name, f in fields.items():
        if name not in table:
            raise Problem(f"{where}: {name} is missing")
        setattr(record, name, value_for(f, table[name], f"{where}: {name}"))
    return record


def value_for(f: dataclasses.Field[Any], given: Any, where: str) -> Any:
    lengths = f.metadata.get("lengths", ())
    kind = f.metadata["of"].__name__ if "of" in f.metadata else str(f.type)
    if f.metadata.get("sparse"):
        given = filled(given, lengths, kind)
    return shaped(given, lengths, kind, f.metadata.get("words"), where)


def filled(given: Any, lengths: tuple[Any, ...], kind: str) -> Any:
    """A table in which names may be left out, with nothing in their places."""
    if not lengths:
        return given
    first, rest = lengths[0], lengths[1:]
    if isinstance(first, int) or not isinstance(given, Mapping):
        return given
    return {**{name: nothing(rest, kind) for name in words_of(first)}, **given_rows(given, rest, kind)}


def given_rows(given: Mapping[str, Any], rest: tuple[Any, ...], kind: str) -> dict[str, Any]:
    return {name: filled(value, rest, kind) for name, value in given.items()}


def nothing(lengths: tuple[Any, ...], kind: str) -> Any:
    """Zeros in the shape of a row."""
    if not lengths:
        return 0.0 if kind == "float" else 0
    first, rest = lengths[0], lengths[1:]
    if isinstance(first, int):
        return [nothing(rest, kind)] * first
    return {name: nothing(rest, kind) for name in words_of(first)}


def shaped(given: Any, lengths: tuple[Any, ...], kind: str, words: Any, where: str) -> Any:
    """A number, a list of the right length, or a table with the right names."""
    if not lengths:
        return scalar(given, kind, words, where)
    first, rest = lengths[0], lengths[1:]
    if isinstance(first, int):
        if not isinstance(given, list) or len(given) != first:
            raise Problem(f"{where}: a list of {first} is wanted")
        return [shaped(v, rest, kind, words, f"{where}[{i}]") for i, v in enumerate(given)]
    names = words_of(first)
    if not isinstance(given, Mapping):
        raise Problem(f"{where}: a table is wanted with {choices(names)}")
    for name in given:
        if name not in names:
            raise unknown(f"name in {where}:", name, names)
    for name in names:
        if name not in given:
            raise Problem(f"{where}.{name} is missing")
    return [shaped(given[name], rest, kind, words, f"{where}.{name}") for name in names]


def scalar(given: Any, kind: str, words: Any, where: str) -> Any:
    if words is not None and isinstance(given, str):
        if given.lower() not in words_of(words):
            raise unknown(f"word in {where}:", given, words_of(words))
        return words_of(words).index(given.lower())
    if kind == "bool" and truth(given) is not None:
        return truth(given)
    if kind == "int" and isinstance(given, int) and not isinstance(given, bool):
        return given
    if kind == "float" and isinstance(given, int | float) and not isinstance(given, bool):
        if given != given or given in (float("inf"), float("-inf")):
            raise Problem(f"{where}: {given} is no number to play with")
        return float(given)
    wanted = {"bool": "true or false (on or off, yes or no)", "int": "a whole number", "float": "a number"}[
        kind
    ]
    raise Problem(f"{where}: {given!r} given, {wanted} wanted")


def truth(given: Any) -> bool | None:
    """What people mean by true, on and yes, or by false, off and no; None if it is neither."""
    return given if isinstance(given, bool) else TRUTHS.get(given.lower()) if isinstance(given, str) else None


def parse_value(text: str) -> Any:
    """A value from the command line, in TOML's notation; a bare word is a word."""
    try:
        return tomllib.loads(f"v = {text}")["v"]
    except tomllib.TOMLDecodeError:
        return text


def parse_override(text: str) -> tuple[str, Any]:
    """name=value, as on a command line."""
    name, eq, value = text.partition("=")
    if not eq or not name.strip():
        raise Problem(
            f"{text!r}: write it as name=value, such as rate.infantry_line=7 or first_fire=melee_dice"
        )
    return name.strip(), parse_value(value.strip())


def no_such(name: str, known: Iterable[str]) -> Problem:
    """No house rule is called that."""
    return unknown_of_many("number or option", name, known, "grognard rules BOOK --options")


def with_overrides(table: Mapping[str, Any], overrides: Override) -> dict[str, Any]:
    """The tables with house rules laid over them; rate.general, musket_target[0] and whole lists alike."""
    out: dict[str, Any] = {k: dict(v) if isinstance(v, Mapping) else v for k, v in table.items()}
    for name, value in overrides.items():
        set_dotted(out, name, value)
    return out


def set_dotted(table: dict[str, Any], name: str, value: Any) -> None:
    base, bracket, index = name.partition("[")
    *path, last = base.split(".")
    place: Any = table
    for key in path:
        if not isinstance(place, dict) or key not in place:
            raise no_such(name, flatten(table))
        place[key] = dict(place[key]) if isinstance(place[key], Mapping) else place[key]
        place = place[key]
    if not isinstance(place, dict) or last not in place:
        raise no_such(name, flatten(table))
    if bracket:
        position = index.rstrip("]")
        row = place[last]
        if not isinstance(row, list) or not position.isdigit() or int(position) >= len(row):
            raise Problem(f"{name}: no such place in the list {base}")
        place[last] = [*row[: int(position)], value, *row[int(position) + 1 :]]
    else:
        place[last] = value


def readings(options: Any) -> dict[str, tuple[str, ...]]:
    """Every option with the words for its values, the book's default first."""
    return {f.name: f.metadata["readings"] for f in dataclasses.fields(options)}


def set_option(options: Any, name: str, value: Any) -> bool:
    """Choose a reading of a rule; False if there is no such option."""
    words = readings(options).get(name)
    if words is None:
        return False
    word = next((w for w in words if means(w, value)), "") or truly(words, value)
    if not word:
        also = [w for w in TRUTHS if truly(words, w) and w not in words]
        raise unknown(f"value for {name}:", str(value), [*words, *also])
    setattr(options, name, words.index(word))
    return True


def means(word: str, value: Any) -> bool:
    """Whether a value stands for a word: written like it, or a number of the same worth (4 and 4.0)."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return bool(parse_value(word) == value)
    return word == str(value).lower()


def truly(words: tuple[str, ...], value: Any) -> str:
    """Of an option that is true or false, or on or off: the word for what is meant; nothing if it is no such option."""
    sides = {TRUTHS[w]: w for w in words if w in TRUTHS}
    meant = truth(value)
    return sides[meant] if len(sides) > 1 and meant is not None else ""


def option_words(options: Any) -> dict[str, str]:
    """Every option of a game with its value, in words."""
    return {name: words[getattr(options, name)] for name, words in readings(options).items()}


def apply(rules: Any, options: Any, book: Path, prefix: str, overrides: Override) -> None:
    """Fill the rules and options of a battle from the book's tables and the house rules of the game."""
    numbers: dict[str, Any] = {}
    table = tables_of(book)
    for name, value in overrides.items():
        bare = name.removeprefix(prefix + ".")
        if not set_option(options, bare, value):
            numbers[bare] = parse_value(value) if isinstance(value, str) else value
    known = [*(f.name for f in dataclasses.fields(options)), *flatten(table)]
    for name in numbers:
        if name.partition("[")[0] not in known and name.partition(".")[0] not in table:
            raise no_such(name, known)
    load_record(rules, with_overrides(table, numbers), "tables")
