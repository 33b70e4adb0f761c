"""The tool ``list_tickets``: the support tickets of a case, or of all cases that the caller may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.toolbox.support.ticket_view import TicketView
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.tools.ports.support import TicketStore
    from casewright.tools.visibility import Visibility


class ListTicketsInput(Arguments):
    """Input of the ``list_tickets`` tool."""

    case_id: str | None = Field(default=None, description="The ID of a case; left out, those of all cases")


class ListTicketsOutput(BaseModel):
    """Tickets, newest first."""

    tickets: list[TicketView]


def list_tickets(*, stores: CaseStores, tickets: TicketStore, visibility: Visibility) -> Tool:
    """The tool over these stores and what the caller may see."""

    def run(arguments: ListTicketsInput, context: CallContext) -> ListTicketsOutput | Failure:
        if arguments.case_id is None:
            seen = {matter.id for matter in visibility.matters(context)}
            found = [one for one in tickets.all(context.tenant) if one.case in seen]
        else:
            case = stores.case_of(context, arguments.case_id)
            if isinstance(case, Failure):
                return case
            found = list(tickets.of_case(context.tenant, case.id))
        whole = arguments.case_id is not None
        return ListTicketsOutput(tickets=[TicketView.of(one, whole=whole) for one in reversed(found)])

    return Tool(
        name="list_tickets",
        description="List the support tickets of a case, or of every case that you may see, newest first.",
        arguments=ListTicketsInput,
        output=ListTicketsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("cases", "support"),
        reads=("support tickets",),
    )
