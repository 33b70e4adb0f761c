"""Numbers for chunk texts: equal texts of a tenant have one number, in whatever document they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from casewright.adapters.database.statements import insert_into, slices
from casewright.adapters.database.tables import documents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from casewright.domain.ids import TenantId

_contents = documents.chunk_contents
_counters = documents.chunk_counters


def number_contents(connection: Connection, tenant: TenantId, hashes: Sequence[str]) -> list[int]:
    """The number of each text, known by the SHA-256 of it in hexadecimal; new texts get the next free numbers.

    Holds the tenant's counter until the transaction ends, so that no two transactions number one text twice.
    """
    if not hashes:
        return []
    wanted = [bytes.fromhex(text) for text in dict.fromkeys(hashes)]
    first_free = _hold_counter(connection, tenant)
    numbers = _known(connection, tenant, wanted)
    new = [sha256 for sha256 in wanted if sha256 not in numbers]
    numbers.update(zip(new, range(first_free, first_free + len(new)), strict=True))
    _store(connection, tenant, {sha256: numbers[sha256] for sha256 in new}, first_free + len(new))
    return [numbers[bytes.fromhex(text)] for text in hashes]


def _hold_counter(connection: Connection, tenant: TenantId) -> int:
    """Lock the tenant's counter; the first number that is free."""
    start = insert_into(connection, _counters).values(tenant_id=tenant, next=0).on_conflict_do_nothing()
    connection.execute(start)
    query = select(_counters.c.next).where(_counters.c.tenant_id == tenant).with_for_update()
    return int(connection.execute(query).scalar_one())


def _known(connection: Connection, tenant: TenantId, wanted: Sequence[bytes]) -> dict[bytes, int]:
    known: dict[bytes, int] = {}
    for part in slices(wanted):
        query = select(_contents.c.sha256, _contents.c.number).where(
            _contents.c.tenant_id == tenant, _contents.c.sha256.in_(part)
        )
        known.update((row.sha256, row.number) for row in connection.execute(query))
    return known


def _store(connection: Connection, tenant: TenantId, numbers: dict[bytes, int], next_free: int) -> None:
    if not numbers:
        return
    rows = [{"tenant_id": tenant, "sha256": sha256, "number": number} for sha256, number in numbers.items()]
    connection.execute(_contents.insert(), rows)
    connection.execute(update(_counters).where(_counters.c.tenant_id == tenant).values(next=next_free))
