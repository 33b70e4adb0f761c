"""Reviews of cells in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.reviews import CellReview


class MemoryReviews:
    """Fits ``ReviewStore``; it does not know which documents are gone or were stored anew."""

    def __init__(self) -> None:
        self._said: list[CellReview] = []

    def add(self, review: CellReview) -> CellReview:
        before = self.of_matter(review.tenant, review.matter, review.document)
        kept = replace(review, number=len(before) + 1)
        self._said.append(kept)
        return kept

    def of_matter(self, tenant: TenantId, matter: MatterId, document: DocumentId | None = None) -> Sequence[CellReview]:
        found = [
            one
            for one in self._said
            if (one.tenant, one.matter) == (tenant, matter) and document in (None, one.document)
        ]
        return sorted(found, key=lambda one: (one.document, one.number))
