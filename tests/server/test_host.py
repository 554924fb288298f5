"""The host: who is asked acts, what is acknowledged is stored, and nothing happens twice."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from grognard.book import Setup, find_scenario
from grognard.game import Game, Refused, open_game
from grognard.problems import Problem
from grognard.promise import commitment
from grognard.server.host import Host, NotYours, Table, Wanted
from grognard.server.store import Store
from grognard.server.table import Late
from grognard.tables import Override

from .hidden import Ambush, game_of
from .playing import ROAD, again, play, seat_asked


@pytest.fixture
def store(tmp_path: Path) -> Any:
    found = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield found
    found.close()


@pytest.fixture
def host(store: Store) -> Host:
    return Host(store)


def test_a_new_game_has_a_secret_for_every_seat_and_a_promise(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, blue="person", red="person"))
    assert set(made.tokens) == {"blue", "red", "watch"}
    assert len(set(made.tokens.values())) == 3
    for seat, token in made.tokens.items():
        assert host.seat(made.game, token) == seat
    heading = store.read(made.game).heading
    assert made.commitment == commitment(heading.seed, heading.salt)
    assert str(heading.seed) not in made.commitment


def test_no_two_games_share_their_dice(host: Host, store: Store) -> None:
    seeds = {store.read(host.create(Wanted(ROAD)).game).heading.seed for _ in range(5)}
    assert len(seeds) == 5


def test_on_one_screen_one_seat_plays_both(host: Host) -> None:
    made = host.create(Wanted(ROAD, red="person", one_screen=True))
    assert set(made.tokens) == {"both", "watch"}
    table = host.table(made.game)
    play(table, 12, seat=lambda t: "both")
    sides = {ask.side for ask in table.game.asks if ask}
    assert sides == {0, 1}


def test_against_a_general_there_is_one_seat(host: Host) -> None:
    assert set(host.create(Wanted(ROAD)).tokens) == {"blue", "watch"}


def test_a_wrong_link_opens_nothing(host: Host) -> None:
    one, other = host.create(Wanted(ROAD)), host.create(Wanted(ROAD))
    for token in ("", "x", other.tokens["blue"]):
        with pytest.raises(NotYours, match="opens no seat"):
            host.seat(one.game, token)


@pytest.mark.parametrize("red", ["person", "drill"])
def test_what_was_acknowledged_is_there_after_a_crash(host: Host, store: Store, red: str) -> None:
    made = host.create(Wanted(ROAD, red=red))
    table = host.table(made.game)
    for k in range(8):
        play(table, 5, seed=k)
        found = again(store, made)
        assert found.game.hash == table.game.hash
        assert found.game.entries == table.game.entries
        assert found.game.asks == table.game.asks
        assert found.game.ask == table.game.ask
        assert found.changes == table.changes


def test_a_battle_is_played_to_its_end_and_reopened(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person", house={"turns": 3}))
    table = host.table(made.game)
    play(table, 1000)
    assert table.game.outcome is not None
    record = store.read(made.game)
    assert record.result.split()[0] == table.game.outcome.winner
    assert again(store, made).game.hash == table.game.hash
    with pytest.raises(NotYours, match="the battle is over"):
        table.order("blue", "late", "first")


def test_who_is_not_asked_cannot_act(host: Host) -> None:
    table = host.table(host.create(Wanted(ROAD, red="person")).game)
    seat = seat_asked(table)
    other = "red" if seat == "blue" else "blue"
    before = table.game.hash
    for wrong in (other, "watch"):
        with pytest.raises(NotYours, match=f"{seat.title()} is asked, not {wrong}"):
            table.order(wrong, f"wrong-{wrong}", table.game.choices()[0])
    assert table.game.hash == before and table.stored == len(table.game.entries)


def test_the_same_request_is_answered_twice_and_done_once(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    seat, choice = seat_asked(table), table.game.choices()[0]
    first = table.order(seat, "r1", choice)
    n = len(table.game.entries)
    assert table.order(seat, "r1", choice) == first
    assert again(store, made).order(seat, "r1", choice) == first
    assert len(table.game.entries) == n == store.read(made.game).length


def test_a_refused_order_changes_nothing_and_may_be_asked_again(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    before = store.read(made.game)
    with pytest.raises(Refused):
        table.order(seat_asked(table), "r1", (3, 77, 0, 0, 0.0, 0.0, 0.0, 0.0))
    assert store.read(made.game) == before
    table.order(seat_asked(table), "r1", table.game.choices()[0])
    assert store.read(made.game).changes == before.changes + 1


def test_if_the_disk_fails_the_game_is_as_it_was(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    table = host.table(host.create(Wanted(ROAD, red="person")).game)
    before, entries = table.game.hash, list(table.game.entries)

    def fails(*_: Any) -> int:
        raise OSError("no space left on the disk")

    with monkeypatch.context() as m:
        m.setattr(table.store, "append", fails)
        with pytest.raises(OSError, match="no space"):
            table.order(seat_asked(table), "r1", table.game.choices()[0])
    assert table.game.hash == before and table.game.entries == entries
    table.order(seat_asked(table), "r1", table.game.choices()[0])
    assert table.stored == len(table.game.entries) > len(entries)


# --- the state that an order answers ------------------------------------------------------------------------


def test_an_order_for_a_state_that_is_no_more_is_not_taken(host: Host, store: Store) -> None:
    """Two tabs of one seat: the second has not seen what the first has done."""
    made = host.create(Wanted(ROAD, red="person", one_screen=True))
    table = host.table(made.game)
    seen, choice = table.changes, table.game.choices()[0]
    table.order("both", "tab-1", choice, seen)
    before = store.whole(made.game)
    with pytest.raises(Late, match="has changed since"):
        table.order("both", "tab-2", choice, seen)
    with pytest.raises(Late, match="has changed since"):
        table.undo("both", "undo-2", seen)
    assert store.whole(made.game) == before
    assert store.answer(made.game, "tab-2") is None, "it may be said again of what is seen then"
    table.order("both", "tab-2", table.game.choices()[0], table.changes)


def test_what_is_said_again_after_an_undo_is_answered_and_not_done_again(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    seat, seen, choice = seat_asked(table), table.changes, table.game.choices()[0]
    answer = table.order(seat, "r1", choice, seen)
    table.undo(seat, "u1", table.changes)
    before = table.game.hash, table.changes
    assert table.order(seat, "r1", choice, seen) == answer, "its answer was lost on the way"
    assert again(store, made).order(seat, "r1", choice, seen) == answer
    with pytest.raises(Late):
        table.order(seat, "r2", choice, seen)
    assert (table.game.hash, table.changes) == before == (again(store, made).game.hash, table.changes)


def test_dice_are_for_the_state_that_wanted_them(host: Host) -> None:
    table = host.table(host.create(Wanted(ROAD, red="person", dice="by hand")).game)
    seen = table.changes
    table.throw("blue", "d1", [1], seen)
    with pytest.raises(Late):
        table.throw("red", "d2", [2], seen)
    table.throw("red", "d2", [2], table.changes)


# --- taking back --------------------------------------------------------------------------------------------


def test_an_order_without_dice_is_taken_back_at_once(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    seat, before = seat_asked(table), table.game.hash
    table.order(seat, "r1", table.game.choices()[0])
    assert table.game.undo_is_free
    assert table.undo(seat, "u1") == {"changes": table.changes}
    assert table.game.hash == before
    assert again(store, made).game.hash == before
    assert table.undo(seat, "u1") == {"changes": table.changes}, "the same request is no second undo"
    assert table.game.hash == before


def after_dice(table: Table) -> str:
    """Play until the last order of a person has led to dice; whose it was."""
    for k in range(300):
        seat = seat_asked(table)
        play(table, 1, seed=1000 + k)
        if table.game.ask is not None and not table.game.undo_is_free:
            return seat
    raise AssertionError("no dice in 300 orders")


def test_after_dice_the_other_player_must_agree(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    seat = after_dice(table)
    other = "red" if seat == "blue" else "blue"
    before, n = table.game.hash, len(table.game.entries)
    assert table.undo(seat, "u1") == {"changes": table.changes, "asked": other}
    assert table.game.hash == before
    with pytest.raises(NotYours, match="nobody asks you"):
        table.answer_undo(seat, "a0", True)
    with pytest.raises(NotYours, match="nobody asks you"):
        table.answer_undo("watch", "a0", True)
    assert table.answer_undo(other, "a1", False) == {"changes": table.changes, "agreed": False}
    assert table.game.hash == before
    table.undo(seat, "u2")
    table.answer_undo(other, "a2", True)
    assert len(table.game.entries) < n
    assert again(store, made).game.hash == table.game.hash


def test_a_wish_to_undo_and_a_no_are_answered_the_same_way_for_ever(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    seat = after_dice(table)
    other, seen = "red" if seat == "blue" else "blue", table.changes
    wished, no = table.undo(seat, "u1", seen), table.answer_undo(other, "a1", False, seen)
    play(table, 1, seed=5000)  # the table is another now
    for later in (table, again(store, made)):
        assert later.undo(seat, "u1", seen) == wished
        assert later.answer_undo(other, "a1", False, seen) == no
        assert later.undo_asked_by is None


def test_when_the_dice_are_open_nothing_is_taken_back(host: Host) -> None:
    made = host.create(Wanted(ROAD, red="person", one_screen=True, house={"turns": 1}))
    table = host.table(made.game)
    play(table, 500)
    assert table.is_open() and table.shown.last is None
    before = table.game.hash
    with pytest.raises(NotYours, match="its dice are open"):
        table.undo("both", "u1")
    assert table.game.hash == before


def test_an_order_given_meanwhile_answers_the_wish_to_undo(host: Host) -> None:
    table = host.table(host.create(Wanted(ROAD, red="person")).game)
    seat = after_dice(table)
    table.undo(seat, "u1")
    play(table, 1, seed=5000)
    assert table.undo_asked_by is None


def test_nobody_takes_back_the_order_of_another(host: Host) -> None:
    table = host.table(host.create(Wanted(ROAD, red="person")).game)
    seat = seat_asked(table)
    table.order(seat, "r1", table.game.choices()[0])
    other = "red" if seat == "blue" else "blue"
    for wrong in (other, "watch"):
        with pytest.raises(NotYours, match=f"the last order was {seat.title()}'s"):
            table.undo(wrong, f"u-{wrong}")


class Scouting(Ambush):
    """What was hidden is seen by everybody as soon as a unit of Blue's has moved."""

    start: list[tuple[float, float]]

    def set_up(self, path: Path, house: Override) -> Setup:
        setup = super().set_up(path, house)
        self.start = self.places(setup.battle)
        return setup

    def places(self, battle: Any) -> list[tuple[float, float]]:
        return [(u.x, u.y) for u in battle.units if u.side == 0]

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        return names if self.places(battle) != self.start else super().conceal(battle, names, sides)


def first_move(of: Scouting) -> Game:
    """A game in which somebody of Blue's has just moved for the first time, without a die."""
    for seed in range(50):
        game, r = game_of(of, find_scenario(ROAD), red="person"), random.Random(seed)
        while game.ask is not None and of.places(game.battle) == of.start:
            rolled = game.now.dice.counter
            game.give(r.choice(game.choices()))
        if game.ask is not None and game.now.dice.counter == rolled:
            return game
    raise AssertionError("nobody of Blue's ever moved")


def test_an_order_that_reveals_something_is_not_taken_back_at_once() -> None:
    game = first_move(Scouting())
    assert not game.undo_is_free, "what was hidden is seen now"
    game.undo()
    hides_on = Ambush()
    other = game_of(hides_on, find_scenario(ROAD), red="person")
    for entry in game.entries:
        other.give(entry.order)  # type: ignore[union-attr]
    assert other.entries == game.entries and other.undo_is_free == game.undo_is_free
    fresh = first_move(Scouting())
    fresh.book = hides_on  # the same move, by a book in which it shows nothing
    fresh._noted = (-1, fresh._noted[1])
    assert fresh.undo_is_free


def test_an_order_that_the_other_side_has_answered_is_not_taken_back_freely() -> None:
    game, r = open_game(ROAD, seed=3, red="drill"), random.Random(3)
    met = Counter[bool]()
    while game.ask is not None and game.turn < 5:
        rolled, k = game.now.dice.counter, len(game.entries)
        game.give(r.choice(game.choices()))
        if game.now.dice.counter == rolled:
            answered = len(game.entries) > k + 1
            met[answered] += 1
            assert game.undo_is_free == (not answered)
    assert met[True] and met[False]


def test_if_the_disk_fails_nothing_is_taken_back(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Across a turn, too: what cannot be stored has not happened."""
    table = host.table(host.create(Wanted(ROAD, red="person", one_screen=True)).game)
    play(table, 3, seat=lambda t: "both")
    before, shown = (table.game.hash, list(table.game.entries), table.game.ask), table.shown

    def fails(*_: Any) -> int:
        raise OSError("no space left on the disk")

    with monkeypatch.context() as m:
        m.setattr(table.store, "cut", fails)
        with pytest.raises(OSError, match="no space"):
            table.undo("both", "u1")
    assert table.shown is shown
    assert (table.game.hash, table.game.entries, table.game.ask) == before
    table.undo("both", "u1")
    assert len(table.game.entries) < len(before[1])


# --- real dice, and what is wrong with a wish --------------------------------------------------------------


def test_people_roll_their_own_dice(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person", dice="by hand"))
    table = host.table(made.game)
    assert table.game.roll_wanted is not None
    with pytest.raises(NotYours, match="who watches rolls no dice"):
        table.throw("watch", "d0", [1])
    with pytest.raises(Problem, match="7 is not on a D6"):
        table.throw("blue", "d0", [7])
    table.throw("blue", "d1", [1])
    table.throw("blue", "d1", [1])
    table.throw("red", "d2", [2])
    assert table.game.roll_wanted is None and table.game.ask is not None
    assert again(store, made).game.hash == table.game.hash


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted("the-chato-road"), "Did you mean 'the-chateau-road'"),
        (Wanted(ROAD, blue="wizard"), "unknown word for blue"),
        (Wanted(ROAD, dice="loaded"), "unknown word for dice"),
        (Wanted(ROAD, house={"rate.generel": 3}), "rate.generel"),
        (Wanted("/etc/passwd.toml"), "unknown scenario"),
    ],
)
def test_a_bad_wish_is_a_problem_and_no_game(host: Host, store: Store, wanted: Wanted, said: str) -> None:
    with pytest.raises(Problem, match=said):
        host.create(wanted)
    assert store.count() == 0


def test_there_is_an_end_to_the_number_of_games(store: Store) -> None:
    host = Host(store, most=2)
    host.create(Wanted(ROAD))
    host.create(Wanted(ROAD))
    with pytest.raises(Problem, match="2 games already"):
        host.create(Wanted(ROAD))


def test_a_request_has_a_name(host: Host) -> None:
    table = host.table(host.create(Wanted(ROAD, red="person")).game)
    for name in ("", "x" * 65):
        with pytest.raises(Problem, match="1 to 64 letters"):
            table.order(seat_asked(table), name, table.game.choices()[0])
