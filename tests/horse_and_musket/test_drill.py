"""The drill-book general: his maxims one by one, and that he beats a general who plays at random."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle import General
from grognard.books.horse_and_musket import decide, sequence, setup
from grognard.books.horse_and_musket.drill import drill
from grognard.books.horse_and_musket.legality import check
from grognard.books.horse_and_musket.state import AskKind, Battle, Column, Formation, Lost
from grognard.records import clone
from grognard.values import Ask, Order

from .field import Act, Field

SCENARIOS = sorted((setup.FOLDER / "scenarios").glob("*.toml"))
SAMPLE = setup.FOLDER / "scenarios" / "the-chateau-road.toml"


def order(f: Field, kind: AskKind, actor: int = -1, other: int = -1, side: int = 0) -> Order:
    """What he answers; always something legal."""
    ask = Ask(int(kind), side, actor, other)
    given = drill(f.b, ask)
    assert check(f.b, ask, given) == 0
    return given


def says(f: Field, kind: AskKind, actor: int = -1, other: int = -1, side: int = 0) -> Act:
    return Act(order(f, kind, actor, other, side).kind)


def objective(f: Field, piece: int, points: int, owner: int) -> None:
    o = f.b.aims.objectives[f.b.aims.n_objectives]
    o.piece, o.points, o.owner = piece, points, owner
    f.b.aims.n_objectives += 1


# guns


@pytest.mark.parametrize(
    ("shots", "gap", "turn", "act"),
    [
        (3, 20.0, 4, Act.FIRE),
        (2, 20.0, 4, Act.HOLD),
        (2, 7.0, 4, Act.FIRE),
        (2, 20.0, 12, Act.FIRE),
    ],
)
def test_the_last_rounds_are_kept_for_canister(shots: int, gap: float, turn: int, act: Act) -> None:
    f = Field()
    f.b.turn = turn
    i = f.unit("blue", "field_guns", 36, 10, shots=shots)
    f.unit("red", "line", 36, 11 + gap + 0.75, facing="south")
    assert says(f, AskKind.TARGET, i, 0) == act


def test_a_battery_picks_the_target_that_pays_most() -> None:
    f = Field()
    i = f.unit("blue", "field_guns", 36, 10)
    f.unit("red", "line", 30, 26, facing="south")
    column = f.unit("red", "line", 42, 26, facing="south", formation="march")
    assert order(f, AskKind.TARGET, i, 0).other == column
    near = f.unit("red", "line", 37, 17, facing="south")
    assert order(f, AskKind.TARGET, i, 0).other == near


def test_guns_with_a_target_stay_and_others_turn_to_one() -> None:
    f = Field()
    i = f.unit("blue", "field_guns", 36, 10)
    f.unit("red", "line", 36, 24, facing="south")
    assert says(f, AskKind.MOVE) == Act.DONE
    f.u(i).fx, f.u(i).fy = 1.0, 0.0
    turned = order(f, AskKind.MOVE)
    assert (turned.kind, turned.actor, turned.fy) == (Act.MOVE, i, 1.0)


# foot


@pytest.mark.parametrize(
    ("gap", "figures", "forms"), [(7.0, 24, True), (11.0, 24, False), (11.0, 17, True), (13.0, 17, False)]
)
def test_infantry_forms_square_in_time_the_shaken_earlier(gap: float, figures: int, forms: bool) -> None:
    f = Field()
    f.b.aims.attacker = 1
    i = f.unit("blue", "line", 36, 20, figures=figures, original=24)
    f.unit("red", "heavy_horse", 36, 20.75 + gap + 0.5, facing="south")
    given = order(f, AskKind.MOVE)
    assert ((given.kind, given.actor, given.how) == (Act.FORM, i, Formation.SQUARE)) == forms


def test_no_square_against_horse_that_cannot_come() -> None:
    f = Field()
    f.b.aims.attacker = 1
    f.unit("blue", "line", 36, 20)
    horse = f.unit("red", "heavy_horse", 36, 27, facing="north")
    assert says(f, AskKind.MOVE) == Act.DONE, "it faces away"
    f.u(horse).fy = -1.0
    f.u(horse).disordered = True
    assert says(f, AskKind.MOVE) == Act.DONE, "it is disordered"


def test_skirmishers_do_not_form_square() -> None:
    f = Field()
    f.unit("blue", "light", 36, 20, formation="extended")
    f.unit("red", "heavy_horse", 36, 26, facing="south")
    assert order(f, AskKind.MOVE).how != Formation.SQUARE


def test_the_shaken_are_charged_and_the_steady_are_not() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    j = f.unit("red", "line", 36, 25, facing="south")
    assert says(f, AskKind.CHARGE) == Act.DONE
    e = f.u(j)
    e.disordered, e.marker, e.figures = True, True, 16
    given = order(f, AskKind.CHARGE)
    assert (given.kind, given.actor, given.other) == (Act.CHARGE, i, j)


def test_infantry_in_reach_of_the_enemy_stands_in_line_facing_him() -> None:
    f = Field()
    f.b.aims.attacker = 1
    i = f.unit("blue", "line", 36, 20, formation="column", facing="east")
    f.unit("red", "line", 36, 28, facing="south")
    given = order(f, AskKind.MOVE)
    assert (given.kind, given.actor, given.how, given.fy) == (Act.FORM, i, Formation.LINE, 1.0)
    f.u(i).moved = True
    assert says(f, AskKind.MOVE) == Act.DONE


def farm(f: Field) -> int:
    return f.terrain("building", rectangle=(34, 24, 38, 28))


def test_infantry_enters_an_empty_objective() -> None:
    f = Field()
    place = farm(f)
    objective(f, place, 2, -1)
    i = f.unit("blue", "line", 36, 23)
    f.unit("red", "line", 36, 40, facing="south")
    given = order(f, AskKind.MOVE)
    assert (given.kind, given.actor, given.other) == (Act.ENTER, i, place)


def test_one_unit_is_enough_for_an_empty_place() -> None:
    f = Field()
    place = farm(f)
    hill = f.terrain("hill", circle=(60, 36, 5))
    objective(f, place, 2, -1)
    objective(f, hill, 2, -1)
    f.garrison("blue", place)
    i = f.unit("blue", "line", 46, 24, formation="column")
    f.unit("red", "line", 10, 44, facing="south")
    given = order(f, AskKind.MOVE)
    assert given.actor == i
    assert given.x > 46, "to the hill, not to the farm"


def test_a_garrison_keeps_an_objective() -> None:
    f = Field()
    place = farm(f)
    objective(f, place, 2, -1)
    f.garrison("blue", place)
    f.unit("red", "line", 36, 44, facing="south")
    assert says(f, AskKind.MOVE) == Act.DONE


def test_the_march_goes_round_a_building() -> None:
    f = Field()
    farm(f)
    hill = f.terrain("hill", circle=(36, 40, 4))
    objective(f, hill, 2, 1)
    i = f.unit("blue", "line", 36, 18, formation="column")
    f.unit("red", "heavy_guns", 5, 45, shots=0)
    for _ in range(7):
        sequence.begin_turn(f.b)
        given = order(f, AskKind.MOVE)
        if given.kind != Act.DONE:
            sequence.move_unit(f.b, given)
    assert (f.u(i).x - 36) ** 2 + (f.u(i).y - 40) ** 2 < 16


def test_the_reserve_goes_to_a_place_that_is_threatened_and_not_before() -> None:
    f = Field()
    f.b.aims.attacker = 1
    hill = f.terrain("hill", circle=(36, 20, 5))
    objective(f, hill, 2, 0)
    i = f.unit("blue", "line", 20, 8, formation="column")
    foe = f.unit("red", "line", 36, 44, facing="south")
    assert says(f, AskKind.MOVE) == Act.DONE
    f.u(foe).y = 34.0
    given = order(f, AskKind.MOVE)
    assert given.actor == i
    assert given.kind != Act.DONE


def test_those_behind_wait_until_those_in_front_have_moved() -> None:
    f = Field()
    objective(f, f.terrain("hill", circle=(36, 40, 5)), 2, 1)
    f.unit("blue", "line", 36, 10, formation="column")
    front = f.unit("blue", "line", 36, 14, formation="column")
    f.unit("red", "heavy_guns", 36, 46, shots=0, facing="north")
    first = order(f, AskKind.MOVE)
    assert first.actor == front
    sequence.move_unit(f.b, first)
    assert order(f, AskKind.MOVE, front).actor == 0


# horse


def test_horse_rides_down_skirmishers_in_the_open_and_lets_squares_be() -> None:
    f = Field()
    i = f.unit("blue", "light_horse", 36, 20)
    square = f.unit("red", "line", 44, 27, facing="south", formation="square")
    assert says(f, AskKind.CHARGE) == Act.DONE
    skirmishers = f.unit("red", "light", 36, 24, facing="south", formation="extended")
    given = order(f, AskKind.CHARGE)
    assert (given.kind, given.actor, given.other) == (Act.CHARGE, i, skirmishers)
    assert square != skirmishers


@pytest.mark.parametrize(("shots", "crew", "charges"), [(10, 4, False), (10, 2, True), (0, 4, True)])
def test_horse_charges_guns_that_cannot_stop_it(shots: int, crew: int, charges: bool) -> None:
    f = Field()
    f.unit("blue", "heavy_horse", 36, 20)
    f.unit("red", "field_guns", 36, 28, facing="south", shots=shots, figures=crew, original=4)
    assert (says(f, AskKind.CHARGE) == Act.CHARGE) == charges


def test_horse_takes_open_ground() -> None:
    f = Field()
    hill = f.terrain("hill", circle=(36, 28, 5))
    objective(f, hill, 2, 1)
    i = f.unit("blue", "light_horse", 36, 18, formation="squadrons")
    f.unit("red", "line", 10, 44, facing="south")
    given = order(f, AskKind.MOVE)
    assert (given.kind, given.actor) == (Act.MOVE, i)
    assert given.y > 23


def test_spent_horse_is_recalled_and_fresh_horse_is_not() -> None:
    f = Field()
    i = f.unit("blue", "heavy_horse", 36, 20)
    assert says(f, AskKind.RECALL, i) == Act.NO
    f.u(i).figures = 7
    assert says(f, AskKind.RECALL, i) == Act.YES
    f.u(i).figures, f.u(i).disordered = 12, True
    assert says(f, AskKind.RECALL, i) == Act.YES


# answers


@pytest.mark.parametrize(
    ("troop", "gap", "wood", "act"),
    [
        ("heavy_horse", 8.0, False, Act.YES),
        ("line", 4.0, False, Act.YES),
        ("line", 4.0, True, Act.NO),
        ("heavy_horse", 2.0, False, Act.NO),  # they would be caught with their backs turned
        ("heavy_horse", 8.0, True, Act.YES),
    ],
)
def test_skirmishers_evade_unless_in_cover_from_foot_or_caught_anyway(
    troop: str, gap: float, wood: bool, act: Act
) -> None:
    f = Field()
    if wood:
        f.terrain("wood", rectangle=(20, 15, 52, 22))
    i = f.unit("blue", "light", 36, 20, formation="extended")
    j = f.unit("red", troop, 36, 20.375 + gap, facing="south")
    f.u(j).y += f.u(j).depth / 2
    assert says(f, AskKind.EVADE, i, j) == act


@pytest.mark.parametrize(("troop", "act"), [("line", Act.YES), ("heavy_horse", Act.NO)])
def test_first_fire_at_foot_and_cold_steel_for_horse(troop: str, act: Act) -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20)
    j = f.unit("red", troop, 36, 24, facing="south")
    assert says(f, AskKind.FIRST_FIRE, i, j) == act


def test_a_crew_stays_by_its_gun_and_a_general_shelters_in_a_square() -> None:
    f = Field()
    gun = f.unit("blue", "field_guns", 36, 20)
    f.unit("blue", "line", 36, 17)
    square = f.unit("blue", "line", 40, 20, formation="square")
    assert says(f, AskKind.SHELTER, gun) == Act.NO
    k = f.general("blue", 38, 18.6)
    assert order(f, AskKind.SHELTER, -1, k).other == square


@pytest.mark.parametrize(("faces", "wanted"), [((6, 4, 1), 6), ((4, 3, 1), 1), ((4, 3, 2), 0)])
def test_the_worst_die_is_rolled_again(faces: tuple[int, ...], wanted: int) -> None:
    f = Field()
    i = f.unit("blue", "guard", 36, 20)
    for face in faces:
        f.b.dice.faces[face] += 1
    given = order(f, AskKind.REROLL, i)
    assert (given.how if given.kind == Act.REROLL else 0) == wanted


# generals


def test_a_general_rides_to_those_who_must_rally_but_not_into_a_firefight() -> None:
    f = Field()
    f.unit("blue", "line", 36, 20)
    shaken = f.unit("blue", "line", 44, 12, marker=True, figures=15, original=24)
    hot = f.unit("blue", "line", 30, 20, marker=True)
    f.unit("red", "line", 30, 24, facing="south")
    k = f.general("blue", 36, 14)
    given = order(f, AskKind.GENERAL)
    assert (given.kind, given.actor, given.other) == (Act.ATTACH, k, shaken)
    assert hot != shaken


def influence(f: Field, i: int, k: int, base: int, column: Column = Column.RALLY) -> int:
    f.b.check_column, f.b.check_base = int(column), base
    return order(f, AskKind.INFLUENCE, i, k).how


def test_attached_he_gives_all_from_nearby_he_weighs_the_risk() -> None:
    f = Field()
    i = f.unit("blue", "line", 36, 20, facing="south")
    foe = f.unit("red", "heavy_guns", 36, 40, shots=0)
    k = f.general("blue", 36, 17)
    assert influence(f, i, k, 1) == 1, "out of harm's way it costs nothing"
    f.u(foe).y = 26.0
    assert influence(f, i, k, 1) == 0
    assert influence(f, i, k, -2) == 1, "they are about to go to pieces"
    f.b.leaders[k].attached = i
    assert influence(f, i, k, 1) == 2


def test_a_rated_general_gives_no_more_than_he_is_and_a_bad_one_keeps_silent() -> None:
    for rating, lent in ((2, 2), (1, 1), (-1, 0)):
        f = Field(general_quality="rated")
        i = f.unit("blue", "line", 36, 20)
        k = f.general("blue", attached=i, rating=rating)
        assert influence(f, i, k, 1) == lent


# whole battles


def battle(path: Any, seed: int, blue: General, red: General) -> Battle:
    b: Battle = clone(START[path])
    setup.seed(b, seed)
    b.generals[0], b.generals[1] = int(blue), int(red)
    return b


START = {path: setup.new_battle(path)[0] for path in SCENARIOS}


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: p.stem)
def test_he_never_gives_an_order_that_check_refuses(path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given = 0

    def checked(b: Battle, ask: Ask) -> Order:
        nonlocal given
        given += 1
        answer = drill(b, ask)
        assert check(b, ask, answer) == 0, (AskKind(ask.kind), answer)
        return answer

    monkeypatch.setattr(decide, "drill", checked)
    for seed in range(2):
        sequence.play(battle(path, seed, General.DRILL, General.DRILL))
    assert given > 100


def test_he_deploys_an_army_where_the_scenario_gives_no_places() -> None:
    b = battle(SAMPLE, 3, General.DRILL, General.DRILL)
    b.aims.places_given = False
    for u in b.units[: b.n_units]:
        u.lost, u.building = int(Lost.RESERVE), -1
    sequence.play_turn(b)
    assert all(u.lost == Lost.NO for u in b.units[: b.n_units])


def test_he_beats_a_general_who_plays_at_random() -> None:
    won = 0
    for seed in range(12):
        won += sequence.play(battle(SAMPLE, seed, General.DRILL, General.RANDOM)) == 0
        won += sequence.play(battle(SAMPLE, seed, General.RANDOM, General.DRILL)) == 1
    assert won >= 20, f"{won} of 24"
