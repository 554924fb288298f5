"""The worked examples of the catalogue."""

from __future__ import annotations

import pytest

from grognard.books.tyneside import commanding, guns, melee, risk, throws, volleys
from grognard.books.tyneside.hits import suffer_all
from grognard.books.tyneside.state import Code, Lost, Risk

from .field import Act, Ev, Field, order


def platoon(book: str, first: str, second: str, third: str) -> tuple[Field, int, int, int, list[int]]:
    """An officer in a wood, two NCOs each within 25 of the one before, and 27 men in three groups."""
    f = Field(book)
    f.terrain("wood", rectangle=(10, 10, 120, 60))
    pc = f.leader("blue", 20, 30, quality=first, pc=True)
    nco1 = f.leader("blue", 42, 30, role="nco", quality=second)
    nco2 = f.leader("blue", 64, 30, role="nco", quality=third)
    groups = [f.group("blue", 9, x, 36, ranks=3) for x in (30, 52, 74)]
    for g in (nco1, nco2, *groups):
        f.loyal(g, pc, nco1, nco2)
    f.ready()
    return f, pc, nco1, nco2, groups


@pytest.mark.rule(
    "TY-008", "TY-021", "TY-022", "TY-026", "TY-028", "TY-031", "TY-032", "TY-033", "TY-034", "TY-035"
)
@pytest.mark.rule("TY-R31", "TY-R32", "TY-R33", "TY-R39", "TY-R41", "EC-017")
@pytest.mark.parametrize(("book", "first", "second", "third"), [("ec", "mid", "mid", "low")])
def test_the_chain_of_command_of_the_printed_example(book: str, first: str, second: str, third: str) -> None:
    f, pc, nco1, nco2, groups = platoon(book, first, second, third)
    f.dice(4, 4, 4)  # 12
    f.dice(1, 3, 3)  # 7
    f.dice(4, 6)  # 10
    f.play(
        lambda b: commanding.command(b, pc),
        order(Act.NO, pc),
        order(Act.ACTIVATE, pc, nco1),
        order(Act.ACTIVATE, pc, nco2),
        *(order(Act.ACTIVATE, pc, g) for g in groups),
    )
    f.used_up()
    assert [e.b for e in f.events(Ev.COMMAND_DICE)] == [12, 7, 10]
    assert [(e.a, e.b) for e in f.events(Ev.ACTIVATED)] == [(1, 11), (1, 17), (9, 18), (9, 9), (9, 0)]
    assert all(f.g(g).commander == pc for g in groups) and not f.events(Ev.POINTS_LOST)


@pytest.mark.rule("PS-021", "PS-R05")
def test_a_good_officer_throws_four_dice_whatever_the_example_says() -> None:
    f, pc, nco1, nco2, groups = platoon("ps", "top", "top", "low")
    f.dice(3, 3, 3, 3)  # 12 on four dice
    f.dice(1, 2, 2, 2)  # 7 on four
    f.dice(4, 6)
    f.play(
        lambda b: commanding.command(b, pc),
        order(Act.NO, pc),
        order(Act.ACTIVATE, pc, nco1),
        order(Act.ACTIVATE, pc, nco2),
        *(order(Act.ACTIVATE, pc, g) for g in groups),
    )
    f.used_up()
    assert [e.a for e in f.events(Ev.COMMAND_DICE)] == [4, 4, 2]
    assert f.g(pc).points == 0 and all(f.g(g).commander == pc for g in groups)


@pytest.mark.rule(
    "EC-040", "EC-042", "EC-044", "EC-050", "TY-068", "TY-073", "TY-076", "TY-078", "TY-R04", "TY-R09"
)
@pytest.mark.parametrize(("die", "code", "roman"), [(1, Code.WDR, True), (2, Code.COV, False)])
def test_risk_of_formed_regulars_who_have_lost_a_quarter(die: int, code: Code, roman: bool) -> None:
    f = Field("ec")
    line = f.group("blue", 12, 60, 20, ranks=2)
    f.group("red", 6, 60, 84, "south")
    for i in f.of(line)[-2:]:
        f.f(i).lost = Lost.KILLED
    f.g(line).dead = 2
    f.f(f.of(line)[0]).wounded = True
    f.ready()
    assert risk.risk_factor(f.b, line) == 2
    assert {(e.b, e.a) for e in f.events(Ev.RISK)} == {
        (Risk.REGULARS, -1),
        (Risk.IN_RANGE, 1),
        (Risk.TENTH, 2),
    }
    f.dice(die)
    throws.throw_all(f.b, 0, throws.Whose.ALL)
    f.used_up()
    assert (f.g(line).code, f.g(line).roman) == (code, roman)
    assert throws.obeys(f.b, line)
    f.g(line).commander = line
    assert throws.obeys(f.b, line) == roman


@pytest.mark.rule(
    "EC-007",
    "EC-031",
    "EC-033",
    "EC-036",
    "TY-052",
    "TY-053",
    "TY-054",
    "TY-066",
    "TY-R01",
    "TY-R50",
    "TY-R61",
)
def test_four_raw_muskets_at_medium_range() -> None:
    f = Field("ec")
    line = f.group("blue", 4, 60, 20, quality="low")
    target = f.group("red", 9, 60, 53, "south", ranks=1)
    for i in f.of(line):
        f.f(i).arms = [2, 0, 0]
    f.g(line).commander = line
    f.ready()
    f.dice(4, 2, 8, 7)
    f.dice(2, 5, 2)
    f.dice(4, 1, 6)
    assert volleys.fire(f.b, line, target) == 3
    f.used_up()
    assert [(e.a, e.b, e.other) for e in f.events(Ev.DAMAGE)] == [(4, 1, -1), (1, 0, -1), (6, 2, -1)]
    suffer_all(f.b)
    assert len(f.of(target)) == 8 and f.g(target).dead == 1
    assert not any(f.f(i).wounded for i in f.of(target))


@pytest.mark.rule("PS-093", "PS-094", "PS-R27", "TY-081", "TY-082", "TY-083", "TY-R14")
def test_a_saker_at_24_pikemen() -> None:
    f = Field("ps")
    gun, _ = f.gun("blue", 60, 20)
    pikes = f.group("red", 24, 60, 47, "south", ranks=4, arms=("pike",))
    f.ready()
    assert guns.may_fire_gun(f.b, gun, pikes) == 0
    f.dice(3, 1)
    f.dice(1, 2, 3, 4)
    guns.fire_gun(f.b, gun, pikes)
    f.used_up()
    effect = f.one(Ev.GUN_EFFECT)
    assert (effect.a, effect.b) == (2, 2)
    assert f.g(pikes).threat == 9 and not f.e(gun).loaded


@pytest.mark.rule(
    "PS-010", "PS-011", "PS-102", "PS-106", "TY-088", "TY-091", "TY-092", "TY-093", "TY-R72", "TY-R73"
)
def test_a_halberdier_and_a_swordsman_in_buff() -> None:
    f = Field("ps")
    halberd = f.group("blue", 1, 60, 20, quality="top", arms=("halbert",))
    sword = f.group("red", 1, 60, 22, "south", quality="mid", arms=("sword",), armour="buff")
    f.dice(4, 5)
    melee.fight_all(f.b)
    f.used_up()
    assert [(e.a, e.b) for e in f.events(Ev.FIGHTS)] == [(4, 5), (5, 5)]
    assert f.events(Ev.MATCH_TIED) and len(f.of(halberd)) == len(f.of(sword)) == 1
