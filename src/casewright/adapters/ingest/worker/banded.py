"""Tables of words whose rows lie between rules, or on shaded bands, with clear space between their columns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.worker.grid import (
    columns_of,
    is_in_order,
    laid_out,
    lines_of,
    merged_lines,
    places_of,
)
from casewright.adapters.ingest.worker.lattice import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.worker.grid import Columns, Row
    from casewright.adapters.ingest.worker.printed_table import PrintedTable, Word
    from casewright.adapters.ingest.worker.rules import Rule, Rules

_SAME: Final = 3.0
"""Points by which the ends of a table's rules may differ."""
_WIDEST_BAND: Final = 200.0
_NARROWEST: Final = 100.0
"""Points that a table is wide at least."""
_FEWEST_RULES: Final = 3
_FEWEST_ROWS: Final = 3
_MOST_STACKS: Final = 60
_FILLED: Final = 0.7
_LONGEST_CELL: Final = 60
"""Words."""
_NEAR: Final = 1.3
"""How much further than inside the bands the next row beyond them may lie."""


def banded_tables(rules: Rules, words: Sequence[Word], text: str) -> tuple[PrintedTable, ...]:
    """The tables between rules of one width, from the page's top down."""
    stacks = list(_stacks(rules))
    lines = lines_of(words, text) if stacks else []
    found = []
    for stack in stacks:
        table = _table(stack, lines)
        if table is not None:
            found.append(table)
    return tuple(found)


def has_bands(rules: Rules) -> bool:
    """Whether there are rules between which rows may lie."""
    return next(_stacks(rules), None) is not None


def _stacks(rules: Rules) -> Iterator[list[Rule]]:
    """Rules that begin and end together, from the top down, none too far from the next."""
    stacks: list[list[Rule]] = []
    for rule in sorted(joined(rules.across), key=lambda one: -one.at):
        if rule.high - rule.low < _NARROWEST:
            continue
        for stack in stacks:
            last = stack[-1]
            ends = max(abs(last.low - rule.low), abs(last.high - rule.high))
            if ends <= _SAME and last.at - rule.at <= _WIDEST_BAND:
                stack.append(rule)
                break
        else:
            stacks.append([rule])
        if len(stacks) > _MOST_STACKS:
            return
    yield from (stack for stack in stacks if len(stack) >= _FEWEST_RULES)


def _table(stack: Sequence[Rule], lines: Sequence[Row]) -> PrintedTable | None:
    bands = [[row for row in lines if low.at <= _middle(row) < high.at] for high, low in pairwise(stack)]
    bands = [[_inside(row, stack[0]) for row in band] for band in bands]
    bands = [[row for row in band if row] for band in bands]
    bands = [band for band in bands if band]
    rows = [row for band in bands for row in band]
    columns = columns_of([row for row in rows if len(row) > 1])
    if len(columns) < 2 or not all(len(places_of(row, columns)) == len(row) for row in rows):
        return None
    above, below = _beyond(rows, lines, columns)
    by_band = [*([row] for row in above), *bands, *([row] for row in below)]
    by_line = [
        *([row] for row in above),
        *(group for band in bands for group in merged_lines(band)),
        *([r] for r in below),
    ]
    for groups in (by_band, by_line):
        table = laid_out(groups, columns)
        if _is_table(table) and is_in_order(table):
            return table
    return None


def _middle(row: Row) -> float:
    return row[0].base + row[0].height / 2


def _inside(row: Row, rule: Rule) -> Row:
    return [piece for piece in row if rule.low - _SAME <= piece.left and piece.right <= rule.high + _SAME]


def _beyond(rows: Sequence[Row], lines: Sequence[Row], columns: Columns) -> tuple[list[Row], list[Row]]:
    """Rows right above and below that fill every column: those that are not shaded."""
    first = next(index for index, row in enumerate(lines) if rows[0][0] in row)
    last = next(index for index, row in enumerate(lines) if rows[-1][0] in row)
    furthest = _NEAR * max((before[0].base - after[0].base for before, after in pairwise(rows)), default=0.0)
    above, below = [], []
    if first and _continues(lines[first - 1], columns) and lines[first - 1][0].base - rows[0][0].base <= furthest:
        above.append(lines[first - 1])
    after = lines[last + 1 : last + 2]
    if after and _continues(after[0], columns) and rows[-1][0].base - after[0][0].base <= furthest:
        below.append(after[0])
    return above, below


def _continues(row: Row, columns: Columns) -> bool:
    return len(row) == len(columns) == len(places_of(row, columns))


def _is_table(table: PrintedTable) -> bool:
    filled = [cell for cell in table.cells if cell.words]
    if table.rows < _FEWEST_ROWS or len(filled) < _FILLED * len(table.cells):
        return False
    return max(len(cell.words) for cell in filled) <= _LONGEST_CELL
