"""Games, seats, entries, requests, snapshots."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def of_a_game(name: str, *columns: sa.Column[Any]) -> None:
    game = sa.Column("game", sa.String(32), nullable=False)
    keys = [c.name for c in columns if c.info.get("key")]
    op.create_table(
        name,
        game,
        *columns,
        sa.PrimaryKeyConstraint("game", *keys, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=f"fk_{name}_game", ondelete="CASCADE"),
    )


def key(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, info={"key": True})


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("book", sa.String(64), nullable=False),
        sa.Column("version", sa.String(16), nullable=False),
        sa.Column("scenario", sa.String(128), nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("salt", sa.LargeBinary(32), nullable=False),
        sa.Column("dice", sa.String(16), nullable=False),
        sa.Column("blue", sa.String(16), nullable=False),
        sa.Column("red", sa.String(16), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("changes", sa.BigInteger, nullable=False),
        sa.Column("result", sa.String(64), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("touched", sa.DateTime(timezone=True), nullable=False),
        sa.Column("forked", sa.String(48), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_touched", "games", ["touched"])
    of_a_game("seats", key("seat", sa.String(16)), sa.Column("token", sa.LargeBinary(32), nullable=False))
    of_a_game(
        "entries",
        key("place", sa.Integer()),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    of_a_game("requests", key("request", sa.String(64)), sa.Column("answer", sa.Text, nullable=False))
    of_a_game(
        "snapshots",
        key("turn", sa.Integer()),
        sa.Column("mark", sa.Integer, nullable=False),
        sa.Column("print", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for name in ("snapshots", "requests", "entries", "seats"):
        op.drop_table(name)
    op.drop_index("ix_games_touched", "games")
    op.drop_table("games")
