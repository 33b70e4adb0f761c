"""Support tickets and approvals of plans in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.plan_approvals import PlanApproval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.tickets import Ticket


class MemoryTickets:
    """Fits ``TicketStore``."""

    def __init__(self) -> None:
        self._tickets: list[Ticket] = []

    def add(self, ticket: Ticket) -> Ticket:
        same = (ticket.tenant, ticket.case, ticket.cause)
        there = next((one for one in self._tickets if (one.tenant, one.case, one.cause) == same), None)
        if there is not None:
            return there
        self._tickets.append(ticket)
        return ticket

    def change(self, ticket: Ticket) -> None:
        self._tickets = [ticket if (one.tenant, one.id) == (ticket.tenant, ticket.id) else one for one in self._tickets]

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Ticket]:
        return [one for one in self.all(tenant) if one.case == case]

    def all(self, tenant: TenantId) -> Sequence[Ticket]:
        return [one for one in self._tickets if one.tenant == tenant]


class MemoryPlanApprovals:
    """Fits ``PlanApprovals``."""

    def __init__(self) -> None:
        self._approvals: list[PlanApproval] = []

    def approve(
        self, tenant: TenantId, case: MatterId, draft_name: str, *, reasoner: str, at: datetime
    ) -> PlanApproval:
        there = self._unused(tenant, case, draft_name)
        if there is not None:
            return there
        made = PlanApproval(tenant, case, len(self.of_case(tenant, case)) + 1, draft_name, reasoner, at)
        self._approvals.append(made)
        return made

    def used_for(self, tenant: TenantId, case: MatterId, draft: str) -> bool:
        return any(one.used_for == draft for one in self.of_case(tenant, case))

    def take(self, tenant: TenantId, case: MatterId, draft_name: str, *, draft: str, at: datetime) -> bool:
        unused = self._unused(tenant, case, draft_name)
        if unused is None:
            return False
        self._change(lambda one: one == unused, lambda one: replace(one, used_for=draft, used_at=at))
        return True

    def give_back(self, tenant: TenantId, case: MatterId, draft: str) -> None:
        taken = (tenant, case, draft)
        self._change(
            lambda one: (one.tenant, one.case, one.used_for) == taken,
            lambda one: replace(one, used_for=None, used_at=None),
        )

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[PlanApproval]:
        return [one for one in self._approvals if (one.tenant, one.case) == (tenant, case)]

    def rename(self, tenant: TenantId, case: MatterId, number: int, draft_name: str) -> None:
        wanted = (tenant, case, number)
        self._change(
            lambda one: (one.tenant, one.case, one.number) == wanted, lambda one: replace(one, draft_name=draft_name)
        )

    def _unused(self, tenant: TenantId, case: MatterId, draft_name: str) -> PlanApproval | None:
        found = (one for one in self.of_case(tenant, case) if one.used_for is None and one.draft_name == draft_name)
        return next(found, None)

    def _change(self, which: Callable[[PlanApproval], bool], changed: Callable[[PlanApproval], PlanApproval]) -> None:
        self._approvals = [changed(one) if which(one) else one for one in self._approvals]
