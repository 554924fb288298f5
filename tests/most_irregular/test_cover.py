"""Cover and concealment: what counts as in it or directly behind it, and what a hit costs then."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import firing, shooting, sight
from grognard.books.most_irregular.state import Shelter

from .field import OFFICER, Act, Ev, Field, order

NONE, CONCEALMENT, COVER = Shelter.NONE, Shelter.CONCEALMENT, Shelter.COVER
WALL = [(5, 19.3), (15, 19.3)]  # a quarter inch before a man who stands at (10, 20)


def pair(**house: Any) -> tuple[Field, int, int]:
    """A blue man who shoots, and a red straggler ten inches to the north of him."""
    f = Field(**house)
    return f, f.man("blue", 10, 10), f.man("red", 10, 20)


def shelter(f: Field, man: int = 1, shooter: int = 0) -> int:
    return sight.shelter_from(f.b, man, shooter)


def formation_price(f: Field, line: int, target: int) -> int:
    """The points for a hit by blue's formation on red's."""
    return int(f.b.rules.formation_price[firing.formation_shelter(f.b, 0, f.members(line), target)])


# What gives what


@pytest.mark.rule("MI-073", "MI-R24", "MI-R38")
@pytest.mark.parametrize(
    ("kind", "given"),
    [("fence", NONE), ("hedge", CONCEALMENT), ("wall", COVER), ("earthwork", COVER)],
)
def test_directly_behind_a_linear_feature(kind: str, given: Shelter) -> None:
    f, _, _ = pair()
    f.terrain(kind, line=WALL)
    assert shelter(f) == given


AREAS = [
    ("crops", CONCEALMENT),
    ("scrub", CONCEALMENT),
    ("woods", CONCEALMENT),
    ("rubble", COVER),
    ("stream", NONE),
    ("marsh", NONE),
    ("ploughed", NONE),
    ("broken", NONE),
    ("open", NONE),
    ("road", NONE),
    ("bridge", NONE),
    ("building", NONE),
    ("pond", NONE),
]


@pytest.mark.rule("MI-073", "MI-R24", "MI-R38")
@pytest.mark.parametrize(("kind", "given"), AREAS)
@pytest.mark.parametrize("deep", [(19, 21), (18, 19.3)])
def test_in_an_area_or_directly_behind_it(kind: str, given: Shelter, deep: tuple[float, float]) -> None:
    f, _, _ = pair()
    f.terrain(kind, rectangle=(8, deep[0], 12, deep[1]))
    assert shelter(f) == given


@pytest.mark.rule("MI-R24", "MI-R38")
@pytest.mark.parametrize("kind", ["boulder", "tree"])
def test_a_boulder_or_tree_covers_a_man_directly_behind_it(kind: str) -> None:
    f, i, _ = pair()
    f.terrain(kind, circle=(10, 18.9, 0.5))
    assert shelter(f) == COVER
    f.m(i).x = 20
    assert shelter(f) == NONE


@pytest.mark.rule("MI-R24")
@pytest.mark.parametrize(("option", "given"), [("concealment", CONCEALMENT), ("cover", COVER)])
def test_what_woods_give_is_an_option(option: str, given: Shelter) -> None:
    f, _, _ = pair(woods_protection=option)
    f.terrain("woods", rectangle=(8, 19, 12, 21))
    assert shelter(f) == given


# In or directly behind


@pytest.mark.rule("MI-R38")
@pytest.mark.parametrize(("gap", "given"), [(0.0, COVER), (0.5, COVER), (0.51, NONE)])
def test_directly_behind_is_half_an_inch_at_most(gap: float, given: Shelter) -> None:
    f, _, _ = pair()
    y = 20 - 0.375 - gap
    f.terrain("wall", line=[(5, y), (15, y)])
    assert shelter(f) == given


@pytest.mark.rule("MI-R38")
@pytest.mark.parametrize(("edge", "given"), [(19.99, CONCEALMENT), (20.01, NONE)])
def test_in_an_area_is_at_least_half_the_base(edge: float, given: Shelter) -> None:
    f, _, _ = pair()
    f.terrain("crops", rectangle=(8, edge, 12, 30))  # beyond him, or under him
    assert shelter(f) == given


@pytest.mark.rule("MI-R38", "MI-073")
def test_the_line_of_fire_must_cross_what_he_is_behind() -> None:
    f, i, _ = pair()
    f.terrain("wall", line=WALL)
    assert shelter(f) == COVER
    f.m(i).y = 30
    assert shelter(f) == NONE
    f.m(i).y, f.m(i).x = 20, 0
    assert shelter(f) == NONE


@pytest.mark.rule("MI-R38")
@pytest.mark.parametrize(("gap", "given"), [(0.51, COVER), (0.5, NONE), (0.2, NONE)])
def test_a_shooter_within_half_an_inch_of_a_feature_looks_over_it(gap: float, given: Shelter) -> None:
    f, i, _ = pair()
    f.terrain("wall", line=WALL)
    f.m(i).y = 19.3 - 0.375 - gap
    assert shelter(f) == given


@pytest.mark.rule("MI-R38")
def test_two_men_in_one_wood_are_not_hidden_from_one_another() -> None:
    f, i, _ = pair()
    f.terrain("woods", rectangle=(8, 18, 12, 22))
    assert shelter(f) == CONCEALMENT
    f.m(i).y = 18.5
    assert shelter(f) == NONE


@pytest.mark.rule("MI-R38")
def test_a_wood_with_a_bend_is_one_feature() -> None:
    f, i, j = pair()
    bend = [(8, 18), (20, 18), (20, 30), (16, 30), (16, 22), (8, 22)]  # laid as several convex pieces
    f.terrain("woods", polygon=bend)
    assert f.b.ground.n > 1
    assert shelter(f) == CONCEALMENT
    f.m(i).x, f.m(i).y = 18, 29.5  # in the other arm
    assert shelter(f) == NONE
    f.m(i).x, f.m(i).y = 30, 25  # outside
    f.m(j).x, f.m(j).y = 15.5, 25  # directly behind one arm
    assert shelter(f) == CONCEALMENT


@pytest.mark.rule("MI-R37")
def test_concealed_and_covered_is_covered() -> None:
    f, _, _ = pair()
    f.terrain("crops", rectangle=(8, 19, 12, 21))
    assert shelter(f) == CONCEALMENT
    f.terrain("wall", line=WALL)
    assert shelter(f) == COVER


@pytest.mark.rule("MI-R10", "MI-R38")
def test_an_officer_has_shelter_like_a_man() -> None:
    f, i, _ = pair()
    k = f.commander("red", 12, 20)
    f.terrain("wall", line=WALL)
    assert sight.shelter_from(f.b, OFFICER + k, i) == COVER


# Rear ranks


def column(ranks: int, step: float = 0.75) -> tuple[Field, list[int]]:
    """A red file of men behind a wall, and a blue man who shoots."""
    f = Field()
    f.man("blue", 10, 10)
    unit = f.formation("red", ranks, 10, 20, "south", files=1, step=step)
    f.terrain("wall", line=WALL)
    return f, f.of(unit)


@pytest.mark.rule("MI-R38")
def test_a_man_in_contact_behind_a_covered_man_is_covered_and_so_on_back() -> None:
    f, men = column(4)
    assert [shelter(f, i) for i in men] == [COVER] * 4


@pytest.mark.rule("MI-R38")
@pytest.mark.parametrize(("step", "given"), [(0.8, COVER), (0.801, NONE)])
def test_the_man_behind_must_be_in_contact(step: float, given: Shelter) -> None:
    f, men = column(2, step)
    assert [shelter(f, i) for i in men] == [COVER, given]


@pytest.mark.rule("MI-R38")
def test_the_man_behind_must_be_of_the_same_formation() -> None:
    f, men = column(2)
    other = f.formation("red", 2, 13, 21.5, "south")
    f.m(f.of(other)[0]).x, f.m(f.of(other)[0]).y = 10, 21.5
    assert shelter(f, men[1]) == COVER
    assert shelter(f, f.of(other)[0]) == NONE
    f.m(men[1]).formation = other
    assert shelter(f, men[1]) == NONE


@pytest.mark.rule("MI-R38")
def test_beside_a_covered_man_is_not_behind_him() -> None:
    f = Field()
    f.man("blue", 10, 10)
    unit = f.formation("red", 2, 10.375, 20, "south")
    f.terrain("wall", line=[(8, 19.3), (10.3, 19.3)])
    east, west = f.of(unit)
    assert f.m(west).x == 10.0 or f.m(east).x == 10.0
    found = {f.m(i).x: shelter(f, i) for i in (east, west)}
    assert found == {10.0: COVER, 10.75: NONE}


# Partly covered


@pytest.mark.rule("MI-R37", "MI-069", "MI-068")
@pytest.mark.parametrize(
    ("kind", "end", "price"),
    [
        ("wall", 9.3, 2),  # one of four
        ("wall", 10.0, 3),  # two of four
        ("hedge", 10.0, 3),
        ("earthwork", 10.0, 3),
        ("fence", 15.0, 2),
        ("wall", 15.0, 3),
    ],
)
def test_a_formation_is_covered_if_half_its_men_are(kind: str, end: float, price: int) -> None:
    f = Field()
    line = f.formation("blue", 3, 10, 10)
    target = f.formation("red", 4, 10, 20, "south")
    f.terrain(kind, line=[(5, 19.3), (end, 19.3)])
    assert formation_price(f, line, target) == price
    f.activate(line)
    f.dice(5, 5, 6, 6)  # 7 points: two are killed,
    f.dice(6)  # and a third in the open; two who are left test
    shooting.fire_unit(f.b, order(Act.FIRE, line, target))
    assert (f.one(Ev.PRICE).a, f.one(Ev.POINTS).b) == (price, 7 // price)
    f.used_up()


@pytest.mark.rule("MI-R37", "MI-R38", "MI-069")
def test_entrenched_in_two_ranks_is_in_cover() -> None:
    f = Field()
    line = f.formation("blue", 3, 10, 10)
    target = f.formation("red", 8, 10, 20, "south", files=4)
    f.terrain("earthwork", line=WALL)
    assert firing.formation_shelter(f.b, 0, f.members(line), target) == COVER
    assert formation_price(f, line, target) == 3


@pytest.mark.rule("MI-R37")
def test_the_share_that_must_be_covered_is_counted_in_men() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 11, 20, 20, "south")
    f.terrain("wall", line=[(10, 19.3), (19.6, 19.3)])
    assert formation_price(f, line, target) == 2  # five of eleven
    f.terrain("wall", line=[(19.6, 19.3), (20.3, 19.3)])
    assert formation_price(f, line, target) == 3  # six of eleven


@pytest.mark.rule("MI-070", "MI-071", "MI-072")
@pytest.mark.parametrize(
    ("kind", "price"),
    [("fence", 3), ("hedge", 4), ("wall", 5), ("earthwork", 5)],
)
def test_what_a_hit_on_a_straggler_costs(kind: str, price: int) -> None:
    f, i, j = pair()
    f.terrain(kind, line=WALL)
    assert firing.straggler_price(f.b, 0, f.set(i), j) == price


def file_of_stragglers(prices: list[int], **house: Any) -> tuple[Field, int]:
    """Red stragglers one behind the other, each with the shelter that has his price."""
    f = Field(**house)
    i = f.man("blue", 10, 10)
    for n, price in enumerate(prices):
        y = 14 + 3 * n
        f.man("red", 10, y)
        if price > 3:
            f.terrain("hedge" if price == 4 else "wall", line=[(8, y - 0.7), (12, y - 0.7)])
    return f, i


def hits(f: Field, i: int, points: int) -> int:
    targets = firing.eligible_stragglers(f.b, 0, f.set(i), 0.0, 1.0)
    n = firing.list_targets(f.b, 0, f.set(i), targets, 0)
    return firing.hits_on_stragglers(f.b, 0, f.set(i), points, n)


@pytest.mark.rule("MI-R37", "MI-070", "MI-074")
@pytest.mark.parametrize(
    ("prices", "points", "bought"),
    [
        ([3, 3, 3], 8, 2),
        ([3, 3, 3], 9, 3),
        ([3, 4, 5], 6, 1),
        ([3, 4, 5], 7, 2),
        ([3, 4, 5], 11, 2),
        ([3, 4, 5], 12, 3),
        ([5, 3, 3], 4, 0),  # who costs too much is not skipped
        ([3, 5, 3], 7, 1),
        ([3, 3], 14, 2),  # surplus is lost
    ],
)
def test_points_are_spent_man_by_man_nearest_first_and_nobody_is_skipped(
    prices: list[int], points: int, bought: int
) -> None:
    f, i = file_of_stragglers(prices)
    assert hits(f, i, points) == bought


@pytest.mark.rule("MI-R37")
@pytest.mark.parametrize(
    ("prices", "points", "bought"),
    [
        ([3, 3, 5], 8, 2),  # most in the open: 3 each
        ([3, 5], 9, 1),  # half of them in cover: 5 each
        ([3, 4], 8, 2),  # half concealed: 4 each
        ([5, 4, 3, 3], 7, 1),  # half sheltered, a quarter covered: 4 each
        ([5, 5, 3], 14, 2),
        ([3, 3], 14, 2),
    ],
)
def test_by_option_one_price_serves_for_all(prices: list[int], points: int, bought: int) -> None:
    f, i = file_of_stragglers(prices, mixed_cover="majority")
    assert hits(f, i, points) == bought


@pytest.mark.rule("MI-R37", "MI-R39")
def test_by_option_surplus_points_buy_second_hits() -> None:
    f, i = file_of_stragglers([3, 5], surplus_hits="wrap")
    assert hits(f, i, 8) == 2
    assert hits(f, i, 11) == 3
    assert hits(f, i, 15) == 3
    assert hits(f, i, 16) == 4
