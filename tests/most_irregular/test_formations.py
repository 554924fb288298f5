"""Scale, Quality, and who is in a formation: links, parts, closing up, men who have acted, merging."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.books.most_irregular import assault, forced, formed, loose, men, sequence, shooting
from grognard.books.most_irregular.forced import close_up, lose_figure, review
from grognard.books.most_irregular.legality import commander_allowance
from grognard.books.most_irregular.state import (
    FORMATIONS,
    NOBODY,
    Grade,
    Lost,
    Terrain,
    Weapon,
)
from grognard.records import Exhausted

from .field import CATALOGUE, OFFICER, Act, Ev, Field, order

HAIR = 1e-6
BASE = 0.75


def formations(f: Field) -> list[set[int]]:
    """The men of every formation that stands."""
    return [set(f.of(g)) for g in range(FORMATIONS) if f.b.formations[g].size > 0]


def row(f: Field, *gaps: float, side: str = "blue", y: float = 10.0, **state: Any) -> int:
    """Men in one rank with these gaps between them, all in one formation; its number."""
    line = f.formation(side, len(gaps) + 1, 20.0, y, **state)
    x = 10.0
    for i, gap in zip(f.of(line), (0.0, *gaps), strict=True):
        x += gap
        f.m(i).x, f.m(i).y = x, y
        x += BASE
    return line


# Scale, period, dice


@pytest.mark.rule("MI-001")
def test_a_figure_is_one_man_with_a_place_and_a_fate_of_his_own() -> None:
    f = Field()
    line = f.formation("blue", 5, 24, 10)
    assert f.b.n_men == 5
    assert len({(f.m(i).x, f.m(i).y) for i in f.of(line)}) == 5
    lose_figure(f.b, 4, Lost.KILLED, 81)
    assert f.of(line) == [0, 1, 2, 3]
    assert f.u(line).size == 4


@pytest.mark.rule("MI-002", "MI-R02")
def test_dice_have_six_sides_and_distances_are_inches_from_edge_to_edge() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 10, wounded=True)
    f.activate(line)
    with pytest.raises(Exhausted):
        formed.act(f.b, order(Act.MOVE, line, x=24, y=12, fy=1.0))
    assert (f.b.dice.want_sides, f.b.dice.want_n) == (6, 2)
    g = Field()
    one, other = g.men("blue", (10, 10), (13, 14))
    assert men.men_gap(g.b, g.m(one), g.m(other)) == 5.0 - 0.75


@pytest.mark.rule("MI-004", "MI-R01", "MI-R70")
def test_the_game_stands_alone_with_hand_firearms_only() -> None:
    assert [w.name for w in Weapon] == ["NONE", "MUSKET", "EARLY_RIFLE", "ADVANCED_RIFLE"]
    assert all(r.id.startswith("MI-") for r in CATALOGUE.rules)
    words = {w.name for w in Weapon} | {t.name for t in Terrain} | {a.name for a in Act}
    assert not any("GUN" in w or "CANNON" in w or "ARTILLERY" in w for w in words)


@pytest.mark.rule("MI-R02")
@pytest.mark.parametrize(("gap", "touch"), [(0.0, True), (0.05, True), (0.05 + HAIR, False)])
def test_base_contact_is_a_gap_of_a_twentieth_of_an_inch(gap: float, touch: bool) -> None:
    f = Field()
    one, other = f.men("blue", (10, 10), (10 + BASE + gap, 10))
    assert men.touching(f.b, f.m(one), f.m(other)) is touch


@pytest.mark.rule("MI-R02", "MI-009", "MI-R04")
def test_a_mounted_commander_has_the_wider_base_and_charisma_the_longer_reach() -> None:
    """The ratings that have an effect; any other trait has none."""
    f = Field()
    foot, rider, loved = (
        f.commander("blue", 10, 10),
        f.commander("blue", 20, 10, mounted=True),
        f.commander("blue", 30, 10, charismatic=True),
    )
    assert [men.commander_radius(f.b, f.c(k)) for k in (foot, rider, loved)] == [0.375, 0.5, 0.375]
    assert [men.straggler_reach(f.b, f.c(k)) for k in (foot, rider, loved)] == [4.0, 4.0, 8.0]
    assert [commander_allowance(f.b, k, False) for k in (foot, rider, loved)] == [4.0, 8.0, 4.0]


@pytest.mark.rule("MI-R02")
def test_the_width_of_bases_is_an_option() -> None:
    f = Field(base_diameter=1.0, mounted_base_diameter=2.0)
    one, other = f.men("blue", (10, 10), (12, 10))
    assert men.men_gap(f.b, f.m(one), f.m(other)) == 1.0
    assert men.commander_radius(f.b, f.c(f.commander("blue", 20, 10, mounted=True))) == 1.0


# Quality


@pytest.mark.rule("MI-006", "MI-007", "MI-R03")
@pytest.mark.parametrize(("grade", "target"), [("rabble", 5), ("conscript", 4), ("regular", 3), ("elite", 2)])
def test_each_grade_has_its_number_for_every_test(grade: str, target: int) -> None:
    """One die each for hand to hand, a straggler contacted, a rally; the unit's test under fire."""
    f = Field()
    line = f.formation("blue", 3, 24, 10, grade=grade)
    lone = f.man("blue", 10, 10, grade=grade)
    f.man("red", 40, 40)
    for test in (loose.passes, lambda b, i: assault.passes_test(b, i, NOBODY, 94), sequence.man_passes):
        f.dice(target, target - 1)
        assert test(f.b, lone) is True
        assert test(f.b, lone) is False
    f.dice(target, target - 1, target, target, target - 1, target)
    assert assault.nerve(f.b, line, True) == 2
    assert assault.nerve(f.b, line, False) == 2
    f.dice(target)
    shooting.being_shot_at(f.b, line, 1, f.set(lone + 1))
    assert f.one(Ev.HOLDS).actor == line
    f.used_up()


@pytest.mark.rule("MI-008")
def test_a_test_counts_the_dice_that_reach_the_number() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10, grade="conscript")
    for faces, passes in (((4, 5, 6), 3), ((3, 4, 1), 1), ((1, 2, 3), 0)):
        f.dice(*faces)
        assert assault.nerve(f.b, line, True) == passes
    f.used_up()


@pytest.mark.rule("MI-005", "MI-R05")
def test_a_body_has_the_grade_of_most_of_its_men_and_of_a_tie_the_lower() -> None:
    f = Field()
    line = f.formation("blue", 5, 24, 10, grade="elite")
    assert men.formation_grade(f.b, line) == Grade.ELITE
    f.m(0).grade = f.m(1).grade = Grade.RABBLE
    assert men.formation_grade(f.b, line) == Grade.ELITE
    f.m(2).grade = Grade.CONSCRIPT
    assert men.formation_grade(f.b, line) == Grade.RABBLE  # two and two: the lower
    assert f.m(3).grade == Grade.ELITE  # every man keeps his own


@pytest.mark.rule("MI-R05")
def test_by_option_the_worst_man_sets_the_grade() -> None:
    f = Field(mixed_quality="worst")
    line = f.formation("blue", 5, 24, 10, grade="elite")
    f.m(3).grade = Grade.CONSCRIPT
    assert men.formation_grade(f.b, line) == Grade.CONSCRIPT


# Formations and stragglers


@pytest.mark.rule("MI-010", "MI-011", "MI-R06")
@pytest.mark.parametrize(("gap", "formed_up"), [(0.0, True), (0.5, True), (0.5 + HAIR, False)])
def test_men_half_an_inch_apart_are_a_formation_and_farther_are_stragglers(
    gap: float, formed_up: bool
) -> None:
    f = Field()
    line = row(f, gap)
    review(f.b, line)
    assert formations(f) == ([{0, 1}] if formed_up else [])
    assert men.is_straggler(f.m(0)) is not formed_up
    assert len(f.events(Ev.STRAGGLES)) == (0 if formed_up else 2)


@pytest.mark.rule("MI-R06")
def test_links_chain_from_man_to_man_and_the_gap_is_an_option() -> None:
    f = Field()
    line = row(f, 0.5, 0.5, 0.5, 0.6)
    review(f.b, line)
    assert formations(f) == [{0, 1, 2, 3}]
    g = Field(formation_gap=0.6)
    line = row(g, 0.5, 0.5, 0.5, 0.6)
    review(g.b, line)
    assert formations(g) == [{0, 1, 2, 3, 4}]


@pytest.mark.rule("MI-R06", "MI-012")
def test_parts_are_units_of_their_own_and_the_largest_keeps_the_number() -> None:
    f = Field()
    line = row(f, 0.0, 1.0, 0.0, 0.0, 1.0, facing="east")
    review(f.b, line)
    assert f.of(line) == [2, 3, 4]
    split = f.one(Ev.SPLIT)
    assert (split.actor, split.a) == (line, 2)
    assert f.of(split.other) == [0, 1]
    assert (f.u(split.other).fx, f.u(split.other).fy, f.u(split.other).side) == (1.0, 0.0, 0)
    assert f.one(Ev.STRAGGLES).actor == 5


@pytest.mark.rule("MI-R06")
def test_a_formation_of_one_man_is_a_straggler() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 10)
    lose_figure(f.b, 0, Lost.KILLED, 81)
    review(f.b, line)
    assert men.is_straggler(f.m(1))
    assert f.u(line).size == 0


@pytest.mark.rule("MI-R06")
def test_who_is_driven_next_to_friends_does_not_join_them_and_keeps_off() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    lone = f.man("blue", 24, 14.2)
    forced.flee(f.b, lone, 24, 20, 4.0)  # he would end 0.2 inches from the middle man
    assert men.is_straggler(f.m(lone))
    assert min(men.men_gap(f.b, f.m(lone), f.m(i)) for i in f.of(line)) > 0.5


# Gaps left by losses


@pytest.mark.rule("MI-R07")
def test_survivors_close_up_by_the_least_movement() -> None:
    f = Field()
    line = row(f, 0, 0, 0, 0)
    before = [f.m(i).x for i in range(5)]
    lose_figure(f.b, 1, Lost.KILLED, 81)
    close_up(f.b, line)
    assert f.of(line) == [0, 2, 3, 4]
    assert f.m(0).x - before[0] == pytest.approx(0.25)  # a hole of 0.75 is now half an inch
    assert [f.m(i).x for i in (2, 3, 4)] == before[2:]
    told = f.one(Ev.CLOSED_UP)
    assert (told.actor, told.a, told.d) == (line, 1, pytest.approx(0.25))
    assert "MI-R07" in f.cited()


@pytest.mark.rule("MI-R07")
@pytest.mark.parametrize(("gap", "together"), [(1.5, True), (2.5, True), (2.5 + HAIR, False)])
def test_nobody_closes_up_by_more_than_an_inch(gap: float, together: bool) -> None:
    """An inch by the one, and what is left by the others who come to meet him."""
    f = Field()
    line = row(f, 0, gap)
    before = [f.m(i).x for i in range(3)]
    close_up(f.b, line)
    moved = [abs(f.m(i).x - was) for i, was in enumerate(before)]
    assert max(moved) <= 1.0 + HAIR
    assert formations(f) == ([{0, 1, 2}] if together else [{0, 1}])
    if together:
        assert moved == pytest.approx([gap - 1.5, gap - 1.5, 1.0])


@pytest.mark.rule("MI-R07")
def test_nobody_closes_up_into_contact_with_the_enemy_or_on_to_a_friend() -> None:
    for side, y in (("red", 10.75), ("blue", 10.5)):
        f = Field()
        line = row(f, 0, 2.4)  # both parts must go nine tenths of an inch at least
        f.man(side, f.m(2).x - 0.9, y)
        close_up(f.b, line)
        assert formations(f) == [{0, 1}], side
        assert f.m(2).x == pytest.approx(13.9)


@pytest.mark.rule("MI-R07")
def test_the_others_come_to_a_man_whom_the_enemy_holds_fast() -> None:
    f = Field()
    line = row(f, 0, 0, 0)
    f.man("red", f.m(0).x, 10.75)
    before = [f.m(i).x for i in range(4)]
    lose_figure(f.b, 1, Lost.KILLED, 81)
    close_up(f.b, line)
    assert f.of(line) == [0, 2, 3]
    assert [f.m(i).x - before[i] for i in (0, 2, 3)] == pytest.approx([0.0, -0.25, -0.25])


@pytest.mark.rule("MI-R07", "MI-R26")
def test_nobody_closes_up_into_woods() -> None:
    f = Field()
    line = row(f, 0, 2.4)
    f.terrain("woods", rectangle=(12.6, 9.0, 12.9, 11.0))
    close_up(f.b, line)
    assert formations(f) == [{0, 1}]


@pytest.mark.rule("MI-R07")
def test_an_officer_makes_way_for_men_who_close_up() -> None:
    f = Field()
    line = row(f, 0, 1.5)
    k = f.commander("blue", f.m(2).x - 0.9, 10.0)
    close_up(f.b, line)
    assert formations(f) == [{0, 1, 2}]
    assert all(men.commander_gap(f.b, f.c(k), f.m(i)) >= -HAIR for i in range(3))


@pytest.mark.rule("MI-R07")
def test_without_closing_ranks_a_loss_cuts_the_line_in_two() -> None:
    f = Field(close_ranks="off")
    line = row(f, 0, 0, 0, 0)
    lose_figure(f.b, 2, Lost.KILLED, 81)
    close_up(f.b, line)
    assert formations(f) == [{0, 1}, {3, 4}]
    assert not f.events(Ev.CLOSED_UP)


# Men who have acted


def old_hands(f: Field, n: int = 5) -> int:
    """A formation whose first two men have acted before, activated now."""
    line = f.formation("blue", n, 24, 10)
    f.b.activation = 3
    f.m(0).acted = f.m(1).acted = 2
    f.activate(line)
    return line


@pytest.mark.rule("MI-016", "MI-R16")
def test_men_who_acted_before_stand_still_and_are_left_as_stragglers() -> None:
    f = Field()
    line = old_hands(f)
    assert men.actors_of(f.b, line) == f.set(2, 3, 4)
    before = [(f.m(i).x, f.m(i).y) for i in (0, 1)]
    f.play(lambda b: formed.act(b, order(Act.MOVE, line, x=f.m(3).x, y=13, fy=1.0)))
    assert [(f.m(i).x, f.m(i).y) for i in (0, 1)] == before
    assert formations(f) == [{2, 3, 4}]
    assert [e.actor for e in f.events(Ev.STRAGGLES)] == [0, 1]
    assert "MI-R16" in f.cited()


@pytest.mark.rule("MI-R16")
def test_they_may_not_be_named_as_the_part_that_moves() -> None:
    f = Field()
    line = old_hands(f)
    ask = f.activate(line)
    f.m(2).acted = f.m(3).acted = f.m(4).acted = f.b.activation
    assert f.refused(ask, Act.MOVE, actor=line, how=f.set(1, 2), x=f.m(1).x + 0.375, y=11) == "MI-R16"
    assert f.refused(ask, Act.MOVE, actor=line, how=f.set(2, 3), x=f.m(2).x + 0.375, y=11) == ""
    assert f.refused(ask, Act.MOVE, actor=line, how=-1, x=24, y=11) == "MI-R16"


@pytest.mark.rule("MI-R16")
def test_they_do_not_fire() -> None:
    f = Field()
    line = old_hands(f)
    f.formation("red", 3, 24, 20, facing="south")
    f.dice(4, 4, 6, 6, 6)
    f.play(lambda b: formed.act(b, order(Act.FIRE, line, other=1)))
    assert f.one(Ev.FIRES).a == 3
    f.used_up()


@pytest.mark.rule("MI-R16")
def test_they_do_not_go_in_with_an_assault() -> None:
    f = Field()
    line = old_hands(f)
    f.play(lambda b: formed.act(b, order(Act.ASSAULT, line, fy=1.0)))
    assert formations(f) == [{2, 3, 4}]
    assert [f.m(i).y for i in range(5)] == pytest.approx([10, 10, 14, 14, 14])
    assert [e.actor for e in f.events(Ev.STRAGGLES)] == [0, 1]


@pytest.mark.rule("MI-R16")
def test_by_option_they_are_carried_along() -> None:
    f = Field(activated_men="carried")
    line = old_hands(f)
    f.play(lambda b: formed.act(b, order(Act.MOVE, line, x=24, y=13, fy=1.0)))
    assert formations(f) == [{0, 1, 2, 3, 4}]
    assert {f.m(i).y for i in range(5)} == {13.0}


@pytest.mark.rule("MI-R16")
def test_losses_do_not_part_men_who_acted_from_their_unit() -> None:
    """Only when the rest moves off are they left; cut off by fire they are a part like any other."""
    f = Field(close_ranks="off")
    line = f.formation("blue", 5, 24, 10)
    f.b.activation = 4
    f.m(0).acted = f.m(1).acted = 2
    lose_figure(f.b, 2, Lost.KILLED, 81)
    close_up(f.b, line)
    assert formations(f) == [{0, 1}, {3, 4}]


@pytest.mark.rule("MI-016", "MI-R06", "MI-R16")
def test_a_merge_takes_nobody_into_the_activation_who_was_not_in_it() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    other = f.formation("blue", 3, 24, 13)
    f.activate(line)
    f.play(lambda b: formed.act(b, order(Act.MOVE, line, other=other, x=24, y=12.2, fy=1.0)))
    assert f.of(other) == [0, 1, 2, 3, 4, 5]
    assert f.u(line).size == 0
    assert (f.one(Ev.MERGED).actor, f.one(Ev.MERGED).other) == (line, other)
    assert men.actors_of(f.b, other) == f.set(0, 1, 2)
    f.play(lambda b: formed.act(b, order(Act.MOVE, other, x=24, y=8.2, fy=1.0)))
    assert formations(f) == [{0, 1, 2}, {3, 4, 5}]  # those who were not activated keep their ranks
    assert {f.m(i).acted for i in (3, 4, 5)} == {0}


# Merging


@pytest.mark.rule("MI-R06")
def test_two_formations_that_meet_stay_two_unless_the_mover_says_otherwise() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    f.formation("blue", 3, 24, 13)
    f.activate(line)
    f.play(lambda b: formed.act(b, order(Act.MOVE, line, x=24, y=12.25, fy=1.0)))
    assert formations(f) == [{0, 1, 2}, {3, 4, 5}]


@pytest.mark.rule("MI-R06")
def test_a_merge_needs_a_friendly_formation_within_half_an_inch() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    other = f.formation("blue", 3, 24, 13)
    foe = f.formation("red", 3, 24, 30)
    ask = f.activate(line)
    assert f.refused(ask, Act.MOVE, actor=line, other=other, x=24, y=11.75) == ""
    assert f.refused(ask, Act.MOVE, actor=line, other=other, x=24, y=11.75 - HAIR) == "MI-R06"
    for wrong in (foe, line, 40, FORMATIONS):
        assert f.refused(ask, Act.MOVE, actor=line, other=wrong, x=24, y=11.75) == "MI-R06"


@pytest.mark.rule("MI-R06")
def test_who_does_not_reach_the_others_does_not_merge_with_them() -> None:
    f = Field()
    line = row(f, 0.5, 0.5, y=10)
    other = f.formation("blue", 2, 10.375, 13)
    f.activate(line)
    f.m(2).x += 0.2  # not linked any more, though nobody has looked yet
    x = sum(f.m(i).x for i in range(3)) / 3
    f.play(lambda b: formed.act(b, order(Act.MOVE, line, other=other, x=x, y=12.2, fy=1.0)))
    assert formations(f) == [{0, 1, 3, 4}]
    assert men.is_straggler(f.m(2))


# Properties


@given(
    st.lists(st.tuples(st.floats(4, 12), st.floats(4, 10)), min_size=2, max_size=9),
    st.booleans(),
)
@pytest.mark.rule("MI-010", "MI-R06", "MI-R07")
def test_after_a_review_every_formation_is_linked(places: list[tuple[float, float]], closes: bool) -> None:
    f = Field()
    line = f.formation("blue", len(places), 24, 10)
    for i, (x, y) in enumerate(places):
        f.m(i).x, f.m(i).y = x, y
    assume(all(hypot(a[0] - c[0], a[1] - c[1]) >= BASE for n, a in enumerate(places) for c in places[:n]))
    (close_up if closes else review)(f.b, line)
    for g in range(FORMATIONS):
        some = f.of(g)
        assert f.u(g).size == len(some) != 1
        if some:
            assert men.is_one(f.b, 0, f.set(*some))
            assert {f.m(i).side for i in some} == {f.u(g).side}
    assert all(hypot(f.m(i).x - x, f.m(i).y - y) <= 1.0 + HAIR for i, (x, y) in enumerate(places))
    everyone = range(len(places))
    assert all(men.men_gap(f.b, f.m(i), f.m(j)) >= -1e-5 for i in everyone for j in range(i))


@pytest.mark.rule("MI-R10", "MI-R12")
@pytest.mark.parametrize(("gap", "attached"), [(0.5, True), (0.5 + HAIR, False)])
def test_a_commander_within_half_an_inch_is_with_a_formation_but_not_of_it(
    gap: float, attached: bool
) -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    k = f.commander("blue", 24, 10 - BASE - gap)
    assert men.attached_to(f.b, k) == (line if attached else NOBODY)
    assert f.u(line).size == 3
    assert men.figure_xy(f.b, OFFICER + k) == (f.c(k).x, f.c(k).y)
