"""The host: who is asked acts, what is acknowledged is stored, and nothing happens twice."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.game import Refused
from grognard.problems import Problem
from grognard.server.host import Host, Made, NotYours, Table, Wanted, commitment
from grognard.server.store import Store

ROAD = "the-chateau-road"


@pytest.fixture
def store(tmp_path: Path) -> Any:
    found = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield found
    found.close()


@pytest.fixture
def host(store: Store) -> Host:
    return Host(store)


def seat_asked(table: Table) -> str:
    assert table.game.ask is not None
    return ("blue", "red")[table.game.ask.side]


def play(table: Table, n: int, seed: int = 1, seat: Callable[[Table], str] = seat_asked) -> None:
    """Some orders by lot."""
    r = random.Random(seed)
    for k in range(n):
        if table.game.ask is None:
            return
        table.order(seat(table), f"play-{seed}-{k}", r.choice(table.game.choices()))


def again(store: Store, made: Made) -> Table:
    """The game as a new process finds it."""
    return Host(store).table(made.game)


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


# --- real dice, and what is wrong with a wish --------------------------------------------------------------


def test_people_roll_their_own_dice(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD, red="person", dice="by hand"))
    table = host.table(made.game)
    assert table.game.roll_wanted is not None
    with pytest.raises(NotYours, match="who watches rolls no dice"):
        table.throw("watch", "d0", [1])
    with pytest.raises(Problem, match="is no face"):
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


def test_a_game_of_another_version_says_so(host: Host, store: Store) -> None:
    made = host.create(Wanted(ROAD))
    with store.engine.begin() as c:
        c.exec_driver_sql("UPDATE games SET version = '0.9'")
    with pytest.raises(Problem, match=r"was begun with horse-and-musket 0.9, and this is"):
        again(store, made)


def test_a_request_has_a_name(host: Host) -> None:
    table = host.table(host.create(Wanted(ROAD, red="person")).game)
    for name in ("", "x" * 65):
        with pytest.raises(Problem, match="1 to 64 letters"):
            table.order(seat_asked(table), name, table.game.choices()[0])
