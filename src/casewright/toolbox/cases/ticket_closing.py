"""Open tickets are closed together: when their case goes on, and when it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.tickets import TicketStatus
from casewright.toolbox.cases.case_events import CLOSED
from casewright.tools.call_events import emit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.tickets import Ticket
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.support import TicketStore


def close_tickets(
    tickets: TicketStore, found: Sequence[Ticket], context: CallContext, now: datetime, note: str
) -> list[str]:
    """Close those of the tickets that are open, and tell of each; their ids."""
    closed = [one for one in found if one.status is TicketStatus.OPEN]
    for one in closed:
        ended = replace(one, status=TicketStatus.CLOSED, closed_by=context.owner, closed_at=now, note=note.strip())
        tickets.change(ended)
        emit(CLOSED, {"case_id": one.case, "ticket_id": one.id})
    return [one.id for one in closed]
