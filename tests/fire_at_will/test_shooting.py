"""Shooting: the four tables, who shoots, at whom, and the dice."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle import General
from grognard.books.fire_at_will import places, sequence, setup, shooting
from grognard.books.fire_at_will.charms import add_charm
from grognard.books.fire_at_will.state import (
    NOBODY,
    Act,
    AskKind,
    Deed,
    Lost,
    Nerve,
    Posted,
    Spell,
    Weapon,
)

from .field import FOLDER, Ev, Field, order

RANGES = {
    "skirmishers": (4, 8, 12),
    "crossbowmen": (5, 10, 15),
    "arquebus": (5, 10, 15),
    "dragon": (5, 8, 12),
    "bombard": (10, 15, 25),
}


def range_of(f: Field, shooter: str, target: str, gap: float) -> tuple[int, int]:
    """One strip that looks at another over so many inches; their formations."""
    a = f.formation("blue", shooter, 24, 10)
    return a, f.formation("red", target, 24, 10 + gap, "south")


def shot(f: Field, a: int, c: int, k: int = 0, m: int = 0) -> str:
    """What speaks against a shot of strip k of a at strip m of c."""
    ask = f.ask(AskKind.SHOOT, "blue" if f.u(a).side == 0 else "red")
    return f.refused(ask, Act.SHOOT, actor=f.strip(a, k), other=f.strip(c, m))


def fire(f: Field, a: int, c: int, *faces: int) -> int:
    """Strip 0 of a shoots at strip 0 of c; the hits."""
    shooting.take_aim(f.b, order(Act.SHOOT, f.strip(a, 0), f.strip(c, 0)))
    f.dice(*faces)
    shooting.shoot_all(f.b)
    f.used_up()
    return f.s(c, 0).hits


STANDARD = (
    "peasants",
    "axemen",
    "goblins",
    "orc_infantry",
    "undead",
    "skirmishers",
    "crossbowmen",
    "arquebus",
)
ARMOURED = ("men_at_arms", "pikemen", "command_element")
HORSE = ("outriders", "wolf_riders", "mounted_crossbowmen", "ogres", "beast")
HARD = ("orc_chariot", "behemoth", "giant", "trolls", "hero", "leader", "wizard", "dragon", "bombard", "cart")
ALL_SOFT = (*STANDARD, *ARMOURED, *HORSE)
TABLE = [
    *(("skirmishers", t, (4, 5, 6)) for t in (*STANDARD, *HORSE)),
    *(("skirmishers", t, (5, 6, 0)) for t in ARMOURED),
    *(("skirmishers", t, (6, 6, 0)) for t in (*HARD, "knights", "orc_war_wagon")),
    *(("crossbowmen", t, (4, 5, 6)) for t in ALL_SOFT),
    *(("crossbowmen", t, (5, 6, 0)) for t in (*HARD, "knights", "orc_war_wagon")),
    *(("arquebus", t, (4, 5, 6)) for t in ("axemen", "pikemen")),
    *(("dragon", t, (4, 5, 6)) for t in (*ALL_SOFT, "knights")),
    *(("dragon", t, (5, 6, 0)) for t in (*HARD, "orc_war_wagon")),
    *(("bombard", t, (4, 5, 6)) for t in (*ALL_SOFT, "knights")),
    *(("bombard", t, (5, 6, 6)) for t in (*HARD, "orc_war_wagon")),
]


@pytest.mark.rule("FW-102", "FW-103", "FW-104", "FW-105", "FW-106", "FW-107", "FW-108", "FW-014")
@pytest.mark.rule("FW-109", "FW-110", "FW-111", "FW-112", "FW-121", "FW-R46", "FW-R47", "FW-R51", "FW-R53")
@pytest.mark.parametrize(("shooter", "target", "faces"), TABLE)
def test_the_tables(shooter: str, target: str, faces: tuple[int, ...]) -> None:
    for column, need in enumerate(faces):
        f = Field()
        a, c = range_of(f, shooter, target, RANGES[shooter][column])
        if need == 0:
            assert shot(f, a, c) == "FW-121"
            continue
        assert shot(f, a, c) == ""
        assert fire(f, a, c, need) == 1
        event = f.one(Ev.SHOT)
        assert (event.actor, event.other, event.a, event.b) == (f.strip(a, 0), f.strip(c, 0), need, need)
        miss = Field()
        a, c = range_of(miss, shooter, target, RANGES[shooter][column])
        assert fire(miss, a, c, need - 1) == 0


@pytest.mark.rule("FW-R41", "FW-R19")
@pytest.mark.parametrize(
    ("gap", "column"), [(0.5, 0), (4.0, 0), (4.005, 0), (4.02, 1), (8.0, 1), (8.02, 2), (12.0, 2)]
)
def test_columns_reach_up_to_their_heading(gap: float, column: int) -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", gap)
    shooting.take_aim(f.b, order(Act.SHOOT, f.strip(a, 0), f.strip(c, 0)))
    event = f.one(Ev.AIMS)
    assert (event.a, event.b, event.d) == (column, Weapon.BOW, pytest.approx(gap))
    assert f.s(a, 0).column == column


@pytest.mark.rule("FW-R41")
def test_beyond_the_last_column_is_out_of_range() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 12.02)
    assert shot(f, a, c) == "FW-R41"
    assert f.b.refusal.asked == pytest.approx(12.02) and f.b.refusal.allowed == 12.0


@pytest.mark.rule("FW-R41")
def test_range_is_from_the_front_edge_to_the_nearest_point() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10)
    c = f.formation("red", "axemen", 27.5, 13, "south")  # its near corner is at (27, 13): 2.5 aside, 3 ahead
    shooting.take_aim(f.b, order(Act.SHOOT, f.strip(a, 0), f.strip(c, 0)))
    assert f.one(Ev.AIMS).d == pytest.approx((2.5**2 + 3**2) ** 0.5)


# Who may shoot


@pytest.mark.rule("FW-098", "FW-R42")
@pytest.mark.parametrize(
    ("shooter", "house", "said"),
    [
        ("skirmishers", {}, "FW-098"),
        ("crossbowmen", {}, "FW-098"),
        ("arquebus", {}, "FW-098"),
        ("mounted_crossbowmen", {}, "FW-098"),
        ("bombard", {}, "FW-098"),
        ("bombard", {"engine_move_and_shoot": "true"}, ""),
        ("skirmishers", {"engine_move_and_shoot": "true"}, "FW-098"),
        ("dragon", {}, ""),
        ("dragon", {"dragon_move_and_breathe": "false"}, "FW-098"),
    ],
)
def test_who_has_moved(shooter: str, house: dict[str, Any], said: str) -> None:
    f = Field(**house)
    a, c = range_of(f, shooter, "axemen", 4)
    assert shot(f, a, c) == ""
    f.u(a).moved = True
    assert shot(f, a, c) == said


@pytest.mark.rule("FW-098", "FW-R42")
def test_a_list_may_let_its_archers_move_and_shoot() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 4)
    f.u(a).moved = True
    f.s(a, 0).move_and_shoot = True
    assert shot(f, a, c) == ""


@pytest.mark.rule("FW-102")
def test_only_the_armed_shoot_and_only_at_enemies() -> None:
    f = Field()
    a, c = range_of(f, "axemen", "skirmishers", 4)
    friend = f.formation("blue", "skirmishers", 20, 10)
    assert shot(f, a, c) == "FW-102"
    assert shot(f, friend, a) == "FW-102"
    ask = f.ask(AskKind.SHOOT, "blue")
    assert f.refused(ask, Act.SHOOT, actor=f.strip(c, 0), other=f.strip(a, 0)) == "FW-102"
    assert f.refused(ask, Act.SHOOT, actor=f.strip(friend, 0), other=-1) == "FW-102"
    assert f.refused(ask, Act.TEST, actor=friend) == "FW-102"
    assert f.refused(ask, Act.DONE) == ""


@pytest.mark.rule("FW-061", "FW-R40", "FW-R98", "FW-R94", "FW-R111")
@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"deed": int(Deed.SPEECH)}, "FW-061"),
        ({"deed": int(Deed.INSULT)}, "FW-061"),
        ({"deed": int(Deed.CAST)}, "FW-067"),
        ({"deed": int(Deed.MEDITATE)}, "FW-070"),
        ({"deed": int(Deed.RAISED)}, "FW-R107"),
        ({}, ""),
    ],
)
def test_who_does_something_else_does_not_shoot(state: dict[str, Any], said: str) -> None:
    f = Field()
    hero = f.character("blue", "hero", 24, 10, weapon=int(Weapon.BOW), **state)
    c = f.formation("red", "axemen", 24, 14, "south")
    assert shot(f, f.home(hero), c) == said


@pytest.mark.rule("FW-081", "FW-087", "FW-R111")
def test_neither_routers_nor_the_frozen_nor_the_blinded_shoot() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 4)
    f.b.turn = 2
    for spell, said in ((Spell.FREEZE, "FW-087"), (Spell.BLINDED, "FW-081")):
        k = add_charm(f.b, spell, NOBODY, a, NOBODY, 1)
        f.b.charms[k].since = 1
        assert shot(f, a, c) == said
        f.b.n_charms = 0
    f.u(a).nerve = int(Nerve.RUNNING)
    assert shot(f, a, c) == "FW-R111"


@pytest.mark.rule("FW-099")
def test_only_the_front_rank_shoots() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10, strips=4, files=2)
    c = f.formation("red", "axemen", 24, 14, "south", strips=2)
    assert [shot(f, a, c, k) for k in range(4)] == ["", "", "FW-099", "FW-099"]
    shooting.take_aim(f.b, order(Act.VOLLEY, a, c))
    assert [s.target >= 0 for s in (f.s(a, k) for k in range(4))] == [True, True, False, False]


@pytest.mark.rule("FW-099", "FW-R09")
def test_a_strip_with_nobody_in_front_of_it_is_in_the_front_rank() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10, strips=4, files=2)
    c = f.formation("red", "axemen", 24, 14, "south", strips=2)
    f.s(a, 2).file = 5  # as if its front strip had never been there
    assert shot(f, a, c, 2) == ""


@pytest.mark.rule("FW-100", "FW-R44")
@pytest.mark.parametrize(("high", "said"), [("shooters", ""), ("both", "FW-101"), ("nobody", "FW-099")])
def test_two_ranks_shoot_from_a_slope(high: str, said: str) -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10, strips=6, files=2)
    c = f.formation("red", "axemen", 24, 14, "south", strips=2)
    if high != "nobody":
        f.terrain("hill", rectangle=(20, 8, 28, 12 if high == "shooters" else 16))
    assert [shot(f, a, c, k) for k in (0, 1)] == ["", ""]
    assert [shot(f, a, c, k) for k in (2, 3)] == [said, said]
    assert shot(f, a, c, 4) == "FW-099"


@pytest.mark.rule("FW-R44", "FW-R53")
def test_breath_gains_nothing_by_a_slope() -> None:
    f = Field()
    a = f.formation("blue", "dragon", 24, 10)
    c = f.formation("red", "axemen", 24, 14, "south", strips=4, files=2)
    f.terrain("hill", rectangle=(20, 8, 28, 12))
    assert shot(f, a, c, 0, 0) == "" and shot(f, a, c, 0, 2) == "FW-101"


# At whom


@pytest.mark.rule("FW-101", "FW-R45")
@pytest.mark.parametrize(
    ("x", "y", "facing", "targets"),
    [
        (24, 14, "north", {0, 1, 2}),  # it faces the shooter: its front rank
        (24, 25.5, "south", {3, 4, 5}),  # from behind: its rear rank
        (30, 20, "west", {0, 3}),  # from its left: that file (it faces south)
        (18, 20, "east", {2, 5}),
    ],
)
def test_targets_are_in_the_front_line_as_the_shooter_sees_it(
    x: float, y: float, facing: str, targets: set[int]
) -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", x, y, facing)
    c = f.formation("red", "axemen", 24, 19.5, "south", strips=6, files=3)
    assert {m for m in range(6) if shot(f, a, c, 0, m) == ""} == targets
    assert {shot(f, a, c, 0, m) for m in range(6)} == {"", "FW-101"}


@pytest.mark.rule("FW-101", "FW-R45", "FW-R44")
def test_from_a_slope_any_rank_may_be_chosen_over_the_heads_of_others() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10)
    screen = f.formation("blue", "axemen", 24, 14, strips=6)
    c = f.formation("red", "axemen", 24, 17, "south", strips=4, files=2)
    assert shot(f, a, c) == "FW-R52"
    f.terrain("hill", rectangle=(20, 8, 28, 12))
    assert [shot(f, a, c, 0, m) for m in range(4)] == [""] * 4
    f.u(screen).y = 12.5
    f.terrain("hill", rectangle=(16, 12, 32, 15))
    assert shot(f, a, c) == "FW-R52"  # the screen stands as high


@pytest.mark.rule("FW-R45")
@pytest.mark.parametrize(("post", "said"), [("left", ""), ("right", ""), ("behind", "FW-101")])
def test_a_character_in_the_front_rank_may_be_chosen(post: str, said: str) -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10)
    c = f.formation("red", "axemen", 24, 14, "south", strips=2)
    hero = f.character("red", "hero", attached=c, post=post)
    ask = f.ask(AskKind.SHOOT, "blue")
    assert f.refused(ask, Act.SHOOT, actor=f.strip(a, 0), other=hero) == said
    behind = f.formation("blue", "skirmishers", 24, 20, "south")
    assert f.refused(ask, Act.SHOOT, actor=f.strip(behind, 0), other=hero) == ""


@pytest.mark.rule("FW-R43")
@pytest.mark.parametrize(
    ("x", "y", "said"),
    [
        (28.9, 14, ""),  # its near corner at (28.4, 14): 3.9 aside of the shooter's corner, 4 ahead
        (29.1, 14, "FW-R43"),
        (19.1, 14, ""),
        (18.9, 14, "FW-R43"),
        (24, 8, "FW-R43"),
        (25.05, 10.1, ""),  # beside it, but a part of it ahead
        (27, 9.9, "FW-R43"),
    ],
)
def test_the_arc_is_45_degrees_from_the_front_corners(x: float, y: float, said: str) -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10)
    c = f.formation("red", "axemen", x, y, "south" if y != 10.1 else "north")
    if y == 14:
        f.s(c, 0).y, f.s(c, 0).depth = 14.0, 0.0  # only its front edge, to measure by
    assert shot(f, a, c) == said


@pytest.mark.rule("FW-R43", "FW-R27")
def test_a_garrison_shoots_from_the_side_it_lines() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10, strips=2)
    house = f.terrain("building", rectangle=(22, 8, 26, 11))
    f.garrison(a, house, north=1, east=1)
    north = f.formation("red", "axemen", 24, 14, "south")
    east = f.formation("red", "axemen", 30, 9.5, "west")
    assert [shot(f, a, c, k) for k in (0, 1) for c in (north, east)] == ["", "FW-R43", "FW-R43", ""]


@pytest.mark.rule("FW-R45", "FW-R27")
def test_of_a_garrison_those_on_the_near_side_are_targets() -> None:
    f = Field()
    c = f.formation("red", "axemen", 24, 10, strips=3)
    lord = f.character("red", "hero", attached=c)
    house = f.terrain("building", rectangle=(22, 18, 26, 21))
    f.garrison(c, house, north=1, south=2)
    a = f.formation("blue", "crossbowmen", 24, 14)
    f.terrain("hill", rectangle=(18, 10, 30, 15))  # nor does height help
    found = [m for m in range(4) if shot(f, a, c, 0, m) == ""]
    assert [f.s(c, m).edge for m in found] == [2, 2] and lord not in [f.strip(c, m) for m in found]


@pytest.mark.rule("FW-R52")
@pytest.mark.parametrize("kind", ["building", "wood", "troops"])
def test_one_must_see_the_target(kind: str) -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 8)
    assert shot(f, a, c) == ""
    if kind == "troops":
        f.formation("blue", "axemen", 24, 14, strips=6)
    else:
        f.terrain(kind, rectangle=(18, 13, 30, 15))
    assert shot(f, a, c) == "FW-R52"


@pytest.mark.rule("FW-R99", "FW-R114")
def test_neither_the_invisible_nor_the_hidden_are_targets() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 4)
    add_charm(f.b, Spell.BE_GONE, NOBODY, c, NOBODY, 0)
    assert shot(f, a, c) == "FW-R99"
    f.b.n_charms = 0
    add_charm(f.b, Spell.BE_GONE, NOBODY, a, NOBODY, 0)
    assert shot(f, a, c) == ""  # the invisible may shoot
    f.u(c).hidden = True
    assert shot(f, a, c) == "FW-102"  # as if nobody were there
    ask = f.ask(AskKind.SHOOT, "blue")
    assert f.refused(ask, Act.VOLLEY, actor=a, other=c) == "FW-102"
    assert shooting.next_shooter(f.b, 0, 0) == NOBODY


# What a general has found out


def test_what_a_general_found_out_holds_for_one_naming_of_targets_only() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 4)
    i = f.strip(a, 0)
    f.b.generals[0] = General.DRILL
    shooting.begin_naming(f.b, 0)
    assert shooting.nearest_target(f.b, i, c) == f.strip(c, 0) and shooting.has_target(f.b, i)
    places.put(f.b, c, 24.0, 40.0, 0.0, -1.0)
    f.u(c).middle_y = 14.0  # as if it were in range still
    assert shooting.nearest_target(f.b, i, c) == f.strip(
        c, 0
    )  # nobody moves meanwhile: he does not look again
    shooting.begin_naming(f.b, 0)
    assert shooting.nearest_target(f.b, i, c) == NOBODY
    shooting.end_naming(f.b)
    places.put(f.b, c, 24.0, 14.0, 0.0, -1.0)
    assert shooting.nearest_target(f.b, i, c) == f.strip(c, 0)


def test_nothing_is_kept_for_people_who_may_take_back_what_they_did() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 4)
    f.b.generals[0] = General.PERSON
    shooting.begin_naming(f.b, 0)
    assert shooting.nearest_target(f.b, f.strip(a, 0), c) == f.strip(c, 0)
    assert not f.b.paper.naming and not any(f.b.paper.nearest) and not any(f.b.paper.engaged)


def test_a_turn_of_generals_leaves_nothing_to_be_believed() -> None:
    f = Field()
    range_of(f, "skirmishers", "axemen", 4)
    f.b.generals[:] = [General.DRILL, General.DRILL]
    f.dice(1)
    sequence.shooting(f.b)
    assert f.one(Ev.SHOT).a == 1 and f.b.paper.round == 2 and not f.b.paper.naming


# Shooting and melee


def charged(shooter: str = "crossbowmen", edge: int = 0, **house: Any) -> tuple[Field, int, int]:
    """Shooters whom a line of axemen has charged this turn."""
    f = Field(**house)
    a = f.formation("blue", shooter, 24, 10, strips=2)
    c = f.formation("red", "men_at_arms", 24, 10, "south", strips=3, charging=True, charge_edge=edge)
    f.u(c).charge_target = a
    return f, a, c


@pytest.mark.rule("FW-R49")
def test_who_is_charged_in_front_shoots_at_the_charger_in_the_first_column() -> None:
    f, a, c = charged()
    assert [shot(f, a, c, k, 0) for k in (0, 1)] == ["", ""]
    assert fire(f, a, c, 4) == 1 and f.one(Ev.AIMS).a == 0


@pytest.mark.rule("FW-R49")
def test_a_charger_behind_a_wood_edge_has_no_cover_from_those_it_charged() -> None:
    f, a, c = charged()
    f.terrain("wood", rectangle=(16, 10, 32, 14))
    shooting.take_aim(f.b, order(Act.SHOOT, f.strip(a, 0), f.strip(c, 0)))
    assert f.one(Ev.AIMS).a == 0 and not f.events(Ev.COVER)


@pytest.mark.rule("FW-R49")
@pytest.mark.parametrize(
    "why", ["moved", "flank", "an older melee", "option", "engine", "not the charger", "nobody charged"]
)
def test_who_in_contact_may_not_shoot(why: str) -> None:
    house = {"stand_and_shoot": "false"} if why == "option" else {}
    f, a, c = charged("bombard" if why == "engine" else "crossbowmen", 1 if why == "flank" else 0, **house)
    said = "FW-R49"
    if why == "moved":
        f.u(a).moved, said = True, "FW-098"
    if why == "an older melee":
        f.formation("red", "axemen", 25, 9.75, "west")  # on its flank since last turn
    if why == "nobody charged":
        f.u(c).charging = False
    target = c
    if why == "not the charger":
        target = f.formation("red", "axemen", 21, 12, "south")
    assert shot(f, a, target) == said


@pytest.mark.rule("FW-R49", "FW-R53")
def test_a_dragon_in_contact_does_not_breathe() -> None:
    f, a, c = charged("dragon")
    assert shot(f, a, c) == "FW-R49"


@pytest.mark.rule("FW-R49")
def test_strips_in_contact_are_no_targets_the_others_are() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 4)
    f.formation("blue", "axemen", 25.5, 10, strips=2)
    c = f.formation("red", "axemen", 24, 10, "south", strips=3)
    assert [shot(f, a, c, 0, m) for m in range(3)] == ["FW-R49", "FW-R49", ""]


@pytest.mark.rule("FW-R49", "FW-045")
def test_a_garrison_is_front_all_round() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10)
    house = f.terrain("building", rectangle=(22, 8, 26, 11))
    f.garrison(a, house, south=1)
    c = f.formation("red", "axemen", 24, 8, charging=True, charge_target=a, charge_edge=2)
    assert shot(f, a, c) == ""


# Naming targets


@pytest.mark.rule("FW-R45", "FW-R90")
def test_a_target_is_named_once_and_knows_it() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 4)
    assert fire(f, a, c, 1) == 0
    assert f.s(c, 0).shot_at and f.s(a, 0).target == f.strip(c, 0)
    assert shot(f, a, c) == "FW-R45"
    ask = f.ask(AskKind.SHOOT, "blue")
    assert f.refused(ask, Act.VOLLEY, actor=a, other=c) == "FW-R45"


@pytest.mark.rule("FW-R45")
def test_a_volley_takes_the_nearest() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10, strips=3)
    c = f.formation("red", "axemen", 24, 16, "south", strips=3)
    far = f.formation("red", "axemen", 24, 40, "south")
    ask = f.ask(AskKind.SHOOT, "blue")
    assert f.refused(ask, Act.VOLLEY, actor=a, other=far) == "FW-R41"
    assert f.refused(ask, Act.VOLLEY, actor=c, other=a) == "FW-102"
    shooting.take_aim(f.b, order(Act.VOLLEY, a, c))
    assert [f.s(a, k).target for k in range(3)] == [f.strip(c, 2), f.strip(c, 1), f.strip(c, 0)]


@pytest.mark.rule("FW-020", "FW-102")
def test_nobody_is_asked_who_has_no_target() -> None:
    f = Field()
    range_of(f, "skirmishers", "axemen", 13)
    sequence.shooting(f.b)
    assert not f.events()


# Dice


@pytest.mark.rule("FW-R12", "FW-019", "FW-020")
def test_shooting_is_simultaneous() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10)
    c = f.formation("red", "skirmishers", 24, 14, "south")
    i, j = f.strip(a, 0), f.strip(c, 0)
    f.dice(4, 4)
    asks = f.play(sequence.shooting, order(Act.SHOOT, i, j), order(Act.SHOOT, j, i))
    f.used_up()
    assert [(ask.kind, ask.side, ask.actor) for ask in asks] == [
        (AskKind.SHOOT, 0, NOBODY),
        (AskKind.SHOOT, 1, NOBODY),
    ]
    assert (f.c(i).lost, f.c(j).lost) == (Lost.SHOT, Lost.SHOT)


@pytest.mark.rule("FW-R16")
def test_dice_go_side_by_side_formation_by_formation_from_the_left() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10, strips=4, files=2)
    c = f.formation("red", "crossbowmen", 24, 14, "south", strips=2)
    a2 = f.formation("blue", "crossbowmen", 21, 10)
    f.terrain("hill", rectangle=(22, 8, 28, 11))
    f.b.first = 1
    for shooters, at in ((a2, c), (a, c), (c, a)):
        shooting.take_aim(f.b, order(Act.VOLLEY, shooters, at))
    f.dice(1, 1, 1, 1, 1, 1, 1)
    shooting.shoot_all(f.b)
    f.used_up()
    rolled = [e.actor for e in f.events(Ev.SHOT)]
    assert rolled == [*f.members(c), *f.members(a), *f.members(a2)]
    xs = [f.c(i).x for i in rolled]
    assert xs == [24.5, 23.5, 23.5, 24.5, 23.5, 24.5, 21.0]  # each from its own left, front rank first


@pytest.mark.rule("FW-R50", "FW-113", "FW-R12")
def test_a_second_hit_on_the_dead_is_wasted() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10, strips=2)
    c = f.formation("red", "axemen", 24, 14, "south", strips=2)
    j = f.strip(c, 0)
    f.dice(6, 6)
    f.play(sequence.shooting, *(order(Act.SHOOT, f.strip(a, k), j) for k in range(2)))
    f.used_up()
    assert f.u(c).n == 1 and f.c(j).lost == Lost.SHOT
    assert len(f.events(Ev.KILLED)) == 1


@pytest.mark.rule("FW-116", "FW-117", "FW-R50")
def test_a_troll_bears_one_hit_and_two_kill_it() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10, strips=2)
    c = f.formation("red", "trolls", 24, 14, "south")
    j = f.strip(c, 0)
    f.dice(5, 4, 5, 4)
    f.play(sequence.shooting, order(Act.VOLLEY, a, c))
    assert f.c(j).wounds == 1 and f.one(Ev.WOUNDED).b == 2 and f.u(c).n == 1
    for i in f.members(a):
        sequence.begin_turn_of_strip(f.b, i)
    f.b.script.n = f.b.script.cursor = 0
    f.play(sequence.shooting, order(Act.VOLLEY, a, c))
    f.used_up()
    assert f.c(j).lost == Lost.SHOT


@pytest.mark.rule("FW-R114")
def test_who_shoots_is_hidden_no_more() -> None:
    f = Field()
    a, c = range_of(f, "skirmishers", "axemen", 4)
    f.u(a).hidden = True
    fire(f, a, c, 1)
    assert not f.u(a).hidden and f.one(Ev.REVEALED).actor == a


@pytest.mark.rule("FW-R27", "FW-099")
def test_who_stands_behind_his_formation_does_not_shoot() -> None:
    f = Field()
    a = f.formation("blue", "skirmishers", 24, 10, strips=2)
    c = f.formation("red", "axemen", 24, 14, "south")
    hero = f.character("blue", "hero", attached=a, post="behind", weapon=int(Weapon.BOW))
    assert f.c(hero).posted == Posted.BEHIND
    assert f.refused(f.ask(AskKind.SHOOT, "blue"), Act.SHOOT, actor=hero, other=f.strip(c, 0)) == "FW-099"


@pytest.mark.rule("FW-102", "FW-R12", "FW-R53")
def test_a_siege_at_random_shoots_by_the_book() -> None:
    b, _, _ = setup.new_battle(FOLDER / "scenarios" / "the-siege-of-the-ford-house.toml", {})
    setup.seed(b, 5)
    b.generals[0] = b.generals[1] = 2
    shots = 0
    for _ in range(12):
        b.log.room, b.log.n = len(b.log.events), 0
        sequence.play_turn(b)
        events = b.log.events[: b.log.n]
        fired = [e for e in events if e.kind == Ev.SHOT]
        assert len({e.actor for e in fired}) == len(fired)  # one shot each
        assert {e.b for e in fired} <= {4, 5, 6} and all(1 <= e.a <= 6 for e in fired)
        hit = {e.other for e in fired if e.a >= e.b}
        harmed = {e.actor for e in events if e.kind == Ev.WOUNDED}
        harmed |= {e.actor for e in events if e.kind == Ev.KILLED and e.a == Lost.SHOT}
        assert harmed == hit
        shots += len(fired)
    assert shots > 10
