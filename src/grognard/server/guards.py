"""What holds for every request: host, origin, size, rate, headers; and problems are one line."""

from __future__ import annotations

import contextlib
import logging
from urllib.parse import urlsplit

from anyio import fail_after
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..problems import Problem
from .host import Full, NotYours
from .rates import Visitors, address_of
from .settings import Settings
from .store import Gone, Stale

REPLAYS = "/api/replays"  # the door where a saved battle comes in
READING = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
LONGEST = 240  # letters of a fault

log = logging.getLogger("grognard.server")


class Turned(Exception):
    """Somebody is turned away at the door."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text


class Guard:
    """Stands before all doors."""

    def __init__(self, app: ASGIApp, settings: Settings, visitors: Visitors) -> None:
        self.app, self.settings, self.visitors = app, settings, visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self.look_at(scope)
            if scope["method"] not in READING:
                receive = await self.whole(scope, receive)
        except Turned as e:
            await fault(e.status, e.text)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self.look_at(scope)
        except Turned as e:
            with contextlib.suppress(RuntimeError):  # it may be gone already
                await WebSocket(scope, receive, send).send_denial_response(fault(e.status, e.text))
            return
        await self.app(scope, receive, send)

    def look_at(self, scope: Scope) -> None:
        """Who comes, from where, and how often?"""
        headers = Headers(scope=scope)
        if not self.settings.serves(headers.get("host", "")):
            raise Turned(421, "this server does not go by that name")
        acts = scope["type"] == "websocket" or scope["method"] not in READING
        if acts and not same_site(headers):
            raise Turned(403, "this request comes from another site")
        if not self.visitors.requests.take(address_of(scope, self.settings)):
            raise Turned(429, "too many requests: slow down")

    async def whole(self, scope: Scope, receive: Receive) -> Receive:
        """The body of a request, read to its end before anybody looks at it, but not for ever."""
        limits = self.settings.limits
        most = limits.saved if scope["path"] == REPLAYS else limits.body
        size = Headers(scope=scope).get("content-length", "0")
        if not (size.isascii() and size.isdigit()) or len(size) > 18 or int(size) > most:
            raise Turned(413, f"a request has at most {most} bytes")
        try:
            with fail_after(limits.patience):
                body = await read(receive, most)
        except TimeoutError:
            raise Turned(408, "the request did not come to an end") from None
        return replay(body, receive)


async def read(receive: Receive, most: int) -> bytes:
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Turned(400, "the request did not come to an end")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise Turned(413, f"a request has at most {most} bytes")
    return bytes(body)


def replay(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def same_site(headers: Headers) -> bool:
    """A page of our own, or no page at all."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or site_of(origin) == headers.get("host", "")


def site_of(origin: str) -> str:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""


def add_guards(app: FastAPI, settings: Settings, visitors: Visitors) -> None:
    """The guard, and what becomes of problems."""
    app.add_middleware(Guard, settings=settings, visitors=visitors)

    @app.exception_handler(Turned)
    async def turned(_: Request, e: Turned) -> Response:
        return fault(e.status, e.text)

    @app.exception_handler(Problem)
    async def problem(_: Request, e: Exception) -> Response:
        return fault(status_of(e), str(e))

    @app.exception_handler(Gone)
    async def gone(_: Request, e: Exception) -> Response:
        return fault(404, "there is no such game")

    @app.exception_handler(Stale)
    async def stale(_: Request, e: Exception) -> Response:
        return fault(409, "the game has gone on elsewhere: look again")

    @app.exception_handler(SQLAlchemyError)
    async def broken(_: Request, e: Exception) -> Response:
        log.error("the store cannot be used", exc_info=e)
        return fault(503, "the store cannot be used now: try again")

    @app.exception_handler(RequestValidationError)
    async def wrong(_: Request, e: RequestValidationError) -> Response:
        return fault(422, first_fault(e))

    @app.exception_handler(Exception)
    async def failed(_: Request, e: Exception) -> Response:
        answer = fault(500, "the server failed")
        answer.headers.update(HEADERS)  # nobody else adds them any more
        return answer


def status_of(e: Exception) -> int:
    if isinstance(e, Full):
        return 503
    return 403 if isinstance(e, NotYours) else 422


def first_fault(e: ValidationError | RequestValidationError) -> str:
    """What is wrong, and where; never what was given: it may be a secret."""
    worst = e.errors()[0]
    where = ".".join(str(part) for part in worst["loc"])
    said = "it is of no known type" if worst["type"] == "union_tag_invalid" else str(worst["msg"])
    return f"{where}: {said}" if where else said


def fault(status: int, text: str) -> JSONResponse:
    wait = {"Retry-After": "60"} if status in (429, 503) else None
    clean = text[:LONGEST].encode(errors="replace").decode()  # half a letter is none
    return JSONResponse({"detail": clean}, status, wait)
