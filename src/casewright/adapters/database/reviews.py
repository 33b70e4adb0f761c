"""What people said to cells of review grids, in a SQL database."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from casewright.adapters.database.json_columns import load_json
from casewright.adapters.database.tables import documents, reviews
from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId
from casewright.domain.reviews import CellReview, Column, ColumnKind, ReviewState
from casewright.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_reviews = reviews.cell_reviews
_documents = documents.documents


class SqlReviews:
    """Fits ``tools.ports.reviews.ReviewStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, review: CellReview) -> CellReview:
        """Keep the review after all others of its document. Raises ``NotFound`` where the document is gone."""
        where = (_documents.c.tenant_id == review.tenant, _documents.c.matter_id == review.matter)
        there = select(_documents.c.id).where(*where, _documents.c.id == review.document)
        mine = (_reviews.c.tenant_id == review.tenant, _reviews.c.document_id == review.document)
        with self._database.write() as connection:
            # Nobody else numbers a review of the document until the end.
            if connection.execute(there.with_for_update()).one_or_none() is None:
                raise NotFound(f"Document {review.document!r} not found in this matter")
            last = connection.execute(select(func.max(_reviews.c.number)).where(*mine)).scalar_one() or 0
            kept = replace(review, number=last + 1)
            connection.execute(_reviews.insert(), _row(kept))
        return kept

    def of_matter(self, tenant: TenantId, matter: MatterId, document: DocumentId | None = None) -> Sequence[CellReview]:
        """What was said to the cells of the matter, or of one document of it: by document, oldest first."""
        query = select(_reviews).where(_reviews.c.tenant_id == tenant, _reviews.c.matter_id == matter)
        if document is not None:
            query = query.where(_reviews.c.document_id == document)
        with self._database.read() as connection:
            return [
                _review(row) for row in connection.execute(query.order_by(_reviews.c.document_id, _reviews.c.number))
            ]


def _row(review: CellReview) -> dict[str, Any]:
    return {
        "tenant_id": review.tenant,
        "document_id": review.document,
        "number": review.number,
        "matter_id": review.matter,
        "column_hash": review.column.sha256,
        "column_text": review.column.text,
        "seen_id": review.seen,
        "reader_version": review.reader_version,
        "state": review.state.value,
        "comment": review.comment,
        "reviewer": review.reviewer,
        "at": review.at,
    }


def column_of(said: Mapping[str, Any]) -> Column:  # Any: JSON
    """The column of this definition."""
    return Column(ColumnKind(said["kind"]), said["asks"], said.get("argument"), said.get("scope"))


def _review(row: Row[Any]) -> CellReview:
    return CellReview(
        tenant=TenantId(row.tenant_id),
        matter=MatterId(row.matter_id),
        document=DocumentId(row.document_id),
        number=row.number,
        column=column_of(load_json(row.column_text)),
        seen=DocumentId(row.seen_id),
        reader_version=row.reader_version,
        state=ReviewState(row.state),
        comment=row.comment,
        reviewer=ActorId(row.reviewer),
        at=row.at,
    )
