"""Outside the rules: from a scenario file to a battle ready to play; one for both books of the family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

from ... import setting, tables
from ...problems import Problem, unknown
from ...scenario import SIDES, Point, read
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
from ...table.pieces import edge_gap, point_in_piece
from .figures import base_of, enlist, gap, is_leader, radius, survey
from .footing import DOOR, SHUT, rate_at, rate_of
from .forces import (
    Force,
    Ground,
    GroupEntry,
    GroupPlace,
    HiddenEntry,
    ObjectiveEntry,
    RescueEntry,
    Scenario,
    SideEntry,
)
from .points import man_of, price
from .routes import lay_corners
from .state import (
    DOORS,
    EDGES,
    ENGINES,
    FIGURES,
    GROUPS,
    MARKERS,
    NOBODY,
    OBJECTIVES,
    Activity,
    Armour,
    Battle,
    Book,
    Cover,
    EngineKind,
    Gait,
    Kind,
    Lost,
    Role,
    Terrain,
    Trait,
    Weapon,
)

FAMILY = Path(__file__).parent
GAP = 0.5  # between the bases of men in ranks

# Names.pieces: figure i is piece i; after the figures come the groups, the engines and the markers
PIECE_GROUP = FIGURES
PIECE_ENGINE = PIECE_GROUP + GROUPS
PIECE_MARKER = PIECE_ENGINE + ENGINES

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
FOOT = (Kind.FORMED, Kind.SKIRMISHERS, Kind.IRREGULARS)
KINDS = {
    Book.EARLY_19TH: (*FOOT, Kind.SHOCK, Kind.CUIRASSIERS, Kind.SKIRMISH_HORSE),
    Book.PIKE_AND_SHOT: (*FOOT, Kind.DUTCH, Kind.SWEDISH, Kind.DRAGOONS),
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


@dataclass(frozen=True)
class Member:
    """A book of the family, as far as setting it up goes."""

    id: str
    book: Book
    prefix: str
    folder: Path
    qualities: tuple[str, str, str]  # the words for its classes, from worst to best
    options: frozenset[str]


@dataclass
class Names:
    """What the numbers of a battle are called: for people, never for rules."""

    groups: list[str] = field(default_factory=list)
    group_ids: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    figure_ids: list[str] = field(default_factory=list)
    engines: list[str] = field(default_factory=list)
    engine_ids: list[str] = field(default_factory=list)
    markers: int = 0
    platoons: list[str] = field(default_factory=list)
    qualities: tuple[str, str, str] = ("", "", "")
    terrain: list[str] = field(default_factory=list)
    objectives: list[str] = field(default_factory=list)
    armies: list[str] = field(default_factory=list)

    @property
    def marker_ids(self) -> list[str]:
        return [f"M{k + 1}" for k in range(MARKERS)]

    @property
    def pieces(self) -> list[str]:
        """Figures, then groups from PIECE_GROUP, engines from PIECE_ENGINE, markers from PIECE_MARKER."""
        figures = self.figure_ids + [f"F{i + 1}" for i in range(len(self.figure_ids), FIGURES)]
        groups = self.group_ids + [f"G{g + 1}" for g in range(len(self.group_ids), GROUPS)]
        engines = self.engine_ids + [f"X{e + 1}" for e in range(len(self.engine_ids), ENGINES)]
        return figures + groups + engines + self.marker_ids

    def handles(self, kind: str) -> list[str]:
        return {
            "figure": self.figure_ids,
            "group": self.group_ids,
            "engine": self.engine_ids,
            "marker": self.marker_ids,
        }[kind]

    def group(self, kind: str, side: int) -> list[str]:
        """No order of the family names a set of pieces."""
        raise KeyError(kind)


# Terrain


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
    names.terrain += [entry.name] * (b.ground.n - before)
    lay_doors(b, entry, before, where)


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


# Groups


def muster(b: Battle, m: Member, side: int, entry: GroupEntry, names: Names, where: str) -> int:
    """A group of an army list takes the field; where its figures stand is another matter."""
    g = b.n_groups
    if g == GROUPS:
        raise Problem(f"{where}: more than {GROUPS} groups in one battle")
    b.n_groups += 1
    u = b.groups[g]
    u.side = side
    u.role = word(Role, entry.role, f"{where}.role", "role")
    u.kind = kind_of(m, entry.kind, f"{where}.kind")
    u.regular = u.kind not in (Kind.IRREGULARS,)
    u.civilian = u.role == Role.CIVILIANS
    u.missile_only = entry.missile_only
    u.began = entry.figures
    names.group_ids.append(entry.id)
    names.groups.append(entry.name)
    enrol(b, m, g, entry, names, where)
    u.volley = can_volley(b, m, g) if entry.volley is None else entry.volley
    if entry.platoon:
        known = f"{SIDES[side]} {entry.platoon}"
        if known not in names.platoons:
            names.platoons.append(known)
        u.platoon = names.platoons.index(known)
    if is_leader(u) and entry.figures != 1:
        raise Problem(f"{where}.figures: {entry.figures} given; a leader is a group of one")
    return g


def can_volley(b: Battle, m: Member, g: int) -> bool:
    """Irregulars cannot, nor can Poor troops, nor anybody in the early war [EC-R15, PS-022, PS-R25]."""
    u = b.groups[g]
    if m.book == Book.EARLY_19TH:
        return bool(u.regular)
    return b.figures[u.head].quality > 0 and b.options.early_war == 0


def enrol(b: Battle, m: Member, g: int, entry: GroupEntry, names: Names, where: str) -> None:
    """The figures of a group, each with what he carries."""
    arms = [weapons(b, entry.arms, f"{where}.arms")] * entry.figures
    for n, other in enumerate(entry.others):
        if other.figures > entry.figures:
            raise Problem(f"{where}.others.{n}.figures: more than the group has")
        arms = arms[: -other.figures] + [weapons(b, other.arms, f"{where}.others.{n}.arms")] * other.figures
    if b.n_figures + entry.figures > FIGURES:
        raise Problem(f"{where}: more than {FIGURES} figures in one battle")
    for k in range(entry.figures):
        i = b.n_figures
        f = b.figures[i]
        b.n_figures += 1
        enlist(b, i, g)
        f.quality = quality(m, entry.quality or usual_quality(m, b.groups[g].role), f"{where}.quality")
        f.armour = word(Armour, entry.armour, f"{where}.armour", "armour")
        f.mounted, f.bayonet, f.targe = entry.mounted, entry.bayonet, entry.targe
        f.hampered, f.loaded, f.base = entry.hampered, True, entry.base or 0.0
        f.radius = base_of(b, i) / 2
        f.arms = list(arms[k])
        f.points = price(b.rules, b.options, man_of(b, i))
        names.figure_ids.append(f"{entry.id}-{k + 1}")


def one_of(known: Iterable[IntEnum], given: str, where: str, what: str) -> int:
    """A word that this book has, or a problem that lists those it has."""
    words = {each.name.lower(): int(each) for each in known}
    if given.lower() not in words:
        raise unknown(what, given, words, where)
    return words[given.lower()]


def kind_of(m: Member, given: str, where: str) -> int:
    """A kind of troops that the book knows [EC-002, EC-003, EC-056]."""
    return one_of(KINDS[m.book], given, where, "kind of troops")


def usual_quality(m: Member, role: int) -> str:
    """The class of a gun's crew of which nothing is said [PS-R37]."""
    return m.qualities[1] if role == Role.CREW else ""


def quality(m: Member, given: str, where: str) -> int:
    """A class, by the book's word for it [TY-002, EC-004, PS-002]."""
    if given not in m.qualities:
        raise unknown("class", given, m.qualities, where)
    return m.qualities.index(given)


def weapons(b: Battle, given: list[str], where: str) -> list[int]:
    """Arms of the period: those that the book has a line for [EC-001, PS-001, TY-005]."""
    known = [w for w in Weapon if b.rules.weapon_factor[w] > 0]
    found = [one_of(known, each, where, "weapon") for each in given]
    return found + [int(Weapon.NONE)] * (3 - len(found))


# Places


def place_group(b: Battle, g: int, place: GroupPlace, where: str) -> None:
    """A block about its middle, a line, or every figure on a place of its own."""
    given = [name for name in ("at", "line", "places") if getattr(place, name) is not None]
    if len(given) != 1:
        raise Problem(f"{where}: one is wanted of at, line or places; given: {given or 'none'}")
    u = b.groups[g]
    members = list(figures_of(b, g))
    fx, fy = facing_of(place.facing, where)
    if place.dismounted:
        for i in members:
            b.figures[i].mounted, b.figures[i].radius = False, b.rules.foot_base / 2
    spots = places_for(b, members, place, (fx, fy), u.engine >= 0, where)
    for i, (x, y) in zip(members, spots, strict=True):
        f = b.figures[i]
        f.x, f.y, f.fx, f.fy = x, y, fx, fy
        f.lost = Lost.AWAITED if place.enters else Lost.NO
    u.activity = word(Activity, place.activity, f"{where}.activity", "activity")
    u.gait = word(Gait, place.gait, f"{where}.gait", "gait")
    u.enters, u.sets_off = place.enters, place.sets_off
    if place.at is not None:
        u.enter_x, u.enter_y = place.at
        set_engine(b, g, place.at, (fx, fy))
    if place.to is not None:
        u.to_x, u.to_y = place.to


def figures_of(b: Battle, g: int) -> Iterable[int]:
    i = b.groups[g].head
    while i >= 0:
        yield i
        i = b.figures[i].next


def places_for(
    b: Battle, members: list[int], place: GroupPlace, facing: Point, serves: bool, where: str
) -> list[Point]:
    n, (fx, fy) = len(members), facing
    if place.places is not None:
        if len(place.places) != n:
            raise Problem(f"{where}.places: {place.id} has {n} figures; places given: {len(place.places)}")
        return place.places
    if place.line is not None:
        (x0, y0), (x1, y1) = place.line
        return [(x0 + (x1 - x0) * k / max(1, n - 1), y0 + (y1 - y0) * k / max(1, n - 1)) for k in range(n)]
    assert place.at is not None
    step = 2 * radius(b, members[0]) + GAP
    x, y = place.at
    if serves:  # the gun stands there, its crew behind it
        back = (b.rules.gun_base + step) / 2
        x, y = x - fx * back, y - fy * back
    return block(n, min(place.ranks, n), step, (x, y), facing)


def block(n: int, ranks: int, step: float, middle: Point, facing: Point) -> list[Point]:
    """So many places in ranks about a middle, the front rank first, from left to right."""
    (x, y), (fx, fy) = middle, facing
    files = ceil(n / ranks)
    out = []
    for k in range(n):
        rank, file = divmod(k, files)
        across = min(files, n - rank * files)
        right = (file - (across - 1) / 2) * step
        ahead = ((ceil(n / files) - 1) / 2 - rank) * step
        out.append((x + fx * ahead + fy * right, y + fy * ahead - fx * right))
    return out


def add_engine(b: Battle, g: int, entry: GroupEntry, names: Names, where: str) -> None:
    """The gun that a group serves, or the wagon that it drives [EC-085, EC-087, PS-085]."""
    if entry.engine is None:
        if b.groups[g].role in (Role.CREW, Role.DRIVER):
            raise Problem(f"{where}: a {entry.role} has an engine = {{ name, kind }}")
        return
    if b.n_engines == ENGINES:
        raise Problem(f"{where}: more than {ENGINES} guns and wagons in one battle")
    k = b.n_engines
    e = b.engines[k]
    b.n_engines += 1
    b.groups[g].engine = k
    e.crew, e.side = g, b.groups[g].side
    known = [
        x for x in EngineKind if b.rules.gun_load[x] or b.rules.gun_crew_most[x] or x == EngineKind.WAGON
    ]
    e.kind = one_of(known, entry.engine.kind, f"{where}.engine.kind", "kind of engine")
    e.pounds, e.base = entry.engine.pounds, entry.engine.base or b.rules.gun_base
    e.limber = int(entry.engine.limbered)
    e.loaded = b.options.guns_start_loaded == 0 and e.kind != EngineKind.WAGON  # EC-R22, PS-R29
    e.charge = float(b.rules.gun_load[e.kind]) if e.loaded else 0.0
    names.engines.append(entry.engine.name)
    names.engine_ids.append(f"{entry.id}-gun" if e.kind != EngineKind.WAGON else f"{entry.id}-wagon")


def set_engine(b: Battle, g: int, at: Point, facing: Point) -> None:
    if b.groups[g].engine >= 0:
        e = b.engines[b.groups[g].engine]
        (e.x, e.y), (e.fx, e.fy) = at, facing


# Sides


@dataclass
class Roll:
    """The groups of a battle while it is set up: by id, with the lines of their army lists."""

    groups: dict[str, int] = field(default_factory=dict)
    entries: dict[int, GroupEntry] = field(default_factory=dict)

    def find(self, id: str, where: str) -> int:
        if id not in self.groups:
            raise unknown("group", id, self.groups, where)
        return self.groups[id]


def check_book(force: Force, m: Member, source: Path) -> None:
    """An army list that says of which book it is takes the field in no other."""
    if force.book not in ("", m.id):
        raise Problem(f"{source}: book: {force.book!r} given, {m.id!r} wanted")


def raise_force(
    b: Battle,
    m: Member,
    side: int,
    name: str,
    wanted: list[str],
    roll: Roll,
    names: Names,
    path: Path,
    here: str,
) -> Force:
    """Those of a force who take the field, in the order of its list."""
    source = force_path(name, path.parent, m.folder, f"{here}.force")
    force = read(source, Force)
    check_book(force, m, source)
    once_each(source, "groups", [entry.id for entry in force.groups])
    for n, id in enumerate(wanted):
        check_listed("group", id, [e.id for e in force.groups], wanted[:n], f"{here}.groups.{n}")
    for k, entry in enumerate(force.groups):
        if entry.id in wanted:
            g = muster(b, m, side, entry, names, f"{source}: groups.{k}")
            roll.groups[entry.id], roll.entries[g] = g, entry
            add_engine(b, g, entry, names, f"{source}: groups.{k}")
    return force


def enlist_side(
    b: Battle, m: Member, side: int, entry: SideEntry, roll: Roll, names: Names, path: Path
) -> None:
    """Those of a side who stand in the open, or come on later."""
    here = f"{path}: {SIDES[side]}"
    if not entry.groups and entry.hidden is None:
        raise Problem(f"{here}.groups: an army has somebody in it")
    wanted = [place.id for place in entry.groups]
    force = raise_force(b, m, side, entry.force, wanted, roll, names, path, here)
    names.armies.append(force.name)
    b.home_x[side], b.home_y[side] = FACINGS[entry.edge]
    for n, place in enumerate(entry.groups):
        place_group(b, roll.groups[place.id], place, f"{here}.groups.{n}")


def enlist_hidden(
    b: Battle, m: Member, side: int, entry: SideEntry, roll: Roll, names: Names, path: Path
) -> None:
    """Those under markers come last, so that the numbers of all others say nothing of them; only of a side that
    nobody plays [TY-100, TY-101]."""
    here = f"{path}: {SIDES[side]}"
    if entry.hidden is not None:
        wanted = [id for under in entry.hidden.groups for id in under]
        for id in wanted:
            if id in roll.groups:
                raise Problem(f"{here}.hidden.groups: {id} stands in the open already")
        raise_force(b, m, side, entry.force, wanted, roll, names, path, f"{here}.hidden")
        if entry.pcs:
            raise Problem(f"{here}.hidden: a side with Player Characters has no hidden markers [TY-100]")
        hide(b, side, entry.hidden, roll, names, f"{here}.hidden")


def appoint(b: Battle, side: int, entry: SideEntry, roll: Roll, path: Path) -> None:
    """The Player Characters of a side [TY-017]."""
    here = f"{path}: {SIDES[side]}"
    for n, id in enumerate(entry.pcs):
        g = roll.find(id, f"{here}.pcs.{n}")
        if not is_leader(b.groups[g]):
            raise Problem(f"{here}.pcs.{n}: {id} is no leader; a Player Character is one [TY-017]")
        b.groups[g].pc = True


def hide(b: Battle, side: int, entry: HiddenEntry, roll: Roll, names: Names, where: str) -> None:
    """Groups under markers, and dummies; where they lie is settled by dice when the battle begins [TY-101]."""
    total = len(entry.groups) + entry.dummies
    if b.n_markers + total > MARKERS:
        raise Problem(f"{where}: {total} markers, at most {MARKERS} in one battle")
    fx, fy = facing_of(entry.facing, where)
    for under in entry.groups:
        for id in under:
            g = roll.find(id, where)
            b.groups[g].marker = b.n_markers
            for i in figures_of(b, g):
                b.figures[i].lost, b.figures[i].fx, b.figures[i].fy = Lost.HIDDEN, fx, fy
            set_engine(b, g, (0.0, 0.0), (fx, fy))
        b.markers[b.n_markers].side, b.markers[b.n_markers].real = side, True
        b.n_markers += 1
    for _ in range(entry.dummies):
        b.markers[b.n_markers].side = side
        b.n_markers += 1
    names.markers = b.n_markers
    for n, e in enumerate(entry.edges):
        if b.n_edges == EDGES:
            raise Problem(f"{where}.edges: more than {EDGES} edges")
        at = b.edges[b.n_edges]
        (at.x0, at.y0), (at.x1, at.y1) = e.line
        at.piece, at.defends = piece_named(names, e.of, f"{where}.edges.{n}.of"), e.defends
        b.n_edges += 1


def bind_loyalty(b: Battle, roll: Roll, path: Path) -> None:
    """Troops are Loyal to the leaders of their own army, outsiders to their own only [TY-003, TY-004, EC-005, PS-003]."""
    for g, entry in roll.entries.items():
        u = b.groups[g]
        for h, other in roll.entries.items():
            if b.groups[h].side != u.side or not is_leader(b.groups[h]) or h == g:
                continue
            own = entry.loyal_to is None and other.loyal_to is None
            if own or (entry.loyal_to is not None and other.id in entry.loyal_to):
                u.loyal |= 1 << h
        for id in entry.loyal_to or ():
            roll.find(id, f"{path}: {entry.id}.loyal_to")


def add_neutrals(b: Battle, m: Member, s: Scenario, roll: Roll, names: Names, path: Path) -> None:
    for n, entry in enumerate(s.neutral):
        here = f"{path}: neutral.{n}"
        side = SIDES.index(entry.side)
        raise_force(b, m, side, entry.force, [p.id for p in entry.groups], roll, names, path, here)
        for k, place in enumerate(entry.groups):
            g = roll.groups[place.id]
            place_group(b, g, place, f"{here}.groups.{k}")
            if place.loyal_when_met:
                to = roll.find(place.loyal_when_met, f"{here}.groups.{k}.loyal_when_met")
                b.groups[g].loyal_when_met = 1 << to


# What the scenario wants


def set_aims(b: Battle, s: Scenario, roll: Roll, names: Names, path: Path) -> None:
    if len(s.objectives) > OBJECTIVES:
        raise Problem(f"{path}: objectives: {len(s.objectives)} given, at most {OBJECTIVES}")
    for n, entry in enumerate(s.objectives):
        set_objective(b, n, entry, names, f"{path}: objectives.{n}")
    b.aims.n_objectives, b.aims.casualties = len(s.objectives), s.casualties
    if s.rescue is not None:
        set_rescue(b, s.rescue, roll, f"{path}: rescue")


def set_objective(b: Battle, n: int, entry: ObjectiveEntry, names: Names, where: str) -> None:
    o = b.aims.objectives[n]
    o.points = entry.points
    names.objectives.append(entry.name)
    if entry.piece:
        o.piece = piece_named(names, entry.piece, f"{where}.piece")
        p = b.ground.pieces[o.piece]
        o.x, o.y = (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2
        return
    if entry.at is None or entry.radius <= 0:
        raise Problem(f"{where}: a piece of terrain is wanted, or at = [x, y] with a radius")
    if not (0 <= entry.at[0] <= b.ground.width and 0 <= entry.at[1] <= b.ground.depth):
        raise Problem(f"{where}.at: {entry.name} is off the table ({size_of(b.ground)})")
    (o.x, o.y), o.radius = entry.at, entry.radius


def set_rescue(b: Battle, entry: RescueEntry, roll: Roll, where: str) -> None:
    a = b.aims
    roll.find(entry.group, f"{where}.group")
    a.rescuer, a.rescue_win, a.rescue_draw = SIDES.index(entry.side), entry.win, entry.draw
    a.exit_x, a.exit_y = FACINGS[entry.edge]
    a.must_live = roll.find(entry.must_live, f"{where}.must_live") if entry.must_live else NOBODY


# Checks


def check_places(b: Battle, names: Names, path: Path) -> None:
    """Nobody off the table, on another, or where nobody can be."""
    there = [i for i in range(b.n_figures) if b.figures[i].lost == Lost.NO]
    for n, i in enumerate(there):
        check_on_table(b, names, i, path)
        check_footing(b, names, i, path)
        for j in there[:n]:
            lap = -gap(b, i, j)
            if lap > ON_IT:
                raise Problem(f"{path}: {names.figure_ids[i]} overlaps {names.figure_ids[j]} by {lap:.2f} cm")


def check_on_table(b: Battle, names: Names, i: int, path: Path) -> None:
    f, r, g = b.figures[i], radius(b, i), b.ground
    off = max(r - f.x, r - f.y, f.x + r - g.width, f.y + r - g.depth)
    if off > ON_IT:
        raise Problem(f"{path}: {names.figure_ids[i]} is off the table by {off:.2f} cm ({size_of(g)})")


def check_footing(b: Battle, names: Names, i: int, path: Path) -> None:
    """Nobody stands in a river, and no rider in a house."""
    f = b.figures[i]
    if rate_at(b, f.x, f.y, f.mounted) == SHUT:
        under = (k for k in range(b.ground.n) if point_in_piece(b.ground.pieces[k], f.x, f.y))
        shut = names.terrain[next(k for k in under if rate_of(b, k, f.mounted) == SHUT)]
        who = "no horse" if rate_at(b, f.x, f.y, False) != SHUT else "nobody"
        raise Problem(f"{path}: {names.figure_ids[i]} stands in {shut}, where {who} can")


def check_sizes(b: Battle, m: Member, names: Names, path: Path) -> None:
    """A group of pike and shot has at most 40 figures, one of the early 19th century any number [EC-016, PS-018]."""
    most = b.rules.group_most
    for g in range(b.n_groups):
        if most and b.groups[g].began > most:
            raise Problem(
                f"{path}: {names.group_ids[g]} has {b.groups[g].began} figures; at most {most} [PS-018]"
            )


def check_guns(b: Battle, names: Names, path: Path) -> None:
    """No gun heavier than 12 pounders [EC-086, EC-R33]."""
    most = b.rules.gun_pounds_most
    for k in range(b.n_engines):
        if most and b.engines[k].pounds > most:
            raise Problem(
                f"{path}: {names.engine_ids[k]} is a {b.engines[k].pounds} pounder; at most {most} [EC-086]"
            )


def check_handles(names: Names, path: Path) -> None:
    """No two pieces of a battle go by one handle."""
    for one, other in pairwise(sorted(names.pieces)):
        if one == other:
            raise Problem(f"{path}: two pieces would go by the handle {one}: give one another id")


# The battle


def lay_rules(b: Battle, m: Member, house: Mapping[str, Any]) -> None:
    """The numbers and options of a game: what a book does not speak of it has not, and an option of its sister is none
    of its own [PS-R01, PS-R10]."""
    for name in house:
        bare = name.removeprefix(f"{m.prefix}.")
        if bare in tables.readings(b.options) and bare not in m.options:
            raise unknown("number or option", name, [*m.options, *tables.flatten(tables.tables_of(m.folder))])
    tables.apply(b.rules, b.options, m.folder, m.prefix, house)


def new_battle(
    m: Member, path: Path, overrides: tables.Override | None = None
) -> tuple[Battle, Names, Scenario]:
    """The battle of a scenario file, before its first die."""
    s = read(path, Scenario)
    if s.book != m.id:
        raise Problem(f"{path}: book: {s.book!r} given, {m.id!r} wanted")
    b, names, roll = Battle(), Names(qualities=m.qualities), Roll()
    b.book = m.book
    lay_rules(b, m, {"turns": s.turns, **(overrides or {})})
    b.ground.width, b.ground.depth = s.table.width, s.table.depth
    for n, entry in enumerate(s.terrain):
        lay_terrain(b, entry, names, f"{path}: terrain.{n} ({entry.name})")
    for side, side_entry in enumerate((s.blue, s.red)):
        enlist_side(b, m, side, side_entry, roll, names, path)
    add_neutrals(b, m, s, roll, names, path)
    for side, side_entry in enumerate((s.blue, s.red)):
        enlist_hidden(b, m, side, side_entry, roll, names, path)
    for side, side_entry in enumerate((s.blue, s.red)):
        appoint(b, side, side_entry, roll, path)
    bind_loyalty(b, roll, path)
    b.first = b.side_a = side_first(s)
    name_all(b, names)
    set_aims(b, s, roll, names, path)
    lay_corners(b)
    survey(b)
    check_handles(names, path)
    check_places(b, names, path)
    check_sizes(b, m, names, path)
    check_guns(b, names, path)
    return b, names, s


def side_first(s: Scenario) -> int:
    """Side A: the one with Player Characters; if both have them, the one that the scenario names [TY-R30]."""
    if bool(s.blue.pcs) != bool(s.red.pcs):
        return 0 if s.blue.pcs else 1
    return SIDES.index(s.first)


def name_all(b: Battle, names: Names) -> None:
    """Groups of one name are told apart; figures are called by their group and number."""
    names.groups = told_apart(names.groups, [b.groups[g].side for g in range(b.n_groups)])
    names.figures = [
        names.groups[b.figures[i].group]
        + (f" {id.rpartition('-')[2]}" if b.groups[b.figures[i].group].began > 1 else "")
        for i, id in enumerate(names.figure_ids)
    ]


def seed(b: Battle, number: int) -> None:
    """The dice of the battle and, apart from them, the coins of its generals."""
    setting.seed(b.dice, b.whim, number)
