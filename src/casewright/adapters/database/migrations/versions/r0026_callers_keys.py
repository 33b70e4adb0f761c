"""A key is one caller's own: whose the journal's are, as the audit has it, and for whom a model asks for approval."""

from __future__ import annotations

import orjson
import sqlalchemy as sa
from alembic import op

from casewright.adapters.database.column_types import AnyText

revision = "0026"
down_revision = "0025"

_NEW = ("actor_id", "person_id")
_journal = sa.table("call_journal", *(sa.column(name, AnyText) for name in ("tenant_id", "key", *_NEW)))
_events = sa.table("audit_events", sa.column("tenant_id", AnyText), sa.column("seq"), sa.column("body"))


def upgrade() -> None:
    """To 0026."""
    for name in ("person_id", "person_role", "person_kind"):
        op.add_column("approvals", sa.Column(name, sa.Text(), nullable=True))
    for name in _NEW:
        op.add_column("call_journal", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    _name_actors(op.get_bind())
    with op.batch_alter_table("call_journal") as batch:
        for name in _NEW:
            batch.alter_column(name, existing_type=sa.Text(), existing_nullable=False, server_default=None)
        batch.drop_constraint(op.f("pk_call_journal"), type_="primary")
        batch.create_primary_key(op.f("pk_call_journal"), ["tenant_id", *_NEW, "key"])


def _name_actors(connection: sa.Connection) -> None:
    """By the intents of the calls: by the last, since a key that was freed may have been taken by somebody else.

    A key whose call never came to an intent stays nobody's, and is shown as unresolved.
    """
    rows = connection.execute(sa.select(_journal.c.tenant_id, _journal.c.key))
    kept = {(row.tenant_id, row.key) for row in rows}
    if not kept:
        return
    actors: dict[tuple[str, str], str] = {}
    events = sa.select(_events.c.tenant_id, _events.c.body).order_by(_events.c.tenant_id, _events.c.seq)
    for tenant, body in connection.execute(events.execution_options(yield_per=1_000)):
        event = orjson.loads(bytes(body))
        place = (tenant, event["idempotency_key"] if event["phase"] == "intent" else None)
        if place in kept:
            actors[place] = event["agent_id"]
    if actors:
        found = [{"tenant": tenant, "of_key": key, "actor": actor} for (tenant, key), actor in actors.items()]
        mine = (_journal.c.tenant_id == sa.bindparam("tenant"), _journal.c.key == sa.bindparam("of_key"))
        connection.execute(sa.update(_journal).where(*mine).values(actor_id=sa.bindparam("actor")), found)
