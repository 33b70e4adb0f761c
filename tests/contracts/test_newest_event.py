"""The newest time that any tenant's audit ends with: told at once, however many tenants there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.tables.audit import audit_events, audit_heads
from casewright.domain.ids import TenantId
from casewright.tools.tenancy import acting_in
from tests.databases import DATABASES

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database

pytestmark = pytest.mark.requirement("server-start-constant")


def end(database: Database, tenant: str, *bodies: bytes) -> None:
    """Give the tenant an audit of these events."""
    rows = [
        {"tenant_id": tenant, "seq": seq, "body": body, "hash": b"h", "mac": None} for seq, body in enumerate(bodies, 1)
    ]
    with acting_in(TenantId(tenant)), database.write() as connection:
        connection.execute(audit_events.insert(), rows)
        connection.execute(audit_heads.insert(), {"tenant_id": tenant, "count": len(bodies), "hash": b"h"})


def body(stamp: str, more: str = "") -> bytes:
    """An event of that time."""
    arguments = '{"timestamp":"2099-01-01T00:00:00+00:00"}'
    return f'{{"agent_id":"a{more}","timestamp":"{stamp}","tool_args":{arguments}}}'.encode()


@pytest.mark.parametrize("kind", DATABASES)
def test_newest_end_of_any_audit(kind: str, new_database: Callable[[str], Database]) -> None:
    """Not what an event says of itself elsewhere; what a hand made unreadable is passed over; one statement does it."""
    database = new_database(kind)
    log = SqlAuditLog(database)
    assert log.last_recorded() is None
    end(database, "one", body("2030-01-01T00:00:00+00:00"), body("2026-01-02T03:04:05.000006+00:00"))
    end(database, "two", body("2026-01-01T00:00:00+00:00", 'ș \\"timestamp\\":\\"2098-01-01T00:00:00+00:00\\"'))
    for tenant, broken in (("three", b"\\xff\\x00 no JSON"), ("four", b'{"timestamp":"soon"}'), ("five", b"\xff\x00{")):
        end(database, tenant, broken)
    found = log.last_recorded()
    assert found is not None
    assert found.isoformat() == "2026-01-02T03:04:05.000006+00:00"
    log.close()
