"""The charge comes in: the defender's nerve, reaction fire, withdrawal, and contact (chapter S, second half)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.battle import General
from grognard.books.most_irregular.assault import assault
from grognard.books.most_irregular.formed import act
from grognard.books.most_irregular.state import Lost
from grognard.dice import Source, seed_dice

from .field import NOBODY, Act, AskKind, Ev, Field, order
from .invariants import faults

TOUCHING = 0.75 + 0.049  # from centre to centre in contact


def go(f: Field, line: int, target: int, *answers: Any, fx: float = 0.0, fy: float = 1.0) -> Any:
    f.activate(line)
    o = order(Act.ASSAULT, line, target, fx=fx, fy=fy)
    asks = f.play(lambda b: assault(b, o), *answers)
    f.used_up()
    return asks


def charge(distance: float = 3.0, red: int = 3, **house: Any) -> tuple[Field, int, int]:
    """Six blue Regulars in one rank at y = 20, red ones so far to the north of them."""
    f = Field(**house)
    line = f.formation("blue", 6, 24, 20)
    middle = 24.375 if red % 2 else 24  # file against file
    return f, line, f.formation("red", red, middle, 20 + distance, facing="south")


GO = (6, 6, 6)
LOST_AT_ONCE = (6, 6, 1, 1)  # a combat the attackers win by 5 and more
STRIKES_6_3 = (1,) * 6 + (1,) * 3  # and nobody hits


@pytest.mark.rule("MI-102", "MI-104", "MI-106", "MI-R54")
def test_1_pass_and_they_receive_the_charge_without_firing() -> None:
    f, line, target = charge()
    f.dice(*GO, 3, 2, 2, *LOST_AT_ONCE, *STRIKES_6_3)
    go(f, line, target)
    nerves = [(e.actor, e.a, e.b) for e in f.events(Ev.NERVE)]
    assert nerves == [(line, 3, 1), (target, 1, 0)]
    assert f.events(Ev.FIRES) == []
    assert len(f.events(Ev.MELEE)) == 1
    assert f.one(Ev.ADVANCES).d == pytest.approx(3 - TOUCHING)


@pytest.mark.rule("MI-102")
def test_the_defender_tests_with_his_own_number() -> None:
    f, line, target = charge()
    for i in f.of(target):
        f.m(i).grade = 0
    f.dice(*GO, 4, 4, 5)
    f.dice(6, 1, 1, 1, *STRIKES_6_3)
    go(f, line, target)
    assert f.events(Ev.NERVE)[1].a == 1


@pytest.mark.rule("MI-103", "MI-R53", "MI-R55", "MI-R44", "MI-R75")
@pytest.mark.parametrize("nerve", [(3, 3, 2), (3, 4, 5)])
def test_2_or_3_passes_and_they_may_fire_as_the_enemy_comes_in(nerve: tuple[int, ...]) -> None:
    f, line, target = charge()
    f.dice(*GO, *nerve)
    f.dice(2, 3)  # two dice: effective; 3 + 1 for Quality + 1 for three men = 5 points, 2 hits
    f.dice(5, 3)  # one dead, one wounded
    f.dice(3)  # the chargers test, and hold
    f.dice(6, 6, 1, 1)
    f.dice(*(1,) * 4, *(1,) * 3)  # four and a half men: four dice
    asks = go(f, line, target, order(Act.YES, target))
    assert [(a.kind, a.side, a.actor, a.other) for a in asks] == [(AskKind.REACT, 1, target, line)]
    fires = f.one(Ev.FIRES)
    assert (fires.actor, fires.other, fires.a, fires.b) == (target, line, 3, 0)
    points = f.one(Ev.POINTS)
    assert (points.a, points.b) == (5, 2)
    assert f.one(Ev.TESTS).actor == line
    kinds = [e.kind for e in f.events(Ev.FIRES, Ev.TESTS, Ev.MELEE)]
    assert kinds == [Ev.FIRES, Ev.TESTS, Ev.MELEE]  # resolved in full before the combat
    assert {"MI-103", "MI-R55"} <= f.cited()


@pytest.mark.rule("MI-103", "MI-R55")
def test_they_need_not_fire() -> None:
    f, line, target = charge()
    f.dice(*GO, 3, 3, 3, *LOST_AT_ONCE, *STRIKES_6_3)
    go(f, line, target, order(Act.NO, target))
    assert f.events(Ev.FIRES) == []


@pytest.mark.rule("MI-R55", "MI-R34")
def test_without_firearms_there_is_nothing_to_ask() -> None:
    f, line, target = charge()
    for i in f.of(target):
        f.m(i).weapon = 0
    f.dice(*GO, 3, 3, 3, *LOST_AT_ONCE, *STRIKES_6_3)
    assert go(f, line, target) == []


@pytest.mark.rule("MI-R55")
def test_the_fire_is_effective_and_the_attackers_are_in_the_open_just_short_of_contact() -> None:
    f, line, target = charge()
    f.terrain("crops", rectangle=(20, 21.9, 28, 22.6))  # would conceal them
    for i in f.of(target):
        f.m(i).acted = 99  # they have acted this turn: no matter
    for i in f.of(line):
        f.m(i).grade = 3
    f.b.activation = 100
    f.dice(*GO, 3, 3, 3)
    f.dice(1, 1)  # 1 + 1 + 1 = 3 points: 1 hit at 2 in the open, 1 at 3
    f.dice(5)
    f.dice(6)  # they hold
    f.dice(6, 6, 1, 1, *(1,) * 5, *(1,) * 3)
    go(f, line, target, order(Act.YES, target))
    price = f.one(Ev.PRICE)
    assert (price.a, price.b) == (2, 0)
    assert f.one(Ev.RANGE).a == 1
    assert 0.05 < f.one(Ev.FIRES).d < 0.1


@pytest.mark.rule("MI-R55", "MI-R21")
@pytest.mark.parametrize(("arc", "asked"), [("360", 1), ("180", 0)])
def test_with_a_fire_arc_they_fire_only_to_their_front(arc: str, asked: int) -> None:
    f, line, target = charge(fire_arc=arc)
    f.u(target).fy = 1.0  # they look the other way
    f.dice(*GO, 3, 3, 3, *LOST_AT_ONCE, *STRIKES_6_3)
    assert len(go(f, line, target, *[order(Act.NO, target)] * asked)) == asked


@pytest.mark.rule("MI-R44", "MI-R55", "MI-R54")
def test_the_chargers_may_give_ground_before_contact() -> None:
    f, line, target = charge()
    f.dice(*GO, 3, 3, 3)
    f.dice(1, 1)  # 3 points, 1 hit
    f.dice(3)  # a wound
    f.dice(1)  # two men run
    f.dice(6, 6, 1, 1)
    f.dice(*(1,) * 3, *(1,) * 3)  # three men and a half: they fight all the same
    asks = go(f, line, target, order(Act.YES, target), order(Act.RUN, line, how=f.set(0, 1)))
    assert asks[1].kind == AskKind.RUN
    assert f.m(0).formation == f.m(1).formation == NOBODY
    assert [e.d for e in f.events(Ev.RECOILS) if e.actor in (0, 1)] == [pytest.approx(4.0)] * 2
    assert f.one(Ev.GIVES_GROUND).a == 2
    assert f.events(Ev.MELEE)
    assert f.events(Ev.WOUNDED_ROLL) == []  # wounded by this fire: no die on the way in


@pytest.mark.rule("MI-R44")
@pytest.mark.parametrize(("word", "dice"), [("on", [6]), ("off", [])])
def test_by_option_the_chargers_do_not_test(word: str, dice: list[int]) -> None:
    f, line, target = charge(reaction_fire_test=word)
    f.dice(*GO, 3, 3, 3, 1, 1, 5, *dice, 6, 6, 1, 1, *(1,) * 5, *(1,) * 3)
    go(f, line, target, order(Act.YES, target))
    assert len(f.events(Ev.TESTS)) == len(dice)


@pytest.mark.rule("MI-R54", "MI-R06")
def test_no_combat_if_the_fire_leaves_no_formation() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    target = f.formation("red", 6, 24, 23, facing="south")
    f.dice(*GO, 3, 3, 3)
    f.dice(6, 2)  # 6 + 1 + 2: two hits
    f.dice(6, 1)  # one dead, one recoils
    go(f, line, target, order(Act.YES, target))
    assert f.u(line).size == 0
    assert f.events(Ev.MELEE, Ev.TESTS) == []
    assert f.u(target).size == 6


@pytest.mark.rule("MI-105", "MI-R56", "MI-R42", "MI-R75")
def test_0_passes_and_they_withdraw_and_the_attackers_complete_their_4_inches() -> None:
    f, line, target = charge(red=4)
    f.m(6).wounded = True
    f.dice(*GO, 1, 2, 2)
    f.dice(2)  # the wounded man keeps up
    f.dice(1, 6, 6, 6)  # one runs further
    go(f, line, target, order(Act.RUN, target, how=f.set(9)))
    assert f.m(0).y == pytest.approx(24.0)
    assert f.one(Ev.FALLS_SHORT).d == pytest.approx(4.0)
    assert f.m(7).y == pytest.approx(27.0)
    assert f.m(9).y == pytest.approx(31.0, abs=0.1)
    assert f.events(Ev.MELEE) == []
    assert f.u(line).size == 6  # they stay formed
    assert f.u(target).size == 3
    assert f.b.actions == 1
    assert "MI-105" in f.cited()


@pytest.mark.rule("MI-105", "MI-R56", "MI-106")
def test_if_contact_is_still_made_the_combat_is_fought() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 20, files=3)
    target = f.formation("red", 3, 24, 22, facing="south")
    f.terrain("pond", rectangle=(10, 24, 38, 30))  # they get 1.6 inches away
    f.terrain("pond", rectangle=(10, 21.3, 22.4, 24))
    f.terrain("pond", rectangle=(25.6, 21.3, 38, 24))
    f.dice(*GO, 1, 1, 1, 2, 2, 2)
    f.dice(6, 6, 1, 1, *STRIKES_6_3)
    go(f, line, target)
    assert f.events(Ev.WITHDRAWS)[0].d == pytest.approx(1.625, abs=0.001)
    assert f.one(Ev.ADVANCES).d == pytest.approx(3.625 - TOUCHING, abs=0.001)
    assert len(f.events(Ev.MELEE)) == 1


@pytest.mark.rule("MI-R54", "MI-R75", "MI-R43")
def test_the_wounded_of_the_attackers_dice_between_their_test_and_the_defenders() -> None:
    f, line, target = charge()
    f.m(5).wounded = True
    f.dice(*GO, 1)  # he is left behind
    f.dice(3, 1, 1)
    f.dice(6, 6, 1, 1, *(1,) * 5, *(1,) * 3)
    go(f, line, target)
    order_ = [e.kind for e in f.events(Ev.NERVE, Ev.WOUNDED_ROLL)]
    assert order_ == [Ev.NERVE, Ev.WOUNDED_ROLL, Ev.NERVE]
    assert f.m(5).y == 20.0


@pytest.mark.rule("MI-R54", "MI-R49")
@pytest.mark.parametrize(("distance", "reached"), [(4.79, True), (4.81, False)])
def test_the_defender_tests_only_if_somebody_can_reach_him(distance: float, reached: bool) -> None:
    f, line, target = charge(distance)
    f.dice(*GO)
    if reached:
        f.dice(3, 1, 1, *LOST_AT_ONCE, *STRIKES_6_3)
    go(f, line, target)
    assert len(f.events(Ev.NERVE)) == (2 if reached else 1)


@pytest.mark.rule("MI-R50", "MI-R51", "MI-R75")
def test_stragglers_on_the_way_are_resolved_first() -> None:
    f, line, target = charge(3.5)
    him = f.man("red", 22.125, 21.2)
    f.dice(*GO)
    f.dice(3, 5)  # he passes, and kills the man who met him
    f.dice(3, 1, 1)
    f.dice(6, 6, 1, 1, *(1,) * 5, *(1,) * 3)
    go(f, line, target, order(Act.NO, him))
    assert [e.kind for e in f.events(Ev.NERVE, Ev.MAN_TESTS, Ev.MELEE)] == [
        Ev.NERVE,
        Ev.MAN_TESTS,
        Ev.NERVE,
        Ev.MELEE,
    ]
    assert f.m(0).lost == Lost.KILLED


@pytest.mark.rule("MI-R54", "MI-R38")
@pytest.mark.parametrize("kind", ["fence", "hedge", "wall", "earthwork"])
def test_touching_an_obstacle_the_defender_stands_behind_is_contact(kind: str) -> None:
    f, line, target = charge(4.0)
    f.terrain(kind, line=[(15, 23.3), (33, 23.3)])  # 0.325 inches before the defenders
    f.dice(*GO, 3, 1, 1, *LOST_AT_ONCE, *STRIKES_6_3)
    go(f, line, target)
    assert f.one(Ev.ADVANCES).d == pytest.approx(23.3 - 0.375 - 0.049 - 20, abs=0.002)


@pytest.mark.rule("MI-R54", "MI-R38", "MI-R62")
def test_an_obstacle_they_stand_well_behind_has_to_be_crossed() -> None:
    f, line, target = charge(4.5)
    f.terrain("wall", line=[(15, 23.3), (33, 23.3)])  # 0.825 inches before the defenders
    f.dice(*GO)
    go(f, line, target)
    assert f.m(0).y == pytest.approx(23.3 - 0.375)
    assert f.one(Ev.FALLS_SHORT).other == target


@pytest.mark.rule("MI-R54")
def test_an_obstacle_lined_elsewhere_is_no_contact() -> None:
    f = Field()
    line = f.formation("blue", 2, 15, 20)
    target = f.formation("red", 2, 24, 24, facing="south")
    f.terrain("wall", line=[(10, 23.3), (33, 23.3)])
    f.dice(*GO)
    go(f, line, target)
    assert f.m(0).y == pytest.approx(23.3 - 0.375)


@pytest.mark.rule("MI-R62")
def test_a_defended_obstacle_gives_no_modifier() -> None:
    f, line, target = charge(4.0, red=6)
    f.terrain("earthwork", line=[(15, 23.3), (33, 23.3)])
    f.dice(*GO, 3, 1, 1, 4, 4, 5, 5, *(1,) * 12)
    go(f, line, target)
    assert [(e.a, e.b) for e in f.events(Ev.COMBAT)] == [(4, 4), (5, 5)]
    assert f.events(Ev.COMBAT_SUM) == []


@pytest.mark.rule("MI-R62")
def test_no_assault_into_woods() -> None:
    f, line, target = charge(4.0)
    f.terrain("woods", rectangle=(10, 22, 38, 22.8))
    f.dice(*GO)
    go(f, line, target)
    assert f.u(line).size == 0
    assert f.b.actions == 0
    assert len(f.events(Ev.NERVE)) == 1


@pytest.mark.rule("MI-R56", "MI-R50", "MI-R29")
def test_of_two_formations_side_by_side_only_the_one_named_is_fought() -> None:
    f = Field()
    line = f.formation("blue", 8, 24, 20)
    target = f.formation("red", 3, 25.125, 22, facing="south")
    other = f.formation("red", 3, 22.125, 22.5, facing="south")
    f.dice(*GO, 1, 1, 1, 2, 2, 2)
    go(f, line, target)
    assert f.m(0).y == pytest.approx(22.5 - 0.8, abs=0.001)
    assert f.u(other).size == 3
    assert f.events(Ev.MELEE) == []


@pytest.mark.rule("MI-R10", "MI-106")
def test_an_officer_with_the_formation_is_contact_with_it() -> None:
    f, line, target = charge(4.9)
    f.commander("red", 24, 24.0)
    f.dice(*GO, 3, 1, 1)
    f.dice(6, 6, 1, 1, *STRIKES_6_3)
    go(f, line, target, order(Act.NO, 0))
    assert len(f.events(Ev.MELEE)) == 1


@pytest.mark.rule("MI-R12")
@pytest.mark.parametrize(("word", "y"), [(Act.YES, 23.0), (Act.NO, 19.0)])
def test_an_officer_may_go_with_the_charge(word: Act, y: float) -> None:
    f, line, target = charge(12.0)
    wren = f.commander("blue", 24, 19.0)
    f.dice(*GO)
    go(f, line, target, order(word, wren))
    assert f.c(wren).y == pytest.approx(y, abs=0.01)


def battle_line(seed: int, turn: float, off: float, near: float, ground: str, house: dict[str, Any]) -> Field:
    """Two formations with officers and stragglers about them; seeded dice, and generals who toss coins."""
    f = Field(**house)
    f.formation("blue", 7, 24, 20, files=4, grade="elite")
    f.men("blue", (20, 19), (28, 18.5))
    f.formation("red", 6, 24 + off, 20 + near, facing=(0.0, -1.0), files=3)
    f.formation("red", 3, 30 + turn, 22 + near, facing="west")
    f.men("red", (21 + off, 21.5), (26.5 + turn, 21.8), (24, 26 + near))
    f.commander("blue", 24, 18.5)
    f.commander("red", 24 + off, 21.7 + near, mounted=True)
    f.commander("red", 20.5, 22.8)
    if ground == "wall":
        f.terrain("wall", line=[(15, 19.4 + near), (35, 19.4 + near)])
    elif ground != "open":
        f.terrain(ground, rectangle=(25.5, 22, 33, 24.5))
    for i in range(0, f.b.n_men, 4):
        f.m(i).wounded = True
    f.b.dice.source = int(Source.SEEDED)
    seed_dice(f.b.dice, seed)
    seed_dice(f.b.whim, seed + 1)
    f.b.generals[0] = f.b.generals[1] = int(General.RANDOM)
    return f


@pytest.mark.rule("MI-091", "MI-R54", "MI-R29")
@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    turn=st.floats(-3, 3),
    off=st.floats(-3, 3),
    near=st.floats(1.2, 5),
    ground=st.sampled_from(["open", "woods", "rubble", "pond", "marsh", "wall", "crops"]),
    target=st.sampled_from([-1, 2, 3]),
    slant=st.sampled_from([(0.0, 1.0), (0.6, 0.8), (-0.6, 0.8), (0.28, 0.96)]),
    house=st.sampled_from(
        [{}, {"close_ranks": "off"}, {"officers_lead": "off"}, {"gives_ground": "unit_4in"}]
    ),
)
def test_whatever_the_dice_say_an_assault_leaves_the_table_in_order(
    seed: int,
    turn: float,
    off: float,
    near: float,
    ground: str,
    target: int,
    slant: tuple[float, float],
    house: dict[str, Any],
) -> None:
    f = battle_line(seed, turn, off, near, ground, house)
    assume(list(faults(f.b)) == [])  # else they would stand in one another
    f.activate(0)
    act(f.b, order(Act.ASSAULT, 0, target, fx=slant[0], fy=slant[1]))
    assert list(faults(f.b)) == []
    assert f.b.actions in (0, 1)


@pytest.mark.rule("MI-R29")
def test_who_leaves_the_ranks_while_they_pass_a_friend_does_not_stand_on_him() -> None:
    f = Field(close_ranks="off")
    line = f.formation("blue", 3, 24, 20, step=1.25)
    stray = f.man("blue", 22.5, 22.2)
    target = f.formation("red", 3, 24, 23, facing="south")
    f.dice(*GO, 3, 3, 3)
    f.dice(1, 1, 6)  # the middle man is gone, and the others are stragglers where they are
    go(f, line, target, order(Act.YES, target))
    assert f.m(0).formation == f.m(2).formation == NOBODY
    assert f.m(2).y > 22
    assert (f.m(0).x - f.m(stray).x) ** 2 + (f.m(0).y - f.m(stray).y) ** 2 > 1.25**2
