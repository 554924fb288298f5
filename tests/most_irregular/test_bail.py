"""Bail: stragglers run for it (chapter Y)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.battle import General
from grognard.books.most_irregular.legality import check_straggler_action
from grognard.books.most_irregular.loose import straggle
from grognard.books.most_irregular.state import Lost
from grognard.dice import Source, seed_dice
from grognard.values import Ask

from .field import NOBODY, Act, AskKind, Ev, Field, order
from .invariants import faults
from .scatter import Place, few, places, scatter


def group(*spots: tuple[float, float], **house: Any) -> tuple[Field, list[int], Ask]:
    """Blue stragglers, whose home is the south, and a charismatic commander among them."""
    f = Field(**house)
    men = f.men("blue", *spots)
    f.b.commander = f.commander("blue", 24, 34, charismatic=True)
    return f, men, Ask(AskKind.ACTIVATE, 0, f.b.commander, NOBODY)


def bail(f: Field, ask: Ask, men: list[int], x: float, y: float, *answers: Any) -> str:
    """The rule against it; if there is none, they bail."""
    o = order(Act.BAIL, how=f.set(*men), x=x, y=y)
    against = f.refused(ask, Act.BAIL, how=o.how, x=x, y=y)
    if not against:
        f.play(lambda b: straggle(b, o, 0), *answers)
        f.used_up()
    return against


@pytest.mark.rule("MI-135", "MI-R67")
def test_up_to_18_inches_to_the_rear_still_stragglers() -> None:
    f, men, ask = group((22, 30), (26, 30))
    assert bail(f, ask, men, 0.0, -18.01) == "MI-135"
    assert bail(f, ask, men, 0.0, 0.0) == "MI-135"
    f.dice(2, 2)
    assert bail(f, ask, men, 0.0, -18.0) == ""
    assert [(f.m(i).x, round(f.m(i).y, 6)) for i in men] == [(22, 12.0), (26, 12.0)]
    assert all(f.m(i).formation == NOBODY and f.m(i).acted == 1 for i in men)


@pytest.mark.rule("MI-R67")
@pytest.mark.parametrize(
    ("x", "y", "against"),
    [(7.0, -7.0, ""), (-7.0, -7.0, ""), (7.1, -7.0, "MI-R67"), (0.0, 5.0, "MI-R67"), (5.0, 0.0, "MI-R67")],
)
def test_towards_the_own_edge_within_45_degrees(x: float, y: float, against: str) -> None:
    f, men, ask = group((24, 30))
    if not against:
        f.dice(2)
    assert bail(f, ask, men, x, y) == against


@pytest.mark.rule("MI-135", "MI-R67")
@pytest.mark.parametrize(
    ("x", "y", "against"),
    [(24 + 4.76, 20, ""), (24 + 4.74, 20, "MI-135"), (24, 7.2, ""), (24, 7.3, "MI-135")],
)
def test_his_way_is_clear_if_no_enemy_is_within_4_inches_of_it(x: float, y: float, against: str) -> None:
    f, men, ask = group((24, 30))
    f.man("red", x, y)
    if not against:
        f.dice(2)
    assert bail(f, ask, men, 0.0, -18.0) == against


@pytest.mark.rule("MI-R67", "MI-R29")
def test_the_enemies_he_starts_near_do_not_bar_his_way_but_he_does_not_go_through_them() -> None:
    f, men, ask = group((24, 30))
    f.man("red", 22.5, 28)
    f.dice(2)
    assert bail(f, ask, men, 0.0, -10.0) == ""  # nearer at first, then past him
    f, men, ask = group((24, 30))
    f.man("red", 24.5, 27)
    assert bail(f, ask, men, 0.0, -10.0) == "MI-135"


@pytest.mark.rule("MI-R67")
def test_enemy_commanders_bar_the_way_too() -> None:
    f, men, ask = group((24, 30))
    f.commander("red", 24, 20)
    assert bail(f, ask, men, 0.0, -10.0) == "MI-135"
    f.c(1).lost = 1
    f.dice(2)
    assert bail(f, ask, men, 0.0, -10.0) == ""


@pytest.mark.rule("MI-R67", "MI-135")
def test_a_man_without_a_clear_way_may_not_bail_the_others_may() -> None:
    f, men, ask = group((20, 30), (26, 30))
    f.terrain("pond", rectangle=(25, 15, 27, 20))
    assert bail(f, ask, men, 0.0, -18.0) == "MI-135"
    assert bail(f, ask, men[1:], 0.0, -18.0) == "MI-135"
    assert bail(f, ask, men[1:], 0.0, -9.7) == "MI-135"
    f.dice(2)
    assert bail(f, ask, men[:1], 0.0, -18.0) == ""
    f.dice(2)
    assert bail(f, ask, men[1:], 0.0, -9.6) == ""


@pytest.mark.rule("MI-R67", "MI-R24")
def test_only_impassable_ground_stops_him() -> None:
    f, men, ask = group((24, 30))
    f.terrain("woods", rectangle=(20, 20, 28, 24))
    f.terrain("marsh", rectangle=(20, 15, 28, 19))
    f.terrain("wall", line=[(10, 26), (40, 26)])
    f.dice(2)
    assert bail(f, ask, men, 0.0, -18.0) == ""
    assert f.m(0).y == pytest.approx(12.0)


@pytest.mark.rule("MI-136", "MI-R67", "MI-R71", "MI-R75")
def test_the_wounded_are_removed_first_and_a_die_is_rolled_for_each_man_left() -> None:
    f, men, ask = group((20, 30), (24, 30), (26, 30))
    f.m(men[1]).wounded = True
    f.dice(2, 6)
    assert bail(f, ask, men, 0.0, -10.0) == ""
    assert f.m(men[1]).lost == Lost.BAILED
    assert f.m(men[0]).lost == f.m(men[2]).lost == Lost.NO
    assert [e.kind for e in f.events(Ev.LOST, Ev.BAILS)] == [Ev.LOST, Ev.BAILS]
    assert "MI-136" in f.cited()


@pytest.mark.rule("MI-R67", "MI-137")
@pytest.mark.parametrize(("word", "dice", "lost"), [("unwounded", (2, 2), 1), ("all", (2, 1, 2), 2)])
def test_by_option_the_wounded_roll_too(word: str, dice: tuple[int, ...], lost: int) -> None:
    f, men, ask = group((20, 30), (24, 30), (26, 30), bail_dice=word)
    f.m(men[1]).wounded = True
    f.dice(*dice)
    answers = [order(Act.FALL, f.b.commander, how=f.set(men[0]))] if word == "all" else []
    assert bail(f, ask, men, 0.0, -10.0, *answers) == ""
    assert sum(f.m(i).lost == Lost.BAILED for i in men) == lost


@pytest.mark.rule("MI-137", "MI-R46", "MI-R67", "MI-R71")
def test_each_1_loses_a_man_of_the_owners_choice() -> None:
    f, men, ask = group((20, 30), (22, 30), (26, 30))
    f.dice(1, 3, 2)
    assert bail(f, ask, men, 0.0, -10.0, order(Act.FALL, f.b.commander, how=f.set(men[2]))) == ""
    assert [f.m(i).lost for i in men] == [Lost.NO, Lost.NO, Lost.BAILED]
    assert f.m(men[2]).y == 30
    bails = f.one(Ev.BAILS)
    assert (bails.a, bails.b) == (3, 1)
    assert "MI-137" in f.cited()


@pytest.mark.rule("MI-R46")
def test_he_chooses_among_those_who_bail_and_just_so_many() -> None:
    f, men, ask = group((20, 30), (22, 30), (26, 30))
    f.b.sought = f.set(*men[:2])
    chosen = Ask(AskKind.FALL, 0, ask.actor, 1)
    assert f.refused(chosen, Act.FALL, how=f.set(men[0])) == ""
    assert f.refused(chosen, Act.FALL, how=f.set(men[2])) == "MI-R46"
    assert f.refused(chosen, Act.FALL, how=f.set(*men[:2])) == "MI-R46"
    assert f.refused(chosen, Act.FALL, how=0) == "MI-R46"
    assert f.refused(chosen, Act.RUN, how=f.set(men[0])) == "MI-R46"


@pytest.mark.rule("MI-137", "MI-R46")
def test_if_all_are_lost_nobody_is_asked() -> None:
    f, men, ask = group((22, 30), (26, 30))
    f.dice(1, 1)
    assert bail(f, ask, men, 0.0, -10.0) == ""
    assert all(f.m(i).lost == Lost.BAILED for i in men)


@pytest.mark.rule("MI-136", "MI-R67")
def test_wounded_alone_roll_nothing() -> None:
    f, men, ask = group((22, 30))
    f.m(0).wounded = True
    assert bail(f, ask, men, 0.0, -10.0) == ""
    assert f.m(0).lost == Lost.BAILED


@pytest.mark.rule("MI-R67", "MI-R29")
def test_they_stop_at_the_table_edge() -> None:
    f, men, ask = group((22, 10), (26, 20))
    f.c(0).y = 15
    f.dice(2, 2)
    assert bail(f, ask, men, 6.0, -12.0) == ""
    assert f.m(men[0]).y == pytest.approx(0.375)
    assert f.m(men[0]).x == pytest.approx(22 + 6 * 9.625 / 12)
    assert f.m(men[1]).y == pytest.approx(8.0)
    assert all(f.m(i).lost == Lost.NO for i in men)


@pytest.mark.rule("MI-R67", "MI-R06")
def test_they_are_placed_apart_from_friends() -> None:
    f, men, ask = group((22, 5), (22, 8))
    f.c(0).y = 6
    f.c(0).x = 26
    f.dice(2, 2)
    assert bail(f, ask, men, 0.0, -18.0) == ""
    assert math.hypot(f.m(0).x - f.m(1).x, f.m(0).y - f.m(1).y) > 1.25


@pytest.mark.rule("MI-R69", "MI-R67")
def test_a_horseman_does_not_bail_through_woods() -> None:
    f, men, ask = group((24, 30), cavalry="on")
    f.m(0).horse = True
    f.terrain("woods", rectangle=(20, 20, 28, 22))
    assert bail(f, ask, men, 0.0, -12.0) == "MI-135"
    f.dice(2)
    assert bail(f, ask, men, 0.0, -7.0) == ""


@pytest.mark.rule("MI-135", "MI-136", "MI-137", "MI-R67")
@settings(max_examples=60, deadline=None)
@given(blue=few, red=few, x=st.floats(-10, 10), y=st.floats(-18, 1), seed=st.integers(0, 99))
def test_whatever_is_ordered_bailing_keeps_the_rules(
    blue: list[Place], red: list[Place], x: float, y: float, seed: int
) -> None:
    f, own, foes = scatter(blue, red)
    f.b.dice.source = int(Source.SEEDED)
    seed_dice(f.b.dice, seed)
    f.b.generals[0] = int(General.RANDOM)
    for i in own[::3]:
        f.m(i).wounded = True
    before, o = places(f), order(Act.BAIL, how=f.set(*own), x=x, y=y)
    if not own or check_straggler_action(f.b, 0, o) != 0:
        return
    straggle(f.b, o, 0)
    assert list(faults(f.b)) == []
    assert all(f.m(i).lost == Lost.BAILED for i in own[::3])
    assert all((f.m(i).x, f.m(i).y) == before[i] for i in foes)
