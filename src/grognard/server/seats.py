"""A page at a table: what it says is done or answered, and it is told what it may see, after it is on disk."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Any

from anyio import create_task_group, fail_after
from fastapi import WebSocket, WebSocketDisconnect
from fastapi.websockets import WebSocketState
from pydantic import TypeAdapter, ValidationError

from ..book import Refusal
from ..game import Refused
from ..problems import Problem
from ..values import Order
from . import queries, views
from .eyes import UNSEEN, TableEyes, eyes_of
from .guards import LONGEST, first_fault
from .messages import (
    Answered,
    AnswerUndo,
    AskOdds,
    Company,
    Dropped,
    FromPage,
    GiveDice,
    GiveOrder,
    Message,
    ProblemTold,
    Query,
    RefusedTold,
    ResultTold,
    Thinking,
    Undo,
)
from .rates import Bucket
from .reading import Reader
from .rooms import Room
from .serving import Server
from .shown import PERSON
from .table import Late, Table

HURRY = "too many messages: slow down"
FAILED = "the server could not do that"
SLOW = 0.15  # seconds after which thinking is shown

PAGE: TypeAdapter[Any] = TypeAdapter(FromPage)

log = logging.getLogger("grognard.server")


class TooSlow(Exception):
    """A page does not take what it is sent."""


class Seat:
    """One page at a table."""

    def __init__(self, server: Server, socket: WebSocket, table: Table, name: str, reader: Reader) -> None:
        self.server, self.socket, self.table, self.name, self.reader = server, socket, table, name, reader
        self.room: Room = server.room(table.heading.id)
        self.loop = asyncio.get_running_loop()
        self.stirred = asyncio.Event()
        self.turned = True  # has the table changed since it was shown?
        self.company: Company | None = None  # as the page was told
        self.thinking = -1
        self.bucket = Bucket(*server.limits.messages)
        self.sending = asyncio.Lock()
        self.stuck = asyncio.Event()  # the page does not take what it is sent
        self.queries = 0  # that are not answered yet
        self.deeds: asyncio.Queue[Any] = asyncio.Queue(server.limits.queries)  # what is to be done, in order
        self.tasks = create_task_group()
        self.odds = threading.Event()  # set when nobody waits for the last odds any more

    # --- telling --------------------------------------------------------------------------------------------

    def hear(self) -> None:
        """The table has changed (said in whatever thread changed it)."""
        with contextlib.suppress(RuntimeError):  # the loop may be over
            self.loop.call_soon_threadsafe(self.turn)

    def turn(self) -> None:
        self.turned = True
        self.stir()

    def stir(self) -> None:
        self.stirred.set()

    async def send(self, message: Message) -> None:
        """One at a time; a page that does not read is not waited for."""
        text = message.model_dump_json()
        async with self.sending:
            if self.socket.application_state is WebSocketState.DISCONNECTED:
                raise WebSocketDisconnect(1006)  # another task has found out already
            try:
                with fail_after(self.server.limits.patience):
                    await self.socket.send_text(text)
            except TimeoutError:
                self.stuck.set()
                raise TooSlow from None

    async def show(self) -> None:
        """Tell the page of every change, the latest only."""
        while True:
            await self.stirred.wait()
            self.stirred.clear()
            if self.turned:
                self.turned, self.thinking = False, -1  # a table that is new says that nobody thinks
                await self.send(await self.look(views.table_told, self.table, self.name, self.reader))
            await self.show_company()

    async def show_company(self) -> None:
        company, thinking = self.room.company(), self.room.thinking
        if company != self.company:
            self.company = company
            await self.send(company)
        if thinking != self.thinking:
            self.thinking = thinking
            await self.send(Thinking(side=thinking))

    # --- listening ------------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Take what the page says: questions are answered beside everything else, deeds done in order."""
        while True:
            text = await hear(self.socket)
            if not self.bucket.take():
                await self.send(ProblemTold(request=request_in(text), text=HURRY))
                await asyncio.sleep(1.0)
            elif len(text) > self.server.limits.body:
                most = self.server.limits.body
                await self.send(ProblemTold(request="", text=f"a message has at most {most} letters"))
            else:
                await self.answer(text)

    async def answer(self, text: str) -> None:
        try:
            message = PAGE.validate_json(text)
        except ValidationError as e:
            await self.send(ProblemTold(request=request_in(text), text=first_fault(e)[:LONGEST]))
            return
        if isinstance(message, Query):
            await self.ask(message)
        elif self.deeds.full():
            await self.send(ProblemTold(request=message.request, text=HURRY))
        else:
            self.deeds.put_nowait(message)

    async def do(self) -> None:
        """Do what the page wants done, one thing after another."""
        while True:
            await self.send(await self.done(await self.deeds.get()))

    async def done(self, message: Any) -> Message:
        """Something that changes the game, and what is answered to it."""
        try:
            answer = await self.waited(self.server.act(self.table, self.act, message))
            return Answered(request=message.request, answer=answer)
        except Refused as e:
            return await self.refused(message.request, e.refusal)
        except Problem as e:
            return ProblemTold(request=message.request, text=str(e), late=isinstance(e, Late))
        except Exception:
            log.exception("%s could not be done", type(message).__name__)
            return ProblemTold(request=message.request, text=FAILED)

    async def waited(self, work: Awaitable[Any]) -> Any:
        """Everybody at the table is told when it takes a while.  What was begun is finished, come what may."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(self.settled)
        done, _ = await asyncio.wait({task}, timeout=SLOW)
        if not done:
            side = next((s for s, p in enumerate(self.table.shown.players) if p != PERSON), -1)
            self.room.think(side)
        return await asyncio.shield(task)

    def settled(self, task: asyncio.Future[Any]) -> None:
        if self.room.thinking >= 0:
            self.room.think(-1)
        if not task.cancelled():
            task.exception()  # somebody has looked at it, even if the page is gone

    async def refused(self, request: str, refusal: Refusal) -> Message:
        return RefusedTold.model_validate(await self.look(self.refusal, request, refusal))

    def refusal(self, request: str, refusal: Refusal) -> RefusedTold:
        near = refusal.nearest
        return RefusedTold(
            request=request,
            rule=refusal.rule,
            text=refusal.text,
            nearest=None if near is None else views.order_given(near),
            nearest_text="" if near is None else eyes_of(self.table, self.name).describe(near),
        )

    def act(self, message: Any) -> dict[str, Any]:
        table, name, request = self.table, self.name, self.own(message.request)
        if isinstance(message, GiveOrder):
            return self.order(message, request)
        if isinstance(message, GiveDice):
            return table.throw(name, request, message.faces, message.changes)
        if isinstance(message, Undo):
            return table.undo(name, request, message.changes)
        assert isinstance(message, AnswerUndo)
        return table.answer_undo(name, request, message.agreed, message.changes)

    def own(self, request: str) -> str:
        """Requests of two seats are two, whatever they are called: nobody is answered what another asked."""
        return f"{self.name}.{request}"

    def order(self, message: GiveOrder, request: str) -> dict[str, Any]:
        """An order; a refusal says no more than this seat may know."""
        table, name, given = self.table, self.name, message.order
        found: list[tuple[TableEyes, Order]] = []

        def read() -> Order:
            eyes = eyes_of(table, name)
            found.append((eyes, eyes.read(given if isinstance(given, str) else views.order_from(given))))
            return found[0][1]

        with table.lock:  # what is read by the names of a seat is given to the table it was read for
            try:
                return table.order(name, request, read, message.changes)
            except Refused:
                eyes, order = found[0]
                raise Refused(eyes.why_not(order) or UNSEEN) from None

    # --- questions that change nothing ----------------------------------------------------------------------

    async def look(self, act: Callable[..., Any], *args: Any) -> Any:
        """At the table as it stands: whoever acts there is not waited for."""
        return await self.server.run(act, *args)

    async def think(self, act: Callable[..., Any], *args: Any) -> Any:
        await self.server.still(self.table.heading.id)
        return await self.server.think(act, *args)

    async def ask(self, message: Query) -> None:
        """Answered beside everything else; the newest odds are the only ones."""
        if self.queries >= self.server.limits.queries:
            text = "too many questions at once: slow down"
            await self.send(ProblemTold(request=message.request, text=text))
            return
        stop, work = threading.Event(), self.look
        if isinstance(message.query, AskOdds):
            self.odds.set()
            self.odds, work = stop, self.think
        self.queries += 1
        self.tasks.start_soon(self.tell, message, stop, work)

    async def tell(self, message: Query, stop: threading.Event, work: Callable[..., Awaitable[Any]]) -> None:
        try:
            told = await self.found(message, stop, work)
        finally:
            self.queries -= 1
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TooSlow):  # the page may be gone
            await self.send(told)

    async def found(
        self, message: Query, stop: threading.Event, work: Callable[..., Awaitable[Any]]
    ) -> Message:
        """The answer to a question, or why there is none."""
        try:
            told: Message = await work(self.find, message, stop)
            return told
        except queries.Cancelled:
            return Dropped(request=message.request)
        except Refused as e:
            return await self.refused(message.request, e.refusal)
        except Problem as e:
            return ProblemTold(request=message.request, text=str(e))
        except Exception:
            log.exception("a query failed: %s", type(message.query).__name__)
            return ProblemTold(request=message.request, text=FAILED)

    def find(self, message: Query, stop: threading.Event) -> ResultTold:
        if stop.is_set():
            raise queries.Cancelled
        changes, result = queries.answer(self.table, self.name, message.query, stop)
        return ResultTold.model_validate(
            {"request": message.request, "changes": changes, "result": result}, from_attributes=True
        )

    def leave(self) -> None:
        """Nobody waits for answers any more."""
        self.odds.set()
        self.tasks.cancel_scope.cancel()


async def hear(socket: WebSocket) -> str:
    """What a page says; whatever is no text is no good text either."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text = message.get("text")
    return (message.get("bytes") or b"").decode(errors="replace") if text is None else str(text)


def request_in(text: str) -> str:
    """The name of a request, even of one that makes no sense otherwise."""
    with contextlib.suppress(ValueError, AttributeError, RecursionError):
        name = json.loads(text[: 64 * 1024]).get("request")
        return name[:48].encode(errors="replace").decode() if isinstance(name, str) else ""
    return ""
