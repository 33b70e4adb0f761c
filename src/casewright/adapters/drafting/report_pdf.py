"""The report as PDF: the same sections as on screen, its graph on a page of the graph's own size."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from casewright.adapters.drafting.typst_engine import template
from casewright.evidence.display import show_day
from casewright.evidence.reporting.graph_svg import graph_svg
from casewright.evidence.reporting.parts import (
    Comparison,
    Drawing,
    Entry,
    Listed,
    Paragraph,
    Quotation,
    Table,
    anchor,
)
from casewright.evidence.reporting.report import require_printable
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import references
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from casewright.adapters.drafting.typst_engine import TypstEngine
    from casewright.evidence.reporting.parts import Block, Line, Part, Section
    from casewright.evidence.reporting.report import EvidenceReport

Json: TypeAlias = Union[str, bool, int, list["Json"], dict[str, "Json"], None]  # noqa: UP007 (recursive)


def report_pdf(report: EvidenceReport, engine: TypstEngine, whole: Sequence[Section] | None = None) -> bytes:
    """The PDF, dated on the day from which the deal's ages count; the same report gives the same bytes.

    ``whole`` are the report's sections, where they were made already; those for the screen alone are left out, and
    what leads to them leads to the document instead. Raises ``InvalidInput`` for a deal of more claims than a PDF can
    hold.
    """
    if not report.is_memo:
        require_printable(report.number, len(report.record.claims))
    printed = [section for section in (sections(report) if whole is None else whole) if not section.on_screen]
    links = _Links(report, set(references(printed)))
    data = {
        "title": show_text(report.title),
        "day": show_day(report.record.as_of),
        "sections": [
            {
                "title": section.title,
                "anchor": anchor(section.reference),
                "begins_report": section.begins_report,
                "blocks": [_block(block, links) for block in section.blocks],
            }
            for section in printed
        ],
        "drawing": graph_svg(report) if report.record.claims and not report.is_memo else None,
        "kind": "Memo" if report.is_memo else "Evidence report",
    }
    return engine.compile(template("report"), data, title=show_text(report.title), date=report.record.as_of)


class _Links:
    """Where references lead on paper."""

    def __init__(self, report: EvidenceReport, there: Set[str]) -> None:
        self._there = there
        self._holders: Mapping[str, str] = {
            f"evidence:{item.id}": f"document:{item.span.document}"
            for item in report.record.evidence.values()
            if item.span is not None
        }

    def place(self, reference: str | None) -> str | None:
        """The place's name; that of the document where the words themselves are not printed."""
        if reference is None:
            return None
        printed = reference if reference in self._there else self._holders.get(reference)
        return anchor(printed) if printed in self._there and printed is not None else None


def _block(block: Block, links: _Links) -> dict[str, Json]:
    kind: Json = type(block).__name__
    match block:
        case Paragraph(line, small):
            return {"kind": kind, "line": _line(line, links), "small": small}
        case Listed(items):
            return {"kind": kind, "items": [_line(item, links) for item in items]}
        case Table(head, rows, widths):
            cells: list[Json] = [[_line(cell, links) for cell in row] for row in rows]
            return {"kind": kind, "head": list(head), "rows": cells, "widths": list(widths)}
        case Comparison(subject, bars):
            told: list[Json] = [
                {
                    "source": _line(bar.source, links),
                    "value": _line(bar.value, links),
                    "distance": _line(bar.distance, links),
                    "thousandths": bar.thousandths,
                    "grade": bar.grade.value,
                }
                for bar in bars
            ]
            return {"kind": kind, "subject": _line(subject, links), "bars": told}
        case Quotation(before, quote, after, cited):
            return {
                "kind": kind,
                "before": _part(before, links),
                "quote": _part(quote, links),
                "after": _part(after, links),
                "cited": _line(cited, links),
            }
        case Drawing():
            return {"kind": kind}
        case Entry(reference, heading, inside, grade):
            return {
                "kind": kind,
                "anchor": anchor(reference),
                "heading": _line(heading, links),
                "blocks": [_block(inner, links) for inner in inside],
                "grade": None if grade is None else grade.value,
            }


def _line(line: Line, links: _Links) -> Json:
    return [_part(part, links) for part in line]


def _part(part: Part, links: _Links) -> dict[str, Json]:
    here = None if part.here is None else anchor(part.here)
    return {"text": part.text, "strong": part.strong, "link": links.place(part.link), "here": here}
