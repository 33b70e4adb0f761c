"""What sets reports, with typst and the page templates loaded when the first one is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.drafting.set_reports import SetReports
    from casewright.evidence.reporting.report import EvidenceReport


class ReportsWhenAsked:
    """Fits ``tools.ports.reports.ReportSetter``."""

    def html(self, report: EvidenceReport) -> str:
        """One page that needs nothing else."""
        return self._setter.html(report)

    def pdf(self, report: EvidenceReport) -> bytes:
        """A PDF. Raises ``ToolFailed`` where it cannot be set."""
        return self._setter.pdf(report)

    @cached_property
    def _setter(self) -> SetReports:
        from casewright.adapters.drafting.set_reports import SetReports

        return SetReports()
