"""Pursuit: who may, who must, how far, whom it reaches."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import charges, melee, sequence
from grognard.books.horse_and_musket.state import Column, Formation, Lost

from .field import Act, AskKind, Ev, Field, rule


def won(f: Field, troop: str, **more: Any) -> tuple[int, int]:
    """A red unit that has just beaten a blue one, which fell back to the south."""
    y = 26.0 + (0.5 if troop.endswith("horse") else 0.75)
    i = f.unit("red", troop, 36, y, facing="south", melee=0, in_contact=True, **more)
    j = f.unit("blue", "line", 36, 10, marker=True, disordered=True, melee=0)
    f.u(i).foe, f.u(j).foe = j, i
    return i, j


@pytest.mark.rule("FH-115", "FH-R77")
@pytest.mark.parametrize("face", [1, 6])
def test_infantry_may_pursue_a_die_of_inches(face: int) -> None:
    f = Field()
    i, j = won(f, "line")
    f.order(Act.YES, i, j)
    f.dice(face)
    melee.win_melee(f.b, i)
    assert f.u(i).y == pytest.approx(26.75 - face)
    f.used_up()


@pytest.mark.rule("FH-115", "FH-R77")
def test_infantry_may_stay() -> None:
    f = Field()
    i, j = won(f, "line")
    ask = f.asks(melee.win_melee, f.b, i)
    assert (ask.kind, ask.side, ask.actor, ask.other) == (AskKind.PURSUE, 1, i, j)
    assert f.check(ask, Act.YES, i, j) == f.check(ask, Act.NO, i, j) == 0
    assert rule(f.check(ask, Act.CHARGE, i, j)) == "FH-115"
    f.order(Act.NO, i, j)
    melee.win_melee(f.b, i)
    assert f.u(i).y == 26.75
    f.used_up()


@pytest.mark.rule("FH-116", "FH-R77", "FH-R78")
@pytest.mark.parametrize(("impetuous", "faces"), [(False, (3,)), (True, (3, 2))])
def test_cavalry_must_pursue_the_rest_of_its_move_and_a_die_two_if_impetuous(
    impetuous: bool, faces: tuple[int, ...]
) -> None:
    f = Field()
    i, _ = won(f, "heavy_horse", spent=8.0, impetuous=impetuous)
    f.dice(*faces)
    melee.win_melee(f.b, i)
    assert f.u(i).y == pytest.approx(26.5 - 4 - sum(faces))
    f.used_up()


@pytest.mark.rule("FH-116", "FH-R77")
@pytest.mark.parametrize(("leave", "left"), [(0, 12.0), (1, 6.0), (2, 0.0)])
def test_what_a_rally_check_left_of_the_move_is_what_there_is_to_use(leave: int, left: float) -> None:
    f = Field()
    i, j = won(f, "heavy_horse", leave=leave)
    f.u(j).y = 2.0
    f.dice(1)
    melee.win_melee(f.b, i)
    assert f.u(i).y == pytest.approx(26.5 - left - 1)
    f.used_up()


@pytest.mark.rule("FH-R77")
def test_the_ground_counts_in_what_a_charge_has_used() -> None:
    f = Field()
    f.terrain("stream", line=[[0, 24], [72, 24]])
    j = f.unit("blue", "line", 36, 20)
    i = f.unit("red", "heavy_horse", 36, 27, facing="south")
    f.dice(3)  # wavers
    charges.charge(f.b, i, j, False)
    assert f.u(i).spent == pytest.approx(27 - 0.5 - 20.75 + 3, abs=1e-5)
    f.used_up()


@pytest.mark.rule("FH-R78")
@pytest.mark.parametrize("option", ["rally7", "any_charge"])
@pytest.mark.parametrize("rally_7", [False, True])
def test_what_makes_a_charge_impetuous(option: str, rally_7: bool) -> None:
    f = Field(impetuous=option)
    j = f.unit("blue", "line", 36, 20)
    i = f.unit("red", "heavy_horse", 36, 27, facing="south")
    f.dice(3)
    charges.charge(f.b, i, j, rally_7)
    assert f.u(i).impetuous == (rally_7 or option == "any_charge")
    f.used_up()


@pytest.mark.rule("FH-R77")
@pytest.mark.parametrize("formation", ["square", "garrison"])
def test_squares_and_garrisons_do_not_pursue(formation: str) -> None:
    f = Field()
    i, _ = won(f, "line")
    f.u(i).formation = int(Formation[formation.upper()])
    melee.win_melee(f.b, i)
    f.used_up()
    assert f.u(i).y == 26.75


@pytest.mark.rule("FH-R77")
@pytest.mark.parametrize("caught", [False, True])
def test_cavalry_that_beat_caught_evaders_may_decline(caught: bool) -> None:
    f = Field()
    i, j = won(f, "heavy_horse", spent=12.0)
    f.u(j).caught = caught
    if caught:
        f.order(Act.NO, i, j)
    else:
        f.dice(2)
    melee.win_melee(f.b, i)
    assert f.u(i).y == pytest.approx(26.5 if caught else 24.5)
    f.used_up()


@pytest.mark.rule("FH-R77")
def test_nobody_pursues_a_foe_that_is_gone_but_another_that_is_left() -> None:
    f = Field()
    i, j = won(f, "heavy_horse", spent=12.0)
    f.u(j).lost = int(Lost.DISPERSED)
    melee.win_melee(f.b, i)
    assert f.u(i).y == 26.5
    other = f.unit("blue", "line", 36, 10, melee=0)
    f.dice(4)
    melee.win_melee(f.b, i)
    assert f.one(Ev.PURSUES).other == other
    assert f.u(i).y == pytest.approx(22.5)
    f.used_up()


@pytest.mark.rule("FH-R77")
def test_the_pursuit_goes_straight_after_the_loser_and_pays_for_the_ground() -> None:
    f = Field()
    f.terrain("rough", rectangle=(0, 0, 72, 25))
    i, j = won(f, "heavy_horse", spent=9.0)
    f.u(i).y = 36.0
    f.u(j).x, f.u(j).y = 16.0, 16.0
    f.dice(2)
    melee.win_melee(f.b, i)
    u = f.u(i)
    assert u.fx == u.fy == pytest.approx(-0.7071067811865476)
    assert 36 - u.x == 36 - u.y == pytest.approx(5 * 0.7071067811865476)
    f = Field()
    f.terrain("rough", rectangle=(0, 0, 72, 25))
    i, _ = won(f, "heavy_horse", spent=9.0)
    f.dice(2)  # an inch to the rough, then four of movement for two
    melee.win_melee(f.b, i)
    assert f.u(i).y == pytest.approx(26.5 - 3)


@pytest.mark.rule("FH-R79")
@pytest.mark.parametrize("face", [2, 5])
def test_reaching_the_fleeing_costs_them_a_die_of_figures_without_saves(face: int) -> None:
    f = Field()
    i, j = won(f, "heavy_horse", spent=10.0)
    f.u(j).y = 22.0
    f.dice(4, face)
    melee.win_melee(f.b, i)
    assert f.u(j).figures == 24 - face
    assert f.u(i).locked == -1
    assert f.u(i).y == pytest.approx(22 + 0.75 + 0.5, abs=1e-5)
    assert not f.events(Ev.SAVES)
    f.used_up()


@pytest.mark.rule("FH-R79")
def test_falling_short_of_the_fleeing_costs_them_nothing() -> None:
    f = Field()
    i, j = won(f, "heavy_horse", spent=10.0)
    f.u(j).y = 22.0
    f.dice(1)
    melee.win_melee(f.b, i)
    assert f.u(j).figures == 24
    f.used_up()


def locked(f: Field) -> tuple[int, int]:
    """A pursuit that has run into a fresh enemy."""
    i, j = won(f, "heavy_horse", spent=10.0)
    fresh = f.unit("blue", "line", 36, 22)
    f.dice(6)
    melee.win_melee(f.b, i)
    assert (f.u(i).locked, f.u(fresh).locked) == (fresh, i)
    assert f.u(j).figures == f.u(fresh).figures == 24
    return i, fresh


@pytest.mark.rule("FH-R79")
def test_reaching_a_fresh_enemy_stops_in_contact_and_no_one_moves_or_charges_next_turn() -> None:
    f = Field()
    i, fresh = locked(f)
    f.used_up()
    sequence.begin_turn(f.b)
    assert rule(melee_mover(f, fresh, 0)) == rule(melee_mover(f, i, 1)) == "FH-R79"


def melee_mover(f: Field, i: int, side: int) -> int:
    from grognard.books.horse_and_musket.movement import check_mover

    return check_mover(f.b, side, i)


@pytest.mark.rule("FH-R79")
def test_the_melee_is_next_turn_and_nobody_counts_as_charging() -> None:
    f = Field()
    i, fresh = locked(f)
    f.b.n_units = 3
    f.u(1).x, f.u(1).y = 5.0, 5.0  # the beaten are far away
    sequence.begin_turn(f.b)
    f.order(Act.FIRST)
    f.dice(
        1, 1
    )  # heavy horse without impetus: 12 figures, 2 dice; the pursuer is the attacker and strikes first
    f.dice(6, 6)
    f.dice(4, 4, 4, 6, 6)  # the line's 5 dice
    f.dice(*[6] * 12)
    f.dice(6)  # nobody inflicted anything, so it is a draw of grades: the defender has won
    f.order(Act.NO)
    sequence.combat(f.b)
    assert [(e.actor, e.a) for e in f.events(Ev.STRIKES)] == [(i, 2), (fresh, 5)]
    assert not f.events(Ev.IMPETUS)
    assert (f.one(Ev.MELEE_LOST).actor, f.events(Ev.MORALE)[-1].a) == (1, Column.LOST_MELEE)
    assert f.u(i).locked == f.u(fresh).locked == -1
    f.used_up()


@pytest.mark.rule("FH-R79")
def test_a_victor_whom_a_fresh_pursuit_holds_stays_and_fights_it_next_turn() -> None:
    f = Field()
    i, j = won(f, "heavy_horse", spent=10.0)
    holder = f.unit("blue", "heavy_horse", 36, 27.5, facing="south", locked=i)
    f.u(i).locked = holder
    melee.win_melee(f.b, i)
    assert f.u(i).y == 26.5
    assert (f.u(i).locked, f.u(holder).locked) == (holder, i)
    assert f.u(j).figures == 24
    f.used_up()


@pytest.mark.rule("FH-R79")
@pytest.mark.parametrize(("face", "ridden"), [(1, True), (6, False)])
def test_a_charge_that_still_reaches_a_broken_unit_rides_it_down(face: int, ridden: bool) -> None:
    f = Field()
    j = f.unit("blue", "line", 36, 20, grade="militia", figures=18, original=24)
    i = f.unit("red", "light_horse", 36, 23, facing="south")
    f.dice(face)  # 1 - 1 = 0: it breaks, 12 inches, and light horse has 15
    if ridden:
        f.dice(4)
    charges.charge(f.b, i, j, False)
    assert f.u(j).figures == (14 if ridden else 18)
    assert f.u(i).in_contact == (not ridden)
    f.used_up()
