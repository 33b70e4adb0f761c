"""Tables that rules draw on a page, with the words that stand in their cells: rather none than a wrong one."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.worker.lattice import Place
from casewright.adapters.ingest.worker.printed_table import PrintedCell, PrintedTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.worker.lattice import Lattice
    from casewright.adapters.ingest.worker.printed_table import Word

_OVER: Final = 0.35
"""The share of a word that may stand on the other side of a border."""
_STRAY: Final = 0.03
"""The share of words that may do so before the rules are taken for something else."""
_SLIVER: Final = 5.0
"""Points; a blank row or column that is thinner is a border with two strokes."""
_FILLED: Final = 0.3
"""The share of cells that have to show something."""
_PROSE: Final = 200
"""Words of a cell of a page's frame; a table has more cells than that frame."""


def ruled_tables(lattices: Sequence[Lattice], words: Sequence[Word]) -> tuple[PrintedTable, ...]:
    """The tables among the grids that rules draw around the page's words, from its top down."""
    found: list[PrintedTable] = []
    taken: set[int] = set()
    for lattice in lattices:
        table = _table(lattice, [word for word in words if word.start not in taken])
        if table is not None:
            found.append(table)
            taken.update(word.start for word in table.words())
    return tuple(found)


@dataclass(slots=True)
class _Filling:
    """Words by the places of a lattice."""

    lattice: Lattice
    words: dict[Place, list[Word]] = field(default_factory=dict)
    inside: int = 0
    strays: int = 0

    def __post_init__(self) -> None:
        self._at = {}
        for place in self.lattice.places:
            for row in range(place.row, place.row + place.rows):
                for column in range(place.column, place.column + place.columns):
                    self._at[row, column] = place

    _at: dict[tuple[int, int], Place] = field(init=False)

    def add(self, word: Word) -> None:
        x = (word.left + word.right) / 2 if word.base == word.last_base else word.left + word.height / 4
        place = self._place(x, word.base + word.height / 2)
        if place is None:
            return
        self.inside += 1
        left, _, right, _ = self.lattice.box(place)
        if word.base == word.last_base:
            over = max(left - word.left, word.right - right)
            self.strays += over > _OVER * max(word.right - word.left, word.height)
        self.words.setdefault(place, []).append(word)

    def _place(self, x: float, y: float) -> Place | None:
        column = bisect_right(self.lattice.xs, x) - 1
        row = bisect_right(self.lattice.ys, -y, key=lambda level: -level) - 1
        return self._at.get((row, column))


def _table(lattice: Lattice, words: Sequence[Word]) -> PrintedTable | None:
    filling = _Filling(lattice)
    for word in words:
        filling.add(word)
    if filling.strays > max(1.0, _STRAY * filling.inside):
        return None
    rows = _kept(lattice.ys, [(one.row, one.rows, one in filling.words) for one in lattice.places])
    columns = _kept(lattice.xs, [(one.column, one.columns, one in filling.words) for one in lattice.places])
    cells = []
    for place in lattice.places:
        row, tall = _counted(rows, place.row, place.rows)
        column, wide = _counted(columns, place.column, place.columns)
        if tall and wide:
            cells.append(
                PrintedCell(
                    Place(row, column, tall, wide),
                    lattice.box(place),
                    tuple(sorted(filling.words.get(place, ()), key=lambda word: word.start)),
                )
            )
    cells.sort(key=lambda cell: (cell.place.row, cell.place.column))
    table = PrintedTable(len(rows), len(columns), tuple(cells), is_gridded=True)
    return table if _is_table(table) else None


def _kept(levels: Sequence[float], cells: Sequence[tuple[int, int, bool]]) -> list[int]:
    """The rows, or columns, in which a cell begins that is theirs; a thin blank one is none."""
    starts = {first for first, _, _ in cells}
    filled = {first for first, count, shows in cells if shows and count == 1}
    return [
        at
        for at in range(len(levels) - 1)
        if at in starts and (at in filled or abs(levels[at + 1] - levels[at]) >= _SLIVER)
    ]


def _counted(kept: Sequence[int], first: int, count: int) -> tuple[int, int]:
    """Where a stretch begins among those that are kept, and how many of them it has."""
    start = bisect_right(kept, first - 1)
    return start, bisect_right(kept, first + count - 1) - start


def _is_table(table: PrintedTable) -> bool:
    """Whether two rows of two cells at least show something, most of them, and no frame around prose is taken."""
    if table.rows < 2 or table.columns < 2:
        return False
    filled = [cell for cell in table.cells if cell.words]
    rows = [list(row) for _, row in groupby(table.cells, key=lambda cell: cell.place.row)]
    if sum(len(row) > 1 for row in rows) < 2 or len({cell.place.column for cell in filled}) < 2:
        return False
    if len({cell.place.row for cell in filled}) < 2 or len(filled) < max(3, _FILLED * len(table.cells)):
        return False
    return not (len(filled) < 6 and max(len(cell.words) for cell in filled) > _PROSE)
