"""What one document of a matter does to another one, as a person decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId


class AmendmentKind(StrEnum):
    """What a document does to another one."""

    AMENDS = "amends"
    RESTATES = "restates"
    SUPERSEDES = "supersedes"


@dataclass(frozen=True, slots=True)
class Amendment:
    """That ``document`` amends, restates or supersedes ``amended``, or, where not ``holds``, that it does not."""

    tenant: TenantId
    matter: MatterId
    document: DocumentId
    amended: DocumentId
    kind: AmendmentKind
    holds: bool
    decided_by: ActorId
    decided_at: datetime
