"""Hand to hand between formations: the sums, the blows, and what comes after (chapter T)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from grognard.books.most_irregular.assault import assault, combat
from grognard.books.most_irregular.formed import activate_unit
from grognard.books.most_irregular.state import Effect, Lost, Part

from .field import NOBODY, OFFICER, Act, Ev, Field, order


def met(blue: int, red: int, **house: Any) -> tuple[Field, int, int]:
    """Two lines of Regulars in contact: y = 20 and y = 20.75."""
    f = Field(**house)
    a = f.formation("blue", blue, 24, 20)
    return f, a, f.formation("red", red, 24, 20.75, facing="south")


def fight(f: Field, a: int, d: int, *answers: Any) -> Any:
    f.activate(a)
    asks = f.play(lambda b: combat(b, a, d), *answers)
    f.used_up()
    return asks


def misses(f: Field, a: int, d: int) -> list[int]:
    return [1] * (len(f.of(a)) + len(f.of(d)))


def totals(f: Field) -> list[tuple[int, int]]:
    return [(e.a, e.b) for e in f.events(Ev.COMBAT)]


def parts(f: Field, side: int) -> dict[int, int]:
    return {e.b: e.a for e in f.events(Ev.COMBAT_SUM) if e.actor == side}


@pytest.mark.rule("MI-107", "MI-111", "MI-R75")
def test_each_side_keeps_the_higher_of_two_dice_and_the_lower_total_loses() -> None:
    f, a, d = met(2, 2)
    f.dice(2, 4, 5, 3, *misses(f, a, d))
    fight(f, a, d)
    assert totals(f) == [(4, 4), (5, 5)]
    won = f.one(Ev.WON)
    assert (won.actor, won.other) == (d, a)


@pytest.mark.rule("MI-108")
@pytest.mark.parametrize(
    ("own", "foe", "bonus"),
    [("regular", "regular", 0), ("elite", "regular", 2), ("regular", "rabble", 4), ("elite", "rabble", 6)],
)
def test_quality_is_2_a_level_for_the_better(own: str, foe: str, bonus: int) -> None:
    f = Field()
    a = f.formation("blue", 2, 24, 20, grade=own)
    d = f.formation("red", 2, 24, 20.75, facing="south", grade=foe)
    f.dice(3, 3, 2, 2, *misses(f, a, d))
    fight(f, a, d)
    assert totals(f) == [(3, 3 + bonus), (2, 2)]
    assert parts(f, a).get(Part.LEVELS, 0) == bonus
    assert parts(f, d) == {}


@pytest.mark.rule("MI-109", "MI-R58", "MI-R10")
@pytest.mark.parametrize(
    ("radius", "gaps", "bonus"),
    [
        ("0.5", (0.0,), 1),
        ("0.5", (0.5,), 1),
        ("0.5", (0.51,), 0),
        ("0.5", (0.1, 0.4), 2),
        ("4", (4.0,), 1),
        ("4", (0.2, 4.01), 1),
    ],
)
def test_each_officer_with_the_formation_adds_1(radius: str, gaps: tuple[float, ...], bonus: int) -> None:
    f, a, d = met(4, 4, officer_assault_radius=radius)
    for n, gap in enumerate(gaps):
        f.commander("blue", 22.875 + 1.5 * n, 20 - 0.75 - gap)
    f.dice(5, 5, 2, 2, *misses(f, a, d))  # four men a side: he rolls no die to hit
    fight(f, a, d)
    assert parts(f, a).get(Part.OFFICERS, 0) == bonus
    assert totals(f)[0] == (5, 5 + bonus)


@pytest.mark.rule("MI-110", "MI-R57", "MI-083")
@pytest.mark.parametrize(
    ("own", "own_hurt", "foe", "foe_hurt", "bonus"),
    [(5, 0, 2, 0, 1), (4, 0, 2, 0, 0), (8, 0, 2, 0, 2), (5, 1, 2, 0, 0), (5, 1, 2, 1, 1), (7, 2, 3, 0, 1)],
)
def test_numbers_are_1_for_every_3_men_more(
    own: int, own_hurt: int, foe: int, foe_hurt: int, bonus: int
) -> None:
    f, a, d = met(own, foe)
    for i in f.of(a)[:own_hurt] + f.of(d)[:foe_hurt]:
        f.m(i).wounded = True
    f.dice(3, 3, 1, 2, *[1] * ((2 * own - own_hurt) // 2), *[1] * max(1, (2 * foe - foe_hurt) // 2))
    f.dice(*[6] * foe_hurt)  # the loser's wounded keep up
    fight(f, a, d)
    assert parts(f, a).get(Part.NUMBERS, 0) == bonus


@pytest.mark.rule("MI-112", "MI-R57", "MI-R59")
def test_the_winner_hits_on_3_and_the_loser_on_5() -> None:
    f, a, d = met(4, 4)
    f.dice(6, 6, 1, 1)
    f.dice(2, 3, 4, 1)  # two hits
    f.dice(4, 5, 1, 1)  # one hit
    f.dice(5, 5, 5)  # three men dead
    fight(f, a, d)
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.STRIKES)] == [(a, 2, 3), (d, 1, 5)]
    assert sum(f.m(i).lost == Lost.KILLED for i in range(4)) == 1
    assert sum(f.m(i).lost == Lost.KILLED for i in range(4, 8)) == 2


@pytest.mark.rule("MI-R57", "MI-083", "MI-112")
@pytest.mark.parametrize(("hurt", "dice"), [(0, 3), (1, 2), (2, 2), (3, 1)])
def test_the_wounded_are_half_men_and_there_is_always_a_die(hurt: int, dice: int) -> None:
    f, a, d = met(3, 3)
    for i in range(hurt):
        f.m(i).wounded = True
    f.dice(6, 6, 1, 1, *[1] * dice, 1, 1, 1)
    fight(f, a, d)
    assert f.events(Ev.WON)


@pytest.mark.rule("MI-113", "MI-077", "MI-R41", "MI-R75")
@pytest.mark.parametrize(
    ("die", "effect"), [(2, Effect.SHOCK), (3, Effect.WOUND), (4, Effect.WOUND), (5, Effect.FATAL)]
)
def test_hits_take_effect_on_the_standard_column_the_defender_first(die: int, effect: int) -> None:
    f, a, d = met(2, 2)
    f.dice(6, 6, 5, 5, 3, 1, 5, 1)
    f.dice(die, 6)  # on the defender, then on the attacker
    if effect == Effect.WOUND:
        f.dice(6)  # the loser's wounded man keeps up
    fight(f, a, d)
    hits = f.events(Ev.HIT)
    assert [e.b for e in hits] == [effect, Effect.FATAL]
    assert [f.m(int(e.actor)).side for e in hits] == [1, 0]


@pytest.mark.rule("MI-R59")
def test_hits_go_to_men_in_contact_first_then_by_distance_one_each() -> None:
    f = Field()
    a = f.formation("blue", 2, 24, 20)
    d = f.formation("red", 4, 24, 20.75, facing="south", files=2)
    f.dice(6, 6, 1, 1)
    f.dice(3, 3)
    f.dice(1, 1, 1, 1)
    f.dice(6, 6)
    fight(f, a, d)
    front = [2, 3]
    assert [i for i in range(6) if f.m(i).lost == Lost.KILLED] == front


@pytest.mark.rule("MI-R59")
def test_surplus_hits_are_lost() -> None:
    f, a, d = met(5, 2, surplus_hits="wrap")  # that option is of fire
    f.dice(6, 6, 1, 1, *[3] * 5, 1, 1)
    f.dice(4, 4)  # five hits on two men: two dice
    f.dice(6, 6)  # the wounded keep up
    fight(f, a, d)
    assert len(f.events(Ev.HIT)) == 2


@pytest.mark.rule("MI-R59", "MI-R75")
def test_both_strike_at_once_with_the_men_and_places_of_the_start_of_the_round() -> None:
    f = Field()
    a = f.formation("blue", 3, 24, 20)
    d = f.formation("red", 2, 24.375, 20.75, facing="south")  # over against men 1 and 2
    f.dice(6, 6, 1, 1, 3, 1, 1, 5, 5)
    f.dice(1)  # the defender before man 2 recoils 4 inches
    f.dice(6, 6)  # and still man 2 is hit, not man 0, who is as near to the other one
    fight(f, a, d)
    assert [int(e.actor) for e in f.events(Ev.HIT)] == [3, 1, 2]


@pytest.mark.rule("MI-114", "MI-115", "MI-R60", "MI-R42")
def test_the_loser_withdraws_8_inches_and_both_are_dispersed() -> None:
    f, a, d = met(4, 4)
    f.dice(6, 6, 1, 1, *misses(f, a, d))
    fight(f, a, d)
    assert f.u(a).size == f.u(d).size == 0
    assert all(m.formation == NOBODY for m in f.b.men[:8])
    withdrawn = f.one(Ev.WITHDRAWS)
    assert (withdrawn.actor, withdrawn.d) == (d, pytest.approx(8.0))
    for i in range(4, 8):
        assert 28 < f.m(i).y < 29.5
    for i in range(4):
        assert 19 < f.m(i).y < 21  # where they are
    apart(f)
    assert f.b.actions == 0
    assert {"MI-114", "MI-115"} <= f.cited()


def apart(f: Field) -> None:
    """No two men within half an inch of one another."""
    men = [m for m in f.b.men[: f.b.n_men] if m.lost == 0]
    for n, m in enumerate(men):
        for o in men[:n]:
            assert math.hypot(m.x - o.x, m.y - o.y) > 0.75 + 0.5


@pytest.mark.rule("MI-R60", "MI-115")
def test_the_least_shift_opens_the_gaps() -> None:
    f, a, d = met(2, 2)
    f.dice(6, 6, 1, 1, *misses(f, a, d))
    fight(f, a, d)
    assert f.m(1).x - f.m(0).x == pytest.approx(1.25, abs=0.01)
    assert f.m(0).x + f.m(1).x == pytest.approx(48, abs=0.01)


@pytest.mark.rule("MI-R60", "MI-R43", "MI-R75", "MI-082")
def test_the_losers_wounded_dice_after_the_last_round() -> None:
    f, a, d = met(4, 4)
    f.m(4).wounded = f.m(6).wounded = f.m(0).wounded = True
    f.dice(6, 6, 1, 1, *[1] * 3, *[1] * 3)
    f.dice(1, 2)  # man 4 is left behind; the winner's do not dice
    fight(f, a, d)
    assert f.m(4).y == pytest.approx(20.75, abs=1.3)
    assert f.m(6).y > 27.5


@pytest.mark.rule("MI-R60")
def test_men_already_shocked_do_not_withdraw_again() -> None:
    f, a, d = met(2, 4)
    f.dice(6, 6, 1, 1, 3, 1, *[1] * 4)
    f.dice(2)
    fight(f, a, d)
    (hit,) = f.events(Ev.HIT)
    assert 24.0 < f.m(int(hit.actor)).y < 25.5  # 4 inches, not 12


@pytest.mark.rule("MI-R60", "MI-R20", "MI-016")
def test_nobody_is_activated_by_it_and_the_second_action_is_lost() -> None:
    f, a, d = met(2, 2)
    wren = f.commander("blue", 24, 17)
    f.b.commander = wren
    f.dice(6, 6, 6, 3, 1, 1, 6, 6, 1, 1, 1, 1, 1, 1)
    asks = f.play(
        lambda b: activate_unit(b, a),
        order(Act.ASSAULT, a, d, fx=0.0, fy=1.0),
    )
    f.used_up()
    assert len(asks) == 1
    assert [m.acted for m in f.b.men[:4]] == [1, 1, 0, 0]


@pytest.mark.rule("MI-116", "MI-R61", "MI-R57")
def test_on_a_draw_both_hit_on_5_and_fight_on_with_fresh_counts() -> None:
    f, a, d = met(4, 4)
    f.dice(4, 4, 4, 1)
    f.dice(4, 5, 4, 4)  # one hit
    f.dice(5, 6, 4, 4)  # two hits
    f.dice(6, 6, 4)  # a defender falls; then an attacker, and one is wounded
    f.dice(6, 6, 1, 1)
    f.dice(1, 1)  # two men and a half
    f.dice(1, 1, 1)
    fight(f, a, d)
    assert [e.b for e in f.events(Ev.STRIKES)][:2] == [5, 5]
    assert [e.a for e in f.events(Ev.MELEE)] == [1, 2]
    assert len(f.events(Ev.DRAW)) == 1
    assert f.one(Ev.WON).actor == a


@pytest.mark.rule("MI-116", "MI-R61")
def test_as_often_as_the_totals_tie() -> None:
    f, a, d = met(2, 2)
    f.dice(*(3, 3, 3, 3, 1, 1, 1, 1) * 3, 5, 5, 2, 2, 1, 1, 1, 1)
    fight(f, a, d)
    assert len(f.events(Ev.DRAW)) == 3


@pytest.mark.rule("MI-R61")
def test_a_side_with_no_men_left_has_lost_whatever_the_totals() -> None:
    f, a, d = met(2, 5)
    f.dice(6, 6, 4, 4)  # 6 against 4 + 1
    f.dice(1, 1)
    f.dice(5, 5, 1, 1, 1)
    f.dice(6, 6)
    fight(f, a, d)
    assert f.one(Ev.WON).actor == d
    assert f.events(Ev.WITHDRAWS) == []
    assert f.u(d).size == 0  # dispersed all the same


@pytest.mark.rule("MI-R61")
def test_both_wiped_out() -> None:
    f, a, d = met(2, 2)
    f.dice(6, 6, 4, 4, 3, 3, 5, 5, 6, 6, 6, 6)
    fight(f, a, d)
    assert f.events(Ev.WON, Ev.WITHDRAWS) == []
    assert all(m.lost == Lost.KILLED for m in f.b.men[:4])
    assert f.b.actions == 0


@pytest.mark.rule("MI-R61", "MI-R06")
def test_a_single_man_left_fights_on_in_that_combat() -> None:
    f, a, d = met(2, 4)
    f.dice(4, 4, 4, 1, 1, 1, 5, 1, 1, 1, 6)  # a draw; one attacker falls
    f.dice(6, 6, 1, 1)  # one against four: 6 against 1 + 1
    f.dice(3)
    f.dice(1, 1, 1, 1)
    f.dice(6)
    fight(f, a, d)
    assert f.one(Ev.WON).actor == a
    assert f.u(a).size == 0


@pytest.mark.rule("MI-R10")
@pytest.mark.parametrize(("die", "lost"), [(2, Lost.CAPTURED), (3, Lost.NO)])
def test_the_officers_of_a_formation_wiped_out_test(die: int, lost: Lost) -> None:
    f, a, d = met(2, 5)
    hale = f.commander("blue", 24, 19.2)
    away = f.commander("blue", 24, 15)
    f.dice(1, 1, 6, 6, 1, 1, 3, 3, 1, 1, 1, 6, 6)
    f.dice(die)
    fight(f, a, d)
    assert f.c(hale).lost == lost
    assert f.c(away).lost == Lost.NO
    test = f.one(Ev.MAN_TESTS)
    assert (test.actor, test.a) == (OFFICER + hale, die)


@pytest.mark.rule("MI-R57", "MI-110")
def test_all_men_count_in_contact_or_not() -> None:
    f = Field()
    a = f.formation("blue", 6, 24, 20, files=1)  # a column: one man in contact
    d = f.formation("red", 3, 24, 20.75, facing="south")
    f.dice(3, 3, 3, 3, *[1] * 6, *[1] * 3)
    fight(f, a, d)
    assert totals(f) == [(3, 4), (3, 3)]


@pytest.mark.rule("MI-106", "MI-115")
def test_from_the_assault_to_the_end() -> None:
    f = Field()
    a = f.formation("blue", 4, 24, 20)
    d = f.formation("red", 4, 24, 23, facing="south")
    f.activate(a)
    f.dice(3, 3, 3, 3, 1, 1, 2, 6, 3, 4, *[1] * 8)
    f.play(lambda b: assault(b, order(Act.ASSAULT, a, d, fx=0.0, fy=1.0)))
    f.used_up()
    apart(f)
    assert f.u(a).size == f.u(d).size == 0


@pytest.mark.rule("MI-R07", "MI-R16")
def test_a_defender_that_loses_men_leaves_nobody_behind_for_having_acted() -> None:
    """Only the unit that acts leaves those who had acted; one that is shot at falls into parts."""
    f = Field()
    line = f.formation("blue", 6, 24, 20)
    d = f.formation("red", 6, 24, 23, facing="south", step=1.25)
    f.b.activation = 3
    for i in f.of(d)[4:]:
        f.m(i).acted = 2
    f.activate(line)
    f.dice(3, 3, 3, 1, 1, 1, 1, 1, 6, 6, 6, 6)
    f.play(
        lambda b: assault(b, order(Act.ASSAULT, line, d, fx=0.0, fy=1.0)),
        order(Act.RUN, d, how=f.set(8, 9)),
    )
    f.used_up()
    assert f.m(10).formation == f.m(11).formation != NOBODY
    assert f.one(Ev.SPLIT).a == 2
