"""The scenarios that come with the books: they load, they show all of a book, they end; and bad files are told why."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grognard.battle import General
from grognard.book import BOOKS, book, book_of, find_scenario, scenario_paths
from grognard.books.fire_at_will import forces as fw_forces
from grognard.books.fire_at_will import sequence as fw_sequence
from grognard.books.fire_at_will import setup as fw
from grognard.books.fire_at_will import state as fw_state
from grognard.books.horse_and_musket import sequence as fh_sequence
from grognard.books.horse_and_musket import setup as fh
from grognard.books.horse_and_musket.state import Arm, Formation, Lost, Terrain, Troop, Weapon
from grognard.books.horse_and_musket.state import Grade as FhGrade
from grognard.books.most_irregular import sequence as mi_sequence
from grognard.books.most_irregular import setup as mi
from grognard.books.most_irregular import state as mi_state
from grognard.books.most_irregular.men import attached_to, commander_gap, straggler_reach
from grognard.books.most_irregular.victory import holder, men_lost
from grognard.books.tyneside import sequence as ty_sequence
from grognard.books.tyneside import setup as ty
from grognard.books.tyneside import state as ty_state
from grognard.books.tyneside.names import Member
from grognard.problems import Problem
from grognard.records import clone
from grognard.scenario import header


class Sister:
    """What the setup of a book is, for a book of a family: that of the family, told which book is meant."""

    def __init__(self, name: str) -> None:
        self.member: Member = book(name).member  # type: ignore[attr-defined]
        self.FOLDER, self.seed = self.member.folder, ty.seed

    def new_battle(self, path: Path, house: Any = None) -> tuple[Any, Any, Any]:
        return ty.new_battle(self.member, path, house)

    def warnings(self, b: Any, names: Any) -> list[str]:
        """The family warns of nothing: what is wrong is refused."""
        return []


class Fantasy:
    """Fire At Will, Men: army lists, and what is said of them, are a module of their own."""

    FOLDER, seed = fw_forces.FOLDER, staticmethod(fw.seed)
    new_battle, warnings = staticmethod(fw.new_battle), staticmethod(fw_forces.warnings)


@dataclass(frozen=True)
class Shelf:
    """The files of a book: its scenarios, and of its sample the force of Blue."""

    book: str
    setup: Any
    sequence: Any
    sample: str
    force: str
    count: int
    armies: int  # how many fight, in all its scenarios
    seeds: int  # battles of each scenario that its generals fight here
    losses: int  # figures that each of these costs at the least, and more
    spare: frozenset[str] = frozenset()  # army lists that no scenario of its own fights with

    @property
    def paths(self) -> dict[str, Path]:
        return {p.stem: p for p in sorted((self.setup.FOLDER / "scenarios").glob("*.toml"))}

    @property
    def scenario_text(self) -> str:
        return self.paths[self.sample].read_text()

    @property
    def force_text(self) -> str:
        text: str = (self.setup.FOLDER / "forces" / f"{self.force}.toml").read_text()
        return text

    def battles(self) -> list[tuple[Any, Any, Any]]:
        return [self.setup.new_battle(path) for path in self.paths.values()]


FH = Shelf("horse-and-musket", fh, fh_sequence, "the-chateau-road", "army-blue", 4, 8, 10, 20)
MI = Shelf("most-irregular", mi, mi_sequence, "the-mill-bridge", "governors-column", 3, 6, 10, 10)
EC = Shelf(
    "early-19th-century",
    Sister("early-19th-century"),
    ty_sequence,
    "the-mill-at-valdespino",
    "harrows-detachment",
    count=2,
    armies=2,
    seeds=2,
    losses=5,
    spare=frozenset({"later-war-module"}),  # for battles of people's own, and for the tests of its weapons
)
PS = Shelf(
    "pike-and-shot",
    Sister("pike-and-shot"),
    ty_sequence,
    "saxby-bridge",
    "thornes-regiment",
    count=2,
    armies=2,
    seeds=2,
    losses=5,
)
FW = Shelf(
    "fire-at-will-men",
    Fantasy,
    fw_sequence,
    "the-chapel-by-grimwater",
    "men-of-the-west",
    count=3,
    armies=6,
    seeds=3,
    losses=5,
)
SHELVES = (FH, MI, EC, PS, FW)
EVERY = pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.book)
SCENARIOS = [(shelf, name) for shelf in SHELVES for name in shelf.paths]


def test_every_book_is_on_a_shelf_here() -> None:
    assert set(BOOKS) == {shelf.book for shelf in SHELVES}


@EVERY
def test_so_many_and_one_is_the_sample(shelf: Shelf) -> None:
    assert scenario_paths(shelf.book) == shelf.paths
    assert len(shelf.paths) == shelf.count
    for id, path in shelf.paths.items():
        assert header(path)["id"] == id
        assert book_of(path) is book(shelf.book)
        assert find_scenario(id) == path
    assert [id for id, path in shelf.paths.items() if header(path).get("sample")] == [shelf.sample]


@EVERY
def test_each_has_a_title_a_story_and_armies_of_its_book(shelf: Shelf) -> None:
    battles = shelf.battles()
    assert len({s.title for _, _, s in battles}) == len(battles)
    assert all(len(s.story) > 40 for _, _, s in battles)
    assert all(len(set(names.armies)) == 2 for _, names, _ in battles)
    assert len({army for _, names, _ in battles for army in names.armies}) == shelf.armies


@pytest.mark.parametrize("shelf", (EC, PS), ids=lambda shelf: shelf.book)
def test_a_side_that_the_rules_run_is_said_to_be_run_by_them(shelf: Shelf) -> None:
    """Without a Player Character nobody of it is ever asked."""
    for b, _, s in shelf.battles():
        led = {u.side for u in b.groups[: b.n_groups] if u.pc}
        solo = "Solo: the rules run Red" in s.story and s.title.endswith("(solo)")
        assert solo == (led == {0}), s.id


@EVERY
def test_every_army_list_is_fought_with_and_none_is_warned_of(shelf: Shelf) -> None:
    files = {p.stem for p in (shelf.setup.FOLDER / "forces").glob("*.toml")}
    fought = {force for _, _, s in shelf.battles() for force in (s.blue.force, s.red.force)}
    fought |= {entry.force for _, _, s in shelf.battles() for entry in getattr(s, "neutral", ())}
    assert fought | shelf.spare == files and not fought & shelf.spare
    assert [shelf.setup.warnings(b, names) for b, names, _ in shelf.battles()] == [[]] * shelf.count


def test_units_and_leaders_have_names_of_their_own() -> None:
    for _, names, _ in FH.battles():
        for of_one_kind in (names.units, names.leaders, names.ids):
            assert len(set(of_one_kind)) == len(of_one_kind)
    for _, names, _ in MI.battles():
        for of_one_kind in (names.men, names.commanders, names.formations, names.pieces):
            assert len(set(of_one_kind)) == len(of_one_kind)
    for _, names, _ in EC.battles() + PS.battles():
        for of_one_kind in (names.groups, names.figures, names.group_ids, names.engines, names.pieces):
            assert len(set(of_one_kind)) == len(of_one_kind)
    for _, names, _ in FW.battles():
        for of_one_kind in (names.formations, names.strips, names.pieces, names.spells):
            assert len(set(of_one_kind)) == len(of_one_kind)


def test_together_they_show_most_of_fire_at_will() -> None:
    """All types but beasts, carts and men-at-arms, all that is shot with, most of the terrain, and every spell."""
    paths = FW.paths.values()
    battles = [fw.new_battle(path, {"scenario.allies": True, "fw.magic": True})[0] for path in paths]
    strips = [s for b in battles for s in b.strips[: b.n_strips]]
    troops = fw_state.Troop
    assert {s.troop for s in strips} == set(troops) - {troops.CART, troops.BEAST, troops.MAN_AT_ARMS}
    assert {s.weapon for s in strips} == set(fw_state.Weapon)
    assert {s.role for s in strips} == set(fw_state.Role)
    kinds = {b.ground.pieces[k].kind for b in battles for k in range(b.ground.n)}
    rare = {"FENCE", "RIVER", "DENSE_FOREST", "ROAD"}
    assert kinds == {kind for kind in fw_state.Terrain if kind.name not in rare}
    presets = [fw.read(path, fw.Scenario).presets.values() for path in paths]  # type: ignore[attr-defined]
    assert {spell for some in presets for six in some for spell in six} == {
        s.name.lower() for s in fw_state.Spell
    }


def test_together_they_show_the_whole_of_horse_and_musket() -> None:
    """Every kind of troops, weapon, grade, formation and terrain is met somewhere."""
    battles = [b for b, _, _ in FH.battles()]
    units = [u for b in battles for u in b.units[: b.n_units]]
    assert {u.troop for u in units} == set(Troop)
    assert {u.grade for u in units} == set(FhGrade)
    assert {u.weapon for u in units if u.arm == Arm.INFANTRY} == set(Weapon)
    assert {u.formation for u in units} == set(Formation)
    assert {b.ground.pieces[k].kind for b in battles for k in range(b.ground.n)} == set(Terrain)
    assert {(s.deployment, s.victory.level_is_draw) for _, _, s in FH.battles()} == {
        ("given", False),
        ("free", True),
    }


def test_together_they_show_the_whole_of_most_irregular() -> None:
    """Every quality, weapon, kind of terrain and kind of commander is met somewhere."""
    battles = [b for b, _, _ in MI.battles()]
    men = [m for b in battles for m in b.men[: b.n_men]]
    commanders = [c for b in battles for c in b.commanders[: b.n_commanders]]
    assert {m.grade for m in men} == {c.grade for c in commanders} == set(mi_state.Grade)
    assert {m.weapon for m in men} == set(mi_state.Weapon)
    assert {m.breech for m in men} == {m.formation >= 0 for m in men} == {False, True}
    for name in ("mounted", "charismatic", "officer_only"):
        assert {getattr(c, name) for c in commanders} == {False, True}
    kinds = {b.ground.pieces[k].kind for b in battles for k in range(b.ground.n)}
    assert kinds == set(mi_state.Terrain)


@pytest.mark.rule("FH-R90")
def test_the_cavalry_affair_is_deployed_by_its_generals() -> None:
    b, _, _ = fh.new_battle(FH.paths["the-heath-at-first-light"])
    assert all(u.lost == Lost.RESERVE for u in b.units[: b.n_units])
    b.generals[0] = b.generals[1] = int(General.DRILL)
    fh.seed(b, 1)
    fh_sequence.play_turn(b)
    assert not [u for u in b.units[: b.n_units] if u.lost == Lost.RESERVE]
    assert sum(u.arm == Arm.CAVALRY for u in b.units[: b.n_units]) > b.n_units / 2


def lost_and_moved(b: Any, start: Any) -> tuple[int, float]:
    """How many figures a battle has cost, and which part of the pieces went more than three inches, or centimetres."""
    if isinstance(b, ty_state.Battle):
        now, then = b.figures[: b.n_figures], start.figures[: b.n_figures]
        lost = sum(f.lost in (ty_state.Lost.KILLED, ty_state.Lost.SECOND_WOUND) for f in now)
    elif isinstance(b, fw_state.Battle):
        now, then = b.strips[: b.n_strips], start.strips[: b.n_strips]
        lost = sum(s.lost != fw_state.Lost.NO for s in now)
    elif isinstance(b, mi_state.Battle):
        lost = men_lost(b, 0) + men_lost(b, 1)
        now, then = b.men[: b.n_men], start.men[: b.n_men]
    else:
        lost = sum(u.original - u.figures for u in b.units[: b.n_units])
        now, then = b.units[: b.n_units], start.units[: b.n_units]
    moved = sum(abs(u.y - v.y) + abs(u.x - v.x) > 3 for u, v in zip(now, then, strict=True))
    return lost, moved / len(now)


@pytest.mark.parametrize(("shelf", "name"), SCENARIOS, ids=[name for _, name in SCENARIOS])
def test_drill_generals_fight_them_to_an_end_without_a_stall(shelf: Shelf, name: str) -> None:
    start, _, s = shelf.setup.new_battle(shelf.paths[name])
    start.generals[0] = start.generals[1] = int(General.DRILL)
    wins: Counter[int] = Counter()
    for seed in range(shelf.seeds):
        b = clone(start)
        shelf.setup.seed(b, seed)
        wins[shelf.sequence.play(b)] += 1
        assert b.turn <= s.turns
        lost, moved = lost_and_moved(b, start)
        assert lost > shelf.losses, f"seed {seed}: hardly a shot was fired"
        assert moved > 1 / 4, f"seed {seed}: hardly anybody moved"
    assert sum(wins.values()) == shelf.seeds


# Bad files


HORSE_AND_MUSKET_SCENARIOS = [
    # what is changed in the sample, to what, and what the problem must say
    ('kind = "wood"', 'kind = "forest"', "terrain.2 (The wood).kind: unknown terrain 'forest'. Allowed: road, wood"),
    ('formation = "line"', 'formation = "lines"', "blue.units.0.formation: unknown formation 'lines'. Did you mean 'line'?"),
    ("at = [24, 9]", "at = [31, 9]", "blue.units.2: B3 overlaps B2 (1st Line)"),
    ("at = [24, 9]", "at = [1, 9]", "blue.units.1: B2 is off the table by 2.00 inches (the table is 72 by 48)"),
    ("at = [24, 9]", "at = [nan, 9]", "blue.units.1.at.0: Input should be a finite number (given: nan)"),
    ("at = [24, 9]", "at = [52, 21.5]", "blue.units.1: B2 stands in The farm; only its garrison may"),
    ('id = "B2", at = [24, 9]', 'id = "B2"', "blue.units.1: a place is wanted: at = [x, y], or garrison"),
    ('id = "B2", at', 'id = "B1", at', "blue.units.1.id: B1 is there twice"),
    ('id = "B2", at', 'id = "B22", at', "blue.units.1.id: unknown unit 'B22'. Did you mean 'B2'? Allowed: B1, B2"),
    ('id = "B7", at = [41, 10]', 'id = "B7", at = [41, 10], formation = "line"', "blue.units.7.formation: B7"),
    ('formation = "column"', 'formation = "column", files = 9', "blue.units.2.files: a column of 8 stands cannot be 9 wide"),
    ('force = "army-blue"', 'force = "army-blu"', "blue.force: unknown force 'army-blu'. Did you mean 'army-blue'?"),
    ('facing = "north"', 'facing = "up"', "blue.facing: Input should be 'north', 'south', 'east' or 'west' (given: 'up')"),
    ("turns = 12", "turns = 0", "turns: Input should be greater than or equal to 1 (given: 0)"),
    ("turns = 12", "turns = nan", "turns: a whole number is wanted (given: nan)"),
    ("turns = 12", "turn = 12", "turn: unknown field 'turn'. Did you mean 'turns'? Allowed: id, book, title"),
    ('id = "B1", at', 'ad = "B1", at', "blue.units.0.ad: unknown field 'ad'. Allowed: id, at, facing"),
    ('title = "The Chateau Road"\n', "", "title: missing"),
    ("table = {", "table = ", "not a TOML file: "),
    ('book = "horse-and-musket"', 'book = "most-irregular"', "book: Input should be 'horse-and-musket' (given: 'most-irregular')"),
    ('garrison = "The chateau"', 'garrison = "The castle"', "red.units.1.garrison: unknown building 'The castle'. "
     "Did you mean 'The chateau'? Allowed: The chateau, The farm"),
    ('garrison = "The chateau"', 'garrison = "The wood"', "red.units.1.garrison: infantry garrisons buildings; The wood is a wood"),
    ('terrain = "The farm"', 'terrain = "The barn"', "objectives.1.terrain: unknown terrain 'The barn'. Did you mean 'The farm'?"),
    ("points = 3", "points = -3", "objectives.0.points: Input should be greater than or equal to 0"),
    ('attacker = "blue"', 'attacker = "green"', "victory.attacker: Input should be 'blue' or 'red' (given: 'green')"),
    ("rectangle = [8, 20, 22, 28]", "rectangle = [8, 20, 8, 28]", "terrain.2 (The wood): an area needs at least 3 points"),
    ("rectangle = [8, 20, 22, 28]", "line = [[8, 20], [22, 28]]", "terrain.2 (The wood): kind 'wood' is an area; line given"),
    ("rectangle = [8, 20, 22, 28]", "", "terrain.2 (The wood): one shape is wanted of polygon, rectangle, circle"),
    ("rectangle = [8, 20, 22, 28]", "rectangle = [-8, 20, 22, 28]", "terrain.2 (The wood): it is off the table by 8.00 inches"),
    ("rectangle = [50, 20, 54, 23]", "circle = [52, 21, 2]", "terrain.4 (The farm): a building is a rectangle"),
    ("width = 2\n", "", "terrain.0 (The road): kind 'road' is a line with a width; no width given"),
    ("at = [34, 6]", "at = [134, 6]", "blue.generals.0.at: GA is off the table by 62.50 inches (the table is 72 by 48)"),
    ('id = "GA", at = [34, 6]', 'id = "GA"', "blue.generals.0: a place is wanted: at = [x, y], or attached"),
    ('id = "GA", at = [34, 6]', 'id = "GA", attached = "B22"', "blue.generals.0.attached: unknown unit 'B22'"),
    ('id = "GB", at', 'id = "GA", at', "blue.generals.1.id: GA is there twice"),
    ('id = "GB", at', 'id = "GX", at', "blue.generals.1.id: unknown general 'GX'. Allowed: GA, GB"),
]  # fmt: skip
HORSE_AND_MUSKET_FORCES = [
    ('troop = "guard"', 'troop = "garde"', "units.0.troop: unknown troop 'garde'. Did you mean 'guard'? Allowed: line, light"),
    ('grade = "regular"', 'grade = "veteran"', "units.1.grade: unknown grade 'veteran'. Allowed: militia, regular, guard"),
    ('weapon = "musket"', 'weapon = "bow"', "units.0.weapon: unknown weapon 'bow'. Allowed: none, musket, rifle"),
    ("figures = 24\n", "", "units.0.figures: how many figures has Guard Grenadiers?"),
    ("figures = 24\n", "figures = 0\n", "units.0.figures: Input should be greater than or equal to 1 (given: 0)"),
    ("figures = 12\n", 'figures = 12\nweapon = "musket"\n', "units.5.weapon: only infantry has firearms of its own"),
    ('troop = "heavy_guns"\n', 'troop = "heavy_guns"\nfigures = 9\n', "units.7.figures: Heavy battery has a crew of 9"),
    ('id = "B2"', 'id = "B1"', "units.1.id: B1 is there twice"),
    ("rating = 1", "rating = 5", "generals.0.rating: Input should be less than or equal to 2 (given: 5)"),
]  # fmt: skip


MOST_IRREGULAR_SCENARIOS = [
    ('kind = "woods"', 'kind = "forest"', "terrain.2 (The west wood).kind: unknown terrain 'forest'. Allowed: open, road"),
    ('kind = "woods", polygon = [[5, 27], [13, 27], [14, 34], [6, 35]]', 'kind = "woods", line = [[5, 27], [13, 27]]',
     "terrain.2 (The west wood): kind 'woods' is an area; line given"),
    ("line = [[21, 36], [27, 36]]", "rectangle = [21, 36, 27, 37]",
     "terrain.8 (The earthwork): kind 'earthwork' is a line; rectangle given"),
    ("circle = [15, 26, 0.6]", "rectangle = [15, 26, 16, 27]",
     "terrain.11 (The boulder by the west wood): kind 'boulder' is a circle; rectangle given"),
    ("circle = [15, 26, 0.6]", "circle = [15, 26, 0]", "terrain.11 (The boulder by the west wood): a circle must have a radius"),
    ('kind = "ploughed", rectangle = [36, 30, 46, 38]', 'kind = "road", line = [[36, 30], [46, 38]]',
     "terrain.10 (The ploughed field): kind 'road' is a line with a width; no width given"),
    ('kind = "ploughed", rectangle = [36, 30, 46, 38]', 'kind = "road", lines = [[[36, 30], [46, 38]]]',
     "terrain.10 (The ploughed field): kind 'road' is an area or a line with a width; lines given"),
    ("rectangle = [0, 23, 48, 25]", "rectangle = [0, 23, 49, 25]",
     "terrain.0 (The stream): it is off the table by 1.00 inches (the table is 48 by 48)"),
    ("front = [24, 10]", "front = [1, 10]", "blue.bodies.0: A1-1 is off the table by 1.25 inches (the table is 48 by 48)"),
    ("front = [24, 10]", "front = [33, 9]", "blue.bodies.3: A4-1 overlaps A1-2 by 0.75 inches"),
    ("front = [24, 10]", "front = [39, 14]", "blue.bodies.0: A1-1 is in The east wood: no ranks there; give places [MI-R26]"),
    ("front = [24, 10]", "front = [31.5, 29]", "blue.bodies.0: A1-1 is in The ruined mill: no ranks there"),
    ("front = [24, 10]", "front = [10, 20]", "blue.bodies.0: A1-1 stands in or on The farmhouse, where nobody can [MI-R24]"),
    ("[31, 12]", "[31, 20.9]", "blue.bodies.2: A3-1 stands in or on The south boulder, where nobody can [MI-R24]"),
    ("[31, 12]", "[32.1, 13]", "blue.bodies.2: A3-2 overlaps A3-1 by 0.35 inches"),
    ("[31, 12]", "[9, 28.76]", "red.bodies.3: B4-2 is in contact with A3-1 of the enemy [MI-R29]"),
    ("[31, 12]", "[nan, 12]", "blue.bodies.2.places.0.0: Input should be a finite number (given: nan)"),
    ("[31, 12], ", "", "blue.bodies.2.places: A3 has 8 men; places given: 7"),
    ('id = "A3", places', 'id = "A3", files = 2, places', "blue.bodies.2.files: stragglers have none; leave it out"),
    ('id = "A3", places', 'id = "A3", facing = "north", places', "blue.bodies.2.facing: stragglers have none"),
    ('id = "A3", places', 'id = "A3", front = [1, 1], places', "blue.bodies.2: one of two is wanted: front = [x, y] with files"),
    ("front = [24, 10], ", "", "blue.bodies.0: one of two is wanted: front = [x, y] with files, for men in ranks, or places"),
    ("files = 6, front = [24, 10]", "front = [24, 10]", "blue.bodies.0.files: how many files has A1?"),
    ("files = 6, front = [24, 10]", "files = 0, front = [24, 10]", "blue.bodies.0.files: Input should be greater than or equal to 1"),
    ("files = 6, front = [24, 10]", "files = 13, front = [24, 10]", "blue.bodies.0.files: A1 has 12 men, too few for 13 files"),
    ('facing = "north"', 'facing = "up"', "blue.bodies.0.facing: unknown facing 'up'. Allowed: north, south, east, west"),
    ('facing = "north"', "facing = [0, 0]", "blue.bodies.0.facing: [0, 0] is no direction"),
    ('edge = "south"', 'edge = "below"', "blue.edge: Input should be 'north', 'south', 'east' or 'west' (given: 'below')"),
    ('id = "A2"', 'id = "A22"', "blue.bodies.1.id: unknown body 'A22'. Did you mean 'A2'? Allowed: A1, A2, A3, A4"),
    ('id = "A2"', 'id = "A1"', "blue.bodies.1.id: A1 is there twice"),
    ('id = "A-C2"', 'id = "A-C9"', "blue.commanders.1.id: unknown commander 'A-C9'"),
    ('id = "A-C2"', 'id = "A-C1"', "blue.commanders.1.id: A-C1 is there twice"),
    ("at = [24, 7.5]", "at = [24, 0.3]", "blue.commanders.0: A-C1 is off the table by 0.20 inches"),
    ("at = [24, 7.5]", "at = [10, 19]", "blue.commanders.0: A-C1 stands in or on The farmhouse"),
    ("at = [24, 7.5]", "at = [24, 9]", "blue.commanders.0: A-C1 overlaps A1-9 by 0.42 inches"),
    ("at = [24, 7.5]", "on = [24, 7.5]", "blue.commanders.0.on: unknown field 'on'. Allowed: id, at"),
    ('force = "governors-column"', 'force = "governor"',
     "blue.force: unknown force 'governor'. Did you mean 'governors-column'? Allowed: "),
    ("at = [24, 24], radius = 4", "at = [24, 24], radius = 0", "objectives.0.radius: Input should be greater than 0 (given: 0)"),
    ("at = [24, 24], radius = 4", "at = [24, 64], radius = 4", "objectives.0.at: The bridge is off the table (the table is 48 by 48)"),
    ("turns = 10", "turns = 0", "turns: Input should be greater than or equal to 1 (given: 0)"),
    ('book = "most-irregular"', 'book = "horse-and-musket"', "book: Input should be 'most-irregular' (given: 'horse-and-musket')"),
]  # fmt: skip
MOST_IRREGULAR_FORCES = [
    ('quality = "regular"', 'quality = "veteran"', "bodies.0.quality: unknown quality 'veteran'. Allowed: rabble, conscript"),
    ('weapon = "musket"', 'weapon = "muskets"', "bodies.0.weapon: unknown weapon 'muskets'. Did you mean 'musket'? Allowed: none"),
    ("men = 12", "men = 63", "bodies.0.men: Input should be less than or equal to 62 (given: 63)"),
    ("men = 12", "men = 0", "bodies.0.men: Input should be greater than or equal to 1 (given: 0)"),
    ('weapon = "musket"', "mounted = true",
     "bodies.0.mounted: Line section: there is cavalry only with the option cavalry on [MI-R69]"),
    ('weapon = "musket"', "breech_loader = true", "bodies.0.breech_loader: Line section: only rifles"),
    ('weapon = "musket"', 'arm = "musket"', "bodies.0.arm: unknown field 'arm'. Allowed: id, name, men"),
    ('id = "A2"', 'id = "A1"', "bodies.1.id: A1 is there twice"),
    ('id = "A-C2"', 'id = "A-C1"', "commanders.1.id: A-C1 is there twice"),
    ('name = "Captain Wren", quality = "regular"', 'name = "Captain Wren", quality = "brave"',
     "commanders.0.quality: unknown quality 'brave'. Allowed: rabble"),
]  # fmt: skip
EARLY_19TH_SCENARIOS = [
    ('kind = "wood"', 'kind = "forest"', "terrain.0 (The west wood).kind: unknown kind of terrain 'forest'. Did you mean 'ford'?"),
    ("polygon = [[20, 60], [50, 60], [55, 85], [18, 88]]", "line = [[20, 60], [50, 60]]",
     "terrain.0 (The west wood): kind 'wood' is an area; line given"),
    ("width = 6", "wide = 6", "terrain.4.wide: unknown field 'wide'. Did you mean 'width'? Allowed: name, kind"),
    ("[180, 40]], width = 5", "[180, 40]]", "terrain.5 (The stream): kind 'stream' is a line with a width; no width given"),
    ("circle = [30, 30, 9]", "circle = [30, 30, 0]", "terrain.10 (The rocks): a circle must have a radius"),
    ("polygon = [[20, 60],", "polygon = [[-20, 60],", "terrain.0 (The west wood): it is off the table by 20.00 cm"),
    ("doors = [[90, 74]]", "doors = [[90, 72.4]]", "terrain.2 (The mill).doors: [90, 72.4] is in none of its walls"),
    ('kind = "road", line', 'kind = "road", doors = [[1, 1]], line', "terrain.4 (The road).doors: only a building of one convex piece"),
    ('id = "E1-S1", at', 'id = "E1-S9", at', "blue.groups.2.id: unknown group 'E1-S9'. Did you mean 'E1-S2'? Allowed: E1-PC"),
    ('id = "E1-S1", at', 'id = "E1-BG", at', "blue.groups.2.id: E1-BG is there twice"),
    ('id = "E1-S1", at = [80, 15]', 'id = "E1-S1"', "blue.groups.2: one is wanted of at, line or places; given: none"),
    ("at = [80, 15]", "at = [80, 15], places = [[1, 1]]", "blue.groups.2: one is wanted of at, line or places; given: ["),
    ("at = [80, 15]", "at = [0.3, 15]", "E1-S1-1 is off the table by 0.70 cm (the table is 180 by 120)"),
    ("at = [80, 15]", "at = [88.5, 15]", "E1-S1-1 overlaps E1-PC-1 by 1.50 cm"),
    ("at = [80, 15]", "at = [nan, 15]", "blue.groups.2.at.0: Input should be a finite number (given: nan)"),
    ("at = [140, 10]", "at = [90, 79]", "E1-D-2 stands in The mill, where no horse can"),
    ('facing = "north"', 'facing = "up"', "blue.groups.0.facing: unknown facing 'up'. Allowed: north, south, east, west"),
    ('facing = "north"', "facing = [0, 0]", "blue.groups.0.facing: [0, 0] is no direction"),
    ('edge = "south"\npcs', 'edge = "below"\npcs', "blue.edge: Input should be 'north', 'south', 'east' or 'west' (given: 'below')"),
    ('force = "harrows-detachment"', 'force = "harrow-detachment"',
     "blue.force: unknown force 'harrow-detachment'. Did you mean 'harrows-detachment'? Allowed: "),
    ('pcs = ["E1-PC"]', 'pcs = ["E1-A"]', "blue.pcs.0: E1-A is no leader; a Player Character is one [TY-017]"),
    ('pcs = ["E1-PC"]', 'pcs = ["E1-XX"]', "blue.pcs.0: unknown group 'E1-XX'"),
    ("turns = 16", "turns = 0", "turns: Input should be greater than or equal to 1 (given: 0)"),
    ("turns = 16", "turn = 16", "turn: unknown field 'turn'. Did you mean 'turns'? Allowed: id, book, title"),
    ('title = "The Mill at Valdespino (solo)"\n', "", "title: missing"),
    ('book = "early-19th-century"', 'book = "pike-and-shot"', "book: 'pike-and-shot' given, 'early-19th-century' wanted"),
    ("win = 2", "win = 0", "rescue.win: Input should be greater than or equal to 1 (given: 0)"),
    ('group = "C"', 'group = "CC"', "rescue.group: unknown group 'CC'. Did you mean 'C'? Allowed: E1-PC"),
    ('must_live = "E1-PC"', 'must_live = "E1-PX"', "rescue.must_live: unknown group 'E1-PX'. Did you mean 'E1-PC'?"),
    ("enters = 5", "enters = -1", "red.groups.0.enters: Input should be greater than or equal to 0 (given: -1)"),
    ('gait = "trot"', 'gait = "run"', "red.groups.0.gait: unknown gait 'run'. Allowed: halt, walk, trot, gallop"),
    ('activity = "advancing"', 'activity = "dancing"', "red.groups.0.activity: unknown activity 'dancing'. Did you mean 'advancing'?"),
    ("dummies = 3", "dummies = 40", "red.hidden: 46 markers, at most 16 in one battle"),
    ('of = "The west wood"', 'of = "The vest wood"', "red.hidden.edges.0.of: unknown piece of terrain 'The vest wood'. Did you mean "),
    ('["E2-V2"]', '["E2-K"]', "red.hidden.groups: E2-K stands in the open already"),
    ('["E2-V2"]', '["E2-V1"]', "red.hidden.groups.7.id: E2-V1 is there twice"),
    ('force = "people-of-valdespino"', 'force = "people"', "neutral.0.force: unknown force 'people'. Allowed: "),
    ('loyal_when_met = "E1-PC"', 'loyal_when_met = "E1-PX"', "neutral.0.groups.0.loyal_when_met: unknown group 'E1-PX'"),
    ("[90, 79], [93, 79]]", "[90, 79]]", "neutral.0.groups.0.places: C has 3 figures; places given: 2"),
]  # fmt: skip
EARLY_19TH_FORCES = [
    ('quality = "hero"', 'quality = "good"', "groups.0.quality: unknown class 'good'. Allowed: raw, veteran, hero"),
    ('kind = "skirmishers"', 'kind = "skirmisher"', "groups.0.kind: unknown kind of troops 'skirmisher'. Did you mean 'skirmishers'?"),
    ('role = "officer"', 'role = "captain"', "groups.0.role: unknown role 'captain'. Allowed: troops, officer, nco"),
    ('arms = ["rifle"]', 'arms = ["rifles"]', "groups.6.arms: unknown weapon 'rifles'. Did you mean 'rifle'? Allowed: pistol"),
    ("figures = 10", "figures = 0", "groups.4.figures: Input should be greater than or equal to 1 (given: 0)"),
    ("figures = 10", "figures = 999", "groups.4.figures: Input should be less than or equal to 200 (given: 999)"),
    ('role = "nco"', 'role = "nco", figures = 2', "groups.1.figures: 2 given; a leader is a group of one"),
    (', engine = { name = "The 3 pounder", kind = "muzzle_loader", pounds = 3 }', "", "groups.8: a crew has an engine"),
    ("figures = 3, arms", "figures = 30, arms", "groups.10.others.0.figures: more than the group has"),
    ('id = "E1-B"', 'id = "E1-A"', "groups.5.id: E1-A is there twice"),
    ("mounted = true", "rides = true", "groups.7.rides: unknown field 'rides'. Allowed: id, name, figures"),
]  # fmt: skip
PIKE_AND_SHOT_SCENARIOS = [
    ("[180, 60]], width = 8", "[180, 60]]", "terrain.0 (The river): kind 'river' is a line with a width; no width given"),
    ("at = [90, 30]", "at = [120, 60]", "P1-F-1 stands in The river, where nobody can"),
    ("radius = 15", "radius = 0", "objectives.0: a piece of terrain is wanted, or at = [x, y] with a radius"),
    ("at = [90, 60], radius", "at = [190, 60], radius", "objectives.0.at: The bridge is off the table (the table is 180 by 120)"),
    ('piece = "The first house"', 'piece = "The frist house"', "objectives.1.piece: unknown piece of terrain 'The frist house'. "
     "Did you mean 'The first house'?"),
    ("points = 60", "points = -1", "objectives.0.points: Input should be greater than or equal to 0 (given: -1)"),
    ('first = "blue"', 'first = "green"', "first: Input should be 'blue' or 'red' (given: 'green')"),
    ("casualties = true", "casualty = true", "casualty: unknown field 'casualty'. Did you mean 'casualties'?"),
    ('book = "pike-and-shot"', 'book = "early-19th-century"', "book: 'early-19th-century' given, 'pike-and-shot' wanted"),
    ("[119.5, 74], ", "", "red.groups.2.places: P2-M2 has 10 figures; places given: 9"),
]  # fmt: skip
PIKE_AND_SHOT_FORCES = [
    ('armour = "buff"', 'armour = "buf"', "groups.0.armour: unknown armour 'buf'. Did you mean 'buff'? Allowed: none, buff, half"),
    ('quality = "good"', 'quality = "hero"', "groups.8.quality: unknown class 'hero'. Allowed: poor, fair, good"),
    ('kind = "dutch"', 'kind = "shock"', "groups.0.kind: unknown kind of troops 'shock'. Allowed: formed, skirmishers"),
    ('kind = "muzzle_loader"', 'kind = "gatling"', "groups.12.engine.kind: unknown kind of engine 'gatling'. Allowed: muzzle_loader"),
    ('platoon = "', 'platon = "', "groups.5.platon: unknown field 'platon'. Did you mean 'platoon'?"),
]  # fmt: skip
BAD_SCENARIOS = [
    (shelf, *row)
    for shelf, rows in (
        (FH, HORSE_AND_MUSKET_SCENARIOS),
        (MI, MOST_IRREGULAR_SCENARIOS),
        (EC, EARLY_19TH_SCENARIOS),
        (PS, PIKE_AND_SHOT_SCENARIOS),
    )
    for row in rows
]
BAD_FORCES = [
    (shelf, *row)
    for shelf, rows in (
        (FH, HORSE_AND_MUSKET_FORCES),
        (MI, MOST_IRREGULAR_FORCES),
        (EC, EARLY_19TH_FORCES),
        (PS, PIKE_AND_SHOT_FORCES),
    )
    for row in rows
]


def lay_out(shelf: Shelf, scenario: str, force: str, folder: Path) -> Path:
    """The files of a sample in a folder of somebody's own."""
    (folder / "battle.toml").write_text(scenario)
    (folder / f"{shelf.force}.toml").write_text(force)
    return folder / "battle.toml"


def problem_with(shelf: Shelf, scenario: str, force: str, folder: Path) -> str:
    path = lay_out(shelf, scenario, force, folder)
    with pytest.raises(Problem) as caught:
        shelf.setup.new_battle(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


def unnamed(problem: str) -> str:
    """Without the names that stand beside the numbers of entries."""
    return re.sub(r"(\.\d+) \([^()]*\)(?=[.:,])", r"\1", problem)


@pytest.mark.parametrize(("shelf", "old", "new", "said"), BAD_SCENARIOS)
def test_a_bad_scenario_is_named_with_its_field_and_what_is_allowed(
    tmp_path: Path, shelf: Shelf, old: str, new: str, said: str
) -> None:
    problem = problem_with(shelf, changed(shelf.scenario_text, old, new), shelf.force_text, tmp_path)
    assert unnamed(problem).startswith(unnamed(f"{tmp_path / 'battle.toml'}: {said}")), problem


@pytest.mark.parametrize(("shelf", "old", "new", "said"), BAD_FORCES)
def test_a_bad_force_is_named_with_its_field_and_what_is_allowed(
    tmp_path: Path, shelf: Shelf, old: str, new: str, said: str
) -> None:
    problem = problem_with(shelf, shelf.scenario_text, changed(shelf.force_text, old, new), tmp_path)
    assert unnamed(problem).startswith(unnamed(f"{tmp_path / shelf.force}.toml: {said}")), problem


NAMED = [
    (EC, 'quality = "hero"', 'quality = "good"', "groups.0 (Captain Harrow).quality: unknown class 'good'"),
    (EC, "figures = 10", 'figures = "10"', "groups.4 (First line section).figures: a whole number is wanted (given: '10')"),
    (EC, "mounted = true", "rides = true", "groups.7 (Light dragoons).rides: unknown field 'rides'"),
    (EC, "bayonet = true", 'bayonet = "true"', "groups.1 (The sergeant).bayonet: true or false is wanted"),
    (EC, 'name = "Captain Harrow"', "name = 7", "groups.0.name: a text is wanted: \"...\" (given: 7)"),
]  # fmt: skip


@pytest.mark.parametrize(("shelf", "old", "new", "said"), NAMED)
def test_what_is_wrong_with_a_force_is_said_with_the_names_that_people_gave(
    tmp_path: Path, shelf: Shelf, old: str, new: str, said: str
) -> None:
    problem = problem_with(shelf, shelf.scenario_text, changed(shelf.force_text, old, new), tmp_path)
    assert said in problem


def test_all_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^(title|id) = .*$", "", FH.scenario_text)
    text = text.replace("turns = 12", 'turns = "12"').replace("[24, 9]", '["24", 9]')
    problem = problem_with(FH, text, FH.force_text, tmp_path)
    path = tmp_path / "battle.toml"
    assert problem == (
        f"{path}: id, title: missing; turns: a whole number is wanted (given: '12'); "
        "blue.units.1.at.0: a number is wanted (given: '24')"
    )


@EVERY
def test_the_sample_and_its_force_are_good_when_nothing_is_changed(shelf: Shelf, tmp_path: Path) -> None:
    path = lay_out(shelf, shelf.scenario_text, shelf.force_text, tmp_path)
    assert shelf.setup.new_battle(path)[0] == shelf.setup.new_battle(shelf.paths[shelf.sample])[0]


def test_a_scenario_that_is_not_there() -> None:
    with pytest.raises(Problem, match=r"unknown scenario 'the-chato-road'\. Did you mean 'the-chateau-road'"):
        find_scenario("the-chato-road")
    with pytest.raises(Problem, match=r"nowhere\.toml: there is no such scenario file"):
        find_scenario("nowhere.toml")


def test_a_scenario_of_a_book_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "battle.toml"
    path.write_text(changed(FH.scenario_text, "horse-and-musket", "horse-and-mustang"))
    with pytest.raises(
        Problem, match=r"battle\.toml: book.*'horse-and-mustang'\. Did you mean 'horse-and-musket'"
    ):
        book_of(path)


def test_units_of_one_name_are_called_by_their_side_too(tmp_path: Path) -> None:
    force = changed(FH.force_text, 'name = "Voltigeurs"', 'name = "Rifles"')
    _, names, _ = fh.new_battle(lay_out(FH, FH.scenario_text, force, tmp_path))
    assert names.units[3] == "Blue Rifles"
    assert "Red Rifles" in names.units
    assert len(set(names.units)) == len(names.units)


# Most Irregular


def mill(**house: Any) -> tuple[mi_state.Battle, mi.Names, mi.Scenario]:
    return mi.new_battle(MI.paths["the-mill-bridge"], house)


def test_the_mill_bridge_stands_as_the_catalogue_places_it() -> None:
    b, names, _ = mill()
    assert b.men_of == [33, 34] and b.first_man == [0, 33]
    assert (b.n_men, b.n_commanders, b.n_bodies) == (67, 6, 8)
    place = {id: (m.x, m.y) for id, m in zip(names.man_ids, b.men, strict=False)}
    assert place["A1-1"] == (24 - 2.5 * 0.75, 10)  # front rank, left to right as its men look
    assert place["A1-6"] == (24 + 2.5 * 0.75, 10)
    assert place["A1-12"] == (24 + 2.5 * 0.75, 9.25)
    assert place["A2-9"] == (12.75, 8.5)
    assert place["B1-1"] == (24 + 2.5 * 0.75, 36.5)
    assert place["B3-10"] == (16.5, 39.75)
    assert place["A3-8"] == (29, 11) and place["B4-6"] == (12, 30.5)
    facing = [(names.formation_ids[f], u.fx, u.fy, u.size) for f, u in enumerate(b.formations) if u.size]
    assert facing == [
        ("A1", 0, 1, 12), ("A2", 0, 1, 9), ("A4", 0, 1, 4), ("B1", 0, -1, 6), ("B2", 0, -1, 12), ("B3", 0, -1, 10)
    ]  # fmt: skip
    assert [(b.home_x[s], b.home_y[s]) for s in range(2)] == [(0, -1), (0, 1)]
    aims = [(o.x, o.y, o.radius, o.points) for o in b.aims.objectives[: b.aims.n_objectives]]
    assert aims == [(24, 24, 4, 3), (31.5, 28.5, 4, 2)]


def test_the_men_of_the_mill_bridge_are_those_of_the_army_lists() -> None:
    b, names, _ = mill()
    man = dict(zip(names.man_ids, b.men, strict=False))
    assert (man["A4-2"].grade, man["A4-2"].weapon, man["A4-2"].breech) == (
        mi_state.Grade.REGULAR,
        mi_state.Weapon.ADVANCED_RIFLE,
        True,
    )
    assert (man["B3-1"].grade, man["B3-1"].weapon) == (mi_state.Grade.RABBLE, mi_state.Weapon.MUSKET)
    officers = [(names.leader_ids[k], c.mounted, c.charismatic) for k, c in enumerate(b.commanders[:6])]
    assert [id for id, mounted, _ in officers if mounted] == ["A-C1", "B-C1"]
    assert [id for id, _, charismatic in officers if charismatic] == ["A-C3", "B-C1"]
    assert [attached_to(b, k) for k in range(6)] == [-1, 1, -1, -1, 5, -1]  # Ashby with A2, Doyle with B2


@pytest.mark.parametrize("name", MI.paths)
def test_every_body_starts_within_reach_of_a_commander(name: str) -> None:
    b, names, _ = mi.new_battle(MI.paths[name])
    for i, m in enumerate(b.men[: b.n_men]):
        own = [c for c in b.commanders[: b.n_commanders] if c.side == m.side and not c.officer_only]
        if m.formation >= 0:
            men = [o for o in b.men[: b.n_men] if o.formation == m.formation]
            near = [c for c in own if min(commander_gap(b, c, o) for o in men) <= b.rules.unit_radius]
        else:
            near = [c for c in own if commander_gap(b, c, m) <= straggler_reach(b, c)]
        assert near, names.men[i]


@pytest.mark.parametrize("name", MI.paths)
def test_nobody_holds_an_objective_from_the_start(name: str) -> None:
    b, _, _ = mi.new_battle(MI.paths[name])
    assert b.aims.n_objectives > 0
    assert {holder(b, b.aims.objectives[k]) for k in range(b.aims.n_objectives)} == {-1}


def test_pieces_are_men_then_commanders_then_formations() -> None:
    _, names, _ = mill()
    assert names.pieces[0] == "A1-1" and names.pieces[66] == "B4-6"
    assert names.pieces[mi.PIECE_COMMANDER : mi.PIECE_COMMANDER + 7] == [
        "A-C1", "A-C2", "A-C3", "B-C1", "B-C2", "B-C3", "X1"
    ]  # fmt: skip
    assert names.commanders[5:8] == ["Scout Rowe", "Acting commander 1", "Acting commander 2"]
    assert names.pieces[mi.PIECE_FORMATION + 1] == "A2"
    assert names.pieces[mi.PIECE_FORMATION + 17] == "A2.2"
    assert names.formations[17] == "Pioneers (2nd party)"
    assert len(names.pieces) == mi.PIECE_FORMATION + mi_state.FORMATIONS


def test_handles_and_groups() -> None:
    b, names, _ = mill()
    assert names.men[names.handles("man").index("A3-1")] == "Light company 1"
    figures = names.handles("figure")
    assert figures[mi_state.OFFICER + 3] == "B-C1" and figures[33] == "B1-1"
    assert len(names.handles("commander")) == mi_state.COMMANDERS
    assert len(names.handles("formation")) == mi_state.FORMATIONS
    bodies, none = b.n_bodies, mi_state.BODIES - b.n_bodies
    assert list(map(bool, names.handles("formation"))) == ([True] * bodies + [False] * none) * 4
    assert [len(names.group("men", side)) for side in range(2)] == b.men_of
    assert names.group("men", 1)[0] == names.man_ids[b.first_man[1]] == "B1-1"
    with pytest.raises(KeyError):
        names.group("guns", 0)


def test_men_and_commanders_of_one_name_are_called_by_their_side_too(tmp_path: Path) -> None:
    force = changed(changed(MI.force_text, "Pioneers", "Militia"), "Captain Wren", "Captain Doyle")
    _, names, _ = mi.new_battle(lay_out(MI, MI.scenario_text, force, tmp_path))
    assert names.men[names.man_ids.index("A2-3")] == "Blue Militia 3"
    assert names.men[names.man_ids.index("B2-3")] == "Red Militia 3"
    assert names.commanders[0] == "Blue Captain Doyle"


@pytest.mark.rule("MI-009", "MI-R04")
def test_unknown_traits_load_are_kept_and_do_nothing(tmp_path: Path) -> None:
    force = changed(MI.force_text, 'weapon = "musket"', 'weapon = "musket", traits = ["stubborn"]')
    force = changed(force, "mounted = true", 'mounted = true, traits = ["lucky", "lame"]')
    b, names, _ = mi.new_battle(lay_out(MI, MI.scenario_text, force, tmp_path))
    assert names.body_traits[:2] == [["stubborn"], []]
    assert names.leader_traits[:2] == [["lucky", "lame"], []]
    assert b == mill()[0]


def test_a_straggler_beside_a_friend_is_warned_of_once(tmp_path: Path) -> None:
    def warned(at: str) -> list[str]:
        scenario = changed(MI.scenario_text, "[31, 12]", at)
        b, names, _ = mi.new_battle(lay_out(MI, scenario, MI.force_text, tmp_path))
        return mi.warnings(b, names)

    assert warned("[32.5, 14.26]") == []  # a gap of 0.51
    assert warned("[32.5, 14.24]") == [
        "Light company 1 is a straggler, but within 0.5 inches of Light company 2; who is near does not join by it [MI-R06]"
    ]
    assert [w.partition(";")[0] for w in warned("[24, 11.15]")] == [
        "Light company 1 is a straggler, but within 0.5 inches of Line section 3"
    ]


@pytest.mark.rule("MI-R69")
def test_there_is_cavalry_only_with_the_option(tmp_path: Path) -> None:
    force = changed(MI.force_text, 'weapon = "musket"', 'weapon = "musket", mounted = true')
    path = lay_out(MI, MI.scenario_text, force, tmp_path)
    with pytest.raises(Problem, match="only with the option cavalry on"):
        mi.new_battle(path)
    b, _, _ = mi.new_battle(path, {"cavalry": "on"})
    assert all(m.horse == (m.body == 0) for m in b.men[: b.n_men])
    assert (b.men[1].x - b.men[0].x, b.men[0].y - b.men[6].y) == (1.0, 1.0)  # the wider base


@pytest.mark.rule("MI-R69")
def test_no_horse_stands_in_a_wood(tmp_path: Path) -> None:
    force = changed(MI.force_text, 'weapon = "early_rifle"', 'weapon = "early_rifle", mounted = true')
    path = lay_out(MI, changed(MI.scenario_text, "[31, 12]", "[40, 16]"), force, tmp_path)
    with pytest.raises(Problem, match=r"A3-1 is in The east wood, where no horse goes \[MI-R69\]"):
        mi.new_battle(path, {"mi.cavalry": "on"})


@pytest.mark.rule("MI-R21")
@pytest.mark.parametrize("size", [0, -1, 3.5])
def test_a_base_has_a_sensible_size(size: float) -> None:
    for name in ("base_diameter", "mounted_base_diameter"):
        with pytest.raises(Problem, match=f"{name}: {size:g} given, more than 0 and at most 3 inches"):
            mill(**{name: size})


def test_the_assault_cone_is_set_in_degrees() -> None:
    assert mill()[0].rules.assault_cosine == pytest.approx(0.5**0.5)
    assert mill(assault_cone=60)[0].rules.assault_cosine == pytest.approx(0.5)
    for house in ({"assault_cosine": 0.5}, {"mi.assault_cosine": 0.5}):
        with pytest.raises(Problem, match="assault_cosine follows from assault_cone, in degrees: set that"):
            mill(**house)
    with pytest.raises(Problem, match="assault_cone: 190 given, 0 to 180 degrees wanted"):
        mill(assault_cone=190)


def test_a_house_rule_on_turns_is_before_the_scenario() -> None:
    assert mi.new_battle(MI.paths["the-forest-road"])[0].rules.turns == 12
    assert mill(turns=3)[0].rules.turns == 3


@pytest.mark.rule("MI-010")
def test_one_man_is_no_formation(tmp_path: Path) -> None:
    problem = problem_with(MI, MI.scenario_text, changed(MI.force_text, "men = 12", "men = 1"), tmp_path)
    assert "blue.bodies.0: a formation has two men or more; give A1 places = [[x, y]]" in problem


def test_a_side_has_62_men_at_most(tmp_path: Path) -> None:
    force = changed(MI.force_text, "men = 12", "men = 54")
    assert "blue.bodies.1: with A2 blue has 63 men; at most 62 a side" in problem_with(
        MI, MI.scenario_text, force, tmp_path
    )


def test_a_battle_has_16_bodies_and_16_commanders_at_most(tmp_path: Path) -> None:
    """Blue's four bodies and three commanders give way to as many single men as there is no room for."""
    bodies = [f'{{ id = "N{n}", name = "Picket {n}", men = 1, quality = "elite" }}' for n in range(17)]
    chiefs = [f'{{ id = "K{n}", name = "Chief {n}", quality = "elite" }}' for n in range(17)]
    force = f'id = "x"\nname = "X"\nbodies = [{", ".join(bodies)}]\ncommanders = [{", ".join(chiefs)}]\n'

    def scenario(men: int, commanders: int) -> str:
        blue = [f'{{ id = "N{n}", places = [[{n + 3}, 2]] }}' for n in range(men)]
        led = [f'{{ id = "K{n}", at = [{n + 3}, 4] }}' for n in range(commanders)]
        text, rest = MI.scenario_text.split("[blue]")[0], MI.scenario_text.split("[red]")[1]
        side = f'force = "{MI.force}"\nedge = "south"\nbodies = [{", ".join(blue)}]\ncommanders = [{", ".join(led)}]'
        return f"{text}[blue]\n{side}\n[red]{rest}"

    assert "blue.commanders.16: more than 16 commanders in one battle" in problem_with(
        MI, scenario(1, 17), force, tmp_path
    )
    assert "red.commanders.2: more than 16 commanders" in problem_with(MI, scenario(1, 14), force, tmp_path)
    assert "blue.bodies.16: more than 16 bodies in one battle" in problem_with(
        MI, scenario(17, 1), force, tmp_path
    )
    b, _, _ = mi.new_battle(lay_out(MI, scenario(12, 13), force, tmp_path))
    assert (b.n_bodies, b.n_commanders) == (16, 16)


@pytest.mark.parametrize("id", ["A1-3", "A2.2", "X1", "P9"])
def test_no_two_pieces_go_by_one_handle(tmp_path: Path, id: str) -> None:
    force = changed(MI.force_text, 'id = "A-C1"', f'id = "{id}"')
    problem = problem_with(MI, changed(MI.scenario_text, 'id = "A-C1"', f'id = "{id}"'), force, tmp_path)
    assert f"two pieces would go by the handle {id}: give one another id" in problem
