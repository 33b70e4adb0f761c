"""What shows the pages of a PDF: pictures of them, and where words stand on each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.boxes import PagePicture, PlacedSpans
    from casewright.domain.documents import Document, Reading
    from casewright.domain.ids import BlobId, TenantId
    from casewright.domain.structures import Structure


@dataclass(frozen=True, slots=True)
class PageOf:
    """Page ``number``, from 1 on, of the PDF in a tenant's blob; ``filename`` is what sentences call it."""

    tenant: TenantId
    blob: BlobId
    filename: str
    number: int


class Pages(Protocol):
    """Shows pages. What cannot be shown is an ``UnreadableDocument``, a page that is not there an ``InvalidInput``."""

    def mark(self, page: PageOf, width: int) -> str:
        """What tells this picture from every other, known before it is drawn."""
        ...

    def picture(self, page: PageOf, width: int) -> PagePicture:
        """The page as it is shown, so many pixels wide; less where it is so high that it would have too many."""
        ...

    def places(self, page: PageOf, reading: Reading | None, spans: Sequence[tuple[int, int]]) -> PlacedSpans:
        """The page's size, and where stretches of the document's text that begin on it stand; none of what is white.

        No places are given where they are not known for sure, or where there is no reading.
        """
        ...


class Structures(Protocol):
    """Knows what a file itself says of how its text is made up."""

    def structure(self, document: Document, reading: Reading) -> Structure | None:
        """The headings and parts of the text that was read of the document.

        None where the file reads otherwise now, so that they are not known for sure. Raises ``UnreadableDocument``.
        """
        ...
