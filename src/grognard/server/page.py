"""The page: files that were built from web/ when the package was built, served as they are."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Scope

from .packing import Packed

FOLDER = Path(__file__).parent / "page"
MISSING = "the page is not built: install the package again, or run npm ci and npm run build in web/"
HASHED = re.compile(r"-[A-Za-z0-9_-]{8}\.[a-z0-9]+$")  # names that change with what is in the file
FOR_EVER = "public, max-age=31536000, immutable"
PACKED = {".js", ".css", ".svg", ".json", ".html"}  # what grows smaller; pictures and fonts are small already


@lru_cache(maxsize=64)
def packed(path: str, media_type: str, changed: int) -> Packed:
    return Packed(Path(path).read_bytes(), media_type)


class Assets(StaticFiles):
    """The files of the page; most never change, and a browser keeps those."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if isinstance(response, FileResponse) and is_packed(response, scope):
            response = small(response, scope)
        response.headers["Cache-Control"] = FOR_EVER if HASHED.search(path) else "no-cache"
        return response


def is_packed(response: FileResponse, scope: Scope) -> bool:
    whole = scope["method"] == "GET" and response.status_code == 200 and "range" not in Headers(scope=scope)
    return whole and Path(response.path).suffix in PACKED


def small(response: FileResponse, scope: Scope) -> Response:
    path = Path(response.path)
    file = packed(str(path), response.media_type or "text/plain", path.stat().st_mtime_ns)
    return file.answer(Headers(scope=scope), {"ETag": response.headers["etag"]})


def add_page(app: FastAPI, folder: Path = FOLDER) -> None:
    """Home and the tables are one page; it finds out by its address which it is."""
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)

    async def page() -> Response:
        index = folder / "index.html"
        if not index.is_file():
            return PlainTextResponse(MISSING, 503)
        return FileResponse(index, media_type="text/html", headers={"Cache-Control": "no-store"})

    for path in ("/", "/game/{game}"):
        app.add_api_route(path, page, include_in_schema=False)
    app.mount("/assets", Assets(directory=folder / "assets", check_dir=False))
