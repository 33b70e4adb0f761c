"""A document as extraction sees it, and how it writes numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.evidence import SourceType
from casewright.evidence.extraction.figures import numbers_in
from casewright.evidence.extraction.numbers import style_of
from casewright.evidence.extraction.tables import numbers_of
from casewright.evidence.extraction.unit_words import dollars_of

if TYPE_CHECKING:
    from datetime import date

    from casewright.domain.documents import Table
    from casewright.evidence.extraction.numbers import Style


@dataclass(frozen=True, slots=True)
class Source:
    """A document as extraction sees it. ``entity`` is the company that the deal is about, where that is
    known; ``year_end`` a day on which its financial years end, where another document of the deal says so.
    """

    name: str
    text: str
    tables: tuple[Table, ...] = ()
    kind: SourceType = SourceType.UNKNOWN
    entity: str | None = None
    year_end: date | None = None


def style_and_dollars(source: Source) -> tuple[Style, str | None]:
    """How a document writes numbers, and whose dollars a bare ``$`` in it means, where it says so."""
    cells = (one for table in source.tables for one in numbers_of(source.text, table))
    return style_of([*numbers_in(source.text), *cells]), dollars_of(source.text)
