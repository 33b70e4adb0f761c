"""What leads a report: how much of the documents was read, and what of them was not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.evidence.reporting.counts import count
from casewright.evidence.reporting.parts import Listed, Paragraph, Section, Table, ours, quote_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.evidence.coverage import DocumentCoverage
    from casewright.evidence.reporting.parts import Block, Line, Part
    from casewright.evidence.reporting.report import EvidenceReport


_TOLD = 8
"""How many unread documents a memo names."""


def coverage_sections(report: EvidenceReport, counted: Mapping[str, int]) -> tuple[Section, ...]:
    """One section; none where the documents were not counted."""
    coverage = report.record.coverage
    if coverage is None or not coverage.documents:
        return ()
    blocks: list[Block] = [_whole(counted)]
    read = [one for one in coverage.documents if one.figures]
    if read:
        blocks.append(Table(("Document", "Figures", "Read as claims"), tuple(_row(one, counted) for one in read)))
    if coverage.unread:
        blocks.append(Paragraph((ours("Not read, or nothing of it became a claim:"),)))
        blocks.append(Listed(tuple((_named(one),) for one in coverage.unread)))
    return (Section("section:coverage", "What was read", tuple(blocks)),)


def coverage_memo(report: EvidenceReport, counted: Mapping[str, int]) -> tuple[Section, ...]:
    """The same for a memo: the sum, and what was not read."""
    coverage = report.record.coverage
    if coverage is None or not coverage.documents:
        return ()
    unread = [(_named(one),) for one in coverage.unread[:_TOLD]]
    blocks: tuple[Block, ...] = (_whole(counted),)
    if unread:
        blocks = (*blocks, Paragraph((ours("Not read, or nothing of it became a claim:"),)), Listed(tuple(unread)))
    return (Section("section:memo-coverage", "What was read", blocks),)


def _whole(counted: Mapping[str, int]) -> Paragraph:
    if not counted.get("figures"):
        return Paragraph((ours("No figure was found in the documents: nothing here was read as one."),))
    return Paragraph(
        (
            ours("Of "),
            count(counted, "figures"),
            ours(" figures in the documents (cells with numbers, amounts in words), claims stand at "),
            count(counted, "figures.claimed"),
            ours(". What is not read is not judged here."),
        )
    )


def _row(one: DocumentCoverage, counted: Mapping[str, int]) -> tuple[Line, ...]:
    name = f"document:{one.document}"
    return (_named(one),), (count(counted, f"{name}.figures"),), (count(counted, f"{name}.claimed"),)


def _named(one: DocumentCoverage) -> Part:
    return quote_part(one.filename, f"document:{one.document}")
