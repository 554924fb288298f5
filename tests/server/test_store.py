"""The store, on SQLite and on PostgreSQL: nothing lost, nothing doubled, nobody else's seat."""

from __future__ import annotations

import dataclasses
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from grognard.problems import Problem
from grognard.server.schema import games, metadata
from grognard.server.store import Gone, Heading, Kept, Listed, Stale, Store, new_token, token_hash

HEADING = Heading(
    id="g1",
    book="horse-and-musket",
    version="1.0",
    scenario="the-chateau-road",
    house={"rate.general": 12, "first_fire": "melee_dice"},
    seed=2**61 + 5,
    salt=b"s" * 32,
    dice="seeded",
    blue="person",
    red="drill",
)


def listed(*texts: str) -> list[Listed]:
    return [Listed(1, text) for text in texts]


@pytest.fixture
def game(store: Store) -> str:
    store.create(HEADING, {"blue": token_hash("b"), "red": token_hash("r"), "watch": token_hash("w")})
    return HEADING.id


def test_a_game_comes_back_as_it_was_made(store: Store, game: str) -> None:
    record = store.read(game)
    assert record.heading == HEADING
    assert (record.length, record.changes, record.result) == (0, 0, "")
    assert record.made == record.touched and record.made.tzinfo is not None
    assert record.made.astimezone(UTC) == record.made
    assert store.count() == 1


def test_what_was_appended_is_there_in_order_for_another_process(store: Store, game: str, url: str) -> None:
    assert store.append(game, 0, listed("g blue initiative second", "p red move R9 45.0 28.0")) == 1
    assert store.append(game, 2, [Listed(2, "d 3 6 1")], result="blue 9:4") == 2
    other = Store(url)
    assert other.entries(game) == [
        *listed("g blue initiative second", "p red move R9 45.0 28.0"),
        Listed(2, "d 3 6 1"),
    ]
    record = other.read(game)
    assert (record.length, record.changes, record.result) == (3, 2, "blue 9:4")
    other.close()


def test_who_thinks_the_game_is_shorter_or_longer_changes_nothing(store: Store, game: str) -> None:
    store.append(game, 0, listed("one"))
    for length in (0, 2):
        with pytest.raises(Stale):
            store.append(game, length, listed("two"), request="r", answer=1)
        with pytest.raises(Stale):
            store.cut(game, length, 0)
    assert store.entries(game) == listed("one")
    assert store.answer(game, "r") is None
    assert store.read(game).changes == 1


def test_a_request_is_answered_once_and_remembered(store: Store, game: str) -> None:
    assert store.answer(game, "r1") is None
    store.append(game, 0, listed("one"), request="r1", answer={"changes": 1})
    assert store.answer(game, "r1") == {"changes": 1}
    with pytest.raises(sa.exc.IntegrityError):
        store.append(game, 1, listed("one again"), request="r1", answer={"changes": 2})
    assert store.entries(game) == listed("one")
    assert store.read(game).length == 1


def test_undo_cuts_the_list_and_keeps_the_answers(store: Store, game: str) -> None:
    store.append(game, 0, listed("one", "two", "three"), request="r1", answer=1)
    store.keep(game, 1, [Kept(1, 1, "p", b"early"), Kept(2, 3, "p", b"late")])
    assert store.cut(game, 3, 1, request="u1", answer=2) == 2
    assert store.entries(game) == listed("one")
    assert store.kept(game) == [Kept(1, 1, "p", b"early")]
    assert store.answer(game, "r1") == 1 and store.answer(game, "u1") == 2
    assert store.append(game, 1, listed("other")) == 3
    assert store.entries(game) == listed("one", "other")


def test_undo_and_what_generals_answer_is_one_change(store: Store, game: str) -> None:
    store.append(game, 0, listed("one", "two", "three"))
    kept = Kept(1, 2, "p", b"anew")
    assert store.cut(game, 3, 1, "u1", 5, since=1, more=listed("other"), proof="how", kept=[kept]) == 2
    assert store.entries(game) == listed("one", "other")
    assert store.kept(game) == [kept]
    record = store.read(game)
    assert (record.length, record.changes, record.proof) == (2, 2, "how")


def test_snapshots_say_whose_they_are_and_the_latest_counts(store: Store, game: str) -> None:
    state = bytes(range(256)) * 200
    first = Kept(1, 4, "program 1", state, b"events", b"asks", "proof 1")
    second = Kept(1, 5, "program 2", state[::-1], b"others", b"", "proof 2")
    third = Kept(2, 9, "program 2", b"", b"", b"", "")
    store.append(game, 0, listed("one"), kept=[first])
    assert store.kept(game) == [first]
    store.append(game, 1, listed("two"), kept=[second, third])
    assert store.kept(game) == [second, third]


def test_no_snapshot_is_kept_of_a_game_that_has_changed_meanwhile(store: Store, game: str) -> None:
    store.append(game, 0, listed("one"))
    store.keep(game, 0, [Kept(1, 1, "p", b"of what was")])
    assert store.kept(game) == []
    store.keep(game, 1, [Kept(1, 1, "p", b"of what is")])
    assert store.kept(game) == [Kept(1, 1, "p", b"of what is")]
    assert store.read(game).changes == 1


def test_a_game_made_shorter_and_longer_again_is_another(store: Store, game: str) -> None:
    store.append(game, 0, listed("one", "two"))
    store.cut(game, 2, 1)
    store.append(game, 1, listed("other"))
    with pytest.raises(Stale):
        store.append(game, 2, listed("three"), since=1)
    with pytest.raises(Stale):
        store.cut(game, 2, 0, since=1)
    assert store.entries(game) == listed("one", "other")
    assert store.append(game, 2, listed("three"), since=3) == 4


def test_a_game_is_read_as_of_one_moment(
    store: Store, game: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process undoes and orders just between the reading of the heading and of the list."""
    store.append(game, 0, listed("one", "two"))
    other, read, did = Store(url), store.entries, []

    def meddled(name: str) -> list[Listed]:
        if not did:
            did.append(other.cut(game, 2, 0, more=listed("three"), kept=[Kept(1, 1, "p", b"s")]))
        return read(name)

    monkeypatch.setattr(store, "entries", meddled)
    whole = store.whole(game)
    assert did and whole.record.changes == 2
    assert (whole.record.length, whole.entries) == (1, listed("three"))
    assert whole.kept == [Kept(1, 1, "p", b"s")]
    other.close()


def test_how_often_games_have_changed(store: Store, game: str) -> None:
    store.create(dataclasses.replace(HEADING, id="g2"), {"blue": token_hash("b2")})
    store.append("g2", 0, listed("one"))
    assert store.changes([game, "g2", "nowhere"]) == {game: 0, "g2": 1}
    assert store.changes([]) == {}


def test_tokens_open_their_own_seat_only(store: Store, game: str) -> None:
    store.create(dataclasses.replace(HEADING, id="g2"), {"blue": token_hash("b2")})
    assert [store.seat_of(game, token) for token in ("b", "r", "w")] == ["blue", "red", "watch"]
    assert [store.seat_of(game, token) for token in ("", "B", "b2", token_hash("b").hex())] == [None] * 4
    assert store.seat_of("g2", "b2") == "blue"
    assert store.seat_of("no such game", "b") is None


def test_a_token_is_a_secret_that_is_stored_nowhere(store: Store, game: str) -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100 and all(len(token) == 32 for token in tokens)
    with store.engine.connect() as c:
        stored = c.execute(sa.text("SELECT token FROM seats")).scalars().all()
    assert {bytes(t) for t in stored} == {token_hash("b"), token_hash("r"), token_hash("w")}


def test_there_is_no_such_game(store: Store) -> None:
    with pytest.raises(Gone):
        store.read("nowhere")
    with pytest.raises(Stale):
        store.append("nowhere", 0, listed("x"))
    assert store.entries("nowhere") == []


def aged(store: Store, name: str, days: int, forked: str = "", result: str = "") -> None:
    """A game with something of everything, last touched so many days ago."""
    store.create(dataclasses.replace(HEADING, id=name, forked=forked), {"blue": token_hash(name)})
    store.append(name, 0, listed("x"), "r", {"changes": 1}, result, kept=[Kept(1, 1, "p", b"s")])
    with store.engine.begin() as c:
        then = datetime.now(UTC) - timedelta(days=days)
        c.execute(games.update().where(games.c.id == name).values(touched=then))


def test_old_games_go_with_all_that_belongs_to_them(store: Store) -> None:
    aged(store, "old", 40)
    aged(store, "over", 40, result="blue 9:4")
    aged(store, "new", 5)
    before = datetime.now(UTC) - timedelta(days=30)
    assert store.old(before, False) == ["old", "over"] and store.old(before, True) == ["over"]
    store.append("old", 1, listed("y"))
    assert store.delete(["old", "over"], before) == 1, "somebody has come back to the other"
    assert store.count() == 2 and store.read("old").length == 2
    with store.engine.connect() as c:
        for table in ("seats", "entries", "requests", "snapshots"):
            of = metadata.tables[table].c.game
            assert set(c.execute(sa.select(of)).scalars()) == {"old", "new"}, table


def test_a_game_stays_while_one_that_was_forked_from_it_does(store: Store) -> None:
    aged(store, "first", 40)
    aged(store, "second", 40, "first@3")
    aged(store, "third", 2, "second@1")
    aged(store, "alone", 40)
    aged(store, "branch", 40, "alone@1")
    before = datetime.now(UTC) - timedelta(days=30)
    assert store.old(before, False) == ["alone", "branch"]


def test_of_many_who_write_at_once_one_wins(store: Store, game: str, url: str) -> None:
    """Eight threads append to a game of length 0, again and again until each has had its turn."""
    won: list[int] = []

    def write(k: int) -> None:
        own = Store(url)
        while True:
            length = own.read(game).length
            try:
                own.append(game, length, listed(f"entry of {k}"), request=f"r{k}", answer=k)
            except Stale:
                continue
            won.append(k)
            break
        own.close()

    threads = [threading.Thread(target=write, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(timeout=60)
    assert sorted(won) == list(range(8))
    assert sorted(store.entries(game)) == listed(*(f"entry of {k}" for k in range(8)))
    assert store.read(game).changes == 8


def test_migrations_make_the_tables_that_the_program_knows(store: Store) -> None:
    with store.engine.connect() as c:
        assert compare_metadata(MigrationContext.configure(c), metadata) == []


def test_a_store_is_opened_again_and_again(url: str) -> None:
    for _ in range(3):
        Store(url).close()


def test_a_store_of_a_newer_program_is_left_alone(url: str) -> None:
    store = Store(url)
    with store.engine.begin() as c:
        c.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(Problem, match="newer program"):
        Store(url)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("nonsense", "a database is sqlite:///FILE or postgresql://"),
        ("mysql://localhost/x", "mysql: a database is sqlite"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "the store cannot be opened"),
    ],
)
def test_a_bad_address_is_said_without_its_password(bad: str, said: str) -> None:
    with pytest.raises(Problem, match=said) as e:
        Store(bad)
    assert "secret" not in str(e.value)


def test_sqlite_keeps_a_log_ahead_and_syncs_every_commit(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    with store.engine.connect() as c:
        assert c.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert c.execute(sa.text("PRAGMA synchronous")).scalar() == 2
        assert c.execute(sa.text("PRAGMA foreign_keys")).scalar() == 1
    store.close()
