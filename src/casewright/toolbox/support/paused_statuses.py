"""How far a case is, seen through its pause: one that was not paid for when it was paused is locked like before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.cases import CaseStatus
from casewright.domain.tickets import TicketStatus

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.billing import CaseStatuses
    from casewright.tools.ports.support import TicketStore


@dataclass(frozen=True, slots=True)
class PausedStatuses:
    """Fits ``tools.ports.billing.CaseStatuses``: a support ticket is no way around a payment."""

    cases: CaseStatuses
    tickets: TicketStore

    def status(self, tenant: TenantId, case: MatterId) -> CaseStatus | None:
        """The case's status; ``payment_pending`` also where it was paused while it waited for its payment."""
        found = self.cases.status(tenant, case)
        if found is not CaseStatus.PAUSED_SUPPORT:
            return found
        still = [one for one in self.tickets.of_case(tenant, case) if one.status is TicketStatus.OPEN]
        unpaid = any(one.paused_from is CaseStatus.PAYMENT_PENDING for one in still)
        return CaseStatus.PAYMENT_PENDING if unpaid else found
