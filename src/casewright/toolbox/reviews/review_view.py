"""A review of a cell as the tools show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.reviews import ReviewState
from casewright.toolbox.reviews.columns import ColumnView

if TYPE_CHECKING:
    from casewright.domain.documents import Document
    from casewright.domain.reviews import CellReview


class ReviewView(BaseModel):
    """What a person said to a cell. ``number`` counts what was said to the document's cells."""

    id: str
    document_id: str
    filename: str
    column_hash: str = Field(description="SHA-256 of the column's definition: what the column is known by")
    column: ColumnView
    number: int
    state: ReviewState
    comment: str
    reviewer: str
    at: str
    reader_version: str = Field(description="What had read the document, and what had filled the cell")
    stale: bool = Field(description="Whether the document was read anew since, or the cell is filled otherwise now")
    why_stale: str | None


def review_view(review: CellReview, document: Document, why_stale: str | None) -> ReviewView:
    """The review as it is shown."""
    return ReviewView(
        id=f"{review.document}/{review.number}",
        document_id=review.document,
        filename=document.filename,
        column_hash=review.column.sha256,
        column=ColumnView.of(review.column),
        number=review.number,
        state=review.state,
        comment=review.comment,
        reviewer=review.reviewer,
        at=review.at.isoformat(),
        reader_version=review.reader_version,
        stale=why_stale is not None,
        why_stale=why_stale,
    )
