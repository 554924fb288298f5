"""Artillery: bands, canister, damage, counter-battery, shots, crews, and the battery that is charged."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from grognard.books.horse_and_musket import fire, firing, melee, sequence, shelter, sight
from grognard.books.horse_and_musket.state import CounterBattery, GunBand, Lost
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, place, rule

FRONT = 0
MOVES = Ask(int(AskKind.MOVE), 0, -1, -1)


def cannonade(
    apart: float, guns: str = "field_guns", target: str = "line", **more: Any
) -> tuple[Field, int, int]:
    """A blue battery that looks north, and a red unit whose nearest edge is so far before it."""
    f = Field(depth=80, **more.pop("house", {}))
    i = f.unit("blue", guns, 30, 10)
    j = f.unit("red", target, 30, 0, "south", **more)
    f.u(j).y = 11 + apart + f.u(j).depth / 2
    return f, i, j


# Bands and to-hit numbers


@pytest.mark.rule("FH-063", "FH-R40")
@pytest.mark.parametrize(
    ("guns", "limits"),
    [
        ("heavy_guns", (10, 20, 30, 40, 50)),
        ("field_guns", (8, 16, 24, 32, 40)),
        ("horse_guns", (8, 16, 24, 32, 40)),
    ],
)
def test_bands_include_their_limits(guns: str, limits: tuple[int, ...]) -> None:
    for band, limit in enumerate(limits):
        for apart, expected in ((limit, band), (limit + 0.01, band + 1)):
            f, i, j = cannonade(apart, guns)
            if expected == GunBand.OUT:
                assert rule(firing.check_target(f.b, i, j, FRONT)) == "FH-063"
                continue
            assert firing.check_target(f.b, i, j, FRONT) == 0
            f.dice(*([1, 6] if expected == GunBand.CANISTER else [1]))
            fire.shoot(f.b, i, j, FRONT)
            assert f.one(Ev.GUN_FIRES).a == expected
            f.used_up()


@pytest.mark.rule("FH-063")
@pytest.mark.parametrize(("apart", "number"), [(16.0, 2), (24.0, 3), (32.0, 4), (40.0, 5)])
@pytest.mark.parametrize("short_by", [0, 1])
def test_to_hit_numbers(apart: float, number: int, short_by: int) -> None:
    f, i, j = cannonade(apart)
    f.dice(number - short_by)
    if not short_by:
        f.dice(1, 6)
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.GUN_FIRES).b == number
    assert f.one(Ev.GUN_ROLL).a == 1 - short_by
    f.used_up()


@pytest.mark.rule("FH-R40")
def test_beyond_the_last_band_there_is_none() -> None:
    f, i, _ = cannonade(8.0)
    assert firing.gun_band(f.b, f.u(i), 40.01) == GunBand.OUT


@pytest.mark.rule("FH-063")
def test_canister_hits_without_a_die() -> None:
    f, i, j = cannonade(8.0)
    f.dice(2, 1, 1)
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.GUN_FIRES).b == 1
    assert not f.events(Ev.GUN_ROLL)
    assert f.u(j).figures == 22
    f.used_up()


# Damage


@pytest.mark.rule("FH-064", "FH-R32")
@pytest.mark.parametrize("target", ["line", "heavy_horse"])
def test_the_pips_of_the_damage_die_are_hits_each_with_a_save(target: str) -> None:
    f, i, j = cannonade(16.0, target=target)
    before = f.u(j).figures
    f.dice(6, 4, 5, 4, 4, 6)
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.DAMAGE).a == 4
    assert f.u(j).figures == before - 2
    f.used_up()


@pytest.mark.rule("FH-065", "FH-R32")
@pytest.mark.parametrize(("apart", "faces", "hits"), [(2.0, (3, 4), 7), (2.01, (3,), 3), (8.0, (6,), 6)])
def test_close_canister_is_two_dice_added(apart: float, faces: tuple[int, ...], hits: int) -> None:
    f, i, j = cannonade(apart)
    f.dice(*faces, *[6] * hits)
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.DAMAGE).a == hits
    f.used_up()


@pytest.mark.rule("FH-066", "FH-067", "FH-R33")
@pytest.mark.parametrize(
    ("target", "formation", "facing", "added"),
    [
        ("line", "line", "south", 0),
        ("line", "column", "south", 1),
        ("line", "square", "south", 2),
        ("line", "march", "south", 2),
        ("line", "extended", "south", 0),
        ("heavy_horse", "squadrons", "south", 0),
        ("heavy_horse", "march", "south", 2),
        ("line", "line", "north", 2),
        ("line", "column", "north", 2),
        ("line", "march", "north", 2),
        ("heavy_horse", "line", "north", 2),
    ],
)
@pytest.mark.parametrize("band", [GunBand.SHORT, GunBand.MEDIUM, GunBand.LONG, GunBand.EXTREME])
def test_additions_beyond_canister_and_only_the_highest(
    target: str, formation: str, facing: str, added: int, band: GunBand
) -> None:
    f, i, j = cannonade(8.0 * (band + 1), target=target, formation=formation)
    f.u(j).fy = 1.0 if facing == "north" else -1.0
    f.dice(6, 1, *[6] * (1 + added))
    fire.shoot(f.b, i, j, FRONT)
    assert (f.one(Ev.DAMAGE).a, f.one(Ev.DAMAGE).b) == (1 + added, added)
    assert [e.rule for e in f.events(Ev.DAMAGE_ADDED)] == {0: [], 1: [66], 2: [67]}[added]
    f.used_up()


@pytest.mark.rule("FH-066", "FH-067", "FH-R33")
@pytest.mark.parametrize("formation", ["column", "square", "march"])
def test_no_additions_in_canister(formation: str) -> None:
    f, i, j = cannonade(8.0, formation=formation)
    f.dice(1, 6)
    fire.shoot(f.b, i, j, FRONT)
    assert (f.one(Ev.DAMAGE).a, f.one(Ev.DAMAGE).b) == (1, 0)
    f.used_up()


@pytest.mark.rule("FH-068", "FH-R34")
@pytest.mark.parametrize(
    ("option", "apart", "halved"),
    [
        ("close_canister", 2.0, False),
        ("close_canister", 2.01, True),
        ("close_canister", 16.0, True),
        ("canister", 8.0, False),
        ("canister", 8.01, True),
    ],
)
def test_fire_on_skirmishers_is_halved_beyond_close_range(option: str, apart: float, halved: bool) -> None:
    f, i, j = cannonade(apart, target="light", formation="extended", house={"arty_close": option})
    if apart > 8:
        f.dice(6)
    hits = 6 if apart == 2.0 else 3
    f.dice(*([3, 3] if apart == 2.0 else [3]), *[4] * (2 if halved else hits))  # a 4 saves
    fire.shoot(f.b, i, j, FRONT)
    assert [(e.a, e.b, e.rule) for e in f.events(Ev.HALVED)] == ([(3, 2, 68)] if halved else [])
    assert f.u(j).figures == 24
    f.used_up()


@pytest.mark.rule("FH-R34", "FH-068")
def test_by_option_close_is_the_canister_of_that_gun() -> None:
    f, i, j = cannonade(10.0, "heavy_guns", "light", formation="extended", house={"arty_close": "canister"})
    f.dice(3, 6, 6, 6)
    fire.shoot(f.b, i, j, FRONT)
    assert not f.events(Ev.HALVED)
    f.used_up()


@pytest.mark.rule("FH-068")
def test_light_infantry_in_line_is_no_skirmisher() -> None:
    f, i, j = cannonade(16.0, target="light")
    f.dice(6, 3, 6, 6, 6)
    fire.shoot(f.b, i, j, FRONT)
    assert not f.events(Ev.HALVED)
    f.used_up()


@pytest.mark.rule("FH-060", "FH-R28")
def test_a_disordered_battery_halves_its_hits_before_the_skirmishers_halving() -> None:
    f, i, j = cannonade(8.0, target="light", formation="extended")
    f.u(i).disordered = True
    f.dice(5, 6, 6)
    fire.shoot(f.b, i, j, FRONT)
    assert [(e.a, e.b, e.rule) for e in f.events(Ev.HALVED)] == [(5, 3, 60), (3, 2, 68)]
    f.used_up()


# Counter-battery

OPEN = [0] * 8 + [1, 1, 2, 4, 4]
COVER = [0] * 9 + [1, 2, 3, 4]


@pytest.mark.rule("FH-069")
def test_the_counter_battery_table() -> None:
    """All thirteen cells, those too that no two dice can reach."""
    b = Field().b
    assert b.rules.counter_battery_open == OPEN
    assert b.rules.counter_battery_cover == COVER


@pytest.mark.rule("FH-069", "FH-R35")
@pytest.mark.parametrize("total", range(2, 13))
@pytest.mark.parametrize("cover", [False, True])
def test_counter_battery_by_the_table(total: int, cover: bool) -> None:
    f, i, j = cannonade(16.0, target="field_guns")
    if cover:
        f.terrain("hedge", line=[(20, 26.5), (40, 26.5)])
    result = (COVER if cover else OPEN)[total]
    f.dice(2, max(1, total - 6), min(6, total - 1))
    if 0 < result < 4:
        f.dice(*[1] * result)
    fire.shoot(f.b, i, j, FRONT)
    assert (f.one(Ev.COUNTER_BATTERY).a, f.one(Ev.COUNTER_BATTERY).b) == (total, result)
    assert f.u(j).figures == 4 - (result if result < 4 else 0)
    assert f.u(j).lost == (Lost.DESTROYED if result == CounterBattery.GUN else Lost.NO)
    f.used_up()


@pytest.mark.rule("FH-069")
def test_a_miss_rolls_nothing_on_the_table() -> None:
    f, i, j = cannonade(16.0, target="field_guns")
    f.dice(1)
    fire.shoot(f.b, i, j, FRONT)
    assert not f.events(Ev.COUNTER_BATTERY)
    f.used_up()


@pytest.mark.rule("FH-R32", "FH-069")
@pytest.mark.parametrize("apart", [2.0, 8.0])
def test_canister_at_a_battery_hits_of_itself_then_two_dice(apart: float) -> None:
    f, i, j = cannonade(apart, target="horse_guns")
    f.dice(5, 5, 4, 3)
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.COUNTER_BATTERY).a == 10
    assert f.u(j).figures == 3
    f.used_up()


@pytest.mark.rule("FH-R35", "FH-107")
@pytest.mark.parametrize(("kind", "number"), [(None, 4), ("wall", 4), ("earthworks", 3)])
def test_men_hit_have_the_gunners_save(kind: str | None, number: int) -> None:
    f, i, j = cannonade(16.0, target="field_guns")
    if kind:
        f.terrain(kind, line=[(20, 26.5), (40, 26.5)])
    f.dice(2, 4, 6, number, number - 1)  # two men
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.SAVES).other == number
    assert f.u(j).figures == 3
    f.used_up()


@pytest.mark.rule("FH-R35")
@pytest.mark.parametrize("kind", ["wood", "wall", "hedge", "earthworks"])
def test_what_counts_as_cover(kind: str) -> None:
    f, i, j = cannonade(16.0, target="field_guns")
    shape: dict[str, Any] = (
        {"rectangle": (20, 27, 40, 32)} if kind == "wood" else {"line": [(20, 26.0), (40, 26.0)]}
    )
    f.terrain(kind, **shape)
    f.dice(2, 2, 6)
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.COUNTER_BATTERY).b == CounterBattery.NOTHING
    f.used_up()


@pytest.mark.rule("FH-R35")
def test_whoever_is_in_a_building_is_in_cover() -> None:
    f = Field()
    inside = f.garrison("red", f.terrain("building", rectangle=(28, 18, 32, 22)))
    assert sight.in_cover(f.b, f.u(inside), 30.0, 10.0)
    assert not sight.in_cover(f.b, f.u(f.unit("red", "line", 50, 20)), 30.0, 10.0)


@pytest.mark.rule("FH-R35")
@pytest.mark.parametrize(
    ("kind", "y"), [("fence", 26.5), ("stream", 26.5), ("hedge", 25.9), ("hedge", 29.5), ("rough", 26.0)]
)
def test_what_does_not(kind: str, y: float) -> None:
    """A fence, a stream, a hedge over an inch before the guns or behind them, rough ground."""
    f, i, j = cannonade(16.0, target="field_guns")
    f.terrain(kind, **({"rectangle": (20, y, 40, 32)} if kind == "rough" else {"line": [(20, y), (40, y)]}))
    f.dice(2, 2, 6, 4)
    fire.shoot(f.b, i, j, FRONT)
    assert f.one(Ev.COUNTER_BATTERY).b == CounterBattery.ONE_MAN
    f.used_up()


@pytest.mark.rule("FH-060", "FH-R28")
def test_a_disordered_battery_hits_half_the_men() -> None:
    f, i, j = cannonade(16.0, target="field_guns")
    f.terrain("hedge", line=[(20, 26.5), (40, 26.5)])
    f.u(i).disordered = True
    f.dice(2, 5, 6, 1, 1)  # three men, halved to two
    fire.shoot(f.b, i, j, FRONT)
    assert f.u(j).figures == 2
    f.used_up()


@pytest.mark.rule("FH-R06")
def test_a_gun_destroyed_in_the_step_still_fires() -> None:
    f, i, j = cannonade(16.0, target="field_guns")
    f.order(Act.FIRE, i, j)
    f.order(Act.FIRE, j, i)
    f.dice(2, 6, 6)
    f.dice(2, 6, 6)
    sequence.stationary_fire(f.b)
    assert (f.u(i).lost, f.u(j).lost) == (Lost.DESTROYED, Lost.DESTROYED)
    f.used_up()


@pytest.mark.rule("FH-063", "FH-064", "FH-065", "FH-069", "FH-070", "FH-R35")
def test_every_step_of_a_cannonade_cites_its_rule() -> None:
    f, i, j = cannonade(16.0)
    f.dice(6, 1, 6)
    fire.shoot(f.b, i, j, FRONT)
    f.u(j).y -= 10
    f.dice(1, 6)
    fire.shoot(f.b, i, j, FRONT)
    said = [("GUN_FIRES", 63), ("SHOT_SPENT", 70), ("GUN_ROLL", 63), ("DAMAGE", 64), ("SAVES", 106)]
    said += [("GUN_FIRES", 63), ("SHOT_SPENT", 70), ("DAMAGE", 65), ("SAVES", 106)]
    assert [(Ev(e.kind).name, e.rule) for e in f.events()] == said
    f, i, j = cannonade(16.0, target="field_guns")
    f.terrain("hedge", line=[(20, 26.5), (40, 26.5)])
    f.dice(6, 6, 6)
    fire.shoot(f.b, i, j, FRONT)
    said = [("IN_COVER", 1035), ("COUNTER_BATTERY", 69), ("GUN_DESTROYED", 69), ("DESTROYED", 1091)]
    assert [(Ev(e.kind).name, e.rule) for e in f.events()][3:] == said


# Shots and crews


@pytest.mark.rule("FH-070", "FH-R38")
def test_ten_shots_and_every_shot_costs_one() -> None:
    f, i, j = cannonade(40.0)
    f.u(j).weapon = 0
    assert f.u(i).shots == 10
    for turn in range(1, 11):
        f.u(i).fired = False
        f.order(Act.FIRE, i, j)
        f.dice(1)
        sequence.stationary_fire(f.b)
        assert f.u(i).shots == 10 - turn
    f.u(i).fired = False
    sequence.stationary_fire(f.b)  # nobody is asked
    assert not firing.may_shoot(f.b, f.u(i))
    f.used_up()


@pytest.mark.rule("FH-R38")
def test_without_shots_a_battery_may_still_move() -> None:
    f, i, _ = cannonade(40.0)
    f.u(i).shots = 0
    assert f.check(MOVES, Act.MOVE, i, x=30, y=14) == 0


@pytest.mark.rule("FH-R39")
def test_a_battery_starts_with_a_crew_of_four() -> None:
    from grognard.books.horse_and_musket.setup import ForceUnit, muster

    f = Field()
    u = muster(f.b, 0, ForceUnit(id="B7", name="Battery", troop="heavy_guns", grade="regular"), "here")
    assert (u.figures, u.original, u.shots) == (4, 4, 10)


@pytest.mark.rule("FH-R39")
def test_musket_hits_on_a_battery_are_crew_hits_saved_on_four() -> None:
    f = Field()
    line, guns = f.unit("blue", "line", 30, 10, figures=5), f.unit("red", "field_guns", 30, 13.75, "south")
    f.dice(4, 4, 3, 3, 3)
    fire.shoot(f.b, line, guns, FRONT)
    assert f.u(guns).figures == 1
    f.used_up()


@pytest.mark.rule("FH-R39")
def test_without_crew_a_battery_is_out_of_action() -> None:
    f = Field()
    line, guns = f.unit("blue", "line", 30, 10, figures=5), f.unit("red", "field_guns", 30, 13.75, "south")
    f.dice(4, 3, 3, 3, 3)
    fire.shoot(f.b, line, guns, FRONT)
    assert f.u(guns).lost == Lost.DESTROYED
    assert not firing.may_shoot(f.b, f.u(guns))
    f.used_up()


def moved_gun(inches: float, degrees: float, guns: str = "field_guns", crew: int = 4, **house: Any) -> bool:
    """May a battery fire after going so far and turning so much?"""
    f = Field(**house)
    i = f.unit("blue", guns, 30, 10, figures=crew, original=4)
    order = place(Act.MOVE, i, 30, 10 + inches, sin(radians(degrees)), cos(radians(degrees)))
    assert f.check(MOVES, Act.MOVE, i, x=30, y=10 + inches, fx=order.fx, fy=order.fy) == 0
    sequence.move_unit(f.b, order)
    return firing.may_shoot(f.b, f.u(i))


@pytest.mark.rule("FH-071", "FH-072", "FH-R36")
@pytest.mark.parametrize(
    ("guns", "inches", "fires"),
    [
        ("heavy_guns", 3.0, True),
        ("heavy_guns", 3.01, False),
        ("field_guns", 4.5, True),
        ("field_guns", 4.51, False),
        ("horse_guns", 6.0, True),
        ("horse_guns", 6.01, False),
    ],
)
def test_a_gun_fires_after_half_its_rate(guns: str, inches: float, fires: bool) -> None:
    assert moved_gun(inches, 0, guns) is fires


@pytest.mark.rule("FH-071", "FH-R36")
@pytest.mark.parametrize(("degrees", "fires"), [(45.0, True), (-45.0, True), (45.1, False), (180.0, False)])
def test_a_gun_fires_after_a_turn_of_45_degrees(degrees: float, fires: bool) -> None:
    assert moved_gun(0, degrees) is fires


@pytest.mark.rule("FH-R36")
@pytest.mark.parametrize(
    ("option", "inches", "degrees", "fires"),
    [
        ("both", 4.5, 45, True),
        ("both", 4.6, 0, False),
        ("both", 0, 90, False),
        ("either", 4.6, 0, True),
        ("either", 9.0, 45, True),
        ("either", 4.5, 90, True),
        ("either", 4.6, 90, False),
    ],
)
def test_both_tests_or_by_option_either(option: str, inches: float, degrees: float, fires: bool) -> None:
    assert moved_gun(inches, degrees, gun_move_fire=option) is fires


@pytest.mark.rule("FH-072", "FH-073")
@pytest.mark.parametrize(("crew", "fires"), [(4, True), (3, True), (2, False)])
@pytest.mark.parametrize(("inches", "degrees"), [(1.0, 0.0), (0.0, 10.0)])
def test_a_crew_of_two_moves_or_fires(crew: int, fires: bool, inches: float, degrees: float) -> None:
    assert moved_gun(inches, degrees, crew=crew) is fires


@pytest.mark.rule("FH-073")
def test_a_crew_of_two_that_stood_fires() -> None:
    f = Field()
    assert firing.may_shoot(f.b, f.u(f.unit("blue", "field_guns", 30, 10, figures=2, fired_before=True)))


@pytest.mark.rule("FH-074")
@pytest.mark.parametrize(("inches", "degrees"), [(1.0, 0.0), (0.0, 10.0)])
@pytest.mark.parametrize(("crew", "why"), [(1, "FH-074"), (2, "")])
def test_a_crew_of_one_neither_moves_nor_aims(crew: int, why: str, inches: float, degrees: float) -> None:
    f = Field()
    i = f.unit("blue", "field_guns", 30, 10, figures=crew)
    fx, fy = sin(radians(degrees)), cos(radians(degrees))
    assert rule(f.check(MOVES, Act.MOVE, i, x=30, y=10 + inches, fx=fx, fy=fy)) == why


@pytest.mark.rule("FH-074", "FH-R37")
def test_a_crew_of_one_fires_every_other_turn() -> None:
    f, i, j = cannonade(40.0)
    f.u(i).figures, f.u(j).weapon = 1, 0
    fired = []
    for _ in range(4):
        sequence.begin_turn(f.b)
        asked = firing.may_shoot(f.b, f.u(i))
        if asked:
            f.order(Act.FIRE, i, j)
            f.dice(1)
        sequence.stationary_fire(f.b)
        fired.append(asked)
    assert fired == [True, False, True, False]
    f.used_up()


@pytest.mark.rule("FH-R37")
@pytest.mark.parametrize(("crew", "fires"), [(1, False), (2, True), (4, True)])
def test_a_larger_crew_fires_every_turn(crew: int, fires: bool) -> None:
    f = Field()
    guns = f.unit("blue", "field_guns", 30, 10, figures=crew, fired_before=True)
    assert firing.may_shoot(f.b, f.u(guns)) is fires


# The charged battery


def charged_battery(charger: str, **battery: Any) -> tuple[Field, int, int]:
    f = Field()
    guns = f.unit("blue", "field_guns", 30, 20, **battery)
    red = f.unit("red", charger, 30, 0, "south")
    f.u(red).y = 21 + f.u(red).depth / 2 + 1e-6
    f.home(red, guns)
    return f, guns, red


@pytest.mark.rule("FH-R54", "FH-R38")
@pytest.mark.parametrize(("charger", "dice"), [("line", 2), ("heavy_horse", 1)])
def test_a_charged_battery_has_its_shot_first_at_full_strength(charger: str, dice: int) -> None:
    f, guns, red = charged_battery(charger)
    f.dice(*[3] * dice, *[6] * (3 * dice))
    sequence.stationary_fire(f.b)
    assert f.one(Ev.DAMAGE).a == 3 * dice
    assert not f.events(Ev.HALVED)
    assert f.u(guns).shots == 9
    assert f.u(red).figures == f.u(red).original
    f.used_up()


@pytest.mark.rule("FH-R54")
@pytest.mark.parametrize(
    "state",
    [{"shots": 0}, {"figures": 1, "fired_before": True}, {"sheltering": 0}, {"routing": True}],
    ids=lambda state: next(iter(state)),
)
def test_a_battery_that_cannot_fire_has_no_shot_at_its_charger(state: dict[str, Any]) -> None:
    f, _, _ = charged_battery("line", **state)
    sequence.stationary_fire(f.b)
    assert not f.events(Ev.GUN_FIRES)
    f.used_up()


@pytest.mark.rule("FH-R54", "FH-074")
def test_a_crew_of_one_that_did_not_fire_last_turn_has_its_shot() -> None:
    f, guns, _ = charged_battery("heavy_horse", figures=1)
    f.dice(1, 6)
    sequence.stationary_fire(f.b)
    assert (f.one(Ev.GUN_FIRES).actor, f.one(Ev.GUN_FIRES).b) == (guns, 1)
    f.used_up()


@pytest.mark.rule("FH-R54", "FH-R46")
def test_the_batterys_shot_may_halt_the_charge() -> None:
    f, _, red = charged_battery("line")
    f.dice(3, 3, *[1] * 6)
    sequence.stationary_fire(f.b)
    fire.halt_charges(f.b)
    assert (f.one(Ev.HALTED).actor, f.one(Ev.HALTED).a) == (red, 6)
    f.used_up()


@pytest.mark.rule("FH-R54", "FH-092")
def test_the_batterys_shot_counts_among_the_casualties_of_the_melee() -> None:
    f, guns, _ = charged_battery("heavy_horse")
    f.dice(2, 1, 1)
    sequence.stationary_fire(f.b)
    assert f.u(guns).inflicted == 2
    assert f.u(guns).fired
    said = [("GUN_FIRES", 52), ("SHOT_SPENT", 70), ("DAMAGE", 52), ("SAVES", 106), ("CASUALTIES", 6)]
    assert [(Ev(e.kind).name, e.rule) for e in f.events()][:5] == said
    f.used_up()


@pytest.mark.rule("FH-R54", "FH-107")
def test_the_batterys_shot_is_saved_as_a_shot_and_halved_by_disorder() -> None:
    f = Field()
    guns = f.unit("blue", "field_guns", 30, 20, disordered=True)
    red = f.unit("red", "light", 30, 21.375, "south", formation="extended")
    f.home(red, guns)
    f.dice(1, 2, 4, 3)  # three hits halved to two
    sequence.stationary_fire(f.b)
    assert f.one(Ev.HALVED).rule == 60
    assert f.u(red).figures == 23
    f.used_up()


@pytest.mark.rule("FH-R54")
def test_the_crew_may_shelter_after_its_shot_and_then_there_is_no_melee() -> None:
    f, guns, red = charged_battery("line")
    friend = f.unit("blue", "line", 30, 16.25)  # exactly two inches behind
    f.dice(1, 1, 6, 6)
    sequence.stationary_fire(f.b)
    f.order(Act.SHELTER, guns, friend)
    shelter.shelter_crews(f.b)
    sequence.moving_fire_and_melee(f.b)
    assert f.u(guns).sheltering == friend
    assert not f.u(red).in_contact
    assert f.b.n_melees == 0
    f.used_up()


@pytest.mark.rule("FH-R54")
@pytest.mark.parametrize(("crew", "dice"), [(4, 1), (3, 1), (2, 0)])
def test_the_crew_fights_with_a_die_and_saves_on_five(crew: int, dice: int) -> None:
    f, guns, red = charged_battery("line", figures=crew, shots=0)
    fire.count_figures(f.b)
    melee.form_melees(f.b)
    melee.choose_foes(f.b)
    f.dice(1, 6, 6, 6, 6, 4)  # one hit: a 4 does not save a gunner in melee
    if dice:
        f.dice(4, 6, 6, 6, 6)
    melee.fight(f.b, 0)
    assert [e.a for e in f.events(Ev.STRIKES)] == [5, dice]
    assert f.events(Ev.SAVES)[0].other == 5
    assert (f.u(guns).figures, f.u(red).figures) == (crew - 1, 24)
    f.used_up()


@pytest.mark.rule("FH-R54")
def test_a_beaten_crew_is_removed_and_the_gun_captured_without_a_check() -> None:
    f, guns, red = charged_battery("line", shots=0)
    f.dice(1, 6, 6, 6, 6, 4, 6)
    sequence.moving_fire_and_melee(f.b)
    melee.settle(f.b, 0)
    assert f.u(guns).lost == Lost.CAPTURED
    taken = f.one(Ev.CAPTURED)
    assert (taken.actor, taken.other, taken.rule) == (guns, red, 1091)
    assert not f.events(Ev.MORALE)
    f.used_up()


@pytest.mark.rule("FH-R54")
def test_gunners_fight_in_one_rank() -> None:
    f = Field()
    assert f.b.rules.melee_ranks[2] == 1
