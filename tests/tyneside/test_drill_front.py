"""The drill-book general: who moves first, where each stands, how near men go before they fire, and over whose heads no gun is
laid."""

from __future__ import annotations

import pytest

from grognard.books.tyneside.drill_orders import goal
from grognard.books.tyneside.drill_rescue import rally_place, under_cover
from grognard.table.vectors import distance

from .field import Act, AskKind, Field
from .test_drill import commanded, objective, says


def in_line(f: Field) -> tuple[int, int]:
    """Two bodies in one column, the rear one first on the roll."""
    rear = f.group("blue", 8, 60, 20, ranks=2)
    front = f.group("blue", 8, 60, 34, ranks=2)
    f.group("red", 8, 60, 116, "south")
    objective(f, 60, 75)
    commanded(f, rear, front)
    f.ready()
    return rear, front


def test_those_in_front_march_before_those_behind_them() -> None:
    f = Field("ps")
    rear, front = in_line(f)
    assert says(f, AskKind.MOVE)[:2] == (Act.MARCH, front)
    f.g(front).ordered = True
    assert says(f, AskKind.MOVE).actor == rear


@pytest.mark.parametrize(("pikes", "x"), [(False, 58), (True, 58), (True, 62)])
def test_shot_leaves_the_middle_of_a_place_to_the_pikes(pikes: bool, x: float) -> None:
    f = Field("ps")
    shot = f.group("blue", 8, x, 50, ranks=2)
    f.group("blue", 12, 60, 20, ranks=3, arms=("pike", "sword") if pikes else ("sword",))
    f.group("red", 8, 60, 116, "south")
    objective(f, 60, 75)
    f.ready()
    px, py, wanted, _ = goal(f.b, shot)
    assert wanted and distance(px, py, 60, 75) <= 12.0
    assert (abs(px - 60) > 5.0) == pikes and (px - 60) * (x - 60) >= 0.0


@pytest.mark.parametrize(("enemy_at", "does"), [(57, Act.MARCH), (44, Act.HOLD)])
def test_matchlocks_are_held_until_the_enemy_is_near(enemy_at: float, does: Act) -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 60, 30, ranks=2)
    f.group("red", 10, 60, enemy_at, "south", ranks=2)
    objective(f, 60, 100)
    commanded(f, shot)
    f.ready()
    assert says(f, AskKind.MOVE)[:2] == (does, shot)


@pytest.mark.parametrize(("civilians", "does"), [(True, Act.MARCH), (False, Act.HOLD)])
def test_muskets_go_nearer_before_they_fire_while_civilians_wait(civilians: bool, does: Act) -> None:
    f = Field("ec")
    shot = f.group("blue", 10, 60, 30, ranks=2)
    f.group("red", 10, 60, 70, "south", ranks=2)
    if civilians:
        f.group("blue", 2, 100, 70, arms=(), group={"civilian": True})
        f.b.aims.rescuer, f.b.aims.exit_y = 0, -1.0
    else:
        objective(f, 100, 46)
    commanded(f, shot)
    f.ready()
    assert says(f, AskKind.MOVE)[:2] == (does, shot)


@pytest.mark.rule("TY-R80")
def test_a_gun_is_not_laid_over_the_heads_of_friends() -> None:
    f = Field("ps")
    _, crew = f.gun("blue", 60, 20)
    f.group("red", 12, 95, 60, "south", ranks=2)
    f.group("red", 6, 25, 60, "south", ranks=2)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.PIVOT, crew) and given.fx > 0.5  # to the larger body
    f.group("blue", 4, 78, 40)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.PIVOT, crew) and given.fx < -0.5  # friends have stepped between


def test_who_fetches_civilians_takes_no_cover_from_which_he_cannot_command_them() -> None:
    f = Field("ec")
    f.terrain("wall", line=[[80, 28], [100, 28]])
    women = f.group("blue", 1, 90, 60, arms=(), group={"civilian": True})
    sergeant = f.leader("blue", 90, 20, role="nco")
    red = f.group("red", 6, 90, 84, "south")
    f.b.aims.rescuer, f.b.aims.exit_y = 0, -1.0
    f.ready()
    x, y = rally_place(f.b, women)
    assert under_cover(f.b, sergeant, women, x, y, f.of(red)[0]) == (x, y)
    assert under_cover(f.b, sergeant, women, x, y - 6, f.of(red)[0]) == (x, y - 6)
