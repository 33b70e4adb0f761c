"""Support tickets: what the case agent could not get past by itself (case-agent seed, tool 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.cases import CaseStatus
    from casewright.domain.ids import ActorId, MatterId, TenantId, TicketId


class TicketStatus(StrEnum):
    """Open until an administrator resumes the case, or somebody closes it."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Ticket:
    """One ticket: a case has at most one for each ``cause``, a digest of what failed.

    ``description`` and ``snapshot`` hold placeholders, never personal data. ``paused_from`` is the status that the case
    had when the ticket was opened; ``times`` counts how often it was. ``note`` is what was said when it was closed.
    """

    id: TicketId
    tenant: TenantId
    case: MatterId
    cause: str
    description: str
    snapshot: Mapping[str, Any] | None
    paused_from: CaseStatus
    opened_by: ActorId
    opened_at: datetime
    status: TicketStatus = TicketStatus.OPEN
    times: int = 1
    closed_by: ActorId | None = None
    closed_at: datetime | None = None
    note: str = ""
