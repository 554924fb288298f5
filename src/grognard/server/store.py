"""The store: what was acknowledged is on disk.  SQLite (WAL) by default, PostgreSQL by a URL.

A game is its heading and a list of entries, in the words of a saved battle.  Every change of a list is one
transaction that also keeps the answer given to whoever asked for it, so that asking again changes nothing."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import ConnectionPoolEntry

from ..problems import Problem
from .schema import entries, games, requests, seats, snapshots

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = threading.Lock()  # Alembic works on globals
BUSY = 10.0  # seconds that SQLite waits for another writer


class Stale(Exception):
    """Somebody else has changed the game since."""


class Gone(Exception):
    """There is no such game."""


@dataclass(frozen=True)
class Heading:
    """What a game is, apart from its orders."""

    id: str
    book: str
    version: str
    scenario: str
    house: Mapping[str, Any]
    seed: int
    salt: bytes
    dice: str
    blue: str
    red: str
    forked: str = ""


@dataclass(frozen=True)
class Record:
    """A game as it is stored."""

    heading: Heading
    length: int
    changes: int
    result: str
    made: datetime
    touched: datetime


class Listed(NamedTuple):
    """An entry of a game's list, in words, and the turn it is of."""

    turn: int
    text: str


@dataclass(frozen=True)
class Kept:
    """A snapshot: the state after a turn, for the program that made it."""

    turn: int
    mark: int
    print: str
    state: bytes


def new_token() -> str:
    """A secret for a link: 192 bits."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def set_pragmas(connection: Any, _: ConnectionPoolEntry) -> None:
    """Write-ahead log, every commit on the disk, keys that hold."""
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def make_engine(url: str) -> Engine:
    try:
        given = sa.engine.make_url(url)
    except sa.exc.ArgumentError:
        raise Problem(f"{url!r}: a database is sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    backend = given.get_backend_name()
    if backend == "postgresql":
        return sa.create_engine(given.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if backend != "sqlite":
        raise Problem(f"{backend}: a database is sqlite:///FILE or postgresql://USER@HOST/NAME")
    engine = sa.create_engine(given, connect_args={"timeout": BUSY})
    sa.event.listen(engine, "connect", set_pragmas)
    return engine


def config_of(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def migrate(engine: Engine) -> None:
    """Bring the tables up to this program; a store of a newer program is left alone."""
    with MIGRATING, engine.begin() as connection:
        config = config_of(connection)
        known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
        stands = MigrationContext.configure(connection).get_current_revision()
        if stands is not None and stands not in known:
            raise Problem(f"the store is of a newer program (its tables are {stands}): update Grognard")
        if stands != ScriptDirectory.from_config(config).get_current_head():
            command.upgrade(config, "head")


class Store:
    """Games on disk."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        try:
            migrate(self.engine)
        except sa.exc.OperationalError as e:
            self.close()
            shown = self.engine.url.render_as_string(hide_password=True)
            raise Problem(f"{shown}: the store cannot be opened: {e.orig}") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.engine.dispose()

    # --- making and reading -------------------------------------------------------------------------------

    def create(self, heading: Heading, tokens: Mapping[str, bytes]) -> None:
        """A new game with its seats."""
        now = datetime.now(UTC)
        values = {f: getattr(heading, f) for f in heading.__dataclass_fields__}
        values["house"] = json.dumps(dict(heading.house), sort_keys=True)
        with self.engine.begin() as c:
            c.execute(games.insert().values(**values, length=0, changes=0, result="", made=now, touched=now))
            rows = [{"game": heading.id, "seat": seat, "token": token} for seat, token in tokens.items()]
            c.execute(seats.insert(), rows)

    def read(self, game: str) -> Record:
        with self.engine.connect() as c:
            row = c.execute(games.select().where(games.c.id == game)).mappings().first()
        if row is None:
            raise Gone(game)
        return record_of(row)

    def entries(self, game: str) -> list[Listed]:
        """The list, in order."""
        wanted = sa.select(entries.c.turn, entries.c.text)
        with self.engine.connect() as c:
            found = c.execute(wanted.where(entries.c.game == game).order_by(entries.c.place))
            return [Listed(int(turn), str(text)) for turn, text in found]

    def recent(self, most: int) -> list[Record]:
        """The games touched last."""
        with self.engine.connect() as c:
            found = c.execute(games.select().order_by(games.c.touched.desc()).limit(most)).mappings()
            return [record_of(row) for row in found]

    def count(self) -> int:
        with self.engine.connect() as c:
            return int(c.execute(sa.select(sa.func.count()).select_from(games)).scalar_one())

    def seat_of(self, game: str, token: str) -> str | None:
        """Whose token it is; every seat is compared, in constant time."""
        given, found = token_hash(token), None
        with self.engine.connect() as c:
            rows = c.execute(sa.select(seats.c.seat, seats.c.token).where(seats.c.game == game)).all()
        for seat, stored in rows:
            if hmac.compare_digest(bytes(stored), given):
                found = str(seat)
        return found

    # --- changing -------------------------------------------------------------------------------------------

    def answer(self, game: str, request: str) -> Any:
        """What was answered to a request before, or None."""
        with self.engine.connect() as c:
            found = c.execute(
                sa.select(requests.c.answer).where(requests.c.game == game, requests.c.request == request)
            ).scalar()
        return None if found is None else json.loads(found)

    def append(
        self,
        game: str,
        length: int,
        more: Sequence[Listed],
        request: str = "",
        answer: Any = None,
        result: str = "",
    ) -> int:
        """More entries after the first `length`; what was there is still there.  The number of the change."""
        with self.change(game, length, request, answer) as (c, changes):
            rows = [
                {"game": game, "place": length + k, "turn": e.turn, "text": e.text}
                for k, e in enumerate(more)
            ]
            if rows:
                c.execute(entries.insert(), rows)
            self.touch(c, game, length + len(more), result)
        return changes

    def cut(self, game: str, length: int, to: int, request: str = "", answer: Any = None) -> int:
        """Back to the first `to` entries; snapshots of what is no more go too.  The number of the change."""
        with self.change(game, length, request, answer) as (c, changes):
            c.execute(entries.delete().where(entries.c.game == game, entries.c.place >= to))
            c.execute(snapshots.delete().where(snapshots.c.game == game, snapshots.c.mark > to))
            self.touch(c, game, to, "")
        return changes

    @contextmanager
    def change(self, game: str, length: int, request: str, answer: Any) -> Iterator[tuple[Connection, int]]:
        """One transaction, only if the game is as long as the caller thinks, and the request is new."""
        with self.engine.begin() as c:
            bumped = c.execute(
                games.update()
                .where(games.c.id == game, games.c.length == length)
                .values(changes=games.c.changes + 1)
                .returning(games.c.changes)
            ).scalar()
            if bumped is None:
                raise Stale(game)
            if request:
                row = {"game": game, "request": request, "answer": json.dumps(answer)}
                c.execute(requests.insert(), [row])
            yield c, int(bumped)

    def touch(self, c: Connection, game: str, length: int, result: str) -> None:
        values = {"length": length, "result": result, "touched": datetime.now(UTC)}
        c.execute(games.update().where(games.c.id == game).values(**values))

    # --- snapshots ------------------------------------------------------------------------------------------

    def keep(self, game: str, kept: Kept) -> None:
        """A snapshot; one of the same turn is replaced."""
        with self.engine.begin() as c:
            where = (snapshots.c.game == game, snapshots.c.turn == kept.turn)
            c.execute(snapshots.delete().where(*where))
            c.execute(
                snapshots.insert().values(
                    game=game, turn=kept.turn, mark=kept.mark, print=kept.print, state=kept.state
                )
            )

    def kept(self, game: str, of_print: str) -> list[Kept]:
        """The snapshots that this program can use, in order."""
        with self.engine.connect() as c:
            found = c.execute(
                snapshots.select()
                .where(snapshots.c.game == game, snapshots.c.print == of_print)
                .order_by(snapshots.c.turn)
            ).mappings()
            return [Kept(r["turn"], r["mark"], r["print"], bytes(r["state"])) for r in found]


def record_of(row: sa.RowMapping) -> Record:
    fields = Heading.__dataclass_fields__
    values = {f: row[f] for f in fields} | {"house": json.loads(row["house"]), "salt": bytes(row["salt"])}
    return Record(
        Heading(**values),
        row["length"],
        row["changes"],
        row["result"],
        utc(row["made"]),
        utc(row["touched"]),
    )


def utc(when: datetime) -> datetime:
    """SQLite forgets the zone it was told."""
    return when if when.tzinfo else when.replace(tzinfo=UTC)
