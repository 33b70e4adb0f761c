"""Defects of an evidence chain: their types, how grave each is, and what cures it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.ids import ActorId

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.ids import ClaimId, DefectId, MatterId, TenantId

DETECTORS = ActorId("casewright:detectors")
"""Who flags what detectors find, and withdraws what they find no more; no user can be called so."""


class DefectSeverity(StrEnum):
    """How grave, worst first."""

    FATAL = "FATAL"
    MAJOR = "MAJOR"
    MINOR = "MINOR"


class DefectType(StrEnum):
    """The taxonomy (spec/evidence-and-debate.md, "Defects")."""

    BROKEN_CHAIN = "BROKEN_CHAIN"
    CONCEALMENT = "CONCEALMENT"
    CIRCULARITY = "CIRCULARITY"
    CHAIN_GRAFTING = "CHAIN_GRAFTING"
    CHRONO_IMPOSSIBLE = "CHRONO_IMPOSSIBLE"
    INCONSISTENCY = "INCONSISTENCY"
    ANOMALY_VS_STRONGER_SOURCES = "ANOMALY_VS_STRONGER_SOURCES"
    UNKNOWN_SOURCE = "UNKNOWN_SOURCE"
    MISSING_LINK = "MISSING_LINK"
    IMPLAUSIBILITY = "IMPLAUSIBILITY"
    STALENESS = "STALENESS"
    UNIT_MISMATCH = "UNIT_MISMATCH"
    TIME_WINDOW_MISMATCH = "TIME_WINDOW_MISMATCH"
    SCOPE_DRIFT = "SCOPE_DRIFT"


class CureProtocol(StrEnum):
    """What would mend a defect; ``REQUIRE_REAUDIT`` only a person may ask for."""

    RECONSTRUCT_CHAIN = "RECONSTRUCT_CHAIN"
    REQUEST_SOURCE = "REQUEST_SOURCE"
    DISCARD_CLAIM = "DISCARD_CLAIM"
    HUMAN_ARBITRATION = "HUMAN_ARBITRATION"
    REQUIRE_REAUDIT = "REQUIRE_REAUDIT"


class DefectStatus(StrEnum):
    """OPEN → CURED or OPEN → WAIVED, and no other way. What the detectors withdraw is CURED, by them."""

    OPEN = "OPEN"
    CURED = "CURED"
    WAIVED = "WAIVED"


_FATAL = ("BROKEN_CHAIN", "CONCEALMENT", "CIRCULARITY", "CHAIN_GRAFTING", "CHRONO_IMPOSSIBLE")
_MINOR = ("STALENESS", "UNIT_MISMATCH", "TIME_WINDOW_MISMATCH", "SCOPE_DRIFT")
_CURES = {
    DefectType.BROKEN_CHAIN: CureProtocol.RECONSTRUCT_CHAIN,
    DefectType.MISSING_LINK: CureProtocol.RECONSTRUCT_CHAIN,
    DefectType.CHAIN_GRAFTING: CureProtocol.RECONSTRUCT_CHAIN,
    DefectType.CIRCULARITY: CureProtocol.RECONSTRUCT_CHAIN,
    DefectType.UNKNOWN_SOURCE: CureProtocol.REQUEST_SOURCE,
    DefectType.STALENESS: CureProtocol.REQUEST_SOURCE,
    DefectType.CHRONO_IMPOSSIBLE: CureProtocol.DISCARD_CLAIM,
}

SEVERITY: Mapping[DefectType, DefectSeverity] = MappingProxyType(
    {
        kind: DefectSeverity.FATAL
        if kind in _FATAL
        else DefectSeverity.MINOR
        if kind in _MINOR
        else DefectSeverity.MAJOR
        for kind in DefectType
    }
)
"""How grave each type is; nobody may say otherwise."""

CURE: Mapping[DefectType, CureProtocol] = MappingProxyType(
    {kind: _CURES.get(kind, CureProtocol.HUMAN_ARBITRATION) for kind in DefectType}
)
"""What cures each type."""


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect of one claim. ``evidence`` holds references ``evidence:<id>``, ``claim:<id>`` or ``document:<id>``.

    ``key`` says when two findings are one: a detector that runs again does not file its finding twice. A defect that
    the detectors withdrew has a key of its own, so that the finding is filed anew when it comes back.
    """

    id: DefectId
    tenant: TenantId
    deal: MatterId
    claim: ClaimId
    type: DefectType
    severity: DefectSeverity
    description: str
    evidence: tuple[str, ...]
    cure: CureProtocol
    status: DefectStatus
    key: str
    flagged_by: ActorId
    flagged_at: datetime
    resolved_by: ActorId | None = None
    reason: str | None = None
    resolved_at: datetime | None = None

    @property
    def is_withdrawn(self) -> bool:
        """Whether it ended because the detectors found it no more."""
        return self.status is not DefectStatus.OPEN and self.resolved_by == DETECTORS
