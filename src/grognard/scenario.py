"""What scenario files of all books share: reading them, and saying what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .problems import Problem, unknown
from .tables import read_toml

Point = tuple[float, float]
Side = Literal["blue", "red"]
SIDES: tuple[Side, Side] = ("blue", "red")


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
    try:
        return model.model_validate(read_toml(path))
    except ValidationError as e:
        raise Problem(first_error(path, e, model)) from None


def first_error(path: Path, e: ValidationError, model: type[BaseModel]) -> str:
    errors = e.errors()
    worst = next(
        (each for each in errors if each["type"] == "extra_forbidden"), errors[0]
    )  # a misspelt field
    field = ".".join(str(part) for part in worst["loc"])
    if worst["type"] == "extra_forbidden":
        allowed = fields_at(model, worst["loc"])
        return str(unknown("field", str(worst["loc"][-1]), allowed, f"{path}: {field}"))
    given = worst.get("input")
    shown = "" if isinstance(given, dict | list) or worst["type"] == "missing" else f" (given: {given!r})"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{path}: {field}: {worst['msg']}{shown}{more}"


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
