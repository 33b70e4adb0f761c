"""What a page shows: words at their places, and tables with the words in their cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.ingest.worker.lattice import Place
    from casewright.adapters.ingest.worker.page_frame import Rectangle


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
class PrintedCell:
    """A cell with its words in the order of the text."""

    place: Place
    box: Rectangle
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table on a page: its cells row by row, each base cell in one of them.

    ``is_gridded``: rules part its columns, too.
    """

    rows: int
    columns: int
    cells: tuple[PrintedCell, ...]
    is_gridded: bool = False

    def words(self) -> list[Word]:
        """All words in it, in the order of the text."""
        return sorted((word for cell in self.cells for word in cell.words), key=lambda word: word.start)
