"""Neither seed nor salt nor a die that has not been rolled reaches anybody before the end."""

from __future__ import annotations

import base64
import dataclasses
import json
import logging
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.server.app import make_app
from grognard.server.host import Wanted
from grognard.server.store import Store

from .pages import FARM, KINDS, ROAD, TESTING, Page, made, socket_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"), settings=TESTING)) as found:
        yield found


def ask_all(page: Page, random: Random) -> None:
    """A question of every kind."""
    numbers = [p["number"] for p in page.table["scene"]["pieces"]]
    a, b = random.sample(numbers, 2)
    page.query("hand", piece=a)
    page.query("sight", a=a, b=b)
    page.query("measure", a=a, b=[1.0, 2.0])
    page.query("course")
    page.query("rule", rule=next((rule for line in page.lines for rule in line["rules"]), "none"))
    page.query("timeline", turn=page.table["scene"]["turn"])
    page.query("look", at=random.randrange(page.table["changes"] + 1))
    if page.table["ask"]["yours"]:
        page.query("click", pieces=[a], target=b)
        page.query("offers", pieces=[a])
        page.query("drag", pieces=[a], x=20.0, y=20.0, fx=0.0, fy=1.0)
        choices = [c for c in page.table["ask"]["choices"] if c["targets"]] or page.table["ask"]["choices"]
        choice = random.choice(choices)["order"]
        page.query("draft", order=choice)
        page.query("odds", order=choice)


def at_the_doors(client: TestClient, game: str, token: dict[str, str]) -> list[str]:
    """The saved battle is not given out yet; a fork is made, and says nothing of what it was made of."""
    saved = client.get(f"/api/games/{game}/saved", headers=token)
    fork = client.post(f"/api/games/{game}/fork", json={}, headers=token)
    assert (saved.status_code, fork.status_code) == (403, 201)
    early = client.get(
        f"/api/games/{fork.json()['game']}/saved", headers={"X-Grognard-Token": fork.json()["tokens"]["blue"]}
    )
    assert early.status_code == 403
    return [saved.text, fork.text, early.text]


def needles(client: TestClient, game: dict[str, Any]) -> list[str]:
    """All forms in which the secrets of a game could be written."""
    host = client.app.state.server.host  # type: ignore[attr-defined]
    heading, battle = host.store.read(game["game"]).heading, host.table(game["game"]).game.battle
    numbers = [heading.seed, int(battle.dice.key)]
    salt = heading.salt
    return [
        *(form for n in numbers for form in (str(n), f"{n:x}", hex(n))),
        *(
            salt.hex(),
            repr(salt)[2:-1],
            base64.b64encode(salt).decode(),
            base64.urlsafe_b64encode(salt).decode(),
        ),
    ]


@pytest.mark.usefixtures("steady")
@pytest.mark.parametrize(("scenario", "house"), [(ROAD, {"turns": 1}), (FARM, {})])
def test_the_seed_and_the_salt_reach_nobody_before_the_end(
    client: TestClient, scenario: str, house: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game, random = made(client, scenario, house=house), Random(4)
    hidden, other = needles(client, game), []
    token = {"X-Grognard-Token": game["tokens"]["blue"]}
    with socket_of(client, game) as a, socket_of(client, game) as b:
        pages = [Page(a, game["tokens"]["blue"]), Page(b, game["tokens"]["watch"])]
        page = pages[0]
        other += at_the_doors(client, game["game"], token)
        ask_all(page, random)
        for _ in range(90):
            if random.random() < 0.12:
                ask_all(pages[random.randrange(2)], random)
            choices = page.table["ask"]["choices"]
            ends = [c for c in choices if c["ends"]]
            if page.order(random.choice(ends * 3 + choices)["order"])["type"] != "answer":
                page.order(choices[0]["order"])
            if page.table["ended"] is not None:
                break
        if page.table["ended"] is None:
            other += at_the_doors(client, game["game"], token)
        assert pages[0].kinds | pages[1].kinds == KINDS
        ended = page.table["ended"]
        heard = [t for p in pages for t in p.heard if not (json.loads(t).get("ended") or {}).get("seed")]
    everything = "\n".join([*heard, *other, caplog.text])
    assert len(heard) > 40 and [n for n in hidden if n in everything] == []
    assert ended is not None or scenario == FARM
    if ended is not None:
        assert ended["seed"] == hidden[0] and ended["salt"] in hidden
        assert f"seed = {hidden[0]}" in client.get(f"/api/games/{game['game']}/saved", headers=token).text


def forked(client: TestClient, game: dict[str, Any], seed: int) -> tuple[dict[str, Any], str]:
    """The game as it stands, but with other dice from here on."""
    host = client.app.state.server.host  # type: ignore[attr-defined]
    table = host.table(game["game"])
    branch = table.game.fork(None, seed=seed)
    heading = dataclasses.replace(table.heading, id=secrets.token_hex(8), forked=f"{game['game']}@0")
    fork = host.open(heading, branch, Wanted(heading.scenario, heading.blue, heading.red))
    return {"game": fork.game, "tokens": fork.tokens}, fork.commitment


def heard_by(client: TestClient, game: dict[str, Any], seat: str, seed: int) -> list[str]:
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"][seat])
        page.hear("company")
        ask_all(page, Random(seed))
        return page.heard


@pytest.mark.usefixtures("steady")
@pytest.mark.parametrize("scenario", [ROAD, FARM])
def test_dice_that_have_not_been_rolled_are_in_no_message(client: TestClient, scenario: str) -> None:
    """Two games that differ only in the dice to come say the same, byte by byte."""
    game, random = made(client, scenario), Random(2)
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        for place in range(3):
            for _ in range(7):
                choices = page.table["ask"]["choices"]
                ends = [c for c in choices if c["ends"]]
                if page.order(random.choice(ends * 2 + choices)["order"])["type"] != "answer":
                    page.order(choices[0]["order"])
            told = []
            for seed in (1, 2):
                fork, commitment = forked(client, game, seed)
                told.append(
                    [
                        text.replace(fork["game"], "GAME").replace(commitment, "PROMISE")
                        for seat in ("blue", "watch")
                        for text in heard_by(client, fork, seat, place)
                    ]
                )
            assert len(told[0]) > 15
            for one, other in zip(*(sorted(t) for t in told), strict=True):
                assert one == other
