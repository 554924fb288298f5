"""Outside the rules: from a scenario file to a battle ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from ... import setting, tables
from ...book import Switch
from ...problems import Problem, unknown
from ...scenario import SIDES, Point, Side, Strict, TableSize, TerrainEntry, read
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
    word,
)
from ...table.boxes import beyond_edge, boxes_overlap
from ...table.pieces import box_in_touch
from ...table.terrain import Ground
from .forces import FOLDER, Figure, Force, Names, raise_character, raise_formation, spare_name
from .houses import EVEN, check_garrison_kind, check_manned, garrison_of, man_sides
from .places import arrange, dress, enrol
from .sight import formation_sees
from .state import (
    BOOK_SPELLS,
    FORMATIONS,
    MAGES,
    NOBODY,
    OBJECTIVES,
    SPELLS,
    Aim,
    Base,
    BaseSizes,
    Battle,
    Lasts,
    No,
    Posted,
    Role,
    Spell,
    SpellRow,
    Terrain,
)
from .strips import (
    box_of,
    character_of,
    is_building,
    is_wheeled,
    is_wood,
    may_accompany,
)

PREFIX = "fw"
ALLIES = "scenario.allies"  # a scenario's own choices, set as a house rule is
CHOOSE = "scenario.choose_spells"
MAGIC = f"{PREFIX}.magic"  # an option of the book, which stands beside them where there are wizards
ROUND = 12  # corners of an ellipse
OVERLAP = 1e-6
KEPT = 8  # numbers before those of the hidden, for formations that come to be
COMPASS = ("north", "east", "south", "west")  # the sides of an upright building, in the order of its edges

SPELL_NAMES = {
    Spell.BEGONE: "BEGONE! (shift enemy)",
    Spell.BLINDED: "BLINDED",
    Spell.TURN_UNDEAD: "TURN UNDEAD",
    Spell.DEATH_AND_DECAY: "DEATH AND DECAY",
    Spell.FIRE_IN_THE_SKY: "FIRE IN THE SKY",
    Spell.FLASH: "FLASH!",
    Spell.FOG_BANK: "FOG BANK",
    Spell.FREEZE: "FREEZE!",
    Spell.GO_SLOW: "GO SLOW",
    Spell.BE_GONE: "BE GONE (invisible)",
    Spell.FAST_STRIKE: "FAST STRIKE",
    Spell.GREAT_STORM: "GREAT STORM",
    Spell.HARM_HIM_NOT: "HARM HIM NOT",
    Spell.HEAL: "HEAL",
    Spell.LIGHTNING_BOLT: "LIGHTNING BOLT",
    Spell.MAGICAL_SHIELD: "MAGICAL SHIELD",
    Spell.PHEONIX_DOWN: "PHEONIX DOWN",
    Spell.YOU_ARE_MINE: "YOU ARE MINE",
}  # [FW-R92]


# What files say


class FormationPlace(Strict):
    id: str
    at: Point | None = None  # the centre of its front edge
    facing: str | Point | None = None
    files: int | None = Field(default=None, ge=1, le=6)
    hidden: bool = False
    garrison: str | None = None
    sides: dict[str, int] = {}  # of the building: north, east, south, west
    ally: bool = False


class CharacterPlace(Strict):
    id: str
    at: Point | None = None
    facing: str | Point | None = None
    attached: str | None = None
    post: Literal["left", "right", "behind"] = "right"
    hidden: bool = False
    spells: list[str] | str | None = None  # six of them, or the name of a preset
    points: int | None = Field(default=None, ge=0, le=99)
    ally: bool = False


class SideEntry(Strict):
    force: str
    edge: Literal["north", "south", "east", "west"] | None = None  # its own
    facing: Literal["north", "south", "east", "west"] = "north"
    formations: list[FormationPlace] = []
    characters: list[CharacterPlace] = []


class Feature(TerrainEntry):
    """Terrain; a hill may be an ellipse, has levels and a crest [FW-R26]."""

    ellipse: tuple[float, float, float, float] | None = None  # centre, semi-axes
    crest: Point | None = None
    levels: int = Field(default=1, ge=1, le=9)


class OwnSpell(Strict):
    """A spell of a group's own, after one of the book's [FW-073, FW-R87]."""

    id: str
    name: str
    like: str
    cost: int | None = Field(default=None, ge=0, le=99)
    range: float | None = Field(default=None, ge=0, le=400)
    needs: int | None = Field(default=None, ge=0, le=6)
    turns: int | None = Field(default=None, ge=0, le=60)
    radius: float | None = Field(default=None, ge=0, le=60)
    aim: str | None = None
    lasts: str | None = None


class ObjectiveEntry(Strict):
    terrain: str


class Scenario(Strict):
    id: str
    book: Literal["fire-at-will-men"]
    title: str
    sample: bool = False
    story: str = ""
    turns: int = Field(default=12, ge=1, le=60)
    table: TableSize
    first: Side | None = None
    magic: bool | None = None
    choose_spells: bool = False
    allies: bool = False
    presets: dict[str, list[str]] = {}
    spells: list[OwnSpell] = []
    terrain: list[Feature] = []
    objectives: list[ObjectiveEntry] = []
    blue: SideEntry
    red: SideEntry


# Places


def place_formation(
    b: Battle, f: int, place: FormationPlace, entry: SideEntry, names: Names, where: str
) -> None:
    """On its place in files and ranks, or along the sides of a building [FW-R09, FW-046]."""
    u = b.formations[f]
    u.fx, u.fy = facing_of(entry.facing if place.facing is None else place.facing, where)
    u.hidden = u.ambush = place.hidden
    if place.garrison is not None:
        arrange(b, f, u.n)
        garrison(b, f, place, names, where)
        return
    if place.at is None:
        raise Problem(f'{where}: a place is wanted: at = [x, y], or garrison = "..."')
    u.x, u.y = place.at
    if place.files is not None and place.files > u.n:
        raise Problem(f"{where}.files: {place.id} has {u.n} strips, too few for {place.files} files")
    arrange(b, f, place.files or u.n)


def garrison(b: Battle, f: int, place: FormationPlace, names: Names, where: str) -> None:
    """Along the sides that the scenario names, or in order round the building [FW-046, FW-R27]."""
    if place.garrison not in names.terrain:
        buildings = [n for k, n in enumerate(names.terrain) if is_building(b, k)]
        raise unknown("building", str(place.garrison), buildings, f"{where}.garrison")
    k = names.terrain.index(str(place.garrison))
    if not is_building(b, k):
        raise Problem(f"{where}.garrison: {place.garrison} is no building")
    if garrison_of(b, k) >= 0:
        raise Problem(f"{where}.garrison: {place.garrison} is {names.ids[garrison_of(b, k)]}'s [FW-R27]")
    for side in place.sides:
        if side not in COMPASS:
            raise unknown("side", side, COMPASS, f"{where}.sides")
    how = sum(place.sides.get(side, 0) * EVEN**edge for edge, side in enumerate(COMPASS))
    if check_garrison_kind(b, f) != 0:
        raise Problem(f"{where}.garrison: {place.id} cannot go into a building [FW-R27]")
    if check_manned(b, f, k, how) != 0:
        r = b.refusal
        raise Problem(
            f"{where}.sides: {r.asked:g} of {place.id}'s strips given, {r.allowed:g} wanted or fitting [FW-046]"
        )
    man_sides(b, f, k, how)


def place_character(
    b: Battle, i: int, place: CharacterPlace, entry: SideEntry, names: Names, where: str
) -> None:
    """Alone on his place, or with a formation [FW-007, FW-009, FW-R06]."""
    s = b.strips[i]
    u = b.formations[s.home]
    if place.attached is not None:
        attach(b, i, place, names, where)
        return
    if place.at is None:
        raise Problem(f'{where}: a place is wanted: at = [x, y], or attached = "formation"')
    u.fx, u.fy = facing_of(entry.facing if place.facing is None else place.facing, where)
    u.x, u.y = place.at
    u.hidden = u.ambush = place.hidden
    arrange(b, s.home, 1)


def attach(b: Battle, i: int, place: CharacterPlace, names: Names, where: str) -> None:
    side = b.strips[i].side
    own = [id for f, id in enumerate(names.ids) if b.formations[f].side == side and b.formations[f].n > 0]
    if place.attached not in own:
        raise unknown("formation", str(place.attached), own, f"{where}.attached")
    f = names.ids.index(str(place.attached))
    if character_of(b, b.formations[f]) >= 0:
        raise Problem(f"{where}.attached: {place.attached} has a hero or leader already [FW-009]")
    if not may_accompany(b, f, i):
        raise Problem(f"{where}.attached: {place.id} may not join {place.attached} [FW-011, FW-R07]")
    s = b.strips[i]
    b.formations[s.home].n = 0
    enrol(b, i, f)
    b.formations[f].character = i
    s.posted = int(Posted[place.post.upper()])
    if b.formations[f].building >= 0:
        man_sides(b, f, b.formations[f].building, b.formations[f].manned)
    else:
        dress(b, f)


# Magic


def lay_spells(b: Battle, own: list[OwnSpell], names: Names, path: Path) -> None:
    """The book's eighteen from the tables, then a group's own [FW-073, FW-R87]."""
    for spell in Spell:
        fill_spell(b, b.spells[spell], int(spell))
        names.spell_ids.append(spell.name.lower())
        names.spells.append(SPELL_NAMES[spell])
    b.n_spells = BOOK_SPELLS
    for n, entry in enumerate(own):
        where = f"{path}: spells.{n}"
        if b.n_spells == SPELLS:
            raise Problem(f"{where}: more than {SPELLS - BOOK_SPELLS} spells of one's own")
        if entry.id in names.spell_ids:
            raise Problem(f"{where}.id: {entry.id} is there twice")
        row = b.spells[b.n_spells]
        fill_spell(b, row, word(Spell, entry.like, f"{where}.like", "spell"))
        alter_spell(row, entry, where)
        names.spell_ids.append(entry.id)
        names.spells.append(entry.name)
        b.n_spells += 1


def fill_spell(b: Battle, row: SpellRow, spell: int) -> None:
    r = b.rules
    row.effect, row.cost, row.reach = spell, r.spell_cost[spell], r.spell_range[spell]
    row.needs, row.turns, row.radius = r.spell_needs[spell], r.spell_turns[spell], r.spell_radius[spell]
    row.aim, row.lasts = r.spell_aim[spell], r.spell_lasts[spell]


def alter_spell(row: SpellRow, entry: OwnSpell, where: str) -> None:
    """Its own numbers in place of those of the spell it is like."""
    row.cost = row.cost if entry.cost is None else entry.cost
    row.reach = row.reach if entry.range is None else entry.range
    row.needs = row.needs if entry.needs is None else entry.needs
    row.turns = row.turns if entry.turns is None else entry.turns
    row.radius = row.radius if entry.radius is None else entry.radius
    if entry.aim is not None:
        row.aim = word(Aim, entry.aim, f"{where}.aim")
        if row.aim not in aims_of(row.effect):
            able = ", ".join(Aim(aim).name.lower() for aim in aims_of(row.effect))
            raise Problem(f"{where}.aim: {entry.like} works on {able}, not on {entry.aim}")
    if entry.lasts is not None:
        row.lasts = word(Lasts, entry.lasts, f"{where}.lasts")


def aims_of(effect: int) -> tuple[Aim, ...]:
    """What the function of a spell can work on [FW-073]."""
    formations = (Aim.ENEMY, Aim.FRIEND, Aim.FORMATION)
    return {
        Spell.FIRE_IN_THE_SKY: (Aim.NOTHING,),
        Spell.FOG_BANK: (Aim.PLACE,),
        Spell.PHEONIX_DOWN: (Aim.DEAD,),
        Spell.HARM_HIM_NOT: (Aim.CHARACTER,),
        Spell.HEAL: (Aim.CHARACTER,),
        Spell.GREAT_STORM: (Aim.STRIP,),
        Spell.LIGHTNING_BOLT: (Aim.STRIP, Aim.CHARACTER),
        Spell.YOU_ARE_MINE: (Aim.STRIP,),
        Spell.BE_GONE: (*formations, Aim.EITHER, Aim.CHARACTER),
        Spell.FAST_STRIKE: (*formations, Aim.EITHER, Aim.CHARACTER),
    }.get(Spell(effect), formations)


def enrol_mage(b: Battle, i: int, place: CharacterPlace, s: Scenario, names: Names, where: str) -> None:
    """A wizard with his points and his six spells, if there is magic [FW-062, FW-063, FW-064, FW-R86, FW-R87]."""
    strip = b.strips[i]
    if strip.role != Role.WIZARD:
        if place.spells is not None or place.points is not None:
            raise Problem(f"{where}: {place.id} is no wizard and has no spells")
        return
    chosen = spells_given(b, place, s, names, where)
    if b.options.magic == No.FALSE:
        return
    if b.n_mages == MAGES:
        raise Problem(f"{where}: more than {MAGES} magic users in one battle")
    m = b.mages[b.n_mages]
    strip.mage = b.n_mages
    b.n_mages += 1
    m.strip, m.preset = i, chosen
    m.stock = b.rules.magic_points if place.points is None else place.points
    m.points = m.stock


def spells_given(b: Battle, place: CharacterPlace, s: Scenario, names: Names, where: str) -> int:
    """The six of a mage, as a set; without any given, the first preset, or the first six."""
    given = place.spells
    if isinstance(given, str):
        if given not in s.presets:
            raise unknown("preset", given, s.presets, f"{where}.spells")
        given = s.presets[given]
    if given is None:
        given = next(iter(s.presets.values()), names.spell_ids[: b.rules.picks])
    out = 0
    for spell in given:
        if spell not in names.spell_ids:
            raise unknown("spell", spell, names.spell_ids, f"{where}.spells")
        out |= 1 << names.spell_ids.index(spell)
    if out.bit_count() != len(given) or len(given) != b.rules.picks:
        raise Problem(f"{where}.spells: {b.rules.picks} different spells are wanted [FW-064]")
    return out


# Terrain

FORMS = {
    **dict.fromkeys((Terrain.HEDGE, Terrain.WALL, Terrain.FALLEN_TREES, Terrain.FENCE), Form.LINE),
    **dict.fromkeys((Terrain.STREAM, Terrain.RIVER, Terrain.ROAD), Form.STRIP),
    **dict.fromkeys((Terrain.FORD, Terrain.BRIDGE), Form.STRIP | Form.AREA),
    **dict.fromkeys((Terrain.HILL, Terrain.WOOD, Terrain.DENSE_FOREST), Form.AREA),
    **dict.fromkeys((Terrain.SCREE, Terrain.UNDERGROWTH, Terrain.BUILDING), Form.AREA),
}
SLOW = (Terrain.WOOD, Terrain.SCREE, Terrain.UNDERGROWTH)
CLOSED = (Terrain.BUILDING, Terrain.RIVER, Terrain.DENSE_FOREST)
OPAQUE = (Terrain.BUILDING, Terrain.WOOD, Terrain.DENSE_FOREST)


def lay_terrain(b: Battle, entry: Feature, where: str) -> None:
    """One feature on the ground, with the effects of its kind [FW-015, FW-R25, FW-R26, FW-R30]."""
    kind = Terrain(word(Terrain, entry.kind, f"{where}.kind"))
    g, before = b.ground, b.ground.n
    check_on_table(g, entry, where)
    lay_shape(g, as_polygon(entry, where), kind, FORMS[kind], where)
    for k in range(before, g.n):
        p = g.pieces[k]
        p.going = b.rules.slow_factor if kind in SLOW else 1.0
        p.closed, p.blocks_sight, p.road = kind in CLOSED, kind in OPAQUE, kind == Terrain.ROAD
        p.height = entry.levels if kind == Terrain.HILL else 0
        b.crest_x[k], b.crest_y[k] = entry.crest or middle(g, before)
    if kind == Terrain.BUILDING and (g.n != before + 1 or not is_rectangle(g, before)):
        raise Problem(f"{where}: a building is a rectangle")


def as_polygon(entry: Feature, where: str) -> Feature:
    """An ellipse as a polygon of the same area."""
    if entry.ellipse is None:
        return entry
    x, y, across, along = entry.ellipse
    if across <= 0 or along <= 0:
        raise Problem(f"{where}.ellipse: x, y and two half axes above 0 are wanted")
    swell = sqrt(2 * pi / (ROUND * sin(2 * pi / ROUND)))
    turns = [2 * pi * k / ROUND for k in range(ROUND)]
    points = [(x + across * swell * cos(t), y + along * swell * sin(t)) for t in turns]
    return entry.model_copy(update={"polygon": points, "ellipse": None})


def middle(g: Ground, first: int) -> Point:
    """The middle of a feature, weighing its corners alike; of a circle, its centre."""
    xs = [x for p in g.pieces[first : g.n] for x in p.x[: p.n]]
    ys = [y for p in g.pieces[first : g.n] for y in p.y[: p.n]]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def check_on_table(g: Ground, entry: Feature, where: str) -> None:
    """The points of a feature are on the table."""
    points = [*(entry.polygon or []), *(entry.line or []), *(p for line in entry.lines or [] for p in line)]
    if entry.rectangle is not None:
        points += [entry.rectangle[:2], entry.rectangle[2:]]
    for x, y, across, along in (e for e in (entry.ellipse, round_box(entry)) if e is not None):
        points += [(x - across, y - along), (x + across, y + along)]
    for x, y in points:
        off = max(-x, -y, x - g.width, y - g.depth)
        if off > ON_IT:
            raise Problem(f"{where}: it is off the table by {off:.2f} inches ({size_of(g)})")


def round_box(entry: Feature) -> tuple[float, float, float, float] | None:
    if entry.circle is None:
        return None
    x, y, r = entry.circle
    return x, y, r, r


def is_rectangle(g: Ground, k: int) -> bool:
    p = g.pieces[k]
    if p.n != 4:
        return False
    ax, ay, bx, by = p.x[1] - p.x[0], p.y[1] - p.y[0], p.x[2] - p.x[1], p.y[2] - p.y[1]
    closes = abs(p.x[0] + p.x[2] - p.x[1] - p.x[3]) + abs(p.y[0] + p.y[2] - p.y[1] - p.y[3])
    return abs(ax * bx + ay * by) < 1e-9 and closes < 1e-9


# Armies


def enlist_all(b: Battle, s: Scenario, allies: bool, names: Names, path: Path) -> None:
    """Both sides, then those of either who begin hidden: their numbers come last, after some that nobody has.

    So nobody can count, by the numbers of those whom he sees, how many he does not see [FW-R114]."""
    sides = [Enlisting(b, side, s, allies, names, path) for side in range(2)]
    for side in sides:
        side.enlist(False)
    if any(side.hides for side in sides):
        kept = min(KEPT, FORMATIONS - b.n_formations - sum(side.hides for side in sides))
        b.n_formations += max(0, kept)
        spare_names(b, names, b.n_formations)
    for side in sides:
        side.enlist(True)


class Enlisting:
    """One side: its formations on their places, then its characters."""

    def __init__(self, b: Battle, side: int, s: Scenario, allies: bool, names: Names, path: Path) -> None:
        self.b, self.side, self.s, self.names = b, side, s, names
        self.entry = entry = s.blue if side == 0 else s.red
        self.here = f"{path}: {SIDES[side]}"
        self.source = force_path(entry.force, path.parent, FOLDER, f"{self.here}.force")
        self.force = force = read(self.source, Force)
        names.armies.append(force.name)
        once_each(self.source, "formations", [each.id for each in force.formations])
        once_each(self.source, "characters", [each.id for each in force.characters])
        if entry.edge is not None:
            b.home_x[side], b.home_y[side] = FACINGS[entry.edge]
        self.own: dict[str, Figure] = {each.id: each for each in force.figures}
        self.formations = [(n, p) for n, p in enumerate(entry.formations) if allies or not p.ally]
        self.characters = [(n, p) for n, p in enumerate(entry.characters) if allies or not p.ally]
        listed = {each.id: (k, each) for k, each in enumerate(force.formations)}
        heroes = {each.id: (k, each) for k, each in enumerate(force.characters)}
        self.listed, self.heroes = listed, heroes
        for n, place in enumerate(entry.formations):
            check_listed("formation", place.id, listed, [], f"{self.here}.formations.{n}")
        for n, hero in enumerate(entry.characters):
            check_listed("character", hero.id, heroes, [], f"{self.here}.characters.{n}")

    @property
    def hides(self) -> int:
        """How many numbers of formations those take who begin hidden."""
        return sum(p.hidden for _, p in self.formations) + sum(self.is_hidden(p) for _, p in self.characters)

    def is_hidden(self, place: CharacterPlace) -> bool:
        """By himself, or with a formation that is."""
        return place.hidden or place.attached in [p.id for _, p in self.formations if p.hidden]

    def enlist(self, hidden: bool) -> None:
        """Those who begin hidden, or the others."""
        for n, place in self.formations:
            if place.hidden == hidden:
                self.enlist_formation(place, f"{self.here}.formations.{n}")
        for n, hero in self.characters:
            if self.is_hidden(hero) == hidden:
                self.enlist_character(hero, f"{self.here}.characters.{n}")

    def enlist_formation(self, place: FormationPlace, where: str) -> None:
        k, listed = self.listed[place.id]
        check_listed("formation", place.id, self.listed, self.names.ids, where)
        f = raise_formation(self.b, self.side, listed, self.own, self.names, f"{self.source}: formations.{k}")
        place_formation(self.b, f, place, self.entry, self.names, where)

    def enlist_character(self, place: CharacterPlace, where: str) -> None:
        k, listed = self.heroes[place.id]
        check_listed("character", place.id, self.heroes, self.names.ids, where)
        i = raise_character(self.b, self.side, listed, self.own, self.names, f"{self.source}: characters.{k}")
        place_character(self.b, i, place, self.entry, self.names, where)
        enrol_mage(self.b, i, place, self.s, self.names, where)


# Checks


def check_places(b: Battle, names: Names, path: Path) -> None:
    """Nobody off the table, nobody on somebody else, nobody where he cannot be, the hidden unseen."""
    on = [i for i in range(b.n_strips) if b.strips[i].formation >= 0]
    for n, i in enumerate(on):
        here = f"{path}: {names.strip_ids[i]}"
        off = beyond_edge(box_of(b.strips[i]), b.ground.width, b.ground.depth)
        if off > ON_IT:
            raise Problem(f"{here} is off the table by {off:.2f} inches ({size_of(b.ground)})")
        check_ground(b, i, names, here)
        for j in on[:n]:
            if boxes_overlap(box_of(b.strips[i]), box_of(b.strips[j]), OVERLAP) and not together(b, i, j):
                raise Problem(f"{here} overlaps {names.strip_ids[j]}")
    for f in range(b.n_formations):
        check_hidden(b, f, names, path)


def together(b: Battle, i: int, j: int) -> bool:
    """Those inside one building are not measured against one another."""
    f = b.strips[i].formation
    return b.formations[f].building >= 0 and b.strips[j].formation == f


def check_ground(b: Battle, i: int, names: Names, here: str) -> None:
    """No base in a building that it does not garrison, in deep water, or on wheels in a wood [FW-R25, FW-R27]."""
    s = b.strips[i]
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        barred = p.kind in (Terrain.BUILDING, Terrain.RIVER) or (is_wheeled(s) and is_wood(p.kind))
        if barred and k != b.formations[s.formation].building and box_in_touch(box_of(s), p):
            raise Problem(f"{here} stands in {names.terrain[k]}, where it cannot be")


def check_hidden(b: Battle, f: int, names: Names, path: Path) -> None:
    """Hidden is only whom no enemy sees [FW-R114]."""
    u = b.formations[f]
    if u.n == 0 or not u.hidden:
        return
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and formation_sees(b, g, f):
            raise Problem(f"{path}: {names.ids[f]} is hidden, but {names.ids[g]} sees it [FW-R114]")


# The battle


def lay_rules(b: Battle, house: Mapping[str, Any]) -> None:
    """The numbers and options of a game; base sizes of one's own need their option [FW-R04]."""
    tables.apply(b.rules, b.options, FOLDER, PREFIX, house)
    if b.options.base_sizes == BaseSizes.CUSTOM:
        return
    standard = tables.tables_of(FOLDER)
    for name in ("base_width", "base_depth"):
        for base, size in zip(Base, getattr(b.rules, name), strict=True):
            if size != standard[name][base.name.lower()]:
                raise Problem(
                    f"{name}.{base.name.lower()}: {size:g} given; bases of one's own need {PREFIX}.base_sizes=custom [FW-R04]"
                )


def set_aims(b: Battle, s: Scenario, names: Names, path: Path) -> None:
    """Who begins, and the buildings that decide the battle [FW-R11, FW-R113]."""
    b.aims.first = NOBODY if s.first is None else SIDES.index(s.first)
    if len(s.objectives) > OBJECTIVES:
        raise Problem(f"{path}: objectives: {len(s.objectives)} given, at most {OBJECTIVES}")
    for n, entry in enumerate(s.objectives):
        where = f"{path}: objectives.{n}.terrain"
        if entry.terrain not in names.terrain:
            raise unknown("terrain", entry.terrain, dict.fromkeys(names.terrain), where)
        k = names.terrain.index(entry.terrain)
        if not is_building(b, k):
            raise Problem(f"{where}: {entry.terrain} is no building")
        b.aims.objectives[n].piece = k
        names.objectives.append(entry.terrain)
    b.aims.n_objectives = len(s.objectives)


def house_of(s: Scenario, overrides: tables.Override | None) -> tuple[dict[str, Any], bool, bool]:
    """The house rules of a game; whether the allies of the scenario come, and mages choose their spells."""
    house: dict[str, Any] = {"turns": s.turns, **(overrides or {})}
    if s.magic is not None and not {"magic", MAGIC} & {*house}:
        house["magic"] = s.magic
    allies, choose = (
        switch(house, name, usual) for name, usual in ((ALLIES, s.allies), (CHOOSE, s.choose_spells))
    )
    return house, allies, choose


def switches(path: Path) -> tuple[Switch, ...]:
    """What a scenario leaves to those who play it: allies, if there are any; magic and spells, if there are wizards."""
    s = read(path, Scenario)
    sides, out = (s.blue, s.red), []
    if any(place.ally for side in sides for place in side.formations):
        out.append(Switch(ALLIES, "The allies come: monsters, elves and undead", s.allies))
    if any(place.spells is not None for side in sides for place in side.characters):
        out.append(Switch(MAGIC, "There is magic, and wizards cast spells", bool(s.magic)))
        out.append(Switch(CHOOSE, "Where there is magic, wizards choose their spells", s.choose_spells))
    return tuple(out)


def switch(house: dict[str, Any], name: str, usual: bool) -> bool:
    """A choice of the scenario's own: what the game says, or what is usual."""
    given = house.pop(name, usual)
    said = tables.truth(given)
    if said is None:
        raise Problem(f"{name}: {given!r} given, true or false (on or off, yes or no) wanted")
    return said


def new_battle(path: Path, overrides: tables.Override | None = None) -> tuple[Battle, Names, Scenario]:
    """The battle of a scenario file, before its first die."""
    s = read(path, Scenario)
    b, names = Battle(), Names()
    house, allies, b.aims.choose_spells = house_of(s, overrides)
    lay_rules(b, house)
    if b.aims.choose_spells and b.options.magic == No.FALSE and CHOOSE in (overrides or {}):
        names.notes.append(f"There is no magic, so no wizard chooses spells: that wants {MAGIC} [FW-062]")
    b.ground.width, b.ground.depth = s.table.width, s.table.depth
    for n, entry in enumerate(s.terrain):
        before = b.ground.n
        lay_terrain(b, entry, f"{path}: terrain.{n} ({entry.name})")
        names.terrain += [entry.name] * (b.ground.n - before)
    lay_spells(b, s.spells, names, path)
    enlist_all(b, s, allies, names, path)
    names.formations = told_apart(names.formations, [b.formations[f].side for f in range(b.n_formations)])
    names.strips = told_apart(names.strips, [b.strips[i].side for i in range(b.n_strips)])
    set_aims(b, s, names, path)
    check_places(b, names, path)
    spare_names(b, names, FORMATIONS)
    return b, names, s


def spare_names(b: Battle, names: Names, end: int) -> None:
    """Formations that come to be in the battle: strips that change sides or rise again [FW-R106, FW-R107]."""
    for f in range(len(names.ids), end):
        id, name = spare_name(names, f)
        names.ids.append(id)
        names.formations.append(name)


def seed(b: Battle, number: int) -> None:
    """The dice of the battle and, apart from them, the coins of its generals."""
    setting.seed(b.dice, b.whim, number)
