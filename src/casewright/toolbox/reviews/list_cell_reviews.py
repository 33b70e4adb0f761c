"""The tool ``list_cell_reviews``: what people said to the cells of a matter's review grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.ids import DocumentId
from casewright.domain.reviews import ReviewState
from casewright.errors import NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.reviews.review_view import ReviewView, review_view
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.reviews import CellReview
    from casewright.toolbox.reviews.reader_versions import ReaderVersions
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.reviews import ReviewStore


class ListCellReviewsInput(Arguments):
    """Input of the ``list_cell_reviews`` tool."""

    matter_id: str = Field(description="UUID of the matter")
    document_id: str | None = Field(default=None, description="Only of this document; left out: of all")
    column_hash: str | None = Field(default=None, max_length=64, description="Only of this column")
    states: list[ReviewState] | None = Field(
        default=None, min_length=1, max_length=3, description="Only cells with these"
    )
    stale: bool | None = Field(default=None, description="true: only stale ones; false: only those that hold")
    history: bool = Field(default=False, description="true: all that was said, not only the last word on each cell")


class ListCellReviewsOutput(BaseModel):
    """The reviews, document by document, oldest first; of each cell the last word unless all were asked for."""

    reviews: list[ReviewView]


def list_cell_reviews(*, documents: DocumentStore, reviews: ReviewStore, versions: ReaderVersions) -> Tool:
    """The tool over these stores."""

    def run(arguments: ListCellReviewsInput, context: CallContext) -> ListCellReviewsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        known = {one.id: one for one in documents.of_matter(context.tenant, matter)}
        asked = None if arguments.document_id is None else DocumentId(arguments.document_id.lower())
        if asked is not None and asked not in known:
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        said = reviews.of_matter(context.tenant, matter, asked)
        shown = []
        for one in said if arguments.history else _last_words(said):
            document = known.get(one.document)
            if document is None or (arguments.column_hash or one.column.sha256) != one.column.sha256:
                continue
            why_stale = versions.why_stale(one, document)
            if arguments.states is not None and one.state not in arguments.states:
                continue
            if arguments.stale is None or arguments.stale == (why_stale is not None):
                shown.append(review_view(one, document, why_stale))
        return ListCellReviewsOutput(reviews=shown)

    return Tool(
        name="list_cell_reviews",
        description="List what people said to the cells of a matter's review grids: state, comment, who and when, and"
        " whether the document was read anew or the cell filled otherwise since.",
        arguments=ListCellReviewsInput,
        output=ListCellReviewsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("what people said to cells of review grids",),
    )


def _last_words(said: Sequence[CellReview]) -> list[CellReview]:
    """The last review of each cell."""
    last: dict[tuple[DocumentId, str], CellReview] = {}
    for one in said:
        key = (one.document, one.column.sha256)
        last.pop(key, None)
        last[key] = one
    return list(last.values())
