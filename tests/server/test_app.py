"""The doors: home, rules, new games, and the socket of a seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from grognard.server.app import make_app
from grognard.server.store import Store

ROAD = "the-chateau-road"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"))) as found:
        yield found


def made(client: TestClient, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"scenario": ROAD, **wanted})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


class Page:
    """A page at a table, as far as a test needs one."""

    def __init__(self, socket: WebSocketTestSession, token: str, lines: int = 0) -> None:
        self.socket = socket
        self.say(type="hello", token=token, lines=lines)
        self.table = self.hear("table")

    def say(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self, *types: str) -> dict[str, Any]:
        """The next message of a type; tables on the way are looked at."""
        while True:
            message = dict(json.loads(self.socket.receive_text()))
            if message["type"] == "table":
                self.table = message
            if message["type"] in types:
                return message

    def order(self, request: str, order: Any) -> dict[str, Any]:
        self.say(type="order", request=request, order=order)
        return self.hear("answer", "refused", "problem")


def after(page: Page, answer: dict[str, Any]) -> None:
    """Until the page has seen what came of an order."""
    while page.table["changes"] < answer["answer"]["changes"]:
        page.hear("table")


def socket_of(client: TestClient, game: dict[str, Any]) -> Any:
    return client.websocket_connect(f"/api/games/{game['game']}/socket")


def test_home_tells_of_every_book_and_scenario(client: TestClient) -> None:
    home = client.get("/api/home").json()
    assert {b["id"] for b in home["books"]} >= {"horse-and-musket", "most-irregular"}
    road = next(s for b in home["books"] for s in b["scenarios"] if s["id"] == ROAD)
    assert road["sample"] and road["scene"]["pieces"] and road["scene"]["features"]


def test_health(client: TestClient) -> None:
    made(client)
    assert client.get("/healthz").json() == {"status": "ok", "version": "0.1.0", "games": 1}


def test_a_rule_is_looked_up(client: TestClient) -> None:
    found = client.get("/api/rules/horse-and-musket/FH-057").json()
    assert found["id"] == "FH-057" and found["text"]
    assert client.get("/api/rules/horse-and-musket/FH-999").status_code == 422
    assert client.get("/api/rules/whist/FH-057").status_code == 422


def test_a_page_sits_down_orders_and_is_answered(client: TestClient) -> None:
    game = made(client, red="person")
    with socket_of(client, game) as blue, socket_of(client, game) as red:
        pages = [Page(blue, game["tokens"]["blue"]), Page(red, game["tokens"]["red"])]
        asked = next(p for p in pages if p.table["ask"]["yours"])
        other = next(p for p in pages if not p.table["ask"]["yours"])
        assert other.table["ask"]["choices"] == []
        choice = asked.table["ask"]["choices"][0]
        answer = asked.order("r1", choice["order"])
        assert answer["type"] == "answer"
        for page in pages:
            after(page, answer)
        assert asked.order("r1", choice["order"]) == answer, "the same request, the same answer"
        assert other.order("r2", choice["order"])["type"] in ("problem", "refused", "answer")


def test_a_refusal_names_the_rule_and_the_nearest(client: TestClient) -> None:
    game = made(client)
    with socket_of(client, game) as blue:
        page = Page(blue, game["tokens"]["blue"])
        while "general" not in page.table["ask"]["text"].lower() or len(page.table["ask"]["choices"]) < 3:
            after(page, page.order(f"r{page.table['changes']}", page.table["ask"]["choices"][0]["order"]))
        told = page.order("far", "move GA 34.0 30.0")
        assert told["type"] == "refused" and told["rule"] == "FH-R13" and told["nearest"]
        assert page.order("near", told["nearest"])["type"] == "answer"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"order"}',
        '{"type":"dance"}',
        '{"type":"undo","request":""}',
        "9" * 70000,
    ],
)
def test_nonsense_is_answered_and_changes_nothing(client: TestClient, text: str) -> None:
    game = made(client)
    with socket_of(client, game) as blue:
        page = Page(blue, game["tokens"]["blue"])
        changes = page.table["changes"]
        blue.send_text(text)
        assert page.hear("problem")["text"]
        answer = page.order("r1", page.table["ask"]["choices"][0]["order"])
        assert answer["answer"]["changes"] == changes + 1


def test_a_wrong_token_gets_no_table(client: TestClient) -> None:
    game = made(client)
    with socket_of(client, game) as socket:
        socket.send_text(json.dumps({"type": "hello", "token": "wrong"}))
        with pytest.raises(WebSocketDisconnect) as e:
            socket.receive_text()
        assert e.value.code == 1008


def test_another_site_is_turned_away(client: TestClient) -> None:
    elsewhere = {"origin": "https://elsewhere.example"}
    assert client.post("/api/games", json={"scenario": ROAD}, headers=elsewhere).status_code == 403
    game = made(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/games/{game['game']}/socket", headers=elsewhere),
    ):
        pass


def test_the_seed_reaches_no_page_before_the_end(client: TestClient) -> None:
    game = made(client, house={"turns": 1})
    store = client.app.state.server.host.store  # type: ignore[attr-defined]
    heading = store.read(game["game"]).heading
    with socket_of(client, game) as blue:
        page = Page(blue, game["tokens"]["blue"])
        while page.table["ended"] is None:
            assert str(heading.seed) not in json.dumps(page.table)
            assert heading.salt.hex() not in json.dumps(page.table)
            token = {"X-Grognard-Token": game["tokens"]["blue"]}
            assert client.get(f"/api/games/{game['game']}/saved", headers=token).status_code == 403
            after(page, page.order(f"r{page.table['changes']}", page.table["ask"]["choices"][0]["order"]))
        assert page.table["ended"]["seed"] == str(heading.seed)
        saved = client.get(f"/api/games/{game['game']}/saved", headers=token)
        assert saved.status_code == 200 and f"seed = {heading.seed}" in saved.text


def test_every_answer_has_its_guards(client: TestClient) -> None:
    for path in ("/healthz", "/api/home", "/nowhere"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert client.post("/api/games", content=b"x" * 70000).status_code == 413
