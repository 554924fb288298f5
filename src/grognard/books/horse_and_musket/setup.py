"""Outside the rules: from a scenario file to a battle ready to play."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import Field

from ... import setting, tables
from ...problems import Problem, unknown
from ...scenario import SIDES, Point, Side, Strict, TableSize, TerrainEntry, read
from ...setting import (
    FACINGS,
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
from ...table.boxes import beyond_edge, boxes_overlap
from ...table.terrain import Ground
from .movement import SLACK, building_box, is_building
from .state import (
    LEADERS,
    NOBODY,
    OBJECTIVES,
    UNITS,
    Arm,
    Battle,
    Formation,
    Grade,
    Lost,
    Terrain,
    Troop,
    Unit,
    Weapon,
)
from .units import box_of, box_of_leader, column_fits, may_take, stands_of, take_formation

FOLDER = Path(__file__).parent


class ForceUnit(Strict):
    """One unit of an army list [FH-001, FH-003, FH-007, FH-008]."""

    id: str
    name: str
    troop: str
    grade: str | None = None
    figures: int | None = Field(default=None, ge=1, le=96)
    weapon: str = "none"
    commander: bool = True


class ForceGeneral(Strict):
    id: str
    name: str
    rating: int = Field(default=1, ge=-2, le=2)


class Force(Strict):
    id: str
    name: str
    book: str = ""
    units: list[ForceUnit]
    generals: list[ForceGeneral] = []


class UnitPlace(Strict):
    id: str
    at: Point | None = None
    facing: str | Point | None = None
    formation: str | None = None
    files: int = Field(default=0, ge=0)
    garrison: str | None = None
    figures: int | None = Field(default=None, ge=1, le=96)


class GeneralPlace(Strict):
    id: str
    at: Point | None = None
    attached: str | None = None


class SideEntry(Strict):
    force: str
    facing: Literal["north", "south", "east", "west"] = "north"
    units: list[UnitPlace]
    generals: list[GeneralPlace] = []


class ObjectiveEntry(Strict):
    terrain: str
    points: int = Field(ge=0)
    owner: Side | None = None


class VictoryEntry(Strict):
    attacker: Side = "blue"
    margin: int = Field(default=1, ge=1)
    level_is_draw: bool = False
    a_unit: int = Field(default=1, ge=0)


class Scenario(Strict):
    id: str
    book: Literal["horse-and-musket"]
    title: str
    sample: bool = False
    story: str = ""
    turns: int = Field(default=12, ge=1, le=60)
    table: TableSize
    deployment: Literal["given", "free"] = "given"
    victory: VictoryEntry = VictoryEntry()
    terrain: list[TerrainEntry] = []
    objectives: list[ObjectiveEntry] = []
    blue: SideEntry
    red: SideEntry


@dataclass
class Names:
    """What the numbers of a battle are called: for people, never for rules."""

    units: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    leaders: list[str] = field(default_factory=list)
    leader_ids: list[str] = field(default_factory=list)
    terrain: list[str] = field(default_factory=list)
    objectives: list[str] = field(default_factory=list)
    armies: list[str] = field(default_factory=list)

    @property
    def pieces(self) -> list[str]:
        """Units, then generals."""
        return self.ids + self.leader_ids

    def handles(self, kind: str) -> list[str]:
        return {"unit": self.ids, "leader": self.leader_ids}[kind]

    def group(self, kind: str, side: int) -> list[str]:
        raise KeyError(kind)  # no order of this book names a set


LOOKS = {  # kind: (area, linear, closed, blocks sight, height)
    Terrain.ROAD: (False, False, False, False, 0),
    Terrain.WOOD: (True, False, False, True, 0),
    Terrain.ROUGH: (True, False, False, False, 0),
    Terrain.MARSH: (True, False, False, False, 0),
    Terrain.BUILDING: (True, False, True, True, 0),
    Terrain.STRONGHOLD: (True, False, True, True, 0),
    Terrain.WALL: (False, True, False, False, 0),
    Terrain.HEDGE: (False, True, False, False, 0),
    Terrain.STREAM: (False, True, False, False, 0),
    Terrain.FENCE: (False, True, False, False, 0),
    Terrain.EARTHWORKS: (False, True, False, False, 0),
    Terrain.HILL: (False, False, False, False, 1),
}


def arm_of(troop: Troop) -> Arm:
    """Infantry, cavalry or artillery, by the kind of troops [FH-007]."""
    if troop <= Troop.GUARD:
        return Arm.INFANTRY
    return Arm.CAVALRY if troop <= Troop.LANCERS else Arm.ARTILLERY


def lay_terrain(b: Battle, entry: TerrainEntry, where: str) -> None:
    """One feature on the ground, with the effects of its kind [FH-R14]."""
    kind = Terrain(word(Terrain, entry.kind, f"{where}.kind"))
    area, linear, closed, blocks, height = LOOKS[kind]
    g, before = b.ground, b.ground.n
    form = Form.STRIP if kind == Terrain.ROAD else Form.LINE if linear else Form.AREA
    lay_shape(g, entry, kind, form, where)
    for k in range(before, g.n):
        p = g.pieces[k]
        p.going = b.rules.area_factor if area else 1.0
        p.toll = b.rules.obstacle_toll if linear else 0.0
        p.closed, p.blocks_sight, p.height, p.road = closed, blocks, height, kind == Terrain.ROAD
    if closed and (g.n != before + 1 or not is_rectangle(g, before)):
        raise Problem(f"{where}: a building is a rectangle")


def is_rectangle(g: Ground, k: int) -> bool:
    p = g.pieces[k]
    if p.n != 4:
        return False
    ax, ay, bx, by = p.x[1] - p.x[0], p.y[1] - p.y[0], p.x[2] - p.x[1], p.y[2] - p.y[1]
    closes = abs(p.x[0] + p.x[2] - p.x[1] - p.x[3]) + abs(p.y[0] + p.y[2] - p.y[1] - p.y[3])
    return abs(ax * bx + ay * by) < 1e-9 and closes < 1e-9


def usual_grade(troop: Troop) -> str:
    """Guards and grenadiers are elite unless the list says otherwise [FH-R64]."""
    return "guard" if troop in (Troop.GUARD, Troop.GRENADIER) else "regular"


def muster(b: Battle, side: int, entry: ForceUnit, where: str) -> Unit:
    """A unit of an army list as a record [FH-001, FH-003, FH-R39, FH-R64]."""
    u = b.units[b.n_units]
    b.n_units += 1
    u.side = side
    u.troop = word(Troop, entry.troop, f"{where}.troop")
    u.arm = int(arm_of(Troop(u.troop)))
    u.grade = word(Grade, entry.grade or usual_grade(Troop(u.troop)), f"{where}.grade")
    u.weapon = word(Weapon, entry.weapon, f"{where}.weapon")
    if u.arm == Arm.ARTILLERY:
        u.figures = entry.figures or b.rules.battery_crew
        u.shots = b.rules.shots
        if u.figures > b.rules.battery_crew:
            raise Problem(
                f"{where}.figures: {entry.name} has a crew of {u.figures}; a battery has at most {b.rules.battery_crew}"
            )
    elif entry.figures is None:
        raise Problem(f"{where}.figures: how many figures has {entry.name}?")
    else:
        u.figures = entry.figures
    if u.arm != Arm.INFANTRY and u.weapon != Weapon.NONE:
        raise Problem(f"{where}.weapon: only infantry has firearms of its own; leave it out")
    u.original, u.commander = u.figures, entry.commander
    return u


def place_unit(b: Battle, u: Unit, place: UnitPlace, names: Names, default: str, where: str) -> None:
    """On its place, in its formation; or in its building [FH-R08, FH-R14]."""
    u.fx, u.fy = facing_of(default if place.facing is None else place.facing, where)
    if place.garrison is not None:
        put_in_building(b, u, place.garrison, names, where)
        return
    if place.at is None:
        raise Problem(f'{where}: a place is wanted: at = [x, y], or garrison = "..."')
    u.x, u.y = place.at
    fallback = "battery" if u.arm == Arm.ARTILLERY else "line"
    formation = word(Formation, place.formation or fallback, f"{where}.formation")
    battery = u.arm == Arm.ARTILLERY and formation == Formation.BATTERY
    if not battery and not may_take(b, u, formation):
        allowed = [f.name.lower() for f in Formation if may_take(b, u, int(f))] or ["battery"]
        raise Problem(
            f"{where}.formation: {place.id} (stands: {stands_of(b, u)}) cannot be in {place.formation}; allowed: {', '.join(allowed)}"
        )
    if formation == Formation.COLUMN and place.files > 0 and not column_fits(b, u, place.files):
        raise Problem(
            f"{where}.files: a column of {stands_of(b, u)} stands cannot be {place.files} wide and {b.rules.column_ranks} deep"
        )
    take_formation(b, u, formation, place.files)


def put_in_building(b: Battle, u: Unit, building: str, names: Names, where: str) -> None:
    if building not in names.terrain:
        buildings = [n for k, n in enumerate(names.terrain) if is_building(b, k)]
        raise unknown("building", building, buildings, f"{where}.garrison")
    k = names.terrain.index(building)
    if not is_building(b, k) or u.arm != Arm.INFANTRY:
        raise Problem(
            f"{where}.garrison: infantry garrisons buildings; {building} is a {Terrain(b.ground.pieces[k].kind).name.lower()}"
        )
    home = building_box(b, k)
    u.formation, u.building, u.files = int(Formation.GARRISON), k, 1
    u.x, u.y, u.fx, u.fy, u.width, u.depth = home


def check_places(b: Battle, names: Names, path: Path) -> None:
    """Nobody off the table, nobody on somebody else, nobody in a wall of a building."""
    on = [i for i in range(b.n_units) if b.units[i].lost == Lost.NO]
    for i in on:
        u, where = b.units[i], f"{path}: {field_of(b, i)}: {names.ids[i]}"
        off = beyond_edge(box_of(u), b.ground.width, b.ground.depth)
        if off > 1e-6:
            raise Problem(f"{where} is off the table by {off:.2f} inches ({size_of(b.ground)})")
        for j in on:
            if j < i and boxes_overlap(box_of(u), box_of(b.units[j]), SLACK):
                raise Problem(f"{where} overlaps {names.ids[j]} ({names.units[j]})")
        for k in range(b.ground.n):
            if is_building(b, k) and u.building != k and boxes_overlap(box_of(u), building_box(b, k), SLACK):
                raise Problem(f"{where} stands in {names.terrain[k]}; only its garrison may")


def field_of(b: Battle, i: int) -> str:
    """Where in the file a unit stands."""
    own = sum(1 for j in range(i) if b.units[j].side == b.units[i].side)
    return f"{SIDES[b.units[i].side]}.units.{own}"


def enlist(b: Battle, side: int, entry: SideEntry, names: Names, path: Path, free: bool) -> None:
    """The units and generals of one side."""
    source = force_path(entry.force, path.parent, FOLDER, f"{path}: {SIDES[side]}.force")
    force = read(source, Force)
    names.armies.append(force.name)
    once_each(source, "units", [u.id for u in force.units])
    once_each(source, "generals", [g.id for g in force.generals])
    listed = {u.id: (k, u) for k, u in enumerate(force.units)}
    for n, place in enumerate(entry.units):
        where = f"{path}: {SIDES[side]}.units.{n}"
        check_listed("unit", place.id, listed, names.ids, where)
        if b.n_units == UNITS:
            raise Problem(f"{path}: more than {UNITS} units in one battle")
        k, listed_unit = listed[place.id]
        if place.figures is not None:
            listed_unit = listed_unit.model_copy(update={"figures": place.figures})
        u = muster(b, side, listed_unit, f"{source}: units.{k}")
        names.ids.append(place.id)
        names.units.append(listed_unit.name)
        if free:
            u.lost, u.fx, u.fy = int(Lost.RESERVE), *FACINGS[entry.facing]
            take_formation(b, u, int(Formation.BATTERY if u.arm == Arm.ARTILLERY else Formation.LINE), 0)
        else:
            place_unit(b, u, place, names, entry.facing, where)
    appoint(b, side, entry, force, names, path)


def appoint(b: Battle, side: int, entry: SideEntry, force: Force, names: Names, path: Path) -> None:
    """The generals of one side, on their own or with a unit [FH-R13]."""
    listed = {g.id: g for g in force.generals}
    for n, place in enumerate(entry.generals):
        where = f"{path}: {SIDES[side]}.generals.{n}"
        check_listed("general", place.id, listed, names.leader_ids, where)
        if b.n_leaders == LEADERS:
            raise Problem(f"{path}: more than {LEADERS} generals in one battle")
        g = b.leaders[b.n_leaders]
        b.n_leaders += 1
        g.side, g.alive, g.rating = side, True, listed[place.id].rating
        names.leader_ids.append(place.id)
        names.leaders.append(listed[place.id].name)
        if place.attached is not None:
            if place.attached not in names.ids:
                raise unknown("unit", place.attached, names.ids, f"{where}.attached")
            g.attached = names.ids.index(place.attached)
            g.x, g.y = b.units[g.attached].x, b.units[g.attached].y
        elif place.at is not None:
            g.x, g.y = place.at
            off = beyond_edge(box_of_leader(b, g), b.ground.width, b.ground.depth)
            if off > 1e-6:
                raise Problem(
                    f"{where}.at: {place.id} is off the table by {off:.2f} inches ({size_of(b.ground)})"
                )
        else:
            raise Problem(f'{where}: a place is wanted: at = [x, y], or attached = "unit"')


def set_aims(b: Battle, s: Scenario, names: Names, path: Path) -> None:
    a = b.aims
    a.attacker, a.margin = SIDES.index(s.victory.attacker), s.victory.margin
    a.level_is_draw, a.a_unit, a.places_given = (
        s.victory.level_is_draw,
        s.victory.a_unit,
        s.deployment == "given",
    )
    if len(s.objectives) > OBJECTIVES:
        raise Problem(f"{path}: objectives: {len(s.objectives)} given, at most {OBJECTIVES}")
    for n, entry in enumerate(s.objectives):
        if entry.terrain not in names.terrain:
            raise unknown(
                "terrain", entry.terrain, dict.fromkeys(names.terrain), f"{path}: objectives.{n}.terrain"
            )
        o = a.objectives[n]
        o.piece, o.points = names.terrain.index(entry.terrain), entry.points
        o.owner = NOBODY if entry.owner is None else SIDES.index(entry.owner)
        names.objectives.append(entry.terrain)
    a.n_objectives = len(s.objectives)


def new_battle(path: Path, overrides: tables.Override | None = None) -> tuple[Battle, Names, Scenario]:
    """The battle of a scenario file, before its first die."""
    s = read(path, Scenario)
    b, names = Battle(), Names()
    house = {"turns": s.turns, **(overrides or {})}
    tables.apply(b.rules, b.options, FOLDER, "fh", house)
    b.ground.width, b.ground.depth = s.table.width, s.table.depth
    for n, entry in enumerate(s.terrain):
        before = b.ground.n
        lay_terrain(b, entry, f"{path}: terrain.{n} ({entry.name})")
        names.terrain += [entry.name] * (b.ground.n - before)
        within_table(b.ground, before, f"{path}: terrain.{n} ({entry.name})")
    for side, side_entry in enumerate((s.blue, s.red)):
        enlist(b, side, side_entry, names, path, s.deployment == "free")
    names.units = told_apart(names.units, [u.side for u in b.units[: b.n_units]])
    set_aims(b, s, names, path)
    check_places(b, names, path)
    return b, names, s


def seed(b: Battle, number: int) -> None:
    """The dice of the battle and, apart from them, the coins of its generals."""
    setting.seed(b.dice, b.whim, number)


def warnings(b: Battle, names: Names) -> list[str]:
    """What an army list had better not do: cavalry over two thirds of the infantry's size [FH-002]."""
    foot = [u.figures for u in b.units[: b.n_units] if u.arm == Arm.INFANTRY]
    if not foot:
        return []
    most = b.rules.cavalry_share * sum(foot) / len(foot)
    return [
        f"{names.units[i]} has {u.figures} figures; cavalry is best at half of the infantry's size and at most {most:.0f} [FH-002]"
        for i, u in enumerate(b.units[: b.n_units])
        if u.arm == Arm.CAVALRY and u.figures > most + 1e-9
    ]
