"""Cases: matters with a tier, a processing state and details (spec/casework.md, "Case")."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId


class CaseStatus(StrEnum):
    """tier_pending → payment_pending → active → paused_support → archived or closed."""

    TIER_PENDING = "tier_pending"
    PAYMENT_PENDING = "payment_pending"
    ACTIVE = "active"
    PAUSED_SUPPORT = "paused_support"
    ARCHIVED = "archived"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ProcessingState:
    """How far the agent came before it stopped."""

    last_successful_step: str | None
    pending_action: str | None
    state_saved_at: datetime | None


@dataclass(frozen=True, slots=True)
class Case:
    """One case; its id is that of its matter. ``version`` counts changes of anything in it.

    ``details`` is the JSON object that ``get_case_details`` gives; it holds placeholders, never personal data.
    ``sessions`` are the checkpoint threads of the assistant and of the reasoner.
    """

    id: MatterId
    tenant: TenantId
    status: CaseStatus
    tier: int | None
    details: Mapping[str, Any]
    processing: ProcessingState
    sessions: tuple[str, str]
    version: int
    made_by: ActorId
    made_at: datetime
    updated_at: datetime
