"""The door of a table: a page says by its secret who it is, and sits until it leaves."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from anyio import fail_after
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from ..problems import Problem
from .doors import GAME
from .guards import fault
from .messages import Hello, ProblemTold
from .opening import Unopened
from .rates import address_of
from .reading import Reader
from .seats import Seat, TooSlow, hear
from .serving import Server
from .store import Gone

GREET = "a hello with the seat's token is wanted"
POLICY, FAILURE, LATER = 1008, 1011, 1013  # the page is turned away; it may come again; it may, later
SHUT = 4410  # the seat is yours, but the game cannot be opened: a problem has said why
MOST_REASON = 120  # bytes that a socket can be closed with

log = logging.getLogger("grognard.server")


class Crowded(Problem):
    """There is no room at the table."""


def add_socket(app: FastAPI, server: Server) -> None:
    @app.websocket("/api/games/{game}/socket")
    async def socket(socket: WebSocket, game: str) -> None:
        address = address_of(socket.scope, server.settings)
        if not server.visitors.come(address):
            await socket.send_denial_response(fault(429, "too many pages of yours are open"))
            return
        try:
            await serve(server, socket, game)
        finally:
            server.visitors.go(address)


async def serve(server: Server, socket: WebSocket, game: str) -> None:
    with contextlib.suppress(WebSocketDisconnect):  # the page may go at any time
        await socket.accept()
        seat = await greeted(server, socket, game)
        if seat is not None:
            await sit(seat)


async def greeted(server: Server, socket: WebSocket, game: str) -> Seat | None:
    """Who a page is, by the secret it knows; a page that does not say goes."""
    try:
        with fail_after(server.limits.greeting):
            text = await hear(socket)
        hello = Hello.model_validate_json(text[: server.limits.body])
        return await seated(server, socket, game, hello)
    except Crowded as e:
        await away(socket, LATER, str(e))
    except (TimeoutError, ValidationError):
        await away(socket, POLICY, GREET)
    except Gone:
        await away(socket, POLICY, "there is no such game")
    except Unopened as e:
        await told(socket, str(e))
        await away(socket, SHUT, "this battle cannot be opened")
    except Problem as e:
        await away(socket, POLICY, str(e))
    return None


async def seated(server: Server, socket: WebSocket, game: str, hello: Hello) -> Seat:
    if not GAME.fullmatch(game):
        raise Gone(game)
    name = await server.run(server.host.seat, game, hello.token)
    table = await server.table(game)
    if len(server.room(game).pages) >= server.limits.at_table:
        raise Crowded("too many pages are at this table")
    return Seat(server, socket, table, name, Reader(hello.lines, hello.mark))


async def told(socket: WebSocket, text: str) -> None:
    """A whole line, which is more than a socket can be closed with."""
    with contextlib.suppress(RuntimeError, TimeoutError), fail_after(1.0):
        await socket.send_text(ProblemTold(request="", text=text).model_dump_json())


async def away(socket: WebSocket, code: int, text: str) -> None:
    """Close a socket, as far as the page still hears of it."""
    reason = text.encode()[:MOST_REASON].decode(errors="ignore")
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError), fail_after(1.0):
        await socket.close(code, reason)


async def sit(seat: Seat) -> None:
    """A page takes its seat until it leaves, or can be told nothing more."""
    faults: list[Exception] = []
    seat.room.enter(seat)
    seat.table.told.append(seat.hear)
    try:
        async with seat.tasks as tasks:
            for work in (seat.listen, seat.do, seat.show, seat.stuck.wait):
                tasks.start_soon(until_end, seat, work, faults)
    finally:
        seat.table.told.remove(seat.hear)
        seat.room.leave(seat)
    await part(seat, faults)


async def until_end(seat: Seat, work: Callable[[], Awaitable[Any]], faults: list[Exception]) -> None:
    """When one thing that a seat does is over, so is everything."""
    try:
        await work()
    except (WebSocketDisconnect, TooSlow):
        pass  # the page has gone, or will
    except Exception as e:
        faults.append(e)
    seat.leave()


async def part(seat: Seat, faults: list[Exception]) -> None:
    """Why it ended: the page has gone, or does not read, or the server has failed."""
    if seat.stuck.is_set():
        await away(seat.socket, LATER, "this page does not take what it is sent")
    for failure in faults:
        log.error("a page could not be served", exc_info=failure)
        await away(seat.socket, FAILURE, "the server failed: come again")
