"""How much of a deal's documents was read: of all their figures the share at which a claim stands.

A figure is a cell with a number, or an amount in words: money, a percentage, a multiple, a count of something known.
What is none is set aside with a reason (spec/evidence-and-debate.md, "Reading a room") and shown; dates apart it counts
among the numbers of which claims are a share, so that what is set aside is not passed over in silence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.evidence.extraction.figures import figures
from casewright.evidence.extraction.grids import Reason, blocks, why_no_figure
from casewright.evidence.extraction.source import source_of, style_and_dollars
from casewright.evidence.extraction.vocabulary import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import DocumentId
    from casewright.evidence.clauses.coverage import ContractCoverage
    from casewright.evidence.extraction.places import RoomDocument

BOUND = 0.80
"""Below this share of the figures of financial documents nothing is recommended."""
_FINANCIAL = 8
"""A document with so many amounts of money and percentages is a financial source."""


@dataclass(frozen=True, slots=True)
class FigurePlace:
    """One number of a document: ``text[start:end]``, its cell, whether it is money or a share, why it is no figure."""

    start: int
    end: int
    cell: str | None = None
    is_financial: bool = False
    set_aside: Reason | None = None


@dataclass(frozen=True, slots=True)
class DocumentCoverage:
    """One document: its figures, those at which a claim stands, and what was set aside. ``why_not`` if nothing of it
    could be read.
    """

    document: DocumentId
    filename: str
    figures: int = 0
    claimed: int = 0
    tables: int = 0
    is_financial: bool = False
    set_aside: Mapping[Reason, int] = field(default_factory=lambda: MappingProxyType({}))
    why_not: str | None = None

    @property
    def numbers(self) -> int:
        """All numbers but dates: figures, running numbers and identifiers."""
        return self.figures + sum(count for reason, count in self.set_aside.items() if reason is not Reason.DATE)

    @property
    def share(self) -> float | None:
        """Claimed of all numbers, from 0 to 1; None of a document without any."""
        return self.claimed / self.numbers if self.numbers else None


@dataclass(frozen=True, slots=True)
class Coverage:
    """All documents of a room in the order of their names, and what its contracts were read for beside figures."""

    documents: tuple[DocumentCoverage, ...] = ()
    contracts: tuple[ContractCoverage, ...] = ()

    @property
    def share(self) -> float | None:
        """Claimed of all numbers of the room; None where it has none."""
        of = sum(one.numbers for one in self.documents)
        return sum(one.claimed for one in self.documents) / of if of else None

    @property
    def financial(self) -> float | None:
        """Claimed of the figures of its financial documents, from 0 to 1; None where they have none."""
        told = [one for one in self.documents if one.is_financial]
        of = sum(one.figures for one in told)
        return sum(one.claimed for one in told) / of if of else None

    @property
    def unread(self) -> tuple[DocumentCoverage, ...]:
        """Documents that could not be read, and financial ones of which no figure became a claim."""
        return tuple(one for one in self.documents if one.why_not or (one.is_financial and not one.claimed))

    @property
    def is_enough(self) -> bool:
        """Whether every financial document gave something, and enough of their figures became claims."""
        return not self.unread and (self.financial is None or self.financial >= BOUND)

    def as_json(self) -> dict[str, object]:
        """As plain data: shares from 0 to 1, rounded to two places."""
        return {
            "share": _rounded(self.share),
            "financial_share": _rounded(self.financial),
            "figures": sum(one.figures for one in self.documents),
            "claimed": sum(one.claimed for one in self.documents),
            "bound": BOUND,
            "documents": [
                {
                    "document_id": str(one.document),
                    "filename": one.filename,
                    "figures": one.figures,
                    "claimed": one.claimed,
                    "tables": one.tables,
                    "is_financial": one.is_financial,
                    "set_aside": {reason.value: count for reason, count in sorted(one.set_aside.items())},
                    "why_not": one.why_not,
                }
                for one in self.documents
            ],
            "contracts": [one.as_json() for one in self.contracts],
        }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 2)


def figure_places(document: RoomDocument) -> tuple[FigurePlace, ...]:
    """The numbers of a document in order, tables first; those of a data room's index are its running numbers."""
    if document.is_index:
        return tuple(replace(one, is_financial=False, set_aside=Reason.LIST_NUMBER) for one in _in_tables(document))
    return (*_in_tables(document), *_in_text(document))


def cover(
    places: Mapping[DocumentId, Sequence[FigurePlace]],
    documents: Iterable[RoomDocument],
    unread: Mapping[DocumentId, tuple[str, str]],
    claims: Iterable[Claim],
) -> Coverage:
    """What the claims cover. ``unread`` are name and reason of the documents that could not be read."""
    standing: dict[DocumentId, tuple[set[str], list[tuple[int, int]]]] = {}
    for claim in claims:
        if claim.span is not None:
            cells, spans = standing.setdefault(claim.span.document, (set(), []))
            if claim.span.cell is not None:
                cells.add(claim.span.cell)
            else:
                spans.append((claim.span.start, claim.span.end))
    found = [
        _covered(document, places.get(document.id, ()), *standing.get(document.id, (set(), [])))
        for document in documents
    ]
    found += [DocumentCoverage(name, filename, why_not=why) for name, (filename, why) in unread.items()]
    return Coverage(tuple(sorted(found, key=lambda one: (one.filename, one.document))))


def _covered(
    document: RoomDocument, places: Sequence[FigurePlace], cells: set[str], spans: Sequence[tuple[int, int]]
) -> DocumentCoverage:
    counted = [place for place in places if place.set_aside is None]
    within = _within(spans)
    return DocumentCoverage(
        document.id,
        document.filename,
        figures=len(counted),
        claimed=sum(place.cell in cells if place.cell is not None else within(place.start) for place in counted),
        tables=len(document.tables),
        is_financial=sum(place.is_financial for place in counted) >= _FINANCIAL,
        set_aside=MappingProxyType(dict(Counter(place.set_aside for place in places if place.set_aside is not None))),
    )


def _within(spans: Sequence[tuple[int, int]]) -> Callable[[int], bool]:
    """Whether an offset lies in one of the spans."""
    ordered = sorted(spans)
    starts = [start for start, _ in ordered]
    reach = list(accumulate((end for _, end in ordered), max))

    def within(offset: int) -> bool:
        at = bisect_right(starts, offset)
        return at > 0 and reach[at - 1] > offset

    return within


def _in_tables(document: RoomDocument) -> Iterator[FigurePlace]:
    for block in blocks(document):
        money = set(block.columns())
        for row in block.rows:
            for column, cell in enumerate(row):
                if cell.number is not None:
                    why = why_no_figure(block, column, cell) if column in money else Reason.LIST_NUMBER
                    yield FigurePlace(cell.at.start, cell.at.end, cell.at.cell, why is None, why)


def _in_text(document: RoomDocument) -> Iterator[FigurePlace]:
    """Amounts outside of tables."""
    if document.is_workbook:
        return
    style, dollars = style_and_dollars(source_of(document))
    at = 0
    for end, after in (*((table.start, table.end) for table in document.tables), (len(document.text), 0)):
        for line in re.finditer(r"[^\n]+", document.text[at:end]):
            for one in figures(line[0], style, dollars):
                if one.unit is None and one.metric is None and not one.scaled:
                    continue
                start = at + line.start() + one.start
                yield FigurePlace(start, at + line.start() + one.end, is_financial=one.unit is not None)
        at = after


def show_share(share: float | None) -> str:
    """``84 %``, or that there is nothing to read."""
    return "no figures" if share is None else f"{share * 100:.0f} %"


def plain_reason(reason: Reason, count: int) -> str:
    """Such as ``12 dates``."""
    return f"{count} {plain(reason.value)}{'' if count == 1 else 's'}"
