"""The drill-book general: his habits one by one, and that he never gives an illegal order."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.battle import General
from grognard.books.tyneside import decide, legality, sequence, setup
from grognard.books.tyneside.drill import drill
from grognard.books.tyneside.drill_fire import men_ready
from grognard.books.tyneside.drill_plan import known_to
from grognard.books.tyneside.figures import centre, figure_group_gap, first
from grognard.books.tyneside.sight import cover_from
from grognard.books.tyneside.state import Battle, Cover, Shape
from grognard.values import Ask, Order

from .field import BOOKS, FOLDER, NOBODY, Act, AskKind, Field

SCENARIOS = [
    ("ec", FOLDER / "early_19th" / "scenarios" / "the-mill-at-valdespino.toml"),
    ("ec", FOLDER / "early_19th" / "scenarios" / "the-wagon-road.toml"),
    ("ps", FOLDER / "pike_and_shot" / "scenarios" / "saxby-bridge.toml"),
    ("ps", FOLDER / "pike_and_shot" / "scenarios" / "copthorne-lane.toml"),
]


def says(f: Field, kind: AskKind, actor: int = NOBODY, other: int = NOBODY, side: int = 0) -> Order:
    """What he answers; always something legal."""
    ask = Ask(int(kind), side, actor, other)
    given = drill(f.b, ask)
    assert legality.check(f.b, ask, given) == 0
    return given


def commanded(f: Field, *groups: int) -> None:
    """These groups are under command."""
    for g in groups:
        f.g(g).commander = 0


def objective(f: Field, x: float, y: float, points: int = 30, radius: float = 15.0) -> None:
    o = f.b.aims.objectives[f.b.aims.n_objectives]
    o.x, o.y, o.points, o.radius = x, y, points, radius
    f.b.aims.n_objectives += 1


# command points


def test_leaders_are_paid_first_and_the_drummer_before_all() -> None:
    f = Field("ec")
    pc = f.leader("blue", 40, 10, pc=True)
    line = f.group("blue", 6, 40, 20)
    sergeant = f.leader("blue", 44, 10, role="nco")
    drummer = f.leader("blue", 48, 10, role="drummer")
    for g in (line, sergeant, drummer):
        f.loyal(g, pc, sergeant, drummer)
    f.g(pc).points = 12
    f.ready()
    assert says(f, AskKind.SPEND, pc)[:3] == (Act.ACTIVATE, pc, drummer)
    commanded(f, drummer)
    assert says(f, AskKind.SPEND, pc).other == sergeant
    commanded(f, sergeant)
    assert says(f, AskKind.SPEND, pc).other == line


def test_points_go_to_the_group_that_has_an_enemy_before_it() -> None:
    f = Field("ec")
    pc = f.leader("blue", 60, 10, pc=True)
    idle = f.group("blue", 6, 100, 10)
    busy = f.group("blue", 6, 30, 10)
    f.group("red", 6, 10, 40, "south")
    for g in (idle, busy):
        f.loyal(g, pc)
    f.g(pc).points = 6
    f.ready()
    assert says(f, AskKind.SPEND, pc).other == busy


def test_men_who_run_are_rallied_before_idle_men_are_told_to_stand() -> None:
    f = Field("ec")
    pc = f.leader("blue", 60, 20, pc=True)
    idle = f.group("blue", 6, 90, 20)
    runs = f.group("blue", 3, 40, 20, group={"router": True})
    for g in (idle, runs):
        f.loyal(g, pc)
    f.g(pc).points = 6
    f.ready()
    assert says(f, AskKind.SPEND, pc).other == runs


def test_he_keeps_his_dice_rather_than_fire_his_pistol() -> None:
    f = Field("ec")
    pc = f.leader("blue", 40, 10, pc=True, arms=("pistol",))
    f.group("red", 6, 40, 16, "south")
    f.ready()
    assert says(f, AskKind.DECLARE, pc).kind == Act.NO


# leaders


def test_a_sergeant_keeps_behind_his_men_and_not_among_them() -> None:
    f = Field("ec")
    line = f.group("blue", 10, 60, 40, ranks=2)
    sergeant = f.leader("blue", 60, 43, role="nco")
    f.group("red", 10, 60, 75, "south", ranks=2)
    commanded(f, sergeant)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given.kind == Act.MARCH and given.actor == sergeant
    i = f.of(sergeant)[0]
    f.f(i).x, f.f(i).y = given.x, given.y
    assert given.y < 40
    assert f.b.rules.near < figure_group_gap(f.b, i, line) < 20


def test_a_leader_who_is_well_placed_stays_there() -> None:
    f = Field("ec")
    f.group("blue", 10, 60, 40, ranks=2)
    sergeant = f.leader("blue", 60, 28, role="nco")
    f.group("red", 10, 60, 75, "south", ranks=2)
    commanded(f, sergeant)
    f.ready()
    assert says(f, AskKind.MOVE)[:2] == (Act.HOLD, sergeant)


# loading and firing


def test_loaded_men_in_range_stand_and_fire() -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 60, 30, ranks=2)
    foe = f.group("red", 10, 60, 58, "south", ranks=2)
    commanded(f, shot)
    f.ready()
    objective(f, 60, 100)
    assert says(f, AskKind.MOVE)[:2] == (Act.HOLD, shot)
    assert says(f, AskKind.SHOOT)[:3] == (Act.FIRE, shot, foe)


def test_men_with_empty_muskets_stand_and_load_before_the_enemy() -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 60, 30, ranks=2, loaded=False)
    f.group("red", 10, 60, 58, "south", ranks=2)
    commanded(f, shot)
    objective(f, 60, 100)
    for i in f.of(shot):
        f.f(i).loaded = False
    f.ready()
    assert men_ready(f.b, shot) == 0
    assert says(f, AskKind.MOVE)[:2] == (Act.HOLD, shot)
    assert says(f, AskKind.SHOOT).kind == Act.DONE


def test_with_nobody_near_they_march_to_the_place_that_counts() -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 60, 10, ranks=2)
    commanded(f, shot)
    objective(f, 60, 100)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, shot)
    assert given.y == pytest.approx(35.0)  # a whole move


def test_men_of_the_later_wars_go_half_a_move_and_fire_the_same_turn() -> None:
    f = Field("ec")
    line = f.group("blue", 10, 60, 20, ranks=2)
    f.group("red", 10, 60, 72, "south", ranks=2)
    commanded(f, line)
    objective(f, 60, 100)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, line)
    assert 20 < given.y <= 32.5 + 1e-6


def test_fire_is_aimed_at_those_in_the_open() -> None:
    f = Field("ec")
    f.terrain("wall", line=[(40, 46), (60, 46)])
    line = f.group("blue", 10, 64, 20, ranks=2)
    f.group("red", 6, 50, 47.5, "south")
    bare = f.group("red", 6, 78, 48, "south")
    commanded(f, line)
    f.ready()
    assert says(f, AskKind.SHOOT)[:3] == (Act.FIRE, line, bare)


def test_a_lone_officer_in_range_is_the_best_target() -> None:
    f = Field("ec")
    line = f.group("blue", 10, 60, 20, ranks=2)
    f.group("red", 6, 50, 48, "south")
    chief = f.leader("red", 70, 46, pc=True)
    commanded(f, line)
    f.ready()
    assert says(f, AskKind.SHOOT).other == chief


def test_a_gun_with_nobody_before_it_is_turned_to_the_enemy() -> None:
    f = Field("ps")
    k, crew = f.gun("blue", 60, 20)
    f.group("red", 12, 90, 60, "south", ranks=2)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.PIVOT, crew)
    assert given.fx > 0.5
    f.e(k).loaded = False
    assert says(f, AskKind.MOVE)[:2] == (Act.HOLD, crew)


# horse and pikes


def test_pikes_go_between_the_shot_and_the_horse() -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 60, 30, ranks=2)
    pikes = f.group("blue", 12, 90, 26, ranks=3, arms=("pike", "sword"))
    f.group("red", 8, 60, 90, "south", ranks=2, kind="swedish", arms=("sword",), mounted=True)
    commanded(f, pikes)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, pikes)
    sx, sy = centre(f.b, shot)
    before = (sx, sy + 12)
    assert (
        abs(given.x - before[0]) + abs(given.y - before[1]) < abs(90 - before[0]) + abs(26 - before[1]) - 15
    )


def test_horse_charges_shot_and_leaves_pikes_that_face_it_alone() -> None:
    f = Field("ps")
    horse = f.group("blue", 8, 60, 20, ranks=2, kind="swedish", arms=("sword",), mounted=True)
    f.group("red", 12, 60, 50, "south", ranks=3, arms=("pike", "sword"))
    shot = f.group("red", 8, 90, 50, "south", ranks=2)
    commanded(f, horse)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:3] == (Act.CHARGE, horse, shot)


def test_a_line_forms_square_while_cuirassiers_are_near_and_leaves_it_when_they_are_gone() -> None:
    f = Field("ec")
    line = f.group("blue", 10, 60, 20, ranks=2)
    horse = f.group("red", 6, 60, 60, "south", kind="cuirassiers", arms=("sword",), mounted=True)
    commanded(f, line)
    f.ready()
    assert says(f, AskKind.MOVE)[:2] == (Act.SQUARE, line)
    f.g(line).shape = int(Shape.SQUARE)
    assert says(f, AskKind.MOVE)[:2] == (Act.HOLD, line)
    for i in f.of(horse):
        f.f(i).y = 115.0
    f.ready()
    assert says(f, AskKind.MOVE)[:2] == (Act.REFORM, line)


def test_a_remnant_joins_its_like() -> None:
    f = Field("ec")
    f.group("blue", 8, 60, 20)
    few = f.group("blue", 2, 60, 24)
    commanded(f, few)
    f.ready()
    assert says(f, AskKind.MOVE)[:3] == (Act.JOIN, few, 0)


def test_winners_follow_the_weaker_and_let_the_stronger_go() -> None:
    f = Field("ec")
    strong = f.group("blue", 8, 60, 20)
    f.group("red", 4, 60, 26, "south", quality="low")
    weak = f.group("blue", 2, 120, 20, quality="low")
    f.group("red", 8, 120, 26, "south", quality="top")
    f.ready()
    assert says(f, AskKind.FOLLOW, strong).kind == Act.FOLLOW_UP
    assert says(f, AskKind.FOLLOW, weak).kind == Act.STAY


# cover


def test_men_who_make_a_stand_go_behind_the_wall_there() -> None:
    f = Field("ec")
    f.terrain("wall", line=[(50, 46), (70, 46)])
    line = f.group("blue", 8, 60, 30)
    foe = f.group("red", 10, 60, 118, "south", arms=("sword",))
    objective(f, 60, 46)
    commanded(f, line)
    f.ready()
    for i in f.of(foe):
        f.f(i).loaded = False
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, line)
    middle = f.of(line)[4]
    f.f(middle).x, f.f(middle).y = given.x, given.y
    assert cover_from(f.b, middle, 60, 118) == Cover.HARD


# what he does not know


def test_he_does_not_look_for_men_nobody_has_spotted() -> None:
    f = Field("ec")
    f.terrain("wood", rectangle=(40, 60, 80, 90))
    line = f.group("blue", 8, 60, 20)
    hidden = f.group("red", 8, 60, 66, "south")
    commanded(f, line)
    f.ready()
    assert known_to(f.b, 0) == 0
    assert says(f, AskKind.MOVE)[:2] == (Act.HOLD, line)
    f.g(hidden).spotted = 1 << line
    f.ready()
    assert known_to(f.b, 0) == 1 << hidden
    assert says(f, AskKind.MOVE)[:2] == (Act.MARCH, line)


# whole battles


def battle(book: str, path: Path, seed: int, **house: str) -> Battle:
    b, _, _ = setup.new_battle(BOOKS[book], path, house)
    b.generals[0] = b.generals[1] = int(General.DRILL)
    setup.seed(b, seed)
    return b


@pytest.mark.parametrize(("book", "path"), SCENARIOS, ids=[path.stem for _, path in SCENARIOS])
def test_all_his_orders_are_legal(book: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Order] = []

    def checked(b: Battle, ask: Ask) -> Order:
        order = drill(b, ask)
        assert legality.check(b, ask, order) == 0, (AskKind(ask.kind).name, Act(order.kind).name, b.turn)
        given.append(order)
        return order

    monkeypatch.setattr(decide, "drill", checked)
    b = battle(book, path, 3)
    for _ in range(4):
        sequence.play_turn(b)
    assert len(given) > 40
    assert {Act.ACTIVATE, Act.MARCH, Act.HOLD, Act.FIRE} <= {Act(o.kind) for o in given}


def test_the_women_are_led_out_of_the_mill_one_by_one() -> None:
    book, path = SCENARIOS[0]
    b = battle(book, path, 3)
    b.turn = 1
    for g in range(b.n_groups):
        b.groups[g].ordered = not b.groups[g].civilian
    women = next(g for g in range(b.n_groups) if b.groups[g].civilian)
    near = first(b, women)
    b.figures[near].x, b.figures[near].y = 90.0, 9.0  # one of them is nearly off
    b.groups[women].commander = 0
    seen = {}
    for _ in range(3):
        ask = Ask(int(AskKind.MOVE), 0, NOBODY, NOBODY)
        given = drill(b, ask)
        assert given.kind == Act.STEP and legality.check(b, ask, given) == 0
        seen[given.actor] = given.y
        b.figures[given.actor].stepped = b.turn
    assert len(seen) == 3 and seen.pop(near) < 0.0
    assert all(y < 70.0 for y in seen.values())  # through the door, to the south
    assert drill(b, ask).kind == Act.DONE


@pytest.mark.rule("TY-R52")
def test_split_fire_comes_to_an_end() -> None:
    book, path = SCENARIOS[1]
    b = battle(book, path, 3, split_fire="true")
    for _ in range(2):
        sequence.play_turn(b)
    assert b.turn == 2 and b.decisions < 150
