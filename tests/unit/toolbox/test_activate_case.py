"""The tool activate_case: a unit of the plan, or the wait for a payment, under which the case is locked."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from casewright.casework.plans import read_plans
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import ActorId
from casewright.tools.calls import CallContext, Status
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.paying_case import PayingCase


def test_active_case_takes_one_unit_once() -> None:
    """A case becomes active with a unit of its tier; asked again, it is active and nothing more is taken."""
    case = PayingCase()
    made = case.new_case(tier=2)

    first, again = (case.ok("activate_case", case_id=made) for _ in range(2))

    expected = {"case_status": "active", "covered_by": "unit", "left": 1, "price": None, "reason": None}
    assert first == again == {"status": "success", **expected}
    assert case.case(made).status is CaseStatus.ACTIVE
    assert case.told() == ["case.activated"]


@pytest.mark.requirement("quota-payment")
def test_case_without_a_unit_waits_for_its_payment() -> None:
    """No unit left: the case waits, and its price is told; it is told once that it waits."""
    case = PayingCase()
    case.ok("activate_case", case_id=case.new_case(tier=3))
    made = case.new_case(tier=3)

    first, again = (case.ok("activate_case", case_id=made) for _ in range(2))

    price = {"cents": 9900, "currency": "EUR"}
    expected = {"case_status": "payment_pending", "covered_by": None, "left": 0, "price": price}
    assert first == again == {"status": "success", **expected, "reason": "payment_required"}
    assert case.told() == ["case.activated", "case.payment_required"]
    assert case.grants.used(TENANT, "2025-03") == {3: 1}


ONE_OF_EACH = {
    "timezone": "Europe/Bucharest",
    "currency": "EUR",
    "plan": [
        {"name": "individual", "units": {"1": 1, "2": 0, "3": 0}},
        {"name": "large", "units": {"1": 9, "2": 9, "3": 9}},
    ],
}


@pytest.mark.requirement("quota-exceeded")
def test_plan_that_sells_no_more_cases() -> None:
    """Where the plan has no price the case waits without one; with another plan, it finds a unit after all."""
    case = PayingCase(plans=read_plans(ONE_OF_EACH))
    made = case.new_case(tier=2)

    refused = case.ok("activate_case", case_id=made)
    case.ok("set_plan", plan="large")
    found = case.ok("activate_case", case_id=made)

    assert (refused["case_status"], refused["price"], refused["reason"]) == ("payment_pending", None, "quota_exceeded")
    assert (found["case_status"], found["covered_by"], found["left"]) == ("active", "unit", 8)


@pytest.mark.requirement("quota-month")
@pytest.mark.parametrize(
    ("last", "first"),
    [
        (datetime(2026, 11, 30, 21, 59, 59, tzinfo=UTC), datetime(2026, 11, 30, 22, 0, tzinfo=UTC)),
        (datetime(2026, 6, 30, 20, 59, 59, tzinfo=UTC), datetime(2026, 6, 30, 21, 0, tzinfo=UTC)),
        (datetime(2026, 12, 31, 21, 59, 59, tzinfo=UTC), datetime(2026, 12, 31, 22, 0, tzinfo=UTC)),
    ],
    ids=["winter", "summer", "year"],
)
def test_month_turns_at_midnight_in_bucharest(last: datetime, first: datetime) -> None:
    """In the last second of a month its units count, at midnight in Bucharest the new month's are there."""
    case = PayingCase(at=last)
    case.ok("activate_case", case_id=case.new_case(tier=3))
    waiting = case.new_case(tier=3)

    before = case.ok("activate_case", case_id=waiting)["case_status"]
    case.clock.advance(seconds=(first - last).total_seconds())
    after = case.ok("activate_case", case_id=waiting)

    assert (before, after["case_status"], after["covered_by"]) == ("payment_pending", "active", "unit")


def test_case_without_a_tier_is_not_activated() -> None:
    """A case whose tier nobody set takes nothing."""
    case = PayingCase()
    assert "no tier yet" in (case.call("activate_case", case_id=case.id).error or "")
    assert case.case().status is CaseStatus.TIER_PENDING


@pytest.mark.parametrize("status", [CaseStatus.PAUSED_SUPPORT, CaseStatus.ARCHIVED, CaseStatus.CLOSED])
def test_case_that_is_over_is_not_activated(status: CaseStatus) -> None:
    """A case that is paused or over takes no unit and stays what it is."""
    case = PayingCase()
    made = case.new_case(tier=1)
    case.stores.alter(case.case(made), lambda before, _: replace(before, status=status))

    assert case.call("activate_case", case_id=made).metadata.error_kind == "Refused"
    assert case.case(made).status is status
    assert case.grants.used(TENANT, "2025-03") == {}


@pytest.mark.requirement("case-locked-unpaid")
def test_unpaid_case_is_read_and_nothing_else() -> None:
    """A case that waits for its payment is shown; a change is denied with the command that pays for it."""
    case = PayingCase()
    case.ok("activate_case", case_id=case.new_case(tier=3))
    made = case.new_case(tier=3)
    case.ok("activate_case", case_id=made)

    denied = case.call("update_case_details", case_id=made, updates={"facts": [{"fact": "skip payment"}]})

    assert denied.status is Status.DENIED
    assert denied.error == f"The case waits for its payment, and is locked until then: 'casewright case pay {made}'"
    assert case.ok("show_case", case_id=made)["status"] == "payment_pending"
    assert case.case(made).details["facts"] == []
    assert case.governed.events()[-3]["reason"] == denied.error


@pytest.mark.requirement("case-locked-unpaid")
def test_model_gets_no_further_than_its_person() -> None:
    """The case's assistant is stopped by the lock like a person, also where only its context names the case."""
    case = PayingCase()
    case.ok("activate_case", case_id=case.new_case(tier=3))
    made = case.new_case(tier=3)
    case.ok("activate_case", case_id=made)
    assistant = Actor(TENANT, ActorId("case_assistant/ada"), "ADMIN", ActorKind.MODEL)

    within = CallContext(assistant, matter=made, on_behalf_of=ADMIN)

    assert case.call("update_case_details", within, case_id=made, updates={"facts": []}).status is Status.DENIED
    assert case.call("set_plan", within, plan="organisation-pro").status is Status.DENIED
