"""One page of a PDF as it is read: its text with tables row by row, its lines of print."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.worker.banded import banded_tables, has_bands
from casewright.adapters.ingest.worker.grid import aligned_tables, is_spaced, may_be_row
from casewright.adapters.ingest.worker.lattice import lattices_of
from casewright.adapters.ingest.worker.lines import Line
from casewright.adapters.ingest.worker.page_edges import Sheet
from casewright.adapters.ingest.worker.page_frame import frame_of
from casewright.adapters.ingest.worker.page_words import PageWords, count_beyond, upright_words
from casewright.adapters.ingest.worker.ruled import ruled_tables
from casewright.adapters.ingest.worker.rules import rules_of
from casewright.adapters.ingest.worker.table_text import PageText, arranged, as_found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pypdfium2

    from casewright.domain.documents import Table

_LINE: Final = re.compile(r"[^\r\n]*[^\s][^\r\n]*")
_WORD: Final = re.compile(r"\S+")
_ACROSS: Final = 4.0
"""Degrees from which on two words are not turned equally."""


@dataclass(frozen=True, slots=True)
class ReadPage:
    """Offsets are those of the page's text. ``begins`` are those at which a paragraph begins for sure; ``lines`` are
    those outside of tables, ``tabled`` those in them.
    """

    arranged: PageText
    sheet: Sheet
    lines: tuple[Line, ...]
    tabled: tuple[Line, ...]
    tables: tuple[Table, ...]
    begins: tuple[int, ...]

    @property
    def text(self) -> str:
        """The page's text."""
        return self.arranged.text


def read_page(page: pypdfium2.PdfPage, index: int) -> ReadPage:
    """The page, which is the document's ``index``-th, counted from 0."""
    printed = _printed(page)
    lines = list(_lines(printed, index))
    text, tables = _arranged(printed, page, lines, index)
    printed.text_page.close()
    placed = [replace(line, start=text.place(line.start)) for line in lines]
    kept = tuple(line for line in placed if not text.is_in_table(line.start))
    tabled = tuple(line for line in placed if text.is_in_table(line.start))
    sheet = Sheet(printed.frame.width, printed.frame.height)
    return ReadPage(text, sheet, kept, tabled, tables, tuple(_begins(text, kept)))


def read_printed(page: pypdfium2.PdfPage, index: int) -> tuple[PageWords, PageText]:
    """The page's text as PDFium found it, and as ``read_page`` reads it; the first one's ``text_page`` is open."""
    printed = _printed(page)
    return printed, _arranged(printed, page, list(_lines(printed, index)), index)[0]


def _printed(page: pypdfium2.PdfPage) -> PageWords:
    text_page = page.get_textpage()
    return PageWords(text_page, text_page.get_text_range(), frame_of(page))


def _arranged(
    printed: PageWords, page: pypdfium2.PdfPage, lines: Sequence[Line], index: int
) -> tuple[PageText, tuple[Table, ...]]:
    """The page's text with its tables row by row. Words are placed where rules draw a grid, or lines look like rows."""
    if not lines:
        return as_found(printed.text), ()
    rules = rules_of(page, printed.frame)
    lattices = lattices_of(rules)
    if not lattices and not has_bands(rules) and not _may_be_aligned(printed, lines):
        return as_found(printed.text), ()
    words = upright_words(printed)
    found = list(ruled_tables(lattices, words))
    for more in (aligned_tables, partial(banded_tables, rules)):
        taken = {word.start for table in found for word in table.words()}
        found += more([word for word in words if word.start not in taken], printed.text)
    return arranged(printed.text, found, page=index + 1) if found else (as_found(printed.text), ())


def _begins(text: PageText, lines: Sequence[Line]) -> Iterator[int]:
    """Where the tables begin, and what follows each."""
    starts = sorted(line.start for line in lines)
    for start, end in text.tables:
        yield start
        yield from starts[bisect_left(starts, end) :][:1]


def _may_be_aligned(printed: PageWords, lines: Sequence[Line]) -> bool:
    """Whether two lines look like rows of figures."""
    rows = 0
    for line in lines:
        if may_be_row(line.text) and is_spaced(list(printed.words(line.start, line.start + len(line.text)))):
            rows += 1
            if rows > 1:
                return True
    return False


def _lines(printed: PageWords, page: int) -> Iterator[Line]:
    """The page's lines that show anything, with their places; what is printed across one is a line of its own."""
    text = printed.text
    beyond = 0  # characters before the line that count twice in PDFium's UTF-16
    at = 0
    for match in _LINE.finditer(text):
        beyond += count_beyond(text[at : match.start()])
        shown = match[0].strip()
        start = match.start() + match[0].index(shown[0])
        line = _line(printed, shown, (page, start), start + beyond)
        last = start + beyond + len(shown) - 1 + count_beyond(shown)
        if abs(printed.angle(last) - line.angle) < _ACROSS:
            yield line
        else:
            for at_word, piece in _pieces(printed, shown, start + beyond):
                yield _line(printed, piece, (page, start + at_word), start + beyond + at_word)
        beyond += count_beyond(match[0])
        at = match.end()


def _line(printed: PageWords, shown: str, place: tuple[int, int], first: int) -> Line:
    """The line of these characters, the first of which has the number ``first`` on its page."""
    left, bottom, _, top = printed.box(first)
    _, last_bottom, right, _ = printed.box(first + len(shown) - 1 + count_beyond(shown))
    return Line(*place, shown, left, right, bottom, last_bottom, max(top - bottom, 1.0), printed.angle(first))


def _pieces(printed: PageWords, shown: str, first: int) -> Iterator[tuple[int, str]]:
    """The runs of words in a line that are turned equally."""
    start = end = 0
    before: float | None = None
    for match in _WORD.finditer(shown):
        angle = printed.angle(first + match.start())
        if before is not None and abs(angle - before) >= _ACROSS:
            yield start, shown[start:end]
            start = match.start()
        before, end = angle, match.end()
    yield start, shown[start:end]
