"""Documents, and the chunks of their text that are scored one by one.

Offsets are Python code points into the document's text, half-open: ``text[start:end]``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.boxes import Box
    from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId, TenantId
    from casewright.domain.layouts import Layout
    from casewright.domain.recognition import RecognisedPage

SIZE_LIMIT = 50 * 1024 * 1024
"""Largest original in bytes."""

ARCHIVE_LIMIT = 256 * 1024 * 1024
"""Largest archive in bytes, and the most that the files in it may have together."""

READER_VERSION = 3
"""Counts the ways in which files were read and cut into chunks; each document keeps the one that read it."""


class DocumentStatus(StrEnum):
    """Where a document stands on its way from bytes to scored text."""

    PENDING = "pending"
    EXTRACTING = "extracting"
    EMBEDDING = "embedding"
    READY = "ready"
    ERROR = "error"


class ReadingState(StrEnum):
    """How much of a file was read; beside ``DocumentStatus``, which says whether its text can be asked."""

    WHOLE = "whole"
    PART = "part"
    NEEDS_OCR = "needs OCR"
    NOT_SUPPORTED = "not supported"
    PASSWORD = "password"  # noqa: S105
    DAMAGED = "damaged"
    TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class ReadingReport:
    """What came of reading a file.

    ``reason`` says what was not read and why, ``remedy`` what to do about it; both None where all was read.
    ``pages_read`` counts the pages whose text was read; None where the format has no pages.
    """

    state: ReadingState
    reason: str | None = None
    pages_read: int | None = None
    remedy: str | None = None


class FurnitureKind(StrEnum):
    """What stands on pages and is no part of what a document says."""

    HEADER = "header"
    FOOTER = "footer"
    PAGE_NUMBER = "page number"
    STAMP = "stamp"
    LINE_NUMBER = "line number"
    WATERMARK = "watermark"
    CONTENTS = "contents"


@dataclass(frozen=True, slots=True)
class Furniture:
    """A stretch of a document's text that is page furniture, or a table of contents."""

    start: int
    end: int
    kind: FurnitureKind


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the original; ``number`` counts from 1."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a document's text at paragraph level.

    ``section`` is the path of clause numbers or headings that leads here, outermost first, such as
    ``("7", "7.2")``; ``heading`` is the nearest heading's text; ``page`` is the page on which the chunk
    starts, None where the format has no pages. ``skipped`` are the (start, end) inside it, in the document's
    offsets, that are page furniture and are not scored, searched or counted; never all of it. ``sha256`` is that of
    the slice, ``unit_sha256`` that of its scored unit (``scored_units.scored_unit``), both in UTF-8; empty where the
    unit is the slice.
    ``lead_in`` is where the words stand, before the chunk, that its first item goes on from ("The Supplier shall:");
    None where there are none.
    """

    index: int
    start: int
    end: int
    sha256: str
    section: tuple[str, ...] = ()
    heading: str | None = None
    page: int | None = None
    skipped: tuple[tuple[int, int], ...] = ()
    unit_sha256: str = ""
    lead_in: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered clause, article, item of a list or annex: ``text[start:end]``, from its number to before the next.

    ``label`` is its number as it is printed, such as "12.1", "(b)", "ARTICLE IV" or "Schedule 2"; ``path`` are the
    labels that lead to it, outermost first, its own last. ``heading`` is its own heading. ``certain`` is False where
    the count was lost before the next clause began, so that its end is the last place known to be its own.
    """

    label: str
    path: tuple[str, ...]
    heading: str | None
    start: int
    end: int
    certain: bool = True

    @property
    def name(self) -> str:
        """What people call it: "4.1(a)", "Schedule 2, 3"."""
        shown = ""
        for label, inner in zip(self.path, (*self.path[1:], ""), strict=True):
            if inner.startswith(f"{label}."):
                continue
            shown += label if label.startswith("(") or not shown else f", {label}"
        return shown


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """What is needed to find a document's words on its pages again.

    ``starts`` are the raw offsets at which the pages' texts begin, and then where the last one ends; ``digests`` are
    the first eight bytes of the SHA-256 of each page's raw text, by which another engine's reading is told from this
    one; ``engine`` is the name and version of what read them.
    """

    engine: str
    starts: tuple[int, ...]
    digests: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell of a table: what it shows is ``text[start:end]``; a blank cell, or one merged into another, shows "".

    ``address`` is sheet!cell, such as "ARR!C7", in workbooks and CSV files; None elsewhere. ``columns`` and ``rows``
    say over how many of them a merged cell reaches, those that it covers being blank; ``box`` is where it stands in a
    PDF. Both are known of PDFs only.
    """

    start: int
    end: int
    address: str | None = None
    columns: int = 1
    rows: int = 1
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table found in a document's text, row by row from its first to its last cell.

    Every row has a cell for each column, so that ``rows[r][c]`` stands below ``rows[0][c]``. ``name`` is the
    sheet's in workbooks, with what is hidden of it; ``page`` is the page on which it begins. A table that goes on over
    pages is one, a header that each of them repeats being among its rows once.
    """

    start: int
    end: int
    rows: tuple[tuple[TableCell, ...], ...]
    name: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Leads from an offset in the normalised text back to the text as the format gave it.

    ``breaks`` holds (normalised offset, raw offset) pairs in ascending order, the first being (0, …);
    between two breaks both texts run in step.
    """

    breaks: tuple[tuple[int, int], ...] = ((0, 0),)

    def raw(self, offset: int) -> int:
        """The raw offset that stands at ``offset`` of the normalised text."""
        low, high = 0, len(self.breaks)
        while high - low > 1:
            middle = (low + high) // 2
            if self.breaks[middle][0] <= offset:
                low = middle
            else:
                high = middle
        start, raw = self.breaks[low]
        return raw + offset - start


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of a file: its text, where its pages are, and how it falls into chunks.

    Promise: ``chunks`` are in order and do not overlap, and each one's ``sha256`` is that of
    ``text[chunk.start:chunk.end]`` in UTF-8; ``tables`` are in order and do not overlap.
    ``dated`` is when the document itself says that it was written: an e-mail's date; None where it says nothing.
    ``encoding`` is what a file of text was read as where it was not in UTF-8, such as "Windows-1250".
    ``sections`` are in order, one that lies in another after it; None where nobody looked for them.
    ``furniture`` is in order and does not overlap; no chunk is furniture only, and each has what stands in it as its
    ``skipped``. ``report`` says how much of the file was read. ``layout`` is what a Word document holds of changes, all
    of which the text has accepted, comments and notes; None in other formats, and where it was not looked for.
    ``printed`` leads to the places of words on pages; None where the format has none.
    ``recognised`` are the pages whose text was recognised on pictures (OCR), in order.
    """

    media_type: str
    text: str
    chunks: tuple[Chunk, ...]
    pages: tuple[Page, ...] = ()
    offsets: OffsetMap = OffsetMap()
    tables: tuple[Table, ...] = ()
    dated: datetime | None = None
    encoding: str | None = None
    furniture: tuple[Furniture, ...] = ()
    report: ReadingReport = ReadingReport(ReadingState.WHOLE)
    layout: Layout | None = None
    sections: tuple[Section, ...] | None = None
    printed: PrintedPages | None = None
    recognised: tuple[RecognisedPage, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a matter, without its text. ``size`` in bytes, ``characters`` in code points.

    ``dated`` is the date that the document gives itself, as in ``Reading``. ``report`` says how much of the file was
    read, None for a document read before that was kept. ``reader_version`` is the ``READER_VERSION`` that read it.
    ``replaced_by`` is the document that is a newer reading of the same file; it is asked in this one's stead.
    """

    id: DocumentId
    tenant: TenantId
    matter: MatterId
    filename: str
    media_type: str
    size: int
    blob: BlobId
    status: DocumentStatus
    error: str | None
    characters: int
    chunk_count: int
    uploaded_by: ActorId
    uploaded_at: datetime
    dated: datetime | None = None
    report: ReadingReport | None = None
    reader_version: int = 1
    replaced_by: DocumentId | None = None
