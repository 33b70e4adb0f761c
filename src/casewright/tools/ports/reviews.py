"""Where it is kept what people say to cells of review grids, and what fills these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.reviews import CellReview


class ReviewStore(Protocol):
    """Reviews of all tenants; every question names the tenant and sees only its own.

    Nothing is ever changed of what people said. It goes with its document, and is said of a newer reading of the file.
    """

    def add(self, review: CellReview) -> CellReview:
        """Keep the review after all others of its document; it comes back with its number.

        Raises ``NotFound`` where the document is gone.
        """
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId, document: DocumentId | None = None) -> Sequence[CellReview]:
        """What was said to the cells of the matter, or of one document of it: by document, oldest first."""
        ...
