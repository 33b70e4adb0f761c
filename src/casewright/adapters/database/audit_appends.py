"""How events get behind the head of their chain, whose row is locked meanwhile for all that record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, text, update

from casewright.adapters.database.column_types import AnyText
from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.tables import audit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from casewright.audit.chain import Record

_heads = audit.audit_heads
_ADD_EVENTS = DriverStatement(audit.audit_events.insert())
_MOVE_HEAD = DriverStatement(
    update(_heads)
    .where(_heads.c.tenant_id == bindparam("tenant"))
    .values(count=bindparam("events"), hash=bindparam("newest"))
)
# Both at once: each way there and back, and each turn of a busy processor, is time that others wait for the lock.
_APPEND = text(
    "WITH added AS (INSERT INTO audit_events (tenant_id, seq, body, hash, mac) "
    "SELECT :tenant, * FROM unnest(CAST(:seqs AS bigint[]), CAST(:bodies AS bytea[]), CAST(:hashes AS bytea[]), "
    "CAST(:macs AS bytea[]))) "
    "UPDATE audit_heads SET count = :events, hash = :newest WHERE tenant_id = :tenant"
).bindparams(bindparam("tenant", type_=AnyText))


def append(connection: Connection, tenant: str, records: Sequence[Record]) -> None:
    """Add the records, which follow the tenant's head, and move the head to the last of them.

    On PostgreSQL that is one statement; SQLite has no way there and back.
    """
    hashes = [bytes.fromhex(record.hash) for record in records]
    moved = {"tenant": tenant, "events": records[-1].seq, "newest": hashes[-1]}
    if connection.dialect.name == "postgresql":
        columns = {
            "seqs": [record.seq for record in records],
            "bodies": [record.body for record in records],
            "hashes": hashes,
            "macs": [record.mac for record in records],
        }
        connection.execute(_APPEND, {**moved, **columns})
        return
    rows = (
        {"tenant_id": tenant, "seq": record.seq, "body": record.body, "hash": digest, "mac": record.mac}
        for record, digest in zip(records, hashes, strict=True)
    )
    _ADD_EVENTS.run(connection, *rows)
    _MOVE_HEAD.run(connection, moved)
