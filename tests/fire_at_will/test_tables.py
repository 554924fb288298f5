"""The numbers: the tables of the catalogue against those the rules read."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grognard.books.fire_at_will import setup
from grognard.books.fire_at_will.fighting import type_factor
from grognard.books.fire_at_will.state import Battle, Row, Spell, Troop, Weapon
from grognard.problems import Problem
from grognard.tables import read_toml, readings

from .field import CATALOGUE, FOLDER, Field

TEXT = (FOLDER / "rules.md").read_text(encoding="utf-8")
NAMED = {
    "arquebus": Troop.ARQUEBUS,
    "man at arms": Troop.MAN_AT_ARMS,
    "command element": Troop.COMMAND,
    "wolf rider": Troop.WOLF_RIDER,
    "mounted crossbowman": Troop.MOUNTED_CROSSBOW,
    "mounted knight": Troop.KNIGHT,
    "war wagon (cinc)": Troop.WAR_WAGON,
    "engine and crew": Troop.ENGINE,
}


def rows_under(heading: str) -> list[list[str]]:
    """The rows of the first table after a heading, daggers taken off."""
    part = TEXT[TEXT.index(heading) :]
    lines = re.search(r"\n((?:\|.*\n)+)", part)
    assert lines is not None
    cells = [
        [c.strip(" *").replace("†", "") for c in line.strip().strip("|").split("|")]
        for line in lines[1].splitlines()
    ]
    return cells[2:]


PROFILES = [
    (NAMED.get(name.lower()) or Troop[name.upper()], row[1:])
    for row in rows_under("### 2.15 ")
    for name in row[0].split(", ")
]


def number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


@pytest.mark.rule("FW-R08", "FW-R46", "FW-R71", "FW-R72")
@pytest.mark.parametrize(("troop", "row"), PROFILES, ids=lambda x: getattr(x, "name", ""))
def test_the_profile_table(troop: Troop, row: list[str]) -> None:
    b = Field().b
    move, archers, crossbows, breath, melee, margin, hits = row
    if move != "list":
        assert b.rules.move[troop] == float(move.split()[0])
    where = Row(b.rules.row[troop])
    for table, read in (
        (b.rules.bow_hits, archers),
        (b.rules.crossbow_hits, crossbows),
        (b.rules.breath_hits, breath),
    ):
        assert (
            table[where]
            == table[{"Std": Row.STANDARD, "MaA": Row.MAN_AT_ARMS, "H/O": Row.HORSE, "Hard": Row.HARD}[read]]
        )
    assert b.rules.engine_hits[where] == b.rules.engine_hits[Row.HARD if breath == "Hard" else Row.STANDARD]
    assert type_factor(b, troop) == number(melee)
    assert b.rules.margin[troop] == int(margin.split()[0])
    assert b.rules.hits[troop] == int(hits)
    assert (b.rules.hits[troop] > 1) == margin.endswith("hit")


@pytest.mark.rule("FW-R08")
def test_every_type_has_a_profile() -> None:
    assert {troop for troop, _ in PROFILES} == {*Troop} - {Troop.BEAST}


SHOTS = {
    Weapon.BOW: ["FW-103", "FW-104", "FW-105", "FW-106"],
    Weapon.CROSSBOW: ["FW-107", "FW-108"],
    Weapon.BREATH: ["FW-109", "FW-110"],
    Weapon.ENGINE: ["FW-111", "FW-112"],
}
TARGETS = {
    "Peasants": Row.STANDARD,
    "Soldiers": Row.STANDARD,
    "Undead": Row.STANDARD,
    "Man at Arms": Row.MAN_AT_ARMS,
    "Horseman": Row.HORSE,
    "Ogre": Row.HORSE,
    "Mounted Knight": Row.KNIGHT,
    "Chariot": Row.HARD,
    "Hero or Leader": Row.HARD,
}


@pytest.mark.rule(
    "FW-103", "FW-104", "FW-105", "FW-106", "FW-107", "FW-108", "FW-109", "FW-110", "FW-111", "FW-112"
)
@pytest.mark.parametrize(("weapon", "rule"), [(w, r) for w, rules in SHOTS.items() for r in rules])
def test_the_shooting_tables(weapon: Weapon, rule: str) -> None:
    r = Field().b.rules
    tables: dict[Weapon, Any] = {
        Weapon.BOW: r.bow_hits,
        Weapon.CROSSBOW: r.crossbow_hits,
        Weapon.BREATH: r.breath_hits,
        Weapon.ENGINE: r.engine_hits,
    }
    header, _, line = [row for row in CATALOGUE[rule].text.splitlines() if row.startswith("|")]
    columns = [float(cell.strip(' "')) for cell in header.strip("|").split("|")[1:]]
    who, *faces = [cell.strip() for cell in line.strip("|").split("|")]
    lowest = [0 if face == "–" else int(face[0]) for face in faces]
    assert r.shot_range[weapon] == columns
    rows = {TARGETS[name] for name in who.split(", ") if name in TARGETS}
    assert rows
    for row in rows:
        assert tables[weapon][row] == lowest, Row(row).name


def spell_rows() -> list[tuple[str, list[str]]]:
    return [
        (
            f"FW-{n:03}",
            [c.strip() for c in CATALOGUE[f"FW-{n:03}"].text.splitlines()[-1].strip("|").split("|")],
        )
        for n in range(80, 98)
    ]


@pytest.mark.parametrize(("rule", "row"), spell_rows())
def test_the_spell_list(rule: str, row: list[str]) -> None:
    r = Field().b.rules
    spell = Spell(int(rule[3:]) - 80)
    assert re.sub(r"\W+", "_", row[0].lower()).strip("_") == spell.name.lower()
    assert r.spell_cost[spell] == int(row[1])
    assert r.spell_range[spell] == (float(row[2].strip('"')) if row[2].endswith('"') else 0.0)
    needed = re.search(r"1d6, (\d)\+", row[3])
    assert r.spell_needs[spell] == (int(needed[1]) if needed else 0)


@pytest.mark.rule("FW-R04")
def test_bases_of_ones_own_need_their_option() -> None:
    with pytest.raises(
        Problem, match=r"base_width.foot: 1.5 given; bases of one's own need fw.base_sizes=custom"
    ):
        Field(base_width__foot=1.5)
    assert Field(base_width__foot=1.5, base_sizes="custom").b.rules.base_width[0] == 1.5


@pytest.mark.rule("FW-R71")
@pytest.mark.parametrize(
    ("house", "troop", "factor"),
    [
        ({}, Troop.WOLF_RIDER, 2),
        ({"horseman_factor": 1}, Troop.HORSEMAN, 1),
        ({"horseman_factor": "0"}, Troop.MOUNTED_CROSSBOW, 0),
        ({"giant_factor": 5}, Troop.GIANT, 5),
        ({"dragon_factor": 6}, Troop.DRAGON, 6),
    ],
)
def test_factors_by_option(house: dict[str, Any], troop: Troop, factor: int) -> None:
    assert type_factor(Field(**house).b, troop) == factor


def test_the_catalogue_is_whole() -> None:
    rules = [rule.id for rule in CATALOGUE.rules if rule.kind == "rule"]
    rulings = [rule.id for rule in CATALOGUE.rules if rule.kind == "ruling"]
    assert rules == [f"FW-{n:03}" for n in range(1, 210)]
    assert rulings == [f"FW-R{n:02}" for n in range(1, 117)]
    assert len(CATALOGUE.options) == 34
    marked = [(rule.id, rule.mark) for rule in CATALOGUE.rules if rule.mark]
    assert marked == [("FW-022", "advice"), ("FW-R01", "scenery"), ("FW-R15", "advice")]


def test_every_option_of_the_record_is_one_of_the_catalogue() -> None:
    ours = {f"fw.{name}": words for name, words in readings(Battle().options).items()}
    theirs = {option.name: option.values for option in CATALOGUE.options if not option.open}
    assert ours == theirs
    assert {*read_toml(FOLDER / "options.toml")} == {o.name.removeprefix("fw.") for o in CATALOGUE.options}
    assert setup.PREFIX == "fw"
