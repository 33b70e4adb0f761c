"""Support: tickets, the reasoner's approvals of plans, and who gives its advice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.plan_approvals import PlanApproval
    from casewright.domain.tickets import Ticket


class TicketStore(Protocol):
    """Tickets of all tenants; every question names the tenant and sees only its own."""

    def add(self, ticket: Ticket) -> Ticket:
        """Store the ticket and return it; where the case has one of the same cause, that one, unchanged."""
        ...

    def change(self, ticket: Ticket) -> None:
        """Store the ticket in place of the one that has its id; nothing happens where there is none."""
        ...

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Ticket]:
        """The case's tickets, in the order in which they were first opened."""
        ...

    def all(self, tenant: TenantId) -> Sequence[Ticket]:
        """The tenant's tickets, in the same order."""
        ...


class PlanApprovals(Protocol):
    """Approvals of all tenants. A case has at most one unused approval for each draft's name."""

    def approve(
        self, tenant: TenantId, case: MatterId, draft_name: str, *, reasoner: str, at: datetime
    ) -> PlanApproval:
        """Store an approval and return it; where there is an unused one for that draft, that one."""
        ...

    def used_for(self, tenant: TenantId, case: MatterId, draft: str) -> bool:
        """Whether this revision, named by its id, was made on an approval."""
        ...

    def take(self, tenant: TenantId, case: MatterId, draft_name: str, *, draft: str, at: datetime) -> bool:
        """Use an approval for this revision; False where there is no unused one. Each is taken once, whoever asks."""
        ...

    def give_back(self, tenant: TenantId, case: MatterId, draft: str) -> None:
        """Have the approval that this revision took unused again: the revision was not made."""
        ...

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[PlanApproval]:
        """The case's approvals, oldest first."""
        ...

    def rename(self, tenant: TenantId, case: MatterId, number: int, draft_name: str) -> None:
        """Store another name for the draft of that approval."""
        ...


class ReasonerDesk(Protocol):
    """Asks the reasoner in the case's own session."""

    def called(self, case: Case) -> str:
        """Who advises in the case, for people. Raises ``BadSettings`` for a model that is not configured."""
        ...

    async def advise(self, case: Case, summary: str, question: str) -> str:
        """Its reply, masked. Raises ``Unavailable`` or ``ToolFailed`` where there is none."""
        ...
