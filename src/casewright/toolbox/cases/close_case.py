"""The tool ``close_case``: a case ends, and from then on it is read and no longer changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.domain.cases import CaseStatus
from casewright.domain.matters import MatterStatus
from casewright.domain.payments import PaymentStatus
from casewright.errors import Refused
from casewright.toolbox.cases.case_events import CASE_CLOSED, CLOSED
from casewright.toolbox.cases.case_status import moved
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.toolbox.cases.ticket_closing import close_tickets
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.cases import Case
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.billing import PaymentStore
    from casewright.tools.ports.support import TicketStore


class CloseCaseInput(Arguments):
    """Input of the ``close_case`` tool."""

    case_id: str = Field(description="The ID of the case")
    archive: bool = Field(default=False, description="Put it away too")


class CloseCaseOutput(BaseModel):
    """The case's status now, and the tickets that were closed with it."""

    status: Literal["success"] = "success"
    case_id: str
    case_status: CaseStatus
    tickets: list[str]


def close_case(*, stores: CaseStores, tickets: TicketStore, payments: PaymentStore) -> Tool:
    """The tool over these stores. The matter's status follows, and what is still to be paid is withdrawn."""

    def run(arguments: CloseCaseInput, context: CallContext) -> CloseCaseOutput | Failure:
        case = stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        status = CaseStatus.ARCHIVED if arguments.archive else CaseStatus.CLOSED
        with stores.transaction.together():
            now = stores.clock.now()
            # Payments before the case, in the order in which money that comes takes them.
            for payment in payments.of_case(context.tenant, case.id):
                if payment.status is PaymentStatus.OPEN:
                    payments.settle(payment, PaymentStatus.WITHDRAWN, now)
            before, after = moved(stores, case, lambda stored: _ended(stored, status))
            found = tickets.of_case(context.tenant, case.id)
            closed = close_tickets(tickets, found, context, now, f"the case was {status.value}")
            if after is not before:
                stores.matters.set_status(context.tenant, case.id, MatterStatus(status.value), at=now)
                emit(CASE_CLOSED, {"case_id": case.id, "from": before.status.value, "status": status.value})
        return CloseCaseOutput(case_id=case.id, case_status=after.status, tickets=closed)

    return Tool(
        name="close_case",
        description=(
            "Close a case for good, or archive it. It can be read afterwards, not changed, and does not open again."
        ),
        arguments=CloseCaseInput,
        output=CloseCaseOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases",),
        writes=("the case's status", "the matter's status", "its support tickets", "its open payment"),
        emits=(CASE_CLOSED, CLOSED),
        passes=frozenset({PAYMENT_LOCK}),
        on_closed=True,
    )


def _ended(case: Case, status: CaseStatus) -> CaseStatus:
    if case.status is CaseStatus.ARCHIVED and status is CaseStatus.CLOSED:
        raise Refused("The case is archived already: it stays so")
    return status
