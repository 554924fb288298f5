"""The process around the server: data folder, logs without secrets, health, and two processes on one store."""

from __future__ import annotations

import gc
import json
import logging
import secrets
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed

from grognard.problems import Problem
from grognard.server import logs, process
from grognard.server.app import make_app
from grognard.server.host import Host, Made, Table, Wanted
from grognard.server.logs import JsonLines, PlainLines, scrubbed, shown_path
from grognard.server.settings import Settings
from grognard.server.store import Stale, Store, new_token

from ..processes import PATIENCE, Process, SeatOf, free_port
from .pages import ROAD, TESTING


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield store
    store.close()


# --- where the games are ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "env", "folder"),
    [
        ("linux", {}, "~/.local/share/grognard"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/grognard"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "~/.local/share/grognard"),
        ("linux", {"XDG_DATA_HOME": "/data", "GROGNARD_DATA": "/mine"}, "/mine"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "~/Library/Application Support/Grognard"),
        ("win32", {"LOCALAPPDATA": "/users/me/local"}, "/users/me/local/Grognard"),
        ("win32", {}, "~/AppData/Local/Grognard"),
        ("win32", {"GROGNARD_DATA": "/mine"}, "/mine"),
    ],
)
def test_games_are_kept_where_the_system_keeps_such_things(
    platform: str, env: dict[str, str], folder: str
) -> None:
    assert process.data_folder(env, platform) == Path(folder).expanduser()


def test_a_folder_that_is_there_is_used_as_it_is(tmp_path: Path) -> None:
    made = tmp_path / "a" / "b c"
    url = process.own_database(made)
    assert process.own_database(made) == url == f"sqlite:///{made}/games.db"
    Store(url).close()
    assert (made / "games.db").is_file()


def test_names_and_numbers_of_a_server_for_others() -> None:
    public = process.settings_for("0.0.0.0", ["table.example"], ["10.0.0.0/8"])
    assert public.serves("table.example") and public.serves("192.168.1.20:1815")
    assert not public.serves("elsewhere.example") and public.trusts("10.1.2.3")
    narrow = process.settings_for("127.0.0.1", [], [])
    assert narrow.serves("localhost:1815") and not narrow.serves("192.168.1.20")
    assert narrow.limits.games_an_hour < Settings().limits.games_an_hour


def test_ports_that_are_taken_are_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    with process.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Problem, match=f"port {port}: something else listens there"):
            process.listen("127.0.0.1", port)
        monkeypatch.setattr(process, "PORT", port)
        monkeypatch.setattr(process, "NEIGHBOURS", 0)
        with process.listen_nearby("127.0.0.1") as found:
            assert found.getsockname()[1] not in (0, port)
            assert process.address_of(found) == f"http://127.0.0.1:{found.getsockname()[1]}"


# --- logs ---------------------------------------------------------------------------------------------------


def record(text: str, *args: Any, **told: Any) -> logging.LogRecord:
    found = logging.LogRecord("grognard", logging.ERROR, __file__, 1, text, args, sys.exc_info())
    found.told = told
    return found


def test_nothing_that_looks_like_a_secret_is_in_a_log() -> None:
    for _ in range(200):
        token, salt, seed = new_token(), secrets.token_bytes(32), secrets.randbelow(2**61) + 10**9
        text = f"token {token} salt {salt.hex()} seed {seed}, {token}."
        assert scrubbed(text) == "token * salt * seed *, *."
        for path in (f"/game/{token}", f"/game/0123456789abcdef#{token}", f"/x/{token[:20]}%20/{token}"):
            assert token not in shown_path(path) and token[:20] + "%" not in shown_path(path)
    assert shown_path("/api/games/0123456789abcdef/socket") == "api/games/0123456789abcdef/socket"
    assert shown_path("/assets/index-DLIxOTTA.js") == "assets/index-DLIxOTTA.js"


def test_an_error_is_told_by_kind_words_and_place_without_what_was_in_it() -> None:
    token = new_token()
    try:
        raise ValueError(f"a seat\nwith {token}")
    except ValueError:
        failed = record("it failed: %s", token, game="g1")
    line = JsonLines().format(failed)
    told = json.loads(line)
    assert "\n" not in line and token not in line
    assert told["event"] == "it failed: *" and told["level"] == "error" and told["game"] == "g1"
    assert told["error"] == "ValueError" and told["text"] == "a seat\nwith *"
    assert told["at"][-1].endswith("test_an_error_is_told_by_kind_words_and_place_without_what_was_in_it")
    assert PlainLines().format(failed) == "grognard: it failed: *: ValueError: a seat\nwith *"


def test_a_failure_of_the_store_tells_no_values(file_store: Store) -> None:
    """The dice of a game are among the values that a failed statement had."""
    host = Host(file_store)
    with file_store.engine.begin() as c:
        c.execute(sa.text("DROP TABLE requests"))
    made = host.create(Wanted(ROAD))
    with pytest.raises(sa.exc.OperationalError) as e:
        host.table(made.game).order("blue", "a-name-of-a-request", host.table(made.game).game.choices()[0])
    assert "a-name-of-a-request" not in str(e.value)
    with file_store.engine.begin() as c:
        c.execute(sa.text("DROP TABLE seats"))
    with pytest.raises(sa.exc.OperationalError) as e:
        host.create(Wanted(ROAD))
    assert "INSERT INTO seats" in str(e.value) and "token_hash" not in str(e.value)
    assert "hidden" in str(e.value)


def test_requests_and_sockets_are_logged_with_their_game(
    file_store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "grognard")
    with TestClient(logs.Access(make_app(file_store, settings=TESTING))) as client:
        made = client.post("/api/games", json={"scenario": ROAD}).json()
        client.get("/healthz")
        client.get("/nowhere")
        with client.websocket_connect(f"/api/games/{made['game']}/socket") as socket:
            socket.send_text(json.dumps({"type": "hello", "token": made["tokens"]["blue"]}))
            socket.receive_text()
    told = [json.loads(JsonLines().format(r)) for r in caplog.records if r.name == "grognard.access"]
    seen = [(t["event"], t["method"], t["path"], t.get("status"), t.get("game")) for t in told]
    way = f"/api/games/{made['game']}/socket"
    assert seen == [
        ("request", "POST", "/api/games", 201, None),
        ("request", "GET", "/nowhere", 404, None),
        ("socket opened", "SOCKET", way, None, made["game"]),
        ("socket closed", "SOCKET", way, 1000, made["game"]),
    ]


# --- health -------------------------------------------------------------------------------------------------


def test_health_tells_when_the_store_is_gone(url: str) -> None:
    with TestClient(make_app(Store(url), settings=TESTING)) as client:
        assert client.get("/healthz").json()["status"] == "ok"
        other = Store(url)
        with other.engine.begin() as c:
            c.execute(sa.text("ALTER TABLE games RENAME TO elsewhere"))
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (
            503,
            {"detail": "the store cannot be used now: try again"},
        )
        with other.engine.begin() as c:
            c.execute(sa.text("ALTER TABLE elsewhere RENAME TO games"))
        assert client.get("/healthz").status_code == 200
        other.close()


def test_health_tells_when_the_store_cannot_be_written(file_store: Store) -> None:
    with TestClient(make_app(file_store, settings=TESTING)) as client:
        with file_store.engine.connect() as c:
            c.execute(sa.text("PRAGMA query_only = ON"))
            assert c.connection.dbapi_connection is not None
        assert client.get("/healthz").status_code == 503


# --- two processes on one store -----------------------------------------------------------------------------


@pytest.fixture
def hosts(url: str) -> Iterator[tuple[Host, Host]]:
    """Two that know nothing of one another but what is on the disk."""
    stores = Store(url), Store(url)
    yield Host(stores[0]), Host(stores[1])
    for store in stores:
        store.close()


def both(hosts: tuple[Host, Host], **wanted: Any) -> tuple[Made, Table, Table]:
    made = hosts[0].create(Wanted(ROAD, **wanted))
    return made, hosts[0].table(made.game), hosts[1].table(made.game)


def give(table: Table, request: str, k: int = 0) -> None:
    assert table.game.ask is not None
    table.order(("blue", "red")[table.game.ask.side], request, table.game.choices()[k])


def test_who_has_not_heard_of_a_change_changes_nothing_and_looks_again(hosts: tuple[Host, Host]) -> None:
    made, here, there = both(hosts)
    heard: list[int] = []
    there.told.append(lambda: heard.append(there.changes))
    give(here, "r1")
    with pytest.raises(Problem, match="look again"):
        give(there, "r2")
    assert there.game.hash == here.game.hash and there.changes == here.changes == heard[-1]
    give(there, "r2")
    assert hosts[0].table(made.game).game.hash == there.game.hash, "who sits down sees the latest"
    assert Host(hosts[0].store).table(made.game).game.hash == there.game.hash


def test_a_game_that_is_as_long_as_before_may_be_another(hosts: tuple[Host, Host]) -> None:
    """One takes an order back and gives another: the list is as long as the other process remembers it."""
    made, here, there = both(hosts, red="person", one_screen=True)
    here.order("both", "r1", here.game.choices()[0])
    there.catch_up()
    here.undo("both", "u1")
    here.order("both", "r2", here.game.choices()[1])
    assert len(here.game.entries) == len(there.game.entries) and here.game.entries != there.game.entries
    with pytest.raises(Problem, match="look again"):
        there.order("both", "r3", there.game.choices()[0])
    assert hosts[0].store.read(made.game).length == len(here.game.entries)
    assert Host(hosts[0].store).table(made.game).game.entries == here.game.entries == there.game.entries


def test_a_request_that_went_to_the_other_process_is_answered_the_same(hosts: tuple[Host, Host]) -> None:
    _, here, there = both(hosts)
    choice = here.game.choices()[0]
    answer = here.order("blue", "r1", choice)
    assert there.order("blue", "r1", choice) == answer


def test_the_store_compares_changes_where_it_is_told_them(hosts: tuple[Host, Host]) -> None:
    made, here, _ = both(hosts)
    store = hosts[0].store
    for act in (
        lambda: store.append(made.game, here.stored, [], since=here.changes - 1),
        lambda: store.cut(made.game, here.stored, 0, since=here.changes + 1),
    ):
        with pytest.raises(Stale):
            act()
    assert store.append(made.game, here.stored, [], since=here.changes) == here.changes + 1


def test_an_undo_that_cannot_be_stored_leaves_the_game_as_it_was(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Across the end of a turn too."""
    host = Host(file_store)
    table = host.table(host.create(Wanted(ROAD)).game)

    def full(*_: Any) -> int:
        raise OSError("no space left on device")

    for k in range(60):
        if table.game.turns == 2:
            break
        give(table, f"r{k}")
        before = table.game
        stood = (before.hash, list(before.entries), list(before.asks), before.ask, before.turns)
        with monkeypatch.context() as m:
            m.setattr(file_store, "cut", full)
            with pytest.raises(OSError, match="no space"):
                table.undo("blue", f"u{k}")
        now = table.game
        assert (now.hash, now.entries, now.asks, now.ask, now.turns) == stood
    assert table.game.turns == 2, "no turn has ended"
    assert Host(file_store).table(table.heading.id).game.hash == table.game.hash


def test_a_start_of_many_at_once_makes_one_store(url: str) -> None:
    """Six processes open a store that has no tables yet."""
    code = "import sys; from grognard.server.store import Store; s = Store(sys.argv[1]); s.check(); s.close()"
    command = [sys.executable, "-c", code, url]
    many = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(6)]
    said = [p.communicate(timeout=120)[1] for p in many]
    assert [p.returncode for p in many] == [0] * 6, said


# --- stopping -----------------------------------------------------------------------------------------------


def test_serve_stops_in_order_and_what_was_acknowledged_is_kept(url: str, tmp_path: Path) -> None:
    words = ("serve", "--port", str(free_port()))
    with Process(*words, data=tmp_path, GROGNARD_DATABASE=url) as process:
        made = process.post("/api/games", {"scenario": ROAD})
        way = made["game"], made["tokens"]["blue"]
        with closing(SeatOf(process, *way)) as page:
            for _ in range(6):
                answer = page.first()
                assert answer["type"] == "answer", answer
            with closing(SeatOf(process, *way)) as other:
                before = other.table
            process.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as e:
                while True:
                    page.socket.recv(PATIENCE)
            assert e.value.rcvd is not None and e.value.rcvd.code == 1012, "the page comes again"
        assert process.stop() == 0
    assert json.loads(process.complained[-1])["event"] == "stopped"
    with Process(*words, "--database", url, data=tmp_path) as again:
        with closing(SeatOf(again, *way)) as later:
            for part in ("changes", "scene", "ask", "lines"):
                assert later.table[part] == before[part]
        assert again.stop(signal.SIGINT) == 0


def test_cycles_of_rubbish_are_swept_now_and_then_and_only_then() -> None:
    class Knot:
        def __init__(self) -> None:
            self.own = self

    over, gone = threading.Event(), threading.Event()
    with process.swept_seldom():
        assert not gc.isenabled()
        weakref.finalize(Knot(), gone.set)
        assert not gone.is_set()
        sweeper = threading.Thread(target=process.sweep, args=(over, 0.01))
        sweeper.start()
        assert gone.wait(PATIENCE)
        over.set()
        sweeper.join(PATIENCE)
    assert gc.isenabled()
