"""An audit log in memory: chained like every other, gone with its process."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from casewright.audit.chain import EMPTY, Head, Record, link
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.audit.events import Event
    from casewright.domain.ids import TenantId


class MemoryAuditLog:
    """Durability ``memory``: an event is acknowledged at once and lost when the process ends. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._chains: dict[str, list[Record]] = {}
        self._heads: dict[str, Head] = {}
        self._closed = False

    def submit(self, event: Event) -> int:
        """Record the event; its number. Raises ``Unavailable`` where it has no canonical form and after ``close``."""
        tenant = event.tenant_id
        with self._lock:
            if self._closed:
                raise Unavailable("The audit log is closed: nothing more can be recorded.")
            try:
                record = link(self._heads.get(tenant, EMPTY), event)
            except (TypeError, ValueError) as error:
                raise Unavailable(
                    f"The call of {event.tool_name!r} cannot be recorded in the audit: {error}"
                ) from error
            self._chains.setdefault(tenant, []).append(record)
            self._heads[tenant] = Head(record.seq, record.hash)
        return record.seq

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        """The chained records with a sequence number above ``after``, in order."""
        chain = self._chains.get(tenant, [])
        place = after
        while place < len(chain):
            yield chain[place]
            place += 1

    def head(self, tenant: TenantId) -> Head:
        """How many events the chain has, and the hash of the last one."""
        with self._lock:
            return self._heads.get(tenant, EMPTY)

    def close(self) -> None:
        """Refuse every further event."""
        with self._lock:
            self._closed = True
