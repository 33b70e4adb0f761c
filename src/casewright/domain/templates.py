"""Templates of a tenant's own: one that stands for a query, or one that was trained on examples."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, TenantId

FEWEST, MOST = 8, 32
"""How many examples that fit a template is trained on."""


@dataclass(frozen=True, slots=True)
class Defined:
    """Stands for ``query``; where it takes an argument, ``parameter`` names it and ``<parameter>`` stands for it."""

    query: str
    parameter: str | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """Learned from texts that fit and texts that do not; ``head`` was trained on the features of ``model``."""

    positive: tuple[str, ...]
    negative: tuple[str, ...]
    model: str
    head: bytes

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that change with the examples."""
        examples = json.dumps([self.positive, self.negative]).encode()
        return hashlib.sha256(examples).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class OwnTemplate:
    """One template of a tenant; ``name`` is in lower case, with white space folded."""

    tenant: TenantId
    name: str
    body: Defined | Trained
    made_by: ActorId
    made_at: datetime
