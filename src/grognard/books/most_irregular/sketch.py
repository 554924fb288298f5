"""A small map of the table for a terminal: terrain, every man, where formations face, and who they are."""

from __future__ import annotations

from ...chronicle import ARMIES, count, inches
from ...drawing import ARROWS, HIGHEST, LEAST, TIED, Frame, Grid, laid_out, lay, put, widest
from ...table.vectors import compass
from .men import alive, attached_to, present
from .setup import Names
from .state import BODIES, FORMATIONS, Battle, Commander, Lost, Phase, Terrain
from .victory import holder
from .words import LOSSES, PHASES, TERRAIN, objective

MARKS = {
    Terrain.BROKEN: ",",
    Terrain.PLOUGHED: "/",
    Terrain.CROPS: "`",
    Terrain.SCRUB: "'",
    Terrain.MARSH: ";",
    Terrain.STREAM: "~",
    Terrain.POND: "(",
    Terrain.ROAD: ".",
    Terrain.BRIDGE: "_",
    Terrain.WOODS: "^",
    Terrain.RUBBLE: ":",
    Terrain.FENCE: "-",
    Terrain.HEDGE: '"',
    Terrain.WALL: "=",
    Terrain.EARTHWORK: "%",
    Terrain.BUILDING: "#",
    Terrain.BOULDER: "o",
    Terrain.TREE: "&",
}  # drawn in this order, the last on top
LETTERS = "ABCDEFGHIJKLMNPQRSTUVWXYZ"  # of bodies: Blue's from the first, Red's from the last; o is a boulder
DIGITS = "1234567890!?$@<>"  # of commanders
OBJECTIVE = "*"
BESIDE = 38  # columns that the keys want to stand beside the map, or beside one another
NUMBERS = 22  # columns of the numbers behind a body


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
    return f"{when}; north is up, a column is {inches(frame.dx)}"


# The map


def picture(b: Battle, frame: Frame) -> Grid:
    """Terrain, objectives, men and commanders, each over what came before."""
    grid = frame.grid()
    for kind, mark in MARKS.items():
        for p in b.ground.pieces[: b.ground.n]:
            if p.kind == kind:
                lay(grid, frame, p, mark)
    for o in b.aims.objectives[: b.aims.n_objectives]:
        put(grid, frame.cell(o.x, o.y), OBJECTIVE)
    for formed in (False, True):
        for m in b.men[: b.n_men]:
            if present(m) and (m.formation >= 0) == formed:
                put(grid, frame.cell(m.x, m.y), mark_of(b, m.body, formed))
    for f in range(FORMATIONS):
        if b.formations[f].size > 0:
            point(b, grid, frame, f)
    for k, c in enumerate(b.commanders[: b.n_commanders]):
        if alive(c):
            put(grid, free_cell(grid, *frame.cell(c.x, c.y)), DIGITS[k])
    return grid


def letter(b: Battle, body: int) -> str:
    """A body by a letter: Blue's from the front of the alphabet, Red's from its end."""
    side = b.formations[body].side
    own = sum(1 for other in range(body) if b.formations[other].side == side)
    return LETTERS[own] if side == 0 else LETTERS[-1 - own]


def mark_of(b: Battle, body: int, formed: bool) -> str:
    """Capitals in ranks, small letters for stragglers."""
    return letter(b, body) if formed else letter(b, body).lower()


def point(b: Battle, grid: Grid, frame: Frame, f: int) -> None:
    """An arrow in front of a formation, where it faces, unless somebody stands there."""
    u = b.formations[f]
    own = [m for m in b.men[: b.n_men] if present(m) and m.formation == f]
    x, y = sum(m.x for m in own) / len(own), sum(m.y for m in own) / len(own)
    ahead = max((m.x - x) * u.fx + (m.y - y) * u.fy for m in own)
    step = ahead + abs(u.fx) * frame.dx + abs(u.fy) * frame.dy
    row, column = frame.cell(x + u.fx * step, y + u.fy * step)
    if not grid[row][column].isalpha():
        grid[row][column] = ARROWS[compass(u.fx, u.fy)]


def free_cell(grid: Grid, row: int, column: int) -> tuple[int, int]:
    """Where a commander is drawn: beside another commander, not over him."""
    for aside in (0, 1, -1, 2, -2):
        if 0 <= column + aside < len(grid[0]) and grid[row][column + aside] not in DIGITS:
            return row, column + aside
    return row, column


# The keys


def roll_of(b: Battle, names: Names, side: int, width: int) -> list[str]:
    """The bodies and the commanders of one side, one a line."""
    points = f", {count(b.points[side], 'point')}" if b.turn > 0 else ""
    army = f": {names.armies[side]}" if side < len(names.armies) else ""
    room = min(width - 2 - NUMBERS, 24)
    lines = [f"{ARMIES[side]}{points}{army}", f"{'':<{2 + room}} ranks loose hurt lost"]
    lines += [entry(b, names, body, room) for body in range(b.n_bodies) if b.formations[body].side == side]
    for k, c in enumerate(b.commanders[: b.n_commanders]):
        if c.side == side:
            lines.append(f"{DIGITS[k]} {short(names.commanders[k], room):<{room}} {state_of(b, k, c)}")
    return [line[:width] for line in lines]


def short(name: str, room: int) -> str:
    """A name cut to its room; where it says of what, that stays: Hunters, north wood; Hun. north wood."""
    head, of, rest = name.partition(" of the ")
    if len(name) <= room:
        return name
    if not of or len(rest) + 3 > room:
        return name[: room - 1] + "."
    left = room - len(rest) - 2
    return f"{head}, {rest}" if len(head) <= left else f"{head[:left]}. {rest}"


def entry(b: Battle, names: Names, body: int, room: int) -> str:
    """A body: letter, name, men in ranks and loose, how many of them are wounded, and men lost."""
    own = [m for m in b.men[: b.n_men] if m.body == body]
    here = [m for m in own if present(m)]
    ranks = sum(m.formation >= 0 for m in here)
    hurt = sum(m.wounded for m in here)
    lost = sum(m.lost not in (Lost.NO, Lost.PROMOTED) for m in own)
    name = short(names.bodies[body] if body < len(names.bodies) else "", room)
    return f"{letter(b, body)} {name:<{room}} {ranks:>5} {len(here) - ranks:>5} {hurt:>4} {lost:>4}"


def state_of(b: Battle, k: int, c: Commander) -> str:
    """Whether a commander has acted, and whom he is with; or what became of him."""
    if not alive(c):
        return LOSSES[Lost(c.lost)]
    acts = "acts now" if k == b.commander else "has acted" if c.acted else "to act"
    f = attached_to(b, k)
    beside = f", with {letter(b, f % BODIES)}" if f >= 0 else ""
    return ("no troops" if c.officer_only else acts) + (", hurt" if c.wounded else "") + beside


def legend(b: Battle, names: Names) -> list[str]:
    """What the signs of the map mean, and who holds what."""
    present_kinds = {b.ground.pieces[k].kind for k in range(b.ground.n)}
    ground = [f"{mark}{TIED}{TERRAIN[kind]}" for kind, mark in MARKS.items() if kind in present_kinds]
    held = [place(b, names, k) for k in range(b.aims.n_objectives)]
    signs = "Capitals stand in ranks, small letters are stragglers, digits commanders; arrows show facings."
    return [
        signs,
        *([f"Ground: {', '.join(ground)}."] if ground else []),
        *([f"Objectives ({OBJECTIVE}): {', '.join(held)}."] if held else []),
    ]


def place(b: Battle, names: Names, k: int) -> str:
    """An objective: what it is worth and who holds it."""
    o = b.aims.objectives[k]
    side = holder(b, o)
    return f"{objective(names, k)} ({count(o.points, 'point')}, held by {'nobody' if side < 0 else ARMIES[side]})"
