"""The process around the server: where its games are, where it listens, who may come, how it stops."""

from __future__ import annotations

import errno
import gc
import os
import re
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp
from uvicorn.server import HANDLED_SIGNALS

from ..problems import Problem
from .settings import ADDRESSES, LOCAL, PUBLIC, Settings, name_of, uvicorn_options

PORT = 1815  # always the same if it is free: a browser keeps its games by the address of the page
NEIGHBOURS = 9  # ports after it that are tried next
ANY = 0
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("", "0.0.0.0", "::")
HURRY = 0.001  # seconds after which a thread that works lets others in: the loop waits for no more
SWEEP = 600.0  # seconds from one look for cycles of rubbish to the next
NAME = re.compile(r"[A-Za-z0-9.-]+")


# --- where the games are ------------------------------------------------------------------------------------


def data_folder(env: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where this user's games are kept: GROGNARD_DATA, or where the system keeps such things."""
    given = env.get("GROGNARD_DATA")
    if given:
        return Path(given)
    if platform == "win32":
        return Path(env.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Grognard"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Grognard"
    xdg = env.get("XDG_DATA_HOME", "")  # a relative one is to be ignored
    return Path(xdg if Path(xdg).is_absolute() else Path.home() / ".local" / "share") / "grognard"


def own_database(folder: Path) -> str:
    """The address of the store in a folder, which is made if it is not there; only its user may look in."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as e:
        raise unwritable(folder, e.strerror or str(e)) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise unwritable(folder, "permission denied")
    return f"sqlite:///{folder.absolute() / 'games.db'}"


def unwritable(folder: Path, why: str) -> Problem:
    return Problem(f"{folder}: games cannot be kept there: {why}. GROGNARD_DATA=FOLDER names another place")


# --- where it listens ---------------------------------------------------------------------------------------


def listen(host: str, port: int) -> socket.socket:
    """A socket there, or a problem that says why not."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family)
    except OSError as e:
        raise Problem(f"{host}, port {port}: {why_not(e)}") from None


def why_not(e: OSError) -> str:
    if e.errno == errno.EADDRINUSE:
        return "something else listens there already: --port names another"
    if e.errno == errno.EACCES:
        return "this user may not listen there: --port names another (1024 or more)"
    return f"cannot listen there: {e.strerror or e}"


def listen_nearby(host: str) -> socket.socket:
    """A socket on our own port, on one of the next if it is taken, or on any."""
    for port in range(PORT, PORT + 1 + NEIGHBOURS):
        try:
            return listen(host, port)
        except Problem:
            continue
    return listen(host, ANY)


def listen_local(port: int | None) -> socket.socket:
    """A socket that only this machine can reach."""
    return listen_nearby(LOOPBACK) if port is None else listen(LOOPBACK, port)


def address_of(sock: socket.socket) -> str:
    """What to put into a browser."""
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


# --- who may come -------------------------------------------------------------------------------------------


def settings_for(host: str, names: Sequence[str], proxies: Sequence[str]) -> Settings:
    """How a server for others is run: under the names it was given, and numbers where it listens to them."""
    for name in names:
        if name_of(name) != name.lower() or not NAME.fullmatch(name):
            raise Problem(f"--name {name}: the name of a host is wanted, without https:// and without port")
    numbers = (ADDRESSES,) if host in EVERYWHERE else (host,)
    return Settings((*LOCAL, *numbers, *names), tuple(proxies), PUBLIC)


# --- running and stopping -----------------------------------------------------------------------------------


class Running(uvicorn.Server):
    """Tells when it is ready; a signal stops it in order, and is no error."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {s: signal.signal(s, self.handle_exit) for s in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for s, handler in before.items():
                signal.signal(s, handler)


@contextmanager
def swept_seldom() -> Iterator[None]:
    """Look for cycles of rubbish every ten minutes, and not whenever something has been made.

    Tables are trees that go when nobody looks at them, and an order leaves next to no cycle behind.  With many
    games in memory each look, even at what is young, would stop everything for a third of a second."""
    gc.collect()
    gc.freeze()
    gc.disable()
    over = threading.Event()
    sweeper = threading.Thread(target=sweep, args=(over,), name="sweeper", daemon=True)
    sweeper.start()
    try:
        yield
    finally:
        over.set()
        sweeper.join()
        gc.enable()


def sweep(over: threading.Event, seconds: float = SWEEP) -> None:
    """Until it is over."""
    while not over.wait(seconds):
        gc.collect()


def run(
    app: ASGIApp, settings: Settings, sockets: Sequence[socket.socket], ready: Callable[[], None]
) -> None:
    """Serve until a signal comes.

    Then nobody new is let in, every socket is closed with 1012 (its page comes again), and what is being
    done is finished; whatever was acknowledged is on disk already."""
    sys.setswitchinterval(HURRY)
    config = uvicorn.Config(app, lifespan="on", log_config=None, **uvicorn_options(settings))
    with swept_seldom():
        Running(config, ready).run(sockets=list(sockets))
