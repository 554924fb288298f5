"""A small map of the table for a terminal: terrain, fog, strips with the facing of their formation, and who they are."""

from __future__ import annotations

from ...chronicle import ARMIES, inches
from ...drawing import ARROWS, HIGHEST, LEAST, TIED, Frame, Grid, laid_out, lay, widest
from ...table.terrain import Piece
from ...table.vectors import compass
from .charms import works_now
from .forces import Names
from .scene import SPELL_STATES, charms_on, members, step_of, strength_of
from .state import Battle, Nerve, Role, Spell, Strip, Terrain
from .strips import bears, is_lone_character
from .touching import in_contact
from .victory import holder, strips_out
from .words import ROLES, TERRAIN, TROOPS, the_strip

MARKS = {
    Terrain.HILL: "'",
    Terrain.SCREE: ";",
    Terrain.UNDERGROWTH: ",",
    Terrain.ROAD: ".",
    Terrain.STREAM: "~",
    Terrain.RIVER: "~",
    Terrain.FORD: ":",
    Terrain.BRIDGE: "_",
    Terrain.WOOD: "^",
    Terrain.DENSE_FOREST: "^",
    Terrain.HEDGE: '"',
    Terrain.FENCE: "-",
    Terrain.FALLEN_TREES: "/",
    Terrain.WALL: "=",
    Terrain.BUILDING: "#",
}  # drawn in this order, the last on top
LETTERS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")  # of formations
PERSONS = "1234567890!$&@<>"  # of characters, first Blue's, then Red's
NARROW = (Terrain.STREAM, Terrain.RIVER, Terrain.FORD, Terrain.BRIDGE, Terrain.ROAD)
FOG = "%"
BESIDE = 38  # columns that the keys want to stand beside the map, or beside one another


def draw(b: Battle, names: Names, width: int) -> str:
    """The map with its keys beside or below it, no wider than asked for."""
    width = max(width, LEAST)
    frame = Frame(b.ground, widest(b.ground, width, HIGHEST))
    signs = signs_of(b)
    heading = f"{when(b)}; north is up, a column is {inches(frame.dx)}"

    def roll(side: int, room: int) -> list[str]:
        return roll_of(b, names, side, signs, room)

    return laid_out(heading, picture(b, frame, signs), roll, legend(b, names), width, BESIDE)


def when(b: Battle) -> str:
    return f"Turn {b.turn}, {step_of(b)}" if b.turn > 0 else "Before the first turn"


# The map


def picture(b: Battle, frame: Frame, signs: dict[int, str]) -> Grid:
    """Terrain, fog, objectives, strips and characters, each over what came before."""
    grid = frame.grid()
    for kind, mark in MARKS.items():
        for p in b.ground.pieces[: b.ground.n]:
            if p.kind == kind and kind in NARROW and p.n == 4:
                trace(grid, frame, p, mark)
            elif p.kind == kind:
                lay(grid, frame, p, mark)
    for c in b.charms[: b.n_charms]:
        if c.effect == Spell.FOG_BANK:
            lay_fog(grid, frame, c.x, c.y, b.spells[c.spell].radius)
    for f in signs:
        if not is_lone_character(b, b.formations[f]):
            lay_formation(b, grid, frame, f, signs[f])
    for i, sign in persons(b).items():
        row, column = frame.cell(b.strips[i].x, b.strips[i].y)
        grid[row][column] = sign
    return grid


def trace(grid: Grid, frame: Frame, p: Piece, mark: str) -> None:
    """A stretch of water or road along its middle: it may be narrower than a cell."""
    ax, ay, bx, by = (
        (p.x[0] + p.x[3]) / 2,
        (p.y[0] + p.y[3]) / 2,
        (p.x[1] + p.x[2]) / 2,
        (p.y[1] + p.y[2]) / 2,
    )
    steps = max(1, int(2 * max(abs(bx - ax) / frame.dx, abs(by - ay) / frame.dy)))
    for k in range(steps + 1):
        row, column = frame.cell(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps)
        grid[row][column] = mark


def lay_fog(grid: Grid, frame: Frame, x: float, y: float, radius: float) -> None:
    for row in range(frame.rows):
        for column in range(frame.columns):
            cx, cy = frame.centre(row, column)
            if (cx - x) ** 2 + (cy - y) ** 2 <= radius**2 and grid[row][column] == " ":
                grid[row][column] = FOG


def lay_formation(b: Battle, grid: Grid, frame: Frame, f: int, sign: str) -> None:
    """Its strips, with an arrow in the middle of its front if there is room for one."""
    u = b.formations[f]
    cells = {cell for i in members(b, f) for cell in footprint(frame, b.strips[i])}
    for row, column in cells:
        grid[row][column] = sign
    if u.building < 0:
        arrow = ARROWS[compass(u.fx, u.fy)]
        row, column = frame.cell(u.x + u.fx * frame.dx, u.y + u.fy * frame.dy / 2)
        if (row, column) in cells or not grid[row][column].isalnum():
            if len(cells) > 1 or (row, column) not in cells:
                grid[row][column] = arrow


def footprint(frame: Frame, s: Strip) -> set[tuple[int, int]]:
    """The cells that a base covers."""
    right, ahead = (s.fy, -s.fx), (s.fx, s.fy)
    n = max(2, int(max(s.width, s.depth) / frame.dx) + 1)
    steps = [0.8 * (k / n - 0.5) for k in range(n + 1)]
    return {
        frame.cell(
            s.x + right[0] * s.width * a + ahead[0] * s.depth * d,
            s.y + right[1] * s.width * a + ahead[1] * s.depth * d,
        )
        for a in steps
        for d in steps
    }


def signs_of(b: Battle) -> dict[int, str]:
    """A letter for each formation on the table, capitals for Blue; characters have signs of their own.

    Who is not to be seen has none: a gap among the letters would tell of him."""
    out: dict[int, str] = {}
    for side in range(2):
        here = [f for f in range(b.n_formations) if b.formations[f].n > 0 and b.formations[f].side == side]
        bodies = [f for f in here if not is_lone_character(b, b.formations[f])]
        out |= {f: LETTERS[side][k % len(LETTERS[side])] for k, f in enumerate(bodies)}
    return out


def persons(b: Battle) -> dict[int, str]:
    """A sign for each character on the table."""
    some = [
        i
        for side in range(2)
        for i in range(b.n_strips)
        if b.strips[i].side == side and b.strips[i].formation >= 0 and b.strips[i].role != Role.NONE
    ]
    return {i: PERSONS[k % len(PERSONS)] for k, i in enumerate(some)}


# The keys


def roll_of(b: Battle, names: Names, side: int, signs: dict[int, str], width: int) -> list[str]:
    """The formations and characters of one side, one a line."""
    lines = [f"{ARMIES[side]}, {strips_out(b, side)} of {b.original[side]} strips out: {names.armies[side]}"]
    lines += [entry(b, names, f, sign) for f, sign in signs.items() if b.formations[f].side == side]
    lines += [person(b, names, i, sign) for i, sign in persons(b).items() if b.strips[i].side == side]
    return [line if len(line) <= width else line[: width - 1] + "." for line in lines]


def entry(b: Battle, names: Names, f: int, sign: str) -> str:
    """A formation: letter, name, strips left, what it is, and how it fares."""
    left, full = strength_of(b, f)
    of = b.strips[members(b, f)[0]]
    return ", ".join([f"{sign} {names.formations[f]} {left}/{full} {TROOPS[of.troop]}", *state_of(b, f)])


def state_of(b: Battle, f: int) -> list[str]:
    u = b.formations[f]
    known = {
        "hidden": u.hidden,
        "halted": u.nerve == Nerve.HALTED,
        "runs": u.nerve == Nerve.RUNNING,
        "in melee": in_contact(b, f),
    }
    spells = [SPELL_STATES[c.effect] for c in charms_on(b, f) if c.effect in SPELL_STATES and works_now(b, c)]
    return [*(word for word, so in known.items() if so), *dict.fromkeys(spells)]


def person(b: Battle, names: Names, i: int, sign: str) -> str:
    """A character: sign, name, hits left, power points, with whom."""
    s = b.strips[i]
    u = b.formations[s.formation]
    parts = [f"{sign} {names.strips[i]} {bears(b, s) - s.wounds}/{bears(b, s)} {ROLES[s.role]}"]
    parts += [f"{b.mages[s.mage].points} points"] if s.mage >= 0 else []
    if u.character == i:
        strips = members(b, s.formation)
        parts.append(
            f"with {the_strip(names, strips[0])}" if len(strips) == 1 else f"with {names.ids[s.formation]}"
        )
    return ", ".join([*parts, *(state_of(b, s.formation) if u.n == 1 else [])])


def legend(b: Battle, names: Names) -> list[str]:
    """What the signs of the map mean, and who holds what."""
    here = {b.ground.pieces[k].kind for k in range(b.ground.n)}
    ground = [f"{mark}{TIED}{TERRAIN[kind]}" for kind, mark in MARKS.items() if kind in here]
    ground += [f"{FOG}{TIED}fog"] if any(c.effect == Spell.FOG_BANK for c in b.charms[: b.n_charms]) else []
    held = [f"{names.objectives[k]} ({held_by(b, k)})" for k in range(b.aims.n_objectives)]
    return [
        "Capitals are Blue, small letters Red, digits and signs heroes, leaders and wizards; arrows show facings.",
        *([f"Ground: {', '.join(ground)}."] if ground else []),
        *([f"To be held: {', '.join(held)}."] if held else []),
    ]


def held_by(b: Battle, k: int) -> str:
    side = holder(b, k)
    return "held by nobody" if side < 0 else f"held by {ARMIES[side]}"
