"""What a database holds of chains before a home remembers any head of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import LargeBinary, cast, func, select

from casewright.adapters.database.tables import audit
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

_events = audit.audit_events


@dataclass(frozen=True, slots=True)
class FoundChain:
    """A chain of ``count`` events. ``first_mac`` is the number of the first with a MAC, None where none has one;
    ``newest`` are the hash and the MAC of the last that has one.
    """

    tenant: TenantId
    count: int
    first_mac: int | None
    newest: tuple[bytes, bytes] | None


def chains_found(database: Database) -> Sequence[FoundChain]:
    """Every chain that has events."""
    with_mac = _events.c.mac.is_not(None)
    found = []
    for tenant in database.tenants(_events):
        with acting_in(tenant), database.read() as connection:
            all_of_it = select(func.max(_events.c.seq)).where(_events.c.tenant_id == tenant)
            count = connection.execute(all_of_it).scalar_one()
            own = (_events.c.tenant_id == tenant, with_mac)
            first, last = connection.execute(select(func.min(_events.c.seq), func.max(_events.c.seq)).where(*own)).one()
            newest = None
            if last is not None:
                values = select(cast(_events.c.hash, LargeBinary), cast(_events.c.mac, LargeBinary))
                row = connection.execute(values.where(_events.c.tenant_id == tenant, _events.c.seq == last)).one()
                newest = (row[0], row[1])
            found.append(FoundChain(tenant, count, first, newest))
    return found
