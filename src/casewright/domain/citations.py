"""A citation: a quote with the place where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.domain.skipping import quote_text

if TYPE_CHECKING:
    from casewright.domain.ids import DocumentId

OCR_MARK: Final = "OCR"
"""How a place is marked whose text was recognised on a picture and may differ from it."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote and its place. Offsets are code points of the document's text, half-open.

    ``skipped`` are the (start, end) inside it that the quote leaves out, page furniture and the white space beside
    it: the quote shows `` […] `` there. ``ocr`` is set where something in it was recognised on a picture:
    how sure that is, from 0 to 1.
    """

    document_id: DocumentId
    filename: str
    start: int
    end: int
    quote: str
    page: int | None = None
    section: str | None = None
    skipped: tuple[tuple[int, int], ...] = ()
    ocr: float | None = None

    def holds_in(self, text: str) -> bool:
        """Whether the quote stands at its offsets of ``text``, character for character but for what is skipped."""
        is_place = 0 <= self.start < self.end <= len(text)
        return is_place and quote_text(text, self.start, self.end, self.skipped) == self.quote

    @property
    def link(self) -> str:
        """``cite:<document_id>@<start>-<end>``."""
        return f"cite:{self.document_id}@{self.start}-{self.end}"

    def __str__(self) -> str:
        """Such as ``Contract.pdf, p. 12, § 7.2``."""
        parts = [self.filename]
        if self.page is not None:
            parts.append(f"p. {self.page}")
        if self.section:
            parts.append(f"§ {self.section}")
        if self.ocr is not None:
            parts.append(OCR_MARK)
        return ", ".join(parts)
