"""Several things of a list are picked: who is asked is told the list, others learn nothing of what is picked."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.book import book_of, find_scenario
from grognard.game import Game
from grognard.server.app import make_app
from grognard.server.host import Made, Wanted
from grognard.server.store import Heading, Store

from .pages import TESTING, Page, made

WORM = "the-worm-of-bleak-tarn"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"), settings=TESTING)) as found:
        yield found


def opened(client: TestClient) -> Made:
    """A game of two people, always with the same dice."""
    path = find_scenario(WORM)
    of = book_of(path)
    game = Game(of, of.set_up(path, {}), seed=5, blue="person", red="person")
    head: tuple[Any, ...] = (of.id, of.version, WORM, {}, 5, bytes(32), "seeded", "person", "person")
    host = client.app.state.server.host  # type: ignore[attr-defined]
    result: Made = host.open(Heading(secrets.token_hex(8), *head), game, Wanted(WORM, red="person"))
    return result


def test_who_is_asked_is_told_the_list_and_picks_freely(client: TestClient) -> None:
    game = made(client, WORM, blue="person", red="drill")
    with client.websocket_connect(f"/api/games/{game['game']}/socket") as socket:
        page = Page(socket, game["tokens"]["blue"])
        picks = page.table["ask"]["picks"]
        assert picks["number"] == 6 and len(picks["items"]) == 18
        assert all(item["name"] and item["text"] and item["rule"] for item in picks["items"])
        refused = page.order({**picks["order"], "how": 0b11111})
        assert (refused["type"], refused["rule"]) == ("refused", "FW-064")
        assert refused["nearest"]["how"] == 0b111111 and "5 spells chosen" in refused["text"]
        mine = 0b101010101010 << 3
        assert page.order({**picks["order"], "how": mine})["type"] == "answer"
        assert page.table["ask"]["picks"] is None
        host = client.app.state.server.host  # type: ignore[attr-defined]
        assert host.table(game["game"]).game.battle.mages[0].spells == mine


def heard_of(client: TestClient, how: int) -> list[str]:
    """All that Red hears while Blue picks these, and what he is told when he asks."""
    game = opened(client)
    url = f"/api/games/{game.game}/socket"
    with client.websocket_connect(url) as one, client.websocket_connect(url) as other:
        blue, red = Page(one, game.tokens["blue"]), Page(other, game.tokens["red"])
        ask: dict[str, Any] = red.table["ask"]
        assert (ask["yours"], ask["picks"], ask["choices"]) == (False, None, [])
        picks = blue.table["ask"]["picks"]
        assert blue.order({**picks["order"], "how": how})["type"] == "answer"
        red.hear("table")
        wizard = next(p["number"] for p in red.table["scene"]["pieces"] if p["name"] == "The Court Wizard")
        red.query("hand", piece=wizard)
        red.query("timeline", turn=1)
        assert any("writes down 6 spells" in text for text in red.heard)
        told = client.app.state.server.host.table(game.game).commitment  # type: ignore[attr-defined]
        return [text.replace(game.game, "GAME").replace(told, "PROMISE") for text in red.heard]


@pytest.mark.rule("FW-R87")
def test_the_other_side_hears_the_same_whatever_is_picked(client: TestClient) -> None:
    assert heard_of(client, 0b111111) == heard_of(client, 0b111111 << 9)
