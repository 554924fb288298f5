"""The options of a game and its house rules; cavalry, and the bases, both ways."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from grognard import tables
from grognard.books.most_irregular import setup
from grognard.books.most_irregular.assault import assault
from grognard.books.most_irregular.forced import flee
from grognard.books.most_irregular.manoeuvres import move_allowance
from grognard.books.most_irregular.men import commander_radius, radius_of
from grognard.books.most_irregular.sight import shelter_from
from grognard.books.most_irregular.state import Battle, Options, Rules, Shelter
from grognard.problems import Problem
from grognard.values import Ask

from .field import CATALOGUE, NOBODY, Act, AskKind, Ev, Field, order

WORDS = tables.readings(Options)
CLOSED = [o for o in CATALOGUE.options if not o.open]
OPEN = [o for o in CATALOGUE.options if o.open]
NUMBERS = tables.flatten(tables.tables_of(setup.FOLDER))


def applied(**house: Any) -> Battle:
    b = Battle()
    tables.apply(b.rules, b.options, setup.FOLDER, "mi", {k.replace("__", "."): v for k, v in house.items()})
    return b


# As the catalogue has them


def test_the_options_are_those_of_the_catalogue_words_or_numbers() -> None:
    assert {o.name for o in CLOSED} == set(WORDS)
    assert {o.name for o in OPEN} <= set(NUMBERS)
    assert len(CATALOGUE.options) == 34


def test_every_default_is_in_force_unless_the_game_says_otherwise() -> None:
    assert tables.option_words(applied().options) == {o.name: o.default for o in CLOSED}
    assert {o.name: float(NUMBERS[o.name]) for o in OPEN} == {o.name: float(o.default) for o in OPEN}


@pytest.mark.parametrize("prefix", ["", "mi."])
@pytest.mark.parametrize("option", CLOSED, ids=lambda o: o.name)
def test_every_value_of_every_option_can_be_chosen(option: Any, prefix: str) -> None:
    for value in option.values:
        b = Battle()
        tables.apply(b.rules, b.options, setup.FOLDER, "mi", {prefix + option.name: value})
        chosen = tables.option_words(b.options)
        assert chosen.pop(option.name) == value
        assert chosen == {k: v for k, v in tables.option_words(Options()).items() if k != option.name}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_house_rule_overrides_any_number_and_only_that(name: str) -> None:
    b, base = Battle(), applied()
    tables.apply(b.rules, b.options, setup.FOLDER, "mi", {name: NUMBERS[name] + 1})
    changed = [
        f.name for f in dataclasses.fields(Rules) if getattr(b.rules, f.name) != getattr(base.rules, f.name)
    ]
    assert changed == [name.partition(".")[0]]


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({"mi.cavalery": "on"}, "Did you mean 'cavalry'"),
        ({"target.regulr": 3}, "Did you mean 'target.regular'"),
        ({"bail_dice": "some"}, "unknown value for bail_dice: 'some'. Allowed: unwounded, all"),
        ({"scurry": "far"}, "scurry: 'far' given, a number wanted"),
        ({"nerve_dice": 2.5}, "nerve_dice: 2.5 given, a whole number wanted"),
    ],
)
def test_a_bad_house_rule_is_refused_with_one_clear_line(house: dict[str, Any], says: str) -> None:
    b = Battle()
    with pytest.raises(Problem) as problem:
        tables.apply(b.rules, b.options, setup.FOLDER, "mi", house)
    assert says in str(problem.value)
    assert "\n" not in str(problem.value)


# The assault cone


@pytest.mark.rule("MI-R21")
def test_the_cone_of_an_assault_is_given_in_degrees() -> None:
    b = Battle()
    setup.lay_rules(b, {"assault_cone": 60})
    assert b.rules.assault_cosine == pytest.approx(0.5)
    setup.lay_rules(b, {})
    assert b.rules.assault_cosine == pytest.approx(NUMBERS["assault_cosine"], abs=1e-15)
    with pytest.raises(Problem, match="0 to 180 degrees wanted"):
        setup.lay_rules(b, {"assault_cone": 181})
    with pytest.raises(Problem, match="assault_cone"):
        setup.lay_rules(b, {"assault_cosine": 0.5})


# Bases


@pytest.mark.rule("MI-R02")
def test_the_bases_can_be_of_any_size() -> None:
    f = Field(base_diameter=1.2, mounted_base_diameter=1.6)
    man = f.man("blue", 10, 10)
    on_foot, mounted = f.commander("blue", 20, 20), f.commander("blue", 30, 30, mounted=True)
    assert radius_of(f.b, f.m(man)) == commander_radius(f.b, f.c(on_foot)) == 0.6
    assert commander_radius(f.b, f.c(mounted)) == 0.8
    f.m(man).horse = True
    assert radius_of(f.b, f.m(man)) == 0.8


# Cavalry


def riders(n: int = 3, y: float = 20.0) -> tuple[Field, int]:
    f = Field(cavalry="on")
    return f, f.formation("blue", n, 24, y, step=1.0, horse=True)


@pytest.mark.rule("MI-R69", "MI-R02")
def test_horsemen_have_the_larger_base_and_move_4_inches_more() -> None:
    f, line = riders()
    assert radius_of(f.b, f.m(0)) == 0.5
    assert move_allowance(f.b, 0, f.members(line)) == 8.0
    f.m(1).horse = False
    assert move_allowance(f.b, 0, f.members(line)) == 4.0  # a mixed unit keeps the pace of its foot


@pytest.mark.rule("MI-R69", "MI-032")
@pytest.mark.parametrize(("far", "against"), [(8.0, ""), (8.01, "MI-032")])
def test_horsemen_move_8_inches(far: float, against: str) -> None:
    f, line = riders()
    ask = f.activate(line)
    assert f.refused(ask, Act.MOVE, actor=line, x=24, y=20 + far, fx=0.0, fy=1.0) == against


@pytest.mark.rule("MI-R69", "MI-042")
@pytest.mark.parametrize("kind", ["woods", "rubble"])
def test_horsemen_in_ranks_may_not_enter_woods_or_rubble(kind: str) -> None:
    f, line = riders()
    f.terrain(kind, rectangle=(20, 24, 28, 30))
    ask = f.activate(line)
    assert f.refused(ask, Act.MOVE, actor=line, x=24, y=25, fx=0.0, fy=1.0) == "MI-R69"
    assert f.refused(ask, Act.MOVE, actor=line, x=24, y=23.4, fx=0.0, fy=1.0) == ""


@pytest.mark.rule("MI-R69", "MI-R62")
def test_horsemen_assault_8_inches_and_stop_short_of_woods() -> None:
    f, line = riders()
    f.activate(line)
    assault(f.b, order(Act.ASSAULT, line, NOBODY, fx=0.0, fy=1.0))
    assert f.m(0).y == pytest.approx(28.0)
    f, line = riders()
    f.terrain("woods", rectangle=(20, 24, 28, 30))
    f.activate(line)
    assault(f.b, order(Act.ASSAULT, line, NOBODY, fx=0.0, fy=1.0))
    assert f.m(0).y == pytest.approx(23.5, abs=0.001)
    assert f.u(line).size == 3
    assert f.events(Ev.BROKEN_UP) == []


@pytest.mark.rule("MI-R69", "MI-R42")
def test_horsemen_are_not_driven_into_woods() -> None:
    f = Field(cavalry="on")
    man = f.man("blue", 24, 20, horse=True)
    f.terrain("woods", rectangle=(22, 16, 26, 19))
    assert flee(f.b, man, 24, 30, 4.0) == 4.0
    assert abs(f.m(man).x - 24) > 1.0  # turned aside
    f.m(man).x, f.m(man).y, f.m(man).horse = 24, 20, False
    assert flee(f.b, man, 24, 30, 4.0) == 4.0
    assert f.m(man).y == pytest.approx(16.0)


@pytest.mark.rule("MI-R69", "MI-R38")
def test_horsemen_are_not_entrenched_but_a_wall_covers_them() -> None:
    for kind, foot, horse in (
        ("earthwork", Shelter.COVER, Shelter.NONE),
        ("wall", Shelter.COVER, Shelter.COVER),
    ):
        f = Field(cavalry="on")
        shooter = f.man("blue", 24, 10)
        man = f.man("red", 24, 20)
        f.terrain(kind, line=[(20, 19.3), (28, 19.3)])
        assert shelter_from(f.b, man, shooter) == foot
        f.m(man).horse = True
        assert shelter_from(f.b, man, shooter) == horse


@pytest.mark.rule("MI-R69")
def test_no_other_move_of_theirs_is_longer() -> None:
    """Form ranks, Bail, Gather and forced moves are as on foot."""
    f = Field(cavalry="on")
    first, second = f.men("blue", (24, 20), (24, 25.2), horse=True)
    f.b.commander = f.commander("blue", 26, 22)
    ask = Ask(AskKind.ACTIVATE, 0, 0, NOBODY)
    both = f.set(first, second)
    assert f.refused(ask, Act.FORM_RANKS, other=1, how=both, x=24, y=20.1, fx=0.0, fy=-1.0) == "MI-R65"
    assert f.refused(ask, Act.FORM_RANKS, other=1, how=both, x=24, y=21, fx=0.0, fy=-1.0) == ""
    assert f.refused(ask, Act.BAIL, how=f.set(first), x=0.0, y=-18.1) == "MI-135"


def test_without_the_option_there_is_no_cavalry() -> None:
    assert tables.option_words(applied().options)["cavalry"] == "off"
