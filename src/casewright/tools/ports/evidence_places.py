"""Which evidence of a deal stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.claims import ClaimClass
    from casewright.domain.evidence import Evidence, Grade
    from casewright.domain.ids import DocumentId, MatterId, TenantId

    Place = tuple[DocumentId, int, int]
    """``text[start:end]`` of a document."""


class EvidencePlaces(Protocol):
    """Registered evidence by the places where it stands; with a class, only what claims of that class rest on."""

    def at(
        self, tenant: TenantId, deal: MatterId, places: Sequence[Place], claim_class: ClaimClass | None = None
    ) -> Sequence[Evidence]:
        """The evidence that shares a character with one of the places, and that which stands in no document."""
        ...

    def of_class(self, tenant: TenantId, deal: MatterId, claim_class: ClaimClass) -> Sequence[Place]:
        """Where the evidence stands that claims of this class rest on, each place once."""
        ...

    def grades(self, tenant: TenantId, deal: MatterId) -> Mapping[DocumentId, Grade]:
        """The worst grade of the evidence that was registered from each document."""
        ...
