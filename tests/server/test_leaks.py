"""What a seat receives contains nothing hidden from it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.book import find_scenario
from grognard.server.app import make_app
from grognard.server.host import Made, Wanted
from grognard.server.store import Heading, Store

from .hidden import SECRET, Ambush, Leaky, game_of
from .pages import ROAD, Page

POINTING = ("number", "piece", "pieces", "targets", "within")  # fields that name pieces


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"))) as found:
        yield found


def opened(client: TestClient, of: Ambush, red: str = "drill") -> Made:
    """A game of that book, as the host would open it."""
    game = game_of(of, find_scenario(ROAD), red)
    heading = Heading(
        secrets.token_hex(8), of.id, of.version, ROAD, game.house, 5, bytes(32), "seeded", "person", red
    )
    made: Made = client.app.state.server.host.open(heading, game, Wanted(ROAD, red=red))  # type: ignore[attr-defined]
    return made


def pointed_at(told: Any) -> Iterator[int]:
    """Every piece that a message names by its number."""
    if isinstance(told, list):
        for part in told:
            yield from pointed_at(part)
    elif isinstance(told, dict):
        for name, value in told.items():
            if name in POINTING:
                some = value if isinstance(value, list) else [value]
                yield from (v for v in some if isinstance(v, int))
            yield from pointed_at(value)


def leaks(page: Page, of: Ambush, places: list[str]) -> list[str]:
    """What the page heard that it may not know."""
    out = [text for text in page.heard if any(word in text for word in (*SECRET, *places))]
    return out + [text for text in page.heard if set(of.hidden) & set(pointed_at(json.loads(text)))]


def places_of(battle: Any, of: Ambush) -> list[str]:
    """Where the hidden units stand, to the last digit, if that is told apart from other numbers."""
    spots = [v for k in of.hidden for v in (battle.units[k].x, battle.units[k].y)]
    return [repr(v) for v in spots if v != round(v, 1)]


def ask_everything(page: Page, of: Ambush, battle: Any) -> None:
    """All questions there are, about all that is there and all that is not."""
    for piece in [p["number"] for p in page.table["scene"]["pieces"]][:6]:
        page.query("hand", piece=piece)
        page.query("drag", pieces=[piece], x=30.0, y=30.0, fx=0.0, fy=1.0)
    for k in of.hidden:
        u = battle.units[k]
        for kind, fields in {
            "hand": {"piece": k},
            "sight": {"a": 0, "b": k},
            "measure": {"a": k, "b": [1.0, 1.0]},
            "click": {"pieces": [0], "target": k},
            "drag": {"pieces": [0], "x": round(u.x), "y": round(u.y), "fx": 0.0, "fy": 1.0},
        }.items():
            page.query(kind, **fields)
    page.query("draft", order="move R99 1.0 1.0")
    page.query("draft", order="fire B1 R99")
    for turn in range(1, page.table["scene"]["turn"] + 1):
        told = page.query("timeline", turn=turn)
        for moment in told.get("result", {}).get("moments", [])[:4]:
            page.query("look", at=moment["at"])
    if page.table["ask"]["yours"]:
        page.query("odds", order=page.table["ask"]["choices"][-1]["order"])


def play(page: Page, of: Ambush, table: Any, most: int = 14) -> list[str]:
    """Some orders of Blue's, and questions on the way; where the hidden have been."""
    places: list[str] = []
    for k in range(most):
        places += places_of(table.game.battle, of)
        if page.table["ended"] is not None:
            break
        if k % 6 == 0:
            ask_everything(page, of, table.game.battle)
        choices = page.table["ask"]["choices"]
        if page.order(choices[min(k, len(choices) - 1)]["order"])["type"] != "answer":
            page.order(choices[-1]["order"])
    return places


def test_nothing_hidden_reaches_a_seat_that_may_not_know_it(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of)
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    url = f"/api/games/{made.game}/socket"
    with client.websocket_connect(url) as blue, client.websocket_connect(url) as watcher:
        page, watch = Page(blue, made.tokens["blue"]), Page(watcher, made.tokens["watch"])
        places = play(page, of, table)
        ask_everything(watch, of, table.game.battle)
        assert leaks(page, of, places) == [] and leaks(watch, of, places) == []
        assert len(page.heard) > 60 and table.game.chronicle
        told = {line.text for line in table.game.chronicle if any(w in line.text for w in SECRET)}
        assert told, "the hidden did something that was not told"


def test_the_side_that_hides_sees_its_own(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of, red="person")
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        page = Page(socket, made.tokens["red"])
        assert set(of.hidden) <= {p["number"] for p in page.table["scene"]["pieces"]}
        assert page.result("hand", piece=of.hidden[0])["hand"]["card"]["title"].startswith("Zouave")


def test_an_order_into_the_unseen_is_refused_without_saying_by_what(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of)
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        page = Page(socket, made.tokens["blue"])
        page.until("which unit moves")
        unit, foe = table.game.now.units[1], table.game.now.units[of.hidden[0]]
        foe.x, foe.y = unit.x + unit.fx * 5.0, unit.y + unit.fy * 5.0
        table.eyes.clear()
        drop = {"x": unit.x + unit.fx * 3.0, "y": unit.y + unit.fy * 3.0, "fx": unit.fx, "fy": unit.fy}
        [draft] = page.result("drag", pieces=[1], **drop)["drafts"]
        assert draft["legal"], "as far as Blue can know"
        refused = page.order(draft["order"])
        assert refused["type"] == "refused" and refused["nearest"] is None
        assert refused["text"] == "something that you do not see forbids that" and refused["rule"] == ""
        odds = page.query("odds", order=draft["order"])
        assert odds["type"] == "refused" and odds["text"] == refused["text"]


def test_a_battle_with_secrets_is_not_forked_while_it_goes_on(client: TestClient) -> None:
    made = opened(client, Ambush())
    token = {"X-Grognard-Token": made.tokens["blue"]}
    assert client.post(f"/api/games/{made.game}/fork", json={}, headers=token).status_code == 403


def test_the_test_of_leaks_finds_one(client: TestClient) -> None:
    of = Leaky()
    made = opened(client, of)
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    of.truth = table.game.battle
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        assert leaks(Page(socket, made.tokens["blue"]), of, [])
