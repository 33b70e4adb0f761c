"""The report as one HTML page that needs nothing else: no script, no fetch; it prints, and it reads aloud."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from casewright.evidence.display import show_day
from casewright.evidence.reporting.graph_svg import INK, graph_svg
from casewright.evidence.reporting.parts import anchor
from casewright.evidence.reporting.sections import sections
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.reporting.parts import Section
    from casewright.evidence.reporting.report import EvidenceReport


def report_html(report: EvidenceReport, whole: Sequence[Section] | None = None) -> str:
    """The page. Everything in it is escaped but the graph, which escapes its own; each number links to its source.

    ``whole`` are the report's sections, where they were made already.
    """
    return (
        _templates()
        .get_template("report.html.jinja")
        .render(
            title=show_text(report.title),
            day=show_day(report.record.as_of),
            sections=sections(report) if whole is None else whole,
            kind="Memo" if report.is_memo else "Evidence report",
            drawing="" if report.is_memo else Markup(graph_svg(report)),  # noqa: S704 (ours, its texts escaped)
            inks={grade.value: ink for grade, ink in INK.items()},
        )
    )


@lru_cache(1)
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("casewright.adapters.drafting", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters["anchor"] = anchor
    made.filters["kind"] = lambda block: type(block).__name__
    return made
