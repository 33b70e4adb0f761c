"""A case with its tools for tier, quota and payment, everything in memory; the clock stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.casework.details_schema import empty_details
from casewright.casework.plans import shipped_plans
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.ids import MatterId
from casewright.domain.matters import MatterKind
from casewright.toolbox.billing.activate_case import activate_case
from casewright.toolbox.billing.billing import Billing
from casewright.toolbox.billing.check_payment import check_payment
from casewright.toolbox.billing.check_quota import check_quota
from casewright.toolbox.billing.confirm_payment import confirm_payment
from casewright.toolbox.billing.request_payment import request_payment
from casewright.toolbox.billing.set_plan import set_plan
from casewright.toolbox.billing.settlement import Settlement
from casewright.toolbox.billing.show_plans import show_plans
from casewright.toolbox.billing.take_payment_event import take_payment_event
from casewright.toolbox.cases.case_stores import CaseStores
from casewright.toolbox.cases.close_case import close_case
from casewright.toolbox.cases.set_case_tier import set_case_tier
from casewright.toolbox.cases.show_case import show_case
from casewright.toolbox.cases.update_case_details import update_case_details
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_billing import MemoryGrants, MemoryPayments, MemorySubscriptions, MemoryTill
from tests.fakes.memory_casework import MemoryCases, MemoryParties
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_people import MemoryUsers
from tests.fakes.memory_support import MemoryTickets
from tests.fakes.one_at_a_time import OneAtATime

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.casework.plans import Plans
    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.ports.billing import PaymentProvider


class PayingCase:
    """One case of tenant ``acme``, owned by ``ada``, on the plan "individual": 5, 2 and 1 units a month."""

    def __init__(
        self, *, at: datetime = START, plans: Plans | None = None, provider: PaymentProvider | None = None
    ) -> None:
        self.matters, self.cases, self.clock, self.users = MemoryMatters(), MemoryCases(), FixedClock(at), MemoryUsers()
        self.subscriptions, self.grants = MemorySubscriptions(), MemoryGrants()
        self.stores = CaseStores(self.matters, self.cases, MemoryParties(), OneAtATime(), self.clock)
        self.billing = Billing(self.stores, self.subscriptions, self.grants, plans or shipped_plans())
        self.payments, self.till = MemoryPayments(), MemoryTill()
        provider = provider or self.till
        self.settlement = Settlement(self.billing, self.payments, provider.name)
        self.governed = Governed(
            check_quota(billing=self.billing, users=self.users),
            set_case_tier(stores=self.stores),
            activate_case(billing=self.billing),
            request_payment(billing=self.billing, payments=self.payments, provider=provider),
            check_payment(settlement=self.settlement, provider=provider),
            confirm_payment(settlement=self.settlement, provider=provider),
            take_payment_event(settlement=self.settlement),
            show_plans(billing=self.billing),
            set_plan(billing=self.billing),
            show_case(stores=self.stores),
            close_case(stores=self.stores, tickets=MemoryTickets(), payments=self.payments),
            update_case_details(stores=self.stores),
            matters=self.matters,
            cases=self.cases,
            rules='[roles]\nservices = ["payment_provider"]\n[tools.take_payment_event]\nroles = ["payment_provider"]\n'
            '[tools.set_case_tier]\nroles = ["ADMIN", "PARTNER", "document_agent"]',
        )
        self.id = self.new_case()

    def new_case(self, tier: int | None = None) -> MatterId:
        """Another case; with a tier, one that only wants to be active."""
        at = self.clock.now()
        matter = self.matters.create(
            TENANT, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ADMIN.id, at=at
        ).id
        nothing = ProcessingState(None, None, None)
        details = empty_details(at.isoformat())
        self.cases.add(
            Case(matter, TENANT, CaseStatus.TIER_PENDING, tier, details, nothing, ("a", "r"), 1, ADMIN.id, at, at)
        )
        return matter

    def unpaid_case(self) -> MatterId:
        """A case of tier 3 for which no unit is left."""
        self.ok("activate_case", case_id=self.new_case(tier=3))
        made = self.new_case(tier=3)
        assert self.ok("activate_case", case_id=made)["case_status"] == "payment_pending"
        return made

    def say(self, text: str) -> None:
        """Have the user say something in the case."""
        self.stores.update(self.case(), {"user_statements": [text]})

    def case(self, case: str | None = None) -> Case:
        """The case as it is stored."""
        found = self.cases.get(TENANT, MatterId(case or self.id))
        assert found is not None
        return found

    def call(self, name: str, context: CallContext | None = None, **arguments: object) -> ToolResult:
        """Run one call to its end."""
        return self.governed.call(name, arguments, context)

    def ok(self, name: str, **arguments: object) -> dict[str, Any]:
        """The structured result of a call that must succeed."""
        result = self.governed.call(name, arguments)
        assert result.success, result
        assert isinstance(result.structured, dict)
        return result.structured

    def told(self) -> list[str]:
        """The types of the events that calls brought about, in order."""
        return [event["event_type"] for event in self.governed.events() if event["phase"] == "effect"]
