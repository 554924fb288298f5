"""The worked examples of the catalogue, E1 to E8, each with its own numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.horse_and_musket import fire, melee, morale
from grognard.books.horse_and_musket.procedures import PROCEDURES
from grognard.books.horse_and_musket.state import Column, Result, Why
from grognard.lab.adjudicate import by_name, mean, odds_of

from .field import Ev, Field


def odds(procedure: str, **given: Any) -> dict[str, dict[Any, Fraction]]:
    p = PROCEDURES[procedure]
    return by_name(odds_of(p.prepare({i.name: i.default for i in p.inputs} | given, {})))


@pytest.mark.rule("FH-057", "FH-058", "FH-059")
def test_e1_three_dice_at_short_range() -> None:
    f = Field()
    shooter = f.unit("blue", "line", 30, 10, figures=15)
    target = f.unit("red", "line", 30, 13, facing="south")
    f.dice(1, 4, 5, *[1] * 5)
    fire.shoot(f.b, shooter, target, 0)
    f.used_up()
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (3, 4)
    assert f.one(Ev.HITS).a == 5
    assert f.u(target).figures == 19


@pytest.mark.rule("FH-058", "FH-059", "FH-R27")
def test_e2_five_dice_at_three_or_less() -> None:
    f = Field()
    shooter = f.unit("blue", "line", 30, 10)
    target = f.unit("red", "line", 30, 15.5, facing="south")  # 4 inches: medium range
    f.dice(5, 5, 4, 2, 1, *[1] * 3)
    fire.shoot(f.b, shooter, target, 0)
    f.used_up()
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (5, 3)
    assert f.one(Ev.HITS).a == 3


def guards_and_regulars(f: Field) -> tuple[int, int]:
    """Guards have inflicted 2, regulars with a general attached 3; the guards charged."""
    guards = f.unit("blue", "guard", 30, 10, grade="guard")
    regulars = f.unit("red", "line", 30, 11.5, facing="south")
    f.home(guards, regulars)
    f.general("red", attached=regulars)
    melee.form_melees(f.b)
    melee.choose_foes(f.b)
    f.u(guards).inflicted, f.u(regulars).inflicted = 2, 3
    return guards, regulars


@pytest.mark.rule("FH-092", "FH-093", "FH-094", "FH-R49")
def test_e3_the_guards_score_four_the_regulars_six() -> None:
    f = Field()
    guards_and_regulars(f)
    assert melee.loser_of(f.b, 0) == 0
    assert [(int(e.actor), int(e.a)) for e in f.events(Ev.SCORE)] == [(0, 4), (1, 6)]


@pytest.mark.rule("FH-096", "FH-111", "FH-112")
@pytest.mark.parametrize("natural", range(1, 7))
def test_e4_the_beaten_guards_always_withdraw_in_disorder(natural: int) -> None:
    f = Field()
    guards, regulars = guards_and_regulars(f)
    f.dice(natural)
    assert morale.check_morale(f.b, guards, Column.LOST_MELEE, regulars) == Result.FALLS_BACK_DISORDERED
    f.used_up()
    assert f.one(Ev.MORALE).b == min(7, natural + 2)


@pytest.mark.rule("FH-112", "FH-R66")
def test_e4_guards_who_have_lost_a_quarter_rout_on_a_one() -> None:
    found = odds("lost-melee", troop="guard", grade="guard", figures=18, lost=6)
    assert found["result"] == {"falls back disordered": Fraction(5, 6), "routs": Fraction(1, 6)}


@pytest.mark.rule("FH-046", "FH-R68")
def test_e5_one_roll_is_read_on_both_columns() -> None:
    """The book's example: a modified 4 on both columns (nobody in contact yet)."""
    f = Field(contact_penalty=0)
    due = f.unit("red", "line", 30, 14, facing="south", marker=True)
    charger = f.unit("blue", "line", 30, 10)
    f.dice(3)
    assert morale.check_charged(f.b, due, charger) == Result.WAVERS
    f.used_up()
    rally, charged = f.events(Ev.RESULT)
    assert (rally.a, charged.a) == (Result.RALLIES, Result.WAVERS)
    assert [int(e.b) for e in f.events(Ev.MORALE)] == [4, 4]


@pytest.mark.rule("FH-046", "FH-112", "FH-R67", "FH-R68")
def test_e5_with_the_charger_in_contact_it_stands_without_rallying() -> None:
    """In numbers: natural 3 of a regular unit is 3 on Rally and 4 on Charged."""
    f = Field()
    due = f.unit("red", "line", 30, 14, facing="south", marker=True)
    charger = f.unit("blue", "line", 30, 10)
    f.dice(3)
    assert morale.check_charged(f.b, due, charger) == Result.WAVERS
    f.used_up()
    assert [int(e.b) for e in f.events(Ev.MORALE)] == [3, 4]
    assert f.u(due).disordered


@pytest.mark.rule("FH-046", "FH-112")
def test_e6_a_disordered_unit_charged_before_it_rallies_checks_at_minus_one() -> None:
    f = Field()
    due = f.unit("red", "line", 30, 14, facing="south", grade="militia", disordered=True, marker=True)
    charger = f.unit("blue", "line", 30, 10)
    f.dice(2)
    assert morale.check_charged(f.b, due, charger) == Result.ROUTS
    f.used_up()
    assert [(int(e.a), int(e.b)) for e in f.events(Ev.MODIFIER)] == [(-1, Why.CONTACT)]


@pytest.mark.rule("FH-057", "FH-059")
def test_e7_a_die_at_close_range_brings_a_pip_and_two_thirds() -> None:
    hits = odds("musketry", figures=5, range=1.0)["hits"]
    assert mean(hits) == pytest.approx(10 / 6)
    assert 1 - hits[0] == Fraction(4, 6)


@pytest.mark.rule("FH-056", "FH-075", "FH-077")
def test_e8_melee_is_as_bloody_as_close_fire_for_lines_and_more_for_columns() -> None:
    def dice(formation: str) -> tuple[int, int, int, int]:
        f = Field()
        unit = f.unit("blue", "line", 30, 10, formation=formation)
        foe = f.unit("red", "line", 30, 20, facing="south")
        f.u(foe).y = f.u(unit).y + f.u(unit).depth / 2 + f.u(foe).depth / 2 + 1
        f.dice(*[6] * 20)
        fire.shoot(f.b, unit, foe, 0)
        melee.strike(f.b, unit, foe)
        shot, blow = f.one(Ev.FIRES), f.events(Ev.HITS)[1]
        return int(shot.a), int(shot.b), int(f.one(Ev.STRIKES).a), int(blow.b)

    assert dice("line") == (5, 4, 5, 4)
    assert dice("column") == (2, 4, 4, 4)
