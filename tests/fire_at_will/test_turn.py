"""The turn: who goes first, what a new turn forgets, orders, spells picked, victory."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fire_at_will import sequence, setup, speeches, victory
from grognard.books.fire_at_will.state import Act, AskKind, Deed, Lost, Nerve, Orders
from grognard.values import Ask

from .field import FOLDER, Ev, Field, order, rule

CHAPEL = FOLDER / "scenarios" / "the-chapel-by-grimwater.toml"


@pytest.mark.rule("FW-R11")
@pytest.mark.parametrize(("act", "first"), [(Act.FIRST, 1), (Act.SECOND, 0)])
def test_ties_are_rolled_again_and_the_higher_chooses(act: Act, first: int) -> None:
    f = Field()
    f.b.turn = 2
    f.dice(3, 3, 2, 5)
    asks = f.play(sequence.settle_initiative, order(act))
    f.used_up()
    assert asks == [Ask(AskKind.INITIATIVE, 1, -1, -1)]
    assert f.b.first == first and f.one(Ev.GOES_FIRST).actor == first
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.INITIATIVE)] == [(-1, 3, 3), (1, 2, 5)]


@pytest.mark.rule("FW-R11")
@pytest.mark.parametrize(("reading", "first"), [("alternate", 0), ("fixed", 1)])
def test_initiative_by_option(reading: str, first: int) -> None:
    f = Field(initiative=reading)
    f.b.turn, f.b.first = 2, 1
    sequence.settle_initiative(f.b)
    assert f.b.first == first


@pytest.mark.rule("FW-R11")
def test_the_scenario_says_who_begins() -> None:
    f = Field()
    f.b.aims.first = 1
    sequence.settle_initiative(f.b)
    assert f.b.first == 1 and not f.events(Ev.INITIATIVE)


@pytest.mark.rule("FW-021", "FW-R14")
def test_orders_are_given_by_option() -> None:
    f = Field(orders="on")
    a = f.formation("blue", "axemen", 24, 10)
    runs = f.formation("blue", "axemen", 30, 10, nerve=int(Nerve.RUNNING))
    c = f.formation("red", "axemen", 24, 20, "south")
    f.b.first = 1
    asks = f.play(sequence.give_orders, order(Act.CHARGE_ORDER, c), order(Act.HOLD, a))
    assert [(ask.side, ask.actor) for ask in asks] == [(1, c), (0, a)]
    assert (f.u(c).orders, f.u(a).orders, f.u(runs).orders) == (Orders.CHARGE, Orders.HOLD, Orders.NONE)
    plain = Field()
    plain.formation("blue", "axemen", 24, 10)
    sequence.give_orders(plain.b)
    assert not plain.events()


@pytest.mark.rule("FW-064", "FW-R87")
def test_a_mage_picks_six_different_spells() -> None:
    f = Field(magic="true")
    i = f.character("blue", "wizard", 24, 10)
    k = f.mage(i)
    f.b.aims.choose_spells = True
    f.b.turn = 0
    ask = f.ask(AskKind.SPELLS, "blue", k, i)
    assert rule(f.check(ask, Act.PICK, k, how=0b11111)) == "FW-064"
    assert rule(f.check(ask, Act.PICK, k, how=1 << 30)) == "FW-064"
    f.play(sequence.choose_spells, order(Act.PICK, k, how=0b111111))
    assert f.m(k).spells == 0b111111 and f.one(Ev.PICKED).actor == i


# Speeches and insults


@pytest.mark.rule("FW-059", "FW-060", "FW-061", "FW-R13", "FW-R38", "FW-R39")
def test_a_speech_and_an_insult() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=3)
    leader = f.character("blue", "leader", attached=foot)
    hero = f.character("blue", "hero", 20, 10)
    foe = f.formation("red", "axemen", 24, 17, "south", strips=3)
    f.ready()
    f.play(
        lambda b: sequence.hear_words(b, 0),
        order(Act.SPEECH, leader, foot),
        order(Act.INSULT, hero, foe),
    )
    assert f.u(foot).speech and f.u(foe).insulted
    assert (f.c(leader).deed, f.c(hero).deed) == (Deed.SPEECH, Deed.INSULT)
    assert f.one(Ev.INSULT).d == pytest.approx((7.0**2 + 2.25**2) ** 0.5)


@pytest.mark.rule("FW-060", "FW-R38", "FW-R39")
@pytest.mark.parametrize(
    ("y", "act", "said"),
    [
        (18.0, Act.INSULT, ""),
        (18.1, Act.INSULT, "FW-060"),
        (2.1, Act.SPEECH, ""),
        (1.0, Act.SPEECH, "FW-R38"),
    ],
)
def test_they_reach_eight_inches(y: float, act: Act, said: str) -> None:
    f = Field()
    hero = f.character("blue", "hero", 24, 10)
    other = f.formation(
        "red" if act == Act.INSULT else "blue", "axemen", 24, y, "south" if y > 10 else "north"
    )
    assert f.refused(f.ask(AskKind.SPEECH, "blue"), act, actor=hero, other=other) == said


@pytest.mark.rule("FW-R39", "FW-061")
def test_whom_one_cannot_insult_and_who_cannot_speak() -> None:
    f = Field()
    hero = f.character("blue", "hero", 24, 10)
    foe = f.formation("red", "axemen", 24, 15, "south")
    house = f.terrain("building", rectangle=(22, 14, 26, 17))
    ask = f.ask(AskKind.SPEECH, "blue")
    f.garrison(foe, house, south=1)
    assert f.refused(ask, Act.INSULT, actor=hero, other=foe) == "FW-R39"
    f.c(hero).deed = int(Deed.SPEECH)
    assert f.refused(ask, Act.SPEECH, actor=hero, other=f.home(hero)) == "FW-061"
    assert not speeches.any_speaker(f.b, 0)


# Victory


def armies(**house: Any) -> Field:
    f = Field(**house)
    for side, y in (("blue", 10), ("red", 30)):
        f.formation(side, "axemen", 24, y, strips=6)
        f.formation(side, "axemen", 34, y, strips=4)
    return f


def kill(f: Field, side: int, n: int) -> None:
    of = [i for i in range(f.b.n_strips) if f.b.strips[i].side == side and f.b.strips[i].lost == Lost.NO]
    for i in of[:n]:
        f.b.strips[i].lost = int(Lost.SHOT)


@pytest.mark.rule("FW-R113")
@pytest.mark.parametrize(("blue", "red", "winner"), [(4, 0, -1), (5, 0, 1), (0, 5, 0), (5, 6, 0), (6, 6, 2)])
def test_half_of_its_strips_lost_breaks_an_army(blue: int, red: int, winner: int) -> None:
    f = armies()
    kill(f, 0, blue)
    kill(f, 1, red)
    victory.judge(f.b)
    assert f.b.winner == winner


@pytest.mark.rule("FW-R113")
def test_routers_and_strips_that_changed_sides_are_out_of_it() -> None:
    f = armies()
    f.u(1).nerve = int(Nerve.RUNNING)  # four of blue's ten
    victory.judge(f.b)
    assert f.b.winner == -1
    f.s(0, 0).side = 1
    victory.judge(f.b)
    assert f.b.winner == 1 and f.one(Ev.BROKEN).a == 5


@pytest.mark.rule("FW-R113")
@pytest.mark.parametrize(("blue", "red", "winner"), [(2, 1, 1), (0, 1, 0), (3, 3, 2)])
def test_at_the_end_the_smaller_share_lost_wins(blue: int, red: int, winner: int) -> None:
    f = armies()
    f.b.turn = 12
    kill(f, 0, blue)
    kill(f, 1, red)
    victory.judge(f.b)
    assert f.b.winner == winner


@pytest.mark.rule("FW-R113")
@pytest.mark.parametrize(("holder", "winner"), [(None, 2), (0, 0), (2, 1)])
def test_the_objective_decides_on_the_last_turn(holder: int | None, winner: int) -> None:
    f = armies()
    house = f.terrain("building", rectangle=(20, 18, 26, 22))
    f.b.aims.n_objectives, f.b.aims.objectives[0].piece = 1, house
    if holder is not None:
        f.garrison(holder, house, north=6)
        kill(f, f.u(holder).side, 3)  # the smaller share lost is the other's, and does not count
    f.b.turn = 11
    victory.judge(f.b)
    assert f.b.winner == -1
    f.b.turn = 12
    victory.judge(f.b)
    assert f.b.winner == winner


@pytest.mark.rule("FW-R113")
def test_an_army_that_is_broken_loses_even_if_it_holds_the_objective() -> None:
    f = armies()
    house = f.terrain("building", rectangle=(20, 18, 26, 22))
    f.b.aims.n_objectives, f.b.aims.objectives[0].piece = 1, house
    f.garrison(0, house, north=6)
    f.b.turn = 12
    f.u(1).nerve = int(Nerve.RUNNING)
    kill(f, 0, 1)
    victory.judge(f.b)
    assert f.b.winner == 1


@pytest.mark.rule("FW-017", "FW-018", "FW-019", "FW-R13")
def test_a_whole_battle_of_generals_at_random_ends() -> None:
    b, _, _ = setup.new_battle(CHAPEL, {"fw.magic": "true", "turns": 3})
    setup.seed(b, 11)
    b.generals[0] = b.generals[1] = 2
    assert sequence.play(b) in (0, 1, 2) and 1 <= b.turn <= 3
