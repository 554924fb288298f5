"""A small map of the table for a terminal: terrain, units with their facing, and who they are."""

from __future__ import annotations

import textwrap

from ...chronicle import ARMIES, count, inches
from ...drawing import ARROWS, Frame, Grid, edged, lay, widest
from ...table.boxes import front_centre, place
from ...table.vectors import compass
from .setup import Names
from .state import Arm, Battle, Formation, Lost, Phase, Terrain, Unit
from .units import box_of, leader_with, on_table
from .words import LOSSES, PHASES, TERRAIN

MARKS = {
    Terrain.HILL: "'",
    Terrain.ROUGH: ",",
    Terrain.MARSH: ";",
    Terrain.WOOD: "^",
    Terrain.ROAD: ".",
    Terrain.STREAM: "~",
    Terrain.FENCE: "-",
    Terrain.HEDGE: '"',
    Terrain.WALL: "=",
    Terrain.EARTHWORKS: "%",
    Terrain.BUILDING: "#",
    Terrain.STRONGHOLD: "@",
}  # drawn in this order, the last on top
LETTERS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456", "abcdefghijklmnopqrstuvwxyz789012")
GENERALS = ("$", "&")
HIGHEST = 26  # rows of a map
SHORT = {
    Formation.LINE: "line",
    Formation.COLUMN: "column",
    Formation.MARCH: "march",
    Formation.EXTENDED: "open",
    Formation.SQUARE: "square",
    Formation.SQUADRONS: "sqdns",
    Formation.BATTERY: "guns",
    Formation.GARRISON: "inside",
}


def draw(b: Battle, names: Names, width: int) -> str:
    """The map with its keys, no wider than asked for (and 80 at most)."""
    width = min(max(width, 40), 80)
    frame = Frame(b.ground, widest(b.ground, width, HIGHEST))
    grid = frame.grid()
    for kind, mark in MARKS.items():
        for k in range(b.ground.n):
            if b.ground.pieces[k].kind == kind:
                lay(grid, frame, b.ground.pieces[k], mark)
    for i in range(b.n_units):
        if on_table(b.units[i]):
            stand(grid, frame, b.units[i], letter(b, i))
    post_generals(grid, frame, b)
    return "\n".join([*textwrap.wrap(heading(b, frame), width), *edged(grid), *keys(b, names, width)])


def heading(b: Battle, frame: Frame) -> str:
    when = f"Turn {b.turn}, {PHASES[Phase(b.phase)]}" if b.turn > 0 else "Before the first turn"
    return f"{when}; north is up, a column is {inches(frame.dx)}"


def letter(b: Battle, i: int) -> str:
    """Capitals for Blue, small letters for Red."""
    own = sum(1 for j in range(i) if b.units[j].side == b.units[i].side)
    return LETTERS[b.units[i].side][own]


def stand(grid: Grid, frame: Frame, u: Unit, mark: str) -> None:
    """A unit's footprint, with an arrow in its front rank (or before it, if it is but a point)."""
    cells = footprint(frame, u)
    for row, column in cells:
        grid[row][column] = mark
    if u.formation in (Formation.SQUARE, Formation.GARRISON):
        return
    x, y = front_centre(box_of(u))
    if len(cells) > 1:
        row, column = min(cells, key=lambda cell: distance_to(frame, cell, x, y))
    else:
        row, column = frame.cell(x + u.fx * frame.dx, y + u.fy * frame.dy / 2)
    if len(cells) > 1 or not grid[row][column].isalnum():
        grid[row][column] = ARROWS[compass(u.fx, u.fy)]


def footprint(frame: Frame, u: Unit) -> set[tuple[int, int]]:
    """The cells that a unit's files and ranks stand in."""
    box = box_of(u)
    files = slices(u.width, 2 * (abs(u.fy) / frame.dx + abs(u.fx) / frame.dy))
    ranks = slices(u.depth, abs(u.fx) / frame.dx + abs(u.fy) / frame.dy)
    return {frame.cell(*place(box, u.depth * ahead, u.width * right)) for ahead in ranks for right in files}


def slices(inches: float, cells_an_inch: float) -> list[float]:
    """Where to look along an edge, as shares of it from its middle."""
    n = max(1, round(inches * cells_an_inch))
    return [(k + 0.5) / n - 0.5 for k in range(n)]


def distance_to(frame: Frame, cell: tuple[int, int], x: float, y: float) -> float:
    cx, cy = frame.centre(*cell)
    return (cx - x) ** 2 + (cy - y) ** 2


def post_generals(grid: Grid, frame: Frame, b: Battle) -> None:
    """Generals on their own."""
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.alive and g.attached < 0:
            row, column = frame.cell(g.x, g.y)
            grid[row][column] = GENERALS[g.side]


def keys(b: Battle, names: Names, width: int) -> list[str]:
    """Who is who, what is what, and the signs behind the names."""
    wide = width >= 72
    each = (width - 2) // 2 if wide else width
    blue, red = (roll_of(b, names, side, each) for side in (0, 1))
    if wide:
        rows = max(len(blue), len(red))
        pad = [""] * rows
        pairs = zip((blue + pad)[:rows], (red + pad)[:rows], strict=True)
        body = [f"{left:<{each}}  {right}".rstrip() for left, right in pairs]
    else:
        body = blue + red
    return [*body, *textwrap.wrap(ground_key(b), width), *textwrap.wrap(SIGNS, width)]


SIGNS = (
    "Signs: ! disordered, ? owes a rally check, / routing, * a general with it, "
    f"{GENERALS[0]} {GENERALS[1]} generals of Blue and Red on their own."
)


def ground_key(b: Battle) -> str:
    present = {b.ground.pieces[k].kind for k in range(b.ground.n)}
    return (
        "Ground: "
        + ", ".join(f"{mark} {TERRAIN[kind]}" for kind, mark in MARKS.items() if kind in present)
        + "."
    )


def roll_of(b: Battle, names: Names, side: int, width: int) -> list[str]:
    """The units of one side, one a line."""
    points = f", {count(b.points[side], 'point')}" if b.turn > 0 else ""
    army = f": {names.armies[side]}" if side < len(names.armies) else ""
    lines = [f"{ARMIES[side]}{points}{army}"]
    for i in range(b.n_units):
        if b.units[i].side == side:
            lines.append(entry(b, names, i, width))
    return [line[:width] for line in lines]


def entry(b: Battle, names: Names, i: int, width: int) -> str:
    """A unit: letter, name, figures left, formation and signs."""
    u = b.units[i]
    room = width - 18
    name = names.units[i] if len(names.units[i]) <= room else names.units[i][: room - 1] + "."
    if u.lost != Lost.NO:
        return f"{letter(b, i)} {name:<{room}} {LOSSES[Lost(u.lost)]}"
    shape = SHORT[Formation(u.formation)]
    return f"{letter(b, i)} {name:<{room}} {u.figures:>2}/{u.original:<2} {shape:<6} {signs(b, i)}"


def signs(b: Battle, i: int) -> str:
    u = b.units[i]
    shown = (
        (u.routing, "/"),
        (u.disordered, "!"),
        (u.marker and not u.disordered, "?"),
        (leader_with(b, i) >= 0, "*"),
    )
    ammunition = f"{u.shots}" if u.arm == Arm.ARTILLERY else ""
    return ammunition + "".join(sign for holds, sign in shown if holds)
