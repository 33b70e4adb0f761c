"""Text in which delimiters part the cells of a table (CSV, RFC 4180): shown with tabs, every cell addressed."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from casewright.adapters.ingest.addresses import column_letters
from casewright.adapters.ingest.normalise import BYTE_ORDER_MARK, Edit, Moved, Normalised, apply
from casewright.adapters.ingest.wire import CELL_LIMIT
from casewright.domain.documents import Table, TableCell


class OpenQuote(Exception):
    """A quoted field does not end; ``row`` counts from 1."""

    def __init__(self, row: int) -> None:
        super().__init__(row)
        self.row = row


class TooManyCells(Exception):
    """The table has more cells than a document may have."""


def delimited(raw: str, filename: str) -> Normalised:
    """The file's rows as lines with tabs between the cells, quotation marks gone, as one table.

    A cell's text is its value, character for character but for line ends, which are "\\n". Addresses are the
    file's name without its extension, "!", and the cell's column and row as a spreadsheet program would show them.
    Raises ``OpenQuote`` or ``TooManyCells``.
    """
    name = PurePosixPath(filename.replace("\\", "/")).stem
    first, delimiter = _beginning(raw)
    scan = _Scan(raw, delimiter)
    scan.run(first)
    text, offsets, moved = apply(raw, scan.edits)
    table = _table(scan.rows, name, moved)
    return Normalised(text, offsets, tables=() if table is None else (table,))


_SAID: Final = re.compile("sep=([^\r\n])(?:\r\n|\r|\n)", re.I)
_DELIMITERS: Final = ",;\t|"
_SAMPLE: Final = 64 * 1024
_QUOTED: Final = re.compile(r'"[^"]*(?:""[^"]*)*(?:"|\Z)')
_LINE_ENDS: Final = re.compile("\r\n?|\n")
_UNQUOTED: Final = re.compile('[^\r\n"]*')


def _beginning(raw: str) -> tuple[int, str]:
    """Where the table begins, behind a byte order mark and Excel's "sep=" line, and what parts its cells."""
    first = 1 if raw.startswith(BYTE_ORDER_MARK) else 0
    said = _SAID.match(raw, first)
    if said is not None:
        return said.end(), said[1]
    lines = _LINE_ENDS.split(_QUOTED.sub("", raw[first : first + _SAMPLE]))
    whole = [line for line in (lines[:-1] if len(raw) - first > _SAMPLE else lines) if line.strip()]
    return first, max(_DELIMITERS, key=lambda delimiter: _agreement([line.count(delimiter) for line in whole]))


def _agreement(counts: list[int]) -> tuple[int, int]:
    """How many lines agree on how often the delimiter stands in them, and on how often; nothing where it is never."""
    agreed = Counter(count for count in counts if count)
    if not agreed:
        return 0, 0
    count, lines = max(agreed.items(), key=lambda item: (item[1], item[0]))
    return lines, count


class _Row(NamedTuple):
    number: int
    cells: list[tuple[int, int]]


class _Scan:
    """One pass over the text: the rows with the spans of their cells, and what is edited away."""

    def __init__(self, raw: str, delimiter: str) -> None:
        self._raw = raw
        self._delimiter = delimiter
        self._plain = re.compile(f"[^{re.escape(delimiter)}\r\n]*")
        self._delimiters = re.compile(f"{re.escape(delimiter)}*")
        self._filled = 0
        """Up to there the delimiters were looked at, and something stands behind them."""
        self._count = 0
        self.edits: list[Edit] = []
        self.rows: list[_Row] = []

    def run(self, at: int) -> None:
        """Read every row from there on."""
        if at:
            self.edits.append(Edit(0, at, ""))
        number = 1
        while at < len(self._raw):
            at, cells = self._row(at, number)
            if any(start != end for start, end in cells):
                self.rows.append(_Row(number, cells))
            number += 1

    def _row(self, at: int, number: int) -> tuple[int, list[tuple[int, int]]]:
        """Where the next row begins, and this one's cells up to the last that is not blank."""
        line = _UNQUOTED.match(self._raw, at)
        if line is not None and not self._raw.startswith('"', line.end()):
            cells = self._unquoted(at, line[0])
            return self._line_end(line.end()), cells
        cells = []
        while (blank := self._blank_end(at)) is None:
            start, end, at = self._cell(at, number)
            cells.append((start, end))
            self._count += 1
            if self._count > CELL_LIMIT:
                raise TooManyCells
            if not self._raw.startswith(self._delimiter, at):
                return self._line_end(at), cells
            if self._blank_end(at) is None:
                self._part(at, at + 1)
                at += 1
        self._part(at, blank)
        return self._line_end(blank), cells

    def _unquoted(self, at: int, line: str) -> list[tuple[int, int]]:
        """The cells of a line without quotation marks."""
        delimiter = self._delimiter
        filled = line.rstrip(delimiter)
        if delimiter in line and delimiter != "\t":
            self.edits.append(Edit(at, at + len(line), line.replace(delimiter, "\t")))
        if not filled:
            return []
        self._count += filled.count(delimiter) + 1
        if self._count > CELL_LIMIT:
            raise TooManyCells
        cells = []
        for cell in filled.split(delimiter):
            end = at + len(cell)
            cells.append((at, end))
            at = end + 1
        return cells

    def _blank_end(self, at: int) -> int | None:
        """Where the row ends, if there are only delimiters up to there."""
        if at < self._filled:
            return None
        found = self._delimiters.match(self._raw, at)
        end = found.end() if found is not None else at
        if end == len(self._raw) or self._raw[end] in "\r\n":
            return end
        self._filled = end
        return None

    def _part(self, start: int, end: int) -> None:
        """Delimiters become tabs."""
        if start < end and self._delimiter != "\t":
            self.edits.append(Edit(start, end, "\t" * (end - start)))

    def _cell(self, at: int, number: int) -> tuple[int, int, int]:
        """The cell's start and end, and where its delimiter or line end stands."""
        raw = self._raw
        if raw.startswith('"', at):
            quoted = _QUOTED.match(raw, at)
            if quoted is None or quoted.end() - at < 2 or not quoted[0].endswith('"') or quoted[0].count('"') % 2:
                raise OpenQuote(number)
            self._unquote(at, quoted.end())
            rest = self._plain.match(raw, quoted.end())
            end = rest.end() if rest is not None else quoted.end()
            # What stands between a closing quotation mark and the delimiter is kept, as spreadsheet programs do.
            return at + 1, end if end > quoted.end() else quoted.end() - 1, end
        found = self._plain.match(raw, at)
        end = found.end() if found is not None else at
        return at, end, end

    def _unquote(self, start: int, end: int) -> None:
        self.edits.append(Edit(start, start + 1, ""))
        for found in re.finditer('""|\r\n?', self._raw[start + 1 : end - 1]):
            place = start + 1 + found.start()
            self.edits.append(Edit(place, place + len(found[0]), '"' if found[0] == '""' else "\n"))
        self.edits.append(Edit(end - 1, end, ""))

    def _line_end(self, at: int) -> int:
        found = _LINE_ENDS.match(self._raw, at)
        if found is None:
            return at
        if found[0] != "\n":
            self.edits.append(Edit(at, found.end(), "\n"))
        return found.end()


def _table(rows: list[_Row], name: str, moved: Moved) -> Table | None:
    """The rows where they went, short ones filled up with blank cells; None where nothing is in any."""
    if not rows:
        return None
    width = max(len(row.cells) for row in rows)
    if width * len(rows) > CELL_LIMIT:
        raise TooManyCells
    columns = [f"{name}!{column_letters(column)}" for column in range(1, width + 1)]
    filled = []
    for row in rows:
        first, last = row.cells[0][0], row.cells[-1][1]
        low, high = moved(first), moved(last)
        spans = row.cells
        if high - low != last - first:  # something was taken out inside the row: no edit puts anything in
            spans = [(moved(start), moved(end)) for start, end in spans]
        elif low != first:
            shift = low - first
            spans = [(start + shift, end + shift) for start, end in spans]
        if len(spans) < width:
            spans = spans + [(high, high)] * (width - len(spans))
        number = str(row.number)
        filled.append(
            tuple(TableCell(start, end, column + number) for (start, end), column in zip(spans, columns, strict=True))
        )
    return Table(filled[0][0].start, high, tuple(filled), name)
