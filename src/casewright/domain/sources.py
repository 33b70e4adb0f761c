"""What is said about the source that a document of a deal is: by a person, or by its own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.evidence import SourceType
    from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """The kind of source, where it was got from, what its figures were taken from and the date that it bears.

    None where nothing is known; the fields mean what they mean in ``domain.evidence.Evidence``. ``described_by`` is
    ``domain.actors.RECOGNITION`` where its own words say it.
    """

    tenant: TenantId
    deal: MatterId
    document: DocumentId
    source_type: SourceType
    source_system: str | None
    upstream_origin: str | None
    source_date: datetime | None
    described_by: ActorId
    described_at: datetime
