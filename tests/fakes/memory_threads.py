"""Threads in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.threads import Thread, ThreadId, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import ActorId, MatterId, TenantId


class MemoryThreads:
    """Fits ``tools.ports.documents.ThreadStore``."""

    def __init__(self) -> None:
        self._threads: dict[tuple[TenantId, ThreadId], Thread] = {}

    def add(self, thread: Thread) -> None:
        """Store a new thread."""
        self._threads[thread.tenant, thread.id] = thread

    def get(self, tenant: TenantId, thread: ThreadId) -> Thread | None:
        """The thread, or None where this tenant has none of that id."""
        return self._threads.get((tenant, thread))

    def of_owner(self, tenant: TenantId, matter: MatterId, owner: ActorId) -> Sequence[Thread]:
        """The person's threads in the matter, newest first."""
        own = [one for one in self._of(tenant, matter) if one.owner == owner]
        return sorted(sorted(own, key=lambda one: one.id), key=lambda one: one.created_at, reverse=True)

    def spend(self, tenant: TenantId, thread: ThreadId, used: Usage) -> None:
        """Add to what the thread used."""
        before = self._threads[tenant, thread]
        total = Usage(before.used.input_tokens + used.input_tokens, before.used.output_tokens + used.output_tokens)
        self._threads[tenant, thread] = replace(before, used=total)

    def used_in(self, tenant: TenantId, matter: MatterId) -> Usage:
        """What all threads of the matter used together."""
        spent = [one.used for one in self._of(tenant, matter)]
        return Usage(sum(one.input_tokens for one in spent), sum(one.output_tokens for one in spent))

    def _of(self, tenant: TenantId, matter: MatterId) -> list[Thread]:
        return [one for one in self._threads.values() if (one.tenant, one.matter) == (tenant, matter)]
