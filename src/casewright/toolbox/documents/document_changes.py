"""The tool ``document_changes``: who changed and commented what in a document, when and where."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import BaseModel, Field

from casewright.domain.documents import DocumentStatus
from casewright.domain.ids import DocumentId
from casewright.domain.layouts import Change, ChangeKind
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.documents.reading_view import VERSION
from casewright.toolbox.documents.stored_chunks import section_label
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document
    from casewright.domain.ids import TenantId
    from casewright.domain.layouts import Comment, Layout
    from casewright.tools.ports.documents import DocumentChunks, DocumentStore

_AROUND = 80
"""Most characters shown before and after a place."""
_LONGEST = 2_000
"""Most characters shown of one text."""
_REPLIES = 50
"""Most replies shown of one comment."""

Kind = Literal["insertion", "deletion", "move", "comment"]


class DocumentChangesInput(Arguments):
    """Input of the ``document_changes`` tool."""

    matter_id: str = Field(description="UUID of the matter that holds the document")
    document_id: str = Field(description="UUID of the document")
    kinds: list[Kind] | None = Field(default=None, description="Only these; left out: all", min_length=1, max_length=4)
    author: str | None = Field(default=None, description="Only by whose name holds this, whatever its case")
    first: int = Field(default=0, ge=0, description="How many to pass over: next_first of the call before")
    limit: int = Field(default=200, ge=1, le=1_000, description="How many at most")


class Place(BaseModel):
    """A place in the document's text, in code points, with the words around it; ``section`` where it is known."""

    start: int
    end: int
    before: str
    after: str
    section: str | None = None


class ReplyView(BaseModel):
    """An answer to a comment."""

    author: str | None
    at: str | None
    text: str


class Tracked(BaseModel):
    """One tracked change or comment, in the order of the text.

    ``text`` is what was inserted, deleted or moved here; of a comment, what it says, and ``quote`` is what it is on.
    ``cut`` says that a text is longer than shown. ``moved_from`` is where it stood before a move. ``at`` is the time
    that the file gives, in ISO 8601; ``author`` and ``at`` are null where it gives none.
    """

    kind: Kind
    author: str | None
    at: str | None
    text: str
    place: Place
    quote: str | None = None
    cut: bool = False
    moved_from: int | None = None
    resolved: bool | None = None
    replies: list[ReplyView] = Field(default_factory=list)
    replies_left_out: int = 0


class Counts(BaseModel):
    """How many there are in the whole document."""

    insertions: int = 0
    deletions: int = 0
    moves: int = 0
    comments: int = 0
    replies: int = 0


class AuthorCounts(BaseModel):
    """How many changes and comments, replies among them, are by one author; null where the file does not say."""

    author: str | None
    changes: int
    comments: int


class DocumentChangesOutput(BaseModel):
    """``version`` says which version was read: offsets refer to it. ``counts`` and ``authors`` are of the document,
    ``total`` counts what was asked for, ``next_first`` is where the next call goes on, null at the end. ``message``
    says why there is nothing, or what is not here.
    """

    document_id: str
    filename: str
    version: str | None
    counts: Counts
    authors: list[AuthorCounts]
    total: int
    next_first: int | None
    tracked: list[Tracked]
    message: str | None = None


def document_changes(*, documents: DocumentStore) -> Tool:
    """The tool over this store."""

    def run(arguments: DocumentChangesInput, context: CallContext) -> DocumentChangesOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        document = documents.get(context.tenant, matter, DocumentId(arguments.document_id.lower()))
        if document is None:
            raise NotFound(f"Document {arguments.document_id!r} not found in this matter")
        if document.status is not DocumentStatus.READY:
            why = f": {document.error}" if document.error else ""
            raise InvalidInput(f"Document is not ready (status: {document.status.value}){why}")
        layout = documents.layout(context.tenant, document.id)
        if layout is None:
            return _nothing(document, _why_none(document))
        return _shown(documents, context.tenant, document, layout, arguments)

    return Tool(
        name="document_changes",
        description="List a Word document's tracked changes and comments: who, when, what was inserted, deleted, moved"
        " or said, and where in the text, which is read with all changes accepted.",
        arguments=DocumentChangesInput,
        output=DocumentChangesOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the document's tracked changes and comments",),
    )


def _nothing(document: Document, message: str) -> DocumentChangesOutput:
    return DocumentChangesOutput(
        document_id=document.id,
        filename=document.filename,
        version=None,
        counts=Counts(),
        authors=[],
        total=0,
        next_first=None,
        tracked=[],
        message=message,
    )


def _why_none(document: Document) -> str:
    if "wordprocessingml" not in document.media_type:
        return f"{document.filename!r} is no Word document (DOCX): changes and comments are read from these only."
    return (
        f"{document.filename!r} was read before changes and comments were kept: have it read again"
        " (reread_documents), or delete it and add the file again."
    )


def _shown(
    documents: DocumentStore, tenant: TenantId, document: Document, layout: Layout, asked: DocumentChangesInput
) -> DocumentChangesOutput:
    wanted = [one for one in _merged(layout) if _is_asked(one, asked)]
    page = wanted[asked.first : asked.first + asked.limit]
    view = _View(documents.text(tenant, document.id), documents.chunks(tenant, [document.id])) if page else None
    after = asked.first + len(page)
    kinds = Counter(change.kind for change in layout.changes)
    counts = Counts(
        insertions=kinds[ChangeKind.INSERTION],
        deletions=kinds[ChangeKind.DELETION],
        moves=kinds[ChangeKind.MOVE],
        comments=len(layout.comments),
        replies=sum(len(comment.replies) for comment in layout.comments),
    )
    return DocumentChangesOutput(
        document_id=document.id,
        filename=document.filename,
        version=VERSION,
        counts=counts,
        authors=_authors(layout),
        total=len(wanted),
        next_first=after if after < len(wanted) else None,
        tracked=[view.tracked(one) for one in page] if view is not None else [],
        message=_message(layout, wanted),
    )


def _merged(layout: Layout) -> list[Change | Comment]:
    both: list[Change | Comment] = [*layout.changes, *layout.comments]
    return sorted(both, key=lambda one: one.start)


def _is_asked(one: Change | Comment, asked: DocumentChangesInput) -> bool:
    kind = one.kind.value if isinstance(one, Change) else "comment"
    if asked.kinds is not None and kind not in asked.kinds:
        return False
    if asked.author is None:
        return True
    replies = () if isinstance(one, Change) else one.replies
    return any(asked.author.casefold() in (each.author or "").casefold() for each in (one, *replies))


def _message(layout: Layout, wanted: Sequence[object]) -> str | None:
    said = []
    if not layout.changes and not layout.comments:
        said.append("The document has no tracked changes and no comments.")
    elif not wanted:
        said.append("No tracked change and no comment is of this kind or by this author.")
    if layout.left_out:
        said.append(f"{layout.left_out:,} more are in the file than are kept.")
    return " ".join(said) or None


def _authors(layout: Layout) -> list[AuthorCounts]:
    changes = Counter(change.author for change in layout.changes)
    comments = Counter(comment.author for comment in layout.comments)
    comments.update(reply.author for comment in layout.comments for reply in comment.replies)
    names = sorted({*changes, *comments}, key=lambda name: (-changes[name] - comments[name], name or ""))
    return [AuthorCounts(author=name, changes=changes[name], comments=comments[name]) for name in names[:200]]


class _View:
    """Shows changes and comments with their places."""

    def __init__(self, text: str, chunks: Sequence[DocumentChunks]) -> None:
        self._text = text
        self._chunks = chunks[0] if chunks else None

    def tracked(self, one: Change | Comment) -> Tracked:
        at = None if one.at is None else one.at.isoformat()
        place = self._place(one.start, one.end)
        if isinstance(one, Change):
            said = one.deleted or self._text[one.start : one.end]
            text, cut = said[:_LONGEST], len(said) > _LONGEST
            return Tracked(
                kind=one.kind.value, author=one.author, at=at, text=text, place=place, cut=cut, moved_from=one.origin
            )
        quote = self._text[one.start : one.end]
        replies = [
            ReplyView(
                author=each.author, at=None if each.at is None else each.at.isoformat(), text=each.text[:_LONGEST]
            )
            for each in one.replies[:_REPLIES]
        ]
        return Tracked(
            kind="comment",
            author=one.author,
            at=at,
            text=one.text[:_LONGEST],
            place=place,
            quote=quote[:_LONGEST],
            cut=any(len(each) > _LONGEST for each in (one.text, quote, *(reply.text for reply in one.replies))),
            resolved=one.resolved,
            replies=replies,
            replies_left_out=len(one.replies) - len(replies),
        )

    def _place(self, start: int, end: int) -> Place:
        before = self._text[max(start - _AROUND, 0) : start].rpartition("\n")[2]
        after = self._text[end : end + _AROUND].partition("\n")[0]
        return Place(start=start, end=end, before=before, after=after, section=self._section(start, end))

    def _section(self, start: int, end: int) -> str | None:
        """The section of the chunk that holds all of it."""
        chunks = self._chunks
        if chunks is None or not len(chunks.start):
            return None
        at = int(np.searchsorted(chunks.start, start, side="right")) - 1
        if at < 0 or end > chunks.end[at]:
            return None
        return section_label(chunks.sections[int(chunks.section[at])][0])
