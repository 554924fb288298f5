"""Commanders: how far they go and at what risk, whom they reach, officers, and who takes over."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.most_irregular import men, sequence
from grognard.books.most_irregular.state import Lost
from grognard.values import Ask, Order

from .field import NOBODY, Act, AskKind, Ev, Field, order

STAY = order(Act.STAY)
DONE = order(Act.DONE)


def step(k: int = 0) -> Ask:
    return Ask(int(AskKind.STEP), 0, k, NOBODY)


def activate(k: int = 0) -> Ask:
    return Ask(int(AskKind.ACTIVATE), 0, k, NOBODY)


def goes(f: Field, dx: float, dy: float, act: Act = Act.MOVE, k: int = 0) -> str:
    """The rule against a step of commander k, empty if there is none."""
    return f.refused(step(k), act, actor=k, x=f.c(k).x + dx, y=f.c(k).y + dy)


def lone(**state: Any) -> Field:
    f = Field()
    f.commander("blue", 20, 20, **state)
    return f


# How far


@pytest.mark.rule("MI-019", "MI-020", "MI-022")
@pytest.mark.parametrize(
    ("mounted", "act", "reach", "refused"),
    [
        (False, Act.MOVE, 4.0, "MI-019"),
        (False, Act.DASH, 8.0, "MI-020"),
        (True, Act.MOVE, 8.0, "MI-022"),
        (True, Act.DASH, 12.0, "MI-022"),
    ],
)
def test_how_far_a_commander_moves_and_dashes(mounted: bool, act: Act, reach: float, refused: str) -> None:
    f = lone(mounted=mounted)
    assert goes(f, reach, 0, act) == ""
    assert goes(f, 0.6 * reach, 0.8 * reach, act) == ""
    assert goes(f, reach + 0.01, 0, act) == refused


@pytest.mark.rule("MI-017", "MI-018")
def test_he_moves_before_he_uses_his_men_and_never_afterwards() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    k = f.commander("blue", 20, 2)
    f.b.commander = k
    answers = [order(Act.MOVE, k, x=20, y=6), order(Act.UNIT, line), DONE]
    asks = f.play(lambda b: sequence.command(b, 0), *answers)
    assert [a.kind for a in asks] == [AskKind.STEP, AskKind.ACTIVATE, AskKind.ACTION]
    assert (f.c(k).x, f.c(k).y) == (20.0, 6.0)
    assert f.one(Ev.COMMANDER_MOVED).d == pytest.approx(4.0)
    for act in (Act.MOVE, Act.DASH):
        assert f.refused(activate(), act, actor=k, x=20, y=5) == "MI-031"


@pytest.mark.rule("MI-017")
def test_what_is_no_step() -> None:
    f = lone()
    f.commander("blue", 30, 20)
    assert f.refused(step(), Act.STAY) == ""
    assert f.refused(step(), Act.DONE) == "MI-017"
    assert f.refused(step(), Act.UNIT, actor=0) == "MI-017"
    assert f.refused(step(), Act.MOVE, actor=1, x=30, y=21) == "MI-017"


@pytest.mark.rule("MI-R11")
@pytest.mark.parametrize(
    ("kind", "mounted", "cost"),
    [
        ("fence", False, 1.0),
        ("wall", False, 1.0),
        ("fence", True, 2.0),
        ("earthwork", True, 2.0),
    ],
)
def test_an_obstacle_costs_an_inch_on_foot_and_two_on_horseback(
    kind: str, mounted: bool, cost: float
) -> None:
    f = lone(mounted=mounted)
    f.terrain(kind, line=[(10, 21), (30, 21)])
    reach = (8.0 if mounted else 4.0) - cost
    assert goes(f, 0, reach) == ""
    assert goes(f, 0, reach + 0.01) == "MI-R11"


@pytest.mark.rule("MI-R11")
@pytest.mark.parametrize("kind", ["marsh", "stream", "crops", "woods", "rubble"])
@pytest.mark.parametrize("mounted", [False, True])
def test_only_riders_are_slowed_in_difficult_ground_woods_and_rubble(kind: str, mounted: bool) -> None:
    f = lone(mounted=mounted)
    f.terrain(kind, rectangle=(10, 10, 30, 30))
    assert goes(f, 0, 4.0) == ""
    assert goes(f, 0, 4.01) == ("MI-R11" if mounted else "MI-019")


@pytest.mark.rule("MI-R11", "MI-R29")
def test_he_may_go_near_the_enemy_but_not_into_contact_nor_through_him() -> None:
    f = Field()
    k = f.commander("blue", 20, 20)
    f.man("red", 20, 22)
    assert goes(f, 0, 2 - 0.75 - 0.06, k=k) == ""
    assert goes(f, 0, 2 - 0.75 - 0.05, k=k) == "MI-R11"
    assert goes(f, 0, 3.5, k=k) == "MI-R11"
    assert goes(f, 0, 2.0, k=k) == "MI-R11"


@pytest.mark.rule("MI-R11", "MI-R29", "MI-R02")
def test_he_passes_through_friends_and_ends_on_nobody() -> None:
    f = Field()
    f.formation("blue", 5, 20, 22)
    k = f.commander("blue", 20, 20)
    assert goes(f, 0, 3.5, k=k) == ""
    assert goes(f, 0, 2.0, k=k) == "MI-R11"
    assert goes(f, 0, 1.25, k=k) == ""  # beside them, in contact


@pytest.mark.rule("MI-R11", "MI-R24", "MI-R29")
def test_impassable_ground_stops_him_and_he_may_go_round_it() -> None:
    f = lone()
    f.terrain("building", rectangle=(19.5, 21, 20.5, 22))
    assert goes(f, 1, 2) == ""  # round a corner
    assert goes(f, 0, 2.8) == ""  # round two
    assert goes(f, 0, 1.5) == "MI-R11"
    f.terrain("pond", rectangle=(10, 22.5, 30, 23))
    assert goes(f, 0, 3.5) == "MI-R11"
    f.c(0).x, f.c(0).y = 1.0, 5.0
    assert goes(f, -0.625, 0) == ""
    assert goes(f, -0.7, 0) == "MI-R11"


# The dash


@pytest.mark.rule("MI-021", "MI-R13", "MI-R75")
@pytest.mark.parametrize(
    ("act", "die", "dead"), [(Act.DASH, 6, True), (Act.DASH, 5, False), (Act.MOVE, 0, False)]
)
def test_a_dash_near_enemies_risks_a_shot_and_a_move_does_not(act: Act, die: int, dead: bool) -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 6)
    k = f.commander("blue", 20, 2)
    f.b.commander = k
    f.man("red", 24, 16)
    if die:
        f.dice(die)
    answers = [order(act, k, x=23, y=4)]
    if not dead:
        answers += [order(Act.UNIT, line), DONE]
    f.play(lambda b: sequence.command(b, 0), *answers)
    f.used_up()
    assert (f.c(k).lost == Lost.SNIPED) == dead
    assert bool(f.events(Ev.UNIT_ACTIVATED)) != dead  # the dead activate nobody
    assert len(f.events(Ev.DASHED)) == (act == Act.DASH)


@pytest.mark.rule("MI-R13")
@pytest.mark.parametrize(
    ("formed", "gap", "risk"),
    [(True, 10.0, True), (True, 10.01, False), (False, 16.0, True), (False, 16.01, False)],
)
def test_the_risk_is_measured_where_the_dash_ends(formed: bool, gap: float, risk: bool) -> None:
    f = Field()
    k = f.commander("blue", 28, 10)
    if formed:
        f.formation("red", 2, 20.375, 10.75 + gap, "south")
    else:
        f.man("red", 20, 10.75 + gap)
    if risk:
        f.dice(1)
    sequence.step(f.b, k, order(Act.DASH, k, x=20, y=10))
    f.used_up()
    assert len(f.events(Ev.SNIPED_AT)) == risk


@pytest.mark.rule("MI-R13")
def test_who_cannot_see_him_is_no_risk_and_the_option_takes_it_all_away() -> None:
    f = Field()
    k = f.commander("blue", 20, 10)
    f.man("red", 20, 20)
    f.terrain("building", rectangle=(16, 14, 24, 16))
    sequence.step(f.b, k, order(Act.DASH, k, x=20, y=11))
    f = Field(dash_risk="off")
    k = f.commander("blue", 20, 10)
    f.man("red", 20, 20)
    sequence.step(f.b, k, order(Act.DASH, k, x=20, y=11))
    assert f.c(k).y == 11.0


# Whom he reaches


@pytest.mark.rule("MI-023", "MI-025", "MI-R15", "MI-R02")
@pytest.mark.parametrize("charismatic", [False, True])
@pytest.mark.parametrize(("gap", "refused"), [(6.0, ""), (6.01, "MI-023")])
def test_one_formed_unit_within_six_inches_of_its_nearest_man(
    charismatic: bool, gap: float, refused: str
) -> None:
    f = Field()
    line = f.formation("blue", 6, 20, 20, files=2)
    f.commander("blue", 20.375, 20.75 + gap, charismatic=charismatic)
    assert f.refused(activate(), Act.UNIT, actor=line) == refused


@pytest.mark.rule("MI-024", "MI-025", "MI-R15")
@pytest.mark.parametrize(
    ("charismatic", "gap", "refused"),
    [(False, 4.0, ""), (False, 4.01, "MI-024"), (True, 8.0, ""), (True, 8.01, "MI-025")],
)
def test_stragglers_within_four_inches_or_eight_of_the_charismatic(
    charismatic: bool, gap: float, refused: str
) -> None:
    f = Field()
    near, far = f.man("blue", 20, 21), f.man("blue", 20 + 0.75 + gap, 20)
    f.commander("blue", 20, 20, charismatic=charismatic)
    both = f.set(near, far)  # each is measured singly
    assert f.refused(activate(), Act.SCURRY, how=both, x=0.0, y=2.0, fx=0.0) == refused
    assert f.refused(activate(), Act.SCURRY, how=f.set(near), x=0.0, y=2.0, fx=0.0) == ""


@pytest.mark.rule("MI-R02", "MI-R15", "MI-023")
def test_a_rider_is_measured_from_his_wider_base() -> None:
    f = Field()
    line = f.formation("blue", 2, 20.375, 20)
    f.commander("blue", 20, 20 + 0.375 + 0.5 + 6.0, mounted=True)
    assert f.refused(activate(), Act.UNIT, actor=line) == ""
    f.c(0).y += 0.01
    assert f.refused(activate(), Act.UNIT, actor=line) == "MI-023"
    f.c(0).y -= 0.01
    f.c(0).mounted = False
    assert f.refused(activate(), Act.UNIT, actor=line) == "MI-023"


@pytest.mark.rule("MI-023", "MI-024", "MI-R15", "MI-017")
def test_one_unit_and_any_stragglers_in_any_order_and_no_second_unit() -> None:
    f = Field()
    first = f.formation("blue", 3, 20, 10)
    second = f.formation("blue", 3, 20, 6)
    loose = f.men("blue", (17, 8), (23, 8))
    f.commander("blue", 20, 8)
    f.man("red", 2, 46)
    answers = [
        STAY,
        order(Act.SCURRY, how=f.set(loose[0]), x=-1, y=0),
        order(Act.UNIT, first),
        DONE,
        order(Act.SCURRY, how=f.set(loose[1]), x=1, y=0),
    ]
    asks = f.play(lambda b: sequence.command(b, 0), *answers)
    assert [a.kind for a in asks] == [AskKind.STEP] + [AskKind.ACTIVATE] * 2 + [
        AskKind.ACTION,
        AskKind.ACTIVATE,
    ]
    f.b.commander = 0
    assert f.refused(activate(), Act.UNIT, actor=second) == "MI-023"
    assert all(f.m(i).acted > 0 for i in loose)


@pytest.mark.rule("MI-R15")
def test_the_distance_is_measured_after_his_move_and_troops_belong_to_no_commander() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 20)
    for x in (18, 22):
        f.commander("blue", x, 10)
    assert f.refused(activate(1), Act.UNIT, actor=line) == "MI-023"
    sequence.step(f.b, 1, order(Act.MOVE, 1, x=21, y=13.5))
    assert f.refused(activate(1), Act.UNIT, actor=line) == ""


@pytest.mark.rule("MI-031", "MI-023")
def test_what_is_no_unit_of_his() -> None:
    f = Field()
    f.formation("blue", 3, 20, 10)
    red = f.formation("red", 3, 20, 14, "south")
    f.commander("blue", 20, 8)
    assert f.refused(activate(), Act.UNIT, actor=red) == "MI-031"
    assert f.refused(activate(), Act.UNIT, actor=40) == "MI-031"
    assert f.refused(activate(), Act.SCURRY, how=f.set(0), x=1.0, y=0.0, fx=0.0) == "MI-031"


@pytest.mark.rule("MI-017", "MI-026")
def test_he_rallies_instead_of_activating_anybody() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    loose = f.man("blue", 20, 4)
    f.commander("blue", 20, 7)
    f.man("red", 2, 46)
    assert f.refused(activate(), Act.RALLY, how=f.set(loose)) == ""
    f.play(lambda b: sequence.command(b, 0), STAY, order(Act.UNIT, line), DONE, DONE)
    assert f.refused(activate(), Act.RALLY, how=f.set(loose)) == "MI-017"


# Officers


@pytest.mark.rule("MI-R09")
@pytest.mark.parametrize(("gap", "asked"), [(6.0, True), (6.01, False)])
def test_an_officer_without_troops_moves_on_the_turn_of_a_commander_within_six_inches(
    gap: float, asked: bool
) -> None:
    f = Field()
    f.man("blue", 2, 2)
    k = f.commander("blue", 20, 10)
    officer = f.commander("blue", 20.75 + gap, 10, officer_only=True)
    answers = [STAY]
    if asked:
        answers.append(order(Act.MOVE, officer, x=22.75 + gap, y=10))
    asks = f.play(lambda b: sequence.command(b, 0), *answers)
    assert [(a.kind, a.actor) for a in asks[1:]] == ([(AskKind.OFFICER, k)] if asked else [])
    assert (f.c(officer).x == pytest.approx(22.75 + gap)) == asked


@pytest.mark.rule("MI-R09", "MI-019", "MI-015")
def test_such_an_officer_moves_as_commanders_do_once_a_turn_and_activates_nobody() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    k = f.commander("blue", 2, 10)
    officer = f.commander("blue", 6, 10, officer_only=True)
    other = f.commander("blue", 6, 12)
    ask = Ask(int(AskKind.OFFICER), 0, k, NOBODY)
    assert f.refused(ask, Act.MOVE, actor=officer, x=10, y=10) == ""
    assert f.refused(ask, Act.MOVE, actor=officer, x=10.1, y=10) == "MI-019"
    assert f.refused(ask, Act.DASH, actor=officer, x=14, y=10) == ""
    assert f.refused(ask, Act.DONE) == ""
    assert f.refused(ask, Act.STAY) == "MI-017"
    assert f.refused(ask, Act.MOVE, actor=other, x=8, y=12) == "MI-R09"
    asks = f.play(
        lambda b: sequence.command(b, 0), order(Act.COMMAND, k), STAY, order(Act.DASH, officer, x=14, y=10)
    )
    assert [a.kind for a in asks] == [AskKind.COMMANDER, AskKind.STEP, AskKind.OFFICER]
    assert f.refused(ask, Act.MOVE, actor=officer, x=13, y=10) == "MI-R09"
    assert not sequence.any_to_command(f.b, 1)
    f.c(other).acted = True
    assert not sequence.any_to_command(f.b, 0)  # nobody is left but him
    assert f.u(line).size == 3


@pytest.mark.rule("MI-R10")
def test_a_commander_is_no_man_of_a_formation_and_is_not_counted() -> None:
    f = Field()
    line = f.formation("blue", 3, 20, 10)
    k = f.commander("blue", 20, 9.25)
    assert men.attached_to(f.b, k) == line
    assert f.u(line).size == 3
    assert men.half_men(f.b, 0, f.members(line)) == 6


@pytest.mark.rule("MI-009", "MI-R04", "MI-025", "MI-022")
def test_the_named_ratings_of_a_commander_are_the_ones_with_effects() -> None:
    f = Field()
    plain = f.commander("blue", 20, 10)
    named = f.commander("blue", 30, 10, mounted=True, charismatic=True)
    assert [men.straggler_reach(f.b, f.c(k)) for k in (plain, named)] == [4.0, 8.0]
    assert goes(f, 5, 0, k=plain) == "MI-019"
    assert goes(f, 5, 0, k=named) == ""


# Who takes over


def leaderless(**house: Any) -> tuple[Field, int, int, int]:
    """Blue has lost its commander: three men in ranks, two others, and a straggler."""
    f = Field(**house)
    big = f.formation("blue", 3, 20, 10)
    small = f.formation("blue", 2, 30, 10)
    loose = f.man("blue", 40, 10)
    f.man("red", 20, 40)
    f.commander("blue", 20, 5, lost=int(Lost.SNIPED))
    f.commander("red", 20, 42)
    return f, big, small, loose


def succeed(i: int) -> Order:
    return order(Act.SUCCEED, i)


@pytest.mark.rule("MI-R18")
def test_a_side_without_a_commander_at_the_start_of_a_turn_makes_one_of_a_man() -> None:
    f, big, _, _ = leaderless()
    chosen = f.of(big)[2]
    f.m(chosen).grade = 3
    place = (f.m(chosen).x, f.m(chosen).y)
    asks = f.play(sequence.begin_turn, succeed(chosen))
    assert [(a.kind, a.side) for a in asks] == [(AskKind.SUCCESSOR, 0)]
    c = f.c(2)
    assert (c.side, c.grade, c.mounted, c.charismatic, c.officer_only, c.acted) == (
        0,
        3,
        False,
        False,
        False,
        False,
    )
    assert (c.x, c.y) == place
    assert f.b.n_commanders == 3
    assert f.m(chosen).lost == Lost.PROMOTED
    assert f.u(big).size == 2
    assert (f.one(Ev.SUCCEEDS).actor, f.one(Ev.SUCCEEDS).other) == (chosen, 2)
    assert sequence.any_to_command(f.b, 0)


@pytest.mark.rule("MI-R18")
def test_who_may_take_over() -> None:
    f, big, small, loose = leaderless()
    ask = Ask(int(AskKind.SUCCESSOR), 0, NOBODY, NOBODY)
    f.m(f.of(big)[0]).wounded = True
    assert f.refused(ask, Act.SUCCEED, actor=f.of(big)[1]) == ""
    for i in (f.of(big)[0], f.of(small)[0], loose, f.b.first_man[1], NOBODY):
        assert f.refused(ask, Act.SUCCEED, actor=i) == "MI-R18"
    assert f.refused(ask, Act.DONE) == "MI-R18"
    for i in f.of(big):
        f.m(i).wounded = True
    assert f.refused(ask, Act.SUCCEED, actor=f.of(small)[0]) == ""
    for i in f.of(small):
        f.m(i).wounded = True
    assert f.refused(ask, Act.SUCCEED, actor=loose) == ""
    assert f.refused(ask, Act.SUCCEED, actor=f.of(small)[0]) == "MI-R18"


@pytest.mark.rule("MI-R18")
def test_of_two_largest_formations_the_owner_takes_either() -> None:
    f = Field()
    units = [f.formation("blue", 3, x, 10) for x in (10, 20)]
    ask = Ask(int(AskKind.SUCCESSOR), 0, NOBODY, NOBODY)
    for unit in units:
        assert f.refused(ask, Act.SUCCEED, actor=f.of(unit)[0]) == ""


@pytest.mark.rule("MI-R18")
def test_with_the_option_never_nobody_takes_over_and_the_side_does_not_act() -> None:
    f, _, _, _ = leaderless(succession="never")
    f.dice(6, 1)
    asks = f.play(sequence.play_turn, STAY, DONE)
    assert [(a.kind, a.side) for a in asks] == [(AskKind.STEP, 1), (AskKind.ACTIVATE, 1)]


@pytest.mark.rule("MI-R18")
def test_nobody_takes_over_while_a_commander_lives_or_before_the_turn_is_over() -> None:
    f, _, _, _ = leaderless()
    f.commander("blue", 24, 5)
    f.play(sequence.begin_turn)
    assert not f.events(Ev.SUCCEEDS)


@pytest.mark.rule("MI-R18", "MI-R09")
def test_an_officer_without_troops_is_no_commander_of_the_side() -> None:
    f, big, _, _ = leaderless()
    f.commander("blue", 24, 5, officer_only=True)
    f.play(sequence.begin_turn, succeed(f.of(big)[0]))
    assert f.b.n_commanders == 4
