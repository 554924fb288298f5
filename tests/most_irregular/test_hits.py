"""Points into hits, whom they fall on, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import firing, loose, shooting
from grognard.books.most_irregular.state import Effect, Lost, Shelter, Table
from grognard.values import Ask

from .field import NOBODY, OFFICER, Act, AskKind, Ev, Field, order

ONE_MAN = 1  # the set of blue's first man


def fire(f: Field, line: int, target: int = NOBODY, act: Act = Act.FIRE) -> None:
    for i in f.of(line):
        f.m(i).acted = 0
    ask = f.activate(line)
    assert f.refused(ask, act, actor=line, other=target) == ""
    shooting.fire_unit(f.b, order(act, line, target, fy=1.0))


def hit(f: Field, man: int, roll: int, table: Table = Table.STANDARD) -> None:
    """Blue's first man hits a red figure."""
    shooting.take_hit(f.b, 0, ONE_MAN, man, roll, int(table))


def pair(**house: Any) -> tuple[Field, int]:
    f = Field(**house)
    f.man("blue", 20, 10)
    return f, f.man("red", 20, 20)


# Points into hits


@pytest.mark.rule("MI-068", "MI-074")
@pytest.mark.parametrize(("kept", "hits"), [(1, 1), (2, 2), (3, 2), (4, 3), (6, 4)])
def test_one_hit_for_every_two_points_and_the_rest_is_lost(kept: int, hits: int) -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 8, 20, 18, "south")
    f.dice(kept, kept)
    f.dice(*[3] * hits)
    f.dice(6)
    fire(f, line, target)
    f.used_up()
    assert (f.one(Ev.POINTS).a, f.one(Ev.POINTS).b) == (kept + 2, hits)
    assert (f.one(Ev.PRICE).a, f.one(Ev.PRICE).b) == (2, Shelter.NONE)


@pytest.mark.rule("MI-069", "MI-R36", "MI-074")
@pytest.mark.parametrize(("kind", "kept", "hits"), [("wall", 3, 1), ("wall", 4, 2), ("hedge", 4, 2)])
def test_a_formation_in_cover_or_concealment_costs_three_points_a_hit(
    kind: str, kept: int, hits: int
) -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 4, 20, 18, "south")
    f.terrain(kind, line=[(10, 17.3), (30, 17.3)])
    f.dice(kept, kept)
    f.dice(*[3] * hits)
    f.dice(6)
    fire(f, line, target)
    f.used_up()
    assert f.one(Ev.PRICE).a == 3


@pytest.mark.rule("MI-070", "MI-071", "MI-072", "MI-074", "MI-R37")
@pytest.mark.parametrize(
    ("kind", "kept", "hits"),
    [
        ("fence", 1, 1),
        ("fence", 6, 2),
        ("hedge", 1, 0),
        ("hedge", 2, 1),
        ("hedge", 6, 2),
        ("wall", 2, 0),
        ("wall", 3, 1),
        ("wall", 6, 1),
    ],
)
def test_stragglers_cost_three_four_or_five(kind: str, kept: int, hits: int) -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    f.men("red", (19, 18), (21, 18), (23, 18))
    f.terrain(kind, line=[(10, 17.3), (30, 17.3)])
    f.dice(kept, kept)
    f.dice(*[6] * hits)
    fire(f, line)
    f.used_up()
    assert f.one(Ev.POINTS).b == hits


# Whom they fall on


@pytest.mark.rule("MI-075", "MI-R39")
def test_stragglers_are_hit_from_the_nearest_outwards() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    men = f.men("red", (20, 20), (22, 14), (18, 17))
    f.dice(4, 4, 6, 6)  # 6 points: two
    fire(f, line)
    assert [e.actor for e in f.events(Ev.HIT)] == [men[1], men[2]]


@pytest.mark.rule("MI-076", "MI-R39")
def test_a_formation_is_hit_from_the_part_nearest_the_firer_seen_or_not() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 4, 20, 18, "south", files=1)
    f.dice(4, 4, 6, 6, 6)  # 6 points: three
    fire(f, line, target)
    f.used_up()
    assert [e.actor for e in f.events(Ev.HIT)] == [3, 4, 5]  # the third has two men before him


@pytest.mark.rule("MI-R39")
def test_men_of_the_target_behind_a_house_can_be_hit() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 3, 21, 16, "south")
    f.terrain("building", rectangle=(20.6, 12, 30, 14))
    f.dice(5, 5, 6, 6, 6)
    fire(f, line, target)
    assert f.b.formations[target].size == 0
    assert len(f.events(Ev.HIT)) == 3


@pytest.mark.rule("MI-R39")
def test_of_men_equally_near_the_lowest_number_is_hit_first() -> None:
    f = Field()
    i = f.man("blue", 20, 10)
    places = [(23, 14), (17, 14), (20, 15), (24, 13)]  # all five inches off
    men = f.men("red", *places)
    n = firing.list_targets(f.b, 0, f.set(i), f.set(*men), 0)
    assert f.b.paper.listed[:n] == men


@pytest.mark.rule("MI-R39")
def test_the_distance_is_to_the_nearest_figure_that_fires() -> None:
    f = Field()
    near, far = f.man("blue", 20, 10), f.man("blue", 30, 10)
    men = f.men("red", (20, 15), (30, 14))
    assert firing.list_targets(f.b, 0, f.set(near), f.set(*men), 0) == 2
    assert f.b.paper.listed[:2] == men
    assert firing.list_targets(f.b, 0, f.set(near, far), f.set(*men), 0) == 2
    assert f.b.paper.listed[:2] == men[::-1]


@pytest.mark.rule("MI-R39", "MI-R10")
def test_by_option_officers_stand_in_the_list_by_their_distance() -> None:
    f = Field(officers_targetable="on")
    i = f.man("blue", 20, 10)
    men = f.men("red", (20, 15), (24, 18))
    k = f.commander("red", 16, 16)
    assert firing.list_targets(f.b, 0, f.set(i), f.set(*men), 1 << k) == 3
    assert f.b.paper.listed[:3] == [men[0], OFFICER + k, men[1]]


@pytest.mark.rule("MI-R39")
@pytest.mark.parametrize(("option", "rolled"), [("lost", 2), ("wrap", 4)])
def test_surplus_hits_are_lost_or_by_option_go_round_again(option: str, rolled: int) -> None:
    f = Field(surplus_hits=option)
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 2, 20, 18, "south")
    f.dice(6, 6)  # 8 points: four hits on two men
    f.dice(*[3, 3, 3, 6][:rolled])
    if option == "lost":
        f.dice(6)  # two men are left, wounded, and test
    fire(f, line, target)
    f.used_up()
    assert [f.m(i).lost for i in (3, 4)] == (
        [Lost.NO, Lost.NO] if option == "lost" else [Lost.SECOND_WOUND, Lost.KILLED]
    )


@pytest.mark.rule("MI-R39", "MI-R75")
def test_by_option_a_second_hit_on_a_man_who_is_gone_is_rolled_and_wasted() -> None:
    f = Field(surplus_hits="wrap")
    line = f.formation("blue", 3, 20, 10)
    f.men("red", (19, 18), (21, 18))
    f.dice(6, 6, 6, 5)  # 8 points: two hits
    fire(f, line)
    f.used_up()
    f = Field(surplus_hits="wrap")
    line = f.formation("blue", 9, 20, 10, files=9)
    f.men("red", (19, 18), (21, 18))
    f.dice(6, 6, 6, 1, 1)  # 10 points: the third hit is on the dead man
    fire(f, line)
    f.used_up()
    assert len(f.events(Ev.HIT)) == 2


# What they do


@pytest.mark.rule("MI-077", "MI-131", "MI-R41")
@pytest.mark.parametrize(
    ("table", "effects"),
    [
        (Table.STANDARD, "SSWWFF"),
        (Table.SKIRMISH, "SSSWWF"),
    ],
)
def test_the_two_columns_of_the_hit_table(table: Table, effects: str) -> None:
    f = Field()
    letters = {Effect.SHOCK: "S", Effect.WOUND: "W", Effect.FATAL: "F"}
    assert "".join(letters[Effect(shooting.effect_of(f.b, n, table))] for n in range(1, 7)) == effects


@pytest.mark.rule("MI-R41", "MI-077")
def test_formed_fire_at_stragglers_uses_the_standard_column() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    men = f.men("red", (19, 18), (21, 18))
    f.dice(4, 4, 3, 5)
    fire(f, line)
    assert f.m(men[0]).wounded
    assert f.m(men[1]).lost == Lost.KILLED
    assert {e.rule for e in f.events(Ev.HIT)} == {77}


@pytest.mark.rule("MI-R41", "MI-131")
def test_straggler_fire_at_a_formation_uses_the_skirmish_column() -> None:
    f = Field()
    men = f.men("blue", (18, 10), (20, 10), (22, 10))
    f.b.commander = f.commander("blue", 20, 8)
    target = f.formation("red", 6, 20, 16, "south")
    f.dice(4, 4, 3, 5, 6, 6)
    ask = Ask(int(AskKind.ACTIVATE), 0, 0, NOBODY)
    assert f.refused(ask, Act.SKIRMISH, other=target, how=f.set(*men)) == ""
    loose.straggle(f.b, order(Act.SKIRMISH, NOBODY, target, f.set(*men)), 0)
    f.used_up()
    assert [e.b for e in f.events(Ev.HIT)] == [Effect.SHOCK, Effect.WOUND, Effect.FATAL]
    assert {e.rule for e in f.events(Ev.HIT)} == {131}


@pytest.mark.rule("MI-078", "MI-R42")
def test_shock_recoils_four_inches_straight_away_from_the_nearest_of_the_body() -> None:
    f = Field()
    f.man("blue", 20, 10)
    f.man("blue", 10, 10)
    man = f.man("red", 23, 14)
    shooting.take_hit(f.b, 0, 0b11, man, 2, int(Table.STANDARD))
    assert (f.m(man).x, f.m(man).y) == pytest.approx((23 + 4 * 0.6, 14 + 4 * 0.8))
    assert f.one(Ev.RECOILS).d == pytest.approx(4.0)
    assert f.m(man).lost == Lost.NO and not f.m(man).wounded


@pytest.mark.rule("MI-R42", "MI-078")
def test_the_body_is_the_unit_that_fired_with_those_of_it_who_could_not() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    f.m(f.of(line)[1]).weapon = 0
    f.m(f.of(line)[0]).acted = 99  # two of three do not fire
    man = f.man("red", 20, 15)
    ask = f.activate(line)
    assert f.refused(ask, Act.FIRE, actor=line) == ""
    f.dice(6, 6, 1)
    shooting.fire_unit(f.b, order(Act.FIRE, line, fy=1.0))
    assert f.one(Ev.FIRES).a == 1
    assert (f.m(man).x, f.m(man).y) == pytest.approx((20.0, 19.0))  # from the man right before him


@pytest.mark.rule("MI-079", "MI-078")
def test_a_man_shocked_out_of_a_formation_is_a_straggler() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 4, 20, 18, "south", files=2)
    f.dice(1, 1, 2, 6)  # 3 points: one hit
    fire(f, line, target)
    f.used_up()
    man = f.one(Ev.HIT).actor
    assert f.m(man).formation == NOBODY
    assert f.u(target).size == 3
    assert f.m(man).y == pytest.approx(22.0, abs=0.5)


@pytest.mark.rule("MI-080")
@pytest.mark.parametrize("roll", [3, 4])
def test_the_wounded_stay_where_they_are(roll: int) -> None:
    f, man = pair()
    hit(f, man, roll)
    assert f.m(man).wounded and f.m(man).lost == Lost.NO
    assert (f.m(man).x, f.m(man).y) == (20.0, 20.0)
    assert f.one(Ev.WOUNDED).actor == man


@pytest.mark.rule("MI-080", "MI-079")
def test_a_man_wounded_in_the_ranks_stays_in_them() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    target = f.formation("red", 4, 20, 18, "south", files=2)
    f.dice(1, 1, 4, 6)
    fire(f, line, target)
    assert f.u(target).size == 4
    assert sum(f.m(i).wounded for i in f.of(target)) == 1


@pytest.mark.rule("MI-081", "MI-R71")
@pytest.mark.parametrize("roll", [5, 6])
def test_a_fatal_hit_removes_the_figure(roll: int) -> None:
    f, man = pair()
    hit(f, man, roll)
    assert f.m(man).lost == Lost.KILLED
    assert (f.one(Ev.LOST).actor, f.one(Ev.LOST).a) == (man, Lost.KILLED)


@pytest.mark.rule("MI-R40")
@pytest.mark.parametrize(("option", "lost"), [("removed", Lost.SECOND_WOUND), ("no_effect", Lost.NO)])
def test_a_second_wound_removes_a_man_or_by_option_does_nothing(option: str, lost: Lost) -> None:
    f, man = pair(second_wound=option)
    f.m(man).wounded = True
    hit(f, man, 4)
    assert f.m(man).lost == lost
    assert f.m(man).wounded


@pytest.mark.rule("MI-R40")
def test_a_wounded_man_who_is_shocked_recoils_and_stays_wounded() -> None:
    f, man = pair()
    f.m(man).wounded = True
    hit(f, man, 1)
    assert f.m(man).wounded and f.m(man).lost == Lost.NO
    assert f.m(man).y == pytest.approx(24.0)


@pytest.mark.rule("MI-077", "MI-R75", "MI-R40")
def test_each_hit_has_its_own_die_in_the_order_of_the_men_wounded_before_or_not() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    men = f.men("red", (20, 14), (20, 16), (20, 18), (20, 20))
    f.m(men[1]).wounded = True
    f.dice(5, 5)  # 10 + 2 points: four
    f.dice(4, 4, 6, 2)
    fire(f, line, act=Act.RAPID)
    f.used_up()
    assert [e.actor for e in f.events(Ev.HIT)] == men
    assert [f.m(i).lost for i in men] == [Lost.NO, Lost.SECOND_WOUND, Lost.KILLED, Lost.NO]
    assert f.m(men[0]).wounded and not f.m(men[3]).wounded


@pytest.mark.rule("MI-R42", "MI-R71")
def test_a_recoil_off_the_table_is_a_loss_of_its_own_kind() -> None:
    f, man = pair()
    f.m(man).y = 45.0
    hit(f, man, 1)
    assert f.m(man).lost == Lost.OFF_TABLE
    assert f.one(Ev.LOST).a == Lost.OFF_TABLE


@pytest.mark.rule("MI-R42")
@pytest.mark.parametrize(("kind", "straight"), [("pond", False), ("wall", True), ("marsh", True)])
def test_the_recoil_is_turned_by_what_cannot_be_passed_and_not_slowed_by_the_rest(
    kind: str, straight: bool
) -> None:
    f, man = pair()
    if kind == "wall":
        f.terrain(kind, line=[(15, 22), (25, 22)])
    else:
        f.terrain(kind, rectangle=(19.8, 22, 20.2, 23))
    hit(f, man, 1)
    assert (f.m(man).x == pytest.approx(20.0)) == straight
    assert ((f.m(man).x - 20) ** 2 + (f.m(man).y - 20) ** 2) ** 0.5 == pytest.approx(4.0)


@pytest.mark.rule("MI-R42")
@pytest.mark.parametrize(("aside", "straight"), [(1.75, False), (1.76, True)])
def test_the_recoil_keeps_an_inch_clear_of_enemies(aside: float, straight: bool) -> None:
    f = Field()
    f.man("blue", 20, 10)
    f.man("blue", 20 + aside, 22)
    man = f.man("red", 20, 20)
    hit(f, man, 1)
    assert (f.m(man).x == pytest.approx(20.0)) == straight


@pytest.mark.rule("MI-R42")
def test_with_no_way_clear_the_recoil_stops_short() -> None:
    f, man = pair()
    f.terrain("pond", rectangle=(10, 22, 30, 24))
    f.terrain("building", rectangle=(10, 19, 17, 22))
    f.terrain("building", rectangle=(23, 19, 30, 22))
    hit(f, man, 1)
    assert f.m(man).x == pytest.approx(20.0)
    assert f.m(man).y == pytest.approx(22 - 0.375, abs=0.01)
    assert f.one(Ev.RECOILS).d == pytest.approx(1.625, abs=0.01)
