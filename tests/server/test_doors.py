"""Who is let in, how often, with how much; and who is turned away, with which line."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
import uvicorn
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.problems import Problem
from grognard.server.app import make_app
from grognard.server.host import Wanted
from grognard.server.page import Assets
from grognard.server.rates import Bucket, address_of
from grognard.server.settings import ADDRESSES, ANY, LOCAL, Limits, Settings, uvicorn_options
from grognard.server.store import Store

from .pages import ROAD, TESTING, Page, made, socket_of

HERE = ("testserver",)
ELSEWHERE = "https://elsewhere.example"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


def client_of(url: str, address: str = "testclient", **limits: Any) -> TestClient:
    app = make_app(Store(url), settings=Settings(HERE, limits=Limits(**limits)))
    return TestClient(app, client=(address, 1))


@pytest.fixture
def client(url: str) -> Iterator[TestClient]:
    with TestClient(make_app(Store(url), settings=TESTING)) as found:
        yield found


def server_of(client: TestClient) -> Any:
    return client.app.state.server  # type: ignore[attr-defined]


# --- names and sites ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hosts", "host", "served"),
    [
        (LOCAL, "localhost", True),
        (LOCAL, "localhost:8000", True),
        (LOCAL, "LocalHost.:8000", True),
        (LOCAL, "127.0.0.1:1815", True),
        (LOCAL, "[::1]:1815", True),
        (LOCAL, "127.0.0.2", False),
        (LOCAL, "rebound.example:1815", False),
        (LOCAL, "localhost.rebound.example", False),
        (LOCAL, "localhost:8000@rebound.example", False),
        (LOCAL, "[::1", False),
        (LOCAL, "", False),
        ((ADDRESSES,), "192.168.1.7:80", True),
        ((ADDRESSES,), "[fe80::1]:80", True),
        ((ADDRESSES,), "rebound.example", False),
        (("play.example",), "play.example", True),
        (("play.example",), "127.0.0.1", False),
        ((ANY,), "whatever.example", True),
        ((ANY,), "", False),
    ],
)
def test_a_server_goes_by_its_names_only(hosts: tuple[str, ...], host: str, served: bool) -> None:
    assert Settings(hosts).serves(host) is served


def test_a_name_that_was_pointed_at_us_gets_nothing(client: TestClient) -> None:
    game = made(client)
    rebound = {"host": "rebound.example", "origin": "http://rebound.example"}
    for answer in (
        client.get("/", headers=rebound),
        client.get("/api/home", headers=rebound),
        client.post("/api/games", json={"scenario": ROAD}, headers=rebound),
    ):
        assert answer.status_code == 421 and answer.json()["detail"] == "this server does not go by that name"
    with pytest.raises(WebSocketDenialResponse) as e, socket_of(client, game, headers=rebound):
        pass
    assert e.value.status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": ELSEWHERE},
        {"origin": "null"},
        {"origin": "http://testserver:8000"},
        {"origin": "http://testserver.elsewhere.example"},
        {"origin": "file://testserver"},
        {"origin": "http://[testserver"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://testserver"},
    ],
)
def test_a_page_of_another_site_neither_posts_nor_listens(
    client: TestClient, headers: dict[str, str]
) -> None:
    game = made(client)
    answer = client.post("/api/games", json={"scenario": ROAD}, headers=headers)
    assert answer.status_code == 403 and answer.json()["detail"] == "this request comes from another site"
    with pytest.raises(WebSocketDenialResponse) as e, socket_of(client, game, headers=headers):
        pass
    assert e.value.status_code == 403
    assert server_of(client).host.store.count() == 1


def test_a_page_of_our_own_does(client: TestClient) -> None:
    own = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    answer = client.post("/api/games", json={"scenario": ROAD}, headers=own)
    assert answer.status_code == 201
    with socket_of(client, answer.json(), headers=own) as ws:
        assert Page(ws, answer.json()["tokens"]["blue"]).table["seat"] == "blue"


# --- size ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["70000", "-1", "many", "1e9", "9" * 400, "\u0661"])
def test_a_request_has_a_size_and_not_too_much_of_it(client: TestClient, size: str) -> None:
    headers = {"content-length": size.encode(), "content-type": b"application/json"}
    answer = client.post("/api/games", content=b"{}", headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 413 and "at most 65536 bytes" in answer.json()["detail"]


def test_a_request_in_pieces_is_counted(client: TestClient) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(70):
            yield b" " * 1000

    answer = client.post("/api/games", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code == 413 and "at most 65536 bytes" in answer.json()["detail"]


def test_a_saved_battle_may_be_longer(client: TestClient) -> None:
    answer = client.post("/api/replays", json={"text": "x" * 100_000})
    assert answer.status_code == 422 and "not a saved battle" in answer.json()["detail"]
    assert client.post("/api/replays", json={"text": "x" * 1_100_000}).status_code == 413


def scope_of(path: str, type: str = "http", method: str = "POST") -> dict[str, Any]:
    headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]
    return {"type": type, "method": method, "path": path, "raw_path": path.encode(), "headers": headers,
            "query_string": b"", "client": ("10.0.0.1", 1), "server": ("testserver", 80), "scheme": "http",
            "http_version": "1.1", "root_path": "", "subprotocols": []}  # fmt: skip


async def unending(url: str) -> int:
    app = make_app(Store(url), settings=Settings(HERE, limits=Limits(patience=0.01)))
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    with anyio.fail_after(20):
        await app(scope_of("/api/games"), anyio.sleep_forever, send)  # type: ignore[arg-type]
    return int(sent[0]["status"])


def test_a_request_that_does_not_end_is_not_waited_for(url: str) -> None:
    assert anyio.run(unending, url) == 408


# --- rate and number ----------------------------------------------------------------------------------------


def test_a_bucket_lets_some_through_and_then_none() -> None:
    bucket = Bucket(0.0, 3.0)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    bucket.rate, bucket.at = 1.0, bucket.at - 2.5  # as if two and a half seconds had passed
    assert [bucket.take() for _ in range(4)] == [True, True, False, False]


def test_requests_of_one_address_are_counted(url: str) -> None:
    with client_of(url, requests=(0.0, 3.0)) as client:
        assert [client.get("/healthz").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = client.get("/assets/nothing.js")
        assert answer.json()["detail"] == "too many requests: slow down" and answer.headers["retry-after"]
        other = TestClient(client.app, client=("10.1.1.1", 1))
        assert other.get("/healthz").status_code == 200


def test_new_games_forks_and_replays_of_one_address_are_counted(url: str) -> None:
    with client_of(url, games_an_hour=3) as client:
        game = made(client)
        fork = f"/api/games/{game['game']}/fork"
        token = {"X-Grognard-Token": game["tokens"]["blue"]}
        assert client.post(fork, json={}, headers=token).status_code == 201
        assert client.post("/api/replays", json={"text": "x"}).status_code == 422
        for answer in (
            client.post("/api/games", json={"scenario": ROAD}),
            client.post(fork, json={}, headers=token),
            client.post("/api/replays", json={"text": "x"}),
        ):
            assert answer.status_code == 429 and "3 games an hour are enough" in answer.json()["detail"]
        assert client.get("/healthz").json()["games"] == 2
        other = TestClient(client.app, client=("10.1.1.1", 1))
        assert other.post("/api/games", json={"scenario": ROAD}).status_code == 201


def test_there_is_room_for_so_many_games(url: str) -> None:
    with client_of(url, games=1) as client:
        made(client)
        answer = client.post("/api/games", json={"scenario": ROAD})
        assert answer.status_code == 503 and "no room for another" in answer.json()["detail"]


def test_sockets_of_one_address_are_counted_and_forgotten(url: str) -> None:
    with client_of(url, sockets=2) as client:
        game = made(client)
        with socket_of(client, game), socket_of(client, game):
            with pytest.raises(WebSocketDenialResponse) as e, socket_of(client, game):
                pass
            assert e.value.status_code == 429 and "too many pages" in e.value.text
        with socket_of(client, game) as ws:
            Page(ws, game["tokens"]["blue"])


def test_a_table_has_so_many_places(url: str) -> None:
    with client_of(url, at_table=2) as client:
        game = made(client)
        token = game["tokens"]["watch"]
        with socket_of(client, game) as a, socket_of(client, game) as b, socket_of(client, game) as c:
            Page(a, token), Page(b, token)
            c.send_text(json.dumps({"type": "hello", "token": token}))
            with pytest.raises(WebSocketDisconnect) as e:
                c.receive_text()
            assert e.value.code == 1013 and e.value.reason == "too many pages are at this table"


def test_who_says_nothing_is_not_waited_for(url: str) -> None:
    with client_of(url, greeting=0.01) as client:
        with socket_of(client, made(client)) as ws, pytest.raises(WebSocketDisconnect) as e:
            ws.receive_text()
        assert e.value.code == 1008 and "hello" in e.value.reason


def test_messages_of_one_page_are_counted(url: str) -> None:
    with client_of(url, messages=(0.0, 2.0)) as client:
        game = made(client)
        with socket_of(client, game) as ws:
            page = Page(ws, game["tokens"]["blue"])
            said = [page.query("measure", a=[0.0, 0.0], b=[1.0, 1.0]) for _ in range(3)]
            assert [m["type"] for m in said] == ["result", "result", "problem"]
            assert said[2]["text"] == "too many messages: slow down"


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "who"),
    [
        ("9.9.9.9", [], (), "9.9.9.9"),
        ("9.9.9.9", ["1.1.1.1"], (), "9.9.9.9"),
        ("127.0.0.1", ["1.1.1.1"], ("127.0.0.1",), "1.1.1.1"),
        ("127.0.0.1", ["6.6.6.6, 1.1.1.1"], ("127.0.0.1",), "1.1.1.1"),
        ("127.0.0.1", ["6.6.6.6", "1.1.1.1,10.0.0.2"], ("127.0.0.1", "10.0.0.0/8"), "1.1.1.1"),
        ("127.0.0.1", ["nonsense"], ("127.0.0.1",), "127.0.0.1"),
        ("127.0.0.1", [], ("127.0.0.1",), "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", [], (), "2001:db8:1:2::/64"),
        ("::ffff:7.7.7.7", [], (), "7.7.7.7"),
        (None, [], (), "unknown"),
    ],
)
def test_who_asks_is_told_by_proxies_of_our_own_only(
    client: str | None, forwarded: list[str], proxies: tuple[str, ...], who: str
) -> None:
    headers = [(b"x-forwarded-for", text.encode()) for text in forwarded]
    scope = {"type": "http", "client": client and (client, 5), "headers": headers}
    assert address_of(scope, Settings(proxies=proxies)) == who


def test_a_proxy_is_an_address() -> None:
    with pytest.raises(Problem, match="a proxy is an address or a network"):
        Settings(proxies=("my proxy",))


# --- slow and silent pages ----------------------------------------------------------------------------------


async def deaf_page(url: str, others: list[str]) -> list[Any]:
    """A page that says hello and then takes one message only; what happens at the table meanwhile."""
    app = make_app(Store(url), settings=Settings(HERE, limits=Limits(patience=0.05)))
    server = app.state.server
    host = server.host
    game = host.create(Wanted(ROAD, red="person"))
    table = host.table(game.game)
    said = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "text": json.dumps({"type": "hello", "token": game.tokens["watch"]})},
    ]
    seen: list[Any] = []

    async def receive() -> Any:
        return said.pop(0) if said else await anyio.sleep_forever()

    async def send(message: Any) -> None:
        seen.append(message)
        if message["type"] == "websocket.send":
            others.append(server.room(game.game).company().model_dump_json())
            side = "blue" if table.game.ask.side == 0 else "red"
            await anyio.to_thread.run_sync(table.order, side, f"o{len(seen)}", table.game.choices()[0])
            await anyio.sleep_forever()

    scope = scope_of(f"/api/games/{game.game}/socket", "websocket")
    with anyio.fail_after(20):
        await app(scope, receive, send)  # type: ignore[arg-type]
    return [table.told, server.rooms, server.visitors.sockets, table.changes]


def test_a_page_that_does_not_read_is_sent_away_and_holds_up_nobody(url: str) -> None:
    others: list[str] = []
    told, rooms, sockets, changes = anyio.run(deaf_page, url, others)
    assert (told, rooms, sockets) == ([], {}, {}), "nothing of it is left"
    assert json.loads(others[0])["watching"] == 1 and changes > 1


def test_a_general_who_thinks_long_holds_up_nobody_at_another_table(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = made(client), made(client)
    table = server_of(client).host.table(slow["game"])
    give, thinks, done = table.game.give, threading.Event(), threading.Event()

    def think(order: Any) -> None:
        thinks.set()
        assert done.wait(30)
        give(order)

    monkeypatch.setattr(table.game, "give", think)
    with socket_of(client, slow) as a, socket_of(client, quick) as b, socket_of(client, slow) as c:
        one, other = Page(a, slow["tokens"]["blue"]), Page(b, quick["tokens"]["blue"])
        watch = Page(c, slow["tokens"]["watch"])
        one.say(
            type="order",
            request="o1",
            changes=one.table["changes"],
            order=one.table["ask"]["choices"][0]["order"],
        )
        assert thinks.wait(30)
        assert watch.hear("thinking")["side"] == 1
        for _ in range(3):
            assert other.order(other.table["ask"]["choices"][0]["order"])["type"] == "answer"
        assert watch.result("hand", piece=0)["hand"], "who looks does not wait either"
        with socket_of(client, slow) as d:
            late = Page(d, slow["tokens"]["watch"])
            assert late.hear("company")["watching"] == 2
            assert late.hear("thinking")["side"] == 1, "who comes later is told too"
            done.set()
            assert one.hear("answer", "problem", "refused")["type"] == "answer"
            for page in (watch, late):
                page.hear("table")
    assert server_of(client).rooms == {}


# --- over a real socket -------------------------------------------------------------------------------------


@contextlib.contextmanager
def running(url: str, limits: Limits) -> Iterator[tuple[int, Any]]:
    """A server on a port of its own, started as it is for everybody."""
    settings = Settings(limits=limits)
    app = make_app(Store(url), settings=settings)
    config = uvicorn.Config(app, log_config=None, **uvicorn_options(settings))
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as sock:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        try:
            yield sock.getsockname()[1], app.state.server
        finally:
            server.should_exit = True
            thread.join(30)
        assert not thread.is_alive(), "the server did not stop when it was told to"


def new_game(port: int) -> Any:
    return httpx2.post(f"http://127.0.0.1:{port}/api/games", json={"scenario": ROAD}, timeout=30).json()


def test_a_message_that_is_too_long_ends_the_socket(url: str) -> None:
    with running(url, Limits()) as (port, _):
        game = new_game(port)
        with connect(f"ws://127.0.0.1:{port}/api/games/{game['game']}/socket") as ws:
            ws.send(json.dumps({"type": "hello", "token": game["tokens"]["blue"]}))
            assert json.loads(ws.recv(30))["type"] == "table"
            ws.send("x" * 70_000)
            with pytest.raises(ConnectionClosed) as e:
                while True:
                    ws.recv(30)
            assert e.value.rcvd is not None and e.value.rcvd.code == 1009


def frame(text: str) -> bytes:
    """A message of a page, masked with nothing."""
    body = text.encode()
    assert len(body) < 2**16
    return b"\x81" + bytes([0x80 | 126]) + len(body).to_bytes(2, "big") + bytes(4) + body


def knocked(port: int, game: Any) -> socket.socket:
    """A page that has said hello and will read nothing more."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(30)
    raw.connect(("127.0.0.1", port))
    head = [
        f"GET /api/games/{game['game']}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    raw.sendall("\r\n".join([*head, "", ""]).encode())
    assert raw.recv(1000).startswith(b"HTTP/1.1 101")
    raw.sendall(frame(json.dumps({"type": "hello", "token": game["tokens"]["blue"]})))
    return raw


def test_a_page_that_never_reads_is_let_go(url: str) -> None:
    look = json.dumps({"type": "query", "request": "q", "query": {"kind": "look", "at": 0}})
    with running(url, Limits(patience=0.2, messages=(1e6, 1e6))) as (port, server):
        game = new_game(port)
        room, gone = server.room(game["game"]), threading.Event()
        leave = room.leave
        room.leave = lambda page: (leave(page), gone.set())
        with contextlib.closing(knocked(port, game)) as deaf:
            with contextlib.suppress(OSError):
                for _ in range(8000):
                    if gone.wait(0.004):  # and time to answer most of them
                        break
                    deaf.sendall(frame(look))
            assert gone.wait(30), "it was told more and more and read nothing"
            with connect(f"ws://127.0.0.1:{port}/api/games/{game['game']}/socket") as ws:
                ws.send(json.dumps({"type": "hello", "token": game["tokens"]["blue"]}))
                assert json.loads(ws.recv(30))["type"] == "table"


# --- what every answer carries ------------------------------------------------------------------------------


def test_every_answer_has_its_guards(client: TestClient) -> None:
    for path in ("/", "/healthz", "/api/home", "/nowhere", "/assets/nothing.js", "/api/rules/whist"):
        headers = client.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in headers


def test_a_failure_says_nothing_and_has_its_guards(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> int:
        raise RuntimeError("a secret")

    monkeypatch.setattr(server_of(client).host.store, "check", fail)
    quiet = TestClient(client.app, raise_server_exceptions=False)
    answer = quiet.get("/healthz")
    assert answer.status_code == 500 and answer.json() == {"detail": "the server failed"}
    assert answer.headers["content-security-policy"] and answer.headers["cache-control"] == "no-store"


def test_files_that_never_change_are_kept_and_packed(tmp_path: Path) -> None:
    (tmp_path / "index-Ab3_x-9z.js").write_text("let a = 1;" * 500)
    (tmp_path / "plain.js").write_text("let b = 2;" * 500)
    client = TestClient(Assets(directory=tmp_path))
    hashed = client.get("/index-Ab3_x-9z.js", headers={"accept-encoding": "gzip"})
    assert hashed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert hashed.headers["content-encoding"] == "gzip" and int(hashed.headers["content-length"]) < 100
    assert hashed.text == "let a = 1;" * 500 and "javascript" in hashed.headers["content-type"]
    whole = client.get("/index-Ab3_x-9z.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in whole.headers and whole.text == hashed.text
    assert client.get("/plain.js").headers["cache-control"] == "no-cache"
    tag = {"if-none-match": whole.headers["etag"]}
    assert client.get("/index-Ab3_x-9z.js", headers=tag).status_code == 304


def test_home_is_made_once_and_packed(client: TestClient) -> None:
    small = client.get("/api/home", headers={"accept-encoding": "gzip"})
    whole = client.get("/api/home", headers={"accept-encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip" and small.json() == whole.json()
    assert int(small.headers["content-length"]) < len(whole.content) / 5
