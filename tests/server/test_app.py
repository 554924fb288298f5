"""The doors opened by those who may: home, rules, new games, and the socket of a seat."""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.book import Line
from grognard.players import PERSON, PLAYERS
from grognard.server import messages
from grognard.server import store as stores
from grognard.server.app import make_app
from grognard.server.reading import Reader, mark_of
from grognard.server.store import Store

from .pages import FARM, ROAD, TESTING, Page, made, socket_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"), settings=TESTING)) as found:
        yield found


def table_of(client: TestClient, game: dict[str, Any]) -> Any:
    return client.app.state.server.host.table(game["game"])  # type: ignore[attr-defined]


def first(page: Page) -> Any:
    return page.table["ask"]["choices"][0]["order"]


def asked_first(*pages: Page) -> list[Page]:
    return sorted(pages, key=lambda p: not p.table["ask"]["yours"])


def caught_up(page: Page, changes: int) -> None:
    while page.table["changes"] < changes:
        page.hear("table")


# --- home, rules, games -------------------------------------------------------------------------------------


def test_home_tells_of_every_book_and_scenario(client: TestClient) -> None:
    home = client.get("/api/home").json()
    assert {b["id"] for b in home["books"]} >= {"horse-and-musket", "most-irregular"}
    road = next(s for b in home["books"] for s in b["scenarios"] if s["id"] == ROAD)
    assert road["sample"] and road["scene"]["pieces"] and road["scene"]["features"]


def test_home_tells_of_every_general_and_each_can_be_played_against(client: TestClient) -> None:
    told = client.get("/api/home").json()["players"]
    assert [PERSON, *(p["id"] for p in told)] == list(PLAYERS) == list(get_args(messages.Player))
    assert all(p["title"] and p["name"] and p["text"] for p in told)
    for p in told:
        assert made(client, red=p["id"])["tokens"]["blue"]


def test_health(client: TestClient) -> None:
    made(client)
    assert client.get("/healthz").json() == {"status": "ok", "version": "0.1.0", "games": 1}


def test_a_rule_is_looked_up(client: TestClient) -> None:
    found = client.get("/api/rules/horse-and-musket/FH-057").json()
    assert found["id"] == "FH-057" and found["text"]
    assert client.get("/api/rules/horse-and-musket/FH-999").status_code == 404
    assert client.get("/api/rules/whist/FH-057").status_code == 404


# --- a seat -------------------------------------------------------------------------------------------------


def test_a_page_sits_down_orders_and_is_answered(client: TestClient) -> None:
    game = made(client, red="person")
    with socket_of(client, game) as blue, socket_of(client, game) as red:
        asked, other = asked_first(Page(blue, game["tokens"]["blue"]), Page(red, game["tokens"]["red"]))
        assert other.table["ask"]["choices"] == []
        given = first(asked)
        answer = asked.order(given)
        assert answer["type"] == "answer"
        caught_up(other, answer["answer"]["changes"])
        asked.say(type="order", request="o1", changes=0, order=given)
        assert asked.hear("answer", "problem") == answer, "the same request, the same answer"


def test_a_refusal_names_the_rule_and_the_nearest(client: TestClient) -> None:
    game = made(client)
    with socket_of(client, game) as blue:
        page = Page(blue, game["tokens"]["blue"])
        while "general" not in page.table["ask"]["text"].lower() or len(page.table["ask"]["choices"]) < 3:
            page.order(first(page))
        told = page.order("move GA 34.0 30.0")
        assert told["type"] == "refused" and told["rule"] == "FH-R13" and told["nearest"]
        assert page.order(told["nearest"])["type"] == "answer"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"order"}',
        '{"type":"dance"}',
        '{"type":"hello","token":"again"}',
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
        assert page.order(first(page))["answer"]["changes"] == changes + 1


# --- who is there -------------------------------------------------------------------------------------------


def test_everybody_hears_who_sits_at_the_table(client: TestClient) -> None:
    game = made(client, red="person")
    tokens = game["tokens"]
    with socket_of(client, game) as a:
        blue = Page(a, tokens["blue"])
        assert blue.hear("company") == {"type": "company", "seats": ["blue"], "watching": 0}
        with socket_of(client, game) as b, socket_of(client, game) as c:
            red = Page(b, tokens["red"])
            assert blue.hear("company")["seats"] == ["blue", "red"]
            watcher = Page(c, tokens["watch"])
            told = {"type": "company", "seats": ["blue", "red"], "watching": 1}
            assert blue.hear("company") == watcher.hear("company") == told
            while red.hear("company") != told:
                pass
        while blue.hear("company")["seats"] != ["blue"]:
            pass


# --- secrets of seats ---------------------------------------------------------------------------------------


def test_a_wrong_token_gets_no_table(client: TestClient) -> None:
    game, other = made(client), made(client)
    for token in ("wrong", "", other["tokens"]["blue"]):
        with socket_of(client, game) as socket, pytest.raises(WebSocketDisconnect) as e:
            socket.send_text(json.dumps({"type": "hello", "token": token}))
            socket.receive_text()
        assert e.value.code == 1008 and e.value.reason == "this link opens no seat of this game"


def test_every_seat_is_compared_in_constant_time(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game, compared, same = made(client, red="person"), [], hmac.compare_digest

    def compare(a: bytes, b: bytes) -> bool:
        compared.append(len(a))
        return same(a, b)

    monkeypatch.setattr(stores.hmac, "compare_digest", compare)
    host = client.app.state.server.host  # type: ignore[attr-defined]
    for seat, token in game["tokens"].items():
        compared.clear()
        assert host.seat(game["game"], token) == seat and compared == [32, 32, 32]


def test_no_secret_of_a_seat_is_told_or_logged(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = made(client, red="person")
    tokens, answers = list(game["tokens"].values()), []
    with socket_of(client, game) as socket:
        page = Page(socket, tokens[0])
        page.say(type="hello", token=tokens[1])
        assert page.hear("problem")["text"] == "it is of no known type"
        page.say(type="order", request="r", changes=1, order="pass", token=tokens[1])
        assert page.hear("problem")["text"] == "order.token: Extra inputs are not permitted"
        page.say(type=tokens[1], request="s")
        assert page.hear("problem")["request"] == "s"
        answers += page.heard
    for header in (tokens[0], tokens[0] * 3, tokens[0][:-1]):
        for path in ("saved", "fork"):
            method = client.get if path == "saved" else client.post
            answers.append(
                method(f"/api/games/{game['game']}/{path}", headers={"X-Grognard-Token": header}).text
            )
    told = "\n".join(answers) + caplog.text
    assert "at most 64 characters" in told and not [token for token in tokens if token[:-1] in told]
    host = client.app.state.server.host  # type: ignore[attr-defined]
    heading = host.store.read(game["game"]).heading
    shown = repr(heading) + repr(host.store.read(game["game"])) + repr(host.__dict__)
    assert str(heading.seed) not in shown and repr(heading.salt) not in shown


def test_no_seat_acts_for_another(client: TestClient) -> None:
    game = made(client, red="person")
    table = table_of(client, game)
    with socket_of(client, game) as a, socket_of(client, game) as b, socket_of(client, game) as c:
        asked, other = asked_first(Page(a, game["tokens"]["blue"]), Page(b, game["tokens"]["red"]))
        watcher, before = Page(c, game["tokens"]["watch"]), table.game.hash
        order, changes = first(asked), asked.table["changes"]
        for page in (other, watcher):
            assert page.order(order)["type"] == "problem"
            for kind in ("undo", "answer undo", "throw"):
                more = {"answer undo": {"agreed": True}, "throw": {"faces": [1]}}.get(kind, {})
                page.say(type=kind, request=f"x-{kind[:4].strip()}", changes=changes, **more)
                assert page.hear("problem", "answer", "refused")["type"] == "problem"
            for kind in ("draft", "odds"):
                assert page.query(kind, order=order)["type"] == "problem"
            assert page.query("drag", pieces=[0], x=1.0, y=1.0, fx=0.0, fy=1.0)["type"] == "problem"
            assert page.query("click", pieces=[0], target=1)["type"] == "problem"
        assert table.game.hash == before and table.changes == changes
        assert asked.order(order)["type"] == "answer"


def test_requests_of_two_seats_are_two(client: TestClient) -> None:
    game = made(client, red="person")
    with socket_of(client, game) as a, socket_of(client, game) as b:
        asked, other = asked_first(Page(a, game["tokens"]["blue"]), Page(b, game["tokens"]["red"]))
        order, changes = first(asked), asked.table["changes"]
        asked.say(type="order", request="same", changes=changes, order=order)
        answer = asked.hear("answer", "problem", "refused")
        assert answer["type"] == "answer"
        caught_up(other, answer["answer"]["changes"])
        other.say(type="order", request="same", changes=other.table["changes"], order=order)
        assert other.hear("answer", "problem", "refused") != answer, "nobody hears what another was answered"


def test_who_watches_does_not_fork_a_battle_that_goes_on(client: TestClient) -> None:
    game = made(client, house={"turns": 1})
    fork = f"/api/games/{game['game']}/fork"
    watch, blue = ({"X-Grognard-Token": game["tokens"][seat]} for seat in ("watch", "blue"))
    answer = client.post(fork, json={}, headers=watch)
    assert answer.status_code == 403 and "when it is over" in answer.json()["detail"]
    assert client.post(fork, json={}, headers=blue).status_code == 201
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        while page.table["ended"] is None:
            page.order(first(page))
    assert client.post(fork, json={"at": 0}, headers=watch).status_code == 201


# --- coming back --------------------------------------------------------------------------------------------


def play_a_while(page: Page, random: Random, n: int, undo: bool = True) -> None:
    """Orders, and now and then one is taken back."""
    for k in range(n):
        if page.table["ended"] is not None:
            return
        if undo and page.table["may_undo"] == "free" and random.random() < 0.3:
            page.say(
                type="undo",
                request=f"u{k}-{random.random():.9f}".replace(".", "-"),
                changes=page.table["changes"],
            )
            caught_up(page, page.hear("answer")["answer"]["changes"])
        elif page.order(random.choice(page.table["ask"]["choices"])["order"])["type"] != "answer":
            page.order(first(page))


def whole(client: TestClient, game: dict[str, Any]) -> Page:
    """A page that has just come, and so has been told everything."""
    with socket_of(client, game) as socket:
        return Page(socket, game["tokens"]["blue"])


def test_who_comes_back_is_told_what_it_missed(client: TestClient) -> None:
    game = made(client)
    random = Random(3)
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        play_a_while(page, random, 6, undo=False)
    had, mark = list(page.lines), page.table["mark"]
    with socket_of(client, game) as socket:
        again = Page(socket, game["tokens"]["blue"], len(had), mark)
        assert again.table["lines_from"] == len(had) and again.table["lines"] == []
        play_a_while(again, random, 12, undo=False)
    with socket_of(client, game) as socket:
        late = Page(socket, game["tokens"]["blue"], len(had), mark)
        assert late.table["lines_from"] == len(had) and late.table["lines"]
        assert had + late.table["lines"] == whole(client, game).lines


@pytest.mark.parametrize(
    ("lines", "mark"), [(2**31 - 1, ""), (3, ""), (3, "0" * 24), (0, "nonsense"), (10_000, "0" * 24)]
)
def test_who_has_lines_that_never_were_is_told_everything(client: TestClient, lines: int, mark: str) -> None:
    game = made(client)
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"], lines, mark)
        assert page.table["lines_from"] == 0 and page.table["lines"] == whole(client, game).lines != []


def test_lines_that_were_taken_back_while_a_page_was_away_go(client: TestClient) -> None:
    """As many lines as before, but others."""
    game = made(client, FARM)
    random, met = Random(5), 0
    with socket_of(client, game) as socket:
        here = Page(socket, game["tokens"]["blue"])
        for k in range(12):
            choices = here.table["ask"]["choices"]
            if (
                here.order(random.choice(choices)["order"])["type"] != "answer"
                or here.table["may_undo"] != "free"
            ):
                continue
            away, mark = list(here.lines), here.table["mark"]
            here.say(type="undo", request=f"u{k}", changes=here.table["changes"])
            caught_up(here, here.hear("answer")["answer"]["changes"])
            here.order(random.choice(here.table["ask"]["choices"])["order"])
            with socket_of(client, game) as other:
                back = Page(other, game["tokens"]["blue"], len(away), mark)
                told = away[: back.table["lines_from"]] + back.table["lines"]
            assert told == whole(client, game).lines
            met += len(told) >= len(away) and told[: len(away)] != away
    assert met, "no order was followed by another in its place"


def test_lines_that_were_replaced_between_two_looks_are_told_again() -> None:
    told = [(Line(text, ()), 1) for text in "abcdef"]
    other = [*told[:3], (Line("x", ()), 1), *told[4:]]
    reader = Reader()
    assert reader.read(told[:5]) == 0
    assert reader.read(other) == 3, "as many lines and more, but the fourth is another"
    assert reader.read(other[:2]) == 2 and reader.read(told) == 2
    assert Reader(4, mark_of(told[:4])).read(other) == 0 and Reader(4, mark_of(other[:4])).read(other) == 4
    assert Reader(3, mark_of([(line, 2) for line, _ in told[:3]])).read(told) == 0, "nor of another turn"


@pytest.mark.parametrize("scenario", [ROAD, FARM])
def test_a_page_that_stays_has_the_chronicle_as_it_is(client: TestClient, scenario: str) -> None:
    """Also when a general has had another thought after an order was taken back."""
    game = made(client, scenario)
    with socket_of(client, game) as a, socket_of(client, game) as b:
        page, watcher = Page(a, game["tokens"]["blue"]), Page(b, game["tokens"]["watch"])
        random = Random(11)
        for _ in range(12):
            play_a_while(page, random, 4)
            caught_up(watcher, page.table["changes"])
            assert page.lines == watcher.lines == whole(client, game).lines
