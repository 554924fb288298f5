"""Files and ranks, bases, attached characters, closing up."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import hits, places, touching
from grognard.books.fire_at_will.state import Edge, Lost
from grognard.values import Box

from .field import Ev, Field


def at(s: object) -> tuple[float, float]:
    return (s.x, s.y)  # type: ignore[attr-defined]


@pytest.mark.rule("FW-R04", "FW-R09", "FW-R16")
def test_strips_stand_in_files_and_ranks_from_the_left_of_the_front() -> None:
    f = Field()
    orcs = f.formation("blue", "orc_infantry", 24, 10, strips=6, files=3)
    places_ = [at(f.s(orcs, k)) for k in range(6)]
    assert places_ == [(23, 9.75), (24, 9.75), (25, 9.75), (23, 9.25), (24, 9.25), (25, 9.25)]
    assert (f.u(orcs).files, f.u(orcs).ranks) == (3, 2)


@pytest.mark.rule("FW-R09")
def test_facing_south_the_first_file_is_in_the_east() -> None:
    f = Field()
    orcs = f.formation("red", "orc_infantry", 24, 30, "south", strips=3)
    assert [f.s(orcs, k).x for k in range(3)] == [25, 24, 23]
    assert f.s(orcs, 0).y == 30.25


@pytest.mark.rule("FW-R09")
@pytest.mark.parametrize(
    ("strips", "files", "last"), [(5, 4, [1]), (5, 3, [0, 1]), (4, 3, [1]), (6, 4, [1, 2])]
)
def test_a_short_last_rank_stands_in_the_middle(strips: int, files: int, last: list[int]) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=strips, files=files)
    assert [s.file for s in f.b.strips[:strips] if s.rank == 1] == last
    assert f.u(foot).ranks == 2


@pytest.mark.rule("FW-R04")
@pytest.mark.parametrize(
    ("figure", "size"),
    [
        ("axemen", (1.0, 0.5)),
        ("outriders", (1.0, 0.75)),
        ("leader", (0.5, 0.5)),
        ("champion", (0.5, 0.75)),
        ("trolls", (0.75, 0.75)),
        ("ogres", (0.75, 0.75)),
        ("orc_chariot", (1.0, 1.0)),
        ("orc_war_wagon", (1.0, 1.0)),
        ("bombard", (1.0, 1.0)),
        ("giant", (1.0, 1.0)),
        ("behemoth", (1.0, 1.0)),
        ("beast", (1.0, 1.0)),
        ("dragon", (1.5, 1.5)),
    ],
)
def test_base_sizes(figure: str, size: tuple[float, float]) -> None:
    f = Field()
    s = f.s(f.formation("blue", figure, 24, 10), 0)
    assert (s.width, s.depth) == size


@pytest.mark.rule("FW-R06")
@pytest.mark.parametrize(
    ("post", "place"), [("left", (22.25, 9.75)), ("right", (25.75, 9.75)), ("behind", (24, 8.75))]
)
def test_an_attached_character_stands_at_an_end_of_the_front_rank_or_behind(
    post: str, place: tuple[float, float]
) -> None:
    f = Field()
    orcs = f.formation("blue", "orc_infantry", 24, 10, strips=6, files=3)
    leader = f.character("blue", "orc_leader", attached=orcs, post=post)
    assert at(f.c(leader)) == place
    assert places.in_front_rank(f.b, leader) == (post != "behind")
    assert f.members(orcs).index(leader) == {"left": 0, "right": 3, "behind": 6}[post]


@pytest.mark.rule("FW-R32")
def test_the_rectangle_holds_the_character_too() -> None:
    f = Field()
    orcs = f.formation("blue", "orc_infantry", 24, 10, strips=6, files=3)
    assert places.rectangle_of(f.b, orcs) == pytest.approx(Box(24, 9.5, 0, 1, 3, 1))
    f.character("blue", "orc_leader", attached=orcs, post="right")
    assert places.rectangle_of(f.b, orcs) == pytest.approx(Box(24.25, 9.5, 0, 1, 3.5, 1))


def lose(f: Field, i: int) -> None:
    hits.doom(f.b, i, Lost.SHOT)
    hits.deal(f.b, Lost.SHOT, 113)


@pytest.mark.rule("FW-R09")
def test_the_strip_behind_steps_up() -> None:
    f = Field()
    orcs = f.formation("blue", "orc_infantry", 24, 10, strips=6, files=3)
    front, behind = f.strip(orcs, 0), f.strip(orcs, 3)
    lose(f, front)
    assert at(f.c(behind)) == (23, 9.75)
    assert (f.u(orcs).n, f.u(orcs).files, f.u(orcs).ranks) == (5, 3, 2)
    assert not f.events(Ev.CLOSED_UP)


@pytest.mark.rule("FW-R09")
def test_an_empty_file_closes_on_the_centre() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=3)
    middle = f.strip(foot, 1)
    lose(f, middle)
    assert [s.x for s in (f.s(foot, 0), f.s(foot, 1))] == [23.5, 24.5]
    assert (f.one(Ev.CLOSED_UP).a, f.u(foot).files) == (2, 2)


@pytest.mark.rule("FW-R09")
def test_closing_up_never_breaks_a_contact() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=3)
    f.formation("red", "axemen", 22.4, 10, "south")  # touches only the left strip, by a bit
    lose(f, f.strip(foot, 1))
    assert [s.x for s in (f.s(foot, 0), f.s(foot, 1))] == [23, 25]
    assert not f.events(Ev.CLOSED_UP)


@pytest.mark.rule("FW-R85")
def test_a_character_who_is_the_last_carries_on_alone() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=1)
    leader = f.character("blue", "leader", attached=foot, post="right")
    where = at(f.c(leader))
    lose(f, f.strip(foot, 0))
    alone = f.home(leader)
    assert alone != foot and f.u(foot).n == 0
    assert f.members(alone) == [leader] and at(f.c(leader)) == where
    assert f.one(Ev.ALONE).actor == leader


@pytest.mark.rule("FW-R85", "FW-R27")
def test_the_last_in_a_building_holds_it_alone() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=1)
    leader = f.character("blue", "leader", attached=foot)
    house = f.terrain("building", rectangle=(22, 14, 26, 17))
    f.garrison(foot, house, south=1)
    lose(f, f.strip(foot, 0))
    assert f.u(f.home(leader)).building == house
    assert at(f.c(leader)) == (24, 16.75)


@pytest.mark.rule("FW-099", "FW-R09")
def test_front_ranks() -> None:
    f = Field()
    pikes = f.formation("blue", "pikemen", 24, 10, strips=6, files=2)
    assert [places.in_front_rank(f.b, i) for i in f.members(pikes)] == [True] * 2 + [False] * 4
    assert [places.ranks_ahead(f.b, i) for i in f.members(pikes)] == [0, 0, 1, 1, 2, 2]


# Contact


@pytest.mark.rule("FW-144", "FW-R69")
@pytest.mark.parametrize(("off", "inside"), [(0.0, True), (0.5, True), (0.52, False), (1.2, False)])
def test_half_of_the_frontage_must_be_adjacent(off: float, inside: bool) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10)
    c = f.formation("red", "axemen", 24 + off, 10, "south")
    assert touching.is_in_against(f.b, f.strip(a, 0), f.strip(c, 0)) == inside


@pytest.mark.rule("FW-R75")
@pytest.mark.parametrize(
    ("x", "y", "facing", "edge"),
    [
        (24, 10, "south", Edge.FRONT),
        (24, 9.5, "north", Edge.REAR),
        (24.5, 9.75, "west", Edge.RIGHT),
        (23.5, 9.75, "east", Edge.LEFT),
    ],
)
def test_the_edge_that_is_hit(x: float, y: float, facing: str, edge: Edge) -> None:
    f = Field()
    target = f.formation("blue", "axemen", 24, 10)
    attacker = f.formation("red", "axemen", x, y, facing)
    assert touching.touch(f.b, f.strip(attacker, 0), f.strip(target, 0))
    assert touching.edge_hit(f.b, f.strip(attacker, 0), f.strip(target, 0)) == edge
    assert touching.edge_touched_by(f.b, target, edge, attacker, True)
    others = [e for e in Edge if e != edge]
    assert not any(touching.edge_touched_by(f.b, target, e, attacker, True) for e in others)


def quarters(x: float, y: float, width: float = 1.0) -> set[Edge]:
    target = Box(24, 24, 0, 1, 3, 1)
    found = touching.quarters_touched(target, Box(x, y, 0, 1, width, 0.5))
    return {edge for edge in Edge if found >> edge & 1}


@pytest.mark.rule("FW-049", "FW-R32")
@pytest.mark.parametrize(
    ("x", "y", "width", "wanted"),
    [
        (24, 30, 1, {Edge.FRONT}),
        (24, 18, 1, {Edge.REAR}),
        (30, 24, 1, {Edge.RIGHT}),
        (18, 24, 1, {Edge.LEFT}),
        (30, 28.5, 1, {Edge.FRONT, Edge.RIGHT}),  # the line from the corner at (25.5, 24.5) runs through it
        (30, 19.5, 1, {Edge.REAR, Edge.RIGHT}),
        (28, 29, 1, {Edge.FRONT}),
        (24, 26, 12, {Edge.FRONT, Edge.RIGHT, Edge.LEFT}),  # its corners are all beside the target
    ],
)
def test_quarters(x: float, y: float, width: float, wanted: set[Edge]) -> None:
    assert quarters(x, y, width) == wanted


@pytest.mark.rule("FW-049", "FW-R32")
def test_only_who_begins_wholly_in_a_quarter_may_hit_its_edge() -> None:
    f = Field()
    target = f.formation("red", "axemen", 24, 24, strips=3)
    flank = f.formation("blue", "outriders", 30, 23.75, "west", strips=2)
    astride = f.formation("blue", "outriders", 30, 19.6, "west", strips=2)
    f.ready()
    allowed = touching.edge_allowed
    assert allowed(f.b, flank, target, Edge.RIGHT) and not allowed(f.b, flank, target, Edge.REAR)
    assert not allowed(f.b, astride, target, Edge.RIGHT) and not allowed(f.b, astride, target, Edge.REAR)
    assert allowed(f.b, astride, target, Edge.FRONT)


@pytest.mark.rule("FW-R32")
def test_a_lone_character_has_no_flank_or_rear() -> None:
    f = Field()
    hero = f.character("red", "hero", 24, 24)
    astride = f.formation("blue", "outriders", 30, 19.6, "west", strips=2)
    f.ready()
    assert all(touching.edge_allowed(f.b, astride, f.home(hero), edge) for edge in Edge)


@pytest.mark.rule("FW-R09")
@pytest.mark.parametrize("strips", [1, 2])
def test_a_rank_does_not_close_up_onto_others_nor_where_they_step_up_to(strips: int) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 24, strips=5, files=3)
    horse = f.formation(
        "red", "outriders", 25.3, 23.4, strips=strips, files=1
    )  # beside the short second rank
    hits.take_hit(f.b, f.strip(foot, 2), 1)
    if strips == 2:
        hits.take_hit(f.b, f.strip(horse, 0), 1)
    hits.deal(f.b, Lost.MELEE, 143)
    assert (f.u(foot).files, f.u(foot).n, f.u(horse).n) == (3, 4, 1)
    assert [f.s(foot, k).x for k in range(4)] == [23, 24, 23, 24]
