"""What server tests share: stores (SQLite in a file, a real PostgreSQL), a browser, steady odds, a limit to waiting."""

from __future__ import annotations

import signal
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, sync_playwright

from grognard.server import chances
from grognard.server.store import Store

from .browsing import launch

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a runtime folder that not every machine has
    import pgserver

LONGEST = 900.0  # seconds that a test may take on the busiest machine
AGAIN = 30.0  # and how long its clearing up may then wait


@pytest.fixture(autouse=True)
def limit(request: pytest.FixtureRequest) -> Iterator[None]:
    """Who waits for something that never comes fails, and says where: sockets, threads and locks wait for ever."""

    def over(*_: object) -> None:
        raise TimeoutError(f"{request.node.nodeid} waits for something that does not come")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, LONGEST, AGAIN)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def postgres() -> Iterator[sa.engine.URL]:
    """A server of its own, on a socket of its own, in a folder that nobody else tidies up."""
    with tempfile.TemporaryDirectory(prefix="grognard-", ignore_cleanup_errors=True) as folder:
        server = pgserver.get_server(Path(folder) / "postgres", cleanup_mode="stop")
        yield sa.engine.make_url(server.get_uri())
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    base: sa.engine.URL = request.getfixturevalue("postgres")
    name = f"t{uuid.uuid4().hex}"
    admin = sa.create_engine(base.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with admin.connect() as c:
        c.execute(sa.text(f"CREATE DATABASE {name}"))
    yield base.set(database=name).render_as_string(hide_password=False)
    with admin.connect() as c:
        c.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    found = Store(url)
    yield found
    found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as p:
        found = launch(p)
        yield found
        found.close()


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds that do not depend on how quick the machine is."""
    monkeypatch.setattr(chances, "EXACT_SECONDS", 1e9)
    monkeypatch.setattr(chances, "EXACT_RUNS", 50)
    monkeypatch.setattr(chances, "THROW_SECONDS", 1e9)
    monkeypatch.setattr(chances, "THROWS", 20)
