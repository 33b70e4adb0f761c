"""Plans, units and payments, worked on together: what a tenant has left, and what makes a case active.

A case that becomes active takes one unit of its tier, or has its own payment and no unit: the unit or the payment, the
grant that says so and the case's new status are one transaction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.casework.plans import BillingMonth, Cover, billing_month, cover
from casewright.casework.tier_definitions import TIERS
from casewright.domain.cases import Case, CaseStatus
from casewright.domain.payments import DEFAULT_PLAN, CoveredBy, Grant, Taken
from casewright.errors import Refused
from casewright.tools.call_events import emit

if TYPE_CHECKING:
    from casewright.casework.plans import Plan, Plans, Price
    from casewright.casework.tier_definitions import Tier
    from casewright.domain.ids import TenantId
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.billing import GrantStore, SubscriptionStore

ACTIVATED, PAYMENT_REQUIRED = "case.activated", "case.payment_required"
"""What the audit is told when a case becomes active, and when it waits for money or for another month."""
_UNPAID = (CaseStatus.TIER_PENDING, CaseStatus.PAYMENT_PENDING)


@dataclass(frozen=True, slots=True)
class Activation:
    """Where a case stands now. ``left`` counts the units of its tier; ``price`` is that of this case alone."""

    status: CaseStatus
    covered_by: CoveredBy | None
    left: int
    price: Price | None


@dataclass(frozen=True, slots=True)
class Billing:
    """Over these stores and plans."""

    stores: CaseStores
    subscriptions: SubscriptionStore
    grants: GrantStore
    plans: Plans

    def plan(self, tenant: TenantId) -> Plan:
        """The tenant's plan. Raises ``InvalidInput`` where one is stored that is not among the plans any more."""
        stored = self.subscriptions.of(tenant)
        return self.plans.named(DEFAULT_PLAN if stored is None else stored.plan)

    def month(self) -> BillingMonth:
        """The month that it is now."""
        return billing_month(self.stores.clock.now(), self.plans.timezone)

    def cover(self, tenant: TenantId, tier: Tier) -> Cover:
        """Whether the plan covers one more case of the tier."""
        return cover(self.plan(tenant), tier, self.grants.used(tenant, self.month().key).get(tier, 0))

    def activate(self, case: Case) -> Activation:
        """Make the case active where its plan has a unit for it, else let it wait; a case that is active stays so.

        Raises ``Refused`` for a case without a tier, and for one that is paused or over.
        """
        plan, month = self.plan(case.tenant), self.month().key
        with self.stores.transaction.together():
            case = self._newest(case)  # its tier may have been set anew since it was looked at
            tier = tier_of(case)
            if case.status in _UNPAID:
                unit = Grant(case.tenant, case.id, tier, month, None, self.stores.clock.now())
                if self.grants.take_unit(unit, most=plan.units[tier]) is Taken.NONE_LEFT:
                    self._let_wait(case, plan)
                else:
                    self.make_active(case, of_tier=tier)
            now, grant = self._newest(case), self.grants.of(case.tenant, case.id)
            if now.status not in (*_UNPAID, CaseStatus.ACTIVE):
                raise Refused(f"The case is {_word(now.status)}: it is not made active by a plan or a payment")
            used = self.grants.used(case.tenant, month).get(tier, 0)
        return Activation(
            status=now.status,
            covered_by=None if grant is None else grant.covered_by,
            left=max(0, plan.units[tier] - used),
            price=plan.extra_case.get(tier) if now.status is CaseStatus.PAYMENT_PENDING else None,
        )

    def make_active(self, case: Case, of_tier: Tier | None = None) -> bool:
        """Make a case active that is covered by now; False where it is so already, paused or over.

        Raises ``Refused`` where the cover is ``of_tier`` and the case was given another tier in the meantime.
        """
        now = self._newest(case)
        if now.status not in _UNPAID:
            return False
        self.stores.alter(now, lambda before, _: _with_status(before, CaseStatus.ACTIVE, of_tier or now.tier))
        grant = self.grants.of(now.tenant, now.id)
        covered_by = None if grant is None else grant.covered_by.value
        emit(ACTIVATED, {"case_id": now.id, "tier": now.tier, "covered_by": covered_by})
        return True

    def _let_wait(self, case: Case, plan: Plan) -> None:
        if self._newest(case).status is CaseStatus.PAYMENT_PENDING:
            return
        self.stores.alter(case, lambda before, _: _with_status(before, CaseStatus.PAYMENT_PENDING, case.tier))
        emit(PAYMENT_REQUIRED, {"case_id": case.id, "tier": case.tier, "plan": plan.name})

    def _newest(self, case: Case) -> Case:
        return self.stores.cases.get(case.tenant, case.id) or case


def tier_of(case: Case) -> Tier:
    """The case's tier. Raises ``Refused`` where it has none yet."""
    found = next((tier for tier in TIERS if tier == case.tier), None)
    if found is None:
        raise Refused("The case has no tier yet: set it first, by what the case is about (set_case_tier)")
    return found


def _with_status(before: Case, status: CaseStatus, tier: int | None) -> Case:
    """The case with that status. Raises ``Refused`` where somebody closed, paused or tiered it in the meantime."""
    if before.tier != tier:
        raise Refused(f"The case is of tier {before.tier} by now: make it active again")
    if before.status not in _UNPAID:
        raise Refused(f"The case is {_word(before.status)} by now: look at it again")
    return replace(before, status=status)


def _word(status: CaseStatus) -> str:
    return status.value.replace("_", " ")
