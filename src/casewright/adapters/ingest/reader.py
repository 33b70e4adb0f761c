"""Reads files of the formats it knows into text, pages and chunks, or says in a sentence why it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import Crashed, TimedOut
from casewright.adapters.ingest import unreadable
from casewright.adapters.ingest.children import Children
from casewright.adapters.ingest.chunker import chunks_of
from casewright.adapters.ingest.contents_table import with_contents
from casewright.adapters.ingest.decoding import NotText, UnknownEncoding, decode
from casewright.adapters.ingest.delimited_text import OpenQuote, TooManyCells, delimited
from casewright.adapters.ingest.formats import (
    FORMATS,
    TEXT_KINDS,
    WRITTEN_AS_TEXT,
    ZIPPED,
    format_of,
    has_mail_header,
    has_pdf_header,
    seeming_of,
)
from casewright.adapters.ingest.furniture import page_furniture
from casewright.adapters.ingest.markdown import headings_of
from casewright.adapters.ingest.normalise import Normalised, extracted, plain
from casewright.adapters.ingest.row_chunks import row_chunks
from casewright.adapters.ingest.wire import Fault
from casewright.domain.documents import SIZE_LIMIT, FurnitureKind, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.decoding import Decoded
    from casewright.adapters.ingest.formats import Format, Kind, Seeming
    from casewright.adapters.ingest.wire import Question
    from casewright.domain.documents import Chunk, Furniture

UNKNOWN_TYPE: Final = "application/octet-stream"

_SHEETS: Final[frozenset[Kind]] = frozenset({"xlsx", "csv"})
_CUT_FROM_TEXT: Final[frozenset[Kind]] = frozenset({"pdf", "text", "markdown", "csv", "xlsx"})
"""The kinds of which all that chunks are made of is kept: text, pages, and tables."""
_QUESTIONS: Final[dict[Kind, Question]] = {
    "pdf": "pdf",
    "docx": "docx",
    "xlsx": "xlsx",
    "html": "html",
    "mail": "mail",
}


class FileReader:
    """Reads PDF, DOCX, XLSX, HTML, EML, CSV, Markdown and plain text; fits ``tools.ports.documents.DocumentReader``.

    Everything but text is opened in a child process under ``limits``; ``workers`` of them at most, kept for
    the next file. ``read`` may be called from several threads; ``close`` ends the processes.
    """

    def __init__(self, *, workers: int = 2, limits: Limits | None = None, command: Sequence[str] | None = None) -> None:
        """``command`` starts another worker than the one that is part of Casewright."""
        self._limits = limits if limits is not None else Limits()
        self._children = Children(count=workers, limits=self._limits, command=command)

    def close(self) -> None:
        """End the child processes; whoever still reads gets ``Unavailable``."""
        self._children.close()

    def extensions(self) -> tuple[str, ...]:
        """Every extension that is read, lower case, with its dot."""
        return tuple(entry.extension for entry in FORMATS)

    def media_type(self, filename: str) -> str:
        """The media type that the name claims, ``application/octet-stream`` where it claims none that is read."""
        claimed = format_of(filename)
        return claimed.media_type if claimed is not None else UNKNOWN_TYPE

    def read(self, data: bytes, filename: str) -> Reading:
        """The file's text and chunks. Raises ``UnreadableDocument`` with a sentence that says what to do."""
        claimed = _accepted(data, filename)
        normalised = self._text_of(data, filename, claimed)
        if not normalised.text.strip():
            raise unreadable.blank(filename)
        furniture = _furniture(normalised, claimed)
        return Reading(
            claimed.media_type,
            normalised.text,
            _chunks(normalised, claimed, furniture),
            normalised.pages,
            normalised.offsets,
            normalised.tables,
            normalised.dated,
            normalised.encoding,
            furniture,
        )

    def cut(self, reading: Reading, filename: str) -> Reading | None:
        """The reading with furniture and chunks found anew in its text, which stays as it is.

        None for the formats whose headings only the file itself tells, and for names that claim no format.
        """
        claimed = format_of(filename)
        if claimed is None or claimed.kind not in _CUT_FROM_TEXT:
            return None
        seen = tuple(one for one in reading.furniture if one.kind != FurnitureKind.CONTENTS)
        kept = Normalised(reading.text, reading.offsets, reading.pages, tables=reading.tables, furniture=seen)
        furniture = _furniture(kept, claimed)
        return replace(reading, chunks=_chunks(kept, claimed, furniture), furniture=furniture)

    def _text_of(self, data: bytes, filename: str, claimed: Format) -> Normalised:
        if claimed.kind == "csv":
            return _sheet(data, filename)
        if claimed.kind in TEXT_KINDS:
            decoded = _decoded(data, filename)
            return replace(plain(decoded.text), encoding=decoded.encoding)
        question = _QUESTIONS[claimed.kind]
        try:
            answer = self._children.ask(question, data)
        except TimedOut as error:
            raise unreadable.timed_out(filename, self._limits.seconds) from error
        except Crashed as error:
            raise unreadable.crashed(filename, claimed) from error
        if isinstance(answer, Fault):
            raise unreadable.from_fault(filename, claimed, answer)
        return extracted(answer)


def _furniture(read: Normalised, claimed: Format) -> tuple[Furniture, ...]:
    """What was seen on the pages, or what shows itself in a text without pages; sheets have none."""
    if claimed.kind in _SHEETS:
        return ()
    return with_contents(read.text, read.furniture if claimed.kind == "pdf" else page_furniture(read.text))


def _chunks(read: Normalised, claimed: Format, furniture: Sequence[Furniture]) -> tuple[Chunk, ...]:
    """Rows in sheets, paragraphs in everything else."""
    if claimed.kind in _SHEETS:
        return row_chunks(read.text, read.tables)
    headings = headings_of(read.text) if claimed.kind == "markdown" else read.headings
    return chunks_of(read.text, pages=read.pages, headings=headings, furniture=furniture)


def _sheet(data: bytes, filename: str) -> Normalised:
    decoded = _decoded(data, filename)
    try:
        return replace(delimited(decoded.text, filename), encoding=decoded.encoding)
    except TooManyCells as error:
        raise unreadable.too_many_cells(filename) from error
    except OpenQuote as error:
        raise unreadable.open_quote(filename, error.row) from error


def _accepted(data: bytes, filename: str) -> Format:
    """The format to read the bytes as. Raises ``UnreadableDocument`` where name, size or content forbid it."""
    if len(data) > SIZE_LIMIT:
        raise unreadable.too_large(filename, len(data))
    seeming = seeming_of(data)
    claimed = format_of(filename)
    if claimed is None:
        raise unreadable.unknown(filename, seeming)
    if not data:
        raise unreadable.empty(filename)
    if seeming == "locked-office":
        raise unreadable.locked(filename)
    if not _may_be(claimed, seeming, data):
        raise unreadable.not_what_it_says(filename, claimed, _named(seeming, data))
    return claimed


def _may_be(claimed: Format, seeming: Seeming, data: bytes) -> bool:
    if claimed.kind == "pdf":
        return has_pdf_header(data)
    if claimed.kind in ("docx", "xlsx"):
        return seeming in ZIPPED
    if claimed.kind == "mail":
        return seeming not in WRITTEN_AS_TEXT and has_mail_header(data)
    return seeming not in WRITTEN_AS_TEXT and _is_text(data, of_any_encoding=claimed.kind == "html")


def _is_text(data: bytes, *, of_any_encoding: bool) -> bool:
    """Whether the bytes are characters; HTML may say itself in which encoding."""
    try:
        decode(data)
    except NotText:
        return False
    except UnknownEncoding:
        return of_any_encoding or seeming_of(data) == "other"
    return True


def _named(seeming: Seeming, data: bytes) -> str:
    """What to call bytes that are not what their name says."""
    if seeming != "other":
        return seeming
    return "text" if _is_text(data, of_any_encoding=False) else "binary"


def _decoded(data: bytes, filename: str) -> Decoded:
    try:
        return decode(data)
    except (NotText, UnknownEncoding) as error:
        raise unreadable.wrong_characters(filename) from error
