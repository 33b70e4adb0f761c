"""The tool ``add_document``: bytes that were kept become a document with text and chunks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pydantic import BaseModel, Field

from casewright.domain.documents import (
    READER_VERSION,
    Document,
    DocumentStatus,
    Reading,
)
from casewright.domain.ids import BlobId, DocumentId, MatterId
from casewright.domain.people import MatterRight
from casewright.errors import UnreadableDocument
from casewright.toolbox.documents.preparation import prepare
from casewright.toolbox.documents.reading_view import ReadingView, TrackedView, report_of, tracked_view
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.definition import Tool
from casewright.tools.effects import complete
from casewright.tools.progress import FILE, report

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.layouts import Layout
    from casewright.toolbox.documents.originals import Originals
    from casewright.toolbox.documents.preparation import ReadFacts
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import DocumentReader, DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall, MaskedDocument
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import WordSearch
    from casewright.tools.ports.together import Together

_TIMEOUT = 300.0
_FILES_AT_ONCE = 4
"""So many files may be read at a time, their scanned pages taking turns."""
MASKED = "document.masked"
"""The event that counts, by kind, what was taken out of a document of a case."""


class AddDocumentInput(Arguments):
    """Input of the ``add_document`` tool."""

    matter_id: str = Field(description="UUID of the matter that gets the document")
    blob_id: str = Field(description="Id of the stored bytes (their SHA-256)", pattern="^[0-9a-f]{64}$")
    filename: str = Field(description="What the document is called", min_length=1, max_length=4096)
    keep_name: bool = Field(
        default=False,
        description="True: the same content under another name is a document of its own",
    )


class AddDocumentOutput(BaseModel):
    """The document; ``duplicate`` where the matter already had it, under the filename given here."""

    document_id: str
    filename: str
    status: DocumentStatus
    characters: int
    chunks: int
    error: str | None
    reading: ReadingView | None = Field(
        default=None, description="How much of the file was read; null where that was not kept yet"
    )
    duplicate: bool
    encoding: str | None = Field(
        default=None, description="What a file of text was read as just now, where it is not in UTF-8"
    )
    tracked: TrackedView | None = Field(
        default=None, description="Which version was read, where the document has tracked changes or comments"
    )
    masked: dict[str, int] = Field(default_factory=dict, description="In a case: what was masked, by kind")
    undeclared: list[str] = Field(
        default_factory=list, description="In a case: placeholders of persons whom nobody declared as parties"
    )


def identity_of(blob: str, filename: str, *, keep_name: bool) -> str:
    """What makes two documents of a matter one: their content, and with ``keep_name`` also their name."""
    return f"{blob}/{filename}" if keep_name else blob


def add_document(
    *,
    documents: DocumentStore,
    originals: Originals,
    transaction: Together,
    reader: DocumentReader,
    scores: ClauseScores,
    words: WordSearch,
    clock: Clock,
    firewall: DocumentFirewall | None = None,
    new_id: Callable[[], UUID] = uuid4,
    ocr_seconds: float = 0.0,
    facts: ReadFacts | None = None,
) -> Tool:
    """The tool over these parts. What goes into a case goes through the firewall, and its bytes into the vault.

    ``ocr_seconds`` is what recognising scanned pages may take, beside everything else. ``facts`` reads the facts of a
    new document where that is quick.
    """
    addition = _Addition(documents, originals, transaction, reader, scores, words, clock, firewall, new_id, facts)
    return Tool(
        name="add_document",
        description="Put stored bytes into a matter as a document: its text is read, cut into chunks and made ready.",
        arguments=AddDocumentInput,
        output=AddDocumentOutput,
        handler=addition.run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters", "documents"),
        timeout=_TIMEOUT + _FILES_AT_ONCE * ocr_seconds,
        idempotent=True,
        reads=("the stored bytes",),
        writes=("a document of the matter",),
        needs=MatterRight.UPLOAD,
        emits=(MASKED,),
    )


@dataclass(frozen=True, slots=True)
class _Addition:
    """Adds a document to a matter."""

    documents: DocumentStore
    originals: Originals
    transaction: Together
    reader: DocumentReader
    scores: ClauseScores
    words: WordSearch
    clock: Clock
    firewall: DocumentFirewall | None
    new_id: Callable[[], UUID]
    facts: ReadFacts | None

    def run(self, arguments: AddDocumentInput, context: CallContext) -> AddDocumentOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        guard = self.firewall if self.firewall is not None and self.firewall.guards(context.tenant, matter) else None
        if guard is None:
            return self._add(arguments, context, matter)
        try:
            return self._add(arguments, context, matter, guard)
        finally:
            self.originals.release(context.tenant, BlobId(arguments.blob_id))

    def _add(
        self, arguments: AddDocumentInput, context: CallContext, matter: MatterId, guard: DocumentFirewall | None = None
    ) -> AddDocumentOutput:
        identity = identity_of(arguments.blob_id, arguments.filename, keep_name=arguments.keep_name)
        known = self.documents.find(context.tenant, matter, [identity]).get(identity)
        existing = None if known is None else self.documents.get(context.tenant, matter, known)
        if existing is not None and (existing.status is not DocumentStatus.ERROR or guard is not None):
            return view(existing, duplicate=True, layout=self.documents.layout(context.tenant, existing.id))
        data = self.originals.blobs.get(context.tenant, BlobId(arguments.blob_id))
        report(0, None, FILE)
        reading, unread = self._read(data, arguments.filename)
        if existing is not None and reading is None:
            return view(existing, duplicate=True)
        encoding = None if reading is None else reading.encoding
        stop_if_cancelled()
        if guard is None:
            document = self._describe(arguments, context, matter, len(data), reading, unread)
            found = None
            with self.transaction.together():
                stored = self._stored(document, existing, reading, identity)
                if stored.id == document.id:
                    self.originals.claim(context.tenant, document.blob, data)
        else:
            # Outside of the transaction: a long text takes long. Again in it, where a party was declared meanwhile.
            parties, found = guard.parties(context.tenant, matter), guard.masked(context.tenant, matter, reading)
            with self.transaction.together():
                if guard.parties(context.tenant, matter) != parties:
                    found = guard.masked(context.tenant, matter, reading)
                reading = found.reading
                document = self._describe(arguments, context, matter, len(data), reading, unread)
                stored = self.documents.add(document, reading, identity=identity)
                if stored.id == document.id:
                    guard.seal(context.tenant, document.id, data)
                    if found.replaced:
                        emit(MASKED, {"document_id": document.id, "replaced": dict(found.replaced)})
        layout = self.documents.layout(context.tenant, stored.id)
        duplicate = stored.id != document.id and existing is None
        added = view(stored, duplicate=duplicate, encoding=encoding, layout=layout, found=found)
        complete(added)  # what is prepared takes time, and can be prepared again
        if reading is not None:
            prepare(self.documents, self.scores, self.words, stored, reading, self.facts)
        return added

    def _stored(
        self, document: Document, existing: Document | None, reading: Reading | None, identity: str
    ) -> Document:
        """The document, new or in place of one that could not be read when the same file was added before."""
        if existing is None:
            return self.documents.add(document, reading, identity=identity)
        read = replace(
            document,
            id=existing.id,
            filename=existing.filename,
            uploaded_by=existing.uploaded_by,
            uploaded_at=existing.uploaded_at,
        )
        self.documents.rewrite(read, reading)
        return read

    def _read(self, data: bytes, filename: str) -> tuple[Reading | None, UnreadableDocument | None]:
        """What the reader made of the bytes, or why it could not."""
        try:
            return self.reader.read(data, filename), None
        except UnreadableDocument as unreadable:
            return None, unreadable

    def _describe(
        self,
        arguments: AddDocumentInput,
        context: CallContext,
        matter: MatterId,
        size: int,
        reading: Reading | None,
        unread: UnreadableDocument | None,
    ) -> Document:
        return Document(
            id=DocumentId(str(self.new_id())),
            tenant=context.tenant,
            matter=matter,
            filename=arguments.filename,
            media_type=self.reader.media_type(arguments.filename) if reading is None else reading.media_type,
            size=size,
            blob=BlobId(arguments.blob_id),
            status=DocumentStatus.ERROR if reading is None else DocumentStatus.READY,
            error=None if unread is None else str(unread),
            characters=0 if reading is None else len(reading.text),
            chunk_count=0 if reading is None else len(reading.chunks),
            uploaded_by=context.actor.id,
            uploaded_at=self.clock.now(),
            dated=None if reading is None else reading.dated,
            report=report_of(reading, unread),
            reader_version=READER_VERSION,
        )


def view(
    document: Document,
    *,
    duplicate: bool,
    layout: Layout | None = None,
    encoding: str | None = None,
    found: MaskedDocument | None = None,
) -> AddDocumentOutput:
    """The document as the call's caller sees it."""
    return AddDocumentOutput(
        document_id=document.id,
        filename=document.filename,
        status=document.status,
        characters=document.characters,
        chunks=document.chunk_count,
        error=document.error,
        reading=ReadingView.of(document.report),
        duplicate=duplicate,
        encoding=encoding,
        tracked=tracked_view(layout),
        masked={} if found is None else dict(found.replaced),
        undeclared=[] if found is None else list(found.undeclared),
    )
