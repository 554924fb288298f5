"""grognard play and grognard serve, as processes: they start, say where, keep what was acknowledged, and stop in order."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from grognard import cli
from grognard.book import scenario_paths
from grognard.server.host import Host, Wanted
from grognard.server.store import Store

from .processes import Process, SeatOf, free_port, wait_for

ROAD = "the-chateau-road"
LINK = re.compile(r"/game/([0-9a-f]{16})#([\w-]{32})")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Any]:
    """Start a command; whatever happens it is stopped."""
    started: list[Process] = []

    def begin(*words: str, **env: str) -> Process:
        started.append(Process(*words, data=tmp_path / "data", **env))
        return started[-1]

    yield begin
    for process in started:
        if process.process.poll() is None:
            process.stop(signal.SIGKILL)
        print(*process.said, *process.complained)  # shown when the test has failed


@pytest.fixture
def sit() -> Iterator[Any]:
    """Take a seat at a table; it is left at the end."""
    with ExitStack() as stack:
        yield lambda *args: stack.enter_context(closing(SeatOf(*args)))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Run a command that goes wrong: its exit code and what it complained of."""
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path / "data"))

    def command(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["grognard", *words])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        return int(stop.value.code or 0), capsys.readouterr().err

    return command


# --- play ---------------------------------------------------------------------------------------------------


def test_play_says_where_it_is_and_ctrl_c_stops_it_with_one_line(start: Any, tmp_path: Path) -> None:
    process = start("play", "--no-browser")
    address = process.ready()
    assert process.get("/api/home")["books"]
    assert process.heard("Open this in a browser") == f"Open this in a browser: {address}/\n"
    before = len(process.said)
    assert process.stop(signal.SIGINT) == 0
    assert process.said[before:] == [
        "Stopped. Every game stands as it was left, and goes on with the next 'grognard play'.\n"
    ]
    assert process.complained == []
    assert (tmp_path / "data" / "games.db").is_file()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0, "seeds are in there"


@pytest.mark.parametrize(
    ("words", "seat"),
    [((), "blue"), (("--blue", "drill", "--red", "person"), "red"), (("--red", "person"), "both")],
)
def test_play_a_scenario_opens_a_new_game_in_the_browser(
    start: Any, tmp_path: Path, sit: Any, words: tuple[str, ...], seat: str
) -> None:
    told, browser = tmp_path / "told", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {told}.new && mv {told}.new {told}\n')
    browser.chmod(0o755)
    process = start("play", ROAD, "--set", "turns=2", *words, BROWSER=f"{browser} %s")
    address = process.ready()
    wait_for(told.is_file, "no browser was opened")
    link = told.read_text()
    assert link.startswith(address + "/game/")
    game, token = LINK.findall(link)[0]
    page = sit(process, game, token)
    assert page.table["seat"] == seat
    assert page.table["heading"]["house"] == {"turns": 2}
    assert token not in "".join(process.said), "who has a browser needs no secrets on the screen"


def test_where_no_browser_is_the_link_is_said(start: Any, sit: Any) -> None:
    process = start("play", ROAD, PATH="/nowhere")
    process.ready()
    game, token = LINK.findall(process.heard("No browser could be opened here"))[0]
    assert sit(process, game, token).table["heading"]["scenario"] == ROAD


def test_two_plays_at_once_share_their_games_and_lose_none(start: Any, sit: Any) -> None:
    """Two processes on one store, begun together: another port, and no order lost, doubled or mixed up."""
    processes = [start("play", "--no-browser"), start("play", "--no-browser")]
    first, second = processes
    assert first.ready() != second.ready()
    made = first.post("/api/games", {"scenario": ROAD})
    game, token = made["game"], made["tokens"]["blue"]
    here, there = sit(first, game, token), sit(second, game, token)
    assert here.table["scene"] == there.table["scene"]
    assert here.first()["type"] == "answer"
    late = there.offer()
    assert late["type"] == "problem" and "look again" in late["text"]
    while there.table["changes"] < here.table["changes"]:
        there.hear("table")
    assert there.table["ask"] == here.table["ask"], "it has looked again"
    assert there.first()["type"] == "answer"
    assert sit(first, game, token).table["changes"] == there.table["changes"], "who sits down sees the latest"
    assert [p.stop(signal.SIGINT) for p in processes] == [0, 0]


def test_play_takes_the_next_port_if_its_own_is_taken(start: Any) -> None:
    with closing(socket.socket()) as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        for _ in range(100):  # another test may have it just now; if somebody keeps it, that is as good
            with suppress(OSError):
                s.bind(("127.0.0.1", 1815))
                s.listen()
                break
            time.sleep(0.1)
        assert not start("play", "--no-browser").ready().endswith(":1815")


def test_a_port_in_use_is_said_in_one_line(run: Any) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as s:
        port = s.getsockname()[1]
        for words in (("play", "--no-browser"), ("serve",)):
            code, said = run(*words, "--port", str(port))
            assert code == 2
            assert said == (
                f"grognard: 127.0.0.1, port {port}: something else listens there already: --port names another\n"
            )


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_data_folder_that_cannot_be_is_said(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path / "file" / "data"))
    code, said = run(command)
    assert code == 2 and said.count("\n") == 1
    assert "games cannot be kept there" in said and "GROGNARD_DATA=FOLDER" in said


def test_a_store_that_is_none_is_said(run: Any, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games.db").write_text("this is no database, and never was one" * 100)
    code, said = run("play", "--no-browser")
    assert code == 2 and "the store cannot be opened: file is not a database" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["the-chateau-rode"], "Did you mean 'the-chateau-road'?"),
        ([ROAD, "--red", "dril"], "Did you mean 'drill'?"),
        ([ROAD, "--set", "turns"], "name=value"),
        ([ROAD, "--set", "trns=2"], "Did you mean 'turns'?"),
        (["--red", "person"], "name its scenario"),
        (["--set", "turns=2"], "name its scenario"),
    ],
)
def test_what_play_cannot_do_is_said_in_one_line(run: Any, words: list[str], said: str) -> None:
    code, complaint = run("play", "--no-browser", *words)
    assert code == 2 and complaint.count("\n") == 1 and complaint.startswith("grognard: ")
    assert said in complaint


# --- serve --------------------------------------------------------------------------------------------------


def lines_of(process: Process) -> list[dict[str, Any]]:
    return [json.loads(line) for line in process.complained]


def test_the_logs_are_json_and_tell_no_secret(start: Any, sit: Any) -> None:
    process = start("serve", "--port", str(free_port()))
    process.ready()
    made = process.post("/api/games", {"scenario": ROAD, "house": {"turns": 1}})
    game, token = made["game"], made["tokens"]["blue"]
    page = sit(process, game, token)
    while page.table["ended"] is None:
        assert page.first()["type"] == "answer"
    wrong = (f"/game/{game}%23{token}", f"/api/games/{game}/saved?token={token}", f"/{token}", "/a%0Ab")
    assert [process.status(path) for path in wrong] == [200, 422, 404, 404]
    page.close()
    assert process.stop() == 0
    lines, text = lines_of(process), "".join(process.complained)
    for line in lines:
        assert {"time", "level", "event"} <= set(line)
    requests = [line for line in lines if line["event"] == "request"]
    assert {"method", "path", "status", "ms"} <= set(requests[0])
    assert ("POST", "/api/games", 201) in [(r["method"], r["path"], r["status"]) for r in requests]
    assert {line["game"] for line in lines if line["event"].startswith("socket")} == {game}
    assert [line["status"] for line in lines if line["event"] == "socket closed"] == [1000]
    for secret in (
        *made["tokens"].values(),
        *page.table["ended"]["seed"].split(),
        page.table["ended"]["salt"],
    ):
        assert len(secret) > 8 and secret not in text
    assert not {"dice", "order", "token", "seed", "salt"} & {key for line in lines for key in line}


def test_serve_says_that_its_store_is_broken(start: Any, tmp_path: Path) -> None:
    process = start("serve", "--port", str(free_port()))
    process.ready()
    with closing(sqlite3.connect(tmp_path / "data" / "games.db")) as c:
        c.execute("ALTER TABLE games RENAME TO elsewhere")
    assert process.status("/healthz") == 503
    with pytest.raises(OSError, match="HTTP Error 503"):
        process.post("/api/games", {"scenario": ROAD})
    with closing(sqlite3.connect(tmp_path / "data" / "games.db")) as c:
        c.execute("ALTER TABLE elsewhere RENAME TO games")
    assert process.get("/healthz")["status"] == "ok", "it comes back by itself"
    process.stop()
    broken = [line for line in lines_of(process) if line["level"] == "error"]
    assert broken and all(line["error"] == "OperationalError" for line in broken)
    assert "parameters" not in json.dumps(broken) or "hidden" in json.dumps(broken)


@pytest.mark.parametrize(
    ("database", "said"),
    [
        (
            "postgresql://me:hunter2@127.0.0.1:1/games",
            "postgresql+psycopg://me:***@127.0.0.1:1/games: the store",
        ),
        ("postgresql://127.0.0.1:1/games?user=me&password=hunter2", "127.0.0.1:1/games: the store cannot be"),
        ("postgresql://me:hunter2@127.0.0.1:port/games", "this address cannot be read"),
        ("postgresql//me:hunter2@127.0.0.1/games", "this address cannot be read"),
        ("mysql://me:hunter2@127.0.0.1/games", "mysql: a database is"),
    ],
)
def test_the_password_of_a_database_is_never_shown(run: Any, database: str, said: str) -> None:
    code, complaint = run("serve", "--port", str(free_port()), "--database", database)
    assert code == 2 and said in complaint and complaint.count("\n") == 1
    assert "hunter2" not in complaint


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--name", "https://table.example"], "the name of a host is wanted"),
        (["--name", "table.example:443"], "the name of a host is wanted"),
        (["--proxy", "somewhere"], "a proxy is an address or a network"),
        (["--host", "no.such.host.invalid"], "cannot listen there"),
    ],
)
def test_what_serve_cannot_do_is_said_in_one_line(run: Any, words: list[str], said: str) -> None:
    code, complaint = run("serve", *words)
    assert code == 2 and complaint.count("\n") == 1
    assert said in complaint


def test_serve_answers_to_its_own_names_only(start: Any) -> None:
    port = free_port()
    process = start("serve", "--port", str(port), "--name", "table.example")
    process.ready()
    for host, status in (("table.example", 200), (f"127.0.0.1:{port}", 200), ("elsewhere.example", 421)):
        with closing(socket.create_connection(("127.0.0.1", port), 60)) as s:
            s.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert int(s.makefile("rb").readline().split()[1]) == status


def test_every_command_that_wants_no_server_does_without_one() -> None:
    """Reading a rule must not wait for a web framework to be loaded."""
    code = "import sys, grognard.cli; sys.exit(any(m in sys.modules for m in ('fastapi', 'uvicorn', 'sqlalchemy')))"
    assert subprocess.run([sys.executable, "-c", code], env=dict(os.environ)).returncode == 0
    assert ROAD in scenario_paths()


# --- prune --------------------------------------------------------------------------------------------------


def test_old_games_are_counted_and_then_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with closing(Store(url)) as store:
        host = Host(store)
        old, new = host.create(Wanted(ROAD)).game, host.create(Wanted(ROAD)).game
        with store.engine.begin() as c:
            c.exec_driver_sql("UPDATE games SET touched = '2020-01-01 00:00:00' WHERE id = ?", (old,))

        def prune(*words: str) -> str:
            cli.app(["prune", "--older-than", "30", "--database", url, *words], standalone_mode=False)
            return capsys.readouterr().out

        assert prune() == "would be deleted: 1 of 2; --yes does it\n" and store.count() == 2
        assert prune("--finished", "--yes") == "deleted: 0, left: 2\n"
        assert prune("--yes") == "deleted: 1, left: 1\n"
        assert store.read(new).heading.id == new and store.entries(old) == []


def test_prune_wants_to_be_told_how_old(run: Any) -> None:
    assert run("prune")[0] == 2 and run("prune", "--older-than", "0")[0] == 2
