"""What fills the cells of a review grid, and by which versions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.reviews import ColumnKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.documents import Document
    from casewright.domain.reviews import CellReview


@dataclass(frozen=True, slots=True)
class ReaderVersions:
    """``facts`` is the version of what reads facts, ``scores`` that of what scores clauses."""

    facts: Callable[[], str]
    scores: Callable[[], str]

    def of(self, document: Document, kind: ColumnKind) -> str:
        """By what the cell of a column of this kind is filled now."""
        filled = self.facts() if kind is ColumnKind.FACT else self.scores()
        return f"reading {document.reader_version}; {filled}"

    def why_stale(self, review: CellReview, document: Document) -> str | None:
        """Why what was said may not hold for what the cell shows now; None where it does."""
        if review.seen != document.id:
            return "the document was read anew"
        if review.reader_version != self.of(document, review.column.kind):
            return "it is filled by another version now"
        return None
