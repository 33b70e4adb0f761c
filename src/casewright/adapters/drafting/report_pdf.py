"""The report as PDF: the same sections as on screen, its graph on a page of the graph's own size."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from casewright.adapters.drafting.typst_engine import template
from casewright.errors import InvalidInput
from casewright.evidence.display import show_day
from casewright.evidence.reporting.graph_svg import graph_svg
from casewright.evidence.reporting.parts import (
    Drawing,
    Entry,
    Facts,
    Listed,
    Paragraph,
    Quotation,
    Table,
    anchor,
)
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import references
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Set

    from casewright.adapters.drafting.typst_engine import TypstEngine
    from casewright.evidence.reporting.parts import Block, Line, Part
    from casewright.evidence.reporting.report import EvidenceReport

Json: TypeAlias = Union[str, bool, list["Json"], dict[str, "Json"], None]  # noqa: UP007 (recursive)


MOST_CLAIMS = 1_000
"""How many claims a PDF can hold: typst keeps all of it in memory, about 1.7 GB for so many."""


def report_pdf(report: EvidenceReport, engine: TypstEngine) -> bytes:
    """The PDF, dated on the day from which the deal's ages count; the same report gives the same bytes.

    Raises ``InvalidInput`` for a deal of more claims than a PDF can hold.
    """
    many = len(report.record.claims)
    if many > MOST_CLAIMS and not report.is_memo:
        raise InvalidInput(
            f"{report.number} has {many:,} claims, and a PDF holds {MOST_CLAIMS:,} at most: write it as HTML or JSON"
        )
    whole = sections(report)
    there = set(references(whole))
    data = {
        "title": show_text(report.title),
        "day": show_day(report.record.as_of),
        "sections": [
            {
                "title": section.title,
                "anchor": anchor(section.reference),
                "blocks": [_block(block, there) for block in section.blocks],
            }
            for section in whole
        ],
        "drawing": graph_svg(report) if report.record.claims and not report.is_memo else None,
        "kind": "Memo" if report.is_memo else "Evidence report",
    }
    return engine.compile(template("report"), data, title=show_text(report.title), date=report.record.as_of)


def _block(block: Block, there: Set[str]) -> dict[str, Json]:
    kind: Json = type(block).__name__
    match block:
        case Paragraph(line):
            return {"kind": kind, "line": _line(line, there)}
        case Listed(items):
            return {"kind": kind, "items": [_line(item, there) for item in items]}
        case Facts(rows):
            return {"kind": kind, "rows": [{"name": name, "line": _line(line, there)} for name, line in rows]}
        case Table(head, rows):
            cells: list[Json] = [[_line(cell, there) for cell in row] for row in rows]
            return {"kind": kind, "head": list(head), "rows": cells}
        case Quotation(before, quote, after):
            return {
                "kind": kind,
                "before": _part(before, there),
                "quote": _part(quote, there),
                "after": _part(after, there),
            }
        case Drawing():
            return {"kind": kind}
        case Entry(reference, heading, inside, grade):
            return {
                "kind": kind,
                "anchor": anchor(reference),
                "heading": _line(heading, there),
                "blocks": [_block(inner, there) for inner in inside],
                "grade": None if grade is None else grade.value,
            }


def _line(line: Line, there: Set[str]) -> Json:
    return [_part(part, there) for part in line]


def _part(part: Part, there: Set[str]) -> Json:
    link = part.link if part.link in there else None
    return {"text": part.text, "figure": part.figure, "link": None if link is None else anchor(link)}
