"""Answers that are always the same: made once, and packed once."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable

from fastapi import Response
from starlette.datastructures import Headers


class Packed:
    """Some bytes, whole and as small as they get."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self.body, self.media_type = body, media_type
        self.small = gzip.compress(body, 9, mtime=0)

    def answer(self, asked: Headers, headers: dict[str, str] | None = None) -> Response:
        """Packed for who can open it."""
        told = {**(headers or {}), "Vary": "Accept-Encoding"}
        if "gzip" in asked.get("accept-encoding", ""):
            return Response(self.small, 200, told | {"Content-Encoding": "gzip"}, self.media_type)
        return Response(self.body, 200, told, self.media_type)


class Once:
    """What is made when it is first wanted; whoever else wants it then waits."""

    def __init__(self, make: Callable[[], Packed]) -> None:
        self.make = make
        self.made: Packed | None = None
        self.lock = threading.Lock()

    def __call__(self) -> Packed:
        with self.lock:
            self.made = self.made or self.make()
            return self.made
