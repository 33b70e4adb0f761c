"""Places in a deal's documents, found by quote, by offsets or by cell, and always with the words that stand there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from casewright.domain.documents import DocumentStatus
from casewright.domain.evidence import SourceSpan
from casewright.domain.ids import DocumentId, is_uuid
from casewright.domain.skipping import MARK, blank, quote_text, spans_of, stands, within

if TYPE_CHECKING:
    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.documents import DocumentChunks, DocumentStore

LONGEST_EXCERPT = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """A place with its words; ``note`` says what a reader should know about how it was found."""

    span: SourceSpan
    excerpt: str
    note: str | None = None


class PlaceError(Exception):
    """A place that is not there; ``field`` is the part of the place that is wrong. Never leaves a tool."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


class DealDocuments:
    """The documents of one deal; what is asked again is not read again."""

    def __init__(self, documents: DocumentStore, tenant: TenantId, deal: MatterId) -> None:
        self._store = documents
        self._tenant = tenant
        self._by_id = {document.id: document for document in documents.of_matter(tenant, deal)}
        self._by_name: dict[str, list[Document]] = {}
        for document in self._by_id.values():
            self._by_name.setdefault(document.filename, []).append(document)
        self._texts: dict[DocumentId, str] = {}
        self._blanked: dict[DocumentId, str] = {}
        self._skipped: dict[DocumentId, tuple[tuple[int, int], ...]] = {}
        self._cells: dict[DocumentId, dict[str, tuple[int, int]]] = {}
        self._chunks: dict[DocumentId, DocumentChunks | None] = {}

    def named(self, text: str) -> Document:
        """The document of this id or filename, of which folders may be left out at the front.

        Raises ``PlaceError`` where there is none, or more than one.
        """
        if is_uuid(text) and DocumentId(text.lower()) in self._by_id:
            return self._by_id[DocumentId(text.lower())]
        found = self._by_name.get(text) or [
            document for name, many in self._by_name.items() if name.endswith(f"/{text}") for document in many
        ]
        if not found:
            near = get_close_matches(text, [name.rpartition("/")[2] for name in self._by_name], n=1)
            hint = f"did you mean {near[0]!r}?" if near else "put it in with 'casewright ingest'"
            raise PlaceError("document", f"{text!r} is no document of this deal: {hint}")
        if len(found) > 1:
            ids = ", ".join(one.id for one in found)
            raise PlaceError("document", f"{len(found)} documents are called {text!r}: give one of the ids {ids}")
        if found[0].status is not DocumentStatus.READY:
            why = found[0].error or found[0].status.value
            raise PlaceError("document", f"{text!r} has no text to quote: {why}")
        return found[0]

    def quoted(self, document: Document, quote: str) -> Place:
        """Where these words stand; line breaks and spaces in them may differ. Raises ``PlaceError``."""
        text = self._read(document)
        start = text.find(quote)
        if start >= 0:
            end, times = start + len(quote), text.count(quote)
        else:
            found = re.search(r"\s+".join(map(re.escape, quote.replace(MARK, " ").split())), text)
            if found is None:
                reason = f"{_shown(quote)} does not stand in {document.filename!r}; quote it word for word"
                if quote in self._text(document):
                    reason = (
                        f"{_shown(quote)} stands in {document.filename!r} only in what its pages repeat: quote a clause"
                    )
                raise PlaceError("quote", reason)
            (start, end), times = found.span(), 1
        note = (
            None
            if times == 1
            else f"{_shown(quote)} stands {times} times in {document.filename!r}: the first was taken"
        )
        return self._place(document, start, end, note=note)

    def between(self, document: Document, start: int, end: int, quote: str | None) -> Place:
        """What stands from ``start`` to ``end``, which must be ``quote`` where one is given. Raises ``PlaceError``."""
        text = self._text(document)
        if not 0 <= start < end <= len(text):
            raise PlaceError(
                "start", f"{start} to {end} is no place in {document.filename!r}, which has {len(text):,} characters"
            )
        if quote is not None and not stands(text, start, end, quote, self._skipped[document.id]):
            raise PlaceError(
                "quote", f"at {start} to {end} {document.filename!r} has {_shown(text[start:end])}, not the quote"
            )
        return self._place(document, start, end)

    def in_cell(self, document: Document, cell: str, quote: str | None) -> Place:
        """What stands in the cell, such as ``ARR!C7``. Raises ``PlaceError`` for a cell that is not there or empty."""
        cells = self._cells_of(document)
        found = cells.get(_folded_cell(cell))
        if found is None:
            hint = f"cells are written as in {next(iter(cells))!r}" if cells else "it has no cells"
            raise PlaceError("cell", f"{cell!r} is no filled cell of {document.filename!r}: {hint}")
        start, end = found
        text = self._text(document)[start:end]
        if quote is not None and quote.strip() not in text:
            raise PlaceError("quote", f"the cell {cell!r} of {document.filename!r} shows {_shown(text)}, not the quote")
        return self._place(document, start, end, cell=cell)

    def _place(
        self, document: Document, start: int, end: int, *, cell: str | None = None, note: str | None = None
    ) -> Place:
        if end - start > LONGEST_EXCERPT:
            raise PlaceError("quote", f"has {end - start:,} characters; {LONGEST_EXCERPT:,} are the most")
        span = SourceSpan(document.id, start, end, page=self._page(document.id, start), cell=cell)
        excerpt = quote_text(self._text(document), start, end, within(start, end, self._skipped[document.id]))
        return Place(span, excerpt, note)

    def _text(self, document: Document) -> str:
        if document.id not in self._texts:
            self._texts[document.id] = self._store.text(self._tenant, document.id)
            furniture = self._store.furniture(self._tenant, [document.id]).get(document.id, ())
            self._skipped[document.id] = spans_of(furniture)
            self._blanked[document.id] = blank(self._texts[document.id], furniture)
        return self._texts[document.id]

    def _read(self, document: Document) -> str:
        """The text with page furniture blank, in which quotes are looked for."""
        self._text(document)
        return self._blanked[document.id]

    def _cells_of(self, document: Document) -> dict[str, tuple[int, int]]:
        if document.id not in self._cells:
            self._cells[document.id] = {
                _folded_cell(cell.address): (cell.start, cell.end)
                for table in self._store.tables(self._tenant, document.id)
                for row in table.rows
                for cell in row
                if cell.address is not None and cell.end > cell.start
            }
        return self._cells[document.id]

    def _page(self, document: DocumentId, start: int) -> int | None:
        if document not in self._chunks:
            found = self._store.chunks(self._tenant, [document])
            self._chunks[document] = found[0] if found else None
        chunks = self._chunks[document]
        if chunks is None or not len(chunks.start):
            return None
        at = max(0, int(chunks.start.searchsorted(start, side="right")) - 1)
        return int(chunks.page[at]) or None


def _folded_cell(address: str) -> str:
    """A cell's address with the sheet's name as it is and the column in capitals."""
    sheet, mark, cell = address.rpartition("!")
    return f"{sheet.strip(chr(39))}{mark}{cell.replace('$', '').upper()}"


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 60 else f"{line[:57]}...")
