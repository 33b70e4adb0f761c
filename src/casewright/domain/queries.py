"""A query that somebody keeps under a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

NAME_LIMIT = 200
DESCRIPTION_LIMIT = 2_000


@dataclass(frozen=True, slots=True)
class SavedQuery:
    """An IQL query of ``owner``, who alone sees it; ``matter`` where it was made for one."""

    tenant: TenantId
    owner: ActorId
    name: str
    query: str
    description: str
    matter: MatterId | None
    saved_at: datetime
