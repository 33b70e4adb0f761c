"""The tools for quota and plans: check_quota, show_plans, set_plan."""

from __future__ import annotations

import pytest

from casewright.domain.ids import ActorId
from casewright.domain.payments import Subscription
from tests.fakes.fixed_clock import START
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.paying_case import PayingCase


def quota(case: PayingCase, tier: object = 2, user: str = "ada", organisation: str | None = None) -> object:
    """What check_quota replies with."""
    return case.call("check_quota", user_id=user, organization_id=organisation, tier=tier).structured


@pytest.mark.requirement("tool-check-quota")
def test_quota_is_there_until_every_unit_is_used() -> None:
    """The plan "individual" has two units of tier 2: with both taken there is no quota, for tier 1 there is."""
    case = PayingCase()

    before = quota(case)
    for _ in range(2):
        case.ok("activate_case", case_id=case.new_case(tier=2))

    assert before == {"status": "success", "has_quota": True}
    assert quota(case) == {"status": "success", "has_quota": False}
    assert quota(case, 1) == {"status": "success", "has_quota": True}


@pytest.mark.requirement("tool-check-quota")
@pytest.mark.parametrize(
    ("user", "organisation", "tier", "message"),
    [
        ("nobody", None, 1, "User not found"),
        ("gone", None, 1, "User not found"),
        ("ada", "other", 1, "Subscription not found"),
        ("ada", "", 1, "Subscription not found"),
        ("ada", None, 4, "Invalid tier"),
        ("ada", None, 0, "Invalid tier"),
        ("ada", None, -1, "Invalid tier"),
    ],
)
def test_quota_failures_are_the_seeds(user: str, organisation: str | None, tier: int, message: str) -> None:
    """Each failure is the seed's object with the seed's words."""
    case = PayingCase()
    case.users.add(TENANT, ActorId("gone"), role="ANALYST", key_hash="h", at=START)
    case.users.deactivate(TENANT, ActorId("gone"))

    assert quota(case, tier, user, organisation) == {"status": "error", "error_message": message}


def test_plan_that_is_no_more_is_no_subscription() -> None:
    """Where the plan that was set is not among the plans any more, quota says so, and no case is made active by it."""
    case = PayingCase()
    case.subscriptions.put(Subscription(TENANT, "gold", ADMIN.id, START))

    assert quota(case) == {"status": "error", "error_message": "Subscription not found"}
    result = case.call("activate_case", case_id=case.new_case(tier=1))
    assert result.error == "There is no plan 'gold': use one of individual, organisation-basic, organisation-pro"
    assert case.ok("show_plans")["known"] is False


def test_organisation_is_the_tenant() -> None:
    """The tenant's own id, and no organisation at all, are the same subscription; a user of it is known."""
    case = PayingCase()
    case.users.add(TENANT, ActorId("bob"), role="ANALYST", key_hash="h", at=START)

    assert quota(case, user="bob", organisation="acme") == quota(case, organisation=None)


def test_plans_are_shown_with_what_is_left() -> None:
    """The tenant's plan, the month's use and every plan with its prices."""
    case = PayingCase()
    case.ok("activate_case", case_id=case.new_case(tier=1))

    shown = case.ok("show_plans")

    assert (shown["plan"], shown["month"], shown["known"]) == ("individual", "2025-03", True)
    assert shown["used"] == {"1": 1, "2": 0, "3": 0}
    assert shown["left"] == {"1": 4, "2": 2, "3": 1}
    assert [plan["name"] for plan in shown["plans"]] == ["individual", "organisation-basic", "organisation-pro"]
    assert shown["plans"][0]["extra_case"]["2"] == {"cents": 2900, "currency": "EUR"}


def test_plan_is_set_by_its_name() -> None:
    """A plan that is there is set and told of, one that is not gets a sentence; what was used stays used."""
    case = PayingCase()
    case.ok("activate_case", case_id=case.new_case(tier=1))

    assert case.ok("set_plan", plan="organisation-basic")["left"] == {"1": 19, "2": 10, "3": 5}
    wrong = case.call("set_plan", plan="gold")

    assert wrong.error == "There is no plan 'gold': use one of individual, organisation-basic, organisation-pro"
    assert case.told() == ["case.activated", "plan.set"]
