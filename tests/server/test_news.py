"""A page is told what is new on the table: put together, it has what a page has that was told everything."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.server.app import make_app
from grognard.server.store import Store

from .pages import FARM, ROAD, TESTING, Page, made, socket_of


@pytest.mark.parametrize("scenario", [ROAD, FARM])
def test_parts_make_the_whole(tmp_path: Path, scenario: str) -> None:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"), settings=TESTING)) as client:
        game = made(client, scenario, red="person", one_screen=True)
        with socket_of(client, game) as one:
            page = Page(one, game["tokens"]["both"])
            assert page.table["numbers"] is None
            for k in range(12):
                choices = page.table["ask"]["choices"]
                page.order(choices[k % len(choices)]["order"])
                with socket_of(client, game) as other:
                    whole = Page(other, game["tokens"]["watch"]).table
                assert whole["numbers"] is None
                assert page.table["scene"] == whole["scene"]
