"""How a battle stood, so that any program can tell whether its list still leads there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("proof", sa.String(80), nullable=False, server_default=""))
    op.drop_table("snapshots")  # they can be made again from the lists
    make_snapshots(
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("asks", sa.LargeBinary, nullable=False),
        sa.Column("proof", sa.String(80), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
    make_snapshots()
    with op.batch_alter_table("games") as games:
        games.drop_column("proof")


def make_snapshots(*more: sa.Column[object]) -> None:
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("mark", sa.Integer, nullable=False),
        sa.Column("print", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        *more,
        sa.PrimaryKeyConstraint("game", "turn", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_snapshots_game", ondelete="CASCADE"),
    )
