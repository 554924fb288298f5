"""Magic with the other chapters: spells that rout, move, freeze and push back, as a battle plays them."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import casting, charms, rout, sequence
from grognard.books.fire_at_will.state import NOBODY, Nerve, Spell

from .field import Act, Ev, Field, order
from .test_casting import cast, with_mage


def with_foes(figure: str, x: float, y: float, facing: str = "south") -> tuple[Field, int, int]:
    f, mage = with_mage()
    foes = f.formation("red", figure, x, y, facing, strips=2)
    f.ready()
    return f, mage, foes


@pytest.mark.rule("FW-082", "FW-R95", "FW-R108")
def test_undead_turn_and_run_a_full_move_from_the_caster() -> None:
    f, mage, dead = with_foes("undead", 24, 15)
    f.dice(3)
    cast(f, mage, "TURN_UNDEAD", dead)
    assert (f.u(dead).nerve, f.u(dead).routed_by, f.u(dead).fy) == (Nerve.RUNNING, mage, 1.0)
    assert f.u(dead).y == pytest.approx(15.5 + 3.0)  # its front is where its rear was, three inches on


@pytest.mark.rule("FW-082", "FW-R95", "FW-R108")
def test_from_the_caster_is_not_home() -> None:
    f, mage, dead = with_foes("undead", 28, 10, "west")
    f.dice(3)
    cast(f, mage, "TURN_UNDEAD", dead)
    assert f.u(dead).fx == pytest.approx(1.0, abs=0.01)


@pytest.mark.rule("FW-080", "FW-R93")
def test_begone_turns_an_enemy_about_and_marches_it_off() -> None:
    f, mage, foes = with_foes("axemen", 24, 15)
    shift = order(Act.CAST, mage, foes, int(Spell.BEGONE))
    asked = f.play(
        lambda b: casting.cast(b, shift), order(Act.TURN, foes, how=2), order(Act.ADVANCE, foes, x=2.0)
    )
    assert len(asked) == 2  # half its move to turn, half to go
    assert (f.u(foes).moved, f.u(foes).done, f.u(foes).fy, f.u(foes).y) == (True, True, 1.0, 17.5)


@pytest.mark.rule("FW-R98")
def test_a_rout_while_frozen_is_run_when_the_freeze_ends() -> None:
    f, mage, foes = with_foes("axemen", 24, 15)
    f.dice(2, 2)  # it works, for two turns
    cast(f, mage, "FREEZE", foes)
    rout.rout(f.b, foes, 141)
    assert (f.u(foes).nerve, f.u(foes).y) == (Nerve.RUNNING, 15.0)
    for turn, runs in ((2, False), (3, True)):
        f.b.turn = turn
        casting.wear_off(f.b)
        assert (f.u(foes).y > 17.0) == runs


@pytest.mark.rule("FW-090", "FW-R100", "FW-R36")
def test_those_who_are_pushed_back_do_not_fight() -> None:
    f, mage = with_mage()
    blue = f.formation("blue", "axemen", 24, 20, strips=3)
    f.formation("red", "axemen", 24, 20, "south", strips=3)
    f.ready()
    charms.add_charm(f.b, Spell.FAST_STRIKE, mage, blue, NOBODY, 0)
    sequence.melee(f.b)
    assert not f.events(Ev.FIGHT) and f.one(Ev.PUSHED_BACK).d == 2.0
