"""The tool ``add_document``: bytes that were kept become a document with text and chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pydantic import BaseModel, Field

from casewright.domain.documents import Document, DocumentStatus, Reading
from casewright.domain.ids import BlobId, DocumentId, MatterId
from casewright.domain.people import MatterRight
from casewright.errors import UnreadableDocument
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.reading import DocumentReader
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import WordSearch

_TIMEOUT = 300.0


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
    duplicate: bool


def identity_of(blob: str, filename: str, *, keep_name: bool) -> str:
    """What makes two documents of a matter one: their content, and with ``keep_name`` also their name."""
    return f"{blob}/{filename}" if keep_name else blob


def add_document(
    *,
    documents: DocumentStore,
    blobs: BlobStore,
    reader: DocumentReader,
    scores: ClauseScores,
    words: WordSearch,
    clock: Clock,
    new_id: Callable[[], UUID] = uuid4,
) -> Tool:
    """The tool over these parts."""

    def run(arguments: AddDocumentInput, context: CallContext) -> AddDocumentOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        identity = identity_of(arguments.blob_id, arguments.filename, keep_name=arguments.keep_name)
        known = documents.find(context.tenant, matter, [identity]).get(identity)
        if known is not None and (existing := documents.get(context.tenant, matter, known)) is not None:
            return _view(existing, duplicate=True)
        document, reading = read(arguments, context, matter)
        stop_if_cancelled()
        stored = documents.add(document, reading, identity=identity)
        if reading is not None:
            _prepare(documents, scores, words, stored, reading)
        return _view(stored, duplicate=stored.id != document.id)

    def read(arguments: AddDocumentInput, context: CallContext, matter: MatterId) -> tuple[Document, Reading | None]:
        blob = BlobId(arguments.blob_id)
        data = blobs.get(context.tenant, blob)
        reading, error = None, None
        try:
            reading = reader.read(data, arguments.filename)
        except UnreadableDocument as unreadable:
            error = str(unreadable)
        document = Document(
            id=DocumentId(str(new_id())),
            tenant=context.tenant,
            matter=matter,
            filename=arguments.filename,
            media_type=reader.media_type(arguments.filename) if reading is None else reading.media_type,
            size=len(data),
            blob=blob,
            status=DocumentStatus.ERROR if reading is None else DocumentStatus.READY,
            error=error,
            characters=0 if reading is None else len(reading.text),
            chunk_count=0 if reading is None else len(reading.chunks),
            uploaded_by=context.actor.id,
            uploaded_at=clock.now(),
            dated=None if reading is None else reading.dated,
        )
        return document, reading

    return Tool(
        name="add_document",
        description="Put stored bytes into a matter as a document: its text is read, cut into chunks and made ready.",
        arguments=AddDocumentInput,
        output=AddDocumentOutput,
        handler=run,
        atomic=True,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters", "documents"),
        timeout=_TIMEOUT,
        idempotent=True,
        reads=("the stored bytes",),
        writes=("a document of the matter",),
        needs=MatterRight.UPLOAD,
    )


def _prepare(
    documents: DocumentStore, scores: ClauseScores, words: WordSearch, document: Document, reading: Reading
) -> None:
    """Have the new chunks' features and words ready, so that the first query and search need not compute them."""
    columns = documents.chunks(document.tenant, [document.id])
    if not columns:
        return
    starts, ends = columns[0].start, columns[0].end

    def texts(positions: np.ndarray) -> list[str]:
        return [reading.text[starts[at] : ends[at]] for at in positions]

    scores.prepare(document.tenant, columns[0].content, texts)
    words.prepare(document.tenant, document.id, [reading.text[chunk.start : chunk.end] for chunk in reading.chunks])


def _view(document: Document, *, duplicate: bool) -> AddDocumentOutput:
    return AddDocumentOutput(
        document_id=document.id,
        filename=document.filename,
        status=document.status,
        characters=document.characters,
        chunks=document.chunk_count,
        error=document.error,
        duplicate=duplicate,
    )
