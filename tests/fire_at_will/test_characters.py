"""Characters who join a formation, leave it, or stand elsewhere in it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fire_at_will import movement
from grognard.books.fire_at_will.state import Deed, Nerve, Posted

from .doing import go, next_turn, no
from .field import NOBODY, Act, Ev, Field


def near(*wanted: float) -> object:
    return pytest.approx(wanted, abs=1e-4)


def pair(figure: str = "axemen", hero: str = "hero", y: float = 12, **house: Any) -> tuple[Field, int, int]:
    """A formation of three at (24, 10), and a character in front of it."""
    f = Field(**house)
    n = f.formation("blue", figure, 24, 10, strips=3)
    i = f.character("blue", hero, 24, y)
    f.ready()
    return f, n, i


@pytest.mark.rule("FW-006", "FW-007", "FW-008", "FW-R06")
@pytest.mark.parametrize(
    ("post", "place"),
    [(Posted.LEFT, (22.25, 9.75)), (Posted.RIGHT, (25.75, 9.75)), (Posted.BEHIND, (24, 9.25))],
)
def test_a_character_joins_a_formation_within_his_move(post: Posted, place: tuple[float, float]) -> None:
    f, n, i = pair(y=14.5)  # his rear is at 14: four inches from their front
    go(f, Act.JOIN, actor=i, other=n, how=post)
    assert f.home(i) == n and f.u(n).character == i and f.u(n).n == 4
    assert (f.c(i).x, f.c(i).y) == near(*place)
    assert f.c(i).deed == Deed.JOINED and f.one(Ev.JOINED).other == n
    assert f.b.mover == NOBODY


@pytest.mark.rule("FW-R06", "FW-023")
def test_not_farther_than_he_moves() -> None:
    f, n, i = pair(y=14.6)
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == "FW-023"
    f, n, i = pair(hero="champion", y=14.6)  # mounted: five inches
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == ""


@pytest.mark.rule("FW-R06", "FW-R05")
def test_they_have_no_more_of_their_move_than_he_has_and_he_does_not_count_in_the_six() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=6, files=3)
    i = f.character("blue", "hero", 24, 13.5)  # three inches away
    f.ready()
    go(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT)
    assert f.u(n).n == 7
    assert movement.left_to_move(f.b, n) == pytest.approx(1, abs=1e-4)
    assert not f.u(n).moved  # archers among them might still shoot
    go(f, Act.ADVANCE, actor=n, x=1)


@pytest.mark.rule("FW-009")
def test_a_second_character_may_not_enter() -> None:
    f, n, i = pair()
    f.character("blue", "leader", attached=n)
    lone = f.home(f.character("blue", "leader", 25, 12))
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == "FW-009"
    assert no(f, Act.JOIN, actor=i, other=lone, how=Posted.LEFT) == "FW-009"  # nor two of them together


@pytest.mark.rule("FW-011", "FW-R07")
@pytest.mark.parametrize(
    ("figure", "hero", "option", "refused"),
    [
        ("trolls", "hero", "true", ""),
        ("trolls", "hero", "false", "FW-R07"),
        ("bombard", "leader", "true", ""),
        ("bombard", "leader", "false", "FW-R07"),
        ("axemen", "hero", "false", ""),
        ("axemen", "orc_war_wagon", "true", "FW-R07"),
        ("orc_chariot", "orc_war_wagon", "true", ""),
    ],
)
def test_characters_with_special_sorts(figure: str, hero: str, option: str, refused: str) -> None:
    f, n, i = pair(figure, hero, y=12, characters_join_specials=option)
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == refused


@pytest.mark.rule("FW-R06")
def test_one_join_or_one_leave_a_turn() -> None:
    f, n, i = pair()
    go(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT)
    assert no(f, Act.DETACH, actor=i, x=20, y=10, fx=0.0, fy=1.0) == "FW-R06"
    next_turn(f)
    go(f, Act.DETACH, actor=i, x=21, y=10.5, fx=0.0, fy=1.0)
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == "FW-R06"


@pytest.mark.rule("FW-R06", "FW-R111")
def test_whom_he_cannot_join() -> None:
    f, n, i = pair()
    enemy = f.formation("red", "axemen", 24, 30, "south")
    assert no(f, Act.JOIN, actor=i, other=enemy, how=Posted.LEFT) == "FW-R06"
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.RANKS) == "FW-R06"
    f.u(n).nerve = int(Nerve.RUNNING)
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == "FW-R111"
    f.u(n).nerve = int(Nerve.CALM)
    f.formation("red", "axemen", 24, 11, strips=1)  # between them, in touch with neither
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == "FW-R18"


@pytest.mark.rule("FW-R06")
def test_he_needs_room_where_he_would_stand() -> None:
    f, n, i = pair()
    f.formation("blue", "axemen", 26.1, 10)
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.RIGHT) == "FW-R06"
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.LEFT) == ""


@pytest.mark.rule("FW-R06", "FW-030")
def test_a_wall_keeps_him_from_them() -> None:
    f, n, i = pair()
    f.terrain("wall", line=[(20, 11), (30, 11)])
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.RIGHT) == "FW-030"


@pytest.mark.rule("FW-007", "FW-008", "FW-R06")
def test_he_leaves_and_goes_on_alone() -> None:
    f, n, _ = pair(y=30)
    i = f.character("blue", "leader", attached=n, post="right")
    f.ready()
    assert no(f, Act.DETACH, actor=i, x=25.75, y=14.1, fx=0.0, fy=1.0) == "FW-023"
    go(f, Act.DETACH, actor=i, x=25.75, y=12.0, fx=1.0, fy=0.0)
    alone = f.home(i)
    assert alone != n and f.members(alone) == [i] and f.u(n).character == NOBODY
    assert (f.u(alone).x, f.u(alone).y, f.u(alone).fx) == near(25.75, 12, 1)
    assert f.c(i).deed == Deed.LEFT and f.one(Ev.DETACHED).other == n
    assert not f.u(n).moved and not f.u(n).began
    left = movement.left_to_move(f.b, alone)
    assert left == pytest.approx(4 - f.one(Ev.DETACHED).d)
    go(f, Act.ADVANCE, actor=alone, x=left)
    go(f, Act.ADVANCE, actor=n, x=4)


@pytest.mark.rule("FW-R06", "FW-R36")
def test_before_his_formation_moves_and_not_out_of_contact() -> None:
    f, n, _ = pair()
    i = f.character("blue", "leader", attached=n, post="right")
    f.ready()
    f.formation("red", "axemen", 25.75, 10, "south")
    assert no(f, Act.DETACH, actor=i, x=27, y=9, fx=0.0, fy=1.0) == "FW-R36"
    f, n, _ = pair(y=20)
    i = f.character("blue", "leader", attached=n, post="right")
    f.ready()
    go(f, Act.ADVANCE, actor=n, x=1)
    assert no(f, Act.DETACH, actor=i, x=27, y=11, fx=0.0, fy=1.0) == "FW-R06"


@pytest.mark.rule("FW-R06", "FW-R28", "FW-030")
def test_his_way_alone_is_through_friends_and_not_through_enemies_or_over_walls() -> None:
    f, n, _ = pair(y=30)
    i = f.character("blue", "leader", attached=n, post="right")
    f.formation("blue", "axemen", 25.75, 11.5)
    f.ready()
    there = {"actor": i, "x": 25.75, "y": 12.6, "fx": 0.0, "fy": 1.0}
    assert no(f, Act.DETACH, **there) == ""
    f.terrain("wall", line=[(20, 12), (30, 12)])
    assert no(f, Act.DETACH, **there) == "FW-030"
    f.b.ground.n = 0
    f.formation("red", "axemen", 25.4, 10.9, strips=1)
    assert no(f, Act.DETACH, **there) == "FW-R18"


@pytest.mark.rule("FW-R06", "FW-R18")
def test_who_steps_out_on_the_spot_may_charge() -> None:
    f, n, _ = pair(y=30)
    i = f.character("blue", "hero", attached=n, post="right")
    enemy = f.formation("red", "axemen", 26, 13, "south", strips=2)
    f.ready()
    go(f, Act.DETACH, actor=i, x=25.75, y=10, fx=0.0, fy=1.0)
    go(f, Act.CHARGE, actor=f.home(i), other=enemy, fx=0.0, fy=1.0)
    assert f.u(f.home(i)).charging


@pytest.mark.rule("FW-R06")
def test_he_stands_where_his_player_likes() -> None:
    f, n, _ = pair(y=30)
    i = f.character("blue", "leader", attached=n, post="right")
    f.ready()
    assert no(f, Act.POST, actor=i, how=Posted.RIGHT) == "FW-R06"
    go(f, Act.POST, actor=i, how=Posted.BEHIND)
    assert (f.c(i).x, f.c(i).y) == near(24, 9.25) and f.one(Ev.POSTED).a == Posted.BEHIND
    f.formation("blue", "axemen", 21.9, 10)
    assert no(f, Act.POST, actor=i, how=Posted.LEFT) == "FW-R06"
    f.formation("red", "axemen", 24, 10, "south", strips=3)
    assert no(f, Act.POST, actor=i, how=Posted.RIGHT) == "FW-R36"


@pytest.mark.rule("FW-R06")
def test_he_moves_with_them() -> None:
    f, n, _ = pair(y=30)
    i = f.character("blue", "leader", attached=n, post="right")
    f.ready()
    go(f, Act.ADVANCE, actor=n, x=3)
    assert (f.c(i).x, f.c(i).y) == near(25.75, 12.75)


@pytest.mark.rule("FW-R27", "FW-041", "FW-R06")
def test_a_garrison_is_joined_from_the_edge_of_its_building() -> None:
    f = Field()
    house = f.terrain("building", rectangle=(22, 14, 26, 17))
    n = f.formation("blue", "axemen", 24, 30, strips=3)
    f.garrison(n, house, south=3)
    i = f.character("blue", "hero", 24, 13)
    rider = f.character("blue", "champion", 25, 14)
    f.ready()
    assert no(f, Act.JOIN, actor=i, other=n, how=Posted.BEHIND) == "FW-041"
    assert no(f, Act.JOIN, actor=rider, other=n, how=Posted.BEHIND) == "FW-R27"
    go(f, Act.ADVANCE, actor=f.home(i), x=2)
    next_turn(f)
    go(f, Act.JOIN, actor=i, other=n, how=Posted.BEHIND)
    assert f.home(i) == n and (f.c(i).x, f.c(i).y) == near(24, 15.5)


@pytest.mark.rule("FW-042", "FW-R06")
def test_he_leaves_a_building_with_half_his_move() -> None:
    f = Field()
    house = f.terrain("building", rectangle=(22, 14, 26, 17))
    n = f.formation("blue", "axemen", 24, 30, strips=3)
    i = f.character("blue", "hero", attached=n)
    f.garrison(n, house, south=3)
    f.ready()
    assert no(f, Act.DETACH, actor=i, x=24, y=11.5, fx=0.0, fy=-1.0) == "FW-042"
    go(f, Act.DETACH, actor=i, x=24, y=12.0, fx=0.0, fy=-1.0)  # the middle of his base is 1.75 off
    assert movement.left_to_move(f.b, f.home(i)) == pytest.approx(0.25)
    assert f.u(n).building == house and f.u(f.home(i)).building == NOBODY
