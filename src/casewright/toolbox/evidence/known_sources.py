"""What the documents of a deal say of themselves: of what kind of source each is, why, and whether a person said so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.actors import RECOGNITION
from casewright.domain.evidence import SourceType
from casewright.evidence.source_types import Recognised, recognise
from casewright.evidence.sources import SOURCE_GRADE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.sources import DocumentSource
    from casewright.toolbox.deals.deal_stores import DealStores


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A document, what its content says that it is, and what somebody or extraction described it as."""

    document: Document
    recognised: Recognised
    described: DocumentSource | None

    @property
    def is_said(self) -> bool:
        """Whether a person said of what kind it is."""
        return self.described is not None and self.described.described_by != RECOGNITION

    @property
    def kind(self) -> SourceType:
        """The kind that counts now."""
        return self.recognised.source_type if self.described is None else self.described.source_type


def known_sources(stores: DealStores, tenant: TenantId, deal: MatterId) -> Sequence[KnownSource]:
    """Every document of the deal, by name; one that was not read says nothing of itself."""
    described = stores.sources.of_deal(tenant, deal)
    texts = {document.id: document.text for document in stores.room(tenant, deal).room.documents}
    found = []
    for document in sorted(stores.documents.of_matter(tenant, deal), key=lambda one: (one.filename, one.id)):
        text = texts.get(document.id)
        unread = Recognised(SourceType.UNKNOWN, None, "it was not read")
        known = unread if text is None else recognise(document.filename, text)
        found.append(KnownSource(document, known, described.get(document.id)))
    return found


def keep_source(stores: DealStores, source: DocumentSource) -> int:
    """Store the description, and have the document's evidence take it on; how many items it has."""
    stores.sources.put(source)
    return stores.claims.describe(
        source.tenant,
        source.deal,
        source.document,
        source_type=source.source_type,
        source_grade=SOURCE_GRADE[source.source_type],
        source_system=source.source_system,
        upstream_origin=source.upstream_origin,
        source_date=source.source_date,
    )
