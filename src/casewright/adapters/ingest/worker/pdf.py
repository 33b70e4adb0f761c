"""The text of a PDF, page by page, as PDFium gives it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pypdfium2
import pypdfium2.raw as pdfium

from casewright.adapters.ingest.wire import TEXT_LIMIT, Extract, Fault
from casewright.adapters.ingest.worker.grid import Word, is_spaced, may_be_row, tables_of
from casewright.adapters.ingest.worker.lines import Line, paragraph_starts
from casewright.adapters.ingest.worker.page_edges import Sheet
from casewright.adapters.ingest.worker.page_furniture import furniture_of
from casewright.adapters.ingest.worker.scans import shown_without_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.documents import Table

_LINE: Final = re.compile(r"[^\r\n]*[^\s][^\r\n]*")
_WORD: Final = re.compile(r"\S+")
_ACROSS: Final = 4.0
"""Degrees from which on two words are not turned equally."""

_Box = tuple[float, float, float, float]


def read_pdf(data: bytes) -> Extract | Fault:
    """The pages' texts end to end, and where paragraphs begin; a fault where there is (next to) no text."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)
        return Fault("encrypted" if locked else "damaged")
    if document.get_formtype() != pdfium.FORMTYPE_NONE:
        document.init_forms()
    return _read_pages(document)


def _read_pages(document: pypdfium2.PdfDocument) -> Extract | Fault:
    texts: list[str] = []
    pages: list[tuple[int, int]] = []
    lines: list[Line] = []
    sheets: list[Sheet] = []
    tables: list[Table] = []
    unread: list[int] = []
    empty = pictures = length = 0
    for index in range(len(document)):
        page = _opened(document, index)
        text_page = page.get_textpage()
        text: str = text_page.get_text_range()
        empty += not text.strip()
        shown = shown_without_text(page, text)
        if shown is not None:
            unread.append(index + 1)
            pictures += shown == "picture"
        sheet = _Paper.of(page)
        sheets.append(sheet.shown)
        printed = list(_lines(text_page, text, index, length, sheet))
        lines += printed
        tables += _tables(text_page, text, printed, length)
        texts.append(text)
        pages.append((length, length + len(text)))
        length += len(text)
        text_page.close()
        page.close()
        if length > TEXT_LIMIT:
            return Fault("characters")
    if not pages:
        return Fault("damaged")
    if empty == len(pages) or pictures * 2 > len(pages):
        return Fault("scanned", f"{max(empty, len(unread))}/{len(pages)}")
    furniture, lines = furniture_of(lines, sheets, [(table.start, table.end) for table in tables])
    starts = paragraph_starts(lines)
    return Extract(
        "".join(texts), tuple(pages), starts, tables=tuple(tables), furniture=furniture, unread=tuple(unread)
    )


def _opened(document: pypdfium2.PdfDocument, index: int) -> pypdfium2.PdfPage:
    """The page; what was typed into a form's fields is made part of it, or it would not be among its text."""
    page = document[index]
    if document.formenv is not None:
        page.flatten()
        page.close()
        page = document[index]
    return page


@dataclass(frozen=True, slots=True)
class _Paper:
    """A page's box in its own coordinates, and how far it is turned, clockwise, in degrees."""

    left: float
    bottom: float
    right: float
    top: float
    turn: int

    @classmethod
    def of(cls, page: pypdfium2.PdfPage) -> _Paper:
        """The page's."""
        left, bottom, right, top = page.get_bbox()
        return cls(left, bottom, right, top, page.get_rotation())

    @property
    def shown(self) -> Sheet:
        """Its size as it is shown."""
        width, height = self.right - self.left, self.top - self.bottom
        return Sheet(height, width) if self.turn % 180 else Sheet(width, height)

    def place(self, box: _Box) -> _Box:
        """A box as it is shown, from the lower left corner."""
        left, bottom, right, top = box
        match self.turn:
            case 90:
                return (bottom - self.bottom, self.right - right, top - self.bottom, self.right - left)
            case 180:
                return (self.right - right, self.top - top, self.right - left, self.top - bottom)
            case 270:
                return (self.top - top, left - self.left, self.top - bottom, right - self.left)
        return (left - self.left, bottom - self.bottom, right - self.left, top - self.bottom)


def _lines(text_page: pypdfium2.PdfTextPage, text: str, page: int, offset: int, paper: _Paper) -> Iterator[Line]:
    """The page's lines that show anything, with their places; what is printed across one is a line of its own."""
    beyond = 0  # characters before the line that count twice in PDFium's UTF-16
    at = 0
    for match in _LINE.finditer(text):
        beyond += _count_beyond(text[at : match.start()])
        shown = match[0].strip()
        start = match.start() + match[0].index(shown[0])
        line = _line(text_page, shown, (page, offset + start), start + beyond, paper)
        last = start + beyond + len(shown) - 1 + _count_beyond(shown)
        if abs(_angle(text_page, last, paper) - line.angle) < _ACROSS:
            yield line
        else:
            for word_start, piece in _pieces(text_page, shown, start + beyond, paper):
                yield _line(text_page, piece, (page, offset + start + word_start), start + beyond + word_start, paper)
        beyond += _count_beyond(match[0])
        at = match.end()


def _line(text_page: pypdfium2.PdfTextPage, shown: str, place: tuple[int, int], first: int, paper: _Paper) -> Line:
    """The line of these characters, the first of which has the number ``first`` on its page."""
    left, bottom, _, top = paper.place(_box(text_page, first))
    _, last_bottom, right, _ = paper.place(_box(text_page, first + len(shown) - 1 + _count_beyond(shown)))
    angle = _angle(text_page, first, paper)
    return Line(*place, shown, left, right, bottom, last_bottom, max(top - bottom, 1.0), angle)


def _pieces(text_page: pypdfium2.PdfTextPage, shown: str, first: int, paper: _Paper) -> Iterator[tuple[int, str]]:
    """The runs of words in a line that are turned equally."""
    start = end = 0
    before: float | None = None
    for match in _WORD.finditer(shown):
        angle = _angle(text_page, first + match.start(), paper)
        if before is not None and abs(angle - before) >= _ACROSS:
            yield start, shown[start:end]
            start = match.start()
        before, end = angle, match.end()
    yield start, shown[start:end]


def _angle(text_page: pypdfium2.PdfTextPage, index: int, paper: _Paper) -> float:
    """How far a character is turned as it is shown, clockwise, in degrees from 0 to 360."""
    character = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page.raw, index)
    angle = pdfium.FPDFText_GetCharAngle(text_page.raw, character) if character >= 0 else -1.0
    return (math.degrees(angle) + paper.turn) % 360 if angle >= 0 else 0.0


def _tables(text_page: pypdfium2.PdfTextPage, text: str, lines: Sequence[Line], offset: int) -> tuple[Table, ...]:
    """The page's tables. Where words stand is asked for all of them only where two lines look like rows of one."""
    rows = 0
    for line in lines:
        start = line.start - offset
        if may_be_row(line.text) and is_spaced(list(_words(text_page, text, offset, start, start + len(line.text)))):
            rows += 1
    if rows < 2:
        return ()
    return tables_of(list(_words(text_page, text, offset, 0, len(text))), text, offset, page=lines[0].page + 1)


def _words(text_page: pypdfium2.PdfTextPage, text: str, offset: int, start: int, end: int) -> Iterator[Word]:
    """The words of ``text[start:end]``, the page's text standing at ``offset`` of the document's."""
    beyond = _count_beyond(text[:start])
    at = start
    for match in _WORD.finditer(text, start, end):
        beyond += _count_beyond(text[at : match.start()])
        first = match.start() + beyond
        beyond += _count_beyond(match[0][:-1])
        last = match.end() - 1 + beyond
        beyond += _count_beyond(match[0][-1])
        at = match.end()
        left, bottom, _, top = _box(text_page, first)
        _, last_bottom, right, _ = _box(text_page, last)
        yield Word(offset + match.start(), offset + at, left, right, bottom, last_bottom, max(top - bottom, 1.0))


def _count_beyond(text: str) -> int:
    return 0 if text.isascii() else sum(character > "\uffff" for character in text)


def _box(text_page: pypdfium2.PdfTextPage, index: int) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a character of the page's text; zeros where PDFium knows no place."""
    character = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page.raw, index)
    if character < 0:
        return (0.0, 0.0, 0.0, 0.0)
    try:
        left, bottom, right, top = text_page.get_charbox(character, loose=True)
    except pypdfium2.PdfiumError:
        return (0.0, 0.0, 0.0, 0.0)
    return (left, bottom, right, top)
