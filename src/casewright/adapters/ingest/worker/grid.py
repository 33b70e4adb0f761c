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

from casewright.adapters.ingest.worker.lattice import Place
from casewright.adapters.ingest.worker.printed_table import PrintedCell, PrintedTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.worker.printed_table import Word


@dataclass(frozen=True, slots=True)
class Piece:
    """Words on one line with no more than a space between them."""

    text: str
    words: tuple[Word, ...]
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
"""Characters of a line that stands alone; more is prose."""
_LONGEST_BESIDE: Final = 100
"""The same of one with others beside it."""
_FEWEST_ROWS: Final = 3
_HEADER_ROWS: Final = 3
"""Lines above the figures that may be a table's header."""
_TIGHT: Final = 0.95
"""Lines that fall by less than this share of what the nearest rows do are of one row."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_FILLED: Final = 0.6
"""The share of the cells of rows with figures that show anything."""


def aligned_tables(words: Sequence[Word], text: str) -> tuple[PrintedTable, ...]:
    """The page's tables from its top down; words' offsets are those of the page's text."""
    rows = lines_of(words, text)
    return tuple(
        table
        for block in _blocks(rows)
        for run, columns in _runs(block)
        if _is_table(run, columns)
        and is_in_order(table := laid_out(merged_lines(_with_header(run, block, columns)), columns))
    )


def lines_of(words: Sequence[Word], text: str) -> list[Row]:
    """The words as lines of print, from the top of the page."""
    return list(_rows(list(_pieces(words, text))))


def may_be_row(line: str) -> bool:
    """Whether a figure stands behind something else in the line, or alone in it."""
    return any(_FIGURE.fullmatch(word) for word in (line.split()[1:] or line.split()))


def is_spaced(words: Sequence[Word]) -> bool:
    """Whether two words of the line are apart, or there is only one."""
    return len(words) == 1 or any(after.left - word.right >= _GAP * word.height for word, after in pairwise(words))


def _pieces(words: Sequence[Word], text: str) -> Iterator[Piece]:
    """The words put together, in the order of the text; a currency's sign goes with its number, however far off."""
    piece: Piece | None = None
    for word in words:
        shown = text[word.start : word.end]
        if piece is not None and _goes_on(piece, word, shown):
            words_of = (*piece.words, word)
            joined = text[words_of[0].start : word.end]
            piece = Piece(joined, words_of, piece.left, word.right, piece.base, piece.height)
            continue
        if piece is not None:
            yield piece
        piece = Piece(shown, (word,), word.left, word.right, word.base, word.height)
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
    """Pieces on one line of print, from left to right; the lines from the top of the page."""
    row: Row = []
    for piece in sorted(pieces, key=lambda one: -one.base):
        if row and row[0].base - piece.base > 0.3 * row[0].height:
            yield sorted(row, key=lambda one: one.left)
            row = []
        row.append(piece)
    if row:
        yield sorted(row, key=lambda one: one.left)


def _blocks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that lie one below the other at the distance of lines, without prose between them."""
    block: list[Row] = []
    for row in rows:
        longest = _LONGEST if len(row) == 1 else _LONGEST_BESIDE
        if any(len(piece.text) > longest or _LEADER.search(piece.text) for piece in row):
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
    columns = columns_of([row for row in block if _has_figures(row)])
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


def columns_of(rows: Sequence[Row]) -> Columns:
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
    over = _over(piece, columns)
    return over[0] if len(over) == 1 else None


def _trimmed(run: list[Row]) -> list[Row]:
    """Without labels that stand alone before the first and after the last row of several cells."""
    full = [index for index, row in enumerate(run) if len(row) > 1]
    if not full:
        return []
    first, last = full[0], full[-1]
    usual = _usual(run)
    while last + 1 < len(run) and _is_one(run[full[-1] : last + 1], run[last + 1], usual):
        last += 1
    while first > 0 and _fall(run[first - 1], run[first]) < _TIGHT * usual:
        first -= 1
    return run[first : last + 1]


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


def _with_header(run: Sequence[Row], block: Sequence[Row], columns: Columns) -> list[Row]:
    """The rows, and above them those lines of words, or years, whose pieces stand each over columns of their own."""
    at = next(index for index, row in enumerate(block) if row is run[0])
    rows = list(run)
    for row in reversed(block[max(at - _HEADER_ROWS, 0) : at]):
        if len(row) < 2 or len(places_of(row, columns)) < len(row):
            break
        if not all(_YEAR.search(piece.text) for piece in row if piece.is_figure):
            break
        rows.insert(0, row)
    return rows


def places_of(row: Row, columns: Columns) -> dict[int, tuple[Piece, int]]:
    """The row's pieces by the first of the columns over which they stand, with how many these are.

    A piece that stands over none is of the one between whose neighbours it is. Pieces that share one are left out.
    """
    first = len(columns) - len(row)
    overs = [_over(piece, columns) for piece in row]
    if first in (0, 1) and all(set(over) <= {at} for at, over in enumerate(overs, start=first)):
        return {at: (piece, 1) for at, piece in enumerate(row, start=first)}
    found: dict[int, tuple[Piece, int]] = {}
    free = 0
    for piece, over in zip(row, overs, strict=True):
        if not over:
            middle = (piece.left + piece.right) / 2
            over = [index for index, (low, high) in enumerate(pairwise(edges_of(columns))) if low <= middle < high]
        if over and over[0] >= free:
            found[over[0]] = (piece, len(over))
            free = over[-1] + 1
    return found


def _over(piece: Piece, columns: Columns) -> list[int]:
    """The columns over which the piece lies."""
    return [index for index, (left, right) in enumerate(columns) if piece.left < right and left < piece.right]


def edges_of(columns: Columns) -> list[float]:
    """What parts the columns, from the left edge of the first one to the right edge of the last."""
    between = [(before[1] + after[0]) / 2 for before, after in pairwise(columns)]
    return [columns[0][0], *between, columns[-1][1]]


def laid_out(groups: Sequence[Sequence[Row]], columns: Columns) -> PrintedTable:
    """The pieces as cells, each row being its lines of print."""
    left = min(piece.left for group in groups for row in group for piece in row)
    right = max(piece.right for group in groups for row in group for piece in row)
    edges = (left, *edges_of(columns)[1:-1], right)
    tops = [max(piece.base + piece.height for row in group for piece in row) for group in groups]
    bottoms = [min(piece.base for row in group for piece in row) for group in groups]
    cells = []
    for number, group in enumerate(groups):
        words: dict[int, list[Word]] = {}
        wide: dict[int, int] = {}
        for row in group:
            for column, (piece, count) in places_of(row, columns).items():
                words.setdefault(column, []).extend(piece.words)
                wide[column] = max(wide.get(column, 1), count)
        column = 0
        while column < len(columns):
            count = wide.get(column, 1)
            box = (edges[column], bottoms[number], edges[column + count], tops[number])
            shown = tuple(sorted(words.get(column, ()), key=lambda word: word.start))
            cells.append(PrintedCell(Place(number, column, 1, count), box, shown))
            column += count
    return PrintedTable(len(groups), len(columns), tuple(cells))


def merged_lines(rows: Sequence[Row]) -> list[list[Row]]:
    """The lines of print of each row: one, or those that stand closer together than the rows do."""
    usual = _usual(rows)
    groups: list[list[Row]] = []
    for row in rows:
        if groups and _is_one(groups[-1], row, usual):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _usual(rows: Sequence[Row]) -> float:
    """The least fall between two rows of several cells."""
    return min((_fall(*pair) for pair in pairwise(rows) if min(map(len, pair)) > 1), default=0.0)


def _is_one(group: Sequence[Row], row: Row, usual: float) -> bool:
    """Whether the line goes on in cells of the row above it, of which it has no second line of figures.

    It does where it stands closer to it than rows do, or where the file holds it before what stands above it.
    """
    if _has_figures(row) and any(map(_has_figures, group)):
        return False
    last = max(piece.words[-1].start for line in group for piece in line)
    return _fall(group[-1], row) < _TIGHT * usual or row[0].words[0].start < last


def _fall(before: Row, after: Row) -> float:
    """From one line to the next, in heights of the line."""
    return (before[0].base - after[0].base) / before[0].height


def is_in_order(table: PrintedTable) -> bool:
    """Whether the file holds the cells row by row."""
    starts = [word.start for cell in table.cells for word in cell.words]
    return starts == sorted(starts)
