"""Seeking cover, and the way from the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.tyneside import actions, cover
from grognard.books.tyneside.figures import centre
from grognard.books.tyneside.state import Activity, Code, Gait
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field

MOVE = Ask(int(AskKind.MOVE), 0, -1, -1)


def threatened(men: int = 2, **more: Any) -> tuple[Field, int, int]:
    f = Field("ec")
    g = f.group("blue", men, 90, 40, **more)
    h = f.group("red", 2, 90, 100, "south")
    f.ready()
    return f, g, h


def best(f: Field, g: int, gait: Gait = Gait.WALK) -> int:
    f.ready()
    return cover.best_cover(f.b, g, gait)


@pytest.mark.rule("TY-R21")
def test_the_nearest_cover_that_all_can_reach() -> None:
    f, g, _ = threatened()
    assert best(f, g) == -1
    far = f.terrain("scrub", rectangle=(84, 18, 96, 24))
    assert best(f, g) == far
    near = f.terrain("scrub", rectangle=(84, 30, 96, 35))
    assert best(f, g) == near
    f.f(f.of(g)[0]).x = 60  # one of them cannot get there
    assert best(f, g) == -1


@pytest.mark.rule("TY-R21")
def test_hard_cover_before_soft_then_what_is_farther_from_the_enemy() -> None:
    f, g, _ = threatened(men=1)
    f.terrain("scrub", rectangle=(70, 35, 80, 45))
    rocks = f.terrain("rocks", rectangle=(100, 35, 110, 45))
    f.b.ground.pieces[rocks].going = 1.0  # as easily reached
    assert best(f, g) == rocks
    f, g, _ = threatened(men=1)
    f.terrain("scrub", rectangle=(70, 38, 80, 60))
    south = f.terrain("scrub", rectangle=(100, 20, 110, 42))
    assert best(f, g) == south


@pytest.mark.rule("TY-R21")
def test_nobody_passes_within_five_of_an_enemy_for_it() -> None:
    f, g, _ = threatened(men=1)
    wood = f.terrain("scrub", rectangle=(100, 35, 110, 45))
    assert best(f, g) == wood
    f.group("red", 1, 97, 43, "south")
    assert best(f, g) == -1


@pytest.mark.rule("TY-R21", "TY-R59")
def test_behind_a_wall_is_where_the_enemy_is_not() -> None:
    f, g, _ = threatened(men=1)
    f.terrain("wall", line=[(80, 50), (100, 50)])
    f.ready()
    f.g(g).code = int(Code.COV)
    actions.act_out(f.b, g)
    i = f.of(g)[0]
    assert 47 < f.f(i).y < 50 and f.f(i).fy > 0.99 and f.g(g).activity == Activity.HALTED


@pytest.mark.rule("EC-R29", "TY-R21")
@pytest.mark.parametrize(
    ("kind", "shape", "horse"),
    [
        ("wood", {"rectangle": (97, 20, 117, 36)}, True),
        ("building", {"rectangle": (97, 20, 117, 36)}, False),
        ("wall", {"line": [(80, 44), (100, 44)]}, False),
        ("hedge", {"line": [(80, 44), (100, 44)]}, True),
    ],
)
def test_cover_that_a_horse_can_enter(kind: str, shape: dict[str, Any], horse: bool) -> None:
    f, g, _ = threatened(mounted=True, kind="shock")
    k = f.terrain(kind, **shape)
    assert best(f, g) == (k if horse else -1)
    f.g(g).code = int(Code.WCV)
    actions.act_out(f.b, g)
    assert bool(f.events(Ev.TO_COVER)) == horse
    if not horse:  # away at a walk
        assert centre(f.b, g)[1] == pytest.approx(10, abs=0.2) and f.g(g).gait == Gait.WALK
    f, g, _ = threatened()
    assert best(f, g) == -1 and f.terrain(kind, **shape) == best(f, g)  # men on foot go anywhere


@pytest.mark.rule("TY-R21")
def test_away_from_all_enemies_goes_by_how_near_they_are() -> None:
    f, g, _ = threatened(men=1)
    f.group("red", 1, 30, 40, "east")  # as near from the west as the other from the north
    f.ready()
    x, y = cover.away_from_all(f.b, g)
    assert x == pytest.approx(-y, abs=0.05) and x > 0
    f.group("red", 1, 70, 40, "east")
    f.ready()
    x, y = cover.away_from_all(f.b, g)
    assert x > 2 * -y > 0


@pytest.mark.rule("TY-R27")
@pytest.mark.parametrize("code", [Code.RUN, Code.WDR, Code.COV, Code.ADC])
def test_who_never_saw_an_enemy_carries_on(code: Code) -> None:
    f = Field("ec")
    g = f.group("blue", 2, 90, 40)
    f.set(f.g(g), code=int(code), activity=int(Activity.MOVING), to_x=90.0, to_y=50.0)
    f.ready()
    actions.act_out(f.b, g)
    assert centre(f.b, g) == pytest.approx((90, 50)) and not f.g(g).router and f.events(Ev.CARRIES_ON)


@pytest.mark.rule("TY-R21")
def test_cover_by_order() -> None:
    f, g, _ = threatened()
    f.g(g).commander = g
    assert f.refused(MOVE, Act.TAKE_COVER, actor=g) == "TY-R21"
    f.terrain("scrub", rectangle=(84, 30, 96, 35))
    f.ready()
    assert f.refused(MOVE, Act.TAKE_COVER, actor=g) == ""
