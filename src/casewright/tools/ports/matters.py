"""Where matters are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.domain.matters import Matter, MatterKind, MatterStatus


class MatterStore(Protocol):
    """Matters of all tenants; every question names the tenant and sees only its own."""

    def create(
        self,
        tenant: TenantId,
        *,
        title: str,
        description: str,
        kind: MatterKind,
        jurisdiction: str | None,
        created_by: ActorId,
        at: datetime,
    ) -> Matter:
        """Store a new active matter and give it the next number of the tenant and the year of ``at``."""
        ...

    def get(self, tenant: TenantId, matter: MatterId) -> Matter | None:
        """The matter, or None where this tenant has none of that id."""
        ...

    def describe(self, tenant: TenantId, matter: MatterId, *, title: str, description: str) -> Matter | None:
        """Give the matter this title and description; as it is now, None where this tenant has none of that id."""
        ...

    def set_status(self, tenant: TenantId, matter: MatterId, status: MatterStatus, *, at: datetime) -> Matter | None:
        """Give the matter this status; the matter as it is now, None where this tenant has none of that id."""
        ...

    def all(self, tenant: TenantId) -> Sequence[Matter]:
        """Every matter of the tenant, newest first."""
        ...
