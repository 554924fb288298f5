"""Morale: one die, the modifiers, every cell of the three-column table and what each result does."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import charges, fire, melee, morale, sequence, setup
from grognard.books.horse_and_musket.firing import may_shoot
from grognard.books.horse_and_musket.movement import allowance, check_mover
from grognard.books.horse_and_musket.state import (
    Battle,
    Column,
    Formation,
    Grade,
    Leave,
    Lost,
    Result,
    Step,
    Why,
)

from .field import Act, AskKind, Ev, Field, rule

TABLE = {  # the book's own table, row by row
    Column.RALLY: (
        Result.DISPERSES,
        Result.ROUTS,
        Result.FALLS_BACK,
        Result.NO_RALLY,
        Result.RALLIES,
        Result.RALLIES_HALF,
        Result.RALLIES_FULL,
        Result.RALLIES_CHARGES,
    ),
    Column.CHARGED: (
        Result.BREAKS,
        Result.FALLS_BACK_DISORDERED,
        Result.FALLS_BACK_DISORDERED,
        Result.FALLS_BACK_DISORDERED,
        Result.WAVERS,
        Result.STANDS,
        Result.STANDS_FIRES,
        Result.COUNTERS,
    ),
    Column.LOST_MELEE: (
        Result.DISPERSES,
        Result.ROUTS,
        Result.ROUTS,
        Result.FALLS_BACK_DISORDERED,
        Result.FALLS_BACK_DISORDERED,
        Result.FALLS_BACK_DISORDERED,
        Result.FALLS_BACK_DISORDERED,
        Result.FALLS_BACK_DISORDERED,
    ),
}


def militia(f: Field, row: int, **more: Any) -> int:
    """A blue unit and the die that brings it to a row: militia add nothing, so 1 to 6 are rows 1 to 6."""
    grade, figures, face = "militia", 24, row
    if row == 0:
        figures, face = 18, 1  # a quarter lost
    elif row == 7:
        grade, face = "regular", 6
    f.dice(face)
    return f.unit("blue", "line", 36, 20, grade=grade, figures=figures, original=24, **more)


def modifier(f: Field, why: Why) -> int:
    """The sum of the modifiers of one kind in the log."""
    return sum(e.a for e in f.events(Ev.MODIFIER) if e.b == why)


def rallying(f: Field, row: int, **more: Any) -> int:
    i = militia(f, row, marker=True, **more)
    f.unit(
        "red", "heavy_guns", 36, 42, facing="south", shots=0
    )  # an enemy to the north, far off and harmless
    return i


def charged(f: Field, row: int, troop: str = "line", **more: Any) -> tuple[int, int]:
    """A red charger, 4.5 inches north of a blue unit that will come to that row."""
    j = militia(f, row, **more)
    return f.unit("red", troop, 36, 26, facing="south", formation="line"), j


def beaten(f: Field, row: int, **more: Any) -> int:
    i = militia(f, row, **more)
    f.u(i).foe = f.unit("red", "line", 36, 21.5, facing="south")
    return i


# the table


@pytest.mark.rule("FH-110", "FH-111", "FH-R62", "FH-R63")
@pytest.mark.parametrize("column", TABLE)
@pytest.mark.parametrize("row", range(8))
def test_every_cell_of_the_table(column: Column, row: int) -> None:
    f = Field()
    i = militia(f, row)
    assert morale.check_morale(f.b, i, column, -1) == TABLE[column][row]
    assert f.one(Ev.MORALE).b == row
    f.used_up()


@pytest.mark.rule("FH-110", "FH-R62")
def test_one_die_and_the_row_stays_on_the_table() -> None:
    f = Field()
    low = f.unit("blue", "line", 20, 20, figures=6, original=24, grade="militia")
    high = f.unit("blue", "guard", 50, 20, grade="guard")
    f.dice(1, 6)
    assert morale.check_morale(f.b, low, Column.LOST_MELEE, -1) == Result.DISPERSES  # 1 - 3 is below 0
    assert morale.check_morale(f.b, high, Column.CHARGED, -1) == Result.COUNTERS  # 6 + 2 is above 7
    assert [e.b for e in f.events(Ev.MORALE)] == [0, 7]
    f.used_up()


# the modifiers


@pytest.mark.rule("FH-008", "FH-112", "FH-R64")
@pytest.mark.parametrize(("grade", "value"), [("militia", 0), ("regular", 1), ("guard", 2)])
@pytest.mark.parametrize("column", TABLE)
def test_grades_count_in_every_column(grade: str, value: int, column: Column) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, grade=grade)
    assert morale.modifiers(f.b, i, column, False) == value


@pytest.mark.rule("FH-R64")
def test_grenadiers_and_guards_are_elite_unless_graded_otherwise() -> None:
    def graded(troop: str, grade: str | None) -> Grade:
        entry = setup.ForceUnit(id="a", name="A", troop=troop, grade=grade, figures=24, weapon="musket")
        return Grade(setup.muster(Battle(), 0, entry, "army").grade)

    assert graded("grenadier", None) == graded("guard", None) == Grade.GUARD
    assert graded("line", None) == graded("light", None) == Grade.REGULAR
    assert graded("grenadier", "militia") == Grade.MILITIA


@pytest.mark.rule("FH-112", "FH-R66")
@pytest.mark.parametrize(
    ("original", "left", "value"),
    [
        (24, 24, 0),
        (24, 19, 0),
        (24, 18, -1),
        (24, 13, -1),
        (24, 12, -2),
        (24, 7, -2),
        (24, 6, -3),
        (12, 10, 0),
        (12, 9, -1),
        (10, 8, 0),
        (10, 7, -1),
        (4, 3, -1),
    ],
)
@pytest.mark.parametrize("column", TABLE)
def test_each_full_quarter_lost_takes_one(original: int, left: int, value: int, column: Column) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, grade="militia", figures=left, original=original)
    assert morale.modifiers(f.b, i, column, False) == value


@pytest.mark.rule("FH-R66")
def test_crews_and_figures_lost_in_a_rout_count() -> None:
    f = Field()
    battery = f.unit("blue", "field_guns", 36, 20, figures=2, original=4, grade="militia")
    assert morale.modifiers(f.b, battery, Column.CHARGED, False) == -2
    i = rallying(f, 1)
    f.dice(6)
    morale.rally(f.b, i)
    assert morale.modifiers(f.b, i, Column.CHARGED, False) == -1
    f.used_up()


@pytest.mark.rule("FH-112", "FH-R67")
@pytest.mark.parametrize(("guns", "reach"), [("heavy_guns", 10.0), ("field_guns", 8.0), ("horse_guns", 8.0)])
@pytest.mark.parametrize("beyond", [0.0, 0.1])
def test_rally_within_canister_of_an_enemy_battery(guns: str, reach: float, beyond: float) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, grade="militia")
    f.unit("red", guns, 36, 20 + 0.75 + reach + beyond + 1, facing="south")
    assert morale.modifiers(f.b, i, Column.RALLY, False) == (0 if beyond else -1)
    assert modifier(f, Why.CANISTER) == (0 if beyond else -1)
    for column in (Column.CHARGED, Column.LOST_MELEE):
        assert morale.modifiers(f.b, i, column, False) == 0


@pytest.mark.rule("FH-112", "FH-R67")
@pytest.mark.parametrize(
    "state", [{"shots": 0}, {"figures": 0}, {"sheltering": 0}, {"lost": Lost.DESTROYED}, {}]
)
def test_a_battery_that_cannot_fire_frightens_nobody(state: dict[str, int]) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, grade="militia")
    guns = f.unit("red", "field_guns", 36, 26, facing="south")
    for name, value in state.items():
        setattr(f.u(guns), name, value)
    assert morale.modifiers(f.b, i, Column.RALLY, False) == (0 if state else -1)


@pytest.mark.rule("FH-R67")
def test_canister_needs_a_line_of_sight() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, grade="militia")
    f.unit("red", "field_guns", 36, 27, facing="south")
    f.unit("blue", "line", 36, 23.5)
    assert morale.modifiers(f.b, i, Column.RALLY, False) == 0


@pytest.mark.rule("FH-112", "FH-R67")
def test_touching_an_enemy_counts_once_and_a_friend_not_at_all() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, grade="militia")
    f.unit("blue", "line", 42, 20)
    assert morale.modifiers(f.b, i, Column.RALLY, False) == 0
    f.unit("red", "line", 36, 21.5, facing="south")
    assert morale.modifiers(f.b, i, Column.RALLY, False) == -1
    assert modifier(f, Why.CONTACT) == -1
    f.unit("red", "field_guns", 30, 26, facing="south")
    assert morale.modifiers(f.b, i, Column.RALLY, False) == -1, "one -1 in all"
    for column in (Column.CHARGED, Column.LOST_MELEE):
        assert morale.modifiers(f.b, i, column, False) == 0


@pytest.mark.rule("FH-112", "FH-R65")
@pytest.mark.parametrize(("gap", "most"), [(0.0, 1), (4.0, 1), (4.05, 0)])
def test_a_general_within_four_inches_lends_one(gap: float, most: int) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    f.general("blue", 36, 20 - 0.75 - gap - 0.5)
    f.dice(3)
    if most:
        f.order(Act.INFLUENCE, i, 0, most)
    morale.check_morale(f.b, i, Column.LOST_MELEE, -1)
    assert f.one(Ev.MORALE).b == 3 + 1 + most
    f.used_up()


@pytest.mark.rule("FH-112", "FH-122", "FH-R65")
@pytest.mark.parametrize("attached", [True, False])
@pytest.mark.parametrize("lent", range(-3, 4))
def test_a_general_raises_or_lowers_within_his_limit(attached: bool, lent: int) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    f.general("blue", 36, 18, attached=i if attached else None)
    ask = f.asks(morale.check_morale, f.b, i, Column.LOST_MELEE, -1)
    assert (ask.kind, ask.side, ask.actor) == (AskKind.INFLUENCE, 0, i)
    allowed = abs(lent) <= (2 if attached else 1)
    assert rule(f.check(ask, Act.INFLUENCE, i, 0, lent)) == ("" if allowed else "FH-R65")
    if allowed:
        f.order(Act.INFLUENCE, i, 0, lent)
        f.dice(3)
        morale.check_morale(f.b, i, Column.LOST_MELEE, -1)
        assert f.one(Ev.MORALE).b == 4 + lent
        f.used_up()


@pytest.mark.rule("FH-R65")
def test_an_attached_general_replaces_one_nearby_and_the_nearest_of_two_lends() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    f.general("blue", 36, 18.2)
    f.general("blue", 36, 17)
    ask = f.asks(morale.check_morale, f.b, i, Column.LOST_MELEE, -1)
    assert ask.other == 0
    with_unit = f.general("blue", attached=i)
    ask = f.asks(morale.check_morale, f.b, i, Column.LOST_MELEE, -1)
    assert ask.other == with_unit


@pytest.mark.rule("FH-R65")
def test_the_general_speaks_before_the_die_or_after_it_by_option() -> None:
    for timing, known in (("before", 0), ("after", 3)):
        f = Field(general_timing=timing)
        i = f.unit("blue", "line", 36, 20)
        f.general("blue", attached=i)
        f.dice(3)
        f.asks(morale.check_morale, f.b, i, Column.LOST_MELEE, -1)
        assert f.b.check_die == known
        assert f.b.dice.used == (1 if known else 0)


@pytest.mark.rule("FH-R65")
@pytest.mark.parametrize(
    ("rating", "attached", "figure"),
    [(2, True, 2), (2, False, 1), (-2, True, -2), (-2, False, -1), (1, True, 1)],
)
def test_a_rated_general_has_one_figure_to_give(rating: int, attached: bool, figure: int) -> None:
    f = Field(general_quality="rated")
    i = f.unit("blue", "line", 36, 20)
    f.general("blue", 36, 18, attached=i if attached else None, rating=rating)
    ask = f.asks(morale.check_morale, f.b, i, Column.LOST_MELEE, -1)
    good = [lent for lent in range(-2, 3) if f.check(ask, Act.INFLUENCE, i, 0, lent) == 0]
    assert good == sorted({0, figure})


@pytest.mark.rule("FH-112", "FH-R67")
@pytest.mark.parametrize(
    ("option", "gap", "value"), [("canister", 2.1, -1), ("close", 2.0, -1), ("close", 2.1, 0)]
)
def test_which_canister_frightens_is_an_option(option: str, gap: float, value: int) -> None:
    f = Field(rally_canister=option)
    i = f.unit("blue", "line", 36, 20, grade="militia")
    f.unit("red", "field_guns", 36, 20 + 0.75 + gap + 1, facing="south")
    assert morale.modifiers(f.b, i, Column.RALLY, False) == value


# occasions


@pytest.mark.rule("FH-109", "FH-043")
def test_a_charged_unit_checks_on_the_charged_column() -> None:
    f = Field()
    i, j = charged(f, 5)
    charges.charge(f.b, i, j, False)
    assert (f.one(Ev.MORALE).actor, f.one(Ev.MORALE).a) == (j, Column.CHARGED)
    f.used_up()


@pytest.mark.rule("FH-109", "FH-096")
def test_the_loser_of_a_melee_checks_on_its_own_column() -> None:
    f = Field()
    i = beaten(f, 4)
    melee.lose_melee(f.b, i)
    assert (f.one(Ev.MORALE).actor, f.one(Ev.MORALE).a) == (i, Column.LOST_MELEE)
    f.used_up()


@pytest.mark.rule("FH-109", "FH-091")
def test_casualties_while_charging_are_an_occasion() -> None:
    f = Field()
    i = f.unit(
        "blue",
        "line",
        36,
        20,
        grade="militia",
        charging=True,
        in_contact=True,
        charge_figures=24,
        charge_lost=1,
    )
    j = f.unit("red", "line", 36, 21.5, facing="south", in_contact=True)
    f.u(i).target = j
    f.dice(4)
    fire.halt_charges(f.b)
    assert f.one(Ev.MORALE).a == Column.RALLY
    assert f.one(Ev.MORALE).b == 4, "no -1 for the contact of a charge"
    f.used_up()


@pytest.mark.rule("FH-109", "FH-013")
def test_a_marked_unit_must_check_and_an_unmarked_one_does_not() -> None:
    f = Field()
    i = rallying(f, 4)
    other = f.unit("blue", "line", 10, 20)
    sequence.rally_side(f.b, 0)
    assert [e.actor for e in f.events(Ev.MORALE)] == [i]
    assert not f.u(other).checked
    f.used_up()


# the Rally column


@pytest.mark.rule("FH-111")
def test_rally_0_disperses() -> None:
    f = Field()
    i = rallying(f, 0)
    morale.rally(f.b, i)
    assert f.u(i).lost == Lost.DISPERSED
    f.used_up()


@pytest.mark.rule("FH-111", "FH-114", "FH-R03", "FH-R71", "FH-R72")
def test_rally_1_routs_two_moves_and_loses_a_die_of_figures_without_saves() -> None:
    f = Field()
    i = rallying(f, 1)
    f.general("blue", attached=i)
    f.order(Act.INFLUENCE, i, 0, 0)
    f.dice(6)  # six figures, and no leader test for them
    morale.rally(f.b, i)
    u = f.u(i)
    assert (u.figures, u.routing, u.marker, u.disordered) == (18, True, True, True)
    assert u.y == pytest.approx(8)  # two moves of 6
    assert (u.fx, u.fy) == (0, -1), "facing away"
    assert not f.events(Ev.SAVES, Ev.LEADER_HIT)
    f.used_up()


@pytest.mark.rule("FH-111", "FH-113", "FH-R03", "FH-R71")
def test_rally_2_falls_back_one_move_facing_the_enemy() -> None:
    f = Field()
    i = rallying(f, 2)
    morale.rally(f.b, i)
    u = f.u(i)
    assert u.y == pytest.approx(14)
    assert (u.fx, u.fy) == (0, 1)
    assert (u.figures, u.routing, u.marker, u.disordered) == (24, False, True, True)
    f.used_up()


@pytest.mark.rule("FH-005", "FH-111", "FH-117", "FH-R03", "FH-R74")
def test_rally_3_keeps_the_marker_disorders_and_may_not_move() -> None:
    f = Field()
    i = rallying(f, 3)
    morale.rally(f.b, i)
    u = f.u(i)
    assert (u.marker, u.disordered, u.leave) == (True, True, Leave.NONE)
    assert (u.x, u.y) == (36, 20)
    assert rule(check_mover(f.b, 0, i)) == "FH-R74"
    f.used_up()


@pytest.mark.rule("FH-111", "FH-R03", "FH-R74")
@pytest.mark.parametrize(("row", "inches"), [(4, 0.0), (5, 3.0), (6, 6.0)])
def test_rally_4_to_6_recovers_and_leaves_none_half_or_all_of_the_move(row: int, inches: float) -> None:
    f = Field()
    i = rallying(f, row, disordered=True)
    morale.rally(f.b, i)
    u = f.u(i)
    assert (u.marker, u.disordered) == (False, False)
    assert allowance(f.b, u, False) == inches
    assert (rule(check_mover(f.b, 0, i)) == "FH-R74") == (row == 4)
    f.used_up()


@pytest.mark.rule("FH-R74")
def test_rally_4_may_still_shoot() -> None:
    f = Field()
    i = rallying(f, 4)
    j = f.unit("red", "line", 36, 26, facing="south")
    morale.rally(f.b, i)
    f.order(Act.FIRE, i, j)
    fire.choose_targets(f.b, 0, False)
    assert f.u(i).aims[0] == j
    f.used_up()


@pytest.mark.rule("FH-053", "FH-111", "FH-R75", "FH-R78")
def test_rally_7_charges_the_nearest_legal_enemy_in_front_at_once() -> None:
    f = Field()
    i = militia(f, 7, marker=True, disordered=True)
    f.unit("red", "heavy_horse", 31.6, 24.7, formation="march")  # nearest, but infantry never charges horse
    f.unit("red", "line", 36, 14.5, facing="north")  # behind
    far = f.unit("red", "line", 36, 27.4, facing="south")
    near = f.unit("red", "line", 40.5, 25, facing="south")
    f.dice(4)  # the charged unit's check: 5, stands
    sequence.rally_side(f.b, 0)
    assert (f.one(Ev.CHARGES).actor, f.one(Ev.CHARGES).other) == (i, near)
    assert f.u(i).impetuous and not f.u(far).charged
    f.used_up()


@pytest.mark.rule("FH-R75")
def test_rally_7_without_a_legal_enemy_leaves_a_full_move() -> None:
    f = Field()
    i = rallying(f, 7)
    sequence.rally_side(f.b, 0)
    assert not f.events(Ev.CHARGES)
    assert not f.u(i).impetuous
    assert allowance(f.b, f.u(i), False) == 6
    f.used_up()


@pytest.mark.rule("FH-R73")
def test_a_rout_goes_on_at_3_and_ends_at_4_facing_as_it_likes() -> None:
    for row, routing in ((3, True), (4, False)):
        f = Field()
        i = rallying(f, row, routing=True, disordered=True, facing="south")
        if not routing:
            f.order(Act.FACE, i, fx=1.0, fy=0.0)
        morale.rally(f.b, i)
        assert f.u(i).routing == routing
        assert (f.u(i).fx, f.u(i).fy) == ((0, -1) if routing else (1, 0))
        assert (f.u(i).x, f.u(i).y) == (36, 20)
        f.used_up()


@pytest.mark.rule("FH-R71")
def test_those_who_run_may_neither_move_nor_charge_nor_shoot() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, routing=True)
    j = f.unit("red", "line", 36, 25, facing="south")
    assert rule(check_mover(f.b, 0, i)) == "FH-R73"
    assert rule(charges_refused(f, i, j)) == "FH-R19"
    assert not may_shoot(f.b, f.u(i))
    f.u(i).routing = False
    assert check_mover(f.b, 0, i) == 0
    assert charges_refused(f, i, j) == 0
    assert may_shoot(f.b, f.u(i))


def charges_refused(f: Field, i: int, j: int) -> int:
    from grognard.books.horse_and_musket.charging import check_charge

    return check_charge(f.b, i, j, False)


@pytest.mark.rule("FH-R71")
def test_retreats_go_straight_from_the_nearest_enemy_at_the_grounds_cost() -> None:
    f = Field()
    i = militia(f, 2, marker=True)
    f.unit("red", "heavy_guns", 46, 20, shots=0)  # to the east
    f.unit("red", "heavy_guns", 36, 40, shots=0)
    f.terrain("stream", line=[[34, 0], [34, 48]])
    morale.rally(f.b, i)
    u = f.u(i)
    assert (u.x, u.y) == pytest.approx((33, 20)), "6 inches, 3 of them for the stream"
    assert (u.fx, u.fy) == (1, 0)
    f.used_up()


@pytest.mark.rule("FH-R71")
def test_a_column_falls_back_by_its_own_rate_and_a_square_by_its_three_inches() -> None:
    for formation, inches in (("column", 9), ("square", 3), ("march", 12), ("line", 6)):
        f = Field()
        i = rallying(f, 2, formation=formation)
        morale.rally(f.b, i)
        assert f.u(i).y == pytest.approx(20 - inches), formation


# the Charged column


@pytest.mark.rule("FH-111", "FH-114", "FH-R03", "FH-R71")
def test_charged_0_breaks_two_moves_without_losing_figures() -> None:
    f = Field()
    i, j = charged(f, 0)
    charges.charge(f.b, i, j, False)
    u = f.u(j)
    assert u.y == pytest.approx(8)
    assert (u.fy, u.figures, u.routing, u.marker, u.disordered) == (-1, 18, True, True, True)
    assert not u.in_contact
    f.used_up()


@pytest.mark.rule("FH-111", "FH-113", "FH-R03", "FH-R71")
@pytest.mark.parametrize("row", [1, 2, 3])
def test_charged_1_to_3_falls_back_a_move_disordered(row: int) -> None:
    f = Field()
    i, j = charged(f, row)
    charges.charge(f.b, i, j, False)
    u = f.u(j)
    assert u.y == pytest.approx(14)
    assert (u.fy, u.routing, u.marker, u.disordered) == (1, False, True, True)
    f.used_up()


@pytest.mark.rule("FH-111", "FH-R03")
def test_charged_4_wavers_stands_and_is_disordered() -> None:
    f = Field()
    i, j = charged(f, 4)
    charges.charge(f.b, i, j, False)
    u = f.u(j)
    assert (u.in_contact, u.marker, u.disordered, u.first_fire) == (True, True, True, False)
    f.used_up()


@pytest.mark.rule("FH-111")
def test_charged_5_stands_in_order_without_first_fire() -> None:
    f = Field()
    i, j = charged(f, 5)
    charges.charge(f.b, i, j, False)
    u = f.u(j)
    assert (u.in_contact, u.marker, u.disordered, u.first_fire) == (True, False, False, False)
    f.used_up()


@pytest.mark.rule("FH-111")
@pytest.mark.parametrize("moved", [False, True])
def test_charged_6_fires_first_unless_it_has_moved(moved: bool) -> None:
    f = Field()
    i, j = charged(f, 6, moved=moved)
    charges.charge(f.b, i, j, False)
    u = f.u(j)
    assert (u.in_contact, u.disordered, u.first_fire) == (True, False, not moved)
    f.used_up()


@pytest.mark.rule("FH-111")
@pytest.mark.parametrize("answer", [Act.COUNTER, Act.STAND])
def test_charged_7_infantry_counter_charges_or_stands_with_first_fire_though_moved(answer: Act) -> None:
    f = Field()
    i, j = charged(f, 7, moved=True)
    f.order(answer, j, i)
    charges.charge(f.b, i, j, False)
    u = f.u(j)
    assert (u.counter, u.first_fire) == ((True, False) if answer == Act.COUNTER else (False, True))
    f.used_up()


@pytest.mark.rule("FH-044", "FH-111")
@pytest.mark.parametrize(("row", "square"), [(4, False), (5, True), (6, True), (7, True)])
def test_infantry_charged_by_cavalry_must_form_square_at_5_6_and_7(row: int, square: bool) -> None:
    f = Field()
    i, j = charged(f, row, "heavy_horse")
    charges.charge(f.b, i, j, False)
    assert (f.u(j).formation == Formation.SQUARE) == square
    assert f.u(j).first_fire == (row >= 6)
    f.used_up()


@pytest.mark.rule("FH-045", "FH-111")
@pytest.mark.parametrize(("face", "counters"), [(5, False), (6, True)])
def test_cavalry_charged_by_cavalry_must_counter_charge_at_7(face: int, counters: bool) -> None:
    f = Field()
    j = f.unit("blue", "heavy_horse", 36, 20)
    i = f.unit("red", "heavy_horse", 36, 30, facing="south")
    f.dice(face)
    charges.charge(f.b, i, j, False)
    assert f.u(j).counter == f.u(j).charging == counters
    assert f.u(j).in_contact and not f.u(j).first_fire
    f.used_up()


# the Lost Melee column


@pytest.mark.rule("FH-111")
def test_lost_melee_0_disperses() -> None:
    f = Field()
    i = beaten(f, 0)
    melee.lose_melee(f.b, i)
    assert f.u(i).lost == Lost.DISPERSED
    f.used_up()


@pytest.mark.rule("FH-111", "FH-114", "FH-R03", "FH-R72")
@pytest.mark.parametrize("row", [1, 2])
def test_lost_melee_1_and_2_rout_and_lose_figures(row: int) -> None:
    f = Field()
    i = beaten(f, row)
    f.dice(5)
    melee.lose_melee(f.b, i)
    u = f.u(i)
    assert (u.y, u.fy, u.figures) == pytest.approx((8, -1, 19))
    assert (u.routing, u.marker, u.disordered) == (True, True, True)
    f.used_up()


@pytest.mark.rule("FH-096", "FH-111", "FH-113", "FH-R03")
@pytest.mark.parametrize("row", range(3, 8))
def test_lost_melee_3_and_more_falls_back_disordered(row: int) -> None:
    f = Field()
    i = beaten(f, row)
    melee.lose_melee(f.b, i)
    u = f.u(i)
    assert (u.y, u.fy, u.figures) == pytest.approx((14, 1, 24))
    assert (u.routing, u.marker, u.disordered) == (False, True, True)
    f.used_up()


# markers and disorder


@pytest.mark.rule("FH-006", "FH-117", "FH-R03")
@pytest.mark.parametrize(("option", "disordered"), [("next_rally", False), ("immediate", True)])
def test_a_casualty_brings_a_marker_and_by_option_disorder(option: str, disordered: bool) -> None:
    from grognard.books.horse_and_musket.casualties import remove_figures

    f = Field(casualty_disorder=option)
    i = f.unit("blue", "line", 36, 20)
    assert remove_figures(f.b, i, 0) == 0
    assert not f.u(i).marker
    assert remove_figures(f.b, i, 1) == 1
    assert (f.u(i).marker, f.u(i).disordered, f.u(i).figures) == (True, disordered, 23)


@pytest.mark.rule("FH-117")
def test_the_marker_stays_until_the_check_is_passed_turn_after_turn() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, marker=True)
    f.dice(2, 2, 3)
    for still in (True, True, False):
        sequence.begin_turn(f.b)
        sequence.rally_side(f.b, 0)
        assert f.u(i).marker == still
    f.used_up()


# when the checks are made


@pytest.mark.rule("FH-013", "FH-R02")
def test_the_owner_picks_the_order_of_his_checks_and_each_unit_checks_once() -> None:
    f = Field()
    for k in range(3):
        f.unit("blue", "line", 10 + 15 * k, 10, marker=True)
    f.order(Act.RALLY, 2)
    f.order(Act.RALLY, 0)
    f.dice(2, 2, 2)  # nobody rallies: the markers stay, and still nobody checks twice
    sequence.rally_side(f.b, 0)
    assert [e.actor for e in f.events(Ev.MORALE)] == [2, 0, 1]
    f.used_up()


@pytest.mark.rule("FH-013", "FH-R02")
def test_only_an_own_marked_unchecked_unit_can_be_named() -> None:
    f = Field()
    f.unit("blue", "line", 10, 10, marker=True)
    f.unit("blue", "line", 25, 10, marker=True, checked=True)
    f.unit("blue", "line", 40, 10)
    f.unit("red", "line", 55, 40, marker=True)
    f.unit("blue", "line", 55, 10, marker=True)
    ask = f.asks(sequence.rally_side, f.b, 0)
    assert [i for i in range(5) if f.check(ask, Act.RALLY, i) == 0] == [0, 4]
    assert rule(f.check(ask, Act.RALLY, 2)) == "FH-013"


def two_marked(f: Field) -> tuple[int, int]:
    """A blue and a red unit, both marked, 4.5 inches apart."""
    i = f.unit("blue", "line", 36, 20, marker=True)
    return i, f.unit("red", "line", 36, 26, facing="south", marker=True)


@pytest.mark.rule("FH-046", "FH-R02")
def test_the_first_player_rallies_and_charges_before_the_second_has_rallied() -> None:
    f = Field()
    i, j = two_marked(f)
    f.order(Act.FIRST)
    f.dice(6)  # blue rallies: 6 + 1 - no contact = 7, and charges at once
    f.dice(4)  # red, charged while due: 4 on Rally, 5 on Charged
    sequence.move_charges(f.b)
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.MORALE)] == [
        (i, Column.RALLY, 7),
        (j, Column.RALLY, 4),
        (j, Column.CHARGED, 5),
    ]
    f.used_up()


@pytest.mark.rule("FH-R02")
def test_all_checks_at_the_start_of_the_turn_by_option() -> None:
    f = Field(rally_timing="turn_start")
    i = f.unit("blue", "line", 36, 10, marker=True)
    j = f.unit("red", "line", 36, 38, facing="south", marker=True)
    f.dice(1, 6, 5, 5)  # red has the initiative: it checks first
    for _ in range(2):
        f.order(Act.FIRST)
    f.asks(sequence.play_turn, f.b)
    kinds = [(e.kind, e.actor) for e in f.events(Ev.MORALE, Ev.GOES_FIRST)]
    assert kinds[:2] == [(Ev.MORALE, j), (Ev.MORALE, i)]
    assert all(kind == Ev.GOES_FIRST for kind, _ in kinds[2:])
    f.used_up()


@pytest.mark.rule("FH-046", "FH-R02")
@pytest.mark.parametrize(("timing", "checks"), [("own_charge_subphase", 2), ("turn_start", 1)])
def test_the_check_on_the_spot_belongs_to_the_charge_subphase_only(timing: str, checks: int) -> None:
    f = Field(rally_timing=timing)
    j = f.unit("blue", "line", 36, 20, marker=True)
    f.dice(5)
    i = f.unit("red", "line", 36, 26, facing="south")
    charges.charge(f.b, i, j, False)
    assert len(f.events(Ev.MORALE)) == checks
    f.used_up()


# charged while due


@pytest.mark.rule("FH-046", "FH-R68")
def test_one_roll_serves_both_columns_each_with_its_own_modifiers() -> None:
    f = Field()
    i, j = charged(f, 5, marker=True, disordered=True)
    f.general("blue", attached=j)
    f.order(Act.INFLUENCE, j, 0, -1)
    charges.charge(f.b, i, j, False)
    # 5 - 1 for the general - 1 for contact = 3: it stands, still disordered; 5 - 1 = 4: it wavers
    assert [(e.a, e.b) for e in f.events(Ev.MORALE)] == [(Column.RALLY, 3), (Column.CHARGED, 4)]
    assert f.u(j).disordered and f.u(j).in_contact
    f.used_up()


@pytest.mark.rule("FH-046", "FH-R68")
@pytest.mark.parametrize(("face", "stands"), [(3, False), (4, True)])
def test_it_stands_at_rally_3_or_better(face: int, stands: bool) -> None:
    f = Field()
    i, j = charged(f, face, marker=True)
    charges.charge(f.b, i, j, False)
    assert [e.a for e in f.events(Ev.MORALE)] == (
        [Column.RALLY, Column.CHARGED] if stands else [Column.RALLY]
    )
    assert f.u(j).in_contact == stands
    assert f.u(j).y == pytest.approx(20 if stands else 14)
    f.used_up()


@pytest.mark.rule("FH-R68")
def test_rally_4_on_the_spot_clears_the_marker_before_the_charged_result() -> None:
    f = Field()
    i, j = charged(f, 5, marker=True, disordered=True)
    charges.charge(f.b, i, j, False)
    assert [(e.a, e.b) for e in f.events(Ev.MORALE)] == [(Column.RALLY, 4), (Column.CHARGED, 5)]
    assert not f.u(j).marker and not f.u(j).disordered
    f.used_up()


@pytest.mark.rule("FH-R68")
def test_rally_7_on_the_spot_does_not_charge_but_reads_charged_7() -> None:
    f = Field()
    j = f.unit("blue", "guard", 36, 20, grade="guard", marker=True)
    i = f.unit("red", "line", 36, 26, facing="south")
    f.dice(6)
    f.order(Act.STAND, j, i)
    charges.charge(f.b, i, j, False)
    assert [(e.a, e.b) for e in f.events(Ev.MORALE)] == [(Column.RALLY, 7), (Column.CHARGED, 7)]
    assert not f.u(j).charging and f.u(j).first_fire
    f.used_up()


@pytest.mark.rule("FH-R68")
def test_a_unit_that_has_checked_this_turn_reads_the_charged_column_only() -> None:
    f = Field()
    i, j = charged(f, 4, marker=True, checked=True)
    charges.charge(f.b, i, j, False)
    assert [(e.a, e.b) for e in f.events(Ev.MORALE)] == [(Column.CHARGED, 4)]
    f.used_up()


@pytest.mark.rule("FH-R71", "FH-R73")
def test_a_routing_unit_that_stands_at_rally_3_runs_on_and_does_not_shoot() -> None:
    f = Field()
    i, j = charged(f, 4, marker=True, routing=True, facing="south")
    charges.charge(f.b, i, j, False)
    assert [(e.a, e.b) for e in f.events(Ev.MORALE)] == [(Column.RALLY, 3), (Column.CHARGED, 4)]
    assert f.u(j).routing and f.u(j).in_contact
    f.used_up()
    f = Field()
    j = f.unit("blue", "line", 36, 20, facing="south", routing=True, checked=True, marker=True)
    i = f.unit("red", "line", 36, 26, facing="south")
    f.dice(6)  # Charged 7, but those who run neither counter-charge nor fire
    charges.charge(f.b, i, j, False)
    assert f.u(j).routing and not f.u(j).first_fire and not f.u(j).counter
    f.used_up()


@pytest.mark.rule("FH-R73")
def test_a_rout_that_ends_on_the_spot_lets_the_unit_face_its_charger() -> None:
    f = Field()
    i, j = charged(f, 5, marker=True, routing=True, disordered=True, facing="south")
    f.order(Act.FACE, j, fx=0.0, fy=1.0)
    charges.charge(f.b, i, j, False)
    assert not f.u(j).routing and f.u(j).fy == 1
    f.used_up()


# the order of the dice


@pytest.mark.rule("FH-R61")
def test_a_checks_dice_come_in_order_its_die_the_stray_round_the_figures_lost_the_pursuit() -> None:
    f = Field()
    loser = f.unit("blue", "line", 36, 20, grade="militia", melee=0, in_contact=True)
    winner = f.unit("red", "heavy_horse", 36, 21.3, facing="south", melee=0, in_contact=True, charging=True)
    f.u(loser).foe, f.u(winner).foe, f.u(winner).target, f.u(winner).inflicted = winner, loser, loser, 5
    f.u(winner).spent = 12.0
    f.b.n_melees, f.b.melee_attacker[0] = 1, 1
    general = f.general("blue", 42.5, 20)
    f.order(Act.INFLUENCE, loser, general, 1)
    f.dice(1, 2, 3, 4)  # Lost Melee 1 + 1 = 2, routs; no stray round; three men; four inches
    melee.settle(f.b, 0)
    kinds = [e.kind for e in f.events(Ev.MORALE, Ev.STRAY, Ev.LOST_FIGURES, Ev.PURSUES)]
    assert kinds == [Ev.MORALE, Ev.STRAY, Ev.LOST_FIGURES, Ev.PURSUES]
    assert f.one(Ev.MORALE).b == 2
    assert (f.one(Ev.STRAY).a, f.one(Ev.LOST_FIGURES).a, f.one(Ev.PURSUES).b) == (2, 3, 4)
    assert f.b.leaders[general].alive
    f.used_up()


@pytest.mark.rule("FH-R02")
def test_charges_begin_with_the_initiative_and_the_rally_of_the_side_that_goes_first() -> None:
    f = Field()
    f.b.initiative = 1
    i, j = two_marked(f)
    f.order(Act.SECOND)  # red lets blue go first
    f.dice(4, 4)  # both rally at half pace, too little for a charge
    sequence.move_charges(f.b)
    assert f.one(Ev.GOES_FIRST).a == Step.CHARGES
    assert [e.actor for e in f.events(Ev.MORALE)] == [i, j]
    f.used_up()
