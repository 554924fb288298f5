"""The sequence of play: initiative, the sub-phases of movement, the steps of combat, and whole turns."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle import plain, with_how
from grognard.books.horse_and_musket import fire, sequence
from grognard.books.horse_and_musket.state import Formation, Leave, Lost, Phase, Result, Step, Unit
from grognard.values import Ask, Order

from .field import Act, AskKind, Ev, Field, place, rule

FIRST, SECOND = plain(Act.FIRST, -1, -1), plain(Act.SECOND, -1, -1)
DONE, YES, NO = plain(Act.DONE, -1, -1), plain(Act.YES, -1, -1), plain(Act.NO, -1, -1)


def order(act: Act, actor: int = -1, other: int = -1, how: int = 0) -> Order:
    return with_how(act, actor, other, how)


def kinds(asks: list[Ask]) -> list[AskKind]:
    return [AskKind(ask.kind) for ask in asks]


def apart(f: Field) -> tuple[int, int]:
    """One unit a side, too far apart to do anything to each other."""
    return f.unit("blue", "line", 20, 5), f.unit("red", "line", 20, 43, "south")


# Initiative


@pytest.mark.rule("FH-009")
def test_a_turn_is_initiative_then_move_then_combat() -> None:
    f = Field()
    apart(f)
    f.dice(5, 2)
    asks = f.play(sequence.play_turn, FIRST, FIRST, FIRST, DONE, DONE, FIRST)
    told = [(e.kind, e.a) for e in f.events(Ev.TURN, Ev.INITIATIVE, Ev.GOES_FIRST)]
    assert told == [(Ev.TURN, 1), (Ev.INITIATIVE, 5), *((Ev.GOES_FIRST, step) for step in Step)]
    assert [(a.kind, a.other) for a in asks if a.kind == AskKind.INITIATIVE] == [
        (AskKind.INITIATIVE, s) for s in Step
    ]
    assert f.b.phase == Phase.AFTERMATH
    f.used_up()


@pytest.mark.rule("FH-010", "FH-R01")
@pytest.mark.parametrize(("dice", "winner"), [((5, 2), 0), ((1, 2), 1), ((6, 5), 0), ((4, 4, 3, 3, 2, 6), 1)])
def test_the_higher_roller_chooses_and_ties_are_rolled_again(dice: tuple[int, ...], winner: int) -> None:
    f = Field()
    apart(f)
    f.dice(*dice)
    ask = f.asks(sequence.play_turn, f.b)
    assert ask == Ask(AskKind.INITIATIVE, winner, -1, Step.GENERALS)
    rolls = f.events(Ev.INITIATIVE)
    assert [(e.a, e.b) for e in rolls] == list(zip(dice[::2], dice[1::2], strict=True))
    assert [e.actor for e in rolls] == [-1] * (len(rolls) - 1) + [winner]
    assert [rule(f.check(ask, act)) for act in (Act.FIRST, Act.SECOND, Act.DONE, Act.YES)] == [
        "",
        "",
        "FH-010",
        "FH-010",
    ]
    f.used_up()


@pytest.mark.rule("FH-010", "FH-R01")
def test_he_chooses_anew_for_every_step() -> None:
    f = Field()
    apart(f)
    f.dice(2, 5)  # red
    f.play(sequence.play_turn, FIRST, SECOND, SECOND, DONE, DONE, FIRST)
    assert [e.actor for e in f.events(Ev.GOES_FIRST)] == [1, 0, 0, 1]
    f.used_up()


@pytest.mark.rule("FH-R01")
def test_by_option_he_chooses_once_a_turn() -> None:
    f = Field(initiative_choice="once_per_turn")
    apart(f)
    f.dice(2, 5)
    asks = f.play(sequence.play_turn, SECOND, DONE, DONE)
    assert kinds(asks) == [AskKind.INITIATIVE, AskKind.MOVE, AskKind.MOVE]
    assert [ask.side for ask in asks] == [1, 0, 1]
    assert f.b.first == 0
    f.used_up()


@pytest.mark.rule("FH-009")
def test_a_turn_ends_with_the_count_of_turns() -> None:
    f = Field(turns=1)
    apart(f)
    f.dice(5, 2)
    f.play(sequence.play_turn, FIRST, FIRST, FIRST, DONE, DONE, FIRST)
    assert f.b.winner >= 0


# The sub-phases of movement


@pytest.mark.rule("FH-011", "FH-012")
def test_generals_then_charges_then_other_units_the_first_player_always_first() -> None:
    f = Field()
    blue = [f.unit("blue", "line", 10, 10), f.unit("blue", "line", 40, 5), f.unit("blue", "line", 60, 5)]
    red = [f.unit("red", "line", 10, 14.5, "south"), f.unit("red", "line", 40, 43, "south")]
    f.general("blue", 50, 3)
    f.general("red", 50, 45)
    f.dice(1, 6)  # red wins, and goes second
    asks = f.play(
        sequence.play_turn,
        SECOND,
        place(Act.MOVE, 0, 51, 3),
        DONE,
        SECOND,
        DONE,  # blue could charge
        DONE,  # red could charge
        SECOND,
        place(Act.MOVE, blue[1], 40, 6),
        place(Act.MOVE, blue[2], 60, 6),
        DONE,
        place(Act.MOVE, red[1], 40, 42),
        DONE,
        SECOND,
        plain(Act.HOLD, blue[0], -1),
        plain(Act.HOLD, red[0], -1),
    )
    assert [(AskKind(a.kind).name, a.side) for a in asks] == [
        ("INITIATIVE", 1),
        ("GENERAL", 0),
        ("GENERAL", 1),
        ("INITIATIVE", 1),
        ("CHARGE", 0),
        ("CHARGE", 1),
        ("INITIATIVE", 1),
        ("MOVE", 0),
        ("MOVE", 0),
        ("MOVE", 0),
        ("MOVE", 1),
        ("MOVE", 1),
        ("INITIATIVE", 1),
        ("TARGET", 0),
        ("TARGET", 1),
    ]
    f.used_up()


@pytest.mark.rule("FH-011")
def test_each_ask_takes_only_its_own_orders() -> None:
    f = Field()
    i, j = f.unit("blue", "line", 10, 10), f.unit("red", "line", 10, 14.5, "south")
    k = f.general("blue", 20, 10)
    general, charge, move = (Ask(kind, 0, -1, -1) for kind in (AskKind.GENERAL, AskKind.CHARGE, AskKind.MOVE))
    assert rule(f.check(general, Act.CHARGE, i, j)) == "FH-R13"
    assert rule(f.check(charge, Act.MOVE, i, x=10, y=11)) == "FH-040"
    assert rule(f.check(move, Act.CHARGE, i, j)) == "FH-019"
    assert rule(f.check(move, Act.ATTACH, k, i)) == "FH-019"
    assert all(f.check(ask, Act.DONE) == 0 for ask in (general, charge, move))


@pytest.mark.rule("FH-012")
def test_a_side_with_nothing_to_move_is_not_asked() -> None:
    f = Field()
    f.unit("blue", "line", 20, 5, moved=True)
    f.unit("blue", "line", 40, 5, leave=int(Leave.NONE))
    f.unit("blue", "line", 60, 5, routing=True)
    f.unit("red", "line", 20, 43, "south")
    asks = f.play(sequence.move_others, FIRST, DONE)
    assert [a.side for a in asks] == [0, 1]


# Rally


@pytest.mark.rule("FH-013", "FH-R02")
def test_rally_checks_begin_each_players_charge_sub_phase() -> None:
    f = Field()
    f.unit("blue", "line", 20, 5, marker=True)
    f.unit("red", "line", 20, 43, "south", marker=True)
    f.general("blue", 50, 3)
    f.dice(6, 1, 3, 4)  # 3 + 1 rallies without a move, 4 + 1 with half of one
    asks = f.play(sequence.play_turn, FIRST, DONE, FIRST, FIRST, DONE, FIRST)
    assert kinds(asks)[:3] == [AskKind.INITIATIVE, AskKind.GENERAL, AskKind.INITIATIVE]
    steps = [(e.kind, e.actor) for e in f.events(Ev.GOES_FIRST, Ev.CHECKS)]
    assert steps[:4] == [(Ev.GOES_FIRST, 0), (Ev.GOES_FIRST, 0), (Ev.CHECKS, 0), (Ev.CHECKS, 1)]
    assert asks[4].side == 1  # blue may not move
    f.used_up()


@pytest.mark.rule("FH-013")
def test_every_marked_unit_checks_once() -> None:
    f = Field()
    marked = [f.unit("blue", "line", 10 + 15 * n, 5, grade="militia", marker=n != 1) for n in range(3)]
    f.dice(3, 3)
    f.play(lambda b: sequence.rally_side(b, 0), order(Act.RALLY, marked[2]))
    assert [e.actor for e in f.events(Ev.CHECKS)] == [marked[2], marked[0]]
    assert all(
        f.u(i).marker and f.u(i).disordered for i in (marked[0], marked[2])
    )  # failed: the marker stays
    assert not f.u(marked[1]).marker
    f.used_up()


@pytest.mark.rule("FH-013", "FH-R02")
def test_in_any_order_the_player_likes() -> None:
    f = Field()
    a, c, fine = (
        f.unit("blue", "line", 10, 5, marker=True),
        f.unit("blue", "line", 30, 5, marker=True),
        f.unit("blue", "line", 50, 5),
    )
    theirs = f.unit("red", "line", 50, 43, marker=True)
    gone = f.unit("blue", "line", 60, 5, marker=True, lost=int(Lost.DISPERSED))
    ask = f.asks(sequence.rally_side, f.b, 0)
    assert ask == Ask(AskKind.RALLY, 0, -1, -1)
    assert [f.check(ask, Act.RALLY, i) for i in (a, c)] == [0, 0]
    for i in (fine, theirs, gone, -1, 9, 10**9):
        assert rule(f.check(ask, Act.RALLY, i)) == "FH-013"
    assert rule(f.check(ask, Act.DONE)) == rule(f.check(ask, Act.MOVE, a)) == "FH-013"  # it is mandatory
    f.u(a).checked = True
    assert rule(f.check(ask, Act.RALLY, a)) == "FH-013"


@pytest.mark.rule("FH-R02", "FH-046")
def test_the_first_player_can_charge_units_that_have_not_yet_checked() -> None:
    f = Field()
    i = f.unit("blue", "line", 20, 20)
    j = f.unit("red", "line", 20, 25, "south", grade="militia", marker=True)
    f.dice(6, 1, 4)  # Rally 4 - 1 = 3: stays; Charged 4: wavers
    sequence.roll_initiative(f.b)
    f.play(sequence.move_charges, FIRST, order(Act.CHARGE, i, j))
    assert [(e.rule, e.actor) for e in f.events(Ev.CHECKS)] == [(46, j), (43, j)]
    assert [e.a for e in f.events(Ev.RESULT)] == [Result.NO_RALLY, Result.WAVERS]
    assert f.u(j).in_contact and f.u(j).disordered  # and no second check in its own sub-phase
    f.used_up()


@pytest.mark.rule("FH-R02")
def test_by_option_all_checks_are_made_at_the_start_of_the_turn() -> None:
    f = Field(rally_timing="turn_start")
    blue, red = (
        f.unit("blue", "line", 20, 5, marker=True),
        f.unit("red", "line", 20, 43, "south", marker=True),
    )
    f.general("blue", 50, 3)
    f.dice(1, 6, 5, 5)
    asks = f.play(sequence.play_turn, FIRST, DONE, FIRST, FIRST, DONE, DONE, FIRST)
    steps = [(e.kind, e.actor) for e in f.events(Ev.INITIATIVE, Ev.CHECKS, Ev.GOES_FIRST)]
    assert steps[:4] == [(Ev.INITIATIVE, 1), (Ev.CHECKS, red), (Ev.CHECKS, blue), (Ev.GOES_FIRST, 1)]
    assert len(asks) == 7
    f.used_up()


@pytest.mark.rule("FH-R02", "FH-R75")
def test_then_nobody_charges_before_all_have_checked() -> None:
    f = Field(rally_timing="turn_start")
    i = f.unit("blue", "line", 20, 20, marker=True)
    j = f.unit("red", "line", 20, 25, "south", grade="militia", marker=True)
    f.dice(6, 1, 6, 5, 5)  # blue rallies with a 7; red with a 5, then stands the charge with a 5
    sequence.roll_initiative(f.b)
    f.play(sequence.rally_all)
    assert [(e.kind, e.actor) for e in f.events(Ev.CHECKS, Ev.CHARGES)] == [
        (Ev.CHECKS, i),
        (Ev.CHECKS, j),
        (Ev.CHARGES, i),
        (Ev.CHECKS, j),
    ]
    assert [e.rule for e in f.events(Ev.CHECKS)] == [13, 13, 43]
    assert f.u(i).in_contact and f.u(i).impetuous
    f.used_up()


@pytest.mark.rule("FH-R02")
def test_and_a_unit_marked_since_is_not_due_when_charged() -> None:
    f = Field(rally_timing="turn_start")
    i = f.unit("blue", "line", 20, 20)
    j = f.unit("red", "line", 20, 25, "south", grade="militia", marker=True)
    f.dice(5)
    f.play(sequence.move_charges, FIRST, order(Act.CHARGE, i, j))
    assert [e.rule for e in f.events(Ev.CHECKS)] == [43]
    f.used_up()


@pytest.mark.rule("FH-R02", "FH-043")
def test_charges_are_answered_one_by_one_as_they_are_declared() -> None:
    f = Field()
    near, far = f.unit("blue", "line", 20, 20), f.unit("blue", "line", 40, 20)
    foes = [f.unit("red", "line", x, 25, "south", grade="militia") for x in (20, 40)]
    f.dice(5, 5)
    asks = f.play(
        sequence.move_charges, FIRST, order(Act.CHARGE, far, foes[1]), order(Act.CHARGE, near, foes[0])
    )
    assert [(e.kind, e.actor) for e in f.events(Ev.CHARGES, Ev.CHECKS, Ev.CONTACT)] == [
        (Ev.CHARGES, far),
        (Ev.CHECKS, foes[1]),
        (Ev.CONTACT, far),
        (Ev.CHARGES, near),
        (Ev.CHECKS, foes[0]),
        (Ev.CONTACT, near),
    ]
    assert kinds(asks) == [AskKind.INITIATIVE, AskKind.CHARGE, AskKind.CHARGE]
    f.used_up()


# The steps of combat


def opposed(f: Field, gap: float = 3.0, **more: Any) -> tuple[int, int]:
    i = f.unit("blue", "line", 30, 10)
    return i, f.unit("red", "line", 30, 11.5 + gap, "south", **more)


def shots(i: int, j: int) -> tuple[Order, ...]:
    return FIRST, plain(Act.FIRE, i, j), plain(Act.FIRE, j, i)


@pytest.mark.rule("FH-014", "FH-R06")
def test_stationary_units_shoot_together_from_the_numbers_they_began_with() -> None:
    f = Field()
    i, j = opposed(f)  # medium range: 3 or less
    f.dice(3, 3, 3, 3, 3, *[1] * 15)  # blue hits 15 times, nothing is saved
    f.dice(6, 6, 6, 6, 6)  # red still rolls five dice for the 24 it had
    f.play(sequence.combat, *shots(i, j))
    assert f.u(j).figures == 9
    assert [e.a for e in f.events(Ev.FIRES)] == [5, 5]
    f.used_up()


@pytest.mark.rule("FH-R06")
def test_even_a_unit_destroyed_in_the_step_has_its_shot() -> None:
    f = Field()
    i, j = opposed(f)
    f.u(j).figures = 8  # two dice
    f.dice(3, 3, 3, 3, 3, *[1] * 15, 3, 3, *[1] * 6)
    f.play(sequence.combat, *shots(i, j))
    assert f.u(j).lost == Lost.DESTROYED
    assert f.u(i).figures == 18
    f.used_up()


@pytest.mark.rule("FH-014", "FH-016", "FH-R04")
def test_moving_units_shoot_after_the_stationary_and_with_who_is_left() -> None:
    f = Field()
    i, j = opposed(f, moved=True)
    f.dice(3, 3, 3, 3, 3, *[1] * 15)
    f.dice(6, 6)  # nine are left: two dice
    asks = f.play(sequence.combat, *shots(i, j))
    assert [a.actor for a in asks] == [-1, i, j]
    assert [(e.actor, e.a) for e in f.events(Ev.FIRES)] == [(i, 5), (j, 2)]
    f.used_up()


@pytest.mark.rule("FH-014", "FH-016")
def test_the_moving_wait_though_their_player_goes_first() -> None:
    f = Field()
    i, j = opposed(f, moved=True)
    f.b.initiative = 1
    f.dice(6, 6, 6, 6, 6, 6, 6, 6, 6, 6)
    asks = f.play(sequence.combat, *shots(i, j))
    assert [a.actor for a in asks] == [-1, i, j]
    f.used_up()


def stood(f: Field, charger: str = "line", formation: str = "line", **more: Any) -> tuple[int, int]:
    """A blue charger in contact with a red unit that stood with first fire."""
    j = f.unit("red", "line", 30, 20, "south", formation=formation, first_fire=True, **more)
    i = f.unit("blue", charger, 30, 0)
    f.u(i).y = 20 - (f.u(i).depth + f.u(j).depth) / 2
    f.home(i, j)
    return i, j


@pytest.mark.rule("FH-015", "FH-017", "FH-018", "FH-R04", "FH-R05")
def test_first_fire_comes_off_before_the_charger_strikes_and_is_the_defenders_attack() -> None:
    f = Field()
    i, j = stood(f)
    f.dice(1, 4, 5, 5, 5, *[1] * 5)  # five hits at 4 or less: five figures
    f.dice(4)  # hurt while charging, it goes in: 4 + 1
    f.dice(1, 6, 6, 6, 5)  # 19 figures strike with four dice: one hit, saved
    f.dice(6)  # and lose: 5 + 1 against 0 + 1
    asks = f.play(sequence.combat, FIRST, YES, NO)
    assert kinds(asks) == [AskKind.INITIATIVE, AskKind.FIRST_FIRE, AskKind.PURSUE]
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.FIRES)] == [(j, 5, 4)]
    assert [(e.actor, e.a) for e in f.events(Ev.STRIKES)] == [(i, 4)]  # the defender does not answer
    assert [e.a for e in f.events(Ev.SCORE)] == [1, 6]  # the shot counts as inflicted in the melee
    f.used_up()


@pytest.mark.rule("FH-R05", "FH-017")
def test_the_defender_may_decline_and_fight() -> None:
    f = Field()
    i, j = stood(f)
    f.dice(6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6)  # both strike with five dice; a tie: the charger checks
    asks = f.play(sequence.combat, FIRST, NO, NO)
    assert kinds(asks) == [AskKind.INITIATIVE, AskKind.FIRST_FIRE, AskKind.PURSUE]
    assert [e.actor for e in f.events(Ev.STRIKES)] == [i, j]
    assert not f.events(Ev.FIRES)
    f.used_up()


@pytest.mark.rule("FH-R05")
@pytest.mark.parametrize(
    ("charger", "formation", "dice", "number"),
    [
        ("line", "line", 5, 4),
        ("line", "column", 2, 4),  # two ranks of two stands: 12 figures
        ("light_horse", "line", 5, 2),
        ("light_horse", "square", 1, 2),  # a quarter: 6 figures
    ],
)
def test_the_dice_and_number_of_first_fire(charger: str, formation: str, dice: int, number: int) -> None:
    f = Field()
    i, j = stood(f, charger, formation)
    fire.count_figures(f.b)
    f.dice(*[6] * dice)
    fire.first_fire(f.b, j, i)
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (dice, number)
    f.used_up()


@pytest.mark.rule("FH-R05")
@pytest.mark.parametrize(
    ("charger", "formation", "dice"),
    [("line", "line", 5), ("line", "column", 4), ("light_horse", "line", 5), ("light_horse", "square", 2)],
)
def test_by_option_it_is_the_melee_attack_rolled_first(charger: str, formation: str, dice: int) -> None:
    f = Field(first_fire="melee_dice")
    i, j = stood(f, charger, formation)
    fire.count_figures(f.b)
    f.dice(4, *[5] * (dice - 1), 1, 5, 5, 5)  # three ranks, 4 or less; one figure falls
    fire.first_fire(f.b, j, i)
    assert f.one(Ev.STRIKES).a == dice
    assert (f.one(Ev.HITS).a, f.one(Ev.HITS).b, f.u(j).inflicted) == (4, 4, 1)
    f.used_up()


@pytest.mark.rule("FH-R04", "FH-015")
def test_a_charged_unit_without_first_fire_does_not_shoot() -> None:
    f = Field()
    i, j = stood(f)
    f.u(j).first_fire = False
    f.dice(*[6] * 10, 6)
    asks = f.play(sequence.combat, FIRST, NO)
    assert kinds(asks) == [AskKind.INITIATIVE, AskKind.PURSUE]
    assert not f.events(Ev.FIRES)
    assert i == 1


@pytest.mark.rule("FH-018", "FH-R06")
def test_melee_is_simultaneous() -> None:
    f = Field()
    i, j = stood(f)
    f.u(j).first_fire = False
    f.dice(4, 4, 4, 4, 4, *[1] * 20)  # the charger kills twenty
    f.dice(4, 4, 4, 4, 4, *[1] * 20)  # and is struck by all 24
    f.dice(1)  # a tie goes to the defender; 1 + 1 - 3 is a dispersal
    f.play(sequence.combat, FIRST)
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.STRIKES)] == [(i, 5, 24), (j, 5, 24)]
    assert (f.u(i).lost, f.u(j).figures) == (Lost.DISPERSED, 4)
    f.used_up()


@pytest.mark.rule("FH-016", "FH-R04")
def test_moving_fire_and_melee_come_after_stationary_fire_halts_and_checks() -> None:
    f = Field()
    i, j = stood(f)
    f.u(i).figures = f.u(i).charge_figures = 20
    shooter, mark = f.unit("blue", "line", 55, 10), f.unit("red", "line", 55, 14, "south", moved=True)
    f.dice(6, 6, 6, 6, 6)  # first fire: nothing
    f.dice(6, 6, 6, 6, 6)  # the stationary line: nothing
    f.dice(6, 6, 6, 6, 6)  # the line that moved
    f.dice(6, 6, 6, 6)  # the charger
    f.dice(6)
    f.play(sequence.combat, FIRST, plain(Act.FIRE, shooter, mark), YES, plain(Act.FIRE, mark, shooter), NO)
    order_of_dice = [(e.kind, e.actor) for e in f.events(Ev.FIRES, Ev.STRIKES, Ev.CHECKS)]
    assert order_of_dice == [
        (Ev.FIRES, j),
        (Ev.FIRES, shooter),
        (Ev.FIRES, mark),
        (Ev.STRIKES, i),
        (Ev.CHECKS, i),
    ]
    f.used_up()


@pytest.mark.rule("FH-R04")
def test_the_first_player_picks_the_order_of_the_aftermath() -> None:
    f = Field()
    one, other = stood(f), stood(f)
    f.u(one[1]).first_fire = f.u(other[1]).first_fire = False
    f.u(other[0]).x = f.u(other[1]).x = 50
    f.dice(*[6] * 20)
    f.dice(6, 6)
    asks = f.play(sequence.combat, SECOND, order(Act.MELEE, how=1), NO, NO)
    assert kinds(asks) == [AskKind.INITIATIVE, AskKind.MELEE_ORDER, AskKind.PURSUE, AskKind.PURSUE]
    assert asks[1].side == 1  # the winner, blue, went second
    assert [e.actor for e in f.events(Ev.CHECKS)] == [other[0], one[0]]
    f.used_up()


@pytest.mark.rule("FH-R04")
def test_only_a_melee_that_is_still_open_can_be_picked() -> None:
    f = Field()
    ask = Ask(AskKind.MELEE_ORDER, 0, -1, -1)
    f.b.n_melees, f.b.melee_done[0] = 2, 1
    assert [rule(f.check(ask, Act.MELEE, how=n)) for n in (-1, 0, 1, 2)] == ["FH-R04", "FH-R04", "", "FH-R04"]
    assert rule(f.check(ask, Act.DONE, how=1)) == "FH-R04"


# Whole turns


@pytest.mark.rule("FH-047", "FH-049", "FH-R20")
def test_a_turn_in_which_skirmishers_get_away_and_shoot() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, formation="column")
    j = f.unit("red", "light", 30, 15, "south", formation="extended")
    f.dice(6, 1)  # initiative
    f.dice(5)  # red rallies in its own sub-phase, at once: 5 + 1 - no contact
    f.dice(2, 1)  # the column: two dice at medium range
    f.dice(4, 4, 4)  # three hits, all saved by skirmishers
    f.dice(3, 3, 6, 6, 6)  # the skirmishers, who have rallied: six hits
    f.dice(1, 1, 1, 5, 5, 5)  # three figures
    asks = f.play(
        sequence.play_turn,
        FIRST,
        FIRST,
        order(Act.CHARGE, i, j),
        YES,
        FIRST,
        FIRST,
        plain(Act.FIRE, i, j),
        plain(Act.FIRE, j, i),
    )
    assert kinds(asks)[2:4] == [AskKind.CHARGE, AskKind.EVADE]
    assert (f.u(i).figures, f.u(j).figures) == (21, 24)
    assert not f.events(Ev.STRIKES)
    f.used_up()


@pytest.mark.rule("FH-047", "FH-049", "FH-R20")
def test_a_turn_in_which_skirmishers_are_caught() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 10)
    j = f.unit("red", "light", 30, 15, "south", formation="extended")
    f.dice(6, 1)
    f.dice(4)  # red's rally in its own sub-phase: in contact, 4 + 1 - 1, it rallies
    f.dice(4, 4, 6, *[1] * 8)  # light horse charging foot: three dice; eight figures
    f.dice(4)  # red has lost: 4 + 1 - 1 falls back 9
    asks = f.play(sequence.play_turn, FIRST, FIRST, order(Act.CHARGE, i, j), YES, FIRST, FIRST, NO)
    assert kinds(asks) == [
        AskKind.INITIATIVE,
        AskKind.INITIATIVE,
        AskKind.CHARGE,
        AskKind.EVADE,
        AskKind.INITIATIVE,
        AskKind.INITIATIVE,
        AskKind.PURSUE,  # cavalry that beat caught evaders may decline
    ]
    assert [e.actor for e in f.events(Ev.STRIKES)] == [i]  # they do not strike back
    assert f.u(j).figures == 16
    f.used_up()


@pytest.mark.rule("FH-044", "FH-R70")
def test_a_turn_in_which_a_square_beats_off_cavalry() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 30, 10)
    j = f.unit("red", "line", 30, 18, "south")
    f.dice(6, 1)
    f.dice(4)  # 4 + 1: stands in square
    f.dice(6, 6)  # twelve heavy horse without impetus: two dice, nothing
    f.dice(6, 6)  # half the square: two dice, nothing
    retreat = Order(int(Act.RETREAT), i, -1, 0, 6.0, 0.0, 0.0, 0.0)
    f.play(sequence.play_turn, FIRST, FIRST, order(Act.CHARGE, i, j), FIRST, FIRST, retreat)
    assert f.u(j).formation == Formation.SQUARE
    assert f.one(Ev.AUTO_LOSS).actor == i
    assert f.u(i).y == pytest.approx(18 - 1.5 - 0.5 - 6, abs=1e-4)
    f.used_up()


@pytest.mark.rule("FH-045", "FH-R69")
def test_a_turn_with_a_counter_charge() -> None:
    f = Field()
    i, j = f.unit("blue", "heavy_horse", 30, 10), f.unit("red", "heavy_horse", 30, 18, "south")
    f.dice(6, 1)
    f.dice(6)  # 6 + 1: counter-charges
    f.dice(6, 6)
    f.dice(4, 6, *[1] * 4)
    f.dice(6)  # blue loses: 6 + 1 - 1, falls back
    f.dice(3)  # and is pursued
    asks = f.play(sequence.play_turn, FIRST, FIRST, order(Act.CHARGE, i, j), FIRST, FIRST)
    assert f.u(i).figures == 8
    assert [e.a for e in f.events(Ev.STRIKES)] == [2, 2]
    assert f.one(Ev.PURSUES).actor == j
    assert len(asks) == 5
    f.used_up()


@pytest.mark.rule("FH-053", "FH-R75")
def test_a_turn_with_a_rally_of_seven() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10, marker=True, disordered=True)
    j = f.unit("red", "line", 30, 15, "south")
    f.dice(6, 1)
    f.dice(6)  # 6 + 1: charges
    f.dice(5)  # 5 + 1: stands with first fire
    f.dice(6, 6, 6, 6, 6, 6, 6, 6, 6, 6)  # all miss
    f.dice(6)  # a tie: blue has lost
    asks = f.play(sequence.play_turn, FIRST, FIRST, FIRST, FIRST, YES, NO)
    assert kinds(asks) == [AskKind.INITIATIVE] * 4 + [AskKind.FIRST_FIRE, AskKind.PURSUE]
    assert f.one(Ev.IMPETUOUS).actor == i
    assert f.u(i).impetuous
    assert j == 1
    f.used_up()


@pytest.mark.rule("FH-048")
def test_a_turn_in_which_ground_is_given() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10)
    j = f.unit("red", "light", 30, 17, "south", formation="extended")
    f.dice(6, 1)
    f.dice(6, 6, 6, 6, 6, 6, 6, 6, 6, 6)
    asks = f.play(
        sequence.play_turn,
        FIRST,
        FIRST,
        DONE,  # both could charge
        DONE,
        FIRST,
        place(Act.MOVE, i, 30, 14.5),
        YES,
        FIRST,
        plain(Act.FIRE, i, j),
        plain(Act.FIRE, j, i),
    )
    assert AskKind.GIVE_GROUND in kinds(asks)
    assert f.u(j).y > 17
    assert not f.u(j).disordered
    f.used_up()


@pytest.mark.rule("FH-R86", "FH-051", "FH-052")
def test_two_turns_of_a_battery_that_is_charged() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 30, 10)
    j = f.unit("red", "field_guns", 30, 16, "south")
    friend = f.unit("red", "line", 35.9, 16, "south")  # its edge 1.9 inches off
    f.dice(6, 1)
    f.dice(3, 1, 5, 5)  # one die of canister: three hits, one figure
    f.dice(3)  # hurt while charging: 3 + 1, it goes in
    f.play(
        sequence.play_turn,
        FIRST,
        FIRST,
        order(Act.CHARGE, i, j),
        FIRST,
        DONE,  # red's other unit
        FIRST,
        order(Act.SHELTER, j, friend),
    )
    assert f.u(j).lost == Lost.CAPTURED  # the enemy ended on the gun
    assert f.u(i).figures == 11
    f.used_up()


@pytest.mark.rule("FH-R06")
def test_figures_are_counted_at_the_start_of_each_step() -> None:
    f = Field()
    i, j = opposed(f)
    f.u(i).figures, f.u(j).lost = 20, int(Lost.DESTROYED)
    fire.count_figures(f.b)
    assert (f.u(i).then, f.u(j).then) == (20, 0)


@pytest.mark.rule("FH-R05")
def test_nobody_is_asked_about_first_fire_without_a_charger_in_contact() -> None:
    f = Field()
    i, j = stood(f)
    f.u(i).in_contact = False
    fire.claim_first_fire(f.b, 1)
    assert not f.u(j).fired_first


@pytest.mark.rule("FH-R03", "FH-R74")
def test_a_turn_in_which_cavalry_is_recalled() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 30, 20, grade="militia", marker=True)
    f.unit("red", "field_guns", 30, 28, "north", shots=0)  # six and a half inches off, facing away
    f.dice(6, 1)
    f.dice(4)  # rallies without a move, but sounds the recall
    asks = f.play(sequence.play_turn, FIRST, FIRST, YES, FIRST, DONE, FIRST)
    assert kinds(asks)[2:4] == [AskKind.RECALL, AskKind.INITIATIVE]
    assert f.u(i).y == pytest.approx(8)
    assert f.u(i).disordered and f.u(i).marker  # as the recall says
    f.used_up()


@pytest.mark.rule("FH-R90", "FH-009")
def test_a_first_turn_with_free_deployment() -> None:
    f = Field()
    i, j = (f.unit(side, "line", 0, 0, lost=int(Lost.RESERVE)) for side in ("blue", "red"))
    f.b.aims.places_given = False
    f.dice(4, 2)  # red places first
    f.dice(6, 1)
    asks = f.play(
        sequence.play_turn,
        place(Act.DEPLOY, j, 30, 40, 0.0, -1.0, int(Formation.COLUMN)),
        place(Act.DEPLOY, i, 30, 8),
        FIRST,
        FIRST,
        FIRST,
        place(Act.MOVE, i, 30, 14),
        place(Act.MOVE, j, 30, 31),
        FIRST,
    )
    assert [(AskKind(a.kind).name, a.side) for a in asks[:3]] == [
        ("DEPLOY", 1),
        ("DEPLOY", 0),
        ("INITIATIVE", 0),
    ]
    assert (f.u(i).y, f.u(j).y, f.u(j).formation) == (14, 31, Formation.COLUMN)
    f.used_up()


@pytest.mark.rule("FH-R02", "FH-R03")
def test_those_marked_in_the_first_players_charges_check_in_the_second_players_sub_phase() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 30, 10)
    j = f.unit("red", "light", 30, 15, "south", formation="extended", grade="militia")
    f.dice(3)  # having evaded, red fails to rally
    asks = f.play(sequence.move_charges, FIRST, order(Act.CHARGE, i, j), YES)
    assert kinds(asks) == [AskKind.INITIATIVE, AskKind.CHARGE, AskKind.EVADE]
    assert [(e.actor, e.rule) for e in f.events(Ev.CHECKS)] == [(j, 13)]
    assert f.u(j).disordered and f.u(j).leave == Leave.NONE
    f.used_up()


def test_a_begun_turn_forgets_the_last() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 10)
    k = f.general("blue", 40, 10)
    flags = [
        "checked",
        "moved",
        "gun_spoiled",
        "impetuous",
        "eager",
        "charging",
        "in_contact",
        "gone_home",
        "halted",
        "charged",
        "first_fire",
    ]
    flags += ["fired_first", "counter", "evaded", "caught", "fired", "auto_lost"]
    counts = [
        "leave",
        "spent",
        "charge_lost",
        "inflicted",
        "suffered",
        "hits_taken",
        "target",
        "foe",
        "melee",
    ]
    for name in flags + counts:
        setattr(f.u(i), name, 1)
    f.u(i).aims[0] = 1
    f.b.leaders[k].moved = f.b.leaders[k].spent = True
    sequence.begin_turn(f.b)
    u, fresh = f.u(i), Unit()
    assert [getattr(u, name) for name in flags + counts] == [getattr(fresh, name) for name in flags + counts]
    assert list(u.aims) == [-1] * 4
    assert u.impetuous_before and u.fired_before  # what the rules ask of the turn before
    assert not f.b.leaders[k].moved and not f.b.leaders[k].spent


def test_a_battle_is_played_turn_by_turn_until_it_is_decided() -> None:
    f = Field(turns=2, initiative_choice="once_per_turn")
    apart(f)
    f.dice(5, 2, 5, 2)
    f.play(sequence.play, FIRST, DONE, DONE, FIRST, DONE, DONE)
    assert f.b.turn == 2 and f.b.winner >= 0
    f.used_up()
