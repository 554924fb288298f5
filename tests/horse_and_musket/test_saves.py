"""Saving rolls: who saves on what, against what, and behind what."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import casualties, fire, sight
from grognard.books.horse_and_musket.state import Lost

from .field import Ev, Field

SOUTH = (30.0, 10.0)  # where the enemy of these tests stands


def save(f: Field, i: int, melee: bool = False, place: tuple[float, float] = SOUTH) -> int:
    return sight.save_number(f.b, f.u(i), *place, melee)


def behind(
    kind: str, gap: float, troop: str = "line", house: dict[str, Any] | None = None, **more: Any
) -> tuple[Field, int]:
    """A unit that looks south over an obstacle which lies so far before its front."""
    f = Field(**(house or {}))
    i = f.unit("red", troop, 30, 20, "south", **more)
    y = 20 - f.u(i).depth / 2 - gap
    f.terrain(kind, line=[(20, y), (40, y)])
    return f, i


# One die a hit


@pytest.mark.rule("FH-106", "FH-R58")
def test_a_die_for_each_hit_and_the_number_itself_saves() -> None:
    f = Field()
    blue, red = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 14, "south")
    f.dice(4, 5, 6, 1)
    assert casualties.suffer(f.b, blue, red, 4, False) == 2
    assert (f.one(Ev.SAVES).a, f.one(Ev.SAVES).b) == (4, 2)
    assert f.u(red).figures == 22
    f.used_up()


@pytest.mark.rule("FH-106")
def test_a_die_for_each_hit_in_melee_too_and_for_more_hits_than_figures() -> None:
    f = Field()
    blue, red = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 12, "south", figures=2)
    f.dice(4, 4, 4, 5)
    assert casualties.suffer(f.b, blue, red, 4, True) == 2
    assert f.u(red).lost == Lost.DESTROYED
    f.used_up()


@pytest.mark.rule("FH-106")
def test_where_all_are_saved_nobody_falls() -> None:
    f = Field()
    blue, red = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 14, "south")
    f.dice(5, 6)
    assert casualties.suffer(f.b, blue, red, 2, False) == 0
    assert not f.u(red).marker
    f.used_up()


@pytest.mark.rule("FH-106")
def test_no_hits_no_dice() -> None:
    f = Field()
    blue, red = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 14, "south")
    assert casualties.suffer(f.b, blue, red, 0, False) == 0
    assert not f.events()


# Save numbers


@pytest.mark.rule("FH-108")
@pytest.mark.parametrize(
    ("troop", "formation"),
    [
        ("line", "line"),
        ("line", "column"),
        ("line", "square"),
        ("guard", "line"),
        ("light", "line"),
        ("heavy_horse", "line"),
        ("light_horse", "squadrons"),
        ("lancers", "line"),
    ],
)
@pytest.mark.parametrize("melee", [False, True])
def test_formed_troops_in_the_open_save_on_five(troop: str, formation: str, melee: bool) -> None:
    f = Field()
    assert save(f, f.unit("red", troop, 30, 20, formation=formation), melee) == 5


@pytest.mark.rule("FH-107", "FH-108", "FH-R59")
@pytest.mark.parametrize("troop", ["light", "line"])
def test_skirmishers_save_on_four_against_shooting_only(troop: str) -> None:
    f = Field()
    skirmishers = f.unit("red", troop, 30, 20, formation="extended")
    assert (save(f, skirmishers), save(f, skirmishers, melee=True)) == (4, 5)


@pytest.mark.rule("FH-R59")
@pytest.mark.parametrize(
    ("option", "troop", "formation", "number"),
    [
        ("formation", "light", "line", 5),
        ("formation", "line", "extended", 4),
        ("type", "light", "line", 4),
        ("type", "light", "extended", 4),
        ("type", "line", "extended", 5),
    ],
)
def test_the_four_goes_with_the_formation_or_by_option_with_the_type(
    option: str, troop: str, formation: str, number: int
) -> None:
    f = Field(light_save=option)
    unit = f.unit("red", troop, 30, 20, formation=formation)
    assert save(f, unit) == number
    assert save(f, unit, melee=True) == 5


@pytest.mark.rule("FH-107", "FH-108")
def test_gunners_save_on_four_against_shooting_only() -> None:
    f = Field()
    guns = f.unit("red", "heavy_guns", 30, 20)
    assert (save(f, guns), save(f, guns, melee=True)) == (4, 5)


@pytest.mark.rule("FH-083", "FH-108")
@pytest.mark.parametrize("cover_in_melee", ["true", "false"])
def test_armoured_cavalry_saves_on_four_always(cover_in_melee: str) -> None:
    f = Field(cover_in_melee=cover_in_melee)
    cuirassiers = f.unit("red", "armoured_horse", 30, 20)
    assert (save(f, cuirassiers), save(f, cuirassiers, melee=True)) == (4, 4)


@pytest.mark.rule("FH-083")
def test_the_armour_is_of_use_in_a_real_volley() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 10, figures=5)
    cuirassiers = f.unit("red", "armoured_horse", 30, 13.25, "south")
    f.dice(2, 4, 3)
    fire.shoot(f.b, line, cuirassiers, 0)
    assert f.u(cuirassiers).figures == 11
    f.used_up()


# Woods


@pytest.mark.rule("FH-107", "FH-108", "FH-R60")
@pytest.mark.parametrize(
    ("troop", "formation", "shot", "struck"),
    [
        ("line", "line", 4, 4),
        ("guard", "column", 4, 4),
        ("light", "extended", 3, 4),
        ("heavy_horse", "line", 5, 5),
        ("armoured_horse", "line", 4, 4),
        ("field_guns", "battery", 4, 5),
    ],
)
def test_woods_add_one_to_the_die_of_infantry_of_any_type(
    troop: str, formation: str, shot: int, struck: int
) -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 15, 40, 25))
    unit = f.unit("red", troop, 30, 20, formation=formation)
    assert (save(f, unit), save(f, unit, melee=True)) == (shot, struck)


@pytest.mark.rule("FH-107")
@pytest.mark.parametrize(("x", "y", "number"), [(30, 20, 4), (34, 20, 4), (34.1, 20, 5), (33.5, 23.5, 5)])
def test_in_a_wood_is_within_its_outline(x: float, y: float, number: int) -> None:
    f = Field()
    f.terrain("wood", circle=(30, 20, 4))
    assert save(f, f.unit("red", "line", x, y)) == number


@pytest.mark.rule("FH-R58", "FH-107")
def test_it_is_the_modified_die_that_counts() -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 15, 40, 25))
    blue, red = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 16, "south")
    f.dice(4, 3)  # 4 + 1 saves, 3 + 1 does not
    assert casualties.suffer(f.b, blue, red, 2, False) == 1
    f.used_up()


# Buildings and strongholds


@pytest.mark.rule("FH-108")
@pytest.mark.parametrize(("kind", "number"), [("building", 4), ("stronghold", 3)])
@pytest.mark.parametrize("melee", [False, True])
def test_buildings_save_on_four_and_strongholds_on_three(kind: str, number: int, melee: bool) -> None:
    f = Field()
    garrison = f.garrison("red", f.terrain(kind, rectangle=(28, 18, 32, 22)))
    assert save(f, garrison, melee) == number


@pytest.mark.rule("FH-108")
def test_next_to_a_building_is_not_in_it() -> None:
    f = Field()
    f.terrain("stronghold", rectangle=(28, 22, 32, 25))
    assert save(f, f.unit("red", "line", 30, 20)) == 5


# Walls, hedges, works


@pytest.mark.rule("FH-108", "FH-R60")
@pytest.mark.parametrize(
    ("kind", "number"), [("wall", 4), ("hedge", 4), ("earthworks", 3), ("fence", 5), ("stream", 5)]
)
@pytest.mark.parametrize("melee", [False, True])
def test_behind_wall_or_hedge_four_behind_works_three(kind: str, number: int, melee: bool) -> None:
    f, unit = behind(kind, 0.5)
    assert save(f, unit, melee) == number


@pytest.mark.rule("FH-R60")
@pytest.mark.parametrize(("gap", "number"), [(0.0, 4), (1.0, 4), (1.01, 5)])
def test_cover_reaches_an_inch(gap: float, number: int) -> None:
    f, unit = behind("wall", gap)
    assert save(f, unit) == number


@pytest.mark.rule("FH-R60")
@pytest.mark.parametrize("melee", [False, True])
@pytest.mark.parametrize(("place", "number"), [((30.0, 10.0), 4), ((30.0, 26.0), 5), ((45.0, 20.0), 5)])
def test_a_wall_counts_only_against_the_far_side(
    place: tuple[float, float], number: int, melee: bool
) -> None:
    f, unit = behind("wall", 0.5)
    assert save(f, unit, melee, place) == number


@pytest.mark.rule("FH-R60")
def test_the_wall_crossed_must_be_the_one_the_unit_is_behind() -> None:
    """An enclosure: close to its north wall, a unit is shot at over the south wall, ten inches away."""
    f = Field()
    f.terrain("wall", lines=[[(20, 12), (40, 12)], [(20, 22), (40, 22)]])
    unit = f.unit("red", "line", 30, 20.5)
    assert save(f, unit, place=(30.0, 28.0)) == 4
    assert save(f, unit, place=SOUTH) == 5


@pytest.mark.rule("FH-R60")
@pytest.mark.parametrize(("end", "number"), [(18.25, 4), (18.24, 5)])
def test_the_inch_is_to_the_nearest_point_of_the_wall_be_it_its_end(end: float, number: int) -> None:
    """A wall that runs up to the middle of a front, and a shot that slants across it."""
    f = Field()
    f.terrain("wall", line=[(30.2, 8), (30.2, end)])
    unit = f.unit("red", "line", 30, 20, "south")  # its front lies on y = 19.25
    assert save(f, unit, place=(31.0, 10.0)) == number


@pytest.mark.rule("FH-R60")
@pytest.mark.parametrize("kind", ["wall", "hedge", "earthworks"])
@pytest.mark.parametrize("melee", [False, True])
def test_cavalry_gets_no_cover_from_them(kind: str, melee: bool) -> None:
    f, horse = behind(kind, 0.5, "light_horse")
    assert save(f, horse, melee) == 5


@pytest.mark.rule("FH-R60")
def test_the_best_save_counts() -> None:
    f, skirmishers = behind("earthworks", 0.5, "light", formation="extended")
    assert save(f, skirmishers) == 3
    f, skirmishers = behind("wall", 0.5, "light", formation="extended")
    assert save(f, skirmishers) == 4
    f.terrain("earthworks", line=[(20, 19), (40, 19)])
    assert save(f, skirmishers) == 3


@pytest.mark.rule("FH-R60", "FH-107")
def test_woods_add_to_the_best_save() -> None:
    f, line = behind("wall", 0.5)
    f.terrain("wood", rectangle=(20, 19, 40, 25))
    assert save(f, line) == 3


@pytest.mark.rule("FH-R60")
@pytest.mark.parametrize("kind", ["wall", "earthworks"])
def test_without_cover_in_melee_by_option_it_is_five(kind: str) -> None:
    f, unit = behind(kind, 0.5, house={"cover_in_melee": "false"})
    assert save(f, unit, melee=True) == 5
    assert save(f, unit) < 5


@pytest.mark.rule("FH-R60")
def test_without_cover_in_melee_neither_buildings_nor_woods_help() -> None:
    f = Field(cover_in_melee="false")
    garrison = f.garrison("red", f.terrain("stronghold", rectangle=(28, 18, 32, 22)))
    f.terrain("wood", rectangle=(40, 15, 60, 25))
    in_wood = f.unit("red", "line", 50, 20)
    assert (save(f, garrison), save(f, garrison, melee=True)) == (3, 5)
    assert (save(f, in_wood), save(f, in_wood, melee=True)) == (4, 5)


@pytest.mark.rule("FH-083", "FH-107", "FH-108")
@pytest.mark.parametrize(
    ("troop", "formation", "ground", "melee", "said"),
    [
        ("line", "line", None, False, []),
        ("armoured_horse", "line", None, True, [(83, 4)]),
        ("light", "extended", None, False, [(107, 4)]),
        ("light", "extended", None, True, []),
        ("field_guns", "battery", None, False, [(107, 4)]),
        ("line", "line", "hedge", True, [(108, 4)]),
        ("line", "line", "earthworks", False, [(108, 3)]),
        ("line", "line", "wood", False, [(107, 4)]),
        ("light", "extended", "wood", False, [(107, 4), (107, 3)]),
    ],
)
def test_a_better_save_says_why(
    troop: str, formation: str, ground: str | None, melee: bool, said: list[tuple[int, int]]
) -> None:
    f = Field()
    blue = f.unit("blue", "line", 30, 10)
    red = f.unit("red", troop, 30, 16, "south", formation=formation)
    if ground == "wood":
        f.terrain(ground, rectangle=(20, 15, 40, 20))
    elif ground is not None:
        f.terrain(ground, line=[(20, 15), (40, 15)])
    f.dice(6)
    casualties.suffer(f.b, blue, red, 1, melee)
    assert [(e.rule, e.a) for e in f.events(Ev.SAVE_NUMBER)] == said
    f.used_up()


@pytest.mark.rule("FH-R61")
def test_removal_waits_for_the_end_of_the_step_only_in_the_ranks() -> None:
    """Figures come off with each attack; the ranks close when all have been rolled."""
    f = Field()
    blue, red = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 14, "south", formation="column")
    general = f.general("red", attached=red)
    f.dice(5, *[1] * 6)  # the general's die, and the saves
    casualties.suffer(f.b, blue, red, 6, False)
    assert (f.u(red).figures, f.u(red).depth) == (18, 3.0)
    casualties.end_step(f.b)
    assert (f.u(red).depth, f.u(red).y) == (2.25, 13.625)
    assert f.b.leaders[general].y == 13.625
    f.used_up()


@pytest.mark.rule("FH-R08")
def test_figures_lost_outside_a_step_close_the_ranks_at_once() -> None:
    f = Field()
    red = f.unit("red", "line", 30, 14, "south")
    f.dice(6)
    assert casualties.lose_by_dice(f.b, red, 1, 111) == 6
    assert f.u(red).width == 4.5
    f.used_up()


@pytest.mark.rule("FH-R60")
def test_the_wall_does_not_cover_those_who_storm_it() -> None:
    f = Field()
    f.terrain("wall", line=[(20, 20), (40, 20)])
    charger = f.unit("blue", "line", 30, 19.2)
    defender = f.unit("red", "line", 30, 20.8, facing="south")
    blue, red = f.u(charger), f.u(defender)
    assert sight.save_number(f.b, blue, red.x, red.y, True) == 4  # at the wall, it would be covered
    blue.charging = blue.in_contact = red.in_contact = True
    assert sight.save_number(f.b, blue, red.x, red.y, True) == 5
    assert sight.save_number(f.b, red, blue.x, blue.y, True) == 4
