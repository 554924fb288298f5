"""What lies on the table: pieces of terrain, and the ground they make together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ..records import many

POINTS = 12
PIECES = 32


class Shape(IntEnum):
    POLYGON = 0  # convex, counter-clockwise; a concave feature is several pieces of one group
    CIRCLE = 1
    LINES = 2  # segments: points 0-1, 2-3, ...


@dataclass(slots=True)
class Piece:
    """One piece of terrain.  What it means is the book's affair: kind and cover are the book's words."""

    x0: float = 0.0  # the box around it: what is looked at first comes first
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    going: float = 1.0  # what a unit of distance costs inside
    toll: float = 0.0  # what crossing it costs
    kind: int = 0
    shape: int = 0
    upright: bool = False  # a polygon that fills the box around it: two of its sides are as good as all four
    group: int = 0  # pieces of one feature share a number: a wood in convex parts is one wood
    height: int = 0
    cover: int = 0
    road: bool = False
    closed: bool = False  # nobody marches through it
    blocks_sight: bool = False
    n: int = 0
    x: list[float] = many(float, POINTS)
    y: list[float] = many(float, POINTS)
    radius: float = 0.0  # of a circle, whose centre is its first point


@dataclass(slots=True)
class Ground:
    """The table and all that lies on it."""

    width: float = 0.0
    depth: float = 0.0
    n: int = 0
    pieces: list[Piece] = many(Piece, PIECES)


@dataclass(slots=True)
class Scratch:
    """Paper for sums; no part of the state of a battle."""

    from_: list[float] = many(float, 64)
    until: list[float] = many(float, 64)
    rate: list[float] = many(float, 64)
    cuts: list[float] = many(float, 160)
