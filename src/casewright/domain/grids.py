"""A review grid: documents are its rows, what is asked of each its columns; a cell is what one says to the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.reviews import ColumnKind


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One column: ``text`` is the field's name, the query or the question; ``label`` is what it is called."""

    kind: ColumnKind
    text: str
    label: str

    @property
    def key(self) -> str:
        """By which it is named in addresses and among a row's cells."""
        return f"{self.kind.value}:{self.text}"


class CellState(StrEnum):
    """What a cell says. *Not found* is said of what was read alone; ``perhaps`` is an answer that is often wrong."""

    FOUND = "found"
    PERHAPS = "perhaps"
    NOT_FOUND = "not found"
    NOT_READ = "not read"
    NEEDS_OCR = "needs OCR"
    NOT_LOOKED_FOR = "not looked for"
    REJECTED = "not there, a person said so"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Where the words of a cell stand, in code points of the document's text."""

    document_id: str
    start: int
    end: int
    page: int | None = None
    section: str | None = None


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell: the value where there is one, how well it is borne out, its best quote and where that stands.

    ``more`` counts further values or matches; ``note`` says what else there is to know, such as why it was not read.
    """

    state: CellState
    value: str = ""
    band: str | None = None
    score: float | None = None
    quote: str = ""
    place: CellPlace | None = None
    more: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class CellOpinion:
    """What a person said last to a cell; ``stale`` where the document or what read it is another one since."""

    state: str
    reviewer: str
    comment: str = ""
    stale: bool = False

    @property
    def said(self) -> str:
        """The state in words."""
        return f"{self.state} (stale)" if self.stale else self.state


@dataclass(frozen=True, slots=True)
class GridRow:
    """A document with its cells, and what people said to them, by the key of their column."""

    document_id: str
    filename: str
    cells: Mapping[str, GridCell] = field(default_factory=dict)
    reviews: Mapping[str, CellOpinion] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grid:
    """The whole of it."""

    title: str
    columns: Sequence[GridColumn]
    rows: Sequence[GridRow]
