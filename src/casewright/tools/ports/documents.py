"""Where documents are kept, how files become text, and who answers questions about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from casewright.domain.boxes import PageBoxes
    from casewright.domain.documents import Document, Furniture, Reading, Section, Table
    from casewright.domain.enclosed_files import Opened
    from casewright.domain.ids import ActorId, DocumentId, MatterId, TenantId
    from casewright.domain.layouts import Layout
    from casewright.domain.questions import Question
    from casewright.domain.recognition import RecognisedPage
    from casewright.domain.threads import Thread, ThreadId, Usage

    IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DocumentChunks:
    """The chunks of one document as columns, all of shape (chunks,).

    ``content`` numbers the chunk's text within the tenant: equal texts have equal numbers, in whatever
    document they stand; numbers count from 0 and are never reused. ``page`` is 0 where there is none.
    ``section`` points into ``sections``, whose items are (path, heading) as in ``domain.documents.Chunk``.
    ``unit`` numbers the chunk's scored unit as ``content`` does its slice; both are equal where the unit is the slice.
    ``skipped`` has the chunks, by their index, that skip something, with what they skip in the document's offsets;
    ``lead_in`` those that have one, with its place. ``lead_in`` is None for a document that was read before units had
    headings and lead-ins: its units are slices without what they skip.
    """

    document: DocumentId
    content: IntArray
    start: IntArray
    end: IntArray
    page: IntArray
    section: IntArray
    sections: Sequence[tuple[tuple[str, ...], str | None]]
    unit: IntArray
    skipped: Mapping[int, Sequence[tuple[int, int]]]
    lead_in: Mapping[int, tuple[int, int]] | None


class ChunkSource(Protocol):
    """Where the chunks of documents are, and the texts that they stand in."""

    def texts(
        self, tenant: TenantId, documents: Sequence[DocumentId], size: int | None = None
    ) -> Mapping[DocumentId, str]:
        """The extracted texts of several documents, their first ``size`` characters only; unknown ones are left out."""
        ...

    def chunks(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Sequence[DocumentChunks]:
        """The chunks of these documents, one item each, in the order asked; unknown ones are left out."""
        ...

    def furniture(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[Furniture, ...]]:
        """The page furniture in the texts of several documents, in order; unknown ones are left out."""
        ...

    def recognised(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[RecognisedPage, ...]]:
        """The pages of these documents whose text was recognised (OCR), in order; documents without are left out."""
        ...


class DocumentStore(ChunkSource, Protocol):
    """Documents of all tenants; every question names the tenant and sees only its own."""

    def add(self, document: Document, reading: Reading | None, *, identity: str) -> Document:
        """Store the document with its reading (None where it could not be read), all of it or nothing.

        ``identity`` says when two documents of a matter are one: where the matter already has a document
        with it, nothing is stored and that document is returned.
        """
        ...

    def find(self, tenant: TenantId, matter: MatterId, identities: Sequence[str]) -> Mapping[str, DocumentId]:
        """The documents of the matter that have these identities; the others are left out."""
        ...

    def delete(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> bool:
        """Remove the document with its text and chunks, and earlier readings of its file, all of it or nothing.

        False where there is none of that id.
        """
        ...

    def rename(self, tenant: TenantId, matter: MatterId, document: DocumentId, filename: str) -> bool:
        """Call the document otherwise; its identity stays. False where there is none of that id."""
        ...

    def reading(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> Reading | None:
        """What was read of the document, put together again; None where there is no text, or no such document."""
        ...

    def rewrite(self, document: Document, reading: Reading | None) -> bool:
        """Put this in place of the stored document of the same id and of its reading, all of it or nothing.

        Its identity stays; the words that were found in it are forgotten. False where there is none of that id.
        """
        ...

    def get(self, tenant: TenantId, matter: MatterId, document: DocumentId) -> Document | None:
        """The document, or None where this matter of this tenant has none of that id."""
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId, *, replaced: bool = False) -> Sequence[Document]:
        """Every document of the matter, newest first; with ``replaced`` earlier readings of its files, too."""
        ...

    def replace(self, document: Document, reading: Reading, *, by: DocumentId) -> Document:
        """Store another reading of the document's file beside it, all of it or nothing, as the document ``by``.

        It has the old one's identity and place among the matter's documents. Raises ``NotFound`` where the document is
        none of its matter's any more, or is replaced already.
        """
        ...

    def text(self, tenant: TenantId, document: DocumentId) -> str:
        """The whole extracted text; empty where there is none. Raises ``NotFound`` for an unknown document."""
        ...

    def sections(
        self, tenant: TenantId, documents: Sequence[DocumentId]
    ) -> Mapping[DocumentId, tuple[Section, ...] | None]:
        """The sections in the texts of several documents, in order; unknown ones are left out.

        None for a document read before they were looked for, and for one without text.
        """
        ...

    def tables(self, tenant: TenantId, document: DocumentId) -> tuple[Table, ...]:
        """The tables found in the document's text, in order; none for a document read before they were looked for.

        Raises ``NotFound`` for an unknown document.
        """
        ...

    def layout(self, tenant: TenantId, document: DocumentId) -> Layout | None:
        """The document's changes, comments and notes; None where its format has none, or they were not looked for.

        Raises ``NotFound`` for an unknown document.
        """
        ...


class DocumentReader(Protocol):
    """Reads files of the formats it knows."""

    def media_type(self, filename: str) -> str:
        """The media type that the name claims, ``application/octet-stream`` where it claims none we know."""
        ...

    def extensions(self) -> tuple[str, ...]:
        """The extensions of the names that are read, lower case, with their dots."""
        ...

    def read(self, data: bytes, filename: str) -> Reading:
        """The file's text and chunks. Raises ``UnreadableDocument`` with a sentence that says what to do."""
        ...

    def cut(self, reading: Reading, filename: str) -> Reading | None:
        """The reading with furniture and chunks found anew in its text, which stays as it is.

        None where that would lose what only the file itself says, such as the headings of a Word document.
        """
        ...


class ContainerReader(Protocol):
    """Takes files out of archives and e-mails."""

    def media_type(self, filename: str) -> str:
        """As ``DocumentReader`` has it."""
        ...

    def open(self, data: bytes, filename: str, take: Callable[[str, bytes], None]) -> Opened:
        """Hand every file that the container holds, with its path inside, to ``take``; what was not handed out.

        Raises ``UnreadableDocument`` where it cannot be opened, ``InvalidInput`` where it is no container.
        """
        ...


class PageGeometry(Protocol):
    """Knows where a PDF's words stand on its pages."""

    def boxes(
        self, data: bytes, filename: str, reading: Reading, spans: Sequence[tuple[int, int]]
    ) -> tuple[PageBoxes, ...]:
        """A rectangle for each line of print of these stretches of the text, page by page.

        Raises ``UnreadableDocument`` where that is not known for sure: a wrong place is never given.
        """
        ...


class ThreadStore(Protocol):
    """Threads of all tenants; every question names the tenant and sees only its own."""

    def add(self, thread: Thread) -> None:
        """Store a new thread."""
        ...

    def get(self, tenant: TenantId, thread: ThreadId) -> Thread | None:
        """The thread, or None where this tenant has none of that id."""
        ...

    def of_owner(self, tenant: TenantId, matter: MatterId, owner: ActorId) -> Sequence[Thread]:
        """The person's threads in the matter, newest first."""
        ...

    def spend(self, tenant: TenantId, thread: ThreadId, used: Usage) -> None:
        """Add to what the thread used; side by side nothing is lost."""
        ...

    def used_in(self, tenant: TenantId, matter: MatterId) -> Usage:
        """What all threads of the matter used together."""
        ...


class Assistant(Protocol):
    """Answers by calls of its own, each governed and recorded."""

    async def ask(self, question: Question) -> dict[str, Any]:
        """The answer, in the shape of ``AskMatterOutput``.

        Raises ``NotFound`` and ``InvalidInput`` where the context leads nowhere, before anything is kept.
        """
        ...

    async def history(self, thread: Thread) -> Sequence[dict[str, Any]]:
        """The thread's questions with their answers, oldest first."""
        ...
