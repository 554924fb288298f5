"""Free deployment: who places first, and where."""

from __future__ import annotations

import pytest

from grognard.battle import General
from grognard.books.horse_and_musket import deployment, legality, menu, sequence, setup, victory
from grognard.books.horse_and_musket.state import Formation, Lost
from grognard.values import Ask, Order

from .field import Act, AskKind, Ev, Field, rule

BLUE, RED = Ask(AskKind.DEPLOY, 0, -1, -1), Ask(AskKind.DEPLOY, 1, -1, -1)
NAN = float("nan")


def reserve(f: Field, side: str, troop: str = "line") -> int:
    return f.unit(side, troop, 0, 0, lost=int(Lost.RESERVE))


def deploying(
    f: Field,
    ask: Ask,
    i: int,
    x: float,
    y: float,
    how: Formation = Formation.LINE,
    fx: float = 0.0,
    fy: float = 1.0,
) -> str:
    return rule(f.check(ask, Act.DEPLOY, i, how=int(how), x=x, y=y, fx=fx, fy=fy))


def order(f: Field, i: int, x: float, y: float, how: Formation = Formation.LINE, fy: float = 1.0) -> None:
    f.order(Act.DEPLOY, i, how=int(how), x=x, y=y, fy=fy)


@pytest.mark.rule("FH-R90")
@pytest.mark.parametrize(("dice", "first"), [((2, 5), 0), ((5, 2), 1), ((3, 3, 1, 1, 6, 4), 1)])
def test_the_lower_roller_places_first_and_ties_are_rolled_again(dice: tuple[int, ...], first: int) -> None:
    f = Field()
    reserve(f, "blue")
    reserve(f, "red")
    f.dice(*dice)
    ask = f.asks(deployment.deploy, f.b)
    assert ask == Ask(AskKind.DEPLOY, first, -1, -1)
    roll = f.one(Ev.DEPLOY_ROLL)
    assert (roll.actor, roll.a, roll.b, roll.rule) == (first, *dice[-2:], 1090)
    f.used_up()


@pytest.mark.rule("FH-R90")
def test_units_are_placed_alternately_until_all_are_placed() -> None:
    f = Field()
    blue = [reserve(f, "blue") for _ in range(3)]
    red = reserve(f, "red", "light_horse")
    f.dice(6, 1)
    order(f, red, 20, 44, Formation.SQUADRONS, -1.0)
    for n, i in enumerate(blue):
        order(f, i, 10 + 10 * n, 5, Formation.COLUMN)
    deployment.deploy(f.b)
    assert [e.actor for e in f.events(Ev.DEPLOYED)] == [red, *blue]
    assert [f.u(i).lost for i in (red, *blue)] == [Lost.NO] * 4
    u = f.u(red)
    assert (u.x, u.y, u.fy, u.formation, u.width, u.depth) == (20, 44, -1, Formation.SQUADRONS, 4.5, 2)
    f.used_up()


@pytest.mark.rule("FH-R90")
def test_facing_as_its_player_likes() -> None:
    f = Field()
    i = reserve(f, "blue")
    f.dice(1, 2)
    f.order(Act.DEPLOY, i, how=int(Formation.LINE), x=20, y=6, fx=-0.6, fy=0.8)
    deployment.deploy(f.b)
    assert (f.u(i).fx, f.u(i).fy) == (-0.6, 0.8)


@pytest.mark.rule("FH-R90")
@pytest.mark.parametrize(
    ("y", "against"),
    [(11.25, ""), (11.26, "FH-R90"), (0.75, ""), (0.74, "FH-R90"), (NAN, "FH-R90"), (-3, "FH-R90")],
)
def test_all_of_it_within_twelve_inches_of_the_own_edge(y: float, against: str) -> None:
    f = Field()
    blue, red = reserve(f, "blue"), reserve(f, "red")
    assert deploying(f, BLUE, blue, 30, y) == against
    assert deploying(f, RED, red, 30, 48 - y) == against


@pytest.mark.rule("FH-R90")
def test_not_at_the_enemys_edge_nor_off_the_table() -> None:
    f = Field()
    blue, red = reserve(f, "blue"), reserve(f, "red")
    assert deploying(f, BLUE, blue, 30, 44) == deploying(f, RED, red, 30, 4) == "FH-R90"
    assert deploying(f, BLUE, blue, 2.9, 5) == deploying(f, BLUE, blue, 69.1, 5) == "FH-R90"
    assert deploying(f, BLUE, blue, NAN, 5) == "FH-R90"


@pytest.mark.rule("FH-R90")
def test_a_facing_and_a_formation_that_exist() -> None:
    f = Field()
    line, horse, guns = (
        reserve(f, "blue"),
        reserve(f, "blue", "heavy_horse"),
        reserve(f, "blue", "field_guns"),
    )
    assert (
        deploying(f, BLUE, line, 30, 5, fx=1.0, fy=1.0) == deploying(f, BLUE, line, 30, 5, fx=NAN) == "FH-R90"
    )
    assert deploying(f, BLUE, line, 30, 5, Formation.SQUARE, 0.6, 0.8) == ""
    assert deploying(f, BLUE, line, 30, 5, Formation.SQUADRONS) == "FH-R90"
    assert deploying(f, BLUE, line, 30, 5, Formation.GARRISON) == "FH-R90"
    assert deploying(f, BLUE, line, 30, 5, Formation.BATTERY) == "FH-R90"
    assert deploying(f, BLUE, horse, 30, 5, Formation.EXTENDED) == "FH-R90"
    assert deploying(f, BLUE, horse, 30, 5, Formation.MARCH) == ""
    assert deploying(f, BLUE, guns, 30, 5) == "FH-R90"
    assert deploying(f, BLUE, guns, 30, 5, Formation.BATTERY) == ""


@pytest.mark.rule("FH-R90")
def test_whose_unit_and_only_once() -> None:
    f = Field()
    blue, red, placed = reserve(f, "blue"), reserve(f, "red"), f.unit("blue", "line", 50, 5)
    lost = f.unit("blue", "line", 50, 5, lost=int(Lost.DISPERSED))
    for i in (red, placed, lost, -1, 4, 10**9):
        assert deploying(f, BLUE, i, 30, 5) == "FH-R90"
    assert rule(f.check(BLUE, Act.DONE)) == rule(f.check(BLUE, Act.MOVE, blue, x=30, y=5)) == "FH-R90"


@pytest.mark.rule("FH-R90", "FH-R14", "FH-R17")
def test_not_in_a_building_or_on_a_friend_and_guns_not_in_a_wood() -> None:
    f = Field()
    line, guns = reserve(f, "blue"), reserve(f, "blue", "field_guns")
    f.terrain("building", rectangle=(10, 4, 14, 8))
    f.terrain("wood", rectangle=(20, 4, 30, 8))
    f.unit("blue", "line", 50, 5)
    assert deploying(f, BLUE, line, 14, 5) == "FH-R14"
    assert deploying(f, BLUE, line, 25, 6) == ""
    assert deploying(f, BLUE, guns, 25, 6, Formation.BATTERY) == "FH-R14"
    assert deploying(f, BLUE, line, 52, 5) == "FH-R17"


@pytest.mark.rule("FH-R90")
def test_a_battle_without_places_begins_with_deployment() -> None:
    f = Field()
    reserve(f, "blue")
    f.b.aims.places_given = False
    f.dice(1, 2)
    assert f.asks(sequence.play_turn, f.b) == BLUE
    f.used_up()


@pytest.mark.rule("FH-R90")
@pytest.mark.parametrize(("given", "turn"), [(True, 0), (False, 1)])
def test_one_with_places_does_not_nor_does_a_later_turn(given: bool, turn: int) -> None:
    f = Field()
    reserve(f, "blue")
    f.b.aims.places_given, f.b.turn = given, turn
    f.dice(2, 1)
    assert f.asks(sequence.play_turn, f.b).kind == AskKind.INITIATIVE
    f.used_up()


# --- no room ------------------------------------------------------------------------------------------------

DONE = Order(int(Act.DONE), -1, -1, 0, 0.0, 0.0, 0.0, 0.0)


def crowded(gap: float = 2.0) -> tuple[Field, int, int, int]:
    """Blue's zone is built over but for a gap on the left, with room for one of his two units."""
    f = Field()
    f.terrain("building", rectangle=(gap, 0, 72, 13))
    f.terrain("building", rectangle=(0, 0, gap, 5.5))
    return f, reserve(f, "blue"), reserve(f, "blue"), reserve(f, "red")


@pytest.mark.rule("FH-R90")
def test_units_without_room_stay_off_the_table_and_the_deployment_ends() -> None:
    f, first, second, red = crowded()
    third = reserve(f, "red")
    f.dice(1, 2)
    order(f, first, 1, 9, Formation.MARCH)
    order(f, red, 20, 44, fy=-1.0)
    f.order(Act.DONE)
    order(f, third, 40, 44, fy=-1.0)
    deployment.deploy(f.b)
    assert [e.actor for e in f.events(Ev.DEPLOYED)] == [first, red, third]
    assert (f.one(Ev.NO_ROOM).actor, f.one(Ev.NO_ROOM).rule) == (second, 1090)
    assert f.check(BLUE, Act.DONE) == 0
    assert [f.u(i).lost for i in (first, second, red, third)] == [Lost.NO, Lost.RESERVE, Lost.NO, Lost.NO]
    f.used_up()


@pytest.mark.rule("FH-R90")
@pytest.mark.parametrize("gap", [0.5, 1.5, 2.0, 30.0])
def test_done_is_refused_as_long_as_there_is_room(gap: float) -> None:
    f, first, _, _ = crowded(gap)
    names = setup.Names(units=["1st Line", "2nd Line", "The Reds"], ids=["B1", "B2", "R1"])
    against = f.check(BLUE, Act.DONE)
    choices = menu.choices(f.b, names, BLUE)
    assert [legality.check(f.b, BLUE, c.order) for c in choices] == [0] * len(choices)
    assert rule(against) == ("FH-R90" if gap > 1.5 else "")
    if not against:
        assert [(c.order, c.text) for c in choices] == [
            (DONE, "there is no room: the others stay off the table")
        ]
        return
    assert {c.order.kind for c in choices} == {Act.DEPLOY}
    refusal = menu.explain(f.b, names, BLUE, DONE, f.check(BLUE, Act.DONE))
    assert refusal.text == "there is room for 1st Line"
    assert refusal.nearest is not None
    assert (refusal.nearest.kind, refusal.nearest.actor) == (Act.DEPLOY, first)


@pytest.mark.rule("FH-R90")
def test_a_wide_unit_that_has_no_room_in_march_column_may_have_it_in_another_formation() -> None:
    f = Field()
    i = reserve(f, "blue")
    f.b.rules.deployment_depth = 3.0
    deep = legality.first_place_of(f.b, 0, i, Formation.MARCH)
    found = legality.first_place(f.b, 0)
    assert deep.kind == Act.DONE
    assert (found.kind, found.actor) == (Act.DEPLOY, i)
    assert rule(f.check(BLUE, Act.DONE)) == "FH-R90"


@pytest.mark.rule("FH-R90")
@pytest.mark.parametrize("general", [General.DRILL, General.RANDOM])
def test_generals_whose_zone_is_full_end_the_deployment_too(general: General) -> None:
    f, first, second, red = crowded()
    f.b.generals = [int(general)] * 2
    f.dice(1, 2)
    deployment.deploy(f.b)
    assert f.u(red).lost == Lost.NO
    assert [f.u(i).lost for i in (first, second)] == [Lost.NO, Lost.RESERVE]
    assert f.one(Ev.NO_ROOM).actor == second
    f.used_up()


@pytest.mark.rule("FH-R90", "FH-R13")
def test_a_general_deploys_with_his_unit_or_waits_with_it_off_the_table() -> None:
    f, first, second, red = crowded()
    with_first, with_second = (
        f.general("blue", 0, 0, attached=first),
        f.general("blue", 0, 0, attached=second),
    )
    f.dice(1, 2)
    order(f, first, 1, 9, Formation.MARCH)
    order(f, red, 20, 44, fy=-1.0)
    f.order(Act.DONE)
    deployment.deploy(f.b)
    assert (f.b.leaders[with_first].x, f.b.leaders[with_first].y) == (1, 9)
    ask = Ask(AskKind.GENERAL, 0, -1, -1)
    assert rule(f.check(ask, Act.MOVE, with_first, x=1.0, y=8.0)) == ""
    assert rule(f.check(ask, Act.MOVE, with_second, x=1.0, y=8.0)) == "FH-R90"
    assert rule(f.check(ask, Act.ATTACH, with_second, red)) == "FH-R90"
    names = setup.Names(units=["1st", "2nd", "Reds"], leaders=["Alder", "Birch"])
    move = Order(int(Act.MOVE), with_second, -1, 0, 1.0, 8.0, 0.0, 0.0)
    refusal = menu.explain(f.b, names, ask, move, f.check(ask, Act.MOVE, with_second, x=1.0, y=8.0))
    assert refusal.text == "Birch is with 2nd, off the table"
    f.used_up()


@pytest.mark.rule("FH-R88", "FH-R90")
def test_who_never_came_on_the_table_is_no_loss() -> None:
    f = Field()
    f.unit("blue", "line", 20, 5)
    for _ in range(3):
        reserve(f, "blue")
    assert victory.units_out(f.b, 0) == 0
    assert not victory.is_broken(f.b, 0)
    f.unit("blue", "line", 50, 5, lost=int(Lost.DISPERSED))
    assert victory.units_out(f.b, 0) == 1
