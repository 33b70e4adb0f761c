"""The chunks of several stored documents as one run of columns, their texts loaded when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.citations import Citation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.tools.ports.documents import DocumentChunks, DocumentStore

    IntArray = NDArray[np.int64]

_NONE: NDArray[np.int64] = np.zeros(0, dtype=np.int64)


class StoredChunks:
    """Positions 0 … n − 1 over all chunks of ``documents``, document after document in their order.

    ``bounds`` has one more item than there are documents: document i holds positions bounds[i] … bounds[i + 1] − 1.
    """

    def __init__(self, store: DocumentStore, tenant: TenantId, documents: Sequence[Document]) -> None:
        by_id = {chunks.document: chunks for chunks in store.chunks(tenant, [one.id for one in documents])}
        self.documents = documents
        self._columns: list[DocumentChunks | None] = [by_id.get(document.id) for document in documents]
        self.content = self._joined("content")
        self._start, self._end = self._joined("start"), self._joined("end")
        sizes = [0 if columns is None else len(columns.content) for columns in self._columns]
        self.bounds: IntArray = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        self._store, self._tenant = store, tenant
        self._texts: dict[DocumentId, str] = {}

    @property
    def lengths(self) -> IntArray:
        """How many characters each chunk has, shape (chunks,)."""
        return self._end - self._start

    def texts(self, positions: IntArray) -> list[str]:
        """The texts of the chunks at these positions, in their order."""
        of = self._owners(positions)
        self._load(of)
        return [
            self._texts[self.documents[document].id][self._start[at] : self._end[at]]
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
        path, _heading = columns.sections[int(columns.section[at])]
        citation = Citation(
            document_id=owner.id,
            filename=owner.filename,
            start=start,
            end=end,
            quote=text[start:end],
            page=int(columns.page[at]) or None,
            section=section_label(path),
        )
        return citation if citation.holds_in(text) else None

    def _owners(self, positions: IntArray) -> IntArray:
        """The number of the document that each position belongs to."""
        return np.searchsorted(self.bounds, positions, side="right") - 1

    def _load(self, numbers: IntArray) -> None:
        wanted = [self.documents[number].id for number in np.unique(numbers).tolist()]
        missing = [document for document in wanted if document not in self._texts]
        if missing:
            self._texts.update(self._store.texts(self._tenant, missing))

    def _joined(self, column: str) -> IntArray:
        parts = [getattr(columns, column) for columns in self._columns if columns is not None]
        return np.concatenate(parts).astype(np.int64) if parts else _NONE


def section_label(path: Sequence[str]) -> str | None:
    """How a section path is cited: its last clause number, with the items below it, such as "7.2(a)"."""
    if not path:
        return None
    first = max((at for at, part in enumerate(path) if not part.startswith("(")), default=0)
    return "".join(path[first:])
