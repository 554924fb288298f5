"""Outside the rules: from a scenario file to a battle ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, radians
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from ... import setting, tables
from ...problems import Problem
from ...scenario import SIDES, Point, Strict, TableSize, TerrainEntry, read
from ...setting import (
    FACINGS,
    ON_IT,
    Form,
    check_listed,
    facing_of,
    force_path,
    lay_shape,
    once_each,
    size_of,
    told_apart,
    within_table,
    word,
)
from ...table.discs import disc_in_touch
from .footing import breaking_under, footing_of
from .men import (
    NEAR,
    enrol,
    figure_radius,
    figure_side,
    figure_xy,
    figures_gap,
    linked,
    radius_of,
)
from .places import OVERLAP, slot_place
from .state import (
    A_SIDE,
    BODIES,
    COMMANDERS,
    FORMATIONS,
    MEN,
    OBJECTIVES,
    OFFICER,
    Battle,
    Footing,
    Grade,
    Off,
    Terrain,
    Weapon,
)

FOLDER = Path(__file__).parent
PREFIX = "mi"

# Names.pieces: man i is piece i, and after the men come the commanders and the formations
PIECE_COMMANDER = MEN
PIECE_FORMATION = MEN + COMMANDERS
MOST_BASE = 3.0  # inches across: no man is wider


class ForceBody(Strict):
    """A company, a section, a mob: men of one quality and weapon [MI-005, MI-009, MI-R04]."""

    id: str
    name: str
    men: int = Field(ge=1, le=A_SIDE)
    quality: str
    weapon: str = "none"
    breech_loader: bool = False
    mounted: bool = False
    traits: list[str] = []


class ForceCommander(Strict):
    id: str
    name: str
    quality: str
    mounted: bool = False
    charismatic: bool = False
    officer_only: bool = False
    traits: list[str] = []


class Force(Strict):
    id: str
    name: str
    book: str = ""
    bodies: list[ForceBody]
    commanders: list[ForceCommander] = []


class BodyPlace(Strict):
    """In ranks by its front centre, or every man on a place of his own."""

    id: str
    files: int | None = Field(default=None, ge=1)
    front: Point | None = None
    facing: str | Point | None = None
    places: list[Point] | None = None


class CommanderPlace(Strict):
    id: str
    at: Point


class SideEntry(Strict):
    force: str
    edge: Literal["north", "south", "east", "west"]
    bodies: list[BodyPlace] = Field(min_length=1)
    commanders: list[CommanderPlace] = []


class ObjectiveEntry(Strict):
    name: str
    at: Point
    radius: float = Field(gt=0)
    points: int = Field(ge=0)


class Scenario(Strict):
    id: str
    book: Literal["most-irregular"]
    title: str
    sample: bool = False
    story: str = ""
    turns: int = Field(default=10, ge=1, le=60)
    table: TableSize
    terrain: list[TerrainEntry] = []
    objectives: list[ObjectiveEntry] = []
    blue: SideEntry
    red: SideEntry


# Names


@dataclass
class Names:
    """What the numbers of a battle are called: for people, never for rules."""

    bodies: list[str] = field(default_factory=list)
    body_ids: list[str] = field(default_factory=list)
    body_traits: list[list[str]] = field(default_factory=list)
    men: list[str] = field(default_factory=list)
    man_ids: list[str] = field(default_factory=list)
    man_sides: list[int] = field(default_factory=list)
    leaders: list[str] = field(default_factory=list)  # commanders of the army lists
    leader_ids: list[str] = field(default_factory=list)
    leader_traits: list[list[str]] = field(default_factory=list)
    terrain: list[str] = field(default_factory=list)
    objectives: list[str] = field(default_factory=list)
    armies: list[str] = field(default_factory=list)

    @property
    def commanders(self) -> list[str]:
        """All who may come to command: after those of the army lists the men who step in [MI-R18]."""
        acting = range(1, COMMANDERS - len(self.leaders) + 1)
        return self.leaders + [f"Acting commander {n}" for n in acting]

    @property
    def commander_ids(self) -> list[str]:
        return self.leader_ids + [f"X{n}" for n in range(1, COMMANDERS - len(self.leader_ids) + 1)]

    @property
    def formations(self) -> list[str]:
        """A body, its second party, its third; then the numbers that no body has."""
        return [
            party(self.bodies[f % BODIES], f // BODIES) if f % BODIES < len(self.bodies) else f"Party {f}"
            for f in range(FORMATIONS)
        ]

    @property
    def formation_ids(self) -> list[str]:
        return [
            self.body_ids[f % BODIES] + (f".{f // BODIES + 1}" if f >= BODIES else "")
            if f % BODIES < len(self.body_ids)
            else f"P{f}"
            for f in range(FORMATIONS)
        ]

    @property
    def pieces(self) -> list[str]:
        """Men, then commanders from PIECE_COMMANDER, then formations from PIECE_FORMATION."""
        nobody = [f"M{i + 1}" for i in range(len(self.man_ids), MEN)]
        return self.man_ids + nobody + self.commander_ids + self.formation_ids

    def handles(self, kind: str) -> list[str]:
        if kind == "figure":
            return self.man_ids + [""] * (OFFICER - len(self.man_ids)) + self.commander_ids
        if kind == "formation":
            n = len(self.body_ids)
            return [id if f % BODIES < n else "" for f, id in enumerate(self.formation_ids)]
        return {"man": self.man_ids, "commander": self.commander_ids}[kind]

    def group(self, kind: str, side: int) -> list[str]:
        if kind != "men":
            raise KeyError(kind)
        return [id for id, of in zip(self.man_ids, self.man_sides, strict=True) if of == side]


def party(name: str, number: int) -> str:
    """A later party of a body: Pioneers (2nd party)."""
    return name if number == 0 else f"{name} ({('2nd', '3rd', '4th')[number - 1]} party)"


# Terrain

CIRCLES = (Terrain.BOULDER, Terrain.TREE)
STRIPS = (Terrain.OPEN, Terrain.ROAD)


def form_of(kind: Terrain) -> Form:
    """The shapes a kind of terrain may have [MI-R24]."""
    if footing_of(kind) == Footing.OBSTACLE:
        return Form.LINE
    if kind in CIRCLES:
        return Form.CIRCLE
    return Form.AREA | Form.STRIP if kind in STRIPS else Form.AREA


def lay_terrain(b: Battle, entry: TerrainEntry, where: str) -> None:
    """One feature on the ground; what it does is in its kind [MI-R24]."""
    kind = Terrain(word(Terrain, entry.kind, f"{where}.kind"))
    before = b.ground.n
    lay_shape(b.ground, entry, kind, form_of(kind), where)
    for p in b.ground.pieces[before : b.ground.n]:
        p.closed = footing_of(kind) == Footing.CLOSED
        p.blocks_sight = kind == Terrain.BUILDING
        p.road = kind == Terrain.ROAD
    within_table(b.ground, before, where)


# Bodies and commanders


def muster(b: Battle, side: int, entry: ForceBody, names: Names, where: str) -> range:
    """The men of a body, numbered after all before them; which they are [MI-001, MI-R05, MI-R34]."""
    grade = word(Grade, entry.quality, f"{where}.quality", "quality")
    weapon = word(Weapon, entry.weapon, f"{where}.weapon")
    if entry.breech_loader and weapon not in (Weapon.EARLY_RIFLE, Weapon.ADVANCED_RIFLE):
        raise Problem(f"{where}.breech_loader: {entry.name}: only rifles can be breech loaders [MI-R34]")
    if entry.mounted and b.options.cavalry == Off.OFF:
        raise Problem(
            f"{where}.mounted: {entry.name}: there is cavalry only with the option cavalry on [MI-R69]"
        )
    men = range(b.n_men, b.n_men + entry.men)
    for i in men:
        m = b.men[i]
        m.side, m.body, m.grade, m.weapon = side, b.n_bodies, grade, weapon
        m.breech, m.horse = entry.breech_loader, entry.mounted
        names.man_ids.append(f"{entry.id}-{i - men.start + 1}")
        names.man_sides.append(side)
    for slot in range(b.n_bodies, FORMATIONS, BODIES):
        b.formations[slot].side = side
        b.formations[slot].fx, b.formations[slot].fy = 0.0 - b.home_x[side], 0.0 - b.home_y[side]
    b.n_men, b.n_bodies = men.stop, b.n_bodies + 1
    b.men_of[side] += entry.men
    names.body_ids.append(entry.id)
    names.bodies.append(entry.name)
    names.body_traits.append(entry.traits)
    return men


def place_body(b: Battle, men: range, place: BodyPlace, where: str) -> None:
    """In ranks, or as stragglers."""
    if (place.front is None) == (place.places is None):
        raise Problem(
            f"{where}: one of two is wanted: front = [x, y] with files, for men in ranks, "
            "or places = [[x, y], ...], one for each straggler"
        )
    if place.places is not None:
        scatter(b, men, place, where)
    else:
        draw_up(b, men, place, where)


def scatter(b: Battle, men: range, place: BodyPlace, where: str) -> None:
    """Every man on a place of his own, a straggler [MI-011]."""
    for name in ("files", "facing"):
        if getattr(place, name) is not None:
            raise Problem(f"{where}.{name}: stragglers have none; leave it out")
    given = place.places or []
    if len(given) != len(men):
        raise Problem(f"{where}.places: {place.id} has {len(men)} men; places given: {len(given)}")
    for i, (x, y) in zip(men, given, strict=True):
        b.men[i].x, b.men[i].y = x, y


def draw_up(b: Battle, men: range, place: BodyPlace, where: str) -> None:
    """In ranks and files, base to base, the front rank's middle on its place [MI-010, MI-R02]."""
    if place.files is None:
        raise Problem(f"{where}.files: how many files has {place.id}?")
    if len(men) < 2:
        raise Problem(f"{where}: a formation has two men or more; give {place.id} places = [[x, y]]")
    if place.files > len(men):
        raise Problem(f"{where}.files: {place.id} has {len(men)} men, too few for {place.files} files")
    assert place.front is not None
    f = b.men[men.start].body
    u = b.formations[f]
    if place.facing is not None:
        u.fx, u.fy = facing_of(place.facing, where)
    step = 2.0 * radius_of(b, b.men[men.start])
    for k, i in enumerate(men):
        enrol(b, i, f)
        b.men[i].x, b.men[i].y = slot_place(len(men), place.files, k, step, *place.front, u.fx, u.fy)


def appoint(b: Battle, side: int, entry: ForceCommander, at: Point, names: Names, where: str) -> None:
    """A commander on his place [MI-R09, MI-R10]."""
    c = b.commanders[b.n_commanders]
    b.n_commanders += 1
    c.side, (c.x, c.y) = side, at
    c.grade = word(Grade, entry.quality, f"{where}.quality", "quality")
    c.mounted, c.charismatic, c.officer_only = entry.mounted, entry.charismatic, entry.officer_only
    names.leader_ids.append(entry.id)
    names.leaders.append(entry.name)
    names.leader_traits.append(entry.traits)


def enlist(b: Battle, side: int, entry: SideEntry, names: Names, path: Path) -> None:
    """The men and commanders of one side."""
    here = f"{path}: {SIDES[side]}"
    source = force_path(entry.force, path.parent, FOLDER, f"{here}.force")
    force = read(source, Force)
    names.armies.append(force.name)
    once_each(source, "bodies", [body.id for body in force.bodies])
    once_each(source, "commanders", [commander.id for commander in force.commanders])
    b.first_man[side] = b.n_men
    b.home_x[side], b.home_y[side] = FACINGS[entry.edge]
    bodies = {body.id: (k, body) for k, body in enumerate(force.bodies)}
    for n, place in enumerate(entry.bodies):
        check_listed("body", place.id, bodies, names.body_ids, f"{here}.bodies.{n}")
        k, body = bodies[place.id]
        check_room(b, side, body, f"{here}.bodies.{n}")
        place_body(b, muster(b, side, body, names, f"{source}: bodies.{k}"), place, f"{here}.bodies.{n}")
    commanders = {commander.id: (k, commander) for k, commander in enumerate(force.commanders)}
    for n, post in enumerate(entry.commanders):
        check_listed("commander", post.id, commanders, names.leader_ids, f"{here}.commanders.{n}")
        if b.n_commanders == COMMANDERS:
            raise Problem(f"{here}.commanders.{n}: more than {COMMANDERS} commanders in one battle")
        k, commander = commanders[post.id]
        appoint(b, side, commander, post.at, names, f"{source}: commanders.{k}")


def check_room(b: Battle, side: int, body: ForceBody, where: str) -> None:
    """A battle has room for so many men a side, and so many bodies."""
    total = b.men_of[side] + body.men
    if total > A_SIDE:
        raise Problem(f"{where}: with {body.id} {SIDES[side]} has {total} men; at most {A_SIDE} a side")
    if b.n_bodies == BODIES:
        raise Problem(f"{where}: more than {BODIES} bodies in one battle")


# Checks


@dataclass(frozen=True)
class Post:
    """A figure of the battle and where in the file it stands."""

    figure: int
    handle: str
    where: str


def posts(b: Battle, names: Names, path: Path) -> list[Post]:
    """Every figure of the battle: men first, then commanders."""
    out = []
    for i in range(b.n_men):
        m = b.men[i]
        n = m.body - b.men[b.first_man[m.side]].body
        out.append(Post(i, names.man_ids[i], f"{path}: {SIDES[m.side]}.bodies.{n}: {names.man_ids[i]}"))
    for k in range(b.n_commanders):
        side = b.commanders[k].side
        n = sum(1 for c in b.commanders[:k] if c.side == side)
        handle = names.leader_ids[k]
        out.append(Post(OFFICER + k, handle, f"{path}: {SIDES[side]}.commanders.{n}: {handle}"))
    return out


def check_places(b: Battle, names: Names, path: Path) -> None:
    """Nobody off the table, on another, in closed ground, or in ranks where there can be none."""
    every = posts(b, names, path)
    for n, post in enumerate(every):
        check_on_table(b, post)
        check_ground(b, post, names)
        for other in every[:n]:
            check_apart(b, post, other)


def check_on_table(b: Battle, post: Post) -> None:
    (x, y), r, g = figure_xy(b, post.figure), figure_radius(b, post.figure), b.ground
    off = max(r - x, r - y, x + r - g.width, y + r - g.depth)
    if off > ON_IT:
        raise Problem(f"{post.where} is off the table by {off:.2f} inches ({size_of(g)})")


def check_ground(b: Battle, post: Post, names: Names) -> None:
    """No base in closed ground or on a boulder or tree; no ranks in woods or rubble [MI-R24, MI-R26]."""
    (x, y), r = figure_xy(b, post.figure), figure_radius(b, post.figure)
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        if footing_of(p.kind) in (Footing.CLOSED, Footing.SMALL) and disc_in_touch(x, y, r, p):
            raise Problem(f"{post.where} stands in or on {names.terrain[k]}, where nobody can [MI-R24]")
    under = breaking_under(b, x, y, r)
    if under < 0 or post.figure >= OFFICER:
        return
    if b.men[post.figure].formation >= 0:
        raise Problem(f"{post.where} is in {names.terrain[under]}: no ranks there; give places [MI-R26]")
    if b.men[post.figure].horse:
        raise Problem(f"{post.where} is in {names.terrain[under]}, where no horse goes [MI-R69]")


def check_apart(b: Battle, post: Post, other: Post) -> None:
    """No base on another, no enemies in contact [MI-R02, MI-R29]."""
    gap = figures_gap(b, post.figure, other.figure)
    if gap < -OVERLAP:
        raise Problem(f"{post.where} overlaps {other.handle} by {-gap:.2f} inches")
    if gap <= b.rules.contact + NEAR and figure_side(b, post.figure) != figure_side(b, other.figure):
        raise Problem(f"{post.where} is in contact with {other.handle} of the enemy [MI-R29]")


def check_handles(names: Names, path: Path) -> None:
    """No two pieces of a battle go by one handle."""
    for first, second in pairwise(sorted(names.pieces)):
        if first == second:
            raise Problem(f"{path}: two pieces would go by the handle {first}: give one another id")


# The battle


def lay_rules(b: Battle, house: Mapping[str, Any]) -> None:
    """The numbers and options of a game; the cosine of the assault cone follows from its degrees [MI-R21]."""
    if any(name.removeprefix(f"{PREFIX}.") == "assault_cosine" for name in house):
        raise Problem("assault_cosine follows from assault_cone, in degrees: set that")
    tables.apply(b.rules, b.options, FOLDER, PREFIX, house)
    for name in ("base_diameter", "mounted_base_diameter"):
        if not 0 < getattr(b.rules, name) <= MOST_BASE:
            raise Problem(
                f"{name}: {getattr(b.rules, name):g} given, more than 0 and at most {MOST_BASE:g} inches"
            )
    if not 0 <= b.rules.assault_cone <= 180:
        raise Problem(f"assault_cone: {b.rules.assault_cone:g} given, 0 to 180 degrees wanted")
    b.rules.assault_cosine = cos(radians(b.rules.assault_cone))


def set_aims(b: Battle, s: Scenario, names: Names, path: Path) -> None:
    """The places that count [MI-R72]."""
    if len(s.objectives) > OBJECTIVES:
        raise Problem(f"{path}: objectives: {len(s.objectives)} given, at most {OBJECTIVES}")
    for n, entry in enumerate(s.objectives):
        if not (0 <= entry.at[0] <= b.ground.width and 0 <= entry.at[1] <= b.ground.depth):
            raise Problem(f"{path}: objectives.{n}.at: {entry.name} is off the table ({size_of(b.ground)})")
        o = b.aims.objectives[n]
        (o.x, o.y), o.radius, o.points = entry.at, entry.radius, entry.points
        names.objectives.append(entry.name)
    b.aims.n_objectives = len(s.objectives)


def new_battle(path: Path, overrides: tables.Override | None = None) -> tuple[Battle, Names, Scenario]:
    """The battle of a scenario file, before its first die [MI-R73]."""
    s = read(path, Scenario)
    b, names = Battle(), Names()
    lay_rules(b, {"turns": s.turns, **(overrides or {})})
    b.ground.width, b.ground.depth = s.table.width, s.table.depth
    for n, entry in enumerate(s.terrain):
        before = b.ground.n
        lay_terrain(b, entry, f"{path}: terrain.{n} ({entry.name})")
        names.terrain += [entry.name] * (b.ground.n - before)
    for side, side_entry in enumerate((s.blue, s.red)):
        enlist(b, side, side_entry, names, path)
    name_all(b, names)
    set_aims(b, s, names, path)
    check_handles(names, path)
    check_places(b, names, path)
    return b, names, s


def name_all(b: Battle, names: Names) -> None:
    """Bodies and commanders of one name are told apart; men are called by their body and number."""
    names.bodies = told_apart(names.bodies, [b.formations[f].side for f in range(b.n_bodies)])
    names.leaders = told_apart(names.leaders, [c.side for c in b.commanders[: b.n_commanders]])
    names.men = [
        f"{names.bodies[m.body]} {id.rpartition('-')[2]}"
        for m, id in zip(b.men[: b.n_men], names.man_ids, strict=True)
    ]


def seed(b: Battle, number: int) -> None:
    """The dice of the battle and, apart from them, the coins of its generals."""
    setting.seed(b.dice, b.whim, number)


def warnings(b: Battle, names: Names) -> list[str]:
    """Stragglers so near a friend that people would take them for men in ranks [MI-R06]."""
    near = b.rules.formation_gap
    out = []
    for i, m in enumerate(b.men[: b.n_men]):
        if m.formation >= 0:
            continue
        friends = [j for j, o in enumerate(b.men[: b.n_men]) if j != i and o.side == m.side]
        j = next((j for j in friends if linked(b, m, b.men[j])), None)
        if j is not None and not (j < i and b.men[j].formation < 0):
            out.append(
                f"{names.men[i]} is a straggler, but within {near:g} inches of {names.men[j]}; "
                "who is near does not join by it [MI-R06]"
            )
    return out
