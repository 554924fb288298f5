"""The doors that are no socket: home, rules, new games, forks, saved battles."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from .. import __version__
from ..book import book
from ..problems import Problem
from . import rulebook, views
from .guards import REPLAYS, Turned
from .host import Host, Made, NotYours, Table, Wanted
from .messages import Fault, Fork, GameMade, Health, Home, NewGame, Numbers, Replay, RulesFound, RuleTold
from .packing import Once, Packed
from .rates import address_of
from .rooms import WATCH
from .serving import Server

GAME = re.compile(r"[0-9a-f]{16}")
Game = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
Token = Annotated[str, Header(alias="X-Grognard-Token", max_length=64)]
Name = Annotated[str, Path(max_length=64)]
Words = Annotated[str, Query(max_length=200)]


def faults(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What may come instead of an answer, beside what may come at every door."""
    return {status: {"model": Fault} for status in (*statuses, 421, 422, 429)}


READ = faults()
SOUGHT = faults(404)
SAVED = faults(403, 404) | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
MAKE = faults(400, 403, 404, 408, 409, 413, 503)


home_told = Once(lambda: Packed(views.home().model_dump_json().encode(), "application/json"))


def add_doors(app: FastAPI, server: Server) -> None:
    host = server.host

    @app.get("/healthz", responses=faults(503))
    async def health() -> Health:
        """Is the server up, and can its store be written?"""
        return Health(status="ok", version=__version__, games=await server.run(host.store.check))

    @app.get("/api/home", response_model=Home, responses=READ)
    async def home(request: Request) -> Any:
        return (await server.run(home_told)).answer(request.headers)

    @app.get("/api/rules/{name}", response_model=RulesFound, responses=SOUGHT)
    async def rules(name: Name, q: Words = "") -> Any:
        """Rules by their ids or by words in them."""
        return await server.run(found, lambda: rulebook.rules_found(book(name), q))

    @app.get("/api/rules/{name}/{id}", response_model=RuleTold, responses=SOUGHT)
    async def rule(name: Name, id: Name) -> Any:
        return await server.run(found, lambda: rulebook.rule_told(book(name), id))

    @app.post("/api/games", status_code=201, responses=MAKE)
    async def new_game(request: Request, wanted: NewGame) -> GameMade:
        count(server, request)
        return game_made(await server.command(host.create, Wanted(**wanted.model_dump())))

    @app.post("/api/games/{game}/fork", status_code=201, responses=MAKE)
    async def fork(request: Request, game: Game, token: Token, wanted: Fork) -> GameMade:
        """A new game that goes on from any moment of this one."""
        await may_fork(server, game, token)
        count(server, request)
        players = wanted.model_dump(exclude={"at"})
        await server.still(game)
        return game_made(await server.command(host.fork, game, wanted.at, players))

    @app.post(REPLAYS, status_code=201, responses=MAKE)
    async def replay(request: Request, wanted: Replay) -> GameMade:
        """A saved battle to watch."""
        count(server, request)
        return game_made(await server.read(host.watch_saved, wanted.text))

    @app.get("/api/numbers/{name}", response_model=Numbers, responses=SOUGHT)
    async def numbers(name: Name) -> Any:
        return await server.run(found, lambda: rulebook.numbers_told(book(name)))

    @app.get("/api/games/{game}/saved", response_class=Response, responses=SAVED)
    async def saved(game: Game, token: Token) -> Response:
        """The saved battle, once it is over: it holds the seed."""
        await server.run(host.seat, game, token)
        table = await server.table(game)
        return PlainTextResponse(await server.read(saved_text, table))


def found(find: Callable[[], Any]) -> Any:
    """What is looked up; if it is not there, the problem says so."""
    try:
        return find()
    except Problem as e:
        raise Turned(404, str(e)) from None


def count(server: Server, request: Request) -> None:
    """One more game of this address, if it has not made too many."""
    if not server.visitors.games.take(address_of(request.scope, server.settings)):
        raise Turned(429, f"{server.limits.games_an_hour} games an hour are enough: try again later")


def game_made(made: Made) -> GameMade:
    return GameMade(game=made.game, tokens=dict(made.tokens), commitment=made.commitment)


async def may_fork(server: Server, game: str, token: str) -> None:
    """Who watches others takes no part in their battle while it goes on, nor in another one made of it."""
    watches = await server.run(watches_others, server.host, game, token)
    if watches and (await server.table(game)).shown.outcome is None:
        raise NotYours("who watches can fork a battle when it is over")


def watches_others(host: Host, game: str, token: str) -> bool:
    return host.seat(game, token) == WATCH and host.store.seats(game) != {WATCH}


def saved_text(table: Table) -> str:
    if not table.is_open():
        raise NotYours("the saved battle holds the seed of the dice: it is given out when the battle is over")
    with table.lock:
        return table.saved_text()
