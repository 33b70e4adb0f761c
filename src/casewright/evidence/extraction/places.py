"""Documents with their tables, and places in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from casewright.evidence.extraction.vocabulary import plain

if TYPE_CHECKING:
    from datetime import date

    from casewright.domain.documents import Table
    from casewright.domain.evidence import SourceType
    from casewright.domain.ids import DocumentId


@dataclass(frozen=True)
class RoomDocument:
    """A document of the room; ``dated`` is the day that it bears, ``is_index`` that it lists the room's documents,
    ``dollars`` whose a bare ``$`` is by the other documents.

    ``text`` is as it is stored, page furniture blanked: offsets are the document's.
    """

    id: DocumentId
    filename: str
    text: str
    tables: tuple[Table, ...]
    kind: SourceType
    dated: date | None = None
    is_index: bool = False
    dollars: str | None = None

    def __hash__(self) -> int:
        """By id and name alone: all checks look documents up, and hashing each cell takes as long as a check."""
        return hash((self.id, self.filename))

    @cached_property
    def plain(self) -> str:
        """The text in small letters without diacritics and with line breaks as spaces, place by place as it was."""
        return plain(self.text)

    @property
    def is_workbook(self) -> bool:
        """Whether it has nothing but sheets."""
        return any(table.name is not None for table in self.tables)


@dataclass(frozen=True, slots=True, order=True)
class At:
    """A place: ``text[start:end]`` of a document; in workbooks and CSV files the cell of this address."""

    document: DocumentId
    start: int
    end: int
    cell: str | None = None
