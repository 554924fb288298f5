"""Squares in melee: half their figures, half the horse's casualties, and the four that decide."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import charges, fighting, fire, melee, sequence
from grognard.books.horse_and_musket.state import Formation
from grognard.books.horse_and_musket.units import gap_between
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, rule

SQUARE, HORSE = 0, 1


def rode_at_square(
    troop: str = "heavy_horse", figures: int = 24, house: dict[str, Any] | None = None, **charger: Any
) -> Field:
    """A blue square (unit 0), and a red unit (1) that has charged it from the north."""
    f = Field(**(house or {}))
    square = f.unit("blue", "line", 30, 20, formation="square", figures=figures)
    charger.setdefault("formation", "squadrons" if troop not in ("line", "grenadier") else "line")
    red = f.unit("red", troop, 30, 0, "south", **charger)
    f.u(red).y = 20 + (f.u(square).depth + f.u(red).depth) / 2 + 1e-6
    f.home(red, square)
    return f


def engage(f: Field) -> Field:
    fire.count_figures(f.b)
    melee.form_melees(f.b)
    melee.choose_foes(f.b)
    return f


def after(f: Field, horse: int, square: int = 0) -> Field:
    """The fight is over: the horse, or whoever charged, has done so many casualties, the square so many."""
    engage(f)
    f.u(HORSE).inflicted, f.u(SQUARE).inflicted = horse, square
    f.u(HORSE).suffered = square
    return f


@pytest.mark.rule("FH-097", "FH-R51")
@pytest.mark.parametrize(
    ("figures", "fighting_figures", "dice"), [(24, 12, 2), (25, 13, 3), (15, 8, 2), (14, 7, 1), (30, 15, 3)]
)
def test_half_of_a_square_fights_rounded_up_ranks_ignored(
    figures: int, fighting_figures: int, dice: int
) -> None:
    f = rode_at_square(figures=figures)
    assert fighting.figures_fighting(f.b, f.u(SQUARE)) == fighting_figures
    assert fighting.melee_dice(f.b, f.u(SQUARE), f.u(HORSE)) == dice


@pytest.mark.rule("FH-R51", "FH-060")
def test_a_disordered_square_halves_its_hits_as_usual() -> None:
    f = engage(rode_at_square())
    f.u(SQUARE).disordered = True
    f.dice(4, 3, *[6] * 4)
    melee.strike(f.b, SQUARE, HORSE)
    assert [(e.a, e.b, e.rule) for e in f.events(Ev.HALVED)] == [(7, 4, 60)]
    f.used_up()


# Forming one


@pytest.mark.rule("FH-098")
def test_infantry_may_form_square_of_its_own_will_and_cavalry_may_not() -> None:
    f = Field()
    line, horse = f.unit("blue", "line", 30, 10), f.unit("blue", "light_horse", 50, 10)
    asked = Ask(int(AskKind.MOVE), 0, -1, -1)
    assert f.check(asked, Act.FORM, line, how=int(Formation.SQUARE), x=30, y=10) == 0
    assert f.check(asked, Act.FORM, horse, how=int(Formation.SQUARE), x=50, y=10) != 0


@pytest.mark.rule("FH-098")
@pytest.mark.parametrize(("charger", "square"), [("heavy_horse", True), ("line", False)])
@pytest.mark.parametrize("die", [4, 5])
def test_a_charged_result_forms_it_against_cavalry(charger: str, square: bool, die: int) -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 20)
    red = f.unit("red", charger, 30, 25, "south", formation="squadrons" if square else "line")
    f.dice(die)  # regulars +1: Charged 5 and 6
    charges.charge(f.b, red, line, False)
    assert (f.u(line).formation == Formation.SQUARE) is square
    assert f.u(line).in_contact
    f.used_up()


# What horse does to it


@pytest.mark.rule("FH-099", "FH-R41")
@pytest.mark.parametrize("troop", ["heavy_horse", "armoured_horse"])
def test_heavy_cavalry_has_no_impetus_against_a_square(troop: str) -> None:
    f = rode_at_square(troop)
    assert fighting.melee_dice(f.b, f.u(HORSE), f.u(SQUARE)) == 2


@pytest.mark.rule("FH-R41")
@pytest.mark.parametrize(("option", "dice"), [("false", 2), ("true", 3)])
@pytest.mark.parametrize("troop", ["light_horse", "lancers"])
def test_light_cavalry_neither_unless_by_option(option: str, dice: int, troop: str) -> None:
    f = rode_at_square(troop, house={"light_15_vs_square": option})
    assert fighting.melee_dice(f.b, f.u(HORSE), f.u(SQUARE)) == dice


@pytest.mark.rule("FH-R41", "FH-099")
def test_that_option_is_not_for_heavy_cavalry() -> None:
    f = rode_at_square("heavy_horse", house={"light_15_vs_square": "true"})
    assert fighting.melee_dice(f.b, f.u(HORSE), f.u(SQUARE)) == 2


@pytest.mark.rule("FH-100", "FH-R51", "FH-082", "FH-R55")
@pytest.mark.parametrize(
    ("troop", "halved"),
    [
        ("heavy_horse", True),
        ("armoured_horse", True),
        ("light_horse", True),
        ("lancers", False),
        ("line", False),
    ],
)
def test_horse_halves_its_hits_on_a_square_lancers_excepted(troop: str, halved: bool) -> None:
    f = engage(rode_at_square(troop, formation="march" if troop == "line" else "squadrons"))
    f.dice(4, 3, *[1] * (4 if halved else 7))
    melee.strike(f.b, HORSE, SQUARE)
    assert [e.rule for e in f.events(Ev.HALVED)] == ([100] if halved else [])
    assert f.u(SQUARE).figures == (20 if halved else 17)
    f.used_up()


@pytest.mark.rule("FH-R51", "FH-100")
@pytest.mark.parametrize(
    ("option", "rolled", "removed"),
    [("hits_before_saves", 4, 2), ("casualties_after_saves", 7, 3)],
)
def test_hits_are_halved_before_saves_or_by_option_casualties_after(
    option: str, rolled: int, removed: int
) -> None:
    f = engage(rode_at_square(house={"square_halving": option}))
    f.dice(4, 3)
    f.dice(*([5, 5, 1, 1] if rolled == 4 else [5, 5, 1, 1, 1, 1, 1]))  # five of seven fall: three
    melee.strike(f.b, HORSE, SQUARE)
    assert f.one(Ev.SAVES).a == rolled
    assert (f.u(HORSE).inflicted, f.u(SQUARE).figures) == (removed, 24 - removed)
    f.used_up()


@pytest.mark.rule("FH-082", "FH-R55")
@pytest.mark.parametrize("option", ["hits_before_saves", "casualties_after_saves"])
def test_lancers_are_halved_neither_way(option: str) -> None:
    f = engage(rode_at_square("lancers", house={"square_halving": option}))
    f.dice(3, 6, 1, 1, 1)
    melee.strike(f.b, HORSE, SQUARE)
    assert f.u(HORSE).inflicted == 3
    f.used_up()


@pytest.mark.rule("FH-100")
def test_horse_against_a_line_is_not_halved() -> None:
    f = rode_at_square()
    f.u(SQUARE).formation = Formation.LINE
    assert melee.halvings(f.b, HORSE, SQUARE, 7) == 7


# Fewer than four


@pytest.mark.rule("FH-101", "FH-R51")
@pytest.mark.parametrize("troop", ["heavy_horse", "light_horse", "lancers"])
@pytest.mark.parametrize(("casualties", "beaten"), [(0, True), (3, True), (4, False)])
def test_fewer_than_four_casualties_and_the_horse_has_lost(troop: str, casualties: int, beaten: bool) -> None:
    f = after(rode_at_square(troop), casualties)
    assert melee.beaten_off_by_square(f.b, HORSE) is beaten


@pytest.mark.rule("FH-101")
@pytest.mark.parametrize(
    "state", [{"formation": int(Formation.LINE)}, {"formation": int(Formation.EXTENDED)}]
)
def test_the_four_are_wanted_of_a_square_only(state: dict[str, Any]) -> None:
    f = after(rode_at_square(), 1)
    for name, value in state.items():
        setattr(f.u(SQUARE), name, value)
    assert not melee.beaten_off_by_square(f.b, HORSE)


@pytest.mark.rule("FH-101")
def test_horse_already_gone_is_asked_for_no_retreat() -> None:
    f = after(rode_at_square(), 1)
    f.u(HORSE).lost = 1
    assert not melee.beaten_off_by_square(f.b, HORSE)


@pytest.mark.rule("FH-101", "FH-R52")
def test_the_melee_is_over_for_a_red_square_too_though_others_fight_on_elsewhere() -> None:
    f = Field()
    horse = f.unit("blue", "heavy_horse", 30, 17.5, formation="squadrons")
    square = f.unit("red", "line", 30, 20, formation="square")
    f.home(horse, square)
    f.home(f.unit("blue", "line", 50, 20), f.unit("red", "line", 50, 21.5, "south"))
    engage(f)
    f.order(Act.NO, 3)
    f.dice(4)
    melee.settle(f.b, 1)  # the other first: nobody there rode at a square
    assert list(f.b.melee_done[:2]) == [0, 1]
    before = f.b.log.n
    f.order(Act.RETREAT, horse, x=6.0)
    melee.settle(f.b, 0)
    assert [(Ev(e.kind).name, e.rule) for e in f.events()[before:]] == [
        ("AUTO_LOSS", 101),
        ("RETREATS", 102),
        ("FELL_BACK", 113),
    ]
    assert list(f.b.melee_done[:2]) == [1, 1]
    f.used_up()


@pytest.mark.rule("FH-R55", "FH-101")
def test_lancers_too_must_do_four() -> None:
    f = after(rode_at_square("lancers"), 3)
    f.order(Act.RETREAT, HORSE, x=15.0)
    melee.settle(f.b, 0)
    assert f.one(Ev.AUTO_LOSS).actor == HORSE
    f.used_up()


@pytest.mark.rule("FH-101", "FH-R52")
def test_the_horse_loses_whatever_else_happens_and_without_a_roll() -> None:
    """Three to nothing, with a guards' grade and a leader: beaten all the same."""
    f = after(rode_at_square(grade="guard"), 3)
    f.general("red", attached=HORSE)
    f.order(Act.RETREAT, HORSE, x=6.0)
    melee.settle(f.b, 0)
    assert (f.one(Ev.AUTO_LOSS).a, f.one(Ev.AUTO_LOSS).b) == (3, 4)
    assert not f.events(Ev.MORALE, Ev.MELEE_LOST, Ev.SCORE)
    f.used_up()


@pytest.mark.rule("FH-102", "FH-R52")
@pytest.mark.parametrize("troop", ["heavy_horse", "light_horse"])
def test_the_owner_picks_half_a_move_to_a_whole_one(troop: str) -> None:
    f = after(rode_at_square(troop), 0)
    full = 12.0 if troop == "heavy_horse" else 15.0
    asked = f.asks(melee.settle, f.b, 0)
    assert asked == Ask(AskKind.RETREAT, 1, HORSE, SQUARE)
    assert [rule(f.check(asked, Act.RETREAT, HORSE, x=x)) for x in (full / 2, full)] == ["", ""]
    assert [rule(f.check(asked, Act.RETREAT, HORSE, x=x)) for x in (full / 2 - 0.01, full + 0.01)] == [
        "FH-102"
    ] * 2


@pytest.mark.rule("FH-102", "FH-R52")
@pytest.mark.parametrize("hurt", [0, 2])
def test_it_retires_facing_the_enemy_in_order_marked_only_if_hurt(hurt: int) -> None:
    f = after(rode_at_square(), 1, hurt)
    y = f.u(HORSE).y
    f.order(Act.RETREAT, HORSE, x=7.0)
    melee.settle(f.b, 0)
    assert f.u(HORSE).y == pytest.approx(y + 7.0)
    assert f.u(HORSE).fy == -1.0
    assert not f.u(HORSE).disordered
    assert f.u(HORSE).marker is (hurt > 0)
    f.used_up()


@pytest.mark.rule("FH-R52")
def test_the_squares_win_gives_no_pursuit_and_sets_it_free() -> None:
    f = after(rode_at_square(), 0, 5)
    f.order(Act.RETREAT, HORSE, x=6.0)
    melee.settle(f.b, 0)
    assert not f.events(Ev.PURSUES)
    assert not f.u(SQUARE).in_contact
    assert gap_between(f.u(SQUARE), f.u(HORSE)) == pytest.approx(6.0, abs=1e-5)
    f.used_up()


@pytest.mark.rule("FH-103")
def test_with_four_or_more_the_winner_is_decided_as_usual() -> None:
    f = after(rode_at_square(spent=12.0), 4, 3)
    f.dice(4, 1)  # the square loses by 3 + 1 to 4 + 1 and falls back; the horse pursues an inch
    melee.settle(f.b, 0)
    assert f.one(Ev.MELEE_LOST).actor == 0
    assert f.one(Ev.MORALE).actor == SQUARE
    assert not f.events(Ev.AUTO_LOSS)
    f.used_up()


@pytest.mark.rule("FH-103", "FH-R52")
def test_with_four_the_horse_may_still_lose_and_then_rolls() -> None:
    f = after(rode_at_square(), 4, 6)
    f.dice(4)
    melee.settle(f.b, 0)
    assert f.one(Ev.MELEE_LOST).actor == 1
    assert f.one(Ev.MORALE).actor == HORSE
    assert not f.events(Ev.PURSUES)  # a square does not
    f.used_up()


@pytest.mark.rule("FH-R52")
def test_infantry_that_charges_a_square_has_no_such_rule() -> None:
    f = after(rode_at_square("line"), 1, 0)
    assert not melee.beaten_off_by_square(f.b, HORSE)
    f.order(Act.NO, HORSE)
    f.dice(4)
    melee.settle(f.b, 0)
    assert f.one(Ev.MELEE_LOST).actor == 0
    f.used_up()


@pytest.mark.rule("FH-101", "FH-R43")
def test_of_two_on_a_square_the_one_that_did_four_fights_on() -> None:
    f = rode_at_square()
    other = f.unit("red", "heavy_horse", 30, 17.5, formation="squadrons", spent=12.0)
    f.home(other, SQUARE)
    f.order(Act.STRIKE, SQUARE, HORSE)
    engage(f)
    f.u(HORSE).inflicted, f.u(other).inflicted = 3, 4
    f.order(Act.RETREAT, HORSE, x=6.0)
    f.dice(4, 1)
    melee.settle(f.b, 0)
    assert f.one(Ev.AUTO_LOSS).actor == HORSE
    assert [(e.actor, e.a) for e in f.events(Ev.SCORE)] == [(1, 8), (0, 1)]
    assert f.one(Ev.MORALE).actor == SQUARE
    assert f.one(Ev.PURSUES).actor == other
    f.used_up()


@pytest.mark.rule("FH-097", "FH-100", "FH-101")
def test_a_whole_charge_on_a_square() -> None:
    f = rode_at_square()
    f.dice(4, 4, 1, 1, 1, 6)  # eight hits halved to four, three fall
    f.dice(3, 6, 1, 1, 6)  # the square answers with two dice
    sequence.moving_fire_and_melee(f.b)
    f.order(Act.RETREAT, HORSE, x=12.0)
    sequence.aftermath(f.b)
    assert (f.u(SQUARE).figures, f.u(HORSE).figures) == (21, 10)
    assert f.one(Ev.AUTO_LOSS).a == 3
    f.used_up()
