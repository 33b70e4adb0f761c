"""Documents in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import NotFound
from casewright.tools.ports.documents import DocumentChunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.domain.documents import Chunk, Document, Furniture, Reading, Section, Table
    from casewright.domain.ids import BlobId, DocumentId, MatterId, TenantId
    from casewright.domain.layouts import Layout
    from casewright.domain.recognition import RecognisedPage
    from casewright.tools.ports.documents import IntArray
    from casewright.tools.ports.matters import MatterStore


class MemoryDocuments:
    """Fits ``DocumentStore``. Without ``matters`` every matter is taken to exist."""

    def __init__(self, matters: MatterStore | None = None) -> None:
        self._matters = matters
        self._documents: dict[tuple[TenantId, DocumentId], Document] = {}
        self._readings: dict[tuple[TenantId, DocumentId], Reading] = {}
        self._identities: dict[tuple[TenantId, MatterId, str], DocumentId] = {}
        self._numbers: dict[TenantId, dict[str, int]] = {}

    def add(self, document: Document, reading: Reading | None, *, identity: str) -> Document:
        tenant, matter = document.tenant, document.matter
        if self._matters is not None and self._matters.get(tenant, matter) is None:
            raise NotFound(f"Matter {matter!r} not found")
        taken = self._identities.get((tenant, matter, identity))
        if taken is not None:
            return self._documents[tenant, taken]
        self._identities[tenant, matter, identity] = document.id
        self._documents[tenant, document.id] = document
        if reading is not None:
            self._keep(tenant, document.id, reading)
        return document

    def _keep(self, tenant: TenantId, document: DocumentId, reading: Reading) -> None:
        self._readings[tenant, document] = reading
        numbers = self._numbers.setdefault(tenant, {})
        for chunk in reading.chunks:
            numbers.setdefault(chunk.sha256, len(numbers))
        for chunk in reading.chunks:
            numbers.setdefault(chunk.unit_sha256 or chunk.sha256, len(numbers))

    def find(self, tenant: TenantId, matter: MatterId, identities: Sequence[str]) -> Mapping[str, DocumentId]:
        known = {identity: self._identities.get((tenant, matter, identity)) for identity in identities}
        return {identity: document for identity, document in known.items() if document is not None}

    def delete(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> bool:
        if self.get(tenant, matter, document) is None:
            return False
        earlier = [one.id for one in self._documents.values() if one.tenant == tenant and one.replaced_by == document]
        del self._documents[tenant, document]
        self._readings.pop((tenant, document), None)
        self._identities = {place: one for place, one in self._identities.items() if one != document}
        return all(self.delete(tenant, matter, one) for one in earlier)

    def rename(self, tenant: TenantId, matter: MatterId, document: DocumentId, filename: str) -> bool:
        known = self.get(tenant, matter, document)
        if known is not None:
            self._documents[tenant, document] = replace(known, filename=filename)
        return known is not None

    def reading(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> Reading | None:
        return None if self.get(tenant, matter, document) is None else self._readings.get((tenant, document))

    def rewrite(self, document: Document, reading: Reading | None) -> bool:
        key = (document.tenant, document.id)
        if key not in self._documents:
            return False
        self._documents[key] = document
        self._readings.pop(key, None)
        if reading is not None:
            self._keep(document.tenant, document.id, reading)
        return True

    def made_of(self, tenant: TenantId, blob: BlobId) -> list[Document]:
        return [one for one in self._documents.values() if (one.tenant, one.blob) == (tenant, blob)]

    def get(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> Document | None:
        found = self._documents.get((tenant, document))
        return found if found is not None and found.matter == matter else None

    def replace(self, document: Document, reading: Reading, *, by: DocumentId) -> Document:
        old = self.get(document.tenant, document.matter, document.id)
        if old is None or old.replaced_by is not None:
            raise NotFound(f"Document {document.id!r} not found in this matter")
        new = replace(document, id=by, characters=len(reading.text), chunk_count=len(reading.chunks))
        key = (document.tenant, document.id)
        self._documents = {
            (tenant, by if (tenant, one) == key else one): new if (tenant, one) == key else known
            for (tenant, one), known in self._documents.items()
        }
        self._documents[key] = replace(old, replaced_by=by)
        self._identities = {place: by if one == document.id else one for place, one in self._identities.items()}
        self._keep(document.tenant, by, reading)
        return new

    def of_matter(self, tenant: TenantId, matter: MatterId, *, replaced: bool = False) -> Sequence[Document]:
        mine = [item for item in self._documents.values() if item.tenant == tenant and item.matter == matter]
        mine = [item for item in mine if replaced or item.replaced_by is None]
        mine.reverse()
        mine.sort(key=lambda item: item.uploaded_at, reverse=True)
        return mine

    def text(self, tenant: TenantId, document: DocumentId) -> str:
        if (tenant, document) not in self._documents:
            raise NotFound(f"Document {document!r} not found")
        return self.texts(tenant, [document])[document]

    def texts(
        self, tenant: TenantId, documents: Sequence[DocumentId], size: int | None = None
    ) -> Mapping[DocumentId, str]:
        known = [document for document in documents if (tenant, document) in self._documents]
        readings = {document: self._readings.get((tenant, document)) for document in known}
        return {document: "" if reading is None else reading.text[:size] for document, reading in readings.items()}

    def chunks(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Sequence[DocumentChunks]:
        return [self._chunks(tenant, document) for document in documents if (tenant, document) in self._documents]

    def sections(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[Section, ...] | None]:
        known = [document for document in documents if (tenant, document) in self._documents]
        readings = {document: self._readings.get((tenant, document)) for document in known}
        return {document: None if reading is None else reading.sections for document, reading in readings.items()}

    def tables(self, tenant: TenantId, document: DocumentId) -> tuple[Table, ...]:
        if (tenant, document) not in self._documents:
            raise NotFound(f"Document {document!r} not found")
        reading = self._readings.get((tenant, document))
        return () if reading is None else reading.tables

    def furniture(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[Furniture, ...]]:
        known = [document for document in documents if (tenant, document) in self._documents]
        readings = {document: self._readings.get((tenant, document)) for document in known}
        return {document: () if reading is None else reading.furniture for document, reading in readings.items()}

    def layout(self, tenant: TenantId, document: DocumentId) -> Layout | None:
        if (tenant, document) not in self._documents:
            raise NotFound(f"Document {document!r} not found")
        reading = self._readings.get((tenant, document))
        return None if reading is None else reading.layout

    def recognised(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[RecognisedPage, ...]]:
        readings = {document: self._readings.get((tenant, document)) for document in documents}
        return {one: found.recognised for one, found in readings.items() if found is not None and found.recognised}

    def _chunks(self, tenant: TenantId, document: DocumentId) -> DocumentChunks:
        reading = self._readings.get((tenant, document))
        chunks: Sequence[Chunk] = () if reading is None else reading.chunks
        numbers = self._numbers.get(tenant, {})
        sections = list(dict.fromkeys((chunk.section, chunk.heading) for chunk in chunks))
        return DocumentChunks(
            document=document,
            content=_column(numbers[chunk.sha256] for chunk in chunks),
            start=_column(chunk.start for chunk in chunks),
            end=_column(chunk.end for chunk in chunks),
            page=_column(chunk.page or 0 for chunk in chunks),
            section=_column(sections.index((chunk.section, chunk.heading)) for chunk in chunks),
            sections=sections,
            unit=_column(numbers[chunk.unit_sha256 or chunk.sha256] for chunk in chunks),
            skipped={chunk.index: chunk.skipped for chunk in chunks if chunk.skipped},
            lead_in={chunk.index: chunk.lead_in for chunk in chunks if chunk.lead_in},
        )


def _column(values: Iterable[int]) -> IntArray:
    return np.array(list(values), dtype=np.int64)
