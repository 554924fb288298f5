"""From scenario files to the table, as far as all books share it: words, forces, terrain, dice."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from pathlib import Path

from . import ground
from .dice import Dice, seed_dice
from .problems import Problem, unknown
from .scenario import SIDES, Point, TerrainEntry
from .table.terrain import Ground
from .tables import words_of

FACINGS: dict[str, Point] = {
    "north": (0.0, 1.0),
    "south": (0.0, -1.0),
    "east": (1.0, 0.0),
    "west": (-1.0, 0.0),
}
WHIM = 7777777  # the generals' own coins: a stream apart from the battle's dice
ON_IT = 1e-6  # inches: what is this little off the table is on it


class Form(enum.Flag):
    """The shapes that a kind of terrain may have."""

    AREA = enum.auto()  # a polygon, a rectangle or a circle
    LINE = enum.auto()  # one line or several
    STRIP = enum.auto()  # a line with a width
    CIRCLE = enum.auto()


SHAPES = {  # what a file may give, and the forms it can be
    "polygon": Form.AREA,
    "rectangle": Form.AREA,
    "circle": Form.AREA | Form.CIRCLE,
    "line": Form.LINE | Form.STRIP,
    "lines": Form.LINE,
}
SAID = {
    Form.AREA: "an area",
    Form.LINE: "a line",
    Form.STRIP: "a line with a width",
    Form.CIRCLE: "a circle",
}


# Words


def word(vocabulary: type[enum.IntEnum], given: str, where: str, what: str = "") -> int:
    """A word of the book's, or a problem that lists the allowed ones."""
    names = words_of(vocabulary)
    if given.lower() not in names:
        raise unknown(what or vocabulary.__name__.lower(), given, names, where)
    return names.index(given.lower())


def facing_of(given: str | Point, where: str) -> Point:
    """A point of the compass, or a direction of any length, as a unit vector."""
    if isinstance(given, str):
        if given not in FACINGS:
            raise unknown("facing", given, FACINGS, f"{where}.facing")
        return FACINGS[given]
    size = (given[0] ** 2 + given[1] ** 2) ** 0.5
    if size == 0:
        raise Problem(f"{where}.facing: [0, 0] is no direction")
    return given[0] / size, given[1] / size


# Forces


def force_path(name: str, beside: Path, book: Path, where: str) -> Path:
    """A force by name: beside the scenario, or one of the book's."""
    for folder in (beside, beside.parent / "forces", book / "forces"):
        if (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    raise unknown("force", name, sorted(p.stem for p in (book / "forces").glob("*.toml")), where)


def once_each(path: Path, what: str, ids: Sequence[str]) -> None:
    """No two of an army list go by one id."""
    for k, id in enumerate(ids):
        if id in ids[:k]:
            raise Problem(f"{path}: {what}.{k}.id: {id} is there twice")


def check_listed(what: str, id: str, listed: Iterable[str], placed: Iterable[str], where: str) -> None:
    """Who takes the field is on the army list, and takes it once."""
    if id not in listed:
        raise unknown(what, id, listed, f"{where}.id")
    if id in placed:
        raise Problem(f"{where}.id: {id} is there twice")


def told_apart(names: Sequence[str], sides: Sequence[int]) -> list[str]:
    """Those of the two sides that bear one name are called by their side's as well."""
    return [
        with_side(name, SIDES[side].title()) if names.count(name) > 1 else name
        for name, side in zip(names, sides, strict=True)
    ]


def with_side(name: str, army: str) -> str:
    """Blue Hussars; The Blue drummer."""
    article, name = ("The ", name[4:]) if name.startswith("The ") else ("", name)
    return f"{article}{army} {name}"


# Terrain


def lay_shape(g: Ground, entry: TerrainEntry, kind: int, forms: Form, where: str) -> None:
    """The shape of a feature on the ground, if features of its kind may have such a shape."""
    given = shape_given(entry, where)
    if not SHAPES[given] & forms:
        wanted = " or ".join(SAID[form] for form in forms)
        raise Problem(f"{where}: kind {entry.kind!r} is {wanted}; {given} given")
    try:
        lay_points(g, entry, kind, Form.STRIP in forms and given == "line", where)
    except ValueError as e:
        raise Problem(f"{where}: {e}") from None


def shape_given(entry: TerrainEntry, where: str) -> str:
    given = [name for name in SHAPES if getattr(entry, name) is not None]
    if len(given) != 1:
        raise Problem(
            f"{where}: one shape is wanted of polygon, rectangle, circle, line or lines; given: {given or 'none'}"
        )
    return given[0]


def lay_points(g: Ground, entry: TerrainEntry, kind: int, strip: bool, where: str) -> None:
    if strip:
        if entry.width is None:
            raise Problem(f"{where}: kind {entry.kind!r} is a line with a width; no width given")
        ground.add_road(g, entry.line or [], entry.width, kind=kind)
    elif entry.rectangle is not None:
        ground.add_polygon(g, ground.rectangle(*entry.rectangle), kind=kind)
    elif entry.polygon is not None:
        ground.add_polygon(g, entry.polygon, kind=kind)
    elif entry.circle is not None:
        ground.add_circle(g, *entry.circle, kind=kind)
    else:
        ground.add_lines(g, entry.lines if entry.lines is not None else [entry.line or []], kind=kind)


def within_table(g: Ground, first: int, where: str, unit: str = "inches") -> None:
    """Terrain ends where the table does."""
    for p in g.pieces[first : g.n]:
        off = max(-p.x0, -p.y0, p.x1 - g.width, p.y1 - g.depth)
        if off > ON_IT:
            raise Problem(f"{where}: it is off the table by {off:.2f} {unit} ({size_of(g)})")


def size_of(g: Ground) -> str:
    return f"the table is {g.width:g} by {g.depth:g}"


# Dice


def seed(dice: Dice, whim: Dice, number: int) -> None:
    """The dice of the battle and, apart from them, the coins of its generals."""
    seed_dice(dice, number)
    seed_dice(whim, number + WHIM)
