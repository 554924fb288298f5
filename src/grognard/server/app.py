"""The server put together: guards, doors, sockets and the page, over a store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI

from .. import __version__, swift
from .doors import add_doors
from .guards import add_guards
from .host import Host
from .page import add_page
from .serving import Server
from .settings import Settings
from .sockets import add_socket
from .store import Store


def make_app(store: Store, engine: str = "plain", settings: Settings | None = None) -> FastAPI:
    """The server over a store; without other settings it is for somebody's own machine."""
    settings = settings or Settings()
    server = Server(Host(store, engine, settings.limits.games), settings)

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        others = asyncio.ensure_future(server.keep_up())
        if engine == swift.Swift.name:
            swift.warm()
        yield
        others.cancel()
        store.close()

    app = FastAPI(title="Grognard", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.state.server = server
    add_doors(app, server)
    add_socket(app, server)
    add_page(app)
    add_guards(app, settings, server.visitors)  # outermost
    return app
