"""Columns of a review grid that are kept together under a name, for everybody in the matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.domain.reviews import Column

SET_NAME_LIMIT = 100
"""Most characters of a set's name."""
MAX_SET_COLUMNS = 40
MAX_SETS = 100
"""Most sets of a matter."""


@dataclass(frozen=True, slots=True)
class ColumnSet:
    """The columns in their order; ``saved_by`` saved them last under this name."""

    tenant: TenantId
    matter: MatterId
    name: str
    columns: tuple[Column, ...]
    saved_by: ActorId
    saved_at: datetime
