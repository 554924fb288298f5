"""The doors of the server: HTTP for home, rules and new games; a socket for each seat at a table.

Rules run in threads, never on the event loop; a page is told what it may see, after it is on disk."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlsplit

from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Header, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import TypeAdapter, ValidationError

from .. import __version__
from ..book import Refusal, book
from ..game import Refused
from ..problems import Problem
from . import queries, views
from .eyes import UNSEEN, eyes_of
from .host import SEATS, Host, NotYours, Table, Wanted
from .messages import (
    Answered,
    AnswerUndo,
    AskOdds,
    Dropped,
    Fault,
    Fork,
    FromPage,
    GameMade,
    GiveDice,
    GiveOrder,
    Hello,
    Home,
    Message,
    NewGame,
    ProblemTold,
    Query,
    RefusedTold,
    ResultTold,
    RuleTold,
    Thinking,
    Undo,
)
from .page import add_page
from .store import Gone, Store

THREADS = 8  # that rules run in
THINKERS = 2  # threads for odds, which take their time
MOST_QUERIES = 16  # of one page, unanswered
MOST_BODY = 64 * 1024
MOST_SOCKETS = 32  # at one table
RATE, BURST = 60.0, 120.0  # messages a second of one page, and at once
HURRY = "too many messages: slow down"
GREETING = 10.0  # seconds in which a page must say who it is
SLOW = 0.15  # seconds after which thinking is shown

PAGE: TypeAdapter[Any] = TypeAdapter(FromPage)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

log = logging.getLogger("grognard.server")


class Bucket:
    """So many messages a second, and a few more at once."""

    def __init__(self) -> None:
        self.level, self.at = BURST, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(BURST, self.level + (now - self.at) * RATE)
        self.at = now
        if self.level < 1.0:
            return False
        self.level -= 1.0
        return True


class Server:
    """One host behind the doors, and the threads its rules run in."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.limiter: CapacityLimiter | None = None
        self.thinkers: CapacityLimiter | None = None
        self.sockets: dict[str, set[Seat]] = {}

    async def run(self, act: Callable[..., Any], *args: Any) -> Any:
        """Something that takes its time, off the loop."""
        if self.limiter is None:
            self.limiter = CapacityLimiter(THREADS)
        return await to_thread.run_sync(partial(act, *args), limiter=self.limiter)

    async def think(self, act: Callable[..., Any], *args: Any) -> Any:
        """Something that takes long, in nobody's way."""
        if self.thinkers is None:
            self.thinkers = CapacityLimiter(THINKERS)
        return await to_thread.run_sync(partial(act, *args), limiter=self.thinkers)


class Seat:
    """One page at a table."""

    def __init__(self, server: Server, socket: WebSocket, table: Table, name: str, lines: int) -> None:
        self.server, self.socket, self.table, self.name, self.lines = server, socket, table, name, lines
        self.loop = asyncio.get_running_loop()
        self.stirred = asyncio.Event()
        self.bucket = Bucket()
        self.sending = asyncio.Lock()
        self.queries: set[asyncio.Task[None]] = set()
        self.odds = threading.Event()  # set when nobody waits for the last odds any more

    def hear(self) -> None:
        """The table has changed (said in whatever thread changed it)."""
        self.loop.call_soon_threadsafe(self.stirred.set)

    async def send(self, message: Message) -> None:
        async with self.sending:
            await self.socket.send_text(message.model_dump_json())

    async def show(self) -> None:
        """Tell the page of every change, the latest only."""
        while True:
            await self.stirred.wait()
            self.stirred.clear()
            told = await self.server.run(views.table_told, self.table, self.name, self.lines)
            self.lines = told.lines_from + len(told.lines)
            await self.send(told)

    async def listen(self) -> None:
        """Do what the page asks, one thing after another."""
        while True:
            text = await self.socket.receive_text()
            if not self.bucket.take():
                await self.send(ProblemTold(request=request_in(text[:MOST_BODY]), text=HURRY))
                await asyncio.sleep(1.0)
                continue
            if len(text) > MOST_BODY:
                await self.send(ProblemTold(request="", text=f"a message has at most {MOST_BODY} letters"))
                continue
            await self.answer(text)

    async def answer(self, text: str) -> None:
        try:
            message = PAGE.validate_json(text)
        except ValidationError as e:
            await self.send(ProblemTold(request=request_in(text), text=first_fault(e)))
            return
        if isinstance(message, Query):
            await self.ask(message)
            return
        try:
            answer = await self.thinking(self.server.run(self.act, message))
            await self.send(Answered(request=message.request, answer=answer))
        except Refused as e:
            await self.send(await self.server.run(self.refused, message.request, e.refusal))
        except Problem as e:
            await self.send(ProblemTold(request=message.request, text=str(e)))

    def refused(self, request: str, refusal: Refusal) -> RefusedTold:
        near = refusal.nearest
        return RefusedTold(
            request=request,
            rule=refusal.rule,
            text=refusal.text,
            nearest=None if near is None else views.order_given(near),
            nearest_text="" if near is None else eyes_of(self.table, self.name).describe(near),
        )

    # --- questions that change nothing ----------------------------------------------------------------------

    async def ask(self, message: Query) -> None:
        """Answered beside everything else; the newest odds are the only ones."""
        if len(self.queries) >= MOST_QUERIES:
            await self.send(
                ProblemTold(request=message.request, text="too many questions at once: slow down")
            )
            return
        stop, work = threading.Event(), self.server.run
        if isinstance(message.query, AskOdds):
            self.odds.set()
            self.odds, work = stop, self.server.think
        task = asyncio.ensure_future(self.tell(message, stop, work))
        self.queries.add(task)
        task.add_done_callback(self.queries.discard)

    async def tell(self, message: Query, stop: threading.Event, work: Callable[..., Awaitable[Any]]) -> None:
        try:
            told = await work(self.look, message, stop)
        except queries.Cancelled:
            told = Dropped(request=message.request)
        except Refused as e:
            told = await self.server.run(self.refused, message.request, e.refusal)
        except Problem as e:
            told = ProblemTold(request=message.request, text=str(e))
        except Exception:
            log.exception("a query failed: %s", type(message.query).__name__)
            told = ProblemTold(request=message.request, text="the server could not answer that")
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the page may be gone
            await self.send(told)

    def look(self, message: Query, stop: threading.Event) -> ResultTold:
        if stop.is_set():
            raise queries.Cancelled
        changes, result = queries.answer(self.table, self.name, message.query, stop)
        return ResultTold.model_validate(
            {"request": message.request, "changes": changes, "result": result}, from_attributes=True
        )

    async def away(self) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(1011, "the server failed: come again")

    async def leave(self) -> None:
        """Nobody waits for answers any more."""
        self.odds.set()
        for task in list(self.queries):
            task.cancel()
        await asyncio.gather(*self.queries, return_exceptions=True)

    async def thinking(self, work: Awaitable[Any]) -> Any:
        """Everybody at the table is told when it takes a while."""
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=SLOW)
        if not done:
            side = next((s for s, p in enumerate(self.table.game.players) if p != "person"), -1)
            for seat in list(self.server.sockets.get(self.table.heading.id, ())):
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                    await seat.send(Thinking(side=side))
        return await task

    def act(self, message: Any) -> dict[str, Any]:
        table, name = self.table, self.name
        if isinstance(message, GiveOrder):
            return self.order(message)
        if isinstance(message, GiveDice):
            return table.throw(name, message.request, message.faces)
        if isinstance(message, Undo):
            return table.undo(name, message.request)
        assert isinstance(message, AnswerUndo)
        return table.answer_undo(name, message.request, message.agreed)

    def order(self, message: GiveOrder) -> dict[str, Any]:
        """An order; a refusal says no more than this seat may know."""
        table, name, given = self.table, self.name, message.order
        with table.lock:  # what is read by the names of a seat is given to the table it was read for
            before: dict[str, Any] | None = table.answered(message.request)
            if before is not None:
                return before
            table.must_be_asked(name)
            eyes = eyes_of(table, name)
            order = eyes.read(given if isinstance(given, str) else views.order_from(given))
            try:
                return table.order(name, message.request, order)
            except Refused:
                raise Refused(eyes.why_not(order) or UNSEEN) from None


def request_in(text: str) -> str:
    """The name of a request, even of one that makes no sense otherwise."""
    with contextlib.suppress(ValueError, AttributeError, RecursionError):
        name = json.loads(text).get("request")
        return name[:64] if isinstance(name, str) else ""
    return ""


def first_fault(e: ValidationError) -> str:
    worst = e.errors()[0]
    where = ".".join(str(part) for part in worst["loc"])
    return f"{where}: {worst['msg']}" if where else str(worst["msg"])


def same_origin(origin: str | None, host: str | None) -> bool:
    """A page of our own, or no page at all."""
    return origin is None or urlsplit(origin).netloc == host


def make_app(store: Store, engine: str = "plain") -> FastAPI:
    """The server over a store."""
    server = Server(Host(store, engine))

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        store.close()

    app = FastAPI(title="Grognard", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.state.server = server
    add_guards(app)
    add_pages(app, server)
    add_socket(app, server)
    add_page(app)
    return app


def add_guards(app: FastAPI) -> None:
    """What holds for every request: size, origin, headers, and problems in one line."""

    @app.middleware("http")
    async def guard(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
        size = request.headers.get("content-length", "0")
        if not size.isdigit() or int(size) > MOST_BODY:
            return fault(413, f"a request has at most {MOST_BODY} bytes")
        if request.method not in ("GET", "HEAD"):
            if not same_origin(request.headers.get("origin"), request.headers.get("host")):
                return fault(403, "this request comes from another site")
        response = await call(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    @app.exception_handler(Problem)
    async def problem(_: Request, e: Exception) -> Response:
        return fault(403 if isinstance(e, NotYours) else 422, str(e))

    @app.exception_handler(Gone)
    async def gone(_: Request, e: Exception) -> Response:
        return fault(404, "there is no such game")


def fault(status: int, text: str) -> JSONResponse:
    return JSONResponse({"detail": text}, status)


FAULTS: dict[int | str, dict[str, Any]] = {
    403: {"model": Fault},
    404: {"model": Fault},
    413: {"model": Fault},
}
Token = Annotated[str, Header(alias="X-Grognard-Token", max_length=64)]


def add_pages(app: FastAPI, server: Server) -> None:
    host = server.host

    @app.get("/healthz")
    async def health() -> dict[str, Any]:
        games = await server.run(host.store.count)
        return {"status": "ok", "version": __version__, "games": games}

    @app.get("/api/home", response_model=Home)
    async def home() -> Any:
        return await server.run(views.home)

    @app.get("/api/rules/{name}/{id}", response_model=RuleTold, responses=FAULTS)
    async def rule(name: str, id: str) -> Any:
        return await server.run(lambda: views.rule_told(book(name), id))

    @app.post("/api/games", status_code=201, responses=FAULTS)
    async def new_game(wanted: NewGame) -> GameMade:
        wish = Wanted(**wanted.model_dump())
        made = await server.run(host.create, wish)
        return GameMade(game=made.game, tokens=dict(made.tokens), commitment=made.commitment)

    @app.post("/api/games/{game}/fork", status_code=201, responses=FAULTS)
    async def fork(game: str, token: Token, wanted: Fork) -> GameMade:
        """A new game that goes on from any moment of this one."""
        await server.run(host.seat, game, token)
        made = await server.run(host.fork, game, wanted.at, wanted.model_dump(exclude={"at"}))
        return GameMade(game=made.game, tokens=dict(made.tokens), commitment=made.commitment)

    @app.get("/api/games/{game}/saved", response_class=PlainTextResponse, responses=FAULTS)
    async def saved(game: str, token: Token) -> Response:
        """The saved battle, once it is over: it holds the seed."""
        return PlainTextResponse(await server.run(saved_text, host, game, token))


def saved_text(host: Host, game: str, token: str) -> str:
    host.seat(game, token)
    table = host.table(game)
    with table.lock:
        if not table.is_open():
            raise NotYours(
                "the saved battle holds the seed of the dice: it is given out when the battle is over"
            )
        return table.game.to_text()


def add_socket(app: FastAPI, server: Server) -> None:
    @app.websocket("/api/games/{game}/socket")
    async def socket(socket: WebSocket, game: str) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(1008, "another site")
            return
        await socket.accept()
        try:
            seat = await greeted(server, socket, game)
            if seat is not None:
                await sit(server, seat)
        except WebSocketDisconnect:
            pass  # the page is gone


async def greeted(server: Server, socket: WebSocket, game: str) -> Seat | None:
    """Who a page is, by the secret it knows; a page that does not say goes."""
    try:
        text = await asyncio.wait_for(socket.receive_text(), GREETING)
        hello = Hello.model_validate_json(text[:MOST_BODY])
        name = await server.run(server.host.seat, game, hello.token)
        table = await server.run(server.host.table, game)
    except (TimeoutError, ValidationError, KeyError):
        await socket.close(1008, "a hello with the seat's token is wanted")
        return None
    except (Problem, Gone) as e:
        await socket.close(1008, str(e)[:120] if isinstance(e, Problem) else "there is no such game")
        return None
    if len(server.sockets.get(game, ())) >= MOST_SOCKETS:
        await socket.close(1013, "too many pages at this table")
        return None
    return Seat(server, socket, table, name, hello.lines)


def stopped_showing(seat: Seat, shows: asyncio.Task[None]) -> None:
    """A page that can be told nothing more is sent away, to come again."""
    if not shows.cancelled() and shows.exception() is not None:
        log.error("a table could not be shown", exc_info=shows.exception())
        closing = seat.loop.create_task(seat.away())
        seat.queries.add(closing)


async def sit(server: Server, seat: Seat) -> None:
    """A page takes its seat until it leaves."""
    game = seat.table.heading.id
    server.sockets.setdefault(game, set()).add(seat)
    seat.table.told.append(seat.hear)
    seat.stirred.set()
    shows = asyncio.ensure_future(seat.show())
    shows.add_done_callback(partial(stopped_showing, seat))
    try:
        await seat.listen()
    finally:
        seat.table.told.remove(seat.hear)
        server.sockets[game].discard(seat)
        shows.cancel()
        await seat.leave()
        with contextlib.suppress(asyncio.CancelledError, Exception):  # told above
            await shows


assert set(SEATS) == {"blue", "red", "both", "watch"}
