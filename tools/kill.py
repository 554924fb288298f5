"""Kill the server under play, again and again; look whether anything acknowledged is lost, or done twice.

    python tools/kill.py [--kills 200] [--games 6] [--seed S] [--port P] [--postgres | --database URL]

The real server runs as a process of its own; pages play several battles of every book at once, and say again
what was not answered when it went.  After every kill the store must hold each change that was acknowledged,
exactly once and in order, and nothing that nobody asked for.  Exit status: 0 nothing was found, 1 something was."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from grognard.book import book
from grognard.notation import Move, Throw, read_entry
from grognard.server.opening import opened, set_up
from grognard.server.schema import requests
from grognard.server.store import Store, Whole

ROAD, FARM = "the-chateau-road", "low-meadow-farm"
KINDS: list[dict[str, Any]] = [
    {"scenario": ROAD, "red": "person", "house": {"turns": 4}},
    {"scenario": FARM, "red": "random"},
    {"scenario": FARM, "red": "person"},
    {"scenario": ROAD, "red": "drill", "house": {"turns": 3}},
    {"scenario": ROAD, "red": "person", "dice": "by hand"},
    {"scenario": FARM, "red": "person", "one_screen": True},  # with two pages at the one seat
]
WAITING = 120.0  # seconds for the server to come up, and for every game to go on at the end
MOST = 24  # acknowledgements between two kills, where nobody says how many
LONGEST = 20.0  # seconds after which a kill comes anyhow
AT_ONCE = 0.15  # share of the kills that come while the server is still starting
UNDOES, TWICE, AGREES = 0.1, 0.1, 0.7  # chances: of an undo, of saying something twice, of agreeing
GONE = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError)


# --- the server -------------------------------------------------------------------------------------------------


class Server:
    """The real server, as a process."""

    def __init__(self, url: str, port: int, log: Path) -> None:
        self.url, self.port, self.log = url, port or free_port(), log
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def at(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        wanted = [sys.executable, "-m", "grognard", "serve", "--port", str(self.port), "--database", self.url]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(wanted, stdout=log, stderr=log)

    def stop(self, by: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(by)
        self.process.wait(60)

    async def ready(self) -> None:
        end = time.monotonic() + WAITING
        while not await asyncio.to_thread(self.healthy):
            if time.monotonic() > end or (self.process and self.process.poll() is not None):
                raise RuntimeError(f"the server does not come up: {self.log.read_text()[-2000:]}")
            await asyncio.sleep(0.05)

    def healthy(self) -> bool:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{self.at}/healthz", timeout=5):
            return True
        return False

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        wanted = urllib.request.Request(f"http://{self.at}{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(wanted, timeout=30) as answer:
            return dict(json.load(answer))

    def failures(self) -> list[str]:
        """What the server itself was surprised by."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line[:400] for line in lines if "Traceback" in line or '"level": "error"' in line.lower()]


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


# --- what was said and answered ---------------------------------------------------------------------------------


@dataclass
class Game:
    """One battle, and all that its pages have said and heard."""

    id: str
    tokens: dict[str, str]
    said: dict[str, dict[str, Any]] = field(default_factory=dict)  # by the request's name in the store
    acknowledged: dict[str, dict[str, Any]] = field(default_factory=dict)
    turned_down: set[str] = field(default_factory=set)
    over: bool = False

    @property
    def newest(self) -> int:
        """The last change that anybody was told of."""
        return max((a["changes"] for a in self.acknowledged.values()), default=0)


@dataclass
class World:
    """All battles, and what was found."""

    server: Server
    chance: random.Random
    games: list[Game] = field(default_factory=list)
    pages: list[asyncio.Task[None]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    most: int = MOST

    def fault(self, game: Game, text: str) -> None:
        self.faults.append(f"game {game.id}: {text}")

    def acknowledged(self) -> int:
        return sum(len(game.acknowledged) for game in self.games)

    def playing(self) -> list[Game]:
        return [game for game in self.games if not game.over]


# --- pages ------------------------------------------------------------------------------------------------------


class Page:
    """A page at a table: it comes back by itself, and says again what was not answered."""

    def __init__(self, world: World, game: Game, seat: str) -> None:
        self.world, self.game, self.seat = world, game, seat
        self.pending: dict[str, dict[str, Any]] = {}
        self.table: dict[str, Any] = {}
        self.owed = 0

    async def run(self) -> None:
        address = f"ws://{self.world.server.at}/api/games/{self.game.id}/socket"
        while not self.game.over:
            try:
                async with connect(address, max_size=None, open_timeout=20) as link:
                    await self.sit(link)
            except GONE as e:
                if isinstance(e, ConnectionClosed) and e.rcvd is not None and e.rcvd.code == 1008:
                    self.world.fault(self.game, f"{self.seat} is turned away: {e.rcvd.reason}")
                    return
                await asyncio.sleep(0.1)

    async def sit(self, link: ClientConnection) -> None:
        known = self.game.newest
        await link.send(json.dumps({"type": "hello", "token": self.game.tokens[self.seat], "lines": 0}))
        await self.hear(link, until="table")
        if self.table["changes"] < known:
            self.world.fault(self.game, f"change {known} was acknowledged, {self.table['changes']} is shown")
        for message in list(self.pending.values()):
            self.world.counts["said again"] += 1
            await link.send(json.dumps(message))
        while not self.game.over:
            await self.act(link)
            await self.hear(link)

    async def hear(self, link: ClientConnection, until: str = "") -> None:
        while True:
            message = json.loads(await link.recv())
            if message["type"] == "table":
                self.table = message
                self.game.over = self.game.over or message["ended"] is not None
            elif message["type"] in ("answer", "problem", "refused"):
                self.answered(message)
            if until in ("", message["type"]):
                return

    def answered(self, message: dict[str, Any]) -> None:
        """An answer is for ever: the same request is never answered in another way."""
        name, game = f"{self.seat}.{message['request']}", self.game
        said = self.pending.pop(message["request"], None)
        if message["type"] == "refused":
            self.world.fault(game, f"an order that was offered is refused: {message}")
        elif message["type"] == "problem":
            if name in game.acknowledged:
                self.world.fault(game, f"{name} was acknowledged, and is a problem now: {message['text']}")
            game.turned_down.add(name)
            self.world.counts["too late" if message.get("late") else message["text"]] += 1
        elif game.acknowledged.setdefault(name, message["answer"]) != message["answer"]:
            self.world.fault(game, f"{name} is answered in two ways")
        elif said is not None:
            self.world.counts[said["type"]] += 1
            self.owed = message["answer"]["changes"]

    async def act(self, link: ClientConnection) -> None:
        if self.pending or self.table["changes"] < self.owed or self.game.over:
            return
        wish = self.wish()
        if wish is None:
            return
        name = f"{self.world.chance.getrandbits(96):024x}"
        message = {**wish, "request": name, "changes": self.table["changes"]}
        self.pending[name] = self.game.said[f"{self.seat}.{name}"] = message
        for _ in range(2 if self.world.chance.random() < TWICE else 1):
            await link.send(json.dumps(message))

    def wish(self) -> dict[str, Any] | None:
        """What this page does next, by lot."""
        t, chance = self.table, self.world.chance
        asker = t["undo_asked_by"]
        if asker not in (None, self.seat):
            return {"type": "answer undo", "agreed": chance.random() < AGREES}
        if t["may_undo"] and asker is None and chance.random() < UNDOES:
            return {"type": "undo"}
        if t["roll"] is not None:
            faces = [chance.randint(1, t["roll"]["sides"]) for _ in range(t["roll"]["n"])]
            return {"type": "throw", "faces": faces} if self.seat != "red" else None
        if t["ask"] is not None and t["ask"]["yours"]:
            return {"type": "order", "order": chance.choice(t["ask"]["choices"])["order"]}
        return None


# --- looking into the store -------------------------------------------------------------------------------------


def changes_of(answer: dict[str, Any]) -> bool:
    """Did what was answered so change the list?  To ask for an undo, and to say no, does not."""
    return "asked" not in answer and answer.get("agreed", True)


def check(world: World, store: Store, game: Game) -> None:
    """Every change that was acknowledged is there, once and in order; and nothing else is."""
    whole, stored = store.whole(game.id), stored_answers(store, game)
    for name, answer in game.acknowledged.items():
        if changes_of(answer) and stored.get(name) != answer:
            world.fault(game, f"{name} was acknowledged with {answer}; the store has {stored.get(name)}")
    for name in stored:
        if name not in game.said or name in game.turned_down:
            world.fault(game, f"the store has {name}, which nobody asked for or was told of")
    stored = {name: answer for name, answer in stored.items() if changes_of(answer)}
    numbers = sorted(answer["changes"] for answer in stored.values())
    if whole.record.changes and numbers != list(range(2, whole.record.changes + 1)):
        world.fault(
            game, f"{whole.record.changes} changes are counted, and these are answered: {numbers[-9:]}"
        )
    found, wanted = given(whole), expected(game, stored)
    if found != wanted:
        k = next((k for k, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b), -1)
        world.fault(game, f"the list has {len(found)} orders and dice, expected {len(wanted)}; see {k}")
    if len(whole.entries) != whole.record.length:
        world.fault(game, f"the list has {len(whole.entries)} entries, and says {whole.record.length}")


def stored_answers(store: Store, game: Game) -> dict[str, dict[str, Any]]:
    wanted = sa.select(requests.c.request, requests.c.answer).where(requests.c.game == game.id)
    with store.engine.connect() as c:
        return {str(name): json.loads(answer) for name, answer in c.execute(wanted)}


def given(whole: Whole) -> list[tuple[str, Any]]:
    """What people have given to a battle, as its list says."""
    of = book(whole.record.heading.book)
    names = set_up(whole.record.heading.scenario, of, whole.record.heading.house).names
    out: list[tuple[str, Any]] = []
    for entry in (read_entry(of, names, e.text) for e in whole.entries):
        if isinstance(entry, Move) and entry.by_person:
            out.append(("order", tuple(entry.order)))
        elif isinstance(entry, Throw):
            out.append(("throw", entry.faces))
    return out


def expected(game: Game, stored: dict[str, dict[str, Any]]) -> list[tuple[str, Any]]:
    """What people have given, as their requests say, in the order of the changes."""
    out: list[tuple[str, Any]] = []
    for name in sorted(stored, key=lambda name: int(stored[name]["changes"])):
        message = game.said.get(name, {"type": "nothing"})
        if message["type"] == "order":
            out.append(("order", tuple(message["order"].values())))
        elif message["type"] == "throw":
            out.append(("throw", tuple(message["faces"])))
        else:
            while out and out.pop()[0] != "order":
                pass
    return out


def check_again(world: World, store: Store, game: Game) -> None:
    """The list leads where the snapshots say, byte for byte."""
    whole = store.whole(game.id)
    kept = opened(whole, "plain").game
    replayed = opened(Whole(whole.record, whole.entries, []), "plain").game
    if kept.hash != replayed.hash or kept.asks != replayed.asks:
        world.fault(game, "what was kept is not what the list leads to")


# --- the campaign -----------------------------------------------------------------------------------------------


async def more_games(world: World, wanted: int) -> None:
    """New battles in place of those that are over."""
    while len(world.playing()) < wanted:
        kind = KINDS[len(world.games) % len(KINDS)]
        try:
            made = await asyncio.to_thread(world.server.post, "/api/games", kind)
        except OSError:
            return  # it was killed meanwhile
        game = Game(made["game"], made["tokens"])
        world.games.append(game)
        seats = [seat for seat in game.tokens if seat != "watch"]
        pages = [Page(world, game, seat) for seat in (seats * 2 if seats == ["both"] else seats)]
        world.pages += [asyncio.ensure_future(page.run()) for page in pages]


async def some_play(world: World) -> None:
    """Until some more has been acknowledged, and a moment longer: the kill comes in the midst of things."""
    wanted = world.acknowledged() + world.chance.randint(0, world.most)
    end = time.monotonic() + LONGEST
    while world.acknowledged() < wanted and time.monotonic() < end:
        await asyncio.sleep(0.01)
    await asyncio.sleep(world.chance.random() * 0.1)


async def kill_once(world: World, store: Store, games: int) -> None:
    """Play for a moment, kill, look, start again."""
    chance, server = world.chance, world.server
    if chance.random() < AT_ONCE:
        await asyncio.sleep(chance.random())
    else:
        await server.ready()
        await more_games(world, games)
        await some_play(world)
    server.stop(signal.SIGKILL)
    for game in world.games:
        check(world, store, game)
    world.counts["kills"] += 1
    server.start()


async def go_on(world: World) -> None:
    """After the last kill every battle goes on."""
    await world.server.ready()
    before = {game.id: len(game.acknowledged) for game in world.games}
    end = time.monotonic() + WAITING

    def stuck() -> list[Game]:
        return [g for g in world.playing() if len(g.acknowledged) == before[g.id]]

    while stuck() and time.monotonic() < end:
        await asyncio.sleep(0.1)
    for game in stuck():
        world.fault(game, "nothing more was acknowledged after the last kill")


async def campaign(world: World, store: Store, kills: int, games: int, progress: Progress) -> None:
    bar = progress.add_task("kills", total=kills, orders=0)
    world.server.start()
    try:
        for _ in range(kills):
            await kill_once(world, store, games)
            progress.update(bar, advance=1, orders=world.counts["order"])
            if world.faults:
                break
        await go_on(world)
    finally:
        for page in world.pages:
            page.cancel()
        ends = await asyncio.gather(*world.pages, return_exceptions=True)
        world.server.stop(signal.SIGTERM)
    world.faults += [f"a page failed: {e!r}" for e in ends if isinstance(e, Exception)]
    world.faults += [f"the server failed: {line}" for line in world.server.failures()]
    for game in world.games:
        check(world, store, game)
        check_again(world, store, game)


@contextlib.contextmanager
def database(folder: Path, url: str, postgres: bool) -> Iterator[str]:
    if not postgres:
        yield url or f"sqlite:///{folder / 'games.db'}"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pgserver
    server = pgserver.get_server(folder / "postgres", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


def run(
    kills: int,
    games: int,
    seed: int,
    port: int = 0,
    url: str = "",
    postgres: bool = False,
    most: int = MOST,
) -> World:
    """So many kills; what was found."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[orders]} orders"),
        TimeRemainingColumn(),
    )
    with tempfile.TemporaryDirectory(prefix="grognard-") as name, database(Path(name), url, postgres) as at:
        world = World(Server(at, port, Path(name) / "server.log"), random.Random(seed), most=most)
        with contextlib.closing(Store(at)) as store, Progress(*columns) as progress:
            asyncio.run(campaign(world, store, kills, games, progress))
    return world


def main() -> int:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", type=int, default=len(KINDS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--database", default="")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL of its own")
    a = parser.parse_args()
    began = time.monotonic()
    world = run(a.kills, a.games, a.seed, a.port, a.database, a.postgres)
    c = world.counts
    over = sum(g.over for g in world.games)
    print(
        f"{c['kills']} kills in {time.monotonic() - began:.0f} s; {len(world.games)} games, {over} to their end"
    )
    print(f"{world.acknowledged()} acknowledged; " + ", ".join(f"{n} {what}" for what, n in c.most_common()))
    for fault in world.faults[:20]:
        print(f"FAULT: {fault}")
    print(f"{len(world.faults)} faults")
    return 1 if world.faults else 0


if __name__ == "__main__":
    sys.exit(main())
