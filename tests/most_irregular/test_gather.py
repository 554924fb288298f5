"""Gather: stragglers see to their wounded and take cover (chapter Z)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from grognard.books.most_irregular.loose import straggle
from grognard.books.most_irregular.state import Lost
from grognard.values import Ask

from .field import NOBODY, Act, AskKind, Ev, Field, order


def group(*spots: tuple[float, float], **house: Any) -> tuple[Field, list[int], Ask]:
    """Blue stragglers, a commander, and an enemy far to the north."""
    f = Field(**house)
    men = f.men("blue", *spots)
    f.man("red", 24, 40)
    f.b.commander = f.commander("blue", 24, 17.5, charismatic=True)
    return f, men, Ask(AskKind.ACTIVATE, 0, f.b.commander, NOBODY)


def gather(
    f: Field, ask: Ask, men: list[int], rolls: int, x: float = 0.0, y: float = 0.0, act: Act = Act.GATHER
) -> str:
    """The rule against it; if there is none, they gather."""
    o = order(act, other=rolls, how=f.set(*men), x=x, y=y)
    against = f.refused(ask, act, other=rolls, how=o.how, x=x, y=y)
    if not against:
        straggle(f.b, o, 0)
        f.used_up()
    return against


@pytest.mark.rule("MI-138", "MI-118", "MI-119", "MI-R75", "MI-084")
def test_the_wounded_roll_in_order_5_and_6_restore_1_removes() -> None:
    f, men, ask = group((20, 20), (22, 20), (24, 20), (26, 20), (28, 20), (24, 22))
    for i in men[:5]:
        f.m(i).wounded = True
    f.dice(1, 2, 4, 5, 6)
    assert gather(f, ask, men, 1) == ""
    assert [f.m(i).lost for i in men] == [Lost.REAR, 0, 0, 0, 0, 0]
    assert [f.m(i).wounded for i in men[1:]] == [True, True, False, False, False]
    assert all(f.m(i).acted == 1 for i in men)
    assert "MI-138" in f.cited()


@pytest.mark.rule("MI-R68", "MI-138")
def test_all_or_none_roll() -> None:
    f, men, ask = group((20, 20), (22, 20))
    for i in men:
        f.m(i).wounded = True
    assert gather(f, ask, men, 2) == "MI-138"
    assert gather(f, ask, men, 0) == ""
    assert all(f.m(i).wounded for i in men)


@pytest.mark.rule("MI-139", "MI-R68")
@pytest.mark.parametrize(
    ("y", "against"),
    [(22.0, ""), (22.01, "MI-139"), (21.0, "MI-139")],
)
def test_2_inches_if_that_brings_him_into_cover(y: float, against: str) -> None:
    f, men, ask = group((24, 20))
    f.terrain("rubble", rectangle=(22, 21.9, 26, 24))
    assert gather(f, ask, men, 0, 24, y) == against
    if not against:
        assert f.m(0).y == 22.0
        assert f.one(Ev.TAKES_COVER).d == pytest.approx(2.0)


@pytest.mark.rule("MI-139", "MI-R68", "MI-R38", "MI-R24")
@pytest.mark.parametrize(
    ("kind", "concealment", "against"),
    [
        ("wall", "off", ""),
        ("earthwork", "off", ""),
        ("hedge", "off", "MI-139"),
        ("hedge", "on", ""),
        ("fence", "on", "MI-139"),
    ],
)
def test_directly_behind_cover_will_do_and_concealment_only_by_option(
    kind: str, concealment: str, against: str
) -> None:
    f, men, ask = group((24, 20), gather_concealment=concealment)
    f.terrain(kind, line=[(20, 22.2), (28, 22.2)])
    assert gather(f, ask, men, 0, 24, 21.5) == against


@pytest.mark.rule("MI-139", "MI-R68", "MI-R24")
@pytest.mark.parametrize(
    ("kind", "house", "against"),
    [
        ("woods", {}, "MI-139"),
        ("woods", {"gather_concealment": "on"}, ""),
        ("woods", {"woods_protection": "cover"}, ""),
        ("crops", {}, "MI-139"),
        ("crops", {"gather_concealment": "on"}, ""),
        ("marsh", {"gather_concealment": "on"}, "MI-139"),
    ],
)
def test_areas(kind: str, house: dict[str, str], against: str) -> None:
    f, men, ask = group((24, 20), **house)
    f.terrain(kind, rectangle=(22, 21, 26, 24))
    assert gather(f, ask, men, 0, 24, 21.8) == against


@pytest.mark.rule("MI-139", "MI-122", "MI-R68")
def test_an_obstacle_on_the_way_costs_an_inch() -> None:
    f, men, ask = group((24, 20))
    f.terrain("fence", line=[(20, 20.5), (28, 20.5)])
    f.terrain("rubble", rectangle=(22, 20.8, 26, 24))
    assert gather(f, ask, men, 0, 24, 21.1) == "MI-139"
    assert gather(f, ask, men, 0, 24, 21.0) == ""


@pytest.mark.rule("MI-R68", "MI-R29")
def test_he_does_not_end_beside_friends_or_enemies() -> None:
    f, men, ask = group((24, 20), (24, 23.2))
    f.terrain("rubble", rectangle=(22, 21, 26, 24))
    assert gather(f, ask, men[:1], 0, 24, 22.0) == "MI-R68"  # within half an inch: that would be joining
    assert gather(f, ask, men[:1], 0, 24, 21.9) == ""
    f, men, ask = group((24, 20))
    f.m(1).y = 22.7
    f.terrain("rubble", rectangle=(22, 21, 26, 24))
    assert gather(f, ask, men, 0, 24, 21.92) == "MI-R68"  # in contact with the enemy


@pytest.mark.rule("MI-R68")
def test_a_group_names_no_place() -> None:
    f, men, ask = group((24, 20), (26, 20))
    assert gather(f, ask, men, 0, 24, 21) == "MI-139"
    assert gather(f, ask, men, 0) == ""


@pytest.mark.rule("MI-139", "MI-R68", "MI-138")
def test_a_group_rolls_and_then_all_who_can_slip_into_the_nearest_cover() -> None:
    f, men, ask = group((22.2, 20), (25.8, 20), (32, 20), (22.2, 18))
    f.terrain("rubble", rectangle=(20, 21, 28, 24))
    f.m(men[1]).wounded = f.m(men[2]).wounded = True
    f.dice(1, 5)
    assert gather(f, ask, men, 1, act=Act.COVER) == ""
    assert f.m(men[0]).y == pytest.approx(20.5)  # directly behind the rubble
    assert f.m(men[1]).lost == Lost.REAR
    assert (f.m(men[2]).x, f.m(men[2]).y, f.m(men[2]).wounded) == (32, 20, False)
    assert f.m(men[3]).y == 18  # too far
    assert [e.actor for e in f.events(Ev.TAKES_COVER)] == [men[0]]
    assert gather(f, ask, men[:1], 2, act=Act.COVER) != ""


@pytest.mark.rule("MI-139", "MI-R68")
def test_who_is_in_cover_stays_in_it() -> None:
    f, men, ask = group((24, 22))
    f.terrain("rubble", rectangle=(20, 21, 28, 24))
    assert gather(f, ask, men, 0, act=Act.COVER) == ""
    assert f.m(0).y == 22


@pytest.mark.rule("MI-R68", "MI-R06")
def test_gathering_never_makes_a_formation() -> None:
    f, men, ask = group((23, 20), (24.5, 20), (26, 20))
    f.terrain("rubble", rectangle=(20, 21, 28, 24))
    assert gather(f, ask, men, 0, act=Act.COVER) == ""
    assert all(f.m(i).formation == NOBODY for i in men)
    for n, i in enumerate(men):
        for j in men[:n]:
            assert math.hypot(f.m(i).x - f.m(j).x, f.m(i).y - f.m(j).y) > 1.25


@pytest.mark.rule("MI-R69", "MI-R68")
def test_a_horseman_is_not_entrenched_and_seeks_no_cover_in_rubble() -> None:
    f, men, ask = group((24, 20), cavalry="on")
    f.m(0).horse = True
    f.terrain("earthwork", line=[(20, 22.2), (28, 22.2)])
    assert gather(f, ask, men, 0, 24, 21.5) == "MI-139"
    f.terrain("rubble", rectangle=(22, 18, 26, 19))
    assert gather(f, ask, men, 0, 24, 18.5) == "MI-139"
