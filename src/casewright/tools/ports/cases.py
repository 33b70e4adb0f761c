"""Where cases are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.cases import Case, ProcessingState
    from casewright.domain.ids import MatterId, TenantId


class CaseStore(Protocol):
    """Cases of all tenants; every question names the tenant and sees only its own."""

    def add(self, case: Case) -> None:
        """Store a new case; its matter is there already."""
        ...

    def get(self, tenant: TenantId, case: MatterId) -> Case | None:
        """The case, None where the tenant has none of that id."""
        ...

    def all(self, tenant: TenantId) -> Sequence[Case]:
        """The tenant's cases, newest first."""
        ...

    def replace(self, before: int, after: Case) -> bool:
        """Store ``after`` where the stored case still has version ``before``; of any number who try, one gets True."""
        ...

    def note_progress(self, tenant: TenantId, case: MatterId, processing: ProcessingState, at: datetime) -> None:
        """Store how far the agent came, as a change of the case: its version counts it. Nothing else changes."""
        ...
