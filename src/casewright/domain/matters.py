"""A matter: the folder that documents, claims, debates and cases belong to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

TITLE_LIMIT = 200
DESCRIPTION_LIMIT = 2_000


class MatterKind(StrEnum):
    """A deal is a matter with claims and debates; a case is one with details, parties and a tier."""

    MATTER = "matter"
    DEAL = "deal"
    CASE = "case"


class MatterStatus(StrEnum):
    """Whether work on the matter goes on."""

    ACTIVE = "active"
    CLOSED = "closed"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class Matter:
    """One matter. ``number`` is ``M-YYYY-NNN``, sequential per tenant and year."""

    id: MatterId
    tenant: TenantId
    number: str
    title: str
    description: str
    kind: MatterKind
    status: MatterStatus
    jurisdiction: str | None
    created_by: ActorId
    created_at: datetime
    updated_at: datetime
