"""Outside the rules: terrain from a scenario file, with its cover, its going and its doors."""

from __future__ import annotations

from ...problems import Problem, unknown
from ...setting import Form, lay_shape, within_table, word
from ...table.pieces import edge_gap
from ...table.terrain import Shape
from .figures import forget
from .footing import DOOR, SHUT, rate_of
from .forces import Ground
from .names import Names
from .sight import is_screen
from .state import DOORS, Battle, Cover, Terrain, Trait

AREAS = Form.AREA
FORMS = {
    Terrain.OPEN: AREAS,
    Terrain.ROAD: Form.AREA | Form.STRIP,
    Terrain.BRIDGE: AREAS,
    Terrain.FORD: AREAS,
    Terrain.WOOD: AREAS,
    Terrain.SCRUB: AREAS,
    Terrain.CROPS: AREAS,
    Terrain.MARSH: AREAS,
    Terrain.ROCKS: AREAS,
    Terrain.STREAM: Form.AREA | Form.STRIP,
    Terrain.RIVER: Form.AREA | Form.STRIP,
    Terrain.BUILDING: AREAS,
    Terrain.YARD: AREAS,
    Terrain.GULLY: AREAS,
    Terrain.HEDGE: Form.LINE,
    Terrain.FENCE: Form.LINE,
    Terrain.WALL: Form.LINE,
    Terrain.EARTHWORK: Form.LINE,
    Terrain.FELLED_TREE: Form.LINE,
}
SOFT = {Terrain.WOOD, Terrain.SCRUB, Terrain.CROPS, Terrain.HEDGE, Terrain.FENCE}  # TY-R59
HARD = {Terrain.ROCKS, Terrain.BUILDING, Terrain.WALL, Terrain.EARTHWORK, Terrain.FELLED_TREE}
DIFFICULT = {Terrain.WOOD, Terrain.MARSH, Terrain.ROCKS, Terrain.STREAM, Terrain.GULLY}
TRAITS = {
    Terrain.WOOD: Trait.ENCLOSED | Trait.WOODED | Trait.HIDES,
    Terrain.SCRUB: Trait.HIDES,
    Terrain.CROPS: Trait.HIDES,
    Terrain.ROCKS: Trait.HIDES,
    Terrain.BUILDING: Trait.ENCLOSED | Trait.NO_HORSE | Trait.HIDES,
    Terrain.YARD: Trait.ENCLOSED,
    Terrain.GULLY: Trait.ENCLOSED,
    Terrain.HEDGE: Trait.BARRIER,
    Terrain.FENCE: Trait.BARRIER,
    Terrain.WALL: Trait.BARRIER,
    Terrain.EARTHWORK: Trait.BARRIER,
    Terrain.FELLED_TREE: Trait.BARRIER,
}  # TY-R39, TY-R57, TY-R64


def lay_terrain(b: Battle, entry: Ground, names: Names, where: str) -> None:
    """A feature of the ground with its cover, going and traits."""
    kind = Terrain(word(Terrain, entry.kind, f"{where}.kind", "kind of terrain"))
    before = b.ground.n
    lay_shape(b.ground, entry, kind, FORMS[kind], where)
    if entry.width is None:  # roads and streams run on over the edge
        within_table(b.ground, before, where, "cm")
    for k in range(before, b.ground.n):
        p = b.ground.pieces[k]
        p.cover = Cover.SOFT if kind in SOFT else Cover.HARD if kind in HARD else Cover.NONE
        p.going = b.rules.difficult if kind in DIFFICULT or entry.difficult else 1.0
        p.closed = kind == Terrain.RIVER
        b.traits[k] = int(TRAITS.get(kind, 0)) | (Trait.FORTIFIED if entry.fortified else 0)
        if entry.doors:
            b.traits[k] |= Trait.DOORED
        list_piece(b, k)
    names.terrain += [entry.name] * (b.ground.n - before)
    lay_doors(b, entry, before, where)
    forget(b)


def list_piece(b: Battle, k: int) -> None:
    """Put a piece on the lists that are gone through when somebody looks, shoots or commands."""
    traits = b.traits[k]
    if is_screen(b.ground.pieces[k]):
        b.screens[b.n_screens], b.n_screens = k, b.n_screens + 1
    if traits & Trait.HIDES:
        b.coverts[b.n_coverts], b.n_coverts = k, b.n_coverts + 1
    if traits & Trait.BARRIER:
        b.fences[b.n_fences], b.n_fences = k, b.n_fences + 1
    if traits & Trait.ENCLOSED:
        b.closes[b.n_closes], b.n_closes = k, b.n_closes + 1
    if rate_of(b, k, True) == SHUT and b.ground.pieces[k].shape != Shape.LINES:
        b.shuts[b.n_shuts], b.n_shuts = k, b.n_shuts + 1


def lay_doors(b: Battle, entry: Ground, piece: int, where: str) -> None:
    if entry.doors and b.ground.n - piece != 1:
        raise Problem(f"{where}.doors: only a building of one convex piece has doors")
    for x, y in entry.doors:
        if b.n_doors == DOORS:
            raise Problem(f"{where}.doors: more than {DOORS} doors on one table")
        if edge_gap(b.ground.pieces[piece], x, y) > DOOR:
            raise Problem(f"{where}.doors: [{x:g}, {y:g}] is in none of its walls")
        d = b.doors[b.n_doors]
        d.x, d.y, d.piece = x, y, piece
        b.n_doors += 1


def piece_named(names: Names, name: str, where: str) -> int:
    if name not in names.terrain:
        raise unknown("piece of terrain", name, dict.fromkeys(names.terrain), where)
    return names.terrain.index(name)
