"""Line of sight: buildings, woods, figures in the way, and the one friend a formed man looks past."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import firing, legality, sight
from grognard.books.most_irregular.state import Lost

from .field import NOBODY, OFFICER, Act, Field, order

RED = 1


def pair(**house: Any) -> tuple[Field, int, int]:
    """A blue straggler and a red one, ten inches to the north of him."""
    f = Field(**house)
    return f, f.man("blue", 10, 10), f.man("red", 10, 20)


def sees(f: Field, i: int, j: int) -> bool:
    """Man i aims at red stragglers, of whom j is one."""
    return sight.sees(f.b, i, j, NOBODY, RED)


@pytest.mark.rule("MI-051", "MI-R30")
def test_over_open_ground_each_sees_the_other() -> None:
    f, i, j = pair()
    assert sees(f, i, j)
    assert sight.sees(f.b, j, i, NOBODY, 0)


@pytest.mark.rule("MI-R30", "MI-R24")
@pytest.mark.parametrize(
    ("kind", "clear"),
    [
        ("building", False),
        ("pond", True),
        ("rubble", True),
        ("crops", True),
        ("scrub", True),
        ("stream", True),
        ("marsh", True),
        ("ploughed", True),
        ("broken", True),
        ("road", True),
        ("bridge", True),
        ("open", True),
        ("woods", False),
    ],
)
def test_of_areas_only_buildings_and_deep_woods_block(kind: str, clear: bool) -> None:
    f, i, j = pair()
    f.terrain(kind, rectangle=(8, 12, 12, 16))
    assert sees(f, i, j) == clear


@pytest.mark.rule("MI-R30")
@pytest.mark.parametrize("kind", ["fence", "hedge", "wall", "earthwork"])
def test_low_obstacles_do_not_block(kind: str) -> None:
    f, i, j = pair()
    f.terrain(kind, line=[(8, 15), (12, 15)])
    assert sees(f, i, j)


@pytest.mark.rule("MI-R30")
@pytest.mark.parametrize("kind", ["boulder", "tree"])
def test_boulders_and_single_trees_do_not_block(kind: str) -> None:
    f, i, j = pair()
    f.terrain(kind, circle=(10, 15, 0.6))
    assert sees(f, i, j)


@pytest.mark.rule("MI-R30")
def test_a_line_along_the_wall_of_a_building_is_clear() -> None:
    f, i, j = pair()
    f.terrain("building", rectangle=(10, 12, 14, 16))
    assert sees(f, i, j)
    f.m(i).x = 10.2
    assert not sees(f, i, j)


@pytest.mark.rule("MI-R30")
@pytest.mark.parametrize(("depth", "clear"), [(1.0, True), (3.0, True), (3.01, False)])
def test_three_inches_of_woods_are_no_bar_and_more_are(depth: float, clear: bool) -> None:
    f, i, j = pair()
    f.terrain("woods", rectangle=(8, 12, 12, 12 + depth))
    assert sees(f, i, j) == clear


@pytest.mark.rule("MI-R30")
@pytest.mark.parametrize(("second", "clear"), [(1.5, True), (1.6, False)])
def test_the_woods_along_a_line_are_counted_in_total(second: float, clear: bool) -> None:
    f, i, j = pair()
    f.terrain("woods", rectangle=(8, 12, 12, 13.5))
    f.terrain("woods", rectangle=(8, 15, 12, 15 + second))
    assert sees(f, i, j) == clear


@pytest.mark.rule("MI-R30")
def test_a_man_in_the_wood_is_seen_up_to_three_inches_inside() -> None:
    f, i, j = pair()
    f.terrain("woods", rectangle=(8, 17, 12, 25))
    assert sees(f, i, j)
    f.m(j).y = 20.1
    assert not sees(f, i, j)


@pytest.mark.rule("MI-R30")
def test_how_deep_one_sees_into_woods_is_an_option() -> None:
    f, i, j = pair(woods_sight=5)
    f.terrain("woods", rectangle=(8, 12, 12, 17))
    assert sees(f, i, j)
    f.b.rules.woods_sight = 4.9
    assert not sees(f, i, j)


# Figures in the way


@pytest.mark.rule("MI-R30")
@pytest.mark.parametrize(("aside", "clear"), [(0.0, False), (0.25, False), (0.26, True)])
@pytest.mark.parametrize("where", [12.0, 15.0, 18.5])
def test_a_friend_within_a_quarter_inch_of_the_line_blocks(aside: float, clear: bool, where: float) -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    f.man("blue", 10 + aside, where)
    j = f.man("red", 10, 20)
    assert sees(f, i, j) == clear


@pytest.mark.rule("MI-R30")
def test_figures_behind_the_shooter_or_beyond_the_target_do_not_block() -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    f.man("blue", 10, 9.25)
    j = f.man("red", 10, 20)
    f.commander("red", 10, 20.75)
    assert sees(f, i, j)


@pytest.mark.rule("MI-R30")
def test_how_near_the_line_a_figure_blocks_is_an_option() -> None:
    f = Field(figure_block_radius=0.4)
    i = f.man("blue", 10, 10)
    f.man("blue", 10.4, 15)
    j = f.man("red", 10, 20)
    assert not sees(f, i, j)
    f.b.rules.figure_block_radius = 0.39
    assert sees(f, i, j)


@pytest.mark.rule("MI-R30")
def test_the_fallen_do_not_block() -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    mate = f.man("blue", 10, 15)
    j = f.man("red", 10, 20)
    k = f.commander("red", 10, 17)
    assert not sees(f, i, j)
    f.m(mate).lost = int(Lost.KILLED)
    assert not sees(f, i, j)
    f.c(k).lost = int(Lost.SNIPED)
    assert sees(f, i, j)


@pytest.mark.rule("MI-R10", "MI-R30")
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_commander_blocks_sight_like_any_man(side: str) -> None:
    f, i, j = pair()
    f.commander(side, 10.25, 15)
    assert not sees(f, i, j)
    f.c(0).x = 10.26
    assert sees(f, i, j)


@pytest.mark.rule("MI-R30")
def test_other_stragglers_do_not_hide_a_straggler_but_a_formation_does() -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    j = f.man("red", 10, 20)
    f.man("red", 10, 17)
    assert sees(f, i, j)
    f.formation("red", 2, 10.375, 14, "south")
    f.m(f.b.n_men - 1).x = 10.0
    assert not sees(f, i, j)


@pytest.mark.rule("MI-R30", "MI-054")
def test_the_front_rank_of_the_target_does_not_hide_the_rear_but_other_enemies_hide_both() -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    target = f.formation("red", 2, 10, 20, "south", files=1)
    rear = f.of(target)[1]
    assert sight.sees(f.b, i, rear, target, RED)
    assert sight.sees_body(f.b, i, target)
    f.man("red", 10, 15)
    assert not sight.sees_body(f.b, i, target)


@pytest.mark.rule("MI-051", "MI-R30")
def test_to_see_any_man_of_the_target_is_to_see_it() -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    target = f.formation("red", 4, 12, 20, "south")
    f.terrain("building", rectangle=(10.55, 14, 20, 16))
    seen = [sight.sees(f.b, i, j, target, RED) for j in f.of(target)]
    assert sorted(seen) == [False, False, False, True]
    assert sight.sees_body(f.b, i, target)


# Past one friend in contact


@pytest.mark.rule("MI-052", "MI-R30", "MI-R02")
@pytest.mark.parametrize(("step", "clear"), [(0.75, True), (0.8, True), (0.801, False)])
def test_a_formed_man_fires_through_a_friend_in_contact_and_not_over_a_gap(step: float, clear: bool) -> None:
    f = Field()
    line = f.formation("blue", 2, 10, 10, files=1, step=step)
    j = f.man("red", 10, 20)
    front, rear = f.of(line)
    assert sees(f, front, j)
    assert sees(f, rear, j) == clear


@pytest.mark.rule("MI-052", "MI-R30")
def test_through_one_friend_and_not_through_two() -> None:
    f = Field()
    line = f.formation("blue", 3, 10, 10, files=1)
    j = f.man("red", 10, 20)
    assert [sees(f, i, j) for i in f.of(line)] == [True, True, False]


@pytest.mark.rule("MI-052", "MI-R30")
def test_the_friend_looked_past_may_be_an_officer() -> None:
    f = Field()
    line = f.formation("blue", 2, 10, 10, files=1)
    j = f.man("red", 10, 20)
    front, rear = f.of(line)
    f.commander("blue", 10, 10.75)
    assert sees(f, front, j)
    assert not sees(f, rear, j)
    f.c(0).y = 10.801
    assert not sees(f, front, j)


@pytest.mark.rule("MI-052", "MI-R30")
def test_nobody_looks_past_an_enemy_in_contact() -> None:
    f = Field()
    line = f.formation("blue", 2, 10, 10)
    j = f.man("red", 9.625, 20)
    f.formation("red", 2, 10, 10.75, "south")
    assert not sees(f, f.of(line)[0], j)


@pytest.mark.rule("MI-R30")
def test_stragglers_have_no_such_allowance() -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    f.man("blue", 10, 10.75)
    j = f.man("red", 10, 20)
    assert not sees(f, i, j)


@pytest.mark.rule("MI-053", "MI-052")
@pytest.mark.parametrize(("men", "firing_men"), [(3, 3), (6, 6), (9, 6), (12, 6)])
def test_of_a_line_in_contact_two_ranks_fire(men: int, firing_men: int) -> None:
    f = Field()
    line = f.formation("blue", men, 20, 10, files=3)
    target = f.formation("red", 3, 20, 20, "south")
    f.activate(line)
    firers = legality.formed_firers(f.b, line, order(Act.FIRE, line, target))
    assert firers == (1 << firing_men) - 1


@pytest.mark.rule("MI-053")
def test_a_second_rank_with_a_gap_before_it_does_not_fire() -> None:
    f = Field()
    line = f.formation("blue", 4, 20, 10, files=2, step=1.0)
    target = f.formation("red", 2, 20, 20, "south", step=1.0)
    f.activate(line)
    assert legality.formed_firers(f.b, line, order(Act.FIRE, line, target)) == f.set(*f.of(line)[:2])


# The fire arc


@pytest.mark.rule("MI-R21")
@pytest.mark.parametrize(("arc", "fires"), [("360", True), ("180", False)])
def test_facing_limits_fire_only_by_option(arc: str, fires: bool) -> None:
    f = Field(fire_arc=arc)
    line = f.formation("blue", 3, 20, 10, "south")
    target = f.formation("red", 3, 20, 20, "south")
    ask = f.activate(line)
    refused = f.refused(ask, Act.FIRE, actor=line, other=target)
    assert refused == ("" if fires else "MI-051")
    f.u(line).fx, f.u(line).fy = 1.0, 0.0  # square to the side: the edge of the front half
    firers = firing.firers_at(f.b, line, f.members(line), target)
    assert firers == (f.members(line) if fires else f.set(*f.of(line)[1:]))


@pytest.mark.rule("MI-R21", "MI-055")
@pytest.mark.parametrize(("arc", "fires"), [("360", True), ("180", False)])
def test_the_fire_arc_counts_against_stragglers_too(arc: str, fires: bool) -> None:
    f = Field(fire_arc=arc)
    line = f.formation("blue", 3, 20, 10, "south")
    f.man("red", 20, 18)
    ask = f.activate(line)
    assert (f.check(ask, Act.FIRE, actor=line, fx=0.0, fy=1.0) == 0) == fires
    f.u(line).fx, f.u(line).fy = 0.6, 0.8
    ahead, behind = f.man("red", 27, 10), f.man("red", 26, 4)  # both in a sweep to the east
    found = firing.eligible_stragglers(f.b, 0, f.members(line), 1.0, 0.0)
    assert found == (f.set(ahead, behind) if fires else f.set(ahead))


@pytest.mark.rule("MI-R10", "MI-R30")
def test_an_officer_is_seen_for_himself_his_men_hide_him() -> None:
    f = Field()
    i = f.man("blue", 10, 10)
    line = f.formation("red", 2, 10.375, 20, "south")
    k = f.commander("red", 10, 20.75)
    assert not sight.sees(f.b, i, OFFICER + k, -2, RED)
    f.m(f.of(line)[0]).x, f.m(f.of(line)[1]).x = 11.0, 11.75
    assert sight.sees(f.b, i, OFFICER + k, -2, RED)


@pytest.mark.rule("MI-052", "MI-053", "MI-R30")
@pytest.mark.parametrize("distance", [2.0, 4.0, 8.0, 11.0])
@pytest.mark.parametrize("aside", [0.0, 1.0, 2.5])
def test_a_third_rank_does_not_fire_between_the_files_either(distance: float, aside: float) -> None:
    """Only its ends can see past their own flank."""
    f = Field()
    block = f.formation("blue", 18, 20, 10, files=6)
    foe = f.formation("red", 6, 20 + aside, 10 + distance, facing="south")
    ranks = [f.of(block)[k : k + 6] for k in (0, 6, 12)]
    assert all(sight.sees_body(f.b, i, foe) for i in ranks[0])
    assert all(sight.sees_body(f.b, i, foe) for i in ranks[1]) or aside > 0
    assert not any(sight.sees_body(f.b, i, foe) for i in ranks[2][1:-1])
