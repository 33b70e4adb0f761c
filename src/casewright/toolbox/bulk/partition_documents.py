"""The documents of one partition in memory, as ``StoredChunks`` reads those of a matter."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.documents import Document, DocumentStatus
from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId, TenantId
from casewright.domain.scored_units import units_of
from casewright.toolbox.documents.stored_chunks import StoredChunks
from casewright.tools.ports.documents import DocumentChunks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.domain.bulk_documents import BulkDocument
    from casewright.domain.documents import Chunk, Furniture, Reading
    from casewright.domain.recognition import RecognisedPage

    IntArray = NDArray[np.int64]
    Section = tuple[tuple[str, ...], str | None]

TENANT = TenantId("corpus")
"""Whose the partition is while it is worked on: nobody's."""

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class PartitionDocuments:
    """Fits ``tools.ports.documents.ChunkSource``. Document number i of the partition has the id ``str(i)``.

    ``units`` are the distinct texts that are scored, in the order in which they occur: number n of a chunk's ``unit``.
    """

    def __init__(self, documents: Sequence[BulkDocument]) -> None:
        self.read = [(number, one.reading) for number, one in enumerate(documents) if one.reading is not None]
        self._documents = documents
        self._readings: dict[DocumentId, Reading] = {DocumentId(str(number)): reading for number, reading in self.read}
        numbers: dict[str, int] = {}
        self._chunks = {document: _columns(document, reading, numbers) for document, reading in self._readings.items()}
        self.units: Sequence[str] = list(numbers)

    def stored(self) -> StoredChunks:
        """The chunks of all of them."""
        return StoredChunks(self, TENANT, [self._document(number, reading) for number, reading in self.read])

    def chunks(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Sequence[DocumentChunks]:
        """Their chunks. Units alone are numbered, since nothing here is kept by slices."""
        del tenant
        return [self._chunks[one] for one in documents if one in self._chunks]

    def texts(
        self, tenant: TenantId, documents: Sequence[DocumentId], size: int | None = None
    ) -> Mapping[DocumentId, str]:
        """Their texts."""
        del tenant
        return {one: self._readings[one].text[:size] for one in documents if one in self._readings}

    def furniture(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[Furniture, ...]]:
        """Their page furniture."""
        del tenant
        return {one: self._readings[one].furniture for one in documents if one in self._readings}

    def recognised(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[RecognisedPage, ...]]:
        """What of them was recognised."""
        del tenant
        return {one: self._readings[one].recognised for one in documents if one in self._readings}

    def _document(self, number: int, reading: Reading) -> Document:
        known = self._documents[number]
        return Document(
            id=DocumentId(str(number)),
            tenant=TENANT,
            matter=MatterId(""),
            filename=known.document,
            media_type=reading.media_type,
            size=0,
            blob=BlobId(known.sha256),
            status=DocumentStatus.READY,
            error=None,
            characters=len(reading.text),
            chunk_count=len(reading.chunks),
            uploaded_by=ActorId(""),
            uploaded_at=_LONG_AGO,
        )


def _columns(document: DocumentId, reading: Reading, numbers: dict[str, int]) -> DocumentChunks:
    chunks = reading.chunks
    unit = _ints([numbers.setdefault(one, len(numbers)) for one in units_of(reading)])
    sections: dict[Section, int] = {}
    section = _ints([sections.setdefault((one.section, one.heading), len(sections)) for one in chunks])
    return DocumentChunks(
        document=document,
        content=np.where(_led(chunks), -1, unit),
        start=_ints([one.start for one in chunks]),
        end=_ints([one.end for one in chunks]),
        page=_ints([one.page or 0 for one in chunks]),
        section=section,
        sections=list(sections),
        unit=unit,
        skipped={one.index: one.skipped for one in chunks if one.skipped},
        lead_in={one.index: one.lead_in for one in chunks if one.lead_in is not None},
    )


def _led(chunks: Sequence[Chunk]) -> NDArray[np.bool_]:
    """Which chunks have units that are not their slices."""
    return np.array([bool(one.unit_sha256) for one in chunks], np.bool_)


def _ints(numbers: Sequence[int]) -> IntArray:
    return np.array(numbers, np.int64)
