"""Units and terms: kinds, grades, crews, stands and footprints, markers and disorder."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.books.horse_and_musket import casualties, fire, morale, sequence, setup, units
from grognard.books.horse_and_musket.state import Arm, Column, Formation, Grade, Leave, Troop, Why
from grognard.dice import Source, seed_dice
from grognard.problems import Problem

from .field import Ev, Field


def muster(f: Field, **entry: object) -> int:
    """A unit of an army list, as a scenario would raise it; its number."""
    given = {"id": "X", "name": "The Xth", "troop": "line", "grade": "regular", **entry}
    setup.muster(f.b, 0, setup.ForceUnit.model_validate(given), "list")
    return f.b.n_units - 1


def shape(f: Field, i: int) -> tuple[float, float]:
    """The footprint, width by depth."""
    return f.u(i).width, f.u(i).depth


# Size, kind and grade


@pytest.mark.rule("FH-001")
@pytest.mark.parametrize("figures", [1, 7, 24, 31, 96])
def test_a_unit_has_as_many_figures_as_its_list_says(figures: int) -> None:
    f = Field()
    u = f.u(muster(f, figures=figures))
    assert u.figures == u.original == figures


@pytest.mark.rule("FH-001")
def test_the_size_of_a_unit_is_not_guessed() -> None:
    with pytest.raises(Problem, match=r"list\.figures: how many figures has The Xth"):
        muster(Field())


@pytest.mark.rule("FH-002")
@pytest.mark.parametrize(("horse", "warned"), [(12, False), (64, False), (65, True)])
def test_cavalry_over_two_thirds_of_the_infantry_is_warned_of(horse: int, warned: bool) -> None:
    f = Field()
    muster(f, figures=96)
    muster(f, troop="light_horse", figures=horse)
    told = setup.warnings(f.b, setup.Names(units=["Foot", "Horse"]))
    assert bool(told) == warned
    assert all("Horse" in line and "[FH-002]" in line for line in told)


@pytest.mark.rule("FH-003")
def test_a_battery_is_one_base_with_a_crew_of_four() -> None:
    f = Field()
    u = f.u(muster(f, troop="field_guns"))
    units.take_formation(f.b, u, int(Formation.BATTERY), 0)
    assert (u.figures, u.width, u.depth) == (4, 2.0, 2.0)


@pytest.mark.rule("FH-003")
@pytest.mark.parametrize("crew", [1, 2, 3, 4])
def test_a_battery_may_begin_with_part_of_its_crew(crew: int) -> None:
    f = Field()
    assert f.u(muster(f, troop="horse_guns", figures=crew)).figures == crew


@pytest.mark.rule("FH-003")
def test_a_battery_has_no_more_crew_than_a_battery_has() -> None:
    with pytest.raises(Problem, match="a crew of 5; a battery has at most 4"):
        muster(Field(), troop="heavy_guns", figures=5)


@pytest.mark.rule("FH-007")
@pytest.mark.parametrize(
    ("troop", "arm"),
    [
        ("line", Arm.INFANTRY),
        ("light", Arm.INFANTRY),
        ("grenadier", Arm.INFANTRY),
        ("guard", Arm.INFANTRY),
        ("heavy_horse", Arm.CAVALRY),
        ("armoured_horse", Arm.CAVALRY),
        ("light_horse", Arm.CAVALRY),
        ("lancers", Arm.CAVALRY),
        ("heavy_guns", Arm.ARTILLERY),
        ("field_guns", Arm.ARTILLERY),
        ("horse_guns", Arm.ARTILLERY),
    ],
)
def test_every_kind_belongs_to_its_arm(troop: str, arm: Arm) -> None:
    f = Field()
    u = f.u(muster(f, troop=troop, figures=4))
    assert (u.troop, u.arm) == (Troop[troop.upper()], arm)


@pytest.mark.rule("FH-007")
def test_armoured_horse_is_heavy_and_lancers_are_light() -> None:
    f = Field()
    weights = [
        units.is_heavy(f.u(muster(f, troop=t, figures=12)))
        for t in ("armoured_horse", "heavy_horse", "lancers", "light_horse")
    ]
    assert weights == [True, True, False, False]


@pytest.mark.rule("FH-007")
def test_there_are_no_other_kinds() -> None:
    with pytest.raises(Problem, match=r"list\.troop: .*elephants.*line, light, grenadier"):
        muster(Field(), troop="elephants", figures=3)


@pytest.mark.rule("FH-008")
@pytest.mark.parametrize(("grade", "adds"), [("guard", 2), ("regular", 1), ("militia", 0)])
def test_the_grade_is_a_modifier(grade: str, adds: int) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, grade=grade)
    assert morale.modifiers(f.b, i, Column.CHARGED, False) == adds
    assert [e.a for e in f.events(Ev.MODIFIER) if e.b == Why.GRADE] == ([adds] if adds else [])


@pytest.mark.rule("FH-008")
def test_an_unknown_grade_is_a_problem_that_lists_the_grades() -> None:
    with pytest.raises(Problem, match=r"list\.grade: .*heroes.*militia, regular, guard"):
        muster(Field(), grade="heroes", figures=24)
    assert [g.name for g in Grade] == ["MILITIA", "REGULAR", "GUARD"]


# Dice


@pytest.mark.rule("FH-004")
def test_a_d6_has_the_faces_one_to_six() -> None:
    f = Field()
    f.b.dice.source = int(Source.SEEDED)
    seed_dice(f.b.dice, 1)
    for _ in range(100):
        sequence.roll_initiative(f.b)
    faces = {e.a for e in f.events(Ev.INITIATIVE)} | {e.b for e in f.events(Ev.INITIATIVE)}
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("FH-004")
def test_2d6_is_two_dice_together() -> None:
    f = Field()
    f.b.dice.source = int(Source.SEEDED)
    seed_dice(f.b.dice, 2)
    gun, foe = f.unit("blue", "field_guns", 30, 10), f.unit("red", "field_guns", 30, 16, "south")
    for _ in range(300):
        f.u(foe).figures, f.u(foe).lost = 4, 0
        fire.counter_battery(f.b, gun, foe)
    totals = [e.a for e in f.events(Ev.COUNTER_BATTERY)]
    assert set(totals) == set(range(2, 13))
    assert 6.5 < sum(totals) / len(totals) < 7.5


# Stands and footprints


@pytest.mark.rule("FH-R07")
@pytest.mark.parametrize(
    ("troop", "figures", "stands"),
    [
        ("line", 24, 8),
        ("line", 22, 8),
        ("line", 21, 7),
        ("light_horse", 12, 6),
        ("light_horse", 11, 6),
        ("light_horse", 10, 5),
        ("field_guns", 4, 1),
        ("field_guns", 5, 2),
    ],
)
def test_figures_a_stand(troop: str, figures: int, stands: int) -> None:
    f = Field()
    assert units.stands_of(f.b, f.u(f.unit("blue", troop, 30, 10, figures=figures))) == stands


@pytest.mark.rule("FH-R07")
def test_the_sizes_of_bases() -> None:
    f = Field()
    assert shape(f, f.unit("blue", "line", 30, 10, figures=3)) == (1.5, 0.75)
    assert shape(f, f.unit("blue", "heavy_horse", 30, 20, figures=2)) == (1.5, 1.0)
    assert shape(f, f.unit("blue", "horse_guns", 30, 30)) == (2.0, 2.0)
    base = units.box_of_leader(f.b, f.b.leaders[f.general("blue", 10, 10)])
    assert (base.width, base.depth) == (1.0, 1.0)


@pytest.mark.rule("FH-R08")
@pytest.mark.parametrize(
    ("troop", "formation", "files", "figures", "wide", "deep"),
    [
        ("line", "line", 0, 24, 6.0, 1.5),
        ("line", "line", 0, 21, 6.0, 1.5),  # 7 stands: 4 wide, the rear rank short
        ("line", "line", 0, 18, 4.5, 1.5),
        ("line", "column", 0, 24, 3.0, 3.0),
        ("line", "column", 0, 21, 3.0, 3.0),
        ("line", "column", 0, 18, 3.0, 2.25),
        ("line", "column", 3, 27, 4.5, 2.25),
        ("line", "march", 0, 24, 1.5, 6.0),
        ("line", "extended", 0, 24, 12.0, 0.75),
        ("line", "square", 0, 24, 3.0, 3.0),
        ("line", "square", 0, 12, 4.5**0.5, 4.5**0.5),
        ("light_horse", "line", 0, 12, 9.0, 1.0),
        ("light_horse", "squadrons", 0, 12, 4.5, 2.0),
        ("light_horse", "squadrons", 0, 10, 4.5, 2.0),  # 5 stands: 3 wide
        ("light_horse", "march", 0, 12, 1.5, 6.0),
    ],
)
def test_the_shape_of_a_formation(
    troop: str, formation: str, files: int, figures: int, wide: float, deep: float
) -> None:
    f = Field()
    i = f.unit("blue", troop, 30, 10, formation=formation, figures=figures, files=files)
    assert shape(f, i) == pytest.approx((wide, deep))


@pytest.mark.rule("FH-R08")
def test_casualties_come_from_the_rear() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation="column")
    f.dice(6)
    casualties.lose_by_dice(f.b, i, 1, 1072)
    u = f.u(i)
    assert shape(f, i) == (3.0, 2.25)
    assert u.y + u.depth / 2 == pytest.approx(11.5)  # the front stays where it was
    f.used_up()


@pytest.mark.rule("FH-R08")
def test_a_stand_goes_when_its_figures_are_gone() -> None:
    f = Field()
    i = f.unit("blue", "light", 30, 10, formation="extended")
    f.dice(2, 1)
    casualties.lose_by_dice(f.b, i, 1, 1072)
    assert shape(f, i) == (12.0, 0.75)  # 22 figures are still 8 stands
    casualties.lose_by_dice(f.b, i, 1, 1072)
    assert shape(f, i) == (10.5, 0.75)
    f.used_up()


@pytest.mark.rule("FH-R08")
def test_a_unit_below_the_minimum_keeps_its_formation() -> None:
    f = Field()
    column = f.unit("blue", "line", 30, 10, formation="column", figures=18)
    square = f.unit("blue", "line", 50, 10, formation="square", figures=12)
    f.dice(6, 6)
    casualties.lose_by_dice(f.b, column, 1, 1072)
    casualties.lose_by_dice(f.b, square, 1, 1072)
    assert (f.u(column).formation, *shape(f, column)) == (Formation.COLUMN, 3.0, 1.5)
    assert f.u(square).formation == Formation.SQUARE
    assert shape(f, square) == pytest.approx((1.5, 1.5))
    assert not units.may_take(f.b, f.u(column), Formation.COLUMN)
    assert not units.may_take(f.b, f.u(square), Formation.SQUARE)


@pytest.mark.rule("FH-R13")
def test_an_attached_general_stays_with_a_unit_that_closes_its_ranks() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation="column")
    k = f.general("blue", attached=i)
    f.dice(6)
    casualties.lose_by_dice(f.b, i, 1, 1072)
    assert (f.b.leaders[k].x, f.b.leaders[k].y) == (f.u(i).x, f.u(i).y) == (30, 10.375)


# What a scenario file may not say


@pytest.mark.rule("FH-R08")
@pytest.mark.parametrize(
    ("formation", "files", "wrong"), [("column", 4, "cannot be 4 wide"), ("squadrons", 0, "cannot be in")]
)
def test_a_scenario_cannot_give_a_formation_that_does_not_exist(
    formation: str, files: int, wrong: str
) -> None:
    f = Field()
    i = muster(f, figures=24)
    place = setup.UnitPlace(id="X", at=(30, 10), formation=formation, files=files)
    with pytest.raises(Problem, match=wrong):
        setup.place_unit(f.b, f.u(i), place, setup.Names(), "north", "place")


@pytest.mark.rule("FH-R14")
@pytest.mark.parametrize("troop", ["light_horse", "field_guns"])
def test_a_scenario_puts_only_infantry_into_buildings(troop: str) -> None:
    f = Field()
    f.terrain("building", rectangle=(30, 20, 34, 24))
    i = muster(f, troop=troop, figures=4)
    with pytest.raises(Problem, match="infantry garrisons buildings"):
        setup.put_in_building(f.b, f.u(i), "farm", setup.Names(terrain=["farm"]), "place")


@pytest.mark.rule("FH-R14")
def test_a_unit_stands_in_a_building_only_as_its_garrison() -> None:
    f = Field()
    k = f.terrain("building", rectangle=(30, 20, 34, 24))
    f.garrison("blue", k)
    names = setup.Names(ids=["A", "B"], units=["The Ath", "The Bth"], terrain=["farm"])
    setup.check_places(f.b, names, Path("s.toml"))
    f.unit("red", "line", 32, 24.5)
    with pytest.raises(Problem, match="B overlaps A"):
        setup.check_places(f.b, names, Path("s.toml"))
    f.u(0).lost = 1
    with pytest.raises(Problem, match="B stands in farm; only its garrison may"):
        setup.check_places(f.b, names, Path("s.toml"))


# Markers and disorder


@pytest.mark.rule("FH-006", "FH-R03")
def test_a_casualty_brings_a_marker_but_not_yet_disorder() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10)
    casualties.remove_figures(f.b, i, 0)
    assert not f.u(i).marker
    casualties.remove_figures(f.b, i, 1)
    assert f.u(i).marker and not f.u(i).disordered
    assert f.u(i).figures == 23


@pytest.mark.rule("FH-006")
def test_saved_hits_bring_nothing() -> None:
    f = Field()
    i, j = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 14, "south")
    f.dice(5, 6)
    assert casualties.suffer(f.b, i, j, 2, False) == 0
    assert not f.u(j).marker
    f.used_up()


@pytest.mark.rule("FH-R03")
def test_by_option_a_casualty_halves_hits_from_that_moment() -> None:
    f = Field(casualty_disorder="immediate")
    i, j = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 13, "south")
    casualties.remove_figures(f.b, i, 1)
    assert f.u(i).marker and f.u(i).disordered
    f.u(i).then = 24
    f.dice(4, 3, 6, 6, 6)
    assert fire.fire_muskets(f.b, i, j, 0) == 4  # 7 at short range, halved
    f.used_up()


@pytest.mark.rule("FH-005", "FH-R03")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_those_who_fail_to_rally_are_disordered(face: int) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 24, grade="militia", marker=True)
    f.unit("red", "field_guns", 36, 44, "south", shots=0)
    f.dice(face, *([1] if face == 1 else []))  # a rout costs a die of figures
    morale.rally(f.b, i)
    assert f.u(i).marker and f.u(i).disordered
    f.used_up()


@pytest.mark.rule("FH-005", "FH-R03", "FH-R74")
@pytest.mark.parametrize(("face", "leave"), [(4, Leave.NONE), (5, Leave.HALF), (6, Leave.FULL)])
def test_those_who_rally_lose_marker_and_disorder(face: int, leave: Leave) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 24, grade="militia", marker=True, disordered=True)
    f.dice(face)
    morale.rally(f.b, i)
    assert not f.u(i).marker and not f.u(i).disordered
    assert f.u(i).leave == leave
    f.used_up()
