"""Which evidence of a deal stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.claims import ClaimClass
    from casewright.domain.evidence import Evidence, Grade, SourceType
    from casewright.domain.ids import DocumentId, EvidenceId, MatterId, TenantId

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
