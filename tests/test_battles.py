"""Whole battles: both engines alike, every invariant at every order, nothing that a refused order can change.

GROGNARD_BATTLES scales how many are fought (1: the default)."""

from __future__ import annotations

import os
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard import compiled
from grognard.book import scenario_paths
from grognard.dice import seed_dice
from grognard.engines import Plain, digest
from grognard.game import Game, as_plain_order, open_game
from grognard.problems import Problem
from grognard.records import clone
from grognard.values import Ask, Order

from .horse_and_musket.invariants import Broken, Watch, look_at_game

SCALE = float(os.environ.get("GROGNARD_BATTLES", "1"))
SCENARIOS = sorted(scenario_paths())
MATCHES = [("drill", "drill"), ("random", "random"), ("drill", "random"), ("random", "drill")]
OPTIONS = {
    "initiative_choice": "once_per_turn",
    "rally_timing": "turn_start",
    "casualty_disorder": "immediate",
    "first_fire": "melee_dice",
    "premeasure": "false",
    "square_halving": "casualties_after_saves",
    "general_quality": "rated",
    "unit_commanders": "on",
    "impetuous": "any_charge",
    "victory": "break",
}


def some(n: int) -> range:
    return range(1, 1 + max(1, round(n * SCALE)))


def fought(k: int, engine: str = "plain", **how: Any) -> Game:
    """Battle k: it goes round the scenarios, the generals and the options."""
    scenario = SCENARIOS[k % len(SCENARIOS)]
    blue, red = MATCHES[k // len(SCENARIOS) % len(MATCHES)]
    house = OPTIONS if k // (len(SCENARIOS) * len(MATCHES)) % 2 else {}
    return open_game(scenario, seed=k, **{"blue": blue, "red": red, "house": house, "engine": engine, **how})


# --- the twin -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(bool(compiled.missing()), reason=compiled.missing())
def test_both_engines_fight_the_same_battles_to_the_byte() -> None:
    for k in some(40):
        plain, twin = fought(k), fought(k, "compiled")
        assert twin.engine.name == "compiled"
        hashes = [[digest(g.state(s.battle)) for s in g.snapshots] for g in (plain, twin)]
        different = [n for n, (a, b) in enumerate(zip(*hashes, strict=True)) if a != b]
        assert not different, f"battle {k} ({plain.setup.id}, {plain.players}): turn {different[0]}"
        assert plain.entries == twin.entries
        assert plain.snapshots[-1].events == twin.snapshots[-1].events


@pytest.mark.skipif(bool(compiled.missing()), reason=compiled.missing())
@pytest.mark.parametrize("dice", ["seeded", "by hand"])
def test_a_person_can_play_on_either_engine(dice: str) -> None:
    games = [fought(1, engine, blue="person", red="drill", dice=dice) for engine in ("plain", "compiled")]
    r = random.Random(1)
    for _ in range(120):
        if games[0].roll_wanted:
            faces = [r.randint(1, 6) for _ in range(games[0].roll_wanted.n)]
            for game in games:
                game.give_dice(faces)
        elif games[0].ask:
            order = any_order(games[0], r)
            for game in games:
                game.give(order)
        assert games[0].hash == games[1].hash
        assert (games[0].ask, games[0].roll_wanted) == (games[1].ask, games[1].roll_wanted)
    for game in games:
        game.undo()
    assert games[0].hash == games[1].hash
    assert games[0].to_text() == games[1].to_text()


# --- what must always be true -------------------------------------------------------------------------------


@pytest.mark.parametrize("k", some(20))
def test_every_invariant_holds_after_every_order(k: int) -> None:
    assert look_at_game(fought(4 * len(SCENARIOS) * k + k, blue="random", red="random")) > 50


@pytest.mark.parametrize("k", some(8))
def test_and_when_the_generals_know_their_drill(k: int) -> None:
    assert look_at_game(fought(k, blue="drill", red="drill", house=OPTIONS if k % 2 else {})) > 50


def on_another(b: Any) -> None:
    b.units[1].x, b.units[1].y = b.units[0].x + 0.3, b.units[0].y


def on_the_farm(b: Any) -> None:
    b.units[0].x, b.units[0].y = 52.0, 21.5


FAULTS: dict[str, Any] = {
    "units 1 and 0 overlap": on_another,
    "off the table": lambda b: setattr(b.units[0], "x", -3.0),
    "grew": lambda b: setattr(b.units[0], "figures", b.units[0].figures + 1),
    "is nan": lambda b: setattr(b.units[0], "line_x", float("nan")),
    "faces": lambda b: setattr(b.units[0], "fx", 0.5),
    "nobody in it": lambda b: setattr(b.units[0], "figures", 0),
    "routs in good order": lambda b: setattr(b.units[0], "routing", True),
    "owes no check": lambda b: setattr(b.units[0], "disordered", True),
    "is with unit 0 but": lambda b: setattr(b.leaders[0], "attached", 0),
    "found shots": lambda b: setattr(b.units[7], "shots", b.units[7].shots + 1),
    "in contact with": lambda b: setattr(b.units[0], "locked", 9),
    "is in GARRISON": lambda b: setattr(b.units[0], "formation", 7),
    "by 9.0": lambda b: setattr(b.units[0], "depth", 9.0),
    "rose from the dead": lambda b: setattr(b.leaders[1], "alive", True),
    "stands in building": on_the_farm,
}


@pytest.mark.parametrize("what", FAULTS)
def test_the_invariants_see_what_is_wrong(what: str) -> None:
    battle = open_game("the-chateau-road", blue="person", red="person").battle
    battle.leaders[1].alive = False
    watch = Watch()
    watch.look(battle)
    FAULTS[what](battle)
    with pytest.raises(Broken, match=what):
        watch.look(battle)


# --- the list is the battle ---------------------------------------------------------------------------------


@pytest.mark.parametrize("k", some(6))
def test_replay_fork_and_save_give_every_byte_again(k: int, tmp_path: Any) -> None:
    game = fought(k)
    path = tmp_path / "a.battle"
    game.save(path)
    again = Game.load(path)
    cut = random.Random(k).randrange(len(game.entries) + 1)
    fork = game.fork(cut)  # generals go on as they did: their coins depend on the choice
    for other in (again, fork):
        assert other.entries == game.entries
        assert [other.state(s.battle) for s in other.snapshots] == [
            game.state(s.battle) for s in game.snapshots
        ]
        assert other.hash == game.hash
    assert again.to_text() == path.read_text()


# --- what orders may not do ---------------------------------------------------------------------------------


def any_order(game: Game, r: random.Random) -> Order:
    from grognard.books.horse_and_musket import whim

    battle = clone(game.battle)
    seed_dice(battle.whim, r.getrandbits(60))
    assert game.ask is not None
    return whim.at_random(battle, game.ask)


@cache
def asks() -> list[Game]:
    """Games that wait for a person, one for every kind of ask that some battles meet."""
    found: dict[int, Game] = {}
    for k in range(16):
        game = fought(k, blue="drill", red="drill" if k % 3 else "random", house=OPTIONS if k % 2 else {})
        for n in range(1, game.turns + 1):
            index = [game.snapshots[n - 1].mark + i for i, _ in enumerate(game.entries_of_turn(n))]
            for i, ask in zip(index, asks_of_turn(game, n), strict=True):
                if ask.kind not in found:
                    found[ask.kind] = game.fork(i, blue="person", red="person")
                    assert found[ask.kind].ask == ask
    return list(found.values())


def asks_of_turn(game: Game, n: int) -> list[Ask]:
    met: list[Ask] = []

    def visit(battle: Any, k: int, ask: Ask) -> None:
        met.append(ask)

    game.walk(n, visit)
    return met


def test_there_are_asks_of_most_kinds_to_try() -> None:
    assert len(asks()) >= 14


WHOLE = st.integers(-2, 40) | st.sampled_from([2**31, -(2**63), 2**63 - 1, 10**30])
FLOAT = st.floats(-5.0, 80.0) | st.floats(allow_nan=True, allow_infinity=True)
UNIT = st.sampled_from([(0.0, 1.0), (1.0, 0.0), (0.6, -0.8), (0.0, 0.0)])


@settings(max_examples=round(300 * max(1.0, SCALE)), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_order_changes_a_battle_unless_it_is_legal(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(asks()))
    fx, fy = data.draw(UNIT | st.tuples(FLOAT, FLOAT))
    kind, actor, other, how = (data.draw(WHOLE) for _ in range(4))
    order = Order(kind, actor, other, how, data.draw(FLOAT), data.draw(FLOAT), fx, fy)
    entries, state = list(game.entries), game.state(game.now)
    try:
        refusal = game.why_not(order)
    except Problem:  # a number beyond all bounds
        refusal = None
    else:
        assert refusal is None or (refusal.text and refusal.rule)
        if refusal is None:
            game.give(order)
            Watch().look(game.battle)
            game.undo()
    assert game.entries == entries
    assert game.state(game.now) == state


@settings(max_examples=round(100 * max(1.0, SCALE)), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_legal_order_nudged_is_refused_or_leaves_a_sound_battle(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(asks()))
    order = as_plain_order(any_order(game, random.Random(data.draw(st.integers(0, 10**6)))))
    nudge = data.draw(st.tuples(*[st.sampled_from([0.0, 0.3, -0.3, 2.0, -2.0])] * 2))
    order = order._replace(x=order.x + nudge[0], y=order.y + nudge[1])
    state = game.state(game.now)
    if game.why_not(order) is None:
        game.give(order)
        Watch().look(game.battle)
        game.undo()
    assert game.state(game.now) == state


def test_checking_leaves_the_state_alone_at_every_ask() -> None:
    for game in asks():
        plain = Plain(game.book)
        before = plain.state(game.battle)
        r = random.Random(9)
        for _ in range(30):
            assert game.ask is not None
            plain.check(
                game.battle, game.ask, any_order(game, r)._replace(x=r.uniform(-9, 90), y=r.uniform(-9, 60))
            )
        assert plain.state(game.battle) == before
