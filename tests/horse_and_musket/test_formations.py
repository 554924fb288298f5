"""Formations: what they need, how they are taken, what they cost."""

from __future__ import annotations

import pytest

from grognard.books.horse_and_musket import sequence, sight, units
from grognard.books.horse_and_musket.state import Formation, Leave
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, place, rule

MOVE = Ask(AskKind.MOVE, 0, -1, -1)
NAN = float("nan")


def forming(
    f: Field,
    i: int,
    formation: Formation,
    files: int = 0,
    ahead: float = 0.0,
    fx: float = 0.0,
    fy: float = 1.0,
) -> str:
    """The rule against forming so, and going on straight ahead; or nothing."""
    u = f.u(i)
    return rule(f.check(MOVE, Act.FORM, i, files, int(formation), u.x + fx * ahead, u.y + fy * ahead, fx, fy))


def form(
    f: Field,
    i: int,
    formation: Formation,
    files: int = 0,
    ahead: float = 0.0,
    fx: float = 0.0,
    fy: float = 1.0,
) -> None:
    assert forming(f, i, formation, files, ahead, fx, fy) == ""
    u = f.u(i)
    sequence.move_unit(
        f.b, place(Act.FORM, i, u.x + fx * ahead, u.y + fy * ahead, fx, fy, int(formation), files)
    )


def files(f: Field, i: int) -> int:
    return f.u(i).files


# What a formation is


@pytest.mark.rule("FH-033")
def test_a_march_column_is_one_stand_wide() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    form(f, i, Formation.MARCH)
    assert (f.u(i).files, f.u(i).width, f.u(i).depth) == (1, 1.5, 6.0)


@pytest.mark.rule("FH-034")
@pytest.mark.parametrize(("figures", "against"), [(18, ""), (15, "FH-034")])
def test_an_assault_column_needs_two_stands_by_three(figures: int, against: str) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, figures=figures)
    assert forming(f, i, Formation.COLUMN) == against


@pytest.mark.rule("FH-034", "FH-R08")
@pytest.mark.parametrize(
    ("wide", "against"), [(1, "FH-034"), (2, ""), (3, ""), (4, "FH-034"), (9, "FH-034"), (100, "FH-034")]
)
def test_an_assault_column_may_be_wider_while_still_three_deep(wide: int, against: str) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)  # 8 stands: 3 wide is 3 deep, 4 wide only 2
    assert forming(f, i, Formation.COLUMN, wide) == against
    if not against:
        form(f, i, Formation.COLUMN, wide)
        assert files(f, i) == wide


@pytest.mark.rule("FH-034", "FH-R08")
def test_a_column_is_two_wide_unless_asked() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    form(f, i, Formation.COLUMN)
    assert files(f, i) == 2


@pytest.mark.rule("FH-035")
def test_an_infantry_line_is_two_stands_deep() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, formation="column")
    form(f, i, Formation.LINE)
    assert (files(f, i), f.u(i).depth) == (4, 1.5)


@pytest.mark.rule("FH-036", "FH-R08")
@pytest.mark.parametrize(("figures", "against"), [(12, ""), (10, ""), (9, "FH-036")])
def test_a_square_needs_four_stands(figures: int, against: str) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, figures=figures)
    assert forming(f, i, Formation.SQUARE) == against


@pytest.mark.rule("FH-036")
def test_a_square_faces_outward_in_four_directions() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, formation="square")
    around = [f.unit("red", "field_guns", 30 + dx, 20 + dy) for dx, dy in ((0, 9), (9, 0), (0, -9), (-9, 0))]
    seen = [[sight.in_arc_of_fire(f.b, f.u(i), f.u(j), side) for side in range(4)] for j in around]
    assert seen == [[side == n for side in range(4)] for n in range(4)]
    assert not any(sight.takes_in_flank(f.u(j), f.u(i)) for j in around)


@pytest.mark.rule("FH-037")
def test_extended_order_is_a_line_one_stand_deep() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 20)
    form(f, i, Formation.EXTENDED)
    assert (files(f, i), f.u(i).width, f.u(i).depth) == (8, 12.0, 0.75)
    assert units.is_skirmishing(f.u(i))


@pytest.mark.rule("FH-038")
def test_a_column_of_squadrons_is_two_stands_deep() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 30, 20)
    form(f, i, Formation.SQUADRONS)
    assert (files(f, i), f.u(i).width, f.u(i).depth) == (3, 4.5, 2.0)


@pytest.mark.rule("FH-038")
@pytest.mark.parametrize(
    ("formation", "against"),
    [
        (Formation.LINE, ""),
        (Formation.SQUADRONS, ""),
        (Formation.COLUMN, "FH-038"),
        (Formation.EXTENDED, "FH-038"),
        (Formation.SQUARE, "FH-038"),
        (Formation.BATTERY, "FH-038"),
        (Formation.GARRISON, "FH-038"),
    ],
)
def test_the_formations_of_cavalry(formation: Formation, against: str) -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 20, formation="march")
    assert forming(f, i, formation) == against


@pytest.mark.rule("FH-038")
def test_only_cavalry_forms_squadrons() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    assert not units.may_take(f.b, f.u(i), Formation.SQUADRONS)
    assert forming(f, i, Formation.SQUADRONS) != ""


@pytest.mark.rule("FH-039")
@pytest.mark.parametrize("formation", list(Formation))
def test_artillery_has_no_formations(formation: Formation) -> None:
    f = Field()
    i = f.unit("blue", "field_guns", 30, 20)
    assert forming(f, i, formation) == "FH-039"


@pytest.mark.rule("FH-039")
@pytest.mark.parametrize(("moved", "spoiled"), [(4.5, False), (4.51, True)])
def test_whether_a_gun_may_shoot_depends_on_how_far_it_moved(moved: float, spoiled: bool) -> None:
    f = Field()
    i = f.unit("blue", "field_guns", 30, 20)
    sequence.move_unit(f.b, place(Act.MOVE, i, 30, 20 + moved))
    assert f.u(i).gun_spoiled == spoiled


@pytest.mark.rule("FH-036")
@pytest.mark.parametrize("formation", [-1, 8, 10**12])
def test_a_formation_that_is_not_in_the_book_is_refused(formation: int) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    assert f.check(MOVE, Act.FORM, i, 0, formation, 30, 20) != 0
    assert f.check(MOVE, Act.FORM, i, 0, int(Formation.GARRISON), 30, 20) != 0
    assert f.check(MOVE, Act.FORM, i, 0, int(Formation.BATTERY), 30, 20) != 0


# What taking it costs


@pytest.mark.rule("FH-024", "FH-R11")
@pytest.mark.parametrize(
    ("start", "new", "half"),
    [
        ("line", Formation.COLUMN, 4.5),
        ("column", Formation.LINE, 3.0),
        ("line", Formation.MARCH, 6.0),
        ("line", Formation.EXTENDED, 4.5),
    ],
)
def test_after_forming_half_of_the_new_rate_is_left(start: str, new: Formation, half: float) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, formation=start)
    assert forming(f, i, new, ahead=half) == ""
    assert forming(f, i, new, ahead=half + 0.01) == "FH-R11"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == pytest.approx((half + 0.01, half))
    assert f.u(i).formation == Formation[start.upper()]  # asking changes nothing


@pytest.mark.rule("FH-R11")
def test_cavalry_goes_on_at_half_its_march_rate() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 30, 10)
    assert forming(f, i, Formation.MARCH, ahead=7.5) == ""
    assert forming(f, i, Formation.MARCH, ahead=7.51) == "FH-R11"


@pytest.mark.rule("FH-024")
@pytest.mark.parametrize(("fx", "fy"), [(1.0, 0.0), (0.0, -1.0), (0.6, 0.8)])
def test_a_change_of_facing_is_included(fx: float, fy: float) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    form(f, i, Formation.COLUMN, ahead=4.5, fx=fx, fy=fy)
    u = f.u(i)
    assert (u.fx, u.fy, u.x, u.y) == pytest.approx((fx, fy, 30 + 4.5 * fx, 20 + 4.5 * fy))
    assert (f.one(Ev.FORMED).rule, f.one(Ev.MOVED).rule) == (24, 24)


@pytest.mark.rule("FH-R11")
def test_it_is_made_on_the_centre_and_the_rest_goes_straight_ahead() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    assert rule(f.check(MOVE, Act.FORM, i, 0, int(Formation.COLUMN), 31, 23, 0, 1)) == "FH-R11"
    assert rule(f.check(MOVE, Act.FORM, i, 0, int(Formation.COLUMN), 30, 18, 0, 1)) == "FH-R11"


@pytest.mark.rule("FH-024")
def test_the_change_is_the_whole_move() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    form(f, i, Formation.COLUMN)
    assert rule(f.check(MOVE, Act.MOVE, i, x=30, y=21)) == "FH-019"


@pytest.mark.rule("FH-024")
@pytest.mark.parametrize("formation", ["line", "column", "march", "extended", "square"])
def test_forming_what_it_is_in_is_no_change_of_formation(formation: str) -> None:
    """Or a unit could turn about in place and still go on half a move."""
    f = Field()
    i = f.unit("blue", "line", 30, 20, formation=formation)
    assert forming(f, i, Formation[formation.upper()], fx=1.0, fy=0.0) == "FH-024"


@pytest.mark.rule("FH-024", "FH-034")
def test_a_column_may_change_its_width() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, formation="column")
    assert forming(f, i, Formation.COLUMN, 2) == "FH-024"
    form(f, i, Formation.COLUMN, 3)
    assert files(f, i) == 3


@pytest.mark.rule("FH-024", "FH-R74")
def test_half_a_move_is_enough_to_form_but_not_to_go_on() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, leave=int(Leave.HALF))
    assert forming(f, i, Formation.COLUMN) == ""
    assert forming(f, i, Formation.COLUMN, ahead=0.5) == "FH-R11"


@pytest.mark.rule("FH-R11")
def test_not_in_contact_with_an_enemy() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    f.unit("red", "line", 30, 21.5, "south")
    assert forming(f, i, Formation.MARCH) == "FH-R11"


@pytest.mark.rule("FH-R11")
def test_ground_counts_on_the_way_on() -> None:
    f = Field()
    f.terrain("rough", rectangle=(20, 10, 40, 40))
    i = f.unit("blue", "line", 30, 20)
    assert forming(f, i, Formation.COLUMN, ahead=2.25) == ""
    assert forming(f, i, Formation.COLUMN, ahead=2.26) == "FH-R11"


@pytest.mark.rule("FH-029", "FH-R11")
def test_a_unit_that_forms_on_a_road_goes_on_along_it() -> None:
    f = Field()
    f.terrain("rough", rectangle=(20, 10, 40, 40))
    f.terrain("road", line=[(30, 0), (30, 48)], width=2)
    i = f.unit("blue", "line", 30, 20)
    assert forming(f, i, Formation.MARCH, ahead=6.0) == ""
    assert forming(f, i, Formation.MARCH, ahead=6.01) == "FH-R11"
    assert forming(f, i, Formation.COLUMN, ahead=2.26) == "FH-R11"


@pytest.mark.rule("FH-R11", "FH-R17")
def test_the_new_formation_needs_room() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    friend = f.unit("blue", "line", 30, 21.6)  # a hair behind: a square would stand in it
    assert forming(f, i, Formation.SQUARE) == "FH-R17"
    assert f.b.refusal.other == friend
    edge = f.unit("blue", "line", 10, 0.75)
    assert forming(f, edge, Formation.SQUARE) == "FH-R21"
    f.terrain("building", rectangle=(50, 21, 54, 24))
    wall = f.unit("blue", "line", 52, 20)
    assert forming(f, wall, Formation.COLUMN) == "FH-R14"


@pytest.mark.rule("FH-024")
@pytest.mark.parametrize(("fx", "fy"), [(0.0, 0.0), (NAN, 1.0), (1.0, 1.0), (float("inf"), 0.0)])
def test_a_facing_is_a_direction(fx: float, fy: float) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    assert rule(f.check(MOVE, Act.FORM, i, 0, int(Formation.COLUMN), 30, 20, fx, fy)) == "FH-024"


@pytest.mark.rule("FH-R11")
@pytest.mark.parametrize(("x", "y"), [(NAN, 20), (30, NAN), (float("inf"), 20), (1e308, 1e308), (-1e308, 20)])
def test_nobody_goes_on_to_nowhere(x: float, y: float) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    assert rule(f.check(MOVE, Act.FORM, i, 0, int(Formation.COLUMN), x, y, 0, 1)) == "FH-R11"


# Squares


@pytest.mark.rule("FH-R12", "FH-026")
@pytest.mark.parametrize(("dx", "dy"), [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (0.6, -0.8)])
def test_a_square_moves_three_inches_any_way(dx: float, dy: float) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, formation="square")
    assert rule(f.check(MOVE, Act.HALF_MOVE, i, x=30 + 3 * dx, y=20 + 3 * dy)) == ""
    assert rule(f.check(MOVE, Act.HALF_MOVE, i, x=30 + 3.01 * dx, y=20 + 3.01 * dy)) == "FH-022"
    assert f.b.refusal.allowed == 3.0


@pytest.mark.rule("FH-R12", "FH-027")
def test_ground_counts_for_a_square() -> None:
    f = Field()
    f.terrain("rough", rectangle=(20, 10, 40, 40))
    i = f.unit("blue", "line", 30, 20, formation="square")
    assert rule(f.check(MOVE, Act.HALF_MOVE, i, x=30, y=21.5, fx=0.6, fy=0.8)) == ""
    assert rule(f.check(MOVE, Act.HALF_MOVE, i, x=30, y=21.51)) == "FH-022"


@pytest.mark.rule("FH-R12")
def test_a_square_has_no_forward_move() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20, formation="square")
    assert rule(f.check(MOVE, Act.MOVE, i, x=30, y=22)) == "FH-R12"


@pytest.mark.rule("FH-R12", "FH-R11")
def test_forming_square_leaves_nothing_to_go_on_with() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    assert forming(f, i, Formation.SQUARE) == ""
    assert forming(f, i, Formation.SQUARE, ahead=0.5) == "FH-R11"
