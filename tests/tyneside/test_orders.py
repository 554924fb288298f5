"""Orders: what commanded groups may be told, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.tyneside import (
    actions,
    command,
    commanding,
    guns,
    orders,
    risk,
    sequence,
    shooting,
    volleys,
    ways,
)
from grognard.books.tyneside.figures import centre, strength
from grognard.books.tyneside.legality import fires_gun
from grognard.books.tyneside.state import Activity, Code, Gait, Limber, Lost, Shape
from grognard.books.tyneside.throws import Whose
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, order

MOVE = Ask(int(AskKind.MOVE), 0, -1, -1)
SHOOT = Ask(int(AskKind.SHOOT), 0, -1, -1)


def men(book: str = "ec", n: int = 4, x: float = 60, y: float = 40, **more: Any) -> tuple[Field, int]:
    """A commanded group."""
    house = more.pop("house", {})
    f = Field(book, **house)
    g = f.group("blue", n, x, y, **more)
    f.g(g).commander = g
    f.ready()
    return f, g


def give(f: Field, act: int, actor: int, other: int = -1, how: int = 0, **place: float) -> None:
    """An order that is legal, carried out."""
    asked = {"fx": 0.0, "fy": 1.0, **place}
    assert f.refused(MOVE, act, actor=actor, other=other, how=how, **asked) == ""
    orders.carry_out(f.b, order(act, actor, other, how, **asked))


# Who may be told anything


@pytest.mark.rule("TY-037", "TY-009", "TY-R15", "TY-078")
def test_only_commanded_groups_that_nothing_binds_are_told_once() -> None:
    f, g = men()
    foe = f.group("red", 4, 60, 100, "south")
    where: dict[str, Any] = {"how": Gait.WALK, "x": 60, "y": 60}
    assert f.refused(MOVE, Act.MARCH, actor=g, **where) == ""
    assert f.refused(MOVE, Act.MARCH, actor=foe, **where) == "TY-037"
    f.g(g).commander = -1
    assert f.refused(MOVE, Act.MARCH, actor=g, **where) == "TY-037"
    f.g(g).commander = g
    f.set(f.g(g), code=int(Code.RUN), roman=True, row=3)
    assert f.refused(MOVE, Act.MARCH, actor=g, **where) == "TY-078"
    f.g(g).roman = False
    assert f.refused(MOVE, Act.MARCH, actor=g, **where) == ""
    give(f, Act.MARCH, g, how=Gait.WALK, x=60, y=60)
    assert f.refused(MOVE, Act.HOLD, actor=g) == "TY-R15"


@pytest.mark.rule("TY-009", "TY-011", "TY-019", "TY-037", "TY-R29")
def test_a_player_character_acts_and_commands_others_who_act_as_he_wishes() -> None:
    f = Field("ec")
    pc = f.leader("blue", 60, 40, pc=True)
    mine = f.group("blue", 2, 70, 40)
    rest = f.group("blue", 2, 90, 40)
    for g in (mine, rest):
        f.loyal(g, pc)
    f.dice(1, 1, 1)  # 3 points: one group of two
    f.dice(4, 4, 4)  # the calm row for the three of them
    f.play(
        lambda b: sequence.dice_and_moves(b, 0, 1, Whose.ALL),
        order(Act.NO, pc),
        order(Act.ACTIVATE, pc, mine),
        order(Act.MARCH, mine, how=Gait.WALK, x=70, y=60, fx=0, fy=1),
        order(Act.MARCH, pc, how=Gait.WALK, x=60, y=55, fx=0, fy=1),
    )
    f.used_up()
    assert centre(f.b, mine) == (70, 60) and centre(f.b, pc) == (60, 55) and centre(f.b, rest) == (90, 40)
    assert not f.g(rest).moved


@pytest.mark.rule("TY-R38")
def test_a_leader_stays_commanded_though_his_group_is_not() -> None:
    f = Field("ec")
    pc = f.leader("blue", 60, 40, pc=True)
    nco = f.leader("blue", 70, 44, role="nco", quality="low")
    squad = f.group("blue", 12, 70, 40, ranks=2)
    for g in (nco, squad):
        f.loyal(g, pc, nco)
    f.ready()
    f.dice(1, 1, 1, 1, 1)
    f.play(lambda b: commanding.command(b, pc), order(Act.NO, pc), order(Act.ACTIVATE, pc, nco))
    f.used_up()
    assert f.g(pc).points == 4 and f.g(nco).commander == pc and f.g(squad).commander < 0
    assert f.one(Ev.ACTIVATED).a == 1  # he was paid for by himself


# Marching and forming


@pytest.mark.rule("TY-037", "TY-R03")
def test_a_march_keeps_the_ranks_and_turns_them() -> None:
    f, g = men(n=4, ranks=2)
    give(f, Act.MARCH, g, how=Gait.WALK, x=70, y=50, fx=1.0, fy=0.0)
    assert centre(f.b, g) == pytest.approx((70, 50)) and f.g(g).activity == Activity.MOVING
    assert [round(f.f(i).x, 6) for i in f.of(g)] == [71.25, 71.25, 68.75, 68.75]
    assert [round(f.f(i).y, 6) for i in f.of(g)] == [51.25, 48.75, 51.25, 48.75]
    assert all((f.f(i).fx, f.f(i).fy) == (1.0, 0.0) for i in f.of(g))


@pytest.mark.rule("TY-R03")
def test_bases_have_their_sizes_and_nobody_stands_on_another() -> None:
    f, g = men(n=2)
    other = f.group("blue", 1, 60, 60)
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=60) == "TY-R03"
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=62.26, y=60) == "TY-R03"
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=63.25, y=60) == ""  # base to base
    f.f(f.of(other)[0]).base = 3.0  # a base of his own
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=63.25, y=60) == "TY-R03"


@pytest.mark.rule("TY-037")
def test_a_group_forms_in_files() -> None:
    f, g = men(n=6, ranks=1)
    give(f, Act.FORM, g, other=3, how=Gait.WALK, x=60, y=50)
    assert sorted({round(f.f(i).y, 2) for i in f.of(g)}) == [47.5, 50.0]
    assert sorted({round(f.f(i).x, 2) for i in f.of(g)}) == [57.5, 60.0, 62.5]
    assert f.refused(MOVE, Act.FORM, actor=g, other=7, how=Gait.WALK, x=60, y=50) != ""


def test_one_man_steps_by_himself_once() -> None:
    f, g = men(n=3)
    i = f.of(g)[0]
    give(f, Act.STEP, i, x=50, y=50)
    assert (f.f(i).x, f.f(i).y) == (50, 50) and f.g(g).moved and not f.g(g).ordered
    assert f.refused(MOVE, Act.STEP, actor=i, x=51, y=50) == "TY-R65"


@pytest.mark.rule("TY-087")
def test_who_moves_into_contact_must_say_that_he_charges() -> None:
    f, g = men(n=1, arms=("sword",))
    foe = f.group("red", 1, 60, 60, "south")
    f.ready()
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=58) == "TY-087"
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=57.5) == ""
    give(f, Act.CHARGE, g, other=foe, how=Gait.WALK)
    assert f.f(0).y == pytest.approx(58) and f.g(g).activity == Activity.ENGAGED


@pytest.mark.rule("TY-R19")
def test_men_may_charge_whom_they_touch_though_their_bases_overlap_by_a_hair() -> None:
    f, g = men(n=1, arms=("sword",))
    foe = f.group("red", 1, 60, 42 - 5e-5, "south")
    f.ready()
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=foe, how=Gait.WALK) == ""


@pytest.mark.rule("TY-R77")
def test_commanded_men_may_break_off() -> None:
    f, g = men(n=1)
    f.group("red", 1, 60, 42, "south")
    f.ready()
    give(f, Act.MARCH, g, how=Gait.WALK, x=60, y=20)
    assert f.f(0).y == 20 and f.g(g).activity == Activity.MOVING


# Joining


def remnant(**host: Any) -> tuple[Field, int, int]:
    f = Field(host.pop("book", "ec"))
    g = f.group("blue", 3, 60, 40)
    f.g(g).began = 8
    h = f.group("blue", host.pop("men", 6), 60, 46.8, **host)
    for each in (g, h):
        f.g(each).commander = each
    f.ready()
    return f, g, h


@pytest.mark.rule("TY-016", "TY-R67")
def test_three_men_join_their_like() -> None:
    f, g, h = remnant()
    f.f(f.of(g)[0]).wounded = True
    give(f, Act.JOIN, g, other=h)
    assert strength(f.b, g) == 0 and strength(f.b, h) == 9
    assert f.g(h).began == 9 and risk.tenths(f.b, h) == 1  # the wounded man is a casualty of his new group
    assert [f.f(i).group for i in f.of(h)] == [h] * 9


@pytest.mark.rule("TY-016", "TY-R67")
@pytest.mark.parametrize(
    ("host", "refused"),
    [
        ({"quality": "low"}, "TY-R67"),
        ({"kind": "irregulars"}, "TY-R67"),
        ({"kind": "shock", "mounted": True}, "TY-R67"),
        ({"places": [(60, 60), (62.5, 60)], "men": 2}, "TY-R67"),  # too far
    ],
)
def test_who_is_no_host(host: dict[str, Any], refused: str) -> None:
    f, g, h = remnant(**host)
    assert f.refused(MOVE, Act.JOIN, actor=g, other=h) == refused


@pytest.mark.rule("TY-016", "TY-R67", "PS-018")
def test_four_do_not_join_nor_who_is_in_contact_nor_more_than_forty() -> None:
    f, g, h = remnant()
    f.figure(g, 66, 40, arms=("musket",), quality="mid")
    assert f.refused(MOVE, Act.JOIN, actor=g, other=h) == "TY-016"
    f, g, h = remnant()
    f.group("red", 1, f.f(f.of(g)[0]).x, 38, arms=("sword",))
    assert f.refused(MOVE, Act.JOIN, actor=g, other=h) == "TY-R67"
    f, g, h = remnant(book="ps", men=38, ranks=2)
    f.f(f.of(g)[0]).y = 43.0
    assert f.refused(MOVE, Act.JOIN, actor=g, other=h) == "PS-018"
    f.f(f.of(h)[0]).lost = Lost.KILLED
    assert f.refused(MOVE, Act.JOIN, actor=g, other=h) == ""


# Square and circle


@pytest.mark.rule("EC-R13")
def test_a_square_of_eight_formed_regulars_and_a_circle_of_six() -> None:
    f, g = men(n=8, ranks=2)
    give(f, Act.SQUARE, g)
    assert f.g(g).shape == Shape.SQUARE and all(f.f(i).spent == 0.5 for i in f.of(g))
    front, rear = f.of(g)[0], f.of(g)[-1]
    assert f.f(front).fy > 0 > f.f(rear).fy  # they face outward
    f.g(g).ordered = False
    foe = f.group("red", 1, 60, 55, "south")
    f.ready()
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=45) == "EC-R13"
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=foe, how=Gait.WALK) == "EC-R13"
    assert f.refused(MOVE, Act.TAKE_COVER, actor=g) == "EC-R13"
    give(f, Act.REFORM, g)
    assert f.g(g).shape == Shape.OPEN and all(f.f(i).spent == 1.0 for i in f.of(g))
    for n, kind, act, refused in (
        (7, "formed", Act.SQUARE, "EC-R13"),
        (8, "skirmishers", Act.SQUARE, "EC-R13"),
        (6, "irregulars", Act.CIRCLE, ""),
        (5, "formed", Act.CIRCLE, "EC-R13"),
    ):
        f, g = men(n=n, kind=kind)
        assert f.refused(MOVE, act, actor=g) == refused
    f, g = men("ps", n=8)
    assert f.refused(MOVE, Act.SQUARE, actor=g) != ""  # pike and shot knows neither


# Mounting


@pytest.mark.rule("EC-R30", "PS-R19", "TY-R03")
@pytest.mark.parametrize(
    ("book", "kind", "refused"),
    [
        ("ec", "skirmish_horse", ""),
        ("ec", "shock", "EC-R30"),
        ("ps", "dragoons", ""),
        ("ps", "swedish", "PS-R19"),
    ],
)
def test_who_gets_down_and_up_again(book: str, kind: str, refused: str) -> None:
    f, g = men(book, n=4, kind=kind, mounted=True)
    assert f.refused(MOVE, Act.DISMOUNT, actor=g) == refused
    if refused:
        return
    give(f, Act.DISMOUNT, g)
    assert not any(f.f(i).mounted for i in f.of(g)) and all(f.f(i).spent == 0.5 for i in f.of(g))
    f.g(g).ordered = False
    give(f, Act.FORM, g, other=4, how=Gait.WALK, x=60, y=42)
    f.g(g).ordered = False
    for i in f.of(g):
        f.f(i).spent = 0.5
    give(f, Act.MOUNT, g)
    assert all(f.f(i).mounted and f.f(i).spent == 1.0 for i in f.of(g))
    places = [(f.f(i).x, f.f(i).y) for i in f.of(g)]
    for n, (x, y) in enumerate(places):  # a horse wants more room than a man
        assert all((x - u) ** 2 + (y - v) ** 2 >= 8.99 for u, v in places[:n])


# Civilians


@pytest.mark.rule("EC-022", "TY-R91")
def test_a_leader_lets_civilians_hitch_up_their_petticoats() -> None:
    f, g = men(n=2, role="civilians", arms=(), hampered=True)
    assert f.refused(MOVE, Act.MARCH, actor=g, how=Gait.WALK, x=60, y=56) == "TY-039"
    assert f.refused(MOVE, Act.HITCH_UP, actor=g) == "EC-022"
    captain = f.leader("blue", 60, 37)
    assert f.refused(MOVE, Act.HITCH_UP, actor=g) == "EC-022"
    f.f(f.of(captain)[0]).x, f.f(f.of(captain)[0]).y = f.f(0).x, 38.0
    f.f(f.of(g)[1]).spent = 0.6  # it takes half a move, and one of them has less left
    assert f.refused(MOVE, Act.HITCH_UP, actor=g) == "EC-022"
    f.f(f.of(g)[1]).spent = 0.0
    give(f, Act.HITCH_UP, g)
    assert all(not f.f(i).hampered and f.f(i).spent == 0.5 for i in f.of(g))
    assert ways.allowance(f.b, f.of(g)[0], Gait.WALK) == 20


@pytest.mark.rule("TY-R91")
def test_civilians_are_never_told_to_charge() -> None:
    f, g = men(n=2, role="civilians", arms=())
    foe = f.group("red", 1, 60, 50, "south")
    assert f.refused(MOVE, Act.CHARGE, actor=g, other=foe, how=Gait.WALK) == "TY-R18"


# Wagons


def wagon(book: str = "ec") -> tuple[Field, int, int]:
    f = Field(book)
    k, g = f.gun("blue", 60, 40, crew=1, kind="wagon")
    f.g(g).role, f.g(g).commander = 6, g
    f.e(k).loaded = False
    f.ready()
    return f, k, g


@pytest.mark.rule("EC-092", "EC-R32")
def test_a_wagon_goes_fifteen_with_its_driver_and_stands_without_him() -> None:
    f, k, g = wagon()
    captain = f.leader("blue", 60, 20, pc=True)
    f.loyal(g, captain)
    assert command.price_of_group(f.b, captain, g) == 1
    assert f.refused(MOVE, Act.DRIVE, actor=g, x=60, y=55.1) == "EC-092"
    give(f, Act.DRIVE, g, x=60, y=55)
    assert (f.e(k).x, f.e(k).y) == (60, 55) and f.f(0).y == pytest.approx(55 - 3.7)
    f.g(g).ordered = False
    f.f(0).x = 90.0  # he has run away from it
    assert f.refused(MOVE, Act.DRIVE, actor=g, x=60, y=60) == "EC-R32"


@pytest.mark.rule("EC-092", "EC-R32", "TY-R17")
def test_a_wagon_that_nobody_commands_goes_on_its_way_and_off() -> None:
    f, k, g = wagon()
    f.g(g).commander = -1
    f.set(f.g(g), activity=int(Activity.MOVING), to_x=60.0, to_y=120.0)
    for n, y in enumerate((55, 70, 85, 100, 115)):
        f.f(0).spent = 0.0
        actions.carry_on(f.b, g, False)
        assert f.e(k).y == pytest.approx(y), n
    actions.carry_on(f.b, g, False)
    assert f.e(k).gone and f.f(0).lost == Lost.SAVED and f.one(Ev.LEAVES).other == g


@pytest.mark.rule("EC-092")
def test_a_wagon_stops_before_what_is_not_open_ground() -> None:
    f, k, g = wagon()
    f.terrain("marsh", rectangle=(40, 50, 80, 60))
    f.set(f.g(g), activity=int(Activity.MOVING), to_x=60.0, to_y=110.0)
    actions.carry_on(f.b, g, False)
    assert 45 < f.e(k).y <= 50


# Guns


@pytest.mark.rule("EC-091", "EC-R23")
def test_limbering_takes_two_turns() -> None:
    f = Field("ec")
    k, g = f.gun("blue", 60, 40, crew=4)
    f.f(0).spent = 0.1  # they must stand still at it
    assert f.refused(MOVE, Act.LIMBER, actor=g) == "EC-091"
    f.f(0).spent = 0.0
    for turn, limber in ((1, Limber.UNLIMBERED), (2, Limber.LIMBERED)):
        f.b.turn = turn
        f.g(g).ordered = False
        give(f, Act.LIMBER, g)
        assert f.e(k).limber == limber
    assert not f.e(k).loaded


@pytest.mark.rule("PS-090", "PS-091", "PS-R29")
def test_in_pike_and_shot_a_turn_of_other_work_is_no_turn_of_fire() -> None:
    f = Field("ps")
    k, g = f.gun("blue", 60, 40, crew=3)
    foe = f.group("red", 6, 60, 80, "south")
    f.ready()
    assert guns.may_fire_gun(f.b, k, foe) == 0
    give(f, Act.PIVOT, g, fx=0.05, fy=0.99874921777)
    assert f.catalogue.rule_id(guns.may_fire_gun(f.b, k, foe)) == "PS-090"
    f.b.turn, f.e(k).loaded, f.e(k).charge = 2, False, 2.0
    guns.work_on(f.b, k)
    assert f.e(k).loaded and f.catalogue.rule_id(guns.may_fire_gun(f.b, k, foe)) == "PS-091"
    f.b.turn = 3
    assert guns.may_fire_gun(f.b, k, foe) == 0


@pytest.mark.rule("EC-087", "TY-R84", "TY-R85")
def test_a_crew_that_does_not_serve_its_gun_uses_its_own_arms() -> None:
    f = Field("ec")
    k, g = f.gun("blue", 60, 40, crew=4, arms=("musket", "sword"))
    ahead = f.group("red", 2, 60, 60, "south")
    aside = f.group("red", 2, 60, 20)
    f.ready()
    assert fires_gun(f.b, g, ahead) and not fires_gun(f.b, g, aside)
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=ahead) == ""
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=aside) == ""  # with muskets
    f.dice(8, 8, 8, 8)
    f.dice(1, 1, 1, 1)
    f.dice(1, 1, 1, 1)
    sequence.shoot_as_ordered(f.b, g, aside, int(Act.FIRE))
    f.used_up()
    assert f.e(k).loaded and f.one(Ev.SHOOTS).other == aside
    f.b.turn = 2
    guns.mark_serving(f.b, k)
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=aside) == "EC-102"
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=ahead) == ""


@pytest.mark.rule("TY-R85")
def test_whoever_shoots_at_a_gun_shoots_at_its_crew() -> None:
    f = Field("ec")
    shooters = f.group("blue", 4, 60, 20)
    k, crew = f.gun("red", 60, 50, crew=3, facing="south")
    f.g(shooters).commander = shooters
    f.ready()
    n = shooting.list_shooters(f.b, shooters, crew)
    hit = volleys.list_targets(f.b, shooters, crew, n)
    assert {f.b.paper.eligible[m] for m in range(hit)} <= set(f.of(crew))
    for i in f.of(crew):
        f.f(i).lost = Lost.KILLED
    assert not shooting.can_shoot_at(f.b, shooters, crew) and f.e(k).taken < 0


@pytest.mark.rule("TY-R83")
@pytest.mark.parametrize(("worth", "men"), [(0.5, 1.5), (1.0, 3.0), (0.0, 0.0)])
def test_infantry_in_contact_stands_in_for_the_crew(worth: float, men: float) -> None:
    f = Field("ec", replacement_crew=worth)
    k, crew = f.gun("blue", 60, 40, crew=4)
    line = f.group("blue", 3, 60, 35.5, gap=0)
    for i in f.of(crew):
        f.f(i).lost = Lost.KILLED
    f.g(line).commander = line
    f.ready()
    give(f, Act.SERVE, line, other=k)
    assert guns.fit_crew(f.b, k) == men
    away = f.group("blue", 3, 20, 20)
    f.g(away).commander = away
    assert f.refused(MOVE, Act.SERVE, actor=away, other=k) == "TY-R83"


# Shooting as ordered


@pytest.mark.rule("TY-048", "TY-R52", "TY-R53")
@pytest.mark.parametrize("split", [False, True])
def test_a_group_fires_at_whom_its_player_points_and_at_no_more(split: bool) -> None:
    f = Field("ec", split_fire=split)
    g = f.group("blue", 2, 0, 0, places=[(40, 40), (110, 40)], arms=("musket",))
    near, far = f.group("red", 1, 40, 50, "south"), f.group("red", 1, 110, 55, "south")
    f.terrain("building", rectangle=(70, 30, 80, 90))
    f.g(g).commander = g
    f.ready()
    asks = [order(Act.FIRE, g, far)] + ([order(Act.FIRE, g, near)] if split else [])
    f.dice(1)  # only one of them sees it
    if split:
        f.dice(1)
    f.play(lambda b: sequence.point_out(b, 0), *asks)
    f.used_up()
    assert [e.other for e in f.events(Ev.SHOOTS)] == ([far, near] if split else [far])
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=near) == ("TY-R53" if split else "TY-R52")


@pytest.mark.rule("TY-R52")
def test_a_share_of_a_group_is_taken_once_though_fire_is_split() -> None:
    f = Field("ec", split_fire=True)
    g = f.group("blue", 6, 60, 40, kind="irregulars")
    foe = f.group("red", 4, 60, 55, "south")
    f.g(g).commander = g
    f.ready()
    f.dice(1, 1, 1)
    f.play(lambda b: sequence.point_out(b, 0), order(Act.FIRE, g, foe))
    f.used_up()


@pytest.mark.rule("TY-R53")
def test_nobody_shoots_twice_in_a_turn() -> None:
    f, g = men(n=1, arms=("breech_rifle",))
    foe = f.group("red", 1, 60, 60, "south")
    f.ready()
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=foe) == ""
    f.f(0).shot = 1
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=foe) == "TY-R53"
    f.b.turn = 2
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=foe) == ""


@pytest.mark.rule("TY-005", "TY-050", "TY-057", "TY-R60", "EC-024", "PS-028")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_a_refused_shot_names_what_is_wanting(book: str) -> None:
    f, g = men(book, n=2, arms=("pistol",))
    foe = f.group("red", 2, 60, 60, "south")
    swords = f.group("blue", 1, 30, 40, arms=("sword",))
    f.g(swords).commander = swords
    f.ready()

    def refused(by: int = g) -> str:
        return f.refused(SHOOT, Act.FIRE, actor=by, other=foe)

    assert refused() == "" and refused(swords) == "TY-005"
    f.terrain("building", rectangle=(40, 48, 80, 52))
    assert refused() == "TY-057"
    for i in f.of(g):
        f.f(i).loaded = False
    assert refused() == "TY-050"
    for i in f.of(g):
        f.f(i).spent = 0.6
    assert refused() == {"ec": "EC-024", "ps": "PS-028"}[book]
    for i in f.of(foe):
        f.f(i).y = 115.0
    assert refused() == "TY-005"
    for i, j in zip(f.of(g), f.of(foe), strict=True):
        f.f(j).x, f.f(j).y = f.f(i).x, f.f(i).y + 2.0
    assert refused() == "TY-R60"
    for j in f.of(foe):
        f.f(j).lost = int(Lost.KILLED)
    assert refused() == "TY-048"


@pytest.mark.rule("TY-R35", "TY-049", "TY-050")
def test_a_leader_who_did_not_say_that_he_would_fire_does_not() -> None:
    f = Field("ec")
    pc = f.leader("blue", 60, 40, pc=True, arms=("pistol",))
    foe = f.group("red", 1, 60, 46, "south")
    f.ready()
    for act, other in ((Act.FIRE, foe), (Act.PICK, f.of(foe)[0])):
        f.g(pc).declared, f.f(f.of(pc)[0]).loaded = False, True
        assert f.refused(SHOOT, act, actor=pc, other=other) == "TY-R35"
        f.g(pc).declared = True
        assert f.refused(SHOOT, act, actor=pc, other=other) == ""
        f.f(f.of(pc)[0]).loaded = False
        assert f.refused(SHOOT, act, actor=pc, other=other) == "TY-050"
    assert f.refused(SHOOT, Act.PICK, actor=pc, other=f.of(pc)[0]) == "TY-049"


@pytest.mark.rule("PS-R19")
def test_mounted_dragoons_are_told_that_they_do_not_shoot() -> None:
    f = Field("ps")
    g = f.group("blue", 2, 60, 40, kind="dragoons", arms=("dragoon_musket",), mounted=True)
    foe = f.group("red", 2, 60, 50, "south")
    f.g(g).commander = g
    f.ready()
    assert f.refused(SHOOT, Act.FIRE, actor=g, other=foe) == "PS-R19"


@pytest.mark.rule("TY-R81")
def test_cover_is_none_against_guns() -> None:
    wounds = []
    for walled in (False, True):
        f = Field("ec")
        k, _ = f.gun("blue", 60, 20)
        foe = f.group("red", 6, 60, 60, "south")
        if walled:
            f.terrain("wall", line=[(40, 58), (80, 58)])
        f.ready()
        f.dice(3, 1, 1, 1)
        guns.fire_gun(f.b, k, foe)
        f.used_up()
        wounds.append((f.one(Ev.GUN_EFFECT).a, f.one(Ev.GUN_EFFECT).b))
    assert wounds == [(1, 2), (1, 2)]
