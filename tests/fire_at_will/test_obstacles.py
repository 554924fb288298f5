"""Walls and hedges, streams and fords, bridges; and who defends a wall."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import movement, obstacles
from grognard.books.fire_at_will.state import Edge

from .doing import go, next_turn, no
from .field import NOBODY, Act, Ev, Field

BARRIERS = ["wall", "hedge", "fence", "fallen_trees"]


def field(kind: str, figure: str = "axemen", y: float = 10, **many: int) -> tuple[Field, int, int]:
    """A formation that looks north at an obstacle across its way at y = 12 (water: 12 to 12.5)."""
    f = Field()
    n = f.formation("blue", figure, 24, y, **many)  # type: ignore[arg-type]
    if kind in BARRIERS:
        piece = f.terrain(kind, line=[(15, 12), (33, 12)])
    else:
        piece = f.terrain(kind, line=[(15, 12.25), (33, 12.25)], width=0.5)
    f.ready()
    return f, n, piece


@pytest.mark.rule("FW-030", "FW-R21", "FW-R30")
@pytest.mark.parametrize("kind", BARRIERS)
def test_one_stops_at_the_near_edge_of_a_wall_or_hedge(kind: str) -> None:
    f, n, piece = field(kind, strips=3)
    go(f, Act.ADVANCE, actor=n, x=4)
    assert f.u(n).y == pytest.approx(12, abs=1e-4)
    assert f.one(Ev.STOPPED).other == piece and f.u(n).done
    assert f.one(Ev.ADVANCED).d == pytest.approx(2, abs=1e-4)
    assert no(f, Act.TURN, actor=n, how=Edge.REAR) == "FW-023"


@pytest.mark.rule("FW-031", "FW-R21")
def test_from_there_next_turn_one_crosses_and_goes_on_for_half_the_allowance() -> None:
    f, n, piece = field("wall", strips=3)
    go(f, Act.ADVANCE, actor=n, x=4)
    next_turn(f)
    assert no(f, Act.ADVANCE, actor=n, x=2.02) == "FW-031"
    go(f, Act.ADVANCE, actor=n, x=1.5)
    assert f.one(Ev.CROSSED).other == piece
    assert f.u(n).y == pytest.approx(13.5, abs=1e-4)
    assert movement.left_to_move(f.b, n) == pytest.approx(0.5, abs=1e-4)
    assert no(f, Act.ADVANCE, actor=n, x=0.6) == "FW-023"
    go(f, Act.ADVANCE, actor=n, x=0.5)


@pytest.mark.rule("FW-030", "FW-R21")
def test_who_only_came_there_this_turn_does_not_cross() -> None:
    f, n, piece = field("wall", strips=3)
    go(f, Act.ADVANCE, actor=n, x=1.9999)
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-030"
    assert f.b.refusal.other == piece


@pytest.mark.rule("FW-R21")
def test_too_slow_for_its_depth_it_is_put_just_clear_on_the_far_side() -> None:
    f, n, _ = field("wall", "bombard", y=12)
    assert no(f, Act.ADVANCE, actor=n, x=0.5) == "FW-R30"  # wheels do not cross at all
    f, n, _ = field("wall", "pikemen", y=12, strips=6, files=1)  # three inches deep, half a move is 1.5
    go(f, Act.ADVANCE, actor=n, x=0.5)
    assert f.u(n).y == pytest.approx(15, abs=1e-4)
    assert all(f.s(n, k).y - 0.25 >= 12 for k in range(6))
    assert no(f, Act.ADVANCE, actor=n, x=0.1) == "FW-023"


@pytest.mark.rule("FW-032", "FW-R22")
@pytest.mark.parametrize("kind", ["stream", "ford"])
def test_one_stops_at_the_waters_edge(kind: str) -> None:
    f, n, piece = field(kind, strips=3)
    go(f, Act.ADVANCE, actor=n, x=4)
    assert f.u(n).y == pytest.approx(12, abs=1e-4)
    assert f.one(Ev.STOPPED).other == piece


@pytest.mark.rule("FW-033", "FW-R22")
@pytest.mark.parametrize("kind", ["stream", "ford"])
def test_next_turn_one_crosses_and_stops_with_the_rear_on_the_far_bank(kind: str) -> None:
    f, n, piece = field(kind, strips=6, files=3)
    go(f, Act.ADVANCE, actor=n, x=4)
    next_turn(f)
    go(f, Act.ADVANCE, actor=n, x=4)
    assert f.u(n).y == pytest.approx(13.5, abs=1e-4)  # one inch deep
    assert f.one(Ev.CROSSED).other == piece and f.u(n).done
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-023"


@pytest.mark.rule("FW-032", "FW-R22")
def test_a_stream_of_several_pieces_is_crossed_as_one() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 12, strips=3)
    f.terrain("stream", line=[(15, 12.25), (24, 12.25), (33, 12.25)], width=0.5)
    f.ready()
    go(f, Act.ADVANCE, actor=n, x=0.5)
    assert f.u(n).y == pytest.approx(13, abs=1e-3)


@pytest.mark.rule("FW-036", "FW-037", "FW-R23", "FW-R24")
@pytest.mark.parametrize("kind", [*BARRIERS, "stream", "ford"])
@pytest.mark.parametrize("figure", ["dragon", "giant"])
def test_dragons_and_giants_ignore_obstacles(figure: str, kind: str) -> None:
    f, n, _ = field(kind, figure)
    go(f, Act.ADVANCE, actor=n, x=4.9)
    assert f.u(n).y == pytest.approx(14.9) and not f.events(Ev.STOPPED, Ev.CROSSED)


@pytest.mark.rule("FW-037", "FW-R24")
def test_a_house_stops_a_giant() -> None:
    f = Field()
    giant = f.formation("blue", "giant", 24, 10)
    house = f.terrain("building", rectangle=(22, 12, 26, 15))
    f.ready()
    go(f, Act.ADVANCE, actor=giant, x=5)
    assert f.u(giant).y == pytest.approx(12, abs=1e-4) and f.one(Ev.STOPPED).other == house
    next_turn(f)
    assert no(f, Act.ENTER, actor=giant, other=house, how=64) == "FW-R27"


@pytest.mark.rule("FW-R22", "FW-R30")
@pytest.mark.parametrize(
    ("figure", "kind", "refused"),
    [
        ("orc_chariot", "wall", "FW-R30"),
        ("bombard", "hedge", "FW-R30"),
        ("cart", "stream", "FW-R30"),
        ("orc_war_wagon", "fence", "FW-R30"),
        ("orc_chariot", "ford", ""),
        ("bombard", "ford", ""),
        ("axemen", "river", "FW-R22"),
        ("giant", "river", "FW-R22"),
    ],
)
def test_wheels_cross_only_at_fords_and_nobody_a_deep_river(figure: str, kind: str, refused: str) -> None:
    f, n, _ = field(kind, figure, y=12)
    assert no(f, Act.ADVANCE, actor=n, x=1.5) == refused


@pytest.mark.rule("FW-R22", "FW-R30")
def test_a_bridge_is_ordinary_ground() -> None:
    for kind in ("stream", "river"):
        f = Field()
        column = f.formation("blue", "orc_chariot", 24, 11, strips=2, files=1)
        line = f.formation("blue", "axemen", 34, 11, strips=3)
        f.terrain(kind, line=[(15, 12.25), (45, 12.25)], width=0.5)
        f.terrain("bridge", rectangle=(23, 12, 25, 12.5))
        f.ready()
        go(f, Act.ADVANCE, actor=column, x=7)
        assert f.u(column).y == 18
        if kind == "river":
            assert no(f, Act.ADVANCE, actor=line, x=2) == "FW-R22"


@pytest.mark.rule("FW-R22")
def test_a_column_crosses_the_bridge_of_the_chapel_and_a_line_does_not() -> None:
    from grognard.book import HOME
    from grognard.books.fire_at_will import setup
    from grognard.books.fire_at_will.places import arrange, note_places, put

    path = HOME / "fire_at_will" / "scenarios" / "the-chapel-by-grimwater.toml"
    for files, wanted in ((2, 17.3), (3, 20.25)):
        b, names, _ = setup.new_battle(path, {})
        n = names.ids.index("O2")
        arrange(b, n, files)
        put(b, n, 24, 20.8, 0, -1)
        note_places(b)
        reach = movement.straight_reach(b, n, 0.0, -1.0, 3.5)
        assert 20.8 - reach == pytest.approx(wanted, abs=0.2)


@pytest.mark.rule("FW-030", "FW-R17")
def test_no_wheel_or_turn_over_a_wall() -> None:
    f, n, _ = field("wall", y=11.9, strips=3)
    assert no(f, Act.WHEEL, actor=n, fx=0.7071067811865476, fy=0.7071067811865476) == "FW-030"
    assert no(f, Act.TURN, actor=n, how=Edge.RIGHT) == "FW-030"
    assert no(f, Act.TURN, actor=n, how=Edge.REAR) == ""


@pytest.mark.rule("FW-030", "FW-R17")
def test_no_turn_that_sets_a_file_beyond_a_wall() -> None:
    """The wall would run in the joint of two files: on no base, and yet between them."""
    f = Field()
    f.terrain("wall", line=[[14, 22], [24, 22]])
    n = f.formation("red", "goblins", 16, 22, "south", strips=6, files=3)
    f.ready()
    assert no(f, Act.TURN, actor=n, how=Edge.LEFT) == "FW-030"
    assert no(f, Act.TURN, actor=n, how=Edge.REAR) == ""


@pytest.mark.rule("FW-030", "FW-R17")
def test_a_single_model_that_marches_stops_at_a_wall_and_faces_it() -> None:
    f = Field()
    hero = f.home(f.character("blue", "hero", 24, 11))
    f.terrain("wall", line=[(15, 12), (33, 12)])
    f.ready()
    go(f, Act.MARCH, actor=hero, x=24, y=13, fx=1.0, fy=0.0)
    assert f.one(Ev.STOPPED).actor == hero and f.u(hero).done
    assert f.s(hero, 0).y < 12


# Lining a wall


@pytest.mark.rule("FW-118", "FW-R48", "FW-R73")
@pytest.mark.parametrize(("y", "lines"), [(12, True), (11.75, True), (11.7, False)])
def test_one_defends_a_wall_from_within_a_quarter_inch(y: float, lines: bool) -> None:
    f, n, piece = field("hedge", y=y, strips=3)
    obstacles.note_lining(f.b)
    assert f.u(n).wall == (piece if lines else NOBODY)
    i = f.strip(n, 1)
    assert obstacles.lines_wall_against(f.b, i, 24, 20) == (piece if lines else NOBODY)
    assert obstacles.lines_wall_against(f.b, i, 24, 5) == NOBODY  # not against those on its own side


@pytest.mark.rule("FW-R73")
def test_the_rear_rank_lines_nothing() -> None:
    f, n, piece = field("hedge", y=12, strips=6, files=3)
    assert obstacles.lines_wall_against(f.b, f.strip(n, 4), 24, 20) == NOBODY
    assert obstacles.lines_wall_against(f.b, f.strip(n, 1), 24, 20) == piece


@pytest.mark.rule("FW-R73", "FW-158")
def test_who_was_there_first_defends() -> None:
    f, n, piece = field("hedge", y=12, strips=3)
    enemy = f.formation("red", "axemen", 24, 14, "south", strips=3)
    next_turn(f)
    go(f, Act.CHARGE, actor=enemy, other=n, fy=-1.0)
    assert f.u(enemy).y == pytest.approx(12, abs=1e-4)
    mine, its = f.strip(n, 1), f.strip(enemy, 1)
    for _ in range(2):
        assert obstacles.lines_wall_against(f.b, mine, f.c(its).x, f.c(its).y) == piece
        assert obstacles.lines_wall_against(f.b, its, f.c(mine).x, f.c(mine).y) == NOBODY
        next_turn(f)


@pytest.mark.rule("FW-R73")
def test_one_that_is_at_a_wall_only_since_it_was_attacked_does_not_defend_it() -> None:
    f, n, _ = field("hedge", y=12, strips=3)
    enemy = f.formation("red", "axemen", 24, 12, "south", strips=3)
    obstacles.note_lining(f.b)  # both are in contact already: neither was there before
    assert (f.u(n).wall, f.u(enemy).wall) == (NOBODY, NOBODY)
    assert obstacles.lines_wall_against(f.b, f.strip(n, 1), 24, 12.25) == NOBODY


@pytest.mark.rule("FW-R73")
def test_who_goes_away_lines_it_no_more() -> None:
    f, n, piece = field("hedge", y=12, strips=3)
    next_turn(f)
    assert (f.u(n).wall, f.u(n).wall_since) == (piece, 2)
    go(f, Act.BACK, actor=n, x=1)
    assert f.u(n).wall == NOBODY


# Charges over obstacles


@pytest.mark.rule("FW-R21", "FW-030")
def test_stopping_at_the_wall_against_an_enemy_who_lines_it_is_a_charge_across_it() -> None:
    f, n, _ = field("wall", y=10, strips=3)
    enemy = f.formation("red", "axemen", 24, 12, "south", strips=3)
    f.ready()
    go(f, Act.CHARGE, actor=n, other=enemy, fy=1.0)
    assert f.u(n).y == pytest.approx(12, abs=1e-4) and f.u(n).charging
    assert not f.events(Ev.CROSSED)


@pytest.mark.rule("FW-R21", "FW-031", "FW-030")
def test_an_enemy_behind_the_wall_is_charged_next_turn_over_it_within_half_a_move() -> None:
    f, n, piece = field("wall", y=10, strips=3)
    enemy = f.formation("red", "axemen", 24, 12.6, "south", strips=3)
    far = f.formation("red", "axemen", 30, 14.3, "south", strips=1)
    beyond = f.formation("blue", "axemen", 30, 12, strips=1)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-030"
    assert no(f, Act.CHARGE, actor=beyond, other=far, fy=1.0) == "FW-R18"  # 2.3 inches, half a move is 2
    go(f, Act.ADVANCE, actor=n, x=4)
    next_turn(f)
    go(f, Act.CHARGE, actor=n, other=enemy, fy=1.0)
    assert f.u(n).y == pytest.approx(12.6, abs=1e-4) and f.one(Ev.CROSSED).other == piece


@pytest.mark.rule("FW-R22", "FW-033")
@pytest.mark.parametrize(("y", "refused"), [(12.5, ""), (13.0, ""), (13.2, "FW-033")])
def test_an_enemy_at_the_far_bank_is_charged_by_crossing(y: float, refused: str) -> None:
    f, n, _ = field("stream", y=12, strips=3)  # half an inch deep: its front comes to 13
    enemy = f.formation("red", "axemen", 24, y, "south", strips=3)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == refused


@pytest.mark.rule("FW-R21")
def test_what_one_touches() -> None:
    f, n, piece = field("wall", y=12, strips=3)
    from grognard.books.fire_at_will.places import rectangle_of

    assert obstacles.obstacle_touched(f.b, rectangle_of(f.b, n)) == piece
    go(f, Act.BACK, actor=n, x=0.5)
    assert obstacles.obstacle_touched(f.b, rectangle_of(f.b, n)) == NOBODY
