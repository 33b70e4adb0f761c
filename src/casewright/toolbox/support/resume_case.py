"""The tool ``resume_case``: an administrator ends the pause that a support ticket began."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.cases import CaseStatus
from casewright.errors import Refused
from casewright.toolbox.cases.case_events import CLOSED, RESUMED
from casewright.toolbox.cases.case_status import moved
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.toolbox.cases.ticket_closing import close_tickets
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.cases import Case
    from casewright.domain.tickets import Ticket
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.support import TicketStore


class ResumeCaseInput(Arguments):
    """Input of the ``resume_case`` tool."""

    case_id: str = Field(description="The ID of the case")
    note: str = Field(default="", description="What was done about it", max_length=4_000)


class ResumeCaseOutput(BaseModel):
    """The case's status now, and the tickets that were closed."""

    status: Literal["success"] = "success"
    case_id: str
    case_status: CaseStatus
    tickets: list[str]


def resume_case(*, stores: CaseStores, tickets: TicketStore) -> Tool:
    """The tool over these stores."""

    def run(arguments: ResumeCaseInput, context: CallContext) -> ResumeCaseOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        with stores.transaction.together():
            found = tickets.of_case(context.tenant, case.id)
            _, after = moved(stores, case, lambda stored: _resumed(stored, found))
            closed = close_tickets(tickets, found, context, stores.clock.now(), arguments.note)
            emit(RESUMED, {"case_id": case.id, "status": after.status.value})
        return ResumeCaseOutput(case_id=case.id, case_status=after.status, tickets=closed)

    return Tool(
        name="resume_case",
        description="End the pause of a case: its open support tickets are closed, and work on it goes on.",
        arguments=ResumeCaseInput,
        output=ResumeCaseOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases", "support"),
        writes=("the case's status", "its support tickets"),
        emits=(RESUMED, CLOSED),
        passes=frozenset({PAYMENT_LOCK}),
    )


def _resumed(case: Case, tickets: Sequence[Ticket]) -> CaseStatus:
    """What the case was before it was paused: one that was not paid for is not active either."""
    if case.status is not CaseStatus.PAUSED_SUPPORT:
        raise Refused(f"The case is {case.status.value}, not paused: there is nothing to resume")
    before = (one.paused_from for one in tickets if one.closed_at is None)
    known = next((status for status in before if status is not CaseStatus.PAUSED_SUPPORT), None)
    if known is not None:
        return known
    return CaseStatus.TIER_PENDING if case.tier is None else CaseStatus.PAYMENT_PENDING
