"""The reasoner's approvals of plans for drafts: a model may make a draft only on one (spec/casework.md, "Agent")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import MatterId, TenantId


@dataclass(frozen=True, slots=True)
class PlanApproval:
    """One approval; good for one revision of one draft of one case.

    ``number`` counts those of the case from 1; ``reasoner`` is who approved. ``used_for`` is the id of the draft's
    revision that was made on it, None while it is unused.
    """

    tenant: TenantId
    case: MatterId
    number: int
    draft_name: str
    reasoner: str
    approved_at: datetime
    used_for: str | None = None
    used_at: datetime | None = None
