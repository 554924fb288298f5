"""Rout and pursuit: the way, who is destroyed, who follows and whom they cut down, and the turn after."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fire_at_will import charms, fights, rout, routing, sequence, victory
from grognard.books.fire_at_will.places import put, rectangle_of
from grognard.books.fire_at_will.state import NOBODY, Edge, Lost, Nerve, Orders, Posted, Spell
from grognard.books.fire_at_will.touching import edge_touched_by, formations_touch

from .field import Act, AskKind, Ev, Field, order

MORALE, TURN_UNDEAD = 141, 82


def facing(f: Field, g: int) -> tuple[float, float]:
    return (f.u(g).fx, f.u(g).fy)


def middle(f: Field, g: int) -> tuple[float, float]:
    box = rectangle_of(f.b, g)
    return (round(box.x, 6), round(box.y, 6))


def runs(f: Field, g: int, rule: int = MORALE) -> None:
    rout.rout(f.b, g, rule)


# The way


@pytest.mark.rule("FW-141", "FW-179", "FW-R108", "FW-R68")
def test_routers_turn_and_run_their_full_move_to_their_own_edge() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=6, files=3)
    front = f.members(foot)[:3]
    runs(f, foot)
    u = f.u(foot)
    assert u.nerve == Nerve.RUNNING and facing(f, foot) == (0.0, -1.0)
    assert middle(f, foot) == (24.0, 15.5)  # from 19.5, 4" south
    assert [f.c(i).rank for i in front] == [1, 1, 1]  # they turn about: the front rank is the rear
    assert f.one(Ev.ROUTED).d == 4.0 and u.done and u.moved
    assert f.one(Ev.ROUTS).actor == foot


@pytest.mark.rule("FW-R108")
@pytest.mark.parametrize("side", ["east", "south", "north", "west"])
def test_whichever_way_they_faced(side: str) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, side, strips=3)
    x, y = middle(f, foot)
    runs(f, foot)
    assert facing(f, foot) == (0.0, -1.0) and middle(f, foot) == (x, y - 4.0)


@pytest.mark.rule("FW-R108")
def test_without_an_edge_of_their_own_they_run_from_the_nearest_enemy() -> None:
    f = Field()
    f.b.home_y[0] = 0.0
    foot = f.formation("blue", "axemen", 24, 20.25)
    f.formation("red", "axemen", 21, 20, "east")
    f.formation("red", "axemen", 24, 40, "south")
    runs(f, foot)
    assert facing(f, foot) == pytest.approx((1.0, 0.0)) and middle(f, foot) == pytest.approx(
        (28.0, 20.0), 1e-2
    )


@pytest.mark.rule("FW-082", "FW-R95", "FW-R108")
def test_undead_turned_by_a_mage_run_from_him_and_those_who_fail_morale_home() -> None:
    f = Field()
    dead = f.formation("blue", "undead", 24, 20.25)
    mage = f.character("red", "wizard", 20, 20, "east")
    f.u(dead).routed_by = mage
    runs(f, dead, TURN_UNDEAD)
    assert facing(f, dead) == (1.0, 0.0) and middle(f, dead) == (27.0, 20.0)
    rout.run_on(f.b, dead)
    assert middle(f, dead) == (30.0, 20.0)
    f.u(dead).nerve = int(Nerve.CALM)
    runs(f, dead)
    assert facing(f, dead) == (0.0, -1.0)


@pytest.mark.rule("FW-085", "FW-R108")
def test_spells_change_the_rout_move() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 30)
    charms.add_charm(f.b, Spell.FLASH, NOBODY, foot, NOBODY, 0)
    runs(f, foot)
    assert f.one(Ev.ROUTED).d == 8.0


@pytest.mark.rule("FW-R28", "FW-R108")
def test_they_run_through_friends_and_stop_clear_beyond() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=3)
    friends = f.formation("blue", "axemen", 24, 16, strips=6, files=3)  # from 15 to 16
    runs(f, foot)
    assert not any(f.c(i).y > 14.75 for i in f.members(foot)) and f.u(friends).n == 6
    assert middle(f, foot)[1] == pytest.approx(14.75) and f.one(Ev.ROUTED).d == pytest.approx(5.0)


@pytest.mark.rule("FW-R108", "FW-R112")
def test_they_slip_round_impassable_ground_which_destroys_nobody() -> None:
    f = Field()
    f.terrain("building", rectangle=(23, 14, 30, 18))
    foot = f.formation("blue", "axemen", 24, 20)
    runs(f, foot)
    assert f.u(foot).n == 1 and f.one(Ev.ROUTED).d == pytest.approx(4.0)
    x, y = middle(f, foot)
    assert x < 24 and y < 19.75  # past its western corner
    assert routing.may_stop(f.b, foot)


@pytest.mark.rule("FW-R29", "FW-179")
def test_over_the_edge_they_are_lost_for_good() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 3, strips=3)
    members = f.members(foot)
    leader = f.character("blue", "leader", attached=foot)
    friends = f.formation("blue", "axemen", 30, 3)
    runs(f, foot)
    assert f.u(foot).n == 0 and {f.c(i).lost for i in [*members, leader]} == {Lost.OFF_TABLE}
    assert f.one(Ev.OFF_TABLE).a == 4
    assert f.u(friends).heroes_lost == 0  # he was not killed
    assert victory.strips_out(f.b, 0) == 4


# Who is destroyed


@pytest.mark.rule("FW-188", "FW-R112")
@pytest.mark.parametrize(
    ("pose", "lost"),
    [
        ((24, 20, "south"), False),  # in front of them
        ((25.5, 19.75, "west"), False),  # on their flank
        ((24, 19.5, "north"), True),  # behind them, where they must leave
    ],
)
def test_an_enemy_on_the_side_they_must_leave_by(pose: tuple[float, float, str], lost: bool) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=3)
    members = f.members(foot)
    foe = f.formation("red", "men_at_arms", *pose)
    if lost:
        runs(f, foot)
        assert f.u(foot).n == 0 and {f.c(i).lost for i in members} == {Lost.DESTROYED}
        told = f.one(Ev.DESTROYED)
        assert (told.actor, told.other, told.a, f.cited() >= {"FW-188"}) == (foot, foe, 3, True)
    else:
        runs(f, foot)  # men at arms are too slow to pursue
        assert f.u(foot).n == 3 and middle(f, foot) == (24.0, 15.75)


@pytest.mark.rule("FW-189", "FW-R112")
@pytest.mark.parametrize(("y", "lost"), [(15.4, False), (15.6, True)])
def test_running_into_an_enemy_before_the_full_length(y: float, lost: bool) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20)  # its rear is at 19.5, and at 15.5 when it has run
    f.formation("red", "axemen", 24, y)
    horse = f.formation("red", "outriders", 24, 20, "south")
    f.order(Act.NO, horse, foot)
    runs(f, foot)
    assert (f.u(foot).n == 0) is lost
    assert ("FW-189" in f.cited()) is lost
    assert f.b.script.cursor == (0 if lost else 1)  # no pursuit of the destroyed


@pytest.mark.rule("FW-R112", "FW-R102", "FW-R85")
def test_whom_nothing_harms_is_left_when_his_formation_is_destroyed() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=3)
    hero = f.character("blue", "hero", attached=foot)
    charms.add_charm(f.b, Spell.HARM_HIM_NOT, NOBODY, NOBODY, hero, 0)
    f.formation("red", "axemen", 24, 19.5)
    runs(f, foot)
    assert f.u(foot).n == 0 and f.home(hero) == f.c(hero).home and f.c(hero).lost == Lost.NO
    assert f.u(f.home(hero)).nerve == Nerve.RUNNING


@pytest.mark.rule("FW-087", "FW-R98")
def test_frozen_routers_are_destroyed_in_contact_and_else_run_when_it_ends() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=3)
    free = f.formation("blue", "axemen", 34, 20, strips=3)
    f.formation("red", "axemen", 24, 20, "south")
    for g in (foot, free):
        charms.add_charm(f.b, Spell.FREEZE, NOBODY, g, NOBODY, 3)
        runs(f, g)
    assert f.u(foot).n == 0
    assert f.u(free).nerve == Nerve.RUNNING and middle(f, free) == (34.0, 19.75)
    f.b.n_charms = 0
    rout.run_on(f.b, free)
    assert middle(f, free) == (34.0, 15.75)


@pytest.mark.rule("FW-047", "FW-R67")
def test_a_garrison_does_not_run() -> None:
    f = Field()
    house = f.terrain("building", rectangle=(22, 20, 26, 23))
    inside = f.formation("blue", "undead", 24, 21, strips=3)
    f.garrison(inside, house, south=3)
    runs(f, inside, TURN_UNDEAD)
    assert f.u(inside).nerve == Nerve.CALM and not f.events()


# The commander in chief


@pytest.mark.rule("FW-142", "FW-R66", "FW-R112")
@pytest.mark.parametrize("stays", [True, False])
def test_the_commander_in_chief_stays_or_goes(stays: bool) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=3)
    general = f.character("blue", "general", attached=foot, cinc=True)
    f.formation("red", "axemen", 24, 19.5)  # they will be destroyed
    ask = f.asks(rout.rout, f.b, foot, MORALE)
    assert (ask.kind, ask.side, ask.actor, ask.other) == (AskKind.STAY, 0, general, foot)
    assert f.refused(ask, Act.DONE) == "FW-R66"
    f.b.log.n = 0
    f.order(Act.YES if stays else Act.NO, general, foot)
    runs(f, foot)
    assert f.u(foot).n == 0
    assert f.c(general).lost == (Lost.NO if stays else Lost.DESTROYED)
    if stays:
        assert f.home(general) == f.c(general).home and f.u(f.home(general)).nerve == Nerve.CALM
        assert f.one(Ev.STAYS).actor == general


# Pursuit


def chase(
    pursuers: str = "outriders", strips: int = 3, routers: int = 6, **house: Any
) -> tuple[Field, int, int]:
    """Blue foot in three files, with a red formation on its front."""
    f = Field(**house)
    foot = f.formation("blue", "axemen", 24, 20, strips=routers, files=3)
    foe = f.formation("red", pursuers, 24, 20, "south", strips=strips)
    f.ready()
    return f, foot, foe


@pytest.mark.rule("FW-180", "FW-181", "FW-182", "FW-183", "FW-R109", "FW-R110", "FW-R56")
def test_pursuers_follow_contact_the_rear_and_cut_down_as_many_as_they_are() -> None:
    f, foot, horse = chase()
    front, rear = f.members(foot)[:3], f.members(foot)[3:]
    asks = f.play(lambda b: rout.rout(b, foot, MORALE), order(Act.PURSUE, horse, foot))
    assert [(a.kind, a.side, a.actor, a.other) for a in asks] == [(AskKind.PURSUE, 1, horse, foot)]
    assert sorted(f.members(foot)) == sorted(rear)  # the old front rank was nearest to them
    assert {f.c(i).lost for i in front} == {Lost.PURSUED}
    assert f.u(foot).ranks == 1
    assert edge_touched_by(f.b, foot, Edge.REAR, horse, True) and facing(f, horse) == (0.0, -1.0)
    assert f.u(foot).test_due == 0 and f.u(foot).casualties == 3
    assert f.u(horse).pursuing and f.u(horse).done and f.u(foot).pursued
    assert f.one(Ev.CUT_DOWN).a == 3 and f.b.pursuers == 0


@pytest.mark.rule("FW-181")
def test_pursuit_is_optional() -> None:
    f, foot, horse = chase()
    f.order(Act.NO, horse, foot)
    runs(f, foot)
    assert f.u(foot).n == 6 and (f.u(horse).x, f.u(horse).y) == (24, 20) and not f.u(foot).pursued


@pytest.mark.rule("FW-180", "FW-R109")
@pytest.mark.parametrize(
    ("pursuers", "spell", "may"),
    [
        ("axemen", None, True),  # as fast
        ("men_at_arms", None, False),
        ("men_at_arms", Spell.FLASH, True),
        ("outriders", Spell.GO_SLOW, False),
    ],
)
def test_as_fast_as_the_routers_spells_counted(pursuers: str, spell: Spell | None, may: bool) -> None:
    f, foot, foe = chase(pursuers)
    if spell is not None:
        charms.add_charm(f.b, spell, NOBODY, foe, NOBODY, 0)
    assert routing.may_pursue(f.b, foe, foot) is may


@pytest.mark.rule("FW-R109")
def test_who_touches_another_unrouted_enemy_may_not_pursue() -> None:
    f, foot, horse = chase()
    other = f.formation("blue", "axemen", 25.5, 20.375, "west")
    assert not routing.may_pursue(f.b, horse, foot)
    f.u(other).nerve = int(Nerve.RUNNING)
    assert routing.may_pursue(f.b, horse, foot)


@pytest.mark.rule("FW-140", "FW-180", "FW-R98", "FW-R14")
def test_who_is_not_free_to_follow() -> None:
    f, foot, horse = chase()
    u = f.u(horse)
    for name, value, usual in (
        ("nerve", int(Nerve.HALTED), int(Nerve.CALM)),
        ("nerve", int(Nerve.RUNNING), int(Nerve.CALM)),
        ("orders", int(Orders.HOLD), int(Orders.NONE)),
        ("pursuing", True, False),
    ):
        setattr(u, name, value)
        assert not routing.may_pursue(f.b, horse, foot), name
        setattr(u, name, usual)
    charms.add_charm(f.b, Spell.FREEZE, NOBODY, horse, NOBODY, 1)
    assert not routing.may_pursue(f.b, horse, foot)
    f.b.n_charms = 0
    assert routing.may_pursue(f.b, horse, foot)
    put(f.b, horse, 24.0, 21.0, 0.0, -1.0)
    assert not routing.may_pursue(f.b, horse, foot)  # no contact


@pytest.mark.rule("FW-186", "FW-187", "FW-R111")
def test_not_two_turns_running_but_after_a_fresh_melee() -> None:
    f, foot, horse = chase()
    f.u(horse).pursuing = True
    sequence.begin_turn_of_formation(f.b, horse)
    assert f.u(horse).pursued_before and not routing.may_pursue(f.b, horse, foot)
    fights.split_fights(f.b)
    assert routing.may_pursue(f.b, horse, foot)
    for i in f.members(horse):
        f.c(i).fight = NOBODY
    sequence.begin_turn_of_formation(f.b, horse)
    assert routing.may_pursue(f.b, horse, foot)


@pytest.mark.rule("FW-R109")
def test_of_several_the_owner_picks_one() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=6, files=6)
    one = f.formation("red", "outriders", 22.5, 20, "south", strips=3)
    other = f.formation("red", "axemen", 25.5, 20, "south", strips=3)
    far = f.formation("red", "outriders", 40, 40, "south", strips=3)
    ask = f.asks(rout.rout, f.b, foot, MORALE)
    assert (ask.kind, ask.actor, ask.other) == (AskKind.PURSUE, one, foot)
    for g, rule in ((one, ""), (other, ""), (far, "FW-180")):
        assert f.refused(ask, Act.PURSUE, actor=g, other=foot) == rule
    assert f.refused(ask, Act.PURSUE, actor=one, other=far) == "FW-180"
    assert f.refused(ask, Act.NO) == "" and f.refused(ask, Act.YES) == "FW-180"


@pytest.mark.rule("FW-181", "FW-182", "FW-R110")
def test_an_attached_character_counts_as_a_pursuing_strip() -> None:
    f, foot, horse = chase(strips=2)
    f.character("red", "champion", attached=horse)
    f.order(Act.PURSUE, horse, foot)
    runs(f, foot)
    assert f.one(Ev.CUT_DOWN).a == 3 and f.u(foot).n == 3


@pytest.mark.rule("FW-182")
def test_all_may_be_cut_down() -> None:
    f, foot, horse = chase(routers=3)
    f.order(Act.PURSUE, horse, foot)
    runs(f, foot)
    assert f.u(foot).n == 0 and f.u(horse).y == pytest.approx(16.0)
    assert f.b.n_charms == 0 and not f.u(foot).pursued


@pytest.mark.rule("FW-R110", "FW-R102")
def test_characters_are_next_in_line_like_any_other_save_whom_nothing_harms() -> None:
    for safe in (False, True):
        f, foot, horse = chase(routers=3, strips=4)
        hero = f.character("blue", "hero", attached=foot)
        if safe:
            charms.add_charm(f.b, Spell.HARM_HIM_NOT, NOBODY, NOBODY, hero, 0)
        f.order(Act.PURSUE, horse, foot)
        runs(f, foot)
        assert f.u(foot).n == 0 and f.c(hero).lost == (Lost.NO if safe else Lost.PURSUED)
        if safe:
            alone = f.home(hero)
            assert alone == f.c(hero).home and f.u(alone).pursued
            assert f.u(alone).nerve == Nerve.RUNNING and formations_touch(f.b, alone, horse)


@pytest.mark.rule("FW-R110")
@pytest.mark.parametrize(("reading", "lost", "wounds"), [("kill", Lost.PURSUED, 0), ("one_hit", Lost.NO, 1)])
def test_great_creatures_die_outright_or_take_a_hit_by_option(reading: str, lost: Lost, wounds: int) -> None:
    f = Field(pursuit_vs_big=reading)
    trolls = f.formation("blue", "trolls", 24, 20, strips=2)
    members = f.members(trolls)
    horse = f.formation("red", "outriders", 24, 20, "south", strips=2)
    f.order(Act.PURSUE, horse, trolls)
    runs(f, trolls)
    assert [(f.c(i).lost, f.c(i).wounds) for i in members] == [(lost, wounds)] * 2


@pytest.mark.rule("FW-181")
def test_no_pursuit_where_there_is_no_way_to_their_rear() -> None:
    f, foot, horse = chase(routers=3)
    f.formation(
        "blue", "axemen", 24, 17, strips=6, files=6
    )  # a line across the way; the routers pass through it
    runs(f, foot)
    assert f.u(foot).n == 3 and not f.events(Ev.PURSUES) and f.u(horse).y == 20


@pytest.mark.rule("FW-181", "FW-R29")
def test_no_pursuit_off_the_table() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 3, strips=3)
    f.formation("red", "outriders", 24, 3, "south", strips=3)
    runs(f, foot)
    assert f.one(Ev.OFF_TABLE).actor == foot and not f.events(Ev.PURSUES)


@pytest.mark.rule("FW-181")
def test_strips_that_had_lapped_round_a_flank_fall_in_to_pursue() -> None:
    f, foot, horse = chase(strips=4)
    s = f.s(horse, 0)  # the strip beyond the eastern end
    s.posted, s.x, s.y, s.fx, s.fy = int(Posted.FLANK), 25.875, 19.5, -1.0, 0.0
    f.order(Act.PURSUE, horse, foot)
    runs(f, foot)
    assert s.posted == Posted.RANKS and f.one(Ev.CUT_DOWN).a == 4


# The turn after


@pytest.mark.rule("FW-184", "FW-R111")
def test_next_turn_they_face_about_and_stay_in_contact_front_to_front() -> None:
    f, foot, horse = chase()
    f.order(Act.PURSUE, horse, foot)
    runs(f, foot)
    rout.face_about(f.b, foot)
    assert facing(f, foot) == (0.0, 1.0) and not f.u(foot).pursued
    assert edge_touched_by(f.b, foot, Edge.FRONT, horse, True)
    f.u(foot).nerve = int(Nerve.CALM)  # they passed
    sequence.begin_turn_of_formation(f.b, horse)
    fights.split_fights(f.b)
    assert f.b.n_fights == 3 and not f.u(horse).charging
    place = middle(f, foot)
    rout.face_about(f.b, foot)  # nobody has pursued them since
    assert middle(f, foot) == place and facing(f, foot) == (0.0, 1.0)


@pytest.mark.rule("FW-184")
@pytest.mark.parametrize("post", ["left", "right", "behind"])
def test_a_character_with_them_faces_about_too(post: str) -> None:
    f, foot, horse = chase(strips=1)
    f.character("blue", "leader", attached=foot, post=post)
    f.order(Act.PURSUE, horse, foot)
    runs(f, foot)
    rout.face_about(f.b, foot)
    assert edge_touched_by(f.b, foot, Edge.FRONT, horse, True)


@pytest.mark.rule("FW-185", "FW-R111")
def test_who_fails_runs_on_and_nobody_may_follow() -> None:
    f, foot, horse = chase()
    f.order(Act.PURSUE, horse, foot)
    runs(f, foot)
    sequence.begin_turn_of_formation(f.b, horse)
    rout.face_about(f.b, foot)
    y = middle(f, foot)[1]
    rout.run_on(f.b, foot)
    f.used_up()
    assert middle(f, foot)[1] == pytest.approx(y - 4.0) and facing(f, foot) == (0.0, -1.0)
    assert not formations_touch(f.b, foot, horse) and f.u(foot).nerve == Nerve.RUNNING


@pytest.mark.rule("FW-R111")
def test_routers_who_are_charged_fight_back() -> None:
    f, foot, foe = chase("axemen", routers=3)
    f.u(foot).nerve = int(Nerve.RUNNING)
    f.u(foe).charging = True
    f.dice(1, 6, 6, 1, 3, 3)
    sequence.melee(f.b)
    f.used_up()
    assert (f.u(foot).n, f.u(foe).n) == (2, 2)


@pytest.mark.rule("FW-R113")
def test_those_destroyed_and_those_who_run_count_for_victory() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=3)
    other = f.formation("blue", "axemen", 34, 20, strips=3)
    f.formation("red", "axemen", 24, 19.5)
    f.b.original[0], f.b.original[1] = 6, 1
    runs(f, foot)
    assert victory.strips_out(f.b, 0) == 3 and victory.is_broken(f.b, 0)
    runs(f, other)
    assert victory.strips_out(f.b, 0) == 6
