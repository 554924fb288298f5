"""What is found out once for two groups, or kept from one question to the next, is what everybody would find out anew."""

from __future__ import annotations

import random

import pytest

from grognard.battle import General
from grognard.book import find_scenario
from grognard.books.tyneside import (
    actions,
    charge,
    contact,
    figures,
    moves,
    parted,
    sequence,
    setup,
    sight,
    ways,
)
from grognard.books.tyneside.figures import FAR, first, next_of, stands
from grognard.books.tyneside.state import Battle, Gait

from .field import BOOKS, Field

SAXBY = find_scenario("saxby-bridge")


def river(turned: bool) -> Field:
    """A river across the table, or along it, with a bridge."""
    f = Field("ps", width=150, depth=150)
    if turned:
        f.terrain("river", rectangle=(70, 0, 78, 150))
        f.terrain("bridge", rectangle=(69, 60, 79, 68))
    else:
        f.terrain("river", rectangle=(0, 70, 150, 78))
        f.terrain("bridge", rectangle=(60, 69, 68, 79))
    f.corners()
    return f


def some_box(pick: random.Random, low: float, high: float, turned: bool) -> parted.Box:
    x, y = pick.uniform(20, 115), pick.uniform(low, high)
    box = (x, y, x + pick.uniform(0, 12), y + pick.uniform(0, 5))
    return parted.seen(box, turned)


@pytest.mark.rule("TY-R19", "TY-R64")
@pytest.mark.parametrize("turned", [False, True])
def test_who_is_cut_off_finds_no_way(turned: bool) -> None:
    b = river(turned).b
    pick = random.Random(4)
    shut = near = 0
    for _ in range(300):
        a, c = some_box(pick, 40, 64, turned), some_box(pick, 79, 100, turned)
        if pick.random() < 0.5:
            a, c = c, a
        reach = pick.uniform(20, 70)
        off = parted.is_cut_off(b, a, c, reach)
        shut += off
        for _ in range(6):
            x0, y0 = pick.uniform(a[0], a[2]), pick.uniform(a[1], a[3])
            x1, y1 = pick.uniform(c[0], c[2]), pick.uniform(c[1], c[3])
            way = ways.find_way(b, x0, y0, x1, y1, False, 25.0)
            assert not off or way >= reach, (a, c, reach)
            near += way < reach
    assert shut > 50 and near > 100


@pytest.mark.rule("TY-R19")
def test_a_group_can_reach_another_if_one_of_its_men_can() -> None:
    reached = missed = 0
    for seed in range(2):
        b = played(seed)
        for g in range(b.n_groups):
            for h in range(b.n_groups):
                if b.groups[g].side == b.groups[h].side or not stands(b, g) or not stands(b, h):
                    continue
                one = anybody(b, g, h)
                assert charge.can_reach(b, g, h, Gait.GALLOP) == one, (seed, g, h)
                reached += one
                missed += not one and figures.group_gap(b, g, h) < 40.0
    assert reached > 5 and missed > 5


def played(seed: int) -> Battle:
    b, _, _ = setup.new_battle(BOOKS["ps"], SAXBY)
    setup.seed(b, seed)
    b.generals = [int(General.DRILL), int(General.DRILL)]
    for _ in range(5):
        sequence.play_turn(b)
    for i in range(b.n_figures):
        b.figures[i].spent = 0.0
    return b


def anybody(b: Battle, g: int, h: int) -> bool:
    """Man by man, with all who stand about each enemy."""
    j = first(b, h)
    while j >= 0:
        i = first(b, g)
        while i >= 0:
            left = moves.left_of_move(b, i, Gait.GALLOP)
            if figures.gap(b, i, j) <= left + figures.TOUCH:
                n = contact.note_about(b, ways.EVERYBODY, j, figures.radius(b, i))
                if charge.cost_beside(b, i, j, n, Gait.GALLOP) < FAR:
                    return True
            i = next_of(b, i)
        j = next_of(b, j)
    return False


def test_what_is_kept_from_turn_to_turn_is_what_a_fresh_look_finds() -> None:
    b = played(3)
    for g in range(b.n_groups):
        for h in range(b.n_groups):
            if b.groups[g].side != b.groups[h].side and stands(b, g) and stands(b, h):
                assert sight.sees(b, g, h) == sight.looks_and_sees(b, g, h)
                assert figures.nearest_pair(b, g, h) == figures.measure_pair(b, g, h)


@pytest.mark.rule("PS-R19", "TY-R03")
def test_who_mounts_is_measured_anew_though_he_stays_where_he_is() -> None:
    f = Field("ps")
    g = f.group("blue", 1, 60, 20, kind="dragoons")
    h = f.group("red", 1, 60, 50, "south")
    b = f.b
    before = figures.group_gap(b, g, h)
    actions.mount(b, g, True)
    wider = (b.rules.mounted_base - b.rules.foot_base) / 2
    assert wider > 0.0 and figures.group_gap(b, g, h) == pytest.approx(before - wider)


@pytest.mark.parametrize("other", [(61.0, 14.0), (60.0, 45.0), (60.0, 45.00001)])
def test_a_march_that_went_otherwise_is_measured_anew(other: tuple[float, float]) -> None:
    """The paper may be of a battle that was taken back: the same man elsewhere, or another man there."""
    f = Field("ps")
    g = f.group("blue", 3, 40, 40)
    h = f.group("red", 1, 60, 50, "south")
    b = f.b
    stirs, men = b.groups[g].stirs, [first(b, g), next_of(b, next_of(b, first(b, g)))]
    home = [(b.figures[i].x, b.figures[i].y) for i in men]
    figures.set_down(b, men[0], 60.0, 45.0)
    figures.nearest_pair(b, g, h)
    for i, (x, y) in zip(men, home, strict=True):
        b.figures[i].x, b.figures[i].y = x, y
    b.groups[g].stirs = stirs
    figures.count_off(b, g)
    figures.set_down(b, men[1] if other == (60.0, 45.0) else men[0], *other)
    assert figures.nearest_pair(b, g, h) == figures.measure_pair(b, g, h)
