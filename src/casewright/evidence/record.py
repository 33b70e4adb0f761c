"""Everything that is known of one deal at one time, and what looking at it can find. Values, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect, DefectType
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import ClaimId, DocumentId, EvidenceId
    from casewright.evidence.coverage import Coverage
    from casewright.evidence.rooms.seen import Seen


@dataclass(frozen=True, slots=True)
class AbsentDocument:
    """A document that the data room's index names and that is not there; the index says so at ``index[start:end]``."""

    name: str
    index: DocumentId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal. ``as_of`` is the day from which ages are counted; ``documents`` are file names by document; ``seen`` is
    what the checks of ``evidence.rooms`` see in the documents themselves; ``coverage`` how much of them became claims;
    ``concealed`` are those of the ``absent`` documents of which a person confirmed that they were withheld.
    """

    claims: tuple[Claim, ...]
    evidence: Mapping[EvidenceId, Evidence]
    as_of: date
    defects: tuple[Defect, ...] = ()
    calculations: tuple[Calculation, ...] = ()
    documents: Mapping[DocumentId, str] = field(default_factory=lambda: MappingProxyType({}))
    absent: tuple[AbsentDocument, ...] = ()
    seen: tuple[Seen, ...] = ()
    coverage: Coverage | None = None
    concealed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect that a detector sees. ``evidence`` and ``key`` are as in ``domain.defects.Defect``."""

    claim: ClaimId
    type: DefectType
    description: str
    evidence: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A defect that only a person can confirm: it opens a gate on these claims."""

    claims: tuple[ClaimId, ...]
    type: DefectType
    description: str
    evidence: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """``claim`` differs from ``other`` about one metric, entity and period by more than 5 %.

    ``excess`` is (claim − other) / |other| after units were reconciled; ``strength`` compares the sources: 1 where
    the other's source is stronger, 0 where they are equal, −1 where the other's is weaker. ``key`` is that of the
    finding it belongs to.
    """

    claim: ClaimId
    other: ClaimId
    excess: float
    strength: int
    key: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What the detectors see in a deal. ``notes`` are remarks on claims that are no defects; ``agreeing`` the other
    claims whose values agree with a claim's within 1 %, whose evidence corroborates it.
    """

    defects: tuple[Finding, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    notes: Mapping[ClaimId, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    agreeing: Mapping[ClaimId, tuple[ClaimId, ...]] = field(default_factory=lambda: MappingProxyType({}))
