"""How much of the documents was read, in a paragraph: what became claims, and what was not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.evidence.coverage import BOUND
from casewright.evidence.reporting.counts import count
from casewright.evidence.reporting.parts import Paragraph, Section, joined, ours, quote_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.evidence.coverage import DocumentCoverage
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block, Line

_TOLD = 8
"""How many documents of a kind it names at most."""
_FEW = 5
"""A document with fewer figures is not named for what was not read of them."""
_REASON = 80


def coverage_section(at: Lookup, counted: Mapping[str, int]) -> tuple[Section, ...]:
    """One section; none where the documents were not counted."""
    coverage = at.record.coverage
    if coverage is None or not coverage.documents:
        return ()
    blocks: list[Block] = [_whole(counted)]
    unread = joined(_unread(at, one) for one in coverage.unread[:_TOLD])
    if unread:
        more = " and others, in the list of documents." if len(coverage.unread) > _TOLD else "."
        blocks.append(Paragraph((ours("Not read, or nothing of it became a claim: "), *unread, ours(more))))
    known = {one.document for one in coverage.unread}
    partly = [
        one
        for one in coverage.documents
        if one.figures >= _FEW and one.claimed < BOUND * one.figures and one.document not in known
    ]
    if partly:
        told = joined((_partly(at, one, counted) for one in partly[:_TOLD]), ", ")
        blocks.append(Paragraph((ours("Read in part: "), *told, ours("."))))
    return (Section("section:coverage", "What was read", tuple(blocks)),)


def _whole(counted: Mapping[str, int]) -> Paragraph:
    if not counted.get("figures"):
        return Paragraph((ours("No figure was found in the documents: nothing here was read as one."),))
    return Paragraph(
        (
            ours("Of "),
            count(counted, "figures"),
            ours(" figures in "),
            count(counted, "documents", "section:documents"),
            ours(" documents "),
            count(counted, "figures.claimed"),
            ours(" became claims. What is not read is not judged here."),
        )
    )


def _unread(at: Lookup, one: DocumentCoverage) -> Line:
    name = _named(at, one)
    if not one.why_not:
        return name
    return (*name, ours(" ("), quote_part(one.why_not[:_REASON], f"document:{one.document}"), ours(")"))


def _partly(at: Lookup, one: DocumentCoverage, counted: Mapping[str, int]) -> Line:
    source = f"document:{one.document}"
    read = (count(counted, f"{source}.claimed"), ours(" of "), count(counted, f"{source}.figures"))
    return (*_named(at, one), ours(" ("), *read, ours(")"))


def _named(at: Lookup, one: DocumentCoverage) -> Line:
    source = f"document:{one.document}"
    label = at.labels.get(one.document)
    return (quote_part(one.filename, source),) if label is None else (quote_part(label, source, source),)
