"""A small map of the table for a terminal: terrain, every figure, where groups face, and who they are."""

from __future__ import annotations

from ...chronicle import ARMIES, WINDS, count
from ...drawing import ARROWS, HIGHEST, LEAST, TIED, Frame, Grid, laid_out, lay, put, widest
from .figures import centre, first, is_leader, next_of, present, stands, strength, wounded_in
from .names import Names
from .plans import facing_of
from .state import Battle, Limber, Phase, Shape, Terrain
from .status import is_commanded
from .victory import holder
from .words import ACTIVITIES, PHASES, SHAPES, TERRAIN, short_cm, wind

MARKS = {
    Terrain.OPEN: " ",
    Terrain.CROPS: "`",
    Terrain.SCRUB: "'",
    Terrain.MARSH: ";",
    Terrain.STREAM: "~",
    Terrain.RIVER: "~",
    Terrain.GULLY: "v",
    Terrain.FORD: ",",
    Terrain.ROAD: ".",
    Terrain.BRIDGE: "_",
    Terrain.YARD: ":",
    Terrain.WOOD: "^",
    Terrain.ROCKS: "o",
    Terrain.FENCE: "-",
    Terrain.HEDGE: '"',
    Terrain.WALL: "=",
    Terrain.EARTHWORK: "%",
    Terrain.FELLED_TREE: "/",
    Terrain.BUILDING: "#",
}  # drawn in this order, the last on top
LETTERS = "ABCDEFGHIJKLMNPQRSTUVWXYZ"  # of groups: Blue's capitals, Red's small
DIGITS = "1234567890!$&@<>"  # of leaders, first Blue's, then Red's
OBJECTIVE, GUN, MARKER = "*", "+", "?"
BESIDE = 44  # columns that the keys want to stand beside the map, or beside one another
NUMBERS = 24  # columns of the numbers behind a group


def draw(b: Battle, names: Names, width: int) -> str:
    """The map with its keys beside or below it, no wider than asked for."""
    width = max(width, LEAST)
    frame = Frame(b.ground, widest(b.ground, width, HIGHEST))
    grid = picture(b, frame)

    def roll(side: int, room: int) -> list[str]:
        return roll_of(b, names, side, room)

    return laid_out(heading(b, frame), grid, roll, legend(b, names), width, BESIDE)


def heading(b: Battle, frame: Frame) -> str:
    when = f"Turn {b.turn}, {PHASES[Phase(b.phase)]}" if b.turn > 0 else "Before the first turn"
    return f"{when}; north is up, a column is {short_cm(frame.dx)}"


# The map


def picture(b: Battle, frame: Frame) -> Grid:
    """Terrain, objectives, guns, figures, leaders and markers, each over what came before."""
    grid = frame.grid()
    for kind, mark in MARKS.items():
        for p in b.ground.pieces[: b.ground.n]:
            if p.kind == kind:
                lay(grid, frame, p, mark)
    for o in b.aims.objectives[: b.aims.n_objectives]:
        put(grid, frame.cell(o.x, o.y), OBJECTIVE)
    marks = letters(b)
    for leaders in (False, True):
        for f in b.figures[: b.n_figures]:
            if present(f) and is_leader(b.groups[f.group]) == leaders:
                put(grid, frame.cell(f.x, f.y), marks[f.group])
    for e in b.engines[: b.n_engines]:
        if e.crew < 0 or stands(b, e.crew):
            put(grid, frame.cell(e.x, e.y), GUN)
    for g in range(b.n_groups):
        if stands(b, g) and not is_leader(b.groups[g]) and b.groups[g].shape == Shape.OPEN:
            point(b, grid, frame, g)
    for m in b.markers[: b.n_markers]:
        if not m.up:
            put(grid, frame.cell(m.x, m.y), MARKER)
    return grid


def letters(b: Battle) -> list[str]:
    """A sign for each group on the table: letters for troops, digits for leaders; Red's letters are small.

    Who is not on the table has none: a gap among the signs would tell that somebody is hidden."""
    out = [" "] * b.n_groups
    for side in (0, 1):
        troops = [g for g in range(b.n_groups) if stands(b, g) and b.groups[g].side == side]
        for k, g in enumerate(g for g in troops if not is_leader(b.groups[g])):
            out[g] = LETTERS[k % len(LETTERS)] if side == 0 else LETTERS[k % len(LETTERS)].lower()
    leaders = sorted(
        (g for g in range(b.n_groups) if stands(b, g) and is_leader(b.groups[g])),
        key=lambda g: (b.groups[g].side, g),
    )
    for k, g in enumerate(leaders):
        out[g] = DIGITS[k % len(DIGITS)]
    return out


def point(b: Battle, grid: Grid, frame: Frame, g: int) -> None:
    """An arrow in front of a group, where it faces, unless somebody stands there."""
    fx, fy = facing_of(b, g)
    x, y = centre(b, g)
    ahead, i = 0.0, first(b, g)
    while i >= 0:
        ahead = max(ahead, (b.figures[i].x - x) * fx + (b.figures[i].y - y) * fy)
        i = next_of(b, i)
    step = ahead + abs(fx) * frame.dx + abs(fy) * frame.dy
    row, column = frame.cell(x + fx * step, y + fy * step)
    if not grid[row][column].isalnum() and grid[row][column] not in DIGITS:
        grid[row][column] = ARROWS[WINDS.index(wind(fx, fy))]


# The keys


def roll_of(b: Battle, names: Names, side: int, width: int) -> list[str]:
    """The groups of one side that are on the table, one a line."""
    points = f", {count(b.points[side], 'point')}" if b.turn > 0 else ""
    army = f": {names.armies[side]}" if side < len(names.armies) else ""
    room = min(width - 2 - NUMBERS, 24)
    lines = [f"{ARMIES[side]}{points}{army}", f"{'':<{2 + room}} men hurt"]
    marks = letters(b)
    here = [g for g in range(b.n_groups) if b.groups[g].side == side and stands(b, g)]
    return [line[:width] for line in lines + [entry(b, names, g, marks[g], room) for g in here]]


def entry(b: Battle, names: Names, g: int, mark: str, room: int) -> str:
    """A group: its sign, name, men, how many of them are wounded, and what it is about."""
    name = names.groups[g] if g < len(names.groups) else ""
    short = name if len(name) <= room else name[: room - 1] + "."
    return f"{mark} {short:<{room}} {strength(b, g):>3} {wounded_in(b, g):>4} {state_of(b, g)}"


def state_of(b: Battle, g: int) -> str:
    """Running, in square, limbered, or what it was last doing; a c if it is under command."""
    u = b.groups[g]
    if u.router:
        return "runs"
    if u.shape != Shape.OPEN:
        return SHAPES[u.shape]
    if u.engine >= 0 and b.engines[u.engine].limber == Limber.LIMBERED:
        return "limbered"
    words = ACTIVITIES[u.activity]
    return f"{words}, c" if b.turn > 0 and is_commanded(b, g) else words


def legend(b: Battle, names: Names) -> list[str]:
    """What the signs of the map mean, and who holds what."""
    here = {b.ground.pieces[k].kind for k in range(b.ground.n)}
    ground = [f"{mark}{TIED}{TERRAIN[kind]}" for kind, mark in MARKS.items() if kind in here and mark != " "]
    held = [place(b, names, k) for k in range(b.aims.n_objectives)]
    markers = f", {MARKER} hidden markers" if any(not m.up for m in b.markers[: b.n_markers]) else ""
    signs = f"Capitals are Blue, small letters Red, digits leaders, {GUN} guns and wagons{markers}"
    return [
        f"{signs}; arrows show facings; c: under command.",
        *([f"Ground: {', '.join(ground)}."] if ground else []),
        *([f"Objectives ({OBJECTIVE}): {', '.join(held)}."] if held else []),
    ]


def place(b: Battle, names: Names, k: int) -> str:
    """An objective: what it is worth and who holds it."""
    o = b.aims.objectives[k]
    side = holder(b, o)
    name = names.objectives[k] if k < len(names.objectives) else "an objective"
    return f"{name} ({count(o.points, 'point')}, held by {'nobody' if side < 0 else ARMIES[side]})"
