"""The drill-book general: his maxims one by one, and that he beats a general who plays at random."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.battle import General
from grognard.books.most_irregular import decide, sequence, setup
from grognard.books.most_irregular.drill import drill
from grognard.books.most_irregular.drill_fire import mean_hits, mean_points
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.men import attached_to
from grognard.books.most_irregular.state import Battle
from grognard.records import clone
from grognard.values import Ask, Order

from .field import FOLDER, NOBODY, OFFICER, Act, AskKind, Field

SCENARIOS = sorted((FOLDER / "scenarios").glob("*.toml"))
SAMPLE = FOLDER / "scenarios" / "the-mill-bridge.toml"


def order(f: Field, kind: AskKind, actor: int = NOBODY, other: int = NOBODY, side: int = 0) -> Order:
    """What he answers; always something legal."""
    ask = Ask(int(kind), side, actor, other)
    given = drill(f.b, ask)
    assert check(f.b, ask, given) == 0
    return given


def says(f: Field, kind: AskKind, actor: int = NOBODY, other: int = NOBODY, side: int = 0) -> Act:
    return Act(order(f, kind, actor, other, side).kind)


def acts(f: Field, unit: int, actions: int = 2) -> Order:
    """What the unit in hand does next."""
    ask = f.activate(unit, actions)
    given = drill(f.b, ask)
    assert check(f.b, ask, given) == 0
    return given


def objective(f: Field, x: float, y: float, points: int = 3, radius: float = 4.0) -> None:
    o = f.b.aims.objectives[f.b.aims.n_objectives]
    o.x, o.y, o.points, o.radius = x, y, points, radius
    f.b.aims.n_objectives += 1


# volleys


def test_a_unit_fires_rapidly_at_effective_range() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    foe = f.formation("red", 6, 24, 20, facing="south", files=3)
    assert acts(f, line)[:3] == (Act.RAPID, line, foe)


def test_with_one_action_left_it_fires_once_and_not_again() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.formation("red", 6, 24, 20, facing="south", files=3)
    assert acts(f, line, actions=1).kind == Act.FIRE
    f.b.has_fired = True
    given = drill(f.b, Ask(AskKind.ACTION, 0, line, 1))
    assert given.kind not in (Act.FIRE, Act.RAPID)


def test_the_unit_in_the_open_is_the_better_mark() -> None:
    f = Field()
    f.terrain("wall", line=[(10, 21), (20, 21)])
    line = f.formation("blue", 6, 24, 10, files=3)
    f.formation("red", 6, 15, 21.5, facing="south", files=6)
    bare = f.formation("red", 6, 33, 21.5, facing="south", files=6)
    assert acts(f, line).other == bare


def test_a_unit_that_is_not_seen_is_no_mark() -> None:
    f = Field()
    f.terrain("building", rectangle=(18, 14, 30, 17))
    line = f.formation("blue", 4, 24, 10)
    f.formation("red", 12, 24, 21, facing="south", files=4)
    far = f.formation("red", 4, 44, 16, facing="south")
    assert acts(f, line)[:3] == (Act.RAPID, line, far)


def test_stragglers_are_a_mark_when_there_is_no_other() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.men("red", (24, 20), (26, 20), (22, 20))
    given = acts(f, line)
    assert given.kind == Act.RAPID and given.other == NOBODY
    assert (given.fx, given.fy) == pytest.approx((0.0, 1.0))


def test_the_sums_are_those_of_the_book() -> None:
    """Twelve regulars: the better of two dice is 161/36 in the mean, doubled, +1, +4."""
    f = Field()
    line = f.formation("blue", 12, 24, 10, files=6)
    assert mean_points(f.b, 0, f.members(line), True, True) == pytest.approx(2 * 161 / 36 + 5)
    assert mean_points(f.b, 0, f.members(line), False, False) == pytest.approx(3.5 + 5)
    assert mean_hits(14.0, 2, 4) == 4.0
    assert mean_hits(0.0, 5, 4) == 0.0


# the bayonet


def test_no_assault_on_a_better_and_bigger_unit() -> None:
    f = Field()
    mob = f.formation("blue", 5, 24, 10, grade="rabble", weapon="none")
    f.formation("red", 10, 24, 13, facing="south", grade="elite")
    assert acts(f, mob).kind != Act.ASSAULT


def test_men_without_muskets_storm_a_weaker_unit() -> None:
    f = Field()
    guard = f.formation("blue", 12, 24, 10, files=6, grade="elite", weapon="none")
    foe = f.formation("red", 5, 24, 13, facing="south", grade="rabble")
    assert acts(f, guard)[:3] == (Act.ASSAULT, guard, foe)


def test_a_volley_comes_before_the_bayonet() -> None:
    f = Field()
    guard = f.formation("blue", 12, 24, 10, files=6, grade="elite")
    f.formation("red", 5, 24, 13, facing="south", grade="rabble")
    assert acts(f, guard).kind == Act.RAPID


def test_nobody_assaults_into_woods() -> None:
    f = Field()
    f.terrain("woods", rectangle=(20, 12, 28, 20))
    guard = f.formation("blue", 6, 24, 10, grade="elite", weapon="none")
    f.men("red", (24, 13), (25.5, 13), grade="rabble")
    assert acts(f, guard).kind != Act.ASSAULT


# marching


@pytest.mark.parametrize(("turn", "act"), [(2, Act.RAPID), (8, Act.MOVE)])
def test_they_march_in_time_for_the_objective(turn: int, act: Act) -> None:
    f = Field(turns=10)
    f.b.turn = turn
    objective(f, 24, 28)
    line = f.formation("blue", 6, 24, 10, files=3)
    f.formation("red", 6, 40, 40, facing="south", files=3)
    given = acts(f, line)
    assert given.kind == act
    if act == Act.MOVE:
        assert given.y > 12.0


def test_who_is_at_the_objective_stays_and_fires() -> None:
    f = Field(turns=10)
    f.b.turn = 10
    objective(f, 24, 10)
    line = f.formation("blue", 6, 24, 10, files=3)
    f.formation("red", 6, 24, 30, facing="south", files=3)
    assert acts(f, line).kind == Act.RAPID


def test_the_second_unit_goes_to_the_second_place() -> None:
    f = Field(turns=10)
    f.b.turn = 8
    objective(f, 14, 20)
    objective(f, 34, 20, points=2)
    f.formation("blue", 8, 14, 20, files=4)
    second = f.formation("blue", 8, 24, 8, files=4)
    f.formation("red", 2, 24, 46, facing="south")
    given = acts(f, second)
    assert given.kind == Act.MOVE and given.x > 25.0


def test_formations_keep_out_of_woods() -> None:
    f = Field(turns=10)
    f.b.turn = 8
    objective(f, 24, 30)
    f.terrain("woods", rectangle=(23, 12, 40, 20))
    line = f.formation("blue", 4, 24, 10)
    f.man("red", 4, 46)
    given = acts(f, line)
    assert given.kind == Act.MOVE and given.x < 24.0


def test_a_stream_is_crossed_at_half_pace() -> None:
    f = Field(turns=10)
    f.b.turn = 8
    objective(f, 24, 30)
    f.terrain("stream", rectangle=(0, 11, 48, 16))
    line = f.formation("blue", 4, 24, 10.7)
    f.man("red", 4, 46)
    given = acts(f, line)
    assert given.kind == Act.MOVE and given.y == pytest.approx(12.7)


def test_a_unit_of_wounded_men_with_nothing_to_shoot_at_regroups() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10, wounded=True)
    assert acts(f, line)[:3] == (Act.REGROUP, line, 1)


def test_a_handful_takes_in_stragglers() -> None:
    f = Field()
    few = f.formation("blue", 2, 24, 10)
    near = f.man("blue", 24, 7)
    f.man("blue", 24, 2)
    given = acts(f, few)
    assert given.kind == Act.REGROUP and given.how == f.set(near)


# skirmishers


def test_skirmishers_fire_a_volley_for_effect_in_range() -> None:
    f = Field()
    men = f.men("blue", (22, 10), (24, 10), (26, 10))
    f.formation("blue", 8, 24, 8.5, files=8)
    foe = f.formation("red", 6, 24, 20, facing="south")
    k = f.commander("blue", 23, 9.6)
    given = order(f, AskKind.ACTIVATE, k)
    assert given[:4] == (Act.SKIRMISH, NOBODY, foe, f.set(*men))


def test_beyond_it_they_harass() -> None:
    f = Field()
    men = f.men("blue", (22, 10), (24, 10), (26, 10))
    f.formation("blue", 8, 24, 8.5, files=8)
    foe = f.formation("red", 6, 24, 40, facing="south")
    k = f.commander("blue", 23, 9.6)
    given = order(f, AskKind.ACTIVATE, k)
    assert given[:4] == (Act.HARASS, NOBODY, foe, f.set(*men))


@pytest.mark.parametrize("woods", [False, True])
def test_in_the_open_they_fall_back_from_a_formation(woods: bool) -> None:
    f = Field()
    if woods:
        f.terrain("woods", rectangle=(20, 8, 28, 11))
    f.men("blue", (23, 10), (25, 10))
    f.formation("red", 8, 24, 14, facing="south")
    k = f.commander("blue", 24, 8)
    given = order(f, AskKind.ACTIVATE, k)
    assert given.kind == (Act.SKIRMISH if woods else Act.SCURRY)
    if not woods:
        assert given.y < 0.0


def test_or_into_the_ranks_of_friends() -> None:
    f = Field()
    line = f.formation("blue", 8, 24, 8, files=8)
    men = f.men("blue", (23, 10), (25, 10))
    f.formation("red", 8, 24, 14, facing="south")
    k = f.commander("blue", 24, 6)
    assert order(f, AskKind.ACTIVATE, k)[:4] == (Act.JOIN, NOBODY, line, f.set(*men))


def test_those_the_volley_can_spare_fill_a_weak_unit() -> None:
    f = Field()
    weak = f.formation("blue", 3, 24, 8)
    men = f.men("blue", (22, 6), (24, 6), (26, 6))
    f.formation("red", 6, 24, 40, facing="south")
    k = f.commander("blue", 24, 4.5)
    given = order(f, AskKind.ACTIVATE, k)
    assert given.kind == Act.JOIN and given.other == weak
    assert given.how == f.set(*men[1:])


def test_a_commander_without_a_unit_makes_one() -> None:
    f = Field()
    f.men("blue", (22, 6), (24, 6), (26, 6), (24, 4))
    f.formation("red", 6, 24, 40, facing="south")
    k = f.commander("blue", 24, 8)
    given = order(f, AskKind.ACTIVATE, k)
    assert given.kind == Act.FORM_RANKS
    assert bin(given.how).count("1") == 3


@pytest.mark.parametrize(
    ("own", "foe", "act"), [("elite", "rabble", Act.ATTACK), ("rabble", "elite", Act.SKIRMISH)]
)
def test_hand_to_hand_only_with_good_odds(own: str, foe: str, act: Act) -> None:
    f = Field()
    f.formation("blue", 8, 24, 7, files=8)
    f.men("blue", (22, 10), (26, 10), grade=own)
    f.man("red", 24, 14, grade=foe)
    k = f.commander("blue", 24, 9)
    assert says(f, AskKind.ACTIVATE, k) == act


def test_an_enemy_commander_alone_is_set_upon() -> None:
    f = Field()
    f.formation("blue", 8, 24, 7, files=8)
    f.men("blue", (22, 10), (26, 10))
    f.man("red", 40, 40)
    k = f.commander("blue", 24, 9)
    marsh = f.commander("red", 24, 14)
    given = order(f, AskKind.ACTIVATE, k)
    assert given.kind == Act.ATTACK and given.other == OFFICER + marsh


def test_skirmishers_hurry_to_the_objective() -> None:
    f = Field(turns=10)
    f.b.turn = 9
    objective(f, 24, 28)
    f.men("blue", (23, 14), (25, 14))
    f.formation("red", 6, 40, 44, facing="south")
    k = f.commander("blue", 24, 12, charismatic=True)
    given = order(f, AskKind.ACTIVATE, k)
    assert given.kind == Act.SCURRY and given.y > 6.0


def test_the_wounded_who_see_nothing_are_seen_to() -> None:
    f = Field()
    hurt = f.man("blue", 24, 10, wounded=True)
    k = f.commander("blue", 24, 8)
    assert order(f, AskKind.ACTIVATE, k)[:4] == (Act.GATHER, NOBODY, 1, f.set(hurt))


def test_the_wounded_go_to_cover_close_by() -> None:
    f = Field()
    f.terrain("building", rectangle=(18, 14, 30, 17))
    f.terrain("rubble", rectangle=(25, 9, 30, 12))
    hurt = f.man("blue", 24, 10, wounded=True)
    f.man("red", 24, 40)
    k = f.commander("blue", 24, 8)
    assert order(f, AskKind.ACTIVATE, k)[:4] == (Act.COVER, NOBODY, 1, f.set(hurt))


def test_the_best_unit_acts_and_then_nobody() -> None:
    f = Field()
    f.formation("blue", 3, 22, 10, grade="rabble")
    best = f.formation("blue", 6, 28, 10, grade="elite")
    k = f.commander("blue", 25, 9)
    assert order(f, AskKind.ACTIVATE, k)[:2] == (Act.UNIT, best)
    f.b.unit_used = f.b.stirred = True
    assert says(f, AskKind.ACTIVATE, k) == Act.DONE


def test_broken_men_out_of_reach_are_called() -> None:
    f = Field()
    men = f.men("blue", (22, 3), (24, 3), (26, 3))
    k = f.commander("blue", 24, 10)
    assert order(f, AskKind.ACTIVATE, k)[:4] == (Act.RALLY, k, NOBODY, f.set(*men))


# commanders


def test_a_commander_joins_a_unit_that_has_none() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.formation("red", 6, 24, 30, facing="south")
    k = f.commander("blue", 24, 6)
    given = order(f, AskKind.STEP, k)
    assert given.kind == Act.MOVE
    f.c(k).x, f.c(k).y = given.x, given.y
    assert attached_to(f.b, k) == line
    assert given.y < 9.0  # behind it


def test_he_does_not_dash_under_the_guns() -> None:
    f = Field()
    f.formation("blue", 6, 24, 20, files=3)
    f.men("red", (20, 30), (28, 30))
    k = f.commander("blue", 24, 8)
    given = order(f, AskKind.STEP, k)
    assert given.kind == Act.MOVE and given.y == pytest.approx(12.0, abs=0.1)


def test_he_stays_with_his_unit() -> None:
    f = Field()
    f.formation("blue", 6, 24, 10, files=3)
    f.formation("red", 6, 24, 30, facing="south")
    k = f.commander("blue", 24, 8.4)
    assert says(f, AskKind.STEP, k) == Act.STAY


def test_he_leaves_a_unit_to_the_commander_who_is_with_it() -> None:
    f = Field()
    f.formation("blue", 6, 14, 10, files=3)
    f.formation("blue", 6, 34, 10, files=3)
    f.formation("red", 6, 24, 30, facing="south")
    f.commander("blue", 14, 8.4)
    second = f.commander("blue", 23, 8.4, mounted=True)
    given = order(f, AskKind.STEP, second)
    assert given.kind == Act.MOVE and given.x > 29.0


def test_the_commander_with_most_to_do_acts_first() -> None:
    f = Field()
    f.formation("blue", 3, 14, 10, grade="rabble")
    f.formation("blue", 9, 34, 10, files=5, grade="elite")
    f.formation("red", 6, 24, 30, facing="south")
    f.commander("blue", 14, 8)
    second = f.commander("blue", 34, 8)
    assert order(f, AskKind.COMMANDER)[:2] == (Act.COMMAND, second)
    f.c(second).acted = True
    assert order(f, AskKind.COMMANDER).actor != second


def test_officers_without_troops_keep_to_the_units() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    k = f.commander("blue", 26, 8)
    officer = f.commander("blue", 22, 7, officer_only=True)
    given = order(f, AskKind.OFFICER, k)
    assert given[:2] == (Act.MOVE, officer)
    f.c(officer).x, f.c(officer).y = given.x, given.y
    assert attached_to(f.b, officer) == line
    assert says(f, AskKind.OFFICER, k) == Act.DONE


# the short questions


@pytest.mark.parametrize(("far", "size", "act"), [(30.0, 6, Act.YES), (12.0, 6, Act.NO), (12.0, 3, Act.YES)])
def test_an_officer_is_risked_only_for_a_unit_that_goes_to_pieces(far: float, size: int, act: Act) -> None:
    """A straggler within 16 inches could kill him; a regular unit that rolled a 1 loses two men."""
    f = Field()
    line = f.formation("blue", size, 24, 10)
    f.man("red", 24, 10 + far)
    k = f.commander("blue", 24, 9)
    given = order(f, AskKind.REROLL, line, 1)
    assert given.kind == act
    assert given.other == (k if act == Act.YES else NOBODY)


def test_the_wounded_run_first_and_then_those_behind() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.man("red", 24, 30)
    men = f.of(line)
    f.m(men[0]).wounded = True
    f.b.sought = f.members(line)
    given = order(f, AskKind.RUN, line, 2)
    assert given.how & f.set(men[0])
    assert given.how & f.set(*men[3:])


def test_of_those_who_bail_the_nearest_to_the_enemy_fall() -> None:
    f = Field()
    men = f.men("blue", (24, 10), (24, 6), (24, 2))
    f.man("red", 24, 30)
    k = f.commander("blue", 24, 8)
    f.b.sought = f.set(*men)
    assert order(f, AskKind.FALL, k, 1).how == f.set(men[0])


@pytest.mark.parametrize("kind", [AskKind.LEAD, AskKind.REACT, AskKind.EVADE])
def test_they_lead_react_and_evade(kind: AskKind) -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.commander("blue", 24, 8.5)
    assert says(f, kind, 0, line) == Act.YES


def test_somebody_succeeds() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    given = order(f, AskKind.SUCCESSOR)
    assert given.kind == Act.SUCCEED and given.actor in f.of(line)


# whole battles


def play(b: Battle, seed: int, blue: General, red: General) -> Battle:
    b = clone(b)
    setup.seed(b, seed)
    b.generals[0], b.generals[1] = int(blue), int(red)
    b.log.room = 0
    sequence.play(b)
    return b


@pytest.mark.parametrize(
    "house",
    [
        {},
        {"fire_arc": "180", "harassing_max": "double", "mixed_quality": "worst"},
        {"straggler_volleys": "per_target", "officers_targetable": "on", "activated_men": "carried"},
    ],
    ids=["plain", "short-sighted", "many-volleys"],
)
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_order_is_legal(path: Path, house: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def watched(b: Battle, ask: Ask) -> Order:
        answer = drill(b, ask)
        assert check(b, ask, answer) == 0, (AskKind(ask.kind).name, answer)
        given.append(answer)
        return answer

    monkeypatch.setattr(decide, "drill", watched)
    b, _, _ = setup.new_battle(path, house)
    assert play(b, 7, General.DRILL, General.DRILL).winner >= 0
    assert len(given) > 50


def test_he_beats_a_general_who_plays_at_random() -> None:
    b, _, _ = setup.new_battle(SAMPLE)
    won = 0
    for seed in range(6):
        won += play(b, 100 + seed, General.DRILL, General.RANDOM).winner == 0
        won += play(b, 200 + seed, General.RANDOM, General.DRILL).winner == 1
    assert won >= 10
