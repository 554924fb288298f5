"""The scenarios that come with the book: they load, they show all of it, they end; and bad files are told why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grognard.battle import General
from grognard.book import book, book_of, find_scenario, scenario_paths
from grognard.books.horse_and_musket import sequence, setup
from grognard.books.horse_and_musket.state import Arm, Battle, Formation, Grade, Lost, Terrain, Troop, Weapon
from grognard.problems import Problem
from grognard.records import clone
from grognard.scenario import header

SAMPLE = scenario_paths("horse-and-musket")["the-chateau-road"]
FORCE = setup.FOLDER / "forces" / "army-blue.toml"


def all_battles() -> list[tuple[Battle, setup.Names, setup.Scenario]]:
    return [setup.new_battle(path) for path in scenario_paths("horse-and-musket").values()]


def test_there_are_four_and_one_is_the_sample() -> None:
    assert len(scenario_paths("horse-and-musket")) == 4
    for id, path in scenario_paths("horse-and-musket").items():
        assert header(path)["id"] == id
        assert book_of(path) is book("horse-and-musket")
        assert find_scenario(id) == path
    assert [id for id, path in scenario_paths("horse-and-musket").items() if header(path).get("sample")] == [
        "the-chateau-road"
    ]


def test_each_has_a_title_a_story_and_armies_of_its_own() -> None:
    battles = all_battles()
    assert len({s.title for _, _, s in battles}) == len(battles)
    assert all(len(s.story) > 40 for _, _, s in battles)
    armies = [army for _, names, _ in battles for army in names.armies]
    assert len(set(armies)) == len(armies)
    for _, names, _ in battles:
        for names_of_one_kind in (names.units, names.leaders, names.ids):
            assert len(set(names_of_one_kind)) == len(names_of_one_kind)


def test_no_army_list_is_warned_of() -> None:
    assert [setup.warnings(b, names) for b, names, _ in all_battles()] == [[], [], [], []]


def test_together_they_show_the_whole_book() -> None:
    """Every kind of troops, weapon, grade, formation and terrain is met somewhere."""
    battles = [b for b, _, _ in all_battles()]
    units = [u for b in battles for u in b.units[: b.n_units]]
    assert {u.troop for u in units} == set(Troop)
    assert {u.grade for u in units} == set(Grade)
    assert {u.weapon for u in units if u.arm == Arm.INFANTRY} == set(Weapon)
    assert {u.formation for u in units} == set(Formation)
    assert {b.ground.pieces[k].kind for b in battles for k in range(b.ground.n)} == set(Terrain)
    assert {(s.deployment, s.victory.level_is_draw) for _, _, s in all_battles()} == {
        ("given", False),
        ("free", True),
    }


@pytest.mark.rule("FH-R90")
def test_the_cavalry_affair_is_deployed_by_its_generals() -> None:
    b, _, _ = setup.new_battle(scenario_paths("horse-and-musket")["the-heath-at-first-light"])
    assert all(u.lost == Lost.RESERVE for u in b.units[: b.n_units])
    b.generals[0] = b.generals[1] = int(General.DRILL)
    setup.seed(b, 1)
    sequence.play_turn(b)
    assert not [u for u in b.units[: b.n_units] if u.lost == Lost.RESERVE]
    assert sum(u.arm == Arm.CAVALRY for u in b.units[: b.n_units]) > b.n_units / 2


@pytest.mark.parametrize("name", scenario_paths("horse-and-musket"))
def test_drill_generals_fight_them_to_an_end_without_a_stall(name: str) -> None:
    start, _, s = setup.new_battle(scenario_paths("horse-and-musket")[name])
    start.generals[0] = start.generals[1] = int(General.DRILL)
    wins: Counter[int] = Counter()
    for seed in range(10):
        b = clone(start)
        setup.seed(b, seed)
        wins[sequence.play(b)] += 1
        assert b.turn <= s.turns
        lost = sum(u.original - u.figures for u in b.units[: b.n_units])
        moved = sum(abs(u.y - v.y) + abs(u.x - v.x) > 3 for u, v in zip(b.units, start.units, strict=True))
        assert lost > 20, f"seed {seed}: hardly a shot was fired"
        assert moved > b.n_units / 4, f"seed {seed}: hardly anybody moved"
    assert sum(wins.values()) == 10


# Bad files


BAD_SCENARIOS = [
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
    ("turns = 12", "turns = nan", "turns: Input should be a finite number (given: nan)"),
    ("turns = 12", "turn = 12", "turn: unknown field 'turn'. Did you mean 'turns'? Allowed: id, book, title"),
    ('id = "B1", at', 'ad = "B1", at', "blue.units.0.ad: unknown field 'ad'. Allowed: id, at, facing"),
    ('title = "The Chateau Road"\n', "", "title: Field required"),
    ("table = {", "table = ", "not a TOML file: "),
    ('book = "horse-and-musket"', 'book = "most-irregular"', "book: Input should be 'horse-and-musket' (given: 'most-irregular')"),
    ('garrison = "The chateau"', 'garrison = "The castle"', "red.units.1.garrison: unknown building 'The castle'. "
     "Did you mean 'The chateau'? Allowed: The chateau, The farm"),
    ('garrison = "The chateau"', 'garrison = "The wood"', "red.units.1.garrison: infantry garrisons buildings; The wood is a wood"),
    ('terrain = "The farm"', 'terrain = "The barn"', "objectives.1.terrain: unknown terrain 'The barn'. Did you mean 'The farm'?"),
    ("points = 3", "points = -3", "objectives.0.points: Input should be greater than or equal to 0"),
    ('attacker = "blue"', 'attacker = "green"', "victory.attacker: Input should be 'blue' or 'red' (given: 'green')"),
    ("rectangle = [8, 20, 22, 28]", "rectangle = [8, 20, 8, 28]", "terrain.2 (The wood): an area needs at least 3 points"),
    ("rectangle = [8, 20, 22, 28]", "line = [[8, 20], [22, 28]]", "terrain.2 (The wood): a wood is an area, not a line"),
    ("rectangle = [8, 20, 22, 28]", "", "terrain.2 (The wood): one shape is wanted of polygon, rectangle, circle"),
    ("rectangle = [8, 20, 22, 28]", "rectangle = [-8, 20, 22, 28]", "terrain.2 (The wood): it is off the table by 8.00 inches"),
    ("rectangle = [50, 20, 54, 23]", "circle = [52, 21, 2]", "terrain.4 (The farm): a building is a rectangle"),
    ("width = 2\n", "", "terrain.0 (The road): a road is a line with a width"),
    ("at = [34, 6]", "at = [134, 6]", "blue.generals.0.at: GA is off the table by 62.50 inches (the table is 72 by 48)"),
    ('id = "GA", at = [34, 6]', 'id = "GA"', "blue.generals.0: a place is wanted: at = [x, y], or attached"),
    ('id = "GA", at = [34, 6]', 'id = "GA", attached = "B22"', "blue.generals.0.attached: unknown unit 'B22'"),
    ('id = "GB", at', 'id = "GA", at', "blue.generals.1.id: GA is there twice"),
    ('id = "GB", at', 'id = "GX", at', "blue.generals.1.id: unknown general 'GX'. Allowed: GA, GB"),
]  # fmt: skip
BAD_FORCES = [
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


def problem_with(scenario: str, force: str, folder: Path) -> str:
    (folder / "battle.toml").write_text(scenario)
    (folder / "army-blue.toml").write_text(force)
    with pytest.raises(Problem) as caught:
        setup.new_battle(folder / "battle.toml")
    return str(caught.value)


def changed(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


@pytest.mark.parametrize(("old", "new", "said"), BAD_SCENARIOS)
def test_a_bad_scenario_is_named_with_its_field_and_what_is_allowed(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    problem = problem_with(changed(SAMPLE.read_text(), old, new), FORCE.read_text(), tmp_path)
    assert problem.startswith(f"{tmp_path / 'battle.toml'}: {said}"), problem
    assert "\n" not in problem


@pytest.mark.parametrize(("old", "new", "said"), BAD_FORCES)
def test_a_bad_force_is_named_with_its_field_and_what_is_allowed(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    problem = problem_with(SAMPLE.read_text(), changed(FORCE.read_text(), old, new), tmp_path)
    assert problem.startswith(f"{tmp_path / 'army-blue.toml'}: {said}"), problem
    assert "\n" not in problem


def test_the_sample_and_its_force_are_good_when_nothing_is_changed(tmp_path: Path) -> None:
    (tmp_path / "battle.toml").write_text(SAMPLE.read_text())
    (tmp_path / "army-blue.toml").write_text(FORCE.read_text())
    b, _, _ = setup.new_battle(tmp_path / "battle.toml")
    assert b == setup.new_battle(SAMPLE)[0]


def test_a_scenario_that_is_not_there() -> None:
    with pytest.raises(Problem, match=r"unknown scenario 'the-chato-road'\. Did you mean 'the-chateau-road'"):
        find_scenario("the-chato-road")
    with pytest.raises(Problem, match=r"nowhere\.toml: there is no such scenario file"):
        find_scenario("nowhere.toml")


def test_a_scenario_of_a_book_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "battle.toml"
    path.write_text(changed(SAMPLE.read_text(), "horse-and-musket", "horse-and-mustang"))
    with pytest.raises(
        Problem, match=r"battle\.toml: book.*'horse-and-mustang'\. Did you mean 'horse-and-musket'"
    ):
        book_of(path)


def test_units_of_one_name_are_called_by_their_side_too(tmp_path: Path) -> None:
    (tmp_path / "battle.toml").write_text(SAMPLE.read_text())
    (tmp_path / "army-blue.toml").write_text(
        changed(FORCE.read_text(), 'name = "Voltigeurs"', 'name = "Rifles"')
    )
    _, names, _ = setup.new_battle(tmp_path / "battle.toml")
    assert names.units[3] == "Blue Rifles"
    assert "Red Rifles" in names.units
    assert len(set(names.units)) == len(names.units)
