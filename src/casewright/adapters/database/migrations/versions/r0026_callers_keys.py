"""A key of the journal is one caller's own: whose it is, as the audit has it."""

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
    for name in _NEW:
        op.add_column("call_journal", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    _name_actors(op.get_bind())
    with op.batch_alter_table("call_journal") as batch:
        for name in _NEW:
            batch.alter_column(name, existing_type=sa.Text(), existing_nullable=False, server_default=None)
        batch.drop_constraint(op.f("pk_call_journal"), type_="primary")
        batch.create_primary_key(op.f("pk_call_journal"), ["tenant_id", *_NEW, "key"])


def _name_actors(connection: sa.Connection) -> None:
    """By the intents of the calls. A key whose call never came to one stays nobody's, and is shown as unresolved."""
    rows = connection.execute(sa.select(_journal.c.tenant_id, _journal.c.key))
    unnamed = {(row.tenant_id, row.key) for row in rows}
    if not unnamed:
        return
    found = []
    events = sa.select(_events.c.tenant_id, _events.c.body).order_by(_events.c.tenant_id, _events.c.seq)
    for tenant, body in connection.execute(events.execution_options(yield_per=1_000)):
        event = orjson.loads(bytes(body))
        place = (tenant, event["idempotency_key"] if event["phase"] == "intent" else None)
        if place in unnamed:
            unnamed.remove(place)
            found.append({"tenant": tenant, "of_key": event["idempotency_key"], "actor": event["agent_id"]})
    if found:
        mine = (_journal.c.tenant_id == sa.bindparam("tenant"), _journal.c.key == sa.bindparam("of_key"))
        connection.execute(sa.update(_journal).where(*mine).values(actor_id=sa.bindparam("actor")), found)
