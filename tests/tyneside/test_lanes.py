"""What is found out once for two groups is what each of their men would find out for himself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grognard.battle import General
from grognard.book import find_scenario
from grognard.books.tyneside import lanes, sequence, setup, sight
from grognard.books.tyneside.figures import set_down, stands, survey
from grognard.books.tyneside.state import Battle

from .field import BOOKS, Field

MILL, SAXBY = find_scenario("the-mill-at-valdespino"), find_scenario("saxby-bridge")


def men_of(b: Battle, g: int) -> list[int]:
    return [i for i in range(b.n_figures) if b.figures[i].group == g and b.figures[i].lost == 0]


@pytest.mark.parametrize(("book", "scenario"), [("ec", MILL), ("ps", SAXBY)])
def test_a_lane_says_of_every_shot_what_a_clear_sight_says(book: str, scenario: Path) -> None:
    clear = barred = shut = 0
    for seed in range(3):
        b, _, _ = setup.new_battle(BOOKS[book], scenario)
        setup.seed(b, seed)
        b.generals = [int(General.DRILL), int(General.RANDOM)]
        for _ in range(4):
            if b.winner < 0:
                sequence.play_turn(b)
        pick = random.Random(seed)
        for g in range(b.n_groups):
            for h in range(b.n_groups):
                if b.groups[g].side == b.groups[h].side or not stands(b, g) or not stands(b, h):
                    continue
                lanes.lay_lane(b, g, h)
                shut += lanes.is_barred(b)
                for i in pick.sample(men_of(b, g), min(3, len(men_of(b, g)))):
                    for j in pick.sample(men_of(b, h), min(3, len(men_of(b, h)))):
                        one = sight.clear_sight(b, i, j)
                        assert lanes.clear_in_lane(b, i, j) == one, (seed, g, h, i, j)
                        clear += one
                        barred += not one
    assert clear > 50 and barred > 50 and (shut > 0 or book == "ec")


@pytest.mark.rule("TY-R55")
def test_a_long_wall_bars_every_line_until_somebody_comes_up_to_it() -> None:
    f = Field("ec")
    g = f.group("blue", 4, 60, 20)
    h = f.group("red", 4, 60, 80, "south")
    wall = f.terrain("wall", line=[(20, 50), (120, 50)])
    f.ready()
    lanes.lay_lane(f.b, g, h)
    assert lanes.is_barred(f.b)
    f.f(f.of(g)[0]).y = 47.5  # he shoots over it
    lanes.lay_lane(f.b, g, h)
    assert not lanes.is_barred(f.b)
    assert lanes.clear_in_lane(f.b, f.of(g)[0], f.of(h)[0])
    assert not lanes.clear_in_lane(f.b, f.of(g)[1], f.of(h)[1])
    f.f(f.of(g)[0]).y = 20
    f.b.ground.pieces[wall].x[1] = f.b.ground.pieces[wall].x1 = 62  # it ends among their lines
    lanes.lay_lane(f.b, g, h)
    assert not lanes.is_barred(f.b)


@pytest.mark.rule("TY-R55", "TY-055")
def test_a_leader_with_them_at_the_wall_can_be_shot_though_they_cannot() -> None:
    f = Field("ec")
    g = f.group("blue", 4, 60, 20)
    h = f.group("red", 4, 60, 80, "south")
    k = f.leader("red", 60, 53)
    f.terrain("wall", line=[(20, 50), (120, 50)])
    f.ready()
    f.g(k).attached = h
    lanes.lay_lane(f.b, g, h)
    assert not lanes.is_barred(f.b)
    assert lanes.clear_in_lane(f.b, f.of(g)[0], f.of(k)[0])
    assert not lanes.clear_in_lane(f.b, f.of(g)[0], f.of(h)[0])


def test_a_survey_does_not_change_what_a_group_sees() -> None:
    b, _, _ = setup.new_battle(BOOKS["ps"], SAXBY)
    seen = [sight.sees(b, g, h) for g in range(b.n_groups) for h in range(b.n_groups)]
    survey(b)
    assert seen == [sight.sees(b, g, h) for g in range(b.n_groups) for h in range(b.n_groups)]


def test_who_saw_last_is_not_taken_to_see_still() -> None:
    f = Field("ec")
    f.terrain("wood", rectangle=(50, 40, 80, 70))
    g, h = f.group("blue", 3, 65, 20), f.group("red", 3, 65, 90, "south")
    rng, b, seen = random.Random(1), f.b, 0
    for _ in range(60):
        west = rng.uniform(30, 80)
        for i in men_of(b, g):
            set_down(b, i, rng.uniform(50, 80), rng.uniform(5, 35))
        for i in men_of(b, h):
            set_down(b, i, west + rng.uniform(0, 10), rng.uniform(50, 115))
        men = [j for j in men_of(b, h) if sight.in_plain_sight(b, g, j)]
        truth = any(sight.who_sees(b, g, j) >= 0 for j in men)
        assert sight.sees(b, g, h) == truth
        back = [j for j in men_of(b, g) if sight.in_plain_sight(b, h, j)]
        assert sight.sees(b, h, g) == any(sight.who_sees(b, h, j) >= 0 for j in back)
        seen += truth
    assert 10 < seen < 50
