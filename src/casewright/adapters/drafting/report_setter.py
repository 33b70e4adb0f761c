"""Sets reports as pages and as PDFs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.drafting.report_html import report_html
from casewright.adapters.drafting.report_pdf import report_pdf
from casewright.adapters.drafting.typst_engine import TypstEngine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.reporting.parts import Section
    from casewright.evidence.reporting.report import EvidenceReport


class SetReports:
    """Fits ``tools.ports.reports.ReportSetter``; typst is started with the first PDF."""

    def __init__(self) -> None:
        self._engine: TypstEngine | None = None

    def html(self, report: EvidenceReport, whole: Sequence[Section]) -> str:
        """One page that needs nothing else."""
        return report_html(report, whole)

    def pdf(self, report: EvidenceReport, whole: Sequence[Section]) -> bytes:
        """A PDF. Raises ``ToolFailed`` where it cannot be set."""
        if self._engine is None:
            self._engine = TypstEngine()
        return report_pdf(report, self._engine, whole)
