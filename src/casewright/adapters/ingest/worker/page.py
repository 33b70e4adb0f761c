"""One page of a PDF as it is read: its text with tables row by row, its lines of print."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.worker.grid import is_spaced, may_be_row, tables_of
from casewright.adapters.ingest.worker.lines import Line
from casewright.adapters.ingest.worker.page_frame import frame_of
from casewright.adapters.ingest.worker.page_words import PageWords, count_beyond
from casewright.adapters.ingest.worker.ruled import ruled_tables
from casewright.adapters.ingest.worker.rules import rules_of
from casewright.adapters.ingest.worker.table_text import PageText, arranged, as_found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pypdfium2

    from casewright.domain.documents import Table, TableCell

_LINE: Final = re.compile(r"[^\r\n]*[^\s][^\r\n]*")


@dataclass(frozen=True, slots=True)
class ReadPage:
    """Offsets are those of the page's text. ``begins`` are those at which a paragraph begins for sure; ``lines`` are
    those outside of tables that rules draw.
    """

    arranged: PageText
    lines: tuple[Line, ...]
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
    text, tables = _arranged(printed, page, index)
    aligned = [_placed(table, text) for table in _aligned(printed, lines, text) if not _is_astride(table, text)]
    printed.text_page.close()
    placed = [replace(line, start=text.place(line.start)) for line in lines]
    kept = tuple(line for line in placed if not text.is_in_table(line.start))
    return ReadPage(
        text, kept, tuple(sorted((*tables, *aligned), key=lambda one: one.start)), tuple(_begins(text, kept))
    )


def read_printed(page: pypdfium2.PdfPage, index: int) -> tuple[PageWords, PageText]:
    """The page's text as PDFium found it, and as ``read_page`` reads it; the first one's ``text_page`` is open."""
    printed = _printed(page)
    return printed, _arranged(printed, page, index)[0]


def _printed(page: pypdfium2.PdfPage) -> PageWords:
    text_page = page.get_textpage()
    return PageWords(text_page, text_page.get_text_range(), frame_of(page))


def _arranged(printed: PageWords, page: pypdfium2.PdfPage, index: int) -> tuple[PageText, tuple[Table, ...]]:
    if not printed.text.strip():
        return as_found(printed.text), ()
    ruled = ruled_tables(rules_of(page, printed.frame), printed.words)
    return arranged(printed.text, ruled, page=index + 1) if ruled else (as_found(printed.text), ())


def _begins(text: PageText, lines: Sequence[Line]) -> Iterator[int]:
    """Where the tables begin, and what follows each."""
    starts = sorted(line.start for line in lines)
    for start, end in text.tables:
        yield start
        yield from starts[bisect_left(starts, end) :][:1]


def _aligned(printed: PageWords, lines: Sequence[Line], text: PageText) -> tuple[Table, ...]:
    """The tables that no rules draw. All words are placed only where two lines look like rows of one."""
    rows = 0
    outside = [line for line in lines if not text.is_in_table(text.place(line.start))]
    for line in outside:
        if may_be_row(line.text) and is_spaced(list(printed.words(line.start, line.start + len(line.text)))):
            rows += 1
    if rows < 2:
        return ()
    words = [word for word in printed.words() if not text.is_in_table(text.place(word.start))]
    return tables_of(words, printed.text, 0, page=outside[0].page + 1)


def _is_astride(table: Table, text: PageText) -> bool:
    """Whether a table that rules draw stands among its rows."""
    first, last = text.place(table.start), text.place(table.end - 1)
    return any(first < end and start <= last for start, end in text.tables)


def _placed(table: Table, text: PageText) -> Table:
    """The table, found in the text as it came, in the page's."""

    def cell_of(cell: TableCell) -> TableCell:
        start = text.place(cell.start)
        return replace(cell, start=start, end=start + cell.end - cell.start)

    rows = tuple(tuple(cell_of(cell) for cell in row) for row in table.rows)
    start = text.place(table.start)
    return replace(table, start=start, end=start + table.end - table.start, rows=rows)


def _lines(printed: PageWords, page: int) -> Iterator[Line]:
    """The page's lines that show anything, with their places."""
    text = printed.text
    beyond = 0  # characters before the line that count twice in PDFium's UTF-16
    at = 0
    for match in _LINE.finditer(text):
        beyond += count_beyond(text[at : match.start()])
        shown = match[0].strip()
        start = match.start() + match[0].index(shown[0])
        first = start + beyond
        last = first + len(shown) - 1 + count_beyond(shown)
        beyond += count_beyond(match[0])
        at = match.end()
        left, bottom, _, top = printed.box(first)
        _, last_bottom, right, _ = printed.box(last)
        yield Line(page, start, shown, left, right, bottom, last_bottom, max(top - bottom, 1.0))
