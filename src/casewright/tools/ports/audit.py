"""Where events go before and after anything happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from casewright.audit.chain import Head, Record
    from casewright.audit.events import Event
    from casewright.domain.ids import TenantId


class AuditLog(Protocol):
    """Append-only, one chain a tenant. Keeps order and never loses an acknowledged event."""

    def submit(self, event: Event) -> int | Future[int]:
        """Take the event; its sequence number, counting from 1, once it is as durable as the log promises.

        A plain number means that it already is; a future resolves when it is, or raises ``Unavailable``,
        in which case the event is not in the log.
        """
        ...

    def records(self, tenant: TenantId, after: int = 0) -> Iterator[Record]:
        """The chained records with a sequence number above ``after``, in order."""
        ...

    def head(self, tenant: TenantId) -> Head:
        """How many events the chain claims to have, and the hash of the last one."""
        ...
