"""Many games at once on the real server, over real sockets: how soon everybody sees an order, and what a game takes.

    python bench/serving.py [--games N] [--pace SECONDS] [--seconds S] [--compiled]

The server is a process of its own, on this machine, with its store on this disk.  The games are forked from
battles between generals, each at another moment, and the server is then started again: so it has them all from
its store, somewhere in the middle.  Clients are one more process: two at every table, over sockets with
compression as browsers have it.  Who is asked thinks for a while, then gives one of the orders on offer."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from websockets.asyncio.client import ClientConnection, connect

from grognard.book import BOOKS, scenario_paths

MARK_MS, MARK_MB = 150.0, 3.0
AGAINST_A_GENERAL = 5  # every so many games; the other client watches
MOMENTS = (10, 110)  # where in a battle the games are taken up: entries of its list
FASTER = [5.0, 4.0, 3.4, 2.8, 2.0, 1.4]
PACE = 6.0  # seconds from the answer to the next order of a game, more or less a half
CHANGES = re.compile(r'"changes":(\d+)')
ORDER = re.compile(r'"order":(\{[^}]*\})')
ADDRESSES = itertools.count(1)
GIVE_UP = 20.0  # seconds after which an order counts as lost

# --- the server -------------------------------------------------------------------------------------------------


@dataclass
class Running:
    """A server that runs, and where it listens."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def at(self) -> str:
        return f"127.0.0.1:{self.port}"

    def memory(self) -> float:
        """MB in memory now."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(x.split()[1]) / 1024 for x in lines if x.startswith("VmRSS"))

    def seconds(self) -> float:
        """Seconds of processor so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextlib.contextmanager
def server(store: str, compiled: bool, port: int = 0) -> Iterator[Running]:
    """The server as a process of its own, until we are done with it."""
    port = port or free_port()
    words = [sys.executable, "-m", "grognard", "serve", "--port", str(port), "--database", store]
    words += ["--proxy", "127.0.0.1"]  # so that we can speak for people at many addresses
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen([*words, *(["--compiled"] if compiled else [])], stderr=told)
        running = Running(process, port)
        try:
            wait_for(running)
            if compiled:
                wait_for_rules(told)
            yield running
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def wait_for_rules(told: IO[bytes]) -> None:
    """Until the server has said of every book that its rules are compiled."""
    end = time.monotonic() + 1800
    while time.monotonic() < end:
        told.seek(0)
        if told.read().count(b"are compiled") >= len(BOOKS):
            return
        time.sleep(0.5)
    raise TimeoutError("the rules were not compiled in half an hour")


def wait_for(running: Running) -> None:
    end = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(f"http://{running.at}/healthz", timeout=5):
                return
        except OSError:
            if running.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.1)


def somebody() -> dict[str, str]:
    """Another address each time: limits are by address."""
    k = next(ADDRESSES)
    return {"X-Forwarded-For": f"10.{k >> 16 & 255}.{k >> 8 & 255}.{k & 255}"}


def post(running: Running, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json", "X-Grognard-Token": token, **somebody()}
    request = urllib.request.Request(
        f"http://{running.at}{path}", json.dumps(body).encode(), headers, method="POST"
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return dict(json.load(response))


# --- games ------------------------------------------------------------------------------------------------------


@dataclass
class Client:
    """One page at a table: it looks no closer at what it is told than it must."""

    token: str
    changes: int = -1
    arrived: float = 0.0
    text: str = ""
    socket: ClientConnection | None = None
    told: int = 0  # bytes


@dataclass
class Played:
    """A game and its two clients."""

    id: str
    clients: list[Client]
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    said: str = ""  # the last that was neither a table nor an answer


def battles(running: Running) -> list[dict[str, Any]]:
    """A battle of each scenario of each book, fought out by generals."""
    wanted = [s for name in BOOKS for s in scenario_paths(name)]
    return [post(running, "/api/games", {"scenario": s, "blue": "drill", "red": "drill"}) for s in wanted]


def make_games(running: Running, n: int, seed: int = 1) -> list[Played]:
    """Games of all scenarios in turn, each taken up somewhere."""
    from_these, chance = battles(running), random.Random(seed)
    out = []
    for k in range(n):
        whole = from_these[k % len(from_these)]
        red = "drill" if k % AGAINST_A_GENERAL == AGAINST_A_GENERAL - 1 else "person"
        made = forked(running, whole, chance.randint(*MOMENTS), red)
        seats = ["blue", "red" if red == "person" else "watch"]
        out.append(Played(made["game"], [Client(made["tokens"][s]) for s in seats]))
    return out


def forked(running: Running, whole: dict[str, Any], at: int, red: str) -> dict[str, Any]:
    """Some moment of a battle; an earlier one if it was over by then."""
    body = {"at": at, "blue": "person", "red": red}
    try:
        return post(running, f"/api/games/{whole['game']}/fork", body, whole["tokens"]["watch"])
    except urllib.error.HTTPError:
        if at < 2:
            raise
        return forked(running, whole, at // 2, red)


# --- clients ----------------------------------------------------------------------------------------------------


async def listen(game: Played, client: Client) -> None:
    """Note when a table comes, and keep it unread."""
    assert client.socket is not None
    async for text in client.socket:
        assert isinstance(text, str)
        client.told += len(text)
        if text.startswith('{"type":"table"'):
            client.arrived = time.perf_counter()
            found = CHANGES.search(text, 0, 80)
            assert found is not None
            client.changes, client.text = int(found[1]), text
        elif text.startswith(('{"type":"refused"', '{"type":"problem"')):
            game.said = text
        else:
            continue
        game.stirred.set()


@contextlib.asynccontextmanager
async def seated(running: Running, games: list[Played]) -> AsyncIterator[None]:
    """Everybody at the tables."""
    tasks = []
    for game in games:
        for client in game.clients:
            address = f"ws://{running.at}/api/games/{game.id}/socket"
            client.socket = await connect(address, max_size=2**24, additional_headers=somebody())
            await client.socket.send(json.dumps({"type": "hello", "token": client.token, "lines": 0}))
            tasks.append(asyncio.create_task(listen(game, client)))
    try:
        for game in games:
            while any(c.changes < 0 for c in game.clients):
                await stir(game)
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def stir(game: Played) -> None:
    async with asyncio.timeout(60):
        await game.stirred.wait()
    game.stirred.clear()


@dataclass
class Measured:
    """What came of some minutes of play."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)  # of each order, in seconds
    refused: int = 0
    lost: int = 0
    server: float = 0.0  # share of one core
    clients: float = 0.0
    told: int = 0  # bytes to everybody

    def quantile(self, share: float) -> float:
        """Milliseconds."""
        ranked = sorted(self.latencies)
        return 1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))]

    def __str__(self) -> str:
        rate = len(self.latencies) / self.seconds
        q = ", ".join(f"{name} {self.quantile(s):.0f}" for name, s in QUANTILES)
        return (
            f"{rate:.1f} orders a second; {q} ms; {self.refused} refused, {self.lost} lost; server "
            f"{self.server:.0%}, clients {self.clients:.0%} of a core; {self.told / len(self.latencies) / 1000:.0f} kB an order"
        )


QUANTILES = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("worst", 1.0))


def offered(game: Played) -> tuple[Client, list[str]] | None:
    """Who is asked, and what he may answer."""
    for client in game.clients:
        start = client.text.find('"ask":{')
        if start >= 0 and client.text.find('"yours":true', start) >= 0:
            first = client.text.find('"choices":[', start)
            last = client.text.find('"barred":[', first)
            return client, ORDER.findall(client.text, first, last if last >= 0 else len(client.text))
    return None


async def play(game: Played, pace: float, until: float, out: Measured, chance: random.Random) -> None:
    """Think, give an order, wait till everybody sees it; and so on."""
    await asyncio.sleep(chance.uniform(0, pace))
    n = 0
    while time.perf_counter() < until:
        found = offered(game)
        if found is None or not found[1]:
            return  # it is over
        client, orders = found
        assert client.socket is not None
        n += 1
        body = (
            f'{{"type":"order","request":"r{client.changes}-{n}-{int(until)}","changes":{client.changes},'
            f'"order":{chance.choice(orders)}}}'
        )
        await give(game, client, body, out)
        await asyncio.sleep(pace * chance.uniform(0.5, 1.5))


async def give(game: Played, client: Client, body: str, out: Measured) -> None:
    assert client.socket is not None
    before, game.said = client.changes, ""
    began = time.perf_counter()
    await client.socket.send(body)
    try:
        async with asyncio.timeout(GIVE_UP):
            while any(c.changes <= before for c in game.clients) and not game.said:
                await stir(game)
    except TimeoutError:
        out.lost += 1
        return
    if game.said:
        out.refused += 1
    else:
        out.latencies.append(max(c.arrived for c in game.clients) - began)


async def measure(running: Running, games: list[Played], pace: float, seconds: float, seed: int) -> Measured:
    """All games at once for a while."""
    out, began = Measured(), time.perf_counter()
    cpu, own, told = running.seconds(), time.process_time(), sum(c.told for g in games for c in g.clients)
    chances = [random.Random(seed * 1000 + k) for k in range(len(games))]
    await asyncio.gather(
        *(play(g, pace, began + seconds, out, c) for g, c in zip(games, chances, strict=True))
    )
    out.seconds = time.perf_counter() - began
    out.server = (running.seconds() - cpu) / out.seconds
    out.clients = (time.process_time() - own) / out.seconds
    out.told = sum(c.told for g in games for c in g.clients) - told
    return out


# --- the whole --------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What the server made of it."""

    games: int
    pace: float
    before: float  # MB
    opened: float
    after: float
    play: Measured
    paces: list[tuple[float, Measured]]

    @property
    def a_game(self) -> float:
        """MB that a game with its two clients takes, after play."""
        return (self.after - self.before) / self.games


async def session(
    running: Running, games: list[Played], pace: float, seconds: float, faster: list[float]
) -> Report:
    before = running.memory()
    async with seated(running, games):
        opened = running.memory()
        await measure(running, games, pace, min(10.0, seconds), 0)  # warm
        found = await measure(running, games, pace, seconds, 1)
        after, paces = running.memory(), []
        for k, p in enumerate(faster):
            paces.append((p, await measure(running, games, p, seconds / 2, k + 2)))
            print(f"  pace {p}: {paces[-1][1]}", file=sys.stderr, flush=True)
            if paces[-1][1].quantile(0.99) > MARK_MS:
                break
    return Report(len(games), pace, before, opened, after, found, paces)


def run(n: int, pace: float, seconds: float, compiled: bool, faster: list[float], port: int = 0) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{folder}/games.db"
        with server(store, False, port) as running:
            games = make_games(running, n)
        with server(store, compiled, port and port + 1) as running:
            return asyncio.run(session(running, games, pace, seconds, faster))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--pace", type=float, default=PACE, help="seconds between two orders of a game")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--compiled", action="store_true", help="the rules compiled")
    parser.add_argument("--faster", type=float, nargs="*", default=[], help="paces to try after that")
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args()
    found = run(given.games, given.pace, given.seconds, given.compiled, given.faster, given.port)
    print(f"{found.games} games, an order each {found.pace} s: {found.play}")
    print(
        f"memory: {found.before:.0f} MB, {found.opened:.0f} with all tables open, {found.after:.0f} after: {found.a_game:.2f} MB a game"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
