"""Outside the rules: the files of forces and scenarios, and what they may say."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ...scenario import Point, Side, Strict, TableSize, TerrainEntry
from .state import ARMS, FIGURES

Edge = Literal["north", "south", "east", "west"]


class EngineEntry(Strict):
    """A gun or a wagon."""

    name: str
    kind: str
    pounds: int = Field(default=0, ge=0, le=100)
    limbered: bool = False
    base: float | None = Field(default=None, gt=0, le=12)


class ArmsEntry(Strict):
    """So many of a group who carry something else."""

    figures: int = Field(ge=1)
    arms: list[str] = Field(default=[], max_length=ARMS)


class GroupEntry(Strict):
    """A group of an army list, all its figures of one class; a leader is a group of one [TY-014, PS-108]."""

    id: str
    name: str
    figures: int = Field(default=1, ge=1, le=FIGURES)
    role: str = "troops"
    quality: str = ""  # a gun's crew is of the middle class unless it is said [PS-R37]
    kind: str
    arms: list[str] = Field(default=[], max_length=ARMS)
    others: list[ArmsEntry] = []
    bayonet: bool = False
    mounted: bool = False
    armour: str = "none"
    targe: bool = False
    hampered: bool = False
    volley: bool | None = None
    missile_only: bool = False
    platoon: str = ""
    engine: EngineEntry | None = None
    loyal_to: list[str] | None = None  # None: to the leaders of its own army
    base: float | None = Field(default=None, gt=0, le=6)


class Force(Strict):
    id: str
    name: str
    book: str = ""  # an army list of somebody's own says of which book it is
    groups: list[GroupEntry] = Field(min_length=1)


class GroupPlace(Strict):
    """Where a group begins: a block about its middle, a line, or each figure on a place of its own."""

    id: str
    at: Point | None = None
    ranks: int = Field(default=1, ge=1)
    line: tuple[Point, Point] | None = None
    places: list[Point] | None = None
    facing: str | Point = "north"
    activity: str = "halted"
    to: Point | None = None
    gait: str = "walk"
    enters: int = Field(default=0, ge=0)
    sets_off: int = Field(default=0, ge=0)
    dismounted: bool = False
    loyal_when_met: str = ""


class EdgeEntry(Strict):
    """Where hidden markers are laid."""

    of: str
    line: tuple[Point, Point]
    defends: bool = False


class HiddenEntry(Strict):
    """Groups under markers, each with the leaders that come with it, and dummies [TY-101]."""

    groups: list[list[str]] = Field(min_length=1)
    dummies: int = Field(ge=0)
    edges: list[EdgeEntry] = Field(min_length=1)
    facing: str | Point = "south"


class SideEntry(Strict):
    force: str
    edge: Edge
    pcs: list[str] = []
    groups: list[GroupPlace] = []
    hidden: HiddenEntry | None = None


class NeutralEntry(Strict):
    """People who are nobody's soldiers, but stand on a side."""

    force: str
    side: Side
    groups: list[GroupPlace] = Field(min_length=1)


class Ground(TerrainEntry):
    """Terrain, and what it is besides what its kind says."""

    fortified: bool = False
    difficult: bool = False
    doors: list[Point] = []


class ObjectiveEntry(Strict):
    """A circle, or a piece of terrain."""

    name: str
    at: Point | None = None
    radius: float = Field(default=0.0, ge=0)
    piece: str = ""
    points: int = Field(ge=0)


class RescueEntry(Strict):
    """Civilians who are to be brought off."""

    side: Side
    group: str
    win: int = Field(ge=1)
    draw: int = Field(ge=0)
    edge: Edge
    must_live: str = ""


class Scenario(Strict):
    id: str
    book: str
    title: str
    sample: bool = False
    story: str = ""
    turns: int = Field(default=15, ge=1, le=60)
    first: Side = "blue"
    table: TableSize
    terrain: list[Ground] = []
    objectives: list[ObjectiveEntry] = []
    casualties: bool = False
    rescue: RescueEntry | None = None
    blue: SideEntry
    red: SideEntry
    neutral: list[NeutralEntry] = []
