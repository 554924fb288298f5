"""Command: dice, prices, distances, the chain, and who takes over."""

from __future__ import annotations

import pytest

from grognard.books.tyneside import command, commanding, status
from grognard.books.tyneside.state import Lost, R
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, order


def officer(quality: str = "mid", **house: object) -> tuple[Field, int]:
    f = Field("ec", **house)
    return f, f.leader("blue", 60, 40, quality=quality, pc=True)


def spend(f: Field, pc: int, *groups: int, fires: bool = False) -> None:
    """He throws, and buys these groups; the points that are left are lost."""
    asks = [order(Act.YES if fires else Act.NO, pc), *(order(Act.ACTIVATE, pc, g) for g in groups)]
    f.play(lambda b: commanding.command(b, pc), *asks)


@pytest.mark.rule("TY-008", "TY-017", "TY-020", "TY-021", "TY-022", "EC-017")
@pytest.mark.parametrize(
    ("quality", "faces", "rule"), [("top", 4, "TY-020"), ("mid", 3, "TY-021"), ("low", 2, "TY-022")]
)
def test_dice_by_class(quality: str, faces: int, rule: str) -> None:
    f, pc = officer(quality)
    f.dice(*[2] * faces)
    spend(f, pc)
    f.used_up()
    thrown = f.one(Ev.COMMAND_DICE)
    assert (thrown.a, thrown.b) == (faces, 2 * faces) and rule in f.cited()


@pytest.mark.rule("TY-023", "TY-R35")
def test_one_die_fewer_for_who_fires_or_fights_but_never_two() -> None:
    f, pc = officer("mid")
    f.dice(3, 4)
    spend(f, pc, fires=True)
    assert f.one(Ev.COMMAND_DICE).a == 2 and f.one(Ev.FEWER_DICE).a == 2
    f, pc = officer("mid")
    f.group("red", 1, 60, 42, "south")
    f.dice(3, 4)
    spend(f, pc, fires=True)
    assert f.one(Ev.COMMAND_DICE).a == 2 and f.one(Ev.FEWER_DICE).a == 1
    f = Field("ec", command_dice__low=1)
    pc = f.leader("blue", 60, 40, quality="low", pc=True)
    f.dice(5)
    spend(f, pc, fires=True)
    assert f.one(Ev.COMMAND_DICE).a == 1  # at least one


@pytest.mark.rule("TY-024", "TY-R34")
def test_a_drummer_adds_a_die_once_and_throws_his_own() -> None:
    f, pc = officer("low")
    drummer = f.leader("blue", 62, 40, role="drummer", quality="low")
    bugler = f.leader("blue", 64, 40, role="bugler", quality="mid")
    for g in (drummer, bugler):
        f.loyal(g, pc)
    f.dice(1, 1)  # the officer
    f.dice(6, 2, 2)  # the extra die, and the drummer's own
    f.dice(3, 3, 3)  # the bugler's own; no second extra die
    spend(f, pc, drummer, bugler)
    f.used_up()
    assert len(f.events(Ev.EXTRA_DIE)) == 1
    assert f.g(pc).points == 2 - 1 + 6 + 4 - 1 + 9


@pytest.mark.rule("TY-R34")
def test_a_game_may_have_drummers_only_add_a_die() -> None:
    f, pc = officer("low", drummer_dice="extra_only")
    drummer = f.leader("blue", 62, 40, role="drummer")
    f.loyal(drummer, pc)
    f.dice(1, 1, 6)
    spend(f, pc, drummer)
    f.used_up()
    assert f.g(pc).points == 2 - 1 + 6 and not f.g(drummer).relay


@pytest.mark.rule("TY-025", "TY-026", "TY-027", "TY-R39")
@pytest.mark.parametrize(
    ("apart", "wood", "reached"),
    [(50, False, True), (50.1, False, False), (25, True, True), (25.1, True, False)],
)
def test_command_distance_in_the_open_and_in_enclosed_ground(apart: float, wood: bool, reached: bool) -> None:
    f, pc = officer()
    g = f.group("blue", 1, 62 + apart, 40)
    if wood:
        f.terrain("wood", rectangle=(70, 30, 75, 50))  # it is enough that the line crosses it
    f.loyal(g, pc)
    assert (command.price_of_group(f.b, pc, g) == 1) == reached
    assert (command.may_activate(f.b, pc, g) == 27) != reached or not reached


@pytest.mark.rule("TY-R40")
def test_sight_is_not_needed_unless_a_game_wants_it() -> None:
    for needs, price in ((False, 1), (True, 0)):
        f = Field("ec", command_needs_los=needs)
        pc = f.leader("blue", 60, 40, pc=True)
        g = f.group("blue", 1, 80, 40)
        f.terrain("building", rectangle=(68, 30, 72, 50))
        f.loyal(g, pc)
        assert command.price_of_group(f.b, pc, g) == price


@pytest.mark.rule("TY-003", "TY-028", "TY-029", "TY-030", "TY-R37")
def test_loyal_disloyal_and_routers() -> None:
    f, pc = officer()
    g = f.group("blue", 3, 70, 40)
    assert command.price_of_group(f.b, pc, g) == 6  # Disloyal
    f.g(g).router = True
    assert command.price_of_group(f.b, pc, g) == 6  # not 4 a man
    f.loyal(g, pc)
    assert command.price_of_group(f.b, pc, g) == 6  # a Router
    f.g(g).router = False
    assert command.price_of_group(f.b, pc, g) == 3


@pytest.mark.rule("TY-031", "TY-035")
def test_all_of_a_group_or_none() -> None:
    f, pc = officer()
    g = f.group("blue", 2, 0, 0, places=[(70, 40), (150, 40)])
    f.loyal(g, pc)
    assert command.price_of_group(f.b, pc, g) == 0
    assert f.refused(Ask(AskKind.SPEND, 0, pc, 9), Act.ACTIVATE, actor=pc, other=g) == "TY-035"


@pytest.mark.rule("TY-R31", "TY-028")
def test_a_group_is_paid_in_full_at_once() -> None:
    f, pc = officer()
    g = f.group("blue", 6, 70, 40)
    f.loyal(g, pc)
    f.g(pc).points = 5
    assert f.refused(Ask(AskKind.SPEND, 0, pc, 5), Act.ACTIVATE, actor=pc, other=g) == "TY-R31"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == (6.0, 5.0)
    f.g(pc).points = 6
    assert f.refused(Ask(AskKind.SPEND, 0, pc, 6), Act.ACTIVATE, actor=pc, other=g) == ""


@pytest.mark.rule("TY-004", "TY-R36")
def test_a_chief_who_is_disloyal_still_commands_his_own() -> None:
    f, pc = officer()
    chief = f.leader("blue", 80, 40)
    men = f.group("blue", 4, 90, 40, kind="irregulars")
    f.loyal(men, chief)
    assert command.price_of_group(f.b, pc, chief) == 2
    assert command.price_of_group(f.b, pc, men) == 8
    f.g(chief).relay, f.g(chief).commander = True, pc
    assert command.price_of_group(f.b, pc, men) == 4


@pytest.mark.rule("TY-034", "TY-036")
def test_the_chain_reaches_farther_and_breaks_with_its_links() -> None:
    f, pc = officer()
    near = f.leader("blue", 105, 40, role="nco")
    far = f.group("blue", 2, 150, 40)
    for g in (near, far):
        f.loyal(g, pc, near)
    assert command.price_of_group(f.b, pc, far) == 0
    f.g(near).relay, f.g(near).commander = True, pc
    assert command.price_of_group(f.b, pc, far) == 2
    f.f(f.of(near)[0]).lost = Lost.KILLED
    assert command.price_of_group(f.b, pc, far) == 0


@pytest.mark.rule("TY-032", "TY-033", "TY-R33", "TY-R41")
def test_an_officer_who_is_nobody_s_character_passes_command_on_like_an_nco() -> None:
    f, pc = officer("low")
    ensign = f.leader("blue", 62, 40, quality="top")
    f.loyal(ensign, pc)
    f.dice(1, 1)
    f.dice(1, 2, 3, 4)  # the dice of his own class
    spend(f, pc, ensign)
    f.used_up()
    assert f.one(Ev.ACTIVATED).a == 1 and f.g(ensign).relay and f.g(pc).points == 2 - 1 + 10


@pytest.mark.rule("TY-R32")
def test_a_game_may_have_each_leader_spend_his_own_points() -> None:
    f = Field("ec", command_pool="own")
    pc = f.leader("blue", 60, 40, quality="mid", pc=True)
    nco = f.leader("blue", 100, 40, role="nco", quality="low")
    far = f.group("blue", 4, 140, 40)
    for g in (nco, far):
        f.loyal(g, pc, nco)
    f.dice(6, 6, 6)
    f.dice(1, 3)
    f.play(
        lambda b: commanding.command(b, pc),
        order(Act.NO, pc),
        order(Act.ACTIVATE, pc, nco),
        order(Act.ACTIVATE, pc, far),
    )
    assert (f.g(pc).points, f.g(nco).points) == (17, 0)


@pytest.mark.rule("TY-018", "TY-R42")
def test_officers_have_purses_of_their_own_and_do_not_activate_each_other() -> None:
    f, pc = officer()
    other = f.leader("blue", 66, 40, pc=True)
    g = f.group("blue", 2, 70, 40)
    for each in (other, g):
        f.loyal(each, pc, other)
    assert command.may_activate(f.b, pc, other) == R + 42
    f.g(pc).points = 9
    commanding.activate(f.b, pc, g, False)
    assert command.may_activate(f.b, other, g) == R + 42
    assert (f.g(pc).points, f.g(other).points) == (7, 0)


@pytest.mark.rule("TY-080", "EC-088")
def test_crews_are_commanded_and_cost_nothing() -> None:
    f, pc = officer()
    _, crew = f.gun("blue", 70, 40)
    f.loyal(crew, pc)
    assert status.is_commanded(f.b, crew) and command.may_activate(f.b, pc, crew) == 80


@pytest.mark.rule("TY-R23", "TY-R87", "TY-030")
def test_a_router_who_is_commanded_runs_no_more() -> None:
    f, pc = officer()
    g = f.group("blue", 2, 70, 40)
    f.loyal(g, pc)
    f.g(g).router, f.g(pc).points = True, 9
    commanding.activate(f.b, pc, g, False)
    assert not f.g(g).router and f.g(pc).points == 5


@pytest.mark.rule("TY-R43")
def test_the_best_officer_left_takes_over() -> None:
    f, pc = officer()
    nco = f.leader("blue", 70, 40, role="nco", quality="top")
    ensign = f.leader("blue", 80, 40, quality="low")
    f.f(f.of(pc)[0]).lost = Lost.KILLED
    commanding.succeed(f.b, 0)
    assert f.g(ensign).pc and not f.g(nco).pc and not f.g(pc).pc
    assert f.one(Ev.SUCCEEDS).actor == ensign
    off = Field("ec", succession=False)
    dead = off.leader("blue", 60, 40, pc=True)
    left = off.leader("blue", 70, 40)
    off.f(off.of(dead)[0]).lost = Lost.KILLED
    commanding.succeed(off.b, 0)
    assert not off.g(left).pc


@pytest.mark.rule("TY-R31")
def test_points_that_are_not_spent_are_lost() -> None:
    f, pc = officer()
    g = f.group("blue", 9, 70, 40)
    f.loyal(g, pc)
    f.dice(6, 6, 6)
    f.play(lambda b: commanding.command(b, pc), order(Act.NO, pc), order(Act.DONE))
    assert f.one(Ev.POINTS_LOST).a == 18
    commanding.begin_command(f.b, 0)
    assert f.g(pc).points == 0
