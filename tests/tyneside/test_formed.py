"""Throwing on the tables: platoons and Formed Units that act together, and which table is whose."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.tyneside import actions, guns, risk, status, throws
from grognard.books.tyneside.figures import centre
from grognard.books.tyneside.hits import strike, suffer_all
from grognard.books.tyneside.state import Code, Gait, Hit, Risk, Row, Table
from grognard.books.tyneside.throws import Whose
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field

MOVE = Ask(int(AskKind.MOVE), 0, -1, -1)


def platoon(book: str = "ec", **house: Any) -> tuple[Field, int, int, int]:
    """Two groups of a platoon, the second nearer to the enemy, and a sergeant with them."""
    f = Field(book, **house)
    rear = f.group("blue", 4, 60, 40, group={"platoon": 0})
    front = f.group("blue", 4, 60, 45, group={"platoon": 0})
    f.leader("blue", 66, 40, role="nco")
    foe = f.group("red", 4, 60, 100, "south")
    f.ready()
    return f, rear, front, foe


def throw(f: Field, *dice: int, side: int = 0) -> None:
    f.ready()
    f.dice(*dice)
    throws.throw_all(f.b, side, Whose.ALL)
    f.used_up()


def results(f: Field, *groups: int) -> list[Code]:
    return [Code(f.g(g).code) for g in groups]


@pytest.mark.rule("EC-021", "EC-R20", "EC-R21", "TY-R92")
def test_a_platoon_keeps_company_with_the_first_to_move() -> None:
    f, rear, front, _ = platoon()
    for g in (rear, front):
        f.g(g).threat = 3  # row 2-5: 2 is cover, 5 goes on
    throw(f, 2, 5)
    assert results(f, rear, front) == [Code.CTC, Code.CTC] and f.g(rear).leads == front
    told = {int(e.actor): int(e.other) for e in f.events(Ev.RESULT)}
    assert told == {rear: front, front: -1}


@pytest.mark.rule("EC-021", "EC-R20")
def test_roman_results_are_obeyed_and_not_copied() -> None:
    f, rear, front, _ = platoon()
    for g in (rear, front):
        f.g(g).threat = 3
    throw(f, 2, 1)  # the front must withdraw: the rear goes its own way
    assert results(f, rear, front) == [Code.COV, Code.WDR] and f.g(rear).leads < 0
    f, rear, front, _ = platoon()
    for g in (rear, front):
        f.g(g).threat = 3
    throw(f, 1, 5)
    assert results(f, rear, front) == [Code.WDR, Code.CTC]


@pytest.mark.rule("EC-021", "EC-R21", "PS-019", "PS-020")
@pytest.mark.parametrize("broken", ["apart", "leader", "command", "kind", "platoon"])
def test_what_breaks_company(broken: str) -> None:
    for book in ("ec", "ps"):
        f, rear, front, _ = platoon(book)
        assert throws.keeps_company(f.b, rear)
        if broken == "apart":
            for i in f.of(rear):
                f.f(i).y -= 8
        elif broken == "leader":
            f.f(8).x = 120.0
        elif broken == "command":
            f.g(rear).commander = rear
        elif broken == "kind":
            f.g(rear).kind = 1
        else:
            f.g(rear).platoon = 1
        f.ready()
        assert not throws.keeps_company(f.b, rear) or broken == "platoon"
        assert not throws.same_unit(f.b, rear, front) or broken != "platoon"


@pytest.mark.rule("PS-019", "PS-020", "PS-R24")
def test_a_formed_unit_throws_one_die() -> None:
    f, rear, front, _ = platoon("ps")
    f.g(front).threat = 3
    throw(f, 3)
    assert f.g(rear).die == f.g(front).die == 3
    assert results(f, rear, front) == [Code.HLT_DISMOUNT, Code.HLT_DISMOUNT] and f.g(rear).leads == front
    assert len(f.events(Ev.ACTION_DIE)) == 2  # each reads it on its own row


@pytest.mark.rule("PS-R24", "PS-019")
@pytest.mark.parametrize("mixed", [True, False])
def test_pike_and_shot_may_be_one_unit(mixed: bool) -> None:
    f, rear, front, _ = platoon("ps", formed_mixed=mixed)
    for i in f.of(rear):
        f.f(i).arms = [22, 0, 0]
    f.ready()
    assert throws.same_unit(f.b, rear, front) == mixed
    throw(f, *([4] if mixed else [4, 4]))
    assert f.g(rear).leads < 0 and f.g(rear).row in (Row.MELEE_CALM, Row.MELEE_2)  # its own table


@pytest.mark.rule("TY-084", "EC-R20", "PS-R24")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_formed_troops_under_gunfire_dice_group_by_group(book: str) -> None:
    f, rear, front, _ = platoon(book)
    gun, _ = f.gun("red", 60, 75, facing="south")
    f.ready()
    f.dice(4 if book == "ec" else 1, *([1] * (4 if book == "ec" else 1)))
    guns.fire_gun(f.b, gun, front)
    f.b.dice.used = f.b.dice.n_given = 0
    assert f.g(front).shelled
    f.g(front).threat = f.g(rear).threat = 3
    throw(f, 2, 5)
    assert (f.g(rear).die, f.g(front).die) == (2, 5) and f.g(rear).leads < 0
    f.g(front).threat = f.g(rear).threat = 3
    throw(f, *([2, 5] if book == "ec" else [2]))  # the throw after that is theirs again
    assert f.g(rear).leads == front


# The throw


@pytest.mark.rule("EC-015", "EC-019", "PS-016", "PS-R06", "TY-R28", "TY-010")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_all_of_a_side_throw_before_anybody_moves(book: str) -> None:
    f = Field(book)
    first = f.group("blue", 2, 60, 40)
    second = f.group("blue", 2, 90, 40)
    f.g(second).commander = second  # commanded units throw as well
    f.group("red", 2, 60, 100, "south")
    throw(f, 3, 4)
    assert [int(e.actor) for e in f.events(Ev.ACTION_DIE)] == [first, second]
    assert (centre(f.b, first), centre(f.b, second)) == ((60, 40), (90, 40)) and not f.events(Ev.MOVES)
    assert throws.obeys(f.b, first) and not throws.obeys(f.b, second)


@pytest.mark.rule("TY-R06")
def test_the_die_is_read_as_thrown_and_only_the_risk_is_modified() -> None:
    for threat, row in (
        (0, Row.INFANTRY_CALM),
        (1, Row.INFANTRY_2),
        (5, Row.INFANTRY_3),
        (9, Row.INFANTRY_5),
    ):
        f = Field("ec")
        g = f.group("blue", 4, 60, 40, quality="top", kind="irregulars")
        f.group("red", 4, 60, 100, "south")
        f.g(g).threat = threat
        throw(f, 6)
        assert (f.g(g).die, f.g(g).row, f.g(g).risk) == (6, row, threat)
        assert f.g(g).code == throws.code_at(f.b, row, 6)


@pytest.mark.rule("TY-R45", "TY-055")
def test_leaders_with_a_group_are_no_part_of_its_strength() -> None:
    f = Field("ec")
    g = f.group("blue", 10, 60, 40, ranks=2)
    nco = f.leader("blue", 60, 36, role="nco")
    f.ready()
    assert f.g(nco).attached == g
    strike(f.b, f.of(nco)[0], Hit.KILL)
    suffer_all(f.b)
    assert risk.tenths(f.b, g) == 0 and f.g(nco).dead == 1 and f.g(g).dead == 0
    strike(f.b, f.of(g)[0], Hit.KILL)
    suffer_all(f.b)
    assert risk.tenths(f.b, g) == 1


@pytest.mark.rule("TY-R95", "TY-061")
def test_ties_for_nearest_go_to_the_lower_in_the_roster() -> None:
    f = Field("ec")
    g = f.group("blue", 1, 60, 40)
    one, two = f.group("red", 1, 40, 60, "south"), f.group("red", 1, 80, 60, "south")
    f.ready()
    assert status.nearest_seen(f.b, g)[0] == one
    f.f(f.of(two)[0]).y = 59.9
    assert status.nearest_seen(f.b, g)[0] == two


# Whose table


@pytest.mark.rule("EC-069", "EC-056", "TY-069")
def test_cavalry_has_a_list_and_a_table_of_its_own() -> None:
    f = Field("ec")
    g = f.group("blue", 4, 60, 40, kind="shock", mounted=True)
    f.ready()
    f.b.log.n = 0
    assert risk.risk_factor(f.b, g) == -4  # nothing for regulars
    (line,) = f.events(Ev.RISK)
    assert (line.b, f.catalogue.rule_id(int(line.rule))) == (Risk.UNTROUBLED, "EC-069")
    assert status.table_of(f.b, g) == Table.CAVALRY


@pytest.mark.rule("EC-R26", "EC-056")
def test_a_mounted_officer_is_cavalry_alone_and_his_group_s_with_infantry() -> None:
    f = Field("ec")
    officer = f.leader("blue", 60, 40, kind="skirmish_horse", mounted=True)
    f.ready()
    assert status.is_unit(f.b, officer) and status.table_of(f.b, officer) == Table.CAVALRY
    line = f.group("blue", 4, 60, 46)
    f.group("red", 4, 60, 100, "south")
    throw(f, 4)  # one die: he acts on his group's
    assert f.g(officer).attached == line and f.g(officer).code < 0
    assert f.g(line).row < Row.CAVALRY_CALM


@pytest.mark.rule("PS-R17", "TY-R84")
@pytest.mark.parametrize(
    ("more", "table"),
    [
        ({"arms": ("musket", "sword")}, Table.FIREARMS),
        ({"arms": ("bow",)}, Table.FIREARMS),
        ({"arms": ("pike", "sword")}, Table.MELEE),
        ({"arms": ("sword",), "targe": True, "kind": "irregulars"}, Table.MELEE),
        ({"kind": "dragoons", "mounted": True, "arms": ("dragoon_musket",)}, Table.FIREARMS),
        ({"kind": "dragoons", "arms": ("sword",)}, Table.FIREARMS),
        ({"kind": "dutch", "mounted": True}, Table.DUTCH),
        ({"kind": "swedish", "mounted": True}, Table.SWEDISH),
        ({"kind": "formed", "mounted": True}, Table.SWEDISH),
        ({"kind": "formed", "mounted": True, "armour": "cuirassier"}, Table.DUTCH),
        ({"role": "crew", "arms": ("musket",)}, Table.MELEE),
    ],
)
def test_the_tables_of_pike_and_shot(more: dict[str, Any], table: Table) -> None:
    f = Field("ps")
    g = f.group("blue", 4, 60, 40, **more)
    assert status.table_of(f.b, g) == table


@pytest.mark.rule("PS-R17")
def test_the_table_goes_by_most_of_the_living() -> None:
    f = Field("ps")
    g = f.group("blue", 5, 60, 40, arms=("pike",))
    for i in f.of(g)[:3]:
        f.f(i).arms = [2, 0, 0]
    assert status.table_of(f.b, g) == Table.FIREARMS
    f.f(f.of(g)[0]).lost = 1
    assert status.table_of(f.b, g) == Table.MELEE
    officer = f.leader("blue", 20, 20, arms=("pistol", "sword"))
    assert status.table_of(f.b, officer) == Table.FIREARMS


@pytest.mark.rule("TY-R08")
@pytest.mark.parametrize(
    ("die", "commanded", "gave_way"),
    [(1, False, True), (1, True, True), (2, False, False), (3, False, False)],
)
def test_whose_last_result_took_him_from_the_enemy(die: int, commanded: bool, gave_way: bool) -> None:
    f = Field("ec")
    g = f.group("blue", 4, 60, 40, kind="irregulars")
    f.group("red", 4, 60, 100, "south")
    f.g(g).threat = 2  # row 2-5: 1 withdraws, 2 seeks cover, 3 halts
    f.g(g).commander = g if commanded else -1
    throw(f, die)
    assert f.g(g).gave_way == gave_way
    f.g(g).threat = 2
    throw(f, 3)
    assert not f.g(g).gave_way


@pytest.mark.rule("TY-R44", "TY-R15", "TY-078")
@pytest.mark.parametrize(("die", "bound"), [(1, True), (5, False)])
def test_a_commanded_leader_with_a_group_is_bound_by_what_is_upright(die: int, bound: bool) -> None:
    f = Field("ec")
    squad = f.group("blue", 4, 60, 60, kind="irregulars")
    captain = f.leader("blue", 60, 56, pc=True)
    f.group("red", 4, 60, 110, "south")
    f.g(squad).threat = 2
    throw(f, die)
    refused = f.refused(MOVE, Act.MARCH, actor=captain, how=Gait.WALK, x=60, y=50)
    assert refused == ("TY-078" if bound else "")
    actions.act_out(f.b, squad)
    assert (f.f(f.of(captain)[0]).y < 40) == bound  # he withdraws with them, or stays where he is


@pytest.mark.rule("TY-R44", "TY-056")
def test_a_leader_alone_throws_for_himself() -> None:
    f = Field("ec")
    f.group("blue", 2, 60, 40)
    nco = f.leader("blue", 90, 40, role="nco")
    throw(f, 3, 4)
    assert f.g(nco).die == 4
    f.f(f.of(nco)[0]).x = 64.0
    throw(f, 3)
    assert f.g(nco).code < 0
    actions.gather_company(f.b, 0)
    assert f.b.paper.company[nco] == 1


@pytest.mark.rule("PS-019", "PS-R24")
def test_horse_may_be_a_formed_unit_but_not_with_foot() -> None:
    f = Field("ps")
    more: dict[str, Any] = {"kind": "swedish", "mounted": True, "arms": ("pistol", "sword")}
    rear = f.group("blue", 4, 60, 40, group={"platoon": 0}, **more)
    front = f.group("blue", 4, 60, 45, group={"platoon": 0}, **more)
    f.leader("blue", 70, 40)
    f.group("red", 4, 60, 100, "south")
    throw(f, 3)
    assert f.g(rear).die == f.g(front).die == 3 and f.g(rear).leads == front
    for i in f.of(rear):
        f.f(i).mounted = False
    assert not throws.same_unit(f.b, rear, front)
    throw(f, 3, 4)
    assert (f.g(rear).die, f.g(front).die) == (3, 4)
