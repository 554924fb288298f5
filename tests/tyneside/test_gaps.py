"""Who is near whom: what is not measured, because it cannot matter, changes nothing."""

from __future__ import annotations

import math
import random

import pytest

from grognard.books.tyneside import figures, shooting, ways
from grognard.books.tyneside.state import Battle, Lost
from grognard.records import clone

from .field import Field

NOBODY = -1


def crowd(seed: int, book: str = "ps") -> tuple[Field, list[int]]:
    """Groups of both sides all over a small table, foot and horse, some of them lost."""
    rng = random.Random(seed)
    f = Field(book)
    groups = []
    for k in range(6):
        x, y = rng.uniform(20, 60), rng.uniform(20, 60)
        g = f.group("blue" if k % 2 == 0 else "red", rng.randint(1, 7), x, y, ranks=rng.randint(1, 2))
        for i in f.of(g):
            f.b.figures[i].mounted = k >= 4
            if rng.random() < 0.2:
                f.b.figures[i].lost = int(Lost.KILLED)
        groups.append(g)
    return f, groups


def living(f: Field, g: int) -> list[int]:
    return [i for i in f.of(g) if f.b.figures[i].lost == Lost.NO]


@pytest.mark.parametrize("seed", range(40))
def test_the_nearest_pair_is_the_nearest_of_all_pairs(seed: int) -> None:
    f, groups = crowd(seed)
    for g in groups:
        for h in groups:
            gaps = [figures.gap(f.b, i, j) for i in living(f, g) for j in living(f, h)]
            least = min(gaps, default=figures.FAR)
            d, i, j = figures.nearest_pair(f.b, g, h)
            assert d == pytest.approx(least, abs=figures.NEAR)
            assert (i < 0) == (not gaps)
            if gaps:
                assert figures.gap(f.b, i, j) == d
                assert figures.nearest_pair_within(f.b, g, h, least + 1.0) == (d, i, j)
                assert figures.nearest_pair_within(f.b, g, h, least - 1.0) == (figures.FAR, NOBODY, NOBODY)
                assert figures.is_within(f.b, g, h, d)
                assert not figures.is_within(f.b, g, h, d - 0.01)


@pytest.mark.parametrize("seed", range(40))
def test_a_group_is_in_contact_if_one_of_it_is(seed: int) -> None:
    f, groups = crowd(seed)
    rng = random.Random(seed)
    g, h = groups[0], groups[1]
    mine, theirs = living(f, g), living(f, h)
    if mine and theirs and rng.random() < 0.6:  # bring two of them base to base
        i, j = rng.choice(mine), rng.choice(theirs)
        turn, r = rng.uniform(0, 2 * math.pi), figures.radius(f.b, i) + figures.radius(f.b, j)
        f.b.figures[i].x = f.b.figures[j].x + r * math.cos(turn)
        f.b.figures[i].y = f.b.figures[j].y + r * math.sin(turn)
        assert figures.group_in_contact(f.b, g)
    for k in groups:
        assert figures.group_in_contact(f.b, k) == any(figures.in_contact(f.b, i) for i in living(f, k))


def test_a_shooter_aims_at_the_nearest_whom_nobody_hides() -> None:
    f = Field("ec")
    own = f.group("blue", 1, 60, 20, arms=("musket",))
    target = f.group("red", 1, 60, 40, "south")
    near = f.of(target)[0]
    beside = f.figure(target, 64.0, 42.0)
    far = f.figure(target, 66.0, 50.0)
    f.ready()
    shooter = f.of(own)[0]
    marks = shooting.list_marks(f.b, own, target)
    assert shooting.aim(f.b, shooter, target, marks) == near
    f.group("blue", 1, 60, 30)  # a friend half way: the nearest is hidden
    marks = shooting.list_marks(f.b, own, target)
    assert shooting.aim(f.b, shooter, target, marks) == beside
    f.b.figures[beside].lost = int(Lost.KILLED)
    marks = shooting.list_marks(f.b, own, target)
    assert shooting.aim(f.b, shooter, target, marks) == far


def test_a_way_round_is_found_within_a_limit_or_not_at_all() -> None:
    f = Field("ec")
    f.terrain("river", rectangle=(0, 50, 180, 55))
    f.terrain("bridge", rectangle=(70, 48, 76, 57))
    f.corners()
    whole = ways.find_way(f.b, 60.0, 45.0, 60.0, 60.0, False, 100.0)
    legs = f.b.paper.legs
    assert 15.0 < whole < figures.FAR
    assert legs > 1
    assert ways.find_way_within(f.b, 60.0, 45.0, 60.0, 60.0, False, 100.0, whole + 0.1) == whole
    assert f.b.paper.legs == legs
    assert ways.find_way_within(f.b, 60.0, 45.0, 60.0, 60.0, False, 100.0, whole - 1.0) == figures.FAR


def test_a_gap_is_measured_again_when_somebody_has_stirred() -> None:
    f = Field("ec")
    own, other = f.group("blue", 2, 60, 20), f.group("red", 3, 60, 60, "south")
    man = f.of(other)[0]
    b = f.b
    before = figures.group_gap(b, own, other)
    b.figures[man].y = 30.0  # nobody was told
    assert figures.group_gap(b, own, other) == before
    figures.set_down(b, man, 60.0, 40.0)
    nearer = figures.group_gap(b, own, other)
    assert nearer < before
    figures.lose(b, man, Lost.KILLED)
    assert figures.group_gap(b, own, other) > nearer
    assert figures.strength(b, other) == 2


def test_what_was_measured_in_a_battle_that_went_otherwise_is_not_taken_for_true() -> None:
    f = Field("ec")
    own, other = f.group("blue", 1, 60, 20), f.group("red", 1, 60, 60, "south")
    here, there = clone(f.b), clone(f.b)
    man = f.of(other)[0]
    figures.set_down(here, man, 60.0, 50.0)
    figures.set_down(there, man, 60.0, 40.0)
    near = figures.group_gap(there, own, other)
    here.paper = there.paper  # paper is no part of a battle: it may come from another
    assert figures.group_gap(here, own, other) == pytest.approx(near + 10.0)


def test_what_is_noted_of_a_group_follows_it() -> None:
    f = Field("ps")
    g = f.group("blue", 4, 60, 20, ranks=2)
    man, *others = f.of(g)
    b = f.b
    figures.set_down(b, man, 100.0, 90.0)
    u = b.groups[g]
    assert (u.right, u.high) == (100.0, 90.0)
    figures.lose(b, man, Lost.OFF_TABLE)
    assert u.strength == 3 and u.right < 70.0 and u.high < 30.0
    for i in others:
        figures.lose(b, i, Lost.KILLED)
    assert not figures.stands(b, g) and not figures.is_about(u, 60.0, 20.0, 1000.0)


def walk(b: Battle, i: int) -> list[int]:
    """A figure and those after it."""
    return [] if i < 0 else [i, *walk(b, figures.next_of(b, i))]


def test_a_walk_through_a_group_finds_those_on_the_table_in_the_order_of_the_roster() -> None:
    f = Field("ps")
    g = f.group("blue", 5, 60, 20)
    b, (one, two, three, four, five) = f.b, f.of(g)
    for i in (one, three, four):
        figures.lose(b, i, Lost.KILLED)
    assert walk(b, figures.first(b, g)) == [two, five]
    assert (
        figures.next_of(b, one) == two and figures.next_of(b, three) == five
    )  # who falls in a walk leads on
    figures.lose(b, five, Lost.OFF_TABLE)
    assert walk(b, figures.first(b, g)) == [two] and figures.next_of(b, four) == NOBODY
    figures.appear(b, four, 70.0, 20.0)
    assert walk(b, figures.first(b, g)) == [two, four]
    figures.lose(b, two, Lost.KILLED)
    figures.lose(b, four, Lost.KILLED)
    assert figures.first(b, g) == NOBODY


@pytest.mark.parametrize("seed", range(12))
def test_who_was_the_nearest_last_is_not_taken_for_the_nearest_now(seed: int) -> None:
    f, groups = crowd(seed)
    rng, b = random.Random(seed), f.b
    for _ in range(6):
        for g in groups:
            for h in groups:
                pairs = [(i, j) for i in living(f, g) for j in living(f, h)]
                least = min((figures.gap(b, i, j) for i, j in pairs), default=figures.FAR)
                assert figures.group_gap(b, g, h) == pytest.approx(least, abs=figures.NEAR)
            for i in living(f, g):
                figures.set_down(b, i, rng.uniform(10, 70), rng.uniform(10, 70))
            if living(f, g) and rng.random() < 0.3:
                figures.lose(b, rng.choice(living(f, g)), Lost.KILLED)


def test_the_middle_of_a_group_goes_with_it() -> None:
    f = Field("ec")
    g = f.group("blue", 2, 60, 20)
    b, (one, two) = f.b, f.of(g)
    x, y = figures.centre(b, g)
    figures.set_down(b, one, b.figures[one].x, b.figures[one].y + 8.0)
    assert figures.centre(b, g) == pytest.approx((x, y + 4.0))
    figures.lose(b, one, Lost.KILLED)
    assert figures.centre(b, g) == (b.figures[two].x, b.figures[two].y)
