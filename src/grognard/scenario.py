"""What scenario files of all books share: reading them, and saying what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .problems import Problem
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
        raise Problem(first_error(path, e)) from None


def first_error(path: Path, e: ValidationError) -> str:
    errors = e.errors()
    field = ".".join(str(part) for part in errors[0]["loc"])
    given = errors[0].get("input")
    shown = "" if isinstance(given, dict | list) or errors[0]["type"] == "missing" else f" (given: {given!r})"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{path}: {field}: {errors[0]['msg']}{shown}{more}"


def header(path: Path) -> dict[str, Any]:
    """The first lines of a scenario, without judging the rest."""
    data = read_toml(path)
    for name in ("id", "book", "title"):
        if not isinstance(data.get(name), str):
            raise Problem(f"{path}: {name}: a text is wanted")
    return data
