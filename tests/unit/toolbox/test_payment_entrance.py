"""Where a provider's messages come in: verified, recorded, and nothing half-believed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from casewright.domain.cases import CaseStatus
from casewright.domain.ids import MatterId, TenantId
from casewright.domain.payments import NewsKind, PaymentId, PaymentNews
from casewright.errors import BadSettings
from casewright.toolbox.billing.payment_entrance import MOST_BYTES, PaymentEntrance
from casewright.tools.calls import Status
from tests.fakes.governed import TENANT
from tests.fakes.paying_case import PayingCase

if TYPE_CHECKING:
    from casewright.tools.calls import ToolResult


class Door:
    """The entrance over a case that waits for its payment, and the news that the till would sign."""

    def __init__(self) -> None:
        self.home = PayingCase()
        self.case = self.home.unpaid_case()
        self.payment = PaymentId(self.home.ok("request_payment", case_id=self.case)["payment_id"])
        self.home.till.news[self.payment] = self.news()
        governed = self.home.governed
        self.entrance = PaymentEntrance(
            provider=self.home.till,
            payments=self.home.payments,
            executor=governed.executor,
            audit=governed.log,
            clock=governed.clock,
            policy_hash=governed.policy.hash,
            home=TENANT,
        )

    def news(self, tenant: str = "acme", case: str | None = None) -> PaymentNews:
        reference = f"till-{self.payment}"
        of_case = MatterId(case or self.case)
        return PaymentNews("evt_1", NewsKind.PAID, TenantId(tenant), of_case, self.payment, reference, 9900, "EUR")

    def take(self, payload: bytes = b"evt_1", signature: str = "ours") -> ToolResult:
        return asyncio.run(self.entrance.take(payload, signature))

    def status(self) -> CaseStatus:
        return self.home.case(self.case).status


@pytest.mark.requirement("payment-webhook")
def test_verified_message_is_one_call_of_the_providers() -> None:
    """A message that is the provider's own makes the case active, as a call of the provider's."""
    door = Door()

    result = door.take()

    assert result.success
    assert door.status() is CaseStatus.ACTIVE
    last = door.home.governed.events()[-1]
    assert (last["event_type"], last["agent_id"], last["role"]) == ("service.tool_call", "till", "payment_provider")


@pytest.mark.requirement("payment-webhook")
@pytest.mark.parametrize(("payload", "signature"), [(b"evt_1", "theirs"), (b"x" * (MOST_BYTES + 1), "ours")])
def test_message_that_is_not_the_providers_changes_nothing(payload: bytes, signature: str) -> None:
    """It is denied and recorded as refused, without a word of what it said."""
    door = Door()

    result = door.take(payload, signature)

    assert (result.status, result.metadata.error_kind) == (Status.DENIED, "Refused")
    assert door.status() is CaseStatus.PAYMENT_PENDING
    last = door.home.governed.events()[-1]
    assert (last["event_type"], last["phase"], last["result_status"]) == ("service.tool_call", "stopped", "DENIED")
    assert (last["tool_name"], last["tool_args"]) == ("take_payment_event", {})
    assert "evt_1" not in str(last)


def test_message_about_something_else_is_let_go() -> None:
    """A message that is about no payment of ours succeeds, does nothing and is not recorded."""
    door = Door()
    before = len(door.home.governed.events())

    assert door.take(b"another").success
    assert len(door.home.governed.events()) == before


@pytest.mark.requirement("payment-refused")
@pytest.mark.parametrize(
    ("tenant", "case"),
    [("theirs", None), ("acme", "3f2b8c1e-0000-4000-8000-000000000000"), ("acme", "no id"), ("theirs", "no id")],
)
def test_message_about_a_payment_that_nobody_asked_for(tenant: str, case: str | None) -> None:
    """Another tenant's, another case's: nothing is changed, and that it came is recorded."""
    door = Door()
    door.home.till.news[door.payment] = door.news(tenant, case)

    door.take()

    assert door.status() is CaseStatus.PAYMENT_PENDING
    assert door.home.governed.events()[-1]["tool_name"] == "take_payment_event"


def test_provider_that_is_not_set_up() -> None:
    """Where the provider cannot read anything, that is an error: the message is sent again later."""
    door = Door()

    def read(payload: bytes, signature: str) -> PaymentNews | None:
        raise BadSettings("CASEWRIGHT_STRIPE_WEBHOOK_SECRET is not set: set it")

    door.home.till.read = read  # type: ignore[method-assign]  # one that is not set up

    result = door.take()

    assert (result.status, result.metadata.error_kind) == (Status.ERROR, "BadSettings")
