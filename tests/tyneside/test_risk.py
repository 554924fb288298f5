"""The Risk Factor lists, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle import Event
from grognard.books.tyneside import risk, telling
from grognard.books.tyneside.state import Gait, Lost, R, Risk, Shape, Table
from grognard.chronicle import within
from grognard.game import open_game

from .field import CATALOGUE, Ev, Field
from .moments import names_of


def lines(f: Field, g: int) -> dict[Risk, int]:
    """Every line that counts for a group, with its worth."""
    f.ready()
    f.b.log.n = 0
    total = risk.risk_factor(f.b, g)
    found = {Risk(e.b): int(e.a) for e in f.events(Ev.RISK)}
    assert sum(found.values()) == total
    return found


def cited(f: Field, which: Risk) -> str:
    return next(CATALOGUE.rule_id(int(e.rule)) for e in f.events(Ev.RISK) if e.b == which)


def facing(
    book: str, apart: float, arms: tuple[str, ...] = ("musket",), **more: Any
) -> tuple[Field, int, int]:
    """Six men, and six enemies so far before them."""
    f = Field(book)
    own = f.group("blue", 6, 60, 20, **more)
    foe = f.group("red", 6, 60, 22 + apart, "south", arms=arms)
    return f, own, foe


@pytest.mark.rule("PS-043", "PS-044", "PS-045", "PS-046", "PS-047", "PS-048", "PS-049", "PS-050", "TY-083")
def test_in_pike_and_shot_all_troops_have_one_list() -> None:
    worth = Field("ps").b.rules.risk
    assert worth[Table.FIREARMS] == worth[Table.MELEE] == worth[Table.DUTCH] == worth[Table.SWEDISH]
    assert worth[Table.FIREARMS] == [-4, -1, 0, -1, 1, 1, 1, 2, 0, 3, 1]


@pytest.mark.rule("TY-069", "TY-R07", "EC-038", "PS-043")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_nobody_in_sight_is_a_comfort(book: str) -> None:
    f = Field(book)
    g = f.group("blue", 6, 60, 20, kind="irregulars")
    assert lines(f, g) == {Risk.UNTROUBLED: -4}
    foe = f.group("red", 6, 60, 100, "south", arms=("sword",))
    assert Risk.UNTROUBLED not in lines(f, g)
    for i in f.of(foe):
        f.f(i).lost = Lost.KILLED
    assert lines(f, g) == {Risk.UNTROUBLED: -4}


@pytest.mark.rule("TY-069", "TY-R07", "TY-R08")
@pytest.mark.parametrize("state", ["gave_way", "pushed_back"])
def test_friends_who_retreat_take_the_comfort_away(state: str) -> None:
    f = Field("ec")
    g = f.group("blue", 6, 60, 20, kind="irregulars")
    mates = f.group("blue", 6, 100, 20)
    assert Risk.UNTROUBLED in lines(f, g)
    setattr(f.g(mates), state, True)
    assert Risk.UNTROUBLED not in lines(f, g)
    f.terrain("building", rectangle=(75, 10, 85, 30))
    assert Risk.UNTROUBLED in lines(f, g)  # out of sight


@pytest.mark.rule("EC-039", "EC-R10", "EC-070")
def test_a_hero_near_or_among_them() -> None:
    f, g, _ = facing("ec", 60, kind="irregulars")
    assert Risk.BEST not in lines(f, g)
    hero = f.leader("blue", 60, 13.5, quality="top")
    assert lines(f, g)[Risk.BEST] == -1 and cited(f, Risk.BEST) == "EC-039"
    f.f(f.of(hero)[0]).y = 11.9  # more than 5 from base to base
    assert Risk.BEST not in lines(f, g)
    f.f(f.of(g)[0]).quality = 2
    assert lines(f, g)[Risk.BEST] == -1


@pytest.mark.rule("PS-044", "PS-R16")
def test_good_troops_or_a_good_officer() -> None:
    f, g, _ = facing("ps", 60)
    assert Risk.BEST not in lines(f, g)
    officer = f.leader("blue", 60, 14, quality="mid")
    assert Risk.BEST not in lines(f, g)
    f.f(f.of(officer)[0]).quality = 2
    assert lines(f, g)[Risk.BEST] == -1
    f.f(f.of(officer)[0]).lost = Lost.KILLED
    for i in f.of(g)[:4]:
        f.f(i).quality = 2
    assert lines(f, g)[Risk.BEST] == -1
    other = Field("ps", rf_any_officer=True)
    h = other.group("blue", 6, 60, 20)
    other.leader("blue", 60, 14, quality="low")
    assert lines(other, h)[Risk.BEST] == -1


@pytest.mark.rule("EC-040", "EC-R09")
def test_regulars_formed_or_not() -> None:
    for kind, worth in (("formed", -1), ("skirmishers", -1), ("irregulars", 0)):
        f, g, _ = facing("ec", 60, kind=kind)
        assert lines(f, g).get(Risk.REGULARS, 0) == worth
    f = Field("ec", regular_bonus="formed_only")
    g = f.group("blue", 6, 60, 20, kind="skirmishers")
    assert Risk.REGULARS not in lines(f, g)


@pytest.mark.rule("TY-070", "TY-R12", "EC-041", "PS-045")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_all_of_the_unit_must_be_in_cover(book: str) -> None:
    f, g, _ = facing(book, 60)
    f.terrain("hedge", line=[(50, 22), (70, 22)])
    assert lines(f, g)[Risk.COVER] == -1
    f.f(f.of(g)[0]).y = 15
    assert Risk.COVER not in lines(f, g)


@pytest.mark.rule("EC-071", "EC-R11")
def test_horse_at_a_canter_is_as_good_as_in_cover() -> None:
    f, g, _ = facing("ec", 60, kind="skirmish_horse", mounted=True)
    assert Risk.COVER not in lines(f, g)
    for gait, worth in ((Gait.WALK, 0), (Gait.TROT, -1), (Gait.GALLOP, -1)):
        f.g(g).gait = gait
        assert lines(f, g).get(Risk.COVER, 0) == worth
    assert cited(f, Risk.COVER) == "EC-071"


@pytest.mark.rule("TY-071", "TY-R10", "EC-042", "EC-072", "PS-046", "EC-R31")
@pytest.mark.parametrize(("book", "reach"), [("ec", 120.0), ("ps", 70.0)])
def test_within_an_enemys_range(book: str, reach: float) -> None:
    f, g, _ = facing(book, reach - 30.1, kind="irregulars")
    f.b.ground.depth = 400
    assert lines(f, g)[Risk.IN_RANGE] == 1
    f, g, foe = facing(book, 5, arms=("sword",), kind="irregulars")
    assert Risk.IN_RANGE not in lines(f, g)
    f.f(f.of(foe)[2]).x, f.f(f.of(foe)[2]).y = f.f(f.of(g)[2]).x, 22.0  # base to base
    assert lines(f, g)[Risk.IN_RANGE] == 1


@pytest.mark.rule("TY-R10", "PS-099")
def test_pikes_threaten_at_their_length() -> None:
    f, g, _ = facing("ps", 4.9, arms=("pike",))
    assert lines(f, g)[Risk.IN_RANGE] == 1
    f, g, _ = facing("ps", 5.1, arms=("pike",))
    assert Risk.IN_RANGE not in lines(f, g)


@pytest.mark.rule("EC-042", "EC-072", "EC-R31")
def test_infantry_wants_a_clear_line_and_horse_only_sight() -> None:
    f, g, _ = facing("ec", 60, kind="irregulars")
    f.terrain("hedge", line=[(20, 50), (100, 50)])  # seen over, but not shot over
    assert Risk.IN_RANGE not in lines(f, g)
    f, g, _ = facing("ec", 60, kind="skirmish_horse", mounted=True)
    f.terrain("hedge", line=[(20, 50), (100, 50)])
    assert lines(f, g)[Risk.IN_RANGE] == 1


@pytest.mark.rule("EC-077", "EC-R08")
def test_horse_that_moved_is_one_band_farther() -> None:
    f, g, _ = facing("ec", 60, kind="skirmish_horse", mounted=True)
    f.g(g).moved = True
    assert Risk.IN_RANGE not in lines(f, g)  # muskets: 40 at medium range
    f, g, _ = facing("ec", 35, kind="skirmish_horse", mounted=True)
    f.g(g).moved = True
    assert lines(f, g)[Risk.IN_RANGE] == 1


@pytest.mark.rule("TY-072", "TY-R09", "TY-R68", "EC-043", "EC-073", "PS-047")
@pytest.mark.parametrize("book", ["ec", "ps"])
def test_low_class_counts_twice_within_range(book: str) -> None:
    f, g, _ = facing(book, 40, quality="low", kind="irregulars")
    found = lines(f, g)
    assert (found[Risk.IN_RANGE], found[Risk.LOW]) == (1, 1)
    for i in f.of(g)[:3]:
        f.f(i).quality = 1
    assert lines(f, g)[Risk.LOW] == 1  # a tie goes to the lower class
    f.f(f.of(g)[3]).quality = 1
    assert Risk.LOW not in lines(f, g)


@pytest.mark.rule("TY-073", "TY-R04", "EC-044", "EC-074", "PS-048")
@pytest.mark.parametrize(
    ("rounding", "worth"),
    [("floor", [0, 1, 2, 3, 5]), ("nearest", [0, 1, 3, 4, 5]), ("ceil", [0, 2, 3, 4, 5])],
)
def test_each_tenth_of_the_group(rounding: str, worth: list[int]) -> None:
    for lost, tenths in zip((0, 1, 2, 3, 4), worth, strict=True):
        f = Field("ec", pct_rounding=rounding)
        g = f.group("blue", 8, 60, 20)
        f.group("red", 6, 60, 80, "south")
        for i in f.of(g)[:lost]:
            f.f(i).wounded = True
        assert lines(f, g).get(Risk.TENTH, 0) == tenths


@pytest.mark.rule("TY-R05")
def test_a_lone_man_is_reckoned_against_ten() -> None:
    f = Field("ec")
    g = f.leader("blue", 60, 20)
    f.group("red", 6, 60, 80, "south")
    f.f(f.of(g)[0]).wounded = True
    assert lines(f, g)[Risk.TENTH] == 1


@pytest.mark.rule("TY-074", "TY-R11", "EC-045", "EC-075", "PS-049")
@pytest.mark.parametrize("book", ["ec", "ps"])
@pytest.mark.parametrize(
    ("x", "y", "flank"), [(60, 60, False), (99, 60, False), (110, 60, True), (60, 2, True)]
)
def test_an_enemy_more_than_45_degrees_off(book: str, x: float, y: float, flank: bool) -> None:
    f = Field(book)
    g = f.group("blue", 1, 60, 20)
    f.group("red", 1, x, y, "south")
    f.g(g).began = 10
    assert (lines(f, g).get(Risk.FLANK, 0) == 2) == flank
    f.g(g).shape = Shape.SQUARE
    assert Risk.FLANK not in lines(f, g)


@pytest.mark.rule("EC-046", "EC-R12")
def test_shock_cavalry_within_50_of_men_in_the_open() -> None:
    f = Field("ec")
    g = f.group("blue", 8, 60, 20)
    horse = f.group("red", 6, 60, 72, "south", kind="shock", mounted=True)
    assert lines(f, g)[Risk.SHOCK] == 2
    f.g(g).shape = Shape.SQUARE
    assert Risk.SHOCK not in lines(f, g)
    f.g(g).shape = Shape.OPEN
    f.terrain("wall", line=[(45, 22), (75, 22)])
    assert Risk.SHOCK not in lines(f, g)
    f = Field("ec")
    g = f.group("blue", 8, 60, 20)
    horse = f.group("red", 6, 60, 73.6, "south", kind="shock", mounted=True)
    assert Risk.SHOCK not in lines(f, g)
    f.g(horse).kind = 5  # Skirmishing Cavalry frightens nobody
    f.f(f.of(horse)[0]).y = 40
    assert Risk.SHOCK not in lines(f, g)


@pytest.mark.rule("TY-075", "TY-R13", "EC-047", "EC-076", "PS-050")
@pytest.mark.parametrize("book", ["ec", "ps"])
@pytest.mark.parametrize("state", ["ran", "pushed_back"])
def test_who_ran_or_was_pushed_back(book: str, state: str) -> None:
    f, g, _ = facing(book, 60)
    assert Risk.RAN not in lines(f, g)
    setattr(f.g(g), state, True)
    assert lines(f, g)[Risk.RAN] == 3


@pytest.mark.rule("TY-083", "TY-R14")
def test_the_threat_of_guns_comes_on_top() -> None:
    f, g, _ = facing("ec", 60)
    f.g(g).threat = 7
    assert lines(f, g)[Risk.THREAT] == 7


@pytest.mark.rule("TY-076")
def test_the_chronicle_tells_a_throw_then_what_it_is_made_of_then_its_cell() -> None:
    """Two groups throw, and then both results stand: each below its own throw."""
    kinds = [Ev.RISK, Ev.ACTION_DIE, Ev.RISK, Ev.RISK, Ev.ACTION_DIE, Ev.RESULT, Ev.RESULT, Ev.HALTS]
    who = [0, 0, 1, 1, 1, 0, 1, 0]
    told, unfinished = telling.by_throws([Event(int(k), 0, g, -1) for k, g in zip(kinds, who, strict=True)])
    assert not unfinished
    assert [(Ev(e.kind), e.actor) for e in told] == [
        (Ev.ACTION_DIE, 0),
        (Ev.RISK, 0),
        (Ev.RESULT, 0),
        (Ev.ACTION_DIE, 1),
        (Ev.RISK, 1),
        (Ev.RISK, 1),
        (Ev.RESULT, 1),
        (Ev.HALTS, 0),
    ]


@pytest.mark.parametrize(
    ("kind", "rule", "a", "d", "said"),
    [
        (Ev.MOVES, 37, Gait.WALK, 12.04, "Uhlans move 12.0 cm"),
        (Ev.MOVES, 37, Gait.WALK, 0.0, "Uhlans turn on the spot"),
        (Ev.MOVES, R + 17, Gait.HALT, 0.0, "Uhlans turn on the spot"),
        (Ev.MOVES, R + 17, Gait.TROT, 0.04, "Uhlans find no room to move on"),
        (Ev.FROM_ENEMY, R + 23, 0, 0.0, "Uhlans find no room to get away"),
        (Ev.ADVANCES, R + 18, 0, 0.0, "Uhlans find no room to advance"),
    ],
)
def test_nobody_is_told_to_have_moved_nowhere(kind: Ev, rule: int, a: int, d: float, said: str) -> None:
    f = Field("ec")
    f.group("blue", 3, 60, 20)
    event = Event(int(kind), rule, 0, -1, int(a), 0, d)
    assert telling.TELLERS[kind][1](names_of(f, "Uhlans"), event).text == said


@pytest.mark.rule("TY-076")
def test_the_risk_of_who_has_not_thrown_yet_stands_under_a_line_of_its_own() -> None:
    """Not below whatever was told last, while people roll the die."""
    game = open_game("the-mill-at-valdespino", seed=2, blue="drill", red="drill", dice="by hand")
    while not telling.by_throws(game.events_of_turn(game.turns + 1))[1]:
        assert game.roll_wanted is not None
        game.give_dice([1] * game.roll_wanted.n)
    assert game.roll_wanted is not None and "Actions Table" in str(game.roll_wanted)
    who = str(game.roll_wanted).partition(",")[0]
    lines = game.chronicle
    heading = next(line for line in reversed(lines) if line.level < 2)
    assert heading.text == f"The risk of {within(who)}" and heading.units == game.roll_wanted.purpose.pieces
    steps = [line.text for line in lines[lines.index(heading) + 1 :]]
    assert steps and all(line.level == 2 for line in lines[lines.index(heading) + 1 :])
    game.give_dice([1])
    assert not [line for line in game.chronicle if line.text == heading.text]
    thrown = next(
        k
        for k, line in enumerate(game.chronicle)
        if line.kind == "action_die" and line.units == heading.units
    )
    assert [line.text for line in game.chronicle[thrown + 1 : thrown + 1 + len(steps)]] == steps
