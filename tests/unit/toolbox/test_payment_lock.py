"""The lock on a case that waits for its payment: every tool there is, locked or listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.catalogue import catalogue
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import MatterId, TenantId
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK, PaymentLock
from casewright.tools.admission import Stop
from casewright.tools.calls import CallContext, SafetyLevel, ToolCall
from casewright.tools.gates.gate import Candidate
from tests.fakes.governed import ADMIN

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

CASE = MatterId("3f2b8c1e-0000-4000-8000-000000000000")
OPEN_WHILE_UNPAID = {
    *("activate_case", "request_payment", "check_payment", "confirm_payment", "take_payment_event"),
    *("message_case", "close_case"),
    *("create_support_ticket", "resume_case"),  # a paused case is as locked as before: PausedStatuses
}
"""What may be done in a case that waits for its payment, beside reading it."""
OF_NO_CASE = {
    *(
        "add_party",
        "change_party",
        "delete_party",
        "remask_cases",
        "create_case",
        "create_matter",
        "import_acts",
        "run_corpus_query",
        "set_plan",
    ),
    *("add_user", "deactivate_user", "checkpoint_audit", "export_audit", "rotate_audit_key", "resolve_call"),
    *("accept_restored_audit", "delete_saved_query"),
    "revoke_invitation",
    *("invite_user", "add_service_account", "set_role", "link_identity", "end_sessions", "revoke_api_key"),
    *("cancel_job", "retry_job"),
    *("define_template", "remove_template", "train_template", "query_enrichment"),
    *("flag_defect", "request_human_review"),
}
"""What changes something and names no matter: the tenant's own things, and claims of deals."""


class Standing:
    """Fits ``CaseStatuses``: every case has the one status."""

    def __init__(self, status: CaseStatus | None) -> None:
        self._status = status

    def status(self, tenant: TenantId, case: MatterId) -> CaseStatus | None:
        return self._status


@pytest.fixture(scope="module")
def tools() -> tuple[Tool, ...]:
    """Every tool there is."""
    return catalogue()


def passes(tool: Tool, status: CaseStatus | None = CaseStatus.PAYMENT_PENDING, case: MatterId | None = CASE) -> bool:
    lock = PaymentLock(Standing(status), lambda _context, _arguments: case)
    try:
        lock(Candidate(ToolCall("1", tool.name), CallContext(ADMIN), tool))
    except Stop:
        return False
    return True


def names_a_matter(tool: Tool) -> bool:
    return not {"matter_id", "deal_id", "case_id"}.isdisjoint(tool.input_schema["properties"])


@pytest.mark.requirement("case-locked-unpaid")
def test_every_tool_on_a_case_is_locked_or_listed(tools: tuple[Tool, ...]) -> None:
    """Of the tools that change something, those pass that are listed, and no other."""
    changing = [tool for tool in tools if tool.safety_level is not SafetyLevel.SAFE]

    assert {tool.name for tool in changing if passes(tool)} <= OPEN_WHILE_UNPAID
    assert {tool.name for tool in changing if not names_a_matter(tool)} <= OF_NO_CASE
    assert {tool.name for tool in tools if PAYMENT_LOCK in tool.passes} == {
        tool.name for tool in changing if passes(tool)
    }


def test_reading_is_open(tools: tuple[Tool, ...]) -> None:
    """A safe tool is never locked."""
    assert all(passes(tool) for tool in tools if tool.safety_level is SafetyLevel.SAFE)


@pytest.mark.parametrize("status", [None, *(one for one in CaseStatus if one is not CaseStatus.PAYMENT_PENDING)])
def test_other_cases_are_open(tools: tuple[Tool, ...], status: CaseStatus | None) -> None:
    """The lock is for the one status alone."""
    assert all(passes(tool, status) for tool in tools)


def test_without_a_case_nothing_is_locked(tools: tuple[Tool, ...]) -> None:
    """A call about no case passes."""
    assert all(passes(tool, case=None) for tool in tools)
