"""A case whose payment was requested, and what its till says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.payments import NewsKind, Payment, PaymentId, PaymentNews
from casewright.tools.calls import CallContext, ToolResult
from tests.fakes.governed import TENANT
from tests.fakes.paying_case import PayingCase

if TYPE_CHECKING:
    from casewright.domain.cases import CaseStatus

MONTH = "2025-03"


def service(case: MatterId, tenant: TenantId = TENANT) -> CallContext:
    """The provider, in this case."""
    return CallContext(Actor(tenant, ActorId("till"), "payment_provider", ActorKind.SERVICE), matter=case)


class Paying:
    """A case that waits for its payment, with the payment requested; events are the till's."""

    def __init__(self) -> None:
        self.home = PayingCase()
        self.case = self.home.unpaid_case()
        asked = self.home.ok("request_payment", case_id=self.case)
        self.id = PaymentId(asked["payment_id"])

    @property
    def payment(self) -> Payment:
        found = self.home.payments.get(TENANT, self.id)
        assert found is not None
        return found

    def news(self, kind: NewsKind, event: str = "evt", **changed: Any) -> PaymentNews:
        """What the till says of the payment."""
        payment = self.payment
        said = PaymentNews(
            event, kind, TENANT, self.case, self.id, payment.reference or "", payment.cents, payment.currency
        )
        return replace(said, **changed)

    def event(
        self, kind: NewsKind, event: str = "evt", *, within: CallContext | None = None, **changed: Any
    ) -> ToolResult:
        """Bring an event, as the till where nobody else is named."""
        news = self.news(kind, event, **changed)
        arguments = {
            "case_id": news.case,
            "payment_id": news.payment,
            "event_id": news.event,
            "kind": news.kind.value,
            "reference": news.reference,
            "cents": news.cents,
            "currency": news.currency,
        }
        return self.home.call("take_payment_event", within or service(news.case), **arguments)

    def outcome(self, kind: NewsKind, event: str = "evt", **changed: Any) -> str:
        """What came of an event."""
        result = self.event(kind, event, **changed)
        assert isinstance(result.structured, dict), result
        return str(result.structured["outcome"])

    def status(self) -> CaseStatus:
        return self.home.case(self.case).status
