"""Guns: crews, loading, the lane, the chart, the Gatling."""

from __future__ import annotations

import pytest

from grognard.books.tyneside import guns
from grognard.books.tyneside.early_19th import gatling
from grognard.books.tyneside.hits import suffer_all
from grognard.books.tyneside.state import OWN, Limber, Lost, R
from grognard.values import Ask

from .field import CATALOGUE, Act, AskKind, Ev, Field


def battery(
    book: str = "ec", apart: float = 30, foes: int = 6, **more: object
) -> tuple[Field, int, int, int]:
    """A gun, its crew, and a group so far before its muzzle."""
    house = more.pop("house", {})
    f = Field(book, width=400, depth=400, **house)  # type: ignore[arg-type]
    gun, crew = f.gun("blue", 60, 20, **more)  # type: ignore[arg-type]
    target = f.group("red", foes, 60, 23.5 + apart, "south")
    f.ready()
    return f, gun, crew, target


CHART = [
    ("near", [(1, 0), (1, 1), (1, 2), (2, 2), (2, 3), (0, 5)], 9),
    ("middle", [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (2, 3)], 7),
    ("far", [(0, 0), (0, 0), (0, 0), (1, 0), (1, 1), (1, 2)], 5),
]


@pytest.mark.rule(
    "TY-081", "TY-083", "TY-R02", "EC-099", "EC-100", "EC-101", "PS-094", "PS-095", "PS-096", "EC-R24"
)
@pytest.mark.parametrize(("book", "distances"), [("ec", (50, 100, 102)), ("ps", (25, 50, 200))])
@pytest.mark.parametrize("band", [0, 1, 2])
def test_every_cell_of_the_chart(book: str, distances: tuple[float, float, float], band: int) -> None:
    _, cells, level = CHART[band]
    for roll, (wounds, kills) in enumerate(cells, 1):
        f, gun, _, target = battery(book, distances[band] - 0.2)
        f.dice(roll, *[1] * (wounds + kills))
        guns.fire_gun(f.b, gun, target)
        f.used_up()
        effect = f.one(Ev.GUN_EFFECT)
        assert (effect.a, effect.b) == (wounds, kills)
        assert f.g(target).threat == (level if wounds + kills else 0)
        assert f.g(target).shelled


@pytest.mark.rule("PS-096", "EC-101")
def test_beyond_the_far_band() -> None:
    f, gun, _, target = battery("ps", 201)
    assert CATALOGUE.rule_id(guns.may_fire_gun(f.b, gun, target)) == "PS-096"
    f, gun, _, target = battery("ec", 300)
    assert guns.may_fire_gun(f.b, gun, target) == 0  # no maximum is printed


@pytest.mark.rule("TY-082", "TY-R14")
@pytest.mark.parametrize(("stacking", "threat"), [("max", 9), ("sum", 18)])
def test_the_same_man_can_be_hit_twice_and_threats_do_not_add_up(stacking: str, threat: int) -> None:
    f, gun, _, target = battery(house={"tl_stacking": stacking})
    f.dice(4, 2, 2, 5, 5)  # two wounds, two kills
    guns.fire_gun(f.b, gun, target)
    f.e(gun).loaded = True
    f.dice(1, 1)
    guns.fire_gun(f.b, gun, target)
    assert f.g(target).threat == threat
    suffer_all(f.b)
    assert f.g(target).dead == 2


@pytest.mark.rule("PS-093", "PS-R27")
@pytest.mark.parametrize(
    ("foes", "tens", "dice"), [(6, "full", 1), (19, "full", 1), (20, "full", 2), (21, "part", 3)]
)
def test_dice_for_each_ten(foes: int, tens: str, dice: int) -> None:
    f, _, _, target = battery("ps", foes=foes, house={"gun_tens": tens})
    assert guns.dice_of_shot(f.b, target) == dice
    f, _, _, target = battery("ec", foes=foes)
    assert guns.dice_of_shot(f.b, target) == 1


@pytest.mark.rule("EC-R24", "EC-037", "TY-082", "TY-055")
@pytest.mark.parametrize(("book", "among"), [("ec", 10), ("ps", 15)])
def test_gun_hits_fall_among_the_nearest_ten_or_anybody_and_leaders_with_them(book: str, among: int) -> None:
    f, gun, _, target = battery(book, foes=14)
    f.leader("red", 60, 51, facing="south")
    f.ready()
    assert guns.list_hit(f.b, gun, target) == among
    gaps = [guns.gun_gap(f.b, gun, f.b.paper.eligible[m]) for m in range(among)]
    assert gaps == sorted(gaps)


@pytest.mark.rule("EC-102", "PS-092", "TY-R79")
@pytest.mark.parametrize(("x", "hit"), [(60, True), (63.4, True), (63.6, False)])
def test_the_lane_is_as_wide_as_the_base(x: float, hit: bool) -> None:
    f = Field("ec")
    gun, _ = f.gun("blue", 60, 20)
    target = f.group("red", 1, x, 50, "south")
    f.ready()
    assert (guns.may_fire_gun(f.b, gun, target) == 0) == hit


@pytest.mark.rule("TY-R80")
def test_no_shot_over_friends_in_the_lane() -> None:
    f, gun, _, target = battery()
    f.group("blue", 1, 60, 35)
    f.ready()
    assert guns.may_fire_gun(f.b, gun, target) == R + 80


@pytest.mark.rule("EC-093", "EC-095", "EC-097", "EC-098", "EC-R22", "TY-R82")
@pytest.mark.parametrize(("crew", "turns"), [(5, 3), (4, 3), (3, 4), (2, 6)])
def test_man_turns_to_load_a_muzzle_loader(crew: int, turns: int) -> None:
    f, gun, _, target = battery(crew=crew)
    f.e(gun).loaded, f.e(gun).charge = False, 0.0
    for n in range(1, turns + 1):
        assert guns.may_fire_gun(f.b, gun, target) == OWN + 93
        guns.work_on(f.b, gun)
        assert f.e(gun).loaded == (n == turns)
    f.dice(1, 1)
    guns.fire_gun(f.b, gun, target)
    assert f.e(gun).charge == 0.0 and not f.e(gun).loaded


@pytest.mark.rule("EC-094", "EC-096")
def test_a_breech_loader_takes_six() -> None:
    f, gun, _, _ = battery(crew=4, kind="breech_loader")
    f.e(gun).loaded, f.e(gun).charge = False, 0.0
    guns.work_on(f.b, gun)
    assert f.e(gun).charge == 3.0  # three at most can work at it
    guns.work_on(f.b, gun)
    assert f.e(gun).loaded


@pytest.mark.rule("PS-086", "PS-087", "PS-091", "PS-R29")
@pytest.mark.parametrize(("kind", "turns"), [("muzzle_loader", 3), ("heavy", 6)])
def test_turns_to_load_in_pike_and_shot(kind: str, turns: int) -> None:
    f, gun, crew, _ = battery("ps", crew=3, kind=kind)
    f.e(gun).loaded, f.e(gun).charge = False, 0.0
    for _ in range(turns - 1):
        guns.work_on(f.b, gun)
    assert not f.e(gun).loaded
    f.f(f.of(crew)[0]).wounded = True
    guns.work_on(f.b, gun)  # two fit men are too few
    assert not f.e(gun).loaded
    f.f(f.of(crew)[0]).wounded = False
    guns.work_on(f.b, gun)
    assert f.e(gun).loaded


@pytest.mark.rule("TY-R82", "TY-R83", "TY-R84")
def test_who_counts_as_crew() -> None:
    f, gun, crew, _ = battery(crew=4)
    assert guns.fit_crew(f.b, gun) == 4
    f.f(f.of(crew)[0]).wounded = True
    assert guns.fit_crew(f.b, gun) == 3
    f.f(f.of(crew)[1]).x = 90
    assert guns.fit_crew(f.b, gun) == 2
    others = f.group("blue", 2, 57, 21)
    f.g(others).engine = gun
    assert guns.fit_crew(f.b, gun) == 3  # two stand in for one


@pytest.mark.rule("TY-R86")
def test_a_gun_without_crew_is_taken_by_who_touches_it() -> None:
    f, gun, crew, _ = battery()
    foe = f.group("red", 1, 60, 23.5, "south")
    guns.capture_guns(f.b)
    assert f.e(gun).taken < 0
    for i in f.of(crew):
        f.f(i).lost = Lost.KILLED
    guns.capture_guns(f.b)
    assert f.e(gun).taken == 1 == f.g(foe).side


# Orders to crews


def ask() -> Ask:
    return Ask(int(AskKind.MOVE), 0, -1, -1)


@pytest.mark.rule("EC-090", "EC-089", "EC-R33")
def test_a_small_gun_is_manhandled() -> None:
    f, gun, crew, _ = battery(crew=4)
    f.e(gun).pounds = 3
    assert f.refused(ask(), Act.MANHANDLE, actor=crew, x=60, y=30) == ""
    assert f.refused(ask(), Act.MANHANDLE, actor=crew, x=60, y=30.1) == "EC-090"
    f.e(gun).pounds = 6
    assert f.refused(ask(), Act.MANHANDLE, actor=crew, x=60, y=30) == "EC-090"
    f.e(gun).pounds = 3
    f.f(f.of(crew)[0]).wounded = True
    assert f.refused(ask(), Act.MANHANDLE, actor=crew, x=60, y=30) == "EC-090"


@pytest.mark.rule("PS-088", "PS-089", "PS-090", "EC-R23")
def test_pivoting() -> None:
    for book, id in (("ps", "PS-090"), ("ec", "EC-R23")):
        f, _, crew, _ = battery(book, crew=3)
        assert f.refused(ask(), Act.PIVOT, actor=crew, fx=0.6, fy=0.8) == ""
        assert f.refused(ask(), Act.PIVOT, actor=crew, fx=1.0, fy=0.0) == id
        f.f(f.of(crew)[0]).wounded = True
        assert f.refused(ask(), Act.PIVOT, actor=crew, fx=0.6, fy=0.8) == id
    assert f.refused(ask(), Act.MANHANDLE, actor=crew, x=60, y=25) == "EC-090"


@pytest.mark.rule("EC-091", "EC-092", "EC-R23", "PS-089")
def test_limbering_takes_four_men_and_a_limbered_gun_goes() -> None:
    f, gun, crew, _ = battery(crew=4)
    assert f.refused(ask(), Act.LIMBER, actor=crew) == ""
    assert f.refused(ask(), Act.UNLIMBER, actor=crew) == "EC-091"
    f.e(gun).limber = Limber.LIMBERED
    assert f.refused(ask(), Act.DRIVE, actor=crew, x=60, y=35, fx=0, fy=1) == ""
    assert f.refused(ask(), Act.DRIVE, actor=crew, x=60, y=35.1, fx=0, fy=1) == "EC-092"
    f.terrain("crops", rectangle=(50, 30, 70, 40))
    assert f.refused(ask(), Act.DRIVE, actor=crew, x=60, y=35, fx=0, fy=1) == ""
    f.terrain("marsh", rectangle=(50, 28, 70, 29))
    assert f.refused(ask(), Act.DRIVE, actor=crew, x=60, y=35, fx=0, fy=1) == "EC-092"
    g, gun, crew, _ = battery("ps", crew=4)
    assert g.refused(ask(), Act.LIMBER, actor=crew) == "PS-089"


# The Gatling


@pytest.mark.rule("EC-103", "EC-104", "EC-105", "EC-106", "EC-R25")
def test_the_gatling_fires_bursts_and_jams_on_odd_dice() -> None:
    f, gun, crew, target = battery(crew=2, kind="gatling", apart=20)
    assert gatling.gatling_shots(f.b, gun) == 6
    f.dice(1, 1, 3, 3, 5, 7)  # short range in the open: 2 or more; all odd
    f.dice(1, 2, 3, 4)
    f.dice(1, 1, 1, 1)
    gatling.fire_gatling(f.b, gun, target)
    f.used_up()
    assert f.one(Ev.SHOTS).a == 4 and f.events(Ev.JAMS)
    f.b.turn = 2
    assert gatling.may_fire_gatling(f.b, gun, target) == OWN + 105
    f.b.turn = 3
    assert gatling.may_fire_gatling(f.b, gun, target) == 0
    f.e(gun).limber = Limber.LIMBERED
    assert gatling.may_fire_gatling(f.b, gun, target) == OWN + 92
    f.e(gun).limber = Limber.UNLIMBERED
    f.f(f.of(crew)[0]).lost = Lost.KILLED
    assert gatling.gatling_shots(f.b, gun) == 3
    f.f(f.of(target)[0]).x = 60
    for i in f.of(target):
        f.f(i).x, f.f(i).y = 100 + i, 21
    assert gatling.may_fire_gatling(f.b, gun, target) == OWN + 106
