"""Where evidence stands, what its sources are, and who is asked outside of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from casewright.domain.claims import ClaimClass
    from casewright.domain.enrichment import Enrichment, EnrichmentQuery, EntityType
    from casewright.domain.evidence import Evidence, Grade, SourceType
    from casewright.domain.ids import DocumentId, EvidenceId, MatterId, TenantId
    from casewright.domain.sources import DocumentSource

    Place = tuple[DocumentId, int, int]
    """``text[start:end]`` of a document."""


class EvidencePlaces(Protocol):
    """Evidence by the places where it stands."""

    def at(self, tenant: TenantId, deal: MatterId, places: Sequence[Place]) -> Sequence[Evidence]:
        """The evidence that shares a character with one of the places, and that which stands in no document."""
        ...

    def of_class(self, tenant: TenantId, deal: MatterId, claim_class: ClaimClass) -> Mapping[EvidenceId, Place | None]:
        """What claims of this class rest on, and where that stands; None where it stands in no document."""
        ...

    def described(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, SourceType]:
        """What kind of source each of these documents was said to be, or any; undescribed ones are left out."""
        ...

    def grades(
        self, tenant: TenantId, deal: MatterId, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, Grade]:
        """The worst grade of the evidence that was registered from each of these documents, or from any."""
        ...


class SourceStore(Protocol):
    """Descriptions of all tenants' documents; a newer one takes the place of the one before."""

    def put(self, source: DocumentSource) -> None:
        """Store the description, in place of the document's one before."""
        ...

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Mapping[DocumentId, DocumentSource]:
        """Every description of a document of the deal."""
        ...

    def date_deal(self, tenant: TenantId, deal: MatterId, as_of: date | None) -> None:
        """Count ages in the deal from this day; None: from the day on which it is looked at."""
        ...

    def as_of(self, tenant: TenantId, deal: MatterId) -> date | None:
        """The day from which ages are counted; None where none was set."""
        ...


class EnrichmentConnector(Protocol):
    """One source. It proposes and keeps nothing of what it says in the deal."""

    @property
    def name(self) -> str:
        """What results call it, such as ``gleif``."""
        ...

    @property
    def entity_types(self) -> Collection[EntityType]:
        """What it can be asked about."""
        ...

    def ask(self, query: EnrichmentQuery) -> Sequence[Enrichment]:
        """What it knows of the data points asked, at most one answer each; none where it does not know the entity.

        An entity is known by its whole name, whatever its case, diacritics and punctuation; where that name fits
        several, none is meant. A source in the network is asked only where it could know one of the data points.
        Raises ``Unavailable`` where it does not answer, ``BadSettings`` where it cannot be used as it is set.
        """
        ...
