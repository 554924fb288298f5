"""What there is to see: the table as a book describes it to whoever draws it.  No rule is in here.

A book makes a Scene of a battle for a viewer; what the viewer may not see is not in it.  All places are in
the book's own unit, x to the right and y up the table; a facing is a unit vector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, sin
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .table.terrain import Ground, Piece, Shape

Point = tuple[float, float]

# How things are drawn, whatever a book calls them.
Look = Literal[
    "wood", "tree", "hill", "road", "bridge", "stream", "pond", "marsh", "crops", "plough", "rough", "rubble",
    "boulder", "house", "castle", "wall", "hedge", "fence", "works", "open", "ford", "fog",
]  # fmt: skip
NAMELESS = ("tree", "boulder", "open")  # too many to be named
Role = Literal["unit", "formation", "figure", "leader"]  # a block of bases; a skin round its men; one man
Figure = Literal[
    "", "foot", "musket", "rifle", "pike", "horse", "gun", "wagon", "officer", "rider", "drum", "star", "unknown",
    "sword", "bow", "crossbow", "undead", "banner", "wolf",  # strips of small figures
    "hero", "leader", "wizard", "crown",  # one person; the crown is a commander in chief's
    "ogre", "troll", "giant", "behemoth", "beast", "dragon", "chariot", "engine",  # one great figure
]  # fmt: skip
Mark = Literal[
    "square", "loose", "sheltered", "lance", "armour",  # what it is
    "strips", "inside",  # each base with a front of its own; and that along the walls of a building
    "disordered", "routing", "check", "moved", "fired", "acted", "wounded",  # what has become of it
    "halted", "spell", "hidden", "hits",
]  # fmt: skip


class Drawn(BaseModel):
    """A part of a scene: made once, never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Outline(Drawn):
    """One shape on the ground."""

    shape: Literal["polygon", "circle", "line"]
    points: list[Point]
    radius: float = 0.0


class Feature(Drawn):
    """A piece of terrain, in one or more outlines."""

    name: str
    kind: str  # the book's word: "wood", "wall"
    look: Look = "rough"
    label: str = ""  # the name on the table, if it has one there
    outlines: list[Outline]


class Base(Drawn):
    """One base of a piece: a stand or a man."""

    x: float
    y: float
    fx: float
    fy: float
    width: float = 0.0  # across the front, and deep; or round
    depth: float = 0.0
    radius: float = 0.0
    figures: int = 1
    gone: int = 0  # figures of it that have fallen
    hits: int = 0  # that it can bear still, where it bears several
    hurt: int = 0  # that it has taken
    mark: Figure = ""  # what stands on it
    states: list[str] = Field(default_factory=list)


class Seen(Drawn):
    """A piece on the table: a unit, a formation, a leader, a man."""

    number: int  # in the names of the game: chronicle lines point at it
    also: list[int] = Field(default_factory=list)  # other numbers by which it goes there
    handle: str
    side: int
    kind: str  # the book's word: "infantry", "general", "formation", "man"
    role: Role = "unit"
    name: str
    label: str = ""  # the name beside it on the table: figures by themselves share theirs
    note: str = ""  # a word below that
    spoken: str  # all of it in one sentence, for those who listen
    x: float
    y: float
    fx: float
    fy: float
    strength: int = 1
    full: int = 1  # what it began with
    bases: list[Base] = Field(default_factory=list)
    states: list[str] = Field(default_factory=list)  # in words
    marks: list[Mark] = Field(default_factory=list)  # and as they are drawn
    within: int = -1  # the piece it is part of
    rings: list[float] = Field(default_factory=list)  # distances about it that matter: command, influence


class Place(Drawn):
    """An objective."""

    name: str
    x: float
    y: float
    radius: float
    points: int  # 0: it is nothing to hold
    holder: int  # a side, or -1


class Sign(Drawn):
    """A mark on the table and what it means in this book."""

    mark: Mark | Literal["ring", "unknown"]
    text: str


class Scene(Drawn):
    """The whole table."""

    width: float
    depth: float
    unit: str
    turn: int
    turns: int
    phase: str  # one of the phases, always
    phases: list[str]  # the strip of a turn
    step: str = ""  # just where in it the battle is, in words
    score: tuple[int, int]
    counts: str  # what the score counts, in words
    losses: tuple[int, int] = (0, 0)  # figures of Blue and Red
    armies: tuple[str, str]
    features: list[Feature]
    places: list[Place]
    pieces: list[Seen]
    waiting: list[Seen] = Field(default_factory=list)  # pieces that are not on the table yet
    legend: list[Sign] = Field(default_factory=list)
    ladder: list[int] = Field(
        default_factory=list
    )  # leaders who act one after another, where a book has it so
    acting: int = -1  # the one of them whose turn it is


class Fact(Drawn):
    """One line of a card: what, how much in a word or two, what else is to say, and by which rule."""

    label: str
    value: str
    more: str = ""
    rules: list[str] = Field(default_factory=list)


class Card(Drawn):
    """What one wants to know of a piece."""

    title: str
    kind: str
    facts: list[Fact]
    notes: list[Fact] = Field(default_factory=list)  # what has happened to it, what it is part of


class Band(Drawn):
    """An area about a piece: a range, a reach."""

    kind: Literal["move", "half", "dash", "fire", "command"]
    label: str
    distance: float  # the reach of the band in the open, in the book's unit
    outlines: list[Outline]
    rules: list[str] = Field(default_factory=list)


class Hand(Drawn):
    """What a piece that is picked up can do: where its centre can go, what it can reach."""

    card: Card
    can_act: bool = False  # it is asked about, or can be named, in the pending ask
    reach: list[Band] = Field(default_factory=list)
    ranges: list[Band] = Field(default_factory=list)
    targets: list[int] = Field(
        default_factory=list
    )  # pieces that a click on them would lawfully attack, join or name


class Pose(Drawn):
    """Where a piece would stand, and how."""

    number: int
    x: float
    y: float
    fx: float
    fy: float
    bases: list[Base] = Field(default_factory=list)


class Preview(Drawn):
    """What an order does to the table before a die is rolled: the ghost, and what it pays."""

    poses: list[Pose] = Field(default_factory=list)
    distance: float | None = None
    cost: float | None = None
    allowed: float | None = None
    parts: list[Fact] = Field(default_factory=list)  # what the cost is made of


class Blocker(Drawn):
    """What is in a line of sight: a piece, or a feature of the ground."""

    name: str
    piece: int = -1


class Tape(Drawn):
    """A tape between two things: from where to where, base to base, and what is in between."""

    start: Point
    end: Point
    distance: float
    text: str
    spoken: str = ""  # the same for those who listen: "9 inches from French battery, clear"
    clear: bool | None = None  # nothing asked, nothing known
    blockers: list[Blocker] = Field(default_factory=list)
    rules: list[str] = Field(default_factory=list)


Spot = int | Point  # a piece, or a place on the table


def outline_of(p: Piece) -> list[Outline]:
    """A piece of terrain as outlines."""
    points = [(float(p.x[k]), float(p.y[k])) for k in range(p.n)]
    if p.shape == Shape.CIRCLE:
        return [Outline(shape="circle", points=points, radius=float(p.radius))]
    if p.shape == Shape.POLYGON:
        return [Outline(shape="polygon", points=points)]
    return [Outline(shape="line", points=points[k : k + 2]) for k in range(0, p.n, 2)]


def features_of(
    ground: Ground, names: Sequence[str], words: type[Any], looks: Mapping[Any, Look]
) -> list[Feature]:
    """The terrain, feature by feature; names are those of the pieces."""
    out: dict[int, Feature] = {}
    for k in range(ground.n):
        p = ground.pieces[k]
        outlines = outline_of(p)
        if p.group in out:
            outlines = out[p.group].outlines + outlines
        kind = words(p.kind)
        look, name = looks[kind], names[k]
        label = "" if look in NAMELESS else name.replace("The ", "the ", 1)
        out[p.group] = Feature(name=name, kind=kind.name.lower(), look=look, label=label, outlines=outlines)
    return list(out.values())


# Areas


def ring(x: float, y: float, radius: float) -> Outline:
    return Outline(shape="circle", points=[(x, y)], radius=radius)


def area(points: Sequence[Point]) -> Outline:
    """A polygon, to a hundredth of the book's unit."""
    return Outline(shape="polygon", points=[(round(x, 2), round(y, 2)) for x, y in points])


def fan(first: float, last: float, n: int) -> list[float]:
    """Angles from first to last, n steps between them."""
    return [first + (last - first) * k / n for k in range(n + 1)]


def polar(
    x: float, y: float, angles: Sequence[float], far: Callable[[float, float], float], sharp: float
) -> list[Point]:
    """How far one gets in each direction; where neighbours differ by more than `sharp`, also in between."""
    found = [(a, far(cos(a), sin(a))) for a in angles]
    fine: list[tuple[float, float]] = []
    for (a, d), (c, e) in pairwise(found):
        fine.append((a, d))
        if abs(d - e) > sharp:
            fine.append(((a + c) / 2, far(cos((a + c) / 2), sin((a + c) / 2))))
    fine.append(found[-1])
    return [(x + cos(a) * d, y + sin(a) * d) for a, d in fine]
