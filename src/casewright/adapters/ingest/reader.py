"""Reads files of the formats it knows into text, pages and chunks, or says in a sentence why it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import Crashed, TimedOut
from casewright.adapters.ingest import unreadable
from casewright.adapters.ingest.children import Children
from casewright.adapters.ingest.chunker import chunked
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
    is_archive,
    may_have_attachments,
    seeming_of,
)
from casewright.adapters.ingest.furniture import page_furniture
from casewright.adapters.ingest.markdown import headings_of
from casewright.adapters.ingest.normalise import Normalised, extracted, plain
from casewright.adapters.ingest.page_reports import report_of
from casewright.adapters.ingest.printed import page_spans
from casewright.adapters.ingest.recognised_pages import with_recognised
from casewright.adapters.ingest.reports import opened
from casewright.adapters.ingest.row_chunks import row_chunks
from casewright.adapters.ingest.structure import structure_of
from casewright.adapters.ingest.wire import Fault
from casewright.adapters.ingest.word_chunks import end_of_body, word_parts
from casewright.domain.documents import ARCHIVE_LIMIT, SIZE_LIMIT, FurnitureKind, Reading, ReadingReport, ReadingState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.adapters.ingest.container_wire import Opening
    from casewright.adapters.ingest.decoding import Decoded
    from casewright.adapters.ingest.formats import Format, Kind, Seeming
    from casewright.adapters.ingest.page_reports import Lacking
    from casewright.adapters.ingest.recogniser import Failure, Recogniser
    from casewright.adapters.ingest.wire import Extract, Question
    from casewright.domain.boxes import PageBoxes
    from casewright.domain.documents import Chunk, Furniture, Section
    from casewright.domain.enclosed_files import Opened

UNKNOWN_TYPE: Final = "application/octet-stream"

_WHOLE: Final = ReadingReport(ReadingState.WHOLE)
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


_OPENINGS: Final[dict[Kind, Opening]] = {"zip": "open-zip", "mail": "open-eml"}
_WORD_PICTURES: Final = b"word/media/"


class FileReader:
    """Reads PDF, DOCX, XLSX, HTML, EML, CSV, Markdown and plain text, and opens ZIP archives and e-mails.

    Fits ``tools.ports.documents.DocumentReader`` and ``ContainerReader``.

    Everything but text is opened in a child process under ``limits``; ``workers`` of them at most, kept for
    the next file. ``read`` may be called from several threads; ``close`` ends the processes.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        limits: Limits | None = None,
        command: Sequence[str] | None = None,
        recogniser: Recogniser | None = None,
        lacking: Lacking = "extra",
    ) -> None:
        """``command`` starts another worker than the one that is part of Casewright.

        ``recogniser`` reads scanned pages; without it they are named as not read, with what is ``lacking``.
        """
        self._lacking: Lacking = lacking
        self._recogniser = recogniser
        self._limits = limits if limits is not None else Limits()
        self._children = Children(count=workers, limits=self._limits, command=command)

    def close(self) -> None:
        """End the child processes; whoever still reads gets ``Unavailable``."""
        self._children.close()
        if self._recogniser is not None:
            self._recogniser.close()

    def extensions(self) -> tuple[str, ...]:
        """Every extension that is read, lower case, with its dot."""
        return tuple(entry.extension for entry in FORMATS)

    def media_type(self, filename: str) -> str:
        """The media type that the name claims, ``application/octet-stream`` where it claims none that is read."""
        claimed = format_of(filename)
        return claimed.media_type if claimed is not None else UNKNOWN_TYPE

    def read(self, data: bytes, filename: str) -> Reading:
        """The file's text and chunks. Raises ``UnreadableDocument`` with a sentence that says what to do.

        ``InvalidInput`` for an archive: its files are read one by one.
        """
        claimed = _accepted(data, filename)
        if claimed.kind == "zip":
            raise unreadable.archive(filename)
        normalised, report = self._text_of(data, filename, claimed)
        if not _without_furniture(normalised).strip():
            raise unreadable.blank(filename, has_pictures=_WORD_PICTURES in data)
        furniture = _furniture(normalised, claimed)
        chunks, sections = _parts(normalised, claimed, furniture)
        return Reading(
            claimed.media_type,
            normalised.text,
            chunks,
            normalised.pages,
            normalised.offsets,
            normalised.tables,
            normalised.dated,
            normalised.encoding,
            furniture if claimed.kind != "docx" else (*furniture, *normalised.furniture),
            layout=normalised.layout,
            report=report,
            sections=sections,
            printed=normalised.printed,
            recognised=normalised.recognised,
        )

    def holds_files(self, data: bytes, filename: str) -> bool:
        """Whether files may be taken out of it: it is a ZIP archive, or an e-mail with more than its text."""
        claimed = format_of(filename)
        if claimed is None:
            return False
        if claimed.kind == "zip":
            return is_archive(data)
        return claimed.kind == "mail" and has_mail_header(data) and may_have_attachments(data)

    def open(self, data: bytes, filename: str, take: Callable[[str, bytes], None]) -> Opened:
        """Hand every file in the container, with its path inside, to ``take``; what was not handed out, and why.

        Containers in it are opened too. An item with an empty name is about the container itself; what was taken before
        is then not all. Raises ``UnreadableDocument`` where it cannot be opened, ``InvalidInput`` where its name is no
        container's.
        """
        named = format_of(filename)
        if named is None or named.kind not in _OPENINGS:
            raise unreadable.no_container(filename)
        claimed = _accepted(data, filename)
        try:
            others = self._children.open(_OPENINGS[claimed.kind], data, take)
        except TimedOut as error:
            raise unreadable.timed_out(filename, self._limits.seconds) from error
        except Crashed as error:
            raise unreadable.crashed(filename, claimed) from error
        return opened(others)

    def boxes(
        self, data: bytes, filename: str, reading: Reading, spans: Sequence[tuple[int, int]]
    ) -> tuple[PageBoxes, ...]:
        """Where these stretches of the text of a PDF stand on its pages; fits ``tools.ports.documents.PageGeometry``.

        Raises ``UnreadableDocument`` where that is not known for sure.
        """
        if reading.printed is None:
            raise unreadable.boxes_unknown(filename, None)
        asked = page_spans(reading.text, reading.offsets, reading.printed, spans)
        try:
            answer = self._children.ask_boxes(data, asked)
        except TimedOut as error:
            raise unreadable.timed_out(filename, self._limits.seconds) from error
        except Crashed as error:
            raise unreadable.boxes_unknown(filename, reading.printed.engine) from error
        if not isinstance(answer, tuple):
            raise unreadable.boxes_unknown(filename, reading.printed.engine)
        return answer

    def cut(self, reading: Reading, filename: str) -> Reading | None:
        """The reading with furniture, chunks and sections found anew in its text, which stays as it is.

        None for the formats whose headings only the file itself tells, and for names that claim no format.
        """
        claimed = format_of(filename)
        if claimed is None or claimed.kind not in _CUT_FROM_TEXT:
            return None
        seen = tuple(one for one in reading.furniture if one.kind != FurnitureKind.CONTENTS)
        kept = Normalised(reading.text, reading.offsets, reading.pages, tables=reading.tables, furniture=seen)
        furniture = _furniture(kept, claimed)
        chunks, sections = _parts(kept, claimed, furniture)
        return replace(reading, chunks=chunks, sections=sections, furniture=furniture)

    def _text_of(self, data: bytes, filename: str, claimed: Format) -> tuple[Normalised, ReadingReport]:
        if claimed.kind == "csv":
            return _sheet(data, filename), _WHOLE
        if claimed.kind in TEXT_KINDS:
            decoded = _decoded(data, filename)
            return replace(plain(decoded.text), encoding=decoded.encoding), _WHOLE
        question = _QUESTIONS[claimed.kind]
        try:
            answer = self._children.ask(question, data)
        except TimedOut as error:
            raise unreadable.timed_out(filename, self._limits.seconds) from error
        except Crashed as error:
            raise unreadable.crashed(filename, claimed) from error
        if isinstance(answer, Fault):
            raise unreadable.from_fault(filename, claimed, answer)
        if claimed.kind != "pdf":
            return extracted(answer), _WHOLE
        whole, failures = self._recognised(data, answer)
        normalised = extracted(whole)
        known = {*whole.unread, *(page.number for page in whole.recognised)}
        blank = [number for number in answer.unread if number not in known]
        if not normalised.text.strip() or len(whole.unread) == len(whole.pages):
            raise unreadable.scanned(filename, len(answer.pages), whole.unread, failures, blank, self._lacking)
        report = report_of(len(whole.pages), whole.unread, whole.recognised, failures, blank, self._lacking)
        return normalised, report

    def _recognised(self, data: bytes, answer: Extract) -> tuple[Extract, Mapping[int, Failure]]:
        """The extract with the text of scanned pages, and why some have none."""
        if self._recogniser is None or not answer.unread:
            return answer, {}
        found = self._recogniser.read(data, answer.unread)
        return with_recognised(answer, found.texts), found.failures


def _furniture(read: Normalised, claimed: Format) -> tuple[Furniture, ...]:
    """What was seen on the pages, or what shows itself in a text without pages, in order; sheets have none.

    Of Word only what stands in the body: its margins are known.
    """
    if claimed.kind in _SHEETS:
        return ()
    if claimed.kind == "pdf":
        return with_contents(read.text, read.furniture)
    text = read.text[: end_of_body(read)] if claimed.kind == "docx" else read.text
    return with_contents(text, page_furniture(text))


def _parts(
    read: Normalised, claimed: Format, furniture: Sequence[Furniture]
) -> tuple[tuple[Chunk, ...], tuple[Section, ...]]:
    """The chunks, rows in sheets and paragraphs in everything else, and the sections; sheets have none."""
    if claimed.kind in _SHEETS:
        return row_chunks(read.text, read.tables), ()
    if claimed.kind == "docx":
        return word_parts(read, furniture)
    headings = headings_of(read.text) if claimed.kind == "markdown" else read.headings
    structure = structure_of(read.text, headings, furniture, has_pages=bool(read.pages))
    return chunked(read.text, structure, read.pages), structure.sections


def _without_furniture(read: Normalised) -> str:
    """What the document itself says."""
    edges = [0, *(edge for one in read.furniture for edge in (one.start, one.end)), len(read.text)]
    return "".join(read.text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))


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
    claimed = format_of(filename)
    if len(data) > (ARCHIVE_LIMIT if claimed is not None and claimed.kind == "zip" else SIZE_LIMIT):
        raise unreadable.too_large(filename, len(data), claimed)
    seeming = seeming_of(data)
    if claimed is None:
        raise unreadable.unknown(filename, "text" if seeming == "other" and data and _is_text(data) else seeming)
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
    if claimed.kind == "zip":
        return is_archive(data)
    if claimed.kind == "mail":
        return seeming not in WRITTEN_AS_TEXT and has_mail_header(data)
    return seeming not in WRITTEN_AS_TEXT and _is_text(data, of_any_encoding=claimed.kind == "html")


def _is_text(data: bytes, *, of_any_encoding: bool = False) -> bool:
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
    return "text" if _is_text(data) else "binary"


def _decoded(data: bytes, filename: str) -> Decoded:
    try:
        return decode(data)
    except (NotText, UnknownEncoding) as error:
        raise unreadable.wrong_characters(filename) from error
