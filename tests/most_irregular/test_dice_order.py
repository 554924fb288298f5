"""The order in which dice are used up: every test is one long row of dice, and any other order would not fit."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular.assault import assault
from grognard.books.most_irregular.formed import activate_unit
from grognard.books.most_irregular.loose import straggle
from grognard.books.most_irregular.sequence import command, rally, roll_initiative
from grognard.books.most_irregular.shooting import fire_unit
from grognard.books.most_irregular.state import Effect, Lost
from grognard.dice import die

from .field import NOBODY, Act, Ev, Field, order

pytestmark = pytest.mark.rule("MI-R75")


def story(f: Field, *kinds: Ev) -> list[Ev]:
    return [Ev(e.kind) for e in f.events(*kinds)]


def charge(f: Field, line: int, target: int, *answers: Any) -> None:
    f.activate(line)
    f.play(lambda b: assault(b, order(Act.ASSAULT, line, target, fx=0.0, fy=1.0)), *answers)
    f.used_up()


def test_1_initiative_the_first_listed_side_first_again_on_a_tie() -> None:
    f = Field()
    f.dice(3, 3, 2, 5)
    assert roll_initiative(f.b) == 1
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.INITIATIVE)] == [(NOBODY, 3, 3), (1, 2, 5)]
    f.used_up()


def test_2_a_dash_the_snipers_die_before_anything_else() -> None:
    f = Field()
    man = f.man("blue", 22, 22)
    f.man("red", 24, 30)
    wren = f.commander("blue", 24, 18)
    f.dice(5)  # the sniper misses
    f.dice(1)  # the man he calls fails
    f.play(
        lambda b: command(b, 0),
        order(Act.DASH, wren, x=24, y=23),
        order(Act.RALLY, wren, how=f.set(man)),
    )
    f.used_up()
    assert story(f, Ev.SNIPED_AT, Ev.MAN_TESTS) == [Ev.SNIPED_AT, Ev.MAN_TESTS]


def test_3_fire_dice_effects_test_reroll_sniper() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 20)
    target = f.formation("red", 4, 24, 26, facing="south")
    doyle = f.commander("red", 24, 27.5)
    f.activate(line)
    f.dice(1, 4)  # 4 + 1 + 1 = 6 points: three hits
    f.dice(3, 5, 4)  # wound, dead, wound
    f.dice(2)  # the test fails
    f.dice(3)  # again: it holds
    f.dice(6)  # and the officer is shot
    f.play(lambda b: fire_unit(b, order(Act.FIRE, line, target)), order(Act.YES, target, doyle))
    f.used_up()
    assert [e.b for e in f.events(Ev.HIT)] == [Effect.WOUND, Effect.FATAL, Effect.WOUND]
    assert [e.a for e in f.events(Ev.TESTS)] == [2, 3]
    assert f.c(doyle).lost == Lost.SNIPED


def test_4_a_die_for_each_of_the_wounded_in_the_order_of_their_numbers_before_the_move() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 20)
    for i in (3, 0, 2):
        f.m(i).wounded = True
    f.b.commander = f.commander("blue", 30, 20)
    f.dice(2, 6, 1)  # man 0, man 2, man 3
    f.play(lambda b: activate_unit(b, line), order(Act.MOVE, line, x=24, y=22, fy=1.0), order(Act.DONE))
    f.used_up()
    assert [round(f.m(i).y) for i in range(4)] == [22, 22, 22, 20]


def test_5_an_assault_on_stragglers() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 20)
    f.m(3).wounded = True
    far, near = f.men("red", (22.875, 23), (24.375, 21.5))
    f.dice(6)  # the wounded man
    f.dice(6, 3)  # the near one passes, and wounds man 2
    f.dice(2)  # the far one fails
    charge(f, line, NOBODY, order(Act.YES, near))
    assert f.m(2).wounded
    assert f.m(far).lost == Lost.CAPTURED


def test_6_an_assault_on_a_formation_that_fails_its_test() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 20)
    target = f.formation("red", 4, 24, 23, facing="south")
    f.m(0).wounded = f.m(1).wounded = True
    f.dice(1, 1, 2)  # three dice
    f.dice(1, 2)  # the wounded: man 0 is left
    f.dice(1, 5, 5)  # a die for each of the three left
    charge(f, line, target, order(Act.RUN, line, how=f.set(3)))
    assert [f.m(i).formation == NOBODY for i in range(4)] == [True, False, False, True]


def test_6_7_an_assault_on_a_formation_from_the_first_die_to_the_last() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 20)
    target = f.formation("red", 4, 24, 23.5, facing="south")
    him = f.man("red", 22.125, 21.5)
    f.m(0).wounded = f.m(9).wounded = True
    f.dice(3, 3, 2)  # the attackers' nerve
    f.dice(2)  # their wounded man keeps up
    f.dice(3, 4)  # the straggler passes and wounds him again: he is lost
    f.dice(4, 3, 2)  # the defenders' nerve
    f.dice(1, 2)  # their fire: 2 + 1 + 1 = 4 points, two hits
    f.dice(4, 5)  # a wound, a death
    f.dice(3)  # the attackers hold
    f.dice(4, 1, 4, 2)  # a draw: three and a half men against three and a half
    f.dice(1, 1, 5)  # attackers: one hit
    f.dice(6, 1, 2)  # defenders: one hit
    f.dice(1)  # on the defender: he recoils
    f.dice(6)  # on the attacker: dead
    f.dice(6, 6, 1, 1)  # the second round
    f.dice(2, 2)  # two and a half men
    f.dice(1, 1)
    f.dice(1)  # the loser's wounded man is left behind
    charge(f, line, target, order(Act.YES, him), order(Act.YES, target))
    told = story(f, Ev.NERVE, Ev.WOUNDED_ROLL, Ev.MAN_TESTS, Ev.SHOT, Ev.TESTS, Ev.COMBAT, Ev.STRIKES)
    assert told == [
        Ev.NERVE,
        Ev.WOUNDED_ROLL,
        Ev.MAN_TESTS,
        Ev.NERVE,
        Ev.SHOT,
        Ev.TESTS,
        *[Ev.COMBAT, Ev.COMBAT, Ev.STRIKES, Ev.STRIKES] * 2,
        Ev.WOUNDED_ROLL,
    ]
    assert f.one(Ev.WON).actor == line


def test_6_a_defender_who_fails_dices_for_his_wounded_then_for_each_figure_left() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 20)
    target = f.formation("red", 4, 24, 23, facing="south")
    f.m(5).wounded = True
    f.dice(6, 6, 6)
    f.dice(1, 1, 1)
    f.dice(1)  # man 5 is left where he stood
    f.dice(2, 2, 2)
    f.dice(1)  # and there the attackers find him, a straggler: he fails
    charge(f, line, target)
    assert f.m(5).lost == Lost.CAPTURED
    assert story(f, Ev.NERVE, Ev.WOUNDED_ROLL, Ev.DESERTERS, Ev.MAN_TESTS)[2:] == [
        Ev.WOUNDED_ROLL,
        Ev.DESERTERS,
        Ev.MAN_TESTS,
    ]


def test_8_regroup_gather_and_bail() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 20)
    f.m(0).wounded = f.m(2).wounded = True
    f.b.commander = f.commander("blue", 30, 20)
    f.dice(1, 5)  # man 0 to the rear, man 2 restored
    f.play(lambda b: activate_unit(b, line), order(Act.REGROUP, line, 1), order(Act.DONE))
    f.used_up()
    assert (f.m(0).lost, f.m(2).wounded) == (Lost.REAR, False)
    f = Field()
    men = f.men("blue", (20, 20), (22, 20), (24, 20), (26, 20))
    for i in men[1:3]:
        f.m(i).wounded = True
    f.b.commander = f.commander("blue", 30, 20)
    f.dice(6, 1)
    straggle(f.b, order(Act.GATHER, other=1, how=f.set(*men)), 0)
    f.used_up()
    assert (f.m(men[1]).wounded, f.m(men[2]).lost) == (False, Lost.REAR)
    f.m(men[1]).wounded = True
    f.dice(4, 1)  # the wounded man is gone before the dice; two are left
    f.play(
        lambda b: straggle(b, order(Act.BAIL, how=f.set(men[0], men[1], men[3]), x=0.0, y=-10.0), 0),
        order(Act.FALL, f.b.commander, how=f.set(men[0])),
    )
    f.used_up()
    assert [f.m(i).lost for i in (men[0], men[1], men[3])] == [Lost.BAILED, Lost.BAILED, Lost.NO]


def test_9_hand_to_hand_the_attackers_die_then_the_defenders_and_a_call_in_the_order_of_numbers() -> None:
    f = Field()
    man = f.man("blue", 24, 20)
    foe = f.man("red", 24, 23)
    f.dice(2, 3)
    straggle(f.b, order(Act.ATTACK, man, foe), 0)
    f.used_up()
    assert [e.actor for e in f.events(Ev.MAN_TESTS)] == [man, foe]
    assert f.m(man).lost == Lost.KILLED
    f = Field()
    men = f.men("blue", (20, 20), (22, 20), (26, 20))
    hale = f.commander("blue", 24, 17)
    f.dice(6, 1, 6)
    f.play(lambda b: rally(b, hale, order(Act.RALLY, hale, how=f.set(*men))))
    f.used_up()
    assert [(e.actor, e.b) for e in f.events(Ev.MAN_TESTS)] == list(zip(men, (1, 0, 1), strict=True))


def test_dice_are_used_one_by_one() -> None:
    f = Field()
    f.dice(4, 2)
    assert (die(f.b.dice), die(f.b.dice)) == (4, 2)
