"""What the Actions Tables make a unit do, code by code."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from grognard.book import book_of, find_scenario
from grognard.books.tyneside import actions, throws
from grognard.books.tyneside.figures import centre
from grognard.books.tyneside.state import Activity, Code, Gait, Lost, Row, Shape
from grognard.game import Game

from .field import Ev, Field


def meeting(book: str = "ec", apart: float = 60, men: int = 4, **more: Any) -> tuple[Field, int, int]:
    """A group, and an enemy so far to the north of it."""
    foe = more.pop("foe", {})
    f = Field(book)
    g = f.group("blue", men, 90, 40, **more)
    h = f.group("red", 4, 90, 42 + apart, "south", **foe)
    f.ready()
    return f, g, h


def act(f: Field, g: int, code: Code, die: int = 1) -> None:
    """The group obeys a code."""
    f.ready()
    f.g(g).code, f.g(g).die = code, die
    actions.act_out(f.b, g)


def middle(f: Field, g: int) -> tuple[float, float]:
    return centre(f.b, g)


def gone(f: Field, g: int, start: tuple[float, float]) -> tuple[float, float]:
    x, y = middle(f, g)
    return pytest.approx(x - start[0], abs=2.5), pytest.approx(y - start[1], abs=0.1)  # type: ignore[return-value]


# Standing


def test_hlt_halts_and_faces_the_enemy() -> None:
    f, g, _ = meeting(facing="west")
    f.g(g).activity, f.g(g).falling_back = Activity.WITHDRAWING, True
    act(f, g, Code.HLT)
    assert middle(f, g) == (90, 40) and all(f.f(i).fy > 0.99 for i in f.of(g)[1:3])
    assert f.g(g).activity == Activity.HALTED and not f.g(g).falling_back and not f.g(g).moved


@pytest.mark.rule("TY-R17")
def test_movers_carry_on_to_where_they_were_going() -> None:
    f, g, _ = meeting()
    f.g(g).activity, f.g(g).to_x, f.g(g).to_y = Activity.MOVING, 90.0, 70.0
    act(f, g, Code.CTF)
    assert gone(f, g, (90, 40)) == (0, 25) and f.g(g).activity == Activity.MOVING
    for i in f.of(g):
        f.f(i).spent = 0.0
    act(f, g, Code.CTF)
    assert gone(f, g, (90, 70)) == (0, 0) and f.g(g).activity == Activity.HALTED


@pytest.mark.rule("TY-R17")
@pytest.mark.parametrize("activity", [Activity.WITHDRAWING, Activity.RUNNING])
def test_who_falls_back_cannot_carry_on_facing_the_enemy(activity: Activity) -> None:
    f, g, _ = meeting()
    f.g(g).activity = activity
    act(f, g, Code.CTF)
    assert middle(f, g) == (90, 40) and f.g(g).activity == Activity.HALTED


# The calm row


@pytest.mark.rule("EC-053", "PS-056", "PS-067", "TY-R25")
@pytest.mark.parametrize(("book", "arms"), [("ec", ("musket",)), ("ps", ("musket",)), ("ps", ("pike",))])
def test_a_six_on_the_calm_row_goes_toward_the_enemy_and_stops_short(
    book: str, arms: tuple[str, ...]
) -> None:
    f, g, _ = meeting(book, 60, arms=arms)
    act(f, g, Code.CALM, 5)
    assert middle(f, g) == (90, 40)
    act(f, g, Code.CALM, 6)
    assert gone(f, g, (90, 40)) == (0, 25)
    f, g, _ = meeting(book, 20, arms=arms)
    act(f, g, Code.CALM, 6)
    assert gone(f, g, (90, 40)) == (0, 15)  # 5 short


@pytest.mark.rule("EC-054", "PS-057", "PS-068", "TY-R93")
@pytest.mark.parametrize(("book", "arms"), [("ec", ("musket",)), ("ps", ("musket",)), ("ps", ("pike",))])
def test_defenders_do_not_leave_a_fortified_place(book: str, arms: tuple[str, ...]) -> None:
    f, g, _ = meeting(book, arms=arms)
    f.terrain("earthwork", line=[(80, 42), (100, 42)], fortified=True)
    f.g(g).activity = Activity.DEFENDING
    act(f, g, Code.CALM, 6)
    assert middle(f, g) == (90, 40) and f.g(g).activity == Activity.DEFENDING
    f, g, _ = meeting(book, arms=arms)  # no fortified place: nothing keeps them
    f.terrain("earthwork", line=[(80, 42), (100, 42)])
    f.g(g).activity = Activity.DEFENDING
    act(f, g, Code.CALM, 6)
    assert middle(f, g)[1] > 55


@pytest.mark.rule("EC-055", "EC-084", "PS-058", "PS-069", "PS-077", "PS-084", "TY-R26")
@pytest.mark.parametrize("die", [4, 5, 6])
@pytest.mark.parametrize(
    ("book", "more", "cover"),
    [
        ("ec", {}, True),
        ("ec", {"mounted": True, "kind": "shock"}, False),
        ("ps", {}, True),
        ("ps", {"arms": ("pike",)}, False),
        ("ps", {"mounted": True, "kind": "dutch"}, False),
        ("ps", {"mounted": True, "kind": "swedish"}, False),
    ],
)
def test_who_falls_back_halts_on_five_or_six(book: str, more: dict[str, Any], cover: bool, die: int) -> None:
    f, g, _ = meeting(book, **more)
    f.terrain("scrub", rectangle=(80, 25, 100, 33))
    f.g(g).falling_back, f.g(g).activity = True, Activity.WITHDRAWING
    act(f, g, Code.CALM, die)
    assert (f.g(g).activity == Activity.HALTED) == (die >= 5)
    if die >= 5:
        assert (middle(f, g)[1] < 34) == cover and not f.g(g).falling_back


@pytest.mark.rule("EC-083")
def test_horse_advances_on_a_six_only_from_the_halt() -> None:
    f, g, _ = meeting(mounted=True, kind="shock")
    act(f, g, Code.CALM, 6)
    assert middle(f, g)[1] > 70
    f, g, _ = meeting(mounted=True, kind="shock")
    f.g(g).gait, f.g(g).activity = Gait.WALK, Activity.HALTED
    act(f, g, Code.CALM, 6)
    assert middle(f, g) == (90, 40)


@pytest.mark.rule("PS-076", "PS-R21")
def test_dutch_horse_on_a_calm_six() -> None:
    f, g, h = meeting("ps", 40, mounted=True, kind="dutch", arms=("pistol",))
    act(f, g, Code.CALM, 6)
    assert (
        7.5 < f.f(f.of(h)[0]).y - middle(f, g)[1] < 11 and f.g(g).halted_to_shoot
    )  # medium range of a pistol
    f, g, h = meeting("ps", 40, mounted=True, kind="dutch", arms=("pistol",))
    for i in f.of(h):
        f.f(i).fx, f.f(i).fy = 0.0, 1.0  # they look the other way
    act(f, g, Code.CALM, 6)
    assert f.events(Ev.CHARGES) and f.g(g).charge_gait == Gait.TROT


# Toward the enemy


@pytest.mark.rule("TY-085", "TY-R18", "TY-R19")
def test_adc_charges_who_is_in_reach_and_else_advances() -> None:
    f, g, h = meeting("ec", 20, arms=("sword",))
    act(f, g, Code.ADC)
    assert f.one(Ev.CHARGES).other == h and f.g(g).activity == Activity.ENGAGED
    f, g, h = meeting("ec", 40, arms=("sword",))
    act(f, g, Code.ADC)
    assert not f.events(Ev.CHARGES) and gone(f, g, (90, 40)) == (0, 25)
    assert f.g(g).activity == Activity.ADVANCING


@pytest.mark.rule("TY-085", "TY-R17", "TY-R18")
@pytest.mark.parametrize(("apart", "charges"), [(20, True), (30, False)])
def test_ctc_charges_who_is_in_reach_and_else_carries_on_facing_him(apart: float, charges: bool) -> None:
    f, g, _ = meeting("ec", apart, facing="east")
    act(f, g, Code.CTC)
    assert bool(f.events(Ev.CHARGES)) == charges
    if not charges:
        assert middle(f, g) == (90, 40) and all(f.f(i).fy > 0.9 for i in f.of(g)) and f.events(Ev.CARRIES_ON)
    f, g, _ = meeting("ps", apart)
    act(f, g, Code.CTF)  # never a charge
    assert not f.events(Ev.CHARGES)


@pytest.mark.rule("TY-R18")
def test_a_charge_is_compulsory_unless_a_game_says_otherwise() -> None:
    f = Field("ec", charge_compulsory=False)
    g = f.group("blue", 4, 90, 40)
    f.group("red", 4, 90, 55, "south")
    act(f, g, Code.CTC)
    assert not f.events(Ev.CHARGES)


@pytest.mark.rule("TY-R18", "TY-R91")
@pytest.mark.parametrize("state", [{"civilian": True}, {"missile_only": True}])
def test_who_never_charges(state: dict[str, Any]) -> None:
    f, g, _ = meeting("ec", 10, group=state)
    act(f, g, Code.CTC)
    assert not f.events(Ev.CHARGES)


@pytest.mark.rule("EC-R28", "EC-R04", "EC-060")
def test_agc_gallops_and_blown_horse_walks() -> None:
    f, g, _ = meeting("ec", 70, men=2, mounted=True, kind="shock", arms=("sword",))
    act(f, g, Code.AGC)
    assert gone(f, g, (90, 40)) == (0, 50) and f.g(g).gait == Gait.GALLOP
    f, g, _ = meeting("ec", 70, men=2, mounted=True, kind="shock", arms=("sword",))
    f.g(g).must_walk = True
    act(f, g, Code.AGC)
    assert gone(f, g, (90, 40)) == (0, 30)


@pytest.mark.rule("EC-060")
def test_two_turns_of_gallop_and_then_a_walk() -> None:
    f, g, _ = meeting("ec", 70, men=1, mounted=True, kind="shock")
    for n in (1, 2):
        for i in f.of(g):
            f.f(i).spent, f.f(i).y = 0.0, 40.0
        act(f, g, Code.AGC)
        assert f.g(g).must_walk == (n == 2)


@pytest.mark.rule("PS-059", "PS-060", "PS-061", "PS-R19", "PS-R20")
def test_dragoons_get_down_and_up() -> None:
    f, g, _ = meeting("ps", 20, mounted=True, kind="dragoons", arms=("dragoon_musket", "sword"))
    act(f, g, Code.HLT_DISMOUNT)
    assert not any(f.f(i).mounted for i in f.of(g)) and not f.g(g).moved
    for i in f.of(g):
        f.f(i).spent = 0.0
    act(f, g, Code.ADC_REMOUNT)
    assert all(f.f(i).mounted for i in f.of(g)) and f.one(Ev.CHARGES).a == Gait.TROT
    f, g, _ = meeting("ps", 60, kind="dragoons", arms=("dragoon_musket", "sword"))
    act(f, g, Code.ADC)
    assert not any(f.f(i).mounted for i in f.of(g))


@pytest.mark.rule("PS-R11")
def test_tms_trots_up_and_shoots() -> None:
    f, g, h = meeting("ps", 30, mounted=True, kind="swedish", arms=("pistol",))
    act(f, g, Code.TMS)
    assert f.g(g).halted_to_shoot and f.f(f.of(h)[1]).y - middle(f, g)[1] == pytest.approx(10.5, abs=0.6)
    f, g, h = meeting("ps", 70, mounted=True, kind="swedish", arms=("pistol",))
    act(f, g, Code.TMS)
    assert not f.g(g).halted_to_shoot and gone(f, g, (90, 40)) == (0, 45)


@pytest.mark.rule("PS-083", "PS-R22")
def test_tpg_pistols_pikes_and_gallops_into_others() -> None:
    f, g, _ = meeting(
        "ps", 40, mounted=True, kind="swedish", arms=("pistol", "sword"), foe={"arms": ("pike",)}
    )
    act(f, g, Code.TPG)
    assert f.g(g).halted_to_shoot
    f, g, _ = meeting("ps", 40, mounted=True, kind="swedish", arms=("pistol", "sword"))
    act(f, g, Code.TPG)
    assert f.one(Ev.CHARGES).a == Gait.GALLOP


# From the enemy


@pytest.mark.rule("TY-R21")
def test_cov_takes_the_cover_that_all_can_reach() -> None:
    f, g, _ = meeting()
    f.terrain("wood", rectangle=(60, 10, 120, 30))
    act(f, g, Code.COV)
    assert all(27 < f.f(i).y < 30 for i in f.of(g)) and f.g(g).activity == Activity.HALTED
    assert not f.g(g).falling_back
    act(f, g, Code.COV)  # already there: they stay
    assert not f.g(g).moved


@pytest.mark.rule("TY-R21", "TY-R26")
def test_cov_without_cover_goes_away_from_all_enemies() -> None:
    f, g, _ = meeting()
    act(f, g, Code.COV)
    assert gone(f, g, (90, 40)) == (0, -25) and f.g(g).falling_back


@pytest.mark.rule("TY-R22")
def test_wdr_goes_toward_cover_farther_from_the_enemy() -> None:
    f, g, _ = meeting()
    f.terrain("rocks", rectangle=(140, 5, 160, 15))
    act(f, g, Code.WDR)
    x, y = middle(f, g)
    assert x > 100 and y < 35 and f.g(g).falling_back and f.g(g).activity == Activity.WITHDRAWING
    assert all(f.f(i).fy > 0.8 for i in f.of(g))
    f, g, _ = meeting()
    act(f, g, Code.WDR)
    assert gone(f, g, (90, 40)) == (0, -25)


@pytest.mark.rule("TY-R23", "TY-R87")
def test_run_makes_routers_with_their_backs_turned() -> None:
    f, g, _ = meeting()
    act(f, g, Code.RUN)
    assert gone(f, g, (90, 40)) == (0, -25) and f.g(g).router and not f.g(g).falling_back
    assert all(f.f(i).fy < -0.9 for i in f.of(g))
    act(f, g, Code.HLT)
    assert not f.g(g).router and f.events(Ev.RALLIES)


@pytest.mark.rule("TY-R23", "TY-R89")
def test_who_runs_over_the_edge_is_gone() -> None:
    f, g, _ = meeting()
    for i in f.of(g):
        f.f(i).y = 20.0
    act(f, g, Code.RUN)
    assert f.of(g) == [] and all(f.f(i).lost == Lost.OFF_TABLE for i in range(4)) and f.g(g).dead == 0


@pytest.mark.rule("TY-R24")
@pytest.mark.parametrize(("book", "code", "far"), [("ec", Code.CAN, 40), ("ps", Code.TRT, 45)])
def test_horse_falls_back_in_order(book: str, code: Code, far: float) -> None:
    f, g, _ = meeting(book, 30, mounted=True, kind="shock" if book == "ec" else "dutch")
    for i in f.of(g):
        f.f(i).y = 60.0
    act(f, g, code)
    assert gone(f, g, (90, 60)) == (0, -far) and f.g(g).falling_back and not f.g(g).router


@pytest.mark.rule("TY-R23", "EC-R04", "PS-061")
def test_flg_flees_at_the_gallop() -> None:
    f, g, _ = meeting("ps", 50, mounted=True, kind="swedish")
    for i in f.of(g):
        f.f(i).y = 70.0
    act(f, g, Code.FLG)
    assert gone(f, g, (90, 70)) == (0, -60) and f.g(g).router


@pytest.mark.rule("TY-R27")
def test_without_an_enemy_in_sight_the_last_known_place_counts() -> None:
    f = Field("ec")
    g = f.group("blue", 4, 90, 40)
    f.g(g).seen, f.g(g).seen_x, f.g(g).seen_y = True, 90.0, 10.0
    act(f, g, Code.RUN)
    assert gone(f, g, (90, 40)) == (0, 25)


@pytest.mark.rule("TY-R77")
@pytest.mark.parametrize(
    ("code", "stays"),
    [(Code.HLT, True), (Code.ADC, True), (Code.CTF, True), (Code.RUN, False), (Code.COV, False)],
)
def test_men_in_contact_fight_on_or_break_off(code: Code, stays: bool) -> None:
    f, g, _ = meeting("ec", 0)
    act(f, g, code)
    assert (f.g(g).activity == Activity.ENGAGED) == stays
    assert (middle(f, g) == (90, 40)) == stays


@pytest.mark.rule("TY-R44")
def test_leaders_with_a_group_go_with_it() -> None:
    f, g, _ = meeting()
    sergeant = f.leader("blue", 90, 36, role="nco")
    act(f, g, Code.ADC)
    assert f.f(f.of(sergeant)[0]).y == pytest.approx(61, abs=0.1)
    f, g, _ = meeting()
    sergeant = f.leader("blue", 90, 36, role="nco")
    f.g(sergeant).commander = sergeant
    act(f, g, Code.ADC)
    assert f.f(f.of(sergeant)[0]).y == 36


@pytest.mark.rule("EC-R13")
def test_who_is_moved_is_in_square_no_more() -> None:
    f, g, _ = meeting(men=8)
    f.g(g).shape = Shape.SQUARE
    act(f, g, Code.HLT)
    assert f.g(g).shape == Shape.SQUARE
    act(f, g, Code.RUN)
    assert f.g(g).shape == Shape.OPEN


# Who obeys


@pytest.mark.rule("TY-078", "TY-R15", "TY-R16", "PS-017")
def test_commanded_troops_ignore_italics_and_the_calm_row() -> None:
    f, g, _ = meeting()
    f.set(f.g(g), code=Code.COV, roman=False, row=Row.INFANTRY_3, die=2)
    assert throws.obeys(f.b, g)
    f.g(g).commander = g
    assert not throws.obeys(f.b, g)
    f.g(g).roman = True
    assert throws.obeys(f.b, g)
    f.set(f.g(g), code=Code.CALM, row=Row.INFANTRY_CALM, die=6)
    assert not throws.obeys(f.b, g)
    f.b.options.calm_binds_commanded = 1
    assert throws.obeys(f.b, g)
    f.g(g).die = 5
    assert not throws.obeys(f.b, g)


@pytest.mark.rule("TY-078", "TY-R15")
@pytest.mark.parametrize(
    ("commanded", "row", "roman", "told"),
    [
        (True, Row.INFANTRY_3, False, True),
        (True, Row.INFANTRY_3, True, False),
        (True, Row.INFANTRY_CALM, True, False),
        (False, Row.INFANTRY_3, False, False),
    ],
)
def test_what_is_ignored_is_told_with_the_throw(commanded: bool, row: Row, roman: bool, told: bool) -> None:
    f, g, _ = meeting()
    f.set(f.g(g), code=Code.CALM if row == Row.INFANTRY_CALM else Code.COV, row=row, roman=roman, die=2)
    f.g(g).commander = g if commanded else -1
    throws.settle(f.b, g)
    assert [e.kind for e in f.events()] == [Ev.RESULT, *([Ev.IGNORES] if told else [])]


@pytest.mark.parametrize("scenario", ["the-mill-at-valdespino", "saxby-bridge"])
def test_every_step_of_a_sum_stands_below_what_it_is_a_step_of(scenario: str) -> None:
    path = find_scenario(scenario)
    of = book_of(path)
    game = Game(of, of.set_up(path, {}), seed=11, blue="drill", red="drill")
    lines = [line for n in range(1, 5) for line in game.lines_of_turn(n)]
    assert [b.text for a, b in pairwise(lines) if b.level - a.level > 1] == []
    ignored = [(a, b) for a, b in pairwise(lines) if b.kind == "ignores"]
    assert ignored
    for a, b in ignored:
        assert a.kind == "result" and a.units == b.units and "italics" in a.text and "calm" not in a.text


def test_every_code_has_its_function() -> None:
    for book, mounted in (("ec", False), ("ec", True), ("ps", False), ("ps", True)):
        for code in Code:
            f, g, _ = meeting(book, 40, mounted=mounted, kind="shock" if mounted else "formed", men=2)
            f.b.log.n = 0
            act(f, g, code)
            assert f.b.log.n > 0, code
