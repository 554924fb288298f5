"""Formed action Regroup: the wounded roll, stragglers are taken in."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import formed, men
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.state import FORMATIONS, Lost
from grognard.values import Ask

from .field import Act, Ev, Field, order, rule
from .invariants import faults

HAIR = 1e-6


def against(f: Field, ask: Ask, o: Any) -> str:
    return rule(check(f.b, ask, o))


def formations(f: Field) -> list[set[int]]:
    return [set(f.of(g)) for g in range(FORMATIONS) if f.b.formations[g].size > 0]


def rank(n: int = 5, **house: Any) -> tuple[Field, int, Ask]:
    """Men in one rank, front centre at (24, 10), facing north, in hand."""
    f = Field(**house)
    line = f.formation("blue", n, 24, 10)
    return f, line, f.activate(line)


def play(f: Field, o: Any, *answers: Any) -> list[Ask]:
    asks = f.play(lambda b: formed.act(b, o), *answers)
    f.used_up()
    return asks


def apart(f: Field, *some: int) -> list[float]:
    """From each man to the nearest of the others."""
    return [min(men.men_gap(f.b, f.m(i), f.m(j)) for j in some if j != i) for i in some]


def regroup(line: int, rolls: int = 0, how: int = 0) -> Any:
    return order(Act.REGROUP, line, other=rolls, how=how)


@pytest.mark.rule("MI-084", "MI-117", "MI-118", "MI-119", "MI-R63", "MI-R75")
def test_the_wounded_mend_on_5_are_sent_back_on_1_and_else_stay_wounded() -> None:
    f, line, _ = rank(8)
    for i in (1, 2, 3, 4, 5, 6):
        f.m(i).wounded = True
    f.dice(1, 2, 4, 5, 6, 3)
    play(f, regroup(line, 1))
    assert f.m(1).lost == Lost.REAR
    assert [f.m(i).wounded for i in (2, 3, 4, 5, 6)] == [True, True, False, False, True]
    assert [e.actor for e in f.events(Ev.MENDS)] == [4, 5]
    assert [e.actor for e in f.events(Ev.STAYS_WOUNDED)] == [2, 3, 6]
    assert f.of(line) == [0, 2, 3, 4, 5, 6, 7]  # and they have closed up
    assert f.b.actions == 1


@pytest.mark.rule("MI-117", "MI-R63")
def test_the_owner_decides_for_all_whether_the_wounded_roll() -> None:
    f, line, ask = rank(3)
    f.m(1).wounded = True
    play(f, regroup(line, 0))
    assert f.m(1).wounded
    assert against(f, ask, regroup(line, 2)) == "MI-117"
    assert against(f, ask, regroup(line, -1)) == "MI-117"


@pytest.mark.rule("MI-120", "MI-R63")
def test_stragglers_within_four_inches_of_any_man_are_taken_in() -> None:
    f, line, ask = rank(3)
    near = f.man("blue", 24.75 + 0.75 + 4.0, 10)
    far = f.man("blue", 23.25 - 0.75 - 4.0 - HAIR, 10)
    assert against(f, ask, regroup(line, 0, f.set(near))) == ""
    assert against(f, ask, regroup(line, 0, f.set(near, far))) == "MI-120"
    assert (f.b.refusal.allowed, f.b.refusal.other) == (4.0, far)
    play(f, regroup(line, 0, f.set(near)))
    assert f.of(line) == [0, 1, 2, near]
    assert apart(f, 0, 1, 2, near)[3] <= 0.5
    assert f.one(Ev.JOINS).actor == near
    assert f.one(Ev.REGROUPS).a == 1
    assert list(faults(f.b)) == []


@pytest.mark.rule("MI-120")
def test_nobody_else_can_be_taken_in() -> None:
    f, line, ask = rank(3)
    f.formation("blue", 2, 24, 12)
    lost = f.man("blue", 24, 8, lost=1)
    for bad in (f.set(0), f.set(3), f.set(lost)):
        assert against(f, ask, regroup(line, 0, bad)) == "MI-120"
    assert against(f, ask, regroup(line, 0, 1 << 40)) == "MI-117"


@pytest.mark.rule("MI-R63")
def test_only_a_free_path_is_wanted_whatever_it_costs() -> None:
    f, line, _ = rank(3)
    over = f.man("blue", 24, 14.5)
    f.terrain("wall", line=[(20, 12), (28, 12)])  # 3.75 inches and an obstacle
    behind = f.man("blue", 24, 6.5)
    f.terrain("building", rectangle=(20, 8, 28, 8.4))
    play(f, regroup(line, 0, f.set(over, behind)))
    assert f.of(line) == [0, 1, 2, over]
    assert men.is_straggler(f.m(behind))


@pytest.mark.rule("MI-R63")
def test_wounded_men_taken_in_do_not_roll_now_but_it_may_be_done_twice() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    hurt = f.man("blue", 24, 13, wounded=True)
    f.dice(5)
    again = regroup(line, 1)
    f.play(lambda b: formed.activate_unit(b, line), regroup(line, 1, f.set(hurt)), again)
    f.used_up()
    assert not f.m(hurt).wounded


@pytest.mark.rule("MI-R16", "MI-R63")
@pytest.mark.parametrize("acted", [False, True])
def test_men_taken_in_are_activated_and_share_the_second_action_if_they_had_not_acted(acted: bool) -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    lone = f.man("blue", 24, 7)
    f.b.activation = 5
    f.m(lone).acted = 4 if acted else 0
    f.activate(line)
    play(f, regroup(line, 0, f.set(lone)))
    assert f.m(lone).acted == (4 if acted else f.b.activation)
    assert men.actors_of(f.b, line) == f.set(0, 1, 2, *([] if acted else [lone]))


@pytest.mark.rule("MI-R63", "MI-R06")
def test_a_unit_whose_wounded_are_sent_back_may_be_no_unit_any_more() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 10)
    lone = f.man("blue", 24, 12)
    f.m(0).wounded = True
    f.activate(line)
    f.dice(1)
    play(f, regroup(line, 1, f.set(lone)))
    assert formations(f) == []
    assert f.m(0).lost == Lost.REAR
