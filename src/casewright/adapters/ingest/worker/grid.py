"""Tables of figures in print, by where words stand on the page: rather none than a wrong one.

A table is found where at least three rows one below the other, two of them with figures, fill columns that clear
space parts from top to bottom, and where the file holds them row by row. Prose in columns, lists, tables of
contents and tables of mere words are not taken for any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from casewright.domain.documents import Table, TableCell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Word:
    """Print without white space: its place in the text, and on the page in points, its lower left corner being 0."""

    start: int
    end: int
    left: float
    right: float
    base: float
    last_base: float
    height: float


@dataclass(frozen=True, slots=True)
class Piece:
    """Words on one line with no more than a space between them."""

    text: str
    start: int
    end: int
    left: float
    right: float
    base: float
    height: float

    @property
    def is_figure(self) -> bool:
        """Whether it is a number, with its signs."""
        return _FIGURE.fullmatch(self.text) is not None


Row = list[Piece]
Columns = list[tuple[float, float]]

_FIGURE: Final = re.compile(
    r"[(\-–−+~<>≈]*\s*(?:[$€£¥]|[A-Z]{3}|US\$)?\s*[(\-–−+]?\s*\d[\d.,' ]*\s*"
    r"(?:%|x|[kKmMB]|mm|MM|[bm]n|thousand|million|billion|days|months|years)?\s*\)?\s*%?"
)
_NOTHING: Final = frozenset({"-", "–", "—", "−", "n/a", "N/A", "n.a.", "nil", "*"})
_SIGNS: Final = frozenset({"$", "€", "£", "¥", "US$", "("})
_CLOSING: Final = frozenset({"%", ")", ")%", "x"})
_LEADER: Final = re.compile(r"\.{4}|(?:\. ){3}|_{4}|…{2}")
_PAGE_NUMBER: Final = re.compile(r"\d{1,4}")

_GAP: Final = 0.9
"""The space, in heights of the line, from which on two words are apart."""
_CLEAR: Final = 0.5
"""The least space, in heights of the line, between two columns from top to bottom."""
_FALL: Final = (0.4, 2.6)
"""How far the next row may lie below, in heights of the line."""
_LONGEST: Final = 60
"""Characters of a cell; more is prose."""
_FEWEST_ROWS: Final = 3
_FILLED: Final = 0.6
"""The share of the cells of rows with figures that show anything."""


def tables_of(words: Sequence[Word], text: str, offset: int, *, page: int) -> tuple[Table, ...]:
    """The page's tables in the order of the text, which stands at ``offset`` of the document's."""
    rows = list(_rows(list(_pieces(words, text, offset))))
    return tuple(
        _table(run, columns, page)
        for block in _blocks(rows)
        for run, columns in _runs(block)
        if _is_table(run, columns)
    )


def may_be_row(line: str) -> bool:
    """Whether a figure stands behind something else in the line, or alone in it."""
    words = line.split()
    return any(_FIGURE.fullmatch(word) for word in (words[1:] or words))


def is_spaced(words: Sequence[Word]) -> bool:
    """Whether two words of the line are apart, or there is only one."""
    return len(words) == 1 or any(after.left - word.right >= _GAP * word.height for word, after in pairwise(words))


def _pieces(words: Sequence[Word], text: str, offset: int) -> Iterator[Piece]:
    """The words put together, in the order of the text; a currency's sign goes with its number, however far off."""
    piece: Piece | None = None
    for word in words:
        shown = text[word.start - offset : word.end - offset]
        if piece is not None and _goes_on(piece, word, shown):
            joined = text[piece.start - offset : word.end - offset]
            piece = Piece(joined, piece.start, word.end, piece.left, word.right, piece.base, piece.height)
            continue
        if piece is not None:
            yield piece
        piece = Piece(shown, word.start, word.end, word.left, word.right, word.base, word.height)
    if piece is not None:
        yield piece


def _goes_on(piece: Piece, word: Word, shown: str) -> bool:
    if abs(word.base - piece.base) > 0.3 * piece.height or abs(word.last_base - word.base) > 0.3 * piece.height:
        return False
    gap = word.left - piece.right
    if gap < -0.5 * piece.height:
        return False
    is_near = gap < _GAP * piece.height
    return is_near or piece.text in _SIGNS or (shown in _CLOSING and piece.is_figure and gap < 3 * piece.height)


def _rows(pieces: Sequence[Piece]) -> Iterator[Row]:
    """Pieces on one line, from left to right as the text has them."""
    row: Row = []
    for piece in pieces:
        if row and (abs(piece.base - row[-1].base) > 0.3 * row[-1].height or piece.left < row[-1].right):
            yield row
            row = []
        row.append(piece)
    if row:
        yield row


def _blocks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that lie one below the other at the distance of lines, without prose between them."""
    block: list[Row] = []
    for row in rows:
        if any(len(piece.text) > _LONGEST or _LEADER.search(piece.text) for piece in row):
            yield block
            block = []
            continue
        if block:
            fall = (block[-1][0].base - row[0].base) / block[-1][0].height
            if not _FALL[0] <= fall <= _FALL[1]:
                yield block
                block = []
        block.append(row)
    yield block


def _has_figures(row: Row) -> bool:
    return any(piece.is_figure for piece in row[1:])


def _runs(block: Sequence[Row]) -> Iterator[tuple[list[Row], Columns]]:
    """Rows of the block that fill the same columns, one after the other, with these columns."""
    columns = _columns([row for row in block if _has_figures(row)])
    if len(columns) < 2:
        return
    run: list[Row] = []
    for row in block:
        if _fits(row, columns):
            run.append(row)
            continue
        yield _trimmed(run), columns
        run = []
    yield _trimmed(run), columns


def _columns(rows: Sequence[Row]) -> Columns:
    """The stretches of the line's width in which anything stands, left to right."""
    columns: Columns = []
    for left, right in sorted((piece.left, piece.right) for row in rows for piece in row):
        if columns and left < columns[-1][1] + _CLEAR * rows[0][0].height:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _fits(row: Row, columns: Columns) -> bool:
    """Whether every piece stands in a column of its own, and what stands alone stands in the first."""
    places = [_place(piece, columns) for piece in row]
    if None in places or len(set(places)) < len(places):
        return False
    return len(row) > 1 or places == [0]


def _place(piece: Piece, columns: Columns) -> int | None:
    """The only column over which the piece lies."""
    over = [index for index, (left, right) in enumerate(columns) if piece.left < right and left < piece.right]
    return over[0] if len(over) == 1 else None


def _trimmed(run: list[Row]) -> list[Row]:
    """Without labels that stand alone before the first and after the last row of several cells."""
    full = [index for index, row in enumerate(run) if len(row) > 1]
    return run[full[0] : full[-1] + 1] if full else []


def _is_table(run: Sequence[Row], columns: Columns) -> bool:
    full = [row for row in run if len(row) > 1]
    body = [row for row in full if _has_figures(row)]
    if len(full) < _FEWEST_ROWS or len(body) < 2:
        return False
    if sum(map(len, body)) < _FILLED * len(body) * len(columns):
        return False
    figures = [0] * len(columns)
    filled = [0] * len(columns)
    for row in body:
        for piece in row:
            place = _place(piece, columns) or 0
            filled[place] += 1
            figures[place] += piece.is_figure or piece.text in _NOTHING
    if not any(figures[at] and figures[at] >= _FILLED * filled[at] for at in range(1, len(columns))):
        return False
    return not _is_contents(full)


def _is_contents(rows: Sequence[Row]) -> bool:
    """Whether the rows are those of a table of contents: words, then page numbers that never fall."""
    last = [row[-1].text for row in rows if row[-1].is_figure]
    if any(len(row) > 3 for row in rows) or not all(_PAGE_NUMBER.fullmatch(text) for text in last):
        return False
    numbers = [int(text) for text in last]
    return numbers == sorted(numbers)


def _table(run: Sequence[Row], columns: Columns, page: int) -> Table:
    rows = []
    at = run[0][0].start
    for row in run:
        spans = {_place(piece, columns): (piece.start, piece.end) for piece in row}
        cells = []
        at = row[0].start
        for column in range(len(columns)):
            # A blank cell stands where what is before it ends.
            start, at = spans.get(column, (at, at))
            cells.append(TableCell(start, at))
        rows.append(tuple(cells))
    return Table(run[0][0].start, run[-1][-1].end, tuple(rows), page=page)
