"""Melee: the split into fights, the factors, the margins, and what the winner does."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fire_at_will import fighting, fights, links, melee, sequence
from grognard.books.fire_at_will.places import close_up
from grognard.books.fire_at_will.state import NOBODY, Edge, Factor, Lost, Nerve

from .field import Act, AskKind, Ev, Field, order, rule


def split(f: Field) -> list[tuple[int, list[int]]]:
    """The fights: the single strip, and those against it."""
    fights.split_fights(f.b)
    return [(k.single, sorted(k.foes[: k.n])) for k in f.b.fights[: f.b.n_fights]]


def two(blue: str = "axemen", red: str = "axemen", **house: Any) -> tuple[Field, int, int]:
    """Two strips front to front: the field and their numbers."""
    f = Field(**house)
    b = f.formation("blue", blue, 24, 20)
    r = f.formation("red", red, 24, 20, "south")
    f.ready()
    return f, f.strip(b, 0), f.strip(r, 0)


def faces_for(margin: int) -> tuple[int, int]:
    """Two dice of which the first is so much higher."""
    return (margin + 1, 1) if margin >= 0 else (1, 1 - margin)


# The printed example


@pytest.mark.rule(
    "FW-143",
    "FW-145",
    "FW-147",
    "FW-149",
    "FW-152",
    "FW-163",
    "FW-167",
    "FW-169",
    "FW-170",
    "FW-172",
    "FW-R78",
)
def test_four_orc_strips_against_two_mounted_knights_as_the_book_tells_it() -> None:
    f = Field()
    k1, k2 = (f.strip(f.formation("blue", "knights", x, 20), 0) for x in (23, 25))
    orcs = f.formation("red", "orc_infantry", 24, 20, "south", strips=4)
    o4, o3, o2, o1 = f.members(orcs)  # the first file is in the east
    f.dice(2, 6, 1, 5)  # turn one
    sequence.melee(f.b)
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.ROLL)] == [
        (k1, 2, 4),
        (o2, 6, 6),
        (k2, 1, 3),
        (o4, 5, 5),
    ]
    assert [(e.a, e.b) for e in f.events(Ev.NO_EFFECT)] == [(2, 4), (2, 4)]
    assert f.u(orcs).n == 4
    f.dice(5, 5, 6, 1)  # turn two: one strip each, however big the margin
    f.order(Act.STRIKE, k1, o1)
    f.order(Act.STRIKE, k2, o3)
    sequence.melee(f.b)
    assert [(e.actor, e.other, e.a, e.b) for e in f.events(Ev.WON)] == [(k1, o1, 2, 2), (k2, o3, 7, 2)]
    assert sorted(f.members(orcs)) == sorted([o2, o4])
    f.dice(6, 1, 5, 6)  # turn three: one against one, nobody outnumbered
    sequence.melee(f.b)
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.ROLL)[8:]] == [
        (k1, 6, 10),
        (o2, 1, 1),
        (k2, 5, 9),
        (o4, 6, 6),
    ]
    assert [e.a for e in f.events(Ev.WON)[2:]] == [9, 3]
    assert f.u(orcs).n == 0 and [f.c(k).lost for k in (k1, k2)] == [Lost.NO, Lost.NO]
    f.used_up()


# The split


@pytest.mark.rule("FW-144", "FW-R69")
@pytest.mark.parametrize(("aside", "fight"), [(0.0, True), (0.5, True), (0.55, False), (0.95, False)])
def test_half_the_frontage_must_be_adjacent(aside: float, fight: bool) -> None:
    f = Field()
    b = f.strip(f.formation("blue", "axemen", 24, 20), 0)
    r = f.strip(f.formation("red", "axemen", 24 + aside, 20, "south"), 0)
    assert split(f) == ([(b, [r])] if fight else [])
    assert f.c(b).attacked is fight and f.c(b).fight == (0 if fight else NOBODY)


@pytest.mark.rule("FW-144", "FW-R69")
def test_less_than_half_each_of_two_enemies_is_half_together() -> None:
    f = Field()
    b = f.strip(f.formation("blue", "axemen", 24, 20), 0)
    left = f.strip(f.formation("red", "axemen", 23.3, 20, "south"), 0)
    right = f.strip(f.formation("red", "axemen", 24.7, 20, "south"), 0)
    assert split(f) == [(b, sorted([left, right]))]


@pytest.mark.rule("FW-143", "FW-R69", "FW-R78")
def test_a_strip_is_in_if_an_enemy_is_in_against_its_flank_and_rear_ranks_make_no_odds() -> None:
    f = Field()
    column = f.formation("blue", "axemen", 24, 20, strips=2, files=1)
    r = f.strip(f.formation("red", "axemen", 24.5, 19.5, "west"), 0)
    f.ready()
    assert split(f) == [(r, f.members(column))]
    f.dice(3, 3)
    melee.fight_all(f.b)
    f.used_up()
    assert [(e.actor, e.b) for e in f.events(Ev.ROLL)] == [(f.strip(column, 0), 3), (r, 3 + 1)]


@pytest.mark.rule("FW-R69", "FW-R78")
def test_rear_ranks_are_not_in() -> None:
    f = Field()
    b = f.formation("blue", "axemen", 24, 20, strips=6, files=3)
    r = f.formation("red", "axemen", 24, 20, "south", strips=6, files=3)
    got = split(f)
    front = [f.strip(b, k) for k in range(3)]
    assert [s for s, _ in got] == front
    assert [foes for _, foes in got] == [[f.strip(r, 2 - k)] for k in range(3)]
    assert all(f.s(b, k).fight == NOBODY and not f.s(b, k).attacked for k in range(3, 6))


@pytest.mark.rule("FW-R69")
@pytest.mark.parametrize(("first", "single"), [(0, "blue"), (1, "red")])
def test_the_side_with_fewer_supplies_the_single_strips_and_when_equal_side_1(
    first: int, single: str
) -> None:
    f = Field()
    b = f.strip(f.formation("blue", "axemen", 24, 20), 0)
    r = f.strip(f.formation("red", "axemen", 24, 20, "south"), 0)
    f.b.first = first
    assert split(f) == ([(b, [r])] if single == "blue" else [(r, [b])])
    more = f.strip(f.formation("blue", "axemen", 24.5, 20.25, "west"), 0)
    assert split(f) == [(r, sorted([b, more]))]


@pytest.mark.rule("FW-R69")
def test_who_touches_two_as_long_joins_the_one_with_fewest() -> None:
    f = Field()
    b = f.formation("blue", "axemen", 24, 20, strips=3)
    r = f.formation("red", "axemen", 24.5, 20, "south", strips=3)
    b1, b2, b3 = f.members(b)
    r3, r2, r1 = f.members(r)
    assert split(f) == [(b1, [r1]), (b2, [r2]), (b3, [r3])]


@pytest.mark.rule("FW-R69")
def test_a_true_tie_is_its_owners_choice() -> None:
    f = Field()
    b = f.formation("blue", "axemen", 24, 20, strips=2)
    r = f.formation("red", "axemen", 24, 20, "south", strips=3)
    b1, b2 = f.members(b)
    r3, r2, r1 = f.members(r)
    ask = f.asks(fights.split_fights, f.b)
    assert (ask.kind, ask.side, ask.actor, ask.other) == (AskKind.FIGHT, 1, r2, b1)
    assert f.refused(ask, Act.JOIN_FIGHT, actor=r2, other=r1) == "FW-R69"
    assert f.refused(ask, Act.JOIN_FIGHT, actor=r1, other=b1) == "FW-R69"
    assert f.play(fights.split_fights, order(Act.JOIN_FIGHT, r2, b2)) == [ask]
    assert [(k.single, sorted(k.foes[: k.n])) for k in f.b.fights[:2]] == [(b1, [r1]), (b2, sorted([r2, r3]))]


@pytest.mark.rule("FW-R69")
def test_a_single_strip_without_opponent_takes_one_from_a_fight_of_two() -> None:
    f = Field()
    b = f.formation("blue", "axemen", 23, 20, strips=2)
    r = f.formation("red", "axemen", 22.3, 20, "south", strips=2)
    b1, b2 = f.members(b)
    r2, r1 = f.members(r)  # r1 touches b1 for 0.3", r2 b1 for 0.7" and b2 for 0.3"
    assert split(f) == [(b1, [r1]), (b2, [r2])]


@pytest.mark.rule("FW-143", "FW-R69")
def test_when_no_foe_can_be_spared_two_fight_one() -> None:
    f = Field()
    t1 = f.strip(f.formation("blue", "trolls", 22.375, 20), 0)
    t2 = f.strip(f.formation("blue", "trolls", 23.125, 20), 0)
    s3 = f.strip(f.formation("blue", "axemen", 23.5, 20.75, "west"), 0)
    dragon = f.strip(f.formation("red", "dragon", 22.75, 20, "south"), 0)
    y = f.strip(f.formation("red", "axemen", 24.0, 20.75, "west"), 0)
    z = f.strip(f.formation("red", "axemen", 24.0, 21.25, "south"), 0)
    assert split(f) == [(dragon, sorted([t1, t2])), (s3, sorted([y, z]))]


@pytest.mark.rule("FW-182", "FW-184")
def test_routers_and_their_pursuers_do_not_fight_in_the_turn_of_the_pursuit() -> None:
    f, b, r = two()
    f.u(f.home(b)).nerve, f.u(f.home(b)).pursued = int(Nerve.RUNNING), True
    f.u(f.home(r)).pursuing = True
    assert split(f) == []
    f.u(f.home(b)).pursued = False  # they have faced about
    assert split(f) == [(b, [r])]


# Factors


@pytest.mark.rule("FW-146", "FW-147", "FW-148", "FW-149", "FW-150", "FW-151", "FW-R71")
@pytest.mark.parametrize(
    ("figure", "value", "cited"),
    [
        ("orc_archers", -1, "FW-146"),
        ("crossbowmen", -1, "FW-146"),
        ("arquebus", -1, "FW-146"),
        ("peasants", -1, "FW-146"),
        ("goblins", -1, "FW-146"),
        ("orc_infantry", 0, "FW-147"),
        ("axemen", 0, "FW-147"),
        ("undead", 0, "FW-147"),
        ("men_at_arms", 2, "FW-148"),
        ("pikemen", 2, "FW-148"),
        ("command_element", 2, "FW-148"),
        ("ogres", 2, "FW-148"),
        ("orc_chariot", 2, "FW-148"),
        ("knights", 4, "FW-149"),
        ("trolls", 4, "FW-149"),
        ("behemoth", 4, "FW-149"),
        ("hero", 4, "FW-150"),
        ("wizard", 4, "FW-150"),
        ("orc_war_wagon", 4, "FW-150"),
        ("leader", 3, "FW-151"),
        ("outriders", 2, "FW-R71"),
        ("wolf_riders", 2, "FW-R71"),
        ("mounted_crossbowmen", 2, "FW-R71"),
        ("giant", 4, "FW-R71"),
        ("dragon", 4, "FW-R71"),
        ("bombard", -1, "FW-R71"),
        ("cart", -1, "FW-R71"),
    ],
)
def test_what_a_type_adds(figure: str, value: int, cited: str) -> None:
    f, b, r = two(figure)
    assert fighting.factors(f.b, b, r, 1) == value
    told = f.one(Ev.FACTOR)
    assert (told.actor, told.a, told.b, rule(told.rule)) == (b, value, Factor.TYPE, cited)


@pytest.mark.rule("FW-R71")
def test_horsemen_giants_and_dragons_by_option() -> None:
    for reading, value in (("2", 2), ("1", 1), ("0", 0)):
        f, b, r = two("outriders", horseman_factor=reading)
        assert fighting.factors(f.b, b, r, 1) == value
    f, b, r = two("dragon", dragon_factor=6)
    assert fighting.factors(f.b, b, r, 1) == 6
    f, b, r = two("giant", giant_factor=3)
    assert fighting.factors(f.b, b, r, 1) == 3


@pytest.mark.rule("FW-152", "FW-153", "FW-154", "FW-R78")
@pytest.mark.parametrize(
    ("against", "value", "cited"),
    [(2, -2, "FW-152"), (3, -3, "FW-153"), (4, -4, "FW-154"), (6, -4, "FW-154")],
)
def test_outnumbered(against: int, value: int, cited: str) -> None:
    f, b, r = two()
    assert fighting.factors(f.b, b, r, against) == value
    told = f.events(Ev.FACTOR)[1]
    assert (told.a, told.b, rule(told.rule)) == (value, Factor.OUTNUMBERED, cited)


@pytest.mark.rule("FW-154", "FW-R78", "FW-R80")
def test_a_hero_among_ordinary_strips_is_outnumbered_by_them() -> None:
    f = Field()
    hero = f.character("blue", "hero", 24, 20)
    f.formation("red", "axemen", 24, 20, "south", strips=2)  # half of his front each
    f.formation("red", "axemen", 23.75, 19.75, "east")
    f.formation("red", "axemen", 24.25, 19.75, "west")
    f.formation("red", "axemen", 24, 19.5, "north")
    f.dice(6, 2)
    f.order(Act.STRIKE, hero, f.strip(3, 0))
    fights.split_fights(f.b)
    melee.fight_all(f.b)
    f.used_up()
    assert f.one(Ev.FIGHT).a == 5
    assert [(e.actor, e.b) for e in f.events(Ev.ROLL)] == [(hero, 6 + 4 - 4), (f.strip(1, 0), 2)]
    assert f.one(Ev.WON).other == f.strip(3, 0)


@pytest.mark.rule("FW-155", "FW-R74")
def test_who_charged_this_turn_has_one_more_and_it_adds_to_flank_and_rear() -> None:
    f = Field()
    b = f.formation("blue", "axemen", 24, 20)
    r = f.formation("red", "axemen", 24, 20)  # it shows its rear: both face north
    f.u(r).y = 20.5
    fresh = (f.strip(b, 0), f.strip(r, 0))
    close_up(f.b, r)
    f.ready()
    assert fighting.factors(f.b, *fresh, 1) == 2
    f.u(b).charging, f.u(b).charge_target, f.u(b).charge_edge = True, r, int(Edge.REAR)
    assert fighting.factors(f.b, *fresh, 1) == 3
    assert [rule(e.rule) for e in f.events(Ev.FACTOR)][-2:] == ["FW-155", "FW-157"]
    sequence.begin_turn_of_formation(f.b, b)
    assert fighting.factors(f.b, *fresh, 1) == 2


@pytest.mark.rule("FW-156", "FW-157", "FW-R75")
@pytest.mark.parametrize(
    ("facing", "x", "y", "value"),
    [("south", 24, 20, 0), ("west", 24.5, 19.75, 1), ("east", 23.5, 19.75, 1), ("north", 24, 19.5, 2)],
)
def test_flank_and_rear(facing: str, x: float, y: float, value: int) -> None:
    f = Field()
    b = f.strip(f.formation("blue", "axemen", 24, 20), 0)
    r = f.strip(f.formation("red", "axemen", x, y, facing), 0)
    f.ready()
    assert fighting.factors(f.b, r, b, 1) == value
    assert fighting.factors(f.b, b, r, 1) == 0  # who is hit there has no such place himself


@pytest.mark.rule("FW-R75")
@pytest.mark.parametrize(("figure", "value"), [("hero", 0), ("leader", 0), ("giant", 2), ("ogres", 2)])
def test_a_lone_character_has_no_rear_a_lone_monster_has(figure: str, value: int) -> None:
    f = Field()
    b = f.formation("blue", figure, 24, 20)
    deep = f.s(b, 0).depth
    r = f.strip(f.formation("red", "axemen", 24, 20 - deep), 0)
    f.ready()
    assert fighting.factors(f.b, r, f.strip(b, 0), 1) == value


@pytest.mark.rule("FW-R75")
def test_a_flank_that_the_charge_did_not_begin_in_gives_nothing() -> None:
    f = Field()
    b = f.formation("blue", "axemen", 24, 20)
    r = f.formation("red", "axemen", 24, 28, "south")
    f.ready()  # it stands in the front quarter when the phase begins
    u = f.u(r)
    u.x, u.y, u.fx, u.fy = 24.5, 19.75, -1.0, 0.0
    close_up(f.b, r)
    u.charging, u.charge_target = True, 7  # at another
    assert fighting.factors(f.b, f.strip(r, 0), f.strip(b, 0), 1) == 1  # the charge only
    u.charge_target, u.charge_edge = b, int(Edge.RIGHT)
    assert fighting.factors(f.b, f.strip(r, 0), f.strip(b, 0), 1) == 2


@pytest.mark.rule("FW-158", "FW-R73")
def test_against_one_who_defends_a_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    f, b, r = two()
    lining = {r}
    monkeypatch.setattr(fighting, "lines_wall_against", lambda _b, i, _x, _y: 0 if i in lining else NOBODY)
    assert (fighting.factors(f.b, b, r, 1), fighting.factors(f.b, r, b, 1)) == (-1, 0)
    assert rule(f.events(Ev.FACTOR)[1].rule) == "FW-158"
    lining.add(b)  # both line it: the one there first defends it
    f.u(f.home(r)).wall_since, f.u(f.home(b)).wall_since = 2, 3
    assert (fighting.factors(f.b, b, r, 1), fighting.factors(f.b, r, b, 1)) == (-1, 0)
    f.u(f.home(r)).wall_since = 4
    assert (fighting.factors(f.b, b, r, 1), fighting.factors(f.b, r, b, 1)) == (0, -1)


@pytest.mark.rule("FW-159", "FW-045", "FW-R73", "FW-R75", "FW-R76")
def test_against_one_who_defends_a_building() -> None:
    f = Field()
    house = f.terrain("building", rectangle=(22, 20, 26, 23))
    inside = f.formation("red", "pikemen", 24, 21, strips=3)
    f.garrison(inside, house, south=3)
    b = f.strip(f.formation("blue", "knights", 24, 20), 0)
    fights.split_fights(f.b)
    foe = f.b.fights[0].foes[0]
    assert fighting.factors(f.b, b, foe, 1) == 4 - 2  # no pikes, no flank, no rear
    assert fighting.factors(f.b, foe, b, 1) == 2
    assert {rule(e.rule) for e in f.events(Ev.FACTOR)} == {"FW-149", "FW-159", "FW-148"}


def pikes(files: int, strips: int, attacker: str, **house: Any) -> tuple[Field, int, int]:
    """An attacker against the front of a block of pikes, in the middle of it."""
    f = Field(**house)
    block = f.formation("red", "pikemen", 24, 20, "south", strips=strips, files=files)
    b = f.strip(f.formation("blue", attacker, 24, 20), 0)
    f.ready()
    return f, b, f.strip(block, files // 2)


@pytest.mark.rule("FW-160", "FW-161", "FW-R76")
@pytest.mark.parametrize(
    ("attacker", "ranks", "value"),
    [
        ("axemen", 1, -1),
        ("axemen", 3, -1),
        ("orc_chariot", 3, 2 - 1),
        ("outriders", 1, 2 - 1),
        ("outriders", 2, 2 - 2),
        ("wolf_riders", 3, 2 - 3),
        ("mounted_crossbowmen", 4, 2 - 4),
        ("knights", 5, 4 - 4),
        ("champion", 3, 4 - 3),
        ("hero", 3, 4 - 1),
    ],
)
def test_pikes_in_depth(attacker: str, ranks: int, value: int) -> None:
    f, b, r = pikes(1, ranks, attacker)
    assert fighting.factors(f.b, b, r, 1) == value
    assert "FW-160" in f.cited()


@pytest.mark.rule("FW-161", "FW-R76")
def test_pikes_by_option() -> None:
    f, b, r = pikes(3, 6, "knights")
    assert fighting.factors(f.b, b, r, 1) == 4 - 2
    f, b, r = pikes(3, 6, "knights", pike_ranks="whole_formation")
    assert fighting.factors(f.b, b, r, 1) == 4 - 4
    f, b, r = pikes(1, 5, "knights", pike_cap="total")
    assert fighting.factors(f.b, b, r, 1) == 4 - 3


@pytest.mark.rule("FW-160", "FW-R76")
def test_pikes_only_before_their_front() -> None:
    f = Field()
    block = f.formation("red", "pikemen", 24, 20, "south", strips=3, files=1)
    b = f.strip(f.formation("blue", "axemen", 24.5, 20.25, "west"), 0)
    f.ready()
    assert fighting.factors(f.b, b, f.strip(block, 0), 1) == 1  # the flank, and no pikes


# Dice, margins and effects


@pytest.mark.rule(
    "FW-162",
    "FW-163",
    "FW-164",
    "FW-165",
    "FW-166",
    "FW-167",
    "FW-168",
    "FW-169",
    "FW-173",
    "FW-R72",
    "FW-R79",
)
@pytest.mark.parametrize(
    ("figure", "needed", "cited", "dies"),
    [
        ("goblins", 1, "FW-162", True),
        ("orc_archers", 1, "FW-162", True),
        ("crossbowmen", 1, "FW-162", True),
        ("arquebus", 1, "FW-162", True),
        ("peasants", 1, "FW-162", True),
        ("bombard", 1, "FW-162", True),
        ("axemen", 2, "FW-163", True),
        ("orc_infantry", 2, "FW-163", True),
        ("undead", 2, "FW-163", True),
        ("giant", 2, "FW-164", False),
        ("outriders", 3, "FW-165", True),
        ("wolf_riders", 3, "FW-165", True),
        ("mounted_crossbowmen", 3, "FW-165", True),
        ("men_at_arms", 3, "FW-165", True),
        ("pikemen", 3, "FW-165", True),
        ("command_element", 3, "FW-165", True),
        ("ogres", 3, "FW-165", True),
        ("orc_chariot", 3, "FW-165", True),
        ("trolls", 3, "FW-166", False),
        ("knights", 4, "FW-167", True),
        ("hero", 4, "FW-168", False),
        ("wizard", 4, "FW-168", False),
        ("orc_war_wagon", 4, "FW-168", False),
        ("leader", 4, "FW-168", False),
        ("behemoth", 4, "FW-168", False),
        ("dragon", 4, "FW-168", False),
    ],
)
def test_the_margin_that_kills_or_hits(figure: str, needed: int, cited: str, dies: bool) -> None:
    for margin in (needed - 1, needed):
        f, b, r = two("trolls", figure)
        over = fighting.sum_of_factors(f.b, b, r, 1) - fighting.sum_of_factors(f.b, r, b, 1)
        f.dice(*faces_for(margin - over))
        sequence.melee(f.b)
        f.used_up()
        won = margin == needed
        assert (f.c(r).wounds, f.c(r).lost != Lost.NO) == (int(won), won and dies)
        if margin > 0:
            told = f.one(Ev.WON if won else Ev.NO_EFFECT)
            assert (told.actor, told.other, told.a, told.b) == (b, r, margin, needed)
            assert rule(told.rule) == (cited if won else "FW-169")
        else:
            assert rule(f.one(Ev.DRAWN).rule) == "FW-R79"


@pytest.mark.rule("FW-173", "FW-R50", "FW-116")
def test_a_hit_in_melee_adds_to_those_of_arrows() -> None:
    f, b, r = two("trolls", "trolls")
    f.c(r).wounds = 1
    f.dice(6, 3)
    sequence.melee(f.b)
    assert f.c(r).lost == Lost.MELEE and f.c(b).lost == Lost.NO


@pytest.mark.rule("FW-145", "FW-R16")
@pytest.mark.parametrize("first", [0, 1])
def test_side_1_rolls_first_and_fights_go_by_its_formations(first: int) -> None:
    f = Field()
    b = [f.strip(f.formation("blue", "axemen", x, 20), 0) for x in (30, 20)]
    r = [f.strip(f.formation("red", "axemen", x, 20, "south"), 0) for x in (20, 30)]
    f.b.first = first
    f.dice(1, 2, 3, 4)
    sequence.melee(f.b)
    by_side = [b[0], r[1], b[1], r[0]] if first == 0 else [r[0], b[1], r[1], b[0]]
    assert [e.actor for e in f.events(Ev.ROLL)] == by_side


@pytest.mark.rule("FW-R12")
def test_melee_is_simultaneous() -> None:
    f = Field()
    b = f.formation("blue", "axemen", 24, 20, strips=2)
    r = f.formation("red", "axemen", 24, 20, "south", strips=2)
    f.dice(6, 1, 1, 6)
    sequence.melee(f.b)
    assert (f.u(b).n, f.u(r).n) == (1, 1)
    assert (f.u(b).casualties, f.u(r).casualties) == (1, 1)


def three_on_one(red: list[str], **house: Any) -> tuple[Field, int, list[int]]:
    """A strip of knights with enemies at its front and both flanks: each of a formation of its own."""
    f = Field(**house)
    b = f.strip(f.formation("blue", "knights", 24, 20), 0)
    poses = [(24, 20, "south"), (24.5, 19.6, "west"), (23.5, 19.6, "east")]
    r = [f.strip(f.formation("red", figure, *pose), 0) for figure, pose in zip(red, poses, strict=False)]
    f.ready()
    return f, b, r


@pytest.mark.rule("FW-170", "FW-171", "FW-R70")
def test_the_outnumbered_winner_strikes_one_of_those_whose_margin_is_met() -> None:
    f, b, r = three_on_one(["axemen", "men_at_arms", "goblins"])
    f.dice(6, 5)  # 6 + 4 - 3 against 5 + 0: by 2
    orders = (order(Act.LEAD, 0, r[0]), order(Act.STRIKE, b, r[2]))
    start = f.play(sequence.melee, *orders)
    assert [(a.kind, a.side, a.actor, a.other) for a in start] == [
        (AskKind.LEAD, 1, 0, b),
        (AskKind.VICTIM, 0, b, 0),
    ]
    assert [f.c(i).lost for i in r] == [Lost.NO, Lost.NO, Lost.MELEE]
    assert f.b.fights[0].margin == 2


@pytest.mark.rule("FW-171", "FW-R70")
def test_whom_the_winner_may_not_strike() -> None:
    f, b, r = three_on_one(["axemen", "men_at_arms", "goblins"])
    far = f.strip(f.formation("red", "goblins", 40, 40), 0)
    f.dice(6, 5)
    f.order(Act.LEAD, 0, r[0])
    ask = f.asks(sequence.melee, f.b)
    assert ask.kind == AskKind.VICTIM
    assert f.refused(ask, Act.STRIKE, actor=b, other=r[0]) == ""
    assert f.refused(ask, Act.STRIKE, actor=b, other=r[1]) == "FW-R70"  # men at arms: by 3
    assert f.refused(ask, Act.STRIKE, actor=b, other=far) == "FW-170"
    f.c(r[2]).x += 5.0
    assert f.refused(ask, Act.STRIKE, actor=b, other=r[2]) == "FW-171"


@pytest.mark.rule("FW-171")
def test_nothing_is_asked_when_only_one_can_be_struck() -> None:
    f, b, r = three_on_one(["men_at_arms", "men_at_arms", "goblins"], mixed_side="worst_strip")
    f.dice(5, 5)  # 5 + 4 - 3 against 5 - 1 + 1, a goblin at the flank: by 1
    sequence.melee(f.b)
    f.used_up()
    assert [f.c(i).lost for i in r] == [Lost.NO, Lost.NO, Lost.MELEE]
    assert f.one(Ev.FIGHT).other == r[2]
    assert f.one(Ev.WON).a == 1 and b == f.one(Ev.WON).actor


@pytest.mark.rule("FW-R70")
@pytest.mark.parametrize(("lead", "total"), [(0, 3 + 2), (1, 3 + 0 + 1)])
def test_the_many_go_by_the_strip_that_leads_them(lead: int, total: int) -> None:
    f, b, r = three_on_one(["men_at_arms", "axemen"])
    f.dice(1, 3)
    fights.split_fights(f.b)
    f.order(Act.LEAD, 0, r[lead])
    melee.fight_all(f.b)
    assert [(e.actor, e.b) for e in f.events(Ev.ROLL)] == [(b, 1 + 4 - 2), (r[lead], total)]
    ask = f.ask(AskKind.LEAD, "red", 0, b)
    assert f.refused(ask, Act.LEAD, actor=0, other=b) == "FW-R70"
    assert f.refused(ask, Act.LEAD, actor=0, other=r[1]) == ""


@pytest.mark.rule("FW-R70")
def test_the_worst_strip_leads_by_option_and_nobody_is_asked_when_all_are_alike() -> None:
    f, _, r = three_on_one(["men_at_arms", "goblins"], mixed_side="worst_strip")
    f.dice(1, 1)
    sequence.melee(f.b)
    assert f.one(Ev.FIGHT).other == r[1]
    f, _, r = three_on_one(["goblins", "peasants"])
    f.c(r[1]).x, f.c(r[1]).y, f.c(r[1]).fx, f.c(r[1]).fy = 40.0, 40.0, 0.0, 1.0
    beside = f.formation("red", "orc_archers", 24.6, 20, "south")
    f.u(f.home(r[0])).x = 23.6
    close_up(f.b, f.home(r[0]))
    f.dice(1, 6)
    sequence.melee(f.b)
    assert sorted(f.b.fights[0].foes[:2]) == sorted([r[0], f.strip(beside, 0)])
    f.used_up()


@pytest.mark.rule("FW-R19")
def test_corners_that_meet_are_no_contact_of_fronts() -> None:
    f = Field()
    b = f.strip(f.formation("blue", "axemen", 24, 20), 0)
    r = f.strip(f.formation("red", "axemen", 25, 20, "south"), 0)
    assert links.touching_length(f.b, b, r) == 0.0
