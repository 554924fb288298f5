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
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.pool import ConnectionPoolEntry

from ..problems import Problem, how_to_install
from .schema import entries, games, requests, seats, snapshots

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = threading.Lock()  # Alembic works on globals
BUSY = 10.0  # seconds that SQLite waits for another writer
ADDRESS = "sqlite:///FILE or postgresql://USER@HOST/NAME"
TURNSTILE = 1815  # the number under which processes that migrate a PostgreSQL store wait for one another


# What every order asks of the store, put together once.
ANSWER = sa.select(requests.c.answer).where(
    requests.c.game == sa.bindparam("of_game"), requests.c.request == sa.bindparam("of_request")
)
CHANGE = (
    games.update()
    .where(games.c.id == sa.bindparam("of_game"), games.c.length == sa.bindparam("known_length"))
    .values(
        changes=games.c.changes + 1,
        length=sa.bindparam("becomes"),
        result=sa.bindparam("of_result"),
        proof=sa.bindparam("of_proof"),
        touched=sa.bindparam("now"),
    )
    .returning(games.c.changes)
)
CHANGE_SINCE = CHANGE.where(games.c.changes == sa.bindparam("known_changes"))


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
    seed: int = field(repr=False)  # neither of these is for anybody's eyes
    salt: bytes = field(repr=False)
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
    proof: str = ""


class Listed(NamedTuple):
    """An entry of a game's list, in words, and the turn it is of."""

    turn: int
    text: str


@dataclass(frozen=True)
class Kept:
    """A snapshot: the state after a turn, for the program that made it, and what happened in the turn."""

    turn: int
    mark: int
    print: str
    state: bytes
    events: bytes = b""
    asks: bytes = b""
    proof: str = ""


@dataclass(frozen=True)
class Whole:
    """All that is stored of a game, as of one moment."""

    record: Record
    entries: list[Listed]
    kept: list[Kept]


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
    """The way to a database.  What cannot be read is not repeated: there may be a password in it."""
    try:
        given = sa.engine.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise Problem(f"this address cannot be read: a database is {ADDRESS}") from None
    backend = given.get_backend_name()
    if backend == "postgresql":
        return postgres_engine(given)
    if backend != "sqlite":
        raise Problem(f"{backend}: a database is {ADDRESS}")
    engine = sa.create_engine(given, connect_args={"timeout": BUSY}, hide_parameters=True)
    sa.event.listen(engine, "connect", set_pragmas)
    return engine


def postgres_engine(given: URL) -> Engine:
    try:
        url = given.set(drivername="postgresql+psycopg")
        return sa.create_engine(url, pool_pre_ping=True, hide_parameters=True)
    except ModuleNotFoundError:
        raise Problem(f"PostgreSQL wants its driver: {how_to_install('postgres')}") from None


def shown(url: URL) -> str:
    """An address of a database, as anybody may read it: no password, and no settings, where one may hide."""
    return url.set(query={}).render_as_string(hide_password=True)


def config_of(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def migrate(engine: Engine) -> None:
    """Bring the tables up to this program; a store of a newer program is left alone."""
    with MIGRATING, engine.begin() as connection:
        go_alone(connection)
        config = config_of(connection)
        known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
        stands = MigrationContext.configure(connection).get_current_revision()
        if stands is not None and stands not in known:
            raise Problem(f"the store is of a newer program (its tables are {stands}): update Grognard")
        if stands != ScriptDirectory.from_config(config).get_current_head():
            command.upgrade(config, "head")


def go_alone(connection: Connection) -> None:
    """No other process migrates until this transaction is over."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TURNSTILE)))


class Store:
    """Games on disk."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        alone = (
            self.engine.dialect.name == "sqlite"
        )  # it lets in one at a time; others would sleep and try again
        self.turn: AbstractContextManager[Any] = threading.Lock() if alone else nullcontext()
        try:
            migrate(self.engine)
        except sa.exc.DBAPIError as e:
            self.close()
            why = " ".join(str(e.orig).split())
            raise Problem(f"{self.address}: the store cannot be opened: {why}") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.engine.dispose()

    @property
    def address(self) -> str:
        return shown(self.engine.url)

    def check(self) -> int:
        """How many games there are, if they can be read and written; else the database says why not."""
        with self.turn, self.engine.begin() as c:
            c.execute(games.update().where(sa.false()).values(length=0))
        return self.count()

    # --- making and reading -------------------------------------------------------------------------------

    def create(self, heading: Heading, tokens: Mapping[str, bytes]) -> None:
        """A new game with its seats."""
        now = datetime.now(UTC)
        values = {f: getattr(heading, f) for f in heading.__dataclass_fields__}
        values["house"] = json.dumps(dict(heading.house), sort_keys=True)
        with self.turn, self.engine.begin() as c:
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

    def seats(self, game: str) -> set[str]:
        """The seats of a game."""
        with self.engine.connect() as c:
            return set(c.execute(sa.select(seats.c.seat).where(seats.c.game == game)).scalars())

    def old(self, before: datetime, finished: bool) -> list[str]:
        """The games that nobody has touched since, those that are over only if that is wanted.

        One that another was forked from stays while that one does: its end opens the seed of both."""
        wanted = sa.select(games.c.id, games.c.forked).where(games.c.touched < before)
        with self.engine.connect() as c:
            found = c.execute(wanted.where(games.c.result != "") if finished else wanted).all()
            sources = {str(id): str(of) for id, of in c.execute(sa.select(games.c.id, games.c.forked))}
        going = {str(id) for id, _ in found}
        while kept := going & {of.partition("@")[0] for id, of in sources.items() if id not in going}:
            going -= kept
        return sorted(going)

    def delete(self, some: Sequence[str], before: datetime) -> int:
        """Games with all that belongs to them, unless somebody has touched one since; how many there were."""
        gone = 0
        with self.turn, self.engine.begin() as c:
            for game in some:
                there = games.c.id == game, games.c.touched < before
                gone += c.execute(games.delete().where(*there)).rowcount
        return gone

    # --- changing -------------------------------------------------------------------------------------------

    def answer(self, game: str, request: str) -> Any:
        """What was answered to a request before, or None."""
        with self.engine.connect() as c:
            found = c.execute(ANSWER, {"of_game": game, "of_request": request}).scalar()
        return None if found is None else json.loads(found)

    def append(
        self,
        game: str,
        length: int,
        more: Sequence[Listed],
        request: str = "",
        answer: Any = None,
        result: str = "",
        since: int | None = None,
        proof: str = "",
        kept: Sequence[Kept] = (),
    ) -> int:
        """More entries after the first `length`; what was there is still there.  The number of the change."""
        with self.change(game, length, length + len(more), result, proof, since) as (c, changes):
            self.write(c, game, length, more, kept)
            self.remember(c, game, request, answer)
        return changes

    def cut(
        self,
        game: str,
        length: int,
        to: int,
        request: str = "",
        answer: Any = None,
        since: int | None = None,
        more: Sequence[Listed] = (),
        proof: str = "",
        kept: Sequence[Kept] = (),
        result: str = "",
    ) -> int:
        """Back to the first `to` entries, and on from there; snapshots of what is no more go too.

        The number of the change."""
        with self.change(game, length, to + len(more), result, proof, since) as (c, changes):
            c.execute(entries.delete().where(entries.c.game == game, entries.c.place >= to))
            c.execute(snapshots.delete().where(snapshots.c.game == game, snapshots.c.mark > to))
            self.write(c, game, to, more, kept)
            self.remember(c, game, request, answer)
        return changes

    @contextmanager
    def change(
        self, game: str, length: int, becomes: int, result: str, proof: str, since: int | None
    ) -> Iterator[tuple[Connection, int]]:
        """One transaction, only if the game is as long as the caller thinks.

        Since: the last change that the caller knows of.  Another process may have made a game shorter and
        longer again."""
        becoming = {"becomes": becomes, "of_result": result, "of_proof": proof, "now": datetime.now(UTC)}
        known = {"of_game": game, "known_length": length} | (
            {} if since is None else {"known_changes": since}
        )
        with self.turn, self.engine.begin() as c:
            bumped = c.execute(CHANGE if since is None else CHANGE_SINCE, becoming | known).scalar()
            if bumped is None:
                raise Stale(game)
            yield c, int(bumped)

    def write(
        self, c: Connection, game: str, place: int, more: Sequence[Listed], kept: Sequence[Kept]
    ) -> None:
        """Entries from a place on, and snapshots."""
        rows = [
            {"game": game, "place": place + k, "turn": e.turn, "text": e.text} for k, e in enumerate(more)
        ]
        if rows:
            c.execute(entries.insert(), rows)
        if kept:
            turns = [k.turn for k in kept]
            c.execute(snapshots.delete().where(snapshots.c.game == game, snapshots.c.turn.in_(turns)))
            c.execute(snapshots.insert(), [{"game": game, **vars(k)} for k in kept])

    def remember(self, c: Connection, game: str, request: str, answer: Any) -> None:
        """A request is new, or the whole change fails."""
        if request:
            row = {"game": game, "request": request, "answer": json.dumps(answer)}
            c.execute(requests.insert(), [row])

    def note(self, game: str, request: str, answer: Any) -> None:
        """The answer to a request that changed nothing: it is given again as it was."""
        with self.turn, self.engine.begin() as c:
            self.remember(c, game, request, answer)

    # --- snapshots ------------------------------------------------------------------------------------------

    def keep(self, game: str, changes: int, kept: Sequence[Kept]) -> None:
        """Snapshots of a game as it is after a change; those of the same turns are replaced."""
        with self.turn, self.engine.begin() as c:
            still = games.update().where(games.c.id == game, games.c.changes == changes)
            if c.execute(still.values(changes=changes)).rowcount:  # and nobody changes it meanwhile
                self.write(c, game, 0, (), kept)

    def kept(self, game: str) -> list[Kept]:
        """The snapshots, in order of turns, whatever program made them."""
        with self.engine.connect() as c:
            found = c.execute(
                snapshots.select().where(snapshots.c.game == game).order_by(snapshots.c.turn)
            ).mappings()
            return [kept_of(row) for row in found]

    def whole(self, game: str) -> Whole:
        """All of a game as of one moment, however many write to it."""
        record = self.read(game)
        while True:
            found = Whole(record, self.entries(game), self.kept(game))
            record = self.read(game)
            if record.changes == found.record.changes:
                return found

    def changes(self, of: Sequence[str]) -> dict[str, int]:
        """How often each of these games has been changed."""
        wanted = sa.select(games.c.id, games.c.changes).where(games.c.id.in_(of))
        with self.engine.connect() as c:
            return {str(game): int(changes) for game, changes in c.execute(wanted)}


def kept_of(row: sa.RowMapping) -> Kept:
    state, events, asks = (bytes(row[name]) for name in ("state", "events", "asks"))
    return Kept(row["turn"], row["mark"], row["print"], state, events, asks, row["proof"])


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
        row["proof"],
    )


def utc(when: datetime) -> datetime:
    """SQLite forgets the zone it was told."""
    return when if when.tzinfo else when.replace(tzinfo=UTC)
