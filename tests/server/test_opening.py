"""Games opened again: as they were kept, or gone through again by another program; or they say why not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.book import book
from grognard.engines import digest
from grognard.folding import fold_events, rows_of, unfold_events
from grognard.problems import Problem
from grognard.server.app import make_app
from grognard.server.host import Host, Made, Table, Wanted
from grognard.server.opening import Again, opened, print_of, proof_in
from grognard.server.schema import metadata
from grognard.server.store import Store, Whole, config_of, make_engine

from .pages import TESTING
from .playing import FARM, ROAD, again, play, play_turns


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Made, Table]]:
    """A store with a game of two turns and a bit, always the same, to make copies of."""
    path = tmp_path_factory.mktemp("battle") / "games.db"
    store = Store(f"sqlite:///{path}")
    with pytest.MonkeyPatch.context() as m:
        m.setattr("grognard.server.host.secrets.randbelow", lambda _: 1815)
        made, table = two_turns(Host(store))
    with store.engine.connect() as c:
        c.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    yield path, made, table
    store.close()


@pytest.fixture
def store(tmp_path: Path, battle: tuple[Path, Made, Table]) -> Iterator[Store]:
    shutil.copy(battle[0], tmp_path / "games.db")
    found = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield found
    found.close()


@pytest.fixture
def made(battle: tuple[Path, Made, Table]) -> Made:
    return battle[1]


@pytest.fixture
def table(battle: tuple[Path, Made, Table]) -> Table:
    """The game as it is in the memory of who played it."""
    return battle[2]


def two_turns(host: Host, scenario: str = ROAD, **wanted: Any) -> tuple[Made, Table]:
    made = host.create(Wanted(scenario, red="person", **wanted))
    table = host.table(made.game)
    play_turns(table, 2)
    assert table.game.turns == 2 and table.game.ask is not None
    return made, table


def execute(store: Store, text: str, **values: Any) -> None:
    with store.engine.begin() as c:
        assert c.execute(sa.text(text), values).rowcount > 0


def by_another_program(store: Store) -> None:
    execute(store, "UPDATE snapshots SET print = 'another program'")


def same(a: Table, b: Table) -> None:
    """Two tables of a game, to the byte."""
    x, y = a.game, b.game
    assert (x.entries, x.asks, x.ask, x.hash) == (y.entries, y.asks, y.ask, y.hash)
    assert [s.mark for s in x.snapshots] == [s.mark for s in y.snapshots]
    assert [x.state(s.battle) for s in x.snapshots] == [y.state(s.battle) for s in y.snapshots]
    assert [s.events for s in x.snapshots] == [s.events for s in y.snapshots]
    assert x.chronicle == y.chronicle
    assert (a.changes, a.stored) == (b.changes, b.stored)


@pytest.mark.parametrize("scenario", [ROAD, FARM])
def test_what_was_kept_is_what_the_list_leads_to_byte_for_byte(store: Store, scenario: str) -> None:
    made, table = two_turns(Host(store), scenario)
    whole = store.whole(made.game)
    assert [k.turn for k in whole.kept] == [1, 2]
    assert {k.print for k in whole.kept} == {print_of(table.game.book.id)}
    taken = opened(whole, "plain")
    replayed = opened(Whole(whole.record, whole.entries, []), "plain")
    assert (taken.as_kept, replayed.as_kept) == (2, 0)
    for a, b in zip(taken.game.snapshots, replayed.game.snapshots, strict=True):
        assert taken.game.state(a.battle) == replayed.game.state(b.battle)
    same(again(store, made), table)


def test_a_turn_that_was_kept_is_not_played_again(
    store: Store, made: Made, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Again, "run", None)  # would fail if it were called
    found = again(store, made)
    same(found, table)
    play_turns(found, 3, more=0)
    same(again(store, made), found)


def test_undo_across_a_turn_after_opening(store: Store) -> None:
    host = Host(store)
    made = host.create(Wanted(ROAD, red="person", one_screen=True))
    table = host.table(made.game)
    r = 0
    while table.game.turns < 2:
        table.order("both", f"o{r}", table.game.choices()[-1])
        r += 1
    for k in range(6):
        found = again(store, made)
        found.undo("both", f"u{k}")
        same(again(store, made), found)
    assert found.game.turns == 1 and len(store.kept(made.game)) == 1


def test_what_another_program_kept_is_gone_through_again_and_kept_anew(
    store: Store, made: Made, table: Table
) -> None:
    before = store.kept(made.game)
    by_another_program(store)
    assert opened(store.whole(made.game), "plain").as_kept == 0
    same(again(store, made), table)
    assert store.kept(made.game) == before
    assert opened(store.whole(made.game), "plain").as_kept == 2


def test_after_a_gap_the_turns_before_it_are_taken(store: Store, made: Made, table: Table) -> None:
    execute(store, "DELETE FROM snapshots WHERE turn = 2")
    assert opened(store.whole(made.game), "plain").as_kept == 1
    same(again(store, made), table)
    assert [k.turn for k in store.kept(made.game)] == [1, 2]


# --- a store that contradicts itself ------------------------------------------------------------------------


def first_orders(store: Store, made: Made, turn: int) -> list[int]:
    listed = store.entries(made.game)
    return [k for k, e in enumerate(listed) if e.turn == turn and e.text.startswith("p ")]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET text = 'p blue initiative second' WHERE place = 0",
        "UPDATE entries SET turn = 2 WHERE place = (SELECT max(place) FROM entries WHERE turn = 1)",
        "UPDATE snapshots SET mark = mark - 1 WHERE turn = 1",
        "UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE turn = 2) WHERE turn = 1",
    ],
)
def test_a_list_and_snapshots_that_disagree_say_so(store: Store, made: Made, harm: str) -> None:
    text = store.entries(made.game)[0].text
    if "initiative" in harm and text == "p blue initiative second":
        harm = harm.replace("second", "first")
    execute(store, harm)
    with pytest.raises(Problem, match=r"its list and what was kept of it disagree about turn 1"):
        again(store, made)


def test_a_turn_in_progress_that_leads_elsewhere_says_so(store: Store, made: Made) -> None:
    execute(store, "UPDATE games SET proof = replace(proof, substr(proof, 18, 16), '0123456789abcdef')")
    with pytest.raises(Problem, match=r"turn 3 does not lead where it led"):
        again(store, made)


def test_an_entry_that_cannot_be_read_is_named(store: Store, made: Made) -> None:
    execute(store, "UPDATE entries SET text = 'p blue dance B1' WHERE place = 3")
    with pytest.raises(Problem, match=r"entry 3 \('p blue dance B1'\)"):
        again(store, made)


def said_at_the_door(store: Store, made: Made) -> list[str]:
    """What a page hears that has a seat in a game that cannot be opened, and what it is closed with."""
    with (
        TestClient(make_app(store, settings=TESTING)) as client,
        client.websocket_connect(f"/api/games/{made.game}/socket") as socket,
        pytest.raises(WebSocketDisconnect) as e,
    ):
        socket.send_json({"type": "hello", "token": made.tokens["blue"]})
        told = socket.receive_json()
        socket.receive_json()
    assert (told["type"], told["request"], e.value.code) == ("problem", "", 4410)
    return [told["text"], e.value.reason]


def test_a_page_is_told_the_whole_line_and_not_that_its_link_is_wrong(store: Store, made: Made) -> None:
    entry = "p blue dance " + "B1 " * 60
    execute(store, "UPDATE entries SET text = :t WHERE place = 3", t=entry)
    text, reason = said_at_the_door(store, made)
    assert len(text) > 200 and f"entry 3 ({entry!r})" in text
    assert reason == "this battle cannot be opened"


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET text = 'p blue dance B1' WHERE place = 3",
        "UPDATE games SET version = '0.9', house = '{\"rate.infantry_line\": 0.1}'",
        "UPDATE games SET seed = seed + 1",
    ],
)
def test_where_things_are_hidden_no_order_and_no_line_is_quoted(
    store: Store, made: Made, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    by_another_program(store)
    execute(store, harm)
    with pytest.raises(Problem) as e:
        again(store, made)
    assert "entry" in str(e.value)
    monkeypatch.setattr(type(book("horse-and-musket")), "hides", True)
    text, _ = said_at_the_door(store, made)
    version = "0.9, and this is 1.0" if "0.9" in harm else book("horse-and-musket").version
    assert text.startswith(f"game {made.game} was begun with horse-and-musket {version}")
    assert text.endswith(": its list does not lead where it led") and "entry" not in text


# --- other versions -----------------------------------------------------------------------------------------


def test_a_game_of_another_version_is_opened_if_it_goes_the_same(
    store: Store, made: Made, table: Table
) -> None:
    execute(store, "UPDATE games SET version = '0.9'")
    by_another_program(store)
    same(again(store, made), table)


def test_nobody_vouches_for_a_game_of_another_version_without_proof(store: Store, made: Made) -> None:
    execute(store, "UPDATE games SET version = '0.9', proof = ''")
    execute(store, "DELETE FROM snapshots")
    with pytest.raises(
        Problem, match=r"was begun with horse-and-musket 0\.9, and this is .*nothing says how"
    ):
        again(store, made)


def test_of_a_rule_that_reads_otherwise_the_first_entry_is_named(store: Store, made: Made) -> None:
    """As if the book's troops moved hardly at all now: an order of then is refused by its rule."""
    by_another_program(store)
    slow = '{"rate.infantry_line": 0.1, "rate.infantry_march": 0.1, "rate.general": 0.1}'
    execute(store, "UPDATE games SET version = '0.9', house = :h", h=slow)
    with pytest.raises(Problem, match=r"0\.9, and this is .*turn \d, entry \d+ \('p .*refused: .* \[FH-"):
        again(store, made)


def test_of_a_rule_that_does_otherwise_the_first_line_is_told_then_and_now(
    store: Store, made: Made, table: Table
) -> None:
    """What was kept says that somebody lost more men then."""
    kept, of = store.kept(made.game)[1], table.game.book
    events, names = unfold_events(kept.events), table.game.names
    first = table.game.entries_of_turn(2)
    k = next(
        k for k, e in enumerate(events) if k > 5 and of.tell(names, [e]) and of.tell(names, [e])[0].rules
    )
    events[k].rule += 1
    proof = proof_in(kept.proof)
    assert first and proof is not None
    otherwise = str(proof._replace(told=digest(rows_of(events))))
    execute(
        store,
        "UPDATE snapshots SET events = :e, proof = :p WHERE turn = 2",
        e=fold_events(events),
        p=otherwise,
    )
    by_another_program(store)
    with pytest.raises(Problem, match=r"turn 2.*: then '.*' \[FH-.*\]; now '.*' \[FH-"):
        again(store, made)


def test_numbers_that_are_not_what_they_were_are_named(store: Store, made: Made) -> None:
    by_another_program(store)
    execute(store, "UPDATE games SET house = :h", h='{"pursuit_dice": 9}')
    with pytest.raises(Problem, match=r"after turn 1 rules\.pursuit_dice: not what it was"):
        again(store, made)


def test_dice_that_fall_otherwise_are_told_then_and_now(store: Store, made: Made) -> None:
    by_another_program(store)
    execute(store, "UPDATE games SET seed = seed + 1")
    with pytest.raises(Problem, match=r"turn 1.*: (then .*; now .*|.* is asked for .*|refused: .*)"):
        again(store, made)


def test_records_of_another_shape_are_compared_by_what_was_told(
    store: Store, made: Made, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program with another record: the state has other bytes, but the same battle is told."""
    by_another_program(store)
    execute(
        store,
        "UPDATE snapshots SET proof = '0123456789abcdef 0123456789abcdef ' || substr(proof, 35)",
    )
    same(again(store, made), table)
    by_another_program(store)
    told = "substr(proof, 1, 34) || '0123456789abcdef' || substr(proof, 51)"
    execute(store, f"UPDATE snapshots SET proof = {told} WHERE turn = 2")
    with pytest.raises(Problem, match=r"turn 2"):
        again(store, made)


# --- migrations ---------------------------------------------------------------------------------------------


def old_store(url: str, source: Store) -> None:
    """A store as the first program made it, with everything that is in another."""
    engine = make_engine(url)
    with engine.begin() as c:
        command.upgrade(config_of(c), "0001")
    old = sa.MetaData()
    old.reflect(engine)
    with source.engine.connect() as there, engine.begin() as here:
        for name in ("games", "seats", "entries", "requests"):
            rows = [dict(r) for r in there.execute(metadata.tables[name].select()).mappings()]
            columns = {c.name for c in old.tables[name].columns}
            here.execute(old.tables[name].insert(), [{k: r[k] for k in r if k in columns} for r in rows])
        state = {"game": rows[0]["game"], "turn": 1, "mark": 1, "print": "old", "state": b"old"}
        here.execute(old.tables["snapshots"].insert(), [state])
    engine.dispose()


def test_a_store_of_the_first_program_is_brought_up_with_its_games(
    url: str, store: Store, made: Made, table: Table
) -> None:
    """On SQLite and PostgreSQL: games go on where they stood, answers stay answers, seats stay seats."""
    address = url.replace("games.db", "old.db")
    old_store(address, store)
    new = Store(address)
    host = Host(new)
    same(host.table(made.game), table)
    assert host.seat(made.game, made.tokens["red"]) == "red"
    assert new.answer(made.game, "play-7000-0") == store.answer(made.game, "play-7000-0") is not None
    assert [k.turn for k in new.kept(made.game)] == [1, 2], "what had been kept is kept anew"
    play(host.table(made.game), 3, seed=5)
    assert host.table(made.game).changes == table.changes + 3
    same(again(new, made), host.table(made.game))
    new.close()
