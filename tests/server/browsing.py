"""A real Chromium, and a real server in a process of its own that can be killed and come back."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

from .browser import CHROMIUM, QUIET

PATIENCE = 30_000  # milliseconds that a page may take for anything, on a busy machine
START = 60.0  # seconds that a server may take to answer for the first time
GONE = re.compile(
    r"ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE"
)  # Chromium's own words for no server
SERVE = """
import random, secrets
from grognard.cli import main
secrets.randbelow = random.Random(1815).randrange  # the same dice in every run; nobody plays for money here
main()
"""

expect.set_options(timeout=PATIENCE)


def launch(p: Playwright) -> Browser:
    return p.chromium.launch(executable_path=CHROMIUM, args=QUIET)


def free_port() -> int:
    with closing(socket.socket()) as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Server:
    """A server on a port of its own, over a store that outlives it."""

    def __init__(self, folder: Path) -> None:
        self.store, self.log, self.port = (
            f"sqlite:///{folder / 'games.db'}",
            folder / "server.log",
            free_port(),
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.killed = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--database", self.store]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        by = time.monotonic() + START
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > by:
                raise AssertionError(f"the server did not start: {self.log.read_text()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as told:
                return bool(told.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def kill(self) -> None:
        """As a power cut does it: nothing is said, nothing is finished."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)
        self.killed += 1

    def stop(self) -> None:
        """As an operator does it; it must end by itself."""
        assert self.process is not None
        if self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
            raise AssertionError("the server did not stop when it was told to") from None

    def errors(self) -> list[str]:
        """What the server complained of."""
        told = self.log.read_text().splitlines()
        return [
            line for line in told if not any(f'"level": "{quiet}"' in line for quiet in ("info", "debug"))
        ]


class Faults:
    """Whatever goes wrong on a page: the console, exceptions, requests that fail."""

    def __init__(self, server: Any) -> None:
        self.server, self.found = server, list[str]()

    def watch(self, page: Page) -> None:
        page.on("console", self.console)
        page.on("pageerror", lambda e: self.found.append(f"page error: {e}"))
        page.on("crash", lambda _: self.found.append("the page crashed"))
        page.on("requestfailed", lambda r: self.found.append(f"failed: {r.method} {r.url}: {r.failure}"))
        page.on("response", lambda r: self.found.append(f"{r.status}: {r.url}") if r.status >= 400 else None)

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.found.append(f"console: {message.text}")

    def real(self) -> list[str]:
        """Without what Chromium says of a server that was killed on purpose."""
        return [f for f in self.found if not (self.server.killed and GONE.search(f))]


@contextmanager
def page_of(browser: Browser, server: Any, **more: Any) -> Iterator[Page]:
    """A page in a browser profile of its own, whose console and requests must stay clean."""
    wanted = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **more}
    context = browser.new_context(**wanted)
    context.set_default_timeout(PATIENCE)
    faults, page = Faults(server), context.new_page()
    faults.watch(page)
    try:
        yield page
    finally:
        close(context)
    assert faults.real() == [], faults.real()


def close(context: BrowserContext) -> None:
    for page in context.pages:
        page.close()
    context.close()
