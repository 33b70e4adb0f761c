"""Support tickets as people see them: without personal data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.domain.tickets import TicketStatus

if TYPE_CHECKING:
    from casewright.domain.tickets import Ticket


class TicketView(BaseModel):
    """A ticket. ``agent_state_snapshot`` is shown where one case's tickets are asked for."""

    ticket_id: str
    case_id: str
    status: TicketStatus
    issue_description: str
    agent_state_snapshot: dict[str, Any] | None
    times: int = Field(description="How often it was opened: the same trouble again opens the same ticket")
    opened_by: str
    opened_at: str
    closed_by: str | None
    closed_at: str | None
    note: str

    @classmethod
    def of(cls, ticket: Ticket, *, whole: bool) -> TicketView:
        """The view of one, with its snapshot where it is to be ``whole``."""
        shown = whole and ticket.snapshot is not None
        return cls(
            ticket_id=ticket.id,
            case_id=ticket.case,
            status=ticket.status,
            issue_description=ticket.description,
            agent_state_snapshot=dict(ticket.snapshot or {}) if shown else None,
            times=ticket.times,
            opened_by=ticket.opened_by,
            opened_at=ticket.opened_at.isoformat(),
            closed_by=ticket.closed_by,
            closed_at=None if ticket.closed_at is None else ticket.closed_at.isoformat(),
            note=ticket.note,
        )
