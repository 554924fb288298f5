"""Logs for machines: one JSON object a line.  No token, seed, salt or die is in any of them."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECRET = re.compile(r"[A-Za-z0-9_-]{20,}|\d{9,}")  # tokens, salts and commitments; seeds
SEGMENT = re.compile(r"[A-Za-z0-9._-]{1,24}")  # of a path that may be shown
GAME = re.compile(r"/game(?:s)?/([0-9a-f]{16})(?:/|$)")
MOST_TEXT = 300  # letters of an error
MOST_FRAMES = 12
HEALTH = "/healthz"

log = logging.getLogger("grognard.access")


def scrubbed(text: str) -> str:
    """Without anything that looks like a secret."""
    return SECRET.sub("*", text)


def shown_path(path: str) -> str:
    """A path without its odd and its long parts: somebody may have put a secret there by mistake."""
    return "/".join(part if SEGMENT.fullmatch(part) else "*" for part in path.split("/") if part) or ""


class JsonLines(logging.Formatter):
    """A record as one line of JSON; what it tells beside its event is in record.told."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": when, "level": record.levelname.lower()}
        line |= {"event": scrubbed(record.getMessage()), **getattr(record, "told", {})}
        if record.exc_info and record.exc_info[1] is not None:
            line |= told_of(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """A record for the person who started the server."""

    def format(self, record: logging.LogRecord) -> str:
        e = record.exc_info[1] if record.exc_info else None
        text = record.getMessage() + (f": {type(e).__name__}: {e}" if e is not None else "")
        return f"grognard: {scrubbed(text)}"


def told_of(e: BaseException) -> dict[str, Any]:
    """An error by its kind, its words and its place; nothing of what was in its variables."""
    frames = traceback.extract_tb(e.__traceback__)[-MOST_FRAMES:]
    places = [f"{frame.filename.rpartition('grognard/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(e).__name__, "text": scrubbed(str(e))[:MOST_TEXT], "at": places}


def set_up(json_lines: bool) -> None:
    """Everything that is logged goes to the error stream: all of it as JSON, or only what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if json_lines else PlainLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("grognard").setLevel(logging.INFO if json_lines else logging.WARNING)
    logging.captureWarnings(True)


class Access:
    """A line for every request when it is answered, and for every socket when it opens and closes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        visit = Visit(scope)

        async def heard() -> Message:
            message = await receive()
            visit.hear(message)
            return message

        async def said(message: Message) -> None:
            visit.say(message)
            await send(message)

        try:
            await self.app(scope, heard, said)
        finally:
            visit.end()


class Visit:
    """One request or one socket, as far as the log is concerned."""

    def __init__(self, scope: Scope) -> None:
        self.socket = scope["type"] == "websocket"
        self.began, self.status = time.monotonic(), 0
        self.told: dict[str, Any] = {
            "method": "SOCKET" if self.socket else scope["method"],
            "path": "/" + shown_path(scope["path"]),
        }
        game = GAME.search(scope["path"])
        if game is not None:
            self.told["game"] = game[1]

    def hear(self, message: Message) -> None:
        if message["type"] == "websocket.disconnect":
            self.status = self.status or message.get("code", 0)

    def say(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
        elif message["type"] == "websocket.close":
            self.status = self.status or message.get("code", 1000)
        elif message["type"] == "websocket.accept":
            self.write("socket opened")

    def end(self) -> None:
        if self.told["path"] == HEALTH and self.status < 400:
            return  # asked every few seconds
        self.told |= {"status": self.status, "ms": round((time.monotonic() - self.began) * 1000, 1)}
        self.write("socket closed" if self.socket else "request")

    def write(self, event: str) -> None:
        log.info(event, extra={"told": dict(self.told)})
