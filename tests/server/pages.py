"""A page at a table, as far as tests need one."""

from __future__ import annotations

import json
from typing import Any, get_args

from starlette.testclient import TestClient, WebSocketTestSession

from grognard.server.messages import Query
from grognard.server.settings import Settings

ROAD = "the-chateau-road"
FARM = "low-meadow-farm"
KINDS = {
    get_args(of.model_fields["kind"].annotation)[0] for of in get_args(Query.model_fields["query"].annotation)
}
TESTING = Settings(hosts=("testserver",))  # the name by which test clients call


def made(client: TestClient, scenario: str = ROAD, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"scenario": scenario, **wanted})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def socket_of(client: TestClient, game: dict[str, Any], **more: Any) -> Any:
    return client.websocket_connect(f"/api/games/{game['game']}/socket", **more)


class Page:
    """Says and hears; looks at every table on the way."""

    def __init__(self, socket: WebSocketTestSession, token: str, lines: int = 0, mark: str = "") -> None:
        self.socket, self.heard, self.asked = socket, [], 0  # type: ignore[var-annotated]
        self.kinds: set[str] = set()  # of questions that were asked
        self.lines: list[dict[str, Any]] = []  # the chronicle, as far as it was told to this page
        self.say(type="hello", token=token, lines=lines, mark=mark)
        self.table = self.hear("table")

    def say(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self, *types: str) -> dict[str, Any]:
        """The next message of a type."""
        while True:
            text = self.socket.receive_text()
            self.heard.append(text)
            message = dict(json.loads(text))
            if message["type"] == "table":
                self.put_together(message)
                self.table = message
                self.lines[message["lines_from"] :] = message["lines"]
            if message["type"] in types:
                return message

    def put_together(self, message: dict[str, Any]) -> None:
        """A table told in part stands on the one before."""
        told, numbers = message["scene"], message["numbers"]
        if numbers is None:
            return
        had = self.table["scene"]
        pieces = {p["number"]: p for p in had["pieces"] + told["pieces"]}
        told["pieces"], told["features"] = [pieces[n] for n in numbers], told["features"] or had["features"]

    def order(self, order: Any) -> dict[str, Any]:
        """An order, and the table as it is then."""
        self.asked += 1
        self.say(type="order", request=f"o{self.asked}", changes=self.table["changes"], order=order)
        answer = self.hear("answer", "refused", "problem")
        while answer["type"] == "answer" and self.table["changes"] < answer["answer"]["changes"]:
            self.hear("table")
        return answer

    def query(self, kind: str, **fields: Any) -> dict[str, Any]:
        """A question, and its answer."""
        self.asked += 1
        name = f"q{self.asked}"
        self.kinds.add(kind)
        self.say(type="query", request=name, query={"kind": kind, **fields})
        while True:
            answer = self.hear("result", "problem", "refused", "dropped")
            if answer["request"] == name:
                return answer

    def result(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = self.query(kind, **fields)
        assert answer["type"] == "result", answer
        return dict(answer["result"])

    def until(self, words: str, most: int = 80) -> None:
        """Answer with the first choice until a question with these words comes."""
        for _ in range(most):
            if words in self.table["ask"]["text"]:
                return
            choices = self.table["ask"]["choices"]
            done = [c for c in choices if c["key"] == "0"]
            self.order((done or choices)[0]["order"])
        raise AssertionError(f"nobody asked: {words}")

    def piece(self, handle: str) -> dict[str, Any]:
        return next(p for p in self.table["scene"]["pieces"] if p["handle"] == handle)
