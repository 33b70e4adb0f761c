"""Where it is kept what kind of source each document of a deal is, and of what day a deal is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.sources import DocumentSource


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
