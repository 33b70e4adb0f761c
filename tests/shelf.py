"""Documents to store in tests, and matters to put them into."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.domain.documents import Chunk, Document, DocumentStatus, OffsetMap, Page, Reading
from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId, TenantId
from casewright.domain.matters import MatterKind
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.matters import MatterStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN = ActorId("ann")


class Shelf:
    """A store of documents, and matters to put them into."""

    def __init__(self, documents: DocumentStore, matters: MatterStore) -> None:
        self.documents = documents
        self.matter = self._matter(matters, OURS)
        self.second = self._matter(matters, OURS)
        self.foreign = self._matter(matters, THEIRS)

    def add(self, *paragraphs: str, identity: str = "", at: datetime = START, name: str = "a.txt") -> Document:
        """Add a document of ours made of these paragraphs."""
        given = document(self.matter, "\n".join(paragraphs), at=at, name=name)
        return self.documents.add(given, reading(*paragraphs), identity=identity or str(given.id))

    def _matter(self, matters: MatterStore, tenant: TenantId) -> MatterId:
        return matters.create(
            tenant, title="", description="", kind=MatterKind.MATTER, jurisdiction=None, created_by=ANN, at=START
        ).id


def document(
    matter: MatterId, text: str, *, tenant: TenantId = OURS, at: datetime = START, name: str = "a.txt"
) -> Document:
    return Document(
        id=DocumentId(str(uuid4())),
        tenant=tenant,
        matter=matter,
        filename=name,
        media_type="text/plain",
        size=len(text),
        blob=BlobId("b" * 64),
        status=DocumentStatus.READY,
        error=None,
        characters=len(text),
        chunk_count=text.count("\n") + 1,
        uploaded_by=ANN,
        uploaded_at=at,
    )


def reading(*paragraphs: str) -> Reading:
    """A chunk a paragraph, under a section each two share, on a page each."""
    chunks, start = [], 0
    for index, paragraph in enumerate(paragraphs):
        digest = sha256(paragraph.encode("utf-8", "surrogatepass")).hexdigest()
        section = (str(index // 2 + 1),)
        chunks.append(Chunk(index, start, start + len(paragraph), digest, section, f"§ {section[0]}", index + 1))
        start += len(paragraph) + 1
    pages = tuple(Page(chunk.index + 1, chunk.start, chunk.end) for chunk in chunks)
    return Reading("text/plain", "\n".join(paragraphs), tuple(chunks), pages, OffsetMap(((0, 0), (3, 5))))
