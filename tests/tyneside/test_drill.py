"""The drill-book general: his habits one by one, and that he never gives an illegal order."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.battle import General
from grognard.books.tyneside import decide, legality, sequence, setup
from grognard.books.tyneside.drill import drill
from grognard.books.tyneside.drill_fire import men_ready
from grognard.books.tyneside.drill_front import front_at
from grognard.books.tyneside.drill_lead import danger
from grognard.books.tyneside.drill_plan import known_to
from grognard.books.tyneside.drill_rescue import has_all_in_reach
from grognard.books.tyneside.figures import centre, figure_group_gap, first
from grognard.books.tyneside.risk import flanked
from grognard.books.tyneside.shooting import how_things_stand
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
    if kind == AskKind.SHOOT:
        sequence.note_able(f.b, side, how_things_stand(f.b))
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


@pytest.mark.parametrize(("enemy_at", "first_are_pikes"), [(60, True), (75, False)])
def test_pikes_who_can_charge_are_commanded_before_shot_who_can_fire(
    enemy_at: float, first_are_pikes: bool
) -> None:
    f = Field("ps")
    pc = f.leader("blue", 60, 20, pc=True)
    pikes = f.group("blue", 8, 60, 34, ranks=2, arms=("pike", "sword"))
    shot = f.group("blue", 8, 75, 34, ranks=2)
    f.group("red", 10, 66, enemy_at, "south", ranks=2)
    for g in (pikes, shot):
        f.loyal(g, pc)
    f.g(pc).points = 8
    f.ready()
    assert says(f, AskKind.SPEND, pc).other == (pikes if first_are_pikes else shot)


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


def test_men_who_would_be_over_the_edge_next_are_rallied_first() -> None:
    f = Field("ec")
    pc = f.leader("blue", 60, 40, pc=True)
    busy = f.group("blue", 6, 70, 50, arms=("sword",), mounted=True)
    gone = f.group("blue", 4, 60, 12, group={"falling_back": True})
    f.group("red", 6, 70, 80, "south")
    for g in (busy, gone):
        f.loyal(g, pc)
    f.g(pc).points = 6
    f.ready()
    assert says(f, AskKind.SPEND, pc).other == gone
    for i in f.of(gone):
        f.f(i).y = 45.0
    f.ready()
    assert says(f, AskKind.SPEND, pc).other == busy


def test_he_keeps_his_dice_rather_than_fire_his_pistol() -> None:
    f = Field("ec")
    pc = f.leader("blue", 40, 10, pc=True, arms=("pistol",))
    f.group("red", 6, 40, 16, "south")
    f.ready()
    assert says(f, AskKind.DECLARE, pc).kind == Act.NO


# leaders


@pytest.mark.parametrize(
    ("book", "enemy_at", "among"), [("ec", 85, True), ("ec", 64, False), ("ps", 64, True)]
)
def test_a_sergeant_is_close_behind_his_men_until_quick_fire_is_near(
    book: str, enemy_at: float, among: bool
) -> None:
    f = Field(book)
    line = f.group("blue", 10, 60, 40, ranks=2)
    sergeant = f.leader("blue", 60, 43, role="nco")
    f.group("red", 10, 60, enemy_at, "south", ranks=2)
    commanded(f, sergeant)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given.kind == Act.MARCH and given.actor == sergeant
    i = f.of(sergeant)[0]
    f.f(i).x, f.f(i).y = given.x, given.y
    assert given.y < 40
    assert (figure_group_gap(f.b, i, line) <= f.b.rules.near) == among
    assert figure_group_gap(f.b, i, line) < 20


def test_no_leader_stays_where_one_bad_throw_takes_him_over_the_edge() -> None:
    f = Field("ps")
    captain = f.leader("blue", 60, 8, mounted=True, kind="dutch")
    f.group("red", 10, 60, 112, "south", ranks=2)
    commanded(f, captain)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, captain)
    assert given.y > 28


@pytest.mark.parametrize(("apart", "sooner"), [(41, True), (60, False)])
def test_he_without_whom_the_battle_is_lost_thinks_himself_in_danger_sooner(
    apart: float, sooner: bool
) -> None:
    f = Field("ec")
    chief = f.leader("blue", 60, 50, pc=True)
    foe = f.of(f.group("red", 1, 60, 50 + apart, "south"))[0]
    f.ready()
    plain = danger(f.b, chief, 60, 50, apart, foe)
    f.b.aims.must_live = chief
    assert (danger(f.b, chief, 60, 50, apart, foe) > plain + 1.0) == sooner


def test_a_leader_who_is_well_placed_stays_there() -> None:
    f = Field("ec")
    f.group("blue", 10, 60, 40, ranks=2)
    sergeant = f.leader("blue", 60, 36, role="nco")
    f.group("red", 10, 60, 85, "south", ranks=2)
    commanded(f, sergeant)
    f.ready()
    assert says(f, AskKind.MOVE)[:2] == (Act.HOLD, sergeant)


# loading and firing


def test_loaded_men_in_range_stand_and_fire() -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 60, 30, ranks=2)
    foe = f.group("red", 10, 60, 45, "south", ranks=2)
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


# the front


def test_the_front_takes_in_all_whom_a_group_sees_or_else_the_nearest() -> None:
    f = Field("ps")
    line = f.group("blue", 1, 60, 20)
    f.group("red", 1, 40, 60, "south")
    f.group("red", 1, 80, 60, "south")
    f.ready()
    assert front_at(f.b, line, 60, 20)[:2] == pytest.approx((0.0, 1.0))
    near = f.group("red", 1, 90, 16, "west")
    f.ready()
    fx, fy, seen = front_at(f.b, line, 60, 20)
    x, y = centre(f.b, near)
    assert seen and (fx, fy) == pytest.approx(((x - 60) / 30.265, (y - 20) / 30.265), abs=1e-3)


def test_pikes_who_stand_turn_so_that_nobody_is_on_their_flank() -> None:
    f = Field("ps")
    pikes = f.group("blue", 12, 60, 40, ranks=3, arms=("pike", "sword"))
    f.group("red", 10, 100, 50, "west", ranks=2)
    commanded(f, pikes)
    objective(f, 60, 40)
    f.ready()
    assert flanked(f.b, pikes)
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, pikes)
    assert (given.x, given.y) == pytest.approx(centre(f.b, pikes))
    assert given.fx > 0.9


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


# the end of the battle


@pytest.mark.parametrize("left", [1, 6])
def test_who_holds_a_place_as_the_battle_ends_does_not_leave_it(left: int) -> None:
    f = Field("ps")
    swords = f.group("blue", 10, 60, 40, ranks=2, arms=("sword",), quality="top")
    f.group("red", 4, 60, 62, "south", arms=("club",), quality="low")
    objective(f, 60, 40)
    commanded(f, swords)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    assert (says(f, AskKind.MOVE).kind == Act.CHARGE) == (left == 6)
    assert (says(f, AskKind.FOLLOW, swords).kind == Act.FOLLOW_UP) == (left == 6)


@pytest.mark.parametrize(
    ("foes", "left", "on_place", "charges"),
    [(8, 9, True, True), (8, 9, False, False), (16, 9, True, False), (16, 2, True, True)],
)
def test_even_odds_will_do_against_men_who_stand_on_the_place_and_worse_at_the_end(
    foes: int, left: int, on_place: bool, charges: bool
) -> None:
    f = Field("ps")
    shot = f.group("blue", 8, 60, 40, ranks=2)
    f.group("red", foes, 60, 62, "south", ranks=2)
    objective(f, 60, 62 if on_place else 20)
    commanded(f, shot)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    assert (says(f, AskKind.MOVE).kind == Act.CHARGE) == charges


@pytest.mark.parametrize(
    ("left", "on_place", "charges"), [(1, True, True), (1, False, False), (2, True, False)]
)
def test_in_the_last_turn_shot_charges_even_pikes_who_stand_on_the_place(
    left: int, on_place: bool, charges: bool
) -> None:
    f = Field("ps")
    shot = f.group("blue", 10, 60, 46, ranks=2)
    f.group("red", 8, 60, 62, "south", ranks=2, arms=("pike", "sword"), armour="half")
    objective(f, 60, 56 if on_place else 36)
    commanded(f, shot)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    assert (says(f, AskKind.MOVE).kind == Act.CHARGE) == charges


@pytest.mark.parametrize("left", [2, 8])
def test_at_the_end_men_who_run_are_fired_at_while_they_are_on_the_place(left: int) -> None:
    f = Field("ps")
    line = f.group("blue", 10, 60, 30, ranks=2)
    runs = f.group("red", 8, 50, 56, "south", group={"router": True})
    stands = f.group("red", 8, 75, 56, "south")
    objective(f, 46, 56, radius=12.0)
    commanded(f, line)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    assert says(f, AskKind.SHOOT)[:3] == (Act.FIRE, line, runs if left == 2 else stands)


@pytest.mark.parametrize(("left", "goes"), [(1, True), (6, False)])
def test_in_the_last_turn_a_leader_too_stands_on_the_place(left: int, goes: bool) -> None:
    f = Field("ps")
    sergeant = f.leader("blue", 60, 40, role="nco")
    f.group("blue", 10, 60, 44, ranks=2)
    f.group("red", 10, 20, 110, "south", ranks=2)
    objective(f, 85, 40, radius=8.0)
    commanded(f, sergeant)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    given = says(f, AskKind.MOVE)
    assert (given.kind == Act.MARCH and given.x > 80) == goes


@pytest.mark.parametrize(
    ("holders", "left", "second", "goes"),
    [
        (14, 1, 6.0, "second"),  # whom the first place does not want is wanted at the other
        (14, 4, -54.0, "second"),  # his legs carry him there in four turns
        (4, 1, 6.0, "first"),  # four men may yet run
        (4, 6, 6.0, "second"),  # with time left three men more than the enemy has will do
    ],
)
def test_as_the_battle_ends_men_fill_the_places_that_have_not_enough(
    holders: int, left: int, second: float, goes: str
) -> None:
    f = Field("ps", depth=200)
    f.group("blue", holders, 60, 120, ranks=2, arms=("sword",))
    spare = f.group("blue", 10, 60, 96, ranks=2, arms=("sword",))
    objective(f, 60, 120)
    objective(f, 60, 60 + second, points=6, radius=5.0)
    commanded(f, spare)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    assert says(f, AskKind.MOVE).y < 96 if goes == "second" else says(f, AskKind.MOVE).y > 96


@pytest.mark.parametrize(
    ("left", "on_bridge", "goes"), [(4, 6, True), (4, 5, False), (5, 6, False), (1, 6, True)]
)
def test_as_the_battle_ends_a_sergeant_takes_the_house_in_which_nobody_is(
    left: int, on_bridge: int, goes: bool
) -> None:
    f = Field("ps")
    house = f.terrain("building", rectangle=(80, 60, 90, 70))
    f.corners()
    sergeant = f.leader("blue", 60, 56, role="nco")
    f.group("blue", on_bridge, 60, 60, ranks=2)
    f.group("red", 10, 20, 110, "south", ranks=2)
    objective(f, 60, 60, points=60)
    objective(f, 0, 0, points=20)
    f.b.aims.objectives[1].piece = house
    commanded(f, sergeant)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    given = says(f, AskKind.MOVE)
    assert (given.kind == Act.MARCH and given.x > 80) == goes


@pytest.mark.parametrize(("left", "stays"), [(3, True), (7, False)])
def test_as_the_battle_ends_a_sergeant_stays_in_the_house_that_he_has_taken(left: int, stays: bool) -> None:
    f = Field("ps")
    house = f.terrain("building", rectangle=(80, 60, 90, 70))
    f.corners()
    sergeant = f.leader("blue", 86, 66, role="nco")
    f.group("blue", 12, 20, 60, ranks=2)
    f.group("red", 10, 20, 110, "south", ranks=2)
    objective(f, 0, 0, points=20)
    f.b.aims.objectives[0].piece = house
    commanded(f, sergeant)
    f.b.rules.turns, f.b.turn = 14, 15 - left
    f.ready()
    given = says(f, AskKind.MOVE)
    assert (given.kind == Act.HOLD or (given.x, given.y) == (86.0, 66.0)) == stays


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


def test_who_is_led_off_walks_with_his_front_to_the_enemy() -> None:
    f = Field("ec")
    woman = f.group("blue", 1, 90, 40, arms=(), group={"civilian": True})
    f.group("red", 6, 90, 80, "south")
    f.b.aims.rescuer, f.b.aims.exit_y = 0, -1.0
    commanded(f, woman)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given.kind == Act.STEP and given.y < 30
    assert given.fy > 0.9


def test_who_is_led_off_passes_beside_those_in_his_way() -> None:
    f = Field("ec")
    woman = f.group("blue", 1, 90, 40, arms=(), group={"civilian": True})
    f.group("blue", 10, 90, 22, ranks=2)  # where her move would end, and before it
    f.b.aims.rescuer, f.b.aims.exit_y = 0, -1.0
    commanded(f, woman)
    f.ready()
    given = says(f, AskKind.MOVE)
    assert given.kind == Act.STEP and given.y < 30.0
    assert f.check(Ask(AskKind.MOVE, 0, -1, -1), *given) == 0


def test_who_fetches_civilians_goes_on_until_the_last_of_them_is_in_reach() -> None:
    f = Field("ec")
    f.terrain("building", rectangle=(82, 70, 98, 80))
    women = f.group("blue", 2, 90, 60, arms=(), group={"civilian": True})
    sergeant = f.leader("blue", 88.75, 36, role="nco")
    f.b.aims.rescuer, f.b.aims.exit_y = 0, -1.0
    f.b.rules.turns, f.b.turn = 16, 8
    inside = f.of(women)[1]
    commanded(f, sergeant)
    f.ready()
    assert has_all_in_reach(f.b, f.of(sergeant)[0], women)
    assert says(f, AskKind.MOVE).kind == Act.HOLD
    f.f(inside).x, f.f(inside).y = (
        90.0,
        76.0,
    )  # one of them is still indoors, where command does not carry far
    f.ready()
    assert not has_all_in_reach(f.b, f.of(sergeant)[0], women)
    given = says(f, AskKind.MOVE)
    assert given[:2] == (Act.MARCH, sergeant) and given.y > 45


@pytest.mark.rule("TY-R52")
def test_split_fire_comes_to_an_end() -> None:
    book, path = SCENARIOS[1]
    b = battle(book, path, 3, split_fire="true")
    for _ in range(2):
        sequence.play_turn(b)
    assert b.turn == 2 and b.decisions < 150
