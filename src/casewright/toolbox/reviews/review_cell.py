"""The tool ``review_cell``: a person says of a cell of a review grid that it is right, put right or disputed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.domain.ids import DocumentId
from casewright.domain.reviews import COMMENT_LIMIT, CellReview, ReviewState
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.reviews.columns import ColumnInput, column_of
from casewright.toolbox.reviews.review_view import ReviewView, review_view
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.reviews.reader_versions import ReaderVersions
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.reviews import ReviewStore
    from casewright.tools.ports.templates import TemplateStore


class ReviewCellInput(Arguments):
    """Input of the ``review_cell`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document: the row")
    column: ColumnInput = Field(description="What is asked of each document: the column")
    state: ReviewState = Field(
        description="reviewed: it is right as it is shown; changed: it was put right; disputed: it is not agreed on"
    )
    comment: str = Field(default="", max_length=COMMENT_LIMIT, description="What there is to say about it")
    reader_version: str | None = Field(
        default=None,
        max_length=500,
        description="That of what you looked at, as list_cell_reviews says: where another has filled the cell since, "
        "nothing is kept",
    )


def review_cell(
    *,
    documents: DocumentStore,
    reviews: ReviewStore,
    templates: TemplateStore,
    versions: ReaderVersions,
    firewall: DocumentFirewall,
    clock: Clock,
) -> Tool:
    """The tool over these stores."""

    def run(arguments: ReviewCellInput, context: CallContext) -> ReviewView | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = documents.get(context.tenant, matter, DocumentId(arguments.document_id.lower()))
        if document is None:
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        if document.replaced_by is not None:
            raise InvalidInput(
                f"{document.filename!r} was read anew as document {document.replaced_by}: review that one"
            )
        if firewall.guards(context.tenant, matter):
            raise InvalidInput(
                f"{document.filename!r} belongs to a case: cells of grids are reviewed in matters and deals"
            )
        column = column_of(arguments.column, templates, context.tenant)
        version = versions.of(document, column.kind)
        if arguments.reader_version is not None and arguments.reader_version != version:
            raise InvalidInput(
                f"This cell of {document.filename!r} is filled by another version since you saw it ({version}):"
                " look at it again"
            )
        review = CellReview(
            tenant=context.tenant,
            matter=matter,
            document=document.id,
            number=0,
            column=column,
            seen=document.id,
            reader_version=version,
            state=arguments.state,
            comment=arguments.comment.strip(),
            reviewer=context.owner,
            at=clock.now(),
        )
        return review_view(reviews.add(review), document, None)

    return Tool(
        name="review_cell",
        description="Say of a cell of a review grid (a document and what is asked of it) that it is reviewed, changed"
        " or disputed, with a comment. What was said before stays; the last word holds.",
        arguments=ReviewCellInput,
        output=ReviewView,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents",),
        reads=("the document's name and versions",),
        writes=("what people say to cells of review grids",),
    )
