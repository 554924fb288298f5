"""The tables of the store: games as lists of orders, their seats, and what was answered to whom."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(column_0_label)s",
    }
)


def of_a_game(name: str, *columns: Column[object]) -> Table:
    """A table whose rows belong to a game, and go with it."""
    game = Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    return Table(name, metadata, game, *columns)


games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("book", String(64), nullable=False),
    Column("version", String(16), nullable=False),
    Column("scenario", String(128), nullable=False),
    Column("house", Text, nullable=False),  # JSON
    Column("seed", BigInteger, nullable=False),  # a secret until the end
    Column("salt", LargeBinary(32), nullable=False),  # of the commitment to it
    Column("dice", String(16), nullable=False),
    Column("blue", String(16), nullable=False),
    Column("red", String(16), nullable=False),
    Column("length", Integer, nullable=False),  # entries of its list
    Column("changes", BigInteger, nullable=False),  # counts up with every change, undo too
    Column("result", String(64), nullable=False),  # "" while it goes on
    Column("made", DateTime(timezone=True), nullable=False),
    Column("touched", DateTime(timezone=True), nullable=False),
    Column("forked", String(48), nullable=False),  # "game@entries", or ""
    Column(
        "proof", String(80), nullable=False, server_default=""
    ),  # how the battle stands, for other programs
    Index("ix_games_touched", "touched"),
)

seats = of_a_game(
    "seats",
    Column("seat", String(16), primary_key=True),
    Column("token", LargeBinary(32), nullable=False),  # its hash: the token itself is nowhere
)

entries = of_a_game(
    "entries",
    Column("place", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("text", Text, nullable=False),
)

requests = of_a_game(
    "requests",
    Column("request", String(64), primary_key=True),  # the client's own name for it
    Column("answer", Text, nullable=False),  # JSON: said again to who asks again
)

snapshots = of_a_game(
    "snapshots",
    Column("turn", Integer, primary_key=True),
    Column("mark", Integer, nullable=False),
    Column("print", String(64), nullable=False),  # of the program whose record it is
    Column("state", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),  # of the turn before it
    Column("asks", LargeBinary, nullable=False),  # that its entries answered
    Column("proof", String(80), nullable=False),
)
