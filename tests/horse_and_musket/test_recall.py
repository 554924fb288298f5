"""Sound the recall: cavalry that is not to move, with the enemy near."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import charges, morale, sequence
from grognard.books.horse_and_musket.state import Result

from .field import Act, AskKind, Ev, Field, rule


def due(f: Field, gap: float = 5.0, troop: str = "heavy_horse", **more: Any) -> int:
    """Marked horse (12 deep to the front) with a harmless enemy battery so far to the north."""
    i = f.unit("blue", troop, 36, 24, marker=True, grade="militia", **more)
    front = f.u(i).y + f.u(i).depth / 2
    f.unit("red", "field_guns", 36, front + gap + 1, facing="south", shots=0)
    return i


@pytest.mark.rule("FH-124", "FH-R03", "FH-R87")
@pytest.mark.parametrize("face", [3, 4])
def test_at_rally_3_or_4_it_may_be_recalled_a_move_and_is_disordered(face: int) -> None:
    f = Field()
    i = due(f)
    f.dice(face)
    f.order(Act.YES, i)
    assert morale.rally(f.b, i) == (Result.NO_RALLY if face == 3 else Result.RALLIES)
    u = f.u(i)
    assert u.y == pytest.approx(12), "one move of heavy horse"
    assert (u.fx, u.fy) == (0, 1)
    assert (u.marker, u.disordered) == (True, True)
    f.used_up()


@pytest.mark.rule("FH-124")
def test_the_recall_is_a_choice() -> None:
    f = Field()
    i = due(f)
    f.dice(4)
    ask = f.asks(morale.rally, f.b, i)
    assert (ask.kind, ask.side, ask.actor) == (AskKind.RECALL, 0, i)
    assert rule(f.check(ask, Act.MOVE, i)) == "FH-124"
    f = Field()
    i = due(f)
    f.dice(4)
    f.order(Act.NO, i)
    morale.rally(f.b, i)
    assert f.u(i).y == 24
    assert not f.u(i).disordered
    f.used_up()


@pytest.mark.rule("FH-124", "FH-R87")
@pytest.mark.parametrize("face", [2, 5, 6])
def test_no_other_result_offers_it(face: int) -> None:
    f = Field()
    i = due(f)
    f.dice(face)
    morale.rally(f.b, i)
    assert not f.events(Ev.RECALLED)
    f.used_up()


@pytest.mark.rule("FH-124")
@pytest.mark.parametrize(("gap", "offered"), [(8.0, True), (8.05, False)])
def test_only_with_an_enemy_within_8_inches(gap: float, offered: bool) -> None:
    f = Field()
    i = due(f, gap)
    f.dice(4)
    if offered:
        f.order(Act.YES, i)
    morale.rally(f.b, i)
    assert len(f.events(Ev.RECALLED)) == offered
    f.used_up()


@pytest.mark.rule("FH-124")
@pytest.mark.parametrize("troop", ["line", "light"])
def test_only_cavalry(troop: str) -> None:
    f = Field()
    i = due(f, troop=troop)
    f.dice(4)
    morale.rally(f.b, i)
    f.used_up()


@pytest.mark.rule("FH-124", "FH-R78")
@pytest.mark.parametrize("option", ["rally7", "any_charge"])
@pytest.mark.parametrize("rally_7", [False, True])
def test_not_after_an_impetuous_turn(option: str, rally_7: bool) -> None:
    f = Field(impetuous=option)
    i = f.unit("blue", "heavy_horse", 36, 24, grade="militia")
    j = f.unit("red", "line", 36, 30, facing="south", grade="militia")
    f.dice(1)  # the target falls back
    charges.charge(f.b, i, j, rally_7)
    f.u(i).marker = True
    sequence.begin_turn(f.b)
    f.dice(4)  # rallies, no move
    f.u(j).y = f.u(i).y + 5
    impetuous = rally_7 or option == "any_charge"
    if not impetuous:
        f.order(Act.YES, i)
    sequence.rally_side(f.b, 0)
    assert len(f.events(Ev.RECALLED)) == (not impetuous)
    f.used_up()
    sequence.begin_turn(f.b)
    assert not f.u(i).impetuous_before, "only the turn before counts"


@pytest.mark.rule("FH-124", "FH-R73")
def test_running_horse_that_does_not_rally_may_be_recalled_too() -> None:
    f = Field()
    i = due(f, routing=True, disordered=True)
    f.dice(3)
    f.order(Act.YES, i)
    morale.rally(f.b, i)
    assert f.u(i).y == pytest.approx(12)
    assert f.u(i).routing
    f.used_up()
