"""What sets a deal's report in a format, and where the files go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.evidence.reporting.parts import Section
    from casewright.evidence.reporting.report import EvidenceReport


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written: its name in the tenant's own place, its size in bytes and its SHA-256 (hex)."""

    filename: str
    size: int
    sha256: str


class ReportSetter(Protocol):
    """Sets reports of which the sections are made; the same report gives the same bytes."""

    def html(self, report: EvidenceReport, whole: Sequence[Section]) -> str:
        """One page that needs nothing else."""
        ...

    def pdf(self, report: EvidenceReport, whole: Sequence[Section]) -> bytes:
        """A PDF. Raises ``InvalidInput`` for a deal too large for one, ``ToolFailed`` where it cannot be set."""
        ...


class ReportFiles(Protocol):
    """Writes files into a place of the tenant's own."""

    def write(self, tenant: TenantId, filename: str, data: bytes) -> WrittenFile:
        """Write the file whole or not at all; one of this name is replaced.

        Raises ``StorageFull`` or ``Unavailable``; then the old one stays.
        """
        ...
