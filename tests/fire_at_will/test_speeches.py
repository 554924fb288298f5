"""Speeches and insults: whom they reach, what they cost, what they do."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import morale, sequence, speeches
from grognard.books.fire_at_will.charms import add_charm
from grognard.books.fire_at_will.state import NOBODY, Act, AskKind, Check, Deed, Nerve, Spell, Why

from .field import Ev, Field, order


def words(f: Field, act: Act, who: int, to: int, side: str = "blue") -> str:
    return f.refused(f.ask(AskKind.SPEECH, side), act, actor=who, other=to)


@pytest.mark.rule("FW-059", "FW-135", "FW-R38")
def test_a_speech_helps_the_tests_that_follow_it_this_turn() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    leader = f.character("blue", "leader", attached=a)
    f.dice(2, 1, 2)
    assert morale.take_test(f.b, a, Check.CHOSEN) == 2  # it comes too late for this one
    for _ in range(2):  # and a second adds nothing
        speeches.speak(f.b, order(Act.SPEECH, leader, a))
    assert morale.take_test(f.b, a, Check.AFTER_SHOOTING) == 3
    sequence.begin_turn_of_formation(f.b, a)
    assert morale.take_test(f.b, a, Check.AFTER_SHOOTING) == 2
    f.used_up()
    assert [e.b for e in f.events(Ev.MODIFIER)] == [Why.SPEECH]


@pytest.mark.rule("FW-060", "FW-136", "FW-R39")
def test_insults_by_several_count_once() -> None:
    f = Field()
    foe = f.formation("red", "axemen", 24, 15, "south", strips=3)
    heroes = [f.character("blue", "hero", x, 10) for x in (22, 26)]
    f.play(lambda b: sequence.hear_words(b, 0), *(order(Act.INSULT, i, foe) for i in heroes))
    f.dice(4)
    assert morale.take_test(f.b, foe, Check.AFTER_MELEE) == 3
    assert len(f.events(Ev.INSULT)) == 2


@pytest.mark.rule("FW-R38", "FW-059")
def test_to_whom_he_may_speak() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    leader = f.character("blue", "leader", attached=a)
    near = f.formation("blue", "axemen", 32, 10, strips=3)
    behind = f.formation("blue", "axemen", 24, 3, strips=3)
    foe = f.formation("red", "axemen", 24, 15, "south", strips=3)
    assert words(f, Act.SPEECH, leader, a) == ""
    assert words(f, Act.SPEECH, leader, near) == ""
    assert words(f, Act.SPEECH, leader, behind) == ""  # he sees all round
    f.terrain("building", rectangle=(10, 5, 40, 7))
    assert words(f, Act.SPEECH, leader, behind) == "FW-R38"
    assert words(f, Act.SPEECH, leader, foe) == "FW-059"
    assert words(f, Act.INSULT, leader, near) == "FW-060"


@pytest.mark.rule("FW-060", "FW-R39", "FW-R52")
def test_one_must_see_whom_one_insults() -> None:
    f = Field()
    hero = f.character("blue", "hero", 24, 10)
    foe = f.formation("red", "axemen", 24, 15, "south", strips=3)
    assert words(f, Act.INSULT, hero, foe) == ""
    f.terrain("building", rectangle=(10, 11, 40, 13))
    assert words(f, Act.INSULT, hero, foe) == "FW-060"
    f.u(foe).hidden = True
    assert words(f, Act.INSULT, hero, foe) == "FW-060"


@pytest.mark.rule("FW-061", "FW-R40", "FW-R98", "FW-R111")
@pytest.mark.parametrize("why", ["spoke", "cast", "frozen", "runs", "strip", "enemy's"])
def test_who_may_not_speak(why: str) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    who = f.character("blue", "leader", attached=a)
    if why == "frozen":
        add_charm(f.b, Spell.FREEZE, NOBODY, a, NOBODY, 2)
    elif why == "runs":
        f.u(a).nerve = int(Nerve.RUNNING)
    elif why == "strip":
        who = f.strip(a, 0)
    elif why == "enemy's":
        who = f.character("red", "leader", 24, 15)
    else:
        f.c(who).deed = int(Deed.CAST if why == "cast" else Deed.INSULT)
    assert words(f, Act.SPEECH, who, a) == "FW-061"
    assert words(f, Act.INSULT, who, a) == "FW-061"


@pytest.mark.rule("FW-061", "FW-R40")
@pytest.mark.parametrize("attached", [True, False])
def test_his_formation_may_not_move_while_he_is_with_it(attached: bool) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    leader = f.character("blue", "leader", 20, 10)
    if attached:
        f.attach(leader, a)
    f.c(leader).deed = int(Deed.SPEECH)
    f.ready()
    assert (f.refused(f.action("blue"), Act.ADVANCE, actor=a, x=1.0) == "FW-061") == attached
    if not attached:
        assert f.refused(f.action("blue"), Act.MARCH, actor=f.home(leader), x=20.0, y=11.0) == "FW-061"


@pytest.mark.rule("FW-R13", "FW-059")
def test_words_come_first_and_end_when_the_side_has_no_more_to_say() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    leader = f.character("blue", "leader", attached=a)
    f.character("blue", "hero", 20, 10)
    asks = f.play(lambda b: sequence.hear_words(b, 0), order(Act.SPEECH, leader, a), order(Act.DONE))
    assert [ask.actor for ask in asks] == [NOBODY, leader]
    assert f.refused(f.ask(AskKind.SPEECH, "blue"), Act.TEST, actor=a) == "FW-059"
