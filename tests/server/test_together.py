"""Many at once: threads at one table, two processes on one store, and who looks while somebody acts."""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.server import host as hosting
from grognard.server.app import make_app
from grognard.server.eyes import eyes_of
from grognard.server.host import Host, Table, Wanted
from grognard.server.messages import AskHand, AskLook, AskMeasure, AskOdds, AskTimeline
from grognard.server.queries import Cancelled, answer
from grognard.server.reading import Reader
from grognard.server.serving import ACTORS
from grognard.server.store import Store
from grognard.server.table import Late
from grognard.server.views import order_given, table_told

from .pages import TESTING, Page, made, socket_of
from .playing import ROAD, again, play, seat_asked

MANY = 8


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield found
    found.close()


def all_at_once(*work: Callable[[], Any]) -> list[Any]:
    """Everybody starts together; what each came to, or what went wrong with it."""
    gate = threading.Barrier(len(work))

    def one(act: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return act()
        except Exception as e:
            return e

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(one, work))


# --- one table of a game ------------------------------------------------------------------------------------


def test_many_who_open_a_game_at_once_get_one_table(sqlite: Store) -> None:
    made = Host(sqlite).create(Wanted(ROAD, red="person"))
    host = Host(sqlite)
    tables = all_at_once(*[lambda: host.table(made.game)] * MANY)
    assert len({id(t) for t in tables}) == 1 and isinstance(tables[0], Table)


def test_a_table_in_use_is_never_opened_a_second_time(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request holds a table, many other games come and go, and somebody else asks for it."""
    monkeypatch.setattr(hosting, "OPEN_GAMES", 1)
    host = Host(sqlite)
    held = host.table(host.create(Wanted(ROAD, red="person")).game)
    for _ in range(3):
        host.create(Wanted(ROAD, red="person"))
    assert host.table(held.heading.id) is held


def test_a_table_that_nobody_uses_goes(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "OPEN_GAMES", 2)
    host = Host(sqlite)
    games = [host.create(Wanted(ROAD, red="person")).game for _ in range(5)]
    gc.collect()
    assert set(host.tables) == set(games[-2:])
    for game in games:
        assert host.table(game).heading.id == game


def test_of_many_orders_for_one_state_one_is_taken(sqlite: Store) -> None:
    host = Host(sqlite)
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    seat, seen, choice = seat_asked(table), table.changes, table.game.choices()[0]
    ends = all_at_once(
        *[lambda k=k: table.order(seat, f"tab-{k}", choice, seen) for k in range(MANY)]  # type: ignore[misc]
    )
    assert ends.count({"changes": seen + 1}) == 1
    assert sum(isinstance(e, Late) for e in ends) == MANY - 1
    assert again(sqlite, made).game.entries == table.game.entries


def test_the_same_request_many_times_at_once_is_done_once(sqlite: Store) -> None:
    host = Host(sqlite)
    made = host.create(Wanted(ROAD, red="person"))
    table = host.table(made.game)
    seat, seen, choice = seat_asked(table), table.changes, table.game.choices()[0]
    n = len(table.game.entries)
    ends = all_at_once(*[lambda: table.order(seat, "r1", choice, seen)] * MANY)
    assert ends == [{"changes": seen + 1}] * MANY
    assert len(again(sqlite, made).game.entries) == n + 1


def test_a_game_is_forked_while_it_is_played(sqlite: Store) -> None:
    host = Host(sqlite)
    made = host.create(Wanted(ROAD, red="person", one_screen=True))
    table = host.table(made.game)
    play(table, 5, seat=lambda t: "both")
    ends = all_at_once(
        lambda: play(table, 12, seed=2, seat=lambda t: "both"),
        *[lambda: host.fork(made.game, 4, {})] * 3,
        *[lambda: [table_told(table, "both", Reader()) for _ in range(5)]] * 2,
    )
    assert not [e for e in ends if isinstance(e, Exception)], ends
    for fork in ends[1:4]:
        assert again(sqlite, fork).game.entries[:4] == table.game.entries[:4]
    assert again(sqlite, made).game.hash == table.game.hash


# --- looking while somebody acts ----------------------------------------------------------------------------


class SlowGeneral:
    """A game whose next order is being thought about, until it is let go."""

    def __init__(
        self, table: Table, monkeypatch: pytest.MonkeyPatch, done: threading.Event | None = None
    ) -> None:
        self.table = table  # which stays in memory
        self.thinks, self.done = threading.Event(), done or threading.Event()
        run = table.game.run

        def slow() -> None:
            self.thinks.set()
            assert self.done.wait(60)
            run()

        monkeypatch.setattr(table.game, "run", slow)


def test_whoever_looks_is_answered_while_a_general_thinks(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(sqlite)
    table = host.table(host.create(Wanted(ROAD)).game)
    play(table, 6)
    general, seen = SlowGeneral(table, monkeypatch), table.changes
    order = threading.Thread(target=table.order, args=("blue", "r1", table.game.choices()[0], seen))
    order.start()
    assert general.thinks.wait(60)
    queries = [
        AskHand(kind="hand", piece=0),
        AskMeasure(kind="measure", a=0, b=(1.0, 1.0)),
        AskTimeline(kind="timeline", turn=1),
        AskLook(kind="look", at=0),
    ]
    for seat in ("blue", "watch"):  # "watch" has not looked before
        assert host.table(table.heading.id) is table
        assert table_told(table, seat, Reader()).changes == seen
        for query in queries:
            changes, _ = answer(table, seat, query, threading.Event())
            assert changes == seen
    odds = AskOdds(kind="odds", order=order_given(eyes_of(table, "blue").choices[0].order))
    with pytest.raises(Cancelled):
        answer(table, "blue", odds, threading.Event())
    assert order.is_alive()
    general.done.set()
    order.join(60)
    assert eyes_of(table, "watch").changes == seen + 1


def test_many_slow_generals_keep_nobody_from_playing(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """More slow generals than there are threads for quick things: another battle with a general goes on."""
    done = threading.Event()
    with TestClient(make_app(sqlite, settings=TESTING)) as client, contextlib.ExitStack() as sockets:
        host: Host = client.app.state.server.host  # type: ignore[attr-defined]
        quick = made(client)
        thinking = []
        for _ in range(ACTORS + 2):
            game = made(client)
            general = SlowGeneral(host.table(game["game"]), monkeypatch, done)
            page = Page(sockets.enter_context(socket_of(client, game)), game["tokens"]["blue"])
            page.say(
                type="order",
                request="o1",
                changes=page.table["changes"],
                order=page.table["ask"]["choices"][0]["order"],
            )
            thinking.append((general, page))
        assert all(general.thinks.wait(60) for general, _ in thinking)
        other = Page(sockets.enter_context(socket_of(client, quick)), quick["tokens"]["blue"])
        for _ in range(3):
            assert other.order(other.table["ask"]["choices"][0]["order"])["type"] == "answer"
        assert thinking[0][1].result("hand", piece=0)["hand"]
        done.set()
        assert [page.hear("answer", "problem")["type"] for _, page in thinking] == ["answer"] * len(thinking)


def test_many_games_that_are_slow_to_open_keep_nobody_waiting(
    sqlite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than there are threads for quick things: the server is well, and another game goes on."""
    others = [Host(sqlite).create(Wanted(ROAD)) for _ in range(ACTORS + 2)]
    done, opening, from_store = threading.Event(), threading.Semaphore(0), Host.from_store

    def slow(host: Host, game: str) -> Table:
        opening.release()
        assert done.wait(60)
        return from_store(host, game)

    monkeypatch.setattr(Host, "from_store", slow)
    with TestClient(make_app(sqlite, settings=TESTING)) as client, contextlib.ExitStack() as sockets:
        waiting = []
        for other in others:
            socket = sockets.enter_context(client.websocket_connect(f"/api/games/{other.game}/socket"))
            socket.send_json({"type": "hello", "token": other.tokens["blue"]})
            waiting.append(socket)
        assert all(opening.acquire(timeout=60) for _ in others)
        assert client.get("/healthz").json()["status"] == "ok"
        quick = made(client)
        page = Page(sockets.enter_context(socket_of(client, quick)), quick["tokens"]["blue"])
        assert page.result("hand", piece=0)["hand"]
        done.set()
        assert [socket.receive_json()["type"] for socket in waiting] == ["table"] * len(waiting)


def test_a_room_that_others_have_entered_since_is_not_forgotten(sqlite: Store) -> None:
    server = make_app(sqlite, settings=TESTING).state.server
    old = server.room("g")
    old.tidy()
    assert server.rooms == {}
    new = server.room("g")
    old.tidy()  # somebody leaves it late
    assert server.rooms == {"g": new} and new is not old
    new.tidy()
    assert server.rooms == {}


def test_a_page_that_acts_on_what_is_no_more_is_told_so(sqlite: Store) -> None:
    """Two tabs of one seat; and the same order said again after the connection was lost."""
    with TestClient(make_app(sqlite, settings=TESTING)) as client, contextlib.ExitStack() as sockets:
        game = made(client, red="person", one_screen=True)
        token = game["tokens"]["both"]
        one, two = (Page(sockets.enter_context(socket_of(client, game)), token) for _ in range(2))
        said = {
            "type": "order",
            "request": "tab-1",
            "changes": two.table["changes"],
            "order": two.table["ask"]["choices"][0]["order"],
        }
        one.say(**said)
        done = one.hear("answer")
        two.say(**{**said, "request": "tab-2"})
        late = two.hear("problem", "answer")
        assert late["type"] == "problem" and late["late"] and "has changed since" in late["text"]
        again_one = Page(sockets.enter_context(socket_of(client, game)), token)
        again_one.say(**said)
        assert again_one.hear("problem", "answer") == done
        assert again_one.table["changes"] == done["answer"]["changes"]


# --- two processes on one store -----------------------------------------------------------------------------


def test_two_processes_take_turns_at_a_game(store: Store, url: str) -> None:
    """On SQLite and PostgreSQL: each finds what the other has done, whoever asks."""
    other = Store(url)
    one, two = Host(store), Host(other)
    made = one.create(Wanted(ROAD, red="person"))
    for k in range(6):
        table = (one, two)[k % 2].table(made.game)
        table.order(seat_asked(table), f"r{k}", table.game.choices()[0], table.changes)
    assert one.table(made.game).game.entries == two.table(made.game).game.entries
    assert store.read(made.game).changes == one.table(made.game).changes
    other.close()


def test_who_is_overtaken_by_another_process_is_told_and_sees_the_table_anew(store: Store, url: str) -> None:
    other = Store(url)
    one, two = Host(store), Host(other)
    made = one.create(Wanted(ROAD, red="person", one_screen=True))
    here, there = one.table(made.game), two.table(made.game)
    heard: list[int] = []
    there.told.append(lambda: heard.append(there.changes))
    choice = here.game.choices()[0]
    here.order("both", "r1", choice, here.changes)
    with pytest.raises(Late, match="has changed since"):
        there.order("both", "r2", there.game.choices()[0], there.changes)
    assert heard == [here.changes]
    assert (there.game.hash, there.changes) == (here.game.hash, here.changes)
    assert there.order("both", "r1", choice, 0) == {"changes": here.changes}, "asked again of the other"
    there.order("both", "r2", there.game.choices()[0], there.changes)
    here.catch_up()
    assert here.game.entries == there.game.entries
    other.close()


def test_an_undo_and_an_order_elsewhere_of_the_same_length_are_no_reason_to_go_on(
    store: Store, url: str
) -> None:
    other = Store(url)
    one, two = Host(store), Host(other)
    made = one.create(Wanted(ROAD, red="person", one_screen=True))
    here = one.table(made.game)
    here.order("both", "r1", here.game.choices()[0])
    there = two.table(made.game)
    here.undo("both", "u1")
    here.order("both", "r2", here.game.choices()[-1])
    assert here.stored == there.stored, "as long as it was, but another game"
    with pytest.raises(Late):
        there.order("both", "r3", there.game.choices()[0])
    assert there.game.entries == here.game.entries
    other.close()


def test_the_same_request_in_two_processes_at_once_is_done_once(store: Store, url: str) -> None:
    others = [Store(url) for _ in range(3)]
    made = Host(store).create(Wanted(ROAD, red="person"))
    tables = [Host(s).table(made.game) for s in others]
    seat, seen, choice = seat_asked(tables[0]), tables[0].changes, tables[0].game.choices()[0]
    ends = all_at_once(
        *[lambda t=t: t.order(seat, "r1", choice, seen) for t in tables]  # type: ignore[misc]
    )
    assert ends == [{"changes": seen + 1}] * 3
    assert store.read(made.game).changes == seen + 1
    for s in others:
        s.close()


def test_who_looks_at_a_game_hears_what_another_process_does_to_it(store: Store, url: str) -> None:
    other = Store(url)
    one, two = Host(store), Host(other)
    made, quiet = one.create(Wanted(ROAD, red="person")), one.create(Wanted(ROAD))
    there, still = two.table(made.game), two.table(quiet.game)
    heard: list[str] = []
    there.told.append(lambda: heard.append("there"))
    still.told.append(lambda: heard.append("still"))
    two.catch_up()
    assert heard == []
    play(one.table(made.game), 2)
    two.catch_up()
    assert heard == ["there"] and there.changes == one.table(made.game).changes
    other.close()


def test_a_general_whose_orders_were_lost_thinks_once_in_two_processes(store: Store, url: str) -> None:
    """A list that stops before a general's orders is opened by two at once."""
    made = Host(store).create(Wanted(ROAD, blue="person", red="drill"))
    play(Host(store).table(made.game), 12)
    whole = store.whole(made.game)
    texts = [e.text for e in whole.entries]
    last = max(k for k, text in enumerate(texts) if text.startswith("g "))
    store.cut(made.game, whole.record.length, last)
    others = [Store(url) for _ in range(3)]
    tables = all_at_once(*[lambda s=s: Host(s).table(made.game) for s in others])  # type: ignore[misc]
    assert [type(t) for t in tables] == [Table] * 3
    assert {len(t.game.entries) for t in tables} == {store.read(made.game).length}
    assert [e.text for e in store.entries(made.game)][: last + 1] == texts[: last + 1]
    for s in others:
        s.close()
