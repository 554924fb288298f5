"""The table in the browser: on this machine for whoever sits at it, or served for others."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import webbrowser
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..book import scenario_paths
from ..notation import PLAYERS, one_of
from ..problems import Problem, unknown
from ..scenario import SIDES
from .play import house_rules

if TYPE_CHECKING:
    from ..server.host import Host, Wanted

PERSON = "person"
BEST_SEATS = ("both", "blue", "red", "watch")  # the first of these is whose link is opened

Scenario = Annotated[
    str | None, typer.Argument(metavar="SCENARIO", help="a scenario's id; the home page if left out")
]
Blue = Annotated[str, typer.Option(help="who leads Blue: person, drill or random")]
Red = Annotated[str, typer.Option(help="who leads Red: person, drill or random")]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a house rule; may be repeated")
]
House = Annotated[Path | None, typer.Option(metavar="FILE.toml", help="house rules from a file")]
Port = Annotated[int | None, typer.Option(min=1, max=65535, help="the port; a free one unless given")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser")]

Listen = Annotated[str, typer.Option("--host", help="the address to listen on")]
ServePort = Annotated[int, typer.Option("--port", min=1, max=65535, help="the port to listen on")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="GROGNARD_DATABASE",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME; in your data folder unless given",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="HOST", help="a name by which people reach it: table.example"),
]
Days = Annotated[int, typer.Option(min=1, max=36500, help="games that nobody has touched for so many days")]
Finished = Annotated[bool, typer.Option("--finished", help="only games that are over")]
Yes = Annotated[bool, typer.Option("--yes", help="do it; without this it only says how many there are")]
CompiledRules = Annotated[
    bool,
    typer.Option(
        "--compiled",
        help="compile the rules, for many games at once; the first time takes minutes, in the background",
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy", metavar="ADDRESS", help="the address or network of a proxy that tells for whom it asks"
    ),
]


def register(app: typer.Typer) -> None:
    app.command()(play)
    app.command()(serve)
    app.command()(prune)


def play(
    scenario: Scenario = None,
    blue: Blue = PERSON,
    red: Red = "drill",
    set_: Set = None,
    house: House = None,
    port: Port = None,
    browser: Browser = True,
) -> None:
    """Play in the browser, on this machine: the home page, or straight into a new battle."""
    wanted = wish(scenario, blue, red, house_rules(house, set_ or []))
    from ..server import logs, process  # takes its time: only where it is wanted
    from ..server.app import make_app
    from ..server.settings import Settings
    from ..server.store import Store

    logs.set_up(json_lines=False)
    settings = Settings()
    folder = process.data_folder()
    with (
        process.listen_local(port) as sock,
        contextlib.closing(Store(process.own_database(folder))) as store,
    ):
        app, address = make_app(store, settings=settings), process.address_of(sock)
        way = "/" if wanted is None else way_in(app.state.server.host, wanted)

        def ready() -> None:
            say(f"Grognard is at {address} (Ctrl-C stops it). Your games are kept in {folder}")
            threading.Thread(target=show, args=(address + way, browser), daemon=True).start()

        process.run(app, settings, [sock], ready)
    say("Stopped. Every game stands as it was left, and goes on with the next 'grognard play'.")


def wish(scenario: str | None, blue: str, red: str, house: Mapping[str, Any]) -> Wanted | None:
    """The game that is wanted, if one is."""
    players = [one_of(side, player, PLAYERS) for side, player in zip(SIDES, (blue, red), strict=True)]
    if scenario is None:
        if house or players != [PERSON, "drill"]:
            raise Problem(
                "players and house rules are of a battle: name its scenario, or choose them at home"
            )
        return None
    if scenario not in scenario_paths():
        raise unknown("scenario", scenario, scenario_paths())
    from ..server.host import Wanted

    return Wanted(scenario, blue, red, house=house, one_screen=players == [PERSON, PERSON])


def way_in(host: Host, wanted: Wanted) -> str:
    """The link of a new game for who wanted it; the secret of the seat is never sent: it is a fragment."""
    made = host.create(wanted)
    seat = next(seat for seat in BEST_SEATS if seat in made.tokens)
    return f"/game/{made.game}#{made.tokens[seat]}"


def show(link: str, browser: bool) -> None:
    """Open the browser, or say what to open."""
    if not browser:
        say(f"Open this in a browser: {link}")
    elif not opened(link):
        say(f"No browser could be opened here. Open this in one: {link}")


def opened(link: str) -> bool:
    try:
        found = webbrowser.get()
        if type(found) is webbrowser.GenericBrowser and "BROWSER" not in os.environ:
            return False  # one of those that take the terminal, and draw no map
        return found.open(link)
    except (webbrowser.Error, OSError):
        return False


def say(text: str) -> None:
    print(text, flush=True)


def serve(
    host: Listen = "127.0.0.1",
    port: ServePort = 1815,
    database: Database = None,
    name: Names = None,
    proxy: Proxies = None,
    compiled: CompiledRules = False,
) -> None:
    """Serve the table for others; docs/serving.md tells how.  Logs are JSON lines on the error stream."""
    from ..server import logs, process
    from ..server.app import make_app
    from ..server.store import Store

    settings = process.settings_for(host, name or [], proxy or [])
    logs.set_up(json_lines=True)
    log = logging.getLogger("grognard.process")
    url = database or process.own_database(process.data_folder())
    with process.listen(host, port) as sock, contextlib.closing(Store(url)) as store:
        told = {"address": process.address_of(sock), "names": list(settings.hosts), "store": store.address}
        app = logs.Access(make_app(store, "swift" if compiled else "plain", settings))
        process.run(app, settings, [sock], lambda: log.info("started", extra={"told": told}))
    log.info("stopped")


def prune(older_than: Days, database: Database = None, finished: Finished = False, yes: Yes = False) -> None:
    """Delete old games from the store, for good; a game stays while one that was forked from it does."""
    from ..server import process
    from ..server.store import Store

    before = datetime.now(UTC) - timedelta(days=older_than)
    url = database or process.own_database(process.data_folder())
    with contextlib.closing(Store(url)) as store:
        found = store.old(before, finished)
        if yes:
            say(f"deleted: {store.delete(found, before)}, left: {store.count()}")
        else:
            say(f"would be deleted: {len(found)} of {store.count()}; --yes does it")
