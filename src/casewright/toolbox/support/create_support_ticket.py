"""The tool ``create_support_ticket``: the last resort. A person is told what failed, and the case waits for them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID, uuid4

from pydantic import BaseModel, Field

from casewright.domain.cases import CaseStatus
from casewright.domain.ids import TicketId
from casewright.domain.tickets import Ticket, TicketStatus
from casewright.errors import CasewrightError, InvalidInput, Refused, ToolFailed, Unavailable
from casewright.toolbox.cases.case_events import OPENED, PAUSED
from casewright.toolbox.cases.case_status import moved, require_open
from casewright.toolbox.cases.case_stores import failed
from casewright.toolbox.cases.payment_lock import PAYMENT_LOCK
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.domain.cases import Case
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.support import TicketStore

NOT_CONNECTED = "Failed to connect to support system"
NOT_CREATED = "Error creating ticket"
"""The seed's words; the reason follows."""
LONGEST, LARGEST = 8_000, 1_000_000
_CAUSE = "cause"


class CreateSupportTicketInput(Arguments):
    """Input of the ``create_support_ticket`` tool."""

    case_id: str = Field(description="The ID of the case experiencing the issue")
    issue_description: str = Field(
        description="The problem, the steps taken, and why the agent cannot go on", min_length=1, max_length=LONGEST
    )
    agent_state_snapshot: dict[str, Any] | None = Field(
        default=None,
        description="Relevant parts of case_details or case_processing_state. Its key 'cause' names what failed, such "
        "as the tool and the kind of error: a case has one ticket for each cause",
    )


class CreateSupportTicketOutput(BaseModel):
    """The seed's answer."""

    status: Literal["success"] = "success"
    ticket_id: str


def create_support_ticket(*, stores: CaseStores, tickets: TicketStore, new_id: Callable[[], UUID] = uuid4) -> Tool:
    """The tool over these stores."""
    escalation = _Escalation(stores, tickets, new_id)
    return Tool(
        name="create_support_ticket",
        description=(
            "Hand the case to the support team as the last resort: after retries, the reasoner's advice and the user's "
            "answer. The case is paused until an administrator resumes it. Asked again for the same cause, it gives "
            "the same ticket."
        ),
        arguments=CreateSupportTicketInput,
        output=CreateSupportTicketOutput,
        handler=escalation.run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("cases", "support"),
        writes=("a support ticket", "the case's status"),
        emits=(OPENED, PAUSED),
        passes=frozenset({PAYMENT_LOCK}),
    )


@dataclass(frozen=True, slots=True)
class _Escalation:
    """Files the ticket and pauses the case."""

    stores: CaseStores
    tickets: TicketStore
    new_id: Callable[[], UUID]

    def run(self, arguments: CreateSupportTicketInput, context: CallContext) -> CreateSupportTicketOutput | Failure:
        case = self.stores.case_of(context, arguments.case_id)
        if isinstance(case, Failure):
            return case
        try:
            return CreateSupportTicketOutput(ticket_id=self._pause(case, arguments, context))
        except Unavailable as error:
            return failed(f"{NOT_CONNECTED}: {error}", Unavailable)
        except CasewrightError as error:
            kind = next((one for one in (InvalidInput, Refused) if isinstance(error, one)), ToolFailed)
            return failed(f"{NOT_CREATED}: {error}", kind)

    def _pause(self, case: Case, arguments: CreateSupportTicketInput, context: CallContext) -> TicketId:
        snapshot = arguments.agent_state_snapshot
        _require_words(arguments.issue_description, snapshot)
        with self.stores.transaction.together():
            before, _ = moved(self.stores, case, _pausing)
            wanted = Ticket(
                id=TicketId(str(self.new_id())),
                tenant=case.tenant,
                case=case.id,
                cause=_cause(arguments.issue_description, snapshot),
                description=arguments.issue_description.strip(),
                snapshot=snapshot,
                paused_from=before.status,
                opened_by=context.owner,
                opened_at=self.stores.clock.now(),
            )
            ticket = self.tickets.add(wanted)
            new = ticket.id == wanted.id
            if ticket.status is TicketStatus.CLOSED:
                ticket, new = replace(wanted, id=ticket.id, times=ticket.times + 1), True
                self.tickets.change(ticket)
            if before.status is not CaseStatus.PAUSED_SUPPORT:
                emit(PAUSED, {"case_id": case.id, "from": before.status.value})
            if new:
                emit(OPENED, {"case_id": case.id, "ticket_id": ticket.id, "times": ticket.times})
        return ticket.id


def _pausing(case: Case) -> CaseStatus:
    require_open(case)
    return CaseStatus.PAUSED_SUPPORT


def _require_words(description: str, snapshot: Mapping[str, Any] | None) -> None:
    if not description.strip():
        raise InvalidInput("issue_description is empty: say what failed")
    size = len(json.dumps(snapshot))
    if size > LARGEST:
        raise InvalidInput(
            f"agent_state_snapshot has {size:,} characters, at most {LARGEST:,} are kept: leave parts out"
        )


def _cause(description: str, snapshot: Mapping[str, Any] | None) -> str:
    """A digest of what failed: of the cause that is named, else of the description."""
    named = None if snapshot is None else snapshot.get(_CAUSE)
    told = ["cause", named] if named not in (None, "") else ["description", " ".join(description.split())]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
