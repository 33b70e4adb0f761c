"""The tool ``reread_documents``: documents that an older version read are read as files are read now.

The text of a document never changes. Where reading its original again gives the same text, its chunks, sections and
furniture are made anew in it; where it gives another one, that becomes a document beside it, which takes its place
while the old one stays for what cites it. Of a case only what is stored is looked at: originals lie sealed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal
from uuid import UUID, uuid4

from pydantic import BaseModel, Field

from casewright.domain.documents import READER_VERSION, Document, DocumentStatus, Reading, ReadingReport
from casewright.domain.ids import DocumentId
from casewright.domain.people import MatterRight
from casewright.errors import NotFound, UnreadableDocument
from casewright.toolbox.documents.preparation import prepare
from casewright.toolbox.documents.reading_view import is_outdated, report_of
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.definition import Tool
from casewright.tools.progress import DOCUMENTS, keep_quiet, report

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.ids import MatterId, TenantId
    from casewright.toolbox.documents.preparation import ReadFacts
    from casewright.tools.ports.blobs import BlobStore
    from casewright.tools.ports.documents import DocumentReader, DocumentStore
    from casewright.tools.ports.firewall import DocumentFirewall
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import WordSearch
    from casewright.tools.ports.together import Together

_TIMEOUT = 600.0
_ENOUGH = 240.0
"""Seconds after which a call begins no further document; the next one goes on."""

Outcome = Literal["read anew", "cut anew", "replaced", "unreadable", "kept"]


class RereadDocumentsInput(Arguments):
    """Input of the ``reread_documents`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the documents")
    document_ids: list[str] | None = Field(
        default=None,
        min_length=1,
        description="Only these, whatever read them; where left out, every document that an older version read, and "
        "those with pages that were pictures",
    )


class RereadDocument(BaseModel):
    """What came of one document.

    ``read anew``: it had no text and has one now; ``cut anew``: its text stays, its chunks and sections are new;
    ``replaced``: another text was read, in the document ``new_document_id``, and this one stays for what cites it;
    ``unreadable``: it still cannot be read; ``kept``: nothing was changed. ``reason`` says why for the last two.
    """

    document_id: str
    filename: str
    outcome: Outcome
    new_document_id: str | None = None
    chunks: int
    reason: str | None = None


class RereadDocumentsOutput(BaseModel):
    """What was done; ``left`` are the ids of documents that this call did not come to: name them in the next one."""

    documents: list[RereadDocument]
    left: list[str]


def reread_documents(
    *,
    documents: DocumentStore,
    blobs: BlobStore,
    transaction: Together,
    reader: DocumentReader,
    scores: ClauseScores,
    words: WordSearch,
    firewall: DocumentFirewall | None = None,
    new_id: Callable[[], UUID] = uuid4,
    seconds: Callable[[], float] = time.monotonic,
    facts: ReadFacts | None = None,
) -> Tool:
    """The tool over these parts; ``seconds`` is a clock that only goes forward."""
    again = _Rereading(documents, blobs, transaction, reader, scores, words, firewall, new_id, seconds, facts)
    return Tool(
        name="reread_documents",
        description=(
            "Read documents of a matter again that an older version read. A text never changes: where another one is "
            "read now, it becomes a document that takes the old one's place, and the old one stays for what cites it."
        ),
        arguments=RereadDocumentsInput,
        output=RereadDocumentsOutput,
        handler=again.run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("matters", "documents"),
        timeout=_TIMEOUT,
        idempotent=True,
        reads=("the documents' originals",),
        writes=("the documents' chunks", "newer readings of documents"),
        needs=MatterRight.UPLOAD,
    )


@dataclass(frozen=True, slots=True)
class _Rereading:
    """Reads documents again, each in a transaction of its own: what was done stays, whenever the rest stops."""

    documents: DocumentStore
    blobs: BlobStore
    transaction: Together
    reader: DocumentReader
    scores: ClauseScores
    words: WordSearch
    firewall: DocumentFirewall | None
    new_id: Callable[[], UUID]
    seconds: Callable[[], float]
    facts: ReadFacts | None

    def run(self, arguments: RereadDocumentsInput, context: CallContext) -> RereadDocumentsOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        wanted = self._wanted(context.tenant, matter, arguments.document_ids)
        is_case = self.firewall is not None and self.firewall.guards(context.tenant, matter)
        begun = self.seconds()
        done: list[RereadDocument] = []
        for at, document in enumerate(wanted):
            report(at, len(wanted), DOCUMENTS)
            if done and self.seconds() - begun > _ENOUGH:
                break
            stop_if_cancelled()
            with keep_quiet():
                done.append(self._stored_anew(document, is_case=True) if is_case else self._read_again(document))
        return RereadDocumentsOutput(documents=done, left=[one.id for one in wanted[len(done) :]])

    def _wanted(self, tenant: TenantId, matter: MatterId, ids: Sequence[str] | None) -> list[Document]:
        """The documents, oldest first, so that what stands longest is done first. Raises ``NotFound``."""
        known = list(reversed(self.documents.of_matter(tenant, matter)))
        if ids is None:
            return [one for one in known if is_outdated(one)]
        by_id = {one.id: one for one in known}
        unknown = [one for one in ids if DocumentId(one.lower()) not in by_id]
        if unknown:
            raise NotFound(f"Document {unknown[0]!r} not found in this matter")
        return [by_id[one] for one in dict.fromkeys(DocumentId(one.lower()) for one in ids)]

    def _read_again(self, document: Document) -> RereadDocument:
        """From the original, where it is there."""
        try:
            data = self.blobs.get(document.tenant, document.blob)
        except NotFound:
            return self._stored_anew(document)
        try:
            reading = self.reader.read(data, document.filename)
        except UnreadableDocument as unreadable:
            return self._unreadable(document, unreadable)
        old = self.documents.reading(document.tenant, document.matter, document.id)
        if old is not None and (fewer := _fewer_pages(document, reading)) is not None:
            return _view(document, "kept", document.chunk_count, reason=fewer)
        if old is None or old.text == reading.text:
            return self._put(document, reading, "read anew" if old is None else "cut anew")
        new = replace(_described(document, reading), id=DocumentId(str(self.new_id())))
        with self.transaction.together():
            stored = self.documents.replace(replace(new, id=document.id), reading, by=new.id)
        prepare(self.documents, self.scores, self.words, stored, reading, self.facts)
        return _view(document, "replaced", stored.chunk_count, new=stored.id)

    def _stored_anew(self, document: Document, *, is_case: bool = False) -> RereadDocument:
        """From the text that is stored, which stays what it is."""
        old = self.documents.reading(document.tenant, document.matter, document.id)
        if old is None:
            sealed = "the originals of a case lie sealed: delete it and add the file again to have it read"
            why = sealed if is_case else document.error or "its original is not at hand: add the file again"
            return _view(document, "unreadable", 0, reason=why)
        reading = self.reader.cut(old, document.filename)
        if reading is None:
            why = "only the original says what its headings are: delete it and add it again to have it read anew"
            return _view(document, "kept", document.chunk_count, reason=why)
        return self._put(document, reading, "cut anew")

    def _unreadable(self, document: Document, error: UnreadableDocument) -> RereadDocument:
        """A document with a text keeps it, whatever reads it now."""
        if document.status is DocumentStatus.READY:
            return _view(document, "kept", document.chunk_count, reason=str(error))
        report = report_of(None, error)
        described = replace(document, error=str(error), report=report, reader_version=READER_VERSION)
        self.documents.rewrite(described, None)
        return _view(document, "unreadable", 0, reason=str(error))

    def _put(self, document: Document, reading: Reading, outcome: Outcome) -> RereadDocument:
        described = _described(document, reading)
        if not self.documents.rewrite(described, reading):
            return _view(document, "kept", document.chunk_count, reason="it was deleted in the meantime")
        prepare(self.documents, self.scores, self.words, described, reading, self.facts)
        return _view(document, outcome, described.chunk_count)


def _fewer_pages(document: Document, reading: Reading) -> str | None:
    """Why the text that it has is the better one: fewer of its pages can be read now, such as without OCR."""
    before = None if document.report is None else document.report.pages_read
    now = reading.report.pages_read
    if before is None or now is None or now >= before:
        return None
    remedy = f"; {reading.report.remedy}" if reading.report.remedy else ""
    return f"{now:,} of its pages can be read now, and {before:,} were before{remedy}"


def _described(document: Document, reading: Reading) -> Document:
    report: ReadingReport = reading.report
    return replace(
        document,
        media_type=reading.media_type,
        status=DocumentStatus.READY,
        error=None,
        characters=len(reading.text),
        chunk_count=len(reading.chunks),
        dated=reading.dated,
        report=report,
        reader_version=READER_VERSION,
    )


def _view(
    document: Document, outcome: Outcome, chunks: int, *, new: DocumentId | None = None, reason: str | None = None
) -> RereadDocument:
    return RereadDocument(
        document_id=document.id,
        filename=document.filename,
        outcome=outcome,
        new_document_id=new,
        chunks=chunks,
        reason=reason,
    )
