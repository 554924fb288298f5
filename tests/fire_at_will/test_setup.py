"""Scenario and force files: what they put on the table, and what is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.books.fire_at_will import forces, setup
from grognard.books.fire_at_will.book import BOOK
from grognard.books.fire_at_will.fighting import type_factor
from grognard.books.fire_at_will.houses import room_on_side
from grognard.books.fire_at_will.setup import new_battle
from grognard.books.fire_at_will.state import Battle, Edge, Role, Spell, Terrain, Troop
from grognard.books.fire_at_will.strips import base_pace, character_of
from grognard.problems import Problem
from grognard.scenario import read
from grognard.tables import read_toml

from .field import FOLDER, Field

CHAPEL = FOLDER / "scenarios" / "the-chapel-by-grimwater.toml"
ALLIES = {"scenario.allies": True}


@pytest.fixture(scope="module")
def chapel() -> tuple[Battle, forces.Names]:
    return new_battle(CHAPEL, {**ALLIES, "fw.magic": "true"})[:2]


def formation(battle: tuple[Battle, forces.Names], id: str) -> int:
    return battle[1].ids.index(id)


def rows_of_the_catalogue(start: str, end: str) -> list[list[str]]:
    text = (FOLDER / "rules.md").read_text(encoding="utf-8")
    part = text[text.index(start) : text.index(end)]
    return [
        [c.strip() for c in line.strip("|").split("|")]
        for line in part.splitlines()
        if line.startswith(("| O", "| M"))
    ]


LISTS = [
    row
    for start, end in (
        ("### Orc Warband (", "### Men of the West ("),
        ("### Men of the West (", "### Optional allies"),
    )
    for row in rows_of_the_catalogue(start, end)
]


@pytest.mark.rule(
    "FW-190", "FW-191", "FW-192", "FW-193", "FW-194", "FW-195", "FW-196", "FW-197", "FW-198", "FW-199"
)
@pytest.mark.rule(
    "FW-200", "FW-201", "FW-202", "FW-203", "FW-204", "FW-205", "FW-206", "FW-207", "FW-208", "FW-R115"
)
@pytest.mark.parametrize("row", LISTS, ids=lambda row: row[0])
def test_the_armies_stand_as_in_the_catalogue(chapel: tuple[Battle, forces.Names], row: list[str]) -> None:
    b, names = chapel
    id, _, strips, move, melee, shape, where = row
    x, y = (float(part) for part in where.partition(")")[0].strip("(").split(", "))
    south = where.endswith("S")
    i = names.strip_ids.index(f"{id}-1")
    s = b.strips[i]
    attached = "east end" in shape
    if attached:
        assert (s.x, s.y) == pytest.approx((x, y + (s.depth / 2 if south else -s.depth / 2)))
        assert character_of(b, b.formations[s.formation]) == i
    else:
        u = b.formations[s.home]
        files, ranks = (int(n) for n in shape.partition(",")[0].split("×"))
        assert (u.x, u.y, u.files, u.ranks) == (x, y, files, ranks)
        assert u.original == int(strips)
    assert (s.fx, s.fy) == (0, -1 if south else 1)
    pace = float(move.partition('"')[0])
    assert b.rules.move[s.moves] == pace or base_pace(b, b.formations[s.formation]) == pace
    factors = {
        int(part.strip(" †+").replace("−", "-").split()[0]) for part in melee.partition(",")[0].split("/")
    }
    members = [b.strips[k] for k in range(b.n_strips) if names.strip_ids[k].startswith(f"{id}-")]
    assert {type_factor(b, m.fights) for m in members} == factors


@pytest.mark.rule("FW-R115")
def test_the_sides_are_even_by_the_yardstick(chapel: tuple[Battle, forces.Names]) -> None:
    plain = new_battle(CHAPEL)[0]
    assert (forces.worth(plain, 0), forces.worth(plain, 1)) == (171, 171)
    assert (forces.worth(chapel[0], 0), forces.worth(chapel[0], 1)) == (171 + 93, 171 + 93)
    assert forces.warnings(*chapel) == []


@pytest.mark.rule("FW-R115")
def test_an_uneven_fight_is_told() -> None:
    f = Field()
    f.formation("blue", "knights", 10, 10, strips=6)
    f.formation("red", "peasants", 10, 20, strips=6)
    (line,) = forces.warnings(f.b, forces.Names(armies=["Blue", "Red"]))
    assert "42 and Red 12" in line


@pytest.mark.rule("FW-R05", "FW-R06")
def test_the_outriders_move_as_their_champion(chapel: tuple[Battle, forces.Names]) -> None:
    b = chapel[0]
    assert base_pace(b, b.formations[formation(chapel, "M6")]) == 5.0
    assert base_pace(b, b.formations[formation(chapel, "O1")]) == 3.0


@pytest.mark.rule("FW-R114")
def test_the_wolves_of_crow_wood_are_hidden(chapel: tuple[Battle, forces.Names]) -> None:
    b = chapel[0]
    assert [f for f in range(b.n_formations) if b.formations[f].hidden] == [formation(chapel, "O6")]


@pytest.mark.rule("FW-015", "FW-R26", "FW-R27")
def test_the_ground(chapel: tuple[Battle, forces.Names]) -> None:
    b, names = chapel
    at = {name: b.ground.pieces[k] for k, name in enumerate(names.terrain)}
    assert at["The Chapel"].kind == Terrain.BUILDING and at["The Chapel"].closed
    assert (at["The Chapel"].x0, at["The Chapel"].y1) == (22, 17)
    hill = names.terrain.index("Beacon Hill")
    assert (b.crest_x[hill], b.crest_y[hill], at["Beacon Hill"].height) == (12, 12, 1)
    assert at["Beacon Hill"].x1 == pytest.approx(17.1, abs=0.1)
    assert at["Crow Wood"].going == 2.0 and at["Crow Wood"].blocks_sight
    kinds = [b.ground.pieces[k].kind for k in range(b.ground.n)]
    assert kinds.count(Terrain.STREAM) == 5 and kinds.count(Terrain.FORD) == 1
    f = Field()
    piece = f.terrain("building", rectangle=(22, 14, 26, 17))
    foot = f.formation("blue", "axemen", 10, 10, strips=6)
    assert [room_on_side(f.b, foot, piece, edge) for edge in Edge] == [4, 3, 4, 3]


@pytest.mark.rule("FW-063", "FW-064", "FW-R86", "FW-R87")
def test_the_presets_hold_every_spell_once() -> None:
    s = read(CHAPEL, setup.Scenario)
    listed = [spell for preset in s.presets.values() for spell in preset]
    assert sorted(listed) == sorted(spell.name.lower() for spell in Spell)


@pytest.mark.rule("FW-062", "FW-063", "FW-064", "FW-207")
def test_mages_have_points_and_six_spells_if_there_is_magic(chapel: tuple[Battle, forces.Names]) -> None:
    b, names = chapel
    assert new_battle(CHAPEL)[0].n_mages == 0
    wizard = b.mages[0]
    assert (names.strips[wizard.strip], wizard.points, wizard.stock) == ("The Wizard", 12, 12)
    chosen = [spell for spell in Spell if wizard.preset >> spell & 1]
    assert Spell.LIGHTNING_BOLT in chosen and len(chosen) == 6
    assert b.strips[wizard.strip].role == Role.WIZARD and b.strips[wizard.strip].mage == 0
    assert new_battle(CHAPEL, {"magic": "true", "magic_points": 7})[0].mages[0].points == 7


@pytest.mark.rule("FW-016", "FW-R116")
def test_each_side_has_its_commander_in_chief(chapel: tuple[Battle, forces.Names]) -> None:
    b, names = chapel
    assert [names.strips[i] for i in range(b.n_strips) if b.strips[i].cinc] == [
        "The General",
        "The War Wagon",
    ]


@pytest.mark.rule("FW-012", "FW-013", "FW-014", "FW-209", "FW-R03", "FW-R08")
def test_figures_of_ones_own_move_and_fight_like_any_type(tmp_path: Path) -> None:
    path = changed(tmp_path, {})
    force = tmp_path / "orc-warband.toml"
    force.write_text(
        force.read_text().replace(
            '{ figure = "orc_infantry", count = 6 }', '{ figure = "boar", count = 6 }', 1
        )
        + '\n[[figures]]\nid = "boar"\nname = "Boar riders"\ntroop = "horseman"\nmoves = "knight"\nfights = "man_at_arms"\n'
        + 'weapon = "crossbow"\ntraits = ["undead"]\n'
    )
    b, names, _ = new_battle(path)
    s = b.strips[names.strip_ids.index("O2-1")]
    assert (s.troop, s.moves, s.fights, s.undead) == (Troop.HORSEMAN, Troop.KNIGHT, Troop.MAN_AT_ARMS, True)
    assert (s.width, s.depth, s.figures) == (1.0, 0.75, 5)


def changed(folder: Path, changes: dict[str, str], where: str = "the-chapel-by-grimwater") -> Path:
    """A copy of the scenario and its armies, with some text changed in one of the files."""
    for source in (CHAPEL, *(FOLDER / "forces").glob("*.toml")):
        text = source.read_text(encoding="utf-8")
        for old, new in changes.items() if source.stem == where else ():
            assert old in text, old
            text = text.replace(old, new, 1)
        (folder / source.name).write_text(text, encoding="utf-8")
    return folder / CHAPEL.name


WRONG = [
    ("files = 3 }", "files = 7 }", "formations.0.files"),
    (
        '{ id = "M1", at = [20, 7.5]',
        '{ id = "M77", at = [20, 7.5]',
        "blue.formations.0.id: unknown formation 'M77'",
    ),
    (
        '{ id = "M5", at = [34, 8], files = 2 }',
        '{ id = "M5", at = [34, 8], files = 3 }',
        "M5 has 2 strips, too few for 3 files",
    ),
    ('{ id = "M3", at = [25, 8]', '{ id = "M3", at = [21, 7.75]', "M3-1 overlaps M1-2"),
    (
        '{ id = "M1", at = [20, 7.5]',
        '{ id = "M1", at = [20, 0.5]',
        "M1-4 is off the table by 0.50 inches (the table is 48 by 36)",
    ),
    (
        '{ id = "M1", at = [20, 7.5]',
        '{ id = "M1", at = [24, 15]',
        "M1-1 stands in The Chapel, where it cannot be",
    ),
    (
        '{ id = "M1", at = [20, 7.5], files = 3 }',
        '{ id = "M1" }',
        'a place is wanted: at = [x, y], or garrison = "..."',
    ),
    ('attached = "M2"', 'attached = "O1"', "unknown formation 'O1'"),
    (
        '{ id = "M6C", attached = "M6"',
        '{ id = "M6C", attached = "M2"',
        "M2 has a hero or leader already [FW-009]",
    ),
    ('spells = "A"', 'spells = "Z"', "unknown preset 'Z'"),
    ('spells = "A"', 'spells = ["heal"]', "6 different spells are wanted [FW-064]"),
    (
        '{ id = "M0", at = [24, 5.5] }',
        '{ id = "M0", at = [24, 5.5], points = 3 }',
        "M0 is no wizard and has no spells",
    ),
    ('kind = "hedge"', 'kind = "moat"', "terrain.8 (The hedge).kind: unknown terrain 'moat'"),
    ("rectangle = [22, 14, 26, 17]", "polygon = [[22, 14], [26, 14], [24, 17]]", "a building is a rectangle"),
    (
        "line = [[17.5, 16], [21.5, 16]]",
        "line = [[17.5, 16], [51.5, 16]]",
        "it is off the table by 3.50 inches",
    ),
    (
        'objectives = [{ terrain = "The Chapel" }]',
        'objectives = [{ terrain = "The hedge" }]',
        "The hedge is no building",
    ),
    (
        '{ id = "O2", at = [17, 28.5], files = 3 }',
        '{ id = "O2", at = [17, 28.5], files = 3, hidden = true }',
        "O2 is hidden, but",
    ),
    (
        '{ id = "M3", at = [25, 8], files = 3 }',
        '{ id = "M3", garrison = "The Chapel", sides = { north = 2 } }',
        "2 of M3's strips given, 3 wanted or fitting [FW-046]",
    ),
    (
        '{ id = "M6", at = [41, 7], files = 3 }',
        '{ id = "M6", garrison = "The Chapel", sides = { north = 3 } }',
        "M6 cannot go into a building [FW-R27]",
    ),
    (
        '{ id = "M3", at = [25, 8], files = 3 }',
        '{ id = "M3", garrison = "Beacon Hill" }',
        "Beacon Hill is no building",
    ),
    ("turns = 12", "turn = 12", "turn: unknown field 'turn'"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=lambda text: text[:30])
def test_what_is_wrong_with_a_scenario_is_said_in_one_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(Problem) as e:
        new_battle(changed(tmp_path, {old: new}))
    assert said in str(e.value) and "\n" not in str(e.value)


WRONG_FORCES = [
    (
        '{ figure = "orc_infantry", count = 4 }',
        '{ figure = "orc_infantry", count = 5 }',
        "The Chieftain's Own has 7; 1 to 6 are wanted [FW-005]",
    ),
    (
        '{ figure = "orc_infantry", count = 4 }',
        '{ figure = "trolls", count = 4 }',
        "troll stands alone or with its own kind in The Chieftain's Own [FW-011, FW-R07]",
    ),
    (
        '{ figure = "orc_infantry", count = 4 }',
        '{ figure = "hero", count = 4 }',
        "a character is listed under characters",
    ),
    ('figure = "orc_infantry", count = 6', 'figure = "orcs", count = 6', "unknown figure 'orcs'"),
    ('figure = "orc_leader"', 'figure = "trolls"', "trolls is no hero, leader or wizard"),
    ('id = "O2"', 'id = "O1"', "formations.1.id: O1 is there twice"),
]


@pytest.mark.rule("FW-005", "FW-011", "FW-R07")
@pytest.mark.parametrize(("old", "new", "said"), WRONG_FORCES, ids=lambda text: text[:30])
def test_what_is_wrong_with_an_army_list_is_said_in_one_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(Problem) as e:
        new_battle(changed(tmp_path, {old: new}, "orc-warband"))
    assert said in str(e.value) and "\n" not in str(e.value)


@pytest.mark.rule("FW-R05")
def test_mixed_formations_by_option() -> None:
    """Where types may not be mixed, the command element of the Chieftain's Own is a strip like the others."""
    for reading, sorts in (("allowed", 2), ("same_type_only", 1)):
        b, names, _ = new_battle(CHAPEL, {"mixed_formations": reading})
        u = b.formations[names.ids.index("O1")]
        assert len({b.strips[i].troop for i in u.members[: u.n] if i != u.character}) == sorts and u.n == 7
        told = BOOK.set_up(CHAPEL, {"fw.mixed_formations": reading}).warnings
        assert any(
            "The Chieftain's Own: 1 Command Element fights as Orc infantry" in text for text in told
        ) == (sorts == 1)


@pytest.mark.rule("FW-R07", "FW-011")
def test_characters_with_special_sorts_by_option(tmp_path: Path) -> None:
    path = changed(tmp_path, {'{ id = "O1L", attached = "O1"': '{ id = "O1L", attached = "O7"'})
    assert new_battle(path)
    with pytest.raises(Problem, match=r"O1L may not join O7 \[FW-011, FW-R07\]"):
        new_battle(path, {"characters_join_specials": "false"})


@pytest.mark.rule("FW-046", "FW-R27")
def test_a_garrison_lines_the_sides_it_is_told(tmp_path: Path) -> None:
    old = '{ id = "M3", at = [25, 8], files = 3 }'
    path = changed(
        tmp_path, {old: '{ id = "M3", garrison = "The Chapel", sides = { north = 2, south = 1 } }'}
    )
    b, names, _ = new_battle(path)
    bases = [b.strips[names.strip_ids.index(f"M3-{k}")] for k in (1, 2, 3)]
    assert [(s.x, s.y, s.fx, s.fy) for s in bases] == [
        (23.5, 16.75, 0, 1),
        (24.5, 16.75, 0, 1),
        (24, 14.25, 0, -1),
    ]


@pytest.mark.rule("FW-073", "FW-R87")
def test_a_spell_of_ones_own_is_like_one_of_the_book(tmp_path: Path) -> None:
    own = '[[spells]]\nid = "hail"\nname = "HAIL"\nlike = "great_storm"\ncost = 2\nradius = 1.5\n\n[blue]'
    b, names, _ = new_battle(changed(tmp_path, {"[blue]": own}), {"magic": "true"})
    row = b.spells[names.spell_ids.index("hail")]
    assert (row.effect, row.cost, row.radius, row.reach) == (Spell.GREAT_STORM, 2, 1.5, 0.0)
    assert b.n_spells == 19


@pytest.mark.rule("FW-209", "FW-R115")
@pytest.mark.parametrize("path", sorted((FOLDER / "scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_every_scenario_is_an_even_fight(path: Path) -> None:
    b, names, s = new_battle(path)
    assert s.id == path.stem and forces.warnings(b, names) == []
    assert b.n_mages == (2 if s.magic else 0)


@pytest.mark.parametrize("path", sorted((FOLDER / "forces").glob("*.toml")), ids=lambda path: path.stem)
def test_every_army_list_is_named_as_its_file(path: Path) -> None:
    assert read(path, forces.Force).id == path.stem


# A scenario's own choices


@pytest.mark.rule("FW-R87")
def test_allies_and_the_choice_of_spells_are_left_to_those_who_play() -> None:
    scenarios = FOLDER / "scenarios"
    found = {
        path.stem: {s.name: s.default for s in setup.switches(path)} for path in scenarios.glob("*.toml")
    }
    assert found == {
        "the-chapel-by-grimwater": {
            "scenario.allies": False,
            "fw.magic": False,
            "scenario.choose_spells": False,
        },
        "the-siege-of-the-ford-house": {},
        "the-worm-of-bleak-tarn": {"fw.magic": True, "scenario.choose_spells": True},
    }
    for given, wanted in (({}, True), ({"scenario.choose_spells": "false"}, False)):
        b, _, _ = new_battle(scenarios / "the-worm-of-bleak-tarn.toml", given)
        assert b.aims.choose_spells is wanted
    for given in ("on", "Yes", True):
        assert new_battle(CHAPEL, {"scenario.choose_spells": given})[0].aims.choose_spells
    with pytest.raises(Problem, match=r"scenario\.choose_spells: 'perhaps' given, true or false \(on or off"):
        new_battle(CHAPEL, {"scenario.choose_spells": "perhaps"})


@pytest.mark.rule("FW-062")
def test_magic_is_switched_on_by_itself_and_who_chooses_spells_without_it_is_warned() -> None:
    words = read_toml(FOLDER / "options.toml")["magic"]["label"]
    assert words in [s.label for s in setup.switches(CHAPEL)]
    for house, magic, warned in (
        ({"scenario.choose_spells": True}, 0, True),
        ({"scenario.choose_spells": True, "fw.magic": True}, 1, False),
        ({"fw.magic": True}, 1, False),
        ({}, 0, False),
    ):
        b, names, _ = new_battle(CHAPEL, house)
        assert (b.options.magic, any("There is no magic" in note for note in names.notes)) == (magic, warned)
    worm = FOLDER / "scenarios" / "the-worm-of-bleak-tarn.toml"
    b, names, _ = new_battle(worm, {"fw.magic": False})
    assert not b.options.magic and not names.notes, "nobody asked for spells"


@pytest.mark.rule("FW-012", "FW-209")
def test_the_army_list_of_the_documents_can_be_played(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "forces.md").read_text(encoding="utf-8")
    listed = page.partition("## Fire At Will, Men")[2].partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "my-warband.toml").write_text(listed, encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(
        """id = "mine"
book = "fire-at-will-men"
title = "Mine"
table = { width = 40, depth = 30 }
spells = [{ id = "quagmire", name = "QUAGMIRE", like = "go_slow", cost = 1, range = 20 }]
[blue]
force = "my-warband"
formations = [{ id = "B1", at = [10, 5] }, { id = "B2", at = [20, 5], files = 3 }]
characters = [{ id = "B0", attached = "B1" }]
[red]
force = "orc-warband"
facing = "south"
formations = [{ id = "O2", at = [20, 25], files = 3 }]
""",
        encoding="utf-8",
    )
    b, names, _ = new_battle(path)
    boars = b.formations[0]
    assert (b.strips[boars.members[0]].troop, base_pace(b, boars)) == (
        Troop.HORSEMAN,
        b.rules.move[Troop.KNIGHT],
    )
    assert names.spells[-1] == "QUAGMIRE" and "QUAGMIRE" in page and b.spells[b.n_spells - 1].cost == 1
