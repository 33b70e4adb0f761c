"""A synthetic deal and the truth about it: what was planted where, and nothing else is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import ClaimId, DocumentId
    from casewright.evidence.record import DealRecord

PLANTED_TYPES = (
    DefectType.BROKEN_CHAIN,
    DefectType.CONCEALMENT,
    DefectType.CIRCULARITY,
    DefectType.CHAIN_GRAFTING,
    DefectType.CHRONO_IMPOSSIBLE,
    DefectType.INCONSISTENCY,
    DefectType.ANOMALY_VS_STRONGER_SOURCES,
    DefectType.STALENESS,
    DefectType.UNIT_MISMATCH,
    DefectType.TIME_WINDOW_MISMATCH,
)
"""What is planted; the four other types of the taxonomy have no rule in the specification that a deal could break."""


@dataclass(frozen=True, slots=True)
class Planted:
    """One planted defect. It is found where at least one of ``claims`` carries a finding of ``type``.

    ``form`` names the way it was planted, ``what`` says it in a sentence. ``document`` is the hidden document's name
    for CONCEALMENT. ``also`` are findings that follow from the same fault under another fair reading of the
    specification: they are neither asked for nor held against a detector.
    """

    type: DefectType
    claims: tuple[ClaimId, ...]
    form: str
    what: str
    document: str | None = None
    also: tuple[tuple[DefectType, ClaimId], ...] = ()


@dataclass(frozen=True, slots=True)
class GoldenDeal:
    """One deal: what the detectors see (``record``), the documents' texts, what was planted and what was set as bait.

    ``texts`` hold every excerpt of the record's evidence word for word at its span. ``near_misses`` are the names of
    the sound things in it that look like defects.
    """

    name: str
    business: str
    record: DealRecord
    texts: Mapping[DocumentId, str]
    planted: tuple[Planted, ...] = ()
    near_misses: tuple[str, ...] = field(default=())
