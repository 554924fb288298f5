"""The page: files that were built from web/ when the package was built, served as they are."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Scope

FOLDER = Path(__file__).parent / "page"
MISSING = "the page is not built: install the package again, or run npm ci and npm run build in web/"
FOR_EVER = "public, max-age=31536000, immutable"  # the names of these files change with what is in them


class Assets(StaticFiles):
    """Files that never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOR_EVER
        return response


def add_page(app: FastAPI, folder: Path = FOLDER) -> None:
    """Home and the tables are one page; it finds out by its address which it is."""
    app.add_middleware(GZipMiddleware, minimum_size=1024)

    async def page() -> Response:
        index = folder / "index.html"
        if not index.is_file():
            return PlainTextResponse(MISSING, 503)
        return FileResponse(index, media_type="text/html", headers={"Cache-Control": "no-cache"})

    for path in ("/", "/game/{game}"):
        app.add_api_route(path, page, include_in_schema=False)
    app.mount("/assets", Assets(directory=folder / "assets", check_dir=False))
