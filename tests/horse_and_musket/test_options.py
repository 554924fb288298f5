"""The options of a game and its house rules: as the catalogue has them, and clear about mistakes."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from grognard import tables
from grognard.books.horse_and_musket import setup
from grognard.books.horse_and_musket.state import Battle, Options, Result, Rules
from grognard.problems import Problem

from .field import CATALOGUE


def applied(**house: Any) -> Battle:
    b = Battle()
    tables.apply(b.rules, b.options, setup.FOLDER, "fh", {k.replace("__", "."): v for k, v in house.items()})
    return b


def test_there_are_as_many_options_as_in_the_catalogue() -> None:
    assert len(CATALOGUE.options) == len(tables.readings(Options)) == 24


def test_every_default_is_in_force_unless_the_game_says_otherwise() -> None:
    assert tables.option_words(applied().options) == {
        o.name.removeprefix("fh."): o.default for o in CATALOGUE.options
    }


@pytest.mark.parametrize("prefix", ["", "fh."])
@pytest.mark.parametrize("option", CATALOGUE.options, ids=lambda o: o.name)
def test_every_value_of_every_option_can_be_chosen(option: Any, prefix: str) -> None:
    name = option.name.removeprefix("fh.")
    for value in option.values:
        b = Battle()
        tables.apply(b.rules, b.options, setup.FOLDER, "fh", {prefix + name: value})
        chosen = tables.option_words(b.options)
        assert chosen.pop(name) == value
        assert chosen == {k: v for k, v in tables.option_words(Options()).items() if k != name}


def test_true_and_false_are_taken_as_words_or_as_such() -> None:
    assert tables.option_words(applied(cav_march_stack=False).options)["cav_march_stack"] == "false"
    assert tables.option_words(applied(light_15_vs_square="true").options)["light_15_vs_square"] == "true"


NUMBERS = tables.flatten(tables.tables_of(setup.FOLDER))


def other_than(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, list):
        return [other_than(value[0]), *value[1:]]
    if isinstance(value, bool):
        return not value
    return (
        "stands"
        if isinstance(value, str) and value == "breaks"
        else "breaks"
        if isinstance(value, str)
        else value + 1
    )


@pytest.mark.parametrize("name", [n for n in NUMBERS if not n.startswith("counter_battery")])
def test_a_house_rule_overrides_any_number_and_only_that(name: str) -> None:
    b = Battle()
    tables.apply(b.rules, b.options, setup.FOLDER, "fh", {name: other_than(NUMBERS[name])})
    base = applied()
    changed = [
        f.name for f in dataclasses.fields(Rules) if getattr(b.rules, f.name) != getattr(base.rules, f.name)
    ]
    assert changed == [name.partition(".")[0]]


@pytest.mark.parametrize(("word", "value"), [("yes", True), ("off", False), ("True", True)])
def test_a_number_that_is_a_truth_may_be_said_in_words(word: str, value: bool) -> None:
    b = Battle()
    tables.apply(b.rules, b.options, setup.FOLDER, "fh", {"general_ignores_area": word})
    assert b.rules.general_ignores_area is value


def test_one_place_of_a_list_can_be_overridden() -> None:
    b = Battle()
    house = {"musket_target[1]": 5, "morale.rally[0]": "routs", "counter_battery_open[7]": "one_man"}
    tables.apply(b.rules, b.options, setup.FOLDER, "fh", house)
    assert b.rules.musket_target == [4, 5, 2]
    assert b.rules.morale[0][:2] == [Result.ROUTS, Result.ROUTS]
    assert b.rules.counter_battery_open[6:9] == [0, 1, 1]


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({"rate.infantry_lin": 7}, "Did you mean 'rate.infantry_line'"),
        ({"generl_reach": 7}, "Did you mean 'general_reach'"),
        ({"fh.victori": "break"}, "Did you mean 'victory'"),
        ({"victory": "glory"}, "unknown value for victory: 'glory'. Allowed: scenario, break"),
        ({"leader_melee": "lossing_unit_only"}, "Did you mean 'losing_unit_only'?"),
        ({"turns": 7.5}, "tables: turns: 7.5 given, a whole number wanted"),
        ({"turns": True}, "turns: True given, a whole number wanted"),
        ({"general_reach": "far"}, "general_reach: 'far' given, a number wanted"),
        ({"general_reach": float("nan")}, "general_reach: nan is no number to play with"),
        (
            {"general_ignores_area": 1},
            "general_ignores_area: 1 given, true or false (on or off, yes or no) wanted",
        ),
        ({"musket_target": [4, 3]}, "musket_target: a list of 3 is wanted"),
        ({"musket_target": 4}, "musket_target: a list of 3 is wanted"),
        ({"musket_target[3]": 1}, "no such place in the list musket_target"),
        ({"turns[0]": 1}, "no such place in the list turns"),
        ({"morale.rally[0]": "runs"}, "unknown word in tables: morale.rally[0]: 'runs'"),
        ({"grade": {"militia": 0}}, "grade.regular is missing"),
        ({"grade": 3}, "grade: a table is wanted with militia, regular, guard"),
        ({"grade.marshal": 3}, "grade.marshal"),
    ],
)
def test_a_bad_house_rule_is_refused_with_one_clear_line(house: dict[str, Any], says: str) -> None:
    b = Battle()
    with pytest.raises(Problem) as problem:
        tables.apply(b.rules, b.options, setup.FOLDER, "fh", house)
    assert says in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("turns=7", "turns", 7),
        ("rate.general = 17.5", "rate.general", 17.5),
        ("victory=break", "victory", "break"),
        ("musket_target=[4, 3, 1]", "musket_target", [4, 3, 1]),
        ("cover_in_melee=false", "cover_in_melee", False),
    ],
)
def test_house_rules_from_the_command_line(text: str, name: str, value: Any) -> None:
    assert tables.parse_override(text) == (name, value)


@pytest.mark.parametrize("text", ["turns", "=7", ""])
def test_what_is_no_house_rule(text: str) -> None:
    with pytest.raises(Problem, match="write it as name=value"):
        tables.parse_override(text)


def test_no_option_has_the_name_of_a_number() -> None:
    assert not {f.name for f in dataclasses.fields(Options)} & {f.name for f in dataclasses.fields(Rules)}
