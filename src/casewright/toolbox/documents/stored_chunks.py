"""The chunks of several stored documents as one run of columns, their texts loaded when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.citations import Citation
from casewright.domain.recognition import confidence_of
from casewright.domain.scored_units import before
from casewright.domain.skipping import gaps, quote_text, spans_of, unit_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.domain.recognition import RecognisedPage
    from casewright.tools.ports.documents import ChunkSource, DocumentChunks

    IntArray = NDArray[np.int64]

MOST_AROUND = 2_000
"""Characters of the text around a chunk."""

_NONE: NDArray[np.int64] = np.zeros(0, dtype=np.int64)


class StoredChunks:
    """Positions 0 … n − 1 over all chunks of ``documents``, document after document in their order.

    ``bounds`` has one more item than there are documents: document i holds positions bounds[i] … bounds[i + 1] − 1.
    """

    def __init__(self, store: ChunkSource, tenant: TenantId, documents: Sequence[Document]) -> None:
        by_id = {chunks.document: chunks for chunks in store.chunks(tenant, [one.id for one in documents])}
        self.documents = documents
        self._columns: list[DocumentChunks | None] = [by_id.get(document.id) for document in documents]
        self.content, self.unit = self._joined("content"), self._joined("unit")
        self._start, self._end = self._joined("start"), self._joined("end")
        sizes = [0 if columns is None else len(columns.content) for columns in self._columns]
        self.bounds: IntArray = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        self._store, self._tenant = store, tenant
        self._texts: dict[DocumentId, str] = {}
        self._furniture: dict[DocumentId, tuple[tuple[int, int], ...]] = {}
        self._recognised: dict[DocumentId, tuple[RecognisedPage, ...]] = {}

    @property
    def lengths(self) -> IntArray:
        """How many characters each chunk has, shape (chunks,)."""
        return self._end - self._start

    def span(self, low: int, high: int) -> tuple[IntArray, IntArray]:
        """Where the chunks at positions low … high - 1 begin and end in their document's text, shape (chunks,) each."""
        return self._start[low:high], self._end[low:high]

    def units(self, positions: IntArray) -> list[str]:
        """What is scored of the chunks at these positions, in their order, numbered by ``unit``."""
        of = self._owners(positions)
        self._load(of)
        found = zip(of.tolist(), positions.tolist(), strict=True)
        return [self._before(document, at) + self._own(document, at) for document, at in found]

    def words(self, positions: IntArray) -> list[str]:
        """What is searched and read of the chunks at these positions: their own words, without page furniture."""
        of = self._owners(positions)
        self._load(of)
        return [self._own(document, at) for document, at in zip(of.tolist(), positions.tolist(), strict=True)]

    def slices(self, positions: IntArray) -> list[str]:
        """All that stands in the chunks at these positions, in their order: their slices, numbered by ``content``."""
        of = self._owners(positions)
        self._load(of)
        return [
            self._text(document)[self._start[at] : self._end[at]]
            for document, at in zip(of.tolist(), positions.tolist(), strict=True)
        ]

    def expect(self, positions: IntArray) -> None:
        """Load at once the texts that the chunks at these positions stand in: one by one costs a query each."""
        self._load(self._owners(positions))

    def opening(self, document: int) -> str:
        """The text of document number ``document``, from its beginning."""
        if not self._texts:
            self._load(np.arange(len(self.documents)))
        return self._texts.get(self.documents[document].id, "")

    def cite(self, document: int, position: int) -> Citation | None:
        """The chunk at ``position`` as a citation from document number ``document``; None where it does not verify."""
        owner, columns = self.documents[document], self._columns[document]
        if columns is None:
            return None
        if owner.id not in self._texts:
            self._load(np.array([document]))
        text = self._texts[owner.id]
        start, end = int(self._start[position]), int(self._end[position])
        at = position - int(self.bounds[document])
        skipped = self._skipped(document, position)
        path, _heading = columns.sections[int(columns.section[at])]
        citation = Citation(
            document_id=owner.id,
            filename=owner.filename,
            start=start,
            end=end,
            quote=quote_text(text, start, end, skipped),
            page=int(columns.page[at]) or None,
            section=section_label(path),
            skipped=gaps(text, start, end, skipped),
            ocr=confidence_of(self._recognised.get(owner.id, ()), start, end),
        )
        return citation if citation.holds_in(text) else None

    def heading(self, document: int, index: int) -> str:
        """The heading that chunk number ``index`` of the document stands under; empty where there is none."""
        columns = self._columns[document]
        return "" if columns is None else columns.sections[int(columns.section[index])][1] or ""

    def around(self, document: int, index: int) -> str:
        """The text that chunk number ``index`` of the document stands in: its section, as far as it is not long."""
        columns, text = self._columns[document], self._texts[self.documents[document].id]
        if columns is None:
            return ""
        parent = [path[:-1] or path for path, _heading in columns.sections]
        own = parent[int(columns.section[index])]
        low = high = index
        size = len(columns.content)
        while True:
            before = low > 0 and parent[int(columns.section[low - 1])] == own
            after = high + 1 < size and parent[int(columns.section[high + 1])] == own
            grown_low, grown_high = low - before, high + after
            length = int(columns.end[grown_high] - columns.start[grown_low])
            if (grown_low, grown_high) == (low, high) or length > MOST_AROUND:
                return _read(text, columns, low, high)
            low, high = grown_low, grown_high

    def _own(self, document: int, at: int) -> str:
        skipped = self._skipped(document, at)
        return unit_text(self._text(document), int(self._start[at]), int(self._end[at]), skipped)

    def _before(self, document: int, at: int) -> str:
        """What the chunk's unit has before its own words."""
        columns = self._columns[document]
        if columns is None or columns.lead_in is None or self.unit[at] == self.content[at]:
            return ""
        index = at - int(self.bounds[document])
        place = columns.lead_in.get(index)
        furniture = self._furniture.get(self.documents[document].id, ())
        lead_in = "" if place is None else unit_text(self._text(document), *place, furniture)
        return before(self.heading(document, index), lead_in, self._own(document, at))

    def _text(self, document: int) -> str:
        return self._texts[self.documents[document].id]

    def _skipped(self, document: int, position: int) -> tuple[tuple[int, int], ...]:
        columns = self._columns[document]
        return () if columns is None else tuple(columns.skipped.get(position - int(self.bounds[document]), ()))

    def _owners(self, positions: IntArray) -> IntArray:
        """The number of the document that each position belongs to."""
        return np.searchsorted(self.bounds, positions, side="right") - 1

    def _load(self, numbers: IntArray) -> None:
        wanted = [self.documents[number].id for number in np.unique(numbers).tolist()]
        missing = [document for document in wanted if document not in self._texts]
        if missing:
            self._texts.update(self._store.texts(self._tenant, missing))
            self._recognised.update(self._store.recognised(self._tenant, missing))
            led = {columns.document for columns in self._columns if columns is not None and columns.lead_in}
            found = self._store.furniture(self._tenant, [one for one in missing if one in led])
            self._furniture.update((document, spans_of(furniture)) for document, furniture in found.items())

    def _joined(self, column: str) -> IntArray:
        parts = [getattr(columns, column) for columns in self._columns if columns is not None]
        return np.concatenate(parts).astype(np.int64) if parts else _NONE


def _read(text: str, columns: DocumentChunks, low: int, high: int) -> str:
    """The text from chunk ``low`` to chunk ``high``, without what is skipped in them and between them."""
    starts, ends = columns.start[low : high + 1].tolist(), columns.end[low : high + 1].tolist()
    skipped = [span for number in range(low, high + 1) for span in columns.skipped.get(number, ())]
    skipped += [(end, start) for end, start in zip(ends[:-1], starts[1:], strict=True) if text[end:start].strip()]
    return unit_text(text, starts[0], ends[-1], sorted(skipped))


def section_label(path: Sequence[str]) -> str | None:
    """How a section path is cited: its last clause number, with the items below it, such as "7.2(a)"."""
    if not path:
        return None
    first = max((at for at, part in enumerate(path) if not part.startswith("(")), default=0)
    return "".join(path[first:])
