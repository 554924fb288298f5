"""Winning and losing, and the order of the turn."""

from __future__ import annotations

import pytest

from grognard.battle import General
from grognard.book import HOME
from grognard.books.tyneside import sequence, setup, sight, victory
from grognard.books.tyneside.state import Lost, Phase
from grognard.dice import Source
from grognard.table.pieces import point_in_piece

from .field import BOOKS, Ev, Field

PLACES = {
    "the-mill-at-valdespino": "ec",
    "the-wagon-road": "ec",
    "saxby-bridge": "ps",
    "copthorne-lane": "ps",
}


def field() -> tuple[Field, int, int]:
    f = Field("ec")
    g = f.group("blue", 4, 60, 20)
    h = f.group("red", 4, 60, 100, "south")
    f.b.rules.turns = 5
    return f, g, h


@pytest.mark.rule("TY-098", "TY-R88")
@pytest.mark.parametrize("state", ["router", "falling_back"])
def test_a_side_all_in_retreat_has_lost(state: str) -> None:
    f, g, h = field()
    other = f.group("blue", 2, 90, 20)
    setattr(f.g(g), state, True)
    victory.judge(f.b)
    assert f.b.winner < 0
    setattr(f.g(other), state, True)
    f.leader("blue", 20, 20)  # a lone leader does not count
    victory.judge(f.b)
    assert (f.b.winner, f.b.retreat) == (1, 0) and f.events(Ev.IN_RETREAT)
    f, g, h = field()
    setattr(f.g(g), state, True)
    setattr(f.g(h), state, True)
    victory.judge(f.b)
    assert f.b.winner == 2


@pytest.mark.rule("TY-R88")
@pytest.mark.parametrize("lost", [Lost.HIDDEN, Lost.AWAITED])
def test_who_is_still_to_come_is_not_in_retreat(lost: Lost) -> None:
    f, g, h = field()
    f.g(g).router = True
    late = f.group("blue", 1, 20, 20)
    f.f(f.of(late)[0]).lost = lost
    victory.judge(f.b)
    assert f.b.winner < 0
    assert h >= 0


@pytest.mark.rule("TY-R91", "TY-098")
def test_civilians_never_count() -> None:
    f, g, _ = field()
    f.group("blue", 2, 20, 20, role="civilians")
    f.g(g).router = True
    victory.judge(f.b)
    assert f.b.winner == 1


@pytest.mark.rule("TY-099", "TY-R97")
def test_places_count_for_who_is_there_alone_and_unbroken() -> None:
    f, g, h = field()
    f.b.aims.n_objectives = 1
    o = f.b.aims.objectives[0]
    o.x, o.y, o.radius, o.points = 60.0, 20.0, 10.0, 7
    assert victory.holder(f.b, o) == 0
    f.g(g).falling_back = True
    assert victory.holder(f.b, o) == -1
    f.g(g).falling_back = False
    f.f(f.of(h)[0]).y = 25
    assert victory.holder(f.b, o) == -1
    f.f(f.of(h)[0]).y = 100
    f.b.turn = 5
    victory.judge(f.b)
    assert f.b.winner == 0 and f.b.points == [7, 0]


@pytest.mark.rule("TY-099")
@pytest.mark.parametrize("edge", [30.0, 40.00000000000001])
def test_a_place_is_held_to_its_very_edge(edge: float) -> None:
    """A man on the edge is in, though a rounding has him beside it."""
    f, g, _ = field()
    wood = f.terrain("wood", rectangle=(30, 20, 40, 60))
    f.b.aims.n_objectives = 1
    f.b.aims.objectives[0].piece = wood
    f.f(f.of(g)[0]).x, f.f(f.of(g)[0]).y = edge, 40.0
    assert point_in_piece(f.b.ground.pieces[wood], edge, 40.0)
    assert victory.holds(f.b, f.b.aims.objectives[0], 0)
    assert sight.hides(f.b, f.of(g)[0]) and not sight.stands_open(f.b, g)


@pytest.mark.rule("TY-099")
@pytest.mark.parametrize(
    ("saved", "lives", "winner"), [(2, True, 0), (1, True, 2), (0, True, 1), (2, False, 1)]
)
def test_civilians_brought_off(saved: int, lives: bool, winner: int) -> None:
    f, _, _ = field()
    captain = f.leader("blue", 20, 20)
    a = f.b.aims
    a.rescuer, a.rescue_win, a.rescue_draw, a.must_live = 0, 2, 1, captain
    f.b.saved, f.b.turn = saved, 5
    if not lives:
        f.f(f.of(captain)[0]).lost = Lost.KILLED
    victory.judge(f.b)
    assert f.b.winner == winner


@pytest.mark.rule("TY-007", "TY-010", "TY-012", "EC-013", "EC-014", "PS-013", "PS-014", "PS-R07", "TY-R29")
@pytest.mark.parametrize("name", PLACES)
def test_the_six_steps_in_order(name: str) -> None:
    m = BOOKS[PLACES[name]]
    b, _, _ = setup.new_battle(m, HOME / "tyneside" / m.folder.name / "scenarios" / f"{name}.toml")
    setup.seed(b, 5)
    b.generals[0] = b.generals[1] = int(General.RANDOM)
    b.log.room = len(b.log.events)
    assert b.dice.source == Source.SEEDED
    sequence.play_turn(b)
    steps = [(int(e.b), Phase(int(e.a)), int(e.actor)) for e in b.log.events[: b.log.n] if e.kind == Ev.STEP]
    a, c = b.side_a, 1 - b.side_a
    common = [
        (1, Phase.COMMAND, a),
        (2, Phase.MOVES, a),
        (3, Phase.SHOOTING, a),
        (4, Phase.COMMAND, c),
        (4, Phase.MOVES, c),
    ]
    if PLACES[name] == "ec":
        assert steps == [*common, (5, Phase.SHOOTING, c), (6, Phase.MELEE, a)]
    else:
        both = [(5, Phase.SHOOTING, a), (5, Phase.SHOOTING, c)]
        assert steps == [*common, (4, Phase.SHOOTING, c), *both, (6, Phase.MELEE, a)]
    assert b.turn == 1 and b.winner < 0
