"""Where threads are kept: whose they are, in which matter, and what they used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.domain.threads import Thread, ThreadId, Usage


class ThreadStore(Protocol):
    """Threads of all tenants; every question names the tenant and sees only its own."""

    def add(self, thread: Thread) -> None:
        """Store a new thread."""
        ...

    def get(self, tenant: TenantId, thread: ThreadId) -> Thread | None:
        """The thread, or None where this tenant has none of that id."""
        ...

    def of_owner(self, tenant: TenantId, matter: MatterId, owner: ActorId) -> Sequence[Thread]:
        """The person's threads in the matter, newest first."""
        ...

    def spend(self, tenant: TenantId, thread: ThreadId, used: Usage) -> None:
        """Add to what the thread used; side by side nothing is lost."""
        ...

    def used_in(self, tenant: TenantId, matter: MatterId) -> Usage:
        """What all threads of the matter used together."""
        ...
