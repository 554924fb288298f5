"""What scenario files of all books share: reading them, and saying what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .problems import Problem, unknown
from .tables import read_toml

Point = tuple[float, float]
Side = Literal["blue", "red"]
SIDES: tuple[Side, Side] = ("blue", "red")
MOST_TOLD = 8  # mistakes of one file that are told at once
WANTED = {
    "int_type": "a whole number is wanted",
    "float_type": "a number is wanted",
    "bool_type": "true or false is wanted",
    "string_type": 'a text is wanted: "..."',
}


class Strict(BaseModel):
    """A piece of a file: unknown fields are errors, numbers are finite."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class TableSize(Strict):
    width: float = Field(gt=0, le=400)
    depth: float = Field(gt=0, le=400)


class TerrainEntry(Strict):
    """A piece of terrain: one shape, and the book's word for what it is."""

    name: str
    kind: str
    polygon: list[Point] | None = None
    rectangle: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    line: list[Point] | None = None
    lines: list[list[Point]] | None = None
    width: float | None = Field(default=None, gt=0)


M = TypeVar("M", bound=BaseModel)


def read(path: Path, model: type[M]) -> M:
    """A file as a model, or a problem that names the file, the field and what is wrong."""
    data = read_toml(path)
    try:
        return strictly(data, model)
    except ValidationError as e:
        raise Problem(first_error(path, e, model, data)) from None


def strictly(data: Mapping[str, Any], model: type[M]) -> M:
    """A number is a number and no text; as JSON, in which a list may be a place."""
    return model.model_validate_json(json.dumps(data, default=str), strict=True)


def first_error(path: Path, e: ValidationError, model: type[BaseModel], data: Mapping[str, Any]) -> str:
    """The field that is not known, if there is one; else all that is wrong, alike together."""
    errors = e.errors()
    misspelt = next((each for each in errors if each["type"] == "extra_forbidden"), None)
    if misspelt is not None:
        field, allowed = field_in(data, misspelt["loc"]), fields_at(model, misspelt["loc"])
        return str(unknown("field", str(misspelt["loc"][-1]), allowed, f"{path}: {field}"))
    alike: dict[str, list[str]] = {}
    for each in errors:
        alike.setdefault(said_of(each), []).append(field_in(data, each["loc"]))
    told = [f"{', '.join(dict.fromkeys(fields))}: {said}" for said, fields in alike.items()]
    more = f"; and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return f"{path}: {'; '.join(told[:MOST_TOLD])}{more}"


def said_of(error: Any) -> str:
    """What is wrong with a field."""
    if error["type"] == "missing":
        return "missing"
    given = error.get("input")
    shown = "" if isinstance(given, dict | list) else f" (given: {given!r})"
    return f"{WANTED.get(error['type'], error['msg'])}{shown}"


def field_in(data: Any, loc: Iterable[int | str]) -> str:
    """groups.2 (Musketeers).quality: where something stands in a file, with the names that people gave."""
    out = ""
    for part in loc:
        if not isinstance(data, Mapping | list):
            break  # what follows is which of several kinds was tried
        data = item_of(data, part)
        named = data.get("name") if isinstance(part, int) and isinstance(data, Mapping) else None
        out += f".{part}" + (f" ({named})" if isinstance(named, str) else "")
    return out.removeprefix(".")


def entry_at(field: str, n: int, name: str) -> str:
    """The same where a book finds something wrong."""
    return f"{field}.{n} ({name})"


def item_of(data: Any, part: int | str) -> Any:
    if isinstance(data, list) and isinstance(part, int) and part < len(data):
        return data[part]
    return data.get(part) if isinstance(data, Mapping) else None


def fields_at(model: type[BaseModel], loc: tuple[int | str, ...]) -> list[str]:
    """The fields that a file may have where one was found that it may not."""
    for part in loc[:-1]:
        if isinstance(part, str):
            model = next(m for m in models_in(model.model_fields[part].annotation))
    return list(model.model_fields)


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models a type is made of: list[UnitPlace] holds UnitPlace."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


def header(path: Path) -> dict[str, Any]:
    """The first lines of a scenario, without judging the rest."""
    data = read_toml(path)
    for name in ("id", "book", "title"):
        if not isinstance(data.get(name), str):
            raise Problem(f"{path}: {name}: a text is wanted")
    return data
